//! Tips for arguments that clap refuses.
//!
//! clap suggests any option that shares some letters, such as `--kernel` for `--len`, and
//! puts it into the usage line. Its suggestions are replaced here: by an option one or
//! two typing errors away, by the option that has another name here, by the command that
//! has the option, or by nothing. Other errors get the way out that clap cannot know.

mod option_table;
mod options;
mod surplus;
mod typed;

pub(crate) use options::find_elsewhere;
pub(crate) use surplus::address_of;
pub(crate) use typed::{is_option, shell_word, takes_next};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use queens::names;
use std::ffi::OsString;
use typed::{TypedLine, command_path, known_options};

/// Returns the error with a helpful tip, or none.
pub(crate) fn improve_error(
    mut error: Error,
    command: &mut Command,
    args: &[OsString],
) -> Error {
    let root = &*command;
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = context_text(&error, ContextKind::InvalidArg);
            let tip = two_hyphens(root, args).or_else(|| match is_option(&word) {
                true => options::find_tip(root, &word, args),
                false => surplus::find_tip(root, &word, args),
            });
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Suggested);
            set_tip(&mut error, tip);
            // The usage line has the option that clap suggests.
            let (path, _) = command_path(root, args);
            command.build();
            let usage = path
                .iter()
                .try_fold(command, |command, name| command.find_subcommand_mut(name));
            if let Some(command) = usage {
                error.insert(
                    ContextKind::Usage,
                    ContextValue::StyledStr(command.render_usage()),
                );
            }
        }
        ErrorKind::InvalidSubcommand => name_subcommand(&mut error, root, args),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            if let Some(tip) = two_hyphens(root, args) {
                error.remove(ContextKind::ValidValue);
                error.remove(ContextKind::SuggestedValue);
                set_tip(&mut error, Some(tip));
            } else if context_text(&error, ContextKind::InvalidValue).is_empty() {
                let argument = context_text(&error, ContextKind::InvalidArg);
                let tip = help_of(root, args, &argument);
                name_nearest_value(&mut error, root, args);
                if error.get(ContextKind::Suggested).is_none() {
                    error.remove(ContextKind::ValidValue);
                    set_tip(&mut error, tip);
                }
            } else if error.kind() == ErrorKind::InvalidValue {
                name_nearest_value(&mut error, root, args);
            } else {
                let value = context_text(&error, ContextKind::InvalidValue);
                let tip = number_alone(&value, &error);
                set_tip(&mut error, tip);
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(names)) => names.first().cloned(),
                _ => None,
            };
            let tip = missing.and_then(|name| {
                surplus::instead_of_option(root, args, &name)
                    .or_else(|| help_of(root, args, &name))
            });
            set_tip(&mut error, tip);
        }
        ErrorKind::ArgumentConflict => {
            let tip = way_out_of_conflict(&error, root, args);
            set_tip(&mut error, Some(tip));
        }
        _ => {}
    }
    error
}

/// Adds a tip, if there is one.
fn set_tip(error: &mut Error, tip: Option<String>) {
    if let Some(tip) = tip {
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![StyledStr::from(tip)]),
        );
    }
}

/// Returns the tip for a long option with one hyphen, `-format`, which clap takes for
/// short ones.
fn two_hyphens(root: &Command, args: &[OsString]) -> Option<String> {
    let (_, command) = command_path(root, args);
    let mut long = args.iter().skip(1).filter_map(|arg| {
        let name = arg.to_str()?.strip_prefix('-')?.split('=').next()?;
        let is_long = name == "version"
            || known_options(root, command)
                .any(|argument| argument.get_long() == Some(name));
        (name.len() > 2 && is_long).then_some(name)
    });
    long.next_back().map(|name| match name {
        "version" => "a long option has two hyphens: `queens --version`".to_owned(),
        name => format!("a long option has two hyphens: `--{name}`"),
    })
}

/// Suggests the nearest command inside, or what else was meant.
fn name_subcommand(error: &mut Error, root: &Command, args: &[OsString]) {
    let word = context_text(error, ContextKind::InvalidSubcommand);
    // `help puzzle hint` names the same commands.
    let named: Vec<OsString> = args
        .iter()
        .enumerate()
        .filter(|(at, arg)| *at != 1 || *arg != "help" || word.starts_with('-'))
        .map(|(_, arg)| arg.clone())
        .collect();
    let (path, outer) = command_path(root, &named);
    error.remove(ContextKind::SuggestedSubcommand);
    if let Some(tip) = surplus::instead_of_subcommand(&path.join(" "), &word) {
        error.remove(ContextKind::Suggested);
        return set_tip(error, Some(tip));
    }
    let inside = outer.get_subcommands().map(Command::get_name);
    if let Some(name) = names::nearest(&word, inside) {
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(vec![name.to_owned()]),
        );
    }
}

/// Suggests the nearest of the possible values. A long list of values is replaced by it,
/// or by the command that lists them.
fn name_nearest_value(error: &mut Error, root: &Command, args: &[OsString]) {
    let word = context_text(error, ContextKind::InvalidValue);
    error.remove(ContextKind::SuggestedValue);
    let Some(ContextValue::Strings(values)) = error.remove(ContextKind::ValidValue)
    else {
        return;
    };
    let argument = context_text(error, ContextKind::InvalidArg);
    let near = names::nearest(&word, values.iter().map(String::as_str));
    let near = near.or(switch_value(&word, &values)).map(str::to_owned);
    if let Some(value) = near {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(value));
    }
    match surplus::instead_of_value(root, args, &word).or_else(|| list_of(&argument)) {
        Some(list) => set_tip(error, Some(list)),
        None => {
            error.insert(ContextKind::ValidValue, ContextValue::Strings(values));
        }
    }
}

/// Returns the value of a switch between `always` and `never` that a word stands for.
fn switch_value<'v>(word: &str, values: &'v [String]) -> Option<&'v str> {
    let wanted = match &*word.to_lowercase() {
        "off" | "no" | "false" | "none" | "0" => "never",
        "on" | "yes" | "true" | "force" | "1" => "always",
        _ => return None,
    };
    values
        .iter()
        .map(String::as_str)
        .find(|value| *value == wanted)
}

/// Returns the tip to list the values of an argument, if there are too many for an error
/// message.
fn list_of(argument: &str) -> Option<String> {
    let lists = [
        ("--engine <ID>", "`queens engines` lists the engines"),
        ("--engines", "`queens engines` lists the engines"),
        ("[ID]", "`queens engines` lists the engines"),
        ("--to ", "`queens export --formats` lists the formats"),
    ];
    lists
        .into_iter()
        .find(|(name, _)| argument.contains(name))
        .map(|(_, list)| list.to_owned())
}

/// Returns the help of an argument, of which the error has the name and the value:
/// `--format <FORMAT>`.
fn help_of(root: &Command, args: &[OsString], name: &str) -> Option<String> {
    let (_, command) = command_path(root, args);
    let argument = known_options(root, command).find(|argument| {
        let long = argument.get_long().map(|long| format!("--{long}"));
        let first = name.split(' ').next().unwrap_or_default();
        let value = first.trim_matches(['<', '>', '[', ']', '.']);
        let mut values = argument.get_value_names().into_iter().flatten();
        match long {
            Some(long) => long == first,
            None => values.any(|known| known == value),
        }
    })?;
    let help = argument.get_help()?.to_string();
    let first = help.split("; ").next().unwrap_or_default();
    // An abbreviation keeps its capitals.
    let mut letters = first.chars();
    let capital = letters.next()?;
    match letters.clone().next().is_some_and(char::is_uppercase) {
        true => Some(first.to_owned()),
        false => Some(format!("{}{}", capital.to_lowercase(), letters.as_str())),
    }
}

/// Returns the tip for a number with a unit or a part behind it, where only a whole
/// number is possible.
fn number_alone(value: &str, error: &Error) -> Option<String> {
    let source = std::error::Error::source(error)?.to_string();
    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
    match source == "invalid digit found in string" {
        true if digits.is_empty() => Some("write a whole number in digits".to_owned()),
        true => Some(format!("write a whole number alone: {digits}")),
        false => None,
    }
}

/// Returns the way out of two arguments that cannot be used together.
fn way_out_of_conflict(error: &Error, root: &Command, args: &[OsString]) -> String {
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let both = [texts(ContextKind::InvalidArg), texts(ContextKind::PriorArg)].concat();
    let has = |option: &str| both.iter().any(|name| name.contains(option));
    if both.len() < 2 || both.windows(2).all(|pair| pair[0] == pair[1]) {
        return "write it once".to_owned();
    }
    if has("--board") && has("PROBLEM") {
        let line = TypedLine::read(root, args, ("", false));
        let mut given = args.iter().filter_map(|arg| arg.to_str());
        let file =
            given
                .find_map(|arg| arg.strip_prefix("--board"))
                .map_or("FILE", |rest| {
                    rest.strip_prefix('=')
                        .or_else(|| given.next())
                        .unwrap_or("FILE")
                });
        return format!(
            "the file names the variant and the size: `queens {} --board {}`",
            line.path,
            shell_word(file)
        );
    }
    "leave out one of the two".to_owned()
}

/// Returns a part of the error as text.
fn context_text(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::HelpLength;
    use crate::{Cli, help};
    use clap::{Arg, CommandFactory};

    /// Commands that write files, run on a terminal or serve; shards and steps are lines
    /// of JSON without an option.
    const WITHOUT_JSON: [&str; 14] = [
        "law",
        "campaign run",
        "campaign work",
        "campaign share",
        "campaign sum",
        "campaign compact",
        "campaign submit",
        "trace",
        "watch",
        "record",
        "serve",
        "completions",
        "man",
        "puzzle play",
    ];

    /// The command line as it is parsed.
    fn root() -> Command {
        let mut root = help::shape_help(Cli::command(), HelpLength::Full);
        root.build();
        root
    }

    /// A program can read what any command answers, except a game and steps that are
    /// drawn.
    #[test]
    fn every_command_that_answers_has_json() {
        fn check(command: &Command, path: &str, without: &mut Vec<String>) {
            let inside: Vec<&Command> = command
                .get_subcommands()
                .filter(|inside| inside.get_name() != "help")
                .collect();
            let format = command
                .get_arguments()
                .find(|argument| argument.get_long() == Some("format"));
            let values = format.map(Arg::get_possible_values).unwrap_or_default();
            if inside.is_empty() && !values.iter().any(|value| value.get_name() == "json")
            {
                without.push(path.to_owned());
            }
            for command in inside {
                check(
                    command,
                    format!("{path} {}", command.get_name()).trim_start(),
                    without,
                );
            }
        }
        let mut without = Vec::new();
        check(&root(), "", &mut without);
        assert_eq!(without, WITHOUT_JSON);
    }

    #[test]
    fn the_suggestions_of_clap_are_replaced() {
        let mut root = root();
        let args: Vec<OsString> =
            ["queens", "count", "8", "--xll"].map(Into::into).into();
        let error = root.try_get_matches_from_mut(&args).expect_err("no option");
        let message = improve_error(error, &mut root, &args).to_string();
        assert!(
            message.contains("--xll") && message.contains("Usage: queens count"),
            "{message}"
        );
        assert!(
            !message.contains("tip:") && !message.contains("-- -"),
            "{message}"
        );
    }
}
