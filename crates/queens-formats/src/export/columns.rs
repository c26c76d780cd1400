//! Model with one queen in each row: a variable for each row is the column of its queen.
//! It is the natural model of such problems.

use queens_model::problem::{Bounds, Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;

/// Lines that take at most one queen each, numbered by the column plus `slope` times the
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineFamily {
    /// 0 columns, 1 and -1 diagonals.
    pub(super) slope: i32,
}

/// An attack: two queens with this difference of rows and columns, or up to `range` times
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leap {
    pub(super) rows: u32,
    pub(super) columns: i32,
    pub(super) range: u32,
}

/// A problem with exactly one queen in each row.
pub(super) struct ColumnModel<'p> {
    pub(super) problem: &'p Problem,
    pub(super) families: Vec<LineFamily>,
    /// True if lines continue over the edges: their numbers are taken modulo the number
    /// of columns.
    pub(super) wraps: bool,
    pub(super) leaps: Vec<Leap>,
    /// Demand on each region.
    pub(super) region: Bounds,
}

impl<'p> ColumnModel<'p> {
    /// Returns the model of `problem`, if it has this form.
    pub(super) fn from_problem(problem: &'p Problem) -> Option<Self> {
        let (features, units) = (problem.features(), problem.units());
        let wraps = problem.edges() == Edges::TORUS && problem.is_square();
        let has_edges = wraps || problem.edges() == Edges::OPEN;
        if !features.one_in_each_row
            || features.has_walls
            || !has_edges
            || !units.total.contains(problem.rows())
        {
            return None;
        }
        let mut families: Vec<LineFamily> = features
            .at_most_one_in_each_column
            .then_some(LineFamily { slope: 0 })
            .into_iter()
            .collect();
        let mut leaps = Vec::new();
        for &Ray {
            rows,
            columns,
            range,
        } in problem.piece().rays().iter().filter(|ray| ray.rows > 0)
        {
            let far = u32::try_from(rows).map_or(0, |step| (problem.rows() - 1) / step);
            match (rows, columns) {
                (1, 0) if range == Ray::UNLIMITED => {
                    families.push(LineFamily { slope: 0 });
                }
                (1, -1 | 1) if range == Ray::UNLIMITED => {
                    families.push(LineFamily { slope: -columns });
                }
                _ if wraps => return None,
                _ if far > 0 => leaps.push(Leap {
                    rows: rows as u32,
                    columns,
                    range: range.min(far),
                }),
                _ => {}
            }
        }
        families.sort_unstable_by_key(|family| (family.slope != 0, -family.slope));
        families.dedup();
        let has_columns = families.contains(&LineFamily { slope: 0 });
        let is_met = match (units.column.low(), units.column.high()) {
            (0, high) => high >= problem.rows() || (has_columns && high >= 1),
            // As many rows as columns, and no two queens in one.
            (1, 1..) => has_columns && problem.is_square(),
            _ => false,
        };
        is_met.then_some(ColumnModel {
            problem,
            families,
            wraps,
            leaps,
            region: units.region,
        })
    }

    /// Returns the blocked squares.
    pub(super) fn blocked_squares(&self) -> impl Iterator<Item = Square> + '_ {
        let squares = if self.problem.all_free() {
            None
        } else {
            Some(self.problem.every_square())
        };
        squares
            .into_iter()
            .flatten()
            .filter(|&square| self.problem.kind(square) != SquareKind::Free)
    }
}
