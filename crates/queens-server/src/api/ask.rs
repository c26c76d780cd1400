//! Questions about a problem.

use super::Fault;
use super::request::{How, Json, Turn, answer, object, problem as problem_of, turn};
use crate::Shared;
use crate::stream;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use queens::document::{AnswerDocument, ClassesDocument, CountDocument, ProblemDocument};
use queens::placement::Placement;
use queens::render::{self, Format, Style, Summary};
use queens::square::Square;
use queens::{Question, Settings, ask, plan};
use serde::Deserialize;

type Answered = Result<Response, Fault>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    problem: String,
}

/// The problem, square by square.
pub(super) async fn problem(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Described, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        Json::of(&ProblemDocument::new(&problem).map_err(Fault::unanswerable)?)
    })
    .await
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Wanted {
    #[default]
    First,
    Random,
    Unique,
    Maximum,
}

#[derive(Debug, Deserialize)]
struct Solved {
    problem: String,
    #[serde(default)]
    question: Wanted,
    #[serde(flatten)]
    how: How,
}

/// One solution, and what is known of the others.
pub(super) async fn solve(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Solved, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let question = match asked.question {
            Wanted::First => Question::One,
            Wanted::Random => Question::Random,
            Wanted::Unique => Question::Unique,
            Wanted::Maximum => Question::Maximum,
        };
        let answer =
            ask(&problem, question, &asked.how.settings(&turn.limits)?).map_err(Fault::unanswerable)?;
        Json::of(&AnswerDocument::new(&problem, question, &answer))
    })
    .await
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Counted {
    pub(super) problem: String,
    #[serde(default)]
    pub(super) fundamental: bool,
    #[serde(flatten)]
    pub(super) how: How,
}

impl Counted {
    pub(super) fn question(&self) -> Question {
        if self.fundamental { Question::Fundamental } else { Question::Count }
    }
}

/// How many solutions there are.
pub(super) async fn count(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Counted, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let settings = asked.how.settings(&turn.limits)?;
        let answer = ask(&problem, asked.question(), &settings).map_err(Fault::unanswerable)?;
        Json::of(&CountDocument::new(problem.to_string(), &answer))
    })
    .await
}

/// How many there are of each symmetry.
pub(super) async fn classes(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Counted, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let settings = asked.how.settings(&turn.limits)?;
        let answer = ask(&problem, Question::Classes, &settings).map_err(Fault::unanswerable)?;
        Json::of(&ClassesDocument::new(&problem, &answer))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct Listed {
    problem: String,
    #[serde(default)]
    fundamental: bool,
    #[serde(default)]
    limit: Option<u64>,
    #[serde(flatten)]
    how: How,
}

/// Solutions, one object a line, as they are found.
pub(super) async fn list(State(shared): State<Shared>, request: Request) -> Answered {
    let asked: Listed = object(&shared, request).await?;
    let problem = problem_of(&asked.problem, shared.max_board)?;
    let question = if asked.fundamental { Question::Fundamental } else { Question::All };
    plan(&problem, question, &asked.how.settings(&shared.limits)?).map_err(Fault::unanswerable)?;
    let (turn, closing) = turn(&shared).await?;
    let settings: Settings = asked.how.settings(&turn.limits)?;
    let limit = asked.limit.unwrap_or(u64::MAX);
    let listed = stream::Listed { problem, question, settings, limit, format: Format::Ndjson };
    let content = [(header::CONTENT_TYPE, "application/x-ndjson")];
    let body = stream::body(listed, &shared, closing.disarm(), turn.seat, turn.permit);
    Ok((content, body).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    problem: String,
    #[serde(default)]
    queens: Vec<[u32; 2]>,
    format: String,
}

/// A board, in a form that the command draws.
pub(super) async fn draw(State(shared): State<Shared>, request: Request) -> Answered {
    answer(shared, request, |asked: Drawn, turn: &Turn| {
        let problem = problem_of(&asked.problem, turn.max_board)?;
        let format: Format = asked.format.parse().map_err(Fault::unanswerable)?;
        let squares: Vec<Square> =
            asked.queens.iter().map(|&[row, column]| Square::new(row, column)).collect();
        if let Some(outside) = squares.iter().find(|&&square| !problem.contains(square)) {
            return Err(Fault::unanswerable(format!("there is no square {outside} on this board")));
        }
        let mut bytes = Vec::new();
        let mut renderer = render::renderer(format, &problem, Style::default());
        let summary = Summary { solutions: 1, outcome: queens::control::Outcome::Found };
        renderer
            .begin(&mut bytes)
            .and_then(|()| renderer.solution(&Placement::new(squares), &mut bytes))
            .and_then(|()| renderer.end(&summary, &mut bytes))
            .map_err(Fault::unanswerable)?;
        let content = match format {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Html => "text/html; charset=utf-8",
            Format::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        };
        Ok(([(header::CONTENT_TYPE, content)], bytes))
    })
    .await
}
