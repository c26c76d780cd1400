//! Job scripts for schedulers, short enough to be edited.

use crate::claims::claimed_bundles;
use crate::index::missing_bundles;
use crate::run::CLAIM_INTERVAL;
use crate::{Campaign, CampaignError};
use draft::sync_folder;
use queens::control::Limits;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A scheduler of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm: an array job.
    Slurm,
    /// HyperQueue: a job of many tasks.
    HyperQueue,
    /// No scheduler: this machine works on all bundles.
    Local,
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
    /// Bundles, in order.
    pub bundles: Vec<u64>,
}

impl JobScript {
    /// Returns the bundles of a campaign with missing units: those on which no process works, and those on which one does.
    ///
    /// # Errors
    /// The shards cannot be read; [`CampaignError::Stopped`] by a limit.
    pub fn missing(campaign: &Campaign, limits: &Limits) -> Result<[Vec<u64>; 2], CampaignError> {
        let missing = missing_bundles(campaign, limits)?;
        let claimed = claimed_bundles(&campaign.folder, CLAIM_INTERVAL);
        let is_free = |bundle: &u64| claimed.binary_search(bundle).is_err();
        let (free, at_work) = missing.into_iter().partition(is_free);
        Ok([free, at_work])
    }

    /// Writes the script into the folder of the campaign under an unused name, and returns its path.
    ///
    /// # Errors
    /// A system error.
    pub fn write(&self, campaign: &Campaign) -> Result<PathBuf, CampaignError> {
        let folder = &campaign.folder;
        let folder = folder.canonicalize().map_err(CampaignError::io("find", folder))?;
        let name = match self.scheduler {
            Scheduler::Slurm => "slurm",
            Scheduler::HyperQueue => "hyperqueue",
            Scheduler::Local => "local",
        };
        let mut number = 1;
        loop {
            let path = folder.join(format!("submit-{name}-{number}.sh"));
            let failed = CampaignError::io("write", &path);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                file => {
                    let written = file.and_then(|mut file| {
                        file.write_all(self.text(campaign, &folder).as_bytes())?;
                        file.sync_all()?;
                        sync_folder(&folder)
                    });
                    return written.map(|()| path).map_err(failed);
                }
            }
        }
    }

    /// The command that hands it to the scheduler.
    #[must_use]
    pub fn command(&self, script: &Path) -> Vec<String> {
        let words: &[&str] = match self.scheduler {
            Scheduler::Slurm => &["sbatch"],
            Scheduler::HyperQueue => &["hq", "submit"],
            Scheduler::Local => &["sh"],
        };
        words.iter().map(|&word| word.to_owned()).chain([script.display().to_string()]).collect()
    }

    /// Returns the text. A task stops after nine tenths of its time, before the scheduler would kill it, so that its finished units
    /// are on disk.
    fn text(&self, campaign: &Campaign, folder: &Path) -> String {
        let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let (program, shards) = (quoted(&self.program), quoted(folder));
        let problem = campaign.plan.job.problem.lines().next().unwrap_or_default();
        let name = format!("queens-{}", &campaign.plan.sha256[..8]);
        let (bundles, threads) = (ranges(&self.bundles), self.threads.max(1));
        let seconds = self.time.as_secs().max(60);
        let limit = seconds - seconds / 10;
        let minutes = seconds.div_ceil(60);
        let log = folder.display();
        let about = format!(
            "# Units of the campaign {name}: {problem}, {} of {} bundles.\n\
             # Add what your site needs (partition, account, memory). The script can be submitted again and again: units\n\
             # in shards are not run twice.\n",
            self.bundles.len(),
            campaign.plan.bundles
        );
        match self.scheduler {
            Scheduler::Slurm => format!(
                "#!/bin/sh\n{about}\
                 #SBATCH --job-name={name}\n\
                 # One task a bundle. If the site allows fewer (scontrol show config | grep MaxArraySize), take parts.\n\
                 #SBATCH --array={bundles}\n\
                 #SBATCH --ntasks=1\n\
                 #SBATCH --cpus-per-task={threads}\n\
                 # In minutes.\n\
                 #SBATCH --time={minutes}\n\
# Signal that ends a task cleanly, half a minute before it would be killed.\n\
                 #SBATCH --signal=B:TERM@30\n\
                 #SBATCH --output=\"{log}/slurm-%A-%a.log\"\n\
                 # The bundle is SLURM_ARRAY_TASK_ID. exec: so that the signal reaches the command.\n\
                 exec {program} campaign work {shards} --threads {threads} --time-limit {limit}s\n"
            ),
            Scheduler::HyperQueue => format!(
                "#!/bin/sh\n{about}\
                 #HQ --name={name}\n\
                 #HQ --array={bundles}\n\
                 #HQ --cpus={threads}\n\
                 #HQ --time-limit={seconds}s\n\
                 # The bundle is HQ_TASK_ID.\n\
                 exec {program} campaign work {shards} --threads {threads} --time-limit {limit}s\n"
            ),
            Scheduler::Local => {
                format!("#!/bin/sh\n{about}exec {program} campaign run {shards} --threads {}\n", self.threads)
            }
        }
    }
}

/// Formats sorted numbers as `0-3,7,9-10`.
fn ranges(numbers: &[u64]) -> String {
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
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(ranges(&[3]), "3");
    }
}
