//! The quadratic bound: the diagonals of the queens must have a certain sum of squares.
//!
//! A queen in row r and column c uses the diagonals s = r + c and d = c - r, and s^2 +
//! d^2 = 2 r^2 + 2 c^2. Summed over one queen in each of k free rows and columns, the
//! right side is known: Q. So are the sums of s and of d. If the least sum of squares of
//! k open diagonals with the known sum, added over both directions, exceeds Q, there is
//! no solution. Otherwise the difference is slack, and a diagonal that costs more than
//! the slack is closed (`window` computes both).
//!
//! 4 queens: Q = 2 (0 + 1 + 4 + 9) + 2 (0 + 1 + 4 + 9) = 56. Four of the sums 0 to 6 that
//! add up to 12 have squares of 42 at least, by the multiplier 3; four of the differences -3
//! to 3 that add up to 0, 6 at least. The slack is 56 - 48 = 8. The solution 1, 3, 0, 2
//! has the sums 1, 4, 2, 5 and the differences 1, 2, -2, -1: 46 + 10 = 56.

use super::choices::{self, ChoiceDirection};
use super::distances::{self, CentreRecord, CornerLines, DistanceBound};
use super::groups;
use super::sets::{self, DiagonalSet, LineSet};
use super::window::{QuadraticWindow, WindowRange};
use crate::question::{LineBound, QuadraticBound};
use control::{Limits, Stop};

/// Sums over the free lines of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineTotals {
    /// Number of free rows, and of free columns.
    pub(super) lines: usize,
    /// Sum of the free rows.
    pub(super) rows: i64,
    /// Sum of the free columns.
    pub(super) columns: i64,
    /// Sum of the squares of both.
    pub(super) squares: i64,
}

impl LineTotals {
    /// Returns the sums with one more free row and column.
    #[inline(always)]
    pub(super) fn and(self, row: usize, column: usize) -> Self {
        let (row, column) = (row as i64, column as i64);
        LineTotals {
            lines: self.lines + 1,
            rows: self.rows + row,
            columns: self.columns + column,
            squares: self.squares + row * row + column * column,
        }
    }

    /// Returns the sums with one free row and column less.
    #[inline(always)]
    pub(super) fn without(self, row: usize, column: usize) -> Self {
        let (row, column) = (row as i64, column as i64);
        LineTotals {
            lines: self.lines - 1,
            rows: self.rows - row,
            columns: self.columns - column,
            squares: self.squares - row * row - column * column,
        }
    }
}

/// Result of pruning a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneResult {
    /// The position has no solution.
    Refuted,
    /// No square was closed.
    Unchanged,
    /// Some squares were closed.
    Pruned,
}

impl PruneResult {
    /// Combines the results of two bounds.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (PruneResult::Refuted, _) | (_, PruneResult::Refuted) => PruneResult::Refuted,
            (PruneResult::Unchanged, PruneResult::Unchanged) => PruneResult::Unchanged,
            _ => PruneResult::Pruned,
        }
    }
}

/// Starting points for the bounds of the next position: windows and centres of sums, then
/// differences.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundWarmStart {
    windows: [WindowRange; 2],
    centres: Option<[CentreRecord; 2]>,
}

impl BoundWarmStart {
    /// Returns the starting points of the root.
    pub(super) const fn none<const W: usize>() -> Self {
        BoundWarmStart {
            windows: [WindowRange::all::<W>(); 2],
            centres: None,
        }
    }

    /// Returns the corner to continue in: see [`distances::smaller_corner`].
    #[inline(always)]
    pub(super) fn corner<const W: usize>(
        &self,
        free: &[LineSet<W>; 2],
    ) -> Option<CornerLines> {
        distances::smaller_corner(self.centres.as_ref()?, free)
    }
}

/// Windows of both directions: sums, then differences.
struct DiagonalWindows<const W: usize> {
    open: [DiagonalSet<W>; 2],
    /// Required sums of the diagonal numbers.
    sums: [i64; 2],
    windows: [QuadraticWindow; 2],
    /// Required sum of the squares of both directions.
    needed: i64,
}

impl<const W: usize> DiagonalWindows<W> {
    /// Returns the slack of the bound; negative if there is no solution.
    fn slack(&self) -> i64 {
        self.needed - self.least()
    }

    #[inline(always)]
    fn distances(
        &self,
        rows: &[LineSet<W>],
        columns: &[LineSet<W>],
        totals: &LineTotals,
        shift: usize,
    ) -> DistanceBound<W> {
        DistanceBound::from_lines(rows, columns, totals, &self.open, &self.windows, shift)
    }

    fn least(&self) -> i64 {
        self.windows[0].least + self.windows[1].least
    }

    /// Returns the lowest and the highest diagonal of a direction that cost at most a
    /// quarter of `slack`, and first whether an open one is farther out.
    #[inline(always)]
    fn affordable_ends(&self, f: usize, slack: i64) -> (bool, i64, i64) {
        let all = self.open[f].words();
        let first = sets::next(all, 0).unwrap_or(0) as i64;
        let last = sets::last_below(all, 64 * all.len()).unwrap_or(0) as i64;
        let (low, high) = self.windows[f].within(slack).unwrap_or((first, last));
        (first < low || high < last, low, high)
    }
}

/// Minimum number of free rows for the bound of distances: the subtree of a smaller
/// position has too few nodes.
const MIN_DISTANCE_LINES: usize = 12;

/// The bounds on diagonals.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiagonalBounds {
    side: usize,
}

impl DiagonalBounds {
    /// Returns the bounds for positions within `side` rows and columns.
    pub(super) fn new(side: usize) -> Self {
        DiagonalBounds { side }
    }

    /// Returns the required sums of both directions, and the required sum of squares.
    /// Differences count from the lower left corner, so that they are not negative.
    #[inline(always)]
    fn required_sums(&self, totals: &LineTotals) -> ([i64; 2], i64) {
        let (shift, lines) = (self.side as i64 - 1, totals.lines as i64);
        let lean = totals.columns - totals.rows;
        let squares = 2 * totals.squares + 2 * shift * lean + shift * shift * lines;
        (
            [totals.rows + totals.columns, lean + shift * lines],
            squares,
        )
    }

    /// Computes the windows of a position; `None` if the diagonals of a direction cannot
    /// have the required sum.
    #[inline(always)]
    fn find_windows<const W: usize>(
        &self,
        rows: &[LineSet<W>],
        totals: &LineTotals,
        warm_start: &BoundWarmStart,
    ) -> Option<DiagonalWindows<W>> {
        // Rows alone are enough: every open square is in one of them.
        let open = groups::diagonals(rows, self.side.saturating_sub(1));
        let (sums, needed) = self.required_sums(totals);
        let first = QuadraticWindow::from_open_diagonals(
            &open[0],
            totals.lines,
            sums[0],
            warm_start.windows[0],
        )?;
        let second = QuadraticWindow::from_open_diagonals(
            &open[1],
            totals.lines,
            sums[1],
            warm_start.windows[1],
        )?;
        Some(DiagonalWindows {
            open,
            sums,
            windows: [first, second],
            needed,
        })
    }

    /// Returns the certificate of a position that the quadratic bound refutes, with
    /// places as lines.
    pub(super) fn quadratic_bound<const W: usize>(
        &self,
        rows: &[LineSet<W>],
        totals: &LineTotals,
    ) -> Option<QuadraticBound> {
        let diagonals = self.find_windows(rows, totals, &BoundWarmStart::none::<W>())?;
        let (queens, shift) = (totals.lines, self.side as i64 - 1);
        // Differences are shifted here: shifted back, required and least sum of squares
        // fall by the same amount.
        let [sum, shifted] = diagonals.sums;
        let less = shift * (2 * shifted - shift * queens as i64);
        let (needed, least) = (diagonals.needed - less, diagonals.least() - less);
        let [of_sums, of_differences] =
            diagonals.windows.map(|window| window.twice_multiplier());
        (least > needed).then_some(QuadraticBound {
            queens,
            sum,
            difference: shifted - shift * queens as i64,
            needed,
            least,
            multipliers: [of_sums, of_differences - 2 * shift],
        })
    }

    /// Returns the weights of lines of a position that the bound of distances refutes.
    pub(super) fn distance_bound<const W: usize>(
        &self,
        rows: &[LineSet<W>],
        columns: &[LineSet<W>],
        totals: &LineTotals,
    ) -> Option<LineBound> {
        let diagonals = self.find_windows(rows, totals, &BoundWarmStart::none::<W>())?;
        diagonals
            .distances(rows, columns, totals, self.side.saturating_sub(1))
            .line_bound()
    }

    /// True if some choice of diagonals has the required sums; `None` if that takes more
    /// than `steps` steps to decide.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn has_diagonal_choice<const W: usize>(
        &self,
        rows: &[LineSet<W>],
        totals: &LineTotals,
        steps: u64,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        let Some(diagonals) =
            self.find_windows(rows, totals, &BoundWarmStart::none::<W>())
        else {
            return Ok(Some(false));
        };
        let parities = [0, (self.side - 1) % 2];
        let directions = [0, 1].map(|f| ChoiceDirection {
            window: &diagonals.windows[f],
            open: &diagonals.open[f],
            sum: diagonals.sums[f],
            parity: parities[f],
        });
        choices::has_choice(&directions, diagonals.slack(), steps, limits)
    }

    /// Applies the bounds to the sets of rows and columns, in whole groups, and closes
    /// squares on diagonals that cost more than the slack.
    ///
    /// # Complexity
    /// O(side * W) words.
    #[inline(always)]
    pub(super) fn apply<const W: usize>(
        &self,
        rows: &mut [LineSet<W>],
        columns: &mut [LineSet<W>],
        totals: &LineTotals,
        warm_start: &mut BoundWarmStart,
    ) -> PruneResult {
        let Some(diagonals) = self.find_windows(rows, totals, warm_start) else {
            return PruneResult::Refuted;
        };
        let (windows, slack) = (diagonals.windows, 4 * diagonals.slack());
        warm_start.windows = windows.map(|window| window.range);
        if slack < 0 {
            return PruneResult::Refuted;
        }
        let shift = self.side as i64 - 1;
        let (far_sums, low_sum, high_sum) = diagonals.affordable_ends(0, slack);
        let (far_differences, low, high) = diagonals.affordable_ends(1, slack);
        let mut result = PruneResult::Unchanged;
        if far_sums || far_differences {
            let (low, high) = (low - shift, high - shift);
            groups::narrow(rows, [low_sum, low], [high_sum, high]);
            groups::narrow(columns, [low_sum, -high], [high_sum, -low]);
            result = PruneResult::Pruned;
        }
        // A direction with much slack is skipped until the queens since then may have
        // used it up.
        let due = warm_start.centres.is_none_or(|records| {
            records.iter().any(|record| record.is_due(totals.lines))
        });
        if totals.lines >= MIN_DISTANCE_LINES && due {
            let distances = diagonals.distances(rows, columns, totals, self.side - 1);
            let centres = warm_start
                .centres
                .get_or_insert_with(|| distances.first_records());
            result = result.and(distances.apply(rows, columns, centres));
        }
        result
    }
}
