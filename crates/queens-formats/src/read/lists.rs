//! Lists of JSON and of other languages: lists of numbers, of drawn rows, of rows, of
//! solutions.
//!
//! | list | meaning |
//! |---|---|
//! | `[1, 3, 0, 2]` | one solution, the column of each row from 0, `null` for a row without a queen |
//! | `[".Q..", "...Q", ...]`, `[[".", "Q", ...], ...]` | one board, row by row |
//! | `[[0, 1, 0, 0], ...]`, a square of 0 and 1 (three rows or more), or as many rows as the board has | one board: such a row is not a list of columns, because it repeats one |
//! | `[[0, 1], [1, 3], ...]`, pairs, one of them with a number of 2 or more, or on a board that does not have two rows | one solution, row and column of each queen from 0 |
//! | any other list of lists and objects | solutions, or lists of them |
//!
//! Lists at the top follow the same rules without brackets around them: `[0, 1, 0, 0]` on
//! a line for each row of a board, `(0, 1), (1, 3), (2, 0), (3, 2)` on one line for each
//! solution or on a line for each queen.

use super::json::Context;
use super::object::Object;
use super::pairs::put_pairs;
use super::values::{mismatch, quoted};
use super::{Flow, Numbering, SolutionSink, drawing};
use queens_model::placement::Placement;
use queens_model::problem::{MAX_SIDE, Size};
use queens_model::square::Square;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// An element of a list.
pub(super) enum ListItem {
    /// A column, or a 0 or 1 of a matrix; `None` for a row without a queen.
    Number(Option<u32>),
    /// A drawn row, or a square of it.
    Text(String),
    /// A list of numbers or of squares, with its line.
    Row(u64, ListRow),
    /// Solutions that were passed on, or none.
    Solutions,
}

impl ListItem {
    /// Returns its beginning, for messages.
    pub(super) fn first(&self) -> String {
        match self {
            ListItem::Number(Some(number)) => number.to_string(),
            ListItem::Row(_, ListRow::Numbers(numbers)) => match numbers.first() {
                Some(Some(number)) => number.to_string(),
                _ => "null".to_owned(),
            },
            ListItem::Number(None) => "null".to_owned(),
            ListItem::Text(text) | ListItem::Row(_, ListRow::Squares(text)) => {
                quoted(text)
            }
            ListItem::Solutions => "solutions".to_owned(),
        }
    }
}

/// A list without lists in it.
pub(super) enum ListRow {
    Numbers(Vec<Option<u32>>),
    /// The squares of a drawn row.
    Squares(String),
}

/// Reads an element of a list, and passes on the solutions in it.
#[derive(Clone, Copy)]
pub(super) struct ItemSeed<'c, 'i, 'r, 's>(pub(super) &'c Context<'i, 'r, 's>);

impl<'de> DeserializeSeed<'de> for ItemSeed<'_, '_, '_, '_> {
    type Value = ListItem;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<ListItem, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ItemSeed<'_, '_, '_, '_> {
    type Value = ListItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&expected())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<ListItem, E> {
        match u32::try_from(number) {
            Ok(column) if column <= MAX_SIDE => Ok(ListItem::Number(Some(column))),
            _ => Err(mismatch(expected(), number)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<ListItem, E> {
        Err(mismatch(expected(), number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<ListItem, E> {
        Err(mismatch(expected(), format_args!("{number:?}")))
    }

    fn visit_bool<E: Error>(self, is_queen: bool) -> Result<ListItem, E> {
        Ok(ListItem::Number(Some(is_queen.into())))
    }

    fn visit_unit<E: Error>(self) -> Result<ListItem, E> {
        Ok(ListItem::Number(None))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ListItem, E> {
        Ok(ListItem::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ListItem, A::Error> {
        Object(self.0).visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ListItem, A::Error> {
        let context = self.0;
        let line = context.line();
        let mut numbers = Vec::new();
        let mut drawn: Vec<String> = Vec::new();
        let mut rows = PendingRows::default();
        let mut has_solutions = false;
        while let Some(item) = seq.next_element_seed(self)? {
            let is_scalar = matches!(item, ListItem::Number(_) | ListItem::Text(_));
            if is_scalar && has_solutions || !is_scalar && !numbers.is_empty() {
                return context.refuse(
                    "a list stands where a whole number from 0 to 2000000000 does, or the other way round: numbers and \
                     solutions stand in one list; write one list for each solution",
                );
            }
            match item {
                ListItem::Text(row) if !numbers.is_empty() => {
                    return Err(mismatch(expected(), quoted(&row)));
                }
                ListItem::Text(row) => drawn.push(row),
                _ if !drawn.is_empty() => {
                    return context.refuse(
                        "this list has drawn rows and something else: write one list for each board",
                    );
                }
                ListItem::Number(number) => numbers.push(number),
                ListItem::Row(line, row) => {
                    has_solutions = true;
                    context.put(|sink| rows.push(line, row, sink))?;
                }
                ListItem::Solutions => {
                    has_solutions = true;
                    context.put(|sink| rows.end(sink))?;
                }
            }
            if has_solutions && rows.is_empty() {
                context.renew();
            }
        }
        let is_square = |text: &String| text.chars().nth(1).is_none() && !text.is_empty();
        match () {
            () if has_solutions => context
                .put(|sink| rows.end(sink))
                .map(|()| ListItem::Solutions),
            () if drawn.is_empty() => Ok(ListItem::Row(line, ListRow::Numbers(numbers))),
            () if drawn.iter().all(is_square) => {
                Ok(ListItem::Row(line, ListRow::Squares(drawn.concat())))
            }
            () => context
                .put(|sink| drawing::put_rows(line, &drawn, sink))
                .map(|()| ListItem::Solutions),
        }
    }
}

/// Returns the description of an element, for messages.
fn expected() -> String {
    format!("a solution, or a column: a whole number from 0 to {MAX_SIDE}, or null")
}

/// Possible meaning of a row by itself.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum RowShape {
    /// One solution: the column of each row.
    #[default]
    Columns,
    /// Two numbers that may be the row and the column of a queen.
    Pair,
    /// Numbers that are all 0 or 1, and may be the squares of a row; with their count.
    Bits(usize),
    /// The squares of a row in characters.
    Squares,
}

impl RowShape {
    fn from_row(row: &ListRow, size: Option<Size>) -> Self {
        let ListRow::Numbers(numbers) = row else {
            return RowShape::Squares;
        };
        let width = numbers.len();
        let is_width = size.map_or(width > 2, |size| {
            size.columns as usize == width && width > 2
        });
        match numbers[..] {
            [Some(_), Some(_)] if size.is_none_or(|size| size.rows != 2) => {
                RowShape::Pair
            }
            _ if is_width
                && numbers.iter().all(|number| matches!(number, Some(0 | 1))) =>
            {
                RowShape::Bits(width)
            }
            _ => RowShape::Columns,
        }
    }
}

/// Consecutive rows, until it is known if they are one solution or several.
#[derive(Default)]
pub(super) struct PendingRows {
    /// Rows with their lines; all of the same shape.
    rows: Vec<(u64, ListRow)>,
    shape: RowShape,
    /// True if the list turned out to be one of lists of columns.
    are_columns: bool,
    /// True if no list encloses them: then the lines of the input separate solutions.
    is_bare: bool,
}

impl PendingRows {
    /// Starts with no rows and no enclosing list.
    pub(super) fn bare() -> Self {
        PendingRows {
            is_bare: true,
            ..PendingRows::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Takes the next row, and passes on the solutions that are complete.
    pub(super) fn push(
        &mut self,
        line: u64,
        row: ListRow,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let shape = if self.are_columns {
            RowShape::Columns
        } else {
            RowShape::from_row(&row, sink.size)
        };
        if !self.is_empty()
            && (shape != self.shape || self.is_full(sink.size) || self.is_parted(line))
        {
            match (self.is_bare, shape, self.shape) {
                (true, ..) | (_, RowShape::Squares, _) | (.., RowShape::Squares) => {
                    self.end(sink)?;
                }
                _ => {
                    // Rows of several shapes, or more rows than the board has.
                    self.are_columns = true;
                    self.put_each(sink)?;
                }
            }
        }
        self.shape = if self.are_columns {
            RowShape::Columns
        } else {
            shape
        };
        self.rows.push((line, row));
        match self.shape {
            RowShape::Columns => self.put_each(sink),
            _ if self.is_bare && self.is_full(sink.size) => self.end(sink),
            _ => Ok(()),
        }
    }

    /// Passes on the rows so far: nothing that follows belongs to them.
    pub(super) fn end(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let Some(&(line, _)) = self.rows.first() else {
            return Ok(());
        };
        match self.shape {
            RowShape::Squares => {
                let rows = std::mem::take(&mut self.rows).into_iter();
                let rows: Vec<String> = rows
                    .filter_map(|(_, row)| {
                        if let ListRow::Squares(row) = row {
                            Some(row)
                        } else {
                            None
                        }
                    })
                    .collect();
                drawing::put_rows(line, &rows, sink)
            }
            RowShape::Bits(width) if self.is_full(sink.size) => {
                let queens = self.squares(|row, number, value| {
                    (value == 1).then(|| Square::new(row, number))
                });
                let size = (self.rows.len() as u64, width as u64);
                self.rows.clear();
                sink.put(line, Some(size), Placement::new(queens), None)
            }
            RowShape::Pair if sink.size.is_some() || self.has_number_from_two() => {
                let rows = std::mem::take(&mut self.rows);
                put_pairs(line, &pairs_of(&rows), sink)
            }
            RowShape::Columns | RowShape::Pair | RowShape::Bits(_) => self.put_each(sink),
        }
    }

    /// Passes on each row as a list of columns.
    fn put_each(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        std::mem::take(&mut self.rows)
            .into_iter()
            .try_for_each(|(line, row)| match row {
                ListRow::Numbers(columns) => put_columns(line, &columns, sink),
                ListRow::Squares(row) => drawing::put_rows(line, &[row], sink),
            })
    }

    /// Returns true if the rows make a board.
    fn is_full(&self, size: Option<Size>) -> bool {
        let width = match (self.shape, self.rows.first()) {
            (RowShape::Bits(width), _) => width,
            (RowShape::Squares, Some((_, ListRow::Squares(row)))) if self.is_bare => {
                row.chars().count()
            }
            _ => return false,
        };
        self.rows.len() == size.map_or(width, |size| size.rows as usize)
    }

    /// Returns true if a row on `line` begins another solution, because no list encloses
    /// them: it is the first of its line, below an empty line or a line with several
    /// rows.
    fn is_parted(&self, line: u64) -> bool {
        let mut lines = self.rows.iter().rev().map(|&(line, _)| line);
        let (last, before) = (lines.next(), lines.next());
        self.is_bare
            && last.is_some_and(|last| {
                line > last + 1 || (line > last && before == Some(last))
            })
    }

    fn has_number_from_two(&self) -> bool {
        !self
            .squares(|_, _, value| (value > 1).then(|| Square::new(0, 0)))
            .is_empty()
            && self.rows.len() > 1
    }

    /// Maps the row, the place and the value of each number to a square with `square`;
    /// returns the squares.
    fn squares(&self, square: impl Fn(u32, u32, u32) -> Option<Square>) -> Vec<Square> {
        let mut squares = Vec::new();
        for (number, (_, row)) in (0..).zip(&self.rows) {
            if let ListRow::Numbers(values) = row {
                let values = (0..)
                    .zip(values)
                    .filter_map(|(column, &value)| Some((column, value?)));
                squares.extend(
                    values.filter_map(|(column, value)| square(number, column, value)),
                );
            }
        }
        squares
    }
}

/// Returns the two numbers of each row.
fn pairs_of(rows: &[(u64, ListRow)]) -> Vec<[u32; 2]> {
    let pair = |(_, row): &(u64, ListRow)| match row {
        ListRow::Numbers(numbers) => Some([numbers[0]?, numbers[1]?]),
        ListRow::Squares(_) => None,
    };
    rows.iter().filter_map(pair).collect()
}

/// Passes on the columns, from 0, of a list that begins on `line`.
fn put_columns(line: u64, columns: &[Option<u32>], sink: &mut SolutionSink<'_>) -> Flow {
    let rows = columns.len() as u64;
    let size = (rows, sink.size.map_or(rows, |size| size.columns.into()));
    sink.put(
        line,
        Some(size),
        from_columns(columns),
        Some(Numbering::COLUMNS_FROM_ZERO),
    )
}

/// Returns the queens in these columns, one for each row from 0.
pub(super) fn from_columns(columns: &[Option<u32>]) -> Placement {
    let square = |(row, column): (u32, &Option<u32>)| Some(Square::new(row, (*column)?));
    Placement::new((0..).zip(columns).filter_map(square).collect())
}
