//! Engines of the command: their descriptions, and whether they agree.

use crate::common::{json, queens};
use predicates::prelude::*;

/// Nothing but the error is written.
#[test]
fn an_engine_that_refuses_writes_nothing() {
    for arguments in [
        "solve 12 --engine modular -f ndjson",
        "solve torus 5 --engine residual -f html",
    ] {
        queens(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains("cannot answer this"));
    }
    queens("solve torus 5 --engine modular").assert().success();
}

#[test]
fn checks_counts_with_another_engine() {
    let checked = |arguments: &str| {
        queens(arguments)
            .assert()
            .success()
            .stderr(predicate::str::contains("confirmed by "));
    };
    checked("count 10 --check");
    checked("count 9 --engine flags --check");
    checked("count 8 --given b4,d5 --check");
    checked("count torus 7 --check");
    checked("count 12 --kernel baseline --check");
    let bench = json("bench 8..9 --runs 1 --format json");
    assert!(bench["lines"].as_array().unwrap().len() >= 4);
}

#[test]
fn all_engines_agree_on_eight_queens() {
    let table = json("compare 8 --format json");
    let engines = table["engines"].as_array().unwrap();
    let all: Vec<_> = engines
        .iter()
        .filter(|engine| engine["finds"] == "all")
        .collect();
    assert!(all.len() >= 12, "{} engines", all.len());
    for engine in all {
        assert_eq!(engine["solutions"], 92, "{}", engine["engine"]);
    }
    queens("compare 8")
        .assert()
        .success()
        .stderr(predicate::str::contains("92 solutions, as published"));
}

#[test]
fn compare_lists_the_counts_of_each_source() {
    let table = json("compare 8 --format json");
    let engines = table["engines"].as_array().unwrap();
    let of = |id: &str| {
        engines
            .iter()
            .find(|engine| engine["engine"] == id)
            .unwrap()
    };
    assert_eq!(of("flags")["counted"]["calls"], 1965);
    assert_eq!(of("flags-on-entry")["counted"]["calls"], 2057);
    assert_eq!(of("incremental")["counted"]["row checks"], 15720);
    assert_eq!(of("incremental")["counted"]["diagonal checks"], 5508);
}

#[test]
fn describes_every_engine() {
    let ladder = json("engines --format json");
    for engine in ladder["engines"].as_array().unwrap() {
        let id = engine["id"].as_str().unwrap();
        queens(&format!("engines {id}"))
            .assert()
            .success()
            .stdout(predicate::str::contains(id));
        assert_eq!(engine["how"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn the_problem_solver_solves_other_problems() {
    let crossing = json("search missionaries --strategy bfs --format json");
    assert_eq!(
        crossing["answers"][0]["steps"].as_array().unwrap().len(),
        11
    );
    // Russell and Norvig: 418 km from Arad to Bucharest.
    assert_eq!(
        json("search route --strategy astar --format json")["answers"][0]["cost"],
        418
    );
    queens("search jugs --strategy bfs")
        .assert()
        .success()
        .stderr(predicate::str::contains("6 steps"));
    queens("search eight-puzzle --strategy idastar")
        .assert()
        .success();
    queens("search queens 6 --strategy all")
        .assert()
        .success()
        .stdout(predicate::str::contains("beam:16"));
}

#[test]
fn rivals_agree_and_match_their_document() {
    let rivals = json("search rivals 8 --format json");
    assert_eq!(rivals["same_answer"], true);
    assert_eq!(rivals["rivals"][0]["work"], 113);
    assert_eq!(rivals["rivals"][1]["work"], 989);
    assert_eq!(
        rivals["rivals"][0]["columns"],
        serde_json::json!([7, 3, 0, 2, 5, 1, 6, 4])
    );
}
