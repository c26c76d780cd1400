//! The annealing board for conflicts between any two squares: boards with walls, twists,
//! mirrors or regions, other pieces, several queens in a line.

use super::Refusal;
use super::anneal::{AnnealingBoard, MAX_ENERGY_STEP, Odds};
use super::space::OpenLines;
use crate::constraints::Constraints;
use crate::problem::{Bounds, Problem, Unit};
use crate::square::Square;
use control::Limits;
use fixedbitset::FixedBitSet;
use queens_model::rng::Rng;

/// Number of a hole or a wall.
const BLOCKED_SQUARE: u32 = u32::MAX;

/// Conflicts and units of each square.
#[derive(Clone, Debug)]
pub(super) struct GeneralSpace {
    pub(super) open_lines: OpenLines,
    /// True if a placement is any set of squares, stored in `open_lines.columns`, without
    /// a line for each queen.
    pub(super) is_sets: bool,
    width: usize,
    /// Number of each square of the board, or of each square of `open_lines.columns` for
    /// sets.
    numbers: Vec<u32>,
    conflicts: Vec<FixedBitSet>,
    /// Units of each square, as positions in `bounds`.
    units: Vec<Vec<u32>>,
    bounds: Vec<Bounds>,
    givens: Vec<u32>,
}

impl GeneralSpace {
    /// Builds the space of all sets of `queens` squares.
    pub(super) fn from_sets(
        problem: &Problem,
        queens: usize,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let form = read_constraints(problem, limits)?;
        let open: Vec<u32> = (0..form.squares().len() as u32)
            .filter(|&number| !form.givens().contains(&(number as usize)))
            .collect();
        if queens > open.len() {
            return Err(Refusal::nowhere_to_stand());
        }
        let numbers: Vec<u32> = (0..form.squares().len() as u32).collect();
        let open_lines = OpenLines {
            rows: vec![0; queens],
            columns: open,
            queens,
        };
        Ok(GeneralSpace::new(
            &form,
            open_lines,
            true,
            0,
            numbers,
            |unit| unit != Unit::Total,
        ))
    }

    /// Builds the space of placements with at most one queen in each line.
    pub(super) fn on_lines(
        problem: &Problem,
        open_lines: OpenLines,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let form = read_constraints(problem, limits)?;
        let number = |square: Square| {
            form.number(square)
                .map_or(BLOCKED_SQUARE, |number| number as u32)
        };
        let numbers = problem.every_square().map(number).collect();
        let width = problem.columns() as usize;
        Ok(GeneralSpace::new(
            &form,
            open_lines,
            false,
            width,
            numbers,
            |unit| matches!(unit, Unit::Region(_)),
        ))
    }

    fn new(
        form: &Constraints,
        open_lines: OpenLines,
        is_sets: bool,
        width: usize,
        numbers: Vec<u32>,
        is_kept: fn(Unit) -> bool,
    ) -> Self {
        let mut units = vec![Vec::new(); form.squares().len()];
        let mut bounds = Vec::new();
        for unit in form.units().iter().filter(|unit| is_kept(unit.unit)) {
            unit.squares
                .iter()
                .for_each(|&square| units[square].push(bounds.len() as u32));
            bounds.push(unit.bounds);
        }
        let conflicts = (0..form.squares().len())
            .map(|number| form.conflicts(number).clone())
            .collect();
        let givens = form.givens().iter().map(|&given| given as u32).collect();
        GeneralSpace {
            open_lines,
            is_sets,
            width,
            numbers,
            conflicts,
            units,
            bounds,
            givens,
        }
    }

    pub(super) fn random_board(&self, rng: &mut Rng) -> GeneralBoard<'_> {
        let (rows, columns) = self.open_lines.random_lines(rng);
        let mut board = GeneralBoard {
            space: self,
            rows,
            columns,
            standing: FixedBitSet::with_capacity(self.units.len()),
            counts: vec![0; self.bounds.len()],
            energy: self
                .bounds
                .iter()
                .map(|&bounds| distance_from_bounds(bounds, 0))
                .sum(),
            next_queen: 0,
        };
        for &given in &self.givens {
            board.put_queen(given);
        }
        for queen in 0..self.open_lines.queens {
            board.put_queen(board.square_of_queen(queen, board.columns[queen]));
        }
        board
    }
}

/// Returns the general form of a problem.
fn read_constraints(problem: &Problem, limits: &Limits) -> Result<Constraints, Refusal> {
    match Constraints::within(problem, limits) {
        Ok(Ok(form)) => Ok(form),
        Ok(Err(stop)) => Err(Refusal::stopped(stop)),
        Err(error) => Err(Refusal::too_large(error)),
    }
}

/// Returns the number of queens that a unit lacks or has too many.
fn distance_from_bounds(bounds: Bounds, count: u32) -> i64 {
    i64::from(bounds.low().saturating_sub(count))
        + i64::from(count.saturating_sub(bounds.high()))
}

/// A placement. Its energy is the number of attacking pairs, plus queens on blocked
/// squares, plus queens that units lack or have too many.
pub(super) struct GeneralBoard<'s> {
    space: &'s GeneralSpace,
    rows: Vec<u32>,
    columns: Vec<u32>,
    standing: FixedBitSet,
    counts: Vec<u32>,
    energy: i64,
    /// Next queen to move.
    next_queen: usize,
}

impl GeneralBoard<'_> {
    fn square_of_queen(&self, queen: usize, column: u32) -> u32 {
        self.square_at(self.rows[queen], column)
    }

    fn square_at(&self, row: u32, column: u32) -> u32 {
        self.space.numbers[row as usize * self.space.width + column as usize]
    }

    fn put_queen(&mut self, square: u32) {
        self.change_square(square, true);
    }

    fn take_queen(&mut self, square: u32) {
        self.change_square(square, false);
    }

    fn change_square(&mut self, square: u32, stands: bool) {
        let sign = if stands { 1 } else { -1 };
        if square == BLOCKED_SQUARE {
            self.energy += sign;
            return;
        }
        let number = square as usize;
        self.standing.set(number, stands);
        self.energy +=
            sign * self.space.conflicts[number].intersection_count(&self.standing) as i64;
        for &unit in &self.space.units[number] {
            let (count, bounds) = (
                &mut self.counts[unit as usize],
                self.space.bounds[unit as usize],
            );
            self.energy -= distance_from_bounds(bounds, *count);
            *count = if stands { *count + 1 } else { *count - 1 };
            self.energy += distance_from_bounds(bounds, *count);
        }
    }

    /// Moves queens from some squares to others; undoes the move if it is not accepted.
    fn attempt_move(&mut self, from: &[u32], to: &[u32], draw: u32, odds: &Odds) -> bool {
        let before = self.energy;
        from.iter().for_each(|&square| self.take_queen(square));
        to.iter().for_each(|&square| self.put_queen(square));
        let accepted = odds.accepts_move(self.energy - before, draw);
        if !accepted {
            to.iter().for_each(|&square| self.take_queen(square));
            from.iter().for_each(|&square| self.put_queen(square));
        }
        accepted
    }
}

impl AnnealingBoard for GeneralBoard<'_> {
    fn energy(&self) -> i64 {
        self.energy
    }

    fn max_energy_step(&self) -> usize {
        MAX_ENERGY_STEP
    }

    fn propose_moves(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds) {
        let OpenLines { queens, .. } = self.space.open_lines;
        let (columns, rows) = (self.columns.len(), self.rows.len());
        // The queens of a set cannot exchange lines.
        let first = if self.space.is_sets { queens } else { 0 };
        let choices = (columns - first + rows - queens) as u32;
        if choices == 0 || queens == 0 {
            return;
        }
        for _ in 0..proposals {
            let queen = self.next_queen;
            self.next_queen = if queen + 1 == queens { 0 } else { queen + 1 };
            let other = first + rng.below(choices) as usize;
            let draw = rng.next_u64() as u32;
            let from = self.square_of_queen(queen, self.columns[queen]);
            if other == queen {
                continue;
            } else if other < queens {
                let pair = [from, self.square_of_queen(other, self.columns[other])];
                let to = [
                    self.square_of_queen(queen, self.columns[other]),
                    self.square_of_queen(other, self.columns[queen]),
                ];
                if self.attempt_move(&pair, &to, draw, odds) {
                    self.columns.swap(queen, other);
                }
            } else if other < columns {
                let to = self.square_of_queen(queen, self.columns[other]);
                if self.attempt_move(&[from], &[to], draw, odds) {
                    self.columns.swap(queen, other);
                }
            } else {
                let row = queens + other - columns;
                let to = self.square_at(self.rows[row], self.columns[queen]);
                if self.attempt_move(&[from], &[to], draw, odds) {
                    self.rows.swap(queen, row);
                }
            }
        }
    }
}
