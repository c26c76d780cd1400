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

use super::component::StateHasher;
use super::{COUNT_OVERFLOW, add};
use control::{Limits, Meter, Step, Stop};
use queens_model::bits::members;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::rays::struck;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Maximum number of columns: each has four bits of a state.
const MAX_COLUMNS: u32 = 32;

/// Maximum number of pieces in a line.
const MAX_DEMAND: u32 = 15;

/// Number of ways to distribute pieces over the columns up to which states fit into
/// memory. An open board has about seven times as many states.
const FEW_DISTRIBUTIONS: f64 = 250_000.0;

/// Returns the number of pieces in each line, if `problem` can be counted row by row.
fn demand(problem: &Problem) -> Option<u32> {
    let demand = problem
        .features()
        .exact_units
        .filter(|demand| (2..=MAX_DEMAND).contains(demand))?;
    let (units, lines) = (problem.units(), Bounds::exactly(demand));
    let is_in_lines =
        units.row == lines && units.column == lines && units.region == Bounds::ANY;
    (is_in_lines && problem.columns() <= MAX_COLUMNS).then_some(demand)
}

/// True if `problem` can be counted row by row.
///
/// # Complexity
/// O(squares x rays x side).
pub(super) fn accepts(problem: &Problem) -> bool {
    let rays = problem.piece().rays();
    demand(problem).is_some()
        && problem.every_square().all(|from| {
            rays.iter().all(|&ray| {
                struck(problem, from, ray)
                    .all(|target| target.row.abs_diff(from.row) <= 1)
            })
        })
}

/// True if `problem` can be counted row by row with few states.
pub(crate) fn has_few_states(problem: &Problem) -> bool {
    let Some(demand) = demand(problem) else {
        return false;
    };
    // Number of ways to distribute each number of pieces over the columns, column by
    // column.
    let mut ways = vec![1.0];
    for _ in 0..problem.columns() {
        let mut more = vec![0.0; ways.len() + demand as usize];
        for (pieces, ways) in ways.iter().enumerate() {
            more[pieces..=pieces + demand as usize]
                .iter_mut()
                .for_each(|more| *more += ways);
        }
        ways = more;
    }
    ways.into_iter().fold(0.0, f64::max) <= FEW_DISTRIBUTIONS && accepts(problem)
}

/// Counts the solutions of a problem that [`accepts`] takes.
///
/// # Errors
/// The reason to stop, from `meter`; `limits` are its own.
pub(super) fn count(
    problem: &Problem,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<u128, Stop> {
    let Some(demand) = demand(problem) else {
        return Ok(0);
    };
    let lines = rows(problem, &mut Meter::new(limits))?;
    let open = |row: usize, closed: u32, needs: u128| {
        let needing = members(lines.get(row).map_or(0, |row| row.free).into())
            .filter(|&at| need(needs, at) > 0);
        needing.fold(0, |open, at| open | 1 << at) & !closed
    };
    let needs = (0..problem.columns()).fold(0, |needs, column| {
        needs | u128::from(demand) << (4 * column)
    });
    let mut now = RowStates::from_iter([(
        RowState {
            needs,
            open: open(0, 0, needs),
        },
        1,
    )]);
    for (at, row) in lines.iter().enumerate() {
        let (next, after) = (lines.get(at + 1), lines.get(at + 2));
        let has_room = |column: usize, needs: u128, closed: u32| {
            let from = if closed >> column & 1 == 1 {
                after
            } else {
                next
            };
            need(needs, column) <= from.map_or(0, |row| row.room[column])
        };
        let columns = problem.columns() as usize;
        let mut found = RowStates::default();
        for (state, count) in now.drain() {
            meter.expand()?;
            let bytes =
                (found.capacity() + lines.len()) * 2 * size_of::<(RowState, u128)>();
            meter.memory(bytes as u64)?;
            // Columns that the later rows cannot fill without this one, and given pieces.
            let urgent = (0..columns).filter(|&column| !has_room(column, state.needs, 0));
            let must = urgent.fold(row.given, |must, column| must | 1 << column);
            let filling = RowFilling {
                open: state.open,
                left: demand,
                needs: state.needs,
                closed: 0,
                must,
            };
            row.fill(filling, &mut |needs, closed| {
                meter.tick()?;
                if (0..columns).all(|column| has_room(column, needs, closed)) {
                    let state = RowState {
                        needs,
                        open: open(at + 1, closed, needs),
                    };
                    add(found.entry(state).or_insert(0), count)?;
                }
                Ok(())
            })?;
        }
        meter.width(found.len() as u64);
        now = found;
    }
    // Without rows, the columns get no piece.
    let solved = now.into_iter().filter(|(state, _)| state.needs == 0);
    solved
        .map(|(_, count)| count)
        .try_fold(0u128, |sum, count| {
            sum.checked_add(count).ok_or(COUNT_OVERFLOW)
        })
}

/// State before a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowState {
    /// Number of pieces that each column still needs, four bits each.
    needs: u128,
    /// Squares of the next row that may take a piece.
    open: u32,
}

type RowStates = HashMap<RowState, u128, BuildHasherDefault<StateHasher>>;

/// Returns the number of pieces that a column still needs.
fn need(needs: u128, column: usize) -> u32 {
    (needs >> (4 * column) & 0xF) as u32
}

/// A row with its squares as bits, by column.
struct BoardRow {
    free: u32,
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
    /// Passes every way to fill the row to `each`: the needs of the columns after it, and
    /// the closed squares of the next row.
    ///
    /// Pieces are added from left to right, so each filling is visited once. A square of
    /// `must` ends the loop, because all fillings to the right of it lack it.
    fn fill(&self, filling: RowFilling, each: &mut dyn FnMut(u128, u32) -> Step) -> Step {
        let RowFilling {
            mut open,
            left,
            needs,
            closed,
            must,
        } = filling;
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
            self.fill(next, each)?;
            if must & here != 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the rows of the board.
fn rows(problem: &Problem, meter: &mut Meter<'_>) -> Result<Vec<BoardRow>, Stop> {
    let columns = problem.columns() as usize;
    let row = || BoardRow {
        free: 0,
        given: 0,
        beside: vec![0; columns],
        below: vec![0; columns],
        room: vec![0; columns],
    };
    let mut rows: Vec<BoardRow> = (0..problem.rows()).map(|_| row()).collect();
    for from in problem.every_square() {
        let (row, column) = (from.row as usize, from.column as usize);
        if problem.kind(from) == SquareKind::Free {
            rows[row].free |= 1 << column;
        }
        for &ray in problem.piece().rays() {
            meter.tick()?;
            for target in struck(problem, from, ray) {
                let (other_row, other) = (target.row as usize, target.column as usize);
                if other_row == row {
                    rows[row].beside[column] |= 1 << other;
                    rows[row].beside[other] |= 1 << column;
                } else if row < other_row {
                    rows[row].below[column] |= 1 << other;
                } else {
                    rows[other_row].below[other] |= 1 << column;
                }
            }
        }
    }
    problem
        .givens()
        .iter()
        .for_each(|given| rows[given.row as usize].given |= 1 << given.column);
    for at in (0..rows.len()).rev() {
        for column in 0..columns {
            let room = |row: usize| rows.get(row).map_or(0, |row| row.room[column]);
            let clashes = rows[at].below[column] >> column & 1 == 1;
            let with = 1 + room(if clashes { at + 2 } else { at + 1 });
            let is_free = rows[at].free >> column & 1 == 1;
            rows[at].room[column] = if is_free {
                with.max(room(at + 1))
            } else {
                room(at + 1)
            };
        }
    }
    Ok(rows)
}
