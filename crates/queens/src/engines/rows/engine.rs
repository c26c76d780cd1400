//! The search by rows as an engine.

use super::{Partial, Refusal, accepts, count, profile};
use crate::engines::{Completeness, Engine, Finding, MethodInfo, Task};
use crate::problem::Problem;
use crate::question::{Detail, Question};
use crate::unsupported::{Parameter, Unsupported};
use search_control::Statistics;

/// The engine.
pub struct Rows;

const ID: &str = "rows";

impl Engine for Rows {
    fn info(&self) -> &'static MethodInfo {
        &MethodInfo {
            id: ID,
            title: "row by row, many boards side by side in vectors",
            year: 1997,
            author: "Martin Richards; Zongyan Qiu 1988",
            source: "Backtracking algorithms in MCPL using bit patterns and recursion, University of Cambridge, 1997; \
                     Bit-vector encoding of n-queen problem, ACM SIGPLAN Notices 37 (2), 2002",
            how: [
                "Three words per board say which columns and diagonals of the next row are taken.",
                "Boards of one depth lie side by side in a vector register; a board that has no square left drops out.",
                "The standard board is split by the four queens on its border, of whose eight images one is searched.",
            ],
            figures: &[],
            time: "one cycle for each queen with AVX-512, two with AVX2, some twenty without",
            memory: "less than 2 MB for each thread",
            finds: Completeness::Count,
            practical: 17,
            mirrors: true,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question != Question::Profile {
            self.info().answers(question)?;
        }
        accepts(problem).map_err(unsupported)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let is_profile = task.question == Question::Profile;
        let run = if is_profile { profile } else { count };
        let report = task.in_units(|options| run(task.problem, options)).map_err(unsupported)?;
        let Partial { count, nodes, profile } = &report.partial;
        let levels: Vec<u128> = profile.iter().flatten().map(|&level| level.into()).collect();
        let (count, detail) = match is_profile {
            true => (levels.last().copied().unwrap_or(0), Detail::Profile(levels)),
            false => ((*count).into(), Detail::None),
        };
        let statistics = Statistics { expanded: *nodes, elapsed: report.elapsed, ..Statistics::default() };
        let finding = Finding::new(report.outcome.into(), statistics).with_count(count).with_detail(detail);
        Ok(finding.in_units(&report))
    }
}

fn unsupported(refusal: Refusal) -> Unsupported {
    let parameter = match &refusal {
        Refusal::Piece(_) => Parameter::Piece,
        Refusal::Edges => Parameter::Edges,
        Refusal::Walls => Parameter::Walls,
        Refusal::OtherUnits => Parameter::Total,
        Refusal::Rows(_) => Parameter::Rows,
        Refusal::Columns(_) => Parameter::Columns,
        Refusal::TooLarge { .. } => Parameter::Size,
        Refusal::Kernel(_) => Parameter::Kernel,
    };
    Unsupported::new(ID, parameter, refusal)
}
