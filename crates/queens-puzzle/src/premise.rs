//! The premises of a reason: everything that it uses, in the order in which it uses it.

use queens_model::problem::Unit;
use queens_model::square::Square;

/// One thing that a reason uses.
///
/// The premises of a step prove its conclusion by themselves, together with the rule that no two queens touch (on a board
/// of the n-queens levels: that no two attack each other). No premise can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// What the reason uses.
    pub fact: Fact,
    /// Squares that the fact is about, row by row: the queens and the open squares of a unit; the queen; the squares of
    /// both pairs.
    pub squares: Vec<Square>,
    /// Byte of the sentence after the name of the fact, where its number stands when the premises are numbered. The
    /// premises of a step are in the order of their names.
    pub named_at: usize,
}

/// What a premise states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The unit holds its number of queens: those on the board, and the others on its open squares.
    Unit(Unit),
    /// A queen on the board, which no other touches.
    Queen(Square),
    /// The puzzle has one solution only. The queens of one pair could be exchanged for those of the other, so a queen
    /// that touches one pair and not the other prevents it.
    OneSolution([[Square; 2]; 2]),
}
