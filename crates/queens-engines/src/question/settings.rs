//! How a question is to be answered.

use crate::parallel::Progress;
use control::{CancelToken, Limits};
use queens_simd::Kernel;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Hears how far an answer is, on any thread; it must not panic.
pub type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

/// How a question is to be answered. Owned, so that it can go to another thread.
///
/// ```
/// use queens::Settings;
/// use std::time::Duration;
///
/// let settings = Settings::default().with_time(Duration::from_secs(10)).with_threads(1).with_engine("rows");
/// assert_eq!(settings.engine.as_deref(), Some("rows"));
/// ```
#[derive(Clone, Default)]
pub struct Settings {
    /// The bounds of the whole answer: one clock and one count of nodes for all its stages.
    pub limits: Limits,
    /// How many threads may work; 0 for one on each processor. An engine of the ladder that is asked for by name
    /// works as its source does, on one thread, unless a number stands here.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The id of the engine to use; without one the dispatcher chooses.
    pub engine: Option<String>,
    /// The instructions that vector code uses.
    pub kernel: Kernel,
    /// Whether the SAT engine keeps a refutation for others to check, which may grow to gigabytes; the memory
    /// limit bounds it.
    pub refutation: bool,
    /// Hears how far the answer is.
    pub progress: Option<Listener>,
}

impl Settings {
    /// These settings, within `limits`.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// These settings, with at most `time` on the clock of a question.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.limits = self.limits.with_time(time);
        self
    }

    /// These settings, with at most `nodes` nodes for a question.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.limits = self.limits.with_nodes(nodes);
        self
    }

    /// These settings, obeying `cancel`.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.limits = self.limits.with_cancel(cancel);
        self
    }

    /// These settings, with this many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// These settings, with this seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// These settings, for the engine with this id.
    #[must_use]
    pub fn with_engine(mut self, id: impl Into<String>) -> Self {
        self.engine = Some(id.into());
        self
    }

    /// These settings, with these instructions.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// These settings, with somebody who hears how far the answer is.
    #[must_use]
    pub fn with_progress(mut self, listener: Listener) -> Self {
        self.progress = Some(listener);
        self
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .field("engine", &self.engine)
            .field("kernel", &self.kernel)
            .field("refutation", &self.refutation)
            .field("progress", &self.progress.is_some())
            .finish()
    }
}
