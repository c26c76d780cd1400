//! A board cut between two rows: what the search of a half needs to know of its squares,
//! and what both halves see of each other.

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
    /// The lines through it that both halves see; and in the place of the marks, if it is
    /// in one of the rows nearest to the cut, the number of its column.
    pub word: u64,
    /// The set of its column among the inner ones.
    pub set: u32,
}

/// For each row of a half, columns.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct RowColumns(pub [u32; MAX_ROWS]);

/// A half of the board.
#[derive(Debug)]
pub(super) struct HalfBoard {
    /// Number of rows.
    pub rows: usize,
    /// The squares of its rows, from the edge to the cut; the rows are 2^[`COLUMN_BITS`]
    /// squares long, some of which are not there.
    pub squares: Vec<HalfSquare>,
    /// For each square, what a piece there leaves to the other rows. In a list of their
    /// own, because the search reads of most squares the rest alone.
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
    /// As [`read`].
    pub(super) fn of(problem: &Problem) -> Result<Self, Unsupported> {
        let (shape, bits) = read(problem)?;
        let n = shape.rows;
        let (cut, outer) = (n / 2, outer_columns(n, shape.reach() > 0));
        let has = |symmetry| shape.symmetries().contains(&symmetry);
        let even = n % 2 == 0;
        let reach = shape.reach();
        let half = |rows: Vec<u32>| {
            let square = |(row, column): (u32, u32)| {
                let inner = column
                    .checked_sub(outer)
                    .filter(|&place| place < n - 2 * outer);
                let to_cut = if row < cut { cut - 1 - row } else { row - cut };
                let near = if to_cut < reach as u32 {
                    column << (to_cut * COLUMN_BITS)
                } else {
                    0
                };
                let set = inner.map_or(0, |place| 1 << place);
                HalfSquare {
                    word: word(&shape, bits, row, column) | u64::from(near),
                    set,
                }
            };
            let leaves = |(row, column): (u32, u32)| {
                let mut leaves = [u32::MAX; MAX_ROWS];
                for (leaves, &other) in leaves
                    .iter_mut()
                    .zip(&rows)
                    .filter(|(_, other)| **other != row)
                {
                    *leaves = (0..n)
                        .filter(|&across| {
                            !shape.attacks(
                                Square::new(row, column),
                                Square::new(other, across),
                            )
                        })
                        .fold(0, |set, across| set | 1 << across);
                }
                RowColumns(leaves)
            };
            let all = || {
                rows.iter().flat_map(|&row| {
                    (0..1 << COLUMN_BITS).map(move |column| (row, column))
                })
            };
            HalfBoard {
                rows: rows.len(),
                squares: all().map(square).collect(),
                leaves: all().map(leaves).collect(),
            }
        };
        let landings = |above: u32, below: u32| {
            let mut landings = [0; 32];
            for (column, landing) in (0..n).zip(&mut landings) {
                let is_landing = |across: &u32| {
                    shape.is_leap(
                        above + below + 1,
                        i64::from(*across) - i64::from(column),
                    )
                };
                *landing = (0..n)
                    .filter(is_landing)
                    .fold(0, |set, across| set | 1 << across);
            }
            landings
        };
        let near = |above| {
            (0..reach as u32)
                .map(|below| landings(above, below))
                .collect()
        };
        Ok(CutBoard {
            n,
            cut,
            outer,
            bits,
            top: half((0..cut).collect()),
            bottom: half((cut..n).rev().collect()),
            reach,
            leaps: (0..reach as u32).map(near).collect(),
            flips_columns: has(Symmetry::FlipColumns),
            flips_rows: even && has(Symmetry::FlipRows),
            turns: even && has(Symmetry::HalfTurn),
        })
    }

    /// Puts into each word the marks of its pieces in the rows nearest to the cut, for
    /// the columns of which it has numbers.
    pub(super) fn mark(&self, words: &mut [u64], bottom: u32, below: bool) {
        let marks = self.marks(bottom, below);
        for word in words {
            let near = *word as usize;
            *word &= !self.bits.of_marks();
            for (row, marks) in (0..).zip(&marks) {
                *word |= marks[near >> (row * COLUMN_BITS) & ((1 << COLUMN_BITS) - 1)];
            }
        }
    }

    /// Returns, for each row nearest to the cut and each column, the marks of a piece
    /// there: above the cut of the squares on which its leaps end, below it of its own
    /// square. `bottom` are the columns of the bottom half, which alone have marks.
    fn marks(&self, bottom: u32, below: bool) -> Vec<[u64; 32]> {
        let count = self.n - self.cut;
        let mark = |row: usize, column: u32| match bottom >> column & 1 {
            1 => 1 << (row as u32 * count + (bottom & ((1 << column) - 1)).count_ones()),
            _ => 0,
        };
        let of = |row: usize, column: u32| {
            if below {
                return mark(row, column);
            }
            let landings = |other: usize| {
                let landings = self.leaps[row][other][column as usize];
                (0..self.n)
                    .filter(move |across| landings >> across & 1 == 1)
                    .map(move |across| (other, across))
            };
            (0..self.reach)
                .flat_map(landings)
                .fold(0, |marks, (other, across)| marks | mark(other, across))
        };
        let rows = if below { count } else { self.cut };
        (0..self.reach.min(rows as usize))
            .map(|row| {
                let mut marks = [0; 32];
                (0..self.n)
                    .zip(&mut marks)
                    .for_each(|(column, marks)| *marks = of(row, column));
                marks
            })
            .collect()
    }
}

/// Reads `problem`, and checks that words have room for the diagonals and leaps that
/// cross the cut.
///
/// # Errors
/// The reason why they cannot carry it.
pub(super) fn read(problem: &Problem) -> Result<(RowShape, SharedBits), Unsupported> {
    let refused = |parameter| {
        let reason = "it counts square boards with open edges and one piece in each row and column, without givens, holes, \
                      walls, regions or a total, and pieces whose leaps span at most three rows: leave the engine out for \
                      other problems";
        Unsupported::new(ID, parameter, reason)
    };
    let shape = RowShape::of(problem).map_err(|error| match error.parameter {
        Parameter::Size => error.by(ID),
        parameter => refused(parameter),
    })?;
    let n = shape.rows;
    let broken = [
        (n != shape.columns, Parameter::Size),
        (shape.edges != OPEN_EDGES, Parameter::Edges),
        (!problem.givens().is_empty(), Parameter::Givens),
        (!problem.all_free(), Parameter::Holes),
        (problem.units().total != Bounds::ANY, Parameter::Total),
        (shape.reach() > MAX_LEAP, Parameter::Piece),
    ];
    if let Some((_, parameter)) = broken.into_iter().find(|(is_broken, _)| *is_broken) {
        return Err(refused(parameter));
    }
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
fn word(shape: &RowShape, bits: SharedBits, row: u32, column: u32) -> u64 {
    let (n, cut) = (shape.rows as i32, shape.rows as i32 / 2);
    let (row, column) = (row as i32, column as i32);
    // Of each direction n - 1 diagonals cross both halves; these are their numbers, from
    // 0 on.
    let falling = (shape.falls_right, 0, column - row + cut - 1);
    let rising = (shape.falls_left, 1, column + row - cut);
    [falling, rising]
        .into_iter()
        .filter(|&(falls, _, number)| falls && (0..n - 1).contains(&number))
        .fold(0, |word, (_, direction, number)| {
            // From the centre outwards: 0, 2, -2, 4 ... or 1, -1, 3, -3 ...
            let from_centre = 2 * number - (n - 2);
            let outwards = from_centre.unsigned_abs() - u32::from(from_centre > 0);
            word | 1 << (bits.marks + (direction + 1) * bits.diagonals - 1 - outwards)
        })
}
