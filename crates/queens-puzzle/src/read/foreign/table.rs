//! A table with a line for each square: its row, its column and its region.

use super::FormResult;
use super::board::{NamedBoard, is_size, of_named_squares, positions};

/// Names of the column with the rows of squares, with the columns, and with the regions.
pub(super) const ROW_NAMES: [&str; 6] = ["row", "r", "y", "i", "rowindex", "rowidx"];
pub(super) const COLUMN_NAMES: [&str; 8] = [
    "col",
    "column",
    "c",
    "x",
    "j",
    "colindex",
    "colidx",
    "columnindex",
];
pub(super) const REGION_NAMES: [&str; 14] = [
    "region",
    "color",
    "colour",
    "regionid",
    "area",
    "zone",
    "group",
    "cage",
    "colorid",
    "fill",
    "backgroundcolor",
    "block",
    "background",
    "shape",
];

/// Names of a column with marks.
const MARK_NAMES: [&str; 7] = [
    "queen", "queens", "star", "mark", "state", "given", "blocked",
];

/// Normalises a name: lower case, letters and digits alone.
pub(super) fn normalised(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Reads one table; it has a line with names.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let names = fields(lines.next()?);
    let place = |known: &[&str]| {
        names
            .iter()
            .position(|name| known.contains(&normalised(name).as_str()))
    };
    // Marks would be lost.
    if place(&MARK_NAMES).is_some() {
        return None;
    }
    let (row, column, region) = (
        place(&ROW_NAMES)?,
        place(&COLUMN_NAMES)?,
        place(&REGION_NAMES)?,
    );
    let mut squares = Vec::new();
    for line in lines {
        let fields = fields(line);
        let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
        squares.push((
            [number(row)?, number(column)?],
            (*fields.get(region)?).to_owned(),
        ));
    }
    positions(vec![(of_numbered(squares)?, None)], stars)
}

/// Builds a board from squares whose rows and columns count from 0 or from 1.
pub(super) fn of_numbered(squares: Vec<([u32; 2], String)>) -> Option<NamedBoard> {
    let size = squares.len().isqrt();
    let first = squares
        .iter()
        .flat_map(|(square, _)| square)
        .min()
        .copied()
        .filter(|&first| first < 2)?;
    if !is_size(size) || size * size != squares.len() {
        return None;
    }
    let from_zero =
        |([row, column], name): ([u32; 2], String)| ([row - first, column - first], name);
    of_named_squares(size, squares.into_iter().map(from_zero))
}

/// Splits a line at tabs, semicolons or commas.
fn fields(line: &str) -> Vec<&str> {
    let sign = ['\t', ';', ',']
        .into_iter()
        .find(|&sign| line.contains(sign))
        .unwrap_or(',');
    line.split(sign)
        .map(|field| field.trim().trim_matches(['"', '\'']))
        .collect()
}
