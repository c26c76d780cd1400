//! Queens and pawns as an engine.

use super::{LARGEST, TooLarge, count, first};
use crate::engines::{Completeness, Engine, Finding, MethodInfo, Task};
use crate::problem::Problem;
use crate::question::{Detail, Question};
use crate::unsupported::{Parameter, Unsupported};
use search_control::Statistics;

/// The engine.
pub struct Pawns;

const ID: &str = "pawns";

impl Engine for Pawns {
    fn info(&self) -> &'static MethodInfo {
        &MethodInfo {
            id: ID,
            title: "queens with pawns between them, row by row",
            year: 2006,
            author: "R. Douglas Chatham, Gerd Fricke, R. Duane Skaggs",
            source: "The queens separation problem, Utilitas Mathematica 69, 2006",
            how: [
                "A pawn attacks nothing and stops all attacks; queens and pawns take turns in every row and column.",
                "Three words say which columns and diagonals are taken; a pawn takes its square out of all three.",
                "The first row is searched to its middle: the mirror image of a solution is another one.",
            ],
            figures: &[],
            time: "about eight times for each size more, some ten times for each pawn more",
            memory: "O(n) words for each thread",
            finds: Completeness::Special,
            practical: 12,
            mirrors: true,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if !matches!(question, Question::WithPawns(_) | Question::OneWithPawns(_)) {
            return Err(self.info().wrong_question(question));
        }
        let reason = "pawns are placed on standard square boards, without givens or holes: for pawns that already \
                      stand use walls and a total";
        match problem.is_standard() {
            true if problem.rows() <= LARGEST => Ok(()),
            true => Err(unsupported(TooLarge(problem.rows()))),
            false if !problem.givens().is_empty() => Err(Unsupported::new(ID, Parameter::Givens, reason)),
            false => Err(Unsupported::new(ID, Parameter::Size, reason)),
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let size = task.problem.rows();
        let statistics = |nodes, elapsed| Statistics { expanded: nodes, elapsed, ..Statistics::default() };
        match task.question {
            Question::OneWithPawns(pawns) => {
                let report = task.in_units(|options| first(size, pawns, options)).map_err(unsupported)?;
                let finding =
                    Finding::new(report.outcome.into(), statistics(0, report.elapsed)).in_units(&report);
                Ok(match report.partial {
                    Some(position) => {
                        // The answer of the task is the set of queens; a break of its listener changes nothing.
                        let _ = task.take(position.queens);
                        finding.with_detail(Detail::Pawns(position.pawns))
                    }
                    None => finding,
                })
            }
            Question::WithPawns(pawns) => {
                let report = task.in_units(|options| count(size, pawns, options)).map_err(unsupported)?;
                let found = report.partial;
                Ok(Finding::new(report.outcome.into(), statistics(found.nodes, report.elapsed))
                    .with_count(found.count)
                    .with_detail(Detail::Fundamental(found.fundamental().into()))
                    .in_units(&report))
            }
            question => Err(self.info().wrong_question(question)),
        }
    }
}

fn unsupported(error: TooLarge) -> Unsupported {
    Unsupported::new(ID, Parameter::Size, error)
}
