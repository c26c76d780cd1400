//! Units run again with other instructions: those of a card, with those of the processor.

use crate::files::sha256;
use crate::run::run_units;
use crate::scan::{Quarantine, Scan, SetAside};
use crate::{Campaign, CampaignError, Cut, RunOptions};
use queens::control::Outcome;
use queens::document::{Cell, Document, Table};
use queens::simd::Kernel;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Which units are run again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// This part of them, 0 to 1, chosen by a hash of plan and number: the same ones for everybody.
    Share(f64),
    /// All of them.
    All,
}

impl Sample {
    fn has(self, plan: &str, unit: u64) -> bool {
        match self {
            Sample::All => true,
            Sample::Share(share) => {
                let hash = sha256(format!("{plan} {unit}").as_bytes());
                let number = u32::from_str_radix(&hash[..8], 16).unwrap_or(0);
                f64::from(number) < share * 2_f64.powi(32)
            }
        }
    }
}

/// What came of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// Units that were to be run again.
    pub of_units: u64,
    /// Units that were.
    pub units: u64,
    /// The instructions that were used in place of others.
    pub kernels: Vec<String>,
    /// Units of the campaign that were verified so far.
    pub verified: u64,
    /// Contradictions.
    pub conflicts: Vec<String>,
    /// Who was set aside for that.
    pub set_aside: Vec<SetAside>,
    /// The reason why it ended.
    #[serde(skip)]
    pub outcome: Outcome,
}

impl Document for Verified {
    const SCHEMA: &'static str = "queens/campaign-verification/1";

    fn table(&self) -> Table {
        let mut table = Table::new().words("conflict", "conflict");
        for conflict in &self.conflicts {
            table.push([Cell::words(conflict)]);
        }
        table
    }
}

/// Runs a part of the units that are done once more, each with other instructions than before, and writes them into
/// shards of their own. Units that were verified already are left out. Where a unit comes to something else, all that
/// its host did with that version of the program is set aside: it counts no longer, and can be run again elsewhere.
/// A verification that a limit ended sets nobody aside: the next one does, and a merge refuses what contradicts.
///
/// # Errors
/// The engine has no other instructions here; as [`run()`](crate::run()).
pub fn verify(
    campaign: &Campaign,
    sample: Sample,
    options: &RunOptions<'_>,
) -> Result<Verified, CampaignError> {
    let options = &options.started();
    let scan = Scan::of(campaign, &options.limits)?;
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
    let mut done = Verified {
        of_units: by_kernel.values().map(|units| units.len() as u64).sum(),
        units: 0,
        kernels: Vec::new(),
        verified: 0,
        conflicts: Vec::new(),
        set_aside: Vec::new(),
        outcome: Outcome::Exhausted,
    };
    for (kernel, units) in by_kernel {
        let cut = other(campaign, &kernel)?;
        let to_come = HashMap::from([(None, units.len() as u64)]);
        let (report, _) = run_units(campaign, &cut, &units, to_come, &|_| None, &mut |_, _| (), options)?;
        done.units += report.units;
        done.kernels.push(cut.shards.instructions().to_owned());
        done.outcome = report.outcome;
        if !report.outcome.is_complete() {
            break;
        }
    }
    let scan = match Scan::of(campaign, &options.limits) {
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
            let aside = SetAside { host, program, reason: fault.to_string() };
            quarantine.add(aside.clone(), campaign)?;
            done.set_aside.push(aside);
        }
    }
    Ok(done)
}

/// The same units with other instructions than those of this name.
fn other(campaign: &Campaign, kernel: &str) -> Result<Cut, CampaignError> {
    let others = [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline].into_iter();
    for other in others.filter(|other| other.is_available() && other.name() != kernel) {
        let cut = Cut::again(&campaign.plan.job, other)?;
        if cut.shards.instructions() != kernel {
            return Ok(cut);
        }
    }
    Err(CampaignError::Input(format!(
        "{} has no other instructions here than {kernel}, with which the units were run: verify on another processor, \
         or plan a second campaign with another engine",
        campaign.plan.job.engine
    )))
}
