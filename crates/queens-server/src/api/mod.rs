//! The API, below `/api/v1`: questions as JSON, answered with the documents that the command prints.
//!
//! Whatever searches takes a seat and a turn as the pages do, obeys the server's limits, and ends when its client
//! goes away. What is wrong is told as `application/problem+json` (RFC 9457).

mod ask;
mod fault;
mod jobs;
mod lab;
mod puzzle;
mod race;
mod request;
mod search;

pub(crate) use fault::Fault;
pub(crate) use jobs::Jobs;

use crate::Shared;
use axum::Router;
use axum::routing::{get, post};

/// The addresses of the API.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/problem", post(ask::problem))
        .route("/solve", post(ask::solve))
        .route("/count", post(ask::count))
        .route("/classes", post(ask::classes))
        .route("/list", post(ask::list))
        .route("/draw", post(ask::draw))
        .route("/methods", get(lab::methods))
        .route("/variants", get(lab::variants))
        .route("/known", get(lab::known))
        .route("/trace", post(lab::trace))
        .route("/compare", post(lab::compare))
        .route("/race", post(race::race))
        .route("/search", post(search::search))
        .route("/growth", post(lab::growth))
        .route("/puzzle/read", post(puzzle::read))
        .route("/puzzle/solve", post(puzzle::solve))
        .route("/puzzle/hint", post(puzzle::hint))
        .route("/puzzle/explain", post(puzzle::explain))
        .route("/puzzle/rate", post(puzzle::rate))
        .route("/puzzle/generate", post(puzzle::generate))
        .route("/jobs", post(jobs::begin))
        .route("/jobs/{id}", get(jobs::state).delete(jobs::cancel))
        .route("/jobs/{id}/events", get(jobs::events))
        .fallback(fault::nothing)
        .method_not_allowed_fallback(fault::method)
}
