//! `queens record`: writes the steps of an engine as an animated picture.

use super::trace::traced_engine;
use crate::args::{ProblemArgs, engine_id, parse_duration};
use crate::console::Console;
use crate::exit::{Exit, Failure, stopped_in_words};
use crate::table::grouped;
use clap::Args;
use draft::Draft;
use queens::engines::Engine;
use queens::lab::{RecordingError, RecordingReport, RecordingWanted, record};
use queens::problem::Problem;
use queens::render::recording::{MAX_FRAMES, RecordingFormat, RecordingStyle};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens record 6 --first -o steps.gif             to the first solution\n\
\x20 queens record 8 --steps 100..180 -o steps.svg    a stretch, as an SVG that needs no script\n\
\x20 queens record 6 -e exact-cover -o slow.gif --delay 600ms --width 800")]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine to record; without it flags, or one that can answer the problem
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// First and last step, at most 2,000 steps; fewer if the engine ends earlier
    #[arg(long, value_name = "FROM..TO", default_value = "1..200", value_parser = step_range, allow_negative_numbers = true)]
    pub(crate) steps: (u64, u64),
    /// End at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Time of a step (100ms, 1s); a solution and the last step stay longer
    #[arg(short, long, value_name = "TIME", default_value = "250ms", value_parser = parse_duration)]
    pub(crate) delay: Duration,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 480)]
    pub(crate) width: u32,
    /// gif or svg; without it the suffix of the file decides, else gif
    #[arg(short, long, value_name = "FORMAT", value_parser = |word: &str| word.parse::<RecordingFormat>())]
    pub(crate) format: Option<RecordingFormat>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

pub(crate) fn run_record(args: &RecordArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.parse_problem(console)?;
    let engine = traced_engine(args.engine.as_deref(), &problem)?;
    let format = format_of(args)?;
    let style = RecordingStyle {
        width: args.width,
        delay: args.delay,
    };
    let wanted = RecordingWanted {
        format,
        steps: args.steps,
        first: args.first,
        style,
    };
    let report = match &args.output {
        None => {
            console.can_take_bytes("a recording", &format!("steps.{format}"))?;
            let mut out = console.out();
            let report = record_steps(&problem, engine, wanted, console, &mut out)?;
            out.flush()?;
            report
        }
        Some(path) => {
            let refused = |error: io::Error| {
                Failure::input(format!("cannot write {}: {error}", path.display()))
            };
            let mut draft = Draft::new(path).map_err(refused)?;
            let report = record_steps(&problem, engine, wanted, console, &mut draft)?;
            if report.steps.is_some() {
                draft.place().map_err(refused)?;
            }
            report
        }
    };
    console.say(summary_line(&report, args.output.as_deref()));
    Ok(report.outcome.into())
}

fn record_steps(
    problem: &Problem,
    engine: &'static dyn Engine,
    wanted: RecordingWanted,
    console: &Console,
    out: &mut dyn Write,
) -> Result<RecordingReport, Failure> {
    let settings = console.settings().clone().with_engine(engine.info().id);
    record(problem, wanted, &settings, out).map_err(|error| match error {
        RecordingError::Picture(error) if error.kind() != io::ErrorKind::InvalidInput => {
            error.into()
        }
        error => Failure::input(error),
    })
}

/// Describes the recording in one line.
fn summary_line(report: &RecordingReport, path: Option<&Path>) -> String {
    let RecordingReport {
        engine,
        steps,
        outcome,
    } = *report;
    let reason = stopped_in_words(outcome);
    let Some((from, to)) = steps else {
        return format!(
            "{engine} did not reach the first step of the recording{reason}: nothing was written"
        );
    };
    let partial = if outcome.is_complete() {
        ""
    } else {
        "partial recording: "
    };
    let place = path.map_or_else(String::new, |path| format!(" in {}", path.display()));
    format!(
        "{partial}steps {} to {} of {engine}{reason}{place}",
        grouped(from),
        grouped(to)
    )
}

/// Returns the format of the option or of the name of the file.
fn format_of(args: &RecordArgs) -> Result<RecordingFormat, Failure> {
    let suffix = args.output.as_deref().and_then(Path::extension);
    match (args.format, suffix) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(RecordingFormat::Gif),
        (None, Some(suffix)) => suffix.to_string_lossy().parse().map_err(|_| {
            Failure::input(format!(
                "'.{}' is not the suffix of a recording: use .gif or .svg, or --format; videos are made by the page \
                 (`queens serve`, Steps, Record)",
                suffix.to_string_lossy()
            ))
        }),
    }
}

/// Parses `1..200`: first and last step.
fn step_range(text: &str) -> Result<(u64, u64), String> {
    let number = |side: &str| {
        side.trim().replace(',', "").parse::<u64>().map_err(|_| {
            format!("'{text}' is not a range of steps: write one such as 1..200, at most {MAX_FRAMES} steps")
        })
    };
    let (first, last) = text
        .split_once("..")
        .or_else(|| text.split_once('-'))
        .ok_or_else(|| match text.parse::<u64>() {
            Ok(last) => format!("'{text}' is not a range of steps: write 1..{last}"),
            Err(_) => {
                format!("'{text}' is not a range of steps: write one such as 1..200")
            }
        })?;
    Ok((number(first)?, number(last.trim_start_matches('='))?))
}
