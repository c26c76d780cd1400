//! The command `queens`: the N-queens laboratory in a terminal.
//!
//! Results go to standard output, progress and messages to standard error. The exit status is 0 when
//! the question was answered (also by "there is none"), 1 when a check failed, 2 for bad input, 3
//! when a limit stopped the search, 130 when Ctrl-C did.

mod args;
mod commands;
mod console;
mod exit;
mod form;
mod problem;
mod progress;
mod table;

use args::GlobalArgs;
use clap::{CommandFactory, Parser, Subcommand};
use console::Console;
use exit::{Exit, Failure};
use queens::problem::Preset;
use std::process::ExitCode;

/// The N-queens laboratory: solve, count, list, compare and watch the N-queens problem and its relatives.
#[derive(Debug, Parser)]
#[command(
    name = "queens",
    bin_name = "queens",
    override_usage = "queens [OPTIONS] [COMMAND]",
    version,
    propagate_version = true,
    after_help = "`queens` alone draws a solution for 8 queens, `queens 12` for 12.\n\
                  Problems: a size (8), a rectangle (5x8), a variant and a size (torus 7), or --board FILE.\n\
                  Exit status: 0 answered, 1 a check failed, 2 bad input, 3 stopped by a limit, 130 interrupted."
)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

/// What can be asked, and what cannot.
fn problems() -> String {
    let line = |preset: Preset| format!("  {:<20} {}\n", preset.id(), preset.summary());
    format!(
        "Variants:\n{}\nA file (--board) can say more: any piece, edges, regions, numbers of queens (docs/guide/problems.md).\n\
         Not in the model: domination (few queens that reach every square), peaceable armies (two colours), \
         colourings (several solutions on one board), games, and boards of three or more dimensions.",
        Preset::ALL.map(line).concat()
    )
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find one solution and draw it
    #[command(after_help = problems())]
    Solve(commands::solve::SolveArgs),
    /// List every solution
    #[command(after_help = problems())]
    List(commands::list::ListArgs),
    /// Count the solutions
    #[command(after_help = problems())]
    Count(commands::count::CountArgs),
    /// Split the exact count into work units, run them anywhere, and sum them
    Units(commands::units::UnitsArgs),
    /// Run every method on one problem, side by side
    Compare(commands::compare::CompareArgs),
    /// Show the methods: what, who, when, how, at what cost
    Methods(commands::methods::MethodsArgs),
    /// Print every step of a method as NDJSON
    Trace(commands::trace::TraceArgs),
    /// Watch a method at work in the terminal
    Watch(commands::watch::WatchArgs),
    /// Show how the cost of a method grows with the size of the board
    Growth(commands::growth::GrowthArgs),
    /// Time the counting engines side by side on this machine
    Bench(commands::bench::BenchArgs),
    /// Check solutions from a file or from standard input
    Verify(commands::verify::VerifyArgs),
    /// Run the general problem solver on the queens and on other problems
    Search(commands::search::SearchArgs),
    /// Serve the solutions as a web page
    Serve(commands::serve::ServeArgs),
    /// Print a completion script for a shell
    Completions(commands::manual::CompletionsArgs),
    /// Print the manual page
    Man(commands::manual::ManArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse_from(with_default_command(std::env::args_os().collect()));
    let console = match Console::new(&cli.global) {
        Ok(console) => console,
        Err(failure) => return failure.report(),
    };
    match run(&cli.command, &console) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}

fn run(command: &Command, console: &Console) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => commands::solve::run(args, console),
        Command::List(args) => commands::list::run(args, console),
        Command::Count(args) => commands::count::run(args, console),
        Command::Units(args) => commands::units::run(args, console),
        Command::Compare(args) => commands::compare::run(args, console),
        Command::Methods(args) => commands::methods::run(args, console),
        Command::Trace(args) => commands::trace::run(args, console),
        Command::Watch(args) => commands::watch::run(args, console),
        Command::Growth(args) => commands::growth::run(args, console),
        Command::Bench(args) => commands::bench::run(args, console),
        Command::Verify(args) => commands::verify::run(args, console),
        Command::Search(args) => commands::search::run(args, console),
        Command::Serve(args) => commands::serve::run(args, console),
        Command::Completions(args) => commands::manual::completions(args, Cli::command()),
        Command::Man(args) => commands::manual::man(args, Cli::command()),
    }
}

/// Makes `queens` and `queens 8` mean `queens solve` and `queens solve 8`: where no command is
/// named and nobody asks for help, `solve` is meant.
fn with_default_command(mut args: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let command = Cli::command();
    let is_command = |word: &str| {
        word == "help"
            || command.get_subcommands().any(|sub| sub.get_name_and_visible_aliases().contains(&word))
    };
    let asks_for_help = |word: &str| matches!(word, "-h" | "--help" | "-V" | "--version");
    let named = args.iter().skip(1).filter_map(|arg| arg.to_str()).any(|w| is_command(w) || asks_for_help(w));
    if !named && !args.is_empty() {
        args.insert(1, "solve".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn solve_is_meant_where_no_command_is_named() {
        let words = |text: &str| text.split(' ').map(Into::into).collect::<Vec<std::ffi::OsString>>();
        let cases = [
            ("queens", "queens solve"),
            ("queens 8", "queens solve 8"),
            ("queens --color never 8", "queens solve --color never 8"),
            ("queens count 8", "queens count 8"),
            ("queens --color never count 8", "queens --color never count 8"),
            ("queens --help", "queens --help"),
        ];
        for (typed, meant) in cases {
            assert_eq!(with_default_command(words(typed)), words(meant), "{typed}");
        }
    }
}
