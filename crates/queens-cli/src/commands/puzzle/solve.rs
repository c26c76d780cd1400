//! `queens puzzle solve`: the solution, and whether it is the only one.

use super::forms::{Form, FormArgs};
use super::{BoardArgs, has_marks, options};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::{several, time};
use clap::Args;
use queens::document::{Document, PuzzleAnswerDocument};
use queens::problem::ProblemError;
use queens::puzzle::{self, Mark, Mistake, Obstacle, Position};
use queens::{Question, Verdict, ask};
use std::io::Write;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    form: FormArgs,
    /// Count all solutions
    #[arg(long)]
    count: bool,
}

pub(super) fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    let position = args.board.read(console)?;
    let problem = match position.problem() {
        Ok(problem) => problem,
        // Marks that break a rule are wrong marks, and no bad input.
        Err(error @ ProblemError::Givens(_)) => match wrong_mark(&position, console)? {
            Some(mistake) => return Ok(report(&mistake, console)),
            None => return Err(Failure::input(error)),
        },
        Err(error) => return Err(Failure::input(error)),
    };
    let progress = Progress::start(console, "solving".to_owned());
    let settings = console.settings().clone().with_progress(progress.listener());
    let question = if args.count { Question::Count } else { Question::Unique };
    let answer = ask(&problem, question, &settings).map_err(Failure::input)?;
    drop(progress);
    let mut out = console.out();
    if args.count && args.form.format == Form::Board {
        match (answer.is_complete(), answer.count) {
            (true, count) => writeln!(out, "{count}")?,
            (false, 0) => {}
            (false, count) => writeln!(out, "{count} (partial)")?,
        }
    } else {
        let mut shown = Position::new(position.puzzle().clone());
        for &square in answer.first.iter().flat_map(queens::placement::Placement::squares) {
            shown.set(square, Mark::Queen);
        }
        match args.form.format {
            Form::Json => PuzzleAnswerDocument::new(&shown, &answer).write_json(&mut out)?,
            _ if answer.first.is_none() => {}
            _ => args.form.write(&shown, console, &mut out)?,
        }
    }
    out.flush()?;
    if answer.verdict() == Verdict::None
        && has_marks(&position)
        && let Some(mistake) = wrong_mark(&position, console)?
    {
        return Ok(report(&mistake, console));
    }
    console.say(match answer.verdict() {
        Verdict::None => "there is no solution".to_owned(),
        Verdict::OnlyOne => "the only solution".to_owned(),
        Verdict::Exactly(count) if args.count => several(count, "solution"),
        Verdict::AtLeast(count) if args.count => {
            format!("{} or more ({})", several(count, "solution"), answer.outcome)
        }
        Verdict::Exactly(_) | Verdict::AtLeast(2..) => "one of several solutions".to_owned(),
        Verdict::AtLeast(_) => {
            format!("a solution; whether it is the only one is not known ({})", answer.outcome)
        }
        Verdict::Unknown => format!("no solution found yet ({})", answer.outcome),
    });
    let nodes = several(answer.statistics.expanded, "node");
    console.explain(format!(
        "{}: {}; {nodes}, {}",
        answer.engine,
        answer.why,
        time(answer.statistics.elapsed)
    ));
    Ok(answer.outcome.into())
}

/// The first mark that is wrong, if one is.
fn wrong_mark(position: &Position, console: &Console) -> Result<Option<Mistake>, Failure> {
    match puzzle::obstacle(position, &options(console, false)).map_err(Failure::input)? {
        Some(Obstacle::Wrong(mistake)) => Ok(Some(mistake)),
        Some(Obstacle::NoSolution) | None => Ok(None),
    }
}

/// Reports a wrong mark.
fn report(mistake: &Mistake, console: &Console) -> Exit {
    console.warn(format!("there is no solution with these marks: {}", mistake.sentence));
    Exit::CheckFailed
}
