//! `queens campaign sum`: the sum of shards from anywhere.

use super::CampaignFailure;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{Deadline, WatchedInput, name_of};
use crate::problem::as_published;
use crate::table::{grouped, several};
use campaign::{Decomposition, RecordHeader};
use clap::Args;
use queens::control::Outcome;
use queens::parallel::{
    JobQuestion, Ledger, LedgerError, Record, RecordFault, RecordLines,
};
use queens::simd::Kernel;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct SumArgs {
    /// Shards of one count, from `campaign share` or from any campaign's folder; - is
    /// standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run_sum(
    args: &SumArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let (record, damage) = read_all(&args.files, console)?;
    Ok(print_sum(&record, &damage, console)?)
}

fn foreign_file(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is not a shard, as `queens campaign share` and `queens campaign run` write it: name another file"
    ))
}

/// Damaged lines of all files.
#[derive(Default)]
struct Damage {
    /// The first lines, each with its file and fault.
    lines: Vec<String>,
    /// Number of further lines.
    more: u64,
}

impl Damage {
    /// Number of lines that are named.
    const MAX_NAMED_LINES: usize = 10;

    /// Notes a damaged line. Any other fault ends the reading.
    fn take_fault(
        &mut self,
        taken: Result<Option<RecordFault>, LedgerError>,
        name: &str,
        number: u64,
    ) -> Result<(), Failure> {
        let failure = |error: &dyn Display| {
            Failure::input(format!("{name}, line {number}: {error}"))
        };
        match taken.map_err(|error| failure(&error))? {
            None => {}
            Some(fault @ RecordFault::Unknown(_)) => return Err(failure(&fault)),
            Some(_) if self.lines.len() == Damage::MAX_NAMED_LINES => self.more += 1,
            Some(fault) => self.lines.push(format!("{name}, line {number} {fault}")),
        }
        Ok(())
    }

    /// Prints the lines, each with the consequence.
    fn print_faults(&self, console: &Console, consequence: &str) {
        for line in &self.lines {
            console.say(format!("{line}: {consequence}"));
        }
        if self.more > 0 {
            console.say(format!("and {} more", several(self.more, "line")));
        }
    }
}

/// A count and its units that are done.
struct CountRecord {
    decomposition: Decomposition,
    ledger: Ledger,
}

impl CountRecord {
    fn new(header: &RecordHeader) -> Result<Self, Failure> {
        let decomposition = Decomposition::from_record(&header.job, Kernel::Auto)
            .map_err(Failure::input)?;
        Ok(CountRecord {
            ledger: Ledger::new(decomposition.job.clone()),
            decomposition,
        })
    }
}

/// Reads files, all of one count.
fn read_all(
    files: &[PathBuf],
    console: &Console,
) -> Result<(CountRecord, Damage), Failure> {
    let mut count: Option<CountRecord> = None;
    let mut damage = Damage::default();
    // Units before the first undamaged header, with their places.
    let mut early = Vec::new();
    let deadline = Deadline::from_limits(&console.settings().limits);
    for path in files {
        let name = name_of(path);
        let mut lines: RecordLines<_, RecordHeader> =
            RecordLines::new(WatchedInput::open(path, &deadline));
        for line in &mut lines {
            let (number, line) =
                line.map_err(|error| Failure::unreadable(&name, error))?;
            match (&mut count, line) {
                (Some(count), line) => {
                    damage.take_fault(count.ledger.record(line), &name, number)?;
                }
                (None, Ok(Record::Unit(unit))) => {
                    early.push((name.clone(), number, unit));
                }
                (None, Ok(Record::Header(header))) => {
                    let failure = |error: Failure| {
                        Failure::input(format!("{name}, line {number}: {error}"))
                    };
                    let count = count.insert(CountRecord::new(&header).map_err(failure)?);
                    for (name, number, unit) in early.drain(..) {
                        damage.take_fault(
                            count.ledger.record::<RecordHeader>(Ok(Record::Unit(unit))),
                            &name,
                            number,
                        )?;
                    }
                }
                (None, Err(fault)) => {
                    damage.take_fault(Ok(Some(fault)), &name, number)?;
                }
            }
        }
        if lines.are_foreign() {
            return Err(foreign_file(&name));
        }
    }
    match count {
        Some(count) => Ok((count, damage)),
        None => Err(Failure::input(
            "there is no header of a count in these files, so there is nothing to sum",
        )),
    }
}

/// Prints the sum, and compares it with the published value.
fn print_sum(
    count: &CountRecord,
    damage: &Damage,
    console: &Console,
) -> Result<Exit, Failure> {
    let CountRecord {
        decomposition,
        ledger,
    } = count;
    let sum = ledger.sum();
    if !ledger.is_complete() {
        console.say(format!(
            "{} of {} done; partial count {}",
            grouped(ledger.done()),
            several(ledger.job().units, "unit"),
            sum.count
        ));
        damage.print_faults(
            console,
            "its unit is missing, unless another line has it: run the share again",
        );
        return Ok(Exit::CheckFailed);
    }
    let answer = match decomposition.job.question {
        JobQuestion::Profile => sum
            .figures
            .iter()
            .map(u128::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        JobQuestion::Count => sum.count.to_string(),
    };
    let mut out = console.out();
    writeln!(out, "{answer}")?;
    out.flush()?;
    let figures = decomposition.job.figures.iter().zip(&sum.figures);
    let figures: Vec<_> = figures
        .map(|(name, &figure)| format!(", {} {name}", grouped(figure)))
        .collect();
    console.explain_choice(format!(
        "{}: {}, {}{}",
        ledger.job().engine,
        several(ledger.job().units, "unit"),
        several(sum.nodes, "node"),
        figures.concat()
    ));
    let faults = decomposition.faults_of_sum(sum);
    if !faults.is_empty() {
        let reasons = faults.join("; ");
        let _ = writeln!(
            io::stderr(),
            "error: the sum cannot be right ({reasons}): a unit has a wrong count"
        );
        return Ok(Exit::CheckFailed);
    }
    for (published, found) in decomposition.compare_with_published(sum) {
        console.say(as_published(&published, found, Outcome::Exhausted));
    }
    Ok(Exit::Answered)
}
