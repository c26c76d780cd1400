//! `queens completions` and `queens man`, generated from the definition of the command line.

use crate::exit::{Exit, Failure};
use crate::nearest::did_you_mean;
use clap::{Args, Command};
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens man | man -l -                      read it\n\
\x20 queens man campaign run > queens-campaign-run.1  the page of one command")]
pub(crate) struct ManArgs {
    /// Page of one command, such as `count` or `campaign run`
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    pub(crate) command: Vec<String>,
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
pub(crate) fn completions(args: &CompletionsArgs, mut of: Command) -> Result<Exit, Failure> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut of, "queens", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Exit::Answered)
}

/// Prints the manual page of `queens`, or of one command.
pub(crate) fn man(args: &ManArgs, mut page: Command) -> Result<Exit, Failure> {
    page.build();
    let mut title = "queens".to_owned();
    for name in &args.command {
        let known: Vec<_> = page.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        let sub = page.find_subcommand(name).cloned();
        page = sub.ok_or_else(|| match known.is_empty() {
            true => Failure::input(format!("'{name}' is not a command: {title} has no commands inside")),
            false => {
                let all = format!("use one of {}", known.join(", "));
                let tip = did_you_mean(name, known.iter().map(String::as_str), &all);
                Failure::input(format!("'{name}' is not a command: {tip}"))
            }
        })?;
        title = format!("{title}-{name}");
    }
    let page = page.display_name(&title);
    clap_mangen::Man::new(page).title(title).render(&mut io::stdout().lock())?;
    Ok(Exit::Answered)
}
