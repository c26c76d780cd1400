//! `queens trace`: prints every step of an engine, one JSON object a line.

use crate::args::{ProblemArgs, engine_id, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::grouped;
use clap::Args;
use queens::document::TraceLine;
use queens::engines::Engine;
use queens::engines::ladder::Event;
use queens::problem::Problem;
use std::io::Write;
use std::ops::ControlFlow;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens trace 8 --first                 every step to the first solution\n\
\x20 queens trace 6 -e exact-cover | wc -l  how many steps")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine to trace; without it flags, or one that can answer the problem
    #[arg(short = 'e', long, short_alias = 'm', aliases = ["engines", "method", "methods"], value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Stop after this many events
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
}

pub(crate) fn run(args: &TraceArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem(console)?.without_clash().map_err(Failure::input)?;
    let engine = traced_engine(args.engine.as_deref(), &problem)?;
    let mut out = console.out();
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut step = 0;
    let mut result = Ok(());
    let finding = engine
        .trace(&problem, console.settings(), &mut |event| {
            if step == limit {
                return ControlFlow::Break(());
            }
            step += 1;
            let is_last = args.first && matches!(event, Event::Solution(_));
            result = serde_json::to_writer(&mut out, &TraceLine::new(step, &event))
                .map_err(std::io::Error::from)
                .and_then(|()| writeln!(out));
            if result.is_err() || is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(Failure::input)?;
    result?;
    out.flush()?;
    let outcome = finding.outcome();
    if !outcome.is_complete() {
        console.say(format!("{outcome} after {} steps", grouped(step)));
    }
    Ok(outcome.into())
}

/// Returns the engine whose steps are shown: the one that the user names, or a suitable one.
pub(crate) fn traced_engine(id: Option<&str>, problem: &Problem) -> Result<&'static dyn Engine, Failure> {
    let id = match id {
        Some(id) => id,
        None => queens::lab::shown_engine(problem).map_err(Failure::input)?,
    };
    queens::find(id).map_err(Failure::input)
}
