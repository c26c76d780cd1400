//! What is wrong with a request, as a program can read it.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
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

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    detail: String,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Fault { status, detail: detail.into() }
    }

    /// The request cannot be read.
    pub(crate) fn unreadable(detail: impl Into<String>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, detail)
    }

    /// It can be read, and cannot be answered.
    pub(crate) fn unanswerable(detail: impl std::fmt::Display) -> Self {
        Fault::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{detail}"))
    }

    /// Too much is going on.
    pub(crate) fn busy(what: &str) -> Self {
        Fault::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("too many {what} are running: try again in a few seconds"),
        )
    }
}

/// Any other address of the API.
pub(crate) async fn nothing(uri: Uri) -> Fault {
    let path: String = uri.path().chars().take(80).collect();
    Fault::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}"))
}

/// Any other method on an address that there is.
pub(crate) async fn method(method: Method, uri: Uri) -> Fault {
    let method: String = method.as_str().chars().take(40).collect();
    let path: String = uri.path().chars().take(80).collect();
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not answered at {path}"))
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Sorry");
        let body = ProblemDetails {
            r#type: "about:blank",
            title,
            status: self.status.as_u16(),
            detail: self.detail,
        };
        let body = serde_json::to_string(&body).unwrap_or_default();
        let head = [(header::CONTENT_TYPE, "application/problem+json")];
        let mut response = (self.status, head, body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        response
    }
}
