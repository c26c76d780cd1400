//! Answers that follow from constructions, proofs and published values.

use crate::common::{json, output, queens};
use predicates::prelude::*;

#[test]
fn solve_reports_what_is_known() {
    let says = |arguments: &str, words: &str| {
        queens(arguments)
            .assert()
            .success()
            .stderr(predicate::str::contains(words));
    };
    // Of the two completions of Nauck's board one has a queen on a6, the other on a7.
    says("solve 8 --given b4,d5", "one of several solutions");
    says("solve 8 --given b4,d5,a6", "the only solution");
    // The six solutions of 6 queens leave the corners empty.
    says("solve 6 --given a1", "there is no solution");
    says("solve torus 5", "one of 10 solutions");
    says(
        "solve torus 6",
        "there is no solution: the diagonals cannot have the required sum",
    );
    // OEIS A051223.
    says(
        "solve superqueens 6",
        "there is no solution: every possibility was tried",
    );
    says(
        "solve 30; total: 31",
        "the problem demands at least 31 queens, but its lines and total take at most 30",
    );
    says(
        "solve torus 6 --engine sat",
        "the SAT solver refuted the clauses",
    );
    queens("solve torus 6 --sat-exit-codes").assert().code(20);
    queens("solve torus 5 --sat-exit-codes").assert().code(10);
}

#[test]
fn documents_include_the_published_count() {
    for (size, verdict, published) in [
        (1, "the only one", "1"),
        (4, "one of several", "2"),
        (8, "one of several", "92"),
    ] {
        let document = json(&format!("solve {size} --format json"));
        let told = [
            &document["verdict"],
            &document["published"],
            &document["source"],
        ];
        assert_eq!(
            told.map(serde_json::Value::as_str),
            [verdict, published, "A000170"].map(Some)
        );
    }
    let document = json("solve 3 --format json");
    assert_eq!(
        (&document["verdict"], document.get("published")),
        (&"none".into(), None)
    );
}

/// Larger than a placement may be; no row is written in no time.
#[test]
fn writes_the_explicit_solution_for_any_size() {
    for size in [100_000_001_u32, 1_000_000_000] {
        queens(&format!("solve {size} --format binary --time-limit 0"))
            .assert()
            .code(3);
    }
}

#[test]
fn writes_the_proof_of_a_negative_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.drat");
    queens("solve torus 6 --proof")
        .arg(&proof)
        .assert()
        .success();
    let clauses =
        std::fs::read_to_string(folder.path().join("proof.cnf")).expect("clauses");
    assert!(clauses.lines().any(|line| line.starts_with("p cnf ")));
    assert_eq!(
        std::fs::read_to_string(&proof)
            .expect("proof")
            .lines()
            .last(),
        Some("0")
    );
    for (name, words) in [
        ("proof.cnf", ".drat"),
        ("proof.opb", ".pbp"),
        ("-", "a file name"),
    ] {
        let refused = queens(&format!("solve 3 --proof {name}"))
            .current_dir(&folder)
            .assert()
            .code(2);
        refused.stderr(predicate::str::contains(words));
    }
    let written = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(written, 2, "the proof and its clauses alone");
}

/// core_30_20_0 has no solution (`data/instances/answers.tsv`). Of its 20 free rows and
/// columns, 5 to 24, the sums are 2 * 290, and twice their squares 2 * 2 * 4870.
#[test]
fn explains_the_sums_of_the_diagonals() {
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../queens/tests/data/instances/core_30_20_0.txt"
    );
    let document = output(&format!("solve --board {board} --format json"));
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(
        (&document["verdict"], &document["engine"]),
        (&"none".into(), &"residual".into())
    );
    let proof = &document["proof"];
    assert_eq!(
        (&proof["kind"], &proof["queens"]),
        (&"diagonal sums".into(), &20.into())
    );
    assert_eq!(
        (&proof["sum"], &proof["squares"]),
        (&580.into(), &19_480.into())
    );
}

#[test]
fn solves_and_verifies_any_size() {
    for arguments in [
        "solve 1000003",
        "solve 1000003 --format csv",
        "solve 1000003 --random --seed 5",
    ] {
        let text = output(arguments);
        queens("verify --problem 1000003")
            .write_stdin(text)
            .assert()
            .success();
    }
    let binary = queens("solve 100000 --random --format binary")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    queens("verify").write_stdin(&binary[..]).assert().success();
    queens("verify --problem 100000")
        .write_stdin(&binary[..])
        .assert()
        .success();
    queens("verify --problem 8")
        .write_stdin(&binary[..])
        .assert()
        .code(2)
        .stderr(
            predicate::str::contains("100,000")
                .and(predicate::str::contains("'queens 8'")),
        );
    queens("verify")
        .write_stdin(&binary[..1000])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cut off"));
    assert_ne!(
        output("solve 100 --random --seed 1"),
        output("solve 100 --random --seed 2")
    );
    assert_eq!(
        output("solve 100 --random --seed 1"),
        output("solve 100 --random --seed 1")
    );
}

#[test]
fn reports_the_assumed_size_of_a_variant() {
    let told = predicate::str::contains("no size given: assuming torus 8");
    queens("solve torus --charset ascii")
        .assert()
        .success()
        .stderr(told.clone());
    queens("count torus").assert().success().stderr(told);
    queens("solve")
        .assert()
        .success()
        .stderr(predicate::str::contains("assuming").not());
}

/// Polya 1918: none on a torus whose side is a multiple of two or three. And no nine
/// queens in eight rows.
#[test]
fn reports_that_there_is_no_random_solution() {
    for problem in ["torus 8", "torus 12", "8; total: 9"] {
        let none = queens(&format!("solve {problem} --random"))
            .assert()
            .success();
        none.stderr(predicate::str::contains("there is no solution: the "));
    }
}
