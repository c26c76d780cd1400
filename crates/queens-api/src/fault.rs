//! Errors of requests, and their problem details (RFC 9457).

use serde::Serialize;
use std::fmt::Display;
use utoipa::ToSchema;

/// Status codes of HTTP for the errors of requests, with their titles (RFC 9110) and
/// descriptions.
pub(crate) const FAULT_STATUSES: [(u16, &str, &str); 11] = [
    (400, "Bad Request", "The request cannot be read."),
    (
        403,
        "Forbidden",
        "A page of another server sent the request.",
    ),
    (
        404,
        "Not Found",
        "There is no such address, job or campaign.",
    ),
    (405, "Method Not Allowed", "The address has other methods."),
    (
        408,
        "Request Timeout",
        "The request did not arrive in time.",
    ),
    (413, "Payload Too Large", "The request is too long."),
    (
        415,
        "Unsupported Media Type",
        "The request is not declared as JSON.",
    ),
    (
        421,
        "Misdirected Request",
        "The request names another server.",
    ),
    (
        422,
        "Unprocessable Entity",
        "The request is valid JSON but cannot be answered.",
    ),
    (500, "Internal Server Error", "A bug in the program."),
    (
        503,
        "Service Unavailable",
        "Too many requests: try again later.",
    ),
];

/// The title of a status code; empty if no fault has it.
pub(crate) fn title_of(status: u16) -> &'static str {
    FAULT_STATUSES
        .iter()
        .find(|(known, ..)| *known == status)
        .map_or("", |(_, title, _)| title)
}

/// Problem details of a failed request (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemDetails {
    /// Always `about:blank`: the status says enough about the kind of problem.
    r#type: &'static str,
    /// Title of the status.
    title: &'static str,
    /// Status code.
    status: u16,
    /// Description of the problem and what to do.
    detail: String,
}

/// The reason why a request fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiFault {
    status: u16,
    detail: String,
}

impl ApiFault {
    /// A fault with the status code of HTTP. Control characters of `detail` are escaped.
    #[must_use]
    pub fn new(status: u16, detail: impl Into<String>) -> Self {
        ApiFault {
            status,
            detail: make_printable(&detail.into()),
        }
    }

    /// A request that cannot be read (400).
    #[must_use]
    pub fn unreadable(detail: impl Into<String>) -> Self {
        ApiFault::new(400, detail)
    }

    /// A request that can be read but not answered (422).
    #[must_use]
    pub fn unanswerable(detail: impl Display) -> Self {
        ApiFault::new(422, detail.to_string())
    }

    /// The status code.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The description of the problem and what to do.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The problem details as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let details = ProblemDetails {
            r#type: "about:blank",
            title: title_of(self.status),
            status: self.status,
            detail: self.detail.clone(),
        };
        serde_json::to_string(&details).unwrap_or_default()
    }
}

/// Escapes control characters except line breaks, such as `\u{1b}`, so that a terminal
/// does not obey them.
#[must_use]
pub fn make_printable(text: &str) -> String {
    let is_escaped = |c: char| c.is_control() && c != '\n';
    text.chars()
        .fold(String::with_capacity(text.len()), |mut printed, c| {
            match is_escaped(c) {
                true => printed.extend(c.escape_unicode()),
                false => printed.push(c),
            }
            printed
        })
}
