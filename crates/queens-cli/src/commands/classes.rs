//! `queens count --fundamental` and `--by-class`: solutions up to symmetry.

use crate::args::{CountArgs, TableFormat};
use crate::console::Console;
use crate::counting::Counter;
use crate::exit::{Exit, Failure};
use crate::problem::{as_published, choose, published};
use crate::progress::Progress;
use crate::table::{grouped, table};
use queens::control::{Limits, Outcome};
use queens::engines::ladder::{Completeness, Method};
use queens::engines::symmetric::{Class, KeptError};
use queens::engines::{symmetric, transfer};
use queens::orbit::{Orbits, SymmetryClass};
use queens::problem::Problem;
use queens::reference;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

#[derive(Serialize)]
struct ClassRow {
    class: String,
    fundamental: u128,
    solutions: u128,
}

#[derive(Serialize)]
struct ClassDocument {
    schema: &'static str,
    problem: String,
    symmetries: usize,
    classes: Vec<ClassRow>,
    fundamental: u128,
    solutions: u128,
    outcome: String,
}

pub(crate) fn run(
    args: &CountArgs,
    problem: &Problem,
    counter: Counter,
    console: &Console,
) -> Result<Exit, Failure> {
    let orbits = Orbits::of(problem).map_err(Failure::input)?;
    let (classes, outcome) = match counter {
        Counter::Method(method) => by_visiting(problem, method, &orbits, console)?,
        _ if problem.is_standard() || transfer::accepts(problem).is_ok() => {
            by_symmetric_counts(args, problem, counter, &orbits, console)?
        }
        _ => by_visiting(problem, choose(None, problem, Completeness::All)?, &orbits, console)?,
    };
    let rows = classes.iter().map(|class| ClassRow {
        class: class.class.to_string(),
        fundamental: class.fundamental,
        solutions: class.solutions,
    });
    let reflective = SymmetryClass::Reflective.to_string();
    let document = ClassDocument {
        schema: "queens/classes/1",
        problem: problem.to_string(),
        symmetries: orbits.group().len(),
        fundamental: classes.iter().map(|class| class.fundamental).sum(),
        solutions: classes.iter().map(|class| class.solutions).sum(),
        classes: rows.filter(|row| row.solutions > 0 || row.class != reflective).collect(),
        outcome: outcome.to_string(),
    };
    write_classes(args, &document, console)?;
    if !outcome.is_complete() {
        console.say(format!("{outcome}: this is a part of the count"));
    } else {
        let all = published(problem, document.solutions, outcome);
        let all = all.map(|words| format!("{} solutions in all, {words}", grouped(document.solutions)));
        let fundamental = reference::fundamental(problem);
        let fundamental = fundamental.map(|published| as_published(published, document.fundamental, outcome));
        let fundamental = fundamental.map(|words| format!("up to symmetry {words}"));
        let words: Vec<String> = all.into_iter().chain(fundamental).collect();
        if !words.is_empty() {
            console.say(words.join("; "));
        }
    }
    Ok(outcome.into())
}

/// Counts all solutions, and by searches of their own those that symmetries leave as they are.
fn by_symmetric_counts(
    args: &CountArgs,
    problem: &Problem,
    counter: Counter,
    orbits: &Orbits,
    console: &Console,
) -> Result<([Class; 4], Outcome), Failure> {
    let counted = counter.count(problem, args.threads, console)?;
    if !counted.outcome.is_complete() {
        // A part of the count says nothing of its classes.
        return Ok((none(), counted.outcome));
    }
    let started = Instant::now();
    let _progress = Progress::start(console, "counting symmetric solutions".to_owned());
    let limits = console.settings().limits.clone();
    let time = limits.time.map(|time| time.saturating_sub(counted.elapsed));
    let classes = symmetric::classes(counted.solutions, orbits.group(), |symmetries| {
        let time = time.map(|time| time.saturating_sub(started.elapsed()));
        symmetric::kept(problem, symmetries, &Limits { time, ..limits.clone() })
    });
    match classes {
        Ok(classes) => Ok((classes, Outcome::Exhausted)),
        Err(KeptError::Stopped(outcome)) => Ok((none(), outcome)),
        Err(refused) => Err(Failure::input(refused)),
    }
}

/// No solutions of any class.
fn none() -> [Class; 4] {
    SymmetryClass::ALL.map(|class| Class { class, fundamental: 0, solutions: 0 })
}

/// Visits every solution and counts those that represent their orbit.
fn by_visiting(
    problem: &Problem,
    method: &dyn Method,
    orbits: &Orbits,
    console: &Console,
) -> Result<([Class; 4], Outcome), Failure> {
    let mut classes = none();
    let _progress = Progress::start(console, format!("visiting solutions with {}", method.info().id));
    let report = method
        .solutions(problem, console.settings(), &mut |placement| {
            let class = orbits.class(placement);
            if let Some(of_class) = classes.iter_mut().find(|known| known.class == class) {
                of_class.fundamental += u128::from(orbits.is_fundamental(placement));
                of_class.solutions += 1;
            }
            ControlFlow::Continue(())
        })
        .map_err(Failure::input)?;
    Ok((classes, report.outcome))
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
