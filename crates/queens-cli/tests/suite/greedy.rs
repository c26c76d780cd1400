//! `queens greedy`.

use crate::common::queens;
use predicates::prelude::*;

/// The first terms of A065188, as its page lists them.
#[test]
fn prints_the_published_terms() {
    queens("greedy 12")
        .assert()
        .success()
        .stdout("1 3 5 2 4 9 11 13 15 6 8 19\n");
    queens("greedy 5 --format bfile")
        .assert()
        .success()
        .stdout("1 1\n2 3\n3 5\n4 2\n5 4\n");
    // The inverse: row 4 has the queen of column 2, row 5 that of column 4, row 10 that
    // of column 6.
    queens("greedy 6 --inverse")
        .assert()
        .success()
        .stdout("1 4 2 5 3 10\n");
    let document = queens("greedy 5 --inverse --format json")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let document: serde_json::Value = serde_json::from_slice(&document).expect("JSON");
    let expected = serde_json::json!({
        "schema": "queens/greedy/1", "inverse": true, "terms": [1, 4, 2, 5, 3], "outcome": "exhausted",
    });
    assert_eq!(document, expected);
    queens("greedy 0").assert().success().stdout("\n");
}

#[test]
fn limits_stop_it() {
    queens("greedy 100 --node-limit 3")
        .assert()
        .code(3)
        .stdout("1 3 5\n")
        .stderr(predicate::str::contains("node limit"));
    let stopped = queens("greedy 100 --node-limit 3 --format json")
        .assert()
        .code(3)
        .get_output()
        .stdout
        .clone();
    let stopped: serde_json::Value = serde_json::from_slice(&stopped).expect("JSON");
    assert_eq!(stopped["terms"], serde_json::json!([1, 3, 5]));
    assert!(
        stopped["outcome"]
            .as_str()
            .expect("words")
            .contains("node limit"),
        "{stopped}"
    );
    queens("greedy 100000000 --memory-limit 10")
        .assert()
        .code(3)
        .stdout("");
    queens("greedy 100000001")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("100000000"));
    queens("greedy -1").assert().code(2);
}
