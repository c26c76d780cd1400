//! Words where a command expects none, or another one.

use super::typed::TypedLine;
use crate::args::problem_words;
use clap::Command;
use queens::names;
use queens_programs::Language;
use std::ffi::OsString;
use std::path::Path;

/// Returns the tip for a word that the command does not take.
pub(super) fn find_tip(root: &Command, word: &str, args: &[OsString]) -> Option<String> {
    let line = TypedLine::read(root, args, ("", false));
    let all = line.words.join(" ");
    match &*line.path {
        "serve" => Some(format!(
            "the address has the port: --addr {}",
            address_of(&all)
        )),
        "bench" if is_variant(&line.words) => Some(format!(
            "only queens on the standard board are timed; `queens compare {all}` runs the engines on this problem"
        )),
        "bench" | "growth" => {
            let numbers: Option<Vec<u32>> =
                line.words.iter().map(|word| word.parse().ok()).collect();
            let numbers = numbers?;
            let (first, last) = (numbers.first()?, numbers.last()?);
            Some(format!("sizes are one word: {first}..{last}"))
        }
        "engines" => {
            let language = names::exact(word, Language::ALL.map(Language::id));
            Some(match (language, &line.words[..]) {
                (Some(language), [engine, _]) => format!(
                    "the language is an option: `queens engines {engine} --code {language}`"
                ),
                _ => format!(
                    "one engine at a time; `queens compare 8 --engines {}` runs several",
                    line.words.join(",")
                ),
            })
        }
        "variants" => Some(match names::nearest(word, problem_words()) {
            Some(variant) => format!("`queens count {variant} 8` counts on this board"),
            None => "`queens variants` alone lists them".to_owned(),
        }),
        "verify" => Some(format!(
            "the problem is an option: --problem '{all}'; the solutions come from standard input"
        )),
        _ => None,
    }
}

/// Returns the tip for a word in the place of a command inside another.
pub(super) fn instead_of_subcommand(path: &str, word: &str) -> Option<String> {
    let is_number = word.parse::<u32>().is_ok();
    match path {
        "" | "help" if word.starts_with('-') => Some(
            "`queens help` lists the commands, `queens help count` explains one"
                .to_owned(),
        ),
        "campaign" if is_number => Some(format!(
            "`queens campaign plan {word} --into DIR` writes the plan of this count"
        )),
        "puzzle" if is_number => Some(format!(
            "`queens puzzle generate {word}` makes a puzzle of this size"
        )),
        "puzzle" if Path::new(word).is_file() => {
            Some(format!("`queens puzzle solve {word}` solves it"))
        }
        "search" if is_number => Some(format!(
            "`queens search queens {word}` places queens row by row"
        )),
        _ => None,
    }
}

/// Returns the tip for a value that means something to another command or option.
pub(super) fn instead_of_value(
    root: &Command,
    args: &[OsString],
    word: &str,
) -> Option<String> {
    let line = TypedLine::read(root, args, ("", false));
    let formats = line.values_of("to");
    let format = names::exact(word, formats.iter().map(String::as_str));
    match &*line.path {
        "engines" if word.parse::<u32>().is_ok() => Some(format!(
            "`queens compare {word}` runs every engine on this size"
        )),
        _ if word.contains(',') && word.split(',').all(|id| queens::find(id).is_ok()) => {
            Some(format!(
                "one engine at a time; `queens compare {} --engines {word}` runs several",
                line.problem()
            ))
        }
        "export" => format.map(|format| format!("the option is `--to {format}`")),
        _ => None,
    }
}

/// Returns the tip for the format of `queens export` among the words of the problem.
pub(super) fn instead_of_option(
    root: &Command,
    args: &[OsString],
    option: &str,
) -> Option<String> {
    let line = TypedLine::read(root, args, ("", false));
    let formats = line.values_of("to");
    let format = line
        .words
        .iter()
        .find_map(|word| names::exact(word, formats.iter().map(String::as_str)))?;
    option
        .starts_with("--to")
        .then(|| format!("the format is an option: `--to {format}`"))
}

fn is_variant(words: &[String]) -> bool {
    words
        .iter()
        .any(|word| names::exact(word, problem_words()).is_some())
}

/// Returns the address that a word was meant to be: `8080`, `:8080`, `localhost:8080`.
pub(crate) fn address_of(word: &str) -> String {
    let word = word.replace("localhost", "127.0.0.1");
    match word.split_once(':') {
        None if word.parse::<u16>().is_ok() => format!("127.0.0.1:{word}"),
        None if word.contains('.') => format!("{word}:8080"),
        Some(("", port)) => format!("127.0.0.1:{port}"),
        Some(_) => word,
        None => "127.0.0.1:8080".to_owned(),
    }
}
