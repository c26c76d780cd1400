//! A program that is run to its end, with its whole output.

use super::{
    MAX_STDERR_WAIT, POLL_INTERVAL, ProgramCall, RunningProgram, describe_failure,
    last_of, start_failure,
};
use crate::input::{Deadline, WatchedInput};
use queens::control::{Limits, Stop};
use std::io::Read;
use std::time::Instant;

/// Most bytes of an output that are kept: 14,200 solutions for 12 queens, drawn, are 3 MB.
const MAX_OUTPUT: u64 = 1 << 24;

/// End of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// With status 0.
    Ended,
    /// In another way, or it did not start.
    Failed(String),
    /// It printed more than is kept.
    TooLong,
    /// Its time was over.
    TimedOut,
    /// A signal stopped the command.
    Interrupted,
}

/// A run and what it printed.
#[derive(Clone, Debug)]
pub(crate) struct CollectedRun {
    pub(crate) output: String,
    /// End of standard error; empty if nothing was written there.
    pub(crate) stderr: String,
    pub(crate) end: RunEnd,
    pub(crate) seconds: f64,
}

/// Runs a program until it ends or a limit is reached. The clock of the limits has not
/// started.
pub(crate) fn collect_output(call: &ProgramCall, limits: &Limits) -> CollectedRun {
    let limits = limits.started();
    let started = Instant::now();
    let mut run = CollectedRun {
        output: String::new(),
        stderr: String::new(),
        end: RunEnd::Ended,
        seconds: 0.0,
    };
    match RunningProgram::start(call, limits.memory) {
        Ok(running) => follow_program(running, call, &limits, &mut run),
        Err(error) => run.end = RunEnd::Failed(start_failure(&call.program, &error)),
    }
    run.seconds = started.elapsed().as_secs_f64();
    run
}

fn follow_program(
    mut running: RunningProgram,
    call: &ProgramCall,
    limits: &Limits,
    run: &mut CollectedRun,
) {
    let deadline = Deadline::from_limits(limits);
    let stderr = running.take_stderr().map(last_of);
    let mut bytes = Vec::new();
    let mut is_readable = true;
    if let Some(stdout) = running.take_stdout() {
        let mut input = WatchedInput::new(stdout, &deadline).take(MAX_OUTPUT);
        is_readable = input.read_to_end(&mut bytes).is_ok();
    }
    let is_too_long = bytes.len() as u64 == MAX_OUTPUT;
    let mut end = Ok(None);
    while !is_too_long && matches!(end, Ok(None)) && !deadline.is_over() {
        end = running.wait(POLL_INTERVAL);
    }
    drop(running);
    let stderr = stderr.and_then(|last| last.recv_timeout(MAX_STDERR_WAIT).ok());
    run.stderr = stderr.unwrap_or_default();
    run.output = String::from_utf8_lossy(&bytes).into_owned();
    run.end = match deadline.stop() {
        Some(Stop::Cancelled) => RunEnd::Interrupted,
        Some(_) => RunEnd::TimedOut,
        None if is_too_long => RunEnd::TooLong,
        None if !is_readable => RunEnd::Failed("its output cannot be read".to_owned()),
        None => match describe_failure(&call.program, limits.memory, end) {
            Some(reason) => RunEnd::Failed(reason),
            None => RunEnd::Ended,
        },
    };
}
