//! The connections: how many there may be, how long each may take, and which are closed to make room for others.
//!
//! A connection carries one request. Until that is there, with its body, the connection is *waiting*; while events are sent
//! on it, it is *listening*. If there is no room for another connection, or no file descriptor, the one that has been
//! waiting longest is closed, or else the one that has been listening longest. So neither clients that send nothing, or
//! send slowly, nor those that listen can keep others out.

use crate::socket::{self, Phase, Socket};
use axum::Router;
use axum::body::Bytes;
use axum::http::Version;
use hyper::Request;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::sync::CancellationToken;

/// Time in which the head of a request has to come.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Bytes of a connection's buffers, and so the longest request head.
const BUFFER: usize = 32 << 10;

/// Pause if the system gives no connection.
const PAUSE: Duration = Duration::from_millis(10);

/// The open connections of a server.
pub(crate) struct Connections {
    service: TowerToHyperService<Router>,
    reader_timeout: Duration,
    /// One permit for each connection that may be open.
    seats: Arc<Semaphore>,
    max: u16,
    closable: Arc<Closable>,
}

impl Connections {
    /// None yet, of `max` at most. `router` answers; a reader may take nothing for `reader_timeout`.
    pub(crate) fn new(router: Router, max: u16, reader_timeout: Duration) -> Self {
        Connections {
            service: TowerToHyperService::new(router),
            reader_timeout,
            seats: Arc::new(Semaphore::new(max.into())),
            max,
            closable: Arc::default(),
        }
    }

    /// Accepts connections; never ends by itself.
    pub(crate) async fn accept_all(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    if let Some(seat) = self.seat().await {
                        self.open(stream, seat);
                    }
                }
                // A client that went away before its turn.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                // No descriptors, or no memory.
                Err(_) => {
                    self.closable.close_oldest();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Room for one more, made if need be. If every connection is being answered it waits: at most half of them
    /// carry long answers, the others end at once, so new clients are not turned away.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = self.seats.clone().try_acquire_owned() {
            return Some(seat);
        }
        self.closable.close_oldest();
        self.seats.clone().acquire_owned().await.ok()
    }

    fn open(&self, stream: TcpStream, seat: OwnedSemaphorePermit) {
        let connection = Connection { closable: self.closable.clone(), close: CancellationToken::new() };
        let (phase, phases) = watch::channel(Phase::Coming);
        let phase = Arc::new(phase);
        // Left when the request is there.
        let waits = Mutex::new(Some(connection.waits()));
        // What the response holds until the connection ends.
        let held = Arc::new(Mutex::new(None));
        let service = self.service.clone();
        let (holder, of_service) = (held.clone(), connection.clone());
        let answer = service_fn(move |request: Request<Incoming>| {
            let waits = waits.lock().unwrap_or_else(PoisonError::into_inner).take();
            let takes_interim = request.version() == Version::HTTP_11;
            let arrival = Arrival { phase: phase.clone(), takes_interim, _waits: waits };
            let mut request = request.map(|body| Coming::new(body, arrival));
            request.extensions_mut().insert(of_service.clone());
            let (answering, phase, holder) = (service.call(request), phase.clone(), holder.clone());
            async move {
                let mut response = answering.await?;
                phase.send_replace(Phase::Answered);
                *holder.lock().unwrap_or_else(PoisonError::into_inner) =
                    response.extensions_mut().remove::<Held>();
                Ok::<_, Infallible>(response)
            }
        });
        let stream = Arc::new(stream);
        let exchange = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(REQUEST_TIME)
            .keep_alive(false)
            .half_close(true)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(Socket::new(stream.clone(), self.reader_timeout)), answer);
        tokio::spawn(async move {
            let has_ended = tokio::select! {
                // An error means that the client is gone or kept us waiting: there is nobody to tell.
                _ = exchange => true,
                () = socket::gone(&stream, phases) => false,
                // Closed to make room.
                () = connection.close.cancelled() => false,
            };
            drop(held);
            if has_ended {
                let _closable = connection.waits();
                tokio::select! {
                    () = socket::close(stream) => {}
                    () = connection.close.cancelled() => {}
                }
            }
            drop(seat);
        });
    }

    /// Closes the connections that may be closed and waits until the others have ended.
    pub(crate) async fn end(&self) {
        while self.closable.close_oldest() {}
        // They have ended when every seat is free.
        let _ = self.seats.acquire_many(self.max.into()).await;
    }
}

/// A seat that a response holds until its connection ends: [`Connections`] takes it from the response's extensions.
pub(crate) type Held = Arc<OwnedSemaphorePermit>;

/// The connection of a request, among its extensions.
#[derive(Clone)]
pub(crate) struct Connection {
    closable: Arc<Closable>,
    close: CancellationToken,
}

impl Connection {
    /// Until the result is dropped the connection may be closed, as one that waits.
    fn waits(&self) -> Entry {
        self.enter(Why::Waiting)
    }

    /// Until the result is dropped the connection may be closed, as one that listens.
    pub(crate) fn listens(&self) -> Entry {
        self.enter(Why::Listening)
    }

    fn enter(&self, why: Why) -> Entry {
        let mut entries = self.closable.lock();
        let key = (why, entries.next);
        entries.next += 1;
        entries.close.insert(key, self.close.clone());
        drop(entries);
        Entry { closable: self.closable.clone(), key }
    }
}

/// The reason for which a connection may be closed: first come those that are closed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    Waiting,
    Listening,
}

/// The connections that may be closed, in the order in which they are.
#[derive(Default)]
struct Closable(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    next: u64,
    close: BTreeMap<(Why, u64), CancellationToken>,
}

impl Closable {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the first, if there is one.
    fn close_oldest(&self) -> bool {
        let first = self.lock().close.pop_first();
        first.inspect(|(_, close)| close.cancel()).is_some()
    }
}

/// A connection that may be closed; no more when this is dropped.
pub(crate) struct Entry {
    closable: Arc<Closable>,
    key: (Why, u64),
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.closable.lock().close.remove(&self.key);
    }
}

/// Marks the end of a request: dropped when its body is there, or nobody waits for it any more.
struct Arrival {
    phase: Arc<watch::Sender<Phase>>,
    takes_interim: bool,
    _waits: Option<Entry>,
}

impl Drop for Arrival {
    fn drop(&mut self) {
        let worked = Phase::Worked { takes_interim: self.takes_interim };
        self.phase.send_if_modified(|phase| {
            let is_coming = *phase == Phase::Coming;
            *phase = if is_coming { worked } else { *phase };
            is_coming
        });
    }
}

/// The body of a request on its way.
struct Coming {
    body: Incoming,
    arrival: Option<Arrival>,
}

impl Coming {
    fn new(body: Incoming, arrival: Arrival) -> Self {
        let is_there = body.is_end_stream();
        Coming { body, arrival: (!is_there).then_some(arrival) }
    }
}

impl HttpBody for Coming {
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
