//! One step: a deduction applied to a board, with its evidence and its conclusion.

use super::premise::{Fact, Premise, squares_of, with_numbers};
use super::techniques::TechniqueInfo;
use super::{Mark, Position};
use queens_model::problem::Unit;
use queens_model::square::Square;

/// One application of a deduction. It holds in every solution that the marks allow; a
/// deduction by uniqueness holds in the solution of a puzzle that has exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleStep {
    /// The deduction.
    pub technique: &'static TechniqueInfo,
    /// Reason in one sentence.
    pub sentence: String,
    /// Everything that the reason uses, in the order in which the sentence names it.
    pub premises: Vec<Premise>,
    /// Open squares of these units where the queens on the board rule out another one,
    /// row by row: the reason counts them as crossed. Empty except in a [`super::hint`],
    /// which leaves out the steps that only cross such squares.
    pub ruled_out: Vec<Square>,
    /// Open squares that are shown to stay empty, row by row.
    pub crosses: Vec<Square>,
    /// Open squares that are shown to hold a queen, row by row.
    pub queens: Vec<Square>,
}

impl PuzzleStep {
    /// Squares that the premises are about, row by row.
    #[must_use]
    pub fn read(&self) -> Vec<Square> {
        squares_of(&self.premises)
    }

    /// Units of the premises, in their order.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        self.premises
            .iter()
            .filter_map(|premise| match premise.fact {
                Fact::Unit(unit) => Some(unit),
                Fact::Queen(_) | Fact::OneSolution(_) => None,
            })
    }

    /// The sentence with the number of each premise after its name: `Row 2 (1) needs one
    /// queen, and only d2 is left.`
    #[must_use]
    pub fn numbered_sentence(&self) -> String {
        with_numbers(&self.sentence, &self.premises)
    }

    /// Squares that this step marks, each with its mark.
    pub fn marks(&self) -> impl Iterator<Item = (Square, Mark)> {
        let queens = self.queens.iter().map(|&square| (square, Mark::Queen));
        queens.chain(
            self.ruled_out
                .iter()
                .chain(&self.crosses)
                .map(|&square| (square, Mark::Cross)),
        )
    }

    /// Marks the squares that this step determines.
    ///
    /// # Panics
    /// If a square is off the board of `position`.
    pub fn apply(&self, position: &mut Position) {
        self.marks()
            .for_each(|(square, mark)| position.set(square, mark));
    }
}
