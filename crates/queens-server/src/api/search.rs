//! The steps of the general problem solver.

use super::Fault;
use super::request::{How, Json, Turn, answer};
use crate::Shared;
use axum::extract::{Request, State};
use axum::response::Response;
use queens::lab::{Classic, StepsWanted, search_steps};
use serde::Deserialize;
use statespace::{LoopCheck, Strategy};

/// The most steps of one page: each names its state.
const STEPS: usize = 10_000;

#[derive(Debug, Deserialize)]
struct Searched {
    #[serde(flatten)]
    problem: Classic,
    #[serde(default = "a_star")]
    strategy: String,
    #[serde(default = "closed")]
    loop_check: String,
    #[serde(default)]
    from: u64,
    limit: Option<usize>,
    seconds: Option<f64>,
}

fn a_star() -> String {
    Strategy::AStar.to_string()
}

fn closed() -> String {
    LoopCheck::Closed.to_string()
}

/// A page of the steps of a search. It runs from its start each time: what is passed over costs its time.
pub(super) async fn search(State(shared): State<Shared>, request: Request) -> Result<Response, Fault> {
    answer(shared, request, |asked: Searched, turn: &Turn| {
        if let Classic::Queens { size } = asked.problem
            && size > turn.max_board
        {
            let most = turn.max_board;
            return Err(Fault::unanswerable(format!(
                "{size} queens are too many for this server: at most {most}"
            )));
        }
        let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
        let wanted = StepsWanted {
            strategy: asked.strategy.parse().map_err(Fault::unanswerable)?,
            loop_check: asked.loop_check.parse().map_err(Fault::unanswerable)?,
            from: asked.from,
            limit: asked.limit.unwrap_or(STEPS).min(STEPS),
            limits: &settings.limits,
        };
        Json::of(&search_steps(&asked.problem, wanted).map_err(Fault::unanswerable)?)
    })
    .await
}
