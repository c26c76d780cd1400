//! The methods: what they are, their steps, how they compare and grow.

use super::Fault;
use super::request::{How, Json, Turn, answer, problem as problem_of};
use crate::Shared;
use axum::extract::{Request, State};
use axum::response::Response;
use queens::control::{Limit, Outcome};
use queens::document::{KnownDocument, MethodEntry, MethodsDocument, TraceLine, TracePage, VariantsDocument};
use queens::engines::ladder::Event;
use queens::engines::registry;
use queens::lab::{CompareOptions, compare as compare_engines, growth as grow, shown_engine};
use queens::problem::Preset;
use serde::Deserialize;
use std::ops::ControlFlow;

type Answered = Result<Response, Fault>;

/// The most steps of one page of a trace.
const STEPS: usize = 100_000;

/// Every method.
pub(super) async fn methods() -> Result<Json, Fault> {
    let methods = registry().map(|engine| MethodEntry::new(engine.info())).collect();
    Json::of(&MethodsDocument { methods })
}

/// Every variant.
pub(super) async fn variants() -> Result<Json, Fault> {
    Json::of(&VariantsDocument::all())
}

/// The published counts of queens.
pub(super) async fn known() -> Result<Json, Fault> {
    Json::of(&KnownDocument::new(Preset::Queens))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Traced {
    problem: String,
    method: Option<String>,
    #[serde(default)]
    from: u64,
    limit: Option<usize>,
    #[serde(default)]
    first: bool,
    seconds: Option<f64>,
}

/// A page of the steps of a method. The method runs from its start each time: what is passed over costs its time.
pub(super) async fn trace(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Traced, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let id = match asked.method {
            Some(id) => id,
            None => shown_engine(&problem).map_err(Fault::unanswerable)?.to_owned(),
        };
        let engine = queens::find(&id).map_err(Fault::unanswerable)?;
        let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
        let limit = asked.limit.unwrap_or(STEPS).min(STEPS);
        let (mut step, mut steps, mut is_last, mut is_more) = (0, Vec::new(), false, false);
        let finding = engine
            .trace(&problem, &settings, &mut |event| {
                if is_last {
                    return ControlFlow::Break(());
                }
                if steps.len() == limit {
                    is_more = true;
                    return ControlFlow::Break(());
                }
                step += 1;
                is_last = asked.first && matches!(event, Event::Solution(_));
                if step > asked.from {
                    steps.push(TraceLine::new(step, &event));
                }
                if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .map_err(Fault::unanswerable)?;
        let outcome = if is_more { Outcome::LimitReached(Limit::Nodes) } else { finding.outcome() };
        let end = !is_more && (is_last || outcome.is_complete());
        Json::of(&TracePage {
            problem: problem.to_string(),
            method: engine.info().id,
            from: asked.from,
            steps,
            end,
            outcome,
        })
    })
    .await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Compared {
    problem: String,
    #[serde(default)]
    methods: Vec<String>,
    seconds: Option<f64>,
}

/// Methods on one problem, side by side.
pub(super) async fn compare(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Compared, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
        let options = CompareOptions { engines: &asked.methods, all: false };
        let document =
            compare_engines(&problem, options, &settings, &mut |_| {}).map_err(Fault::unanswerable)?;
        Json::of(&document)
    })
    .await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grown {
    sizes: (u32, u32),
    #[serde(default)]
    methods: Vec<String>,
    variant: Option<String>,
    seconds: Option<f64>,
}

/// How methods grow with the size of the board.
pub(super) async fn growth(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Grown, turn: &Turn| {
        let (first, last) = asked.sizes;
        if first == 0 || first > last || last > turn.max_board {
            return Err(Fault::unanswerable(format!(
                "sizes from {first} to {last} are not valid: from 1 to {}, the smaller first",
                turn.max_board
            )));
        }
        let variant: Preset =
            asked.variant.as_deref().unwrap_or("queens").parse().map_err(Fault::unanswerable)?;
        let settings = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?;
        Json::of(&grow(&asked.methods, variant, (first, last), &settings).map_err(Fault::unanswerable)?)
    })
    .await
}
