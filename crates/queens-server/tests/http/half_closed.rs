//! Clients that end their sending after the request: they get their answer.

use crate::client::Server;
use queens_server::ServeOptions;
use std::io::Write;
use std::time::{Duration, Instant};

fn post(question: &str, body: &str, version: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1/{question} HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// 724 solutions of 10 queens (A000170).
#[test]
fn a_half_closed_client_gets_its_answer() {
    let server = Server::start(14, 4);
    for version in ["1.0", "1.1"] {
        let page =
            format!("GET /queens?boardsize=10 HTTP/{version}\r\nHost: localhost\r\n\r\n");
        let page = server.raw(page.as_bytes(), true);
        assert_eq!((page.status, page.rows().len()), (200, 724), "{version}");
        assert!(page.body.contains("</html>"), "{version}");
        let list = server.raw(
            post("list", "{\"problem\":\"10\"}", version).as_bytes(),
            true,
        );
        assert_eq!(
            (list.status, list.body.matches("\"columns\"").count()),
            (200, 724),
            "{version}"
        );
        assert!(
            list.body
                .contains("{\"end\":\"exhausted\",\"solutions\":724}"),
            "{version}"
        );
        // It takes longer than the server waits before it asks whether the client is
        // there.
        let asked = "{\"problem\":\"24\",\"seconds\":2.5}";
        let count = server.raw(post("count", asked, version).as_bytes(), true);
        assert!(
            count.status == 200 && count.body.contains("\"complete\": false"),
            "{version}: {}",
            count.body
        );
    }
}

/// A request with an incomplete body is refused with an error that says so.
#[test]
fn refuses_a_truncated_body() {
    let server = Server::start(14, 4);
    let whole = post("count", "{\"problem\":\"8\"}", "1.1");
    let answer = server.raw(&whole.as_bytes()[..whole.len() - 4], true);
    assert!(
        answer.status == 400 && answer.body.contains("the body of the request is broken"),
        "{}",
        answer.body
    );
}

/// The search would go on for ten minutes.
#[test]
fn a_disconnected_client_ends_its_search() {
    let server = Server::with(ServeOptions {
        max_searches: 1,
        answer_time: Duration::from_secs(600),
        ..ServeOptions::default()
    });
    let mut gone = server.connect();
    gone.write_all(post("count", "{\"problem\":\"24\"}", "1.1").as_bytes())
        .expect("sent");
    std::thread::sleep(Duration::from_millis(300));
    drop(gone);
    let begun = Instant::now();
    while server
        .raw(post("count", "{\"problem\":\"8\"}", "1.1").as_bytes(), true)
        .status
        == 503
    {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "the search goes on"
        );
    }
}
