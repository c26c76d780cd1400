//! Processes of their own: killed at any time, or without the right to write.
#![cfg(unix)]

use crate::common::{Random, opened, options, planned, right_or_refused, shards};
use campaign::{CampaignRunOptions, CampaignStatus, DiskStorage, ShardSink, ShardStorage, merge, run};
use queens::control::Limits;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const FOLDER: &str = "CAMPAIGN_FOLDER";

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
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let options = CampaignRunOptions { storage: &Slow, ..options("worker") };
    if let Err(error) = run(&opened(Path::new(&folder)), &options) {
        eprintln!("worker: {error}");
        std::process::exit(7);
    }
}

fn start(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "kill::worker", "--ignored", "--nocapture"]).env(FOLDER, folder);
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
    let status = CampaignStatus::of(&campaign, &Limits::default()).expect("shards");
    assert_eq!(status.faults, [""; 0]);
    println!(
        "{kills} workers killed in {campaigns} campaigns; in the last {} of {} units stood in {} shards, {} torn",
        status.done,
        status.units,
        shards(folder.path()).len(),
        status.torn.len()
    );
    run(&campaign, &options("rest")).expect("a run");
    assert_eq!(merge(&campaign, &Limits::default()).expect("all units").certificate.count, "724");
}

/// A folder without write permission is an error, and nothing is written.
#[test]
fn a_read_only_folder_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = planned(8, 1);
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555)).expect("our folder");
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
    assert!(!output.status.success() && said.contains("Permission denied"), "{said}");
    assert!(shards(folder.path()).is_empty());
    assert!(!right_or_refused(&opened(folder.path()), "nothing was run"));
}
