//! Features: the kind of a problem.

use super::{Bounds, Edge, Edges, Grid, Piece, Problem, Ray, SquareKind, Units};

/// Kind of a problem: the properties that decide which engine answers it fastest,
/// computed once.
///
/// The demands are those of the problem as written; [`Problem::normalized`] adds those
/// that its total implies.
///
/// ```
/// use queens::problem::Problem;
///
/// let cylinder: Problem = "cylinder 5x7\ngivens: b1 e2".parse()?;
/// let features = cylinder.features();
/// assert!(features.is_glued && features.one_in_each_row && !features.has_standard_rules);
/// assert_eq!((features.side, features.number_of_squares, features.free_rows), (7, 35, 3));
/// # Ok::<(), queens::problem::ProblemTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent answers, each of use alone"
)]
pub struct Features {
    /// The standard problem, see [`Problem::is_standard`].
    pub is_standard: bool,
    /// Queens under the standard rules, whatever the size, the holes and the givens: open
    /// edges, no walls, exactly one queen in each row and at most one in each column, no
    /// demand on regions. On a square board the columns may take exactly one.
    pub has_standard_rules: bool,
    /// As many rows as columns.
    pub is_square: bool,
    /// The longer side.
    pub side: u32,
    /// Number of squares, holes and walls included.
    pub number_of_squares: u64,
    /// All edges are open.
    pub has_open_edges: bool,
    /// Opposite edges are glued to each other, straight or with a twist.
    pub is_glued: bool,
    /// All squares are equivalent: a torus with nothing on it, where any set of queens
    /// can be shifted so that one is on a1.
    pub has_like_squares: bool,
    /// Some squares are holes.
    pub has_holes: bool,
    /// Some squares are walls.
    pub has_walls: bool,
    /// Some queens are given.
    pub has_givens: bool,
    /// Blocked squares, or given queens on a quarter of the rows, leave so little room
    /// that branching on the tightest line visits far fewer nodes than going row by row.
    pub has_little_room: bool,
    /// Rows without a given queen, or columns if these are fewer; 0 if more queens are
    /// given than there are such lines.
    pub free_rows: u32,
    /// The piece has an unlimited ray that is neither vertical nor horizontal: queens on
    /// the first rows restrict the others by more than their columns.
    pub strikes_far: bool,
    /// Each row takes exactly one queen.
    pub one_in_each_row: bool,
    /// Each column takes exactly one queen.
    pub one_in_each_column: bool,
    /// No row can take two queens, because of its demand or because they would attack
    /// each other.
    pub at_most_one_in_each_row: bool,
    /// No column can take two queens, because of its demand or because they would attack
    /// each other.
    pub at_most_one_in_each_column: bool,
    /// Regions have a demand.
    pub demands_regions: bool,
    /// The one exact number that rows, columns and regions demand, of those that demand
    /// anything, if the whole board demands nothing: 1 or 2 in the region puzzles.
    pub exact_units: Option<u32>,
    /// The exact number that the whole board demands.
    pub exact_total: Option<u32>,
}

impl Problem {
    /// Returns true if this is the standard problem: queens on an open square board, one
    /// in each row and column, no givens, no blocked squares, no regions.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.is_square()
            && self.edges == Edges::OPEN
            && self.all_free()
            && self.regions.is_none()
            && self.givens.is_empty()
            && self.units == Units::one_per_line(self.rows, self.columns)
            && self.piece == Piece::queen()
            && self.rules.is_none()
            && self.grid == Grid::Square
    }

    /// Returns true if all squares are alike, see [`Features::has_like_squares`].
    pub fn has_like_squares(&self) -> bool {
        self.edges == Edges::TORUS
            && self.all_free()
            && self.regions.is_none()
            && self.givens.is_empty()
    }

    /// Computes the kind of this problem.
    ///
    /// # Complexity
    /// O(1) if no square is blocked, else O(squares).
    #[must_use]
    pub fn features(&self) -> Features {
        let Units {
            row,
            column,
            region,
            total,
        } = self.units;
        let (rows, columns, givens) = (self.rows, self.columns, self.givens.len());
        let Edges {
            top_bottom,
            left_right,
        } = self.edges;
        let (is_square, has_open_edges) = (self.is_square(), self.edges == Edges::OPEN);
        let has_walls = self.has_walls();
        let takes_one = |bounds: Bounds, (down, across)| {
            bounds.high() <= 1 || (!has_walls && self.piece.strikes_along(down, across))
        };
        let one_in_each_row = row == Bounds::ONE;
        let has_standard_rules = self.rules.is_none()
            && self.piece == Piece::queen()
            && has_open_edges
            && !has_walls
            && region == Bounds::ANY
            && total.contains(rows)
            && one_in_each_row
            && column.contains(1)
            && (is_square || column.contains(0));
        let strikes_far =
            self.piece.rays().iter().any(|ray| {
                ray.range == Ray::UNLIMITED && ray.rows != 0 && ray.columns != 0
            });
        Features {
            is_standard: self.is_standard(),
            has_standard_rules,
            is_square,
            side: rows.max(columns),
            number_of_squares: u64::from(rows) * u64::from(columns),
            has_open_edges,
            is_glued: [top_bottom, left_right]
                .iter()
                .any(|edge| matches!(edge, Edge::Wrap | Edge::Twist)),
            has_like_squares: self.has_like_squares(),
            has_holes: self
                .squares
                .as_ref()
                .is_some_and(|kinds| kinds.contains(&SquareKind::Hole)),
            has_walls,
            has_givens: givens > 0,
            has_little_room: !self.all_free()
                || (givens > 0 && 4 * givens >= rows as usize),
            free_rows: rows
                .min(columns)
                .saturating_sub(u32::try_from(givens).unwrap_or(u32::MAX)),
            strikes_far,
            one_in_each_row,
            one_in_each_column: column == Bounds::ONE,
            at_most_one_in_each_row: takes_one(row, (0, 1)),
            at_most_one_in_each_column: takes_one(column, (1, 0)),
            demands_regions: region != Bounds::ANY,
            exact_units: exact_units([row, column, region], total),
            exact_total: exact_number(total),
        }
    }
}

/// Returns the only number that `bounds` allow, if there is just one.
fn exact_number(bounds: Bounds) -> Option<u32> {
    (bounds.low() == bounds.high()).then_some(bounds.low())
}

/// Computes [`Features::exact_units`].
fn exact_units(lines_and_regions: [Bounds; 3], total: Bounds) -> Option<u32> {
    let mut demands = lines_and_regions
        .into_iter()
        .filter(|&bounds| bounds != Bounds::ANY);
    let first = demands.next().filter(|_| total == Bounds::ANY)?;
    if demands.all(|bounds| bounds == first) {
        exact_number(first)
    } else {
        None
    }
}
