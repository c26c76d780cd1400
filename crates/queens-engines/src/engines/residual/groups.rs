//! The loops over all lines of a position, group by group.
//!
//! They have no branches, know how many lines a group has and read it before they write, so that a compiler makes vector
//! instructions of them where sets are single words.

use super::sets::{self, Set, Wide};
use std::ops::Range;

/// How many lines are looked at together.
const GROUP: usize = 8;

/// Where in a key the number of squares stands, and the tie. The lowest bits are the line.
const COUNT_AT: u32 = 48;
const TIE_AT: u32 = 32;

/// The places for `side` lines and what is missing in the last group.
pub(super) fn width(side: usize) -> usize {
    side.next_multiple_of(GROUP)
}

/// What [`least`] adds for `line`: of two lines with equally many squares that with the lower `tie`, below 2^16, is the
/// least.
#[inline(always)]
pub(super) fn tie(line: usize, tie: u32) -> u64 {
    u64::from(tie) << TIE_AT | line as u64
}

/// A line with the fewest squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Least {
    pub(super) line: usize,
    /// Its squares; more than any line has if all queens stand.
    pub(super) squares: u64,
}

/// The line with the fewest squares, by `ties`, which come from [`tie`].
#[inline(always)]
pub(super) fn least<const W: usize>(lines: &[Set<W>], ties: &[u64]) -> Least {
    least_with(lines, ties, |_| 0)
}

/// The line with the fewest squares, where those of lines outside of all `ranges` count one more.
#[inline(always)]
pub(super) fn least_within<const W: usize>(
    lines: &[Set<W>],
    ties: &[u64],
    ranges: &[Range<usize>; 2],
) -> usize {
    let within = |line: usize| ranges.iter().any(|range| (range.start <= line) & (line < range.end));
    least_with(lines, ties, |line| u64::from(!within(line)) << COUNT_AT).line
}

/// The least line, by the number of its squares, its tie and what is `more`.
#[inline(always)]
fn least_with<const W: usize>(lines: &[Set<W>], ties: &[u64], more: impl Fn(usize) -> u64) -> Least {
    let mut keys = [u64::MAX; GROUP];
    for ((lines, ties), first) in groups(lines).iter().zip(groups(ties)).zip((0..).step_by(GROUP)) {
        let (lines, ties) = (*lines, *ties);
        for at in 0..GROUP {
            let key = (u64::from(sets::size(&lines[at])) << COUNT_AT | ties[at]) + more(first + at);
            keys[at] = keys[at].min(key | all_if(lines[at] == sets::stands()));
        }
    }
    let key = keys.into_iter().fold(u64::MAX, u64::min);
    Least { line: (key % (1 << TIE_AT)) as usize, squares: key >> COUNT_AT }
}

/// Takes from every line what is `struck` there.
#[inline(always)]
pub(super) fn strike<const W: usize>(lines: &mut [Set<W>], struck: &[Set<W>]) {
    for (group, struck) in groups_mut(lines).iter_mut().zip(groups(struck)) {
        // Copies cannot overlap.
        let (mut left, struck) = (*group, *struck);
        for at in 0..GROUP {
            (0..W).for_each(|word| left[at][word] &= !struck[at][word]);
        }
        *group = left;
    }
}

/// Leaves on every line what lies between the two of `low` and the two of `high`, where the first of both counts down
/// as lines count up, and the second up.
#[inline(always)]
pub(super) fn narrow<const W: usize>(lines: &mut [Set<W>], low: [i64; 2], high: [i64; 2]) {
    let keep_mark = sets::stands::<W>();
    for (group, first) in groups_mut(lines).iter_mut().zip((0..).step_by(GROUP)) {
        let mut left = *group;
        for (line, set) in (first..).zip(&mut left) {
            let from = (low[0] - line).max(low[1] + line);
            let to = (high[0] - line).min(high[1] + line) + 1;
            for word in 0..W {
                let below = |end: i64| sets::lowest((end - 64 * word as i64).clamp(0, 64) as usize);
                set[word] &= below(to) & !below(from) | keep_mark[word];
            }
        }
        *group = left;
    }
}

/// Takes from the lines before the first of `ends` the places before the first of `places`, and from those after the second
/// the places after the second, or the other way round where they are `crossed`; says whether one was there.
#[inline(always)]
pub(super) fn close_corners<const W: usize>(
    lines: &mut [Set<W>],
    ends: [usize; 2],
    places: [usize; 2],
    crossed: bool,
) -> bool {
    let below = |end: usize, word: usize| sets::lowest(end.saturating_sub(64 * word).min(64));
    let mark = sets::stands::<W>();
    let before: Set<W> = std::array::from_fn(|word| below(places[0], word) & !mark[word]);
    let after: Set<W> = std::array::from_fn(|word| !below(places[1], word) & !mark[word]);
    let [upper, lower] = if crossed { [after, before] } else { [before, after] };
    let mut closed = [0; GROUP];
    for (group, first) in groups_mut(lines).iter_mut().zip((0..).step_by(GROUP)) {
        let mut left = *group;
        for at in 0..GROUP {
            let line = first + at;
            let (is_upper, is_lower) = (all_if(line < ends[0]), all_if(line >= ends[1]));
            for word in 0..W {
                let here = left[at][word] & (upper[word] & is_upper | lower[word] & is_lower);
                left[at][word] ^= here;
                closed[at] |= here;
            }
        }
        *group = left;
    }
    closed.iter().any(|&closed| closed != 0)
}

/// The lines whose queens do not stand.
#[inline(always)]
pub(super) fn free<const W: usize>(lines: &[Set<W>]) -> Set<W> {
    let mut free = [0; W];
    for (group, first) in groups(lines).iter().zip((0..).step_by(GROUP)) {
        let bits = (0..GROUP).fold(0, |bits, at| bits | u64::from(group[at] != sets::stands()) << at);
        free[first / 64] |= bits << (first % 64);
    }
    free
}

/// The diagonals with an open square: row plus column, and column less row, which counts from `shift` so that it is not
/// negative. `rows` are not more than `shift` and those that stand.
#[inline(always)]
pub(super) fn diagonals<const W: usize>(rows: &[Set<W>], shift: usize) -> [Wide<W>; 2] {
    let mut open = [[[[0; GROUP]; W]; 2]; 2];
    // Of a row whose queen stands nothing is left.
    let mark = sets::stands::<W>();
    for (group, first) in groups(rows).iter().zip((0..).step_by(GROUP)) {
        let group = *group;
        for at in 0..GROUP {
            let row = first + at;
            for (open, by) in open.iter_mut().zip([row, shift.wrapping_sub(row)]) {
                // Words move only where there are several.
                let (skip, bits) = (if W == 1 { 0 } else { by / 64 % W }, by % 64);
                let open = open.as_flattened_mut();
                for word in 0..W {
                    let set = group[at][word] & !mark[word];
                    open[skip + word][at] |= set << bits;
                    open[skip + word + 1][at] |= set >> 1 >> (63 - bits);
                }
            }
        }
    }
    open.map(|open| {
        let mut all = Wide::EMPTY;
        for (word, parts) in all.words_mut().iter_mut().zip(open.as_flattened()) {
            *word = parts.iter().fold(0, |all, part| all | part);
        }
        all
    })
}

/// All bits, or none: where a branch would keep the compiler from vectors.
#[inline(always)]
fn all_if(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

#[inline(always)]
fn groups<T>(lines: &[T]) -> &[[T; GROUP]] {
    lines.as_chunks().0
}

#[inline(always)]
fn groups_mut<T>(lines: &mut [T]) -> &mut [[T; GROUP]] {
    lines.as_chunks_mut().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use queens_simd::{Kernel, Loops, Work};
    use std::collections::BTreeSet;

    type Squares = BTreeSet<(usize, usize)>;

    /// All loops, one after the other.
    struct All<'l, const W: usize> {
        lines: &'l mut [Set<W>],
        struck: &'l [Set<W>],
        ties: &'l [u64],
        ends: [[i64; 2]; 2],
        corners: ([usize; 2], [usize; 2], bool),
        ranges: &'l [Range<usize>; 2],
        shift: usize,
    }

    impl<const W: usize> Work for All<'_, W> {
        type Output = (bool, Set<W>, Least, usize, [Wide<W>; 2]);

        #[inline(always)]
        fn run<L: Loops>(self, _: L) -> Self::Output {
            strike(self.lines, self.struck);
            narrow(self.lines, self.ends[0], self.ends[1]);
            let (ends, places, crossed) = self.corners;
            let closed = close_corners(self.lines, ends, places, crossed);
            let within = least_within(self.lines, self.ties, self.ranges);
            let least = least(self.lines, self.ties);
            (closed, free(self.lines), least, within, diagonals(self.lines, self.shift))
        }
    }

    fn sets_of<const W: usize>(side: usize, stand: &BTreeSet<usize>, squares: &Squares) -> Vec<Set<W>> {
        let mut lines = vec![sets::stands(); width(side)];
        for (line, set) in lines.iter_mut().enumerate().take(side).filter(|(line, _)| !stand.contains(line)) {
            *set = [0; W];
            squares.range((line, 0)..=(line, side - 1)).for_each(|&(_, at)| sets::insert(set, at));
        }
        lines
    }

    fn check<const W: usize>(
        side: usize,
        stand: &BTreeSet<usize>,
        [squares, struck]: [&Squares; 2],
        ties: &[u32],
        ends: [[i64; 2]; 2],
        corners: ([usize; 2], [usize; 2], bool),
    ) {
        let inside = |squares: &Squares| -> Squares {
            squares
                .iter()
                .copied()
                .filter(|&(line, at)| line.max(at) < side && !stand.contains(&line))
                .collect()
        };
        let [squares, struck] = [squares, struck].map(inside);
        let ties: Vec<u64> =
            ties.iter().enumerate().map(|(line, &one)| tie(line, one)).take(width(side)).collect();
        let [low, high] = ends;
        let stays = |&&(line, at): &&(usize, usize)| {
            let (line, at) = (line as i64, at as i64);
            let between = (low[0] - line).max(low[1] + line)..=(high[0] - line).min(high[1] + line);
            between.contains(&at)
        };
        let between: Squares = squares.difference(&struck).filter(stays).copied().collect();
        let (lines, places, crossed) = corners;
        let cornered = |&&(line, at): &&(usize, usize)| {
            let side = |number: usize, ends: [usize; 2]| [number < ends[0], number >= ends[1]];
            let ([upper, lower], [left, right]) = (side(line, lines), side(at, places));
            if crossed { upper && right || lower && left } else { upper && left || lower && right }
        };
        let left: Squares = between.iter().filter(|square| !cornered(square)).copied().collect();
        let size = |line: usize| left.range((line, 0)..=(line, side)).count();
        let free = (0..side).filter(|line| !stand.contains(line));
        let expected = free.clone().min_by_key(|&line| (size(line), ties[line]));
        let ranges = [lines[0].min(side)..side, places[0]..places[1]];
        let outside = |line: usize| usize::from(ranges.iter().all(|range| !range.contains(&line)));
        let expected_within = free.min_by_key(|&line| (size(line) + outside(line), ties[line]));
        let sums: BTreeSet<usize> = left.iter().map(|&(row, column)| row + column).collect();
        let differences: BTreeSet<usize> =
            left.iter().map(|&(row, column)| column + side - 1 - row).collect();
        for kernel in Kernel::ALL.iter().filter_map(|kernel| kernel.find().ok()) {
            let mut lines = sets_of::<W>(side, stand, &squares);
            let mut struck = sets_of::<W>(side, &BTreeSet::new(), &struck);
            struck[side..].fill([0; W]);
            let work = All {
                lines: &mut lines,
                struck: &struck,
                ties: &ties,
                ends,
                corners,
                ranges: &ranges,
                shift: side - 1,
            };
            let (closed, free, least, within, [first, second]) = kernel.run(work);
            assert_eq!(closed, left.len() < between.len());
            assert!(sets::members(&free).eq((0..side).filter(|line| !stand.contains(line))));
            assert_eq!(lines, sets_of::<W>(side, stand, &left));
            assert!(expected_within.is_none_or(|line| line == within));
            match expected {
                Some(line) => assert_eq!(least, Least { line, squares: size(line) as u64 }),
                None => assert!(least.squares > side as u64),
            }
            assert!(sets::members(first.words()).eq(sums.iter().copied()));
            assert!(sets::members(second.words()).eq(differences.iter().copied()));
        }
    }

    proptest! {
        #[test]
        fn the_loops_are_those_over_squares(
            side in prop_oneof![1_usize..=62, 63_usize..=126],
            stand in prop::collection::btree_set(0_usize..126, 0..60),
            squares in prop::collection::btree_set((0_usize..126, 0_usize..126), 0..2000),
            struck in prop::collection::btree_set((0_usize..126, 0_usize..126), 0..300),
            ties in prop::collection::vec(0_u32..1 << 16, 128),
            low in [-40_i64..120, -120_i64..40],
            high in [0_i64..260, -60_i64..130],
            corners in ([0_usize..60, 30_usize..127], [0_usize..60, 30_usize..127], any::<bool>()),
        ) {
            let ordered = |[low, high]: [usize; 2]| [low.min(high), low.max(high)];
            let corners = (ordered(corners.0), ordered(corners.1), corners.2);
            if side <= 62 {
                check::<1>(side, &stand, [&squares, &struck], &ties, [low, high], corners);
            }
            check::<2>(side, &stand, [&squares, &struck], &ties, [low, high], corners);
        }
    }
}
