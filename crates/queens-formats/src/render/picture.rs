//! Pictures: every board with its queens, in a grid of boards.
//!
//! A picture states its size before its first board, so the boards are held until the
//! last one is known: at most [`MAX_PICTURES`] of them.

use super::scene::Scene;
use super::{
    DrawnQueens, Format, PictureStyle, Renderer, Summary, check_drawable, refuse_picture,
    svg as vector,
};
use control::Limits;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::Group;
use std::io::{self, Write};

/// Largest number of boards in one picture.
pub const MAX_PICTURES: usize = 1_000;

/// Function that writes a picture in one format, within limits.
pub(super) type Draw = fn(&Scene<'_>, &Limits, &mut dyn Write) -> io::Result<()>;

/// Renderer that collects the boards of a picture, and draws it at the end.
pub(super) struct PictureRenderer<'p> {
    problem: &'p Problem,
    format: Format,
    draw: Draw,
    limits: Limits,
    boards: Vec<DrawnQueens>,
}

impl<'p> PictureRenderer<'p> {
    /// Creates a renderer for `format`, which `draw` writes within `limits`.
    pub(super) fn new(
        problem: &'p Problem,
        format: Format,
        draw: Draw,
        limits: &Limits,
    ) -> Self {
        PictureRenderer {
            problem,
            format,
            draw,
            limits: limits.clone(),
            boards: Vec::new(),
        }
    }
}

impl Renderer for PictureRenderer<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        check_drawable(self.problem, self.format)
    }

    fn solution(
        &mut self,
        placement: &Placement,
        _out: &mut dyn Write,
    ) -> io::Result<()> {
        check_number(self.boards.len() + 1)?;
        self.boards.push(placement.into());
        Ok(())
    }

    fn groups(&mut self, groups: &[Group], _out: &mut dyn Write) -> io::Result<()> {
        check_number(self.boards.len() + 1)?;
        self.boards.push(DrawnQueens::of_groups(groups));
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let scene = Scene::from_solutions(
            self.problem,
            &self.boards,
            summary,
            PictureStyle::default(),
        );
        (self.draw)(&scene, &self.limits, out)
    }
}

/// Writes solutions of `problem`, or the bare board if there is none, as one SVG in the
/// style `look`.
///
/// # Errors
/// Those of `out`; [`io::ErrorKind::InvalidInput`] for a board that is too large to be
/// drawn, or more than [`MAX_PICTURES`].
pub fn svg(
    problem: &Problem,
    placements: &[Placement],
    summary: &Summary,
    look: PictureStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    check_drawable(problem, Format::Svg)?;
    check_number(placements.len())?;
    let boards: Vec<DrawnQueens> = placements.iter().map(DrawnQueens::from).collect();
    vector::write_picture(&Scene::from_solutions(problem, &boards, summary, look), out)
}

/// Refuses more boards than a picture takes.
fn check_number(boards: usize) -> io::Result<()> {
    if boards <= MAX_PICTURES {
        return Ok(());
    }
    Err(refuse_picture(format!(
        "more than {MAX_PICTURES} boards do not fit in one picture: ask for fewer solutions, \
         or use html, which has no limit"
    )))
}
