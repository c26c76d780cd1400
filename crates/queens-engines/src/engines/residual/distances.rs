//! The bound of distances: the queens need different diagonals, which are far from a
//! centre in total, but in total they cannot be farther from it than the rows and
//! columns.
//!
//! Take any row r0 and column c0, and s0 = r0 + c0. On every square |s - s0| <= |r - r0| + |c -
//! c0|, so over one queen in each of k free rows and columns
//!
//! ```text
//! sum of |s - s0| over k different open diagonals with the sum S  <=  sum of |r - r0| + sum of |c - c0|
//! ```
//!
//! The right side is known: it depends on the free rows and columns only. For a given s0
//! the best r0 is a median. The left side is smallest on the window of the quadratic
//! bound, corrected by the difference between the window's sum and S: see
//! [`DistanceDirection::slack_at`]. The slack is the right side minus the least left
//! side. If it is negative, there is no solution. Otherwise no single queen may use up
//! more than the slack. If r - r0 and c - c0 have opposite signs, the two sides differ by
//! 2 min(|r - r0|, |c - c0|) on that square, so the far squares of two opposite corners
//! are closed, and so are diagonals far outside the window. The same holds for the
//! differences d = c - r, with rows counted from the last.
//!
//! 4 queens, where the squares with the sums 0, 1, 5 and 6 are open: the queens use all
//! four sums. With r0 = 1 and c0 = 2, so s0 = 3, the left side is 3 + 2 + 2 + 3 = 10, the
//! right side (1 + 0 + 1 + 2) + (2 + 1 + 0 + 1) = 8: there is no solution. If the sums 0,
//! 2, 4 and 6 are open instead, the left side is 8, and the slack 0. So the squares (2,
//! 0), 1 row below and 2 columns left of the centre, and (3, 1), 2 below and 1 left, are
//! closed.
//!
//! In one direction, no other convex function gives a stronger bound: if the inequality
//! holds for the distances from every centre, it holds for every convex function (Hardy,
//! Littlewood and Polya, Inequalities, 1934). For a centre at the edge of the board both
//! sides are equal, so a good one lies in between; the search for it starts from the last
//! centre.

use super::bound::{LineTotals, PruneResult};
use super::groups;
use super::sets::{self, DiagonalSet, LineSet};
use super::window::QuadraticWindow;
use crate::question::LineBound;
use std::cmp::Ordering;
use std::ops::Range;

/// Largest number of diagonals that the centre moves in one search.
const MAX_CENTRE_MOVES: usize = 16;

/// Slack, in distances, from which the bound closes hardly any square.
const IDLE_SLACK: i64 = 32;

/// Slack, in distances, that one queen uses up at most, as a rule.
const SLACK_PER_QUEEN: i64 = 16;

/// The free lines and open diagonals of one direction. Lines are numbered so that the row
/// and the column of a square add up to its diagonal.
struct DistanceDirection<const W: usize> {
    /// For differences, rows count from the last.
    rows: LineSet<W>,
    columns: LineSet<W>,
    open: DiagonalSet<W>,
    /// The open diagonals in the window, one for each free row.
    chosen: DiagonalSet<W>,
    window: QuadraticWindow,
    /// Number of free rows, and of free columns.
    lines: i64,
    /// Sums of the rows and of the columns.
    sums: [i64; 2],
}

/// The centre of distances: a row r0 and a diagonal s0, which fix the column c0 = s0 -
/// r0.
#[derive(Clone, Copy, Debug)]
struct DistanceCentre {
    row: i64,
    diagonal: i64,
}

/// The last centre of a direction, and when to compute the bound again.
#[derive(Clone, Copy, Debug)]
pub(super) struct CentreRecord {
    centre: DistanceCentre,
    /// Number of free rows at which the bound is computed again.
    due_at: i64,
    /// The row and the column of the centre on the board, for differences with rows
    /// counted from the first again.
    crossing: [i64; 2],
    /// The slack, in distances.
    slack: i64,
}

/// The lines of a corner of the board: the rows in the first range, and the columns in
/// the second.
pub(super) type CornerLines = [Range<usize>; 2];

/// Returns the smaller of the two corners to which the direction with less slack confines
/// the queens; none if it has much slack. `free` are the free rows and columns.
///
/// With little slack, almost all queens are in two opposite corners, and each corner is
/// nearly a board of its own. If the smaller one has no solution, that shows soon;
/// branching on the larger one first would repeat its search each time.
#[inline(always)]
pub(super) fn smaller_corner<const W: usize>(
    records: &[CentreRecord; 2],
    free: &[LineSet<W>; 2],
) -> Option<CornerLines> {
    let differences = records[1].slack <= records[0].slack;
    let record = &records[usize::from(differences)];
    if record.slack > IDLE_SLACK {
        return None;
    }
    let [one, other] = record.opposite_corners(differences);
    let sizes = [count_free_lines(&one, free), count_free_lines(&other, free)];
    // An empty corner is no choice: the search goes on in the other one.
    let (corner, size) = if sizes[0] == 0 || 0 < sizes[1] && sizes[1] < sizes[0] {
        (other, sizes[1])
    } else {
        (one, sizes[0])
    };
    (size > 0).then_some(corner)
}

#[inline(always)]
fn count_free_lines<const W: usize>(corner: &CornerLines, free: &[LineSet<W>; 2]) -> u32 {
    corner
        .iter()
        .zip(free)
        .map(|(range, free)| sets::size(&sets::within(free, range)))
        .sum()
}

impl CentreRecord {
    /// Returns the two corners on the same side of the centre in rows and columns; for
    /// differences, on opposite sides.
    #[inline(always)]
    fn opposite_corners(&self, differences: bool) -> [CornerLines; 2] {
        let [row, column] = self
            .crossing
            .map(|line| (line.max(0) as usize, (line + 1).max(0) as usize));
        let [before, after] = [0..column.0, column.1..usize::MAX];
        let [upper, lower] = if differences {
            [after, before]
        } else {
            [before, after]
        };
        [[0..row.0, upper], [row.1..usize::MAX, lower]]
    }

    /// True if the bound may close squares with this number of free rows.
    #[inline(always)]
    pub(super) fn is_due(&self, lines: usize) -> bool {
        lines as i64 <= self.due_at
    }
}

/// The next exchange of a window: its lowest diagonal, `first`, for the next open one
/// above it, `beyond`.
#[derive(Clone, Copy, Debug)]
struct WindowExchange {
    first: i64,
    beyond: i64,
}

impl WindowExchange {
    /// Returns the increase of the window's sum by the exchange.
    #[inline(always)]
    fn length(self) -> i64 {
        self.beyond - self.first
    }
}

/// The slack at a centre.
#[derive(Clone, Copy, Debug)]
struct CentreSlack {
    centre: DistanceCentre,
    /// The slack times the length of the window's exchange.
    scaled: i64,
    /// `Less` if a lower diagonal may have less slack, `Greater` if a higher one may.
    downhill: Ordering,
}

/// Returns the sum of the distances from `centre` of `count` numbers with the sum `sum`,
/// where `below` are the count and the sum of those below `centre`.
///
/// The numbers below add `centre - n`, the others `n - centre`: two counts and two sums
/// replace a loop over the numbers.
#[inline(always)]
fn total_distance(count: i64, sum: i64, below: (i64, i64), centre: i64) -> i64 {
    (sum - 2 * below.1) - centre * (count - 2 * below.0)
}

impl<const W: usize> DistanceDirection<W> {
    /// Computes the slack at the diagonal of `near`, with the best row for it.
    ///
    /// As in the quadratic bound, a Lagrange multiplier accounts for the sum S. Let
    /// `length` be the length of the exchange from `first` to `beyond`, and give each
    /// diagonal the cost
    ///
    /// ```text
    /// cost(s) = length |s - s0| + lean s,    lean = |first - s0| - |beyond - s0|
    /// ```
    ///
    /// Both ends of the exchange cost the same and the cost is convex, so every open
    /// diagonal of the window costs at most as much as the ends, and every other one at
    /// least as much: the window is a cheapest choice of that many diagonals. Hence for
    /// every choice with the sum S, where `missing` is S minus the sum of the window,
    ///
    /// ```text
    /// length * sum of |s - s0|  >=  length * sum of |s - s0| over the window - lean * missing
    /// ```
    #[inline(always)]
    fn slack_at(&self, near: DistanceCentre) -> CentreSlack {
        let DistanceCentre { row, diagonal } = self.with_best_row(near);
        let column = diagonal - row;
        let rows = sets::count_and_sum(&sets::below(&self.rows, row));
        let columns = sets::count_and_sum(&sets::below(&self.columns, column));
        let chosen =
            sets::count_and_sum(self.chosen.between(0, diagonal.max(0) as usize).words());
        let of_lines = total_distance(self.lines, self.sums[0], rows, row)
            + total_distance(self.lines, self.sums[1], columns, column);
        let of_window = total_distance(self.lines, self.window.sum, chosen, diagonal);
        let exchange = self.next_exchange();
        let (length, missing) = (
            exchange.length(),
            self.sums[0] + self.sums[1] - self.window.sum,
        );
        let lean = (exchange.first - diagonal).abs() - (exchange.beyond - diagonal).abs();
        // If the diagonal and the column go up, or down, by one within the exchange,
        // `scaled` changes by twice up * length + missing, or twice down * length -
        // missing.
        let up = columns.0 + count_member(&self.columns, column)
            - chosen.0
            - count_member(self.chosen.words(), diagonal);
        let down = chosen.0 - columns.0;
        let downhill = if up * length + missing < 0 {
            Ordering::Greater
        } else if down * length - missing < 0 {
            Ordering::Less
        } else {
            Ordering::Equal
        };
        let scaled = length * (of_lines - of_window) + lean * missing;
        CentreSlack {
            centre: DistanceCentre { row, diagonal },
            scaled,
            downhill,
        }
    }

    /// Moves the centre along its diagonal to where the distances of the lines have the
    /// least sum.
    ///
    /// If the row number rises by one, the sum grows by twice the number of rows up to
    /// this one, minus twice the number of columns before its column. If the row number
    /// falls by one, it grows by twice the number of columns up to its column, minus
    /// twice the number of rows before this one.
    #[inline(always)]
    fn with_best_row(&self, centre: DistanceCentre) -> DistanceCentre {
        let DistanceCentre { mut row, diagonal } = centre;
        // Each step lowers the sum, which is convex along the diagonal, so the first
        // place without a lower neighbour is the best one.
        loop {
            let rows = count_below(&self.rows, row);
            let columns = count_below(&self.columns, diagonal - row);
            if rows + count_member(&self.rows, row) < columns {
                row += 1;
            } else if columns + count_member(&self.columns, diagonal - row) < rows {
                row -= 1;
            } else {
                return DistanceCentre { row, diagonal };
            }
        }
    }

    /// Returns the next exchange of the window. If all diagonals are used, any exchange
    /// will do, because the only choice has nothing missing.
    #[inline(always)]
    fn next_exchange(&self) -> WindowExchange {
        let [first, beyond] = self.window.ends().unwrap_or([0, 1]);
        WindowExchange { first, beyond }
    }

    /// Moves the centre from `near` downhill, one diagonal at a time, as long as the
    /// slack falls.
    #[inline(always)]
    fn least_slack(&self, near: DistanceCentre) -> CentreSlack {
        // A local minimum: the least slack of all is at the edge of the board, where both
        // sides are equal and nothing is closed.
        let mut best = self.slack_at(near);
        for _ in 0..MAX_CENTRE_MOVES {
            let DistanceCentre { row, diagonal } = best.centre;
            let by = best.downhill as i64;
            if by == 0 || best.scaled < 0 {
                break;
            }
            let moved = self.slack_at(DistanceCentre {
                row,
                diagonal: diagonal + by,
            });
            if moved.scaled >= best.scaled {
                break;
            }
            best = moved;
        }
        best
    }

    /// Returns the least slack over all diagonals from the first open one to the last,
    /// starting from the row of `near`.
    fn least_of_all(&self, near: DistanceCentre) -> Option<CentreSlack> {
        let open = self.open.words();
        let (first, last) = (
            sets::next(open, 0)?,
            sets::last_below(open, 64 * open.len())?,
        );
        let mut centre = near;
        let mut least: Option<CentreSlack> = None;
        // A certificate is wanted once, at the root, so every centre is tried; the search
        // moves from the last one only.
        for diagonal in first..=last {
            // The best row moves little from one diagonal to the next.
            centre.diagonal = diagonal as i64;
            let slack = self.slack_at(centre);
            centre = slack.centre;
            if least.is_none_or(|least| slack.scaled < least.scaled) {
                least = Some(slack);
            }
        }
        least
    }

    /// Returns the lowest and the highest diagonal that a queen can use within the slack;
    /// `side` is beyond every distance.
    ///
    /// A queen outside the window replaces a diagonal that costs at most as much as the
    /// ends of the exchange. Above both the centre and the exchange, the `cost` of
    /// [`Self::slack_at`] rises by length + lean for each diagonal: twice the part of the
    /// exchange below the centre, or twice its length if the centre is above it. Below
    /// both, it rises in the same way with the part above the centre. If the cost is
    /// flat, there is no limit.
    #[inline(always)]
    fn affordable_range(&self, slack: &CentreSlack, side: i64) -> (i64, i64) {
        let exchange = self.next_exchange();
        let WindowExchange { first, beyond } = exchange;
        let diagonal = slack.centre.diagonal;
        // Parts of the exchange above the centre and below it.
        let [above, below] = [beyond - diagonal, diagonal - first];
        let length = exchange.length();
        let down = affordable_reach(slack.scaled, above, length).unwrap_or(2 * side);
        let up = affordable_reach(slack.scaled, below, length).unwrap_or(2 * side);
        (first.min(diagonal) - down, beyond.max(diagonal) + up)
    }
}

/// Returns how many diagonals beyond both the centre and the exchange a queen can afford,
/// where each costs twice the `part` of the exchange, at most its length; `None` if they
/// cost nothing.
#[inline(always)]
fn affordable_reach(scaled: i64, part: i64, length: i64) -> Option<i64> {
    (part > 0).then(|| scaled / (2 * part.min(length)))
}

#[inline(always)]
fn count_below<const W: usize>(set: &LineSet<W>, line: i64) -> i64 {
    i64::from(sets::size(&sets::below(set, line)))
}

/// Returns 1 if `number` is a member of the set, and 0 if not or if it is out of range.
#[inline(always)]
fn count_member(set: &[u64], number: i64) -> i64 {
    i64::from(
        (0..64 * set.len() as i64).contains(&number)
            && sets::contains(set, number as usize),
    )
}

/// The bound of distances at a position.
pub(super) struct DistanceBound<const W: usize> {
    /// Sums, then differences.
    directions: [DistanceDirection<W>; 2],
    /// Number of the difference 0; also the number of the last row.
    shift: i64,
}

impl<const W: usize> DistanceBound<W> {
    /// Returns the bound for `rows` and `columns` with their `totals`, `open` diagonals
    /// and `windows`. Differences count from `shift`.
    #[inline(always)]
    pub(super) fn from_lines(
        rows: &[LineSet<W>],
        columns: &[LineSet<W>],
        totals: &LineTotals,
        open: &[DiagonalSet<W>; 2],
        windows: &[QuadraticWindow; 2],
        shift: usize,
    ) -> Self {
        let (rows, columns) = (groups::free(rows), groups::free(columns));
        let lines = totals.lines as i64;
        let sums = DistanceDirection {
            rows,
            columns,
            open: open[0],
            chosen: windows[0].chosen(&open[0]),
            window: windows[0],
            lines,
            sums: [totals.rows, totals.columns],
        };
        // With rows counted from the last, a difference is the sum of row and column, too.
        let differences = DistanceDirection {
            rows: sets::turned(&rows, shift),
            columns,
            open: open[1],
            chosen: windows[1].chosen(&open[1]),
            window: windows[1],
            lines,
            sums: [lines * shift as i64 - totals.rows, totals.columns],
        };
        DistanceBound {
            directions: [sums, differences],
            shift: shift as i64,
        }
    }

    /// Returns records with the mean row and column as centre.
    #[inline(always)]
    pub(super) fn first_records(&self) -> [CentreRecord; 2] {
        self.directions.each_ref().map(|direction| {
            let [row, column] = direction.sums.map(|sum| sum / direction.lines.max(1));
            let centre = DistanceCentre {
                row,
                diagonal: row + column,
            };
            CentreRecord {
                centre,
                due_at: direction.lines,
                crossing: [row, column],
                slack: i64::MAX,
            }
        })
    }

    /// Applies the bound in both directions. The search for the centres starts from
    /// `records`, and updates them.
    #[inline(always)]
    pub(super) fn apply(
        &self,
        rows: &mut [LineSet<W>],
        columns: &mut [LineSet<W>],
        records: &mut [CentreRecord; 2],
    ) -> PruneResult {
        let mut closed = false;
        for (f, record) in records.iter_mut().enumerate() {
            let direction = &self.directions[f];
            if !record.is_due(direction.lines as usize) {
                continue;
            }
            let slack = direction.least_slack(record.centre);
            if slack.scaled < 0 {
                return PruneResult::Refuted;
            }
            *record = self.record_centre(f, &slack);
            // Not `||`: both close squares, whatever the other one closed.
            closed |= self.close_corners(f, record, rows, columns);
            closed |= self.close_far_diagonals(f, &slack, rows, columns);
        }
        if closed {
            PruneResult::Pruned
        } else {
            PruneResult::Unchanged
        }
    }

    /// Returns the record of a centre. A direction with much slack is due again once the
    /// queens placed until then may have used it up.
    #[inline(always)]
    fn record_centre(&self, f: usize, slack: &CentreSlack) -> CentreRecord {
        let direction = &self.directions[f];
        let DistanceCentre { row, diagonal } = slack.centre;
        let distances = slack.scaled / direction.next_exchange().length();
        let due_at = direction.lines - (distances - IDLE_SLACK).max(0) / SLACK_PER_QUEEN;
        let crossing = [if f == 0 { row } else { self.shift - row }, diagonal - row];
        CentreRecord {
            centre: slack.centre,
            due_at,
            crossing,
            slack: distances,
        }
    }

    /// Closes the two corners on opposite sides of the centre where both lines are more
    /// than half of the slack away from it; for differences, the two on the same side.
    /// Returns true if a square was closed.
    ///
    /// On such a square the right side exceeds the left by twice the smaller distance.
    #[inline(always)]
    fn close_corners(
        &self,
        f: usize,
        record: &CentreRecord,
        rows: &mut [LineSet<W>],
        columns: &mut [LineSet<W>],
    ) -> bool {
        let side = self.shift + 1;
        let off = record.slack / 2;
        // The first line within reach of the centre, and the first one beyond.
        let [row_ends, column_ends] = record.crossing.map(|line| {
            [line - off, line + off + 1].map(|end| end.clamp(0, side) as usize)
        });
        let closed = groups::close_corners(rows, row_ends, column_ends, f == 0);
        groups::close_corners(columns, column_ends, row_ends, f == 0);
        closed
    }

    /// Closes the diagonals outside [`DistanceDirection::affordable`]; returns true if
    /// one of them was open.
    #[inline(always)]
    fn close_far_diagonals(
        &self,
        f: usize,
        slack: &CentreSlack,
        rows: &mut [LineSet<W>],
        columns: &mut [LineSet<W>],
    ) -> bool {
        let direction = &self.directions[f];
        if direction.window.is_all() {
            return false;
        }
        let side = self.shift + 1;
        let (low, high) = direction.affordable_range(slack, side);
        let open = direction.open.words();
        // Passes over all lines are saved if neither end is far.
        let first = sets::next(open, 0).map_or(low, |first| first as i64);
        let last =
            sets::last_below(open, 64 * open.len()).map_or(high, |last| last as i64);
        if low <= first && last <= high {
            return false;
        }
        let unlimited = 4 * side;
        if f == 0 {
            groups::narrow(rows, [low, -unlimited], [high, unlimited]);
            groups::narrow(columns, [low, -unlimited], [high, unlimited]);
        } else {
            let (low, high) = (low - self.shift, high - self.shift);
            groups::narrow(rows, [-unlimited, low], [unlimited, high]);
            groups::narrow(columns, [-unlimited, -high], [unlimited, -low]);
        }
        true
    }

    /// Returns weights of lines that rule out every solution, if there are any. Tries
    /// every diagonal as the centre.
    pub(super) fn line_bound(&self) -> Option<LineBound> {
        (0..2).find_map(|f| {
            let slack =
                self.directions[f].least_of_all(self.first_records()[f].centre)?;
            if slack.scaled < 0 {
                self.line_bound_at(f, slack.centre)
            } else {
                None
            }
        })
    }

    /// Turns a centre with negative slack into weights of lines.
    ///
    /// With the `cost` of [`DistanceDirection::slack_at`], applied to rows around r0 and
    /// to columns around c0 as well, cost(s) <= cost(r) + cost(c) on every square. The
    /// weight of a row or column is its cost minus the smallest cost of its kind, so that
    /// none is negative. The weight of a diagonal is the cost of the ends of the exchange
    /// minus its own, or 0 outside the window. Then every square weighs at least `one`,
    /// the cost of the ends minus both smallest costs, so k queens weigh at least k times
    /// `one`. All lines together weigh k times `one` plus the negative slack, which is
    /// less.
    fn line_bound_at(&self, f: usize, centre: DistanceCentre) -> Option<LineBound> {
        let direction = &self.directions[f];
        let DistanceCentre { row, diagonal } = centre;
        let exchange = direction.next_exchange();
        let cost = DistanceCost::new(exchange, diagonal);
        let (least_row, mut rows) = cost.line_weights(&direction.rows, row);
        let (least_column, columns) =
            cost.line_weights(&direction.columns, diagonal - row);
        let mut diagonals = cost.list_costs(direction.open.words(), diagonal);
        let ends = if direction.window.is_all() {
            // There is no exchange: any cost that no diagonal exceeds will do.
            diagonals.iter().map(|&(_, cost)| cost).max()?
        } else {
            cost.at(exchange.beyond, diagonal)
        };
        for (_, weight) in &mut diagonals {
            *weight = (ends - *weight).max(0);
        }
        if f == 1 {
            self.restore_numbers(&mut rows, &mut diagonals);
        }
        let [rows, columns, diagonals] =
            [rows, columns, diagonals].map(keep_positive_weights);
        let weighted_lines = rows.iter().chain(&columns).chain(&diagonals);
        let all = weighted_lines.map(|(_, weight)| weight).sum();
        let (sums, differences) = if f == 0 {
            (diagonals, Vec::new())
        } else {
            (Vec::new(), diagonals)
        };
        let one = (ends - least_row - least_column) as u64;
        Some(LineBound {
            queens: direction.lines as u64,
            one,
            all,
            rows,
            columns,
            sums,
            differences,
        })
    }

    /// Numbers rows from the first, and differences from 0 in the middle, again.
    fn restore_numbers(&self, rows: &mut [(i64, i64)], diagonals: &mut [(i64, i64)]) {
        for (row, _) in rows.iter_mut() {
            *row = self.shift - *row;
        }
        rows.reverse();
        for (difference, _) in diagonals {
            *difference -= self.shift;
        }
    }
}

/// The `cost` of [`DistanceDirection::slack_at`].
struct DistanceCost {
    length: i64,
    lean: i64,
}

impl DistanceCost {
    fn new(exchange: WindowExchange, diagonal: i64) -> Self {
        let WindowExchange { first, beyond } = exchange;
        DistanceCost {
            length: exchange.length(),
            lean: (first - diagonal).abs() - (beyond - diagonal).abs(),
        }
    }

    fn at(&self, number: i64, centre: i64) -> i64 {
        self.length * (number - centre).abs() + self.lean * number
    }

    /// Lists the members of a set with their costs.
    fn list_costs(&self, set: &[u64], centre: i64) -> Vec<(i64, i64)> {
        sets::members(set)
            .map(|number| (number as i64, self.at(number as i64, centre)))
            .collect()
    }

    /// Returns the least cost of some lines, and by how much each costs more.
    fn line_weights(&self, lines: &[u64], centre: i64) -> (i64, Vec<(i64, i64)>) {
        let mut weights = self.list_costs(lines, centre);
        let least = weights.iter().map(|&(_, cost)| cost).min().unwrap_or(0);
        for (_, weight) in &mut weights {
            *weight -= least;
        }
        (least, weights)
    }
}

/// Keeps the lines with a positive weight.
fn keep_positive_weights(weights: Vec<(i64, i64)>) -> Vec<(i64, u64)> {
    weights
        .into_iter()
        .map(|(line, weight)| (line, weight as u64))
        .filter(|&(_, weight)| weight > 0)
        .collect()
}

#[cfg(test)]
mod tests;
