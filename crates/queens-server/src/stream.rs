//! A page, or a list, that is written while its search runs.
//!
//! The search runs on a thread of its own and hands over chunks through a channel that holds two of
//! them. When it is full, the search waits for its reader and lets another one have its turn; it goes
//! on when the reader has taken something and a turn is free. The page's body holds a guard; when the
//! reader goes away, or is given up, the body is dropped, and with it goes the search.

use crate::Shared;
use crate::computing::compute;
use axum::body::{Body, Bytes};
use queens::control::CancelToken;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{self, Format, Style, Summary};
use queens::{Question, Settings, ask_each};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, interval_at};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// Bytes of a chunk, about.
const CHUNK: usize = 32 << 10;

/// Chunks that may wait for the reader.
const WAITING: usize = 2;

/// Time without a solution after which a page gets a line break: if its reader is gone, that shows.
const BEAT: Duration = Duration::from_secs(2);

/// What is written.
pub(crate) struct Listed {
    pub(crate) problem: Problem,
    pub(crate) question: Question,
    /// How it is searched; the token that ends it is set here.
    pub(crate) settings: Settings,
    /// The most solutions.
    pub(crate) limit: u64,
    pub(crate) format: Format,
}

/// Starts the search and answers with what it writes. The permit, one of `shared.searches`, is given back when the
/// search ends or waits, the seat, one of `shared.pages`, when all has been read. The search is made to end by
/// `closing`, and by the reader's going away.
pub(crate) fn body(
    listed: Listed,
    shared: &Shared,
    closing: CancellationToken,
    seat: OwnedSemaphorePermit,
    permit: OwnedSemaphorePermit,
) -> Body {
    let (sender, receiver) = mpsc::channel(WAITING);
    let is_page = listed.format == Format::Html;
    let cancel = CancelToken::new();
    let raised = cancel.clone();
    let closed = closing.clone();
    tokio::spawn(async move {
        closed.cancelled().await;
        raised.cancel();
    });
    let guard = (closing.clone().drop_guard(), seat);
    let listed = Listed { settings: listed.settings.with_cancel(cancel), ..listed };
    let turn = Turn { searches: shared.searches.clone(), permit: Some(permit) };
    compute(move || {
        let handle = Handle::current();
        let mut out = Chunks { sender, turn, closing, chunk: Vec::with_capacity(CHUNK), handle };
        // An error means that the reader is gone or that the server ends: there is nobody to tell.
        if let Err(error) = write_all(&listed, &mut out) {
            out.abandon(error);
        }
    });
    let beats = interval_at(Instant::now() + BEAT, BEAT);
    let chunks = ReceiverStream::new(receiver).timeout_repeating(beats).filter_map(move |chunk| {
        let _lives_as_long_as_the_body = &guard;
        chunk.map_or_else(|_| is_page.then(|| Ok(Bytes::from_static(b"\n"))), Some)
    });
    Body::from_stream(chunks)
}

fn write_all(listed: &Listed, out: &mut Chunks) -> io::Result<()> {
    let Listed { problem, question, settings, limit, format } = listed;
    let mut renderer = render::renderer(*format, problem, Style::default());
    renderer.begin(out)?;
    out.flush()?;
    let mut written = 0;
    let mut result = Ok(());
    let mut each = |placement: &Placement| {
        if written == *limit {
            return ControlFlow::Break(());
        }
        written += 1;
        result = renderer.solution(placement, out);
        // The first solution is shown at once, not when a chunk is full. A chunk ends with a solution.
        if result.is_ok() && (written == 1 || out.chunk.len() >= CHUNK) {
            result = out.flush();
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let answer = ask_each(problem, *question, settings, &mut each).map_err(io::Error::other)?;
    result?;
    let summary = Summary { solutions: written, outcome: answer.outcome };
    renderer.end(&summary, out)?;
    if *format == Format::Ndjson {
        let end = serde_json::json!({ "end": summary.outcome.to_string(), "solutions": written });
        writeln!(out, "{end}")?;
    }
    out.flush()
}

/// The right to search, handed back while there is nothing to do.
struct Turn {
    searches: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turn {
    /// Lets others search until `wait` is over and a turn is free again.
    async fn give_way<T>(&mut self, wait: impl Future<Output = T>) -> T {
        drop(self.permit.take());
        let result = wait.await;
        self.permit = self.searches.clone().acquire_owned().await.ok();
        result
    }
}

/// Sends what is written, chunk by chunk, as fast as the reader takes it.
struct Chunks {
    sender: mpsc::Sender<io::Result<Bytes>>,
    turn: Turn,
    closing: CancellationToken,
    chunk: Vec<u8>,
    handle: Handle,
}

impl Chunks {
    /// Ends the page in the middle, so that the reader does not take it for whole.
    fn abandon(&self, error: io::Error) {
        let _ = self.sender.blocking_send(Err(error));
    }
}

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let chunk = match self.sender.try_send(Ok(chunk.into())) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(chunk)) => chunk,
            Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        let sending = self.turn.give_way(self.sender.send(chunk));
        self.handle.block_on(async {
            tokio::select! {
                biased;
                sent = sending => sent.map_err(|_| io::ErrorKind::BrokenPipe.into()),
                () = self.closing.cancelled() => Err(io::ErrorKind::ConnectionAborted.into()),
            }
        })
    }
}
