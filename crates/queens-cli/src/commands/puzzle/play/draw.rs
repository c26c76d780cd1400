//! The board on the screen.

use super::layout::{Layout, TooSmall};
use super::panel;
use super::state::{Light, Setting, State};
use queens::puzzle::{Hint, Mark, Puzzle, Step};
use queens::render::{Charset, Line, Lines};
use queens::square::Square;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// How the screen looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) color: bool,
    pub(super) charset: Charset,
}

impl Look {
    /// `style` where colour is used.
    pub(super) fn style(self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }
}

/// What a hint or a check says of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shine {
    Dark,
    /// It was looked at.
    Read,
    /// This follows for it.
    Settled(Mark),
    /// Its mark is wrong.
    Wrong,
}

/// A screen that is drawn.
pub(super) struct Drawn {
    /// Where the board stands; none where the screen is too small.
    pub(super) layout: Option<Layout>,
    /// The place of the cursor.
    pub(super) cursor: Option<(u16, u16)>,
}

/// Draws all of the screen; the board begins with `corner` if the cursor is then seen.
pub(super) fn draw(
    state: &State,
    setting: &Setting,
    lines: &Lines<'_>,
    look: Look,
    corner: Square,
    buffer: &mut Buffer,
) -> Drawn {
    let area = buffer.area;
    let layout = match Layout::new(area, state.game.puzzle().size(), corner, state.cursor) {
        Ok(layout) => layout,
        Err(TooSmall { width, height }) => {
            let words = format!(
                "This terminal has {} x {} characters; playing takes {width} x {height}. Enlarge it; Esc leaves.",
                area.width, area.height
            );
            let lines = crate::table::wrapped(&words, area.width.max(1).into());
            for (y, line) in (area.y..area.bottom()).zip(lines) {
                buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
            }
            return Drawn { layout: None, cursor: None };
        }
    };
    let board = Board { state, lines, look, layout, marks: state.game.marks(), shines: shines(state) };
    board.draw(buffer);
    panel::draw(state, setting, look, &layout, buffer);
    Drawn { layout: Some(layout), cursor: Some(layout.middle(state.cursor)) }
}

/// What is lit, row by row.
fn shines(state: &State) -> Vec<Shine> {
    let size = state.game.puzzle().size();
    let mut shines = vec![Shine::Dark; (size * size) as usize];
    let mut light = |squares: &[Square], shine| {
        squares.iter().for_each(|square| shines[(square.row * size + square.column) as usize] = shine);
    };
    match &state.light {
        Light::Nothing => {}
        Light::Wrong(mistake) | Light::Hint(Hint::Wrong(mistake), 2..) => {
            light(&mistake.read, Shine::Read);
            light(&[mistake.square], Shine::Wrong);
        }
        Light::Hint(Hint::Wrong(_), _) => {}
        Light::Hint(hint, told) => {
            light(hint.read(), Shine::Read);
            if let (
                2..,
                Hint::Step(Step { crosses, queens, .. })
                | Hint::Proof { step: Step { crosses, queens, .. }, .. },
            ) = (told, hint)
            {
                light(crosses, Shine::Settled(Mark::Cross));
                light(queens, Shine::Settled(Mark::Queen));
            }
        }
    }
    shines
}

struct Board<'a> {
    state: &'a State,
    lines: &'a Lines<'a>,
    look: Look,
    layout: Layout,
    marks: Vec<Mark>,
    shines: Vec<Shine>,
}

impl Board<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let Layout { corner, rows, columns, margin, .. } = self.layout;
        let faint = self.look.style(Style::new().add_modifier(Modifier::DIM));
        for column in corner.column..corner.column + columns {
            let name = Square::new(0, column).to_string();
            let name = name.trim_end_matches('1');
            let x = self.layout.middle(Square::new(corner.row, column)).0;
            self.text(buffer, x, self.layout.board.y, name, faint);
        }
        for row in corner.row..=corner.row + rows {
            for column in corner.column..=corner.column + columns {
                self.lines_of(row, column, buffer);
            }
        }
        self.region_names(buffer, faint);
        for row in corner.row..corner.row + rows {
            let name = format!("{:>width$}", row + 1, width = usize::from(margin) - 1);
            self.text(buffer, self.layout.board.x, self.layout.y(row) + 1, &name, faint);
            for column in corner.column..corner.column + columns {
                self.square(Square::new(row, column), buffer);
            }
        }
    }

    /// The name of each region that is seen, by which hints call it, on the border above its first square.
    fn region_names(&self, buffer: &mut Buffer, style: Style) {
        let Layout { corner, rows, columns, pitch, .. } = self.layout;
        for (region, squares) in (0..).zip(self.state.game.puzzle().region_squares()) {
            let name = Puzzle::region_name(region);
            let Some(first) = squares.first().filter(|_| name.len() < usize::from(pitch)) else { continue };
            let is_seen = (corner.row..corner.row + rows).contains(&first.row)
                && (corner.column..corner.column + columns).contains(&first.column);
            if is_seen {
                self.text(buffer, self.layout.x(first.column) + 1, self.layout.y(first.row), &name, style);
            }
        }
    }

    /// Writes where there is room on the screen.
    fn text(&self, buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
        if y < buffer.area.bottom() && x < buffer.area.right() {
            buffer.set_stringn(x, y, text, buffer.area.width.into(), style);
        }
    }

    /// The corner above and left of a square, and the lines from there to the right and down, as far as they are seen.
    fn lines_of(&self, row: u32, column: u32, buffer: &mut Buffer) {
        let Layout { corner, rows, columns, pitch, .. } = self.layout;
        let (x, y) = (self.layout.x(column), self.layout.y(row));
        let ground = self.ground(Square::new(row, column));
        let mut put = |x: u16, line: Line, y: u16, count: usize| {
            let plain = self.look.style(Style::new().add_modifier(Modifier::DIM));
            let style = if line.is_border { plain } else { ground.unwrap_or(plain) };
            self.text(buffer, x, y, &line.character.to_string().repeat(count), style);
        };
        put(x, self.lines.corner(row, column), y, 1);
        if column < corner.column + columns {
            put(x + 1, self.lines.above(row, column), y, usize::from(pitch) - 1);
        }
        if row < corner.row + rows {
            put(x, self.lines.left_of(row, column), y + 1, 1);
        }
    }

    /// Black on the colour of the region, where colour is used.
    fn ground(&self, square: Square) -> Option<Style> {
        let color = self.lines.color(square).filter(|_| self.look.color)?;
        Some(Style::new().fg(Color::Black).bg(Color::Indexed(color)))
    }

    fn square(&self, square: Square, buffer: &mut Buffer) {
        let index = (square.row * self.state.game.puzzle().size() + square.column) as usize;
        let (mark, shine) = (self.marks[index], self.shines[index]);
        let style = self.style(square, shine);
        let (x, y) = (self.layout.x(square.column) + 1, self.layout.y(square.row) + 1);
        if self.layout.pitch == 2 {
            return self.text(buffer, x, y, self.narrow(square, mark, shine), style);
        }
        let shown = if let Shine::Settled(settled) = shine { settled } else { mark };
        let (left, right) = match shine {
            _ if square == self.state.cursor => ("[", "]"),
            Shine::Dark => (" ", " "),
            Shine::Read => ("(", ")"),
            Shine::Settled(_) => ("<", ">"),
            Shine::Wrong => ("!", "!"),
        };
        self.text(buffer, x, y, &format!("{left}{}{right}", self.glyph(square, shown)), style);
    }

    fn style(&self, square: Square, shine: Shine) -> Style {
        let Some(ground) = self.ground(square) else { return Style::new() };
        let bold = |style: Style| style.add_modifier(Modifier::BOLD);
        match shine {
            Shine::Wrong => bold(Style::new().fg(Color::White).bg(Color::Red)),
            Shine::Settled(_) => bold(Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(16))),
            Shine::Read => bold(Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(231))),
            Shine::Dark if square == self.state.cursor => bold(ground),
            Shine::Dark if self.state.game.is_clue(square) => bold(ground),
            Shine::Dark => ground,
        }
    }

    /// A square of one character, on which light shows without colour too.
    fn narrow(&self, square: Square, mark: Mark, shine: Shine) -> &'static str {
        match shine {
            Shine::Wrong => "!",
            Shine::Read if mark == Mark::Open => "?",
            Shine::Settled(Mark::Queen) => "+",
            Shine::Settled(_) => "-",
            Shine::Dark | Shine::Read => self.glyph(square, mark),
        }
    }

    fn glyph(&self, square: Square, mark: Mark) -> &'static str {
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
        if self.look.charset == Charset::Unicode { unicode } else { ascii }
    }

    fn shines_dark(&self, square: Square) -> bool {
        let index = (square.row * self.state.game.puzzle().size() + square.column) as usize;
        !matches!(self.shines[index], Shine::Settled(_))
    }
}

#[cfg(test)]
mod tests;
