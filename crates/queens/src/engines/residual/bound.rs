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
use super::distances::{self, Corner, Distances, Trace};
use super::groups;
use super::sets::{self, Set, Wide};
use super::window::{Reach, Window};
use crate::question::{LineBound, QuadraticBound};
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

impl Verdict {
    /// What two looks say together.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Verdict::Dead, _) | (_, Verdict::Dead) => Verdict::Dead,
            (Verdict::Open, Verdict::Open) => Verdict::Open,
            _ => Verdict::Narrowed,
        }
    }
}

/// Where the windows and the middles of both directions were last, sums first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traces {
    windows: [Reach; 2],
    middles: Option<[Trace; 2]>,
}

impl Traces {
    /// Before they were looked for.
    pub(super) const fn none<const W: usize>() -> Self {
        Traces { windows: [Reach::all::<W>(); 2], middles: None }
    }

    /// The lines to go on with, as [`distances::corner`] has it.
    #[inline(always)]
    pub(super) fn corner<const W: usize>(&self, free: &[Set<W>; 2]) -> Option<Corner> {
        distances::corner(self.middles.as_ref()?, free)
    }
}

/// What is known of the two directions: sums, then differences.
struct Diagonals<const W: usize> {
    open: [Wide<W>; 2],
    /// What their numbers must sum up to.
    sums: [i64; 2],
    windows: [Window; 2],
    /// What the squares of both must sum up to.
    needed: i64,
}

impl<const W: usize> Diagonals<W> {
    /// What the bound may exceed its least value by.
    fn slack(&self) -> i64 {
        self.needed - self.least()
    }

    #[inline(always)]
    fn distances(&self, rows: &[Set<W>], columns: &[Set<W>], totals: &Totals, shift: usize) -> Distances<W> {
        Distances::of(rows, columns, totals, &self.open, &self.windows, shift)
    }

    fn least(&self) -> i64 {
        self.windows[0].least + self.windows[1].least
    }
}

/// Free rows from which on the bound of distances is looked at too. On a position with fewer hang too few nodes.
const DISTANCES_FROM: usize = 12;

/// Applies the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    side: usize,
}

impl Bound {
    /// For the positions of a search within `side` rows and columns.
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
    fn look<const W: usize>(&self, rows: &[Set<W>], totals: &Totals, near: &Traces) -> Option<Diagonals<W>> {
        let open = groups::diagonals(rows, self.side.saturating_sub(1));
        let (sums, needed) = self.needed(totals);
        let first = Window::of(&open[0], totals.lines, sums[0], near.windows[0])?;
        let second = Window::of(&open[1], totals.lines, sums[1], near.windows[1])?;
        Some(Diagonals { open, sums, windows: [first, second], needed })
    }

    /// The certificate of a position that the bound alone rules out, with the places of the layout as lines.
    pub(super) fn excess<const W: usize>(&self, rows: &[Set<W>], totals: &Totals) -> Option<QuadraticBound> {
        let diagonals = self.look(rows, totals, &Traces::none::<W>())?;
        let (queens, shift) = (totals.lines, self.side as i64 - 1);
        // Differences are shifted here: moved back, both sides lose as much.
        let [sum, shifted] = diagonals.sums;
        let less = shift * (2 * shifted - shift * queens as i64);
        let (needed, least) = (diagonals.needed - less, diagonals.least() - less);
        let [of_sums, of_differences] = diagonals.windows.map(|window| window.twice_centre());
        (least > needed).then_some(QuadraticBound {
            queens,
            sum,
            difference: shifted - shift * queens as i64,
            needed,
            least,
            multipliers: [of_sums, of_differences - 2 * shift],
        })
    }

    /// The weights of lines by which the distances of diagonals alone rule out a position.
    pub(super) fn distances<const W: usize>(
        &self,
        rows: &[Set<W>],
        columns: &[Set<W>],
        totals: &Totals,
    ) -> Option<LineBound> {
        let diagonals = self.look(rows, totals, &Traces::none::<W>())?;
        diagonals.distances(rows, columns, totals, self.side.saturating_sub(1)).excess()
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
        let Some(diagonals) = self.look(rows, totals, &Traces::none::<W>()) else { return Ok(Some(false)) };
        let direction = |f: usize, parity| Direction {
            window: &diagonals.windows[f],
            open: &diagonals.open[f],
            sum: diagonals.sums[f],
            parity,
        };
        let directions = [direction(0, 0), direction(1, (self.side - 1) % 2)];
        choices::exists(&directions, diagonals.slack(), steps, limits)
    }

    /// Looks at a position, the sets of its rows and columns in whole groups, and rules out the squares with a diagonal
    /// that costs too much.
    ///
    /// # Complexity
    /// O(side * W) words.
    #[inline(always)]
    pub(super) fn apply<const W: usize>(
        &self,
        rows: &mut [Set<W>],
        columns: &mut [Set<W>],
        totals: &Totals,
        near: &mut Traces,
    ) -> Verdict {
        let Some(diagonals) = self.look(rows, totals, near) else { return Verdict::Dead };
        let (windows, slack) = (diagonals.windows, 4 * diagonals.slack());
        near.windows = windows.map(|window| window.reach);
        if slack < 0 {
            return Verdict::Dead;
        }
        let shift = self.side as i64 - 1;
        let ends = |f: usize| {
            let all = diagonals.open[f].words();
            let first = sets::next(all, 0).unwrap_or(0) as i64;
            let last = sets::last_below(all, 64 * all.len()).unwrap_or(0) as i64;
            let (low, high) = windows[f].within(slack).unwrap_or((first, last));
            (first < low || high < last, low, high)
        };
        let [(far_sums, low_sum, high_sum), (far_differences, low, high)] = [ends(0), ends(1)];
        let mut verdict = Verdict::Open;
        if far_sums || far_differences {
            let (low, high) = (low - shift, high - shift);
            groups::narrow(rows, [low_sum, low], [high_sum, high]);
            groups::narrow(columns, [low_sum, -high], [high_sum, -low]);
            verdict = Verdict::Narrowed;
        }
        let due = near.middles.is_none_or(|traces| traces.iter().any(|trace| trace.is_due(totals.lines)));
        if totals.lines >= DISTANCES_FROM && due {
            let distances = diagonals.distances(rows, columns, totals, self.side - 1);
            let middles = near.middles.get_or_insert_with(|| distances.traces());
            verdict = verdict.and(distances.apply(rows, columns, middles));
        }
        verdict
    }
}
