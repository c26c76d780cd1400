//! Faults of a reason.

use super::MAX_DEAD_ENDS;
use super::names::square_names;
use crate::Fact;
use queens_model::problem::Unit;
use queens_model::square::Square;

/// Reason why premises do not prove a conclusion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReasonFault {
    /// The premises hold and the conclusion does not.
    #[error(
        "the premises allow the opposite on {square}: queens on {}",
        square_names(queens)
    )]
    Counterexample {
        /// Square of the conclusion.
        square: Square,
        /// Queens that satisfy the premises, row by row.
        queens: Vec<Square>,
    },
    /// The search gave up.
    #[error("the search for {0} met too many dead ends")]
    Undecided(Square),
    /// Two pairs that cannot be exchanged.
    #[error("the pairs cannot be exchanged: {0}")]
    NotExchangeable(ExchangeFault),
    /// A step that marks no square.
    #[error("there is no conclusion")]
    NoConclusion,
    /// A conclusion about a square that has a mark already.
    #[error("the conclusion is about {0}, which is not open")]
    NotOpen(Square),
    /// A premise that is named twice.
    #[error("{0:?} is named twice")]
    NamedTwice(Fact),
    /// A unit that the board does not have.
    #[error("the board has no {0}")]
    NoUnit(Unit),
    /// A named queen that is not on the board.
    #[error("there is no queen on {0}")]
    NoQueen(Square),
    /// A premise with other squares than those of its fact.
    #[error("{fact:?} is about {}", square_names(expected))]
    WrongSquares {
        /// The fact.
        fact: Fact,
        /// Its squares, row by row.
        expected: Vec<Square>,
    },
    /// Premises that are not in the order of their names.
    #[error("{0:?} does not stand behind the premise before it")]
    NotInOrder(Fact),
    /// A place that is not behind the name of the fact.
    #[error("the sentence does not name {fact:?} at the end of {before:?}")]
    NotNamed {
        /// The fact.
        fact: Fact,
        /// The sentence up to the place; empty if there is no character there.
        before: String,
    },
    /// A square that counts as crossed although no queen on the board rules it out.
    #[error("no queen on the board rules out {0}")]
    NotRuledOut(Square),
}

/// Reason why two pairs of queens cannot be exchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExchangeFault {
    /// A square that has a mark, or stands in both pairs.
    #[error("{0} is not open, or is in the pairs twice")]
    NotFree(Square),
    /// Two squares of one pair that touch.
    #[error("{} and {} touch", .0[0], .0[1])]
    PairTouches([Square; 2]),
    /// Pairs that fill different rows, columns or regions.
    #[error("they fill different rows, columns or regions")]
    DifferentUnits,
    /// A square next to a queen on the board.
    #[error("{0} touches the queen on {1}")]
    TouchesQueen(Square, Square),
    /// The other premises allow something else than both queens of one pair.
    #[error("the units allow queens on {}, which are not both squares of one pair", square_names(.0))]
    NotOnePair(Vec<Square>),
    /// The search gave up.
    #[error("not decided after {MAX_DEAD_ENDS} dead ends")]
    Undecided,
}
