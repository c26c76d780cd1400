//! Tells of region puzzles whether they have one solution, and how long that took.
//!
//! Each line of standard input is a puzzle: how many queens each unit takes, then the
//! rows of a letter grid, all parted by spaces. Each line of output is the seconds, from
//! the letters to the answer, and the squares of the only solution as `row,column` from
//! 0, or nothing. `benches/peers/puzzles.py` asks it. `cargo run --release -p queens --example
//! decide <<< "1 BBBBB BBCCE AACCE ACCDD AADDD"`

use queens::placement::Placement;
use queens::puzzle::read;
use queens::{Question, Settings, Verdict, ask};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::default().with_threads(1);
    for line in stdin().lock().lines() {
        let line = line?;
        let (stars, rows) = line.split_once(' ').ok_or("no rows")?;
        let grid = rows.replace(' ', "\n");
        let stars = stars.parse()?;
        let start = Instant::now();
        let position = read::read(grid.as_bytes(), Some(stars))?;
        let answer = ask(position.puzzle().problem(), Question::Unique, &settings)?;
        let seconds = start.elapsed().as_secs_f64();
        let is_only = answer.verdict() == Verdict::OnlyOne;
        let queens = answer
            .first
            .iter()
            .filter(|_| is_only)
            .flat_map(Placement::squares);
        let squares = queens.map(|square| format!(" {},{}", square.row, square.column));
        let mut out = stdout().lock();
        writeln!(out, "{seconds:.9}{}", squares.collect::<String>())?;
        out.flush()?;
    }
    Ok(())
}
