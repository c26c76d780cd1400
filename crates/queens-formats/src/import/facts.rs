//! Facts of answer set programming: blocked squares, given queens, and the size of the
//! board, all from 1.

use super::{ImportError, ImportFault, check_side, make_board, make_square};
use control::clip;
use queens_model::problem::Problem;

/// Names of the size of the board; of several numbers the largest counts.
const SIZE_NAMES: [&str; 6] = ["size", "n", "num", "number", "row", "dim"];

/// Returns true if `text` has facts that name squares.
pub(super) fn are_facts(text: &str) -> bool {
    split_facts(text)
        .any(|(name, words)| is_square(name) && words.split(',').count() == 2)
}

fn is_square(name: &str) -> bool {
    matches!(name, "block" | "blocked" | "queen")
}

/// Returns each fact: its name, and its arguments.
fn split_facts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text
        .lines()
        .map(|line| line.split('%').next().unwrap_or_default());
    // A dot ends a fact, but two dots are a range.
    let parts = lines.flat_map(|line| line.split(')'));
    parts.filter_map(|part| {
        let (name, words) = part.trim_start_matches(['.', ' ', '\t']).split_once('(')?;
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_name.then_some((name, words))
    })
}

/// Reads a number, or the last one of a range.
fn parse_number(word: &str) -> Result<u64, ImportError> {
    let last = word.rsplit("..").next().unwrap_or_default().trim();
    last.parse().map_err(|_| {
        ImportError::Problem(ImportFault::Word(clip(word.trim()), "a number"))
    })
}

pub(super) fn read_problem(text: &str) -> Result<Problem, ImportError> {
    let (mut size, mut blocked, mut givens) = (None, Vec::new(), Vec::new());
    for (name, words) in split_facts(text) {
        let arguments: Vec<&str> = words.split(',').collect();
        match arguments[..] {
            [word] if SIZE_NAMES.contains(&name) => {
                size = size.max(Some(parse_number(word)?));
            }
            [row, column] if is_square(name) => {
                let at = make_square(parse_number(row)?, parse_number(column)?, 1)?;
                if name == "queen" {
                    givens.push(at);
                } else {
                    blocked.push(at);
                }
            }
            _ => {
                return Err(ImportError::Problem(ImportFault::Constraint(clip(
                    &format!("{name}({words})"),
                ))));
            }
        }
    }
    let size = size.ok_or(ImportError::Problem(ImportFault::NoSize(
        "add a fact such as size(8).",
    )))?;
    make_board(check_side(size)?, &blocked, &givens)
}
