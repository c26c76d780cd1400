//! Order of the squares of a component.
//!
//! A state holds the closed squares among those to come. Squares that are closed from the
//! same earlier squares are always closed together; the fewer such classes, the fewer
//! states. So kings go along the shorter side of the board, bishops along diagonals,
//! short ones first.

use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::square::Square;
use std::collections::HashMap;

/// Number of places of an order at which classes are counted.
const SAMPLED_PLACES: usize = 64;

/// The squares of a component in order.
pub(super) struct SquareOrder {
    pub squares: Vec<usize>,
    /// Highest number of classes of squares to come, over all sampled places.
    pub classes: usize,
}

/// Orders the squares of `component` by rows, by columns or along diagonals, whichever
/// leaves the fewest classes.
///
/// # Errors
/// The reason to stop, from `meter`.
pub(super) fn order_squares(
    component: &[usize],
    squares: &[Square],
    clashes: &[FixedBitSet],
    meter: &mut Meter<'_>,
) -> Result<SquareOrder, Stop> {
    let line_numbers: [fn(Square) -> i64; 4] = [
        |square| square.row.into(),
        |square| square.column.into(),
        |square| i64::from(square.row) + i64::from(square.column),
        |square| i64::from(square.row) - i64::from(square.column),
    ];
    let by_rows = SquareOrder::new(component.to_vec(), clashes, meter)?;
    let mut others = Vec::new();
    for line_number in line_numbers {
        let lines: Vec<i64> = component
            .iter()
            .map(|&square| line_number(squares[square]))
            .collect();
        let order = sort_by_line_length(component, &lines);
        others.push(SquareOrder::new(order, clashes, meter)?);
    }
    let other = others.into_iter().min_by_key(|order| order.classes);
    // Rows often take one piece each, which other orders profit from late: they must be
    // clearly better.
    Ok(other
        .filter(|other| 4 * other.classes <= 3 * by_rows.classes)
        .unwrap_or(by_rows))
}

impl SquareOrder {
    fn new(
        squares: Vec<usize>,
        clashes: &[FixedBitSet],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let classes = most_classes(&squares, clashes, meter)?;
        Ok(SquareOrder { squares, classes })
    }
}

/// Sorts `squares`, each on the line beside it, by lines, the shortest line first.
fn sort_by_line_length(squares: &[usize], lines: &[i64]) -> Vec<usize> {
    let mut lengths = HashMap::<i64, u32>::new();
    for &line in lines {
        *lengths.entry(line).or_default() += 1;
    }
    let mut order: Vec<(u32, i64, usize)> = squares
        .iter()
        .zip(lines)
        .map(|(&square, &line)| (lengths[&line], line, square))
        .collect();
    // Stable: along a line the squares keep their order.
    order.sort_by_key(|&(length, line, _)| (length, line));
    order.into_iter().map(|(_, _, square)| square).collect()
}

/// Returns the highest number of classes of squares to come, over some places of an
/// order.
fn most_classes(
    order: &[usize],
    clashes: &[FixedBitSet],
    meter: &mut Meter<'_>,
) -> Result<usize, Stop> {
    // Fingerprint of the earlier squares that close each square: the XOR of their mixed
    // numbers.
    let mut closers = vec![0u64; clashes.len()];
    let every = order.len().div_ceil(SAMPLED_PLACES).max(1);
    let mut most = 0;
    // Equal fingerprints mean the same closers, up to a collision that only worsens the
    // order.
    for (at, &square) in order.iter().enumerate() {
        meter.tick()?;
        let number = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        clashes[square]
            .ones()
            .for_each(|other| closers[other] ^= number ^ number >> 32);
        if at % every == 0 {
            let mut classes: Vec<u64> = order[at + 1..]
                .iter()
                .map(|&later| closers[later])
                .collect();
            classes.sort_unstable();
            classes.dedup();
            most = most.max(classes.len() - usize::from(classes.first() == Some(&0)));
        }
    }
    Ok(most)
}
