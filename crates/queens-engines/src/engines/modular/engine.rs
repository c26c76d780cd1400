//! The engine `modular`: its description and its answer.

use super::{full_diagonals, obstruction, straight};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Question};
use control::{Meter, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine.
pub struct Modular;

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

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        // A proof that there is no solution answers every question about solutions.
        let counts = matches!(question, Question::All | Question::Count | Question::Fundamental)
            || question.is_about_sums();
        if question != Question::Unique && !(counts && obstruction(problem).is_some()) {
            self.info().answers(question)?;
        }
        match full_diagonals(problem) {
            Some(_) => Ok(()),
            None => {
                let reason = "it needs a square board with joined edges and one queen in each row and column";
                Err(Unsupported::new(ID, Parameter::Edges, reason))
            }
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let meter = Meter::new(task.limits());
        if let Some(congruence) = obstruction(task.problem) {
            let certificate = Some(Certificate::Congruence(congruence));
            return Ok(Finding::new(Ok(()), meter.statistics()).with_certificate(certificate));
        }
        let wanted = task.question.enough().unwrap_or(1) as usize;
        let limits = task.limits();
        let lines = straight(task.problem).map_while(|solution| limits.check().is_ok().then_some(solution));
        let solutions: Vec<Placement> = lines.take(wanted).collect();
        let step = solutions.into_iter().try_for_each(|solution| task.take(solution));
        // Finding too few on straight lines does not rule out other solutions.
        let step = step.and(limits.check()).and(Err(Stop::GaveUp));
        Ok(Finding::new(step, meter.statistics()))
    }
}
