//! Documents about region puzzles: answers, steps, hints, ratings, new puzzles.

use super::PuzzleDocument;
use crate::premise::number_places;
use crate::{
    Explanation, Fact, GeneratedPuzzle, Hint, NearestPuzzle, Position, Premise,
    PuzzleStep, Rating,
};
use control::Outcome;
use queens_formats::document::{Cell, Document, Table, as_words};
use queens_model::square::Square;
use serde::Serialize;

pub(super) fn square_pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    squares
        .iter()
        .map(|square| [square.row, square.column])
        .collect()
}

pub(super) fn square_names(squares: &[[u32; 2]]) -> String {
    squares
        .iter()
        .map(|&[row, column]| Square::new(row, column).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// One thing that a reason uses. Together, in this order, these prove what the reason
/// concludes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct PremiseEntry {
    /// `unit` (it holds its number of queens, on its queens and open squares), `queen`
    /// (one on the board, which no other touches) or `one-solution` (the puzzle has no
    /// other solution, so queens cannot be exchanged).
    pub(crate) kind: &'static str,
    /// Name in the sentence: `row 1`, `column c`, `region A`, `b4`, `b1 and c3 or b3 and
    /// c1`.
    pub(crate) name: String,
    /// Queens and open squares of the unit; the queen; the squares of both pairs: row and
    /// column.
    pub(crate) squares: Vec<[u32; 2]>,
    /// Square on which a drawing shows its number, one that no other premise has: row and
    /// column.
    pub(crate) number_at: Option<[u32; 2]>,
    /// Number of characters of the sentence up to the end of the name, where the number
    /// of the premise stands.
    pub(crate) named_at: usize,
}

impl PremiseEntry {
    /// Converts premises.
    #[must_use]
    pub(crate) fn from_premises(premises: &[Premise]) -> Vec<Self> {
        let places = number_places(premises, |_| true);
        let entry = |(number, premise): (usize, &Premise)| {
            let kind = match premise.fact {
                Fact::Unit(_) => "unit",
                Fact::Queen(_) => "queen",
                Fact::OneSolution(_) => "one-solution",
            };
            let place = places.iter().find(|&&(_, other)| other == number);
            PremiseEntry {
                kind,
                name: premise.name(),
                squares: square_pairs(&premise.squares),
                number_at: place.map(|&(square, _)| [square.row, square.column]),
                // Sentences have no other characters than those of ASCII, so bytes are
                // characters.
                named_at: premise.named_at,
            }
        };
        (1..).zip(premises).map(entry).collect()
    }
}

/// One step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StepEntry {
    /// Id of the deduction.
    pub(crate) technique: &'static str,
    /// Name among players.
    pub(crate) name: &'static str,
    /// The same in a few ordinary words.
    pub(crate) plain_name: &'static str,
    /// Difficulty of the deduction, from 1 to 10.
    pub(crate) level: u8,
    /// Reason in one sentence.
    pub(crate) sentence: String,
    /// Everything that the reason uses, in the order in which the sentence names it.
    pub(crate) premises: Vec<PremiseEntry>,
    /// Squares of these units that the queens on the board rule out and the player has
    /// not crossed: row and column. The reason counts them as crossed.
    pub(crate) ruled_out: Vec<[u32; 2]>,
    /// Squares that are shown to stay empty: row and column.
    pub(crate) crosses: Vec<[u32; 2]>,
    /// Squares that are shown to hold a queen: row and column.
    pub(crate) queens: Vec<[u32; 2]>,
}

impl StepEntry {
    /// Converts a step.
    #[must_use]
    pub fn new(step: &PuzzleStep) -> Self {
        StepEntry {
            technique: step.technique.id,
            name: step.technique.name,
            plain_name: step.technique.plain_name,
            level: step.technique.level,
            sentence: step.sentence.clone(),
            premises: PremiseEntry::from_premises(&step.premises),
            ruled_out: square_pairs(&step.ruled_out),
            crosses: square_pairs(&step.crosses),
            queens: square_pairs(&step.queens),
        }
    }
}

/// Steps of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplanationDocument {
    /// Steps in order.
    pub(crate) steps: Vec<StepEntry>,
    /// True if the steps end in a solution.
    pub(crate) solved: bool,
    /// `exhausted` if these are all steps, else the reason why they end early.
    pub(crate) outcome: String,
    /// Board after the last step.
    pub(crate) end: PuzzleDocument,
}

impl ExplanationDocument {
    /// Converts an explanation.
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
        let head = Table::new()
            .numbers("step", "step")
            .words("technique", "technique");
        let mut table = head.words("queens", "queens").words("crosses", "crosses");
        for (number, step) in (1u32..).zip(&self.steps) {
            table.push([
                Cell::number(number),
                Cell::words(step.technique),
                Cell::words(square_names(&step.queens)),
                Cell::words(square_names(&step.crosses)),
            ]);
        }
        table
    }
}

/// A hint.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintDocument {
    /// `solved`, `wrong` (a wrong mark), `step`, `proof` (by contradiction), `stuck` or
    /// `stopped` (by a limit).
    pub kind: &'static str,
    /// The hint in one sentence.
    pub(crate) sentence: String,
    /// Depth of a proof.
    pub(crate) depth: Option<u32>,
    /// Square of a wrong mark: row and column.
    pub wrong: Option<[u32; 2]>,
    /// Everything that the sentence uses, in the order in which it names it.
    pub(crate) premises: Vec<PremiseEntry>,
    /// Step, if there is one.
    pub(crate) step: Option<StepEntry>,
    /// Outcome of the search for a hint: `exhausted`, or the limit that stopped it.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl HintDocument {
    /// Converts a hint.
    #[must_use]
    pub fn new(hint: &Hint) -> Self {
        let (kind, depth, wrong, step) = match hint {
            Hint::Solved => ("solved", None, None, None),
            Hint::Wrong(mistake) => (
                "wrong",
                None,
                Some([mistake.square.row, mistake.square.column]),
                None,
            ),
            Hint::Step(step) => ("step", None, None, Some(step)),
            Hint::Proof { step, depth } => ("proof", Some(*depth), None, Some(step)),
            Hint::Stuck { .. } => ("stuck", None, None, None),
            Hint::Stopped { .. } => ("stopped", None, None, None),
        };
        let (sentence, premises) = (
            hint.sentence().to_owned(),
            PremiseEntry::from_premises(hint.premises()),
        );
        let outcome = match hint {
            Hint::Stopped { stop, .. } => Err(*stop).into(),
            _ => Outcome::Exhausted,
        };
        HintDocument {
            kind,
            sentence,
            depth,
            wrong,
            premises,
            step: step.map(StepEntry::new),
            outcome,
        }
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

/// Number of rounds of a deduction in a rating.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TechniqueCount {
    /// Id of the deduction.
    pub(crate) technique: &'static str,
    /// Number of rounds that used it.
    pub(crate) rounds: u32,
}

/// Rating of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingDocument {
    /// Difficulty: `gentle`, `easy`, `medium`, `hard` or `fiendish`.
    pub(crate) rating: &'static str,
    /// 100 times the level of the hardest deduction (11 if unsolved), plus 3 for each
    /// further round of that level and 1 for each round, which add at most 99.
    pub(crate) score: u32,
    /// Id of the hardest deduction.
    pub(crate) hardest: Option<&'static str>,
    /// Its name in a few ordinary words.
    pub(crate) hardest_name: Option<&'static str>,
    /// True if the deductions end in the solution.
    pub(crate) solved: bool,
    /// Number of rounds.
    pub(crate) steps: u32,
    /// Deductions that were needed, easiest first.
    pub(crate) techniques: Vec<TechniqueCount>,
    /// Outcome of the rating: always `exhausted`, because there is no partial one.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl RatingDocument {
    /// Converts a rating.
    #[must_use]
    pub fn new(rating: &Rating) -> Self {
        let count = |&(technique, rounds): &(&'static crate::TechniqueInfo, u32)| {
            TechniqueCount {
                technique: technique.id,
                rounds,
            }
        };
        RatingDocument {
            rating: rating.word.id(),
            score: rating.score,
            hardest: rating.hardest.map(|technique| technique.id),
            hardest_name: rating.hardest.map(|technique| technique.plain_name),
            solved: rating.solved,
            steps: rating.steps,
            techniques: rating.techniques.iter().map(count).collect(),
            outcome: Outcome::Exhausted,
        }
    }
}

impl Document for RatingDocument {
    const SCHEMA: &'static str = "queens/puzzle-rating/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("technique", "technique")
            .numbers("rounds", "rounds");
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
    /// The puzzles with their seeds and ratings.
    pub puzzles: Vec<GeneratedEntry>,
    /// `exhausted` if these are all puzzles that were asked for, else the reason why
    /// there are fewer.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// If the search for a puzzle ended early: the nearest that came out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestEntry>,
}

/// A new puzzle that lacks something that was asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearestEntry {
    /// The puzzle.
    pub(crate) puzzle: PuzzleDocument,
    /// Queens of its only solution: row and column.
    pub(crate) solution: Vec<[u32; 2]>,
    /// Rating.
    pub(crate) rating: RatingDocument,
    /// Wishes that it does not meet, in words.
    pub(crate) missing: Vec<String>,
}

impl NearestEntry {
    /// Converts the nearest puzzle of a search.
    #[must_use]
    pub fn new(nearest: &NearestPuzzle) -> Self {
        let NearestPuzzle { made, missing } = nearest;
        NearestEntry {
            puzzle: PuzzleDocument::new(&Position::new(made.puzzle.clone())),
            solution: square_pairs(made.solution.squares()),
            rating: RatingDocument::new(&made.rating),
            missing: missing.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A new puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GeneratedEntry {
    /// Seed that makes the same puzzle again.
    pub(crate) seed: u64,
    /// The puzzle.
    pub(crate) puzzle: PuzzleDocument,
    /// Queens of its only solution: row and column.
    pub(crate) solution: Vec<[u32; 2]>,
    /// Rating.
    pub(crate) rating: RatingDocument,
}

impl GeneratedEntry {
    /// Converts a new puzzle.
    #[must_use]
    pub fn new(seed: u64, generated: &GeneratedPuzzle) -> Self {
        GeneratedEntry {
            seed,
            puzzle: PuzzleDocument::new(&Position::new(generated.puzzle.clone())),
            solution: square_pairs(generated.solution.squares()),
            rating: RatingDocument::new(&generated.rating),
        }
    }
}

impl Document for GeneratedDocument {
    const SCHEMA: &'static str = "queens/puzzles/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("seed", "seed")
            .words("regions", "regions");
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
