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
    let height = differences.len() / width.max(1);
    let middle = |length: usize| 2 * length / 7..(5 * length).div_ceil(7);
    let rows = middle(height).map(|y| &differences[y * width..][middle(width)]);
    let strongest = rows.flatten().max().copied().unwrap_or(0);
    if strongest < MIN_INK {
        return Some(Mark::Open);
    }
    let bound = MAX_NOISE.max(BLUR_SHARE * f64::from(strongest));
    let full = FULL_INK_SHARE * f64::from(strongest) - bound;
    // Position and amount of the ink, with lengths as fractions of the square.
    let ink: Vec<(f64, f64, f64)> = differences
        .iter()
        .enumerate()
        .map(|(at, &difference)| {
            let amount =
                ((f64::from(difference) - bound) / full).clamp(0.0, 1.0) / (side * side);
            (
                (at % width) as f64 / side,
                (at / width) as f64 / side,
                amount,
            )
        })
        .filter(|&(_, _, amount)| amount > 0.0)
        .collect();
    let area: f64 = ink.iter().map(|(_, _, amount)| amount).sum();
    let mean = |value: &dyn Fn(f64, f64) -> f64| {
        ink.iter()
            .map(|&(x, y, amount)| amount * value(x, y))
            .sum::<f64>()
            / area
    };
    let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
    let square = mean(&|u, v| (u - x).powi(2) + (v - y).powi(2));
    let long = mean(&|u, v| (u - x).powi(2) - (v - y).powi(2))
        .hypot(mean(&|u, v| 2.0 * (u - x) * (v - y)));
    // r^2 cos(4 angle).
    let diagonal = mean(&|u, v| {
        let (u, v) = ((u - x).powi(2), (v - y).powi(2));
        if u + v > 0.0 {
            ((u - v).powi(2) - 4.0 * u * v) / (u + v)
        } else {
            0.0
        }
    });
    let compact = area / (std::f64::consts::TAU * square);
    let (long, diagonal, reach) = (long / square, diagonal / square, square.sqrt());
    if reach < MIN_MARK_RADIUS || long > MAX_ELONGATION {
        None
    } else if compact >= MIN_SPOT_COMPACTNESS {
        match reach {
            ..=MAX_SMALL_SPOT => Some(Mark::Cross),
            MIN_LARGE_SPOT.. => Some(Mark::Queen),
            _ => None,
        }
    } else if diagonal <= MAX_CROSS_DIAGONAL {
        Some(Mark::Cross)
    } else {
        let is_known = compact <= MAX_STAR_COMPACTNESS || reach >= MIN_LARGE_SPOT;
        (is_known && QUEEN_DIAGONAL.contains(&diagonal) && reach >= MIN_QUEEN_RADIUS)
            .then_some(Mark::Queen)
    }
}
