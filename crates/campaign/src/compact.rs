//! Compaction: the shards of many finished bundles in one file, so that a campaign of
//! many bundles has few files.
//!
//! A file holds the bundles of a block, shard after shard, byte for byte. It is written,
//! synced and read again before the shards are removed, so a process that is killed
//! leaves every line in at least one file, and a line that is in two counts once.

use crate::claims::claimed_bundles;
use crate::files::read_regular;
use crate::listing::{
    FINISHED_FOLDER, ShardFile, finished_name, has_vanished, shard_files,
};
use crate::run::CLAIM_INTERVAL;
use crate::scan::{FolderScan, Quarantine};
use crate::{Campaign, CampaignError, CampaignPlan};
use draft::{Draft, sync_folder};
use queens::control::Limits;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Maximum number of bundles of a file.
const MAX_BUNDLES_PER_FILE: u64 = 1_000;

/// Number of units of a file, roughly: it is read in some hundredths of a second.
const UNITS_PER_FILE: u64 = 10_000;

/// Time without a write after which a shard of a finished bundle is moved.
const MIN_QUIET_TIME: Duration = Duration::from_secs(120);

/// Beginning of the first line of a shard.
const HEADER_BEGINNING: &[u8] = b"{\"schema\":";

/// Result of a compaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompactReport {
    /// Names of the files that were written.
    pub files: Vec<String>,
    /// Number of shards that were moved into such files.
    pub removed: u64,
    /// Number of remaining shards.
    pub kept: u64,
    /// Number of consecutive bundles in a file.
    pub block: u64,
}

/// Moves the shards of finished bundles into files of many. The bundles are divided into
/// blocks of a size that depends on the plan alone; a block is moved when all of its
/// bundles are finished, nobody works on them and no shard of them was written to in the
/// last two minutes. It can be repeated and stopped at any time.
///
/// # Errors
/// A system error; [`CampaignError::Stopped`]; a file that is not as it was written, in
/// which case the shards remain.
///
/// # Complexity
/// Linear in the number of files, and in the size of those that are moved.
pub fn compact(
    campaign: &Campaign,
    limits: &Limits,
) -> Result<CompactReport, CampaignError> {
    compact_by_steps(campaign, limits, &mut || Ok(()))
}

/// Does the work of [`compact`], and calls `step` between changes; an error of `step`
/// acts like a kill.
fn compact_by_steps(
    campaign: &Campaign,
    limits: &Limits,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<CompactReport, CampaignError> {
    let limits = limits.started();
    let quarantine = Quarantine::read(campaign)?;
    let block = bundles_per_file(&campaign.plan);
    let mut report = CompactReport {
        block,
        ..CompactReport::default()
    };
    let mut blocks: BTreeMap<u64, Vec<ShardFile>> = BTreeMap::new();
    let mut there = HashSet::new();
    for file in shard_files(&campaign.folder)? {
        match file.bundles {
            _ if file.is_compact() => drop(there.insert(file.name)),
            Some((bundle, _)) => blocks.entry(bundle / block).or_default().push(file),
            None => {}
        }
    }
    let claimed = claimed_bundles(&campaign.folder, CLAIM_INTERVAL);
    for (number, files) in blocks {
        limits.check()?;
        let first = number * block;
        let last = (first + block - 1).min(campaign.plan.bundles - 1);
        let name = finished_name(first, last);
        if !there.contains(&name) {
            // A running process may still write to the shards of a claimed bundle.
            let is_claimed = claimed.iter().any(|bundle| (first..=last).contains(bundle));
            let bundles: HashSet<_> = files.iter().map(|file| file.bundles).collect();
            let has_all = bundles.len() as u64 > last.saturating_sub(first);
            if block == 1 || is_claimed || !has_all || !are_quiet(campaign, &files) {
                report.kept += files.len() as u64;
                continue;
            }
            match write_block(campaign, &quarantine, &files, &name, &limits, step) {
                // Another compaction is at work.
                Err(error) if has_vanished(&error) => continue,
                Ok(false) => {
                    report.kept += files.len() as u64;
                    continue;
                }
                written => written.map(drop)?,
            }
            report.files.push(name.clone());
        }
        let removed = remove_shards(campaign, &files, &name, step)?;
        report.removed += removed;
        report.kept += files.len() as u64 - removed;
    }
    Ok(report)
}

/// Returns the number of bundles of a file, which depends on the plan alone.
fn bundles_per_file(plan: &CampaignPlan) -> u64 {
    let units = plan.job.units.div_ceil(plan.bundles).max(1);
    (UNITS_PER_FILE / units).clamp(1, MAX_BUNDLES_PER_FILE)
}

/// Returns true if no file was written to recently, by the clock of this host.
fn are_quiet<'f>(
    campaign: &Campaign,
    files: impl IntoIterator<Item = &'f ShardFile>,
) -> bool {
    let now = SystemTime::now();
    files.into_iter().all(|file| {
        let modified = fs::metadata(campaign.folder.join(&file.name))
            .and_then(|data| data.modified());
        modified.is_ok_and(|time| {
            now.duration_since(time)
                .is_ok_and(|age| age >= MIN_QUIET_TIME)
        })
    })
}

/// Writes the file of a block, and reads it again. Returns false if a bundle is not
/// finished or if there is such a file.
fn write_block(
    campaign: &Campaign,
    quarantine: &Quarantine,
    files: &[ShardFile],
    name: &str,
    limits: &Limits,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<bool, CampaignError> {
    let scan = FolderScan::of_files(campaign, quarantine, files, limits)?;
    if !has_all_units(campaign, &scan, files) || !scan.faults.is_empty() {
        return Ok(false);
    }
    let path = campaign.folder.join(name);
    match join_shards(campaign, &scan, &path, step) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        written => written.map_err(CampaignError::io("write", &path))?,
    }
    // A disk may lose what was written: no shard is removed before all was read again.
    let file = ShardFile::of_name(name);
    let copy = FolderScan::of_files(campaign, quarantine, &file, limits)?;
    if copy.faults.is_empty()
        && copy.torn.is_empty()
        && scan.ledger.tallies().eq(copy.ledger.tallies())
    {
        return Ok(true);
    }
    // All shards are still there.
    fs::remove_file(&path).map_err(CampaignError::io("remove", &path))?;
    Err(CampaignError::in_file(
        name,
        "was read back with other lines than were written: check the disk",
    ))
}

/// Returns true if the shards have all units of the bundles of these files.
fn has_all_units(campaign: &Campaign, scan: &FolderScan, files: &[ShardFile]) -> bool {
    let mut done: BTreeMap<Option<u64>, u64> = BTreeMap::new();
    for (shard, work) in scan.shards.iter().zip(scan.work_by_shard()) {
        *done.entry(shard.header.bundle).or_default() += work.units;
    }
    let mut bundles = files.iter().filter_map(|file| file.bundles);
    bundles.all(|(bundle, _)| {
        done.get(&Some(bundle))
            .is_some_and(|&units| units == campaign.deal.size_of(bundle))
    })
}

/// Writes the lines of the shards, in the order of their bundles, into a new file. The
/// shards of quarantined hosts are not in the scan.
fn join_shards(
    campaign: &Campaign,
    scan: &FolderScan,
    path: &Path,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let mut shards: Vec<_> = scan
        .shards
        .iter()
        .map(|shard| (shard.header.bundle, &shard.file))
        .collect();
    shards.sort();
    fs::create_dir_all(campaign.folder.join(FINISHED_FOLDER))?;
    sync_folder(&campaign.folder)?;
    let mut draft = Draft::replacing(path)?;
    for (_, shard) in shards {
        draft.write_all(whole_lines(&read_regular(&campaign.folder.join(shard))?))?;
    }
    step()?;
    draft.place_new()?;
    step()
}

/// Removes the shards whose lines are all in the file of their block; returns their
/// number.
fn remove_shards(
    campaign: &Campaign,
    files: &[ShardFile],
    name: &str,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<u64, CampaignError> {
    let path = campaign.folder.join(name);
    let bytes = read_regular(&path).map_err(CampaignError::io("read", &path))?;
    let shards = shards_in(&bytes);
    let mut removed = 0;
    for file in files.iter().filter(|file| are_quiet(campaign, [*file])) {
        let path = campaign.folder.join(&file.name);
        match remove_if_copied(&path, &shards, step) {
            Ok(is_removed) => removed += u64::from(is_removed),
            // Another compaction has removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => removed += 1,
            Err(error) => return Err(CampaignError::io("remove", &path)(error)),
        }
    }
    sync_folder(&campaign.folder)
        .map_err(CampaignError::io("write to", &campaign.folder))?;
    Ok(removed)
}

/// Removes a shard whose lines a block repeats. Returns true if it was removed.
fn remove_if_copied(
    path: &Path,
    shards: &HashSet<&[u8]>,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<bool> {
    let bytes = read_regular(path)?;
    if !shards.contains(whole_lines(&bytes)) {
        return Ok(false);
    }
    step()?;
    fs::remove_file(path)?;
    Ok(true)
}

/// Returns the bytes without an incomplete last line, whose unit is in another line.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1)]
}

/// Returns the shards in the bytes of a file.
fn shards_in(bytes: &[u8]) -> HashSet<&[u8]> {
    let mut shards = HashSet::new();
    let (mut start, mut at) = (0, 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(HEADER_BEGINNING) && at > start {
            shards.insert(&bytes[start..at]);
            start = at;
        }
        at += line.len();
    }
    shards.insert(&bytes[start..]);
    shards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CampaignRunOptions, audit, merge, run};
    use queens::parallel::JobQuestion;
    use queens::problem::Problem;
    use queens::simd::Kernel;

    /// The campaign of 8 queens with all units, in shards that were written ten minutes
    /// ago.
    fn finished(folder: &Path) -> Campaign {
        let problem = Problem::queens(8).expect("a board");
        let engine = Some("rows".to_owned());
        let plan = CampaignPlan::new(
            &problem,
            JobQuestion::Count,
            engine,
            5,
            "0",
            &Limits::default(),
        );
        plan.expect("a plan").write(folder).expect("room");
        let campaign = Campaign::open(folder, Kernel::Auto).expect("a plan");
        let options = CampaignRunOptions {
            threads: 1,
            name: "run".to_owned(),
            ..Default::default()
        };
        run(&campaign, &options).expect("a run");
        age(&campaign);
        campaign
    }

    fn age(campaign: &Campaign) {
        for file in shard_files(&campaign.folder).expect("the folder") {
            let file = fs::OpenOptions::new()
                .append(true)
                .open(campaign.folder.join(file.name));
            let time = SystemTime::now() - Duration::from_secs(600);
            file.and_then(|file| file.set_modified(time))
                .expect("a file system with times");
        }
    }

    /// A process that is killed between any two changes: the certificate is the same to
    /// the last bit, and the next compaction finishes the work.
    #[test]
    fn a_kill_loses_no_line() {
        for steps in 0.. {
            let folder = tempfile::tempdir().expect("a folder");
            let campaign = finished(folder.path());
            let certified = merge(&campaign, &Limits::default())
                .expect("all units")
                .certificate;
            // OEIS A000170.
            assert_eq!(certified.count, "92");
            let mut left = steps;
            let killed = compact_by_steps(&campaign, &Limits::default(), &mut || {
                left -= 1;
                if left < 0 {
                    Err(io::Error::other("killed"))
                } else {
                    Ok(())
                }
            });
            let again = merge(&campaign, &Limits::default())
                .expect("all units")
                .certificate;
            assert_eq!(again, certified, "killed after {steps} steps");
            assert!(
                audit(folder.path(), &Limits::default())
                    .expect("files")
                    .holds,
                "{steps}"
            );
            let rest = compact(&campaign, &Limits::default()).expect("the rest");
            assert_eq!(
                shard_files(folder.path()).expect("the folder").len(),
                1,
                "{steps}: {rest:?}"
            );
            assert_eq!(
                merge(&campaign, &Limits::default())
                    .expect("all units")
                    .certificate,
                certified
            );
            if let Ok(report) = killed {
                // Before and after the new file, and before the removal of each of the
                // five shards.
                assert_eq!((steps, report.removed, report.kept), (7, 5, 0));
                assert_eq!(report.files, ["finished/bundles-0-4.jsonl"]);
                break;
            }
        }
    }

    /// Shards that were written to recently, that are not in the file of their block, or
    /// whose bundles are at work, remain.
    #[test]
    fn shards_in_use_remain() {
        let folder = tempfile::tempdir().expect("a folder");
        let campaign = finished(folder.path());
        let path = |name: &str| folder.path().join(name);
        let nothing =
            |report: CompactReport| report.files.is_empty() && report.removed == 0;
        let compacted = || compact(&campaign, &Limits::default()).expect("the folder");
        let shard = path("bundle-3.run-1.jsonl");
        let text = fs::read(&shard).expect("a shard");
        fs::write(&shard, &text).expect("room");
        assert!(nothing(compacted()), "written to just now");
        age(&campaign);
        let claim = path("claims/2-1.json");
        fs::write(&claim, r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#)
            .expect("room");
        assert!(nothing(compacted()), "at work");
        fs::remove_file(&claim).expect("it is there");
        let end = whole_lines(&text[..text.len() - 1]).len();
        fs::write(&shard, &text[..end]).expect("room");
        age(&campaign);
        assert!(nothing(compacted()), "a unit is missing");
        // The unit is there, and a line that was cut off in another shard.
        fs::write(&shard, [&text, &b"{\"job\""[..]].concat()).expect("room");
        age(&campaign);
        assert_eq!(compacted().removed, 5);
        // A task that was at work all along ends.
        fs::write(path("bundle-3.late-1.jsonl"), &text[..end]).expect("room");
        age(&campaign);
        assert_eq!(compacted().kept, 1);
        assert_eq!(
            merge(&campaign, &Limits::default())
                .expect("all units")
                .certificate
                .count,
            "92"
        );
    }
}
