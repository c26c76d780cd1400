//! What the server has done and is doing, as text for Prometheus.

use crate::Shared;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Answers by the class of their status: 1xx to 5xx.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    answers: [AtomicU64; 5],
}

/// Counts an answer.
pub(crate) async fn count(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let class = usize::from(response.status().as_u16() / 100).clamp(1, 5) - 1;
    shared.metrics.answers[class].fetch_add(1, Ordering::Relaxed);
    response
}

/// `/metrics`.
pub(crate) async fn metrics(State(shared): State<Shared>) -> Response {
    let mut text = String::from(
        "# HELP queens_answers_total Answers by the class of their status.\n# TYPE queens_answers_total counter\n",
    );
    for (class, answers) in (1..).zip(&shared.metrics.answers) {
        let answers = answers.load(Ordering::Relaxed);
        let _ = writeln!(text, "queens_answers_total{{status=\"{class}xx\"}} {answers}");
    }
    let gauges = [
        (
            "queens_free_seats",
            "Requests that may still be answered at once.",
            shared.pages.available_permits(),
        ),
        ("queens_free_searches", "Searches that may still begin.", shared.searches.available_permits()),
        ("queens_jobs", "Jobs that are running.", shared.jobs.running()),
    ];
    for (name, help, value) in gauges {
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n");
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
