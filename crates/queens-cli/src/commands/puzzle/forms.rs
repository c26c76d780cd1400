//! `queens puzzle show`, and the output formats of boards.

use super::credits::CreditArgs;
use super::{AnswerJoint, BoardArgs, has_marks};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use queens::puzzle::Position;
use queens::puzzle::write::{self, PuzzleForm};
use queens::render::Fill;
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle show board.txt --format sudokupad --title Spiral --author Ann\n\
\x20 queens puzzle show boards.txt --format player > play.html\n\n\
sudokupad, fpuzzles and penpa are addresses that hold the puzzle; player is a page that plays one puzzle or several\n\
without a network.")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    credits: CreditArgs,
}

/// Options for the output format of a board.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// board, grid (letters), text, json, task, link (puzz.link), sbn, svg, png,
    /// sudokupad, fpuzzles, penpa or player (a page)
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "board",
        hide_possible_values = true
    )]
    pub(super) format: PuzzleFormat,
    /// Draw patterns in addition to colours
    #[arg(long)]
    pub(super) patterns: bool,
}

/// Output format of a board: a drawing in characters, or a form that can be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzzleFormat {
    Board,
    Form(PuzzleForm),
}

impl PuzzleFormat {
    const ALL: [PuzzleFormat; 1 + PuzzleForm::ALL.len()] = {
        let mut all = [PuzzleFormat::Board; 1 + PuzzleForm::ALL.len()];
        let mut at = 0;
        while at < PuzzleForm::ALL.len() {
            all[at + 1] = PuzzleFormat::Form(PuzzleForm::ALL[at]);
            at += 1;
        }
        all
    };
}

impl ValueEnum for PuzzleFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            PuzzleFormat::Board => "board",
            PuzzleFormat::Form(form) => form.id(),
        }))
    }
}

impl FormArgs {
    /// Fill of the regions in pictures.
    pub(super) fn fill(&self) -> Fill {
        Fill {
            patterns: self.patterns,
            ..Fill::default()
        }
    }

    /// Separator between several boards.
    pub(super) fn joint(&self) -> AnswerJoint {
        match self.format {
            PuzzleFormat::Board
            | PuzzleFormat::Form(PuzzleForm::Grid | PuzzleForm::Text) => {
                AnswerJoint::EmptyLine
            }
            PuzzleFormat::Form(
                PuzzleForm::Svg | PuzzleForm::Png | PuzzleForm::Player,
            ) => AnswerJoint::Alone,
            PuzzleFormat::Form(_) => AnswerJoint::Nothing,
        }
    }

    /// Writes the board.
    pub(super) fn write_position(
        &self,
        position: &Position,
        console: &Console,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let PuzzleFormat::Form(form) = self.format else {
            return Ok(write::terminal(position, console.style(), out)?);
        };
        if !form.holds_marks() && has_marks(position) {
            console.say("this format cannot hold marks: they are omitted");
        }
        if form == PuzzleForm::Png {
            console.can_take_bytes("PNG", "puzzle.png")?;
        }
        Ok(form.write(position, self.fill(), &console.settings().limits, out)?)
    }
}

pub(super) fn run_show(args: &ShowArgs, console: &Console) -> Result<Exit, Failure> {
    if args.form.format == PuzzleFormat::Form(PuzzleForm::Player) {
        return write_player(args, console);
    }
    args.board
        .answer_each(console, args.form.joint(), |position| {
            let position = args.credits.add_to(position);
            let mut out = console.out();
            args.form.write_position(&position, console, &mut out)?;
            out.flush()?;
            Ok(Exit::Answered)
        })
}

/// Writes all puzzles into one page.
fn write_player(args: &ShowArgs, console: &Console) -> Result<Exit, Failure> {
    let puzzles = args.board.read_all(console)?;
    if puzzles.iter().any(has_marks) {
        console.say("the page begins without marks: they are omitted");
    }
    let puzzles: Vec<Position> = puzzles
        .into_iter()
        .map(|position| args.credits.add_to(position))
        .collect();
    let mut out = console.out();
    write::player(&puzzles, &mut out)?;
    out.flush()?;
    Ok(Exit::Answered)
}
