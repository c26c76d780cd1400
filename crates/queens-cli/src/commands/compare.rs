//! `queens compare`: runs every engine, and programs of the user, on one problem, side by
//! side.

use crate::args::{ProblemArgs, TableFormat, engine_id};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::program;
use crate::progress::ProgressDisplay;
use crate::table::{several, write_document};
use clap::Args;
use queens::control::Outcome;
use queens::document::CompareDocument;
use queens::lab::{Agreement, CompareOptions, agreement, compare};
use queens::problem::Problem;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens compare 8                                       all engines\n\
\x20 queens compare 10 --engines flags,bitmask,exact-cover  some of them\n\
\x20 queens compare torus 7                                 a variant\n\
\x20 queens compare armies 4                                rules, by every engine that knows them\n\
\x20 queens compare 8 -e flags --program ./my_solver          a program of your own")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Run only these engines, separated by commas
    #[arg(short = 'e', long, alias = "engine", value_name = "IDS", value_delimiter = ',', value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engines: Vec<String>,
    /// Also run engines that need more than a few seconds
    #[arg(long)]
    pub(crate) all: bool,
    /// Also run this program, with the size as its argument, and check the solutions that
    /// it prints; at its time limit it is killed with what it started (Windows: without),
    /// and on Linux --memory-limit holds for it
    #[arg(long = "program", value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,
    /// text, json or csv
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: TableFormat,
}

pub(crate) fn run_compare(
    args: &CompareArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let problem = args.problem.problem_with_rules(console)?;
    if !args.programs.is_empty() && !problem.is_standard() {
        return Err(Failure::input(format!(
            "--program passes the size alone, which does not describe '{problem}': compare programs on the standard board"
        )));
    }
    let mut progress = None;
    let options = CompareOptions {
        engines: &args.engines,
        all: args.all,
    };
    let mut document = compare(&problem, options, console.settings(), &mut |id| {
        progress = Some(ProgressDisplay::start_spinner(console, id.to_owned()));
    })
    .map_err(Failure::input)?;
    for path in &args.programs {
        if console.cancel().is_cancelled() {
            break;
        }
        progress = Some(ProgressDisplay::start_spinner(
            console,
            path.display().to_string(),
        ));
        document.add_program(program::check_program(
            path,
            &problem,
            console.limits_of_each(),
        ));
    }
    drop(progress);
    write_document(args.format, &document, console)?;
    let judged = report_programs(&document, console);
    Ok(match print_conclusion(&problem, &document, console) {
        Exit::Answered => judged,
        exit => exit,
    })
}

/// Prints the reason of each program that is not correct, and the end of its standard
/// error.
fn report_programs(document: &CompareDocument, console: &Console) -> Exit {
    let mut exit = Exit::Answered;
    for line in document
        .programs
        .iter()
        .filter(|line| line.verdict != "correct")
    {
        let reason = line
            .reason
            .as_ref()
            .map_or(String::new(), |reason| format!(": {reason}"));
        console.say(format!("{}: {}{reason}", line.program, line.verdict));
        if let Some(stderr) = &line.stderr {
            stderr
                .lines()
                .for_each(|text| console.say(format!("  {text}")));
        }
        exit = match (line.verdict, exit) {
            ("timed out", Exit::Answered) => Exit::LimitReached,
            ("timed out", exit) => exit,
            _ => Exit::CheckFailed,
        };
    }
    exit
}

/// Reports whether the engines agree with each other and with the published value.
fn print_conclusion(
    problem: &Problem,
    document: &CompareDocument,
    console: &Console,
) -> Exit {
    for skipped in &document.skipped {
        console
            .explain_choice(format!("{} did not run: {}", skipped.engine, skipped.why));
    }
    if !document.skipped.is_empty() {
        let ids: Vec<_> = document
            .skipped
            .iter()
            .map(|skipped| skipped.engine)
            .collect();
        console.say(format!("did not run (-v says why): {}", ids.join(", ")));
    }
    match agreement(problem, document) {
        Agreement::Contradicted { published } => {
            console.warn("error: THE ENGINES DISAGREE: see the table");
            if let Some(published) = published {
                console.warn(format!(
                    "error: the published value is {} ({})",
                    published.value, published.name
                ));
            }
            return Exit::CheckFailed;
        }
        Agreement::Agreed {
            engines,
            count,
            published,
        } => {
            let reference = published
                .map_or(String::new(), |p| format!(", as published ({})", p.name));
            let who = match engines {
                1 => "one engine counts".to_owned(),
                _ => format!("{engines} engines agree"),
            };
            console.say(format!("{who}: {}{reference}", several(count, "solution")));
        }
        Agreement::Nothing => {
            console
                .say("no engine counted all solutions, so there is nothing to compare");
        }
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
