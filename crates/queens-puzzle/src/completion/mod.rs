//! Completion levels: some queens of the n-queens problem are given, and exactly one
//! solution contains them.
//!
//! [`generate`] makes levels, [`rate`] rates them by the deductions that they need, and
//! [`hint`] helps a player. Steps, hints and ratings have the same types as those of
//! region puzzles.

mod board;
mod deductions;
mod generate;
mod hint;
mod rate;

pub use deductions::techniques;
pub use generate::{
    CompletionLevel, LevelError, LevelSettings, MIN_LEVEL_SIZE, generate, smallest_size,
};
pub use hint::hint;
pub use rate::rate;

use crate::Mark;
use crate::check::{MarkCheck, check_against};
use queens_engines::question::Settings;
use queens_model::problem::{Problem, ProblemBuilder, ProblemError};
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Returns the number of wrong marks of `position`, as [`crate::check_marks`] does for
/// region puzzles.
///
/// # Errors
/// No engine takes the board.
///
/// # Complexity
/// One question to an engine if all marks are right, else also a list of up to 1,000
/// solutions.
pub fn check_marks(
    position: &CompletionPosition,
    settings: &Settings,
) -> Result<MarkCheck, Unsupported> {
    let without_marks = CompletionPosition {
        size: position.size,
        given: position.given.clone(),
        queens: Vec::new(),
        crosses: Vec::new(),
    };
    let Ok(problem) = without_marks.problem() else {
        return Ok(MarkCheck::NoSolution);
    };
    let queens = position.queens.iter().map(|&square| (square, Mark::Queen));
    let crosses = position.crosses.iter().map(|&square| (square, Mark::Cross));
    let marks: Vec<(Square, Mark)> = queens.chain(crosses).collect();
    check_against(&problem, position.problem().ok().as_ref(), &marks, settings)
}

/// Maximum side of a board, in squares.
pub const MAX_COMPLETION_SIZE: u32 = 16;

/// A board with given queens and the marks of a player. The marks may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionPosition {
    size: u32,
    /// Given queens, row by row.
    given: Vec<Square>,
    /// Queens of the player.
    queens: Vec<Square>,
    /// Squares that the player has crossed out.
    crosses: Vec<Square>,
}

/// Reason why a board is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompletionError {
    /// A board that is empty or larger than [`MAX_COMPLETION_SIZE`].
    #[error("a board of {0} x {0} is not valid: use sides of 1 to {MAX_COMPLETION_SIZE}")]
    Size(u32),
    /// A square with two marks.
    #[error("{0} has two marks: name each square once")]
    TwoMarks(Square),
    /// A square off the board, or given queens that attack each other.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl CompletionPosition {
    /// Returns the board of `size` x `size` with `given` queens and no other marks.
    ///
    /// # Errors
    /// A size of 0 or above [`MAX_COMPLETION_SIZE`], a square off the board, queens that
    /// attack each other.
    pub fn new(size: u32, given: &[Square]) -> Result<Self, CompletionError> {
        if size == 0 || size > MAX_COMPLETION_SIZE {
            return Err(CompletionError::Size(size));
        }
        let (queens, crosses) = (Vec::new(), Vec::new());
        let mut given = given.to_vec();
        given.sort_unstable();
        let position = CompletionPosition {
            size,
            given,
            queens,
            crosses,
        };
        position.check_squares()?;
        position.problem()?;
        Ok(position)
    }

    /// Adds the marks of a player.
    ///
    /// # Errors
    /// A square off the board, or a square with two marks, given queens included.
    pub fn with_marks(
        mut self,
        queens: &[Square],
        crosses: &[Square],
    ) -> Result<Self, CompletionError> {
        self.queens.extend(queens);
        self.crosses.extend(crosses);
        self.check_squares()?;
        Ok(self)
    }

    /// Side of the board, in squares.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Given queens, row by row.
    #[must_use]
    pub fn given(&self) -> &[Square] {
        &self.given
    }

    /// Returns the problem that is left: all queens are given, crossed squares are holes.
    ///
    /// # Errors
    /// Queens that attack each other.
    pub fn problem(&self) -> Result<Problem, ProblemError> {
        let builder = Problem::builder(self.size, self.size);
        let builder = self
            .crosses
            .iter()
            .copied()
            .fold(builder, ProblemBuilder::hole);
        let queens = self.given.iter().chain(&self.queens).copied();
        queens
            .fold(builder, ProblemBuilder::given)
            .build()?
            .without_clash()
    }

    fn check_squares(&self) -> Result<(), CompletionError> {
        let (rows, columns) = (self.size, self.size);
        let mut squares: Vec<Square> = [&self.given, &self.queens, &self.crosses]
            .into_iter()
            .flatten()
            .copied()
            .collect();
        if let Some(&square) = squares
            .iter()
            .find(|square| square.row.max(square.column) >= self.size)
        {
            return Err(ProblemError::OffBoard {
                what: "the mark",
                square,
                rows,
                columns,
            }
            .into());
        }
        squares.sort_unstable();
        match squares.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(CompletionError::TwoMarks(pair[0])),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
