//! Boards whose rows and columns take the same number of pieces each, two or more, and whose pieces strike no farther
//! than the next row: row by row.
//!
//! A state is how many pieces each column still takes, and which squares of the next row are open. A row is filled in
//! every way, and states that have become equal are added up.

use super::part::Mix;
use super::{TOO_MANY, add};
use control::{Limits, Meter, Step, Stop};
use queens_model::bits::members;
use queens_model::constraints::struck;
use queens_model::problem::{Bounds, Problem, SquareKind};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The most columns: one has four bits of a state.
const MOST_COLUMNS: u32 = 32;

/// The most pieces in a line.
const MOST_DEMAND: u32 = 15;

/// With so many ways to share out pieces among the columns, the states fit into memory: on a board that is open
/// throughout they are about seven times as many.
const FEW: f64 = 250_000.0;

/// How many pieces each line of `problem` takes, where it can be counted so.
fn demand(problem: &Problem) -> Option<u32> {
    let demand = problem.features().exact_units.filter(|demand| (2..=MOST_DEMAND).contains(demand))?;
    let (units, lines) = (problem.units(), Bounds::exactly(demand));
    let is_in_lines = units.row == lines && units.column == lines && units.region == Bounds::ANY;
    (is_in_lines && problem.columns() <= MOST_COLUMNS).then_some(demand)
}

/// Whether `problem` can be counted so.
///
/// # Complexity
/// O(squares x rays x side).
pub(super) fn accepts(problem: &Problem) -> bool {
    let rays = problem.piece().rays();
    demand(problem).is_some()
        && problem.every_square().all(|from| {
            rays.iter()
                .all(|&ray| struck(problem, from, ray).all(|target| target.row.abs_diff(from.row) <= 1))
        })
}

/// Whether `problem` can be counted so, with states that are few for sure.
pub(crate) fn has_few_states(problem: &Problem) -> bool {
    let Some(demand) = demand(problem) else { return false };
    // How many ways there are to share out so many pieces among the columns, column by column.
    let mut ways = vec![1.0];
    for _ in 0..problem.columns() {
        let mut more = vec![0.0; ways.len() + demand as usize];
        for (pieces, ways) in ways.iter().enumerate() {
            more[pieces..=pieces + demand as usize].iter_mut().for_each(|more| *more += ways);
        }
        ways = more;
    }
    ways.into_iter().fold(0.0, f64::max) <= FEW && accepts(problem)
}

/// Counts the solutions of a problem that [`accepts`] takes.
///
/// # Errors
/// The reason to stop, from `meter`; `limits` are its own.
pub(super) fn count(problem: &Problem, limits: &Limits, meter: &mut Meter<'_>) -> Result<u128, Stop> {
    let Some(demand) = demand(problem) else { return Ok(0) };
    let lines = rows(problem, &mut Meter::new(limits))?;
    let open = |row: usize, closed: u32, needs: u128| {
        let needy =
            members(lines.get(row).map_or(0, |row| row.free).into()).filter(|&at| need(needs, at) > 0);
        needy.fold(0, |open, at| open | 1 << at) & !closed
    };
    let needs = (0..problem.columns()).fold(0, |needs, column| needs | u128::from(demand) << (4 * column));
    let mut now = States::from_iter([(State { needs, open: open(0, 0, needs) }, 1)]);
    for (at, row) in lines.iter().enumerate() {
        let (next, after) = (lines.get(at + 1), lines.get(at + 2));
        let has_room = |column: usize, needs: u128, closed: u32| {
            let from = if closed >> column & 1 == 1 { after } else { next };
            need(needs, column) <= from.map_or(0, |row| row.room[column])
        };
        let columns = problem.columns() as usize;
        let mut found = States::default();
        for (state, count) in now.drain() {
            meter.expand()?;
            let bytes = (found.capacity() + lines.len()) * 2 * size_of::<(State, u128)>();
            meter.memory(bytes as u64)?;
            // Columns that the rows to come do not fill, and given pieces.
            let hurried = (0..columns).filter(|&column| !has_room(column, state.needs, 0));
            let must = hurried.fold(row.given, |must, column| must | 1 << column);
            let filled = Filled { open: state.open, left: demand, needs: state.needs, closed: 0, must };
            row.fill(filled, &mut |needs, closed| {
                meter.tick()?;
                if (0..columns).all(|column| has_room(column, needs, closed)) {
                    let state = State { needs, open: open(at + 1, closed, needs) };
                    add(found.entry(state).or_insert(0), count)?;
                }
                Ok(())
            })?;
        }
        meter.width(found.len() as u64);
        now = found;
    }
    // Without rows, columns that take pieces take none.
    let solved = now.into_iter().filter(|(state, _)| state.needs == 0);
    solved.map(|(_, count)| count).try_fold(0u128, |sum, count| sum.checked_add(count).ok_or(TOO_MANY))
}

/// What the rows so far leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    /// How many pieces each column still takes, four bits each.
    needs: u128,
    /// The squares of the next row that may take a piece.
    open: u32,
}

type States = HashMap<State, u128, BuildHasherDefault<Mix>>;

/// How many pieces a column still takes.
fn need(needs: u128, column: usize) -> u32 {
    (needs >> (4 * column) & 0xF) as u32
}

/// A row: its squares as bits, by column.
struct Row {
    free: u32,
    given: u32,
    /// For each square, those of the same row that it clashes with.
    beside: Vec<u32>,
    /// For each square, those of the next row.
    below: Vec<u32>,
    /// How many pieces each column takes in this row and those below it at the most.
    room: Vec<u32>,
}

/// A row that is being filled.
#[derive(Clone, Copy)]
struct Filled {
    open: u32,
    /// How many pieces are to come.
    left: u32,
    needs: u128,
    /// The squares of the next row that are closed.
    closed: u32,
    /// The squares that must take a piece.
    must: u32,
}

impl Row {
    /// Hands what each way to fill the row leaves to `each`: what the columns need then, and the squares that are closed
    /// in the next row.
    fn fill(&self, filled: Filled, each: &mut dyn FnMut(u128, u32) -> Step) -> Step {
        let Filled { mut open, left, needs, closed, must } = filled;
        if must & !open != 0 {
            return Ok(());
        }
        if left == 0 {
            return if must == 0 { each(needs, closed) } else { Ok(()) };
        }
        while open != 0 {
            let column = open.trailing_zeros() as usize;
            let here = 1 << column;
            open &= !here;
            let next = Filled {
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

/// The rows of the board.
fn rows(problem: &Problem, meter: &mut Meter<'_>) -> Result<Vec<Row>, Stop> {
    let columns = problem.columns() as usize;
    let row = || Row {
        free: 0,
        given: 0,
        beside: vec![0; columns],
        below: vec![0; columns],
        room: vec![0; columns],
    };
    let mut rows: Vec<Row> = (0..problem.rows()).map(|_| row()).collect();
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
    problem.givens().iter().for_each(|given| rows[given.row as usize].given |= 1 << given.column);
    for at in (0..rows.len()).rev() {
        for column in 0..columns {
            let room = |row: usize| rows.get(row).map_or(0, |row| row.room[column]);
            let clashes = rows[at].below[column] >> column & 1 == 1;
            let with = 1 + room(if clashes { at + 2 } else { at + 1 });
            let is_free = rows[at].free >> column & 1 == 1;
            rows[at].room[column] = if is_free { with.max(room(at + 1)) } else { room(at + 1) };
        }
    }
    Ok(rows)
}
