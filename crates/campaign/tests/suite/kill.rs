//! Processes of their own: killed at any time, or without the right to write.
#![cfg(unix)]

use crate::common::{Random, opened, options, planned, right_or_refused, shards};
use crate::compact::copy;
use crate::verified::has_two_kernels;
use campaign::{
    BundleChoice, CampaignRunOptions, CampaignStatus, DiskStorage, JobScript, ShardSink,
    ShardStorage, VerifySample, compact, merge, run, verify,
};
use queens::control::Limits;
use queens::parallel::RunProgress;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

const FOLDER: &str = "CAMPAIGN_FOLDER";

/// Set for a worker that verifies.
const VERIFIES: &str = "CAMPAIGN_VERIFIES";

/// Number of workers that are killed.
const KILLS: u64 = 50;

/// The disk, slowly and in two parts, so that a kill meets a line in the middle.
struct Slow;

struct SlowFile(Box<dyn ShardSink>);

impl ShardStorage for Slow {
    fn create(&self, path: &Path) -> io::Result<Box<dyn ShardSink>> {
        Ok(Box::new(SlowFile(DiskStorage.create(path)?)))
    }
}

impl ShardSink for SlowFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (first, second) = bytes.split_at(bytes.len() / 2);
        self.0.append(first)?;
        sleep(Duration::from_millis(2));
        self.0.append(second)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync()
    }
}

/// Not a test of its own: the process that the others start.
#[test]
#[ignore = "a worker for the other tests, started by them"]
fn worker() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let options = CampaignRunOptions {
        storage: &Slow,
        ..options("worker")
    };
    let campaign = opened(Path::new(&folder));
    let done = match std::env::var_os(VERIFIES) {
        Some(_) => verify(&campaign, &VerifySample::All, &options).map(|_| ()),
        None => run(&campaign, &options).map(|_| ()),
    };
    if let Err(error) = done {
        eprintln!("worker: {error}");
        std::process::exit(7);
    }
}

/// Not a test of its own: moves the shards of finished bundles.
#[test]
#[ignore = "a worker for the other tests, started by them"]
fn compactor() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    compact(&opened(Path::new(&folder)), &Limits::default())
        .expect("a finished campaign");
}

fn start(folder: &Path) -> Command {
    start_as("kill::worker", folder)
}

fn start_as(worker: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command
        .args(["--exact", worker, "--ignored", "--nocapture"])
        .env(FOLDER, folder);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The 724 solutions of 10 queens (A000170), by workers of whom none is left in peace.
#[test]
fn survives_workers_killed_at_random() {
    let folder = planned(10, 4);
    let campaign = opened(folder.path());
    let mut random = Random(0x5851_F42D_4C95_7F2D);
    let (mut kills, mut campaigns) = (0, 1);
    while kills < KILLS {
        let mut child = start(folder.path()).spawn().expect("a worker");
        sleep(Duration::from_millis(random.below(120)));
        child.kill().expect("it is our child");
        let status = child.wait().expect("it was started");
        kills += u64::from(!status.success());
        match merge(&campaign, &Limits::default()) {
            Ok(merged) => {
                // Done in spite of all: from the beginning.
                assert_eq!(merged.certificate.count, "724");
                for shard in shards(folder.path()) {
                    std::fs::remove_file(shard).expect("it was there");
                }
                campaigns += 1;
            }
            Err(error) => assert!(error.to_string().contains("are missing"), "{error}"),
        }
    }
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!(status.faults, [""; 0]);
    println!(
        "{kills} workers killed in {campaigns} campaigns; in the last {} of {} units stood in {} shards, {} torn",
        status.done,
        status.units,
        shards(folder.path()).len(),
        status.torn.len()
    );
    run(&campaign, &options("rest")).expect("a run");
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "724"
    );
}

/// Two verifications at once, of which one is killed: no unit is verified twice, and the
/// last one does what is left.
#[test]
fn verifications_killed_at_random_verify_nothing_twice() {
    if !has_two_kernels() {
        return;
    }
    let folder = planned(10, 6);
    let campaign = opened(folder.path());
    run(&campaign, &options("first")).expect("a run");
    let mut random = Random(0x94D0_49BB_1331_11EB);
    let (mut kills, units) = (0, campaign.plan().job.units);
    let start = || {
        start(folder.path())
            .env(VERIFIES, "1")
            .spawn()
            .expect("a worker")
    };
    for _ in 0..8 {
        let (mut one, other) = (start(), start());
        sleep(Duration::from_millis(random.below(120)));
        one.kill().expect("it is our child");
        kills += u64::from(!one.wait().expect("it was started").success());
        assert!(
            other
                .wait_with_output()
                .expect("it was started")
                .status
                .success()
        );
        let (lines, different) = unit_lines(folder.path(), "verify-");
        assert_eq!(lines, different, "a unit was verified twice");
        // Once all units are verified, from the beginning.
        if different as u64 == units {
            for shard in shards_of(folder.path(), "verify-") {
                std::fs::remove_file(shard).expect("it was there");
            }
        }
    }
    assert!(kills > 0, "each was done before it was killed");
    // A process that was killed before it had written its name into a claim seems to be
    // at work for a moment.
    while verify(&campaign, &VerifySample::All, &options("rest"))
        .expect("another kernel")
        .elsewhere
        > 0
    {
        sleep(Duration::from_millis(100));
    }
    let merged = merge(&campaign, &Limits::default())
        .expect("all units")
        .certificate;
    assert_eq!((merged.count.as_str(), merged.verified), ("724", units));
}

/// Returns the shards whose names have this prefix.
fn shards_of(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut all = shards(folder);
    all.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    });
    all
}

/// Returns the number of lines of units in the shards with this prefix, and of different
/// units among them.
fn unit_lines(folder: &Path, prefix: &str) -> (usize, usize) {
    let mut units = Vec::new();
    for shard in shards_of(folder, prefix) {
        let text = std::fs::read_to_string(shard).expect("a shard");
        // The header has no unit; a last line that a kill cut off is not JSON.
        let line = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line).ok()?["unit"].as_u64()
        };
        units.extend(text.lines().filter_map(line));
    }
    let lines = units.len();
    units.sort_unstable();
    units.dedup();
    (lines, units.len())
}

/// Four workers on all bundles of one folder: no unit is run twice, and each of them
/// returns when all units are done.
#[test]
fn workers_divide_the_bundles() {
    let folder = planned(10, 12);
    let campaign = opened(folder.path());
    let mut workers: Vec<_> = (0..4)
        .map(|_| start(folder.path()).spawn().expect("a worker"))
        .collect();
    for worker in &mut workers {
        assert!(worker.wait().expect("it was started").success());
        let status =
            CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
        assert!(status.is_complete(), "a worker left before the end");
    }
    let (lines, units) = unit_lines(folder.path(), "bundle-");
    assert_eq!((lines, units as u64), (units, campaign.plan().job.units));
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "724"
    );
    assert_eq!(
        std::fs::read_dir(folder.path().join("claims"))
            .expect("the folder")
            .count(),
        0
    );
}

/// Four workers of whom one after the other is killed and replaced: others take over its
/// bundles, and no unit is written twice.
#[test]
fn killed_workers_are_taken_over() {
    let kills = std::env::var("CAMPAIGN_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(KILLS / 2);
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut killed, mut campaigns) = (0, 0);
    while killed < kills {
        let folder = planned(10, 12);
        let campaign = opened(folder.path());
        let spawn = || start(folder.path()).spawn().expect("a worker");
        let mut workers: Vec<_> = (0..4).map(|_| spawn()).collect();
        while !CampaignStatus::from_campaign(&campaign, &Limits::default())
            .expect("shards")
            .is_complete()
        {
            sleep(Duration::from_millis(random.below(150)));
            let victim = &mut workers[random.below(4) as usize];
            victim.kill().expect("it is our child");
            killed += u64::from(!victim.wait().expect("it was started").success());
            *victim = spawn();
        }
        for worker in workers {
            let output = worker.wait_with_output().expect("it was started");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let (lines, units) = unit_lines(folder.path(), "bundle-");
        assert_eq!((lines, units as u64), (units, campaign.plan().job.units));
        assert_eq!(
            merge(&campaign, &Limits::default())
                .expect("all units")
                .certificate
                .count,
            "724"
        );
        campaigns += 1;
    }
    println!("{killed} of four workers killed in {campaigns} campaigns");
}

/// Compactions that are killed at any time, until one ends: the certificate is the same
/// to the last bit after each of them.
#[test]
fn survives_compactions_killed_at_random() {
    let finished = planned(10, 60);
    run(&opened(finished.path()), &options("first")).expect("a run");
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (mut kills, mut moved_in_part, mut campaigns) = (0, 0, 0);
    let mut longest = 60;
    while kills < KILLS / 2 || moved_in_part == 0 {
        let folder = copy(finished.path());
        let campaign = opened(folder.path());
        let moved = folder.path().join("finished/bundles-0-59.jsonl");
        let certificate = merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate;
        assert_eq!(certificate.count, "724");
        loop {
            let mut child = start_as("kill::compactor", folder.path())
                .spawn()
                .expect("a worker");
            if random.below(2) == 0 {
                sleep(Duration::from_millis(random.below(longest)));
            } else {
                // Between the removals of the shards.
                while !moved.exists()
                    && child.try_wait().expect("it is our child").is_none()
                {
                    sleep(Duration::from_micros(100));
                }
                sleep(Duration::from_micros(random.below(4_000)));
            }
            child.kill().expect("it is our child");
            let is_done = child.wait().expect("it was started").success();
            kills += u64::from(!is_done);
            let left = shards(folder.path()).len();
            moved_in_part += u64::from(left > 0 && moved.exists());
            let again = merge(&campaign, &Limits::default())
                .expect("all units")
                .certificate;
            assert_eq!(again, certificate, "{left} shards are left");
            if is_done {
                assert_eq!(left, 0);
                break;
            }
            // A busy machine takes longer to start it.
            longest += 2;
        }
        campaigns += 1;
    }
    println!(
        "{kills} compactions killed in {campaigns} campaigns, {moved_in_part} of them between two removals"
    );
}

/// A bundle that another run takes over in the middle is left to it, and finished when
/// that run gives it up.
#[test]
fn a_bundle_that_is_taken_over_is_waited_for() {
    let folder = planned(10, 1);
    let campaign = opened(folder.path());
    let is_taken = AtomicBool::new(false);
    let take = |_: &RunProgress| {
        sleep(Duration::from_millis(3));
        if !is_taken.swap(true, Ordering::Relaxed) {
            let owner = r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#;
            std::fs::write(folder.path().join("claims/0-2.json"), owner).expect("room");
        }
    };
    let interval = Duration::from_millis(20);
    let waits = AtomicU64::new(0);
    let wait = |bundles| {
        waits.fetch_add(bundles, Ordering::Relaxed);
    };
    let options = CampaignRunOptions {
        claim_interval: interval,
        progress: Some(&take),
        waiting: Some(&wait),
        ..options("first")
    };
    let ran = run(&campaign, &options).expect("a run");
    assert!(ran.outcome.is_complete() && ran.elsewhere == 0, "{ran:?}");
    assert_eq!(
        (ran.units, ran.of_units),
        (campaign.plan().job.units, campaign.plan().job.units)
    );
    assert_eq!(waits.into_inner(), 1);
    // One shard before the other run came, another one after it.
    assert_eq!(ran.files.len(), 2);
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "724"
    );
}

/// A worker that takes the next bundle leaves those of others alone.
#[test]
fn the_next_bundle_is_one_that_nobody_works_on() {
    let folder = planned(8, 3);
    let campaign = opened(folder.path());
    let next = CampaignRunOptions {
        bundle: BundleChoice::Next,
        ..options("next")
    };
    let claim = |bundle: u64, text: &str| {
        let path = folder.path().join(format!("claims/{bundle}-1.json"));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        std::fs::write(path, text).expect("room");
    };
    claim(0, r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#);
    for bundle in [1, 2] {
        let ran = run(&campaign, &next).expect("a run");
        assert_eq!(
            (ran.files, ran.elsewhere),
            (vec![format!("bundle-{bundle}.next-1.jsonl")], 1)
        );
    }
    let ran = run(&campaign, &next).expect("a run");
    assert_eq!(
        (ran.units, ran.elsewhere, ran.outcome.is_complete()),
        (0, 1, true)
    );
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!(
        JobScript::open_bundles(&campaign, &status),
        [vec![], vec![0]]
    );
    // The other run gives no sign of life any more.
    let file = std::fs::File::options()
        .append(true)
        .open(folder.path().join("claims/0-1.json"));
    file.and_then(|file| {
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(61))
    })
    .expect("a time");
    assert_eq!(
        JobScript::open_bundles(&campaign, &status),
        [vec![0], vec![]]
    );
    assert_eq!(
        run(&campaign, &next).expect("a run").files,
        ["bundle-0.next-1.jsonl"]
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "92"
    );
}

/// A folder without write permission is an error, and nothing is written.
#[test]
fn a_read_only_folder_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = planned(8, 1);
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555))
        .expect("our folder");
    let mut command = start(folder.path());
    if std::fs::File::create(folder.path().join("probe")).is_ok() {
        // Root may write everywhere; nobody may not.
        std::fs::remove_file(folder.path().join("probe")).expect("it was made");
        command.uid(65_534);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return println!("skipped: nobody cannot run this test ({error})"),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && said.contains("Permission denied"),
        "{said}"
    );
    assert!(shards(folder.path()).is_empty());
    assert!(!right_or_refused(&opened(folder.path()), "nothing was run"));
}
