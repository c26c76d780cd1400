//! Faults of requests: status, form, and a message that names the way out.

use crate::client::{Answer, Server};
use queens_server::ServeOptions;
use serde_json::{Value, json};
use std::io::Write;

#[test]
fn errors_are_problem_documents() {
    let server = Server::with(ServeOptions {
        max_board: 20,
        max_body: 1_000,
        ..ServeOptions::default()
    });
    for (question, body, status, why) in [
        (
            "count",
            json!({}),
            400,
            "'problem' is missing: it must be text",
        ),
        ("count", json!({ "problem": "torus" }), 422, "size"),
        (
            "count",
            json!({ "problem": "21" }),
            422,
            "the limit is 20 x 20",
        ),
        (
            "count",
            json!({ "problem": "8", "engine": "magic" }),
            422,
            "is not an engine",
        ),
        (
            "count",
            json!({ "problem": "8", "engine": "bitmsk" }),
            422,
            "'bitmsk' is not an engine: did you mean `bitmask`?",
        ),
        (
            "count",
            json!({ "problem": "8", "enigne": "flags" }),
            400,
            "unknown key 'enigne': did you mean `engine`?",
        ),
        (
            "count",
            json!({ "problem": "8", "seconds": -1 }),
            400,
            "'seconds' must be a number of at least 0, not -1",
        ),
        (
            "count",
            json!({ "problem": "8", "seconds": 1e300 }),
            400,
            "'seconds' is 1e300: the limit is 18446744073709551615",
        ),
        (
            "problem",
            json!({ "problem": "8", "size": 9 }),
            400,
            "unknown key 'size': the keys are problem",
        ),
        (
            "classes",
            json!({ "problem": "8", "n": 8 }),
            400,
            "unknown key 'n': the keys are engine, problem, seconds",
        ),
        ("count", json!([1]), 400, "not a JSON object"),
        (
            "count",
            json!({ "problem": 8 }),
            400,
            "'problem' must be text, not 8",
        ),
        (
            "count",
            json!({ "problem": "8", "fundamental": "yes" }),
            400,
            "'fundamental' must be true or false, not \"yes\"",
        ),
        (
            "solve",
            json!({ "problem": "8", "seed": 1.5 }),
            400,
            "from 0 to 18446744073709551615, not 1.5",
        ),
        (
            "solve",
            json!({ "problem": "8", "question": "last" }),
            422,
            "'last' is not a valid question: use one of first, complete, random, unique, uncompletable",
        ),
        (
            "draw",
            json!({ "problem": "4", "queens": [[0]], "format": "svg" }),
            400,
            "item 1 of 'queens' must be a list of 2 items, not [0]",
        ),
        (
            "growth",
            json!({ "sizes": [5] }),
            400,
            "'sizes' must be a list of 2 items, not [5]",
        ),
        (
            "growth",
            json!({ "sizes": [5, "6"] }),
            400,
            "item 2 of 'sizes' must be a whole number",
        ),
        (
            "compare",
            json!({ "problem": "8", "engines": "flags" }),
            400,
            "'engines' must be a list, not \"flags\"",
        ),
        (
            "verify",
            json!({ "solutions": 5 }),
            400,
            "'solutions' must be text or a list or an object, not 5",
        ),
        (
            "search",
            json!({}),
            400,
            "'problem' is missing: it must be one of queens, jugs, eight-puzzle",
        ),
        (
            "search",
            json!({ "problem": "hanoi" }),
            400,
            "'problem' must be one of queens, jugs, eight-puzzle, missionaries, frogs, route, not \"hanoi\"",
        ),
        (
            "search",
            json!({ "problem": "jugs", "capacities": [3, 5], "goal": 4, "size": 8 }),
            400,
            "unknown key 'size': the keys are capacities, from, goal, limit, loop_check, problem, seconds, strategy",
        ),
        (
            "search",
            json!({ "problem": "jugs", "capacities": [3, 5] }),
            400,
            "'goal' is missing: it must be a whole number",
        ),
        (
            "search",
            json!({ "problem": "eight-puzzle", "tiles": [8, 6, 7, 2, 5, 4, 3, 0, 1] }),
            400,
            "'tiles' must be text, not [8,6,7,2,5,4,3,0,1]",
        ),
        (
            "solve",
            json!({ "problem": "4\ngivens: a1\nholes: a1" }),
            422,
            "a1 is on a hole",
        ),
        (
            "list",
            json!({ "problem": "8", "engine": "join" }),
            422,
            "join",
        ),
        (
            "draw",
            json!({ "problem": "4", "queens": [[9, 9]], "format": "svg" }),
            422,
            "which is not on the board",
        ),
        (
            "trace",
            json!({ "problem": "8", "engine": "join" }),
            422,
            "join",
        ),
        (
            "draw",
            json!({ "problem": "2", "queens": [[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]], "format": "svg" }),
            422,
            "5 queens are too many for a board of 2 x 2: the limit is 4",
        ),
        (
            "draw",
            json!({ "problem": "2", "groups": [{ "name": "grey", "squares": [] }], "format": "svg" }),
            422,
            "'grey' is not a group of this problem: it names no kinds",
        ),
        (
            "draw",
            json!({ "problem": "2; pieces: 1 red rook, 1 king", "groups": [{ "name": "grey", "squares": [] }], "format": "svg" }),
            422,
            "'grey' is not a group of this problem: its kinds are red, king",
        ),
        (
            "draw",
            json!({ "problem": "2", "groups": [{ "name": "white", "squares": [[2, 0]] }], "format": "svg" }),
            422,
            "'groups' contains a3, which is not on the board",
        ),
        (
            "draw",
            json!({ "problem": "2", "queens": [[0, 0]], "groups": [{ "name": "white", "squares": [] }], "format": "svg" }),
            422,
            "there are both 'queens' and 'groups'",
        ),
        (
            "draw",
            json!({ "problem": "2", "groups": [{ "name": "white", "squares": [] }], "format": "json" }),
            422,
            "use another format",
        ),
        ("growth", json!({ "sizes": [5, 4] }), 422, "from 5 to 4"),
        ("puzzle/solve", json!({}), 400, "either"),
        (
            "puzzle/solve",
            json!({ "puzzle": "AAB\nAB\nCCC" }),
            422,
            "line 2",
        ),
        (
            "puzzle/hint",
            json!({ "puzzle": "AAB\nABB\nCCC", "stars": 1_u64 << 31 }),
            422,
            "use 3 or fewer",
        ),
        (
            "puzzle/rate",
            json!({ "puzzle": "AAA\nBBB\nCCC" }),
            422,
            "has no solution",
        ),
        (
            "puzzle/explain",
            json!({ "puzzle": "AAA\nBBB\nCCC" }),
            422,
            "has no solution",
        ),
        (
            "puzzle/generate",
            json!({ "size": 6, "shape": "round" }),
            422,
            "is not a valid shape",
        ),
        (
            "jobs",
            json!({ "problem": "30", "engine": "join" }),
            422,
            "the limit is 20 x 20",
        ),
        ("nothing", json!({}), 404, "nothing at /api/v1/nothing"),
        (
            "count",
            json!({ "problem": "8".repeat(2_000) }),
            413,
            "the limit is 1000 bytes (`--max-body`)",
        ),
    ] {
        let answer = server.post(question, &body);
        assert_eq!(answer.status, status, "{question} {body}: {}", answer.body);
        assert!(
            answer.head.contains("application/problem+json"),
            "{}",
            answer.head
        );
        let told: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(told["status"], status);
        assert!(
            told["detail"]
                .as_str()
                .is_some_and(|detail| detail.contains(why)),
            "{told}"
        );
    }
    let text = server.post_text("/api/v1/count", "text/plain", "{\"problem\": \"8\"}");
    assert_eq!(text.status, 415);
    for (body, why) in [
        (
            "{\"problem\": \"8\", \"problem\": \"9\"}",
            "duplicate key 'problem'",
        ),
        ("{\"problem\": \"8\"", "not valid JSON"),
        ("", "not a JSON object"),
    ] {
        let answer = server.post_text("/api/v1/count", "application/json", body);
        assert!(
            answer.status == 400 && answer.body.contains(why),
            "{body}: {}",
            answer.body
        );
    }
}

/// Below `/api/` for programs, elsewhere for people, whoever refuses the request.
#[test]
fn errors_have_the_format_of_their_address() {
    let server = Server::start(14, 4);
    let own = "Host: localhost\r\n";
    let foreign = "Host: localhost\r\nOrigin: http://evil.example\r\n";
    for (asked, head, status, why) in [
        (
            "GET /api/v1/nope",
            own,
            404,
            "there is nothing at /api/v1/nope",
        ),
        (
            "GET /api/v2/count",
            own,
            404,
            "there is nothing at /api/v2/count",
        ),
        ("GET /nope", own, 404, "there is nothing at /nope"),
        (
            "GET /assets/nope.js",
            own,
            404,
            "there is nothing at /assets/nope.js",
        ),
        ("GET /api/v1/jobs/7", own, 404, "there is no job 7"),
        (
            "GET /api/v1/jobs/%ff",
            own,
            400,
            "the address /api/v1/jobs/%ff is not valid",
        ),
        (
            "GET /api/v1/count",
            own,
            405,
            "GET is not allowed at /api/v1/count: use POST",
        ),
        (
            "POST /api/v1/jobs/7",
            own,
            405,
            "POST is not allowed at /api/v1/jobs/7: use GET or HEAD or DELETE",
        ),
        (
            "PUT /queens",
            own,
            405,
            "PUT is not allowed at /queens: use GET or HEAD",
        ),
        ("GET /api/v1/known", foreign, 403, "http://evil.example"),
        ("GET /queens", foreign, 403, "http://evil.example"),
        (
            "GET /api/v1/known",
            "Host: evil.example\r\n",
            421,
            "evil.example",
        ),
        ("GET /", "Host: evil.example\r\n", 421, "evil.example"),
    ] {
        let mut stream = server.connect();
        write!(stream, "{asked} HTTP/1.0\r\n{head}\r\n").expect("sent");
        let answer = Answer::read(stream);
        assert_eq!(answer.status, status, "{asked}: {}", answer.body);
        if asked.contains(" /api/") {
            assert!(
                answer
                    .head
                    .contains("content-type: application/problem+json"),
                "{asked}: {}",
                answer.head
            );
            let told: Value = serde_json::from_str(&answer.body).expect("JSON");
            assert!(
                told["detail"]
                    .as_str()
                    .is_some_and(|detail| detail.contains(why)),
                "{asked}: {told}"
            );
        } else {
            assert!(
                answer.head.contains("content-type: text/html"),
                "{asked}: {}",
                answer.head
            );
            assert!(answer.body.contains(why), "{asked}: {}", answer.body);
        }
        let allowed = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("allow: "));
        let used = why
            .split_once(": use ")
            .map(|(_, methods)| methods.replace(" or ", ",").to_lowercase());
        assert_eq!(allowed, used.as_deref(), "{asked}");
    }
}

/// Before there is an address, nobody knows the form.
#[test]
fn refuses_a_long_head_without_a_body() {
    let server = Server::start(14, 4);
    let mut stream = server.connect();
    let fields = "X: y\r\n".repeat(101);
    write!(stream, "GET /api/v1/known HTTP/1.0\r\n{fields}\r\n").expect("sent");
    let answer = Answer::read(stream);
    assert_eq!((answer.status, answer.body.as_str()), (431, ""));
}

/// A head of 32 KiB is read; one byte more is refused, whether it arrives at once, in
/// pieces, or with much behind it.
#[test]
fn refuses_a_head_above_its_limit() {
    const LIMIT: usize = 32 << 10;
    let server = Server::start(14, 4);
    for (bytes, status) in [
        (LIMIT - 1, 200),
        (LIMIT, 200),
        (LIMIT + 1, 431),
        (45_000, 431),
        (200_000, 431),
    ] {
        let start =
            "GET /api/v1/known HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: ";
        let head = format!("{start}{}\r\n\r\n", "y".repeat(bytes - start.len() - 4));
        assert_eq!(head.len(), bytes);
        for piece in [bytes, 10_000, 1_448] {
            let mut stream = server.connect();
            for part in head.as_bytes().chunks(piece) {
                // The server closes once it has refused.
                if stream.write_all(part).is_err() {
                    break;
                }
            }
            let answer = Answer::read(stream);
            assert_eq!(
                answer.status, status,
                "{bytes} bytes in pieces of {piece}: {}",
                answer.head
            );
        }
    }
}

/// The body never comes: a server that waited for it would answer 408.
#[test]
fn refuses_an_announced_long_body_immediately() {
    let server = Server::with(ServeOptions {
        max_body: 1_000,
        ..ServeOptions::default()
    });
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/v1/count HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n"
    )
    .expect("sent");
    let answer = Answer::read(stream);
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert!(
        answer
            .body
            .contains("the limit is 1000 bytes (`--max-body`)"),
        "{}",
        answer.body
    );
}

/// A page from elsewhere cannot drive the server, whatever it asks and however the
/// browser says where it is from.
#[test]
fn refuses_requests_of_other_pages() {
    let allowed_hosts = vec!["queens.example".to_owned()];
    let server = Server::with(ServeOptions {
        allowed_hosts,
        ..ServeOptions::default()
    });
    for (host, origin, status) in [
        ("localhost:8080", "Origin: http://localhost:8080\r\n", 200),
        ("127.0.0.1:8080", "Origin: http://127.0.0.1:8080\r\n", 200),
        ("localhost", "Origin: http://localhost\r\n", 200),
        ("localhost", "", 200),
        ("127.0.0.1:8080", "Origin: https://queens.example\r\n", 200),
        ("localhost:8080", "Origin: http://localhost:3000\r\n", 403),
        ("localhost:8080", "Origin: http://127.0.0.1:8080\r\n", 403),
        ("localhost:8080", "Origin: http://192.0.2.7:8080\r\n", 403),
        ("localhost:8080", "Origin: http://evil.example\r\n", 403),
        (
            "localhost:8080",
            "Origin: http://evil.example:8080\r\n",
            403,
        ),
        ("localhost:8080", "Origin: null\r\n", 403),
        ("localhost:8080", "Origin:\r\n", 403),
        (
            "localhost:8080",
            "Origin: http://localhost:8080\r\nOrigin: http://evil.example\r\n",
            403,
        ),
    ] {
        let body = "{\"problem\":\"4\"}";
        for asked in [
            format!(
                "GET /api/v1/known HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n{origin}\r\n"
            ),
            format!(
                "GET /queens?boardsize=4 HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n{origin}\r\n"
            ),
            format!(
                "POST /api/v1/count HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n{origin}Content-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            ),
        ] {
            assert_eq!(
                server.raw(asked.as_bytes(), false).status,
                status,
                "{asked}"
            );
        }
    }
    // Asking (GET) changes nothing; what changes something has methods of its own.
    let deleted = "DELETE /api/v1/jobs/1 HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n";
    assert_eq!(server.raw(deleted.as_bytes(), false).status, 403);
}

/// Pictures, scripts, frames and links ahead of time of a page from elsewhere are refused
/// before anything is computed; only a link that is followed is answered, and the page in
/// a frame. The fields are those of Fetch Metadata (W3C), section 2.
#[test]
fn answers_links_of_other_pages_but_nothing_that_they_load() {
    let server = Server::start(14, 4);
    let marked = |site: &str, mode: &str, dest: &str| {
        format!(
            "Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\n"
        )
    };
    let status = |path: &str, fields: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n{fields}\r\n"
        );
        server.raw(head.as_bytes(), false).status
    };
    let paths = [
        "/",
        "/queens?boardsize=4",
        "/queens/a",
        "/1999",
        "/metrics",
        "/api/v1/known",
        "/openapi.json",
    ];
    for path in paths {
        for (mode, dest) in [
            ("no-cors", "image"),
            ("no-cors", "script"),
            ("no-cors", "style"),
            ("no-cors", "video"),
            ("no-cors", "empty"),
            ("navigate", "object"),
            ("navigate", "embed"),
        ] {
            // Another server, and another port of this machine.
            for site in ["cross-site", "same-site", "unheard-of"] {
                assert_eq!(
                    status(path, &marked(site, mode, dest)),
                    403,
                    "{path} {site} {mode} {dest}"
                );
            }
            for site in ["same-origin", "none"] {
                assert_eq!(
                    status(path, &marked(site, mode, dest)),
                    200,
                    "{path} {site} {mode} {dest}"
                );
            }
        }
        let link = marked("cross-site", "navigate", "document");
        assert_eq!(status(path, &link), 200, "{path}");
        assert_eq!(
            status(path, &format!("{link}Sec-Purpose: prefetch\r\n")),
            403,
            "{path}"
        );
        let in_frame = if path == "/" { 200 } else { 403 };
        assert_eq!(
            status(path, &marked("cross-site", "navigate", "iframe")),
            in_frame,
            "{path}"
        );
        // Programs send none of these fields.
        assert_eq!(status(path, ""), 200, "{path}");
    }
}

/// Error messages quote the request with its control characters escaped.
#[test]
fn escapes_control_characters() {
    let server = Server::start(14, 4);
    for (asked, shown) in [
        (
            "GET /api/v1/jobs/%1B%5B2J%C2%9B31m",
            "there is no job \\u{1b}[2J\\u{9b}31m",
        ),
        (
            "GET /queens?boardsize=%1B%5B2J%C2%9B31m",
            "'\\u{1b}[2J\\u{9b}31m' is not a valid board size",
        ),
    ] {
        let answer = server.raw(
            format!("{asked} HTTP/1.0\r\nHost: localhost\r\n\r\n").as_bytes(),
            false,
        );
        let body = answer.body.replace("\\\\", "\\").replace("&#39;", "'");
        assert!(body.contains(shown), "{}", answer.body);
        assert!(
            !answer.body.contains(['\u{1b}', '\u{9b}']),
            "{}",
            answer.body
        );
    }
    let named = server.post(
        "count",
        &serde_json::json!({ "problem": "8", "\u{9b}2J\u{7f}": 1 }),
    );
    assert!(
        named.status == 400 && !named.body.contains(['\u{9b}', '\u{7f}']),
        "{}",
        named.body
    );
}
