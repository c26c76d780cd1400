//! The statements of `docs/guide/problems.md`, each by a question whose answer is seen by
//! hand on a small board.

use queens::orbit::SymmetryClass;
use queens::problem::Problem;
use queens::symmetry::Symmetry;
use queens::{Answer, Question, Settings, ask, check, reference};

fn problem(text: &str) -> Problem {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn asked(text: &str, question: Question) -> Answer {
    let settings = Settings::default().with_threads(1);
    ask(&problem(text), question, &settings)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn terms_match_the_guide() {
    for (text, solutions) in [
        // 15 pairs of squares; the leap joins a1 and c2 only, not c1 and a2.
        ("2x3\npiece: (1,2)\nrows: any\ncolumns: any\ntotal: 2", 14),
        ("2x3\npiece: (-1,-2)\nrows: any\ncolumns: any\ntotal: 2", 14),
        (
            "2x3\npiece: (1,2) + (1,-2)\nrows: any\ncolumns: any\ntotal: 2",
            13,
        ),
        // b1 and a2 are left: the diagonal from a1 runs down to the right.
        ("2\npiece: semiqueen", 1),
        ("2\npiece: semiqueen\nholes: a1 b2", 1),
        ("2\npiece: semiqueen\nholes: b1 a2", 0),
        // A knight's leap kills the two pairs that queens leave.
        ("2x3\nrows: any\ncolumns: any\ntotal: 2", 2),
        ("2x3\npiece: amazon\nrows: any\ncolumns: any\ntotal: 2", 0),
        (
            "2x3\npiece: superqueen\nrows: any\ncolumns: any\ntotal: 2",
            0,
        ),
        // Every set of the six squares; every pair of them.
        ("2x3\npiece: none\nrows: any\ncolumns: any", 64),
        ("2x3\npiece: none\nrows: any\ncolumns: any\ntotal: 2", 15),
        // A wall stops a leprechaun along a row, though a1 and c1 are two king steps
        // apart; a leap it does not stop.
        (
            "1x3\npiece: leprechaun 2\nwalls: b1\nrows: any\ncolumns: any\ntotal: 2",
            1,
        ),
        (
            "2x3\npiece: leprechaun 2\nwalls: b1 b2\nrows: any\ncolumns: any\ntotal: 2",
            2,
        ),
        ("2x3\nwalls: b1 b2\nrows: any\ncolumns: any\ntotal: 2", 4),
        // a1 and d1 are out of each other's range.
        ("1x4\npiece: (0,1)*2\nrows: any\ncolumns: any\ntotal: 2", 1),
        // With a total, what strikes along whole rows takes as many in a row as walls
        // allow, a limited ray one.
        ("1x4\nwalls: b1\ntotal: 2", 2),
        ("1x4\npiece: (0,1)*\nwalls: b1\ntotal: 2\ncolumns: any", 2),
        ("1x4\npiece: (0,1)*9\nwalls: b1\ntotal: 2\ncolumns: any", 0),
        ("1x4\npiece: (0,1)*9\nwalls: b1\ntotal: 2\nrows: any", 2),
        ("1x4\nwalls: b1\ntotal: 2\nrows: 0..1", 0),
        // Two rows and three columns do not take one piece each; with a column that may
        // stay empty, a1 c2 and c1 a2 do.
        ("regions 2x3\nareas:\nAAB\nABB", 0),
        ("regions 2x3\ncolumns: 0..1\nareas:\nAAB\nABB", 2),
        ("2x3\npiece: king\nareas:\nAAB\nABB", 2),
        // A row of four takes two in three ways, four columns of one square no two each.
        ("stars 1x4\nareas:\nAAAA", 0),
        ("stars 1x4\ncolumns: any\nareas:\nAAAA", 3),
        // Dots name a region like letters: one queen in each row.
        ("2\npiece: none\nrows: any\ncolumns: any\nareas:\n..\nAA", 4),
    ] {
        assert_eq!(asked(text, Question::Count).count, solutions, "{text}");
    }
}

/// Rows and columns take no more than they say, regions what they say; the total is set
/// aside.
#[test]
fn the_maximum_keeps_rows_columns_and_regions() {
    for (text, most) in [
        ("rooks 1x3\nwalls: b1", Some(2)),
        ("rooks 1x3\nwalls: b1\nrows: 0..1", Some(1)),
        ("rooks 1x3\nwalls: b1\nrows: 1", Some(1)),
        ("rooks 3x1\nwalls: a2\ncolumns: 0..1", Some(1)),
        ("1x3\nwalls: b1", Some(1)),
        ("1x3\nwalls: b1\nrows: any\ncolumns: any", Some(2)),
        ("1x3\nwalls: b1\ntotal: any", Some(2)),
        ("rooks 3\ntotal: 1", Some(3)),
        ("rooks 3\ncolumns: 0", Some(0)),
        ("kings 1x5\nrows: 0..2", Some(2)),
        ("rooks 2\nareas:\nAB\nBA\nregions: 0..1", Some(1)),
        // Two kings in regions that touch.
        ("kings 2\nareas:\nAA\nBB", None),
    ] {
        let largest = problem(text).most().expect("a problem");
        let answer =
            queens::solve(&largest, &Settings::default()).expect("a small board");
        assert_eq!(
            answer.first.as_ref().map(queens::placement::Placement::len),
            most,
            "{text}"
        );
        assert_eq!(answer.value(), most.map(|most| most as i64), "{text}");
        if let Some(queens) = answer.first {
            assert_eq!(check(&largest, &queens), Ok(()), "{text}");
        }
    }
}

/// A set is maximal if every empty square is attacked.
#[test]
fn maximal_sets_leave_no_square_that_is_not_attacked() {
    for (text, sets) in [
        ("maximal rooks 1x3; walls: b1", 1),
        ("maximal rooks 2", 2),
        ("maximal kings 1x3", 2),
        ("maximal kings 1x3; rows: 0..1", 1),
        ("maximal kings 3; total: 2", 2),
    ] {
        assert_eq!(asked(text, Question::Count).count, sets, "{text}");
    }
}

/// The same solutions are the same number up to symmetry, however their demands are
/// written (OEIS A000903, A002562; on 2 x 2 knights on one diagonal are the image of
/// those on the other).
#[test]
fn redundant_demands_change_no_symmetry() {
    for (texts, all, fundamental) in [
        (
            &[
                "rooks 4\ntotal: 4",
                "rooks 4\ntotal: 4\ncolumns: 0..1",
                "rooks 4\ntotal: 4\nrows: 1",
                "rooks 4\nrows: 1\ncolumns: 0..1",
                "rooks 4\nrows: 1",
                "rooks 4\ncolumns: 1..\nrows: any",
                "rooks 4\nrows: 1\ncolumns: 1",
            ][..],
            24,
            7,
        ),
        (
            &[
                "5",
                "5\ntotal: 5",
                "5\ncolumns: any\ntotal: 5",
                "5\nrows: 1\ncolumns: 0..1",
                "5\ncolumns: any",
            ],
            10,
            2,
        ),
        (
            &[
                "knights 2\nrows: 1\ncolumns: 1",
                "knights 2\nrows: 1\ncolumns: 0..1",
            ],
            2,
            1,
        ),
        // Not every solution has one in each column, so that no symmetry exchanges rows
        // and columns.
        (&["2\npiece: none\nrows: 1\ncolumns: any"], 4, 2),
    ] {
        for text in texts {
            let classes = asked(text, Question::Classes);
            assert_eq!(
                (classes.count, classes.fundamental()),
                (all, Some(fundamental)),
                "{text}"
            );
            assert_eq!(
                asked(text, Question::Fundamental).count,
                fundamental,
                "{text}"
            );
        }
    }
    // Of the permutations of four, ten are their own inverses (OEIS A000085).
    for text in [
        "rooks 4\ntotal: 4",
        "rooks 4\ntotal: 4\ncolumns: 0..1",
        "rooks 4\nrows: 1",
    ] {
        let unchanged = format!("{text}\nunchanged: diagonal");
        assert_eq!(asked(&unchanged, Question::Count).count, 10, "{text}");
    }
}

/// Numbers of bare square boards are not those of rectangles, nor of boards with givens
/// or regions.
#[test]
fn other_boards_have_no_numbers_of_squares() {
    for text in [
        "1x2\npiece: rook",
        "3x4\npiece: rook",
        "4x2\npiece: rook",
        "rooks 4x0\ncolumns: 1",
        "rooks 5\nrows: 1\ncolumns: 1\ngivens: c1",
        "rooks 2\ntotal: 2\nareas:\nAB\nAB",
    ] {
        for symmetry in [Symmetry::HalfTurn, Symmetry::QuarterTurn] {
            assert_eq!(
                reference::fixed_by(&problem(text), symmetry),
                None,
                "{text}"
            );
        }
        assert_eq!(reference::fundamental(&problem(text)), None, "{text}");
    }
    assert_eq!(
        reference::fundamental_of_class(
            &problem("superqueens 12x13"),
            SymmetryClass::Point
        ),
        None
    );
}
