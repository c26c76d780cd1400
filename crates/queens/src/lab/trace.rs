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
    let TraceWanted {
        from,
        limit,
        first,
        state,
    } = wanted;
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
    let (mut checks, mut checks_before) = (Vec::new(), 0);
    let (mut step, mut is_last, mut is_more) = (0, false, false);
    let mut steps: Vec<TraceStep> = Vec::new();
    let mut state_bytes = 0;
    let each: StepSink<'_> = &mut |event| {
        if let Event::State(variables) = event {
            if step > from
                && let Some(last) = steps.last_mut()
            {
                last.set_state(variables);
                state_bytes += last.state_bytes();
            }
            return ControlFlow::Continue(());
        }
        if is_last {
            return ControlFlow::Break(());
        }
        if steps.len() == limit || state_bytes > MAX_STATE_BYTES {
            is_more = true;
            return ControlFlow::Break(());
        }
        step += 1;
        is_last = first && matches!(event, Event::Solution(_));
        let checked = gauge.checks();
        if step > from {
            steps.extend(TraceStep::new(step, &event));
            checks.push(checked - checks_before);
        }
        checks_before = checked;
        // The state of the last step is still to come.
        if is_last && !state {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let finding = match state {
        true => engine.trace_states(problem, &settings, each),
        false => engine.trace(problem, &settings, each),
    }?;
    let outcome = match (is_more, is_last) {
        (true, _) => Outcome::LimitReached(Limit::Nodes),
        // A limit after the last step that was asked for cuts nothing off.
        (false, true) => Outcome::Found,
        (false, false) => finding.outcome(),
    };
    let end = !is_more && (is_last || outcome.is_complete());
    Ok(TracePage {
        problem: problem.to_string(),
        engine: engine.info().id,
        from,
        steps,
        checks_before: checks_before - checks.iter().sum::<u64>(),
        checks,
        end,
        outcome,
    })
}
