//! Statistics and limits of one run.

use crate::Instant;
use crate::clock::Clock;
use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use std::time::Duration;

/// Totals of a search since its [`Meter`] was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of expanded nodes.
    pub expanded: u64,
    /// Number of generated candidates, kept or not.
    pub generated: u64,
    /// Number of elementary tests, as the engine defines them.
    pub checks: u64,
    /// Greatest depth; the root has depth 0.
    pub deepest: u64,
    /// Greatest number of frontier entries; 0 for searches without a frontier.
    pub widest: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Statistics {
    /// Adds the statistics of a search that ran beside this one: sums, and maxima for
    /// depth, width and time.
    pub fn absorb(&mut self, other: &Statistics) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.checks += other.checks;
        self.deepest = self.deepest.max(other.deepest);
        self.widest = self.widest.max(other.widest);
        self.elapsed = self.elapsed.max(other.elapsed);
    }
}

/// Intervals between clock checks below this double the stride ...
const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(2);

/// ... and intervals above this shorten it.
const MAX_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Maximum stride, so that work that becomes slow is noticed in time. A check costs about
/// 50 nanoseconds, which is nothing per node at this stride.
const MAX_STRIDE: u64 = 8_192;

/// Returns the number of nodes and ticks until the next check, if the last `stride` took
/// `time`.
fn next_stride(stride: u64, time: Duration) -> u64 {
    if time < MIN_CHECK_INTERVAL {
        (stride * 2).min(MAX_STRIDE)
    } else if time > MAX_CHECK_INTERVAL {
        let slower = stride as f64 * MIN_CHECK_INTERVAL.div_duration_f64(time);
        (slower as u64).max(1)
    } else {
        stride
    }
}

/// Counter of one run: keeps its [`Statistics`] and enforces its [`Limits`].
///
/// The node limit is exact. Cancel token and clock are checked every 2 to 10
/// milliseconds, however expensive a node is, if long inner loops call [`Meter::tick`].
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
    /// Node count of the next check, at most the node limit; each tick since the last
    /// check lowers it by 1.
    next_check: u64,
    checked_at: Instant,
    stride: u64,
}

impl<'l> Meter<'l> {
    /// Starts the clock, unless the limits are [started](Limits::started).
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        let clock = Clock::new(limits);
        let checked_at = clock.started;
        Meter {
            clock,
            statistics: Statistics::default(),
            next_check: 0,
            checked_at,
            stride: 1,
        }
    }

    /// Records one node.
    ///
    /// # Errors
    /// The reason to stop. The node that broke a limit is not counted.
    #[inline]
    pub fn expand(&mut self) -> Step {
        self.expand_all(1)
    }

    /// Records `count` nodes at once, before they are visited.
    ///
    /// # Errors
    /// The reason to stop. If the nodes would break a limit, none of them is counted.
    #[inline]
    pub fn expand_all(&mut self, count: u64) -> Step {
        let expanded = self.statistics.expanded + count;
        if expanded > self.next_check {
            self.check_before(expanded)?;
        }
        self.statistics.expanded = expanded;
        Ok(())
    }

    /// Records work inside a node. It is not counted, but brings the next check of clock
    /// and cancel token nearer, as a node does.
    ///
    /// # Errors
    /// The reason to stop, which is never the node limit.
    #[inline]
    pub fn tick(&mut self) -> Step {
        self.next_check = self.next_check.saturating_sub(1);
        if self.statistics.expanded >= self.next_check {
            self.check_limits()
        } else {
            Ok(())
        }
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

    /// Records the depth of the current node.
    #[inline]
    pub fn depth(&mut self, depth: u64) {
        self.statistics.deepest = self.statistics.deepest.max(depth);
    }

    /// Records the number of frontier entries.
    #[inline]
    pub fn width(&mut self, entries: u64) {
        self.statistics.widest = self.statistics.widest.max(entries);
    }

    /// Checks the size of the search's stores.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the limit.
    #[inline]
    pub fn memory(&self, bytes: u64) -> Step {
        self.clock.limits.check_memory(bytes)
    }

    /// Returns the limits that it enforces.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.clock.limits
    }

    /// Adds the statistics of an engine that kept its own, except for the time.
    pub fn absorb(&mut self, other: &Statistics) {
        let elapsed = self.statistics.elapsed;
        self.statistics.absorb(other);
        self.statistics.elapsed = elapsed;
    }

    /// Returns the statistics so far, with the elapsed time.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            elapsed: self.clock.elapsed(),
            ..self.statistics
        }
    }

    /// Checks every limit before the count reaches `expanded` nodes.
    #[cold]
    fn check_before(&mut self, expanded: u64) -> Step {
        self.check_limits()?;
        match self.clock.limits.nodes {
            Some(limit) if expanded > limit => Err(Stop::LimitReached(Limit::Nodes)),
            _ => Ok(()),
        }
    }

    /// Updates the gauge of the limits, if there is one.
    pub fn show(&self) {
        if let Some(gauge) = &self.clock.limits.gauge {
            gauge.show_counts(self.statistics.expanded, self.statistics.checks);
        }
    }

    /// Checks the cancel token and the clock, and sets the node count of the next check.
    #[cold]
    fn check_limits(&mut self) -> Step {
        self.clock.check_limits()?;
        self.show();
        let now = Instant::now();
        self.stride = next_stride(self.stride, now - self.checked_at);
        self.checked_at = now;
        let next = self.statistics.expanded.saturating_add(self.stride);
        self.next_check = self
            .clock
            .limits
            .nodes
            .map_or(next, |limit| next.min(limit));
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
    fn counts_everything_without_limits() {
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
    fn nodes_entered_together_never_exceed_the_limit() {
        for limit in [0, 6, 7, 1023, 1024, 4999] {
            let limits = Limits::default().with_nodes(limit);
            let mut meter = Meter::new(&limits);
            let step = (0..1_000).try_for_each(|_| meter.expand_all(7));
            assert_eq!(step, Err(Stop::LimitReached(Limit::Nodes)));
            assert_eq!(meter.statistics().expanded, limit / 7 * 7);
        }
    }

    #[test]
    fn a_cancelled_run_stops_before_the_first_node() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let (outcome, statistics) = run(&Limits::default().with_cancel(cancel), 5_000);
        assert_eq!(outcome, Outcome::Cancelled);
        assert_eq!(statistics.expanded, 0);
    }

    #[test]
    fn no_time_left_means_no_node() {
        let (outcome, statistics) =
            run(&Limits::default().with_time(Duration::ZERO), 5_000);
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
    fn ticks_count_nothing_and_keep_the_node_limit_exact() {
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
    fn ticks_check_the_token_and_the_time() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        meter.expand().unwrap();
        limits.cancel.cancel();
        let ticks = (0..=MAX_STRIDE).map_while(|_| meter.tick().ok()).count() as u64;
        assert!(ticks <= MAX_STRIDE);
        assert_eq!(meter.statistics().expanded, 1);
        let limits = Limits::default().with_time(Duration::ZERO);
        assert_eq!(
            Meter::new(&limits).tick(),
            Err(Stop::LimitReached(Limit::Time))
        );
    }

    #[test]
    fn meters_of_started_limits_share_the_clock() {
        let limits = Limits::default().with_time(Duration::ZERO).started();
        // More time comes too late.
        let extended = limits.with_time(Duration::from_secs(3_600));
        for _ in 0..2 {
            let (outcome, statistics) = run(&extended, 10);
            assert_eq!(
                (outcome, statistics.expanded),
                (Outcome::LimitReached(Limit::Time), 0)
            );
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
        // Nodes that all take the same time are looked at within 10 milliseconds, or one
        // by one.
        for pace in
            [1, 500, 3_000, 70_000, 2_000_000, 30_000_000].map(Duration::from_nanos)
        {
            let mut stride = 1;
            for _ in 0..20 {
                assert!(
                    stride == 1 || pace * stride as u32 <= MAX_CHECK_INTERVAL,
                    "{pace:?}"
                );
                stride = next_stride(stride, pace * stride as u32);
            }
        }
    }
}
