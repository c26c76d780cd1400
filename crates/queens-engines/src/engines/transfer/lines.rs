//! Counting row by row if rows and columns take the same number of pieces, two or more,
//! and pieces reach no farther than the next row.
//!
//! A state is the number of pieces that each column still needs, and the open squares of
//! the next row. Each row is filled in every way, and the counts of equal states are
//! added up.
//!
//! Two in each line of 3 x 3, for pieces that attack nothing: the first row leaves the
//! needs (1, 1, 2), (1, 2, 1) or (2, 1, 1). The second row must fill the column that
//! needs two, because only one row is left, so it leaves (0, 1, 1), (1, 0, 1) and (1, 1,
//! 0), each in two ways. The last row fills the rest: 6 solutions.

use super::add_count;
use super::component::StateHasher;
use control::{Limits, Meter, Step, Stop};
use queens_model::bits::members;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::rays::struck;
use queens_model::square::Square;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Maximum number of columns: each has four bits of a state.
const MAX_COLUMNS: u32 = 32;

/// Maximum number of pieces in a line.
const MAX_DEMAND: u32 = 15;

/// Number of ways to distribute pieces over the columns up to which states fit into
/// memory. An open board has about seven times as many states.
const FEW_DISTRIBUTIONS: f64 = 250_000.0;

/// Returns the number of pieces in each line, if all lines take the same number, from 2
/// to [`MAX_DEMAND`], without regions and on at most [`MAX_COLUMNS`] columns.
fn demand_of_lines(problem: &Problem) -> Option<u32> {
    let demand = problem
        .features()
        .exact_units
        .filter(|demand| (2..=MAX_DEMAND).contains(demand))?;
    let (units, exactly) = (problem.units(), Bounds::exactly(demand));
    let are_lines_alone =
        units.row == exactly && units.column == exactly && units.region == Bounds::ANY;
    (are_lines_alone && problem.columns() <= MAX_COLUMNS).then_some(demand)
}

/// Returns true if `problem` can be counted row by row.
///
/// # Complexity
/// O(squares x rays x side).
pub(super) fn accepts(problem: &Problem) -> bool {
    demand_of_lines(problem).is_some() && reaches_next_row_at_most(problem)
}

/// Returns true if no piece attacks a square that is two or more rows away.
fn reaches_next_row_at_most(problem: &Problem) -> bool {
    for from in problem.every_square() {
        for &ray in problem.piece().rays() {
            for target in struck(problem, from, ray) {
                if target.row.abs_diff(from.row) > 1 {
                    return false;
                }
            }
        }
    }
    true
}

/// Returns true if `problem` can be counted row by row with few states.
pub(crate) fn has_few_states(problem: &Problem) -> bool {
    demand_of_lines(problem).is_some_and(|demand| {
        most_distributions(problem.columns(), demand as usize) <= FEW_DISTRIBUTIONS
            && accepts(problem)
    })
}

/// Returns the number of ways to distribute pieces over the columns, up to `demand` in
/// each, for the number of pieces that has the most.
fn most_distributions(columns: u32, demand: usize) -> f64 {
    // ways[k] = number of ways to distribute k pieces over the columns so far.
    let mut ways = vec![1.0];
    for _ in 0..columns {
        let mut with_column = vec![0.0; ways.len() + demand];
        for (pieces, &ways_so_far) in ways.iter().enumerate() {
            // The next column takes 0 to `demand` pieces.
            for sum in &mut with_column[pieces..=pieces + demand] {
                *sum += ways_so_far;
            }
        }
        ways = with_column;
    }
    ways.into_iter().fold(0.0, f64::max)
}

/// Counts the solutions of a problem that [`accepts`] takes.
///
/// # Errors
/// The reason to stop, from `meter`; `limits` are its own.
pub(super) fn count_by_lines(
    problem: &Problem,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<u128, Stop> {
    let Some(demand) = demand_of_lines(problem) else {
        return Ok(0);
    };
    let columns = problem.columns();
    let board = LineBoard {
        rows: board_rows(problem, &mut Meter::new(limits))?,
        columns: columns as usize,
        demand,
    };
    let mut needs = 0;
    for column in 0..columns {
        needs |= u128::from(demand) << (4 * column);
    }
    let open = board.open_squares(0, 0, needs);
    let mut states = RowStates::from_iter([(RowState { needs, open }, 1)]);
    for row in 0..board.rows.len() {
        states = board.add_row(row, states, meter)?;
        meter.width(states.len() as u64);
    }
    // After the last row only the state without needs is left. On a board without rows
    // that is the first state, whose columns get no piece: it does not count.
    let mut sum = 0;
    for (state, count) in states {
        if state.needs == 0 {
            add_count(&mut sum, count)?;
        }
    }
    Ok(sum)
}

/// A board whose rows and columns take the same number of pieces.
struct LineBoard {
    rows: Vec<BoardRow>,
    columns: usize,
    /// Number of pieces in each line.
    demand: u32,
}

impl LineBoard {
    /// Returns the states after row `at`, from those before it.
    fn add_row(
        &self,
        at: usize,
        states: RowStates,
        meter: &mut Meter<'_>,
    ) -> Result<RowStates, Stop> {
        let row = &self.rows[at];
        let mut found = RowStates::default();
        // For the states so far, `found` has every way to fill the rows up to `at`.
        for (state, count) in states {
            meter.expand()?;
            let entries = 2 * (found.capacity() + self.rows.len());
            meter.memory((entries * size_of::<(RowState, u128)>()) as u64)?;
            let filling = RowFilling {
                open: state.open,
                left: self.demand,
                needs: state.needs,
                closed: 0,
                must: row.given | self.urgent_columns(at, state.needs),
            };
            row.fill_row(filling, &mut |needs, closed| {
                meter.tick()?;
                // Most fillings are dead: dropped here, they never take memory.
                if self.can_meet_needs(at, needs, closed) {
                    let open = self.open_squares(at + 1, closed, needs);
                    add_count(found.entry(RowState { needs, open }).or_insert(0), count)?;
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// Returns the squares of a row that may take a piece: those that are free, not
    /// closed by the row before, and in a column that needs a piece.
    fn open_squares(&self, row: usize, closed: u32, needs: u128) -> u32 {
        let mut open = self.rows.get(row).map_or(0, |row| row.free) & !closed;
        for column in members(open.into()) {
            if needed_pieces(needs, column) == 0 {
                open &= !(1 << column);
            }
        }
        open
    }

    /// Returns the columns that the rows after `at` cannot fill alone.
    fn urgent_columns(&self, at: usize, needs: u128) -> u32 {
        let mut urgent = 0;
        for column in 0..self.columns {
            if !self.has_room(at, column, needs, 0) {
                urgent |= 1 << column;
            }
        }
        urgent
    }

    /// Returns true if the rows after `at` have room for the needs of every column.
    fn can_meet_needs(&self, at: usize, needs: u128, closed: u32) -> bool {
        (0..self.columns).all(|column| self.has_room(at, column, needs, closed))
    }

    /// Returns true if the rows after `at` have room for the pieces that a column needs;
    /// `closed` are the closed squares of the first of these rows.
    fn has_room(&self, at: usize, column: usize, needs: u128, closed: u32) -> bool {
        let first = if closed >> column & 1 == 1 {
            at + 2
        } else {
            at + 1
        };
        needed_pieces(needs, column) <= room_from(&self.rows, first, column)
    }
}

/// Returns the highest number of pieces of a column in the rows from `first` on.
fn room_from(rows: &[BoardRow], first: usize, column: usize) -> u32 {
    rows.get(first).map_or(0, |row| row.room[column])
}

/// A state before a row: all that the later rows depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowState {
    /// Number of pieces that each column still needs, four bits each.
    needs: u128,
    /// Squares of the next row that may take a piece.
    open: u32,
}

type RowStates = HashMap<RowState, u128, BuildHasherDefault<StateHasher>>;

/// Returns the number of pieces that a column still needs.
fn needed_pieces(needs: u128, column: usize) -> u32 {
    (needs >> (4 * column) & 0xF) as u32
}

/// A row with its squares as bits: bit c is the square in column c.
struct BoardRow {
    /// Squares that may take a piece before any clash.
    free: u32,
    /// Squares with a given piece.
    given: u32,
    /// For each square, the squares of the same row that it clashes with.
    beside: Vec<u32>,
    /// For each square, the squares of the next row that it clashes with.
    below: Vec<u32>,
    /// For each column, the highest number of pieces in this row and the later ones.
    room: Vec<u32>,
}

/// A partly filled row.
#[derive(Clone, Copy)]
struct RowFilling {
    open: u32,
    /// Number of pieces to add.
    left: u32,
    needs: u128,
    /// Closed squares of the next row.
    closed: u32,
    /// Squares that must take a piece.
    must: u32,
}

impl BoardRow {
    fn with_columns(columns: usize) -> Self {
        BoardRow {
            free: 0,
            given: 0,
            beside: vec![0; columns],
            below: vec![0; columns],
            room: vec![0; columns],
        }
    }

    /// Passes every way to fill the row to `each`: the needs of the columns after it, and
    /// the closed squares of the next row.
    ///
    /// Pieces are added from left to right, so each filling is visited once. A square of
    /// `must` ends the loop: the fillings that begin to the right of it leave it empty.
    fn fill_row(
        &self,
        filling: RowFilling,
        each: &mut dyn FnMut(u128, u32) -> Step,
    ) -> Step {
        let RowFilling {
            mut open,
            left,
            needs,
            closed,
            must,
        } = filling;
        // A square that must take a piece was closed or passed.
        if must & !open != 0 {
            return Ok(());
        }
        if left == 0 {
            return if must == 0 {
                each(needs, closed)
            } else {
                Ok(())
            };
        }
        // `open` has only squares to the right of the last one that was tried.
        while open != 0 {
            let column = open.trailing_zeros() as usize;
            let here = 1 << column;
            open &= !here;
            let next = RowFilling {
                open: open & !self.beside[column],
                left: left - 1,
                needs: needs - (1 << (4 * column)),
                closed: closed | self.below[column],
                must: must & !here,
            };
            self.fill_row(next, each)?;
            if must & here != 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the rows of the board.
fn board_rows(problem: &Problem, meter: &mut Meter<'_>) -> Result<Vec<BoardRow>, Stop> {
    let columns = problem.columns() as usize;
    let mut rows: Vec<BoardRow> = (0..problem.rows())
        .map(|_| BoardRow::with_columns(columns))
        .collect();
    for from in problem.every_square() {
        if problem.kind(from) == SquareKind::Free {
            rows[from.row as usize].free |= 1 << from.column;
        }
        for &ray in problem.piece().rays() {
            meter.tick()?;
            for target in struck(problem, from, ray) {
                add_clash(&mut rows, from, target);
            }
        }
    }
    for given in problem.givens() {
        rows[given.row as usize].given |= 1 << given.column;
    }
    // From the last row up: the room in a row depends on the room in the next two rows.
    for at in (0..rows.len()).rev() {
        for column in 0..columns {
            rows[at].room[column] = room_with_row(&rows, at, column);
        }
    }
    Ok(rows)
}

/// Records that pieces on two squares attack each other. The squares are in the same row
/// or in adjacent ones.
fn add_clash(rows: &mut [BoardRow], from: Square, target: Square) {
    let (row, other_row) = (from.row as usize, target.row as usize);
    let (column, other) = (from.column as usize, target.column as usize);
    match row.cmp(&other_row) {
        Ordering::Equal => {
            rows[row].beside[column] |= 1 << other;
            rows[row].beside[other] |= 1 << column;
        }
        Ordering::Less => rows[row].below[column] |= 1 << other,
        Ordering::Greater => rows[other_row].below[other] |= 1 << column,
    }
}

/// Returns the highest number of pieces of a column in row `at` and the later ones, from
/// the room of the later ones.
fn room_with_row(rows: &[BoardRow], at: usize, column: usize) -> u32 {
    let room_without = room_from(rows, at + 1, column);
    if rows[at].free >> column & 1 == 0 {
        return room_without;
    }
    // A piece that attacks straight down closes the square below.
    let closes_below = rows[at].below[column] >> column & 1 == 1;
    let next = if closes_below { at + 2 } else { at + 1 };
    room_without.max(1 + room_from(rows, next, column))
}
