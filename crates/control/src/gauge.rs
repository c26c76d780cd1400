//! Progress of a search, readable while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of a search, shared with other threads. Clones share the figures.
///
/// A [`crate::Meter`] updates it whenever it checks its limits, every 2 to 10 milliseconds, at no measurable cost to the
/// search. Figures only grow: after several runs in a row the gauge shows the largest ones.
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

#[derive(Debug, Default)]
struct GaugeFigures {
    nodes: AtomicU64,
    checks: AtomicU64,
}

impl Gauge {
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

    pub(crate) fn show(&self, nodes: u64, checks: u64) {
        self.0.nodes.fetch_max(nodes, Ordering::Relaxed);
        self.0.checks.fetch_max(checks, Ordering::Relaxed);
    }
}
