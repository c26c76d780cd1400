//! More queens asked for than lines can take.

use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Pigeonhole, Question};
use control::Meter;
use queens_model::problem::{Bounds, Problem};
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine.
pub struct PigeonholeCount;

const ID: &str = "pigeonhole";

impl Engine for PigeonholeCount {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "more queens asked for than lines can take",
            year: 1834,
            author: "Peter Gustav Lejeune Dirichlet",
            source: "the pigeonhole principle",
            how: [
                "Rows, columns and the total each ask for some queens at least and take some at most.",
                "A line without walls along which the piece strikes takes one.",
                "Where one asks for more than another takes, or the given queens break a rule, there is no solution.",
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

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        let is_clashing = problem.clash().is_some();
        let is_answered = match question {
            Question::WithPawns(_) | Question::OneWithPawns(_) | Question::Profile => false,
            question => question.wants_solutions() || question == Question::Count || is_clashing,
        };
        if !is_answered {
            return Err(self.info().wrong_question(question));
        }
        match pigeonhole(problem) {
            None if is_clashing => Ok(()),
            Some(_) => Ok(()),
            None => {
                let reason =
                    "the numbers of queens that its lines and its total ask for do not contradict each other";
                Err(Unsupported::new(ID, Parameter::Total, reason))
            }
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        self.accepts(task.problem, task.question)?;
        let certificate = match task.problem.clash() {
            Some(clash) => Some(Certificate::Givens(clash.clone())),
            None => pigeonhole(task.problem).map(Certificate::Pigeonhole),
        };
        Ok(Finding::new(Ok(()), Meter::new(task.limits()).statistics()).with_certificate(certificate))
    }
}

/// Counts what rows, columns and the total ask for and what they take. A line without walls along which the
/// piece strikes takes one.
///
/// # Complexity
/// O(1).
pub(crate) fn pigeonhole(problem: &Problem) -> Option<Pigeonhole> {
    let units = problem.units();
    let (rows, columns) = (u64::from(problem.rows()), u64::from(problem.columns()));
    let of_all = |lines: u64, squares: u64, bounds: Bounds, strikes: bool| {
        let room = if strikes && !problem.has_walls() { squares.min(1) } else { squares };
        (lines * u64::from(bounds.low()), lines * room.min(bounds.high().into()))
    };
    let by_rows = of_all(rows, columns, units.row, problem.piece().strikes_along(0, 1));
    let by_columns = of_all(columns, rows, units.column, problem.piece().strikes_along(1, 0));
    let in_all = (u64::from(units.total.low()), u64::from(units.total.high()));
    let all = [by_rows, by_columns, in_all];
    let least = all.iter().map(|&(least, _)| least).max()?;
    let most = all.iter().map(|&(_, most)| most).min()?;
    (least > most).then_some(Pigeonhole { least, most })
}
