//! Where the lines of a board stand in the sets of the engine, and what a queen strikes there.

use super::board::ResidualBoard;
use super::groups;
use super::sets::{self, Set};
use queens_model::square::Square;

/// Boards whose free lines fill at least one part in this many of their reach keep their distances.
const SPARSE: usize = 3;

/// The side of the square of places that the engine needs for `board`.
pub(super) fn side(board: &ResidualBoard<'_>) -> usize {
    if is_dense(board) { reach(board) } else { board.rows.len() }
}

fn reach(board: &ResidualBoard<'_>) -> usize {
    let [rows, columns] = reaches(board);
    rows.max(columns)
}

/// From the first free row to the last one, and the same for columns.
fn reaches(board: &ResidualBoard<'_>) -> [usize; 2] {
    [&board.rows, &board.columns].map(|lines| match lines[..] {
        [first, .., last] => (last - first) as usize + 1,
        _ => lines.len(),
    })
}

fn is_dense(board: &ResidualBoard<'_>) -> bool {
    let reach = reach(board);
    reach < 64 || reach <= SPARSE * board.rows.len()
}

/// The places of lines.
#[derive(Clone, Debug)]
pub(super) enum Layout<const W: usize> {
    /// Every line from the first free one on has a place; distances are kept.
    Dense {
        side: usize,
        /// Places for rows, and for columns.
        places: [usize; 2],
        first: Square,
        /// For a place p in a line, and k = 0.. : what a queen on p strikes in the line at distance
        /// k - (side - 1). To the end of the last group of lines.
        strikes: Vec<Set<W>>,
    },
    /// Only free lines have a place: they are few and far between.
    Sparse { rows: Vec<u32>, columns: Vec<u32> },
}

impl<const W: usize> Layout<W> {
    /// The layout for `board`; its [`side`] is below `64 * W - 1`.
    pub(super) fn of(board: &ResidualBoard<'_>) -> Self {
        if !is_dense(board) {
            return Layout::Sparse { rows: board.rows.clone(), columns: board.columns.clone() };
        }
        let side = reach(board);
        let first = |lines: &[u32]| lines.first().copied().unwrap_or(0);
        let struck = |at: usize, distance: usize| {
            let mut set = [0; W];
            let places = [Some(at), at.checked_sub(distance), Some(at + distance)];
            places.into_iter().flatten().filter(|&p| p < side).for_each(|p| sets::insert(&mut set, p));
            set
        };
        let from = |at: usize| (0..distances(side)).map(move |k| struck(at, k.abs_diff(side - 1)));
        Layout::Dense {
            side,
            places: reaches(board),
            first: Square::new(first(&board.rows), first(&board.columns)),
            strikes: (0..side).flat_map(from).collect(),
        }
    }

    /// Whether distances between lines are those of the board.
    pub(super) fn keeps_distances(&self) -> bool {
        matches!(self, Layout::Dense { .. })
    }

    /// Places in each direction.
    pub(super) fn side(&self) -> usize {
        match self {
            Layout::Dense { side, .. } => *side,
            Layout::Sparse { rows, .. } => rows.len(),
        }
    }

    /// Places for rows, and for columns.
    pub(super) fn places(&self) -> [usize; 2] {
        match self {
            Layout::Dense { places, .. } => *places,
            Layout::Sparse { rows, columns } => [rows.len(), columns.len()],
        }
    }

    /// The places of a free row and a free column.
    pub(super) fn place_of(&self, row: u32, column: u32) -> (usize, usize) {
        match self {
            Layout::Dense { first, .. } => ((row - first.row) as usize, (column - first.column) as usize),
            Layout::Sparse { rows, columns } => {
                (rows.partition_point(|&r| r < row), columns.partition_point(|&c| c < column))
            }
        }
    }

    /// The square in a place.
    pub(super) fn square(&self, row: usize, column: usize) -> Square {
        match self {
            Layout::Dense { first, .. } => Square::new(first.row + row as u32, first.column + column as u32),
            Layout::Sparse { rows, columns } => Square::new(rows[row], columns[column]),
        }
    }

    /// Takes from every line what a queen in `row` and `column` strikes there; her own lines too.
    #[inline(always)]
    pub(super) fn strike(&self, rows: &mut [Set<W>], columns: &mut [Set<W>], row: usize, column: usize) {
        match self {
            Layout::Dense { side, strikes, .. } => {
                let strike = |lines: &mut [Set<W>], at: usize, line: usize| {
                    let from = at * distances(*side) + side - 1 - line;
                    groups::strike(lines, &strikes[from..from + lines.len()]);
                };
                strike(rows, column, row);
                strike(columns, row, column);
            }
            Layout::Sparse { rows: row_lines, columns: column_lines } => {
                strike_sparse(rows, row_lines, column_lines, row, column);
                strike_sparse(columns, column_lines, row_lines, column, row);
            }
        }
    }
}

/// How many distances there are between a line and another, of `side` lines and what is missing in the last group.
fn distances(side: usize) -> usize {
    (side + groups::width(side)).saturating_sub(1)
}

/// Takes from the sets of `lines` what a queen on the place `at` of line `own` strikes there.
fn strike_sparse<const W: usize>(sets: &mut [Set<W>], lines: &[u32], across: &[u32], own: usize, at: usize) {
    let stands = sets::stands();
    for (set, &line) in sets.iter_mut().zip(lines).filter(|(set, _)| **set != stands) {
        let distance = line.abs_diff(lines[own]);
        let struck = [across[at].checked_sub(distance), across[at].checked_add(distance)];
        let places = struck.into_iter().flatten().filter_map(|to| across.binary_search(&to).ok());
        places.chain([at]).for_each(|place| sets::remove(set, place));
    }
}
