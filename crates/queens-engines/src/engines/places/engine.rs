//! The search on the 0-1 model as an engine.

use super::{PlaceGoal, PlaceSearch};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::{Limits, Meter, Statistics, Step, Stop};
use queens_model::instance::Instance;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use queens_model::zero_one::ZeroOne;
use std::ops::ControlFlow;

/// The engine `places`.
pub(crate) struct AnyRules;

const ID: &str = "places";

impl Engine for AnyRules {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "a search for any rules, each of them a sum over squares and kinds of pieces",
            year: 1965,
            author: "Egon Balas",
            source: "An additive algorithm for solving linear programs with zero-one variables, Operations Research 13",
            how: [
                "Each square and kind of piece is a variable; all rules are sums of variables with bounds.",
                "A value that a sum does not allow is excluded at once; then the sum with the fewest choices is decided.",
                "Of the best value a bound is kept: of pieces that attack each other only one counts.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n^4) bits for the pairs of squares, for each pair of kinds",
            finds: Completeness::All,
            practical: None,
            mirrors: false,
        }
    }

    fn takes_rules(&self) -> bool {
        true
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        Instance::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let limits = task.limits().clone();
        let model = match ZeroOne::from_problem(task.problem, &limits) {
            Ok(model) => model,
            Err(none) => {
                return Ok(Finding::new(
                    Err(none.by(ID).stop()?),
                    Statistics::default(),
                ));
            }
        };
        Ok(answer(&model, &limits, task)
            .unwrap_or_else(|stop| Finding::new(Err(stop), Statistics::default())))
    }
}

fn answer(
    model: &ZeroOne,
    limits: &Limits,
    task: &mut Task<'_>,
) -> Result<Finding, Stop> {
    let mut search = PlaceSearch::new(model, limits)?;
    let mut meter = Meter::new(limits);
    if model.objective.is_none() {
        let step = take_all(&mut search, PlaceGoal::Every, model, &mut meter, task);
        return Ok(Finding::new(step, meter.statistics()));
    }
    let mut best = None;
    let found = search.run(PlaceGoal::Best, &mut meter, &mut |places, _| {
        best = Some(model.placement(places.iter().copied()));
        ControlFlow::Continue(())
    });
    let detail = found.bound.map_or(Detail::None, |bound| Detail::Best {
        value: found.value,
        bound,
        fundamental: None,
    });
    let step = match (found.step, found.value) {
        (Ok(()), Some(value)) => {
            take_best(&mut search, value, best.as_ref(), model, &mut meter, task)
        }
        (step, _) => step,
    };
    let certificate = found.step.is_ok().then_some(Certificate::Exhausted);
    let finding = Finding::new(step, meter.statistics())
        .with_detail(detail)
        .with_certificate(certificate);
    Ok(Finding {
        set: best,
        ..finding
    })
}

/// Passes on the solutions with the best value: the one that was found, or all if more
/// are wanted.
fn take_best(
    search: &mut PlaceSearch,
    value: i64,
    best: Option<&Placement>,
    model: &ZeroOne,
    meter: &mut Meter<'_>,
    task: &mut Task<'_>,
) -> Step {
    match best {
        Some(best) if task.question == Question::One => task.take(best.clone()),
        _ => take_all(search, PlaceGoal::OfValue(value), model, meter, task),
    }
}

fn take_all(
    search: &mut PlaceSearch,
    goal: PlaceGoal,
    model: &ZeroOne,
    meter: &mut Meter<'_>,
    task: &mut Task<'_>,
) -> Step {
    let found = search.run(goal, meter, &mut |places, _| {
        task.take_flow(model.placement(places.iter().copied()))
    });
    found.step
}
