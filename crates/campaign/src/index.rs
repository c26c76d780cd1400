//! An index of the shards: a summary of each bundle, so that a status reads only the
//! files that have changed.
//!
//! The index is a file that can be removed at any time. It is not used if it is damaged,
//! or if plan, program or quarantine are others. A summary is not used if name, size,
//! time or number of one of its files has changed. Only [`merge()`](crate::merge()) and
//! [`audit()`](crate::audit()) decide about a count, and they read every shard.

use crate::listing::{ShardFile, VanishedFiles, has_vanished, shard_files};
use crate::merge::WorkerKey;
use crate::moments::TimeMoments;
use crate::run::PROGRAM_VERSION;
use crate::scan::{FolderScan, Quarantine, WorkTotals};
use crate::{Campaign, CampaignError, files};
use draft::Draft;
use queens::control::{Limits, lock};
use queens::parallel::Tally;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Name of the index in the folder of a campaign.
const INDEX_FILE: &str = "status-index.json";

/// Schema of the index.
const INDEX_SCHEMA: &str = "queens/campaign-index/2";

/// Age from which a file that changes again has another time of its last write.
const SETTLED_AGE: Duration = Duration::from_secs(2);

/// The index is written if at least one of this many summaries is new.
const MIN_NEW_SUMMARIES: usize = 100;

/// Files for each thread that reads them, at least.
const FILES_PER_THREAD: usize = 64;

/// Files that are summarized together: those of successive bundles, or a verification.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum FileGroup {
    /// First and last bundle: one bundle, or those of a file of many.
    #[serde(rename = "b")]
    Bundles(u64, u64),
    /// Name of the file.
    #[serde(rename = "v")]
    Verification(String),
}

/// State of a file when it was read. Names of members are short because there are as many
/// as shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileStamp {
    #[serde(rename = "n")]
    name: String,
    #[serde(rename = "b")]
    bytes: u64,
    /// Time of the last write, in nanoseconds since 1970.
    #[serde(rename = "m")]
    modified: u64,
    /// Number of the file in its file system.
    #[serde(rename = "i")]
    inode: u64,
}

/// Units of a shard that count.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ShardSummary {
    /// `None` in a verification.
    #[serde(rename = "b")]
    pub(crate) bundle: Option<u64>,
    /// Index of the worker.
    #[serde(rename = "h")]
    pub(crate) worker: usize,
    #[serde(rename = "w")]
    pub(crate) work: WorkTotals,
    /// Number and checksum of each unit.
    #[serde(rename = "u")]
    marks: Vec<(u64, u32)>,
}

/// Summary of a group of files.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GroupSummary {
    #[serde(rename = "g")]
    group: FileGroup,
    #[serde(rename = "f")]
    files: Vec<FileStamp>,
    /// False if a file may yet change without a change of its stamp. Only others are
    /// saved.
    #[serde(skip, default = "is_saved")]
    is_settled: bool,
    #[serde(rename = "s")]
    pub(crate) shards: Vec<ShardSummary>,
    #[serde(rename = "t")]
    pub(crate) times: TimeMoments,
    /// Sums of the units that count, in decimal digits: solutions, then each figure.
    #[serde(rename = "c")]
    sums: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) torn: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) set_aside: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<String>,
}

fn is_saved() -> bool {
    true
}

impl GroupSummary {
    /// Returns the units of its shards that count.
    pub(crate) fn units(&self) -> impl Iterator<Item = u64> {
        self.shards
            .iter()
            .flat_map(|shard| shard.marks.iter().map(|mark| mark.0))
    }

    /// Returns the first and the last bundle, or `None` for a verification.
    pub(crate) fn bundle_range(&self) -> Option<(u64, u64)> {
        match self.group {
            FileGroup::Bundles(first, last) => Some((first, last)),
            FileGroup::Verification(_) => None,
        }
    }
}

/// First line of the index.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct IndexHeader {
    schema: String,
    /// SHA-256 of the plan.
    plan: String,
    /// Version of the program.
    program: String,
    /// SHA-256 of everything after the first line.
    sha256: String,
}

/// Rest of the index.
#[derive(Debug, Default, Serialize, Deserialize)]
struct IndexBody<S> {
    /// SHA-256 of the quarantine.
    quarantine: String,
    workers: Vec<WorkerKey>,
    summaries: Vec<S>,
}

/// Summaries of the shards of a campaign, which are read anew when their files have
/// changed. It serves one campaign.
#[derive(Debug, Default)]
pub struct ShardIndex {
    quarantine: String,
    workers: Vec<WorkerKey>,
    worker_numbers: BTreeMap<WorkerKey, usize>,
    summaries: BTreeMap<FileGroup, GroupSummary>,
    /// Number of summaries that are not in the file.
    unsaved: usize,
    /// Number of groups of files in the folder.
    groups: usize,
}

impl ShardIndex {
    /// Opens the index of a campaign. It is empty if there is none that can be used.
    #[must_use]
    pub fn open(campaign: &Campaign) -> Self {
        let Some(body) = read_body(campaign) else {
            return ShardIndex::default();
        };
        let numbers = body.workers.iter().cloned().zip(0..).collect();
        let summaries: BTreeMap<_, _> = body
            .summaries
            .into_iter()
            .map(|one: GroupSummary| (one.group.clone(), one))
            .collect();
        ShardIndex {
            quarantine: body.quarantine,
            workers: body.workers,
            worker_numbers: numbers,
            groups: summaries.len(),
            summaries,
            unsaved: 0,
        }
    }

    /// Returns the number of summarized groups of files, and the number of all groups.
    /// They differ if a limit ended the reading.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.summaries.len(), self.groups)
    }

    /// Reads the files that have changed. After an error everything that was read
    /// remains.
    ///
    /// # Errors
    /// The folder or a shard cannot be read; [`CampaignError::Stopped`].
    ///
    /// # Complexity
    /// Linear in the number of files and in the size of those that have changed.
    pub(crate) fn update_summaries(
        &mut self,
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<(), CampaignError> {
        let quarantine = Quarantine::read(campaign)?;
        let digest = files::json_digest(&quarantine);
        if digest != self.quarantine {
            self.summaries.clear();
            self.quarantine = digest;
        }
        let mut vanished = VanishedFiles::default();
        loop {
            limits.check()?;
            let now = SystemTime::now();
            let read = stamped_groups(campaign, limits).and_then(|groups| {
                self.read_changed(campaign, &quarantine, groups, now, limits)
            });
            match read {
                Ok(()) => return Ok(()),
                Err(error) => vanished.add_file(error)?,
            }
        }
    }

    /// Reads the groups that are new or have changed.
    fn read_changed(
        &mut self,
        campaign: &Campaign,
        quarantine: &Quarantine,
        groups: BTreeMap<FileGroup, StampedFiles>,
        now: SystemTime,
        limits: &Limits,
    ) -> Result<(), CampaignError> {
        self.groups = groups.len();
        self.summaries.retain(|group, old| {
            old.is_settled
                && groups
                    .get(group)
                    .is_some_and(|files| files.stamps == old.files)
        });
        let stale: Vec<_> = groups
            .into_iter()
            .filter(|(group, _)| !self.summaries.contains_key(group))
            .collect();
        let reading = GroupReading {
            campaign,
            quarantine,
            limits,
            stale: &stale,
            newest: now.checked_sub(SETTLED_AGE).map_or(0, nanoseconds),
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            read: Mutex::new(Vec::new()),
            failure: Mutex::new(None),
        };
        let files: usize = stale.iter().map(|(_, files)| files.files.len()).sum();
        let threads = thread::available_parallelism()
            .map_or(1, usize::from)
            .min(files / FILES_PER_THREAD);
        thread::scope(|scope| {
            for _ in 1..threads {
                // Without it the others read its files.
                let _ = thread::Builder::new()
                    .spawn_scoped(scope, || reading.read_stale_groups());
            }
            reading.read_stale_groups();
        });
        // What was read is kept after an error, too: the next attempt has less to read.
        for (mut summary, workers) in reading.read.into_inner().unwrap_or_default() {
            for (shard, worker) in summary.shards.iter_mut().zip(workers) {
                shard.worker = self.number_of(worker);
            }
            self.unsaved += usize::from(summary.is_settled);
            self.summaries.insert(summary.group.clone(), summary);
        }
        let failure = reading.failure.into_inner().unwrap_or_default();
        failure.map_or(Ok(()), Err)
    }

    fn number_of(&mut self, worker: WorkerKey) -> usize {
        *self
            .worker_numbers
            .entry(worker)
            .or_insert_with_key(|worker| {
                self.workers.push(worker.clone());
                self.workers.len() - 1
            })
    }

    /// Writes the index into the folder, unless little of it is new. Without it the next
    /// status takes longer, so an error is none.
    pub fn save(&mut self, campaign: &Campaign) {
        if self.unsaved * MIN_NEW_SUMMARIES < self.summaries.len().max(1) {
            return;
        }
        let body = IndexBody {
            quarantine: self.quarantine.clone(),
            workers: self.workers.clone(),
            summaries: self
                .summaries
                .values()
                .filter(|summary| summary.is_settled)
                .collect(),
        };
        let written = || -> io::Result<()> {
            let body = serde_json::to_vec(&body)?;
            let header = IndexHeader {
                sha256: files::sha256(&body),
                ..index_header(campaign)
            };
            let mut draft = Draft::replacing(&campaign.folder.join(INDEX_FILE))?;
            serde_json::to_writer(&mut draft, &header)?;
            draft.write_all(b"\n")?;
            draft.write_all(&body)?;
            draft.place()
        };
        if written().is_ok() {
            self.unsaved = 0;
        }
    }

    /// Returns the times of the units that were finished last, at least `fewest` of them
    /// if there are so many. It takes whole groups of files, the last written ones first.
    pub(crate) fn latest_times(&self, fewest: u64) -> TimeMoments {
        let last_write =
            |group: &GroupSummary| group.files.iter().map(|file| file.modified).max();
        let mut groups: Vec<&GroupSummary> = self
            .summaries()
            .filter(|one| one.bundle_range().is_some())
            .collect();
        groups.sort_by_key(|&group| std::cmp::Reverse(last_write(group)));
        let mut times = TimeMoments::default();
        for group in groups {
            if times.units() >= fewest {
                break;
            }
            times = times.and(group.times);
        }
        times
    }

    pub(crate) fn summaries(&self) -> impl Iterator<Item = &GroupSummary> {
        self.summaries.values()
    }

    /// Returns the sum of the counts and figures of all units that are done. Nodes and
    /// residues are not in the index.
    pub(crate) fn total_tally(&self) -> Tally {
        let mut sum = Tally::default();
        for summary in self.summaries() {
            let mut numbers = summary
                .sums
                .iter()
                .map(|digits| digits.parse().unwrap_or(0));
            sum.count = sum.count.saturating_add(numbers.next().unwrap_or(0));
            for (place, figure) in numbers.enumerate() {
                sum.figures.resize(sum.figures.len().max(place + 1), 0);
                sum.figures[place] = sum.figures[place].saturating_add(figure);
            }
        }
        sum
    }

    pub(crate) fn worker_key(&self, number: usize) -> Option<&WorkerKey> {
        self.workers.get(number)
    }

    /// Returns the number of units done in each bundle.
    pub(crate) fn done_by_bundle(&self, campaign: &Campaign) -> Vec<u64> {
        let mut done =
            vec![0; usize::try_from(campaign.plan.bundles).unwrap_or(usize::MAX)];
        // Every unit counts in one shard, and belongs to its bundle.
        for shard in self.summaries().flat_map(|summary| &summary.shards) {
            if let Some(bundle) =
                shard.bundle.and_then(|bundle| usize::try_from(bundle).ok())
                && let Some(done) = done.get_mut(bundle)
            {
                *done += shard.work.units;
            }
        }
        done
    }

    /// Compares the units of verifications with those that count. Returns the number of
    /// units that other instructions confirmed, and the contradictions: name of the
    /// verification, and the unit.
    pub(crate) fn compare_verifications(&self) -> (u64, Vec<(String, u64)>) {
        let (counting, verifying): (Vec<_>, Vec<_>) = self
            .summaries()
            .partition(|summary| summary.bundle_range().is_some());
        if verifying.is_empty() {
            return (0, Vec::new());
        }
        let kernel = |shard: &ShardSummary| {
            self.workers.get(shard.worker).map(|worker| &*worker.2)
        };
        let shards = counting.iter().flat_map(|summary| &summary.shards);
        let units = shards.flat_map(|shard| {
            shard
                .marks
                .iter()
                .map(move |&(unit, checksum)| (unit, (checksum, kernel(shard), false)))
        });
        let mut units: HashMap<u64, _> = units.collect();
        let mut contradictions = Vec::new();
        for summary in verifying {
            let FileGroup::Verification(name) = &summary.group else {
                continue;
            };
            for shard in &summary.shards {
                for &(unit, checksum) in &shard.marks {
                    match units.get_mut(&unit) {
                        Some((first, ..)) if *first != checksum => {
                            contradictions.push((name.clone(), unit));
                        }
                        Some((_, first, is_verified)) if *first != kernel(shard) => {
                            *is_verified = true;
                        }
                        _ => {}
                    }
                }
            }
        }
        let verified = units
            .values()
            .filter(|(.., is_verified)| *is_verified)
            .count();
        (verified as u64, contradictions)
    }
}

/// Returns the bundles with missing units, by the index: a choice of bundles to look at,
/// not a proof that the others are done.
///
/// # Errors
/// As for [`ShardIndex::update_summaries`].
pub(crate) fn missing_bundles(
    campaign: &Campaign,
    limits: &Limits,
) -> Result<Vec<u64>, CampaignError> {
    let mut index = ShardIndex::open(campaign);
    let updated = index.update_summaries(campaign, limits);
    index.save(campaign);
    updated?;
    let done = index.done_by_bundle(campaign).into_iter().zip(0..);
    let is_missing =
        |(done, bundle)| (done < campaign.deal.size_of(bundle)).then_some(bundle);
    Ok(done.filter_map(is_missing).collect())
}

/// Files of a group, with their state.
struct StampedFiles {
    files: Vec<ShardFile>,
    stamps: Vec<FileStamp>,
}

/// The reading of the groups that are new or have changed, shared by its threads.
struct GroupReading<'a> {
    campaign: &'a Campaign,
    quarantine: &'a Quarantine,
    limits: &'a Limits,
    stale: &'a [(FileGroup, StampedFiles)],
    /// A file that was last written to before this time, in nanoseconds, has another time
    /// stamp if it changes again.
    newest: u64,
    /// Number of the group that is read next.
    next: AtomicUsize,
    /// True after an error that ends the reading.
    is_over: AtomicBool,
    read: Mutex<Vec<(GroupSummary, Vec<WorkerKey>)>>,
    /// The first error.
    failure: Mutex<Option<CampaignError>>,
}

impl GroupReading<'_> {
    /// Reads one group after the other that no other thread reads.
    fn read_stale_groups(&self) {
        while let Some((group, files)) =
            self.stale.get(self.next.fetch_add(1, Ordering::Relaxed))
            && !self.is_over.load(Ordering::Relaxed)
        {
            match self.read_group(group, files) {
                Ok(summary) => lock(&self.read).push(summary),
                Err(error) => {
                    // Without a file that vanished the other groups are still of use.
                    self.is_over
                        .fetch_or(!has_vanished(&error), Ordering::Relaxed);
                    lock(&self.failure).get_or_insert(error);
                }
            }
        }
    }

    fn read_group(
        &self,
        group: &FileGroup,
        files: &StampedFiles,
    ) -> Result<(GroupSummary, Vec<WorkerKey>), CampaignError> {
        let (campaign, limits) = (self.campaign, self.limits);
        let scan = FolderScan::of_files(campaign, self.quarantine, &files.files, limits)?;
        let is_settled = files
            .stamps
            .iter()
            .all(|stamp| stamp.modified < self.newest);
        Ok(summarize_group(
            campaign,
            scan,
            group.clone(),
            &files.stamps,
            is_settled,
        ))
    }
}

/// Returns the groups of files of a campaign.
fn stamped_groups(
    campaign: &Campaign,
    limits: &Limits,
) -> Result<BTreeMap<FileGroup, StampedFiles>, CampaignError> {
    let files = shard_files(&campaign.folder)?;
    let mut ranges: Vec<(u64, u64)> = files
        .iter()
        .filter(|file| file.is_compact())
        .filter_map(|file| file.bundles)
        .collect();
    ranges.sort_unstable();
    ranges.dedup_by(|next, range| {
        let is_same = next.0 <= range.1;
        range.1 = if is_same {
            range.1.max(next.1)
        } else {
            range.1
        };
        is_same
    });
    let mut groups: BTreeMap<FileGroup, StampedFiles> = BTreeMap::new();
    for file in files {
        limits.check()?;
        let group = match file.bundles {
            None => FileGroup::Verification(file.name.clone()),
            Some((first, last)) => {
                let after = ranges.partition_point(|range| range.0 <= first);
                let range = after
                    .checked_sub(1)
                    .map(|at| ranges[at])
                    .filter(|range| first <= range.1);
                let (first, last) = range.unwrap_or((first, last));
                FileGroup::Bundles(first, last)
            }
        };
        let stamp = stamp_file(campaign, &file)?;
        let all = groups.entry(group).or_insert_with(|| StampedFiles {
            files: Vec::new(),
            stamps: Vec::new(),
        });
        all.files.push(file);
        all.stamps.push(stamp);
    }
    Ok(groups)
}

fn stamp_file(campaign: &Campaign, file: &ShardFile) -> Result<FileStamp, CampaignError> {
    let path = campaign.folder.join(&file.name);
    let data = fs::metadata(&path).map_err(CampaignError::io("open", &path))?;
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(&data);
    #[cfg(not(unix))]
    let inode = 0;
    let modified = data.modified().map_or(0, nanoseconds);
    Ok(FileStamp {
        name: file.name.clone(),
        bytes: data.len(),
        modified,
        inode,
    })
}

/// Returns the time in nanoseconds since 1970.
fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| {
        u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
    })
}

/// Summarizes the files of a group; returns the summary and the worker of each of its
/// shards.
fn summarize_group(
    campaign: &Campaign,
    scan: FolderScan,
    group: FileGroup,
    stamps: &[FileStamp],
    is_settled: bool,
) -> (GroupSummary, Vec<WorkerKey>) {
    let work = scan.work_by_shard();
    let mut marks: Vec<Vec<(u64, u32)>> =
        scan.shards.iter().map(|_| Vec::new()).collect();
    let mut times = TimeMoments::default();
    for (unit, tally) in scan.ledger.tallies() {
        if let Some(source) = scan.sources.get(&unit) {
            marks[source.shard].push((unit, tally_checksum(tally)));
            let weight = campaign.decomposition.work.weight(unit);
            times = times.and(TimeMoments::from_unit(weight, source.seconds));
        }
    }
    for unit in &scan.unmatched {
        marks[unit.shard].push((unit.unit, tally_checksum(&unit.tally)));
    }
    let shards = scan.shards.iter().zip(marks).zip(work);
    let (shards, workers) = shards
        .filter(|((_, marks), _)| !marks.is_empty())
        .map(|((shard, marks), work)| {
            let header = &shard.header;
            let worker = (
                header.machine.clone(),
                header.program.clone(),
                header.kernel.clone(),
            );
            (
                ShardSummary {
                    bundle: header.bundle,
                    worker: 0,
                    work,
                    marks,
                },
                worker,
            )
        })
        .unzip();
    let sum = scan.ledger.sum();
    let summary = GroupSummary {
        group,
        sums: [&sum.count]
            .into_iter()
            .chain(&sum.figures)
            .map(u128::to_string)
            .collect(),
        files: stamps.to_vec(),
        is_settled,
        shards,
        times,
        torn: scan.torn.iter().map(ToString::to_string).collect(),
        set_aside: scan.set_aside,
        faults: scan.faults.iter().map(ToString::to_string).collect(),
    };
    (summary, workers)
}

/// Returns a checksum of the numbers that two results of a unit must agree on.
fn tally_checksum(tally: &Tally) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    hash.update(&tally.count.to_le_bytes());
    tally
        .figures
        .iter()
        .for_each(|figure| hash.update(&figure.to_le_bytes()));
    hash.finalize()
}

/// Returns the header of an index of this program, without the digest.
fn index_header(campaign: &Campaign) -> IndexHeader {
    IndexHeader {
        schema: INDEX_SCHEMA.to_owned(),
        plan: campaign.plan.sha256.clone(),
        program: PROGRAM_VERSION.to_owned(),
        sha256: String::new(),
    }
}

/// Reads the index; returns `None` if there is none that can be used.
fn read_body(campaign: &Campaign) -> Option<IndexBody<GroupSummary>> {
    let bytes = files::read_regular(&campaign.folder.join(INDEX_FILE)).ok()?;
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let found: IndexHeader = serde_json::from_slice(&bytes[..end]).ok()?;
    let body = &bytes[end + 1..];
    if found
        != (IndexHeader {
            sha256: files::sha256(body),
            ..index_header(campaign)
        })
    {
        return None;
    }
    serde_json::from_slice(body).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CampaignPlan, CampaignRunOptions, run};
    use queens::parallel::{JobQuestion, UnitRecord};
    use queens::problem::Problem;
    use queens::simd::Kernel;

    /// Rewrites the units of a shard as if each had taken so long, and the file as if it
    /// was written so long ago.
    fn change_times(campaign: &Campaign, name: &str, each: Duration, age: Duration) {
        let path = campaign.folder.join(name);
        let text = fs::read_to_string(&path).expect("a shard");
        let mut lines = text.lines();
        let mut changed = lines.next().expect("a header").to_owned() + "\n";
        for line in lines {
            let record: UnitRecord = serde_json::from_str(line).expect("a unit");
            let slow =
                UnitRecord::new(&record.job, record.unit, &record.tally(), each.into());
            changed += std::str::from_utf8(&slow.to_line()).expect("text");
        }
        fs::write(&path, changed).expect("room");
        let file = fs::File::options()
            .append(true)
            .open(&path)
            .expect("the shard");
        file.set_modified(SystemTime::now() - age).expect("a time");
    }

    /// An hour ago each unit took a minute, now a second: what is left takes seconds.
    #[test]
    fn the_last_units_are_those_written_last() {
        let (folder, limits) =
            (tempfile::tempdir().expect("a folder"), Limits::default());
        let problem = Problem::queens(8).expect("a board");
        let engine = Some("rows".to_owned());
        let plan =
            CampaignPlan::new(&problem, JobQuestion::Count, engine, 3, "0", &limits)
                .expect("a plan");
        plan.write(folder.path()).expect("room");
        let campaign = Campaign::open(folder.path(), Kernel::Auto).expect("a plan");
        let options = CampaignRunOptions {
            threads: 1,
            name: "first".to_owned(),
            ..Default::default()
        };
        run(&campaign, &options).expect("a run");
        let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
        change_times(&campaign, "bundle-2.first-1.jsonl", second, minute);
        change_times(&campaign, "bundle-0.first-1.jsonl", minute, 60 * minute);
        change_times(&campaign, "bundle-1.first-1.jsonl", minute, 90 * minute);
        let mut index = ShardIndex::default();
        index
            .update_summaries(&campaign, &limits)
            .expect("the shards");
        let last = index.latest_times(1);
        assert!(
            last.units() > 0 && (last.seconds() - last.units() as f64).abs() < 1e-6,
            "{last:?}"
        );
        let all = index.latest_times(u64::MAX);
        assert_eq!(all.units(), campaign.plan.job.units);
        assert!(all.seconds() > 20.0 * last.seconds(), "{all:?}");
    }
}
