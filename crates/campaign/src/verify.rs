//! Verification: units run again with another kernel.

use crate::files::sha256;
use crate::run::{
    BundleTask, ChosenUnits, ClaimedBundles, UnitStreams, check_quarantine, run_units, with_claims,
};
use crate::scan::{FolderScan, Quarantine, QuarantinedHost};
use crate::{BundleChoice, Campaign, CampaignError, CampaignRunOptions, Decomposition};
use queens::control::Outcome;
use queens::document::{Cell, Document, Table};
use queens::simd::Kernel;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Units to run again.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifySample {
    /// A fraction of them, 0 to 1, chosen by a hash of plan and number: the same units on every machine.
    Share(f64),
    /// The units with these numbers.
    Units(BTreeSet<u64>),
    /// All units.
    All,
}

impl VerifySample {
    pub(crate) fn has(&self, plan: &str, unit: u64) -> bool {
        match self {
            VerifySample::All => true,
            VerifySample::Units(units) => units.contains(&unit),
            VerifySample::Share(share) => {
                let hash = sha256(format!("{plan} {unit}").as_bytes());
                let number =
                    hash.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
                f64::from(number) < share * 2_f64.powi(32)
            }
        }
    }

    /// Checks that there are units with these numbers.
    pub(crate) fn check(&self, units: u64) -> Result<(), CampaignError> {
        match self {
            VerifySample::Units(all) if all.last().is_some_and(|&last| last >= units) => {
                Err(CampaignError::Input(format!(
                    "there is no unit {}: the plan has {units}, from 0 on",
                    all.last().unwrap_or(&0)
                )))
            }
            _ => Ok(()),
        }
    }
}

/// Result of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// Number of units that were to be run again.
    pub of_units: u64,
    /// Number of units that were run again.
    pub units: u64,
    /// Kernels that were used.
    pub kernels: Vec<String>,
    /// Number of units that are verified so far: of the campaign, or of the bundle if only one was verified.
    pub verified: u64,
    /// Number of bundles that were left to other verifications, which work on them.
    pub elsewhere: u64,
    /// Contradictions.
    pub conflicts: Vec<String>,
    /// Hosts that were quarantined for them.
    pub set_aside: Vec<QuarantinedHost>,
    /// Outcome of the verification.
    #[serde(skip)]
    pub outcome: Outcome,
}

impl Verification {
    /// Returns a verification of this many units, none of which has been run yet.
    pub(crate) fn of(units: u64) -> Self {
        Verification {
            of_units: units,
            units: 0,
            kernels: Vec::new(),
            verified: 0,
            elsewhere: 0,
            conflicts: Vec::new(),
            set_aside: Vec::new(),
            outcome: Outcome::Exhausted,
        }
    }
}

impl Document for Verification {
    const SCHEMA: &'static str = "queens/campaign-verification/1";

    fn table(&self) -> Table {
        let mut table = Table::new().words("conflict", "conflict");
        for conflict in &self.conflicts {
            table.push([Cell::words(conflict)]);
        }
        table
    }
}

/// Runs finished units again, each with another kernel than before, and writes them into shards of their own. Verified units are
/// skipped. The kernel of the campaign is preferred, or its engine if that was replaced; units that ran with it get another one.
///
/// Several verifications may work in one folder at once: each bundle is claimed by one of them, so that no unit is run again by
/// two. A bundle that another one works on is left to it.
///
/// If a result differs, all units of the host with that version of the program are quarantined: they no longer count, and
/// can be run again elsewhere. A verification that a limit ended quarantines no host; the next one does, and until then a merge
/// refuses the contradiction.
///
/// # Errors
/// The engine has no other kernel here; there is no such unit; otherwise as for [`run()`](crate::run()).
pub fn verify(
    campaign: &Campaign,
    sample: &VerifySample,
    options: &CampaignRunOptions<'_>,
) -> Result<Verification, CampaignError> {
    options.bundle.check(campaign)?;
    sample.check(campaign.plan.job.units)?;
    let options = &options.started();
    options.limits.check()?;
    check_quarantine(campaign, &options.machine)?;
    let task = BundleTask::Verify(sample);
    with_claims(campaign, task, options, |claims| {
        let claimed = ClaimedBundles::new(campaign, task, claims, options);
        let ChosenUnits { units, scan, .. } = claimed.choose()?;
        let before = scan.verified.len() as u64;
        let mut by_kernel: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for &unit in &units {
            if let Some(header) = scan.header_of(unit) {
                by_kernel.entry(header.kernel.clone()).or_default().push(unit);
            }
        }
        drop(scan);
        let mut done = Verification::of(units.len() as u64);
        for (kernel, units) in &by_kernel {
            let other = with_other_kernel(campaign, kernel)?;
            let streams = UnitStreams {
                decomposition: other.as_ref().unwrap_or(&campaign.decomposition),
                units,
                remaining: &claimed.remaining,
                admit: &|unit| claimed.admits(unit),
                completed: &|bundle| claims.release(bundle),
                unfinished: &claimed.unfinished,
                are_verifications: true,
            };
            let (report, _) = run_units(campaign, &streams, options)?;
            done.units += report.units;
            done.kernels.push(streams.decomposition.work.instructions().to_owned());
            done.outcome = report.outcome;
            if !report.outcome.is_complete() {
                break;
            }
        }
        done.elsewhere = claimed.finish()?.len() as u64;
        done.verified = before + done.units;
        let bundle = units.first().map(|&unit| campaign.deal.bundle_of(unit));
        let scan = match (options.bundle, bundle) {
            (BundleChoice::All, _) => FolderScan::of(campaign, &options.limits),
            (_, Some(bundle)) => FolderScan::of_verified_bundle(campaign, bundle, &options.limits),
            (_, None) => return Ok(done),
        };
        match scan {
            Err(CampaignError::Stopped(_)) if !done.outcome.is_complete() => {}
            scan => quarantine_contradicted(campaign, &scan?, &mut done)?,
        }
        Ok(done)
    })
}

/// Quarantines the hosts that a verification contradicts.
fn quarantine_contradicted(
    campaign: &Campaign,
    scan: &FolderScan,
    done: &mut Verification,
) -> Result<(), CampaignError> {
    done.verified = scan.verified.len() as u64;
    let mut quarantine = Quarantine::read(campaign)?;
    for fault in &scan.faults {
        let CampaignError::Conflict { unit, second, .. } = fault else { continue };
        let is_of_verification = second.file.starts_with("verify");
        let Some(header) = scan.header_of(*unit).filter(|_| is_of_verification) else { continue };
        done.conflicts.push(fault.to_string());
        if quarantine.reason(&header.machine, &header.program).is_none() {
            let (host, program) = (header.machine.host.clone(), header.program.clone());
            let aside = QuarantinedHost { host, program, reason: fault.to_string() };
            quarantine.add(aside.clone(), campaign)?;
            done.set_aside.push(aside);
        }
    }
    Ok(())
}

/// Returns the same units for another kernel than the named one; `None` if those of the campaign have one.
fn with_other_kernel(campaign: &Campaign, kernel: &str) -> Result<Option<Decomposition>, CampaignError> {
    if campaign.decomposition.work.instructions() != kernel {
        return Ok(None);
    }
    let others = [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline].into_iter();
    for other in others.filter(|other| other.is_available() && other.name() != kernel) {
        let decomposition = Decomposition::from_record(&campaign.plan.job, other)?;
        if decomposition.work.instructions() != kernel {
            return Ok(Some(decomposition));
        }
    }
    let by_card =
        if campaign.plan.job.engine == "join" { " or a graphics card (`--engine gpu`)" } else { "" };
    Err(CampaignError::Input(format!(
        "{} has no other kernel here than {kernel}, which ran the units: verify on another processor{by_card}, or plan a \
         second campaign with another engine and compare both (`queens campaign compare`)",
        campaign.plan.job.engine
    )))
}
