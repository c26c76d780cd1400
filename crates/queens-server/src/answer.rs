//! What each address answers.

use crate::stream::{self, Listed};
use crate::{DEFAULT_SIZE, Shared};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use queens::problem::Problem;
use queens::render::Format;
use queens::render::html::{self, Escaped};
use queens::{Question, Settings, plan};
use std::time::Duration;
use tokio::time::timeout;

/// How long a request waits for its turn to search.
pub(crate) const WAIT: Duration = Duration::from_secs(2);

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
) -> Result<Response, Refusal> {
    let parameters = parameters.map_err(|_| Refusal::UnreadableQuery)?;
    let size = board_size(&parameters, shared.max_size)?;
    let problem = Problem::queens(size).map_err(|error| Refusal::Unanswerable(error.to_string()))?;
    let settings = Settings::default().with_limits(shared.limits.clone());
    plan(&problem, Question::All, &settings).map_err(|error| Refusal::Unanswerable(error.to_string()))?;
    let seat = shared.pages.clone().try_acquire_owned().map_err(|_| Refusal::Busy)?;
    let Ok(Ok(permit)) = timeout(WAIT, shared.searches.clone().acquire_owned()).await else {
        return Err(Refusal::Busy);
    };
    let listed = Listed { problem, question: Question::All, settings, limit: u64::MAX, format: Format::Html };
    let body = stream::body(listed, &shared, shared.closing.child_token(), seat, permit);
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response())
}

fn board_size(parameters: &Parameters, max: u32) -> Result<u32, Refusal> {
    let Some((_, value)) = parameters.iter().find(|(name, _)| name == "boardsize") else {
        return Ok(DEFAULT_SIZE.min(max));
    };
    let digits = value.trim();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Refusal::InvalidSize { value: value.chars().take(40).collect(), max });
    }
    match digits.parse() {
        Ok(size) if size <= max => Ok(size),
        _ => Err(Refusal::TooLarge { value: value.chars().take(40).collect(), max }),
    }
}

/// Any other address.
pub(crate) async fn not_found(uri: Uri) -> Refusal {
    Refusal::NotFound(uri.path().chars().take(80).collect())
}

/// Any other method on an address that there is.
pub(crate) async fn method_not_allowed(method: Method) -> Refusal {
    Refusal::Method(method.to_string().chars().take(40).collect())
}

/// Why a request gets no solutions.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("'{value}' is not a valid board size: write a whole number from 0 to {max}")]
    InvalidSize { value: String, max: u32 },
    #[error("a board size of {value} is too large for this server: it answers sizes from 0 to {max}")]
    TooLarge { value: String, max: u32 },
    #[error("the part of the address behind ? cannot be read: write ?boardsize=8")]
    UnreadableQuery,
    #[error("this server cannot answer that: {0}")]
    Unanswerable(String),
    #[error("there is nothing at {0}")]
    NotFound(String),
    #[error("{0} is not answered here: use GET")]
    Method(String),
    #[error(
        "'{0}' is not a name of this server: use localhost or its address in numbers, or start it with --allow-host"
    )]
    Host(String),
    #[error(
        "a page of '{0}' may ask nothing of this server: open the page that it serves, or use --allow-host"
    )]
    Origin(String),
    #[error("too many searches are running: try again in a few seconds")]
    Busy,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::InvalidSize { .. } | Refusal::UnreadableQuery => StatusCode::BAD_REQUEST,
            Refusal::TooLarge { .. } | Refusal::Unanswerable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::NotFound(_) => StatusCode::NOT_FOUND,
            Refusal::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            Refusal::Origin(_) => StatusCode::FORBIDDEN,
            Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// A page that says what is wrong and where to go on.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status();
        let message = self.to_string();
        let page = format!(
            "{}<p>{}.</p>\n<p><a href=\"/queens?boardsize={DEFAULT_SIZE}\">The solutions for {DEFAULT_SIZE} queens</a> \
             · <a href=\"/1999\">another size</a></p>\n{}",
            html::head(status.canonical_reason().unwrap_or("Sorry")),
            Escaped(&message),
            html::FOOT
        );
        let mut response = (status, Html(page)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        response
    }
}
