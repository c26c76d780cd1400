//! `queens growth`: how the cost of a method grows with the size of the board (Knuth 1975 asked).

use super::plot;
use crate::args::{GrowthArgs, GrowthFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::shown;
use crate::progress::Progress;
use crate::table::{csv_line, factor, grouped, table, time};
use crate::timing::measured;
use queens::control::Outcome;
use queens::methods::{Exhibit, Report};
use queens::problem::Preset;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// One size.
#[derive(Serialize)]
struct Point {
    size: u32,
    solutions: u64,
    nodes: u64,
    checks: u64,
    seconds: f64,
    /// Nodes over those of the size before; none for the first size.
    node_ratio: Option<f64>,
    /// Time over that of the size before.
    time_ratio: Option<f64>,
}

impl Point {
    fn of(size: u32, report: &Report, elapsed: Duration, before: Option<&Point>) -> Self {
        let (nodes, seconds) = (report.statistics.expanded, elapsed.as_secs_f64());
        let over = |now: f64, then: f64| (then > 0.0).then(|| now / then);
        Point {
            size,
            solutions: report.solutions,
            nodes,
            checks: report.statistics.checks,
            seconds,
            node_ratio: before.and_then(|before| over(nodes as f64, before.nodes as f64)),
            time_ratio: before.and_then(|before| over(seconds, before.seconds)),
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    method: &'static str,
    variant: &'static str,
    outcome: String,
    points: &'a [Point],
}

pub(crate) fn run(args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    let variant: Preset = args.variant.parse().map_err(Failure::input)?;
    let (first, last) = args.sizes;
    let mut points: Vec<Point> = Vec::new();
    let mut outcome = Outcome::Exhausted;
    let mut exhibit = None;
    for size in first..=last {
        let problem = variant.problem(size, size).map_err(Failure::input)?;
        let method = shown(args.method.as_deref(), &problem)?;
        exhibit = Some(method.exhibit());
        let progress = Progress::start(console, format!("{} at n = {size}", method.exhibit().id));
        let count = || method.count(&problem, console.settings()).map_err(Failure::input);
        let (report, elapsed) = measured(count)?;
        drop(progress);
        if !report.outcome.is_complete() {
            outcome = report.outcome;
            console.say(format!("n = {size}: {outcome}; the sizes before it are complete"));
            break;
        }
        points.push(Point::of(size, &report, elapsed, points.last()));
    }
    let Some(exhibit) = exhibit else {
        return Err(Failure::input(format!("{first}..{last} holds no size: give the smaller size first")));
    };
    write_points(args.format, &points, variant, exhibit, outcome, console)?;
    Ok(outcome.into())
}

fn write_points(
    format: GrowthFormat,
    points: &[Point],
    variant: Preset,
    exhibit: &'static Exhibit,
    outcome: Outcome,
    console: &Console,
) -> Result<(), Failure> {
    let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), factor);
    let mut out = console.out();
    match format {
        GrowthFormat::Text => {
            let heads = ["n", "solutions", "nodes", "ratio", "checks", "time", "ratio"];
            let mut table = table(console, &heads, &[0, 1, 2, 3, 4, 5, 6]);
            for point in points {
                table.add_row([
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
            writeln!(out, "n,solutions,nodes,node_ratio,checks,seconds,time_ratio")?;
            for point in points {
                let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.4}"));
                let fields = [
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
            let document = Document {
                schema: "queens/growth/1",
                method: exhibit.id,
                variant: variant.id(),
                outcome: outcome.to_string(),
                points,
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        GrowthFormat::Svg => {
            let title = format!("{}: {}", variant.id(), exhibit.title);
            let sample = |point: &Point| {
                let Point { size, nodes, seconds, .. } = *point;
                plot::Sample { size, nodes, seconds }
            };
            let samples: Vec<_> = points.iter().map(sample).collect();
            out.write_all(plot::growth(&title, &samples).map_err(Failure::input)?.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(())
}
