//! Pictures, largest sets and boards of other shapes.

mod common;

use common::queens;
use predicates::prelude::*;

#[test]
fn a_picture_has_the_pixels_of_its_board() {
    let png = queens("solve 8 --given b4 --format png").assert().success().get_output().stdout.clone();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Eight squares of 48 pixels, 30 for the row numbers, 18 beside the board (RFC 2083, IHDR: width, height).
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (432, 432));
    queens("list 8 --format png").assert().success();
    queens("solve 8 --format gif").assert().code(2).stderr(predicate::str::contains("svg, png"));
}

#[test]
fn largest_sets_say_what_shows_them() {
    for (arguments, words) in [
        // OEIS A274616, A352241, A085801; 2n - 2 bishops.
        ("triangle 10", "7: no more can stand (the weights of its lines show it), as published: A274616"),
        ("black 9", "6: no more can stand"),
        ("torus 9", "7: no more can stand (branch and bound searched everything), as published: A085801"),
        ("bishops 30", "58: no more can stand"),
    ] {
        let solved = queens(&format!("solve {arguments} --maximum --format text")).assert().success();
        solved.stderr(predicate::str::contains(words));
    }
}

#[test]
fn sets_of_any_number_are_counted() {
    // OEIS A359032, A063443, A002465.
    for (arguments, count) in
        [("triangle 8", "2305"), ("kings 12", "69645620389200894313"), ("bishops 8 --total 8", "22522960")]
    {
        queens(&format!("count {arguments}")).assert().success().stdout(format!("{count}\n"));
    }
    queens("count knights 4 --check").assert().success().stderr(predicate::str::contains("says the same"));
}

#[test]
fn a_board_with_little_room_is_listed_at_once() {
    // No completion of gent_ed_21_18_75 (Gent, Jefferson and Nightingale 2017).
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../queens/tests/data/instances/gent_ed_21_18_75.txt");
    queens("list --board")
        .arg(file)
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("0 solutions"));
}

#[test]
fn what_does_not_fit_is_said() {
    for command in ["solve", "list", "count"] {
        queens(&format!("{command} --help")).assert().success().stdout(
            predicate::str::contains("Not in the model: domination")
                .and(predicate::str::contains("triangle")),
        );
    }
}
