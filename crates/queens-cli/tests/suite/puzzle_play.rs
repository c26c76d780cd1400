//! Playing puzzles: what can be said without a terminal.

use crate::common::queens;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};

const BOARD: &str = "AABBCC\nAABBCC\nDABBEC\nDDBFEC\nDDFFEE\nDFFFEE\n";

/// A game of the quarters of a board of 4 x 4, a queen set on b1.
const GAME: &str = r#"{"schema": "queens/puzzle-game/1",
"puzzle": {"size": 4, "stars": 1, "connected": true, "regions": ["AABB", "AABB", "CCDD", "CCDD"], "queens": [[0, 1]], "crosses": []},
"given": [], "blocked": [], "automatic": true, "milliseconds": 61000, "done": 1,
"moves": [[{"square": [0, 1], "from": "open", "to": "queen"}]]}
"#;

/// A file in a folder of its own.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    file
}

/// The words that `arguments` and two files are refused with.
fn refused(board: Option<&Path>, save: &Path, words: &str) {
    let mut command = queens("puzzle play --save");
    command.arg(save).args(board);
    command.assert().code(2).stdout("").stderr(contains(words));
}

#[test]
fn names_another_command_without_a_terminal() {
    for input in ["", BOARD] {
        let assert = queens("puzzle play")
            .write_stdin(input)
            .assert()
            .code(2)
            .stdout("");
        assert.stderr(contains("not a terminal").and(contains("queens puzzle hint")));
    }
    queens("puzzle play 9 --rating hard")
        .assert()
        .code(2)
        .stderr(contains("not a terminal"));
    let folder = tempfile::tempdir().expect("a folder");
    let board = file(&folder, "board.txt", BOARD);
    let save = folder.path().join("game.json");
    refused(Some(&board), &save, "not a terminal");
    assert!(!save.exists(), "no game was begun");
}

#[test]
fn refuses_and_keeps_files_without_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, words) in [
        ("", "not a complete saved game"),
        (
            GAME.get(..GAME.len() / 2).expect("ASCII"),
            "not a complete saved game",
        ),
        (
            "{\"schema\": \"queens/puzzle/1\"}",
            "this is 'queens/puzzle/1', not a saved game",
        ),
        (
            &GAME.replace("game/1", "game/2"),
            "this is 'queens/puzzle-game/2', not a saved game",
        ),
        (
            &GAME.replace("\"done\": 1", "\"done\": 3"),
            "'done' is 3, but 'moves' has only 1",
        ),
        (
            &GAME.replace("\"to\": \"queen\"", "\"to\": \"cross\""),
            "move 1 does not fit the mark on b1",
        ),
        (BOARD, "not a complete saved game"),
    ] {
        let save = file(&folder, "game.json", text);
        refused(None, &save, words);
        refused(None, &save, "use another file for --save");
        assert_eq!(fs::read_to_string(&save).expect("still there"), text);
    }
    refused(None, folder.path(), "cannot read");
}

#[test]
fn refuses_a_game_of_another_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = file(&folder, "game.json", GAME);
    let board = file(&folder, "board.txt", BOARD);
    refused(Some(&board), &save, "another puzzle");
    let same = file(&folder, "same.txt", "aabb\naabb\nccdd\nccdd\n");
    refused(Some(&same), &save, "not a terminal");
    refused(None, &save, "not a terminal");
    assert_eq!(fs::read_to_string(&save).expect("still there"), GAME);
}

#[test]
fn other_commands_read_a_saved_game() {
    let grid = queens("puzzle show -f grid")
        .write_stdin(GAME)
        .assert()
        .success();
    grid.stdout("AABB\nAABB\nCCDD\nCCDD\n\n.Q..\n....\n....\n....\n");
}

#[test]
fn the_help_is_short_and_lists_the_keys() {
    let help = |words: &str| {
        let assert = queens(words).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("text")
    };
    let (short, full) = (help("puzzle play -h"), help("help puzzle play"));
    assert!(
        short.lines().count() < 24 && short == help("puzzle play --help"),
        "{short}"
    );
    assert!(
        full.contains("Examples:") && full.contains("Keys:"),
        "{full}"
    );
}

#[test]
fn options_of_new_puzzles_conflict_with_a_file() {
    queens("puzzle play board.txt --size 9")
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
    queens("puzzle play 9 --size 8")
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
    queens("puzzle play missing.txt")
        .assert()
        .code(2)
        .stderr(contains("there is no file 'missing.txt'"));
}
