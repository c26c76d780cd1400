//! The state of Slurm, from its commands.

use super::work::BundleList;
use crate::exit::Failure;
use crate::input::bytes_of;
use campaign::{Campaign, JobScript, Scheduler};
use queens::control::Limits;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of a list of bundles that are read: more than one for a million tasks has.
const MAX_LIST_BYTES: u64 = 64 << 20;

/// Jobs of a campaign that wait or run.
#[derive(Debug, Default)]
pub(super) struct SlurmQueue {
    /// Bundles of their tasks.
    pub(super) bundles: BTreeSet<u64>,
    /// Numbers of their array jobs.
    pub(super) jobs: BTreeSet<String>,
    /// Name of a follow-up job that waits.
    pub(super) follow_up: Option<String>,
}

impl SlurmQueue {
    /// Reads the jobs that were submitted in the folder of the campaign. There are none if there is no Slurm here.
    ///
    /// # Errors
    /// `squeue` fails; a list of bundles is not valid.
    pub(super) fn of(campaign: &Campaign, limits: &Limits) -> Result<Self, Failure> {
        let mut queue = SlurmQueue::default();
        let Some(text) = output(&["squeue", "-h", "-r", "-o", "%j %K %F %T %Z"])? else { return Ok(queue) };
        let start = JobScript::job_name(campaign) + "-";
        // The same count may be in several folders.
        let folder = campaign.folder().canonicalize().map_err(Failure::input)?;
        let mut lists = BTreeMap::new();
        for line in text.lines() {
            let [name, task, job, state, place] = line.splitn(5, ' ').collect::<Vec<_>>()[..] else {
                continue;
            };
            let Some(script) = name.strip_prefix(&start).filter(|_| Path::new(place) == folder) else {
                continue;
            };
            if script.ends_with("-next") {
                if state == "PENDING" {
                    queue.follow_up = Some(name.to_owned());
                }
            } else if let (Ok(script), Ok(task)) = (script.parse(), task.parse::<usize>()) {
                if let Entry::Vacant(list) = lists.entry(script) {
                    list.insert(TaskList::read(campaign, script, limits)?);
                }
                queue.bundles.extend(lists[&script].bundles(task)?);
                queue.jobs.insert(job.to_owned());
            }
        }
        Ok(queue)
    }
}

/// The list of bundles of a script.
struct TaskList {
    path: PathBuf,
    lines: Vec<String>,
}

impl TaskList {
    fn read(campaign: &Campaign, number: u64, limits: &Limits) -> Result<Self, Failure> {
        let path = campaign.folder().join(JobScript::list_name(Scheduler::Slurm, number));
        let text = bytes_of(&path, MAX_LIST_BYTES, limits)?;
        Ok(TaskList { path, lines: String::from_utf8_lossy(&text).lines().map(str::to_owned).collect() })
    }

    /// Returns the bundles of a task, from 1 on.
    fn bundles(&self, task: usize) -> Result<Vec<u64>, Failure> {
        let failed = |reason: String| Failure::input(format!("{}: {reason}", self.path.display()));
        let line = task.checked_sub(1).and_then(|index| self.lines.get(index));
        let line = line.ok_or_else(|| failed(format!("it has no line {task}")))?;
        Ok(line.parse::<BundleList>().map_err(failed)?.bundles().collect())
    }
}

/// Returns the maximum number of tasks of an array job, if Slurm answers.
pub(super) fn max_tasks() -> Option<u64> {
    let config = output(&["scontrol", "show", "config"]).ok()??;
    let line = config.lines().find(|line| line.starts_with("MaxArraySize"))?;
    // The greatest number of a task is one less, and the first task is 1.
    line.split('=').nth(1)?.trim().parse::<u64>().ok().map(|size| size.saturating_sub(1).max(1))
}

/// Returns the names of the nodes that run on these hosts; none if Slurm does not answer.
pub(super) fn nodes_of(hosts: &[String]) -> Vec<String> {
    if hosts.is_empty() {
        return Vec::new();
    }
    let label = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let hosts: BTreeSet<String> = hosts.iter().map(|host| label(host)).collect();
    let text = output(&["sinfo", "-h", "-N", "-o", "%N %n"]).ok().flatten().unwrap_or_default();
    let nodes: BTreeSet<&str> = text
        .lines()
        .filter(|line| line.split_whitespace().any(|name| hosts.contains(&label(name))))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    nodes.into_iter().map(str::to_owned).collect()
}

/// Runs a command and returns its output; `None` if there is no such command.
fn output(words: &[&str]) -> Result<Option<String>, Failure> {
    let failed = |reason: String| Failure::input(format!("{} {reason}", words[0]));
    match Command::new(words[0]).args(&words[1..]).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(format!("cannot be started: {error}"))),
        Ok(output) if output.status.success() => {
            Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned()))
        }
        Ok(output) => {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(failed(format!("ended with {}: {message}", output.status)))
        }
    }
}
