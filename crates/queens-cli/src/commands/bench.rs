//! `queens bench`: the counting engines side by side, as ratios to the plain bit mask.

use crate::args::{TableFormat, size_range, threads};
use crate::console::Console;
use crate::counting::Counter;
use crate::exit::{Exit, Failure};
use crate::problem::{method, published};
use crate::table::{csv_line, factor, grouped, table, time};
use clap::Args;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens bench                          sizes 12 to 14\n\
\x20 queens bench 16 --runs 3 --threads 0  one size on all processors")]
pub(crate) struct BenchArgs {
    /// The sizes: 12..14, both ends included; or one
    #[arg(value_name = "RANGE", default_value = "12..14", value_parser = size_range)]
    pub(crate) sizes: (u32, u32),
    /// Runs of each engine; the median counts
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) runs: u32,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

/// The engine that the others are compared to.
const YARDSTICK: &str = "bitmask";

/// One engine on one size.
#[derive(Serialize)]
struct Line {
    size: u32,
    engine: String,
    solutions: u128,
    /// The median of all runs.
    seconds: f64,
    /// How many times faster than the yardstick.
    speed: f64,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    yardstick: &'static str,
    threads: usize,
    runs: u32,
    lines: &'a [Line],
}

pub(crate) fn run(args: &BenchArgs, console: &Console) -> Result<Exit, Failure> {
    let mut engines = vec![(YARDSTICK.to_owned(), Counter::Method(method(YARDSTICK)?))];
    for kernel in [Kernel::Baseline, Kernel::Avx2, Kernel::Avx512] {
        if kernel.is_available() {
            engines.push((format!("rows ({})", kernel.name()), Counter::Rows(kernel)));
            engines.push((format!("join ({})", kernel.name()), Counter::Join(kernel)));
        }
    }
    let (first, last) = args.sizes;
    let mut lines = Vec::new();
    let mut outcome = Outcome::Exhausted;
    for size in first..=last {
        match bench_size(size, &engines, args, console)? {
            Ok(measured) => lines.extend(measured),
            Err(stopped) => {
                outcome = stopped;
                console.say(format!("n = {size}: {outcome}; the sizes before it are complete"));
                break;
            }
        }
    }
    write_lines(args, &lines, console)?;
    for size in first..=last {
        let mut counts = lines.iter().filter(|line| line.size == size).map(|line| line.solutions);
        let Some(count) = counts.next() else { continue };
        let problem = Problem::queens(size).map_err(Failure::input)?;
        if counts.any(|other| other != count) {
            eprintln!("error: THE ENGINES DISAGREE on {size} queens: the table shows who says what");
            return Ok(Exit::CheckFailed);
        }
        if let Some(words) = published(&problem, count, Outcome::Exhausted) {
            console.say(format!("{size} queens: {} solutions, {words}", grouped(count)));
        }
    }
    Ok(outcome.into())
}

/// Runs all engines in turn, several times, so that all meet the same disturbances.
fn bench_size(
    size: u32,
    engines: &[(String, Counter)],
    args: &BenchArgs,
    console: &Console,
) -> Result<Result<Vec<Line>, Outcome>, Failure> {
    let problem = Problem::queens(size).map_err(Failure::input)?;
    let mut times = vec![Vec::new(); engines.len()];
    let mut counts = vec![0; engines.len()];
    for _ in 0..args.runs {
        for (i, (_, counter)) in engines.iter().enumerate() {
            let counted = counter.count(&problem, args.threads, console)?;
            if !counted.outcome.is_complete() {
                return Ok(Err(counted.outcome));
            }
            times[i].push(counted.elapsed);
            counts[i] = counted.solutions;
        }
    }
    let seconds: Vec<f64> = times.into_iter().map(median).collect();
    let lines = engines.iter().enumerate().map(|(i, (engine, _))| Line {
        size,
        engine: engine.clone(),
        solutions: counts[i],
        seconds: seconds[i],
        speed: seconds[0] / seconds[i].max(1e-9),
    });
    Ok(Ok(lines.collect()))
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

fn write_lines(args: &BenchArgs, lines: &[Line], console: &Console) -> Result<(), Failure> {
    let mut out = console.out();
    match args.format {
        TableFormat::Text => {
            let mut table = table(console, &["n", "engine", "solutions", "time", "speed"], &[0, 2, 3, 4]);
            for line in lines {
                table.add_row([
                    line.size.to_string(),
                    line.engine.clone(),
                    grouped(line.solutions),
                    time(Duration::from_secs_f64(line.seconds)),
                    factor(line.speed),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        TableFormat::Csv => {
            writeln!(out, "n,engine,solutions,seconds,speed")?;
            for line in lines {
                let fields = [
                    line.size.to_string(),
                    line.engine.clone(),
                    line.solutions.to_string(),
                    format!("{:.9}", line.seconds),
                    format!("{:.3}", line.speed),
                ];
                writeln!(out, "{}", csv_line(&fields))?;
            }
        }
        TableFormat::Json => {
            let document = Document {
                schema: "queens/bench/1",
                yardstick: YARDSTICK,
                threads: args.threads,
                runs: args.runs,
                lines,
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}
