//! Region puzzles through the API, from text and from pictures.

use crate::client::Server;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

#[test]
fn generates_solves_and_explains_puzzles() {
    let server = Server::start(14, 4);
    let made = server.ask("puzzle/generate", &json!({ "size": 6, "seed": 4 }));
    let puzzle = &made["puzzles"][0]["puzzle"];
    let solved = server.ask("puzzle/solve", &json!({ "puzzle": puzzle }));
    assert_eq!(solved["verdict"], "the only one");
    assert_eq!(solved["puzzle"]["queens"], made["puzzles"][0]["solution"]);
    assert_eq!(server.ask("puzzle/rate", &json!({ "puzzle": puzzle }))["solved"], true);
    let explained = server.ask("puzzle/explain", &json!({ "puzzle": puzzle }));
    assert_eq!(explained["end"]["queens"], made["puzzles"][0]["solution"]);
    let rows = puzzle["regions"].as_array().expect("rows");
    let grid = rows.iter().map(|row| row.as_str().expect("letters")).collect::<Vec<_>>().join("\n");
    assert_eq!(server.ask("puzzle/read", &json!({ "puzzle": grid }))["verdict"], "the only one");
    assert_eq!(server.ask("puzzle/hint", &json!({ "puzzle": grid }))["schema"], "queens/puzzle-hint/1");
    let none = server.ask("puzzle/hint", &json!({ "puzzle": "AAA\nBBB\nCCC" }));
    assert_eq!((&none["kind"], &none["step"]), (&"stuck".into(), &Value::Null), "{none}");
}

/// A picture under either name, and one that is no board: the time of the answer holds while it is looked for.
#[test]
fn reads_pictures_within_the_time_limit() {
    let server = Server::start(14, 4);
    let picture = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../queens/tests/pictures");
        STANDARD.encode(std::fs::read(format!("{folder}/{name}.png")).expect("a picture"))
    };
    let (board, plot) = (picture("framed-board-9x9"), picture("not-a-board"));
    for key in ["picture", "png"] {
        assert_eq!(server.ask("puzzle/read", &json!({ key: board }))["verdict"], "the only one");
    }
    let refused = |request: &Value| {
        let refused = server.post("puzzle/read", request);
        assert_eq!(refused.status, 422, "{}", refused.head);
        refused.body
    };
    let both = server.post("puzzle/read", &json!({ "picture": board, "png": board }));
    assert_eq!(both.status, 400);
    assert!(refused(&json!({ "picture": plot })).contains("no board of 4 x 4 to 26 x 26 squares"));
    let stopped = refused(&json!({ "picture": plot, "seconds": 0.0001 }));
    assert!(stopped.contains("stopped by the time limit before the puzzle was read"), "{stopped}");
}
