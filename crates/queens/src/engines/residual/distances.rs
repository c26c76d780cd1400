//! The bound of distances: how far off a middle the diagonals of the queens must lie, and how far they can.
//!
//! Take any row and any column as the middle, and the diagonals through it. No square is farther from one of these
//! diagonals than from the two lines together: |s - s0| <= |r - r0| + |c - c0|, and the same for d. Summed over one
//! queen in each free row and column the right side is known, and so is the sum of s itself. The left side is at least
//! what the window of the quadratic bound comes to, whose diagonals have that sum but for a part of one step: with what
//! such a step costs added, no other choice with that sum is nearer, whatever the middle. If it is more than the right
//! side, there is no solution. What is to spare, no queen can spend alone: on a square where both lines lie off the
//! middle in directions that cancel each other out, the right side is larger than the left by twice the smaller
//! distance. So two opposite corners are closed, and far diagonals.
//!
//! Distances are all that there is to ask of one direction: sums of distances bound the sums of every convex function
//! (Hardy, Littlewood and Polya, Inequalities, 1934). At the edges of the board the two sides are equal and say nothing.
//! Between, the best row for a diagonal is a median, and the diagonal is looked for from where it was.

use super::bound::{Totals, Verdict};
use super::groups;
use super::sets::{self, Set, Wide};
use super::window::Window;
use crate::question::LineBound;
use std::cmp::Ordering;
use std::ops::Range;

/// How often the middle diagonal is moved at most.
const MOVES: usize = 16;

/// Slack that closes no square, or hardly any, and how much of it a queen takes if it takes much.
const IDLE: i64 = 32;
const TAKEN: i64 = 16;

/// The free lines and open diagonals of one direction, in which a row and a column of a square add up to its diagonal.
struct Direction<const W: usize> {
    /// For differences, rows count from the last.
    rows: Set<W>,
    columns: Set<W>,
    open: Wide<W>,
    /// As many of them as there are free rows.
    chosen: Wide<W>,
    window: Window,
    /// Free rows, and free columns.
    lines: i64,
    /// Sums of the rows and of the columns.
    sums: [i64; 2],
}

/// A row and a diagonal.
#[derive(Clone, Copy, Debug)]
struct Middle {
    row: i64,
    diagonal: i64,
}

/// Where the best middle of a direction was, and with how many free rows it is to be looked at again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    middle: Middle,
    lines: i64,
    /// The row and the column of the middle, as lines count.
    crossing: [i64; 2],
    /// What it had to spare, in distances.
    spare: i64,
}

/// The lines of a corner of the board: the rows in the first range, and the columns in the second.
pub(super) type Corner = [Range<usize>; 2];

/// The smaller of the two corners in which the queens stand, by the middle that has least to spare, if that is little, where
/// these rows and columns are `free`.
///
/// All queens but a few that the middle can spare stand in two opposite corners, so that either is a board of its own. The
/// smaller one is soon seen to have no room, and until it is filled all work on the other is done again and again.
#[inline(always)]
pub(super) fn corner<const W: usize>(traces: &[Trace; 2], free: &[Set<W>; 2]) -> Option<Corner> {
    let differences = traces[1].spare <= traces[0].spare;
    let trace = &traces[usize::from(differences)];
    if trace.spare > IDLE {
        return None;
    }
    let lines = |corner: &Corner| -> u32 {
        corner.iter().zip(free).map(|(range, free)| sets::size(&sets::within(free, range))).sum()
    };
    let [one, other] = trace.corners(differences);
    let sizes = [lines(&one), lines(&other)];
    let (corner, size) = if sizes[0] == 0 || 0 < sizes[1] && sizes[1] < sizes[0] {
        (other, sizes[1])
    } else {
        (one, sizes[0])
    };
    (size > 0).then_some(corner)
}

impl Trace {
    /// The two corners beside the middle where row and column are on the same side, or for differences on different ones.
    #[inline(always)]
    fn corners(&self, differences: bool) -> [Corner; 2] {
        let [row, column] = self.crossing.map(|line| (line.max(0) as usize, (line + 1).max(0) as usize));
        let [before, after] = [0..column.0, column.1..usize::MAX];
        let [upper, lower] = if differences { [after, before] } else { [before, after] };
        [[0..row.0, upper], [row.1..usize::MAX, lower]]
    }

    /// Whether another look may be worth it.
    #[inline(always)]
    pub(super) fn is_due(&self, lines: usize) -> bool {
        lines as i64 <= self.lines
    }
}

/// From the lowest diagonal of a window to the next beyond its upper end.
#[derive(Clone, Copy, Debug)]
struct Step {
    first: i64,
    over: i64,
}

/// What is known with a middle.
#[derive(Clone, Copy, Debug)]
struct View {
    middle: Middle,
    /// What the distances of the lines exceed those of the diagonals by, times the length of the window's step.
    slack: i64,
    /// Whether a diagonal farther down or farther up may have less slack.
    better: Ordering,
}

/// The distances of `count` numbers, whose sum is `sum`, from `middle`, where those of `below` are less.
#[inline(always)]
fn distances(count: i64, sum: i64, below: (i64, i64), middle: i64) -> i64 {
    (sum - 2 * below.1) - middle * (count - 2 * below.0)
}

impl<const W: usize> Direction<W> {
    /// The middle `near`, with the best row for its diagonal.
    #[inline(always)]
    fn view(&self, near: Middle) -> View {
        let Middle { mut row, diagonal } = near;
        let on = |set: &[u64], number: i64| {
            i64::from((0..64 * set.len() as i64).contains(&number) && sets::contains(set, number as usize))
        };
        let before = |set: &Set<W>, line: i64| i64::from(sets::size(&sets::below(set, line)));
        // One row up the distances together grow by twice the rows up to there less the columns before; one row down, by
        // twice the columns up to there less the rows before.
        loop {
            let [rows, columns] = [before(&self.rows, row), before(&self.columns, diagonal - row)];
            if rows + on(&self.rows, row) < columns {
                row += 1;
            } else if columns + on(&self.columns, diagonal - row) < rows {
                row -= 1;
            } else {
                break;
            }
        }
        let column = diagonal - row;
        let rows = sets::count_and_sum(&sets::below(&self.rows, row));
        let columns = sets::count_and_sum(&sets::below(&self.columns, column));
        let chosen = sets::count_and_sum(self.chosen.between(0, diagonal.max(0) as usize).words());
        let most = distances(self.lines, self.sums[0], rows, row)
            + distances(self.lines, self.sums[1], columns, column);
        let least = distances(self.lines, self.window.sum, chosen, diagonal);
        let Step { first, over } = self.step();
        let missing = self.sums[0] + self.sums[1] - self.window.sum;
        let more = missing * ((over - diagonal).abs() - (first - diagonal).abs());
        // By how much the slack grows where the diagonal goes up or down, and the column with it.
        let up = columns.0 + on(&self.columns, column) - chosen.0 - on(self.chosen.words(), diagonal);
        let down = chosen.0 - columns.0;
        let better = if up * (over - first) + missing < 0 {
            Ordering::Greater
        } else if down * (over - first) - missing < 0 {
            Ordering::Less
        } else {
            Ordering::Equal
        };
        View { middle: Middle { row, diagonal }, slack: (over - first) * (most - least) - more, better }
    }

    /// What the window would give for what; where all diagonals are used, any step will do.
    #[inline(always)]
    fn step(&self) -> Step {
        let [first, over] = self.window.ends().unwrap_or([0, 1]);
        Step { first, over }
    }

    /// The middle with the least slack, of those between `near` and where it grows again.
    #[inline(always)]
    fn best(&self, near: Middle) -> View {
        let mut best = self.view(near);
        for _ in 0..MOVES {
            let Middle { row, diagonal } = best.middle;
            let by = best.better as i64;
            if by == 0 || best.slack < 0 {
                break;
            }
            let view = self.view(Middle { row, diagonal: diagonal + by });
            if view.slack >= best.slack {
                break;
            }
            best = view;
        }
        best
    }
}

/// A position, by its rows, its columns and its open diagonals.
pub(super) struct Distances<const W: usize> {
    /// Sums, then differences.
    directions: [Direction<W>; 2],
    /// Where differences count from.
    shift: i64,
}

impl<const W: usize> Distances<W> {
    /// The position of `rows` and `columns`, which come to `totals`, with its `open` diagonals, whose differences count from
    /// `shift`, and the `windows` of both.
    #[inline(always)]
    pub(super) fn of(
        rows: &[Set<W>],
        columns: &[Set<W>],
        totals: &Totals,
        open: &[Wide<W>; 2],
        windows: &[Window; 2],
        shift: usize,
    ) -> Self {
        let (rows, columns) = (groups::free(rows), groups::free(columns));
        let direction = |rows, sum, f: usize| Direction {
            rows,
            columns,
            open: open[f],
            chosen: windows[f].chosen(&open[f]),
            window: windows[f],
            lines: totals.lines as i64,
            sums: [sum, totals.columns],
        };
        let turned = totals.lines as i64 * shift as i64 - totals.rows;
        let directions = [direction(rows, totals.rows, 0), direction(sets::turned(&rows, shift), turned, 1)];
        Distances { directions, shift: shift as i64 }
    }

    /// Where to begin.
    #[inline(always)]
    pub(super) fn traces(&self) -> [Trace; 2] {
        self.directions.each_ref().map(|direction| {
            let [row, column] = direction.sums.map(|sum| sum / direction.lines.max(1));
            let middle = Middle { row, diagonal: row + column };
            Trace { middle, lines: direction.lines, crossing: [row, column], spare: i64::MAX }
        })
    }

    /// The row of the board, and the column.
    #[inline(always)]
    fn on_the_board(&self, f: usize, middle: Middle) -> (i64, i64) {
        let Middle { row, diagonal } = middle;
        (if f == 0 { row } else { self.shift - row }, diagonal - row)
    }

    /// Closes what no queen can stand on. The middles are looked for from `traces` on, and left there.
    #[inline(always)]
    pub(super) fn apply(
        &self,
        rows: &mut [Set<W>],
        columns: &mut [Set<W>],
        traces: &mut [Trace; 2],
    ) -> Verdict {
        let side = self.shift + 1;
        let mut narrowed = false;
        for (f, trace) in traces.iter_mut().enumerate() {
            let direction = &self.directions[f];
            if !trace.is_due(direction.lines as usize) {
                continue;
            }
            let View { middle, slack, .. } = direction.best(trace.middle);
            if slack < 0 {
                return Verdict::Dead;
            }
            let Step { first, over } = direction.step();
            let length = over - first;
            let (row, column) = self.on_the_board(f, middle);
            let spare = slack / length;
            let lines = direction.lines - (spare - IDLE).max(0) / TAKEN;
            *trace = Trace { middle, lines, crossing: [row, column], spare };
            // Before and after.
            let off = slack / (2 * length);
            let apart = |line: i64| [line - off, line + off + 1].map(|end| end.clamp(0, side) as usize);
            let [at_rows, at_columns] = [apart(row), apart(column)];
            narrowed |= groups::close_corners(rows, at_rows, at_columns, f == 0);
            groups::close_corners(columns, at_columns, at_rows, f == 0);
            if direction.window.is_all() {
                continue;
            }
            // Beyond the middle and the step, a diagonal costs twice the part of the step behind the middle for each one.
            let diagonal = middle.diagonal;
            let off = |part: i64| if part > 0 { slack / (2 * part.min(length)) } else { 2 * side };
            let (low, high) =
                (first.min(diagonal) - off(over - diagonal), over.max(diagonal) + off(diagonal - first));
            let open = direction.open.words();
            let far = |number: usize| !(low..=high).contains(&(number as i64));
            if sets::next(open, 0).is_some_and(far)
                || sets::last_below(open, 64 * open.len()).is_some_and(far)
            {
                narrowed = true;
                let any = 4 * side;
                if f == 0 {
                    groups::narrow(rows, [low, -any], [high, any]);
                    groups::narrow(columns, [low, -any], [high, any]);
                } else {
                    let (low, high) = (low - self.shift, high - self.shift);
                    groups::narrow(rows, [-any, low], [any, high]);
                    groups::narrow(columns, [-any, -high], [any, -low]);
                }
            }
        }
        if narrowed { Verdict::Narrowed } else { Verdict::Open }
    }

    /// The weights of lines that rule out every solution. Every middle diagonal is looked at.
    pub(super) fn excess(&self) -> Option<LineBound> {
        (0..2).find_map(|f| self.excess_of(f))
    }

    fn excess_of(&self, f: usize) -> Option<LineBound> {
        let direction = &self.directions[f];
        let open = direction.open.words();
        let (first, last) = (sets::next(open, 0)?, sets::last_below(open, 64 * open.len())?);
        let mut middle = self.traces()[f].middle;
        let views = (first..=last).map(|diagonal| {
            middle.diagonal = diagonal as i64;
            let view = direction.view(middle);
            middle = view.middle;
            view
        });
        let View { middle: Middle { row, diagonal }, slack, .. } = views.min_by_key(|view| view.slack)?;
        if slack >= 0 {
            return None;
        }
        // A diagonal costs its distance and a multiple of its number, so that both ends of the step cost the same.
        let Step { first, over } = direction.step();
        let (steep, lean) = (over - first, (first - diagonal).abs() - (over - diagonal).abs());
        let cost = |number: i64, middle: i64| steep * (number - middle).abs() + lean * number;
        let numbers = |words: &[u64]| sets::members(words).map(|number| number as i64).collect::<Vec<_>>();
        let [rows, columns, open] = [&direction.rows[..], &direction.columns, open].map(numbers);
        // No line weighs less than nothing.
        let weights = |lines: &[i64], middle: i64| -> (i64, Vec<(i64, i64)>) {
            let costs = lines.iter().map(|&line| (line, cost(line, middle)));
            let least = costs.clone().map(|(_, cost)| cost).min().unwrap_or(0);
            (-least, costs.map(|(line, cost)| (line, cost - least)).collect())
        };
        let (more, mut rows) = weights(&rows, row);
        let (and_more, columns) = weights(&columns, diagonal - row);
        let costs = open.iter().map(|&number| cost(number, diagonal));
        let ends = if direction.window.is_all() { costs.max()? } else { cost(over, diagonal) };
        let mut nearer: Vec<_> =
            open.iter().map(|&number| (number, (ends - cost(number, diagonal)).max(0))).collect();
        if f == 1 {
            rows.iter_mut().for_each(|row| row.0 = self.shift - row.0);
            rows.reverse();
            nearer.iter_mut().for_each(|number| number.0 -= self.shift);
        }
        let listed = |lines: Vec<(i64, i64)>| -> Vec<(i64, u64)> {
            let weights = lines.into_iter().map(|(line, weight)| (line, weight as u64));
            weights.filter(|&(_, weight)| weight > 0).collect()
        };
        let [rows, columns, nearer] = [rows, columns, nearer].map(listed);
        let all = rows.iter().chain(&columns).chain(&nearer).map(|(_, weight)| weight).sum();
        let (sums, differences) = if f == 0 { (nearer, Vec::new()) } else { (Vec::new(), nearer) };
        let one = (ends + more + and_more) as u64;
        Some(LineBound { queens: direction.lines as u64, one, all, rows, columns, sums, differences })
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups;
    use super::super::window::Reach;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const SIDE: usize = 8;

    /// All ways to put a queen in each of `rows` and `columns`, on `squares`, so that no two share a diagonal.
    fn naive(
        rows: &[usize],
        columns: &[usize],
        squares: &BTreeSet<(usize, usize)>,
        queens: &mut Vec<(usize, usize)>,
        all: &mut Vec<Vec<(usize, usize)>>,
    ) {
        let Some(&row) = rows.get(queens.len()) else {
            all.push(queens.clone());
            return;
        };
        for &column in columns.iter().filter(|&&column| squares.contains(&(row, column))) {
            if queens.iter().all(|&(r, c)| c != column && c.abs_diff(column) != row - r) {
                queens.push((row, column));
                naive(rows, columns, squares, queens, all);
                queens.pop();
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_solution_is_closed(
            lines in prop::sample::subsequence((0..SIDE).collect::<Vec<_>>(), 4..=6),
            others in prop::sample::subsequence((0..SIDE).collect::<Vec<_>>(), 6),
            holes in prop::collection::btree_set((0..SIDE, 0..SIDE), 0..20),
            near in ((-3_i64..12, -10_i64..20), (-3_i64..12, -10_i64..20)),
        ) {
            let others = &others[..lines.len()];
            let squares = lines.iter().flat_map(|&row| others.iter().map(move |&column| (row, column)));
            let squares: BTreeSet<_> = squares.filter(|square| !holes.contains(square)).collect();
            let width = groups::width(SIDE);
            let (mut rows, mut columns) = (vec![sets::stands::<1>(); width], vec![sets::stands::<1>(); width]);
            lines.iter().for_each(|&line| rows[line] = [0]);
            others.iter().for_each(|&line| columns[line] = [0]);
            for &(row, column) in &squares {
                sets::insert(&mut rows[row], column);
                sets::insert(&mut columns[column], row);
            }
            let open = groups::diagonals(&rows, SIDE - 1);
            let enough = open.iter().all(|open| sets::members(open.words()).count() >= lines.len());
            prop_assume!(enough);
            let mut solutions = Vec::new();
            naive(&lines, others, &squares, &mut Vec::new(), &mut solutions);
            let mut totals = Totals::default();
            lines.iter().zip(others).for_each(|(&row, &column)| totals = totals.and(row, column));
            let (sum, lean) = (totals.rows + totals.columns, totals.columns - totals.rows);
            let sums = [sum, lean + (lines.len() * (SIDE - 1)) as i64];
            let window = |f: usize| Window::of(&open[f], lines.len(), sums[f], Reach::all::<1>());
            let (Some(first), Some(second)) = (window(0), window(1)) else {
                prop_assert!(solutions.is_empty());
                return Ok(());
            };
            let distances = Distances::of(&rows, &columns, &totals, &open, &[first, second], SIDE - 1);
            if let Some(bound) = distances.excess() {
                prop_assert!(solutions.is_empty());
                let weight = |lines: &[(i64, u64)], number: usize| {
                    lines.iter().find(|line| line.0 == number as i64).map_or(0, |line| line.1)
                };
                for &(row, column) in &squares {
                    let difference = bound.differences.iter().find(|line| line.0 == column as i64 - row as i64);
                    let all = weight(&bound.rows, row) + weight(&bound.columns, column) + weight(&bound.sums, row + column);
                    prop_assert!(all + difference.map_or(0, |line| line.1) >= bound.one);
                }
                let lists = [&bound.rows, &bound.columns, &bound.sums, &bound.differences];
                prop_assert_eq!(bound.all, lists.into_iter().flatten().map(|line| line.1).sum::<u64>());
                prop_assert!(bound.all < bound.one * lines.len() as u64);
            }
            let mut traces = [near.0, near.1].map(|(row, diagonal)| {
                let middle = Middle { row, diagonal };
                Trace { middle, lines: SIDE as i64, crossing: [0; 2], spare: i64::MAX }
            });
            match distances.apply(&mut rows, &mut columns, &mut traces) {
                Verdict::Dead => prop_assert!(solutions.is_empty()),
                _ => for &(row, column) in solutions.iter().flatten() {
                    prop_assert!(sets::contains(&rows[row], column) && sets::contains(&columns[column], row));
                },
            }
            // A queen on neither side of a middle takes two at least of what it has to spare.
            for (solution, f) in solutions.iter().flat_map(|solution| [(solution, 0), (solution, 1)]) {
                let sides = traces[f].corners(f == 1);
                let stands = |corner: &Corner, (row, column): (usize, usize)| {
                    corner[0].contains(&row) && corner[1].contains(&column)
                };
                let [row, column] = traces[f].crossing;
                let beside = solution.iter().filter(|&&queen| {
                    let on_a_line = queen.0 as i64 == row || queen.1 as i64 == column;
                    !on_a_line && !sides.iter().any(|corner| stands(corner, queen))
                });
                prop_assert!(2 * beside.count() as i64 <= traces[f].spare);
            }
            let members = |set: &Set<1>| -> Vec<usize> {
                if *set == sets::stands() { Vec::new() } else { sets::members(set).collect() }
            };
            let open = |lines: &[Set<1>]| -> BTreeSet<(usize, usize)> {
                lines.iter().enumerate().flat_map(|(line, set)| members(set).into_iter().map(move |at| (line, at))).collect()
            };
            let turned: BTreeSet<_> = open(&columns).into_iter().map(|(column, row)| (row, column)).collect();
            prop_assert_eq!(open(&rows), turned);
        }

        #[test]
        fn the_corner_is_the_smaller_one_of_the_middle_with_least_to_spare(
            free in [prop::collection::btree_set(0_usize..62, 0..30), prop::collection::btree_set(0_usize..62, 0..30)],
            crossings in [[-3_i64..70, -3_i64..70], [-3_i64..70, -3_i64..70]],
            spares in [0_i64..2 * IDLE, 0_i64..2 * IDLE],
        ) {
            let middle = Middle { row: 0, diagonal: 0 };
            let [first, second] = [0, 1].map(|f| Trace { middle, lines: 0, crossing: crossings[f], spare: spares[f] });
            let sets = free.each_ref().map(|lines| {
                let mut set: Set<1> = [0];
                lines.iter().for_each(|&line| sets::insert(&mut set, line));
                set
            });
            let f = usize::from(spares[1] <= spares[0]);
            let lines = |before: [bool; 2]| -> Vec<Vec<usize>> {
                let side = |at: usize, line: usize| match before[at] {
                    true => (line as i64) < crossings[f][at],
                    false => line as i64 > crossings[f][at],
                };
                (0..2).map(|at| free[at].iter().copied().filter(|&line| side(at, line)).collect()).collect()
            };
            // Rows and columns on the same side have a large sum or a small one.
            let corners = if f == 0 { [[true, true], [false, false]] } else { [[true, false], [false, true]] };
            let corners = corners.map(lines);
            let size = |lines: &&Vec<Vec<usize>>| lines.concat().len();
            let smaller = corners.iter().filter(|lines| size(lines) > 0).min_by_key(size);
            let found = corner(&[first, second], &sets).map(|ranges| -> Vec<Vec<usize>> {
                let of = |at: usize| sets::members(&sets::within(&sets[at], &ranges[at])).collect();
                (0..2).map(of).collect()
            });
            prop_assert_eq!(found.as_ref(), smaller.filter(|_| spares[f] <= IDLE));
        }

        #[test]
        fn the_slack_is_that_of_the_best_row_and_of_any_choice_with_the_sum(
            lines in prop::collection::btree_set(0_i64..20, 1..6),
            others in prop::collection::btree_set(0_i64..20, 6),
            diagonals in prop::collection::btree_set(0_usize..40, 6..12),
            (row, diagonal) in (-5_i64..25, -5_i64..45),
            multiplier in -30_i64..30,
        ) {
            let others: Vec<i64> = others.into_iter().take(lines.len()).collect();
            let set = |lines: &mut dyn Iterator<Item = i64>| {
                let mut set = [0];
                lines.for_each(|line| sets::insert(&mut set, line as usize));
                set
            };
            let mut open = Wide::<1>::EMPTY;
            diagonals.iter().for_each(|&diagonal| sets::insert(open.words_mut(), diagonal));
            let (count, sums) = (lines.len(), [lines.iter().sum::<i64>(), others.iter().sum()]);
            let sum = sums[0] + sums[1];
            let window = Window::of(&open, count, sum, Reach::all::<1>());
            prop_assume!(window.is_some());
            let window = window.unwrap();
            let (rows, columns) = (set(&mut lines.iter().copied()), set(&mut others.iter().copied()));
            let chosen = window.chosen(&open);
            let direction = Direction { rows, columns, open, chosen, window, lines: count as i64, sums };
            let View { middle, slack, .. } = direction.view(Middle { row, diagonal });
            prop_assert_eq!(middle.diagonal, diagonal);
            let off = |row: i64| {
                let rows = lines.iter().map(|line| (line - row).abs());
                rows.chain(others.iter().map(|line| (line - diagonal + row).abs())).sum::<i64>()
            };
            prop_assert_eq!(off(middle.row), (-100..200).map(off).min().unwrap());
            let Step { first, over } = direction.step();
            let length = over - first;
            // The least that a choice costs, times `scale`, if a diagonal also costs `lean` for its number.
            let bound = |scale: i64, lean: i64| {
                let cost = |&number: &usize| scale * (number as i64 - diagonal).abs() + lean * number as i64;
                let mut costs: Vec<i64> = diagonals.iter().map(cost).collect();
                costs.sort_unstable();
                costs[..count].iter().sum::<i64>() - lean * sum
            };
            let least = length * off(middle.row) - slack;
            let lean = (first - diagonal).abs() - (over - diagonal).abs();
            prop_assert_eq!(least, bound(length, if direction.window.is_all() { 0 } else { lean }));
            prop_assert!(bound(10 * length, multiplier * length) <= 10 * least);
        }

        #[test]
        fn the_middle_moves_to_where_less_is_to_spare(
            lines in prop::collection::btree_set(0_usize..30, 8),
            others in prop::collection::btree_set(0_usize..30, 8),
            gap in (0_usize..58, 0_usize..20),
            (row, diagonal) in (-5_i64..35, -5_i64..65),
        ) {
            let mut open = Wide::<1>::EMPTY;
            let closed = gap.0..gap.0 + gap.1;
            (0..58).filter(|diagonal| !closed.contains(diagonal)).for_each(|at| sets::insert(open.words_mut(), at));
            let set = |lines: &BTreeSet<usize>| {
                let mut set = [0];
                lines.iter().for_each(|&line| sets::insert(&mut set, line));
                set
            };
            let sums = [&lines, &others].map(|lines| lines.iter().sum::<usize>() as i64);
            let window = Window::of(&open, lines.len(), sums[0] + sums[1], Reach::all::<1>());
            prop_assume!(window.is_some());
            let window = window.unwrap();
            let (rows, columns, chosen) = (set(&lines), set(&others), window.chosen(&open));
            let direction = Direction { rows, columns, open, chosen, window, lines: 8, sums };
            let best = direction.best(Middle { row, diagonal });
            let before = direction.view(Middle { row, diagonal });
            prop_assert!(best.slack <= before.slack);
            prop_assert_eq!(best.slack, direction.view(best.middle).slack);
        }
    }
}
