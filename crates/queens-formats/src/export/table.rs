//! The formats as a document.

use super::FORMATS;
use crate::document::{Cell, Document, Table};
use serde::Serialize;

/// One format.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FormatEntry {
    /// Word that selects it.
    pub format: &'static str,
    /// Its name.
    pub name: &'static str,
    /// File name extension, without the dot.
    pub extension: &'static str,
    /// Tools that have read it in our tests.
    pub checked_with: &'static str,
    /// The problems that it carries, and their encoding.
    pub carries: &'static str,
}

/// All export formats.
#[derive(Clone, Debug, Serialize)]
pub struct FormatsDocument {
    /// One entry for each format.
    pub formats: Vec<FormatEntry>,
}

impl FormatsDocument {
    /// Returns the document of all formats.
    #[must_use]
    pub fn all() -> Self {
        let entry = |format: super::Format| FormatEntry {
            format: format.id,
            name: format.name,
            extension: format.extension,
            checked_with: format.checked_with,
            carries: format.carries,
        };
        FormatsDocument {
            formats: FORMATS.map(entry).into(),
        }
    }
}

impl Document for FormatsDocument {
    const SCHEMA: &'static str = "queens/formats/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("format", "format")
            .words("file", "extension")
            .words("checked with", "checked_with")
            .words("carries", "carries");
        for entry in &self.formats {
            table.push(
                [
                    entry.format,
                    entry.extension,
                    entry.checked_with,
                    entry.carries,
                ]
                .map(Cell::words),
            );
        }
        table
    }
}
