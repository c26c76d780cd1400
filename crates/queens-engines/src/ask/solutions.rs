//! Solutions, one after the other, found on a thread of their own.

use super::plan;
use crate::question::{Answer, Question, Settings};
use control::CancelToken;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How many solutions may wait to be taken: then the search waits.
const WAITING: usize = 64;

/// All solutions of a problem, found while they are taken. Dropping it ends the search.
///
/// # Complexity
/// A thread, and at most 64 solutions that wait.
#[derive(Debug)]
pub struct Solutions {
    found: Option<Receiver<Placement>>,
    search: Option<JoinHandle<Result<Answer, Unsupported>>>,
    cancel: CancelToken,
    /// Whether the search has handed over its last solution.
    is_over: bool,
}

impl Solutions {
    /// Starts the search for the solutions that `question` asks for: [`Question::All`], [`Question::Fundamental`].
    ///
    /// # Errors
    /// No engine takes the problem, or not the one that the settings name.
    pub fn start(problem: &Problem, question: Question, settings: &Settings) -> Result<Self, Unsupported> {
        let plan = plan(problem, question, settings)?;
        let (sender, found) = sync_channel(WAITING);
        let cancel = settings.limits.cancel.child();
        let settings = settings.clone().with_cancel(cancel.clone());
        let search = thread::spawn(move || {
            plan.run(&settings, &mut |placement| match sender.send(placement.clone()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        Ok(Solutions { found: Some(found), search: Some(search), cancel, is_over: false })
    }

    /// The next solution, none where there are no more, or [`Poll::Pending`] where it takes longer than `time`: for
    /// callers that have something else to look after.
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
        let Some(found) = &self.found else { return Poll::Ready(None) };
        match found.recv_timeout(time) {
            Ok(placement) => Poll::Ready(Some(placement)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.is_over = true;
                Poll::Ready(None)
            }
        }
    }

    /// Ends the search where it is, and says how it ended.
    ///
    /// # Errors
    /// An engine that found only when it began that it cannot answer.
    pub fn finish(mut self) -> Result<Answer, Unsupported> {
        if !self.is_over {
            self.cancel.cancel();
        }
        self.found = None;
        match self.search.take().map(JoinHandle::join) {
            Some(Ok(answer)) => answer,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => unreachable!("the search is taken when the iterator ends, and it ends once"),
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

impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.found = None;
        if let Some(search) = self.search.take() {
            // Whether the search panicked concerns nobody any more.
            let _ = search.join();
        }
    }
}
