//! `queens law`: plots the growth of Q(n) from published counts and from estimates.

use super::plot::{self, LawPoint};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{bytes_of, name_of};
use clap::Args;
use queens::estimate::law;
use queens::problem::Problem;
use queens::reference;
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
    let bytes = bytes_of(file, MAX_TABLE_BYTES + 1, &console.settings().limits)?;
    let estimates = read_estimates(bytes)
        .map_err(|error| Failure::input(format!("{}: {error}", name_of(file))))?;
    let mut points = published_points()?;
    points.extend(estimates);
    let svg = plot::plot_law(&points).map_err(Failure::input)?;
    let mut out = console.out();
    out.write_all(svg.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Reads the bytes of a table, of which there may be one more than the limit.
fn read_estimates(bytes: Vec<u8>) -> Result<Vec<LawPoint>, String> {
    if bytes.len() as u64 > MAX_TABLE_BYTES {
        return Err(format!(
            "is longer than {MAX_TABLE_BYTES} bytes, the limit for a table of estimates"
        ));
    }
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    parse_estimates(&text)
}

/// Returns ln(Q(n) / n!) / n and the factor of n! e^(-0.944001 n) for ln Q(n), each with
/// its bounds.
fn law_point(n: u32, [ln, low, high]: [f64; 3]) -> LawPoint {
    LawPoint {
        size: f64::from(n),
        rate: [low, ln, high].map(|ln| (ln - law::ln_factorial(n)) / f64::from(n)),
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
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let [n, ln, low, high] =
            [n, ln, low, high].map(|column| cells.get(column).copied().unwrap_or(""));
        if low.is_empty() {
            continue;
        }
        let size = parse_size(n).map_err(|fault| format!("line {number}: {fault}"))?;
        let mut values = [0.0; 3];
        for (value, cell) in values.iter_mut().zip([ln, low, high]) {
            *value =
                parse_value(cell).map_err(|fault| format!("line {number}: {fault}"))?;
        }
        points.push(law_point(size, values));
    }
    Ok(points)
}

fn parse_size(cell: &str) -> Result<u32, String> {
    let size = cell.parse().ok();
    size.filter(|size| (1..=1_000_000).contains(size))
        .ok_or_else(|| format!("'{cell}' is not a size from 1 to 1,000,000"))
}

fn parse_value(cell: &str) -> Result<f64, String> {
    let value = cell.parse().ok();
    value
        .filter(|value: &f64| value.is_finite())
        .ok_or_else(|| format!("'{cell}' is not a number"))
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
