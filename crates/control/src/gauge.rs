//! Progress of a search, readable while it runs.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of a search, shared with other threads. Clones share the figures.
///
/// A [`crate::Meter`] updates it whenever it checks its limits, every 2 to 10
/// milliseconds, at no measurable cost to the search. Figures only grow: after several
/// runs in a row the gauge shows the largest ones. They are read without any order
/// between them, so a reader may see the new nodes with the old checks.
///
/// ```
/// use control::{Gauge, Limits, Meter};
///
/// let gauge = Gauge::default();
/// let limits = Limits::default().with_gauge(gauge.clone());
/// let mut meter = Meter::new(&limits);
/// for _ in 0..100_000 {
///     meter.expand()?;
/// }
/// assert!((90_000..=100_000).contains(&gauge.nodes()));
/// # Ok::<(), control::Stop>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<GaugeFigures>);

#[derive(Default)]
struct GaugeFigures {
    nodes: AtomicU64,
    checks: AtomicU64,
    /// Called with the nodes and the checks after each update.
    listener: Option<Box<dyn Fn(u64, u64) + Send + Sync>>,
}

impl fmt::Debug for GaugeFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GaugeFigures")
            .field("nodes", &self.nodes)
            .field("checks", &self.checks)
            .finish_non_exhaustive()
    }
}

impl Gauge {
    /// Creates a gauge that calls `listener` with the nodes and the checks at every
    /// update, on the thread of the search. A worker of a browser has no other thread that
    /// could read the gauge.
    #[must_use]
    pub fn with_listener(listener: impl Fn(u64, u64) + Send + Sync + 'static) -> Self {
        Gauge(Arc::new(GaugeFigures {
            listener: Some(Box::new(listener)),
            ..GaugeFigures::default()
        }))
    }

    /// Number of expanded nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Number of elementary tests, as the running engine defines them.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.0.checks.load(Ordering::Relaxed)
    }

    /// Returns a gauge for one of several searches that run side by side. This gauge
    /// shows the sum of its parts.
    ///
    /// One thread at a time may update a part: with two, the listener could see the
    /// figures in the wrong order.
    #[doc(hidden)]
    #[must_use]
    pub fn part(&self) -> Self {
        let whole = self.clone();
        let nodes_added = AtomicU64::new(0);
        let checks_added = AtomicU64::new(0);
        // Invariant: `whole` contains the figures in `nodes_added` and `checks_added`. They
        // never exceed the new ones, because the figures of a gauge only grow.
        Gauge::with_listener(move |nodes, checks| {
            let more_nodes = nodes - nodes_added.swap(nodes, Ordering::Relaxed);
            let more_checks = checks - checks_added.swap(checks, Ordering::Relaxed);
            whole.add_counts(more_nodes, more_checks);
        })
    }

    /// Adds the counts of a part since its last update.
    fn add_counts(&self, nodes: u64, checks: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.0.checks.fetch_add(checks, Ordering::Relaxed);
        self.call_listener();
    }

    /// Shows the counts of a search from its start. Smaller ones than those shown come
    /// from a later run, and change nothing.
    pub(crate) fn show_counts(&self, nodes: u64, checks: u64) {
        self.0.nodes.fetch_max(nodes, Ordering::Relaxed);
        self.0.checks.fetch_max(checks, Ordering::Relaxed);
        self.call_listener();
    }

    fn call_listener(&self) {
        if let Some(listener) = &self.0.listener {
            listener(self.nodes(), self.checks());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let whole = Gauge::default();
        whole.show_counts(100, 1);
        let (one, other) = (whole.part(), whole.part());
        one.show_counts(7, 30);
        other.show_counts(5, 0);
        one.show_counts(8, 30);
        assert_eq!((whole.nodes(), whole.checks()), (113, 31));
    }

    #[test]
    fn the_listener_is_called_at_every_update() {
        let last = Arc::new(AtomicU64::new(0));
        let seen = last.clone();
        let gauge = Gauge::with_listener(move |nodes, checks| {
            seen.store(1_000 * nodes + checks, Ordering::Relaxed);
        });
        gauge.show_counts(7, 30);
        gauge.clone().show_counts(8, 20);
        // The figures only grow.
        assert_eq!(last.load(Ordering::Relaxed), 8_030);
    }
}
