//! Shards: files of one writer each, a header and a line a unit, on disk before anybody is told.

use crate::CampaignError;
use draft::sync_folder;
use queens::parallel::{Heading, Job, LONGEST_LINE, UnitRecord};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The schema of the headers of shards.
const SCHEMA: &str = "queens/shard/2";

/// How long a line may wait for the disk. With the time that the disk takes, less than 10 seconds of work are at risk.
const SYNC_AFTER: Duration = Duration::from_secs(5);

/// How many files of one run and one bundle may be there.
const MOST_ATTEMPTS: u64 = 10_000;

/// The first line of a shard: what its units belong to, and who ran them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The schema, with its version.
    pub(crate) schema: String,
    /// SHA-256 of the plan.
    pub plan: String,
    /// The bundle of all its units; none of a shard of units that were run again to verify others.
    pub bundle: Option<u64>,
    /// What is counted.
    #[serde(flatten)]
    pub job: Job,
    /// The version of the program.
    pub program: String,
    /// The instructions.
    pub kernel: String,
    /// How many threads worked.
    pub threads: usize,
    /// Where.
    #[serde(flatten)]
    pub machine: Machine,
    /// The name of the run: that of the scheduler's job, where there is one.
    pub run: String,
    /// Which try of the run.
    pub attempt: u64,
    /// When it began, in seconds since 1970 by the clock of the host; nothing is concluded from it.
    pub started: u64,
    /// Random number of the task that wrote it, of 16 hexadecimal digits: tasks of one job may begin on one host in the
    /// same second. `None` in shards of an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

impl Heading for ShardHeader {
    const SCHEMA: &'static str = SCHEMA;
    const BEFORE: &'static str = "queens/shard/1";

    fn schema(&self) -> &str {
        &self.schema
    }

    fn job(&self) -> &Job {
        &self.job
    }
}

impl ShardHeader {
    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        let bundle = self.bundle.map_or("verify".to_owned(), |bundle| format!("bundle-{bundle}"));
        format!("{bundle}.{}-{}.jsonl", self.run, self.attempt)
    }

    /// The bundle that the name of a file speaks of; none at all if it is not that of a shard.
    pub(crate) fn bundle_of_name(name: &str) -> Option<Option<u64>> {
        let (bundle, rest) = name.split_once('.')?;
        if !rest.ends_with(".jsonl") {
            return None;
        }
        match bundle.strip_prefix("bundle-") {
            Some(number) => number.parse().ok().map(Some),
            None => (bundle == "verify").then_some(None),
        }
    }
}

/// A computer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// Its processor.
    pub cpu: String,
}

impl Machine {
    /// This one. The processor is told by name on Linux, elsewhere by its architecture.
    #[must_use]
    pub fn here() -> Self {
        let told = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
        Machine { host: host(), cpu: told.unwrap_or_else(|| std::env::consts::ARCH.to_owned()) }
    }
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    "unknown".to_owned()
}

/// Where shards are written: the disk, or what stands for it in a test.
pub trait Storage: Sync {
    /// Makes a file that nobody has made before.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it is there; else what the system says.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>>;
}

/// A file that grows.
pub trait Sink: Send {
    /// Writes all of `bytes` at its end.
    ///
    /// # Errors
    /// A part of it may have been written. Nothing more is written to the file after that.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns when all that was written will outlast a loss of power.
    ///
    /// # Errors
    /// Nothing is known of what was written since the last time. Nothing more is written to the file after that.
    fn sync(&mut self) -> io::Result<()>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Storage for Disk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        if let Some(folder) = path.parent() {
            sync_folder(folder)?;
        }
        Ok(Box::new(file))
    }
}

impl Sink for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// A shard that is being written.
struct Open {
    sink: Box<dyn Sink>,
    name: String,
    /// When the first line was written that may not be on disk.
    waits_since: Option<Instant>,
    /// How many units are still to come.
    to_come: u64,
}

/// The one writer of the shards of a run: a file for each bundle, made with its first unit.
pub(crate) struct Writer<'w> {
    pub(crate) storage: &'w dyn Storage,
    pub(crate) folder: &'w Path,
    /// The header of all its shards, but for the bundle; the attempt is the first that may be free.
    pub(crate) header: ShardHeader,
    /// How many units of each bundle are to come.
    pub(crate) to_come: HashMap<Option<u64>, u64>,
}

impl Writer<'_> {
    /// Writes what comes until no more can come, and returns the names of the files when all is on disk.
    ///
    /// # Errors
    /// The first thing that went wrong; nothing is written after it.
    pub(crate) fn write(
        &self,
        units: &Receiver<(Option<u64>, UnitRecord)>,
    ) -> Result<Vec<String>, CampaignError> {
        let mut files: HashMap<Option<u64>, Open> = HashMap::new();
        let mut names = Vec::new();
        loop {
            let oldest = files.values().filter_map(|file| file.waits_since).min();
            let wait = oldest.map_or(Duration::MAX, |since| SYNC_AFTER.saturating_sub(since.elapsed()));
            let has_ended = match units.recv_timeout(wait) {
                Ok((bundle, record)) => {
                    let file = match files.entry(bundle) {
                        std::collections::hash_map::Entry::Occupied(file) => file.into_mut(),
                        std::collections::hash_map::Entry::Vacant(place) => {
                            let file = self.open(bundle)?;
                            names.push(file.name.clone());
                            place.insert(file)
                        }
                    };
                    self.append(file, &record.to_line())?;
                    file.to_come = file.to_come.saturating_sub(1);
                    if file.to_come == 0 {
                        self.sync(file)?;
                        files.remove(&bundle);
                    }
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            for file in files.values_mut() {
                if has_ended || file.waits_since.is_some_and(|since| since.elapsed() >= SYNC_AFTER) {
                    self.sync(file)?;
                }
            }
            if has_ended {
                names.sort();
                return Ok(names);
            }
        }
    }

    /// Makes the shard of a bundle, under a name that is free, with its header.
    fn open(&self, bundle: Option<u64>) -> Result<Open, CampaignError> {
        let mut header = ShardHeader { bundle, ..self.header.clone() };
        let last = header.attempt.saturating_add(MOST_ATTEMPTS);
        loop {
            let name = header.file_name();
            let path = self.folder.join(&name);
            match self.storage.create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && header.attempt < last => {
                    header.attempt += 1;
                }
                sink => {
                    let sink = sink.map_err(CampaignError::io("make", &path))?;
                    let to_come = self.to_come.get(&bundle).copied().unwrap_or(u64::MAX);
                    let mut file = Open { sink, name, waits_since: None, to_come };
                    self.append(&mut file, &header.to_line())?;
                    return Ok(file);
                }
            }
        }
    }

    fn append(&self, file: &mut Open, line: &[u8]) -> Result<(), CampaignError> {
        let path = self.folder.join(&file.name);
        if line.len() as u64 > LONGEST_LINE {
            let reason = format!("a line for {} is longer than {LONGEST_LINE} bytes", path.display());
            return Err(CampaignError::Input(reason));
        }
        file.sink.append(line).map_err(CampaignError::io("write to", &path))?;
        file.waits_since.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn sync(&self, file: &mut Open) -> Result<(), CampaignError> {
        if file.waits_since.take().is_some() {
            let path = self.folder.join(&file.name);
            file.sink.sync().map_err(CampaignError::io("write to", &path))?;
        }
        Ok(())
    }
}

/// The name of a run as it may stand in the name of a file.
pub(crate) fn label(run: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let label: String = run.chars().take(64).map(plain).collect();
    if label.is_empty() { "run".to_owned() } else { label }
}

impl ShardHeader {
    /// The header of a run.
    pub(crate) fn new(
        plan: &crate::Plan,
        options: &crate::RunOptions<'_>,
        kernel: &str,
        threads: usize,
    ) -> Self {
        ShardHeader {
            schema: SCHEMA.to_owned(),
            plan: plan.sha256.clone(),
            bundle: None,
            job: plan.job.clone(),
            program: crate::run::VERSION.to_owned(),
            kernel: kernel.to_owned(),
            threads,
            machine: options.machine.clone(),
            run: label(&options.name),
            attempt: options.attempt,
            started: options.started,
            // The standard library seeds each of these at random.
            task: Some(format!("{:016x}", RandomState::new().build_hasher().finish())),
        }
    }
}
