//! The page of 1999 and its form.

use crate::api::list;
use crate::fault::ServerFault;
use crate::{DEFAULT_SIZE, ServerState};
use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use queens::control::clip;
use queens::problem::Problem;
use queens::render::Format;
use queens::render::html;
use queens::{Question, Settings, plan};
use queens_api::{ApiFault, SolutionList};

/// Answers `/1999`: the form of the page of 1999.
pub(crate) async fn serve_start(State(state): State<ServerState>) -> Html<String> {
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
pub(crate) async fn serve_queens(
    State(state): State<ServerState>,
    RawQuery(query): RawQuery,
) -> Result<Response, ServerFault> {
    let size = board_size(query.as_deref().unwrap_or_default(), state.max_size)?;
    let problem = Problem::queens(size).map_err(ApiFault::unanswerable)?;
    let settings = Settings::default().with_limits(state.search_limits());
    plan(&problem, Question::All, &settings).map_err(ApiFault::unanswerable)?;
    let seat = state.take_waiting_seat()?;
    let permit = state.wait_for_slot().await?;
    let solutions = SolutionList {
        problem,
        question: Question::All,
        settings,
        limit: u64::MAX,
        format: Format::Html,
    };
    let body = list::stream_solutions(
        solutions,
        &state,
        state.closing.child_token(),
        seat,
        permit,
    );
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response())
}

fn board_size(query: &str, max: u32) -> Result<u32, ApiFault> {
    let Some(value) = form_value(query, "boardsize") else {
        return Ok(DEFAULT_SIZE.min(max));
    };
    let digits = value.trim();
    let value = clip(&value);
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

/// Returns the first value of a field in the query that a form sends.
fn form_value(query: &str, field: &str) -> Option<String> {
    let mut fields = query
        .split('&')
        .map(|part| part.split_once('=').unwrap_or((part, "")));
    fields
        .find(|(name, _)| form_text(name) == field)
        .map(|(_, value)| form_text(value))
}

/// Decodes `+` and percent escapes; what is not an escape stands for itself, and what is
/// not UTF-8 becomes U+FFFD.
fn form_text(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = || {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            // `from_str_radix` alone would read a sign.
            let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_hex
                .then(|| u8::from_str_radix(digits, 16).ok())
                .flatten()
        };
        let (byte, taken) = match first {
            b'+' => (b' ', 1),
            b'%' => escaped().map_or((first, 1), |byte| (byte, 3)),
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[taken..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_query_of_a_form() {
        // As https://url.spec.whatwg.org/#urlencoded-parsing has it.
        for (query, value) in [
            ("boardsize=8", Some("8")),
            ("a=1&boardsize=+8+&boardsize=9", Some(" 8 ")),
            ("board%73ize=%31%30", Some("10")),
            ("boardsize=%e2%99%9B", Some("♛")),
            ("boardsize=%ff", Some("\u{fffd}")),
            ("boardsize=100%", Some("100%")),
            ("boardsize=%+1%4", Some("% 1%4")),
            ("boardsize", Some("")),
            ("boardsize=1=2", Some("1=2")),
            ("", None),
            ("size=8", None),
        ] {
            assert_eq!(form_value(query, "boardsize").as_deref(), value, "{query}");
        }
    }
}
