//! Largest sets where squares clash across two colours only, as those of knights do.
//!
//! The squares and their clashes are then a bipartite graph, and a largest set without a clash has as many squares
//! as there are, less the pairs of a largest matching (Konig, "Grafok es matrixok", Matematikai es Fizikai Lapok 38,
//! 1931). The matching grows along alternating paths, which a breadth-first search finds (Berge 1957).

use super::independent::Clashes;
use fixedbitset::FixedBitSet;
use search_control::{Meter, Stop};
use std::collections::VecDeque;

/// The open squares in two colours, so that squares of one colour do not clash, and a matching of them.
struct Matching<'c> {
    clashes: &'c Clashes,
    /// The squares of the first colour.
    first: FixedBitSet,
    partner: Vec<Option<usize>>,
}

/// A largest set, the givens included; `None` where two colours are not enough.
///
/// # Errors
/// The reason to stop, from `meter`: a node is a square from which partners are looked for.
pub(super) fn largest_set(clashes: &Clashes, meter: &mut Meter<'_>) -> Result<Option<Vec<usize>>, Stop> {
    let Some(first) = first_colour(clashes) else { return Ok(None) };
    let mut matching = Matching { clashes, first, partner: vec![None; clashes.len()] };
    let starts: Vec<usize> = matching.first.ones().collect();
    for &start in &starts {
        meter.expand()?;
        matching.augment(start);
    }
    // What can be reached from squares without a partner stays, of the first colour; of the second the rest.
    let mut reached = FixedBitSet::with_capacity(clashes.len());
    let mut wait: VecDeque<usize> = starts.into_iter().filter(|&s| matching.partner[s].is_none()).collect();
    reached.extend(wait.iter().copied());
    while let Some(square) = wait.pop_front() {
        for other in clashes.with(square).filter(|&other| !reached.contains(other)).collect::<Vec<_>>() {
            reached.insert(other);
            wait.extend(matching.partner[other].filter(|&partner| !reached.put(partner)));
        }
    }
    let kept = clashes.open().filter(|&square| matching.first.contains(square) == reached.contains(square));
    let mut set: Vec<usize> = clashes.givens().iter().copied().chain(kept).collect();
    set.sort_unstable();
    Ok(Some(set))
}

/// One of the two colours.
fn first_colour(clashes: &Clashes) -> Option<FixedBitSet> {
    let mut first = FixedBitSet::with_capacity(clashes.len());
    let mut seen = first.clone();
    for start in clashes.open() {
        if seen.put(start) {
            continue;
        }
        first.insert(start);
        let mut wait = VecDeque::from([start]);
        while let Some(square) = wait.pop_front() {
            let is_first = first.contains(square);
            for other in clashes.with(square) {
                if !seen.put(other) {
                    first.set(other, !is_first);
                    wait.push_back(other);
                } else if first.contains(other) == is_first {
                    return None;
                }
            }
        }
    }
    Some(first)
}

impl Matching<'_> {
    /// Finds `start`, of the first colour, a partner: directly, or by others that change theirs.
    fn augment(&mut self, start: usize) {
        let mut reached_from = vec![None; self.partner.len()];
        let mut wait = VecDeque::from([start]);
        while let Some(square) = wait.pop_front() {
            for other in self.clashes.with(square) {
                if reached_from[other].is_some() {
                    continue;
                }
                reached_from[other] = Some(square);
                match self.partner[other] {
                    Some(partner) => wait.push_back(partner),
                    None => return self.exchange(start, other, &reached_from),
                }
            }
        }
    }

    /// Gives `other` the square that it was reached from, whose partner goes on looking, back to `start`.
    fn exchange(&mut self, start: usize, mut other: usize, reached_from: &[Option<usize>]) {
        while let Some(square) = reached_from[other] {
            let before = self.partner[square].replace(other);
            self.partner[other] = Some(square);
            match before {
                Some(before) if square != start => other = before,
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::GeneralForm;
    use crate::problem::{Bounds, Preset, Problem};
    use search_control::Limits;

    fn largest(problem: &Problem) -> Option<usize> {
        let form = GeneralForm::of(&problem.with_total(Bounds::ANY).unwrap()).unwrap();
        let clashes = Clashes::of(&form).unwrap();
        let set = largest_set(&clashes, &mut Meter::new(&Limits::default())).unwrap()?;
        let apart = |(i, &a): (usize, &usize)| set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b));
        assert!(set.iter().enumerate().all(apart), "a set without a clash");
        Some(set.len())
    }

    /// OEIS A030978: half of the board, rounded up, but for 2 x 2.
    #[test]
    fn knights_take_half_of_the_board() {
        let knights = |rows, columns| Preset::Knights.problem(rows, columns).unwrap();
        for (n, most) in (1..).zip([1, 4, 5, 8, 13, 18, 25, 32, 41, 50]) {
            assert_eq!(largest(&knights(n, n)), Some(most), "{n} knights");
        }
        assert_eq!(largest(&knights(53, 53)), Some(1_405));
    }

    #[test]
    fn queens_strike_each_other_in_threes() {
        assert_eq!(largest(&Problem::queens(4).unwrap()), None);
    }
}
