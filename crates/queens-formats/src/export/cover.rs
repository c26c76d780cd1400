//! The matrix of an exact cover, as Knuth's dancing links programs read it.
//!
//! The first line that is not a comment names the items: primary ones, which are covered
//! once, then `|`, then secondary ones, which are covered at most once. Each later line
//! is an option: a square, as the list of items that it covers. Lines that begin with `|`
//! are comments; the one above an option names its square.

use super::{Format, Output, Written, check_squares};
use queens_engines::engines::ladder::CoverItems;
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "exact-cover",
    name: "exact-cover matrix (Knuth's dancing links)",
    carries: "problems whose units take one queen or at most one, each square in a unit that takes one",
    extension: "dlx",
    checked_with: "our own dancing links",
    write: write_cover,
};

fn write_cover(problem: &Problem, out: &mut Output<'_>) -> Written {
    check_squares(problem)?;
    let items = CoverItems::from_problem(problem, out.limits())?;
    out.write_problem(problem, "| ", "")?;
    let mut items_of = vec![String::new(); items.squares().len()];
    for (letter, list) in [('p', items.primary()), ('s', items.secondary())] {
        for (number, squares) in (1..).zip(list) {
            squares
                .iter()
                .for_each(|&square| items_of[square] += &format!(" {letter}{number}"));
        }
    }
    for number in 1..=items.primary().len() {
        write!(out, "p{number} ")?;
    }
    write!(out, "|")?;
    for number in 1..=items.secondary().len() {
        write!(out, " s{number}")?;
    }
    writeln!(out)?;
    for (square, items) in items
        .squares()
        .iter()
        .zip(&items_of)
        .filter(|(_, items)| !items.is_empty())
    {
        writeln!(out, "| {square}\n{}", items.trim_start())?;
    }
    Ok(())
}
