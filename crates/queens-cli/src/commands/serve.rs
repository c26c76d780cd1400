//! `queens serve`: serves the page and the API.

use crate::args::parse_duration;
use crate::browser;
use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::tips::address_of;
use clap::Args;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

/// Options of the server.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens serve                                  http://127.0.0.1:8080\n\
\x20 queens serve --open                           the same, in the browser at once\n\
\x20 queens serve --addr 0.0.0.0:80 --max-size 12  for others, with small boards\n\
\x20 queens serve --campaign n20                   with the progress of a campaign")]
pub(crate) struct ServeArgs {
    /// Check that a server answers at this address, instead of starting one; the exit
    /// status is 1 if none does
    #[arg(long, hide_short_help = true, conflicts_with = "open")]
    pub(crate) check: bool,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Address to listen on; the default is reachable from this machine only
    #[arg(long, value_name = "ADDRESS", default_value_t = default_options().addr, value_parser = parse_address)]
    pub(crate) addr: std::net::SocketAddr,
    /// Largest board of a page of solutions
    #[arg(long, value_name = "SIZE", default_value_t = default_options().max_size, allow_negative_numbers = true)]
    pub(crate) max_size: u32,
    /// Maximum number of searches at once
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = default_options().max_searches, value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub(crate) max_searches: u16,
    /// Maximum number of connections; half of them may carry pages of solutions
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = default_options().max_connections, value_parser = clap::value_parser!(u16).range(2..), allow_negative_numbers = true)]
    pub(crate) max_connections: u16,
    /// Drop clients whose request takes longer than this to arrive: its head, then its
    /// body
    #[arg(long, hide_short_help = true, value_name = "TIME", default_value = "10s", value_parser = positive_duration, allow_negative_numbers = true)]
    pub(crate) request_timeout: Duration,
    /// Drop clients that read less than 64 KiB of a waiting response in this time
    #[arg(long, hide_short_help = true, value_name = "TIME", default_value = "10s", value_parser = positive_duration, allow_negative_numbers = true)]
    pub(crate) reader_timeout: Duration,
    /// Largest side of a board in the API
    #[arg(long, hide_short_help = true, value_name = "SIZE", default_value_t = default_options().max_board, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(crate) max_board: u32,
    /// Maximum size of a request, in bytes; four times as many for lists to verify, 32
    /// times for pictures
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = default_options().max_body, allow_negative_numbers = true)]
    pub(crate) max_body: usize,
    /// Time limit of an answer of the API; --time-limit bounds pages and jobs too
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = positive_duration, allow_negative_numbers = true)]
    pub(crate) answer_time: Duration,
    /// Maximum number of counts that run as jobs at once
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = default_options().max_jobs as u16, value_parser = clap::value_parser!(u16).range(0..), allow_negative_numbers = true)]
    pub(crate) max_jobs: u16,
    /// Memory in MiB for all searches, jobs and pictures together; by default half of
    /// what the machine or its container has, and 4096 where the system does not tell; --memory-limit
    /// bounds each search, by default at 2048
    #[arg(long, hide_short_help = true, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
    /// Show the progress of the campaign in this folder; may be repeated
    #[arg(long = "campaign", value_name = "DIR")]
    pub(crate) campaigns: Vec<PathBuf>,
    /// Also answer requests to this host name, given without a port; may be repeated;
    /// localhost and numeric addresses are always answered
    #[arg(long = "allow-host", value_name = "NAME", value_parser = host_name)]
    pub(crate) allowed_hosts: Vec<String>,
    /// Let pages of this origin, such as https://example.org, show the page in a frame;
    /// may be repeated; by default none can
    #[arg(long = "embed-from", hide_short_help = true, value_name = "ORIGIN")]
    pub(crate) embed_from: Vec<queens_server::EmbedOrigin>,
}

/// Returns the default options.
fn default_options() -> queens_server::ServeOptions {
    queens_server::ServeOptions::default()
}

/// Longest time that a check waits for each step of an answer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// Bytes of a response that a check reads: more than the status line of a healthy server.
const STATUS_LINE_BYTES: u64 = 32;

pub(crate) fn run_serve(args: &ServeArgs, console: &Console) -> Result<Exit, Failure> {
    if args.check {
        return Ok(check_server(args.addr, console));
    }
    let limits = &console.settings().limits;
    let options = queens_server::ServeOptions {
        addr: args.addr,
        max_size: args.max_size,
        max_searches: args.max_searches,
        max_connections: args.max_connections,
        max_board: args.max_board,
        max_body: args.max_body,
        answer_time: args.answer_time,
        max_jobs: args.max_jobs.into(),
        request_timeout: args.request_timeout,
        reader_timeout: args.reader_timeout,
        time_limit: limits.time,
        node_limit: limits.nodes,
        memory_limit: limits.memory.or(default_options().memory_limit),
        max_memory: max_memory(args.max_memory),
        campaigns: queens_server::Campaigns::open(&args.campaigns)
            .map_err(Failure::input)?,
        allowed_hosts: args.allowed_hosts.clone(),
        embed_from: args.embed_from.clone(),
        access_log: console.is_verbose().then_some(|record| {
            let _ = writeln!(io::stderr(), "{}", escape_text(&record.to_string()));
        }),
    };
    queens_server::serve(&options, console.cancel(), |addr| {
        let page = format!("http://{addr}");
        console.say(format!("the page is at {page} (Ctrl-C ends)"));
        if args.open {
            open_in_browser(&page, console.is_quiet());
        }
    })
    .map_err(|error| {
        Failure::input(format!(
            "cannot serve on {}: {error}; --addr names another address",
            args.addr
        ))
    })?;
    Ok(Exit::Answered)
}

/// Returns the memory of all searches in bytes, for the option's value in MiB.
fn max_memory(mebibytes: Option<u64>) -> u64 {
    match mebibytes {
        Some(mebibytes) => mebibytes.saturating_mul(1 << 20),
        None => memory::available_bytes()
            .map_or(default_options().max_memory, |bytes| bytes / 2),
    }
}

/// Asks the server at `addr` whether it is up, and reports what is wrong.
fn check_server(addr: SocketAddr, console: &Console) -> Exit {
    // Nothing listens at an address that stands for all addresses of the machine.
    let ip = match addr.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    match status_line(SocketAddr::new(ip, addr.port())) {
        Ok(status) if status.starts_with("HTTP/1.1 200 ") => return Exit::Answered,
        Ok(status) => console.say(format!(
            "no healthy server at {addr}: it answers {status:?}"
        )),
        Err(error) => console.say(format!("no server answers at {addr}: {error}")),
    }
    Exit::CheckFailed
}

/// Requests `/healthz` and returns the beginning of the response.
fn status_line(addr: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&addr, CHECK_TIMEOUT)?;
    stream.set_read_timeout(Some(CHECK_TIMEOUT))?;
    stream.set_write_timeout(Some(CHECK_TIMEOUT))?;
    write!(
        stream,
        "GET /healthz HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n"
    )?;
    let mut head = Vec::new();
    stream.take(STATUS_LINE_BYTES).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    Ok(head.lines().next().unwrap_or_default().to_owned())
}

/// Opens the page on a thread of its own, because some browsers and some programs that
/// open them block.
fn open_in_browser(page: &str, is_quiet: bool) {
    let address = page.to_owned();
    let open = move || {
        if let Err(error) = browser::open_address(&address) {
            say_unopened(&address, &error, is_quiet);
        }
    };
    if let Err(error) = std::thread::Builder::new().spawn(open) {
        say_unopened(page, &error, is_quiet);
    }
}

fn say_unopened(page: &str, error: &io::Error, is_quiet: bool) {
    if !is_quiet {
        let _ = writeln!(
            io::stderr(),
            "cannot open a browser ({}): go to {page}",
            escape_text(&error.to_string())
        );
    }
}

/// Parses a duration above 0.
pub(crate) fn positive_duration(text: &str) -> Result<Duration, String> {
    match parse_duration(text)? {
        Duration::ZERO => Err(format!(
            "'{text}' is not a valid time here: use more than 0"
        )),
        time => Ok(time),
    }
}

/// Parses the address to listen on.
fn parse_address(text: &str) -> Result<std::net::SocketAddr, String> {
    text.parse().map_err(|_| {
        format!(
            "'{text}' is not an address to listen on: write numbers and a port from 0 to 65535, such as {}, \
             0.0.0.0:80 or [::1]:8080",
            address_of(text)
        )
    })
}

/// Parses a host name.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let is_name = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
    };
    if text.is_empty() || !is_name(text) {
        return Err(format!(
            "'{text}' is not a valid host name: write one such as queens.example.org, without a port"
        ));
    }
    Ok(text.to_owned())
}
