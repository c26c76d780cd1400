//! Which new puzzles are wanted.

use crate::{Rating, Word};

/// How hard new puzzles may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// As it comes, also where a proof by contradiction is needed.
    #[default]
    Any,
    /// Named rules lead to the solution.
    ByRules,
    /// Rated with this word.
    Rated(Word),
}

impl Difficulty {
    /// Whether a puzzle that is rated so is as wanted.
    pub(super) fn accepts(self, rating: &Rating) -> bool {
        match self {
            Difficulty::Any => true,
            Difficulty::ByRules => rating.is_by_rules(),
            Difficulty::Rated(word) => rating.solved && rating.word == word,
        }
    }
}
