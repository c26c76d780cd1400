//! The server as a client meets it.

use crate::client::{LONG, Server};
use std::io::Read;
use std::time::Instant;

/// Tom Myers, "N-Queens revision on xt", XSL-List, 20 Nov 1999: the four solutions for 6
/// queens, and the address he asked for them.
#[test]
fn the_page_of_1999_answers_as_in_1999() {
    let server = Server::start(14, 4);
    let answer = server.get("/queens/greeting?boardsize=6");
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .head
            .contains("content-type: text/html; charset=utf-8")
    );
    let expected = [
        [2, 4, 6, 1, 3, 5],
        [3, 6, 2, 5, 1, 4],
        [4, 1, 5, 2, 6, 3],
        [5, 3, 1, 6, 4, 2],
    ];
    assert_eq!(answer.rows(), expected);
    for target in [
        "/queens?boardsize=6",
        "/queens/?boardsize=6",
        "/queens/a/b.xml?boardsize=6&other=1",
    ] {
        assert_eq!(server.get(target).rows(), expected, "{target}");
    }
}

/// The numbers are those of OEIS A000170.
#[test]
fn small_boards_have_the_published_numbers_of_solutions() {
    let server = Server::start(14, 4);
    for (size, count) in [
        (0, 1),
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 2),
        (5, 10),
        (8, 92),
        (10, 724),
    ] {
        let answer = server.get(&format!("/queens?boardsize={size}"));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.rows().len(), count, "boardsize {size}");
        assert!(answer.body.ends_with("</html>\n"));
    }
    assert!(
        server
            .get("/queens?boardsize=3")
            .body
            .contains("no solution")
    );
    assert_eq!(server.get("/queens").rows().len(), 92, "8 is the default");
}

#[test]
fn a_bad_size_gets_a_page_that_names_it_and_the_bound() {
    let server = Server::start(14, 4);
    for (size, status) in [
        ("", 400),
        ("eight", 400),
        ("-1", 400),
        ("8.5", 400),
        ("%3Cscript%3E", 400),
        ("15", 422),
        ("4000000000", 422),
        ("99999999999999999999999999", 422),
    ] {
        let answer = server.get(&format!("/queens?boardsize={size}"));
        assert_eq!(answer.status, status, "{size}");
        assert!(answer.body.contains("from 0 to 14"), "{}", answer.body);
        assert!(answer.body.contains("href=\"/queens?boardsize=8\""));
        assert!(!answer.body.contains("<script"));
        assert!(answer.head.contains("content-type: text/html"));
    }
    assert!(
        server
            .get("/queens?boardsize=%3Cscript%3E")
            .body
            .contains("&lt;script&gt;")
    );
    assert_eq!(server.get("/queens?boardsize=%FF").status, 400);
}

#[test]
fn other_addresses_and_methods_get_pages_too() {
    let server = Server::start(14, 4);
    let answer = server.get("/nothing/%3Cb%3E");
    assert_eq!(answer.status, 404);
    assert!(answer.body.contains("/nothing/"));
    for method in ["POST", "DELETE", "PUT"] {
        let answer = server.request(method, "/queens?boardsize=6");
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.head.contains("allow: get,head"));
        assert!(answer.body.contains("use GET"));
    }
    assert_eq!(server.get("/healthz").body, "ok\n");
    assert!(server.get("/1999").body.contains("name=\"boardsize\""));
    let head = server.request("HEAD", "/queens?boardsize=8");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

/// The page loads nothing but what this server has.
#[test]
fn the_page_names_existing_files() {
    let server = Server::start(14, 4);
    let page = server.get("/").body;
    let files: Vec<&str> = page
        .split('"')
        .filter(|word| word.starts_with("assets/"))
        .collect();
    assert!(files.len() >= 3, "{page}");
    for file in files {
        assert_eq!(server.get(&format!("/{file}")).status, 200, "{file}");
    }
    assert!(!page.contains("://"), "{page}");
    assert_eq!(server.get("/assets/nothing.js").status, 404);
}

#[test]
fn every_answer_has_security_headers() {
    let server = Server::start(14, 4);
    for target in [
        "/",
        "/assets/main.js",
        "/1999",
        "/api/v1/known",
        "/queens?boardsize=4",
        "/queens?boardsize=x",
        "/nothing",
        "/healthz",
    ] {
        let head = server.get(target).head;
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{target}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{target}");
    }
}

/// 14,200 solutions took 39 minutes and 10 seconds in 1999 (Myers).
#[test]
fn twelve_queens_are_streamed() {
    let server = Server::start(14, 4);
    let mut stream = server.send("GET", "/queens?boardsize=12");
    let mut first = [0; 1];
    let started = Instant::now();
    stream.read_exact(&mut first).expect("a first byte");
    assert!(started.elapsed() < LONG);
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("the rest");
    assert_eq!(crate::client::table_rows(&page).len(), 14_200);
    assert!(page.contains("14,200 solutions"));
}

#[test]
fn the_server_ends_while_pages_are_open() {
    let server = Server::start(64, 4);
    let mut waiting = server.send("GET", "/queens?boardsize=16");
    let mut silent = server.send("GET", "/queens?boardsize=64");
    let mut piece = [0; 1024];
    waiting
        .read_exact(&mut piece)
        .expect("the beginning of a page");
    silent
        .read_exact(&mut piece)
        .expect("the beginning of a page");
    let started = Instant::now();
    server.stop().expect("a clean end");
    assert!(started.elapsed() < LONG);
    // The page whose search found nothing ends in good order and says why.
    let mut rest = String::new();
    silent
        .read_to_string(&mut rest)
        .expect("the rest of the page");
    assert!(
        rest.contains("cancelled") && rest.ends_with("</html>\n"),
        "{rest}"
    );
}

#[test]
fn an_address_in_use_is_an_error() {
    let server = Server::start(14, 1);
    let options = queens_server::ServeOptions {
        addr: server.address,
        ..Default::default()
    };
    let shutdown = queens::control::CancelToken::new();
    assert!(queens_server::serve(&options, &shutdown, |_| ()).is_err());
}
