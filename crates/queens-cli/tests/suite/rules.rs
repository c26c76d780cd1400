//! Problems with rules: kinds of pieces, covers, a best value.

use crate::common::queens;
use predicates::prelude::*;

/// A text may be one argument or several; variants, words for rules and the size stand in
/// any order.
#[test]
fn texts_are_one_argument_or_several() {
    for (text, other) in [
        ("armies 5", "5 armies"),
        ("most torus 6", "6 torus most"),
        ("12; unchanged: quarter-turn", "12;unchanged:quarter-turn"),
        (
            "5; pieces: 6 queens, 1 pawn",
            "queens 5; pieces: 6 queens, 1 pawn",
        ),
        ("best: least number", "8; best: least number"),
        ("dominating", "dominating 8"),
    ] {
        let by_one = queens("solve --format text").arg(text).assert().success();
        let by_several = queens(&format!("solve --format text {other}"))
            .assert()
            .success();
        assert_eq!(
            by_one.get_output().stdout,
            by_several.get_output().stdout,
            "{text}"
        );
    }
    queens("count armies 2..4")
        .assert()
        .success()
        .stdout(predicate::str::contains("3"));
}

/// Each engine that knows the rules finds the same number and value: OEIS A250000 has the
/// armies' size, A002564 the number of dominating sets, A032522 that of symmetric
/// solutions.
#[test]
fn engines_that_know_the_rules_are_compared() {
    for (problem, agreed, cell) in [
        (
            "armies 4",
            "3 engines agree: 112 solutions",
            "112 of value 2",
        ),
        (
            "dominating 5",
            "3 engines agree: 186 solutions",
            "186 of value 3",
        ),
        (
            "6; unchanged: half-turn",
            "3 engines agree: 4 solutions",
            "4",
        ),
        (
            "3; pieces: 2 kings, 1 rook",
            "3 engines agree: 4 solutions",
            "4",
        ),
    ] {
        let compared = queens("compare").arg(problem).assert().success();
        compared
            .stdout(predicate::str::contains(cell))
            .stderr(predicate::str::contains(agreed));
    }
}

/// On boards of up to 64 squares the second engine ends. The count is OEIS A002564.
#[test]
fn a_second_engine_confirms_counts_by_rules() {
    let checked = queens("count dominating 8 --check")
        .assert()
        .success()
        .stdout("4860\n");
    checked.stderr(predicate::str::contains("confirmed by places"));
    let large = queens("count dominating 9 --check --time-limit 1s").assert();
    large.stderr(
        predicate::str::contains("more than 64 squares")
            .or(predicate::str::contains("time limit")),
    );
}

/// Values found by programs that share no code with this one: docs/design/model.md.
#[test]
fn jobs_without_an_engine_of_their_own_are_answered() {
    for (text, count, best) in [
        (
            "dominating 5; pieces: 1 queen, bishops",
            "2",
            "3 is the least number of pieces",
        ),
        (
            "dominating 5; pieces: 1 queen, bishops; stops: all",
            "12",
            "4 is the least number of pieces",
        ),
        (
            "5; pieces: 5 queens; peace: none; best: greatest number of squares empty 0",
            "8",
            "3 is the greatest number of empty squares that no queens attack",
        ),
        (
            "2; pieces: rooks worth 5, knights worth 3; best: greatest value",
            "1",
            "12 is the greatest value",
        ),
        (
            "5; pieces: 6 queens, pawns; best: least number of pawns",
            "",
            "3 is the least number of pawns",
        ),
    ] {
        let best =
            predicate::str::contains(format!("{best} (proved by exhaustive search)"));
        queens("solve")
            .arg(text)
            .assert()
            .success()
            .stderr(best.clone());
        let counted = queens("count").arg(text).assert().success().stderr(best);
        let counted = String::from_utf8_lossy(&counted.get_output().stdout).into_owned();
        assert!(
            count.is_empty() || counted.trim() == count,
            "{text}: {counted}"
        );
    }
}

#[test]
fn placements_of_several_kinds_are_listed() {
    let list = queens("list")
        .arg("3; pieces: 2 kings, 1 rook")
        .assert()
        .success();
    let lines = String::from_utf8_lossy(&list.get_output().stdout).into_owned();
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    let kings = ["kings a1 a3", "kings a1 c1", "kings a3 c3", "kings c1 c3"];
    assert_eq!(
        lines,
        [
            kings.as_slice(),
            &["rooks a2", "rooks b1", "rooks b3", "rooks c2"]
        ]
        .concat()
    );
    let json = queens("list --format json")
        .arg("4; pieces: 2 rooks, 4 knights")
        .assert()
        .success();
    let json: serde_json::Value =
        serde_json::from_slice(&json.get_output().stdout).expect("a document");
    assert_eq!(
        (&json["count"], &json["complete"]),
        (&8.into(), &true.into())
    );
    assert_eq!(json["solutions"][0]["groups"][0]["name"], "rooks");
}

/// A word for rules says nothing about numbers in rows, columns and in all; a text may
/// have both.
#[test]
fn numbers_of_pieces_hold_beside_words_for_rules() {
    for text in [
        "dominating 8; rows: 1",
        "armies 5; rows: 0..1",
        "coloring 4; rows: 4",
        "5; pieces: 2 queens, 2 knights; rows: 0..1",
        "most 4; rows: 1",
        "most 5; total: 3",
        "dominating 6; total: 4; best: none",
        "maximal 5; columns: 0..1",
    ] {
        let solved = queens("solve --format json").arg(text).assert().success();
        let solved = solved.get_output().stdout.clone();
        let verified = queens("verify - --problem")
            .arg(text)
            .write_stdin(solved)
            .assert()
            .success();
        verified.stdout(
            predicate::str::starts_with("1 valid").or(predicate::str::contains("found")),
        );
    }
    // By hand: a queen in each row of 3 x 3 without attacks does not exist.
    queens("count most 3; rows: 1")
        .assert()
        .success()
        .stdout("0\n");
    queens("count maximal 4 --given b2").assert().success();
}

/// Nobody published the numbers of other rules on the same boards.
#[test]
fn other_rules_are_not_compared_with_published_numbers() {
    // By hand: of the seven classes of four rooks one has all of them on the diagonal; 2
    // lines of 5 x 10 for each of 10 columns.
    for (arguments, count) in [
        (
            "rooks 4; pieces: rooks on diagonal; rows: 1; columns: 1 --fundamental",
            "1",
        ),
        ("torus 5x10; unchanged: shift", "20"),
    ] {
        let counted = queens(&format!("count {arguments}")).assert().success();
        counted
            .stdout(format!("{count}\n"))
            .stderr(predicate::str::contains("published").not());
    }
    let wrong = queens("list rooks 4; pieces: rooks on diagonal; rows: 1; columns: 1")
        .assert()
        .success();
    wrong.stderr(predicate::str::contains("published").not());
}

#[test]
fn kinds_with_names_are_read_back_in_every_format() {
    let text = "4; pieces: 1 red rook, 1 blue rook, 1 (1,3)";
    for format in ["text", "csv", "json", "ndjson", "board", "html"] {
        let solved = queens("solve --format")
            .arg(format)
            .arg(text)
            .assert()
            .success();
        let solved = solved.get_output().stdout.clone();
        let verified = queens("verify - --problem")
            .arg(text)
            .write_stdin(solved)
            .assert()
            .success();
        verified.stdout(predicate::str::starts_with("1 valid, 0 invalid"));
    }
    let empty = queens("list 2; pieces: any sets of kings")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    queens("verify - --problem")
        .arg("2; pieces: any sets of kings")
        .write_stdin(empty)
        .assert()
        .success();
    let unknown = queens("verify - --problem")
        .arg(text)
        .write_stdin("green a1\n")
        .assert()
        .code(2);
    unknown.stderr(predicate::str::contains("'green' is not a group"));
}

#[test]
fn refusals_tell_the_reason() {
    for (arguments, reason) in [
        (
            "count uncompletable dominating 5",
            "is about a problem without rules",
        ),
        (
            "count armies 4 --by-class",
            "--by-class needs a problem without rules; use --fundamental",
        ),
        (
            "list armies 4 -e armies",
            "it does not answer the question `all` about these rules",
        ),
        (
            "solve best: least value -e weighted",
            "the problem has no weights",
        ),
        (
            "solve armies 2..5",
            "'2..5' is a range of sizes: `queens count` takes one",
        ),
        ("estimate armies 5", "`verify` and `export` do"),
        ("solve 8 --armies", "`queens solve armies 8`"),
    ] {
        queens(arguments)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(reason));
    }
    // What the engine of a symmetry refuses, the search for any rules answers.
    queens("count 8; unchanged: half-turn --given e1")
        .assert()
        .success();
    queens("count 3x4; unchanged: quarter-turn")
        .assert()
        .success()
        .stdout("0\n");
    let none = queens("count total-dominating rooks 1 --fundamental -f json")
        .assert()
        .success();
    none.stdout(predicate::str::contains("\"fundamental\": 0"));
    let list = queens("list dominating 4 --fundamental")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    queens("verify --problem")
        .arg("dominating 4")
        .arg("--fundamental")
        .write_stdin(list)
        .assert()
        .success();
}

#[test]
fn exports_name_pieces_with_their_article() {
    for (pieces, remark) in [
        (
            "1 orange queen, 1 king",
            "1 if an orange queen is on the square",
        ),
        ("2 red queens, 1 king", "1 if a red queen is on the square"),
    ] {
        let exported = queens("export --to lp")
            .arg(format!("3; pieces: {pieces}"))
            .assert()
            .success();
        exported.stdout(predicate::str::contains(remark));
    }
}

/// Letters in lower case are kinds with a name, so that no red queen looks like a rook.
#[test]
fn kinds_with_names_are_told_apart() {
    let text = "4; pieces: 2 red queens, 1 blue queen";
    let board = queens("solve --format board").arg(text).assert().success();
    let board = String::from_utf8_lossy(&board.get_output().stdout).into_owned();
    assert_eq!(
        ["| r |", "| b |", "| Q |"].map(|mark| board.matches(mark).count()),
        [2, 1, 0],
        "{board}"
    );
    let picture = queens("solve --format svg").arg(text).assert().success();
    let picture = String::from_utf8_lossy(&picture.get_output().stdout).into_owned();
    assert!(
        picture.contains("red ") && picture.contains("blue "),
        "{picture}"
    );
}

#[test]
fn lists_of_placements_are_verified() {
    for (text, format) in [
        ("3; pieces: 2 kings, 1 rook", "text"),
        ("3; pieces: 2 kings, 1 rook", "json"),
        ("4; pieces: 2 rooks, 4 knights", "ndjson"),
        (
            "dominating 5; pieces: 1 queen, bishops; stops: all",
            "board",
        ),
        ("coloring rooks 3", "csv"),
        ("dominating 4", "text"),
    ] {
        let list = queens("list --format")
            .arg(format)
            .arg(text)
            .assert()
            .success();
        let list = list.get_output().stdout.clone();
        let verified = queens("verify - --problem")
            .arg(text)
            .write_stdin(list)
            .assert()
            .success();
        let out = String::from_utf8_lossy(&verified.get_output().stdout).into_owned();
        assert!(out.contains(" valid"), "{format} of {text}: {out}");
    }
    let mut wrong = queens("verify - --problem");
    let wrong = wrong
        .arg("3; pieces: 2 kings, 1 rook")
        .write_stdin("kings a1 b2\nrooks c3\n");
    wrong
        .assert()
        .code(1)
        .stderr(predicate::str::contains("attack"));
}

/// Engines that know one kind of relative against one that knows any rules.
#[test]
fn counts_of_relatives_are_confirmed() {
    for count in [
        "armies 4",
        "total-dominating 5",
        "dominating rooks 4",
        "4; pieces: 2 rooks, 4 knights",
        "maximal 6",
        "6; pieces: 7 queens, 1 pawn",
        "10; unchanged: half-turn",
        "torus 7; unchanged: shift",
        "coloring 4",
    ] {
        let checked = queens(&format!("count {count} --check")).assert().success();
        checked.stderr(predicate::str::contains("confirmed by "));
    }
}

#[test]
fn commands_that_know_no_rules_refuse_them() {
    for command in ["estimate", "watch", "export --to qubo", "solve --random"] {
        let refused = queens(command)
            .arg("dominating 5; pieces: 1 queen, bishops")
            .assert()
            .code(2);
        refused.stderr(
            predicate::str::contains("rules")
                .or(predicate::str::contains("kinds of pieces")),
        );
    }
    let unknown = queens("solve").arg("armies 5; foo: 1").assert().code(2);
    unknown.stderr(predicate::str::contains("'foo' is not a valid key"));
    let twice = queens("solve armies 5 --random").assert().code(2);
    twice.stderr(predicate::str::contains(
        "the rules of the problem say what is wanted",
    ));
    let assumed = queens("solve dominating").assert().success();
    assumed.stderr(predicate::str::contains(
        "no size given: assuming dominating 8",
    ));
}

/// A word for rules begins a text wherever a board is read, also one that begins like
/// column letters.
#[test]
fn words_for_rules_are_read_from_files() {
    for text in ["armies 5", "maximal 5", "dominating 5"] {
        let by_argument = queens("count").arg(text).assert().success();
        let expected = by_argument.get_output().stdout.clone();
        queens("count --board -")
            .write_stdin(text)
            .assert()
            .success()
            .stdout(expected);
    }
}
