//! `queens campaign`: counts of hours or months, in a folder.

use super::units::CutArgs;
use crate::args::{KernelChoice, Suggested, TableFormat, duration, engine_ids, threads, whole_number};
use crate::console::Console;
use crate::escape::escaped;
use crate::exit::{Exit, Failure, stopped};
use crate::problem::as_published;
use crate::progress::Progress;
use crate::table::{grouped, several, time, write};
use campaign::{
    Campaign, CampaignError, Cluster, Cut, Plan, Ran, RunOptions, Sample, Script, Status, audit, merge,
    run as run_units, verify,
};
use clap::{Args, Subcommand, ValueEnum};
use queens::control::Outcome;
use queens::parallel;
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
\x20 queens campaign plan 17 --into n17    what is counted, and how it is parted\n\
\x20 queens campaign run n17               all processors of this machine, until done or stopped\n\
\x20 queens campaign status n17            how far it is, whoever works on it\n\
\x20 queens campaign merge n17             the sum, and its certificate\n\
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
    /// Show how far a campaign is
    Status(StatusArgs),
    /// Write a job script, and hand it to a scheduler
    Submit(SubmitArgs),
    /// Add up all units, and write the certificate
    Merge(FolderArgs),
    /// Check the certificate again, with code that has no part in the merge
    Audit(FolderArgs),
    /// Run units again with other instructions
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
struct PlanArgs {
    #[command(flatten)]
    cut: CutArgs,
    /// The folder of the campaign; it is made if need be
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// How many bundles the units are dealt into, by --seed; a cluster runs each as a task
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole_number, allow_negative_numbers = true)]
    bundles: u64,
    /// Run units of a random sample first, none begun later than this, and tell what the whole takes; they are kept
    #[arg(long, value_name = "TIME", value_parser = duration)]
    sample: Option<Duration>,
    /// Number of threads of the sample; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// The form of the plan as it is shown
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

/// A campaign, and the form in which something of it is shown.
#[derive(Debug, Args)]
struct FolderArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The form of the answer
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
    /// The engine to run the units, if not the one that the plan names: gpu for those of join
    #[arg(short = 'e', long, short_alias = 'm', alias = "method", value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    engine: Option<String>,
}

#[derive(Debug, Args)]
struct WorkArgs {
    #[command(flatten)]
    run: RunArgs,
    /// The bundle, from 0 on; without it SLURM_ARRAY_TASK_ID or HQ_TASK_ID says
    #[arg(long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    bundle: Option<u64>,
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
enum ClusterChoice {
    Slurm,
    Hyperqueue,
    Local,
}

impl From<ClusterChoice> for Cluster {
    fn from(choice: ClusterChoice) -> Self {
        match choice {
            ClusterChoice::Slurm => Cluster::Slurm,
            ClusterChoice::Hyperqueue => Cluster::HyperQueue,
            ClusterChoice::Local => Cluster::Local,
        }
    }
}

#[derive(Debug, Args)]
struct SubmitArgs {
    /// The folder of the campaign, which all nodes see
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Who schedules; local works on this machine at once
    #[arg(long, value_name = "ENGINE")]
    engine: ClusterChoice,
    /// Only the bundles of which units are missing, by the shards
    #[arg(long)]
    missing: bool,
    /// Threads of a task
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// The longest that a task may take (at least 1m)
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    task_time: Duration,
    /// Write the script, to be edited and submitted by hand
    #[arg(long)]
    write_only: bool,
}

#[derive(Debug, Args)]
struct VerifyArgs {
    #[command(flatten)]
    run: RunOnceMoreArgs,
    #[command(flatten)]
    again: AgainArgs,
}

/// Which units are run again.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct AgainArgs {
    /// The part of the units to run again, above 0 and up to 1: 0.05
    #[arg(long, value_name = "PART", value_parser = part, allow_negative_numbers = true)]
    sample: Option<f64>,
    /// All units: the second pass that a record needs
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Args)]
struct RunOnceMoreArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
}

/// Reads a part of the whole.
fn part(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if part > 0.0 && part <= 1.0 => Ok(part),
        _ => Err(format!("'{text}' is not a part of the whole: use a number above 0 and up to 1")),
    }
}

/// What ends a command on a campaign before it is done.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    #[error(transparent)]
    Command(#[from] Failure),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Command(error.into())
    }
}

pub(crate) fn run(args: &CampaignArgs, console: &Console) -> Result<Exit, Failure> {
    match answer(args, console) {
        Ok(exit) => Ok(exit),
        Err(Trouble::Campaign(CampaignError::Stopped(stop))) => Err(Failure::Stopped(stop)),
        Err(Trouble::Campaign(error)) => Err(Failure::input(error)),
        Err(Trouble::Command(failure)) => Err(failure),
    }
}

fn answer(args: &CampaignArgs, console: &Console) -> Result<Exit, Trouble> {
    let limits = &console.settings().limits;
    match &args.command {
        CampaignCommand::Plan(args) => plan(args, console),
        CampaignCommand::Run(args) => work(args, None, console),
        CampaignCommand::Work(args) => work(&args.run, Some(bundle(args)?), console),
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

fn opened(folder: &Path, kernel: Kernel) -> Result<Campaign, Trouble> {
    Ok(Campaign::open(folder, kernel)?)
}

/// A campaign whose units are run by the engine that is named, if one is.
fn opened_for(engine: Option<&str>, folder: &Path, kernel: Kernel) -> Result<Campaign, Trouble> {
    let campaign = opened(folder, kernel)?;
    let Some(engine) = engine else { return Ok(campaign) };
    let cut = Cut::by(engine, &campaign.plan().job, kernel)?;
    Ok(campaign.run_by(cut)?)
}

fn plan(args: &PlanArgs, console: &Console) -> Result<Exit, Trouble> {
    let (problem, key) = (args.cut.problem.problem(console)?, console.seed().unwrap_or(0).to_string());
    let (question, engine, limits) = (args.cut.asked(), args.cut.engine.clone(), &console.settings().limits);
    let plan = Plan::new(&problem, question, engine, args.bundles, &key, limits)?;
    plan.write(&args.into)?;
    // The plan of the same count may have been there.
    write(args.format, &Plan::read(&args.into)?, console)?;
    let Some(time) = args.sample else { return Ok(Exit::Answered) };
    let campaign = opened_for(args.cut.engine.as_deref(), &args.into, Kernel::Auto)?;
    let options = RunOptions { begin_within: Some(time), ..run_options(args.threads, console) };
    let ran = ran(&campaign, options, format!("a sample of the units, begun within {time:?}"), console)?;
    let status = Status::of(&campaign, limits)?;
    for line in status.forecast(ran.threads as u64) {
        console.say(line);
    }
    Ok(if console.cancel().is_cancelled() { ran.outcome.into() } else { Exit::Answered })
}

/// The bundle that a task is to work on.
fn bundle(args: &WorkArgs) -> Result<u64, Failure> {
    let told =
        ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID"].into_iter().find_map(|name| Some((name, env::var(name).ok()?)));
    match (args.bundle, told) {
        (Some(bundle), _) => Ok(bundle),
        (None, Some((name, number))) => {
            number.parse().map_err(|_| Failure::input(format!("{name} is '{number}', which is not a bundle")))
        }
        (None, None) => Err(Failure::input(
            "which bundle? Say --bundle K, or set SLURM_ARRAY_TASK_ID or HQ_TASK_ID, as their schedulers do",
        )),
    }
}

/// The options of a run, named after the job of the scheduler that started it, if one did.
fn run_options(threads: usize, console: &Console) -> RunOptions<'static> {
    let jobs = [
        ("slurm", "SLURM_ARRAY_JOB_ID", "SLURM_RESTART_COUNT"),
        ("slurm", "SLURM_JOB_ID", "SLURM_RESTART_COUNT"),
        ("hq", "HQ_JOB_ID", "HQ_INSTANCE_ID"),
    ];
    let mut options =
        RunOptions { threads, limits: console.settings().limits.clone(), ..RunOptions::default() };
    let job = |&(who, job, restarts): &(&str, &str, &str)| {
        let restarts = env::var(restarts).ok().and_then(|count| count.parse().ok()).unwrap_or(0_u64);
        Some((format!("{who}{}", env::var(job).ok()?), restarts.saturating_add(1)))
    };
    if let Some((name, attempt)) = jobs.iter().find_map(job) {
        (options.name, options.attempt) = (name, attempt);
    }
    options
}

fn work(args: &RunArgs, bundle: Option<u64>, console: &Console) -> Result<Exit, Trouble> {
    let campaign = opened_for(args.engine.as_deref(), &args.folder, args.kernel.into())?;
    let options = RunOptions { bundle, ..run_options(args.threads, console) };
    let what = format!("running units with {}", campaign.plan().job.engine);
    Ok(ran(&campaign, options, what, console)?.outcome.into())
}

/// Runs units, and says what was run.
fn ran(
    campaign: &Campaign,
    options: RunOptions<'_>,
    what: String,
    console: &Console,
) -> Result<Ran, Trouble> {
    let progress = Progress::share(console, what);
    let heard = |state: &parallel::Progress| progress.done_of_all(state.done);
    let ran = run_units(campaign, &RunOptions { progress: Some(&heard), ..options })?;
    drop(progress);
    let Ran { units, of_units, held, kernel, threads, elapsed, outcome, .. } = ran;
    if held > 0 {
        console.say(format!("{} stood in shards before", several(held, "unit")));
    }
    console.say(format!(
        "{} of {} run{}, kernel {kernel}, {}, {}",
        grouped(units),
        several(of_units, "unit"),
        stopped(outcome),
        several(threads as u64, "thread"),
        time(elapsed)
    ));
    Ok(ran)
}

fn status(args: &StatusArgs, console: &Console) -> Result<Exit, Trouble> {
    let campaign = opened(&args.folder.folder, Kernel::Auto)?;
    loop {
        let status = Status::of(&campaign, &console.settings().limits)?;
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

fn submit(args: &SubmitArgs, console: &Console) -> Result<Exit, Trouble> {
    let campaign = opened(&args.folder, Kernel::Auto)?;
    let bundles = match args.missing {
        true => Script::missing(&campaign, &console.settings().limits)?,
        false => (0..campaign.plan().bundles).collect(),
    };
    if bundles.is_empty() {
        console.say("no unit is missing: `queens campaign merge` adds them up");
        return Ok(Exit::Answered);
    }
    let program = env::current_exe()?;
    let cluster = args.engine.into();
    let script = Script { cluster, program, threads: args.threads, time: args.task_time, bundles };
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
        Failure::input(format!("cannot start {}: {error}; submit {} where it is", command[0], path.display()))
    })?;
    if status.success() {
        return Ok(Exit::Answered);
    }
    let told = format!("{} ended with {status}: edit {} and submit it again", command[0], path.display());
    Err(Failure::input(told).into())
}

fn merge_all(args: &FolderArgs, console: &Console) -> Result<Exit, Trouble> {
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
        let profile = matches!(certificate.plan.job.question, parallel::Asked::Profile);
        let answer = if profile { certificate.figures.join(" ") } else { certificate.count.clone() };
        writeln!(out, "{answer}")?;
        out.flush()?;
    } else {
        write(args.format, certificate, console)?;
    }
    for place in &merged.torn {
        console.say(format!("{place} was cut off: its unit stands elsewhere"));
    }
    for name in &merged.set_aside {
        console.warn(format!("{name} does not count: its host is set aside"));
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

fn verify_some(args: &VerifyArgs, console: &Console) -> Result<Exit, Trouble> {
    let RunOnceMoreArgs { folder, threads } = &args.run;
    let campaign = opened(&folder.folder, Kernel::Auto)?;
    let progress = Progress::share(console, "running units again".to_owned());
    let heard = |state: &parallel::Progress| progress.done_of_all(state.done);
    let options = RunOptions { progress: Some(&heard), ..run_options(*threads, console) };
    let sample = args.again.sample.map_or(Sample::All, Sample::Share);
    let verified = verify(&campaign, sample, &options)?;
    drop(progress);
    if folder.format != TableFormat::Text || !verified.conflicts.is_empty() {
        write(folder.format, &verified, console)?;
    }
    for aside in &verified.set_aside {
        console.warn(format!(
            "error: all that {} did with version {} is set aside: count its units again on another host",
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
