//! `queens campaign`: counts of hours or months, on one machine or many.

mod advice;
mod share;
mod sum;

use crate::args::{
    KernelChoice, ProblemArgs, Suggested, TableFormat, duration, engine_ids, threads, whole_number,
};
use crate::console::Console;
use crate::escape::escaped;
use crate::exit::{Exit, Failure, stopped};
use crate::problem::as_published;
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several, time, write};
use campaign::{
    BundleChoice, Campaign, CampaignError, CampaignPlan, CampaignRunOptions, CampaignRunReport,
    CampaignStatus, Decomposition, JobScript, Scheduler, VerifySample, audit, merge, run as run_units,
    verify,
};
use clap::{Args, Subcommand, ValueEnum};
use queens::control::Outcome;
use queens::parallel::{self, JobQuestion};
use queens::simd::Kernel;
use std::env;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:\n\
\x20 queens campaign plan 17 --into n17    write the plan\n\
\x20 queens campaign run n17               use all processors until done or stopped\n\
\x20 queens campaign status n17            show the progress\n\
\x20 queens campaign merge n17             print the sum and write its certificate\n\
\x20 queens campaign verify n17 --sample 0.05\n\
docs/guide/campaigns.md goes from one machine to a cluster.")]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    command: CampaignCommand,
}

#[derive(Debug, Subcommand)]
enum CampaignCommand {
    /// Write the plan of a campaign into a folder
    Plan(Box<PlanArgs>),
    /// Work on all bundles, until done or stopped
    Run(RunArgs),
    /// Work on one bundle, as a task of a scheduler does
    Work(WorkArgs),
    /// Run a share of a count without a folder, and print its shard
    Share(Box<share::ShareArgs>),
    /// Add up shards from anywhere
    Sum(sum::SumArgs),
    /// Show the progress of a campaign
    Status(StatusArgs),
    /// Write a job script, and hand it to a scheduler
    Submit(SubmitArgs),
    /// Add up all units, and write the certificate
    Merge(FolderArgs),
    /// Check the certificate again with independent code
    Audit(FolderArgs),
    /// Run units again with other instructions
    Verify(VerifyArgs),
}

/// A count, and the engine that divides it into units.
#[derive(Debug, Args)]
struct DecompositionArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Engine; the default is the fastest that can divide the count into units
    #[arg(short = 'e', long, short_alias = 'm', alias = "method", value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    engine: Option<String>,
    /// Count the ways to fill the first rows, for each number of rows
    #[arg(long)]
    profile: bool,
    /// Place this many pawns between the queens, in all ways, and as many more queens; n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", conflicts_with = "profile", allow_negative_numbers = true)]
    pawns: Option<u32>,
}

impl DecompositionArgs {
    /// The plan of the count in this many bundles.
    fn plan(&self, bundles: u64, console: &Console) -> Result<CampaignPlan, CampaignFailure> {
        let (problem, key) = (self.problem.problem(console)?, console.seed().unwrap_or(0).to_string());
        let question = match self.pawns {
            Some(pawns) => JobQuestion::Pawns(pawns),
            None if self.profile => JobQuestion::Profile,
            None => JobQuestion::Count,
        };
        let limits = &console.settings().limits;
        Ok(CampaignPlan::new(&problem, question, self.engine.clone(), bundles, &key, limits)?)
    }
}

#[derive(Debug, Args)]
struct PlanArgs {
    #[command(flatten)]
    decomposition: DecompositionArgs,
    /// Folder of the campaign; created if it does not exist
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Number of bundles of units; a cluster runs each as a task; --seed changes what is in each
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole_number, allow_negative_numbers = true)]
    bundles: u64,
    /// Run a random sample of the units for this time, and predict the time of the whole count; the sample is kept
    #[arg(long, value_name = "TIME", value_parser = duration)]
    sample: Option<Duration>,
    /// Number of threads of the sample; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// Price of a core-hour, in any currency, for the cost of the count
    #[arg(long, value_name = "NUMBER", value_parser = price, allow_negative_numbers = true)]
    price: Option<f64>,
    /// Output format of the plan
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

/// A campaign and an output format.
#[derive(Debug, Args)]
struct FolderArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// The instructions to use
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    kernel: KernelChoice,
    /// The engine that runs the units, if not that of the plan: gpu runs those of join
    #[arg(short = 'e', long, short_alias = 'm', alias = "method", value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true, hide = !cfg!(feature = "gpu"))]
    engine: Option<String>,
}

#[derive(Debug, Args)]
struct WorkArgs {
    #[command(flatten)]
    run: RunArgs,
    /// The bundle, from 0 on; the default is the task number of Slurm, HyperQueue, PBS, SGE, LSF or Kubernetes
    #[arg(long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    bundle: Option<u64>,
    /// Take the first bundle with missing units that no other process works on
    #[arg(long, conflicts_with = "bundle")]
    next: bool,
}

#[derive(Debug, Args)]
struct StatusArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Show it again every two seconds, until done or stopped
    #[arg(long)]
    watch: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchedulerChoice {
    Slurm,
    Hyperqueue,
    Local,
}

impl From<SchedulerChoice> for Scheduler {
    fn from(choice: SchedulerChoice) -> Self {
        match choice {
            SchedulerChoice::Slurm => Scheduler::Slurm,
            SchedulerChoice::Hyperqueue => Scheduler::HyperQueue,
            SchedulerChoice::Local => Scheduler::Local,
        }
    }
}

#[derive(Debug, Args)]
struct SubmitArgs {
    /// The folder of the campaign, which all nodes see
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Scheduler; local runs the script on this machine now
    #[arg(long, value_name = "ENGINE")]
    engine: SchedulerChoice,
    /// Submit only the bundles with missing units
    #[arg(long)]
    missing: bool,
    /// Number of threads of each task
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// Time limit of each task (at least 1m)
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    task_time: Duration,
    /// Only write the script; you can edit it and submit it yourself
    #[arg(long)]
    write_only: bool,
}

#[derive(Debug, Args)]
struct VerifyArgs {
    #[command(flatten)]
    run: VerifyRunArgs,
    #[command(flatten)]
    units: VerifyUnitsArgs,
}

/// Units to run again.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct VerifyUnitsArgs {
    /// Fraction of the units to run again, above 0 and up to 1: 0.05
    #[arg(long, value_name = "PART", value_parser = fraction, allow_negative_numbers = true)]
    sample: Option<f64>,
    /// Run all units again, as a record requires
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Args)]
struct VerifyRunArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
}

/// Reads a fraction.
fn fraction(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if part > 0.0 && part <= 1.0 => Ok(part),
        _ => Err(format!("'{text}' is not a fraction: use a number above 0 and up to 1")),
    }
}

/// Reads a price.
fn price(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(price) if (0.0..=1e6).contains(&price) => Ok(price),
        _ => Err(format!("'{text}' is not a price: use a number from 0 to 1000000")),
    }
}

/// Error of a command on a campaign.
#[derive(Debug, thiserror::Error)]
enum CampaignFailure {
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    #[error(transparent)]
    Command(#[from] Failure),
}

impl From<io::Error> for CampaignFailure {
    fn from(error: io::Error) -> Self {
        CampaignFailure::Command(error.into())
    }
}

pub(crate) fn run(args: &CampaignArgs, console: &Console) -> Result<Exit, Failure> {
    match answer(args, console) {
        Ok(exit) => Ok(exit),
        Err(CampaignFailure::Campaign(CampaignError::Stopped(stop))) => Err(Failure::Stopped(stop)),
        Err(CampaignFailure::Campaign(error)) => Err(Failure::input(error)),
        Err(CampaignFailure::Command(failure)) => Err(failure),
    }
}

fn answer(args: &CampaignArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let limits = &console.settings().limits;
    match &args.command {
        CampaignCommand::Plan(args) => plan(args, console),
        CampaignCommand::Run(args) => work(args, BundleChoice::All, console),
        CampaignCommand::Work(args) => work(&args.run, bundle(args)?, console),
        CampaignCommand::Share(args) => share::run(args, console),
        CampaignCommand::Sum(args) => sum::run(args, console),
        CampaignCommand::Status(args) => status(args, console),
        CampaignCommand::Submit(args) => submit(args, console),
        CampaignCommand::Merge(args) => merge_all(args, console),
        CampaignCommand::Audit(args) => {
            let audit = audit(&args.folder, limits)?;
            write(args.format, &audit, console)?;
            Ok(if audit.holds { Exit::Answered } else { Exit::CheckFailed })
        }
        CampaignCommand::Verify(args) => verify_some(args, console),
    }
}

fn opened(folder: &Path, kernel: Kernel) -> Result<Campaign, CampaignFailure> {
    Ok(Campaign::open(folder, kernel)?)
}

/// Opens a campaign whose units are run by the named engine, if there is one.
fn opened_for(engine: Option<&str>, folder: &Path, kernel: Kernel) -> Result<Campaign, CampaignFailure> {
    let campaign = opened(folder, kernel)?;
    let Some(engine) = engine else { return Ok(campaign) };
    let decomposition = Decomposition::by_engine(engine, &campaign.plan().job, kernel)?;
    Ok(campaign.with_decomposition(decomposition)?)
}

fn plan(args: &PlanArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    args.decomposition.plan(args.bundles, console)?.write(&args.into)?;
    // The plan of the same count may have been there.
    let plan = CampaignPlan::read(&args.into)?;
    write(args.format, &plan, console)?;
    let Some(time) = args.sample else {
        advice::print(&plan, &args.into, args.price, console);
        return Ok(Exit::Answered);
    };
    let campaign = opened_for(args.decomposition.engine.as_deref(), &args.into, Kernel::Auto)?;
    let options = CampaignRunOptions { begin_within: Some(time), ..run_options(args.threads, console) };
    let ran = ran(&campaign, options, format!("running a sample of the units for {time:?}"), console)?;
    let status = CampaignStatus::of(&campaign, &console.settings().limits)?;
    for line in status.forecast(ran.threads as u64) {
        console.say(line);
    }
    Ok(if console.cancel().is_cancelled() { ran.outcome.into() } else { Exit::Answered })
}

/// Variables in which schedulers put the number of a task, with the number of the task that works on bundle 0: Slurm, HyperQueue,
/// PBS, SGE, LSF, Kubernetes. The arrays of SGE and LSF count from 1.
const TASK_VARIABLES: [(&str, u64); 6] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("HQ_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("LSB_JOBINDEX", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

/// Returns the bundle of a task.
fn bundle(args: &WorkArgs) -> Result<BundleChoice, Failure> {
    if args.next {
        return Ok(BundleChoice::Next);
    }
    let from_scheduler =
        TASK_VARIABLES.into_iter().find_map(|(name, first)| Some((name, first, env::var(name).ok()?)));
    match (args.bundle, from_scheduler) {
        (Some(bundle), _) => Ok(BundleChoice::This(bundle)),
        (None, Some((name, first, number))) => {
            let task: Option<u64> = number.parse().ok();
            let bundle = task.and_then(|task| task.checked_sub(first)).map(BundleChoice::This);
            bundle.ok_or_else(|| {
                Failure::input(format!("{name} is '{number}', which is not a task of an array"))
            })
        }
        (None, None) => Err(Failure::input(
            "no bundle: use --bundle K or --next, or set a variable of a scheduler, such as SLURM_ARRAY_TASK_ID",
        )),
    }
}

/// Returns the options of a run, named after the scheduler's job if there is one.
fn run_options(threads: usize, console: &Console) -> CampaignRunOptions<'static> {
    let jobs = [
        ("slurm", "SLURM_ARRAY_JOB_ID", "SLURM_RESTART_COUNT"),
        ("slurm", "SLURM_JOB_ID", "SLURM_RESTART_COUNT"),
        ("hq", "HQ_JOB_ID", "HQ_INSTANCE_ID"),
    ];
    let mut options = CampaignRunOptions {
        threads,
        limits: console.settings().limits.clone(),
        ..CampaignRunOptions::default()
    };
    let job = |&(who, job, restarts): &(&str, &str, &str)| {
        let restarts = env::var(restarts).ok().and_then(|count| count.parse().ok()).unwrap_or(0_u64);
        Some((format!("{who}{}", env::var(job).ok()?), restarts.saturating_add(1)))
    };
    if let Some((name, attempt)) = jobs.iter().find_map(job) {
        (options.name, options.attempt) = (name, attempt);
    }
    options
}

fn work(args: &RunArgs, bundle: BundleChoice, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = opened_for(args.engine.as_deref(), &args.folder, args.kernel.into())?;
    let options = CampaignRunOptions { bundle, ..run_options(args.threads, console) };
    let what = format!("running units with {}", campaign.plan().job.engine);
    Ok(ran(&campaign, options, what, console)?.outcome.into())
}

/// Runs units and prints the result.
fn ran(
    campaign: &Campaign,
    options: CampaignRunOptions<'_>,
    what: String,
    console: &Console,
) -> Result<CampaignRunReport, CampaignFailure> {
    let progress = ProgressDisplay::share(console, what);
    let show = |state: &parallel::RunProgress| progress.done_of_all(state.done);
    let wait =
        |bundles| console.say(format!("waiting for {} of other processes", several(bundles, "bundle")));
    let options = CampaignRunOptions { progress: Some(&show), waiting: Some(&wait), ..options };
    let ran = run_units(campaign, &options)?;
    drop(progress);
    print_run(&ran, console);
    Ok(ran)
}

/// Prints the number of units that were run, and on what.
fn print_run(report: &CampaignRunReport, console: &Console) {
    let &CampaignRunReport { units, of_units, held, kernel, threads, elapsed, outcome, .. } = report;
    if held > 0 {
        console.say(format!("{} in shards before", several(held, "unit")));
    }
    if report.elsewhere > 0 {
        let bundles = several(report.elsewhere, "bundle");
        console.say(format!("{bundles} left to other processes, which work on them"));
    }
    console.say(format!(
        "{} of {} run{}, kernel {kernel}, {}, {}",
        grouped(units),
        several(of_units, "unit"),
        stopped(outcome),
        several(threads as u64, "thread"),
        time(elapsed)
    ));
}

fn status(args: &StatusArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = opened(&args.folder.folder, Kernel::Auto)?;
    loop {
        let status = CampaignStatus::of(&campaign, &console.settings().limits)?;
        if args.watch && console.on_terminal() {
            let mut out = console.out();
            write!(out, "\x1b[H\x1b[2J")?;
            out.flush()?;
        }
        if let TableFormat::Text = args.folder.format {
            let mut out = console.out();
            for line in status.in_words() {
                writeln!(out, "{}", escaped(&line))?;
            }
            out.flush()?;
        }
        if args.folder.format != TableFormat::Text || !status.workers.is_empty() {
            write(args.folder.format, &status, console)?;
        }
        let exit = if status.faults.is_empty() { Exit::Answered } else { Exit::CheckFailed };
        if !args.watch || status.is_complete() {
            return Ok(exit);
        }
        for _ in 0..20 {
            if let Err(stop) = console.settings().limits.check() {
                return Ok(Outcome::from(Err(stop)).into());
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

fn submit(args: &SubmitArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = opened(&args.folder, Kernel::Auto)?;
    let [bundles, at_work] = match args.missing {
        true => JobScript::missing(&campaign, &console.settings().limits)?,
        false => [(0..campaign.plan().bundles).collect(), Vec::new()],
    };
    if !at_work.is_empty() {
        console.say(format!(
            "{} left out: processes wrote to their claims in the last minute",
            several(at_work.len() as u64, "bundle")
        ));
    }
    if bundles.is_empty() {
        if at_work.is_empty() {
            console.say("no unit is missing: `queens campaign merge` adds them up");
        }
        return Ok(Exit::Answered);
    }
    let program = env::current_exe()?;
    let scheduler = args.engine.into();
    let script = JobScript { scheduler, program, threads: args.threads, time: args.task_time, bundles };
    let path = script.write(&campaign)?;
    let command = script.command(&path);
    console.say(format!(
        "{} of {} bundles: {}",
        script.bundles.len(),
        campaign.plan().bundles,
        command.join(" ")
    ));
    if args.write_only {
        return Ok(Exit::Answered);
    }
    let status = Command::new(&command[0]).args(&command[1..]).status().map_err(|error| {
        Failure::input(format!("cannot start {}: {error}; submit {} by hand", command[0], path.display()))
    })?;
    if status.success() {
        return Ok(Exit::Answered);
    }
    let reason = format!("{} ended with {status}: edit {} and submit it again", command[0], path.display());
    Err(Failure::input(reason).into())
}

fn merge_all(args: &FolderArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = opened(&args.folder, Kernel::Auto)?;
    let merged = match merge(&campaign, &console.settings().limits) {
        Ok(merged) => merged,
        Err(error @ (CampaignError::Missing { .. } | CampaignError::NotAsPublished { .. })) => {
            console.warn(format!("error: {error}"));
            return Ok(Exit::CheckFailed);
        }
        Err(error) => return Err(error.into()),
    };
    let certificate = &merged.certificate;
    if let TableFormat::Text = args.format {
        let mut out = console.out();
        let profile = matches!(certificate.plan.job.question, JobQuestion::Profile);
        let answer = if profile { certificate.figures.join(" ") } else { certificate.count.clone() };
        writeln!(out, "{answer}")?;
        out.flush()?;
    } else {
        write(args.format, certificate, console)?;
    }
    for place in &merged.torn {
        console.say(format!("{place} was cut off: its unit is in another line"));
    }
    for name in &merged.set_aside {
        console.warn(format!("{name} does not count: its host is quarantined"));
    }
    for published in &merged.published {
        console.say(as_published(published, published.value, Outcome::Exhausted));
    }
    console.say(certificate.plan.second_engine_in_words());
    let cpu = certificate.cpu_milliseconds.map(Duration::from_millis);
    console.say(format!(
        "{}, {} of one thread{}, {} verified; records {}",
        several(certificate.plan.job.units, "unit"),
        time(Duration::from_millis(certificate.milliseconds)),
        cpu.map_or(String::new(), |cpu| format!(" ({} of the processor)", time(cpu))),
        grouped(certificate.verified),
        &certificate.records[..16]
    ));
    console.explain(format!("weights: {}", certificate.plan.weights_in_words()));
    Ok(Exit::Answered)
}

fn verify_some(args: &VerifyArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let VerifyRunArgs { folder, threads } = &args.run;
    let campaign = opened(&folder.folder, Kernel::Auto)?;
    let progress = ProgressDisplay::share(console, "running units again".to_owned());
    let show = |state: &parallel::RunProgress| progress.done_of_all(state.done);
    let options = CampaignRunOptions { progress: Some(&show), ..run_options(*threads, console) };
    let sample = args.units.sample.map_or(VerifySample::All, VerifySample::Share);
    let verified = verify(&campaign, sample, &options)?;
    drop(progress);
    if folder.format != TableFormat::Text || !verified.conflicts.is_empty() {
        write(folder.format, &verified, console)?;
    }
    for aside in &verified.set_aside {
        console.warn(format!(
            "error: all units of {} with version {} are quarantined: count them again on another host",
            aside.host, aside.program
        ));
    }
    console.say(format!(
        "{} of {} run again{} ({}); {} of {} verified so far",
        grouped(verified.units),
        several(verified.of_units, "unit"),
        stopped(verified.outcome),
        if verified.kernels.is_empty() { "nothing to do".to_owned() } else { verified.kernels.join(", ") },
        grouped(verified.verified),
        grouped(campaign.plan().job.units)
    ));
    Ok(if verified.conflicts.is_empty() { verified.outcome.into() } else { Exit::CheckFailed })
}
