//! `queens count`: how many solutions.

use super::classes;
use crate::args::{CountArgs, SymmetryChoice, TableFormat};
use crate::console::Console;
use crate::counting::{Counted, Counter, in_units};
use crate::exit::{Exit, Failure};
use crate::problem::as_published;
use crate::progress::Progress;
use crate::table::{csv_line, several, time};
use queens::control::Outcome;
use queens::engines::symmetric::KeptError;
use queens::engines::{maximal, pawns, symmetric};
use queens::problem::{Bounds, Problem};
use queens::reference::{self, Published};
use queens::simd::Kernel;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

pub(crate) fn run(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    if let Some(pawns) = args.pawns {
        return with_pawns(args, &problem, pawns, console);
    }
    if let Some(turn) = args.kept_by {
        return kept_by(args, &problem, turn, console);
    }
    if args.maximal {
        return maximal_sets(args, &problem, console);
    }
    let (asked, problem) = (problem.to_string(), problem.normalized());
    let counter = Counter::choose(args.method.as_deref(), args.kernel.into(), &problem)?;
    if args.fundamental || args.by_class {
        return classes::run(args, &problem, counter, console);
    }
    let counted = counter.count(&problem, args.threads, console)?;
    write_count(args.format, asked, &counted, console)?;
    conclude(&counted, reference::published(&problem), console);
    if args.check && counted.outcome.is_complete() {
        return check(&problem, counter, &counted, args.threads, console);
    }
    Ok(counted.outcome.into())
}

/// What there is to say of a count.
fn conclude(counted: &Counted, published: Option<Published>, console: &Console) {
    if let Some(published) = published {
        console.say(as_published(published, counted.solutions, counted.outcome));
    }
    if !counted.outcome.is_complete() {
        console.say(format!("{}: this is a part of the count", counted.outcome));
    }
    console.explain(format!("{}: {}, {}", counted.engine, counted.work, time(counted.elapsed)));
}

/// Counts the sets to which nothing can be added.
fn maximal_sets(args: &CountArgs, problem: &Problem, console: &Console) -> Result<Exit, Failure> {
    let problem = if problem.units().total == Bounds::ANY {
        problem.with_total(Bounds::ANY).map_err(Failure::input)?
    } else {
        problem.clone()
    };
    let progress = Progress::start(console, "counting sets".to_owned());
    let report = maximal::count(&problem, &console.settings().limits).map_err(Failure::input)?;
    drop(progress);
    let counted = Counted {
        engine: "maximal",
        solutions: report.count,
        outcome: report.outcome,
        nodes: report.statistics.expanded,
        checks: report.statistics.checks,
        work: several(report.statistics.expanded, "node"),
        elapsed: report.statistics.elapsed,
    };
    write_count(args.format, format!("{problem}, nothing to be added"), &counted, console)?;
    conclude(&counted, reference::maximal(&problem), console);
    Ok(counted.outcome.into())
}

/// What there is to say where --pawns does not go with a problem.
pub(crate) const NO_PAWNS: &str = "--pawns goes with ordinary square boards, without givens or holes: for pawns that \
                                   already stand use --wall and --total";

/// Counts queens and pawns.
fn with_pawns(args: &CountArgs, problem: &Problem, pawns: u32, console: &Console) -> Result<Exit, Failure> {
    if !problem.is_classic() {
        return Err(Failure::input(NO_PAWNS));
    }
    let size = problem.rows();
    let report =
        in_units("pawns", Kernel::Auto, args.threads, console, |options| pawns::count(size, pawns, options))?;
    let found = &report.tally;
    let solutions = match (args.fundamental, report.outcome.is_complete()) {
        (true, true) => pawns::fundamental(found),
        // Of a part of the solutions nobody knows how many they are up to symmetry.
        (true, false) => 0,
        (false, _) => found.count,
    };
    let counted = Counted::in_units("pawns", &report, solutions, &several(found.nodes, "node"));
    let words = format!("{problem} with {} and as many queens more", several(pawns, "pawn"));
    write_count(args.format, words, &counted, console)?;
    conclude(&counted, reference::with_pawns(size, pawns, args.fundamental), console);
    Ok(counted.outcome.into())
}

/// Counts the solutions that a symmetry of the board leaves as they are.
fn kept_by(
    args: &CountArgs,
    problem: &Problem,
    choice: SymmetryChoice,
    console: &Console,
) -> Result<Exit, Failure> {
    let started = Instant::now();
    let progress = Progress::start(console, "counting symmetric solutions".to_owned());
    let (symmetry, words) = choice.symmetry();
    let kept = symmetric::kept(problem, &[symmetry], &console.settings().limits);
    drop(progress);
    let (solutions, outcome) = match kept {
        Ok(kept) => (kept, Outcome::Exhausted),
        // A part of this count says nothing.
        Err(KeptError::Stopped(outcome)) => (0, outcome),
        Err(refused) => return Err(Failure::input(refused)),
    };
    let counted = Counted {
        engine: "symmetric",
        solutions,
        outcome,
        nodes: 0,
        checks: 0,
        work: "the squares of an orbit at once".to_owned(),
        elapsed: started.elapsed(),
    };
    write_count(args.format, format!("{problem} kept by {words}"), &counted, console)?;
    conclude(&counted, reference::kept(problem, symmetry), console);
    Ok(outcome.into())
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
    problem: String,
    counted: &Counted,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        TableFormat::Text => writeln!(out, "{}", counted.solutions)?,
        TableFormat::Csv => {
            writeln!(out, "problem,method,count,outcome")?;
            let fields = [
                problem.trim().replace('\n', "; "),
                counted.engine.to_owned(),
                counted.solutions.to_string(),
                counted.outcome.to_string(),
            ];
            writeln!(out, "{}", csv_line(&fields))?;
        }
        TableFormat::Json => {
            let document = CountDocument {
                schema: "queens/count/1",
                problem,
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
