//! The characters of the screen, and the text that turns one drawing into the next.

use std::fmt::Write;

/// Part of the screen, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Area {
    /// Returns the line after the last one.
    pub(super) fn bottom(self) -> u16 {
        self.y + self.height
    }
}

/// Weight of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Weight {
    #[default]
    Plain,
    Bold,
    Dim,
}

/// Look of a character. Colours are numbers of the palette of 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellStyle {
    /// Foreground and background; `None` for those of the terminal.
    pub(super) colors: Option<(u8, u8)>,
    pub(super) weight: Weight,
}

impl CellStyle {
    /// The look of the terminal.
    pub(super) const PLAIN: CellStyle = CellStyle {
        colors: None,
        weight: Weight::Plain,
    };

    /// Returns the look of the terminal with this weight.
    pub(super) fn with_weight(weight: Weight) -> Self {
        CellStyle {
            weight,
            ..CellStyle::PLAIN
        }
    }

    /// Writes the sequence that makes the characters that follow look like this.
    fn write_codes(self, out: &mut String) {
        out.push_str(match self.weight {
            Weight::Plain => "\x1b[0",
            Weight::Bold => "\x1b[0;1",
            Weight::Dim => "\x1b[0;2",
        });
        if let Some((foreground, background)) = self.colors {
            let _ = write!(out, ";38;5;{foreground};48;5;{background}");
        }
        out.push('m');
    }
}

/// One character of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) character: char,
    pub(super) style: CellStyle,
}

impl Cell {
    pub(super) const EMPTY: Cell = Cell {
        character: ' ',
        style: CellStyle::PLAIN,
    };
}

/// All characters of a screen, line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
}

impl Cells {
    /// Returns an empty screen.
    pub(super) fn new(width: u16, height: u16) -> Self {
        let count = usize::from(width) * usize::from(height);
        Cells {
            width,
            height,
            cells: vec![Cell::EMPTY; count],
        }
    }

    /// Returns the whole screen.
    pub(super) fn area(&self) -> Area {
        Area {
            x: 0,
            y: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// Writes at most `width` characters of `text`. What lies outside the screen is left
    /// out.
    pub(super) fn set_text(
        &mut self,
        x: u16,
        y: u16,
        text: &str,
        width: u16,
        style: CellStyle,
    ) {
        if y >= self.height {
            return;
        }
        let end = self.width.min(x.saturating_add(width));
        for (column, character) in (x..end).zip(text.chars()) {
            // A control character would move the cursor.
            let character = if character.is_control() {
                ' '
            } else {
                character
            };
            self.cells[usize::from(y) * usize::from(self.width) + usize::from(column)] =
                Cell { character, style };
        }
    }

    /// Returns the text that turns `before` on the terminal into this screen.
    pub(super) fn changes_since(&self, before: &Cells) -> String {
        let mut out = String::new();
        let is_same_size = self.area() == before.area();
        if !is_same_size {
            out.push_str("\x1b[0m\x1b[2J");
        }
        // Style and place of the terminal's cursor after what is written so far.
        let mut style = None;
        let mut place = None;
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        for (index, ((x, y), cell)) in places.zip(&self.cells).enumerate() {
            let shown = if is_same_size {
                before.cells[index]
            } else {
                Cell::EMPTY
            };
            if *cell == shown {
                continue;
            }
            if place != Some((x, y)) {
                let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
            }
            if style != Some(cell.style) {
                cell.style.write_codes(&mut out);
                style = Some(cell.style);
            }
            out.push(cell.character);
            // Only ASCII is as wide as one column on every terminal.
            place = cell.character.is_ascii().then_some((x + 1, y));
        }
        if style.is_some() {
            out.push_str("\x1b[0m");
        }
        out
    }
}

#[cfg(test)]
impl Area {
    /// Returns the column after the last one.
    pub(super) fn right(self) -> u16 {
        self.x + self.width
    }
}

#[cfg(test)]
impl Cells {
    /// Returns the characters of each line, without blanks at its end.
    pub(super) fn lines(&self) -> Vec<String> {
        let rows = (0..self.height).map(|y| (0..self.width).map(move |x| (x, y)));
        rows.map(|row| {
            row.map(|(x, y)| self.cell(x, y).character)
                .collect::<String>()
        })
        .map(|line| line.trim_end().to_owned())
        .collect()
    }

    pub(super) fn cell(&self, x: u16, y: u16) -> Cell {
        self.cells[usize::from(y) * usize::from(self.width) + usize::from(x)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOLD: CellStyle = CellStyle {
        colors: Some((16, 231)),
        weight: Weight::Bold,
    };

    #[test]
    fn writes_only_what_changed() {
        let mut before = Cells::new(10, 3);
        before.set_text(0, 1, "queens", 10, CellStyle::PLAIN);
        let mut after = before.clone();
        assert_eq!(after.changes_since(&before), "");
        after.set_text(2, 1, "ar", 10, CellStyle::PLAIN);
        assert_eq!(after.changes_since(&before), "\x1b[2;3H\x1b[0mar\x1b[0m");
        after.set_text(5, 2, "x", 10, BOLD);
        let changes = "\x1b[2;3H\x1b[0mar\x1b[3;6H\x1b[0;1;38;5;16;48;5;231mx\x1b[0m";
        assert_eq!(after.changes_since(&before), changes);
    }

    #[test]
    fn a_screen_of_another_size_is_written_afresh() {
        let mut after = Cells::new(4, 2);
        after.set_text(1, 0, "ab", 4, CellStyle::with_weight(Weight::Dim));
        let changes = after.changes_since(&Cells::new(4, 3));
        assert_eq!(changes, "\x1b[0m\x1b[2J\x1b[1;2H\x1b[0;2mab\x1b[0m");
    }

    #[test]
    fn wide_characters_shift_nothing() {
        let mut after = Cells::new(4, 1);
        after.set_text(0, 0, "棋b", 4, CellStyle::PLAIN);
        let changes = after.changes_since(&Cells::new(4, 1));
        assert_eq!(changes, "\x1b[1;1H\x1b[0m棋\x1b[1;2Hb\x1b[0m");
    }

    #[test]
    fn text_is_clipped_and_moves_no_cursor() {
        let mut cells = Cells::new(4, 2);
        cells.set_text(2, 0, "abcdef", 10, BOLD);
        cells.set_text(0, 1, "a\nbc", 3, BOLD);
        cells.set_text(9, 0, "z", 1, BOLD);
        cells.set_text(0, 9, "z", 1, BOLD);
        assert_eq!(cells.lines(), ["  ab", "a b"]);
        assert_eq!(
            (cells.cell(3, 0).style, cells.cell(3, 1)),
            (BOLD, Cell::EMPTY)
        );
    }
}
