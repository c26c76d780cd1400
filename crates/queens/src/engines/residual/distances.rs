//! The bound of distances: how far off a middle the diagonals of the queens must lie, and how far they can.
//!
//! Take any row and any column as the middle, and the diagonals through it. No square is farther from one of these
//! diagonals than from the two lines together: |s - s0| <= |r - r0| + |c - c0|, and the same for d. Summed over one
//! queen in each free row and column the right side is known. The left side is at least what the k open diagonals
//! nearest to the middle one come to. If that is more, there is no solution. What is to spare, no queen can spend
//! alone: on a square where both lines lie off the middle in directions that cancel each other out, the right side is
//! larger than the left by twice the smaller distance. So two opposite corners are closed, and far diagonals.
//!
//! The best middle row is a median. The middle diagonal is looked for near that of the window of the quadratic bound.
//! All numbers are doubled, so that a middle may lie between two lines.

use super::bound::Verdict;
use super::groups;
use super::sets::{self, Set, Wide};
use crate::question::LineBound;
use std::ops::Range;

/// How far the middle diagonal is moved at a time, and how often at most.
const STEP: i64 = 4;
const MOVES: usize = 16;

/// Lines and diagonals of one direction, in which a row and a column of a square add up to its diagonal.
struct Direction {
    /// Twice the free rows, ascending; with the sign turned, where differences are meant.
    rows: Vec<i64>,
    /// Twice the free columns, ascending; for differences with what makes them positive.
    columns: Vec<i64>,
    /// Twice the open diagonals, ascending.
    open: Vec<i64>,
}

/// A middle, and what is known with it.
#[derive(Clone, Copy, Debug)]
struct Middle {
    row: i64,
    column: i64,
    diagonal: i64,
    /// What the distances of the lines exceed those of the nearest diagonals by.
    slack: i64,
    /// The distance of the farthest of the nearest diagonals.
    width: i64,
}

impl Direction {
    /// The open diagonals that are nearest to `middle`, one for each free row, of which there are no more.
    #[inline(always)]
    fn nearest(&self, middle: i64) -> &[i64] {
        let (used, open) = (self.rows.len(), &self.open);
        let mut first = open.partition_point(|&diagonal| diagonal < middle).saturating_sub(used);
        while first + used < open.len() && open[first + used] - middle < middle - open[first] {
            first += 1;
        }
        &open[first..first + used]
    }

    /// What the distances of lines exceed those of the nearest diagonals by. The best middle row for the middle diagonal
    /// is the median of the rows and of those that columns make with it; the distances from it are those between both
    /// halves of them all, which pairs of a row and a column in order tell.
    #[inline(always)]
    fn slack(&self, middle: i64) -> i64 {
        let pairs = self.rows.iter().zip(&self.columns);
        let most: i64 = pairs.map(|(row, column)| (row + column - middle).abs()).sum();
        most - self.nearest(middle).iter().map(|diagonal| (diagonal - middle).abs()).sum::<i64>()
    }

    /// The middle with the least slack, of those near `middle`.
    #[inline(always)]
    fn best(&self, middle: i64) -> Middle {
        let (mut diagonal, mut slack) = (middle, self.slack(middle));
        for step in [STEP, -STEP] {
            for _ in 0..MOVES {
                let moved = self.slack(diagonal + step);
                if moved >= slack {
                    break;
                }
                (diagonal, slack) = (diagonal + step, moved);
            }
        }
        let pairs = || self.rows.iter().zip(self.columns.iter().map(|column| diagonal - column));
        let lower = pairs().map(|(&row, other)| row.min(other)).max().unwrap_or(0);
        let upper = pairs().map(|(&row, other)| row.max(other)).min().unwrap_or(0);
        let row = (lower + upper).div_euclid(2);
        let width = self.nearest(diagonal).iter().map(|open| (open - diagonal).abs()).max().unwrap_or(0);
        Middle { row, column: diagonal - row, diagonal, slack, width }
    }
}

/// A position, by its rows, its columns and its open diagonals.
pub(super) struct Distances {
    /// Sums, then differences.
    directions: [Direction; 2],
    /// Where differences count from.
    shift: i64,
}

impl Distances {
    /// The position of `rows` and `columns`, which cannot have fewer diagonals `open` than free rows.
    #[inline(always)]
    pub(super) fn of<const W: usize>(
        rows: &[Set<W>],
        columns: &[Set<W>],
        open: &[Wide<W>; 2],
        shift: usize,
    ) -> Self {
        let shift = shift as i64;
        let free = |lines: &[Set<W>]| {
            let mut free = Vec::with_capacity(lines.len());
            free.extend(
                (0..).zip(lines).filter(|(_, set)| **set != sets::stands()).map(|(line, _)| 2 * line),
            );
            free
        };
        let (rows, columns): (Vec<i64>, _) = (free(rows), free(columns));
        let [sums, differences] = open.each_ref().map(|open| {
            let mut all = Vec::with_capacity(128 * W);
            all.extend(sets::members(open.words()).map(|diagonal| 2 * diagonal as i64));
            all
        });
        let turned = rows.iter().rev().map(|row| -row).collect();
        let moved = columns.iter().map(|column| column + 2 * shift).collect();
        let directions = [
            Direction { rows, columns, open: sums },
            Direction { rows: turned, columns: moved, open: differences },
        ];
        Distances { directions, shift }
    }

    /// The best middle of direction `f` near `diagonal`, with its row and column as they are on the board, doubled.
    #[inline(always)]
    fn middle(&self, f: usize, diagonal: i64) -> Middle {
        let middle = self.directions[f].best(diagonal);
        match f {
            0 => middle,
            _ => Middle { row: -middle.row, column: middle.column - 2 * self.shift, ..middle },
        }
    }

    /// Closes what no queen can stand on; the middle diagonals are looked for near `near`, twice the numbers of diagonals.
    #[inline(always)]
    pub(super) fn apply<const W: usize>(
        &self,
        rows: &mut [Set<W>],
        columns: &mut [Set<W>],
        near: [i64; 2],
    ) -> Verdict {
        let side = self.shift + 1;
        let mut narrowed = false;
        for (f, near) in near.into_iter().enumerate() {
            let Middle { row, column, diagonal, slack, width } = self.middle(f, near);
            if slack < 0 {
                return Verdict::Dead;
            }
            let line = |number: i64| number.clamp(0, side) as usize;
            let before = |middle: i64| 0..line((middle - slack / 2 + 1).div_euclid(2));
            let after = |middle: i64| line((middle + slack / 2).div_euclid(2) + 1)..side as usize;
            let corners = match f {
                0 => [(before(row), after(column)), (after(row), before(column))],
                _ => [(before(row), before(column)), (after(row), after(column))],
            };
            for (upper, left) in corners {
                narrowed |= close(rows, &upper, &left);
                close(columns, &left, &upper);
            }
            let open = &self.directions[f].open;
            let (low, high) = (diagonal - width - slack, diagonal + width + slack);
            if open.first().is_some_and(|&first| first < low) || open.last().is_some_and(|&last| last > high)
            {
                narrowed = true;
                let (low, high, any) = ((low + 1).div_euclid(2), high.div_euclid(2), 4 * side);
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

    /// The weights of lines that rule out every solution: the distances of rows and columns, and what diagonals are
    /// nearer than the farthest of the nearest. Every middle diagonal is looked at.
    pub(super) fn excess(&self) -> Option<LineBound> {
        let least = |f: usize| {
            let direction = &self.directions[f];
            let (&first, &last) = (direction.open.first()?, direction.open.last()?);
            let diagonal = (first..=last).min_by_key(|&diagonal| direction.slack(diagonal))?;
            let middle = self.middle(f, diagonal);
            (middle.slack < 0).then_some((f, middle))
        };
        let (f, Middle { row, column, diagonal, width, .. }) = (0..2).find_map(least)?;
        let weights = |lines: &[i64], weight: &dyn Fn(i64) -> i64| -> Vec<(i64, u64)> {
            let weights = lines.iter().map(|&line| (line / 2, weight(line).max(0) as u64));
            weights.filter(|&(_, weight)| weight > 0).collect()
        };
        let lines = &self.directions[0];
        let rows = weights(&lines.rows, &|line| (line - row).abs());
        let columns = weights(&lines.columns, &|line| (line - column).abs());
        let nearer = weights(&self.directions[f].open, &|line| width - (line - diagonal).abs());
        let all = rows.iter().chain(&columns).chain(&nearer).map(|(_, weight)| weight).sum();
        let (sums, differences) = match f {
            0 => (nearer, Vec::new()),
            _ => (Vec::new(), nearer.into_iter().map(|(line, weight)| (line - self.shift, weight)).collect()),
        };
        let queens = self.directions[f].rows.len() as u64;
        Some(LineBound { queens, one: width as u64, all, rows, columns, sums, differences })
    }
}

/// Closes the `places` of the lines in `which`; says whether one was open.
#[inline(always)]
fn close<const W: usize>(lines: &mut [Set<W>], which: &Range<usize>, places: &Range<usize>) -> bool {
    let below = |end: usize, word: usize| sets::lowest(end.saturating_sub(64 * word).min(64));
    let closed: Set<W> = std::array::from_fn(|word| below(places.end, word) & !below(places.start, word));
    let mut changed = 0;
    for set in lines.iter_mut().take(which.end).skip(which.start) {
        for (word, closed) in set.iter_mut().zip(&closed) {
            changed |= *word & closed;
            *word &= !closed;
        }
    }
    changed != 0
}

#[cfg(test)]
mod tests {
    use super::super::groups;
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
            near in (-10_i64..40, -10_i64..40),
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
            let distances = Distances::of(&rows, &columns, &open, SIDE - 1);
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
            match distances.apply(&mut rows, &mut columns, [near.0, near.1]) {
                Verdict::Dead => prop_assert!(solutions.is_empty()),
                _ => for &(row, column) in solutions.iter().flatten() {
                    prop_assert!(sets::contains(&rows[row], column) && sets::contains(&columns[column], row));
                },
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
        fn the_least_slack_is_that_of_the_best_row(
            lines in prop::collection::btree_set(0_i64..20, 1..8),
            others in prop::collection::btree_set(0_i64..20, 8),
            diagonals in prop::collection::btree_set(0_i64..40, 8..20),
            middle in -5_i64..90,
        ) {
            let doubled = |lines: BTreeSet<i64>| lines.into_iter().map(|line| 2 * line).collect::<Vec<_>>();
            let (rows, open) = (doubled(lines), doubled(diagonals));
            let columns = doubled(others)[..rows.len()].to_vec();
            let mut nearest: Vec<i64> = open.iter().map(|diagonal| (diagonal - middle).abs()).collect();
            nearest.sort_unstable();
            let least: i64 = nearest[..rows.len()].iter().sum();
            let off = |row: i64| {
                let rows = rows.iter().map(|line| (line - row).abs());
                rows.chain(columns.iter().map(|line| (line - middle + row).abs())).sum::<i64>()
            };
            let direction = Direction { rows: rows.clone(), columns: columns.clone(), open };
            prop_assert_eq!(direction.slack(middle), (-100..200).map(off).min().unwrap() - least);
            let best = direction.best(middle);
            prop_assert!(best.slack <= direction.slack(middle));
            let off = |row: i64| {
                let rows = rows.iter().map(|line| (line - row).abs());
                rows.chain(columns.iter().map(|line| (line - best.diagonal + row).abs())).sum::<i64>()
            };
            prop_assert_eq!(off(best.row), (-100..200).map(off).min().unwrap());
        }
    }
}
