//! `queens completions` and `queens man`: made from the definition of the command line itself.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::exit::{Exit, Failure};
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    // The generator insists on writing all at once, so a closed pipe is met by our own write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "queens", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Exit::Answered)
}

/// Prints the manual page of the whole, or of one command.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut all = Cli::command();
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => {
            let known: Vec<_> = all.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            let sub = all.find_subcommand(name).cloned();
            let sub = sub.ok_or_else(|| {
                Failure::input(format!("'{name}' is no command: use one of {}", known.join(", ")))
            })?;
            sub.display_name(format!("queens-{name}"))
        }
    };
    let title = page.get_display_name().unwrap_or("queens").to_owned();
    clap_mangen::Man::new(page).title(title).render(&mut io::stdout().lock())?;
    Ok(Exit::Answered)
}
