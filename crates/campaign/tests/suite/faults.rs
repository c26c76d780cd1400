//! Faults of the disk: the merge gives the right number or refuses, and what is missing
//! can be run again.

use crate::common::{
    Random, SIZE, opened, options, planned, right_or_refused, shards, whole,
};
use campaign::{Campaign, CampaignRunOptions, PLAN_FILE, ShardSink, ShardStorage, run};
use queens::control::{Limit, Limits, Outcome};
use queens::simd::Kernel;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A file of the simulated file system: all that was written, and how much of it would
/// outlast a loss of power.
#[derive(Clone, Default)]
struct Bytes {
    written: Vec<u8>,
    durable: usize,
}

/// A file system in memory whose operation number `fails` fails, and each one after it.
#[derive(Clone, Default)]
struct Simulated {
    files: Arc<Mutex<BTreeMap<PathBuf, Bytes>>>,
    operations: Arc<Mutex<u64>>,
    fails: u64,
}

impl Simulated {
    /// Counts an operation; an error from the one that fails on.
    fn operate(&self) -> io::Result<()> {
        let mut operations = self.operations.lock().expect("no panic");
        *operations += 1;
        if *operations > self.fails {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(())
        }
    }
}

struct SimulatedFile {
    system: Simulated,
    path: PathBuf,
}

impl ShardStorage for Simulated {
    fn create(&self, path: &Path) -> io::Result<Box<dyn ShardSink>> {
        self.operate()?;
        let mut files = self.files.lock().expect("no panic");
        if files.insert(path.to_owned(), Bytes::default()).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(Box::new(SimulatedFile {
            system: self.clone(),
            path: path.to_owned(),
        }))
    }
}

impl ShardSink for SimulatedFile {
    /// A failing write leaves half of the bytes.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let done = self.system.operate();
        let mut files = self.system.files.lock().expect("no panic");
        let file = files.get_mut(&self.path).expect("it was made");
        file.written.extend(if done.is_ok() {
            bytes
        } else {
            &bytes[..bytes.len() / 2]
        });
        done
    }

    fn sync(&mut self) -> io::Result<()> {
        self.system.operate()?;
        let mut files = self.system.files.lock().expect("no panic");
        let file = files.get_mut(&self.path).expect("it was made");
        file.durable = file.written.len();
        Ok(())
    }
}

/// A disk that takes long to make a file.
struct Slow(Simulated);

impl ShardStorage for Slow {
    fn create(&self, path: &Path) -> io::Result<Box<dyn ShardSink>> {
        thread::sleep(Duration::from_millis(100));
        self.0.create(path)
    }
}

/// The work does not run ahead of a slow disk, or a limit would leave all that it did to
/// be written.
#[test]
fn a_limit_ends_the_wait_for_a_slow_disk() {
    let folder = planned(10, 1_000);
    let campaign = opened(folder.path());
    let slow = Slow(Simulated {
        fails: u64::MAX,
        ..Simulated::default()
    });
    let limits = Limits::default().with_time(Duration::from_secs(1));
    let ran = run(
        &campaign,
        &CampaignRunOptions {
            storage: &slow,
            limits,
            ..options("slow")
        },
    )
    .expect("a run");
    assert_eq!(ran.outcome, Outcome::LimitReached(Limit::Time));
    assert!(
        ran.units < ran.of_units && ran.files.len() as u64 == ran.units,
        "{ran:?}"
    );
}

/// Every write fails in turn. Of what was not synced, all, nothing or a part is left;
/// zeros may stand in its place.
#[test]
fn survives_a_failure_of_any_write() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut failed, mut merged) = (0, 0);
    for fails in 0.. {
        let folder = planned(SIZE, 2);
        let campaign = opened(folder.path());
        let system = Simulated {
            fails,
            ..Simulated::default()
        };
        let ran = run(
            &campaign,
            &CampaignRunOptions {
                storage: &system,
                ..options("simulated")
            },
        );
        failed += u64::from(ran.is_err());
        let files = system.files.lock().expect("no panic").clone();
        for left in 0..4 {
            for (path, file) in &files {
                let unsynced = file.written.len() - file.durable;
                let keep = match left {
                    0 => unsynced,
                    1 => 0,
                    _ => random.below(unsynced as u64 + 1) as usize,
                };
                let mut bytes = file.written[..file.durable + keep].to_vec();
                if left == 3 {
                    bytes.resize(file.written.len(), 0);
                }
                fs::write(path, bytes).expect("room");
            }
            merged += u64::from(right_or_refused(
                &campaign,
                &format!("operation {fails}, {left}"),
            ));
        }
        if ran.is_ok() {
            println!(
                "{failed} writes failed in turn, {} states of the disk, {merged} of them whole",
                4 * (fails + 1)
            );
            break;
        }
        // The last state may be damaged in the middle; without its shards all can be run
        // again.
        for (path, file) in &files {
            fs::write(path, &file.written).expect("room");
        }
        run(&campaign, &options("again")).expect("a run");
        assert!(
            right_or_refused(&campaign, "what was missing was run"),
            "operation {fails}"
        );
    }
}

#[test]
fn survives_a_shard_cut_at_any_byte() {
    let folder = whole(1);
    let campaign = opened(folder.path());
    let shard = &shards(folder.path())[0];
    let bytes = fs::read(shard).expect("a shard");
    let file = fs::OpenOptions::new()
        .append(true)
        .open(shard)
        .expect("a shard");
    for end in (0..bytes.len()).rev() {
        file.set_len(end as u64).expect("it gets shorter");
        assert!(
            !right_or_refused(&campaign, &format!("cut at {end}")),
            "a unit is missing: cut at {end}"
        );
        // Every so often what is missing is run again.
        if end % 997 == 0 {
            run(&campaign, &options(&format!("again{end}"))).expect("a run");
            assert!(
                right_or_refused(&campaign, "what was missing was run"),
                "cut at {end}"
            );
            for other in shards(folder.path()).iter().filter(|&other| other != shard) {
                fs::remove_file(other).expect("it was there");
            }
        }
    }
    println!("cut at {} bytes", bytes.len());
}

#[test]
fn detects_every_flipped_bit() {
    let folder = whole(3);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let files: Vec<_> = shards(folder.path())
        .into_iter()
        .chain([folder.path().join(PLAN_FILE)])
        .collect();
    let contents: Vec<Vec<u8>> = files
        .iter()
        .map(|file| fs::read(file).expect("a file"))
        .collect();
    let all: usize = contents.iter().map(Vec::len).sum();
    let (mut refused, flips) = (0, 2_000);
    for _ in 0..flips {
        let mut place = random.below(8 * all as u64) as usize;
        let file = contents.iter().position(|bytes| {
            let is_here = place < 8 * bytes.len();
            place -= if is_here { 0 } else { 8 * bytes.len() };
            is_here
        });
        let file = file.expect("a place in one of them");
        let mut bytes = contents[file].clone();
        bytes[place / 8] ^= 1 << (place % 8);
        fs::write(&files[file], bytes).expect("room");
        let context = format!("{}, bit {place}", files[file].display());
        match Campaign::open(folder.path(), Kernel::Auto) {
            Ok(campaign) => refused += u64::from(!right_or_refused(&campaign, &context)),
            Err(_) => refused += 1,
        }
        fs::write(&files[file], &contents[file]).expect("room");
    }
    assert_eq!(refused, flips);
}

/// Two bits at once, which may undo each other in one line of a checksum that is too
/// weak.
#[test]
fn detects_two_flipped_bits() {
    let folder = whole(1);
    let campaign = opened(folder.path());
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let shard = &shards(folder.path())[0];
    let bytes = fs::read(shard).expect("a shard");
    for _ in 0..500 {
        let mut flipped = bytes.clone();
        for _ in 0..2 {
            let bit = random.below(8 * bytes.len() as u64) as usize;
            flipped[bit / 8] ^= 1 << (bit % 8);
        }
        fs::write(shard, &flipped).expect("room");
        assert!(!right_or_refused(&campaign, "two bits") || flipped == bytes);
    }
}

/// A disk without room, as Linux has it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl ShardStorage for Full {
        fn create(&self, _path: &Path) -> io::Result<Box<dyn ShardSink>> {
            Ok(Box::new(
                fs::OpenOptions::new().append(true).open("/dev/full")?,
            ))
        }
    }
    let folder = planned(SIZE, 2);
    let campaign = opened(folder.path());
    let refused = run(
        &campaign,
        &CampaignRunOptions {
            storage: &Full,
            ..options("full")
        },
    )
    .expect_err("no room");
    assert!(refused.to_string().contains("No space left"), "{refused}");
    assert!(!right_or_refused(&campaign, "nothing was run"));
}

/// A pipe named like a shard blocked whoever read the folder; a link to a device that
/// never ends filled the memory.
#[cfg(unix)]
#[test]
fn refuses_special_files() {
    let folder = whole(4);
    campaign::merge(&opened(folder.path()), &Limits::default())
        .expect("a certificate to audit");
    let path = folder.path().join("bundle-2.pipe.jsonl");
    let made = std::process::Command::new("mkfifo")
        .arg(&path)
        .status()
        .expect("mkfifo");
    assert!(made.success());
    let refused = |what: &str| {
        let campaign = opened(folder.path());
        let limits = Limits::default();
        let merged = campaign::merge(&campaign, &limits)
            .map(|_| ())
            .expect_err(what)
            .to_string();
        let audited = campaign::audit(folder.path(), &limits)
            .map(|_| ())
            .expect_err(what)
            .to_string();
        for said in [merged, audited] {
            assert!(
                said.contains("bundle-2") && said.contains("regular file"),
                "{what}: {said}"
            );
        }
    };
    refused("a pipe");
    fs::remove_file(&path).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
    refused("a device");
}
