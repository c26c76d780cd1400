//! The general form as sums, for every format with a variable for each square.

use super::{ExportError, Output, check_squares};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::{Bounds, Problem, SquareKind, Unit};
use queens_model::square::Square;

/// Relation between a sum and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Equal,
    AtLeast,
    AtMost,
}

impl Sense {
    /// Returns the relation as most formats write it.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Sense::Equal => "=",
            Sense::AtLeast => ">=",
            Sense::AtMost => "<=",
        }
    }
}

/// A bounded number of queens on some squares of the board.
pub(super) struct BoundedSum {
    /// Name in the file: letters, digits and underscores.
    pub(super) name: String,
    pub(super) sense: Sense,
    pub(super) bound: u32,
    /// Indices of its squares among all of the board, row by row, from 0; at least one.
    pub(super) places: Vec<usize>,
}

/// A board as sums: a queen is 1, an empty square 0.
pub(super) struct BoardSums {
    columns: usize,
    /// Number of all squares, blocked ones included.
    pub(super) squares: usize,
    /// All constraints.
    pub(super) sums: Vec<BoundedSum>,
}

impl BoardSums {
    /// Reduces a problem to sums.
    pub(super) fn from_problem(
        problem: &Problem,
        out: &mut Output<'_>,
    ) -> Result<Self, ExportError> {
        check_squares(problem)?;
        let form = Constraints::within(problem, out.limits())??;
        let lines = list_lines(&form, out)?;
        let columns = problem.columns() as usize;
        let mut board = BoardSums {
            columns,
            squares: form.board(),
            sums: Vec::new(),
        };
        let places = |squares: &[usize]| {
            squares
                .iter()
                .map(|&square| form.place(square))
                .collect::<Vec<_>>()
        };
        for square in problem.every_square() {
            let place = square.row as usize * columns + square.column as usize;
            if problem.kind(square) != SquareKind::Free {
                board.add_sum(
                    &format!("blocked_{}", board.variable_name(place)),
                    Bounds::exactly(0),
                    vec![place],
                );
            }
        }
        for &given in form.givens() {
            let place = form.place(given);
            board.add_sum(
                &format!("given_{}", board.variable_name(place)),
                Bounds::ONE,
                vec![place],
            );
        }
        for unit in form.units() {
            let name = match unit.unit {
                Unit::Row(row) => format!("row_{}", row + 1),
                Unit::Column(column) => format!("column_{}", column + 1),
                Unit::Region(region) => format!("region_{}", region + 1),
                Unit::Total => "total".to_owned(),
            };
            board.add_sum(&name, unit.bounds, places(&unit.squares));
        }
        for (number, line) in (1..).zip(&lines) {
            board.add_sum(&format!("line_{number}"), Bounds::AT_MOST_ONE, places(line));
        }
        Ok(board)
    }

    /// Adds the sums of one demand.
    fn add_sum(&mut self, name: &str, bounds: Bounds, places: Vec<usize>) {
        let mut sum = |suffix: &str, sense, bound, places| {
            self.sums.push(BoundedSum {
                name: format!("{name}{suffix}"),
                sense,
                bound,
                places,
            });
        };
        let most = places.len() as u64;
        match (bounds.low(), bounds.high()) {
            // No square is left: written as a contradiction on the first square, because
            // an empty sum is not a sum.
            (1.., _) if places.is_empty() => {
                sum("_least", Sense::AtLeast, 1, vec![0]);
                sum("_none", Sense::AtMost, 0, vec![0]);
            }
            (low, high) if low == high => sum("", Sense::Equal, low, places),
            (0, high) if u64::from(high) >= most => {}
            (0, high) => sum("", Sense::AtMost, high, places),
            (low, high) if u64::from(high) >= most => {
                sum("", Sense::AtLeast, low, places);
            }
            (low, high) => {
                sum("_least", Sense::AtLeast, low, places.clone());
                sum("_most", Sense::AtMost, high, places);
            }
        }
    }

    /// Returns the row and the column of a place, from 1, as a part of names: `2_7`.
    pub(super) fn variable_name(&self, place: usize) -> String {
        format!("{}_{}", place / self.columns + 1, place % self.columns + 1)
    }

    /// Returns the row and the column of a place, from 0.
    pub(super) fn square_of(&self, place: usize) -> Square {
        Square::new((place / self.columns) as u32, (place % self.columns) as u32)
    }
}

/// Returns the weights that are not 0, each with the index of its square, row by row,
/// from 0: the sum to minimise.
pub(super) fn objective_terms(problem: &Problem) -> impl Iterator<Item = (usize, i64)> {
    let weights = problem
        .weights()
        .unwrap_or_default()
        .iter()
        .copied()
        .enumerate();
    weights.filter(|&(_, weight)| weight != 0)
}

/// Returns the conflicts that no unit covers, as sets of squares (numbers of the form)
/// that take at most one queen.
pub(super) fn list_lines(
    form: &Constraints,
    out: &mut Output<'_>,
) -> Result<Vec<Vec<usize>>, ExportError> {
    let mut all = FixedBitSet::with_capacity(form.squares().len());
    all.insert_range(..);
    let units = form
        .units()
        .iter()
        .filter(|unit| unit.bounds.high() <= 1)
        .map(|unit| &unit.squares);
    Ok(form.cliques_beyond(&all, units, out.meter())?)
}
