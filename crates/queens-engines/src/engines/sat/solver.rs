//! `BatSat` with limits: clauses in, a model out.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, Var, lbool};
use control::{Instant, Limit, Limits, Statistics, Stop};
use queens_model::clauses::Literal;
use std::fmt::Write;

/// Largest number of literals of which every two get a clause; more get a chain of
/// variables.
const MAX_PAIRWISE: usize = 5;

/// Callbacks of the solver: write the proof, and check the limits.
struct SolverCallbacks {
    proof: Option<String>,
    conflicts: u64,
    /// Memory of the clauses, in bytes.
    clause_bytes: u64,
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
            self.limits
                .check_memory(self.clause_bytes.saturating_add(proof))
                .err()
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

fn lit(literal: Literal) -> Lit {
    Lit::new(
        Var::unsafe_from_idx(literal.unsigned_abs() - 1),
        literal > 0,
    )
}

fn literal(lit: Lit) -> Literal {
    let variable = lit.var().idx() as Literal + 1;
    if lit.sign() { variable } else { -variable }
}

/// A solver for clauses that are added one by one.
pub(crate) struct ClauseSolver {
    solver: Solver<SolverCallbacks>,
    variables: Literal,
    /// The clause that is being added; it keeps its memory.
    clause: Vec<Lit>,
    is_consistent: bool,
}

impl ClauseSolver {
    /// Creates a solver without clauses. The clock of `limits` must be running; their
    /// node limit bounds the conflicts. With `proof_bytes`, the learned clauses are
    /// recorded as a proof of at most that size.
    pub(crate) fn new(
        limits: Limits,
        clause_bytes: u64,
        proof_bytes: Option<u64>,
    ) -> Self {
        let callbacks = SolverCallbacks {
            proof: proof_bytes.map(|_| String::new()),
            conflicts: 0,
            clause_bytes,
            proof_bytes: proof_bytes.unwrap_or(0),
            limits,
            started: Instant::now(),
        };
        let solver = Solver::new(batsat::SolverOpts::default(), callbacks);
        ClauseSolver {
            solver,
            variables: 0,
            clause: Vec::new(),
            is_consistent: true,
        }
    }

    /// Adds a variable; variables are numbered from 1.
    pub(crate) fn variable(&mut self) -> Literal {
        self.solver.new_var_default();
        self.variables += 1;
        self.variables
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.clause.clear();
        self.clause.extend(clause.into_iter().map(lit));
        self.is_consistent &= self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Adds clauses by which at most one of the literals is true.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= MAX_PAIRWISE {
            for (i, &one) in literals.iter().enumerate() {
                literals[i + 1..]
                    .iter()
                    .for_each(|&other| self.add([-one, -other]));
            }
            return;
        }
        // The variable of a literal is true if that literal or one before it is.
        let mut before: Option<Literal> = None;
        for (i, &literal) in literals.iter().enumerate() {
            if let Some(before) = before {
                self.add([-before, -literal]);
            }
            if i + 1 == literals.len() {
                break;
            }
            let seen = self.variable();
            self.add([-literal, seen]);
            if let Some(before) = before {
                self.add([-before, seen]);
            }
            before = Some(seen);
        }
    }

    /// Returns true if there is an assignment that satisfies all clauses;
    /// [`ClauseSolver::is_true`] reads it.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn solve(&mut self) -> Result<bool, Stop> {
        if let Some(stop) = self.solver.cb().stop() {
            return Err(stop);
        }
        if !self.is_consistent {
            return Ok(false);
        }
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE || answer == lbool::FALSE {
            return Ok(answer == lbool::TRUE);
        }
        Err(self.solver.cb().stop().unwrap_or(Stop::Cancelled))
    }

    /// Returns true if the literal is true in the last assignment.
    pub(crate) fn is_true(&self, literal: Literal) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }

    /// Returns the statistics: decisions as nodes, propagations as candidates, conflicts
    /// as checks.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.solver.num_decisions(),
            generated: self.solver.num_propagations(),
            checks: self.solver.num_conflicts(),
            elapsed: self.solver.cb().started.elapsed(),
            ..Statistics::default()
        }
    }

    /// Returns the limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.solver.cb().limits
    }

    /// Returns what the solver learned, if it was recorded.
    pub(crate) fn proof(&self) -> Option<String> {
        self.solver.cb().proof.clone()
    }
}
