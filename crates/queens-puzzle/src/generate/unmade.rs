//! A search for a new puzzle that found none.

use super::{
    Difficulty, GenerateError, GenerateSettings, GeneratedPuzzle, MissingWish, PuzzleWish,
};
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
    /// Wishes for the puzzle.
    pub wish: PuzzleWish,
    /// Number of attempts.
    pub attempts: u32,
    /// Number of puzzles that came out and were not as was wanted.
    pub others: u32,
    /// The nearest of these.
    pub nearest: Option<NearestPuzzle>,
}

/// A puzzle that is not as was wanted, with what it lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestPuzzle {
    /// The puzzle.
    pub made: GeneratedPuzzle,
    /// Wishes that it does not meet.
    pub missing: Vec<MissingWish>,
}

impl UnmadePuzzle {
    /// Returns a search that has tried nothing yet.
    pub(super) fn new(settings: &GenerateSettings) -> Self {
        UnmadePuzzle {
            stop: Stop::GaveUp,
            size: settings.size,
            stars: settings.stars,
            wish: settings.wish.clone(),
            attempts: 0,
            others: 0,
            nearest: None,
        }
    }

    /// Returns a search that ended before its first attempt.
    pub(super) fn before_attempts(stop: Stop) -> Self {
        UnmadePuzzle {
            stop,
            size: 0,
            stars: 0,
            wish: PuzzleWish::default(),
            attempts: 0,
            others: 0,
            nearest: None,
        }
    }

    /// Keeps a puzzle that is not as was wanted, if no earlier one is nearer.
    pub(super) fn add_other(&mut self, made: GeneratedPuzzle, missing: Vec<MissingWish>) {
        let distance = distance_of(&missing);
        let is_nearer = self
            .nearest
            .as_ref()
            .is_none_or(|nearest| distance < distance_of(&nearest.missing));
        if is_nearer {
            self.nearest = Some(NearestPuzzle { made, missing });
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
        let rated = match self.wish.difficulty {
            Difficulty::Rated(word) => format!("{} ", word.id()),
            Difficulty::Any | Difficulty::ByRules => String::new(),
        };
        let of = match self.size {
            0 => String::new(),
            size => format!(" of {size} x {size}"),
        };
        let with = match self.stars {
            0 | 1 => String::new(),
            stars => format!(" with {stars} queens in each row"),
        };
        let such = match self.wish.is_difficulty_alone() {
            true => "",
            false => "such ",
        };
        format!("{such}{rated}puzzle{of}{with}")
    }

    /// Words for what was tried, without the reason why it ended: `no hard puzzle of 4 x
    /// 4 was found in 10000 attempts (6120 other puzzles came out; the nearest falls
    /// short: it is medium, not hard)`.
    #[must_use]
    pub fn tried(&self) -> String {
        let tried = format!(
            "no {} was found in {}",
            self.wanted_in_words(),
            counted(self.attempts, "attempt")
        );
        let Some(nearest) = &self.nearest else {
            return tried;
        };
        let missing: Vec<String> =
            nearest.missing.iter().map(ToString::to_string).collect();
        let (others, missing) = (self.others, missing.join(", "));
        match others {
            1 => format!("{tried} (another puzzle came out: {missing})"),
            _ => format!(
                "{tried} ({others} other puzzles came out; the nearest falls short: {missing})"
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

/// Returns how far a puzzle is from what was wanted: the number of things that it lacks,
/// then how far it is from each.
fn distance_of(missing: &[MissingWish]) -> (usize, u32) {
    let steps = missing.iter().map(|lack| match lack {
        MissingWish::Difficulty(word, Difficulty::Rated(wanted)) => {
            100 * (*word as u32).abs_diff(*wanted as u32)
        }
        MissingWish::Difficulty(..) => 100,
        MissingWish::Score(score, wanted) => {
            wanted.start().saturating_sub(*score) + score.saturating_sub(*wanted.end())
        }
        MissingWish::Region(smallest, least) => 100 * (least - smallest),
        MissingWish::TooHard(hardest, most) => {
            100 * u32::from(hardest.level.abs_diff(most.level))
        }
        MissingWish::Technique(_) => 100,
        MissingWish::LatePeak => 1,
    });
    (missing.len(), steps.sum())
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
