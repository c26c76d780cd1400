//! Drawing of the board on the screen.

use super::cells::{CellStyle, Cells, Weight};
use super::layout::{ScreenLayout, ScreenTooSmall};
use super::panel;
use super::state::{Highlight, PlayState, SessionSetting};
use queens::puzzle::{Hint, Mark, Puzzle, PuzzleStep};
use queens::render::{Charset, GuideLine, GuideLines};
use queens::square::Square;

/// Colours of the terminal's own palette.
const TERMINAL_BLACK: u8 = 0;
const TERMINAL_RED: u8 = 1;
const TERMINAL_WHITE: u8 = 15;

/// Colours that are the same on every terminal.
const PURE_BLACK: u8 = 16;
const PURE_WHITE: u8 = 231;

/// Colour and characters of the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayLook {
    pub(super) color: bool,
    pub(super) charset: Charset,
}

impl PlayLook {
    /// `style` if colour is used.
    pub(super) fn style(self, style: CellStyle) -> CellStyle {
        if self.color { style } else { CellStyle::PLAIN }
    }
}

/// Highlight of a square by a hint or check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SquareLight {
    Dark,
    /// The reason refers to it.
    Read,
    /// The step determines it.
    Settled(Mark),
    /// Its mark is wrong.
    Wrong,
}

/// Result of drawing the screen.
pub(super) struct DrawnScreen {
    /// Layout of the board; `None` if the screen is too small.
    pub(super) layout: Option<ScreenLayout>,
    /// The place of the cursor.
    pub(super) cursor: Option<(u16, u16)>,
}

/// Draws the screen; the visible part of the board starts at `corner` if that includes
/// the cursor.
pub(super) fn draw_state(
    state: &PlayState,
    setting: &SessionSetting,
    lines: &GuideLines<'_>,
    look: PlayLook,
    corner: Square,
    cells: &mut Cells,
) -> DrawnScreen {
    let area = cells.area();
    let layout = match ScreenLayout::new(
        area,
        state.game.puzzle().size(),
        corner,
        state.cursor,
    ) {
        Ok(layout) => layout,
        Err(ScreenTooSmall { width, height }) => {
            let words = format!(
                "This terminal has {} x {} characters; the game needs {width} x {height}. Enlarge it, or press Esc to quit.",
                area.width, area.height
            );
            let lines = crate::table::wrap_text(&words, area.width.max(1).into());
            for (y, line) in (area.y..area.bottom()).zip(lines) {
                cells.set_text(area.x, y, &line, area.width, CellStyle::PLAIN);
            }
            return DrawnScreen {
                layout: None,
                cursor: None,
            };
        }
    };
    let board = BoardView {
        state,
        lines,
        look,
        layout,
        marks: state.game.marks(),
        shines: light_squares(state),
    };
    board.draw_board(cells);
    panel::draw_panel(state, setting, look, &layout, cells);
    DrawnScreen {
        layout: Some(layout),
        cursor: Some(layout.square_middle(state.cursor)),
    }
}

/// Highlights of the squares, row by row.
fn light_squares(state: &PlayState) -> Vec<SquareLight> {
    let size = state.game.puzzle().size();
    let mut shines = vec![SquareLight::Dark; (size * size) as usize];
    let mut light = |squares: &[Square], shine| {
        squares.iter().for_each(|square| {
            shines[(square.row * size + square.column) as usize] = shine;
        });
    };
    match &state.light {
        Highlight::Nothing => {}
        Highlight::Wrong(mistake) | Highlight::Hint(Hint::Wrong(mistake), 2..) => {
            light(&mistake.read(), SquareLight::Read);
            light(&[mistake.square], SquareLight::Wrong);
        }
        Highlight::Hint(Hint::Wrong(_), _) => {}
        Highlight::Hint(hint, shown) => {
            light(&hint.read(), SquareLight::Read);
            if let (
                2..,
                Hint::Step(PuzzleStep {
                    crosses, queens, ..
                })
                | Hint::Proof {
                    step:
                        PuzzleStep {
                            crosses, queens, ..
                        },
                    ..
                },
            ) = (shown, hint)
            {
                light(crosses, SquareLight::Settled(Mark::Cross));
                light(queens, SquareLight::Settled(Mark::Queen));
            }
        }
    }
    shines
}

struct BoardView<'a> {
    state: &'a PlayState,
    lines: &'a GuideLines<'a>,
    look: PlayLook,
    layout: ScreenLayout,
    marks: Vec<Mark>,
    shines: Vec<SquareLight>,
}

impl BoardView<'_> {
    fn draw_board(&self, cells: &mut Cells) {
        let ScreenLayout {
            corner,
            rows,
            columns,
            margin,
            ..
        } = self.layout;
        let faint = self.look.style(CellStyle::with_weight(Weight::Dim));
        for column in corner.column..corner.column + columns {
            let name = Square::new(0, column).to_string();
            let name = name.trim_end_matches('1');
            let x = self.layout.square_middle(Square::new(corner.row, column)).0;
            self.draw_text(cells, x, self.layout.board.y, name, faint);
        }
        for row in corner.row..=corner.row + rows {
            for column in corner.column..=corner.column + columns {
                self.lines_of(row, column, cells);
            }
        }
        self.region_names(cells, faint);
        for row in corner.row..corner.row + rows {
            let name = format!("{:>width$}", row + 1, width = usize::from(margin) - 1);
            self.draw_text(
                cells,
                self.layout.board.x,
                self.layout.row_y(row) + 1,
                &name,
                faint,
            );
            for column in corner.column..corner.column + columns {
                self.draw_square(Square::new(row, column), cells);
            }
        }
    }

    /// Draws the names of visible regions, which hints use, on the border above the first
    /// square of each.
    fn region_names(&self, cells: &mut Cells, style: CellStyle) {
        let ScreenLayout {
            corner,
            rows,
            columns,
            pitch,
            ..
        } = self.layout;
        for (region, squares) in (0..).zip(self.state.game.puzzle().region_squares()) {
            let name = Puzzle::region_name(region);
            let Some(first) = squares.first().filter(|_| name.len() < usize::from(pitch))
            else {
                continue;
            };
            let is_seen = (corner.row..corner.row + rows).contains(&first.row)
                && (corner.column..corner.column + columns).contains(&first.column);
            if is_seen {
                self.draw_text(
                    cells,
                    self.layout.column_x(first.column) + 1,
                    self.layout.row_y(first.row),
                    &name,
                    style,
                );
            }
        }
    }

    /// Writes text, clipped to the screen.
    fn draw_text(&self, cells: &mut Cells, x: u16, y: u16, text: &str, style: CellStyle) {
        cells.set_text(x, y, text, cells.area().width, style);
    }

    /// Draws the corner above and on the left of a square, and the visible lines from
    /// there to the right and down.
    fn lines_of(&self, row: u32, column: u32, cells: &mut Cells) {
        let ScreenLayout {
            corner,
            rows,
            columns,
            pitch,
            ..
        } = self.layout;
        let (x, y) = (self.layout.column_x(column), self.layout.row_y(row));
        let ground = self.ground_style(Square::new(row, column));
        let mut put = |x: u16, line: GuideLine, y: u16, count: usize| {
            let plain = self.look.style(CellStyle::with_weight(Weight::Dim));
            let style = if line.is_border {
                plain
            } else {
                ground.unwrap_or(plain)
            };
            self.draw_text(
                cells,
                x,
                y,
                &line.character.to_string().repeat(count),
                style,
            );
        };
        put(x, self.lines.corner(row, column), y, 1);
        if column < corner.column + columns {
            put(
                x + 1,
                self.lines.above(row, column),
                y,
                usize::from(pitch) - 1,
            );
        }
        if row < corner.row + rows {
            put(x, self.lines.left_of(row, column), y + 1, 1);
        }
    }

    /// Black on the colour of the region, if colour is used.
    fn ground_style(&self, square: Square) -> Option<CellStyle> {
        let color = self.lines.color(square).filter(|_| self.look.color)?;
        Some(CellStyle {
            colors: Some((TERMINAL_BLACK, color)),
            weight: Weight::Plain,
        })
    }

    fn draw_square(&self, square: Square, cells: &mut Cells) {
        let index =
            (square.row * self.state.game.puzzle().size() + square.column) as usize;
        let (mark, shine) = (self.marks[index], self.shines[index]);
        let style = self.square_style(square, shine);
        let (x, y) = (
            self.layout.column_x(square.column) + 1,
            self.layout.row_y(square.row) + 1,
        );
        if self.layout.pitch == 2 {
            return self.draw_text(
                cells,
                x,
                y,
                self.narrow_glyph(square, mark, shine),
                style,
            );
        }
        let shown = if let SquareLight::Settled(settled) = shine {
            settled
        } else {
            mark
        };
        let (left, right) = match shine {
            _ if square == self.state.cursor => ("[", "]"),
            SquareLight::Dark => (" ", " "),
            SquareLight::Read => ("(", ")"),
            SquareLight::Settled(_) => ("<", ">"),
            SquareLight::Wrong => ("!", "!"),
        };
        self.draw_text(
            cells,
            x,
            y,
            &format!("{left}{}{right}", self.mark_glyph(square, shown)),
            style,
        );
    }

    fn square_style(&self, square: Square, shine: SquareLight) -> CellStyle {
        let Some(ground) = self.ground_style(square) else {
            return CellStyle::PLAIN;
        };
        let bold = |colors| CellStyle {
            colors: Some(colors),
            weight: Weight::Bold,
        };
        match shine {
            SquareLight::Wrong => bold((TERMINAL_WHITE, TERMINAL_RED)),
            SquareLight::Settled(_) => bold((PURE_WHITE, PURE_BLACK)),
            SquareLight::Read => bold((PURE_BLACK, PURE_WHITE)),
            SquareLight::Dark
                if square == self.state.cursor || self.state.game.is_clue(square) =>
            {
                CellStyle {
                    weight: Weight::Bold,
                    ..ground
                }
            }
            SquareLight::Dark => ground,
        }
    }

    /// Character of a narrow square; highlights show without colour, too.
    fn narrow_glyph(
        &self,
        square: Square,
        mark: Mark,
        shine: SquareLight,
    ) -> &'static str {
        match shine {
            SquareLight::Wrong => "!",
            SquareLight::Read if mark == Mark::Open => "?",
            SquareLight::Settled(Mark::Queen) => "+",
            SquareLight::Settled(_) => "-",
            SquareLight::Dark | SquareLight::Read => self.mark_glyph(square, mark),
        }
    }

    fn mark_glyph(&self, square: Square, mark: Mark) -> &'static str {
        let is_clue = self.state.game.is_clue(square);
        let is_set = self.state.game.position().mark(square) == mark;
        let (unicode, ascii) = match mark {
            Mark::Open => (" ", "."),
            Mark::Cross if is_clue => ("╳", "#"),
            Mark::Cross if !is_set && self.shines_dark(square) => ("·", "-"),
            Mark::Cross => ("×", "x"),
            Mark::Queen if is_clue => ("♕", "G"),
            Mark::Queen => ("♛", "Q"),
        };
        if self.look.charset == Charset::Unicode {
            unicode
        } else {
            ascii
        }
    }

    fn shines_dark(&self, square: Square) -> bool {
        let index =
            (square.row * self.state.game.puzzle().size() + square.column) as usize;
        !matches!(self.shines[index], SquareLight::Settled(_))
    }
}

#[cfg(test)]
mod tests;
