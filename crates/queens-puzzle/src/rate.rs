//! Ratings: the difficulty of a puzzle, measured by the deductions that it needs.

use super::capacity::Conclusion;
use super::grid::{CandidateGrid, PuzzleBoard, with_words};
use super::techniques::{CollectMode, StepCollector, TechniqueEntry, TechniqueInfo};
use super::{Options, Position, Puzzle};
use control::Stop;
use std::fmt;

/// Difficulty in a word, by the level of the hardest deduction that a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RatingWord {
    /// Level 1: marks around queens, full and tight units.
    Gentle,
    /// Level 2: blocks of 2 x 2, confinement.
    Easy,
    /// Levels 3 and 4: exclusion and counts of two.
    Medium,
    /// Levels 5 to 8: all other named deductions.
    Hard,
    /// Levels 9 and up: named deductions do not suffice.
    Fiendish,
}

impl RatingWord {
    /// All words, the easiest first.
    pub const ALL: [RatingWord; 5] = [
        RatingWord::Gentle,
        RatingWord::Easy,
        RatingWord::Medium,
        RatingWord::Hard,
        RatingWord::Fiendish,
    ];

    /// Word for a score.
    #[must_use]
    pub fn from_score(score: u32) -> Self {
        match score / 100 {
            0 | 1 => RatingWord::Gentle,
            2 => RatingWord::Easy,
            3 | 4 => RatingWord::Medium,
            5..=8 => RatingWord::Hard,
            _ => RatingWord::Fiendish,
        }
    }

    /// Name in commands and documents.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            RatingWord::Gentle => "gentle",
            RatingWord::Easy => "easy",
            RatingWord::Medium => "medium",
            RatingWord::Hard => "hard",
            RatingWord::Fiendish => "fiendish",
        }
    }
}

impl fmt::Display for RatingWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Difficulty of a puzzle.
///
/// A rating counts rounds. In each round, the easiest deduction that applies is applied
/// everywhere at once, so the rating depends neither on the order of the squares nor on
/// the numbers of the regions, and all eight symmetries of a board have the same rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Hardest deduction that was needed; `None` if the clues determine every square.
    pub hardest: Option<&'static TechniqueInfo>,
    /// Number of rounds that used it.
    pub times: u32,
    /// Number of rounds.
    pub steps: u32,
    /// Deductions that were needed, easiest first, with the number of rounds of each.
    pub techniques: Vec<(&'static TechniqueInfo, u32)>,
    /// Levels of the deductions of the rounds, in their order.
    pub levels: Vec<u8>,
    /// True if the rounds end in the solution.
    pub solved: bool,
    /// 100 times the level of the hardest deduction, plus 3 for each further round of
    /// that level and 1 for each round, which add at most 99. The level is 11 if the
    /// rounds do not end in the solution.
    pub score: u32,
    /// The score in a word.
    pub word: RatingWord,
}

impl Rating {
    /// Rates these rounds: the index in `table` (easiest first) of the deduction of each.
    pub(crate) fn from_rounds(
        rounds: &[usize],
        table: &[&'static TechniqueInfo],
        solved: bool,
    ) -> Self {
        let mut techniques = Vec::new();
        for (index, &info) in table.iter().enumerate() {
            let times = rounds.iter().filter(|&&round| round == index).count();
            if times > 0 {
                techniques.push((info, times as u32));
            }
        }
        let (hardest, times) = techniques.last().copied().unzip();
        let steps: u32 = techniques.iter().map(|(_, rounds)| rounds).sum();
        let level = match hardest {
            _ if !solved => UNSOLVED_LEVEL,
            None => 1,
            Some(hardest) => u32::from(hardest.level),
        };
        let at_level = techniques
            .iter()
            .filter(|(info, _)| u32::from(info.level) == level);
        let of_level: u32 = at_level.map(|(_, rounds)| rounds).sum();
        let score = 100 * level + (3 * of_level.saturating_sub(1) + steps).min(99);
        let (times, word) = (times.unwrap_or(0), RatingWord::from_score(score));
        Rating {
            hardest,
            times,
            steps,
            techniques,
            levels: rounds.iter().map(|&round| table[round].level).collect(),
            solved,
            score,
            word,
        }
    }

    /// True if easier deductions take the first quarter of the rounds or more: a puzzle
    /// that needs its hardest deduction at once is a dead end followed by a walk. Also true
    /// if all rounds have the same level.
    #[must_use]
    pub fn hardest_comes_late(&self) -> bool {
        let hardest = self.levels.iter().max();
        let first = self.levels.iter().position(|level| Some(level) == hardest);
        let is_flat = self.levels.iter().min() == hardest;
        is_flat || first.is_some_and(|rounds| 4 * rounds >= self.levels.len())
    }

    /// True if named deductions lead to the solution without a proof by contradiction.
    #[must_use]
    pub fn is_by_rules(&self) -> bool {
        self.solved && self.word < RatingWord::Fiendish
    }
}

/// Level of a puzzle that the deductions do not solve.
const UNSOLVED_LEVEL: u32 = 11;

/// Rates `puzzle` by the deductions and proofs that `options` allow.
///
/// A puzzle with no solution or several is rated as not solved. No engine is asked:
/// [`super::unratable`] reports such puzzles beforehand.
///
/// # Errors
/// The limit of the settings that was reached: there is no partial rating.
pub fn rate(puzzle: &Puzzle, options: &Options) -> Result<Rating, Stop> {
    with_words!(puzzle.size(), rate_in(puzzle, options))
}

fn rate_in<const W: usize>(puzzle: &Puzzle, options: &Options) -> Result<Rating, Stop> {
    let board = PuzzleBoard::<W>::new(puzzle, &options.settings.limits);
    let mut grid = CandidateGrid::new(&board, &Position::new(puzzle.clone()));
    let entries: Vec<_> = options.entries::<W>().collect();
    let table: Vec<_> = entries.iter().map(|(info, _)| *info).collect();
    let mut rounds = Vec::new();
    while !grid.open.is_empty() && grid.find_broken_rule().is_none() {
        let Some((index, settled)) = find_weakest(&entries, &grid)? else {
            break;
        };
        rounds.push(index);
        grid.queens |= settled.queens;
        grid.open -= settled.queens | settled.crosses;
    }
    Ok(Rating::from_rounds(&rounds, &table, grid.is_solved()))
}

/// Returns the index of the first of `entries` that applies, and everything that it
/// determines.
fn find_weakest<const W: usize>(
    entries: &[TechniqueEntry<W>],
    grid: &CandidateGrid<'_, W>,
) -> Result<Option<(usize, Conclusion<W>)>, Stop> {
    for (index, &entry) in entries.iter().enumerate() {
        let settled =
            StepCollector::collect_steps(entry, CollectMode::All, grid)?.settled;
        if !settled.crosses.is_empty() || !settled.queens.is_empty() {
            return Ok(Some((index, settled)));
        }
    }
    Ok(None)
}
