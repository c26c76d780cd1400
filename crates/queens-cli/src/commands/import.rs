//! `queens import`: reads problems and answers of other programs.

use crate::args::format_parser;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{Deadline, WatchedInput, bytes_of, name_of};
use crate::problem::from_words;
use crate::table::several;
use clap::Args;
use queens::control::Outcome;
use queens::import::{self, Answers, ImportError};
use queens::problem::{MAX_TEXT, Problem};
use queens::render::{Format, Summary};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens import blocked.param                             a problem of CSPLib, printed in the text form\n\
\x20 queens import instance.txt | queens count --board -     its number of solutions\n\
\x20 queens export 8 --to dimacs --output 8.cnf; cadical -q 8.cnf > answer.txt\n\
\x20 queens import answer.txt --to-model 8.cnf | queens verify\n\
\x20 queens export torus 5 --to asp | clingo 0 | queens import --problem \"torus 5\" --format json")]
pub(crate) struct ImportArgs {
    /// Problem or answers, in any format that can be recognised; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// The file holds answers to this problem ('torus 7'); without it, or --to-model, it
    /// holds a problem
    #[arg(long, value_name = "PROBLEM", conflicts_with = "model")]
    pub(crate) problem: Option<String>,
    /// The file holds answers to the problem in this file; one that `export` wrote, or
    /// any other that can be imported
    #[arg(long = "to-model", value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    /// text, board, json, ndjson, csv, html, svg or png
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = format_parser(), ignore_case = true, hide_possible_values = true)]
    pub(crate) format: Format,
}

pub(crate) fn run_import(args: &ImportArgs, console: &Console) -> Result<Exit, Failure> {
    match answered_problem(args, console)? {
        Some(problem) => import_answers(args, &problem, console),
        None => import_problem(&args.file, console),
    }
}

/// Reads the problem to which the file holds answers; `None` if the arguments name none,
/// so that the file itself holds a problem.
fn answered_problem(
    args: &ImportArgs,
    console: &Console,
) -> Result<Option<Problem>, Failure> {
    if let Some(words) = &args.problem {
        return from_words(words).map(Some);
    }
    let Some(model) = &args.model else {
        return Ok(None);
    };
    if is_standard_input(model) && is_standard_input(&args.file) {
        return Err(Failure::input(
            "the model and the answers cannot both come from standard input: name a file for one of them",
        ));
    }
    read_problem(model, console).map(Some)
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Reads a problem from a file, in any format that can be recognised.
fn read_problem(file: &Path, console: &Console) -> Result<Problem, Failure> {
    let bytes = bytes_of(file, MAX_TEXT as u64 + 1, &console.settings().limits)?;
    import::problem(&bytes).map_err(|error| import_failure(file, &error))
}

fn import_failure(file: &Path, error: &ImportError) -> Failure {
    Failure::input(format!("{}: {error}", name_of(file)))
}

/// Prints the problem of a file in the text form.
fn import_problem(file: &Path, console: &Console) -> Result<Exit, Failure> {
    let problem = read_problem(file, console)?;
    let mut out = console.out();
    writeln!(out, "{problem}")?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Writes each answer as soon as it is read.
fn import_answers(
    args: &ImportArgs,
    problem: &Problem,
    console: &Console,
) -> Result<Exit, Failure> {
    let deadline = Deadline::from_limits(&console.settings().limits);
    let mut renderer = console.renderer(args.format, problem)?;
    let mut out = console.out();
    renderer.begin(&mut out)?;
    let mut written = Ok(());
    let read = import::answers(
        &mut WatchedInput::open(&args.file, &deadline),
        problem,
        &mut |_, placement| {
            written = renderer.solution(&placement, &mut out);
            if written.is_err() || deadline.is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    written?;
    let (found, outcome) = match (deadline.stop(), read) {
        // After the deadline every read fails, so this error says nothing about the file.
        (Some(stop), read) => (read.unwrap_or_default(), Outcome::from(Err(stop))),
        (None, Ok(found)) if found.says_none => (found, Outcome::Exhausted),
        // The file does not say whether there are others.
        (None, Ok(found)) => (found, Outcome::Found),
        (None, Err(error)) => {
            out.flush()?;
            return Err(import_failure(&args.file, &error));
        }
    };
    let solutions = found.solutions;
    renderer.end(&Summary { solutions, outcome }, &mut out)?;
    out.flush()?;
    if let Some(stop) = deadline.stop() {
        console.say(format!(
            "{} before the end of the input: {stop}",
            several(solutions, "answer")
        ));
        return Ok(outcome.into());
    }
    report_answers(&args.file, found, console)
}

/// Reports what a file that was read to its end holds. A file with neither answers nor a
/// statement that there are none is an error: it is hardly the output of a solver.
fn report_answers(
    file: &Path,
    found: Answers,
    console: &Console,
) -> Result<Exit, Failure> {
    match (found.solutions, found.says_none) {
        (0, false) => {
            return Err(Failure::input(format!(
                "{} holds neither an answer of a solver nor the statement that there is none; `queens verify` reads the \
                 output of `queens list`",
                name_of(file)
            )));
        }
        (0, true) => console.say("the solver reports that there is no solution"),
        (count, _) => console.say(format!(
            "{}, not checked (`queens verify` checks them)",
            several(count, "answer")
        )),
    }
    Ok(Exit::Answered)
}
