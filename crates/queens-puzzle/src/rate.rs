//! How hard a puzzle is.

use super::grid::{Board, Grid, with_words};
use super::local::Settled;
use super::techniques::{Entry, Found, TechniqueInfo, Wanted};
use super::{Options, Position, Puzzle};
use control::Stop;
use std::fmt;

/// How hard a puzzle is, in a word: by the level of the hardest deduction that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// Level 1: marks, full and tight units.
    Gentle,
    /// Level 2: blocks of 2 x 2, confinement.
    Easy,
    /// Levels 3 and 4: exclusion, pressured or not, and counts of two.
    Medium,
    /// Levels 5 to 8: longer counts, fins, squeezes, differentials and all other named rules.
    Hard,
    /// No named rule suffices.
    Fiendish,
}

impl Word {
    /// All words, the easiest first.
    pub const ALL: [Word; 5] = [Word::Gentle, Word::Easy, Word::Medium, Word::Hard, Word::Fiendish];

    /// The word of a score.
    #[must_use]
    pub fn of(score: u32) -> Self {
        match score / 100 {
            0 | 1 => Word::Gentle,
            2 => Word::Easy,
            3 | 4 => Word::Medium,
            5..=8 => Word::Hard,
            _ => Word::Fiendish,
        }
    }

    /// Its name in formats.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Word::Gentle => "gentle",
            Word::Easy => "easy",
            Word::Medium => "medium",
            Word::Hard => "hard",
            Word::Fiendish => "fiendish",
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How hard a puzzle is.
///
/// It is found in rounds: in each, the weakest deduction that applies is applied everywhere at once. So it does not
/// depend on the order in which squares are looked at: the eight symmetries and other numbers of the regions leave it
/// as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The hardest deduction that was needed; none where the clues settle all.
    pub hardest: Option<&'static TechniqueInfo>,
    /// In how many rounds.
    pub times: u32,
    /// How many rounds in all.
    pub steps: u32,
    /// The deductions that were needed and in how many rounds, weakest first.
    pub techniques: Vec<(&'static TechniqueInfo, u32)>,
    /// Whether the rounds end in the solution.
    pub solved: bool,
    /// 100 for each level of the hardest deduction, 3 for each further round of that level, and 1 for each round, of
    /// which no more than 99 count. Where the rounds do not end in the solution, the level is 11.
    pub score: u32,
    /// The score in a word.
    pub word: Word,
}

impl Rating {
    /// Whether named rules alone lead to the solution, without a proof by contradiction.
    #[must_use]
    pub fn is_by_rules(&self) -> bool {
        self.solved && self.word < Word::Fiendish
    }
}

/// The level of a puzzle that is not solved.
const UNSOLVED: u32 = 11;

/// How hard `puzzle` is for the deductions and proofs that `options` allow.
///
/// A puzzle with several solutions or none is not solved, which the rating says; it does not ask an engine, as
/// [`super::obstacle`] does, which tells the puzzles without a solution.
///
/// # Errors
/// The limit of the settings that came first: a puzzle is rated whole or not at all.
pub fn rate(puzzle: &Puzzle, options: &Options) -> Result<Rating, Stop> {
    with_words!(puzzle.size(), rate_in(puzzle, options))
}

fn rate_in<const W: usize>(puzzle: &Puzzle, options: &Options) -> Result<Rating, Stop> {
    let board = Board::<W>::new(puzzle, &options.settings.limits);
    let mut grid = Grid::new(&board, &Position::new(puzzle.clone()));
    let entries: Vec<_> = options.entries::<W>().collect();
    let mut rounds = vec![0u32; entries.len()];
    while !grid.open.is_empty() && grid.broken().is_none() {
        let Some((index, settled)) = weakest(&entries, &grid)? else { break };
        rounds[index] += 1;
        grid.queens |= settled.queens;
        grid.open -= settled.queens | settled.crosses;
    }
    let techniques: Vec<_> = entries
        .iter()
        .zip(&rounds)
        .filter(|(_, rounds)| **rounds > 0)
        .map(|((info, _), &rounds)| (*info, rounds))
        .collect();
    let (hardest, times) = techniques.last().copied().unzip();
    let steps: u32 = rounds.iter().sum();
    let solved = grid.is_solved();
    let level = match hardest {
        _ if !solved => UNSOLVED,
        None => 1,
        Some(hardest) => u32::from(hardest.level),
    };
    let of_level: u32 =
        techniques.iter().filter(|(info, _)| u32::from(info.level) == level).map(|(_, rounds)| rounds).sum();
    let score = 100 * level + (3 * of_level.saturating_sub(1) + steps).min(99);
    let (times, word) = (times.unwrap_or(0), Word::of(score));
    Ok(Rating { hardest, times, steps, techniques, solved, score, word })
}

/// The first of `entries` that settles something, by its number, and all that it settles.
fn weakest<const W: usize>(
    entries: &[Entry<W>],
    grid: &Grid<'_, W>,
) -> Result<Option<(usize, Settled<W>)>, Stop> {
    for (index, &entry) in entries.iter().enumerate() {
        let settled = Found::by(entry, Wanted::All, grid)?.settled;
        if !settled.crosses.is_empty() || !settled.queens.is_empty() {
            return Ok(Some((index, settled)));
        }
    }
    Ok(None)
}
