//! `queens compare`: every method on one problem, side by side.

use crate::args::{ProblemArgs, Suggested, TableFormat, engine_ids};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::method;
use crate::progress::Progress;
use crate::table::{csv_line, factor, grouped, table, time};
use crate::timing::measured;
use clap::Args;
use queens::check;
use queens::control::{Limits, Outcome};
use queens::engines::ladder::{Completeness, LADDER, Method, Report, Settings};
use queens::problem::Problem;
use queens::reference;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens compare 8                                         all methods\n\
\x20 queens compare 10 --methods flags,bitmask,exact-cover  some of them\n\
\x20 queens compare torus 7 --format csv                      as CSV")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Only these methods, by id, separated by commas
    #[arg(short, long, visible_alias = "method", value_name = "IDS", value_delimiter = ',', value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) methods: Vec<String>,
    /// Also run methods that would take more than some seconds on this board
    #[arg(long)]
    pub(crate) all: bool,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

/// What a method may take where the user sets no limit.
const TIME_EACH: Duration = Duration::from_secs(20);

/// What one method did.
struct Line {
    method: &'static dyn Method,
    report: Report,
    elapsed: Duration,
}

/// A method that did not run, and why.
struct Skipped {
    method: &'static dyn Method,
    why: String,
}

pub(crate) fn run(args: &CompareArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let chosen: Vec<&'static dyn Method> = match args.methods.as_slice() {
        [] => LADDER.to_vec(),
        ids => ids.iter().map(|id| method(id)).collect::<Result<_, _>>()?,
    };
    let named = !args.methods.is_empty();
    let size = problem.rows().max(problem.columns());
    let (mut lines, mut skipped) = (Vec::new(), Vec::new());
    for method in chosen {
        let exhibit = method.info();
        if let Err(refusal) = method.accepts(&problem) {
            skipped.push(Skipped { method, why: refusal.to_string() });
        } else if size > exhibit.practical && !args.all && !named {
            let why =
                format!("too slow here: practical up to {} (--all runs it all the same)", exhibit.practical);
            skipped.push(Skipped { method, why });
        } else if console.cancel().is_cancelled() {
            skipped.push(Skipped { method, why: "interrupted".to_owned() });
        } else {
            let _progress = Progress::start(console, exhibit.id.to_owned());
            lines.push(measure(method, &problem, console)?);
        }
    }
    if lines.is_empty() {
        let reasons: Vec<_> = skipped.iter().map(|s| format!("{}: {}", s.method.info().id, s.why)).collect();
        return Err(Failure::input(format!("no method can answer this:\n  {}", reasons.join("\n  "))));
    }
    write_lines(args, &problem, &lines, &skipped, console)?;
    Ok(conclude(&problem, &lines, &skipped, console))
}

/// Runs a method until it ends; short runs several times.
fn measure(method: &'static dyn Method, problem: &Problem, console: &Console) -> Result<Line, Failure> {
    let limits = console.settings().limits.clone();
    let limits = Limits { time: limits.time.or(Some(TIME_EACH)), ..limits };
    let settings = Settings { limits, seed: console.settings().seed };
    let (report, elapsed) = measured(|| answer(method, problem, &settings))?;
    Ok(Line { method, report, elapsed })
}

/// Counts; a method that finds one solution has that solution checked instead.
fn answer(method: &dyn Method, problem: &Problem, settings: &Settings) -> Result<Report, Failure> {
    if method.info().finds == Completeness::All {
        return method.count(problem, settings).map_err(Failure::input);
    }
    let mut verdict = Ok(());
    let report = method
        .solutions(problem, settings, &mut |placement| {
            verdict = check::solution(problem, placement);
            ControlFlow::Break(())
        })
        .map_err(Failure::input)?;
    verdict.map_err(|violation| {
        Failure::input(format!("{} gave a wrong solution: {violation}", method.info().id))
    })?;
    Ok(report)
}

impl Line {
    fn answer(&self) -> String {
        match (self.method.info().finds, self.report.outcome, self.report.solutions) {
            (Completeness::All, Outcome::Exhausted, solutions) => grouped(solutions),
            (Completeness::All, _, solutions) => format!("{}+", grouped(solutions)),
            (Completeness::One, _, 1..) => "one".to_owned(),
            (Completeness::One, Outcome::Exhausted, 0) => "none".to_owned(),
            (Completeness::One, _, 0) => "none yet".to_owned(),
        }
    }

    fn counted(&self) -> String {
        let counts = self.method.info().counts.iter().zip(self.report.tallies);
        counts
            .map(|(count, tally)| format!("{} {}", grouped(tally), count.name))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The complete count, where there is one.
    fn count(&self) -> Option<u64> {
        let whole =
            self.method.info().finds == Completeness::All && self.report.outcome == Outcome::Exhausted;
        whole.then_some(self.report.solutions)
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    problem: String,
    methods: Vec<Entry<'a>>,
    skipped: Vec<SkippedEntry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    method: &'a str,
    finds: &'static str,
    solutions: u64,
    outcome: String,
    counted: serde_json::Map<String, serde_json::Value>,
    nodes: u64,
    checks: u64,
    seconds: f64,
    ratio: f64,
}

#[derive(Serialize)]
struct SkippedEntry<'a> {
    method: &'a str,
    why: &'a str,
}

/// Time over that of the fastest method that found everything.
fn ratios(lines: &[Line]) -> Vec<f64> {
    let seconds = |line: &Line| line.elapsed.as_secs_f64().max(1e-9);
    let whole = lines.iter().filter(|line| line.count().is_some()).map(seconds);
    let fastest = whole.fold(f64::INFINITY, f64::min);
    let fastest =
        if fastest.is_finite() { fastest } else { lines.iter().map(seconds).fold(f64::INFINITY, f64::min) };
    lines.iter().map(|line| seconds(line) / fastest).collect()
}

fn write_lines(
    args: &CompareArgs,
    problem: &Problem,
    lines: &[Line],
    skipped: &[Skipped],
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    let ratios = ratios(lines);
    match args.format {
        TableFormat::Text => {
            let heads = ["method", "answer", "nodes", "time", "ratio", "what it counted"];
            let mut table = table(console, &heads, &[1, 2, 3, 4]);
            for (line, ratio) in lines.iter().zip(&ratios) {
                table.add_row([
                    line.method.info().id.to_owned(),
                    line.answer(),
                    grouped(line.report.statistics.expanded),
                    time(line.elapsed),
                    factor(*ratio),
                    line.counted(),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        TableFormat::Csv => {
            writeln!(out, "method,answer,outcome,nodes,checks,seconds,ratio,counted")?;
            for (line, ratio) in lines.iter().zip(&ratios) {
                let fields = [
                    line.method.info().id.to_owned(),
                    line.report.solutions.to_string(),
                    line.report.outcome.to_string(),
                    line.report.statistics.expanded.to_string(),
                    line.report.statistics.checks.to_string(),
                    format!("{:.9}", line.elapsed.as_secs_f64()),
                    format!("{ratio:.3}"),
                    line.counted(),
                ];
                writeln!(out, "{}", csv_line(&fields))?;
            }
        }
        TableFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &document(problem, lines, &ratios, skipped))
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn document<'a>(problem: &Problem, lines: &[Line], ratios: &[f64], skipped: &'a [Skipped]) -> Document<'a> {
    let entry = |(line, &ratio): (&Line, &f64)| {
        let exhibit = line.method.info();
        let counts = exhibit.counts.iter().zip(line.report.tallies);
        Entry {
            method: exhibit.id,
            finds: if exhibit.finds == Completeness::All { "all" } else { "one" },
            solutions: line.report.solutions,
            outcome: line.report.outcome.to_string(),
            counted: counts.map(|(count, tally)| (count.name.to_owned(), tally.into())).collect(),
            nodes: line.report.statistics.expanded,
            checks: line.report.statistics.checks,
            seconds: line.elapsed.as_secs_f64(),
            ratio,
        }
    };
    Document {
        schema: "queens/compare/1",
        problem: problem.to_string(),
        methods: lines.iter().zip(ratios).map(entry).collect(),
        skipped: skipped.iter().map(|s| SkippedEntry { method: s.method.info().id, why: &s.why }).collect(),
    }
}

/// Says whether the methods agree, with each other and with the published value.
fn conclude(problem: &Problem, lines: &[Line], skipped: &[Skipped], console: &Console) -> Exit {
    for Skipped { method, why } in skipped {
        console.explain(format!("{} did not run: {why}", method.info().id));
    }
    if !skipped.is_empty() {
        let ids: Vec<_> = skipped.iter().map(|s| s.method.info().id).collect();
        console.say(format!("did not run (-v says why): {}", ids.join(", ")));
    }
    let mut counts: Vec<u64> = lines.iter().filter_map(Line::count).collect();
    let agreeing = counts.len();
    counts.sort_unstable();
    counts.dedup();
    let found_where_there_is_none = counts == [0] && lines.iter().any(|line| line.report.solutions > 0);
    let published = reference::published(problem);
    let contradicted =
        published.as_ref().filter(|p| counts.iter().any(|&count| u128::from(count) != p.value));
    if counts.len() > 1 || found_where_there_is_none || contradicted.is_some() {
        eprintln!("error: THE METHODS DISAGREE: the table shows who says what");
        if let Some(published) = contradicted {
            eprintln!("error: the published value is {} ({})", published.value, published.name);
        }
        return Exit::CheckFailed;
    }
    if let [count] = counts[..] {
        let reference = published.map_or(String::new(), |p| format!(", as published ({})", p.name));
        let plural = if count == 1 { "solution" } else { "solutions" };
        let who =
            if agreeing == 1 { "one method says".to_owned() } else { format!("{agreeing} methods agree") };
        console.say(format!("{who}: {} {plural}{reference}", grouped(count)));
    }
    if counts.is_empty() {
        console.say("no method counted all solutions: there is nothing to agree on");
    }
    if lines.iter().any(|line| line.report.outcome == Outcome::Cancelled) || console.cancel().is_cancelled() {
        Exit::Interrupted
    } else if lines.iter().any(|line| !line.report.outcome.is_complete()) {
        Exit::LimitReached
    } else {
        Exit::Answered
    }
}
