//! The addresses of the API, each with its description, an example and its function.

use crate::answer::{AnswerContent, ApiAnswer};
use crate::fault::ApiFault;
use crate::lab::{RECORDING_TYPES, RecordRequest};
use crate::operation::OperationSpec;
use crate::questions::{DRAWING_TYPES, DrawRequest, ListRequest};
use crate::race::RaceRequest;
use crate::request::{ApiRequest, RequestContext, parse_request};
use crate::setter::WriteRequest;
use crate::{game, grade, lab, picture, puzzle, questions, race, search, setter};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens::document::{Document, TechniquesDocument, VariantsDocument};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use utoipa::ToSchema;

/// The root of the addresses.
pub const API_ROOT: &str = "/api/v1";

/// The parser of an address.
type RequestParser = Box<dyn Fn(&[u8]) -> Result<ParsedRequest, ApiFault> + Send + Sync>;

/// The function that answers a parsed request.
type AnswerFn = dyn FnOnce(&RequestContext) -> Result<ApiAnswer, ApiFault> + Send;

/// A parsed request, which no longer needs the bytes of the body.
pub struct ParsedRequest(Box<AnswerFn>);

impl ParsedRequest {
    /// Answers the request.
    ///
    /// # Errors
    /// A request that cannot be answered.
    pub fn answer(self, context: &RequestContext) -> Result<ApiAnswer, ApiFault> {
        (self.0)(context)
    }
}

impl fmt::Debug for ParsedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParsedRequest").finish_non_exhaustive()
    }
}

/// An address of the API.
pub struct Endpoint {
    /// Path below [`API_ROOT`].
    pub path: &'static str,
    /// Description, with the method.
    pub operation: OperationSpec,
    /// Maximum length of the body in multiples of the common limit; `None` if the address
    /// takes no body and never searches.
    pub body_factor: Option<usize>,
    parser: RequestParser,
}

impl Endpoint {
    /// Parses the body of a request.
    ///
    /// # Errors
    /// A body that cannot be read.
    pub fn parse(&self, body: &[u8]) -> Result<ParsedRequest, ApiFault> {
        (self.parser)(body)
    }

    /// Parses and answers a request.
    ///
    /// # Errors
    /// A request that cannot be read or answered.
    pub fn answer(
        &self,
        body: &[u8],
        context: &RequestContext,
    ) -> Result<ApiAnswer, ApiFault> {
        self.parse(body)?.answer(context)
    }

    /// An address with a fixed document.
    fn from_get<D: Document + ToSchema + 'static>(
        path: &'static str,
        summary: &str,
        document: fn() -> D,
    ) -> Self {
        Endpoint {
            path,
            operation: OperationSpec::get(summary).with_document::<D>(),
            body_factor: None,
            parser: Box::new(move |_| {
                Ok(ParsedRequest(Box::new(move |_| {
                    AnswerContent::json(&document()).map(ApiAnswer::Content)
                })))
            }),
        }
    }

    /// An address that answers an object with a document.
    fn from_post<R: ApiRequest, D: Document + ToSchema + 'static>(
        path: &'static str,
        summary: &str,
        example: &Value,
        work: fn(&R, &RequestContext) -> Result<D, ApiFault>,
    ) -> Self {
        let operation = OperationSpec::post(summary)
            .with_request::<R>(example)
            .with_document::<D>();
        Endpoint::with_body(path, operation, move |request: &R, context| {
            AnswerContent::json(&work(request, context)?).map(ApiAnswer::Content)
        })
    }

    /// An address that answers an object with anything.
    fn with_body<R: ApiRequest>(
        path: &'static str,
        operation: OperationSpec,
        work: impl Fn(&R, &RequestContext) -> Result<ApiAnswer, ApiFault>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let work = Arc::new(work);
        Endpoint {
            path,
            operation,
            body_factor: Some(R::BODY_FACTOR),
            parser: Box::new(move |body| {
                let (request, work) = (parse_request::<R>(body)?, work.clone());
                Ok(ParsedRequest(Box::new(move |context| {
                    work(&request, context)
                })))
            }),
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// All addresses of the API, except jobs and campaigns, which need a server that keeps
/// them.
#[must_use]
pub fn endpoints() -> Vec<Endpoint> {
    let mut all = Vec::from(document_endpoints());
    all.extend(question_endpoints());
    all.extend(stream_endpoints());
    all.extend(lab_endpoints());
    all.extend(puzzle_endpoints());
    all.extend(setter_endpoints());
    all.extend(game_endpoints());
    all
}

fn document_endpoints() -> [Endpoint; 3] {
    [
        Endpoint::from_get(
            "/engines",
            "All engines: description, source, and figures that they count.",
            lab::list_engines,
        ),
        Endpoint::from_get(
            "/variants",
            "All variants of the problem.",
            VariantsDocument::all,
        ),
        Endpoint::from_get("/known", "Published counts for queens.", lab::list_known),
    ]
}

fn question_endpoints() -> [Endpoint; 7] {
    let problem = json!({ "problem": "queens 6\ngivens: b1" });
    let solutions = json!({ "problem": "4", "solutions": [[1, 3, 0, 2], [2, 0, 3, 1]] });
    [
        Endpoint::from_post(
            "/problem",
            "Describes a board square by square, with given queens and attacked squares.",
            &problem,
            questions::describe_problem,
        ),
        Endpoint::from_post(
            "/solve",
            "Finds a solution, and what is known about the others, or a proof that there is none.",
            &problem,
            questions::solve_problem,
        ),
        Endpoint::from_post(
            "/count",
            "Counts the solutions.",
            &problem,
            questions::count_solutions,
        ),
        Endpoint::from_post(
            "/count/estimate",
            "Estimates the time of a count as a job from a short sample.",
            &problem,
            questions::estimate_time,
        ),
        Endpoint::from_post(
            "/classes",
            "Counts the solutions by symmetry class.",
            &problem,
            questions::count_classes,
        ),
        Endpoint::from_post(
            "/verify",
            "Checks whether solutions are valid, distinct and complete.",
            &solutions,
            questions::verify_solutions,
        ),
        Endpoint::from_post(
            "/diagnose",
            "Says what is wrong with a program for n queens, from its answers.",
            &json!({ "answers": [{ "n": 2, "solutions": [[0, 1]] }, { "n": 3, "solutions": [] }] }),
            grade::diagnose_answers,
        ),
    ]
}

fn stream_endpoints() -> [Endpoint; 4] {
    let list = OperationSpec::post(
        "Lists solutions as they are found, one object per line; the last line is the outcome.",
    )
    .with_request::<ListRequest>(&json!({ "problem": "6" }))
    .with_text(200, "The lines.", &["application/x-ndjson"]);
    let draw = OperationSpec::post("Draws a board in a format of the command.")
        .with_request::<DrawRequest>(
            &json!({ "problem": "4", "queens": [[0, 1]], "format": "svg" }),
        )
        .with_text(200, "The drawing.", &DRAWING_TYPES);
    let record = OperationSpec::post("Draws steps of an engine as an animated picture.")
        .with_request::<RecordRequest>(
            &json!({ "problem": "6", "engine": "flags", "first": true, "format": "svg" }),
        )
        .with_text(200, "The picture.", &RECORDING_TYPES);
    let race =
        OperationSpec::post("Runs an engine and reports its progress every 50 milliseconds, one object per line; the last line is its entry in `/compare`.")
            .with_request::<RaceRequest>(&json!({ "problem": "6", "engine": "flags" }))
            .with_text(200, "The lines.", &["application/x-ndjson"]);
    [
        Endpoint::with_body("/list", list, |request: &ListRequest, context| {
            Ok(ApiAnswer::List(Box::new(questions::list_solutions(
                request, context,
            )?)))
        }),
        Endpoint::with_body("/draw", draw, |request: &DrawRequest, context| {
            questions::draw_board(request, context).map(ApiAnswer::Content)
        }),
        Endpoint::with_body("/record", record, |request: &RecordRequest, context| {
            lab::record_steps(request, context).map(ApiAnswer::Content)
        }),
        Endpoint::with_body("/race", race, |request: &RaceRequest, context| {
            Ok(ApiAnswer::Race(Box::new(race::start_race(
                request, context,
            )?)))
        }),
    ]
}

fn lab_endpoints() -> [Endpoint; 5] {
    let trace = json!({ "problem": "4", "engine": "flags", "limit": 20 });
    let compare = json!({ "problem": "6", "engines": ["flags", "bitmask"] });
    let jugs = json!({ "problem": "jugs", "capacities": [3, 5], "goal": 4, "limit": 20 });
    let growth = json!({ "sizes": [4, 6], "engines": ["flags"] });
    [
        Endpoint::from_post(
            "/trace",
            "Returns a page of the steps of an engine.",
            &trace,
            lab::trace_steps,
        ),
        Endpoint::from_post(
            "/compare",
            "Compares engines on one problem.",
            &compare,
            lab::compare_engines,
        ),
        Endpoint::from_post(
            "/search",
            "Returns a page of the steps of the general problem solver.",
            &jugs,
            search::search_states,
        ),
        Endpoint::from_post(
            "/growth",
            "Measures the growth of engines with the board.",
            &growth,
            lab::measure_growth,
        ),
        Endpoint::from_post(
            "/profile",
            "Counts the nodes of the backtrack tree by level: the ways to fill the first rows.",
            &json!({ "sizes": [4, 8] }),
            lab::profile_tree,
        ),
    ]
}

/// Picture of a board of 4 x 4 squares.
const EXAMPLE_PICTURE: &[u8] = include_bytes!("example-board.png");

fn puzzle_endpoints() -> [Endpoint; 10] {
    let board = json!({ "puzzle": "FAGGGGG\nFFFGEEG\nFFFFEGG\nBBDDEEE\nBBDDDEC\nDDDDDCC\nDDDDDDC" });
    let new = json!({ "size": 6, "seed": 4 });
    let picture = json!({
        "picture": STANDARD.encode(EXAMPLE_PICTURE),
        "corners": [[0, 0], [1, 0], [1, 1], [0, 1]],
        "rows": 4,
    });
    [
        Endpoint::from_post(
            "/puzzle/read",
            "Returns a region puzzle as it was read, whether it has exactly one solution, and a mark that contradicts it.",
            &board,
            puzzle::read_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/picture",
            "Reads what a picture shows, and names the squares that are uncertain.",
            &picture,
            picture::read_board,
        ),
        Endpoint::from_post(
            "/puzzle/solve",
            "Solves a puzzle and decides whether the solution is the only one.",
            &board,
            puzzle::solve_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/hint",
            "Returns the next step, or a wrong mark.",
            &board,
            puzzle::hint_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/check",
            "Returns the number of wrong marks, without naming any.",
            &board,
            puzzle::check_marks,
        ),
        Endpoint::from_post(
            "/puzzle/explain",
            "Returns all steps to the solution.",
            &board,
            puzzle::explain_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/rate",
            "Rates the difficulty of a puzzle.",
            &board,
            puzzle::rate_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/generate",
            "Generates a puzzle with exactly one solution.",
            &new,
            puzzle::generate_puzzle,
        ),
        Endpoint::from_post(
            "/puzzle/daily",
            "Makes a puzzle of a day.",
            &json!({ "day": "2026-12-21", "puzzle": "easy" }),
            puzzle::make_daily,
        ),
        Endpoint::from_get(
            "/puzzle/techniques",
            "All deductions of hints: rule, and an example with its step.",
            TechniquesDocument::all,
        ),
    ]
}

fn setter_endpoints() -> [Endpoint; 3] {
    let board = json!({ "puzzle": "AABBB\nAACCB\nDCCCB\nDDEEE\nDDEEE" });
    let written =
        json!({ "puzzle": "AABBB\nAACCB\nDCCCB\nDDEEE\nDDEEE", "format": "svg" });
    let write = OperationSpec::post(
        "Writes a puzzle in a form of the command, or several as a sheet to print.",
    )
    .with_request::<WriteRequest>(&written)
    .with_text(200, "The puzzle.", &DRAWING_TYPES);
    [
        Endpoint::from_post(
            "/puzzle/solutions",
            "Counts the solutions of a puzzle up to 1,000, and returns two of them.",
            &board,
            setter::draw_solutions,
        ),
        Endpoint::from_post(
            "/puzzle/repair",
            "Changes the regions of as few squares as possible, so that a puzzle has exactly one solution.",
            &board,
            setter::repair_puzzle,
        ),
        Endpoint::with_body("/puzzle/write", write, |request: &WriteRequest, context| {
            setter::write_puzzles(request, context).map(ApiAnswer::Content)
        }),
    ]
}

fn game_endpoints() -> [Endpoint; 3] {
    let marked =
        json!({ "size": 6, "given": [[0, 1]], "queens": [[1, 3]], "crosses": [[2, 0]] });
    [
        Endpoint::from_post(
            "/game/level",
            "Makes a level of the game of n queens: given queens that exactly one solution contains.",
            &json!({ "size": 8, "rating": "easy", "seed": 4 }),
            game::make_level,
        ),
        Endpoint::from_post(
            "/game/hint",
            "Returns the next step in the game of n queens, or a wrong mark.",
            &marked,
            game::hint_completion,
        ),
        Endpoint::from_post(
            "/game/check",
            "Returns the number of wrong marks in the game of n queens, without naming any.",
            &marked,
            game::check_completion,
        ),
    ]
}
