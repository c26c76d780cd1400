//! `queens list`: every solution, one at a time.

use crate::args::ListArgs;
use crate::console::Console;
use crate::counting::is_constrained;
use crate::exit::{Exit, Failure};
use crate::problem::{choose, published};
use crate::table::grouped;
use queens::completion::{self, Question};
use queens::methods::Finds;
use queens::orbit::Orbits;
use queens::placement::Placement;
use queens::render::Summary;
use std::io::Write;
use std::ops::ControlFlow;

/// Streams the solutions: nothing is held but the one that is being written.
pub(crate) fn run(args: &ListArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let method = choose(args.method.as_deref(), &problem, Finds::All)?;
    let orbits = args.fundamental.then(|| Orbits::of(&problem)).transpose().map_err(Failure::input)?;
    let mut renderer = console.renderer(args.format, &problem)?;
    let mut out = console.out();
    renderer.begin(&mut out)?;
    let mut written = 0;
    let mut result = Ok(());
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut each = |placement: &Placement| {
        if orbits.as_ref().is_some_and(|orbits| !orbits.is_fundamental(placement)) {
            return ControlFlow::Continue(());
        }
        if written == limit {
            return ControlFlow::Break(());
        }
        written += 1;
        result = renderer.solution(placement, &mut out);
        // One solution is shown at once, so that a reader sees the first while the search goes on.
        if written == 1 && result.is_ok() {
            result = out.flush();
        }
        let done = result.is_err() || written == limit;
        if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut stop = |_: &Placement| ControlFlow::Break(());
    let each: &mut dyn FnMut(&Placement) -> ControlFlow<()> = if limit == 0 { &mut stop } else { &mut each };
    // On a board with little room, row by row the first solution may be far, or there is none at all.
    let outcome = if args.method.is_none() && is_constrained(&problem) {
        let settings = completion::Settings {
            limits: console.settings().limits.clone(),
            ..completion::Settings::default()
        };
        completion::solve_each(&problem, Question::All, &settings, each).map_err(Failure::input)?.outcome
    } else {
        method.solutions(&problem, console.settings(), each).map_err(Failure::input)?.outcome
    };
    result?;
    let summary = Summary { solutions: written, outcome };
    renderer.end(&summary, &mut out)?;
    out.flush()?;
    let kind = if args.fundamental { " fundamental" } else { "" };
    let plural = if written == 1 { "solution" } else { "solutions" };
    let reference = if args.fundamental { None } else { published(&problem, written.into(), outcome) };
    let reference = reference.map_or(String::new(), |words| format!(", {words}"));
    let ending = match outcome {
        outcome if outcome.is_complete() => String::new(),
        outcome => format!(" ({outcome}: there may be more)"),
    };
    console.say(format!("{}{kind} {plural}{ending}{reference}", grouped(written)));
    Ok(outcome.into())
}
