//! The steps of an engine, a page at a time.

use super::shown_engine;
use crate::document::{TraceLine, TracePage};
use crate::engines::ladder::Event;
use crate::problem::Problem;
use crate::question::Settings;
use crate::unsupported::Unsupported;
use control::{Gauge, Limit, Outcome};
use std::ops::ControlFlow;

/// Which steps of an engine are wanted.
#[derive(Clone, Copy, Debug)]
pub struct TraceWanted {
    /// How many steps are passed over.
    pub from: u64,
    /// The most steps that are told.
    pub limit: usize,
    /// Whether the engine ends with its first solution.
    pub first: bool,
}

/// The steps of the engine that the settings name, or of [`shown_engine`].
///
/// The engine runs from its start each time: what is passed over costs its time.
///
/// # Errors
/// An id that no engine has; an engine without steps, or that does not take the problem.
///
/// ```
/// use queens::lab::{TraceWanted, trace};
/// use queens::{Settings, problem::Problem};
///
/// let wanted = TraceWanted { from: 0, limit: 1_000, first: false };
/// let page = trace(&Problem::queens(4)?, wanted, &Settings::default().with_engine("flags"))?;
/// assert!(page.end && page.steps.len() == page.checks.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(problem: &Problem, wanted: TraceWanted, settings: &Settings) -> Result<TracePage, Unsupported> {
    let TraceWanted { from, limit, first } = wanted;
    let problem = &problem.clone().without_clash().map_err(Unsupported::from)?;
    let id = match &settings.engine {
        Some(id) => id,
        None => shown_engine(problem)?,
    };
    let engine = crate::find(id)?;
    // An own gauge: the checks between two steps are read from it.
    let gauge = Gauge::default();
    let settings = settings.clone().with_limits(settings.limits.clone().with_gauge(gauge.clone()));
    let (mut checks, mut checks_before) = (Vec::new(), 0);
    let (mut step, mut steps, mut is_last, mut is_more) = (0, Vec::new(), false, false);
    let finding = engine.trace(problem, &settings, &mut |event| {
        if is_last {
            return ControlFlow::Break(());
        }
        if steps.len() == limit {
            is_more = true;
            return ControlFlow::Break(());
        }
        step += 1;
        is_last = first && matches!(event, Event::Solution(_));
        let checked = gauge.checks();
        if step > from {
            steps.push(TraceLine::new(step, &event));
            checks.push(checked - checks_before);
        }
        checks_before = checked;
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let outcome = if is_more { Outcome::LimitReached(Limit::Nodes) } else { finding.outcome() };
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
