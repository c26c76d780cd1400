//! JSON, JavaScript and Python: an object with a map of the regions, the map alone, or
//! our document.
//!
//! | key | meaning |
//! |---|---|
//! | `regions`, `colorRegions`, `colorGrid`, `cages` and others in [`MAP_KEYS`] | the regions, see [`super::json_regions`] |
//! | `stars`, `starsPerRegion`, `starCount` | queens in each unit |
//! | `size`, `n` | side of the board, or rows and columns; it must be that of the map |
//! | `queens`, `crosses` | lists of squares, as `[row, column]` from 0 or as names (`b4`) |
//! | `given`, `blocked` | the same: given queens and blocked squares; also `queens` and `blocked` within `givens` |
//! | `title`, `author`, `rules`, `date`, `licence` (or `license`) | who made it, as strings |
//! | `puzzle`, `puzzles` with a list of them, or any keys if there is no map | objects with these keys |
//!
//! Without any of these keys, every map within the value is a puzzle, however deep it is.
//!
//! Case, `_` and `-` in keys are ignored. Without a key of a map, the squares of each
//! region by its name are the map: `{"0": [[0, 0], [0, 1]], ...}`. Statements count as
//! keys: `const regions = [...]; const stars = 2;`. Several rows without brackets around
//! them are one map.

use super::json_regions::{self, square};
use super::{PuzzleReadError, finish, values};
use crate::{CreditField, MAX_SIZE, Mark, Position, PuzzleCredits};
use control::clip;
use queens_model::square::Square;
use serde_json::{Map, Value};

/// Keys of maps, in the order in which they are tried.
const MAP_KEYS: [&str; 16] = [
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
const STAR_KEYS: [&str; 3] = ["stars", "starsperregion", "starcount"];
const SIZE_KEYS: [&str; 3] = ["size", "n", "gridsize"];
/// Keys of squares, the mark on them, and whether it is a clue.
const MARK_KEYS: [(&str, Mark, bool); 4] = [
    ("crosses", Mark::Cross, false),
    ("queens", Mark::Queen, false),
    ("blocked", Mark::Cross, true),
    ("given", Mark::Queen, true),
];

pub(super) fn json_error(reason: impl Into<String>) -> PuzzleReadError {
    PuzzleReadError::Json(reason.into())
}

/// Reads the puzzles of a text, at least one.
pub(super) fn read_all(
    text: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let mut found = values::read(text)?;
    if found.len() <= 1 {
        let (_, value) = found.pop().ok_or(PuzzleReadError::Empty)?;
        return puzzles(&value, stars);
    }
    // Rows without brackets around them.
    if found
        .iter()
        .all(|(name, value)| name.is_none() && is_row(value))
    {
        let rows = found.into_iter().map(|(_, value)| value).collect();
        return puzzles(&Value::Array(rows), stars);
    }
    // Statements: `const regions = [...]; const stars = 2;`.
    if found.iter().any(|(name, _)| name.is_some()) {
        let named = found
            .into_iter()
            .filter_map(|(name, value)| Some((name?, value)));
        return puzzles(&Value::Object(named.collect()), stars);
    }
    let mut all = Vec::new();
    for (_, value) in &found {
        all.extend(puzzles(value, stars)?);
    }
    Ok(all)
}

/// Returns true for a list without lists in it.
fn is_row(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|row| !row.iter().any(Value::is_array))
}

/// The puzzles of one value, from known keys or else from any place within it.
pub(super) fn puzzles(
    value: &Value,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let error = match known_puzzles(value, stars) {
        Ok(found) => return Ok(found),
        // What is wrong in a puzzle is said: no part of it is another puzzle.
        Err(error) if is_puzzle(value) => return Err(error),
        Err(error) => error,
    };
    let found = puzzles_within(value, stars)?;
    if found.is_empty() {
        Err(error)
    } else {
        Ok(found)
    }
}

/// Returns true for an object with a map of the regions.
fn is_puzzle(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|object| first(object, &MAP_KEYS).is_some())
}

/// The puzzles in the parts of a value whose keys say nothing: the answers of servers
/// nest them deeply, and programs give them names of their own.
fn puzzles_within(
    value: &Value,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let parts: Vec<&Value> = match value {
        // A row alone may look like a small board.
        Value::Array(list) => list.iter().filter(|part| !is_flat_row(part)).collect(),
        Value::Object(object) => object.values().collect(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for part in parts {
        match known_puzzles(part, stars) {
            // Boards smaller than 4 x 4 have no solution, so such lists are something
            // else.
            Ok(puzzles)
                if puzzles.iter().all(|position| position.puzzle().size() >= 4) =>
            {
                found.extend(puzzles);
            }
            Err(error) if is_puzzle(part) => return Err(error),
            _ => found.extend(puzzles_within(part, stars)?),
        }
    }
    Ok(found)
}

/// Returns true for a row of squares that are neither lists nor objects, unless it is
/// itself a list of rows as strings.
fn is_flat_row(value: &Value) -> bool {
    value.as_array().is_some_and(|row| {
        !row.iter().any(|cell| cell.is_array() || cell.is_object())
            && !json_regions::is_rows_of_text(row)
    })
}

/// The puzzles of a value with known keys.
fn known_puzzles(
    value: &Value,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let list = match value {
        Value::Array(list) if !list.is_empty() && list.iter().all(is_puzzle) => list,
        Value::Object(object) => {
            match (first(object, &["puzzle"]), first(object, &["puzzles"])) {
                (Some((_, puzzle @ Value::Object(_))), _) => {
                    return known_puzzles(puzzle, stars);
                }
                (_, Some((_, Value::Array(list)))) if !list.is_empty() => list,
                _ if !is_puzzle(value) && object.values().any(is_puzzle) => {
                    let named = object.values().filter(|value| is_puzzle(value));
                    return named
                        .map(|value| known_puzzles(value, stars))
                        .collect::<Result<Vec<_>, _>>()
                        .map(|all| all.concat());
                }
                _ => return Ok(vec![read_puzzle(object, stars)?]),
            }
        }
        map => {
            let (size, regions) = json_regions::read(map, None)?;
            return Ok(vec![finish(size, stars, regions, [])?]);
        }
    };
    let all: Result<Vec<_>, _> = list
        .iter()
        .map(|value| known_puzzles(value, stars))
        .collect();
    Ok(all?.concat())
}

/// The puzzle of an object.
fn read_puzzle(
    object: &Map<String, Value>,
    stars: Option<u32>,
) -> Result<Position, PuzzleReadError> {
    let named = first(object, &STAR_KEYS)
        .map(|(key, value)| read_whole(key, value))
        .transpose()?;
    let (size, regions) = read_regions(object, read_size(object)?)?;
    let mut position =
        finish(size, stars.or(named), regions, [])?.with_credits(read_credits(object)?);
    let mut clues = Vec::new();
    for (key, mark, is_clue) in MARK_KEYS {
        for square in read_squares(object, key, size)? {
            position.set(square, mark);
            clues.extend(is_clue.then_some((square, mark)));
        }
    }
    if let Some((_, Value::Object(givens))) = first(object, &["givens"]) {
        for (key, mark) in [("queens", Mark::Queen), ("blocked", Mark::Cross)] {
            for square in read_squares(givens, key, size)? {
                position.set(square, mark);
                clues.push((square, mark));
            }
        }
    }
    if clues.is_empty() {
        Ok(position)
    } else {
        Ok(position.with_clues(clues)?)
    }
}

/// Reads the credits of an object; a value that is no string is none.
fn read_credits(object: &Map<String, Value>) -> Result<PuzzleCredits, PuzzleReadError> {
    let mut credits = PuzzleCredits::default();
    for field in CreditField::ALL {
        let keys: &[&str] = match field {
            CreditField::Licence => &["licence", "license"],
            other => &[other.id()],
        };
        if let Some((_, Value::String(text))) = first(object, keys) {
            credits.set(field, text)?;
        }
    }
    Ok(credits)
}

/// Reads the size that an object gives, if it gives one.
fn read_size(object: &Map<String, Value>) -> Result<Option<u32>, PuzzleReadError> {
    let Some((key, value)) = first(object, &SIZE_KEYS) else {
        return Ok(None);
    };
    // A region may have the name `n`, too: then the value is a list of squares.
    if value.is_array() && !is_number_list(value) {
        return Ok(None);
    }
    read_side(key, value).map(Some)
}

/// Returns true for a list of numbers, which may be a size.
fn is_number_list(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|list| list.iter().all(Value::is_number))
}

/// Reads the list of squares with this key; none without the key.
fn read_squares(
    object: &Map<String, Value>,
    key: &str,
    size: u32,
) -> Result<Vec<Square>, PuzzleReadError> {
    match first(object, &[key]) {
        None => Ok(Vec::new()),
        Some((_, Value::Array(squares))) => {
            squares.iter().map(|value| square(value, size)).collect()
        }
        Some((_, other)) => Err(json_error(format!(
            "'{key}' is {}: use a list of squares",
            describe(other)
        ))),
    }
}

/// Number of stars that an object gives.
pub(super) fn stars_of(object: &Map<String, Value>) -> Option<u32> {
    first(object, &STAR_KEYS).and_then(|(key, value)| read_whole(key, value).ok())
}

/// Returns true if so many boards may be all puzzles of a text: it has no more objects
/// with a map of the regions, and their numbers of stars can be read.
pub(super) fn may_be_all(text: &str, boards: usize) -> bool {
    let Ok(found) = values::read(text) else {
        return true;
    };
    let maps = found
        .iter()
        .map(|(_, value)| count_maps(value))
        .sum::<Option<usize>>();
    maps.is_some_and(|maps| maps <= boards)
}

/// Counts the objects with a map within a value; `None` if one has no number where its
/// stars should be.
fn count_maps(value: &Value) -> Option<usize> {
    match value {
        Value::Array(list) => list.iter().map(count_maps).sum(),
        Value::Object(object) => {
            let has_stars = first(object, &STAR_KEYS)
                .is_none_or(|(key, value)| read_whole(key, value).is_ok());
            let within = object
                .values()
                .map(count_maps)
                .sum::<Option<usize>>()
                .filter(|_| has_stars)?;
            Some(within + usize::from(is_puzzle(value)))
        }
        _ => Some(0),
    }
}

/// Reads the regions of an object: from the first key with a map, else from squares by
/// the name of their region.
fn read_regions(
    object: &Map<String, Value>,
    expected: Option<u32>,
) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let mut refused = None;
    for key in MAP_KEYS {
        let Some((_, map)) = first(object, &[key]) else {
            continue;
        };
        // Such a key may have another meaning, such as a list of colours.
        match json_regions::read(map, expected) {
            Ok((size, regions))
                if regions.iter().max().is_some_and(|last| last + 1 == size) =>
            {
                return Ok((size, regions));
            }
            other => refused = refused.or(Some(other)),
        }
    }
    if let Some(found) = refused {
        return found;
    }
    let mut lists = object.clone();
    lists.retain(|key, value| {
        let is_mark = MARK_KEYS.iter().any(|(mark, ..)| normalised(key) == *mark);
        value.is_array() && !is_number_list(value) && !is_mark
    });
    if let Some(squares) = json_regions::named_squares(&lists) {
        return json_regions::read(&squares, expected);
    }
    let keys: Vec<String> = object
        .keys()
        .take(10)
        .map(|key| format!("'{}'", clip(key)))
        .collect();
    Err(json_error(format!(
        "this JSON has the keys {} but no map of the regions: use the key 'regions' with a list of rows, or give the \
         squares of each region by its name",
        if keys.is_empty() {
            "(none)".to_owned()
        } else {
            keys.join(", ")
        }
    )))
}

/// Normalises a key: lower case, without `_` and `-`.
fn normalised(key: &str) -> String {
    key.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the first of `keys`, which are normalised, that the object has with a value.
fn first<'v>(
    object: &'v Map<String, Value>,
    keys: &[&str],
) -> Option<(&'v str, &'v Value)> {
    for key in keys {
        for (name, value) in object {
            if !value.is_null() && normalised(name) == *key {
                return Some((name, value));
            }
        }
    }
    None
}

fn read_whole(key: &str, value: &Value) -> Result<u32, PuzzleReadError> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number
        .filter(|number| (1..=MAX_SIZE).contains(number))
        .ok_or_else(|| {
            json_error(format!(
                "'{key}' is {}: use a whole number from 1 to {MAX_SIZE}",
                describe(value)
            ))
        })
}

/// Reads a size: `9`, `[9, 9]` or `{"rows": 9, "columns": 9}`.
fn read_side(key: &str, value: &Value) -> Result<u32, PuzzleReadError> {
    let sides: Vec<&Value> = match value {
        Value::Array(sides) => sides.iter().collect(),
        Value::Object(sides) => sides.values().collect(),
        number => vec![number],
    };
    let sides = sides
        .into_iter()
        .map(|side| read_whole(key, side))
        .collect::<Result<Vec<u32>, _>>()?;
    match sides[..] {
        [side] => Ok(side),
        [rows, columns] if rows == columns => Ok(rows),
        _ => Err(json_error(format!(
            "'{key}' is {sides:?}: a puzzle must be square"
        ))),
    }
}

/// Describes a value in messages.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the string '{}'", clip(text)),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
