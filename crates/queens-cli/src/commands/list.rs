//! `queens list`: every solution, one at a time.

use crate::args::ListArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{choose, published};
use crate::table::grouped;
use queens::methods::Finds;
use queens::orbit::Orbits;
use queens::render::{self, Summary};
use std::io::Write;
use std::ops::ControlFlow;

/// Streams the solutions: nothing is held but the one that is being written.
pub(crate) fn run(args: &ListArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let method = choose(args.method.as_deref(), &problem, Finds::All)?;
    let orbits = args.fundamental.then(|| Orbits::of(&problem)).transpose().map_err(Failure::input)?;
    let mut renderer = render::renderer(args.format, &problem, console.style());
    let mut out = console.out();
    renderer.begin(&mut out)?;
    let mut written = 0;
    let mut result = Ok(());
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut each = |placement: &queens::placement::Placement| {
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
    let report = match limit {
        0 => method.solutions(&problem, console.settings(), &mut |_| ControlFlow::Break(())),
        _ => method.solutions(&problem, console.settings(), &mut each),
    }
    .map_err(Failure::input)?;
    result?;
    let summary = Summary { solutions: written, outcome: report.outcome };
    renderer.end(&summary, &mut out)?;
    out.flush()?;
    let kind = if args.fundamental { " fundamental" } else { "" };
    let plural = if written == 1 { "solution" } else { "solutions" };
    let reference = if args.fundamental { None } else { published(&problem, written, report.outcome) };
    let reference = reference.map_or(String::new(), |words| format!(", {words}"));
    let outcome = match report.outcome {
        outcome if outcome.is_complete() => String::new(),
        outcome => format!(" ({outcome}: there may be more)"),
    };
    console.say(format!("{}{kind} {plural}{outcome}{reference}", grouped(written)));
    Ok(report.outcome.into())
}
