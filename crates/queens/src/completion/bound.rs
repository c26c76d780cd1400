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

use super::sets::{self, Set, Wide};

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

/// The least sum of squares of some diagonals of one direction, and what other choices cost.
#[derive(Clone, Copy, Debug)]
struct Window {
    least: i64,
    /// Twice the multiplier.
    twice_centre: i64,
    /// Twice the distance from the multiplier to both ends of the window; negative: all are used.
    width: i64,
}

impl Window {
    /// Four times what it adds to the sum to use `diagonal` instead of one at the end of the window.
    #[inline(always)]
    fn excess(&self, diagonal: usize) -> i64 {
        let off = 2 * diagonal as i64 - self.twice_centre;
        if self.width < 0 { 0 } else { (off * off - self.width * self.width).max(0) }
    }

    /// The excess of the farthest of the diagonals `open` (ascending).
    #[inline(always)]
    fn most(&self, open: &[i32]) -> i64 {
        let end = |diagonal: Option<&i32>| diagonal.map_or(0, |&diagonal| self.excess(diagonal as usize));
        end(open.first()).max(end(open.last()))
    }
}

/// The best bound for `used` of the diagonals `open` (ascending) whose numbers have the sum `sum`;
/// `None` if no choice has that sum.
#[inline(always)]
fn window(open: &[i32], used: usize, sum: i64) -> Option<Window> {
    let spare = open.len().checked_sub(used)?;
    let (mut total, mut least) = (0i64, 0i64);
    for &diagonal in &open[..used] {
        let diagonal = i64::from(diagonal);
        total += diagonal;
        least += diagonal * diagonal;
    }
    if total > sum || !can_be_left_over(open, total, used, sum) {
        return None;
    }
    let mut best = Window { least, twice_centre: 0, width: -1 };
    if spare == 0 {
        return Some(best);
    }
    best.least = i64::MIN;
    // The dual function is concave: climb from window to window until it falls.
    for at in 0..spare {
        let (low, high) = (i64::from(open[at]), i64::from(open[at + used]));
        let value = least - (low + high) * (total - sum);
        if value < best.least {
            return Some(best);
        }
        best = Window { least: value, twice_centre: low + high, width: high - low };
        total += high - low;
        least += high * high - low * low;
    }
    (total >= sum).then_some(best)
}

/// Whether the numbers of the diagonals that are left over can have the sum that is left for them;
/// looks closely only where at most two are.
#[inline(always)]
fn can_be_left_over(open: &[i32], lowest: i64, used: usize, sum: i64) -> bool {
    let spare = open.len() - used;
    if spare > 2 {
        return true;
    }
    let all = lowest + open[used..].iter().map(|&diagonal| i64::from(diagonal)).sum::<i64>();
    let left = all - sum;
    match spare {
        0 => left == 0,
        1 => open.iter().any(|&diagonal| i64::from(diagonal) == left),
        _ => {
            let (mut low, mut high) = (0, open.len() - 1);
            while low < high {
                let pair = i64::from(open[low]) + i64::from(open[high]);
                match pair.cmp(&left) {
                    std::cmp::Ordering::Equal => return true,
                    std::cmp::Ordering::Less => low += 1,
                    std::cmp::Ordering::Greater => high -= 1,
                }
            }
            false
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

/// Applies the bound, and keeps the room that it needs for that.
#[derive(Clone, Debug)]
pub(super) struct Bound<const W: usize> {
    side: usize,
    open: [Vec<i32>; 2],
    /// The rows with squares on far diagonals, and these squares.
    far_squares: Vec<(usize, Set<W>)>,
}

/// The numbers of a bound that rules out every solution: an exact certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excess {
    pub(super) needed: i64,
    pub(super) least: i64,
}

impl<const W: usize> Bound<W> {
    /// For a position within `side` rows and columns.
    pub(super) fn new(side: usize) -> Self {
        let room = || Vec::with_capacity(2 * side);
        Bound { side, open: [room(), room()], far_squares: Vec::with_capacity(side) }
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

    /// The diagonals with an open square, in both directions.
    #[inline(always)]
    fn list(&mut self, rows: &[Set<W>]) {
        let mut sets = [Wide::<W>::EMPTY; 2];
        for (row, set) in rows.iter().enumerate() {
            if *set != sets::stands() {
                sets[0].add_shifted(set, row);
                sets[1].add_shifted(set, self.side - 1 - row);
            }
        }
        for (list, set) in self.open.iter_mut().zip(&sets) {
            list.clear();
            list.extend(sets::members(set.words()).map(|diagonal| diagonal as i32));
        }
    }

    /// The certificate of a position that the bound alone rules out.
    pub(super) fn excess(&mut self, lines: &[Set<W>], totals: &Totals) -> Option<Excess> {
        self.list(&lines[..self.side]);
        let (sums, needed) = self.needed(totals);
        let first = window(&self.open[0], totals.lines, sums[0])?;
        let second = window(&self.open[1], totals.lines, sums[1])?;
        let least = first.least + second.least;
        (least > needed).then_some(Excess { needed, least })
    }

    /// Looks at a position and rules out squares of `lines` (the sets of the rows, then those of the
    /// columns) that no solution uses.
    ///
    /// # Complexity
    /// O(side * W) words, and O(1) for each square on a far diagonal.
    #[inline]
    pub(super) fn apply(&mut self, lines: &mut [Set<W>], totals: &Totals) -> Verdict {
        let (rows, columns) = lines.split_at_mut(self.side);
        self.list(rows);
        let (sums, needed) = self.needed(totals);
        let Some(first) = window(&self.open[0], totals.lines, sums[0]) else { return Verdict::Dead };
        let Some(second) = window(&self.open[1], totals.lines, sums[1]) else { return Verdict::Dead };
        let slack = 4 * (needed - first.least - second.least);
        if slack < 0 {
            return Verdict::Dead;
        }
        let windows = [first, second];
        let most: i64 = windows.iter().zip(&self.open).map(|(window, open)| window.most(open)).sum();
        if most == 0 {
            return Verdict::Open;
        }
        self.narrow(rows, columns, &windows, slack, most)
    }

    /// The diagonals outside their window.
    #[inline(always)]
    fn far(&self, windows: &[Window; 2]) -> [Wide<W>; 2] {
        std::array::from_fn(|f| {
            let mut far = Wide::<W>::EMPTY;
            let beyond = |diagonal: &&i32| windows[f].excess(**diagonal as usize) > 0;
            let list = &self.open[f];
            let ends = list.iter().take_while(beyond).chain(list.iter().rev().take_while(beyond));
            ends.for_each(|&diagonal| sets::insert(far.words_mut(), diagonal as usize));
            far
        })
    }

    /// Rules out squares whose diagonals cost more than the slack leaves for them; `most` is what the
    /// costliest square may cost.
    #[inline(always)]
    fn narrow(
        &mut self,
        rows: &mut [Set<W>],
        columns: &mut [Set<W>],
        windows: &[Window; 2],
        slack: i64,
        most: i64,
    ) -> Verdict {
        let side = self.side;
        let far = self.far(windows);
        let cost = |row: usize, column: usize| {
            windows[0].excess(row + column) + windows[1].excess(column + side - 1 - row)
        };
        // A row whose squares all lie far off costs at least its cheapest one.
        let cheapest =
            |row: usize, far: &Set<W>| sets::members(far).map(|column| cost(row, column)).min().unwrap_or(0);
        self.far_squares.clear();
        let mut spent = 0;
        for (row, set) in rows.iter().enumerate() {
            let (sums, differences) = (far[0].from(row), far[1].from(side - 1 - row));
            let far: Set<W> = std::array::from_fn(|at| set[at] & (sums[at] | differences[at]));
            if !sets::is_empty(&far) && *set != sets::stands() {
                self.far_squares.push((row, far));
                if far == *set {
                    spent += cheapest(row, &far);
                }
            }
        }
        if spent > slack {
            return Verdict::Dead;
        }
        if spent + most <= slack {
            return Verdict::Open;
        }
        let mut verdict = Verdict::Open;
        for (row, far) in &self.far_squares {
            let set = &mut rows[*row];
            let left = if far == set { slack - spent + cheapest(*row, far) } else { slack - spent };
            for column in sets::members(far) {
                if cost(*row, column) > left {
                    sets::remove(set, column);
                    sets::remove(&mut columns[column], *row);
                    verdict = Verdict::Narrowed;
                }
            }
        }
        verdict
    }
}
