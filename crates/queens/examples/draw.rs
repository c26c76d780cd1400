//! Draws a solution as a picture: SVG on standard output.
//!
//! `cargo run --release --example draw > board.svg`

use queens::control::Outcome;
use queens::render::{Format, Style, Summary, renderer};
use queens::{Settings, problem::Problem, solve};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem: Problem = "torus 7".parse()?;
    let answer = solve(&problem, &Settings::default())?;
    let mut out = std::io::stdout().lock();
    let mut picture = renderer(Format::Svg, &problem, Style::default());
    picture.begin(&mut out)?;
    let solutions = u64::from(answer.first.is_some());
    if let Some(solution) = &answer.first {
        picture.solution(solution, &mut out)?;
    }
    picture.end(
        &Summary {
            solutions,
            outcome: Outcome::Found,
        },
        &mut out,
    )?;
    out.flush()?;
    Ok(())
}
