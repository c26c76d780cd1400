//! Rays, walked square by square.

use crate::problem::{Edge, Edges, Problem, Ray, SquareKind};
use crate::square::Square;

/// Returns the squares that a piece on `from` attacks along `ray`.
pub fn struck(problem: &Problem, from: Square, ray: Ray) -> impl Iterator<Item = Square> {
    RayWalk::new(problem, from, ray)
        .take_while(move |at| {
            at.is_none_or(|square| {
                square != from && problem.kind(square) != SquareKind::Wall
            })
        })
        .flatten()
}

/// A walk along a ray: square by square, turning where the edges turn it.
struct RayWalk {
    sides: (i64, i64),
    edges: Edges,
    at: (i64, i64),
    step: (i64, i64),
    left: u32,
}

impl RayWalk {
    /// Starts at `start` along `ray` on the board of `problem`.
    fn new(problem: &Problem, start: Square, ray: Ray) -> Self {
        RayWalk {
            sides: (problem.rows().into(), problem.columns().into()),
            edges: problem.edges(),
            at: (start.row.into(), start.column.into()),
            step: (ray.rows.into(), ray.columns.into()),
            left: ray.range,
        }
    }
}

/// Folds a coordinate back onto its axis: its new value, true if the step on this axis
/// turned, and true if the other axis is reversed. `None`: off the board. A coordinate of -1
/// in the result is the mirror strip.
fn fold_coordinate(at: i64, side: i64, edge: Edge) -> Option<(i64, bool, bool)> {
    if (0..side).contains(&at) {
        return Some((at, false, false));
    }
    match edge {
        Edge::Open => None,
        Edge::Wrap => Some((at.rem_euclid(side), false, false)),
        Edge::Twist => Some((at.rem_euclid(side), false, at.div_euclid(side) % 2 != 0)),
        Edge::Mirror if at == -1 => Some((-1, false, false)),
        Edge::Mirror if at < -1 && -2 - at < side => Some((-2 - at, true, false)),
        Edge::Mirror => None,
    }
}

/// Yields each square that the ray reaches; `None` while it is on a mirror strip.
impl Iterator for RayWalk {
    type Item = Option<Square>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (row, row_turns, flips_columns) = fold_coordinate(
            self.at.0 + self.step.0,
            self.sides.0,
            self.edges.top_bottom,
        )?;
        let (column, column_turns, flips_rows) = fold_coordinate(
            self.at.1 + self.step.1,
            self.sides.1,
            self.edges.left_right,
        )?;
        self.at = (row, column);
        if flips_rows {
            self.at.0 = self.sides.0 - 1 - self.at.0;
        }
        if flips_columns {
            self.at.1 = self.sides.1 - 1 - self.at.1;
        }
        if row_turns != flips_rows {
            self.step.0 = -self.step.0;
        }
        if column_turns != flips_columns {
            self.step.1 = -self.step.1;
        }
        let square = |(row, column)| {
            Some(Square::new(
                u32::try_from(row).ok()?,
                u32::try_from(column).ok()?,
            ))
        };
        Some(square(self.at))
    }
}
