//! The linear bound: lines with weights that no queens can have.
//!
//! Give each row, column and diagonal a weight, none below zero, so that the lines through any open square weigh one
//! together at least. Queens on k free rows weigh k then; but no line has two of them, so they weigh no more than all
//! lines do. If that is less than k, there is no solution.
//!
//! The best weights are those of a linear program ([`linear`]). They are rounded to integers, as small as will do, and
//! the claim is worked out with those.

use super::sets::{self, Set};
use crate::question::LineBound;
use control::Limits;
use queens_model::linear::{self, Line};
use std::collections::BTreeMap;

/// The denominators that weights are rounded to, until one will do: small ones are for readers.
const DENOMINATORS: [u32; 12] = [1, 2, 3, 4, 5, 6, 8, 12, 24, 60, 720, 1 << 24];

/// Which lines: rows, columns, row + column, column - row.
const KINDS: usize = 4;

/// The weights of lines, as often as a square weighs `one`.
struct Weights<'l> {
    lines: &'l BTreeMap<(usize, i64), usize>,
    weights: Vec<u64>,
    one: u64,
}

impl<'l> Weights<'l> {
    /// Those nearest to `exact` with this denominator.
    fn rounded(
        lines: &'l BTreeMap<(usize, i64), usize>,
        exact: &[f64],
        denominator: u32,
        squares: &[(usize, usize)],
    ) -> Self {
        let weights = exact.iter().map(|weight| (weight * f64::from(denominator)).round() as u64).collect();
        let mut rounded = Weights { lines, weights, one: 0 };
        rounded.one = squares.iter().map(|&square| rounded.of(square)).min().unwrap_or(0);
        rounded
    }

    /// What the lines through a square weigh.
    fn of(&self, square: (usize, usize)) -> u64 {
        through(square).iter().filter_map(|line| self.lines.get(line)).map(|&line| self.weights[line]).sum()
    }

    fn all(&self) -> u64 {
        self.weights.iter().sum()
    }
}

/// The four lines through a square.
fn through((row, column): (usize, usize)) -> [(usize, i64); KINDS] {
    let (row, column) = (row as i64, column as i64);
    [(0, row), (1, column), (2, row + column), (3, column - row)]
}

/// About how many steps [`excess`] takes: an exchange goes over all lines and squares, and there are some for each line.
pub(super) fn steps<const W: usize>(rows: &[Set<W>], queens: usize) -> u64 {
    // Rows, columns, and up to twice as many diagonals of each kind.
    let lines = 6 * queens as u64;
    let squares: u64 =
        rows.iter().filter(|&row| *row != sets::stands()).map(|row| u64::from(sets::size(row))).sum();
    lines * lines * squares
}

/// The weights that rule out a position of `queens` free rows, given by the open squares of its rows. None if there are
/// no such weights, if there is no room for the program, or if `limits` end the work.
///
/// # Complexity
/// That of [`linear::weights`]: some milliseconds for 30 free rows.
pub(super) fn excess<const W: usize>(rows: &[Set<W>], queens: usize, limits: &Limits) -> Option<LineBound> {
    let open = |row: usize| sets::members(&rows[row]).map(move |column| (row, column));
    let squares: Vec<(usize, usize)> =
        (0..rows.len()).filter(|&row| rows[row] != sets::stands()).flat_map(open).collect();
    let mut on_line: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (number, &square) in squares.iter().enumerate() {
        for line in through(square) {
            on_line.entry(line).or_default().push(number);
        }
    }
    // A diagonal with one square says no more than its row does.
    on_line.retain(|line, squares| line.0 < 2 || squares.len() > 1);
    if on_line.len() * squares.len() > linear::MOST_ENTRIES {
        return None;
    }
    let lines: BTreeMap<(usize, i64), usize> = on_line.keys().copied().zip(0..).collect();
    let program: Vec<Line> = on_line.into_values().map(|squares| Line { squares, high: 1 }).collect();
    let exact = linear::weights(squares.len(), &program, limits);
    limits.check().ok()?;
    let queens = queens as u64;
    let rounded =
        DENOMINATORS.iter().map(|&denominator| Weights::rounded(&lines, &exact, denominator, &squares));
    let weights = rounded.into_iter().find(|weights| weights.all() < queens * weights.one)?;
    let of_kind = |kind: usize| {
        let of = lines.range((kind, i64::MIN)..=(kind, i64::MAX));
        of.map(|(&(_, number), &line)| (number, weights.weights[line]))
            .filter(|&(_, weight)| weight > 0)
            .collect()
    };
    let [rows, columns, sums, differences] = [0, 1, 2, 3].map(of_kind);
    Some(LineBound { queens, one: weights.one, all: weights.all(), rows, columns, sums, differences })
}
