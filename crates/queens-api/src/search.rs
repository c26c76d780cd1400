//! Steps of the general problem solver.

use crate::fault::ApiFault;
use crate::request::{ApiRequest, RequestContext, SearchOptions, check_sides};
use queens::document::SearchPage;
use queens::lab::{Classic, StepsWanted, search_steps};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum number of steps in a page: each step holds a state as text.
const MAX_SEARCH_STEPS: usize = 10_000;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SearchRequest {
    #[serde(flatten)]
    problem: Classic,
    /// Order in which nodes are expanded.
    #[serde(default = "default_strategy")]
    strategy: String,
    /// Rule for dropping states that were seen before.
    #[serde(default = "default_loop_check")]
    loop_check: String,
    /// Number of steps to skip.
    #[serde(default)]
    from: u64,
    /// Maximum number of steps in the page, at most 10,000.
    limit: Option<usize>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for SearchRequest {}

fn default_strategy() -> String {
    "astar".to_owned()
}

fn default_loop_check() -> String {
    "closed".to_owned()
}

/// Returns a page of the steps of a search. The search always runs from the start, so
/// skipped steps take time as well.
pub(crate) fn search_states(
    request: &SearchRequest,
    context: &RequestContext,
) -> Result<SearchPage, ApiFault> {
    if let Classic::Queens { size } = request.problem {
        check_sides(size, size, context.max_board)?;
    }
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    let wanted = StepsWanted {
        strategy: request.strategy.parse().map_err(ApiFault::unanswerable)?,
        loop_check: request.loop_check.parse().map_err(ApiFault::unanswerable)?,
        from: request.from,
        limit: request
            .limit
            .unwrap_or(MAX_SEARCH_STEPS)
            .min(MAX_SEARCH_STEPS),
        limits: &settings.limits,
    };
    search_steps(&request.problem, wanted).map_err(ApiFault::unanswerable)
}
