//! `queens growth`: measures the growth of nodes and time with the size of the board (a
//! question of Knuth 1975).

use super::plot;
use crate::args::{Suggested, engine_id, size_range, variant_ids};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::print_with_ending;
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::document::{Document, GrowthDocument, GrowthSeries};
use queens::lab;
use queens::problem::Preset;
use queens::reference;
use std::io::Write;

/// Sizes if none are given.
const DEFAULT_SIZES: (u32, u32) = (4, 10);

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens growth 4..12 --engines flags,bitmask  two engines\n\
\x20 queens growth 5..9 torus                     a variant\n\
\x20 queens growth 4..11 --format svg > plot.svg  as a picture\n\
\x20 queens growth 8 --profile                    the levels of one tree")]
pub(crate) struct GrowthArgs {
    /// Sizes, both ends included, and a variant: 4..12 or 4..10 torus
    #[arg(value_name = "RANGE", num_args = 0..=2, allow_negative_numbers = true, value_parser = Suggested(variant_ids), hide_possible_values = true)]
    words: Vec<String>,
    /// Engines to measure, separated by commas; without it flags, or one that can answer
    /// the problem. A time limit applies to each engine
    #[arg(short = 'e', long, alias = "engine", value_name = "IDS", value_delimiter = ',', value_parser = engine_id(), hide_possible_values = true)]
    engines: Vec<String>,
    /// Variant: queens, torus, superqueens, ... (`queens variants` lists them)
    #[arg(long, value_name = "NAME", value_parser = Suggested(variant_ids), hide_possible_values = true, hide_short_help = true)]
    variant: Option<String>,
    /// Count the nodes of each level of the search tree instead
    #[arg(long, conflicts_with = "engines")]
    profile: bool,
    /// text, json, csv or svg
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    format: GrowthFormat,
}

impl GrowthArgs {
    /// Returns the sizes and the variant, which may be given in either order.
    fn sizes_and_variant(&self) -> Result<((u32, u32), Preset), Failure> {
        let mut variants: Vec<&String> = self.variant.iter().collect();
        let mut ranges = Vec::new();
        for word in &self.words {
            let is_range =
                word.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c));
            if is_range {
                ranges.push(word);
            } else {
                variants.push(word);
            }
        }
        let sizes = match ranges[..] {
            [] => DEFAULT_SIZES,
            [range] => size_range(range).map_err(Failure::input)?,
            _ => {
                return Err(Failure::input(format!(
                    "two ranges of sizes, {}: write one, such as {}",
                    ranges
                        .iter()
                        .map(|range| range.as_str())
                        .collect::<Vec<_>>()
                        .join(" and "),
                    ranges
                        .iter()
                        .map(|range| range.as_str())
                        .collect::<Vec<_>>()
                        .join("..")
                )));
            }
        };
        let variant = match variants[..] {
            [] => Preset::Queens,
            [name] => name.parse().map_err(Failure::input)?,
            [first, second, ..] => {
                return Err(Failure::input(format!("two variants: {first}, {second}")));
            }
        };
        Ok((sizes, variant))
    }
}

/// Format of a growth table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrowthFormat {
    Text,
    Json,
    Csv,
    Svg,
}

pub(crate) fn run_growth(args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    let (sizes, variant) = args.sizes_and_variant()?;
    if args.profile {
        return run_profile(variant, sizes, args.format, console);
    }
    let progress = ProgressDisplay::start_spinner(console, "measuring".to_owned());
    let document = lab::growth(&args.engines, variant, sizes, console.settings())
        .map_err(Failure::input)?;
    drop(progress);
    match args.format {
        GrowthFormat::Svg => {
            let mut out = console.out();
            out.write_all(plot_growth(&document)?.as_bytes())?;
            out.flush()?;
        }
        format => write_document(format, &document, console)?,
    }
    let stopped = document
        .series
        .iter()
        .find(|series| !series.outcome.is_complete());
    for series in document
        .series
        .iter()
        .filter(|series| !series.outcome.is_complete())
    {
        let next = series.points.last().map_or(sizes.0, |point| point.size + 1);
        console.say(format!(
            "{} at n = {next}: {}; the sizes before it are complete",
            series.engine, series.outcome
        ));
    }
    Ok(stopped
        .map_or(Outcome::Exhausted, |series| series.outcome)
        .into())
}

/// Counts the levels of the search trees.
fn run_profile(
    variant: Preset,
    sizes: (u32, u32),
    format: GrowthFormat,
    console: &Console,
) -> Result<Exit, Failure> {
    if format == GrowthFormat::Svg {
        return Err(Failure::input(
            "there is no plot of a profile: use --format text, csv or json",
        ));
    }
    let progress =
        ProgressDisplay::start_spinner(console, "counting the levels".to_owned());
    let document =
        lab::profile(variant, sizes, console.settings()).map_err(Failure::input)?;
    drop(progress);
    let mut differs = false;
    for tree in document.trees.iter().filter(|_| variant == Preset::Queens) {
        if let Some(published) = reference::tree_profile(tree.size) {
            let same = tree.levels.iter().map(|level| level.0).eq(published);
            differs |= !same;
            console.say(format!(
                "n = {}: {} published (A319284)",
                tree.size,
                if same { "as" } else { "NOT as" }
            ));
        }
    }
    if !document.outcome.is_complete() {
        console.say(format!(
            "{}; the sizes shown are complete",
            document.outcome
        ));
    }
    write_document(format, &document, console)?;
    Ok(if differs {
        Exit::CheckFailed
    } else {
        document.outcome.into()
    })
}

fn write_document<D: Document>(
    format: GrowthFormat,
    document: &D,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        GrowthFormat::Text => print_with_ending(document, console, &mut out)?,
        GrowthFormat::Csv => document.write_csv(&mut out)?,
        GrowthFormat::Json | GrowthFormat::Svg => document.write_json(&mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Plots nodes and time.
fn plot_growth(document: &GrowthDocument) -> Result<String, Failure> {
    let line = |series: &GrowthSeries| {
        // A logarithmic scale has no 0.
        let some = series.points.iter().filter(|point| point.nodes > 0);
        plot::EngineCurve {
            name: series.engine,
            nodes: some
                .map(|point| (f64::from(point.size), point.nodes as f64))
                .collect(),
            seconds: series
                .points
                .iter()
                .map(|p| (f64::from(p.size), p.seconds.max(1e-7)))
                .collect(),
        }
    };
    let lines: Vec<_> = document
        .series
        .iter()
        .filter(|series| !series.points.is_empty())
        .map(line)
        .collect();
    let title = format!("{}: all solutions, one thread", document.variant);
    plot::plot_growth(&title, &lines).map_err(Failure::input)
}
