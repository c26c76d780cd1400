//! Answers of the command against the source documents and published values.

use crate::common::{json, output, queens};
use predicates::prelude::*;

/// OEIS A000170, n = 0..=10.
pub(super) const COUNTS: [u64; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// OEIS A002562, n = 1..=10.
pub(super) const FUNDAMENTAL: [u64; 10] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

#[test]
fn a_number_alone_prints_a_solution() {
    let (alone, solve) = (output("8"), output("solve 8"));
    assert_eq!(alone, solve);
    assert_eq!(output(""), solve);
    assert_eq!(alone.matches('Q').count(), 8);
}

#[test]
fn counts_match_published_values() {
    for (n, count) in COUNTS.into_iter().enumerate() {
        assert_eq!(
            output(&format!("count {n}")).trim(),
            count.to_string(),
            "n = {n}"
        );
        assert_eq!(
            output(&format!("count {n} --threads 2")).trim(),
            count.to_string(),
            "n = {n}"
        );
    }
    for (n, count) in (1..).zip(FUNDAMENTAL) {
        assert_eq!(
            output(&format!("count {n} --fundamental")).trim(),
            count.to_string(),
            "n = {n}"
        );
        let listed = output(&format!("list {n} --fundamental --limit 1000"));
        let expected = if n == 0 { 1 } else { count as usize };
        assert_eq!(listed.lines().count(), expected, "n = {n}");
    }
}

#[test]
fn eight_queens_by_class() {
    // Twelve fundamental solutions, one of them point-symmetric (Gunther 1874).
    let classes = json("count 8 --by-class --format json");
    let rows = classes["classes"].as_array().unwrap();
    let of = |name: &str| {
        rows.iter()
            .find(|row| row["class"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(of("ordinary")["fundamental"], 11);
    assert_eq!(of("point-symmetric")["solutions"], 4);
    assert_eq!(of("rotary")["solutions"], 0);
    assert_eq!(classes["solutions"], 92);
}

#[test]
fn lists_follow_the_order_of_the_source_documents() {
    // Myers 1999, for boardsize=6.
    assert_eq!(
        output("list 6"),
        "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n5 3 1 6 4 2\n"
    );
    assert_eq!(output("list 6 --engine string-lists"), output("list 6"));
    assert_eq!(output("list 6 --format csv --limit 1"), "2,4,6,1,3,5\n");
    // The permutations of the Visual Prolog document.
    let prolog =
        "4 1 5 2 6 3 7\n5 3 1 6 4 2 7\n5 1 6 4 2 7 3\n1 5 2 6 3 7 4\n5 2 6 3 7 4 1\n";
    assert_eq!(output("list 7 --engine permutations --limit 5"), prolog);
    assert_eq!(output("list 7 --engine permutations").lines().count(), 40);
}

#[test]
fn variants_match_published_counts() {
    // A007705(2) = 10 for the torus of 5; A051223(10) = 4 superqueens.
    assert_eq!(output("count torus 5").trim(), "10");
    assert_eq!(output("count superqueens 10").trim(), "4");
    assert_eq!(output("count torus 6").trim(), "0");
}

#[test]
fn the_completion_of_nauck_has_two_solutions() {
    // Nauck 1850, with queens on b4 and d5 (CSPLib 079).
    assert_eq!(output("list 8 --given b4,d5").lines().count(), 2);
    assert_eq!(
        output("list 8 --given 3:1 --given 4:3"),
        output("list 8 --given b4,d5")
    );
}

#[test]
fn finds_the_largest_sets() {
    // OEIS A085801 (queens on the torus), n = 1..=9; kings: one in each block of four
    // squares.
    let most = |arguments: &str, count: usize| {
        let squares = output(&format!("solve most {arguments} --format json"));
        let document: serde_json::Value = serde_json::from_str(&squares).unwrap();
        assert_eq!(
            document["solutions"][0]["queens"].as_array().unwrap().len(),
            count,
            "{arguments}"
        );
    };
    for (n, count) in (1..).zip([1, 1, 1, 2, 5, 4, 7, 6, 7]) {
        most(&format!("torus {n}"), count);
    }
    most("kings 5", 9);
    most("bishops 5", 8);
    most("bishops 60", 118);
    most("8", 8);
}

/// A largest set is shown where any number of pieces is a solution. 13 knights fill the
/// squares of one colour; the numbers of queens come from trying all sets on five rows.
#[test]
fn completes_a_board_of_any_number_with_a_largest_set() {
    let pieces = |arguments: &str| {
        let document = json(&format!("{arguments} --format json"));
        document["solutions"][0]["queens"]
            .as_array()
            .expect("a solution")
            .len()
    };
    let sizes = [("rooks", 5), ("bishops", 8), ("knights", 13), ("kings", 9)];
    for (variant, most) in
        sizes
            .into_iter()
            .chain([("triangle", 3), ("black", 3), ("white", 4)])
    {
        assert_eq!(pieces(&format!("{variant} 5")), most, "{variant}");
    }
    assert_eq!(pieces("rooks 5 --given b2"), 5);
    assert_eq!(pieces("knights 5; total: 4"), 4);
    assert_eq!(pieces("knights 5 --first"), 0);
    queens("knights 5")
        .assert()
        .stderr(predicate::str::contains("this is a largest set"));
    // The attacks of so many squares are not kept.
    assert!(pieces("knights 130") > 0);
}

#[test]
fn verify_reads_every_format_of_list() {
    for format in ["text", "board", "json", "ndjson", "csv", "html", "svg"] {
        let listed = output(&format!("list 6 --format {format}"));
        queens("verify")
            .write_stdin(listed)
            .assert()
            .success()
            .stdout(predicate::str::starts_with(
                "all 4 solutions found (A000170)",
            ));
    }
    queens("verify --problem")
        .arg("torus 6")
        .write_stdin("2 4 6 1 3 5\n")
        .assert()
        .code(1);
    queens("verify")
        .write_stdin("2 4 1 3\n2 4 1 3\n")
        .assert()
        .code(1)
        .stdout(predicate::str::contains("1 repeated"));
    queens("verify").write_stdin("1 2 3 4\n").assert().code(1);
}

/// OEIS A141843.
#[test]
fn finds_the_first_solution_and_marks_an_unfinished_one() {
    assert_eq!(
        output("solve 8 --order lexicographic --format text").trim(),
        "1 5 8 6 3 7 2 4"
    );
    let solution = json("solve 12 --order lexicographic --format json");
    let columns: Vec<u64> = [1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]
        .map(|column| column - 1)
        .into();
    assert_eq!(
        solution["solutions"][0]["columns"],
        serde_json::json!(columns)
    );
    for engine in ["string-lists", "bitmask", "exact-cover", "residual", "sat"] {
        let found = output(&format!(
            "solve 12 -e {engine} --order lexicographic --format text"
        ));
        assert_eq!(found.trim(), "1 3 5 8 10 12 6 11 2 7 9 4", "{engine}");
    }
    queens("solve 12 -e join --order lexicographic")
        .assert()
        .code(2)
        .stderr(predicates::str::contains(
            "join cannot answer this: it only counts",
        ));
    queens("solve 40 --order lexicographic --format text --node-limit 20000")
        .assert()
        .code(3)
        .stderr(predicates::str::contains(
            "of its 40 queens are certain to be those of the lexicographically first one",
        ));
}

/// Numbers that readers of floating-point numbers would lose are strings of digits.
/// Rooks: n!
#[test]
fn numbers_above_two_to_the_53_are_strings_of_digits() {
    assert_eq!(
        json("count rooks 20; total: 20 --format json")["count"],
        "2432902008176640000"
    );
    assert_eq!(
        json("count rooks 18; total: 18 --format json")["count"],
        6402373705728000_u64
    );
    assert_eq!(json("count 8 --format json")["count"], 92);
    // OEIS A000170.
    let estimate = json("estimate 27 --error 50% --format json");
    assert_eq!(estimate["published"], "234907967154122528");
}

#[test]
fn prints_no_number_without_a_result() {
    for command in [
        "count 20 --fundamental",
        "count 20 --by-class",
        "count 40; unchanged: half-turn",
        "count kings 30; total: any",
    ] {
        let stopped = queens(&format!("{command} --time-limit 100ms"))
            .assert()
            .code(3)
            .stdout("");
        stopped.stderr(predicate::str::contains("no partial result"));
    }
    let none = queens("count 24..26 --time-limit 100ms").assert().code(3);
    none.stderr(predicate::str::contains("complete").not());
}
