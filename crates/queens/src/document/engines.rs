//! Descriptions of the engines.

use super::{Cell, Document, Table};
use crate::engines::{Engine, FigureInfo, IdeaLine};
use crate::problem::Preset;
use crate::question::Question;
use serde::Serialize;

/// A figure that an engine reports.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FigureEntry {
    /// Its name, a word or two.
    pub name: &'static str,
    /// Exact definition.
    pub words: &'static str,
}

impl From<&FigureInfo> for FigureEntry {
    fn from(info: &FigureInfo) -> Self {
        FigureEntry {
            name: info.name,
            words: info.words,
        }
    }
}

/// A line of the pseudocode of an engine.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IdeaEntry {
    /// The line; two spaces indent it.
    pub text: &'static str,
    /// Event of the steps of this line, as in a trace.
    pub(crate) step: Option<&'static str>,
    /// A sentence for these steps, with placeholders in braces.
    pub(crate) sentence: Option<&'static str>,
}

impl From<&IdeaLine> for IdeaEntry {
    fn from(line: &IdeaLine) -> Self {
        IdeaEntry {
            text: line.text,
            step: line.step.map(|step| step.kind.id()),
            sentence: line.step.map(|step| step.sentence),
        }
    }
}

/// One engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EngineEntry {
    /// The word that selects it.
    pub id: &'static str,
    /// Its name in one line.
    pub title: &'static str,
    /// Year of the source.
    pub year: u16,
    /// Author of the source.
    pub author: &'static str,
    /// Title and place of the source.
    pub source: &'static str,
    /// Description in three lines.
    pub how: [&'static str; 3],
    /// Pseudocode in a few lines, for engines that can be traced.
    pub idea: Vec<IdeaEntry>,
    /// Figures of the engine itself.
    pub counts: Vec<FigureEntry>,
    /// Time as a function of the size n.
    pub time: &'static str,
    /// Memory as a function of the size n.
    pub memory: &'static str,
    /// Kind of its results: `all`, `one`, `count` or `special`.
    pub finds: &'static str,
    /// Largest n that takes some seconds; `null` if it was not timed.
    pub practical: Option<u32>,
    /// Variants that it can trace, of those that a size alone describes.
    pub(crate) variants: Vec<&'static str>,
}

/// Side of the board that decides if an engine is listed for a variant: small enough for
/// every engine.
const OFFERED_SIDE: u32 = 5;

impl EngineEntry {
    /// Creates the entry of an engine.
    #[must_use]
    pub fn new(engine: &dyn Engine) -> Self {
        let info = engine.info();
        let takes = |preset: &Preset| {
            let problem = preset.problem(OFFERED_SIDE, OFFERED_SIDE).ok()?;
            (engine.is_of_the_ladder() && engine.accepts(&problem, Question::One).is_ok())
                .then_some(preset.id())
        };
        EngineEntry {
            id: info.id,
            title: info.title,
            year: info.year,
            author: info.author,
            source: info.source,
            how: info.how,
            idea: info.idea.iter().map(IdeaEntry::from).collect(),
            counts: info.figures.iter().map(FigureEntry::from).collect(),
            time: info.time,
            memory: info.memory,
            finds: info.finds.id(),
            practical: info.practical,
            variants: Preset::ALL.iter().filter_map(takes).collect(),
        }
    }
}

/// All engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EnginesDocument {
    /// One entry for each engine.
    pub engines: Vec<EngineEntry>,
}

impl Document for EnginesDocument {
    const SCHEMA: &'static str = "queens/engines/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("id", "id")
            .words("what", "title")
            .numbers("", "year")
            .words("", "author");
        let head = head
            .words("", "source")
            .words("", "how")
            .words("", "counts")
            .words("", "time");
        let mut table = head
            .words("", "memory")
            .words("finds", "finds")
            .numbers("to n", "practical")
            .words("", "variants");
        for entry in &self.engines {
            let counts: Vec<_> = entry.counts.iter().map(|count| count.name).collect();
            table.push([
                Cell::words(entry.id),
                Cell::words(entry.title),
                Cell::words(entry.year),
                Cell::words(entry.author),
                Cell::words(entry.source),
                Cell::words(entry.how.join(" ")),
                Cell::words(counts.join("; ")),
                Cell::words(entry.time),
                Cell::words(entry.memory),
                Cell::words(entry.finds),
                entry.practical.map_or(Cell::words(""), Cell::number),
                Cell::words(entry.variants.join(" ")),
            ]);
        }
        table
    }
}
