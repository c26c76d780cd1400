//! Documents as tables for people, as CSV and as JSON.

use crate::args::TableFormat;
use crate::console::Console;
use crate::escape::{escape_text, escaped_lines};
use crate::exit::Failure;
use queens::document::{Align, Document};
pub(crate) use queens::document::{grouped, several};
use queens::render::Charset;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Blanks between two columns.
const COLUMN_GAP: usize = 2;

/// Minimum width of the last column, in characters.
const MIN_TEXT_WIDTH: usize = 16;

/// Rows of cells below their heads. On a narrow terminal the last column breaks its
/// lines; if that is not enough, each row becomes a list of heads and cells.
struct TextTable {
    heads: Vec<String>,
    /// Alignment of each column: true for flush right.
    is_number: Vec<bool>,
    rows: Vec<Vec<String>>,
    /// Width of the terminal, if there is one, and the character of the line below the
    /// heads.
    terminal: Option<(usize, char)>,
}

impl TextTable {
    fn new(table: &queens::document::Table, console: &Console) -> Self {
        let line = if console.charset() == Charset::Unicode {
            '─'
        } else {
            '-'
        };
        TextTable {
            heads: table.heads().map(|(head, _)| head.to_owned()).collect(),
            is_number: table
                .heads()
                .map(|(_, align)| align == Align::Right)
                .collect(),
            rows: table
                .rows()
                .map(|row| {
                    row.into_iter()
                        .map(|cell| escape_text(cell).into_owned())
                        .collect()
                })
                .collect(),
            terminal: console.on_terminal().then(|| (console.width(), line)),
        }
    }

    /// Returns the widths of the columns without line breaks.
    fn widths(&self) -> Vec<usize> {
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells
                .chain([&self.heads[column]])
                .map(|cell| display_width(cell))
                .max()
                .unwrap_or(0)
        };
        (0..self.heads.len()).map(widest).collect()
    }

    /// Returns the widths of the columns if they fit side by side.
    fn fitting_widths(&self) -> Option<Vec<usize>> {
        let mut widths = self.widths();
        let Some((terminal, _)) = self.terminal else {
            return Some(widths);
        };
        let whole = |widths: &[usize]| {
            widths.iter().sum::<usize>() + COLUMN_GAP * widths.len().saturating_sub(1)
        };
        if whole(&widths) > terminal {
            let column = widths
                .len()
                .checked_sub(1)
                .filter(|&column| !self.is_number[column])?;
            let last = std::mem::take(&mut widths[column]);
            widths[column] = terminal
                .checked_sub(whole(&widths))
                .filter(|&room| room >= MIN_TEXT_WIDTH.min(last))?;
        }
        Some(widths)
    }

    /// Returns the lines of a row; its last cell may take several.
    fn row_lines(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let mut line = String::new();
        let mut indent = 0;
        let mut rest = Vec::new().into_iter();
        for (column, (cell, &room)) in cells.iter().zip(widths).enumerate() {
            let blanks = " ".repeat(room.saturating_sub(display_width(cell)));
            indent = display_width(&line);
            match self.is_number[column] {
                true => line += &format!("{blanks}{cell}"),
                false if display_width(cell) > room => {
                    rest = wrap_text(cell, room).into_iter();
                    line += &rest.next().unwrap_or_default();
                }
                false => line += &format!("{cell}{blanks}"),
            }
            line += &" ".repeat(COLUMN_GAP);
        }
        let first = line.trim_end().to_owned();
        std::iter::once(first)
            .chain(rest.map(|words| " ".repeat(indent) + &words))
            .collect()
    }

    /// Returns a row as lines of a head and a cell.
    fn list_lines(&self, cells: &[String], terminal: usize) -> Vec<String> {
        let indent = self
            .heads
            .iter()
            .map(|head| display_width(head))
            .max()
            .unwrap_or(0)
            + COLUMN_GAP;
        let mut lines = Vec::new();
        for (head, cell) in self
            .heads
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !cell.is_empty())
        {
            let words =
                wrap_text(cell, terminal.saturating_sub(indent).max(MIN_TEXT_WIDTH));
            let heads = std::iter::once(head.as_str()).chain(std::iter::repeat(""));
            lines.extend(
                heads
                    .zip(words)
                    .map(|(head, words)| format!("{head:<indent$}{words}")),
            );
        }
        lines
    }

    /// Returns all lines.
    fn table_lines(&self) -> Vec<String> {
        let Some(widths) = self.fitting_widths() else {
            let terminal = self.terminal.map_or(0, |(width, _)| width);
            let lists: Vec<_> = self
                .rows
                .iter()
                .map(|row| self.list_lines(row, terminal))
                .collect();
            return lists.join(&String::new());
        };
        let mut lines = self.row_lines(&self.heads, &widths);
        if let Some((_, line)) = self.terminal {
            let whole = widths.iter().sum::<usize>()
                + COLUMN_GAP * widths.len().saturating_sub(1);
            lines.push(line.to_string().repeat(whole));
        }
        lines.extend(
            self.rows
                .iter()
                .flat_map(|row| self.row_lines(row, &widths)),
        );
        lines
    }
}

/// The lines, without a line break at the end.
impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table_lines().join("\n"))
    }
}

/// Returns the number of characters of `text`.
fn display_width(text: &str) -> usize {
    text.chars().count()
}

/// Writes a table for people.
pub(crate) fn print_table(
    table: &queens::document::Table,
    console: &Console,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", TextTable::new(table, console))
}

/// Writes a document in this format.
pub(crate) fn write_document<D: Document>(
    format: TableFormat,
    document: &D,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    let mut text = Vec::new();
    match format {
        TableFormat::Text => print_with_ending(document, console, &mut text)?,
        TableFormat::Csv => document.write_csv(&mut text)?,
        TableFormat::Json => document.write_json(&mut text)?,
    }
    // A program reads the text as it is, but a terminal obeys control characters.
    if console.on_terminal() {
        text = escaped_lines(&String::from_utf8_lossy(&text)).into_bytes();
    }
    out.write_all(&text)?;
    out.flush()?;
    Ok(())
}

/// Prints the table of a document, and a line below it if the result is partial.
pub(crate) fn print_with_ending<D: Document>(
    document: &D,
    console: &Console,
    out: &mut dyn Write,
) -> io::Result<()> {
    print_table(&document.table(), console, out)?;
    match document.ending() {
        ending if ending.is_complete() => Ok(()),
        ending => writeln!(out, "(partial: {ending})"),
    }
}

/// Breaks `text` between words into lines of at most `width` characters; a longer word
/// has a line of its own.
pub(crate) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// Returns a time in a suitable unit: `1.24 ms`.
pub(crate) fn format_time(time: Duration) -> String {
    queens::document::time(time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table on a terminal of this width.
    fn narrow(terminal: usize) -> String {
        let table = TextTable {
            heads: ["engine", "n", "words"].map(Into::into).into(),
            is_number: vec![false, true, false],
            rows: vec![
                ["flags", "8", "one word after the other"]
                    .map(Into::into)
                    .into(),
                ["exact-cover", "12", ""].map(Into::into).into(),
            ],
            terminal: Some((terminal, '-')),
        };
        table.to_string()
    }

    #[test]
    fn tables_fit_the_terminal() {
        let wide = narrow(80);
        assert_eq!(
            wide.lines().nth(2).unwrap(),
            "flags         8  one word after the other"
        );
        let broken = narrow(33);
        assert_eq!(
            broken.lines().nth(2).unwrap(),
            "flags         8  one word after"
        );
        assert_eq!(broken.lines().nth(3).unwrap(), "                 the other");
        let list = narrow(30);
        assert_eq!(list.lines().next().unwrap(), "engine  flags");
        assert!(list.ends_with("\n\nengine  exact-cover\nn       12"));
        for (terminal, text) in [(80, wide), (33, broken), (30, list)] {
            assert!(text.lines().all(|line| display_width(line) <= terminal));
        }
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap_text("one two three", 7), ["one two", "three"]);
        assert_eq!(
            wrap_text("incomprehensibilities", 7),
            ["incomprehensibilities"]
        );
        assert_eq!(wrap_text("", 7), [""]);
    }
}
