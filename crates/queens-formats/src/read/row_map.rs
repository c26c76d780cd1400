//! Objects that map rows to columns: `{0: 1, 1: 3, 2: 0, 3: 2}`, `{"Q1": 2, "Q2": 4, ...}`.

use super::Numbering;
use queens_model::placement::Placement;
use queens_model::problem::Size;
use queens_model::square::Square;

/// Fewest rows that are known by their numbers alone.
const MIN_ROWS: usize = 4;

/// The numbered keys of an object and their values.
#[derive(Default)]
pub(super) struct RowMap {
    /// Text before the number in each key.
    name: Option<String>,
    /// Row and column, `None` for a row without a queen.
    pairs: Vec<(u32, Option<u32>)>,
    /// True if a value is no column.
    is_other: bool,
}

impl RowMap {
    /// Returns true if a key may be a row: it ends with a number, with the same name
    /// before it as in the keys before.
    pub(super) fn is_row(&self, key: &str) -> bool {
        numbered(key)
            .is_some_and(|(name, _)| self.name.as_ref().is_none_or(|known| known == name))
    }

    /// Adds a row; `column` is `None` if the value is not one.
    pub(super) fn push(&mut self, key: &str, column: Option<Option<u32>>) {
        match (numbered(key), column) {
            (Some((name, row)), Some(column)) => {
                self.name.get_or_insert_with(|| name.to_owned());
                self.pairs.push((row, column));
            }
            _ => self.is_other = true,
        }
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Returns the queens, or the reason why they are not certain; `None` if the object
    /// is not such a map.
    pub(super) fn queens(
        &self,
        size: Option<Size>,
    ) -> Option<Result<(Placement, Numbering), &'static str>> {
        let count = self.pairs.len();
        let is_long = size.is_some_and(|size| size.rows as usize == count);
        if self.is_other || count == 0 || (count < MIN_ROWS && !is_long) {
            return None;
        }
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable();
        let are_from =
            |first: u32| pairs.iter().zip(first..).all(|(pair, row)| pair.0 == row);
        let Some(first) = [0, 1].into_iter().find(|&first| are_from(first)) else {
            return Some(Err(
                "its keys should be the rows, each once, from 0 or from 1 on",
            ));
        };
        let has = |column: usize| {
            let column = u32::try_from(column).ok();
            column.is_some() && pairs.iter().any(|pair| pair.1 == column)
        };
        let is_other_first = match first {
            0 => has(count) && !has(0),
            _ => has(0),
        };
        if is_other_first && size.is_none_or(|size| size.columns == size.rows) {
            return Some(Err(
                "its rows and its columns do not count from the same number: count both from 0 or both from 1",
            ));
        }
        let square = |&(row, column): &(u32, Option<u32>)| {
            Some(Square::new(row - first, column?.wrapping_sub(first)))
        };
        let squares = pairs.iter().filter_map(square).collect();
        let numbering = Numbering {
            first,
            has_rows: true,
        };
        Some(Ok((Placement::new(squares), numbering)))
    }
}

/// Splits a key such as `3`, `Q3` or `queens[3]` into a name and a number.
fn numbered(key: &str) -> Option<(&str, u32)> {
    let key = key.trim_end_matches([']', ')']);
    let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = key.strip_prefix(name)?.parse().ok()?;
    Some((name, number))
}
