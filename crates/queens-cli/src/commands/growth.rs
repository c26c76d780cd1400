//! `queens growth`: how the cost of methods grows with the size of the board (Knuth 1975 asked).

use super::{plot, profile};
use crate::args::{TableFormat, size_range};
use crate::console::Console;
use crate::counting::{Counted, Counter, ENGINES};
use crate::exit::{Exit, Failure};
use crate::problem::shown;
use crate::table::{csv_line, factor, grouped, table, time};
use crate::timing::measured;
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::engines::ladder;
use queens::problem::{Preset, Problem};
use queens::simd::Kernel;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct GrowthArgs {
    /// The sizes: 4..12, both ends included
    #[arg(value_name = "RANGE", default_value = "4..10", value_parser = size_range)]
    pub(crate) sizes: (u32, u32),
    /// The methods to measure, with commas between them, rows and join among them; without it flags, or one that
    /// can answer the problem. A time limit ends the sizes of one method, not of the next
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    pub(crate) method: Vec<String>,
    /// The variant: queens, torus, superqueens, ...
    #[arg(long, value_name = "NAME", default_value = "queens")]
    pub(crate) variant: String,
    /// Count the nodes of each level of the backtrack tree instead: the ways to fill the first rows
    #[arg(long, conflicts_with = "method")]
    pub(crate) profile: bool,
    /// The form of the result
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: GrowthFormat,
}

/// The form of a growth table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrowthFormat {
    Text,
    Json,
    Csv,
    Svg,
}

/// One size.
#[derive(Serialize)]
struct Point {
    size: u32,
    solutions: u128,
    nodes: u64,
    checks: u64,
    seconds: f64,
    /// Nodes over those of the size before; none for the first size.
    node_ratio: Option<f64>,
    /// Time over that of the size before.
    time_ratio: Option<f64>,
}

impl Point {
    fn of(size: u32, counted: &Counted, elapsed: Duration, before: Option<&Point>) -> Self {
        let (nodes, seconds) = (counted.nodes, elapsed.as_secs_f64());
        let over = |now: f64, then: f64| (then > 0.0).then(|| now / then);
        Point {
            size,
            solutions: counted.solutions,
            nodes,
            checks: counted.checks,
            seconds,
            node_ratio: before.and_then(|before| over(nodes as f64, before.nodes as f64)),
            time_ratio: before.and_then(|before| over(seconds, before.seconds)),
        }
    }
}

/// One method on all sizes that it came to the end of.
#[derive(Serialize)]
struct Series {
    method: &'static str,
    #[serde(serialize_with = "as_words")]
    outcome: Outcome,
    points: Vec<Point>,
}

fn as_words<S: serde::Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(outcome)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    variant: &'static str,
    series: &'a [Series],
}

pub(crate) fn run(args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    let variant: Preset = args.variant.parse().map_err(Failure::input)?;
    let (first, last) = args.sizes;
    if first > last {
        return Err(Failure::input(format!("{first}..{last} holds no size: give the smaller size first")));
    }
    if args.profile {
        let format = match args.format {
            GrowthFormat::Text => TableFormat::Text,
            GrowthFormat::Json => TableFormat::Json,
            GrowthFormat::Csv => TableFormat::Csv,
            GrowthFormat::Svg => {
                return Err(Failure::input("a profile is not plotted: use --format text, csv or json"));
            }
        };
        return profile::run(variant, args.sizes, format, console);
    }
    let series = match &args.method[..] {
        [] => vec![grow(None, variant, args.sizes, console)?],
        ids => ids
            .iter()
            .map(|id| grow(Some(id), variant, args.sizes, console))
            .collect::<Result<Vec<_>, _>>()?,
    };
    write_series(args.format, &series, variant, console)?;
    let stopped = series.iter().map(|series| series.outcome).find(|outcome| !outcome.is_complete());
    Ok(stopped.unwrap_or(Outcome::Exhausted).into())
}

/// Measures one method, size by size, until one is stopped by a limit.
fn grow(
    id: Option<&str>,
    variant: Preset,
    (first, last): (u32, u32),
    console: &Console,
) -> Result<Series, Failure> {
    let mut series = Series { method: "", outcome: Outcome::Exhausted, points: Vec::new() };
    for size in first..=last {
        let problem = variant.problem(size, size).map_err(Failure::input)?;
        let counter = choose(id, &problem)?;
        let (counted, elapsed) = measured(|| counter.count(&problem, 1, console))?;
        series.method = counted.engine;
        if !counted.outcome.is_complete() {
            series.outcome = counted.outcome;
            console.say(format!(
                "{} at n = {size}: {}; the sizes before it are complete",
                series.method, series.outcome
            ));
            break;
        }
        series.points.push(Point::of(size, &counted, elapsed, series.points.last()));
    }
    Ok(series)
}

/// The engine or the method of the ladder called `id`; without one, the method that is shown.
fn choose(id: Option<&str>, problem: &Problem) -> Result<Counter, Failure> {
    match id {
        Some(name) if ENGINES.contains(&name) || ladder::find(name).is_none() => {
            Counter::choose(id, Kernel::Auto, problem)
        }
        id => shown(id, problem).map(Counter::Method),
    }
}

fn write_series(
    format: GrowthFormat,
    all: &[Series],
    variant: Preset,
    console: &Console,
) -> Result<(), Failure> {
    let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), factor);
    let points = || all.iter().flat_map(|series| series.points.iter().map(|point| (series.method, point)));
    let mut out = console.out();
    match format {
        GrowthFormat::Text => {
            let heads = ["method", "n", "solutions", "nodes", "ratio", "checks", "time", "ratio"];
            let mut table = table(console, &heads, &[1, 2, 3, 4, 5, 6, 7]);
            for (method, point) in points() {
                table.add_row([
                    method.to_owned(),
                    point.size.to_string(),
                    grouped(point.solutions),
                    grouped(point.nodes),
                    ratio(point.node_ratio),
                    grouped(point.checks),
                    time(Duration::from_secs_f64(point.seconds)),
                    ratio(point.time_ratio),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        GrowthFormat::Csv => {
            writeln!(out, "method,n,solutions,nodes,node_ratio,checks,seconds,time_ratio")?;
            for (method, point) in points() {
                let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.4}"));
                let fields = [
                    method.to_owned(),
                    point.size.to_string(),
                    point.solutions.to_string(),
                    point.nodes.to_string(),
                    ratio(point.node_ratio),
                    point.checks.to_string(),
                    format!("{:.9}", point.seconds),
                    ratio(point.time_ratio),
                ];
                writeln!(out, "{}", csv_line(&fields))?;
            }
        }
        GrowthFormat::Json => {
            let document = Document { schema: "queens/growth/2", variant: variant.id(), series: all };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        GrowthFormat::Svg => {
            let line = |series: &Series| {
                let sizes = || series.points.iter().map(|point| f64::from(point.size));
                plot::Line {
                    name: series.method,
                    nodes: sizes().zip(series.points.iter().map(|p| p.nodes.max(1) as f64)).collect(),
                    seconds: sizes().zip(series.points.iter().map(|p| p.seconds.max(1e-7))).collect(),
                }
            };
            let lines: Vec<_> = all.iter().filter(|series| !series.points.is_empty()).map(line).collect();
            let title = format!("{}: all solutions, one thread", variant.id());
            out.write_all(plot::growth(&title, &lines).map_err(Failure::input)?.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(())
}
