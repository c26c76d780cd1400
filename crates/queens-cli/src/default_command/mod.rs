//! `queens` and `queens 8` mean `queens solve` and `queens solve 8`; a first word that is
//! neither a command nor a problem gets a way out.

mod joined;
mod other_programs;

pub(crate) use joined::is_square;
pub(crate) use other_programs::answer_to;

use crate::exit::Failure;
use crate::tips::{is_option, takes_next};
use clap::Command;
use joined::{join_split_values, takes_value};
use other_programs::{help_about, way_out};
use std::ffi::OsString;

/// Command that is meant if there is none.
const DEFAULT_COMMAND: &str = "solve";

/// Returns the arguments with the default command if they name none and do not ask for
/// help, and with what a shell has split in one piece.
///
/// # Errors
/// The first word is not a problem, but looks like a command.
pub(crate) fn insert_command(
    command: &Command,
    args: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    let mut args = join_split_values(command, args)?;
    let asks_for_help = |word: &OsString| {
        word.to_str()
            .is_some_and(|word| matches!(word, "-h" | "--help" | "-V" | "--version"))
    };
    let words = plain_words(command, &args);
    let Some(&word) = words.first() else {
        let is_help = args.get(1).is_some_and(|word| word == "help");
        if !is_help && !args.is_empty() && !args[1..].iter().any(asks_for_help) {
            args.insert(1, DEFAULT_COMMAND.into());
        }
        return Ok(args);
    };
    let is_named = |word: &str| command_names(command).any(|name| name == word);
    if word == "help" {
        return match words.get(1) {
            Some(&about) if !is_named(about) => {
                Err(Failure::input(help_about(command, about)))
            }
            _ => Ok(args),
        };
    }
    if is_named(word) {
        let name = word.to_owned();
        return Ok(command_first(command, &name, args));
    }
    if let Some(way_out) = way_out(command, &words) {
        return Err(Failure::input(way_out));
    }
    if !args[1..].iter().any(asks_for_help) {
        args.insert(1, DEFAULT_COMMAND.into());
    }
    Ok(args)
}

/// Returns the names of the commands.
fn command_names(command: &Command) -> impl Iterator<Item = &str> {
    command
        .get_subcommands()
        .map(Command::get_name)
        .chain(["help"])
}

/// Returns the arguments with the name of the command before the options, unless all of
/// these are for every command: `--format json count 8`.
fn command_first(
    command: &Command,
    name: &str,
    mut args: Vec<OsString>,
) -> Vec<OsString> {
    let at = args.iter().position(|arg| arg == name).unwrap_or(1);
    let is_own = |arg: &OsString| {
        arg.to_str()
            .is_some_and(|arg| is_option(arg) && takes_value(command, arg))
            && !arg.to_str().is_some_and(|arg| takes_next([command], arg))
    };
    if args[1..at].iter().any(is_own) {
        args[1..=at].rotate_right(1);
    }
    args
}

/// Returns the arguments that are neither options nor their values; none after `--`.
fn plain_words<'a>(command: &Command, args: &'a [OsString]) -> Vec<&'a str> {
    let mut words = Vec::new();
    let mut args = args
        .iter()
        .skip(1)
        .map(|arg| arg.to_str().unwrap_or_default());
    while let Some(arg) = args.next() {
        if arg == "--" {
            break;
        }
        if is_option(arg) {
            if takes_value(command, arg) {
                args.next();
            }
        } else {
            words.push(arg);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::CommandFactory;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(Into::into).collect()
    }

    #[test]
    fn no_command_means_solve() {
        let cases = [
            ("queens", "queens solve"),
            ("queens 8", "queens solve 8"),
            ("queens torus 7", "queens solve torus 7"),
            ("queens --color never 8", "queens solve --color never 8"),
            ("queens -e count 8", "queens solve -e count 8"),
            ("queens --board count", "queens solve --board count"),
            ("queens -q", "queens solve -q"),
            ("queens count 8", "queens count 8"),
            (
                "queens --color never count 8",
                "queens --color never count 8",
            ),
            (
                "queens --format json count 8",
                "queens count --format json 8",
            ),
            ("queens help count", "queens help count"),
            ("queens help", "queens help"),
            ("queens --help", "queens --help"),
        ];
        for (typed, meant) in cases {
            assert_eq!(
                insert_command(&Cli::command(), words(typed)).unwrap(),
                words(meant),
                "{typed}"
            );
        }
    }
}
