//! Solutions among the other lines that programs print: headings, totals, rulers, logs.
//! What is certain is read, lines around it are counted, and a line that is a broken
//! solution stops the reading.

use proptest::prelude::*;
use queens::check;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::read::{self, ReadNotes};
use queens::square::Square;
use std::ops::ControlFlow;
use std::path::Path;

/// The solutions of four queens, columns from 0.
const FIRST: [u32; 4] = [1, 3, 0, 2];
const SECOND: [u32; 4] = [2, 0, 3, 1];

/// The placements of a text and the notes, or the error.
fn output(text: &str) -> Result<(Vec<Placement>, ReadNotes), String> {
    let mut found = Vec::new();
    let read = read::solutions_with_notes(&mut text.as_bytes(), None, &mut |solution| {
        found.push(solution.placement);
        ControlFlow::Continue(())
    });
    read.map(|notes| (found, notes))
        .map_err(|error| error.to_string())
}

fn placements(columns: &[&[u32]]) -> Vec<Placement> {
    columns
        .iter()
        .map(|columns| Placement::from_columns(columns))
        .collect()
}

/// A file of the folder with outputs.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/outputs");
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn reads_outputs_of_programs() {
    let both = placements(&[&FIRST, &SECOND]);
    let eight = placements(&[&[1, 3, 5, 7, 2, 0, 6, 4]]);
    for (name, expected, ignored, columns_from) in [
        ("braces.txt", &both, 0, Some(1)),
        ("headings.txt", &both, 3, None),
        ("matrix.txt", &both[..1].to_vec(), 1, None),
        ("numbered.txt", &both, 0, Some(1)),
        ("o.txt", &both[..1].to_vec(), 0, None),
        ("parentheses.txt", &both, 0, Some(1)),
        ("position.fen", &eight, 0, None),
        ("solver-log.txt", &both, 5, None),
        ("total-at-end.txt", &both, 1, None),
        ("x.txt", &both[..1].to_vec(), 0, None),
    ] {
        let (found, notes) =
            output(&file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&found, expected, "{name}");
        assert_eq!(
            (notes.ignored, notes.columns_from),
            (ignored, columns_from),
            "{name}: {notes:?}"
        );
    }
}

/// Other programs and languages, each with both solutions of four queens.
#[test]
fn reads_both_solutions_in_many_words() {
    for text in [
        "N = 4\n(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n\n(0, 2)\n(1, 0)\n(2, 3)\n(3, 1)\n2 solutions\n",
        "[[1]]\n[1] 2 4 1 3\n\n[[2]]\n[1] 3 1 4 2\n\n",
        "[1] \"2 4 1 3\"\n[1] \"3 1 4 2\"\n",
        "Solution 1: [2, 4, 1, 3]\n. Q . .\n. . . Q\nQ . . .\n. . Q .\nSolution 2: [3, 1, 4, 2]\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n",
        "4\n2 4 1 3\n3 1 4 2\n2\n",
        "Queens: (2,4,1,3)\nQueens: (3,1,4,2)\n",
        ".Q..\n...Q\nQ...\n..Q.\n---\n..Q.\nQ...\n...Q\n.Q..\n---\n",
        "solutions = {{1,3,0,2},\n {2,0,3,1}};\n",
        "[1 3 0 2]\n[2 0 3 1]\n2\n",
        "1\n.Q..\n...Q\nQ...\n..Q.\n2\n..Q.\nQ...\n...Q\n.Q..\n",
        "#1\n.Q..\n...Q\nQ...\n..Q.\n#2\n..Q.\nQ...\n...Q\n.Q..\n",
        "\u{1b}[32m. X . .\u{1b}[0m\n. . . X\nX . . .\n. . X .\n\n. . X .\nX . . .\n. . . X\n. X . .\n",
        "  0 1 2 3\n0 . Q . .\n1 . . . Q\n2 Q . . .\n3 . . Q .\n\n  0 1 2 3\n0 . . Q .\n1 Q . . .\n2 . . . Q\n3 . Q . .\n",
        "⬜👑⬜⬜\n⬜⬜⬜👑\n👑⬜⬜⬜\n⬜⬜👑⬜\n\n⬜⬜👑⬜\n👑⬜⬜⬜\n⬜⬜⬜👑\n⬜👑⬜⬜\n",
        "Solution: Q(0,1) Q(1,3) Q(2,0) Q(3,2)\nSolution: Q(0,2) Q(1,0) Q(2,3) Q(3,1)\n",
        "Solution #1: ['.Q..', '...Q', 'Q...', '..Q.']\nSolution #2: ['..Q.', 'Q...', '...Q', '.Q..']\n",
        "0: 1 3 0 2\n1: 2 0 3 1\n",
        "Found 2 4 1 3 after 5 ms\nFound 3 1 4 2 after 7 ms\n",
        "1) 2 4 1 3\n2) 3 1 4 2\n",
        "4 queens, please wait ...\n0100\n0001\n1000\n0010\n---\n0010\n1000\n0001\n0100\n---\n",
        "[1, 3, 0, 2]\n[2, 0, 3, 1]\nFound 2 solutions in 0.1 s\n",
    ] {
        let (found, _) = output(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(found, placements(&[&FIRST, &SECOND]), "{text}");
    }
}

/// Outputs of Rust, Haskell, Lisp, R, MATLAB, logic programs and others, tables and YAML,
/// each with both solutions of four queens.
#[test]
fn reads_both_solutions_in_many_languages() {
    for text in [
        "Solution { queens: [1, 3, 0, 2] }\nSolution { queens: [2, 0, 3, 1] }\n",
        "Some([1, 3, 0, 2])\nSome([2, 0, 3, 1])\nNone\n",
        "[Some(1), Some(3), Some(0), Some(2)]\n[Some(2), Some(0), Some(3), Some(1)]\n",
        "[\n    1,\n    3,\n    0,\n    2,\n]\n[\n    2,\n    0,\n    3,\n    1,\n]\n",
        "Solution {\n    queens: [\n        1,\n        3,\n        0,\n        2,\n    ],\n}\nSolution {\n    queens: [\n        2,\n        0,\n        3,\n        1,\n    ],\n}\n",
        "[Queen { row: 0, col: 1 }, Queen { row: 1, col: 3 }, Queen { row: 2, col: 0 }, Queen { row: 3, col: 2 }]\n[Queen { row: 0, col: 2 }, Queen { row: 1, col: 0 }, Queen { row: 2, col: 3 }, Queen { row: 3, col: 1 }]\n",
        "[\".Q..\", \"...Q\", \"Q...\", \"..Q.\"]\n[\"..Q.\", \"Q...\", \"...Q\", \".Q..\"]\n",
        "[src/main.rs:12:5] &solution = [\n    1,\n    3,\n    0,\n    2,\n]\n[src/main.rs:12:5] &solution = [\n    2,\n    0,\n    3,\n    1,\n]\n",
        "Just [2,4,1,3]\nJust [3,1,4,2]\nNothing\n",
        "fromList [(1,2),(2,4),(3,1),(4,3)]\nfromList [(1,3),(2,1),(3,4),(4,2)]\n",
        "ghci> queens 4\n[[2,4,1,3],[3,1,4,2]]\nghci> :q\nLeaving GHCi.\n",
        "((2 4 1 3) (3 1 4 2))\n",
        "#(2 4 1 3)\n#(3 1 4 2)\n",
        "'(2 4 1 3)\n'(3 1 4 2)\n",
        "((1 . 2) (2 . 4) (3 . 1) (4 . 3))\n((1 . 3) (2 . 1) (3 . 4) (4 . 2))\n",
        "((0 1) (1 3) (2 0) (3 2))\n((0 2) (1 0) (2 3) (3 1))\n",
        "CL-USER> (queens 4)\n((2 4 1 3) (3 1 4 2))\nCL-USER> (quit)\n",
        "user=> (queens 4)\n([1 3 0 2] [2 0 3 1])\n",
        ";; solutions for 4\n(2 4 1 3)\n(3 1 4 2)\n;; 2 solutions\n",
        "     [,1] [,2] [,3] [,4]\n[1,]    2    4    1    3\n[2,]    3    1    4    2\n",
        "     [,1] [,2]\n[1,]    2    3\n[2,]    4    1\n[3,]    1    4\n[4,]    3    2\n",
        "  V1 V2 V3 V4\n1  2  4  1  3\n2  3  1  4  2\n",
        "[[1]]\n[1] 2 4 1 3\n\n[[2]]\n[1] 3 1 4 2\n\n",
        " num [1:4] 2 4 1 3\n num [1:4] 3 1 4 2\n",
        "> queens(4)\n[1] 2 4 1 3\n[1] 3 1 4 2\n> \n",
        "ans =\n\n     2     4     1     3\n     3     1     4     2\n\n",
        "s = [2 4 1 3; 3 1 4 2]\n",
        "ans =\n\n     2\n     4\n     1\n     3\n\nans =\n\n     3\n     1\n     4\n     2\n\n",
        "2-element Vector{Vector{Int64}}:\n [2, 4, 1, 3]\n [3, 1, 4, 2]\n",
        "[[0 1 0 0]\n [0 0 0 1]\n [1 0 0 0]\n [0 0 1 0]]\n\n[[0 0 1 0]\n [1 0 0 0]\n [0 0 0 1]\n [0 1 0 0]]\n",
        "   q1  q2  q3  q4\n0   2   4   1   3\n1   3   1   4   2\n",
        "?- queens(4, Qs).\nQs = [2, 4, 1, 3] ;\nQs = [3, 1, 4, 2] ;\nfalse.\n",
        "queens = array1d(1..4, [2, 4, 1, 3]);\n----------\nqueens = array1d(1..4, [3, 1, 4, 2]);\n----------\n==========\n",
        "clingo version 5.6.2\nReading from queens.lp\nSolving...\nAnswer: 1\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\nAnswer: 2\nqueen(1,3) queen(2,1) queen(3,4) queen(4,2)\nSATISFIABLE\n\nModels       : 2\nCalls        : 1\nTime         : 0.004s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)\nCPU Time     : 0.000s\n",
        "[{1,2},{2,4},{3,1},{4,3}]\n[{1,3},{2,1},{3,4},{4,2}]\n",
        "[[{0, 1}, {1, 3}, {2, 0}, {3, 2}], [{0, 2}, {1, 0}, {2, 3}, {3, 1}]]\n",
        "{0=>1, 1=>3, 2=>0, 3=>2}\n{0=>2, 1=>0, 2=>3, 3=>1}\n",
        "{0: 1, 1: 3, 2: 0, 3: 2}\n{0: 2, 1: 0, 2: 3, 3: 1}\n",
        "map[0:1 1:3 2:0 3:2]\nmap[0:2 1:0 2:3 3:1]\n",
        "[1 3 0 2]\n[2 0 3 1]\n",
        "x1 = 2, x2 = 4, x3 = 1, x4 = 3\nx1 = 3, x2 = 1, x3 = 4, x4 = 2\n",
        "x[1]=2 x[2]=4 x[3]=1 x[4]=3\nx[1]=3 x[2]=1 x[3]=4 x[4]=2\n",
        "q[0] = 1\nq[1] = 3\nq[2] = 0\nq[3] = 2\n\nq[0] = 2\nq[1] = 0\nq[2] = 3\nq[3] = 1\n",
        "Row 1: column 2\nRow 2: column 4\nRow 3: column 1\nRow 4: column 3\n\nRow 1: column 3\nRow 2: column 1\nRow 3: column 4\nRow 4: column 2\n",
        "scala> queens(4)\nval res0: List[List[Int]] = List(List(1, 3, 0, 2), List(2, 0, 3, 1))\n",
        "List((0,1), (1,3), (2,0), (3,2))\nList((0,2), (1,0), (2,3), (3,1))\n",
        "- : int list list = [[2; 4; 1; 3]; [3; 1; 4; 2]]\n",
        "[|2; 4; 1; 3|]\n[|3; 1; 4; 2|]\n",
        "val it = [[2,4,1,3],[3,1,4,2]] : int list list\n",
        "$VAR1 = [\n          2,\n          4,\n          1,\n          3\n        ];\n$VAR1 = [\n          3,\n          1,\n          4,\n          2\n        ];\n",
        "Array\n(\n    [0] => 1\n    [1] => 3\n    [2] => 0\n    [3] => 2\n)\nArray\n(\n    [0] => 2\n    [1] => 0\n    [2] => 3\n    [3] => 1\n)\n",
        "Solution,Row1,Row2,Row3,Row4\n1,2,4,1,3\n2,3,1,4,2\n",
        "q1;q2;q3;q4\n2;4;1;3\n3;1;4;2\n",
        "\"2\",\"4\",\"1\",\"3\"\n\"3\",\"1\",\"4\",\"2\"\n",
        "r1\tr2\tr3\tr4\n2\t4\t1\t3\n3\t1\t4\t2\n",
        "- [2, 4, 1, 3]\n- [3, 1, 4, 2]\n",
        "solutions:\n  - [1, 3, 0, 2]\n  - [2, 0, 3, 1]\n",
        "count: 2\nsolutions:\n  - columns: [2, 4, 1, 3]\n  - columns: [3, 1, 4, 2]\n",
        "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| 2 | 4 | 1 | 3 |\n| 3 | 1 | 4 | 2 |\n",
        "2 4 1 3\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\n3 1 4 2\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n",
        ". Q . .    . . Q .\n. . . Q    Q . . .\nQ . . .    . . . Q\n. . Q .    . Q . .\n",
        "2 solutions:\n2 4 1 3\n3 1 4 2\n",
        "2 4 1 3 (0.001s)\n3 1 4 2 (0.002s)\n",
        "Searching... 10%\rSearching... 100%\n2 4 1 3\n3 1 4 2\n",
        "2026-11-30 10:00:01 INFO solver: solution [1, 3, 0, 2]\n2026-11-30 10:00:02 INFO solver: solution [2, 0, 3, 1]\n",
        "10:00:01.123 [main] INFO  Queens - Solution 1: [1, 3, 0, 2]\n10:00:01.124 [main] INFO  Queens - Solution 2: [2, 0, 3, 1]\n",
        "1: 2 -> 4 -> 1 -> 3\n2: 3 -> 1 -> 4 -> 2\n",
    ] {
        let (found, notes) =
            output(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        // Lists in brackets count from 0 where nothing is around them; those of some
        // programs count from 1.
        let from_one = |placement: &Placement| {
            let squares = placement.squares().iter();
            Placement::new(
                squares
                    .map(|square| Square::new(square.row, square.column.wrapping_sub(1)))
                    .collect(),
            )
        };
        let both = placements(&[&FIRST, &SECOND]);
        let shifted: Vec<Placement> = found.iter().map(from_one).collect();
        assert!(
            found == both || shifted == both,
            "{text}: {found:?} {notes:?}"
        );
    }
}

/// The solutions of a text, without their numbers, or the error.
fn found(text: &str) -> Result<Vec<Placement>, String> {
    output(text).map(|(found, _)| found)
}

/// Lists above the lines of MiniZinc count from 0 or 1, as all together show.
#[test]
fn reads_lists_above_the_lines_of_minizinc() {
    let (one, both) = (placements(&[&FIRST]), placements(&[&FIRST, &SECOND]));
    for (text, expected) in [
        ("queens = [2, 4, 1, 3];\n----------\n", &one),
        ("queens = [1, 3, 0, 2];\n----------\n==========\n", &one),
        ("[2, 4, 1, 3]\n\n----------", &one),
        (
            "queens = [2, 4, 1, 3];\n----------\nqueens = [3, 1, 4, 2];\n----------\n==========\n",
            &both,
        ),
        (
            "n = 4;\nq = [2, 4, 1, 3];\n----------\nn = 4;\nq = [3, 1, 4, 2];\n----------\n",
            &both,
        ),
        (
            "q = [2, 4, 1, 3];\nobj = 7;\n----------\nq = [3, 1, 4, 2];\nobj = 8;\n----------\n",
            &both,
        ),
        (
            "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]\n----------\n==========\n",
            &one,
        ),
        ("[1,3,0,2]\n[2,0,3,1]\n==========\n", &both),
        (
            "q = array1d(0..3, [1, 3, 0, 2]);\n----------\nq = array1d(0..3, [2, 0, 3, 1]);\n----------\n",
            &both,
        ),
    ] {
        assert_eq!(found(text).as_ref(), Ok(expected), "{text}");
    }
    for text in [
        "[1,3,0,2]\n-----\n",
        "[1,3,0,2] ----------\n",
        "[1,3,0,2]\n-----------\n",
        "queens = [2, 4, 1\n----------\n",
        "queens = [2, 4, x, 3];\n----------\n",
        "queens = [2, 4, 1, 3];\n----------\nqueens = [3, 1, 4];\n----------\n",
    ] {
        assert!(found(text).is_err(), "{text}: {:?}", found(text));
    }
}

/// Arrays of Haskell have the bounds of their rows before them.
#[test]
fn reads_arrays_with_bounds() {
    let both = placements(&[&FIRST, &SECOND]);
    for text in [
        "listArray (0,3) [1,3,0,2]\nlistArray (0,3) [2,0,3,1]\n",
        "listArray (1,4) [2,4,1,3]\n\nlistArray (1,4) [3,1,4,2]\n",
        "Solution: listArray (1,4) [2,4,1,3]\nSolution: listArray (1,4) [3,1,4,2]\n",
        "[listArray (0,3) [1,3,0,2],listArray (0,3) [2,0,3,1]]\n",
        "array (0,3) [(0,1),(1,3),(2,0),(3,2)]\narray (0,3) [(0,2),(1,0),(2,3),(3,1)]\n",
        "array (1,4) [(1,2),(2,4),(3,1),(4,3)]\narray (1,4) [(1,3),(2,1),(3,4),(4,2)]\n",
    ] {
        assert_eq!(found(text), Ok(both.clone()), "{text}");
    }
    let broken = found("Start\nlistArray (0,4) [1,3,0,2]\n").expect_err("five rows");
    assert!(
        broken.starts_with("line 2: ") && broken.contains("bounds"),
        "{broken}"
    );
}

/// A list of YAML has an item on each line.
#[test]
fn reads_lists_with_an_item_on_each_line() {
    let (one, both) = (placements(&[&FIRST]), placements(&[&FIRST, &SECOND]));
    for (text, expected) in [
        ("- 1\n- 3\n- 0\n- 2\n", &one),
        ("- 2\n- 4\n- 1\n- 3\n", &one),
        ("queens:\n- 1\n- 3\n- 0\n- 2\n", &one),
        ("queens:\n  - 2\n  - 4\n  - 1\n  - 3\n", &one),
        ("---\nqueens:\n  - 2\n  - 4\n  - 1\n  - 3\n...\n", &one),
        (
            "n: 4\nqueens:\n  - 2\n  - 4\n  - 1\n  - 3\ncount: 1\n",
            &one,
        ),
        ("- 2\n- 4\n- 1\n- 3\n\n- 3\n- 1\n- 4\n- 2\n", &both),
        (
            "- - 1\n  - 3\n  - 0\n  - 2\n- - 2\n  - 0\n  - 3\n  - 1\n",
            &both,
        ),
        (
            "solutions:\n  - - 2\n    - 4\n    - 1\n    - 3\n  - - 3\n    - 1\n    - 4\n    - 2\n",
            &both,
        ),
        ("- [0, 1]\n- [1, 3]\n- [2, 0]\n- [3, 2]\n", &one),
        (
            "queens:\n  - [0, 1]\n  - [1, 3]\n  - [2, 0]\n  - [3, 2]\n",
            &one,
        ),
    ] {
        assert_eq!(found(text).as_ref(), Ok(expected), "{text}");
    }
    // Solutions of two and of three rows, the first without a queen in its first row.
    assert_eq!(found("- 1\n- 2\n").map(|found| found.len()), Ok(2));
    assert_eq!(found("- - 3\n- - 1\n").map(|found| found.len()), Ok(2));
    assert_eq!(found("- 1\n2 1\n").map(|found| found.len()), Ok(2));
    for text in [
        "- 1\n- 3\n- x\n- 2\n",
        "queens:\n- 2\n- 4\n\n- 1\n- 3\n",
        "queens:\n- 2\n- 4\n- 1\n- 3\nqueens:\n- 3\n- 1\n- 4\n",
    ] {
        assert!(found(text).is_err(), "{text}: {:?}", found(text));
    }
}

/// Letters are columns where they cannot be rows of a board.
#[test]
fn reads_letters_as_columns() {
    let (one, both) = (placements(&[&FIRST]), placements(&[&FIRST, &SECOND]));
    for (text, expected) in [
        ("b d a c\n", &one),
        ("B D A C\n", &one),
        ("b, d, a, c\n", &one),
        ("bdac\n", &one),
        ("BDAC\n", &one),
        ("Solution 1: b d a c\nSolution 2: c a d b\n", &both),
        ("1) b d a c\n2) c a d b\n", &both),
        ("b d a c\n\nc a d b\n", &both),
        ("Solutions of 4 queens\nbdac\n1 solution\n", &one),
        ("b1d2a3c4\n", &one),
        ("B1D2A3C4\n", &one),
        ("Solution: b1d2a3c4\nSolution: c1a2d3b4\n", &both),
        ("b1 d2 a3 c4\n", &one),
        ("a3,b1,c4,d2\n", &one),
        ("b1 d2 a3 c4\nc1 a2 d3 b4\n", &both),
        ("Qb1 Qd2 Qa3 Qc4\n", &one),
        ("Solution: Qb1, Qd2, Qa3, Qc4\n", &one),
    ] {
        let mut read = found(text);
        // Squares are in the order in which they are named.
        for placement in read.iter_mut().flatten() {
            let mut squares = placement.squares().to_vec();
            squares.sort_unstable_by_key(|square| square.row);
            *placement = Placement::new(squares);
        }
        assert_eq!(read.as_ref(), Ok(expected), "{text}");
    }
    for (text, words) in [
        ("b d a c\nc a d b\n", "rows of a board or columns"),
        ("bdac\ncadb\nacbd\ndbca\n", "rows of a board or columns"),
        ("b d a d\n", "line 1"),
        ("b1 d2 a3 c3\n", "name the problem"),
        ("b1d2a3c3\n", "is not a valid square"),
        ("Qb1 Qd2\n", "name the problem"),
    ] {
        let error = found(text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Boards within a frame of walls; walls that are no frame stay walls.
#[test]
fn reads_boards_within_a_frame() {
    let (one, both) = (placements(&[&FIRST]), placements(&[&FIRST, &SECOND]));
    let first = "######\n#.Q..#\n#...Q#\n#Q...#\n#..Q.#\n######\n";
    let second = "######\n#..Q.#\n#Q...#\n#...Q#\n#.Q..#\n######\n";
    let spaced =
        "# # # # # #\n# . Q . . #\n# . . . Q #\n# Q . . . #\n# . . Q . #\n# # # # # #\n";
    for (text, expected) in [
        (first.to_owned(), &one),
        (spaced.to_owned(), &one),
        (format!("{first}\n{second}"), &both),
        (format!("{first}{second}"), &both),
        (
            format!("Solution 1:\n{first}Solution 2:\n{second}2 solutions\n"),
            &both,
        ),
        (
            format!("Solution 1:\n{first}\nSolution 2:\n{second}"),
            &both,
        ),
        (
            format!("###########\n# N-Queens #\n###########\n{first}"),
            &one,
        ),
        (format!("Found:\n{}", first.replace('Q', "X")), &one),
        (first.replace('Q', "X").replace('.', "-"), &one),
    ] {
        assert_eq!(found(&text).as_ref(), Ok(expected), "{text}");
    }
    for text in [first, spaced] {
        let board = read::problem(text.as_bytes()).expect("one board").problem;
        assert_eq!(board.givens(), one[0].squares(), "{text}");
        assert_eq!((board.rows(), board.columns()), (4, 4), "{text}");
    }
    // Three sides, and a board that is not complete.
    let open = first.replace("#..Q.#\n######\n", "#..Q.#\n");
    assert!(found(&format!("Start\n{open}End\n")).is_err());
    let walls = read::problem(open.as_bytes()).expect("walls").problem;
    assert_eq!(walls.columns(), 6);
}

/// Tables and chessboards of LaTeX.
#[test]
fn reads_boards_of_latex() {
    let (one, both) = (placements(&[&FIRST]), placements(&[&FIRST, &SECOND]));
    let ruled = "\\begin{array}{|c|c|c|c|}\n\\hline\n & Q & & \\\\\n\\hline\n & & & Q \\\\\n\\hline\nQ & & & \\\\\n\\hline\n & & Q & \\\\\n\\hline\n\\end{array}\n";
    for (text, expected) in [
        (ruled, &one),
        (
            "\\begin{tabular}{cccc}\n. & Q & . & . \\\\\n. & . & . & Q \\\\\nQ & . & . & . \\\\\n. & . & Q & . \\\\\n\\end{tabular}\n",
            &one,
        ),
        (
            "\\begin{pmatrix}\n0 & 1 & 0 & 0 \\\\\n0 & 0 & 0 & 1 \\\\\n1 & 0 & 0 & 0 \\\\\n0 & 0 & 1 & 0\n\\end{pmatrix}\n",
            &one,
        ),
        (
            "\\left[\\begin{matrix}0 & 1 & 0 & 0\\\\0 & 0 & 0 & 1\\\\1 & 0 & 0 & 0\\\\0 & 0 & 1 & 0\\end{matrix}\\right]\n",
            &one,
        ),
        (
            "\\begin{tabular}{c|cccc}\n & a & b & c & d \\\\ \\hline\n1 & & $\\queen$ & & \\\\\n2 & & & & $\\queen$ \\\\\n3 & $\\queen$ & & & \\\\\n4 & & & $\\queen$ & \\\\\n\\end{tabular}\n",
            &one,
        ),
        (
            "\\begin{tabular}{rrrr}\n\\toprule\n2 & 4 & 1 & 3 \\\\\n3 & 1 & 4 & 2 \\\\\n\\bottomrule\n\\end{tabular}\n",
            &both,
        ),
        (
            "\\chessboard[maxfield=d4,setpieces={Qb1,Qd2,Qa3,Qc4}]\n\\chessboard[maxfield=d4,setpieces={Qc1,Qa2,Qd3,Qb4}]\n",
            &both,
        ),
        ("\\fenboard{1Q2/3Q/Q3/2Q1 w - - 0 1}\n", &one),
    ] {
        assert_eq!(found(text).as_ref(), Ok(expected), "{text}");
    }
    for (text, words) in [
        ("\\chessboard[setpieces={Qb1,Qd2,Qa3,Qc4}]\n", "maxfield=d4"),
        ("\\chessboard[setpieces={Kb1,Qd2}]\n", "write queens as Qb4"),
        (
            "Table\n & Q & & \\\\\n & & & Q \\\\\nQ & & & \\\\\n\\end{array}\n",
            "cut off",
        ),
    ] {
        let error = found(text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Boards and lists of one solution.
#[test]
fn reads_one_solution_in_many_languages() {
    for text in [
        "      [,1]  [,2]  [,3]  [,4]\n[1,] FALSE  TRUE FALSE FALSE\n[2,] FALSE FALSE FALSE  TRUE\n[3,]  TRUE FALSE FALSE FALSE\n[4,] FALSE FALSE  TRUE FALSE\n",
        "     [,1] [,2] [,3] [,4]\n[1,] \".\"  \"Q\"  \".\"  \".\" \n[2,] \".\"  \".\"  \".\"  \"Q\" \n[3,] \"Q\"  \".\"  \".\"  \".\" \n[4,] \".\"  \".\"  \"Q\"  \".\" \n",
        "     [,1] [,2] [,3] [,4]\n[1,]    0    1    0    0\n[2,]    0    0    0    1\n[3,]    1    0    0    0\n[4,]    0    0    1    0\n",
        "board =\n\n     0     1     0     0\n     0     0     0     1\n     1     0     0     0\n     0     0     1     0\n\n",
        "board =\n\n  4×4 logical array\n\n   0   1   0   0\n   0   0   0   1\n   1   0   0   0\n   0   0   1   0\n\n",
        "b = [0 1 0 0; 0 0 0 1; 1 0 0 0; 0 0 1 0];\n",
        "4-element Vector{Int64}:\n 2\n 4\n 1\n 3\n",
        "4×4 Matrix{Int64}:\n 0  1  0  0\n 0  0  0  1\n 1  0  0  0\n 0  0  1  0\n",
        "tensor([[0, 1, 0, 0],\n        [0, 0, 0, 1],\n        [1, 0, 0, 0],\n        [0, 0, 1, 0]])\n",
        "   0  1  2  3\n0  .  Q  .  .\n1  .  .  .  Q\n2  Q  .  .  .\n3  .  .  Q  .\n",
        "+---+---+---+---+\n|   | Q |   |   |\n+---+---+---+---+\n|   |   |   | Q |\n+---+---+---+---+\n| Q |   |   |   |\n+---+---+---+---+\n|   |   | Q |   |\n+---+---+---+---+\nSolution 1 of 2\n",
        "┌───┬───┬───┬───┐\n│   │ Q │   │   │\n├───┼───┼───┼───┤\n│   │   │   │ Q │\n├───┼───┼───┼───┤\n│ Q │   │   │   │\n├───┼───┼───┼───┤\n│   │   │ Q │   │\n└───┴───┴───┴───┘\n",
    ] {
        let (found, _) = output(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found, placements(&[&FIRST]), "{text}");
    }
}

/// One extra line costs nothing, but a broken solution is reported.
#[test]
fn reports_broken_solutions_among_words() {
    for (text, line, words) in [
        (
            "Solution 1: 2 4 1 3\nSolution 2: 3 1 4\n",
            2,
            "the solution has 3 rows",
        ),
        (
            "Solution 1: 2 4 1 3\nSolution 2: none\n",
            2,
            "lines with the same words have a solution",
        ),
        ("Start\n2 4 1 3\n3 1 x 2\n", 3, "'x' is not a valid column"),
        ("Start\n.Q..\n...Q\nQ...\n\nEnd\n", 2, "cut off"),
        ("Start\n[2, 4, 1\nEnd\n", 2, "cut off"),
        (
            "Board\n.+%&\n+.%&\n.%+&\n&.+%\n",
            2,
            "no sign is certainly the queen",
        ),
    ] {
        let error = output(text).map(|(found, _)| found).expect_err(text);
        assert!(
            error.starts_with(&format!("line {line}: ")) && error.contains(words),
            "{text}: {error}"
        );
    }
    for text in [
        "[Some(1), Some(3)\nSome(0)",
        "map[0:1 2:3 1:0 3:2]\n",
        "b d a c\nc a d b\n",
    ] {
        assert!(output(text).is_err(), "{text}");
    }
    let without = output("Nothing here\nTotal: 0\n").map(|(found, _)| found);
    assert!(without.is_err(), "{without:?}");
}

/// A drawing is a solution of the problem that a program answers; its queens are given
/// queens where a problem is expected.
#[test]
fn an_output_with_one_solution_is_a_problem() {
    let board = read::problem(file("position.fen").as_bytes()).expect("one solution");
    assert!(board.from_solution && board.problem.givens().len() == 8);
    assert!(read::problem(file("headings.txt").as_bytes()).is_err());
    let with_heading = "Solution 1:\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\nDone.\n";
    let four = read::problem(with_heading.as_bytes())
        .expect("one solution")
        .problem;
    assert_eq!(four.givens(), Placement::from_columns(&FIRST).squares());
    // A region with the letter Q is no queen.
    assert!(read::problem(b"QQAAB\nQQABB\nQACCB\nDDCEE\nDDDEE\n").is_err());
}

/// Number of styles in which [`write_in_style`] writes.
const STYLES: usize = 14;

/// A solution as a program may print it; `number` counts from 1.
fn write_in_style(
    style: usize,
    number: usize,
    columns: &[u32],
    signs: (char, char),
) -> String {
    let size = columns.len() as u32;
    let list = |first: u32, joint: &str| {
        columns
            .iter()
            .map(|column| (column + first).to_string())
            .collect::<Vec<_>>()
            .join(joint)
    };
    let (queen, free) = signs;
    let row = |column: u32, joint: &str| {
        let sign = |at| if at == column { queen } else { free }.to_string();
        (0..size).map(sign).collect::<Vec<_>>().join(joint)
    };
    let drawn = |before: &dyn Fn(usize) -> String, joint: &str, after: &str| {
        let line = |(at, &column): (usize, &u32)| {
            before(at) + &row(column, joint) + after + "\n"
        };
        columns.iter().enumerate().map(line).collect::<String>()
    };
    let none = |_: usize| String::new();
    match style {
        0 => format!("Solution {number}:\n{}\n", drawn(&none, " ", "")),
        1 => format!("{number}: {}\n", list(1, " ")),
        2 => format!("Solution #{number} = [{}]\n", list(0, ", ")),
        3 => format!("{{{}}},\n", list(1, ", ")),
        4 => format!("({})\n", list(1, " ")),
        5 => format!(
            "board {number}\n{}\n",
            drawn(&|at| format!("{:>2} ", at + 1), " ", "")
        ),
        6 => drawn(&none, "", "") + "----------------------------------------\n",
        7 => format!(
            "[INFO] found {number}\n{}",
            drawn(&|_| "| ".to_owned(), " | ", " |")
        ),
        8 => {
            let pairs = columns
                .iter()
                .enumerate()
                .map(|(row, column)| format!("({}, {})", row + 1, column + 1));
            format!("Queens at {}\n", pairs.collect::<Vec<_>>().join(", "))
        }
        9 => format!(
            "\u{1b}[1mNumber {number}\u{1b}[0m\n{}\n",
            drawn(&none, " ", "")
        ),
        10 => format!(
            "  {}\n{}\n",
            list_from_zero(size),
            drawn(&|at| format!("{} ", at % 10), " ", "")
        ),
        11 => {
            let rows = columns
                .iter()
                .map(|&column| format!("\"{}\"", row(column, "")));
            format!(
                "Answer {number}: [{}]\n",
                rows.collect::<Vec<_>>().join(", ")
            )
        }
        12 => format!("Elapsed: 0.0{number} s\nList.of({})\n", list(0, ", ")),
        _ => format!("> next\n{}\n", drawn(&|_| "{'".to_owned(), "', '", "'},")),
    }
}

/// Numbers of columns from 0.
fn list_from_zero(size: u32) -> String {
    (0..size)
        .map(|column| (column % 10).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Solutions of five to eight queens, with words before and after them.
    #[test]
    fn outputs_of_many_styles_read_back(
        style in 0..STYLES,
        size in 5..=8_u32,
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        signs in prop::sample::select(vec![('Q', '.'), ('X', '-'), ('*', '.'), ('1', '0'), ('Q', 'O'), ('#', '.'), ('♛', '·'), ('👑', '⬜')]),
        head in prop::sample::select(vec!["", "N-queens solver\n", "Enter n: 8\n\n", "8 queens, please wait ...\n"]),
        tail in prop::sample::select(vec!["", "\nTotal solutions: 3\n", "Done in 0.12 s.\n", "\nStatistics\n  nodes : 120\n"]),
    ) {
        // Row numbers beside digits are no row numbers.
        prop_assume!(signs.0 != '1' || ![5, 10].contains(&style));
        let problem = Problem::queens(size).unwrap();
        let all = crate::common::by_permutations(&problem);
        let picked: Vec<Placement> = picks.iter().map(|pick| pick.get(&all).clone()).collect();
        let mut text = head.to_owned();
        for (number, placement) in (1..).zip(&picked) {
            let columns: Vec<u32> = placement.squares().iter().map(|square| square.column).collect();
            text += &write_in_style(style, number, &columns, signs);
        }
        text += tail;
        let read = output(&text);
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let (found, _) = read.unwrap();
        let strict_from_other = found.iter().all(|placement| check::solution(&problem, placement).is_err());
        // Lists alone follow the documented rule: they count from 1, or from 0 in
        // brackets.
        prop_assert!(found == picked || (strict_from_other && head.is_empty()), "{:?}\n{}", found, text);
    }
}
