//! Documents: every JSON form that the command, the server and Python print, as serde
//! types with a version.
//!
//! A [`Document`] has a schema, and a [`Table`] with the same content for people and as
//! CSV. `docs/guide/formats.md` describes the forms field by field. Rows and columns
//! count from 0.

mod answer;
mod bench;
mod compare;
mod engines;
mod estimate;
mod greedy;
mod growth;
mod position;
mod search;
mod trace;
mod variants;
mod verify;

pub use answer::{ClassesDocument, CountDocument, CountTable, NoAnswerDocument};
pub use bench::{BenchDocument, BenchLine};
pub use compare::{CompareDocument, CompareLine, ProgramLine, SkippedEngine};
pub use engines::{EngineEntry, EnginesDocument, FigureEntry, IdeaEntry};
pub use estimate::{
    NodesEstimateDocument, SolutionsEstimateDocument, TimeEstimateDocument,
};
pub use greedy::GreedyDocument;
pub use growth::{
    GrowthDocument, GrowthPoint, GrowthSeries, ProfileDocument, ProfileTree,
};
pub use position::{AnswerDocument, KnownDocument, TracePage};
pub use queens_formats::document::{
    Align, Cell, Document, ProblemDocument, Table, about, grouped, several, time,
};
pub use queens_model::whole::Whole;
pub use queens_puzzle::document::{
    ChangeEntry, DrawnSolutionsDocument, ExplanationDocument, GameDocument,
    GameReadError, GeneratedDocument, GeneratedEntry, HintDocument, LevelDocument,
    MarkCheckDocument, MistakeEntry, NearestEntry, PictureReadingDocument, PlayEntry,
    PuzzleAnswerDocument, PuzzleDocument, RatingDocument, StepEntry, TechniqueCount,
    TechniquesDocument, UniqueRepairDocument,
};
pub use search::{
    RivalLine, RivalsDocument, SearchCost, SearchDocument, SearchLine, SearchPage,
    SearchStep,
};
pub use trace::{TraceStep, VariableEntry};
pub use variants::VariantsDocument;
pub use verify::{CreditEntry, FaultEntry, VerifyDocument, tallied};

pub(crate) use search::SearchEvent;

use queens_formats::document::as_words;
