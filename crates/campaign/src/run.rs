//! Runs of units, written into shards.

use crate::claimed::{BundleTask, ChosenUnits, ClaimedBundles};
use crate::claims::Claims;
use crate::scan::{FolderScan, QUARANTINE_FILE, Quarantine};
use crate::shard::run_label;
use crate::streams::{UnitStreams, run_units};
use crate::{Campaign, CampaignError, DiskStorage, Machine, ShardStorage};
use queens::control::{Limits, Outcome, thread_count};
use queens::parallel::{RunProgress, RunReport};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Version of the program that writes shards, with its commit if it was built in a
/// repository: `0.2.0+5f2a4e7c11`.
pub(crate) const PROGRAM_VERSION: &str = env!("CAMPAIGN_VERSION");

/// Maximum number of finished units that wait to be written. If the disk is slower than
/// the work, as with thousands of bundles of one unit, the work waits for it, so that few
/// finished units are unwritten when a limit or a signal comes.
pub(crate) const MAX_WAITING_UNITS: usize = 16;

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
    /// Checks that the plan of the campaign has the bundle.
    pub(crate) fn check_plan(self, campaign: &Campaign) -> Result<(), CampaignError> {
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
    pub(crate) fn with_started_clock(&self) -> Self {
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
    options.bundle.check_plan(campaign)?;
    let began = Instant::now();
    let options = &options.with_started_clock();
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
        &run_label(&options.name),
        options.claim_interval,
    )?
    .with_threads(thread_count(options.threads));
    let (ending, ended) = mpsc::channel::<()>();
    let interval = options.claim_interval;
    thread::scope(|scope| {
        thread::Builder::new()
            .spawn_scoped(scope, move || renew_claims(claims, interval, &ended))
            .map_err(CampaignError::io(
                "start a thread that renews the claims in",
                folder,
            ))?;
        let done = work(claims);
        drop(ending);
        done
    })
}

/// Renews the claims at regular intervals until the other end of `ended` is dropped.
fn renew_claims(claims: &Claims, interval: Duration, ended: &Receiver<()>) {
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(interval) {
        claims.renew_all();
    }
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
    let ChosenUnits { units, held, scan } = claimed.choose_units()?;
    // The results of a long campaign take memory that its units need.
    drop(scan);
    let streams = UnitStreams {
        decomposition: &campaign.decomposition,
        units: &units,
        remaining: &claimed.remaining,
        admit: &|unit| claimed.admits_unit(unit),
        unfinished: &claimed.unfinished,
        completed: &|bundle| claims.release_bundle(bundle),
        are_verifications: false,
    };
    let (report, files) = run_units(campaign, &streams, options)?;
    let elsewhere = claimed.into_elsewhere()?;
    let kernel = campaign.decomposition.work.kernel().name();
    Ok((
        CampaignRunReport::new(&report, held, files, kernel),
        elsewhere,
    ))
}

/// Refuses to run anything on a quarantined host.
pub(crate) fn check_quarantine(
    campaign: &Campaign,
    machine: &Machine,
) -> Result<(), CampaignError> {
    if let Some(reason) =
        Quarantine::read(campaign)?.quarantine_reason(machine, PROGRAM_VERSION)
    {
        return Err(CampaignError::Input(format!(
            "{} with version {PROGRAM_VERSION} is quarantined ({reason}): run on another host, or with a fixed program; if \
             that shows that this host was right, move the wrong shards out and remove its entry from \
             {QUARANTINE_FILE}",
            machine.host
        )));
    }
    Ok(())
}
