//! Error responses: problem details below `/api/` (RFC 9457), a page elsewhere.

use crate::DEFAULT_SIZE;
use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use queens::control::{clip, clip_to};
use queens::render::html::{self, Escaped};
use queens_api::ApiFault;

/// The reason why a request fails. [`report_fault`] writes it in the form of its address.
#[derive(Clone, Debug)]
pub(crate) struct ServerFault(ApiFault);

impl From<ApiFault> for ServerFault {
    fn from(fault: ApiFault) -> Self {
        ServerFault(fault)
    }
}

impl ServerFault {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        ServerFault(ApiFault::new(status.as_u16(), detail))
    }

    /// Too many `things`: `limit` is the value of `option`.
    pub(crate) fn busy(things: &str, limit: usize, option: &str, advice: &str) -> Self {
        let detail =
            format!("too many {things}: the limit is {limit} ({option}); {advice}");
        ServerFault::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// The fault behind an error response of the router, which has no text.
    fn of_router(response: &Response, method: &Method, path: &str) -> Option<Self> {
        let path = clip_to(path, 80);
        let detail = match response.status() {
            StatusCode::NOT_FOUND => format!("there is nothing at {path}"),
            StatusCode::METHOD_NOT_ALLOWED => {
                let method = clip(method.as_str());
                let allowed = response
                    .headers()
                    .get(header::ALLOW)
                    .and_then(|allowed| allowed.to_str().ok());
                let allowed = allowed.unwrap_or_default().replace(',', " or ");
                format!("{method} is not allowed at {path}: use {allowed}")
            }
            StatusCode::BAD_REQUEST => {
                format!("the address {path} is not valid: percent escapes must be UTF-8")
            }
            _ => return None,
        };
        Some(ServerFault::new(response.status(), detail))
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The response for programs.
    fn problem_details(&self) -> Response {
        let content = [(header::CONTENT_TYPE, "application/problem+json")];
        (self.status(), content, self.0.to_json()).into_response()
    }

    /// The response for people.
    fn fault_page(&self) -> Response {
        let page = format!(
            "{}<p>{}.</p>\n<p><a href=\"/queens?boardsize={DEFAULT_SIZE}\">The solutions for {DEFAULT_SIZE} queens</a> \
             · <a href=\"/1999\">another size</a></p>\n{}",
            html::head(match self.status() {
                StatusCode::NOT_FOUND => "Nothing here",
                _ => "No answer",
            }),
            Escaped(self.0.detail()),
            html::FOOT
        );
        (self.status(), Html(page)).into_response()
    }
}

/// A response without text that carries the fault to [`report_fault`].
impl IntoResponse for ServerFault {
    fn into_response(self) -> Response {
        (self.status(), Extension(self)).into_response()
    }
}

/// Writes the text of error responses, in the form of their address.
pub(crate) async fn report_fault(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    let fault = response
        .extensions_mut()
        .remove()
        .or_else(|| ServerFault::of_router(&response, &method, &path));
    let Some(fault) = fault else { return response };
    let mut report = if path.starts_with("/api/") {
        fault.problem_details()
    } else {
        fault.fault_page()
    };
    if let Some(allowed) = response.headers_mut().remove(header::ALLOW) {
        report.headers_mut().insert(header::ALLOW, allowed);
    }
    if report.status() == StatusCode::SERVICE_UNAVAILABLE {
        report
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    report
}
