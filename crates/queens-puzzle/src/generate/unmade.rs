//! A search for a new puzzle that found none.

use super::{Difficulty, GenerateError, GenerateSettings};
use crate::{Rating, RatingWord};
use control::{Stop, counted};
use std::fmt;

/// A search for a new puzzle that found none, with what it tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnmadePuzzle {
    /// Reason why the search ended.
    pub stop: Stop,
    /// Side of the board, in squares; 0 if nothing was tried.
    pub size: u32,
    /// Number of queens in each unit.
    pub stars: u32,
    /// Difficulty that was wanted.
    pub difficulty: Difficulty,
    /// Number of attempts.
    pub attempts: u32,
    /// Number of puzzles of another difficulty.
    pub others: u32,
    /// Difficulty of the nearest of these.
    pub nearest: Option<RatingWord>,
}

impl UnmadePuzzle {
    /// Returns a search that has tried nothing yet.
    pub(super) fn new(settings: &GenerateSettings) -> Self {
        let GenerateSettings {
            size,
            stars,
            difficulty,
            ..
        } = *settings;
        UnmadePuzzle {
            stop: Stop::GaveUp,
            size,
            stars,
            difficulty,
            attempts: 0,
            others: 0,
            nearest: None,
        }
    }

    /// Returns a search that ended before its first attempt.
    pub(super) fn before_attempts(stop: Stop) -> Self {
        let difficulty = Difficulty::Any;
        UnmadePuzzle {
            stop,
            size: 0,
            stars: 0,
            difficulty,
            attempts: 0,
            others: 0,
            nearest: None,
        }
    }

    /// Counts a puzzle of another difficulty.
    pub(super) fn add_rating(&mut self, rating: &Rating) {
        self.others += 1;
        let wanted = match self.difficulty {
            Difficulty::Rated(word) => word,
            Difficulty::Any | Difficulty::ByRules => RatingWord::Hard,
        };
        let distance = |word: RatingWord| (word as u32).abs_diff(wanted as u32);
        let is_nearer = self
            .nearest
            .is_none_or(|nearest| distance(rating.word) < distance(nearest));
        if is_nearer {
            self.nearest = Some(rating.word);
        }
    }

    /// Adds what was tried to a stop.
    pub(super) fn complete_error(self, error: GenerateError) -> GenerateError {
        match error {
            GenerateError::Stopped(end) => {
                GenerateError::Stopped(Box::new(UnmadePuzzle {
                    stop: end.stop,
                    ..self
                }))
            }
            other => other,
        }
    }

    /// Words for the puzzle that was wanted: `hard puzzle of 5 x 5`, `puzzle of 12 x 12
    /// with 3 queens in each row`.
    fn wanted_in_words(&self) -> String {
        let UnmadePuzzle {
            size,
            stars,
            difficulty,
            ..
        } = *self;
        let rated = match difficulty {
            Difficulty::Rated(word) => format!("{} ", word.id()),
            Difficulty::Any | Difficulty::ByRules => String::new(),
        };
        let of = if size == 0 {
            String::new()
        } else {
            format!(" of {size} x {size}")
        };
        let with = if stars > 1 {
            format!(" with {stars} queens in each row")
        } else {
            String::new()
        };
        format!("{rated}puzzle{of}{with}")
    }

    /// Words for what was tried, without the reason why it ended: `no hard puzzle of 4 x
    /// 4 was found in 10000 attempts (6120 other puzzles came out, the nearest is
    /// medium)`.
    #[must_use]
    pub fn tried(&self) -> String {
        let tried = format!(
            "no {} was found in {}",
            self.wanted_in_words(),
            counted(self.attempts, "attempt")
        );
        let Some(nearest) = self.nearest else {
            return tried;
        };
        let nearest = nearest.id();
        match self.others {
            1 => format!("{tried} (one other puzzle came out, it is {nearest})"),
            others => format!(
                "{tried} ({others} other puzzles came out, the nearest is {nearest})"
            ),
        }
    }

    /// Advice, as the end of a sentence.
    fn way_out(&self) -> &'static str {
        match self.stop {
            Stop::Cancelled => "",
            Stop::LimitReached(_) => {
                "; allow more time, or try another seed, size, shape or difficulty"
            }
            // As many attempts with more time would fail, too.
            Stop::Found | Stop::GaveUp => "; try another seed, size, shape or difficulty",
        }
    }
}

impl fmt::Display for UnmadePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tried())?;
        // The number of attempts says that the search gave up.
        if self.stop != Stop::GaveUp {
            write!(f, ": {}", self.stop)?;
        }
        f.write_str(self.way_out())
    }
}
