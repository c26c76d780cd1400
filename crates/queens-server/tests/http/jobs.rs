//! Jobs: counts that are watched and ended.

use crate::client::{LONG, Server};
use queens_server::ServeOptions;
use serde_json::{Value, json};
use std::time::Instant;

#[test]
fn follows_a_job_to_its_end() {
    let server = Server::start(14, 4);
    let begun = server.post("jobs", &json!({ "problem": "12" }));
    assert_eq!(begun.status, 202);
    assert!(
        begun.head.contains("location: /api/v1/jobs/1"),
        "{}",
        begun.head
    );
    let events = server.get("/api/v1/jobs/1/events");
    assert!(events.head.contains("text/event-stream"));
    let end = events
        .body
        .split("event: end\ndata: ")
        .nth(1)
        .expect("an end")
        .trim();
    let end: Value = serde_json::from_str(end).expect("JSON");
    // A000170
    assert_eq!(
        (&end["state"], &end["count"], &end["complete"]),
        (&json!("done"), &json!("14200"), &json!(true))
    );
    let first = events
        .body
        .split("data: ")
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .expect("an event");
    let first: Value = serde_json::from_str(first).expect("JSON");
    assert!(
        first["state"] != "running" || first["complete"].is_null(),
        "{first}"
    );
    let state: Value =
        serde_json::from_str(&server.get("/api/v1/jobs/1").body).expect("JSON");
    assert_eq!(state, end);
}

/// One of its units takes hours, so that nothing is heard from the engine.
#[test]
fn the_clock_of_a_job_runs_without_progress_reports() {
    let server = Server::start(14, 4);
    assert_eq!(
        server
            .post("jobs", &json!({ "problem": "torus 29" }))
            .status,
        202
    );
    let look = || -> Value {
        serde_json::from_str(&server.get("/api/v1/jobs/1").body).expect("JSON")
    };
    let begun = Instant::now();
    let mut state = look();
    while state["seconds"]
        .as_f64()
        .is_none_or(|seconds| seconds < 1.5)
        && begun.elapsed() < LONG
    {
        state = look();
    }
    assert!(
        state["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds >= 1.5),
        "{state}"
    );
    let [done, seconds, left] =
        ["done", "seconds", "remaining_seconds"].map(|name| state[name].as_f64());
    if let (Some(done), Some(seconds), Some(left)) = (done, seconds, left) {
        assert!(
            (left - seconds * (1.0 - done) / done).abs() <= 1e-6 * left,
            "{state}"
        );
    }
    server.request("DELETE", "/api/v1/jobs/1");
}

#[test]
fn any_client_can_stop_a_job() {
    let server = Server::with(ServeOptions {
        max_jobs: 1,
        ..ServeOptions::default()
    });
    assert_eq!(server.post("jobs", &json!({ "problem": "24" })).status, 202);
    let busy = server.post("jobs", &json!({ "problem": "8" }));
    assert!(
        busy.status == 503 && busy.body.contains("the limit is 1 (`--max-jobs`)"),
        "{}",
        busy.body
    );
    // It answers after a second at the latest, which a machine under load may need for
    // the last look at the token.
    let begun = Instant::now();
    let end = |method| -> Value {
        serde_json::from_str(&server.request(method, "/api/v1/jobs/1").body)
            .expect("JSON")
    };
    let mut ended = end("DELETE");
    while ended["state"] == "running" && begun.elapsed() < LONG {
        ended = end("GET");
    }
    assert_eq!(
        (&ended["state"], &ended["complete"]),
        (&json!("cancelled"), &json!(false))
    );
    assert!(ended["count"].is_string(), "{ended}");
    assert_eq!(server.post("jobs", &json!({ "problem": "8" })).status, 202);
}
