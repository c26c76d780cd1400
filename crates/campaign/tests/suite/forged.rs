//! Archives that somebody made up, with digests that fit. The checker and the reader
//! refuse what cannot be right, and say no more than they know of the rest.

use crate::archives::{python, written};
use crate::common::{SOLUTIONS, opened, options, shards, whole};
use campaign::{
    Archive, CampaignError, VerifySample, audit, merge, write_archive_checker,
};
use queens::control::Limits;
use queens::parallel::{Counter, Tally, UnitRecord};
use queens::simd::Kernel;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Makes archives up, and judges them with the checker.
const FORGER: &str = include_str!("forge_archives.py");

/// Adds `more` to the count of a unit in the first line of a shard, with checksum and
/// residues that fit.
fn change_count(shard: &Path, more: i64) {
    let text = fs::read_to_string(shard).expect("a shard");
    let mut lines: Vec<String> =
        text.lines().map(|line| line.to_owned() + "\n").collect();
    let number =
        |line: &String| serde_json::from_str::<UnitRecord>(line).expect("a unit");
    // A unit whose count stays positive.
    let place = (1..lines.len())
        .find(|&i| number(&lines[i]).count.0 as i64 + more >= 0)
        .expect("a unit");
    let record = number(&lines[place]);
    let count = u64::try_from(record.count.0 as i64 + more).expect("positive");
    let tally = Tally::new(Counter::from(count), record.nodes, &[]);
    let changed = UnitRecord::new(
        &record.job,
        record.unit,
        &tally,
        Duration::from_secs(1).into(),
    );
    lines[place] = String::from_utf8(changed.to_line()).expect("text");
    fs::write(shard, lines.concat()).expect("room");
}

#[test]
fn made_up_archives_are_refused_or_merely_consistent() {
    let folder = tempfile::tempdir().expect("a folder");
    write_archive_checker(&folder.path().join("check_archive.py")).expect("room");
    fs::write(folder.path().join("forge.py"), FORGER).expect("room");
    let Some(output) = python(folder.path(), &["forge.py"]) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        said,
        "judged 46 4\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // The reader of this program comes to the same.
    python(folder.path(), &["forge.py", "."]).expect("python3");
    let (mut refused, mut consistent) = (0, 0);
    for entry in fs::read_dir(folder.path()).expect("the folder").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let read = Archive::read(&entry.path(), &Limits::default());
        match name.split(' ').next() {
            Some("refused") => {
                let error = read
                    .err()
                    .map(|error| error.to_string())
                    .unwrap_or_default();
                assert!(
                    error.contains("line ") || error.contains("plan.json"),
                    "{name}: {error:?}"
                );
                refused += 1;
            }
            Some("consistent") => {
                // Whoever runs a unit again sees that they are not those of the engine;
                // the reader knows what engines take.
                let other = match read {
                    Ok(archive) => archive
                        .decomposition(Kernel::Auto)
                        .err()
                        .expect("other units"),
                    Err(error) => error,
                };
                let (said, is_read) = (other.to_string(), !name.contains("by a total"));
                let expected = if is_read {
                    "other units"
                } else {
                    "join cannot answer this"
                };
                assert!(said.contains(expected), "{name}: {said}");
                consistent += 1;
            }
            _ => {}
        }
    }
    assert_eq!((refused, consistent), (46, 4));
}

/// Counts that were moved from one unit to another add up to the published sum. Only
/// running the units again shows it.
#[test]
fn moved_counts_are_consistent_until_they_are_run_again() {
    let (folder, limits) = (whole(3), Limits::default());
    let all = shards(folder.path());
    change_count(&all[0], 8);
    change_count(&all[1], -8);
    let file = written(folder.path());
    assert!(audit(folder.path(), &limits).expect("files").holds);
    if let Some(output) = python(folder.path(), &["check_archive.py", "all.txt.gz"]) {
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.ends_with(&format!("consistent, nothing recomputed: {SOLUTIONS}\n")),
            "{said}"
        );
    }
    let archive = Archive::read(&file, &limits).expect("a consistent archive");
    let decomposition = archive.decomposition(Kernel::Auto).expect("the units");
    let checked = archive
        .verify(&VerifySample::All, &decomposition, &options("check"))
        .expect("units");
    assert_eq!(checked.conflicts.len(), 2, "{checked:?}");
}

/// A sum that no such board has is refused by the merge, and shown by the status.
#[test]
fn impossible_sums_are_not_merged() {
    let (folder, limits) = (whole(3), Limits::default());
    let campaign = opened(folder.path());
    change_count(&shards(folder.path())[0], 3);
    let refused = merge(&campaign, &limits).expect_err("95 is not 92");
    assert!(
        matches!(refused, CampaignError::NotAsPublished { sum: 95, .. }),
        "{refused}"
    );
    let status =
        campaign::CampaignStatus::from_campaign(&campaign, &limits).expect("a status");
    let [fault] = &*status.faults else {
        panic!("{:?}", status.faults)
    };
    assert!(
        fault.contains("must be 92") && fault.contains("sum modulo 8: 7, must be 4"),
        "{fault}"
    );
    assert!(!status.is_complete());
}

/// A part of the units is refused as soon as it is more than the whole.
#[test]
fn a_part_that_is_too_large_is_shown() {
    let (folder, limits) = (whole(3), Limits::default());
    let all = shards(folder.path());
    change_count(&all[0], 93);
    fs::remove_file(&all[2]).expect("removed");
    let status = campaign::CampaignStatus::from_campaign(&opened(folder.path()), &limits)
        .expect("a status");
    let [fault] = &*status.faults else {
        panic!("{:?}", status.faults)
    };
    assert!(
        fault.contains("more than the whole of 92 (A000170)"),
        "{fault}"
    );
}
