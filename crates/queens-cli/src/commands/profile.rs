//! `queens growth --profile`: the backtrack tree, level by level.

use crate::args::{GrowthArgs, GrowthFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::{csv_line, grouped, table};
use queens::control::Outcome;
use queens::engines::rows;
use queens::parallel::Options;
use queens::problem::Preset;
use queens::reference;
use serde::Serialize;
use std::io::Write;

/// The tree of one size.
#[derive(Serialize)]
struct Tree {
    size: u32,
    /// The sum of the levels, the root among them.
    nodes: u128,
    /// The ways to fill the first k rows, for k from 0 to all.
    levels: Vec<u128>,
}

impl Tree {
    /// The first of the levels with most nodes.
    fn widest(&self) -> usize {
        let most = self.levels.iter().max();
        self.levels.iter().position(|level| Some(level) == most).unwrap_or(0)
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    variant: &'static str,
    outcome: String,
    trees: &'a [Tree],
}

pub(crate) fn run(variant: Preset, args: &GrowthArgs, console: &Console) -> Result<Exit, Failure> {
    if args.format == GrowthFormat::Svg {
        return Err(Failure::input("a profile is not plotted: use --format text, csv or json"));
    }
    let (first, last) = args.sizes;
    let mut trees = Vec::new();
    let mut outcome = Outcome::Exhausted;
    let mut differs = false;
    for size in first..=last {
        let problem = variant.problem(size, size).map_err(Failure::input)?;
        let progress = Progress::start(console, format!("the levels of n = {size}"));
        let options = Options { limits: console.settings().limits.clone(), ..Options::default() };
        let report = rows::profile(&problem, &options).map_err(Failure::input)?;
        drop(progress);
        if !report.outcome.is_complete() {
            outcome = report.outcome;
            console.say(format!("n = {size}: {outcome}; the sizes before it are complete"));
            break;
        }
        let levels = report.tally.figures;
        if let (Preset::Queens, Some(published)) = (variant, reference::tree_profile(size)) {
            let same = levels.iter().copied().eq(published);
            differs |= !same;
            console.say(format!("n = {size}: {} published (A319284)", if same { "as" } else { "NOT as" }));
        }
        trees.push(Tree { size, nodes: levels.iter().sum(), levels });
    }
    write_trees(args.format, &trees, variant, outcome, console)?;
    Ok(if differs { Exit::CheckFailed } else { outcome.into() })
}

fn write_trees(
    format: GrowthFormat,
    trees: &[Tree],
    variant: Preset,
    outcome: Outcome,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        GrowthFormat::Text => {
            let heads = ["n", "nodes", "widest", "nodes of the levels from 0"];
            let mut table = table(console, &heads, &[0, 1, 2]);
            for tree in trees {
                let levels: Vec<_> = tree.levels.iter().map(|&level| grouped(level)).collect();
                table.add_row([
                    tree.size.to_string(),
                    grouped(tree.nodes),
                    tree.widest().to_string(),
                    levels.join(" "),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        GrowthFormat::Csv => {
            writeln!(out, "n,level,nodes")?;
            for tree in trees {
                for (level, nodes) in tree.levels.iter().enumerate() {
                    let fields = [tree.size.to_string(), level.to_string(), nodes.to_string()];
                    writeln!(out, "{}", csv_line(&fields))?;
                }
            }
        }
        GrowthFormat::Json | GrowthFormat::Svg => {
            let document = Document {
                schema: "queens/profile/1",
                variant: variant.id(),
                outcome: outcome.to_string(),
                trees,
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}
