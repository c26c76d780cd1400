//! Document of a completion level.

use super::RatingDocument;
use super::steps::{square_names, square_pairs};
use crate::completion::CompletionLevel;
use queens_formats::document::{Cell, Document, Table};
use serde::Serialize;

/// A board with given queens that exactly one solution contains. Rows and columns count
/// from 0.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelDocument {
    /// Side of the board, in squares.
    pub(crate) size: u32,
    /// Seed that makes the same level again.
    pub(crate) seed: u64,
    /// Given queens: row and column.
    pub(crate) given: Vec<[u32; 2]>,
    /// Queens of the only solution: row and column.
    pub(crate) solution: Vec<[u32; 2]>,
    /// Rating.
    pub(crate) rating: RatingDocument,
}

impl LevelDocument {
    /// Converts a level made from `seed`.
    #[must_use]
    pub fn new(seed: u64, level: &CompletionLevel) -> Self {
        LevelDocument {
            size: level.position.size(),
            seed,
            given: square_pairs(level.position.given()),
            solution: square_pairs(level.solution.squares()),
            rating: RatingDocument::new(&level.rating),
        }
    }
}

impl Document for LevelDocument {
    const SCHEMA: &'static str = "queens/level/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("size", "size")
            .numbers("seed", "seed")
            .words("given", "given");
        let mut table = head.words("rating", "rating");
        table.push([
            Cell::number(self.size),
            Cell::number(self.seed),
            Cell::words(square_names(&self.given)),
            Cell::words(self.rating.rating),
        ]);
        table
    }
}
