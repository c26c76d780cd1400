//! The loops over all lines of a position, a group of lines at a time.
//!
//! Every node runs each of these loops over all lines, so they decide the speed. Looking
//! only at the lines that a queen touches takes fewer steps but branches; these loops
//! have no branches, take groups of a fixed size and read a group before they write it,
//! so that the compiler turns them into vector instructions when a set is one word.

use super::sets::{self, DiagonalSet, LineSet};
use std::ops::Range;

/// Number of lines in a group.
const GROUP_LINES: usize = 8;

/// Positions of the number of squares and of the tie-break in a key. The lowest bits are
/// the line.
const COUNT_SHIFT: u32 = 48;
const TIE_SHIFT: u32 = 32;

/// Returns the number of places for `side` lines, rounded up to whole groups.
pub(super) fn width(side: usize) -> usize {
    side.next_multiple_of(GROUP_LINES)
}

/// Returns the key of `line` for [`smallest`]: of two lines with equally many squares,
/// the one with the lower `tie` comes first. `tie` is below 2^16.
#[inline(always)]
pub(super) fn tie(line: usize, tie: u32) -> u64 {
    u64::from(tie) << TIE_SHIFT | line as u64
}

/// A line with the fewest open squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallestLine {
    pub(super) line: usize,
    /// Number of its open squares; more than any line has if all lines are filled.
    pub(super) squares: u64,
}

/// Finds the line with the fewest squares; `ties` are made by [`tie`].
#[inline(always)]
pub(super) fn smallest<const W: usize>(
    lines: &[LineSet<W>],
    ties: &[u64],
) -> SmallestLine {
    smallest_with(lines, ties, |_| 0)
}

/// Finds the line with the fewest squares, where lines outside all `ranges` count one
/// more.
#[inline(always)]
pub(super) fn smallest_within<const W: usize>(
    lines: &[LineSet<W>],
    ties: &[u64],
    ranges: &[Range<usize>; 2],
) -> usize {
    let smallest = smallest_with(lines, ties, |line| {
        // `&` and not `&&`: no branch in the loop over all lines.
        let mut ranges = ranges.iter();
        let is_within = ranges.any(|range| (range.start <= line) & (line < range.end));
        u64::from(!is_within) << COUNT_SHIFT
    });
    smallest.line
}

/// Finds the line with the smallest key: number of squares, then tie-break, then line;
/// `more` is added to the key.
///
/// Number, tie-break and line share one word, so the minimum needs no branch and no
/// second array. The key of a filled line is set to all ones. Each lane keeps its own
/// minimum; they are compared after the loop.
#[inline(always)]
fn smallest_with<const W: usize>(
    lines: &[LineSet<W>],
    ties: &[u64],
    more: impl Fn(usize) -> u64,
) -> SmallestLine {
    let mut keys = [u64::MAX; GROUP_LINES];
    for ((lines, ties), first) in groups(lines)
        .iter()
        .zip(groups(ties))
        .zip((0..).step_by(GROUP_LINES))
    {
        let (lines, ties) = (*lines, *ties);
        for at in 0..GROUP_LINES {
            let key = (u64::from(sets::size(&lines[at])) << COUNT_SHIFT | ties[at])
                + more(first + at);
            keys[at] = keys[at].min(key | all_if(lines[at] == sets::filled()));
        }
    }
    let key = keys.into_iter().fold(u64::MAX, u64::min);
    SmallestLine {
        line: (key % (1 << TIE_SHIFT)) as usize,
        squares: key >> COUNT_SHIFT,
    }
}

/// Removes the squares `closed` from every line.
#[inline(always)]
pub(super) fn close<const W: usize>(lines: &mut [LineSet<W>], closed: &[LineSet<W>]) {
    for (group, closed) in groups_mut(lines).iter_mut().zip(groups(closed)) {
        // Read before written, so that the compiler need not assume overlap.
        let (mut left, closed) = (*group, *closed);
        for at in 0..GROUP_LINES {
            (0..W).for_each(|word| left[at][word] &= !closed[at][word]);
        }
        *group = left;
    }
}

/// Keeps the squares of every line between `low` and `high`. On line `l` the first bound
/// of each is `low[0] - l` and the second `low[1] + l`: two diagonals that fall and two
/// that rise as lines count up.
#[inline(always)]
pub(super) fn narrow<const W: usize>(
    lines: &mut [LineSet<W>],
    low: [i64; 2],
    high: [i64; 2],
) {
    let keep_mark = sets::filled::<W>();
    for (group, first) in groups_mut(lines).iter_mut().zip((0..).step_by(GROUP_LINES)) {
        let mut left = *group;
        for (line, set) in (first..).zip(&mut left) {
            let from = (low[0] - line).max(low[1] + line);
            let to = (high[0] - line).min(high[1] + line) + 1;
            // `from` and `to` are the places of both diagonals on this line; the mark of
            // a filled line stays.
            for word in 0..W {
                let between = sets::word_below(to, word) & !sets::word_below(from, word);
                set[word] &= between | keep_mark[word];
            }
        }
        *group = left;
    }
}

/// Closes two opposite corners: on the lines before `ends[0]` the places before
/// `places[0]`, and on the lines from `ends[1]` the places from `places[1]`; the other
/// two corners if `crossed`. Returns true if a square was closed.
#[inline(always)]
pub(super) fn close_corners<const W: usize>(
    lines: &mut [LineSet<W>],
    ends: [usize; 2],
    places: [usize; 2],
    crossed: bool,
) -> bool {
    let below =
        |end: usize, word: usize| sets::lowest(end.saturating_sub(64 * word).min(64));
    let mark = sets::filled::<W>();
    let before: LineSet<W> =
        std::array::from_fn(|word| below(places[0], word) & !mark[word]);
    let after: LineSet<W> =
        std::array::from_fn(|word| !below(places[1], word) & !mark[word]);
    let [upper, lower] = if crossed {
        [after, before]
    } else {
        [before, after]
    };
    let mut closed = [0; GROUP_LINES];
    for (group, first) in groups_mut(lines).iter_mut().zip((0..).step_by(GROUP_LINES)) {
        let mut left = *group;
        for at in 0..GROUP_LINES {
            let line = first + at;
            let (is_upper, is_lower) = (all_if(line < ends[0]), all_if(line >= ends[1]));
            for word in 0..W {
                let here =
                    left[at][word] & (upper[word] & is_upper | lower[word] & is_lower);
                left[at][word] ^= here;
                closed[at] |= here;
            }
        }
        *group = left;
    }
    closed.iter().any(|&closed| closed != 0)
}

/// Returns the lines that are not filled.
#[inline(always)]
pub(super) fn free<const W: usize>(lines: &[LineSet<W>]) -> LineSet<W> {
    let mut free = [0; W];
    for (group, first) in groups(lines).iter().zip((0..).step_by(GROUP_LINES)) {
        let bits = (0..GROUP_LINES).fold(0, |bits, at| {
            bits | u64::from(group[at] != sets::filled()) << at
        });
        free[first / 64] |= bits << (first % 64);
    }
    free
}

/// Returns the diagonals with an open square: row plus column, and column less row plus
/// `shift`. All free rows are at most `shift`.
///
/// A row set shifted by the number of its row is a set of sums; shifted by `shift` less
/// the row, a set of differences. Each lane collects the diagonals of its own rows; they
/// are merged after the loop.
#[inline(always)]
pub(super) fn diagonals<const W: usize>(
    rows: &[LineSet<W>],
    shift: usize,
) -> [DiagonalSet<W>; 2] {
    let mut open = [[[[0; GROUP_LINES]; W]; 2]; 2];
    // A filled row has no open square besides its mark.
    let mark = sets::filled::<W>();
    for (group, first) in groups(rows).iter().zip((0..).step_by(GROUP_LINES)) {
        let group = *group;
        for at in 0..GROUP_LINES {
            let row = first + at;
            for (open, by) in open.iter_mut().zip([row, shift.wrapping_sub(row)]) {
                // Sets of one word never move by whole words.
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
        let mut all = DiagonalSet::EMPTY;
        for (word, parts) in all.words_mut().iter_mut().zip(open.as_flattened()) {
            *word = parts.iter().fold(0, |all, part| all | part);
        }
        all
    })
}

/// Returns all bits or none, without a branch, which would prevent vector instructions.
#[inline(always)]
fn all_if(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

#[inline(always)]
fn groups<T>(lines: &[T]) -> &[[T; GROUP_LINES]] {
    lines.as_chunks().0
}

#[inline(always)]
fn groups_mut<T>(lines: &mut [T]) -> &mut [[T; GROUP_LINES]] {
    lines.as_chunks_mut().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use queens_simd::{Kernel, KernelLoops, KernelWork};
    use std::collections::BTreeSet;

    type SquareSet = BTreeSet<(usize, usize)>;

    /// AllLoops loops in turn.
    struct AllLoops<'l, const W: usize> {
        lines: &'l mut [LineSet<W>],
        struck: &'l [LineSet<W>],
        ties: &'l [u64],
        ends: [[i64; 2]; 2],
        corners: ([usize; 2], [usize; 2], bool),
        ranges: &'l [Range<usize>; 2],
        shift: usize,
    }

    impl<const W: usize> KernelWork for AllLoops<'_, W> {
        type Output = (bool, LineSet<W>, SmallestLine, usize, [DiagonalSet<W>; 2]);

        #[inline(always)]
        fn run<L: KernelLoops>(self, _: L) -> Self::Output {
            close(self.lines, self.struck);
            narrow(self.lines, self.ends[0], self.ends[1]);
            let (ends, places, crossed) = self.corners;
            let closed = close_corners(self.lines, ends, places, crossed);
            let within = smallest_within(self.lines, self.ties, self.ranges);
            let smallest = smallest(self.lines, self.ties);
            (
                closed,
                free(self.lines),
                smallest,
                within,
                diagonals(self.lines, self.shift),
            )
        }
    }

    fn sets_of<const W: usize>(
        side: usize,
        stand: &BTreeSet<usize>,
        squares: &SquareSet,
    ) -> Vec<LineSet<W>> {
        let mut lines = vec![sets::filled(); width(side)];
        for (line, set) in lines
            .iter_mut()
            .enumerate()
            .take(side)
            .filter(|(line, _)| !stand.contains(line))
        {
            *set = [0; W];
            squares
                .range((line, 0)..=(line, side - 1))
                .for_each(|&(_, at)| sets::insert(set, at));
        }
        lines
    }

    fn check<const W: usize>(
        side: usize,
        stand: &BTreeSet<usize>,
        [squares, struck]: [&SquareSet; 2],
        ties: &[u32],
        ends: [[i64; 2]; 2],
        corners: ([usize; 2], [usize; 2], bool),
    ) {
        let inside = |squares: &SquareSet| -> SquareSet {
            squares
                .iter()
                .copied()
                .filter(|&(line, at)| line.max(at) < side && !stand.contains(&line))
                .collect()
        };
        let [squares, struck] = [squares, struck].map(inside);
        let ties: Vec<u64> = ties
            .iter()
            .enumerate()
            .map(|(line, &one)| tie(line, one))
            .take(width(side))
            .collect();
        let [low, high] = ends;
        let stays = |&&(line, at): &&(usize, usize)| {
            let (line, at) = (line as i64, at as i64);
            let between =
                (low[0] - line).max(low[1] + line)..=(high[0] - line).min(high[1] + line);
            between.contains(&at)
        };
        let between: SquareSet =
            squares.difference(&struck).filter(stays).copied().collect();
        let (lines, places, crossed) = corners;
        let cornered = |&&(line, at): &&(usize, usize)| {
            let side =
                |number: usize, ends: [usize; 2]| [number < ends[0], number >= ends[1]];
            let ([upper, lower], [left, right]) = (side(line, lines), side(at, places));
            if crossed {
                upper && right || lower && left
            } else {
                upper && left || lower && right
            }
        };
        let left: SquareSet = between
            .iter()
            .filter(|square| !cornered(square))
            .copied()
            .collect();
        let size = |line: usize| left.range((line, 0)..=(line, side)).count();
        let free = (0..side).filter(|line| !stand.contains(line));
        let expected = free.clone().min_by_key(|&line| (size(line), ties[line]));
        let ranges = [lines[0].min(side)..side, places[0]..places[1]];
        let outside =
            |line: usize| usize::from(ranges.iter().all(|range| !range.contains(&line)));
        let expected_within =
            free.min_by_key(|&line| (size(line) + outside(line), ties[line]));
        let sums: BTreeSet<usize> =
            left.iter().map(|&(row, column)| row + column).collect();
        let differences: BTreeSet<usize> = left
            .iter()
            .map(|&(row, column)| column + side - 1 - row)
            .collect();
        for kernel in Kernel::ALL.iter().filter_map(|kernel| kernel.find().ok()) {
            let mut lines = sets_of::<W>(side, stand, &squares);
            let mut struck = sets_of::<W>(side, &BTreeSet::new(), &struck);
            struck[side..].fill([0; W]);
            let work = AllLoops {
                lines: &mut lines,
                struck: &struck,
                ties: &ties,
                ends,
                corners,
                ranges: &ranges,
                shift: side - 1,
            };
            let (closed, free, smallest, within, [first, second]) = kernel.run(work);
            assert_eq!(closed, left.len() < between.len());
            assert!(
                sets::members(&free).eq((0..side).filter(|line| !stand.contains(line)))
            );
            assert_eq!(lines, sets_of::<W>(side, stand, &left));
            assert!(expected_within.is_none_or(|line| line == within));
            match expected {
                Some(line) => assert_eq!(
                    smallest,
                    SmallestLine {
                        line,
                        squares: size(line) as u64
                    }
                ),
                None => assert!(smallest.squares > side as u64),
            }
            assert!(sets::members(first.words()).eq(sums.iter().copied()));
            assert!(sets::members(second.words()).eq(differences.iter().copied()));
        }
    }

    proptest! {
        #[test]
        fn group_loops_agree_with_loops_over_squares(
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
