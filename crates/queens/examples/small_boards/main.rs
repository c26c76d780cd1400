//! Counts all boards of sides 4 and 5 with connected regions, one for each row: how many
//! have exactly one solution, and how many of these need no guess. It counts in two ways
//! that share nothing and prints the table of `docs/lab/small-boards.md` as CSV.
//!
//! `cargo run --release -p queens --example small_boards 4 5 >
//! docs/lab/data/small-boards.csv`

mod grow;
mod label;
mod table;

use std::{env, error::Error, thread, time::Instant};
use table::{Table, Tally, total};

fn main() -> Result<(), Box<dyn Error>> {
    let sides: Vec<u32> = env::args()
        .skip(1)
        .map(|side| side.parse())
        .collect::<Result<_, _>>()?;
    println!("side,sizes,boards,solvable,one_solution,no_guess");
    for side in sides {
        if !(1..=5).contains(&side) {
            return Err(format!("{side} is not a valid side: use 1 to 5").into());
        }
        let timed = |name: &str, way: fn(u32) -> Table| {
            let start = Instant::now();
            let table = way(side);
            eprintln!(
                "side {side}, {name}: {:?}, {:.1?}",
                total(&table),
                start.elapsed()
            );
            table
        };
        let (table, again) = thread::scope(|scope| {
            let second = scope.spawn(|| timed("second way", label::table));
            (timed("first way", grow::table), second.join())
        });
        if again.as_ref().ok() != Some(&table) {
            return Err(format!("the two ways do not agree about side {side}").into());
        }
        let line = |sizes: &str, tally: Tally| {
            let Tally {
                boards,
                solvable,
                unique,
                no_guess,
            } = tally;
            println!("{side},{sizes},{boards},{solvable},{unique},{no_guess}");
        };
        for (sizes, &tally) in &table {
            line(
                &sizes
                    .iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join("+"),
                tally,
            );
        }
        line("all", total(&table));
    }
    Ok(())
}
