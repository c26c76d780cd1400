//! JSON, JavaScript and Python: an object with a map of regions, the map alone, or our document.
//!
//! | key | meaning |
//! |---|---|
//! | `regions`, `colorRegions`, `colorGrid`, `cages` and others in [`MAPS`] | the regions, see [`super::json_regions`] |
//! | `stars`, `starsPerRegion`, `starCount` | queens in each unit |
//! | `size`, `n` | the length of a side, or rows and columns; it must be that of the map |
//! | `queens`, `crosses` | lists of squares, as `[row, column]` from 0 or as names (`b4`) |
//! | `given`, `blocked` | the same: clues, with a queen and without one |
//! | `puzzle`, or `puzzles` with a list of them | objects with these keys |
//!
//! Capitals, `_` and `-` in keys make no difference. Without such a key, the squares of each region by its name are a map:
//! `{"0": [[0, 0], [0, 1]], ...}`. Statements are keys: `const regions = [...]; const stars = 2;`. Several rows without
//! brackets around them are one map.

use super::json_regions::{self, square};
use super::{ReadError, finish, values};
use crate::{MAX_SIZE, Mark, Position};
use serde_json::{Map, Value};

/// Keys of maps of regions, in the order in which they are tried.
const MAPS: [&str; 16] = [
    "regions",
    "colorregions",
    "colourregions",
    "regiongrid",
    "regionmap",
    "colorgrid",
    "colourgrid",
    "areas",
    "cages",
    "task",
    "colors",
    "colours",
    "map",
    "grid",
    "layout",
    "board",
];
const STARS: [&str; 3] = ["stars", "starsperregion", "starcount"];
const SIZES: [&str; 3] = ["size", "n", "gridsize"];
/// Keys of squares, the mark on them, and whether it is a clue.
const MARKS: [(&str, Mark, bool); 4] = [
    ("crosses", Mark::Cross, false),
    ("queens", Mark::Queen, false),
    ("blocked", Mark::Cross, true),
    ("given", Mark::Queen, true),
];

pub(super) fn bad(reason: impl Into<String>) -> ReadError {
    ReadError::Json(reason.into())
}

/// Reads the puzzles of a text, at least one.
pub(super) fn read_all(text: &str, stars: Option<u32>) -> Result<Vec<Position>, ReadError> {
    let found = values::read(text)?;
    let is_row = |value: &Value| value.as_array().is_some_and(|row| !row.iter().any(Value::is_array));
    let value = match found.len() {
        0 => return Err(ReadError::Empty),
        // Rows without brackets around them.
        2.. if found.iter().all(|(name, value)| name.is_none() && is_row(value)) => {
            Value::Array(found.into_iter().map(|(_, value)| value).collect())
        }
        2.. if found.iter().any(|(name, _)| name.is_some()) => {
            Value::Object(found.into_iter().filter_map(|(name, value)| Some((name?, value))).collect())
        }
        2.. => {
            return found
                .iter()
                .map(|(_, value)| puzzles(value, stars))
                .collect::<Result<Vec<_>, _>>()
                .map(|all| all.concat());
        }
        _ => found.into_iter().map(|(_, value)| value).next().unwrap_or_default(),
    };
    puzzles(&value, stars)
}

/// The puzzles of one value.
fn puzzles(value: &Value, stars: Option<u32>) -> Result<Vec<Position>, ReadError> {
    let is_puzzle = |value: &Value| value.as_object().is_some_and(|object| first(object, &MAPS).is_some());
    let list = match value {
        Value::Array(list) if !list.is_empty() && list.iter().all(is_puzzle) => list,
        Value::Object(object) => match (first(object, &["puzzle"]), first(object, &["puzzles"])) {
            (Some((_, puzzle @ Value::Object(_))), _) => return puzzles(puzzle, stars),
            (_, Some((_, Value::Array(list)))) if !list.is_empty() => list,
            _ => return Ok(vec![puzzle(object, stars)?]),
        },
        map => {
            let (size, regions) = json_regions::read(map, None)?;
            return Ok(vec![finish(size, stars, regions, [])?]);
        }
    };
    let all: Result<Vec<_>, _> = list.iter().map(|value| puzzles(value, stars)).collect();
    Ok(all?.concat())
}

/// The puzzle of an object.
fn puzzle(object: &Map<String, Value>, stars: Option<u32>) -> Result<Position, ReadError> {
    let named = first(object, &STARS).map(|(key, value)| whole(key, value)).transpose()?;
    // A region may be named so as well.
    let is_list = |value: &Value| value.as_array().is_some_and(|list| !list.iter().all(Value::is_number));
    let expected = first(object, &SIZES).filter(|(_, value)| !is_list(value));
    let expected = expected.map(|(key, value)| side(key, value)).transpose()?;
    let (size, regions) = regions(object, expected)?;
    let mut position = finish(size, stars.or(named), regions, [])?;
    let mut clues = Vec::new();
    for (key, mark, is_clue) in MARKS {
        let squares = match first(object, &[key]) {
            None => continue,
            Some((_, Value::Array(squares))) => squares,
            Some((_, other)) => {
                return Err(bad(format!("'{key}' is {}: write a list of squares", kind(other))));
            }
        };
        for value in squares {
            let square = square(value, size)?;
            position.set(square, mark);
            clues.extend(is_clue.then_some((square, mark)));
        }
    }
    if clues.is_empty() { Ok(position) } else { Ok(position.with_clues(clues)?) }
}

/// The regions of an object: of the first key that holds a map, else of the squares by the name of their region.
fn regions(object: &Map<String, Value>, expected: Option<u32>) -> Result<(u32, Vec<u32>), ReadError> {
    let mut refused = None;
    for key in MAPS {
        let Some((_, map)) = first(object, &[key]) else { continue };
        // Other programs may mean something else by such a key, such as a list of colours.
        match json_regions::read(map, expected) {
            Ok((size, regions)) if regions.iter().max().is_some_and(|last| last + 1 == size) => {
                return Ok((size, regions));
            }
            other => refused = refused.or(Some(other)),
        }
    }
    if let Some(found) = refused {
        return found;
    }
    let is_mark = |key: &String| MARKS.iter().any(|(mark, ..)| plain(key) == *mark);
    let is_size = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_number));
    let lists = object.iter().filter(|(key, value)| value.is_array() && !is_size(value) && !is_mark(key));
    let lists: Map<String, Value> = lists.map(|(key, value)| (key.clone(), value.clone())).collect();
    if let Some(squares) = json_regions::named_squares(&lists) {
        return json_regions::read(&squares, expected);
    }
    let keys: Vec<String> =
        object.keys().take(10).map(|key| format!("'{}'", queens_model::problem::clip(key))).collect();
    Err(bad(format!(
        "this JSON has the keys {} and no map of regions: name it 'regions', a list of rows, or give the squares of each \
         region by its name",
        if keys.is_empty() { "(none)".to_owned() } else { keys.join(", ") }
    )))
}

/// A key without what programs write differently.
fn plain(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// The first of `keys`, which are plain, that the object has, with a value.
fn first<'v>(object: &'v Map<String, Value>, keys: &[&str]) -> Option<(&'v str, &'v Value)> {
    let has = |key: &str| object.iter().find(|(name, value)| !value.is_null() && plain(name) == key);
    keys.iter().find_map(|&key| has(key)).map(|(name, value)| (name.as_str(), value))
}

fn whole(key: &str, value: &Value) -> Result<u32, ReadError> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number
        .filter(|number| (1..=MAX_SIZE).contains(number))
        .ok_or_else(|| bad(format!("'{key}' is {}: write a whole number from 1 to {MAX_SIZE}", kind(value))))
}

/// `9`, `[9, 9]`, `{"rows": 9, "columns": 9}`.
fn side(key: &str, value: &Value) -> Result<u32, ReadError> {
    let sides: Vec<&Value> = match value {
        Value::Array(sides) => sides.iter().collect(),
        Value::Object(sides) => sides.values().collect(),
        number => vec![number],
    };
    let sides = sides.into_iter().map(|side| whole(key, side)).collect::<Result<Vec<u32>, _>>()?;
    match sides[..] {
        [side] => Ok(side),
        [rows, columns] if rows == columns => Ok(rows),
        _ => Err(bad(format!("'{key}' is {sides:?}: a puzzle is as wide as it is high"))),
    }
}

/// What a value is, for messages.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the string '{}'", queens_model::problem::clip(text)),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
