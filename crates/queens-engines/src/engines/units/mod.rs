//! Problems whose rows, columns and regions all take exactly so many queens: the region puzzles, Star Battle, kings
//! in every line.
//!
//! The search goes on in the unit with the fewest placements, whether row, column or region, and draws conclusions
//! before each choice: full and tight units (`state`), what all ways to fill a unit have in common (`inside`),
//! and units that are confined to as many others (`transport`).

mod again;
mod board;
mod components;
mod engine;
mod inside;
mod search;
mod state;
mod transport;

#[doc(hidden)]
pub use again::{Again, again};
pub use engine::ExactUnits;

use board::Board;
use control::{Limits, Meter, Step};
use queens_model::bits::Set;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use search::{Progress, Search};

/// Its id among the engines.
const ID: &str = "units";

/// The longest side.
pub(crate) const MAX_SIDE: u32 = 64;

/// Hears of every solution.
trait Listener {
    /// Takes a solution; `placement` makes it, if anybody wants to see it.
    fn take(&mut self, placement: &dyn Fn() -> Placement) -> Step;
}

/// How many queens each unit of `problem` takes, if the engine takes it.
pub(crate) fn demand(problem: &Problem) -> Result<u32, Unsupported> {
    let refuse = |parameter, reason: String| Err(Unsupported::new(ID, parameter, reason));
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) > MAX_SIDE {
        return refuse(
            Parameter::Size,
            format!("a board of {rows} x {columns} is too large: its sides are at most {MAX_SIDE}"),
        );
    }
    match problem.features().exact_units {
        Some(demand @ 1..=MAX_SIDE) => Ok(demand),
        _ => refuse(
            Parameter::Rows,
            format!(
                "it takes boards where rows, columns and regions demand the same exact number, 1 to {MAX_SIDE}, or \
                 any: choose another engine"
            ),
        ),
    }
}

/// Hands the solutions of `problem` to `listener`, each once.
fn run(
    problem: &Problem,
    demand: u32,
    limits: &Limits,
    meter: &mut Meter<'_>,
    listener: &mut dyn Listener,
) -> Step {
    let side = problem.rows().max(problem.columns()).max(problem.region_count());
    match (problem.rows() * problem.columns(), side) {
        (0..=64, 0..=8) => run_sized::<1, 8>(problem, demand, limits, meter, listener),
        (0..=128, 0..=11) => run_sized::<2, 11>(problem, demand, limits, meter, listener),
        (0..=256, 0..=16) => run_sized::<4, 16>(problem, demand, limits, meter, listener),
        (0..=512, 0..=22) => run_sized::<8, 22>(problem, demand, limits, meter, listener),
        (0..=1024, 0..=32) => run_sized::<16, 32>(problem, demand, limits, meter, listener),
        _ => run_sized::<64, 64>(problem, demand, limits, meter, listener),
    }
}

fn run_sized<const W: usize, const N: usize>(
    problem: &Problem,
    demand: u32,
    limits: &Limits,
    meter: &mut Meter<'_>,
    listener: &mut dyn Listener,
) -> Step {
    let Some(board) = Board::<W, N>::of(problem, demand, limits)? else {
        // Kinds with different numbers of units take different numbers of queens.
        return meter.expand();
    };
    let mut search = Search::new(&board);
    while let Progress::Solution(queens) = search.advance(meter)? {
        listener.take(&|| placement(problem, queens))?;
    }
    Ok(())
}

/// Queens on these squares.
fn placement<const W: usize>(problem: &Problem, queens: Set<W>) -> Placement {
    let square = |at: usize| Square::new(at as u32 / problem.columns(), at as u32 % problem.columns());
    Placement::new(queens.iter().map(square).collect())
}
