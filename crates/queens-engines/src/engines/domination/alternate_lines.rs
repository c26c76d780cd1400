//! Small dominating sets on open square boards: one queen in every second row and column.
//!
//! Let the lines be the rows and columns of one parity. With one queen in each of them,
//! every square in a line is dominated. The other squares have neither their row nor
//! their column among the lines; they are dominated if a queen is on one of their
//! diagonals. Simulated annealing over the permutations, whose moves exchange the columns
//! of two queens, looks for one that leaves as few squares open as possible.
//!
//! Invariant: `open` is the number of other squares with no queen on their diagonals. A
//! move changes the queens on at most eight diagonals. A diagonal that loses its only
//! queen opens those of its squares that no diagonal in the other direction dominates;
//! one that gains its first queen closes them. So a move visits O(n) squares instead of
//! n^2 / 4.

use control::{Meter, Step};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Number of sweeps of the annealing, of as many moves as there are queens.
const SWEEP_COUNT: u32 = 200_000;

/// Temperatures of the first and of the last sweep, in open squares: the best of six
/// pairs on 50 x 50 and 130 x 130.
const TEMPERATURES: [f64; 2] = [4.0, 0.8];

/// Returns the squares of one queen in each line, on a board of `size` x `size` counted
/// row by row: the best queens that the annealing found. `parity` is the number of the
/// first line, 0 or 1.
///
/// # Errors
/// The reason to stop, beside the best queens so far.
pub(super) fn alternate_line_queens(
    size: usize,
    parity: usize,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> (Vec<usize>, Step) {
    let mut placed = AlternateLines::random(size, parity, random);
    let mut best = (placed.open, placed.columns.clone());
    let cooling = (TEMPERATURES[1] / TEMPERATURES[0]).powf(1.0 / f64::from(SWEEP_COUNT));
    let (mut temperature, mut step) = (TEMPERATURES[0], Ok(()));
    for _ in 0..SWEEP_COUNT {
        step = meter.expand();
        if step.is_err() || best.0 == 0 {
            break;
        }
        for _ in 0..placed.columns.len() {
            placed.exchange(temperature, random);
            if placed.open < best.0 {
                best = (placed.open, placed.columns.clone());
            }
        }
        temperature *= cooling;
    }
    let (_, columns) = best;
    let squares = columns
        .iter()
        .enumerate()
        .map(|(line, column)| (2 * line + parity) * size + column);
    (squares.collect(), step)
}

/// Queens on the lines of a board, one in each.
struct AlternateLines {
    size: usize,
    parity: usize,
    /// For each row of the lines, the column of its queen.
    columns: Vec<usize>,
    /// Number of queens on each diagonal, by the difference of row and column (plus the
    /// size) and by their sum.
    diagonals: [Vec<u32>; 2],
    /// Number of squares that no queen dominates.
    open: usize,
}

impl AlternateLines {
    fn random(size: usize, parity: usize, random: &mut ChaCha8Rng) -> Self {
        let mut columns: Vec<usize> = (parity..size).step_by(2).collect();
        for last in (1..columns.len()).rev() {
            columns.swap(last, random.random_range(0..=last));
        }
        let diagonals = [vec![0; 2 * size], vec![0; 2 * size]];
        let mut placed = AlternateLines {
            size,
            parity,
            columns,
            diagonals,
            open: 0,
        };
        placed.open = (1 - parity..size).step_by(2).count().pow(2);
        for line in 0..placed.columns.len() {
            placed.put(line);
        }
        placed
    }

    /// Exchanges the columns of two queens at random, unless that opens too many squares
    /// for the temperature.
    fn exchange(&mut self, temperature: f64, random: &mut ChaCha8Rng) {
        let lines = self.columns.len();
        let (one, other) = (random.random_range(0..lines), random.random_range(0..lines));
        if one == other {
            return;
        }
        let before = self.open;
        self.swap(one, other);
        let opened = self.open as f64 - before as f64;
        if opened > 0.0 && random.random::<f64>() >= (-opened / temperature).exp() {
            self.swap(one, other);
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.remove(one);
        self.remove(other);
        self.columns.swap(one, other);
        self.put(one);
        self.put(other);
    }

    fn put(&mut self, line: usize) {
        for (direction, diagonal) in self.diagonals_of(line).into_iter().enumerate() {
            if self.diagonals[direction][diagonal] == 0 {
                self.open -= self.open_on(direction, diagonal);
            }
            self.diagonals[direction][diagonal] += 1;
        }
    }

    fn remove(&mut self, line: usize) {
        for (direction, diagonal) in self.diagonals_of(line).into_iter().enumerate() {
            self.diagonals[direction][diagonal] -= 1;
            if self.diagonals[direction][diagonal] == 0 {
                self.open += self.open_on(direction, diagonal);
            }
        }
    }

    fn diagonals_of(&self, line: usize) -> [usize; 2] {
        let (row, column) = (2 * line + self.parity, self.columns[line]);
        [row + self.size - column, row + column]
    }

    /// Returns the number of squares outside the lines, on a diagonal without a queen,
    /// that no queen dominates in the other direction. Both coordinates of such a square
    /// have the other parity, so there is none on an odd diagonal.
    fn open_on(&self, direction: usize, diagonal: usize) -> usize {
        let size = self.size;
        let offset = if direction == 0 {
            diagonal.abs_diff(size)
        } else {
            diagonal
        };
        if offset % 2 == 1 {
            return 0;
        }
        // Rows of the diagonal, and its crossing diagonals.
        let (first, last) = match direction {
            0 => (diagonal.saturating_sub(size), (diagonal - 1).min(size - 1)),
            _ => ((diagonal + 1).saturating_sub(size), diagonal.min(size - 1)),
        };
        let first = first + (first + self.parity + 1) % 2;
        let crossing = &self.diagonals[1 - direction];
        // In row r the crossing diagonal, the sum of a square on the difference or its
        // difference on the sum, is 2 r + size - diagonal.
        (first..=last)
            .step_by(2)
            .filter(|&row| crossing[2 * row + size - diagonal] == 0)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Compares the number of open squares with a count square by square, after each of
    /// many moves.
    #[test]
    fn counts_the_open_squares() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for size in 1..=13 {
            for parity in 0..2 {
                let mut placed = AlternateLines::random(size, parity, &mut random);
                for _ in 0..if placed.columns.is_empty() { 0 } else { 50 } {
                    placed.exchange(4.0, &mut random);
                    let queens: Vec<_> = placed
                        .columns
                        .iter()
                        .enumerate()
                        .map(|(line, &column)| (2 * line + parity, column))
                        .collect();
                    let is_open = |row: usize, column: usize| {
                        queens.iter().all(|&(r, c)| {
                            let (down, right) = (r.abs_diff(row), c.abs_diff(column));
                            down != 0 && right != 0 && down != right
                        })
                    };
                    let squares = (0..size)
                        .flat_map(|row| (0..size).map(move |column| (row, column)));
                    let open = squares
                        .filter(|&(row, column)| is_open(row, column))
                        .count();
                    assert_eq!(placed.open, open, "{size}, parity {parity}: {queens:?}");
                }
            }
        }
    }
}
