//! `BatSat`, a MiniSat in Rust, on the clauses of a problem.
//!
//! ```text
//! loop:
//!     propagate: set the last open literal of every clause whose other literals are false
//!     conflict: analyze it, learn a clause, backtrack to the level where it sets a literal    no level: no solution
//!     otherwise: decide an open variable; if there is none, report the solution and exclude it by a clause
//! ```
//!
//! 2 queens: the variables 1 to 4 are the squares, row by row. Decide 1: the clauses of rows, columns and diagonals set 2, 3
//! and 4 to false, and the second row, (3 or 4), is a conflict. The solver learns (not 1). Propagation then sets 2, which
//! sets 3 and 4 to false again: a conflict without a decision, so there is no solution.

mod engine;

use crate::question::Refutation;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, Var, lbool};
use control::{Instant, Limit, Limits, MOST_BYTES, Meter, Statistics, Step, Stop};
pub use engine::SatSolver;
use queens_model::clauses::{AtMostOne, Formula, Literal};
use queens_model::constraints::Constraints;
use std::fmt::Write;

/// Callbacks of the solver: write the proof, and check the limits.
struct SolverCallbacks {
    proof: Option<String>,
    conflicts: u64,
    /// Largest size of the proof, in bytes.
    proof_bytes: u64,
    limits: Limits,
    started: Instant,
}

impl SolverCallbacks {
    fn stop(&self) -> Option<Stop> {
        let proof = self.proof.as_ref().map_or(0, String::len) as u64;
        if let Err(stop) = self.limits.check() {
            Some(stop)
        } else if self.limits.nodes.is_some_and(|most| self.conflicts >= most) {
            Some(Stop::LimitReached(Limit::Nodes))
        } else if proof > self.proof_bytes {
            Some(Stop::LimitReached(Limit::Memory))
        } else {
            None
        }
    }

    fn write(&mut self, mark: &str, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.push_str(mark);
            for &lit in clause {
                // Writing to a string cannot fail.
                let _ = write!(proof, "{} ", literal(lit));
            }
            proof.push_str("0\n");
        }
    }
}

impl Callbacks for SolverCallbacks {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
            self.write("", clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.write("d ", clause);
    }

    fn stop(&self) -> bool {
        SolverCallbacks::stop(self).is_some()
    }
}

fn lit(&literal: &Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0)
}

fn literal(lit: Lit) -> Literal {
    let variable = lit.var().idx() as Literal + 1;
    if lit.sign() { variable } else { -variable }
}

/// A solver for the clauses of one problem.
pub(crate) struct SatSearch {
    solver: Solver<SolverCallbacks>,
    formula: Formula,
    consistent: bool,
}

impl SatSearch {
    /// Loads the clauses of `form` into a solver; `with_proof` records what it learns.
    ///
    /// # Errors
    /// The reason to stop: [`Limit::Memory`] if formula and solver would take more than the limit, or 1 GiB without one.
    pub(crate) fn new(form: &Constraints, limits: &Limits, with_proof: bool) -> Result<Self, Stop> {
        let limits = limits.started();
        let (started, memory) = (Instant::now(), limits.memory.unwrap_or(MOST_BYTES));
        let formula = Formula::of(form, AtMostOne::Product, memory, &limits)?;
        let proof_bytes = memory.saturating_sub(formula.bytes());
        let callbacks = SolverCallbacks {
            proof: with_proof.then(String::new),
            conflicts: 0,
            proof_bytes,
            limits,
            started,
        };
        let mut sat = SatSearch {
            solver: Solver::new(batsat::SolverOpts::default(), callbacks),
            consistent: true,
            formula,
        };
        sat.load()?;
        Ok(sat)
    }

    /// Adds the variables and clauses of the formula to the solver.
    fn load(&mut self) -> Step {
        let limits = self.solver.cb().limits.clone();
        let mut meter = Meter::new(&limits);
        for _ in 0..self.formula.variables() {
            meter.tick()?;
            self.solver.new_var_default();
        }
        let mut lits = Vec::new();
        for clause in self.formula.clauses() {
            meter.tick()?;
            lits.clear();
            lits.extend(clause.iter().map(lit));
            self.consistent &= self.solver.add_clause_reuse(&mut lits);
        }
        Ok(())
    }

    /// Returns the squares of the queens of a solution that was not excluded, by number; `None` if there is none.
    ///
    /// # Errors
    /// The reason to stop. The node limit bounds the conflicts.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<usize>>, Stop> {
        if let Some(stop) = self.solver.cb().stop() {
            return Err(stop);
        }
        if !self.consistent {
            return Ok(None);
        }
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::FALSE {
            return Ok(None);
        }
        if answer != lbool::TRUE {
            return Err(self.solver.cb().stop().unwrap_or(Stop::Cancelled));
        }
        let is_true = |variable: &Literal| self.solver.value_lit(lit(variable)) == lbool::TRUE;
        let squares = self.formula.squares().iter().enumerate();
        Ok(Some(squares.filter(|(_, variable)| is_true(variable)).map(|(square, _)| square).collect()))
    }

    /// Excludes the solution with these queens.
    pub(crate) fn exclude(&mut self, queens: &[usize]) {
        let other = |(square, &variable): (usize, &Literal)| {
            if queens.binary_search(&square).is_ok() { -variable } else { variable }
        };
        let squares = self.formula.squares().iter().enumerate();
        let mut clause: Vec<Lit> = squares.map(|square| lit(&other(square))).collect();
        self.consistent &= self.solver.add_clause_reuse(&mut clause);
    }

    /// Returns the statistics: decisions as nodes, propagations as candidates, conflicts as checks.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.solver.num_decisions(),
            generated: self.solver.num_propagations(),
            checks: self.solver.num_conflicts(),
            elapsed: self.solver.cb().started.elapsed(),
            ..Statistics::default()
        }
    }

    /// Returns the proof that there is no solution; `None` if it was not recorded.
    pub(crate) fn refutation(self) -> Option<Refutation> {
        let mut proof = self.solver.cb().proof.clone()?;
        proof.push_str("0\n");
        Some(Refutation { formula: self.formula.to_string(), proof })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::Problem;
    use std::collections::BTreeSet;

    /// Compares the solver with a list of all sets of squares that attacks and demands allow.
    #[test]
    fn demands_of_all_kinds_are_encoded() {
        let boards = ["queens 3x4", "kings 3x4", "rooks 3", "knights 3x4", "3x4\npiece: none"];
        let demands = ["rows: 0..2\ncolumns: any", "rows: any\ncolumns: 2..3", "rows: any\ncolumns: any"];
        for board in boards {
            for demand in demands {
                for (low, high) in
                    [(0, 0), (0, 2), (2, 2), (2, 3), (3, 5), (4, 12), (5, 6), (9, 10), (13, 14)]
                {
                    let problem: Problem =
                        format!("{board}\n{demand}\ntotal: {low}..{high}").parse().unwrap();
                    let form = Constraints::of(&problem).unwrap();
                    let squares = form.squares().len();
                    let members = |set: u32| (0..squares).filter(|at| set >> at & 1 == 1).collect::<Vec<_>>();
                    let is_allowed = |set: &Vec<usize>| {
                        let apart = |(i, &a): (usize, &usize)| {
                            set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b))
                        };
                        form.meets_demands(set) && set.iter().enumerate().all(apart)
                    };
                    let expected: BTreeSet<_> = (0..1 << squares).map(members).filter(is_allowed).collect();
                    let mut sat = SatSearch::new(&form, &Limits::default(), false).unwrap();
                    let mut found = BTreeSet::new();
                    while let Some(queens) = sat.next().unwrap() {
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
            let problem: Problem = format!("queens {size}\ntotal: {total}").parse().unwrap();
            let form = Constraints::of(&problem).unwrap();
            Formula::of(&form, AtMostOne::Product, u64::MAX, &Limits::default()).unwrap()
        };
        for size in [16, 32] {
            let (any, counted) = (of_total(size, "any"), of_total(size, &(size - 1).to_string()));
            assert!(counted.bytes() < 2 * any.bytes());
        }
    }

    #[test]
    fn limits_end_the_encoding() {
        let form = Constraints::of(&"queens 40\ntotal: 39".parse().unwrap()).unwrap();
        let stopped = |limits: Limits| SatSearch::new(&form, &limits, true).err();
        let (memory, time) =
            (Limits::default().with_memory(1 << 20), Limits::default().with_time(Default::default()));
        assert_eq!(stopped(memory), Some(Stop::LimitReached(Limit::Memory)));
        assert_eq!(stopped(time), Some(Stop::LimitReached(Limit::Time)));
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(stopped(limits), Some(Stop::Cancelled));
    }
}
