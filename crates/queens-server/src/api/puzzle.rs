//! Region puzzles: read, solve, hint, explain, rate and make them.

use super::Fault;
use super::request::{How, Json, Turn, answer};
use crate::Shared;
use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens::document::{
    ExplanationDocument, GeneratedDocument, GeneratedEntry, HintDocument, PuzzleAnswerDocument,
    RatingDocument,
};
use queens::placement::Placement;
use queens::puzzle::{
    self, Difficulty, GenerateSettings, Mark, Options, Position, Shape, Word, read as forms,
};
use queens::{Question, ask};
use serde::Deserialize;
use serde_json::Value;
use std::ops::ControlFlow;

type Answered = Result<Response, Fault>;

/// A board: text in any form that is read, an object, or a picture in base 64.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    puzzle: Option<Value>,
    png: Option<String>,
    stars: Option<u32>,
    #[serde(default)]
    uniqueness: bool,
    #[serde(default)]
    rules_only: bool,
    seconds: Option<f64>,
}

impl Board {
    fn position(&self, turn: &Turn) -> Result<Position, Fault> {
        let bytes = match (&self.puzzle, &self.png) {
            (Some(Value::String(text)), None) => text.clone().into_bytes(),
            (Some(value), None) => value.to_string().into_bytes(),
            (None, Some(png)) => STANDARD
                .decode(png)
                .map_err(|error| Fault::unreadable(format!("'png' is not base 64: {error}")))?,
            _ => {
                return Err(Fault::unreadable("send either 'puzzle', text or an object, or 'png', base 64"));
            }
        };
        let position = forms::read(&bytes, self.stars).map_err(Fault::unanswerable)?;
        match position.puzzle().size() {
            size if size > turn.max_board => Err(Fault::unanswerable(format!(
                "a board of {size} x {size} is too large for this server: its sides are at most {}",
                turn.max_board
            ))),
            _ => Ok(position),
        }
    }

    fn options(&self, turn: &Turn) -> Result<Options, Fault> {
        let settings = How { seconds: self.seconds, ..How::default() }.settings(&turn.limits)?;
        let options = Options { uniqueness: self.uniqueness, settings, ..Options::default() };
        Ok(if self.rules_only { options.rules_only() } else { options })
    }

    /// The board, and what is known of its solutions.
    fn answered(&self, turn: &Turn) -> Result<(Position, queens::Answer), Fault> {
        let position = self.position(turn)?;
        let problem = position.problem().map_err(Fault::unanswerable)?;
        let settings = self.options(turn)?.settings;
        Ok((position, ask(&problem, Question::Unique, &settings).map_err(Fault::unanswerable)?))
    }
}

/// The board as it was read, and what is known of its solutions.
pub(super) async fn read(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |board: Board, turn: &Turn| {
        let (position, answer) = board.answered(turn)?;
        Json::of(&PuzzleAnswerDocument::new(&position, &answer))
    })
    .await
}

/// The solution, and whether it is the only one.
pub(super) async fn solve(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |board: Board, turn: &Turn| {
        let (position, answer) = board.answered(turn)?;
        let mut shown = Position::new(position.puzzle().clone());
        for &square in answer.first.iter().flat_map(Placement::squares) {
            shown.set(square, Mark::Queen);
        }
        Json::of(&PuzzleAnswerDocument::new(&shown, &answer))
    })
    .await
}

/// The next step, or a mark that is wrong.
pub(super) async fn hint(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |board: Board, turn: &Turn| {
        let position = board.position(turn)?;
        let hint = puzzle::hint(&position, &board.options(turn)?).map_err(Fault::unanswerable)?;
        Json::of(&HintDocument::new(&hint))
    })
    .await
}

/// All steps from what is known.
pub(super) async fn explain(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |board: Board, turn: &Turn| {
        let (position, options) = (board.position(turn)?, board.options(turn)?);
        if let Some(mistake) = puzzle::mistake(&position, &options).map_err(Fault::unanswerable)? {
            return Err(Fault::unanswerable(format!("a mark is wrong: {}", mistake.sentence)));
        }
        Json::of(&ExplanationDocument::new(&puzzle::explain_from(&position, &options)))
    })
    .await
}

/// How hard it is.
pub(super) async fn rate(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |board: Board, turn: &Turn| {
        let position = board.position(turn)?;
        Json::of(&RatingDocument::new(&puzzle::rate(position.puzzle(), &board.options(turn)?)))
    })
    .await
}

/// What a new puzzle should be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    size: u32,
    stars: Option<u32>,
    rating: Option<String>,
    #[serde(default)]
    any: bool,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    symmetric: bool,
    shape: Option<String>,
    #[serde(default)]
    given: u32,
    seconds: Option<f64>,
}

/// A value with this name among `all`.
fn named<T: Copy>(what: &str, name: &str, all: &[T], id: fn(T) -> &'static str) -> Result<T, Fault> {
    all.iter().copied().find(|&one| id(one) == name).ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        let known: Vec<&str> = all.iter().map(|&one| id(one)).collect();
        Fault::unanswerable(format!("'{name}' is not a valid {what}: use one of {}", known.join(", ")))
    })
}

/// A new puzzle with exactly one solution.
pub(super) async fn generate(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |new: New, turn: &Turn| {
        let limits = How { seconds: new.seconds, ..How::default() }.settings(&turn.limits)?.limits;
        let difficulty = match &new.rating {
            _ if new.any => Difficulty::Any,
            Some(word) => Difficulty::Rated(named("rating", word, &Word::ALL[..4], Word::id)?),
            None => Difficulty::ByRules,
        };
        let shape = match &new.shape {
            Some(shape) => named("shape", shape, &Shape::ALL, Shape::id)?,
            None => GenerateSettings::new(new.size, 0).shape,
        };
        let settings = GenerateSettings {
            stars: new.stars.unwrap_or(1),
            symmetric: new.symmetric,
            givens: new.given,
            shape,
            limits,
            ..GenerateSettings::new(new.size, new.seed)
        };
        let rules = Options::default().rules_only();
        let mut puzzles = Vec::new();
        let accept = |puzzle: &puzzle::Puzzle| difficulty.accepts(puzzle, &rules);
        puzzle::generate_many(&settings, 1, 1, &accept, &mut |seed, made| {
            let rating = puzzle::rate(&made.puzzle, &rules);
            puzzles.push(GeneratedEntry::new(seed, &made, &rating));
            ControlFlow::Continue(())
        })
        .map_err(Fault::unanswerable)?;
        Json::of(&GeneratedDocument { puzzles })
    })
    .await
}
