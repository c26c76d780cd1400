//! Recognition of marks by their shapes. Central moments of the ink distinguish them (Hu 1962)
//! at any scale, and nearly as well if they are only a few pixels wide.
//!
//! | shape in the middle of a square | mark | compactness | diagonal moment |
//! |---|---|---|---|
//! | nothing | open | | |
//! | two strokes from corner to corner | a cross | below 0.8 | -1 to -0.55 |
//! | a small spot | a cross | 1 | 0 |
//! | a large spot, a filled square | a queen | 0.95 to 1 | -0.3 to 0.3 |
//! | a crown, a star, a ring or the letter Q | a queen | up to 0.84 | about 0 |
//! | one stroke, an upright cross, anything between | refused | | |

use crate::Mark;

/// Minimum difference from the ground of ink in the middle of a square.
const MIN_INK: u8 = 32;
/// Differences up to this share of the strongest ink, or up to this noise of JPEG, count
/// as ground.
const BLUR_SHARE: f64 = 0.25;
const MAX_NOISE: f64 = 12.0;
/// Share of the strongest ink from which pixels count as fully covered: noise makes some
/// pixels stronger.
const FULL_INK_SHARE: f64 = 0.8;
/// Maximum elongation of a mark: 0 for a shape as wide as high, 1 for a line.
const MAX_ELONGATION: f64 = 0.5;
/// Minimum compactness of a spot and maximum compactness of a star: a disc has 1.
const MIN_SPOT_COMPACTNESS: f64 = 0.9;
const MAX_STAR_COMPACTNESS: f64 = 0.84;
/// Radii (root mean square distances of the ink from its middle), as a fraction of the
/// square. A disc has 0.35 of its width.
const MIN_MARK_RADIUS: f64 = 0.03;
const MAX_SMALL_SPOT: f64 = 0.11;
const MIN_LARGE_SPOT: f64 = 0.127;
const MIN_QUEEN_RADIUS: f64 = 0.05;
/// Diagonal moments: below 0 the ink lies along the diagonals, above 0 along rows and
/// columns.
const MAX_CROSS_DIAGONAL: f64 = -0.5;
const QUEEN_DIAGONAL: std::ops::RangeInclusive<f64> = -0.35..=0.4;

/// Recognises a mark from the difference of each pixel from the ground, row by row.
/// `side` is the side of the square in pixels, `width` the number of pixels in a row.
/// `None` if the shape is not recognised.
pub(super) fn mark(differences: &[u8], width: usize, side: f64) -> Option<Mark> {
    let strongest = strongest_in_middle(differences, width);
    if strongest < MIN_INK {
        return Some(Mark::Open);
    }
    let ink = ink(differences, width, side, f64::from(strongest));
    InkShape::from_ink(&ink).mark()
}

/// Returns the largest difference in the middle of the square.
fn strongest_in_middle(differences: &[u8], width: usize) -> u8 {
    let height = differences.len() / width.max(1);
    let middle = |length: usize| 2 * length / 7..(5 * length).div_ceil(7);
    let rows = middle(height).map(|y| &differences[y * width..][middle(width)]);
    rows.flatten().max().copied().unwrap_or(0)
}

/// A pixel with ink. Lengths are fractions of the side of the square, and the amount is
/// one of its area.
struct InkPoint {
    x: f64,
    y: f64,
    amount: f64,
}

/// Returns the pixels that are more than ground.
fn ink(differences: &[u8], width: usize, side: f64, strongest: f64) -> Vec<InkPoint> {
    let bound = MAX_NOISE.max(BLUR_SHARE * strongest);
    let full = FULL_INK_SHARE * strongest - bound;
    let point = |(at, &difference): (usize, &u8)| InkPoint {
        x: (at % width) as f64 / side,
        y: (at / width) as f64 / side,
        amount: ((f64::from(difference) - bound) / full).clamp(0.0, 1.0) / (side * side),
    };
    let points = differences.iter().enumerate().map(point);
    points.filter(|point| point.amount > 0.0).collect()
}

/// The moments of the ink of a square.
struct InkShape {
    /// Root mean square distance of the ink from its middle.
    radius: f64,
    /// 0 for a shape as wide as high, 1 for a line.
    elongation: f64,
    /// Mean of r^2 cos(4 angle) over that of r^2.
    diagonal: f64,
    /// Area divided by the area of the disc with the same radius.
    compactness: f64,
}

impl InkShape {
    fn from_ink(ink: &[InkPoint]) -> Self {
        let area: f64 = ink.iter().map(|point| point.amount).sum();
        let mean = |value: &dyn Fn(&InkPoint) -> f64| {
            let values = ink.iter().map(|point| point.amount * value(point));
            values.sum::<f64>() / area
        };
        let (x, y) = (mean(&|point| point.x), mean(&|point| point.y));
        // Second moments: of r^2, and of r^2 cos(2 angle) and r^2 sin(2 angle).
        let square = mean(&|p| (p.x - x).powi(2) + (p.y - y).powi(2));
        let upright = mean(&|p| (p.x - x).powi(2) - (p.y - y).powi(2));
        let slanted = mean(&|p| 2.0 * (p.x - x) * (p.y - y));
        let diagonal = mean(&|p| diagonal_moment((p.x - x).powi(2), (p.y - y).powi(2)));
        InkShape {
            radius: square.sqrt(),
            elongation: upright.hypot(slanted) / square,
            diagonal: diagonal / square,
            compactness: area / (std::f64::consts::TAU * square),
        }
    }

    /// Returns the mark of this shape; `None` if it is not recognised.
    fn mark(&self) -> Option<Mark> {
        if self.radius < MIN_MARK_RADIUS || self.elongation > MAX_ELONGATION {
            None
        } else if self.compactness >= MIN_SPOT_COMPACTNESS {
            self.spot()
        } else if self.diagonal <= MAX_CROSS_DIAGONAL {
            Some(Mark::Cross)
        } else {
            self.is_queen().then_some(Mark::Queen)
        }
    }

    /// Returns the mark of a spot: a small one is a cross, a large one a queen.
    fn spot(&self) -> Option<Mark> {
        match self.radius {
            ..=MAX_SMALL_SPOT => Some(Mark::Cross),
            MIN_LARGE_SPOT.. => Some(Mark::Queen),
            _ => None,
        }
    }

    fn is_queen(&self) -> bool {
        let is_star = self.compactness <= MAX_STAR_COMPACTNESS;
        (is_star || self.radius >= MIN_LARGE_SPOT)
            && QUEEN_DIAGONAL.contains(&self.diagonal)
            && self.radius >= MIN_QUEEN_RADIUS
    }
}

/// Returns r^2 cos(4 angle) of a point from the squares of its two distances.
fn diagonal_moment(across: f64, down: f64) -> f64 {
    if across + down > 0.0 {
        ((across - down).powi(2) - 4.0 * across * down) / (across + down)
    } else {
        0.0
    }
}
