//! Threads that share the units of a count: each takes the next one until there is none.

use super::{Options, Progress, Report, SharedMeter};
use crate::simd::Found;
use search_control::Step;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The units, and what came out so far.
pub(crate) struct WorkPool<'a, U, P> {
    pub units: &'a [U],
    pub found: Found,
    pub meter: SharedMeter<'a>,
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    threads: usize,
    next: AtomicUsize,
    done: Mutex<Done<P>>,
}

/// What the finished units came to, how many they are, and the cost of their work.
struct Done<P> {
    partial: P,
    units: usize,
    cost: f64,
}

impl<'a, U: Sync, P: Send> WorkPool<'a, U, P> {
    /// Starts the clock; `partial` is what no units come to.
    pub(crate) fn new(units: &'a [U], found: Found, options: &'a Options<'_>, partial: P) -> Self {
        let threads = match options.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        WorkPool {
            units,
            found,
            meter: SharedMeter::new(&options.limits),
            progress: options.progress,
            threads,
            next: AtomicUsize::new(0),
            done: Mutex::new(Done { partial, units: 0, cost: 0.0 }),
        }
    }

    /// The next unit for the thread that asks.
    pub(crate) fn next(&self) -> Option<&'a U> {
        self.units.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Enters a unit that is finished, of this part of the whole cost; one thread at a time `add`s what it came to.
    pub(crate) fn finished(&self, cost: f64, add: impl FnOnce(&mut P)) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        add(&mut done.partial);
        done.units += 1;
        done.cost += cost;
        let (units, part) = (done.units, done.cost);
        drop(done);
        if let Some(tell) = self.progress {
            let elapsed = self.meter.elapsed();
            tell(&Progress { units, of_units: self.units.len(), done: part, elapsed });
        }
    }

    /// Adds what a unit came to that was not finished.
    pub(crate) fn stopped(&self, add: impl FnOnce(&mut P)) {
        add(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner).partial);
    }

    /// Lets all threads `work`, and reports when they have done.
    pub(crate) fn run(self, work: impl Fn(&Self) -> Step + Sync) -> Report<P> {
        let (crew, work) = (&self, &work);
        let outcome = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(move || work(crew))).collect();
            others.into_iter().fold(work(crew), |so_far, other| {
                // A thread that panicked would have left units out.
                so_far.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        });
        let done = self.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        Report {
            partial: done.partial,
            outcome: outcome.into(),
            units: done.units,
            of_units: self.units.len(),
            kernel: self.found.kernel(),
            threads: self.threads,
            elapsed: self.meter.elapsed(),
        }
    }
}
