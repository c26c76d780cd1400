//! The page of 1999 and its form.

use crate::fault::{Fault, clip};
use crate::stream::{self, Listed};
use crate::{DEFAULT_SIZE, Shared};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use queens::problem::Problem;
use queens::render::Format;
use queens::render::html;
use queens::{Question, Settings, plan};

/// The parameters of an address, in order.
type Parameters = Query<Vec<(String, String)>>;

/// `/1999`: the form of the page of 1999.
pub(crate) async fn start(State(shared): State<Shared>) -> Html<String> {
    let max_size = shared.max_size;
    let heavy = match max_size {
        0..13 => "",
        _ => {
            "<p>Every solution is a row: 92 for 8 queens, 14,200 for 12. The 73,712 for 13 and the 365,596 for 14 (57 MB) are \
              more than many a browser likes.</p>\n"
        }
    };
    Html(format!(
        "{}<p>Place n queens on a board of n × n so that none attacks another: here is every way to do it.</p>\n\
         <form action=\"/queens\">\n<label>Size of the board \
         <input type=\"number\" name=\"boardsize\" min=\"0\" max=\"{max_size}\" value=\"{DEFAULT_SIZE}\" required></label>\n\
         <button>Find all solutions</button>\n</form>\n{heavy}{}",
        html::head("The N queens page"),
        html::FOOT
    ))
}

/// `/queens`: every solution.
pub(crate) async fn queens(
    State(shared): State<Shared>,
    parameters: Result<Parameters, QueryRejection>,
) -> Result<Response, Fault> {
    let parameters = parameters.map_err(|_| {
        Fault::unreadable("the part of the address behind ? cannot be read: write ?boardsize=8")
    })?;
    let size = board_size(&parameters, shared.max_size)?;
    let problem = Problem::queens(size).map_err(Fault::unanswerable)?;
    let settings = Settings::default().with_limits(shared.limits.clone());
    plan(&problem, Question::All, &settings).map_err(Fault::unanswerable)?;
    let seat = shared.seat()?;
    let permit = shared.permit().await?;
    let listed = Listed { problem, question: Question::All, settings, limit: u64::MAX, format: Format::Html };
    let body = stream::body(listed, &shared, shared.closing.child_token(), seat, permit);
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response())
}

fn board_size(parameters: &Parameters, max: u32) -> Result<u32, Fault> {
    let Some((_, value)) = parameters.iter().find(|(name, _)| name == "boardsize") else {
        return Ok(DEFAULT_SIZE.min(max));
    };
    let digits = value.trim();
    let value = clip(value, 40);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Fault::unreadable(format!(
            "'{value}' is not a valid board size: write a whole number from 0 to {max}"
        )));
    }
    match digits.parse() {
        Ok(size) if size <= max => Ok(size),
        _ => Err(Fault::unanswerable(format!(
            "a board size of {value} is too large for this server: it answers sizes from 0 to {max} (--max-size)"
        ))),
    }
}
