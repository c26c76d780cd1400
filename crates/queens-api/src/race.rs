//! Races: one engine, whose progress is reported while it is running.

use crate::fault::ApiFault;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, parse_problem as problem_of,
};
use queens::Settings;
use queens::control::{Gauge, Instant, lock};
use queens::lab::{CompareOptions, compare};
use queens::problem::Problem;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::time::Duration;
use utoipa::ToSchema;

/// One engine of a race.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RaceRequest {
    /// Problem in any text form.
    problem: String,
    /// Id of the engine.
    engine: String,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for RaceRequest {}

/// Progress of an engine.
#[derive(Debug, Serialize)]
struct RaceProgress {
    nodes: u64,
    checks: u64,
    seconds: f64,
}

/// An engine to be run on a problem. Clones share its progress.
#[derive(Clone, Debug)]
pub struct RaceRun {
    problem: Problem,
    engine: String,
    settings: Settings,
    gauge: Gauge,
}

impl RaceRun {
    /// Runs the engine. Returns its figures as a line of JSON, or the reason why it does
    /// not run as `detail`.
    #[must_use]
    pub fn run(&self) -> String {
        let options = CompareOptions {
            engines: std::slice::from_ref(&self.engine),
            all: false,
        };
        match compare(&self.problem, options, &self.settings, &mut |_| {}) {
            Ok(document) => json_line(&document),
            Err(unsupported) => RaceRun::failure(&unsupported.to_string()),
        }
    }

    /// Runs the engine on this thread, and calls `report` with a line of progress every
    /// `interval` or less often. For environments without other threads.
    #[must_use]
    pub fn run_reporting(
        mut self,
        interval: Duration,
        report: impl Fn(String) + Send + Sync + 'static,
    ) -> String {
        let started = Instant::now();
        let reported = Mutex::new(started);
        let gauge = Gauge::with_listener(move |nodes, checks| {
            let mut reported = lock(&reported);
            if reported.elapsed() >= interval {
                *reported = Instant::now();
                report(json_line(&RaceProgress {
                    nodes,
                    checks,
                    seconds: started.elapsed().as_secs_f64(),
                }));
            }
        });
        self.settings.limits = self.settings.limits.with_gauge(gauge);
        self.run()
    }

    /// The current progress as a line of JSON.
    #[must_use]
    pub fn progress(&self, elapsed: Duration) -> String {
        let (nodes, checks) = (self.gauge.nodes(), self.gauge.checks());
        json_line(&RaceProgress {
            nodes,
            checks,
            seconds: elapsed.as_secs_f64(),
        })
    }

    /// A failure as a line of JSON.
    #[must_use]
    pub fn failure(detail: &str) -> String {
        json_line(&serde_json::json!({ "detail": detail }))
    }
}

/// Prepares the run of an engine.
pub(crate) fn start_race(
    request: &RaceRequest,
    context: &RequestContext,
) -> Result<RaceRun, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    queens::find(&request.engine).map_err(ApiFault::unanswerable)?;
    let gauge = Gauge::default();
    let limits = context.limits.clone().with_gauge(gauge.clone());
    let settings = SearchOptions::within(request.seconds).settings(&limits)?;
    Ok(RaceRun {
        problem,
        engine: request.engine.clone(),
        settings,
        gauge,
    })
}

fn json_line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
