//! One completion of a large board: fill greedily, then mend.
//!
//! After Rok Sosic and Jun Gu, "Efficient local search with conflict minimization: a case study of
//! the n-queens problem" (IEEE Transactions on Knowledge and Data Engineering 6, 1994): free rows are
//! filled in order, each with the first of the shuffled unused columns where nothing strikes; the few
//! rows for which that fails are mended by exchanging columns with random rows. Ours are the other
//! pieces and edges: see `board.rs`.

pub(crate) mod board;
mod engine;

pub use engine::Repair;

use board::{Direction, EMPTY, LinesOfRow, RepairBoard, listed};
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::HashMap;

/// How many columns are tried for a row before it is left for later.
const CHOICES: usize = 1_000;

/// How many columns are shuffled between two looks at the limits: that takes a millisecond or so.
const SHUFFLED_AT_ONCE: usize = 1 << 14;

/// Tries to mend, for each free row.
const TRIES_PER_ROW: usize = 20;

/// Tries to mend on any board.
const TRIES_AT_LEAST: usize = 200_000;

/// Once in so many tries an exchange may make one trouble more than it ends, to come out of a dead end.
const WORSE_EVERY: usize = 100;

/// The queens on some lines: a bit for the first of each, and the rest in a map, which stays nearly empty.
struct Lines {
    taken: FixedBitSet,
    more: HashMap<usize, u32>,
}

impl Lines {
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

/// The queens so far.
struct Filling<'g, 'p> {
    board: &'g RepairBoard<'p>,
    /// The column of each row, or [`EMPTY`].
    queens: Vec<u32>,
    /// Free columns without a queen.
    unused: Vec<u32>,
    /// By [`Direction::table`].
    lines: Vec<Lines>,
}

impl<'g, 'p> Filling<'g, 'p> {
    /// The given queens alone.
    fn new(board: &'g RepairBoard<'p>, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let tables = board.directions.iter().map(|direction| direction.table + 1).max().unwrap_or(0);
        let lines = || Lines { taken: FixedBitSet::with_capacity(board.lines()), more: HashMap::new() };
        let mut lines: Vec<Lines> = (0..tables).map(|_| lines()).collect();
        for (row, &column) in (0..).zip(&board.given).filter(|&(_, &column)| column != EMPTY) {
            meter.tick()?;
            for direction in &board.directions {
                lines[direction.table].taken.insert(direction.line(row, column));
            }
        }
        let queens = listed(board.given.iter().copied(), meter)?;
        Ok(Filling { board, queens, unused: Vec::new(), lines })
    }

    /// Whether a queen may come to a column of `row` and nothing strikes there.
    #[inline]
    fn opening(&self, row: u32) -> impl Fn(u32) -> bool {
        let mut directions = self.board.directions.iter();
        let mut next = || directions.next().map(|at| (at.in_row(row), &self.lines[at.table].taken));
        let (first, second) = (next(), next());
        move |column| {
            let is_taken = |lines: Option<(LinesOfRow, &FixedBitSet)>| {
                lines.is_some_and(|(lines, taken)| taken.contains(lines.through(column)))
            };
            !is_taken(first)
                && !is_taken(second)
                && self.board.is_free(row, column)
                && self.board.struck_by_leaps(&self.queens, row, column) == 0
        }
    }

    /// How many of its lines and leaps the queen of a row shares, plus one if she stands on a hole.
    fn trouble(&self, row: u32) -> u32 {
        let column = self.queens[row as usize];
        let is_shared = |at: &&Direction| self.lines[at.table].is_shared(at.line(row, column));
        self.board.directions.iter().filter(is_shared).count() as u32
            + u32::from(!self.board.is_free(row, column))
            + self.board.struck_by_leaps(&self.queens, row, column)
    }

    /// Takes the queen of a row away; says in which column she stood and what trouble that ends.
    fn lift(&mut self, row: u32) -> (u32, u32) {
        let ended = self.trouble(row);
        let column = std::mem::replace(&mut self.queens[row as usize], EMPTY);
        for direction in &self.board.directions {
            self.lines[direction.table].lift(direction.line(row, column));
        }
        (column, ended)
    }

    /// Puts a queen into an empty row.
    fn place(&mut self, row: u32, column: u32) {
        self.queens[row as usize] = column;
        for direction in &self.board.directions {
            self.lines[direction.table].put(direction.line(row, column));
        }
    }

    /// Puts a queen into an empty row; says what trouble that makes.
    fn put(&mut self, row: u32, column: u32) -> u32 {
        self.place(row, column);
        self.trouble(row)
    }

    /// Exchanges the columns of two rows if that makes no more trouble than it ends and `slack`.
    fn exchange(&mut self, a: u32, b: u32, slack: u32) -> bool {
        let (column_a, ended_a) = self.lift(a);
        let (column_b, ended_b) = self.lift(b);
        let made = self.put(a, column_b) + self.put(b, column_a);
        let is_kept = made <= ended_a + ended_b + slack;
        if !is_kept {
            self.lift(a);
            self.lift(b);
            self.place(a, column_a);
            self.place(b, column_b);
        }
        is_kept
    }

    /// Exchanges the column of a row with an unused one if that makes no more trouble than it ends.
    fn replace(&mut self, row: u32, unused: usize) {
        let (column, ended) = self.lift(row);
        if self.put(row, self.unused[unused]) <= ended {
            self.unused[unused] = column;
        } else {
            self.lift(row);
            self.place(row, column);
        }
    }
}

/// Looks for a completion; `None` if none was found, which proves nothing.
///
/// # Errors
/// The reason to stop, from `meter`.
///
/// # Complexity
/// O(n) expected time where many completions exist, for each square that a queen strikes by a leap;
/// 12 bytes for each row, half a byte for each line.
pub(crate) fn repair(
    board: &RepairBoard<'_>,
    lots: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Placement>, Stop> {
    let mut filling = Filling::new(board, meter)?;
    let mut troubled = fill(&mut filling, lots, meter)?;
    let rows = &board.rows[..];
    let others = rows.len() + filling.unused.len();
    let mut tries = (TRIES_PER_ROW * rows.len()).max(TRIES_AT_LEAST);
    while let Some(row) = troubled.pop() {
        while filling.trouble(row) > 0 {
            if tries == 0 || others < 2 {
                return Ok(None);
            }
            tries -= 1;
            let slack = u32::from(tries.is_multiple_of(WORSE_EVERY));
            meter.expand()?;
            let other = lots.random_range(0..others);
            match rows.get(other) {
                None => filling.replace(row, other - rows.len()),
                Some(&other) => {
                    if other != row && filling.exchange(row, other, slack) && filling.trouble(other) > 0 {
                        troubled.push(other);
                    }
                }
            }
        }
    }
    Ok(Some(board.placement(&filling.queens)))
}

/// The greedy fill. Returns the rows that may be in trouble.
fn fill(
    filling: &mut Filling<'_, '_>,
    lots: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Stop> {
    let board = filling.board;
    let mut shuffled = listed(board.columns.iter().copied(), meter)?;
    for start in (0..shuffled.len()).step_by(SHUFFLED_AT_ONCE) {
        meter.tick()?;
        let end = shuffled.len().min(start + SHUFFLED_AT_ONCE);
        // Each goes to a random place among those before it (Durstenfeld 1964).
        let _ = shuffled[..end].partial_shuffle(lots, end - start);
    }
    let mut given = 0;
    let mut troubled = Vec::new();
    for &row in &board.rows {
        meter.expand()?;
        let unused = &mut shuffled[given..];
        let choice = {
            let is_open = filling.opening(row);
            unused.iter().take(CHOICES).position(|&column| is_open(column))
        };
        match choice {
            None => troubled.push(row),
            Some(choice) => {
                unused.swap(0, choice);
                filling.place(row, unused[0]);
                given += 1;
            }
        }
    }
    for &row in &troubled {
        meter.tick()?;
        filling.place(row, shuffled[given]);
        given += 1;
    }
    filling.unused = shuffled.split_off(given);
    Ok(troubled)
}
