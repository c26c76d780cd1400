//! The command `queens`: the N-queens laboratory in a terminal.
//!
//! Results go to standard output, progress and messages to standard error. The exit
//! status is 0 when the question was answered (also by "there is none"), 1 when a check
//! failed, 2 for bad input, 3 when a limit stopped the search, 128 plus its number when a
//! signal did: 130 for Ctrl-C, 143 for SIGTERM.

#![forbid(unsafe_code)]

mod args;
mod browser;
mod child;
mod commands;
mod console;
mod default_command;
mod escape;
mod exit;
mod help;
mod input;
mod memory;
mod problem;
mod program;
mod progress;
mod signals;
mod table;
mod terminal;
mod tips;
mod words;

use args::{GlobalArgs, ProblemArgs};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use console::Console;
use escape::{escape_text, is_control};
use exit::{Exit, Failure};
use help::HelpLength;
use queens::control::Outcome;
use queens::document::{Document, NoAnswerDocument};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// Solve, count, list and explain the N-queens problem and its relatives
#[derive(Debug, Parser)]
#[command(
    name = "queens",
    bin_name = "queens",
    override_usage = "queens [OPTIONS] [COMMAND]",
    version,
    after_help = "`queens` alone draws a solution for 8 queens, `queens 12` for 12.\n\n\
                  Problems: a size (8), rows x columns (5x8), a variant and a size (torus 7; see `queens variants`), or --board FILE.\n\n\
                  Exit status: 0 answered, 1 a check failed, 2 bad input, 3 stopped by a limit, 130 interrupted (Ctrl-C), 143 terminated."
)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find one solution and draw it
    Solve(commands::solve::SolveArgs),
    /// List every solution
    List(commands::list::ListArgs),
    /// Count the solutions
    Count(commands::count::CountArgs),
    /// Estimate a number of solutions, nodes, or the time of a count
    Estimate(commands::estimate::EstimateArgs),
    /// Draw the growth law of the numbers of solutions as SVG
    Law(commands::law::LawArgs),
    /// Divide a count among machines or months, and prove its sum
    Campaign(commands::campaign::CampaignArgs),
    /// List the variants of the problem
    Variants(commands::variants::VariantsArgs),
    /// Run every engine on one problem, side by side
    Compare(commands::compare::CompareArgs),
    /// List the engines, or explain one: source, idea, cost
    Engines(commands::engines::EnginesArgs),
    /// Print every step of an engine as NDJSON
    Trace(commands::trace::TraceArgs),
    /// Watch an engine at work in the terminal
    Watch(commands::watch::WatchArgs),
    /// Write the steps of an engine as an animated GIF or SVG
    Record(commands::record::RecordArgs),
    /// Measure the growth of nodes and time with the size of the board
    Growth(commands::growth::GrowthArgs),
    /// Print the greedy sequence of queens (A065188)
    Greedy(commands::greedy::GreedyArgs),
    /// Time the counting engines on this machine
    Bench(commands::bench::BenchArgs),
    /// Write a problem in a format of other solvers
    Export(commands::export::ExportArgs),
    /// Read a problem or the answers of another solver
    Import(commands::import::ImportArgs),
    /// Check solutions from a file or from standard input
    Verify(commands::verify::VerifyArgs),
    /// Grade programs of students, and say what is wrong with them
    Grade(commands::grade::GradeArgs),
    /// Solve, explain, rate and make region puzzles
    Puzzle(commands::puzzle::PuzzleArgs),
    /// Run the general problem solver on queens and other problems
    Search(commands::search::SearchArgs),
    /// Serve the web page and the API
    Serve(commands::serve::ServeArgs),
    /// Print a completion script for a shell
    Completions(commands::manual::CompletionsArgs),
    /// Print the manual page
    Man(commands::manual::ManArgs),
}

impl Command {
    /// Returns the arguments that describe a problem, if the command has any, and its
    /// name.
    fn problem(&self) -> Option<(&ProblemArgs, &'static [&'static str])> {
        match self {
            Command::Solve(args) => Some((&args.problem, &["solve"])),
            Command::List(args) => Some((&args.problem, &["list"])),
            Command::Count(args) => Some((&args.problem, &["count"])),
            Command::Estimate(args) => Some((&args.problem, &["estimate"])),
            Command::Compare(args) => Some((&args.problem, &["compare"])),
            Command::Trace(args) => Some((&args.problem, &["trace"])),
            Command::Watch(args) => Some((&args.problem, &["watch"])),
            Command::Record(args) => Some((&args.problem, &["record"])),
            Command::Export(args) => Some((&args.problem, &["export"])),
            Command::Campaign(args) => args.problem(),
            _ => None,
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(exit) = program::guard_if_asked(&args) {
        return exit;
    }
    let (cli, writes_json) = match parse_arguments(args) {
        Ok(parsed) => parsed,
        Err(failure) => return failure.report(),
    };
    let console = match Console::new(&cli.global) {
        Ok(console) => console,
        Err(failure) => return failure.report(),
    };
    let faults = check_words(&cli.command);
    if let Some(assumed) = cli
        .command
        .problem()
        .and_then(|(problem, _)| problem.assumed_in_words())
        .filter(|_| faults.is_ok())
    {
        console.say(format!("no size given: assuming {assumed}"));
    }
    let result = faults.and_then(|()| run_command(&cli.command, &console));
    if let (true, Err(failure)) = (writes_json, &result) {
        write_no_answer(failure, &console);
    }
    match result {
        Ok(exit) => console.exit_code(exit),
        Err(Failure::Stopped(stop)) => {
            console.say(stop);
            console.exit_code(Outcome::from(Err(stop)).into())
        }
        Err(failure) => failure.report(),
    }
}

/// Checks the words of the problem that a command is about.
///
/// # Errors
/// A word that is no part of a problem, with what was probably meant.
fn check_words(command: &Command) -> Result<(), Failure> {
    let Some((problem, path)) = command.problem() else {
        return Ok(());
    };
    let root = Cli::command();
    let called = path
        .iter()
        .try_fold(&root, |command, name| command.find_subcommand(name));
    called.map_or(Ok(()), |called| problem.check_words(called))
}

/// Writes the document of a command in the format JSON that has no result: programs that
/// read it find an object in every case.
fn write_no_answer(failure: &Failure, console: &Console) {
    let document = match failure {
        Failure::Stopped(stop) => NoAnswerDocument::stopped(*stop, stop),
        Failure::Input(reason) => NoAnswerDocument::bad_input(reason),
        Failure::Io(_) => return,
    };
    let mut out = console.out();
    // There is nobody to tell that standard output is closed.
    let _ = document.write_json(&mut out).and_then(|()| out.flush());
}

/// Returns true if `--format json` was given to the command or to one of its subcommands.
fn wants_json(matches: &ArgMatches) -> bool {
    let formats = matches.try_get_raw("format").ok().flatten();
    let is_json = formats
        .and_then(Iterator::last)
        .is_some_and(|format| format.eq_ignore_ascii_case("json"));
    is_json
        || matches
            .subcommand()
            .is_some_and(|(_, inner)| wants_json(inner))
}

/// Parses the command line, and returns true if the command writes JSON; ends the process
/// with help, or with an error in the arguments.
fn parse_arguments(args: Vec<OsString>) -> Result<(Cli, bool), Failure> {
    let args = default_command::insert_command(&Cli::command(), args)?;
    let is_short = args.iter().any(|arg| arg == "-h" || arg == "--help");
    let length = if is_short {
        HelpLength::Short
    } else {
        HelpLength::Full
    };
    let mut command = help::shape_help(Cli::command(), length);
    let matches = command.try_get_matches_from_mut(&args);
    let parsed = matches
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, wants_json(&matches))));
    Ok(parsed.unwrap_or_else(|error| refuse_arguments(error, &mut command, &args)))
}

/// Ends the process with help, or with the error in the arguments.
fn refuse_arguments(
    error: clap::Error,
    command: &mut clap::Command,
    args: &[OsString],
) -> ! {
    let text = |arg: &OsString| arg.to_string_lossy().into_owned();
    if !args.iter().any(|arg| text(arg).contains(is_control)) {
        tips::improve_error(error, command, args).exit();
    }
    // The errors of clap quote the arguments, which may hold control characters: parse
    // the escaped ones again.
    let shown: Vec<OsString> = args
        .iter()
        .map(|arg| escape_text(&text(arg)).into_owned().into())
        .collect();
    match command.try_get_matches_from_mut(&shown) {
        Err(same) if same.kind() == error.kind() => {
            tips::improve_error(same, command, &shown).exit()
        }
        _ => {
            let _ = writeln!(io::stderr(), "{}", escape_text(&error.to_string()));
            std::process::exit(error.exit_code());
        }
    }
}

fn run_command(command: &Command, console: &Console) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => commands::solve::run_solve(args, console),
        Command::List(args) => commands::list::run_list(args, console),
        Command::Count(args) => commands::count::run_count(args, console),
        Command::Estimate(args) => commands::estimate::run_estimate(args, console),
        Command::Law(args) => commands::law::run_law(args, console),
        Command::Campaign(args) => commands::campaign::run_campaign(args, console),
        Command::Variants(args) => commands::variants::run_variants(args, console),
        Command::Compare(args) => commands::compare::run_compare(args, console),
        Command::Engines(args) => commands::engines::run_engines(args, console),
        Command::Trace(args) => commands::trace::run_trace(args, console),
        Command::Watch(args) => commands::watch::run_watch(args, console),
        Command::Record(args) => commands::record::run_record(args, console),
        Command::Growth(args) => commands::growth::run_growth(args, console),
        Command::Greedy(args) => commands::greedy::run_greedy(args, console),
        Command::Bench(args) => commands::bench::run_bench(args, console),
        Command::Export(args) => commands::export::run_export(args, console),
        Command::Import(args) => commands::import::run_import(args, console),
        Command::Verify(args) => commands::verify::run_verify(args, console),
        Command::Grade(args) => commands::grade::run_grade(args, console),
        Command::Puzzle(args) => commands::puzzle::run_puzzle(args, console),
        Command::Search(args) => commands::search::run_search(args, console),
        Command::Serve(args) => commands::serve::run_serve(args, console),
        Command::Completions(args) => commands::manual::write_completions(
            args,
            help::shape_help(Cli::command(), HelpLength::Full),
        ),
        Command::Man(args) => commands::manual::write_man_pages(
            args,
            help::shape_help(Cli::command(), HelpLength::Full),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        for length in [HelpLength::Short, HelpLength::Full] {
            help::shape_help(Cli::command(), length).debug_assert();
        }
    }
}
