//! Documents for people who make puzzles: the solutions of a drawn puzzle, and its
//! repair.

use super::PuzzleDocument;
use super::steps::{square_names, square_pairs};
use crate::{Position, RepairedPuzzle, UniqueRepair};
use control::Outcome;
use queens_formats::document::{Cell, Document, Table, as_words};
use queens_model::placement::Placement;
use serde::Serialize;
use std::collections::BTreeSet;

/// Solutions of a drawn puzzle: their number up to a bound, and two of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnSolutionsDocument {
    /// Number of solutions found: all of them, if `complete`.
    pub(crate) count: u64,
    /// `false` if there may be more solutions: the search ended at the bound or at a
    /// limit.
    pub(crate) complete: bool,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// Up to two solutions, each with the row and column of its queens.
    pub(crate) solutions: Vec<Vec<[u32; 2]>>,
    /// Squares with a queen in one of the two solutions only.
    pub(crate) differing: Vec<[u32; 2]>,
}

impl DrawnSolutionsDocument {
    /// Converts `count` solutions, of which `first` are the first ones. `outcome` is
    /// [`Outcome::Exhausted`] if these are all, and [`Outcome::Found`] at the bound.
    #[must_use]
    pub fn new(count: u64, first: &[Placement], outcome: Outcome) -> Self {
        let solutions: Vec<Vec<[u32; 2]>> = first
            .iter()
            .take(2)
            .map(|solution| square_pairs(solution.squares()))
            .collect();
        let differing = match &solutions[..] {
            [one, other] => {
                let sets = [one, other]
                    .map(|squares| squares.iter().copied().collect::<BTreeSet<_>>());
                sets[0].symmetric_difference(&sets[1]).copied().collect()
            }
            _ => Vec::new(),
        };
        DrawnSolutionsDocument {
            count,
            complete: outcome == Outcome::Exhausted,
            outcome,
            solutions,
            differing,
        }
    }
}

impl Document for DrawnSolutionsDocument {
    const SCHEMA: &'static str = "queens/puzzle-solutions/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .numbers("solution", "solution")
            .words("queens", "queens");
        for (number, squares) in (1u32..).zip(&self.solutions) {
            table.push([Cell::number(number), Cell::words(square_names(squares))]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}

/// Repair of a drawn puzzle: the least change of borders that leaves exactly one
/// solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UniqueRepairDocument {
    /// The repaired puzzle; null if none was found.
    pub(crate) puzzle: Option<PuzzleDocument>,
    /// Squares whose region changed: row and column.
    pub(crate) changed: Vec<[u32; 2]>,
    /// `true` if no repair changes fewer squares; `false` if `puzzle` is only the best
    /// repair found.
    pub(crate) least: bool,
    /// Number of squares that every repair changes at least; 0 if none was found.
    pub(crate) at_least: usize,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl UniqueRepairDocument {
    /// Converts a repair.
    #[must_use]
    pub fn new(repair: &UniqueRepair) -> Self {
        let repaired = repair.repaired.as_ref();
        UniqueRepairDocument {
            puzzle: repaired
                .map(|found| PuzzleDocument::new(&Position::new(found.puzzle.clone()))),
            changed: repaired.map_or_else(Vec::new, |found| square_pairs(&found.changed)),
            least: repaired.is_some_and(RepairedPuzzle::is_least),
            at_least: repaired.map_or(0, |found| found.at_least),
            outcome: repair.outcome,
        }
    }
}

impl Document for UniqueRepairDocument {
    const SCHEMA: &'static str = "queens/puzzle-repair/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("regions", "regions")
            .words("changed", "changed");
        if let Some(puzzle) = &self.puzzle {
            table.push([
                Cell::words(puzzle.regions.join("/")),
                Cell::words(square_names(&self.changed)),
            ]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
