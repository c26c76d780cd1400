//! The shape of the help: `-h` and `--help` fit a screen, `help COMMAND` has all options
//! and examples.

use crate::terminal;
use clap::Command;
use clap::builder::Resettable;

/// Largest width of a line of help.
const MAX_LINE_WIDTH: usize = 100;

/// Indentation of the comment of an example that does not fit beside it.
const COMMENT_INDENT: usize = 6;

/// Global options of a search.
const SEARCH_OPTIONS: [&str; 4] = ["time_limit", "node_limit", "memory_limit", "seed"];

/// Commands, and the global options that mean nothing to them.
const UNUSED_OPTIONS: [(&str, &[&str]); 13] = [
    ("list", &["seed"]),
    ("count", &["seed"]),
    ("bench", &["seed", "charset"]),
    ("greedy", &["seed", "color", "charset"]),
    ("search", &["seed"]),
    ("import", &["node_limit", "memory_limit", "seed"]),
    ("export", &["node_limit", "seed", "color", "charset"]),
    ("variants", &SEARCH_OPTIONS),
    ("engines", &SEARCH_OPTIONS),
    ("verify", &SEARCH_OPTIONS),
    ("serve", &SEARCH_OPTIONS),
    (
        "completions",
        &[
            "time_limit",
            "node_limit",
            "memory_limit",
            "seed",
            "color",
            "charset",
            "quiet",
            "verbose",
        ],
    ),
    (
        "man",
        &[
            "time_limit",
            "node_limit",
            "memory_limit",
            "seed",
            "color",
            "charset",
            "quiet",
            "verbose",
        ],
    ),
];

/// Commands that the short help of `queens` leaves out.
const RARE_COMMANDS: [&str; 13] = [
    "trace",
    "record",
    "growth",
    "grade",
    "greedy",
    "bench",
    "import",
    "search",
    "completions",
    "man",
    "estimate",
    "law",
    "variants",
];

/// Options that the short help leaves out in commands inside others, which have many of
/// their own.
const RARE_OPTIONS: [&str; 3] = ["kernel", "threads", "givens"];

/// The amount of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HelpLength {
    /// One screen: the usual options, a line each.
    Short,
    /// All options, and examples.
    Full,
}

/// Returns the command line with its help in shape.
pub(crate) fn shape_help(command: Command, length: HelpLength) -> Command {
    let command = UNUSED_OPTIONS
        .into_iter()
        .fold(command, |command, (name, options)| {
            if command.find_subcommand(name).is_none() {
                return command;
            }
            let hidden: Vec<_> = command
                .get_arguments()
                .filter(|argument| options.contains(&argument.get_id().as_str()))
                .map(|argument| argument.clone().hide(true))
                .collect();
            // An option that a command has already is not handed down to it.
            command.mut_subcommand(name, |command| command.args(hidden))
        });
    let command = with_seed_of_games(command);
    let width = terminal::terminal_size().0.min(MAX_LINE_WIDTH);
    let command = command.term_width(width);
    match length {
        HelpLength::Short => shorten_help(command, "queens"),
        HelpLength::Full => with_examples(command, width),
    }
}

/// Describes the seed of `puzzle play`.
fn with_seed_of_games(command: Command) -> Command {
    let seeds = command
        .get_arguments()
        .filter(|argument| argument.get_id() == "seed");
    let seeds: Vec<_> = seeds
        .map(|seed| {
            seed.clone()
                .help("Seed of a new puzzle; without it each time another one")
        })
        .collect();
    command.mut_subcommand("puzzle", |puzzle| {
        puzzle.mut_subcommand("play", |play| play.args(seeds))
    })
}

/// Keeps the usual options, with a line each: the part of their help before a semicolon.
fn shorten_help(mut command: Command, path: &str) -> Command {
    let is_inside = path.split(' ').count() > 2;
    let names: Vec<_> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        let is_rare = path == "queens" && RARE_COMMANDS.contains(&name.as_str());
        let below = format!("{path} {name}");
        command = command
            .mut_subcommand(name, |command| shorten_help(command, &below).hide(is_rare));
    }
    let rest = match path.split_once(' ') {
        None => "`queens help` lists the rest; `queens help COMMAND` explains a command."
            .to_owned(),
        Some((_, name)) => {
            format!("`queens help {name}` shows all options and examples.")
        }
    };
    command
        .mut_args(|argument| {
            let is_hidden = argument.is_hide_set()
                || argument.is_hide_short_help_set()
                || (argument.is_global_set() && path == "queens")
                || (is_inside && RARE_OPTIONS.contains(&argument.get_id().as_str()));
            let help = argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            let first = help.split("; ").next().unwrap_or_default().to_owned();
            let argument = argument.help(first).hide(is_hidden).hide_short_help(false);
            match argument.get_action().takes_values() {
                true => argument.hide_possible_values(true).hide_default_value(true),
                false => argument,
            }
        })
        .long_about(Resettable::Reset)
        .after_help(rest)
        .after_long_help(Resettable::Reset)
}

/// Shows all options and the examples, in clap's short form: its long one puts blank
/// lines between options.
fn with_examples(mut command: Command, width: usize) -> Command {
    let names: Vec<_> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        command = command.mut_subcommand(name, |command| with_examples(command, width));
    }
    command = command.mut_args(|argument| argument.hide_short_help(false));
    let text = command
        .get_after_long_help()
        .or(command.get_after_help())
        .map(ToString::to_string);
    let Some(text) = text else { return command };
    command
        .after_help(laid_out(&text, width))
        .after_long_help(Resettable::Reset)
}

/// Sets examples (lines that begin with two blanks) in two columns if they fit, else with
/// their comments below them, and each paragraph of other lines in one line, which clap
/// breaks at the width of the terminal.
fn laid_out(text: &str, width: usize) -> String {
    let split = |line: &str| {
        let example = line.strip_prefix("  ")?.trim_start();
        let (command, comment) = example.split_once("  ").unwrap_or((example, ""));
        Some((command.to_owned(), comment.trim_start().to_owned()))
    };
    let examples = || text.lines().filter_map(split);
    let commented = || examples().filter(|(_, comment)| !comment.is_empty());
    let column = commented()
        .map(|(command, _)| command.chars().count())
        .max()
        .unwrap_or(0);
    let fits =
        commented().all(|(_, comment)| 2 + column + 2 + comment.chars().count() <= width);
    let lines = text.lines().map(|line| match split(line) {
        None => line.to_owned(),
        Some((command, comment)) if comment.is_empty() => format!("  {command}"),
        Some((command, comment)) if fits => format!("  {command:<column$}  {comment}"),
        Some((command, comment)) => {
            format!("  {command}\n{:COMMENT_INDENT$}{comment}", "")
        }
    });
    lines.fold(String::new(), |mut text, line| {
        let last = text.lines().last().unwrap_or_default();
        let continues = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let is_continued = continues(last) && continues(&line) && !last.ends_with(':');
        text += match is_continued {
            _ if text.is_empty() => "",
            true if !text.ends_with('\n') => " ",
            _ => "\n",
        };
        text + &line
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::CommandFactory;

    /// Lines and columns of the smallest screen.
    const SCREEN: (usize, usize) = (24, 80);

    /// Checks the short help of a command and of those inside it: it fits the screen
    /// below the line of the prompt.
    fn fits(command: &mut Command) {
        let text = command
            .clone()
            .term_width(SCREEN.1)
            .render_help()
            .to_string();
        let path = command.get_display_name().unwrap_or_default().to_owned();
        let lines = text.lines().count();
        assert!(lines < SCREEN.0, "{path}: {lines} lines\n{text}");
        for inside in command
            .get_subcommands_mut()
            .filter(|inside| inside.get_name() != "help")
        {
            fits(inside);
        }
    }

    #[test]
    fn the_short_help_fits_a_screen() {
        let mut command =
            shape_help(Cli::command(), HelpLength::Short).term_width(SCREEN.1);
        command.build();
        fits(&mut command);
    }

    /// Lines of the window in which the full help of counting fits.
    const WINDOW_LINES: usize = 50;

    #[test]
    fn the_full_help_of_counting_fits_a_window() {
        let mut command =
            with_examples(shape_help(Cli::command(), HelpLength::Full), SCREEN.1);
        command.build();
        let count = command
            .find_subcommand("count")
            .expect("the command")
            .clone();
        let text = count.term_width(SCREEN.1).render_help().to_string();
        let lines = text.lines().count();
        assert!(lines <= WINDOW_LINES, "{lines} lines\n{text}");
    }

    #[test]
    fn paragraphs_are_one_line() {
        let text = "Keys: space pauses;\nq quits.\n\nExamples:\n  queens watch 8  eight\n\nThe end.";
        assert_eq!(
            laid_out(text, 80),
            "Keys: space pauses; q quits.\n\nExamples:\n  queens watch 8  eight\n\nThe end."
        );
    }

    #[test]
    fn examples_fit_the_terminal() {
        let text = "Examples:\n  queens 8    eight\n  queens 12  twelve queens\n  queens count 8";
        assert_eq!(
            laid_out(text, 30),
            "Examples:\n  queens 8   eight\n  queens 12  twelve queens\n  queens count 8"
        );
        assert_eq!(
            laid_out(text, 20),
            "Examples:\n  queens 8\n      eight\n  queens 12\n      twelve queens\n  queens count 8"
        );
    }
}
