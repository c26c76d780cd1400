//! Replies to requests, as a server would send them.

use queens::control::{Limits, clip_to};
use queens_api::{
    API_ROOT, AnswerContent, ApiAnswer, ApiDescription, ApiFault, CountJob,
    DEFAULT_MAX_BODY, Endpoint, OperationSpec, RequestContext, endpoints,
};
use serde_json::json;
use std::sync::LazyLock;
use std::time::Duration;

/// Maximum size of the stores of a search in bytes. A browser gives a module at most 4
/// GiB.
const MAX_MEMORY_BYTES: u64 = 1 << 30;

/// Longest side of a board, as that of `queens serve`.
const MAX_BOARD: u32 = 256;

/// Time between two reports of the progress of a race.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Content type of lists of JSON objects.
const LINES_TYPE: &str = "application/x-ndjson";

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Status code of HTTP.
    pub status: u16,
    /// Media type of the bytes.
    pub content_type: &'static str,
    /// The body, except for what was sent as chunks.
    pub bytes: Vec<u8>,
}

impl From<AnswerContent> for Reply {
    fn from(content: AnswerContent) -> Self {
        Reply {
            status: 200,
            content_type: content.content_type,
            bytes: content.bytes,
        }
    }
}

impl From<ApiFault> for Reply {
    fn from(fault: ApiFault) -> Self {
        Reply {
            status: fault.status(),
            content_type: "application/problem+json",
            bytes: fault.to_json().into(),
        }
    }
}

impl Reply {
    fn json(value: &serde_json::Value) -> Self {
        Reply {
            status: 200,
            content_type: "application/json",
            bytes: value.to_string().into(),
        }
    }

    /// A stream that is at its end.
    fn streamed() -> Self {
        Reply {
            status: 200,
            content_type: LINES_TYPE,
            bytes: Vec::new(),
        }
    }
}

fn request_context(limits: Limits) -> RequestContext {
    let limits = limits.with_memory(MAX_MEMORY_BYTES).started();
    RequestContext {
        limits,
        max_board: MAX_BOARD,
        max_body: DEFAULT_MAX_BODY,
    }
}

/// Answers the request for `path` below the root of the API, or for `/openapi.json`.
/// `send` receives the chunks of a stream while the search is running. Without `time`,
/// only the request limits the time.
#[must_use]
pub fn reply(
    path: &str,
    body: &[u8],
    time: Option<Duration>,
    send: fn(Vec<u8>),
) -> Reply {
    try_reply(path, body, time, send).unwrap_or_else(Reply::from)
}

/// All addresses: to describe them takes a millisecond, more than most answers about
/// puzzles.
static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(endpoints);

fn try_reply(
    path: &str,
    body: &[u8],
    time: Option<Duration>,
    send: fn(Vec<u8>),
) -> Result<Reply, ApiFault> {
    if path == "/openapi.json" {
        return Ok(Reply::json(&api_description()));
    }
    let Some(endpoint) = ENDPOINTS.iter().find(|endpoint| endpoint.path == path) else {
        return Err(ApiFault::new(
            404,
            format!("there is nothing at {API_ROOT}{}", clip_to(path, 80)),
        ));
    };
    let max = endpoint
        .body_factor
        .unwrap_or(1)
        .saturating_mul(DEFAULT_MAX_BODY);
    if body.len() > max {
        return Err(ApiFault::new(
            413,
            format!("the request is too long: the limit is {max} bytes"),
        ));
    }
    let answer = endpoint.answer(
        body,
        &request_context(
            time.map_or_else(Limits::default, |time| Limits::default().with_time(time)),
        ),
    )?;
    Ok(match answer {
        ApiAnswer::Content(content) => content.into(),
        ApiAnswer::List(solutions) => {
            let sent = solutions.write_chunks(&mut |chunk| {
                send(chunk);
                Ok(())
            });
            sent.map_err(ApiFault::unanswerable)?;
            Reply::streamed()
        }
        ApiAnswer::Race(race) => {
            let line = race
                .run_reporting(PROGRESS_INTERVAL, move |line| send(line.into_bytes()));
            send(line.into_bytes());
            Reply::streamed()
        }
    })
}

/// The description of the API, without what only a server has.
fn api_description() -> serde_json::Value {
    let mut description = ApiDescription::default();
    for mut endpoint in endpoints() {
        let operation =
            std::mem::replace(&mut endpoint.operation, OperationSpec::get(""));
        description.add_operation(&format!("{API_ROOT}{}", endpoint.path), operation);
    }
    description.to_json()
}

fn parse_job(body: &[u8]) -> Result<CountJob, ApiFault> {
    let context = request_context(Limits::default());
    CountJob::parse(body, &context, &context.limits)
}

/// Parses the request of a job. The reply is an object: `job` is its state at the start,
/// `shares` the maximum number of shares.
#[must_use]
pub fn job_plan(body: &[u8]) -> Reply {
    let planned = parse_job(body).map(|job| {
        Reply::json(&json!({ "job": job.start(1), "shares": job.max_shares() }))
    });
    planned.unwrap_or_else(Reply::from)
}

/// Counts share `number` of `shares` of a job. `progress` receives the finished part of
/// the share.
#[must_use]
pub fn job_share(body: &[u8], number: u64, shares: u64, progress: fn(f64)) -> Reply {
    let counted =
        parse_job(body).and_then(|job| job.run_share(number, shares, &progress));
    counted.map_or_else(Reply::from, |share| Reply::json(&json!(share)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    const MINUTE: Duration = Duration::from_secs(60);

    fn text(reply: &Reply) -> &str {
        std::str::from_utf8(&reply.bytes).expect("text")
    }

    #[test]
    fn answers_as_the_server_does() {
        let count = reply("/count", br#"{"problem": "8"}"#, None, |_| unreachable!());
        assert_eq!(
            (count.status, count.content_type),
            (200, "application/json")
        );
        assert!(text(&count).contains("92"), "{count:?}"); // OEIS A000170
        assert_eq!(reply("/engines", b"", None, |_| unreachable!()).status, 200);
        assert!(
            text(&reply("/openapi.json", b"", None, |_| unreachable!()))
                .contains("/api/v1/puzzle/hint")
        );
    }

    #[test]
    fn bad_requests_get_problem_details() {
        let long = vec![b' '; 64 * DEFAULT_MAX_BODY];
        let bad: [(&str, &[u8], u16); 6] = [
            ("/nothing", b"{}", 404),
            ("/count", b"", 400),
            ("/count", b"{\"problem\": \"8\"", 400),
            ("/count", br#"{"problem": "eight of them"}"#, 422),
            ("/count", br#"{"problem": "1000"}"#, 422),
            ("/count", &long, 413),
        ];
        for (path, body, status) in bad {
            let reply = reply(path, body, None, |_| unreachable!());
            assert_eq!(
                (reply.status, reply.content_type),
                (status, "application/problem+json"),
                "{path}"
            );
            assert!(text(&reply).contains("\"detail\""), "{reply:?}");
        }
        assert_eq!(job_plan(b"{}").status, 400);
        assert_eq!(job_share(br#"{"problem": "8"}"#, 9, 3, |_| ()).status, 422);
    }

    #[test]
    fn a_limit_of_time_marks_the_count_as_partial() {
        let count = reply(
            "/count",
            br#"{"problem": "20", "engine": "flags"}"#,
            Some(Duration::ZERO),
            |_| unreachable!(),
        );
        assert!(text(&count).contains("time limit"), "{count:?}");
    }

    #[test]
    fn streams_come_in_chunks() {
        static LINES: Mutex<String> = Mutex::new(String::new());
        let send = |chunk: Vec<u8>| {
            LINES
                .lock()
                .expect("a lock")
                .push_str(std::str::from_utf8(&chunk).expect("text"));
        };
        let list = reply("/list", br#"{"problem": "6"}"#, Some(MINUTE), send);
        assert_eq!(
            (list.status, list.content_type, list.bytes.len()),
            (200, LINES_TYPE, 0)
        );
        let lines = std::mem::take(&mut *LINES.lock().expect("a lock"));
        assert_eq!(
            lines.lines().filter(|line| line.contains("queens")).count(),
            4,
            "{lines}"
        );
        assert!(
            lines
                .lines()
                .last()
                .is_some_and(|line| line.contains("\"end\"")),
            "{lines}"
        );

        let race = reply(
            "/race",
            br#"{"problem": "6", "engine": "flags"}"#,
            Some(MINUTE),
            send,
        );
        assert_eq!(race.content_type, LINES_TYPE);
        let lines = LINES.lock().expect("a lock");
        assert!(
            lines
                .lines()
                .last()
                .is_some_and(|line| line.contains("\"solutions\":4")),
            "{lines}"
        );
    }

    #[test]
    fn a_job_is_counted_in_shares() {
        let body = br#"{"problem": "10"}"#;
        let plan: serde_json::Value =
            serde_json::from_slice(&job_plan(body).bytes).expect("JSON");
        assert_eq!(plan["job"]["state"], "running");
        assert!(
            plan["shares"].as_u64().is_some_and(|shares| shares >= 3),
            "{plan}"
        );
        let count = |number| {
            let share = job_share(body, number, 3, |_| ());
            let share: serde_json::Value =
                serde_json::from_slice(&share.bytes).expect("JSON");
            assert_eq!(share["complete"], true);
            share["count"]
                .as_str()
                .and_then(|digits| digits.parse().ok())
                .unwrap_or(0)
        };
        assert_eq!((0..3).map(count).sum::<u64>(), 724); // OEIS A000170
    }
}
