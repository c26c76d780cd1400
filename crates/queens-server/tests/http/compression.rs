//! Compressed responses, and what browsers may keep of them.

use crate::client::Server;
use flate2::read::GzDecoder;
use queens_server::ServeOptions;
use serde_json::json;
use std::io::{Read, Write};

/// A response with a body of any bytes.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Response {
    /// The value of a field of the head.
    fn field(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(start.as_str()))
    }

    fn is_compressed(&self) -> bool {
        self.field("content-encoding") == Some("gzip")
    }

    /// The body without its compression.
    fn text(&self) -> String {
        let mut text = String::new();
        if self.is_compressed() {
            GzDecoder::new(&self.body[..])
                .read_to_string(&mut text)
                .expect("a compressed text");
        } else {
            text = String::from_utf8(self.body.clone()).expect("text");
        }
        text
    }
}

/// Sends a request with these fields and this body.
fn ask(server: &Server, line: &str, fields: &str, body: &str) -> Response {
    let mut stream = server.connect();
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.0\r\nHost: localhost\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
    );
    stream
        .write_all(request.as_bytes())
        .expect("the server reads");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server answers");
    let end = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a head and a body");
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok())
        .expect("a status");
    Response {
        status,
        head,
        body: bytes[end + 4..].to_vec(),
    }
}

const GZIP: &str = "Accept-Encoding: br, gzip\r\n";

fn get(server: &Server, target: &str, fields: &str) -> Response {
    ask(server, &format!("GET {target}"), fields, "")
}

fn post(server: &Server, target: &str, body: &str) -> Response {
    let fields = format!("{GZIP}Content-Type: application/json\r\n");
    ask(server, &format!("POST /api/v1/{target}"), &fields, body)
}

/// The paths of the files that a page names.
fn files_of_page(page: &str) -> Vec<String> {
    let names = page.split('"').map(|word| word.trim_start_matches('/'));
    names
        .filter(|name| name.starts_with("assets/"))
        .map(|name| format!("/{name}"))
        .collect()
}

#[test]
fn long_texts_are_compressed_for_clients_that_accept_it() {
    let server = Server::start(14, 4);
    for target in [
        "/",
        "/assets/main.js",
        "/assets/styles/style.css",
        "/assets/shared/pieces.svg",
        "/assets/programs.json",
        "/openapi.json",
        "/api/v1/engines",
    ] {
        let plain = get(&server, target, "");
        let refused = get(&server, target, "Accept-Encoding: gzip;q=0\r\n");
        let compressed = get(&server, target, GZIP);
        for response in [&plain, &refused, &compressed] {
            assert_eq!(
                (response.status, response.field("vary")),
                (200, Some("accept-encoding")),
                "{target}"
            );
        }
        assert!(
            compressed.is_compressed()
                && !plain.is_compressed()
                && !refused.is_compressed(),
            "{target}"
        );
        assert!(
            compressed.body.len() * 2 < plain.body.len(),
            "{target}: {}",
            compressed.body.len()
        );
        assert!(
            compressed.text() == plain.text() && refused.text() == plain.text(),
            "{target}"
        );
        assert!(
            compressed
                .field("content-length")
                .is_none_or(|length| length == compressed.body.len().to_string())
        );
    }
}

/// More than a megabyte of JSON is compressed in many pieces.
#[test]
fn long_documents_are_compressed_whole() {
    let server = Server::start(14, 4);
    let body = "{\"problem\":\"9\",\"engine\":\"flags\",\"from\":0,\"limit\":100000}";
    let compressed = post(&server, "trace", body);
    let plain = server.post_text("/api/v1/trace", "application/json", body);
    assert!(
        compressed.is_compressed() && plain.body.len() > 1 << 20,
        "{} bytes",
        plain.body.len()
    );
    // Times differ.
    let steps = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text).expect("a document")["steps"]
            .clone()
    };
    assert!(
        steps(&compressed.text()) == steps(&plain.body) && steps(&plain.body).is_array()
    );
}

#[test]
fn streams_pictures_and_short_responses_are_not_compressed() {
    let server = Server::start(14, 4);
    for target in ["/queens?boardsize=8", "/healthz", "/api/v1/known/nothing"] {
        assert!(!get(&server, target, GZIP).is_compressed(), "{target}");
    }
    let list = post(&server, "list", "{\"problem\":\"10\"}");
    assert_eq!(
        (
            list.is_compressed(),
            list.text().matches("\"columns\"").count()
        ),
        (false, 724)
    );
    assert!(
        !post(&server, "race", "{\"problem\":\"8\",\"engine\":\"flags\"}")
            .is_compressed()
    );
    let picture = post(&server, "draw", "{\"problem\":\"20\",\"format\":\"png\"}");
    assert_eq!(
        (picture.status, picture.field("content-type")),
        (200, Some("image/png")),
        "{}",
        picture.head
    );
    assert!(picture.body.len() > 1 << 10 && !picture.is_compressed());
    assert_eq!(server.post("jobs", &json!({ "problem": "8" })).status, 202);
    let events = get(&server, "/api/v1/jobs/1/events", GZIP);
    assert!(!events.is_compressed() && events.text().contains("event: end"));
}

/// An address with the hash is kept for good; the page, and an address without the hash,
/// are checked every time.
#[test]
fn files_are_kept_by_the_hash_of_their_folder() {
    let server = Server::start(14, 4);
    for page in ["/", "/api"] {
        let response = get(&server, page, GZIP);
        assert_eq!(response.field("cache-control"), Some("no-cache"));
        let page = response.text();
        let files = files_of_page(&page);
        assert!(files.len() > 3, "{page}");
        for path in &files {
            let file = get(&server, path, "");
            assert_eq!(
                file.field("cache-control"),
                Some("public, max-age=31536000, immutable"),
                "{path}"
            );
            let below = path.strip_prefix("/assets/").expect("a file of the page");
            let (hash, name) = below.split_once('/').expect("a hash and a path");
            let unhashed = get(&server, &format!("/assets/{name}"), "");
            assert_eq!(unhashed.field("cache-control"), Some("no-cache"), "{path}");
            assert!(file.status == 200 && file.body == unhashed.body, "{path}");
            let other = get(&server, &format!("/assets/{hash}0/{name}"), "");
            assert_eq!(
                (other.status, other.field("cache-control")),
                (404, Some("no-store")),
                "{path}"
            );
        }
    }
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = Server::start(14, 4);
    for target in ["/", "/assets/main.js"] {
        let (plain, gzip) = (get(&server, target, ""), get(&server, target, GZIP));
        let (plain, gzip) = (
            plain.field("etag").expect("a tag"),
            gzip.field("etag").expect("a tag"),
        );
        assert_ne!(plain, gzip);
        for (fields, tag, status) in [
            ("", plain, 304),
            (GZIP, gzip, 304),
            ("", gzip, 200),
            (GZIP, plain, 200),
        ] {
            let response = get(
                &server,
                target,
                &format!("{fields}If-None-Match: {tag}\r\n"),
            );
            assert_eq!(response.status, status, "{target} {fields}");
            assert_eq!(response.body.is_empty(), status == 304);
            assert_eq!(response.field("vary"), Some("accept-encoding"));
        }
    }
}

/// The modules of the first section are named in the page: those that `main.js` and
/// `home/section.js` import, and no others.
#[test]
fn the_page_names_the_modules_that_it_needs_first() {
    let server = Server::start(14, 4);
    let page = get(&server, "/", "").text();
    let links: Vec<&str> = page
        .lines()
        .filter(|line| line.contains("modulepreload"))
        .collect();
    let has = |name: &str| {
        links
            .iter()
            .any(|line| line.ends_with(&format!("/{name}\">")))
    };
    for name in [
        "home/section.js",
        "shared/api.js",
        "shared/dom.js",
        "shared/store.js",
    ] {
        assert!(has(name), "{name}: {links:?}");
    }
    assert!(
        !has("main.js") && !has("watch/race/section.js") && !has("play/puzzle/view.js"),
        "{links:?}"
    );
    assert!(page.find("modulepreload") < page.find("</head>"));
}

#[test]
fn only_named_origins_may_show_the_page_in_a_frame() {
    let ancestors = |options: ServeOptions, target: &str| {
        let server = Server::with(options);
        let response = get(&server, target, "");
        let policy = response
            .field("content-security-policy")
            .expect("a policy")
            .to_owned();
        assert!(
            response.field("x-frame-options").is_none()
                && policy.starts_with("default-src 'none'; ")
        );
        policy
            .split("; ")
            .find_map(|rule| rule.strip_prefix("frame-ancestors "))
            .map(str::to_owned)
    };
    let origins = ["https://example.org", "http://localhost:3000"];
    let embed_from: Vec<_> = origins
        .iter()
        .map(|origin| origin.parse().expect("an origin"))
        .collect();
    let options = ServeOptions {
        embed_from,
        ..ServeOptions::default()
    };
    assert_eq!(
        ancestors(ServeOptions::default(), "/").as_deref(),
        Some("'none'")
    );
    assert_eq!(
        ancestors(options.clone(), "/").as_deref(),
        Some("https://example.org http://localhost:3000")
    );
    for target in [
        "/api",
        "/assets/main.js",
        "/1999",
        "/queens?boardsize=4",
        "/api/v1/known",
        "/nothing",
    ] {
        assert_eq!(
            ancestors(options.clone(), target).as_deref(),
            Some("'none'"),
            "{target}"
        );
    }
}
