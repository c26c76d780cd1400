//! JSON with an object for each square, which has its row, its column and its colour
//! among other fields.

use super::super::{json, values};
use super::FormResult;
use super::board::{NamedBoard, positions};
use super::table::{COLUMN_NAMES, REGION_NAMES, ROW_NAMES, normalised, of_numbered};
use crate::MAX_SIZE;
use serde_json::{Map, Value};

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
    positions(boards, stars)
}

/// Searches a value for boards; `stars` is the number that an object around it gives.
fn search(
    value: &Value,
    stars: Option<u32>,
    boards: &mut Vec<(NamedBoard, Option<u32>)>,
) {
    if let Some(board) = board(value) {
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
    let (row, column) = (key(&ROW_NAMES)?, key(&COLUMN_NAMES)?);
    let numbered = |region: &String| {
        let square = |object: &&Map<String, Value>| {
            let number = |key: &String| u32::try_from(object.get(key)?.as_u64()?).ok();
            Some(([number(row)?, number(column)?], name(object.get(region)?)?))
        };
        of_numbered(objects.iter().map(square).collect::<Option<_>>()?)
    };
    // By a known name, else by the only key that names as many regions as there are rows.
    if let Some(board) = key(&REGION_NAMES).and_then(&numbered) {
        return Some(board);
    }
    let others = first.keys().filter(|key| *key != row && *key != column);
    let mut found: Vec<NamedBoard> = others.filter_map(numbered).collect();
    found.pop().filter(|_| found.is_empty())
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
