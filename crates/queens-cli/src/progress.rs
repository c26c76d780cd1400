//! Progress on standard error, where that is a terminal.

use crate::console::Console;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::Listener;
use std::sync::Arc;
use std::time::Duration;

/// The whole of a work that tells its share, in steps fine enough for the time that is left.
const WHOLE: f64 = 1e6;

/// A line that shows that something is being done; it vanishes when dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A line for work of unknown length.
    pub(crate) fn start(console: &Console, message: String) -> Self {
        let bar = ProgressBar::with_draw_target(None, target(console));
        bar.set_style(ProgressStyle::default_spinner());
        bar.set_message(message);
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// A bar for `parts` parts of work.
    pub(crate) fn parts(console: &Console, message: String, parts: u64) -> Self {
        Progress::bar(console, message, parts, "{pos}/{len} parts")
    }

    /// A bar for work that tells which share of it is done.
    pub(crate) fn share(console: &Console, message: String) -> Self {
        Progress::bar(console, message, WHOLE as u64, "{percent}%")
    }

    fn bar(console: &Console, message: String, length: u64, done: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), target(console));
        let style =
            ProgressStyle::with_template(&format!("{{msg}} {{wide_bar}} {done}, {{elapsed}}, {{eta}} left"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(message);
        Progress(bar)
    }

    /// Takes the line away before something is written in its place.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }

    /// Says which share is done, from 0 to 1.
    pub(crate) fn done_of_all(&self, share: f64) {
        self.0.set_position((share * WHOLE) as u64);
    }

    /// What an engine tells how far it is.
    pub(crate) fn listener(&self) -> Listener {
        let bar = self.0.clone();
        Arc::new(move |progress| {
            if bar.length() != Some(WHOLE as u64) {
                bar.set_length(WHOLE as u64);
            }
            bar.set_position((progress.done * WHOLE) as u64);
        })
    }

    /// Says how many parts are done.
    pub(crate) fn done(&self, parts: u64) {
        self.0.set_position(parts);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn target(console: &Console) -> ProgressDrawTarget {
    // A target on standard error draws nothing where that is no terminal.
    if console.is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) }
}
