//! The annealing board for queens that conflict along diagonals, open or closed, and
//! between near squares.
//!
//! The energy is the number of excess queens on each diagonal (one less than are on it),
//! plus the number of near pairs. The counts on the diagonals give the energy change of a
//! move in a few comparisons; comparing the moved queens with all others would take O(n).
//! This is the inner loop of every estimate for a large board.
//!
//! Example: exchanging two queens leaves four diagonals and enters four. Leaving a
//! diagonal with 2 or more queens takes 1 from the energy, entering one with 1 or more
//! adds 1.

mod guided;

use super::anneal::{AnnealingBoard, MAX_ENERGY_STEP, Odds};
use super::space::OpenLines;
use crate::problem::{Edge, Edges, Piece, Problem, Ray, SquareKind};
use crate::square::Square;
use guided::AttackList;
use queens_model::rng::Rng;

/// Maximum distance, in rows and columns, of a conflict that is not along a diagonal.
const MAX_NEAR_DISTANCE: usize = 8;

/// Maximum energy change of a move along diagonals: it leaves at most four of them, each
/// with an energy of one less at most, and enters at most four, each with an energy of
/// one more at most.
const MAX_DIAGONAL_STEP: usize = 4;

/// Column of a row without a queen: out of reach of all columns.
const NO_COLUMN: i32 = 1 << 30;

/// Inverse temperature from which moves are [guided](DiagonalBoard::guided): few queens
/// are attacked there, and few other moves are accepted. It affects speed only.
const GUIDED_FROM: f64 = 2.4;

/// Conflicts along diagonals and between near squares, and the lines on which queens are
/// placed.
#[derive(Clone, Debug)]
pub(super) struct DiagonalSpace {
    pub(super) open_lines: OpenLines,
    /// Modulus of diagonal numbers if diagonals are closed; larger than any number if
    /// they are open.
    modulus: usize,
    /// Offset added to row less column.
    shift: usize,
    /// Upper bound of diagonal numbers.
    count: usize,
    /// True for rising and for falling diagonals if queens attack along them.
    strikes: [bool; 2],
    /// For each distance in rows, a bit for each attacked column; bit `MAX_NEAR_DISTANCE`
    /// is the same column.
    near: Vec<u32>,
    /// True for each hole, row by row; empty if there is none.
    holes: Vec<bool>,
    width: usize,
    height: usize,
    givens: Vec<Square>,
}

/// Reads the attacks of a piece that are not along rows and columns: those along whole
/// diagonals, and those on near squares; `None` if there are others.
fn read_attacks(piece: &Piece, has_joined_edges: bool) -> Option<([bool; 2], Vec<u32>)> {
    let (mut strikes, mut near) = ([false; 2], vec![0u32; MAX_NEAR_DISTANCE + 1]);
    // Of two opposite rays the one that goes down is enough.
    for ray in piece
        .rays()
        .iter()
        .filter(|ray| ray.rows > 0 && ray.columns != 0)
    {
        if ray.range == Ray::UNLIMITED && ray.rows == 1 && ray.columns.abs() == 1 {
            // Down and to the right keeps the difference (falling), down and to the left
            // the sum (rising).
            strikes[usize::from(ray.columns > 0)] = true;
            continue;
        }
        let reach =
            i64::from(ray.range) * i64::from(ray.rows.abs().max(ray.columns.abs()));
        if has_joined_edges
            || ray.range == Ray::UNLIMITED
            || reach > MAX_NEAR_DISTANCE as i64
        {
            return None;
        }
        for step in 1..=ray.range as i32 {
            near[(ray.rows * step) as usize] |=
                1 << (MAX_NEAR_DISTANCE as i32 + ray.columns * step);
        }
    }
    for (rows, columns) in near.iter_mut().enumerate().skip(1) {
        for (strikes, at) in strikes
            .iter()
            .zip([MAX_NEAR_DISTANCE - rows, MAX_NEAR_DISTANCE + rows])
        {
            // Already counted along the diagonal.
            *columns &= if *strikes { !(1 << at) } else { !0 };
        }
    }
    while near.last() == Some(&0) {
        near.pop();
    }
    Some((strikes, near))
}

impl DiagonalSpace {
    /// Builds the space of a problem; `None` if it has other conflicts.
    pub(super) fn from_problem(
        problem: &Problem,
        open_lines: &OpenLines,
    ) -> Option<Self> {
        let (height, width) = (problem.rows() as usize, problem.columns() as usize);
        let Edges {
            top_bottom,
            left_right,
        } = problem.edges();
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
        let (strikes, near) = read_attacks(problem.piece(), modulus.is_some())?;
        let holes = if problem.all_free() {
            vec![]
        } else {
            problem
                .every_square()
                .map(|square| problem.kind(square) != SquareKind::Free)
                .collect()
        };
        Some(DiagonalSpace {
            open_lines: open_lines.clone(),
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

    /// Returns the numbers of the rising and the falling diagonal through a square.
    #[inline(always)]
    pub(super) fn diagonals_of(&self, row: u32, column: u32) -> [usize; 2] {
        self.open_diagonals(row, column).map(|line| {
            if line >= self.modulus {
                line - self.modulus
            } else {
                line
            }
        })
    }

    /// The same on a board with open diagonals.
    #[inline(always)]
    fn open_diagonals(&self, row: u32, column: u32) -> [usize; 2] {
        [
            row as usize + column as usize,
            row as usize + self.shift - column as usize,
        ]
    }

    /// Returns the upper bound of diagonal numbers.
    pub(super) fn diagonal_count(&self) -> usize {
        self.count
    }

    /// Returns true for rising and for falling diagonals if queens attack along them.
    pub(super) fn strike_directions(&self) -> [bool; 2] {
        self.strikes
    }

    /// Returns true if there are holes or near conflicts besides the diagonals.
    pub(super) fn has_nearby_rules(&self) -> bool {
        !self.near.is_empty() || !self.holes.is_empty()
    }

    /// Returns true if all moves are exchanges and all conflicts are along open
    /// diagonals: the inner loop is compiled separately for this case, without tests for
    /// the others.
    fn is_bare(&self) -> bool {
        let OpenLines {
            rows,
            columns,
            queens,
        } = &self.open_lines;
        !self.has_nearby_rules()
            && self.modulus > self.count
            && rows.len() == *queens
            && columns.len() == *queens
    }

    /// Returns the number of near attacks on a square, plus one if it is a hole.
    /// `columns` holds the column of each row's queen, from `MAX_NEAR_DISTANCE` rows
    /// above the board.
    #[inline(always)]
    pub(super) fn nearby_attacks(&self, columns: &[i32], row: u32, column: u32) -> i64 {
        let at = row as usize + MAX_NEAR_DISTANCE;
        let mut attacks = i64::from(
            self.holes.get(row as usize * self.width + column as usize) == Some(&true),
        );
        for (distance, &reach) in self.near.iter().enumerate().skip(1) {
            let below = columns[at + distance].wrapping_sub(column as i32);
            let above = (column as i32).wrapping_sub(columns[at - distance]);
            attacks += is_struck(reach, below) + is_struck(reach, above);
        }
        attacks
    }

    /// Returns the columns of all rows, with margins above and below, and with the givens
    /// only.
    pub(super) fn empty_rows(&self) -> Vec<i32> {
        let mut columns = vec![NO_COLUMN; self.height + 2 * MAX_NEAR_DISTANCE];
        self.givens.iter().for_each(|given| {
            columns[given.row as usize + MAX_NEAR_DISTANCE] = given.column as i32;
        });
        columns
    }

    /// Returns the position of a row in [`DiagonalSpace::empty_rows`].
    pub(super) fn place_of_row(row: u32) -> usize {
        row as usize + MAX_NEAR_DISTANCE
    }

    /// Draws a uniformly random placement.
    pub(super) fn random_board(&self, rng: &mut Rng) -> DiagonalBoard<'_> {
        let (rows, columns) = self.open_lines.random_lines(rng);
        self.board_from_queens(rows, columns)
    }

    /// Builds the placement of queens on the first rows and columns of two lists, and of
    /// the givens.
    pub(super) fn board_from_queens(
        &self,
        rows: Vec<u32>,
        columns: Vec<u32>,
    ) -> DiagonalBoard<'_> {
        let mut board = DiagonalBoard {
            lines: self,
            queens: self.open_lines.queens,
            rows,
            columns,
            counts: [vec![0; self.count], vec![0; self.count]],
            at: self.empty_rows(),
            weights: self.strikes.map(i64::from),
            energy: 0,
            next_queen: 0,
            attacked: None,
        };
        for square in &self.givens {
            board.count_queen(square.row, square.column);
        }
        for queen in 0..board.queens {
            let (row, column) = (board.rows[queen], board.columns[queen]);
            let on = self
                .diagonals_of(row, column)
                .into_iter()
                .zip(&board.counts)
                .zip(board.weights);
            board.energy += on
                .map(|((line, counts), weight)| weight * attacks_gained(counts[line]))
                .sum::<i64>();
            board.energy += self.nearby_attacks(&board.at, row, column);
            board.count_queen(row, column);
            board.at[row as usize + MAX_NEAR_DISTANCE] = column as i32;
        }
        board
    }
}

/// Returns the energy that a queen adds by entering a diagonal with `others` queens.
#[inline(always)]
fn attacks_gained(others: u16) -> i64 {
    i64::from(others > 0)
}

/// Returns the energy that a queen removes by leaving a diagonal with `queens` queens,
/// including itself.
#[inline(always)]
fn attacks_lost(queens: u16) -> i64 {
    i64::from(queens > 1)
}

/// Returns 1 if the column `right` columns to the right is in `reach`, else 0.
#[inline(always)]
fn is_struck(reach: u32, right: i32) -> i64 {
    let place = right.wrapping_add(MAX_NEAR_DISTANCE as i32) as u32;
    if place <= 2 * MAX_NEAR_DISTANCE as u32 {
        i64::from(reach >> place & 1)
    } else {
        0
    }
}

/// A placement, with the number of queens on each diagonal.
pub(super) struct DiagonalBoard<'l> {
    lines: &'l DiagonalSpace,
    queens: usize,
    /// Rows of the queens, followed by rows without one.
    rows: Vec<u32>,
    columns: Vec<u32>,
    counts: [Vec<u16>; 2],
    /// Column of each row's queen, for near conflicts.
    at: Vec<i32>,
    weights: [i64; 2],
    energy: i64,
    /// Next queen to move.
    next_queen: usize,
    /// Attacked queens, from the first guided move on.
    attacked: Option<AttackList>,
}

/// A move: two queens that exchange columns, or one queen, listed twice.
#[derive(Clone, Copy)]
struct QueenMove {
    from: [(u32, u32); 2],
    to: [(u32, u32); 2],
    is_pair: bool,
}

impl DiagonalBoard<'_> {
    fn count_queen(&mut self, row: u32, column: u32) {
        let [up, down] = self.lines.diagonals_of(row, column);
        self.counts[0][up] += 1;
        self.counts[1][down] += 1;
    }

    /// Returns the move of a queen and a choice for it: another queen, an empty column,
    /// or an empty row.
    #[inline(always)]
    fn choose_proposal<const BARE: bool>(&self, queen: usize, other: usize) -> QueenMove {
        let (row, column) = (self.rows[queen], self.columns[queen]);
        if BARE || other < self.queens {
            let (row2, column2) = (self.rows[other], self.columns[other]);
            let (from, to) = (
                [(row, column), (row2, column2)],
                [(row, column2), (row2, column)],
            );
            return QueenMove {
                from,
                to,
                is_pair: true,
            };
        }
        let to = match self.columns.get(other) {
            Some(&column) => (row, column),
            None => (self.rows[self.queens + other - self.columns.len()], column),
        };
        QueenMove {
            from: [(row, column); 2],
            to: [to; 2],
            is_pair: false,
        }
    }

    /// Returns the number of choices for a queen.
    fn choice_count(&self) -> u32 {
        (self.columns.len() + self.rows.len() - self.queens) as u32
    }

    /// Returns the diagonals of two squares.
    #[inline(always)]
    fn move_diagonals<const BARE: bool>(
        &self,
        squares: &[(u32, u32); 2],
    ) -> [[usize; 2]; 2] {
        squares.map(|(row, column)| match BARE {
            true => self.lines.open_diagonals(row, column),
            false => self.lines.diagonals_of(row, column),
        })
    }

    /// Returns the energy that a move adds along diagonals.
    ///
    /// No diagonal is both left and entered: each new square shares a row or a column
    /// with each old square, and the squares of a row or column are on different
    /// diagonals. So the terms are independent, except that both queens may leave the
    /// same diagonal or enter it.
    #[inline(always)]
    fn added_attacks<const BARE: bool>(&self, step: &QueenMove) -> i64 {
        let [a, b] = self.move_diagonals::<BARE>(&step.from);
        let [c, d] = self.move_diagonals::<BARE>(&step.to);
        let mut added = 0;
        for (direction, counts) in self.counts.iter().enumerate() {
            let (on_a, on_c) = (counts[a[direction]], counts[c[direction]]);
            let mut one = attacks_gained(on_c) - attacks_lost(on_a);
            if BARE || step.is_pair {
                one += attacks_gained(counts[d[direction]])
                    - attacks_lost(counts[b[direction]]);
                // Both leave the same diagonal, or both enter it.
                one += i64::from(a[direction] == b[direction] && on_a == 2)
                    + i64::from(c[direction] == d[direction] && on_c == 0);
            }
            added += self.weights[direction] * one;
        }
        added
    }

    /// Returns the near attacks and holes that a move adds; makes the move in `at`.
    #[inline(always)]
    fn added_nearby(&mut self, step: &QueenMove) -> i64 {
        let near = |columns: &[i32], squares: &[(u32, u32); 2]| -> i64 {
            let attacks_on =
                |(row, column)| self.lines.nearby_attacks(columns, row, column);
            let [first, second] = *squares;
            if !step.is_pair {
                return attacks_on(first);
            }
            // The attack between the two counts once.
            let distance = first.0.abs_diff(second.0) as usize;
            let right = if first.0 < second.0 {
                second.1 as i32 - first.1 as i32
            } else {
                first.1 as i32 - second.1 as i32
            };
            let mutual = self
                .lines
                .near
                .get(distance)
                .map_or(0, |&reach| is_struck(reach, right));
            attacks_on(first) + attacks_on(second) - mutual
        };
        let before = near(&self.at, &step.from);
        Self::place_pieces(&mut self.at, step, true);
        near(&self.at, &step.to) - before
    }

    /// Makes a move in `at`, or undoes it.
    fn place_pieces(at: &mut [i32], step: &QueenMove, forward: bool) {
        let (from, to) = if forward {
            (step.from, step.to)
        } else {
            (step.to, step.from)
        };
        from.iter()
            .for_each(|&(row, _)| at[row as usize + MAX_NEAR_DISTANCE] = NO_COLUMN);
        to.iter().for_each(|&(row, column)| {
            at[row as usize + MAX_NEAR_DISTANCE] = column as i32;
        });
    }

    /// Makes a move in the counts on diagonals and in the lists of rows and columns.
    #[inline(always)]
    fn make_move<const BARE: bool>(
        &mut self,
        queen: usize,
        other: usize,
        step: &QueenMove,
    ) {
        let moved = if BARE || step.is_pair { 2 } else { 1 };
        for (squares, change) in [(&step.from, u16::MAX), (&step.to, 1)] {
            for lines in &self.move_diagonals::<BARE>(squares)[..moved] {
                for (counts, &line) in self.counts.iter_mut().zip(lines) {
                    counts[line] = counts[line].wrapping_add(change);
                }
            }
        }
        if other < self.columns.len() {
            self.columns.swap(queen, other);
        } else {
            self.rows
                .swap(queen, self.queens + other - self.columns.len());
        }
    }

    /// Proposes a random move for each queen in turn.
    fn propose_plain<const BARE: bool>(
        &mut self,
        proposals: usize,
        rng: &mut Rng,
        odds: &Odds,
    ) {
        let choices = u64::from(self.choice_count());
        for _ in 0..proposals {
            let queen = self.next_queen;
            self.next_queen = if queen + 1 == self.queens {
                0
            } else {
                queen + 1
            };
            let random = rng.next_u64();
            let other = (((random >> 32) * choices) >> 32) as usize;
            if other == queen {
                continue;
            }
            let step = self.choose_proposal::<BARE>(queen, other);
            let mut added = self.added_attacks::<BARE>(&step);
            debug_assert!(added.unsigned_abs() <= MAX_DIAGONAL_STEP as u64, "{added}");
            if !BARE {
                added += self.added_nearby(&step);
            }
            if odds.accepts_move(added, random as u32) {
                self.energy += added;
                self.make_move::<BARE>(queen, other, &step);
            } else if !BARE {
                Self::place_pieces(&mut self.at, &step, false);
            }
        }
    }
}

impl AnnealingBoard for DiagonalBoard<'_> {
    fn energy(&self) -> i64 {
        self.energy
    }

    fn max_energy_step(&self) -> usize {
        if self.lines.has_nearby_rules() {
            MAX_ENERGY_STEP
        } else {
            MAX_DIAGONAL_STEP
        }
    }

    fn propose_moves(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds) {
        let is_bare = self.lines.is_bare();
        if self.queens == 0 || self.choice_count() == 0 {
            return;
        }
        if odds.beta() < GUIDED_FROM {
            self.attacked = None;
            return match is_bare {
                true => self.propose_plain::<true>(proposals, rng, odds),
                false => self.propose_plain::<false>(proposals, rng, odds),
            };
        }
        let mut attacked = self
            .attacked
            .take()
            .unwrap_or_else(|| AttackList::from_board(self));
        match is_bare {
            true => self.propose_guided::<true>(&mut attacked, proposals, rng, odds),
            false => self.propose_guided::<false>(&mut attacked, proposals, rng, odds),
        }
        self.attacked = Some(attacked);
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::PlacementSpace;
    use super::*;
    use control::Limits;

    /// Computes the energy by arithmetic: queens with an earlier queen on a diagonal, for
    /// each direction, and pairs a knight's move apart.
    fn energy(squares: &[(i32, i32)], knights: bool) -> i64 {
        let mut energy = 0;
        for (number, a) in squares.iter().enumerate() {
            let before = &squares[..number];
            energy += i64::from(before.iter().any(|b| a.0 - a.1 == b.0 - b.1));
            energy += i64::from(before.iter().any(|b| a.0 + a.1 == b.0 + b.1));
            let near = before
                .iter()
                .filter(|b| ((a.0 - b.0) * (a.1 - b.1)).abs() == 2);
            energy += if knights { near.count() as i64 } else { 0 };
        }
        energy
    }

    /// Collects the energies of all placements of one queen in each row and at most one
    /// in each column.
    fn all(
        rows: usize,
        columns: i32,
        knights: bool,
        board: &mut Vec<(i32, i32)>,
        into: &mut Vec<i64>,
    ) {
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

    /// Both kinds of moves keep the distribution exp(-beta E), which is summed here over
    /// all placements.
    #[test]
    fn moves_keep_the_distribution() {
        for (text, rows, columns, knights) in [
            ("6", 6, 6, false),
            ("4x6", 4, 6, false),
            ("superqueens 6", 6, 6, true),
        ] {
            let problem: Problem = text.parse().unwrap();
            let Ok(PlacementSpace::Diagonals(lines)) =
                PlacementSpace::from_problem(&problem, &Limits::default())
            else {
                panic!("{text}")
            };
            let (mut energies, beta) = (Vec::new(), 0.7);
            all(rows, columns, knights, &mut Vec::new(), &mut energies);
            let weights: Vec<f64> = energies
                .iter()
                .map(|&energy| (-beta * energy as f64).exp())
                .collect();
            let sum: f64 = weights.iter().sum();
            let mean = energies
                .iter()
                .zip(&weights)
                .map(|(&e, w)| e as f64 * w)
                .sum::<f64>()
                / sum;
            let mut odds = Odds::new();
            odds.set_beta(beta, MAX_ENERGY_STEP);
            for is_guided in [false, true] {
                let mut rng = Rng::new(5, 0);
                let mut board = lines.random_board(&mut rng);
                let mut attacked = AttackList::from_board(&board);
                let (mut total, sweeps) = (0, 100_000);
                for _ in 0..sweeps {
                    match (is_guided, lines.is_bare()) {
                        (true, true) => {
                            board.propose_guided::<true>(
                                &mut attacked,
                                rows,
                                &mut rng,
                                &odds,
                            );
                        }
                        (true, false) => {
                            board.propose_guided::<false>(
                                &mut attacked,
                                rows,
                                &mut rng,
                                &odds,
                            );
                        }
                        (false, true) => {
                            board.propose_plain::<true>(rows, &mut rng, &odds);
                        }
                        (false, false) => {
                            board.propose_plain::<false>(rows, &mut rng, &odds);
                        }
                    }
                    total += board.energy;
                }
                let found = total as f64 / f64::from(sweeps);
                // The standard error is about 0.01 even if only one sweep in five is
                // independent.
                assert!(
                    (found - mean).abs() < 0.04,
                    "{text}, guided {is_guided}: {found}, not {mean}"
                );
            }
        }
    }
}
