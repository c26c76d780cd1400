//! Refutes problems whose rows, columns and total demand contradictory numbers of queens.
//!
//! ```text
//! for rows, columns and the total:
//!     least = lines x minimum of a line
//!     most  = lines x min(maximum of a line, squares of a line, or 1 if the piece attacks along it)
//! no solution if the largest least exceeds the smallest most
//! ```
//!
//! Example: 4 queens on 3 x 5. The total demands 4; each of the 3 rows takes 1, so the
//! rows take 3 < 4.

use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Pigeonhole, Question};
use control::Meter;
use queens_model::problem::{Bounds, Problem};
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine.
pub(crate) struct PigeonholeCount;

const ID: &str = "pigeonhole";

impl Engine for PigeonholeCount {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "more queens demanded than the lines can take",
            year: 1834,
            author: "Peter Gustav Lejeune Dirichlet",
            source: "the pigeonhole principle",
            how: [
                "Rows, columns and the total each set a minimum and a maximum for the number of queens.",
                "A line without walls takes at most one queen if the piece attacks along it.",
                "If one minimum exceeds another maximum, or the given queens break a rule, there is no solution.",
            ],
            idea: &[],
            figures: &[],
            time: "O(1)",
            memory: "O(1)",
            finds: Completeness::Special,
            practical: Some(1_000_000_000),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        let is_answered = match question {
            Question::Uncompletable
            | Question::CountUncompletable
            | Question::Profile => false,
            Question::Count => true,
            question => question.wants_solutions() || problem.clash().is_some(),
        };
        if !is_answered {
            return Err(self.info().wrong_question(question));
        }
        check_contradiction(problem)
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        match rules {
            // If the plain problem has no solution, these rules have none.
            KnownRules::Unchanged(_) | KnownRules::Relative(Relative::Best(_)) => {
                check_contradiction(plain)
            }
            KnownRules::Most if plain.clash().is_some() => Ok(()),
            _ => Err(self.info().wrong_question(question)),
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        self.takes(task.problem, task.question)?;
        Ok(contradiction(task))
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        Ok(contradiction(task))
    }
}

/// Checks that given queens, or the demands on lines and the total, contradict each
/// other.
fn check_contradiction(problem: &Problem) -> Result<(), Unsupported> {
    if problem.clash().is_some() || pigeonhole(problem).is_some() {
        return Ok(());
    }
    let reason = "the demands on lines and total do not contradict each other";
    Err(Unsupported::new(ID, Parameter::Total, reason))
}

/// Returns the result: no solution, with the proof.
fn contradiction(task: &Task<'_>) -> Finding {
    let certificate = match task.problem.clash() {
        Some(clash) => Some(Certificate::Givens(clash.clone())),
        None => pigeonhole(task.problem).map(Certificate::Pigeonhole),
    };
    Finding::new(Ok(()), Meter::new(task.limits()).statistics())
        .with_certificate(certificate)
}

/// Returns the least number of queens demanded and the most that fit, if the least
/// exceeds the most. A line without walls takes one queen if the piece attacks along it.
///
/// # Complexity
/// O(1).
pub(crate) fn pigeonhole(problem: &Problem) -> Option<Pigeonhole> {
    let units = problem.units();
    let (rows, columns) = (u64::from(problem.rows()), u64::from(problem.columns()));
    let bounds_of_lines = |lines: u64, squares: u64, bounds: Bounds, strikes: bool| {
        let capacity = if strikes && !problem.has_walls() {
            squares.min(1)
        } else {
            squares
        };
        (
            lines * u64::from(bounds.low()),
            lines * capacity.min(bounds.high().into()),
        )
    };
    let by_rows = bounds_of_lines(
        rows,
        columns,
        units.row,
        problem.piece().strikes_along(0, 1),
    );
    let by_columns = bounds_of_lines(
        columns,
        rows,
        units.column,
        problem.piece().strikes_along(1, 0),
    );
    let by_total = (u64::from(units.total.low()), u64::from(units.total.high()));
    let all = [by_rows, by_columns, by_total];
    let least = all.iter().map(|&(least, _)| least).max()?;
    let most = all.iter().map(|&(_, most)| most).min()?;
    (least > most).then_some(Pigeonhole { least, most })
}
