//! Verification: units run again with another kernel.

use crate::claimed::{BundleTask, ChosenUnits, ClaimedBundles};
use crate::claims::Claims;
use crate::files::sha256;
use crate::run::{check_quarantine, with_claims};
use crate::scan::{FolderScan, Quarantine, QuarantinedHost};
use crate::streams::{UnitStreams, run_units};
use crate::{
    BundleChoice, Campaign, CampaignError, CampaignPlan, CampaignRunOptions,
    Decomposition,
};
use queens::control::Outcome;
use queens::document::{Cell, Document, Table, several};
use queens::simd::Kernel;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Units to run again.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifySample {
    /// A random part of them, at least one: the same units for the same plan and seed, on
    /// every machine.
    Drawn {
        /// The part, above 0 and up to 1.
        part: f64,
        /// Seed of the draw.
        seed: u64,
    },
    /// The units with these numbers.
    Units(BTreeSet<u64>),
    /// All units.
    All,
}

impl VerifySample {
    /// Draws the units. `commitment` is a digest of whatever must not depend on the draw:
    /// of the plan, or of the results of all units of an archive.
    ///
    /// # Errors
    /// There are no units with these numbers; no unit at all.
    pub(crate) fn draw(
        &self,
        plan: &CampaignPlan,
        commitment: &str,
    ) -> Result<ChosenSample, CampaignError> {
        let units = plan.job.units;
        let drawn = match self {
            VerifySample::All => None,
            VerifySample::Units(chosen) => Some(chosen.clone()),
            VerifySample::Drawn { part, seed } => {
                let number =
                    ((part * units as f64).round() as u64).clamp(1, units.max(1));
                Some(draw_units(units, commitment, *seed, number))
            }
        };
        match drawn.as_ref().and_then(BTreeSet::last) {
            Some(&last) if last >= units => Err(CampaignError::Input(format!(
                "there is no unit {last}: the plan has {units}, from 0 on"
            ))),
            _ => Ok(ChosenSample(drawn)),
        }
    }

    /// Returns the seed of the draw, if units are drawn.
    fn seed(&self) -> Option<u64> {
        match self {
            VerifySample::Drawn { seed, .. } => Some(*seed),
            VerifySample::Units(_) | VerifySample::All => None,
        }
    }
}

/// Returns the `number` units with the smallest hashes of commitment, seed and unit.
fn draw_units(units: u64, commitment: &str, seed: u64, number: u64) -> BTreeSet<u64> {
    let mut hashes = Vec::new();
    for unit in 0..units {
        let hash = sha256(format!("{commitment} {seed} {unit}").as_bytes());
        hashes.push((hash, unit));
    }
    hashes.sort_unstable();
    hashes
        .into_iter()
        .take(usize::try_from(number).unwrap_or(usize::MAX))
        .map(|(_, unit)| unit)
        .collect()
}

/// The units of a sample; `None` for all.
#[derive(Debug)]
pub(crate) struct ChosenSample(Option<BTreeSet<u64>>);

impl ChosenSample {
    pub(crate) fn has_unit(&self, unit: u64) -> bool {
        self.0.as_ref().is_none_or(|units| units.contains(&unit))
    }
}

/// Result of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// Number of units that were to be run again.
    pub of_units: u64,
    /// Number of units that were run again.
    pub units: u64,
    /// Number of all units of the campaign.
    pub all_units: u64,
    /// Seed by which they were drawn; `null` if the units were named, or all were to be
    /// run.
    pub seed: Option<u64>,
    /// Least number of wrong units of which such a draw has one with 95 percent; `null` if
    /// units were not drawn, or not all of the drawn ones have been run.
    pub shown_from: Option<u64>,
    /// Kernels that were used.
    pub kernels: Vec<String>,
    /// Number of units that are verified so far: of the campaign, or of the bundle if
    /// only one was verified.
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
    pub(crate) fn new(sample: &VerifySample, of_units: u64, plan: &CampaignPlan) -> Self {
        Verification {
            of_units,
            units: 0,
            all_units: plan.job.units,
            seed: sample.seed(),
            shown_from: None,
            kernels: Vec::new(),
            verified: 0,
            elsewhere: 0,
            conflicts: Vec::new(),
            set_aside: Vec::new(),
            outcome: Outcome::Exhausted,
        }
    }
}

/// Probability that a draw misses all wrong units, up to which they count as shown.
const MAX_MISS: f64 = 0.05;

/// Returns the least number of wrong units among `all` of which a draw of `drawn` has one
/// with a probability of 95 percent or more.
///
/// The draw misses w wrong units with the probability of the products
/// (all - drawn - i) / (all - i) for i from 0 to w - 1.
pub(crate) fn least_shown(all: u64, drawn: u64) -> u64 {
    let mut miss = 1.0;
    let mut wrong = 0;
    while miss > MAX_MISS && wrong < all {
        let right_left = all.saturating_sub(drawn).saturating_sub(wrong);
        miss *= right_left as f64 / (all - wrong) as f64;
        wrong += 1;
    }
    wrong
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

/// Runs finished units again, each with another kernel than before, and writes them into
/// shards of their own. Verified units are skipped. The kernel of the campaign is
/// preferred, or its engine if that was replaced; units that ran with it get another one.
///
/// Several verifications may work in one folder at once: each bundle is claimed by one of
/// them, so that no unit is run again by two. A bundle that another one works on is left
/// to it.
///
/// If a result differs, all units of the host with that version of the program are
/// quarantined: they no longer count, and can be run again elsewhere. A verification that
/// a limit ended quarantines no host; the next one does, and until then a merge refuses
/// the contradiction.
///
/// # Errors
/// The engine has no other kernel here; there is no such unit; none of the units is done;
/// otherwise as for [`run()`](crate::run()).
pub fn verify(
    campaign: &Campaign,
    sample: &VerifySample,
    options: &CampaignRunOptions<'_>,
) -> Result<Verification, CampaignError> {
    options.bundle.check_plan(campaign)?;
    let chosen = sample.draw(&campaign.plan, &campaign.plan.sha256)?;
    let options = &options.with_started_clock();
    options.limits.check()?;
    check_quarantine(campaign, &options.machine)?;
    with_claims(campaign, BundleTask::Verify(&chosen), options, |claims| {
        verify_claimed(campaign, sample, &chosen, claims, options)
    })
}

/// Runs the units of the sample again in the bundles that can be claimed.
fn verify_claimed(
    campaign: &Campaign,
    sample: &VerifySample,
    chosen: &ChosenSample,
    claims: &Claims,
    options: &CampaignRunOptions<'_>,
) -> Result<Verification, CampaignError> {
    let task = BundleTask::Verify(chosen);
    let claimed = ClaimedBundles::new(campaign, task, claims, options);
    let ChosenUnits { units, scan, .. } = claimed.choose_units()?;
    let verified_before = scan.verified.len() as u64;
    let by_kernel = group_by_kernel(&units, &scan);
    drop(scan);
    let mut done = Verification::new(sample, units.len() as u64, &campaign.plan);
    for (kernel, units) in &by_kernel {
        let other = with_other_kernel(campaign, kernel)?;
        let streams = UnitStreams {
            decomposition: other.as_ref().unwrap_or(&campaign.decomposition),
            units,
            remaining: &claimed.remaining,
            admit: &|unit| claimed.admits_unit(unit),
            completed: &|bundle| claims.release_bundle(bundle),
            unfinished: &claimed.unfinished,
            are_verifications: true,
        };
        let (report, _) = run_units(campaign, &streams, options)?;
        let kernel = streams.decomposition.work.kernel();
        done.kernels.push(kernel.name().to_owned());
        done.units += report.units;
        done.outcome = report.outcome;
        if !report.outcome.is_complete() {
            break;
        }
    }
    done.elsewhere = claimed.into_elsewhere()?.len() as u64;
    if units.is_empty() && done.elsewhere == 0 {
        check_verified_before(campaign, chosen, options)?;
    }
    done.verified = verified_before + done.units;
    compare_with_counts(campaign, &units, options, &mut done)?;
    Ok(done)
}

/// Groups units by the kernel that ran them.
fn group_by_kernel(units: &[u64], scan: &FolderScan) -> BTreeMap<String, Vec<u64>> {
    let mut by_kernel: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for &unit in units {
        if let Some(header) = scan.header_of(unit) {
            by_kernel
                .entry(header.kernel.clone())
                .or_default()
                .push(unit);
        }
    }
    by_kernel
}

/// Reads the shards again, with the results of these units, and quarantines the hosts
/// that they contradict.
fn compare_with_counts(
    campaign: &Campaign,
    units: &[u64],
    options: &CampaignRunOptions<'_>,
    done: &mut Verification,
) -> Result<(), CampaignError> {
    let scan = if options.bundle == BundleChoice::All {
        FolderScan::from_campaign(campaign, &options.limits)
    } else if let Some(&unit) = units.first() {
        let bundle = campaign.deal.bundle_of(unit);
        FolderScan::of_verified_bundle(campaign, bundle, &options.limits)
    } else {
        return Ok(());
    };
    match scan {
        Err(CampaignError::Stopped(_)) if !done.outcome.is_complete() => Ok(()),
        scan => quarantine_contradicted(campaign, &scan?, done),
    }
}

/// Checks that a verification without units to run has nothing to do because some of its
/// units are verified.
///
/// # Errors
/// None is: the sample has no unit in the bundle, or none of its units is done.
fn check_verified_before(
    campaign: &Campaign,
    sample: &ChosenSample,
    options: &CampaignRunOptions<'_>,
) -> Result<(), CampaignError> {
    let scan = match options.bundle {
        BundleChoice::This(bundle) => {
            FolderScan::of_verified_bundle(campaign, bundle, &options.limits)?
        }
        BundleChoice::All | BundleChoice::Next => {
            FolderScan::from_campaign(campaign, &options.limits)?
        }
    };
    let mut chosen = 0_u64;
    for unit in 0..campaign.plan.job.units {
        let is_in_bundle = match options.bundle {
            BundleChoice::This(bundle) => campaign.deal.bundle_of(unit) == bundle,
            BundleChoice::All | BundleChoice::Next => true,
        };
        if !is_in_bundle || !sample.has_unit(unit) {
            continue;
        }
        if scan.verified.contains(&unit) {
            return Ok(());
        }
        chosen += 1;
    }
    let reason = match options.bundle {
        BundleChoice::This(bundle) if chosen == 0 => {
            format!(
                "the sample has no unit of bundle {bundle}: draw a larger one, or leave the bundle out"
            )
        }
        _ => format!(
            "none of the {} to verify is done: `run` or `work` runs them first",
            several(chosen, "unit")
        ),
    };
    Err(CampaignError::Input(reason))
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
        let CampaignError::Conflict { unit, second, .. } = fault else {
            continue;
        };
        let is_of_verification = second.file.starts_with("verify");
        let Some(header) = scan.header_of(*unit).filter(|_| is_of_verification) else {
            continue;
        };
        done.conflicts.push(fault.to_string());
        if quarantine
            .quarantine_reason(&header.machine, &header.program)
            .is_none()
        {
            let (host, program) = (header.machine.host.clone(), header.program.clone());
            let aside = QuarantinedHost {
                host,
                program,
                reason: fault.to_string(),
            };
            quarantine.add_host(aside.clone(), campaign)?;
            done.set_aside.push(aside);
        }
    }
    Ok(())
}

/// Returns the same units for a kernel other than `kernel`; `None` if the campaign runs
/// them with another one already.
fn with_other_kernel(
    campaign: &Campaign,
    kernel: &str,
) -> Result<Option<Decomposition>, CampaignError> {
    if campaign.decomposition.work.kernel().name() != kernel {
        return Ok(None);
    }
    let others = [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline].into_iter();
    for other in others.filter(|other| other.is_available() && other.name() != kernel) {
        let decomposition = Decomposition::from_record(&campaign.plan.job, other)?;
        if decomposition.work.kernel().name() != kernel {
            return Ok(Some(decomposition));
        }
    }
    Err(CampaignError::Input(format!(
        "{} has no other kernel here than {kernel}, which ran the units: verify on another processor, or plan a \
         second campaign with another engine and compare both (`queens campaign compare`)",
        campaign.plan.job.engine
    )))
}

#[cfg(test)]
mod tests {
    use super::{draw_units, least_shown};

    #[test]
    fn whoever_changes_a_result_changes_the_draw() {
        let draw = |commitment| draw_units(1_000, commitment, 7, 20);
        assert_eq!(draw("a digest"), draw("a digest"));
        assert_ne!(draw("a digest"), draw("another digest"));
        assert_eq!(draw("a digest").len(), 20);
    }

    /// Values by the hypergeometric distribution: of 100 units with 3 wrong ones, 63 drawn
    /// miss all with C(97, 63) / C(100, 63) = .0480, 62 with .0522; and of 1,000,000 about
    /// 1 percent must be wrong for 300 to show it, because .99 ^ 300 = .049.
    #[test]
    fn a_draw_shows_so_many_wrong_units() {
        assert_eq!(least_shown(100, 63), 3);
        assert_eq!(least_shown(100, 62), 4);
        assert_eq!(least_shown(100, 100), 1);
        assert_eq!(least_shown(100, 95), 1);
        assert_eq!(least_shown(100, 94), 2);
        assert!((9_900..10_000).contains(&least_shown(1_000_000, 300)));
    }
}
