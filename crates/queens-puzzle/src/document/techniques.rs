//! Document of the deductions.

use super::{PuzzleDocument, StepEntry};
use crate::{TechniqueInfo, applications, techniques};
use queens_formats::document::{Cell, Document, Table};
use serde::Serialize;

/// All deductions of hints, easiest first; those by uniqueness come last.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TechniquesDocument {
    /// The deductions.
    pub techniques: Vec<DescribedTechnique>,
}

/// A deduction with an example.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DescribedTechnique {
    /// Id of the deduction.
    pub technique: &'static str,
    /// Name among players.
    pub(crate) name: &'static str,
    /// The same in a few ordinary words.
    pub(crate) plain_name: &'static str,
    /// Difficulty, from 1 to 10.
    pub(crate) level: u8,
    /// Condition and conclusion, in two to four sentences.
    pub(crate) rule: &'static str,
    /// True if it holds only in puzzles with exactly one solution.
    pub(crate) by_uniqueness: bool,
    /// Source of the rule, if known.
    pub(crate) source: Option<&'static str>,
    /// Board with marks on which the deduction applies.
    pub(crate) example: Option<PuzzleDocument>,
    /// The deduction on this board.
    pub(crate) step: Option<StepEntry>,
}

impl TechniquesDocument {
    /// The document of all deductions.
    ///
    /// # Complexity
    /// One search for the applications of each deduction on its example.
    #[must_use]
    pub fn all() -> Self {
        TechniquesDocument {
            techniques: techniques().map(DescribedTechnique::new).collect(),
        }
    }
}

impl DescribedTechnique {
    fn new(info: &'static TechniqueInfo) -> Self {
        let position = info.position();
        let step = position
            .as_ref()
            .and_then(|position| applications(position, info.id).into_iter().next());
        DescribedTechnique {
            technique: info.id,
            name: info.name,
            plain_name: info.plain_name,
            level: info.level,
            rule: info.description,
            by_uniqueness: info.by_uniqueness,
            source: info.source,
            example: position.as_ref().map(PuzzleDocument::new),
            step: step.as_ref().map(StepEntry::new),
        }
    }
}

impl Document for TechniquesDocument {
    const SCHEMA: &'static str = "queens/puzzle-techniques/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("technique", "technique")
            .words("name", "name");
        let mut table = head
            .words("in ordinary words", "plain_name")
            .numbers("level", "level");
        for entry in &self.techniques {
            table.push([
                Cell::words(entry.technique),
                Cell::words(entry.name),
                Cell::words(entry.plain_name),
                Cell::number(entry.level),
            ]);
        }
        table
    }
}
