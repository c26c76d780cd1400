//! `queens solve --dimensions 3`: finds a largest set of queens on a board of more dimensions.

use super::super::solve::{SolveArgs, settings, work, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compared;
use crate::progress::ProgressDisplay;
use crate::table::grouped;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::reference;
use queens::relative::{Dimensions, Relative, check_layers};
use queens::render::{Format, Summary};
use queens::{Certificate, Detail, Question, ask};
use std::io::Write;

/// Finds a largest set in `dimensions`, all sides as long as those of `problem`.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    dimensions: Dimensions,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let relative = Relative::Dimensions(dimensions);
    let answer = ask(problem, Question::Relative(relative), &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    let (layers, bound) = match &answer.detail {
        Detail::Groups { groups, bound } => (groups.as_slice(), *bound),
        _ => (&[][..], 0),
    };
    let placements: Vec<_> = layers.iter().map(|layer| &layer.placement).collect();
    check_layers(problem.rows(), dimensions, &placements).map_err(wrong_solution)?;
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    renderer.begin(&mut out)?;
    renderer.groups(layers, &mut out)?;
    renderer.end_with(&Summary { solutions: 1, outcome: answer.outcome }, &answer, &mut out)?;
    out.flush()?;
    let (size, published) = (answer.count as usize, reference::best_of(problem, relative));
    console.say(match answer.outcome {
        Outcome::Exhausted => {
            let proof = match answer.certificate {
                Some(Certificate::LineWeights) => "no line or block of cells has room for more",
                _ => "proved by exhaustive search",
            };
            format!(
                "{} is the maximum ({proof}){}",
                grouped(size as u128),
                compared(published.as_ref(), size)
            )
        }
        outcome => {
            let why = match outcome {
                Outcome::GaveUp => "the board is too large for a proof".to_owned(),
                outcome => outcome.to_string(),
            };
            let known =
                published.map_or(String::new(), |known| format!(" ({} has {})", known.name, known.value));
            let [size, bound] = [size as u128, bound.into()].map(grouped);
            format!("{size} queens found{known}; the maximum is at most {bound} ({why})")
        }
    });
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}
