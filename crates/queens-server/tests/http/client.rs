//! A server on a free port, and a client that speaks plain HTTP/1.0.

use queens::control::CancelToken;
use queens_server::{ServeOptions, serve};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Timeout after which a test counts as hung: far longer than anything takes.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A running server; it ends when this is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    shutdown: CancelToken,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Server {
    pub(crate) fn start(max_size: u32, max_searches: u16) -> Self {
        Server::with(ServeOptions {
            max_size,
            max_searches,
            ..ServeOptions::default()
        })
    }

    /// With these options, but on a free port.
    pub(crate) fn with(options: ServeOptions) -> Self {
        let options = ServeOptions {
            addr: (Ipv4Addr::LOCALHOST, 0).into(),
            ..options
        };
        let shutdown = CancelToken::new();
        let raised = shutdown.clone();
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve(&options, &raised, |address| {
                sender.send(address).expect("the test waits");
            })
        });
        let address = receiver.recv_timeout(LONG).expect("the server listens");
        Server {
            address,
            shutdown,
            thread: Some(thread),
        }
    }

    /// Opens a connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        stream
    }

    /// Sends a request and leaves the answer to be read.
    pub(crate) fn send(&self, method: &str, target: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(
            stream,
            "{method} {target} HTTP/1.0\r\nHost: localhost\r\n\r\n"
        )
        .expect("the server reads");
        stream
    }

    /// Sends a request and reads the whole answer.
    pub(crate) fn request(&self, method: &str, target: &str) -> Answer {
        Answer::read(self.send(method, target))
    }

    /// Sends these bytes, ends the sending (but not the reading) if `is_half_closed`, and
    /// reads the whole answer.
    pub(crate) fn raw(&self, sent: &[u8], is_half_closed: bool) -> Answer {
        let mut stream = self.connect();
        stream.write_all(sent).expect("the server reads");
        if is_half_closed {
            stream.shutdown(Shutdown::Write).expect("a socket");
        }
        Answer::read(stream)
    }

    pub(crate) fn get(&self, target: &str) -> Answer {
        self.request("GET", target)
    }

    /// Ends the server and waits for it.
    pub(crate) fn stop(mut self) -> io::Result<()> {
        self.shutdown.cancel();
        self.thread
            .take()
            .expect("it runs")
            .join()
            .expect("it does not panic")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An answer, taken apart.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads all that comes; interim responses are passed over.
    pub(crate) fn read(mut stream: TcpStream) -> Self {
        let mut text = String::new();
        stream
            .read_to_string(&mut text)
            .expect("the server answers in text");
        let text = text.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .expect("a status");
        Answer {
            status,
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn rows(&self) -> Vec<Vec<u32>> {
        table_rows(&self.body)
    }
}

/// The numbers in the cells of each table row of a page. Written for this test alone.
pub(crate) fn table_rows(page: &str) -> Vec<Vec<u32>> {
    let inside = |text: &str, open: &str, close: &str| -> Vec<String> {
        let pieces = text.split(open).skip(1);
        pieces
            .map(|piece| piece.split(close).next().unwrap_or_default().to_owned())
            .collect()
    };
    inside(page, "<tr>", "</tr>")
        .iter()
        .map(|row| {
            inside(row, "<td>", "</td>")
                .iter()
                .map(|cell| cell.trim().parse().expect("a number"))
                .collect()
        })
        .collect()
}
