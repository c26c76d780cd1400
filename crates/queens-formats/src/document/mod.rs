//! The form that every document shares: JSON with a version, CSV, and a [`Table`] for people.
//!
//! The documents are described field by field in `docs/guide/formats.md`. Rows and columns count from 0.

mod problem;
mod table;

pub use problem::ProblemDocument;
pub use table::{Align, Cell, Table, about, grouped, several, time};

use control::Outcome;
use serde::Serialize;
use std::io::{self, Write};

/// Something that is printed as a whole: as JSON, as CSV, or as a table for people.
pub trait Document: Serialize {
    /// Its name and version, which stands in its field `schema`.
    const SCHEMA: &'static str;

    /// The same as a table.
    fn table(&self) -> Table;

    /// The table that CSV holds, where it is another one.
    fn csv_table(&self) -> Table {
        self.table()
    }

    /// Outcome, if the rows of the table do not show it: a table that was cut short says so below.
    fn ending(&self) -> Outcome {
        Outcome::Exhausted
    }

    /// Writes it as JSON, with a line for each field.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &Versioned { schema: Self::SCHEMA, document: self })?;
        writeln!(out)
    }

    /// Writes it as CSV; below a table that was cut short stands a comment.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        self.csv_table().write_csv(out)?;
        match self.ending() {
            ending if ending.is_complete() => Ok(()),
            ending => writeln!(out, "# partial: {ending}"),
        }
    }
}

#[derive(Serialize)]
struct Versioned<'d, D: ?Sized> {
    schema: &'static str,
    #[serde(flatten)]
    document: &'d D,
}

/// Writes a value as its words, for serde.
///
/// # Errors
/// Those of the serializer.
#[doc(hidden)]
pub fn as_words<T: std::fmt::Display, S: serde::Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
