//! The board of an annealing where queens conflict along diagonals, open or closed, and near by.
//!
//! How many queens stand on each diagonal tells the attacks that a move adds, in a few additions. That is the inner loop
//! of every estimate for a large board.

mod guided;

use super::anneal::{Board, Thresholds};
use super::space::Slots;
use crate::problem::{Edge, Edges, Problem, Ray, SquareKind};
use crate::rng::Rng;
use crate::square::Square;
use guided::Guide;

/// The farthest rows and columns of a conflict that is not along a diagonal.
const NEAR: usize = 8;

/// No column is as far to the right: the row takes no queen, or has none.
const EMPTY: i32 = 1 << 30;

/// The inverse temperature from which moves are [guided](LinesBoard::guided): a random move that adds an attack is then
/// accepted once in fifty times, and few queens are attacked. It is a matter of speed alone.
const GUIDED_FROM: f64 = 4.0;

/// The fewest queens for which guided moves pay.
const GUIDED_QUEENS: usize = 64;

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
        let fold = |line: usize| if line >= self.modulus { line - self.modulus } else { line };
        [fold(row as usize + column as usize), fold(row as usize + self.shift - column as usize)]
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
        let mut board = LinesBoard {
            lines: self,
            queens: self.slots.queens,
            rows,
            columns,
            counts: [vec![0; self.count], vec![0; self.count]],
            at: self.empty_rows(),
            weights: self.strikes.map(i64::from),
            energy: 0,
            guide: None,
        };
        for square in &self.givens {
            board.count(square.row, square.column);
        }
        for queen in 0..board.queens {
            let (row, column) = (board.rows[queen], board.columns[queen]);
            let [up, down] = self.diagonals(row, column);
            let on = [up, down].into_iter().zip(&board.counts).zip(board.weights);
            board.energy += on.map(|((line, counts), weight)| weight * i64::from(counts[line])).sum::<i64>();
            board.energy += self.more(&board.at, row, column);
            board.count(row, column);
            board.at[row as usize + NEAR] = column as i32;
        }
        board
    }
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
    guide: Option<Guide>,
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
    fn proposal(&self, queen: usize, other: usize) -> Move {
        let (row, column) = (self.rows[queen], self.columns[queen]);
        if other < self.queens {
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

    /// How many attacks along diagonals a move adds. No diagonal is left and entered: within one row or column all
    /// have numbers of their own.
    #[inline(always)]
    fn added(&self, step: &Move) -> i64 {
        let [a, b] = step.from.map(|(row, column)| self.lines.diagonals(row, column));
        let [c, d] = step.to.map(|(row, column)| self.lines.diagonals(row, column));
        let mut added = 0;
        for (way, counts) in self.counts.iter().enumerate() {
            let on = |line: usize| i64::from(counts[line]);
            let pair = if step.is_pair {
                on(c[way]) + on(d[way]) - on(a[way]) - on(b[way])
                    + 2
                    + i64::from(a[way] == b[way])
                    + i64::from(c[way] == d[way])
            } else {
                on(c[way]) - on(a[way]) + 1
            };
            added += self.weights[way] * pair;
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
    fn make(&mut self, queen: usize, other: usize, step: &Move) {
        let moved = if step.is_pair { 2 } else { 1 };
        for (&(row, column), change) in step.from[..moved]
            .iter()
            .map(|square| (square, u16::MAX))
            .chain(step.to[..moved].iter().map(|square| (square, 1)))
        {
            for (counts, line) in self.counts.iter_mut().zip(self.lines.diagonals(row, column)) {
                counts[line] = counts[line].wrapping_add(change);
            }
        }
        if other < self.columns.len() {
            self.columns.swap(queen, other);
        } else {
            self.rows.swap(queen, self.queens + other - self.columns.len());
        }
    }

    /// Proposes a move for each queen in turn.
    fn plain<const MORE: bool>(&mut self, rng: &mut Rng, thresholds: &Thresholds) {
        let choices = u64::from(self.choices());
        for queen in 0..self.queens {
            let random = rng.next();
            let other = (((random >> 32) * choices) >> 32) as usize;
            if other == queen {
                continue;
            }
            let step = self.proposal(queen, other);
            let mut added = self.added(&step);
            if MORE {
                added += self.added_more(&step);
            }
            if thresholds.accept(added, random as u32) {
                self.energy += added;
                self.make(queen, other, &step);
            } else if MORE {
                Self::place(&mut self.at, &step, false);
            }
        }
    }
}

impl Board for LinesBoard<'_> {
    fn energy(&self) -> i64 {
        self.energy
    }

    fn sweep(&mut self, rng: &mut Rng, thresholds: &Thresholds) {
        let strikes = self.lines.strikes.contains(&true);
        if thresholds.beta >= GUIDED_FROM && self.queens >= GUIDED_QUEENS && strikes && self.choices() > 0 {
            let mut guide = self.guide.take().unwrap_or_else(|| Guide::new(self));
            match self.lines.has_more() {
                true => self.guided::<true>(&mut guide, rng, thresholds.beta),
                false => self.guided::<false>(&mut guide, rng, thresholds.beta),
            }
            self.guide = Some(guide);
        } else if self.lines.has_more() {
            self.plain::<true>(rng, thresholds);
        } else {
            self.plain::<false>(rng, thresholds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::Space;
    use super::*;
    use control::Limits;

    /// Attacks between queens on squares, by arithmetic on pairs.
    fn attacks(squares: &[(i32, i32)], knights: bool) -> i64 {
        let pairs = squares.iter().enumerate().flat_map(|(i, a)| squares[..i].iter().map(move |b| (a, b)));
        let strikes = |(a, b): (&(i32, i32), &(i32, i32))| {
            let (rows, columns) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
            rows == columns || (knights && rows * columns == 2)
        };
        pairs.filter(|&pair| strikes(pair)).count() as i64
    }

    /// All ways to put the queens of the rows from `row` on onto columns of their own, by their attacks.
    fn all(rows: usize, columns: i32, knights: bool, board: &mut Vec<(i32, i32)>, into: &mut Vec<i64>) {
        if board.len() == rows {
            into.push(attacks(board, knights));
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
            let mut thresholds = Thresholds::new();
            thresholds.cool(beta);
            for is_guided in [false, true] {
                let mut rng = Rng::new(5, 0);
                let mut board = lines.random(&mut rng);
                let mut guide = Guide::new(&board);
                let (mut total, sweeps) = (0, 100_000);
                for _ in 0..sweeps {
                    match (is_guided, lines.has_more()) {
                        (true, true) => board.guided::<true>(&mut guide, &mut rng, beta),
                        (true, false) => board.guided::<false>(&mut guide, &mut rng, beta),
                        (false, true) => board.plain::<true>(&mut rng, &thresholds),
                        (false, false) => board.plain::<false>(&mut rng, &thresholds),
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
