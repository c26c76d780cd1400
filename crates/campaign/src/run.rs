//! Runs of units, written into shards.

use crate::scan::{FolderScan, QUARANTINE_FILE, Quarantine};
use crate::shard::ShardWriter;
use crate::{Campaign, CampaignError, Decomposition, DiskStorage, Machine, ShardHeader, ShardStorage};
use queens::control::{Limits, Outcome, thread_count};
use queens::parallel::{self, RunOptions, RunProgress, RunReport, Tally, UnitRecord};
use std::collections::HashMap;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Version of the program that writes shards, with its commit if it was built in a repository: `0.1.0+5f2a4e7c11`.
pub(crate) const PROGRAM_VERSION: &str = env!("CAMPAIGN_VERSION");

/// Maximum number of finished units that wait to be written. If the disk is slower than the work, as with thousands of bundles of
/// one unit, the work waits for it, so that few finished units are unwritten when a limit or a signal comes.
const MAX_WAITING_UNITS: usize = 16;

/// Options of a run.
#[derive(Clone)]
pub struct CampaignRunOptions<'o> {
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// Limits of the whole run, including the reading of the shards. A unit that a limit or a signal ends leaves nothing.
    pub limits: Limits,
    /// Time after the start from which no unit is begun; units in progress are finished. For a sample.
    pub begin_within: Option<Duration>,
    /// Bundle to work on; `None` for all.
    pub bundle: Option<u64>,
    /// Name of the run, which is part of the names of its shards: that of the scheduler's job.
    pub name: String,
    /// Number of the attempt; if its files exist already, the next unused one is taken.
    pub attempt: u64,
    /// Machine of the run.
    pub machine: Machine,
    /// Start, in seconds since 1970.
    pub started: u64,
    /// Storage for the shards.
    pub storage: &'o dyn ShardStorage,
    /// Called for every finished unit, on the thread that finished it.
    pub progress: Option<&'o (dyn Fn(&RunProgress) + Sync)>,
}

impl Default for CampaignRunOptions<'_> {
    /// All bundles on all processors of this machine, without limits, on its disk.
    fn default() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        CampaignRunOptions {
            threads: 0,
            limits: Limits::default(),
            begin_within: None,
            bundle: None,
            name: format!("local{}", std::process::id()),
            attempt: 1,
            machine: Machine::here(),
            started,
            storage: &DiskStorage,
            progress: None,
        }
    }
}

impl CampaignRunOptions<'_> {
    /// Returns these options with the clock [started](Limits::started), which also bounds reading and setup.
    pub(crate) fn started(&self) -> Self {
        CampaignRunOptions { limits: self.limits.started(), ..self.clone() }
    }
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignRunReport {
    /// Number of units that were run, and are on disk.
    pub units: u64,
    /// Number of units that were to be run.
    pub of_units: u64,
    /// Number of units of the same bundles that were in other shards, and were not run again.
    pub held: u64,
    /// Outcome of the run.
    pub outcome: Outcome,
    /// Names of the shards that were written.
    pub files: Vec<String>,
    /// Name of the kernel, or `gpu`.
    pub kernel: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Wall-clock time, including the reading of shards and the last sync.
    pub elapsed: Duration,
}

impl CampaignRunReport {
    pub(crate) fn new(report: &RunReport, held: u64, files: Vec<String>, kernel: &'static str) -> Self {
        CampaignRunReport {
            units: report.units,
            of_units: report.of_units,
            held,
            outcome: report.outcome,
            files,
            kernel,
            threads: report.threads,
            elapsed: report.elapsed,
        }
    }
}

/// Runs the units of one bundle, or of all, that no shard holds yet, and writes them into new shards, one file for each bundle. It
/// returns when all of them are on disk.
///
/// Several runs may work in one folder at once, even on one bundle: no file has two writers, and a unit that is run twice counts once.
///
/// # Errors
/// There is no such bundle; this host is quarantined; the shards cannot be read or written; the threads cannot be started; a limit
/// before the first unit ([`CampaignError::Stopped`]), while a later one is the outcome. Units that were on disk before an error
/// count.
pub fn run(
    campaign: &Campaign,
    options: &CampaignRunOptions<'_>,
) -> Result<CampaignRunReport, CampaignError> {
    let bundles = match options.bundle {
        Some(bundle) if bundle >= campaign.plan.bundles => {
            let reason =
                format!("there is no bundle {bundle}: the plan has {}, from 0 on", campaign.plan.bundles);
            return Err(CampaignError::Input(reason));
        }
        Some(bundle) => bundle..bundle + 1,
        None => 0..campaign.plan.bundles,
    };
    let began = Instant::now();
    let options = &options.started();
    let scan = FolderScan::of(campaign, &options.limits)?;
    let mut units = Vec::new();
    let mut held = 0;
    let mut remaining = HashMap::new();
    for bundle in bundles {
        let before = units.len();
        for unit in campaign.deal.units_of(bundle) {
            options.limits.check()?;
            if scan.ledger.has(unit) { held += 1 } else { units.push(unit) }
        }
        remaining.insert(Some(bundle), (units.len() - before) as u64);
    }
    drop(scan);
    let bundle_of = |unit| Some(campaign.deal.bundle_of(unit));
    let (report, files) =
        run_units(campaign, &campaign.decomposition, &units, remaining, &bundle_of, &mut |_, _| (), options)?;
    let done = CampaignRunReport::new(&report, held, files, campaign.decomposition.work.instructions());
    Ok(CampaignRunReport { elapsed: began.elapsed(), ..done })
}

/// Runs units in this order and writes each into the shard of the bundle `bundle_of(unit)`; `finished` is called for each.
pub(crate) fn run_units(
    campaign: &Campaign,
    decomposition: &Decomposition,
    units: &[u64],
    remaining: HashMap<Option<u64>, u64>,
    bundle_of: &(dyn Fn(u64) -> Option<u64> + Sync),
    finished: &mut (dyn FnMut(u64, &Tally) + Send),
    options: &CampaignRunOptions<'_>,
) -> Result<(RunReport, Vec<String>), CampaignError> {
    if let Some(reason) = Quarantine::read(campaign)?.reason(&options.machine, PROGRAM_VERSION) {
        return Err(CampaignError::Input(format!(
            "{} with version {PROGRAM_VERSION} is quarantined ({reason}): run on another host, or with a fixed program; if \
             that shows that this host was right, move the wrong shards out and remove its entry from \
             {QUARANTINE_FILE}",
            options.machine.host
        )));
    }
    let threads = thread_count(options.threads);
    let header = ShardHeader::new(&campaign.plan, options, decomposition.work.instructions(), threads);
    let writer = ShardWriter { storage: options.storage, folder: &campaign.folder, header, remaining };
    let cancel = options.limits.cancel.child();
    let limits = options.limits.clone().with_cancel(cancel.clone());
    let id = campaign.plan.job.id();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING_UNITS);
        let (writer, stop) = (&writer, &cancel);
        let write = move || {
            let written = writer.write(&receiver);
            if written.is_err() {
                // A unit that cannot be kept need not be run.
                stop.cancel();
            }
            written
        };
        let writing = thread::Builder::new()
            .spawn_scoped(scope, write)
            .map_err(CampaignError::io("start a thread that writes to", &campaign.folder))?;
        let mut send = |unit, tally: &Tally, time| {
            finished(unit, tally);
            // The receiver is gone only after the writer failed, which returns its error below.
            let _ = sender.send((bundle_of(unit), UnitRecord::new(&id, unit, tally, time)));
        };
        let CampaignRunOptions { begin_within, progress, .. } = *options;
        let run_options = RunOptions { threads, limits, begin_within, progress, ..RunOptions::default() };
        let report = parallel::run(&*decomposition.work, units.iter().copied(), &run_options, &mut send);
        drop(sender);
        let files = writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((report?, files))
    })
}
