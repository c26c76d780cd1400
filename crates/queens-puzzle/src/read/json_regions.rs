//! Maps of the regions in JSON.
//!
//! | value | example |
//! |---|---|
//! | rows of numbers or names | `[["A", "A"], ["B", "B"]]`, `[[0, 0], [1, 1]]` |
//! | rows as strings, a character or a word for each square | `["AA", "BB"]` |
//! | every square, row by row | `[0, 0, 1, 1]` |
//! | the squares of each region | `[[[0, 0], [0, 1]], [[1, 0], [1, 1]]]`, `[["a1", "b1"], ["a2", "b2"]]` |
//! | objects with the squares of each region | `[{"name": "A", "squares": [[0, 0], [0, 1]]}, ...]` |
//! | the squares of each region by its name | `{"A": [[0, 0], [0, 1]], "B": [[1, 0], [1, 1]]}` |
//! | an object for each square | `[[{"region": 0}, {"region": 0}], ...]` |
//! | an object for each row, with one list | `[{"colors": [0, 0]}, {"colors": [1, 1]}]` |
//! | a letter grid | `"AABB\nAABB\nCCDD\nCCDD"` |
//!
//! A square is `[row, column]`, `{"row": 0, "column": 0}` (or `r`, `c`, `col`), from 0,
//! or a name (`b4`, `r4c2`), which counts from 1.

use super::json::{describe, json_error};
use super::{PuzzleReadError, grid};
use crate::MAX_SIZE;
use queens_model::problem::numbered_names;
use queens_model::square::Square;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashSet;

/// Keys of the squares of a region.
const SQUARE_KEYS: [&str; 3] = ["squares", "cells", "positions"];
/// Keys of the region of a square.
const REGION_KEYS: [&str; 9] = [
    "region",
    "regionId",
    "region_id",
    "color",
    "colour",
    "area",
    "zone",
    "group",
    "cage",
];

/// Reads the side of the board and the region of each square, row by row. `expected` is
/// the side, if it is known.
pub(super) fn read(
    map: &Value,
    expected: Option<u32>,
) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let (size, regions) = match map {
        Value::Array(list) => match (lists_of_squares(list), numbered_squares(list)) {
            (Some(lists), _) => from_squares(&lists)?,
            (None, Some(regions)) => (check_size(list.len())?, regions),
            (None, None) => from_rows(list)?,
        },
        Value::Object(object) => from_named_squares(object)?,
        Value::String(text) => {
            let position = grid::read(text, None)?;
            (position.puzzle().size(), position.puzzle().regions())
        }
        other => {
            return Err(json_error(format!(
                "the map of the regions is {}: use a list of rows",
                describe(other)
            )));
        }
    };
    match expected {
        Some(expected) if expected != size => Err(json_error(format!(
            "the map of the regions has {size} rows, but the given size is {expected}"
        ))),
        _ => Ok((size, regions)),
    }
}

/// Reads a map from the squares of each region by its name.
fn from_named_squares(
    object: &Map<String, Value>,
) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let mut named: Vec<(&String, &Value)> = object.iter().collect();
    // In the order of the names 10 would come before 2.
    named.sort_by_key(|(name, _)| (name.chars().count(), *name));
    let lists: Option<Vec<&Vec<Value>>> =
        named.iter().map(|(_, list)| list.as_array()).collect();
    from_squares(&lists.ok_or_else(|| {
        json_error("each region in this JSON needs a list of its squares")
    })?)
}

/// Returns `lists` as a map of the regions, if each of them is a list of squares.
pub(super) fn named_squares(lists: &Map<String, Value>) -> Option<Value> {
    let all: Vec<Value> = lists.values().cloned().collect();
    lists_of_squares(&all).map(|_| Value::Object(lists.clone()))
}

/// Returns the squares of each region, if the list holds these.
fn lists_of_squares(list: &[Value]) -> Option<Vec<&Vec<Value>>> {
    let lists: Vec<&Vec<Value>> = list
        .iter()
        .map(|region| match region {
            Value::Array(squares) => Some(squares),
            Value::Object(object) => SQUARE_KEYS
                .iter()
                .find_map(|&key| object.get(key)?.as_array()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut seen = HashSet::new();
    for value in lists.iter().copied().flatten() {
        let is_square = match value {
            Value::Array(_) => true,
            Value::Object(object) => region_of(object).is_none(),
            // Names of squares are unique; names of regions repeat.
            Value::String(name) => {
                named_square(name).is_some() && seen.insert(name.to_ascii_lowercase())
            }
            _ => false,
        };
        if !is_square {
            return None;
        }
    }
    (!lists.is_empty()).then_some(lists)
}

/// Reads the numbers of the squares of each region, row by row from 0: `[[0, 1, 5], ...]`.
/// `None` unless all n x n squares are there once, in n lists of different lengths.
fn numbered_squares(lists: &[Value]) -> Option<Vec<u32>> {
    let size = lists.len();
    let lists: Vec<&Vec<Value>> =
        lists.iter().map(Value::as_array).collect::<Option<_>>()?;
    // Lists of one length are the rows of a board.
    if lists.iter().all(|list| list.len() == size) || size > MAX_SIZE as usize {
        return None;
    }
    let mut regions = vec![None; size * size];
    for (region, squares) in (0..).zip(lists) {
        for square in squares {
            let square = usize::try_from(square.as_u64()?).ok()?;
            if regions.get_mut(square)?.replace(region).is_some() {
                return None;
            }
        }
    }
    regions.into_iter().collect()
}

/// Reads a map from the squares of each region; there are as many regions as rows.
fn from_squares(lists: &[&Vec<Value>]) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let size = check_size(lists.len())?;
    let first = first_number(lists, size);
    let mut regions = vec![None; (size * size) as usize];
    for (region, squares) in (0..).zip(lists) {
        for value in *squares {
            let square = square_from(value, size, first)?;
            let slot = &mut regions[(square.row * size + square.column) as usize];
            if let Some(other) = slot.replace(region) {
                return Err(json_error(format!(
                    "square {square} is in the regions {other} and {region} (from 0): each square has one region"
                )));
            }
        }
    }
    let missing = regions.iter().position(Option::is_none);
    if let Some(missing) = missing {
        let square = Square::new(missing as u32 / size, missing as u32 % size);
        return Err(json_error(format!(
            "square {square} is in no region: each square has one region"
        )));
    }
    Ok((size, regions.into_iter().flatten().collect()))
}

/// Reads a map from rows, or from all squares in one list.
fn from_rows(list: &[Value]) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let is_flat =
        list.iter().all(|value| row_of(value).is_none()) && !is_rows_of_text(list);
    let (size, names) = if is_flat {
        names_of_squares(list)?
    } else {
        names_of_rows(list)?
    };
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Ok((size, numbered_names(&names)?))
}

/// The side of a board, and the name of the region of each square, row by row.
type SizeAndNames<'v> = (u32, Vec<Cow<'v, str>>);

/// Reads the names of the regions from a list of all squares.
fn names_of_squares(list: &[Value]) -> Result<SizeAndNames<'_>, PuzzleReadError> {
    let size = list.len().isqrt();
    if size * size != list.len() {
        return Err(json_error(format!(
            "a list of {} squares is not a square board: use a list of rows, each a list of regions",
            list.len()
        )));
    }
    let size = check_size(size)?;
    let names = list.iter().map(read_name).collect::<Result<_, _>>()?;
    Ok((size, names))
}

/// Reads the names of the regions from a list of rows.
fn names_of_rows(list: &[Value]) -> Result<SizeAndNames<'_>, PuzzleReadError> {
    let size = check_size(list.len())?;
    let mut names = Vec::new();
    for (row, value) in (1..).zip(list) {
        let cells = read_row(value, list.len())?;
        if cells.len() != list.len() {
            return Err(json_error(format!(
                "row {row} of the map has {}, but the board has {} rows: a puzzle must be square",
                control::counted(cells.len(), "square"),
                list.len()
            )));
        }
        names.extend(cells);
    }
    Ok((size, names))
}

/// Returns true if a list holds rows as strings.
pub(super) fn is_rows_of_text(list: &[Value]) -> bool {
    list.iter().all(|value| {
        value
            .as_str()
            .is_some_and(|text| text_cells(text, list.len()).len() == list.len())
    })
}

/// Splits a row in a string: into words if there are as many as rows, else into
/// characters.
fn text_cells(text: &str, rows: usize) -> Vec<&str> {
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    if words.clone().count() == rows {
        words.collect()
    } else {
        words.flat_map(|w| w.split_inclusive(|_| true)).collect()
    }
}

/// Reads the names of the regions of a row's squares.
fn read_row(row: &Value, rows: usize) -> Result<Vec<Cow<'_, str>>, PuzzleReadError> {
    if let Some(cells) = row_of(row) {
        return cells.iter().map(read_name).collect();
    }
    match row {
        Value::String(text) => Ok(text_cells(text, rows)
            .into_iter()
            .map(Cow::Borrowed)
            .collect()),
        other => Err(json_error(format!(
            "a row of the map is {}: use a list of regions",
            describe(other)
        ))),
    }
}

/// Returns the squares of a row: a list, or the only list of an object.
fn row_of(value: &Value) -> Option<&Vec<Value>> {
    let Value::Object(object) = value else {
        return value.as_array();
    };
    let mut lists = object.values().filter_map(Value::as_array);
    lists.next().filter(|_| lists.next().is_none())
}

/// Reads the name of a region: a string or a number.
fn read_name(value: &Value) -> Result<Cow<'_, str>, PuzzleReadError> {
    match value {
        Value::String(name) if !name.is_empty() => Ok(Cow::Borrowed(name)),
        Value::Number(number) if number.is_u64() => Ok(Cow::Owned(number.to_string())),
        Value::Object(object)
            if region_of(object).is_some_and(|value| !value.is_object()) =>
        {
            region_of(object).map_or_else(|| read_name(&Value::Null), read_name)
        }
        other => Err(json_error(format!(
            "a region is {}: use a string or a whole number",
            describe(other)
        ))),
    }
}

/// Region in the object of a square.
fn region_of(object: &Map<String, Value>) -> Option<&Value> {
    REGION_KEYS.iter().find_map(|&key| object.get(key))
}

/// Reads the name of a square such as `b4` or `r4c2`, which count from 1.
pub(super) fn named_square(name: &str) -> Option<Square> {
    if let Ok(square) = name.parse() {
        return Some(square);
    }
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let row: u32 = row.parse().ok()?;
    let column: u32 = column.parse().ok()?;
    Some(Square::new(row.checked_sub(1)?, column.checked_sub(1)?))
}

/// Returns the side of a board if it is within the bounds.
fn check_size(size: usize) -> Result<u32, PuzzleReadError> {
    u32::try_from(size)
        .ok()
        .filter(|size| (1..=MAX_SIZE).contains(size))
        .ok_or_else(|| {
            json_error(format!(
                "a map of {size} rows or regions is not valid: use 1 to {MAX_SIZE}"
            ))
        })
}

/// Returns the row or column from which the squares of all regions count: 1 if they have
/// the number `size` and no 0, so that they would be off the board otherwise.
fn first_number(lists: &[&Vec<Value>], size: u32) -> u32 {
    let (mut has_zero, mut has_size) = (false, false);
    for value in lists.iter().copied().flatten() {
        // Names of squares count from 1 whatever the others do.
        if value.is_string() {
            continue;
        }
        if let Some((row, column)) = row_and_column(value) {
            has_zero |= row == 0 || column == 0;
            has_size |= row == size || column == size;
        }
    }
    u32::from(has_size && !has_zero)
}

/// Reads a square of a board of `size` x `size`.
pub(super) fn square(value: &Value, size: u32) -> Result<Square, PuzzleReadError> {
    square_from(value, size, 0)
}

/// Reads the row and the column of a square.
pub(super) fn row_and_column(value: &Value) -> Option<(u32, u32)> {
    match value {
        Value::Array(pair) => match &pair[..] {
            [row, column] => whole_number(row).zip(whole_number(column)),
            _ => None,
        },
        Value::Object(object) => {
            let row = ["row", "r", "y"].iter().find_map(|&key| object.get(key));
            let column = ["column", "col", "c", "x"]
                .iter()
                .find_map(|&key| object.get(key));
            whole_number(row?).zip(whole_number(column?))
        }
        Value::String(name) => {
            named_square(name).map(|square| (square.row, square.column))
        }
        _ => None,
    }
}

fn whole_number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

/// Reads a square whose row and column count from `first`, unless it has a name.
fn square_from(value: &Value, size: u32, first: u32) -> Result<Square, PuzzleReadError> {
    let first = if value.is_string() { 0 } else { first };
    match row_and_column(value) {
        Some((row, column)) if (first..size + first).contains(&row.max(column)) => Ok(
            Square::new(row.saturating_sub(first), column.saturating_sub(first)),
        ),
        Some((row, column)) => Err(json_error(format!(
            "square [{row}, {column}] is off the board: rows and columns are 0 to {} in JSON",
            size - 1
        ))),
        None => Err(json_error(format!(
            "{} is not a square: use [row, column], from 0, or a name such as \"b4\"",
            describe(value)
        ))),
    }
}
