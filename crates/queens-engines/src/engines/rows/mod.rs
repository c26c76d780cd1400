//! The search by rows: counts many boards at a time, for every problem that masks of rows
//! can carry.
//!
//! These are: one queen in each row and at most one in each column; both diagonals, one
//! or none; open edges, joined left and right edges, the torus, a mirror above the first
//! row; leaps over at most eight rows; rectangles, holes and givens.
//!
//! # Method
//! A node is a board whose first rows are filled: the classic three words, for columns
//! and diagonals that are taken (Qiu 1988, Richards 1997), the free squares that are
//! still to be tried, and one word for each row that leaps reach. The nodes of a row wait
//! in a stack, with an array for each of their words:
//!
//! ```text
//! stack of row r        node 0   node 1   node 2  ...  node len - 1
//!   columns            [      ] [      ] [      ]
//!   left diagonals     [      ] [      ] [      ]      a register holds the same word of
//!   right diagonals    [      ] [      ] [      ]      8 to 32 successive nodes
//!   free squares       [      ] [      ] [      ]
//!   leaps, 0 to 8      [      ] [      ] [      ]
//! ```
//!
//! ```text
//! stack[0] = the empty board; level = 0
//! until all stacks are empty:
//!     for each register of nodes in the last 512 of stack[level]:
//!         queen = the lowest free square of each node
//!         child = (columns | queen, (left | queen) >> 1, (right | queen) << 1)
//!         pack the nodes that have another free square where they were
//!         pack the children that have a free square in each of the next two rows onto stack[level + 1]
//!     level += 1 if the next row has 512 nodes; level -= 1 if this one has less than a register
//! in the last row but one: count the free squares of the children in the last row
//! ```
//!
//! The obvious search, one node at a time, mispredicts a branch for each node. Here all
//! lanes work, and the only branches are the ends of passes.
//!
//! # Example
//! On a board of 4, with column a as the lowest bit. A queen on b (0010) leaves to the
//! second row columns 0010, left 0001 and right 0100: 1000 is free, column d. That queen
//! leaves to the third row columns 1010, left 0100 and right 1000: 0001 is free, column
//! a. The third is the last row but one: its queen leaves to the last row columns 1011,
//! left 0010 and right 0010: 0100 is free, column c. So one solution is counted, b d a c.
//!
//! # Work units
//! A square board with open edges is cut by the four queens on its border. Of the images
//! of such a set under the symmetries of the problem (eight for queens and superqueens,
//! four for semiqueens) one is searched, and counts as often as it has different images.
//! The rest of the board has two columns less, so words of 16 bits serve up to 18 queens.
//! Other problems are cut by the queens of the first two rows: one pair for each class
//! under the maps of columns that leave the problem as it is, which are the mirror image
//! and, if the sides are joined, the shifts.

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
pub fn accepts_problem(problem: &Problem) -> Result<(), Unsupported> {
    RowShape::from_problem(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// A node is a queen that was placed, except in the last row. The limits are checked
/// after every few thousand. A limit is no error: see [`RunReport::outcome`].
///
/// # Errors
/// A problem that masks of rows cannot carry; a kernel that the processor lacks; no room
/// for so many threads.
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
/// tree that plain backtracking searches (OEIS A319284 for queens; their sum is A319283).
/// They are the figures of the tally, for k from 0 to the number of rows.
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// As [`count`], but it uses only the symmetries of columns, and it visits nodes that
/// have no free square in the row after the next one.
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

/// Cuts [`count`] into units, one for each class of queens under the symmetries: queens
/// on the border of a square board with open edges if the problem has more symmetries
/// than those that only move columns, otherwise queens in the first two rows. All units
/// are estimated to take equally long.
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
    let shape = RowShape::from_problem(problem)?;
    let symmetries = shape.symmetries();
    let (units, columns) =
        if shape.rows > 1 && symmetries.len() > shape.column_maps().len() {
            let units = units::cut_by_border(&shape, &symmetries);
            (units, problem.columns() - 2)
        } else {
            (units::cut_by_first_rows(&shape), problem.columns())
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
    let shape = RowShape::from_problem(problem)?;
    let units = units::cut_by_first_rows(&shape);
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
    /// True for a profile: every node is visited and counted by its row.
    profiles: bool,
    instructions: Instructions,
}

impl RowsWorkUnits {
    /// Searches units on a board with these edges and leaps over up to `REACH` rows.
    fn search<const EDGES: u8, const REACH: usize>(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let search = RowSearch::<'_, EDGES, REACH> {
            shape: &self.shape,
            meter,
            every_node: self.profiles,
            next: &|| next().map(|unit| (unit, &self.units[unit as usize].rows[..])),
            finished: &|unit, found| finished(unit, self.weighted_tally(unit, found)),
        };
        self.instructions.run_lanes(self.columns, search)
    }

    /// Returns the tally of a work unit, times its weight.
    fn weighted_tally(&self, number: u64, found: &UnitTotals) -> Tally {
        let weight = self.units[number as usize].weight as i64;
        let mut count = Counter::default();
        count.add(found.solutions, weight);
        let figures = if self.profiles {
            self.weighted_profile(number, found)
        } else {
            Vec::new()
        };
        Tally::new(count, found.nodes, &figures)
    }

    /// Returns the ways to fill the first 0, 1, 2, ... rows that a unit stands for.
    fn weighted_profile(&self, number: u64, found: &UnitTotals) -> Vec<Counter> {
        let weight = self.units[number as usize].weight as i64;
        let mut levels = vec![Counter::default(); found.profile.len() + 1];
        for (level, &nodes) in levels[1..].iter_mut().zip(&found.profile) {
            level.add(nodes, weight);
        }
        // The first row has one queen in every unit, so its queens would be counted once
        // for each queen of the second row. Levels 0 and 1 are the same for all units;
        // only unit 0 reports them.
        let first_row = self.shape.open.first();
        let all = [Some(1), first_row.map(|open| u64::from(open.count_ones()))];
        for (level, all) in levels.iter_mut().zip(all.into_iter().flatten()) {
            *level = if number == 0 { all } else { 0 }.into();
        }
        levels
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
        // The edges and the number of leap words are constants of the search, so that the
        // code for one problem has no branches for others.
        match (self.shape.edges, self.shape.reach()) {
            (JOINED_SIDES, _) => self.search::<JOINED_SIDES, 0>(next, finished, meter),
            (MIRRORED_TOP, _) => self.search::<MIRRORED_TOP, 0>(next, finished, meter),
            (_, 0) => self.search::<OPEN_EDGES, 0>(next, finished, meter),
            (_, 1 | 2) => self.search::<OPEN_EDGES, 2>(next, finished, meter),
            (_, 3 | 4) => self.search::<OPEN_EDGES, 4>(next, finished, meter),
            _ => self.search::<OPEN_EDGES, MAX_REACH>(next, finished, meter),
        }
    }
}
