//! Counts that take their time: begun, looked at, listened to, and ended.

use super::ask::CountRequest;
use super::request::asked;
use crate::Shared;
use crate::computing::compute;
use crate::connections::Connection;
use crate::fault::Fault;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use queens::ask;
use queens::control::CancelToken;
use queens::parallel::Progress;
use serde::Serialize;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;
use utoipa::ToSchema;

/// The time between two events.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The time between two looks at the clock of a job whose engine tells nothing.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The longest time of a stream of events: who still listens then asks again, as browsers do by themselves.
const EVENTS_TIME: Duration = Duration::from_secs(60);

/// Jobs that have ended and are still known: the oldest is forgotten first.
const REMEMBERED: usize = 100;

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct JobState {
    /// Its number.
    id: u64,
    /// The problem in its text form, with words for what was asked beside it.
    problem: String,
    /// `running`, `done`, `cancelled` or `failed`.
    state: &'static str,
    /// The part that is done, 0 to 1.
    done: f64,
    /// The time since it began.
    seconds: f64,
    /// The time that the rest takes at the same pace, once that is known.
    remaining_seconds: Option<f64>,
    /// What was counted, in decimal digits, once it is over.
    count: Option<String>,
    /// Whether that is all that was asked for, once it is over; where not, the count is of a part.
    complete: Option<bool>,
    /// The id of the engine, once it is over.
    engine: Option<&'static str>,
    /// How it ended, or why it failed.
    outcome: Option<String>,
}

impl JobState {
    fn is_over(&self) -> bool {
        self.state != "running"
    }

    /// Tells how long it runs, and what the rest takes at the same pace.
    fn runs(&mut self, elapsed: Duration) {
        self.seconds = elapsed.as_secs_f64();
        let remaining = Progress { units: 0, of_units: 0, done: self.done, elapsed }.remaining();
        self.remaining_seconds =
            (self.done > 0.0 && remaining.as_secs() < 1 << 40).then_some(remaining.as_secs_f64());
    }
}

#[derive(Clone)]
struct Job {
    state: watch::Receiver<JobState>,
    cancel: CancelToken,
}

/// All jobs of a server.
#[derive(Default)]
pub(crate) struct Jobs(Mutex<BTreeMap<u64, Job>>);

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Job>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Job, Fault> {
        let job = id.parse().ok().and_then(|id: u64| self.lock().get(&id).cloned());
        job.ok_or_else(|| {
            let id: String = id.chars().take(40).collect();
            Fault::new(StatusCode::NOT_FOUND, format!("there is no job {id}"))
        })
    }

    /// How many are running.
    pub(crate) fn running(&self) -> usize {
        self.lock().values().filter(|job| !job.state.borrow().is_over()).count()
    }
}

/// Begins a count.
pub(super) async fn begin(State(shared): State<Shared>, request: Request) -> Result<Response, Fault> {
    let cancel = CancelToken::new();
    let mut limits = shared.limits.clone().with_cancel(cancel.clone());
    limits.time = shared.job_time;
    let prepared = asked(&shared, request, move |asked: CountRequest, turn| {
        let (problem, question) = asked.asked(turn.max_board)?;
        let settings = asked.how.settings(&limits)?.with_threads(0);
        queens::plan(&problem, question, &settings).map_err(Fault::unanswerable)?;
        Ok((problem, question, asked.options()?, settings))
    });
    let ((problem, question, options, settings), ..) = prepared.await?;
    let (sender, id, begun) = {
        let mut jobs = shared.jobs.lock();
        if jobs.values().filter(|job| !job.state.borrow().is_over()).count() >= shared.max_jobs {
            let way_out = "wait until one is over, or end one with DELETE /api/v1/jobs/ID";
            return Err(Fault::busy("jobs", shared.max_jobs, "`--max-jobs`", way_out));
        }
        while jobs.len() >= REMEMBERED.max(shared.max_jobs + 1) {
            let over = jobs.iter().find(|(_, job)| job.state.borrow().is_over()).map(|(&id, _)| id);
            let Some(id) = over else { break };
            jobs.remove(&id);
        }
        let id = jobs.last_key_value().map_or(1, |(last, _)| last + 1);
        let begun = JobState {
            id,
            problem: question.about(&problem),
            state: "running",
            done: 0.0,
            seconds: 0.0,
            remaining_seconds: None,
            count: None,
            complete: None,
            engine: None,
            outcome: None,
        };
        let (sender, state) = watch::channel(begun.clone());
        jobs.insert(id, Job { state, cancel: cancel.clone() });
        (Arc::new(sender), id, begun)
    };
    let closing = shared.closing.clone();
    let told = sender.clone();
    let begin = Instant::now();
    let settings = settings.with_progress(Arc::new(move |progress: &Progress| {
        told.send_modify(|state| {
            state.done = progress.done.clamp(0.0, 1.0);
            state.runs(begin.elapsed());
        });
    }));
    let watcher = tokio::spawn(async move {
        closing.cancelled().await;
        cancel.cancel();
    });
    let mut searching = compute(move || ask(&problem, question, &settings));
    tokio::spawn(async move {
        let mut clock = tokio::time::interval(LOOK_EVERY);
        let answered = loop {
            tokio::select! {
                answered = &mut searching => break answered,
                _ = clock.tick() => sender.send_modify(|state| state.runs(begin.elapsed())),
            }
        };
        watcher.abort();
        sender.send_modify(|state| {
            state.remaining_seconds = None;
            match answered {
                Ok(Ok(answer)) => {
                    let is_whole = answer.is_complete();
                    state.state = if is_whole { "done" } else { "cancelled" };
                    state.done = if is_whole { 1.0 } else { state.done };
                    state.seconds = answer.statistics.elapsed.as_secs_f64();
                    state.count = Some(options.number(&answer).to_string());
                    state.complete = Some(is_whole);
                    state.engine = Some(answer.engine);
                    state.outcome = Some(answer.outcome.to_string());
                }
                Ok(Err(unsupported)) => {
                    (state.state, state.outcome) = ("failed", Some(unsupported.to_string()));
                }
                Err(_) => {
                    (state.state, state.outcome) = ("failed", Some("a fault of the program".to_owned()));
                }
            }
        });
    });
    let place = [(header::LOCATION, format!("/api/v1/jobs/{id}"))];
    Ok((StatusCode::ACCEPTED, place, told_as_json(&begun)).into_response())
}

fn told_as_json(state: &JobState) -> Response {
    let text = serde_json::to_string(state).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// How far a job is.
pub(super) async fn state(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Fault> {
    let job = shared.jobs.find(&id)?;
    let state = job.state.borrow().clone();
    Ok(told_as_json(&state))
}

/// Ends a job; what it has counted so far is kept.
pub(super) async fn cancel(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Fault> {
    let mut job = shared.jobs.find(&id)?;
    job.cancel.cancel();
    // It looks at its token every few milliseconds.
    let over = job.state.wait_for(JobState::is_over);
    let _ = tokio::time::timeout(Duration::from_secs(1), over).await;
    let state = job.state.borrow().clone();
    Ok(told_as_json(&state))
}

/// Tells of a job until it is over, or for some time: events `progress`, and at last `end`. The connection may be closed
/// before, to make room for others.
pub(super) async fn events(
    State(shared): State<Shared>,
    Extension(connection): Extension<Connection>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let job = shared.jobs.find(&id)?;
    let entry = connection.listens();
    let begun = Instant::now();
    let mut is_over = false;
    let told = WatchStream::new(job.state)
        .take_while(move |state| {
            let goes_on = !is_over && begun.elapsed() < EVENTS_TIME;
            is_over = state.is_over();
            goes_on
        })
        .throttle(TELL_EVERY)
        .map(move |state| {
            let _held_while_told = &entry;
            let name = if state.is_over() { "end" } else { "progress" };
            let data = serde_json::to_string(&state).unwrap_or_default();
            Ok::<_, Infallible>(Bytes::from(format!("event: {name}\ndata: {data}\n\n")))
        });
    let head = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((head, Body::from_stream(told)).into_response())
}
