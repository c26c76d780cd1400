//! Tables and figures for people, and the same as CSV and JSON.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::Failure;
use queens::document::{Align, Document};
use queens::render::Charset;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Blanks between two columns.
const GAP: usize = 2;

/// The narrowest that a last column of words is set.
const NARROWEST: usize = 16;

/// Rows of cells below their heads. Where the terminal is too narrow the last column breaks its lines; where that is
/// not enough each row becomes a list of heads and cells.
pub(crate) struct Table {
    heads: Vec<String>,
    /// Whether a column is set flush right.
    is_number: Vec<bool>,
    rows: Vec<Vec<String>>,
    /// Columns of the terminal, where there is one, and the character of the line below the heads.
    terminal: Option<(usize, char)>,
}

/// A table with these heads; the columns listed in `numbers` are set flush right.
pub(crate) fn table(console: &Console, heads: &[&str], numbers: &[usize]) -> Table {
    let line = if console.charset() == Charset::Unicode { '─' } else { '-' };
    Table {
        heads: heads.iter().copied().map(Into::into).collect(),
        is_number: (0..heads.len()).map(|column| numbers.contains(&column)).collect(),
        rows: Vec::new(),
        terminal: console.on_terminal().then(|| (console.width(), line)),
    }
}

impl Table {
    /// Adds a row; it has a cell for each head.
    pub(crate) fn add_row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The widths of the columns with nothing broken.
    fn widths(&self) -> Vec<usize> {
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.chain([&self.heads[column]]).map(|cell| width(cell)).max().unwrap_or(0)
        };
        (0..self.heads.len()).map(widest).collect()
    }

    /// The widths of the columns where they fit side by side.
    fn fitting_widths(&self) -> Option<Vec<usize>> {
        let mut widths = self.widths();
        let Some((terminal, _)) = self.terminal else { return Some(widths) };
        let whole = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        if whole(&widths) > terminal {
            let column = widths.len().checked_sub(1).filter(|&column| !self.is_number[column])?;
            let last = std::mem::take(&mut widths[column]);
            widths[column] =
                terminal.checked_sub(whole(&widths)).filter(|&room| room >= NARROWEST.min(last))?;
        }
        Some(widths)
    }

    /// One row, in as many lines as its last cell takes.
    fn row(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let mut line = String::new();
        let mut indent = 0;
        let mut rest = Vec::new().into_iter();
        for (column, (cell, &room)) in cells.iter().zip(widths).enumerate() {
            let blanks = " ".repeat(room.saturating_sub(width(cell)));
            indent = width(&line);
            match self.is_number[column] {
                true => line += &format!("{blanks}{cell}"),
                false if width(cell) > room => {
                    rest = wrapped(cell, room).into_iter();
                    line += &rest.next().unwrap_or_default();
                }
                false => line += &format!("{cell}{blanks}"),
            }
            line += &" ".repeat(GAP);
        }
        let first = line.trim_end().to_owned();
        std::iter::once(first).chain(rest.map(|words| " ".repeat(indent) + &words)).collect()
    }

    /// A row as lines of a head and a cell.
    fn list(&self, cells: &[String], terminal: usize) -> Vec<String> {
        let indent = self.heads.iter().map(|head| width(head)).max().unwrap_or(0) + GAP;
        let mut lines = Vec::new();
        for (head, cell) in self.heads.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            let words = wrapped(cell, terminal.saturating_sub(indent).max(NARROWEST));
            let heads = std::iter::once(head.as_str()).chain(std::iter::repeat(""));
            lines.extend(heads.zip(words).map(|(head, words)| format!("{head:<indent$}{words}")));
        }
        lines
    }

    /// All lines.
    fn lines(&self) -> Vec<String> {
        let Some(widths) = self.fitting_widths() else {
            let terminal = self.terminal.map_or(0, |(width, _)| width);
            let lists: Vec<_> = self.rows.iter().map(|row| self.list(row, terminal)).collect();
            return lists.join(&String::new());
        };
        let mut lines = self.row(&self.heads, &widths);
        if let Some((_, line)) = self.terminal {
            let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            lines.push(line.to_string().repeat(whole));
        }
        lines.extend(self.rows.iter().flat_map(|row| self.row(row, &widths)));
        lines
    }
}

/// Without the last line break.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Characters of `text`.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes a table for people.
pub(crate) fn print(
    document: &queens::document::Table,
    console: &Console,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (heads, aligns): (Vec<_>, Vec<_>) = document.heads().unzip();
    let numbers: Vec<usize> = (0..heads.len()).filter(|&column| aligns[column] == Align::Right).collect();
    let mut table = table(console, &heads, &numbers);
    for row in document.rows() {
        table.add_row(row);
    }
    writeln!(out, "{table}")
}

/// Writes a document in the form that was asked for.
pub(crate) fn write<D: Document>(
    format: TableFormat,
    document: &D,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        TableFormat::Text => print(&document.table(), console, &mut out)?,
        TableFormat::Csv => document.write_csv(&mut out)?,
        TableFormat::Json => document.write_json(&mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Breaks `text` between words into lines of at most `width` characters, where words allow it.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
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

/// A number with its thousands divided: 16,777,216.
pub(crate) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun, in the plural where that is right: `1 node`, `2,057 nodes`.
pub(crate) fn several(number: impl Into<u128>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{} {noun}s", grouped(number)),
    }
}

/// A time in the unit that suits it: `1.24 ms`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s if s < 6000.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// A factor with three figures: `2.05`, `13.7`, `1,250`.
pub(crate) fn factor(factor: f64) -> String {
    match factor {
        f if f < 10.0 => format!("{f:.2}"),
        f if f < 100.0 => format!("{f:.1}"),
        f => grouped(f.round() as u128),
    }
}

/// One line of CSV; fields with a comma, a quote or a line break are quoted.
pub(crate) fn csv_line(fields: &[String]) -> String {
    let quoted = fields.iter().map(|field| {
        if field.contains([',', '"', '\n']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.clone()
        }
    });
    quoted.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table on a terminal of this width.
    fn narrow(terminal: usize) -> String {
        let mut table = Table {
            heads: ["method", "n", "words"].map(Into::into).into(),
            is_number: vec![false, true, false],
            rows: Vec::new(),
            terminal: Some((terminal, '-')),
        };
        table.add_row(["flags", "8", "one word after the other"]);
        table.add_row(["exact-cover", "12", ""]);
        table.to_string()
    }

    #[test]
    fn tables_fit_the_terminal() {
        let wide = narrow(80);
        assert_eq!(wide.lines().nth(2).unwrap(), "flags         8  one word after the other");
        let broken = narrow(33);
        assert_eq!(broken.lines().nth(2).unwrap(), "flags         8  one word after");
        assert_eq!(broken.lines().nth(3).unwrap(), "                 the other");
        let list = narrow(30);
        assert_eq!(list.lines().next().unwrap(), "method  flags");
        assert!(list.ends_with("\n\nmethod  exact-cover\nn       12"));
        for (terminal, text) in [(80, wide), (33, broken), (30, list)] {
            assert!(text.lines().all(|line| width(line) <= terminal));
        }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0u32), "0");
        assert_eq!(grouped(999u32), "999");
        assert_eq!(grouped(16_777_216u64), "16,777,216");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensibilities", 7), ["incomprehensibilities"]);
        assert_eq!(wrapped("", 7), [""]);
    }

    #[test]
    fn times_take_the_unit_that_suits_them() {
        assert_eq!(time(Duration::from_micros(12)), "12.0 µs");
        assert_eq!(time(Duration::from_millis(1250)), "1.25 s");
        assert_eq!(time(Duration::from_secs(7200)), "2.0 h");
    }
}
