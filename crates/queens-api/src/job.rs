//! Jobs: counts that run in the background, with their state.

use crate::fault::ApiFault;
use crate::operation::OperationSpec;
use crate::questions::CountRequest;
use crate::request::{ApiRequest, RequestContext, parse};
use queens::control::Limits;
use queens::parallel::RunProgress;
use queens::problem::Problem;
use queens::{Answer, CountOptions, Question, Settings, Unsupported, ask, plan};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;
use utoipa::ToSchema;

/// State of a job.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JobState {
    /// Number of the job.
    id: u64,
    /// Problem in text form, with the question in words.
    problem: String,
    /// `running`, `done`, `cancelled` or `failed`.
    state: &'static str,
    /// Finished part of the work, from 0 to 1.
    done: f64,
    /// Time since the start.
    seconds: f64,
    /// Estimated remaining time at the current rate, if it is known.
    remaining_seconds: Option<f64>,
    /// Count in decimal digits, once the job has ended.
    count: Option<String>,
    /// True if the count is complete, false if it is partial, once the job has ended.
    complete: Option<bool>,
    /// Id of the engine, once the job has ended.
    engine: Option<&'static str>,
    /// Outcome of the search, or the reason of the failure.
    outcome: Option<String>,
}

impl JobState {
    /// True if the job has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state != "running"
    }

    /// Sets the finished part of the work.
    pub fn set_progress(&mut self, progress: &RunProgress) {
        self.done = progress.done.clamp(0.0, 1.0);
    }

    /// Sets the elapsed time, and estimates the remaining time from it.
    pub fn set_elapsed(&mut self, elapsed: Duration) {
        self.seconds = elapsed.as_secs_f64();
        let remaining = RunProgress { units: 0, of_units: 0, done: self.done, elapsed }.remaining();
        self.remaining_seconds =
            (self.done > 0.0 && remaining.as_secs() < 1 << 40).then_some(remaining.as_secs_f64());
    }

    /// Records the end of the job. Without a result the job has failed because of a bug.
    pub fn finish(&mut self, result: Option<Result<Answer, Unsupported>>, options: &CountOptions) {
        self.remaining_seconds = None;
        match result {
            Some(Ok(answer)) => {
                let is_complete = answer.is_complete();
                self.state = if is_complete { "done" } else { "cancelled" };
                self.done = if is_complete { 1.0 } else { self.done };
                self.seconds = answer.statistics.elapsed.as_secs_f64();
                self.count = Some(options.number(&answer).to_string());
                self.complete = Some(is_complete);
                self.engine = Some(answer.engine);
                self.outcome = Some(answer.outcome.to_string());
            }
            Some(Err(unsupported)) => {
                (self.state, self.outcome) = ("failed", Some(unsupported.to_string()));
            }
            None => (self.state, self.outcome) = ("failed", Some("a bug in the program".to_owned())),
        }
    }
}

/// A count to be run as a job.
#[derive(Clone, Debug)]
pub struct CountJob {
    problem: Problem,
    question: Question,
    /// Options that select the number to report.
    pub options: CountOptions,
    /// Settings of the search.
    pub settings: Settings,
}

impl CountJob {
    /// Maximum length of the request, in multiples of the common limit.
    pub const BODY_FACTOR: usize = CountRequest::BODY_FACTOR;

    /// Parses the request of a job that runs on all processors within `limits`.
    ///
    /// # Errors
    /// A request that cannot be read or answered.
    pub fn parse(body: &[u8], context: &RequestContext, limits: &Limits) -> Result<Self, ApiFault> {
        let request: CountRequest = parse(body)?;
        let (problem, question) = request.question(context.max_board)?;
        let settings = request.options.settings(limits)?.with_threads(0);
        plan(&problem, question, &settings).map_err(ApiFault::unanswerable)?;
        Ok(CountJob { problem, question, options: request.count_options()?, settings })
    }

    /// The description of the address that starts a job.
    #[must_use]
    pub fn operation() -> OperationSpec {
        OperationSpec::post("Starts a count as a job.")
            .sends::<CountRequest>(&json!({ "problem": "8" }))
            .object::<JobState>(202, "The job has started; `location` is its address.")
    }

    /// The state of the job at its start.
    #[must_use]
    pub fn start(&self, id: u64) -> JobState {
        JobState {
            id,
            problem: self.question.about(&self.problem),
            state: "running",
            done: 0.0,
            seconds: 0.0,
            remaining_seconds: None,
            count: None,
            complete: None,
            engine: None,
            outcome: None,
        }
    }

    /// Counts.
    ///
    /// # Errors
    /// An engine that does not support the problem.
    pub fn run(&self) -> Result<Answer, Unsupported> {
        ask(&self.problem, self.question, &self.settings)
    }
}
