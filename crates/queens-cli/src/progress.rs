//! Progress on standard error, if that is a terminal.

use crate::console::Console;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use queens::Listener;
use queens::control::Gauge;
use queens::document::{about, grouped};
use queens::render::Charset;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Length of a bar for a share of the work, in steps fine enough for the time left.
const SHARE_STEPS: f64 = 1e6;

/// Redraw interval of the line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Line that shows the progress of work; it disappears when dropped.
pub(crate) struct ProgressDisplay {
    line: ProgressLine,
}

#[derive(Clone)]
struct ProgressLine {
    bar: ProgressBar,
    /// Time of the last step, in milliseconds after the start.
    last_step: Arc<AtomicU64>,
}

impl ProgressLine {
    /// Draws the bar up to `position`.
    fn set_done(&self, position: u64) {
        if position > self.bar.position() {
            self.last_step
                .store(self.bar.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
        self.bar.set_position(position);
    }
}

impl ProgressDisplay {
    /// Shows a line for work of unknown length.
    pub(crate) fn start_spinner(console: &Console, message: String) -> Self {
        ProgressDisplay::new(
            console,
            message,
            None,
            "{spinner} {msg}{share}, {elapsed}{left}",
        )
    }

    /// Shows a bar for `parts` parts of work; a single part has no known length.
    pub(crate) fn start_parts(console: &Console, message: String, parts: u64) -> Self {
        if parts < 2 {
            return ProgressDisplay::start_spinner(console, message);
        }
        ProgressDisplay::new(
            console,
            message,
            Some(parts),
            "{msg} {wide_bar} {pos}/{len} parts, {elapsed}{left}",
        )
    }

    /// Shows a bar for work that reports its finished share.
    pub(crate) fn start_share(console: &Console, message: String) -> Self {
        let template = "{msg} {wide_bar} {percent}%, {elapsed}{left}";
        ProgressDisplay::new(console, message, Some(SHARE_STEPS as u64), template)
    }

    fn new(
        console: &Console,
        message: String,
        length: Option<u64>,
        template: &str,
    ) -> Self {
        let bar = ProgressBar::with_draw_target(length, draw_target(console));
        let last_step = Arc::new(AtomicU64::new(0));
        let last = Arc::clone(&last_step);
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let style =
            style.with_key("share", |state: &ProgressState, out: &mut dyn Write| {
                if let Some(length) = state.len().filter(|&length| length > 0) {
                    let _ = write!(
                        out,
                        " {:.0}%",
                        100.0 * state.pos() as f64 / length as f64
                    );
                }
            });
        let style =
            style.with_key("left", move |state: &ProgressState, out: &mut dyn Write| {
                let share = state.pos() as f64 / state.len().unwrap_or(0).max(1) as f64;
                let since = state
                    .elapsed()
                    .saturating_sub(Duration::from_millis(last.load(Ordering::Relaxed)));
                if let Some(left) = time_left(state.elapsed(), share, since) {
                    let _ = write!(out, ", {} left", about(left.as_secs_f64()));
                }
            });
        bar.set_style(match console.message_charset() {
            Charset::Unicode => style,
            Charset::Ascii => style.tick_chars("-\\|/ ").progress_chars("=> "),
        });
        bar.set_message(message);
        bar.enable_steady_tick(REDRAW_INTERVAL);
        ProgressDisplay {
            line: ProgressLine { bar, last_step },
        }
    }

    /// Hides the line during `write`.
    pub(crate) fn write_beside(&self, write: impl FnOnce()) {
        self.line.bar.suspend(write);
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.line.bar.finish_and_clear();
    }

    /// Sets the finished share, from 0 to 1.
    pub(crate) fn done_of_all(&self, share: f64) {
        self.set_done((share * SHARE_STEPS) as u64);
    }

    /// Returns a listener for the progress of an engine.
    pub(crate) fn listener(&self) -> Listener {
        let line = self.line.clone();
        Arc::new(move |progress| {
            if line.bar.length() != Some(SHARE_STEPS as u64) {
                line.bar.set_length(SHARE_STEPS as u64);
            }
            line.set_done((progress.done * SHARE_STEPS) as u64);
        })
    }

    /// Returns a gauge that shows the number of nodes behind the message, for work whose
    /// length nobody knows.
    pub(crate) fn node_gauge(&self) -> Gauge {
        let bar = self.line.bar.clone();
        let message = bar.message();
        Gauge::with_listener(move |nodes, _| {
            bar.set_message(format!("{message}, {} nodes", grouped(nodes)));
        })
    }

    /// Sets the number of finished parts.
    pub(crate) fn set_done(&self, parts: u64) {
        self.line.set_done(parts);
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.clear();
    }
}

fn draw_target(console: &Console) -> ProgressDrawTarget {
    // A target on standard error draws nothing unless that is a terminal.
    if console.is_quiet() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(5)
    }
}

/// Estimates the time left at the pace so far, after 2 seconds or 5 percent. `since` is
/// the time since the last step: the next one takes at least about as long.
fn time_left(elapsed: Duration, share: f64, since: Duration) -> Option<Duration> {
    let known = share > 0.0
        && share < 1.0
        && (share >= 0.05 || elapsed >= Duration::from_secs(2));
    let left = known.then(|| elapsed.as_secs_f64() * (1.0 - share) / share)?;
    Duration::try_from_secs_f64(left)
        .ok()
        .map(|left| left.max(since))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_the_time_left_after_a_while() {
        let left = |elapsed, share, since| {
            let seconds = Duration::from_secs_f64;
            time_left(seconds(elapsed), share, seconds(since))
                .map(|left| about(left.as_secs_f64()))
        };
        assert_eq!(left(10.0, 0.25, 0.0).unwrap(), "30 s");
        assert_eq!(left(0.5, 0.04, 0.0), None);
        assert_eq!(left(60.0, 0.0, 60.0), None);
        assert_eq!(left(1.0, 0.9, 0.0).unwrap(), "less than 1 s");
        assert_eq!(left(12.0, 0.999, 11.0).unwrap(), "11 s");
        assert_eq!(left(5.0, 1.0, 0.0), None);
        assert_eq!(left(3600.0, 0.5, 0.0).unwrap(), "60 min");
    }
}
