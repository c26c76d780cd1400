//! The work units of a count.

use super::layout::Layout;
use super::unit::{rank, right_columns, sets};
use super::{CountError, LARGEST, SMALLEST};
use serde::{Deserialize, Serialize};

/// No unit is meant to be more than this part of the whole.
const FINEST: f64 = 1.0 / 1024.0;

/// A part of a count: all boards with some columns taken in the upper left corner. Units are independent
/// of each other; the same `n` always gives the same units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The size of the board.
    pub n: u32,
    /// Whether the queens of the middle row and column stand off the centre, on a board that has them.
    pub off_centre: bool,
    /// The columns of the upper left corner that are taken, a bit for each, counted from the centre.
    pub columns: u32,
    /// The first of the sets of columns on the right half of the board that are looked at, by its number.
    pub first: u32,
    /// The one behind the last.
    pub end: u32,
    /// The estimated work, as a part of the whole.
    pub cost: f64,
}

impl Unit {
    /// How many solutions the greatest symmetry class has of which one is counted.
    #[must_use]
    pub fn weight(&self) -> u32 {
        8
    }
}

/// The units of a board, those with the most work first.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The size of the board.
    pub n: u32,
    /// Their costs add up to 1.
    pub units: Vec<Unit>,
}

/// Splits the count for `n` queens into units.
///
/// # Errors
/// [`CountError::TooSmall`] and [`CountError::TooLarge`] outside of 8..=27.
///
/// # Complexity
/// About 4^(n/2) steps: some thousandths of a second for n = 18, seconds for n = 27.
///
/// ```
/// use queens::{engines::join::{self, Partial}, simd::Kernel};
///
/// let plan = join::plan(10)?;
/// let parts: Result<Vec<_>, _> = plan.units.iter().map(|unit| join::run(unit, Kernel::Auto)).collect();
/// assert_eq!(parts?.into_iter().sum::<Partial>().count, 724);
/// # Ok::<(), queens::engines::join::CountError>(())
/// ```
pub fn plan(n: u32) -> Result<Plan, CountError> {
    check_size(n)?;
    let layout = Layout::new(n);
    let places: &[bool] = if layout.odd { &[false, true] } else { &[false] };
    let mut rows = Vec::new();
    for &off_centre in places {
        for columns in 0..=layout.all() {
            let places = right_columns(&layout, off_centre, columns).count() as u32;
            if places > 0 {
                let cost = f64::from(places) * cost(&layout, off_centre, columns);
                rows.push((off_centre, columns, places, cost));
            }
        }
    }
    let whole: f64 = rows.iter().map(|row| row.3).sum();
    let mut units = Vec::new();
    for (off_centre, columns, places, cost) in rows {
        let cost = cost / whole;
        let pieces = ((cost / FINEST).ceil() as u32).clamp(1, places);
        for piece in 0..pieces {
            let (first, end) = (part(places, piece, pieces), part(places, piece + 1, pieces));
            let cost = cost * f64::from(end - first) / f64::from(places);
            units.push(Unit { n, off_centre, columns, first, end, cost });
        }
    }
    units.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Ok(Plan { n, units })
}

/// Where the `piece`th of `pieces` parts of `places` begins.
fn part(places: u32, piece: u32, pieces: u32) -> u32 {
    (u64::from(places) * u64::from(piece) / u64::from(pieces)) as u32
}

/// Whether the join serves boards of this size.
pub(super) fn check_size(n: u32) -> Result<(), CountError> {
    match n {
        ..SMALLEST => Err(CountError::TooSmall { n, least: SMALLEST }),
        SMALLEST..=LARGEST => Ok(()),
        _ => Err(CountError::TooLarge { n, most: LARGEST }),
    }
}

/// The work for one set of columns on the right, in a unit of its own.
fn cost(layout: &Layout, off_centre: bool, columns: u32) -> f64 {
    if off_centre {
        // Half of the pairs of places that the queens of the middle row and column can have, and the bottom
        // halves.
        return f64::from(2 + layout.half * (layout.half - 1) / 4);
    }
    // The sets that the symmetry leaves to the rows of both halves.
    let of_size = sets(layout.half, columns.count_ones());
    let below = of_size.clone().filter(|&set| rank(set).max(rank(layout.all() & !set)) <= rank(columns));
    let share = below.count() as f64 / of_size.count() as f64;
    f64::from(layout.half) * (0.2 * share + share * share)
}
