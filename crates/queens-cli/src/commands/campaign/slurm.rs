//! The state of Slurm, from its commands.

use super::work::BundleList;
use crate::child::{self, ChildError};
use crate::exit::Failure;
use crate::input::bytes_of;
use campaign::{Campaign, JobScript, Scheduler};
use queens::control::Limits;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    /// Reads the jobs that were submitted in the folder of the campaign. There are none
    /// if there is no Slurm here.
    ///
    /// # Errors
    /// `squeue` fails; a list of bundles is not valid.
    pub(super) fn from_campaign(
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let mut queue = SlurmQueue::default();
        let Some(text) =
            read_output(&["squeue", "-h", "-r", "-o", "%j %K %F %T %Z"], limits)?
        else {
            return Ok(queue);
        };
        let start = JobScript::job_name(campaign) + "-";
        // The same count may be in several folders.
        let folder = campaign.folder().canonicalize().map_err(Failure::input)?;
        let mut lists = BTreeMap::new();
        for line in text.lines() {
            let [name, task, job, state, place] =
                line.splitn(5, ' ').collect::<Vec<_>>()[..]
            else {
                continue;
            };
            let Some(script) = name
                .strip_prefix(&start)
                .filter(|_| Path::new(place) == folder)
            else {
                continue;
            };
            if script.ends_with("-next") {
                if state == "PENDING" {
                    queue.follow_up = Some(name.to_owned());
                }
            } else if let (Ok(script), Ok(task)) = (script.parse(), task.parse::<usize>())
            {
                if let Entry::Vacant(list) = lists.entry(script) {
                    list.insert(TaskList::read_file(campaign, script, limits)?);
                }
                queue.bundles.extend(lists[&script].bundles_of_task(task)?);
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
    fn read_file(
        campaign: &Campaign,
        number: u64,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let path = campaign
            .folder()
            .join(JobScript::list_name(Scheduler::Slurm, number));
        let text = bytes_of(&path, MAX_LIST_BYTES, limits)?;
        Ok(TaskList {
            path,
            lines: String::from_utf8_lossy(&text)
                .lines()
                .map(str::to_owned)
                .collect(),
        })
    }

    /// Returns the bundles of a task, from 1 on.
    fn bundles_of_task(&self, task: usize) -> Result<Vec<u64>, Failure> {
        let failed =
            |reason: String| Failure::input(format!("{}: {reason}", self.path.display()));
        let line = task.checked_sub(1).and_then(|index| self.lines.get(index));
        let line = line.ok_or_else(|| failed(format!("it has no line {task}")))?;
        Ok(line
            .parse::<BundleList>()
            .map_err(failed)?
            .bundles()
            .collect())
    }
}

/// Returns the maximum number of tasks of an array job; `None` if there is no Slurm here,
/// or it names none.
///
/// # Errors
/// `scontrol` fails.
pub(super) fn max_tasks(limits: &Limits) -> Result<Option<u64>, Failure> {
    let config =
        read_output(&["scontrol", "show", "config"], limits)?.unwrap_or_default();
    let size = config
        .lines()
        .find_map(|line| line.strip_prefix("MaxArraySize")?.split('=').nth(1));
    // The greatest number of a task is one less, and the first task is 1.
    let size = size.and_then(|size| size.trim().parse::<u64>().ok());
    Ok(size.map(|size| size.saturating_sub(1).max(1)))
}

/// Returns the names of the nodes that run on these hosts; none if there is no Slurm
/// here.
///
/// # Errors
/// `sinfo` fails.
pub(super) fn nodes_of(
    hosts: &[String],
    limits: &Limits,
) -> Result<Vec<String>, Failure> {
    if hosts.is_empty() {
        return Ok(Vec::new());
    }
    let label = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let hosts: BTreeSet<String> = hosts.iter().map(|host| label(host)).collect();
    let text =
        read_output(&["sinfo", "-h", "-N", "-o", "%N %n"], limits)?.unwrap_or_default();
    let nodes: BTreeSet<&str> = text
        .lines()
        .filter(|line| {
            line.split_whitespace()
                .any(|name| hosts.contains(&label(name)))
        })
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    Ok(nodes.into_iter().map(str::to_owned).collect())
}

/// Removes the mail at the end of a job. Without that, there is a mail too many.
pub(super) fn silence_mail(job: &str, limits: &Limits) {
    let _ = read_output(
        &[
            "scontrol",
            "update",
            &format!("jobid={job}"),
            "mailtype=FAIL",
        ],
        limits,
    );
}

/// Runs a command and returns its output; `None` if there is no such command.
fn read_output(words: &[&str], limits: &Limits) -> Result<Option<String>, Failure> {
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match child::run_child(&mut command, Some(child::ANSWER_TIME), limits) {
        Ok(end) if end.status.success() => Ok(Some(end.stdout)),
        Ok(end) => {
            let reason = format!("{} ended with {}: {}", words[0], end.status, end.stderr.trim());
            Err(Failure::input(reason))
        }
        Err(ChildError::Missing(_)) => Ok(None),
        Err(error) => Err(error.with_way_out(
            "submit again when Slurm answers, or use --write-only and submit the script by hand",
        )),
    }
}
