//! New region puzzles: connected regions, exactly one solution.
//!
//! An attempt draws a random solution, grows regions from its queens, and then repairs
//! uniqueness: it asks the engine `units` for other solutions and moves a square of one
//! of them to a neighbouring region. Such a move keeps the wanted solution and rules out
//! the other one, and as many of the solutions found before as possible. If no move is
//! left, or the moves run in circles, squares near the other solution are moved at random
//! (a shake). After many shakes a new attempt begins.
//!
//! [`repair_uniqueness()`] changes as few squares as possible of a puzzle that somebody
//! drew.

mod batch;
mod border_search;
mod grow;
mod known;
mod random_solution;
mod repair_uniqueness;
mod unique_repair;
mod unmade;
mod wish;

use super::{MAX_SIZE, Options, Puzzle, PuzzleError, Rating, RatingWord, rate};
pub use batch::generate_many;
use control::{Limits, Meter, Stop, counted};
use queens_engines::engines::units::{RegionSolver, region_solver};
use queens_engines::parallel::NoThreads;
use queens_model::placement::Placement;
use queens_model::problem::ProblemError;
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use repair_uniqueness::BorderRepair;
pub use unique_repair::{
    RepairedPuzzle, UniqueRepair, UniqueRepairError, repair_uniqueness,
};
pub use unmade::{NearestPuzzle, UnmadePuzzle};
pub use wish::{Difficulty, MissingWish, PuzzleWish};

/// Maximum number of attempts on a board of side `size`.
///
/// Hard puzzles of 5 x 5 are rare: 10,000 attempts find none for 4 of the first 100
/// seeds. All other kinds of levels need far fewer.
const fn max_attempts(size: u32) -> u32 {
    if size == 5 { 100_000 } else { 10_000 }
}

/// Shape of the regions as they grow. The repair of uniqueness afterwards moves few
/// squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RegionShape {
    /// Every square next to a region is equally likely to join it: mostly round, with
    /// ragged borders. On boards larger than 8 x 8 each region grows at its own speed,
    /// with a wider range on larger boards, because boards without small regions have
    /// very many solutions.
    #[default]
    Mixed,
    /// Prefers squares with more neighbours in the region.
    Compact,
    /// Prefers squares with one neighbour in the region: long arms.
    Winding,
    /// Small regions grow faster.
    Even,
    /// Each region grows at its own speed: some stay very small.
    Uneven,
}

impl RegionShape {
    /// Every shape.
    pub const ALL: [RegionShape; 5] = [
        RegionShape::Mixed,
        RegionShape::Compact,
        RegionShape::Winding,
        RegionShape::Even,
        RegionShape::Uneven,
    ];

    /// Name in commands and documents.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            RegionShape::Mixed => "mixed",
            RegionShape::Compact => "compact",
            RegionShape::Winding => "winding",
            RegionShape::Even => "even",
            RegionShape::Uneven => "uneven",
        }
    }

    /// Speed of growth of a region on a board of `size` x `size`, above 0 and at most 1,
    /// for a random `draw` from 0 to 1.
    fn growth_speed(self, size: usize, draw: f64) -> f64 {
        let power = match self {
            RegionShape::Mixed => size.saturating_sub(8).min(16) as f64 / 4.0,
            RegionShape::Uneven => 4.0,
            RegionShape::Compact | RegionShape::Winding | RegionShape::Even => 0.0,
        };
        0.02 + 0.98 * draw.powf(power)
    }

    /// Probability, above 0 and at most 1, that a region of `size` squares takes a square
    /// with `own` neighbours in it.
    fn growth_weight(self, own: usize, size: usize) -> f64 {
        match self {
            RegionShape::Mixed | RegionShape::Uneven => 1.0,
            RegionShape::Compact => [0.05, 0.05, 0.5, 1.0, 1.0][own.min(4)],
            RegionShape::Winding => [1.0, 1.0, 0.1, 0.02, 0.02][own.min(4)],
            RegionShape::Even => 1.0 / (size.max(1) * size.max(1)) as f64,
        }
    }
}

/// Settings for new puzzles.
#[derive(Clone, Debug)]
pub struct GenerateSettings {
    /// Side of the board, in squares.
    pub size: u32,
    /// Number of queens in each row, column and region.
    pub stars: u32,
    /// Random seed: the same seed and settings give the same puzzle.
    pub seed: u64,
    /// True if the regions are half-turn symmetric.
    pub symmetric: bool,
    /// Number of given queens.
    pub givens: u32,
    /// Shape of the regions.
    pub shape: RegionShape,
    /// Wishes; puzzles that do not meet them are discarded.
    pub wish: PuzzleWish,
    /// Deductions for the rating. Their limits are replaced by `limits`; proofs are added
    /// for [`RatingWord::Fiendish`](super::RatingWord), deductions by uniqueness if the wish
    /// names one.
    pub options: Options,
    /// Limits of the whole call; nodes are those of the engine `units`.
    pub limits: Limits,
}

impl GenerateSettings {
    /// Returns settings for `size` x `size` with one queen in each unit, no given queens,
    /// any difficulty, rated by named deductions only, without limits.
    #[must_use]
    pub fn new(size: u32, seed: u64) -> Self {
        GenerateSettings {
            size,
            stars: 1,
            seed,
            symmetric: false,
            givens: 0,
            shape: RegionShape::default(),
            wish: PuzzleWish::default(),
            options: Options::default().rules_only(),
            limits: Limits::default(),
        }
    }

    /// Returns the deductions for the rating, with those that the wish cannot do without.
    fn rating_options(&self, limits: &Limits) -> Options {
        let given = &self.options;
        let wish = &self.wish;
        let names_uniqueness = [wish.needs, wish.at_most]
            .into_iter()
            .flatten()
            .any(|technique| technique.by_uniqueness);
        Options {
            uniqueness: given.uniqueness || names_uniqueness,
            depth: match wish.difficulty {
                Difficulty::Rated(RatingWord::Fiendish) => given.depth.max(2),
                _ => given.depth,
            },
            settings: given.settings.clone().with_limits(limits.clone()),
        }
    }

    /// Checks that a puzzle with these settings can exist.
    fn check_settings(&self) -> Result<(), GenerateError> {
        let GenerateSettings {
            size,
            stars,
            givens,
            ..
        } = *self;
        if stars == 0 {
            return Err(PuzzleError::NoStars.into());
        }
        if size == 0 || size > MAX_SIZE {
            return Err(PuzzleError::Size(size, size).into());
        }
        if size < stars.saturating_mul(4) && (size, stars) != (1, 1) {
            return Err(GenerateError::Stars { size, stars });
        }
        if let Some((needed, most)) = self.wish.contradiction() {
            return Err(GenerateError::Wish { needed, most });
        }
        if givens > size * stars {
            return Err(GenerateError::Givens {
                givens,
                most: size * stars,
            });
        }
        Ok(())
    }
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Placement,
    /// Rating with [`GenerateSettings::options`].
    pub rating: Rating,
    /// Number of attempts, including the successful one.
    pub attempts: u32,
}

/// Reason why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// An invalid size or number of queens.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// More queens than fit: each 2 x 2 block holds at most one.
    #[error(
        "a puzzle with {} in each row, none touching, needs a board with sides of {} or more: this one is {size} x {size}",
        counted(*stars, "queen"),
        stars.saturating_mul(4)
    )]
    Stars {
        /// Side of the board, in squares.
        size: u32,
        /// Queens in each row.
        stars: u32,
    },
    /// More given queens than a solution has.
    #[error("{givens} given queens are too many: a solution has {most}")]
    Givens {
        /// Given queens.
        givens: u32,
        /// Number of queens in a solution.
        most: u32,
    },
    /// A deduction that is needed and is harder than the hardest that may be.
    #[error(
        "a puzzle that needs '{needed}' needs more than '{most}': name an easier deduction, or a harder limit"
    )]
    Wish {
        /// Name of the deduction that is needed.
        needed: &'static str,
        /// Name of the hardest deduction that may be needed.
        most: &'static str,
    },
    /// Threads that cannot be started.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// A limit was reached, or no attempt succeeded.
    #[error("{0}")]
    Stopped(Box<UnmadePuzzle>),
}

impl From<Stop> for GenerateError {
    fn from(stop: Stop) -> Self {
        GenerateError::Stopped(Box::new(UnmadePuzzle::before_attempts(stop)))
    }
}

impl From<ProblemError> for GenerateError {
    fn from(error: ProblemError) -> Self {
        PuzzleError::from(error).into()
    }
}

/// Makes a puzzle with connected regions and exactly one solution, and rates it.
///
/// # Errors
/// Settings that no puzzle meets, a limit, or no puzzle after many attempts.
///
/// # Complexity
/// Searches of the engine `units` for each attempt: tens on 9 x 9, hundreds on 26 x 26.
///
/// ```
/// use queens::puzzle::{GenerateSettings, generate};
/// use queens::{Settings, is_unique};
///
/// let new = generate(&GenerateSettings::new(7, 5))?;
/// assert!(new.puzzle.is_connected());
/// assert_eq!(is_unique(new.puzzle.problem(), &Settings::default())?, Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(settings: &GenerateSettings) -> Result<GeneratedPuzzle, GenerateError> {
    settings.check_settings()?;
    let limits = settings.limits.started();
    let options = settings.rating_options(&limits);
    let mut meter = Meter::new(&limits);
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let size = settings.size;
    let rows = (0..size * size).map(|square| square / size).collect();
    let any = Puzzle::new(size, settings.stars, rows)?;
    let Some(mut solver) = region_solver(any.problem(), settings.stars, &limits)? else {
        return Err(Stop::GaveUp.into());
    };
    let mut tried = UnmadePuzzle::new(settings);
    while tried.attempts < max_attempts(size) {
        let attempt = meter.tick().map_err(GenerateError::from).and_then(|()| {
            tried.attempts += 1;
            attempt_puzzle(settings, &mut *solver, &mut random, &mut meter)
        });
        let made = match attempt {
            Ok(Some(made)) => made,
            Ok(None) => continue,
            Err(error) => return Err(tried.complete_error(error)),
        };
        match judge_puzzle(made, &settings.wish, &options, &mut tried) {
            Ok(Some(made)) => return Ok(made),
            Ok(None) => {}
            Err(stop) => return Err(tried.complete_error(stop.into())),
        }
    }
    Err(tried.complete_error(Stop::GaveUp.into()))
}

/// Rates a puzzle; returns it if it is as is wanted, or adds it to what was tried.
fn judge_puzzle(
    (puzzle, solution): (Puzzle, Placement),
    wish: &PuzzleWish,
    options: &Options,
    tried: &mut UnmadePuzzle,
) -> Result<Option<GeneratedPuzzle>, Stop> {
    // Most of the time of an attempt goes into the rating.
    if tried.nearest.is_some() && !wish.accepts_regions(&puzzle) {
        tried.others += 1;
        return Ok(None);
    }
    let rating = rate(&puzzle, options)?;
    let missing = wish.missing(&puzzle, &rating);
    let made = GeneratedPuzzle {
        puzzle,
        solution,
        rating,
        attempts: tried.attempts,
    };
    if missing.is_empty() {
        return Ok(Some(made));
    }
    tried.others += 1;
    tried.add_other(made, missing);
    Ok(None)
}

/// Maximum number of nodes of a search for other solutions: a board that takes more is
/// given up, because its next searches seldom take less.
const MAX_NODES_PER_SEARCH: u64 = 10_000;

/// Makes one attempt: returns a puzzle and its solution, or none.
fn attempt_puzzle(
    settings: &GenerateSettings,
    solver: &mut dyn RegionSolver,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<(Puzzle, Placement)>, GenerateError> {
    let GenerateSettings {
        size,
        stars,
        symmetric,
        givens,
        shape,
        ..
    } = *settings;
    let (side, each) = (size as usize, stars as usize);
    let Some(queens) =
        random_solution::draw_solution(side, each, symmetric, random, meter)?
    else {
        return Ok(None);
    };
    let Some(regions) =
        grow::grow_regions(side, each, &queens, (shape, symmetric), random)
    else {
        return Ok(None);
    };
    let mut shown = queens.clone();
    random_solution::shuffle_items(&mut shown, random);
    shown.truncate(givens as usize);
    let mut repair = BorderRepair::new(side, each, symmetric, &queens, regions);
    repair.nodes_per_search = Some(MAX_NODES_PER_SEARCH);
    if !repair.repair_borders(solver, &shown, random, meter)? {
        return Ok(None);
    }
    let square = |&at: &usize| Square::new(at as u32 / size, at as u32 % size);
    let puzzle = Puzzle::new(
        size,
        stars,
        repair.regions.iter().map(|&region| region.into()).collect(),
    )?;
    let puzzle =
        Puzzle::from_problem(puzzle.problem().with_givens(shown.iter().map(square))?)?;
    Ok(Some((
        puzzle,
        Placement::new(queens.iter().map(square).collect()),
    )))
}

#[cfg(test)]
mod tests;
