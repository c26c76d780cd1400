//! Addresses of penpa-edit: `https://.../penpa-edit/#m=edit&p=...`, also `?m=solve&p=...`.
//!
//! `p` is a text, deflated (RFC 1951) and in base 64. Its lines:
//!
//! | line | holds |
//! |---|---|
//! | 1 | `square,columns,rows,...`: the sides with margins; the fields 16, 17 and 19 are `Title: ...`, `Author: ...` and the rules |
//! | 2 | `[top,bottom,left,right]`: the margins |
//! | 4 | the puzzle, an object with short keys: `zE` the lines between corners, `zN` numbers, `zY` symbols, `zS` coloured squares |
//! | 5 | the solution, the same |
//!
//! Places are numbered row by row on a board with two more rows and columns on each side:
//! first the squares, then the corner below and on the right of each. A line is named by
//! its two corners, and its value is its style: 2 and 21 are heavy. The number of stars is
//! in the margin, beside a star. A star on the board of the puzzle is a given queen, and a
//! black square there stays empty.
//!
//! Source: penpa-edit, `docs/js/class_p.js` and `docs/js/class_square.js`
//! (`github.com/swaroopg92/penpa-edit`); how it writes Star Battles: `docs/js/general.js`,
//! the case of puzz.link addresses.

use super::super::{PuzzleReadError, finish, values};
use super::bad;
use super::packed::{MAX_TEXT, bytes, unescaped};
use crate::borders::Borders;
use crate::rules::RulesText;
use crate::write::penpa::{BLACK_COLOR, RULE_ESCAPES};
use crate::{CreditField, MAX_SIZE, Mark, Position, PuzzleCredits};
use queens_formats::read::unescaped as plain_text;
use queens_model::square::Square;
use serde_json::{Map, Value};

/// Styles of heavy lines.
const HEAVY_STYLES: [u64; 2] = [2, 21];

/// Names of the lines, the numbers and the symbols: short ones, and those of older and
/// newer versions.
const LINE_KEYS: [&str; 3] = ["zE", "edge", "lineE"];
const NUMBER_KEYS: [&str; 2] = ["zN", "number"];
const SYMBOL_KEYS: [&str; 2] = ["zY", "symbol"];
const COLOR_KEYS: [&str; 2] = ["zS", "surface"];

/// Fields of the first line.
const TITLE_FIELD: usize = 15;
const AUTHOR_FIELD: usize = 16;
const RULES_FIELD: usize = 18;

/// Reads the puzzle of an address; `None` if it is one of another site.
pub(super) fn read(
    address: &str,
    stars: Option<u32>,
) -> Option<Result<Position, PuzzleReadError>> {
    let is_address = address.contains("penpa-edit") || address.starts_with("m=");
    let (_, packed) = address.split_once("p=").filter(|_| is_address)?;
    let packed = packed.split('&').next().unwrap_or_default();
    Some(read_packed(&unescaped(packed), stars))
}

fn read_packed(packed: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let text = inflate(packed)
        .ok_or_else(|| bad("of penpa-edit cannot be unpacked: copy the whole address"))?;
    let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    let grid = PenpaGrid::from_lines(&lines)?;
    let puzzle = read_object(lines.get(3))?;
    let solution = read_object(lines.get(4))?;
    let borders = grid.borders(&puzzle);
    let regions = borders.number_rooms();
    let rooms = regions.iter().max().map_or(0, |last| last + 1) as usize;
    if rooms != grid.side {
        return Err(bad(format!(
            "of penpa-edit has a board of {0} x {0} squares, but its heavy lines make {rooms} regions: draw the borders \
             of {0} regions with heavy edges there, and copy the address again",
            grid.side
        )));
    }
    let marks = grid.marks(&solution);
    let stars = stars.or(grid.stars(&puzzle));
    let position = finish(grid.side as u32, stars, regions, marks)?
        .with_credits(read_credits(lines.first().unwrap_or(&"")));
    let clues = grid.clues(&puzzle);
    Ok(if clues.is_empty() {
        position
    } else {
        position.with_marked_clues(clues)?
    })
}

/// Reads title, author and rules in the first line.
fn read_credits(head: &str) -> PuzzleCredits {
    let fields: Vec<&str> = head.split(',').collect();
    let field = |number: usize| fields.get(number).copied().unwrap_or_default();
    let mut rules = field(RULES_FIELD).to_owned();
    for (sign, escape) in RULE_ESCAPES.iter().rev() {
        rules = rules.replace(escape, sign);
    }
    let mut credits = RulesText::read(&plain_text(&rules)).credits;
    for (credit, number, name) in [
        (CreditField::Title, TITLE_FIELD, "Title:"),
        (CreditField::Author, AUTHOR_FIELD, "Author:"),
    ] {
        let text = field(number).replace("%2C", ",");
        let text = text.strip_prefix(name).unwrap_or(&text);
        credits.set_clipped(credit, &plain_text(text));
    }
    credits
}

/// Unpacks the text of an address.
fn inflate(packed: &str) -> Option<String> {
    let bytes = bytes(packed)?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MAX_TEXT);
    String::from_utf8(text.ok()?).ok()
}

/// Reads the object of a line; an empty line has none.
fn read_object(line: Option<&&str>) -> Result<Map<String, Value>, PuzzleReadError> {
    let text = line.copied().unwrap_or_default();
    let found = values::read(text)?;
    let object = found.into_iter().find_map(|(_, value)| match value {
        Value::Object(object) => Some(object),
        _ => None,
    });
    Ok(object.unwrap_or_default())
}

/// Returns the entries of the first of these keys that the object has.
fn entries<'v>(
    object: &'v Map<String, Value>,
    keys: &[&str],
) -> impl Iterator<Item = (&'v String, &'v Value)> {
    let found = keys.iter().find_map(|&key| object.get(key)?.as_object());
    found.into_iter().flatten()
}

/// A place: its row and column on the board, which may be in the margin, and its kind, 0
/// for a square and 1 for the corner below and on the right of one.
type Place = (i64, i64, u64);

/// The grid of a text.
struct PenpaGrid {
    side: usize,
    /// Rows and columns with everything around the board.
    rows: u64,
    columns: u64,
    /// Rows above the board and columns on its left.
    above: i64,
    left: i64,
}

impl PenpaGrid {
    fn from_lines(lines: &[&str]) -> Result<Self, PuzzleReadError> {
        let mut head = lines.first().unwrap_or(&"").split(',');
        let kind = head.next().unwrap_or_default();
        let columns: Option<u64> = head.next().and_then(|side| side.parse().ok());
        let rows: Option<u64> = head.next().and_then(|side| side.parse().ok());
        let margins = read_margins(lines.get(1).unwrap_or(&""));
        let (Some(columns), Some(rows), Some([top, bottom, left, right])) =
            (columns, rows, margins)
        else {
            return Err(bad("of penpa-edit has no sides of its board: copy it all"));
        };
        if !["square", "sudoku"].contains(&kind) {
            return Err(bad(format!(
                "of penpa-edit has a grid of the kind '{}': a puzzle has squares",
                control::clip(kind)
            )));
        }
        let inner_rows = rows.checked_sub(top + bottom);
        let inner_columns = columns.checked_sub(left + right);
        match (inner_rows, inner_columns) {
            (Some(side), Some(other))
                if side == other && (2..=u64::from(MAX_SIZE)).contains(&side) =>
            {
                Ok(PenpaGrid {
                    side: side as usize,
                    rows: rows + 4,
                    columns: columns + 4,
                    above: 2 + top as i64,
                    left: 2 + left as i64,
                })
            }
            _ => Err(bad(format!(
                "of penpa-edit has a grid of {rows} x {columns} squares with its margins: a puzzle is a square of at \
                 most {MAX_SIZE} x {MAX_SIZE}"
            ))),
        }
    }

    /// Returns the place with this number.
    fn place(&self, number: &str) -> Option<Place> {
        let number: u64 = number.parse().ok()?;
        let (kind, square) = (
            number / (self.rows * self.columns),
            number % (self.rows * self.columns),
        );
        let row = (square / self.columns) as i64 - self.above;
        let column = (square % self.columns) as i64 - self.left;
        Some((row, column, kind))
    }

    /// Returns the number of a square of the board, row by row.
    fn square(&self, row: i64, column: i64) -> Option<usize> {
        let side = 0..self.side as i64;
        (side.contains(&row) && side.contains(&column))
            .then(|| row as usize * self.side + column as usize)
    }

    /// Returns the borders: the heavy lines, or all lines if there are no heavy ones.
    fn borders(&self, puzzle: &Map<String, Value>) -> Borders {
        let lines: Vec<(&String, &Value)> = entries(puzzle, &LINE_KEYS).collect();
        let has_heavy = lines.iter().any(|(_, style)| is_heavy(style));
        let size = self.side;
        let mut borders = Borders {
            size,
            right: vec![false; size * (size - 1)],
            below: vec![false; size * (size - 1)],
        };
        for (corners, style) in lines {
            if !has_heavy || is_heavy(style) {
                self.add_line(corners, &mut borders);
            }
        }
        borders
    }

    /// Adds the line between two corners, unless it is on the edge or off the board.
    fn add_line(&self, corners: &str, borders: &mut Borders) {
        let Some((first, second)) = corners.split_once(',') else {
            return;
        };
        let places = (self.place(first), self.place(second));
        let (Some((row, column, 1)), Some((to_row, to_column, 1))) = places else {
            return;
        };
        // The square above the line or on its left has the second corner.
        let Some(square) = self.square(row.max(to_row), column.max(to_column)) else {
            return;
        };
        let line = match (to_row - row, to_column - column) {
            (0, 1 | -1) => borders.below.get_mut(square),
            (1 | -1, 0) if square % self.side + 1 < self.side => {
                borders.right.get_mut(square - square / self.side)
            }
            _ => None,
        };
        if let Some(line) = line {
            *line = true;
        }
    }

    /// Returns the stars of a solution as queens.
    fn marks(&self, solution: &Map<String, Value>) -> Vec<Mark> {
        let mut marks = vec![Mark::Open; self.side * self.side];
        for (place, symbol) in entries(solution, &SYMBOL_KEYS) {
            let square = self.place(place).and_then(|(row, column, kind)| {
                self.square(row, column).filter(|_| kind == 0)
            });
            if let Some(square) = square.filter(|_| is_star(symbol)) {
                marks[square] = Mark::Queen;
            }
        }
        marks
    }

    /// Returns the stars and black squares on the board of a puzzle.
    fn clues(&self, puzzle: &Map<String, Value>) -> Vec<(Square, Mark)> {
        let stars = entries(puzzle, &SYMBOL_KEYS)
            .filter(|(_, symbol)| is_star(symbol))
            .map(|(place, _)| (place, Mark::Queen));
        let black = entries(puzzle, &COLOR_KEYS)
            .filter(|(_, color)| color.as_u64() == Some(BLACK_COLOR))
            .map(|(place, _)| (place, Mark::Cross));
        let clue = |(place, mark): (&String, Mark)| match self.place(place)? {
            (row, column, 0) => {
                self.square(row, column)?;
                Some((Square::new(row as u32, column as u32), mark))
            }
            _ => None,
        };
        stars.chain(black).filter_map(clue).collect()
    }

    /// Returns the number beside a star in the margin.
    fn stars(&self, puzzle: &Map<String, Value>) -> Option<u32> {
        let has_star = entries(puzzle, &SYMBOL_KEYS)
            .any(|(place, symbol)| is_star(symbol) && self.is_in_margin(place));
        let mut numbers = entries(puzzle, &NUMBER_KEYS)
            .filter(|(place, _)| self.is_in_margin(place))
            .filter_map(|(_, value)| value.get(0)?.as_str()?.parse().ok());
        // With a second number it is open which of them is beside the star.
        numbers
            .next()
            .filter(|_| has_star && numbers.next().is_none())
    }

    fn is_in_margin(&self, place: &str) -> bool {
        self.place(place).is_some_and(|(row, column, kind)| {
            kind == 0 && self.square(row, column).is_none()
        })
    }
}

fn is_heavy(style: &Value) -> bool {
    style
        .as_u64()
        .is_some_and(|style| HEAVY_STYLES.contains(&style))
}

/// Reads `[top,bottom,left,right]`.
fn read_margins(line: &str) -> Option<[u64; 4]> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let numbers: Option<Vec<u64>> = inner
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|&margin| margin < 100))
        .collect();
    numbers?.try_into().ok()
}

/// Returns true for a star: `[2,"star",2]`.
fn is_star(symbol: &Value) -> bool {
    symbol
        .get(1)
        .and_then(Value::as_str)
        .is_some_and(|name| name.starts_with("star"))
}
