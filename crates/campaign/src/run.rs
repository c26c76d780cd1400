//! Units run and written into shards.

use crate::scan::{QUARANTINE, Quarantine, Scan};
use crate::shard::Writer;
use crate::{Campaign, CampaignError, Cut, Disk, Machine, ShardHeader, Storage};
use queens::control::{Limits, Outcome};
use queens::parallel::{self, Options, Progress, Report, Tally, UnitRecord};
use std::collections::HashMap;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The version of the program that writes shards, with its commit where it was built in a repository: `0.1.0+5f2a4e7c11`.
pub(crate) const VERSION: &str = env!("CAMPAIGN_VERSION");

/// How many finished units may wait to be written. Where the disk is slower than the work, as it is with thousands of
/// bundles of a unit each, the work waits for it: what a limit or a signal finds unwritten is little.
const WAITING: usize = 16;

/// How units are run.
#[derive(Clone)]
pub struct RunOptions<'o> {
    /// How many threads work; 0 for one on each processor.
    pub threads: usize,
    /// The bounds of all that is done, the reading of the shards among it; a unit that a bound or a signal ends leaves
    /// nothing.
    pub limits: Limits,
    /// No unit is begun later than this after the start; those that were begun are finished. For a sample.
    pub begin_within: Option<Duration>,
    /// The one bundle to work on; without one, all.
    pub bundle: Option<u64>,
    /// The name of the run, which stands in the names of its shards: that of the scheduler's job.
    pub name: String,
    /// Which try of the run; if its files are there already, the next one that is free.
    pub attempt: u64,
    /// Where it runs.
    pub machine: Machine,
    /// When it begins, in seconds since 1970.
    pub started: u64,
    /// Where shards are written.
    pub storage: &'o dyn Storage,
    /// Is told of every finished unit, on the thread that finished it.
    pub progress: Option<&'o (dyn Fn(&Progress) + Sync)>,
}

impl Default for RunOptions<'_> {
    /// All bundles on all processors of this machine, without bounds, on its disk.
    fn default() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        RunOptions {
            threads: 0,
            limits: Limits::default(),
            begin_within: None,
            bundle: None,
            name: format!("local{}", std::process::id()),
            attempt: 1,
            machine: Machine::here(),
            started,
            storage: &Disk,
            progress: None,
        }
    }
}

impl RunOptions<'_> {
    /// With the clock of the limits [started](Limits::started), which then bounds the reading and the setting up, too.
    pub(crate) fn started(&self) -> Self {
        RunOptions { limits: self.limits.started(), ..self.clone() }
    }
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Units that were run, and are on disk.
    pub units: u64,
    /// Units that were to be run.
    pub of_units: u64,
    /// Units of the same bundles that stood in other shards, and were not run again.
    pub held: u64,
    /// Whether all were run, or what ended the run.
    pub outcome: Outcome,
    /// The shards that were written.
    pub files: Vec<String>,
    /// The name of the instructions, or `gpu`.
    pub kernel: &'static str,
    /// How many threads worked.
    pub threads: usize,
    /// Wall-clock time, from the first look at the shards until all was on disk.
    pub elapsed: Duration,
}

/// Runs the units of one bundle, or of all, that no shard holds yet, and writes them into new shards: a file for each
/// bundle. It returns when all that it ran is on disk.
///
/// Several may run at once, in one folder, on one bundle too: no file has two writers, and what is run twice counts
/// once.
///
/// # Errors
/// There is no such bundle; this host is set aside; the shards cannot be read or written; no room for the threads; a
/// limit before the first unit was begun ([`CampaignError::Stopped`]); one that comes later is the outcome. What stood on
/// disk before an error stays, and counts.
pub fn run(campaign: &Campaign, options: &RunOptions<'_>) -> Result<Ran, CampaignError> {
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
    let scan = Scan::of(campaign, &options.limits)?;
    let mut units = Vec::new();
    let mut held = 0;
    let mut to_come = HashMap::new();
    for bundle in bundles {
        let before = units.len();
        for unit in campaign.deal.units_of(bundle) {
            options.limits.check()?;
            if scan.ledger.has(unit) { held += 1 } else { units.push(unit) }
        }
        to_come.insert(Some(bundle), (units.len() - before) as u64);
    }
    drop(scan);
    let bundle_of = |unit| Some(campaign.deal.bundle_of(unit));
    let (report, files) =
        run_units(campaign, &campaign.cut, &units, to_come, &bundle_of, &mut |_, _| (), options)?;
    Ok(Ran {
        units: report.units,
        of_units: report.of_units,
        held,
        outcome: report.outcome,
        files,
        kernel: campaign.cut.shards.instructions(),
        threads: report.threads,
        elapsed: began.elapsed(),
    })
}

/// Runs units in this order and writes them into the shards that `bundle_of` says; `finished` hears of each.
pub(crate) fn run_units(
    campaign: &Campaign,
    cut: &Cut,
    units: &[u64],
    to_come: HashMap<Option<u64>, u64>,
    bundle_of: &(dyn Fn(u64) -> Option<u64> + Sync),
    finished: &mut (dyn FnMut(u64, &Tally) + Send),
    options: &RunOptions<'_>,
) -> Result<(Report, Vec<String>), CampaignError> {
    if let Some(reason) = Quarantine::read(campaign)?.reason(&options.machine, VERSION) {
        return Err(CampaignError::Input(format!(
            "{} with version {VERSION} is set aside ({reason}): run on another host, or with a mended program; where \
             that run shows that this host was right, move the shards that were wrong out and take its entry out of \
             {QUARANTINE}",
            options.machine.host
        )));
    }
    let threads = match options.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let header = ShardHeader::new(&campaign.plan, options, cut.shards.instructions(), threads);
    let writer = Writer { storage: options.storage, folder: &campaign.folder, header, to_come };
    let cancel = options.limits.cancel.child();
    let limits = options.limits.clone().with_cancel(cancel.clone());
    let id = campaign.plan.job.id();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let (writer, stop) = (&writer, &cancel);
        let write = move || {
            let written = writer.write(&receiver);
            if written.is_err() {
                // What cannot be kept need not be run.
                stop.cancel();
            }
            written
        };
        let writing = thread::Builder::new()
            .spawn_scoped(scope, write)
            .map_err(CampaignError::io("start a thread that writes to", &campaign.folder))?;
        let mut send = |unit, tally: &Tally, time| {
            finished(unit, tally);
            // The writer has ended only if it failed, and says so itself.
            let _ = sender.send((bundle_of(unit), UnitRecord::new(&id, unit, tally, time)));
        };
        let RunOptions { begin_within, progress, .. } = *options;
        let run_options = Options { threads, limits, begin_within, progress, ..Options::default() };
        let report = parallel::run(&*cut.shards, units.iter().copied(), &run_options, &mut send);
        drop(sender);
        let files = writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((report?, files))
    })
}
