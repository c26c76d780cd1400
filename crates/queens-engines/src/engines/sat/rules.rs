//! Problems with rules by SAT: their 0-1 model as clauses.

use super::best::best_by_sat;
use super::{ID, SatSearch};
use crate::engines::{Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::{Limits, Statistics};
use queens_model::problem::Goal;
use queens_model::unsupported::{NoAnswer, Unsupported};
use queens_model::zero_one::ZeroOne;
use std::ops::{ControlFlow, RangeInclusive};

/// Answers the question of a task whose problem has rules.
pub(super) fn answer(task: &mut Task<'_>) -> Result<Finding, Unsupported> {
    let limits = task.limits().clone();
    let found = match ZeroOne::from_problem(task.problem, &limits) {
        Ok(model) if model.objective.is_some() => best(&model, &limits, task),
        Ok(model) => all(&model, i64::MIN..=i64::MAX, &limits, task),
        Err(none) => Err(none),
    };
    match found {
        Ok(finding) => Ok(finding),
        Err(none) => Ok(Finding::new(
            Err(none.by(ID).stop()?),
            Statistics::default(),
        )),
    }
}

/// Finds the best value, and then all solutions that have it if more than one is wanted.
fn best(
    model: &ZeroOne,
    limits: &Limits,
    task: &mut Task<'_>,
) -> Result<Finding, NoAnswer> {
    let mut pieces = None;
    let best = best_by_sat(model, limits, task.settings.refutation, &mut |places, _| {
        pieces = Some(model.placement(places.iter().copied()));
        ControlFlow::Continue(())
    })?;
    let is_proved = best.step.is_ok();
    let detail = match (best.value, is_proved) {
        (None, true) => Detail::None,
        (Some(value), true) => Detail::Best {
            value: Some(value),
            bound: value,
            fundamental: None,
        },
        (value, false) => Detail::Best {
            value,
            bound: widest_bound(model),
            fundamental: None,
        },
    };
    let finding = match (best.value, &pieces) {
        (Some(_), Some(pieces)) if is_proved && task.question == Question::One => {
            Finding::new(task.take(pieces.clone()), best.statistics)
        }
        (Some(value), _) if is_proved => {
            let rest = limits.less_nodes(best.statistics.checks);
            let mut finding = all(model, value..=value, &rest, task)?;
            finding.statistics.absorb(&best.statistics);
            finding
        }
        _ => Finding::new(best.step, best.statistics),
    };
    let certificate = is_proved.then_some(Certificate::Refuted(best.refutation));
    Ok(Finding {
        set: pieces,
        ..finding.with_detail(detail).with_certificate(certificate)
    })
}

/// Returns the best value of the objective if all rules are left out.
fn widest_bound(model: &ZeroOne) -> i64 {
    let range = model
        .objective
        .as_ref()
        .map(|(goal, sum)| (*goal, sum.range()));
    match range {
        Some((Goal::Least, (least, _))) => least,
        Some((Goal::Greatest, (_, greatest))) => greatest,
        None => 0,
    }
}

/// Passes on all solutions with these values.
fn all(
    model: &ZeroOne,
    values: RangeInclusive<i64>,
    limits: &Limits,
    task: &mut Task<'_>,
) -> Result<Finding, NoAnswer> {
    let is_any = values == (i64::MIN..=i64::MAX);
    let mut sat =
        SatSearch::for_model(model, values, limits, is_any && task.settings.refutation)?;
    let step = loop {
        match sat.find_next() {
            Ok(Some(places)) => {
                if let Err(stop) = task.take(model.placement(places.iter().copied())) {
                    break Err(stop);
                }
                sat.exclude(&places);
            }
            Ok(None) => break Ok(()),
            Err(stop) => break Err(stop),
        }
    };
    let statistics = sat.statistics();
    let is_none = step == Ok(()) && task.count() == 0;
    let certificate = is_none.then(|| Certificate::Refuted(sat.refutation()));
    Ok(Finding::new(step, statistics).with_certificate(certificate))
}
