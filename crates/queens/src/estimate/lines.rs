//! The board of an annealing where queens conflict along diagonals, open or closed, and near by.
//!
//! The energy counts the queens that are too many on each diagonal, and pairs near by. How many stand on each diagonal
//! tells what a move adds, in a few comparisons. That is the inner loop of every estimate for a large board.

mod guided;

use super::anneal::{Board, Odds, STEPS};
use super::space::Slots;
use crate::problem::{Edge, Edges, Problem, Ray, SquareKind};
use crate::square::Square;
use guided::Attacked;
use queens_model::rng::Rng;

/// The farthest rows and columns of a conflict that is not along a diagonal.
const NEAR: usize = 8;

/// No column is as far to the right: the row takes no queen, or has none.
const EMPTY: i32 = 1 << 30;

/// The inverse temperature from which moves are [guided](LinesBoard::guided): few queens are attacked then, and of other
/// moves few are accepted. It is a matter of speed alone.
const GUIDED_FROM: f64 = 2.4;

/// What conflicts, and where queens go.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) slots: Slots,
    /// Where a diagonal is closed: its number is taken modulo this. Larger than any number where all are open.
    modulus: usize,
    /// What is added to the difference of row and column.
    shift: usize,
    /// Numbers of diagonals are below this.
    count: usize,
    /// Whether queens strike along rising and falling diagonals.
    strikes: [bool; 2],
    /// For each distance of rows from 0, a bit for each column in reach, `NEAR` for the same.
    near: Vec<u32>,
    /// Squares that take no queen, row by row; empty where all do.
    holes: Vec<bool>,
    width: usize,
    height: usize,
    givens: Vec<Square>,
}

impl Lines {
    /// The lines of a problem, where they are all that conflicts.
    pub(super) fn of(problem: &Problem, slots: &Slots) -> Option<Self> {
        let (height, width) = (problem.rows() as usize, problem.columns() as usize);
        let Edges { top_bottom, left_right } = problem.edges();
        let modulus = match (top_bottom, left_right) {
            (Edge::Open, Edge::Open) => None,
            (Edge::Wrap, Edge::Wrap) if height == width => Some(width),
            (Edge::Open, Edge::Wrap) if height <= width => Some(width),
            (Edge::Wrap, Edge::Open) if width <= height => Some(height),
            _ => return None,
        };
        if problem.has_walls() || problem.features().demands_regions {
            return None;
        }
        let (mut strikes, mut near) = ([false; 2], vec![0u32; NEAR + 1]);
        for ray in problem.piece().rays().iter().filter(|ray| ray.rows > 0 && ray.columns != 0) {
            if ray.range == Ray::UNLIMITED && ray.rows == 1 && ray.columns.abs() == 1 {
                // Down and to the right the difference stays, down and to the left the sum.
                strikes[usize::from(ray.columns > 0)] = true;
                continue;
            }
            let reach = i64::from(ray.range) * i64::from(ray.rows.abs().max(ray.columns.abs()));
            if modulus.is_some() || ray.range == Ray::UNLIMITED || reach > NEAR as i64 {
                return None;
            }
            for step in 1..=ray.range as i32 {
                near[(ray.rows * step) as usize] |= 1 << (NEAR as i32 + ray.columns * step);
            }
        }
        for (rows, columns) in near.iter_mut().enumerate().skip(1) {
            for (strikes, at) in strikes.iter().zip([NEAR - rows, NEAR + rows]) {
                // Counted along the diagonal already.
                *columns &= if *strikes { !(1 << at) } else { !0 };
            }
        }
        while near.last() == Some(&0) {
            near.pop();
        }
        let is_hole = |square| problem.kind(square) != SquareKind::Free;
        let holes = if problem.all_free() { vec![] } else { problem.every_square().map(is_hole).collect() };
        Some(Lines {
            slots: slots.clone(),
            modulus: modulus.unwrap_or(usize::MAX / 4),
            shift: modulus.unwrap_or(width),
            count: modulus.unwrap_or(height + width),
            strikes,
            near,
            holes,
            width,
            height,
            givens: problem.givens().to_vec(),
        })
    }

    /// The numbers of the diagonals through a square, rising and falling.
    #[inline(always)]
    pub(super) fn diagonals(&self, row: u32, column: u32) -> [usize; 2] {
        self.open_diagonals(row, column)
            .map(|line| if line >= self.modulus { line - self.modulus } else { line })
    }

    /// The same where none is closed.
    #[inline(always)]
    fn open_diagonals(&self, row: u32, column: u32) -> [usize; 2] {
        [row as usize + column as usize, row as usize + self.shift - column as usize]
    }

    /// Numbers of diagonals are below this.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether queens strike along rising and falling diagonals.
    pub(super) fn strikes(&self) -> [bool; 2] {
        self.strikes
    }

    /// Whether a placement is more than its diagonals: some squares are blocked, or conflict near by.
    pub(super) fn has_more(&self) -> bool {
        !self.near.is_empty() || !self.holes.is_empty()
    }

    /// Whether all moves are exchanges, and nothing conflicts but queens on diagonals with ends: the inner loop is
    /// compiled for that by itself.
    fn is_bare(&self) -> bool {
        let Slots { rows, columns, queens } = &self.slots;
        !self.has_more() && self.modulus > self.count && rows.len() == *queens && columns.len() == *queens
    }

    /// Attacks on a queen on a square from near by, and one if the square is blocked. `columns` are those of the queens
    /// of each row, from `NEAR` rows above the board.
    #[inline(always)]
    pub(super) fn more(&self, columns: &[i32], row: u32, column: u32) -> i64 {
        let at = row as usize + NEAR;
        let mut more = i64::from(self.holes.get(row as usize * self.width + column as usize) == Some(&true));
        for (distance, &reach) in self.near.iter().enumerate().skip(1) {
            let below = columns[at + distance].wrapping_sub(column as i32);
            let above = (column as i32).wrapping_sub(columns[at - distance]);
            more += struck(reach, below) + struck(reach, above);
        }
        more
    }

    /// Columns of the queens of each row, with room on both sides: none but the givens.
    pub(super) fn empty_rows(&self) -> Vec<i32> {
        let mut columns = vec![EMPTY; self.height + 2 * NEAR];
        self.givens.iter().for_each(|given| columns[given.row as usize + NEAR] = given.column as i32);
        columns
    }

    /// Where a row stands in [`Lines::empty_rows`].
    pub(super) fn place(row: u32) -> usize {
        row as usize + NEAR
    }

    pub(super) fn random(&self, rng: &mut Rng) -> LinesBoard<'_> {
        let (rows, columns) = self.slots.random(rng);
        self.board(rows, columns)
    }

    /// Queens on the first rows and columns of two lists, and the givens.
    pub(super) fn board(&self, rows: Vec<u32>, columns: Vec<u32>) -> LinesBoard<'_> {
        let mut board = LinesBoard {
            lines: self,
            queens: self.slots.queens,
            rows,
            columns,
            counts: [vec![0; self.count], vec![0; self.count]],
            at: self.empty_rows(),
            weights: self.strikes.map(i64::from),
            energy: 0,
            turn: 0,
            attacked: None,
        };
        for square in &self.givens {
            board.count(square.row, square.column);
        }
        for queen in 0..board.queens {
            let (row, column) = (board.rows[queen], board.columns[queen]);
            let on = self.diagonals(row, column).into_iter().zip(&board.counts).zip(board.weights);
            board.energy += on.map(|((line, counts), weight)| weight * enters(counts[line])).sum::<i64>();
            board.energy += self.more(&board.at, row, column);
            board.count(row, column);
            board.at[row as usize + NEAR] = column as i32;
        }
        board
    }
}

/// What a queen adds to the energy on a diagonal with so many others.
#[inline(always)]
fn enters(others: u16) -> i64 {
    i64::from(others > 0)
}

/// What a queen takes from the energy of a diagonal with so many queens, itself among them.
#[inline(always)]
fn leaves(queens: u16) -> i64 {
    i64::from(queens > 1)
}

/// Whether columns so far to the right are in reach.
#[inline(always)]
fn struck(reach: u32, right: i32) -> i64 {
    let place = right.wrapping_add(NEAR as i32) as u32;
    if place <= 2 * NEAR as u32 { i64::from(reach >> place & 1) } else { 0 }
}

/// A placement, with how many queens stand on each diagonal.
pub(super) struct LinesBoard<'l> {
    lines: &'l Lines,
    queens: usize,
    /// The rows of the queens, then those without one.
    rows: Vec<u32>,
    columns: Vec<u32>,
    counts: [Vec<u16>; 2],
    /// The columns of the queens of each row, for conflicts near by.
    at: Vec<i32>,
    weights: [i64; 2],
    energy: i64,
    /// Whose turn it is to be moved.
    turn: usize,
    /// From the first guided move on.
    attacked: Option<Attacked>,
}

/// Queens that go from squares to others: two that exchange their columns, or one alone, twice the same.
#[derive(Clone, Copy)]
struct Move {
    from: [(u32, u32); 2],
    to: [(u32, u32); 2],
    is_pair: bool,
}

impl LinesBoard<'_> {
    fn count(&mut self, row: u32, column: u32) {
        let [up, down] = self.lines.diagonals(row, column);
        self.counts[0][up] += 1;
        self.counts[1][down] += 1;
    }

    /// A queen and what is chosen for it: another queen, an empty column, or an empty row.
    #[inline(always)]
    fn proposal<const BARE: bool>(&self, queen: usize, other: usize) -> Move {
        let (row, column) = (self.rows[queen], self.columns[queen]);
        if BARE || other < self.queens {
            let (row2, column2) = (self.rows[other], self.columns[other]);
            let (from, to) = ([(row, column), (row2, column2)], [(row, column2), (row2, column)]);
            return Move { from, to, is_pair: true };
        }
        let to = match self.columns.get(other) {
            Some(&column) => (row, column),
            None => (self.rows[self.queens + other - self.columns.len()], column),
        };
        Move { from: [(row, column); 2], to: [to; 2], is_pair: false }
    }

    /// How many there are to choose for a queen.
    fn choices(&self) -> u32 {
        (self.columns.len() + self.rows.len() - self.queens) as u32
    }

    /// The diagonals of the squares that a move leaves or enters.
    #[inline(always)]
    fn diagonals<const BARE: bool>(&self, squares: &[(u32, u32); 2]) -> [[usize; 2]; 2] {
        squares.map(|(row, column)| match BARE {
            true => self.lines.open_diagonals(row, column),
            false => self.lines.diagonals(row, column),
        })
    }

    /// What a move adds to the energy along diagonals. No diagonal is left and entered: within one row or column all
    /// have numbers of their own.
    #[inline(always)]
    fn added<const BARE: bool>(&self, step: &Move) -> i64 {
        let [a, b] = self.diagonals::<BARE>(&step.from);
        let [c, d] = self.diagonals::<BARE>(&step.to);
        let mut added = 0;
        for (way, counts) in self.counts.iter().enumerate() {
            let (on_a, on_c) = (counts[a[way]], counts[c[way]]);
            let mut one = enters(on_c) - leaves(on_a);
            if BARE || step.is_pair {
                one += enters(counts[d[way]]) - leaves(counts[b[way]]);
                // Two that leave or enter the same diagonal.
                one += i64::from(a[way] == b[way] && on_a == 2) + i64::from(c[way] == d[way] && on_c == 0);
            }
            added += self.weights[way] * one;
        }
        added
    }

    /// How many attacks near by and blocked squares a move adds; the move is made in `at`.
    #[inline(always)]
    fn added_more(&mut self, step: &Move) -> i64 {
        let near = |columns: &[i32], squares: &[(u32, u32); 2]| -> i64 {
            let more = |(row, column)| self.lines.more(columns, row, column);
            let [first, second] = *squares;
            if !step.is_pair {
                return more(first);
            }
            // What the two do to each other counts once.
            let distance = first.0.abs_diff(second.0) as usize;
            let right = if first.0 < second.0 {
                second.1 as i32 - first.1 as i32
            } else {
                first.1 as i32 - second.1 as i32
            };
            let mutual = self.lines.near.get(distance).map_or(0, |&reach| struck(reach, right));
            more(first) + more(second) - mutual
        };
        let before = near(&self.at, &step.from);
        Self::place(&mut self.at, step, true);
        near(&self.at, &step.to) - before
    }

    /// Makes a move in `at`, or takes it back.
    fn place(at: &mut [i32], step: &Move, forward: bool) {
        let (from, to) = if forward { (step.from, step.to) } else { (step.to, step.from) };
        from.iter().for_each(|&(row, _)| at[row as usize + NEAR] = EMPTY);
        to.iter().for_each(|&(row, column)| at[row as usize + NEAR] = column as i32);
    }

    /// Makes a move in the numbers of queens on diagonals and in the lists of lines.
    #[inline(always)]
    fn make<const BARE: bool>(&mut self, queen: usize, other: usize, step: &Move) {
        let moved = if BARE || step.is_pair { 2 } else { 1 };
        for (squares, change) in [(&step.from, u16::MAX), (&step.to, 1)] {
            for lines in &self.diagonals::<BARE>(squares)[..moved] {
                for (counts, &line) in self.counts.iter_mut().zip(lines) {
                    counts[line] = counts[line].wrapping_add(change);
                }
            }
        }
        if other < self.columns.len() {
            self.columns.swap(queen, other);
        } else {
            self.rows.swap(queen, self.queens + other - self.columns.len());
        }
    }

    /// Proposes moves for the queens in turn.
    fn plain<const BARE: bool>(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds) {
        let choices = u64::from(self.choices());
        for _ in 0..proposals {
            let queen = self.turn;
            self.turn = if queen + 1 == self.queens { 0 } else { queen + 1 };
            let random = rng.next_u64();
            let other = (((random >> 32) * choices) >> 32) as usize;
            if other == queen {
                continue;
            }
            let step = self.proposal::<BARE>(queen, other);
            let mut added = self.added::<BARE>(&step);
            if !BARE {
                added += self.added_more(&step);
            }
            if odds.accept(added, random as u32) {
                self.energy += added;
                self.make::<BARE>(queen, other, &step);
            } else if !BARE {
                Self::place(&mut self.at, &step, false);
            }
        }
    }
}

impl Board for LinesBoard<'_> {
    fn energy(&self) -> i64 {
        self.energy
    }

    fn steps(&self) -> usize {
        // Two queens leave and enter four diagonals each.
        if self.lines.has_more() { STEPS } else { 4 * 2 }
    }

    fn propose(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds) {
        let is_bare = self.lines.is_bare();
        if self.queens == 0 || self.choices() == 0 {
            return;
        }
        if odds.beta() < GUIDED_FROM {
            self.attacked = None;
            return match is_bare {
                true => self.plain::<true>(proposals, rng, odds),
                false => self.plain::<false>(proposals, rng, odds),
            };
        }
        let mut attacked = self.attacked.take().unwrap_or_else(|| Attacked::of(self));
        match is_bare {
            true => self.guided::<true>(&mut attacked, proposals, rng, odds),
            false => self.guided::<false>(&mut attacked, proposals, rng, odds),
        }
        self.attacked = Some(attacked);
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::Space;
    use super::*;
    use control::Limits;

    /// The energy of queens on squares by arithmetic: those that have another before them on a diagonal, for either way,
    /// and pairs a knight's move apart.
    fn energy(squares: &[(i32, i32)], knights: bool) -> i64 {
        let mut energy = 0;
        for (number, a) in squares.iter().enumerate() {
            let before = &squares[..number];
            energy += i64::from(before.iter().any(|b| a.0 - a.1 == b.0 - b.1));
            energy += i64::from(before.iter().any(|b| a.0 + a.1 == b.0 + b.1));
            let near = before.iter().filter(|b| ((a.0 - b.0) * (a.1 - b.1)).abs() == 2);
            energy += if knights { near.count() as i64 } else { 0 };
        }
        energy
    }

    /// All ways to put the queens of the rows from `row` on onto columns of their own, by their attacks.
    fn all(rows: usize, columns: i32, knights: bool, board: &mut Vec<(i32, i32)>, into: &mut Vec<i64>) {
        if board.len() == rows {
            into.push(energy(board, knights));
            return;
        }
        for column in 0..columns {
            if board.iter().all(|&(_, taken)| taken != column) {
                board.push((board.len() as i32, column));
                all(rows, columns, knights, board, into);
                board.pop();
            }
        }
    }

    /// Both kinds of moves keep exp(-beta E), which is summed here over all placements.
    #[test]
    fn moves_keep_the_distribution() {
        for (text, rows, columns, knights) in
            [("6", 6, 6, false), ("4x6", 4, 6, false), ("superqueens 6", 6, 6, true)]
        {
            let problem: Problem = text.parse().unwrap();
            let Ok(Space::Lines(lines)) = Space::of(&problem, &Limits::default()) else { panic!("{text}") };
            let (mut energies, beta) = (Vec::new(), 0.7);
            all(rows, columns, knights, &mut Vec::new(), &mut energies);
            let weights: Vec<f64> = energies.iter().map(|&energy| (-beta * energy as f64).exp()).collect();
            let sum: f64 = weights.iter().sum();
            let mean = energies.iter().zip(&weights).map(|(&e, w)| e as f64 * w).sum::<f64>() / sum;
            let mut odds = Odds::new();
            odds.cool(beta, STEPS);
            for is_guided in [false, true] {
                let mut rng = Rng::new(5, 0);
                let mut board = lines.random(&mut rng);
                let mut attacked = Attacked::of(&board);
                let (mut total, sweeps) = (0, 100_000);
                for _ in 0..sweeps {
                    match (is_guided, lines.is_bare()) {
                        (true, true) => board.guided::<true>(&mut attacked, rows, &mut rng, &odds),
                        (true, false) => board.guided::<false>(&mut attacked, rows, &mut rng, &odds),
                        (false, true) => board.plain::<true>(rows, &mut rng, &odds),
                        (false, false) => board.plain::<false>(rows, &mut rng, &odds),
                    }
                    total += board.energy;
                }
                let found = total as f64 / f64::from(sweeps);
                // A standard error is about 0.01 even where only one sweep in five is news.
                assert!((found - mean).abs() < 0.04, "{text}, guided {is_guided}: {found}, not {mean}");
            }
        }
    }
}
