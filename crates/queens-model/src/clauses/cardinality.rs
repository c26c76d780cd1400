//! At most k of some literals, by a cardinality network.
//!
//! A network of comparators sorts the literals, true ones first, as far as the bound
//! needs: odd-even merge sort (Batcher 1968), cut off after the bound (Asin, Nieuwenhuis,
//! Oliveras, Rodriguez-Carbonell, "Cardinality networks: a theoretical and empirical
//! study", Constraints 16, 2011). Unit propagation through it finds every consequence.
//!
//! At most two of three literals a, b, c: as many as 3 - 2 = 1 must be false, so the
//! network sorts their negations as far as the first one, which is (not a or not b or not
//! c), and asserts it.

use super::{FormulaBuilder, Literal};
use control::{Step, Stop};

/// Encodes at most `most` of `literals`, which are more.
///
/// # Errors
/// The reason to stop, from `builder`.
///
/// # Complexity
/// O(n log^2 k) clauses for n literals, where k is the smaller one of `most` and the
/// number of literals left out.
pub(super) fn at_most(
    builder: &mut FormulaBuilder<'_>,
    literals: &[Literal],
    most: usize,
) -> Step {
    let left_out = literals.len() - most;
    if most < left_out {
        let mut network = CardinalityNetwork {
            builder,
            is_forward: true,
        };
        let sorted = network.sort_literals(literals, most + 1)?;
        return builder.add_clause(&[-sorted[most]]);
    }
    // Equivalently, at least as many as are left out are false.
    let denied: Vec<Literal> = literals.iter().map(|&literal| -literal).collect();
    let mut network = CardinalityNetwork {
        builder,
        is_forward: false,
    };
    let sorted = network.sort_literals(&denied, left_out)?;
    builder.add_clause(&[sorted[left_out - 1]])
}

/// Comparators for one bound.
struct CardinalityNetwork<'e, 'l> {
    builder: &'e mut FormulaBuilder<'l>,
    /// True if true literals make outputs true; false if true outputs make literals true.
    is_forward: bool,
}

impl CardinalityNetwork<'_, '_> {
    /// Returns the first `wanted` of `literals` in sorted order: number i is true if more
    /// than i literals are.
    fn sort_literals(
        &mut self,
        literals: &[Literal],
        wanted: usize,
    ) -> Result<Vec<Literal>, Stop> {
        if literals.len() <= 1 {
            return Ok(literals[..wanted.min(literals.len())].to_vec());
        }
        let (one, other) = literals.split_at(literals.len() / 2);
        let (one, other) = (
            self.sort_literals(one, wanted)?,
            self.sort_literals(other, wanted)?,
        );
        self.merge_sorted(&one, &other, wanted)
    }

    /// Merges two sorted lists and returns the first `wanted`: merges the even places,
    /// merges the odd places, and compares neighbours of both results.
    fn merge_sorted(
        &mut self,
        one: &[Literal],
        other: &[Literal],
        wanted: usize,
    ) -> Result<Vec<Literal>, Stop> {
        let mut merged = Vec::with_capacity(wanted.min(one.len() + other.len()));
        match (one, other) {
            _ if wanted == 0 => {}
            ([], list) | (list, []) => merged.extend(list.iter().take(wanted)),
            (&[one], &[other]) => {
                self.compare_literals(one, other, wanted, &mut merged)?;
            }
            _ => {
                let every_other = |list: &[Literal], from: usize| -> Vec<Literal> {
                    list.iter().skip(from).step_by(2).copied().collect()
                };
                let even = self.merge_sorted(
                    &every_other(one, 0),
                    &every_other(other, 0),
                    wanted / 2 + 1,
                )?;
                let odd = self.merge_sorted(
                    &every_other(one, 1),
                    &every_other(other, 1),
                    wanted / 2,
                )?;
                merged.push(even[0]);
                let (mut even, mut odd) = (even.into_iter().skip(1), odd.into_iter());
                while merged.len() < wanted {
                    match (even.next(), odd.next()) {
                        (Some(one), Some(other)) => {
                            self.compare_literals(one, other, wanted, &mut merged)?;
                        }
                        (Some(last), None) | (None, Some(last)) => merged.push(last),
                        (None, None) => break,
                    }
                }
            }
        }
        Ok(merged)
    }

    /// Adds to `merged`, up to `wanted`, a literal for the disjunction of two literals
    /// and one for their conjunction.
    fn compare_literals(
        &mut self,
        one: Literal,
        other: Literal,
        wanted: usize,
        merged: &mut Vec<Literal>,
    ) -> Step {
        let builder = &mut *self.builder;
        let any = builder.new_variable();
        merged.push(any);
        match self.is_forward {
            true => [one, other]
                .iter()
                .try_for_each(|&literal| builder.add_clause(&[-literal, any]))?,
            false => builder.add_clause(&[-any, one, other])?,
        }
        if merged.len() == wanted {
            return Ok(());
        }
        let both = builder.new_variable();
        merged.push(both);
        match self.is_forward {
            true => builder.add_clause(&[-one, -other, both]),
            false => [one, other]
                .iter()
                .try_for_each(|&literal| builder.add_clause(&[-both, literal])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AtMostOne, Formula};
    use super::*;
    use batsat::{Lit, Solver, SolverInterface, Var, lbool};
    use control::Limits;
    use std::collections::BTreeSet;

    /// True if `formula` has a model with the literals of `assumed`.
    fn satisfiable(formula: &Formula, assumed: &[Literal]) -> bool {
        let mut solver = Solver::new(
            batsat::SolverOpts::default(),
            batsat::BasicCallbacks::default(),
        );
        for _ in 0..formula.variables() {
            let _ = solver.new_var_default();
        }
        let lit = |&literal: &Literal| {
            Lit::new(
                Var::unsafe_from_idx(literal.unsigned_abs() - 1),
                literal > 0,
            )
        };
        let lits = |literals: &[Literal]| literals.iter().map(lit).collect::<Vec<Lit>>();
        let consistent = formula
            .clauses()
            .all(|clause| solver.add_clause_reuse(&mut lits(clause)));
        consistent && solver.solve_limited(&lits(assumed)) == lbool::TRUE
    }

    fn builder(size: Literal, limits: &Limits) -> FormulaBuilder<'_> {
        FormulaBuilder::new(size, AtMostOne::Product, u64::MAX, limits)
    }

    /// Every bound on up to seven literals, for every assignment of them.
    #[test]
    fn networks_allow_exactly_the_right_counts() {
        let limits = Limits::default();
        for size in 0..=7usize {
            let literals: Vec<Literal> = (1..=size as Literal).collect();
            for bound in 0..=size + 1 {
                let mut most = builder(size as Literal, &limits);
                most.at_most(&literals, bound).unwrap();
                let mut least = builder(size as Literal, &limits);
                least.at_least(&literals, bound).unwrap();
                for holds in 0u32..1 << size {
                    let count = holds.count_ones() as usize;
                    let assumed: Vec<Literal> = literals
                        .iter()
                        .map(|&literal| {
                            if holds >> (literal - 1) & 1 == 1 {
                                literal
                            } else {
                                -literal
                            }
                        })
                        .collect();
                    let case = format!("{bound} of {size}: {holds:b}");
                    assert_eq!(
                        satisfiable(&most.formula, &assumed),
                        count <= bound,
                        "at most {case}"
                    );
                    assert_eq!(
                        satisfiable(&least.formula, &assumed),
                        count >= bound,
                        "at least {case}"
                    );
                }
            }
        }
    }

    /// If as many literals are true as allowed, unit propagation makes the others false.
    #[test]
    fn propagation_fixes_the_rest() {
        let limits = Limits::default();
        for (size, bound) in [(12, 2), (12, 3), (12, 6), (12, 9), (13, 5), (40, 7)] {
            let literals: Vec<Literal> = (1..=size).collect();
            let mut most = builder(size, &limits);
            most.at_most(&literals, bound).unwrap();
            let mut known: BTreeSet<Literal> =
                literals[1..=bound].iter().copied().collect();
            loop {
                let forced = most.formula.clauses().find_map(|clause| {
                    let open: Vec<Literal> = clause
                        .iter()
                        .copied()
                        .filter(|literal| !known.contains(&-literal))
                        .collect();
                    let is_met = clause.iter().any(|literal| known.contains(literal));
                    (open.len() == 1 && !is_met).then(|| open[0])
                });
                match forced {
                    Some(literal) => known.insert(literal),
                    None => break,
                };
            }
            let denied = literals
                .iter()
                .filter(|&&literal| known.contains(&-literal))
                .count();
            assert_eq!(denied, size as usize - bound, "{bound} of {size}");
        }
    }
}
