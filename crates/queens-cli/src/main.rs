//! The command `queens`: the N-queens laboratory in a terminal.
//!
//! Results go to standard output, progress and messages to standard error. The exit status is 0 when
//! the question was answered (also by "there is none"), 1 when a check failed, 2 for bad input, 3
//! when a limit stopped the search, 130 when Ctrl-C did.

mod args;
mod commands;
mod console;
mod counting;
mod exit;
mod problem;
mod progress;
mod table;
mod timing;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use console::Console;
use exit::{Exit, Failure};
use std::process::ExitCode;

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
        Command::Completions(args) => commands::manual::completions(args),
        Command::Man(args) => commands::manual::man(args),
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
