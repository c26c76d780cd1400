//! Where the board and the words beside it stand on the screen.

use queens::square::Square;
use ratatui::layout::Rect;

/// The least width of the words beside the board.
const BESIDE: u16 = 26;

/// The least height of the words below the board.
const BELOW: u16 = 5;

/// The least width of the screen: that of the shortest line of keys.
const WIDTH: u16 = 24;

/// Rows and columns of the board that must be seen, of those that there are.
const LEAST: u16 = 3;

/// The part of a board that is seen, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The board with its names, as much of it as is seen.
    pub(super) board: Rect,
    /// The words.
    pub(super) panel: Rect,
    /// Characters from one column to the next: 4 or 2.
    pub(super) pitch: u16,
    /// Characters of the row numbers and the blank behind them.
    pub(super) margin: u16,
    /// The square in the upper left corner.
    pub(super) corner: Square,
    /// Rows that are seen.
    pub(super) rows: u32,
    /// Columns that are seen.
    pub(super) columns: u32,
}

/// A screen on which no game can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooSmall {
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Layout {
    /// The layout that shows most of a board of `size` x `size`, wide squares and words beside the board preferred; `cursor`
    /// is on it, and `corner` moves no further than that takes.
    ///
    /// # Errors
    /// The least screen that is large enough.
    pub(super) fn new(area: Rect, size: u32, corner: Square, cursor: Square) -> Result<Self, TooSmall> {
        let margin = size.to_string().len() as u16 + 1;
        let least = LEAST.min(size as u16);
        let mut best: Option<(Layout, u32)> = None;
        for (pitch, is_beside) in [(4, true), (4, false), (2, true), (2, false)] {
            let (beside, below) = if is_beside { (BESIDE + 2, 0) } else { (0, BELOW) };
            // The names and the line behind the last square take one each.
            let fit =
                |room: u16, taken: u16, pitch: u16| (room.saturating_sub(taken + 1) / pitch).min(size as u16);
            let columns = fit(area.width, margin + beside, pitch);
            let rows = fit(area.height, 1 + below, 2);
            let seen = u32::from(rows) * u32::from(columns);
            if rows < least || columns < least || area.width < WIDTH {
                continue;
            }
            if best.is_none_or(|(_, most)| seen > most) {
                let (width, height) = (margin + pitch * columns + 1, 2 + 2 * rows);
                let board = Rect { width, height, ..area };
                let panel = match is_beside {
                    true => Rect { x: area.x + width + 2, width: area.width - width - 2, ..area },
                    false => Rect { y: area.y + height, height: area.height - height, ..area },
                };
                let (rows, columns) = (rows.into(), columns.into());
                let start = |first: u32, at: u32, seen: u32| {
                    first.clamp((at + 1).saturating_sub(seen), at).min(size - seen)
                };
                let corner = Square::new(
                    start(corner.row, cursor.row, rows),
                    start(corner.column, cursor.column, columns),
                );
                best = Some((Layout { board, panel, pitch, margin, corner, rows, columns }, seen));
            }
        }
        let width = WIDTH.max(margin + 2 * least + 1);
        best.map(|(layout, _)| layout).ok_or(TooSmall { width, height: 2 + 2 * least + BELOW })
    }

    /// The column of the screen with the line left of the column `column`, which is seen.
    pub(super) fn x(&self, column: u32) -> u16 {
        self.board.x + self.margin + self.pitch * (column - self.corner.column) as u16
    }

    /// The line of the screen with the line above the row `row`, which is seen.
    pub(super) fn y(&self, row: u32) -> u16 {
        self.board.y + 1 + 2 * (row - self.corner.row) as u16
    }

    /// The middle of a square that is seen.
    pub(super) fn middle(&self, square: Square) -> (u16, u16) {
        (self.x(square.column) + self.pitch / 2, self.y(square.row) + 1)
    }

    /// The square at a place of the screen; the line above and left of a square belong to it.
    pub(super) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let column = u32::from(x.checked_sub(self.board.x + self.margin)? / self.pitch);
        let row = u32::from(y.checked_sub(self.board.y + 1)? / 2);
        let is_seen = column < self.columns && row < self.rows;
        is_seen.then(|| Square::new(self.corner.row + row, self.corner.column + column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: u32) -> Layout {
        let first = Square::new(0, 0);
        Layout::new(Rect::new(0, 0, width, height), size, first, first).expect("large enough")
    }

    #[test]
    fn boards_take_the_form_that_shows_most() {
        for (width, height, size, pitch, is_beside) in [
            (80, 24, 6, 4, true),
            (80, 24, 11, 4, true),
            (40, 20, 6, 4, false),
            (56, 24, 11, 2, true),
            (30, 24, 8, 2, false),
        ] {
            let layout = layout(width, height, size);
            assert_eq!((layout.rows, layout.columns), (size, size), "{width} x {height}: {size}");
            assert_eq!((layout.pitch, layout.panel.x > 0), (pitch, is_beside), "{width} x {height}: {size}");
        }
        let large = layout(80, 24, 20);
        assert!((large.rows, large.columns) == (11, 20), "{large:?}");
    }

    #[test]
    fn the_parts_are_on_the_screen_and_apart() {
        for width in 24..120 {
            for height in 13..60 {
                for size in [1, 2, 3, 6, 11, 26, 64] {
                    let layout = layout(width, height, size);
                    let Layout { board, panel, .. } = layout;
                    let screen = Rect::new(0, 0, width, height);
                    assert_eq!(screen.intersection(board), board, "{layout:?}");
                    assert_eq!(screen.intersection(panel), panel, "{layout:?}");
                    assert!(!board.intersects(panel), "{layout:?}");
                    assert!(panel.height >= BELOW && panel.width >= WIDTH, "{layout:?}");
                }
            }
        }
    }

    #[test]
    fn small_screens_are_refused_with_the_size_that_is_needed() {
        let first = Square::new(0, 0);
        for size in [1, 8, 64] {
            let screen = Rect::new(0, 0, 10, 5);
            let TooSmall { width, height } = Layout::new(screen, size, first, first).expect_err("too small");
            let at = |width, height| Layout::new(Rect::new(0, 0, width, height), size, first, first);
            assert!(
                at(width, height).is_ok() && at(width - 1, height).is_err() && at(width, height - 1).is_err()
            );
        }
    }

    #[test]
    fn the_board_scrolls_with_the_cursor() {
        let screen = Rect::new(0, 0, 80, 24);
        let mut corner = Square::new(0, 0);
        for (row, expected) in [(5, 0), (10, 0), (11, 1), (19, 9), (12, 9), (8, 8), (0, 0)] {
            let cursor = Square::new(row, 3);
            corner = Layout::new(screen, 20, corner, cursor).expect("large enough").corner;
            assert_eq!(corner, Square::new(expected, 0), "row {row}");
        }
    }

    #[test]
    fn every_place_belongs_to_one_square() {
        for size in [6, 20] {
            let layout = layout(80, 24, size);
            for row in 0..layout.rows {
                for column in 0..layout.columns {
                    let square = Square::new(row, column);
                    let (x, y) = layout.middle(square);
                    assert_eq!(layout.square_at(x, y), Some(square));
                    assert_eq!(layout.square_at(layout.x(column), layout.y(row)), Some(square));
                }
            }
            assert_eq!(layout.square_at(0, 5), None);
            assert_eq!(layout.square_at(79, 5), None);
            assert_eq!(layout.square_at(10, 0), None);
        }
    }
}
