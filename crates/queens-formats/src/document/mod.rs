//! The common form of documents: JSON with a version, CSV, and a [`Table`] for people.
//!
//! `docs/guide/formats.md` describes the documents field by field. Rows and columns count
//! from 0.

mod problem;
mod table;

pub use problem::ProblemDocument;
pub use table::{Align, Cell, Table, about, grouped, several, time};

use control::Outcome;
use serde::Serialize;
use std::io::{self, Write};

/// A result that is printed as a whole: as JSON, as CSV, or as a table for people.
pub trait Document: Serialize {
    /// Name and version, the value of the field `schema`.
    const SCHEMA: &'static str;

    /// Returns the document as a table.
    fn table(&self) -> Table;

    /// Returns the table for CSV, the same by default.
    fn csv_table(&self) -> Table {
        self.table()
    }

    /// Returns the outcome of the search. Incomplete tables end with a note; tables whose
    /// rows show the outcome keep this default.
    fn ending(&self) -> Outcome {
        Outcome::Exhausted
    }

    /// Writes the document as JSON, with a line for each field.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(
            &mut *out,
            &Versioned {
                schema: Self::SCHEMA,
                document: self,
            },
        )?;
        writeln!(out)
    }

    /// Writes the document as CSV; an incomplete table ends with a comment.
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

/// Serializes a value as its text.
///
/// # Errors
/// Those of the serializer.
#[doc(hidden)]
pub fn as_words<T: std::fmt::Display, S: serde::Serializer>(
    value: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
