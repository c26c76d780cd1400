//! What is said of a region puzzle: its answer, its steps, a hint, how hard it is.

use super::PuzzleDocument;
use crate::{Explanation, Generated, Hint, Position, Puzzle, Rating, Step};
use control::Outcome;
use queens_engines::question::Answer;
use queens_formats::document::{Cell, Document, Table, as_words};
use queens_model::square::Square;
use queens_model::whole::Whole;
use serde::Serialize;

fn pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    squares.iter().map(|square| [square.row, square.column]).collect()
}

fn names(squares: &[[u32; 2]]) -> String {
    squares.iter().map(|&[row, column]| Square::new(row, column).to_string()).collect::<Vec<_>>().join(" ")
}

/// The answer to a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAnswerDocument {
    /// The board; its queens are those of the first solution, if there is one.
    pub puzzle: PuzzleDocument,
    /// Number of solutions, as far as it is known: `none`, `the only one`, `one of several`, `at least one` or `unknown`.
    pub verdict: String,
    /// Number of solutions found. These are all of them only if all were asked for and `complete` is true.
    pub count: Whole,
    /// `false` if something stopped the search.
    pub complete: bool,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// The id of the engine.
    pub engine: &'static str,
    /// Nodes of the search.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl PuzzleAnswerDocument {
    /// The document of `answer`, with the board as it is shown.
    #[must_use]
    pub fn new(shown: &Position, answer: &Answer) -> Self {
        PuzzleAnswerDocument {
            puzzle: PuzzleDocument::new(shown),
            verdict: answer.verdict().to_string(),
            count: answer.count.into(),
            complete: answer.is_complete(),
            outcome: answer.outcome,
            engine: answer.engine,
            nodes: answer.statistics.expanded,
            seconds: answer.statistics.elapsed.as_secs_f64(),
        }
    }
}

impl Document for PuzzleAnswerDocument {
    const SCHEMA: &'static str = "queens/puzzle-answer/1";

    fn table(&self) -> Table {
        let mut table =
            Table::new().words("solutions", "verdict").words("queens", "queens").words("engine", "engine");
        table.push([
            Cell::words(&self.verdict),
            Cell::words(names(&self.puzzle.queens)),
            Cell::words(self.engine),
        ]);
        table
    }
}

/// One deduction.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StepEntry {
    /// The id of the deduction.
    pub technique: &'static str,
    /// What players call it.
    pub name: &'static str,
    /// How hard it is to see, from 1 to 10.
    pub level: u8,
    /// What it says here.
    pub sentence: String,
    /// The units that it looked at, as people name them: `row 1`, `region A`.
    pub units: Vec<String>,
    /// The squares that it looked at: row and column.
    pub read: Vec<[u32; 2]>,
    /// Where no queen stands.
    pub crosses: Vec<[u32; 2]>,
    /// Where a queen stands.
    pub queens: Vec<[u32; 2]>,
}

impl StepEntry {
    /// The entry of a step.
    #[must_use]
    pub fn new(step: &Step) -> Self {
        StepEntry {
            technique: step.technique.id,
            name: step.technique.name,
            level: step.technique.level,
            sentence: step.sentence.clone(),
            units: step.units.iter().copied().map(Puzzle::unit_name).collect(),
            read: pairs(&step.read),
            crosses: pairs(&step.crosses),
            queens: pairs(&step.queens),
        }
    }
}

/// All steps of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplanationDocument {
    /// The steps, one after the other.
    pub steps: Vec<StepEntry>,
    /// Whether they end in a solution.
    pub solved: bool,
    /// `exhausted` where they are all, else what stopped them.
    pub outcome: String,
    /// What is known in the end.
    pub end: PuzzleDocument,
}

impl ExplanationDocument {
    /// The document of an explanation.
    #[must_use]
    pub fn new(explanation: &Explanation) -> Self {
        ExplanationDocument {
            steps: explanation.steps.iter().map(StepEntry::new).collect(),
            solved: explanation.solved,
            outcome: explanation.outcome.to_string(),
            end: PuzzleDocument::new(&explanation.position),
        }
    }
}

impl Document for ExplanationDocument {
    const SCHEMA: &'static str = "queens/puzzle-steps/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("step", "step").words("technique", "technique");
        let mut table = head.words("queens", "queens").words("crosses", "crosses");
        for (number, step) in (1u32..).zip(&self.steps) {
            table.push([
                Cell::number(number),
                Cell::words(step.technique),
                Cell::words(names(&step.queens)),
                Cell::words(names(&step.crosses)),
            ]);
        }
        table
    }
}

/// A hint.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintDocument {
    /// `solved`, `wrong` (a mark is), `step`, `proof` (by contradiction), `stuck`, or `stopped` (by a limit).
    pub kind: &'static str,
    /// What to say.
    pub sentence: String,
    /// How deep a proof goes.
    pub depth: Option<u32>,
    /// The square of a wrong mark: row and column.
    pub wrong: Option<[u32; 2]>,
    /// The squares that show it.
    pub read: Vec<[u32; 2]>,
    /// The step, if there is one.
    pub step: Option<StepEntry>,
}

impl HintDocument {
    /// The document of a hint.
    #[must_use]
    pub fn new(hint: &Hint) -> Self {
        let (kind, depth, wrong, step) = match hint {
            Hint::Solved => ("solved", None, None, None),
            Hint::Wrong(mistake) => ("wrong", None, Some([mistake.square.row, mistake.square.column]), None),
            Hint::Step(step) => ("step", None, None, Some(step)),
            Hint::Proof { step, depth } => ("proof", Some(*depth), None, Some(step)),
            Hint::Stuck { .. } => ("stuck", None, None, None),
            Hint::Stopped { .. } => ("stopped", None, None, None),
        };
        let (sentence, read) = (hint.sentence().to_owned(), pairs(hint.read()));
        HintDocument { kind, sentence, depth, wrong, read, step: step.map(StepEntry::new) }
    }
}

impl Document for HintDocument {
    const SCHEMA: &'static str = "queens/puzzle-hint/1";

    fn table(&self) -> Table {
        let mut table = Table::new().words("kind", "kind").words("hint", "sentence");
        table.push([Cell::words(self.kind), Cell::words(&self.sentence)]);
        table
    }
}

/// How often a deduction was needed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TechniqueCount {
    /// Its id.
    pub technique: &'static str,
    /// In how many rounds.
    pub rounds: u32,
}

/// How hard a puzzle is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingDocument {
    /// In a word: `gentle`, `easy`, `medium`, `hard` or `fiendish`.
    pub rating: &'static str,
    /// 100 for each level of the hardest deduction, and what is beside it.
    pub score: u32,
    /// The hardest deduction.
    pub hardest: Option<&'static str>,
    /// Whether the deductions end in the solution.
    pub solved: bool,
    /// In how many rounds.
    pub steps: u32,
    /// The deductions that were needed, weakest first.
    pub techniques: Vec<TechniqueCount>,
}

impl RatingDocument {
    /// The document of a rating.
    #[must_use]
    pub fn new(rating: &Rating) -> Self {
        let count = |&(technique, rounds): &(&'static crate::TechniqueInfo, u32)| TechniqueCount {
            technique: technique.id,
            rounds,
        };
        RatingDocument {
            rating: rating.word.id(),
            score: rating.score,
            hardest: rating.hardest.map(|technique| technique.id),
            solved: rating.solved,
            steps: rating.steps,
            techniques: rating.techniques.iter().map(count).collect(),
        }
    }
}

impl Document for RatingDocument {
    const SCHEMA: &'static str = "queens/puzzle-rating/1";

    fn table(&self) -> Table {
        let mut table = Table::new().words("technique", "technique").numbers("rounds", "rounds");
        for count in &self.techniques {
            table.push([Cell::words(count.technique), Cell::number(count.rounds)]);
        }
        table
    }
}

/// New puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GeneratedDocument {
    /// Each with its seed and how hard it is.
    pub puzzles: Vec<GeneratedEntry>,
    /// `exhausted` where these are all that were asked for, else what stopped that.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

/// A new puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GeneratedEntry {
    /// The seed that gives it again.
    pub seed: u64,
    /// The board.
    pub puzzle: PuzzleDocument,
    /// The queens of its only solution: row and column.
    pub solution: Vec<[u32; 2]>,
    /// How hard it is.
    pub rating: RatingDocument,
}

impl GeneratedEntry {
    /// The entry of a new puzzle.
    #[must_use]
    pub fn new(seed: u64, generated: &Generated) -> Self {
        GeneratedEntry {
            seed,
            puzzle: PuzzleDocument::new(&Position::new(generated.puzzle.clone())),
            solution: pairs(generated.solution.squares()),
            rating: RatingDocument::new(&generated.rating),
        }
    }
}

impl Document for GeneratedDocument {
    const SCHEMA: &'static str = "queens/puzzles/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("seed", "seed").words("regions", "regions");
        let mut table = head.words("rating", "rating").numbers("score", "score");
        for entry in &self.puzzles {
            table.push([
                Cell::number(entry.seed),
                Cell::words(entry.puzzle.regions.join("/")),
                Cell::words(entry.rating.rating),
                Cell::number(entry.rating.score),
            ]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
