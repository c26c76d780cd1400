//! Connections: their limits of number and time, and the choice of those that are closed to make room for others.
//!
//! A connection carries one request. Until the request has arrived with its body, the connection is *receiving*; while events
//! are sent on it, it is *listening*. If there is no room for another connection, or no file descriptor, the connection that has
//! been receiving longest is closed, or if there is none, the one that has been listening longest. So clients that send nothing,
//! or slowly, or only listen cannot lock out others.

use crate::socket::{ClientSocket, RequestPhase, close_gracefully, wait_for_disconnect};
use axum::Router;
use axum::body::Bytes;
use axum::http::Version;
use hyper::Request;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use queens::control::lock;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::sync::CancellationToken;

/// Time within which the head of a request must arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Size of the buffers of a connection in bytes, and so the maximum length of the head of a request.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// Delay after the system has failed to accept a connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(10);

/// The open connections of a server.
pub(crate) struct Connections {
    service: TowerToHyperService<Router>,
    reader_timeout: Duration,
    /// One permit for each connection that may be open.
    seats: Arc<Semaphore>,
    max: u16,
    closable: Arc<ClosableConnections>,
}

impl Connections {
    /// Up to `max` connections, answered by `router`.
    pub(crate) fn new(router: Router, max: u16, reader_timeout: Duration) -> Self {
        Connections {
            service: TowerToHyperService::new(router),
            reader_timeout,
            seats: Arc::new(Semaphore::new(max.into())),
            max,
            closable: Arc::default(),
        }
    }

    /// Accepts connections; never returns.
    pub(crate) async fn accept_all(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    if let Some(seat) = self.seat().await {
                        self.open(stream, seat);
                    }
                }
                // The client has disconnected already.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                // There are no file descriptors, or there is no memory.
                Err(_) => {
                    self.closable.close_oldest();
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
    }

    /// Returns a seat for one more connection, and closes another one if necessary. If all are being answered it waits: at most
    /// half of them carry long responses and the others end soon, so new clients are not rejected.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = self.seats.clone().try_acquire_owned() {
            return Some(seat);
        }
        self.closable.close_oldest();
        self.seats.clone().acquire_owned().await.ok()
    }

    fn open(&self, stream: TcpStream, seat: OwnedSemaphorePermit) {
        let connection =
            ConnectionHandle { closable: self.closable.clone(), close: CancellationToken::new() };
        let (phase, phases) = watch::channel(RequestPhase::Receiving);
        let phase = Arc::new(phase);
        // Dropped when the request has arrived.
        let receiving = Mutex::new(Some(connection.mark_receiving()));
        // The seat that the response keeps until the connection ends.
        let held = Arc::new(Mutex::new(None));
        let service = self.service.clone();
        let (holder, of_service) = (held.clone(), connection.clone());
        let answer = service_fn(move |request: Request<Incoming>| {
            let receiving = lock(&receiving).take();
            let takes_interim = request.version() == Version::HTTP_11;
            let arrival = RequestArrival { phase: phase.clone(), takes_interim, _receiving: receiving };
            let mut request = request.map(|body| RequestBody::new(body, arrival));
            request.extensions_mut().insert(of_service.clone());
            let (answering, phase, holder) = (service.call(request), phase.clone(), holder.clone());
            async move {
                let mut response = answering.await?;
                phase.send_replace(RequestPhase::Responding);
                *lock(&holder) = response.extensions_mut().remove::<HeldSeat>();
                Ok::<_, Infallible>(response)
            }
        });
        let stream = Arc::new(stream);
        let exchange = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .keep_alive(false)
            .half_close(true)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(ClientSocket::new(stream.clone(), self.reader_timeout)), answer);
        tokio::spawn(async move {
            let has_ended = tokio::select! {
                // An error means that the client has disconnected or was too slow.
                _ = exchange => true,
                () = wait_for_disconnect(&stream, phases) => false,
                // Closed to make room.
                () = connection.close.cancelled() => false,
            };
            drop(held);
            if has_ended {
                let _closable = connection.mark_receiving();
                tokio::select! {
                    () = close_gracefully(stream) => {}
                    () = connection.close.cancelled() => {}
                }
            }
            drop(seat);
        });
    }

    /// Closes the connections that may be closed, and waits for the end of the others.
    pub(crate) async fn shut_down(&self) {
        while self.closable.close_oldest() {}
        // All connections have ended when every seat is free.
        let _ = self.seats.acquire_many(self.max.into()).await;
    }
}

/// Seat that a response keeps until its connection ends: [`Connections`] takes it from the extensions of the response.
pub(crate) type HeldSeat = Arc<OwnedSemaphorePermit>;

/// Handle of a connection, in the extensions of its request.
#[derive(Clone)]
pub(crate) struct ConnectionHandle {
    closable: Arc<ClosableConnections>,
    close: CancellationToken,
}

impl ConnectionHandle {
    /// Marks the connection as receiving: it may be closed until the mark is dropped.
    fn mark_receiving(&self) -> ClosableMark {
        self.mark(ClosableState::Receiving)
    }

    /// Marks the connection as listening: it may be closed until the mark is dropped.
    pub(crate) fn mark_listening(&self) -> ClosableMark {
        self.mark(ClosableState::Listening)
    }

    fn mark(&self, state: ClosableState) -> ClosableMark {
        let mut queue = self.closable.lock();
        let key = (state, queue.next);
        queue.next += 1;
        queue.close.insert(key, self.close.clone());
        drop(queue);
        ClosableMark { closable: self.closable.clone(), key }
    }
}

/// State in which a connection may be closed, in the order in which they are closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ClosableState {
    Receiving,
    Listening,
}

/// Connections that may be closed.
#[derive(Default)]
struct ClosableConnections(Mutex<ClosableQueue>);

/// Connections in the order in which they are closed.
#[derive(Default)]
struct ClosableQueue {
    next: u64,
    close: BTreeMap<(ClosableState, u64), CancellationToken>,
}

impl ClosableConnections {
    fn lock(&self) -> MutexGuard<'_, ClosableQueue> {
        lock(&self.0)
    }

    /// Closes the first connection; false if there is none.
    fn close_oldest(&self) -> bool {
        let first = self.lock().close.pop_first();
        first.inspect(|(_, close)| close.cancel()).is_some()
    }
}

/// Mark of a connection that may be closed until this is dropped.
pub(crate) struct ClosableMark {
    closable: Arc<ClosableConnections>,
    key: (ClosableState, u64),
}

impl Drop for ClosableMark {
    fn drop(&mut self) {
        self.closable.lock().close.remove(&self.key);
    }
}

/// Part of a request until its body has arrived, or is not needed any more; its drop ends the phase of receiving.
struct RequestArrival {
    phase: Arc<watch::Sender<RequestPhase>>,
    takes_interim: bool,
    _receiving: Option<ClosableMark>,
}

impl Drop for RequestArrival {
    fn drop(&mut self) {
        let working = RequestPhase::Working { takes_interim: self.takes_interim };
        self.phase.send_if_modified(|phase| {
            let is_receiving = *phase == RequestPhase::Receiving;
            *phase = if is_receiving { working } else { *phase };
            is_receiving
        });
    }
}

/// Body of a request that is being received.
struct RequestBody {
    body: Incoming,
    arrival: Option<RequestArrival>,
}

impl RequestBody {
    fn new(body: Incoming, arrival: RequestArrival) -> Self {
        let is_complete = body.is_end_stream();
        RequestBody { body, arrival: (!is_complete).then_some(arrival) }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) || self.body.is_end_stream() {
            self.arrival = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
