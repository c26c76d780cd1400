//! The forms in which a puzzle is written.

use super::{BoardArgs, Joint, has_marks};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::{Args, ValueEnum};
use queens::document::{Document, PuzzleDocument};
use queens::puzzle::{Position, write};
use queens::render::Fill;
use std::io::Write;

/// How wide a square of a PNG picture is.
pub(super) const PIXELS: u32 = 48;

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// The form of a board.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// board, grid (letters), text, json, task, link (puzz.link), sbn, svg or png
    #[arg(short, long, value_name = "FORMAT", default_value = "board", hide_possible_values = true)]
    pub(super) format: Form,
    /// Pictures with patterns beside the colours
    #[arg(long)]
    pub(super) patterns: bool,
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
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
    /// What tells the regions of a picture apart.
    pub(super) fn fill(&self) -> Fill {
        Fill { patterns: self.patterns, ..Fill::default() }
    }

    /// The way in which several boards follow one another.
    pub(super) fn joint(&self) -> Joint {
        match self.format {
            Form::Board | Form::Grid | Form::Text => Joint::EmptyLine,
            Form::Json | Form::Task | Form::Link | Form::Sbn => Joint::Nothing,
            Form::Svg | Form::Png => Joint::Alone,
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
        if matches!(self.format, Form::Task | Form::Link | Form::Sbn) && has_marks(position) {
            console.say("this form holds no marks: they are left out");
        }
        let mut line = |text: String| writeln!(out, "{}", text.trim_end()).map_err(Failure::from);
        match self.format {
            Form::Grid => line(write::grid(position)),
            Form::Text => line(write::text(position)?),
            Form::Task => line(write::task(puzzle)?),
            Form::Link => line(write::link(puzzle)?),
            Form::Sbn => line(write::notation(puzzle)?),
            Form::Json => Ok(PuzzleDocument::new(position).write_json(out)?),
            Form::Board => Ok(write::terminal(position, console.style(), out)?),
            Form::Svg => Ok(write::svg(position, self.fill(), out)?),
            Form::Png => {
                console.can_take_bytes("PNG", "puzzle.png")?;
                Ok(write::png(position, self.fill(), PIXELS, &console.settings().limits, out)?)
            }
        }
    }
}

pub(super) fn run(args: &ShowArgs, console: &Console) -> Result<Exit, Failure> {
    args.board.each(console, args.form.joint(), |position| {
        let mut out = console.out();
        args.form.write(&position, console, &mut out)?;
        out.flush()?;
        Ok(Exit::Answered)
    })
}
