//! Places of the lines of a board in the sets of the search, and the squares that a queen
//! closes there.

use super::board::ResidualBoard;
use super::groups;
use super::sets::{self, LineSet};
use queens_model::square::Square;

/// Highest ratio of the extent of the free lines to their number in a dense layout.
const MAX_DENSE_RATIO: usize = 3;

/// Returns the number of places in each direction for `board`.
pub(super) fn side(board: &ResidualBoard<'_>) -> usize {
    if is_dense(board) {
        extent(board)
    } else {
        board.rows.len()
    }
}

fn extent(board: &ResidualBoard<'_>) -> usize {
    let [rows, columns] = extents(board);
    rows.max(columns)
}

/// Returns the distance from the first to the last free row, both included, and the same
/// for columns.
fn extents(board: &ResidualBoard<'_>) -> [usize; 2] {
    [&board.rows, &board.columns].map(|lines| match lines[..] {
        [first, .., last] => (last - first) as usize + 1,
        _ => lines.len(),
    })
}

fn is_dense(board: &ResidualBoard<'_>) -> bool {
    let extent = extent(board);
    extent < 64 || extent <= MAX_DENSE_RATIO * board.rows.len()
}

/// The places of lines.
#[derive(Clone, Debug)]
pub(super) enum LineLayout<const W: usize> {
    /// Every line from the first to the last free one has a place; places keep the
    /// distances of lines.
    Dense {
        side: usize,
        /// Number of places for rows, and for columns.
        places: [usize; 2],
        first: Square,
        /// For each place p, and k = 0, 1, ...: the squares that a queen on p closes in a
        /// line at distance k - (side - 1), up to the end of the last group. The masks
        /// for all lines are consecutive, so closing them is one pass without index
        /// arithmetic.
        masks: Vec<LineSet<W>>,
    },
    /// Only free lines have a place: they are few and far apart.
    Sparse { rows: Vec<u32>, columns: Vec<u32> },
}

impl<const W: usize> LineLayout<W> {
    /// Returns the layout for `board`, whose [`side`] is below `64 * W - 1`.
    pub(super) fn from_board(board: &ResidualBoard<'_>) -> Self {
        if !is_dense(board) {
            return LineLayout::Sparse {
                rows: board.rows.clone(),
                columns: board.columns.clone(),
            };
        }
        let side = extent(board);
        let mut masks = Vec::with_capacity(side * count_distances(side));
        for at in 0..side {
            // A queen on place `at` of any line finds the masks for all lines in this
            // order.
            for k in 0..count_distances(side) {
                masks.push(closed_places(at, k.abs_diff(side - 1), side));
            }
        }
        let [first_row, first_column] = [&board.rows, &board.columns]
            .map(|lines| lines.first().copied().unwrap_or(0));
        LineLayout::Dense {
            side,
            places: extents(board),
            first: Square::new(first_row, first_column),
            masks,
        }
    }

    /// True if places have the distances of their lines.
    pub(super) fn keeps_distances(&self) -> bool {
        matches!(self, LineLayout::Dense { .. })
    }

    /// Returns the number of places in each direction.
    pub(super) fn side(&self) -> usize {
        match self {
            LineLayout::Dense { side, .. } => *side,
            LineLayout::Sparse { rows, .. } => rows.len(),
        }
    }

    /// Returns the number of places for rows, and for columns.
    pub(super) fn places(&self) -> [usize; 2] {
        match self {
            LineLayout::Dense { places, .. } => *places,
            LineLayout::Sparse { rows, columns } => [rows.len(), columns.len()],
        }
    }

    /// Returns the places of a free row and a free column.
    pub(super) fn place_of(&self, row: u32, column: u32) -> (usize, usize) {
        match self {
            LineLayout::Dense { first, .. } => {
                ((row - first.row) as usize, (column - first.column) as usize)
            }
            LineLayout::Sparse { rows, columns } => (
                rows.partition_point(|&r| r < row),
                columns.partition_point(|&c| c < column),
            ),
        }
    }

    /// Returns the square of a place.
    pub(super) fn square(&self, row: usize, column: usize) -> Square {
        match self {
            LineLayout::Dense { first, .. } => {
                Square::new(first.row + row as u32, first.column + column as u32)
            }
            LineLayout::Sparse { rows, columns } => {
                Square::new(rows[row], columns[column])
            }
        }
    }

    /// Closes the squares that a queen in `row` and `column` attacks, her own lines
    /// included.
    #[inline(always)]
    pub(super) fn close(
        &self,
        rows: &mut [LineSet<W>],
        columns: &mut [LineSet<W>],
        row: usize,
        column: usize,
    ) {
        match self {
            LineLayout::Dense { side, masks, .. } => {
                close_dense(rows, masks, *side, row, column);
                close_dense(columns, masks, *side, column, row);
            }
            LineLayout::Sparse {
                rows: row_lines,
                columns: column_lines,
            } => {
                close_sparse(rows, row_lines, column_lines, row, column);
                close_sparse(columns, column_lines, row_lines, column, row);
            }
        }
    }
}

/// Returns the number of distances between two lines, for `side` lines in whole groups.
fn count_distances(side: usize) -> usize {
    (side + groups::width(side)).saturating_sub(1)
}

/// Returns the places, of `side` places, that a queen on place `at` closes in a line at
/// `distance`.
fn closed_places<const W: usize>(at: usize, distance: usize, side: usize) -> LineSet<W> {
    let mut set = [0; W];
    let places = [Some(at), at.checked_sub(distance), Some(at + distance)];
    for place in places.into_iter().flatten() {
        if place < side {
            sets::insert(&mut set, place);
        }
    }
    set
}

/// Closes in `lines` the squares that a queen on place `at` of line `own` attacks, from
/// the masks of [`LineLayout::Dense`].
#[inline(always)]
fn close_dense<const W: usize>(
    lines: &mut [LineSet<W>],
    masks: &[LineSet<W>],
    side: usize,
    own: usize,
    at: usize,
) {
    let from = at * count_distances(side) + side - 1 - own;
    groups::close(lines, &masks[from..from + lines.len()]);
}

/// Closes in `sets`, the sets of `lines`, the squares that a queen on place `at` of line
/// `own` attacks.
fn close_sparse<const W: usize>(
    sets: &mut [LineSet<W>],
    lines: &[u32],
    across: &[u32],
    own: usize,
    at: usize,
) {
    let filled = sets::filled();
    for (set, &line) in sets
        .iter_mut()
        .zip(lines)
        .filter(|(set, _)| **set != filled)
    {
        let distance = line.abs_diff(lines[own]);
        let closed = [
            across[at].checked_sub(distance),
            across[at].checked_add(distance),
        ];
        sets::remove(set, at);
        for to in closed.into_iter().flatten() {
            if let Ok(place) = across.binary_search(&to) {
                sets::remove(set, place);
            }
        }
    }
}
