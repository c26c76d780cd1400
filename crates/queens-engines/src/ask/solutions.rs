//! Iterator over solutions, found on a separate thread.

use super::plan;
use crate::question::{Answer, Question, Settings};
use control::CancelToken;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Largest number of solutions that wait to be taken; then the search waits.
const MAX_WAITING_SOLUTIONS: usize = 64;

/// All solutions of a problem, found on demand. Dropping it ends the search.
///
/// # Complexity
/// One thread, and at most 64 waiting solutions.
#[derive(Debug)]
pub struct Solutions {
    found: Option<Receiver<Placement>>,
    search: Option<JoinHandle<Result<Answer, Unsupported>>>,
    cancel: CancelToken,
    /// True after the search has sent its last solution.
    is_over: bool,
}

impl Solutions {
    /// Starts the search for the solutions of `question`: [`Question::All`] or
    /// [`Question::Fundamental`].
    ///
    /// # Errors
    /// No engine takes the problem, or the engine that the settings name does not; no
    /// thread can be started.
    pub fn start(
        problem: &Problem,
        question: Question,
        settings: &Settings,
    ) -> Result<Self, Unsupported> {
        let plan = plan(problem, question, settings)?;
        let (sender, found) = sync_channel(MAX_WAITING_SOLUTIONS);
        let cancel = settings.limits.cancel.child();
        let settings = settings.clone().with_cancel(cancel.clone());
        let search = move || {
            plan.run(
                &settings,
                &mut |placement| match sender.send(placement.clone()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                },
            )
        };
        let search = thread::Builder::new().spawn(search).map_err(|error| {
            let reason = format!(
                "no thread can be started for the search: {error}; 'ask_each' needs none"
            );
            Unsupported::new("", Parameter::Threads, reason)
        })?;
        Ok(Solutions {
            found: Some(found),
            search: Some(search),
            cancel,
            is_over: false,
        })
    }

    /// Returns the next solution, `None` if there are no more, or [`Poll::Pending`] if it
    /// takes longer than `time`: for callers with other work to do.
    ///
    /// ```
    /// use queens::{Question, Settings, Solutions, problem::Problem};
    /// use std::{task::Poll, time::Duration};
    ///
    /// let mut solutions = Solutions::start(&Problem::queens(4)?, Question::Fundamental, &Settings::default())?;
    /// let minute = Duration::from_secs(60);
    /// assert!(matches!(solutions.poll(minute), Poll::Ready(Some(_))));
    /// assert_eq!(solutions.poll(minute), Poll::Ready(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn poll(&mut self, time: Duration) -> Poll<Option<Placement>> {
        let Some(found) = &self.found else {
            return Poll::Ready(None);
        };
        match found.recv_timeout(time) {
            Ok(placement) => Poll::Ready(Some(placement)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.is_over = true;
                Poll::Ready(None)
            }
        }
    }

    /// Ends the search now, and returns its answer.
    ///
    /// # Errors
    /// The engine detected only after its start that it cannot answer.
    pub fn finish(mut self) -> Result<Answer, Unsupported> {
        if !self.is_over {
            self.cancel.cancel();
        }
        self.found = None;
        match self.search.take().map(JoinHandle::join) {
            Some(Ok(answer)) => answer,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => unreachable!(
                "the search is taken when the iterator ends, and it ends once"
            ),
        }
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        let next = self.found.as_ref()?.recv().ok();
        self.is_over |= next.is_none();
        next
    }
}

impl FusedIterator for Solutions {}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.found = None;
        if let Some(search) = self.search.take() {
            // A panic of the search no longer matters.
            let _ = search.join();
        }
    }
}
