//! Several threads for one or two solutions: first restarts beside the complete search, then parts of it.

use super::search::{Progress, Search};
use super::{Course, FIRST_TURN, Found, Manner};
use crate::parallel::{lock, on_threads};
use crate::question::Certificate;
use control::{Limits, Meter, Statistics, Step, Stop};
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a thread without work sleeps before it looks for some again.
const PAUSE: Duration = Duration::from_millis(1);

/// Nodes between looks at whether another thread waits for work: about a millisecond.
const TURN: u64 = 1 << 11;

/// The queens of a solution, without the given ones.
type Queens = Vec<Square>;

/// What the threads share.
///
/// The parts of the complete search are disjoint: each value that is to be tried belongs to one of them. Each is searched
/// to its end by one thread, which gives parts of its part away while another waits for work. There is no more when
/// no part is left.
pub(super) struct Crew<'s, const W: usize> {
    /// The restarts, one for each of the other threads.
    restarts: &'s Search<W>,
    /// The others.
    helpers: usize,
    /// What their lots are drawn from.
    seed: u64,
    /// What ends the others: the limits of the question without its gauge, which one thread shows on.
    limits: Limits,
    /// The others go on with parts of the complete search.
    divides: AtomicBool,
    /// Parts that nobody has begun.
    parts: Mutex<Vec<Search<W>>>,
    /// Parts whose end nobody has come to.
    unfinished: AtomicUsize,
    /// Threads that have no part.
    idle: AtomicUsize,
}

impl<'s, const W: usize> Crew<'s, W> {
    /// All threads of `manner`, this one among them.
    pub(super) fn new(restarts: &'s Search<W>, manner: Manner, limits: &Limits) -> Self {
        let mut limits = limits.started().with_cancel(limits.cancel.child());
        limits.gauge = None;
        Crew {
            restarts,
            helpers: manner.threads - 1,
            seed: manner.seed,
            limits,
            divides: AtomicBool::new(false),
            parts: Mutex::default(),
            unfinished: AtomicUsize::new(1),
            idle: AtomicUsize::new(0),
        }
    }

    /// Goes on with the complete search, with the others beside it; answers what shows that there is no more. Where
    /// threads cannot be had it goes on alone.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn search(
        &self,
        mut course: Course<W>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        found: &mut Found<'_, '_>,
    ) -> Result<Certificate, Stop> {
        let number = AtomicUsize::new(1);
        let (sender, receiver) = channel();
        let sender = Mutex::new(sender);
        // All ends of the channel go with the others.
        let help = move || {
            let sender = lock(&sender).clone();
            self.help(number.fetch_add(1, Ordering::Relaxed), &sender)
        };
        thread::scope(|scope| {
            let helpers = thread::Builder::new().spawn_scoped(scope, move || on_threads(self.helpers, help));
            let end = self.lead(&mut course, limits, meter, found, &receiver);
            self.limits.cancel.cancel();
            if let Ok(helpers) = helpers {
                let books = helpers.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                books.into_iter().flatten().for_each(|statistics| meter.absorb(&statistics));
            }
            end
        })
    }

    /// The work of this thread.
    fn lead(
        &self,
        course: &mut Course<W>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        found: &mut Found<'_, '_>,
        heard: &Receiver<Queens>,
    ) -> Result<Certificate, Stop> {
        loop {
            if let Some(certificate) = course.turn(limits, meter, found)? {
                if certificate != Certificate::Exhausted {
                    return Ok(certificate);
                }
                break;
            }
            hear(heard, found)?;
            if self.divides.load(Ordering::Relaxed) || !course.is_long() {
                self.divides.store(true, Ordering::Relaxed);
                self.share(&mut course.complete);
                course.nodes = TURN;
            } else {
                course.nodes += course.nodes / 200;
            }
        }
        self.divides.store(true, Ordering::Relaxed);
        self.finish();
        self.idle.fetch_add(1, Ordering::Relaxed);
        loop {
            if let Some(mut part) = self.next() {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                while !found.turn(&mut part, TURN, meter)? {
                    self.share(&mut part);
                    hear(heard, found)?;
                }
                self.finish();
                self.idle.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            // What the last part had was sent before it was finished.
            let none_left = self.unfinished.load(Ordering::Acquire) == 0;
            hear(heard, found)?;
            if none_left {
                return Ok(Certificate::Exhausted);
            }
            limits.check()?;
            match heard.recv_timeout(PAUSE) {
                Ok(queens) => found.take(found.board.placement(queens))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.unfinished.load(Ordering::Acquire) == 0 => {}
                // They have left parts: for a limit, which holds here too, or in a panic, which goes on here.
                Err(RecvTimeoutError::Disconnected) => return limits.check().and(Err(Stop::Cancelled)),
            }
        }
    }

    /// The work of another thread, and its books.
    fn help(&self, number: usize, solutions: &Sender<Queens>) -> Statistics {
        let mut meter = Meter::new(&self.limits);
        // Whatever ends it ends the others too, or was told by them.
        let _: Step =
            self.restart(number, &mut meter, solutions).and_then(|()| self.take_parts(&mut meter, solutions));
        meter.statistics()
    }

    /// Restarts, until the complete search is to be divided.
    fn restart(&self, number: usize, meter: &mut Meter<'_>, solutions: &Sender<Queens>) -> Step {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        let mut restarts = self.restarts.with_lots(random);
        let mut nodes = FIRST_TURN;
        while !self.divides.load(Ordering::Relaxed) {
            restarts.restart();
            advance(&mut restarts, nodes, meter, solutions)?;
            nodes += nodes / 200;
        }
        Ok(())
    }

    /// Searches parts, until there are none.
    fn take_parts(&self, meter: &mut Meter<'_>, solutions: &Sender<Queens>) -> Step {
        self.idle.fetch_add(1, Ordering::Relaxed);
        while self.unfinished.load(Ordering::Acquire) > 0 {
            let Some(mut part) = self.next() else {
                self.limits.check()?;
                thread::sleep(PAUSE);
                continue;
            };
            self.idle.fetch_sub(1, Ordering::Relaxed);
            while !advance(&mut part, TURN, meter, solutions)? {
                self.share(&mut part);
            }
            self.finish();
            self.idle.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn next(&self) -> Option<Search<W>> {
        lock(&self.parts).pop()
    }

    /// Gives some of `part` away, if a thread waits for it.
    fn share(&self, part: &mut Search<W>) {
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

    /// Notes that a part has come to its end, with all that it has sent before.
    fn finish(&self) {
        self.unfinished.fetch_sub(1, Ordering::Release);
    }
}

/// Lets `search` run for `nodes` and sends what it finds; says whether it has seen everything.
fn advance<const W: usize>(
    search: &mut Search<W>,
    nodes: u64,
    meter: &mut Meter<'_>,
    solutions: &Sender<Queens>,
) -> Result<bool, Stop> {
    loop {
        match search.advance(meter, nodes)? {
            Progress::Solution => solutions.send(search.queens().collect()).map_err(|_| Stop::Cancelled)?,
            Progress::Exhausted => return Ok(true),
            Progress::Paused => return Ok(false),
        }
    }
}

/// Takes the solutions of the others.
fn hear(heard: &Receiver<Queens>, found: &mut Found<'_, '_>) -> Step {
    heard.try_iter().try_for_each(|queens| found.take(found.board.placement(queens)))
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

    /// All solutions of the board with `holes`, row by row, each as its columns.
    fn naive(holes: &BTreeSet<Square>, columns: &mut Vec<u32>, all: &mut BTreeSet<Vec<u32>>) {
        let row = columns.len() as u32;
        if row == SIDE {
            all.insert(columns.clone());
            return;
        }
        for column in (0..SIDE).filter(|&column| !holes.contains(&Square::new(row, column))) {
            let attacks =
                |(above, &other): (u32, &u32)| other == column || other.abs_diff(column) == row - above;
            if !(0..).zip(columns.iter()).any(attacks) {
                columns.push(column);
                naive(holes, columns, all);
                columns.pop();
            }
        }
    }

    fn board(holes: &BTreeSet<Square>) -> Problem {
        let builder = Problem::builder(SIDE, SIDE);
        holes.iter().fold(builder, |builder, &hole| builder.hole(hole)).build().expect("a board")
    }

    /// One of the kernels that this processor has.
    fn kernel(number: usize) -> queens_simd::Found {
        let kernels: Vec<_> = Kernel::ALL.iter().filter_map(|kernel| kernel.find().ok()).collect();
        kernels[number % kernels.len()]
    }

    /// What a crew comes to that is told to go on after each solution, or to stop after some.
    fn crew(
        problem: &Problem,
        (threads, kernel): (usize, queens_simd::Found),
        limits: &Limits,
        most: usize,
    ) -> (Result<Certificate, Stop>, BTreeSet<Vec<u32>>) {
        let board = ResidualBoard::of(problem).expect("rows and columns");
        let (mut all, mut meter) = (BTreeSet::new(), Meter::new(limits));
        let mut each = |placement: Placement| {
            all.insert(placement.squares().iter().map(|square| square.column).collect());
            if all.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut found = Found { board: &board, known: None, few: true, threads, each: &mut each };
        let random = ChaCha8Rng::seed_from_u64(1);
        let restarts =
            Search::<1>::new(&board, kernel).in_random_order(random, &Limits::default()).expect("no limits");
        let manner = Manner { few: true, seed: 1, threads, kernel };
        let course = Course::new(Search::new(&board, kernel));
        let end = Crew::new(&restarts, manner, limits).search(course, limits, &mut meter, &mut found);
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
            let (end, all) = crew(&problem, (threads, kernel(number)), &Limits::default(), usize::MAX);
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
            let board = ResidualBoard::of(&problem).expect("rows and columns");
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let (mut parts, mut all, mut budgets) = (vec![Search::<1>::new(&board, kernel(number))], Vec::new(), budgets.into_iter().cycle());
            while let Some(mut part) = parts.pop() {
                match part.advance(&mut meter, budgets.next().unwrap_or(1)).expect("no limits") {
                    Progress::Solution => all.push(board.placement(part.queens())),
                    Progress::Exhausted => continue,
                    Progress::Paused => parts.extend(part.split()),
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
    fn the_others_end_with_this_one() {
        let problem = Problem::queens(30).expect("a board");
        let (end, all) = crew(&problem, (4, kernel(0)), &Limits::default(), 2);
        assert_eq!((end, all.len()), (Err(Stop::Found), 2));
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(
            crew(&problem, (4, kernel(0)), &limits, usize::MAX),
            (Err(Stop::Cancelled), BTreeSet::new())
        );
        let limits = Limits::default().with_time(Duration::from_millis(20)).started();
        let (end, _) = crew(&problem, (4, kernel(0)), &limits, usize::MAX);
        assert_eq!(end, Err(Stop::LimitReached(control::Limit::Time)));
    }
}
