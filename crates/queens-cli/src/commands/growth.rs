//! `queens growth`: how the cost of methods grows with the size of the board (Knuth 1975 asked).

use super::{plot, profile};
use crate::args::{Suggested, TableFormat, engine_ids, size_range, variant_ids};
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

/// The sizes where none are named.
const DEFAULT_SIZES: (u32, u32) = (4, 10);

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens growth 4..12 --methods flags,bitmask  two methods\n\
\x20 queens growth 5..9 torus                     a variant\n\
\x20 queens growth 4..11 --format svg > plot.svg  as a picture\n\
\x20 queens growth 8 --profile                    the levels of one tree")]
pub(crate) struct GrowthArgs {
    /// The sizes, 4..12 with both ends included, and a variant: 4..10 torus
    #[arg(value_name = "RANGE", num_args = 0..=2, allow_negative_numbers = true, value_parser = Suggested(variant_ids), hide_possible_values = true)]
    words: Vec<String>,
    /// The methods to measure, separated by commas; without it flags, or one that can answer the problem.
    /// A time limit ends the sizes of one method, not of the next
    #[arg(short, long, visible_alias = "method", value_name = "IDS", value_delimiter = ',', value_parser = Suggested(engine_ids), hide_possible_values = true)]
    methods: Vec<String>,
    /// The variant: queens, torus, superqueens, ... (`queens variants` lists them)
    #[arg(long, value_name = "NAME", value_parser = Suggested(variant_ids), hide_possible_values = true, hide_short_help = true)]
    variant: Option<String>,
    /// Count the nodes of each level of the backtrack tree instead: the ways to fill the first rows
    #[arg(long, conflicts_with = "methods")]
    profile: bool,
    /// The form of the result
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: GrowthFormat,
}

impl GrowthArgs {
    /// The sizes and the variant, named in either order.
    fn sizes_and_variant(&self) -> Result<((u32, u32), Preset), Failure> {
        let mut variants: Vec<&String> = self.variant.iter().collect();
        let mut ranges = Vec::new();
        for word in &self.words {
            let is_range = word.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c));
            if is_range { ranges.push(word) } else { variants.push(word) }
        }
        let sizes = match ranges[..] {
            [] => DEFAULT_SIZES,
            [range] => size_range(range).map_err(Failure::input)?,
            _ => return Err(Failure::input(format!("two ranges of sizes: {}", self.words.join(" ")))),
        };
        let variant = match variants[..] {
            [] => Preset::Queens,
            [name] => name.parse().map_err(Failure::input)?,
            [first, second, ..] => return Err(Failure::input(format!("two variants: {first}, {second}"))),
        };
        Ok((sizes, variant))
    }
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
    let (sizes, variant) = args.sizes_and_variant()?;
    if args.profile {
        let format = match args.format {
            GrowthFormat::Text => TableFormat::Text,
            GrowthFormat::Json => TableFormat::Json,
            GrowthFormat::Csv => TableFormat::Csv,
            GrowthFormat::Svg => {
                return Err(Failure::input("a profile is not plotted: use --format text, csv or json"));
            }
        };
        return profile::run(variant, sizes, format, console);
    }
    let series = match &args.methods[..] {
        [] => vec![grow(None, variant, sizes, console)?],
        ids => ids.iter().map(|id| grow(Some(id), variant, sizes, console)).collect::<Result<Vec<_>, _>>()?,
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
