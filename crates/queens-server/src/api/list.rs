//! Lists of solutions that are sent while their search is running.
//!
//! The search runs on its own thread and passes chunks through a channel that holds two
//! of them. While the channel is full, the search waits for the client and returns its
//! permit, so that another search can run. The body of the response owns a guard: when
//! the client disconnects, or is dropped because it reads too slowly, the body is dropped
//! and the search ends.

use crate::ServerState;
use crate::computing::spawn_search;
use axum::body::{Body, Bytes};
use queens::control::CancelToken;
use queens::render::Format;
use queens_api::SolutionList;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, interval_at};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// Number of chunks that may wait for the client.
const MAX_WAITING_CHUNKS: usize = 2;

/// Time without a solution after which a page gets a line break, so that a closed
/// connection is noticed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);

/// Starts the search and returns the body that it writes. The permit, one of
/// `state.searches`, is returned when the search ends or waits; the seat, one of
/// `state.pages`, when the body has been read. `closing` ends the search, and so does the
/// client when it disconnects.
pub(crate) fn stream_solutions(
    list: SolutionList,
    state: &ServerState,
    closing: CancellationToken,
    seat: OwnedSemaphorePermit,
    permit: OwnedSemaphorePermit,
) -> Body {
    let (sender, receiver) = mpsc::channel(MAX_WAITING_CHUNKS);
    let is_page = list.format == Format::Html;
    let cancel = CancelToken::new();
    let (raised, closed) = (cancel.clone(), closing.clone());
    tokio::spawn(async move {
        closed.cancelled().await;
        raised.cancel();
    });
    let guard = (closing.clone().drop_guard(), seat);
    let list = SolutionList {
        settings: list.settings.with_cancel(cancel),
        ..list
    };
    let permit = SearchPermit {
        searches: state.searches.clone(),
        permit: Some(permit),
    };
    spawn_search(move || {
        let handle = Handle::current();
        let mut sender = ChunkSender {
            sender,
            permit,
            closing,
            handle,
        };
        // An error means that the client has disconnected or that the server is shutting
        // down.
        if let Err(error) = list.write_chunks(&mut |chunk| sender.send_chunk(chunk)) {
            sender.abandon_answer(error);
        }
    });
    let beats = interval_at(Instant::now() + HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL);
    let chunks = ReceiverStream::new(receiver)
        .timeout_repeating(beats)
        .filter_map(move |chunk| {
            let _lives_as_long_as_the_body = &guard;
            chunk.map_or_else(|_| is_page.then(|| Ok(Bytes::from_static(b"\n"))), Some)
        });
    Body::from_stream(chunks)
}

/// The permit of a search, returned while the search waits.
struct SearchPermit {
    searches: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
}

impl SearchPermit {
    /// Returns the permit until `wait` is over and another permit is free.
    async fn release_during<T>(&mut self, wait: impl Future<Output = T>) -> T {
        drop(self.permit.take());
        let result = wait.await;
        self.permit = self.searches.clone().acquire_owned().await.ok();
        result
    }
}

/// Sends chunks as fast as the client reads them.
struct ChunkSender {
    sender: mpsc::Sender<io::Result<Bytes>>,
    permit: SearchPermit,
    closing: CancellationToken,
    handle: Handle,
}

impl ChunkSender {
    /// Sends a chunk; waits while the channel is full.
    fn send_chunk(&mut self, chunk: Vec<u8>) -> io::Result<()> {
        let chunk = match self.sender.try_send(Ok(chunk.into())) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(chunk)) => chunk,
            Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        let sending = self.permit.release_during(self.sender.send(chunk));
        self.handle.block_on(async {
            tokio::select! {
                biased;
                sent = sending => sent.map_err(|_| io::ErrorKind::BrokenPipe.into()),
                () = self.closing.cancelled() => Err(io::ErrorKind::ConnectionAborted.into()),
            }
        })
    }

    /// Breaks the response off, so that the client does not take it for complete.
    fn abandon_answer(&self, error: io::Error) {
        let _ = self.sender.blocking_send(Err(error));
    }
}
