//! Queens in more dimensions as an engine.

use super::{ID, LargestSet, MAX_LINES, MAX_SEARCHED_CELLS, largest};
use crate::engines::{Completeness, Engine, EngineInfo, FigureInfo, Finding, Task};
use crate::question::{Certificate, Detail, Figure, Question};
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edges, Piece, Problem, Units};
use queens_model::relative::{Dimensions, Group, GroupKind, Relative};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};

/// Size of the counted sets.
const SIZE: FigureInfo = FigureInfo { name: "queens", words: "queens of a largest set" };

/// The engine `dimensions`.
pub struct MoreDimensions;

impl Engine for MoreDimensions {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "largest sets of queens in three and more dimensions: a lattice, local search, branch and bound",
            year: 2026,
            author: "this project",
            source: "docs/design/dimensions.md; the construction in three dimensions: Klarner, by Bell and Stevens, A survey of \
                     known results and research areas for n-queens, 2009; branch and bound: Tomita and Seki 2003",
            how: [
                "The cells whose coordinates, weighted by 1, 2, 4, ..., have the same sum modulo a number do not attack each other.",
                "If that is no queen on every line, a local search enlarges the set.",
                "Branch and bound over cliques of cells, one of each set of symmetric choices, proves the maximum.",
            ],
            idea: &[],
            figures: &[SIZE],
            time: "exponential",
            memory: "O(n^2d) bits for d dimensions",
            finds: Completeness::Special,
            practical: Some(6),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        let Some((Relative::Dimensions(dimensions), counts)) = question.relative() else {
            return Err(self.info().wrong_question(question));
        };
        check_plain(problem)?;
        let (side, number) = (u64::from(problem.rows()), u32::from(dimensions.get()));
        let refused = |reason: String| Err(Unsupported::new(ID, Parameter::Size, reason));
        if side.saturating_pow(number - 1) > MAX_LINES {
            let most = (0..).take_while(|side: &u64| side.pow(number - 1) <= MAX_LINES).last().unwrap_or(0);
            return refused(format!(
                "sides are at most {most} in {number} dimensions, not {side}: take a smaller board"
            ));
        }
        if counts && side.pow(number) > MAX_SEARCHED_CELLS as u64 {
            let cells = side.pow(number);
            return refused(format!(
                "it counts largest sets on boards of at most {MAX_SEARCHED_CELLS} cells, and this one has {cells}: ask for \
                 one set"
            ));
        }
        Ok(())
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let Some((Relative::Dimensions(dimensions), counts)) = task.question.relative() else {
            return Err(self.info().wrong_question(task.question));
        };
        let LargestSet { queens, bound, is_bound_met, counts: counted, step, statistics } =
            largest(task, dimensions, counts);
        let size = queens.len() as u128;
        let finding = Finding::new(step, statistics);
        if counts {
            let [all, fundamental] = counted.unwrap_or_default();
            let finding = finding.with_count(all).with_figures([Figure { name: SIZE.name, value: size }]);
            return Ok(finding.with_detail(Detail::Fundamental(fundamental)));
        }
        let proof = if is_bound_met { Certificate::LineWeights } else { Certificate::Exhausted };
        let groups = layers(&queens, task.problem.rows(), dimensions);
        let first = groups.first().map_or(Placement::new(Vec::new()), |group| group.placement.clone());
        let detail = Detail::Groups { groups, bound: bound as u32 };
        let finding =
            finding.with_count(size).with_certificate(step.is_ok().then_some(proof)).with_detail(detail);
        Ok(Finding { set: Some(first), ..finding })
    }
}

/// Checks that `problem` is queens on a square board and nothing else.
fn check_plain(problem: &Problem) -> Result<(), Unsupported> {
    let Units { row, column, region, total } = problem.units();
    let is_usual = |bounds| [Bounds::ANY, Bounds::ONE, Bounds::AT_MOST_ONE].contains(&bounds);
    let demands = [
        (problem.is_square(), Parameter::Size, "sides of different lengths"),
        (*problem.piece() == Piece::queen(), Parameter::Piece, "other pieces"),
        (problem.edges() == Edges::OPEN, Parameter::Edges, "joined edges"),
        (!problem.has_walls(), Parameter::Walls, "walls"),
        (problem.all_free(), Parameter::Holes, "holes"),
        (problem.givens().is_empty(), Parameter::Givens, "given queens"),
        (is_usual(row), Parameter::Rows, "demands on rows"),
        (is_usual(column), Parameter::Columns, "demands on columns"),
        (region == Bounds::ANY, Parameter::Regions, "regions"),
        (total == Bounds::ANY, Parameter::Total, "total"),
    ];
    match demands.into_iter().find(|(is_none, ..)| !is_none) {
        None => Ok(()),
        Some((_, parameter, what)) => {
            let reason =
                format!("boards of more dimensions take no {what}: use queens on a plain square board");
            Err(Unsupported::new(ID, parameter, reason))
        }
    }
}

/// Returns the queens by layers: the last two dimensions are the rows and columns of a layer, and the others number the layers.
fn layers(queens: &[usize], side: u32, dimensions: Dimensions) -> Vec<Group> {
    let count = (side as usize).pow(u32::from(dimensions.get()) - 2);
    let mut squares = vec![Vec::new(); count];
    let side = side as usize;
    for queen in queens {
        let (row, column) = (queen / side % side, queen % side);
        squares[queen / (side * side)].push(Square::new(row as u32, column as u32));
    }
    let numbered = (1..).zip(squares);
    numbered
        .map(|(number, squares)| Group { kind: GroupKind::Layer(number), placement: Placement::new(squares) })
        .collect()
}
