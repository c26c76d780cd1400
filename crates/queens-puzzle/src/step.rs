//! One deduction, with what it read and what it settles.

use super::techniques::TechniqueInfo;
use super::{Mark, Position};
use queens_model::problem::Unit;
use queens_model::square::Square;

/// One deduction: true in every solution that the marks allow; of a deduction that leans on uniqueness, in the only
/// solution of a puzzle that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The deduction.
    pub technique: &'static TechniqueInfo,
    /// What it says here, in one sentence.
    pub sentence: String,
    /// The squares that it looked at, row by row.
    pub read: Vec<Square>,
    /// The open squares on which no queen stands, row by row.
    pub crosses: Vec<Square>,
    /// The open squares on which a queen stands, row by row.
    pub queens: Vec<Square>,
    /// The units that it looked at.
    pub units: Vec<Unit>,
}

impl Step {
    /// Marks what it settles.
    ///
    /// # Panics
    /// Where a square is off the board of `position`.
    pub fn apply(&self, position: &mut Position) {
        self.crosses.iter().for_each(|&square| position.set(square, Mark::Cross));
        self.queens.iter().for_each(|&square| position.set(square, Mark::Queen));
    }
}
