//! `queens solve`: one solution.

use super::count::NO_PAWNS;
use super::large;
use crate::args::SolveArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::problem::choose;
use crate::progress::Progress;
use crate::table::{grouped, several, time};
use queens::ask::{self, Answer, Engine, Proof, Question, Refutation, Verdict};
use queens::check;
use queens::control::{Limit, Outcome};
use queens::engines::ladder::Completeness;
use queens::engines::pawns;
use queens::placement::Placement;
use queens::problem::{Bounds, Problem, Units};
use queens::reference;
use queens::render::{Format, Renderer, Summary};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// Above this size a board does not fit a screen, and text is the better default.
const LARGEST_DRAWN: u32 = 40;

/// How repair ends when it has no tries left.
const OUT_OF_TRIES: Outcome = Outcome::LimitReached(Limit::Nodes);

/// Up to this size a solution is asked whether it is the only one.
const UNIQUE_UP_TO: u32 = 64;

pub(crate) fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem()?;
    let drawn = problem.rows().max(problem.columns()) <= LARGEST_DRAWN;
    let format = args.format.unwrap_or(Form::Written(if drawn { Format::Board } else { Format::Text }));
    if args.maximum {
        return maximum(args, &problem, format, console);
    }
    if let Some(pawns) = args.pawns {
        return with_pawns(args, &problem, pawns, format, console);
    }
    let is_streamed = args.method.is_none() && problem.rows() >= large::STREAMED_FROM;
    if args.random || args.binary || (is_streamed && problem.is_classic()) {
        return large::solve(args, &problem, format, console);
    }
    if args.method.is_none() && (!problem.is_classic() || args.engine.is_some() || args.proof.is_some()) {
        return complete(args, &problem, format, console);
    }
    let method = choose(args.method.as_deref(), &problem, Completeness::One)?;
    let progress = Progress::start(console, format!("{} at work", method.info().id));
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
    let mut renderer = format.renderer(&problem, console)?;
    renderer.begin(&mut out)?;
    if let Some(placement) = &found {
        renderer.solution(placement, &mut out)?;
    }
    renderer.end(&Summary { solutions: found.is_some().into(), outcome: report.outcome }, &mut out)?;
    out.flush()?;
    console.say(verdict(&problem, found.is_some(), report.outcome));
    console.explain(format!(
        "{}: {}; {}, {}",
        method.info().id,
        method.info().title,
        several(report.statistics.expanded, "node"),
        time(report.statistics.elapsed)
    ));
    Ok(exit(args, found.is_some(), report.outcome))
}

/// How a search for one solution ends.
fn exit(args: &SolveArgs, found: bool, outcome: Outcome) -> Exit {
    match (args.sat_exit_codes, found, outcome) {
        (true, true, _) => Exit::Sat(10),
        (true, false, Outcome::Exhausted) => Exit::Sat(20),
        (true, false, _) => Exit::Sat(0),
        (false, true, _) => Exit::Answered,
        (false, false, outcome) => outcome.into(),
    }
}

/// Queens and pawns: the board is shown with a wall for each pawn.
fn with_pawns(
    args: &SolveArgs,
    problem: &Problem,
    pawns: u32,
    format: Form,
    console: &Console,
) -> Result<Exit, Failure> {
    if !problem.is_classic() {
        return Err(Failure::input(NO_PAWNS));
    }
    let size = problem.rows();
    let progress = Progress::start(console, "solving with pawns".to_owned());
    let (found, outcome) = pawns::first(size, pawns, &console.settings().limits).map_err(Failure::input)?;
    drop(progress);
    let stand = found.as_ref().map_or(&[][..], |position| &position.pawns);
    let total = Units { total: Bounds::exactly(size.saturating_add(pawns)), ..Units::ANY };
    let board = stand.iter().fold(Problem::builder(size, size), |board, &pawn| board.wall(pawn));
    let board = board.units(total).build().map_err(Failure::input)?;
    let mut out = console.out();
    let mut renderer = format.renderer(&board, console)?;
    renderer.begin(&mut out)?;
    if let Some(position) = &found {
        show(&board, &position.queens, renderer.as_mut(), &mut out)?;
    }
    renderer.end(&Summary { solutions: found.is_some().into(), outcome }, &mut out)?;
    out.flush()?;
    console.say(match (&found, reference::with_pawns(size, pawns, false)) {
        (Some(_), Some(published)) => {
            format!("one of {} solutions ({})", grouped(published.value), published.name)
        }
        _ => verdict(&board, found.is_some(), outcome),
    });
    Ok(exit(args, found.is_some(), outcome))
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

/// Finishes the board by the engine that suits it, and says whether there is another way.
fn complete(args: &SolveArgs, problem: &Problem, format: Form, console: &Console) -> Result<Exit, Failure> {
    let side = problem.rows().max(problem.columns());
    let question = if args.first || side > UNIQUE_UP_TO { Question::First } else { Question::Unique };
    let engine = args.engine.map(Engine::from).or(args.proof.is_some().then_some(Engine::Sat));
    let console_settings = console.settings();
    let settings = ask::Settings {
        limits: console_settings.limits.clone(),
        seed: console_settings.seed,
        engine,
        refutation: args.proof.is_some(),
    };
    let mut out = console.out();
    let mut renderer = format.renderer(problem, console)?;
    let mut shown = Ok(0);
    let progress = Progress::start(console, "searching".to_owned());
    let answer = ask::solve_each(problem, question, &settings, &mut |placement| {
        // The first solution is shown at once; a second one only shows that there are more.
        if let Ok(0) = shown {
            progress.clear();
            // Not sooner: an engine that refuses leaves nothing behind but its error.
            shown = renderer
                .begin(&mut out)
                .map_err(Failure::from)
                .and_then(|()| show(problem, placement, renderer.as_mut(), &mut out));
        }
        if shown.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(Failure::input)?;
    drop(progress);
    let shown = shown?;
    if shown == 0 {
        renderer.begin(&mut out)?;
    }
    renderer.end_with(&Summary { solutions: shown, outcome: answer.outcome }, &answer, &mut out)?;
    out.flush()?;
    let gave_up = answer.outcome == OUT_OF_TRIES && settings.limits.nodes.is_none();
    console.say(meaning(problem, &answer, gave_up));
    console.say(format!(
        "{}: {}; {}, {}",
        answer.engine,
        answer.why,
        several(answer.statistics.expanded, "node"),
        time(answer.statistics.elapsed)
    ));
    if let (Some(file), Some(Proof::Refuted(Some(refutation)))) = (&args.proof, &answer.proof) {
        write_proof(file, refutation, console)?;
    }
    Ok(match (args.sat_exit_codes, answer.verdict()) {
        (true, Verdict::None) => Exit::Sat(20),
        (true, Verdict::Unknown) => Exit::Sat(0),
        (true, _) => Exit::Sat(10),
        (false, Verdict::None) => Exit::Answered,
        // Found, and whether there is another one was not asked or is known.
        (false, _) if answer.outcome.is_complete() => Exit::Answered,
        (false, _) => answer.outcome.into(),
    })
}

/// The largest set.
fn maximum(args: &SolveArgs, problem: &Problem, format: Form, console: &Console) -> Result<Exit, Failure> {
    let settings = ask::Settings {
        limits: console.settings().limits.clone(),
        seed: console.settings().seed,
        engine: args.engine.map(Engine::from),
        refutation: false,
    };
    let progress = Progress::start(console, "searching".to_owned());
    let most = ask::maximum(problem, &settings).map_err(Failure::input)?;
    drop(progress);
    let mut out = console.out();
    let mut renderer = format.renderer(problem, console)?;
    renderer.begin(&mut out)?;
    let mut shown = 0;
    if let Some(queens) = &most.queens {
        let any_number = problem.with_total(Bounds::ANY).map_err(Failure::input)?;
        shown = show(&any_number, queens, renderer.as_mut(), &mut out)?;
    }
    renderer.end(&Summary { solutions: shown, outcome: most.outcome }, &mut out)?;
    out.flush()?;
    console.say(match (&most.queens, most.outcome) {
        (Some(queens), Outcome::Exhausted) => {
            let name = reference::maximum(problem).map_or(String::new(), |published| {
                let same = published.value == queens.len() as u128;
                format!(", {} {}", if same { "as published:" } else { "NOT as published:" }, published.name)
            });
            format!("{}: no more can stand ({}){name}", queens.len(), most.shown)
        }
        (Some(queens), outcome) => {
            format!("{}: there may be room for more, up to {} ({outcome})", queens.len(), most.bound)
        }
        (None, Outcome::Exhausted) => "there is no solution with any number".to_owned(),
        (None, outcome) => format!("no solution found yet ({outcome})"),
    });
    console.explain(format!(
        "{}, {}",
        several(most.statistics.expanded, "node"),
        time(most.statistics.elapsed)
    ));
    Ok(if most.outcome.is_complete() { Exit::Answered } else { most.outcome.into() })
}

/// Checks and shows the first solution.
fn show(
    problem: &Problem,
    placement: &Placement,
    renderer: &mut dyn Renderer,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    check::solution(problem, placement)
        .map_err(|violation| Failure::input(format!("internal error: a wrong solution: {violation}")))?;
    renderer.solution(placement, out)?;
    out.flush()?;
    Ok(1)
}

/// What the answer of an engine means, in one sentence; `gave_up` by itself, not by a limit.
fn meaning(problem: &Problem, answer: &Answer, gave_up: bool) -> String {
    match (answer.verdict(), &answer.proof) {
        (Verdict::None, Some(proof)) => format!("there is no solution: {proof}"),
        (Verdict::None, None) => "there is no solution".to_owned(),
        (Verdict::Unknown, _) if gave_up && answer.engine == Engine::Repair => {
            "no solution found: repair gave up; there may be one, perhaps with another --seed".to_owned()
        }
        (Verdict::Unknown, _) => format!("no solution found yet ({}): there may be one", answer.outcome),
        (Verdict::OnlyOne, _) => "the only solution".to_owned(),
        (Verdict::AtLeast(1), _) if answer.outcome.is_complete() => verdict(problem, true, answer.outcome),
        (Verdict::AtLeast(1), _) => {
            format!("a solution; whether it is the only one is not known ({})", answer.outcome)
        }
        (Verdict::AtLeast(_) | Verdict::Exactly(_), _) => match reference::published(problem) {
            Some(published) => format!("one of {} solutions ({})", grouped(published.value), published.name),
            None => "one of several solutions".to_owned(),
        },
    }
}

/// Writes the proof that there is no solution, and beside it the clauses that it refutes.
fn write_proof(file: &Path, refutation: &Refutation, console: &Console) -> Result<(), Failure> {
    let clauses = file.with_extension("cnf");
    for (path, text) in [(file, &refutation.proof), (clauses.as_path(), &refutation.formula)] {
        std::fs::write(path, text)
            .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))?;
    }
    console.say(format!(
        "the proof (DRAT) is in {}, its clauses (DIMACS) in {}",
        file.display(),
        clauses.display()
    ));
    Ok(())
}
