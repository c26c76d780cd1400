//! Asks every engine and every call at the root of `queens` for published counts, on
//! threads with little stack. `outside count ENGINE` counts the problem on standard input
//! on one thread, to be timed.

mod calls;
mod engines;

use queens::problem::Problem;
use queens::{Settings, count};
use std::env;
use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::thread;

/// Stack size in bytes that other runtimes give to a thread; the standard library gives
/// four times as much.
const STACK_SIZE: usize = 512 << 10;

type Checked = Result<(), Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let checked = match &arguments[..] {
        [command, engine] if command == "count" => count_solutions(engine),
        _ => check_with_stack(STACK_SIZE),
    };
    match checked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn count_solutions(engine: &str) -> Checked {
    let problem: Problem = io::read_to_string(io::stdin())?.parse()?;
    let settings = Settings::default().with_threads(1).with_engine(engine);
    println!("{}", count(&problem, &settings)?.count);
    Ok(())
}

fn check_with_stack(stack_size: usize) -> Checked {
    println!("{} KiB of stack", stack_size >> 10);
    let check = || engines::check().and_then(|()| calls::check());
    let thread = thread::Builder::new().stack_size(stack_size).spawn(check)?;
    thread
        .join()
        .unwrap_or_else(|_panic| Err("a call panicked".into()))
}
