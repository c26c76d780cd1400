//! `queens completions` and `queens man`, generated from the definition of the command
//! line.

use crate::exit::{Exit, Failure};
use clap::{Args, Command};
use queens::names;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens man | man -l -                            read it\n\
\x20 queens man campaign run > queens-campaign-run.1  the page of one command\n\
\x20 queens man --output pages                        the pages of all commands")]
pub(crate) struct ManArgs {
    /// Page of one command, such as `count` or `campaign run`
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    pub(crate) command: Vec<String>,
    /// Write the page of every command into this folder, which is made if it is missing
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens completions bash > ~/.local/share/bash-completion/completions/queens  for bash")]
pub(crate) struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell or zsh
    pub(crate) shell: clap_complete::Shell,
}

/// Prints a completion script.
pub(crate) fn write_completions(
    args: &CompletionsArgs,
    mut of: Command,
) -> Result<Exit, Failure> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut of, "queens", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Exit::Answered)
}

/// Prints the manual page of `queens`, or of one command; or writes all pages into a
/// folder.
pub(crate) fn write_man_pages(args: &ManArgs, queens: Command) -> Result<Exit, Failure> {
    // `queens help` prints what the pages hold, so it has no page of its own.
    let queens = queens.disable_help_subcommand(true);
    match &args.output {
        Some(folder) => write_pages(queens, folder)?,
        None => {
            let page = find_command(&args.command, queens)?;
            clap_mangen::Man::new(page).render(&mut io::stdout().lock())?;
        }
    }
    Ok(Exit::Answered)
}

/// Writes a page for each command that is not hidden: `queens.1`, `queens-count.1`,
/// `queens-campaign-run.1`.
fn write_pages(queens: Command, folder: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        Failure::input(format!(
            "cannot write pages into {}: {error}",
            folder.display()
        ))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(queens, folder).map_err(failed)
}

/// Returns the command of this path, such as `campaign run`, under the name of its page.
fn find_command(path: &[String], queens: Command) -> Result<Command, Failure> {
    let mut found = queens;
    found.build();
    let mut title = "queens".to_owned();
    for name in path {
        let Some(inner) = found.find_subcommand(name).cloned() else {
            return Err(unknown_command(name, &title, &found));
        };
        found = inner;
        title = format!("{title}-{name}");
    }
    Ok(found.display_name(title))
}

fn unknown_command(name: &str, title: &str, outer: &Command) -> Failure {
    let known: Vec<_> = outer.get_subcommands().map(Command::get_name).collect();
    if known.is_empty() {
        return Failure::input(format!(
            "'{name}' is not a command: {title} has no commands inside"
        ));
    }
    Failure::input(format!(
        "'{name}' is not a command: {}",
        names::way_out(name, &known)
    ))
}
