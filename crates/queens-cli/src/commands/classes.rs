//! `queens count --fundamental` and `--by-class`: solutions up to symmetry.

use crate::args::{CountArgs, TableFormat};
use crate::console::Console;
use crate::counting::Counter;
use crate::exit::{Exit, Failure};
use crate::problem::{choose, published};
use crate::progress::Progress;
use crate::table::{grouped, table};
use queens::control::Outcome;
use queens::count::{self, CountError};
use queens::methods::{Finds, Method};
use queens::orbit::{Orbits, SymmetryClass};
use queens::problem::Problem;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

/// One class: how many orbits it has, and how many solutions are in them.
type Tally = (SymmetryClass, u64, u64);

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

pub(crate) fn run(
    args: &CountArgs,
    problem: &Problem,
    counter: Counter,
    console: &Console,
) -> Result<Exit, Failure> {
    let (tallies, outcome) = match counter {
        Counter::Join(_) if problem.rows() > 1 => by_symmetric_counts(args, problem, counter, console)?,
        Counter::Join(_) | Counter::Rows(_) | Counter::Few(_) | Counter::Frontier | Counter::Completion => {
            by_visiting(problem, choose(None, problem, Finds::All)?, console)?
        }
        Counter::Method(method) => by_visiting(problem, method, console)?,
    };
    let orbits = Orbits::of(problem).map_err(Failure::input)?;
    let classes = tallies.into_iter().map(|(class, fundamental, solutions)| ClassRow {
        class: class.to_string(),
        fundamental,
        solutions,
    });
    let reflective = SymmetryClass::Reflective.to_string();
    let document = ClassDocument {
        schema: "queens/classes/1",
        problem: problem.to_string(),
        symmetries: orbits.group().len(),
        fundamental: tallies.iter().map(|tally| tally.1).sum(),
        solutions: tallies.iter().map(|tally| tally.2).sum(),
        classes: classes.filter(|row| row.solutions > 0 || row.class != reflective).collect(),
        outcome: outcome.to_string(),
    };
    write_classes(args, &document, console)?;
    if !outcome.is_complete() {
        console.say(format!("{outcome}: this is a part of the count"));
    } else if let Some(words) = published(problem, document.solutions.into(), outcome) {
        console.say(format!("{} solutions in all, {words}", grouped(document.solutions)));
    }
    Ok(outcome.into())
}

/// Counts all solutions, and those that turns leave as they are by searches of their own.
fn by_symmetric_counts(
    args: &CountArgs,
    problem: &Problem,
    counter: Counter,
    console: &Console,
) -> Result<([Tally; 4], Outcome), Failure> {
    let none = SymmetryClass::ALL.map(|class| (class, 0, 0));
    let counted = counter.count(problem, args.threads, console)?;
    if !counted.outcome.is_complete() {
        // A part of the count says nothing of its classes.
        return Ok((none, counted.outcome));
    }
    let size = problem.rows();
    let limits = &console.settings().limits;
    let kept = count::half_turn(size, limits).and_then(|half| Ok((half, count::quarter_turn(size, limits)?)));
    let (half_turn, quarter_turn) = match kept {
        Err(CountError::Stopped(stop)) => return Ok((none, Err(stop).into())),
        kept => kept.map_err(Failure::input)?,
    };
    // The join counts in 64 bits.
    let solutions = counted.solutions as u64;
    let classes = count::Classes::new(solutions, half_turn, quarter_turn);
    let tallies = SymmetryClass::ALL.map(|class| match class {
        SymmetryClass::Ordinary => (class, classes.ordinary, 8 * classes.ordinary),
        SymmetryClass::Point => (class, classes.half_turn, 4 * classes.half_turn),
        SymmetryClass::Rotary => (class, classes.quarter_turn, 2 * classes.quarter_turn),
        SymmetryClass::Reflective => (class, 0, 0),
    });
    Ok((tallies, counted.outcome))
}

/// Visits every solution and counts those that represent their orbit.
fn by_visiting(
    problem: &Problem,
    method: &dyn Method,
    console: &Console,
) -> Result<([Tally; 4], Outcome), Failure> {
    let orbits = Orbits::of(problem).map_err(Failure::input)?;
    let mut tallies = SymmetryClass::ALL.map(|class| (class, 0u64, 0u64));
    let _progress = Progress::start(console, format!("visiting solutions with {}", method.exhibit().id));
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
    Ok((tallies, report.outcome))
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
