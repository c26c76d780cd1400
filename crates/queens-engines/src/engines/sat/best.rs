//! The best solution of a 0-1 model by SAT: solutions that must be better than the last,
//! until there is none.
//!
//! Each formula is solved from scratch, so the proof that the last one has no solution is
//! a proof that nothing is better.

use super::SatSearch;
use crate::question::Refutation;
use control::{Limits, Statistics, Step, Stop};
use queens_model::problem::Goal;
use queens_model::unsupported::{NoAnswer, Unsupported};
use queens_model::zero_one::ZeroOne;
use std::ops::{ControlFlow, RangeInclusive};

/// Result of [`best_by_sat`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SatBest {
    /// `Ok` if it is proved that nothing is better, [`Stop::Found`] if the callback ended
    /// the search, else the reason to stop.
    pub step: Step,
    /// Best value of the solutions passed to the callback, if any.
    pub value: Option<i64>,
    /// Proof that no solution is better, or that there is none, if it was to be recorded.
    pub refutation: Option<Refutation>,
    /// Sums over all formulas.
    pub statistics: Statistics,
}

/// Passes solutions that are better and better to `each`: the places that are 1,
/// ascending, and the value. Without an objective one solution is enough.
///
/// # Errors
/// Factors that are too large for clauses. Reaching a limit is not an error.
pub(crate) fn best_by_sat(
    model: &ZeroOne,
    limits: &Limits,
    with_proof: bool,
    each: &mut dyn FnMut(&[usize], i64) -> ControlFlow<()>,
) -> Result<SatBest, Unsupported> {
    let limits = limits.started();
    let mut best = SatBest {
        step: Ok(()),
        value: None,
        refutation: None,
        statistics: Statistics::default(),
    };
    // No solution that was passed on is better than `best.value`.
    loop {
        let rest = limits.less_nodes(best.statistics.checks);
        match improve_solution(model, &rest, with_proof, &mut best) {
            Err(error) => {
                best.step = Err(error.stop()?);
                return Ok(best);
            }
            Ok(None) => return Ok(best),
            Ok(Some((places, value))) => {
                best.value = Some(value);
                if each(&places, value).is_break() || model.objective.is_none() {
                    best.step = Err(Stop::Found);
                    return Ok(best);
                }
            }
        }
    }
}

/// Finds a solution that is better than the best one, with its value; keeps the proof if
/// there is none.
fn improve_solution(
    model: &ZeroOne,
    limits: &Limits,
    with_proof: bool,
    best: &mut SatBest,
) -> Result<Option<(Vec<usize>, i64)>, NoAnswer> {
    let mut sat = SatSearch::for_model(
        model,
        better_values(model, best.value),
        limits,
        with_proof,
    )?;
    let found = sat.find_next();
    add_up(&mut best.statistics, &sat.statistics());
    match found? {
        Some(places) => {
            let value = sat.value(model);
            Ok(Some((places, value)))
        }
        None => {
            best.refutation = sat.refutation();
            Ok(None)
        }
    }
}

/// Returns the values that are better than `value`.
fn better_values(model: &ZeroOne, value: Option<i64>) -> RangeInclusive<i64> {
    match (&model.objective, value) {
        (Some((Goal::Least, _)), Some(value)) => i64::MIN..=value.saturating_sub(1),
        (Some((Goal::Greatest, _)), Some(value)) => value.saturating_add(1)..=i64::MAX,
        _ => i64::MIN..=i64::MAX,
    }
}

/// Adds the statistics of one formula to the sums.
fn add_up(all: &mut Statistics, one: &Statistics) {
    let elapsed = all.elapsed + one.elapsed;
    all.absorb(one);
    all.elapsed = elapsed;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::places::tests::{all_solutions, best_value, random_model};
    use control::Limit;
    use queens_model::rng::Rng;

    /// Lists the solutions with these values, in order.
    fn solutions(model: &ZeroOne, values: RangeInclusive<i64>) -> Vec<Vec<usize>> {
        let mut sat =
            SatSearch::for_model(model, values, &Limits::default(), false).unwrap();
        let mut found = Vec::new();
        while let Some(places) = sat.find_next().unwrap() {
            sat.exclude(&places);
            found.push(places);
        }
        found.sort();
        found
    }

    #[test]
    fn random_models_have_the_solutions_of_all_assignments() {
        let mut random = Rng::new(11, 0);
        for _ in 0..1_500 {
            let model = random_model(&mut random);
            let expected = all_solutions(&model);
            assert!(
                solutions(&model, i64::MIN..=i64::MAX)
                    .iter()
                    .eq(expected.keys()),
                "{model:?}"
            );
            let best = best_value(&model, &expected);
            for value in best.into_iter().filter(|_| model.objective.is_some()) {
                let of_value = expected
                    .iter()
                    .filter(|(_, values)| values.contains(&value));
                let places = solutions(&model, value..=value);
                assert!(
                    places.iter().eq(of_value.map(|(places, _)| places)),
                    "{value}: {model:?}"
                );
            }
        }
    }

    #[test]
    fn the_best_value_is_that_of_all_assignments() {
        let mut random = Rng::new(12, 0);
        for _ in 0..1_500 {
            let model = random_model(&mut random);
            let expected = all_solutions(&model);
            let mut last = None;
            let best =
                best_by_sat(&model, &Limits::default(), true, &mut |places, value| {
                    last = Some((places.to_vec(), value));
                    ControlFlow::Continue(())
                });
            let best = best.unwrap();
            assert_eq!(best.value.is_some(), !expected.is_empty());
            if let Some((places, value)) = last {
                assert!(expected[&places].contains(&value));
            }
            if model.objective.is_some() {
                assert_eq!(
                    (best.step, best.value),
                    (Ok(()), best_value(&model, &expected)),
                    "{model:?}"
                );
            }
            assert_eq!(best.refutation.is_some(), best.step.is_ok());
        }
    }

    #[test]
    fn limits_end_the_search() {
        let model = random_model(&mut Rng::new(1, 0));
        for (limits, limit) in [
            (Limits::default().with_nodes(0), Limit::Nodes),
            (Limits::default().with_time(Default::default()), Limit::Time),
            (Limits::default().with_memory(100), Limit::Memory),
        ] {
            let stopped =
                best_by_sat(
                    &model,
                    &limits,
                    false,
                    &mut |_, _| ControlFlow::Continue(()),
                );
            assert_eq!(stopped.unwrap().step, Err(Stop::LimitReached(limit)));
        }
    }
}
