//! A table with a line for each square: its row, its column and its region, or its name
//! and its region. Without a line of names the columns are row, column, region.

use super::super::json_regions::named_square;
use super::FormResult;
use super::board::{NamedBoard, is_size, of_named_squares, positions};

/// Names of the column with the rows of squares, with the columns, and with the regions.
pub(super) const ROW_NAMES: [&str; 7] =
    ["row", "r", "y", "i", "line", "rowindex", "rowidx"];
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

/// Names of a column with names of squares: `b4`, `r4c2`.
const SQUARE_NAMES: [&str; 4] = ["cell", "square", "position", "pos"];

/// Numbers of the columns of a table.
struct TableColumns {
    place: PlaceColumns,
    region: usize,
}

/// The columns that name a square.
enum PlaceColumns {
    Numbers(usize, usize),
    Name(usize),
}

/// Reads one table.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    let columns = if lines.peek().is_some_and(|line| is_triple(line)) {
        TableColumns {
            place: PlaceColumns::Numbers(0, 1),
            region: 2,
        }
    } else {
        TableColumns::from_names(&fields(lines.next()?))?
    };
    let squares = lines.map(|line| columns.square(&fields(line)));
    let board = of_numbered(squares.collect::<Option<_>>()?)?;
    positions(vec![(board, None)], stars)
}

/// Returns true for two numbers and a name.
fn is_triple(line: &str) -> bool {
    matches!(fields(line)[..], [row, column, region]
        if [row, column].iter().all(|place| place.parse::<u32>().is_ok()) && !region.is_empty())
}

impl TableColumns {
    /// `None` without the columns that are needed, and for a table with marks, which would
    /// be lost.
    fn from_names(names: &[&str]) -> Option<Self> {
        let place = |known: &[&str]| {
            names
                .iter()
                .position(|name| known.contains(&normalised(name).as_str()))
        };
        if place(&MARK_NAMES).is_some() {
            return None;
        }
        let region = place(&REGION_NAMES)?;
        let numbers = place(&ROW_NAMES).zip(place(&COLUMN_NAMES));
        let numbers = numbers.map(|(row, column)| PlaceColumns::Numbers(row, column));
        let place = numbers.or_else(|| place(&SQUARE_NAMES).map(PlaceColumns::Name))?;
        Some(TableColumns { place, region })
    }

    /// Reads the square of a line and the name of its region.
    fn square(&self, fields: &[&str]) -> Option<([u32; 2], String)> {
        let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
        let square = match self.place {
            PlaceColumns::Numbers(row, column) => [number(row)?, number(column)?],
            PlaceColumns::Name(at) => {
                let square = named_square(fields.get(at)?)?;
                [square.row, square.column]
            }
        };
        Some((square, (*fields.get(self.region)?).to_owned()))
    }
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
pub(super) fn fields(line: &str) -> Vec<&str> {
    let sign = ['\t', ';', ',']
        .into_iter()
        .find(|&sign| line.contains(sign))
        .unwrap_or(',');
    line.split(sign)
        .map(|field| field.trim().trim_matches(['"', '\'']))
        .collect()
}
