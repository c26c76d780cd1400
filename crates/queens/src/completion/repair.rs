//! One completion of a large board: fill greedily, then mend.
//!
//! After Rok Sosic and Jun Gu, "Efficient local search with conflict minimization: a case study of
//! the n-queens problem" (IEEE Transactions on Knowledge and Data Engineering 6, 1994): free rows are
//! filled in order, each with the first of the shuffled unused columns whose diagonals are free; the few
//! rows for which that fails are mended by exchanging columns with rows drawn by lot.

use super::board::OpenBoard;
use crate::board::Square;
use fixedbitset::FixedBitSet;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use search_control::{Meter, Stop};
use std::collections::HashMap;

/// How many columns are tried for a row before it is left for later.
const CHOICES: usize = 1_000;

/// Tries to mend, for each free row.
const TRIES_PER_ROW: usize = 20;

/// Tries to mend on any board.
const TRIES_AT_LEAST: usize = 200_000;

/// The queens on the diagonals of one direction: a bit for the first of each, and the rest in a map,
/// which stays nearly empty.
struct Diagonals {
    taken: FixedBitSet,
    more: HashMap<usize, u32>,
}

impl Diagonals {
    /// The struck diagonals count as taken, so that any queen on one of them shares it.
    fn new(struck: &FixedBitSet) -> Self {
        Diagonals { taken: struck.clone(), more: HashMap::new() }
    }

    fn put(&mut self, diagonal: usize) {
        if self.taken.put(diagonal) {
            *self.more.entry(diagonal).or_insert(0) += 1;
        }
    }

    fn lift(&mut self, diagonal: usize) {
        match self.more.get_mut(&diagonal) {
            None => self.taken.remove(diagonal),
            Some(1) => drop(self.more.remove(&diagonal)),
            Some(more) => *more -= 1,
        }
    }

    fn is_shared(&self, diagonal: usize) -> bool {
        self.more.contains_key(&diagonal)
    }
}

/// The free rows with a column each, and the queens on each diagonal.
struct Filling<'b, 'p> {
    board: &'b OpenBoard<'p>,
    columns: Vec<u32>,
    sums: Diagonals,
    differences: Diagonals,
}

impl Filling<'_, '_> {
    fn diagonals(&self, at: usize) -> (usize, usize) {
        let (row, column) = (self.board.rows[at], self.columns[at]);
        (self.board.sum(row, column), self.board.difference(row, column))
    }

    /// How many of its two diagonals a row shares, plus one if it stands on a hole.
    fn trouble(&self, at: usize) -> u32 {
        let (sum, difference) = self.diagonals(at);
        u32::from(self.sums.is_shared(sum))
            + u32::from(self.differences.is_shared(difference))
            + u32::from(!self.board.is_no_hole(self.board.rows[at], self.columns[at]))
    }

    /// Takes the queen of a row away; says what trouble that ends.
    fn lift(&mut self, at: usize) -> u32 {
        let ended = self.trouble(at);
        let (sum, difference) = self.diagonals(at);
        self.sums.lift(sum);
        self.differences.lift(difference);
        ended
    }

    /// Puts the queen of a row back; says what trouble that makes.
    fn put(&mut self, at: usize) -> u32 {
        let (sum, difference) = self.diagonals(at);
        self.sums.put(sum);
        self.differences.put(difference);
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
/// O(n) expected time where many completions exist; 8 bytes for each free row, half a byte for each line.
pub(super) fn repair(
    board: &OpenBoard<'_>,
    lots: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Square>>, Stop> {
    let (mut filling, mut troubled) = fill(board, lots, meter)?;
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
    let (mut sums, mut differences) =
        (Diagonals::new(&board.struck_sums), Diagonals::new(&board.struck_differences));
    let rows = board.rows.len();
    let mut shuffled = board.columns.clone();
    shuffled.shuffle(lots);
    let mut unused = &mut shuffled[..];
    let mut columns = vec![u32::MAX; rows];
    let mut troubled = Vec::new();
    for (at, &row) in board.rows.iter().enumerate() {
        meter.expand()?;
        let choice = unused.iter().take(CHOICES).position(|&column| {
            !sums.taken.contains(board.sum(row, column))
                && !differences.taken.contains(board.difference(row, column))
                && board.is_no_hole(row, column)
        });
        match choice {
            None => troubled.push(at),
            Some(choice) => {
                unused.swap(0, choice);
                let (first, rest) = unused.split_at_mut(1);
                let column = first[0];
                unused = rest;
                columns[at] = column;
                sums.put(board.sum(row, column));
                differences.put(board.difference(row, column));
            }
        }
    }
    let mut filling = Filling { board, columns, sums, differences };
    for (&at, &mut column) in troubled.iter().zip(unused) {
        filling.columns[at] = column;
        filling.put(at);
    }
    Ok((filling, troubled))
}
