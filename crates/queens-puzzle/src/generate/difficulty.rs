//! Difficulty of new puzzles.

use crate::{Rating, RatingWord};

/// Difficulty of new puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// Any, including puzzles that need a proof by contradiction.
    #[default]
    Any,
    /// Any that named deductions solve.
    ByRules,
    /// Exactly this rating.
    Rated(RatingWord),
}

impl Difficulty {
    /// Returns true for a rating that is wanted.
    pub(super) fn accepts_rating(self, rating: &Rating) -> bool {
        match self {
            Difficulty::Any => true,
            Difficulty::ByRules => rating.is_by_rules(),
            Difficulty::Rated(word) => rating.solved && rating.word == word,
        }
    }
}
