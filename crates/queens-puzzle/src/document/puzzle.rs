//! Document of a region puzzle.

use crate::{CreditField, Mark, Position};
use queens_formats::document::{Cell, Document, Table};
use queens_model::problem::region_name;
use queens_model::square::Square;
use serde::Serialize;

/// A region puzzle and its marks. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleDocument {
    /// Side of the board, in squares.
    pub(crate) size: u32,
    /// Number of queens in each row, column and region.
    pub(crate) stars: u32,
    /// True if every region is connected.
    pub(crate) connected: bool,
    /// A string for each row: a letter for each square, or names separated by spaces if
    /// there are more than 26 regions.
    pub regions: Vec<String>,
    /// Squares with a queen: row and column.
    pub(crate) queens: Vec<[u32; 2]>,
    /// Squares with a cross: row and column.
    pub(crate) crosses: Vec<[u32; 2]>,
    /// Queens that are clues: row and column.
    pub(crate) given: Vec<[u32; 2]>,
    /// Crosses that are clues: row and column.
    pub(crate) blocked: Vec<[u32; 2]>,
    /// Name of the puzzle, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// Author, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<String>,
    /// Rules in the words of the author, at most 4,000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<String>,
    /// When it was made, at most 40 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) date: Option<String>,
    /// Terms of its use, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) licence: Option<String>,
}

impl PuzzleDocument {
    /// The document of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let puzzle = position.puzzle();
        let size = puzzle.size();
        let joint = if size > 26 { " " } else { "" };
        let names: Vec<String> = puzzle.regions().into_iter().map(region_name).collect();
        PuzzleDocument {
            size,
            stars: puzzle.stars(),
            connected: puzzle.is_connected(),
            regions: names
                .chunks(size as usize)
                .map(|row| row.join(joint))
                .collect(),
            queens: pairs(position.marked(Mark::Queen)),
            crosses: pairs(position.marked(Mark::Cross)),
            given: pairs(clues(position, Mark::Queen)),
            blocked: pairs(clues(position, Mark::Cross)),
            title: credit(position, CreditField::Title),
            author: credit(position, CreditField::Author),
            rules: credit(position, CreditField::Rules),
            date: credit(position, CreditField::Date),
            licence: credit(position, CreditField::Licence),
        }
    }
}

/// A part of the credits, if it is known.
fn credit(position: &Position, field: CreditField) -> Option<String> {
    let text = position.puzzle().credits().get(field);
    (!text.is_empty()).then(|| text.to_owned())
}

/// The squares with this clue.
fn clues(position: &Position, mark: Mark) -> impl Iterator<Item = Square> {
    let puzzle = position.puzzle();
    let squares = puzzle.problem().every_square();
    squares.filter(move |&square| puzzle.clue(square) == mark)
}

/// Row and column of each square.
fn pairs(squares: impl Iterator<Item = Square>) -> Vec<[u32; 2]> {
    squares
        .map(|Square { row, column }| [row, column])
        .collect()
}

/// Names of the squares in a row, separated by spaces.
fn names_in_row(row: u32, squares: &[[u32; 2]]) -> String {
    let here = squares.iter().filter(|square| square[0] == row);
    let names: Vec<String> = here
        .map(|&[row, column]| Square::new(row, column).to_string())
        .collect();
    names.join(" ")
}

impl Document for PuzzleDocument {
    const SCHEMA: &'static str = "queens/puzzle/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("row", "row")
            .words("regions", "regions");
        let mut table = head.words("queens", "queens").words("crosses", "crosses");
        for (row, regions) in (0..).zip(&self.regions) {
            table.push([
                Cell::both(row + 1, row),
                Cell::words(regions),
                Cell::words(names_in_row(row, &self.queens)),
                Cell::words(names_in_row(row, &self.crosses)),
            ]);
        }
        table
    }
}
