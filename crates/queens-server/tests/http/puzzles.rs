//! Region puzzles through the API, from text and from pictures.

use crate::client::{LONG, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens_server::ServeOptions;
use serde_json::{Value, json};

#[test]
fn generates_solves_and_explains_puzzles() {
    let server = Server::start(14, 4);
    let made = server.ask("puzzle/generate", &json!({ "size": 6, "seed": 4 }));
    let puzzle = &made["puzzles"][0]["puzzle"];
    let solved = server.ask("puzzle/solve", &json!({ "puzzle": puzzle }));
    assert_eq!(solved["verdict"], "the only one");
    assert_eq!(solved["puzzle"]["queens"], made["puzzles"][0]["solution"]);
    assert_eq!(
        server.ask("puzzle/rate", &json!({ "puzzle": puzzle }))["solved"],
        true
    );
    let explained = server.ask("puzzle/explain", &json!({ "puzzle": puzzle }));
    assert_eq!(explained["end"]["queens"], made["puzzles"][0]["solution"]);
    let rows = puzzle["regions"].as_array().expect("rows");
    let grid = rows
        .iter()
        .map(|row| row.as_str().expect("letters"))
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(
        server.ask("puzzle/read", &json!({ "puzzle": grid }))["verdict"],
        "the only one"
    );
    assert_eq!(
        server.ask("puzzle/hint", &json!({ "puzzle": grid }))["schema"],
        "queens/puzzle-hint/1"
    );
    let none = server.ask("puzzle/hint", &json!({ "puzzle": "AAA\nBBB\nCCC" }));
    assert_eq!(
        (&none["kind"], &none["step"]),
        (&"stuck".into(), &Value::Null),
        "{none}"
    );
}

/// A picture, and one that is no board: the time of the answer holds while it is looked
/// for.
#[test]
fn reads_pictures_within_the_time_limit() {
    let server = Server::start(14, 4);
    let picture = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../queens/tests/pictures");
        STANDARD.encode(std::fs::read(format!("{folder}/{name}.png")).expect("a picture"))
    };
    let (board, plot) = (picture("framed-board-9x9"), picture("not-a-board"));
    assert_eq!(
        server.ask("puzzle/read", &json!({ "picture": board }))["verdict"],
        "the only one"
    );
    let refused = |request: &Value| {
        let refused = server.post("puzzle/read", request);
        assert_eq!(refused.status, 422, "{}", refused.head);
        refused.body
    };
    let both = server.post(
        "puzzle/read",
        &json!({ "picture": board, "puzzle": "AB\nAB" }),
    );
    assert_eq!(both.status, 400);
    assert!(
        refused(&json!({ "picture": plot }))
            .contains("no board of 4 x 4 to 26 x 26 squares")
    );
    let stopped = refused(&json!({ "picture": plot, "seconds": 0.0001 }));
    assert!(
        stopped.contains("stopped by the time limit before the puzzle was read"),
        "{stopped}"
    );
}

/// A picture of 16 Mi pixels takes 192 MiB for a moment; pictures have a quarter of the
/// server's memory together.
#[test]
fn pictures_wait_for_their_share_of_the_memory() {
    let picture = include_bytes!("../pictures/white-4096.webp");
    let request = json!({ "picture": STANDARD.encode(picture) });
    let with_memory = |mebibytes: u64| {
        Server::with(ServeOptions {
            max_memory: mebibytes << 20,
            answer_time: LONG,
            ..ServeOptions::default()
        })
    };
    let small = with_memory(100);
    let refused = small.post("puzzle/read", &request);
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .body
            .contains("memory limit before the puzzle was read"),
        "{}",
        refused.body
    );
    // Room for one at a time.
    let server = with_memory(1 << 10);
    std::thread::scope(|scope| {
        let answers =
            [(); 4].map(|()| scope.spawn(|| server.post("puzzle/read", &request)));
        for answer in answers.map(|answer| answer.join().expect("no panic")) {
            assert!(
                answer.status == 422 && answer.body.contains("no board"),
                "{}",
                answer.body
            );
        }
    });
    let free = format!("\nqueens_free_memory_bytes {}\n", 1_u64 << 30);
    assert!(server.get("/metrics").body.contains(&free));
}

/// The clauses of 100 queens take more than what all searches may take.
#[test]
fn a_search_draws_from_the_memory_of_all() {
    let server = Server::with(ServeOptions {
        max_memory: 1 << 20,
        ..ServeOptions::default()
    });
    let stopped = server.ask("solve", &json!({ "problem": "100", "engine": "sat" }));
    assert!(
        stopped["outcome"]
            .as_str()
            .is_some_and(|outcome| outcome.contains("memory")),
        "{stopped}"
    );
    assert!(
        server
            .get("/metrics")
            .body
            .contains("\nqueens_free_memory_bytes 1048576\n")
    );
}
