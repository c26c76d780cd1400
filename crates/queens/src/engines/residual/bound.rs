//! The quadratic bound: a sum that the diagonals of the queens must have.
//!
//! On the square of row r and column c cross the diagonals s = r + c and d = c - r, and
//! s^2 + d^2 = 2 r^2 + 2 c^2. Summed over one queen in each free row and column, the right side is
//! known before a queen stands, and so are the sums of s and of d. So the diagonals that are used, k
//! of each direction, have known sums and, taken together, a known sum of squares. The least sum of
//! squares that k of the diagonals with an open square can have beside their known sum is bounded
//! from below by a Lagrange multiplier x: the k of them that are nearest to x, which lie side by
//! side. If even that is too much, there is no solution; and where little is to spare, the squares
//! on far diagonals can be ruled out.

use super::choices::{self, Direction};
use super::sets::{self, Set, Wide};
use super::window::Window;
use control::{Limits, Stop};

/// What a queen stands for in the sums: the free lines of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    /// Free rows, and free columns.
    pub(super) lines: usize,
    /// Sum of the free rows.
    pub(super) rows: i64,
    /// Sum of the free columns.
    pub(super) columns: i64,
    /// Sum of the squares of both.
    pub(super) squares: i64,
}

impl Totals {
    /// With one more free row and column.
    #[inline(always)]
    pub(super) fn and(self, row: usize, column: usize) -> Self {
        let (row, column) = (row as i64, column as i64);
        Totals {
            lines: self.lines + 1,
            rows: self.rows + row,
            columns: self.columns + column,
            squares: self.squares + row * row + column * column,
        }
    }

    /// With one free row and column less.
    #[inline(always)]
    pub(super) fn without(self, row: usize, column: usize) -> Self {
        let (row, column) = (row as i64, column as i64);
        Totals {
            lines: self.lines - 1,
            rows: self.rows - row,
            columns: self.columns - column,
            squares: self.squares - row * row - column * column,
        }
    }
}

/// What the bound says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has no solution.
    Dead,
    /// Nothing was ruled out.
    Open,
    /// Some squares were ruled out.
    Narrowed,
}

/// The numbers of a bound that rules out every solution: an exact certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excess {
    pub(super) needed: i64,
    pub(super) least: i64,
}

/// What is known of the two directions: sums, then differences.
struct Diagonals<const W: usize> {
    open: [Wide<W>; 2],
    /// What their numbers must sum up to.
    sums: [i64; 2],
    windows: [Window<W>; 2],
    /// What the squares of both must sum up to.
    needed: i64,
}

impl<const W: usize> Diagonals<W> {
    /// What the bound may exceed its least value by.
    fn slack(&self) -> i64 {
        self.needed - self.least()
    }

    fn least(&self) -> i64 {
        self.windows[0].least + self.windows[1].least
    }
}

/// Applies the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    side: usize,
}

impl Bound {
    /// For a position within `side` rows and columns.
    pub(super) fn new(side: usize) -> Self {
        Bound { side }
    }

    /// The sums that the diagonals of one direction, then the other, must have, and the sum of their
    /// squares. Differences count from the lower left corner, so that they are not negative.
    #[inline(always)]
    fn needed(&self, totals: &Totals) -> ([i64; 2], i64) {
        let (shift, lines) = (self.side as i64 - 1, totals.lines as i64);
        let lean = totals.columns - totals.rows;
        let squares = 2 * totals.squares + 2 * shift * lean + shift * shift * lines;
        ([totals.rows + totals.columns, lean + shift * lines], squares)
    }

    /// Looks at a position; `None` if no diagonals have the sums of a direction.
    #[inline(always)]
    fn look<const W: usize>(&self, rows: &[Set<W>], totals: &Totals) -> Option<Diagonals<W>> {
        let mut open = [Wide::EMPTY; 2];
        let free = |set: &Set<W>| if *set == sets::stands() { [0; W] } else { *set };
        for (above, below) in rows.iter().zip(rows.iter().rev()) {
            open[0].shift_and_add(&free(below));
            open[1].shift_and_add(&free(above));
        }
        let (sums, needed) = self.needed(totals);
        let first = Window::of(&open[0], totals.lines, sums[0])?;
        let second = Window::of(&open[1], totals.lines, sums[1])?;
        Some(Diagonals { open, sums, windows: [first, second], needed })
    }

    /// The certificate of a position that the bound alone rules out.
    pub(super) fn excess<const W: usize>(&self, rows: &[Set<W>], totals: &Totals) -> Option<Excess> {
        let diagonals = self.look(rows, totals)?;
        let (needed, least) = (diagonals.needed, diagonals.least());
        (least > needed).then_some(Excess { needed, least })
    }

    /// Whether any choice of diagonals has the right sums; `None` if it takes more than `steps` steps to
    /// know.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn has_choice<const W: usize>(
        &self,
        rows: &[Set<W>],
        totals: &Totals,
        steps: u64,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        let Some(diagonals) = self.look(rows, totals) else { return Ok(Some(false)) };
        let direction = |f: usize, parity| Direction {
            window: &diagonals.windows[f],
            open: &diagonals.open[f],
            sum: diagonals.sums[f],
            parity,
        };
        let directions = [direction(0, 0), direction(1, (self.side - 1) % 2)];
        choices::exists(&directions, diagonals.slack(), steps, limits)
    }

    /// Looks at a position and rules out squares of `lines` (the sets of the rows, then those of the
    /// columns) that no solution uses.
    ///
    /// # Complexity
    /// O(side * W) words, and O(1) for each square on a far diagonal.
    #[inline]
    pub(super) fn apply<const W: usize>(&self, lines: &mut [Set<W>], totals: &Totals) -> Verdict {
        let (rows, columns) = lines.split_at_mut(self.side);
        let Some(diagonals) = self.look(rows, totals) else { return Verdict::Dead };
        let slack = 4 * diagonals.slack();
        if slack < 0 {
            return Verdict::Dead;
        }
        let [first, second] = &diagonals.windows;
        if first.most + second.most <= slack {
            return Verdict::Open;
        }
        let shift = self.side - 1;
        let mut verdict = Verdict::Open;
        for (row, set) in rows.iter_mut().enumerate().filter(|(_, set)| **set != sets::stands()) {
            let (sums, differences) = (first.far.from(row), second.far.from(shift - row));
            let far: Set<W> = std::array::from_fn(|at| set[at] & (sums[at] | differences[at]));
            for column in sets::members(&far) {
                if first.excess(row + column) + second.excess(column + shift - row) > slack {
                    sets::remove(set, column);
                    sets::remove(&mut columns[column], row);
                    verdict = Verdict::Narrowed;
                }
            }
        }
        verdict
    }
}
