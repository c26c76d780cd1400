//! Pieces of several kinds that do not attack each other.
//!
//! ```text
//! attacks = the squares that each kind attacks from each square            (board)
//! given numbers:  search for a placement                                   (search)
//! equal numbers:  while a bound allows one more of each: search for that
//! counts:         search once for each symmetry, on its orbits of squares; the mean is the number up to symmetry (Burnside)
//! ```
//!
//! See `docs/design/pieces.md`.

mod board;
mod engine;
mod search;

pub(crate) use engine::MixedPieces;

use crate::engines::Task;
use crate::engines::subtrees::TreeEffort;
use board::{MixBoard, Needs, OrbitBoard};
use control::{Meter, Statistics, Step, Stop};
use queens_model::problem::Units;
use queens_model::relative::{Group, PieceMix};
use queens_model::unsupported::{NoAnswer, Unsupported};
use search::find;

/// Id of the engine.
const ID: &str = "pieces";

/// Largest number of squares of a board.
const MAX_SQUARES: usize = 1_024;

/// Result of a search for a mix of pieces.
struct MixResult {
    /// A placement, in the order of [`PieceMix::kinds`].
    placement: Option<Vec<Group>>,
    /// Number of pieces of each kind if the numbers are to be equal, else number of
    /// placements found, 0 or 1.
    size: u32,
    /// Upper bound on `size`.
    bound: u32,
    /// Number of placements, a part of them if the search is not complete.
    count: u128,
    /// Number of placements up to symmetry, if they were counted and the search is
    /// complete.
    fundamental: Option<u128>,
    /// `Ok` if every possibility was tried, [`Stop::Found`] if a placement was enough,
    /// else the reason to stop.
    step: Step,
    statistics: Statistics,
    /// The most threads that searched.
    threads: usize,
}

/// Finds a placement of `mix`, a largest one if the numbers are to be equal; counts all
/// of them if `counts` is true.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before the attacks are
/// known.
fn pieces(task: &Task<'_>, mix: PieceMix, counts: bool) -> Result<MixResult, NoAnswer> {
    // Rows and columns take any number of pieces.
    let problem = task
        .problem
        .with_units(Units::ANY)
        .map_err(Unsupported::from)?;
    let threads = task.settings.threads;
    let meter = Meter::new(task.limits());
    let board = MixBoard::from_problem(&problem, &mix.kinds(), task.limits())?;
    match board.form.squares().len() {
        0..=64 => search_mix::<1>(&board, mix, counts, threads, meter),
        65..=128 => search_mix::<2>(&board, mix, counts, threads, meter),
        129..=256 => search_mix::<4>(&board, mix, counts, threads, meter),
        _ => search_mix::<16>(&board, mix, counts, threads, meter),
    }
}

fn search_mix<const W: usize>(
    board: &MixBoard,
    mix: PieceMix,
    counts: bool,
    threads: usize,
    mut meter: Meter<'_>,
) -> Result<MixResult, NoAnswer> {
    let symmetries = &board.symmetries;
    let squares = OrbitBoard::<W>::from_mix_board(board, &symmetries[0], &mut meter)?;
    let lines = board.exclusive_lines(&mut meter)?;
    let mut effort = TreeEffort::new(&mut meter, threads);
    let may_exist =
        |needs: &Needs| lines.have_room(needs) && search::may_exist(&squares, needs);
    let given = mix.numbers();
    let (mut placement, mut size, mut bound, mut step) = (None, 0, 1, Ok(()));
    let is_largest = given.is_none();
    if is_largest {
        placement = Some(vec![Vec::new(); board.kinds.len()]);
        let sizes = 1..=squares.orbits.len() as u32;
        bound = sizes
            .take_while(|&size| may_exist(&board.needs(None, size)))
            .count() as u32;
    }
    while (is_largest || !counts) && step.is_ok() && size < bound {
        let needs = board.needs(given.as_deref(), size + 1);
        let found = if may_exist(&needs) {
            find(&squares, symmetries, &needs, &mut effort)
        } else {
            Ok(None)
        };
        match found {
            Ok(Some(found)) => (placement, size) = (Some(found), size + 1),
            Ok(None) => bound = size,
            Err(stop) => step = Err(stop),
        }
    }
    let (mut count, mut fundamental) = (0, None);
    if counts && step.is_ok() {
        let needs = board.needs(given.as_deref(), size);
        if may_exist(&needs) {
            (count, fundamental, step) =
                count_placements::<W>(board, symmetries, &needs, &mut effort);
        } else {
            fundamental = Some(0);
        }
    } else if placement.is_some() && !is_largest {
        step = Err(Stop::Found);
    }
    let threads = effort.used();
    let placement = placement.map(|squares| board.groups(mix, &squares));
    let statistics = meter.statistics();
    Ok(MixResult {
        placement,
        size,
        bound,
        count,
        fundamental,
        step,
        statistics,
        threads,
    })
}

/// Counts all placements, and their orbits under the `symmetries`: the mean number of
/// placements that a symmetry leaves unchanged. At a limit the count is a part.
fn count_placements<const W: usize>(
    board: &MixBoard,
    symmetries: &[Vec<usize>],
    needs: &Needs,
    effort: &mut TreeEffort<'_, '_>,
) -> (u128, Option<u128>, Step) {
    let mut all = None;
    let mut sum = 0u128;
    for images in symmetries {
        let mut unchanged = 0;
        let step = OrbitBoard::<W>::from_mix_board(board, images, effort.meter)
            .and_then(|orbits| search::count(&orbits, needs, &mut unchanged, effort));
        // The identity, which is first, leaves all unchanged.
        let all = *all.get_or_insert(unchanged);
        let added =
            step.and_then(|()| sum.checked_add(unchanged).ok_or(search::COUNT_OVERFLOW));
        match added {
            Ok(added) => sum = added,
            Err(stop) => return (all, None, Err(stop)),
        }
    }
    (
        all.unwrap_or_default(),
        Some(sum / symmetries.len() as u128),
        Ok(()),
    )
}
