//! Job scripts for those who schedule: readable, and to be edited.

use crate::scan::Scan;
use crate::{Campaign, CampaignError};
use draft::sync_folder;
use queens::control::Limits;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cluster {
    /// Slurm: an array job.
    Slurm,
    /// HyperQueue: a job of many tasks.
    HyperQueue,
    /// Nobody: this machine works on all bundles at once.
    Local,
}

/// A job script.
#[derive(Clone, Debug)]
pub struct Script {
    /// Who schedules.
    pub cluster: Cluster,
    /// The command that shards come from, as an absolute path that all nodes know.
    pub program: PathBuf,
    /// Threads of a task.
    pub threads: usize,
    /// The longest that a task may take.
    pub time: Duration,
    /// The bundles, in order.
    pub bundles: Vec<u64>,
}

impl Script {
    /// The bundles of a campaign that miss units.
    ///
    /// # Errors
    /// The shards cannot be read; [`CampaignError::Stopped`] by a limit.
    pub fn missing(campaign: &Campaign, limits: &Limits) -> Result<Vec<u64>, CampaignError> {
        Ok(Scan::of(campaign, limits)?.missing(campaign))
    }

    /// Writes it into the folder of the campaign under a name that is free, and returns its path.
    ///
    /// # Errors
    /// The system refuses.
    pub fn write(&self, campaign: &Campaign) -> Result<PathBuf, CampaignError> {
        let folder = &campaign.folder;
        let folder = folder.canonicalize().map_err(CampaignError::io("find", folder))?;
        let name = match self.cluster {
            Cluster::Slurm => "slurm",
            Cluster::HyperQueue => "hyperqueue",
            Cluster::Local => "local",
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
        let words: &[&str] = match self.cluster {
            Cluster::Slurm => &["sbatch"],
            Cluster::HyperQueue => &["hq", "submit"],
            Cluster::Local => &["sh"],
        };
        words.iter().map(|&word| word.to_owned()).chain([script.display().to_string()]).collect()
    }

    /// Its text. A task ends by itself a tenth of its time before the scheduler would end it, so that the units that it
    /// finished are on disk.
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
             # Edit what your site wants (partition, account, memory); submit it again as often as you like: units that\n\
             # stand in a shard are not run twice.\n",
            self.bundles.len(),
            campaign.plan.bundles
        );
        match self.cluster {
            Cluster::Slurm => format!(
                "#!/bin/sh\n{about}\
                 #SBATCH --job-name={name}\n\
                 # One task a bundle. If the site allows fewer (scontrol show config | grep MaxArraySize), take parts.\n\
                 #SBATCH --array={bundles}\n\
                 #SBATCH --ntasks=1\n\
                 #SBATCH --cpus-per-task={threads}\n\
                 # In minutes.\n\
                 #SBATCH --time={minutes}\n\
                 # The signal by which a task ends cleanly, half a minute before it would be killed.\n\
                 #SBATCH --signal=B:TERM@30\n\
                 #SBATCH --output=\"{log}/slurm-%A-%a.log\"\n\
                 # The bundle is SLURM_ARRAY_TASK_ID. exec: so that the signal reaches the command.\n\
                 exec {program} campaign work {shards} --threads {threads} --time-limit {limit}s\n"
            ),
            Cluster::HyperQueue => format!(
                "#!/bin/sh\n{about}\
                 #HQ --name={name}\n\
                 #HQ --array={bundles}\n\
                 #HQ --cpus={threads}\n\
                 #HQ --time-limit={seconds}s\n\
                 # The bundle is HQ_TASK_ID.\n\
                 exec {program} campaign work {shards} --threads {threads} --time-limit {limit}s\n"
            ),
            Cluster::Local => {
                format!("#!/bin/sh\n{about}exec {program} campaign run {shards} --threads {}\n", self.threads)
            }
        }
    }
}

/// Numbers in order, as `0-3,7,9-10`.
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
    fn numbers_are_told_in_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(ranges(&[3]), "3");
    }
}
