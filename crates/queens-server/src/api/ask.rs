//! Questions about a problem.

use super::form::Sent;
use super::request::{Asked, How, Turn, asked, field, named, names, problem as problem_of, small_enough};
use crate::Shared;
use crate::fault::Fault;
use crate::stream;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use queens::control::{Outcome, Stop};
use queens::document::{
    AnswerDocument, ClassesDocument, CountDocument, Document, ProblemDocument, TimeEstimateDocument,
    VerifyDocument,
};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{self, Format, Style, Summary};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::verify::Verifier;
use queens::{CountOptions, Question, Settings, ask, plan, read};
use serde::Deserialize;
use std::ops::ControlFlow;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ProblemRequest {
    /// The problem in any form that is read.
    problem: String,
}

impl Asked for ProblemRequest {}

/// The problem, square by square.
pub(super) fn problem(asked: &ProblemRequest, turn: &Turn) -> Result<ProblemDocument, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    ProblemDocument::new(&problem).map_err(Fault::unanswerable)
}

/// A question about the boards of a problem, which may depend on it.
type QuestionOf = fn(&Problem) -> Question;

/// The questions: the solution that is found first; the board completed, which is a largest set where any number is a
/// solution; a random solution; one, and whether there is another; a largest set, which leaves lines empty where it must.
const QUESTIONS: [(&str, QuestionOf); 5] = [
    ("first", |_| Question::One),
    ("complete", Question::completing),
    ("random", |_| Question::Random),
    ("unique", |_| Question::Unique),
    ("maximum", |_| Question::Maximum),
];

fn questions() -> Object {
    names("What is asked; absent, `first`.", QUESTIONS.iter().map(|&(name, _)| name))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SolveRequest {
    /// The problem in any form that is read.
    problem: String,
    #[schema(schema_with = questions)]
    question: Option<String>,
    /// Place this many pawns between the queens, and as many queens more.
    pawns: Option<u32>,
    #[serde(flatten)]
    how: How,
}

impl Asked for SolveRequest {}

/// One solution, and what is known of the others.
pub(super) fn solve(asked: &SolveRequest, turn: &Turn) -> Result<AnswerDocument, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    let name = asked.question.as_deref().unwrap_or("first");
    let (_, question) = named("question", name, &QUESTIONS, |(name, _)| name)?;
    let question = match (asked.pawns, question(&problem)) {
        (None, question) => question,
        (Some(pawns), Question::One) => Question::OneWithPawns(pawns),
        (Some(pawns), _) => {
            return Err(Fault::unanswerable(format!(
                "{pawns} pawns: with pawns the question is `first`, and no other"
            )));
        }
    };
    // The document names the problem that its queens solve.
    let problem = question.put_to(&problem);
    let answer = ask(&problem, question, &asked.how.settings(&turn.limits)?).map_err(Fault::unanswerable)?;
    Ok(AnswerDocument::new(&problem, question, &answer))
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct CountRequest {
    /// The problem in any form that is read.
    pub(super) problem: String,
    /// Whether solutions that are the same up to symmetry count once.
    #[serde(default)]
    fundamental: bool,
    /// Whether maximal placements are counted: sets to which no queen can be added, of any number.
    #[serde(default)]
    maximal: bool,
    /// Place this many pawns between the queens, in all ways, and as many queens more.
    pawns: Option<u32>,
    #[serde(default)]
    #[schema(schema_with = symmetries)]
    symmetric_under: Option<String>,
    #[serde(flatten)]
    pub(super) how: How,
}

impl Asked for CountRequest {}

fn symmetries() -> Object {
    let what = "Count the solutions that this symmetry leaves as they are.";
    names(what, Symmetry::NAMED.iter().map(|&(name, _)| name))
}

impl CountRequest {
    /// The problem, and what is asked of it.
    ///
    /// # Errors
    /// As [`problem_of`]; a symmetry that there is not; two questions at once.
    pub(super) fn asked(&self, max_board: u32) -> Result<(Problem, Question), Fault> {
        let problem = problem_of(&self.problem, max_board)?;
        let question = self.options()?.question().map_err(Fault::unanswerable)?;
        Ok((question.put_to(&problem), question))
    }

    /// What is to be counted.
    ///
    /// # Errors
    /// A symmetry that there is not.
    pub(super) fn options(&self) -> Result<CountOptions, Fault> {
        let under =
            self.symmetric_under.as_deref().map(str::parse).transpose().map_err(Fault::unanswerable)?;
        let (fundamental, maximal, pawns) = (self.fundamental, self.maximal, self.pawns);
        Ok(CountOptions { fundamental, maximal, pawns, symmetric_under: under })
    }
}

/// How many solutions there are.
pub(super) fn count(asked: &CountRequest, turn: &Turn) -> Result<CountDocument, Fault> {
    let (problem, question) = asked.asked(turn.max_board)?;
    let settings = asked.how.settings(&turn.limits)?;
    let answer = ask(&problem, question, &settings).map_err(Fault::unanswerable)?;
    let document = CountDocument::new(question.about(&problem), &answer);
    Ok(CountDocument { count: asked.options()?.number(&answer).into(), ..document })
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ClassesRequest {
    /// The problem in any form that is read.
    problem: String,
    #[serde(flatten)]
    how: How,
}

impl Asked for ClassesRequest {}

/// How many there are of each symmetry.
pub(super) fn classes(asked: &ClassesRequest, turn: &Turn) -> Result<ClassesDocument, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    let settings = asked.how.settings(&turn.limits)?;
    let answer = ask(&problem, Question::Classes, &settings).map_err(Fault::unanswerable)?;
    Ok(ClassesDocument::new(&problem, &answer))
}

/// About how long a job would take to count them: it is sampled on every processor, as the job itself runs.
pub(super) fn estimate(asked: &CountRequest, turn: &Turn) -> Result<TimeEstimateDocument, Fault> {
    let (problem, question) = asked.asked(turn.max_board)?;
    let settings = asked.how.settings(&turn.limits)?.with_threads(0);
    let estimate = queens::estimate::time(&problem, question, &settings).map_err(Fault::unanswerable)?;
    Ok(TimeEstimateDocument::new(&problem, &estimate))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct VerifyRequest {
    /// The problem in any form that is read; absent, the one that the solutions name, or queens on a board of their size.
    problem: Option<String>,
    #[schema(schema_with = solutions)]
    solutions: Sent,
    /// The number of the first column, 0 or 1; absent, 1 in text and 0 in JSON.
    #[schema(minimum = 0, maximum = 1)]
    columns_from: Option<u32>,
    /// The longest time, within the server's own.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl Asked for VerifyRequest {
    /// All 14,200 solutions of 12 queens take 400 kB.
    const SIZE: usize = 4;
}

fn solutions() -> Object {
    let what = "The solutions: text in any form that is read, or JSON such as `[1, 3, 0, 2]`, the column of each row.";
    field(what, [Type::String, Type::Array, Type::Object]).build()
}

/// Whether solutions are solutions, different, and all there are.
pub(super) fn verify(asked: &VerifyRequest, turn: &Turn) -> Result<VerifyDocument, Fault> {
    let problem = asked.problem.as_deref().map(|text| problem_of(text, turn.max_board)).transpose()?;
    let limits = How { seconds: asked.seconds, ..How::default() }.settings(&turn.limits)?.limits;
    let Sent(text) = &asked.solutions;
    if let Some(first) = asked.columns_from.filter(|first| *first > 1) {
        return Err(Fault::unanswerable(format!("'columns_from' is {first}: use 0 or 1")));
    }
    let mut verifier = Verifier::default();
    let (mut fits, mut outcome) = (Ok(()), Outcome::Exhausted);
    read::solutions(&mut text.as_bytes(), problem.as_ref(), &mut |found| {
        fits = small_enough(found.problem, turn.max_board);
        if fits.is_err() {
            return ControlFlow::Break(());
        }
        verifier.enter(&match asked.columns_from {
            Some(first) => found.counted_from(first),
            None => found,
        });
        outcome = limits.check().into();
        if outcome == Outcome::Exhausted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .map_err(Fault::unanswerable)?;
    fits?;
    Ok(VerifyDocument::new(&verifier, problem.as_ref(), outcome))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ListRequest {
    /// The problem in any form that is read.
    problem: String,
    /// Whether of solutions that are the same up to symmetry one is listed.
    #[serde(default)]
    fundamental: bool,
    /// The most solutions.
    #[serde(default)]
    limit: Option<u64>,
    #[serde(flatten)]
    how: How,
}

impl Asked for ListRequest {}

/// Solutions, one object a line, as they are found.
pub(super) async fn list(State(shared): State<Shared>, request: Request) -> Result<Response, Fault> {
    let prepared = asked(&shared, request, |asked: ListRequest, turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let question = if asked.fundamental { Question::Fundamental } else { Question::All };
        let settings: Settings = asked.how.settings(&turn.limits)?;
        plan(&problem, question, &settings).map_err(Fault::unanswerable)?;
        let limit = asked.limit.unwrap_or(u64::MAX);
        Ok(stream::Listed { problem, question, settings, limit, format: Format::Ndjson })
    });
    let (listed, turn, closing) = prepared.await?;
    let content = [(header::CONTENT_TYPE, "application/x-ndjson")];
    let body = stream::body(listed, &shared, closing.disarm(), turn.seat, turn.permit);
    Ok((content, body).into_response())
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct DrawRequest {
    /// The problem in any form that is read.
    problem: String,
    /// The queens: row and column.
    #[serde(default)]
    queens: Vec<(u32, u32)>,
    #[schema(schema_with = formats)]
    format: String,
}

impl Asked for DrawRequest {}

/// The most bytes of the pixels of a drawing: about 11 million pixels.
const DRAWING: u64 = 32 << 20;

/// A board, in a form that the command draws.
pub(super) fn draw(asked: &DrawRequest, turn: &Turn) -> Result<Drawing, Fault> {
    let problem = problem_of(&asked.problem, turn.max_board)?;
    let format: Format = asked.format.parse().map_err(Fault::unanswerable)?;
    let (rows, columns, queens) = (problem.rows(), problem.columns(), asked.queens.len());
    let squares = u64::from(rows) * u64::from(columns);
    if queens as u64 > squares {
        return Err(Fault::unanswerable(format!(
            "{queens} queens are too many for a board of {rows} x {columns}: draw at most {squares}"
        )));
    }
    let squares: Vec<Square> = asked.queens.iter().map(|&(row, column)| Square::new(row, column)).collect();
    if let Some(outside) = squares.iter().find(|&&square| !problem.contains(square)) {
        return Err(Fault::unanswerable(format!("there is no square {outside} on this board")));
    }
    let memory = turn.limits.memory.map_or(DRAWING, |own| own.min(DRAWING));
    let limits = turn.limits.clone().with_memory(memory);
    let mut bytes = Vec::new();
    if let Format::Json | Format::Ndjson = format {
        // Whether these queens are a solution is not asked: the document is that of a problem in which they are given.
        let position = problem.with_givens(squares).map_err(Fault::unanswerable)?;
        let document = ProblemDocument::new(&position).map_err(Fault::unanswerable)?;
        document.write_json(&mut bytes).map_err(Fault::unanswerable)?;
        return Ok(Drawing { format: Format::Json, bytes });
    }
    let mut renderer = render::renderer_within(format, &problem, Style::default(), &limits);
    let summary = Summary { solutions: 1, outcome: Outcome::Found };
    renderer
        .begin(&mut bytes)
        .and_then(|()| renderer.solution(&Placement::new(squares), &mut bytes))
        .and_then(|()| renderer.end(&summary, &mut bytes))
        .map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref::<Stop>()) {
            Some(stop) => Fault::unanswerable(format!(
                "the picture is not drawn: {stop}; ask for svg or a smaller board, or give it more time \
                 (`queens serve --answer-time TIME`)"
            )),
            None => Fault::unanswerable(error),
        })?;
    Ok(Drawing { format, bytes })
}

/// The names of the formats.
fn formats() -> Object {
    field("A format of the command; `json` gives the problem with the queens as given ones.", [Type::String])
        .enum_values(Some(Format::ALL.map(Format::id)))
        .build()
}

/// A board that is drawn.
pub(super) struct Drawing {
    format: Format,
    bytes: Vec<u8>,
}

impl Drawing {
    /// The types of content that drawings have.
    pub(super) const TYPES: [&'static str; 5] =
        ["image/svg+xml", "image/png", "text/html", "application/json", "text/plain"];
}

impl IntoResponse for Drawing {
    fn into_response(self) -> Response {
        let content = match self.format {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Html => "text/html; charset=utf-8",
            Format::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        };
        ([(header::CONTENT_TYPE, content)], self.bytes).into_response()
    }
}
