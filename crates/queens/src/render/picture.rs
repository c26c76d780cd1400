//! Pictures: every board with its queens, in a grid of boards.
//!
//! A picture states its size before its first board, so the boards are held until the last one is
//! known: at most [`MAX_PICTURES`] of them.

use super::scene::Scene;
use super::{Format, Renderer, Summary, check_drawable, refusal};
use crate::placement::Placement;
use crate::problem::Problem;
use std::io::{self, Write};

/// The most boards in one picture.
pub const MAX_PICTURES: usize = 1_000;

/// Writes a picture in one format.
pub(super) type Draw = fn(&Scene<'_>, &mut dyn Write) -> io::Result<()>;

/// Collects the boards of a picture, and draws it at the end.
pub(super) struct Picture<'p> {
    problem: &'p Problem,
    format: Format,
    draw: Draw,
    boards: Vec<Placement>,
}

impl<'p> Picture<'p> {
    /// `draw` writes `format`.
    pub(super) fn new(problem: &'p Problem, format: Format, draw: Draw) -> Self {
        Picture { problem, format, draw, boards: Vec::new() }
    }
}

impl Renderer for Picture<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        check_drawable(self.problem, self.format)
    }

    fn solution(&mut self, placement: &Placement, _out: &mut dyn Write) -> io::Result<()> {
        if self.boards.len() == MAX_PICTURES {
            return Err(refusal(format!(
                "these are more than {MAX_PICTURES} boards, too many for one picture: ask for fewer solutions, \
                 or use html, which has no bound"
            )));
        }
        self.boards.push(placement.clone());
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        (self.draw)(&Scene::of_solutions(self.problem, &self.boards, summary), out)
    }
}
