//! Takes solutions one at a time, as many as are wanted; the search ends when the
//! iterator is dropped.
//!
//! `cargo run --release --example enumerate`

use queens::{Settings, problem::Problem, solutions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::queens(20)?;
    for solution in solutions(&problem, &Settings::default())?.take(5) {
        let columns: Vec<u32> = solution?
            .squares()
            .iter()
            .map(|square| square.column + 1)
            .collect();
        println!("{columns:?}");
    }
    Ok(())
}
