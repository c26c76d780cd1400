//! Units of the join on large boards, each against a search row by row of the boards that
//! it is to count. What a unit is to count is told by its description and by the symmetry
//! of docs/design/join.md, reckoned here from whole boards.

use proptest::prelude::*;
use queens::control::Outcome;
use queens::engines::join;
use queens::parallel::{self, RunOptions};
use queens::simd::Kernel;
use serde::Deserialize;
use std::thread;

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

/// Some columns in the upper left corner of the board, some in the lower right one, and
/// the boards that have them.
struct Search {
    n: usize,
    off_centre: bool,
    /// The columns of the upper left corner and of the lower right one.
    view: [u32; 2],
    /// For each row of the board, from the top, what it can have.
    lines: Vec<Line>,
    queens: Vec<usize>,
    /// Number of ways to fill the first [`PART`] rows that were met.
    parts: u64,
    /// Those that are searched further.
    share: Share,
    found: Found,
}

/// Number of rows that a part of a search fills.
const PART: usize = 8;

/// The parts of a search that a thread takes: drawn at random, one of `one_in`, and dealt
/// out to the threads.
#[derive(Clone, Copy)]
struct Share {
    /// Other parts for each.
    seed: u64,
    one_in: u64,
    thread: u64,
    threads: u64,
}

impl Share {
    fn has(&self, part: u64) -> bool {
        // Any mixture of the bits will do.
        let mut bits = self
            .seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(part);
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            bits = (bits ^ bits >> 31).wrapping_mul(factor);
        }
        bits ^= bits >> 31;
        bits.is_multiple_of(self.one_in)
            && bits / self.one_in % self.threads == self.thread
    }
}

/// Solutions, with their images, and the sum of the squares of their number in each part.
#[derive(Clone, Copy, Default)]
struct Found {
    solutions: u64,
    squares: f64,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Found {
            solutions: self.solutions + other.solutions,
            squares: self.squares + other.squares,
        }
    }
}

/// The queens that stand, on the rows from the top.
#[derive(Clone, Copy, Default)]
struct State {
    columns: u32,
    left: u32,
    right: u32,
    /// The rows of the corner that this half of the board fills.
    rows: u32,
    /// The rows of the upper left corner, once the top half is full.
    top: u32,
}

/// A row of the board.
struct Line {
    /// The columns that it can have.
    open: u32,
    /// Those of the upper left or the lower right corner.
    corner: u32,
    /// Its bit in sets of rows.
    bit: u32,
    /// For each set of rows that the corner has with this one: whether it is the
    /// beginning of a set that it can have.
    begins: Vec<bool>,
}

/// Of two sets that with more elements is the greater, and then that with the greater
/// word.
fn rank(set: u32) -> (u32, u32) {
    (set.count_ones(), set)
}

/// The sets of `size` out of `most` elements, in ascending order.
fn sets(most: usize, size: u32) -> Vec<u32> {
    (0..1 << most)
        .filter(|set: &u32| set.count_ones() == size)
        .collect()
}

/// The sets that a unit can have opposite to `x`, in their order.
fn opposites(half: usize, x: u32, off_centre: bool) -> Vec<u32> {
    let (size, all) = (x.count_ones(), (1 << half) - 1);
    let sets = sets(half, size);
    if off_centre {
        return sets
            .into_iter()
            .filter(|set| rank(all & !set) <= rank(x))
            .collect();
    }
    let below = sets.into_iter().filter(|&set| set <= x);
    if 2 * size as usize != half {
        return below.collect();
    }
    let leading: Vec<u32> = below.filter(|set| set >> (half - 1) == 1).collect();
    [
        leading.clone(),
        leading.iter().map(|set| all & !set).collect(),
    ]
    .concat()
}

impl Search {
    /// The boards with the columns x in the upper left corner and u in the lower right
    /// one; if the queens of the middle row and column stand off the centre, those with
    /// the one of the row on the right if `is_right`, else on the left.
    fn new(n: usize, unit: &Unit, u: u32, is_right: bool, share: Share) -> Self {
        let (half, x) = (n / 2, unit.columns);
        let all = (1 << half) - 1;
        let left = |set: u32| {
            (0..half)
                .filter(|k| set >> k & 1 == 1)
                .map(|k| 1 << (half - 1 - k))
                .sum::<u32>()
        };
        let right = |set: u32| set << (n - half);
        let middle = if n % 2 == 1 { 1 << half } else { 0 };
        // The rows of a corner, and the others of the same half, are no greater than the
        // columns.
        let stays =
            |set: &u32| unit.off_centre || rank(*set).max(rank(all & !set)) <= rank(x);
        let of_size = sets(half, x.count_ones());
        let tops = of_size
            .iter()
            .copied()
            .skip(unit.slice)
            .step_by(unit.slices)
            .filter(stays)
            .collect::<Vec<_>>();
        let bottoms = of_size.into_iter().filter(stays).collect::<Vec<_>>();
        let line = |open, corner, bit, done: u32, sets: &[u32]| {
            let mut begins = vec![false; 1 << half];
            for set in sets {
                begins[(set & done) as usize] = true;
            }
            Line {
                open,
                corner,
                bit,
                begins,
            }
        };
        let beside = right(all & !u);
        let top = left(x) | beside | if unit.off_centre { middle } else { 0 };
        let across = match (unit.off_centre, is_right) {
            (false, _) => middle,
            (true, true) => beside,
            (true, false) => left(x),
        };
        // The queen of the middle column counts for the rows of the side on which that of
        // the middle row stands.
        let corner = if unit.off_centre && !is_right {
            left(x) | middle
        } else {
            left(x)
        };
        let bottom = left(all & !x) | right(u);
        let above = (0..half)
            .rev()
            .map(|k| line(top, corner, 1 << k, all & !((1 << k) - 1), &tops));
        let between = (2 * half..n).map(|_| line(across, 0, 0, 0, &bottoms));
        let below =
            (0..half).map(|k| line(bottom, right(u), 1 << k, (2 << k) - 1, &bottoms));
        let lines = above.chain(between).chain(below).collect();
        Search {
            n,
            off_centre: unit.off_centre,
            view: [x, u],
            lines,
            queens: Vec::new(),
            parts: 0,
            share,
            found: Found::default(),
        }
    }

    /// Counts the boards that go on from the queens that stand.
    fn place(&mut self, mut state: State) {
        let row = self.queens.len();
        if row == self.n {
            self.found.solutions += self.images(state);
            return;
        }
        if row == self.n / 2 {
            state.top = state.rows;
        }
        if row == self.n.div_ceil(2) || row == self.n / 2 {
            state.rows = 0;
        }
        let line = &self.lines[row];
        let mut free = line.open & !(state.columns | state.left | state.right);
        for (part, rows) in [
            (line.corner, state.rows | line.bit),
            (!line.corner, state.rows),
        ] {
            if !line.begins[rows as usize] {
                free &= !part;
            }
        }
        let (corner, bit) = (line.corner, line.bit);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.queens.push(queen.trailing_zeros() as usize);
            let next = State {
                columns: state.columns | queen,
                left: (state.left | queen) << 1,
                right: (state.right | queen) >> 1,
                rows: if queen & corner == 0 {
                    state.rows
                } else {
                    state.rows | bit
                },
                ..state
            };
            if row + 1 == PART {
                self.place_part(next);
            } else {
                self.place(next);
            }
            self.queens.pop();
        }
    }

    /// Does so if the part that begins with these queens is one of this search.
    fn place_part(&mut self, state: State) {
        self.parts += 1;
        if self.share.has(self.parts) {
            let before = self.found.solutions;
            self.place(state);
            self.found.squares += ((self.found.solutions - before) as f64).powi(2);
        }
    }

    /// Number of solutions that the filled board stands for: if it is its own greatest
    /// view, its images, shared out among the views that are so.
    fn images(
        &self,
        State {
            top, rows: bottom, ..
        }: State,
    ) -> u64 {
        let half = self.n / 2;
        if self.off_centre {
            let beside = self.queens[half].abs_diff(half);
            let above = self.queens[..half]
                .iter()
                .position(|&column| column == half);
            return if above.is_some_and(|row| half - row > beside) {
                8
            } else {
                0
            };
        }
        // The columns and the rows of a corner and of the opposite one. What a corner
        // leaves of its half of the board, the corner beside it has.
        let left = |set: u32| ((1 << half) - 1) & !set;
        let [x, u] = self.view;
        let seen = [
            [x, u],
            [left(u), left(x)],
            [top, bottom],
            [left(top), left(bottom)],
        ];
        let views =
            seen.map(|[one, other]| [[one, other].map(rank), [other, one].map(rank)]);
        let of = |view: &[(u32, u32); 2]| {
            views
                .as_flattened()
                .iter()
                .filter(|other| *other == view)
                .count()
        };
        let greatest = views.as_flattened().iter().max().expect("eight of them");
        if *greatest == self.view.map(rank) {
            8 / of(greatest) as u64
        } else {
            0
        }
    }
}

/// Result and description of a work unit by the join.
fn counted(n: u32, number: u64) -> (u64, Unit) {
    let work_units = join::work_units(n, Kernel::Auto).expect("in range");
    let options = RunOptions {
        threads: 1,
        ..RunOptions::default()
    };
    let report = parallel::run(
        &*work_units,
        [number].into_iter(),
        &options,
        &mut |_, _, _| (),
    )
    .expect("a thread");
    assert_eq!(report.outcome, Outcome::Exhausted);
    let unit =
        serde_json::from_value(work_units.describe(number)).expect("a description");
    (report.tally.count.try_into().expect("a small number"), unit)
}

/// Result of the search in a share of the parts of a work unit.
fn found(n: usize, unit: &Unit, share: Share) -> Found {
    let all = (1 << (n / 2)) - 1;
    let mut found = Found::default();
    for &u in &opposites(n / 2, unit.columns, unit.off_centre)[unit.first..unit.end] {
        // With the middle row's queen on the left a board is the mirror image of one with
        // the same sets, or of none.
        let has_left = unit.off_centre && u != all & !unit.columns;
        for is_right in [true, false]
            .into_iter()
            .filter(|&is_right| is_right || has_left)
        {
            let mut search = Search::new(n, unit, u, is_right, share);
            search.place(State::default());
            found = found.and(search.found);
        }
    }
    found
}

/// The same by all processors.
fn found_by_all(n: usize, unit: &Unit, seed: u64, one_in: u64) -> Found {
    let threads =
        thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    found(
                        n,
                        unit,
                        Share {
                            seed,
                            one_in,
                            thread,
                            threads,
                        },
                    )
                })
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("no panic"))
            .fold(Found::default(), Found::and)
    })
}

/// Count of a work unit, which must equal that of the search.
fn checked(n: u32, number: u64) -> u64 {
    let (count, unit) = counted(n, number);
    let found = found_by_all(n as usize, &unit, number, 1).solutions;
    assert_eq!(count, found, "{n} queens, unit {number}: {unit:?}");
    println!("{n} queens, unit {number}: {count}");
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn units_agree_with_a_search_by_rows(n in 8_u32..=16, place in 0.0..1.0) {
        let units = join::work_units(n, Kernel::Auto).expect("in range").units();
        checked(n, (place * units as f64) as u64);
    }
}

/// The lightest work unit with half of the columns: on a board of 32 queens the
/// complements of such sets have no marks.
fn lightest_with_half_of_the_columns(n: u32) -> u64 {
    let work_units = join::work_units(n, Kernel::Auto).expect("in range");
    let has_half = |&number: &u64| {
        let unit: Unit =
            serde_json::from_value(work_units.describe(number)).expect("a description");
        !unit.off_centre && 2 * unit.columns.count_ones() == n / 2
    };
    (0..work_units.units())
        .rev()
        .find(has_half)
        .expect("a unit")
}

/// Units of boards whose count nobody knows, or found in one way only: light ones, near
/// the end of the plan.
#[test]
fn units_of_large_boards_agree_with_a_search_by_rows() {
    let units = [
        (21, 1_649),
        (27, 175_348),
        (28, 954_444),
        (28, 954_415),
        (28, 954_396),
        (29, 961_638),
        (32, lightest_with_half_of_the_columns(32)),
    ];
    for (n, unit) in units {
        assert!(
            checked(n, unit) > 0,
            "{n} queens, unit {unit}: too light to show anything"
        );
    }
}

#[test]
#[ignore = "half a minute on two processors: run with -- --ignored"]
fn heavier_units_of_large_boards_agree_with_a_search_by_rows() {
    for (n, unit) in [(23, 2_140), (28, 954_357), (28, 954_322)] {
        assert!(checked(n, unit) > 1_000_000, "{n} queens, unit {unit}");
    }
}

/// Units with so many solutions that a search would take hours: what it finds in some
/// parts, drawn at random, tells how many there are about.
#[test]
#[ignore = "some ten minutes on two processors: run with -- --ignored"]
fn ordinary_units_of_26_queens_are_near_a_sampled_search() {
    for (unit, one_in) in [(100_000, 50), (300_000, 50), (500_000, 50)] {
        let (count, description) = counted(26, unit);
        let found = found_by_all(26, &description, unit, one_in);
        // Each part is searched with the same chance, for itself.
        let estimate = found.solutions as f64 * one_in as f64;
        let deviation = (found.squares * one_in as f64 * (one_in - 1) as f64).sqrt();
        println!(
            "unit {unit}: {count}, by parts {estimate:.0} +- {deviation:.0}, {description:?}"
        );
        assert!(deviation < 0.03 * estimate, "{deviation} of {estimate}");
        assert!(
            (estimate - count as f64).abs() < 4.0 * deviation,
            "{count}, {estimate} +- {deviation}"
        );
    }
}
