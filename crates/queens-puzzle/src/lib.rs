//! Region puzzles: a square board cut into regions, with the same number of queens in
//! every row, column and region, no two touching. With one queen each it is the daily
//! puzzle of the newspapers, with more it is Star Battle (Eendebak 2003).
//!
//! This room does not count: [`queens_engines::ask()`] decides whether a puzzle has a
//! solution and whether it is the only one.

#![forbid(unsafe_code)]

mod answer;
mod audit;
mod borders;
mod capacity;
mod check;
pub mod completion;
mod credits;
pub mod daily;
mod disconnected;
pub mod document;
mod explain;
mod game;
mod generate;
mod grid;
mod hint;
mod mistake;
mod position;
mod premise;
mod proofs;
mod rate;
pub mod read;
mod reason;
#[cfg(any(test, debug_assertions))]
mod reason_check;
mod rules;
mod step;
mod techniques;
mod watch;
pub mod write;

pub use answer::{PuzzleAnswer, answer_clues, answer_puzzle};
pub use audit::{AuditError, audit};
pub use check::{MarkCheck, check_marks};
pub use credits::{CreditField, CreditsError, PuzzleCredits};
pub use explain::{Explanation, Options, applications, explain, explain_from};
pub use game::{Game, GameError, MarkChange};
pub use generate::{
    Difficulty, GenerateError, GenerateSettings, GeneratedPuzzle, MissingWish,
    NearestPuzzle, PuzzleWish, RegionShape, RepairedPuzzle, UniqueRepair,
    UniqueRepairError, UnmadePuzzle, generate, generate_many, repair_uniqueness,
};
pub use hint::{Hint, hint};
pub use mistake::{Mistake, Obstacle, Unratable, obstacle, unratable};
pub use position::{Mark, Position};
pub use premise::{Fact, Premise};
pub use rate::{Rating, RatingWord, rate};
pub use step::PuzzleStep;
pub use techniques::{TechniqueInfo, find_technique, techniques};

use control::counted;
use queens_model::problem::{
    Bounds, Edges, Piece, Preset, Problem, ProblemError, SquareKind, Unit,
};
use queens_model::square::Square;

/// Maximum side of a puzzle, in squares.
pub const MAX_SIZE: u32 = 64;

/// A region puzzle: a [`Problem`] that is known to satisfy the rules of the puzzle.
///
/// Squares are numbered row by row, as in [`Problem::every_square`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    problem: Problem,
    size: u32,
    stars: u32,
    credits: PuzzleCredits,
}

/// Reason why a board is not a region puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board that is not square, empty, or larger than [`MAX_SIZE`]: rows and columns.
    #[error(
        "a puzzle of {0} x {1} is not valid: the board is square, with sides of 1 to {MAX_SIZE}"
    )]
    Size(u32, u32),
    /// No queens.
    #[error("0 queens in each row make no puzzle: use 1 or more")]
    NoStars,
    /// More queens than a row has squares.
    #[error("{stars} queens do not fit in a row of {}: use {size} or fewer", counted(*size, "square"))]
    TooManyStars {
        /// Queens of each row.
        stars: u32,
        /// Squares of each row.
        size: u32,
    },
    /// Not as many regions as rows.
    #[error(
        "a board of {size} x {size} with {} is not valid: draw exactly {size}, one for each row", counted(*found, "region")
    )]
    Regions {
        /// Regions drawn.
        found: u32,
        /// Rows.
        size: u32,
    },
    /// A problem with other rules.
    #[error(
        "{0}: in a region puzzle no two pieces touch, and each row, column and region has the same number"
    )]
    Rules(&'static str),
    /// A board that is not a valid problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Puzzle {
    /// Returns a puzzle of `size` x `size` with `stars` queens in each row, column and
    /// region. `regions` holds the region number of each square, row by row: the numbers
    /// 0 to `size` - 1, each used. Regions need not be connected.
    ///
    /// # Errors
    /// A size of 0 or above [`MAX_SIZE`], no stars or more than `size`, a map of another
    /// length, another number of regions.
    pub fn new(size: u32, stars: u32, regions: Vec<u32>) -> Result<Self, PuzzleError> {
        if size == 0 || size > MAX_SIZE {
            return Err(PuzzleError::Size(size, size));
        }
        let mut builder = Preset::Regions.builder(size, size).regions(regions);
        builder = builder.units(line_demand(stars));
        Puzzle::from_problem(builder.build()?)
    }

    /// Converts a problem into a puzzle; its given queens and holes become the clues.
    ///
    /// # Errors
    /// The rule of the puzzle that `problem` breaks.
    pub fn from_problem(problem: Problem) -> Result<Self, PuzzleError> {
        let (size, units) = (problem.rows(), problem.units());
        if !problem.is_square() || size == 0 || size > MAX_SIZE {
            return Err(PuzzleError::Size(size, problem.columns()));
        }
        if *problem.piece() != Piece::king() || problem.edges() != Edges::OPEN {
            return Err(PuzzleError::Rules(
                "the board has other pieces or joined edges",
            ));
        }
        if problem.has_walls() {
            return Err(PuzzleError::Rules("the board has walls"));
        }
        if units.row.low() == 0 && units.row.high() == 0 {
            return Err(PuzzleError::NoStars);
        }
        let stars = units.row.low();
        if stars > size {
            return Err(PuzzleError::TooManyStars { stars, size });
        }
        if units != line_demand(stars) {
            return Err(PuzzleError::Rules(
                "rows, columns and regions do not all demand the same number",
            ));
        }
        if problem.region_count() != size {
            return Err(PuzzleError::Regions {
                found: problem.region_count(),
                size,
            });
        }
        Ok(Puzzle {
            problem: problem.without_clash()?,
            size,
            stars,
            credits: PuzzleCredits::default(),
        })
    }

    /// Returns the puzzle with these credits.
    #[must_use]
    pub fn with_credits(self, credits: PuzzleCredits) -> Self {
        Puzzle { credits, ..self }
    }

    /// Author, title, date and licence; empty if nothing is known.
    #[must_use]
    pub fn credits(&self) -> &PuzzleCredits {
        &self.credits
    }

    /// Credits, to be changed.
    pub fn credits_mut(&mut self) -> &mut PuzzleCredits {
        &mut self.credits
    }

    /// The puzzle as a problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Side of the board, in squares; also the number of regions.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Number of queens in each row, column and region.
    #[must_use]
    pub fn stars(&self) -> u32 {
        self.stars
    }

    /// Region number of `square`, from 0.
    ///
    /// # Panics
    /// If `square` is off the board.
    #[must_use]
    pub fn region(&self, square: Square) -> u32 {
        self.problem.region(square).unwrap_or_default()
    }

    /// Name of a region in sentences and letter grids: A, B, ..., Z, AA, AB, ...
    #[must_use]
    pub fn region_name(region: u32) -> String {
        queens_model::problem::region_name(region)
    }

    /// Name of a unit in sentences and documents, as the edges of the board show it: `row
    /// 1`, `column c`, `region C`.
    #[must_use]
    pub fn unit_name(unit: Unit) -> String {
        match unit {
            Unit::Region(region) => format!("region {}", Self::region_name(region)),
            Unit::Column(column) => {
                format!("column {}", reason::words::column_letter(column))
            }
            line => line.to_string(),
        }
    }

    /// Region number of each square, row by row.
    #[must_use]
    pub fn regions(&self) -> Vec<u32> {
        self.problem
            .every_square()
            .map(|square| self.region(square))
            .collect()
    }

    /// Squares of each region.
    #[must_use]
    pub fn region_squares(&self) -> Vec<Vec<Square>> {
        let mut squares = vec![Vec::new(); self.size as usize];
        for square in self.problem.every_square() {
            squares[self.region(square) as usize].push(square);
        }
        squares
    }

    /// True if a clue blocks `square`: it holds no queen.
    #[must_use]
    pub fn is_blocked(&self, square: Square) -> bool {
        self.problem.kind(square) != SquareKind::Free
    }

    /// Clue on `square`: a queen, a cross (no queen), or open if there is no clue.
    #[must_use]
    pub fn clue(&self, square: Square) -> Mark {
        match () {
            () if self.is_blocked(square) => Mark::Cross,
            () if self.problem.givens().contains(&square) => Mark::Queen,
            () => Mark::Open,
        }
    }

    /// True if the puzzle has a clue.
    #[must_use]
    pub fn has_clues(&self) -> bool {
        self.problem
            .every_square()
            .any(|square| self.clue(square) != Mark::Open)
    }

    /// True if every region is connected along rows and columns.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.region_squares().iter().all(|squares| {
            let mut reached = vec![squares[0]];
            let mut next = 0;
            while let Some(&square) = reached.get(next) {
                for &other in squares {
                    let distance = square.row.abs_diff(other.row)
                        + square.column.abs_diff(other.column);
                    if distance == 1 && !reached.contains(&other) {
                        reached.push(other);
                    }
                }
                next += 1;
            }
            reached.len() == squares.len()
        })
    }
}

/// Demand of the units: exactly `stars` queens each.
fn line_demand(stars: u32) -> queens_model::problem::Units {
    let exactly = Bounds::exactly(stars);
    queens_model::problem::Units {
        row: exactly,
        column: exactly,
        region: exactly,
        total: Bounds::ANY,
    }
}

#[cfg(test)]
mod tests;
