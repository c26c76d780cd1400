//! Files of many finished bundles, and the faults of them.

use crate::common::{
    Random, SIZE, SOLUTIONS, opened, options, planned, right_or_refused, shards, whole,
};
use campaign::{
    BundleChoice, CampaignRunOptions, CampaignStatus, Machine, PLAN_FILE, audit, compact,
    merge, run,
};
use queens::control::Limits;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Sets the time of the last write to every shard back by ten minutes.
pub(crate) fn age(folder: &Path) {
    for shard in shards(folder) {
        let file = fs::File::options()
            .append(true)
            .open(shard)
            .expect("a shard");
        file.set_modified(SystemTime::now() - Duration::from_secs(600))
            .expect("a file system with times");
    }
}

/// A copy of a campaign whose shards were written ten minutes ago.
pub(crate) fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for file in shards(folder).into_iter().chain([folder.join(PLAN_FILE)]) {
        fs::copy(&file, copy.path().join(file.file_name().expect("a name")))
            .expect("room");
    }
    age(copy.path());
    copy
}

fn compacted(bundles: u64) -> (TempDir, PathBuf) {
    let folder = whole(bundles);
    age(folder.path());
    let report =
        compact(&opened(folder.path()), &Limits::default()).expect("a finished campaign");
    assert_eq!((report.removed, report.kept), (bundles, 0));
    let file = folder.path().join(&report.files[0]);
    (folder, file)
}

/// The units are in the new file alone, and count there as before, for every command.
#[test]
fn finished_bundles_are_read_from_one_file() {
    let folder = whole(6);
    let campaign = opened(folder.path());
    let limits = Limits::default();
    let certificate = merge(&campaign, &limits).expect("all units").certificate;
    assert_eq!(certificate.count, SOLUTIONS);
    let early = compact(&campaign, &limits).expect("the folder");
    assert_eq!(
        (early.removed, early.kept),
        (0, 6),
        "they were written just now"
    );
    age(folder.path());
    let report = compact(&campaign, &limits).expect("the folder");
    assert_eq!(
        (&*report.files, report.removed),
        (&["finished/bundles-0-5.jsonl".to_owned()][..], 6)
    );
    assert!(shards(folder.path()).is_empty());
    assert_eq!(
        compact(&campaign, &limits).expect("the folder").files,
        [""; 0]
    );
    assert_eq!(
        merge(&campaign, &limits).expect("all units").certificate,
        certificate
    );
    assert!(audit(folder.path(), &limits).expect("files").holds);
    let status = CampaignStatus::from_campaign(&campaign, &limits).expect("shards");
    assert!(
        status.is_complete() && status.workers == certificate.workers,
        "{status:?}"
    );
    for bundle in [BundleChoice::This(3), BundleChoice::Next, BundleChoice::All] {
        let ran = run(
            &campaign,
            &CampaignRunOptions {
                bundle,
                ..options("again")
            },
        )
        .expect("a run");
        assert_eq!((ran.units, ran.outcome.is_complete()), (0, true));
    }
    // A bundle that was counted twice, by another host, counts where it counted before.
    let machine = Machine {
        host: "late".to_owned(),
        cpu: "cpu".to_owned(),
    };
    let again = whole(6);
    let shard =
        fs::read_to_string(again.path().join("bundle-2.first-1.jsonl")).expect("a shard");
    let (header, units) = shard.split_once(",\"host\":").expect("a host");
    let (_, rest) = units.split_once(",\"cpu\"").expect("a processor");
    let (header_rest, units) = rest.split_once('\n').expect("units");
    let header = format!(
        "{header},\"host\":\"{}\",\"cpu\"{header_rest}",
        machine.host
    );
    let (header, _) = header.split_once(",\"crc32\"").expect("a checksum");
    let header = header.replace("\"run\":\"first\"", "\"run\":\"later\"");
    let header = format!(
        "{header},\"crc32\":\"{:08x}\"}}\n",
        crc32fast::hash(header.as_bytes())
    );
    fs::write(folder.path().join("bundle-2.later-1.jsonl"), header + units)
        .expect("room");
    assert_eq!(
        merge(&campaign, &limits).expect("all units").certificate,
        certificate
    );
}

/// The certificate does not depend on the files in which the shards of a bundle are.
#[test]
fn a_unit_counts_in_the_same_shard_whatever_file_holds_it() {
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    let on = |host: &str| CampaignRunOptions {
        machine: Machine {
            host: host.to_owned(),
            cpu: "cpu".to_owned(),
        },
        ..options(host)
    };
    run(&campaign, &on("b")).expect("a run");
    // The same bundle by two more hosts, one before and one after in the order of the
    // names.
    for host in ["a", "c"] {
        let other = planned(SIZE, 3);
        let bundle = CampaignRunOptions {
            bundle: BundleChoice::This(1),
            ..on(host)
        };
        run(&opened(other.path()), &bundle).expect("a run");
        let shard = &shards(other.path())[0];
        fs::copy(
            shard,
            folder.path().join(shard.file_name().expect("a name")),
        )
        .expect("room");
    }
    let certificate = merge(&campaign, &Limits::default())
        .expect("all units")
        .certificate;
    let hosts: Vec<&str> = certificate
        .workers
        .iter()
        .map(|worker| &*worker.machine.host)
        .collect();
    assert_eq!(hosts, ["a", "b"]);
    let late = folder.path().join("bundle-1.a-1.jsonl");
    let bytes = fs::read(&late).expect("a shard");
    fs::remove_file(&late).expect("it is there");
    age(folder.path());
    assert_eq!(
        compact(&campaign, &Limits::default())
            .expect("the folder")
            .removed,
        4
    );
    fs::write(&late, bytes).expect("room");
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate,
        certificate
    );
}

/// A block with a missing unit waits, while another block is moved. OEIS A000170.
#[test]
fn blocks_are_moved_one_by_one() {
    let folder = planned(14, 100_000);
    let campaign = opened(folder.path());
    let bundles = campaign.plan().bundles;
    assert!(bundles > 1_000, "more than one block: {bundles}");
    run(&campaign, &options("first")).expect("a run");
    let open = folder.path().join("bundle-1000.first-1.jsonl");
    fs::rename(&open, folder.path().join("aside")).expect("it is there");
    age(folder.path());
    let report = compact(&campaign, &Limits::default()).expect("the folder");
    assert!(
        report
            .files
            .contains(&"finished/bundles-0-999.jsonl".to_owned()),
        "{report:?}"
    );
    assert!(
        !report
            .files
            .iter()
            .any(|file| file.contains("bundles-1000-")),
        "{report:?}"
    );
    assert_eq!(shards(folder.path()).len() as u64, report.kept);
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!(status.open_bundles, [1000]);
    fs::rename(folder.path().join("aside"), &open).expect("room");
    age(folder.path());
    assert_eq!(
        compact(&campaign, &Limits::default())
            .expect("the folder")
            .kept,
        0
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "365596"
    );
}

#[test]
fn detects_every_flipped_bit_of_a_file_of_many() {
    let (folder, file) = compacted(4);
    let campaign = opened(folder.path());
    merge(&campaign, &Limits::default()).expect("all units");
    let bytes = fs::read(&file).expect("a file");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..500 {
        let bit = random.below(8 * bytes.len() as u64) as usize;
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&file, &flipped).expect("room");
        assert!(!right_or_refused(&campaign, "a bit"), "bit {bit}");
        let last = bit / 8 == bytes.len() - 1;
        let holds = audit(folder.path(), &Limits::default())
            .expect("files")
            .holds;
        assert!(!holds, "bit {bit}, in the last line feed: {last}");
    }
}

#[test]
fn survives_a_file_of_many_cut_at_any_byte() {
    let (folder, path) = compacted(3);
    let campaign = opened(folder.path());
    let bytes = fs::read(&path).expect("a file");
    let file = fs::File::options()
        .append(true)
        .open(&path)
        .expect("a file");
    for end in (0..bytes.len()).rev().step_by(41) {
        file.set_len(end as u64).expect("it gets shorter");
        assert!(
            !right_or_refused(&campaign, &format!("cut at {end}")),
            "cut at {end}"
        );
    }
    run(&campaign, &options("again")).expect("a run");
    assert!(right_or_refused(&campaign, "what was missing was run"));
}

/// A damaged header or unit, lines of another plan, and a file under the name of other
/// bundles.
#[test]
fn faults_of_a_file_of_many_name_file_and_line() {
    let (folder, file) = compacted(3);
    let campaign = opened(folder.path());
    merge(&campaign, &Limits::default()).expect("all units");
    let text = fs::read_to_string(&file).expect("a file");
    let second = text
        .lines()
        .skip(1)
        .position(|line| line.starts_with("{\"schema\""))
        .expect("a header")
        + 2;
    let damage = |number: usize| {
        let changed = text.lines().zip(1..).map(|(line, at)| {
            if at == number {
                line.replacen('3', "4", 1) + "\n"
            } else {
                line.to_owned() + "\n"
            }
        });
        fs::write(&file, changed.collect::<String>()).expect("room");
        let status =
            CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
        assert_eq!(status.faults.len(), 1, "{:?}", status.faults);
        let said = merge(&campaign, &Limits::default())
            .expect_err("a damaged line")
            .to_string();
        assert!(
            status.faults[0] == said && !said.contains("is not one of bundle"),
            "{status:?}"
        );
        assert!(
            !audit(folder.path(), &Limits::default())
                .expect("files")
                .holds
        );
        said
    };
    for line in [2, second, second + 1] {
        let said = damage(line);
        let place = format!("finished/bundles-0-2.jsonl, line {line}: is damaged");
        assert!(said.starts_with(&place), "{said}");
    }
    // The remedy: without the damaged line one unit is missing, and is run again.
    let second_line = text.lines().nth(1).expect("a unit").to_owned() + "\n";
    fs::write(&file, text.replacen(&second_line, "", 1)).expect("room");
    assert_eq!(run(&campaign, &options("rest")).expect("a run").units, 1);
    assert!(right_or_refused(&campaign, "all units are there"));
    fs::remove_file(&shards(folder.path())[0]).expect("it is there");
    fs::write(&file, &text).expect("room");
    let other = folder.path().join("finished/bundles-0-1.jsonl");
    fs::rename(&file, &other).expect("room");
    let refused = merge(&campaign, &Limits::default())
        .expect_err("bundle 2")
        .to_string();
    assert!(
        refused.contains("names another bundle than the name of the file"),
        "{refused}"
    );
    assert!(
        !audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
    fs::remove_file(other).expect("it is there");
    let (foreign, _) = compacted(2);
    fs::copy(foreign.path().join("finished/bundles-0-1.jsonl"), &file).expect("room");
    let refused = merge(&campaign, &Limits::default())
        .expect_err("another plan")
        .to_string();
    assert!(
        refused.contains("line 1: belongs to another plan"),
        "{refused}"
    );
}

/// A host that is quarantined after its units were moved into a file with those of
/// others.
#[test]
fn units_of_a_quarantined_host_are_set_aside_in_a_file_of_many() {
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    for (bundle, host) in [(0, "good"), (1, "bad"), (2, "good")] {
        let machine = Machine {
            host: host.to_owned(),
            cpu: "cpu".to_owned(),
        };
        let options = CampaignRunOptions {
            bundle: BundleChoice::This(bundle),
            machine,
            ..options(host)
        };
        run(&campaign, &options).expect("a run");
    }
    age(folder.path());
    compact(&campaign, &Limits::default()).expect("the folder");
    let program = CampaignStatus::from_campaign(&campaign, &Limits::default())
        .expect("shards")
        .workers[0]
        .program
        .clone();
    let quarantine = serde_json::json!({
        "schema": "queens/quarantine/1",
        "plan": campaign.plan().sha256,
        "set_aside": [{ "host": "bad", "program": program, "reason": "a test" }],
    });
    fs::write(
        folder.path().join("quarantine.json"),
        quarantine.to_string(),
    )
    .expect("room");
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!((status.open_bundles, status.set_aside.len()), (vec![1], 1));
    assert!(!right_or_refused(&campaign, "units are missing"));
    let machine = Machine {
        host: "good".to_owned(),
        cpu: "cpu".to_owned(),
    };
    run(
        &campaign,
        &CampaignRunOptions {
            machine,
            ..options("rest")
        },
    )
    .expect("a run");
    assert!(right_or_refused(&campaign, "all units are there"));
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
}

/// Shards are moved while others merge and ask for the status.
#[test]
fn readers_never_miss_a_line_of_a_shard_that_is_moved() {
    let finished = planned(10, 60);
    run(&opened(finished.path()), &options("first")).expect("a run");
    for _ in 0..8 {
        let folder = copy(finished.path());
        let campaign = opened(folder.path());
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        let merged =
                            merge(&campaign, &Limits::default()).expect("all units");
                        // OEIS A000170.
                        assert_eq!(merged.certificate.count, "724");
                        let status =
                            CampaignStatus::from_campaign(&campaign, &Limits::default())
                                .expect("shards");
                        assert!(status.is_complete(), "{:?}", status.open_bundles);
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(5));
            let report = compact(&campaign, &Limits::default());
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(report.expect("the folder").kept, 0);
        });
    }
}
