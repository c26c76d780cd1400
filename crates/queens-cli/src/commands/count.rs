//! `queens count`: how many solutions.

use crate::args::{CountArgs, TableFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{choose, published};
use crate::progress::Progress;
use crate::table::{csv_line, grouped, table, time};
use queens::control::Outcome;
use queens::methods::{Finds, Method, Report, parallel};
use queens::orbit::{Orbits, SymmetryClass};
use queens::problem::Problem;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

pub(crate) fn run(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let method = choose(args.method.as_deref(), &problem, Finds::All)?;
    if args.fundamental || args.by_class {
        return by_class(args, &problem, method, console);
    }
    let report = count(&problem, method, args.threads, console)?;
    let reference = published(&problem, report.solutions, report.outcome);
    write_count(args.format, &problem, method, &report, console)?;
    if let Some(words) = &reference {
        console.say(words);
    }
    if !report.outcome.is_complete() {
        console.say(format!("{}: this is a part of the count", report.outcome));
    }
    console.explain(format!(
        "{}: {} nodes, {}",
        method.exhibit().id,
        grouped(report.statistics.expanded),
        time(report.statistics.elapsed)
    ));
    Ok(report.outcome.into())
}

/// Counts on one thread or on many.
fn count(
    problem: &Problem,
    method: &dyn Method,
    threads: usize,
    console: &Console,
) -> Result<Report, Failure> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    };
    let message = format!("counting with {}", method.exhibit().id);
    if threads == 1 {
        let _progress = Progress::start(console, message);
        return method.count(problem, console.settings()).map_err(Failure::input);
    }
    let parts = parallel::split(problem, method, threads).map_err(Failure::input)?;
    let progress = Progress::parts(console, message, parts.len() as u64);
    parallel::count_parts(method, &parts, console.settings(), threads, &|done| progress.done(done as u64))
        .map_err(Failure::input)
}

#[derive(Serialize)]
struct CountDocument<'a> {
    schema: &'static str,
    problem: String,
    method: &'a str,
    count: u64,
    complete: bool,
    outcome: String,
    nodes: u64,
    seconds: f64,
}

fn write_count(
    format: TableFormat,
    problem: &Problem,
    method: &dyn Method,
    report: &Report,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        TableFormat::Text => writeln!(out, "{}", report.solutions)?,
        TableFormat::Csv => {
            writeln!(out, "problem,method,count,outcome")?;
            let fields = [
                problem.to_string().trim().replace('\n', "; "),
                method.exhibit().id.to_owned(),
                report.solutions.to_string(),
                report.outcome.to_string(),
            ];
            writeln!(out, "{}", csv_line(&fields))?;
        }
        TableFormat::Json => {
            let document = CountDocument {
                schema: "queens/count/1",
                problem: problem.to_string(),
                method: method.exhibit().id,
                count: report.solutions,
                complete: report.outcome.is_complete(),
                outcome: report.outcome.to_string(),
                nodes: report.statistics.expanded,
                seconds: report.statistics.elapsed.as_secs_f64(),
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct ClassRow {
    class: String,
    fundamental: u64,
    solutions: u64,
}

#[derive(Serialize)]
struct ClassDocument {
    schema: &'static str,
    problem: String,
    symmetries: usize,
    classes: Vec<ClassRow>,
    fundamental: u64,
    solutions: u64,
    outcome: String,
}

/// Visits every solution and counts those that represent their orbit.
fn by_class(
    args: &CountArgs,
    problem: &Problem,
    method: &dyn Method,
    console: &Console,
) -> Result<Exit, Failure> {
    let orbits = Orbits::of(problem).map_err(Failure::input)?;
    let mut tallies = SymmetryClass::ALL.map(|class| (class, 0u64, 0u64));
    let progress = Progress::start(console, format!("visiting solutions with {}", method.exhibit().id));
    let report = method
        .solutions(problem, console.settings(), &mut |placement| {
            let class = orbits.class(placement);
            if let Some(tally) = tallies.iter_mut().find(|tally| tally.0 == class) {
                tally.1 += u64::from(orbits.is_fundamental(placement));
                tally.2 += 1;
            }
            ControlFlow::Continue(())
        })
        .map_err(Failure::input)?;
    drop(progress);
    let classes = tallies.into_iter().map(|(class, fundamental, solutions)| ClassRow {
        class: class.to_string(),
        fundamental,
        solutions,
    });
    let document = ClassDocument {
        schema: "queens/classes/1",
        problem: problem.to_string(),
        symmetries: orbits.group().len(),
        fundamental: tallies.iter().map(|tally| tally.1).sum(),
        solutions: report.solutions,
        classes: classes
            .filter(|row| row.solutions > 0 || row.class != SymmetryClass::Reflective.to_string())
            .collect(),
        outcome: report.outcome.to_string(),
    };
    write_classes(args, &document, console)?;
    if !report.outcome.is_complete() {
        console.say(format!("{}: this is a part of the count", report.outcome));
    } else if problem.is_classic() {
        check_published(problem, &document, report.outcome, console);
    }
    Ok(report.outcome.into())
}

fn check_published(problem: &Problem, document: &ClassDocument, outcome: Outcome, console: &Console) {
    if let Some(words) = published(problem, document.solutions, outcome) {
        console.say(format!("{} solutions in all, {words}", grouped(document.solutions)));
    }
}

fn write_classes(args: &CountArgs, document: &ClassDocument, console: &Console) -> Result<(), Failure> {
    let mut out = console.out();
    match args.format {
        TableFormat::Json => {
            serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        _ if args.fundamental => writeln!(out, "{}", document.fundamental)?,
        TableFormat::Csv => {
            writeln!(out, "class,fundamental,solutions")?;
            for row in &document.classes {
                writeln!(out, "{},{},{}", row.class, row.fundamental, row.solutions)?;
            }
        }
        TableFormat::Text => {
            let mut table = table(console, &["class", "fundamental", "solutions"], &[1, 2]);
            for row in &document.classes {
                table.add_row([row.class.clone(), grouped(row.fundamental), grouped(row.solutions)]);
            }
            table.add_row(["all".to_owned(), grouped(document.fundamental), grouped(document.solutions)]);
            writeln!(out, "{table}")?;
        }
    }
    out.flush()?;
    Ok(())
}
