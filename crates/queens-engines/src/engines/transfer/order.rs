//! The order in which the squares of a part are taken.
//!
//! What a state holds of the squares to come are those that are closed. Squares that the same earlier ones close
//! are always closed together; the fewer such classes there are, the fewer states. For kings the squares go along the
//! shorter side of the board, for bishops along diagonals, the short ones first.

use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::square::Square;
use std::collections::HashMap;

/// At so many places of an order the classes are counted.
const PLACES: usize = 64;

/// Squares in the order in which they are taken.
pub(super) struct Order {
    pub squares: Vec<usize>,
    /// The most classes of squares to come at any place.
    pub classes: usize,
}

/// The squares of `part` in the best of some orders: by rows, by columns, along diagonals.
///
/// # Errors
/// The reason to stop, from `meter`.
pub(super) fn best(
    part: &[usize],
    squares: &[Square],
    clashes: &[FixedBitSet],
    meter: &mut Meter<'_>,
) -> Result<Order, Stop> {
    let orders: [fn(Square) -> i64; 4] = [
        |square| square.row.into(),
        |square| square.column.into(),
        |square| i64::from(square.row) + i64::from(square.column),
        |square| i64::from(square.row) - i64::from(square.column),
    ];
    let orders = orders.into_iter().map(|line| {
        let mut lengths = HashMap::<i64, u32>::new();
        part.iter().for_each(|&square| *lengths.entry(line(squares[square])).or_default() += 1);
        let mut order = part.to_vec();
        order.sort_by_key(|&square| (lengths[&line(squares[square])], line(squares[square])));
        order
    });
    let mut counted = |squares: Vec<usize>| {
        Ok::<_, Stop>(Order { classes: most_classes(&squares, clashes, meter)?, squares })
    };
    let by_rows = counted(part.to_vec())?;
    let others = orders.map(counted).collect::<Result<Vec<_>, _>>()?;
    let other = others.into_iter().min_by_key(|order| order.classes);
    // Rows often take one piece each, which other orders do not see soon.
    Ok(other.filter(|other| 4 * other.classes <= 3 * by_rows.classes).unwrap_or(by_rows))
}

/// The most classes of squares to come at any of some places of an order.
fn most_classes(order: &[usize], clashes: &[FixedBitSet], meter: &mut Meter<'_>) -> Result<usize, Stop> {
    // A number for the set of the earlier squares that close each: of large numbers without a pattern the XOR.
    let mut closers = vec![0u64; clashes.len()];
    let every = order.len().div_ceil(PLACES).max(1);
    let mut most = 0;
    for (at, &square) in order.iter().enumerate() {
        meter.tick()?;
        let number = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        clashes[square].ones().for_each(|other| closers[other] ^= number ^ number >> 32);
        if at % every == 0 {
            let mut classes: Vec<u64> = order[at + 1..].iter().map(|&later| closers[later]).collect();
            classes.sort_unstable();
            classes.dedup();
            most = most.max(classes.len() - usize::from(classes.first() == Some(&0)));
        }
    }
    Ok(most)
}
