//! Pictures of a board that is seen askew: the square with the corners of the board is
//! mapped to a picture whose lines are upright and level.
//!
//! Source: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989,
//! section 2.2.3: the projective map of a square to a quadrilateral.

use super::lattice::{BoardLattice, LineComb};
use super::{PixelColor, PixelImage};
use control::{Limits, Stop};

/// Side of a square of the board in the mapped picture, in pixels.
const MIN_SQUARE: f64 = 32.0;
const MAX_SQUARE: f64 = 72.0;
/// Strip around the board that is mapped, too, as a fraction of a square: half of the
/// outer lines is outside the corners.
const OUTER_MARGIN: f64 = 0.25;

/// A point: a fraction of the width and of the height of a picture, or pixels.
pub(super) type Point = [f64; 2];

/// Returns true if the corners go around a board clockwise, and no three of them are
/// nearly on one line.
///
/// The corners are fractions of the sides of a picture.
pub(super) fn are_corners(corners: &[Point; 4]) -> bool {
    const MIN_AREA: f64 = 1e-4;
    (0..4).all(|at| {
        let [before, here, next] = [at, at + 1, at + 2].map(|at| corners[at % 4]);
        let first = [here[0] - before[0], here[1] - before[1]];
        let second = [next[0] - here[0], next[1] - here[1]];
        first[0] * second[1] - first[1] * second[0] > MIN_AREA
    })
}

/// Map of the unit square to a quadrilateral.
pub(super) struct ProjectiveMap {
    /// Numerators of the two coordinates: factors of u and v, and a constant.
    across: [f64; 3],
    down: [f64; 3],
    /// Denominator of both: factors of u and v; the constant is 1.
    below: [f64; 2],
}

impl ProjectiveMap {
    /// Maps (0, 0), (1, 0), (1, 1) and (0, 1) to these corners.
    pub(super) fn to_corners([p0, p1, p2, p3]: &[Point; 4]) -> Self {
        let difference = |a: &Point, b: &Point| [a[0] - b[0], a[1] - b[1]];
        let cross = |a: Point, b: Point| a[0] * b[1] - a[1] * b[0];
        let (right, lower) = (difference(p1, p2), difference(p3, p2));
        // Zero for a parallelogram, which needs no perspective.
        let sum = [p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]];
        let whole = cross(right, lower);
        let below = [cross(sum, lower) / whole, cross(right, sum) / whole];
        let row = |at: usize| {
            [
                p1[at] - p0[at] + below[0] * p1[at],
                p3[at] - p0[at] + below[1] * p3[at],
                p0[at],
            ]
        };
        ProjectiveMap {
            across: row(0),
            down: row(1),
            below,
        }
    }

    pub(super) fn apply(&self, [u, v]: Point) -> Point {
        let below = self.below[0] * u + self.below[1] * v + 1.0;
        [&self.across, &self.down].map(|row| (row[0] * u + row[1] * v + row[2]) / below)
    }
}

/// Returns the board with these corners, in pixels, as a picture of its own, with the
/// lines of a board with `size` rows.
///
/// # Complexity
/// Linear in the pixels of the result, at most (72 (`size` + 1))^2.
pub(super) fn flatten_board(
    image: &PixelImage,
    corners: &[Point; 4],
    size: usize,
    limits: &Limits,
) -> Result<(PixelImage, BoardLattice), Stop> {
    let square = (mean_side(corners) / size as f64).clamp(MIN_SQUARE, MAX_SQUARE);
    let board = square * size as f64;
    let margin = (OUTER_MARGIN * square).ceil();
    let side = (board + 2.0 * margin).ceil() as usize;
    let map = ProjectiveMap::to_corners(corners);
    let mut pixels: Vec<PixelColor> = Vec::with_capacity(side * side);
    for y in 0..side {
        limits.check()?;
        for x in 0..side {
            let place = [x, y].map(|pixel| (pixel as f64 + 0.5 - margin) / board);
            let [x, y] = map.apply(place).map(|place| place - 0.5);
            pixels.push(image.interpolated((x as f32, y as f32)));
        }
    }
    let comb = LineComb::placed(size, margin, square, side as f64);
    let flat = PixelImage {
        width: side,
        height: side,
        pixels,
    };
    let lattice = BoardLattice {
        size,
        across: comb,
        down: comb,
    };
    Ok((flat, lattice))
}

/// Mean length of the four sides, in pixels.
fn mean_side(corners: &[Point; 4]) -> f64 {
    let sides = (0..4).map(|at| {
        let (here, next) = (corners[at], corners[(at + 1) % 4]);
        (next[0] - here[0]).hypot(next[1] - here[1])
    });
    sides.sum::<f64>() / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn corners_go_around_clockwise() {
        let square = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
        assert!(are_corners(&square));
        let [a, b, c, d] = square;
        assert!(!are_corners(&[a, d, c, b]), "the other way round");
        assert!(!are_corners(&[a, c, b, d]), "crossed");
        assert!(!are_corners(&[a, b, [0.5, 0.1], d]), "three on one line");
        assert!(!are_corners(&[a; 4]), "one point");
    }

    proptest! {
        #[test]
        fn the_corners_are_mapped_to_the_corners(shift in prop::array::uniform8(-0.2_f64..0.2)) {
            let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let corners: [Point; 4] = std::array::from_fn(|at| {
                [square[at][0] + shift[2 * at], square[at][1] + shift[2 * at + 1]]
            });
            prop_assert!(are_corners(&corners));
            let map = ProjectiveMap::to_corners(&corners);
            for (from, to) in square.into_iter().zip(corners) {
                let found = map.apply(from);
                prop_assert!((found[0] - to[0]).hypot(found[1] - to[1]) < 1e-9);
            }
            // Lines stay lines: the middles of the diagonals meet.
            let middle = map.apply([0.5, 0.5]);
            let [[ax, ay], _, [cx, cy], _] = corners;
            let off = (cx - ax) * (middle[1] - ay) - (cy - ay) * (middle[0] - ax);
            prop_assert!(off.abs() < 1e-9);
        }
    }
}
