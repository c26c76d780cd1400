//! `queens serve`: the page.

use crate::args::ServeArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};

pub(crate) fn run(args: &ServeArgs, console: &Console) -> Result<Exit, Failure> {
    let options = queens_server::ServeOptions {
        addr: args.addr,
        max_size: args.max_size,
        ..queens_server::ServeOptions::default()
    };
    queens_server::serve(&options, console.cancel(), |addr| {
        console.say(format!("serving http://{addr}/queens?boardsize=8 (Ctrl-C ends)"));
    })
    .map_err(|error| {
        Failure::input(format!("cannot serve on {}: {error}; --addr names another address", args.addr))
    })?;
    Ok(Exit::Answered)
}
