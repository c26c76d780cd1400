//! Region puzzles: read, solve, hint, explain, rate and make them.

use super::form::Sent;
use super::request::{Asked, How, Turn, field, named, names};
use crate::fault::Fault;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens::control::Outcome;
use queens::document::{
    ExplanationDocument, GeneratedDocument, GeneratedEntry, HintDocument, PuzzleAnswerDocument,
    RatingDocument,
};
use queens::placement::Placement;
use queens::puzzle::{
    self, Difficulty, GenerateSettings, Mark, Options, Position, RatingWord, RegionShape, read as forms,
};
use queens::{Question, ask};
use serde::Deserialize;
use std::borrow::Cow;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

/// A board: text in any form that is read, an object, or a picture in base 64.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PuzzleRequest {
    #[schema(schema_with = board)]
    puzzle: Option<Sent>,
    /// A picture of the board instead, in base 64: PNG, JPEG or WebP.
    picture: Option<String>,
    /// The older name of `picture`.
    png: Option<String>,
    /// The queens of each row, column and region, where the form does not say.
    stars: Option<u32>,
    /// Whether deductions may use that there is one solution alone.
    #[serde(default)]
    uniqueness: bool,
    /// Whether to deduce by rules alone, without proofs by contradiction.
    #[serde(default)]
    rules_only: bool,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for PuzzleRequest {
    /// A picture.
    const SIZE: usize = 32;
}

impl PuzzleRequest {
    /// Reads the board. One clock runs for this and for what is asked of the board: that of the limits in the options.
    fn read(&self, turn: &Turn) -> Result<(Position, Options), Fault> {
        let bytes: Cow<'_, [u8]> = match (&self.puzzle, &self.picture, &self.png) {
            (Some(Sent(text)), None, None) if text.len() > turn.max_body => {
                let (length, most) = (text.len(), turn.max_body);
                return Err(Fault::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    format!("'puzzle' has {length} bytes: at most {most} are taken (`--max-body`)"),
                ));
            }
            (Some(Sent(text)), None, None) => text.as_bytes().into(),
            (None, Some(picture), None) | (None, None, Some(picture)) => STANDARD
                .decode(picture)
                .map_err(|error| Fault::unreadable(format!("the picture is not base 64: {error}")))?
                .into(),
            _ => {
                return Err(Fault::unreadable("send either 'puzzle', text or JSON, or 'picture', base 64"));
            }
        };
        let options = self.options(turn)?;
        let limits = &options.settings.limits;
        let position = forms::read_within(&bytes, self.stars, limits).map_err(Fault::unanswerable)?;
        match position.puzzle().size() {
            size if size > turn.max_board => Err(Fault::unanswerable(format!(
                "a board of {size} x {size} is too large for this server: its sides are at most {}",
                turn.max_board
            ))),
            _ => Ok((position, options)),
        }
    }

    fn options(&self, turn: &Turn) -> Result<Options, Fault> {
        let mut settings = How { seconds: self.seconds, ..How::default() }.settings(&turn.limits)?;
        settings.limits = settings.limits.started();
        let options = Options { uniqueness: self.uniqueness, settings, ..Options::default() };
        Ok(if self.rules_only { options.rules_only() } else { options })
    }

    /// The board, and what is known of its solutions.
    fn answered(&self, turn: &Turn) -> Result<(Position, queens::Answer), Fault> {
        let (position, options) = self.read(turn)?;
        let problem = position.problem().map_err(Fault::unanswerable)?;
        Ok((position, ask(&problem, Question::Unique, &options.settings).map_err(Fault::unanswerable)?))
    }
}

/// The board as it was read, and what is known of its solutions.
pub(super) fn read(board: &PuzzleRequest, turn: &Turn) -> Result<PuzzleAnswerDocument, Fault> {
    let (position, answer) = board.answered(turn)?;
    Ok(PuzzleAnswerDocument::new(&position, &answer))
}

/// The solution, and whether it is the only one.
pub(super) fn solve(board: &PuzzleRequest, turn: &Turn) -> Result<PuzzleAnswerDocument, Fault> {
    let (position, answer) = board.answered(turn)?;
    let mut shown = Position::new(position.puzzle().clone());
    for &square in answer.first.iter().flat_map(Placement::squares) {
        shown.set(square, Mark::Queen);
    }
    Ok(PuzzleAnswerDocument::new(&shown, &answer))
}

/// The next step, or a mark that is wrong.
pub(super) fn hint(board: &PuzzleRequest, turn: &Turn) -> Result<HintDocument, Fault> {
    let (position, options) = board.read(turn)?;
    let hint = puzzle::hint(&position, &options).map_err(Fault::unanswerable)?;
    Ok(HintDocument::new(&hint))
}

/// All steps from what is known.
pub(super) fn explain(board: &PuzzleRequest, turn: &Turn) -> Result<ExplanationDocument, Fault> {
    let (position, options) = board.read(turn)?;
    if let Some(obstacle) = puzzle::obstacle(&position, &options).map_err(Fault::unanswerable)? {
        return Err(Fault::unanswerable(obstacle));
    }
    Ok(ExplanationDocument::new(&puzzle::explain_from(&position, &options)))
}

/// How hard it is.
pub(super) fn rate(board: &PuzzleRequest, turn: &Turn) -> Result<RatingDocument, Fault> {
    let (position, options) = board.read(turn)?;
    let clues = Position::new(position.puzzle().clone());
    if let Some(obstacle) = puzzle::unratable(clues.puzzle(), &options).map_err(Fault::unanswerable)? {
        return Err(Fault::unanswerable(obstacle));
    }
    let rating = puzzle::rate(clues.puzzle(), &options);
    Ok(RatingDocument::new(&rating.map_err(|stop| Fault::unanswerable(format!("not rated: {stop}")))?))
}

/// What a new puzzle should be.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GenerateRequest {
    /// The length of a side.
    size: u32,
    /// The queens of each row, column and region; absent, 1.
    stars: Option<u32>,
    #[schema(schema_with = ratings)]
    rating: Option<String>,
    /// Whether it may be as hard as it comes.
    #[serde(default)]
    any: bool,
    /// The same seed gives the same puzzle.
    #[serde(default)]
    seed: u64,
    /// Whether its regions are the same after a half turn.
    #[serde(default)]
    symmetric: bool,
    #[schema(schema_with = shapes)]
    shape: Option<String>,
    /// How many queens are given.
    #[serde(default)]
    given: u32,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for GenerateRequest {}

fn board() -> Object {
    let what =
        "The board: text in any form that is read, or JSON such as the object that the command prints.";
    field(what, [Type::String, Type::Array, Type::Object, Type::Null]).build()
}

fn ratings() -> Object {
    let what = "How hard it is; absent, as long as rules alone solve it.";
    names(what, RatingWord::ALL[..4].iter().map(|&word| word.id()))
}

fn shapes() -> Object {
    names("How its regions grow.", RegionShape::ALL.iter().map(|&shape| shape.id()))
}

/// A new puzzle with exactly one solution.
pub(super) fn generate(new: &GenerateRequest, turn: &Turn) -> Result<GeneratedDocument, Fault> {
    let limits = How { seconds: new.seconds, ..How::default() }.settings(&turn.limits)?.limits;
    let difficulty = match &new.rating {
        _ if new.any => Difficulty::Any,
        Some(word) => Difficulty::Rated(named("rating", word, &RatingWord::ALL[..4], RatingWord::id)?),
        None => Difficulty::ByRules,
    };
    let shape = match &new.shape {
        Some(shape) => named("shape", shape, &RegionShape::ALL, RegionShape::id)?,
        None => GenerateSettings::new(new.size, 0).shape,
    };
    let settings = GenerateSettings {
        stars: new.stars.unwrap_or(1),
        symmetric: new.symmetric,
        givens: new.given,
        shape,
        difficulty,
        limits,
        ..GenerateSettings::new(new.size, new.seed)
    };
    let made = puzzle::generate(&settings).map_err(Fault::unanswerable)?;
    Ok(GeneratedDocument { puzzles: vec![GeneratedEntry::new(new.seed, &made)], outcome: Outcome::Exhausted })
}
