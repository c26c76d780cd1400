//! Hexagons drawn in characters: each row half a square to the right of the row above it,
//! with the letter of each column at its upper left end.
//!
//! ```text
//!     c d e
//! 1  b . Q .
//! 2 a . . . .
//! 3  Q . . . .
//! 4   . . Q .
//! 5    . . .
//! ```

use super::DrawnQueens;
use super::board::{BoardRenderer, column_name, left_margin};
use super::cell::DrawnCell;
use queens_model::square::Square;

impl BoardRenderer<'_> {
    /// Returns the line above a hexagon and its rows, each as wide as the board.
    pub(super) fn slanted_lines(&self, board: &DrawnQueens) -> Vec<String> {
        let rows = self.problem.rows();
        let names: Vec<(u32, String, usize)> = (rows / 2..rows)
            .map(|column| (column, column_name(column), column_name(column).len()))
            .collect();
        let mut lines = vec![self.space_words(-1, String::new(), names)];
        lines.extend((0..rows).map(|row| self.slanted_row(row, board)));
        lines
    }

    /// Returns the squares of a row, after its number and the letter of the column that
    /// begins below it on the left.
    fn slanted_row(&self, row: u32, board: &DrawnQueens) -> String {
        let number = self.paint_faint(format!(
            "{:>width$}",
            row + 1,
            width = left_margin(self.problem) - 1
        ));
        let is_inside = |column: &u32| self.problem.is_inside(Square::new(row, *column));
        let columns: Vec<u32> = (0..self.problem.columns()).filter(is_inside).collect();
        let first = columns.first().copied().unwrap_or(0);
        let name = first
            .checked_sub(1)
            .filter(|_| row < self.problem.rows() / 2);
        let name =
            name.map(|column| (column, column_name(column), column_name(column).len()));
        let cell = |&column: &u32| {
            let cell = self.cell_of(Square::new(row, column), board);
            (
                column,
                self.paint_cell(cell, &cell.narrow_text(self.style.charset)),
                1,
            )
        };
        self.space_words(
            row.into(),
            number,
            name.into_iter().chain(columns.iter().map(cell)).collect(),
        )
    }

    fn cell_of(&self, square: Square, board: &DrawnQueens) -> DrawnCell {
        match board.queens.squares().binary_search(&square) {
            Err(_) => self.cell_at(square, false),
            Ok(at) => board.kinds.get(at).map_or_else(
                || self.cell_at(square, true),
                |&kind| DrawnCell::Group(kind),
            ),
        }
    }

    /// Returns a line with the number of its row and words in columns of the row, each
    /// with its width; row -1 is above the board.
    fn space_words(
        &self,
        row: i64,
        number: String,
        words: Vec<(u32, String, usize)>,
    ) -> String {
        let pitch = self.layout.column_pitch();
        let slant = pitch as i64 / 2;
        let centre = i64::from(self.problem.rows() / 2);
        let mut at = if number.is_empty() {
            0
        } else {
            left_margin(self.problem) - 1
        };
        let mut line = number;
        for (column, word, width) in words {
            let right = slant * (1 + 2 * i64::from(column) + row - centre);
            let position =
                left_margin(self.problem) + usize::try_from(right).unwrap_or(0);
            line.push_str(&" ".repeat(position.saturating_sub(at)));
            line.push_str(&word);
            at = position.max(at) + width;
        }
        line + &" ".repeat(self.width.saturating_sub(at))
    }
}
