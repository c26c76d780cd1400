//! Access log: one record for each response, when it is complete.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use queens_api::make_printable;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// Record of a response. Displayed as a line: method, path (with control characters
/// escaped), status, bytes, milliseconds, and `broken off` if the client disconnected
/// before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRecord {
    /// HTTP method.
    pub method: String,
    /// Path without the query.
    pub path: String,
    /// Status code.
    pub status: u16,
    /// Number of bytes of the body that were passed to the connection.
    pub bytes: u64,
    /// Time from the head of the request to the end of the response.
    pub time: Duration,
    /// True if the response was complete.
    pub complete: bool,
}

impl fmt::Display for AccessRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccessRecord {
            method,
            path,
            status,
            bytes,
            time,
            complete,
        } = self;
        let end = if *complete { "" } else { ", broken off" };
        let path = make_printable(path);
        write!(
            f,
            "{method} {path} {status}, {bytes} bytes, {} ms{end}",
            time.as_millis()
        )
    }
}

/// Function that receives every record. It is called on the threads for connections and
/// must not panic.
pub type AccessLogger = fn(&AccessRecord);

/// Logs a response when it is complete.
pub(crate) async fn log_access(
    State(logger): State<AccessLogger>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let record = AccessRecord {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        status: 0,
        bytes: 0,
        time: Duration::ZERO,
        complete: false,
    };
    // Logged when it is dropped, also if the client disconnects before there is a
    // response.
    let mut pending = PendingRecord {
        record,
        started,
        logger,
    };
    let response = next.run(request).await;
    pending.record.status = response.status().as_u16();
    pending.record.complete = response.body().is_end_stream();
    response.map(|body| Body::new(CountedBody { body, pending }))
}

/// Record that is logged when it is dropped.
struct PendingRecord {
    record: AccessRecord,
    started: Instant,
    logger: AccessLogger,
}

impl Drop for PendingRecord {
    fn drop(&mut self) {
        self.record.time = self.started.elapsed();
        (self.logger)(&self.record);
    }
}

/// Body with a count of its bytes.
struct CountedBody {
    body: Body,
    pending: PendingRecord,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                self.pending.record.bytes +=
                    frame.data_ref().map_or(0, |data| data.len() as u64);
            }
            Poll::Ready(None) => self.pending.record.complete = true,
            _ => {}
        }
        // A body of known length is not polled again after its last frame.
        self.pending.record.complete |= self.body.is_end_stream();
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path may hold bytes beyond ASCII, and so the control characters of eight bits.
    #[test]
    fn log_lines_hold_no_control_characters() {
        let record = AccessRecord {
            method: "GET".to_owned(),
            path: "/a\u{1b}[2J\u{9b}31m\u{7f}ü".to_owned(),
            status: 404,
            bytes: 3,
            time: Duration::from_millis(7),
            complete: true,
        };
        assert_eq!(
            record.to_string(),
            "GET /a\\u{1b}[2J\\u{9b}31m\\u{7f}ü 404, 3 bytes, 7 ms"
        );
    }
}
