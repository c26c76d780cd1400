//! A page that is written while its search runs.
//!
//! The search runs on a thread of its own and hands over chunks through a channel that holds two of
//! them: when it is full, the search waits. The page's body holds a guard; when the reader goes away
//! the body is dropped, and with it goes the search.

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use queens::control::{CancelToken, Limits};
use queens::engines::ladder::{Method, Settings};
use queens::problem::Problem;
use queens::render::{self, Format, Style, Summary};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// Bytes of a chunk, about.
const CHUNK: usize = 32 << 10;

/// Chunks that may wait for the reader.
const WAITING: usize = 2;

/// How long a reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts the search and answers with its page. The permit is given back when the search ends; it
/// is made to end by `closing`, and by the reader's going away.
pub(crate) fn page(
    problem: Problem,
    method: &'static dyn Method,
    permit: OwnedSemaphorePermit,
    closing: CancellationToken,
) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    let cancel = CancelToken::new();
    let raised = cancel.clone();
    let closed = closing.clone();
    tokio::spawn(async move {
        closed.cancelled().await;
        raised.cancel();
    });
    let guard = closing.clone().drop_guard();
    tokio::task::spawn_blocking(move || {
        let mut out = Chunks { sender, closing, chunk: Vec::with_capacity(CHUNK), handle: Handle::current() };
        // An error means that the reader is gone or that the server ends: there is nobody to tell.
        if let Err(error) = write_page(&problem, method, cancel, &mut out) {
            out.abandon(error);
        }
        drop(permit);
    });
    let chunks = ReceiverStream::new(receiver).map(move |chunk| {
        let _lives_as_long_as_the_body = &guard;
        chunk
    });
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], Body::from_stream(chunks)).into_response()
}

fn write_page(
    problem: &Problem,
    method: &dyn Method,
    cancel: CancelToken,
    out: &mut Chunks,
) -> io::Result<()> {
    let mut renderer = render::renderer(Format::Html, problem, Style::default());
    renderer.begin(out)?;
    out.flush()?;
    let mut written = 0;
    let mut result = Ok(());
    let mut each = |placement: &queens::placement::Placement| {
        written += 1;
        result = renderer.solution(placement, out);
        // The first solution is shown at once, not when a chunk is full.
        if written == 1 && result.is_ok() {
            result = out.flush();
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let settings = Settings { limits: Limits::default().with_cancel(cancel), ..Settings::default() };
    let report = method.solutions(problem, &settings, &mut each).map_err(io::Error::other)?;
    result?;
    renderer.end(&Summary { solutions: written, outcome: report.outcome }, out)?;
    out.flush()
}

/// Sends what is written, chunk by chunk, as fast as the reader takes it.
struct Chunks {
    sender: mpsc::Sender<io::Result<Bytes>>,
    closing: CancellationToken,
    chunk: Vec<u8>,
    handle: Handle,
}

impl Chunks {
    /// Ends the page in the middle, so that the reader does not take it for whole.
    fn abandon(&self, error: io::Error) {
        let _ = self.sender.try_send(Err(error));
    }
}

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let sending = self.sender.send_timeout(Ok(chunk.into()), PATIENCE);
        self.handle.block_on(async {
            tokio::select! {
                biased;
                sent = sending => sent.map_err(|_| io::ErrorKind::BrokenPipe.into()),
                () = self.closing.cancelled() => Err(io::ErrorKind::ConnectionAborted.into()),
            }
        })
    }
}
