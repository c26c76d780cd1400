//! Hexagons drawn in characters, as [`crate::render`] writes them: the letters above the
//! first row name the columns from the middle one on, and each row is half a column to
//! the right of the row above it.

use queens_model::square::Square;

/// Columns of a drawn hexagon.
#[derive(Clone, Copy)]
pub(super) struct SlantedColumns {
    /// Position of column a above the first row, if it had its name there.
    start: i64,
    /// Distance of one column from the next.
    pitch: i64,
    /// Number of rows and columns.
    pub(super) side: u32,
}

/// Returns true if a line can be above the first row of a hexagon: two or more names of
/// columns without a gap, the first of them the middle column of as many as there are.
pub(super) fn is_heading(line: &str) -> bool {
    let names: Vec<&str> = line.split_whitespace().collect();
    let first = names.first().and_then(|name| column(name));
    first.is_some_and(|first| {
        first > 0 && names.get(1).and_then(|name| column(name)) == Some(first + 1)
    })
}

/// Returns the number of a column from its letters.
fn column(name: &str) -> Option<u32> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let square: Option<Square> = format!("{name}1").parse().ok().filter(|_| is_name);
    square.map(|square| square.column)
}

/// Returns the columns of each hexagon whose names have these positions, or `None` if
/// names are missing.
pub(super) fn columns(names: &[(usize, String)]) -> Option<Vec<SlantedColumns>> {
    let middle = column(&names.first()?.1)?;
    let boards = names.chunks(middle as usize + 1);
    boards.map(|names| board(names, middle)).collect()
}

fn board(names: &[(usize, String)], middle: u32) -> Option<SlantedColumns> {
    let are_right = (middle..)
        .zip(names)
        .all(|(number, (_, name))| column(name) == Some(number));
    let [(first, _), (second, _), ..] = names else {
        return None;
    };
    let pitch = second.checked_sub(*first)? as i64;
    let start = *first as i64 - pitch * i64::from(middle);
    let is_whole = are_right && names.len() == middle as usize + 1 && pitch % 2 == 0;
    is_whole.then_some(SlantedColumns {
        start,
        pitch,
        side: 2 * middle + 1,
    })
}

impl SlantedColumns {
    /// Returns the position of a square in its line; `None` outside the hexagon.
    pub(super) fn position(self, row: u32, column: u32) -> Option<usize> {
        let sum = row + column;
        let is_inside = sum >= self.side / 2 && sum <= self.side / 2 * 3;
        let position = self.start
            + self.pitch * i64::from(column)
            + self.pitch / 2 * (i64::from(row) + 1);
        usize::try_from(position).ok().filter(|_| is_inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_the_columns_from_the_middle_on() {
        for line in ["b c", "   c d e   c d e", "n o p q r s t u v w x y z aa"] {
            assert!(is_heading(line), "{line}");
        }
        for line in ["a b", "c", "c e", "b 3", "2 3", "white a1", "c d1"] {
            assert!(!is_heading(line), "{line}");
        }
    }

    #[test]
    fn squares_have_positions_inside_the_hexagon() {
        let names = [(7, "b".to_owned()), (9, "c".to_owned())];
        let columns = columns(&names).unwrap();
        let [board] = columns[..] else {
            panic!("{}", columns.len())
        };
        let row = |row: u32| [0, 1, 2].map(|column| board.position(row, column));
        assert_eq!(row(0), [None, Some(8), Some(10)]);
        assert_eq!(row(1), [Some(7), Some(9), Some(11)]);
        assert_eq!(row(2), [Some(8), Some(10), None]);
        assert!(super::columns(&names[..1]).is_none());
    }
}
