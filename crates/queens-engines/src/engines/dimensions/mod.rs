//! Largest sets of queens on boards of three dimensions and more.
//!
//! ```text
//! set = the cells of a lattice                            (lattice)
//! set = a larger one by local search                      (local)
//! while branch and bound finds a larger set: take it      (search)
//! ```
//!
//! See `docs/design/dimensions.md`.

mod cube;
mod engine;
mod lattice;
mod local;
mod search;

pub(crate) use engine::MoreDimensions;
pub(crate) use engine::bare_cube;

use crate::engines::Task;
use crate::engines::subtrees::TreeEffort;
use control::{Meter, Statistics, Step, Stop};
use cube::CubeCells;
use lattice::Lattice;
use local::LocalSearch;
use queens_model::problem::Cube;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::SetSearch;

/// Id of the engine.
const ID: &str = "dimensions";

/// Largest number of cells for which the maximum is proved.
const MAX_SEARCHED_CELLS: usize = 384;

/// Largest number of cells for the local search.
const MAX_LOCAL_CELLS: usize = 300_000;

/// A largest set of queens, or the largest one found within the limits.
struct LargestSet {
    /// Cells, ascending.
    queens: Vec<usize>,
    /// Upper bound on their number.
    bound: usize,
    /// True if the lines and blocks of the board show that no set is larger.
    is_bound_met: bool,
    /// Number of largest sets, all and up to symmetry, if the question asks for it and
    /// the search is complete.
    counts: Option<[u128; 2]>,
    /// `Ok` if no larger set exists, else the reason to stop.
    step: Step,
    statistics: Statistics,
    /// The most threads that searched.
    threads: usize,
}

/// Finds a largest set; counts all of them if `counts` is true.
fn find_largest_set(task: &Task<'_>, cube: Cube, counts: bool) -> LargestSet {
    let cube = CubeCells::new(cube.side() as usize, cube.dimensions());
    let mut meter = Meter::new(task.limits());
    let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
    let (queens, step) = find_large_set(&cube, &mut random, &mut meter);
    let bound = cube.bound();
    let is_bound_met = queens.len() == bound;
    let mut set = LargestSet {
        queens,
        bound,
        is_bound_met,
        counts: None,
        step,
        statistics: Statistics::default(),
        threads: 1,
    };
    // A set that meets the bound needs no proof, but its equals may have to be counted.
    if set.step.is_ok() && (counts || !is_bound_met) {
        set.step = match cube.cells() {
            0..=64 => set.prove::<1>(&cube, counts, task, &mut meter),
            65..=128 => set.prove::<2>(&cube, counts, task, &mut meter),
            129..=256 => set.prove::<4>(&cube, counts, task, &mut meter),
            257..=MAX_SEARCHED_CELLS => set.prove::<6>(&cube, counts, task, &mut meter),
            _ => Err(Stop::GaveUp),
        };
    }
    set.queens.sort_unstable();
    set.statistics = meter.statistics();
    set
}

impl LargestSet {
    /// Enlarges the set until no larger one exists, and counts the largest sets if
    /// `counts` is true.
    fn prove<const W: usize>(
        &mut self,
        cube: &CubeCells,
        counts: bool,
        task: &Task<'_>,
        meter: &mut Meter<'_>,
    ) -> Step {
        let search = SetSearch::<W>::new(cube, task.limits())?;
        let mut effort = TreeEffort::new(meter, task.settings.threads);
        let step = self.enlarge_and_count(&search, counts, &mut effort);
        self.threads = effort.used();
        step
    }

    fn enlarge_and_count<const W: usize>(
        &mut self,
        search: &SetSearch<W>,
        counts: bool,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Step {
        // The largest set has between `queens.len()` and `bound` queens.
        while self.queens.len() < self.bound {
            match search.find_set(self.queens.len() + 1, effort)? {
                Some(larger) => self.queens = larger,
                None => self.bound = self.queens.len(),
            }
        }
        if counts {
            self.counts = Some(search.count_sets(self.bound, effort)?);
        }
        Ok(())
    }
}

/// Finds a large set: a lattice, and a local search from there, unless the lattice cannot
/// be improved or the board is too large.
///
/// # Errors
/// A limit, beside the set.
fn find_large_set(
    cube: &CubeCells,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> (Vec<usize>, Step) {
    let queens = match find_lattice(cube, meter) {
        Ok(queens) => queens,
        Err(stop) => return (Vec::new(), Err(stop)),
    };
    if queens.len() == cube.bound() || cube.cells() > MAX_LOCAL_CELLS {
        return (queens, Ok(()));
    }
    match meter.memory((cube.cells() * local::BYTES_PER_CELL) as u64) {
        Ok(()) => LocalSearch::new(cube, &queens).run(cube.bound(), random, meter),
        Err(stop) => (queens, Err(stop)),
    }
}

/// Returns the cells of a lattice: of the whole board, or of the largest cube in it with
/// a queen on every line.
fn find_lattice(cube: &CubeCells, meter: &mut Meter<'_>) -> Result<Vec<usize>, Stop> {
    let whole = Lattice::from_cube(cube, meter)?;
    let full_side = (1..cube.side)
        .rev()
        .find(|&side| fills_all_lines(side, cube.dimensions));
    if let Some(side) = full_side {
        let full = cube.of_side(side);
        if full.lines() > whole.size {
            return Lattice::from_cube(&full, meter)?.cells(&full, cube, meter);
        }
    }
    whole.cells(cube, cube, meter)
}

/// Returns true if a lattice has a queen on every line of a cube: if no number from 2 to
/// 2^d - 1 divides the side.
fn fills_all_lines(side: usize, dimensions: usize) -> bool {
    (2..1usize << dimensions).all(|divisor| !side.is_multiple_of(divisor))
}
