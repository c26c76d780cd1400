//! Connections: their limits of number and time, and the choice of those that are closed
//! to make room for others.
//!
//! A connection carries requests one after the other. Between two requests it is *idle*;
//! until a request has arrived with its body, it is *receiving*; while events are sent on
//! it, it is *listening*. If there is no room for another connection, or no file
//! descriptor, the connection that has been idle longest is closed, or if there is none,
//! the one that has been receiving longest, or if there is none, the one that has been
//! listening longest. So clients that send nothing, or slowly, or only listen cannot lock
//! out others. While all seats are taken, every response closes its connection, so that
//! clients take turns.

use crate::ServeOptions;
use crate::exchange::{Exchange, RequestBody};
use crate::socket::{ClientSocket, close_gracefully, wait_for_disconnect};
use axum::Router;
use axum::http::{HeaderValue, StatusCode, Version, header};
use axum::response::IntoResponse;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use queens::control::lock;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Maximum length of the head of a request in bytes, and size of the buffers of a
/// connection.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// Delay after the system has failed to accept a connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(10);

/// The open connections of a server.
pub(crate) struct Connections {
    service: TowerToHyperService<Router>,
    request_timeout: Duration,
    reader_timeout: Duration,
    /// One permit for each connection that may be open.
    seats: Arc<Semaphore>,
    max: u16,
    closable: Arc<ClosableConnections>,
}

impl Connections {
    /// The connections that `options` allow, answered by `router`.
    pub(crate) fn new(router: Router, options: &ServeOptions) -> Self {
        let max = options.connection_limit();
        Connections {
            service: TowerToHyperService::new(router),
            request_timeout: options.request_timeout,
            reader_timeout: options.reader_timeout,
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
                    if let Some(seat) = self.take_seat().await {
                        self.open_connection(stream, seat);
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

    /// Returns a seat for one more connection, and closes another one if necessary. If
    /// all are being answered it waits: at most half of them carry long responses and the
    /// others end soon, so new clients are not rejected.
    async fn take_seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = self.seats.clone().try_acquire_owned() {
            return Some(seat);
        }
        let mut seat = pin!(self.seats.clone().acquire_owned());
        while !self.closable.close_oldest() {
            tokio::select! {
                seat = &mut seat => return seat.ok(),
                () = self.closable.idle.notified() => {}
            }
        }
        seat.await.ok()
    }

    fn open_connection(&self, stream: TcpStream, seat: OwnedSemaphorePermit) {
        // Without it, the system holds back the end of a response until the client has
        // confirmed its beginning.
        let _ = stream.set_nodelay(true);
        let connection = ConnectionHandle {
            closable: self.closable.clone(),
            close: CancellationToken::new(),
        };
        let exchange = Arc::new(Exchange::new(connection.clone()));
        let phases = exchange.watch_phases();
        let stream = Arc::new(stream);
        let socket =
            ClientSocket::new(stream.clone(), self.reader_timeout, exchange.clone());
        let (service, seats, of_service) =
            (self.service.clone(), self.seats.clone(), connection.clone());
        let answer = service_fn(move |request: Request<Incoming>| {
            let arrival = exchange.begin_request(request.version() == Version::HTTP_11);
            // A full buffer is refused only while the end of the head is missing, so a
            // longer head may arrive with its end.
            let is_too_long = head_bytes(&request) > MAX_HEAD_BYTES;
            let mut request = request.map(|body| RequestBody::new(body, arrival));
            request.extensions_mut().insert(of_service.clone());
            let answering = (!is_too_long).then(|| service.call(request));
            let (exchange, seats) = (exchange.clone(), seats.clone());
            async move {
                let answered = match answering {
                    Some(answering) => answering.await?,
                    None => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response(),
                };
                let mut response = exchange.begin_response(answered);
                if is_too_long || seats.available_permits() == 0 {
                    response
                        .headers_mut()
                        .insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.request_timeout)
            .half_close(true)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(socket), answer);
        tokio::spawn(async move {
            let has_ended = tokio::select! {
                // An error means that the client has disconnected, was too slow, or sent
                // no further request.
                _ = serving => true,
                () = wait_for_disconnect(&stream, phases) => false,
                // Closed to make room.
                () = connection.close.cancelled() => false,
            };
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
        // All connections have ended when every seat is free.
        let mut all_seats = pin!(self.seats.acquire_many(self.max.into()));
        loop {
            while self.closable.close_oldest() {}
            tokio::select! {
                _ = &mut all_seats => return,
                () = self.closable.idle.notified() => {}
            }
        }
    }
}

/// Returns the length of the head of a request as clients usually write it, with one
/// blank after each colon.
fn head_bytes<B>(request: &Request<B>) -> usize {
    let first_line = format!(
        "{} {} {:?}\r\n",
        request.method(),
        request.uri(),
        request.version()
    );
    let fields = request.headers().iter();
    let fields =
        fields.map(|(name, value)| name.as_str().len() + ": \r\n".len() + value.len());
    first_line.len() + fields.sum::<usize>() + "\r\n".len()
}

/// Seat that a response keeps until its connection ends: [`Connections`] takes it from
/// the extensions of the response.
pub(crate) type HeldSeat = Arc<OwnedSemaphorePermit>;

/// Handle of a connection, in the extensions of its request.
#[derive(Clone)]
pub(crate) struct ConnectionHandle {
    closable: Arc<ClosableConnections>,
    close: CancellationToken,
}

impl ConnectionHandle {
    /// Marks the connection as receiving: it may be closed until the mark is dropped.
    pub(crate) fn mark_receiving(&self) -> ClosableMark {
        self.mark_closable(ClosableState::Receiving)
    }

    /// Marks the connection as idle: it may be closed until the mark is dropped.
    pub(crate) fn mark_idle(&self) -> ClosableMark {
        let mark = self.mark_closable(ClosableState::Idle);
        self.closable.idle.notify_one();
        mark
    }

    /// Marks the connection as listening: it may be closed until the mark is dropped.
    pub(crate) fn mark_listening(&self) -> ClosableMark {
        self.mark_closable(ClosableState::Listening)
    }

    fn mark_closable(&self, state: ClosableState) -> ClosableMark {
        let mut queue = self.closable.lock();
        let key = (state, queue.next);
        queue.next += 1;
        queue.close.insert(key, self.close.clone());
        drop(queue);
        ClosableMark {
            closable: self.closable.clone(),
            key,
        }
    }
}

/// State in which a connection may be closed, in the order in which they are closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ClosableState {
    Idle,
    Receiving,
    Listening,
}

/// Connections that may be closed.
#[derive(Default)]
struct ClosableConnections {
    queue: Mutex<ClosableQueue>,
    /// Notified when a connection becomes idle.
    idle: Notify,
}

/// Connections in the order in which they are closed.
#[derive(Default)]
struct ClosableQueue {
    next: u64,
    close: BTreeMap<(ClosableState, u64), CancellationToken>,
}

impl ClosableConnections {
    fn lock(&self) -> MutexGuard<'_, ClosableQueue> {
        lock(&self.queue)
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
