//! Runs of units, written into shards.

use crate::claims::{ClaimAttempt, Claims};
use crate::parts::{self, PartRecord};
use crate::scan::{FolderScan, QUARANTINE_FILE, Quarantine, origin};
use crate::shard::{ShardWriter, UnitLine, label};
use crate::{Campaign, CampaignError, Decomposition, DiskStorage, Machine, ShardHeader, ShardStorage};
use queens::control::{Limits, Outcome, lock, thread_count};
use queens::parallel::{self, RunOptions, RunProgress, RunReport, Tally, UnitPart, UnitRecord};
use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Version of the program that writes shards, with its commit if it was built in a repository: `0.1.0+5f2a4e7c11`.
pub(crate) const PROGRAM_VERSION: &str = env!("CAMPAIGN_VERSION");

/// Maximum number of finished units that wait to be written. If the disk is slower than the work, as with thousands of bundles of
/// one unit, the work waits for it, so that few finished units are unwritten when a limit or a signal comes.
const MAX_WAITING_UNITS: usize = 16;

/// Interval at which a run writes to its claims, by default.
pub(crate) const CLAIM_INTERVAL: Duration = Duration::from_secs(15);

/// First interval between two checks of the claims of other runs; it doubles up to that of the claims.
const CLAIM_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Interval between two checks of the limits meanwhile.
const LIMIT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The bundles that a run works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleChoice {
    /// All of them.
    All,
    /// The bundle with this number, even if another run works on it: the choice of a scheduler.
    This(u64),
    /// The first bundle with missing units that no other run works on.
    Next,
}

/// Options of a run.
#[derive(Clone)]
pub struct CampaignRunOptions<'o> {
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// Limits of the whole run, including the reading of the shards. A unit that a limit or a signal ends leaves its finished
    /// segments, if it has any, and nothing else.
    pub limits: Limits,
    /// Time after the start from which no unit is begun; units in progress are finished. For a sample.
    pub begin_within: Option<Duration>,
    /// Bundles to work on.
    pub bundle: BundleChoice,
    /// Interval at which the run writes to its claims. After four times as long without a write, another run takes over.
    pub claim_interval: Duration,
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
    /// Called when the run starts to wait for bundles of other runs, with their number.
    pub waiting: Option<&'o (dyn Fn(u64) + Sync)>,
}

impl Default for CampaignRunOptions<'_> {
    /// All bundles on all processors of this machine, without limits, on its disk.
    fn default() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        CampaignRunOptions {
            threads: 0,
            limits: Limits::default(),
            begin_within: None,
            bundle: BundleChoice::All,
            claim_interval: CLAIM_INTERVAL,
            name: format!("local{}", std::process::id()),
            attempt: 1,
            machine: Machine::here(),
            started,
            storage: &DiskStorage,
            progress: None,
            waiting: None,
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
    /// Number of bundles that were left to other runs, which work on them.
    pub elsewhere: u64,
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
            elsewhere: 0,
            outcome: report.outcome,
            files,
            kernel,
            threads: report.threads,
            elapsed: report.elapsed,
        }
    }
}

/// Runs the units that no shard holds yet, and writes them into new shards, one file for each bundle. It returns when all of them
/// are on disk.
///
/// Several runs may work in one folder at once, on one machine or on many: each bundle is claimed by one of them. The bundle of a
/// killed run is taken over by another, at once on the same host and after a minute elsewhere. [`BundleChoice::All`] waits for the
/// bundles of other runs. No file has two writers, and a unit that is run twice counts once.
///
/// # Errors
/// There is no such bundle; this host is quarantined; the shards cannot be read or written; the threads cannot be started; a limit
/// before the first unit ([`CampaignError::Stopped`]), while a later one is the outcome. Units that were on disk before an error
/// count.
pub fn run(
    campaign: &Campaign,
    options: &CampaignRunOptions<'_>,
) -> Result<CampaignRunReport, CampaignError> {
    if let BundleChoice::This(bundle) = options.bundle
        && bundle >= campaign.plan.bundles
    {
        let reason =
            format!("there is no bundle {bundle}: the plan has {}, from 0 on", campaign.plan.bundles);
        return Err(CampaignError::Input(reason));
    }
    let began = Instant::now();
    let options = &options.started();
    options.limits.check()?;
    let claims =
        &Claims::new(&campaign.folder, &options.machine, &label(&options.name), options.claim_interval)?;
    let (ending, ended) = mpsc::channel::<()>();
    let done = thread::scope(|scope| {
        let renew = move || {
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(options.claim_interval) {
                claims.renew();
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, renew)
            .map_err(CampaignError::io("start a thread that renews the claims in", &campaign.folder))?;
        let done = run_rounds(campaign, claims, options);
        drop(ending);
        done
    })?;
    Ok(CampaignRunReport { elapsed: began.elapsed(), ..done })
}

/// Runs the chosen bundles; with [`BundleChoice::All`] also those that other runs abandon, until all are done.
fn run_rounds(
    campaign: &Campaign,
    claims: &Claims,
    options: &CampaignRunOptions<'_>,
) -> Result<CampaignRunReport, CampaignError> {
    let (mut total, mut elsewhere) = run_round(campaign, claims, options)?;
    let waits = options.bundle == BundleChoice::All && options.begin_within.is_none();
    while waits && total.outcome.is_complete() && !elsewhere.is_empty() {
        let next = match wait_for_others(campaign, claims, options, &mut elsewhere) {
            Ok(true) => run_round(campaign, claims, options),
            Ok(false) => break,
            Err(error) => Err(error),
        };
        match next {
            Err(CampaignError::Stopped(stop)) => total.outcome = Err(stop).into(),
            next => {
                let (next, left) = next?;
                total.units += next.units;
                total.of_units += next.of_units;
                total.files.extend(next.files);
                total.outcome = next.outcome;
                elsewhere = left;
            }
        }
    }
    Ok(CampaignRunReport { elsewhere: elsewhere.len() as u64, ..total })
}

/// Waits until a bundle of another run is free; returns false if all of them are done instead. Bundles that are done are removed
/// from `elsewhere`.
fn wait_for_others(
    campaign: &Campaign,
    claims: &Claims,
    options: &CampaignRunOptions<'_>,
    elsewhere: &mut Vec<u64>,
) -> Result<bool, CampaignError> {
    if let Some(waiting) = options.waiting {
        waiting(elsewhere.len() as u64);
    }
    let mut interval = CLAIM_POLL_INTERVAL;
    while !elsewhere.is_empty() {
        let since = Instant::now();
        while since.elapsed() < interval {
            options.limits.check()?;
            thread::sleep(LIMIT_POLL_INTERVAL);
        }
        interval = (2 * interval).min(options.claim_interval);
        let held = claims.held_elsewhere(elsewhere)?;
        for &bundle in elsewhere.iter().filter(|bundle| held.binary_search(bundle).is_err()) {
            let scan = FolderScan::of_bundle(campaign, bundle, &options.limits)?;
            if scan.ledger.done() < campaign.deal.size_of(bundle) {
                return Ok(true);
            }
        }
        *elsewhere = held;
    }
    Ok(false)
}

/// Runs the chosen bundles as far as they can be claimed; returns also those that other runs work on, in order.
fn run_round(
    campaign: &Campaign,
    claims: &Claims,
    options: &CampaignRunOptions<'_>,
) -> Result<(CampaignRunReport, Vec<u64>), CampaignError> {
    // Before a claim, which may take a bundle from another run.
    check_quarantine(campaign, &options.machine)?;
    let claimed = ClaimedBundles::new(campaign, claims, options);
    let (mut units, mut held) = (Vec::new(), 0);
    match options.bundle {
        BundleChoice::This(bundle) => {
            claimed.claim(bundle, true)?;
            (units, held) = claimed.units_left(bundle)?;
        }
        BundleChoice::Next => {
            for bundle in FolderScan::of(campaign, &options.limits)?.missing(campaign) {
                options.limits.check()?;
                if claimed.claim(bundle, false)? {
                    (units, held) = claimed.units_left(bundle)?;
                    break;
                }
            }
        }
        BundleChoice::All => {
            // Each bundle is claimed when its first unit is about to begin.
            let scan = FolderScan::of(campaign, &options.limits)?;
            for bundle in 0..campaign.plan.bundles {
                for unit in campaign.deal.units_of(bundle) {
                    options.limits.check()?;
                    if scan.ledger.has(unit) { held += 1 } else { units.push(unit) }
                }
            }
        }
    }
    let admit = |unit| claimed.admits(unit);
    let streams = UnitStreams {
        decomposition: &campaign.decomposition,
        units: &units,
        bundle_of: &|unit| Some(campaign.deal.bundle_of(unit)),
        remaining: &claimed.remaining,
        admit: Some(&admit),
        parts: Some(&claimed.parts),
        completed: &|bundle| claims.release(bundle),
    };
    let (report, files) = run_units(campaign, &streams, options)?;
    let elsewhere = claimed.finish()?;
    let kernel = campaign.decomposition.work.instructions();
    Ok((CampaignRunReport::new(&report, held, files, kernel), elsewhere))
}

/// The bundles that a run has tried to claim.
struct ClaimedBundles<'c> {
    campaign: &'c Campaign,
    claims: &'c Claims,
    options: &'c CampaignRunOptions<'c>,
    /// Finished units of each bundle that this run has claimed; `None` for a bundle that another run works on.
    done: Mutex<HashMap<u64, Option<HashSet<u64>>>>,
    /// Number of remaining units of each claimed bundle.
    remaining: Mutex<HashMap<Option<u64>, u64>>,
    /// Parts of the remaining units.
    parts: Mutex<HashMap<u64, PartRecord>>,
    /// First error of a claim while units were run.
    failure: Mutex<Option<CampaignError>>,
}

impl<'c> ClaimedBundles<'c> {
    fn new(campaign: &'c Campaign, claims: &'c Claims, options: &'c CampaignRunOptions<'c>) -> Self {
        ClaimedBundles {
            campaign,
            claims,
            options,
            done: Mutex::default(),
            remaining: Mutex::default(),
            parts: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Claims a bundle and reads its shards; returns true if units are left for this run.
    fn claim(&self, bundle: u64, by_force: bool) -> Result<bool, CampaignError> {
        if self.claims.take(bundle, by_force)? == ClaimAttempt::Held {
            lock(&self.done).insert(bundle, None);
            return Ok(false);
        }
        // Another run may have finished units of it before the claim.
        let scan = FolderScan::of_bundle(self.campaign, bundle, &self.options.limits)?;
        let done: HashSet<u64> = scan.ledger.tallies().map(|(unit, _)| unit).collect();
        let left = self.campaign.deal.size_of(bundle).saturating_sub(done.len() as u64);
        lock(&self.done).insert(bundle, Some(done));
        lock(&self.remaining).insert(Some(bundle), left);
        if left > 0 {
            let parts = parts::read(self.campaign, bundle, &Quarantine::read(self.campaign)?)?;
            lock(&self.parts).extend(parts);
        }
        if left == 0 {
            self.claims.release(bundle);
        }
        Ok(left > 0)
    }

    /// Returns the units of a claimed bundle that are left, and the number of finished ones.
    fn units_left(&self, bundle: u64) -> Result<(Vec<u64>, u64), CampaignError> {
        let done = lock(&self.done);
        let Some(Some(done)) = done.get(&bundle) else { return Ok((Vec::new(), 0)) };
        let mut units = Vec::new();
        for unit in self.campaign.deal.units_of(bundle).filter(|unit| !done.contains(unit)) {
            self.options.limits.check()?;
            units.push(unit);
        }
        Ok((units, done.len() as u64))
    }

    /// Returns true if the unit is to be run. Claims its bundle first, if this run has not tried to.
    fn admits(&self, unit: u64) -> bool {
        let bundle = self.campaign.deal.bundle_of(unit);
        if !lock(&self.done).contains_key(&bundle)
            && let Err(error) = self.claim(bundle, false)
        {
            lock(&self.done).insert(bundle, None);
            lock(&self.failure).get_or_insert(error);
        }
        let is_left = lock(&self.done)
            .get(&bundle)
            .is_some_and(|done| done.as_ref().is_some_and(|done| !done.contains(&unit)));
        if is_left && !self.claims.has(bundle) {
            // Another run took the bundle over.
            lock(&self.done).insert(bundle, None);
            return false;
        }
        is_left
    }

    /// Returns the bundles that other runs work on, in order.
    fn finish(self) -> Result<Vec<u64>, CampaignError> {
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        // A limit is the outcome of the run.
        if let Some(error) = failure.filter(|error| !matches!(error, CampaignError::Stopped(_))) {
            return Err(error);
        }
        let done = lock(&self.done);
        let mut elsewhere: Vec<u64> =
            done.iter().filter(|(_, done)| done.is_none()).map(|(&bundle, _)| bundle).collect();
        elsewhere.sort_unstable();
        Ok(elsewhere)
    }
}

/// Refuses to run anything on a quarantined host.
pub(crate) fn check_quarantine(campaign: &Campaign, machine: &Machine) -> Result<(), CampaignError> {
    if let Some(reason) = Quarantine::read(campaign)?.reason(machine, PROGRAM_VERSION) {
        return Err(CampaignError::Input(format!(
            "{} with version {PROGRAM_VERSION} is quarantined ({reason}): run on another host, or with a fixed program; if \
             that shows that this host was right, move the wrong shards out and remove its entry from \
             {QUARANTINE_FILE}",
            machine.host
        )));
    }
    Ok(())
}

/// Units to run, and the shards that they go to.
pub(crate) struct UnitStreams<'u> {
    pub(crate) decomposition: &'u Decomposition,
    /// Units, in order.
    pub(crate) units: &'u [u64],
    /// Bundle in whose shard a unit goes.
    pub(crate) bundle_of: &'u (dyn Fn(u64) -> Option<u64> + Sync),
    /// Number of remaining units of each bundle.
    pub(crate) remaining: &'u Mutex<HashMap<Option<u64>, u64>>,
    /// Decides when a unit is about to begin if it is run.
    pub(crate) admit: Option<&'u (dyn Fn(u64) -> bool + Sync)>,
    /// Parts from which units are continued. `None` if no parts are written either.
    pub(crate) parts: Option<&'u Mutex<HashMap<u64, PartRecord>>>,
    /// Called for a bundle when all of its units are on disk.
    pub(crate) completed: &'u (dyn Fn(u64) + Sync),
}

/// Runs units and writes each into the shard of its bundle.
pub(crate) fn run_units(
    campaign: &Campaign,
    streams: &UnitStreams<'_>,
    options: &CampaignRunOptions<'_>,
) -> Result<(RunReport, Vec<String>), CampaignError> {
    let UnitStreams { decomposition, units, bundle_of, remaining, admit, parts, completed } = *streams;
    let threads = thread_count(options.threads);
    let header = ShardHeader::new(&campaign.plan, options, decomposition.work.instructions(), threads);
    let writer = ShardWriter { storage: options.storage, campaign, header, remaining, completed };
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
        let own = origin(&options.machine.host, PROGRAM_VERSION);
        // Other hosts that ran the first segments of a unit.
        let begun_on = |unit: u64| -> Vec<String> {
            let parts = parts.map(lock);
            let origins = parts.as_ref().and_then(|parts| Some(&parts.get(&unit)?.unit.begun_on));
            origins.into_iter().flatten().filter(|&origin| *origin != own).cloned().collect()
        };
        let send = |unit, line| {
            // The receiver is gone only after the writer failed, which returns its error below.
            let _ = sender.send((bundle_of(unit), line));
        };
        let mut finished = |unit, tally: &Tally, time| {
            let mut record = UnitRecord::new(&id, unit, tally, time);
            record.begun_on = begun_on(unit);
            send(unit, UnitLine::Finished(record));
        };
        let checkpoint = |unit, part: &UnitPart| {
            let mut record = PartRecord::new(&id, unit, part);
            record.unit.begun_on = begun_on(unit);
            send(unit, UnitLine::Part(record));
        };
        let resume = |unit| Some(lock(parts?).get(&unit)?.to_part());
        let CampaignRunOptions { begin_within, progress, .. } = *options;
        let run_options = RunOptions {
            threads,
            limits,
            begin_within,
            progress,
            admit,
            resume: Some(&resume),
            checkpoint: parts.map(|_| &checkpoint as &(dyn Fn(u64, &UnitPart) + Sync)),
            ..RunOptions::default()
        };
        let report = parallel::run(&*decomposition.work, units.iter().copied(), &run_options, &mut finished);
        drop(sender);
        let files = writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((report?, files))
    })
}
