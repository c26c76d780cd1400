//! Region puzzles: import, solve, hint, explain, rate, generate.

use crate::fault::ApiFault;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, check_sides, find_named, name_schema,
    object_field,
};
use crate::request_schema::TextOrJson;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens::control::Outcome;
use queens::document::{
    ExplanationDocument, GeneratedDocument, GeneratedEntry, HintDocument,
    MarkCheckDocument, PuzzleAnswerDocument, RatingDocument,
};
use queens::puzzle::daily::{DAILY_PUZZLES, Day};
use queens::puzzle::{
    self, Difficulty, GenerateSettings, Options, Position, PuzzleWish, RatingWord,
    RegionShape, TechniqueInfo, read as forms,
};
use queens::{Question, Settings};
use serde::Deserialize;
use std::borrow::Cow;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

/// Body of a request with a picture, which is long, as a multiple of that of others.
pub(crate) const PICTURE_BODY_FACTOR: usize = 32;

/// A puzzle: text in any form, an object, or a picture in base64.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PuzzleRequest {
    #[schema(schema_with = board)]
    puzzle: Option<TextOrJson>,
    /// Picture of the puzzle in base64 (PNG, JPEG or WebP), instead of `puzzle`.
    picture: Option<String>,
    /// Queens in each row, column and region, if the form does not contain it.
    stars: Option<u32>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for PuzzleRequest {
    const BODY_FACTOR: usize = PICTURE_BODY_FACTOR;
}

impl PuzzleRequest {
    /// Reads the puzzle. The clock of the returned options includes this time.
    pub(crate) fn read_position(
        &self,
        context: &RequestContext,
    ) -> Result<(Position, Options), ApiFault> {
        let PuzzleRequest {
            puzzle,
            picture,
            stars,
            seconds,
        } = self;
        let mut settings = SearchOptions::within(*seconds).settings(&context.limits)?;
        settings.limits = settings.limits.started();
        let position = read_position(
            puzzle.as_ref(),
            picture.as_deref(),
            *stars,
            &settings,
            context,
        )?;
        Ok((
            position,
            Options {
                settings,
                ..Options::default()
            },
        ))
    }
}

/// A puzzle, as in a [`PuzzleRequest`], and the deductions that are allowed.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReasonRequest {
    #[schema(schema_with = board)]
    puzzle: Option<TextOrJson>,
    /// Picture of the puzzle in base64 (PNG, JPEG or WebP), instead of `puzzle`.
    picture: Option<String>,
    /// Queens in each row, column and region, if the form does not contain it.
    stars: Option<u32>,
    /// True to allow deductions from the uniqueness of the solution.
    #[serde(default)]
    uniqueness: bool,
    /// True to use rules only, no proofs by contradiction.
    #[serde(default)]
    rules_only: bool,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for ReasonRequest {
    const BODY_FACTOR: usize = PICTURE_BODY_FACTOR;
}

impl ReasonRequest {
    /// Reads the puzzle, as [`PuzzleRequest::read_position`] does.
    fn read_position(
        &self,
        context: &RequestContext,
    ) -> Result<(Position, Options), ApiFault> {
        let ReasonRequest {
            puzzle,
            picture,
            stars,
            seconds,
            ..
        } = self;
        let mut settings = SearchOptions::within(*seconds).settings(&context.limits)?;
        settings.limits = settings.limits.started();
        let position = read_position(
            puzzle.as_ref(),
            picture.as_deref(),
            *stars,
            &settings,
            context,
        )?;
        let options = Options {
            uniqueness: self.uniqueness,
            settings,
            ..Options::default()
        };
        Ok((
            position,
            if self.rules_only {
                options.rules_only()
            } else {
                options
            },
        ))
    }
}

/// Reads a puzzle from its text, or from a picture in base64.
fn read_position(
    puzzle: Option<&TextOrJson>,
    picture: Option<&str>,
    stars: Option<u32>,
    settings: &Settings,
    context: &RequestContext,
) -> Result<Position, ApiFault> {
    let bytes: Cow<'_, [u8]> = match (puzzle, picture) {
        (Some(TextOrJson(text)), None) if text.len() > context.max_body => {
            let (length, most) = (text.len(), context.max_body);
            let detail = format!(
                "'puzzle' has {length} bytes: the limit is {most} (on a server, `--max-body`)"
            );
            return Err(ApiFault::new(413, detail));
        }
        (Some(TextOrJson(text)), None) => text.as_bytes().into(),
        (None, Some(picture)) => STANDARD
            .decode(picture)
            .map_err(|error| {
                ApiFault::unreadable(format!("'picture' is not valid base64: {error}"))
            })?
            .into(),
        _ => {
            return Err(ApiFault::unreadable(
                "send either 'puzzle' (text or JSON) or 'picture' (base64)",
            ));
        }
    };
    let position = forms::read_within(&bytes, stars, &settings.limits)
        .map_err(ApiFault::unanswerable)?;
    let size = position.puzzle().size();
    check_sides(size, size, context.max_board)?;
    Ok(position)
}

/// Returns the puzzle as it was read, whether it has exactly one solution, and a mark
/// that contradicts it.
pub(crate) fn read_puzzle(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<PuzzleAnswerDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let found = puzzle::answer_clues(&position, Question::Unique, &options);
    Ok(PuzzleAnswerDocument::with_board(
        &position,
        &found.map_err(ApiFault::unanswerable)?,
    ))
}

/// Solves the puzzle and decides whether the solution is the only one.
pub(crate) fn solve_puzzle(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<PuzzleAnswerDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let found = puzzle::answer_puzzle(&position, Question::Unique, &options);
    Ok(PuzzleAnswerDocument::new(
        &position,
        &found.map_err(ApiFault::unanswerable)?,
    ))
}

/// Returns the number of wrong marks.
pub(crate) fn check_marks(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<MarkCheckDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let check =
        puzzle::check_marks(&position, &options).map_err(ApiFault::unanswerable)?;
    Ok(MarkCheckDocument::new(check))
}

/// Returns the next step, or a wrong mark.
pub(crate) fn hint_puzzle(
    board: &ReasonRequest,
    context: &RequestContext,
) -> Result<HintDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let hint = puzzle::hint(&position, &options).map_err(ApiFault::unanswerable)?;
    Ok(HintDocument::new(&hint))
}

/// Returns all steps from the current marks.
pub(crate) fn explain_puzzle(
    board: &ReasonRequest,
    context: &RequestContext,
) -> Result<ExplanationDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    if let Some(obstacle) =
        puzzle::obstacle(&position, &options).map_err(ApiFault::unanswerable)?
    {
        return Err(ApiFault::unanswerable(obstacle));
    }
    Ok(ExplanationDocument::new(&puzzle::explain_from(
        &position, &options,
    )))
}

/// Rates the difficulty of the puzzle.
pub(crate) fn rate_puzzle(
    board: &ReasonRequest,
    context: &RequestContext,
) -> Result<RatingDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let clues = Position::new(position.puzzle().clone());
    if let Some(obstacle) =
        puzzle::unratable(clues.puzzle(), &options).map_err(ApiFault::unanswerable)?
    {
        return Err(ApiFault::unanswerable(obstacle));
    }
    let rating = puzzle::rate(clues.puzzle(), &options);
    Ok(RatingDocument::new(&rating.map_err(|stop| {
        ApiFault::unanswerable(format!("no rating: {stop}"))
    })?))
}

/// Properties of a new puzzle.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GenerateRequest {
    /// Number of rows and columns.
    size: u32,
    /// Queens in each row, column and region; 1 by default.
    stars: Option<u32>,
    #[schema(schema_with = ratings)]
    rating: Option<String>,
    #[schema(schema_with = needed_techniques)]
    needs: Option<String>,
    #[schema(schema_with = hardest_techniques)]
    at_most: Option<String>,
    /// Least number of squares in a region.
    #[serde(default)]
    least_region: u32,
    /// True to allow any difficulty.
    #[serde(default)]
    any: bool,
    /// Seed: the same seed gives the same puzzle.
    #[serde(default)]
    seed: u64,
    /// True for half-turn symmetric regions.
    #[serde(default)]
    symmetric: bool,
    #[schema(schema_with = shapes)]
    shape: Option<String>,
    /// Number of given queens.
    #[serde(default)]
    given: u32,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for GenerateRequest {}

fn board() -> Object {
    let what =
        "Puzzle: text in any form, or JSON such as the object that the command prints.";
    object_field(what, [Type::String, Type::Array, Type::Object, Type::Null]).build()
}

fn ratings() -> Object {
    let what = "Difficulty; by default any puzzle that rules alone can solve.";
    name_schema(what, RatingWord::ALL.iter().map(|&word| word.id()))
}

fn needed_techniques() -> Object {
    technique_schema("A deduction that the puzzle needs.")
}

fn hardest_techniques() -> Object {
    technique_schema("The hardest deduction that the puzzle may need.")
}

fn technique_schema(what: &str) -> Object {
    name_schema(what, puzzle::techniques().map(|technique| technique.id))
}

/// Finds the deduction that a request names, if it names one.
fn find_technique(
    name: Option<&String>,
) -> Result<Option<&'static TechniqueInfo>, ApiFault> {
    let all: Vec<_> = puzzle::techniques().collect();
    name.map(|name| find_named("deduction", name, &all, |technique| technique.id))
        .transpose()
}

fn shapes() -> Object {
    name_schema(
        "Shape of the regions.",
        RegionShape::ALL.iter().map(|&shape| shape.id()),
    )
}

/// Generates a puzzle with exactly one solution.
pub(crate) fn generate_puzzle(
    new: &GenerateRequest,
    context: &RequestContext,
) -> Result<GeneratedDocument, ApiFault> {
    let limits = SearchOptions::within(new.seconds)
        .settings(&context.limits)?
        .limits;
    let difficulty = match &new.rating {
        _ if new.any => Difficulty::Any,
        Some(word) => Difficulty::Rated(find_named(
            "rating",
            word,
            &RatingWord::ALL,
            RatingWord::id,
        )?),
        None => Difficulty::ByRules,
    };
    let shape = match &new.shape {
        Some(shape) => find_named("shape", shape, &RegionShape::ALL, RegionShape::id)?,
        None => GenerateSettings::new(new.size, 0).shape,
    };
    let settings = GenerateSettings {
        stars: new.stars.unwrap_or(1),
        symmetric: new.symmetric,
        givens: new.given,
        shape,
        wish: PuzzleWish {
            difficulty,
            needs: find_technique(new.needs.as_ref())?,
            at_most: find_technique(new.at_most.as_ref())?,
            least_region: new.least_region,
            ..PuzzleWish::default()
        },
        limits,
        ..GenerateSettings::new(new.size, new.seed)
    };
    let made = puzzle::generate(&settings).map_err(ApiFault::unanswerable)?;
    Ok(GeneratedDocument {
        puzzles: vec![GeneratedEntry::new(new.seed, &made)],
        outcome: Outcome::Exhausted,
        nearest: None,
    })
}

/// A puzzle of a day.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DailyRequest {
    /// The day, such as `2028-12-24`, from 2000 to 2099.
    day: String,
    #[schema(schema_with = daily_ids)]
    puzzle: String,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for DailyRequest {}

fn daily_ids() -> Object {
    let what = "Name of the puzzle; `two` is that of Saturdays, `three` that of Sundays.";
    name_schema(what, DAILY_PUZZLES.iter().map(|daily| daily.id))
}

/// Makes a puzzle of a day.
pub(crate) fn make_daily(
    request: &DailyRequest,
    context: &RequestContext,
) -> Result<GeneratedDocument, ApiFault> {
    let limits = SearchOptions::within(request.seconds)
        .settings(&context.limits)?
        .limits;
    let day: Day = request.day.parse().map_err(ApiFault::unanswerable)?;
    let daily = find_named("puzzle", &request.puzzle, &DAILY_PUZZLES, |daily| daily.id)?;
    let made = daily.make(day, &limits).map_err(ApiFault::unanswerable)?;
    let made = made.ok_or_else(|| {
        ApiFault::unanswerable(format!(
            "{day} has no puzzle '{}': `two` is that of Saturdays, `three` that of Sundays",
            daily.id
        ))
    })?;
    Ok(GeneratedDocument {
        puzzles: vec![GeneratedEntry::new(day.seed(), &made)],
        outcome: Outcome::Exhausted,
        nearest: None,
    })
}
