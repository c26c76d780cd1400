//! Counting row by row, many nodes at a time, for every problem that masks of rows can
//! carry.
//!
//! One queen in each row, at most one in each column; diagonals both, one or none; open
//! edges, joined left and right edges, the torus, the mirror above the first row; leaps
//! over at most eight rows; rectangles, holes and givens. What else there is,
//! [`crate::ask()`] answers.
//!
//! # Method
//! ```text
//! stack[0] = the empty board; level = 0
//! until all stacks are empty:
//!     for each register of nodes in the last 512 of stack[level]:
//!         queen = the lowest open square of each node
//!         child = (columns | queen, (left | queen) >> 1, (right | queen) << 1)
//!         pack the nodes that have another open square where they were
//!         pack the children that have an open square in each of the next two rows onto stack[level + 1]
//!     level += 1 if the next row has 512 nodes; level -= 1 if this one has less than a register
//! in the last row but one: count the open squares of the children in the last row
//! ```
//!
//! # Example
//! On a board of 4, with column a as the lowest bit. A queen on b (0010) leaves to the
//! second row columns 0010, left 0001 and right 0100: open is 1000, column d. That queen
//! leaves to the third row columns 1010, left 0100 and right 1000: open is 0001, column
//! a. The third is the last row but one: its queen leaves to the last row columns 1011,
//! left 0010 and right 0010: open is 0100, column c. So one solution is counted, b d a c.
//!
//! # Why so
//! A node is the classic three words, columns and diagonals that are taken (Qiu 1988,
//! Richards 1997), the squares that are still to try, and one word for each row that
//! leaps reach. Nodes wait in a stack for each row. One pass takes the top of a stack, a
//! register of nodes after the other, and puts one queen for each: the children are
//! packed onto the stack of the next row, and the nodes that have another square to try
//! are packed where they stood. So all lanes work, nothing waits for anything, and there
//! is no branch to mispredict. A child goes on if it leaves a square free in the row
//! after it and in the one after that. The last two rows are counted without being
//! stored.
//!
//! A square board with open edges is split by the four queens on its border: of the
//! images of such a set under the symmetries of the problem (eight for queens and
//! superqueens, four for semiqueens) one is searched, and counts as often as it has
//! different images. What is left has two columns less, so that words of 16 bits serve up
//! to 18 queens. Other problems are split by the queens of the first two rows, one pair
//! for each class under the maps of columns that leave the problem as it is: the mirror,
//! and on joined edges the turns.

mod engine;
mod search;
pub(in crate::engines) mod shape;
mod units;

pub(crate) use engine::Rows;

use crate::parallel::{
    self, Counter, RunOptions, RunReport, SharedMeter, Tally, WorkUnits,
};
use control::Step;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use queens_simd::{DetectedKernel as Instructions, Kernel};
use search::{RowSearch, UnitTotals};
use serde_json::{Value, json};
use shape::{JOINED_SIDES, MAX_REACH, MIRRORED_TOP, OPEN_EDGES, RowShape};
use units::RowsUnit;

/// The id of the engine.
pub const ID: &str = "rows";

/// Checks that masks of rows can carry `problem`.
///
/// # Errors
/// The reason why they cannot.
#[doc(hidden)]
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    RowShape::of(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// A node is a queen that was put, but for those of the last row; the limits are looked
/// at after every few thousand. A limit is no error: see [`RunReport::outcome`].
///
/// # Errors
/// A problem that masks of rows cannot carry; a kernel that the processor has not; no
/// room for so many threads.
///
/// # Complexity
/// About one cycle for each queen with AVX-512, two with AVX2 and some fifteen without,
/// on masks of 16 bits; twice that on longer ones. Memory: less than 2 MB for a thread.
///
/// ```
/// use queens::engines::rows;
/// use queens::problem::Problem;
///
/// let torus: Problem = "torus 11".parse()?;
/// assert_eq!(rows::count(&torus, &Default::default())?.tally.count, 88);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn count(
    problem: &Problem,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*work_units(problem, options.kernel)?, options)
}

/// Counts, for each k, the ways to fill the first k rows of `problem`: the levels of the
/// tree that plain backtracking walks (OEIS A319284 for queens; their sum is A319283).
/// They are the figures of the tally, for k from 0 to all rows.
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
/// assert_eq!(report.tally.figures, [1, 4, 6, 4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn profile(
    problem: &Problem,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*profile_work_units(problem, options.kernel)?, options)
}

/// Cuts [`count`] into units: by the queens on the border of a square board with open
/// edges if the problem has more symmetries than those that only exchange columns,
/// otherwise by the queens of the first two rows; one unit for each class under the
/// symmetries. All are taken for as long as each other.
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// O(n^4) steps for the border, O(n^2) elsewhere.
#[doc(hidden)]
pub fn work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    let shape = RowShape::of(problem)?;
    let symmetries = shape.symmetries();
    let (units, columns) =
        if shape.rows > 1 && symmetries.len() > shape.column_maps().len() {
            (units::by_border(&shape, &symmetries), problem.columns() - 2)
        } else {
            (units::by_first_rows(&shape), problem.columns())
        };
    Ok(Box::new(RowsWorkUnits {
        shape,
        units,
        columns,
        profiles: false,
        instructions: crate::engines::task::find_kernel(kernel, ID)?,
    }))
}

/// Cuts [`profile`] into units, by the queens of the first two rows.
///
/// # Errors
/// As [`profile`].
///
/// # Complexity
/// O(n^2) steps.
#[doc(hidden)]
pub fn profile_work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    let shape = RowShape::of(problem)?;
    let units = units::by_first_rows(&shape);
    let columns = shape.columns;
    Ok(Box::new(RowsWorkUnits {
        shape,
        units,
        columns,
        profiles: true,
        instructions: crate::engines::task::find_kernel(kernel, ID)?,
    }))
}

/// The work units of a problem.
struct RowsWorkUnits {
    shape: RowShape,
    units: Vec<RowsUnit>,
    /// Number of columns in the masks of the work units.
    columns: u32,
    /// True if every node is visited, to be counted by its row.
    profiles: bool,
    instructions: Instructions,
}

impl RowsWorkUnits {
    /// Returns the tally of a work unit, times its weight.
    fn tally(&self, number: u64, found: &UnitTotals) -> Tally {
        let unit = &self.units[number as usize];
        let mut count = Counter::default();
        count.add(found.solutions, unit.weight as i64);
        if !self.profiles {
            return Tally::new(count, found.nodes, &[]);
        }
        let level = |&nodes: &u64| {
            let mut level = Counter::default();
            level.add(nodes, unit.weight as i64);
            level
        };
        let mut figures: Vec<Counter> = std::iter::once(Counter::default())
            .chain(found.profile.iter().map(level))
            .collect();
        // Every pair of queens is a unit of its own, with a first row for each: the first
        // unit tells of it for all.
        let first_row = self
            .shape
            .open
            .first()
            .map(|open| u64::from(open.count_ones()));
        for (level, nodes) in figures.iter_mut().zip(std::iter::once(1).chain(first_row))
        {
            *level = if number == 0 { nodes } else { 0 }.into();
        }
        Tally::new(count, found.nodes, &figures)
    }
}

impl WorkUnits for RowsWorkUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        Some(self.units[unit as usize].weight)
    }

    fn describe(&self, unit: u64) -> Value {
        let unit = &self.units[unit as usize];
        json!({ "border": unit.border, "queens": unit.queens, "weight": unit.weight })
    }

    fn figures(&self) -> Vec<String> {
        let levels = if self.profiles {
            self.shape.rows + 1
        } else {
            0
        };
        (0..levels).map(|level| format!("level {level}")).collect()
    }

    fn kernel(&self) -> Kernel {
        self.instructions.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let next =
            &|| next().map(|number| (number, &self.units[number as usize].rows[..]));
        let finished =
            &|number, found: &UnitTotals| finished(number, self.tally(number, found));
        macro_rules! search {
            ($edges:expr, $reach:expr) => {{
                let (shape, every_node) = (&self.shape, self.profiles);
                let search = RowSearch::<'_, $edges, $reach> {
                    shape,
                    meter,
                    every_node,
                    next,
                    finished,
                };
                self.instructions.run_lanes(self.columns, search)
            }};
        }
        match (self.shape.edges, self.shape.reach()) {
            (JOINED_SIDES, _) => search!(JOINED_SIDES, 0),
            (MIRRORED_TOP, _) => search!(MIRRORED_TOP, 0),
            (_, 0) => search!(OPEN_EDGES, 0),
            (_, 1 | 2) => search!(OPEN_EDGES, 2),
            (_, 3 | 4) => search!(OPEN_EDGES, 4),
            _ => search!(OPEN_EDGES, MAX_REACH),
        }
    }
}
