//! Files of pzpr (`pzprv3`): after `starbattle`, the number of rows, columns, stars and
//! regions, then a line for each row with the region number of each square, then a line
//! for each row with the marks: `#` a star, `+` an empty square. Lines are separated by
//! `/` in an address and by line feeds in a file.

use super::link::LinkNumbers;
use super::{PuzzleReadError, finish};
use crate::{MAX_SIZE, Mark, Position};
use control::clip;
use queens_model::problem::numbered_names;

/// Part of a `pzprv3` file after the name of the puzzle, if `text` is such a file.
pub(super) fn body(text: &str) -> Option<&str> {
    let (_, file) = text.split_once("pzprv3")?;
    let (version, body) = file.split_once("starbattle")?;
    let is_end = |c: char| c == '/' || c.is_ascii_whitespace();
    (version.len() < 8 && version.ends_with(is_end))
        .then(|| body.trim_start_matches(is_end))
}

/// Reads the lines.
pub(super) fn read(body: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let mut lines = body.split(['/', '\n']).map(str::trim);
    let mut numbers = LinkNumbers {
        parts: &mut lines,
        form: "pzprv3/starbattle/rows/columns/stars/regions/...",
    };
    let (rows, columns) = (
        numbers.next("rows", MAX_SIZE)?,
        numbers.next("columns", MAX_SIZE)?,
    );
    let (named, _) = (
        numbers.next("stars", MAX_SIZE)?,
        numbers.next("regions", MAX_SIZE * MAX_SIZE)?,
    );
    if rows != columns {
        return Err(PuzzleReadError::Link(format!(
            "is a board of {rows} x {columns} (rows x columns): a puzzle must be square"
        )));
    }
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let size = rows as usize;
    let regions = split_rows("regions", &lines, size)?;
    let mut marks = Vec::new();
    // Without marks the file may end after the regions.
    if let Some(lines @ [_, ..]) = lines.get(size..) {
        for mark in split_rows("marks", lines, size)? {
            marks.push(read_mark(&mark)?);
        }
    }
    let regions: Vec<&str> = regions.iter().map(String::as_str).collect();
    let regions = numbered_names(&regions)?;
    finish(rows, stars.or(Some(named)), regions, marks)
}

/// Splits the first `size` lines into the words of their squares.
fn split_rows(
    what: &str,
    lines: &[&str],
    size: usize,
) -> Result<Vec<String>, PuzzleReadError> {
    let mut words = Vec::new();
    for row in 0..size {
        let line = lines.get(row).unwrap_or(&"");
        // Spaces are escaped in addresses.
        let line = line.replace("%20", " ").replace('_', " ");
        let found = line.split_whitespace().count();
        if found != size {
            return Err(PuzzleReadError::Link(format!(
                "has {found} {what} in row {}, but the board has {size} columns: copy it all",
                row + 1
            )));
        }
        words.extend(line.split_whitespace().map(str::to_owned));
    }
    Ok(words)
}

fn read_mark(word: &str) -> Result<Mark, PuzzleReadError> {
    match word {
        "." => Ok(Mark::Open),
        "#" => Ok(Mark::Queen),
        "+" | "-" => Ok(Mark::Cross),
        other => Err(PuzzleReadError::Link(format!(
            "has '{}' among its marks: use . # +",
            clip(other)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_version_of_few_characters_before_the_name() {
        for (text, rest) in [
            ("pzprv3/starbattle/4/4", Some("4/4")),
            ("pzprv3.1\nstarbattle\n4", Some("4")),
            ("pzprv3starbattle/4", None),
            ("pzprv3.1starbattle/4", None),
            ("pzprv3 is not a starbattle/4", None),
            ("pzprv3/heyawake/4", None),
        ] {
            assert_eq!(body(text), rest, "{text}");
        }
    }
}
