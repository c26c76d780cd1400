//! Forecasts of a long count, printed while it runs.

use crate::console::Console;
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several};
use queens::control::{lock, thread_count};
use queens::document::about;
use queens::estimate::{self, Guess};
use queens::parallel;
use queens::problem::Problem;
use queens::reference;
use queens::{Question, Settings};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Running time from which a count is forecast; shorter ones cost nothing more.
const FIRST_LOOK: Duration = Duration::from_millis(500);

/// Additional running time after which a count without a sample is forecast by its pace.
const PACE_DELAY: Duration = Duration::from_secs(10);

/// Smallest number of finished work units that give a pace: the first ones of some
/// engines take a millionth of the others.
const MIN_PACE_UNITS: u64 = 32;

/// Shortest count that needs a forecast, in seconds.
const LONG_SECONDS: f64 = 60.0;

/// Longest count for one machine, in seconds: two days.
const ONE_MACHINE_SECONDS: f64 = 172_800.0;

/// Factor by which the pace at the beginning may be too low; see `queens estimate --time`.
const PACE_ERROR: f64 = 2.0;

/// Count that may be long.
pub(super) struct LongCount<'c> {
    pub(super) problem: &'c Problem,
    pub(super) question: Question,
    pub(super) engine: &'static str,
    /// Published value of the count, if there is one.
    pub(super) published: Option<reference::Published>,
    pub(super) console: &'c Console,
}

/// A count that is running.
struct RunningCount {
    begun: Instant,
    /// The progress that was reported last.
    latest: Arc<Mutex<Option<parallel::RunProgress>>>,
    /// Closed when the count ends.
    end: Receiver<()>,
}

impl RunningCount {
    /// Waits for a time; false as soon as the count ends.
    fn is_running_after(&self, time: Duration) -> bool {
        self.end.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Waits until the pace does not promise a short count; false if the count ends
    /// before.
    fn may_be_long(&self) -> bool {
        // The first work units may be the quickest: a pace that promises a short count is
        // looked at again.
        let mut wait = FIRST_LOOK;
        while self.is_running_after(wait) {
            if self
                .seconds_by_pace()
                .is_none_or(|seconds| PACE_ERROR * seconds >= LONG_SECONDS)
            {
                return true;
            }
            wait = self.begun.elapsed();
        }
        false
    }

    /// Wall time of the whole count at the pace so far, in seconds.
    fn seconds_by_pace(&self) -> Option<f64> {
        let now = (*lock(&self.latest))?;
        let has_pace =
            now.done > 0.0 && (now.of_units == 0 || now.units >= MIN_PACE_UNITS);
        has_pace.then(|| self.begun.elapsed().as_secs_f64() / now.done)
    }

    fn guess_by_pace(&self, threads: usize) -> Option<Guess> {
        let seconds = self.seconds_by_pace()?;
        Some(Guess {
            seconds,
            low: seconds / PACE_ERROR,
            high: seconds * PACE_ERROR,
            threads,
        })
    }
}

impl LongCount<'_> {
    /// Does `work`, and prints a forecast once if it takes more than a minute. After half
    /// a second it runs a sample of the work, on one thread for a second or two; when
    /// `work` ends, so does the sample.
    pub(super) fn run_watched<T>(
        &self,
        settings: &Settings,
        progress: &ProgressDisplay,
        work: impl FnOnce(&Settings) -> T,
    ) -> T {
        let latest: Arc<Mutex<Option<parallel::RunProgress>>> = Arc::default();
        let (stored, show) = (Arc::clone(&latest), progress.listener());
        let counting = settings.clone().with_progress(Arc::new(
            move |progress: &parallel::RunProgress| {
                *lock(&stored) = Some(*progress);
                show(progress);
            },
        ));
        let is_short = settings
            .limits
            .remaining_time()
            .is_some_and(|left| left.as_secs_f64() <= LONG_SECONDS);
        if is_short || self.console.is_quiet() {
            return work(&counting);
        }
        let (ended, end) = channel::<()>();
        let cancel = settings.limits.cancel.child();
        let sampling = settings.clone().with_cancel(cancel.clone());
        thread::scope(|scope| {
            let running = RunningCount {
                begun: Instant::now(),
                latest,
                end,
            };
            let forecast = move || {
                self.print_forecasts(&sampling, &running, &|words| {
                    progress.write_beside(|| self.console.say(words));
                });
            };
            // If the thread cannot start, there is no forecast.
            let _ = thread::Builder::new().spawn_scoped(scope, forecast);
            let result = work(&counting);
            cancel.cancel();
            drop(ended);
            result
        })
    }

    /// Prints the forecast, if the count runs for so long.
    fn print_forecasts(
        &self,
        settings: &Settings,
        running: &RunningCount,
        say: &dyn Fn(String),
    ) {
        if !running.may_be_long() {
            return;
        }
        if let Some(words) = self.beyond_published() {
            say(words);
        }
        let threads = thread_count(settings.threads);
        let by_sample = self
            .guess_by_sample(settings)
            .map(|guess| guess.on(threads));
        // An engine without work units has a pace a little later.
        if by_sample.is_none() && !running.is_running_after(PACE_DELAY) {
            return;
        }
        let guess = by_sample.or_else(|| running.guess_by_pace(threads));
        let words = match guess {
            Some(guess) if guess.seconds < LONG_SECONDS => return,
            Some(guess) => self.guess_in_words(&guess),
            None => "no time estimate available: Ctrl-C ends the count, --time-limit bounds it".to_owned(),
        };
        if running.is_running_after(Duration::ZERO) {
            say(words);
        }
    }

    /// Estimates the time from a sample on one thread. A count by classes takes little
    /// longer than a count.
    fn guess_by_sample(&self, settings: &Settings) -> Option<Guess> {
        let mut settings = settings.clone().with_engine(self.engine).with_threads(1);
        let sample = estimate::time_of_long(self.problem, self.question, &settings);
        if let Some(guess) = sample.ok().and_then(|sample| sample.guess) {
            return Some(guess);
        }
        if !matches!(self.question, Question::Classes | Question::Fundamental) {
            return None;
        }
        settings.engine = None;
        let sample = estimate::time_of_long(self.problem, Question::Count, &settings);
        sample.ok()?.guess
    }

    /// Describes the largest published count, if this one is beyond it.
    fn beyond_published(&self) -> Option<String> {
        if self.question != Question::Count || self.published.is_some() {
            return None;
        }
        let (size, last) = reference::last_published(self.problem)?;
        (size < self.problem.rows()).then(|| {
            format!(
                "not published: the largest published count is n = {size}, {} solutions ({})",
                grouped(last.value),
                last.name
            )
        })
    }

    /// Describes the forecast and the alternatives.
    fn guess_in_words(&self, guess: &Guess) -> String {
        let Guess {
            seconds,
            low,
            high,
            threads,
        } = *guess;
        let mut words = format!(
            "this takes about {} on {} (from {} to {}) if nothing else is running",
            about(seconds),
            several(threads as u64, "thread"),
            about(low),
            about(high)
        );
        if let Some(published) = &self.published {
            words += &format!(
                "; published: {} ({})",
                grouped(published.value),
                published.name
            );
        }
        words += ". Ctrl-C ends it, --time-limit bounds it";
        if seconds > ONE_MACHINE_SECONDS && self.question == Question::Count {
            words += ", `queens estimate` gives an estimate in seconds";
        }
        let settings = Settings::default().with_engine(self.engine);
        if queens::work_units(self.problem, self.question, &settings).is_ok() {
            words += ", `queens campaign plan` divides it among machines";
        }
        words
    }
}
