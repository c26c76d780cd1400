//! The search beside all assignments of small models.

use super::*;
use control::Limit;
use queens_model::placement::Label;
use queens_model::problem::Goal;
use queens_model::rng::Rng;
use queens_model::square::Square;
use queens_model::zero_one::{Row, Sum};
use std::collections::BTreeMap;

/// Returns a random model of 6 to 10 variables, of which some are places.
pub(crate) fn random_model(random: &mut Rng) -> ZeroOne {
    let variables = 6 + random.below(5) as usize;
    let places = variables - random.below(4) as usize;
    let place = |at| (Square::new(0, at as u32), Label::default());
    let rows = (0..random.below(5))
        .map(|_| random_row(random, variables))
        .collect();
    let goal = [None, Some(Goal::Least), Some(Goal::Greatest)][random.below(3) as usize];
    let objective = goal.map(|goal| (goal, random_sum(random, variables)));
    let mut clashes = Vec::new();
    for other in 1..variables {
        clashes.extend(
            (0..other)
                .filter(|_| random.below(6) == 0)
                .map(|one| (one, other)),
        );
    }
    ZeroOne {
        places: (0..places).map(place).collect(),
        variables,
        clashes,
        rows,
        objective,
    }
}

fn random_sum(random: &mut Rng, variables: usize) -> Sum {
    let factors =
        [[1, 1, 1, 1], [-1, 1, -1, 1], [-3, -1, 2, 3]][random.below(3) as usize];
    let mut terms = Vec::new();
    for variable in 0..variables {
        if random.below(2) == 0 {
            terms.push((factors[random.below(4) as usize], variable));
        }
    }
    Sum { terms }
}

fn random_row(random: &mut Rng, variables: usize) -> Row {
    let sum = random_sum(random, variables);
    let low = i64::from(random.below(7)) - 3;
    let high = low + i64::from(random.below(4));
    match random.below(3) {
        0 => Row { sum, low, high },
        1 => Row {
            sum,
            low: i64::MIN,
            high,
        },
        _ => Row {
            sum,
            low,
            high: i64::MAX,
        },
    }
}

fn value(sum: &Sum, on: u32) -> i64 {
    sum.terms
        .iter()
        .filter(|&&(_, variable)| on >> variable & 1 == 1)
        .map(|&(factor, _)| factor)
        .sum()
}

/// Solutions of a model by trying all assignments: the places that are 1, with the values
/// of the objective.
pub(crate) fn all_solutions(model: &ZeroOne) -> BTreeMap<Vec<usize>, Vec<i64>> {
    let mut found = BTreeMap::<_, Vec<_>>::new();
    for on in 0u32..1 << model.variables {
        let has_clash = model
            .clashes
            .iter()
            .any(|&(one, other)| on >> one & on >> other & 1 == 1);
        let holds = |row: &Row| (row.low..=row.high).contains(&value(&row.sum, on));
        if !has_clash && model.rows.iter().all(holds) {
            let places = (0..model.places.len())
                .filter(|place| on >> place & 1 == 1)
                .collect();
            let value = model
                .objective
                .as_ref()
                .map_or(0, |(_, sum)| value(sum, on));
            found.entry(places).or_default().push(value);
        }
    }
    found
}

/// The best value of all solutions.
pub(crate) fn best_value(
    model: &ZeroOne,
    solutions: &BTreeMap<Vec<usize>, Vec<i64>>,
) -> Option<i64> {
    let values = solutions.values().flatten().copied();
    match model.objective {
        Some((Goal::Least, _)) => values.min(),
        _ => values.max(),
    }
}

/// Runs a search and returns its solutions in order.
fn run(
    model: &ZeroOne,
    goal: PlaceGoal,
    limits: &Limits,
) -> (Vec<(Vec<usize>, i64)>, PlaceResult) {
    let mut found = Vec::new();
    let mut search = PlaceSearch::new(model, limits).unwrap();
    let result = search.run(goal, &mut Meter::new(limits), &mut |places, value| {
        found.push((places.to_vec(), value));
        ControlFlow::Continue(())
    });
    (found, result)
}

#[test]
fn random_models_have_the_solutions_of_all_assignments() {
    let mut random = Rng::new(7, 0);
    let limits = Limits::default();
    let mut solvable = 0;
    for _ in 0..4_000 {
        let model = random_model(&mut random);
        let expected = all_solutions(&model);
        solvable += usize::from(!expected.is_empty());
        let (found, result) = run(&model, PlaceGoal::Every, &limits);
        let mut places: Vec<_> = found.into_iter().map(|(places, _)| places).collect();
        assert_eq!(
            (result.step, result.count),
            (Ok(()), expected.len() as u128)
        );
        places.sort();
        assert!(places.iter().eq(expected.keys()), "{model:?}: {places:?}");

        let best = best_value(&model, &expected);
        let (found, result) = run(&model, PlaceGoal::Best, &limits);
        assert_eq!(result.value, best, "{model:?}");
        if model.objective.is_some() {
            assert_eq!((result.step, result.bound), (Ok(()), best));
        }
        if let Some((places, value)) = found.last() {
            assert!(
                expected[places].contains(value) && Some(*value) == best,
                "{model:?}"
            );
        }
        for value in best.into_iter().flat_map(|best| best - 1..=best + 1) {
            let (found, _) = run(&model, PlaceGoal::OfValue(value), &limits);
            let mut places: Vec<_> =
                found.into_iter().map(|(places, _)| places).collect();
            places.sort();
            let has_value =
                |values: &Vec<i64>| model.objective.is_none() || values.contains(&value);
            let of_value = expected.iter().filter(|(_, values)| has_value(values));
            assert!(
                places.iter().eq(of_value.map(|(places, _)| places)),
                "{value}: {model:?}"
            );
        }
    }
    assert!((1_000..3_500).contains(&solvable), "{solvable}");
}

#[test]
fn a_limit_leaves_a_bound_that_holds() {
    let mut random = Rng::new(8, 0);
    for _ in 0..1_000 {
        let model = random_model(&mut random);
        let Some((goal, _)) = model.objective else {
            continue;
        };
        let best = best_value(&model, &all_solutions(&model));
        for nodes in 0..12 {
            let (_, result) = run(
                &model,
                PlaceGoal::Best,
                &Limits::default().with_nodes(nodes),
            );
            if result.step.is_ok() {
                assert_eq!((result.value, result.bound), (best, best));
                break;
            }
            assert_eq!(result.step, Err(Stop::LimitReached(Limit::Nodes)));
            if let Some(best) = best {
                let bound = result.bound.expect("a bound above a solution");
                assert!(
                    if goal == Goal::Least {
                        bound <= best
                    } else {
                        bound >= best
                    },
                    "{model:?}"
                );
            }
        }
    }
}

/// A search starts from the beginning after another, also after one that was ended.
#[test]
fn a_search_can_be_run_again() {
    let mut random = Rng::new(9, 0);
    let limits = Limits::default();
    for _ in 0..500 {
        let model = random_model(&mut random);
        let mut search = PlaceSearch::new(&model, &limits).unwrap();
        for goal in [PlaceGoal::Best, PlaceGoal::Every, PlaceGoal::OfValue(1)] {
            let (_, fresh) = run(&model, goal, &limits);
            let ended = search.run(goal, &mut Meter::new(&limits), &mut |_, _| {
                ControlFlow::Break(())
            });
            assert_eq!(ended.step.is_ok(), fresh.count == 0);
            let again = search.run(goal, &mut Meter::new(&limits), &mut |_, _| {
                ControlFlow::Continue(())
            });
            assert_eq!(again, fresh);
        }
    }
}

#[test]
fn limits_end_the_preparation() {
    let model = ZeroOne {
        variables: 100,
        clashes: vec![(0, 1)],
        ..ZeroOne::default()
    };
    let limits = Limits::default().with_memory(100);
    assert_eq!(
        PlaceSearch::new(&model, &limits).err(),
        Some(Stop::LimitReached(Limit::Memory))
    );
    let sum = Sum {
        terms: vec![(i64::MAX, 0), (i64::MAX, 1)],
    };
    let row = Row {
        sum,
        low: 0,
        high: 1,
    };
    let model = ZeroOne {
        variables: 2,
        rows: vec![row],
        ..ZeroOne::default()
    };
    assert_eq!(
        PlaceSearch::new(&model, &Limits::default()).err(),
        Some(Stop::GaveUp)
    );
}
