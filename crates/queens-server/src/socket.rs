//! A client's socket: it fails if the client stops reading, and tells a client that is gone from one that only stopped
//! sending.

use std::future::pending;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Sleep, sleep, timeout};

/// Time before a client that sends no more is asked for a sign of life, if nothing was sent to it yet.
const PROBE_AFTER: Duration = Duration::from_secs(1);

/// Time between two looks for an error of the socket of such a client.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time in which a client may send what nobody reads any more.
const LINGER: Duration = Duration::from_secs(2);

/// A connection whose writes fail if its reader takes nothing for some time.
pub(crate) struct Socket {
    stream: Arc<TcpStream>,
    reader_timeout: Duration,
    /// Ends with the timeout; there is one only while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    pub(crate) fn new(stream: Arc<TcpStream>, reader_timeout: Duration) -> Self {
        Socket { stream, reader_timeout, waiting: None }
    }

    /// Writes by `write` as soon as the socket takes something, or fails when the timeout is over.
    fn poll(
        &mut self,
        cx: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(cx) {
            match ready.and_then(|()| write(&self.stream)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.waiting = None;
                    return Poll::Ready(written);
                }
            }
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.reader_timeout)));
        waiting.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll(cx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll(cx, |stream| stream.try_write_vectored(pieces))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The socket is closed by whoever owns the stream when the connection has ended.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// State of the one request of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is not there yet, or not all of it.
    Coming,
    /// Nothing was sent to the client yet; `takes_interim` if it understands an interim response (HTTP/1.1).
    Worked { takes_interim: bool },
    /// The response is being sent.
    Answered,
}

/// Ends when the client is gone. One that has only ended its sending (a half-closed connection) looks the same until
/// something is sent to it: then its system answers whether the connection still exists. A response on its way does that
/// by itself; before it, `100 Continue` does, which clients of HTTP/1.1 pass over (RFC 9110, section 15.2).
pub(crate) async fn gone(stream: &TcpStream, mut phase: watch::Receiver<Phase>) {
    if phase.wait_for(|&phase| phase != Phase::Coming).await.is_err() {
        return pending().await;
    }
    match stream.peek(&mut [0]).await {
        Ok(0) => {}
        // It sends more than its request: its end cannot be seen.
        Ok(_) => return pending().await,
        Err(_) => return,
    }
    sleep(PROBE_AFTER).await;
    // No response is written meanwhile: this runs on the task of the connection.
    if *phase.borrow() == (Phase::Worked { takes_interim: true })
        && stream.try_write(b"HTTP/1.1 100 Continue\r\n\r\n").is_err()
    {
        return;
    }
    while matches!(stream.take_error(), Ok(None)) {
        sleep(POLL_INTERVAL).await;
    }
}

/// Ends the connection in order: what the client still sends is read for a while and dropped, because a socket that is
/// closed with unread bytes resets the connection, and the client might lose the response.
pub(crate) async fn close(stream: Arc<TcpStream>) {
    let Some(mut stream) = Arc::into_inner(stream) else { return };
    let ended = std::future::poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await;
    if ended.is_err() {
        return;
    }
    let drained = async {
        let mut dropped = vec![0; 16 << 10];
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut dropped) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(1..) => {}
                _ => return,
            }
        }
    };
    let _ = timeout(LINGER, drained).await;
}
