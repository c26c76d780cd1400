//! The engines: what they are, their steps, how they compare and grow.

use super::request::{Asked, How, Turn, problem as problem_of};
use crate::fault::Fault;
use queens::document::{
    CompareDocument, EngineEntry, EnginesDocument, GrowthDocument, KnownDocument, ProfileDocument, TracePage,
};
use queens::engines::registry;
use queens::lab::{
    CompareOptions, TraceWanted, compare as compare_engines, growth as grow, profile as levels,
    trace as steps_of,
};
use queens::problem::Preset;
use serde::Deserialize;
use utoipa::ToSchema;

/// The most steps of one page of a trace.
const STEPS: usize = 100_000;

/// Every engine.
pub(super) fn engines() -> EnginesDocument {
    EnginesDocument { engines: registry().map(EngineEntry::new).collect() }
}

/// The published counts of queens.
pub(super) fn known() -> KnownDocument {
    KnownDocument::new(Preset::Queens)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct TraceRequest {
    /// The problem in any form that is read.
    problem: String,
    /// The id of the engine; absent, one that suits.
    engine: Option<String>,
    /// How many steps are passed over.
    #[serde(default)]
    from: u64,
    /// The most steps of the page; 100,000 and no more.
    limit: Option<usize>,
    /// Whether the engine ends with its first solution.
    #[serde(default)]
    first: bool,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for TraceRequest {}

/// A page of the steps of an engine. The engine runs from its start each time: what is passed over costs its time.
pub(super) fn trace(asked: &TraceRequest, turn: &Turn) -> Result<TracePage, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    let settings = How { seconds: asked.seconds, engine: asked.engine.clone(), ..How::default() };
    let limit = asked.limit.unwrap_or(STEPS).min(STEPS);
    let wanted = TraceWanted { from: asked.from, limit, first: asked.first };
    steps_of(&problem, wanted, &settings.settings(&turn.limits)?).map_err(Fault::unanswerable)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct CompareRequest {
    /// The problem in any form that is read.
    problem: String,
    /// The ids of the engines; absent, all that take the problem and end within some seconds.
    #[serde(default)]
    engines: Vec<String>,
    /// Whether engines run too for which the board is large, where none are named.
    #[serde(default)]
    all: bool,
    /// The most nodes of each.
    nodes: Option<u64>,
    /// The longest time of all together, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for CompareRequest {}

/// Engines on one problem, side by side.
pub(super) fn compare(asked: &CompareRequest, turn: &Turn) -> Result<CompareDocument, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    let mut settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
    let nodes = [asked.nodes, settings.limits.nodes];
    settings.limits.nodes = nodes.into_iter().flatten().min();
    let options = CompareOptions { engines: &asked.engines, all: asked.all };
    compare_engines(&problem, options, &settings, &mut |_| {}).map_err(Fault::unanswerable)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GrowthRequest {
    /// The first and the last size.
    sizes: (u32, u32),
    /// The ids of the engines; absent, some.
    #[serde(default)]
    engines: Vec<String>,
    /// The name of the variant; absent, `queens`.
    variant: Option<String>,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for GrowthRequest {}

/// How engines grow with the size of the board.
pub(super) fn growth(asked: &GrowthRequest, turn: &Turn) -> Result<GrowthDocument, Fault> {
    let (variant, sizes) = sizes(asked.variant.as_deref(), asked.sizes, turn)?;
    let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
    grow(&asked.engines, variant, sizes, &settings).map_err(Fault::unanswerable)
}

/// A variant and its sizes, which are from 1 to the largest board that is taken.
fn sizes(variant: Option<&str>, sizes: (u32, u32), turn: &Turn) -> Result<(Preset, (u32, u32)), Fault> {
    let (first, last) = sizes;
    if first == 0 || first > last || last > turn.max_board {
        return Err(Fault::unanswerable(format!(
            "sizes from {first} to {last} are not valid: from 1 to {}, the smaller first",
            turn.max_board
        )));
    }
    Ok((variant.unwrap_or("queens").parse().map_err(Fault::unanswerable)?, sizes))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ProfileRequest {
    /// The first and the last size.
    sizes: (u32, u32),
    /// The name of the variant; absent, `queens`.
    variant: Option<String>,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for ProfileRequest {}

/// The levels of the backtrack trees.
pub(super) fn profile(asked: &ProfileRequest, turn: &Turn) -> Result<ProfileDocument, Fault> {
    let (variant, sizes) = sizes(asked.variant.as_deref(), asked.sizes, turn)?;
    let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
    levels(variant, sizes, &settings).map_err(Fault::unanswerable)
}
