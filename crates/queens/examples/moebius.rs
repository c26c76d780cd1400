//! Counts (n + 1) / 2 queens on the n x n Moebius board, n odd, in a way of its own: by tables of attacked squares, one
//! pair of rows after the other. It shares nothing with the engines of the library.
//!
//! A row that leaves the board comes back as the row opposite: a pair of rows, and the middle row by itself, are one line
//! each, and each holds one queen. Shifts along the board carry the queen of the middle row through all columns, so one
//! column is enough.
//!
//! `cargo run --release -p queens --example moebius 17`

use std::env;
use std::error::Error;

/// Squares, a bit for each.
type Set = [u64; 5];

struct Board {
    side: usize,
    /// Squares that a queen on each square attacks, including its own.
    attacked: Vec<Set>,
    /// The squares of each pair of rows, from the middle outwards.
    pairs: Vec<Set>,
}

impl Board {
    fn new(side: usize) -> Self {
        let squares = (0..side * side).map(|square| (square / side, square % side));
        let attacked = squares.map(|(row, column)| attacked(side, row, column)).collect();
        let pairs = (1..=side / 2).map(|distance| {
            let mut pair = Set::default();
            for column in 0..side {
                insert(&mut pair, (side / 2 - distance) * side + column);
                insert(&mut pair, (side / 2 + distance) * side + column);
            }
            pair
        });
        Board { side, attacked, pairs: pairs.collect() }
    }

    /// The solutions with a queen in the middle row, times the columns that she can have.
    fn count(&self) -> u128 {
        let middle = self.side / 2 * self.side;
        self.fill(0, &self.attacked[middle]) * self.side as u128
    }

    /// The ways to fill the pairs from `depth` on with squares that are not `taken`.
    fn fill(&self, depth: usize, taken: &Set) -> u128 {
        let Some(pair) = self.pairs.get(depth) else { return 1 };
        let mut open: Set = std::array::from_fn(|i| pair[i] & !taken[i]);
        if depth + 1 == self.pairs.len() {
            return open.iter().map(|word| u128::from(word.count_ones())).sum();
        }
        let mut found = 0;
        for (i, word) in open.iter_mut().enumerate() {
            while *word != 0 {
                let square = 64 * i + word.trailing_zeros() as usize;
                *word &= *word - 1;
                let attacked = &self.attacked[square];
                found += self.fill(depth + 1, &std::array::from_fn(|i| taken[i] | attacked[i]));
            }
        }
        found
    }
}

fn insert(set: &mut Set, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

/// Follows the eight rays of a queen. Where one crosses the left or the right edge it is mirrored: above is below.
fn attacked(side: usize, row: usize, column: usize) -> Set {
    let mut set = Set::default();
    insert(&mut set, row * side + column);
    let last = side as i64 - 1;
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
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
    let side = env::args().nth(1).ok_or("say the side of the board: an odd number from 3 to 17")?.parse()?;
    if side % 2 == 0 || !(3..=17).contains(&side) {
        return Err(format!("'{side}' is not an odd number from 3 to 17").into());
    }
    println!("{}", Board::new(side).count());
    Ok(())
}
