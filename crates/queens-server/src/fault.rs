//! What is wrong with a request: told as a page, or below `/api/` as a program can read it (RFC 9457).

use crate::DEFAULT_SIZE;
use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use queens::render::html::{self, Escaped};
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong with a request (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemDetails {
    /// `about:blank`: the status says what kind it is of.
    r#type: &'static str,
    /// The status in words.
    title: &'static str,
    /// The status.
    status: u16,
    /// What exactly is wrong, and the way out.
    detail: String,
}

/// Why a request is not answered. [`tell`] gives it the form that its address has.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    detail: String,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Fault { status, detail: printable(&detail.into()) }
    }

    /// The request cannot be read.
    pub(crate) fn unreadable(detail: impl Into<String>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, detail)
    }

    /// It can be read, and cannot be answered.
    pub(crate) fn unanswerable(detail: impl std::fmt::Display) -> Self {
        Fault::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{detail}"))
    }

    /// As many `things` are there as may be, which is what `option` says.
    pub(crate) fn busy(things: &str, most: usize, option: &str, way_out: &str) -> Self {
        let detail = format!("there are as many {things} as may be at once ({most}, {option}): {way_out}");
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// What the router refuses by itself, without words.
    fn of_router(refused: &Response, method: &Method, path: &str) -> Option<Self> {
        let path = clip(path, 80);
        let detail = match refused.status() {
            StatusCode::NOT_FOUND => format!("there is nothing at {path}"),
            StatusCode::METHOD_NOT_ALLOWED => {
                let method = clip(method.as_str(), 40);
                let allowed = refused.headers().get(header::ALLOW).and_then(|allowed| allowed.to_str().ok());
                let allowed = allowed.unwrap_or_default().replace(',', " or ");
                format!("{method} is not answered at {path}: use {allowed}")
            }
            StatusCode::BAD_REQUEST => {
                format!("the address {path} cannot be read: what stands behind a % should be UTF-8")
            }
            _ => return None,
        };
        Some(Fault::new(refused.status(), detail))
    }

    fn title(&self) -> &'static str {
        self.status.canonical_reason().unwrap_or("Sorry")
    }

    /// For programs.
    fn details(self) -> Response {
        let details = ProblemDetails {
            r#type: "about:blank",
            title: self.title(),
            status: self.status.as_u16(),
            detail: self.detail,
        };
        let body = serde_json::to_string(&details).unwrap_or_default();
        (self.status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response()
    }

    /// For people, with links where to go on.
    fn page(&self) -> Response {
        let page = format!(
            "{}<p>{}.</p>\n<p><a href=\"/queens?boardsize={DEFAULT_SIZE}\">The solutions for {DEFAULT_SIZE} queens</a> \
             · <a href=\"/1999\">another size</a></p>\n{}",
            html::head(match self.status {
                StatusCode::NOT_FOUND => "Nothing here",
                _ => "No answer",
            }),
            Escaped(&self.detail),
            html::FOOT
        );
        (self.status, Html(page)).into_response()
    }
}

/// Carried by an answer without words.
impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Extension(self)).into_response()
    }
}

/// Puts what is wrong into words, in the form that the address has.
pub(crate) async fn tell(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    let fault = response.extensions_mut().remove().or_else(|| Fault::of_router(&response, &method, &path));
    let Some(fault) = fault else { return response };
    let mut told = if path.starts_with("/api/") { fault.details() } else { fault.page() };
    if let Some(allowed) = response.headers_mut().remove(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed);
    }
    if told.status() == StatusCode::SERVICE_UNAVAILABLE {
        told.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    told
}

/// `text` with an escape such as `\u{1b}` for each control character but a line break, so that a terminal that prints it
/// obeys nothing of it.
pub(crate) fn printable(text: &str) -> String {
    let escaped = |c: char| c.is_control() && c != '\n';
    text.chars().fold(String::with_capacity(text.len()), |mut printed, c| {
        match escaped(c) {
            true => printed.extend(c.escape_unicode()),
            false => printed.push(c),
        }
        printed
    })
}

/// The beginning of what was sent, fit for a message.
pub(crate) fn clip(sent: &str, most: usize) -> String {
    sent.chars().take(most).collect()
}
