//! The bitset engine for every size: chooses the number of words, and runs restarts beside the
//! complete search where one solution is wanted.

use super::board::OpenBoard;
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

/// Nodes of the first restart; each later one has 2% more.
const FIRST_RESTART: u64 = 500;

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
    let mut search = Search::<W>::new(board, None);
    if let Some(obstacle) = search.obstacle() {
        let proof = match obstacle {
            Obstacle::NoSquare(unit) => Proof::NoSquare(unit),
            Obstacle::Excess(excess) => Proof::Quadratic { needed: excess.needed, least: excess.least },
        };
        return (meter.expand(), Some(proof));
    }
    let mut hand = |search: &Search<W>| match each(board.placement(search.queens())) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Found),
    };
    let mut found = false;
    let mut complete = |search: &mut Search<W>, meter: &mut Meter<'_>| -> Step {
        while search.advance(meter, u64::MAX)? == Progress::Solution {
            found = true;
            hand(search)?;
        }
        Ok(())
    };
    let step = if first_only {
        beside_restarts(board, &mut search, seed, meter, &mut hand)
    } else {
        complete(&mut search, meter)
    };
    let proof = (step.is_ok() && !found).then_some(Proof::Exhausted);
    (step, proof)
}

/// Runs the complete search and restarts in random order by turns, as many nodes each, until one of
/// them finds a solution or the complete search knows that there is none. As soon as it has searched
/// enough of the tree for its end to be in sight, it goes on alone.
fn beside_restarts<const W: usize>(
    board: &OpenBoard<'_>,
    complete: &mut Search<W>,
    seed: u64,
    meter: &mut Meter<'_>,
    hand: &mut dyn FnMut(&Search<W>) -> Step,
) -> Step {
    let mut restarts = Search::<W>::new(board, Some(ChaCha8Rng::seed_from_u64(seed)));
    let mut budget = FIRST_RESTART;
    loop {
        match complete.advance(meter, budget)? {
            Progress::Solution => return hand(complete),
            Progress::Exhausted => return Ok(()),
            Progress::Paused => {}
        }
        if complete.progress() > END_IN_SIGHT {
            budget = u64::MAX;
            continue;
        }
        restarts.restart();
        match restarts.advance(meter, budget)? {
            Progress::Solution => return hand(&restarts),
            Progress::Exhausted => return Ok(()),
            Progress::Paused => budget += budget / 50,
        }
    }
}
