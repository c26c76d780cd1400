//! The bitset engine for every size: chooses the number of words, and runs restarts beside the
//! complete search where one or two solutions are wanted.

use super::board::OpenBoard;
use super::bound::Excess;
use super::layout;
use super::search::{Obstacle, Progress, Search};
use super::{CompletionError, DiagonalSums, Proof};
use crate::placement::Placement;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search_control::{Meter, Step, Stop};
use std::ops::ControlFlow;

/// The longest side, in places of the layout.
pub(super) const MAX_SIDE: usize = 64 * 8 - 1;

/// Nodes of the first turn of the complete search; later turns have half a percent more.
const FIRST_TURN: u64 = 512;

/// Nodes of a restart for each of the complete search.
const RESTART: u64 = 4;

/// States at a time of the first look at the choices of diagonals. A look that needs more is repeated with
/// eight times as many.
const FIRST_STATES: usize = 1 << 12;

/// States at a time that a look may take: 16 MiB.
const MOST_STATES: usize = 1 << 21;

/// A look comes when there were as many nodes as it may take states, divided by this: then it takes about
/// as long as the search before.
const STATES_PER_NODE: u64 = 8;

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

/// Hands solutions to `each`, each once, until it breaks off; `few` says that it will after one or two.
/// The proof is there if no solution is.
pub(super) fn run(
    board: &OpenBoard<'_>,
    few: bool,
    seed: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Proof>) {
    match layout::side(board) {
        0..=63 => run_sized::<1>(board, few, seed, meter, each),
        64..=127 => run_sized::<2>(board, few, seed, meter, each),
        128..=255 => run_sized::<4>(board, few, seed, meter, each),
        _ => run_sized::<8>(board, few, seed, meter, each),
    }
}

fn run_sized<const W: usize>(
    board: &OpenBoard<'_>,
    few: bool,
    seed: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Proof>) {
    let search = Search::<W>::new(board);
    if let Some(obstacle) = search.obstacle() {
        let proof = match obstacle {
            Obstacle::NoSquare(unit) => Proof::NoSquare(unit),
            Obstacle::Excess(Excess { needed, least }) => Proof::Quadratic { needed, least },
        };
        return (meter.expand(), Some(proof));
    }
    let mut found = Found { board, known: None, few, each };
    match search_all(search, few.then_some(seed), meter, &mut found) {
        Ok(proof) => (Ok(()), found.known.is_none().then_some(proof)),
        Err(stop) => (Err(stop), None),
    }
}

/// The solutions so far.
struct Found<'f, 'p> {
    board: &'f OpenBoard<'p>,
    /// The first one.
    known: Option<Placement>,
    /// Whether two searches run, which may come to the same solution.
    few: bool,
    each: &'f mut dyn FnMut(Placement) -> ControlFlow<()>,
}

impl Found<'_, '_> {
    /// Lets `search` run for `nodes`; says whether it has seen everything.
    fn turn<const W: usize>(
        &mut self,
        search: &mut Search<W>,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        loop {
            match search.advance(meter, nodes)? {
                Progress::Solution => self.take(self.board.placement(search.queens()))?,
                Progress::Exhausted => return Ok(true),
                Progress::Paused => return Ok(false),
            }
        }
    }

    fn take(&mut self, placement: Placement) -> Step {
        if self.few && self.known.as_ref() == Some(&placement) {
            return Ok(());
        }
        self.known.get_or_insert_with(|| placement.clone());
        match (self.each)(placement) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Found),
        }
    }
}

/// Searches everything; answers what shows that there is no more. With a seed, restarts in random order
/// run beside the complete search, by turns; as soon as the complete search has seen enough of its tree
/// for the end to be in sight, it goes on alone. The longer that takes, the closer is the look at what the
/// diagonals allow.
fn search_all<const W: usize>(
    mut complete: Search<W>,
    seed: Option<u64>,
    meter: &mut Meter<'_>,
    found: &mut Found<'_, '_>,
) -> Result<Proof, Stop> {
    let mut restarts: Option<Search<W>> = None;
    let mut states = Some(FIRST_STATES);
    let (mut nodes, mut spent) = (FIRST_TURN, 0);
    loop {
        if found.turn(&mut complete, nodes, meter)? {
            return Ok(Proof::Exhausted);
        }
        spent += nodes;
        if let Some(most) = states.filter(|&most| most as u64 <= spent * STATES_PER_NODE) {
            states = match complete.has_choice(most) {
                Some(false) => return Ok(Proof::Diagonals(DiagonalSums::of(found.board))),
                Some(true) => None,
                None => Some(8 * most).filter(|&more| more <= MOST_STATES),
            };
        }
        if let Some(seed) = seed.filter(|_| complete.progress() < END_IN_SIGHT) {
            let restarts = restarts.get_or_insert_with(|| {
                Search::new(found.board).in_random_order(ChaCha8Rng::seed_from_u64(seed))
            });
            restarts.restart();
            if found.turn(restarts, RESTART * nodes, meter)? {
                return Ok(Proof::Exhausted);
            }
            spent += RESTART * nodes;
        }
        nodes += nodes / 200;
    }
}
