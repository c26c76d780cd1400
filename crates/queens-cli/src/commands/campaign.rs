//! `queens campaign`: counts of hours or months, on one machine or many.

mod advice;
mod archive;
mod compact;
mod compare;
mod share;
mod slurm;
mod submit;
mod sum;
mod verify;
mod work;

use crate::args::{
    ProblemArgs, Suggested, TableFormat, engine_ids, parse_duration, parse_threads,
    whole_number,
};
use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::{Exit, Failure, stopped_in_words};
use crate::problem::as_published;
use crate::progress::ProgressDisplay;
use crate::table::{format_time, grouped, several, write_document};
use campaign::{
    Campaign, CampaignError, CampaignPlan, CampaignRunOptions, CampaignRunReport,
    CampaignStatus, ShardIndex, TimeInterval, audit, merge, run, sample_segments,
};
use clap::{Args, Subcommand};
use queens::control::{Outcome, Stop};
use queens::parallel::{self, JobQuestion};
use queens::simd::Kernel;
use std::env;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(
    disable_help_subcommand = true,
    after_long_help = "\
Example:\n\
\x20 queens campaign plan 17 --into n17    write the plan\n\
\x20 queens campaign run n17               use all processors until done or stopped\n\
\x20 queens campaign status n17            show the progress\n\
\x20 queens campaign merge n17             print the sum and write its certificate\n\
\x20 queens campaign verify n17 --sample 0.05\n\
docs/guide/campaigns.md goes from one machine to a cluster."
)]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    command: CampaignCommand,
}

#[derive(Debug, Subcommand)]
enum CampaignCommand {
    /// Write the plan of a campaign into a folder
    Plan(Box<PlanArgs>),
    /// Work on all bundles, until done or stopped
    Run(work::RunArgs),
    /// Work on some bundles, as a task of a scheduler does
    Work(work::WorkArgs),
    /// Run a share of a count without a folder, and print its shard
    Share(Box<share::ShareArgs>),
    /// Add up shards from anywhere
    Sum(sum::SumArgs),
    /// Show the progress of a campaign
    Status(StatusArgs),
    /// Move the shards of finished bundles into few files
    Compact(compact::CompactArgs),
    /// Run a campaign on a cluster to the end, or write its job script
    Submit(Box<submit::SubmitArgs>),
    /// Add up all units, and write the certificate
    Merge(FolderArgs),
    /// Check the certificate again with independent code
    Audit(FolderArgs),
    /// Run units again with other instructions
    Verify(verify::VerifyArgs),
    /// Compare two campaigns of the same count
    Compare(compare::CompareArgs),
    /// Write one file with all units, which others can check
    Archive(archive::ArchiveArgs),
}

/// A count, and the engine that divides it into units.
#[derive(Debug, Args)]
struct DecompositionArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Engine; the default is the fastest that can divide the count into units
    #[arg(short = 'e', long, value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    engine: Option<String>,
    /// Count the ways to fill the first rows, for each number of rows
    #[arg(long)]
    profile: bool,
}

impl CampaignArgs {
    /// Returns the arguments that describe a problem, if the command has any, and the
    /// names of the command.
    pub(crate) fn problem(&self) -> Option<(&ProblemArgs, &'static [&'static str])> {
        match &self.command {
            CampaignCommand::Plan(args) => {
                Some((&args.decomposition.problem, &["campaign", "plan"]))
            }
            CampaignCommand::Share(args) => {
                Some((&args.decomposition.problem, &["campaign", "share"]))
            }
            _ => None,
        }
    }
}

impl DecompositionArgs {
    /// The plan of the count in this many bundles.
    fn make_plan(
        &self,
        bundles: u64,
        console: &Console,
    ) -> Result<CampaignPlan, CampaignFailure> {
        let (problem, key) = (
            self.problem.problem_with_rules(console)?,
            console.seed().unwrap_or(0).to_string(),
        );
        let question = if self.profile {
            JobQuestion::Profile
        } else {
            JobQuestion::Count
        };
        let limits = &console.settings().limits;
        Ok(CampaignPlan::new(
            &problem,
            question,
            self.engine.clone(),
            bundles,
            &key,
            limits,
        )?)
    }
}

#[derive(Debug, Args)]
struct PlanArgs {
    #[command(flatten)]
    decomposition: DecompositionArgs,
    /// Folder of the campaign; created if it does not exist
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Number of bundles of units; a cluster runs each as a task; --seed changes what is
    /// in each
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole_number, allow_negative_numbers = true)]
    bundles: u64,
    /// Run a random sample of the units for this time, and predict the time of the whole
    /// count; up to 26 queens it is kept
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    sample: Option<Duration>,
    /// Number of threads of the sample; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: usize,
    /// Price of a core-hour, in any currency, for the cost of the count
    #[arg(long, value_name = "NUMBER", value_parser = parse_price, allow_negative_numbers = true)]
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
struct StatusArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Show it again every two seconds, until done or stopped
    #[arg(long)]
    watch: bool,
}

/// Reads a price.
fn parse_price(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(price) if (0.0..=1e6).contains(&price) => Ok(price),
        _ => Err(format!(
            "'{text}' is not a price: use a number from 0 to 1000000"
        )),
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

pub(crate) fn run_campaign(
    args: &CampaignArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    match run_subcommand(args, console) {
        Ok(exit) => Ok(exit),
        Err(CampaignFailure::Campaign(CampaignError::Stopped(stop))) => {
            Err(Failure::Stopped(stop))
        }
        Err(CampaignFailure::Campaign(error)) => Err(Failure::input(error)),
        Err(CampaignFailure::Command(failure)) => Err(failure),
    }
}

fn run_subcommand(
    args: &CampaignArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    match &args.command {
        CampaignCommand::Plan(args) => run_plan(args, console),
        CampaignCommand::Run(args) => work::run_campaign(args, console),
        CampaignCommand::Work(args) => work::run_work(args, console),
        CampaignCommand::Share(args) => share::run_share(args, console),
        CampaignCommand::Sum(args) => sum::run_sum(args, console),
        CampaignCommand::Status(args) => run_status(args, console),
        CampaignCommand::Compact(args) => compact::run_compact(args, console),
        CampaignCommand::Submit(args) => submit::run_submit(args, console),
        CampaignCommand::Merge(args) => merge_all(args, console),
        CampaignCommand::Audit(args) => audit_all(args, console),
        CampaignCommand::Verify(args) => verify::run_verify(args, console),
        CampaignCommand::Compare(args) => compare::run_compare(args, console),
        CampaignCommand::Archive(args) => archive::run_archive(args, console),
    }
}

fn open_campaign(folder: &Path, kernel: Kernel) -> Result<Campaign, CampaignFailure> {
    Ok(Campaign::open(folder, kernel)?)
}

fn run_plan(args: &PlanArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    args.decomposition
        .make_plan(args.bundles, console)?
        .write(&args.into)?;
    // The plan of the same count may have been there.
    let plan = CampaignPlan::read(&args.into)?;
    write_document(args.format, &plan, console)?;
    let Some(time) = args.sample else {
        advice::print_advice(&plan, &args.into, None, args.price, console);
        return Ok(Exit::Answered);
    };
    let campaign = open_campaign(&args.into, Kernel::Auto)?;
    let options = CampaignRunOptions {
        begin_within: Some(time),
        ..run_options(args.threads, console)
    };
    let what = format!("running a sample of the units for {time:?}");
    let sampled = if campaign.has_segments() {
        sampled_segments(&campaign, &options, what, console)?
    } else {
        sampled_units(&campaign, options, what, console)?
    };
    if console.cancel().is_cancelled() {
        return Ok(Outcome::from(Err(Stop::Cancelled)).into());
    }
    if sampled != Sampled::Everything {
        advice::print_advice(&plan, &args.into, sampled.cost(), args.price, console);
    }
    Ok(Exit::Answered)
}

/// Forecast of the whole count from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sampled {
    /// No unit is left.
    Everything,
    /// Processor time of the whole count in seconds.
    Cost(TimeInterval),
    /// Too few units were done.
    Nothing,
}

impl Sampled {
    fn cost(self) -> Option<TimeInterval> {
        match self {
            Sampled::Cost(cost) => Some(cost),
            Sampled::Everything | Sampled::Nothing => None,
        }
    }
}

impl From<Option<TimeInterval>> for Sampled {
    fn from(cost: Option<TimeInterval>) -> Self {
        cost.map_or(Sampled::Nothing, Sampled::Cost)
    }
}

/// Runs a sample of segments.
fn sampled_segments(
    campaign: &Campaign,
    options: &CampaignRunOptions<'_>,
    what: String,
    console: &Console,
) -> Result<Sampled, CampaignFailure> {
    let progress = ProgressDisplay::start_share(console, what);
    let sample = sample_segments(campaign, options)?;
    drop(progress);
    for line in sample.forecast() {
        console.say(line);
    }
    Ok(sample.whole_cpu.into())
}

/// Runs a sample of units.
fn sampled_units(
    campaign: &Campaign,
    options: CampaignRunOptions<'_>,
    what: String,
    console: &Console,
) -> Result<Sampled, CampaignFailure> {
    let ran = run_with_progress(campaign, options, what, console)?;
    let status = CampaignStatus::from_campaign(campaign, &console.settings().limits)?;
    for line in status.forecast(ran.threads as u64) {
        console.say(line);
    }
    Ok(if status.done < status.units {
        status.whole_cpu_seconds().into()
    } else {
        Sampled::Everything
    })
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
        let restarts = env::var(restarts)
            .ok()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0_u64);
        Some((
            format!("{who}{}", env::var(job).ok()?),
            restarts.saturating_add(1),
        ))
    };
    if let Some((name, attempt)) = jobs.iter().find_map(job) {
        (options.name, options.attempt) = (name, attempt);
    }
    options
}

/// Runs units and prints the result.
fn run_with_progress(
    campaign: &Campaign,
    options: CampaignRunOptions<'_>,
    what: String,
    console: &Console,
) -> Result<CampaignRunReport, CampaignFailure> {
    let progress = ProgressDisplay::start_share(console, what);
    let show = |state: &parallel::RunProgress| progress.done_of_all(state.done);
    let wait = |bundles| {
        console.say(format!(
            "waiting for {} of other processes",
            several(bundles, "bundle")
        ));
    };
    let options = CampaignRunOptions {
        progress: Some(&show),
        waiting: Some(&wait),
        ..options
    };
    let ran = run(campaign, &options)?;
    drop(progress);
    print_run(&ran, console);
    Ok(ran)
}

/// Prints the number of units that were run, and on what.
fn print_run(report: &CampaignRunReport, console: &Console) {
    let &CampaignRunReport {
        units,
        of_units,
        held,
        kernel,
        threads,
        elapsed,
        outcome,
        ..
    } = report;
    if held > 0 {
        console.say(format!("{} in shards before", several(held, "unit")));
    }
    if report.elsewhere > 0 {
        let bundles = several(report.elsewhere, "bundle");
        console.say(format!(
            "{bundles} left to other processes, which work on them"
        ));
    }
    console.say(format!(
        "{} of {} run{}, kernel {kernel}, {}, {}",
        grouped(units),
        several(of_units, "unit"),
        stopped_in_words(outcome),
        several(threads as u64, "thread"),
        format_time(elapsed)
    ));
}

fn run_status(args: &StatusArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = open_campaign(&args.folder.folder, Kernel::Auto)?;
    let limits = &console.settings().limits;
    let mut index = ShardIndex::open(&campaign);
    loop {
        let status = CampaignStatus::update(&mut index, &campaign, limits);
        index.save(&campaign);
        let status = status?;
        if args.watch && console.on_terminal() {
            let mut out = console.out();
            write!(out, "\x1b[H\x1b[2J")?;
            out.flush()?;
        }
        if let TableFormat::Text = args.folder.format {
            let mut out = console.out();
            for line in status.in_words() {
                writeln!(out, "{}", escape_text(&line))?;
            }
            out.flush()?;
        }
        if args.folder.format != TableFormat::Text || !status.workers.is_empty() {
            write_document(args.folder.format, &status, console)?;
        }
        let exit = if status.faults.is_empty() {
            Exit::Answered
        } else {
            Exit::CheckFailed
        };
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

fn merge_all(args: &FolderArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let campaign = open_campaign(&args.folder, Kernel::Auto)?;
    let merged = match merge(&campaign, &console.settings().limits) {
        Ok(merged) => merged,
        Err(
            error
            @ (CampaignError::Missing { .. } | CampaignError::NotAsPublished { .. }),
        ) => {
            console.warn(format!("error: {error}"));
            return Ok(Exit::CheckFailed);
        }
        Err(error) => return Err(error.into()),
    };
    let certificate = &merged.certificate;
    if let TableFormat::Text = args.format {
        let mut out = console.out();
        let profile = matches!(certificate.plan.job.question, JobQuestion::Profile);
        let answer = if profile {
            certificate.figures.join(" ")
        } else {
            certificate.count.clone()
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    } else {
        write_document(args.format, certificate, console)?;
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
        format_time(Duration::from_millis(certificate.milliseconds)),
        cpu.map_or(String::new(), |cpu| format!(
            " ({} of the processor)",
            format_time(cpu)
        )),
        grouped(certificate.verified),
        certificate
            .records
            .get(..16)
            .unwrap_or(&certificate.records)
    ));
    console.explain_choice(format!("weights: {}", certificate.plan.weights_in_words()));
    Ok(Exit::Answered)
}

fn audit_all(args: &FolderArgs, console: &Console) -> Result<Exit, CampaignFailure> {
    let audit = audit(&args.folder, &console.settings().limits)?;
    write_document(args.format, &audit, console)?;
    Ok(if audit.holds {
        Exit::Answered
    } else {
        Exit::CheckFailed
    })
}
