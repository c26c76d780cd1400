//! Job scripts for schedulers, short enough to be edited.

mod text;

use crate::claims::claimed_bundles;
use crate::run::{CLAIM_INTERVAL, PROGRAM_VERSION};
use crate::scan::Quarantine;
use crate::{Campaign, CampaignError, CampaignStatus};
use draft::sync_folder;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Folder of the logs of tasks, in that of the campaign.
pub const LOGS_FOLDER: &str = "logs";

/// Time at the end of a task in which it starts no more work, as a fraction of its time
/// limit.
const MARGIN_FRACTION: f64 = 0.1;

/// Least and greatest of these margins: time for a start, the last lines and their sync.
const MARGIN_SECONDS: (u64, u64) = (10, 120);

/// A scheduler of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm: an array job.
    Slurm,
    /// HyperQueue: a job of many tasks.
    HyperQueue,
    /// PBS Professional, OpenPBS: an array job.
    Pbs,
    /// Grid Engine: an array job.
    Sge,
    /// IBM Spectrum LSF: an array job.
    Lsf,
    /// HTCondor: a cluster of jobs.
    HtCondor,
    /// Kubernetes: an indexed job.
    Kubernetes,
    /// GNU parallel: this machine, or several by `ssh`.
    Parallel,
    /// No scheduler: this machine works on all bundles.
    Local,
}

impl Scheduler {
    /// Returns its name in options and file names.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Scheduler::Slurm => "slurm",
            Scheduler::HyperQueue => "hyperqueue",
            Scheduler::Pbs => "pbs",
            Scheduler::Sge => "sge",
            Scheduler::Lsf => "lsf",
            Scheduler::HtCondor => "htcondor",
            Scheduler::Kubernetes => "kubernetes",
            Scheduler::Parallel => "parallel",
            Scheduler::Local => "local",
        }
    }
}

/// A job script.
#[derive(Clone, Debug)]
pub struct JobScript {
    /// Scheduler that runs the script.
    pub scheduler: Scheduler,
    /// Absolute path of this program on all nodes.
    pub program: PathBuf,
    /// Threads of a task.
    pub threads: usize,
    /// Time limit of a task.
    pub time: Duration,
    /// Memory of a task in MiB; `None` for the default of the site.
    pub memory: Option<u64>,
    /// Maximum number of tasks at a time.
    pub throttle: Option<u64>,
    /// Nodes that run no task.
    pub exclude: Vec<String>,
    /// Options of the scheduler, such as `--partition=long`.
    pub options: Vec<String>,
    /// Bundles of each task, in order.
    pub tasks: Vec<Vec<u64>>,
    /// The job after the tasks, if there is one.
    pub follow_up: Option<FollowUp>,
}

/// A job that goes on after all tasks have ended.
#[derive(Clone, Debug)]
pub struct FollowUp {
    /// Arguments of this program.
    pub arguments: Vec<String>,
    /// Options of the scheduler for this job alone.
    pub options: Vec<String>,
}

/// The files of a job script, all in the folder of the campaign.
#[derive(Clone, Debug)]
pub struct WrittenScript {
    /// Name of the file that is submitted.
    pub job: String,
    /// Name of the file of the follow-up job.
    pub follow_up: Option<String>,
}

impl JobScript {
    /// Returns the bundles with missing units: those on which no process works, and those
    /// on which one does.
    #[must_use]
    pub fn open_bundles(campaign: &Campaign, status: &CampaignStatus) -> [Vec<u64>; 2] {
        let claimed = claimed_bundles(&campaign.folder, CLAIM_INTERVAL);
        let is_free = |bundle: &u64| claimed.binary_search(bundle).is_err();
        let (free, at_work) = status.open_bundles.iter().copied().partition(is_free);
        [free, at_work]
    }

    /// Returns the hosts on which this version of the program is quarantined.
    ///
    /// # Errors
    /// The quarantine is not valid; a system error.
    pub fn quarantined_hosts(campaign: &Campaign) -> Result<Vec<String>, CampaignError> {
        let hosts = Quarantine::read(campaign)?.set_aside.into_iter();
        Ok(hosts
            .filter(|aside| aside.program == PROGRAM_VERSION)
            .map(|aside| aside.host)
            .collect())
    }

    /// Divides bundles among at most `max_tasks` tasks, evenly and in order.
    #[must_use]
    pub fn divide(bundles: &[u64], max_tasks: u64) -> Vec<Vec<u64>> {
        let size = (bundles.len() as u64).div_ceil(max_tasks.max(1)).max(1);
        bundles
            .chunks(usize::try_from(size).unwrap_or(usize::MAX))
            .map(<[u64]>::to_vec)
            .collect()
    }

    /// Returns the start of the names of the campaign's jobs.
    #[must_use]
    pub fn job_name(campaign: &Campaign) -> String {
        let digest = &campaign.plan.sha256;
        format!("queens-{}", digest.get(..8).unwrap_or(digest))
    }

    /// Returns the name of the list of bundles of script `number`: line K has those of
    /// task K.
    #[must_use]
    pub fn list_name(scheduler: Scheduler, number: u64) -> String {
        format!("submit-{}-{number}.tasks", scheduler.id())
    }

    /// Returns the time after which a task starts no more work: its time limit without a
    /// margin.
    #[must_use]
    pub fn work_time(&self) -> Duration {
        let seconds = self.task_seconds();
        let margin = (seconds as f64 * MARGIN_FRACTION) as u64;
        Duration::from_secs(seconds - margin.clamp(MARGIN_SECONDS.0, MARGIN_SECONDS.1))
    }

    /// Returns the time limit in seconds. Slurm and LSF count minutes.
    fn task_seconds(&self) -> u64 {
        self.time.as_secs().max(60)
    }

    /// Writes the script into the folder of the campaign under unused names, and creates
    /// the folder of the logs.
    ///
    /// # Errors
    /// A path or an option that the scheduler cannot read in a script; a system error.
    pub fn write(&self, campaign: &Campaign) -> Result<WrittenScript, CampaignError> {
        let folder = &campaign.folder;
        let folder = folder
            .canonicalize()
            .map_err(CampaignError::io("find", folder))?;
        let logs = folder.join(LOGS_FOLDER);
        fs::create_dir_all(&logs).map_err(CampaignError::io("create", &logs))?;
        let lines = self
            .tasks
            .iter()
            .map(|bundles| write_ranges(bundles) + "\n");
        let list = lines.collect::<String>();
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            write_new(&path, text).map_err(CampaignError::io("write", &path))
        };
        let mut number = 1;
        let (job, follow_up) = loop {
            let ScriptFiles {
                job,
                shell,
                follow_up,
            } = self.write_files(campaign, &folder, number)?;
            match write(&job.0, &job.1) {
                Err(CampaignError::Io { source, .. })
                    if source.kind() == io::ErrorKind::AlreadyExists =>
                {
                    number += 1;
                    continue;
                }
                written => written?,
            }
            for (name, text) in shell.iter().chain(&follow_up) {
                write(name, text)?;
            }
            break (job.0, follow_up.map(|file| file.0));
        };
        if self.scheduler != Scheduler::Local {
            write(&Self::list_name(self.scheduler, number), &list)?;
        }
        sync_folder(&folder).map_err(CampaignError::io("write in", &folder))?;
        Ok(WrittenScript { job, follow_up })
    }

    /// Returns the command that hands it to the scheduler, in the folder of the campaign.
    #[must_use]
    pub fn command(&self, script: &str) -> Vec<String> {
        let words: &[&str] = match self.scheduler {
            Scheduler::Slurm => &["sbatch", "--parsable"],
            Scheduler::HyperQueue => &["hq", "submit"],
            Scheduler::Pbs | Scheduler::Sge => &["qsub"],
            // It reads the script from standard input.
            Scheduler::Lsf => &["bsub", "<"],
            Scheduler::HtCondor => &["condor_submit"],
            Scheduler::Kubernetes => &["kubectl", "apply", "-f"],
            Scheduler::Parallel | Scheduler::Local => &["sh"],
        };
        words
            .iter()
            .copied()
            .chain([script])
            .map(str::to_owned)
            .collect()
    }
}

/// Names and texts of the files of a job script.
struct ScriptFiles {
    /// The file that is submitted.
    job: (String, String),
    /// The script that it names, if it is no script itself.
    shell: Option<(String, String)>,
    follow_up: Option<(String, String)>,
}

/// Writes a file that does not exist yet.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Formats sorted numbers as `0-3,7,9-10`.
fn write_ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words = runs.map(|run| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers_as_ranges() {
        assert_eq!(write_ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(write_ranges(&[3]), "3");
    }

    #[test]
    fn divides_bundles_among_tasks() {
        let bundles: Vec<u64> = (0..2001).collect();
        let tasks = JobScript::divide(&bundles, 1000);
        assert_eq!(
            (tasks.len(), tasks[0].len(), tasks.concat()),
            (667, 3, bundles)
        );
        assert_eq!(JobScript::divide(&[4, 7], 1000), [[4], [7]]);
        assert!(JobScript::divide(&[], 1000).is_empty());
    }
}
