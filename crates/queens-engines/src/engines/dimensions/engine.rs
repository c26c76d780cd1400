//! Queens in more dimensions as an engine.

use super::{ID, LargestSet, MAX_SEARCHED_CELLS, find_largest_set};
use crate::engines::{Completeness, Engine, EngineInfo, FigureInfo, Finding, Task};
use crate::question::{Certificate, Detail, Figure, Question};
use queens_model::placement::Placement;
use queens_model::problem::{Coordinates, Cube, Grid, Problem};
use queens_model::relative::KnownRules;
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};

/// Size of the counted sets.
const SIZE: FigureInfo = FigureInfo {
    name: "queens",
    words: "queens of a largest set",
};

/// The engine `dimensions`.
pub(crate) struct MoreDimensions;

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

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        let counts = match question {
            Question::One => false,
            Question::Count | Question::Classes => true,
            _ => return Err(self.info().wrong_question(question)),
        };
        let cube = bare_cube(plain).filter(|_| rules == KnownRules::Most);
        let cube =
            cube.ok_or_else(|| Unsupported::new(ID, Parameter::Rules, UNKNOWN_BOARD))?;
        let cells = u64::from(cube.side()).pow(cube.dimensions() as u32);
        if counts && cells > MAX_SEARCHED_CELLS as u64 {
            let reason = format!(
                "it counts largest sets on boards of at most {MAX_SEARCHED_CELLS} cells, and this one has {cells}: ask for one set"
            );
            return Err(Unsupported::new(ID, Parameter::Size, reason));
        }
        Ok(())
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let cube = bare_cube(task.problem);
        let cube =
            cube.ok_or_else(|| Unsupported::new(ID, Parameter::Rules, UNKNOWN_BOARD))?;
        let counts = task.question != Question::One;
        let LargestSet {
            queens,
            bound,
            is_bound_met,
            counts: counted,
            step,
            statistics,
            threads,
        } = find_largest_set(task, cube, counts);
        let size = queens.len() as u128;
        let finding = Finding {
            threads,
            ..Finding::new(step, statistics)
        };
        if counts {
            let [all, fundamental] = counted.unwrap_or_default();
            let finding = finding.with_count(all).with_figures([Figure {
                name: SIZE.name,
                value: size,
            }]);
            return Ok(finding.with_detail(Detail::Fundamental(fundamental)));
        }
        let proof = if is_bound_met {
            Certificate::LineWeights
        } else {
            Certificate::Exhausted
        };
        let set = Placement::new(
            queens
                .into_iter()
                .map(|cell| square_of(cube, cell))
                .collect(),
        );
        let finding = finding
            .with_count(size)
            .with_certificate(step.is_ok().then_some(proof));
        Ok(Finding {
            set: Some(set),
            ..finding.with_detail(Detail::Bound(bound as u32))
        })
    }
}

/// Refusal of other boards.
const UNKNOWN_BOARD: &str = "it finds largest sets of queens in cubes without holes, walls and given queens, such as most 5x5x5";

/// Returns the cube of `plain` if there is nothing on it, and its piece is the queen.
pub(crate) fn bare_cube(plain: &Problem) -> Option<Cube> {
    let Grid::Cube(cube) = plain.grid() else {
        return None;
    };
    let bare = Problem::cube(cube).build().ok()?;
    (bare == *plain).then_some(cube)
}

/// Returns the square of a cell, whose digits to the base of the side are its
/// coordinates.
fn square_of(cube: Cube, mut cell: usize) -> Square {
    let mut coordinates = Coordinates::default();
    for axis in (0..cube.dimensions()).rev() {
        coordinates[axis] = (cell % cube.side() as usize) as u32;
        cell /= cube.side() as usize;
    }
    cube.square(&coordinates)
}
