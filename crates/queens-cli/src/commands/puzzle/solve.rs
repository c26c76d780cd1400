//! `queens puzzle solve`: the solution, and whether it is the only one.

use super::BoardArgs;
use super::forms::{FormArgs, PuzzleFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{format_time, several};
use clap::Args;
use queens::document::{Document, PuzzleAnswerDocument};
use queens::placement::Placement;
use queens::puzzle::write::PuzzleForm;
use queens::puzzle::{self, Mark, Options, Position, PuzzleAnswer};
use queens::{Answer, Question, Verdict};
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

pub(super) fn run_solve(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    args.board
        .answer_each(console, args.form.joint(), |position| {
            solve_puzzle(args, &position, console)
        })
}

fn solve_puzzle(
    args: &SolveArgs,
    position: &Position,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start_spinner(console, "solving".to_owned());
    let question = if args.count {
        Question::Count
    } else {
        Question::Unique
    };
    let limits = console.settings().limits.started();
    let settings = console
        .settings()
        .clone()
        .with_limits(limits)
        .with_progress(progress.listener());
    let options = Options {
        settings,
        ..Options::default()
    };
    let found =
        puzzle::answer_puzzle(position, question, &options).map_err(Failure::input)?;
    drop(progress);
    write_answer(args, position, &found, console)?;
    if let Some(mistake) = found.mistake() {
        console.warn(format!(
            "there is no solution with these marks: {}",
            mistake.sentence
        ));
        return Ok(Exit::CheckFailed);
    }
    let Some(answer) = found.answer else {
        console.warn("there is no solution with these marks, which break a rule");
        return Ok(Exit::CheckFailed);
    };
    if answer.verdict() == Verdict::None && found.obstacle.is_none() {
        console.warn("there is no solution with these marks; a limit stopped the search for the wrong one");
        return Ok(Exit::CheckFailed);
    }
    console.say(verdict_words(args, position, &answer));
    let nodes = several(answer.statistics.expanded, "node");
    console.explain_choice(format!(
        "{}: {}; {nodes}, {}",
        answer.engine,
        answer.why,
        format_time(answer.statistics.elapsed)
    ));
    Ok(answer.outcome.into())
}

/// Writes the count, the document or the solved board to standard output.
fn write_answer(
    args: &SolveArgs,
    position: &Position,
    found: &PuzzleAnswer,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    let document = PuzzleAnswerDocument::new(position, found);
    match args.form.format {
        PuzzleFormat::Form(PuzzleForm::Json) => document.write_json(&mut out)?,
        PuzzleFormat::Board if args.count => {
            let count = found.answer.as_ref().map_or(0, |answer| answer.count);
            match (document.complete, count) {
                (true, count) => writeln!(out, "{count}")?,
                (false, 0) => {}
                (false, count) => writeln!(out, "{count} (partial)")?,
            }
        }
        _ => {
            if let Some(first) = found
                .answer
                .as_ref()
                .and_then(|answer| answer.first.as_ref())
            {
                args.form.write_position(
                    &mark_solution(position, first),
                    console,
                    &mut out,
                )?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Returns the clues with the queens of a solution.
fn mark_solution(position: &Position, solution: &Placement) -> Position {
    let mut shown = Position::new(position.puzzle().clone());
    for &square in solution.squares() {
        shown.set(square, Mark::Queen);
    }
    shown
}

fn verdict_words(args: &SolveArgs, position: &Position, answer: &Answer) -> String {
    let stars = position.puzzle().stars();
    match answer.verdict() {
        // On sites with one queen in each row, `stars` may be the difficulty.
        Verdict::None if args.board.stars.is_none() && stars > 1 => format!(
            "there is no solution with {stars} queens in each row, as the input asks (use --stars 1 for one)"
        ),
        Verdict::None => "there is no solution".to_owned(),
        Verdict::OnlyOne => "the only solution".to_owned(),
        Verdict::Exactly(count) if args.count => several(count, "solution"),
        Verdict::AtLeast(count) if args.count => {
            format!(
                "{} or more ({})",
                several(count, "solution"),
                answer.outcome
            )
        }
        Verdict::Exactly(_) | Verdict::AtLeast(2..) => {
            "one of several solutions".to_owned()
        }
        Verdict::AtLeast(_) => {
            format!("a solution; there may be others ({})", answer.outcome)
        }
        Verdict::Unknown => format!("no solution found yet ({})", answer.outcome),
    }
}
