//! The socket of a client: it fails if the client reads too slowly, and distinguishes a
//! client that has disconnected from one that has only ended its sending.

use crate::exchange::{Exchange, RequestPhase};
use std::future::pending;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Sleep, sleep, timeout};

/// Number of bytes that a client must read within the reader timeout, counting only the
/// time in which the server waits for it.
const MIN_BYTES_PER_TIMEOUT: usize = 64 << 10;

/// Time before a client that has ended its sending is probed, if nothing was sent to it
/// yet.
const PROBE_DELAY: Duration = Duration::from_secs(1);

/// Time between two checks of the socket of such a client for an error, or of a client
/// that sends more than its request for its end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time in which bytes that a client still sends are read and dropped.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// The reading speed of a client. A client that reads a few bytes now and then must not
/// keep its seat for ever, so every [`MIN_BYTES_PER_TIMEOUT`] bytes may take at most the
/// reader timeout.
struct ReadingPace {
    timeout: Duration,
    /// Time that the server has waited for the current portion of bytes, without the
    /// current wait.
    waited: Duration,
    /// Start of the current wait.
    waiting_since: Option<Instant>,
    /// Bytes of the current portion that the client has read.
    read: usize,
}

impl ReadingPace {
    fn new(timeout: Duration) -> Self {
        ReadingPace {
            timeout,
            waited: Duration::ZERO,
            waiting_since: None,
            read: 0,
        }
    }

    /// Starts to wait for the client, unless the server is waiting already. Returns the
    /// longest time from the start.
    fn next_wait(&mut self, now: Instant) -> Duration {
        self.waiting_since.get_or_insert(now);
        self.timeout.saturating_sub(self.waited)
    }

    /// Records that the socket has taken `bytes`.
    fn record_bytes(&mut self, now: Instant, bytes: usize) {
        if let Some(since) = self.waiting_since.take() {
            self.waited += now.saturating_duration_since(since);
        }
        self.read = self.read.saturating_add(bytes);
        if self.read >= MIN_BYTES_PER_TIMEOUT {
            *self = ReadingPace::new(self.timeout);
        }
    }
}

/// A connection whose writes fail if its client reads too slowly.
pub(crate) struct ClientSocket {
    stream: Arc<TcpStream>,
    pace: ReadingPace,
    /// Timer of the current wait.
    timer: Option<Pin<Box<Sleep>>>,
    exchange: Arc<Exchange>,
}

impl ClientSocket {
    pub(crate) fn new(
        stream: Arc<TcpStream>,
        reader_timeout: Duration,
        exchange: Arc<Exchange>,
    ) -> Self {
        ClientSocket {
            stream,
            pace: ReadingPace::new(reader_timeout),
            timer: None,
            exchange,
        }
    }

    /// Calls `write` as soon as the socket is writable, or fails if the client reads too
    /// slowly.
    fn poll_write_within(
        &mut self,
        cx: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(cx) {
            match ready.and_then(|()| write(&self.stream)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.timer = None;
                    self.pace
                        .record_bytes(Instant::now(), *written.as_ref().unwrap_or(&0));
                    return Poll::Ready(written);
                }
            }
        }
        let left = self.pace.next_wait(Instant::now());
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(left)));
        timer
            .as_mut()
            .poll(cx)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ClientSocket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.exchange.record_read();
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for ClientSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_within(cx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_within(cx, |stream| stream.try_write_vectored(pieces))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Called when all bytes have been written.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.exchange.record_flush();
        Poll::Ready(Ok(()))
    }

    /// The owner of the stream closes the socket after the end of the connection.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Waits until the client has disconnected. A client that has only ended its sending (a
/// half-closed connection) looks the same until something is sent to it, because only
/// then does its system report whether the connection still exists. A response does that
/// by itself; before the response, `100 Continue` does, which clients of HTTP/1.1 ignore
/// (RFC 9110, section 15.2).
pub(crate) async fn wait_for_disconnect(
    stream: &TcpStream,
    mut phase: watch::Receiver<RequestPhase>,
) {
    if phase
        .wait_for(|&phase| phase != RequestPhase::Receiving)
        .await
        .is_err()
    {
        return pending().await;
    }
    loop {
        match stream.peek(&mut [0]).await {
            Ok(0) => break,
            // The end of the client cannot be detected before these bytes have been read.
            Ok(_) => sleep(POLL_INTERVAL).await,
            Err(_) => return,
        }
    }
    sleep(PROBE_DELAY).await;
    // No response is written at the same time, because this runs on the task of the
    // connection.
    if *phase.borrow()
        == (RequestPhase::Working {
            takes_interim: true,
        })
        && stream.try_write(b"HTTP/1.1 100 Continue\r\n\r\n").is_err()
    {
        return;
    }
    while matches!(stream.take_error(), Ok(None)) {
        sleep(POLL_INTERVAL).await;
    }
}

/// Closes the connection. Bytes that the client still sends are read for a while and
/// dropped, because a socket that is closed with unread bytes resets the connection, and
/// the client might lose the response.
pub(crate) async fn close_gracefully(stream: Arc<TcpStream>) {
    let Some(mut stream) = Arc::into_inner(stream) else {
        return;
    };
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
    let _ = timeout(LINGER_TIME, drained).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for `wait`, then records `bytes`. Returns the time that was allowed.
    fn step(
        pace: &mut ReadingPace,
        now: &mut Instant,
        wait: Duration,
        bytes: usize,
    ) -> Duration {
        let allowed = pace.next_wait(*now);
        *now += wait;
        pace.record_bytes(*now, bytes);
        allowed
    }

    #[test]
    fn a_client_that_reads_single_bytes_times_out() {
        let (mut pace, mut now) =
            (ReadingPace::new(Duration::from_secs(10)), Instant::now());
        let allowed = [3, 3, 3, 1, 1]
            .map(|wait| step(&mut pace, &mut now, Duration::from_secs(wait), 1));
        assert_eq!(allowed.map(|time| time.as_secs()), [10, 7, 4, 1, 0]);
    }

    #[test]
    fn enough_progress_resets_the_timeout() {
        let (mut pace, mut now) =
            (ReadingPace::new(Duration::from_secs(10)), Instant::now());
        for _ in 0..100 {
            let half = MIN_BYTES_PER_TIMEOUT / 2;
            assert_eq!(
                step(&mut pace, &mut now, Duration::from_secs(4), half).as_secs(),
                10
            );
            assert_eq!(
                step(&mut pace, &mut now, Duration::from_secs(4), half).as_secs(),
                6
            );
        }
    }

    #[test]
    fn only_waiting_time_counts() {
        let (mut pace, mut now) =
            (ReadingPace::new(Duration::from_secs(10)), Instant::now());
        for _ in 0..100 {
            now += Duration::from_secs(60); // the search has found nothing to send
            pace.record_bytes(now, 1);
        }
        assert_eq!(pace.next_wait(now).as_secs(), 10);
    }
}
