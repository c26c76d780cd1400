//! The marks on squares, by their shapes. Moments of the ink around its middle tell them apart (Hu 1962), however large
//! they are, and nearly as well where they are only a few pixels wide.
//!
//! | in the middle of a square | is | compact | along the diagonals |
//! |---|---|---|---|
//! | nothing | open | | |
//! | two strokes from corner to corner | a cross | below 0.8 | -1 to -0.55 |
//! | a small spot | a cross | 1 | 0 |
//! | a large spot, a filled square | a queen | 0.95 to 1 | -0.3 to 0.3 |
//! | a crown, a star, a ring or the letter Q | a queen | up to 0.84 | about 0 |
//! | one stroke, an upright cross, what is between | not read | | |

use crate::Mark;

/// Pixels that differ less from the ground are no ink.
const INK: u8 = 32;
/// The part of the strongest ink, and the least difference, that do not count: blur and the noise of JPEG.
const BLUR: f64 = 0.25;
const NOISE: f64 = 12.0;
/// The part of the strongest ink from which on pixels are covered whole: the noise of JPEG makes some stronger.
const WHOLE: f64 = 0.8;
/// A shape is long, a stroke, from here on: 0 is as wide as high, 1 a line.
const LONG: f64 = 0.5;
/// Spots are more compact than stars.
const SPOT: f64 = 0.9;
const STAR: f64 = 0.84;
/// Mean distances of the ink from its middle, in parts of the square. A disc has 0.35 of its width.
const LEAST: f64 = 0.03;
const LARGEST_SMALL_SPOT: f64 = 0.11;
const LEAST_LARGE_SPOT: f64 = 0.127;
const LEAST_QUEEN: f64 = 0.05;
/// Share of the ink along the diagonals (below 0) or along rows and columns (above).
const CROSS: f64 = -0.5;
const QUEEN: std::ops::RangeInclusive<f64> = -0.35..=0.4;

/// The mark that these pixels show: for each, row by row, how far it differs from the ground. `side` is the side of the
/// square, `width` the number of pixels in a row. None if the shape is not known.
pub(super) fn mark(differences: &[u8], width: usize, side: f64) -> Option<Mark> {
    let height = differences.len() / width.max(1);
    let middle = |length: usize| 2 * length / 7..(5 * length).div_ceil(7);
    let rows = middle(height).map(|y| &differences[y * width..][middle(width)]);
    let strongest = rows.flatten().max().copied().unwrap_or(0);
    if strongest < INK {
        return Some(Mark::Open);
    }
    let bound = NOISE.max(BLUR * f64::from(strongest));
    let full = WHOLE * f64::from(strongest) - bound;
    // Places and amounts of the ink, lengths in parts of the square.
    let ink: Vec<(f64, f64, f64)> = differences
        .iter()
        .enumerate()
        .map(|(at, &difference)| {
            let amount = ((f64::from(difference) - bound) / full).clamp(0.0, 1.0) / (side * side);
            ((at % width) as f64 / side, (at / width) as f64 / side, amount)
        })
        .filter(|&(_, _, amount)| amount > 0.0)
        .collect();
    let area: f64 = ink.iter().map(|(_, _, amount)| amount).sum();
    let mean = |value: &dyn Fn(f64, f64) -> f64| {
        ink.iter().map(|&(x, y, amount)| amount * value(x, y)).sum::<f64>() / area
    };
    let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
    let square = mean(&|u, v| (u - x).powi(2) + (v - y).powi(2));
    let long = mean(&|u, v| (u - x).powi(2) - (v - y).powi(2)).hypot(mean(&|u, v| 2.0 * (u - x) * (v - y)));
    // The square of the distance times the cosine of four times the angle.
    let diagonal = mean(&|u, v| {
        let (u, v) = ((u - x).powi(2), (v - y).powi(2));
        if u + v > 0.0 { ((u - v).powi(2) - 4.0 * u * v) / (u + v) } else { 0.0 }
    });
    let compact = area / (std::f64::consts::TAU * square);
    let (long, diagonal, reach) = (long / square, diagonal / square, square.sqrt());
    if reach < LEAST || long > LONG {
        None
    } else if compact >= SPOT {
        match reach {
            ..=LARGEST_SMALL_SPOT => Some(Mark::Cross),
            LEAST_LARGE_SPOT.. => Some(Mark::Queen),
            _ => None,
        }
    } else if diagonal <= CROSS {
        Some(Mark::Cross)
    } else {
        let is_known = compact <= STAR || reach >= LEAST_LARGE_SPOT;
        (is_known && QUEEN.contains(&diagonal) && reach >= LEAST_QUEEN).then_some(Mark::Queen)
    }
}
