//! Tables and figures for people, and the same as CSV and JSON.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::Failure;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, TableComponent, presets};
use queens::document::{Align, Document};
use std::io::{self, Write};
use std::time::Duration;

/// A table with these heads; the columns listed in `numbers` are set flush right. Where the terminal
/// is too narrow the last column alone breaks its lines.
pub(crate) fn table(console: &Console, heads: &[&str], numbers: &[usize]) -> Table {
    let mut table = Table::new();
    table.set_header(heads.iter());
    table.load_preset(presets::NOTHING);
    if console.on_terminal() {
        table.set_style(TableComponent::HeaderLines, '─');
        table.set_style(TableComponent::MiddleHeaderIntersections, '─');
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(console.width()).unwrap_or(u16::MAX));
    }
    let last = heads.len() - 1;
    for (index, column) in table.column_iter_mut().enumerate() {
        if numbers.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if index < last {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
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
