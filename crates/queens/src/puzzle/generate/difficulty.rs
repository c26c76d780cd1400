//! Which new puzzles are wanted.

use crate::puzzle::{Options, Puzzle, Word, rate};

/// How hard new puzzles may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// As it comes, also where a proof by contradiction is needed.
    Any,
    /// Named rules lead to the solution.
    #[default]
    ByRules,
    /// Rated with this word.
    Rated(Word),
}

impl Difficulty {
    /// Whether `puzzle` is as wanted, for the deductions that `options` allow.
    #[must_use]
    pub fn accepts(self, puzzle: &Puzzle, options: &Options) -> bool {
        match self {
            Difficulty::Any => true,
            Difficulty::ByRules => rate(puzzle, options).is_by_rules(),
            Difficulty::Rated(word) => {
                let rating = rate(puzzle, options);
                rating.solved && rating.word == word
            }
        }
    }
}
