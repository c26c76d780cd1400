//! The board as bit sets, which is the form that the deductions work on.

use super::reason::Facts;
use super::watch::LimitWatch;
use super::{Mark, Position, Puzzle};
use control::Limits;
use queens_model::bits::SmallSet;
use queens_model::problem::Unit;
use queens_model::square::Square;
use std::ops::Range;

/// The fixed part of a puzzle: its units and neighbourhoods, and the limits of the search
/// for steps.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleBoard<const W: usize> {
    /// Side of the board, in squares.
    pub(crate) size: usize,
    /// Number of queens in each unit.
    pub(crate) stars: u32,
    /// The squares of each unit: all rows, then all columns, then all regions.
    pub(crate) units: Vec<SmallSet<W>>,
    /// The squares that touch each square, without the square itself.
    pub(crate) around: Vec<SmallSet<W>>,
    /// The 2 x 2 block with each square as its upper left corner, clipped to the board.
    pub(crate) blocks: Vec<SmallSet<W>>,
    /// The units of each square: row, column, region.
    pub(crate) units_of: Vec<[usize; 3]>,
    /// The limits.
    pub(crate) watch: LimitWatch,
}

impl<const W: usize> PuzzleBoard<W> {
    /// Builds the board of `puzzle`, whose squares must fit into `W` words; deductions
    /// stop at `limits`.
    pub(crate) fn new(puzzle: &Puzzle, limits: &Limits) -> Self {
        let size = puzzle.size() as usize;
        let mut units = vec![SmallSet::EMPTY; 3 * size];
        let mut units_of = Vec::with_capacity(size * size);
        for (square, region) in puzzle.regions().into_iter().enumerate() {
            let of = [
                square / size,
                size + square % size,
                2 * size + region as usize,
            ];
            of.iter().for_each(|&unit| units[unit].insert(square));
            units_of.push(of);
        }
        let (mut around, mut blocks) = (Vec::new(), Vec::new());
        for square in 0..size * size {
            let (row, column) = (square / size, square % size);
            let mut near = window_squares(
                size,
                row.saturating_sub(1)..row + 2,
                column.saturating_sub(1)..column + 2,
            );
            near.remove(square);
            around.push(near);
            blocks.push(window_squares(size, row..row + 2, column..column + 2));
        }
        let (stars, watch) = (puzzle.stars(), LimitWatch::new(limits));
        PuzzleBoard {
            size,
            stars,
            units,
            around,
            blocks,
            units_of,
            watch,
        }
    }

    /// The unit with this number.
    pub(crate) fn unit_at(&self, unit: usize) -> Unit {
        let within = (unit % self.size) as u32;
        match unit / self.size {
            0 => Unit::Row(within),
            1 => Unit::Column(within),
            _ => Unit::Region(within),
        }
    }

    /// The square with this number.
    pub(crate) fn square_at(&self, square: usize) -> Square {
        Square::new((square / self.size) as u32, (square % self.size) as u32)
    }

    /// The squares of a set, row by row.
    pub(crate) fn list_squares(&self, set: SmallSet<W>) -> Vec<Square> {
        set.iter().map(|square| self.square_at(square)).collect()
    }

    /// The squares that touch every square of `set`.
    pub(crate) fn touching_all(&self, set: SmallSet<W>) -> SmallSet<W> {
        let mut squares = set.iter();
        let Some(first) = squares.next() else {
            return SmallSet::EMPTY;
        };
        squares.fold(self.around[first], |common, square| {
            common & self.around[square]
        })
    }

    /// The 2 x 2 blocks that contain `square`, each by its upper left corner.
    pub(crate) fn blocks_with(&self, square: usize) -> impl Iterator<Item = usize> {
        let (size, row, column) = (self.size, square / self.size, square % self.size);
        let rows = row.saturating_sub(1)..(row + 1).min(size.max(2) - 1);
        rows.flat_map(move |row| {
            let columns = column.saturating_sub(1)..(column + 1).min(size.max(2) - 1);
            columns.map(move |column| row * size + column)
        })
    }

    /// Pairs of neighbouring lines, rows first.
    pub(crate) fn line_bands(&self) -> impl Iterator<Item = [usize; 2]> {
        let size = self.size;
        (0..2 * size)
            .filter(move |line| line % size + 1 < size)
            .map(|line| [line, line + 1])
    }
}

/// The squares in these rows and columns, as far as they are on the board.
fn window_squares<const W: usize>(
    size: usize,
    rows: Range<usize>,
    columns: Range<usize>,
) -> SmallSet<W> {
    let mut squares = SmallSet::EMPTY;
    for row in rows.start..rows.end.min(size) {
        for column in columns.start..columns.end.min(size) {
            squares.insert(row * size + column);
        }
    }
    squares
}

/// The marks as bit sets: open squares and queens; every other square is crossed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateGrid<'a, const W: usize> {
    /// The board.
    pub(crate) board: &'a PuzzleBoard<W>,
    /// Squares without a mark.
    pub(crate) open: SmallSet<W>,
    /// The queens.
    pub(crate) queens: SmallSet<W>,
}

/// A rule that the marks break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokenRule {
    /// Two queens touch.
    Touch(usize, usize),
    /// A unit has more queens than it takes.
    TooMany(usize),
    /// A unit has too few squares left for its queens.
    TooFew(usize),
}

impl<'a, const W: usize> CandidateGrid<'a, W> {
    /// Converts the marks of `position`.
    pub(crate) fn new(board: &'a PuzzleBoard<W>, position: &Position) -> Self {
        let (mut open, mut queens) = (SmallSet::EMPTY, SmallSet::EMPTY);
        for (square, mark) in position.marks().iter().enumerate() {
            match mark {
                Mark::Open => open.insert(square),
                Mark::Queen => queens.insert(square),
                Mark::Cross => {}
            }
        }
        CandidateGrid {
            board,
            open,
            queens,
        }
    }

    /// The rules and the marks, for reasons.
    pub(crate) fn facts(&self) -> Facts<'a, W> {
        let board = self.board;
        Facts {
            size: board.size,
            conflicts: &board.around,
            units: &board.units,
            needs: (0..board.units.len())
                .map(|unit| self.missing_queens(unit))
                .collect(),
            open: self.open,
            queens: self.queens,
            watch: &board.watch,
        }
    }

    /// Number of queens that `unit` still needs.
    #[inline]
    pub(crate) fn missing_queens(&self, unit: usize) -> u32 {
        self.board
            .stars
            .saturating_sub((self.board.units[unit] & self.queens).count())
    }

    /// The open squares of `unit`.
    #[inline]
    pub(crate) fn open_of(&self, unit: usize) -> SmallSet<W> {
        self.board.units[unit] & self.open
    }

    /// Returns the grid after a queen on the open `square`: its neighbours and the rest
    /// of full units are crossed.
    pub(crate) fn with_queen(mut self, square: usize) -> Self {
        self.queens.insert(square);
        self.open.remove(square);
        self.open -= self.board.around[square];
        for unit in self.board.units_of[square] {
            if self.missing_queens(unit) == 0 {
                self.open -= self.board.units[unit];
            }
        }
        self
    }

    /// Returns the grid after a cross on `square`.
    pub(crate) fn with_cross(mut self, square: usize) -> Self {
        self.open.remove(square);
        self
    }

    /// True if every unit has its queens and none touch.
    pub(crate) fn is_solved(&self) -> bool {
        self.queens.count() == self.board.stars * self.board.size as u32
            && self.find_broken_rule().is_none()
    }

    /// Returns a broken rule: queens that touch, too many queens in a unit, or too few
    /// squares left in one.
    pub(crate) fn find_broken_rule(&self) -> Option<BrokenRule> {
        for queen in self.queens.iter() {
            if let Some(other) = (self.board.around[queen] & self.queens).first() {
                return Some(BrokenRule::Touch(queen, other));
            }
        }
        (0..3 * self.board.size).find_map(|unit| {
            let queens = (self.board.units[unit] & self.queens).count();
            let open = self.open_of(unit).count();
            match () {
                () if queens > self.board.stars => Some(BrokenRule::TooMany(unit)),
                () if queens + open < self.board.stars => Some(BrokenRule::TooFew(unit)),
                () => None,
            }
        })
    }

    /// Propagates tight units: places queens on the last squares of units until nothing
    /// more follows or a rule breaks.
    pub(crate) fn settle_squares(&mut self) -> Option<BrokenRule> {
        loop {
            if let Some(broken) = self.find_broken_rule() {
                return Some(broken);
            }
            let mut changed = false;
            for unit in 0..3 * self.board.size {
                let open = self.open_of(unit);
                if !open.is_empty() && open.count() == self.missing_queens(unit) {
                    changed = true;
                    for square in open.iter() {
                        if !self.open.contains(square) {
                            return Some(BrokenRule::TooFew(unit));
                        }
                        *self = self.with_queen(square);
                    }
                }
            }
            if !changed {
                return None;
            }
        }
    }
}

/// Calls a function that is generic in the number of words of a bit set with a width that
/// fits the board: 4 words for sides up to 16, which covers nearly all boards, 12 up to
/// 27, where the deductions of 17 x 17 take a quarter of the time that they take with 64,
/// and 64 for all others. Each further width would add a tenth to the build time of the
/// library and 100 kB to the Python package.
macro_rules! with_words {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        match $size {
            0..=16 => $function::<4>($($argument),*),
            17..=27 => $function::<12>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}
pub(crate) use with_words;
