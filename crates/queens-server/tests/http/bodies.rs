//! Bodies of requests: how long they may be, how they may come, and what of them is
//! looked at.

use crate::client::Server;
use queens_server::ServeOptions;
use serde_json::{Value, json};

/// A request with a body in chunks, as they stand here.
fn chunked(question: &str, chunks: &str) -> Vec<u8> {
    format!(
        "POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n{chunks}"
    )
    .into_bytes()
}

fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}

#[test]
fn broken_chunks_get_400_and_too_many_get_413() {
    let server = Server::with(ServeOptions {
        max_body: 1_000,
        ..ServeOptions::default()
    });
    let good = chunk("{\"problem\"") + &chunk(":\"8\"}") + "0\r\n\r\n";
    let long = chunk("{\"problem\":\"8")
        + &chunk(&" ".repeat(999))
        + &chunk("\"}")
        + "0\r\n\r\n";
    for (chunks, status, why) in [
        (good.as_str(), 200, "92"),
        (
            "zz\r\n{\r\n0\r\n\r\n",
            400,
            "the body of the request is broken",
        ),
        ("5\r\n{\"proble", 400, "the body of the request is broken"),
        (long.as_str(), 413, "the limit is 1000 bytes"),
    ] {
        let answer = server.raw(&chunked("count", chunks), true);
        assert_eq!(answer.status, status, "{chunks}: {}", answer.body);
        assert!(answer.body.contains(why), "{chunks}: {}", answer.body);
    }
}

/// Each address takes what it needs: lists of solutions four times, pictures 32 times as
/// much as others.
#[test]
fn each_address_limits_its_body() {
    let server = Server::with(ServeOptions {
        max_body: 1_000,
        ..ServeOptions::default()
    });
    let long = |most: usize, more: usize| {
        let text = "{\"problem\":\"8\"".to_owned();
        let blanks = most + more - text.len() - 1;
        text + &" ".repeat(blanks) + "}"
    };
    for (question, most) in [
        ("count", 1_000),
        ("list", 1_000),
        ("jobs", 1_000),
        ("verify", 4_000),
        ("puzzle/solve", 32_000),
    ] {
        let ask = |body: &str| {
            server.post_text(&format!("/api/v1/{question}"), "application/json", body)
        };
        assert_ne!(ask(&long(most, 0)).status, 413, "{question}");
        let refused = ask(&long(most, 1));
        assert_eq!(refused.status, 413, "{question}");
        assert!(
            refused.body.contains(&format!("the limit is {most} bytes")),
            "{}",
            refused.body
        );
    }
    let text = server.post("puzzle/solve", &json!({ "puzzle": "A".repeat(1_001) }));
    assert_eq!(text.status, 413, "{}", text.body);
    assert!(
        text.body
            .contains("'puzzle' has 1001 bytes: the limit is 1000"),
        "{}",
        text.body
    );
}

/// A client that sends all before it reads finds the answer.
#[test]
fn refuses_a_long_body_with_a_reason() {
    let server = Server::start(14, 4);
    let answer = server.post("count", &json!({ "problem": "8".repeat(2 << 20) }));
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert!(
        answer.body.contains("the limit is 262144 bytes"),
        "{}",
        answer.body
    );
}

/// JSON and the same JSON as text are one board.
#[test]
fn accepts_boards_as_json_and_text() {
    let server = Server::start(14, 4);
    let regions = json!([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]);
    let as_json = server.ask("puzzle/read", &json!({ "puzzle": { "regions": regions } }));
    let as_text = server.ask(
        "puzzle/read",
        &json!({ "puzzle": json!({ "regions": regions }).to_string() }),
    );
    assert_eq!(as_json["puzzle"], as_text["puzzle"]);
    assert_eq!(as_json["puzzle"]["regions"][2], "CCDD");
    let checked = |solutions: Value| {
        server.ask("verify", &json!({ "problem": "4", "solutions": solutions }))
    };
    let (as_json, as_text) =
        (checked(json!([1, 3, 0, 2])), checked(json!("[1, 3, 0, 2]")));
    assert_eq!(as_json, as_text);
    assert_eq!(as_json["valid"], 1, "{as_json}");
}

/// Values that are not taken, keys that are unknown, and more of them than there are.
#[test]
fn refuses_bodies_that_do_not_match_the_schema() {
    let server = Server::start(14, 4);
    let nested = "[".repeat(50_000) + &"]".repeat(50_000);
    let keys: Vec<String> = (0..100).map(|number| format!("\"k{number}\":0")).collect();
    for (body, why) in [
        (
            format!("{{\"problem\":{nested}}}"),
            "'problem' must be text, not [[[",
        ),
        (
            format!("{{\"problem\":\"8\",\"more\":{nested}}}"),
            "unknown key 'more'",
        ),
        (format!("{{{}}}", keys.join(",")), "more than 64 keys"),
        (
            "{\"problem\":\"8\",\"seconds\":1e999}".to_owned(),
            "'seconds' must be a number of at least 0, not 1e999",
        ),
        (
            "{\"problem\":\"\\ud800\"}".to_owned(),
            "the request cannot be read",
        ),
    ] {
        let answer = server.post_text("/api/v1/count", "application/json", &body);
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(why), "{why}: {}", answer.body);
    }
}
