//! The documents: every JSON form that the command, the server and Python print, as serde types with a version.
//!
//! A [`Document`] knows its schema, and the [`Table`] that shows the same for people and as CSV. The forms are
//! described field by field in `docs/guide/formats.md`. Rows and columns count from 0.

mod answer;
mod bench;
mod compare;
mod engines;
mod estimate;
mod growth;
mod position;
mod puzzle;
mod puzzle_game;
mod puzzle_steps;
mod search;
mod table;
mod trace;
mod variants;
mod verify;

pub use crate::whole::Whole;
pub use answer::{ClassRow, ClassesDocument, CountDocument, CountTable, MaximumDocument};
pub use bench::{BenchDocument, BenchLine};
pub use compare::{CompareDocument, CompareLine, SkippedEngine};
pub use engines::{EngineEntry, EnginesDocument, FigureEntry, IdeaEntry};
pub use estimate::{IntervalEntry, NodesEstimateDocument, SolutionsEstimateDocument, TimeEstimateDocument};
pub use growth::{GrowthDocument, GrowthPoint, GrowthSeries, ProfileDocument, ProfileTree};
pub use position::{AnswerDocument, KnownCount, KnownDocument, ProblemDocument, TracePage, UnitEntry};
pub use puzzle::PuzzleDocument;
pub use puzzle_game::{ChangeEntry, GameDocument, GameReadError, PlayEntry};
pub use puzzle_steps::{
    ExplanationDocument, GeneratedDocument, GeneratedEntry, HintDocument, PuzzleAnswerDocument,
    RatingDocument, StepEntry, TechniqueCount,
};
pub use search::{
    RivalLine, RivalsDocument, SearchDocument, SearchEvent, SearchLine, SearchPage, SearchStep,
};
pub use table::{Align, Cell, Table, about, grouped, several, time};
pub use trace::{At, TraceLine};
pub use variants::{VariantEntry, VariantsDocument};
pub use verify::{FaultEntry, VerifyDocument, tallied};

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

/// A value that is written as its words.
fn as_words<T: std::fmt::Display, S: serde::Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
