//! Addresses of SudokuPad and f-puzzles that hold a whole puzzle:
//! `https://sudokupad.app/scl...`, `.../?puzzleid=scl...`, `.../fpuzzles...`,
//! `https://www.f-puzzles.com/?load=...`.
//!
//! Behind `scl` or `ctc`, and behind `fpuz` or `fpuzzles`, is a text that `lz-string`
//! packed in base 64: JSON, that of SudokuPad perhaps with short keys, single quotation
//! marks, and nothing in the place of empty objects. SudokuPad has the squares of each
//! region in `regions` (short: `re`), f-puzzles the number of its region in each square of
//! `grid`. Title, author and rules are in `metadata`, or in cages without squares (`title:
//! Spiral`); in f-puzzles in `title`, `author` and `ruleset`. Clues are read if
//! [`crate::write`] wrote the rules: what a given digit means in other puzzles is not known.
//!
//! Source: SudokuPad, `src/fpuzzlesdecoder.js` and `src/puzzlezipper_lib.js`
//! (`github.com/SudokuPad/sudokutools`).

use super::super::foreign::named_stars;
use super::super::{PuzzleReadError, finish, json_regions, values};
use super::bad;
use super::packed::{lz_text, unescaped};
use crate::rules::RulesText;
use crate::write::sudokupad::BLOCKED_COLOR;
use crate::{CreditField, Mark, Position};
use queens_model::problem::numbered_names;
use queens_model::square::Square;
use serde_json::{Map, Value};

/// Parts of the names of the sites.
const SITES: [&str; 4] = [
    "sudokupad.app",
    "sudokupad.svencodes.com",
    "app.crackingthecryptic.com",
    "f-puzzles.com",
];

/// Words before a packed puzzle.
const PREFIXES: [&str; 4] = ["scl", "ctc", "fpuzzles", "fpuz"];

/// Keys of the squares of each region, and of the squares of f-puzzles.
const REGION_KEYS: [&str; 2] = ["regions", "re"];
const GRID_KEY: &str = "grid";

/// Reads the puzzle of an address; `None` if it is one of another site.
pub(super) fn read(
    address: &str,
    stars: Option<u32>,
) -> Option<Result<Position, PuzzleReadError>> {
    let (_, rest) = SITES.iter().find_map(|site| address.split_once(site))?;
    Some(packed(rest).and_then(|packed| read_packed(&packed, stars)))
}

/// Returns the packed puzzle behind the name of the site.
fn packed(rest: &str) -> Result<String, PuzzleReadError> {
    let query = ["puzzleid=", "load="].iter().find_map(|key| {
        let (_, value) = rest.split_once(key)?;
        value.split('&').next()
    });
    let is_loaded = rest.contains("load=");
    let path = || rest.split(['?', '#']).next().unwrap_or_default();
    let id =
        query.unwrap_or_else(|| path().trim_matches('/').trim_start_matches("sudoku/"));
    let id = unescaped(id);
    let packed = PREFIXES.iter().find_map(|prefix| id.strip_prefix(prefix));
    match packed {
        Some(packed) => Ok(packed.to_owned()),
        None if is_loaded => Ok(id),
        None => Err(bad(format!(
            "of SudokuPad has the name of a puzzle ('{}'), which is on the site: open it there, and take a screenshot or \
             copy an address that holds the puzzle (sudokupad.app/scl...)",
            control::clip(&id)
        ))),
    }
}

fn read_packed(packed: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let text = lz_text(packed)
        .ok_or_else(|| bad("of SudokuPad cannot be unpacked: copy the whole address"))?;
    // Texts in plain JSON may have escapes in their strings, zipped ones have none.
    let is_plain = serde_json::from_str::<Value>(&text).is_ok();
    let text = if is_plain { text } else { plain_json(&text) };
    let found = values::read(&text)?;
    let object = found.iter().find_map(|(_, value)| value.as_object());
    let object = object
        .ok_or_else(|| bad("of SudokuPad holds no object: copy the whole address"))?;
    let (size, regions) = regions(object)?;
    let said = credits(object);
    let stars = stars.or(said.stars).or_else(|| named_stars(&text));
    let position = finish(size, stars, regions, [])?.with_credits(said.credits);
    let clues = match said.stars {
        Some(_) => clues(object, size),
        None => Vec::new(),
    };
    Ok(if clues.is_empty() {
        position
    } else {
        position.with_marked_clues(clues)?
    })
}

/// Reads the credits, and the number of stars if the rules are ours.
fn credits(object: &Map<String, Value>) -> RulesText {
    let metadata = ["metadata", "metaData"]
        .iter()
        .find_map(|&key| object.get(key)?.as_object());
    let cages = ["cages", "ca"]
        .iter()
        .find_map(|&key| object.get(key)?.as_array());
    let text = |keys: &[&str]| {
        keys.iter().find_map(|&key| {
            let named = [metadata, Some(object)].into_iter().flatten();
            let found = named
                .filter_map(|object| object.get(key)?.as_str())
                .next()
                .map(str::to_owned);
            let in_cage = |cage: &Value| {
                let value = cage.get("value").or_else(|| cage.get("v"))?.as_str()?;
                let (name, text) = value.split_once(": ")?;
                (name == key).then(|| text.to_owned())
            };
            found.or_else(|| cages.into_iter().flatten().find_map(in_cage))
        })
    };
    let mut said = RulesText::read(&text(&["rules", "ruleset"]).unwrap_or_default());
    for (field, keys) in [
        (CreditField::Title, &["title", "t"][..]),
        (CreditField::Author, &["author"][..]),
    ] {
        said.credits
            .set_clipped(field, &text(keys).unwrap_or_default());
    }
    said
}

/// Reads given digits as queens, and squares of the colour of [`crate::write`] as blocked.
fn clues(object: &Map<String, Value>, size: u32) -> Vec<(Square, Mark)> {
    let mut clues = Vec::new();
    let rows = ["cells", GRID_KEY].iter().find_map(|&key| object.get(key));
    for row in 0..size {
        for column in 0..size {
            let cell = rows
                .and_then(|rows| rows.get(row as usize)?.get(column as usize))
                .unwrap_or(&Value::Null);
            let square = Square::new(row, column);
            if cell.get("value").is_some() {
                clues.push((square, Mark::Queen));
            } else if cell.get("c").and_then(Value::as_str) == Some(BLOCKED_COLOR) {
                clues.push((square, Mark::Cross));
            }
        }
    }
    let colored = object.get("underlays").and_then(Value::as_array);
    for part in colored.into_iter().flatten() {
        let is_blocked =
            part.get("backgroundColor").and_then(Value::as_str) == Some(BLOCKED_COLOR);
        let place = |at: usize| {
            let middle = part.get("center")?.get(at)?.as_f64()?;
            (0.0..f64::from(size))
                .contains(&middle)
                .then_some(middle as u32)
        };
        if let (true, Some(row), Some(column)) = (is_blocked, place(0), place(1)) {
            clues.push((Square::new(row, column), Mark::Cross));
        }
    }
    clues
}

/// Returns the side of the board and the region of each square, row by row.
fn regions(object: &Map<String, Value>) -> Result<(u32, Vec<u32>), PuzzleReadError> {
    let listed = REGION_KEYS.iter().find_map(|&key| object.get(key));
    if let Some(regions) = listed {
        return json_regions::read(regions, None);
    }
    let names = object.get(GRID_KEY).and_then(names).ok_or_else(|| {
        bad("of SudokuPad has a puzzle without regions: draw them as regions there, or take a screenshot")
    })?;
    let size = names.len().isqrt() as u32;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok((size, numbered_names(&names)?))
}

/// Returns the number of the region of each square of f-puzzles.
fn names(grid: &Value) -> Option<Vec<String>> {
    let rows = grid.as_array()?;
    let row = |row: &Value| {
        row.as_array()
            .filter(|row| row.len() == rows.len())
            .cloned()
    };
    let squares: Vec<Vec<Value>> = rows.iter().map(row).collect::<Option<_>>()?;
    let name =
        |square: &Value| square.get("region")?.as_u64().map(|name| name.to_string());
    squares.iter().flatten().map(name).collect()
}

/// Returns a zipped text as JSON: quotation marks around its words, and null where an
/// element is missing. Plain JSON stays as it is.
fn plain_json(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        match c {
            '"' | '\'' => plain += &quoted(c, &mut rest),
            ',' | ']' | '}' if before == ',' || (before == '[' && c == ',') => {
                plain += "null";
                plain.push(c);
            }
            '[' | ']' | '{' | '}' | ',' | ':' => plain.push(c),
            c if c.is_whitespace() => continue,
            c => {
                let mut word = String::from(c);
                while let Some(next) = rest.next_if(|next| !"[]{},:\"'".contains(*next)) {
                    word.push(next);
                }
                plain += &json_word(word.trim_end());
            }
        }
        before = c;
    }
    plain
}

/// Takes the rest of a string behind its quotation mark, and returns it as JSON.
fn quoted(mark: char, rest: &mut impl Iterator<Item = char>) -> String {
    let mut string = String::new();
    while let Some(c) = rest.next() {
        match c {
            _ if c == mark => break,
            '\\' => match rest.next() {
                Some('n') => string.push('\n'),
                Some(next) => string.push(next),
                None => {}
            },
            c => string.push(c),
        }
    }
    Value::String(string).to_string()
}

/// Returns a number or a constant as it is, and any other word as a string.
fn json_word(word: &str) -> String {
    let is_json = serde_json::from_str::<Value>(word).is_ok();
    if is_json {
        word.to_owned()
    } else {
        Value::String(word.to_owned()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::plain_json;

    #[test]
    fn zipped_texts_become_json() {
        for (zipped, json) in [
            (
                "{cs:64,re:[[[0,0],[0,1]]]}",
                r#"{"cs":64,"re":[[[0,0],[0,1]]]}"#,
            ),
            (
                "{ce:[[,,],[{v:3},]]}",
                r#"{"ce":[[null,null,null],[{"v":3},null]]}"#,
            ),
            (
                "{t:'it\\'s',c1:#0,h:f,x:12AB34}",
                r##"{"t":"it's","c1":"#0","h":"f","x":"12AB34"}"##,
            ),
            (
                r#"{"a": [], "b": true, "c": {}}"#,
                r#"{"a":[],"b":true,"c":{}}"#,
            ),
        ] {
            assert_eq!(plain_json(zipped), json);
        }
    }
}
