//! Work on units, each of which is written into the shard of its bundle.

use crate::run::{MAX_WAITING_UNITS, PROGRAM_VERSION};
use crate::scan::origin_name;
use crate::shard::{ShardWriter, UnitLine};
use crate::unfinished::{BegunUnits, UnfinishedUnit};
use crate::{Campaign, CampaignError, CampaignRunOptions, Decomposition, ShardHeader};
use queens::Unsupported;
use queens::control::{CancelToken, lock, thread_count};
use queens::parallel::{
    self, RunOptions, RunReport, Tally, UnitPart, UnitRecord, UnitTime,
};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// Units to run, and the shards that they go to.
pub(crate) struct UnitStreams<'u> {
    pub(crate) decomposition: &'u Decomposition,
    /// Units, in order.
    pub(crate) units: &'u [u64],
    /// Number of remaining units of each bundle.
    pub(crate) remaining: &'u Mutex<HashMap<u64, u64>>,
    /// Decides when a unit is about to begin if it is run.
    pub(crate) admit: &'u (dyn Fn(u64) -> bool + Sync),
    /// Units that are continued.
    pub(crate) unfinished: &'u Mutex<BegunUnits>,
    /// Called for a bundle when all of its units are on disk.
    pub(crate) completed: &'u (dyn Fn(u64) + Sync),
    /// True if the units were run before, and go into shards of verifications.
    pub(crate) are_verifications: bool,
}

/// A finished or unfinished unit, and the number of its bundle.
type BundleLine = (u64, UnitLine);

/// Sends what becomes of each unit to the thread that writes it.
struct UnitReporter<'r> {
    campaign: &'r Campaign,
    /// Identifier of the job.
    job: String,
    unfinished: &'r Mutex<BegunUnits>,
    /// Kernel that a unit must have been begun with; `None` for any.
    kernel: Option<String>,
    /// Host and program of this run.
    origin: String,
    lines: SyncSender<BundleLine>,
}

impl UnitReporter<'_> {
    /// Returns the first segments of a unit, if another run left some.
    fn find_begun(&self, unit: u64) -> Option<UnfinishedUnit> {
        lock(self.unfinished)
            .get(&(unit, self.kernel.clone()))
            .cloned()
    }

    /// Returns the other hosts that ran the first segments of a unit.
    fn other_origins(&self, unit: u64) -> Vec<String> {
        let mut origins = match self.find_begun(unit) {
            Some(begun) => begun.unit.begun_on,
            None => Vec::new(),
        };
        origins.retain(|origin| *origin != self.origin);
        origins
    }

    fn report_finished(&self, unit: u64, tally: &Tally, time: UnitTime) {
        let mut record = UnitRecord::new(&self.job, unit, tally, time);
        record.begun_on = self.other_origins(unit);
        self.send_line(unit, UnitLine::Finished(record));
    }

    fn report_segments(&self, unit: u64, part: &UnitPart) {
        let mut record = UnfinishedUnit::new(&self.job, unit, part);
        record.unit.begun_on = self.other_origins(unit);
        self.send_line(unit, UnitLine::Unfinished(record));
    }

    fn send_line(&self, unit: u64, line: UnitLine) {
        // The receiver is gone only after the writer failed, which returns its error.
        let _ = self.lines.send((self.campaign.deal.bundle_of(unit), line));
    }
}

/// Writes all received units; cancels the run if that fails.
fn write_lines(
    writer: &ShardWriter<'_>,
    lines: &Receiver<BundleLine>,
    cancel: &CancelToken,
) -> Result<Vec<String>, CampaignError> {
    let written = writer.write_units(lines);
    if written.is_err() {
        // A unit that cannot be kept need not be run.
        cancel.cancel();
    }
    written
}

/// Runs units and writes each into the shard of its bundle. Returns also the names of the
/// shards.
pub(crate) fn run_units(
    campaign: &Campaign,
    streams: &UnitStreams<'_>,
    options: &CampaignRunOptions<'_>,
) -> Result<(RunReport, Vec<String>), CampaignError> {
    let kernel = streams.decomposition.work.kernel().name();
    let threads = thread_count(options.threads);
    let writer = &ShardWriter {
        storage: options.storage,
        campaign,
        header: ShardHeader::new(&campaign.plan, options, kernel, threads),
        remaining: streams.remaining,
        completed: streams.completed,
        are_verifications: streams.are_verifications,
    };
    let cancel = &options.limits.cancel.child();
    thread::scope(|scope| {
        let (lines, received) = mpsc::sync_channel(MAX_WAITING_UNITS);
        let writing = thread::Builder::new()
            .spawn_scoped(scope, move || write_lines(writer, &received, cancel))
            .map_err(CampaignError::io(
                "start a thread that writes to",
                &campaign.folder,
            ))?;
        let reporter = UnitReporter {
            campaign,
            job: campaign.plan.job.id(),
            unfinished: streams.unfinished,
            kernel: streams.are_verifications.then(|| kernel.to_owned()),
            origin: origin_name(&options.machine.host, PROGRAM_VERSION),
            lines,
        };
        let report = run_reported(&reporter, streams, options, cancel);
        // Closes the channel, so that the writer returns.
        drop(reporter);
        let files = writing
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((report?, files))
    })
}

/// Runs units until `cancel` or a limit, and reports each.
fn run_reported(
    reporter: &UnitReporter<'_>,
    streams: &UnitStreams<'_>,
    options: &CampaignRunOptions<'_>,
    cancel: &CancelToken,
) -> Result<RunReport, Unsupported> {
    let run_options = RunOptions {
        threads: thread_count(options.threads),
        limits: options.limits.clone().with_cancel(cancel.clone()),
        begin_within: options.begin_within,
        progress: options.progress,
        admit: Some(streams.admit),
        resume: Some(&|unit| Some(reporter.find_begun(unit)?.to_part())),
        checkpoint: Some(&|unit, part| reporter.report_segments(unit, part)),
        ..RunOptions::default()
    };
    parallel::run(
        &*streams.decomposition.work,
        streams.units.iter().copied(),
        &run_options,
        &mut |unit, tally, time| reporter.report_finished(unit, tally, time),
    )
}
