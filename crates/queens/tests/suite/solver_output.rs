//! Solutions as solvers and programs write them in arrays, objects and lists of fields;
//! what a solver says in place of a solution; and outputs in place of a problem.

use queens::placement::Placement;
use queens::read::{self, SolverVerdict};
use std::ops::ControlFlow;

/// The solutions of four queens, columns from 0.
const SOLUTIONS: [[u32; 4]; 2] = [[1, 3, 0, 2], [2, 0, 3, 1]];

/// The placements of a text, or the error.
fn found(text: &str) -> Result<Vec<Placement>, String> {
    let mut found = Vec::new();
    let read = read::solutions(&mut text.as_bytes(), None, &mut |solution| {
        found.push(solution.placement);
        ControlFlow::Continue(())
    });
    read.map(|()| found).map_err(|error| error.to_string())
}

fn placements(columns: &[[u32; 4]]) -> Vec<Placement> {
    let placement = |columns: &[u32; 4]| Placement::from_columns(columns);
    columns.iter().map(placement).collect()
}

/// The rows of a board, with one word for a queen and another for a free square.
fn rows(columns: [u32; 4], words: [&str; 2], joint: &str) -> Vec<String> {
    let row = |column: u32| {
        let cell = |at| if at == column { words[0] } else { words[1] };
        (0..4).map(cell).collect::<Vec<_>>().join(joint)
    };
    columns.into_iter().map(row).collect()
}

/// Row and column of each queen, counted from `first`, in a pattern with `R` and `C`.
fn named(columns: [u32; 4], first: u32, pattern: &str, joint: &str) -> String {
    let one = |(row, column): (u32, u32)| {
        let row = (row + first).to_string();
        pattern
            .replace('R', &row)
            .replace('C', &(column + first).to_string())
    };
    (0..).zip(columns).map(one).collect::<Vec<_>>().join(joint)
}

#[test]
fn reads_arrays_of_minizinc_with_rows_and_columns() {
    let bits = |columns| rows(columns, ["1", "0"], ",");
    let truths = |columns| rows(columns, ["true", "false"], ", ");
    let array = |rows: Vec<String>, joint: &str| {
        format!(
            "q = array2d(1..4, 1..4, [{}]);\n----------\n",
            rows.join(joint)
        )
    };
    let barred = |rows: Vec<String>, joint: &str| {
        format!("board = \n[| {}\n |];\n----------\n", rows.join(joint))
    };
    let write: [&dyn Fn([u32; 4]) -> String; 7] = [
        &|columns| array(bits(columns), ","),
        &|columns| array(truths(columns), ", "),
        &|columns| array(bits(columns), "\n  ,"),
        &|columns| array(bits(columns), ",").replace("1..4", "0..3"),
        &|columns| barred(bits(columns), "\n | "),
        &|columns| barred(bits(columns), " | "),
        &|columns| {
            let pairs = named(columns, 1, "R,C", ",");
            format!("q = array2d(1..4, 1..2, [{pairs}]);\n----------\n")
        },
    ];
    for write in write {
        let one = write(SOLUTIONS[0]);
        assert_eq!(found(&one), Ok(placements(&SOLUTIONS[..1])), "{one}");
        let both = SOLUTIONS.map(write).concat() + "==========\n";
        assert_eq!(found(&both), Ok(placements(&SOLUTIONS)), "{both}");
    }
    let other = array(bits(SOLUTIONS[0]), ",").replacen("1..4", "1..5", 1);
    let error = found(&other).expect_err("bounds of twenty squares");
    assert!(
        error.starts_with("line 1: ") && error.contains("bounds"),
        "{error}"
    );
    let cut = "q = array2d(1..4, 1..4,\n  [0, 1, 0, 0\n  , 0, 0\n----------\n";
    let error = found(cut).expect_err("an array without its end");
    assert!(error.contains("the last bracket"), "{error}");
}

#[test]
fn reads_boards_in_the_fields_of_objects() {
    let quoted = |columns| {
        let rows = rows(columns, ["Q", "."], "");
        format!("[\"{}\"]", rows.join("\",\""))
    };
    let [first, second] = SOLUTIONS;
    let (board, other) = (quoted(first), quoted(second));
    let drawn = rows(first, ["Q", "."], "").join("\\n");
    let pairs = named(first, 0, "{\"row\":R,\"col\":C}", ",");
    for text in [
        format!("{{\"board\": {board}}}"),
        format!("{{\"n\": 4, \"solution\": {first:?}, \"time\": 0.1}}"),
        format!("{{\"solution\": {first:?}, \"board\": {board}}}"),
        format!("{{\"queens\": {first:?}, \"board\": {board}}}"),
        format!("{{\"status\": \"OPTIMAL\", \"result\": {{\"board\": {board}}}}}"),
        format!(
            "{{\"type\": \"solution\", \"output\": {{\"json\": {{\"q\": {first:?}}}}}}}"
        ),
        format!("{{\"size\": 4, \"board\": \"{drawn}\"}}"),
        format!("[{pairs}]"),
        format!("{{\"queens\": [{pairs}]}}"),
        format!(
            "{{\"positions\": [{}]}}",
            named(first, 1, "{\"row\":R,\"column\":C}", ",")
        ),
        format!(
            "{{\"queens\": [{}]}}",
            named(first, 0, "{\"x\":C,\"y\":R}", ",")
        ),
        named(first, 0, "{\"row\":R,\"col\":C}\n", ""),
        format!("[{}]", named(first, 1, "[R,C]", ",")),
    ] {
        assert_eq!(found(&text), Ok(placements(&[first])), "{text}");
    }
    for text in [
        format!("{{\"solutions\": [{{\"board\": {board}}}, {{\"board\": {other}}}]}}"),
        format!("{{\"data\": {{\"solutions\": [{first:?}, {second:?}]}}}}"),
        format!("{{\"board\": {board}}}\n{{\"board\": {other}}}\n"),
    ] {
        assert_eq!(found(&text), Ok(placements(&SOLUTIONS)), "{text}");
    }
    for text in [
        "{\"result\": {\"time\": 3}}",
        "{\"board\": 4}",
        "{\"row\": 1}",
    ] {
        let error = found(text).expect_err(text);
        assert!(error.contains("neither 'queens' nor"), "{text}: {error}");
    }
}

#[test]
fn reads_queens_with_a_line_for_their_row_and_column() {
    for pattern in [
        "- row: R\n  col: C\n",
        "  - row: R\n    column: C\n",
        "- col: C\n  row: R\n",
        "- {row: R, col: C}\n",
        "- {col: C, row: R}\n",
        "[[queen]]\nrow = R\ncol = C\n\n",
        "- r: R\n  c: C\n",
    ] {
        for first in [0, 1] {
            let text = "queens:\n".to_owned() + &named(SOLUTIONS[0], first, pattern, "");
            assert_eq!(found(&text), Ok(placements(&SOLUTIONS[..1])), "{text}");
        }
    }
    let nested = SOLUTIONS.map(|columns| {
        "- ".to_owned() + named(columns, 0, "- row: R\n    col: C\n", "  ").as_str()
    });
    let both = "solutions:\n".to_owned() + &nested.concat();
    assert_eq!(found(&both), Ok(placements(&SOLUTIONS)), "{both}");
}

#[test]
fn tells_what_a_solver_said() {
    for (text, line, verdict) in [
        ("=====UNSATISFIABLE=====\n", 1, SolverVerdict::NoSolution),
        ("c comment\ns UNSATISFIABLE\n", 2, SolverVerdict::NoSolution),
        ("unsat\n", 1, SolverVerdict::NoSolution),
        (
            "Solving...\nUNSATISFIABLE\n\nModels : 0\n",
            2,
            SolverVerdict::NoSolution,
        ),
        ("=====UNKNOWN=====\n", 1, SolverVerdict::GivenUp),
        (
            "% Time limit exceeded!\n=====UNKNOWN=====\n",
            2,
            SolverVerdict::GivenUp,
        ),
    ] {
        let each = &mut |_: read::Solution<'_>| panic!("a solution in {text}");
        let notes = read::solutions_with_notes(&mut text.as_bytes(), None, each);
        let notes = notes.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notes.verdict, Some((line, verdict)), "{text}");
        let error = read::problem(text.as_bytes()).expect_err(text).to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
    }
}

/// In place of a problem the error is about the board in the output, not about the words
/// above it.
#[test]
fn an_output_that_is_no_problem_says_why() {
    let board = rows(SOLUTIONS[0], ["Q", "."], " ");
    let text = |rows: &[String]| format!("Solution 1:\n{}\n\nDone\n", rows.join("\n"));
    let mut missing = board.clone();
    missing[2] = ". . . .".to_owned();
    let mut ragged = board.clone();
    ragged[2] += " .";
    for (text, line, part) in [
        (text(&missing), 2, "3 queens"),
        (text(&board[..3]), 2, "the last row of this board"),
        (text(&ragged), 2, "the last row of this board"),
        (text(&board) + &text(&board), 9, "a second solution"),
        ("4 queens\nSolution 1: 2 4 x 3\n".to_owned(), 2, "'x'"),
    ] {
        let error = read::problem(text.as_bytes()).expect_err(&text).to_string();
        let place = format!("line {line}: ");
        assert!(
            error.starts_with(&place) && error.contains(part),
            "{text}: {error}"
        );
    }
    // A text form with a typing error is no output.
    let typo = read::problem(b"size: 4\nbord:\n.Q..\n....\n....\n....\n");
    let error = typo.expect_err("a wrong key").to_string();
    assert!(error.contains("'bord' is not a valid key"), "{error}");
}

/// A frame is no part of a board. Without a queen in each row it may be walls: then the
/// board is refused, unless the frame has corners.
#[test]
fn a_frame_with_missing_queens_is_no_board_with_walls() {
    let all = rows(SOLUTIONS[0], ["Q", "."], "");
    let mut missing = all.clone();
    missing[3] = "....".to_owned();
    let walls = |rows: &[String]| {
        let inner: String = rows.iter().map(|row| format!("#{row}#\n")).collect();
        format!("######\n{inner}######\n")
    };
    let boxed = |rows: &[String]| {
        let inner: String = rows.iter().map(|row| format!("|{row}|\n")).collect();
        format!("+----+\n{inner}+----+\n")
    };
    for text in [walls(&all), boxed(&all)] {
        assert_eq!(found(&text), Ok(placements(&SOLUTIONS[..1])), "{text}");
        let problem = read::problem(text.as_bytes()).expect(&text).problem;
        assert_eq!((problem.rows(), problem.givens().len()), (4, 4), "{text}");
    }
    let error = read::problem(walls(&missing).as_bytes()).expect_err("a frame");
    let error = error.to_string();
    assert!(
        error.contains("edge or walls") && error.contains("leave"),
        "{error}"
    );
    let problem = read::problem(boxed(&missing).as_bytes())
        .expect("a board")
        .problem;
    let expected = Placement::from_columns(&SOLUTIONS[0][..3]);
    assert_eq!(problem.givens(), expected.squares());
    assert_eq!(problem.to_string().lines().next(), Some("queens 4"));
}

/// Tables with a line for each queen, in either order, with and without the number of the
/// solution; pairs below their number.
#[test]
fn reads_tables_of_squares() {
    let both = placements(&SOLUTIONS);
    let table = |head: &str, first: u32, entry: &dyn Fn(usize, u32, u32) -> String| {
        let mut text = format!("{head}\n");
        for (number, columns) in SOLUTIONS.iter().enumerate() {
            for (row, column) in (first..).zip(columns) {
                text += &format!("{}\n", entry(number, row, column + first));
            }
        }
        text
    };
    for first in [0, 1] {
        for text in [
            table("row,col", first, &|_, r, c| format!("{r},{c}")),
            table("col;row", first, &|_, r, c| format!("{c};{r}")),
            table("solution,row,column", first, &|n, r, c| {
                format!("{n},{r},{c}")
            }),
            table("\"board\",\"x\",\"y\"", first, &|n, r, c| {
                format!("{n},{c},{r}")
            }),
        ] {
            assert_eq!(found(&text).as_ref(), Ok(&both), "{text}");
        }
        let pairs = (first..).zip(SOLUTIONS[0]);
        let lines: String = pairs
            .map(|(row, column)| format!("{row} {}\n", column + first))
            .collect();
        assert_eq!(
            found(&format!("4\n{lines}")).as_ref(),
            Ok(&both[..1].to_vec())
        );
    }
    let wrong = found("row,col\n0,1\n1,x\n").expect_err("a word");
    assert!(wrong.starts_with("line 3: "), "{wrong}");
}

#[test]
fn numbers_and_empty_heads_above_a_board_are_no_rows() {
    let both = placements(&SOLUTIONS);
    let board = |at: usize| rows(SOLUTIONS[at], ["Q", "."], "").join("\n");
    for head in ["0123", "1234", "0123\n----"] {
        let text = format!("{head}\n{}\n\n{head}\n{}\n", board(0), board(1));
        assert_eq!(found(&text).as_ref(), Ok(&both), "{text}");
    }
    let cells = rows(SOLUTIONS[0], ["Q", " "], " | ");
    let lines: String = cells.iter().map(|row| format!("| {row} |\n")).collect();
    let table = format!("|   |   |   |   |\n|---|---|---|---|\n{lines}");
    assert_eq!(found(&table).as_ref(), Ok(&both[..1].to_vec()), "{table}");
    let lost =
        found("\tQ\t\t\n\t\t\tQ\nQ\t\t\t\n\t\tQ\t\n").expect_err("no free squares");
    assert!(lost.contains("mark free squares with ."), "{lost}");
}
