//! The connections: how many there may be, how long each may take, and who makes room for whom.
//!
//! A connection carries one request. Until that has come it is *silent*; when there is no room for
//! another connection, or no file descriptor, the one that has been silent longest is closed. So
//! clients that open connections and say nothing cannot keep others out.

use crate::patience::Patient;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How long a client may take to say what it wants.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Bytes of a connection's buffers, and so the longest request head.
const BUFFER: usize = 32 << 10;

/// How long the server waits when the system gives it no connection.
const PAUSE: Duration = Duration::from_millis(10);

/// The open connections of a server.
pub(crate) struct Connections {
    service: TowerToHyperService<Router>,
    reader_timeout: Duration,
    /// One permit for each connection that may be open.
    seats: Arc<Semaphore>,
    max: u16,
    silent: Arc<Silent>,
}

impl Connections {
    /// None yet, of `max` at most. `router` answers; a reader may take nothing for `reader_timeout`.
    pub(crate) fn new(router: Router, max: u16, reader_timeout: Duration) -> Self {
        Connections {
            service: TowerToHyperService::new(router),
            reader_timeout,
            seats: Arc::new(Semaphore::new(max.into())),
            max,
            silent: Arc::default(),
        }
    }

    /// Takes whoever comes; never ends by itself.
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
                    self.silent.close_oldest();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Room for one more, made if need be. Where every connection is being answered it waits: at most half of them
    /// carry pages, the others end at once, so whoever comes in between is not turned away.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = self.seats.clone().try_acquire_owned() {
            return Some(seat);
        }
        self.silent.close_oldest();
        self.seats.clone().acquire_owned().await.ok()
    }

    fn open(&self, stream: TcpStream, seat: OwnedSemaphorePermit) {
        let (id, closed) = self.silent.enter();
        let silent = self.silent.clone();
        let service = self.service.clone();
        let answer = service_fn(move |request: Request<Incoming>| {
            silent.leave(id);
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(REQUEST_TIME)
            .keep_alive(false)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(Patient::new(stream, self.reader_timeout)), answer);
        let silent = self.silent.clone();
        tokio::spawn(async move {
            tokio::select! {
                // An error means that the client is gone or kept us waiting: there is nobody to tell.
                _ = connection => {}
                // Closed to make room. Once the request has come, this cannot happen any more.
                Ok(()) = closed => {}
            }
            silent.leave(id);
            drop(seat);
        });
    }

    /// Closes the silent connections and waits until the others have ended.
    pub(crate) async fn end(&self) {
        while self.silent.close_oldest() {}
        // They have ended when every seat is free.
        let _ = self.seats.acquire_many(self.max.into()).await;
    }
}

/// The connections whose request has not come yet, in order of their age.
#[derive(Default)]
struct Silent(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    next_id: u64,
    close: BTreeMap<u64, oneshot::Sender<()>>,
}

impl Silent {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a new connection; what comes back resolves to `Ok` when it should close.
    fn enter(&self) -> (u64, oneshot::Receiver<()>) {
        let (close, closed) = oneshot::channel();
        let mut entries = self.entries();
        let id = entries.next_id;
        entries.next_id += 1;
        entries.close.insert(id, close);
        (id, closed)
    }

    fn leave(&self, id: u64) {
        self.entries().close.remove(&id);
    }

    /// Closes the oldest, if there is one.
    fn close_oldest(&self) -> bool {
        match self.entries().close.pop_first() {
            // An error means that the connection has just ended: its room is free as well.
            Some((_, close)) => {
                let _ = close.send(());
                true
            }
            None => false,
        }
    }
}
