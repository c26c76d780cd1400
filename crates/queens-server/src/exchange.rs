//! The exchange of requests and responses on a connection, one after the other: the phase
//! of the current request, the mark while the connection may be closed, and the seat of
//! the current response.

use crate::connections::{ClosableMark, ConnectionHandle, HeldSeat};
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, Incoming, SizeHint};
use queens::control::lock;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use tokio::sync::watch;

/// Phase of the current request of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestPhase {
    /// The request has not arrived completely.
    Receiving,
    /// Nothing has been sent to the client yet; `takes_interim` if it accepts an interim
    /// response (HTTP/1.1).
    Working { takes_interim: bool },
    /// The response is being produced and sent.
    Responding,
    /// The response is complete; its last bytes wait for the socket.
    Flushing,
    /// The socket has taken the whole response.
    Flushed,
    /// The connection waits for its next request.
    Idle,
}

/// State of a connection between its socket, its requests and its responses. The next
/// request starts only after the socket has taken the whole response.
pub(crate) struct Exchange {
    connection: ConnectionHandle,
    phase: watch::Sender<RequestPhase>,
    /// Mark while the connection waits for the head of a request.
    waiting: Mutex<Option<ClosableMark>>,
    /// Seat of the current response.
    seat: Mutex<Option<HeldSeat>>,
}

impl Exchange {
    /// The exchange on a new connection.
    pub(crate) fn new(connection: ConnectionHandle) -> Self {
        let waiting = Mutex::new(Some(connection.mark_receiving()));
        Exchange {
            connection,
            phase: watch::Sender::new(RequestPhase::Receiving),
            waiting,
            seat: Mutex::default(),
        }
    }

    /// The phases from now on.
    pub(crate) fn watch_phases(&self) -> watch::Receiver<RequestPhase> {
        self.phase.subscribe()
    }

    /// Records that the head of a request has arrived.
    pub(crate) fn begin_request(self: &Arc<Self>, takes_interim: bool) -> RequestArrival {
        let receiving = self.connection.mark_receiving();
        *lock(&self.waiting) = None;
        self.phase.send_replace(RequestPhase::Receiving);
        RequestArrival {
            exchange: self.clone(),
            takes_interim,
            _receiving: receiving,
        }
    }

    /// Records the start of a response. It keeps its seat until the socket has taken all
    /// of it.
    pub(crate) fn begin_response(
        self: &Arc<Self>,
        mut response: Response,
    ) -> Response<ResponseBody> {
        *lock(&self.seat) = response.extensions_mut().remove::<HeldSeat>();
        self.phase.send_replace(RequestPhase::Responding);
        response.map(|body| ResponseBody {
            body,
            exchange: self.clone(),
        })
    }

    /// Records that the socket has taken all bytes so far.
    pub(crate) fn record_flush(&self) {
        if self.advance_phase(RequestPhase::Flushing, RequestPhase::Flushed) {
            *lock(&self.seat) = None;
        }
    }

    /// Records that the socket is being read. After a response, the connection then waits
    /// for its next request.
    pub(crate) fn record_read(&self) {
        if self.advance_phase(RequestPhase::Flushed, RequestPhase::Idle) {
            *lock(&self.waiting) = Some(self.connection.mark_idle());
        }
    }

    /// Moves from one phase to the next; false in any other phase.
    fn advance_phase(&self, from: RequestPhase, to: RequestPhase) -> bool {
        self.phase.send_if_modified(|phase| {
            let is_next = *phase == from;
            *phase = if is_next { to } else { *phase };
            is_next
        })
    }
}

/// Part of a request until its body has arrived, or is not needed any more; its drop ends
/// the phase of receiving.
pub(crate) struct RequestArrival {
    exchange: Arc<Exchange>,
    takes_interim: bool,
    _receiving: ClosableMark,
}

impl Drop for RequestArrival {
    fn drop(&mut self) {
        let working = RequestPhase::Working {
            takes_interim: self.takes_interim,
        };
        self.exchange
            .advance_phase(RequestPhase::Receiving, working);
    }
}

/// Body of a request that is being received.
pub(crate) struct RequestBody {
    body: Incoming,
    arrival: Option<RequestArrival>,
}

impl RequestBody {
    pub(crate) fn new(body: Incoming, arrival: RequestArrival) -> Self {
        let is_complete = body.is_end_stream();
        RequestBody {
            body,
            arrival: (!is_complete).then_some(arrival),
        }
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
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) || self.body.is_end_stream()
        {
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

/// Body of a response; its drop ends the phase of responding.
pub(crate) struct ResponseBody {
    body: Body,
    exchange: Arc<Exchange>,
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.exchange
            .advance_phase(RequestPhase::Responding, RequestPhase::Flushing);
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
