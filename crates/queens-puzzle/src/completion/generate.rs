//! New levels: a random solution, from which queens are removed as long as the level
//! stays as easy as it should be.

use super::board::{CompletionBoard, CompletionGrid};
use super::rate::rate_up_to;
use super::{CompletionError, CompletionPosition, MAX_COMPLETION_SIZE};
use crate::{Rating, RatingWord};
use control::{Limits, Stop};
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::placement::Placement;
use queens_model::rng::Rng;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Minimum side of a level: boards of 2 and 3 have no solution.
pub const MIN_LEVEL_SIZE: u32 = 4;

/// Maximum number of random solutions for a level.
const MAX_LEVEL_ATTEMPTS: u64 = 500;

/// Settings for new levels.
#[derive(Clone, Debug)]
pub struct LevelSettings {
    /// Side of the board, in squares.
    pub size: u32,
    /// Rating that is wanted; `None` for any that needs no trial.
    pub rating: Option<RatingWord>,
    /// Random seed: the same seed, size and rating give the same level.
    pub seed: u64,
    /// Limits of the whole call.
    pub limits: Limits,
}

/// A new level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionLevel {
    /// Board with the given queens.
    pub position: CompletionPosition,
    /// The only solution that contains them.
    pub solution: Placement,
    /// Difficulty.
    pub rating: Rating,
}

/// Reason why no level was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// A size without levels.
    #[error(
        "no level of {0} x {0}: use sides of {MIN_LEVEL_SIZE} to {MAX_COMPLETION_SIZE}"
    )]
    Size(u32),
    /// A board on which no level has the rating that is wanted.
    #[error("no level of {size} x {size} is {rating}: use sides of {} or more", smallest_size(*.rating))]
    TooSmall {
        /// Side of the board, in squares.
        size: u32,
        /// Rating that is wanted.
        rating: RatingWord,
    },
    /// No attempt had the rating that is wanted.
    #[error(
        "no {rating} level of {size} x {size} was found; try another seed, size or rating"
    )]
    NotFound {
        /// Side of the board, in squares.
        size: u32,
        /// Rating that is wanted.
        rating: RatingWord,
    },
    /// A limit was reached.
    #[error("no level was found: {0}; allow more time, or try another seed or size")]
    Stopped(Stop),
    /// A board that is not a position.
    #[error(transparent)]
    Position(#[from] CompletionError),
    /// No engine takes the board.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl From<Stop> for LevelError {
    fn from(stop: Stop) -> Self {
        LevelError::Stopped(stop)
    }
}

/// Minimum side of a board on which levels with this rating were found. Levels of 9 x 9
/// that are fiendish exist, but are too rare.
#[must_use]
pub fn smallest_size(rating: RatingWord) -> u32 {
    match rating {
        RatingWord::Gentle => MIN_LEVEL_SIZE,
        RatingWord::Easy => 5,
        RatingWord::Medium => 6,
        RatingWord::Hard => 8,
        RatingWord::Fiendish => 10,
    }
}

/// Makes a level: given queens that exactly one solution contains.
///
/// # Errors
/// A size without levels, a rating that no attempt had, a limit.
///
/// # Complexity
/// A rating for each queen of each attempt, or for [`RatingWord::Fiendish`] a question to
/// an engine.
///
/// ```
/// use queens::puzzle::completion::{LevelSettings, generate};
///
/// let settings = LevelSettings { size: 8, rating: None, seed: 5, limits: Default::default() };
/// let level = generate(&settings)?;
/// assert!(level.position.given().iter().all(|square| level.solution.squares().contains(square)));
/// # Ok::<(), queens::puzzle::completion::LevelError>(())
/// ```
pub fn generate(settings: &LevelSettings) -> Result<CompletionLevel, LevelError> {
    let &LevelSettings {
        size, rating, seed, ..
    } = settings;
    if !(MIN_LEVEL_SIZE..=MAX_COMPLETION_SIZE).contains(&size) {
        return Err(LevelError::Size(size));
    }
    if let Some(rating) = rating.filter(|&rating| size < smallest_size(rating)) {
        return Err(LevelError::TooSmall { size, rating });
    }
    let limits = settings.limits.started();
    let board = CompletionBoard::new(size, &limits);
    let questions = Settings::default().with_threads(1).with_limits(limits);
    let hardest = rating.unwrap_or(RatingWord::Medium);
    for attempt in 0..MAX_LEVEL_ATTEMPTS {
        let mut random = Rng::new(seed, attempt);
        let solution = random_solution(size, &mut random);
        let given = choose_clues(&board, &solution, hardest, &mut random, &questions)?;
        let position = CompletionPosition::new(size, &given)?;
        let rated = rate_up_to(
            CompletionGrid::from_clues(&board, &position),
            RatingWord::Fiendish,
        )?;
        if rating.is_none_or(|wanted| wanted == rated.word) {
            return Ok(CompletionLevel {
                position,
                solution: Placement::new(solution),
                rating: rated,
            });
        }
    }
    Err(LevelError::NotFound {
        size,
        rating: hardest,
    })
}

/// Removes queens of `solution` in random order, as long as the others have no other
/// solution and the level is not harder than `hardest`; returns the others.
fn choose_clues(
    board: &CompletionBoard,
    solution: &[Square],
    hardest: RatingWord,
    random: &mut Rng,
    questions: &Settings,
) -> Result<Vec<Square>, LevelError> {
    let size = solution.len() as u32;
    let mut order: Vec<u32> = (0..size).collect();
    random.shuffle(&mut order);
    let mut given = solution.to_vec();
    for row in order {
        let fewer: Vec<Square> = given
            .iter()
            .copied()
            .filter(|square| square.row != row)
            .collect();
        let position = CompletionPosition::new(size, &fewer)?;
        let is_level = if hardest == RatingWord::Fiendish {
            let problem = position.problem().map_err(CompletionError::from)?;
            let answer = queens_engines::ask(&problem, Question::Unique, questions)?;
            matches!(answer.verdict(), Verdict::OnlyOne | Verdict::Exactly(1))
        } else {
            // Deductions that reach a solution also prove that it is the only one.
            rate_up_to(CompletionGrid::from_clues(board, &position), hardest)?.solved
        };
        if is_level {
            given = fewer;
        }
        board.watch.result()?;
    }
    Ok(given)
}

/// Draws a solution, row by row with backtracking; each row tries the columns in random
/// order.
fn random_solution(size: u32, random: &mut Rng) -> Vec<Square> {
    let order: Vec<Vec<u32>> = (0..size)
        .map(|_| {
            let mut columns: Vec<u32> = (0..size).collect();
            random.shuffle(&mut columns);
            columns
        })
        .collect();
    let mut queens = Vec::new();
    complete_rows(&order, &mut queens);
    queens
}

/// Adds the queens of the other rows; true if that was possible.
fn complete_rows(order: &[Vec<u32>], queens: &mut Vec<Square>) -> bool {
    let row = queens.len();
    let Some(columns) = order.get(row) else {
        return true;
    };
    columns.iter().any(|&column| {
        let square = Square::new(row as u32, column);
        let is_attacked = queens.iter().any(|queen| {
            let (down, right) = (
                queen.row.abs_diff(square.row),
                queen.column.abs_diff(square.column),
            );
            right == 0 || right == down
        });
        if is_attacked {
            return false;
        }
        queens.push(square);
        let is_complete = complete_rows(order, queens);
        if !is_complete {
            queens.pop();
        }
        is_complete
    })
}
