//! Jobs: counts in the background, to be polled, followed by events, and stopped.

use super::transport::run_with_body;
use crate::ServerState;
use crate::computing::spawn_search;
use crate::connections::ConnectionHandle;
use crate::fault::ServerFault;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use queens::control::{CancelToken, clip, lock};
use queens::parallel::RunProgress;
use queens_api::{API_ROOT, CountJob, JobState};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

/// Minimum time between two events.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// Time between two updates of the elapsed time, for engines that report no progress.
const CLOCK_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum time of a stream of events; browsers then reconnect by themselves.
const MAX_EVENTS_TIME: Duration = Duration::from_secs(60);

/// Time to wait for the end of a job that is stopped.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum number of jobs that are kept; the oldest that have ended are dropped first.
const MAX_KEPT_JOBS: usize = 100;

#[derive(Clone)]
struct JobHandle {
    state: watch::Receiver<JobState>,
    cancel: CancelToken,
}

/// All jobs of a server by number.
#[derive(Default)]
pub(crate) struct JobTable(Mutex<BTreeMap<u64, JobHandle>>);

impl JobTable {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, JobHandle>> {
        lock(&self.0)
    }

    fn find_job(&self, id: &str) -> Result<JobHandle, ServerFault> {
        let job = id
            .parse()
            .ok()
            .and_then(|id: u64| self.lock().get(&id).cloned());
        job.ok_or_else(|| {
            ServerFault::new(
                StatusCode::NOT_FOUND,
                format!("there is no job {}", clip(id)),
            )
        })
    }

    /// The number of running jobs.
    pub(crate) fn count_running(&self) -> usize {
        running_in(&self.lock())
    }

    /// Adds a job, if fewer than `max_jobs` are running. Returns the sender of its state.
    fn add_job(
        &self,
        job: &CountJob,
        cancel: CancelToken,
        max_jobs: usize,
    ) -> Result<(watch::Sender<JobState>, u64), ServerFault> {
        let mut jobs = self.lock();
        if running_in(&jobs) >= max_jobs {
            let advice =
                "wait until one has ended, or stop one with DELETE /api/v1/jobs/ID";
            return Err(ServerFault::busy("jobs", max_jobs, "`--max-jobs`", advice));
        }
        while jobs.len() >= MAX_KEPT_JOBS.max(max_jobs + 1) {
            let over = jobs
                .iter()
                .find(|(_, job)| job.state.borrow().is_over())
                .map(|(&id, _)| id);
            let Some(id) = over else { break };
            jobs.remove(&id);
        }
        let id = jobs.last_key_value().map_or(1, |(last, _)| last + 1);
        let (sender, state) = watch::channel(job.start(id));
        jobs.insert(id, JobHandle { state, cancel });
        Ok((sender, id))
    }
}

fn running_in(jobs: &BTreeMap<u64, JobHandle>) -> usize {
    jobs.values()
        .filter(|job| !job.state.borrow().is_over())
        .count()
}

/// Starts a count.
pub(super) async fn start_job(
    State(state): State<ServerState>,
    request: Request,
) -> Result<Response, ServerFault> {
    let cancel = CancelToken::new();
    let mut limits = state.search_limits().with_cancel(cancel.clone());
    limits.time = state.job_time;
    let parsed = run_with_body(
        &state,
        request,
        CountJob::BODY_FACTOR,
        move |body, context| CountJob::parse(&body.bytes, context, &limits),
    );
    let (mut job, ..) = parsed.await?;
    let (sender, id) = state.jobs.add_job(&job, cancel.clone(), state.max_jobs)?;
    let response = json_response(&sender.borrow());
    let sender = Arc::new(sender);
    let started = Instant::now();
    let reported = sender.clone();
    job.settings =
        job.settings
            .clone()
            .with_progress(Arc::new(move |progress: &RunProgress| {
                reported.send_modify(|state| {
                    state.set_progress(progress);
                    state.set_elapsed(started.elapsed());
                });
            }));
    let closing = state.closing.clone();
    let watcher = tokio::spawn(async move {
        closing.cancelled().await;
        cancel.cancel();
    });
    tokio::spawn(run_job(job, sender, started, watcher));
    let location = [(header::LOCATION, format!("{API_ROOT}/jobs/{id}"))];
    Ok((StatusCode::ACCEPTED, location, response).into_response())
}

/// Runs a job to its end, and keeps its state up to date.
async fn run_job(
    job: CountJob,
    sender: Arc<watch::Sender<JobState>>,
    started: Instant,
    watcher: JoinHandle<()>,
) {
    let job = Arc::new(job);
    let running = Arc::clone(&job);
    let mut search = spawn_search(move || running.run());
    let mut clock = tokio::time::interval(CLOCK_INTERVAL);
    let result = loop {
        tokio::select! {
            result = &mut search => break result,
            _ = clock.tick() => sender.send_modify(|state| state.set_elapsed(started.elapsed())),
        }
    };
    watcher.abort();
    sender.send_modify(|state| state.finish(result.ok(), &job));
}

fn json_response(state: &JobState) -> Response {
    let text = serde_json::to_string(state).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Returns the state of a job.
pub(super) async fn job_state(
    State(state): State<ServerState>,
    Path(id): Path<String>,
) -> Result<Response, ServerFault> {
    let job = state.jobs.find_job(&id)?;
    let current = job.state.borrow().clone();
    Ok(json_response(&current))
}

/// Stops a job; its partial count is kept.
pub(super) async fn cancel_job(
    State(state): State<ServerState>,
    Path(id): Path<String>,
) -> Result<Response, ServerFault> {
    let mut job = state.jobs.find_job(&id)?;
    job.cancel.cancel();
    let over = job.state.wait_for(JobState::is_over);
    let _ = tokio::time::timeout(CANCEL_TIMEOUT, over).await;
    let current = job.state.borrow().clone();
    Ok(json_response(&current))
}

/// Sends the state of a job until it ends, or until the maximum time: events `progress`,
/// and finally `end`. The connection may be closed earlier to make room for others.
pub(super) async fn stream_events(
    State(state): State<ServerState>,
    Extension(connection): Extension<ConnectionHandle>,
    Path(id): Path<String>,
) -> Result<Response, ServerFault> {
    let job = state.jobs.find_job(&id)?;
    let listening = connection.mark_listening();
    let started = Instant::now();
    let mut is_over = false;
    let events = WatchStream::new(job.state)
        .take_while(move |state| {
            let is_open = !is_over && started.elapsed() < MAX_EVENTS_TIME;
            is_over = state.is_over();
            is_open
        })
        .throttle(EVENT_INTERVAL)
        .map(move |state| {
            let _held_while_sending = &listening;
            let name = if state.is_over() { "end" } else { "progress" };
            let data = serde_json::to_string(&state).unwrap_or_default();
            Ok::<_, Infallible>(Bytes::from(format!("event: {name}\ndata: {data}\n\n")))
        });
    let head = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((head, Body::from_stream(events)).into_response())
}
