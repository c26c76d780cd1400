//! `queens` and `queens 8` mean `queens solve` and `queens solve 8`.

use crate::args::problem_words;
use crate::exit::Failure;
use crate::nearest::nearest_name;
use clap::Command;
use std::ffi::OsString;

/// Command that is meant if there is none.
const DEFAULT_COMMAND: &str = "solve";

/// Words for commands that have another name here.
const COMMAND_SYNONYMS: [(&str, &str); 12] = [
    ("race", "compare"),
    ("benchmark", "bench"),
    ("enumerate", "list"),
    ("all", "list"),
    ("check", "verify"),
    ("validate", "verify"),
    ("animate", "watch"),
    ("visualize", "watch"),
    ("convert", "export"),
    ("algorithms", "engines"),
    ("web", "serve"),
    ("gui", "serve"),
];

/// Returns the arguments with the default command if they name none and do not ask for
/// help.
///
/// # Errors
/// The first word is not a problem, but looks like a command.
pub(crate) fn insert_command(
    command: &Command,
    mut args: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    let asks_for_help = |word: &OsString| {
        word.to_str()
            .is_some_and(|word| matches!(word, "-h" | "--help" | "-V" | "--version"))
    };
    // `help COMMAND` names a command, too.
    let (word, before) = match (first_word(command, &args), args.as_slice()) {
        (Some("help"), [_, _, about]) => (about.to_str(), "help "),
        (word, _) => (word, ""),
    };
    let is_named =
        word.is_some_and(|word| command_names(command).any(|name| name == word));
    if word == Some("units") {
        return Err(Failure::input(
            "`queens units` is a part of `queens campaign` now: `queens campaign share 3/64 20 > 3.jsonl` runs a share of a \
             count, `queens campaign sum *.jsonl` adds up",
        ));
    }
    if let Some(word) = word.filter(|_| !is_named)
        && let Some(meant) = other_name(word).or_else(|| mistyped_command(command, word))
    {
        return Err(Failure::input(format!(
            "unrecognised command `{word}`: did you mean `{before}{meant}`?"
        )));
    }
    if let Some(tip) = word
        .filter(|_| !is_named)
        .and_then(|word| inside_another(command, word, before))
    {
        return Err(Failure::input(tip));
    }
    if !is_named
        && before.is_empty()
        && !args.is_empty()
        && !args[1..].iter().any(asks_for_help)
    {
        args.insert(1, DEFAULT_COMMAND.into());
    }
    Ok(args)
}

/// Returns the names of the commands and their aliases.
fn command_names(command: &Command) -> impl Iterator<Item = &str> {
    let names = |command| {
        std::iter::once(Command::get_name(command))
            .chain(Command::get_all_aliases(command))
    };
    command.get_subcommands().flat_map(names).chain(["help"])
}

/// Returns the first argument that is neither an option nor the value of one.
fn first_word<'a>(command: &Command, args: &'a [OsString]) -> Option<&'a str> {
    let mut args = args
        .iter()
        .skip(1)
        .map(|arg| arg.to_str().unwrap_or_default());
    while let Some(arg) = args.next() {
        match arg {
            "--" => return None,
            option if option.len() > 1 && option.starts_with('-') => {
                if takes_next(command, option) {
                    args.next();
                }
            }
            word => return Some(word),
        }
    }
    None
}

/// Returns true if the value of `option` is the next argument.
fn takes_next(command: &Command, option: &str) -> bool {
    let default = command
        .find_subcommand(DEFAULT_COMMAND)
        .into_iter()
        .flat_map(Command::get_arguments);
    command.get_arguments().chain(default).any(|argument| {
        let is_it = match option.strip_prefix("--") {
            Some(long) => argument
                .get_long_and_visible_aliases()
                .is_some_and(|names| names.contains(&long)),
            None => argument.get_short().is_some_and(|short| {
                option.strip_prefix('-') == Some(&*short.to_string())
            }),
        };
        is_it && argument.get_action().takes_values()
    })
}

/// Returns the command that has the name `word` in other programs.
fn other_name(word: &str) -> Option<&'static str> {
    COMMAND_SYNONYMS
        .iter()
        .find(|(other, _)| *other == word)
        .map(|&(_, name)| name)
}

/// Returns the command that `word` was probably meant to be, unless a variant is as near.
fn mistyped_command<'a>(command: &'a Command, word: &str) -> Option<&'a str> {
    let variants = problem_words();
    let name =
        nearest_name(word, variants.iter().copied().chain(command_names(command)))?;
    command_names(command).find(|command| *command == name && !variants.contains(command))
}

/// Returns the tip for a word that is a command inside others, such as `play` in
/// `puzzle`. `before` is what precedes their names: nothing, or `help `.
fn inside_another(command: &Command, word: &str, before: &str) -> Option<String> {
    if problem_words().contains(&word) {
        return None;
    }
    let groups = command
        .get_subcommands()
        .filter(|group| group.find_subcommand(word).is_some());
    let paths: Vec<_> = groups
        .map(|group| format!("`queens {before}{} {word}`", group.get_name()))
        .collect();
    (!paths.is_empty()).then(|| {
        format!(
            "there is no command `{word}` here: use {}",
            paths.join(" or ")
        )
    })
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
            ("queens methods", "queens methods"),
            (
                "queens --color never count 8",
                "queens --color never count 8",
            ),
            ("queens help count", "queens help count"),
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

    #[test]
    fn commands_of_other_programs_have_tips() {
        let command = Cli::command();
        for (word, name) in COMMAND_SYNONYMS {
            assert!(
                command_names(&command).any(|command| command == name),
                "{name}"
            );
            assert!(
                !command_names(&command).any(|command| command == word),
                "{word} is a command"
            );
            let error = insert_command(&command, words(&format!("queens {word} 8")))
                .expect_err(word)
                .to_string();
            assert!(
                error.contains(&format!("did you mean `{name}`?")),
                "{error}"
            );
        }
    }

    #[test]
    fn recognises_mistyped_commands_but_not_variants() {
        let command = Cli::command();
        for (word, meant) in [
            ("cuont", "count"),
            ("sovle", "solve"),
            ("lits", "list"),
            ("benhc", "bench"),
        ] {
            assert_eq!(mistyped_command(&command, word), Some(meant));
        }
        for word in
            problem_words()
                .into_iter()
                .chain(["torsu", "8", "5x8", "king", "frobnicate"])
        {
            assert_eq!(mistyped_command(&command, word), None, "{word}");
        }
    }

    #[test]
    fn finds_subcommands() {
        let command = Cli::command();
        let tip = inside_another(&command, "play", "").expect("a command of puzzle");
        assert!(tip.contains("`queens puzzle play`"), "{tip}");
        let help = insert_command(&command, words("queens help hint"))
            .expect_err("a command of puzzle")
            .to_string();
        assert!(help.contains("`queens help puzzle hint`"), "{help}");
        for word in ["queens", "torus", "8", "frobnicate"] {
            assert_eq!(inside_another(&command, word, ""), None, "{word}");
        }
    }
}
