//! Counts n / 2 queens, rounded up, on the n x n Moebius board in a way of its own: by
//! tables of attacked squares, one pair of rows after the other. It shares nothing with
//! the engines of the library.
//!
//! A row that leaves the board comes back as the row opposite: a pair of rows, and the
//! middle row by itself if n is odd, are one line each, and each holds one queen. Shifts
//! along the board carry the queen of the innermost line through all of its squares, so
//! one square is enough.
//!
//! `cargo run --release -p queens --example moebius 17`

use std::env;
use std::error::Error;

/// Squares, a bit for each.
type Set = [u64; 6];

struct Board {
    side: usize,
    /// Squares that a queen on each square attacks, including its own.
    attacked: Vec<Set>,
    /// The squares of each line, from the middle outwards.
    lines: Vec<Set>,
}

impl Board {
    fn new(side: usize) -> Self {
        let squares = (0..side * side).map(|square| (square / side, square % side));
        let attacked = squares
            .map(|(row, column)| attacked(side, row, column))
            .collect();
        let lines = (side / 2..side).map(|row| {
            let mut line = Set::default();
            for column in 0..side {
                insert(&mut line, row * side + column);
                // In the middle row this is the same square.
                insert(&mut line, (side - 1 - row) * side + column);
            }
            line
        });
        Board {
            side,
            attacked,
            lines: lines.collect(),
        }
    }

    /// The solutions with a queen on one square of the innermost line, times the squares
    /// of that line.
    fn count(&self) -> u128 {
        let first = self.side / 2 * self.side;
        let squares: u32 = self.lines[0].iter().map(|word| word.count_ones()).sum();
        self.fill(1, &self.attacked[first]) * u128::from(squares)
    }

    /// The ways to fill the lines from `depth` on with squares that are not `taken`.
    fn fill(&self, depth: usize, taken: &Set) -> u128 {
        let Some(line) = self.lines.get(depth) else {
            return 1;
        };
        let mut open: Set = std::array::from_fn(|i| line[i] & !taken[i]);
        if depth + 1 == self.lines.len() {
            return open.iter().map(|word| u128::from(word.count_ones())).sum();
        }
        let mut found = 0;
        for (i, word) in open.iter_mut().enumerate() {
            while *word != 0 {
                let square = 64 * i + word.trailing_zeros() as usize;
                *word &= *word - 1;
                let attacked = &self.attacked[square];
                found += self
                    .fill(depth + 1, &std::array::from_fn(|i| taken[i] | attacked[i]));
            }
        }
        found
    }
}

fn insert(set: &mut Set, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

/// Follows the eight rays of a queen. Where one crosses the left or the right edge it is
/// mirrored: above is below.
fn attacked(side: usize, row: usize, column: usize) -> Set {
    let mut set = Set::default();
    insert(&mut set, row * side + column);
    let last = side as i64 - 1;
    for (down, right) in [
        (0, 1),
        (1, 0),
        (1, 1),
        (1, -1),
        (0, -1),
        (-1, 0),
        (-1, -1),
        (-1, 1),
    ] {
        let (mut at, mut down) = ((row as i64, column as i64), down);
        loop {
            at = (at.0 + down, at.1 + right);
            if at.1 < 0 || at.1 > last {
                at = (last - at.0, if right > 0 { 0 } else { last });
                down = -down;
            }
            // A ray that leaves above or below has ended, one that comes home too.
            if at.0 < 0 || at.0 > last || at == (row as i64, column as i64) {
                break;
            }
            insert(&mut set, at.0 as usize * side + at.1 as usize);
        }
    }
    set
}

fn main() -> Result<(), Box<dyn Error>> {
    let side = env::args()
        .nth(1)
        .ok_or("name the side of the board: a number from 1 to 19")?
        .parse()?;
    if !(1..=19).contains(&side) {
        return Err(format!("'{side}' is not a number from 1 to 19").into());
    }
    println!("{}", Board::new(side).count());
    Ok(())
}
