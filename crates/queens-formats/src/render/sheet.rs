//! Pictures of several boards, each with a problem and marks of its own.

pub use super::face::Light;
use super::face::{BoardFace, BoardMarks, Fill};
use super::scene::{Panel, Scene};
use super::{Format, PictureStyle, check_drawable, png, svg};
use control::Limits;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::io::{self, Write};

/// A board of a picture.
pub struct SheetBoard<'p> {
    /// Its squares and regions.
    pub problem: &'p Problem,
    /// The queens on it, in order.
    pub queens: &'p [Square],
    /// The given queens, in order.
    pub givens: &'p [Square],
    /// Squares that are known to be empty.
    pub crosses: &'p [Square],
    /// Squares that a deduction uses and settles; with them regions are named.
    pub light: Option<Light<'p>>,
    /// The words under it.
    pub caption: String,
    /// Attribute for readers of the picture; in PNG a text beside the pixels.
    pub data: Option<(&'static str, String)>,
}

/// Creates the scene of the boards of one picture.
fn make_scene<'p>(
    title: &str,
    boards: Vec<SheetBoard<'p>>,
    look: PictureStyle,
    format: Format,
) -> io::Result<Scene<'p>> {
    boards
        .iter()
        .try_for_each(|board| check_drawable(board.problem, format))?;
    let faces = boards
        .iter()
        .map(|board| BoardFace::new(board.problem, &look))
        .collect();
    let panel = |(face, board): (usize, SheetBoard<'p>)| Panel {
        face,
        standing: BoardMarks {
            queens: board.queens,
            kinds: &[],
            givens: board.givens,
            crosses: board.crosses,
            light: board.light,
        },
        caption: board.caption,
        data: board.data,
    };
    let panels = boards.into_iter().enumerate().map(panel).collect();
    Ok(Scene::new(
        title.to_owned(),
        Vec::new(),
        look,
        faces,
        panels,
    ))
}

/// Writes a picture as SVG. `description` says more than the title; it may be empty.
///
/// # Errors
/// Those of `out`; boards that are too large to be drawn.
pub fn write_svg(
    title: &str,
    description: &str,
    boards: Vec<SheetBoard<'_>>,
    look: PictureStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut scene = make_scene(title, boards, look, Format::Svg)?;
    description.clone_into(&mut scene.description);
    svg::write_picture(&scene, out)
}

/// Writes a picture as PNG, `scale` pixels for each unit: a square has 48 of them.
///
/// # Errors
/// Those of `out`; boards that are too large to be drawn; the stop of a limit.
pub fn write_png(
    boards: Vec<SheetBoard<'_>>,
    fill: Fill,
    scale: f64,
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    let texts: Vec<_> = boards
        .iter()
        .filter_map(|board| board.data.clone())
        .collect();
    png::write_scaled(
        &make_scene("", boards, fill.into(), Format::Png)?,
        scale,
        &texts,
        limits,
        out,
    )
}

/// Boards of an HTML page: their shared part, then each in its place.
pub struct Inline<'p>(Scene<'p>);

impl<'p> Inline<'p> {
    /// Arranges the boards.
    ///
    /// # Errors
    /// Boards that are too large to be drawn.
    pub fn new(boards: Vec<SheetBoard<'p>>, fill: Fill) -> io::Result<Self> {
        Ok(Inline(make_scene("", boards, fill.into(), Format::Svg)?))
    }

    /// Writes the shared part, once before the boards.
    pub fn write_shared(&self, out: &mut dyn Write) -> io::Result<()> {
        svg::write_shared(&self.0, out)
    }

    /// Writes the board with this number, from 0.
    pub fn write(&self, number: usize, out: &mut dyn Write) -> io::Result<()> {
        self.0
            .panels
            .get(number)
            .map_or(Ok(()), |panel| svg::write_inline(&self.0, panel, out))
    }
}
