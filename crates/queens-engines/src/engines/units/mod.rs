//! Problems whose rows, columns and regions all take the same exact number of queens:
//! region puzzles, Star Battle, kings in every line.
//!
//! The search branches in the unit with the fewest placements, whether row, column or
//! region, and propagates before each choice: full and tight units (`state`), common
//! consequences of all placements in a unit (`placements`), and units confined to as many
//! others (`flow`).
//!
//! ```text
//! solve(state):
//!     repeat until nothing changes:
//!         fill units with as many open squares as queens to place; fail if one has fewer
//!         close squares that every placement of a unit attacks
//!         close squares that no flow of queens between two kinds of units uses; fail if there is no flow
//!     if no queens are left: solution
//!     pick a square of the unit with the fewest placements
//!     solve(state with a queen there); solve(state with the square closed)
//! ```
//!
//! Example: one queen in each row, column and region of 4 x 4, no two on neighbouring
//! squares; the regions are `AABB`, `AABB`, `ACDD`, `CCCD`. C and D lie in rows 3 and 4,
//! so A has no queen in row 3; B and D lie in columns 3 and 4, so C has none in column 3.
//! A queen in row 3, column 2 leaves column 4 for row 4, column 1 for A and column 3 for
//! B, both in row 1 because of its neighbours, and nothing for row 2. With that square
//! closed, propagation alone finds the solution: columns 3, 1, 4, 2.

mod board;
mod components;
mod engine;
mod flow;
mod placements;
mod region_solver;
mod search;
mod state;

pub(crate) use engine::ExactUnits;
#[doc(hidden)]
pub use region_solver::{RegionSolver, region_solver};

use board::UnitsBoard;
use control::{Limits, Meter, Step};
use queens_model::bits::SmallSet;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use search::{UnitsOutcome, UnitsSearch};

/// The id of the engine.
const ID: &str = "units";

/// Maximum length of a side.
pub(crate) const MAX_SIDE: u32 = 64;

/// Consumer of solutions.
trait SolutionListener {
    /// Accepts a solution; `placement` builds it if it is needed.
    fn take(&mut self, placement: &dyn Fn() -> Placement) -> Step;
}

/// Returns the number of queens in each unit of `problem`, if the engine supports it.
pub(crate) fn demand(problem: &Problem) -> Result<u32, Unsupported> {
    let refuse = |parameter, reason: String| Err(Unsupported::new(ID, parameter, reason));
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) > MAX_SIDE {
        return refuse(
            Parameter::Size,
            format!(
                "a board of {rows} x {columns} is too large: its sides are at most {MAX_SIDE}"
            ),
        );
    }
    match problem.features().exact_units {
        Some(demand @ 1..=MAX_SIDE) => Ok(demand),
        _ => refuse(
            Parameter::Rows,
            format!(
                "it needs rows, columns and regions that demand the same exact number of queens, 1 to {MAX_SIDE}, or \
                 nothing: choose another engine"
            ),
        ),
    }
}

/// Passes the solutions of `problem` to `listener`, each once.
fn run(
    problem: &Problem,
    demand: u32,
    limits: &Limits,
    meter: &mut Meter<'_>,
    listener: &mut dyn SolutionListener,
) -> Step {
    let side = problem
        .rows()
        .max(problem.columns())
        .max(problem.region_count());
    match (problem.rows() * problem.columns(), side) {
        (0..=64, 0..=8) => run_sized::<1, 8>(problem, demand, limits, meter, listener),
        (0..=128, 0..=11) => run_sized::<2, 11>(problem, demand, limits, meter, listener),
        (0..=256, 0..=16) => run_sized::<4, 16>(problem, demand, limits, meter, listener),
        (0..=512, 0..=22) => run_sized::<8, 22>(problem, demand, limits, meter, listener),
        (0..=1024, 0..=32) => {
            run_sized::<16, 32>(problem, demand, limits, meter, listener)
        }
        _ => run_sized::<64, 64>(problem, demand, limits, meter, listener),
    }
}

fn run_sized<const W: usize, const N: usize>(
    problem: &Problem,
    demand: u32,
    limits: &Limits,
    meter: &mut Meter<'_>,
    listener: &mut dyn SolutionListener,
) -> Step {
    let Some(board) = UnitsBoard::<W, N>::from_problem(problem, demand, limits)? else {
        // Kinds with different numbers of units demand different totals: no solution.
        return meter.expand();
    };
    let mut search = UnitsSearch::new(&board);
    while let UnitsOutcome::Solution(queens) = search.advance(meter)? {
        listener.take(&|| placement(problem, queens))?;
    }
    Ok(())
}

/// Builds the placement with queens on these squares.
fn placement<const W: usize>(problem: &Problem, queens: SmallSet<W>) -> Placement {
    let square = |at: usize| {
        Square::new(at as u32 / problem.columns(), at as u32 % problem.columns())
    };
    Placement::new(queens.iter().map(square).collect())
}
