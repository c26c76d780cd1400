//! Symmetric and linear solutions: those that a map leaves unchanged.

use crate::common::queens;
use predicates::prelude::*;
use serde_json::Value;

/// Standard output and standard error of a command that succeeds.
fn output(arguments: &str) -> (String, String) {
    let output = queens(arguments).assert().success().get_output().clone();
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn solve_finds_a_symmetric_solution_or_proves_that_there_is_none() {
    let (line, words) = output("solve 12; unchanged: quarter-turn --format text");
    assert_eq!(words, "one of 8 solutions (A033148)\n");
    let columns: Vec<usize> = line
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    // A queen in row r and column c, from 1, has one in row c and column 13 - r.
    assert!(
        (1..=12).all(|row| columns[columns[row - 1] - 1] == 13 - row),
        "{line}"
    );
    let (_, none) = output("solve 10; unchanged: quarter-turn --format text");
    assert_eq!(none, "there is no solution: every possibility was tried\n");
    let (_, mirror) = output("solve 8; unchanged: mirror --format text");
    assert!(mirror.starts_with("there is no solution"), "{mirror}");
    queens("solve 10; unchanged: quarter-turn --sat-exit-codes")
        .assert()
        .code(20);
    let (_, empty) = output("solve knights 5; unchanged: diagonal");
    assert!(empty.contains("the empty board is a solution"), "{empty}");
}

#[test]
fn list_writes_all_symmetric_solutions() {
    // A032522 and A033148.
    for (size, symmetry, count) in [
        (8, "half-turn", 4),
        (12, "half-turn", 80),
        (17, "quarter-turn", 128),
    ] {
        let (lines, words) = output(&format!("list {size}; unchanged: {symmetry}"));
        assert_eq!(lines.lines().count(), count);
        assert!(
            words.starts_with(&format!("{count} solutions, ")),
            "{words}"
        );
        assert!(words.contains("as published"), "{words}");
    }
    let (_, partial) = output("list 20; unchanged: half-turn --limit 3");
    assert!(partial.contains("A032522 has 144,620 in all"), "{partial}");
}

#[test]
fn linear_solutions_are_listed_and_counted() {
    let (lines, words) = output("list torus 5; unchanged: shift");
    assert_eq!(
        (lines.lines().count(), words.as_str()),
        (10, "10 solutions, as published (Polya 1918)\n")
    );
    assert!(lines.lines().any(|line| line == "1 3 5 2 4"));
    assert_eq!(
        output("list torus 997; unchanged: shift --limit 2 --format ndjson")
            .0
            .lines()
            .count(),
        2
    );
    assert_eq!(output("count torus 13; unchanged: shift").0, "130\n");
    assert_eq!(output("count torus 997; unchanged: shift").0, "991018\n");
    let (table, _) = output("count 5..7 torus; unchanged: shift --format bfile");
    assert_eq!(table, "5 10\n6 0\n7 28\n");
}

#[test]
fn documents_name_the_question() {
    let document =
        |arguments: &str| serde_json::from_str::<Value>(&output(arguments).0).unwrap();
    let symmetric = document("solve 12; unchanged: half-turn --format json");
    assert_eq!(symmetric["problem"], "queens 12\nunchanged: half-turn");
    assert_eq!(
        (&symmetric["published"], &symmetric["source"]),
        (&"80".into(), &"A032522".into())
    );
    let linear = document("list torus 5; unchanged: shift --format json");
    assert_eq!(
        (&linear["problem"], &linear["count"]),
        (&"torus 5\nunchanged: shift".into(), &10.into())
    );
    assert_eq!(
        document("solve total-dominating 5 --format json")["problem"],
        "total-dominating 5"
    );
    assert_eq!(
        document("list 6 --fundamental --format json")["question"],
        "fundamental"
    );
    assert_eq!(document("solve 8 --format json").get("question"), None);
}

/// An open board has the lines of the torus that are solutions there, too; of a rectangle
/// nothing is its own quarter turn.
#[test]
fn maps_are_defined_on_every_board() {
    // Pólya 1918: the 28 lines on the torus of 7 are solutions; each has a queen in every
    // row.
    assert_eq!(output("count torus 7; unchanged: shift").0, "28\n");
    let (list, _) = output("list 7; unchanged: shift");
    assert_eq!(
        list.lines()
            .filter(|line| line.starts_with("1 3 5 7"))
            .count(),
        1,
        "{list}"
    );
    let (_, none) = output("solve 5x8; unchanged: quarter-turn --format text");
    assert!(none.starts_with("there is no solution"), "{none}");
}

/// With the published numbers of A032522 and A002562; 11 * 8 lines on the torus.
#[test]
fn verify_judges_a_list_by_its_question() {
    for (problem, options, verdict) in [
        (
            "8; unchanged: half-turn",
            "",
            "all 4 solutions found (A032522)\n",
        ),
        (
            "8",
            "--fundamental",
            "all 12 fundamental solutions found (A002562)\n",
        ),
        (
            "torus 11; unchanged: shift",
            "",
            "all 88 solutions found (Polya 1918)\n",
        ),
    ] {
        let verified = |arguments: &[&str], list: String| {
            let words = queens("verify")
                .args(arguments)
                .write_stdin(list)
                .assert()
                .success()
                .get_output()
                .clone();
            String::from_utf8(words.stdout).expect("text")
        };
        let document = output(&format!("list {problem} {options} --format json")).0;
        assert_eq!(verified(&["--complete"], document), verdict);
        let lines = output(&format!("list {problem} {options} --format text")).0;
        let options: Vec<&str> = options.split_whitespace().collect();
        let arguments = [&["--complete", "--problem", problem][..], &options].concat();
        assert_eq!(verified(&arguments, lines.clone()), verdict);
        // One is missing.
        let (_, rest) = lines.split_once('\n').unwrap();
        queens("verify")
            .args(&arguments)
            .write_stdin(rest)
            .assert()
            .code(1);
    }
    let fault = |arguments: &str, list: &'static str, words: &str| {
        queens(&format!("verify {arguments}"))
            .write_stdin(list)
            .assert()
            .code(1)
            .stderr(predicate::str::contains(words));
    };
    fault(
        "--problem 8;unchanged:half-turn",
        "1 5 8 6 3 7 2 4\n",
        "line 1: the pieces are not unchanged by a half turn",
    );
    fault("--problem 4;unchanged:shift", "2 4 1 3\n", "line 1: ");
    // Mirror images of each other.
    fault(
        "--fundamental",
        "2 4 1 3\n3 1 4 2\n",
        "line 2: the same as line 1",
    );
    queens("verify")
        .write_stdin(r#"{"solutions":[[1,3,0,2]],"question":"fundamental"}"#)
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "'question' comes after 'solutions': write it first",
        ));
}

#[test]
fn options_without_a_meaning_are_refused() {
    let refused = |arguments: &str, words: &str| {
        queens(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(words));
    };
    refused(
        "solve 8; unchanged: half-turn --random",
        "the rules of the problem say what is wanted",
    );
    refused("solve 8; unchanged: slide", "half-turn");
    refused(
        "solve 8; unchanged: half-turn -e bitmask",
        "it does not answer the question `one` about these rules",
    );
}
