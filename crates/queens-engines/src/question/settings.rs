//! Settings of a question.

use crate::parallel::RunProgress;
use control::{CancelToken, Limits};
use queens_simd::Kernel;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Callback for the progress of an answer, on any thread; it must not panic.
pub type Listener = Arc<dyn Fn(&RunProgress) + Send + Sync>;

/// Settings of a question. Owned, so that it can move to another thread.
///
/// ```
/// use queens::Settings;
/// use std::time::Duration;
///
/// let settings = Settings::default().with_time(Duration::from_secs(10)).with_threads(1).with_engine("rows");
/// assert_eq!(settings.engine.as_deref(), Some("rows"));
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Limits of the whole answer: one clock and one count of nodes for all its stages.
    pub limits: Limits,
    /// Number of threads; 0 for one on each processor. An engine of the ladder that is
    /// named here uses one thread, like its source, unless this is set.
    pub threads: usize,
    /// Seed of every random choice.
    pub seed: u64,
    /// Id of the engine to use; `None` lets the dispatcher choose.
    pub engine: Option<String>,
    /// Processor instructions of vector code.
    pub kernel: Kernel,
    /// True if the SAT engine keeps a refutation that others can check, which may grow to
    /// gigabytes; the memory limit bounds it.
    pub refutation: bool,
    /// Callback for the progress of the answer.
    pub progress: Option<Listener>,
}

impl Settings {
    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the time limit of a question.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.limits = self.limits.with_time(time);
        self
    }

    /// Sets the node limit of a question.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.limits = self.limits.with_nodes(nodes);
        self
    }

    /// Sets the cancel token.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.limits = self.limits.with_cancel(cancel);
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the engine.
    #[must_use]
    pub fn with_engine(mut self, id: impl Into<String>) -> Self {
        self.engine = Some(id.into());
        self
    }

    /// Sets the processor instructions.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Sets the callback for progress.
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
