//! `queens serve`: the page.

use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens serve                                  http://127.0.0.1:8080\n\
\x20 queens serve --addr 0.0.0.0:80 --max-size 12  for others, with small boards")]
pub(crate) struct ServeArgs {
    /// Where to listen; the default is reachable from this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) addr: std::net::SocketAddr,
    /// The largest board size to answer
    #[arg(long, value_name = "SIZE", default_value_t = 14)]
    pub(crate) max_size: u32,
}

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
