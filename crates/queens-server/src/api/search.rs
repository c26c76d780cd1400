//! The steps of the general problem solver.

use super::request::{Asked, How, Turn};
use crate::fault::Fault;
use queens::document::SearchPage;
use queens::lab::{Classic, StepsWanted, search_steps};
use serde::Deserialize;
use statespace::{LoopCheck, Strategy};
use utoipa::ToSchema;

/// The most steps of one page: each names its state.
const STEPS: usize = 10_000;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SearchRequest {
    #[serde(flatten)]
    problem: Classic,
    /// The order in which nodes are expanded.
    #[serde(default = "a_star")]
    strategy: String,
    /// Which states are dropped as known.
    #[serde(default = "closed")]
    loop_check: String,
    /// How many steps to pass over.
    #[serde(default)]
    from: u64,
    /// The most steps of the page, 10,000 at most.
    limit: Option<usize>,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for SearchRequest {}

fn a_star() -> String {
    Strategy::AStar.to_string()
}

fn closed() -> String {
    LoopCheck::Closed.to_string()
}

/// A page of the steps of a search. It runs from its start each time: what is passed over costs its time.
pub(super) fn search(asked: &SearchRequest, turn: &Turn) -> Result<SearchPage, Fault> {
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
    search_steps(&asked.problem, wanted).map_err(Fault::unanswerable)
}
