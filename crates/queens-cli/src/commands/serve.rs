//! `queens serve`: the page.

use crate::args::{ServeArgs, duration};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use std::time::Duration;

pub(crate) fn run(args: &ServeArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = &console.settings().limits;
    let options = queens_server::ServeOptions {
        addr: args.addr,
        max_size: args.max_size,
        max_searches: args.max_searches,
        max_connections: args.max_connections,
        reader_timeout: args.reader_timeout,
        time_limit: limits.time,
        node_limit: limits.nodes,
        allowed_hosts: args.allowed_hosts.clone(),
    };
    queens_server::serve(&options, console.cancel(), |addr| {
        console.say(format!("serving http://{addr}/queens?boardsize=8 (Ctrl-C ends)"));
    })
    .map_err(|error| {
        Failure::input(format!("cannot serve on {}: {error}; --addr names another address", args.addr))
    })?;
    Ok(Exit::Answered)
}

/// Reads how long to wait for a reader.
pub(crate) fn patience(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err(format!("'{text}' is not a valid time to wait for a reader: use more than 0")),
        time => Ok(time),
    }
}

/// Reads the name of a host.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let is_name = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
    if text.is_empty() || !is_name(text) {
        return Err(format!(
            "'{text}' is not a valid host name: write one such as queens.example.org, without a port"
        ));
    }
    Ok(text.to_owned())
}
