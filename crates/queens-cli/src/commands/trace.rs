//! `queens trace`: every step of a method, one JSON object a line.

use crate::args::TraceArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::shown;
use crate::table::grouped;
use queens::engines::ladder::Event;
use queens::square::Square;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

/// A square as JSON, counted from 0.
#[derive(Serialize)]
struct At {
    row: u32,
    column: u32,
}

impl From<Square> for At {
    fn from(square: Square) -> Self {
        At { row: square.row, column: square.column }
    }
}

/// One line.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line {
    Place { step: u64, square: At },
    Reject { step: u64, square: At, attacker: Option<At> },
    Remove { step: u64, square: At },
    Solution { step: u64, queens: Vec<At> },
}

impl Line {
    fn of(step: u64, event: &Event<'_>) -> Self {
        match *event {
            Event::Place(square) => Line::Place { step, square: square.into() },
            Event::Reject { square, attacker } => {
                Line::Reject { step, square: square.into(), attacker: attacker.map(Into::into) }
            }
            Event::Remove(square) => Line::Remove { step, square: square.into() },
            Event::Solution(placement) => {
                Line::Solution { step, queens: placement.squares().iter().map(|&s| s.into()).collect() }
            }
        }
    }
}

pub(crate) fn run(args: &TraceArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem(console)?;
    let method = shown(args.method.as_deref(), &problem)?;
    let mut out = console.out();
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut step = 0;
    let mut result = Ok(());
    let report = method
        .trace(&problem, console.settings(), &mut |event| {
            if step == limit {
                return ControlFlow::Break(());
            }
            step += 1;
            let is_last = args.first && matches!(event, Event::Solution(_));
            result = serde_json::to_writer(&mut out, &Line::of(step, &event))
                .map_err(std::io::Error::from)
                .and_then(|()| writeln!(out));
            if result.is_err() || is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(Failure::input)?;
    result?;
    out.flush()?;
    if !report.outcome.is_complete() {
        console.say(format!("{} after {} steps", report.outcome, grouped(step)));
    }
    Ok(report.outcome.into())
}
