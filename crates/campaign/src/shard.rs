//! Shards: files with one writer each, a header and a line for each unit.

use crate::unfinished::{UnfinishedUnit, UnfinishedWriter};
use crate::{Campaign, CampaignError};
use draft::sync_folder;
use queens::control::lock;
use queens::parallel::{Heading, Job, LONGEST_LINE, UnitRecord};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Schema of the headers of shards.
const SHARD_SCHEMA: &str = "queens/shard/2";

/// Maximum time until a line is synced. With the time of the sync, less than 10 seconds
/// of work are at risk.
const MAX_UNSYNCED_TIME: Duration = Duration::from_secs(5);

/// Maximum number of files of one run and one bundle.
const MAX_ATTEMPTS: u64 = 10_000;

/// First line of a shard: the count that its units belong to, and their origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Schema, with its version.
    pub(crate) schema: String,
    /// SHA-256 of the plan.
    pub plan: String,
    /// Bundle of all its units; `None` in the shard of a verification.
    pub bundle: Option<u64>,
    /// The count.
    #[serde(flatten)]
    pub job: Job,
    /// Version of the program.
    pub program: String,
    /// Kernel: the instructions that were used.
    pub kernel: String,
    /// Number of threads.
    pub threads: usize,
    /// Machine that ran the units.
    #[serde(flatten)]
    pub machine: Machine,
    /// Name of the run: that of the scheduler's job, if there is one.
    pub run: String,
    /// Number of the attempt.
    pub attempt: u64,
    /// Start in seconds since 1970, by the clock of the host; for information only.
    pub started: u64,
    /// Random number of the task in 16 hexadecimal digits, because tasks of one job may
    /// start on one host in the same second. `None` in shards of an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

impl Heading for ShardHeader {
    const SCHEMA: &'static str = SHARD_SCHEMA;
    const OLDER: &'static [&'static str] = &["queens/shard/1"];

    fn schema(&self) -> &str {
        &self.schema
    }

    fn job(&self) -> &Job {
        &self.job
    }
}

impl ShardHeader {
    /// Returns true if an older version wrote it, whose units may have no residues of
    /// their figures.
    pub(crate) fn is_old(&self) -> bool {
        ShardHeader::OLDER.contains(&&*self.schema)
    }

    /// Returns the name of its file; the units are those of `bundle`.
    pub(crate) fn file_name(&self, bundle: u64) -> String {
        let kind = if self.bundle.is_some() {
            "bundle"
        } else {
            "verify"
        };
        format!("{kind}-{bundle}.{}-{}.jsonl", self.run, self.attempt)
    }

    /// Returns the bundle in the name of a file (`None` within for a verification), or
    /// `None` if it is not the name of a shard.
    pub(crate) fn bundle_of_name(name: &str) -> Option<Option<u64>> {
        let (bundle, rest) = name.split_once('.')?;
        if !rest.ends_with(".jsonl") {
            return None;
        }
        match bundle.strip_prefix("bundle-") {
            Some(number) => number.parse().ok().map(Some),
            None => (bundle == "verify" || Self::verified_bundle_of_name(name).is_some())
                .then_some(None),
        }
    }

    /// Returns the bundle whose units are run again in the file with this name. Older
    /// versions wrote all units of a verification into one file, whose name has no
    /// bundle.
    pub(crate) fn verified_bundle_of_name(name: &str) -> Option<u64> {
        name.strip_prefix("verify-")?
            .split_once('.')?
            .0
            .parse()
            .ok()
    }

    /// Returns true if a shard with this header can have this name. Numbers have no
    /// leading zeros, so that no two names mean the same bundle.
    pub(crate) fn can_be_named(&self, name: &str) -> bool {
        let beginning = match (self.bundle, Self::verified_bundle_of_name(name)) {
            (Some(bundle), _) => format!("bundle-{bundle}."),
            (None, Some(bundle)) => format!("verify-{bundle}."),
            (None, None) => "verify.".to_owned(),
        };
        name.starts_with(&beginning)
    }
}

/// A computer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Machine {
    /// Name of the host.
    pub host: String,
    /// Name of its processor.
    pub cpu: String,
}

impl Machine {
    /// Returns this machine. The processor is a model name on Linux, elsewhere an
    /// architecture.
    #[must_use]
    pub fn here() -> Self {
        let model = std::fs::read_to_string("/proc/cpuinfo")
            .ok()
            .and_then(|text| {
                let line = text.lines().find(|line| line.starts_with("model name"))?;
                Some(line.split_once(':')?.1.trim().to_owned())
            });
        Machine {
            host: host_name(),
            cpu: model.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        }
    }
}

#[cfg(unix)]
fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

#[cfg(not(unix))]
fn host_name() -> String {
    "unknown".to_owned()
}

/// Storage for shards: the disk, or a simulation in a test.
pub trait ShardStorage: Sync {
    /// Creates a new file.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is one; other system errors.
    fn create(&self, path: &Path) -> io::Result<Box<dyn ShardSink>>;
}

/// An append-only file.
pub trait ShardSink: Send {
    /// Appends all of `bytes`.
    ///
    /// # Errors
    /// A part may have been written. The file must not be written afterwards.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Syncs the file: when this returns, everything written survives a power failure.
    ///
    /// # Errors
    /// The state of everything since the last sync is unknown. The file must not be
    /// written afterwards.
    fn sync(&mut self) -> io::Result<()>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskStorage;

impl ShardStorage for DiskStorage {
    fn create(&self, path: &Path) -> io::Result<Box<dyn ShardSink>> {
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)?;
        if let Some(folder) = path.parent() {
            sync_folder(folder)?;
        }
        Ok(Box::new(file))
    }
}

impl ShardSink for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Result for a run to write.
pub(crate) enum UnitLine {
    /// A finished unit, for a shard.
    Finished(UnitRecord),
    /// A unit in progress, for the file beside the shards.
    Unfinished(UnfinishedUnit),
}

/// A shard that is being written.
struct OpenShard {
    sink: Box<dyn ShardSink>,
    name: String,
    /// Time of the first unsynced line.
    unsynced_since: Option<Instant>,
    /// Number of remaining units.
    remaining: u64,
}

/// Writer of all shards of a run: a file for each bundle, created with its first unit.
pub(crate) struct ShardWriter<'w> {
    pub(crate) storage: &'w dyn ShardStorage,
    pub(crate) campaign: &'w Campaign,
    /// Header of all its shards, except for the bundle; the attempt is the first one to
    /// try.
    pub(crate) header: ShardHeader,
    /// Number of remaining units of each bundle. That of a bundle is there before its
    /// first unit.
    pub(crate) remaining: &'w Mutex<HashMap<u64, u64>>,
    /// Called for a bundle when all of its units are on disk.
    pub(crate) completed: &'w (dyn Fn(u64) + Sync),
    /// True for shards of a verification.
    pub(crate) are_verifications: bool,
}

impl ShardWriter<'_> {
    /// Writes all received units, and returns the names of the files when everything is
    /// on disk.
    ///
    /// # Errors
    /// The first error, after which nothing is written.
    pub(crate) fn write_units(
        &self,
        lines: &Receiver<(u64, UnitLine)>,
    ) -> Result<Vec<String>, CampaignError> {
        let mut files: HashMap<u64, OpenShard> = HashMap::new();
        let mut in_progress = UnfinishedWriter::new(
            self.campaign,
            self.header.clone(),
            self.are_verifications,
        );
        let mut names = Vec::new();
        loop {
            let oldest = files.values().filter_map(|file| file.unsynced_since).min();
            let wait = oldest.map_or(Duration::MAX, |since| {
                MAX_UNSYNCED_TIME.saturating_sub(since.elapsed())
            });
            let has_ended = match lines.recv_timeout(wait) {
                Ok((bundle, UnitLine::Unfinished(unit))) => {
                    in_progress.keep_segments(bundle, unit)?;
                    false
                }
                Ok((bundle, UnitLine::Finished(record))) => {
                    let file = match files.entry(bundle) {
                        std::collections::hash_map::Entry::Occupied(file) => {
                            file.into_mut()
                        }
                        std::collections::hash_map::Entry::Vacant(place) => {
                            let file = self.open_shard(bundle)?;
                            names.push(file.name.clone());
                            place.insert(file)
                        }
                    };
                    self.append_line(file, &record.to_line())?;
                    file.remaining = file.remaining.saturating_sub(1);
                    in_progress.forget_unit(bundle, record.unit);
                    if file.remaining == 0 {
                        self.sync_file(file)?;
                        files.remove(&bundle);
                        in_progress.remove_files(bundle);
                        (self.completed)(bundle);
                    }
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            for file in files.values_mut() {
                if has_ended
                    || file
                        .unsynced_since
                        .is_some_and(|since| since.elapsed() >= MAX_UNSYNCED_TIME)
                {
                    self.sync_file(file)?;
                }
            }
            if has_ended {
                names.sort();
                return Ok(names);
            }
        }
    }

    /// Creates the shard of a bundle under an unused name, with its header.
    fn open_shard(&self, bundle: u64) -> Result<OpenShard, CampaignError> {
        let of_counts = (!self.are_verifications).then_some(bundle);
        let mut header = ShardHeader {
            bundle: of_counts,
            ..self.header.clone()
        };
        let last = header.attempt.saturating_add(MAX_ATTEMPTS);
        loop {
            let name = header.file_name(bundle);
            let path = self.campaign.folder.join(&name);
            match self.storage.create(&path) {
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists
                        && header.attempt < last =>
                {
                    header.attempt += 1;
                }
                sink => {
                    let sink = sink.map_err(CampaignError::io("create", &path))?;
                    let remaining = lock(self.remaining);
                    let remaining = remaining.get(&bundle).copied().unwrap_or(u64::MAX);
                    let mut file = OpenShard {
                        sink,
                        name,
                        unsynced_since: None,
                        remaining,
                    };
                    self.append_line(&mut file, &header.to_line())?;
                    return Ok(file);
                }
            }
        }
    }

    fn append_line(
        &self,
        file: &mut OpenShard,
        line: &[u8],
    ) -> Result<(), CampaignError> {
        let path = self.campaign.folder.join(&file.name);
        if line.len() as u64 > LONGEST_LINE {
            let reason = format!(
                "a line for {} is longer than {LONGEST_LINE} bytes",
                path.display()
            );
            return Err(CampaignError::Input(reason));
        }
        file.sink
            .append(line)
            .map_err(CampaignError::io("write to", &path))?;
        file.unsynced_since.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn sync_file(&self, file: &mut OpenShard) -> Result<(), CampaignError> {
        if file.unsynced_since.take().is_some() {
            let path = self.campaign.folder.join(&file.name);
            file.sink
                .sync()
                .map_err(CampaignError::io("write to", &path))?;
        }
        Ok(())
    }
}

/// Returns the name of a run with only the characters allowed in the name of a file.
pub(crate) fn run_label(run: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    let label: String = run.chars().take(64).map(plain).collect();
    if label.is_empty() {
        "run".to_owned()
    } else {
        label
    }
}

impl ShardHeader {
    /// Returns the header of a run.
    pub(crate) fn new(
        plan: &crate::CampaignPlan,
        options: &crate::CampaignRunOptions<'_>,
        kernel: &str,
        threads: usize,
    ) -> Self {
        ShardHeader {
            schema: SHARD_SCHEMA.to_owned(),
            plan: plan.sha256.clone(),
            bundle: None,
            job: plan.job.clone(),
            program: crate::run::PROGRAM_VERSION.to_owned(),
            kernel: kernel.to_owned(),
            threads,
            machine: options.machine.clone(),
            run: run_label(&options.name),
            attempt: options.attempt,
            started: options.started,
            // The standard library seeds each of these at random.
            task: Some(format!(
                "{:016x}",
                RandomState::new().build_hasher().finish()
            )),
        }
    }
}
