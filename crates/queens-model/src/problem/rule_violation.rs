//! Rules that a placement breaks, in words.

use super::{Bounds, MAX_DRAWN};
use crate::square::Square;

/// Rule of a problem with several kinds of pieces, covers or other rules that a placement
/// breaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum RuleViolation {
    /// A piece that cannot stand where it is.
    #[error("the {piece} on {square} {reason}")]
    Piece {
        /// The piece, in words.
        piece: String,
        /// Its square.
        square: Square,
        /// The reason, in words.
        reason: String,
    },
    /// A given square without a piece.
    #[error("the given piece on {0} is missing")]
    GivenMissing(Square),
    /// An attack between two pieces that keep peace, each in words with its square.
    #[error("{}", attack_words(pieces, *is_mutual))]
    Attack {
        /// The attacker, and the piece that it attacks.
        pieces: [(String, Square); 2],
        /// True if they attack each other.
        is_mutual: bool,
    },
    /// A wrong number of pieces, sets or attackers.
    #[error("{finding}, but {}", demand_words(*bounds))]
    Number {
        /// Sentence with the number.
        finding: String,
        /// Numbers that are allowed.
        bounds: Bounds,
    },
    /// Two numbers that should be equal, in words.
    #[error("the board has {} and {}, but as many of each are required", .0[0], .0[1])]
    Unequal([String; 2]),
    /// A placement that is not its own image under the map that these words name.
    #[error("the pieces are not unchanged by {0}")]
    Changed(&'static str),
    /// A board with too many squares to count their attackers.
    #[error(
        "a board of {rows} x {columns} is too large to count the attackers of each square: at most {MAX_DRAWN} squares"
    )]
    TooLarge {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
    },
}

fn attack_words([one, other]: &[(String, Square); 2], is_mutual: bool) -> String {
    let ((attacker, from), (attacked, to)) = (one, other);
    match is_mutual {
        true => format!(
            "the {attacker} on {from} and the {attacked} on {to} attack each other"
        ),
        false => format!("the {attacker} on {from} attacks the {attacked} on {to}"),
    }
}

fn demand_words(bounds: Bounds) -> String {
    let verb = |number: u32| if number == 1 { "is" } else { "are" };
    match (bounds.low(), bounds.high()) {
        (_, 0) => "none is allowed".to_owned(),
        (low, u32::MAX) => format!("at least {low} {} required", verb(low)),
        (low, high) if low == high => format!("exactly {low} {} required", verb(low)),
        (0, high) => format!("at most {high} {} allowed", verb(high)),
        (low, high) => format!("{low} to {high} are required"),
    }
}
