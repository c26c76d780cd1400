//! Verification: units run again with another kernel.

use crate::files::sha256;
use crate::run::{UnitStreams, check_quarantine, run_units};
use crate::scan::{FolderScan, Quarantine, QuarantinedHost};
use crate::{Campaign, CampaignError, CampaignRunOptions, Decomposition};
use queens::control::Outcome;
use queens::document::{Cell, Document, Table};
use queens::simd::Kernel;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// Units to run again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VerifySample {
    /// A fraction of them, 0 to 1, chosen by a hash of plan and number: the same units on every machine.
    Share(f64),
    /// All units.
    All,
}

impl VerifySample {
    fn has(self, plan: &str, unit: u64) -> bool {
        match self {
            VerifySample::All => true,
            VerifySample::Share(share) => {
                let hash = sha256(format!("{plan} {unit}").as_bytes());
                let number = u32::from_str_radix(&hash[..8], 16).unwrap_or(0);
                f64::from(number) < share * 2_f64.powi(32)
            }
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
    /// Number of units of the campaign that are verified so far.
    pub verified: u64,
    /// Contradictions.
    pub conflicts: Vec<String>,
    /// Hosts that were quarantined for them.
    pub set_aside: Vec<QuarantinedHost>,
    /// Outcome of the verification.
    #[serde(skip)]
    pub outcome: Outcome,
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
/// skipped. If a result differs, all units of the host with that version of the program are quarantined: they no longer count, and
/// can be run again elsewhere. A verification that a limit ended quarantines no host; the next one does, and until then a merge
/// refuses the contradiction.
///
/// # Errors
/// The engine has no other kernel here; otherwise as for [`run()`](crate::run()).
pub fn verify(
    campaign: &Campaign,
    sample: VerifySample,
    options: &CampaignRunOptions<'_>,
) -> Result<Verification, CampaignError> {
    let options = &options.started();
    check_quarantine(campaign, &options.machine)?;
    let scan = FolderScan::of(campaign, &options.limits)?;
    let before = scan.verified.len() as u64;
    let mut by_kernel: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (unit, _) in scan.ledger.tallies() {
        options.limits.check()?;
        let is_wanted = !scan.verified.contains(&unit) && sample.has(&campaign.plan.sha256, unit);
        if let Some(header) = scan.header_of(unit).filter(|_| is_wanted) {
            by_kernel.entry(header.kernel.clone()).or_default().push(unit);
        }
    }
    drop(scan);
    let mut done = Verification {
        of_units: by_kernel.values().map(|units| units.len() as u64).sum(),
        units: 0,
        kernels: Vec::new(),
        verified: 0,
        conflicts: Vec::new(),
        set_aside: Vec::new(),
        outcome: Outcome::Exhausted,
    };
    for (kernel, units) in by_kernel {
        let decomposition = with_other_kernel(campaign, &kernel)?;
        let streams = UnitStreams {
            decomposition: &decomposition,
            units: &units,
            bundle_of: &|_| None,
            remaining: &Mutex::new(HashMap::from([(None, units.len() as u64)])),
            admit: None,
            parts: None,
            completed: &|_| (),
        };
        let (report, _) = run_units(campaign, &streams, options)?;
        done.units += report.units;
        done.kernels.push(decomposition.work.instructions().to_owned());
        done.outcome = report.outcome;
        if !report.outcome.is_complete() {
            break;
        }
    }
    let scan = match FolderScan::of(campaign, &options.limits) {
        Err(CampaignError::Stopped(_)) if !done.outcome.is_complete() => {
            done.verified = before + done.units;
            return Ok(done);
        }
        scan => scan?,
    };
    done.verified = scan.verified.len() as u64;
    let mut quarantine = Quarantine::read(campaign)?;
    for fault in &scan.faults {
        let CampaignError::Conflict { unit, second, .. } = fault else { continue };
        let is_of_verification = second.file.starts_with("verify.");
        let Some(header) = scan.header_of(*unit).filter(|_| is_of_verification) else { continue };
        done.conflicts.push(fault.to_string());
        if quarantine.reason(&header.machine, &header.program).is_none() {
            let (host, program) = (header.machine.host.clone(), header.program.clone());
            let aside = QuarantinedHost { host, program, reason: fault.to_string() };
            quarantine.add(aside.clone(), campaign)?;
            done.set_aside.push(aside);
        }
    }
    Ok(done)
}

/// Returns the same units for another kernel than the named one.
fn with_other_kernel(campaign: &Campaign, kernel: &str) -> Result<Decomposition, CampaignError> {
    let others = [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline].into_iter();
    for other in others.filter(|other| other.is_available() && other.name() != kernel) {
        let decomposition = Decomposition::from_record(&campaign.plan.job, other)?;
        if decomposition.work.instructions() != kernel {
            return Ok(decomposition);
        }
    }
    Err(CampaignError::Input(format!(
        "{} has no other kernel here than {kernel}, which ran the units: verify on another processor, or plan a second \
         campaign with another engine",
        campaign.plan.job.engine
    )))
}
