//! Region puzzles for people who make them: number of solutions, repair, export.

use crate::answer::AnswerContent;
use crate::fault::ApiFault;
use crate::puzzle::PuzzleRequest;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, check_sides, find_named, object_field,
};
use crate::request_schema::TextOrJson;
use queens::control::Outcome;
use queens::document::{DrawnSolutionsDocument, UniqueRepairDocument};
use queens::puzzle::write::{PuzzleForm, Sheet, SheetPuzzle, player};
use queens::puzzle::{Position, rate, read as forms, repair_uniqueness};
use queens::render::Fill;
use queens::{Question, Settings, Verdict, ask, ask_each};
use serde::Deserialize;
use std::fmt;
use std::ops::ControlFlow;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

/// Maximum number of solutions that are counted.
const MAX_COUNTED_SOLUTIONS: u64 = 1_000;

/// Maximum number of puzzles on a sheet or a page that plays them.
const MAX_SHEET_PUZZLES: usize = 24;

/// Number of boards side by side on a sheet.
const SHEET_COLUMNS: u32 = 2;

/// Counts the solutions of the puzzle up to a bound, and returns two of them.
pub(crate) fn draw_solutions(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<DrawnSolutionsDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let Ok(problem) = position.problem() else {
        // Queens that break a rule.
        return Ok(DrawnSolutionsDocument::new(0, &[], Outcome::Exhausted));
    };
    let (mut count, mut first) = (0, Vec::new());
    let answer = ask_each(
        &problem,
        Question::All,
        &options.settings,
        &mut |solution| {
            count += 1;
            if first.len() < 2 {
                first.push(solution.clone());
            }
            if count < MAX_COUNTED_SOLUTIONS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    )
    .map_err(ApiFault::unanswerable)?;
    Ok(DrawnSolutionsDocument::new(count, &first, answer.outcome))
}

/// Changes as few squares as possible, so that the puzzle has exactly one solution.
pub(crate) fn repair_puzzle(
    board: &PuzzleRequest,
    context: &RequestContext,
) -> Result<UniqueRepairDocument, ApiFault> {
    let (position, options) = board.read_position(context)?;
    let repair = repair_uniqueness(position.puzzle(), &options.settings.limits);
    Ok(UniqueRepairDocument::new(
        &repair.map_err(ApiFault::unanswerable)?,
    ))
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
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for WriteRequest {}

/// Form in which puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenForm {
    /// One puzzle, in a form of the command.
    Puzzle(PuzzleForm),
    /// Several puzzles as a web page to print.
    Sheet,
}

impl WrittenForm {
    fn all() -> Vec<WrittenForm> {
        PuzzleForm::ALL
            .into_iter()
            .map(WrittenForm::Puzzle)
            .chain([WrittenForm::Sheet])
            .collect()
    }

    /// Name in requests, the same as in the command.
    fn id(self) -> &'static str {
        match self {
            WrittenForm::Puzzle(form) => form.id(),
            WrittenForm::Sheet => "html",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            WrittenForm::Puzzle(PuzzleForm::Svg) => "image/svg+xml",
            WrittenForm::Puzzle(PuzzleForm::Png) => "image/png",
            WrittenForm::Puzzle(PuzzleForm::Json) => "application/json",
            WrittenForm::Puzzle(PuzzleForm::Player) => "text/html; charset=utf-8",
            WrittenForm::Puzzle(_) => "text/plain; charset=utf-8",
            WrittenForm::Sheet => "text/html; charset=utf-8",
        }
    }
}

fn puzzles() -> Object {
    let what = "Puzzle: text in any form, or JSON such as the object that the command prints. \
        A sheet (`html`) and a page that plays (`player`) take several puzzles: \
        a list of objects, or one on each line.";
    object_field(what, [Type::String, Type::Array, Type::Object]).build()
}

fn formats() -> Object {
    let what = "Form of `queens puzzle show`, or `html` for a sheet to print, with the solutions on its last page.";
    object_field(what, [Type::String])
        .enum_values(Some(WrittenForm::all().into_iter().map(WrittenForm::id)))
        .build()
}

/// Writes a puzzle in a form of the command, or several puzzles as a sheet.
pub(crate) fn write_puzzles(
    request: &WriteRequest,
    context: &RequestContext,
) -> Result<AnswerContent, ApiFault> {
    let form = find_named(
        "format",
        &request.format,
        &WrittenForm::all(),
        WrittenForm::id,
    )?;
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    let settings = settings.clone().with_limits(settings.limits.started());
    let text = request.puzzle.0.as_bytes();
    let mut positions = forms::read_all(text, request.stars, &settings.limits)
        .map_err(ApiFault::unanswerable)?;
    let most = match form {
        WrittenForm::Sheet | WrittenForm::Puzzle(PuzzleForm::Player) => MAX_SHEET_PUZZLES,
        WrittenForm::Puzzle(_) => 1,
    };
    if positions.len() > most {
        let found = positions.len();
        return Err(ApiFault::unanswerable(format!(
            "{found} puzzles are too many: the limit is {most}"
        )));
    }
    for position in &positions {
        let size = position.puzzle().size();
        check_sides(size, size, context.max_board)?;
    }
    let fill = Fill {
        patterns: request.patterns,
        ..Fill::default()
    };
    let bytes = match form {
        WrittenForm::Sheet => {
            let title = request.title.as_deref().unwrap_or("Puzzles");
            write_sheet(positions, title, fill, &settings)?
        }
        WrittenForm::Puzzle(PuzzleForm::Player) => {
            let mut bytes = Vec::new();
            player(&positions, &mut bytes).map_err(ApiFault::unanswerable)?;
            bytes
        }
        WrittenForm::Puzzle(form) => {
            let position = positions
                .pop()
                .ok_or_else(|| ApiFault::unanswerable("there is no puzzle"))?;
            let mut bytes = Vec::new();
            form.write(&position, fill, &settings.limits, &mut bytes)
                .map_err(ApiFault::unanswerable)?;
            bytes
        }
    };
    Ok(AnswerContent {
        content_type: form.content_type(),
        bytes,
    })
}

/// Writes a sheet to print. A puzzle with exactly one solution has its rating as caption
/// and its solution on the last page.
fn write_sheet(
    positions: Vec<Position>,
    title: &str,
    fill: Fill,
    settings: &Settings,
) -> Result<Vec<u8>, ApiFault> {
    let mut puzzles = Vec::new();
    for position in positions {
        let clues = Position::new(position.puzzle().clone());
        let answer = ask(clues.puzzle().problem(), Question::Unique, settings)
            .map_err(ApiFault::unanswerable)?;
        if !answer.outcome.is_complete() {
            return Err(unfinished_fault(answer.outcome));
        }
        let solution = if answer.verdict() == Verdict::OnlyOne {
            answer.first
        } else {
            None
        };
        let options = queens::puzzle::Options {
            settings: settings.clone(),
            ..Default::default()
        };
        let caption = match &solution {
            Some(_) => rate(clues.puzzle(), &options)
                .map_err(unfinished_fault)?
                .word
                .id()
                .to_owned(),
            None => String::new(),
        };
        puzzles.push(SheetPuzzle {
            position: clues,
            caption,
            solution,
        });
    }
    let mut bytes = Vec::new();
    let sheet = Sheet {
        title: title.to_owned(),
        puzzles,
        columns: SHEET_COLUMNS,
        fill,
    };
    sheet
        .write_html(&mut bytes)
        .map_err(ApiFault::unanswerable)?;
    Ok(bytes)
}

/// Fault of a sheet that a limit stopped: without its rating and solution, a puzzle would
/// look as if it had several solutions.
fn unfinished_fault(end: impl fmt::Display) -> ApiFault {
    ApiFault::unanswerable(format!(
        "the sheet was not written: {end}; send fewer puzzles or allow more time"
    ))
}
