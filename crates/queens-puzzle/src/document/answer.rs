//! Documents of the answer to a puzzle, and of a check of marks.

use super::PuzzleDocument;
use super::steps::square_names;
use crate::{Mark, MarkCheck, Mistake, Position, PuzzleAnswer};
use control::{Outcome, Step};
use queens_formats::document::{Cell, Document, Table, as_words};
use queens_model::placement::Placement;
use queens_model::whole::Whole;
use serde::Serialize;

/// The answer to a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAnswerDocument {
    /// Board with the queens of the first solution, if there is one.
    pub(crate) puzzle: PuzzleDocument,
    /// Number of solutions, as far as it is known: `none`, `the only one`, `one of
    /// several`, `at least one` or `unknown`.
    pub(crate) verdict: String,
    /// Number of solutions found. These are all solutions only if all were asked for and
    /// `complete` is true.
    pub(crate) count: Whole,
    /// The mark that contradicts the puzzle, if the marks of the player leave no
    /// solution.
    pub(crate) mistake: Option<MistakeEntry>,
    /// `false` if something stopped the search.
    pub complete: bool,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// Id of the engine; null if the marks break a rule, so that none was asked.
    pub(crate) engine: Option<&'static str>,
    /// Nodes of the search.
    pub(crate) nodes: u64,
    /// Wall-clock time.
    pub(crate) seconds: f64,
}

/// A mark that contradicts the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MistakeEntry {
    /// Row and column of the mark.
    pub(crate) square: [u32; 2],
    /// The mark: `queen` or `cross`.
    pub(crate) mark: &'static str,
    /// The reason in one sentence.
    pub(crate) sentence: String,
}

impl MistakeEntry {
    /// Converts a mistake.
    #[must_use]
    pub fn new(mistake: &Mistake) -> Self {
        MistakeEntry {
            square: [mistake.square.row, mistake.square.column],
            mark: match mistake.mark {
                Mark::Queen => "queen",
                Mark::Open | Mark::Cross => "cross",
            },
            sentence: mistake.sentence.clone(),
        }
    }
}

impl PuzzleAnswerDocument {
    /// Converts the answer to `position`; the board shows its first solution.
    #[must_use]
    pub fn new(position: &Position, found: &PuzzleAnswer) -> Self {
        let mut shown = Position::new(position.puzzle().clone());
        let first = found
            .answer
            .as_ref()
            .and_then(|answer| answer.first.as_ref());
        for &square in first.into_iter().flat_map(Placement::squares) {
            shown.set(square, Mark::Queen);
        }
        PuzzleAnswerDocument::with_board(&shown, found)
    }

    /// Converts an answer beside the board `shown`.
    #[must_use]
    pub fn with_board(shown: &Position, found: &PuzzleAnswer) -> Self {
        let answer = found.answer.as_ref();
        let statistics = answer.map(|answer| &answer.statistics);
        PuzzleAnswerDocument {
            puzzle: PuzzleDocument::new(shown),
            verdict: found.verdict().to_string(),
            count: answer.map_or(0, |answer| answer.count).into(),
            mistake: found.mistake().map(MistakeEntry::new),
            complete: answer.is_none_or(queens_engines::Answer::is_complete),
            outcome: answer.map_or(Outcome::Exhausted, |answer| answer.outcome),
            engine: answer.map(|answer| answer.engine),
            nodes: statistics.map_or(0, |statistics| statistics.expanded),
            seconds: statistics
                .map_or(0.0, |statistics| statistics.elapsed.as_secs_f64()),
        }
    }
}

impl Document for PuzzleAnswerDocument {
    const SCHEMA: &'static str = "queens/puzzle-answer/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("solutions", "verdict")
            .words("queens", "queens")
            .words("engine", "engine");
        table.push([
            Cell::words(&self.verdict),
            Cell::words(square_names(&self.puzzle.queens)),
            Cell::words(self.engine.unwrap_or_default()),
        ]);
        table
    }
}

/// The number of wrong marks, without the squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarkCheckDocument {
    /// `right`, `wrong`, `none` (no solution, whatever the marks are) or `stopped` (by a
    /// limit).
    pub(crate) kind: &'static str,
    /// The least number of marks that have to go so that a solution has the others; null
    /// if it is not known.
    pub(crate) wrong: Option<u32>,
    /// The result in one sentence.
    pub(crate) sentence: String,
    /// Outcome of the check.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl MarkCheckDocument {
    /// Converts a check.
    #[must_use]
    pub fn new(check: MarkCheck) -> Self {
        let (kind, wrong, step) = match check {
            MarkCheck::Right => ("right", Some(0), Step::Ok(())),
            MarkCheck::Wrong(marks) => ("wrong", marks, Ok(())),
            MarkCheck::NoSolution => ("none", None, Ok(())),
            MarkCheck::Stopped(stop) => ("stopped", None, Err(stop)),
        };
        MarkCheckDocument {
            kind,
            wrong,
            sentence: check.sentence(),
            outcome: step.into(),
        }
    }
}

impl Document for MarkCheckDocument {
    const SCHEMA: &'static str = "queens/mark-check/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("kind", "kind")
            .words("check", "sentence");
        table.push([Cell::words(self.kind), Cell::words(&self.sentence)]);
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
