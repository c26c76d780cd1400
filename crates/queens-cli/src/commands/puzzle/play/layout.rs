//! Layout of the board and the panel on the screen.

use super::cells::Area;
use queens::square::Square;

/// Minimum width of the panel beside the board, in characters.
const MIN_SIDE_WIDTH: u16 = 26;

/// Minimum height of the panel below the board, in lines.
const MIN_BELOW_HEIGHT: u16 = 5;

/// Minimum width of the screen, in characters: that of the shortest line of keys.
const MIN_SCREEN_WIDTH: u16 = 24;

/// Minimum number of rows and columns of the board on the screen, if it has as many.
const MIN_SEEN_LINES: u16 = 3;

/// Part of the board that is visible, and its place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenLayout {
    /// Visible part of the board with its row and column names.
    pub(super) board: Area,
    /// Panel with the messages and keys.
    pub(super) panel: Area,
    /// Distance between columns, in characters: 4 or 2.
    pub(super) pitch: u16,
    /// Width of the row numbers and the space after them, in characters.
    pub(super) margin: u16,
    /// Square in the upper left corner.
    pub(super) corner: Square,
    /// Number of visible rows.
    pub(super) rows: u32,
    /// Number of visible columns.
    pub(super) columns: u32,
}

/// A screen that is too small, with the size that would suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenTooSmall {
    pub(super) width: u16,
    pub(super) height: u16,
}

/// Divides an area into a board of this width and height in its upper left corner, and a
/// panel beside or below it.
fn split_area(area: Area, width: u16, height: u16, is_beside: bool) -> (Area, Area) {
    let board = Area {
        width,
        height,
        ..area
    };
    let panel = match is_beside {
        true => Area {
            x: area.x + width + 2,
            width: area.width - width - 2,
            ..area
        },
        false => Area {
            y: area.y + height,
            height: area.height - height,
            ..area
        },
    };
    (board, panel)
}

/// The first of `seen` visible lines of a board with `size` lines: `first`, unless the
/// cursor at `at` would not be visible.
fn first_visible(first: u32, at: u32, seen: u32, size: u32) -> u32 {
    first
        .clamp((at + 1).saturating_sub(seen), at)
        .min(size - seen)
}

impl ScreenLayout {
    /// Returns the layout that shows the largest part of a board of `size` x `size`; wide
    /// squares and a panel beside the board are preferred. `corner` moves only as far as
    /// needed to make `cursor` visible.
    ///
    /// # Errors
    /// The smallest size that suffices.
    pub(super) fn new(
        area: Area,
        size: u32,
        corner: Square,
        cursor: Square,
    ) -> Result<Self, ScreenTooSmall> {
        let margin = size.to_string().len() as u16 + 1;
        let least = MIN_SEEN_LINES.min(size as u16);
        let mut best: Option<(ScreenLayout, u32)> = None;
        for (pitch, is_beside) in [(4, true), (4, false), (2, true), (2, false)] {
            let (beside, below) = if is_beside {
                (MIN_SIDE_WIDTH + 2, 0)
            } else {
                (0, MIN_BELOW_HEIGHT)
            };
            // The names and the line after the last square take one each.
            let columns = area.width.saturating_sub(margin + beside + 1) / pitch;
            let rows = area.height.saturating_sub(1 + below + 1) / 2;
            let (rows, columns) = (rows.min(size as u16), columns.min(size as u16));
            let seen = u32::from(rows) * u32::from(columns);
            if rows < least || columns < least || area.width < MIN_SCREEN_WIDTH {
                continue;
            }
            // Of layouts that show as much, the first one is preferred.
            if best.is_none_or(|(_, most)| seen > most) {
                let width = margin + pitch * columns + 1;
                let (board, panel) = split_area(area, width, 2 + 2 * rows, is_beside);
                let (rows, columns) = (rows.into(), columns.into());
                let corner = Square::new(
                    first_visible(corner.row, cursor.row, rows, size),
                    first_visible(corner.column, cursor.column, columns, size),
                );
                let layout = ScreenLayout {
                    board,
                    panel,
                    pitch,
                    margin,
                    corner,
                    rows,
                    columns,
                };
                best = Some((layout, seen));
            }
        }
        let width = MIN_SCREEN_WIDTH.max(margin + 2 * least + 1);
        best.map(|(layout, _)| layout).ok_or(ScreenTooSmall {
            width,
            height: 2 + 2 * least + MIN_BELOW_HEIGHT,
        })
    }

    /// Screen column of the line on the left of a visible column.
    pub(super) fn column_x(&self, column: u32) -> u16 {
        self.board.x + self.margin + self.pitch * (column - self.corner.column) as u16
    }

    /// Screen row of the line above a visible row.
    pub(super) fn row_y(&self, row: u32) -> u16 {
        self.board.y + 1 + 2 * (row - self.corner.row) as u16
    }

    /// Middle of a visible square.
    pub(super) fn square_middle(&self, square: Square) -> (u16, u16) {
        (
            self.column_x(square.column) + self.pitch / 2,
            self.row_y(square.row) + 1,
        )
    }

    /// Square at a place of the screen; the lines above and on the left of a square
    /// belong to it.
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

    fn layout(width: u16, height: u16, size: u32) -> ScreenLayout {
        let first = Square::new(0, 0);
        ScreenLayout::new(
            Area {
                x: 0,
                y: 0,
                width,
                height,
            },
            size,
            first,
            first,
        )
        .expect("large enough")
    }

    #[test]
    fn chooses_the_layout_that_shows_most() {
        for (width, height, size, pitch, is_beside) in [
            (80, 24, 6, 4, true),
            (80, 24, 11, 4, true),
            (40, 20, 6, 4, false),
            (56, 24, 11, 2, true),
            (30, 24, 8, 2, false),
        ] {
            let layout = layout(width, height, size);
            assert_eq!(
                (layout.rows, layout.columns),
                (size, size),
                "{width} x {height}: {size}"
            );
            assert_eq!(
                (layout.pitch, layout.panel.x > 0),
                (pitch, is_beside),
                "{width} x {height}: {size}"
            );
        }
        let large = layout(80, 24, 20);
        assert!((large.rows, large.columns) == (11, 20), "{large:?}");
    }

    #[test]
    fn parts_fit_the_screen_without_overlap() {
        for width in 24..120 {
            for height in 13..60 {
                for size in [1, 2, 3, 6, 11, 26, 64] {
                    let layout = layout(width, height, size);
                    let ScreenLayout { board, panel, .. } = layout;
                    let screen = Area {
                        x: 0,
                        y: 0,
                        width,
                        height,
                    };
                    for part in [board, panel] {
                        let fits = part.right() <= screen.right()
                            && part.bottom() <= screen.bottom();
                        assert!(fits, "{layout:?}");
                    }
                    assert!(
                        board.right() <= panel.x || board.bottom() <= panel.y,
                        "{layout:?}"
                    );
                    assert!(
                        panel.height >= MIN_BELOW_HEIGHT
                            && panel.width >= MIN_SCREEN_WIDTH,
                        "{layout:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn refuses_small_screens_with_the_size_needed() {
        let first = Square::new(0, 0);
        for size in [1, 8, 64] {
            let screen = Area {
                x: 0,
                y: 0,
                width: 10,
                height: 5,
            };
            let ScreenTooSmall { width, height } =
                ScreenLayout::new(screen, size, first, first).expect_err("too small");
            let at = |width, height| {
                ScreenLayout::new(
                    Area {
                        x: 0,
                        y: 0,
                        width,
                        height,
                    },
                    size,
                    first,
                    first,
                )
            };
            assert!(
                at(width, height).is_ok()
                    && at(width - 1, height).is_err()
                    && at(width, height - 1).is_err()
            );
        }
    }

    #[test]
    fn the_board_scrolls_with_the_cursor() {
        let screen = Area {
            x: 0,
            y: 0,
            width: 80,
            height: 24,
        };
        let mut corner = Square::new(0, 0);
        for (row, expected) in
            [(5, 0), (10, 0), (11, 1), (19, 9), (12, 9), (8, 8), (0, 0)]
        {
            let cursor = Square::new(row, 3);
            corner = ScreenLayout::new(screen, 20, corner, cursor)
                .expect("large enough")
                .corner;
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
                    let (x, y) = layout.square_middle(square);
                    assert_eq!(layout.square_at(x, y), Some(square));
                    assert_eq!(
                        layout.square_at(layout.column_x(column), layout.row_y(row)),
                        Some(square)
                    );
                }
            }
            assert_eq!(layout.square_at(0, 5), None);
            assert_eq!(layout.square_at(79, 5), None);
            assert_eq!(layout.square_at(10, 0), None);
        }
    }
}
