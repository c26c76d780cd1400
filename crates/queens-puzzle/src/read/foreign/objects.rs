//! JSON with an object for each square, which has its row, its column and its colour
//! among other fields.

use super::super::{json, json_regions, values};
use super::FormResult;
use super::board::{NamedBoard, positions};
use super::table::{COLUMN_NAMES, REGION_NAMES, ROW_NAMES, normalised, of_numbered};
use crate::MAX_SIZE;
use serde_json::{Map, Value};

/// Keys of the place of a square: `[0, 1]`, `{"row": 0, "col": 1}`, `"b1"`.
const PLACE_NAMES: [&str; 8] = [
    "pos",
    "position",
    "cell",
    "square",
    "coord",
    "coords",
    "coordinates",
    "location",
];

/// Keys of the number of a square, row by row from 0.
const NUMBER_NAMES: [&str; 3] = ["index", "idx", "cellidx"];

/// Reads the boards of every list of such objects.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    if !text.contains('{') {
        return None;
    }
    let found = values::read(text).ok()?;
    let mut boards = Vec::new();
    for (_, value) in &found {
        search(value, None, &mut boards);
    }
    if boards.is_empty() && found.len() > 1 {
        // An object on each line.
        let all = found.into_iter().map(|(_, value)| value).collect();
        search(&Value::Array(all), None, &mut boards);
    }
    positions(boards, stars)
}

/// Reads the boards of a value.
pub(super) fn of_value(value: &Value, stars: Option<u32>) -> FormResult {
    let mut boards = Vec::new();
    search(value, None, &mut boards);
    positions(boards, stars)
}

/// Searches a value for boards; `stars` is the number that an object around it gives.
fn search(
    value: &Value,
    stars: Option<u32>,
    boards: &mut Vec<(NamedBoard, Option<u32>)>,
) {
    if let Some(board) = board(value).or_else(|| of_named(value)) {
        boards.push((board, stars));
        return;
    }
    match value {
        Value::Array(list) => list.iter().for_each(|value| search(value, stars, boards)),
        Value::Object(object) => {
            let stars = json::stars_of(object).or(stars);
            object
                .values()
                .for_each(|value| search(value, stars, boards));
        }
        _ => {}
    }
}

/// Reads a list of squares, or of rows of squares.
fn board(value: &Value) -> Option<NamedBoard> {
    let list = value.as_array()?;
    let flat: Vec<&Value> =
        match list.iter().map(Value::as_array).collect::<Option<Vec<_>>>() {
            Some(rows) => rows.into_iter().flatten().collect(),
            None => list.iter().collect(),
        };
    let most = (MAX_SIZE * MAX_SIZE) as usize;
    let objects: Vec<&Map<String, Value>> = flat
        .iter()
        .take(most + 1)
        .map(|value| value.as_object())
        .collect::<Option<_>>()?;
    let first = objects.first()?;
    let key = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| first.keys().find(|key| normalised(key) == *name))
    };
    let side = objects.len().isqrt() as u32;
    let place = SquareKeys::from_object(&key)?;
    let numbered = |region: &String| {
        let square = |object: &&Map<String, Value>| {
            Some((place.square(object, side)?, name(object.get(region)?)?))
        };
        of_numbered(objects.iter().map(square).collect::<Option<_>>()?)
    };
    // By a known name, else by the only key that names as many regions as there are rows.
    if let Some(board) = key(&REGION_NAMES).and_then(&numbered) {
        return Some(board);
    }
    let others = first.keys().filter(|key| !place.has(key));
    let mut found: Vec<NamedBoard> = others.filter_map(numbered).collect();
    found.pop().filter(|_| found.is_empty())
}

/// The keys that name the place of a square.
enum SquareKeys<'o> {
    Numbers(&'o String, &'o String),
    Place(&'o String),
    Number(&'o String),
}

impl<'o> SquareKeys<'o> {
    /// Finds the keys with `key`, which returns the first key that has one of these names.
    fn from_object(key: &dyn Fn(&[&str]) -> Option<&'o String>) -> Option<Self> {
        let numbers = key(&ROW_NAMES).zip(key(&COLUMN_NAMES));
        let numbers = numbers.map(|(row, column)| SquareKeys::Numbers(row, column));
        numbers
            .or_else(|| key(&PLACE_NAMES).map(SquareKeys::Place))
            .or_else(|| key(&NUMBER_NAMES).map(SquareKeys::Number))
    }

    fn has(&self, key: &String) -> bool {
        match self {
            SquareKeys::Numbers(row, column) => key == *row || key == *column,
            SquareKeys::Place(known) | SquareKeys::Number(known) => key == *known,
        }
    }

    /// Returns the row and the column of the square of an object on a board of this side.
    fn square(&self, object: &Map<String, Value>, side: u32) -> Option<[u32; 2]> {
        let number = |key: &String| u32::try_from(object.get(key)?.as_u64()?).ok();
        match self {
            SquareKeys::Numbers(row, column) => Some([number(row)?, number(column)?]),
            SquareKeys::Place(key) => {
                let (row, column) = json_regions::row_and_column(object.get(*key)?)?;
                Some([row, column])
            }
            SquareKeys::Number(key) => {
                let number = number(key)?;
                Some([number.checked_div(side)?, number % side])
            }
        }
    }
}

/// Reads an object with the region of each square by its name: `{"0,0": "A", ...}`,
/// `{"r1c1": "A", ...}`.
fn of_named(value: &Value) -> Option<NamedBoard> {
    let object = value.as_object()?;
    if object.len() > (MAX_SIZE * MAX_SIZE) as usize {
        return None;
    }
    let pair = |key: &str| {
        let (row, column) = key.split_once([',', '-', '_'])?;
        Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
    };
    let by_name = |key: &str| {
        let square = json_regions::named_square(key)?;
        Some([square.row, square.column])
    };
    let square = |(key, value): (&String, &Value)| {
        Some((pair(key).or_else(|| by_name(key))?, name(value)?))
    };
    of_numbered(object.iter().map(square).collect::<Option<_>>()?)
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
