//! `queens trace`: prints every step of an engine, one JSON object a line.

use crate::args::{ProblemArgs, engine_id, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::several;
use clap::Args;
use queens::control::Outcome;
use queens::document::TraceStep;
use queens::engines::ladder::Event;
use queens::engines::{Engine, StepSink};
use queens::problem::Problem;
use std::io::Write;
use std::ops::ControlFlow;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens trace 8 --first                 every step to the first solution\n\
\x20 queens trace 6 --state --limit 20      with the variables of the engine\n\
\x20 queens trace 6 -e exact-cover | wc -l  how many steps")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine to trace; without it flags, or one that can answer the problem
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Stop after this many events
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Print what the engine holds after each step: flags, counters, masks, stacks, lists
    #[arg(long)]
    pub(crate) state: bool,
}

pub(crate) fn run_trace(args: &TraceArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args
        .problem
        .parse_problem(console)?
        .without_clash()
        .map_err(Failure::input)?;
    let engine = traced_engine(args.engine.as_deref(), &problem)?;
    let mut out = console.out();
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut step = 0;
    let mut result: std::io::Result<()> = Ok(());
    let mut is_last = false;
    // A step is written when its state can no longer come.
    let mut waiting: Option<TraceStep> = None;
    let mut write = |line: Option<TraceStep>| {
        line.map_or(Ok(()), |line| {
            Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?)
        })
    };
    let each: StepSink<'_> = &mut |event| {
        if let Event::State(variables) = event {
            waiting
                .iter_mut()
                .for_each(|step| step.set_state(variables));
            return ControlFlow::Continue(());
        }
        if step == limit || is_last {
            return ControlFlow::Break(());
        }
        step += 1;
        is_last = args.first && matches!(event, Event::Solution(_));
        result = write(std::mem::replace(
            &mut waiting,
            TraceStep::new(step, &event),
        ));
        if result.is_err() || (is_last && !args.state) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let finding = match args.state {
        true => engine.trace_states(&problem, console.settings(), each),
        false => engine.trace(&problem, console.settings(), each),
    }
    .map_err(Failure::input)?;
    result.and_then(|()| write(waiting))?;
    out.flush()?;
    // A limit after the last step that was asked for cuts nothing off.
    let outcome = if is_last {
        Outcome::Found
    } else {
        finding.outcome()
    };
    if !outcome.is_complete() {
        console.say(format!("{outcome} after {}", several(step, "step")));
    }
    Ok(outcome.into())
}

/// Returns the engine whose steps are shown: the one that the user names, or a suitable
/// one.
pub(crate) fn traced_engine(
    id: Option<&str>,
    problem: &Problem,
) -> Result<&'static dyn Engine, Failure> {
    let id = match id {
        Some(id) => id,
        None => queens::lab::shown_engine(problem).map_err(Failure::input)?,
    };
    queens::find(id).map_err(Failure::input)
}
