//! A board cut between two rows: the attacks within a half, for its search, and the words
//! by which the halves are joined.
//!
//! ```text
//! a word   | rising diagonals | falling diagonals | marks or column numbers |
//!            n - 1 bits         n - 1 bits          reach * max(n - n / 2, 5) bits
//!
//! in each direction, the diagonals nearest to the centre have the highest bits
//! column numbers   while a half is searched: 5 bits for each of the `reach` rows nearest
//!                  to the cut
//! marks            before halves are joined: for each of these rows below the cut, a bit
//!                  for each column of the bottom half
//! ```
//!
//! The marks depend on the columns of the bottom half, which are known only when both
//! halves are listed.

use super::super::ID;
use super::super::layout::SharedBits;
use crate::engines::rows::shape::{OPEN_EDGES, RowShape};
use queens_model::problem::{Bounds, Problem};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};

/// Maximum number of rows of a half.
pub(super) const MAX_ROWS: usize = 16;

/// Maximum number of rows that a leap spans.
const MAX_LEAP: usize = 3;

/// Number of bits for the number of a column.
pub(super) const COLUMN_BITS: u32 = 5;

/// A square of a half.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSquare {
    /// The diagonals through it that both halves see, and, in the rows nearest to the
    /// cut, the number of its column in the place of the marks.
    pub word: u64,
    /// The set of its column among the inner ones.
    pub set: u32,
}

/// A set of columns for each row of a half.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct RowColumns(pub [u32; MAX_ROWS]);

/// A half of the board.
#[derive(Debug)]
pub(super) struct HalfBoard {
    /// Number of rows.
    pub rows: usize,
    /// The squares of its rows, from the edge to the cut. A row has 2^[`COLUMN_BITS`]
    /// entries, so that a square is found by a shift; those beyond the board are not
    /// used.
    pub squares: Vec<HalfSquare>,
    /// For each square, the columns of the other rows that a piece there does not attack.
    /// Not a field of the squares: the search does not read it for the last piece, and
    /// most pieces are the last.
    pub leaves: Vec<RowColumns>,
}

/// A square board with one piece in each row and column, cut between two rows.
#[derive(Debug)]
pub(super) struct CutBoard {
    /// Number of rows and of columns.
    pub n: u32,
    /// Number of rows above the cut.
    pub cut: u32,
    /// Number of outer columns on each side.
    pub outer: u32,
    /// The bits that both halves can have in common; the marks are squares below the cut
    /// on which a leap ends.
    pub bits: SharedBits,
    pub top: HalfBoard,
    pub bottom: HalfBoard,
    /// Number of rows that the longest leap spans.
    pub reach: usize,
    /// For each row nearest to the cut above it, and each such row below it: where leaps
    /// from the first land in the second, for each column.
    leaps: Vec<Vec<[u32; 32]>>,
    /// True if the mirror image of a solution, left and right exchanged, is one.
    pub flips_columns: bool,
    /// True if both halves have as many rows and exchanging top and bottom leaves the
    /// solutions.
    pub flips_rows: bool,
    /// True if both halves have as many rows and half a turn leaves the solutions.
    pub turns: bool,
}

impl CutBoard {
    /// Reads `problem`.
    ///
    /// # Errors
    /// As [`read_problem`].
    pub(super) fn from_problem(problem: &Problem) -> Result<Self, Unsupported> {
        let (shape, bits) = read_problem(problem)?;
        let n = shape.rows;
        let reach = shape.reach();
        let (cut, outer) = (n / 2, outer_columns(n, reach > 0));
        let layout = HalfLayout {
            shape: &shape,
            bits,
            cut,
            outer,
        };
        let symmetries = shape.symmetries();
        // Only halves of as many rows can change places.
        let is_even = n % 2 == 0;
        Ok(CutBoard {
            n,
            cut,
            outer,
            bits,
            top: layout.half(&Vec::from_iter(0..cut)),
            bottom: layout.half(&Vec::from_iter((cut..n).rev())),
            reach,
            leaps: leaps_across_cut(&shape, reach as u32),
            flips_columns: symmetries.contains(&Symmetry::FlipColumns),
            flips_rows: is_even && symmetries.contains(&Symmetry::FlipRows),
            turns: is_even && symmetries.contains(&Symmetry::HalfTurn),
        })
    }

    /// Replaces the column numbers in each word by the marks of its pieces in the rows
    /// nearest to the cut. `bottom` are the columns of the bottom half; `is_below` is
    /// true if the words are of bottom halves.
    pub(super) fn write_marks(&self, words: &mut [u64], bottom: u32, is_below: bool) {
        let marks = self.marks_of_pieces(bottom, is_below);
        for word in words {
            let columns = *word as usize;
            *word &= !self.bits.mark_bits();
            for (row, marks) in (0..).zip(&marks) {
                let column = columns >> (row * COLUMN_BITS) & ((1 << COLUMN_BITS) - 1);
                *word |= marks[column];
            }
        }
    }

    /// Returns, for each row nearest to the cut and each column, the marks of a piece
    /// there: below the cut the mark of its square, above it the marks of the squares on
    /// which its leaps end.
    fn marks_of_pieces(&self, bottom: u32, is_below: bool) -> Vec<[u64; 32]> {
        let rows = if is_below {
            self.n - self.cut
        } else {
            self.cut
        };
        let mut marks = vec![[0; 32]; self.reach.min(rows as usize)];
        for (row, marks) in marks.iter_mut().enumerate() {
            for (column, marks) in (0..self.n).zip(marks) {
                *marks = if is_below {
                    self.mark_of_square(bottom, row, column)
                } else {
                    self.marks_of_landings(bottom, row, column)
                };
            }
        }
        marks
    }

    /// Returns the mark of a square below the cut; 0 if its column is one of the top
    /// half. Only the columns of the bottom half have marks, so that a row takes half of
    /// the bits.
    fn mark_of_square(&self, bottom: u32, row: usize, column: u32) -> u64 {
        if bottom >> column & 1 == 0 {
            return 0;
        }
        let columns_before = (bottom & ((1 << column) - 1)).count_ones();
        1 << (row as u32 * (self.n - self.cut) + columns_before)
    }

    /// Returns the marks of the squares below the cut on which leaps from a square above
    /// it end.
    fn marks_of_landings(&self, bottom: u32, row: usize, column: u32) -> u64 {
        let mut marks = 0;
        for (row_below, landings) in self.leaps[row].iter().enumerate() {
            for landing in
                (0..self.n).filter(|&c| landings[column as usize] >> c & 1 == 1)
            {
                marks |= self.mark_of_square(bottom, row_below, landing);
            }
        }
        marks
    }
}

/// Returns, for each row nearest to the cut above it and each such row below it, where
/// leaps from each column of the first land in the second.
fn leaps_across_cut(shape: &RowShape, reach: u32) -> Vec<Vec<[u32; 32]>> {
    (0..reach)
        .map(|above| {
            (0..reach)
                .map(|below| landings(shape, above + below + 1))
                .collect()
        })
        .collect()
}

/// Returns, for each column, the columns on which leaps down so many rows land.
fn landings(shape: &RowShape, down: u32) -> [u32; 32] {
    let mut landings = [0; 32];
    for column in 0..shape.columns {
        for landing in 0..shape.columns {
            let across = i64::from(landing) - i64::from(column);
            if shape.is_leap(down, across) {
                landings[column as usize] |= 1 << landing;
            }
        }
    }
    landings
}

/// The rules by which squares of both halves become words.
struct HalfLayout<'s> {
    shape: &'s RowShape,
    bits: SharedBits,
    /// Number of rows above the cut.
    cut: u32,
    /// Number of outer columns on each side.
    outer: u32,
}

impl HalfLayout<'_> {
    /// Makes the half on these rows, given from the edge to the cut.
    fn half(&self, rows: &[u32]) -> HalfBoard {
        let (mut squares, mut leaves) = (Vec::new(), Vec::new());
        for &row in rows {
            for column in 0..1 << COLUMN_BITS {
                squares.push(self.square(row, column));
                leaves.push(self.open_columns_beside(row, column, rows));
            }
        }
        HalfBoard {
            rows: rows.len(),
            squares,
            leaves,
        }
    }

    fn square(&self, row: u32, column: u32) -> HalfSquare {
        HalfSquare {
            word: diagonals_of_square(self.shape, self.bits, row, column)
                | self.column_number(row, column),
            set: self.inner_set(column),
        }
    }

    /// Returns the number of a column in the place of the marks of its row; 0 in rows
    /// that no leap across the cut reaches.
    fn column_number(&self, row: u32, column: u32) -> u64 {
        let to_cut = if row < self.cut {
            self.cut - 1 - row
        } else {
            row - self.cut
        };
        if to_cut < self.shape.reach() as u32 {
            u64::from(column << (to_cut * COLUMN_BITS))
        } else {
            0
        }
    }

    /// Returns the set of a column among the inner ones, empty for an outer one.
    fn inner_set(&self, column: u32) -> u32 {
        let inner = self.shape.columns - 2 * self.outer;
        column
            .checked_sub(self.outer)
            .filter(|&place| place < inner)
            .map_or(0, |place| 1 << place)
    }

    /// Returns, for each of the other rows, the columns that a piece does not attack.
    fn open_columns_beside(&self, row: u32, column: u32, rows: &[u32]) -> RowColumns {
        let mut open_columns = [u32::MAX; MAX_ROWS];
        let piece = Square::new(row, column);
        for (open, &other) in open_columns.iter_mut().zip(rows) {
            if other == row {
                continue;
            }
            // Asked of the shape square by square: that holds for any piece, and is done
            // once for each board.
            *open = 0;
            for across in 0..self.shape.columns {
                if !self.shape.attacks(piece, Square::new(other, across)) {
                    *open |= 1 << across;
                }
            }
        }
        RowColumns(open_columns)
    }
}

/// Reads `problem`, and checks that words have room for the diagonals and leaps that
/// cross the cut.
///
/// # Errors
/// The reason why they cannot carry it.
pub(super) fn read_problem(
    problem: &Problem,
) -> Result<(RowShape, SharedBits), Unsupported> {
    let shape =
        RowShape::from_problem(problem).map_err(|error| match error.parameter {
            Parameter::Size => error.by(ID),
            parameter => refuse(parameter),
        })?;
    check_shape(problem, &shape)?;
    let n = shape.rows;
    // A row nearest to the cut needs a mark for each column of the bottom half, and room
    // for the number of a column before that.
    let marks = shape.reach() as u32 * (n - n / 2).max(COLUMN_BITS);
    let bits = SharedBits {
        marks,
        diagonals: n.saturating_sub(1).max(1),
    };
    if bits.count() > u64::BITS {
        let reason = format!(
            "a side of {n} is too long for this piece: a word has room for {}, not for {} diagonals and squares that are \
             seen across the cut: leave the engine out",
            u64::BITS,
            bits.count()
        );
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok((shape, bits))
}

fn check_shape(problem: &Problem, shape: &RowShape) -> Result<(), Unsupported> {
    let broken = [
        (shape.rows != shape.columns, Parameter::Size),
        (shape.edges != OPEN_EDGES, Parameter::Edges),
        (!problem.givens().is_empty(), Parameter::Givens),
        (!problem.all_free(), Parameter::Holes),
        (problem.units().total != Bounds::ANY, Parameter::Total),
        (shape.reach() > MAX_LEAP, Parameter::Piece),
    ];
    match broken.into_iter().find(|(is_broken, _)| *is_broken) {
        Some((_, parameter)) => Err(refuse(parameter)),
        None => Ok(()),
    }
}

fn refuse(parameter: Parameter) -> Unsupported {
    let reason = "it counts square boards with open edges and one piece in each row and column, without givens, holes, \
                  walls, regions or a total, and pieces whose leaps span at most three rows: leave the engine out for \
                  other problems";
    Unsupported::new(ID, parameter, reason)
}

/// Maximum number of outer columns on each side: each multiplies the units by up to four.
const MAX_OUTER: u32 = 8;

/// Returns the number of outer columns on each side: few, so that the search of a half
/// has few dead ends, but so many that the lists of a unit stay short. Without leaps
/// there are far more halves.
fn outer_columns(n: u32, has_leaps: bool) -> u32 {
    let inner = match has_leaps {
        true if n <= 20 => 10,
        false if n > 17 => 6,
        _ => 8,
    };
    (n.saturating_sub(inner) / 2).min(MAX_OUTER)
}

/// Returns the bits of the diagonals through a square that cross both halves. In each
/// direction, a diagonal nearer to the centre has a higher bit.
fn diagonals_of_square(shape: &RowShape, bits: SharedBits, row: u32, column: u32) -> u64 {
    let (n, cut) = (shape.rows as i32, shape.rows as i32 / 2);
    let (row, column) = (row as i32, column as i32);
    // Of each direction n - 1 diagonals cross both halves, numbered from 0 on.
    let falling = (shape.falls_right, column - row + cut - 1);
    let rising = (shape.falls_left, column + row - cut);
    let mut word = 0;
    for (direction, (falls, number)) in (1..).zip([falling, rising]) {
        if falls && (0..n - 1).contains(&number) {
            // From the centre outwards: 0, 2, -2, 4 ... or 1, -1, 3, -3 ...
            let from_centre = 2 * number - (n - 2);
            let outwards = from_centre.unsigned_abs() - u32::from(from_centre > 0);
            word |= 1 << (bits.marks + direction * bits.diagonals - 1 - outwards);
        }
    }
    word
}
