//! Problems with a name.

use super::{Cell, Document, Table};
use crate::problem::Preset;
use crate::render;
use serde::Serialize;

/// One variant.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct VariantEntry {
    /// The word that selects it.
    pub(crate) variant: &'static str,
    /// Description in one line.
    pub(crate) summary: &'static str,
    /// The piece: `queen`, `rook`, `superqueen`, ...
    pub(crate) piece: &'static str,
}

/// All variants.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariantsDocument {
    /// One entry for each variant.
    pub(crate) variants: Vec<VariantEntry>,
}

impl VariantsDocument {
    /// Returns the document of all variants.
    #[must_use]
    pub fn all() -> Self {
        let entry = |preset: Preset| VariantEntry {
            variant: preset.id(),
            summary: preset.summary(),
            // Region puzzles have no problem without a region map; their pieces are drawn
            // as queens.
            piece: preset
                .problem(1, 1)
                .map_or("queen", |problem| render::piece(&problem)),
        };
        VariantsDocument {
            variants: Preset::ALL.map(entry).into(),
        }
    }
}

impl Document for VariantsDocument {
    const SCHEMA: &'static str = "queens/variants/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("variant", "variant")
            .words("summary", "summary");
        for entry in &self.variants {
            table.push([Cell::words(entry.variant), Cell::words(entry.summary)]);
        }
        table
    }
}
