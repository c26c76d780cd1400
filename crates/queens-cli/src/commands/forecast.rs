//! Forecasts of a long count, printed while it runs.

use crate::console::Console;
use crate::progress::Progress;
use crate::table::{grouped, several};
use queens::document::about;
use queens::estimate::{self, Guess};
use queens::parallel;
use queens::problem::Problem;
use queens::reference;
use queens::{Question, Settings};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time after which a count is not short: what has ended by then costs nothing more.
const AFTER: Duration = Duration::from_millis(500);

/// Time after which a count without a forecast says so.
const PATIENCE: Duration = Duration::from_secs(10);

/// Finished units that tell the pace of all: the first ones of some engines take a millionth of the others.
const UNITS: u64 = 32;

/// Length of a count that needs no forecast, in seconds.
const LONG: f64 = 60.0;

/// Length of a count that is beyond one machine, in seconds: two days.
const TOO_LONG: f64 = 172_800.0;

/// Factor by which the pace of the beginning may be low; see `queens estimate --time`.
const LOW_BY: f64 = 2.0;

/// A count that is about to begin.
pub(super) struct Count<'c> {
    pub(super) problem: &'c Problem,
    pub(super) question: Question,
    pub(super) engine: &'static str,
    /// Published value of the count, if there is one.
    pub(super) published: Option<reference::Published>,
    pub(super) console: &'c Console,
}

impl Count<'_> {
    /// Does `work`, and prints beside it once how long it takes if that is more than a minute. It looks after half a second,
    /// and runs a sample of the work then, on one thread for a second or two; when `work` ends, so does the sample.
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
            let say = |words: String| progress.beside(|| self.console.say(words));
            let forecast = move || self.forecast(&sampling, &latest, &end, &say);
            // Without room for a thread there is no forecast.
            let _ = thread::Builder::new().spawn_scoped(scope, forecast);
            let result = work(&counting);
            cancel.cancel();
            drop(ended);
            result
        })
    }

    /// Says what there is to say, if the count goes on for so long.
    fn forecast(
        &self,
        settings: &Settings,
        latest: &Mutex<Option<parallel::Progress>>,
        end: &Receiver<()>,
        say: &dyn Fn(String),
    ) {
        let goes_on = |time| end.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        // The time of the whole at the pace so far, on the wall.
        let begun = Instant::now();
        let pace = || {
            let told = *latest.lock().unwrap_or_else(PoisonError::into_inner);
            let told = told.filter(|told| told.done > 0.0 && (told.of_units == 0 || told.units >= UNITS));
            told.map(|told| begun.elapsed().as_secs_f64() / told.done)
        };
        // The first units may be the quickest: what promises a short count then is asked again.
        let mut wait = AFTER;
        loop {
            if !goes_on(wait) {
                return;
            }
            if pace().is_none_or(|pace| LOW_BY * pace >= LONG) {
                break;
            }
            wait = begun.elapsed();
        }
        if let Some(words) = self.beyond() {
            say(words);
        }
        let threads = match settings.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let guess = self.sampled(settings).map(|guess| guess.on(threads));
        // An engine without units tells by its progress, a little later.
        if guess.is_none() && !goes_on(PATIENCE) {
            return;
        }
        let by_pace =
            |seconds: f64| Guess { seconds, low: seconds / LOW_BY, high: seconds * LOW_BY, threads };
        let words = match guess.or_else(|| pace().map(by_pace)) {
            Some(guess) if guess.seconds < LONG => return,
            Some(guess) => self.words(&guess),
            None => "no time estimate is available: Ctrl-C ends the count, --time-limit bounds it".to_owned(),
        };
        if goes_on(Duration::ZERO) {
            say(words);
        }
    }

    /// The time by a sample on one thread. Most of the time of classes is that of the count.
    fn sampled(&self, settings: &Settings) -> Option<Guess> {
        let engine = settings.clone().with_engine(self.engine).with_threads(1);
        let any = Settings { engine: None, ..engine.clone() };
        let of = |question, settings| estimate::time_of_long(self.problem, question, settings).ok()?.guess;
        of(self.question, &engine).or_else(|| match self.question {
            Question::Classes | Question::Fundamental => of(Question::Count, &any),
            _ => None,
        })
    }

    /// The largest published count, where this one is beyond it.
    fn beyond(&self) -> Option<String> {
        if self.question != Question::Count || self.published.is_some() {
            return None;
        }
        let (size, last) = reference::last_published(self.problem)?;
        (size < self.problem.rows()).then(|| {
            format!(
                "beyond the record: the largest board with a published count is n = {size}, with {} solutions ({})",
                grouped(last.value),
                last.name
            )
        })
    }

    /// The forecast, and the ways out.
    fn words(&self, guess: &Guess) -> String {
        let Guess { seconds, low, high, threads } = *guess;
        let mut words = format!(
            "this takes about {} on {} (from {} to {}) if nothing else runs",
            about(seconds),
            several(threads as u64, "thread"),
            about(low),
            about(high)
        );
        if let Some(published) = &self.published {
            words += &format!("; published: {} ({})", grouped(published.value), published.name);
        }
        words += ". Ctrl-C ends it, --time-limit bounds it";
        if seconds > TOO_LONG && self.question == Question::Count {
            words += ", `queens estimate` estimates the number in seconds";
        }
        let settings = Settings::default().with_engine(self.engine);
        if queens::shards(self.problem, self.question, &settings).is_ok() {
            words += ", `queens campaign plan` cuts it for many machines";
        }
        words
    }
}
