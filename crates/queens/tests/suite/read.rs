//! Handwritten boards are read as solutions and as problems, and ambiguous ones by the
//! documented rules.

use queens::check;
use queens::document::{Document, ProblemDocument};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::read::{self, ReadProblem};
use queens::render::{self, Charset, Format, Style, Summary};
use queens::{control::Outcome, square::Square};
use std::ops::ControlFlow;

/// The placements of `text`, or the error.
fn solutions(text: &str, problem: Option<&Problem>) -> Result<Vec<Placement>, String> {
    let mut found = Vec::new();
    let result = read::solutions(&mut text.as_bytes(), problem, &mut |solution| {
        found.push(solution.placement);
        ControlFlow::Continue(())
    });
    result.map(|()| found).map_err(|error| error.to_string())
}

fn problem(text: &str) -> ReadProblem {
    read::problem(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refusal(text: &str) -> String {
    read::problem(text.as_bytes()).expect_err(text).to_string()
}

/// Signs that occur once in each row and column are queens, unless the problem has holes
/// there.
#[test]
fn crosses_are_queens_where_the_problem_has_no_holes() {
    let drawn = "x .\n. x\n";
    let with_holes: Problem = "2; holes: a1 b2".parse().unwrap();
    assert_eq!(
        solutions(drawn, Some(&with_holes)),
        Ok(vec![Placement::default()])
    );
    let crosses = solutions(drawn, Some(&Problem::queens(2).unwrap())).unwrap();
    assert_eq!(crosses[0].squares(), [Square::new(0, 0), Square::new(1, 1)]);
}

/// The reader does not check that a placement is a solution; given queens must be on the
/// board.
#[test]
fn reads_queens_outside_the_board_but_refuses_them_as_givens() {
    let four = Problem::queens(4).unwrap();
    let beside = Square::new(3, 4);
    for text in [
        "2 4 1 5",
        "2,4,1,5",
        "[1,3,0,4]",
        "b1 d2 a3 e4",
        "{\"size\":[4,4],\"queens\":[[3,4]]}",
    ] {
        let found = solutions(text, Some(&four))
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found[0].squares().last(), Some(&beside), "{text}");
        let violation = check::solution(&four, &found[0]).unwrap_err().to_string();
        assert_eq!(
            violation,
            "the queen on e4 (3:4 from 0) is off the board of 4 x 4 (rows x columns)"
        );
    }
    assert!(
        refusal("2 4 1 5")
            .contains("the given queen e4 (3:4 from 0) is off the board of 4 x 4")
    );
    assert!(
        solutions("a1", Some(&"0x3".parse().unwrap()))
            .is_ok_and(|found| found.len() == 1)
    );
}

#[test]
fn explains_the_bound_that_givens_break() {
    for (text, expected) in [
        (
            "queens 4\npiece: king\nwalls: b2\ntotal: 3\ngivens: a1 c1",
            "row 1 has 2 queens, but takes 0..1: set by `rows`, or by the variant if `rows` is not set; `rows: any` removes \
             the bound",
        ),
        (
            "queens 4\npiece: king\nrows: any\ngivens: a1 a3",
            "column 1 has 2 queens, but takes 1: set by `columns`",
        ),
        (
            "kings 4\ntotal: 1\ngivens: a1 c1",
            "the board has 2 queens, but takes 1: set by `total`",
        ),
    ] {
        let clash = problem(text)
            .problem
            .without_clash()
            .expect_err(text)
            .to_string();
        assert!(clash.contains(expected), "{clash}");
    }
    assert!(
        problem("kings 4\nwalls: b2\ntotal: 3\nrows: any\ngivens: a1 c1")
            .problem
            .has_walls()
    );
}

/// The two solutions of four queens.
fn both() -> [Placement; 2] {
    [
        Placement::from_columns(&[1, 3, 0, 2]),
        Placement::from_columns(&[2, 0, 3, 1]),
    ]
}

/// One solution of four queens, in every form that people and programs write.
const ONE: [&str; 23] = [
    "2 4 1 3",
    "  2\t4 1 3\r\n",
    "2,4,1,3",
    "2, 4, 1, 3\n",
    "2413",
    "# by hand\n\n2413\n",
    "row 1,row 2,row 3,row 4\n2,4,1,3\n",
    "r1,r2,r3,r4\n2,4,1,3\n",
    "[1,3,0,2]",
    "[1, 3,\n 0, 2]\n",
    "[[1,3,0,2]]",
    "[{\"columns\":[1,3,0,2]}]",
    "{\"queens\":[[2,0],[0,1],[3,2],[1,3]],\"size\":[4,4]}",
    "{\"solutions\":[[1,3,0,2]]}",
    ".Q..\n...Q\nQ...\n..Q.\n",
    ". Q . .\n. . . Q\nQ . . .\n. . Q .",
    "_q__\n___q\nq___\n__q_\n\n",
    "\u{feff}\u{b7}\u{265b}\u{b7}\u{b7}\n\u{b7}\u{b7}\u{b7}\u{265b}\n\u{265b}\u{b7}\u{b7}\u{b7}\n\u{b7}\u{b7}\u{265b}\u{b7}\n",
    "  a b c d\n1 . Q . .\n2 . . . Q\n3 Q . . .\n4 . . Q .\n",
    "queens 4\ngivens: b1 d2 a3 c4\n",
    "# an instance\n4x4\n0,1\n1,3\n2,0\n3,2\n",
    "4\n0,1\n1,3\n2,0\n3,2\n",
    "queens: 4\nboard:\n.Q..\n...Q\nQ...\n..Q.\n",
];

#[test]
fn reads_one_solution_from_every_format() {
    for text in ONE {
        assert_eq!(solutions(text, None), Ok(both()[..1].to_vec()), "{text:?}");
    }
}

/// The queens of a solution are the givens of a problem; but a number alone is a size.
#[test]
fn reads_every_format_of_a_solution_as_a_problem() {
    let full: Problem = "4\ngivens: b1 d2 a3 c4".parse().unwrap();
    for text in ONE.into_iter().filter(|text| !text.contains("2413")) {
        assert_eq!(problem(text).problem, full, "{text:?}");
    }
    assert_eq!(problem("2413").problem, Problem::queens(2413).unwrap());
    assert_eq!(
        problem("2 4 1 3"),
        ReadProblem {
            problem: full,
            from_solution: true,
            assumed: true
        }
    );
    assert!(!problem(".Q..\n...Q\nQ...\n..Q.\n").from_solution);
    let torus = problem("{\"problem\":\"torus 5\",\"solutions\":[[0,2,4,1,3]]}");
    assert!(torus.from_solution && !torus.assumed);
    assert_eq!(
        torus.problem,
        "torus 5\ngivens: a1 c2 e3 b4 d5".parse().unwrap()
    );
}

#[test]
fn rows_may_be_empty_and_a_document_may_hold_no_solution() {
    let given: Problem = "4\ngivens: b1 c4".parse().unwrap();
    for text in [
        "2 - - 3",
        "2,-,-,3",
        "[1,null,null,2]",
        ".Q..\n....\n....\n..Q.",
        "[[1,null,null,2]]",
    ] {
        assert_eq!(problem(text).problem, given, "{text:?}");
    }
    let none = problem("{\"problem\":\"queens 3\",\"solutions\":[]}");
    assert_eq!(
        none,
        ReadProblem {
            problem: Problem::queens(3).unwrap(),
            from_solution: false,
            assumed: false
        }
    );
    assert_eq!(solutions("[]", None), Ok(vec![]));
    assert_eq!(
        solutions("[]", Some(&Problem::queens(0).unwrap())),
        Ok(vec![Placement::default()])
    );
}

#[test]
fn several_solutions_are_not_a_problem() {
    let boards = ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n";
    for text in [
        "2 4 1 3\n3 1 4 2\n",
        "2413\n\n3142\n",
        "[1,3,0,2]\n[2,0,3,1]",
        "[[1,3,0,2],[2,0,3,1]]",
        "{\"columns\":[1,3,0,2]}{\"columns\":[2,0,3,1]}",
        boards,
    ] {
        assert_eq!(solutions(text, None), Ok(both().to_vec()), "{text:?}");
    }
    assert_eq!(
        refusal("2 4 1 3\n3 1 4 2\n"),
        "line 2: a second solution begins here, but a problem is one board: keep one of them"
    );
    assert!(refusal("[[1,3,0,2],\n[2,0,3,1]]").starts_with("line 2: a second solution"));
}

/// Every form that is written reads back as a problem, with its queens given and its
/// holes and walls.
#[test]
fn rendered_boards_read_as_problems() {
    let board: Problem = "queens 6\nholes: a1\nwalls: f6".parse().unwrap();
    let placement = Placement::from_columns(&[1, 3, 5, 0, 2, 4]);
    let full = board
        .with_givens(placement.squares().iter().copied())
        .unwrap();
    for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
        for (color, charset, width) in [
            (false, Charset::Ascii, 80),
            (true, Charset::Unicode, 80),
            (false, Charset::Unicode, 10),
        ] {
            let mut out = Vec::new();
            let mut renderer = render::renderer(
                format,
                &board,
                Style {
                    color,
                    charset,
                    width,
                },
            );
            renderer.begin(&mut out).unwrap();
            renderer.solution(&placement, &mut out).unwrap();
            renderer
                .end(
                    &Summary {
                        solutions: 1,
                        outcome: Outcome::Found,
                    },
                    &mut out,
                )
                .unwrap();
            let found = read::problem(&out)
                .unwrap_or_else(|error| panic!("{format}: {error}"))
                .problem;
            if matches!(format, Format::Text | Format::Csv | Format::Ndjson) {
                // These tell nothing of holes and walls.
                assert_eq!(found.givens(), placement.squares(), "{format}");
            } else {
                assert_eq!(found, full, "{format}");
            }
        }
    }
}

#[test]
fn keeps_drawn_holes_and_walls_in_the_assumed_problem() {
    // The wall stands between the two queens of the first row.
    let board = "Q#Q\n...\n...\n";
    read::solutions(&mut board.as_bytes(), None, &mut |found| {
        assert!(found.assumed && found.problem.has_walls());
        assert_eq!(
            found.placement.squares(),
            [Square::new(0, 0), Square::new(0, 2)]
        );
        ControlFlow::Continue(())
    })
    .unwrap();
}

#[test]
fn ambiguous_problems_follow_the_rules() {
    // Two numbers: columns with a blank between them, a given queen with a comma.
    assert!(problem("2 1").problem.clash().is_some());
    assert!(refusal("2,1").contains("has no size"));
    // Digits written together are columns only up to their number.
    assert_eq!(
        solutions("1", None),
        Ok(vec![Placement::from_columns(&[0])])
    );
    assert!(
        solutions("5", None)
            .unwrap_err()
            .starts_with("line 1: '5' is not a valid list of columns")
    );
    assert!(
        solutions("2413\n25314\n", None)
            .unwrap_err()
            .starts_with("line 2: the solution has 5 rows")
    );
    // Squares are squares where they cannot be the heads of a table.
    let queens = Some(Problem::queens(4).unwrap());
    assert_eq!(
        solutions("b1,d2,a3,c4\n", queens.as_ref()),
        Ok(both()[..1].to_vec())
    );
    assert_eq!(
        solutions("0:1 1:3 2:0 3:2\n", queens.as_ref()),
        Ok(both()[..1].to_vec())
    );
    assert!(refusal("b1 d2 a3 c4").contains("name the problem"));
    assert!(
        solutions("hello,world\n", None)
            .unwrap_err()
            .starts_with("line 1: 'hello' is not a valid column")
    );
}

/// Errors of JSON name line, value and what was expected, in our own words.
#[test]
fn json_errors_are_in_plain_words() {
    for (text, line, parts) in [
        ("[1,3,0,-2]", 1, &["-2", "a whole number from 0"][..]),
        ("[1,3,0,\n2.5]", 2, &["2.5", "a whole number from 0"]),
        (
            "[1,3,0,99999999999999999999999]",
            1,
            &["e", "a whole number from 0"],
        ),
        (
            "[1,3,0,4294967297]",
            1,
            &["4294967297", "a whole number from 0"],
        ),
        ("[1,3,0,1e999]", 1, &["too large"]),
        (
            "[1,3,0,\"2\"]",
            1,
            &["the string 2", "a whole number from 0"],
        ),
        (
            "[[1,3,[0],2]]",
            1,
            &["a list", "a whole number from 0 to 2000000000"],
        ),
        (
            "[1,[1,3,0,2]]",
            1,
            &["numbers and solutions stand in one list"],
        ),
        ("[1,3,0,2", 1, &["cut off"]),
        (
            "[1,3,0,,2]",
            1,
            &["near character", "a value, a comma or a bracket is missing"],
        ),
        (
            "{\"queens\":[[0,-4]]}",
            1,
            &["found -4", "expected a whole number"],
        ),
        ("{\"queens\":[[0]]}", 1, &["a list of 1", "two numbers"]),
        ("{\"queens\":5}", 1, &["expected a list, found 5"]),
        (
            "{\"queens\":[],\n\"queens\":[]}",
            2,
            &["'queens' occurs twice"],
        ),
        (
            "{\"solutions\":[1]}",
            1,
            &["expected a solution: an object, or a list of columns, found 1"],
        ),
        ("{\"size\":[4,4]}", 1, &["neither 'queens' nor 'columns'"]),
        (
            "{\"size\":[4000000000,1],\"queens\":[]}",
            1,
            &["from 0 to 2000000000, found 4000000000"],
        ),
        (
            "{\"size\":[99999999999999999999,1],\"queens\":[]}",
            1,
            &["expected", "found"],
        ),
        (
            "{\"schema\":\"other/1\"}",
            1,
            &["'other/1'", "queens/solutions/1"],
        ),
        ("{\"problem\":7}", 1, &["expected a string, found 7"]),
        ("{\"problem\":null}", 1, &["expected a string, found null"]),
        ("{\"problem\":true}", 1, &["expected a string, found true"]),
        ("{\"problem\":2.5}", 1, &["expected a string, found 2.5"]),
        (
            "{\"problem\":{\"a\":1}}",
            1,
            &["expected a string, found an object"],
        ),
        ("{\"problem\":[1]}", 1, &["expected a string, found a list"]),
        (
            "{\"schema\":\"queens/problem/1\",\"rows\":-4}",
            1,
            &["a whole number from 0", "found -4"],
        ),
        (
            "{\"schema\":\"queens/problem/1\",\"regions\":[[\"A\"]]}",
            1,
            &["a whole number, found the string A"],
        ),
        ("{\"a\":{\"b\":nul}}", 1, &["this is not JSON"]),
    ] {
        let error = solutions(text, None).expect_err(text);
        assert!(
            error.starts_with(&format!("line {line}: ")),
            "{text}: {error}"
        );
        assert!(
            parts.iter().all(|part| error.contains(part)),
            "{text}: {error}"
        );
        for foreign in [
            "invalid",
            "u32",
            "u64",
            "expected value",
            "EOF",
            "sequence",
            "`",
        ] {
            assert!(!error.contains(foreign), "{text}: {error}");
        }
    }
    for deep in [
        "[".repeat(1_000),
        "{\"x\":".repeat(1_000),
        "{\"solutions\":[".repeat(1_000),
    ] {
        let error = solutions(&deep, None).unwrap_err();
        assert!(
            ["too deeply", "found a list", "cut off"]
                .iter()
                .any(|words| error.contains(words)),
            "{error}"
        );
    }
}

/// A document of a problem with one edited field is refused.
#[test]
fn a_document_of_a_problem_must_agree_with_itself() {
    let board: Problem =
        "4\nboard:\n. Q x .\n. . . .\n# . . .\n. . . .\nareas:\nAABB\nAABB\nCCDD\nCCDD"
            .parse()
            .unwrap();
    let mut written = Vec::new();
    ProblemDocument::new(&board)
        .unwrap()
        .write_json(&mut written)
        .unwrap();
    let document: serde_json::Value = serde_json::from_slice(&written).unwrap();
    // The schema stands first, whatever the order of the others.
    let text = |document: &serde_json::Value| {
        let mut fields = document.clone();
        fields.as_object_mut().unwrap().remove("schema");
        format!(
            "{{\"schema\":\"queens/problem/1\",{}",
            &fields.to_string()[1..]
        )
    };
    assert_eq!(problem(&text(&document)).problem, board);
    let late = r#"{"problem":"4","rows":5,"schema":"queens/problem/1"}"#;
    assert!(refusal(late).contains("'schema' comes after 'rows': write it first"));
    for (key, value, expected) in [
        (
            "rows",
            serde_json::json!(5),
            "its 'rows' has 5, but its 'problem' has 4",
        ),
        (
            "columns",
            serde_json::json!(5),
            "its 'columns' has 5, but its 'problem' has 4",
        ),
        (
            "givens",
            serde_json::json!([[0, 1], [1, 3]]),
            "its 'givens' has d2, but its 'problem' has no d2",
        ),
        (
            "givens",
            serde_json::json!([]),
            "its 'givens' has no b1, but its 'problem' has b1",
        ),
        (
            "squares",
            serde_json::json!(["..x.", "....", "....", "...."]),
            "has .... in row 3, but its 'problem' has #...",
        ),
        (
            "squares",
            serde_json::json!(["..x."]),
            "its 'squares' has 1 row, but its 'problem' has 4 rows",
        ),
        (
            "regions",
            serde_json::json!(null),
            "its 'regions' has no map, but its 'problem' has regions",
        ),
        (
            "regions",
            serde_json::json!([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 2, 3]]),
            "has [2, 2, 2, 3] in row 4, but its 'problem' has [2, 2, 3, 3]",
        ),
        (
            "attacked",
            serde_json::json!([[3, 3]]),
            "its 'attacked' has d4, but its 'problem' has no d4",
        ),
    ] {
        let mut edited = document.clone();
        edited[key] = value;
        let refused = refusal(&text(&edited));
        assert!(refused.contains(expected), "{key}: {refused}");
        // Without that field the text alone counts.
        edited.as_object_mut().unwrap().remove(key);
        assert_eq!(problem(&text(&edited)).problem, board, "{key}");
    }
}

#[test]
fn accepts_every_line_ending() {
    let four = Problem::queens(4).unwrap();
    for text in [
        "2 4 1 3\n3 1 4 2\n",
        ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n",
        "[1,3,0,2]\n[2,0,3,1]\n",
    ] {
        let expected = solutions(text, Some(&four));
        assert_eq!(expected.as_ref().map(Vec::len), Ok(2));
        for end in ["\r", "\r\n"] {
            assert_eq!(
                solutions(&text.replace('\n', end), Some(&four)),
                expected,
                "{text:?} {end:?}"
            );
        }
    }
    // Two carriage returns are two lines, and none is lost between two reads.
    let mut pieces = std::io::BufReader::with_capacity(1, &b"2 4 1 3\r\r\n1 2 9 4\r"[..]);
    let error =
        read::solutions(&mut pieces, Some(&four), &mut |_| ControlFlow::Continue(()));
    assert!(error.is_ok(), "{error:?}");
    let mut pieces = std::io::BufReader::with_capacity(1, &b"2 4 1 3\r\r\nx y\r"[..]);
    let error =
        read::solutions(&mut pieces, Some(&four), &mut |_| ControlFlow::Continue(()))
            .unwrap_err();
    assert!(error.to_string().starts_with("line 3: "), "{error}");
}

/// A list that a limit ended says so in every form of text, and reads back.
#[test]
fn reports_a_truncated_list() {
    use queens::control::Limit;
    let four = Problem::queens(4).unwrap();
    let [first, _] = both();
    let stopped = Outcome::LimitReached(Limit::Nodes);
    for format in [
        Format::Text,
        Format::Csv,
        Format::Board,
        Format::Json,
        Format::Ndjson,
        Format::Html,
    ] {
        for outcome in [stopped, Outcome::Exhausted] {
            let mut out = Vec::new();
            let mut renderer = render::renderer(format, &four, Style::default());
            renderer.begin(&mut out).unwrap();
            renderer.solution(&first, &mut out).unwrap();
            renderer
                .end(
                    &Summary {
                        solutions: 1,
                        outcome,
                    },
                    &mut out,
                )
                .unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(
                text.contains("stopped by the node limit"),
                outcome == stopped,
                "{text}"
            );
            assert_eq!(
                solutions(&text, Some(&four)),
                Ok(vec![first.clone()]),
                "{text}"
            );
        }
    }
}
