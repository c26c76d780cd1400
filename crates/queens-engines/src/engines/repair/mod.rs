//! One completion of a large board by greedy filling and repair.
//!
//! ```text
//! for each free row: place a queen in the first unused column, in shuffled order, where nothing attacks
//! give the rows without such a column the columns that are left
//! while a row has conflicts:
//!     exchange its column with that of a random row, or with a random unused column
//!     keep the exchange if it makes no more conflicts than it ends; every hundredth time, one more
//! ```
//!
//! After Rok Sosic and Jun Gu, "Efficient local search with conflict minimization: a case
//! study of the n-queens problem" (IEEE Transactions on Knowledge and Data Engineering 6,
//! 1994). The other pieces and edges are ours: see `board.rs`.
//!
//! 5 queens, with the columns shuffled to 0, 4, 1, 2, 3: rows 0 to 2 take columns 0, 4
//! and 1. Both columns left for row 3 are attacked, so row 4 takes column 2 and row 3
//! gets column 3, where the queens of rows 0 and 4 attack: two conflicts. Exchanging the
//! columns of rows 3 and 1 gives 0, 3, 1, 4, 2, a solution.

pub(crate) mod board;
mod engine;

pub(crate) use engine::Repair;

use board::{NO_QUEEN, RepairBoard, RepairDirection, RowLines, listed};
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::HashMap;

/// Number of columns tried for a row before the row is left for repair.
const MAX_COLUMNS_TRIED: usize = 1_000;

/// Number of columns shuffled between two polls of the limits: about a millisecond.
const SHUFFLE_BATCH: usize = 1 << 14;

/// Exchanges per free row before repair gives up.
const TRIES_PER_ROW: usize = 20;

/// Exchanges before repair gives up, on any board.
const MIN_TRIES: usize = 200_000;

/// Interval of exchanges that may add a conflict, which leads out of local minima.
const WORSENING_INTERVAL: usize = 100;

/// Number of queens on each line: a bit for the first queen, and a map for the others,
/// which stays nearly empty.
struct LineOccupancy {
    taken: FixedBitSet,
    more: HashMap<usize, u32>,
}

impl LineOccupancy {
    fn put(&mut self, line: usize) {
        if self.taken.put(line) {
            *self.more.entry(line).or_insert(0) += 1;
        }
    }

    fn lift(&mut self, line: usize) {
        match self.more.get_mut(&line) {
            None => self.taken.remove(line),
            Some(1) => drop(self.more.remove(&line)),
            Some(more) => *more -= 1,
        }
    }

    fn is_shared(&self, line: usize) -> bool {
        self.more.contains_key(&line)
    }
}

#[inline]
fn is_line_taken(lines: Option<(RowLines, &FixedBitSet)>, column: u32) -> bool {
    lines.is_some_and(|(lines, taken)| taken.contains(lines.through(column)))
}

/// The queens placed so far.
struct PartialPlacement<'g, 'p> {
    board: &'g RepairBoard<'p>,
    /// The column of each row, or [`NO_QUEEN`].
    queens: Vec<u32>,
    /// Free columns without a queen.
    unused: Vec<u32>,
    /// The lines of each table: see [`RepairDirection::table`].
    lines: Vec<LineOccupancy>,
}

impl<'g, 'p> PartialPlacement<'g, 'p> {
    /// Places the given queens.
    fn new(board: &'g RepairBoard<'p>, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let tables = board
            .directions
            .iter()
            .map(|direction| direction.table + 1)
            .max()
            .unwrap_or(0);
        let mut lines: Vec<LineOccupancy> = (0..tables)
            .map(|_| LineOccupancy {
                taken: FixedBitSet::with_capacity(board.lines()),
                more: HashMap::new(),
            })
            .collect();
        for (row, &column) in (0..).zip(&board.given) {
            if column == NO_QUEEN {
                continue;
            }
            meter.tick()?;
            for direction in &board.directions {
                lines[direction.table]
                    .taken
                    .insert(direction.line(row, column));
            }
        }
        let queens = listed(board.given.iter().copied(), meter)?;
        Ok(PartialPlacement {
            board,
            queens,
            unused: Vec::new(),
            lines,
        })
    }

    /// Returns a test for the columns of `row`: true if the square is not blocked and
    /// nothing attacks it.
    ///
    /// The lines of the row and the tables are looked up once, not for each of up to a
    /// thousand columns.
    #[inline]
    fn open_test(&self, row: u32) -> impl Fn(u32) -> bool {
        let mut lines_of_row = self
            .board
            .directions
            .iter()
            .map(|at| (at.in_row(row), &self.lines[at.table].taken));
        // Two variables instead of a loop: a piece has at most two directions.
        let (first, second) = (lines_of_row.next(), lines_of_row.next());
        move |column| {
            !is_line_taken(first, column)
                && !is_line_taken(second, column)
                && self.board.is_free(row, column)
                && self.board.leap_attackers(&self.queens, row, column) == 0
        }
    }

    /// Returns the number of lines and leaps that the queen of a row shares, plus one if
    /// she stands on a hole.
    fn count_conflicts(&self, row: u32) -> u32 {
        let column = self.queens[row as usize];
        let is_shared =
            |at: &&RepairDirection| self.lines[at.table].is_shared(at.line(row, column));
        self.board.directions.iter().filter(is_shared).count() as u32
            + u32::from(!self.board.is_free(row, column))
            + self.board.leap_attackers(&self.queens, row, column)
    }

    /// Removes the queen of a row; returns her column and the number of conflicts that
    /// ends.
    fn lift(&mut self, row: u32) -> (u32, u32) {
        let ended = self.count_conflicts(row);
        let column = std::mem::replace(&mut self.queens[row as usize], NO_QUEEN);
        for direction in &self.board.directions {
            self.lines[direction.table].lift(direction.line(row, column));
        }
        (column, ended)
    }

    /// Places a queen in an empty row.
    fn place_queen(&mut self, row: u32, column: u32) {
        self.queens[row as usize] = column;
        for direction in &self.board.directions {
            self.lines[direction.table].put(direction.line(row, column));
        }
    }

    /// Places a queen in an empty row; returns the number of her conflicts.
    fn place_and_count(&mut self, row: u32, column: u32) -> u32 {
        self.place_queen(row, column);
        self.count_conflicts(row)
    }

    /// Exchanges the columns of two rows if that makes at most `slack` more conflicts
    /// than it ends.
    ///
    /// Only the lines of the two queens change, so the conflicts of these two decide; a
    /// count over the whole board would take O(n).
    fn exchange_columns(&mut self, a: u32, b: u32, slack: u32) -> bool {
        let (column_a, ended_a) = self.lift(a);
        let (column_b, ended_b) = self.lift(b);
        let made = self.place_and_count(a, column_b) + self.place_and_count(b, column_a);
        let is_kept = made <= ended_a + ended_b + slack;
        if !is_kept {
            self.lift(a);
            self.lift(b);
            self.place_queen(a, column_a);
            self.place_queen(b, column_b);
        }
        is_kept
    }

    /// Exchanges the column of a row with an unused one if that makes no more conflicts
    /// than it ends.
    fn replace_column(&mut self, row: u32, unused: usize) {
        let (column, ended) = self.lift(row);
        if self.place_and_count(row, self.unused[unused]) <= ended {
            self.unused[unused] = column;
        } else {
            self.lift(row);
            self.place_queen(row, column);
        }
    }
}

/// Searches for a completion; `None` if none is found, which proves nothing.
///
/// # Errors
/// The reason to stop, from `meter`.
///
/// # Complexity
/// O(n) expected time if many completions exist, times the number of leaps; 12 bytes for
/// each row, half a byte for each line.
pub(crate) fn repair(
    board: &RepairBoard<'_>,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Placement>, Stop> {
    let mut partial = PartialPlacement::new(board, meter)?;
    let mut in_conflict = fill_rows(&mut partial, random, meter)?;
    let rows = &board.rows[..];
    let others = rows.len() + partial.unused.len();
    let mut tries = (TRIES_PER_ROW * rows.len()).max(MIN_TRIES);
    while let Some(row) = in_conflict.pop() {
        while partial.count_conflicts(row) > 0 {
            if tries == 0 || others < 2 {
                return Ok(None);
            }
            tries -= 1;
            let slack = u32::from(tries.is_multiple_of(WORSENING_INTERVAL));
            meter.expand()?;
            let other = random.random_range(0..others);
            match rows.get(other) {
                None => partial.replace_column(row, other - rows.len()),
                Some(&other) => {
                    if other != row
                        && partial.exchange_columns(row, other, slack)
                        && partial.count_conflicts(other) > 0
                    {
                        in_conflict.push(other);
                    }
                }
            }
        }
    }
    Ok(Some(board.placement(&partial.queens)))
}

/// Fills rows greedily; returns the rows that may have conflicts.
fn fill_rows(
    partial: &mut PartialPlacement<'_, '_>,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Stop> {
    let board = partial.board;
    let mut shuffled = listed(board.columns.iter().copied(), meter)?;
    for start in (0..shuffled.len()).step_by(SHUFFLE_BATCH) {
        meter.tick()?;
        let end = shuffled.len().min(start + SHUFFLE_BATCH);
        // Each column goes to a random place among those before it (Durstenfeld 1964).
        let _ = shuffled[..end].partial_shuffle(random, end - start);
    }
    let mut given = 0;
    let mut in_conflict = Vec::new();
    for &row in &board.rows {
        meter.expand()?;
        let unused = &mut shuffled[given..];
        let choice = {
            let is_open = partial.open_test(row);
            unused
                .iter()
                .take(MAX_COLUMNS_TRIED)
                .position(|&column| is_open(column))
        };
        match choice {
            None => in_conflict.push(row),
            Some(choice) => {
                unused.swap(0, choice);
                partial.place_queen(row, unused[0]);
                given += 1;
            }
        }
    }
    for &row in &in_conflict {
        meter.tick()?;
        partial.place_queen(row, shuffled[given]);
        given += 1;
    }
    partial.unused = shuffled.split_off(given);
    Ok(in_conflict)
}
