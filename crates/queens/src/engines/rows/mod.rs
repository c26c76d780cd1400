//! Counting row by row, many nodes at a time, for every problem that masks of rows can carry.
//!
//! One queen in each row, at most one in each column; diagonals both, one or none; open edges, joined left and
//! right edges, the torus, the mirror above the first row; leaps over at most eight rows; rectangles, holes
//! and givens. What else there is, [`crate::methods`] and [`crate::ask`] answer.
//!
//! # Method
//! A node is the classic three words, columns and diagonals that are taken (Qiu 1988, Richards 1997), the
//! squares that are still to try, and one word for each row that leaps reach. Nodes wait in a stack for each
//! row. One pass takes the top of a stack, a register of nodes after the other, and puts one queen for each:
//! the children are packed onto the stack of the next row, and the nodes that have another square to try are
//! packed where they stood. So all lanes work, nothing waits for anything, and there is no branch to mispredict.
//! A child goes on if it leaves a square free in the row after it and in the one after that. The last two rows
//! are counted without being stored.
//!
//! The textbook board is split by the four queens on its border: of the eight images of such a set one is
//! searched, and counts as often as it has different images. What is left has two columns less, so that words
//! of 16 bits serve up to 18 queens. Other problems are split by the queens of the first two rows, one pair for
//! each class under the maps of columns that leave the problem as it is: the mirror, and on joined edges the
//! turns.

mod engine;
mod search;
mod shape;
mod units;

pub use engine::Rows;

use crate::engines::join::CountError;
use crate::parallel::WorkPool;
use crate::parallel::{Options, Report, SharedMeter};
use crate::problem::{Bounds, Problem};
use crate::simd::Found as Instructions;
use search::{Found, Search};
use search_control::Step;
use shape::{AROUND, MAX_REACH, OPEN, REFLECTED, Shape};
use units::Unit;

/// Why masks of rows cannot carry a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A line that is no diagonal, or a leap too far, or leaps beside joined or mirrored edges.
    #[error("masks of rows carry diagonals and, on open edges, leaps over at most 8 rows, not {0}")]
    Piece(String),
    /// Edges that no shift of a row stands for.
    #[error(
        "masks of rows carry open edges, joined left and right edges, a square torus and a mirror above the first row"
    )]
    Edges,
    /// Walls.
    #[error("masks of rows cannot see walls: make them holes, or use a method that sees them")]
    Walls,
    /// Regions, or a demand on the total.
    #[error("masks of rows know demands on rows and columns only, not on regions or the total")]
    OtherUnits,
    /// Rows that do not take exactly one queen.
    #[error("masks of rows stand for exactly one queen in each row, but the problem asks for {0}")]
    Rows(Bounds),
    /// Columns with another demand.
    #[error("masks of rows stand for at most one queen in each column, but the problem asks for {0}")]
    Columns(Bounds),
    /// A side that is too long.
    #[error("a side of {size} is too long for masks of rows: at most {most} with this piece")]
    TooLarge {
        /// The side.
        size: u32,
        /// The longest.
        most: u32,
    },
    /// The processor lacks the instructions.
    #[error(transparent)]
    Kernel(#[from] CountError),
}

/// What the finished units of [`count`] and [`profile`] came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    /// Solutions.
    pub count: u64,
    /// Queens that were put, but for those of the last row; one may stand for several by symmetry.
    pub nodes: u64,
    /// Of [`profile`]: how many ways there are to fill the first k rows, for k from 0 to all rows.
    pub profile: Option<Vec<u64>>,
}

impl Partial {
    fn add(&mut self, unit: &Unit, found: &Found) {
        self.count += unit.weight * found.solutions;
        self.nodes += found.nodes;
        if let Some(profile) = &mut self.profile {
            for (sum, nodes) in profile[1..].iter_mut().zip(&found.profile) {
                *sum += unit.weight * nodes;
            }
        }
    }
}

/// Whether masks of rows can carry `problem`.
///
/// # Errors
/// Why they cannot.
pub fn accepts(problem: &Problem) -> Result<(), Refusal> {
    Shape::of(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// A node of the limits is a queen that was put; they are looked at after every few thousand. A limit is no
/// error: see [`Report::outcome`].
///
/// # Errors
/// A problem that masks of rows cannot carry; a kernel that the processor has not.
///
/// # Complexity
/// About one cycle for each queen with AVX-512, two with AVX2 and some twenty without, on masks of 16 bits; twice
/// that on longer ones. Memory: less than 2 MB for a thread.
///
/// ```
/// use queens::engines::rows;
/// use queens::problem::Problem;
///
/// let torus: Problem = "torus 11".parse()?;
/// assert_eq!(rows::count(&torus, &Default::default())?.partial.count, 88);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem, options: &Options<'_>) -> Result<Report<Partial>, Refusal> {
    let shape = Shape::of(problem)?;
    let textbook = problem.is_standard() && problem.rows() > 1;
    let (units, columns) = match textbook {
        true => (units::by_border(problem.rows()), problem.columns() - 2),
        false => (units::by_first_rows(&shape), problem.columns()),
    };
    run(&Job { shape: &shape, units: &units, columns, every_node: false }, options)
}

/// Counts, for each k, the ways to fill the first k rows of `problem`: the levels of the tree that plain
/// backtracking walks (OEIS A319284 for queens; their sum is A319283).
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// As [`count`], with only the symmetry of columns and no look further than the next row.
///
/// ```
/// use queens::engines::rows;
/// use queens::problem::Problem;
///
/// let report = rows::profile(&Problem::queens(4)?, &Default::default())?;
/// assert_eq!(report.partial.profile, Some(vec![1, 4, 6, 4, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn profile(problem: &Problem, options: &Options<'_>) -> Result<Report<Partial>, Refusal> {
    let shape = Shape::of(problem)?;
    let units = units::by_first_rows(&shape);
    let mut report =
        run(&Job { shape: &shape, units: &units, columns: problem.columns(), every_node: true }, options)?;
    // Every pair of queens is a unit of its own, with a first row for each.
    if let (Some(profile), Some(first)) = (&mut report.partial.profile, shape.open.first()) {
        profile[1] = first.count_ones().into();
    }
    Ok(report)
}

/// What is to be searched.
struct Job<'a> {
    shape: &'a Shape,
    units: &'a [Unit],
    /// How many columns the masks of the units have.
    columns: u32,
    every_node: bool,
}

impl Job<'_> {
    /// Searches units, by the code for this shape.
    fn search<'u>(
        &'u self,
        instructions: Instructions,
        meter: &'u SharedMeter<'u>,
        next: &'u dyn Fn() -> Option<&'u Unit>,
        finished: &'u dyn Fn(&Unit, &Found),
    ) -> Step {
        macro_rules! search {
            ($edges:expr, $reach:expr) => {{
                let (shape, every_node) = (self.shape, self.every_node);
                let search = Search::<'_, $edges, $reach> { shape, meter, every_node, next, finished };
                instructions.run_lanes(self.columns, search)
            }};
        }
        match (self.shape.edges, self.shape.reach()) {
            (AROUND, _) => search!(AROUND, 0),
            (REFLECTED, _) => search!(REFLECTED, 0),
            (_, 0) => search!(OPEN, 0),
            (_, 1 | 2) => search!(OPEN, 2),
            (_, 3 | 4) => search!(OPEN, 4),
            _ => search!(OPEN, MAX_REACH),
        }
    }
}

fn run(job: &Job<'_>, options: &Options<'_>) -> Result<Report<Partial>, Refusal> {
    let levels = || (0..=job.shape.rows).map(|row| u64::from(row == 0)).collect();
    let partial = Partial { profile: job.every_node.then(levels), ..Partial::default() };
    let crew = WorkPool::new(job.units, options.kernel.find()?, options, partial);
    let cost = 1.0 / job.units.len() as f64;
    Ok(crew.run(|crew| {
        let finished = |unit: &Unit, found: &Found| crew.finished(cost, |sum| sum.add(unit, found));
        job.search(crew.found, &crew.meter, &|| crew.next(), &finished)
    }))
}
