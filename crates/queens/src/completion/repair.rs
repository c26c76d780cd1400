//! One completion of a large board: fill greedily, then mend.
//!
//! After Rok Sosic and Jun Gu, "Efficient local search with conflict minimization: a case study of
//! the n-queens problem" (IEEE Transactions on Knowledge and Data Engineering 6, 1994): free rows are
//! filled in order, each with an unused column that is drawn until both diagonals are free; the few
//! rows for which that fails are mended by exchanging columns with rows drawn by lot.

use super::board::OpenBoard;
use crate::board::Square;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use search_control::{Meter, Stop};

/// How many columns are drawn for a row before it is left for later.
const DRAWS: usize = 60;

/// Tries to mend, for each free row.
const TRIES_PER_ROW: usize = 20;

/// Tries to mend on any board.
const TRIES_AT_LEAST: usize = 200_000;

/// The free rows with a column each, and how many queens stand on each diagonal.
struct Filling<'b, 'p> {
    board: &'b OpenBoard<'p>,
    columns: Vec<u32>,
    sums: Vec<u32>,
    differences: Vec<u32>,
}

impl Filling<'_, '_> {
    fn diagonals(&self, at: usize) -> (usize, usize) {
        let (row, column) = (self.board.rows[at], self.columns[at]);
        (self.board.sum(row, column), self.board.difference(row, column))
    }

    /// How many of its two diagonals a row shares, plus one if its square is closed.
    fn trouble(&self, at: usize) -> u32 {
        let (sum, difference) = self.diagonals(at);
        u32::from(self.sums[sum] > 1)
            + u32::from(self.differences[difference] > 1)
            + u32::from(!self.board.is_open(self.board.rows[at], self.columns[at]))
    }

    /// Takes the queen of a row away; says what trouble that ends.
    fn lift(&mut self, at: usize) -> u32 {
        let ended = self.trouble(at);
        let (sum, difference) = self.diagonals(at);
        self.sums[sum] -= 1;
        self.differences[difference] -= 1;
        ended
    }

    /// Puts the queen of a row back; says what trouble that makes.
    fn put(&mut self, at: usize) -> u32 {
        let (sum, difference) = self.diagonals(at);
        self.sums[sum] += 1;
        self.differences[difference] += 1;
        self.trouble(at)
    }

    /// Exchanges the columns of two rows if that ends more trouble than it makes.
    fn exchange(&mut self, a: usize, b: usize) -> bool {
        let ended = self.lift(a) + self.lift(b);
        self.columns.swap(a, b);
        let made = self.put(a) + self.put(b);
        if made < ended {
            return true;
        }
        self.lift(a);
        self.lift(b);
        self.columns.swap(a, b);
        self.put(a);
        self.put(b);
        false
    }
}

/// Looks for a completion; `None` if none was found, which proves nothing.
///
/// # Errors
/// The reason to stop, from `meter`.
///
/// # Complexity
/// O(n) expected time where many completions exist; 12 bytes for each line of the board.
pub(super) fn repair(
    board: &OpenBoard<'_>,
    lots: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Square>>, Stop> {
    let (filling, mut troubled) = fill(board, lots, meter)?;
    let mut filling = filling;
    let rows = board.rows.len();
    let mut tries = (TRIES_PER_ROW * rows).max(TRIES_AT_LEAST);
    while let Some(at) = troubled.pop() {
        while filling.trouble(at) > 0 {
            if tries == 0 || rows < 2 {
                return Ok(None);
            }
            tries -= 1;
            meter.expand()?;
            let other = lots.random_range(0..rows);
            if other != at && filling.exchange(at, other) && filling.trouble(other) > 0 {
                troubled.push(other);
            }
        }
    }
    let square = |(&row, &column)| Square::new(row, column);
    Ok(Some(board.rows.iter().zip(&filling.columns).map(square).collect()))
}

/// The greedy fill, and the positions of the rows that may be in trouble.
fn fill<'b, 'p>(
    board: &'b OpenBoard<'p>,
    lots: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<(Filling<'b, 'p>, Vec<usize>), Stop> {
    let lines = 2 * board.size();
    let mut sums = vec![0; lines];
    let mut differences = vec![0; lines];
    let rows = board.rows.len();
    let mut unused = board.columns.clone();
    let mut columns = vec![u32::MAX; rows];
    let mut troubled = Vec::new();
    for (at, &row) in board.rows.iter().enumerate() {
        meter.expand()?;
        let draw = (0..DRAWS).map(|_| lots.random_range(0..unused.len())).find(|&draw| {
            let column = unused[draw];
            let (sum, difference) = (board.sum(row, column), board.difference(row, column));
            sums[sum] == 0 && differences[difference] == 0 && board.is_open(row, column)
        });
        match draw {
            None => troubled.push(at),
            Some(draw) => {
                let column = unused.swap_remove(draw);
                columns[at] = column;
                sums[board.sum(row, column)] = 1;
                differences[board.difference(row, column)] = 1;
            }
        }
    }
    let mut filling = Filling { board, columns, sums, differences };
    for (&at, column) in troubled.iter().zip(unused) {
        filling.columns[at] = column;
        filling.put(at);
    }
    Ok((filling, troubled))
}
