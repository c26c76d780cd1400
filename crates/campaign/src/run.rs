//! Runs of units, written into shards.

use crate::claims::{self, ClaimAttempt, Claims};
use crate::index::missing_bundles;
use crate::scan::{FolderScan, QUARANTINE_FILE, Quarantine, origin};
use crate::shard::{ShardWriter, UnitLine, label};
use crate::unfinished::{self, BegunUnits, UnfinishedUnit};
use crate::verify::ChosenSample;
use crate::{
    Campaign, CampaignError, Decomposition, DiskStorage, Machine, ShardHeader,
    ShardStorage,
};
use queens::control::{Limits, Outcome, lock, thread_count};
use queens::parallel::{
    self, RunOptions, RunProgress, RunReport, Tally, UnitPart, UnitRecord,
};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Version of the program that writes shards, with its commit if it was built in a
/// repository: `0.2.0+5f2a4e7c11`.
pub(crate) const PROGRAM_VERSION: &str = env!("CAMPAIGN_VERSION");

/// Maximum number of finished units that wait to be written. If the disk is slower than
/// the work, as with thousands of bundles of one unit, the work waits for it, so that few
/// finished units are unwritten when a limit or a signal comes.
const MAX_WAITING_UNITS: usize = 16;

/// Interval at which a run writes to its claims, by default.
pub(crate) const CLAIM_INTERVAL: Duration = Duration::from_secs(15);

/// First interval between two checks of the claims of other runs; it doubles up to that
/// of the claims.
const CLAIM_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Interval between two checks of the limits meanwhile.
const LIMIT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The bundles that a run works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleChoice {
    /// All of them.
    All,
    /// The bundle with this number, even if another run works on it: the choice of a
    /// scheduler.
    This(u64),
    /// The first bundle with missing units that no other run works on.
    Next,
}

impl BundleChoice {
    /// Checks that the campaign has the bundle.
    pub(crate) fn check(self, campaign: &Campaign) -> Result<(), CampaignError> {
        match self {
            BundleChoice::This(bundle) if bundle >= campaign.plan.bundles => {
                Err(CampaignError::Input(format!(
                    "there is no bundle {bundle}: the plan has {}, from 0 on",
                    campaign.plan.bundles
                )))
            }
            _ => Ok(()),
        }
    }
}

/// Work on the units of a bundle.
#[derive(Clone, Copy)]
pub(crate) enum BundleTask<'t> {
    /// Run the units that no shard holds.
    Count,
    /// Run finished units of the sample again, unless they are verified.
    Verify(&'t ChosenSample),
}

impl BundleTask<'_> {
    /// Returns the folder of its claims within the campaign. Counts and verifications
    /// have different ones, because a bundle may be counted and verified at once.
    fn claims_folder(self) -> &'static str {
        match self {
            BundleTask::Count => claims::COUNT_FOLDER,
            BundleTask::Verify(_) => claims::VERIFY_FOLDER,
        }
    }

    /// Returns true if a bundle that the user names is claimed even if another process
    /// works on it. The count must go on, whatever happened to that process; a
    /// verification can wait.
    fn claims_by_force(self) -> bool {
        matches!(self, BundleTask::Count)
    }

    /// Reads the shards that show which units of a bundle are left.
    fn scan(
        self,
        campaign: &Campaign,
        bundle: u64,
        limits: &Limits,
    ) -> Result<FolderScan, CampaignError> {
        match self {
            BundleTask::Count => FolderScan::of_bundle(campaign, bundle, limits),
            BundleTask::Verify(_) => {
                FolderScan::of_verified_bundle(campaign, bundle, limits)
            }
        }
    }

    /// Returns true if a unit is left.
    fn is_left(self, scan: &FolderScan, unit: u64) -> bool {
        let is_done = scan.ledger.has(unit);
        match self {
            BundleTask::Count => !is_done,
            BundleTask::Verify(sample) => {
                is_done && !scan.verified.contains(&unit) && sample.has(unit)
            }
        }
    }

    /// Returns the bundles that may have units that are left, in order.
    fn bundles_left(
        self,
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<Vec<u64>, CampaignError> {
        match self {
            BundleTask::Count => missing_bundles(campaign, limits),
            BundleTask::Verify(_) => {
                let scan = FolderScan::from_campaign(campaign, limits)?;
                let units = scan.ledger.tallies().map(|(unit, _)| unit);
                let left = units.filter(|&unit| self.is_left(&scan, unit));
                let bundles: BTreeSet<u64> =
                    left.map(|unit| campaign.deal.bundle_of(unit)).collect();
                Ok(bundles.into_iter().collect())
            }
        }
    }
}

/// Options of a run.
#[derive(Clone)]
pub struct CampaignRunOptions<'o> {
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// Limits of the whole run, including the reading of the shards. A unit that a limit
    /// or a signal ends leaves its finished segments, if it has any, and nothing else.
    pub limits: Limits,
    /// Time after the start from which no unit is begun; units in progress are finished.
    /// For a sample.
    pub begin_within: Option<Duration>,
    /// Bundles to work on.
    pub bundle: BundleChoice,
    /// Interval at which the run writes to its claims. After four times as long without a
    /// write, another run takes over.
    pub claim_interval: Duration,
    /// Name of the run, usually of the scheduler's job. The names of its shards contain
    /// it.
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
        let started = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs());
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
    /// Returns these options with the clock [started](Limits::started), which also bounds
    /// reading and setup.
    pub(crate) fn started(&self) -> Self {
        CampaignRunOptions {
            limits: self.limits.started(),
            ..self.clone()
        }
    }
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignRunReport {
    /// Number of units that were run, and are on disk.
    pub units: u64,
    /// Number of units that were to be run.
    pub of_units: u64,
    /// Number of units of the same bundles that were in other shards, and were not run
    /// again.
    pub held: u64,
    /// Outcome of the run.
    pub outcome: Outcome,
    /// Number of bundles that were left to other runs, which work on them.
    pub elsewhere: u64,
    /// Names of the shards that were written.
    pub files: Vec<String>,
    /// Name of the kernel.
    pub kernel: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Wall-clock time, including the reading of shards and the last sync.
    pub elapsed: Duration,
}

impl CampaignRunReport {
    pub(crate) fn new(
        report: &RunReport,
        held: u64,
        files: Vec<String>,
        kernel: &'static str,
    ) -> Self {
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

/// Runs the units that no shard holds yet, and writes them into new shards, one file for
/// each bundle. It returns when all of them are on disk.
///
/// Several runs may work in one folder at once, on one machine or on many: each bundle is
/// claimed by one of them. The bundle of a killed run is taken over by another, at once
/// on the same host and after a minute elsewhere. [`BundleChoice::All`] waits for the
/// bundles of other runs. No file has two writers, and a unit that is run twice counts
/// once.
///
/// # Errors
/// There is no such bundle; this host is quarantined; the shards cannot be read or
/// written; the threads cannot be started; a limit before the first unit
/// ([`CampaignError::Stopped`]), while a later one is the outcome. Units that were on
/// disk before an error count.
pub fn run(
    campaign: &Campaign,
    options: &CampaignRunOptions<'_>,
) -> Result<CampaignRunReport, CampaignError> {
    options.bundle.check(campaign)?;
    let began = Instant::now();
    let options = &options.started();
    options.limits.check()?;
    let done = with_claims(campaign, BundleTask::Count, options, |claims| {
        run_rounds(campaign, claims, options)
    })?;
    Ok(CampaignRunReport {
        elapsed: began.elapsed(),
        ..done
    })
}

/// Calls `work` with the claims for a task, which are renewed at regular intervals until
/// it returns.
pub(crate) fn with_claims<T>(
    campaign: &Campaign,
    task: BundleTask<'_>,
    options: &CampaignRunOptions<'_>,
    work: impl FnOnce(&Claims) -> Result<T, CampaignError>,
) -> Result<T, CampaignError> {
    let (folder, machine) = (&campaign.folder, &options.machine);
    let claims = &Claims::new(
        folder,
        task.claims_folder(),
        machine,
        &label(&options.name),
        options.claim_interval,
    )?
    .with_threads(thread_count(options.threads));
    let (ending, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let renew = move || {
            while let Err(RecvTimeoutError::Timeout) =
                ended.recv_timeout(options.claim_interval)
            {
                claims.renew();
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, renew)
            .map_err(CampaignError::io(
                "start a thread that renews the claims in",
                folder,
            ))?;
        let done = work(claims);
        drop(ending);
        done
    })
}

/// Runs the chosen bundles; with [`BundleChoice::All`] also those that other runs
/// abandon, until all are done.
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
    Ok(CampaignRunReport {
        elsewhere: elsewhere.len() as u64,
        ..total
    })
}

/// Waits until a bundle of another run is free; returns false if all of them are done
/// instead. Bundles that are done are removed from `elsewhere`.
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
        for &bundle in elsewhere
            .iter()
            .filter(|bundle| held.binary_search(bundle).is_err())
        {
            let scan = FolderScan::of_bundle(campaign, bundle, &options.limits)?;
            if scan.ledger.done() < campaign.deal.size_of(bundle) {
                return Ok(true);
            }
        }
        *elsewhere = held;
    }
    Ok(false)
}

/// Runs the chosen bundles as far as they can be claimed; returns also those that other
/// runs work on, in order.
fn run_round(
    campaign: &Campaign,
    claims: &Claims,
    options: &CampaignRunOptions<'_>,
) -> Result<(CampaignRunReport, Vec<u64>), CampaignError> {
    // Before a claim, which may take a bundle from another run.
    check_quarantine(campaign, &options.machine)?;
    let claimed = ClaimedBundles::new(campaign, BundleTask::Count, claims, options);
    let ChosenUnits { units, held, scan } = claimed.choose()?;
    drop(scan);
    let admit = |unit| claimed.admits(unit);
    let streams = UnitStreams {
        decomposition: &campaign.decomposition,
        units: &units,
        remaining: &claimed.remaining,
        admit: &admit,
        unfinished: &claimed.unfinished,
        completed: &|bundle| claims.release(bundle),
        are_verifications: false,
    };
    let (report, files) = run_units(campaign, &streams, options)?;
    let elsewhere = claimed.finish()?;
    let kernel = campaign.decomposition.work.kernel().name();
    Ok((
        CampaignRunReport::new(&report, held, files, kernel),
        elsewhere,
    ))
}

/// Units that a run works on.
pub(crate) struct ChosenUnits {
    /// The units, in order.
    pub(crate) units: Vec<u64>,
    /// Number of units of the same bundles that are not left.
    pub(crate) held: u64,
    /// Shards that showed them.
    pub(crate) scan: FolderScan,
}

/// The bundles that a run has tried to claim.
pub(crate) struct ClaimedBundles<'c> {
    campaign: &'c Campaign,
    task: BundleTask<'c>,
    claims: &'c Claims,
    options: &'c CampaignRunOptions<'c>,
    /// Units left in each bundle when this run claimed it; `None` for a bundle that
    /// another run works on.
    left: Mutex<HashMap<u64, Option<HashSet<u64>>>>,
    /// Number of remaining units of each claimed bundle.
    pub(crate) remaining: Mutex<HashMap<u64, u64>>,
    /// Remaining units that were begun.
    pub(crate) unfinished: Mutex<BegunUnits>,
    /// First error of a claim while units were run.
    failure: Mutex<Option<CampaignError>>,
}

impl<'c> ClaimedBundles<'c> {
    pub(crate) fn new(
        campaign: &'c Campaign,
        task: BundleTask<'c>,
        claims: &'c Claims,
        options: &'c CampaignRunOptions<'c>,
    ) -> Self {
        ClaimedBundles {
            campaign,
            task,
            claims,
            options,
            left: Mutex::default(),
            remaining: Mutex::default(),
            unfinished: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Returns the units to run. Those of a single bundle are claimed at once, others
    /// when their first unit is about to begin.
    ///
    /// # Errors
    /// As for [`FolderScan::from_campaign`]; a claim cannot be made.
    pub(crate) fn choose(&self) -> Result<ChosenUnits, CampaignError> {
        let Self {
            campaign,
            task,
            claims,
            options,
            ..
        } = *self;
        match options.bundle {
            BundleChoice::This(bundle) => {
                return match self.claim(bundle, task.claims_by_force())? {
                    Some(scan) => self.chosen(bundle..bundle + 1, scan),
                    None => {
                        self.chosen(0..0, task.scan(campaign, bundle, &options.limits)?)
                    }
                };
            }
            BundleChoice::All => {
                let scan = FolderScan::from_campaign(campaign, &options.limits)?;
                return self.chosen(0..campaign.plan.bundles, scan);
            }
            BundleChoice::Next => {}
        }
        let left = task.bundles_left(campaign, &options.limits)?;
        let elsewhere = claims.held_elsewhere(&left)?;
        for bundle in left {
            options.limits.check()?;
            if elsewhere.binary_search(&bundle).is_ok() {
                self.leave(bundle);
            } else if let Some(scan) = self.claim(bundle, false)?
                && lock(&self.remaining).get(&bundle) != Some(&0)
            {
                return self.chosen(bundle..bundle + 1, scan);
            }
        }
        self.chosen(0..0, FolderScan::new(campaign))
    }

    /// Leaves a bundle to the run that works on it.
    fn leave(&self, bundle: u64) {
        lock(&self.left).insert(bundle, None);
    }

    /// Returns the units that are left in these bundles.
    fn chosen(
        &self,
        bundles: Range<u64>,
        scan: FolderScan,
    ) -> Result<ChosenUnits, CampaignError> {
        let (mut units, mut held) = (Vec::new(), 0);
        for unit in bundles.flat_map(|bundle| self.campaign.deal.units_of(bundle)) {
            self.options.limits.check()?;
            if self.task.is_left(&scan, unit) {
                units.push(unit);
            } else {
                held += 1;
            }
        }
        Ok(ChosenUnits { units, held, scan })
    }

    /// Claims a bundle and reads its shards; `None` if another run works on it.
    fn claim(
        &self,
        bundle: u64,
        by_force: bool,
    ) -> Result<Option<FolderScan>, CampaignError> {
        if self.claims.take(bundle, by_force)? == ClaimAttempt::Held {
            self.leave(bundle);
            return Ok(None);
        }
        // Another run may have finished units of it before the claim.
        let scan = self
            .task
            .scan(self.campaign, bundle, &self.options.limits)?;
        let ChosenUnits { units, scan, .. } = self.chosen(bundle..bundle + 1, scan)?;
        lock(&self.remaining).insert(bundle, units.len() as u64);
        if units.is_empty() {
            self.claims.release(bundle);
        } else {
            let of_verifications = matches!(self.task, BundleTask::Verify(_));
            lock(&self.unfinished).extend(unfinished::of_bundle(
                self.campaign,
                bundle,
                of_verifications,
            )?);
        }
        lock(&self.left).insert(bundle, Some(units.into_iter().collect()));
        Ok(Some(scan))
    }

    /// Returns true if the unit is to be run. Claims its bundle first, if this run has
    /// not tried to.
    pub(crate) fn admits(&self, unit: u64) -> bool {
        let bundle = self.campaign.deal.bundle_of(unit);
        if !lock(&self.left).contains_key(&bundle)
            && let Err(error) = self.claim(bundle, false)
        {
            self.leave(bundle);
            lock(&self.failure).get_or_insert(error);
        }
        let is_left = lock(&self.left)
            .get(&bundle)
            .is_some_and(|left| left.as_ref().is_some_and(|left| left.contains(&unit)));
        if is_left && !self.claims.has(bundle) {
            // Another run took the bundle over.
            self.leave(bundle);
            return false;
        }
        is_left
    }

    /// Returns the bundles that other runs work on, in order.
    pub(crate) fn finish(self) -> Result<Vec<u64>, CampaignError> {
        let failure = self
            .failure
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        // A limit is the outcome of the run.
        if let Some(error) =
            failure.filter(|error| !matches!(error, CampaignError::Stopped(_)))
        {
            return Err(error);
        }
        let left = lock(&self.left);
        let mut elsewhere: Vec<u64> = left
            .iter()
            .filter(|(_, left)| left.is_none())
            .map(|(&bundle, _)| bundle)
            .collect();
        elsewhere.sort_unstable();
        Ok(elsewhere)
    }
}

/// Refuses to run anything on a quarantined host.
pub(crate) fn check_quarantine(
    campaign: &Campaign,
    machine: &Machine,
) -> Result<(), CampaignError> {
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

/// Runs units and writes each into the shard of its bundle.
pub(crate) fn run_units(
    campaign: &Campaign,
    streams: &UnitStreams<'_>,
    options: &CampaignRunOptions<'_>,
) -> Result<(RunReport, Vec<String>), CampaignError> {
    let UnitStreams {
        decomposition,
        units,
        remaining,
        admit,
        unfinished,
        completed,
        are_verifications,
    } = *streams;
    let threads = thread_count(options.threads);
    let header = ShardHeader::new(
        &campaign.plan,
        options,
        decomposition.work.kernel().name(),
        threads,
    );
    let writer = ShardWriter {
        storage: options.storage,
        campaign,
        header,
        remaining,
        completed,
        are_verifications,
    };
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
        let writing = thread::Builder::new().spawn_scoped(scope, write).map_err(
            CampaignError::io("start a thread that writes to", &campaign.folder),
        )?;
        let own = origin(&options.machine.host, PROGRAM_VERSION);
        let kernel =
            are_verifications.then(|| decomposition.work.kernel().name().to_owned());
        let begun = |unit: u64| lock(unfinished).get(&(unit, kernel.clone())).cloned();
        // Other hosts that ran the first segments of a unit.
        let begun_on = |unit: u64| -> Vec<String> {
            let origins = begun(unit)
                .map(|begun| begun.unit.begun_on)
                .unwrap_or_default();
            origins
                .into_iter()
                .filter(|origin| *origin != own)
                .collect()
        };
        let send = |unit, line| {
            // The receiver is gone only after the writer failed, which returns its error
            // below.
            let _ = sender.send((campaign.deal.bundle_of(unit), line));
        };
        let mut finished = |unit, tally: &Tally, time| {
            let mut record = UnitRecord::new(&id, unit, tally, time);
            record.begun_on = begun_on(unit);
            send(unit, UnitLine::Finished(record));
        };
        let checkpoint = |unit, part: &UnitPart| {
            let mut record = UnfinishedUnit::new(&id, unit, part);
            record.unit.begun_on = begun_on(unit);
            send(unit, UnitLine::Unfinished(record));
        };
        let resume = |unit| Some(begun(unit)?.to_part());
        let CampaignRunOptions {
            begin_within,
            progress,
            ..
        } = *options;
        let run_options = RunOptions {
            threads,
            limits,
            begin_within,
            progress,
            admit: Some(admit),
            resume: Some(&resume),
            checkpoint: Some(&checkpoint),
            ..RunOptions::default()
        };
        let report = parallel::run(
            &*decomposition.work,
            units.iter().copied(),
            &run_options,
            &mut finished,
        );
        drop(sender);
        let files = writing
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((report?, files))
    })
}
