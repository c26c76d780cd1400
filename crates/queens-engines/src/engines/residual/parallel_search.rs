//! Several threads for one or two solutions: first restarts beside the complete search,
//! then parts of its tree.

use super::search::{AdvanceOutcome, ResidualSearch};
use super::{CompleteSearch, FIRST_TURN_NODES, SearchOptions, SolutionReporter};
use crate::parallel::on_threads;
use crate::question::Certificate;
use control::{Limits, Meter, Statistics, Step, Stop, lock};
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Sleep of a thread without work before it polls again.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Node budget between polls for idle threads: about a millisecond.
const TURN_NODES: u64 = 1 << 11;

/// The queens of a solution, without the givens.
type SolutionQueens = Vec<Square>;

/// State shared by all threads.
///
/// The parts of the complete search are disjoint: each untried square belongs to exactly
/// one of them. One thread searches a part to its end, and splits it whenever another
/// thread is idle and no part is queued. The search is exhausted when no part is left.
pub(super) struct ParallelSearch<'s, const W: usize> {
    /// The search that each helper thread copies for its restarts.
    restarts: &'s ResidualSearch<W>,
    /// Number of helper threads.
    helpers: usize,
    /// Seed of the helpers' random orders.
    seed: u64,
    /// Limits of the helpers: those of the question without its gauge, which the main
    /// thread updates.
    limits: Limits,
    /// True once the complete search is split and restarts end.
    is_split: AtomicBool,
    /// Queued parts.
    parts: Mutex<Vec<ResidualSearch<W>>>,
    /// Number of parts that are queued or being searched.
    unfinished: AtomicUsize,
    /// Number of threads without a part.
    idle: AtomicUsize,
}

impl<'s, const W: usize> ParallelSearch<'s, W> {
    /// Returns the shared state of all threads of `options`, the calling thread among
    /// them.
    pub(super) fn new(
        restarts: &'s ResidualSearch<W>,
        options: SearchOptions,
        limits: &Limits,
    ) -> Self {
        let mut limits = limits.started().with_cancel(limits.cancel.child());
        limits.gauge = None;
        ParallelSearch {
            restarts,
            helpers: options.threads - 1,
            seed: options.seed,
            limits,
            is_split: AtomicBool::new(false),
            parts: Mutex::default(),
            unfinished: AtomicUsize::new(1),
            idle: AtomicUsize::new(0),
        }
    }

    /// Continues the complete search with the helpers beside it; returns the certificate
    /// that there are no further solutions. Runs alone if no thread can be started.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn run(
        &self,
        mut complete: CompleteSearch<W>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        reporter: &mut SolutionReporter<'_, '_>,
    ) -> Result<Certificate, Stop> {
        let next_helper = AtomicUsize::new(1);
        let (sender, receiver) = channel();
        let sender = Mutex::new(sender);
        // Moved into the helpers, so that the channel closes when they end.
        let run_helper = move || {
            let sender = lock(&sender).clone();
            self.run_helper(next_helper.fetch_add(1, Ordering::Relaxed), &sender)
        };
        thread::scope(|scope| {
            let helpers = thread::Builder::new()
                .spawn_scoped(scope, move || on_threads(self.helpers, run_helper));
            let outcome =
                self.run_main(&mut complete, limits, meter, reporter, &receiver);
            self.limits.cancel.cancel();
            if let Ok(helpers) = helpers {
                let statistics = helpers
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                statistics
                    .into_iter()
                    .flatten()
                    .for_each(|statistics| meter.absorb(&statistics));
            }
            outcome
        })
    }

    /// Runs the main thread: the complete search, then parts of it; receives all
    /// solutions.
    fn run_main(
        &self,
        complete: &mut CompleteSearch<W>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        reporter: &mut SolutionReporter<'_, '_>,
        receiver: &Receiver<SolutionQueens>,
    ) -> Result<Certificate, Stop> {
        loop {
            if let Some(certificate) = complete.advance(limits, meter, reporter)? {
                if certificate != Certificate::Exhausted {
                    return Ok(certificate);
                }
                break;
            }
            receive_solutions(receiver, reporter)?;
            if self.is_split.load(Ordering::Relaxed) || !complete.is_far_from_done() {
                self.is_split.store(true, Ordering::Relaxed);
                self.donate_work(&mut complete.search);
                complete.nodes = TURN_NODES;
            } else {
                // Restarts help early if at all, so the complete search gets ever more:
                // half a percent in each turn.
                complete.nodes += complete.nodes / 200;
            }
        }
        self.is_split.store(true, Ordering::Relaxed);
        self.finish_part();
        // The main thread counts as idle while it waits: else two threads were mostly one
        // in refutations.
        self.idle.fetch_add(1, Ordering::Relaxed);
        self.search_last_parts(limits, meter, reporter, receiver)
    }

    /// Searches parts on the main thread until none is left, and receives the solutions
    /// of the helpers.
    fn search_last_parts(
        &self,
        limits: &Limits,
        meter: &mut Meter<'_>,
        reporter: &mut SolutionReporter<'_, '_>,
        receiver: &Receiver<SolutionQueens>,
    ) -> Result<Certificate, Stop> {
        loop {
            if let Some(mut part) = self.take_part() {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                while !reporter.advance_search(&mut part, TURN_NODES, meter)? {
                    self.donate_work(&mut part);
                    receive_solutions(receiver, reporter)?;
                }
                self.finish_part();
                self.idle.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            // Read before the channel is drained: a part sends its solutions before it is
            // finished.
            let none_left = self.unfinished.load(Ordering::Acquire) == 0;
            receive_solutions(receiver, reporter)?;
            if none_left {
                return Ok(Certificate::Exhausted);
            }
            limits.check()?;
            match receiver.recv_timeout(IDLE_POLL_INTERVAL) {
                Ok(queens) => reporter.report(reporter.board.placement(queens))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected)
                    if self.unfinished.load(Ordering::Acquire) == 0 => {}
                // The helpers left parts unfinished: at a limit, which holds here too, or
                // in a panic, which the join passes on.
                Err(RecvTimeoutError::Disconnected) => {
                    return limits.check().and(Err(Stop::Cancelled));
                }
            }
        }
    }

    /// Runs one helper thread; returns its statistics.
    fn run_helper(
        &self,
        helper: usize,
        solutions: &Sender<SolutionQueens>,
    ) -> Statistics {
        let mut meter = Meter::new(&self.limits);
        // A stop in one thread stops all of them, so the reason is known there.
        let _: Step = self
            .run_restarts(helper, &mut meter, solutions)
            .and_then(|()| self.search_parts(&mut meter, solutions));
        meter.statistics()
    }

    /// Restarts until the complete search is split.
    fn run_restarts(
        &self,
        helper: usize,
        meter: &mut Meter<'_>,
        solutions: &Sender<SolutionQueens>,
    ) -> Step {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(helper as u64);
        let mut restarts = self.restarts.with_random(random);
        let mut nodes = FIRST_TURN_NODES;
        while !self.is_split.load(Ordering::Relaxed) {
            // A new order of squares: random numbers continue, so no restart repeats
            // another one.
            restarts.restart();
            advance(&mut restarts, nodes, meter, solutions)?;
            nodes += nodes / 200;
        }
        Ok(())
    }

    /// Searches parts until none is left.
    fn search_parts(
        &self,
        meter: &mut Meter<'_>,
        solutions: &Sender<SolutionQueens>,
    ) -> Step {
        self.idle.fetch_add(1, Ordering::Relaxed);
        while self.unfinished.load(Ordering::Acquire) > 0 {
            let Some(mut part) = self.take_part() else {
                self.limits.check()?;
                thread::sleep(IDLE_POLL_INTERVAL);
                continue;
            };
            self.idle.fetch_sub(1, Ordering::Relaxed);
            while !advance(&mut part, TURN_NODES, meter, solutions)? {
                self.donate_work(&mut part);
            }
            self.finish_part();
            self.idle.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn take_part(&self) -> Option<ResidualSearch<W>> {
        lock(&self.parts).pop()
    }

    /// Splits `part` if a thread is idle and no part is queued.
    fn donate_work(&self, part: &mut ResidualSearch<W>) {
        // A part that nobody waits for only costs its copy.
        if self.idle.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut parts = lock(&self.parts);
        if parts.is_empty()
            && let Some(given) = part.split()
        {
            self.unfinished.fetch_add(1, Ordering::Relaxed);
            parts.push(given);
        }
    }

    /// Marks a part as finished, after its solutions were sent.
    fn finish_part(&self) {
        self.unfinished.fetch_sub(1, Ordering::Release);
    }
}

/// Runs `search` for `nodes` nodes and sends its solutions; returns true if it is
/// exhausted.
fn advance<const W: usize>(
    search: &mut ResidualSearch<W>,
    nodes: u64,
    meter: &mut Meter<'_>,
    solutions: &Sender<SolutionQueens>,
) -> Result<bool, Stop> {
    loop {
        match search.advance(meter, nodes)? {
            AdvanceOutcome::Solution => {
                solutions
                    .send(search.queens().collect())
                    .map_err(|_| Stop::Cancelled)?;
            }
            AdvanceOutcome::Exhausted => return Ok(true),
            AdvanceOutcome::Paused => return Ok(false),
        }
    }
}

/// Reports the solutions that helpers have sent.
fn receive_solutions(
    receiver: &Receiver<SolutionQueens>,
    reporter: &mut SolutionReporter<'_, '_>,
) -> Step {
    receiver
        .try_iter()
        .try_for_each(|queens| reporter.report(reporter.board.placement(queens)))
}

#[cfg(test)]
mod tests {
    use super::super::board::ResidualBoard;
    use super::*;
    use proptest::prelude::*;
    use queens_model::placement::Placement;
    use queens_model::problem::Problem;
    use queens_simd::Kernel;
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    const SIDE: u32 = 11;

    /// Collects all solutions of the board with `holes`, row by row, each as its columns.
    fn naive(
        holes: &BTreeSet<Square>,
        columns: &mut Vec<u32>,
        all: &mut BTreeSet<Vec<u32>>,
    ) {
        let row = columns.len() as u32;
        if row == SIDE {
            all.insert(columns.clone());
            return;
        }
        for column in
            (0..SIDE).filter(|&column| !holes.contains(&Square::new(row, column)))
        {
            let attacks = |(above, &other): (u32, &u32)| {
                other == column || other.abs_diff(column) == row - above
            };
            if !(0..).zip(columns.iter()).any(attacks) {
                columns.push(column);
                naive(holes, columns, all);
                columns.pop();
            }
        }
    }

    fn board(holes: &BTreeSet<Square>) -> Problem {
        let builder = Problem::builder(SIDE, SIDE);
        holes
            .iter()
            .fold(builder, |builder, &hole| builder.hole(hole))
            .build()
            .expect("a board")
    }

    /// Returns one of the kernels that this processor has.
    fn kernel(number: usize) -> queens_simd::DetectedKernel {
        let kernels: Vec<_> = Kernel::ALL
            .iter()
            .filter_map(|kernel| kernel.find().ok())
            .collect();
        kernels[number % kernels.len()]
    }

    /// Runs a parallel search until it has `max_solutions` solutions; returns its end and
    /// them.
    fn run_parallel(
        problem: &Problem,
        (threads, kernel): (usize, queens_simd::DetectedKernel),
        limits: &Limits,
        max_solutions: usize,
    ) -> (Result<Certificate, Stop>, BTreeSet<Vec<u32>>) {
        let board = ResidualBoard::from_problem(problem).expect("rows and columns");
        let (mut all, mut meter) = (BTreeSet::new(), Meter::new(limits));
        let mut each = |placement: Placement| {
            all.insert(
                placement
                    .squares()
                    .iter()
                    .map(|square| square.column)
                    .collect(),
            );
            if all.len() < max_solutions {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let mut reporter = SolutionReporter {
            board: &board,
            first: None,
            few: true,
            threads,
            each: &mut each,
        };
        let random = ChaCha8Rng::seed_from_u64(1);
        let restarts = ResidualSearch::<1>::new(&board, kernel)
            .in_random_order(random, &Limits::default())
            .expect("no limits");
        let options = SearchOptions {
            few: true,
            seed: 1,
            threads,
            kernel,
        };
        let complete = CompleteSearch::new(ResidualSearch::new(&board, kernel));
        let end = ParallelSearch::new(&restarts, options, limits).run(
            complete,
            limits,
            &mut meter,
            &mut reporter,
        );
        (end, all)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn no_solution_is_lost_between_threads(
            holes in prop::collection::btree_set((0..SIDE, 0..SIDE), 0..60),
            threads in 1_usize..5,
            number in 0_usize..12,
        ) {
            let holes = holes.into_iter().map(|(row, column)| Square::new(row, column)).collect();
            let (mut expected, problem) = (BTreeSet::new(), board(&holes));
            naive(&holes, &mut Vec::new(), &mut expected);
            let (end, all) = run_parallel(&problem, (threads, kernel(number)), &Limits::default(), usize::MAX);
            prop_assert!(end.is_ok(), "{end:?}");
            prop_assert_eq!(all, expected);
        }

        #[test]
        fn parts_have_each_solution_once(
            holes in prop::collection::btree_set((0..SIDE, 0..SIDE), 0..60),
            budgets in prop::collection::vec(0_u64..400, 1..20),
            number in 0_usize..12,
        ) {
            let holes = holes.into_iter().map(|(row, column)| Square::new(row, column)).collect();
            let (mut expected, problem) = (BTreeSet::new(), board(&holes));
            naive(&holes, &mut Vec::new(), &mut expected);
            let board = ResidualBoard::from_problem(&problem).expect("rows and columns");
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let (mut parts, mut all, mut budgets) = (vec![ResidualSearch::<1>::new(&board, kernel(number))], Vec::new(), budgets.into_iter().cycle());
            while let Some(mut part) = parts.pop() {
                match part.advance(&mut meter, budgets.next().unwrap_or(1)).expect("no limits") {
                    AdvanceOutcome::Solution => all.push(board.placement(part.queens())),
                    AdvanceOutcome::Exhausted => continue,
                    AdvanceOutcome::Paused => parts.extend(part.split()),
                }
                parts.insert(0, part);
            }
            prop_assert_eq!(all.len(), expected.len());
            let all: BTreeSet<Vec<u32>> =
                all.iter().map(|placement| placement.squares().iter().map(|square| square.column).collect()).collect();
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn other_threads_end_with_this_one() {
        let problem = Problem::queens(30).expect("a board");
        let (end, all) = run_parallel(&problem, (4, kernel(0)), &Limits::default(), 2);
        assert_eq!((end, all.len()), (Err(Stop::Found), 2));
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(
            run_parallel(&problem, (4, kernel(0)), &limits, usize::MAX),
            (Err(Stop::Cancelled), BTreeSet::new())
        );
        let limits = Limits::default()
            .with_time(Duration::from_millis(20))
            .started();
        let (end, _) = run_parallel(&problem, (4, kernel(0)), &limits, usize::MAX);
        assert_eq!(end, Err(Stop::LimitReached(control::Limit::Time)));
    }
}
