//! Units that a run has begun and not finished, so that another run can continue them.
//!
//! A run keeps the finished segments of the units in progress in a file of its own for
//! each bundle, beside the shards, and replaces it after each segment. Only runs and
//! `status` read these files: a unit counts when it is in a shard. A verification has
//! files of its own, and continues only what its kernel has begun.

use crate::scan::{Quarantine, origin_name};
use crate::{Campaign, CampaignError, ShardHeader, files};
use queens::parallel::{Ledger, UnitPart, UnitRecord};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;

/// A unit that was begun, with its first segments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct UnfinishedUnit {
    /// The unit, with the results of these segments only.
    #[serde(flatten)]
    pub(crate) unit: UnitRecord,
    /// Number of segments.
    pub(crate) segments: u64,
}

impl UnfinishedUnit {
    pub(crate) fn new(job: &str, unit: u64, part: &UnitPart) -> Self {
        let unit = UnitRecord::new(job, unit, &part.tally, part.time);
        UnfinishedUnit {
            unit,
            segments: part.segments,
        }
    }

    /// Returns the fraction of the segments of its unit that are done.
    pub(crate) fn share(&self, campaign: &Campaign) -> f64 {
        let segments = campaign.decomposition.work.segments(self.unit.unit);
        (self.segments as f64 / (segments.end - segments.start).max(1) as f64).min(1.0)
    }

    /// Returns the part, from which the unit can be continued.
    pub(crate) fn to_part(&self) -> UnitPart {
        UnitPart {
            segments: self.segments,
            tally: self.unit.tally(),
            time: self.unit.time(),
        }
    }
}

/// The file of the units in progress of one run and one bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct UnfinishedFile {
    schema: String,
    /// The run.
    header: ShardHeader,
    units: Vec<UnfinishedUnit>,
    /// SHA-256 of everything else, as JSON without white space and with an empty text in
    /// this place.
    sha256: String,
}

const SCHEMA: &str = "queens/unfinished/1";

/// End of the names of these files, which begin with the name of a bundle as those of
/// shards do.
const EXTENSION: &str = ".unfinished.json";

impl UnfinishedFile {
    fn digest(&self) -> String {
        files::json_digest(&UnfinishedFile {
            sha256: String::new(),
            ..self.clone()
        })
    }
}

/// Returns the beginning of the names of the files of a bundle.
fn file_prefix(bundle: u64, of_verifications: bool) -> String {
    let kind = if of_verifications { "verify" } else { "bundle" };
    format!("{kind}-{bundle}.")
}

/// Writer of the units in progress of one run.
pub(crate) struct UnfinishedWriter<'w> {
    campaign: &'w Campaign,
    /// Header of the shards of the run.
    header: ShardHeader,
    /// True if the run is a verification.
    of_verifications: bool,
    /// For each bundle, the name of its file and its units in progress.
    bundles: HashMap<u64, (String, BTreeMap<u64, UnfinishedUnit>)>,
}

impl<'w> UnfinishedWriter<'w> {
    pub(crate) fn new(
        campaign: &'w Campaign,
        header: ShardHeader,
        of_verifications: bool,
    ) -> Self {
        UnfinishedWriter {
            campaign,
            header,
            of_verifications,
            bundles: HashMap::new(),
        }
    }

    /// Keeps the segments of a unit, in place of the earlier ones.
    ///
    /// # Errors
    /// A system error.
    pub(crate) fn keep_segments(
        &mut self,
        bundle: u64,
        unit: UnfinishedUnit,
    ) -> Result<(), CampaignError> {
        // As in the shards, those of a verification name no bundle.
        let of_counts = (!self.of_verifications).then_some(bundle);
        let header = ShardHeader {
            bundle: of_counts,
            ..self.header.clone()
        };
        let beginning = file_prefix(bundle, self.of_verifications);
        let (name, units) = self.bundles.entry(bundle).or_insert_with(|| {
            // The attempt in the name of a shard is known when its first unit is
            // finished; the task is known now.
            let task = header.task.clone().unwrap_or_default();
            (
                format!("{beginning}{}-{task}{EXTENSION}", header.run),
                BTreeMap::new(),
            )
        });
        units.insert(unit.unit.unit, unit);
        let units = units.values().cloned().collect();
        let file = UnfinishedFile {
            schema: SCHEMA.to_owned(),
            header,
            units,
            sha256: String::new(),
        };
        let file = UnfinishedFile {
            sha256: file.digest(),
            ..file
        };
        files::write_document(&self.campaign.folder, name, &file, false)
    }

    /// Forgets a finished unit, which is in a shard. It may stay in the file until the
    /// next write.
    pub(crate) fn forget_unit(&mut self, bundle: u64, unit: u64) {
        if let Some((_, units)) = self.bundles.get_mut(&bundle) {
            units.remove(&unit);
        }
    }

    /// Removes the files of a bundle that is complete, of this run and of others. A file
    /// that cannot be removed does no harm.
    pub(crate) fn remove_files(&mut self, bundle: u64) {
        self.bundles.remove(&bundle);
        for path in list_paths(self.campaign, &file_prefix(bundle, self.of_verifications))
            .unwrap_or_default()
        {
            let _ = fs::remove_file(path);
        }
    }
}

/// Units that were begun, each with the kernel that must continue it: only a
/// verification, which is to run the whole unit with one kernel, names one.
pub(crate) type BegunUnits = HashMap<(u64, Option<String>), UnfinishedUnit>;

/// Reads the unfinished units of a bundle.
///
/// # Errors
/// As for [`read_begun_units`].
pub(crate) fn of_bundle(
    campaign: &Campaign,
    bundle: u64,
    of_verifications: bool,
) -> Result<BegunUnits, CampaignError> {
    read_begun_units(campaign, &file_prefix(bundle, of_verifications))
}

/// Reads the unfinished units of all bundles, without those of verifications.
///
/// # Errors
/// As for [`read_begun_units`].
pub(crate) fn of_all_bundles(
    campaign: &Campaign,
) -> Result<HashMap<u64, UnfinishedUnit>, CampaignError> {
    Ok(read_begun_units(campaign, "bundle-")?
        .into_iter()
        .map(|((unit, _), begun)| (unit, begun))
        .collect())
}

/// Reads the unfinished units in files whose names begin so: each with the most segments
/// that any file has, and with the hosts that ran them. Files that are damaged, of
/// another plan or of a quarantined host are skipped, so their segments are run again.
///
/// # Errors
/// The folder cannot be read; the quarantine is not valid.
fn read_begun_units(
    campaign: &Campaign,
    beginning: &str,
) -> Result<BegunUnits, CampaignError> {
    let mut furthest = BegunUnits::new();
    let (ledger, quarantine) = (
        Ledger::new(campaign.plan.job.clone()),
        Quarantine::read(campaign)?,
    );
    for path in list_paths(campaign, beginning)? {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let Ok(Some(file)) =
            files::read_document::<UnfinishedFile>(&campaign.folder, name)
        else {
            continue;
        };
        let UnfinishedFile {
            schema,
            header,
            units,
            sha256,
        } = &file;
        let is_ours = schema == SCHEMA
            && *sha256 == file.digest()
            && header.plan == campaign.plan.sha256;
        if !is_ours
            || quarantine
                .quarantine_reason(&header.machine, &header.program)
                .is_some()
        {
            continue;
        }
        let origin = origin_name(&header.machine.host, &header.program);
        for begun in units {
            let unit = begun.unit.unit;
            let bundle = campaign.deal.bundle_of(unit);
            let of_verifications = header.bundle.is_none();
            let is_sound = ledger.check(&begun.unit).is_ok()
                && header.bundle.is_none_or(|of_file| of_file == bundle)
                && name.starts_with(&self::file_prefix(bundle, of_verifications));
            let key = (unit, of_verifications.then(|| header.kernel.clone()));
            let is_further = furthest
                .get(&key)
                .is_none_or(|other| other.segments < begun.segments);
            if is_sound && is_further && !quarantine.has_begun(&begun.unit) {
                let mut begun = begun.clone();
                if !begun.unit.begun_on.contains(&origin) {
                    begun.unit.begun_on.push(origin.clone());
                }
                furthest.insert(key, begun);
            }
        }
    }
    Ok(furthest)
}

/// Returns the paths of the files whose names begin so.
fn list_paths(
    campaign: &Campaign,
    beginning: &str,
) -> Result<Vec<PathBuf>, CampaignError> {
    let folder = &campaign.folder;
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(CampaignError::io("read", folder))? {
        let entry = entry.map_err(CampaignError::io("read", folder))?;
        let name = entry.file_name();
        if name
            .to_str()
            .is_some_and(|name| name.starts_with(beginning) && name.ends_with(EXTENSION))
        {
            paths.push(entry.path());
        }
    }
    Ok(paths)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::deal::BundleDeal;
    use crate::{
        CampaignPlan, CampaignRunOptions, CampaignStatus, Decomposition, Machine,
        QuarantinedHost, VerifySample, merge, run, verify,
    };
    use queens::control::{CancelToken, Limits, SharedMeter, Step};
    use queens::parallel::{Job, JobQuestion, Tally, WorkUnits};
    use queens::problem::Problem;
    use queens::simd::Kernel;
    use serde_json::{Value, json};
    use std::ops::Range;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Units that consist of several units of the engine `join`.
    struct CoarseUnits {
        fine: Box<dyn WorkUnits>,
        /// Number of segments that were run.
        run: Arc<AtomicU64>,
        /// Number of segments after which the run is cancelled.
        end: u64,
        cancel: CancelToken,
    }

    pub(crate) const SEGMENTS: u64 = 7;

    impl WorkUnits for CoarseUnits {
        fn engine(&self) -> &'static str {
            self.fine.engine()
        }

        fn units(&self) -> u64 {
            self.fine.units().div_ceil(SEGMENTS)
        }

        fn segments(&self, unit: u64) -> Range<u64> {
            SEGMENTS * unit..self.fine.units().min(SEGMENTS * (unit + 1))
        }

        fn describe(&self, unit: u64) -> Value {
            json!(unit)
        }

        fn figures(&self) -> Vec<String> {
            self.fine.figures()
        }

        fn kernel(&self) -> Kernel {
            self.fine.kernel()
        }

        fn run_segments(
            &self,
            next: &dyn Fn() -> Option<u64>,
            finished: &dyn Fn(u64, Tally),
            meter: &SharedMeter<'_>,
        ) -> Step {
            let finished = |segment, tally| {
                finished(segment, tally);
                if self.run.fetch_add(1, Ordering::Relaxed) + 1 == self.end {
                    self.cancel.cancel();
                }
            };
            self.fine.run_segments(next, &finished, meter)
        }
    }

    /// A campaign of 12 queens in 3 bundles, the number of segments that it has run, and
    /// that of all its segments.
    pub(crate) fn campaign(
        folder: &Path,
        end: u64,
        cancel: &CancelToken,
    ) -> (Campaign, Arc<AtomicU64>, u64) {
        campaign_by(Kernel::Auto, folder, end, cancel)
    }

    fn campaign_by(
        kernel: Kernel,
        folder: &Path,
        end: u64,
        cancel: &CancelToken,
    ) -> (Campaign, Arc<AtomicU64>, u64) {
        let problem = Problem::queens(12).expect("a problem");
        let plan = CampaignPlan::new(
            &problem,
            JobQuestion::Count,
            None,
            3,
            "0",
            &Limits::default(),
        );
        let mut plan = plan.expect("a plan");
        let fine = Decomposition::from_record(&plan.job, kernel)
            .expect("units")
            .work;
        let (all, run) = (fine.units(), Arc::new(AtomicU64::new(0)));
        let work = Box::new(CoarseUnits {
            fine,
            run: Arc::clone(&run),
            end,
            cancel: cancel.clone(),
        });
        let job = Job::new(&plan.job.problem, JobQuestion::Count, &*work);
        (plan.job, plan.weights) = (job.clone(), None);
        let deal = BundleDeal::new(job.units, 3, &plan.key);
        let decomposition = Decomposition { job, problem, work };
        (
            Campaign {
                folder: folder.to_owned(),
                plan,
                decomposition,
                deal,
            },
            run,
            all,
        )
    }

    fn options(cancel: CancelToken, host: &str) -> CampaignRunOptions<'static> {
        CampaignRunOptions {
            threads: 1,
            limits: Limits::default().with_cancel(cancel),
            machine: Machine {
                host: host.to_owned(),
                cpu: String::new(),
            },
            ..CampaignRunOptions::default()
        }
    }

    fn unfinished(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path());
        entries
            .filter(|path| path.to_string_lossy().ends_with(EXTENSION))
            .collect()
    }

    /// Runs that are stopped in the middle of units repeat no segment but the one in
    /// progress.
    #[test]
    fn stopped_runs_are_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut segments, mut all) = (0, u64::MAX);
        for end in [3, 1, 11, 25, u64::MAX] {
            let cancel = CancelToken::new();
            let (campaign, run_here, of) = campaign(folder.path(), end, &cancel);
            // Half of the runs are on another host.
            let host = format!("host{}", end % 2);
            let report = run(&campaign, &options(cancel, &host)).expect("a run");
            assert_eq!(report.outcome.is_complete(), end == u64::MAX);
            let status = CampaignStatus::from_campaign(&campaign, &Limits::default())
                .expect("a status");
            assert_eq!(
                status.in_progress,
                u64::from(end != u64::MAX),
                "{:?}",
                status.in_words()
            );
            assert!(
                status.segments >= status.in_progress && status.segments < SEGMENTS,
                "{}",
                status.segments
            );
            assert_eq!(status.is_complete(), end == u64::MAX);
            segments += run_here.load(Ordering::Relaxed);
            all = of;
        }
        assert_eq!(segments, all, "no segment twice");
        assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
        let (campaign, ..) = campaign(folder.path(), u64::MAX, &CancelToken::new());
        // A000170.
        assert_eq!(
            merge(&campaign, &Limits::default())
                .expect("a sum")
                .certificate
                .count,
            "14200"
        );
    }

    /// A damaged file is passed over, and one whose host is quarantined.
    #[test]
    fn only_sound_units_are_continued() {
        for flip in [true, false] {
            let folder = tempfile::tempdir().expect("a folder");
            let cancel = CancelToken::new();
            let (first, _, all) = campaign(folder.path(), 3, &cancel);
            run(&first, &options(cancel, "bad")).expect("a run");
            let files = unfinished(folder.path());
            assert_eq!(files.len(), 1);
            if flip {
                let text = fs::read_to_string(&files[0]).expect("a file");
                let changed = text.replacen("\"segments\": 3", "\"segments\": 4", 1);
                assert_ne!(text, changed);
                fs::write(&files[0], changed).expect("written");
            } else {
                let aside = QuarantinedHost {
                    host: "bad".to_owned(),
                    program: crate::run::PROGRAM_VERSION.to_owned(),
                    reason: "a test".to_owned(),
                };
                Quarantine::read(&first)
                    .expect("none")
                    .add_host(aside, &first)
                    .expect("written");
            }
            let (second, run_here, _) =
                campaign(folder.path(), u64::MAX, &CancelToken::new());
            run(&second, &options(CancelToken::new(), "good")).expect("a run");
            assert_eq!(run_here.load(Ordering::Relaxed), all);
            assert_eq!(
                merge(&second, &Limits::default())
                    .expect("a sum")
                    .certificate
                    .count,
                "14200"
            );
        }
    }

    /// A unit that a host began does not count when that host is quarantined later.
    #[test]
    fn units_begun_on_a_quarantined_host_do_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let cancel = CancelToken::new();
        let (first, _, all) = campaign(folder.path(), 3, &cancel);
        run(&first, &options(cancel, "bad")).expect("a run");
        let (second, run_here, _) =
            campaign(folder.path(), u64::MAX, &CancelToken::new());
        run(&second, &options(CancelToken::new(), "good")).expect("a run");
        assert_eq!(run_here.load(Ordering::Relaxed), all - 3);
        let aside = QuarantinedHost {
            host: "bad".to_owned(),
            program: crate::run::PROGRAM_VERSION.to_owned(),
            reason: "a test".to_owned(),
        };
        Quarantine::read(&second)
            .expect("none")
            .add_host(aside, &second)
            .expect("written");
        assert!(
            merge(&second, &Limits::default()).is_err(),
            "one unit is missing"
        );
        let (third, run_here, _) = campaign(folder.path(), u64::MAX, &CancelToken::new());
        run(&third, &options(CancelToken::new(), "good")).expect("a run");
        assert_eq!(
            run_here.load(Ordering::Relaxed),
            SEGMENTS,
            "the whole unit again"
        );
        assert_eq!(
            merge(&third, &Limits::default())
                .expect("a sum")
                .certificate
                .count,
            "14200"
        );
    }

    /// A verification that is stopped is continued, too, but only with the same kernel.
    #[test]
    fn stopped_verifications_are_continued() {
        let available = [Kernel::Avx512, Kernel::Avx2]
            .into_iter()
            .filter(|kernel| kernel.is_available());
        let others: Vec<Kernel> = available.collect();
        let Some(&last) = others.last() else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let (counted, _, all) = campaign_by(
            Kernel::Baseline,
            folder.path(),
            u64::MAX,
            &CancelToken::new(),
        );
        run(&counted, &options(CancelToken::new(), "host0")).expect("a run");
        let verified = |kernel, end| {
            let cancel = CancelToken::new();
            let (campaign, run_here, _) =
                campaign_by(kernel, folder.path(), end, &cancel);
            let report = verify(&campaign, &VerifySample::All, &options(cancel, "host1"))
                .expect("a verification");
            assert_eq!(report.outcome.is_complete(), end == u64::MAX);
            run_here.load(Ordering::Relaxed)
        };
        let mut lost = 0;
        if let [first, _] = *others {
            lost = verified(first, 3);
            assert!(lost >= 3);
        }
        let segments: u64 = [3, 11, u64::MAX]
            .into_iter()
            .map(|end| verified(last, end))
            .sum();
        assert_eq!(
            segments, all,
            "no segment twice, and none of the {lost} of the other kernel"
        );
        assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
        let (campaign, ..) = campaign(folder.path(), u64::MAX, &CancelToken::new());
        let status = CampaignStatus::from_campaign(&campaign, &Limits::default())
            .expect("a status");
        assert_eq!(
            (status.verified, status.faults.len()),
            (campaign.plan.job.units, 0)
        );
    }
}
