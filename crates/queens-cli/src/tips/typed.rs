//! The command line that was typed: the command, and the words that are neither options
//! nor their values.

use clap::{Arg, Command};
use std::ffi::OsString;

/// A command line that was refused.
pub(super) struct TypedLine<'c> {
    pub(super) root: &'c Command,
    pub(super) command: &'c Command,
    /// Names of the commands: `count`, `campaign plan`.
    pub(super) path: String,
    /// The words after them, each as a shell takes it.
    pub(super) words: Vec<String>,
}

impl<'c> TypedLine<'c> {
    /// Reads the arguments. `unknown` is an option that the command does not have, and
    /// whether the word after it is its value.
    pub(super) fn read(
        root: &'c Command,
        args: &[OsString],
        unknown: (&str, bool),
    ) -> Self {
        let (path, command) = command_path(root, args);
        let mut words = Vec::new();
        let mut names = path.iter().peekable();
        let mut args = args.iter().skip(1).filter_map(|arg| arg.to_str());
        while let Some(arg) = args.next() {
            let is_unknown = arg == unknown.0;
            if is_unknown || is_option(arg) {
                let takes_next = match is_unknown {
                    true => unknown.1,
                    false => takes_next([root, command], arg),
                };
                if takes_next {
                    args.next();
                }
            } else if names.next_if(|name| *name == arg).is_none() {
                words.push(shell_word(arg));
            }
        }
        TypedLine {
            root,
            command,
            path: path.join(" "),
            words,
        }
    }

    /// Returns true if the command takes a problem.
    pub(super) fn takes_problem(&self) -> bool {
        self.command
            .get_positionals()
            .any(|argument| argument.get_id() == "words")
    }

    /// Returns the words of the problem, or a chessboard.
    pub(super) fn problem(&self) -> String {
        match self.words.is_empty() {
            true => "8".to_owned(),
            false => self.words.join(" "),
        }
    }

    /// Returns true if the command has this long option.
    pub(super) fn has_option(&self, long: &str) -> bool {
        known_options(self.root, self.command)
            .any(|argument| argument.get_long() == Some(long))
    }

    /// Returns the values of an option; empty if it takes any, or is not there.
    pub(super) fn values_of(&self, long: &str) -> Vec<String> {
        let argument = self
            .command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(long));
        argument.map_or_else(Vec::new, |argument| {
            let values = argument.get_possible_values();
            values
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect()
        })
    }
}

/// Returns the command that the arguments name, and the names on the way to it.
pub(super) fn command_path<'c>(
    root: &'c Command,
    args: &[OsString],
) -> (Vec<String>, &'c Command) {
    let (mut path, mut inside) = (Vec::new(), root);
    for word in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        if let Some(next) = inside.find_subcommand(word) {
            path.push(next.get_name().to_owned());
            inside = next;
        }
    }
    (path, inside)
}

/// Returns the options of a command and the global ones.
pub(super) fn known_options<'c>(
    root: &'c Command,
    command: &'c Command,
) -> impl Iterator<Item = &'c Arg> {
    let of_all = root
        .get_arguments()
        .filter(|argument| argument.is_global_set());
    command
        .get_arguments()
        .chain(of_all)
        .filter(|argument| !argument.is_hide_set())
}

/// Returns true for a word that is an option, or the name of one with its value.
pub(crate) fn is_option(arg: &str) -> bool {
    let is_number = arg
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    arg.len() > 1 && arg.starts_with('-') && !is_number
}

/// Returns true if the value of an option of these commands is the next argument.
pub(crate) fn takes_next<'c>(
    commands: impl IntoIterator<Item = &'c Command>,
    option: &str,
) -> bool {
    commands
        .into_iter()
        .flat_map(Command::get_arguments)
        .any(|argument| {
            let is_it = match option.strip_prefix("--") {
                Some(long) => argument.get_long() == Some(long),
                None => argument.get_short().is_some_and(|short| {
                    option.strip_prefix('-') == Some(&*short.to_string())
                }),
            };
            is_it && argument.get_action().takes_values()
        })
}

/// Returns a word as it is written in a shell: in quotation marks if that is needed.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._/:,+=%@-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}
