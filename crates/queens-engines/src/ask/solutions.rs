//! Iterator over solutions, found on a separate thread.

use super::plan;
use crate::question::{Answer, Question, Settings};
use control::{CancelToken, Outcome};
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
/// A list that a limit or a cancellation cut off ends with an error, as does one whose
/// engine cannot answer. A panic of the search is passed on.
///
/// # Complexity
/// One thread, and at most 64 waiting solutions.
#[derive(Debug)]
pub struct Solutions {
    found: Option<Receiver<Placement>>,
    search: Option<JoinHandle<Result<Answer, Unsupported>>>,
    /// The answer of the search, after its last solution.
    answer: Option<Result<Answer, Unsupported>>,
    cancel: CancelToken,
}

/// Reason why a list of solutions is not complete.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The search was stopped.
    #[error("the list ends after {found} solutions ({outcome}); there may be more")]
    Partial {
        /// Number of solutions in the list.
        found: u128,
        /// Reason for the end.
        outcome: Outcome,
    },
    /// The engine detected only after its start that it cannot answer.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
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
            answer: None,
            cancel,
        })
    }

    /// Returns what `next` returns, or [`Poll::Pending`] if it takes longer than `time`: for
    /// callers with other work to do.
    ///
    /// ```
    /// use queens::{Question, Settings, Solutions, problem::Problem};
    /// use std::{task::Poll, time::Duration};
    ///
    /// let mut solutions = Solutions::start(&Problem::queens(4)?, Question::Fundamental, &Settings::default())?;
    /// let minute = Duration::from_secs(60);
    /// assert!(matches!(solutions.poll(minute), Poll::Ready(Some(Ok(_)))));
    /// assert_eq!(solutions.poll(minute), Poll::Ready(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn poll(&mut self, time: Duration) -> Poll<Option<Result<Placement, ListError>>> {
        let Some(found) = &self.found else {
            return Poll::Ready(None);
        };
        match found.recv_timeout(time) {
            Ok(placement) => Poll::Ready(Some(Ok(placement))),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                Poll::Ready(self.take_answer().err().map(Err))
            }
        }
    }

    /// Ends the search now, and returns its answer.
    ///
    /// # Errors
    /// The engine detected only after its start that it cannot answer.
    pub fn finish(mut self) -> Result<Answer, Unsupported> {
        match self.answer.take() {
            Some(answer) => answer,
            None => {
                self.cancel.cancel();
                self.join_search()
            }
        }
    }

    /// Takes the answer of a search that has sent its last solution. Returns the reason if
    /// there may be more solutions.
    fn take_answer(&mut self) -> Result<(), ListError> {
        let answer = self.join_search();
        let end = match &answer {
            Ok(answer) if answer.outcome.is_complete() => Ok(()),
            Ok(answer) => Err(ListError::Partial {
                found: answer.count,
                outcome: answer.outcome,
            }),
            Err(reason) => Err(reason.clone().into()),
        };
        self.answer = Some(answer);
        end
    }

    /// Waits for the end of the search.
    fn join_search(&mut self) -> Result<Answer, Unsupported> {
        // A search that waits to send a solution ends when nobody can receive it.
        self.found = None;
        match self.search.take().map(JoinHandle::join) {
            Some(Ok(answer)) => answer,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => unreachable!("a search is joined once"),
        }
    }
}

impl Iterator for Solutions {
    type Item = Result<Placement, ListError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.found.as_ref()?.recv() {
            Ok(placement) => Some(Ok(placement)),
            Err(_) => self.take_answer().err().map(Err),
        }
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
