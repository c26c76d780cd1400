//! The second way: squares are labelled row by row, and a region that was left behind in
//! two parts ends the attempt. Every board counts for as much of an eighth as symmetries
//! leave it as it is (Burnside's lemma), permutations of the columns tell its solutions,
//! and its steps, one after the other, say whether it needs a guess.

use super::table::{Table, Tally};
use queens::puzzle::{Options, Puzzle, explain};
use std::cmp::Ordering;

/// The board so far.
struct Labels<'e> {
    size: usize,
    regions: usize,
    /// The region of each square, row by row, numbered as they come.
    map: Vec<usize>,
    /// The squares of each region, a bit for each.
    squares: Vec<u32>,
    /// The squares that have none on their left, and those that have none on their right.
    ends: (u32, u32),
    each: &'e mut dyn FnMut(&[usize]),
}

impl Labels<'_> {
    /// Labels the squares that are left; `used` regions have squares.
    fn label(&mut self, used: usize) {
        let at = self.map.len();
        let squares = self.size * self.size;
        if squares - at < self.regions - used {
            return;
        }
        if at == squares {
            if (0..used).all(|region| self.part(region) == self.squares[region]) {
                (self.each)(&self.map);
            }
            return;
        }
        for region in 0..self.regions.min(used + 1) {
            self.map.push(region);
            self.squares[region] |= 1 << at;
            // The square above has just lost the last way on that its own region may have
            // had.
            let above = at.checked_sub(self.size).map(|above| self.map[above]);
            if self.may_be_joined(region)
                && above.is_none_or(|above| self.may_be_joined(above))
            {
                self.label(used.max(region + 1));
            }
            self.squares[region] &= !(1 << at);
            self.map.pop();
        }
    }

    /// True if the region is connected, or if all its parts touch the last squares, as
    /// many as a row has, from which they can grow.
    fn may_be_joined(&self, region: usize) -> bool {
        let open = u32::MAX << self.map.len().saturating_sub(self.size);
        let mut left = self.squares[region];
        let mut part = self.part_of(left, left & left.wrapping_neg());
        if part == left {
            return true;
        }
        while left != 0 {
            if part & open == 0 {
                return false;
            }
            left &= !part;
            part = self.part_of(left, left & left.wrapping_neg());
        }
        true
    }

    /// The part of the region with its first square.
    fn part(&self, region: usize) -> u32 {
        let whole = self.squares[region];
        self.part_of(whole, whole & whole.wrapping_neg())
    }

    /// Squares that can be reached from `part` within `whole`.
    fn part_of(&self, whole: u32, mut part: u32) -> u32 {
        loop {
            let aside = (part & !self.ends.0) >> 1 | (part & !self.ends.1) << 1;
            let more = (part | aside | part >> self.size | part << self.size) & whole;
            if more == part {
                return part;
            }
            part = more;
        }
    }
}

/// Hands every way to cut the board of this side, at most 5, into so many connected
/// regions to `each`.
pub(crate) fn cuts(size: u32, regions: u32, each: &mut dyn FnMut(&[usize])) {
    let (n, regions) = (size as usize, regions as usize);
    let column = (0..n).fold(0, |column, row| column | 1 << (row * n));
    let ends = (column, column << (n - 1));
    Labels {
        size: n,
        regions,
        map: Vec::new(),
        squares: vec![0; regions],
        ends,
        each,
    }
    .label(0);
}

/// The columns of queens in each row that do not touch.
pub(crate) fn placements(size: u32) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |row: &Vec<usize>| {
            let fits = |column: &usize| {
                !row.contains(column)
                    && row.last().is_none_or(|last| last.abs_diff(*column) > 1)
            };
            let further = (0..size as usize).filter(fits);
            further
                .map(|column| [&row[..], &[column]].concat())
                .collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// All boards of this side, at most 5, up to symmetry.
pub(crate) fn table(size: u32) -> Table {
    let n = size as usize;
    let turn = |at: usize| at % n * n + (n - 1 - at / n);
    let flip = |at: usize| at / n * n + (n - 1 - at % n);
    // Quarter turns, each alone and behind a flip.
    let mut images: Vec<Vec<usize>> =
        vec![(0..n * n).collect(), (0..n * n).map(flip).collect()];
    for number in 0..6 {
        images.push(images[number].iter().map(|&at| turn(at)).collect());
    }
    let placements = placements(size);
    let rules = Options::default().rules_only();
    let mut eighths = Table::new();
    cuts(size, size, &mut |map| {
        let orders = || images.iter().map(|image| order(map, image));
        let same = orders().filter(|order| order.is_eq()).count() as u64;
        let mut sizes = vec![0; n];
        map.iter().for_each(|&region| sizes[region] += 1);
        sizes.sort_unstable();
        let is_solution = |queens: &&Vec<usize>| {
            let taken = (0..)
                .zip(*queens)
                .fold(0, |taken, (row, column)| taken | 1 << map[n * row + column]);
            taken == (1u32 << n) - 1
        };
        let solutions = placements.iter().filter(is_solution).take(2).count();
        let tally: &mut Tally = eighths.entry(sizes).or_default();
        tally.boards += same;
        if solutions > 0 {
            tally.solvable += same;
        }
        if solutions == 1 {
            tally.unique += same;
            // One of its images is asked, the last, for all of them: together they count
            // for eight.
            if orders().all(Ordering::is_ge) {
                let regions = map.iter().map(|&region| region as u32).collect();
                let puzzle =
                    Puzzle::new(size, 1, regions).expect("as many regions as rows");
                tally.no_guess += 8 * u64::from(explain(&puzzle, &rules).solved);
            }
        }
    });
    for Tally {
        boards,
        solvable,
        unique,
        no_guess,
    } in eighths.values_mut()
    {
        for sum in [boards, solvable, unique, no_guess] {
            assert_eq!(*sum % 8, 0, "as many symmetries as Burnside's lemma says");
            *sum /= 8;
        }
    }
    eighths
}

/// Compares the map with its image under `image`, with regions numbered in order of
/// appearance.
fn order(map: &[usize], image: &[usize]) -> Ordering {
    let mut names = [usize::MAX; 5];
    let mut fresh = 0;
    for (&here, &there) in map.iter().zip(image) {
        let name = &mut names[map[there]];
        if *name == usize::MAX {
            *name = fresh;
            fresh += 1;
        }
        if here != *name {
            return here.cmp(name);
        }
    }
    Ordering::Equal
}
