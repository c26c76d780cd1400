//! Boards that are drawn: within the time of an answer, and within its memory.

use crate::client::Server;
use queens_server::ServeOptions;
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// 256 queens as PNG take longer.
#[test]
fn a_drawing_respects_the_time_limit() {
    let answer_time = Duration::from_millis(50);
    let server = Server::with(ServeOptions {
        answer_time,
        ..ServeOptions::default()
    });
    let begun = Instant::now();
    let answer = server.post("draw", &json!({ "problem": "256", "format": "png" }));
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(
        answer
            .body
            .contains("the picture was not drawn (stopped by the time limit)"),
        "{}",
        answer.body
    );
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

/// Three bytes for each pixel, width and height as the first chunk says them (PNG, third
/// edition, 11.2.1). A square would have 48 pixels: 12,288 for each side of the board.
#[test]
fn draws_a_large_board_smaller() {
    let server = Server::with(ServeOptions {
        memory_limit: Some(300_000),
        ..ServeOptions::default()
    });
    let body = "{\"problem\":\"256\",\"format\":\"png\"}";
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/v1/draw HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let picture = answer
        .windows(4)
        .position(|word| word == b"\r\n\r\n")
        .expect("a head")
        + 4;
    let number = |at: usize| {
        let bytes = answer[picture + at..picture + at + 4]
            .try_into()
            .expect("four bytes");
        u32::from_be_bytes(bytes)
    };
    assert_eq!(&answer[picture + 12..picture + 16], b"IHDR");
    // The roots of 100,000, rounded down.
    assert_eq!((number(16), number(20)), (316, 316));
}
