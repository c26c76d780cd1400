//! The books of a search: what it did, and whether it may go on.

use crate::clock::Clock;
use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use std::time::{Duration, Instant};

/// What a search did. All figures are totals since the [`Meter`] was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes that the search stood on.
    pub expanded: u64,
    /// Candidates that it made from them, kept or not.
    pub generated: u64,
    /// Elementary tests, as the engine that ran defines them.
    pub checks: u64,
    /// The greatest depth reached (the root is at depth 0).
    pub deepest: u64,
    /// The most entries that a frontier held at once; 0 for searches without one.
    pub widest: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Statistics {
    /// Adds the books of a search that ran beside this one: sums, and maxima for depth, width, time.
    pub fn absorb(&mut self, other: &Statistics) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.checks += other.checks;
        self.deepest = self.deepest.max(other.deepest);
        self.widest = self.widest.max(other.widest);
        self.elapsed = self.elapsed.max(other.elapsed);
    }
}

/// Looks at the clock that come sooner than this are made rarer ...
const SOONEST: Duration = Duration::from_millis(2);

/// ... and those that come later than this more frequent.
const LATEST: Duration = Duration::from_millis(10);

/// The most units of work between two looks, so that work which turns slow is seen in time. A look costs some
/// 50 nanoseconds: nothing, spread over this many.
const LONGEST_STRIDE: u64 = 8_192;

/// The units of work up to the next look, if the last `stride` took `time`.
fn next_stride(stride: u64, time: Duration) -> u64 {
    if time < SOONEST {
        (stride * 2).min(LONGEST_STRIDE)
    } else if time > LATEST {
        let slower = stride as f64 * SOONEST.div_duration_f64(time);
        (slower as u64).max(1)
    } else {
        stride
    }
}

/// Keeps the [`Statistics`] of one run and holds it to its [`Limits`].
///
/// The node limit is exact. The cancel token and the clock are looked at every 2 to 10 milliseconds, however
/// much work a node is, if inner loops that may be long call [`Meter::tick`].
///
/// ```
/// use control::{Limits, Meter, Step};
///
/// /// Adds up the rows of a table; a row is a node.
/// fn add_up(table: &[Vec<u64>], meter: &mut Meter<'_>) -> Step {
///     for row in table {
///         meter.expand()?;
///         for number in row {
///             meter.tick()?;
///             meter.generate(*number);
///         }
///     }
///     Ok(())
/// }
///
/// let limits = Limits::default().with_nodes(2);
/// let mut meter = Meter::new(&limits);
/// add_up(&[vec![1, 2, 3], vec![4, 5]], &mut meter)?;
/// assert_eq!((meter.statistics().expanded, meter.statistics().generated), (2, 15));
/// # Ok::<(), control::Stop>(())
/// ```
///
/// # Complexity
/// [`Meter::expand`] is an addition and a comparison.
#[derive(Debug)]
pub struct Meter<'l> {
    clock: Clock<'l>,
    statistics: Statistics,
    /// The node count of the next look, never beyond the node limit; less for every tick since the last.
    look_at: u64,
    looked: Instant,
    stride: u64,
}

impl<'l> Meter<'l> {
    /// Starts the clock, unless the limits are [started](Limits::started).
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        let clock = Clock::new(limits);
        let looked = clock.started;
        Meter { clock, statistics: Statistics::default(), look_at: 0, looked, stride: 1 }
    }

    /// Records one node.
    ///
    /// # Errors
    /// The reason to stop. The node that broke a limit is not counted.
    #[inline]
    pub fn expand(&mut self) -> Step {
        self.expand_all(1)
    }

    /// Enters `count` nodes at once, before they are visited.
    ///
    /// # Errors
    /// The reason to stop. If the nodes would break a limit, none of them is counted.
    #[inline]
    pub fn expand_all(&mut self, count: u64) -> Step {
        let expanded = self.statistics.expanded + count;
        if expanded > self.look_at {
            self.look_before(expanded)?;
        }
        self.statistics.expanded = expanded;
        Ok(())
    }

    /// Says that a node goes on working: counts nothing, but is as good as a node for the next look at the
    /// clock and the cancel token.
    ///
    /// # Errors
    /// The reason to stop, which is never the node limit.
    #[inline]
    pub fn tick(&mut self) -> Step {
        self.look_at = self.look_at.saturating_sub(1);
        if self.statistics.expanded >= self.look_at { self.look() } else { Ok(()) }
    }

    /// Records `count` candidates.
    #[inline]
    pub fn generate(&mut self, count: u64) {
        self.statistics.generated += count;
    }

    /// Records `count` elementary tests.
    #[inline]
    pub fn check(&mut self, count: u64) {
        self.statistics.checks += count;
    }

    /// Notes the depth of the node that the search stands on.
    #[inline]
    pub fn depth(&mut self, depth: u64) {
        self.statistics.deepest = self.statistics.deepest.max(depth);
    }

    /// Notes how many entries the frontier holds.
    #[inline]
    pub fn width(&mut self, entries: u64) {
        self.statistics.widest = self.statistics.widest.max(entries);
    }

    /// Notes how many bytes the search's stores take now.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the limit.
    #[inline]
    pub fn memory(&self, bytes: u64) -> Step {
        self.clock.limits.check_memory(bytes)
    }

    /// Takes over the books of an engine that kept its own; its time is not added.
    pub fn absorb(&mut self, other: &Statistics) {
        let elapsed = self.statistics.elapsed;
        self.statistics.absorb(other);
        self.statistics.elapsed = elapsed;
    }

    /// The books up to now, with the time that has passed.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { elapsed: self.clock.elapsed(), ..self.statistics }
    }

    /// Looks at every bound before there are `expanded` nodes.
    #[cold]
    fn look_before(&mut self, expanded: u64) -> Step {
        self.look()?;
        match self.clock.limits.nodes {
            Some(limit) if expanded > limit => Err(Stop::LimitReached(Limit::Nodes)),
            _ => Ok(()),
        }
    }

    /// Looks at the cancel token and the clock, and sets the node count of the next look.
    /// Writes on the gauge of the limits, if there is one, what was done up to now.
    pub fn show(&self) {
        if let Some(gauge) = &self.clock.limits.gauge {
            gauge.show(self.statistics.expanded, self.statistics.checks);
        }
    }

    #[cold]
    fn look(&mut self) -> Step {
        self.clock.check()?;
        self.show();
        let now = Instant::now();
        self.stride = next_stride(self.stride, now - self.looked);
        self.looked = now;
        let next = self.statistics.expanded.saturating_add(self.stride);
        self.look_at = self.clock.limits.nodes.map_or(next, |limit| next.min(limit));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CancelToken, Outcome};

    fn run(limits: &Limits, nodes: u64) -> (Outcome, Statistics) {
        let mut meter = Meter::new(limits);
        let outcome = (0..nodes).try_for_each(|_| meter.expand());
        (outcome.into(), meter.statistics())
    }

    #[test]
    fn without_limits_everything_is_counted() {
        let (outcome, statistics) = run(&Limits::default(), 5_000);
        assert_eq!(outcome, Outcome::Exhausted);
        assert_eq!(statistics.expanded, 5_000);
    }

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 2, 3, 1023, 1024, 1025, 4999] {
            let (outcome, statistics) = run(&Limits::default().with_nodes(limit), 5_000);
            assert_eq!(outcome, Outcome::LimitReached(Limit::Nodes));
            assert_eq!(statistics.expanded, limit);
        }
        let (outcome, _) = run(&Limits::default().with_nodes(5_000), 5_000);
        assert_eq!(outcome, Outcome::Exhausted);
    }

    #[test]
    fn nodes_entered_together_never_break_the_limit() {
        for limit in [0, 6, 7, 1023, 1024, 4999] {
            let limits = Limits::default().with_nodes(limit);
            let mut meter = Meter::new(&limits);
            let step = (0..1_000).try_for_each(|_| meter.expand_all(7));
            assert_eq!(step, Err(Stop::LimitReached(Limit::Nodes)));
            assert_eq!(meter.statistics().expanded, limit / 7 * 7);
        }
    }

    #[test]
    fn a_raised_token_stops_before_the_first_node() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let (outcome, statistics) = run(&Limits::default().with_cancel(cancel), 5_000);
        assert_eq!(outcome, Outcome::Cancelled);
        assert_eq!(statistics.expanded, 0);
    }

    #[test]
    fn no_time_means_no_node() {
        let (outcome, statistics) = run(&Limits::default().with_time(Duration::ZERO), 5_000);
        assert_eq!(outcome, Outcome::LimitReached(Limit::Time));
        assert_eq!(statistics.expanded, 0);
    }

    #[test]
    fn memory_is_bounded_from_above() {
        let limits = Limits::default().with_memory(100);
        let meter = Meter::new(&limits);
        assert_eq!(meter.memory(100), Ok(()));
        assert_eq!(meter.memory(101), Err(Stop::LimitReached(Limit::Memory)));
    }

    #[test]
    fn ticks_count_nothing_and_leave_the_node_limit_exact() {
        for limit in [0, 1, 7, 1024, 4999] {
            let limits = Limits::default().with_nodes(limit);
            let mut meter = Meter::new(&limits);
            let step = (0..5_000).try_for_each(|node| {
                meter.expand()?;
                (0..node % 3).try_for_each(|_| meter.tick())
            });
            assert_eq!(step, Err(Stop::LimitReached(Limit::Nodes)));
            assert_eq!(meter.statistics().expanded, limit);
            assert_eq!(meter.tick(), Ok(()));
        }
    }

    #[test]
    fn a_tick_sees_the_token_and_the_time() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        meter.expand().unwrap();
        limits.cancel.cancel();
        let ticks = (0..=LONGEST_STRIDE).map_while(|_| meter.tick().ok()).count() as u64;
        assert!(ticks <= LONGEST_STRIDE);
        assert_eq!(meter.statistics().expanded, 1);
        let limits = Limits::default().with_time(Duration::ZERO);
        assert_eq!(Meter::new(&limits).tick(), Err(Stop::LimitReached(Limit::Time)));
    }

    #[test]
    fn meters_of_started_limits_share_the_clock() {
        let limits = Limits::default().with_time(Duration::ZERO).started();
        // More time comes too late.
        let extended = limits.with_time(Duration::from_secs(3_600));
        for _ in 0..2 {
            let (outcome, statistics) = run(&extended, 10);
            assert_eq!((outcome, statistics.expanded), (Outcome::LimitReached(Limit::Time), 0));
        }
    }

    #[test]
    fn the_stride_follows_the_pace() {
        let millis = Duration::from_millis;
        for (stride, time, next) in [
            (1, Duration::ZERO, 2),
            (4_096, Duration::ZERO, 8_192),
            (8_192, Duration::ZERO, 8_192),
            (16, millis(2), 16),
            (16, millis(10), 16),
            (16, millis(16), 2),
            (1_000, millis(100), 20),
            (1, millis(100), 1),
            (8_192, Duration::MAX, 1),
        ] {
            assert_eq!(next_stride(stride, time), next, "{stride} in {time:?}");
        }
        // Nodes that all take the same time are looked at within 10 milliseconds, or one by one.
        for pace in [1, 500, 3_000, 70_000, 2_000_000, 30_000_000].map(Duration::from_nanos) {
            let mut stride = 1;
            for _ in 0..20 {
                assert!(stride == 1 || pace * stride as u32 <= LATEST, "{pace:?}");
                stride = next_stride(stride, pace * stride as u32);
            }
        }
    }
}
