//! Puzzles, games, hints, explanations and ratings as documents: JSON with a version,
//! CSV, and a table for people.

mod answer;
mod game;
mod level;
mod picture;
mod puzzle;
mod setter;
mod steps;
mod techniques;

pub use answer::{MarkCheckDocument, MistakeEntry, PuzzleAnswerDocument};
pub use game::{ChangeEntry, GameDocument, GameReadError, PlayEntry};
pub use level::LevelDocument;
pub use picture::PictureReadingDocument;
pub use puzzle::PuzzleDocument;
pub use setter::{DrawnSolutionsDocument, UniqueRepairDocument};
pub use steps::{
    ExplanationDocument, GeneratedDocument, GeneratedEntry, HintDocument, NearestEntry,
    RatingDocument, StepEntry, TechniqueCount,
};
pub use techniques::{DescribedTechnique, TechniquesDocument};
