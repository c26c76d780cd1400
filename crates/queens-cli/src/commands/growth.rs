//! `queens growth`: how the cost of engines grows with the size of the board (Knuth 1975 asked).

use super::plot;
use crate::args::size_range;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::print;
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::document::{Document, GrowthDocument, GrowthSeries};
use queens::lab;
use queens::problem::Preset;
use queens::reference;
use std::io::Write;

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

pub(crate) fn run(args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    let variant: Preset = args.variant.parse().map_err(Failure::input)?;
    if args.profile {
        return profile(variant, args, console);
    }
    let progress = Progress::start(console, "measuring".to_owned());
    let document =
        lab::growth(&args.method, variant, args.sizes, console.settings()).map_err(Failure::input)?;
    drop(progress);
    match args.format {
        GrowthFormat::Svg => {
            let mut out = console.out();
            out.write_all(svg(&document)?.as_bytes())?;
            out.flush()?;
        }
        format => write(format, &document, console)?,
    }
    let stopped = document.series.iter().find(|series| !series.outcome.is_complete());
    for series in document.series.iter().filter(|series| !series.outcome.is_complete()) {
        let next = series.points.last().map_or(args.sizes.0, |point| point.size + 1);
        console.say(format!(
            "{} at n = {next}: {}; the sizes before it are complete",
            series.method, series.outcome
        ));
    }
    Ok(stopped.map_or(Outcome::Exhausted, |series| series.outcome).into())
}

/// The levels of the backtrack trees.
fn profile(variant: Preset, args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    if args.format == GrowthFormat::Svg {
        return Err(Failure::input("a profile is not plotted: use --format text, csv or json"));
    }
    let progress = Progress::start(console, "counting the levels".to_owned());
    let document = lab::profile(variant, args.sizes, console.settings()).map_err(Failure::input)?;
    drop(progress);
    let mut differs = false;
    for tree in document.trees.iter().filter(|_| variant == Preset::Queens) {
        if let Some(published) = reference::tree_profile(tree.size) {
            let same = tree.levels == published;
            differs |= !same;
            console.say(format!(
                "n = {}: {} published (A319284)",
                tree.size,
                if same { "as" } else { "NOT as" }
            ));
        }
    }
    if !document.outcome.is_complete() {
        console.say(format!("{}; the sizes that are shown are complete", document.outcome));
    }
    write(args.format, &document, console)?;
    Ok(if differs { Exit::CheckFailed } else { document.outcome.into() })
}

fn write<D: Document>(format: GrowthFormat, document: &D, console: &Console) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        GrowthFormat::Text => print(&document.table(), console, &mut out)?,
        GrowthFormat::Csv => document.write_csv(&mut out)?,
        GrowthFormat::Json | GrowthFormat::Svg => document.write_json(&mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// The plot of nodes and time.
fn svg(document: &GrowthDocument) -> Result<String, Failure> {
    let line = |series: &GrowthSeries| {
        let sizes = || series.points.iter().map(|point| f64::from(point.size));
        plot::Line {
            name: series.method,
            nodes: sizes().zip(series.points.iter().map(|p| p.nodes.max(1) as f64)).collect(),
            seconds: sizes().zip(series.points.iter().map(|p| p.seconds.max(1e-7))).collect(),
        }
    };
    let lines: Vec<_> = document.series.iter().filter(|series| !series.points.is_empty()).map(line).collect();
    let title = format!("{}: all solutions, one thread", document.variant);
    plot::growth(&title, &lines).map_err(Failure::input)
}
