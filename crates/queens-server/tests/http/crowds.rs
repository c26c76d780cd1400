//! Clients that send nothing, read nothing or slowly, or disconnect, beside others.

use crate::client::{Answer, LONG, Server};
use queens_server::ServeOptions;
use serde_json::json;
use socket2::{Domain, Socket, Type};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Asks for a page and takes its beginning alone. 16 queens have 14,772,512 solutions,
/// more than all buffers between server and client hold.
fn stall(server: &Server) -> TcpStream {
    let mut stream = server.send("GET", "/queens?boardsize=16");
    stream
        .read_exact(&mut [0; 1024])
        .expect("the beginning of the page");
    stream
}

/// Asks for a small page until it is answered.
fn wait_until_free(server: &Server) {
    let started = Instant::now();
    while server.get("/queens?boardsize=4").status == 503 {
        assert!(started.elapsed() < LONG, "nothing becomes free");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn incomplete_requests_block_nobody() {
    for max_connections in [2, 64, 256] {
        let server = Server::with(ServeOptions {
            max_connections,
            ..ServeOptions::default()
        });
        let _half_sent: Vec<TcpStream> = (0..200)
            .map(|_| {
                let mut stream = server.connect();
                // It may have been closed already, to make room.
                let _ = write!(stream, "GET / HTTP/1.1\r\nHost: local");
                stream
            })
            .collect();
        assert_eq!(
            server.get("/healthz").body,
            "ok\n",
            "{max_connections} connections"
        );
        assert_eq!(
            server.get("/queens?boardsize=8").rows().len(),
            92,
            "{max_connections} connections"
        );
    }
}

#[test]
fn drops_a_request_that_never_ends() {
    let request_timeout = Duration::from_secs(1);
    let server = Server::with(ServeOptions {
        request_timeout,
        ..ServeOptions::default()
    });
    let mut silent = server.connect();
    let mut half_sent = server.connect();
    half_sent
        .write_all(b"GET / HTTP/1.1\r\nHost: local")
        .expect("the server listens");
    for stream in [&mut silent, &mut half_sent] {
        assert_eq!(stream.read(&mut [0; 64]).expect("an end, not a wait"), 0);
    }
}

/// A head, and one byte of a body of a hundred.
fn begin_body(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    // It may have been closed already, to make room.
    let _ = write!(
        stream,
        "POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    stream
}

#[test]
fn missing_bodies_block_nobody() {
    for max_connections in [4, 64] {
        // Waiting for those bodies would take longer than the client waits.
        let options = ServeOptions {
            max_connections,
            request_timeout: 10 * LONG,
            ..ServeOptions::default()
        };
        let server = Server::with(options);
        let _begun: Vec<TcpStream> = (0..200).map(|_| begin_body(&server)).collect();
        assert_eq!(
            server.get("/healthz").body,
            "ok\n",
            "{max_connections} connections"
        );
        assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
    }
}

/// Nine pictures that do not end: one of them is refused, shorter requests are not.
#[test]
fn unfinished_long_bodies_leave_room_for_short_ones() {
    // None of them is given up meanwhile, however slow the machine.
    let server = Server::with(ServeOptions {
        request_timeout: 10 * LONG,
        ..ServeOptions::default()
    });
    let most = 8 << 20;
    let piece = vec![b' '; most - 1];
    let send = || {
        let mut stream = server.connect();
        write!(
            stream,
            "POST /api/v1/puzzle/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {most}\r\n\r\n"
        )
        .expect("the server reads");
        // It may be refused before all is sent.
        let _ = stream.write_all(&piece);
        stream
    };
    let begun: Vec<TcpStream> = (0..9).map(|_| send()).collect();
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
    // Sent is not received: which of them finds no room left is the server's choice.
    let refused = first_answer(begun);
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert!(
        refused.body.contains("too many long requests"),
        "{}",
        refused.body
    );
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
}

/// The answer that comes first.
fn first_answer(mut streams: Vec<TcpStream>) -> Answer {
    let started = Instant::now();
    loop {
        for index in 0..streams.len() {
            streams[index].set_nonblocking(true).expect("a socket");
            if streams[index].peek(&mut [0]).is_ok() {
                streams[index].set_nonblocking(false).expect("a socket");
                return Answer::read(streams.swap_remove(index));
            }
        }
        assert!(started.elapsed() < LONG, "nothing is answered");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn drops_a_body_that_never_arrives() {
    let request_timeout = Duration::from_secs(1);
    let server = Server::with(ServeOptions {
        request_timeout,
        ..ServeOptions::default()
    });
    let answer = Answer::read(begin_body(&server));
    assert_eq!(answer.status, 408, "{}", answer.body);
}

/// Those that listen make room for others: the one that has been listening longest first.
#[test]
fn listeners_block_nobody() {
    let server = Server::with(ServeOptions {
        max_connections: 16,
        ..ServeOptions::default()
    });
    assert_eq!(server.post("jobs", &json!({ "problem": "24" })).status, 202);
    let listen = || {
        let mut stream = server.send("GET", "/api/v1/jobs/1/events");
        stream
            .read_exact(&mut [0; 64])
            .expect("the beginning of the events");
        stream
    };
    let mut listeners: Vec<TcpStream> = (0..40).map(|_| listen()).collect();
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
    assert_eq!(server.get("/queens?boardsize=4").status, 200);
    // The first is closed, the last still listens.
    let _ = listeners[0].read_to_end(&mut Vec::new());
    listeners[39].read_exact(&mut [0; 4096]).expect("events");
    assert_eq!(server.request("DELETE", "/api/v1/jobs/1").status, 200);
}

#[test]
fn stalled_readers_yield_their_turn() {
    let server = Server::start(16, 2);
    let _stalled: Vec<TcpStream> = (0..8).map(|_| stall(&server)).collect();
    wait_until_free(&server);
    let answer = server.get("/queens?boardsize=8");
    assert_eq!((answer.status, answer.rows().len()), (200, 92));
    // A long page beside them, which waits for its turn many times.
    assert_eq!(server.get("/queens?boardsize=11").rows().len(), 2_680);
}

#[test]
fn drops_a_stalled_reader() {
    let reader_timeout = Duration::from_millis(500);
    let max_connections = 2; // so one page
    let options = ServeOptions {
        max_size: 16,
        max_connections,
        reader_timeout,
        ..ServeOptions::default()
    };
    let server = Server::with(options);
    let mut stalled = stall(&server);
    wait_until_free(&server);
    // What is left of the page does not look whole.
    let mut rest = Vec::new();
    let _ = stalled.read_to_end(&mut rest);
    assert!(!rest.ends_with(b"</html>\n"));
}

/// About 7 kB a second. With small segments and a small buffer, Linux lets the server
/// write about 47 kB every 7 seconds, so that it never waits for the whole reader
/// timeout: only the rate is too low.
#[test]
fn drops_a_trickling_reader() {
    let reader_timeout = Duration::from_secs(8);
    let max_connections = 2; // so one page
    let options = ServeOptions {
        max_size: 16,
        max_connections,
        reader_timeout,
        ..ServeOptions::default()
    };
    let server = Server::with(options);
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_tcp_mss(200).expect("small segments");
    socket.set_recv_buffer_size(2_304).expect("a small buffer");
    socket
        .connect(&server.address.into())
        .expect("the server accepts");
    let mut slow = TcpStream::from(socket);
    write!(
        slow,
        "GET /queens?boardsize=16 HTTP/1.0\r\nHost: localhost\r\n\r\n"
    )
    .expect("the server reads");
    slow.read_exact(&mut [0; 1024])
        .expect("the beginning of the page");
    assert_eq!(server.get("/queens?boardsize=4").status, 503);
    let free = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !free.load(Ordering::Relaxed)
                && slow.read(&mut [0; 700]).is_ok_and(|bytes| bytes > 0)
            {
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let started = Instant::now();
        while server.get("/queens?boardsize=4").status == 503
            && started.elapsed() < LONG / 2
        {
            std::thread::sleep(Duration::from_millis(100));
        }
        free.store(true, Ordering::Relaxed);
        assert!(started.elapsed() < LONG / 2, "a slow reader keeps its seat");
    });
}

#[test]
fn a_lost_reader_ends_its_search() {
    let max_connections = 2; // so one page
    let options = ServeOptions {
        max_size: 64,
        max_connections,
        ..ServeOptions::default()
    };
    let server = Server::with(options);
    // 16 queens wait for their reader. 64 queens have no solution that this search would
    // find in a lifetime: it writes nothing.
    for size in [16, 64] {
        let mut stream = server.send("GET", &format!("/queens?boardsize={size}"));
        stream
            .read_exact(&mut [0; 1024])
            .expect("the beginning of the page");
        let busy = server.get("/queens?boardsize=4");
        assert_eq!(busy.status, 503);
        assert!(busy.head.contains("retry-after"));
        assert!(
            busy.body
                .contains("the limit is 1 (half of `--max-connections`)"),
            "{}",
            busy.body
        );
        assert_eq!(server.get("/healthz").status, 200);
        drop(stream);
        wait_until_free(&server);
    }
}

#[test]
fn a_busy_server_asks_clients_to_retry() {
    let server = Server::start(64, 1);
    let mut stream = server.send("GET", "/queens?boardsize=64");
    stream
        .read_exact(&mut [0; 1024])
        .expect("the beginning of the page");
    let busy = server.get("/queens?boardsize=4");
    assert_eq!(busy.status, 503);
    assert!(busy.head.contains("retry-after"));
    assert!(
        busy.body.contains("the limit is 1 (`--max-searches`)"),
        "{}",
        busy.body
    );
    let body = "{\"problem\": \"8\"}";
    let busy = server.post_text("/api/v1/count", "application/json", body);
    assert!(
        busy.status == 503 && busy.head.contains("application/problem+json"),
        "{}",
        busy.head
    );
    assert!(
        busy.head.contains("retry-after")
            && busy.body.contains("the limit is 1 (`--max-searches`)"),
        "{}",
        busy.body
    );
    drop(stream);
    wait_until_free(&server);
}

#[test]
fn a_page_ends_at_its_limits() {
    let limits = [
        (Some(Duration::from_millis(100)), None, "time limit"),
        (None, Some(100_000), "node limit"),
    ];
    for (time_limit, node_limit, words) in limits {
        let server = Server::with(ServeOptions {
            max_size: 64,
            time_limit,
            node_limit,
            ..ServeOptions::default()
        });
        let page = server.get("/queens?boardsize=64").body;
        assert!(
            page.contains(words) && page.ends_with("</html>\n"),
            "{page}"
        );
    }
}

#[test]
fn answers_only_to_its_own_names() {
    let allowed_hosts = vec!["queens.example".to_owned()];
    let server = Server::with(ServeOptions {
        allowed_hosts,
        ..ServeOptions::default()
    });
    let port = server.address.port();
    let cases = [
        (format!("Host: localhost:{port}\r\n"), 200),
        (format!("Host: 127.0.0.1:{port}\r\n"), 200),
        (format!("Host: [::1]:{port}\r\n"), 200),
        (format!("Host: queens.example:{port}\r\n"), 200),
        (String::new(), 200),
        (format!("Host: evil.example:{port}\r\n"), 421),
        ("Host: localhost\r\nHost: evil.example\r\n".to_owned(), 421),
    ];
    for (head, status) in cases {
        for target in ["/", "/healthz", "/queens?boardsize=4"] {
            let mut stream = server.connect();
            write!(stream, "GET {target} HTTP/1.0\r\n{head}\r\n")
                .expect("the server reads");
            assert_eq!(Answer::read(stream).status, status, "{head}{target}");
        }
    }
}
