//! Region puzzles for people who make them: number of solutions, repair, export.

use crate::answer::AnswerContent;
use crate::fault::ApiFault;
use crate::puzzle::PuzzleRequest;
use crate::request::{ApiRequest, RequestContext, SearchOptions, check_sides, field, named};
use crate::request_schema::TextOrJson;
use queens::control::{Limits, Outcome};
use queens::document::{Document, DrawnSolutionsDocument, PuzzleDocument, UniqueRepairDocument};
use queens::puzzle::write::{self, Sheet, SheetPuzzle};
use queens::puzzle::{Position, RatingWord, rate, read as forms, repair_uniqueness};
use queens::render::Fill;
use queens::{Question, Settings, Verdict, ask, ask_each};
use serde::Deserialize;
use std::ops::ControlFlow;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

/// Maximum number of solutions that are counted.
const MAX_COUNTED_SOLUTIONS: u64 = 1_000;

/// Side of a square in a PNG picture, in pixels.
const SQUARE_PIXELS: u32 = 48;

/// Maximum number of puzzles on a sheet.
const MAX_SHEET_PUZZLES: usize = 24;

/// Number of boards side by side on a sheet.
const SHEET_COLUMNS: u32 = 2;

/// Counts the solutions of the puzzle up to a bound, and returns two of them.
pub(crate) fn solutions(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<DrawnSolutionsDocument, ApiFault> {
    let (position, options) = board.read(context)?;
    let Ok(problem) = position.problem() else {
        // Queens that break a rule.
        return Ok(DrawnSolutionsDocument::new(0, &[], Outcome::Exhausted));
    };
    let (mut count, mut first) = (0, Vec::new());
    let answer = ask_each(&problem, Question::All, &options.settings, &mut |solution| {
        count += 1;
        if first.len() < 2 {
            first.push(solution.clone());
        }
        if count < MAX_COUNTED_SOLUTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .map_err(ApiFault::unanswerable)?;
    Ok(DrawnSolutionsDocument::new(count, &first, answer.outcome))
}

/// Changes as few squares as possible, so that the puzzle has exactly one solution.
pub(crate) fn repair(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<UniqueRepairDocument, ApiFault> {
    let (position, options) = board.read(context)?;
    let repair = repair_uniqueness(position.puzzle(), &options.settings.limits);
    Ok(UniqueRepairDocument::new(&repair.map_err(ApiFault::unanswerable)?))
}

/// A puzzle and the form in which it is written.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WriteRequest {
    #[schema(schema_with = puzzles)]
    puzzle: TextOrJson,
    /// Queens in each row, column and region, if the form does not contain it.
    stars: Option<u32>,
    #[schema(schema_with = formats)]
    format: String,
    /// True to draw patterns in addition to colours.
    #[serde(default)]
    patterns: bool,
    /// Title of a sheet.
    title: Option<String>,
    /// Time limit, at most that of the server.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for WriteRequest {}

/// Form in which a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenForm {
    Grid,
    Text,
    Json,
    Task,
    Link,
    Sbn,
    Svg,
    Png,
    Html,
}

impl WrittenForm {
    const ALL: [WrittenForm; 9] = [
        WrittenForm::Grid,
        WrittenForm::Text,
        WrittenForm::Json,
        WrittenForm::Task,
        WrittenForm::Link,
        WrittenForm::Sbn,
        WrittenForm::Svg,
        WrittenForm::Png,
        WrittenForm::Html,
    ];

    /// Name in requests, the same as in the command.
    fn id(self) -> &'static str {
        match self {
            WrittenForm::Grid => "grid",
            WrittenForm::Text => "text",
            WrittenForm::Json => "json",
            WrittenForm::Task => "task",
            WrittenForm::Link => "link",
            WrittenForm::Sbn => "sbn",
            WrittenForm::Svg => "svg",
            WrittenForm::Png => "png",
            WrittenForm::Html => "html",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            WrittenForm::Svg => "image/svg+xml",
            WrittenForm::Png => "image/png",
            WrittenForm::Html => "text/html; charset=utf-8",
            WrittenForm::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

fn puzzles() -> Object {
    let what = "Puzzle: text in any form, or JSON such as the object that the command prints. A sheet (`html`) takes several: \
        a list of objects, or a line each.";
    field(what, [Type::String, Type::Array, Type::Object]).build()
}

fn formats() -> Object {
    let what =
        "Form of `queens puzzle show`, or `html` for a sheet to print, with the solutions on its last page.";
    field(what, [Type::String]).enum_values(Some(WrittenForm::ALL.map(WrittenForm::id))).build()
}

/// Writes a puzzle in a form of the command, or several puzzles as a sheet.
pub(crate) fn write(request: &WriteRequest, context: &RequestContext) -> Result<AnswerContent, ApiFault> {
    let form = named("format", &request.format, &WrittenForm::ALL, WrittenForm::id)?;
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    let settings = settings.clone().with_limits(settings.limits.started());
    let text = request.puzzle.0.as_bytes();
    let mut positions =
        forms::read_all(text, request.stars, &settings.limits).map_err(ApiFault::unanswerable)?;
    let most = if form == WrittenForm::Html { MAX_SHEET_PUZZLES } else { 1 };
    if positions.len() > most {
        let found = positions.len();
        return Err(ApiFault::unanswerable(format!("{found} puzzles are too many: the limit is {most}")));
    }
    for position in &positions {
        let size = position.puzzle().size();
        check_sides(size, size, context.max_board)?;
    }
    let fill = Fill { patterns: request.patterns, ..Fill::default() };
    let bytes = if form == WrittenForm::Html {
        let title = request.title.as_deref().unwrap_or("Puzzles");
        sheet(positions, title, fill, &settings)?
    } else {
        let position = positions.pop().ok_or_else(|| ApiFault::unanswerable("there is no puzzle"))?;
        written(&position, form, fill, &settings.limits).map_err(ApiFault::unanswerable)?
    };
    Ok(AnswerContent { content_type: form.content_type(), bytes })
}

/// Writes one puzzle.
fn written(
    position: &Position,
    form: WrittenForm,
    fill: Fill,
    limits: &Limits,
) -> Result<Vec<u8>, write::WriteError> {
    let puzzle = position.puzzle();
    let mut bytes = Vec::new();
    match form {
        WrittenForm::Grid => bytes.extend(write::grid(position).bytes()),
        WrittenForm::Text => bytes.extend(write::text(position)?.bytes()),
        WrittenForm::Task => bytes.extend(write::task(puzzle)?.bytes()),
        WrittenForm::Link => bytes.extend(write::link(puzzle)?.bytes()),
        WrittenForm::Sbn => bytes.extend(write::notation(puzzle)?.bytes()),
        WrittenForm::Json | WrittenForm::Html => PuzzleDocument::new(position).write_json(&mut bytes)?,
        WrittenForm::Svg => write::svg(position, fill, &mut bytes)?,
        WrittenForm::Png => write::png(position, fill, SQUARE_PIXELS, limits, &mut bytes)?,
    }
    Ok(bytes)
}

/// Writes a sheet to print. A puzzle with exactly one solution has its rating as caption and its solution on the last page.
fn sheet(
    positions: Vec<Position>,
    title: &str,
    fill: Fill,
    settings: &Settings,
) -> Result<Vec<u8>, ApiFault> {
    let mut puzzles = Vec::new();
    for position in positions {
        let clues = Position::new(position.puzzle().clone());
        let answer =
            ask(clues.puzzle().problem(), Question::Unique, settings).map_err(ApiFault::unanswerable)?;
        let solution = if answer.verdict() == Verdict::OnlyOne { answer.first } else { None };
        let options = queens::puzzle::Options { settings: settings.clone(), ..Default::default() };
        let rating = solution.as_ref().and_then(|_| rate(clues.puzzle(), &options).ok());
        let caption = rating.map_or_else(String::new, |rating| RatingWord::id(rating.word).to_owned());
        puzzles.push(SheetPuzzle { position: clues, caption, solution });
    }
    let mut bytes = Vec::new();
    let sheet = Sheet { title: title.to_owned(), puzzles, columns: SHEET_COLUMNS, fill };
    sheet.write_html(&mut bytes).map_err(ApiFault::unanswerable)?;
    Ok(bytes)
}
