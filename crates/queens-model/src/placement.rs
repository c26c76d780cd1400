//! Placements: sets of squares with queens.

use crate::square::Square;
use crate::symmetry::Symmetry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A set of squares with queens, in order (by row, then column).
///
/// ```
/// use queens::placement::Placement;
///
/// let placement = Placement::from_columns(&[1, 3, 0, 2]);
/// assert_eq!(placement.columns(4), Some(vec![Some(1), Some(3), Some(0), Some(2)]));
/// ```
///
/// Its serde form is the list of its squares, each as a row and a column; the order of a
/// list that is read does not matter.
///
/// In a problem with several kinds of pieces each square has a [`Label`]; the serde form
/// leaves them out.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "Vec<Square>", into = "Vec<Square>")]
pub struct Placement {
    squares: Vec<Square>,
    /// One for each square; none if all have the default label.
    labels: Vec<Label>,
}

/// The kind of a piece and, if the kind consists of unnamed sets, the number of its set;
/// both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// Index of the kind in [`Rules::kinds`](crate::problem::rules::Rules::kinds).
    pub kind: u8,
    /// Number of the set, in the order of the first squares of the sets; 0 for a named
    /// kind.
    pub set: u16,
}

impl From<Placement> for Vec<Square> {
    fn from(placement: Placement) -> Self {
        placement.squares
    }
}

impl From<Vec<Square>> for Placement {
    fn from(squares: Vec<Square>) -> Self {
        Placement::new(squares)
    }
}

impl Placement {
    /// Creates a placement from squares in any order.
    #[must_use]
    pub fn new(mut squares: Vec<Square>) -> Self {
        squares.sort_unstable();
        Placement {
            squares,
            labels: Vec::new(),
        }
    }

    /// Creates a placement from pieces in any order; their sets are numbered anew, in the
    /// order of their first squares.
    ///
    /// ```
    /// use queens_model::placement::{Label, Placement};
    /// use queens_model::square::Square;
    ///
    /// let piece = |row, set| (Square::new(row, 0), Label { kind: 0, set });
    /// let exchanged = [piece(0, 1), piece(1, 0)];
    /// assert_eq!(Placement::labelled(exchanged.to_vec()), Placement::labelled(vec![piece(0, 0), piece(1, 1)]));
    /// ```
    #[must_use]
    pub fn labelled(mut pieces: Vec<(Square, Label)>) -> Self {
        pieces.sort_unstable();
        number_sets(&mut pieces);
        let squares = pieces.iter().map(|&(square, _)| square).collect();
        let is_plain = pieces.iter().all(|&(_, label)| label == Label::default());
        let labels = if is_plain {
            Vec::new()
        } else {
            pieces.into_iter().map(|(_, label)| label).collect()
        };
        Placement { squares, labels }
    }

    /// Creates a placement with one queen in each row: `columns[row]` is its column, from 0.
    #[must_use]
    pub fn from_columns(columns: &[u32]) -> Self {
        let rows = (0..).zip(columns);
        Placement {
            squares: rows
                .map(|(row, &column)| Square::new(row, column))
                .collect(),
            labels: Vec::new(),
        }
    }

    /// Creates a placement with one queen in each column: `rows[column]` is its row, from 0.
    #[must_use]
    pub fn from_rows(rows: &[u32]) -> Self {
        let columns = (0..).zip(rows);
        Placement::new(
            columns
                .map(|(column, &row)| Square::new(row, column))
                .collect(),
        )
    }

    /// Returns the squares, in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the pieces, each with its square and label, in order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Label)> + '_ {
        self.squares.iter().enumerate().map(|(at, &square)| {
            // Without labels all pieces have the default one.
            (square, self.labels.get(at).copied().unwrap_or_default())
        })
    }

    /// Returns the number of queens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns true if there is no queen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Returns for each of `rows` rows the column of its queen, if any; `None` if a row
    /// has two queens or a queen is below the last row.
    #[must_use]
    pub fn columns(&self, rows: u32) -> Option<Vec<Option<u32>>> {
        let mut columns = vec![None; rows as usize];
        for square in &self.squares {
            let row = columns.get_mut(square.row as usize)?;
            if row.replace(square.column).is_some() {
                return None;
            }
        }
        Some(columns)
    }

    /// Returns the image of these queens on a board of `rows` x `columns`, which must
    /// contain them.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, rows: u32, columns: u32) -> Placement {
        let moved = self
            .pieces()
            .map(|(square, label)| (symmetry.apply(square, rows, columns), label));
        Placement::labelled(moved.collect())
    }

    /// Returns true if `symmetry` leaves these queens unchanged on a board of `rows` x
    /// `columns`, which must contain them.
    #[must_use]
    pub fn is_fixed_by(&self, symmetry: Symmetry, rows: u32, columns: u32) -> bool {
        (rows == columns || !symmetry.exchanges_axes())
            && self.image(symmetry, rows, columns) == *self
    }
}

/// Numbers the sets of each kind in the order of their first squares.
fn number_sets(pieces: &mut [(Square, Label)]) {
    let mut numbers: BTreeMap<Label, u16> = BTreeMap::new();
    let mut next: BTreeMap<u8, u16> = BTreeMap::new();
    for (_, label) in pieces {
        label.set = *numbers.entry(*label).or_insert_with(|| {
            let next = next.entry(label.kind).or_default();
            *next += 1;
            *next - 1
        });
    }
}
