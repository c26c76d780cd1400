//! Pictures of boards of more dimensions: each layer is a board with a frame of its own.

use super::face::BoardFace;
use super::paint::{DARK, FRAME, LIGHT};
use super::shape::{PictureShape, SQUARE_SIDE};
use queens_model::problem::Cube;
use queens_model::square::Square;
use std::fmt::Write as _;

impl BoardFace<'_> {
    /// Returns the squares and the frames of the layers. Nothing is drawn between them.
    pub(super) fn bare_layers(&self, cube: Cube) -> Vec<PictureShape> {
        let (mut light, mut dark, mut frames) =
            (String::new(), String::new(), Vec::new());
        let last = cube.dimensions() - 1;
        for square in self.problem.every_square() {
            let Some(coordinates) = cube.coordinates(square) else {
                continue;
            };
            let (row, column) = (coordinates[last - 1], coordinates[last]);
            let (x, y) = self.corner_of(square);
            let ground = if (row + column) % 2 == 0 {
                &mut light
            } else {
                &mut dark
            };
            // Writing to a string cannot fail.
            let _ = write!(
                ground,
                "M{x} {y}h{SQUARE_SIDE}v{SQUARE_SIDE}h-{SQUARE_SIDE}z"
            );
            if row == 0 && column == 0 {
                frames.push(self.layer_frame(cube, square));
            }
        }
        let grounds = [(light, &LIGHT), (dark, &DARK)]
            .into_iter()
            .filter(|(data, _)| !data.is_empty());
        let grounds = grounds.map(|(data, paint)| PictureShape::Path {
            data: data.into(),
            paint: Some(paint),
        });
        grounds.chain(frames).collect()
    }

    /// Returns the frame of the layer that begins at `first`.
    fn layer_frame(&self, cube: Cube, first: Square) -> PictureShape {
        let last = Square::new(first.row + cube.side() - 1, first.column);
        let (x, y) = (
            self.corner_of(first).0,
            self.corner_of(first).1.min(self.corner_of(last).1),
        );
        let side = SQUARE_SIDE * u64::from(cube.side());
        PictureShape::Rect {
            x,
            y,
            width: side,
            height: side,
            paint: &FRAME,
        }
    }
}
