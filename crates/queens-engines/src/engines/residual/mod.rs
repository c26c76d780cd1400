//! Complete search on the free rows and columns, with bounds on the diagonals, for boards
//! up to 510 free rows.
//!
//! This file chooses the number of words of a set, and runs restarts beside the complete
//! search if one or two solutions are wanted.
//!
//! ```text
//! search(position):
//!     while some row or column is free:
//!         line = a free row or column with the fewest open squares
//!         none: backtrack                one: place its queen, continue
//!         otherwise: apply the bounds    refuted: backtrack    squares closed: continue
//!         for each open square of line:  place a queen there, search(position), take it back
//!         backtrack
//!     report the solution
//! ```
//!
//! 4 queens, rows and columns from 0: every line has four open squares, so branch on row 0.
//! A queen in column 0 leaves two squares in every other line, so branch on row 3, which
//! is farthest from the middle: column 1 leaves only column 2 in row 1 and column 3 in
//! row 2, two squares on one diagonal, and column 2 leaves nothing in row 2. Backtrack to
//! row 0. A queen in column 1 leaves only column 3 in row 1, that leaves only column 0 in
//! row 2, and that only column 2 in row 3: the solution 1, 3, 0, 2 without another
//! branch. The bounds close nothing on a board this small.

pub(crate) mod board;
mod bound;
mod choices;
mod diagonals;
mod distances;
mod engine;
mod groups;
mod layout;
mod lines;
mod marginals;
mod order;
mod parallel_search;
mod search;
mod sets;
mod window;

pub(crate) use engine::Residual;

use board::ResidualBoard;

use crate::question::{Certificate, LineBound};
use control::{Limits, Meter, Step, Stop};
use parallel_search::ParallelSearch;
use queens_model::placement::Placement;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{AdvanceOutcome, ResidualSearch, RootRefutation};
use std::ops::ControlFlow;

/// Largest side of the square of places that the engine takes: two less than the bits of
/// eight words.
pub(crate) const MAX_SIDE: usize = 64 * 8 - 2;

/// Node budget of the first turn of the complete search, and of each restart after it.
/// Each turn adds half a percent.
const FIRST_TURN_NODES: u64 = 256;

/// Number of restarts per turn, each with the node budget of the turn: if restarts help,
/// they mostly do so early.
fn restarts_after(nodes: u64) -> u32 {
    if nodes < SINGLE_THREAD_NODES { 16 } else { 1 }
}

/// Step budget of the first search for diagonal sums, after the first turn.
const FIRST_SUM_STEPS: u64 = 1 << 19;

/// Step budget of later searches for diagonal sums, per node searched: about half of the
/// time of the search so far.
const SUM_STEPS_PER_NODE: u64 = 256;

/// Growth of the node count after which a search for diagonal sums that ran out of steps
/// is repeated.
const SUM_RETRY_GROWTH: u64 = 8;

/// Largest step budget of a search for diagonal sums. A step takes up to a byte, so this
/// is 64 MiB at most.
const MAX_SUM_STEPS: u64 = 1 << 26;

/// Number of simplex steps that take about as long as a node. The bound of line weights
/// is computed once the search has taken as long as the bound is expected to take.
const PIVOT_STEPS_PER_NODE: u64 = 1 << 10;

/// Nodes after which the other threads start: some hundredths of a second, far more than
/// it takes to start them. With one thread, the complete search gets half of the nodes
/// from then on.
const SINGLE_THREAD_NODES: u64 = 1 << 16;

/// Searched share of the tree from which the complete search continues without restarts.
const RESTART_FREE_SHARE: f64 = 1.0 / 32.0;

/// Options of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchOptions {
    /// True if one or two solutions are enough: restarts then run beside the complete
    /// search.
    pub(crate) few: bool,
    /// Seed of the random orders of restarts.
    pub(crate) seed: u64,
    /// Number of threads if few solutions are wanted. With one thread the same seed gives
    /// the same solutions after the same nodes.
    pub(crate) threads: usize,
    /// The instruction set of the loops over all lines.
    pub(crate) kernel: queens_simd::DetectedKernel,
}

/// Result of one search.
pub(crate) struct SearchOutcome {
    pub(crate) step: Step,
    /// The proof that there is no solution, if that is the result.
    pub(crate) certificate: Option<Certificate>,
    /// Number of threads that worked.
    pub(crate) threads: usize,
}

/// False if boards between the smallest and the largest have sets as large as the
/// largest: each size is a copy of the whole search, and a module for browsers travels to
/// every visitor.
const HAS_EVERY_SIZE: bool = cfg!(not(target_family = "wasm"));

/// Passes each solution to `each` once, until `each` breaks. `limits` are those of
/// `meter`, for work between nodes.
pub(crate) fn run(
    board: &ResidualBoard<'_>,
    options: SearchOptions,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> SearchOutcome {
    match layout::side(board) {
        0..=62 => run_sized::<1>(board, options, limits, meter, each),
        63..=126 if HAS_EVERY_SIZE => run_sized::<2>(board, options, limits, meter, each),
        127..=254 if HAS_EVERY_SIZE => {
            run_sized::<4>(board, options, limits, meter, each)
        }
        _ => run_sized::<8>(board, options, limits, meter, each),
    }
}

fn run_sized<const W: usize>(
    board: &ResidualBoard<'_>,
    options: SearchOptions,
    limits: &Limits,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> SearchOutcome {
    let search = ResidualSearch::<W>::new(board, options.kernel);
    if let Some(refutation) = search.root_refutation() {
        let certificate = match refutation {
            RootRefutation::NoSquare(unit) => Certificate::NoSquare(unit),
            RootRefutation::Quadratic(bound) => Certificate::Quadratic(bound),
            RootRefutation::Lines(bound) => Certificate::Lines(bound),
        };
        return SearchOutcome {
            step: meter.expand(),
            certificate: Some(certificate),
            threads: 1,
        };
    }
    let mut reporter = SolutionReporter {
        board,
        first: None,
        few: options.few,
        threads: 1,
        each,
    };
    let certificate = search_tree(search, options, limits, meter, &mut reporter);
    let step = certificate.as_ref().map(drop).map_err(|&stop| stop);
    SearchOutcome {
        step,
        certificate: certificate.ok().filter(|_| reporter.first.is_none()),
        threads: reporter.threads,
    }
}

/// The first solution, and the callback that takes all of them.
struct SolutionReporter<'f, 'p> {
    board: &'f ResidualBoard<'p>,
    /// The first solution.
    first: Option<Placement>,
    /// True if several searches run, which may find the same solution. At most two
    /// solutions are wanted then, so comparison with the first one is enough.
    few: bool,
    /// Number of threads that search.
    threads: usize,
    each: &'f mut dyn FnMut(Placement) -> ControlFlow<()>,
}

impl SolutionReporter<'_, '_> {
    /// Advances `search` with a budget of `nodes`, which starts anew after each solution;
    /// returns true if it is exhausted.
    fn advance_search<const W: usize>(
        &mut self,
        search: &mut ResidualSearch<W>,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        loop {
            match search.advance(meter, nodes)? {
                AdvanceOutcome::Solution => {
                    self.report(self.board.placement(search.queens()))?;
                }
                AdvanceOutcome::Exhausted => return Ok(true),
                AdvanceOutcome::Paused => return Ok(false),
            }
        }
    }

    fn report(&mut self, placement: Placement) -> Step {
        if self.few && self.first.as_ref() == Some(&placement) {
            return Ok(());
        }
        self.first.get_or_insert_with(|| placement.clone());
        match (self.each)(placement) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Found),
        }
    }
}

/// The complete search in turns. The bounds at the root get more effort the longer it
/// takes.
struct CompleteSearch<const W: usize> {
    search: ResidualSearch<W>,
    /// Node budget of the next turn.
    nodes: u64,
    /// Node budgets used up so far, including those of the restarts between turns.
    spent: u64,
    /// Node count at which the diagonal sums are searched next, if ever.
    next_sum_search: Option<u64>,
    tried_line_weights: bool,
}

impl<const W: usize> CompleteSearch<W> {
    fn new(search: ResidualSearch<W>) -> Self {
        CompleteSearch {
            search,
            nodes: FIRST_TURN_NODES,
            spent: 0,
            next_sum_search: Some(0),
            tried_line_weights: false,
        }
    }

    /// Runs the next turn; returns a certificate if it completes the search.
    fn advance(
        &mut self,
        limits: &Limits,
        meter: &mut Meter<'_>,
        reporter: &mut SolutionReporter<'_, '_>,
    ) -> Result<Option<Certificate>, Stop> {
        if reporter.advance_search(&mut self.search, self.nodes, meter)? {
            return Ok(Some(Certificate::Exhausted));
        }
        self.spent += self.nodes;
        if !self.has_diagonal_choice(limits)? {
            return Ok(Some(Certificate::Diagonals(diagonals::diagonal_sums(
                reporter.board,
            ))));
        }
        Ok(self.line_bound(limits).map(Certificate::Lines))
    }

    /// Searches for diagonal sums at the root if that is due; returns false if no choice
    /// of diagonals has them.
    fn has_diagonal_choice(&mut self, limits: &Limits) -> Result<bool, Stop> {
        if self.next_sum_search.is_none_or(|at| at > self.spent) {
            return Ok(true);
        }
        let steps =
            (SUM_STEPS_PER_NODE * self.spent).clamp(FIRST_SUM_STEPS, MAX_SUM_STEPS);
        let answer = self.search.has_diagonal_choice(steps, limits)?;
        let is_open = answer.is_none() && steps < MAX_SUM_STEPS;
        self.next_sum_search = is_open.then_some(SUM_RETRY_GROWTH * self.spent);
        Ok(answer != Some(false))
    }

    /// Computes the bound of line weights at the root, once it is due; returns it if it
    /// refutes the position.
    fn line_bound(&mut self, limits: &Limits) -> Option<LineBound> {
        if self.tried_line_weights
            || self.spent < self.search.line_bound_steps() / PIVOT_STEPS_PER_NODE
        {
            return None;
        }
        self.tried_line_weights = true;
        self.search.line_bound(limits)
    }

    /// True if less than [`RESTART_FREE_SHARE`] of the tree is searched.
    fn is_far_from_done(&self) -> bool {
        self.search.progress() < RESTART_FREE_SHARE
    }
}

/// Searches the whole tree; returns the certificate that there are no further solutions.
/// If few solutions are wanted, restarts in random order alternate with the complete
/// search or run on other threads, until the complete search has seen
/// [`RESTART_FREE_SHARE`] of its tree.
fn search_tree<const W: usize>(
    search: ResidualSearch<W>,
    options: SearchOptions,
    limits: &Limits,
    meter: &mut Meter<'_>,
    reporter: &mut SolutionReporter<'_, '_>,
) -> Result<Certificate, Stop> {
    let mut complete = CompleteSearch::new(search);
    let mut restarts: Option<ResidualSearch<W>> = None;
    loop {
        if let Some(certificate) = complete.advance(limits, meter, reporter)? {
            return Ok(certificate);
        }
        let (far_from_done, several) = (
            complete.is_far_from_done(),
            options.threads > 1 && complete.spent >= SINGLE_THREAD_NODES,
        );
        if options.few && (far_from_done || several) {
            let restarts = match &mut restarts {
                Some(restarts) => restarts,
                none => {
                    let random = ChaCha8Rng::seed_from_u64(options.seed);
                    none.insert(
                        ResidualSearch::new(reporter.board, options.kernel)
                            .in_random_order(random, limits)?,
                    )
                }
            };
            if several {
                reporter.threads = options.threads;
                return ParallelSearch::new(restarts, options, limits)
                    .run(complete, limits, meter, reporter);
            }
            for _ in 0..restarts_after(complete.spent) {
                restarts.restart();
                if reporter.advance_search(restarts, complete.nodes, meter)? {
                    return Ok(Certificate::Exhausted);
                }
                complete.spent += complete.nodes;
            }
        }
        complete.nodes += complete.nodes / 200;
    }
}
