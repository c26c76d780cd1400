//! The join as an engine.

use super::{CountError, LARGEST, Partial, queens};
use crate::engines::{Completeness, Engine, FigureInfo, Finding, MethodInfo, Task};
use crate::problem::{Bounds, Edges, Piece, Problem};
use crate::question::{Figure, Question};
use crate::unsupported::{Parameter, Unsupported};
use search_control::Statistics;

/// The engine.
pub struct Join;

const ID: &str = "join";

const FIGURES: [FigureInfo; 3] = [
    FigureInfo { name: "half boards", words: "halves of the board that were made" },
    FigureInfo { name: "pairs", words: "pairs of a top and a bottom half that were joined" },
    FigureInfo {
        name: "masks",
        words: "pairs of a top half and a block of 256 bottom halves that were tested",
    },
];

impl Engine for Join {
    fn info(&self) -> &'static MethodInfo {
        &MethodInfo {
            id: ID,
            title: "half boards, joined",
            year: 2026,
            author: "this project",
            source: "docs/design/join.md; joins of two halves of a search: Horowitz and Sahni, Computing partitions \
                     with applications to the knapsack problem, Journal of the ACM 21, 1974",
            how: [
                "The board is cut between its middle rows; a half is one word with a bit for each diagonal it takes.",
                "Two halves on different columns fit when the AND of their words is zero: blocks of 256 are tested at once.",
                "One solution of each symmetry class is counted, and stands for its images.",
            ],
            figures: &FIGURES,
            time: "grows 25 to 60 times for each two sizes",
            memory: "the lists of one pair of halves for each thread",
            finds: Completeness::Count,
            practical: 18,
            mirrors: true,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        let refused = |parameter| {
            let reason = format!(
                "it counts queens on standard square boards up to {LARGEST}, without givens or holes: leave the \
                 engine out for other problems"
            );
            Err(Unsupported::new(ID, parameter, reason))
        };
        match problem.is_standard() {
            true if problem.rows() <= LARGEST => Ok(()),
            true => refused(Parameter::Size),
            false if !problem.givens().is_empty() => refused(Parameter::Givens),
            false if problem.has_walls() => refused(Parameter::Walls),
            false if !problem.all_free() => refused(Parameter::Holes),
            false if !problem.is_square() => refused(Parameter::Size),
            false if problem.piece() != &Piece::queen() => refused(Parameter::Piece),
            false if problem.edges() != Edges::OPEN => refused(Parameter::Edges),
            false if problem.units().total != Bounds::ANY => refused(Parameter::Total),
            false if problem.units().row != Bounds::ONE => refused(Parameter::Rows),
            false if problem.units().column != Bounds::ONE => refused(Parameter::Columns),
            false => refused(Parameter::Regions),
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let report = task.in_units(|options| queens(task.problem.rows(), options)).map_err(unsupported)?;
        let Partial { count, items, pairs, masks } = report.partial;
        let values = [items, pairs, masks];
        let figures =
            FIGURES.iter().zip(values).map(|(info, value)| Figure { name: info.name, value: value.into() });
        let statistics = Statistics { expanded: items, elapsed: report.elapsed, ..Statistics::default() };
        Ok(Finding::new(report.outcome.into(), statistics)
            .with_count(count)
            .with_figures(figures)
            .in_units(&report))
    }
}

fn unsupported(error: CountError) -> Unsupported {
    let parameter = match error {
        CountError::NoSuchInstructions { .. } => Parameter::Kernel,
        _ => Parameter::Size,
    };
    Unsupported::new(ID, parameter, error)
}
