//! `queens law`: plots the growth of Q(n) from published counts and from estimates.

use super::plot::{self, LawPoint};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{bytes_of, name_of};
use clap::Args;
use queens::estimate::law;
use queens::problem::Problem;
use queens::reference;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

/// Smallest board of the plot; smaller ones are far from the law.
const MIN_SIZE: u32 = 8;

/// Maximum size of a table, in bytes.
const MAX_TABLE_BYTES: u64 = 16 << 20;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:\n\
\x20 queens law estimates.csv > law.svg")]
pub(crate) struct LawArgs {
    /// CSV file of estimates with the columns n, ln, ln_low and ln_high; the published
    /// counts are drawn beside them
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run_law(args: &LawArgs, console: &Console) -> Result<Exit, Failure> {
    let file = args.file.as_path();
    let failure =
        |error: &dyn Display| Failure::input(format!("{}: {error}", name_of(file)));
    let bytes = bytes_of(file, MAX_TABLE_BYTES + 1, &console.settings().limits)?;
    if bytes.len() as u64 > MAX_TABLE_BYTES {
        return Err(failure(&format!(
            "is longer than {MAX_TABLE_BYTES} bytes, the limit for a table of estimates"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| failure(&error))?;
    let mut points = published_points()?;
    points.extend(parse_estimates(&text).map_err(|error| failure(&error))?);
    let svg = plot::plot_law(&points).map_err(Failure::input)?;
    let mut out = console.out();
    out.write_all(svg.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Returns ln(Q(n) / n!) / n and the factor of n! e^(-0.944001 n) for ln Q(n), each with
/// its bounds.
fn law_point(n: u32, [ln, low, high]: [f64; 3]) -> LawPoint {
    let rate = |ln: f64| (ln - law::ln_factorial(n)) / f64::from(n);
    LawPoint {
        size: f64::from(n),
        rate: [low, ln, high].map(rate),
        factor: [low, ln, high].map(|ln| law::factor(n, ln)),
        is_exact: low.total_cmp(&high).is_eq(),
    }
}

/// Returns the points of A000170.
fn published_points() -> Result<Vec<LawPoint>, Failure> {
    let problem = |n| Problem::queens(n).map_err(Failure::input);
    let mut points = Vec::new();
    for n in MIN_SIZE.. {
        let Some(count) = reference::published(&problem(n)?) else {
            break;
        };
        points.push(law_point(n, [(count.value as f64).ln(); 3]));
    }
    Ok(points)
}

/// Reads the estimates of a file. Lines without an interval are counts, which are
/// skipped.
fn parse_estimates(text: &str) -> Result<Vec<LawPoint>, String> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let columns: Result<Vec<usize>, String> = ["n", "ln", "ln_low", "ln_high"]
        .into_iter()
        .map(|name| {
            head.iter()
                .position(|&column| column == name)
                .ok_or(format!("there is no column {name}"))
        })
        .collect();
    let [n, ln, low, high] = columns?[..] else {
        return Err("there are not four columns".to_owned());
    };
    let mut points = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |column: usize| cells.get(column).copied().unwrap_or_default().trim();
        if cell(low).is_empty() {
            continue;
        }
        let value = |column: usize| {
            let value = cell(column)
                .parse::<f64>()
                .ok()
                .filter(|value| value.is_finite());
            value.ok_or_else(|| {
                format!("line {number}: '{}' is not a number", cell(column))
            })
        };
        let size = cell(n)
            .parse::<u32>()
            .ok()
            .filter(|size| (1..=1_000_000).contains(size));
        let size = size.ok_or_else(|| {
            format!(
                "line {number}: '{}' is not a size from 1 to 1,000,000",
                cell(n)
            )
        })?;
        points.push(law_point(size, [value(ln)?, value(low)?, value(high)?]));
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A000170(27) by its logarithm, and the factor that the fit was published with.
    #[test]
    fn reads_lines_or_names_the_fault() {
        let ln = 234_907_967_154_122_528_f64.ln();
        let points = parse_estimates(&format!(
            "n,how,ln,ln_low,ln_high\n8,counted,4.5,,\n27,x,{ln},{ln},{ln}\n"
        ))
        .unwrap();
        assert_eq!(points.len(), 1);
        assert!((points[0].factor[1] - 2.531).abs() < 1e-3);
        assert_eq!(
            parse_estimates("n,ln\n").err().unwrap(),
            "there is no column ln_low"
        );
        assert_eq!(
            parse_estimates("n,ln,ln_low,ln_high\n9,1,x,2\n")
                .err()
                .unwrap(),
            "line 2: 'x' is not a number"
        );
        assert!(
            parse_estimates("n,ln,ln_low,ln_high\n0,1,1,2\n")
                .err()
                .unwrap()
                .contains("'0' is not a size")
        );
    }
}
