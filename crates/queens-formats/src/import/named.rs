//! Values by name: arrays, and variables with the numbers of their rows and columns.

use super::ImportFault;
use control::{clip, split_before};
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::collections::BTreeSet;

/// Largest error of values from solvers that compute with floating-point numbers.
const MAX_ROUNDING_ERROR: f64 = 1e-3;

/// Names of the variables of queens.
const VARIABLE_NAMES: [&str; 4] = ["queens", "queen", "q", "x"];

/// Returns the arrays that begin in `text`, each with its name and its numbers as text:
/// `q = [2, 4]`, `x = array2d(1..2, 1..2, [0, 1, 1, 0])`, `"q" : [2, 4]`, `x = [| 0, 1 |
/// 1, 0 |]`.
pub(super) fn find_arrays(text: &str) -> impl Iterator<Item = (String, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (before, list) = rest.split_at_checked(rest.find('[')?)?;
            let mut depth = 0_i64;
            let (list, after) = split_before(list, |c| {
                depth += i64::from(c == '[') - i64::from(c == ']');
                depth == 0
            });
            rest = after;
            if let Some(name) = array_name(before) {
                return Some((name.to_owned(), list));
            }
        }
    })
}

/// Returns the name that the text before a bracket assigns to.
fn array_name(before: &str) -> Option<&str> {
    let before = before.trim_end();
    // array1d(1..4, [
    let before = match before.rsplit_once("array") {
        Some((before, call)) if call.contains('(') => before.trim_end(),
        _ => before,
    };
    let name = before
        .strip_suffix(['=', ':'])?
        .trim_end()
        .trim_end_matches('"');
    let name = name
        .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
        .next()?;
    name.starts_with(char::is_alphabetic).then_some(name)
}

/// Reads the numbers of a list.
///
/// # Errors
/// The first word that is not a number.
pub(super) fn parse_numbers(list: &str) -> Result<Vec<u64>, &str> {
    let words =
        list.split(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | '[' | ']'));
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().map_err(|_| word))
        .collect()
}

/// Returns the words of a line; [`parse_index`] recognises the names among them.
pub(super) fn split_words(line: &str) -> impl Iterator<Item = &str> {
    let mut is_index = false;
    let is_joint = move |c: char| {
        match c {
            '[' => is_index = true,
            ']' | '=' => is_index = false,
            _ => {}
        }
        "(){}=:;".contains(c) || ((c == ',' || c.is_whitespace()) && !is_index)
    };
    line.split(is_joint).filter(|word| !word.is_empty())
}

/// Returns the numbers in a name: 2 and 7 of `q_2_7` and of `q[2,7]`, 2 of `q_2`, `x2`
/// and `q[2]`.
pub(super) fn parse_index(word: &str) -> Option<Vec<u64>> {
    let word = word.trim_matches('"');
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit() || "_,[] ".contains(c));
    if !VARIABLE_NAMES
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
    {
        return None;
    }
    let numbers: Vec<Option<u64>> = word
        .strip_prefix(name)?
        .trim_start_matches(['_', '['])
        .trim_end_matches(']')
        .split(['_', ','])
        .map(|number| number.trim().parse().ok())
        .collect();
    let numbers: Vec<u64> = numbers.into_iter().collect::<Option<_>>()?;
    (numbers.len() <= 2).then_some(numbers)
}

/// Variables with their values.
#[derive(Default)]
pub(super) struct NamedValues {
    values: Vec<(Vec<u64>, f64)>,
    seen: BTreeSet<Vec<u64>>,
    /// The variable whose value comes next.
    waits: Option<Vec<u64>>,
}

impl NamedValues {
    /// Takes the name of a variable. A repeated name starts something else about the same
    /// variable, such as a bound, and is skipped.
    pub(super) fn add_name(&mut self, index: Vec<u64>) {
        self.waits = (!self.seen.contains(&index)).then_some(index);
    }

    /// Takes a word after a name: its value, or something before it.
    pub(super) fn add_value(&mut self, word: &str) -> Result<(), ImportFault> {
        let Some(index) = self.waits.take() else {
            return Ok(());
        };
        let value = match word {
            // SMT-LIB writes a negative number as (- 2).
            "-" => {
                return Err(ImportFault::Word(
                    "- behind a name".to_owned(),
                    "a value from 0 on",
                ));
            }
            "true" => Some(1.0),
            "false" => Some(0.0),
            word => word.parse::<f64>().ok().filter(|value| value.is_finite()),
        };
        match value {
            Some(value) => {
                self.seen.insert(index.clone());
                self.values.push((index, value));
            }
            None => self.waits = Some(index),
        }
        Ok(())
    }

    /// Returns true if a row or a column is 0.
    fn has_zero(&self) -> bool {
        self.values.iter().any(|(index, _)| index.contains(&0))
    }

    /// Returns true if each value is 0 or 1.
    fn are_bits(&self) -> bool {
        self.values.iter().all(|(_, value)| is_bit(*value))
    }

    /// Returns the queens. Rows and columns count from 1, or from 0 if one of them is 0;
    /// single numbers of as many variables as there are squares number them row by row.
    pub(super) fn read_queens(
        &self,
        problem: &Problem,
    ) -> Result<Vec<Square>, ImportFault> {
        let (rows, columns) = (u64::from(problem.rows()), u64::from(problem.columns()));
        let are_squares = rows != self.values.len() as u64
            && self.values.len() as u64 == rows * columns
            && self.are_bits();
        let first = u64::from(!self.has_zero());
        let first_column = u64::from(!self.has_column_zero());
        let mut queens = Vec::new();
        for (index, value) in &self.values {
            match index[..] {
                [_] if are_squares && *value < 0.5 => {}
                [place] if are_squares => {
                    let place = place.saturating_sub(first);
                    let (row, column) = (place / columns, place % columns);
                    queens.push(square_on_board(problem, row, column, [0, 0])?);
                }
                [row] if *value >= 0.0 && value.fract() == 0.0 => {
                    let first = [first, first_column];
                    queens.push(square_on_board(problem, row, *value as u64, first)?);
                }
                [row, column] if is_bit(*value) => {
                    let square = square_on_board(problem, row, column, [first, first])?;
                    queens.extend((*value > 0.5).then_some(square));
                }
                [_, _] => {
                    return Err(ImportFault::Word(
                        clip(&format!("{} = {value}", name_of(index))),
                        "0 or 1 for a square",
                    ));
                }
                _ => {
                    return Err(ImportFault::Word(
                        name_of(index),
                        "the name of a row or of a square, with its value",
                    ));
                }
            }
        }
        Ok(queens)
    }

    /// Returns true if a row names its column 0.
    fn has_column_zero(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|(index, value)| index.len() == 1 && *value == 0.0)
    }
}

/// Returns the name of a variable: `q_3_5`.
fn name_of(index: &[u64]) -> String {
    let mut name = "q".to_owned();
    for number in index {
        name += &format!("_{number}");
    }
    name
}

/// Returns the square of a row and a column, whose numbers begin with `first`.
fn square_on_board(
    problem: &Problem,
    row: u64,
    column: u64,
    [first, first_column]: [u64; 2],
) -> Result<Square, ImportFault> {
    let off_board = ImportFault::OffBoard { row, column, first };
    let (Some(row), Some(column)) =
        (row.checked_sub(first), column.checked_sub(first_column))
    else {
        return Err(off_board);
    };
    let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column)) else {
        return Err(off_board);
    };
    let square = Square::new(row, column);
    if problem.contains(square) {
        Ok(square)
    } else {
        Err(off_board)
    }
}

fn is_bit(value: f64) -> bool {
    (value - value.round()).abs() < MAX_ROUNDING_ERROR
        && (0.0..=1.0).contains(&value.round())
}

/// Returns the side of a board with as many rows as values, or as many squares as bits.
fn side_of_values(values: usize, are_bits: bool) -> Option<u32> {
    let root = values.isqrt();
    let is_of_squares = are_bits && root > 1 && root * root == values;
    u32::try_from(if is_of_squares { root } else { values }).ok()
}

/// Returns the side of the square board that `text` is an answer for, from its first
/// array or its variables; `None` if it has neither.
pub(super) fn find_side(text: &str) -> Option<u32> {
    if let Some(numbers) = find_arrays(text)
        .find_map(|(_, list)| parse_numbers(list).ok().filter(|list| !list.is_empty()))
    {
        return side_of_values(numbers.len(), numbers.iter().all(|&number| number < 2));
    }
    let mut names = NamedValues::default();
    for word in split_words(text) {
        match parse_index(word) {
            Some(index) => names.add_name(index),
            None => names.add_value(word).ok()?,
        }
    }
    let numbers = names.values.iter().flat_map(|(index, _)| index);
    match names.values.iter().any(|(index, _)| index.len() == 2) {
        true => u32::try_from(*numbers.max()? + u64::from(names.has_zero())).ok(),
        false => {
            side_of_values(names.values.len(), names.are_bits()).filter(|side| *side > 0)
        }
    }
}
