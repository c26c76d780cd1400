//! Pictures, largest sets and boards of other shapes.

use crate::common::queens;
use predicates::prelude::*;

#[test]
fn a_picture_has_the_pixels_of_its_board() {
    let png = queens("solve 8 --given b4 --format png")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Eight squares of 48 pixels, 30 for the row numbers, 18 beside the board (RFC 2083,
    // IHDR: width, height).
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (432, 432));
    queens("list 8 --format png").assert().success();
    queens("solve 8 --format gif")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("svg, png"));
}

#[test]
fn largest_sets_name_their_proof() {
    for (arguments, words) in [
        // OEIS A274616, A352241, A085801; 2n - 2 bishops.
        (
            "triangle 10",
            "7 is the greatest number of queens (proved by a line-weight bound), as published: A274616",
        ),
        ("black 9", "6 is the greatest number of queens"),
        (
            "torus 9",
            "7 is the greatest number of queens (proved by the sums of its diagonals: Polya 1918, Monsky 1989), as published: A085801",
        ),
        ("bishops 30", "58 is the greatest number of bishops"),
    ] {
        let solved = queens(&format!("solve most {arguments} --format text"))
            .assert()
            .success();
        solved.stderr(predicate::str::contains(words));
    }
    // A row that takes one rook takes no second one behind a wall.
    let walled = "most rooks 1x3\nwalls: b1\nrows: 0..1\n";
    let solved = queens("solve --format text --board -")
        .write_stdin(walled)
        .assert()
        .success();
    solved.stderr(predicate::str::contains(
        "1 is the greatest number of rooks",
    ));
    queens("count maximal rooks 1x3; walls: b1")
        .assert()
        .success()
        .stdout("1\n");
}

#[test]
fn counts_sets_of_any_number() {
    // OEIS A359032, A063443, A002465.
    for (arguments, count) in [
        ("triangle 8", "2305"),
        ("kings 12", "69645620389200894313"),
        ("bishops 8; total: 8", "22522960"),
    ] {
        queens(&format!("count {arguments}"))
            .assert()
            .success()
            .stdout(format!("{count}\n"));
    }
    queens("count knights 4 --check")
        .assert()
        .success()
        .stderr(predicate::str::contains("confirmed by"));
}

#[test]
fn lists_a_tight_board_quickly() {
    // No completion of gent_ed_21_18_75 (Gent, Jefferson and Nightingale 2017).
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../queens/tests/data/instances/gent_ed_21_18_75.txt"
    );
    queens("list --board")
        .arg(file)
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("0 solutions"));
}

#[test]
fn help_names_what_is_not_possible() {
    queens("variants")
        .assert()
        .success()
        .stdout(predicate::str::contains("triangle"));
    let help = queens("help variants").assert().success();
    help.stdout(predicate::str::contains("possible:"));
}

#[test]
fn every_question_has_a_text() {
    // OEIS A103330 and A103331, A033148, A032522, A146303, A002464, A172449, A172518.
    for (arguments, count, said) in [
        (
            "8; pieces: 9 queens, 1 pawn",
            "128",
            "as published (A103330)",
        ),
        (
            "8; pieces: 9 queens, 1 pawn --fundamental",
            "16",
            "as published (A103331)",
        ),
        ("12; unchanged: quarter-turn", "8", "as published (A033148)"),
        ("12; unchanged: half-turn", "80", "as published (A032522)"),
        ("maximal 8", "10188", "as published (A146303)"),
        // OEIS A002564, A002563, A002566.
        (
            "dominating 8",
            "4860",
            "as published: A075458; 638 up to symmetry",
        ),
        (
            "dominating 8 --fundamental",
            "638",
            "as published (A002563)",
        ),
        ("total-dominating 8", "352", "as published (A002566)"),
        // Five queens and five knights in 16 ways; OEIS A244081.
        (
            "8; pieces: queens, knights; equal: all; best: greatest number of queens",
            "16",
            "5 is the greatest number of each kind; 2 up to symmetry",
        ),
        ("knights 6; total: 2", "550", "as published (A244081)"),
        // OEIS A250000, A260680.
        (
            "armies 8",
            "1136",
            "9 is the greatest number of each kind, as published: A250000; 71 up to symmetry",
        ),
        // A068940 has the size, brute force in the tests of the library the number.
        ("most 3x3x3", "16", "4 is the greatest number of queens"),
        (
            "kings 9; rows: 1; columns: 1",
            "47622",
            "as published (A002464)",
        ),
        ("8; piece: king", "5242", "as published (A002464)"),
        ("8x11; total: 8", "44148", "as published (A269133)"),
        // OEIS A176186, A000903, A037223, A000085, A051224, A352661 (two classes of two),
        // A002465, A146304.
        ("14; total: 6", "1239869972", "as published (A176186)"),
        (
            "rooks 12; total: 12 --fundamental",
            "59916028",
            "as published (A000903)",
        ),
        (
            "rooks 12; total: 12; unchanged: half-turn",
            "46080",
            "as published (A037223)",
        ),
        (
            "rooks 4; total: 4; columns: 0..1 --fundamental",
            "7",
            "up to symmetry as published (A000903)",
        ),
        (
            "rooks 1x2; unchanged: half-turn; rows: 0..1; columns: 0..1; total: 1",
            "0",
            "",
        ),
        ("rooks 8; unchanged: diagonal; total: 8", "764", ""),
        ("rooks 8; unchanged: mirror; total: 8", "0", ""),
        (
            "superqueens 14 --fundamental",
            "653",
            "up to symmetry as published (A051224)",
        ),
        ("superqueens 12; unchanged: quarter-turn", "4", ""),
        (
            "bishops 17; total: 17",
            "2584158975023147147264",
            "as published (A002465)",
        ),
        (
            "maximal bishops 20",
            "32741107405951528945844224",
            "as published (A146304)",
        ),
        // A variant alone has the size of the chessboard, as nothing at all has.
        ("torus", "0", "as published (A051906)"),
        ("superqueens", "0", "as published (A051223)"),
        ("torus 24; total: 3", "18754560", "as published (A172518)"),
    ] {
        let counted = queens(&format!("count {arguments}")).assert().success();
        counted
            .stdout(format!("{count}\n"))
            .stderr(predicate::str::contains(said));
    }
    queens("solve 8; walls: d5; total: 9 --format text")
        .assert()
        .success()
        .stdout(predicate::str::contains("8"));
}

#[test]
fn draws_queens_and_pawns() {
    // Nine queens and a pawn (OEIS A103330: 128 ways).
    let solved = queens("solve 8; pieces: 9 queens, 1 pawn")
        .assert()
        .success();
    solved
        .stderr(predicate::str::contains("one of 128 solutions (A103330)"))
        .stdout(predicate::function(|board: &str| {
            board.matches('Q').count() == 9 && board.matches('P').count() == 1
        }));
    // A103330: none on 5 x 5.
    let none = queens("solve 5; pieces: 6 queens, 1 pawn")
        .assert()
        .success();
    none.stderr(predicate::str::contains("no solution"));
    queens("solve 5; pieces: 6 queens, 1 pawn --sat-exit-codes")
        .assert()
        .code(20);
}

#[test]
fn relatives_are_described_and_refuse_options_without_a_meaning() {
    for (arguments, said) in [
        (
            "coloring 8",
            "9 is the least number of sets (proved by exhaustive search), as published: A088202",
        ),
        (
            "8; pieces: ..7 sets of queens; peace: within; squares: 1",
            "there is no solution: 8 squares of which every two attack each other",
        ),
        (
            "coloring 1",
            "1 is the least number of sets, as published: A088202",
        ),
        ("armies 3", "1 is the greatest number of each kind"),
        (
            "most 5x5x5",
            "13 is the greatest number of queens (proved by exhaustive search), as published: A068940",
        ),
        ("uncompletable 3", "the problem has no solution"),
        (
            "dominating 8",
            "5 is the least number of queens (proved by exhaustive search from the published bound",
        ),
    ] {
        let solved = queens(&format!("solve {arguments} --format text"))
            .assert()
            .success();
        solved.stderr(predicate::str::contains(said));
    }
    for (arguments, said) in [
        (
            "armies 8 --random",
            "the rules of the problem say what is wanted",
        ),
        (
            "coloring 8 --format binary",
            "the binary form is of a board with one queen in each row",
        ),
        (
            "uncompletable 8 --random",
            "uncompletable asks for a set, not for a solution: leave out --random",
        ),
        ("armies dominating 8", "one word too many"),
        ("uncompletable armies 8", "is about a problem without rules"),
        // Ordinary solutions of this size are written row by row.
        ("armies 1000000", "at most 16384 squares"),
        ("dominating 1000000", "too large for dominating sets"),
        (
            "1000000; pieces: 1000001 queens, 1 pawn",
            "pawns cannot answer this",
        ),
    ] {
        queens(&format!("solve {arguments}"))
            .assert()
            .code(2)
            .stderr(predicate::str::contains(said));
    }
}

#[test]
fn the_best_sum_of_weights_is_in_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let matrix = folder.path().join("matrix.csv");
    std::fs::write(&matrix, "1,2,3,4\n5,6,7,8\n-1,0,0,0\n9,9,9,9\n").unwrap();
    // b1 d2 a3 c4 have the sum 2 + 8 - 1 + 9, c1 a2 d3 b4 have 3 + 5 + 0 + 9.
    for (goal, sum) in [("least", 17), ("greatest", 18)] {
        let mut solve =
            queens(&format!("solve best: {goal} value --format json --weights"));
        let solved = solve.arg(&matrix).assert().success();
        solved
            .stdout(predicate::str::contains(format!(
                "\"value\": {sum},\n  \"bound\": {sum}"
            )))
            .stderr(predicate::str::contains(format!(
                "{sum} is the {goal} value"
            )));
    }
}

#[test]
fn draws_pieces_of_several_kinds() {
    let solved = queens(
        "solve 8; pieces: queens, knights; equal: all; best: greatest number of queens",
    )
    .assert()
    .success();
    let solved = solved.stdout(predicate::function(|board: &str| {
        board.matches('Q').count() == 5 && board.matches('N').count() == 5
    }));
    solved.stderr(predicate::str::contains(
        "5 is the greatest number of each kind (proved",
    ));
    let given = queens("solve 6; pieces: 2 queens, 2 knights --format text")
        .assert()
        .success();
    given
        .stdout(predicate::str::contains("knights "))
        .stderr("a solution; there may be others\n");
    // Eight queens attack every square.
    let none = queens("solve 8; pieces: 8 queens, 2 knights")
        .assert()
        .success();
    none.stderr(predicate::str::contains(
        "there is no solution: every possibility was tried",
    ));
    let partial = queens("solve 24; pieces: queens, knights; equal: all; best: greatest number of queens --node-limit 3000 --format json").assert().code(3);
    let partial = partial.stdout(predicate::str::contains(r#""complete": false"#));
    // With 19 queens, 25 squares are left.
    partial.stderr(predicate::str::contains(
        "found; the greatest number of each kind is at most 19 (stopped by the node limit)",
    ));
}

#[test]
fn refuses_conflicting_questions() {
    for (arguments, word) in [
        ("40; pieces: 41 queens, 1 pawn", "31 x 31"),
        ("8 --engine inclusion-exclusion", "add a total"),
        ("kings 5 --engine ferrers", "not king"),
        ("dominating maximal 8", "one word too many"),
        ("dominating 33", "1024 squares"),
        ("8; piece: dragon", "dragon"),
        ("8; rows: many", "many"),
    ] {
        queens(&format!("count {arguments}"))
            .assert()
            .code(2)
            .stderr(predicate::str::contains(word));
    }
}

/// A068940 and A068941; the sets on 3 x 3 x 3 are counted by hand in the tests of the
/// library.
#[test]
fn queens_in_a_cube_are_shown_in_layers() {
    let solved = queens("solve most 3x3x3 --charset ascii")
        .assert()
        .success();
    let above = "  +---+---+---+   +---+---+---+   +---+---+---+";
    solved.stdout(predicate::str::contains(above));
    let solved = queens("solve most 11x11x11 --format csv")
        .assert()
        .success();
    solved.stderr(
        predicate::str::contains("121 is the greatest")
            .and(predicate::str::contains("A068940")),
    );
    let solved = queens("solve most 8x8x8 --format json").assert().code(3);
    solved
        .stdout(predicate::str::contains(r#""complete": false"#))
        .stderr(
            predicate::str::contains("48 found (A068940 has 48)")
                .and(predicate::str::contains("at most 64")),
        );
    queens("count most 3x3x3 --fundamental")
        .assert()
        .success()
        .stdout("1\n");
    let refused = queens("solve 3x3x3x3x3x3").assert().code(2);
    refused.stderr(predicate::str::contains(
        "three to five times the same number",
    ));
    let refused = queens("solve 8 --dimensions 3").assert().code(2);
    refused.stderr(predicate::str::contains(
        "write it in the problem: most 5x5x5",
    ));
}
