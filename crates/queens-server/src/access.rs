//! Who asked what, and what became of it: told when the answer is over.

use crate::fault::printable;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// One answer. Shown, it is a line: method, path (control characters as escapes), status, bytes, milliseconds, and whether the
/// reader went away first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The method.
    pub method: String,
    /// The path, without what stands behind its question mark.
    pub path: String,
    /// The status.
    pub status: u16,
    /// The bytes of the body that were handed over.
    pub bytes: u64,
    /// From the head of the request to the end of the answer.
    pub time: Duration,
    /// Whether the answer came to its end.
    pub complete: bool,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Access { method, path, status, bytes, time, complete } = self;
        let end = if *complete { "" } else { ", broken off" };
        let path = printable(path);
        write!(f, "{method} {path} {status}, {bytes} bytes, {} ms{end}", time.as_millis())
    }
}

/// Hears of every answer. It is called on the threads that answer, and must not panic.
pub type Hears = fn(&Access);

/// Tells of an answer when it is over.
pub(crate) async fn tell(State(hears): State<Hears>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let access = Access {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        status: 0,
        bytes: 0,
        time: Duration::ZERO,
        complete: false,
    };
    // Whoever goes away before there is an answer is told of, too.
    let mut told = Told { access, begun, hears };
    let response = next.run(request).await;
    told.access.status = response.status().as_u16();
    told.access.complete = response.body().is_end_stream();
    response.map(|body| Body::new(Counted { body, told }))
}

/// What is told when it is dropped.
struct Told {
    access: Access,
    begun: Instant,
    hears: Hears,
}

impl Drop for Told {
    fn drop(&mut self) {
        self.access.time = self.begun.elapsed();
        (self.hears)(&self.access);
    }
}

/// A body whose bytes are counted.
struct Counted {
    body: Body,
    told: Told,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                self.told.access.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
            }
            Poll::Ready(None) => self.told.access.complete = true,
            _ => {}
        }
        // A body whose length is known is not asked for its end.
        self.told.access.complete |= self.body.is_end_stream();
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
    fn a_line_holds_no_control_characters() {
        let access = Access {
            method: "GET".to_owned(),
            path: "/a\u{1b}[2J\u{9b}31m\u{7f}ü".to_owned(),
            status: 404,
            bytes: 3,
            time: Duration::from_millis(7),
            complete: true,
        };
        assert_eq!(access.to_string(), "GET /a\\u{1b}[2J\\u{9b}31m\\u{7f}ü 404, 3 bytes, 7 ms");
    }
}
