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
    if let Some(board) = read_list(value).or_else(|| read_named(value)) {
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
fn read_list(value: &Value) -> Option<NamedBoard> {
    let list = value.as_array()?;
    let flat: Vec<&Value> =
        match list.iter().map(Value::as_array).collect::<Option<Vec<_>>>() {
            Some(rows) => rows.into_iter().flatten().collect(),
            None => list.iter().collect(),
        };
    // One more than a board may have: too long a list is still refused, but not copied.
    let most = (MAX_SIZE * MAX_SIZE) as usize;
    let objects: Vec<&Map<String, Value>> = flat
        .iter()
        .take(most + 1)
        .map(|value| value.as_object())
        .collect::<Option<_>>()?;
    let first = objects.first()?;
    let place = SquareKeys::from_object(first)?;
    // By a known name, else by the only key that names as many regions as there are rows.
    if let Some(region) = find_key(first, &REGION_NAMES)
        && let Some(board) = read_regions(&objects, &place, region)
    {
        return Some(board);
    }
    let others = first.keys().filter(|key| !place.has(key));
    let mut found: Vec<NamedBoard> = others
        .filter_map(|region| read_regions(&objects, &place, region))
        .collect();
    found.pop().filter(|_| found.is_empty())
}

/// Reads the board of these objects, in which the value of `region` is the name of the
/// region.
fn read_regions(
    objects: &[&Map<String, Value>],
    place: &SquareKeys<'_>,
    region: &str,
) -> Option<NamedBoard> {
    let side = objects.len().isqrt() as u32;
    let mut squares = Vec::with_capacity(objects.len());
    for object in objects {
        let name = read_name(object.get(region)?)?;
        squares.push((place.square(object, side)?, name));
    }
    of_numbered(squares)
}

/// Finds the key of an object that is the first of these names.
fn find_key<'o>(object: &'o Map<String, Value>, names: &[&str]) -> Option<&'o String> {
    names
        .iter()
        .find_map(|name| object.keys().find(|key| normalised(key) == *name))
}

/// The keys that name the place of a square.
enum SquareKeys<'o> {
    Numbers(&'o String, &'o String),
    Place(&'o String),
    Number(&'o String),
}

impl<'o> SquareKeys<'o> {
    /// Finds the keys of an object that name the place of its square.
    fn from_object(object: &'o Map<String, Value>) -> Option<Self> {
        let row = find_key(object, &ROW_NAMES);
        if let (Some(row), Some(column)) = (row, find_key(object, &COLUMN_NAMES)) {
            return Some(SquareKeys::Numbers(row, column));
        }
        find_key(object, &PLACE_NAMES)
            .map(SquareKeys::Place)
            .or_else(|| find_key(object, &NUMBER_NAMES).map(SquareKeys::Number))
    }

    fn has(&self, key: &String) -> bool {
        match self {
            SquareKeys::Numbers(row, column) => key == *row || key == *column,
            SquareKeys::Place(known) | SquareKeys::Number(known) => key == *known,
        }
    }

    /// Returns the row and the column of the square of an object on a board of this side.
    fn square(&self, object: &Map<String, Value>, side: u32) -> Option<[u32; 2]> {
        match self {
            SquareKeys::Numbers(row, column) => {
                Some([number_of(object, row)?, number_of(object, column)?])
            }
            SquareKeys::Place(key) => {
                let (row, column) = json_regions::row_and_column(object.get(*key)?)?;
                Some([row, column])
            }
            SquareKeys::Number(key) => {
                let number = number_of(object, key)?;
                Some([number.checked_div(side)?, number % side])
            }
        }
    }
}

fn number_of(object: &Map<String, Value>, key: &str) -> Option<u32> {
    u32::try_from(object.get(key)?.as_u64()?).ok()
}

/// Reads an object with the region of each square by its name: `{"0,0": "A", ...}`,
/// `{"r1c1": "A", ...}`.
fn read_named(value: &Value) -> Option<NamedBoard> {
    let object = value.as_object()?;
    if object.len() > (MAX_SIZE * MAX_SIZE) as usize {
        return None;
    }
    let mut squares = Vec::with_capacity(object.len());
    for (key, value) in object {
        let square = read_pair(key).or_else(|| {
            let square = json_regions::named_square(key)?;
            Some([square.row, square.column])
        });
        squares.push((square?, read_name(value)?));
    }
    of_numbered(squares)
}

/// Reads a row and a column: `0,1`, `0-1`, `0_1`.
fn read_pair(key: &str) -> Option<[u32; 2]> {
    let (row, column) = key.split_once([',', '-', '_'])?;
    Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
}

fn read_name(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
