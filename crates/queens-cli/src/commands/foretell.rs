//! Says of a count that it will take longer than a minute, while it runs.

use crate::console::Console;
use crate::progress::{Progress, rounded};
use crate::table::several;
use queens::parallel;
use queens::problem::Problem;
use queens::{Question, Settings, estimate};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What has ended by then was short, and costs nothing more.
const AFTER: Duration = Duration::from_secs(1);

/// A count of which more is not expected needs no word.
const LONG: f64 = 60.0;

/// What the beginning of a count comes out low by, at most; see `queens estimate --time`.
const LOW_BY: f64 = 2.0;

/// How long a count will take, in seconds: likely, and from and to.
type Foretold = [f64; 3];

/// A count that is about to be begun.
pub(super) struct Count<'c> {
    pub(super) problem: &'c Problem,
    pub(super) question: Question,
    pub(super) engine: &'static str,
    pub(super) console: &'c Console,
}

impl Count<'_> {
    /// Does `work`, and beside it says once how long it will take where that is more than a minute. It looks after the
    /// first second only, and runs a sample of the work then, on one thread for half a second; where `work` ends
    /// meanwhile, so does the sample.
    pub(super) fn watched<T>(
        &self,
        settings: &Settings,
        progress: &Progress,
        work: impl FnOnce(&Settings) -> T,
    ) -> T {
        let latest: Arc<Mutex<Option<parallel::Progress>>> = Arc::default();
        let (hears, shows) = (Arc::clone(&latest), progress.listener());
        let counting = settings.clone().with_progress(Arc::new(move |progress: &parallel::Progress| {
            *hears.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
            shows(progress);
        }));
        let is_short = settings.limits.remaining_time().is_some_and(|left| left.as_secs_f64() <= LONG);
        if is_short || self.console.is_quiet() {
            return work(&counting);
        }
        let (ended, end) = channel::<()>();
        let cancel = settings.limits.cancel.child();
        let sampling =
            Settings { limits: settings.limits.clone().with_cancel(cancel.clone()), ..settings.clone() };
        thread::scope(|scope| {
            let foretell = move || {
                if let Some(words) = self.words(&sampling, &latest, &end) {
                    progress.beside(|| self.console.say(words));
                }
            };
            // Without room for a thread nothing is foretold.
            let _ = thread::Builder::new().spawn_scoped(scope, foretell);
            let result = work(&counting);
            cancel.cancel();
            drop(ended);
            result
        })
    }

    /// What there is to say, if the count goes on for so long.
    fn words(
        &self,
        settings: &Settings,
        latest: &Mutex<Option<parallel::Progress>>,
        end: &Receiver<()>,
    ) -> Option<String> {
        let goes_on = |time| end.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        if !goes_on(AFTER) {
            return None;
        }
        let told = *latest.lock().unwrap_or_else(PoisonError::into_inner);
        let pace = told.filter(|told| told.done > 0.0).map(|told| told.elapsed.as_secs_f64() / told.done);
        if pace.is_some_and(|pace| LOW_BY * pace < LONG) {
            return None;
        }
        let threads = match settings.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let settings = settings.clone().with_engine(self.engine).with_threads(1);
        let in_units = queens::shards(self.problem, self.question, &settings).is_ok();
        let sampled = || -> Option<Foretold> {
            let guess = estimate::time(self.problem, self.question, &settings).ok()?.guess?;
            Some([guess.seconds, guess.low, guess.high].map(|seconds| seconds / threads as f64))
        };
        let foretold = if in_units { sampled() } else { None };
        let [likely, low, high] = foretold.or(pace.map(|pace| [pace, pace, LOW_BY * pace]))?;
        (likely >= LONG && goes_on(Duration::ZERO)).then(|| {
            let [likely, low, high] = [likely, low, high].map(length);
            let campaign = if in_units { ", `queens campaign plan` cuts it for many machines" } else { "" };
            format!(
                "this takes about {likely} on {} (from {low} to {high}): Ctrl-C ends it, --time-limit bounds \
                 it{campaign}",
                several(threads as u64, "thread")
            )
        })
    }
}

/// Seconds in words.
fn length(seconds: f64) -> String {
    Duration::try_from_secs_f64(seconds).map_or_else(|_| "longer than can be told".to_owned(), rounded)
}
