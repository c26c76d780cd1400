//! Counts few queens on a large board: the last three are not placed but counted in
//! closed form from line occupancy.
//!
//! # Algorithm
//! All but three of the queens are placed, each on a row below the one before. The last
//! three go on open squares of the rows below. Of m open squares, let E pairs attack each
//! other, let P be the number of choices of a square and two others that it attacks, and
//! T the number of triples in which all three attack each other. Then
//!
//! `C(m, 3) - E (m - 2) + P - T`
//!
//! triples are free of attacks: a triple with 1, 2 or 3 attacking pairs is counted 1 - 1,
//! 1 - 2 + 1 or 1 - 3 + 3 - 1 times. E and P follow from the number of open squares on
//! each line, because two squares share at most one line. T counts triples on one line
//! and triangles, whose right angle is between a row and a column or between two
//! diagonals.
//!
//! ```text
//! count(open rows, queens left):                              (search)
//!     if at most three are left: closed form                  (last_queens, triangles)
//!     for each open square, row by row:
//!         count(the rows below without the squares it attacks, queens left - 1)
//! ```
//!
//! The placements of one first queen are a work unit (`units`), on the open squares of a
//! `board`.
//!
//! Example: 3 x 3, m = 9. Rows and columns have 9 + 9 attacking pairs, diagonals 5 + 5,
//! so E = 28. The centre attacks 8 squares, the others 6 each, so P = 28 + 8 x 15 = 148.
//! T = 8 lines of three + 28 triangles = 36. Two queens: 36 - 28 = 8. Three queens: 84 -
//! 28 x 7 + 148 - 36 = 0.
//!
//! Source: inclusion and exclusion over attacks, as in Landau's and Kotesovec's formulas
//! for two and three queens on the empty board (Kotesovec, Non-attacking chess pieces,
//! 2013).

mod board;
mod engine;
mod last_queens;
mod search;
mod triangles;
mod units;

pub(crate) use engine::InclusionExclusion;

use crate::engines::task::find_kernel;
use crate::parallel::{self, RunOptions, RunReport, WorkUnits};
use queens_model::problem::{Bounds, Edges, Piece, Problem};
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use units::FewQueensWorkUnits;

/// The id of the engine.
pub const ID: &str = "inclusion-exclusion";

/// Maximum length of a side.
const MAX_SIDE: u32 = 1024;

/// Maximum number of queens that are counted in closed form.
const COUNTED_TOGETHER: u32 = 3;

/// Checks that the engine can count the solutions of `problem`.
///
/// # Errors
/// The first parameter that rules it out.
#[doc(hidden)]
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    let units = problem.units();
    if problem.piece() != &Piece::queen() {
        let reason = format!("it counts queens, not {}", problem.piece());
        return Err(Unsupported::new(ID, Parameter::Piece, reason));
    }
    let differing_parts = [
        (problem.edges() != Edges::OPEN, Parameter::Edges),
        (problem.has_walls(), Parameter::Walls),
        (problem.region_count() > 0, Parameter::Regions),
    ];
    for (differs, parameter) in differing_parts {
        if differs {
            let reason =
                "it needs a board with open edges, and without walls and regions";
            return Err(Unsupported::new(ID, parameter, reason));
        }
    }
    let demands = [
        (units.total.low() == units.total.high(), Parameter::Total),
        (has_no_minimum(units.row), Parameter::Rows),
        (has_no_minimum(units.column), Parameter::Columns),
    ];
    for (is_met, parameter) in demands {
        if !is_met {
            let reason =
                "it needs a fixed total and no minimum for rows and columns: add a total";
            return Err(Unsupported::new(ID, parameter, reason));
        }
    }
    let longest = problem.rows().max(problem.columns());
    if longest > MAX_SIDE {
        let reason = format!("a side of {longest} is too long: at most {MAX_SIDE}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(())
}

fn has_no_minimum(bounds: Bounds) -> bool {
    bounds.low() == 0 && bounds.high() > 0
}

/// Counts the placements of the queens that `problem` demands. A node is a queen placed.
///
/// # Errors
/// Another piece, demand or board; a kernel that the processor lacks; too many threads
/// for the system. Reaching a limit is not an error: see [`RunReport::outcome`].
///
/// # Complexity
/// O(m n) steps on m x n, with small constants, for each placement of all but three
/// queens; O(m n) words. Three queens on 1,000 x 1,000 and six on 27 x 27 take seconds.
///
/// ```
/// use queens::engines::inclusion_exclusion;
///
/// // OEIS A108792: five queens on 12 x 12.
/// let report = inclusion_exclusion::count(&"12\ntotal: 5".parse()?, &Default::default())?;
/// assert_eq!(report.tally.count, 20_609_544);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn count(
    problem: &Problem,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*work_units(problem, options.kernel)?, options)
}

/// Cuts [`count`] into work units by the first queen, on one half of a board that is its
/// own mirror image; three queens or fewer are one work unit. All work units are assumed
/// to cost the same.
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// O(m n) steps and words.
#[doc(hidden)]
pub fn work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    accepts(problem)?;
    let detected = find_kernel(kernel, ID)?;
    Ok(match problem.columns() {
        ..=64 => Box::new(FewQueensWorkUnits::<1>::new(problem, detected)),
        65..=256 => Box::new(FewQueensWorkUnits::<4>::new(problem, detected)),
        _ => Box::new(FewQueensWorkUnits::<16>::new(problem, detected)),
    })
}
