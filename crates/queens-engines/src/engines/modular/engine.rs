//! The arithmetic of diagonals on joined edges as an engine.

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
            title: "square boards with joined edges, by the numbers of their diagonals modulo n",
            year: 1918,
            author: "George Polya",
            source: "Uber die doppelt-periodischen Losungen des n-Damen-Problems, in W. Ahrens, Mathematische \
                     Unterhaltungen und Spiele 2, 1918",
            how: [
                "On joined edges there are as many diagonals of a direction as rows: each must have one queen.",
                "Modulo an even n, or one with the factor 3, their numbers cannot have the sums that rows and columns dictate.",
                "Where they can, queens on one straight line over the edges are often a solution.",
            ],
            idea: &[],
            figures: &[],
            time: "O(1) for none, O(n) for one",
            memory: "O(n)",
            finds: Completeness::One,
            practical: Some(1_000),
            mirrors: false,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        // That there is none answers every question about solutions.
        let counts = matches!(question, Question::All | Question::Count | Question::Fundamental);
        if question != Question::Unique && !(counts && obstruction(problem).is_some()) {
            self.info().answers(question)?;
        }
        match full_diagonals(problem) {
            Some(_) => Ok(()),
            None => {
                let reason = "it needs a square board with joined edges, one queen in each row and column";
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
        // Too few on straight lines say nothing about the others.
        let step = step.and(limits.check()).and(Err(Stop::GaveUp));
        Ok(Finding::new(step, meter.statistics()))
    }
}
