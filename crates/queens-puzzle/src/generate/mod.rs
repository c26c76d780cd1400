//! New region puzzles: connected regions, exactly one solution.
//!
//! A random solution is drawn, regions grow from its queens, and the engine for exact units is asked for other
//! solutions. As long as there are some, a square of one of them goes to a region beside it: the wanted solution stays,
//! the other one is ruled out, and so is every other solution that was seen before, where possible. When no such move
//! is left, or moves go round in circles, squares near the other solution are moved at random. Only when that has been
//! done many times it begins anew.

mod difficulty;
mod draw;
mod grow;
mod known;
mod many;
mod mend;

use super::{MAX_SIZE, Options, Puzzle, PuzzleError, Rating, rate};
use control::{Limits, Meter, Stop};
pub use difficulty::Difficulty;
pub use many::generate_many;
use mend::Mend;
use queens_engines::engines::units::{RegionSolver, region_solver};
use queens_engines::parallel::NoThreads;
use queens_model::placement::Placement;
use queens_model::problem::ProblemError;
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// How often it begins anew where no limit says so.
const ATTEMPTS: u32 = 10_000;

/// What regions look like before borders are mended, which leaves most squares where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Every square of the edge is as likely to be taken: round on the whole, with ragged borders. On boards of more
    /// than 8 x 8 regions grow at speeds of their own, which differ more on larger boards: without small regions these
    /// have very many solutions.
    #[default]
    Mixed,
    /// Squares with more neighbours in the region are preferred.
    Compact,
    /// Squares with one neighbour in the region are preferred: long arms.
    Winding,
    /// Small regions grow faster.
    Even,
    /// Each region grows at a speed of its own: some stay very small.
    Uneven,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 5] = [Shape::Mixed, Shape::Compact, Shape::Winding, Shape::Even, Shape::Uneven];

    /// The word for it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Shape::Mixed => "mixed",
            Shape::Compact => "compact",
            Shape::Winding => "winding",
            Shape::Even => "even",
            Shape::Uneven => "uneven",
        }
    }

    /// How fast a region grows on a board of `size` x `size`, by a lot between 0 and 1; above 0 and at most 1.
    fn speed(self, size: usize, lot: f64) -> f64 {
        let power = match self {
            Shape::Mixed => size.saturating_sub(8).min(16) as f64 / 4.0,
            Shape::Uneven => 4.0,
            Shape::Compact | Shape::Winding | Shape::Even => 0.0,
        };
        0.02 + 0.98 * lot.powf(power)
    }

    /// How likely a square is taken that has so many neighbours in the region; above 0 and at most 1.
    fn weight(self, own: usize, size: usize) -> f64 {
        match self {
            Shape::Mixed | Shape::Uneven => 1.0,
            Shape::Compact => [0.05, 0.05, 0.5, 1.0, 1.0][own.min(4)],
            Shape::Winding => [1.0, 1.0, 0.1, 0.02, 0.02][own.min(4)],
            Shape::Even => 1.0 / (size.max(1) * size.max(1)) as f64,
        }
    }
}

/// What puzzle is wanted.
#[derive(Clone, Debug)]
pub struct GenerateSettings {
    /// The length of a side.
    pub size: u32,
    /// How many queens stand in each row, column and region.
    pub stars: u32,
    /// The same seed gives the same puzzle.
    pub seed: u64,
    /// Whether a half turn turns regions into regions.
    pub symmetric: bool,
    /// How many queens are given.
    pub givens: u32,
    /// What regions look like.
    pub shape: Shape,
    /// How hard it may be; a puzzle that is not as wanted is dropped, and another one is made.
    pub difficulty: Difficulty,
    /// What may be used where it is rated, within the limits of the work.
    pub options: Options,
    /// The bounds of the work; a node is one of the engine for exact units.
    pub limits: Limits,
}

impl GenerateSettings {
    /// A puzzle of `size` x `size` with one queen in each unit, without givens, as hard as it comes, rated by rules
    /// alone, within no limits.
    #[must_use]
    pub fn new(size: u32, seed: u64) -> Self {
        GenerateSettings {
            size,
            stars: 1,
            seed,
            symmetric: false,
            givens: 0,
            shape: Shape::default(),
            difficulty: Difficulty::default(),
            options: Options::default().rules_only(),
            limits: Limits::default(),
        }
    }

    /// What is wrong with them, if anything.
    fn check(&self) -> Result<(), GenerateError> {
        let GenerateSettings { size, stars, givens, .. } = *self;
        if stars == 0 {
            return Err(PuzzleError::NoStars.into());
        }
        if size == 0 || size > MAX_SIZE {
            return Err(PuzzleError::Size(size, size).into());
        }
        if size < stars.saturating_mul(4) && (size, stars) != (1, 1) {
            return Err(GenerateError::Stars { size, stars });
        }
        if givens > size * stars {
            return Err(GenerateError::Givens { givens, most: size * stars });
        }
        Ok(())
    }
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Placement,
    /// How hard it is, by [`GenerateSettings::options`].
    pub rating: Rating,
    /// How often it was begun, counting the last time.
    pub attempts: u32,
}

/// Why there is no new puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A size, or a number of queens, that no puzzle has.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// More queens than a board holds: in each block of 2 x 2 there is one at the most.
    #[error(
        "{stars} queens in each row of {size} x {size} do not fit without touching: the board needs sides of {} or \
         more",
        stars.saturating_mul(4)
    )]
    Stars {
        /// The length of a side.
        size: u32,
        /// Queens in each row.
        stars: u32,
    },
    /// More given queens than a solution has.
    #[error("{givens} given queens are too many: a solution has {most}")]
    Givens {
        /// Given queens.
        givens: u32,
        /// The queens of a solution.
        most: u32,
    },
    /// The threads are not there.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// A limit came first, or no board was found.
    #[error("no puzzle was found: {0}; allow more time, or another seed, size or shape")]
    Stopped(Stop),
}

impl From<Stop> for GenerateError {
    fn from(stop: Stop) -> Self {
        GenerateError::Stopped(stop)
    }
}

impl From<ProblemError> for GenerateError {
    fn from(error: ProblemError) -> Self {
        PuzzleError::from(error).into()
    }
}

/// A new puzzle with connected regions and exactly one solution, rated.
///
/// # Errors
/// Settings that no puzzle meets, a limit, or no puzzle after many attempts.
///
/// # Complexity
/// Some searches of the engine for exact units for each attempt: tens on 9 x 9, hundreds on 26 x 26.
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
pub fn generate(settings: &GenerateSettings) -> Result<Generated, GenerateError> {
    settings.check()?;
    let limits = settings.limits.started();
    let Options { uniqueness, depth, settings: asked } = settings.options.clone();
    let options = Options { uniqueness, depth, settings: asked.with_limits(limits.clone()) };
    let mut meter = Meter::new(&limits);
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let size = settings.size;
    let rows = (0..size * size).map(|square| square / size).collect();
    let any = Puzzle::new(size, settings.stars, rows)?;
    let Some(mut solver) = region_solver(any.problem(), settings.stars, &limits)? else {
        return Err(Stop::GaveUp.into());
    };
    for attempts in 1..=ATTEMPTS {
        meter.tick()?;
        let Some((puzzle, solution)) = attempt(settings, &mut *solver, &mut random, &mut meter)? else {
            continue;
        };
        let rating = rate(&puzzle, &options)?;
        if settings.difficulty.accepts(&rating) {
            return Ok(Generated { puzzle, solution, rating, attempts });
        }
    }
    Err(Stop::GaveUp.into())
}

/// One attempt: a puzzle and its solution, or none.
fn attempt(
    settings: &GenerateSettings,
    solver: &mut dyn RegionSolver,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<(Puzzle, Placement)>, GenerateError> {
    let GenerateSettings { size, stars, symmetric, givens, shape, .. } = *settings;
    let (side, each) = (size as usize, stars as usize);
    let Some(queens) = draw::draw(side, each, symmetric, random) else { return Ok(None) };
    let Some(regions) = grow::grow(side, each, &queens, (shape, symmetric), random) else {
        return Ok(None);
    };
    let mut shown = queens.clone();
    draw::shuffle(&mut shown, random);
    shown.truncate(givens as usize);
    let mut mend = Mend::new(side, each, symmetric, &queens, regions);
    if !mend.run(solver, &shown, random, meter)? {
        return Ok(None);
    }
    let square = |&at: &usize| Square::new(at as u32 / size, at as u32 % size);
    let puzzle = Puzzle::new(size, stars, mend.regions.iter().map(|&region| region.into()).collect())?;
    let puzzle = Puzzle::of(puzzle.problem().with_givens(shown.iter().map(square))?)?;
    Ok(Some((puzzle, Placement::new(queens.iter().map(square).collect()))))
}

#[cfg(test)]
mod tests;
