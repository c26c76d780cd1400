//! The first way: regions grow one after the other, each from the first square that is
//! free. Of the eight images of a board that which comes first is counted, the engine for
//! exact units tells its solutions, and its rating says whether it needs a guess.

use super::table::{Table, Tally};
use queens::puzzle::{Options, Puzzle, rate};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::{Question, Settings, Verdict, ask};

/// Sets of squares, a bit for each, row by row.
struct Board {
    /// The squares beside each square.
    beside: Vec<u32>,
}

impl Board {
    fn new(size: u32) -> Self {
        let squares = || (0..size * size).map(|at| Square::new(at / size, at % size));
        let is_beside = |a: Square, b: Square| {
            a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
        };
        let beside = |a| {
            (0..)
                .zip(squares())
                .filter(|&(_, b)| is_beside(a, b))
                .map(|(at, _)| 1 << at)
                .sum()
        };
        Board {
            beside: squares().map(beside).collect(),
        }
    }

    /// Neighbours of a set.
    fn around(&self, mut set: u32) -> u32 {
        let (whole, mut around) = (set, 0);
        while set != 0 {
            around |= self.beside[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        around & !whole
    }

    /// Number of connected parts of a set.
    fn parts(&self, mut set: u32) -> u32 {
        let mut parts = 0;
        while set != 0 {
            let mut part = set & set.wrapping_neg();
            while self.around(part) & set != 0 {
                part |= self.around(part) & set;
                set &= !part;
            }
            set &= !part;
            parts += 1;
        }
        parts
    }

    /// Hands every way to cut `free` into so many connected regions to `each`, behind
    /// those of `drawn`.
    fn cut(
        &self,
        free: u32,
        regions: u32,
        drawn: &mut Vec<u32>,
        each: &mut dyn FnMut(&[u32]),
    ) {
        let parts = self.parts(free);
        if parts > regions || free.count_ones() < regions {
            return;
        }
        if regions == 1 {
            drawn.push(free);
            each(drawn);
            drawn.pop();
        } else {
            self.extend(free & free.wrapping_neg(), 0, free, regions, drawn, each);
        }
    }

    /// The region `set`, and every larger one without the squares of `never`.
    fn extend(
        &self,
        set: u32,
        mut never: u32,
        free: u32,
        regions: u32,
        drawn: &mut Vec<u32>,
        each: &mut dyn FnMut(&[u32]),
    ) {
        if (free & !set).count_ones() + 1 < regions {
            return;
        }
        drawn.push(set);
        self.cut(free & !set, regions - 1, drawn, each);
        drawn.pop();
        let mut next = self.around(set) & free & !never;
        while next != 0 {
            let square = next & next.wrapping_neg();
            next &= next - 1;
            self.extend(set | square, never, free, regions, drawn, each);
            never |= square;
        }
    }
}

/// Hands every way to cut the board of this side, at most 5, into so many connected
/// regions to `each`.
pub(crate) fn cuts(size: u32, regions: u32, each: &mut dyn FnMut(&[u32])) {
    Board::new(size).cut((1 << (size * size)) - 1, regions, &mut Vec::new(), each);
}

/// All boards of this side, at most 5, up to symmetry.
pub(crate) fn table(size: u32) -> Table {
    let squares = (size * size) as usize;
    let image = |symmetry: Symmetry| -> Vec<usize> {
        let of = |at: u32| symmetry.apply(Square::new(at / size, at % size), size, size);
        (0..size * size)
            .map(of)
            .map(|square| (square.row * size + square.column) as usize)
            .collect()
    };
    let images = Symmetry::ALL.map(image);
    let mut table = Table::new();
    let mut map = vec![0; squares];
    cuts(size, size, &mut |drawn| {
        for (number, &region) in (0..).zip(drawn) {
            (0..squares)
                .filter(|at| region >> at & 1 == 1)
                .for_each(|at| map[at] = number);
        }
        if images.iter().all(|image| is_first(&map, image)) {
            let mut sizes: Vec<u32> =
                drawn.iter().map(|region| region.count_ones()).collect();
            sizes.sort_unstable();
            add(table.entry(sizes).or_default(), size, &map);
        }
    });
    table
}

/// True if the map is no later than its image under `image`, with regions numbered in
/// order of appearance.
fn is_first(map: &[u32], image: &[usize]) -> bool {
    let mut names = [u32::MAX; 5];
    let mut fresh = 0;
    for (&here, &there) in map.iter().zip(image) {
        let name = &mut names[map[there] as usize];
        if *name == u32::MAX {
            *name = fresh;
            fresh += 1;
        }
        if *name != here {
            return here < *name;
        }
    }
    true
}

/// Counts a board.
fn add(tally: &mut Tally, size: u32, map: &[u32]) {
    let puzzle = Puzzle::new(size, 1, map.to_vec()).expect("as many regions as rows");
    let settings = Settings::default().with_threads(1);
    let answer = ask(puzzle.problem(), Question::Unique, &settings).expect("an engine");
    tally.boards += 1;
    tally.solvable += u64::from(answer.verdict() != Verdict::None);
    if answer.verdict() == Verdict::OnlyOne {
        tally.unique += 1;
        let rating = rate(&puzzle, &Options::default().rules_only()).expect("no limits");
        tally.no_guess += u64::from(rating.is_by_rules());
    }
}
