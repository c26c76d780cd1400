//! Dancing links (the crate `dlx`): rows and columns are covered exactly, diagonals at
//! most once.
//!
//! Reads the open columns of each row, a line each, and prints the column of each row, or
//! `none`.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solver, Uint, x};

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("standard input is text");
    let rows: Vec<Vec<usize>> = text
        .lines()
        .map(|line| {
            line.split_whitespace()
                .map(|column| column.parse().expect("columns are numbers"))
                .collect()
        })
        .collect();
    let size = rows.len();
    let squares: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, columns)| columns.iter().map(move |&column| (row, column)))
        .collect();
    let options: Vec<Vec<Uint>> = squares
        .iter()
        .map(|&(row, column)| items(size, row, column).to_vec())
        .collect();

    let mut problem =
        x::make_problem(2 * size as Uint, 4 * size as Uint, &options, OptOrder::Seq);
    let mut solver = Solver::new(&mut problem);
    if !solver.next_solution(&mut mrv_chooser(prefer_any(), no_tiebreak())) {
        println!("none");
        return;
    }
    let mut queens: Vec<(usize, usize)> = solver
        .fmt_solution()
        .iter()
        .map(|&option| squares[option as usize])
        .collect();
    queens.sort_unstable();
    let columns: Vec<String> = queens
        .iter()
        .map(|(_, column)| column.to_string())
        .collect();
    println!("{}", columns.join(" "));
}

/// The items that a queen covers. Rows and columns stand in the order of their distance
/// from the middle, because the first of equally short items is chosen and the middle is
/// best (Knuth).
fn items(size: usize, row: usize, column: usize) -> [Uint; 4] {
    let from_middle = |line: usize| {
        let middle = size / 2;
        if line < middle {
            2 * (middle - line) - 1
        } else {
            2 * (line - middle)
        }
    };
    let primary = 2 * size;
    [
        2 * from_middle(row),
        2 * from_middle(column) + 1,
        primary + row + column,
        primary + 2 * size + row + size - column - 1,
    ]
    .map(|item| item as Uint)
}
