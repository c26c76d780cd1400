//! Random boards, and all their solutions by trying.

use crate::{Mark, Position, Puzzle};
use queens_model::square::Square;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// A source of random boards.
pub(super) struct Sample {
    pub(super) random: ChaCha8Rng,
}

impl Sample {
    pub(super) fn new(seed: u64) -> Self {
        Sample {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// A board with at least one solution: `stars` queens of a random placement are the
    /// seeds of each region. Half of the boards have small regions, which leave fewer
    /// solutions.
    pub(super) fn puzzle(&mut self, size: u32, stars: u32) -> Puzzle {
        self.solved(size, stars).0
    }

    /// As [`Sample::puzzle`], with that solution.
    pub(super) fn solved(&mut self, size: u32, stars: u32) -> (Puzzle, Vec<bool>) {
        let n = size as usize;
        let mut queens = self.placement(n, stars as usize);
        let solution = (0..n * n).map(|square| queens.contains(&square)).collect();
        let mut regions = vec![u32::MAX; n * n];
        for region in 0..size {
            let first = queens.remove(self.random.random_range(0..queens.len()));
            regions[first] = region;
            for _ in 1..stars {
                let distance = |&q: &usize| {
                    (q / n).abs_diff(first / n) + (q % n).abs_diff(first % n)
                };
                let nearest = (0..queens.len())
                    .min_by_key(|&index| distance(&queens[index]))
                    .expect("queens");
                regions[queens.remove(nearest)] = region;
            }
        }
        // Some regions grow slowly.
        let slow: Vec<bool> = (0..size).map(|_| self.random.random_bool(0.6)).collect();
        while regions.contains(&u32::MAX) {
            let square = self.random.random_range(0..n * n);
            if regions[square] == u32::MAX {
                let near = neighbours(square, n);
                let from = near[self.random.random_range(0..near.len())];
                let region = regions[from];
                if region != u32::MAX
                    && (!slow[region as usize] || self.random.random_bool(0.1))
                {
                    regions[square] = region;
                }
            }
        }
        (
            Puzzle::new(size, stars, regions).expect("a puzzle"),
            solution,
        )
    }

    /// Queens that do not touch, `stars` in each line.
    fn placement(&mut self, n: usize, stars: usize) -> Vec<usize> {
        'again: loop {
            let mut queens: Vec<usize> = Vec::new();
            let mut left = vec![stars; n];
            for row in 0..n {
                for _ in 0..stars {
                    let stands_free = |&column: &usize| {
                        left[column] > 0
                            && queens.iter().all(|&q| {
                                (q / n).abs_diff(row) > 1 || (q % n).abs_diff(column) > 1
                            })
                    };
                    let free: Vec<usize> = (0..n).filter(stands_free).collect();
                    if free.is_empty() {
                        continue 'again;
                    }
                    let column = free[self.random.random_range(0..free.len())];
                    left[column] -= 1;
                    queens.push(row * n + column);
                }
            }
            return queens;
        }
    }

    /// True marks of one of `solutions`: each queen with probability `queens`, each other
    /// square with `crosses`.
    pub(super) fn marks(
        &mut self,
        puzzle: &Puzzle,
        solution: &[bool],
        queens: f64,
        crosses: f64,
    ) -> Position {
        let mut position = Position::new(puzzle.clone());
        for (square, &queen) in squares(puzzle).zip(solution) {
            if self
                .random
                .random_bool(if queen { queens } else { crosses })
            {
                position.set(square, if queen { Mark::Queen } else { Mark::Cross });
            }
        }
        position
    }

    /// Another name for each region.
    pub(super) fn rename(&mut self, puzzle: &Puzzle) -> Puzzle {
        let mut names: Vec<u32> = (0..puzzle.size()).collect();
        names.shuffle(&mut self.random);
        let regions = puzzle
            .regions()
            .into_iter()
            .map(|region| names[region as usize])
            .collect();
        Puzzle::new(puzzle.size(), puzzle.stars(), regions).expect("a puzzle")
    }
}

/// All squares, row by row.
pub(super) fn squares(puzzle: &Puzzle) -> impl Iterator<Item = Square> + use<> {
    let n = puzzle.size();
    (0..n * n).map(move |square| Square::new(square / n, square % n))
}

fn neighbours(square: usize, n: usize) -> Vec<usize> {
    let (row, column) = (square / n, square % n);
    let all = [
        (row.wrapping_sub(1), column),
        (row + 1, column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
    ];
    all.into_iter()
        .filter(|&(row, column)| row < n && column < n)
        .map(|(r, c)| r * n + c)
        .collect()
}

/// All solutions that agree with the marks, square by square in reading order; `None` if
/// there are more than `most`.
pub(super) fn solutions(position: &Position, most: usize) -> Option<Vec<Vec<bool>>> {
    let puzzle = position.puzzle();
    let n = puzzle.size() as usize;
    let mut search = Search {
        n,
        stars: puzzle.stars() as usize,
        regions: puzzle.regions(),
        marks: position.marks().to_vec(),
        taken: vec![false; n * n],
        columns: vec![0; n],
        in_region: vec![0; n],
        most,
        found: Vec::new(),
    };
    search.fill(0, 0).then_some(search.found)
}

struct Search {
    n: usize,
    stars: usize,
    regions: Vec<u32>,
    marks: Vec<Mark>,
    taken: Vec<bool>,
    columns: Vec<usize>,
    in_region: Vec<usize>,
    most: usize,
    found: Vec<Vec<bool>>,
}

impl Search {
    /// Fills the squares from `square` on; the row of it has `in_row` queens. False if
    /// there are too many solutions.
    fn fill(&mut self, square: usize, in_row: usize) -> bool {
        let n = self.n;
        if square == n * n {
            if self
                .in_region
                .iter()
                .chain(&self.columns)
                .all(|&queens| queens == self.stars)
            {
                self.found.push(self.taken.clone());
            }
            return self.found.len() <= self.most;
        }
        let (row, column, region) =
            (square / n, square % n, self.regions[square] as usize);
        // Each column needs its queens in the rows that are left, two rows for each.
        if column == 0
            && (0..n).any(|c| self.stars - self.columns[c] > (n - row).div_ceil(2))
        {
            return true;
        }
        let next = |in_row: usize| if column + 1 == n { 0 } else { in_row };
        let stars = self.stars;
        let is_row_done = |in_row: usize| column + 1 < n || in_row == stars;
        let touches = (column > 0 && self.taken[square - 1])
            || row > 0
                && (column.saturating_sub(1)..(column + 2).min(n))
                    .any(|c| self.taken[(row - 1) * n + c]);
        let has_room = in_row < self.stars
            && self.columns[column] < self.stars
            && self.in_region[region] < self.stars;
        if self.marks[square] != Mark::Cross
            && !touches
            && has_room
            && is_row_done(in_row + 1)
        {
            self.taken[square] = true;
            self.columns[column] += 1;
            self.in_region[region] += 1;
            let goes_on = self.fill(square + 1, next(in_row + 1));
            self.taken[square] = false;
            self.columns[column] -= 1;
            self.in_region[region] -= 1;
            if !goes_on {
                return false;
            }
        }
        if self.marks[square] != Mark::Queen && is_row_done(in_row) {
            return self.fill(square + 1, next(in_row));
        }
        true
    }
}

#[test]
fn enumeration_agrees_with_the_engines() {
    let mut sample = Sample::new(1);
    for (size, stars) in [(5, 1), (6, 1), (7, 1), (8, 2), (9, 2)] {
        let puzzle = sample.puzzle(size, stars);
        let position = Position::new(puzzle.clone());
        let found = solutions(&position, 100_000).expect("not so many");
        let answer =
            queens_engines::count(puzzle.problem(), &queens_engines::Settings::default())
                .expect("an engine");
        assert_eq!(answer.count, found.len() as u128, "{}", puzzle.problem());
        assert!(!found.is_empty());
    }
}
