//! `queens solve`: one solution.

use super::large;
use crate::args::SolveArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::choose;
use crate::progress::Progress;
use crate::table::{grouped, time};
use queens::check;
use queens::control::Outcome;
use queens::methods::Finds;
use queens::problem::Problem;
use queens::reference;
use queens::render::{self, Format, Summary};
use std::io::Write;
use std::ops::ControlFlow;

/// Above this size a board does not fit a screen, and text is the better default.
const LARGEST_DRAWN: u32 = 40;

pub(crate) fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let drawn = problem.rows().max(problem.columns()) <= LARGEST_DRAWN;
    let format = args.format.unwrap_or(if drawn { Format::Board } else { Format::Text });
    let is_streamed = args.method.is_none() && problem.rows() >= large::STREAMED_FROM;
    if args.random || args.binary || (is_streamed && problem.is_classic()) {
        return large::solve(args, &problem, format, console);
    }
    let method = choose(args.method.as_deref(), &problem, Finds::One)?;
    let progress = Progress::start(console, format!("{} at work", method.exhibit().id));
    let mut found = None;
    let report = method
        .solutions(&problem, console.settings(), &mut |placement| {
            found = Some(placement.clone());
            ControlFlow::Break(())
        })
        .map_err(Failure::input)?;
    drop(progress);
    if let Some(placement) = &found {
        check::solution(&problem, placement)
            .map_err(|violation| Failure::input(format!("internal error: a wrong solution: {violation}")))?;
    }
    let mut out = console.out();
    let mut renderer = render::renderer(format, &problem, console.style());
    renderer.begin(&mut out)?;
    if let Some(placement) = &found {
        renderer.solution(placement, &mut out)?;
    }
    renderer.end(&Summary { solutions: found.is_some().into(), outcome: report.outcome }, &mut out)?;
    out.flush()?;
    console.say(verdict(&problem, found.is_some(), report.outcome));
    console.explain(format!(
        "{}: {}; {} nodes, {}",
        method.exhibit().id,
        method.exhibit().title,
        grouped(report.statistics.expanded),
        time(report.statistics.elapsed)
    ));
    Ok(match (args.sat_exit_codes, found.is_some(), report.outcome) {
        (true, true, _) => Exit::Sat(10),
        (true, false, Outcome::Exhausted) => Exit::Sat(20),
        (true, false, _) => Exit::Sat(0),
        (false, true, _) => Exit::Answered,
        (false, false, outcome) => outcome.into(),
    })
}

/// What the answer means, in one sentence.
fn verdict(problem: &Problem, found: bool, outcome: Outcome) -> String {
    if !found {
        return match outcome {
            Outcome::Exhausted | Outcome::Found => {
                "there is no solution: the whole space was searched".to_owned()
            }
            outcome => format!("no solution found yet ({outcome}): there may be one"),
        };
    }
    match reference::published(problem) {
        Some(published) if published.value == 1 => format!("the only solution ({})", published.name),
        Some(published) => format!("one of {} solutions ({})", grouped(published.value), published.name),
        None => "a solution; there may be others".to_owned(),
    }
}
