//! JSON: an object with a map of regions, the map alone, or our document.
//!
//! | key | meaning |
//! |---|---|
//! | `regions`, `colorRegions`, `areas`, `grid`, `board`, `map` | the regions, see [`super::json_regions`] |
//! | `stars`, `starsPerRegion`, `starCount` | queens in each unit |
//! | `size`, `n` | the length of a side, or rows and columns; it must be that of the map |
//! | `queens`, `crosses` | lists of squares, as `[row, column]` from 0 or as names (`b4`) |
//! | `given`, `blocked` | the same: clues, with a queen and without one |
//! | `puzzle`, or `puzzles` with one in the list | an object with these keys |

use super::json_regions::{self, square};
use super::{ReadError, finish};
use crate::puzzle::{MAX_SIZE, Mark, Position};
use serde_json::{Map, Value};

const MAPS: [&str; 6] = ["regions", "colorRegions", "areas", "grid", "board", "map"];
const STARS: [&str; 3] = ["stars", "starsPerRegion", "starCount"];
const SIZES: [&str; 2] = ["size", "n"];

pub(super) fn bad(reason: impl Into<String>) -> ReadError {
    ReadError::Json(reason.into())
}

/// Reads one value.
pub(super) fn read(text: &str, stars: Option<u32>) -> Result<Position, ReadError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| bad(format!("this is not JSON that can be read: {error}")))?;
    let object = match &value {
        Value::Object(object) => puzzle_within(object)?,
        list => {
            let (size, regions) = json_regions::read(list, None)?;
            return finish(size, stars, regions, []);
        }
    };
    let named = first(object, &STARS).map(|(key, value)| whole(key, value)).transpose()?;
    let expected = first(object, &SIZES).map(|(key, value)| side(key, value)).transpose()?;
    let Some((_, map)) = first(object, &MAPS) else {
        let keys: Vec<String> = object.keys().take(10).map(|key| format!("'{key}'")).collect();
        return Err(bad(format!(
            "this JSON has the keys {} and no map of regions: name it 'regions', a list of rows",
            if keys.is_empty() { "(none)".to_owned() } else { keys.join(", ") }
        )));
    };
    let (size, regions) = json_regions::read(map, expected)?;
    let mut position = finish(size, stars.or(named), regions, [])?;
    let mut clues = Vec::new();
    for (key, mark, is_clue) in [
        ("crosses", Mark::Cross, false),
        ("queens", Mark::Queen, false),
        ("blocked", Mark::Cross, true),
        ("given", Mark::Queen, true),
    ] {
        let squares = match object.get(key) {
            None | Some(Value::Null) => continue,
            Some(Value::Array(squares)) => squares,
            Some(other) => return Err(bad(format!("'{key}' is {}: write a list of squares", kind(other)))),
        };
        for value in squares {
            let square = square(value, size)?;
            position.set(square, mark);
            clues.extend(is_clue.then_some((square, mark)));
        }
    }
    if clues.is_empty() { Ok(position) } else { Ok(position.with_clues(clues)?) }
}

/// The object that describes the puzzle: `object` itself, or one in it.
fn puzzle_within(object: &Map<String, Value>) -> Result<&Map<String, Value>, ReadError> {
    match (object.get("puzzle"), object.get("puzzles").and_then(Value::as_array).map(Vec::as_slice)) {
        (Some(Value::Object(puzzle)), _) => Ok(puzzle),
        (_, Some([Value::Object(puzzle)])) => puzzle_within(puzzle),
        (_, Some(puzzles)) => {
            Err(bad(format!("'puzzles' is a list of {}: give one of them at a time", puzzles.len())))
        }
        _ => Ok(object),
    }
}

/// The first of `keys` that the object has, with a value.
fn first<'v>(object: &'v Map<String, Value>, keys: &[&'static str]) -> Option<(&'static str, &'v Value)> {
    keys.iter().find_map(|&key| object.get(key).filter(|value| !value.is_null()).map(|value| (key, value)))
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
        Value::String(text) => format!("the string '{}'", crate::problem::clip(text)),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
