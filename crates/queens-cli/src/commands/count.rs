//! `queens count`: how many solutions.

use super::classes;
use crate::args::{CountArgs, TableFormat};
use crate::console::Console;
use crate::counting::{Counted, Counter};
use crate::exit::{Exit, Failure};
use crate::problem::published;
use crate::table::{csv_line, time};
use queens::control::Outcome;
use queens::problem::Problem;
use serde::Serialize;
use std::io::Write;

pub(crate) fn run(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let counter = Counter::choose(args.method.as_deref(), args.kernel.into(), &problem)?;
    if args.fundamental || args.by_class {
        return classes::run(args, &problem, counter, console);
    }
    let counted = counter.count(&problem, args.threads, console)?;
    write_count(args.format, &problem, &counted, console)?;
    if let Some(words) = published(&problem, counted.solutions, counted.outcome) {
        console.say(words);
    }
    if !counted.outcome.is_complete() {
        console.say(format!("{}: this is a part of the count", counted.outcome));
    }
    console.explain(format!("{}: {}, {}", counted.engine, counted.work, time(counted.elapsed)));
    if args.check && counted.outcome.is_complete() {
        return check(&problem, counter, &counted, args.threads, console);
    }
    Ok(counted.outcome.into())
}

/// Counts again by another cut, and compares.
fn check(
    problem: &Problem,
    counter: Counter,
    counted: &Counted,
    threads: usize,
    console: &Console,
) -> Result<Exit, Failure> {
    let other = counter.rival(problem)?;
    let again = other.count(problem, threads, console)?;
    if !again.outcome.is_complete() {
        console.say(format!("the check by {} did not end: {}", again.engine, again.outcome));
        return Ok(again.outcome.into());
    }
    if again.solutions != counted.solutions {
        eprintln!(
            "error: THE ENGINES DISAGREE: {} says {}, {} says {}",
            counted.engine, counted.solutions, again.engine, again.solutions
        );
        return Ok(Exit::CheckFailed);
    }
    console.say(format!("checked: {} says the same, {}, {}", again.engine, again.work, time(again.elapsed)));
    Ok(Outcome::Exhausted.into())
}

#[derive(Serialize)]
struct CountDocument<'a> {
    schema: &'static str,
    problem: String,
    method: &'a str,
    count: u128,
    complete: bool,
    outcome: String,
    nodes: u64,
    seconds: f64,
}

fn write_count(
    format: TableFormat,
    problem: &Problem,
    counted: &Counted,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        TableFormat::Text => writeln!(out, "{}", counted.solutions)?,
        TableFormat::Csv => {
            writeln!(out, "problem,method,count,outcome")?;
            let fields = [
                problem.to_string().trim().replace('\n', "; "),
                counted.engine.to_owned(),
                counted.solutions.to_string(),
                counted.outcome.to_string(),
            ];
            writeln!(out, "{}", csv_line(&fields))?;
        }
        TableFormat::Json => {
            let document = CountDocument {
                schema: "queens/count/1",
                problem: problem.to_string(),
                method: counted.engine,
                count: counted.solutions,
                complete: counted.outcome.is_complete(),
                outcome: counted.outcome.to_string(),
                nodes: counted.nodes,
                seconds: counted.elapsed.as_secs_f64(),
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}
