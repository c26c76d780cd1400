//! The shape of the help: `-h` shows the options that most need, `--help` all of them and examples.

use clap::Command;
use clap::builder::Resettable;

/// Global options that search.
const SEARCH: [&str; 4] = ["time_limit", "node_limit", "memory_limit", "seed"];

/// Commands for which some global options mean nothing, and these options.
const WITHOUT: [(&str, &[&str]); 12] = [
    ("list", &["seed"]),
    ("count", &["seed"]),
    ("bench", &["seed", "charset"]),
    ("search", &["seed"]),
    ("import", &["node_limit", "memory_limit", "seed"]),
    ("export", &["node_limit", "seed", "color", "charset"]),
    ("variants", &SEARCH),
    ("engines", &SEARCH),
    ("verify", &SEARCH),
    ("serve", &SEARCH),
    (
        "completions",
        &["time_limit", "node_limit", "memory_limit", "seed", "color", "charset", "quiet", "verbose"],
    ),
    ("man", &["time_limit", "node_limit", "memory_limit", "seed", "color", "charset", "quiet", "verbose"]),
];

/// The command line with its help in shape: `brief` for `-h`.
pub(crate) fn shaped(command: Command, brief: bool) -> Command {
    let command = WITHOUT.into_iter().fold(command, |command, (name, options)| {
        let hidden: Vec<_> = command
            .get_arguments()
            .filter(|argument| options.contains(&argument.get_id().as_str()))
            .map(|argument| argument.clone().hide(true))
            .collect();
        // An option that a command has already is not handed down to it.
        command.mut_subcommand(name, |command| command.args(hidden))
    });
    with_examples(with_seed_of_games(command), brief)
}

/// Says of the seed of `puzzle play` what it is there.
fn with_seed_of_games(command: Command) -> Command {
    let seeds = command.get_arguments().filter(|argument| argument.get_id() == "seed");
    let seeds: Vec<_> = seeds
        .map(|seed| seed.clone().help("Seed of a new puzzle; without it each time another one"))
        .collect();
    command.mut_subcommand("puzzle", |puzzle| puzzle.mut_subcommand("play", |play| play.args(seeds)))
}

/// Shows or hides what is only for `--help`. Either way in clap's short form, a line or two for each option: its long one,
/// which it takes as soon as an option is hidden in the short one, puts blank lines between them.
fn with_examples(mut command: Command, brief: bool) -> Command {
    let names: Vec<_> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |command| with_examples(command, brief));
    }
    if !brief {
        command = command.mut_args(|argument| argument.hide_short_help(false));
    }
    let Some(examples) = command.get_after_long_help().cloned() else { return command };
    if brief {
        return command.after_help("--help shows all options, and examples.");
    }
    command.after_help(examples).after_long_help(Resettable::Reset)
}
