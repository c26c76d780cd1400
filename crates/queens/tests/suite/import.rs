//! Problems and answers of other programs, in the forms that they write.

use queens::import::{self, Answers};
use queens::problem::{Problem, ProblemBuilder};
use queens::square::Square;
use queens::{Settings, check, count};
use std::ops::ControlFlow;

fn problem(text: &str) -> Problem {
    import::problem(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parsed(text: &str) -> Problem {
    text.parse().unwrap()
}

fn fault(text: &str) -> String {
    import::problem(text.as_bytes()).unwrap_err().to_string()
}

/// The columns of answers, each with its line.
type Lines = Vec<(u64, Vec<u32>)>;

/// The answers as columns from 1, each with its line, and what the input says.
fn answers(text: &str, of: &Problem) -> Result<(Lines, Answers), String> {
    let mut found = Vec::new();
    let told = import::answers(&mut text.as_bytes(), of, &mut |line, placement| {
        check(of, &placement).unwrap();
        found.push((
            line,
            placement
                .squares()
                .iter()
                .map(|square| square.column + 1)
                .collect(),
        ));
        ControlFlow::Continue(())
    });
    told.map(|told| (found, told))
        .map_err(|error| error.to_string())
}

/// CSPLib 079 and 080: the output of `queens-gen-fast.py` counts from 0, that of
/// `blocked-gen.py` from 1.
#[test]
fn csplib_parameters() {
    let given = problem("letting n =  6\nletting init =  [[0, 1], [3, 0]]\n");
    assert_eq!(given, parsed("6\ngivens: b1 a4"));
    let blocked = problem("letting n =  5\nletting blocks =  [[1, 3],\n [5, 5]]\n");
    assert_eq!(blocked, parsed("5\nholes: c1 e5"));
    assert_eq!(problem("n = 4\ninit = []"), parsed("4"));
}

/// The example of the library's own description: pair [4,1] excludes (0,4), (1,3), ...
/// (4,0), and [5,0] of n = 10 excludes (0,4), (1,5), ... (5,9).
#[test]
fn excluded_diagonals() {
    let text = "n =  10\nnumdiags =  14\ndiags =  [[4, 1], [5, 0]]\n";
    let expected = Problem::builder(10, 10);
    let sum = (0..=4).map(|row| Square::new(row, 4 - row));
    let difference = (0..=5).map(|row| Square::new(row, row + 4));
    let expected = sum
        .chain(difference)
        .fold(expected, ProblemBuilder::hole)
        .build()
        .unwrap();
    assert_eq!(problem(text), expected);
    let first = problem("n = 10\nnumdiags = 1\ndiags = [[4, 1], [5, 0]]");
    assert_eq!(first, parsed("10\nholes: e1 d2 c3 b4 a5"));
    // A002464-like small case by hand: 4 queens without the main diagonal (difference 0
    // is number n - 1 = 3) keep both.
    let four = problem("n = 4\nnumdiags = 1\ndiags = [[3, 0]]");
    assert_eq!(count(&four, &Settings::default()).unwrap().count, 2);
}

#[test]
fn facts_of_the_competitions() {
    let expected = parsed("6\ngivens: b1\nholes: a1 c6");
    assert_eq!(
        problem("size(6). queen(1,2). block(1,1). block(6,3)."),
        expected
    );
    assert_eq!(
        problem("% a comment.\nnum(1..6).\nblock(1,1).\nblock(6,3).\nqueen(1,2).\n"),
        expected
    );
    assert_eq!(
        problem("num(1). num(2). num(3). num(4). block(2,2)."),
        parsed("4\nholes: b2")
    );
    assert!(fault("block(1,1).").contains("add a fact such as size(8)."));
    assert!(fault("size(4). block(0,1).").contains("row 0, column 1 is off the board"));
    assert!(
        fault("size(4). block(2,2). wall(1,2,3).")
            .contains("'wall(1,2,3)' is not supported")
    );
}

/// The instance is what the compiler of the model (`PyCSP3` 2.6) writes for these data,
/// with fewer diagonals.
#[test]
fn the_family_of_xcsp3() {
    let expected = parsed("6\nholes: a1 d3 b6");
    assert_eq!(
        problem(r#"{"n": 6, "blocks": [[0, 0], [2, 3], [5, 1]]}"#),
        expected
    );
    let instance = |diagonals: &str| {
        format!(
            "<instance format=\"XCSP3\" type=\"CSP\">\n  <variables>\n    <array id=\"q\" size=\"[6]\"> 0..5 </array>\n  \
             </variables>\n  <constraints>\n    <group>\n      <intension> ne(%0,%1) </intension>\n      <args> q[0] 0 </args>\n      \
             <args> q[2] 3 </args>\n    </group>\n    <intension> ne(q[5],1) </intension>\n    <allDifferent> q[] </allDifferent>\n    \
             {diagonals}\n  </constraints>\n</instance>\n"
        )
    };
    let pairs = "<group>\n <intension> ne(dist(%0,%1),%2) </intension>\n <args> q[0] q[1] 1 </args>\n </group>";
    assert_eq!(problem(&instance(pairs)), expected);
    assert!(fault(&instance("")).contains("without diagonals"));
    assert!(
        fault(&instance(&format!(
            "{pairs} <sum> <list> q[] </list> </sum>"
        )))
        .contains("'sum' is not supported")
    );
    assert!(
        fault(&instance("<intension> lt(q[0],q[1]) </intension>"))
            .contains("'lt(q[0],q[1])' is not supported")
    );
    assert!(fault(r#"{"n": 6, "blocks": [[0]]}"#).contains("data of BlockedQueens"));
}

#[test]
fn chess_positions() {
    assert_eq!(
        problem("Q7/4q3/7Q/8/8/8/8/8 w - - 0 1"),
        parsed("8\ngivens: a1 e2 h3")
    );
    assert!(fault("8/8/8/8/8/8/8/7K").contains("'K' is not a queen"));
    assert!(fault("8/8/8/8").contains("is not a chessboard"));
    assert!(problem("Q7/Q7/8/8/8/8/8/8").clash().is_some());
}

#[test]
fn reads_its_own_text_form_if_no_other_matches() {
    assert_eq!(
        problem("torus 5\ngivens: b1"),
        parsed("torus 5\ngivens: b1")
    );
    assert_eq!(
        problem(". Q . .\n. . . .\n. . . .\n. . . ."),
        parsed("4\ngivens: b1")
    );
    assert!(
        fault("letting n = 5\nletting blocks = [[1, 3, 5]]")
            .contains("3 numbers do not make squares")
    );
    assert!(fault("letting n = 5\nletting blocks = [[1, 3]").contains("cut off"));
    assert!(fault("letting n = 5\nletting blocks = [[1, 7]]").contains("off the board"));
    assert!(fault("n = 99999999999999999999\ninit = []").contains("is not a number"));
    assert!(fault("n = 9999999999\ninit = []").contains("9999999999 is too long"));
}

/// The output of cadical 1.5, minisat and a pseudo-boolean solver.
#[test]
fn answers_of_sat_solvers() {
    let four = Problem::queens(4).unwrap();
    let (found, told) = answers(
        "c a comment\ns SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10\nv -11 -12 -13 -14 15 -16 -17 18 0\n",
        &four,
    )
    .unwrap();
    assert_eq!(
        (found, told),
        (
            vec![(3, vec![2, 4, 1, 3])],
            Answers {
                solutions: 1,
                says_none: false
            }
        )
    );
    let minisat = "SAT\n-1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 0\n";
    assert_eq!(answers(minisat, &four).unwrap().0, [(2, vec![3, 1, 4, 2])]);
    let opb = "s SATISFIABLE\nv -x1 x2 -x3 -x4 -x5 -x6 -x7 x8\nv x9 -x10 -x11 -x12 -x13 -x14 x15 -x16\n";
    assert_eq!(answers(opb, &four).unwrap().0, [(2, vec![2, 4, 1, 3])]);
    let none = answers("s UNSATISFIABLE\n", &Problem::queens(3).unwrap()).unwrap();
    assert_eq!(
        none,
        (
            vec![],
            Answers {
                solutions: 0,
                says_none: true
            }
        )
    );
    assert_eq!(
        answers("v 1 x 0", &four).unwrap_err(),
        "line 1: 'x' is not a literal such as 12, -12 or x12"
    );
    // Cut off: literals of this form end with 0.
    for text in [
        "v 2 8 9\n",
        "v 2 8 9\ns SATISFIABLE\nv 3 5 12 14 0\n",
        "SAT\n2 8 9 15\n",
    ] {
        assert!(
            answers(text, &four)
                .unwrap_err()
                .contains("the 0 behind the literals"),
            "{text}"
        );
    }
}

/// The output of clingo 5.8.
#[test]
fn answers_of_clingo() {
    let four = Problem::queens(4).unwrap();
    let text = "clingo version 5.8.0\nReading from 4.lp\nSolving...\nAnswer: 1\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\n\
                Answer: 2 (Time: 0.001s)\nqueen(4,2) queen(3,4) queen(2,1) queen(1,3)\nSATISFIABLE\n\nModels       : 2\n";
    assert_eq!(
        answers(text, &four).unwrap().0,
        [(5, vec![2, 4, 1, 3]), (7, vec![3, 1, 4, 2])]
    );
    let empty = "Answer: 1\n\nSATISFIABLE\n";
    assert_eq!(
        answers(empty, &parsed("4\ntotal: 0")).unwrap().0,
        [(2, vec![])]
    );
    assert!(answers("UNSATISFIABLE\n", &four).unwrap().1.says_none);
    assert!(
        answers("queen(5,1)", &four)
            .unwrap_err()
            .contains("row 5, column 1 is off the board")
    );
}

/// The output of MiniZinc 2.6 (`array2d`) and of newer ones (`[| |]`).
#[test]
fn answers_of_minizinc() {
    let four = Problem::queens(4).unwrap();
    let text =
        "q = [3, 1, 4, 2];\n----------\nq = [2, 4, 1, 3];\n----------\n==========\n";
    assert_eq!(
        answers(text, &four).unwrap().0,
        [(1, vec![3, 1, 4, 2]), (3, vec![2, 4, 1, 3])]
    );
    let rooks = parsed("rooks 2x3\ntotal: 2");
    let old = "x = array2d(1..2, 1..3, [0, 0, 1, 1, 0, 0]);\n----------\n";
    assert_eq!(answers(old, &rooks).unwrap().0, [(1, vec![3, 1])]);
    let new = "x = [| 0, 0, 1\n     | 1, 0, 0\n     |];\n----------\n";
    assert_eq!(answers(new, &rooks).unwrap().0, [(1, vec![3, 1])]);
    assert!(
        answers("=====UNSATISFIABLE=====\n", &four)
            .unwrap()
            .1
            .says_none
    );
    assert!(
        answers("q = [3, 1];\n", &four)
            .unwrap_err()
            .contains("the answer has 2 values, but the board has 4")
    );
    assert!(
        answers("q = [3,\n1", &four)
            .unwrap_err()
            .contains("cut off")
    );
}

/// One board, b1 d2 a3 c4, in the forms of solvers and of the programs around them: to a
/// problem that is named, and alone. Half of an answer would be another one.
#[test]
fn answers_with_several_kinds_are_refused() {
    assert_eq!(
        answers("v x2 -x1\n", &parsed("dominating 2")).unwrap().0,
        [(1, vec![2])]
    );
    for text in ["armies 2", "coloring 2"] {
        let refused = answers("v x2 -x1\n", &parsed(text)).unwrap_err();
        assert!(
            refused.contains("only answers with pieces of one kind"),
            "{refused}"
        );
    }
}

#[test]
fn answers_of_other_models() {
    let four = Problem::queens(4).unwrap();
    let given = parsed("4\ngivens: b1 d2 a3 c4");
    for text in [
        "{\"q\":[2,4,1,3]}",
        "{\n  \"q\" : [2, 4, 1, 3]\n}\n----------\n==========\n",
        "{\"type\": \"solution\", \"output\": {\"json\": {\"q\": [2, 4, 1, 3], \"_objective\": 0}}, \"sections\": [\"json\"], \"time\": 12}\n",
        "q = array1d(1..4, [2,4,1,3]);",
        "q = array1d(1..4, [2,4,1,3]);\n----------\n==========\n",
        "q=[2,4,1,3];",
        "queens = [2, 4, 1, 3]\n",
        "cols = [1, 3, 0, 2]\n",
        "{\"solution\": [1, 3, 0, 2]}",
        "x1 = 2;\nx2 = 4;\nx3 = 1;\nx4 = 3;\n----------\n",
        "x1 = 2; x2 = 4; x3 = 1; x4 = 3;",
        "x_1=2\nx_2=4\nx_3=1\nx_4=3\n",
        "q[1] = 2\nq[2] = 4\nq[3] = 1\nq[4] = 3\n",
        "q[0] = 1\nq[1] = 3\nq[2] = 0\nq[3] = 2\n",
        "Q1: 2\nQ2: 4\nQ3: 1\nQ4: 3\n",
        "{\"x1\": 2, \"x2\": 4, \"x3\": 1, \"x4\": 3}",
        "x[1,1] = 0\nx[1,2] = 1\nx[2,4] = 1\nx[3,1] = 1\nx[4,3] = 1\nx[4,4] = 0\n",
        "x_0_1 = 1\nx_1_3 = 1\nx_2_0 = 1\nx_3_2 = 1\nx_3_3 = 0\n",
        "x = array2d(1..4, 1..4, [0,1,0,0, 0,0,0,1, 1,0,0,0, 0,0,1,0]);\n----------\n",
        "x = [| 0, 1, 0, 0\n | 0, 0, 0, 1\n | 1, 0, 0, 0\n | 0, 0, 1, 0 |];\n",
        "{\"board\": [[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]}",
        "x1 = 0\nx2 = 1\nx3 = 0\nx4 = 0\nx5 = 0\nx6 = 0\nx7 = 0\nx8 = 1\nx9 = 1\nx10 = 0\nx11 = 0\nx12 = 0\nx13 = 0\nx14 = 0\nx15 = 1\nx16 = 0\n",
    ] {
        let found = answers(text, &four)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .0;
        assert_eq!(
            found
                .iter()
                .map(|(_, columns)| columns.clone())
                .collect::<Vec<_>>(),
            [[2, 4, 1, 3]],
            "{text}"
        );
        assert_eq!(
            import::problem(text.as_bytes()).map_err(|error| error.to_string()),
            Ok(given.clone()),
            "{text}"
        );
    }
    for several in [
        "x1 = 2;\nx2 = 4;\nx3 = 1;\nx4 = 3;\n----------\nx1 = 3;\nx2 = 1;\nx3 = 4;\nx4 = 2;\n----------\n==========\n",
        "{\n  \"q\" : [2, 4, 1, 3]\n}\n----------\n{\n  \"q\" : [3, 1, 4, 2]\n}\n----------\n==========\n",
        "q = array1d(1..4, [2, 4, 1, 3]);\ninverse = [3, 1, 4, 2];\n----------\nq = array1d(1..4, [3, 1, 4, 2]);\ninverse = [2, 4, 1, 3];\n",
    ] {
        let found = answers(several, &four)
            .unwrap()
            .0
            .into_iter()
            .map(|(_, columns)| columns);
        assert_eq!(
            found.collect::<Vec<_>>(),
            [[2, 4, 1, 3], [3, 1, 4, 2]],
            "{several}"
        );
        assert!(
            fault(several).contains("name the problem to read them all (--problem 4)"),
            "{}",
            fault(several)
        );
    }
    // What a solver says besides is none.
    assert_eq!(
        answers("range: [0, 5)\nseeds = [1, 2]\nq = [2, 4, 1, 3]\n", &four)
            .unwrap()
            .0
            .len(),
        1
    );
    assert!(
        answers("{\"q\":[2,4,1]}", &four)
            .unwrap_err()
            .contains("the answer has 3 values")
    );
    assert!(
        answers("{\"q\":[2,4,1,9]}", &four)
            .unwrap_err()
            .contains("row 4, column 9 is off the board")
    );
}

/// The files of HiGHS 1.15 and GLPK 5.0, shortened, and a model of Z3.
#[test]
fn values_of_names() {
    let two = parsed("rooks 2\ntotal: 2");
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 4\nq_1_1 0\nq_1_2 1\nq_2_1 0.9999999\n\
                 q_2_2 -0\n# Rows 2\ntotal 2\nline_1 1\n";
    assert_eq!(answers(highs, &two).unwrap().0, [(8, vec![2, 1])]);
    let glpk = "Status:     INTEGER OPTIMAL\n     1 q_1_1        *              0             0             1 \n     2 q_1_2        *              1\n\
                \x20    3 q_2_1        *              1             0             1 \n     4 q_2_2        *              0             0             1 \n";
    assert_eq!(answers(glpk, &two).unwrap().0, [(2, vec![2, 1])]);
    let four = Problem::queens(4).unwrap();
    let z3 = "sat\n(\n  (define-fun q_2 () Int\n    4)\n  (define-fun q_1 () Int\n    2)\n  (define-fun q_4 () Int\n    3)\n  \
              (define-fun q_3 () Int\n    1)\n)\n";
    assert_eq!(answers(z3, &four).unwrap().0, [(3, vec![2, 4, 1, 3])]);
    let booleans = "sat\n((define-fun q_1_2 () Bool true)\n(define-fun q_1_1 () Bool false) (define-fun q_2_1 () Bool true))\n";
    assert_eq!(answers(booleans, &two).unwrap().0, [(2, vec![2, 1])]);
    assert!(answers("unsat\n", &two).unwrap().1.says_none);
    assert!(
        answers("q_1_7 1\n", &two)
            .unwrap_err()
            .contains("row 1, column 7 is off the board")
    );
    assert!(
        answers("q_1 1.5\n", &two)
            .unwrap_err()
            .contains("'q_1' is not the name of a row")
    );
    for value in ["0.5", "2", "-1", "0.99"] {
        assert!(
            answers(&format!("q_1_2 {value}\n"), &two)
                .unwrap_err()
                .contains("0 or 1 for a square"),
            "{value}"
        );
    }
    assert!(
        answers("(define-fun q_1 () Int (- 2))\n", &two)
            .unwrap_err()
            .contains("from 0 on")
    );
}

/// The element of the specification, as ACE 2.6 writes it; 0x3 stands for three zeros.
#[test]
fn answers_of_xcsp3() {
    let four = Problem::queens(4).unwrap();
    let text = "s SATISFIABLE\nv <instantiation id='sol1' type='solution'>\nv   <list> q[] </list>\nv   <values> 1 3 0 2 </values>\n\
                v </instantiation>\n";
    assert_eq!(answers(text, &four).unwrap().0, [(2, vec![2, 4, 1, 3])]);
    let squares = "v <instantiation> <list> x[][] </list> <values> 0 1x2 0 </values> </instantiation>\n";
    assert_eq!(
        answers(squares, &parsed("rooks 2\ntotal: 2")).unwrap().0,
        [(1, vec![2, 1])]
    );
    assert!(
        answers("<instantiation> <list> q[] </list>", &four)
            .unwrap_err()
            .contains("cut off")
    );
    assert!(
        answers(
            "<instantiation> <list> q[] </list> <values> 1x99999999999 </values> </instantiation>",
            &four
        )
        .is_err()
    );
}

/// Made by hand after outputs of ACE 2.6 (`src/main/java/solver/Solutions.java` in
/// github.com/xcsp3team/ACE): a list counts from 0, and is printed before the element or,
/// with `-s=all -xe`, after all elements. The colours are those of a terminal. On 2 x 4
/// no queen is in column 0, so that the list alone is unclear.
#[test]
fn answers_of_ace() {
    let four = Problem::queens(4).unwrap();
    let wide = parsed("queens 2x4");
    let element = |number: u32, list: &str, values: &str| {
        format!(
            "\x1b[92mv\x1b[0m  <instantiation id='sol{number}' type='solution'> <list> {list} </list> <values> {values} </values> \
             </instantiation>\n"
        )
    };
    let list = |number: u32, values: &str| {
        format!(
            "\n  Solution {number} in JSON-like format:\n   {{\n    q: [{values}]\n   }}\n\n\x1b[92ms SATISFIABLE\x1b[0m\n\x1b[92m\n"
        )
    };
    let head = "\n\x1b[93mACE v2.6 \x1b[0m\n\n  \x1b[94mvariables\x1b[0m\n    count:10  arrays:[q:4,_ax_:6]\n";
    let tail = "\x1b[92m\nd FOUND SOLUTIONS\x1b[0m  2\n\n\x1b[92md COMPLETE EXPLORATION\x1b[0m\n";
    let columns = |text: &str, of: &Problem| {
        answers(text, of)
            .unwrap()
            .0
            .into_iter()
            .map(|(_, columns)| columns)
            .collect::<Vec<_>>()
    };
    let one = [
        head,
        &list(1, "2, 0, 3, 1"),
        &element(1, "q[]", "2 0 3 1"),
        tail,
    ]
    .concat();
    assert_eq!(columns(&one, &four), [[3, 1, 4, 2]]);
    assert_eq!(problem(&one), parsed("4\ngivens: c1 a2 d3 b4"));
    let one = [head, &list(1, "1, 3"), &element(1, "q[]", "1 3"), tail].concat();
    assert_eq!(columns(&one, &wide), [[2, 4]]);
    let names = "   {\n    q1: 1,\n    q2: 3\n   }\n";
    assert_eq!(
        columns(&[names, &element(1, "q[]", "1 3"), tail].concat(), &wide),
        [[2, 4]]
    );
    let all = [
        head,
        &element(1, "q[]", "2 0 3 1"),
        &element(2, "q[]", "1 3 0 2"),
        &list(2, "1, 3, 0, 2"),
        tail,
    ];
    assert_eq!(columns(&all.concat(), &four), [[3, 1, 4, 2], [2, 4, 1, 3]]);
    assert!(fault(&all.concat()).contains("several answers"));
    let wide_ones = [
        &element(1, "q[]", "0 2"),
        &element(2, "q[]", "1 3"),
        &*list(2, "1, 3"),
    ]
    .concat();
    assert_eq!(columns(&wide_ones, &wide), [[1, 3], [2, 4]]);
    let none = answers(
        "\n\x1b[92ms UNSATISFIABLE\x1b[0m\n",
        &Problem::queens(3).unwrap(),
    )
    .unwrap();
    assert_eq!(
        none,
        (
            vec![],
            Answers {
                solutions: 0,
                says_none: true
            }
        )
    );
    // One that optimises prints each value before the solution.
    let better = |value: u32, values: &str| {
        let element = element(value, "x[][]", values)
            .replace("'solution'", &format!("'solution' cost='{value}'"));
        format!("\x1b[92mo {value}\x1b[0m   0.18  ham=6 (6 0 0)  opth=6\n{element}")
    };
    let rooks = parsed("rooks 2\ntotal: any\nrows: any\ncolumns: any");
    let optimum = [
        &better(0, "0x4"),
        &better(1, "0 1 0 0"),
        &better(2, "0 1 1 0"),
        "\x1b[92ms OPTIMUM FOUND\x1b[0m\n",
    ];
    assert_eq!(
        answers(&optimum.concat(), &rooks).unwrap().0,
        [(6, vec![2, 1])]
    );
}

/// The same solution twice is one answer; different ones stay, with the line where each
/// begins.
#[test]
fn answers_that_are_repeated() {
    let four = Problem::queens(4).unwrap();
    let first = "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n";
    let second = "v 3 5 12 14 0\n";
    let name_of = |line: &str| {
        line.replace(" 0\n", "\n")
            .replace(' ', " x")
            .replace("x-", "-x")
    };
    for [first, second] in [
        [first.to_owned(), second.to_owned()],
        [format!("s SATISFIABLE\n{first}"), format!("s SATISFIABLE\n{second}")],
        [format!("s SATISFIABLE\n{}", name_of(first)), format!("s SATISFIABLE\n{}", name_of(second))],
        [
            "<instantiation> <list> q[] </list> <values> 1 3 0 2 </values> </instantiation>\n".to_owned(),
            "<instantiation> <list> q[] </list> <values> 2 0 3 1 </values> </instantiation>\n".to_owned(),
        ],
        [
            "Answer: 1\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\n".to_owned(),
            "queen(1,3) queen(2,1) queen(3,4) queen(4,2)\n".to_owned(),
        ],
        ["q = [2, 4, 1, 3];\n----------\n".to_owned(), "q = [3, 1, 4, 2];\n----------\n".to_owned()],
    ] {
        let lines = |text: &str| text.lines().count() as u64;
        let text = [&*first, &first, &second, &first, &second].concat();
        let found = answers(&text, &four).unwrap();
        let expected =
            [(lines(&first), vec![2, 4, 1, 3]), (2 * lines(&first) + lines(&second), vec![3, 1, 4, 2])];
        let found_lines = found.0.iter().map(|(line, columns)| (*line, columns.clone())).collect::<Vec<_>>();
        if !first.contains("---") {
            assert_eq!(found_lines, expected, "{text}");
        }
        assert_eq!((found.0.len(), found.1), (2, Answers { solutions: 2, says_none: false }), "{text}");
    }
    // An answer before an error is one.
    let mut passed_on = 0;
    let read = import::answers(
        &mut format!("{first}v 1 x 0\n").as_bytes(),
        &four,
        &mut |_, _| {
            passed_on += 1;
            ControlFlow::Continue(())
        },
    );
    assert_eq!((read.is_err(), passed_on), (true, 1));
}

/// The rules of the pseudo-boolean competition
/// (cril.univ-artois.fr/PB09/solver_req.html): a line `o` for each better value, the last
/// solution at the end. Some solvers print the solution of each. clingo prints the value
/// below each, and with `--opt-mode=optN` all optima after the first; MiniZinc with `-a --output-objective`
/// likewise.
#[test]
fn answers_with_the_last_value() {
    let two = parsed("rooks 2\nrows: any\ncolumns: any");
    let best = [vec![1, 2]];
    for text in [
        "o 3\no 2\ns OPTIMUM FOUND\nv x1 -x2 -x3 x4\n",
        "c worst first\no 3\nv x1 x2 -x3 x4\no 2\nv x1 -x2 -x3 x4\ns OPTIMUM FOUND\n",
        "o 3\nv x1 x2 -x3 x4\no 2\nv x1 -x2 -x3 x4\ns OPTIMUM FOUND\nv x1 -x2 -x3 x4\n",
        "v x1 x2 -x3 x4\no 2\ns OPTIMUM FOUND\nv x1 -x2 -x3 x4\n",
        "o 3\nv 1 2 -3 4 0\no 2\nv 1 -2 -3 4 0\ns OPTIMUM FOUND\nv 1 -2 -3 4 0\n",
        "Answer: 1\nqueen(1,1) queen(1,2) queen(2,2)\nOptimization: 3\nAnswer: 2\nqueen(1,1) queen(2,2)\nOptimization: 2\nOPTIMUM FOUND\n",
        "x = [1, 1, 0, 1];\n_objective = 3;\n----------\nx = [1, 0, 0, 1];\n_objective = 2;\n----------\n==========\n",
        "{\"x\" : [1, 1, 0, 1],\n\"_objective\" : 3}\n----------\n{\"x\" : [1, 0, 0, 1], \"_objective\" : 2}\n----------\n",
        "x_1_1 = 1\nx_1_2 = 1\nx_2_2 = 1\n_objective = 3\n----------\nx_1_1 = 1\nx_2_2 = 1\n_objective = 2\n----------\n",
    ] {
        let (found, told) =
            answers(text, &two).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = found.into_iter().map(|(_, columns)| columns).collect();
        assert_eq!((&found[..], told.solutions), (&best[..], 1), "{text}");
    }
    let all = "Answer: 1\nqueen(1,1) queen(1,2) queen(2,2)\nOptimization: 3\nAnswer: 2\nqueen(1,1) queen(2,2)\nOptimization: 2\n\
               Answer: 1\nqueen(1,2) queen(2,1)\nOptimization: 2\nAnswer: 2\nqueen(1,1) queen(2,2)\nOptimization: 2\nOPTIMUM FOUND\n\n\
               Optimization : 2\n";
    assert_eq!(
        answers(all, &two).unwrap().0,
        [(5, vec![1, 2]), (8, vec![2, 1])]
    );
    let equal = "o 2\nv x1 -x2 -x3 x4\ns SATISFIABLE\nv -x1 x2 x3 -x4\n";
    assert_eq!(
        answers(equal, &two).unwrap().0,
        [(2, vec![1, 2]), (4, vec![2, 1])]
    );
}

proptest::proptest! {
    /// Every input gives an answer or an error.
    #[test]
    fn no_input_panics(text in "[ -~\n]{0,80}", word in 0..16usize) {
        let starts = ["v ", "Answer:\n", "q = [", "x = [|", "q_1_1 ", "queen(", "<instantiation>", "<instance ", "letting n = ",
            "n = 8\ndiags = [", "size(8). block(", "8/8/", "{\"q\":[", "x1 = ", "q[1] = ", "q = array1d("];
        let text = format!("{}{text}", starts[word]);
        let _ = import::problem(text.as_bytes());
        let four = Problem::queens(4).unwrap();
        let _ = import::answers(&mut text.as_bytes(), &four, &mut |_, _| ControlFlow::Continue(()));
    }
}
