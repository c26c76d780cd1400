//! `BatSat`, a MiniSat in Rust, on the clauses of a problem.
//!
//! ```text
//! loop:
//!     propagate: set the last open literal of every clause whose other literals are false
//!     conflict: analyze it, learn a clause, backtrack to the level where it sets a literal    no level: no solution
//!     otherwise: decide an open variable; if there is none, report the solution and exclude it by a clause
//! ```
//!
//! 2 queens: the variables 1 to 4 are the squares, row by row. Decide 1: the clauses of
//! rows, columns and diagonals set 2, 3 and 4 to false, and the second row, (3 or 4), is
//! a conflict. The solver learns (not 1). Propagation then sets 2, which sets 3 and 4 to
//! false again: a conflict without a decision, so there is no solution.

mod best;
mod engine;
mod rules;
mod solver;

pub(crate) use engine::SatSolver;
pub(crate) use solver::ClauseSolver;

use crate::question::Refutation;
use control::{Limits, MOST_BYTES, Meter, Statistics, Step, Stop};
use queens_model::clauses::{AtMostOne, Formula, Literal};
use queens_model::constraints::Constraints;
use queens_model::unsupported::NoAnswer;
use queens_model::zero_one::{Row, ZeroOne};
use std::ops::RangeInclusive;

/// The id of the engine.
const ID: &str = "sat";

/// A solver for the clauses of one problem or model.
#[doc(hidden)]
pub(crate) struct SatSearch {
    solver: ClauseSolver,
    formula: Formula,
}

impl SatSearch {
    /// Loads the clauses of `form` into a solver; `with_proof` records what it learns.
    ///
    /// # Errors
    /// The reason to stop: [`Limit::Memory`] if formula and solver would take more than
    /// the limit, or 1 GiB without one.
    pub(crate) fn new(
        form: &Constraints,
        limits: &Limits,
        with_proof: bool,
    ) -> Result<Self, Stop> {
        let limits = limits.started();
        let memory = limits.memory.unwrap_or(MOST_BYTES);
        let formula =
            Formula::from_constraints(form, AtMostOne::Product, memory, &limits)?;
        Self::with_formula(formula, limits, with_proof)
    }

    /// Loads the clauses of a 0-1 model, with those by which its objective has one of
    /// `values`, if it has an objective.
    ///
    /// # Errors
    /// Factors that are too large for clauses; as [`SatSearch::new`].
    pub(crate) fn for_model(
        model: &ZeroOne,
        values: RangeInclusive<i64>,
        limits: &Limits,
        with_proof: bool,
    ) -> Result<Self, NoAnswer> {
        let limits = limits.started();
        let memory = limits.memory.unwrap_or(MOST_BYTES);
        let formula = match value_row(model, &values) {
            Some(row) => {
                let mut model = model.clone();
                model.rows.push(row);
                Formula::of_sums(&model, AtMostOne::Product, memory, &limits)?
            }
            None => Formula::of_sums(model, AtMostOne::Product, memory, &limits)?,
        };
        Ok(Self::with_formula(formula, limits, with_proof)?)
    }

    /// Loads a formula. The clock of `limits` must be running.
    fn with_formula(
        formula: Formula,
        limits: Limits,
        with_proof: bool,
    ) -> Result<Self, Stop> {
        let memory = limits.memory.unwrap_or(MOST_BYTES);
        let bytes = formula.bytes();
        limits.check_memory(bytes)?;
        // What the formula leaves of the memory is for the proof.
        let proof_bytes = with_proof.then(|| memory.saturating_sub(bytes));
        let mut sat = SatSearch {
            solver: ClauseSolver::new(limits, bytes, proof_bytes),
            formula,
        };
        sat.load()?;
        Ok(sat)
    }

    /// Adds the variables and clauses of the formula to the solver.
    fn load(&mut self) -> Step {
        let limits = self.solver.limits().clone();
        let mut meter = Meter::new(&limits);
        for _ in 0..self.formula.variables() {
            meter.tick()?;
            self.solver.variable();
        }
        for clause in self.formula.clauses() {
            meter.tick()?;
            self.solver.add(clause.iter().copied());
        }
        Ok(())
    }

    /// Returns the squares of the queens, or the places, of a solution that was not
    /// excluded, by number; `None` if there is none.
    ///
    /// # Errors
    /// The reason to stop. The node limit bounds the conflicts.
    pub(crate) fn find_next(&mut self) -> Result<Option<Vec<usize>>, Stop> {
        if !self.solver.solve()? {
            return Ok(None);
        }
        let squares = self.formula.squares().iter().enumerate();
        let queens = squares.filter(|&(_, &variable)| self.solver.is_true(variable));
        Ok(Some(queens.map(|(square, _)| square).collect()))
    }

    /// Returns the value of the objective in the last solution of a model, 0 without an
    /// objective.
    #[must_use]
    pub(crate) fn value(&self, model: &ZeroOne) -> i64 {
        let Some((_, sum)) = &model.objective else {
            return 0;
        };
        let mut value = 0i64;
        for &(factor, variable) in &sum.terms {
            // Literals count from 1: a literal and its negation differ in sign.
            if self.solver.is_true(variable as Literal + 1) {
                value = value.saturating_add(factor);
            }
        }
        value
    }

    /// Excludes the solution with these queens.
    pub(crate) fn exclude(&mut self, queens: &[usize]) {
        // One of all squares has to differ: a clause of the queens alone would exclude
        // larger sets, too.
        let mut clause = self.formula.squares().to_vec();
        for &queen in queens {
            clause[queen] = -clause[queen];
        }
        self.solver.add(clause);
    }

    /// Returns the statistics: decisions as nodes, propagations as candidates, conflicts
    /// as checks.
    pub(crate) fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }

    /// Returns the proof that there is no solution; `None` if it was not recorded.
    pub(crate) fn refutation(self) -> Option<Refutation> {
        let mut proof = self.solver.proof()?;
        proof.push_str("0\n");
        Some(Refutation {
            formula: self.formula.to_string(),
            proof,
        })
    }
}

/// Returns the row by which the objective of a model has one of `values`; `None` without
/// an objective, or if all are allowed.
fn value_row(model: &ZeroOne, values: &RangeInclusive<i64>) -> Option<Row> {
    let (_, sum) = model.objective.as_ref()?;
    let (low, high) = (*values.start(), *values.end());
    let is_any = (low, high) == (i64::MIN, i64::MAX);
    (!is_any).then(|| Row {
        sum: sum.clone(),
        low,
        high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limit;
    use queens_model::problem::Problem;
    use std::collections::BTreeSet;

    /// Compares the solver with a list of all sets of squares that attacks and demands
    /// allow.
    #[test]
    fn demands_of_all_kinds_are_encoded() {
        let boards = [
            "queens 3x4",
            "kings 3x4",
            "rooks 3",
            "knights 3x4",
            "3x4\npiece: none",
        ];
        let demands = [
            "rows: 0..2\ncolumns: any",
            "rows: any\ncolumns: 2..3",
            "rows: any\ncolumns: any",
        ];
        for board in boards {
            for demand in demands {
                for (low, high) in [
                    (0, 0),
                    (0, 2),
                    (2, 2),
                    (2, 3),
                    (3, 5),
                    (4, 12),
                    (5, 6),
                    (9, 10),
                    (13, 14),
                ] {
                    let problem: Problem =
                        format!("{board}\n{demand}\ntotal: {low}..{high}")
                            .parse()
                            .unwrap();
                    let form = Constraints::from_problem(&problem).unwrap();
                    let squares = form.squares().len();
                    let members = |set: u32| {
                        (0..squares)
                            .filter(|at| set >> at & 1 == 1)
                            .collect::<Vec<_>>()
                    };
                    let is_allowed = |set: &Vec<usize>| {
                        let apart = |(i, &a): (usize, &usize)| {
                            set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b))
                        };
                        form.meets_demands(set) && set.iter().enumerate().all(apart)
                    };
                    let expected: BTreeSet<_> =
                        (0..1 << squares).map(members).filter(is_allowed).collect();
                    let mut sat =
                        SatSearch::new(&form, &Limits::default(), false).unwrap();
                    let mut found = BTreeSet::new();
                    while let Some(queens) = sat.find_next().unwrap() {
                        sat.exclude(&queens);
                        assert!(found.insert(queens));
                    }
                    assert_eq!(found, expected, "{problem}");
                }
            }
        }
    }

    /// A total of all rows but one counts rows, not squares.
    #[test]
    fn large_bounds_need_small_formulas() {
        let of_total = |size: u32, total: &str| {
            let problem: Problem =
                format!("queens {size}\ntotal: {total}").parse().unwrap();
            let form = Constraints::from_problem(&problem).unwrap();
            Formula::from_constraints(
                &form,
                AtMostOne::Product,
                u64::MAX,
                &Limits::default(),
            )
            .unwrap()
        };
        for size in [16, 32] {
            let (any, counted) = (
                of_total(size, "any"),
                of_total(size, &(size - 1).to_string()),
            );
            assert!(counted.bytes() < 2 * any.bytes());
        }
    }

    #[test]
    fn limits_end_the_encoding() {
        let form =
            Constraints::from_problem(&"queens 40\ntotal: 39".parse().unwrap()).unwrap();
        let stopped = |limits: Limits| SatSearch::new(&form, &limits, true).err();
        let (memory, time) = (
            Limits::default().with_memory(1 << 20),
            Limits::default().with_time(Default::default()),
        );
        assert_eq!(stopped(memory), Some(Stop::LimitReached(Limit::Memory)));
        assert_eq!(stopped(time), Some(Stop::LimitReached(Limit::Time)));
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(stopped(limits), Some(Stop::Cancelled));
    }
}
