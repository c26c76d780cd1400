//! `queens puzzle repair`: the least change of borders that leaves exactly one solution.

use super::forms::{FormArgs, PuzzleFormat};
use super::{BoardArgs, has_marks};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::several;
use clap::Args;
use queens::document::{Document, UniqueRepairDocument};
use queens::puzzle::write::PuzzleForm;
use queens::puzzle::{self, Position};
use queens::square::Square;
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
The regions of as few squares as possible change, so that the puzzle has exactly one solution and every region is\n\
connected. Clues stay. With --time-limit the result is the best repair found so far; a message reports whether it is\n\
known to be the least.")]
pub(crate) struct RepairArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run_repair(args: &RepairArgs, console: &Console) -> Result<Exit, Failure> {
    args.board
        .answer_each(console, args.form.joint(), |position| {
            repair_puzzle(args, &position, console)
        })
}

fn repair_puzzle(
    args: &RepairArgs,
    position: &Position,
    console: &Console,
) -> Result<Exit, Failure> {
    if has_marks(position) {
        console.say(
            "the marks are ignored: a repair depends on the puzzle and its clues only",
        );
    }
    let progress = ProgressDisplay::start_spinner(console, "repairing".to_owned());
    let settings = console
        .settings()
        .clone()
        .with_progress(progress.listener());
    let repair = puzzle::repair_uniqueness(position.puzzle(), &settings.limits)
        .map_err(Failure::input)?;
    drop(progress);
    let mut out = console.out();
    match (&repair.repaired, args.form.format) {
        (_, PuzzleFormat::Form(PuzzleForm::Json)) => {
            UniqueRepairDocument::new(&repair).write_json(&mut out)?;
        }
        (Some(found), _) => {
            args.form.write_position(
                &Position::new(found.puzzle.clone()),
                console,
                &mut out,
            )?;
        }
        (None, _) => {}
    }
    out.flush()?;
    let Some(found) = &repair.repaired else {
        console.say(format!("no repair was found: {}", repair.outcome));
        return Ok(repair.outcome.into());
    };
    let names: Vec<String> = found.changed.iter().map(Square::to_string).collect();
    console.say(match (names.len() as u64, found.is_least()) {
        (0, _) => "the puzzle has exactly one solution already".to_owned(),
        (count, true) => {
            format!(
                "{} changed, the least possible: {}",
                several(count, "square"),
                names.join(" ")
            )
        }
        (count, false) => {
            format!(
                "{} changed, every repair changes {} or more: {}",
                several(count, "square"),
                found.at_least,
                names.join(" ")
            )
        }
    });
    Ok(repair.outcome.into())
}
