//! The engine `modular`: its description and its answer.

use super::{
    StraightLine, all_lines, count_lines, few_lines, full_diagonals, obstruction,
};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Question};
use control::{Meter, Step, Stop};
use queens_model::check;
use queens_model::problem::Problem;
use queens_model::problem::rules::Invariance;
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine.
pub(crate) struct Modular;

const ID: &str = "modular";

impl Engine for Modular {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "square boards with joined edges, by sums of diagonal numbers modulo n",
            year: 1918,
            author: "George Polya",
            source: "Uber die doppelt-periodischen Losungen des n-Damen-Problems, in W. Ahrens, Mathematische \
                     Unterhaltungen und Spiele 2, 1918",
            how: [
                "On joined edges each direction has as many diagonals as rows, and each diagonal must hold one queen.",
                "If n is even or divisible by 3, the diagonal numbers cannot have the sums that rows and columns require.",
                "Otherwise queens on one straight line across the edges are often a solution.",
            ],
            idea: &[],
            figures: &[],
            time: "O(1) to rule out, O(n) for a solution",
            memory: "O(n)",
            finds: Completeness::One,
            practical: Some(1_000),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        // A proof that there is no solution answers every question about solutions.
        let counts = question.wants_solutions() || question == Question::Count;
        let takes =
            question == Question::Unique || (counts && obstruction(problem).is_some());
        if !takes {
            self.info().answers(question)?;
        }
        check_diagonals(problem)
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        match rules {
            KnownRules::Unchanged(Invariance::Shift) => check_diagonals(plain),
            // A proof that there is no solution holds for these rules, too.
            KnownRules::Unchanged(_) | KnownRules::Relative(Relative::Best(_))
                if obstruction(plain).is_some() =>
            {
                Ok(())
            }
            _ => Err(self.info().wrong_question(question)),
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let mut meter = Meter::new(task.limits());
        if let Some(congruence) = obstruction(task.problem) {
            let certificate = Some(Certificate::Congruence(congruence));
            return Ok(
                Finding::new(Ok(()), meter.statistics()).with_certificate(certificate)
            );
        }
        // Finding too few on straight lines does not rule out other solutions.
        let step = take_solutions(few_lines(task.problem), task, &mut meter)
            .and(Err(Stop::GaveUp));
        Ok(Finding::new(step, meter.statistics()))
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let mut meter = Meter::new(task.limits());
        if let Some(congruence) = obstruction(task.problem) {
            let certificate = Some(Certificate::Congruence(congruence));
            return Ok(
                Finding::new(Ok(()), meter.statistics()).with_certificate(certificate)
            );
        }
        let counted =
            count_lines(task.problem).filter(|_| task.question == Question::Count);
        if let Some(count) = counted {
            return Ok(Finding::new(Ok(()), meter.statistics()).with_count(count));
        }
        let step = take_solutions(all_lines(task.problem), task, &mut meter);
        Ok(Finding::new(step, meter.statistics()))
    }
}

/// Passes the lines that are solutions to `task`; each line is a node.
/// Checks that edges join the diagonals, and that each must hold one queen.
fn check_diagonals(problem: &Problem) -> Result<(), Unsupported> {
    match full_diagonals(problem) {
        Some(_) => Ok(()),
        None => {
            let reason = "it needs a square board with joined edges and one queen in each row and column, such as torus 7";
            Err(Unsupported::new(ID, Parameter::Edges, reason))
        }
    }
}

fn take_solutions(
    mut lines: impl Iterator<Item = StraightLine>,
    task: &mut Task<'_>,
    meter: &mut Meter<'_>,
) -> Step {
    lines.try_for_each(|line| {
        meter.expand()?;
        let placement = line.placement();
        if check::solution(task.problem, &placement).is_ok() {
            task.take(placement)
        } else {
            Ok(())
        }
    })
}
