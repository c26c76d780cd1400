//! The bound of line weights.
//!
//! Give each row, column and diagonal a weight of zero or more, so that the lines through
//! any open square weigh at least one together. Then k queens weigh at least k. But no
//! line has two queens, so they weigh at most as much as all lines. If all lines weigh
//! less than k, there is no solution.
//!
//! The best weights are the dual solution of a linear program ([`linear`]). They are
//! rounded to integers, as small as possible, and the claim is checked with those.
//!
//! 2 queens on 2 x 2 without the square (1, 1): weigh row 0, column 0 and the diagonal
//! through (0, 1) and (1, 0) one half each. Every open square lies on two of the three,
//! so it weighs one. All lines weigh 3/2, less than two queens.

use super::sets::{self, LineSet};
use crate::question::LineBound;
use control::Limits;
use queens_model::linear::{self, LineCapacity};
use std::collections::BTreeMap;

/// Denominators to try for rounding. Small ones make certificates easy to read.
const ROUNDING_DENOMINATORS: [u32; 12] = [1, 2, 3, 4, 5, 6, 8, 12, 24, 60, 720, 1 << 24];

/// Number of kinds of lines: rows, columns, row + column, column - row.
const LINE_KINDS: usize = 4;

/// Integer weights of lines, where every square weighs at least `one`.
struct IntegerWeights<'l> {
    lines: &'l BTreeMap<(usize, i64), usize>,
    weights: Vec<u64>,
    one: u64,
}

impl<'l> IntegerWeights<'l> {
    /// Rounds `exact` to this denominator.
    fn rounded(
        lines: &'l BTreeMap<(usize, i64), usize>,
        exact: &[f64],
        denominator: u32,
        squares: &[(usize, usize)],
    ) -> Self {
        let weights = exact
            .iter()
            .map(|weight| (weight * f64::from(denominator)).round() as u64)
            .collect();
        let mut rounded = IntegerWeights {
            lines,
            weights,
            one: 0,
        };
        rounded.one = squares
            .iter()
            .map(|&square| rounded.weight_of(square))
            .min()
            .unwrap_or(0);
        rounded
    }

    /// Returns the weight of the lines through a square.
    fn weight_of(&self, square: (usize, usize)) -> u64 {
        lines_through(square)
            .iter()
            .filter_map(|line| self.lines.get(line))
            .map(|&line| self.weights[line])
            .sum()
    }

    fn all(&self) -> u64 {
        self.weights.iter().sum()
    }
}

/// Returns the kind and number of the four lines through a square.
fn lines_through((row, column): (usize, usize)) -> [(usize, i64); LINE_KINDS] {
    let (row, column) = (row as i64, column as i64);
    [(0, row), (1, column), (2, row + column), (3, column - row)]
}

/// Estimates the estimated_steps of [`line_bound`]: a pivot touches all lines and
/// squares, and there are a few for each line.
pub(super) fn estimated_steps<const W: usize>(rows: &[LineSet<W>], queens: usize) -> u64 {
    // Rows, columns, and up to twice as many diagonals of each direction.
    let lines = 6 * queens as u64;
    let squares: u64 = rows
        .iter()
        .filter(|&row| *row != sets::filled())
        .map(|row| u64::from(sets::size(row)))
        .sum();
    lines * lines * squares
}

/// Computes weights that refute a position of `queens` free rows, given by the open
/// squares of its rows. None if there are no such weights, if the program is too large,
/// or if `limits` end the work.
///
/// # Complexity
/// As [`linear::weights`]: some milliseconds for 30 free rows.
pub(super) fn line_bound<const W: usize>(
    rows: &[LineSet<W>],
    queens: usize,
    limits: &Limits,
) -> Option<LineBound> {
    let mut squares = Vec::new();
    for (row, open) in rows.iter().enumerate() {
        if *open != sets::filled() {
            squares.extend(sets::members(open).map(|column| (row, column)));
        }
    }
    let mut on_line: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (number, &square) in squares.iter().enumerate() {
        for line in lines_through(square) {
            on_line.entry(line).or_default().push(number);
        }
    }
    // A diagonal with one square is no constraint beyond its row.
    on_line.retain(|line, squares| line.0 < 2 || squares.len() > 1);
    if on_line.len() * squares.len() > linear::MOST_ENTRIES {
        return None;
    }
    let lines: BTreeMap<(usize, i64), usize> = on_line.keys().copied().zip(0..).collect();
    let program: Vec<LineCapacity> = on_line
        .into_values()
        .map(|squares| LineCapacity { squares, high: 1 })
        .collect();
    let exact = linear::weights(squares.len(), &program, limits);
    limits.check().ok()?;
    let queens = queens as u64;
    // The program is solved in floating point, so the claim is checked with whole
    // weights.
    let rounded = ROUNDING_DENOMINATORS.iter().map(|&denominator| {
        IntegerWeights::rounded(&lines, &exact, denominator, &squares)
    });
    let weights = rounded
        .into_iter()
        .find(|weights| weights.all() < queens * weights.one)?;
    let [rows, columns, sums, differences] = [0, 1, 2, 3].map(|kind| {
        let of_kind = lines.range((kind, i64::MIN)..=(kind, i64::MAX));
        of_kind
            .map(|(&(_, number), &line)| (number, weights.weights[line]))
            .filter(|&(_, weight)| weight > 0)
            .collect()
    });
    Some(LineBound {
        queens,
        one: weights.one,
        all: weights.all(),
        rows,
        columns,
        sums,
        differences,
    })
}
