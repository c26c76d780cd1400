//! `queens puzzle show`, and the output formats of boards.

use super::{AnswerJoint, BoardArgs, has_marks};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::{Args, ValueEnum};
use queens::document::{Document, PuzzleDocument};
use queens::puzzle::{Position, write};
use queens::render::Fill;
use std::io::Write;

/// Side of a square in a PNG picture, in pixels.
pub(super) const SQUARE_SIDE: u32 = 48;

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// Options for the output format of a board.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// board, grid (letters), text, json, task, link (puzz.link), sbn, svg or png
    #[arg(short, long, value_name = "FORMAT", default_value = "board", hide_possible_values = true)]
    pub(super) format: PuzzleFormat,
    /// Draw patterns in addition to colours
    #[arg(long)]
    pub(super) patterns: bool,
}

/// Output format of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PuzzleFormat {
    Board,
    Grid,
    Text,
    Json,
    Task,
    Link,
    Sbn,
    Svg,
    Png,
}

impl FormArgs {
    /// Fill of the regions in pictures.
    pub(super) fn fill(&self) -> Fill {
        Fill { patterns: self.patterns, ..Fill::default() }
    }

    /// Separator between several boards.
    pub(super) fn joint(&self) -> AnswerJoint {
        match self.format {
            PuzzleFormat::Board | PuzzleFormat::Grid | PuzzleFormat::Text => AnswerJoint::EmptyLine,
            PuzzleFormat::Json | PuzzleFormat::Task | PuzzleFormat::Link | PuzzleFormat::Sbn => {
                AnswerJoint::Nothing
            }
            PuzzleFormat::Svg | PuzzleFormat::Png => AnswerJoint::Alone,
        }
    }

    /// Writes the board.
    pub(super) fn write(
        &self,
        position: &Position,
        console: &Console,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let puzzle = position.puzzle();
        if matches!(self.format, PuzzleFormat::Task | PuzzleFormat::Link | PuzzleFormat::Sbn)
            && has_marks(position)
        {
            console.say("this format cannot hold marks: they are omitted");
        }
        let mut line = |text: String| writeln!(out, "{}", text.trim_end()).map_err(Failure::from);
        match self.format {
            PuzzleFormat::Grid => line(write::grid(position)),
            PuzzleFormat::Text => line(write::text(position)?),
            PuzzleFormat::Task => line(write::task(puzzle)?),
            PuzzleFormat::Link => line(write::link(puzzle)?),
            PuzzleFormat::Sbn => line(write::notation(puzzle)?),
            PuzzleFormat::Json => Ok(PuzzleDocument::new(position).write_json(out)?),
            PuzzleFormat::Board => Ok(write::terminal(position, console.style(), out)?),
            PuzzleFormat::Svg => Ok(write::svg(position, self.fill(), out)?),
            PuzzleFormat::Png => {
                console.can_take_bytes("PNG", "puzzle.png")?;
                Ok(write::png(position, self.fill(), SQUARE_SIDE, &console.settings().limits, out)?)
            }
        }
    }
}

pub(super) fn run(args: &ShowArgs, console: &Console) -> Result<Exit, Failure> {
    args.board.answer_each(console, args.form.joint(), |position| {
        let mut out = console.out();
        args.form.write(&position, console, &mut out)?;
        out.flush()?;
        Ok(Exit::Answered)
    })
}
