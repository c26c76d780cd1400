//! Bit sets of what is left of the board, for every size: chooses the number of words, and runs restarts beside the
//! complete search where one or two solutions are wanted.

pub(crate) mod board;
mod bound;
mod choices;
mod crew;
mod diagonals;
mod distances;
mod engine;
mod groups;
mod layout;
mod lines;
mod marginals;
mod order;
mod search;
mod sets;
mod window;

pub use engine::Residual;

use board::ResidualBoard;

use crate::question::Certificate;
use control::{Limits, Meter, Step, Stop};
use crew::Crew;
use queens_model::placement::Placement;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{Obstacle, Progress, Search};
use std::ops::ControlFlow;

/// The longest side, in places of the layout.
pub(crate) const MAX_SIDE: usize = 64 * 8 - 2;

/// Nodes of the first turn of the complete search, and of the first restarts; later ones have half a percent
/// more.
const FIRST_TURN: u64 = 256;

/// Restarts in a turn, each with as many nodes as the complete search had: where they pay, they soon do, and otherwise it
/// is the complete search that ends the matter.
fn restarts_after(nodes: u64) -> u32 {
    if nodes < ALONE { 16 } else { 1 }
}

/// Steps of the first look at the choices of diagonals, after the first turn.
const FIRST_STEPS: u64 = 1 << 19;

/// Steps that a later look may take for each node so far: then it takes about half as long as the search did.
const STEPS_PER_NODE: u64 = 256;

/// A look that needed more is repeated after this many times as many nodes.
const NEXT_LOOK: u64 = 8;

/// Steps that a look may take at most: 64 MiB.
const MOST_STEPS: u64 = 1 << 26;

/// Steps of the simplex method that take about as long as a node: the weights of lines are looked at as soon as the search
/// has taken as long as they will.
const PIVOTING_PER_NODE: u64 = 1 << 10;

/// After how many nodes the other threads are taken on, if there are some: some hundredths of a second, far more than it
/// takes to start them. Otherwise the complete search has half of the nodes from here on.
const ALONE: u64 = 1 << 16;

/// The part of the tree after which the complete search goes on without restarts beside it.
const END_IN_SIGHT: f64 = 1.0 / 32.0;

/// How solutions are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Whether one or two solutions will do, so that restarts run beside the complete search.
    pub(crate) few: bool,
    /// What the lots of restarts are drawn from.
    pub(crate) seed: u64,
    /// How many threads may work where few solutions are wanted. With one, the same seed leads to the same solutions
    /// after the same nodes.
    pub(crate) threads: usize,
    /// The instructions of the loops over all lines.
    pub(crate) kernel: queens_simd::Found,
}

/// What a search came to.
pub(crate) struct End {
    pub(crate) step: Step,
    /// What shows that there is no solution, if that is so.
    pub(crate) certificate: Option<Certificate>,
    /// How many threads worked.
    pub(crate) threads: usize,
}

/// Hands solutions to `each`, each once, until it breaks off. `limits` are those of `meter`, for work between nodes.
pub(crate) fn run(
    board: &ResidualBoard<'_>,
    manner: Manner,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> End {
    match layout::side(board) {
        0..=62 => run_sized::<1>(board, manner, limits, meter, each),
        63..=126 => run_sized::<2>(board, manner, limits, meter, each),
        127..=254 => run_sized::<4>(board, manner, limits, meter, each),
        _ => run_sized::<8>(board, manner, limits, meter, each),
    }
}

fn run_sized<const W: usize>(
    board: &ResidualBoard<'_>,
    manner: Manner,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> End {
    let search = Search::<W>::new(board, manner.kernel);
    if let Some(obstacle) = search.obstacle() {
        let certificate = match obstacle {
            Obstacle::NoSquare(unit) => Certificate::NoSquare(unit),
            Obstacle::Quadratic(bound) => Certificate::Quadratic(bound),
            Obstacle::Lines(bound) => Certificate::Lines(bound),
        };
        return End { step: meter.expand(), certificate: Some(certificate), threads: 1 };
    }
    let mut found = Found { board, known: None, few: manner.few, threads: 1, each };
    let shown = search_all(search, manner, limits, meter, &mut found);
    let step = shown.as_ref().map(drop).map_err(|&stop| stop);
    End { step, certificate: shown.ok().filter(|_| found.known.is_none()), threads: found.threads }
}

/// The solutions so far.
struct Found<'f, 'p> {
    board: &'f ResidualBoard<'p>,
    /// The first one.
    known: Option<Placement>,
    /// Whether several searches run, which may come to the same solution.
    few: bool,
    /// How many threads look for them.
    threads: usize,
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

/// The complete search, turn by turn; the longer it takes, the closer is the look at what the diagonals allow.
struct Course<const W: usize> {
    complete: Search<W>,
    /// Nodes of the next turn.
    nodes: u64,
    /// Nodes so far, with those of restarts between the turns.
    spent: u64,
    /// After how many nodes the diagonals are looked at again, if they are.
    look_at: Option<u64>,
    looked_at_lines: bool,
}

impl<const W: usize> Course<W> {
    fn new(complete: Search<W>) -> Self {
        Course { complete, nodes: FIRST_TURN, spent: 0, look_at: Some(0), looked_at_lines: false }
    }

    /// The next turn; answers what shows that there is no more, if something does.
    fn turn(
        &mut self,
        limits: &Limits,
        meter: &mut Meter<'_>,
        found: &mut Found<'_, '_>,
    ) -> Result<Option<Certificate>, Stop> {
        if found.turn(&mut self.complete, self.nodes, meter)? {
            return Ok(Some(Certificate::Exhausted));
        }
        self.spent += self.nodes;
        if self.look_at.is_some_and(|at| at <= self.spent) {
            let steps = (STEPS_PER_NODE * self.spent).clamp(FIRST_STEPS, MOST_STEPS);
            self.look_at = match self.complete.has_choice(steps, limits)? {
                Some(false) => {
                    return Ok(Some(Certificate::Diagonals(diagonals::diagonal_sums(found.board))));
                }
                Some(true) => None,
                None => (steps < MOST_STEPS).then_some(NEXT_LOOK * self.spent),
            };
        }
        if !self.looked_at_lines && self.spent >= self.complete.steps_of_lines() / PIVOTING_PER_NODE {
            self.looked_at_lines = true;
            if let Some(bound) = self.complete.excess_of_lines(limits) {
                return Ok(Some(Certificate::Lines(bound)));
            }
        }
        Ok(None)
    }

    /// Whether the end of the complete search is far away.
    fn is_long(&self) -> bool {
        self.complete.progress() < END_IN_SIGHT
    }
}

/// Searches everything; answers what shows that there is no more. Where few solutions are wanted, restarts in random
/// order run beside the complete search, by turns or on threads of their own; as soon as the complete search has seen
/// enough of its tree for the end to be in sight, it goes on without them.
fn search_all<const W: usize>(
    complete: Search<W>,
    manner: Manner,
    limits: &Limits,
    meter: &mut Meter<'_>,
    found: &mut Found<'_, '_>,
) -> Result<Certificate, Stop> {
    let mut course = Course::new(complete);
    let mut restarts: Option<Search<W>> = None;
    loop {
        if let Some(certificate) = course.turn(limits, meter, found)? {
            return Ok(certificate);
        }
        let (long, several) = (course.is_long(), manner.threads > 1 && course.spent >= ALONE);
        if manner.few && (long || several) {
            let restarts = match &mut restarts {
                Some(restarts) => restarts,
                none => {
                    let random = ChaCha8Rng::seed_from_u64(manner.seed);
                    none.insert(Search::new(found.board, manner.kernel).in_random_order(random, limits)?)
                }
            };
            if several {
                found.threads = manner.threads;
                return Crew::new(restarts, manner, limits).search(course, limits, meter, found);
            }
            for _ in 0..restarts_after(course.spent) {
                restarts.restart();
                if found.turn(restarts, course.nodes, meter)? {
                    return Ok(Certificate::Exhausted);
                }
                course.spent += course.nodes;
            }
        }
        course.nodes += course.nodes / 200;
    }
}
