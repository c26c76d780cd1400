//! Values that a shell has split.

use crate::exit::Failure;
use crate::tips::{is_option, takes_next};
use clap::Command;
use std::ffi::OsString;

/// Units of time that are written apart from their number.
const TIME_UNITS: [&str; 13] = [
    "ms", "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minutes", "h",
    "hour", "hours",
];

/// Returns the arguments with squares, engines and times in one word: `--given b4 d5`,
/// `--engines flags bitmask`, `--time-limit 5 s`. No size and no variant is such a word.
///
/// # Errors
/// An option with a dash in place of its hyphens, as word processors write it.
pub(super) fn join_split_values(
    command: &Command,
    args: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    let mut joined: Vec<OsString> = Vec::new();
    // An option that waits for its value; then the option and the value before this word.
    let mut waiting: Option<String> = None;
    let mut before: Option<(String, String)> = None;
    for arg in args {
        let text = arg.to_str().unwrap_or_default().to_owned();
        if let Some(option) = waiting.take() {
            before = Some((option, text));
            joined.push(arg);
            continue;
        }
        if let Some(separator) = before
            .as_ref()
            .and_then(|(option, value)| separator(option, value, &text))
            && let Some(value) = joined.last_mut()
        {
            value.push(separator);
            value.push(&arg);
            continue;
        }
        before = None;
        if let Some(name) = text.strip_prefix(['–', '—', '−']) {
            let name = name.trim_start_matches(['-', '–', '—', '−']);
            return Err(Failure::input(format!(
                "'{text}' begins with a dash: write two hyphens, `--{name}`"
            )));
        }
        if let Some(value) = text.strip_prefix("--given=") {
            before = Some(("--given".to_owned(), value.to_owned()));
        } else if takes_value(command, &text) {
            waiting = Some(text);
        }
        joined.push(arg);
    }
    Ok(joined)
}

/// Returns true for the id of an engine, or for several.
fn are_engines(text: &str) -> bool {
    text.split(',').all(|id| queens::find(id).is_ok())
}

/// Returns the separator that joins the next word to the value of an option; `None` if the
/// word is not part of the value.
fn separator(option: &str, value: &str, next: &str) -> Option<&'static str> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    match option {
        "--given" if is_square(next) => Some(","),
        "--engines" | "-e" if are_engines(value) && are_engines(next) => Some(","),
        "--time-limit" | "--delay" | "-d"
            if value.chars().all(is_number) && TIME_UNITS.contains(&next) =>
        {
            Some("")
        }
        _ => None,
    }
}

/// Returns true for an option whose value is the next word.
pub(super) fn takes_value(command: &Command, option: &str) -> bool {
    is_option(option) && takes_next(command.get_subcommands().chain([command]), option)
}

/// Returns true for a name of a square: `b4`.
pub(crate) fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
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
    fn joins_what_a_shell_has_split() {
        let cases = [
            (
                "queens compare -e flags bitmask 8",
                "queens compare -e flags,bitmask 8",
            ),
            (
                "queens solve 8 --given b4 d5",
                "queens solve 8 --given b4,d5",
            ),
            (
                "queens solve --given b4 d5 8",
                "queens solve --given b4,d5 8",
            ),
            (
                "queens solve 8 --given=b4 d5 e8",
                "queens solve 8 --given=b4,d5,e8",
            ),
            (
                "queens solve 8 --given b4 --first",
                "queens solve 8 --given b4 --first",
            ),
            (
                "queens count 8 --time-limit 5 s",
                "queens count 8 --time-limit 5s",
            ),
            (
                "queens count --time-limit 5 8",
                "queens count --time-limit 5 8",
            ),
        ];
        for (typed, meant) in cases {
            let joined = join_split_values(&Cli::command(), words(typed)).unwrap();
            assert_eq!(joined, words(meant), "{typed}");
        }
    }
}
