//! The bundles that a run claims, and the units left in them.

use crate::claims::{self, ClaimAttempt, Claims};
use crate::index::missing_bundles;
use crate::scan::FolderScan;
use crate::unfinished::{self, BegunUnits};
use crate::verify::ChosenSample;
use crate::{BundleChoice, Campaign, CampaignError, CampaignRunOptions};
use queens::control::{Limits, lock};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

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
    pub(crate) fn claims_folder(self) -> &'static str {
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
    fn scan_bundle(
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
                is_done && !scan.verified.contains(&unit) && sample.has_unit(unit)
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
                let mut bundles = BTreeSet::new();
                for (unit, _) in scan.ledger.tallies() {
                    if self.is_left(&scan, unit) {
                        bundles.insert(campaign.deal.bundle_of(unit));
                    }
                }
                Ok(bundles.into_iter().collect())
            }
        }
    }
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
    pub(crate) fn choose_units(&self) -> Result<ChosenUnits, CampaignError> {
        match self.options.bundle {
            BundleChoice::This(bundle) => self.choose_bundle(bundle),
            BundleChoice::All => {
                let scan =
                    FolderScan::from_campaign(self.campaign, &self.options.limits)?;
                self.list_units(0..self.campaign.plan.bundles, scan)
            }
            BundleChoice::Next => self.choose_next_bundle(),
        }
    }

    /// Claims the bundle that the user names.
    fn choose_bundle(&self, bundle: u64) -> Result<ChosenUnits, CampaignError> {
        match self.claim_bundle(bundle, self.task.claims_by_force())? {
            Some(scan) => self.list_units(bundle..bundle + 1, scan),
            None => {
                let limits = &self.options.limits;
                self.list_units(
                    0..0,
                    self.task.scan_bundle(self.campaign, bundle, limits)?,
                )
            }
        }
    }

    /// Claims the first bundle that has units left and is free.
    fn choose_next_bundle(&self) -> Result<ChosenUnits, CampaignError> {
        let limits = &self.options.limits;
        let left = self.task.bundles_left(self.campaign, limits)?;
        let elsewhere = self.claims.held_elsewhere(&left)?;
        for bundle in left {
            limits.check()?;
            if elsewhere.binary_search(&bundle).is_ok() {
                self.leave_bundle(bundle);
            } else if let Some(scan) = self.claim_bundle(bundle, false)?
                // Another run may have finished it since the bundles were listed.
                && lock(&self.remaining).get(&bundle) != Some(&0)
            {
                return self.list_units(bundle..bundle + 1, scan);
            }
        }
        self.list_units(0..0, FolderScan::new(self.campaign))
    }

    /// Leaves a bundle to the run that works on it.
    fn leave_bundle(&self, bundle: u64) {
        lock(&self.left).insert(bundle, None);
    }

    /// Returns the units that are left in these bundles.
    fn list_units(
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
    fn claim_bundle(
        &self,
        bundle: u64,
        by_force: bool,
    ) -> Result<Option<FolderScan>, CampaignError> {
        if self.claims.take_bundle(bundle, by_force)? == ClaimAttempt::Held {
            self.leave_bundle(bundle);
            return Ok(None);
        }
        // Another run may have finished units of it before the claim.
        let scan = self
            .task
            .scan_bundle(self.campaign, bundle, &self.options.limits)?;
        let ChosenUnits { units, scan, .. } =
            self.list_units(bundle..bundle + 1, scan)?;
        lock(&self.remaining).insert(bundle, units.len() as u64);
        if units.is_empty() {
            self.claims.release_bundle(bundle);
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
    pub(crate) fn admits_unit(&self, unit: u64) -> bool {
        let bundle = self.campaign.deal.bundle_of(unit);
        if !lock(&self.left).contains_key(&bundle)
            && let Err(error) = self.claim_bundle(bundle, false)
        {
            self.leave_bundle(bundle);
            lock(&self.failure).get_or_insert(error);
        }
        let is_left = match lock(&self.left).get(&bundle) {
            Some(Some(left)) => left.contains(&unit),
            _ => false,
        };
        if is_left && !self.claims.has_bundle(bundle) {
            // Another run took the bundle over.
            self.leave_bundle(bundle);
            return false;
        }
        is_left
    }

    /// Returns the bundles that other runs work on, in order.
    pub(crate) fn into_elsewhere(self) -> Result<Vec<u64>, CampaignError> {
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
        let mut elsewhere = Vec::new();
        for (&bundle, left) in lock(&self.left).iter() {
            if left.is_none() {
                elsewhere.push(bundle);
            }
        }
        elsewhere.sort_unstable();
        Ok(elsewhere)
    }
}
