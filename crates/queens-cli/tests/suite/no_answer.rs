//! Commands without a result still write an object in JSON, and what is stopped says what
//! is known.

use crate::common::queens;
use serde_json::Value;
use std::io::Read;

/// Exit status and document of a command whose standard input stays open without a word.
fn stopped_while_reading(arguments: &str) -> (i32, Value) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(&arguments)
        .args(["--format", "json", "--time-limit", "0.2s"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut out = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut out)
        .expect("text");
    let status = child.wait().expect("the command ends");
    let document = serde_json::from_str(&out)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"));
    (status.code().expect("a status"), document)
}

/// Exit status, document and messages of a command.
fn document(arguments: &[&str], input: &str) -> (i32, Value, String) {
    let output = queens("")
        .args(arguments)
        .args(["--format", "json"])
        .write_stdin(input)
        .output()
        .expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let document = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"));
    (
        output.status.code().expect("a status"),
        document,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_limit_while_the_board_is_read_leaves_an_object() {
    for arguments in [
        "solve --board -",
        "list --board -",
        "count --board -",
        "verify",
        "puzzle solve",
        "puzzle hint",
        "puzzle explain",
        "puzzle rate",
        "puzzle repair",
        "puzzle show",
    ] {
        let (code, document) = stopped_while_reading(arguments);
        let outcome = (code, document["outcome"].as_str());
        assert_eq!(
            outcome,
            (3, Some("stopped by the time limit")),
            "{arguments}"
        );
    }
}

#[test]
fn bad_input_and_no_answer_are_objects() {
    let (code, bad, error) = document(&["solve", "x"], "");
    assert_eq!((code, &bad["outcome"]), (2, &"bad input".into()));
    assert!(
        error.contains(bad["reason"].as_str().expect("a reason")),
        "{error}"
    );
    let several = "AAAB\nCDDB\nCDDB\nDDDD\n";
    let (code, none, _) = document(&["puzzle", "rate"], several);
    let reason =
        "the puzzle has several solutions; only a puzzle with exactly one has a rating";
    assert_eq!(
        (code, &none["outcome"], &none["reason"]),
        (1, &"no answer".into(), &reason.into())
    );
    // A rating needs to know that there is one solution.
    let (code, stopped, _) = document(&["puzzle", "rate", "--node-limit", "2"], several);
    assert_eq!(
        (code, &stopped["outcome"]),
        (3, &"stopped by the node limit".into())
    );
    assert_eq!(stopped["rating"], Value::Null);
    for command in ["solve", "hint", "explain", "rate", "repair"] {
        let (_, document, _) = document(&["puzzle", command], "AABB\nAABB\nCCDD\nCCDD\n");
        assert!(document["outcome"].is_string(), "{command}: {document}");
    }
    let (code, none, _) = document(
        &[
            "puzzle",
            "generate",
            "12",
            "--time-limit",
            "0.001s",
            "--rating",
            "hard",
        ],
        "",
    );
    assert_eq!(
        (code, &none["outcome"]),
        (3, &"stopped by the time limit".into())
    );
}

/// The bound of 8 is published for 16 queens (Weakley); a square takes one of two armies;
/// four queens: as the sentence says.
#[test]
fn stopped_relatives_carry_their_bound() {
    let bound = |arguments: &[&str]| {
        let (code, document, _) = document(arguments, "");
        assert_eq!(
            (code, &document["complete"]),
            (3, &false.into()),
            "{arguments:?}"
        );
        document["bound"]
            .as_i64()
            .unwrap_or_else(|| panic!("{arguments:?}: {document}"))
    };
    assert_eq!(bound(&["solve", "dominating 16", "--node-limit", "100"]), 8);
    assert!(bound(&["solve", "armies 14", "--node-limit", "100"]) <= 98);
    assert!(bound(&["solve", "uncompletable 10", "--node-limit", "2"]) <= 3);
    assert!(bound(&["count", "dominating 12", "--node-limit", "10"]) <= 6);
    let (code, whole, _) = document(&["count", "dominating 6"], "");
    assert_eq!(
        (code, &whole["count"], &whole["bound"]),
        (0, &4.into(), &3.into())
    );
}

/// A sentence tells what a number means where it alone is no answer.
#[test]
fn sentences_about_sets_follow_the_definition() {
    let message = |arguments: &[&str], input: &str| {
        let output = queens("")
            .args(arguments)
            .write_stdin(input)
            .output()
            .expect("the command runs");
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    let all = "every set of queens that breaks no rule can be completed";
    for arguments in [
        &["solve", "uncompletable torus 7; total: 3"][..],
        &["count", "uncompletable torus 7; total: 3"],
        &["solve", "uncompletable 3; piece: none"],
        &["count", "uncompletable", "1"],
    ] {
        assert_eq!(message(arguments, ""), all, "{arguments:?}");
    }
    let none = "the problem has no solution, so no solution contains even the empty set";
    assert_eq!(message(&["count", "uncompletable", "3"], ""), none);
    assert_eq!(
        message(&["solve", "uncompletable"], "4\ngivens: a1 b2\n"),
        none
    );
    // OEIS has no such sequence: 4 x 4 knights, one in each row and column, by trying all
    // pairs.
    assert_eq!(
        message(&["count", "uncompletable 4; piece: knight"], ""),
        "8 sets of 2 queens, 1 up to symmetry"
    );
    let mix = message(&["solve", "4; pieces: 8 queens, 2 knights"], "");
    assert_eq!(mix, "there is no solution: every possibility was tried");
}

/// (1,1)* on a twisted 2 x 3 board, by hand: a1 reaches b2, b1 c2, c1 a1, a2 c2, b2 a1,
/// c2 b1. Nothing reaches c1 and a2, which cover a1 and c2; b1 or c2 covers b1, a1 or b2
/// covers b2.
#[test]
fn one_way_attacks_dominate_one_way() {
    let board = "dominating 2x3\npiece: (1,1)*\nleft-right: twist\n";
    let (code, count, _) = document(&["count", "--board", "-"], board);
    assert_eq!(
        (code, &count["count"], &count["bound"]),
        (0, &4.into(), &4.into())
    );
}
