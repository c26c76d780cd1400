//! Tips for unknown arguments.
//!
//! clap suggests any option that shares some letters, such as `--kernel` for `--len`, and
//! puts it into the usage line. Its suggestions are replaced here: by an option one or
//! two typing errors away, by the option that has another name here, by the command that
//! has the option, or by nothing.

use crate::nearest::nearest_name;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::ffi::OsString;

/// Tip for an option of other programs.
enum OptionTip {
    /// The long option of that name, if the command has it.
    Option(&'static str),
    /// The second text, in the command that the first one names, or in every command if
    /// that is empty.
    Words(&'static str, &'static str),
    /// The size of the board is an argument, in commands on a problem.
    Size,
}

use OptionTip::{Size, Words};

const TO_A_FILE: OptionTip = Words(
    "",
    "the result goes to standard output: redirect it with `> FILE`",
);

/// Options of other programs, with their tips. The first line that fits the command
/// applies.
const OPTION_SYNONYMS: [(&[&str], OptionTip); 39] = [
    (
        &["all"],
        Words(
            "solve",
            "`queens list` lists every solution, `queens count` counts them",
        ),
    ),
    (
        &["all"],
        Words(
            "count",
            "all solutions are counted; `queens list` lists them",
        ),
    ),
    (&["all"], Words("list", "all solutions are listed")),
    (
        &["first"],
        Words(
            "watch",
            "the first solution ends it anyway; --all continues",
        ),
    ),
    (
        &["unique"],
        Words(
            "solve",
            "`queens solve` reports whether a solution is the only one",
        ),
    ),
    (
        &["count"],
        Words("list", "`queens count` counts the solutions"),
    ),
    (
        &["count"],
        Words("solve", "`queens count` counts the solutions"),
    ),
    (
        &["list"],
        Words("solve", "`queens list` lists every solution"),
    ),
    (
        &["list"],
        Words("count", "`queens list` lists every solution"),
    ),
    (&["size", "n", "board-size", "dimension", "queens"], Size),
    (
        &[
            "unique",
            "distinct",
            "up-to-symmetry",
            "no-symmetry",
            "symmetries",
        ],
        OptionTip::Option("fundamental"),
    ),
    (&["classes", "by-classes"], OptionTip::Option("by-class")),
    (
        &["symmetry", "symmetric", "symmetric-under"],
        Words("", "write it in the problem: \"12; unchanged: half-turn\""),
    ),
    (
        &["linear"],
        Words(
            "",
            "write it in the problem: \"torus 11; unchanged: shift\"",
        ),
    ),
    (
        &["dominate", "dominating"],
        Words("", "write it in the problem: dominating 8"),
    ),
    (&["armies"], Words("", "write it in the problem: armies 8")),
    (
        &["coloring", "colouring"],
        Words("", "write it in the problem: coloring 8"),
    ),
    (
        &["pieces"],
        Words(
            "",
            "write it in the problem: \"8; pieces: 5 queens, 5 knights\"",
        ),
    ),
    (
        &["maximal"],
        Words("", "write it in the problem: maximal 8"),
    ),
    (
        &["jobs", "j", "cores", "parallel", "workers", "cpus"],
        OptionTip::Option("threads"),
    ),
    (
        &["timeout", "time", "max-time"],
        OptionTip::Option("time-limit"),
    ),
    (
        &["memory", "mem", "max-memory"],
        OptionTip::Option("memory-limit"),
    ),
    (&["nodes", "max-nodes"], OptionTip::Option("node-limit")),
    (
        &["algorithm", "algo", "solver"],
        OptionTip::Option("engine"),
    ),
    (&["random-seed", "random"], OptionTip::Option("seed")),
    (&["silent"], OptionTip::Option("quiet")),
    (&["debug", "info"], OptionTip::Option("verbose")),
    (
        &[
            "hole",
            "holes",
            "blocked",
            "forbidden",
            "obstacle",
            "obstacles",
        ],
        Words("", "write it in the problem: \"8; holes: a1 b2\""),
    ),
    (
        &["wall", "walls"],
        Words("", "write it in the problem: \"8; walls: a1 b2\""),
    ),
    (
        &["total"],
        Words("", "write it in the problem: \"8; total: 5\""),
    ),
    (
        &["dimensions", "dimension"],
        Words("", "write it in the problem: most 5x5x5"),
    ),
    (
        &["rows", "columns"],
        Words("", "write it in the problem: \"8; rows: 0..1; columns: 2\""),
    ),
    (
        &["piece"],
        Words(
            "",
            "write it in the problem: rooks 8, or \"8; piece: queen+knight\"",
        ),
    ),
    (&["fixed", "placed", "preset"], OptionTip::Option("given")),
    (&["validate", "confirm"], OptionTip::Option("check")),
    (
        &["variant", "kind", "type"],
        Words("", "write it before the size: torus 8"),
    ),
    (
        &["largest", "max", "maximum"],
        Words("", "write it in the problem: most torus 8"),
    ),
    (&["output", "out", "o"], TO_A_FILE),
    (
        &["port", "p", "host", "bind", "listen"],
        Words("serve", "the address has the port: --addr 127.0.0.1:9000"),
    ),
];

/// Minimum length of a word that may be the beginning of an option.
const MIN_PREFIX_LENGTH: usize = 4;

/// Returns the number of typing errors for which an option is still taken for another
/// one: none in three letters, because too many options are as near.
fn tolerated_edits(word: &str) -> usize {
    (word.chars().count() / 4).min(2)
}

/// Returns the error with a helpful tip, or none.
pub(crate) fn improve_error(
    mut error: Error,
    command: &mut Command,
    args: &[OsString],
) -> Error {
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = context_text(&error, ContextKind::InvalidArg);
            let path = command_path(command, args);
            let tip = find_tip(command, &path, &word, args);
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Suggested);
            if let Some(tip) = tip {
                error.insert(
                    ContextKind::Suggested,
                    ContextValue::StyledStrs(vec![StyledStr::from(tip)]),
                );
            }
            // The usage line has the option that clap suggests.
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
        ErrorKind::InvalidSubcommand => {
            keep_near(&mut error);
        }
        ErrorKind::InvalidValue => {
            name_nearest_value(&mut error);
        }
        _ => {}
    }
    error
}

/// Keeps only suggested commands that are near.
fn keep_near(error: &mut Error) {
    let word = context_text(error, ContextKind::InvalidSubcommand);
    let suggested = match error.remove(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names,
        _ => Vec::new(),
    };
    if let Some(name) = nearest_name(&word, suggested.iter().map(String::as_str)) {
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(vec![name.to_owned()]),
        );
    }
}

/// Suggests the nearest of the possible values. A long list of values is replaced by it,
/// or by the command that lists them.
fn name_nearest_value(error: &mut Error) {
    let word = context_text(error, ContextKind::InvalidValue);
    error.remove(ContextKind::SuggestedValue);
    let Some(ContextValue::Strings(values)) = error.remove(ContextKind::ValidValue)
    else {
        return;
    };
    let near = nearest_name(&word, values.iter().map(String::as_str)).map(str::to_owned);
    let list = list_of(&context_text(error, ContextKind::InvalidArg));
    if let Some(value) = near {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(value));
    }
    match list {
        Some(list) => {
            let tip = StyledStr::from(list);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
        None => {
            error.insert(ContextKind::ValidValue, ContextValue::Strings(values));
        }
    }
}

/// Returns the tip to list the values of an argument, if there are too many for an error
/// message.
fn list_of(argument: &str) -> Option<&'static str> {
    let lists = [
        ("--engine <ID>", "`queens engines` lists the engines"),
        ("--engines", "`queens engines` lists the engines"),
        ("[ID]", "`queens engines` lists the engines"),
        ("--to ", "`queens export --formats` lists the formats"),
    ];
    lists
        .into_iter()
        .find(|(name, _)| argument.contains(name))
        .map(|(_, list)| list)
}

/// Returns a part of the error as text.
fn context_text(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Returns the names of the commands in the arguments.
fn command_path(command: &Command, args: &[OsString]) -> Vec<String> {
    let mut path = Vec::new();
    let mut inside = command;
    for word in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        if let Some(next) = inside.find_subcommand(word) {
            path.push(next.get_name().to_owned());
            inside = next;
        }
    }
    path
}

/// Returns the tip for `word`, an option that the command at `path` does not have.
fn find_tip(
    root: &Command,
    path: &[String],
    word: &str,
    args: &[OsString],
) -> Option<String> {
    let command = path
        .iter()
        .try_fold(root, |command, name| command.find_subcommand(name))?;
    let is_long = word.starts_with("--");
    // The value may follow at once: --size=8, -n8.
    let option = if is_long {
        word.split('=').next().unwrap_or(word)
    } else {
        word.get(..2)?
    };
    let name = option.trim_start_matches('-');
    if let Some(tip) = find_synonym(root, command, (option, name), args) {
        return Some(tip);
    }
    if !is_long {
        return None;
    }
    if let Some(format) = format_of(command, name) {
        return Some(format!("use `--format {format}`"));
    }
    match find_misspelt(root, command, name).as_deref() {
        Some("version") => Some("a similar option exists: `queens --version`".to_owned()),
        Some(meant) => Some(format!("a similar option exists: `--{meant}`")),
        None => find_elsewhere(root, name),
    }
}

/// Returns the options of a command and the global ones.
fn known_options<'c>(
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

/// Returns their long names, each once.
fn long_names<'c>(root: &'c Command, command: &'c Command) -> Vec<&'c str> {
    let all = known_options(root, command)
        .filter_map(Arg::get_long_and_visible_aliases)
        .flatten();
    let mut names: Vec<&str> = all.chain(["help", "version"]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the tip for an option of other programs.
fn find_synonym(
    root: &Command,
    command: &Command,
    (option, name): (&str, &str),
    args: &[OsString],
) -> Option<String> {
    let fitting = OPTION_SYNONYMS
        .iter()
        .filter(|(words, _)| words.contains(&name));
    fitting.map(|(_, tip)| tip).find_map(|tip| match tip {
        OptionTip::Option(option) => long_names(root, command)
            .contains(option)
            .then(|| format!("the option is `--{option}`")),
        Words(of, words) => {
            (of.is_empty() || *of == command.get_name()).then(|| (*words).to_owned())
        }
        Size => {
            command
                .get_positionals()
                .find(|argument| argument.get_id() == "words")?;
            let size = find_size(option, args)?;
            Some(format!(
                "the size is an argument without an option: `queens {} {size}`",
                command.get_name()
            ))
        }
    })
}

/// Returns the number after an option, or together with it: `-n 8`, `-n8`, `--size=8`.
fn find_size<'a>(option: &str, args: &'a [OsString]) -> Option<&'a str> {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    let attached = args.find_map(|arg| arg.strip_prefix(option))?;
    let number = attached.strip_prefix('=').unwrap_or(attached);
    let number = if number.is_empty() {
        args.next()?
    } else {
        number
    };
    number.parse::<u32>().ok().map(|_| number)
}

/// Returns the value of `--format` with this name.
fn format_of(command: &Command, name: &str) -> Option<String> {
    let format = command
        .get_arguments()
        .find(|argument| argument.get_long() == Some("format"))?;
    let values = format.get_possible_values();
    values
        .iter()
        .find(|value| value.get_name() == name)
        .map(|value| value.get_name().to_owned())
}

/// Returns the option that is nearest to `name`, if it is near enough, or the only one
/// that begins with it.
fn find_misspelt(root: &Command, command: &Command, name: &str) -> Option<String> {
    let names = long_names(root, command);
    let errors = |option: &&str| strsim::osa_distance(option, name);
    let nearest = names.iter().map(errors).min()?;
    let is_meant = |option: &&&str| match nearest <= tolerated_edits(name) {
        true => errors(option) == nearest,
        false => name.len() >= MIN_PREFIX_LENGTH && option.starts_with(name),
    };
    let meant: Vec<&&str> = names.iter().filter(is_meant).collect();
    match meant[..] {
        [one] => Some((*one).to_owned()),
        _ => None,
    }
}

/// Returns the tip that names the commands with this option.
fn find_elsewhere(root: &Command, name: &str) -> Option<String> {
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
    use crate::help::HelpLength;
    use crate::{Cli, help};
    use clap::CommandFactory;

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

    /// The tip for the option that is not known, the last word but values.
    fn tip_for(words: &str) -> Option<String> {
        let root = root();
        let args: Vec<OsString> = words.split(' ').map(Into::into).collect();
        let error = root.clone().try_get_matches_from(&args).expect_err(words);
        assert_eq!(error.kind(), ErrorKind::UnknownArgument, "{words}: {error}");
        find_tip(
            &root,
            &command_path(&root, &args),
            &context_text(&error, ContextKind::InvalidArg),
            &args,
        )
    }

    #[test]
    fn mistakes_have_the_right_tip() {
        let cases = [
            (
                "queens count 8 --all",
                "all solutions are counted; `queens list` lists them",
            ),
            (
                "queens solve 8 --all",
                "`queens list` lists every solution, `queens count` counts them",
            ),
            ("queens count 12 --unique", "the option is `--fundamental`"),
            (
                "queens solve --verson",
                "a similar option exists: `queens --version`",
            ),
            (
                "queens solve -n 8",
                "the size is an argument without an option: `queens solve 8`",
            ),
            (
                "queens solve --time-limit 5 -n 8",
                "the size is an argument without an option: `queens solve 8`",
            ),
            (
                "queens count -n12",
                "the size is an argument without an option: `queens count 12`",
            ),
            (
                "queens list --size=5",
                "the size is an argument without an option: `queens list 5`",
            ),
            ("queens count 8 --jobs 4", "the option is `--threads`"),
            ("queens count 8 -j 4", "the option is `--threads`"),
            ("queens count 8 --timeout 3", "the option is `--time-limit`"),
            ("queens count 8 --json", "use `--format json`"),
            (
                "queens solve 8 --fundamental",
                "`--fundamental` is an option of `queens list`, `queens count` and `queens verify`",
            ),
            (
                "queens list 8 --output file",
                "the result goes to standard output: redirect it with `> FILE`",
            ),
            (
                "queens count 8 --by-clas",
                "a similar option exists: `--by-class`",
            ),
            (
                "queens count 8 --colour never",
                "a similar option exists: `--color`",
            ),
            (
                "queens count 8 --fund",
                "a similar option exists: `--fundamental`",
            ),
        ];
        for (words, helpful) in cases {
            assert_eq!(tip_for(words).as_deref(), Some(helpful), "{words}");
        }
        for words in [
            "queens count 8 --frobnicate",
            "queens count 8 --xll",
            "queens solve -x 8",
            "queens variants -n 8",
        ] {
            assert_eq!(tip_for(words), None, "{words}");
        }
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
        let names = long_names(root, command);
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
                let given = find_tip(root, path, &format!("--{word}"), &[]);
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
        let [right, all] = misspelled(&root, &root, &mut Vec::new());
        assert!(all > 1000 && 10 * right > 9 * all, "{right} of {all}");
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
        let args: Vec<OsString> = ["queens", "campaign", "pln"].map(Into::into).into();
        let error = root
            .try_get_matches_from_mut(&args)
            .expect_err("no command");
        assert!(
            improve_error(error, &mut root, &args)
                .to_string()
                .contains("plan")
        );
    }
}
