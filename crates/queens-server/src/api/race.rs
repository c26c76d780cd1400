//! One engine of a race, told of while it runs.

use super::request::{Asked, How, asked, problem as problem_of};
use crate::Shared;
use crate::computing::compute;
use crate::fault::Fault;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use queens::control::Gauge;
use queens::lab::{CompareOptions, compare};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

/// How often it is told how far the engine is.
const TELL_EVERY: Duration = Duration::from_millis(50);

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RaceRequest {
    /// The problem in any form that is read.
    problem: String,
    /// The id of the engine.
    engine: String,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for RaceRequest {}

/// How far an engine is.
#[derive(Debug, Serialize)]
struct Far {
    nodes: u64,
    checks: u64,
    seconds: f64,
}

/// How far an engine is, a line every 50 milliseconds, and at last what `/compare` says of it. What goes wrong on
/// the way is told in a line `detail`.
pub(super) async fn race(State(shared): State<Shared>, request: Request) -> Result<Response, Fault> {
    let gauge = Gauge::default();
    let shown = gauge.clone();
    let prepared = asked(&shared, request, move |asked: RaceRequest, turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        queens::find(&asked.engine).map_err(Fault::unanswerable)?;
        let how = How { seconds: asked.seconds, ..How::default() };
        Ok((problem, asked.engine, how.settings(&turn.limits.clone().with_gauge(shown))?))
    });
    let ((problem, engine, settings), turn, guard) = prepared.await?;
    let started = Instant::now();
    let mut running = compute(move || {
        let _held_while_it_runs = turn;
        let options = CompareOptions { engines: &[engine], all: false };
        match compare(&problem, options, &settings, &mut |_| {}) {
            Ok(document) => line(&document),
            Err(unsupported) => line(&serde_json::json!({ "detail": unsupported.to_string() })),
        }
    });
    let (sender, receiver) = mpsc::channel(2);
    tokio::spawn(async move {
        // Dropped with this task, which ends when nobody reads any more: it ends the search.
        let _guard = guard;
        loop {
            let (line, is_last) = match timeout(TELL_EVERY, &mut running).await {
                Ok(ended) => {
                    let fault =
                        || serde_json::json!({ "detail": "the search failed: a fault of the program" });
                    (ended.unwrap_or_else(|_| line(&fault())), true)
                }
                Err(_) => {
                    let (nodes, checks) = (gauge.nodes(), gauge.checks());
                    (line(&Far { nodes, checks, seconds: started.elapsed().as_secs_f64() }), false)
                }
            };
            if sender.send(line).await.is_err() || is_last {
                return;
            }
        }
    });
    let lines = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

fn line(of: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_string(of).unwrap_or_default();
    text.push('\n');
    text.into()
}
