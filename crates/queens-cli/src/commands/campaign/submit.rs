//! `queens campaign submit`: job scripts, and jobs that run a campaign to its end.

use super::slurm::{self, SlurmQueue};
use super::{CampaignFailure, FolderArgs, audit_all, merge_all, open_campaign};
use crate::args::{TableFormat, parse_duration, parse_threads, whole_number};
use crate::child::{self, ChildError};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::several;
use campaign::{Campaign, CampaignStatus, FollowUp, JobScript, Scheduler};
use clap::{Args, ValueEnum};
use queens::control::{Limits, split_before};
use queens::document::about;
use queens::simd::Kernel;
use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of tasks of a job if neither the user nor Slurm names one.
const DEFAULT_MAX_TASKS: u64 = 1000;

/// Memory that sites usually give to each processor of a task, in MiB.
const USUAL_MEBIBYTES: u64 = 1024;

/// Time for which a follow-up job waits until the claims of killed tasks expire, and
/// until it sees the shards of other nodes.
const SETTLE_TIME: &str = "120s";

/// Interval between two looks at the folder meanwhile.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchedulerChoice {
    Slurm,
    Hyperqueue,
    Pbs,
    Sge,
    Lsf,
    Htcondor,
    Kubernetes,
    Parallel,
    Local,
}

impl From<SchedulerChoice> for Scheduler {
    fn from(choice: SchedulerChoice) -> Self {
        match choice {
            SchedulerChoice::Slurm => Scheduler::Slurm,
            SchedulerChoice::Hyperqueue => Scheduler::HyperQueue,
            SchedulerChoice::Pbs => Scheduler::Pbs,
            SchedulerChoice::Sge => Scheduler::Sge,
            SchedulerChoice::Lsf => Scheduler::Lsf,
            SchedulerChoice::Htcondor => Scheduler::HtCondor,
            SchedulerChoice::Kubernetes => Scheduler::Kubernetes,
            SchedulerChoice::Parallel => Scheduler::Parallel,
            SchedulerChoice::Local => Scheduler::Local,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct SubmitArgs {
    /// The folder of the campaign, which all nodes see
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Scheduler; parallel (GNU parallel) and local run the script on this machine now
    #[arg(long, value_name = "SCHEDULER")]
    engine: SchedulerChoice,
    /// No longer needed: bundles without missing units are always left out
    #[arg(long, hide = true)]
    missing: bool,
    /// Number of threads of each task
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: usize,
    /// Time limit of each task (at least 1m)
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_duration)]
    task_time: Duration,
    /// Memory of each task, such as 500M or 2G; the default is that of the site, or what
    /// the engine needs if that is more than 1G a thread
    #[arg(long, value_name = "SIZE", value_parser = parse_mebibytes)]
    task_memory: Option<u64>,
    /// Maximum number of tasks that run at the same time
    #[arg(long, value_name = "NUMBER", value_parser = positive_number, allow_negative_numbers = true)]
    throttle: Option<u64>,
    /// Maximum number of tasks of a job; with more bundles, a task works on several; the
    /// default is that of Slurm, or 1000
    #[arg(long, value_name = "NUMBER", value_parser = positive_number, allow_negative_numbers = true)]
    max_tasks: Option<u64>,
    /// Address to which Slurm sends a mail at the end of the campaign
    #[arg(long, value_name = "ADDRESS")]
    mail_user: Option<String>,
    /// Events of which Slurm sends a mail: END is the end of the campaign, FAIL a failure
    /// that stops it
    #[arg(
        long,
        value_name = "TYPES",
        default_value = "END,FAIL",
        requires = "mail_user"
    )]
    mail_type: String,
    /// Only write the script; you can edit it and submit it yourself
    #[arg(long)]
    write_only: bool,
    /// Go on after the tasks of the last job; wait so long for claims to expire and
    /// shards to appear
    #[arg(long, hide = true, value_name = "TIME", value_parser = parse_duration)]
    follow_up: Option<Duration>,
    /// Number of units that were done before these tasks
    #[arg(long, hide = true, requires = "follow_up")]
    units_before: Option<u64>,
    /// Number of segments of other units that were done before these tasks
    #[arg(long, hide = true, requires = "units_before", default_value_t = 0)]
    segments_before: u64,
    /// Options of the scheduler, written into the script: -- --partition=long --account=chess
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

/// Parses a size of memory in MiB.
fn parse_mebibytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = split_before(text, |c| !c.is_ascii_digit());
    let factor = match unit.to_ascii_uppercase().as_str() {
        "M" | "MB" | "MIB" => Some(1),
        "G" | "GB" | "GIB" => Some(1024),
        _ => None,
    };
    let size =
        factor.and_then(|factor: u64| digits.parse::<u64>().ok()?.checked_mul(factor));
    size.filter(|&size| size > 0)
        .ok_or_else(|| format!("'{text}' is not a size of memory: use 500M or 2G"))
}

/// Parses a whole number from 1.
fn positive_number(text: &str) -> Result<u64, String> {
    whole_number(text)
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| format!("'{text}' is not a number from 1 on"))
}

/// Bundles with missing units, and what works on the others.
struct OpenBundles {
    status: CampaignStatus,
    queue: SlurmQueue,
    /// Bundles on which nothing works.
    free: Vec<u64>,
    /// Number of bundles with a claim of a process that is not a task in the queue.
    claimed: u64,
    /// Number of bundles of tasks that wait or run.
    queued: u64,
}

impl OpenBundles {
    fn from_campaign(
        campaign: &Campaign,
        args: &SubmitArgs,
        console: &Console,
    ) -> Result<Self, CampaignFailure> {
        let queue = match args.engine {
            SchedulerChoice::Slurm => answer_or_default(
                SlurmQueue::from_campaign(campaign, &console.settings().limits),
                args,
            )?,
            _ => SlurmQueue::default(),
        };
        let status = CampaignStatus::from_campaign(campaign, &console.settings().limits)?;
        let [mut free, mut claimed] = JobScript::open_bundles(campaign, &status);
        let all = free.len() + claimed.len();
        free.retain(|bundle| !queue.bundles.contains(bundle));
        claimed.retain(|bundle| !queue.bundles.contains(bundle));
        let queued = (all - free.len() - claimed.len()) as u64;
        Ok(OpenBundles {
            status,
            queue,
            free,
            claimed: claimed.len() as u64,
            queued,
        })
    }

    /// Returns true if the tasks of the last job have finished neither a unit nor a
    /// segment.
    fn has_no_progress(&self, args: &SubmitArgs) -> bool {
        args.units_before == Some(self.status.done)
            && args.segments_before == self.status.segments
    }

    /// Reads them. A follow-up job waits while there are claims, which may be those of
    /// killed tasks, and while its tasks seem to have done nothing, because a network
    /// file system shows new files late.
    fn list_settled(
        campaign: &Campaign,
        args: &SubmitArgs,
        console: &Console,
    ) -> Result<Self, CampaignFailure> {
        let since = Instant::now();
        loop {
            let open = Self::from_campaign(campaign, args, console)?;
            let is_settled = open.claimed == 0 && !open.has_no_progress(args);
            if is_settled || args.follow_up.is_none_or(|time| since.elapsed() >= time) {
                return Ok(open);
            }
            thread::sleep(FOLDER_POLL_INTERVAL);
            console.settings().limits.check().map_err(Failure::from)?;
        }
    }

    fn print_bundles(&self, console: &Console) {
        for (bundles, reason) in [
            (self.queued, "their tasks wait or run in Slurm"),
            (self.claimed, "processes work on them"),
        ] {
            if bundles > 0 {
                console.say(format!("{} left out: {reason}", several(bundles, "bundle")));
            }
        }
        for fault in &self.status.faults {
            console.warn(format!("error: a merge refuses {fault}"));
        }
    }
}

/// Returns an answer of Slurm. A script that is only written does without: Slurm may be
/// on another machine.
fn answer_or_default<T: Default>(
    answer: Result<T, Failure>,
    args: &SubmitArgs,
) -> Result<T, Failure> {
    match answer {
        Err(Failure::Stopped(stop)) => Err(stop.into()),
        Err(_) if args.write_only => Ok(T::default()),
        answer => answer,
    }
}

pub(super) fn run_submit(
    args: &SubmitArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let scheduler = Scheduler::from(args.engine);
    check_options(args, scheduler)?;
    let campaign = open_campaign(&args.folder, Kernel::Auto)?;
    let open = OpenBundles::list_settled(&campaign, args, console)?;
    open.print_bundles(console);
    if open.status.open_bundles.is_empty() {
        return finish_campaign(args, console);
    }
    if let (true, Some(name)) = (args.follow_up.is_some(), &open.queue.follow_up) {
        console.say(format!("the job {name} goes on"));
        return Ok(Exit::Answered);
    }
    if open.free.is_empty() && (args.follow_up.is_none() || open.queue.jobs.is_empty()) {
        return match args.follow_up.is_some() {
            true => Err(Failure::input(
                "other processes work on all bundles: submit again when they end",
            )
            .into()),
            false => Ok(Exit::Answered),
        };
    }
    if !open.free.is_empty() && open.has_no_progress(args) {
        let reason = "the tasks of the last job finished no unit: read their logs, and submit again with more --task-time";
        return Err(Failure::input(reason).into());
    }
    let script = make_script(
        args,
        scheduler,
        &campaign,
        &open,
        &console.settings().limits,
    )?;
    warn_of_long_tasks(&script, &open, console);
    hand_over(args, &script, &campaign, &open, console)
}

/// Refuses options that a scheduler cannot take.
fn check_options(args: &SubmitArgs, scheduler: Scheduler) -> Result<(), Failure> {
    let runs = matches!(
        scheduler,
        Scheduler::Slurm
            | Scheduler::HyperQueue
            | Scheduler::Sge
            | Scheduler::Parallel
            | Scheduler::Local
    );
    if !runs && !args.write_only {
        let id = scheduler.id();
        return Err(Failure::input(format!(
            "scripts for {id} are written, not submitted: add --write-only"
        )));
    }
    if args.mail_user.is_some() && scheduler != Scheduler::Slurm {
        return Err(Failure::input(
            "--mail-user is an option of Slurm: use --engine slurm",
        ));
    }
    if !args.options.is_empty()
        && matches!(scheduler, Scheduler::Kubernetes | Scheduler::Local)
    {
        let id = scheduler.id();
        return Err(Failure::input(format!(
            "{id} takes no options after --: edit the script"
        )));
    }
    Ok(())
}

/// Adds up a campaign of which no unit is missing.
fn finish_campaign(
    args: &SubmitArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    if args.write_only {
        console.say("no unit is missing: `queens campaign merge` adds them up");
        return Ok(Exit::Answered);
    }
    console.say("no unit is missing: adding them up");
    let folder = FolderArgs {
        folder: args.folder.clone(),
        format: TableFormat::Text,
    };
    match merge_all(&folder, console)? {
        Exit::Answered => audit_all(&folder, console),
        exit => Ok(exit),
    }
}

fn make_script(
    args: &SubmitArgs,
    scheduler: Scheduler,
    campaign: &Campaign,
    open: &OpenBundles,
    limits: &Limits,
) -> Result<JobScript, CampaignFailure> {
    let is_slurm = scheduler == Scheduler::Slurm;
    let max_tasks = match (args.max_tasks, scheduler) {
        (Some(tasks), _) => tasks,
        (None, Scheduler::Slurm) => answer_or_default(slurm::max_tasks(limits), args)?
            .unwrap_or(DEFAULT_MAX_TASKS),
        (None, Scheduler::HyperQueue | Scheduler::Parallel) => u64::MAX,
        (None, _) => DEFAULT_MAX_TASKS,
    };
    let exclude = match is_slurm {
        true => answer_or_default(
            slurm::nodes_of(&JobScript::quarantined_hosts(campaign)?, limits),
            args,
        )?,
        false => Vec::new(),
    };
    Ok(JobScript {
        scheduler,
        program: env::current_exe()?,
        threads: args.threads,
        time: args.task_time,
        memory: args
            .task_memory
            .or_else(|| large_memory(campaign, args.threads)),
        throttle: args.throttle,
        exclude,
        options: args.options.clone(),
        tasks: JobScript::divide(&open.free, max_tasks),
        follow_up: (is_slurm && open.queue.follow_up.is_none())
            .then(|| follow_up(args, &open.status)),
    })
}

/// Returns the memory of a task in MiB, with a quarter to spare, if the engine needs more
/// than sites usually give.
fn large_memory(campaign: &Campaign, threads: usize) -> Option<u64> {
    let bytes = campaign.decomposition().work.memory_bytes(threads)?;
    let mebibytes = (bytes + bytes / 4) >> 20;
    (mebibytes > USUAL_MEBIBYTES.saturating_mul(threads as u64)).then_some(mebibytes)
}

/// Returns the job after the tasks, which runs this command again with the same options.
fn follow_up(args: &SubmitArgs, status: &CampaignStatus) -> FollowUp {
    let mut arguments: Vec<String> = ["campaign", "submit", ".", "--engine", "slurm"]
        .map(str::to_owned)
        .into();
    let mut add = |name: &str, value: Option<String>| {
        arguments.extend(
            value
                .map(|value| [name.to_owned(), value])
                .into_iter()
                .flatten(),
        );
    };
    add("--threads", Some(args.threads.to_string()));
    add(
        "--task-time",
        Some(format!("{}s", args.task_time.as_secs())),
    );
    add(
        "--task-memory",
        args.task_memory.map(|size| format!("{size}M")),
    );
    add("--throttle", args.throttle.map(|number| number.to_string()));
    add(
        "--max-tasks",
        args.max_tasks.map(|number| number.to_string()),
    );
    let mut options = Vec::new();
    if let Some(user) = &args.mail_user {
        add("--mail-user", Some(user.clone()));
        add("--mail-type", Some(args.mail_type.clone()));
        options = vec![
            format!("--mail-user={user}"),
            format!("--mail-type={}", args.mail_type),
        ];
    }
    add("--follow-up", Some(SETTLE_TIME.to_owned()));
    add("--units-before", Some(status.done.to_string()));
    if status.segments > 0 {
        add("--segments-before", Some(status.segments.to_string()));
    }
    if !args.options.is_empty() {
        arguments.push("--".to_owned());
        arguments.extend(args.options.iter().cloned());
    }
    FollowUp { arguments, options }
}

/// Warns if the bundles of a task need more time than it has, by the units that are done.
fn warn_of_long_tasks(script: &JobScript, open: &OpenBundles, console: &Console) {
    let has_limit = !matches!(script.scheduler, Scheduler::Local | Scheduler::Parallel);
    let (Some(left), true) = (open.status.thread_seconds_left, has_limit) else {
        return;
    };
    let bundles = script.tasks.iter().map(Vec::len).max().unwrap_or(0);
    let open_bundles = open.status.open_bundles.len().max(1);
    let needed = left.estimate * bundles as f64
        / open_bundles as f64
        / script.threads.max(1) as f64;
    let limit = script.work_time().as_secs_f64();
    if needed > limit {
        console.warn(format!(
            "warning: a task needs {} for its {}, and works for {}: the rest is submitted again. Use more --task-time or \
             --threads, or plan more bundles",
            about(needed),
            several(bundles as u64, "bundle"),
            about(limit)
        ));
    }
}

/// Writes the script and hands it to the scheduler.
fn hand_over(
    args: &SubmitArgs,
    script: &JobScript,
    campaign: &Campaign,
    open: &OpenBundles,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let written = script.write(campaign)?;
    let command = script.command(&written.job);
    console.say(format!(
        "{} of {} bundles, {}: {}",
        open.free.len(),
        campaign.plan().bundles,
        several(script.tasks.len() as u64, "task"),
        command.join(" ")
    ));
    if args.write_only {
        console.say(format!("submit it in {}", campaign.folder().display()));
        if let Some(name) = &written.follow_up {
            console.say(format!(
                "and after it: sbatch --dependency=afterany:JOB {name}"
            ));
        }
        return Ok(Exit::Answered);
    }
    let limits = &console.settings().limits;
    let mut jobs: Vec<String> = open.queue.jobs.iter().cloned().collect();
    if !script.tasks.is_empty() {
        let job = start_job(&command, campaign, script, limits)?;
        if script.scheduler == Scheduler::Slurm {
            console.say(format!(
                "job {job}, its logs in {}",
                campaign.folder().join(campaign::LOGS_FOLDER).display()
            ));
            jobs = vec![job];
        }
    }
    if let Some(name) = &written.follow_up {
        let dependency = format!("--dependency=afterany:{}", jobs.join(":"));
        let job = start_job(
            &["sbatch", "--parsable", &dependency, name].map(str::to_owned),
            campaign,
            script,
            limits,
        )?;
        console.say(format!("job {job} goes on after it"));
    } else if let Some(name) = &open.queue.follow_up {
        console.say(format!("the job {name} goes on after it"));
    }
    if let (Some(_), Some(_), Ok(job)) =
        (args.follow_up, &args.mail_user, env::var("SLURM_JOB_ID"))
    {
        slurm::silence_mail(&job, limits);
    }
    Ok(Exit::Answered)
}

/// Returns true if a scheduler takes a job and ends. Others work on the campaign, or wait
/// for the job if an option says so.
fn ends_at_once(script: &JobScript) -> bool {
    const WAITING_OPTIONS: [&str; 3] = ["--wait", "-W", "-sync"];
    let waits = script
        .options
        .iter()
        .any(|option| WAITING_OPTIONS.contains(&option.as_str()));
    !waits && !matches!(script.scheduler, Scheduler::Parallel | Scheduler::Local)
}

/// Runs a command of a scheduler in the folder of the campaign; returns the number of the
/// job for Slurm.
fn start_job(
    command: &[String],
    campaign: &Campaign,
    script: &JobScript,
    limits: &Limits,
) -> Result<String, CampaignFailure> {
    let folder = campaign.folder();
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]).current_dir(folder);
    if script.scheduler == Scheduler::Slurm {
        process.stdout(Stdio::piped());
    }
    let time = ends_at_once(script).then_some(child::ANSWER_TIME);
    let by_hand = format!(
        "submit {} in {} by hand",
        command[command.len() - 1],
        folder.display()
    );
    let end =
        child::run_child(&mut process, time, limits).map_err(|error| match error {
            ChildError::TooLong { .. } => error.with_way_out(&format!(
                "the scheduler may have the job; if it has not, {by_hand}"
            )),
            error => error.with_way_out(&by_hand),
        })?;
    if !end.status.success() {
        let reason = format!(
            "{} ended with {}: see above, and submit again",
            command.join(" "),
            end.status
        );
        return Err(Failure::input(reason).into());
    }
    // Slurm prints JOB or JOB;CLUSTER.
    Ok(end
        .stdout
        .trim()
        .split(';')
        .next()
        .unwrap_or_default()
        .to_owned())
}
