//! Jobs: counts that run in the background, with their state.

use crate::fault::ApiFault;
use crate::operation::OperationSpec;
use crate::questions::CountRequest;
use crate::request::{ApiRequest, RequestContext, parse_request};
use queens::control::Limits;
use queens::parallel::{self, RunOptions, RunProgress, WorkUnits};
use queens::problem::Problem;
use queens::{Answer, Question, Settings, Unsupported, ask, plan, work_units};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;
use utoipa::ToSchema;

/// State of a job.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JobState {
    /// Number of the job.
    id: u64,
    /// Problem in text form.
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
        let remaining = RunProgress {
            units: 0,
            of_units: 0,
            done: self.done,
            elapsed,
        }
        .remaining();
        self.remaining_seconds = (self.done > 0.0 && remaining.as_secs() < 1 << 40)
            .then_some(remaining.as_secs_f64());
    }

    /// Records the end of the job. Without a result the job has failed because of a bug.
    pub fn finish(
        &mut self,
        result: Option<Result<Answer, Unsupported>>,
        job: &CountJob,
    ) {
        self.remaining_seconds = None;
        match result {
            Some(Ok(answer)) => {
                let is_complete = answer.is_complete();
                self.state = if is_complete { "done" } else { "cancelled" };
                self.done = if is_complete { 1.0 } else { self.done };
                self.seconds = answer.statistics.elapsed.as_secs_f64();
                self.count = Some(job.request.counted_number(&answer).to_string());
                self.complete = Some(is_complete);
                self.engine = Some(answer.engine);
                self.outcome = Some(answer.outcome.to_string());
            }
            Some(Err(unsupported)) => {
                (self.state, self.outcome) = ("failed", Some(unsupported.to_string()));
            }
            None => {
                (self.state, self.outcome) =
                    ("failed", Some("a bug in the program".to_owned()));
            }
        }
    }
}

/// A count to be run as a job.
#[derive(Clone, Debug)]
pub struct CountJob {
    problem: Problem,
    question: Question,
    /// The request, which selects the number to report.
    request: CountRequest,
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
    pub fn parse(
        body: &[u8],
        context: &RequestContext,
        limits: &Limits,
    ) -> Result<Self, ApiFault> {
        let request: CountRequest = parse_request(body)?;
        let (problem, question) = request.question(context.max_board)?;
        let settings = request.options.settings(limits)?.with_threads(0);
        plan(&problem, question, &settings).map_err(ApiFault::unanswerable)?;
        Ok(CountJob {
            problem,
            question,
            request,
            settings,
        })
    }

    /// The description of the address that starts a job.
    #[must_use]
    pub fn start_operation() -> OperationSpec {
        OperationSpec::post("Starts a count as a job.")
            .with_request::<CountRequest>(&json!({ "problem": "8" }))
            .with_object::<JobState>(
                202,
                "The job has started; `location` is its address.",
            )
    }

    /// The state of the job at its start.
    #[must_use]
    pub fn start(&self, id: u64) -> JobState {
        JobState {
            id,
            problem: self.problem.to_string(),
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

    /// The work units of the count; `None` if the engine counts in one go.
    fn work_units(&self) -> Option<Box<dyn WorkUnits>> {
        let plan = plan(&self.problem, self.question, &self.settings).ok()?;
        let (_, work_units) =
            work_units(&self.problem, self.question, &self.settings).ok()?;
        (self.question == Question::Count && plan.engines() == [work_units.engine()])
            .then_some(work_units)
    }

    /// The number of work units, which is the maximum number of shares; 1 if the engine
    /// counts in one go.
    #[must_use]
    pub fn max_shares(&self) -> u64 {
        self.work_units()
            .map_or(1, |work_units| work_units.units().max(1))
    }

    /// Runs the work units of share `number`, from 0, of `shares` on this thread. The sum
    /// of all shares is the count. `progress` is called with the finished part of the
    /// share.
    ///
    /// # Errors
    /// An engine that does not support the problem, or a share that does not exist.
    pub fn run_share(
        &self,
        number: u64,
        shares: u64,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<JobShare, ApiFault> {
        let most = self.max_shares();
        if number >= shares || shares > most {
            return Err(ApiFault::unanswerable(format!(
                "there is no share {number} of {shares}: use shares below {shares}, and at most {most} of them"
            )));
        }
        let Some(work_units) = self.work_units() else {
            let answer = self.run().map_err(ApiFault::unanswerable)?;
            return Ok(JobShare {
                count: self.request.counted_number(&answer).to_string(),
                complete: answer.is_complete(),
                engine: answer.engine,
                outcome: answer.outcome.to_string(),
            });
        };
        let report_done = |state: &RunProgress| progress(state.done);
        let limits = self.settings.limits.clone();
        let options = RunOptions {
            threads: 1,
            limits,
            progress: Some(&report_done),
            ..RunOptions::default()
        };
        let units = (number..work_units.units())
            .step_by(usize::try_from(shares).unwrap_or(usize::MAX));
        let report = parallel::run(&*work_units, units, &options, &mut |_, _, _| ())
            .map_err(ApiFault::unanswerable)?;
        Ok(JobShare {
            count: report.tally.count.to_string(),
            complete: report.outcome.is_complete(),
            engine: work_units.engine(),
            outcome: report.outcome.to_string(),
        })
    }
}

/// Result of a share of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JobShare {
    /// Count in decimal digits.
    count: String,
    /// True if the share is complete.
    complete: bool,
    /// Id of the engine.
    engine: &'static str,
    /// Outcome of the search.
    outcome: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(body: &str) -> CountJob {
        let limits = Limits::default();
        let context = RequestContext {
            limits: limits.clone(),
            max_board: 64,
            max_body: 1 << 16,
        };
        CountJob::parse(body.as_bytes(), &context, &limits).expect("a job")
    }

    /// OEIS A000170, A002562, A051906.
    #[test]
    fn shares_add_up_to_the_count() {
        let bodies = [
            (r#"{"problem": "12"}"#, 14_200),
            (r#"{"problem": "8", "fundamental": true}"#, 12),
            (r#"{"problem": "torus 11"}"#, 88),
            (r#"{"problem": "8", "engine": "flags"}"#, 92),
            (r#"{"problem": "1"}"#, 1),
        ];
        for (body, expected) in bodies {
            let job = job(body);
            for shares in [1, 2, 5, 64] {
                let shares = job.max_shares().min(shares);
                let counts = (0..shares).map(|number| {
                    let share = job
                        .run_share(number, shares, &|done| assert!(done <= 1.000_001))
                        .expect("a share");
                    assert!(share.complete, "{body}");
                    share.count.parse::<u64>().expect("a number")
                });
                assert_eq!(counts.sum::<u64>(), expected, "{body} in {shares} shares");
            }
        }
    }

    #[test]
    fn refuses_a_share_that_does_not_exist() {
        let job = job(r#"{"problem": "12"}"#);
        assert!(job.max_shares() > 8);
        assert!(job.run_share(8, 8, &|_| ()).is_err());
        assert!(job.run_share(0, u64::MAX, &|_| ()).is_err());
    }
}
