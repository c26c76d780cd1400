//! Region puzzles by the command.

use crate::common::queens;
use predicates::str::contains;
use serde_json::Value;

/// A board of 6 x 6, its regions named as they come.
const BOARD: &str = "AABBCC\nAABBCC\nDABBEC\nDDBFEC\nDDFFEE\nDFFFEE\n";

fn output(arguments: &str, input: &str) -> String {
    let assert = queens(arguments).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

fn json(arguments: &str, input: &str) -> Value {
    serde_json::from_str(&output(arguments, input)).expect("JSON")
}

#[test]
fn a_pasted_grid_is_solved_as_the_problem_is() {
    // The same board as a problem, by a method of the ladder.
    let problem = format!("regions\nareas:\n{BOARD}");
    let count = json("count -m backtracking --format json --board -", &problem)["count"].to_string();
    assert_eq!(output("puzzle solve --count", BOARD).trim(), count);
    let answer = json("puzzle solve -f json", BOARD);
    assert_eq!(answer["verdict"] == "none", count == "0");
    assert_eq!(answer["engine"], "units");
}

#[test]
fn new_puzzles_have_one_solution_and_come_again() {
    let new = json("puzzle generate 7 --seed 5 --count 3 -t 2 -f json", "");
    let puzzles = new["puzzles"].as_array().expect("puzzles");
    assert_eq!(
        puzzles.iter().map(|puzzle| puzzle["seed"].as_u64()).collect::<Vec<_>>(),
        [Some(5), Some(6), Some(7)]
    );
    assert_eq!(new, json("puzzle generate 7 --seed 5 --count 3 -t 1 -f json", ""));
    for puzzle in puzzles {
        let rows = puzzle["puzzle"]["regions"].as_array().expect("rows");
        let grid: String = rows.iter().map(|row| row.as_str().expect("letters").to_owned() + "\n").collect();
        let count =
            json("count -m backtracking --format json --board -", &format!("regions\nareas:\n{grid}"));
        assert_eq!(count["count"], 1, "{grid}");
        let solved = json("puzzle explain --format json", &grid);
        assert_eq!(
            (&solved["solved"], &solved["end"]["queens"]),
            (&Value::Bool(true), &puzzle["solution"]),
            "{grid}"
        );
        assert_eq!(json("puzzle rate --format json", &grid)["rating"], puzzle["rating"]["rating"]);
    }
}

#[test]
fn what_generate_writes_is_read() {
    for format in ["json", "grid", "task", "link", "sbn"] {
        let new = output(&format!("puzzle generate 6 --seed 9 -f {format}"), "");
        assert_eq!(json("puzzle solve -f json", &new)["verdict"], "the only one", "{format}");
    }
    let three = output("puzzle generate 6 --count 3 -f json", "");
    queens("puzzle solve").write_stdin(three).assert().code(2).stderr(contains("a list of 3"));
}

/// The picture of a step holds the board as it was before: it can be read, and gives the same hint.
#[test]
fn a_hint_is_drawn() {
    let svg = output("puzzle hint -f svg", BOARD);
    assert_eq!(json("puzzle hint -f json", &svg)["step"], json("puzzle hint -f json", BOARD)["step"]);
    let png = queens("puzzle hint -f png").write_stdin(BOARD).assert().success();
    assert!(png.get_output().stdout.starts_with(b"\x89PNG"));
    let solved = output("puzzle solve -f text", BOARD);
    queens("puzzle hint -f svg").write_stdin(solved).assert().code(2).stderr(contains("no step to draw"));
}

#[test]
fn a_hint_says_what_is_wrong_first() {
    let marked = format!("{BOARD}\nQ.....\n.Q....\n......\n......\n......\n......\n");
    queens("puzzle hint").write_stdin(marked).assert().code(1).stdout(contains("cannot hold a queen"));
    assert_eq!(json("puzzle hint --format json", BOARD)["schema"], "queens/puzzle-hint/1");
}

/// No three kings that do not touch fill the rows and columns of a board of 3 x 3.
#[test]
fn a_puzzle_without_a_solution_is_said_to_have_none() {
    let none = "AAA\nBBB\nCCC\n";
    queens("puzzle solve").write_stdin(none).assert().success().stderr(contains("there is no solution"));
    queens("puzzle hint").write_stdin(none).assert().code(1).stdout(contains("The puzzle has no solution"));
    for question in ["explain", "rate"] {
        let said = queens(&format!("puzzle {question}")).write_stdin(none).assert().code(1);
        said.stdout("").stderr("the puzzle has no solution\n");
    }
}

#[test]
fn every_form_reads_back() {
    let grid = output("puzzle show -f grid", BOARD);
    for form in ["grid", "text", "json", "task", "link", "sbn", "svg"] {
        let written = output(&format!("puzzle show -f {form}"), BOARD);
        assert_eq!(output("puzzle show -f grid", &written), grid, "{form}");
    }
}

#[test]
fn what_is_no_puzzle_is_refused() {
    for (arguments, input, words) in [
        ("puzzle solve", "", "error"),
        ("puzzle solve", "AB\nA\n", "error"),
        ("puzzle solve", "AAAA\nAAAA\nAAAA\nAAAA\n", "1 regions"),
        ("puzzle solve --stars 0", BOARD, "use 1 to 16"),
        ("puzzle generate 0", "", "1 to 64"),
        ("puzzle generate 7 --stars 2", "", "sides of 8 or more"),
        ("puzzle generate 8 --shape round", "", "use one of mixed"),
        ("puzzle generate 8 --given 9", "", "a solution has 8"),
    ] {
        queens(arguments).write_stdin(input).assert().code(2).stderr(contains(words));
    }
    queens("puzzle generate 30 --stars 7 --time-limit 200ms")
        .assert()
        .code(3)
        .stderr(contains("no puzzle was found"));
}
