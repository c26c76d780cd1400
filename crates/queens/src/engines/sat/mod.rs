//! The SAT engine: `BatSat`, a MiniSat in Rust, on the clauses of a problem.

mod encoding;
mod engine;

use crate::constraints::Constraints;
use crate::question::Refutation;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, Var, lbool};
pub use encoding::Formula;
use encoding::Literal;
pub use engine::SatSolver;
use search_control::{Limit, Limits, Statistics, Stop};
use std::fmt::Write;
use std::time::Instant;

/// Keeps the proof and the bounds while the solver runs.
struct Keeper {
    proof: Option<String>,
    conflicts: u64,
    limits: Limits,
    started: Instant,
}

impl Keeper {
    fn stop(&self) -> Option<Stop> {
        let Limits { nodes, memory, .. } = self.limits;
        let proof = self.proof.as_ref().map_or(0, String::len) as u64;
        if let Err(stop) = self.limits.check() {
            Some(stop)
        } else if nodes.is_some_and(|most| self.conflicts >= most) {
            Some(Stop::LimitReached(Limit::Nodes))
        } else if memory.is_some_and(|most| proof >= most) {
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

impl Callbacks for Keeper {
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
        Keeper::stop(self).is_some()
    }
}

fn literal(lit: Lit) -> Literal {
    let variable = lit.var().idx() as Literal + 1;
    if lit.sign() { variable } else { -variable }
}

/// A solver on the clauses of one problem.
pub(crate) struct Sat {
    solver: Solver<Keeper>,
    formula: Formula,
    squares: usize,
    consistent: bool,
}

impl Sat {
    /// Hands the clauses of `form` to a solver; `with_proof` keeps what it learns.
    pub(crate) fn new(form: &Constraints, limits: &Limits, with_proof: bool) -> Self {
        let formula = Formula::of(form);
        let keeper = Keeper {
            proof: with_proof.then(String::new),
            conflicts: 0,
            limits: limits.started(),
            started: Instant::now(),
        };
        let mut solver = Solver::new(batsat::SolverOpts::default(), keeper);
        for _ in 0..formula.variables() {
            solver.new_var_default();
        }
        let mut sat = Sat { solver, squares: form.squares().len(), consistent: true, formula };
        for clause in sat.formula.clauses().to_vec() {
            sat.add(&clause);
        }
        sat
    }

    fn add(&mut self, clause: &[Literal]) {
        let lit =
            |&literal: &Literal| Lit::new(Var::unsafe_from_idx(literal.unsigned_abs() - 1), literal > 0);
        let mut lits: Vec<Lit> = clause.iter().map(lit).collect();
        self.consistent &= self.solver.add_clause_reuse(&mut lits);
    }

    /// The queens of a solution that was not excluded, by number of their squares; `None`: no more.
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
        let stands =
            |&square: &usize| self.solver.value_var(Var::unsafe_from_idx(square as u32)) == lbool::TRUE;
        Ok(Some((0..self.squares).filter(stands).collect()))
    }

    /// Excludes the solution with these queens from now on.
    pub(crate) fn exclude(&mut self, queens: &[usize]) {
        let other = |square: usize| {
            let variable = square as Literal + 1;
            if queens.binary_search(&square).is_ok() { -variable } else { variable }
        };
        let clause: Vec<Literal> = (0..self.squares).map(other).collect();
        self.add(&clause);
    }

    /// The books: decisions as nodes, conflicts as checks.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.solver.num_decisions(),
            generated: self.solver.num_propagations(),
            checks: self.solver.num_conflicts(),
            elapsed: self.solver.cb().started.elapsed(),
            ..Statistics::default()
        }
    }

    /// The proof that there is no solution, if it was kept and that is what was found.
    pub(crate) fn refutation(self) -> Option<Refutation> {
        let mut proof = self.solver.cb().proof.clone()?;
        proof.push_str("0\n");
        Some(Refutation { formula: self.formula.to_string(), proof })
    }
}
