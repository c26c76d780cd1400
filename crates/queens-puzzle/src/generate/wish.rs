//! Wishes for a new puzzle.

use crate::{Puzzle, Rating, RatingWord, TechniqueInfo, techniques};
use control::counted;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

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

/// Wishes for a new puzzle, beyond one solution. Puzzles that do not meet them are
/// discarded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleWish {
    /// Its difficulty.
    pub difficulty: Difficulty,
    /// Least score and greatest score, as [`Rating::score`] counts.
    pub scores: Option<RangeInclusive<u32>>,
    /// Least number of squares in a region; a region of one square gives a queen away.
    pub least_region: u32,
    /// A deduction that it needs: some round of its rating uses it.
    pub needs: Option<&'static TechniqueInfo>,
    /// The hardest deduction that it may need, in the order of [`techniques`].
    pub at_most: Option<&'static TechniqueInfo>,
    /// True if [`Rating::hardest_comes_late`] holds.
    pub late_peak: bool,
}

impl PuzzleWish {
    /// Returns a wish for this difficulty alone.
    #[must_use]
    pub fn rated(difficulty: Difficulty) -> Self {
        PuzzleWish {
            difficulty,
            ..PuzzleWish::default()
        }
    }

    /// Returns the names of the deduction that is needed and of the hardest that may be, if
    /// the first is the harder one.
    pub(super) fn contradiction(&self) -> Option<(&'static str, &'static str)> {
        let (needed, most) = (self.needs?, self.at_most?);
        (place_of(needed) > place_of(most)).then_some((needed.name, most.name))
    }

    /// Returns true if nothing but the difficulty is asked for.
    pub(super) fn is_difficulty_alone(&self) -> bool {
        let asked = PuzzleWish {
            least_region: self.least_region.saturating_sub(1),
            ..self.clone()
        };
        asked == PuzzleWish::rated(self.difficulty)
    }

    /// Returns true if the regions are as large as is wanted, which is known before a
    /// puzzle is rated.
    pub(super) fn accepts_regions(&self, puzzle: &Puzzle) -> bool {
        self.least_region <= 1 || self.least_region <= smallest_region(puzzle)
    }

    /// Returns what `puzzle` lacks; nothing if it is as is wanted.
    #[must_use]
    pub fn missing(&self, puzzle: &Puzzle, rating: &Rating) -> Vec<MissingWish> {
        let mut missing = Vec::new();
        if !self.difficulty.accepts_rating(rating) {
            missing.push(MissingWish::Difficulty(rating.word, self.difficulty));
        }
        if let Some(scores) = &self.scores
            && !scores.contains(&rating.score)
        {
            missing.push(MissingWish::Score(rating.score, scores.clone()));
        }
        if !self.accepts_regions(puzzle) {
            let smallest = smallest_region(puzzle);
            missing.push(MissingWish::Region(smallest, self.least_region));
        }
        if let Some(needed) = self.needs
            && !rating
                .techniques
                .iter()
                .any(|(used, _)| used.id == needed.id)
        {
            missing.push(MissingWish::Technique(needed));
        }
        if let Some(most) = self.at_most
            && let Some(hardest) = rating.hardest
            && place_of(hardest) > place_of(most)
        {
            missing.push(MissingWish::TooHard(hardest, most));
        }
        if self.late_peak && !rating.hardest_comes_late() {
            missing.push(MissingWish::LatePeak);
        }
        missing
    }
}

/// Returns the number of squares of the smallest region.
fn smallest_region(puzzle: &Puzzle) -> u32 {
    let mut sizes = BTreeMap::new();
    for region in puzzle.regions() {
        *sizes.entry(region).or_insert(0) += 1;
    }
    sizes.into_values().min().unwrap_or(0)
}

/// Returns the place of a deduction among all, easiest first; proofs by contradiction come
/// last.
fn place_of(technique: &TechniqueInfo) -> usize {
    techniques()
        .position(|one| one.id == technique.id)
        .unwrap_or(usize::MAX)
}

/// Something that a puzzle lacks of what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingWish {
    /// The difficulty that it has, and the one that is wanted.
    Difficulty(RatingWord, Difficulty),
    /// The score that it has, and those that are wanted.
    Score(u32, RangeInclusive<u32>),
    /// The number of squares of its smallest region, and the least that is wanted.
    Region(u32, u32),
    /// A deduction that it does not need.
    Technique(&'static TechniqueInfo),
    /// The hardest deduction that it needs, and the hardest that it may need.
    TooHard(&'static TechniqueInfo, &'static TechniqueInfo),
    /// The hardest deduction is needed at the beginning.
    LatePeak,
}

impl fmt::Display for MissingWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MissingWish::Difficulty(word, Difficulty::Rated(wanted)) => {
                write!(f, "it is {word}, not {wanted}")
            }
            MissingWish::Difficulty(..) => {
                f.write_str("named deductions do not solve it")
            }
            MissingWish::Score(score, wanted) => write!(
                f,
                "its score is {score}, not from {} to {}",
                wanted.start(),
                wanted.end()
            ),
            MissingWish::Region(smallest, least) => write!(
                f,
                "its smallest region has {}, not {least}",
                counted(*smallest, "square")
            ),
            MissingWish::Technique(needed) => {
                write!(f, "it does not need '{}'", needed.name)
            }
            MissingWish::TooHard(hardest, most) => write!(
                f,
                "it needs '{}', which is harder than '{}'",
                hardest.name, most.name
            ),
            MissingWish::LatePeak => {
                f.write_str("its hardest deduction is needed at the beginning")
            }
        }
    }
}
