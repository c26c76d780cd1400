//! Hexagons in pictures: each square a cell with six sides, as wide as a square, each row
//! half a cell to the right of the one above it.

use super::face::BoardFace;
use super::paint::{
    CROSS, DARK, FRAME, GUIDE, HOLE_GROUND, LETTERS, LIGHT, PAPER, Paint, WALL_GROUND,
};
use super::shape::{PictureShape, SQUARE_SIDE};
use queens_model::problem::SquareKind;
use queens_model::square::Square;
use std::fmt::Write as _;

/// Distance from one row to the next, in user units: about half the square root of 3
/// times the width of a cell.
const ROW_PITCH: u64 = 42;

/// Part of a cell above and below the square in which its piece is drawn, in user units.
const CELL_TIP: u64 = 4;

/// Corners of a cell, clockwise from the top, relative to the upper left corner of its
/// square.
const CELL_CORNERS: [(i64, i64); 6] =
    [(24, -4), (48, 10), (48, 38), (24, 52), (0, 38), (0, 10)];

/// Steps to the neighbours beyond each side of a cell, clockwise: each side begins at the
/// corner with the same number.
const NEIGHBOURS: [(i64, i64); 6] = [(-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)];

impl BoardFace<'_> {
    /// Returns width and height of a hexagon.
    pub(super) fn hexagon_size(&self) -> (u64, u64) {
        let rows = u64::from(self.problem.rows());
        let height = if rows == 0 {
            0
        } else {
            ROW_PITCH * (rows - 1) + SQUARE_SIDE + 2 * CELL_TIP
        };
        (SQUARE_SIDE * rows, height)
    }

    /// Returns the upper left corner of the square around the middle of a cell, which
    /// must be inside the hexagon.
    pub(super) fn cell_corner(&self, square: Square) -> (u64, u64) {
        let half = SQUARE_SIDE / 2;
        let (row, column) = (u64::from(square.row), u64::from(square.column));
        let left = half * u64::from(self.problem.rows() / 2);
        (
            (SQUARE_SIDE * column + half * row).saturating_sub(left),
            ROW_PITCH * row + CELL_TIP,
        )
    }

    /// Returns the cells of a hexagon, its sides and coordinates.
    pub(super) fn bare_hexagon(&self, has_coordinates: bool) -> Vec<PictureShape> {
        let cells = || {
            self.problem
                .every_square()
                .filter(|&square| self.problem.is_inside(square))
        };
        let mut shapes: Vec<PictureShape> =
            cells().flat_map(|square| self.bare_cell(square)).collect();
        let (mut guides, mut sides) = (String::new(), String::new());
        for square in cells() {
            for (number, step) in NEIGHBOURS.into_iter().enumerate() {
                let line = self.cell_side(square, number);
                // Each line between two cells once.
                match self.is_cell(square, step) {
                    true if number < 3 => guides.push_str(&line),
                    true => {}
                    false => sides.push_str(&line),
                }
            }
        }
        shapes.push(PictureShape::Path {
            data: guides.into(),
            paint: Some(&GUIDE),
        });
        shapes.push(PictureShape::Path {
            data: sides.into(),
            paint: Some(&FRAME),
        });
        if has_coordinates {
            self.name_hexagon_lines(&mut shapes);
        }
        shapes
    }

    /// Returns a cell filled with a paint.
    pub(super) fn cell_shape(
        &self,
        square: Square,
        paint: &'static Paint,
    ) -> PictureShape {
        let mut data = String::new();
        for (number, (x, y)) in self.cell_corners(square).into_iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(data, "{}{x} {y}", if number == 0 { "M" } else { "L" });
        }
        data.push('Z');
        PictureShape::Path {
            data: data.into(),
            paint: Some(paint),
        }
    }

    /// Returns a cell without a piece. No two neighbours have the same of three colours.
    fn bare_cell(&self, square: Square) -> Vec<PictureShape> {
        let grounds = [&LIGHT, &DARK, &PAPER];
        let mut shapes = vec![self.cell_shape(
            square,
            grounds[(square.row + 2 * square.column) as usize % 3],
        )];
        match self.problem.kind(square) {
            SquareKind::Free => {}
            SquareKind::Wall => shapes.push(self.cell_shape(square, &WALL_GROUND)),
            SquareKind::Hole => {
                shapes.push(self.cell_shape(square, &HOLE_GROUND));
                let (x, y) = self.cell_corner(square);
                let data =
                    format!("M{} {}l12 12M{} {}l-12 12", x + 18, y + 18, x + 30, y + 18);
                shapes.push(PictureShape::Path {
                    data: data.into(),
                    paint: Some(&CROSS),
                });
            }
        }
        shapes
    }

    fn is_cell(&self, square: Square, (down, right): (i64, i64)) -> bool {
        let moved = |at: u32, by: i64| u32::try_from(i64::from(at) + by).ok();
        let neighbour = moved(square.row, down).zip(moved(square.column, right));
        neighbour
            .is_some_and(|(row, column)| self.problem.is_inside(Square::new(row, column)))
    }

    fn cell_corners(&self, square: Square) -> [(i64, i64); 6] {
        let (x, y) = self.cell_corner(square);
        CELL_CORNERS.map(|(right, down)| (x as i64 + right, y as i64 + down))
    }

    fn cell_side(&self, square: Square, number: usize) -> String {
        let corners = self.cell_corners(square);
        let ((x, y), (to_x, to_y)) = (corners[number], corners[(number + 1) % 6]);
        format!("M{x} {y}L{to_x} {to_y}")
    }

    /// Adds the letters of the columns at their upper left ends, and the numbers of the
    /// rows on the left.
    fn name_hexagon_lines(&self, shapes: &mut Vec<PictureShape>) {
        for column in 0..self.problem.columns() {
            let top = (self.problem.rows() / 2).saturating_sub(column);
            let (x, y) = self.cell_corner(Square::new(top, column));
            let text = Square::new(0, column).to_string();
            let text = text
                .trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned();
            shapes.push(PictureShape::Words {
                paint: &LETTERS,
                text,
                x: x as i64 + 3,
                y: y as i64 - 6,
            });
        }
        for row in 0..self.problem.rows() {
            let y = ROW_PITCH * u64::from(row) + CELL_TIP + SQUARE_SIDE / 2 + 5;
            let text = (row + 1).to_string();
            shapes.push(PictureShape::Words {
                paint: &LETTERS,
                text,
                x: -16,
                y: y as i64,
            });
        }
    }
}
