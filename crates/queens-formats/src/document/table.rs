//! Tables: heads and cells, for people and as CSV.

use std::io::{self, Write};

/// Alignment of the text of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Flush left: words.
    Left,
    /// Flush right: numbers.
    Right,
}

/// One column: its head for people, its name in CSV, and its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    head: &'static str,
    name: &'static str,
    align: Align,
}

/// One cell: for people, and in CSV.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// For people: `1,234`, `1.24 ms`.
    pub text: String,
    /// For programs: `1234`, `0.00124`.
    pub csv: String,
}

impl Cell {
    /// Creates a cell with the same words in both.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "called with strings and literals alike"
    )]
    pub fn words(words: impl ToString) -> Self {
        let words = words.to_string();
        Cell {
            text: words.clone(),
            csv: words,
        }
    }

    /// Creates a cell for a number, with separated thousands for people.
    #[must_use]
    pub fn number(number: impl Into<u128>) -> Self {
        let number = number.into();
        Cell {
            text: grouped(number),
            csv: number.to_string(),
        }
    }

    /// Creates a cell with one text for people and another for programs.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "called with strings and literals alike"
    )]
    pub fn both(text: impl ToString, csv: impl ToString) -> Self {
        Cell {
            text: text.to_string(),
            csv: csv.to_string(),
        }
    }

    /// Creates a cell for a time in seconds, to the nanosecond in CSV.
    #[must_use]
    pub fn seconds(seconds: f64) -> Self {
        Cell {
            text: time(seconds),
            csv: format!("{seconds:.9}"),
        }
    }

    /// Creates a cell for a factor with three figures; empty for `None`.
    #[must_use]
    pub fn factor(factor: Option<f64>) -> Self {
        Cell {
            text: factor.map_or(String::new(), three_figures),
            csv: factor.map_or(String::new(), |factor| format!("{factor:.4}")),
        }
    }
}

/// Heads and rows of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Creates an empty table without columns.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column of words.
    #[must_use]
    pub fn words(mut self, head: &'static str, name: &'static str) -> Self {
        self.columns.push(Column {
            head,
            name,
            align: Align::Left,
        });
        self
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn numbers(mut self, head: &'static str, name: &'static str) -> Self {
        self.columns.push(Column {
            head,
            name,
            align: Align::Right,
        });
        self
    }

    /// Adds a row: a cell for each column.
    pub fn push(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// Returns the heads for people, with the alignment of their columns; a column
    /// without a head is for programs only.
    pub fn heads(&self) -> impl Iterator<Item = (&'static str, Align)> {
        self.columns
            .iter()
            .filter(|column| !column.head.is_empty())
            .map(|column| (column.head, column.align))
    }

    /// Returns the rows for people, without the columns that have no head.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        self.rows.iter().map(|row| {
            let shown = row
                .iter()
                .zip(&self.columns)
                .filter(|(_, column)| !column.head.is_empty());
            shown.map(|(cell, _)| cell.text.as_str()).collect()
        })
    }

    /// Writes the table as CSV: a line of names, then a line for each row. Fields with a
    /// comma, a quote or a line break are quoted.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let named = |column: &&Column| !column.name.is_empty();
        let names: Vec<_> = self
            .columns
            .iter()
            .filter(named)
            .map(|column| column.name)
            .collect();
        writeln!(out, "{}", names.join(","))?;
        for row in &self.rows {
            let fields = row
                .iter()
                .zip(&self.columns)
                .filter(|(_, column)| !column.name.is_empty());
            let fields: Vec<String> =
                fields.map(|(cell, _)| quote_field(&cell.csv)).collect();
            writeln!(out, "{}", fields.join(","))?;
        }
        Ok(())
    }
}

fn quote_field(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Formats a number with separated thousands: 16,777,216.
#[must_use]
pub fn grouped(number: impl Into<u128>) -> String {
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

/// Formats a number with its noun, in the plural if that is right: `1 node`, `2,057
/// nodes`.
#[must_use]
pub fn several(number: impl Into<u128>, noun: &str) -> String {
    control::counted_as(&grouped(number), noun)
}

/// Formats a time in a fitting unit: `1.24 ms`.
#[must_use]
pub fn time(seconds: f64) -> String {
    const SECONDS_PER_DAY: f64 = 86_400.0;
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s if s < 6000.0 => format!("{:.1} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.1} h", s / 3600.0),
        s if s < 1000.0 * SECONDS_PER_DAY => format!("{:.0} days", s / SECONDS_PER_DAY),
        s => format!("{:.1} years", s / (365.25 * SECONDS_PER_DAY)),
    }
}

/// Formats the length of a forecast, to two figures at most: `50 min`, `3.4 h`, `12
/// days`, `240,000 years`.
///
/// ```
/// use queens::document::about;
///
/// assert_eq!([0.2, 3.0, 119.0, 12_300.0].map(about), ["less than 1 s", "3 s", "2 min", "3.4 h"]);
/// assert_eq!([1e6, 1e8, 7.6e12].map(about), ["12 days", "3.2 years", "240,000 years"]);
/// ```
#[must_use]
pub fn about(seconds: f64) -> String {
    const SECONDS_PER_DAY: f64 = 86_400.0;
    const SECONDS_PER_YEAR: f64 = 365.25 * SECONDS_PER_DAY;
    let two_figures = |number: f64, unit: &str| match number {
        few if few < 9.95 => format!("{few:.1} {unit}"),
        number => {
            let power = 10_f64.powf(number.log10().floor() - 1.0);
            format!(
                "{} {unit}",
                grouped(((number / power).round() * power).round() as u128)
            )
        }
    };
    match seconds {
        s if s < 1.0 => "less than 1 s".to_owned(),
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 5970.0 => format!("{:.0} min", s / 60.0),
        s if s < 2.0 * SECONDS_PER_DAY => two_figures(s / 3600.0, "h"),
        s if s < 2.0 * SECONDS_PER_YEAR => two_figures(s / SECONDS_PER_DAY, "days"),
        s if s < 1e6 * SECONDS_PER_YEAR => two_figures(s / SECONDS_PER_YEAR, "years"),
        s if s < 1e9 * SECONDS_PER_YEAR => {
            two_figures(s / SECONDS_PER_YEAR / 1e6, "million years")
        }
        s => two_figures((s / SECONDS_PER_YEAR / 1e9).min(1e9), "billion years"),
    }
}

/// Formats a factor with three figures: `2.05`, `13.7`, `1,250`.
fn three_figures(factor: f64) -> String {
    match factor {
        f if f < 10.0 => format!("{f:.2}"),
        f if f < 100.0 => format!("{f:.1}"),
        f => grouped(f.round() as u128),
    }
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
    fn times_and_factors_have_suitable_units() {
        assert_eq!(time(12e-6), "12.0 µs");
        assert_eq!(time(1.25), "1.25 s");
        assert_eq!(time(7200.0), "2.0 h");
        assert_eq!(
            [2.046, 13.71, 1250.2].map(three_figures),
            ["2.05", "13.7", "1,250"]
        );
    }

    #[test]
    fn csv_quotes_separators() {
        let mut table = Table::new()
            .words("what", "what")
            .numbers("n", "count")
            .words("", "note");
        table.push([
            Cell::words("a, \"b\""),
            Cell::number(1234u32),
            Cell::words("x"),
        ]);
        let mut out = Vec::new();
        table.write_csv(&mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "what,count,note\n\"a, \"\"b\"\"\",1234,x\n"
        );
        assert_eq!(table.rows().next().unwrap(), ["a, \"b\"", "1,234"]);
    }

    #[test]
    fn columns_without_a_name_are_for_people() {
        let mut table = Table::new().words("shown", "").numbers("", "n");
        table.push([Cell::words("x"), Cell::number(2u32)]);
        let mut out = Vec::new();
        table.write_csv(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "n\n2\n");
        let heads: Vec<_> = table.heads().collect();
        assert_eq!(heads, [("shown", Align::Left)]);
        assert_eq!(table.rows().next().unwrap(), ["x"]);
    }

    #[test]
    fn units_change_where_the_next_one_reads_better() {
        for (seconds, words) in [
            (1e-3, "1.00 ms"),
            (1.0, "1.00 s"),
            (100.0, "1.7 min"),
            (6000.0, "1.7 h"),
            (360_000.0, "4 days"),
            (1000.0 * 86_400.0, "2.7 years"),
        ] {
            assert_eq!(time(seconds), words, "{seconds}");
        }
        assert_eq!([10.0, 100.0].map(three_figures), ["10.0", "100"]);
    }
}
