//! Questions about a problem: solve, count, classes, verify, list, draw.

use crate::answer::AnswerContent;
use crate::fault::ApiFault;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, check_sides, name_schema, object_field,
    parse_problem as problem_of,
};
use crate::request_schema::TextOrJson;
use crate::solution_list::SolutionList;
use queens::control::{Outcome, Stop};
use queens::document::{
    AnswerDocument, ClassesDocument, CountDocument, Document, ProblemDocument,
    TimeEstimateDocument, VerifyDocument,
};
use queens::names;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::relative::{Group, GroupKind, groups as groups_of, pieces_of};
use queens::render::{self, Format, Renderer, Style, Summary};
use queens::square::Square;
use queens::verify::Verifier;
use queens::{Answer, Question, ask, plan, read};
use serde::Deserialize;
use std::io;
use std::ops::ControlFlow;
use std::slice;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProblemRequest {
    /// Problem in any text form.
    problem: String,
}

impl ApiRequest for ProblemRequest {}

/// Describes the board of a problem square by square.
pub(crate) fn describe_problem(
    request: &ProblemRequest,
    context: &RequestContext,
) -> Result<ProblemDocument, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    ProblemDocument::new(&problem).map_err(ApiFault::unanswerable)
}

/// The questions by name: any solution; a completion of the board, which is a largest set
/// if any number is a solution; a random solution; a solution and whether it is the only
/// one; a set that no solution contains.
const NAMED_QUESTIONS: [(&str, Question); 5] = [
    ("first", Question::One),
    (COMPLETE, Question::One),
    ("random", Question::Random),
    ("unique", Question::Unique),
    (UNCOMPLETABLE, Question::Uncompletable),
];

/// Name of the question about sets that no solution contains.
const UNCOMPLETABLE: &str = "uncompletable";

/// Name of the question that completes a board.
const COMPLETE: &str = "complete";

fn questions() -> Object {
    let what = "Question; `first` by default. `uncompletable` asks for a smallest set that no solution contains.";
    name_schema(what, NAMED_QUESTIONS.iter().map(|&(name, _)| name))
}

fn counted() -> Object {
    let what = "Count the sets that this question of `solve` asks for. Without it, solutions are counted.";
    name_schema(what, [UNCOMPLETABLE].into_iter())
}

/// Returns true if the name of the question about sets that no solution contains is
/// given.
fn is_about_sets(name: Option<&str>) -> Result<bool, ApiFault> {
    match name {
        None => Ok(false),
        Some(UNCOMPLETABLE) => Ok(true),
        Some(other) => {
            let reason = format!(
                "'{other}' is not a valid question: use {UNCOMPLETABLE}, or leave it out"
            );
            Err(ApiFault::unanswerable(reason))
        }
    }
}

/// Returns the question with this name.
fn question_named(name: &str) -> Result<Question, ApiFault> {
    match NAMED_QUESTIONS.iter().find(|(known, _)| *known == name) {
        Some((_, question)) => Ok(*question),
        None => {
            let way_out = names::way_out(name, &NAMED_QUESTIONS.map(|(name, _)| name));
            Err(ApiFault::unanswerable(format!(
                "'{name}' is not a valid question: {way_out}"
            )))
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SolveRequest {
    /// Problem in any text form.
    problem: String,
    #[schema(schema_with = questions)]
    question: Option<String>,
    /// Seed of all random choices.
    #[serde(default)]
    seed: u64,
    #[serde(flatten)]
    options: SearchOptions,
}

impl ApiRequest for SolveRequest {}

/// Finds a solution, and what is known about the others.
pub(crate) fn solve_problem(
    request: &SolveRequest,
    context: &RequestContext,
) -> Result<AnswerDocument, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    let name = request.question.as_deref().unwrap_or("first");
    let question = question_named(name)?;
    // The document must name the problem that its queens solve.
    let problem = if name == COMPLETE {
        problem.completing()
    } else {
        problem
    };
    let settings = request
        .options
        .settings(&context.limits)?
        .with_seed(request.seed);
    let answer = ask(&problem, question, &settings).map_err(ApiFault::unanswerable)?;
    Ok(AnswerDocument::new(&problem, question, &answer))
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct CountRequest {
    /// Problem in any text form.
    pub(crate) problem: String,
    /// True to count solutions that differ only by rotation or reflection once.
    #[serde(default)]
    fundamental: bool,
    #[serde(default)]
    #[schema(schema_with = counted)]
    question: Option<String>,
    #[serde(flatten)]
    pub(crate) options: SearchOptions,
}

impl ApiRequest for CountRequest {}

impl CountRequest {
    /// The problem and the question.
    ///
    /// # Errors
    /// As [`problem_of`]; an unknown question.
    pub(crate) fn question(
        &self,
        max_board: u32,
    ) -> Result<(Problem, Question), ApiFault> {
        let problem = problem_of(&self.problem, max_board)?;
        let question = match is_about_sets(self.question.as_deref())? {
            true => Question::CountUncompletable,
            false if self.fundamental => Question::Classes,
            false => Question::Count,
        };
        Ok((problem, question))
    }

    /// The number that is asked for: up to symmetry it is 0 if the answer is not
    /// complete, because a part of the solutions has no known number of classes.
    pub(crate) fn counted_number(&self, answer: &Answer) -> u128 {
        if self.fundamental {
            answer.fundamental().unwrap_or(0)
        } else {
            answer.count
        }
    }
}

/// Counts the solutions.
pub(crate) fn count_solutions(
    request: &CountRequest,
    context: &RequestContext,
) -> Result<CountDocument, ApiFault> {
    let (problem, question) = request.question(context.max_board)?;
    let settings = request.options.settings(&context.limits)?;
    let answer = ask(&problem, question, &settings).map_err(ApiFault::unanswerable)?;
    Ok(CountDocument::new(&problem, &answer).with_count(request.counted_number(&answer)))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClassesRequest {
    /// Problem in any text form.
    problem: String,
    #[serde(flatten)]
    options: SearchOptions,
}

impl ApiRequest for ClassesRequest {}

/// Counts the solutions by symmetry class.
pub(crate) fn count_classes(
    request: &ClassesRequest,
    context: &RequestContext,
) -> Result<ClassesDocument, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    if problem.rules().is_some() {
        return Err(ApiFault::unanswerable(
            "/classes needs a problem without rules; /count with 'fundamental' counts up to symmetry",
        ));
    }
    let settings = request.options.settings(&context.limits)?;
    let answer =
        ask(&problem, Question::Classes, &settings).map_err(ApiFault::unanswerable)?;
    Ok(ClassesDocument::new(&problem, &answer))
}

/// Estimates the time of a count as a job. The sample runs on every processor, as the job
/// does.
pub(crate) fn estimate_time(
    request: &CountRequest,
    context: &RequestContext,
) -> Result<TimeEstimateDocument, ApiFault> {
    let (problem, question) = request.question(context.max_board)?;
    let settings = request.options.settings(&context.limits)?.with_threads(0);
    let estimate = queens::estimate::time(&problem, question, &settings)
        .map_err(ApiFault::unanswerable)?;
    Ok(TimeEstimateDocument::new(&problem, &estimate))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VerifyRequest {
    /// Problem in any text form; by default the problem that the solutions name, or
    /// queens on a board of their size.
    problem: Option<String>,
    #[schema(schema_with = solutions)]
    solutions: TextOrJson,
    /// Number of the first column, 0 or 1; by default 1 in text and 0 in JSON.
    #[schema(minimum = 0, maximum = 1)]
    columns_from: Option<u32>,
    #[serde(default)]
    #[schema(schema_with = judged)]
    question: Option<String>,
    /// True for only one of the solutions that differ by rotation or reflection.
    #[serde(default)]
    fundamental: bool,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for VerifyRequest {
    /// The 14,200 solutions for 12 queens take 400 kB.
    const BODY_FACTOR: usize = 4;
}

fn solutions() -> Object {
    let what = "Solutions: text in any form, or JSON such as `[1, 3, 0, 2]`, the column of the queen in each row.";
    object_field(what, [Type::String, Type::Array, Type::Object]).build()
}

fn judged() -> Object {
    let what = "Check the sets that this question of `solve` asks for. Without it, solutions are checked.";
    name_schema(what, [UNCOMPLETABLE].into_iter())
}

/// Checks whether solutions are valid, distinct and complete.
pub(crate) fn verify_solutions(
    request: &VerifyRequest,
    context: &RequestContext,
) -> Result<VerifyDocument, ApiFault> {
    let problem = request
        .problem
        .as_deref()
        .map(|text| problem_of(text, context.max_board))
        .transpose()?;
    let limits = SearchOptions::within(request.seconds)
        .settings(&context.limits)?
        .limits;
    let TextOrJson(text) = &request.solutions;
    if let Some(first) = request.columns_from.filter(|first| *first > 1) {
        return Err(ApiFault::unanswerable(format!(
            "'columns_from' is {first}: use 0 or 1"
        )));
    }
    let question = match is_about_sets(request.question.as_deref())? {
        true if request.fundamental => {
            return Err(ApiFault::unanswerable(
                "'fundamental' is for solutions: leave out 'question'",
            ));
        }
        true => Some(Question::Uncompletable),
        false => request.fundamental.then_some(Question::Fundamental),
    };
    let mut verifier = Verifier::of_question(question);
    let (mut fits, mut outcome) = (Ok(()), Outcome::Exhausted);
    read::solutions(&mut text.as_bytes(), problem.as_ref(), &mut |found| {
        fits = check_sides(
            found.problem.rows(),
            found.problem.columns(),
            context.max_board,
        );
        if fits.is_err() {
            return ControlFlow::Break(());
        }
        verifier.enter(&match request.columns_from {
            Some(first) => found.counted_from(first),
            None => found,
        });
        outcome = limits.check().into();
        if outcome == Outcome::Exhausted {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
    .map_err(ApiFault::unanswerable)?;
    fits?;
    Ok(VerifyDocument::new(&verifier, problem.as_ref(), outcome))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ListRequest {
    /// Problem in any text form.
    problem: String,
    /// True for only one of the solutions that differ by rotation or reflection.
    #[serde(default)]
    fundamental: bool,
    /// Maximum number of solutions.
    #[serde(default)]
    limit: Option<u64>,
    #[serde(flatten)]
    options: SearchOptions,
}

impl ApiRequest for ListRequest {}

/// Prepares a list of solutions.
pub(crate) fn list_solutions(
    request: &ListRequest,
    context: &RequestContext,
) -> Result<SolutionList, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    let question = if request.fundamental {
        Question::Fundamental
    } else {
        Question::All
    };
    let settings = request.options.settings(&context.limits)?;
    plan(&problem, question, &settings).map_err(ApiFault::unanswerable)?;
    let limit = request.limit.unwrap_or(u64::MAX);
    Ok(SolutionList {
        problem,
        question,
        settings,
        limit,
        format: Format::Ndjson,
    })
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DrawRequest {
    /// Problem in any text form.
    problem: String,
    /// Queens as row and column.
    #[serde(default)]
    queens: Vec<(u32, u32)>,
    /// Groups of a solution to be drawn in place of queens, as `solve` returns them; not
    /// as `json`.
    #[serde(default)]
    groups: Vec<DrawnGroup>,
    #[schema(schema_with = formats)]
    format: String,
}

impl ApiRequest for DrawRequest {}

#[derive(Debug, Deserialize, ToSchema)]
struct DrawnGroup {
    /// Its name: `white`, `knights`, `colour 3`.
    name: String,
    /// Its squares as row and column.
    squares: Vec<(u32, u32)>,
}

/// Returns the squares of the field `name`, all of which are on the board.
fn squares_of(
    problem: &Problem,
    name: &str,
    squares: &[(u32, u32)],
) -> Result<Vec<Square>, ApiFault> {
    let (rows, columns, number) = (problem.rows(), problem.columns(), squares.len());
    let limit = u64::from(rows) * u64::from(columns);
    if number as u64 > limit {
        return Err(ApiFault::unanswerable(format!(
            "{number} queens are too many for a board of {rows} x {columns}: the limit is {limit}"
        )));
    }
    let squares: Vec<Square> = squares
        .iter()
        .map(|&(row, column)| Square::new(row, column))
        .collect();
    match squares.iter().find(|&&square| !problem.contains(square)) {
        Some(outside) => Err(ApiFault::unanswerable(format!(
            "'{name}' contains {outside}, which is not on the board"
        ))),
        None => Ok(squares),
    }
}

/// Returns the groups with the pieces that the problem has under these names.
fn groups_drawn(problem: &Problem, named: Vec<Group>) -> Result<Vec<Group>, ApiFault> {
    let is_unknown = |group: &&Group| match problem.rules() {
        Some(_) => pieces_of(problem, slice::from_ref(*group)).is_none(),
        None => matches!(group.kind, GroupKind::Named(..)),
    };
    if let Some(unknown) = named.iter().find(is_unknown) {
        let kinds: Vec<_> = problem
            .rules()
            .iter()
            .flat_map(|rules| &rules.kinds)
            .map(|kind| &*kind.name)
            .collect();
        let known = match &kinds[..] {
            [] => "it names no kinds".to_owned(),
            kinds => format!("its kinds are {}", kinds.join(", ")),
        };
        return Err(ApiFault::unanswerable(format!(
            "'{}' is not a group of this problem: {known}",
            unknown.kind
        )));
    }
    Ok(pieces_of(problem, &named)
        .filter(|_| !named.is_empty())
        .map_or(named, |pieces| groups_of(problem, &pieces)))
}

/// Maximum size of the pixels of a drawing in bytes: about 11 million pixels.
const MAX_DRAWING_BYTES: u64 = 32 << 20;

/// Draws a board in a format of the command.
pub(crate) fn draw_board(
    request: &DrawRequest,
    context: &RequestContext,
) -> Result<AnswerContent, ApiFault> {
    let problem = problem_of(&request.problem, context.max_board)?;
    let format: Format = request.format.parse().map_err(ApiFault::unanswerable)?;
    let squares = squares_of(&problem, "queens", &request.queens)?;
    let mut named = Vec::with_capacity(request.groups.len());
    for DrawnGroup { name, squares } in &request.groups {
        named.push(Group {
            kind: name.parse().map_err(ApiFault::unanswerable)?,
            placement: Placement::new(squares_of(&problem, "groups", squares)?),
        });
    }
    let groups = groups_drawn(&problem, named)?;
    if !groups.is_empty() && !squares.is_empty() {
        return Err(ApiFault::unanswerable(
            "there are both 'queens' and 'groups': leave out one of them",
        ));
    }
    if let Format::Json | Format::Ndjson = format {
        if !groups.is_empty() {
            return Err(ApiFault::unanswerable(
                "'json' is the problem with given queens, which has no groups: use another format",
            ));
        }
        return Ok(AnswerContent {
            content_type: content_type(Format::Json),
            bytes: write_position(&problem, squares)?,
        });
    }
    let memory = context
        .limits
        .memory
        .map_or(MAX_DRAWING_BYTES, |own| own.min(MAX_DRAWING_BYTES));
    let limits = context.limits.clone().with_memory(memory);
    let renderer = render::renderer_within(format, &problem, Style::default(), &limits);
    let bytes = render_pieces(renderer, squares, &groups).map_err(drawing_fault)?;
    Ok(AnswerContent {
        content_type: content_type(format),
        bytes,
    })
}

/// Writes the document of a problem with these queens. Nobody has checked whether they
/// are a solution, so the document has them as given queens.
fn write_position(problem: &Problem, queens: Vec<Square>) -> Result<Vec<u8>, ApiFault> {
    let position = problem
        .with_givens(queens)
        .map_err(ApiFault::unanswerable)?;
    let document = ProblemDocument::new(&position).map_err(ApiFault::unanswerable)?;
    let mut bytes = Vec::new();
    document
        .write_json(&mut bytes)
        .map_err(ApiFault::unanswerable)?;
    Ok(bytes)
}

/// Draws the groups, or the queens if there are none.
fn render_pieces(
    mut renderer: Box<dyn Renderer + '_>,
    queens: Vec<Square>,
    groups: &[Group],
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    renderer.begin(&mut bytes)?;
    match groups {
        [] => renderer.solution(&Placement::new(queens), &mut bytes)?,
        groups => renderer.groups(groups, &mut bytes)?,
    }
    let summary = Summary {
        solutions: 1,
        outcome: Outcome::Found,
    };
    renderer.end(&summary, &mut bytes)?;
    Ok(bytes)
}

fn drawing_fault(error: io::Error) -> ApiFault {
    match error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Stop>())
    {
        Some(stop) => ApiFault::unanswerable(format!(
            "the picture was not drawn ({stop}): use svg or a smaller board, or allow more time \
             (`queens serve --answer-time TIME`)"
        )),
        None => ApiFault::unanswerable(error),
    }
}

/// The schema of the format.
fn formats() -> Object {
    object_field(
        "Format of the command; `json` is the problem with the queens as given queens.",
        [Type::String],
    )
    .enum_values(Some(Format::ALL.map(Format::id)))
    .build()
}

/// Content types of drawings.
pub(crate) const DRAWING_TYPES: [&str; 5] = [
    "image/svg+xml",
    "image/png",
    "text/html",
    "application/json",
    "text/plain",
];

/// The content type of a format.
fn content_type(format: Format) -> &'static str {
    match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Html => "text/html; charset=utf-8",
        Format::Json => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
