//! The first rule that is broken, in words.

use crate::check::{solution, value};
use crate::placement::{Label, Placement};
use crate::problem::Problem;

/// Reads pieces such as `0 a1, 1.2 b3`: number of the kind, number of the set, square.
fn placement(text: &str) -> Placement {
    let piece = |part: &str| {
        let (label, square) = part.trim().split_once(' ').unwrap();
        let (kind, set) = label.split_once('.').unwrap_or((label, "0"));
        let label = Label {
            kind: kind.parse().unwrap(),
            set: set.parse().unwrap(),
        };
        (square.parse().unwrap(), label)
    };
    Placement::labelled(
        text.split(',')
            .filter(|part| !part.is_empty())
            .map(piece)
            .collect(),
    )
}

#[track_caller]
fn assert_checks(problem: &str, cases: &[(&str, &str)]) {
    let read: Problem = problem.parse().unwrap();
    assert!(read.rules().is_some(), "{problem}");
    for (pieces, message) in cases {
        let found = solution(&read, &placement(pieces))
            .map_or_else(|fault| fault.to_string(), |()| String::new());
        assert_eq!(&found, message, "{problem}: {pieces}");
    }
}

#[test]
fn a_piece_stands_where_it_may() {
    assert_checks(
        "3; pieces: queens, pawns on border; peace: none; holes: c3",
        &[
            ("0 b2, 1 a1", ""),
            ("1 b2", "the pawn on b2 may not stand there"),
            ("0 c3", "the queen on c3 is on a hole"),
            (
                "1 d1",
                "the pawn on d1 is off the board of 3 x 3 (rows x columns)",
            ),
            (
                "0 a1, 1 a1",
                "the pawn on a1 shares its square with another piece",
            ),
            (
                "2 a1",
                "the piece on a1 has kind number 2, but the greatest is 1",
            ),
            (
                "0.0 a1, 0.1 b1",
                "the queen on b1 has set number 1, but its kind has no sets",
            ),
        ],
    );
    assert_checks(
        "3; pieces: queens; best: greatest number; givens: a1, c2",
        &[
            ("0 a1, 0 c2", ""),
            ("0 a1", "the given piece on c2 is missing"),
        ],
    );
}

/// A pawn stops lines, and keeps peace in pairs alone.
#[test]
fn peace_is_for_both_directions() {
    assert_checks(
        "4; pieces: white queens, black knights, pawns",
        &[
            ("", ""),
            ("0 a1, 1 d2, 2 b2", ""),
            (
                "0 a1, 0 c3",
                "the white queen on a1 and the white queen on c3 attack each other",
            ),
            ("0 a1, 0 c3, 2 b2", ""),
            (
                "0 a1, 1 c3",
                "the white queen on a1 attacks the black knight on c3",
            ),
            (
                "0 d3, 1 b2",
                "the black knight on b2 attacks the white queen on d3",
            ),
        ],
    );
    assert_checks(
        "4; pieces: any sets of queens, pawns; peace: queen-pawn",
        &[
            ("0 a1, 0 b1", ""),
            (
                "0 a1, 1 b1",
                "the queen of set 1 on a1 attacks the pawn on b1",
            ),
        ],
    );
    assert_checks(
        "4; pieces: any sets of rooks; peace: within",
        &[
            ("0.0 a1, 0.1 b1, 0.1 c2", ""),
            (
                "0.0 a1, 0.1 b1, 0.1 c1",
                "the rook of set 2 on b1 and the rook of set 2 on c1 attack each other",
            ),
        ],
    );
}

#[test]
fn numbers_are_within_bounds() {
    assert_checks(
        "3; pieces: 1.. white rooks, black rooks; peace: none; rows: ..2; columns: ..1 of black, 1.. of white and black; total: ..2 of each",
        &[
            ("0 a1, 1 b2, 1 c3", ""),
            (
                "0 a1, 0 b1, 1 c1",
                "row 1 has 3 pieces, but at most 2 are allowed",
            ),
            (
                "1 a1",
                "the board has 0 white rooks, but at least 1 is required",
            ),
            (
                "0 a1, 1 b1, 1 b2",
                "column 2 has 2 black rooks, but at most 1 is allowed",
            ),
            (
                "0 a1, 1 b2",
                "column 3 has 0 pieces, but at least 1 is required",
            ),
            (
                "0 a1, 0 b2, 0 c3",
                "the board has 3 white rooks, but at most 2 are allowed",
            ),
        ],
    );
    assert_checks(
        "2; pieces: 2..3 sets of rooks; peace: none; squares: 1; equal: all",
        &[
            ("0.0 a1, 0.0 b1, 0.1 a2, 0.1 b2", ""),
            (
                "0.0 a1, 0.1 a2, 0.1 b2",
                "b1 has 0 rooks, but exactly 1 is required",
            ),
            (
                "0.0 a1, 0.0 b1, 0.0 a2, 0.0 b2",
                "there is 1 set of rooks, but 2 to 3 are required",
            ),
            (
                "0.0 a1, 0.0 b1, 0.0 a2, 0.1 b2",
                "the board has 3 rooks of set 1 and 1 rook of set 2, but as many of each are required",
            ),
        ],
    );
}

/// A rook on a torus reaches a square from two sides, and is one attacker.
#[test]
fn attackers_count_once_and_see_no_further_than_others() {
    assert_checks(
        "torus 3; pieces: rooks; peace: none; cover: empty 2, occupied 0",
        &[
            ("0 a1, 0 b2, 0 c3", ""),
            (
                "0 a1, 0 b2",
                "c1 is attacked by 1 rook, but exactly 2 are required",
            ),
        ],
    );
    assert_checks(
        "torus 3; pieces: rooks; peace: none; cover: occupied 0",
        &[(
            "0 a1, 0 b1, 0 c2",
            "a1 is attacked by 1 rook, but none is allowed",
        )],
    );
    assert_checks(
        "1x4; pieces: white rooks, black rooks; peace: none; stops: white; cover: black by white 1",
        &[
            ("0 a1, 1 d1", ""),
            ("0 a1, 0 b1, 1 d1", ""),
            (
                "0 a1, 1 b1, 0 d1",
                "b1 is attacked by 2 white rooks, but exactly 1 is required",
            ),
            (
                "1 a1",
                "a1 is attacked by 0 white rooks, but exactly 1 is required",
            ),
        ],
    );
}

#[test]
fn an_unchanged_placement_is_its_own_image() {
    assert_checks(
        "2x3; pieces: rooks; peace: none; unchanged: mirror",
        &[
            ("0 b1, 0 a2, 0 c2", ""),
            (
                "0 b1, 0 a2",
                "the pieces are not unchanged by an exchange of left and right",
            ),
        ],
    );
    assert_checks(
        "2x3; pieces: rooks; unchanged: diagonal",
        &[(
            "",
            "the pieces are not unchanged by an exchange of rows and columns",
        )],
    );
    assert_checks(
        "3x4; pieces: any sets of rooks; peace: none; unchanged: shift",
        &[
            ("", ""),
            (
                "0 a1, 0 d2, 0 c3",
                "the pieces are not unchanged by any shift of one row and some columns",
            ),
            ("0 b1, 0 b2, 0 b3", ""),
        ],
    );
    assert_checks(
        "2x4; pieces: white rooks, black rooks; peace: none; unchanged: shift",
        &[
            (
                "0 a1, 1 c2",
                "the pieces are not unchanged by any shift of one row and some columns",
            ),
            ("0 a1, 0 c2", ""),
        ],
    );
    assert_checks(
        "4; unchanged: quarter-turn",
        &[
            ("0 b1, 0 d2, 0 a3, 0 c4", ""),
            ("0 c1, 0 a2, 0 d3, 0 b4", ""),
        ],
    );
}

#[test]
fn a_value_is_measured() {
    for (problem, pieces, expected) in [
        ("4; pieces: queens", "0 a1", None),
        (
            "4; pieces: queens; best: least number",
            "0 a1, 0 a2",
            Some(2),
        ),
        ("4; pieces: queens; best: least number", "0 e1", None),
        (
            "2; pieces: 1 queen worth 3, rooks worth -5; best: greatest value; weights:\n1 2\n-7 4",
            "0 b1, 1 a2",
            Some(41),
        ),
        (
            "2; pieces: queens worth 9000000000000000000; best: least value",
            "0 a1, 0 a2",
            None,
        ),
        (
            "3; pieces: queens; best: greatest number of squares empty 0",
            "0 a1",
            Some(2),
        ),
        (
            "5000; pieces: queens; best: greatest number of squares empty 0",
            "0 a1",
            None,
        ),
        (
            "2; pieces: any sets of rooks, knights; best: least number of sets",
            "0.0 a1, 0.1 b1, 1 a2",
            Some(2),
        ),
    ] {
        let read: Problem = problem.parse().unwrap();
        assert_eq!(
            value(&read, &placement(pieces)),
            expected,
            "{problem}: {pieces}"
        );
    }
    assert_checks(
        "5000; pieces: queens; cover: empty 1..",
        &[(
            "0 a1",
            "a board of 5000 x 5000 is too large to count the attackers of each square: at most 16000000 squares",
        )],
    );
}
