//! Metrics of the server in the text format of Prometheus.

use crate::ServerState;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of responses by the class of their status: 1xx to 5xx.
#[derive(Debug, Default)]
pub(crate) struct ServerMetrics {
    answers: [AtomicU64; 5],
}

/// Counts a response.
pub(crate) async fn count_response(
    State(state): State<ServerState>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let class = usize::from(response.status().as_u16() / 100).clamp(1, 5) - 1;
    state.metrics.answers[class].fetch_add(1, Ordering::Relaxed);
    response
}

/// Answers `/metrics`.
pub(crate) async fn serve_metrics(State(state): State<ServerState>) -> Response {
    let mut text = String::from(
        "# HELP queens_answers_total Responses by the class of their status.\n# TYPE queens_answers_total counter\n",
    );
    for (class, answers) in (1..).zip(&state.metrics.answers) {
        let answers = answers.load(Ordering::Relaxed);
        let _ = writeln!(
            text,
            "queens_answers_total{{status=\"{class}xx\"}} {answers}"
        );
    }
    let gauges = [
        (
            "queens_free_seats",
            "Long responses that may still start.",
            state.pages.available_permits(),
        ),
        (
            "queens_free_searches",
            "Searches that may still start.",
            state.searches.available_permits(),
        ),
        ("queens_jobs", "Running jobs.", state.jobs.count_running()),
        (
            "queens_free_memory_bytes",
            "Memory that searches and pictures may still take.",
            usize::try_from(state.memory.free_bytes()).unwrap_or(usize::MAX),
        ),
    ];
    for (name, help, value) in gauges {
        let _ = write!(
            text,
            "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n"
        );
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
