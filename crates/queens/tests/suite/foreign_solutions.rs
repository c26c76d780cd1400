//! Solutions as other programs print them: Python, numpy, JavaScript, tables, pairs. The
//! right board is always that of the table of inputs that once failed: b1 d2 a3 c4.

use crate::common::slip;
use proptest::prelude::*;
use queens::check;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::read;
use queens::verify::Verifier;
use std::ops::ControlFlow;

/// The solution b1 d2 a3 c4, and its mirror image.
const FOUR: [u32; 4] = [1, 3, 0, 2];
const MIRRORED: [u32; 4] = [2, 0, 3, 1];

fn placements(text: &str, problem: Option<&Problem>) -> Result<Vec<Placement>, String> {
    let mut found = Vec::new();
    let result = read::solutions(&mut text.as_bytes(), problem, &mut |solution| {
        found.push(solution.placement);
        ControlFlow::Continue(())
    });
    result.map(|()| found).map_err(|error| error.to_string())
}

fn verifier(text: &str) -> Verifier {
    let mut verifier = Verifier::default();
    let result = read::solutions(&mut text.as_bytes(), None, &mut |solution| {
        verifier.enter(&solution);
        ControlFlow::Continue(())
    });
    result.unwrap_or_else(|error| panic!("{text:?}: {error}"));
    verifier
}

/// One board in the words of many programs.
const ONE: [&str; 46] = [
    // Strings and matrices.
    r#"[[".Q..","...Q","Q...","..Q."]]"#,
    r#"[".Q..","...Q","Q...","..Q."]"#,
    "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]",
    "[[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]]",
    "[[[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]]]",
    "{\"solutions\": [[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]]}",
    "{\"solutions\": [[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]}",
    "{\"solutions\": [[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]]}",
    "[[false,true,false,false],[false,false,false,true],[true,false,false,false],[false,false,true,false]]",
    r#"[[".","Q",".","."],[".",".",".","Q"],["Q",".",".","."],[".",".","Q","."]]"#,
    r#"["0100","0001","1000","0010"]"#,
    // Lines of numbers.
    "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n",
    "0,1,0,0\n0,0,0,1\n1,0,0,0\n0,0,1,0\n",
    "0100\n0001\n1000\n0010\n",
    "[0, 1, 0, 0]\n[0, 0, 0, 1]\n[1, 0, 0, 0]\n[0, 0, 1, 0]\n",
    "[0, 1, 0, 0],\n[0, 0, 0, 1],\n[1, 0, 0, 0],\n[0, 0, 1, 0],\n",
    "['.', 'Q', '.', '.']\n['.', '.', '.', 'Q']\n['Q', '.', '.', '.']\n['.', '.', 'Q', '.']\n",
    // numpy.
    "[[0 1 0 0] [0 0 0 1] [1 0 0 0] [0 0 1 0]]",
    "[[0 1 0 0]\n [0 0 0 1]\n [1 0 0 0]\n [0 0 1 0]]\n",
    "[[0. 1. 0. 0.]\n [0. 0. 0. 1.]\n [1. 0. 0. 0.]\n [0. 0. 1. 0.]]\n",
    "array([[0, 1, 0, 0],\n       [0, 0, 0, 1],\n       [1, 0, 0, 0],\n       [0, 0, 1, 0]])\n",
    "array([[0, 1, 0, 0],[0, 0, 0, 1],[1, 0, 0, 0],[0, 0, 1, 0]], dtype=int8)",
    "np.array([[False,  True, False, False], [False, False, False,  True], [True, False, False, False], [False, False, True, False]])",
    "[1 3 0 2]",
    "array([1, 3, 0, 2])",
    "[np.int64(1), np.int64(3), np.int64(0), np.int64(2)]",
    "(1, 3, 0, 2)",
    // Python and JavaScript.
    "solutions = [[1, 3, 0, 2]]  # one of two\n",
    "const board = [\n  [0, 1, 0, 0], // b1\n  [0, 0, 0, 1],\n  [1, 0, 0, 0],\n  [0, 0, 1, 0],\n];\n",
    "export default ['.Q..', '...Q', 'Q...', '..Q.',]",
    "[(1, 3, 0, 2)]",
    "{columns: [1, 3, 0, 2]}",
    // Pairs: row and column from 0.
    "(0, 1), (1, 3), (2, 0), (3, 2)",
    "[(0, 1), (1, 3), (2, 0), (3, 2)]",
    "[[0,1],[1,3],[2,0],[3,2]]",
    "[(3,2),(0,1),(2,0),(1,3)]",
    "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n",
    "[[(0, 1), (1, 3), (2, 0), (3, 2)]]",
    // Drawings.
    "- Q - -\n- - - Q\nQ - - -\n- - Q -\n",
    "|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n",
    " _ _ _ _\n|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n",
    "|   | Q |   |   |\n|---|---|---|---|\n|   |   |   | Q |\n| Q |   |   |   |\n|   |   | Q |   |\n",
    "| a | b | c | d |\n|---|---|---|---|\n| . | Q | . | . |\n| . | . | . | Q |\n| Q | . | . | . |\n| . | . | Q | . |\n",
    "|   | a | b | c | d |\n|---|---|---|---|---|\n| 1 | . | Q | . | . |\n| 2 | . | . | . | Q |\n| 3 | Q | . | . | . |\n| 4 | . | . | Q | . |\n",
    "+---+---+---+---+\n|   | Q |   |   |\n+---+---+---+---+\n|   |   |   | Q |\n+---+---+---+---+\n| Q |   |   |   |\n+---+---+---+---+\n|   |   | Q |   |\n+---+---+---+---+\n",
    "┌─┬─┬─┬─┐\n│ │♛│ │ │\n├─┼─┼─┼─┤\n│ │ │ │♛│\n├─┼─┼─┼─┤\n│♛│ │ │ │\n├─┼─┼─┼─┤\n│ │ │♛│ │\n└─┴─┴─┴─┘\n",
];

#[test]
fn reads_one_board_in_every_format() {
    let four = Problem::queens(4).unwrap();
    for text in ONE {
        let expected = Ok(vec![Placement::from_columns(&FOUR)]);
        assert_eq!(placements(text, None), expected, "{text}");
        assert_eq!(placements(text, Some(&four)), expected, "{text}");
        let given = read::problem(text.as_bytes());
        // Alone, digits without blanks are the size of a problem.
        if !text.starts_with("0100") && !text.starts_with("0,1") {
            let problem = given
                .unwrap_or_else(|error| panic!("{text}: {error}"))
                .problem;
            assert_eq!(
                problem.givens(),
                Placement::from_columns(&FOUR).squares(),
                "{text}"
            );
        }
    }
}

#[test]
fn reads_two_boards_in_every_format() {
    let both = [FOUR, MIRRORED]
        .map(|columns| Placement::from_columns(&columns))
        .to_vec();
    for text in [
        r#"[[".Q..","...Q","Q...","..Q."],["..Q.","Q...","...Q",".Q.."]]"#,
        "[[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]],[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]]]",
        "[[0 1 0 0] [0 0 0 1] [1 0 0 0] [0 0 1 0]]\n[[0 0 1 0] [1 0 0 0] [0 0 0 1] [0 1 0 0]]\n",
        "[0, 1, 0, 0]\n[0, 0, 0, 1]\n[1, 0, 0, 0]\n[0, 0, 1, 0]\n\n[0, 0, 1, 0]\n[1, 0, 0, 0]\n[0, 0, 0, 1]\n[0, 1, 0, 0]\n",
        "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\n0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n",
        "(0, 1), (1, 3), (2, 0), (3, 2)\n(0, 2), (1, 0), (2, 3), (3, 1)\n",
        "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n\n(0, 2)\n(1, 0)\n(2, 3)\n(3, 1)\n",
        "[[(0, 1), (1, 3), (2, 0), (3, 2)], [(0, 2), (1, 0), (2, 3), (3, 1)]]",
        "[(1, 3, 0, 2), (2, 0, 3, 1)]",
        "[1 3 0 2]\n[2 0 3 1]\n",
        "|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n\n|_|_|Q|_|\n|Q|_|_|_|\n|_|_|_|Q|\n|_|Q|_|_|\n",
        "- Q - -\n- - - Q\nQ - - -\n- - Q -\n\n- - Q -\nQ - - -\n- - - Q\n- Q - -\n",
    ] {
        assert_eq!(placements(text, None), Ok(both.clone()), "{text}");
    }
}

/// Maps from rows to columns, sets, byte strings and objects with a list of columns.
#[test]
fn reads_maps_and_byte_strings() {
    let both = [FOUR, MIRRORED]
        .map(|columns| Placement::from_columns(&columns))
        .to_vec();
    for (text, count) in [
        ("{0: 1, 1: 3, 2: 0, 3: 2}\n", 1),
        ("{2: 0, 0: 1, 3: 2, 1: 3}\n", 1),
        ("{1: 2, 2: 4, 3: 1, 4: 3}\n", 1),
        ("queens = {3: 1, 1: 2, 4: 3, 2: 4}\n", 1),
        ("{0: 1, 1: 3, 2: 0, 3: 2}\n{0: 2, 1: 0, 2: 3, 3: 1}\n", 2),
        ("[{0: 1, 1: 3, 2: 0, 3: 2}, {0: 2, 1: 0, 2: 3, 3: 1}]\n", 2),
        ("[{4: 3, 1: 2, 2: 4, 3: 1}, {1: 3, 4: 2, 2: 1, 3: 4}]\n", 2),
        (r#"{"0": 1, "1": 3, "2": 0, "3": 2}"#, 1),
        ("{'Q1': 2, 'Q2': 4, 'Q3': 1, 'Q4': 3}\n", 1),
        ("{'Q[0]': 1, 'Q[1]': 3, 'Q[2]': 0, 'Q[3]': 2}\n", 1),
        ("[{'q2': 4, 'q1': 2, 'q4': 3, 'q3': 1}]\n", 1),
        ("Solution: {2: 0, 0: 1, 3: 2, 1: 3}\n", 1),
        ("{\n  0: 1,\n  1: 3,\n\n  2: 0,\n  3: 2,\n}\nDone\n", 1),
        ("{(0, 1), (1, 3), (2, 0), (3, 2)}\n", 1),
        (
            "[{(0, 1), (1, 3), (2, 0), (3, 2)}, {(0, 2), (1, 0), (2, 3), (3, 1)}]\n",
            2,
        ),
        ("[b'.Q..', b'...Q', b'Q...', b'..Q.']\n", 1),
        ("[b\".Q..\", b\"...Q\", b\"Q...\", b\"..Q.\"]\n", 1),
        ("[u'.Q..', u'...Q', u'Q...', u'..Q.']\n", 1),
        ("b'.Q..'\nb'...Q'\nb'Q...'\nb'..Q.'\n", 1),
        (r#"{"queens": [1, 3, 0, 2]}"#, 1),
        (r#"{"n": 4, "queens": [1, 3, 0, 2], "valid": true}"#, 1),
        (r#"{"queens": [1, 3, 0, 2], "columns": [1, 3, 0, 2]}"#, 1),
        (
            r#"{"solutions": [{"queens": [1,3,0,2]}, {"queens": [2,0,3,1]}]}"#,
            2,
        ),
        ("{\"queens\": [1,3,0,2]}\n{\"queens\": [2,0,3,1]}\n", 2),
    ] {
        assert_eq!(placements(text, None), Ok(both[..count].to_vec()), "{text}");
    }
    for (text, words) in [
        ("{0: 1, 1: 3, 2: 0, 2: 2}", "its keys should be the rows"),
        ("{0: 1, 1: 3, 3: 0, 4: 2}", "its keys should be the rows"),
        (
            "{0: 2, 1: 4, 2: 1, 3: 3}",
            "do not count from the same number",
        ),
        (
            "{1: 1, 2: 3, 3: 0, 4: 2}",
            "do not count from the same number",
        ),
        ("{0: 1, 1: 3, 2: 0", "cut off"),
        ("{'a': 1, 'b': 3}", "neither 'queens' nor 'columns'"),
        (r#"{"queens": [1, [1, 3], 0, 2]}"#, "found both"),
        (
            r#"{"queens": [1, 3, 0, 2], "columns": [2, 0, 3, 1]}"#,
            "not the same",
        ),
        (
            r#"{"queens": [1, "x"]}"#,
            "expected two numbers: row and column",
        ),
        ("[b'.Q..', b'...Q', b'Q..']", "this row has 3 squares"),
    ] {
        let error = placements(text, None).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
    let two = "[{0: 1, 1: 3, 2: 0, 3: 2}, {0: 2, 1: 0, 2: 3, 3: 1}]";
    let error = read::problem(two.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("a second solution begins here"), "{error}");
    let words = "Solution 1: b1 d2 a3 c4\nSolution 2: c1 a2 d3 b4\n";
    let error = read::problem(words.as_bytes()).unwrap_err().to_string();
    assert!(
        error.starts_with("line 2: a second solution begins here"),
        "{error}"
    );
}

/// Ambiguous inputs are read by the documented rule.
#[test]
fn ambiguous_input_follows_the_rules() {
    let count = |text: &str, problem: &str| {
        placements(text, Some(&problem.parse().unwrap())).map(|found| found.len())
    };
    // On a board of two rows a list of two numbers is the columns of the rows.
    assert_eq!(count("[[0,2],[1,3]]", "rooks 2x4\ntotal: 2"), Ok(2));
    assert_eq!(
        placements("[[0,1],[1,0]]", None).map(|found| found.len()),
        Ok(2)
    );
    // Rows of 0 and 1 that make no board are lists of columns.
    assert_eq!(
        placements("[[0,1,0],[0,0,1],[1,0,0],[0,0,1]]", None).map(|found| found.len()),
        Ok(4)
    );
    // A board that is not square, of a problem that is named.
    let rooks = placements(
        "[[0,0,1],[1,0,0]]",
        Some(&"rooks 2x3\ntotal: 2".parse().unwrap()),
    )
    .unwrap();
    assert_eq!(rooks, [Placement::from_columns(&[2, 0])]);
    // Rows of - alone are rows without a queen.
    assert_eq!(placements("- - - -", None), Ok(vec![Placement::default()]));
}

/// An asterisk is a blocked square, on which no queen stands and across which queens
/// attack.
#[test]
fn reads_an_asterisk_as_a_blocked_square() {
    let expected: Problem = "4\nholes: a1 d4".parse().unwrap();
    for text in [
        "*...\n....\n....\n...*\n",
        "4\nboard:\n*...\n....\n....\n...*\n",
        "* . . .\n. . . .\n. . . .\n. . . *",
    ] {
        assert_eq!(
            read::problem(text.as_bytes()).unwrap().problem,
            expected,
            "{text}"
        );
    }
    let mut seen = Vec::new();
    read::solutions(
        &mut "*Q..\n...Q\nQ...\n..Q*\n".as_bytes(),
        None,
        &mut |found| {
            seen.push((
                found.problem.clone(),
                check::solution(found.problem, &found.placement).is_ok(),
            ));
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(seen, [(expected, true)]);
}

#[test]
fn reports_columns_that_count_from_the_other_number() {
    for (text, first) in [
        ("1 3 0 2", 0),
        ("1,3,0,2\n2,0,3,1\n", 0),
        ("1302", 0),
        ("[2,4,1,3]", 1),
        ("[[2,4,1,3],[3,1,4,2]]", 1),
        ("solution = [2, 4, 1, 3];", 1),
    ] {
        let verifier = verifier(text);
        assert_eq!(
            (verifier.valid, verifier.columns_from()),
            (0, Some(first)),
            "{text}"
        );
        read::solutions(&mut text.as_bytes(), None, &mut |solution| {
            let solution = solution.counted_from(first);
            assert!(
                check::solution(solution.problem, &solution.placement).is_ok(),
                "{text}"
            );
            ControlFlow::Continue(())
        })
        .unwrap();
    }
    // The last row would be off the board if rows counted from 0.
    assert_eq!(verifier("(1, 2), (2, 4), (3, 1), (4, 3)").valid, 1);
    let zero = verifier("1 3 0 2");
    assert_eq!(
        zero.faults[0].1.to_string(),
        "a queen is in column 0, but columns count from 1 here"
    );
    // One that is right as it stands, or wrong either way, or drawn.
    for text in [
        "2 4 1 3\n1 3 0 2\n",
        "1 3 0 0",
        "0 0 0 0 1",
        "Q...\n...Q\n.Q..\n..Q.\n",
        "a1,b2",
    ] {
        let problem = Problem::queens(if text.starts_with("0") { 5 } else { 4 }).unwrap();
        let mut verifier = Verifier::default();
        let read =
            read::solutions(&mut text.as_bytes(), Some(&problem), &mut |solution| {
                verifier.enter(&solution);
                ControlFlow::Continue(())
            });
        assert!(read.is_err() || verifier.columns_from().is_none(), "{text}");
    }
    let error = read::problem(b"1 3 0 2").unwrap_err().to_string();
    assert!(
        error.contains("'0' is not a valid column: write a number from 1"),
        "{error}"
    );
}

/// Text after a list is reported.
#[test]
fn refuses_garbage() {
    for text in [
        "[1,3,0,2] 5",
        "[1,3,0,2] rubbish",
        "[1,3,0,2] \"x\"",
        "[1,3,0,2]\n-----",
        "(0, 1",
        "array([[0,1",
        "[1,,3]",
    ] {
        assert!(placements(text, None).is_err(), "{text}");
    }
    // Named numbers belong to a program.
    assert_eq!(
        placements("q = [1, 3, 0, 2]\nn = 4\n", None).map(|found| found.len()),
        Ok(1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// One byte of a form changed, cut off, or doubled.
    #[test]
    fn no_typo_panics(form in prop::sample::select(&ONE[..]), at in any::<prop::sample::Index>(), byte in any::<u8>(), kind in 0..3_usize) {
        let bytes = slip(form, at, byte, kind);
        let _ = read::problem(&bytes);
        let _ = read::solutions(&mut &bytes[..], None, &mut |found| {
            let _ = check::solution(found.problem, &found.placement);
            let _ = Verifier::default().enter(&found);
            ControlFlow::Continue(())
        });
    }

    /// A text of the words of all these forms.
    #[test]
    fn no_sequence_of_words_panics(words in prop::collection::vec(prop::sample::select(vec![
        "[", "]", "(", ")", "{", "}", ",", ":", ";", "=", " ", "\n", "0", "1", "3", "-", "Q", ".", "|", "_", "*", "'", "\"", "#", "//", "/*",
        "array(", "np.int64(", "dtype=int8", "const q", "True", "None", "x1", "+-+", "│", "a", "b",
    ]), 0..40)) {
        let text = words.concat();
        let _ = read::problem(text.as_bytes());
        let _ = read::solutions(&mut text.as_bytes(), None, &mut |found| {
            let _ = Verifier::default().enter(&found);
            ControlFlow::Continue(())
        });
    }
}
