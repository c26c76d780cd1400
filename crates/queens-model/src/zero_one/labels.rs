//! The labels that a piece may have.

use crate::instance::Instance;
use crate::placement::Label;
use crate::problem::Problem;
use crate::problem::rules::{Kind, Rules};
use crate::relative::Relative;
use control::{Meter, Stop};

/// Returns the labels of the named kinds, and of as many sets as there may be.
pub(super) fn list_labels(
    problem: &Problem,
    rules: &Rules,
    instance: &Instance,
    meter: &mut Meter<'_>,
) -> Result<Vec<Label>, Stop> {
    let most_sets = match Relative::of_problem(problem) {
        Some((_, Relative::Coloring(None))) => count_greedy_sets(instance, meter)?,
        _ => instance.squares().len(),
    };
    let of_kind = |(number, kind): (usize, &Kind)| {
        let sets = if kind.is_sets {
            (kind.number.high() as usize).min(most_sets)
        } else {
            1
        };
        (0..sets).map(move |set| Label {
            kind: number as u8,
            set: set as u16,
        })
    };
    Ok(rules.kinds.iter().enumerate().flat_map(of_kind).collect())
}

/// Returns the number of sets of a greedy colouring, in which each square joins the first
/// set that it does not attack. The best colouring needs no more.
fn count_greedy_sets(instance: &Instance, meter: &mut Meter<'_>) -> Result<usize, Stop> {
    let attacks = instance.attacks(0);
    let keep_peace = |one: usize, other: usize| {
        !attacks[one].contains(other) && !attacks[other].contains(one)
    };
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for square in 0..instance.squares().len() {
        meter.tick()?;
        match sets
            .iter_mut()
            .find(|set| set.iter().all(|&other| keep_peace(square, other)))
        {
            Some(set) => set.push(square),
            None => sets.push(vec![square]),
        }
    }
    Ok(sets.len())
}
