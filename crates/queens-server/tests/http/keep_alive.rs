//! Several requests on one connection.

use crate::client::{LONG, Server};
use queens_server::ServeOptions;
use socket2::{Domain, Socket, Type};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection of HTTP/1.1 that stays open.
struct KeptConnection(BufReader<TcpStream>);

impl KeptConnection {
    fn open(server: &Server) -> Self {
        KeptConnection(BufReader::new(server.connect()))
    }

    fn send(&mut self, request: &str) {
        self.0
            .get_mut()
            .write_all(request.as_bytes())
            .expect("the server reads");
    }

    /// Reads one response: its head in small letters, and its body.
    fn read(&mut self) -> (String, String) {
        let head = self.read_head();
        let body = self.read_body(&head);
        (head, body)
    }

    fn read_head(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(
                self.0.read_line(&mut head).expect("the server answers") > 0,
                "closed after '{head}'"
            );
        }
        let head = head.to_lowercase();
        if head.starts_with("http/1.1 100 ") {
            return self.read_head();
        }
        head
    }

    fn read_body(&mut self, head: &str) -> String {
        let length = head
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        match length {
            Some(length) => self.read_bytes(length.parse().expect("a number")),
            None => {
                assert!(head.contains("transfer-encoding: chunked"), "{head}");
                self.read_chunks()
            }
        }
    }

    fn read_bytes(&mut self, length: usize) -> String {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).expect("the whole body");
        String::from_utf8(bytes).expect("text")
    }

    fn read_chunks(&mut self) -> String {
        let mut body = String::new();
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).expect("the length of a chunk");
            let length =
                usize::from_str_radix(line.trim_end(), 16).expect("a hexadecimal number");
            body += self.read_bytes(length + 2).trim_end_matches("\r\n");
            if length == 0 {
                return body;
            }
        }
    }

    fn get(&mut self, target: &str) -> (String, String) {
        self.send(&get(target));
        self.read()
    }

    /// True if the server closes the connection without another byte.
    fn is_closed(&mut self) -> bool {
        self.0.read(&mut [0]).is_ok_and(|bytes| bytes == 0)
    }
}

fn get(target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

fn post(question: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// The solutions of 6, 8 and 10 queens: 4, 92 and 724 (A000170).
#[test]
fn a_connection_carries_requests_of_every_kind() {
    // One long response at once, so each must return its seat.
    let server = Server::with(ServeOptions {
        max_connections: 3,
        ..ServeOptions::default()
    });
    let mut connection = KeptConnection::open(&server);
    for _ in 0..3 {
        assert_eq!(connection.get("/healthz").1, "ok\n");
        let (_, page) = connection.get("/queens?boardsize=6");
        assert_eq!(page.matches("<tr>").count(), 4, "{page}");
        connection.send(&post("count", "{\"problem\":\"8\"}"));
        let (head, count) = connection.read();
        assert!(
            head.starts_with("http/1.1 200 ") && count.contains("\"count\": 92"),
            "{head}{count}"
        );
        connection.send(&post("list", "{\"problem\":\"10\"}"));
        assert_eq!(connection.read().1.matches("\"columns\"").count(), 724);
        let (head, _) = connection.get("/nothing");
        assert!(
            head.starts_with("http/1.1 404 ") && !head.contains("connection: close"),
            "{head}"
        );
        connection.send("HEAD /queens?boardsize=8 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            connection
                .0
                .read_line(&mut line)
                .expect("the head of a response");
        }
    }
    // The seat of the connection that stays open is free for others.
    assert_eq!(server.get("/queens?boardsize=8").rows().len(), 92);
}

#[test]
fn requests_that_are_sent_together_are_answered_in_order() {
    let server = Server::start(14, 4);
    let mut connection = KeptConnection::open(&server);
    let requests = [
        get("/queens?boardsize=11"),
        get("/healthz"),
        post("count", "{\"problem\":\"8\"}"),
    ]
    .concat();
    connection.send(&requests);
    assert_eq!(connection.read().1.matches("<tr>").count(), 2_680);
    assert_eq!(connection.read().1, "ok\n");
    assert!(connection.read().1.contains("\"count\": 92"));
}

#[test]
fn a_client_may_ask_for_the_end_of_the_connection() {
    let server = Server::start(14, 4);
    let mut connection = KeptConnection::open(&server);
    connection.get("/healthz");
    connection
        .send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!(connection.read().1, "ok\n");
    assert!(connection.is_closed());
}

#[test]
fn an_idle_connection_is_closed_after_a_while() {
    let request_timeout = Duration::from_secs(1);
    let server = Server::with(ServeOptions {
        request_timeout,
        ..ServeOptions::default()
    });
    let mut connection = KeptConnection::open(&server);
    connection.get("/healthz");
    assert!(connection.is_closed());
}

/// Idle connections make room before those that send a request or listen: the one that
/// has been idle longest first.
#[test]
fn idle_connections_keep_nobody_out() {
    // An idle connection that held its seat would hold it longer than the client waits.
    let options = ServeOptions {
        max_connections: 20,
        request_timeout: 10 * LONG,
        ..ServeOptions::default()
    };
    let server = Server::with(options);
    let mut half_sent = KeptConnection::open(&server);
    half_sent.send("GET /healthz HTTP/1.1\r\nHost: local");
    assert_eq!(
        server
            .post("jobs", &serde_json::json!({ "problem": "24" }))
            .status,
        202
    );
    let mut listener = KeptConnection::open(&server);
    listener.send(&get("/api/v1/jobs/1/events"));
    listener
        .0
        .read_exact(&mut [0; 64])
        .expect("the beginning of the events");
    // They leave room: a response that finds all seats taken closes its connection.
    let mut idle: Vec<KeptConnection> =
        (0..12).map(|_| KeptConnection::open(&server)).collect();
    for connection in &mut idle {
        assert!(!connection.get("/healthz").0.contains("connection: close"));
    }
    let mut others: Vec<KeptConnection> =
        (0..16).map(|_| KeptConnection::open(&server)).collect();
    for connection in &mut others {
        assert_eq!(connection.get("/healthz").1, "ok\n");
    }
    assert!(idle[0].is_closed() && idle[1].is_closed());
    half_sent.send("host\r\n\r\n");
    assert_eq!(half_sent.read().1, "ok\n");
    listener.0.read_exact(&mut [0; 1024]).expect("events");
    assert_eq!(server.request("DELETE", "/api/v1/jobs/1").status, 200);
}

/// A client that finds every connection being answered gets the seat of the first that
/// becomes idle.
#[test]
fn a_connection_that_becomes_idle_makes_room_for_a_waiting_client() {
    // An idle connection that held its seat would hold it longer than the client waits;
    // so would the count.
    let answer_time = 10 * LONG;
    let server = Server::with(ServeOptions {
        max_connections: 2,
        request_timeout: answer_time,
        answer_time,
        ..ServeOptions::default()
    });
    // With small segments and a small buffer, Linux takes about 47 kB of the description,
    // a fraction of it.
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_tcp_mss(200).expect("small segments");
    socket.set_recv_buffer_size(2_304).expect("a small buffer");
    socket
        .connect(&server.address.into())
        .expect("the server accepts");
    let mut slow = KeptConnection(BufReader::with_capacity(1_024, socket.into()));
    slow.send(&get("/openapi.json"));
    let head = slow.read_head();
    assert!(!head.contains("connection: close"), "{head}");
    let mut count = KeptConnection::open(&server);
    count.send(&post("count", "{\"problem\":\"24\"}"));
    std::thread::sleep(Duration::from_millis(500));
    let mut waiting = KeptConnection::open(&server);
    waiting.send(&get("/healthz"));
    std::thread::sleep(Duration::from_millis(500));
    assert!(slow.read_body(&head).ends_with('}'));
    assert_eq!(waiting.read().1, "ok\n");
}

/// The search would go on for ten minutes.
#[test]
fn a_client_that_disconnects_in_its_second_request_ends_its_search() {
    let server = Server::with(ServeOptions {
        max_searches: 1,
        answer_time: Duration::from_secs(600),
        ..ServeOptions::default()
    });
    let mut connection = KeptConnection::open(&server);
    for _ in 0..3 {
        connection.send(&post("count", "{\"problem\":\"8\"}"));
        assert!(connection.read().1.contains("\"count\": 92"));
    }
    connection.send(&post("count", "{\"problem\":\"24\"}"));
    std::thread::sleep(Duration::from_millis(500));
    drop(connection);
    let started = Instant::now();
    while server
        .raw(post("count", "{\"problem\":\"8\"}").as_bytes(), true)
        .status
        == 503
    {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "the search goes on"
        );
    }
}
