//! The words of a problem on the command line: what a wrong one was meant to be.

mod size;
mod squares;
mod statements;

pub(crate) use statements::split_head;

use crate::args::{ProblemArgs, UNCOMPLETABLE_WORD, problem_words, range_of};
use crate::default_command::answer_to;
use crate::exit::Failure;
use crate::tips::{find_elsewhere, shell_word};
use clap::{Arg, Command};
use queens::names;
use queens::problem::{HEX_WORD, Preset, Problem, RULE_WORDS, Size};
use size::{has_comma_between_digits, is_size_like, size_meant};
use squares::{fault_of_given, square_meant};
use statements::missing_semicolon;
use std::path::Path;

/// Numbers in words, from 0.
const NUMBER_WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Words of a sentence that are no part of a problem.
const FILLERS: [&str; 16] = [
    "for",
    "of",
    "the",
    "a",
    "an",
    "on",
    "in",
    "with",
    "and",
    "problem",
    "solutions",
    "solution",
    "all",
    "please",
    "squares",
    "size",
];

/// Largest length of a word that is no engine unless it is spelt like one.
const MAX_SHORT_WORD: usize = 4;

/// Files that the formats of solutions are written to.
const PICTURES: [&str; 5] = ["svg", "png", "html", "csv", "json"];

impl ProblemArgs {
    /// Checks that the words before the statements are variants, words for rules or a
    /// size, and that the variant needs no file. `command` is that which was called.
    ///
    /// # Errors
    /// With a tip: the word, option or file that was probably meant.
    pub(crate) fn check_words(&self, command: &Command) -> Result<(), Failure> {
        let givens = self
            .givens
            .iter()
            .find_map(|squares| fault_of_given(squares));
        if let Some(fault) = givens {
            return Err(Failure::Input(fault));
        }
        if self.board.is_some() {
            return Ok(());
        }
        let joined = self.words.join(" ");
        if joined.contains('\n') {
            return Ok(());
        }
        let line = Words {
            command,
            all: split_head(&joined).0.split_whitespace().collect(),
            is_stated: self.states_a_size(),
        };
        missing_semicolon(&joined)
            .or_else(|| line.fault_of_all())
            .or_else(|| (0..line.all.len()).find_map(|at| line.fault_at(at)))
            .map_or(Ok(()), |fault| Err(Failure::Input(fault)))
    }

    /// Returns true for words that are a problem with a size as they are.
    fn states_a_size(&self) -> bool {
        let text = self.words.join(" ");
        text.contains(|c: char| c.is_ascii_digit()) && text.parse::<Problem>().is_ok()
    }
}

/// The words before the statements.
struct Words<'a> {
    command: &'a Command,
    all: Vec<&'a str>,
    /// True if they are a problem with a size as they are.
    is_stated: bool,
}

impl Words<'_> {
    /// Returns the fault of all words together.
    fn fault_of_all(&self) -> Option<String> {
        let sizes: Vec<u32> = self
            .all
            .iter()
            .filter_map(|word| word.parse().ok())
            .collect();
        let range = |first: u32, last: u32| {
            format!("write `{first}..{last}` to count these sizes")
        };
        let has = |word: &str| {
            self.all
                .iter()
                .any(|other| other.eq_ignore_ascii_case(word))
        };
        if let ([first, last], true) = (&sizes[..], has("to") || has("and")) {
            return Some(format!("two sizes: {}", range(*first, *last)));
        }
        if let ([rows, columns], true) = (&sizes[..], has("by")) {
            return Some(format!("write `{rows}x{columns}` for rows x columns"));
        }
        if self.is_stated {
            return None;
        }
        match sizes[..] {
            [rows, columns] if rows < columns => Some(format!(
                "two sizes: write `{rows}x{columns}` for rows x columns, or `{rows}..{columns}` to count these sizes"
            )),
            [rows, columns] => Some(format!(
                "two sizes: write `{rows}x{columns}` for rows x columns"
            )),
            [first, .., last] if first < last => {
                Some(format!("{} sizes: {}", sizes.len(), range(first, last)))
            }
            _ => None,
        }
    }

    /// Returns the fault of one word.
    fn fault_at(&self, at: usize) -> Option<String> {
        let word = *self.all.get(at)?;
        // `queens count` reads its ranges itself.
        let is_range = word.contains("..") || range_of(word).is_some();
        if is_range && self.command.get_name() == "count" {
            return None;
        }
        if let Some((first, last)) = range_of(word) {
            return Some(format!(
                "'{word}' is a range of sizes: `queens count` takes one, {first}..{last}"
            ));
        }
        if word.contains("..") {
            return Some(format!(
                "'{word}' is a range of sizes: `queens count` takes one, such as 4..12"
            ));
        }
        match word.parse::<Preset>() {
            Ok(Preset::Regions | Preset::Stars) => Some(format!(
                "{word} needs a map of its regions: --board FILE reads one, `queens puzzle generate` makes one"
            )),
            Ok(_) => None,
            // Drawn rows, a size, or a word that stands for rules.
            Err(_) if self.is_stated && !has_comma_between_digits(word) => None,
            Err(_) if is_rule_word(word) || word.parse::<Size>().is_ok() => None,
            Err(_) if at > 0 && (word == "x" || word == "X") => None,
            Err(_) => self.unknown_word(at),
        }
    }

    /// Describes a word that is neither a variant nor a size, with what was probably
    /// meant.
    fn unknown_word(&self, at: usize) -> Option<String> {
        let word = *self.all.get(at)?;
        let list = "`queens variants` lists the variants";
        if let Some(size) =
            size_meant(word, self.all.iter().any(|word| is_size_like(word)))
        {
            return Some(format!("'{word}' is not a size: write `{size}`"));
        }
        if let Some(fault) = self
            .fault_of_shell(word)
            .or_else(|| self.fault_of_square(word))
        {
            return Some(fault);
        }
        if let Some(answer) = answer_to(word) {
            return Some(answer.to_owned());
        }
        if word.eq_ignore_ascii_case("n") {
            return Some(format!("'{word}' is not a size: write a number such as 8"));
        }
        if FILLERS.contains(&word) {
            return Some(format!("'{word}' is no part of a problem: leave it out"));
        }
        if let Some(text) = names::description(word, &self.size()) {
            return Some(match text.contains(' ') {
                true => format!("'{word}' is not a variant: write \"{text}\""),
                false => {
                    format!("'{word}' is not a variant: write a size such as {text}")
                }
            });
        }
        if let Some(option) = self.option_meant(at) {
            return Some(option);
        }
        if is_size_like(word) {
            return None;
        }
        let known = NUMBER_WORDS.into_iter().chain(problem_words());
        if let Some(name) = names::nearest(word, known)
            && let Some(number) = NUMBER_WORDS.iter().position(|known| *known == name)
        {
            return Some(format!(
                "'{word}' is not a size: write it in digits, {number}"
            ));
        }
        Some(match names::nearest(word, problem_words()) {
            Some(known @ ("stars" | "regions")) => format!(
                "'{word}' is not a variant: did you mean `{known}`? It needs a map: `queens puzzle generate` makes one"
            ),
            Some(known) => {
                format!("'{word}' is not a variant: did you mean `{known}`? {list}")
            }
            None => format!("'{word}' is neither a size (8, 5x8) nor a variant: {list}"),
        })
    }

    /// Returns the fault of a word that a shell would have changed, or of a file.
    fn fault_of_shell(&self, word: &str) -> Option<String> {
        if word.contains('$') || word.contains('`') {
            return Some(format!(
                "'{word}' was not replaced by the shell: put no single quotes around it"
            ));
        }
        if word == "-" {
            return Some(
                "'-' is not a size: `--board -` reads standard input".to_owned(),
            );
        }
        if word.starts_with('?') || word == "/?" {
            return Some(format!(
                "'{word}' is not a size: `queens --help` shows help"
            ));
        }
        let (name, suffix) = word.rsplit_once('.').unwrap_or((word, ""));
        let is_output = self.has("output") && ["gif", "svg"].contains(&suffix);
        if is_output {
            return Some(format!("'{word}' is a file: `-o {word}` writes it"));
        }
        if Path::new(word).is_file() {
            return Some(format!(
                "'{word}' is a file: --board {} reads it",
                shell_word(word)
            ));
        }
        if PICTURES.contains(&suffix)
            && self.values_of("format").contains(&suffix.to_owned())
        {
            return Some(format!(
                "there is no file '{word}'; `--format {suffix} > {word}` writes one"
            ));
        }
        let is_fen = word.matches('/').count() >= 2
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '/')
            && word.starts_with(|c: char| c.is_ascii_digit());
        if is_fen {
            return Some(format!(
                "'{word}' is a board in FEN: `echo {word} | queens import | queens {}` reads it",
                self.command.get_name()
            ));
        }
        let is_path = word.contains(['/', '\\'])
            || (!suffix.is_empty()
                && !name.is_empty()
                && suffix.chars().all(char::is_alphanumeric)
                && suffix.starts_with(char::is_alphabetic));
        is_path.then(|| format!("there is no file '{word}': --board FILE reads one"))
    }

    /// Returns the fault of a word that is a square: `e4`, `Qe4`.
    fn fault_of_square(&self, word: &str) -> Option<String> {
        square_meant(word)?;
        let squares: Vec<&str> = self
            .all
            .iter()
            .filter_map(|word| square_meant(word))
            .collect();
        Some(format!(
            "'{word}' is a square: --given {} puts queens there",
            squares.join(",")
        ))
    }

    /// Returns the option whose name or value a word is: `flags`, `json`, `fundamental`;
    /// or the command.
    fn option_meant(&self, at: usize) -> Option<String> {
        let word = *self.all.get(at)?;
        let root = <crate::Cli as clap::CommandFactory>::command();
        if root
            .get_subcommands()
            .any(|command| command.get_name() == word)
        {
            let rest: Vec<&str> = self
                .all
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != at)
                .map(|(_, word)| *word)
                .collect();
            let line = format!("queens {word} {}", rest.join(" "));
            return Some(format!(
                "'{word}' is a command: write `{}`",
                line.trim_end()
            ));
        }
        if self.has(word) {
            return Some(format!("'{word}' is an option: `--{word}`"));
        }
        if let Some(elsewhere) = find_elsewhere(&root, word) {
            return Some(format!("'{word}' is not a variant: {elsewhere}"));
        }
        if names::exact(word, problem_words()).is_some() {
            return None;
        }
        let values = |option: &str| self.values_of(option);
        if let Some(of) = ["engine", "engines"]
            .into_iter()
            .find(|option| self.has(option))
        {
            let engines = values(of);
            let meant = |word: &str| -> Option<String> {
                let ids = engines.iter().map(String::as_str);
                let is_near = names::exact(word, ids.clone()).is_some()
                    || word.len() > MAX_SHORT_WORD
                        && names::nearest(word, problem_words()).is_none();
                let id = names::nearest(word, ids).filter(|_| is_near)?;
                Some(id.to_owned())
            };
            let found: Vec<String> = self
                .all
                .iter()
                .flat_map(|word| word.split(','))
                .filter_map(meant)
                .collect();
            if word.split(',').all(|part| meant(part).is_some()) {
                let ids = if of == "engines" {
                    found.join(",")
                } else {
                    meant(word)?
                };
                return Some(format!("'{word}' is an engine: --{of} {ids}"));
            }
        }
        ["to", "format"].into_iter().find_map(|option| {
            let values = values(option);
            let value = names::exact(word, values.iter().map(String::as_str))?;
            Some(format!("'{word}' is a format: `--{option} {value}`"))
        })
    }

    fn arguments(&self, long: &str) -> Option<&Arg> {
        self.command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(long))
    }

    fn has(&self, long: &str) -> bool {
        self.arguments(long).is_some()
    }

    fn values_of(&self, long: &str) -> Vec<String> {
        self.arguments(long).map_or_else(Vec::new, |argument| {
            let values = argument.get_possible_values();
            values
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect()
        })
    }

    /// Returns the first word that is a size; 8 if there is none.
    fn size(&self) -> String {
        let size = self.all.iter().find(|word| word.parse::<u32>().is_ok());
        size.map_or("8", |size| *size).to_owned()
    }
}

/// Returns true for a word that stands for rules, or for a hexagon.
fn is_rule_word(word: &str) -> bool {
    RULE_WORDS
        .iter()
        .chain([&HEX_WORD, &UNCOMPLETABLE_WORD])
        .any(|known| known.eq_ignore_ascii_case(word))
}
