//! `queens compare`: runs every engine on one problem, side by side.

use crate::args::{ProblemArgs, TableFormat, engine_id};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{several, write};
use clap::Args;
use queens::control::Outcome;
use queens::document::CompareDocument;
use queens::lab::{Agreement, CompareOptions, agreement, compare};
use queens::problem::Problem;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens compare 8                                       all engines\n\
\x20 queens compare 10 --engines flags,bitmask,exact-cover  some of them\n\
\x20 queens compare torus 7                                 a variant")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Run only these engines, separated by commas
    #[arg(short = 'e', long, short_alias = 'm', aliases = ["engine", "method", "methods"], value_name = "IDS", value_delimiter = ',', value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engines: Vec<String>,
    /// Also run engines that need more than a few seconds
    #[arg(long)]
    pub(crate) all: bool,
    /// text, json or csv
    #[arg(short, long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub(crate) format: TableFormat,
}

pub(crate) fn run(args: &CompareArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem(console)?;
    let mut progress = None;
    let options = CompareOptions { engines: &args.engines, all: args.all };
    let document = compare(&problem, options, console.settings(), &mut |id| {
        progress = Some(ProgressDisplay::start(console, id.to_owned()));
    })
    .map_err(Failure::input)?;
    drop(progress);
    write(args.format, &document, console)?;
    Ok(conclude(&problem, &document, console))
}

/// Reports whether the engines agree with each other and with the published value.
fn conclude(problem: &Problem, document: &CompareDocument, console: &Console) -> Exit {
    for skipped in &document.skipped {
        console.explain(format!("{} did not run: {}", skipped.engine, skipped.why));
    }
    if !document.skipped.is_empty() {
        let ids: Vec<_> = document.skipped.iter().map(|skipped| skipped.engine).collect();
        console.say(format!("did not run (-v says why): {}", ids.join(", ")));
    }
    match agreement(problem, document) {
        Agreement::Contradicted { published } => {
            console.warn("error: THE ENGINES DISAGREE: see the table");
            if let Some(published) = published {
                console
                    .warn(format!("error: the published value is {} ({})", published.value, published.name));
            }
            return Exit::CheckFailed;
        }
        Agreement::Agreed { engines, count, published } => {
            let reference = published.map_or(String::new(), |p| format!(", as published ({})", p.name));
            let who = match engines {
                1 => "one engine counts".to_owned(),
                _ => format!("{engines} engines agree"),
            };
            console.say(format!("{who}: {}{reference}", several(count, "solution")));
        }
        Agreement::Nothing => console.say("no engine counted all solutions, so there is nothing to compare"),
    }
    let stopped = document
        .engines
        .iter()
        .map(|line| line.outcome)
        .find(|&outcome| !outcome.is_complete() && outcome != Outcome::GaveUp);
    match stopped {
        _ if console.cancel().is_cancelled() => Exit::Interrupted,
        Some(outcome) => outcome.into(),
        None => Outcome::Exhausted.into(),
    }
}
