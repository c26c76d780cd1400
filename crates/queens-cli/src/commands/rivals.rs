//! `queens search rivals`: the comparison that closes the source document of the problem solver.
//!
//! CPS searches states, TRE tries facts in contexts; both find the same board. The document says
//! that CPS is much faster; here both run, and the figures say by how much.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::method;
use crate::table::{csv_line, factor, grouped, table, time};
use queens::control::Outcome;
use queens::engines::ladder::state_space::{Queens, QueensSpace};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{self, Format, Summary};
use serde::Serialize;
use statespace::Space;
use statespace::cps::DepthFirstSolver;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

/// How often each runs; the median time counts.
const RUNS: usize = 5;

/// What one rival did.
struct Rival {
    name: &'static str,
    queens: Option<Placement>,
    work: u64,
    unit: &'static str,
    time: Duration,
    outcome: Outcome,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    size: u32,
    same_answer: bool,
    time_ratio: f64,
    rivals: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    columns: Option<Vec<u32>>,
    work: u64,
    unit: &'a str,
    seconds: f64,
    outcome: String,
}

pub(crate) fn run(size: u32, format: TableFormat, console: &Console) -> Result<Exit, Failure> {
    let problem = Problem::queens(size).map_err(Failure::input)?;
    // Interleaved, so that both meet the same disturbances.
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        runs.push((by_solver(&problem, console)?, by_rules(&problem, console)?));
    }
    let (solver, rules): (Vec<_>, Vec<_>) = runs.into_iter().unzip();
    let (solver, rules) = (median(solver), median(rules));
    let ratio = rules.time.as_secs_f64() / solver.time.as_secs_f64().max(1e-9);
    let is_complete = solver.outcome.is_complete() && rules.outcome.is_complete();
    let is_same = solver.queens == rules.queens;
    write_rivals(&problem, &[&solver, &rules], ratio, format, console)?;
    if !is_complete {
        let stopped = [solver.outcome, rules.outcome].into_iter().find(|outcome| !outcome.is_complete());
        return Ok(stopped.unwrap_or(Outcome::Cancelled).into());
    }
    if !is_same {
        console.warn("error: THE RIVALS DISAGREE: the table shows who says what");
        return Ok(Exit::CheckFailed);
    }
    console.say(format!("the same answer; CPS took {} of the time of TRE", fraction(ratio)));
    Ok(Exit::Answered)
}

fn fraction(ratio: f64) -> String {
    format!("1/{}", factor(ratio))
}

fn by_solver(problem: &Problem, console: &Console) -> Result<Rival, Failure> {
    let space = QueensSpace::new(problem).map_err(Failure::input)?;
    let solver = DepthFirstSolver {
        is_goal: |queens: &Queens| space.is_goal(queens),
        operators: |queens: &Queens| space.cps_operators(queens),
        is_identical: |a: &Queens, b: &Queens| a == b,
    };
    let answer = solver.solve(space.start(), &console.settings().limits);
    let goal = answer.path.as_ref().and_then(|path| path.last());
    Ok(Rival {
        name: "CPS depth-first",
        queens: goal.map(|step| Placement::new(step.state.squares().to_vec())),
        work: answer.iterations,
        unit: "iterations",
        time: answer.statistics.elapsed,
        outcome: answer.outcome,
    })
}

fn by_rules(problem: &Problem, console: &Console) -> Result<Rival, Failure> {
    let mut queens = None;
    let report = method("rules")?
        .solutions(problem, console.settings(), &mut |placement| {
            queens = Some(placement.clone());
            ControlFlow::Break(())
        })
        .map_err(Failure::input)?;
    Ok(Rival {
        name: "TRE",
        queens,
        work: report.tallies[0],
        unit: "assumptions",
        time: report.statistics.elapsed,
        outcome: report.outcome,
    })
}

/// The run of median time; all runs have the same answer.
fn median(mut runs: Vec<Rival>) -> Rival {
    runs.sort_by_key(|run| run.time);
    runs.swap_remove(RUNS / 2)
}

fn write_rivals(
    problem: &Problem,
    rivals: &[&Rival],
    ratio: f64,
    format: TableFormat,
    console: &Console,
) -> Result<(), Failure> {
    let columns = |rival: &Rival| -> Option<Vec<u32>> {
        Some(rival.queens.as_ref()?.squares().iter().map(|square| square.column).collect())
    };
    let words = |rival: &Rival| match columns(rival) {
        Some(columns) => columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        None => "none".to_owned(),
    };
    let mut out = console.out();
    match format {
        TableFormat::Text => {
            let mut board = render::renderer(Format::Board, problem, console.style());
            if let Some(queens) = &rivals[0].queens {
                board.begin(&mut out)?;
                board.solution(queens, &mut out)?;
                board.end(&Summary { solutions: 1, outcome: Outcome::Found }, &mut out)?;
            }
            let mut table =
                table(console, &["rival", "columns, from 0", "work", "time", "ratio"], &[2, 3, 4]);
            for (rival, ratio) in rivals.iter().zip([1.0, ratio]) {
                table.add_row([
                    rival.name.to_owned(),
                    words(rival),
                    format!("{} {}", grouped(rival.work), rival.unit),
                    time(rival.time),
                    factor(ratio),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        TableFormat::Csv => {
            writeln!(out, "rival,columns,work,unit,seconds")?;
            for rival in rivals {
                let seconds = format!("{:.9}", rival.time.as_secs_f64());
                let fields = [
                    rival.name.to_owned(),
                    words(rival),
                    rival.work.to_string(),
                    rival.unit.to_owned(),
                    seconds,
                ];
                writeln!(out, "{}", csv_line(&fields))?;
            }
        }
        TableFormat::Json => {
            let entry = |rival: &&Rival| Entry {
                name: rival.name,
                columns: columns(rival),
                work: rival.work,
                unit: rival.unit,
                seconds: rival.time.as_secs_f64(),
                outcome: rival.outcome.to_string(),
            };
            let document = Document {
                schema: "queens/rivals/1",
                size: problem.rows(),
                same_answer: rivals[0].queens == rivals[1].queens,
                time_ratio: ratio,
                rivals: rivals.iter().map(entry).collect(),
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}
