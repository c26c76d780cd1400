//! Bit sets of what is left of the board, for every size: chooses the number of words, and runs restarts beside the
//! complete search where one or two solutions are wanted.

pub(crate) mod board;
mod bound;
mod choices;
mod diagonals;
mod engine;
mod layout;
mod lines;
mod marginals;
mod search;
mod sets;
mod window;

pub use engine::Residual;

use board::ResidualBoard;
use bound::Excess;

use crate::placement::Placement;
use crate::question::Certificate;
use control::{Limits, Meter, Step, Stop};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{Obstacle, Progress, Search};
use std::ops::ControlFlow;

/// The longest side, in places of the layout.
pub(crate) const MAX_SIDE: usize = 64 * 8 - 2;

/// Nodes of the first turn of the complete search, and of the first restarts; later ones have half a percent
/// more.
const FIRST_TURN: u64 = 256;

/// Restarts in a turn, each with as many nodes as the complete search had.
const RESTARTS: u32 = 16;

/// Steps of the first look at the choices of diagonals, after the first turn.
const FIRST_STEPS: u64 = 1 << 19;

/// Steps that a later look may take for each node so far: then it takes about half as long as the search did.
const STEPS_PER_NODE: u64 = 256;

/// A look that needed more is repeated after this many times as many nodes.
const NEXT_LOOK: u64 = 8;

/// Steps that a look may take at most: 64 MiB.
const MOST_STEPS: u64 = 1 << 26;

/// After how many nodes the weights of lines are looked at: they take about as long as the look.
const LINES_AT: u64 = 1 << 12;

/// The part of the tree after which the complete search goes on without restarts beside it.
const END_IN_SIGHT: f64 = 1.0 / 32.0;

/// Hands solutions to `each`, each once, until it breaks off; `few` says that it will after one or two.
/// The certificate is there if no solution is. `limits` are those of `meter`, for work between nodes.
pub(crate) fn run(
    board: &ResidualBoard<'_>,
    few: bool,
    seed: u64,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Certificate>) {
    match layout::side(board) {
        0..=62 => run_sized::<1>(board, few, seed, limits, meter, each),
        63..=126 => run_sized::<2>(board, few, seed, limits, meter, each),
        127..=254 => run_sized::<4>(board, few, seed, limits, meter, each),
        _ => run_sized::<8>(board, few, seed, limits, meter, each),
    }
}

fn run_sized<const W: usize>(
    board: &ResidualBoard<'_>,
    few: bool,
    seed: u64,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> (Step, Option<Certificate>) {
    let search = Search::<W>::new(board);
    if let Some(obstacle) = search.obstacle() {
        let certificate = match obstacle {
            Obstacle::NoSquare(unit) => Certificate::NoSquare(unit),
            Obstacle::Excess(Excess { needed, least }) => Certificate::Quadratic { needed, least },
        };
        return (meter.expand(), Some(certificate));
    }
    let mut found = Found { board, known: None, few, each };
    match search_all(search, few.then_some(seed), limits, meter, &mut found) {
        Ok(certificate) => (Ok(()), found.known.is_none().then_some(certificate)),
        Err(stop) => (Err(stop), None),
    }
}

/// The solutions so far.
struct Found<'f, 'p> {
    board: &'f ResidualBoard<'p>,
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
    limits: &Limits,
    meter: &mut Meter<'_>,
    found: &mut Found<'_, '_>,
) -> Result<Certificate, Stop> {
    let mut restarts: Option<Search<W>> = None;
    let (mut nodes, mut spent, mut look_at) = (FIRST_TURN, 0, Some(0));
    let mut looked_at_lines = false;
    loop {
        if found.turn(&mut complete, nodes, meter)? {
            return Ok(Certificate::Exhausted);
        }
        spent += nodes;
        if look_at.is_some_and(|at| at <= spent) {
            let steps = (STEPS_PER_NODE * spent).clamp(FIRST_STEPS, MOST_STEPS);
            look_at = match complete.has_choice(steps, limits)? {
                Some(false) => return Ok(Certificate::Diagonals(diagonals::diagonal_sums(found.board))),
                Some(true) => None,
                None => (steps < MOST_STEPS).then_some(NEXT_LOOK * spent),
            };
        }
        if !looked_at_lines && spent >= LINES_AT {
            looked_at_lines = true;
            if let Some(bound) = complete.excess_of_lines(limits) {
                return Ok(Certificate::Lines(bound));
            }
        }
        if let Some(seed) = seed.filter(|_| complete.progress() < END_IN_SIGHT) {
            let restarts = match &mut restarts {
                Some(restarts) => restarts,
                none => {
                    let random = ChaCha8Rng::seed_from_u64(seed);
                    none.insert(Search::new(found.board).in_random_order(random, limits)?)
                }
            };
            for _ in 0..RESTARTS {
                restarts.restart();
                if found.turn(restarts, nodes, meter)? {
                    return Ok(Certificate::Exhausted);
                }
                spent += nodes;
            }
        }
        nodes += nodes / 200;
    }
}
