//! How far a search is, read while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shows to other threads what a search has done so far. Clones show the same.
///
/// A [`crate::Meter`] writes on it whenever it looks at its limits, every 2 to 10 milliseconds, so that it costs the
/// search nothing. Figures only grow: of several runs, one after the other, the one that did most is shown.
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
pub struct Gauge(Arc<Shown>);

#[derive(Debug, Default)]
struct Shown {
    nodes: AtomicU64,
    checks: AtomicU64,
}

impl Gauge {
    /// Nodes that the search stood on.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Elementary tests, as the engine that runs defines them.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.0.checks.load(Ordering::Relaxed)
    }

    pub(crate) fn show(&self, nodes: u64, checks: u64) {
        self.0.nodes.fetch_max(nodes, Ordering::Relaxed);
        self.0.checks.fetch_max(checks, Ordering::Relaxed);
    }
}
