//! The page of 1999 and its form.

use crate::api::list;
use crate::fault::ServerFault;
use crate::{DEFAULT_SIZE, ServerState};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use queens::control::clip;
use queens::problem::Problem;
use queens::render::Format;
use queens::render::html;
use queens::{Question, Settings, plan};
use queens_api::{ApiFault, SolutionList};

/// Parameters of the query, in order.
type QueryParameters = Query<Vec<(String, String)>>;

/// Answers `/1999`: the form of the page of 1999.
pub(crate) async fn start(State(state): State<ServerState>) -> Html<String> {
    let max_size = state.max_size;
    let heavy = match max_size {
        0..13 => "",
        _ => {
            "<p>Every solution is a row: 92 for 8 queens, 14,200 for 12. The 73,712 for 13 and the 365,596 for 14 (57 MB) are \
              more than many browsers can handle.</p>\n"
        }
    };
    Html(format!(
        "{}<p>Place n queens on a board of n × n so that none attacks another: this page lists every solution.</p>\n\
         <form action=\"/queens\">\n<label>Size of the board \
         <input type=\"number\" name=\"boardsize\" min=\"0\" max=\"{max_size}\" value=\"{DEFAULT_SIZE}\" required></label>\n\
         <button>Find all solutions</button>\n</form>\n{heavy}{}",
        html::head("The N queens page"),
        html::FOOT
    ))
}

/// Answers `/queens`: every solution.
pub(crate) async fn queens(
    State(state): State<ServerState>,
    parameters: Result<QueryParameters, QueryRejection>,
) -> Result<Response, ServerFault> {
    let parameters = parameters
        .map_err(|_| ApiFault::unreadable("the query of the address is not valid: use ?boardsize=8"))?;
    let size = board_size(&parameters, state.max_size)?;
    let problem = Problem::queens(size).map_err(ApiFault::unanswerable)?;
    let settings = Settings::default().with_limits(state.search_limits());
    plan(&problem, Question::All, &settings).map_err(ApiFault::unanswerable)?;
    let seat = state.seat()?;
    let permit = state.permit().await?;
    let solutions =
        SolutionList { problem, question: Question::All, settings, limit: u64::MAX, format: Format::Html };
    let body = list::body(solutions, &state, state.closing.child_token(), seat, permit);
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response())
}

fn board_size(parameters: &QueryParameters, max: u32) -> Result<u32, ApiFault> {
    let Some((_, value)) = parameters.iter().find(|(name, _)| name == "boardsize") else {
        return Ok(DEFAULT_SIZE.min(max));
    };
    let digits = value.trim();
    let value = clip(value);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ApiFault::unreadable(format!(
            "'{value}' is not a valid board size: use a whole number from 0 to {max}"
        )));
    }
    match digits.parse() {
        Ok(size) if size <= max => Ok(size),
        _ => Err(ApiFault::unanswerable(format!(
            "a board size of {value} is too large: use a whole number from 0 to {max} (--max-size)"
        ))),
    }
}
