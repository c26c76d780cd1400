//! The parameters of CSPLib 079 and 080, and the excluded diagonals of 079.
//!
//! `init` lists given queens from 0, `blocks` blocked squares from 1, as the generators
//! of the library write them. A diagonal is a pair of kind and number: kind 1 is the
//! diagonal with row plus column equal to the number, kind 0 the one with row less column
//! equal to the number less n - 1; the first `numdiags` are excluded.

use super::{ImportError, ImportFault, check_side, make_board, make_square};
use control::clip;
use queens_model::problem::Problem;
use queens_model::square::Square;

/// The words that take a value.
const PARAMETER_KEYS: [&str; 5] = ["n", "init", "blocks", "numdiags", "diags"];

/// Returns true if `text` sets these words.
pub(super) fn is_parameters(text: &str) -> bool {
    split_entries(text).any(|(key, _)| key == "n")
        && split_entries(text).any(|(key, _)| PARAMETER_KEYS[1..].contains(&key))
}

/// Returns each word of [`PARAMETER_KEYS`] that has a value, and the text after it.
fn split_entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once('=')?;
        rest = after;
        Some((before, after))
    })
    .filter_map(|(before, after)| {
        let key = before
            .trim_end()
            .rsplit(|c: char| !c.is_ascii_alphanumeric())
            .next()?;
        PARAMETER_KEYS.contains(&key).then_some((key, after))
    })
}

/// Returns the numbers of a value: of a list up to its end, or a single one.
fn parse_numbers(value: &str) -> Result<Vec<u64>, ImportError> {
    let value = value.trim_start();
    let mut depth = 0usize;
    let end = value.char_indices().find(|&(_, c)| {
        depth = match c {
            '[' => depth + 1,
            ']' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0 && !c.is_ascii_digit()
    });
    let list = match end {
        None if depth > 0 => {
            return Err(ImportError::Problem(ImportFault::CutOff(
                "the end of a list",
            )));
        }
        None => value,
        Some((at, _)) => value.get(..at).unwrap_or(value),
    };
    let digits = list
        .split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty());
    digits
        .map(|word| {
            word.parse().map_err(|_| {
                ImportError::Problem(ImportFault::Word(clip(word), "a number"))
            })
        })
        .collect()
}

pub(super) fn read_problem(text: &str) -> Result<Problem, ImportError> {
    let value = |key: &str| {
        split_entries(text)
            .find(|&(found, _)| found == key)
            .map(|(_, value)| parse_numbers(value))
            .transpose()
    };
    let size = value("n")?.and_then(|n| n.first().copied());
    let size = check_side(
        size.ok_or(ImportError::Problem(ImportFault::NoSize("write n = 8")))?,
    )?;
    let givens = read_squares(&value("init")?.unwrap_or_default(), 0)?;
    let mut blocked = read_squares(&value("blocks")?.unwrap_or_default(), 1)?;
    let diagonals = value("diags")?.unwrap_or_default();
    let most = value("numdiags")?
        .and_then(|most| most.first().copied())
        .unwrap_or(u64::MAX);
    if !diagonals.len().is_multiple_of(2) {
        return Err(ImportError::Problem(ImportFault::HalfSquare(
            diagonals.len(),
        )));
    }
    // Checked before the loop over the squares of diagonals.
    make_board(size, &blocked, &[])?;
    for pair in diagonals
        .chunks_exact(2)
        .take(usize::try_from(most).unwrap_or(usize::MAX))
    {
        let (number, is_sum) = (pair[0], pair[1] == 1);
        for row in 0..u64::from(size) {
            // Row less column is number less n - 1.
            let column = if is_sum {
                number.checked_sub(row)
            } else {
                (row + u64::from(size) - 1).checked_sub(number)
            };
            if let Some(column) = column.filter(|&column| column < u64::from(size)) {
                blocked.push(Square::new(row as u32, column as u32));
            }
        }
    }
    make_board(size, &blocked, &givens)
}

fn read_squares(numbers: &[u64], first: u64) -> Result<Vec<Square>, ImportError> {
    if !numbers.len().is_multiple_of(2) {
        return Err(ImportError::Problem(ImportFault::HalfSquare(numbers.len())));
    }
    numbers
        .chunks_exact(2)
        .map(|pair| make_square(pair[0], pair[1], first))
        .collect()
}
