//! The steps of an engine, a page at a time.

use super::shown_engine;
use crate::document::{TracePage, TraceStep};
use crate::engines::StepSink;
use crate::engines::ladder::Event;
use crate::problem::Problem;
use crate::question::Settings;
use crate::unsupported::Unsupported;
use control::{Gauge, Limit, Outcome};
use std::ops::ControlFlow;

/// Bytes of state after which a page ends, whatever its limit.
const MAX_STATE_BYTES: usize = 8 << 20;

/// Selection of the steps of an engine.
#[derive(Clone, Copy, Debug)]
pub struct TraceWanted {
    /// Number of steps to skip.
    pub from: u64,
    /// Largest number of steps to return.
    pub limit: usize,
    /// True to end at the first solution.
    pub first: bool,
    /// True to return what the engine holds after each step. Then a page ends after 8 MiB
    /// of state, even if `limit` is larger.
    pub state: bool,
}

/// Returns the steps of the engine that the settings name, or of [`shown_engine`].
///
/// The engine runs from its start each time: skipped steps cost time too.
///
/// # Errors
/// An id of no engine; an engine without steps, or one that does not take the problem.
///
/// ```
/// use queens::lab::{TraceWanted, trace};
/// use queens::{Settings, problem::Problem};
///
/// let wanted = TraceWanted { from: 0, limit: 1_000, first: false, state: false };
/// let page = trace(&Problem::queens(4)?, wanted, &Settings::default().with_engine("flags"))?;
/// assert!(page.end && page.steps.len() == page.checks.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(
    problem: &Problem,
    wanted: TraceWanted,
    settings: &Settings,
) -> Result<TracePage, Unsupported> {
    let problem = &problem.clone().without_clash().map_err(Unsupported::from)?;
    let id = match &settings.engine {
        Some(id) => id,
        None => shown_engine(problem)?,
    };
    let engine = crate::find(id)?;
    // A separate gauge, which has the checks between two steps.
    let gauge = Gauge::default();
    let settings = settings
        .clone()
        .with_limits(settings.limits.clone().with_gauge(gauge.clone()));
    let mut page = StepCollection {
        wanted,
        gauge,
        number: 0,
        steps: Vec::new(),
        checks: Vec::new(),
        checked: 0,
        state_bytes: 0,
        is_last: false,
        is_more: false,
    };
    let each: StepSink<'_> = &mut |event| page.add_event(&event);
    let finding = match wanted.state {
        true => engine.trace_states(problem, &settings, each),
        false => engine.trace(problem, &settings, each),
    }?;
    let outcome = match (page.is_more, page.is_last) {
        (true, _) => Outcome::LimitReached(Limit::Nodes),
        // A limit after the last step that was asked for cuts nothing off.
        (false, true) => Outcome::Found,
        (false, false) => finding.outcome(),
    };
    let end = !page.is_more && (page.is_last || outcome.is_complete());
    Ok(TracePage {
        problem: problem.to_string(),
        engine: engine.info().id,
        from: wanted.from,
        checks_before: page.checked - page.checks.iter().sum::<u64>(),
        steps: page.steps,
        checks: page.checks,
        end,
        outcome,
    })
}

/// The steps of a page while an engine runs.
struct StepCollection {
    wanted: TraceWanted,
    gauge: Gauge,
    /// Number of the step before, from 1.
    number: u64,
    steps: Vec<TraceStep>,
    /// Number of checks before each step, since the step before it.
    checks: Vec<u64>,
    /// Number of checks so far.
    checked: u64,
    state_bytes: usize,
    /// True if the last step that was asked for is there.
    is_last: bool,
    /// True if there is a step beyond the page.
    is_more: bool,
}

impl StepCollection {
    /// Adds an event of the engine; breaks after the last step of the page.
    fn add_event(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        let wanted = self.wanted;
        if let Event::State(variables) = event {
            // It is the state after the step before.
            if self.number > wanted.from
                && let Some(last) = self.steps.last_mut()
            {
                last.set_state(variables);
                self.state_bytes += last.state_bytes();
            }
            return ControlFlow::Continue(());
        }
        if self.is_last {
            return ControlFlow::Break(());
        }
        if self.steps.len() == wanted.limit || self.state_bytes > MAX_STATE_BYTES {
            self.is_more = true;
            return ControlFlow::Break(());
        }
        self.number += 1;
        self.is_last = wanted.first && matches!(event, Event::Solution(_));
        let checked = self.gauge.checks();
        if self.number > wanted.from {
            self.steps.extend(TraceStep::new(self.number, event));
            self.checks.push(checked - self.checked);
        }
        self.checked = checked;
        // The state of the last step is still to come.
        if self.is_last && !wanted.state {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
