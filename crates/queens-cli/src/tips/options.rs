//! The tip for an option that a command does not have.

use super::option_table::OptionTip::{
    Address, Command as Other, Option as Named, Problem, Size, Statement, ToFile, Words,
};
use super::option_table::{OPTION_SYNONYMS, OptionTip};
use super::surplus::address_of;
use super::typed::{TypedLine, known_options};
use crate::args::problem_words;
use clap::{Arg, Command};
use queens::names;
use std::ffi::OsString;

/// Minimum length of a word that may be the beginning of an option.
const MIN_PREFIX_LENGTH: usize = 4;

/// Returns the number of typing errors for which an option is still taken for another
/// one: none in three letters, because too many options are as near.
fn tolerated_edits(word: &str) -> usize {
    (word.chars().count() / 4).min(2)
}

/// Returns the tip for `word`, an option that the command does not have.
pub(super) fn find_tip(root: &Command, word: &str, args: &[OsString]) -> Option<String> {
    let is_long = word.starts_with("--");
    // The value may follow at once: --size=8, -n8.
    let option = if is_long {
        word.split('=').next().unwrap_or(word)
    } else {
        let (end, _) = word.char_indices().nth(2).unwrap_or((word.len(), ' '));
        word.get(..end)?
    };
    // Options of programs in Python have underscores.
    let name = option.trim_start_matches('-').replace('_', "-");
    let typed = TypedOption { option, root, args };
    if let Some(tip) = typed.find_synonym(&name) {
        return Some(tip);
    }
    if !is_long {
        return None;
    }
    let line = typed.line(false);
    let long = long_names(&line);
    match find_misspelt(&name, &long) {
        Nearness::One("version") => {
            return Some("a similar option exists: `queens --version`".to_owned());
        }
        Nearness::One(meant) => {
            return Some(format!("a similar option exists: `--{meant}`"));
        }
        Nearness::Several => return None,
        Nearness::None => {}
    }
    find_elsewhere(root, &name)
        .or_else(|| problem_with_word(&line, names::exact(&name, problem_words())))
        .or_else(|| value_named(&line, &name))
        .or_else(|| problem_with_word(&line, near(&name, &problem_words())))
        .or_else(|| typed.find_misspelt_synonym(&name))
}

/// Returns the name that is near to an option. Options of a few letters are near to too
/// many names.
fn near<'n>(option: &str, names: &[&'n str]) -> Option<&'n str> {
    let is_long = option.len() >= MIN_PREFIX_LENGTH;
    names::exact(option, names.iter().copied())
        .or_else(|| names::nearest(option, names.iter().copied()).filter(|_| is_long))
}

/// An option that a command does not have, as it was typed.
struct TypedOption<'a> {
    option: &'a str,
    root: &'a Command,
    args: &'a [OsString],
}

impl<'a> TypedOption<'a> {
    /// Returns the command line without the option.
    fn line(&self, has_value: bool) -> TypedLine<'a> {
        TypedLine::read(self.root, self.args, (self.option, has_value))
    }

    /// Returns the text after the option, or together with it: `-n 8`, `-n8`, `--size=8`.
    fn value(&self) -> Option<&'a str> {
        let mut args = self.args.iter().filter_map(|arg| arg.to_str());
        let attached = args.find_map(|arg| arg.strip_prefix(self.option))?;
        let value = attached.strip_prefix('=').unwrap_or(attached);
        let next = args.next().filter(|next| !next.starts_with("--"));
        if value.is_empty() { next } else { Some(value) }
    }

    /// Returns the tip for an option of other programs.
    fn find_synonym(&self, name: &str) -> Option<String> {
        OPTION_SYNONYMS
            .iter()
            .filter(|(words, _)| words.contains(&name))
            .find_map(|&(_, tip)| self.tip_of(tip))
    }

    /// Returns the tip for an option of other programs that is one or two typing errors
    /// away.
    fn find_misspelt_synonym(&self, name: &str) -> Option<String> {
        let words: Vec<&str> = OPTION_SYNONYMS
            .iter()
            .flat_map(|(words, _)| words.iter().copied())
            .filter(|word| word.len() >= MIN_PREFIX_LENGTH)
            .collect();
        match find_misspelt(name, &words) {
            Nearness::One(meant) => self.find_synonym(meant),
            Nearness::Several | Nearness::None => None,
        }
    }

    fn tip_of(&self, tip: OptionTip) -> Option<String> {
        let line = self.line(false);
        match tip {
            Named(option) => line
                .has_option(option)
                .then(|| format!("the option is `--{option}`")),
            Words(of, words) => {
                let is_it = of.is_empty() || of == line.command.get_name();
                is_it.then(|| words.to_owned())
            }
            Other(command, does) => Some({
                let takes_words = !["engines", "variants", "bench"].contains(&command);
                let words = if takes_words && line.takes_problem() {
                    line.words.join(" ")
                } else {
                    String::new()
                };
                let whole = format!("queens {command} {words}");
                format!("`{}` {does}", whole.trim_end())
            }),
            Statement(key, example) => line.takes_problem().then(|| {
                let value = self.value().filter(|value| *value != line.problem());
                let problem = self.line(value.is_some()).problem();
                let (problem, value) =
                    (problem.replace('"', ""), value.unwrap_or(example));
                format!("write it in the problem: \"{problem}; {key}: {value}\"")
            }),
            Problem(example) => line
                .takes_problem()
                .then(|| format!("write it in the problem: {example}")),
            Size => {
                let value = self.value().unwrap_or("8");
                let size = value.trim_start_matches(|c: char| !c.is_ascii_digit());
                let is_size = line.takes_problem()
                    && self.line(true).words.is_empty()
                    && size.parse::<u32>().is_ok();
                is_size.then(|| {
                    format!(
                        "the size is an argument without an option: `queens {} {size}`",
                        line.path
                    )
                })
            }
            ToFile => line.takes_problem().then(|| to_file(&line, self.value())),
            Address => {
                let address = address_of(self.value().unwrap_or_default());
                match line.path == "serve" {
                    true => Some(format!("the address has the port: --addr {address}")),
                    false if self.option.len() > 3 => {
                        Some(format!("the page: `queens serve --addr {address}`"))
                    }
                    false => None,
                }
            }
        }
    }
}

/// Returns how the result of a command is written to a file: with the format of its
/// suffix, if the command has it.
fn to_file(line: &TypedLine<'_>, file: Option<&str>) -> String {
    let Some(file) = file.filter(|file| !line.words.iter().all(|word| word == file))
    else {
        return "the result goes to standard output: redirect it with `> FILE`"
            .to_owned();
    };
    let formats = line.values_of("format");
    let suffix = file.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    let format = formats.iter().find(|format| *format == suffix);
    let format = format.map_or(String::new(), |format| format!("--format {format} "));
    format!("the result goes to standard output: redirect it with `{format}> {file}`")
}

/// Returns the tip for an option with the name of a value: `--json`, `--flags`,
/// `--dimacs`.
fn value_named(line: &TypedLine<'_>, name: &str) -> Option<String> {
    ["format", "to", "engine", "engines"]
        .into_iter()
        .find_map(|option| {
            let values = line.values_of(option);
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let value = near(name, &values)?;
            Some(format!("use `--{option} {value}`"))
        })
}

/// Returns the tip for an option with the name of a variant: `--torus`.
fn problem_with_word(line: &TypedLine<'_>, word: Option<&str>) -> Option<String> {
    let word = word?;
    let problem = line.problem();
    line.takes_problem().then(|| {
        format!(
            "it is a part of the problem: `queens {} {word} {problem}`",
            line.path
        )
    })
}

/// Returns the long names of the options, each once.
fn long_names<'c>(line: &TypedLine<'c>) -> Vec<&'c str> {
    let all = known_options(line.root, line.command).filter_map(Arg::get_long);
    let mut names: Vec<&str> = all.chain(["help", "version"]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The options that are near to a word.
enum Nearness<'n> {
    None,
    One(&'n str),
    /// Some are as near as each other.
    Several,
}

/// Returns the option that is nearest to `name`, if it is near enough, or the only one
/// that begins with it.
fn find_misspelt<'n>(name: &str, options: &[&'n str]) -> Nearness<'n> {
    let errors = |option: &&str| names::typing_errors(option, name);
    let nearest = options.iter().map(errors).min().unwrap_or(usize::MAX);
    let is_meant = |option: &&&str| match nearest <= tolerated_edits(name) {
        true => errors(option) == nearest,
        false => name.len() >= MIN_PREFIX_LENGTH && option.starts_with(name),
    };
    let mut meant: Vec<&str> = options.iter().filter(is_meant).copied().collect();
    meant.sort_unstable();
    meant.dedup();
    match meant[..] {
        [] => Nearness::None,
        [one] => Nearness::One(one),
        _ => Nearness::Several,
    }
}

/// Returns the tip that names the commands with this option.
pub(crate) fn find_elsewhere(root: &Command, name: &str) -> Option<String> {
    let has = |command: &&Command| {
        let mut arguments = command
            .get_arguments()
            .filter(|argument| !argument.is_global_set());
        arguments.any(|argument| argument.get_long() == Some(name))
    };
    let commands: Vec<String> = root
        .get_subcommands()
        .filter(has)
        .map(|command| format!("`queens {}`", command.get_name()))
        .collect();
    match &commands[..] {
        [] => None,
        [one] => Some(format!("`--{name}` is an option of {one}")),
        [first @ .., last] => Some(format!(
            "`--{name}` is an option of {} and {last}",
            first.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use crate::help::{self, HelpLength};
    use clap::CommandFactory;

    /// The command line as it is parsed.
    fn root() -> Command {
        let mut root = help::shape_help(Cli::command(), HelpLength::Full);
        root.build();
        root
    }

    /// `word` with one letter deleted, doubled, or exchanged with the next.
    fn misspellings(word: &str) -> Vec<String> {
        let letters: Vec<char> = word.chars().collect();
        let edited = (0..letters.len()).flat_map(|at| {
            let (mut deleted, mut doubled, mut swapped) =
                (letters.clone(), letters.clone(), letters.clone());
            deleted.remove(at);
            doubled.insert(at, letters[at]);
            swapped.swap(at, (at + 1).min(letters.len() - 1));
            [deleted, doubled, swapped]
        });
        edited
            .map(String::from_iter)
            .filter(|edited| edited != word)
            .collect()
    }

    /// The tips for all misspelled options of a command and those inside it; how many
    /// there are.
    fn misspelled(
        root: &Command,
        command: &Command,
        path: &mut Vec<String>,
    ) -> [usize; 2] {
        let args: Vec<OsString> = path.iter().map(Into::into).collect();
        let line = TypedLine::read(root, &args, ("", false));
        let names = long_names(&line);
        let [mut right, mut all] = [0, 0];
        for name in known_options(root, command).filter_map(Arg::get_long) {
            let is_a_word = |word: &str| {
                names.contains(&word)
                    || OPTION_SYNONYMS
                        .iter()
                        .any(|(words, _)| words.contains(&word))
            };
            for word in misspellings(name)
                .into_iter()
                .filter(|word| !is_a_word(word))
            {
                let given = find_tip(root, &format!("--{word}"), &args);
                let is_right = given
                    .as_ref()
                    .is_some_and(|tip| tip.contains(&format!("--{name}`")));
                assert!(
                    is_right || given.is_none(),
                    "{path:?} --{word}: {given:?} for --{name}"
                );
                right += usize::from(is_right);
                all += 1;
            }
        }
        for inside in command
            .get_subcommands()
            .filter(|inside| inside.get_name() != "help")
        {
            path.push(inside.get_name().to_owned());
            let [right_inside, all_inside] = misspelled(root, inside, path);
            (right, all) = (right + right_inside, all + all_inside);
            path.pop();
        }
        [right, all]
    }

    #[test]
    fn a_misspelled_option_has_the_right_tip_or_none() {
        let root = root();
        let mut path = vec!["queens".to_owned()];
        let [right, all] = misspelled(&root, &root, &mut path);
        assert!(all > 1000 && 10 * right > 9 * all, "{right} of {all}");
    }

    #[test]
    fn options_that_mean_nothing_have_no_tip() {
        for words in [
            "count 8 --frobnicate",
            "count 8 --xll",
            "solve -x 8",
            "variants -n 8",
        ] {
            let args: Vec<OsString> = format!("queens {words}")
                .split(' ')
                .map(Into::into)
                .collect();
            let option = words
                .split(' ')
                .find(|word| word.starts_with('-'))
                .expect("an option");
            assert_eq!(find_tip(&root(), option, &args), None, "{words}");
        }
    }
}
