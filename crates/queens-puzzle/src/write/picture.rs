//! Pictures of one puzzle, and boards drawn in characters.

use super::WriteError;
use super::text::{grid, stars_line};
use crate::premise::number_places;
use crate::read::markup::GRID_ATTRIBUTE;
use crate::{Mark, Position, PuzzleStep};
use control::{Limits, Outcome};
use queens_formats::render::sheet::{Light, SheetBoard, write_png, write_svg};
use queens_formats::render::{self, Fill, Format, PictureStyle, Style, Summary};
use queens_model::placement::Placement;
use queens_model::problem::{Problem, SquareKind};
use queens_model::relative::{Group, GroupKind, PieceKind};
use queens_model::square::Square;
use std::io::Write;
use std::ops::RangeInclusive;

/// Side of a square in a PNG picture, in pixels.
pub const SQUARE_PIXELS: RangeInclusive<u32> = 12..=400;

/// The parts of a position that a picture shows.
pub(super) struct PuzzlePicture {
    problem: Problem,
    queens: Vec<Square>,
    givens: Vec<Square>,
    crosses: Vec<Square>,
    grid: String,
}

impl PuzzlePicture {
    /// Splits a position into the board without clues and the marks, because the marks
    /// may contradict the clues.
    pub(super) fn from_position(position: &Position) -> Result<Self, WriteError> {
        let puzzle = position.puzzle();
        let problem = Problem::builder(puzzle.size(), puzzle.size())
            .piece(puzzle.problem().piece().clone())
            .units(puzzle.problem().units())
            .regions(puzzle.regions());
        Ok(PuzzlePicture {
            problem: problem.build()?,
            queens: position.marked(Mark::Queen).collect(),
            givens: puzzle.problem().givens().to_vec(),
            crosses: position.marked(Mark::Cross).collect(),
            grid: grid(position),
        })
    }

    /// Board of a picture with a caption; `is_read` embeds the letter grid, so that the
    /// picture can be read back.
    pub(super) fn sheet_board(&self, caption: String, is_read: bool) -> SheetBoard<'_> {
        SheetBoard {
            problem: &self.problem,
            queens: &self.queens,
            givens: &self.givens,
            crosses: &self.crosses,
            light: None,
            caption,
            data: is_read.then(|| (GRID_ATTRIBUTE, self.grid.clone())),
        }
    }
}

/// Writes a picture as SVG, from which [`super::super::read`] reads the puzzle and its
/// marks. Title and author are the title of the picture, the rules its description.
///
/// # Errors
/// Those of `out`.
pub fn svg(
    position: &Position,
    look: impl Into<PictureStyle>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let puzzle = position.puzzle();
    let size = puzzle.size();
    let shown = PuzzlePicture::from_position(position)?;
    let (title, description) = match puzzle.credits().byline() {
        Some(byline) => (byline, puzzle.rules_text("")),
        None => (format!("puzzle of {size} x {size}"), String::new()),
    };
    Ok(write_svg(
        &title,
        &description,
        vec![shown.sheet_board(String::new(), true)],
        look.into(),
        out,
    )?)
}

/// Writes a picture of a step as SVG: the board with the marks of `position`, from which
/// the step follows, and the names of the regions. Squares of the premises have a blue
/// frame, and each premise its number as in [`PuzzleStep::numbered_sentence`]; squares
/// that the step determines are white with a red frame and hold their cross or queen.
/// [`super::super::read`] reads the puzzle and the marks before the step from it.
///
/// # Errors
/// Those of `out`.
pub fn step_svg(
    position: &Position,
    step: &PuzzleStep,
    look: impl Into<PictureStyle>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let shown = PuzzlePicture::from_position(position)?;
    let light = StepLight::new(step);
    let board = SheetBoard {
        light: Some(light.as_light()),
        ..shown.sheet_board(String::new(), true)
    };
    Ok(write_svg(
        step.technique.name,
        "",
        vec![board],
        look.into(),
        out,
    )?)
}

/// Writes the picture of [`step_svg`] as PNG, each square `pixels` wide. It can be read
/// back like the SVG.
///
/// # Errors
/// Those of `out`; pixels beyond [`SQUARE_PIXELS`]; a limit that stops the drawing,
/// before anything is written.
pub fn step_png(
    position: &Position,
    step: &PuzzleStep,
    fill: Fill,
    pixels: u32,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let scale = square_scale(pixels)?;
    let shown = PuzzlePicture::from_position(position)?;
    let light = StepLight::new(step);
    let board = SheetBoard {
        light: Some(light.as_light()),
        ..shown.sheet_board(String::new(), true)
    };
    Ok(write_png(vec![board], fill, scale, limits, out)?)
}

/// The squares that a picture of a step highlights.
struct StepLight<'a> {
    step: &'a PuzzleStep,
    read: Vec<Square>,
    numbers: Vec<(Square, usize)>,
}

impl<'a> StepLight<'a> {
    fn new(step: &'a PuzzleStep) -> Self {
        StepLight {
            step,
            read: step.read(),
            numbers: number_places(&step.premises, |_| true),
        }
    }

    fn as_light(&self) -> Light<'_> {
        let StepLight {
            step,
            read,
            numbers,
        } = self;
        Light {
            read,
            crosses: &step.crosses,
            queens: &step.queens,
            numbers,
        }
    }
}

/// Pixels for each unit of the picture.
fn square_scale(pixels: u32) -> Result<f64, WriteError> {
    if !SQUARE_PIXELS.contains(&pixels) {
        return Err(WriteError::Pixels(pixels));
    }
    Ok(f64::from(pixels) / 48.0)
}

/// Writes the picture of [`svg`] as PNG, each square `pixels` wide.
/// [`super::super::read`] reads the puzzle and its marks from a text chunk of the file;
/// without the chunk it reads the picture like any screenshot.
///
/// # Errors
/// Those of `out`; pixels beyond [`SQUARE_PIXELS`]; a limit that stops the drawing,
/// before anything is written.
pub fn png(
    position: &Position,
    fill: Fill,
    pixels: u32,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let scale = square_scale(pixels)?;
    let shown = PuzzlePicture::from_position(position)?;
    Ok(write_png(
        vec![shown.sheet_board(String::new(), true)],
        fill,
        scale,
        limits,
        out,
    )?)
}

/// Draws the board in characters: each region has a colour if `style.color`, else heavy
/// lines around it. A line such as `2 stars` comes first unless each unit has one queen.
///
/// # Errors
/// Those of `out`.
pub fn terminal(
    position: &Position,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    draw_terminal(position, &[], style, out)
}

/// Draws the board after `step` in characters, as [`terminal`] does, with the number of
/// each premise on one of its open squares. A premise without an open square has its
/// number in [`PuzzleStep::numbered_sentence`] only.
///
/// # Errors
/// Those of `out`.
pub fn step_terminal(
    position: &Position,
    step: &PuzzleStep,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let mut after = position.clone();
    step.apply(&mut after);
    let numbers =
        number_places(&step.premises, |square| after.mark(square) == Mark::Open);
    draw_terminal(&after, &numbers, style, out)
}

fn draw_terminal(
    position: &Position,
    numbers: &[(Square, usize)],
    style: Style,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let shown = PuzzlePicture::from_position(position)?;
    let bare = Problem::builder(shown.problem.rows(), shown.problem.columns())
        .piece(shown.problem.piece().clone())
        .units(shown.problem.units())
        .regions(position.puzzle().regions());
    let crossed = shown
        .crosses
        .iter()
        .fold(bare, |builder, &square| {
            builder.square(square, SquareKind::Hole)
        })
        .build()?;
    out.write_all(stars_line(position.puzzle()).as_bytes())?;
    let mut renderer = render::renderer(Format::Board, &crossed, style);
    renderer.begin(out)?;
    match numbers {
        [] => renderer.solution(&Placement::new(shown.queens), out)?,
        numbers => renderer.groups(&with_numbers(shown.queens, numbers), out)?,
    }
    Ok(renderer.end(
        &Summary {
            solutions: 1,
            outcome: Outcome::Found,
        },
        out,
    )?)
}

/// The queens and the numbered squares as groups, which a drawn board shows as pieces and
/// numbers.
fn with_numbers(queens: Vec<Square>, numbers: &[(Square, usize)]) -> Vec<Group> {
    let queens = Group {
        kind: GroupKind::Pieces(PieceKind::Queen),
        placement: Placement::new(queens),
    };
    let numbered = numbers.iter().map(|&(square, number)| Group {
        kind: GroupKind::Color(u16::try_from(number).unwrap_or(u16::MAX)),
        placement: Placement::new(vec![square]),
    });
    [queens].into_iter().chain(numbered).collect()
}
