//! `queens estimate`: estimates a number of solutions, the nodes of a search, or the time
//! of a count.

use crate::args::{ProblemArgs, TableFormat, engine_id, parse_threads};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{as_published, contradicts_published};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several, write_document};
use clap::Args;
use queens::document::{
    NodesEstimateDocument, SolutionsEstimateDocument, TimeEstimateDocument,
};
use queens::estimate::{self, How, SolutionsEstimate, law};
use queens::problem::Problem;
use queens::reference;
use queens::{Question, Settings};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens estimate 100                   Q(100), within one percent\n\
\x20 queens estimate 28 --error 0.2%       Q(28), within 0.2 percent\n\
\x20 queens estimate superqueens 30        any problem with a fixed number of queens\n\
\x20 queens estimate 14 --nodes -e flags   the nodes of a search by rows\n\
\x20 queens estimate 24 --time             the time of an exact count here")]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Stop at this error: 0.5% or 0.005 [default: 1%]; half the 95 percent interval, as
    /// a part of the number
    #[arg(long, value_name = "PART", value_parser = parse_part, allow_hyphen_values = true)]
    error: Option<f64>,
    /// Estimate the nodes of a search; by rows in order, or by an engine
    #[arg(long)]
    nodes: bool,
    /// Estimate the time of an exact count on this machine
    #[arg(long, conflicts_with_all = ["nodes", "error"])]
    time: bool,
    /// Engine whose nodes or time are estimated
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    engine: Option<String>,
    /// Number of threads; 0 means one for each processor. The figures are the same
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: usize,
    /// text, json or csv
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    format: TableFormat,
}

/// Parses `0.5%` or `0.005`.
fn parse_part(text: &str) -> Result<f64, String> {
    let (number, unit) = text
        .strip_suffix('%')
        .map_or((text, 1.0), |number| (number, 0.01));
    let part = number.trim().parse().map(|number: f64| number * unit);
    part.ok().filter(|part| (1e-6..=1.0).contains(part)).ok_or_else(|| match text.parse() {
        Ok(1..=100u8) => format!("'{text}' is not a valid error: write {text}% for percent"),
        _ => format!("'{text}' is not a valid error: use a part such as 0.005, or 0.5%, from 0.0001% to 100%"),
    })
}

pub(crate) fn run_estimate(
    args: &EstimateArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let problem = args.problem.parse_problem(console)?;
    let mut settings = console.settings().clone().with_threads(args.threads);
    settings.engine.clone_from(&args.engine);
    let error = args.error.unwrap_or(estimate::DEFAULT_ERROR);
    match (args.nodes, args.time, &args.engine) {
        (true, _, _) => estimate_nodes(args, &problem, error, &settings, console),
        (_, true, _) => estimate_time(args, &problem, &settings, console),
        (_, _, Some(engine)) => Err(Failure::input(format!(
            "an estimate of the solutions uses no engine: leave out --engine {engine}, or add --nodes or --time"
        ))),
        _ => estimate_solutions(args, &problem, error, &settings, console),
    }
}

fn estimate_solutions(
    args: &EstimateArgs,
    problem: &Problem,
    error: f64,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start_share(console, "annealing".to_owned());
    let settings = settings.clone().with_progress(progress.listener());
    let result = estimate::solutions(problem, error, &settings);
    drop(progress);
    let document = SolutionsEstimateDocument::new(problem, settings.seed, &result);
    write_document(args.format, &document, console)?;
    let known = match result {
        Ok(known) => known,
        Err(refusal) => {
            console.warn(format!("no estimate: {refusal}"));
            return Ok(if console.cancel().is_cancelled() {
                Exit::Interrupted
            } else {
                Exit::LimitReached
            });
        }
    };
    say_source(&known, error, settings.seed, console);
    let is_right = say_published(problem, &known, console);
    if let (Some(rate), Some(factor), true) = (document.rate, document.factor, is_right) {
        say_law(rate, factor, console);
    }
    if !is_right {
        return Ok(Exit::CheckFailed);
    }
    Ok(known.outcome.into())
}

/// Says what an estimate was made from, and how good it is.
fn say_source(known: &SolutionsEstimate, error: f64, seed: u64, console: &Console) {
    let source = match known.how {
        How::Annealed => format!(
            "{} of {}, seed {seed}",
            several(known.chains, "chain"),
            several(known.sweeps, "sweep")
        ),
        How::Sampled => format!("a sample of {}", several(known.chains, "work unit")),
        How::Counted => return,
    };
    let reach = 100.0 * known.interval.reach();
    console.say(format!(
        "an estimate, to {reach:.2} percent either way (95 percent interval), from {source}"
    ));
    if !known.outcome.is_complete() {
        console.say(format!(
            "{} before the error was {} percent",
            known.outcome,
            100.0 * error
        ));
    }
}

/// Says the published number, if there is one. Returns false if a count contradicts it; an
/// interval may miss it.
fn say_published(
    problem: &Problem,
    known: &SolutionsEstimate,
    console: &Console,
) -> bool {
    let Some(published) = reference::published(&problem.normalized()) else {
        return true;
    };
    if let Some(counted) = known.counted {
        console.say(as_published(&published, counted, known.outcome));
        return !contradicts_published(&published, counted, known.outcome);
    }
    let words = if known.interval.holds((published.value as f64).ln()) {
        "within the interval"
    } else {
        "outside the interval, as one in twenty is"
    };
    console.say(format!("published: {}, {words}", grouped(published.value)));
    true
}

/// Says how a number of queens relates to the law of their growth.
fn say_law(rate: f64, factor: f64, console: &Console) {
    console.say(format!(
        "ln(Q(n)/n!)/n = {rate:.5}, in the limit {:.5} (Simkin's constant {:.5}; Nobel, Agrawal, Boyd 2023)",
        1.0 - law::QUEENS_CONSTANT,
        law::QUEENS_CONSTANT
    ));
    console.say(format!(
        "Q(n) = {factor:.3} n! e^(-{} n); a fit to n = 24 to 27, not a theorem, has {}",
        law::FIT_RATE,
        law::FIT_FACTOR
    ));
}

fn estimate_nodes(
    args: &EstimateArgs,
    problem: &Problem,
    error: f64,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress =
        ProgressDisplay::start_spinner(console, "sampling the nodes".to_owned());
    let result = match &args.engine {
        Some(engine) => estimate::nodes_of(engine, problem, error, settings),
        None => estimate::nodes(problem, error, settings),
    };
    drop(progress);
    let known = result.map_err(Failure::input)?;
    let document = NodesEstimateDocument::new(problem, settings.seed, &known);
    write_document(args.format, &document, console)?;
    if let Some(published) = document.published.filter(|_| args.engine.is_none()) {
        console.say(format!("published: {} (A319283)", grouped(published)));
    }
    if !known.outcome.is_complete() {
        console.say(format!(
            "{} before the error was {} percent",
            known.outcome,
            100.0 * error
        ));
    }
    Ok(known.outcome.into())
}

fn estimate_time(
    args: &EstimateArgs,
    problem: &Problem,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let known =
        estimate::time(problem, Question::Count, settings).map_err(Failure::input)?;
    write_document(
        args.format,
        &TimeEstimateDocument::new(problem, &known),
        console,
    )?;
    if !known.outcome.is_complete() {
        console.say(known.outcome);
    }
    let words = match known.how {
        "counted" => "the count finished during the measurement",
        "sample" => "from a random sample of the work",
        "beginning" => "from the beginning of the count",
        "growth" => "from a smaller board, and an estimate of the additional work",
        _ if !known.outcome.is_complete() => "no time estimate yet: allow more time",
        _ => {
            "no time estimate available: the engine works in one piece, or in work units of many minutes"
        }
    };
    match known.guess {
        Some(guess) => {
            let threads = several(guess.threads as u64, "thread");
            console.say(format!(
                "{words}; on {threads}, if nothing else runs on this machine"
            ));
        }
        None => console.say(words),
    }
    Ok(known.outcome.into())
}
