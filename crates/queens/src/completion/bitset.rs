//! The bitset engine for every size: chooses the number of words, and runs restarts beside the
//! complete search where one solution is wanted.

use super::board::OpenBoard;
use super::bound::Excess;
use super::layout;
use super::search::{Obstacle, Progress, Search};
use super::{CompletionError, Proof};
use crate::placement::Placement;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search_control::{Meter, Step, Stop};
use std::ops::ControlFlow;

/// The longest side, in places of the layout.
pub(super) const MAX_SIDE: usize = 64 * 8 - 1;

/// Nodes of the first turn of the complete search, and of the first restart; later turns have 2% more.
const FIRST_TURN: u64 = 500;

/// The part of the tree after which the complete search goes on without restarts beside it.
const END_IN_SIGHT: f64 = 1.0 / 32.0;

/// Whether the engine can search all of `board`.
///
/// # Errors
/// Too many free rows.
pub(super) fn accepts(board: &OpenBoard<'_>) -> Result<(), CompletionError> {
    match layout::side(board) {
        lines if lines > MAX_SIDE => Err(CompletionError::TooManyLines { lines, max: MAX_SIDE }),
        _ => Ok(()),
    }
}

/// Hands solutions to `each` until it breaks off; `first_only` says that it will at the first. The
/// proof is there if no solution is.
pub(super) fn run(
    board: &OpenBoard<'_>,
    first_only: bool,
    seed: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Proof>) {
    match layout::side(board) {
        0..=63 => run_sized::<1>(board, first_only, seed, meter, each),
        64..=127 => run_sized::<2>(board, first_only, seed, meter, each),
        128..=255 => run_sized::<4>(board, first_only, seed, meter, each),
        _ => run_sized::<8>(board, first_only, seed, meter, each),
    }
}

fn run_sized<const W: usize>(
    board: &OpenBoard<'_>,
    first_only: bool,
    seed: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Proof>) {
    let search = Search::<W>::new(board, None);
    if let Some(obstacle) = search.obstacle() {
        let proof = match obstacle {
            Obstacle::NoSquare(unit) => Proof::NoSquare(unit),
            Obstacle::Excess(Excess { needed, least }) => Proof::Quadratic { needed, least },
        };
        return (meter.expand(), Some(proof));
    }
    let mut hand = |search: &Search<W>| match each(board.placement(search.queens())) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Found),
    };
    let restarts = first_only.then(|| Search::<W>::new(board, Some(ChaCha8Rng::seed_from_u64(seed))));
    match search_all(search, restarts, meter, &mut hand) {
        Ok(proof) => (Ok(()), proof),
        Err(stop) => (Err(stop), None),
    }
}

/// Searches everything. Beside the complete search run restarts in random order, by turns, as many
/// nodes each; as soon as the complete search has seen enough of its tree for the end to be in sight,
/// it goes on alone. When the first turns are over, the problem is not an easy one, and worth a closer
/// look at what its diagonals allow.
fn search_all<const W: usize>(
    mut complete: Search<W>,
    mut restarts: Option<Search<W>>,
    meter: &mut Meter<'_>,
    hand: &mut dyn FnMut(&Search<W>) -> Step,
) -> Result<Option<Proof>, Stop> {
    let mut found = false;
    let mut budget = FIRST_TURN;
    loop {
        match complete.advance(meter, budget)? {
            Progress::Solution => {
                found = true;
                hand(&complete)?;
                continue;
            }
            Progress::Exhausted => return Ok((!found).then_some(Proof::Exhausted)),
            Progress::Paused => {}
        }
        let restarts = restarts.as_mut().filter(|_| complete.progress() < END_IN_SIGHT);
        let alone = restarts.is_none();
        if let Some(restarts) = restarts {
            restarts.restart();
            match restarts.advance(meter, budget)? {
                Progress::Solution => hand(restarts)?,
                Progress::Exhausted => return Ok(Some(Proof::Exhausted)),
                Progress::Paused => {}
            }
        }
        if budget == FIRST_TURN && !found && complete.has_no_choice() {
            return Ok(Some(Proof::Diagonals));
        }
        budget = if alone { u64::MAX } else { budget + budget / 50 };
    }
}
