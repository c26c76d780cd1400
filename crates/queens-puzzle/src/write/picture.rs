//! One puzzle as a picture, and in a terminal.

use super::WriteError;
use super::text::grid;
use crate::read::markup::ATTRIBUTE;
use crate::{Mark, Position, Step};
use control::{Limits, Outcome};
use queens_formats::render::sheet::{Light, SheetBoard, write_png, write_svg};
use queens_formats::render::{self, Fill, Format, Look, Style, Summary};
use queens_model::placement::Placement;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use std::io::Write;
use std::ops::RangeInclusive;

/// How many pixels a square of a PNG picture may have.
pub const SQUARE_PIXELS: RangeInclusive<u32> = 12..=400;

/// What a picture shows of a position.
pub(super) struct Shown {
    problem: Problem,
    queens: Vec<Square>,
    givens: Vec<Square>,
    crosses: Vec<Square>,
    grid: String,
}

impl Shown {
    /// The board without clues, because what a player marks may contradict them, and the marks beside it.
    pub(super) fn of(position: &Position) -> Result<Self, WriteError> {
        let puzzle = position.puzzle();
        let problem = Problem::builder(puzzle.size(), puzzle.size())
            .piece(puzzle.problem().piece().clone())
            .units(puzzle.problem().units())
            .regions(puzzle.regions());
        Ok(Shown {
            problem: problem.build()?,
            queens: position.marked(Mark::Queen).collect(),
            givens: puzzle.problem().givens().to_vec(),
            crosses: position.marked(Mark::Cross).collect(),
            grid: grid(position),
        })
    }

    /// The board of a picture, with words under it; `is_read` puts the letter grid in it.
    pub(super) fn board(&self, caption: String, is_read: bool) -> SheetBoard<'_> {
        SheetBoard {
            problem: &self.problem,
            queens: &self.queens,
            givens: &self.givens,
            crosses: &self.crosses,
            light: None,
            caption,
            data: is_read.then(|| (ATTRIBUTE, self.grid.clone())),
        }
    }
}

/// Writes a picture as SVG, from which [`super::super::read`] takes the puzzle and its marks.
///
/// # Errors
/// Those of `out`.
pub fn svg(position: &Position, look: impl Into<Look>, out: &mut dyn Write) -> Result<(), WriteError> {
    let size = position.puzzle().size();
    let shown = Shown::of(position)?;
    Ok(write_svg(
        &format!("puzzle of {size} x {size}"),
        vec![shown.board(String::new(), true)],
        look.into(),
        out,
    )?)
}

/// Writes a picture of a step as SVG: the board with the marks of `position`, from which the step follows; each
/// region has its name, the squares that the step reads have a blue frame, those that it settles stand on white with a
/// red one and hold their cross or queen.
/// [`super::super::read`] takes from it the puzzle and the marks before the step.
///
/// # Errors
/// Those of `out`.
pub fn step_svg(
    position: &Position,
    step: &Step,
    look: impl Into<Look>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let shown = Shown::of(position)?;
    let board = SheetBoard { light: Some(light(step)), ..shown.board(String::new(), true) };
    Ok(write_svg(step.technique.name, vec![board], look.into(), out)?)
}

/// Writes the same picture as [`step_svg`] as PNG, each square `pixels` wide, which is read back alike.
///
/// # Errors
/// Those of `out`; pixels beyond [`SQUARE_PIXELS`]; a limit that stops the drawing, before anything is written.
pub fn step_png(
    position: &Position,
    step: &Step,
    fill: Fill,
    pixels: u32,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let scale = scale(pixels)?;
    let shown = Shown::of(position)?;
    let board = SheetBoard { light: Some(light(step)), ..shown.board(String::new(), true) };
    Ok(write_png(vec![board], fill, scale, limits, out)?)
}

fn light(step: &Step) -> Light<'_> {
    Light { read: &step.read, crosses: &step.crosses, queens: &step.queens }
}

/// How many pixels a unit of the picture has.
fn scale(pixels: u32) -> Result<f64, WriteError> {
    if !SQUARE_PIXELS.contains(&pixels) {
        return Err(WriteError::Pixels(pixels));
    }
    Ok(f64::from(pixels) / 48.0)
}

/// Writes the picture of [`svg`] as PNG, each square `pixels` wide. [`super::super::read`] takes the puzzle and its marks
/// from a text beside the pixels; without it the picture is a screenshot like others.
///
/// # Errors
/// Those of `out`; pixels beyond [`SQUARE_PIXELS`]; a limit that stops the drawing, before anything is written.
pub fn png(
    position: &Position,
    fill: Fill,
    pixels: u32,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let scale = scale(pixels)?;
    let shown = Shown::of(position)?;
    Ok(write_png(vec![shown.board(String::new(), true)], fill, scale, limits, out)?)
}

/// Draws the board in characters: with `style.color` each region has a colour, without there are heavy lines around it.
///
/// # Errors
/// Those of `out`.
pub fn terminal(position: &Position, style: Style, out: &mut dyn Write) -> Result<(), WriteError> {
    let shown = Shown::of(position)?;
    let bare = Problem::builder(shown.problem.rows(), shown.problem.columns())
        .piece(shown.problem.piece().clone())
        .units(shown.problem.units())
        .regions(position.puzzle().regions());
    let crossed = shown
        .crosses
        .iter()
        .fold(bare, |builder, &square| builder.square(square, SquareKind::Hole))
        .build()?;
    let mut renderer = render::renderer(Format::Board, &crossed, style);
    renderer.begin(out)?;
    renderer.solution(&Placement::new(shown.queens), out)?;
    Ok(renderer.end(&Summary { solutions: 1, outcome: Outcome::Found }, out)?)
}
