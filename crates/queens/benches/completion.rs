//! Times of the completion engines: `cargo bench -p queens --bench completion [-- NAME]`.
//!
//! Prints the median of three runs for every instance whose name holds NAME, in seconds
//! of processor time where the system tells it (Linux, in steps of 10 ms; shorter runs
//! are repeated), else of the clock. Every answer is compared with the published one.

use queens::problem::Problem;
use queens::square::Square;
use queens::{Settings, Verdict, solve};
use std::path::Path;
use std::time::Instant;

/// Processor time of this process in seconds; falls back on the clock.
fn seconds(since: Instant) -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/stat")
        .ok()
        .and_then(|stat| {
            let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
            Some(
                fields.get(11)?.parse::<f64>().ok()?
                    + fields.get(12)?.parse::<f64>().ok()?,
            )
        });
    ticks.map_or_else(|| since.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// The median of three measurements, each repeated until it takes a fifth of a second.
fn median(mut run: impl FnMut()) -> f64 {
    let epoch = Instant::now();
    let mut times: Vec<f64> = (0..3)
        .map(|_| {
            let start = seconds(epoch);
            let mut runs = 0.0;
            while runs == 0.0 || seconds(epoch) - start < 0.2 {
                run();
                runs += 1.0;
            }
            (seconds(epoch) - start) / runs
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[1]
}

fn instance(text: &str) -> Problem {
    let mut lines = text.lines();
    let size = lines
        .next()
        .and_then(|line| line.trim().parse().ok())
        .expect("the size");
    let square = |text: &str| {
        let (row, column) = text.trim().split_once(',').expect("row,column");
        Square::new(
            row.parse().expect("a row"),
            column.parse().expect("a column"),
        )
    };
    let add = |builder: queens::problem::ProblemBuilder, line: &str| match line
        .strip_prefix('x')
    {
        Some(hole) => builder.hole(square(hole)),
        None => builder.given(square(line)),
    };
    lines
        .fold(Problem::builder(size, size), add)
        .build()
        .expect("a problem")
}

/// A board of `size` where every `part`-th row of a random solution is given.
fn partly_given(size: u32, part: usize) -> Problem {
    let settings = Settings::default().with_seed(9).with_engine("repair");
    let whole = solve(&Problem::queens(size).expect("a problem"), &settings);
    let whole = whole.expect("an answer").first.expect("a solution");
    let givens = whole
        .squares()
        .iter()
        .enumerate()
        .filter(|(row, _)| row % 10 < part);
    givens
        .fold(Problem::builder(size, size), |b, (_, &s)| b.given(s))
        .build()
        .expect("a problem")
}

fn report(name: &str, problem: &Problem, expected: &str) {
    let mut last = None;
    let time = median(|| {
        last = Some(solve(problem, &Settings::default()).expect("an answer"));
    });
    let answer = last.expect("at least one run");
    let verdict = if answer.verdict() == Verdict::None {
        "UNSAT"
    } else {
        "SAT"
    };
    assert_eq!(verdict, expected, "{name}");
    println!(
        "{name:24} {verdict:6} {:12} {time:10.4} s {:>12} nodes",
        answer.engine, answer.statistics.expanded
    );
}

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
        .unwrap_or_default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/instances");
    let answers =
        std::fs::read_to_string(folder.join("answers.tsv")).expect("the answers");
    for line in answers.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, expected) = (fields[0], fields[4]);
        if name.contains(&filter) {
            let text = std::fs::read_to_string(folder.join(name)).expect("the instance");
            report(name, &instance(&text), expected);
        }
    }
    for (size, part) in [(1_000_000, 1), (1_000_000, 3), (1_000_000, 5)] {
        let name = format!("random_{size}_{part}0%");
        if name.contains(&filter) {
            report(&name, &partly_given(size, part), "SAT");
        }
    }
}
