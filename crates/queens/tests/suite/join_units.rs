//! Units of the join on large boards, each against a search row by row of the boards that it is to count. What a unit is
//! to count is told by its description and by the symmetry of docs/design/join.md, reckoned here from whole boards.

use proptest::prelude::*;
use queens::control::Outcome;
use queens::engines::join;
use queens::parallel::{self, Options};
use queens::simd::Kernel;
use serde::Deserialize;

/// A unit as it is described.
#[derive(Debug, Deserialize)]
struct Unit {
    off_centre: bool,
    columns: u32,
    first: usize,
    end: usize,
    slice: usize,
    slices: usize,
}

/// A corner: its queens' distances from the cut between the columns, and from the cut between the rows, a bit for each.
#[derive(Clone, Copy, Default)]
struct Corner {
    columns: u32,
    rows: u32,
}

/// Some columns in the upper left corner of the board, some in the lower right one, and the boards that have them.
struct Search {
    n: usize,
    off_centre: bool,
    /// The columns of the upper left corner and of the lower right one.
    view: [u32; 2],
    /// For each row of the board, from the top, what it can have.
    lines: Vec<Line>,
    queens: Vec<usize>,
    /// Solutions, with their images.
    found: u64,
}

/// A row of the board.
struct Line {
    /// The columns that it can have.
    open: u32,
    /// Those of the upper left or the lower right corner.
    corner: u32,
    /// Its bit in sets of rows.
    bit: u32,
    /// For each set of rows that the corner has with this one: whether it is the beginning of a set that it can have.
    begins: Vec<bool>,
}

/// Of two sets that with more elements is the greater, and then that with the greater word.
fn rank(set: u32) -> (u32, u32) {
    (set.count_ones(), set)
}

/// The sets of `size` out of `most` elements, in ascending order.
fn sets(most: usize, size: u32) -> Vec<u32> {
    (0..1 << most).filter(|set: &u32| set.count_ones() == size).collect()
}

/// The sets that a unit can have opposite to `x`, in their order.
fn opposites(half: usize, x: u32, off_centre: bool) -> Vec<u32> {
    let (size, all) = (x.count_ones(), (1 << half) - 1);
    let sets = sets(half, size);
    if off_centre {
        return sets.into_iter().filter(|set| rank(all & !set) <= rank(x)).collect();
    }
    let below = sets.into_iter().filter(|&set| set <= x);
    if 2 * size as usize != half {
        return below.collect();
    }
    let leading: Vec<u32> = below.filter(|set| set >> (half - 1) == 1).collect();
    [leading.clone(), leading.iter().map(|set| all & !set).collect()].concat()
}

impl Search {
    /// The boards with the columns x in the upper left corner and u in the lower right one; if the queens of the middle
    /// row and column stand off the centre, those with the one of the row on the right if `is_right`, else on the left.
    fn new(n: usize, unit: &Unit, u: u32, is_right: bool) -> Self {
        let (half, x) = (n / 2, unit.columns);
        let all = (1 << half) - 1;
        let left =
            |set: u32| (0..half).filter(|k| set >> k & 1 == 1).map(|k| 1 << (half - 1 - k)).sum::<u32>();
        let right = |set: u32| set << (n - half);
        let middle = if n % 2 == 1 { 1 << half } else { 0 };
        // The rows of a corner, and the others of the same half, are no greater than the columns.
        let stays = |set: &u32| unit.off_centre || rank(*set).max(rank(all & !set)) <= rank(x);
        let of_size = sets(half, x.count_ones());
        let tops =
            of_size.iter().copied().skip(unit.slice).step_by(unit.slices).filter(stays).collect::<Vec<_>>();
        let bottoms = of_size.into_iter().filter(stays).collect::<Vec<_>>();
        let line = |open, corner, bit, done: u32, sets: &[u32]| {
            let mut begins = vec![false; 1 << half];
            for set in sets {
                begins[(set & done) as usize] = true;
            }
            Line { open, corner, bit, begins }
        };
        let beside = right(all & !u);
        let top = left(x) | beside | if unit.off_centre { middle } else { 0 };
        let across = match (unit.off_centre, is_right) {
            (false, _) => middle,
            (true, true) => beside,
            (true, false) => left(x),
        };
        // The queen of the middle column counts for the rows of the side on which that of the middle row stands.
        let corner = if unit.off_centre && !is_right { left(x) | middle } else { left(x) };
        let bottom = left(all & !x) | right(u);
        let above = (0..half).rev().map(|k| line(top, corner, 1 << k, all & !((1 << k) - 1), &tops));
        let between = (2 * half..n).map(|_| line(across, 0, 0, 0, &bottoms));
        let below = (0..half).map(|k| line(bottom, right(u), 1 << k, (2 << k) - 1, &bottoms));
        let lines = above.chain(between).chain(below).collect();
        Search { n, off_centre: unit.off_centre, view: [x, u], lines, queens: Vec::new(), found: 0 }
    }

    /// Counts the boards that go on from the queens that stand; `rows` are those of the corner that this half of the
    /// board fills.
    fn place(&mut self, rows: u32, columns: u32, left: u32, right: u32) {
        let row = self.queens.len();
        if row == self.n {
            self.found += self.images();
            return;
        }
        let rows = if row == self.n.div_ceil(2) || row == self.n / 2 { 0 } else { rows };
        let line = &self.lines[row];
        let mut free = line.open & !(columns | left | right);
        for (part, rows) in [(line.corner, rows | line.bit), (!line.corner, rows)] {
            if !line.begins[rows as usize] {
                free &= !part;
            }
        }
        let (corner, bit) = (line.corner, line.bit);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.queens.push(queen.trailing_zeros() as usize);
            let rows = if queen & corner == 0 { rows } else { rows | bit };
            self.place(rows, columns | queen, (left | queen) << 1, (right | queen) >> 1);
            self.queens.pop();
        }
    }

    /// The corners as far as they are filled: upper left, upper right, lower left, lower right.
    fn corners(&self) -> [Corner; 4] {
        let half = self.n / 2;
        let distance = |i: usize| if i < half { half - 1 - i } else { i + half - self.n };
        let is_middle = |i: usize| self.n % 2 == 1 && i == half;
        let mut corners = [Corner::default(); 4];
        for (row, &column) in self.queens.iter().enumerate() {
            if !is_middle(row) && !is_middle(column) {
                let corner = &mut corners[2 * usize::from(row > half - 1) + usize::from(column > half - 1)];
                corner.columns |= 1 << distance(column);
                corner.rows |= 1 << distance(row);
            }
        }
        corners
    }

    /// How many solutions the board stands for that is filled now: if it is seen from where its view is the greatest, its
    /// images, shared out among the views that are so.
    fn images(&self) -> u64 {
        let half = self.n / 2;
        if self.off_centre {
            let beside = self.queens[half].abs_diff(half);
            let above = self.queens[..half].iter().position(|&column| column == half);
            return if above.is_some_and(|row| half - row > beside) { 8 } else { 0 };
        }
        let corners = self.corners();
        let opposite = |corner: usize| (corners[corner], corners[3 - corner]);
        let views = (0..4).map(opposite).flat_map(|(a, b)| [[a.columns, b.columns], [a.rows, b.rows]]);
        let views: Vec<[u32; 2]> = views.collect();
        let greatest = views.iter().copied().max_by_key(|view| view.map(rank)).expect("eight of them");
        assert_eq!(views[0], self.view);
        if greatest != self.view {
            0
        } else {
            8 / views.iter().filter(|view| **view == greatest).count() as u64
        }
    }
}

/// What a unit counts, which must be what the search finds.
fn checked(n: u32, number: u64) -> u64 {
    let shards = join::shards(n, Kernel::Auto).expect("in range");
    let options = Options { threads: 1, ..Options::default() };
    let report =
        parallel::run(&*shards, [number].into_iter(), &options, &mut |_, _, _| ()).expect("a thread");
    assert_eq!(report.outcome, Outcome::Exhausted);
    let unit: Unit = serde_json::from_value(shards.describe(number)).expect("a description");
    let opposites = opposites(n as usize / 2, unit.columns, unit.off_centre);
    let all = (1 << (n / 2)) - 1;
    let mut found = 0;
    for &u in &opposites[unit.first..unit.end] {
        // With the middle row's queen on the left a board is the mirror image of one with the same sets, or of none.
        let has_left = unit.off_centre && u != all & !unit.columns;
        for is_right in [true, false].into_iter().filter(|&is_right| is_right || has_left) {
            let mut search = Search::new(n as usize, &unit, u, is_right);
            search.place(0, 0, 0, 0);
            found += search.found;
        }
    }
    assert_eq!(report.tally.count, u128::from(found), "{n} queens, unit {number}: {unit:?}");
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_unit_counts_what_a_search_by_rows_finds(n in 8_u32..=16, place in 0.0..1.0) {
        let units = join::shards(n, Kernel::Auto).expect("in range").units();
        checked(n, (place * units as f64) as u64);
    }
}

/// Units of boards whose count nobody knows, or found in one way only: light ones, near the end of the plan.
#[test]
fn units_of_large_boards_count_what_a_search_by_rows_finds() {
    let units = [
        (21, 1_649),
        (27, 7_886_719),
        (28, 79_431_989),
        (28, 79_431_960),
        (28, 79_431_941),
        (29, 856_610_384),
        // Sets of half of the columns, whose complements have no marks on a board of this size.
        (32, 1_173_940_853_022),
    ];
    for (n, unit) in units {
        assert!(checked(n, unit) > 0, "{n} queens, unit {unit}: too light to show anything");
    }
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn heavier_units_of_large_boards_count_what_a_search_by_rows_finds() {
    for (n, unit) in [(23, 2_140), (28, 79_431_902), (28, 79_431_867), (32, 1_173_940_795_618)] {
        assert!(checked(n, unit) > 1_000_000, "{n} queens, unit {unit}");
    }
}
