//! `queens puzzle solve`: the solution, and whether it is the only one.

use super::forms::{FormArgs, PuzzleFormat};
use super::{BoardArgs, has_marks, options};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{several, time};
use clap::Args;
use queens::document::{Document, PuzzleAnswerDocument};
use queens::puzzle::write::PuzzleForm;
use queens::puzzle::{self, Mark, Obstacle, Position};
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
    args.board.answer_each(console, args.form.joint(), |position| solve(args, &position, console))
}

fn solve(args: &SolveArgs, position: &Position, console: &Console) -> Result<Exit, Failure> {
    let problem = match position.problem() {
        Ok(problem) => problem,
        // Marks that break a rule.
        Err(error) => return report_wrong_mark(position, console)?.ok_or(Failure::input(error)),
    };
    let progress = ProgressDisplay::start(console, "solving".to_owned());
    let settings = console.settings().clone().with_progress(progress.listener());
    let question = if args.count { Question::Count } else { Question::Unique };
    let answer = ask(&problem, question, &settings).map_err(Failure::input)?;
    drop(progress);
    let mut out = console.out();
    if args.count && args.form.format == PuzzleFormat::Board {
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
            PuzzleFormat::Form(PuzzleForm::Json) => {
                PuzzleAnswerDocument::new(&shown, &answer).write_json(&mut out)?;
            }
            _ if answer.first.is_none() => {}
            _ => args.form.write(&shown, console, &mut out)?,
        }
    }
    out.flush()?;
    if answer.verdict() == Verdict::None
        && has_marks(position)
        && let Some(exit) = report_wrong_mark(position, console)?
    {
        return Ok(exit);
    }
    console.say(match answer.verdict() {
        // On sites with one queen in each row, `stars` may be the difficulty.
        Verdict::None if args.board.stars.is_none() && position.puzzle().stars() > 1 => format!(
            "there is no solution with {} queens in each row, as the input asks (use --stars 1 for one)",
            position.puzzle().stars()
        ),
        Verdict::None => "there is no solution".to_owned(),
        Verdict::OnlyOne => "the only solution".to_owned(),
        Verdict::Exactly(count) if args.count => several(count, "solution"),
        Verdict::AtLeast(count) if args.count => {
            format!("{} or more ({})", several(count, "solution"), answer.outcome)
        }
        Verdict::Exactly(_) | Verdict::AtLeast(2..) => "one of several solutions".to_owned(),
        Verdict::AtLeast(_) => {
            format!("a solution; there may be others ({})", answer.outcome)
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

/// Reports the mark that is wrong, if there is one.
fn report_wrong_mark(position: &Position, console: &Console) -> Result<Option<Exit>, Failure> {
    match puzzle::obstacle(position, &options(console, false)).map_err(Failure::input)? {
        Some(Obstacle::Wrong(mistake)) => {
            console.warn(format!("there is no solution with these marks: {}", mistake.sentence));
            Ok(Some(Exit::CheckFailed))
        }
        _ => Ok(None),
    }
}
