//! Boards as other programs, sites and people keep them, each with its right answer; and
//! boards that look alike and are refused.

use crate::puzzle_boards::grown;
use proptest::prelude::*;
use queens::control::Limits;
use queens::puzzle::read::read_all;
use queens::puzzle::{Mark, Position};
use queens::{Question, Settings, Verdict, ask};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::path::Path;

/// The board of most files. Its only solution has its queens in columns 2 5 3 1 4.
const BOARD: &str = "AAAAAAABBCDDBBCDBBEEDDEEE";

fn boards(input: &[u8], stars: Option<u32>) -> Vec<Position> {
    read_all(input, stars, &Limits::default())
        .unwrap_or_else(|error| panic!("{}: {error}", String::from_utf8_lossy(input)))
}

/// The regions in letters, numbered as they come.
fn letters(position: &Position) -> String {
    as_they_come(&position.puzzle().regions())
        .into_iter()
        .map(|number| char::from(b'A' + number as u8))
        .collect()
}

fn as_they_come(regions: &[u32]) -> Vec<usize> {
    let mut seen = Vec::new();
    let number = |region: &u32| {
        seen.iter()
            .position(|known| known == region)
            .unwrap_or_else(|| {
                seen.push(*region);
                seen.len() - 1
            })
    };
    regions.iter().map(number).collect()
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data/boards")
            .join(name),
    )
    .expect("a file")
}

#[test]
fn reads_files_of_many_kinds() {
    for name in [
        "Array.java",
        "array.c",
        "board.yaml",
        "cells-with-borders.json",
        "digits-in-squares.png",
        "header-size-stars.txt",
        "header-size.txt",
        "header-word-stars.txt",
        "legup.xml",
        "letter-marks.py",
        "list.kt",
        "regions.starb",
        "signs.txt",
        "squares-by-style.html",
        "squares-not-square.png",
        "table.csv",
        "task-page.html",
    ] {
        let found = boards(&file(name), None);
        assert_eq!(
            found.iter().map(letters).collect::<Vec<_>>(),
            [BOARD],
            "{name}"
        );
        assert_eq!(found[0].puzzle().stars(), 1, "{name}");
        let marks: Vec<(String, Mark)> = [Mark::Queen, Mark::Cross]
            .into_iter()
            .flat_map(|mark| {
                found[0]
                    .marked(mark)
                    .map(move |square| (square.to_string(), mark))
            })
            .collect();
        let expected: &[(&str, Mark)] = if name == "letter-marks.py" {
            &[("e2", Mark::Queen), ("a1", Mark::Cross)]
        } else {
            &[]
        };
        let expected: Vec<(String, Mark)> = expected
            .iter()
            .map(|&(name, mark)| (name.to_owned(), mark))
            .collect();
        assert_eq!(marks, expected, "{name}");
    }
}

#[test]
fn reads_every_board_of_a_picture() {
    let found = boards(&file("two-boards.png"), Some(2));
    assert_eq!(found.len(), 2);
    for position in &found {
        assert_eq!(
            (position.puzzle().size(), position.puzzle().stars()),
            (10, 2)
        );
        let answer = ask(
            position.puzzle().problem(),
            Question::Unique,
            &Settings::default(),
        )
        .unwrap();
        assert_eq!(answer.verdict(), Verdict::OnlyOne);
    }
    assert_ne!(letters(&found[0]), letters(&found[1]));
}

/// The same board in further languages and forms.
#[test]
fn reads_one_board_in_further_forms() {
    for text in [
        "package main\nvar regions = [][]int{\n\t{0, 0, 0, 0, 0},\n\t{0, 0, 1, 1, 2},\n\t{3, 3, 1, 1, 2},\n\t{3, 1, 1, 4, 4},\n\t{3, 3, 4, 4, 4},\n}\n",
        "module Board where\n-- a board\nregions :: [[Int]]\nregions = [[0,0,0,0,0],[0,0,1,1,2],[3,3,1,1,2],[3,1,1,4,4],[3,3,4,4,4]]\n",
        "n = 5;\nregions = [| 0,0,0,0,0\n | 0,0,1,1,2\n | 3,3,1,1,2\n | 3,1,1,4,4\n | 3,3,4,4,4 |];\n",
        "int: n = 5;\narray[1..n,1..n] of int: r = array2d(1..n, 1..n, [0,0,0,0,0, 0,0,1,1,2, 3,3,1,1,2, 3,1,1,4,4, 3,3,4,4,4]);\n",
        "regions <- matrix(c(0,0,0,0,0, 0,0,1,1,2, 3,3,1,1,2, 3,1,1,4,4, 3,3,4,4,4), nrow = 5, byrow = TRUE)\n",
        // R fills a matrix column by column.
        "regions <- matrix(c(0,0,3,3,3, 0,0,3,1,3, 0,1,1,1,4, 0,1,1,4,4, 0,2,2,4,4), nrow = 5)\n",
        "char[][] board = {\"AAAAA\".toCharArray(), \"AABBC\".toCharArray(), \"DDBBC\".toCharArray(), \"DBBEE\".toCharArray(), \"DDEEE\".toCharArray()};\n",
        "static const char *board[] = {\n  \"AAAAA\",\n  \"AABBC\",\n  \"DDBBC\",\n  \"DBBEE\",\n  \"DDEEE\",\n};\n",
        "[0 0 0 0 0; 0 0 1 1 2; 3 3 1 1 2; 3 1 1 4 4; 3 3 4 4 4]\n",
        "size: 5\nstars: 1\nregions:\n  - [A, A, A, A, A]\n  - [A, A, B, B, C]\n  - [D, D, B, B, C]\n  - [D, B, B, E, E]\n  - [D, D, E, E, E]\n",
        "size: 5\nregions: |\n  AAAAA\n  AABBC\n  DDBBC\n  DBBEE\n  DDEEE\n",
        "A: (0,0) (0,1) (0,2) (0,3) (0,4) (1,0) (1,1)\nB: (1,2) (1,3) (2,2) (2,3) (3,1) (3,2)\nC: (1,4) (2,4)\nD: (2,0) (2,1) (3,0) (4,0) (4,1)\nE: (3,3) (3,4) (4,2) (4,3) (4,4)\n",
        "5a\n2a2b1c\n2d2b1c\n1d2b2e\n2d3e\n",
        "<table><tr><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td><td class=\"cell color-a right\"></td><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td></tr><tr><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-c\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-d\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-c\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-d\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td></tr></table>",
    ] {
        let found = boards(text.as_bytes(), None);
        assert_eq!(
            found.iter().map(letters).collect::<Vec<_>>(),
            [BOARD],
            "{text}"
        );
    }
}

/// The board of [`reads_unusual_files`].
const OTHER: &str = "AABBBAABCCDABCCDDBECDDEEE";

/// Boards in code of Rust, Haskell, Lisp, R and MATLAB, in tables, YAML, facts and run
/// lengths.
#[test]
fn reads_unusual_files() {
    for text in [
        "const REGIONS: [[u8; 5]; 5] = [\n    [0, 0, 1, 1, 1],\n    [0, 0, 1, 2, 2],\n    [3, 0, 1, 2, 2],\n    [3, 3, 1, 4, 2],\n    [3, 3, 4, 4, 4],\n];\n",
        "let board = vec![\n    vec![0, 0, 1, 1, 1],\n    vec![0, 0, 1, 2, 2],\n    vec![3, 0, 1, 2, 2],\n    vec![3, 3, 1, 4, 2],\n    vec![3, 3, 4, 4, 4],\n];\n",
        "const BOARD: [&str; 5] = [\n    \"AABBB\",\n    \"AABCC\",\n    \"DABCC\",\n    \"DDBEC\",\n    \"DDEEE\",\n];\n",
        "Board { size: 5, regions: [[0, 0, 1, 1, 1], [0, 0, 1, 2, 2], [3, 0, 1, 2, 2], [3, 3, 1, 4, 2], [3, 3, 4, 4, 4]], stars: 1 }\n",
        "#[test]\nfn t() {\n    let grid = [\n        [0, 0, 1, 1, 1],\n        [0, 0, 1, 2, 2],\n        [3, 0, 1, 2, 2],\n        [3, 3, 1, 4, 2],\n        [3, 3, 4, 4, 4],\n    ];\n    assert_eq!(solve(&grid), 1);\n}\n",
        "regions :: [[Int]]\nregions =\n  [ [0, 0, 1, 1, 1]\n  , [0, 0, 1, 2, 2]\n  , [3, 0, 1, 2, 2]\n  , [3, 3, 1, 4, 2]\n  , [3, 3, 4, 4, 4]\n  ]\n",
        "board :: [String]\nboard = [ \"AABBB\"\n        , \"AABCC\"\n        , \"DABCC\"\n        , \"DDBEC\"\n        , \"DDEEE\"\n        ]\n",
        "board = unlines\n  [ \"AABBB\"\n  , \"AABCC\"\n  , \"DABCC\"\n  , \"DDBEC\"\n  , \"DDEEE\"\n  ]\n",
        "#2A((0 0 1 1 1)\n    (0 0 1 2 2)\n    (3 0 1 2 2)\n    (3 3 1 4 2)\n    (3 3 4 4 4))\n",
        "(defparameter *board*\n  '((a a b b b)\n    (a a b c c)\n    (d a b c c)\n    (d d b e c)\n    (d d e e e)))\n",
        "(defvar *rows* '(\"AABBB\" \"AABCC\" \"DABCC\" \"DDBEC\" \"DDEEE\"))\n",
        "(def board\n  [[:a :a :b :b :b]\n   [:a :a :b :c :c]\n   [:d :a :b :c :c]\n   [:d :d :b :e :c]\n   [:d :d :e :e :e]])\n",
        "m <- matrix(c(\"A\", \"A\", \"B\", \"B\", \"B\", \"A\", \"A\", \"B\", \"C\", \"C\", \"D\", \"A\", \"B\", \"C\", \"C\", \"D\", \"D\", \"B\", \"E\", \"C\", \"D\", \"D\", \"E\", \"E\", \"E\"), nrow = 5, byrow = TRUE)\n",
        "m <- rbind(c(1, 1, 2, 2, 2),\n  c(1, 1, 2, 3, 3),\n  c(4, 1, 2, 3, 3),\n  c(4, 4, 2, 5, 3),\n  c(4, 4, 5, 5, 5))\n",
        "     [,1] [,2] [,3] [,4] [,5]\n[1,]  \"A\"  \"A\"  \"B\"  \"B\"  \"B\"\n[2,]  \"A\"  \"A\"  \"B\"  \"C\"  \"C\"\n[3,]  \"D\"  \"A\"  \"B\"  \"C\"  \"C\"\n[4,]  \"D\"  \"D\"  \"B\"  \"E\"  \"C\"\n[5,]  \"D\"  \"D\"  \"E\"  \"E\"  \"E\"\n",
        "     [,1] [,2] [,3] [,4] [,5]\n[1,]  1    1    2    2    2\n[2,]  1    1    2    3    3\n[3,]  4    1    2    3    3\n[4,]  4    4    2    5    3\n[5,]  4    4    5    5    5\n",
        "  V1 V2 V3 V4 V5\n1  A  A  B  B  B\n2  A  A  B  C  C\n3  D  A  B  C  C\n4  D  D  B  E  C\n5  D  D  E  E  E\n",
        "A = [1 1 2 2 2; 1 1 2 3 3; 4 1 2 3 3; 4 4 2 5 3; 4 4 5 5 5];\n",
        "A = [\n  1 1 2 2 2\n  1 1 2 3 3\n  4 1 2 3 3\n  4 4 2 5 3\n  4 4 5 5 5\n];\n",
        "A = [1 1 2 2 2; ...\n     1 1 2 3 3; ...\n     4 1 2 3 3; ...\n     4 4 2 5 3; ...\n     4 4 5 5 5];\n",
        "A = ['AABBB'; 'AABCC'; 'DABCC'; 'DDBEC'; 'DDEEE'];\n",
        "A =\n\n     1     1     2     2     2\n     1     1     2     3     3\n     4     1     2     3     3\n     4     4     2     5     3\n     4     4     5     5     5\n\n",
        "% board with 5 regions\nA = [1 1 2 2 2;\n     1 1 2 3 3;\n     4 1 2 3 3;\n     4 4 2 5 3;\n     4 4 5 5 5;]; % end\n",
        ",A,B,C,D,E\n1,A,A,B,B,B\n2,A,A,B,C,C\n3,D,A,B,C,C\n4,D,D,B,E,C\n5,D,D,E,E,E\n",
        "A,A,B,B,B\nA,A,B,C,C\nD,A,B,C,C\nD,D,B,E,C\nD,D,E,E,E\n",
        "A;A;B;B;B\nA;A;B;C;C\nD;A;B;C;C\nD;D;B;E;C\nD;D;E;E;E\n",
        "A\tA\tB\tB\tB\nA\tA\tB\tC\tC\nD\tA\tB\tC\tC\nD\tD\tB\tE\tC\nD\tD\tE\tE\tE\n",
        "\"A\",\"A\",\"B\",\"B\",\"B\"\n\"A\",\"A\",\"B\",\"C\",\"C\"\n\"D\",\"A\",\"B\",\"C\",\"C\"\n\"D\",\"D\",\"B\",\"E\",\"C\"\n\"D\",\"D\",\"E\",\"E\",\"E\"\n",
        "c1,c2,c3,c4,c5\nA,A,B,B,B\nA,A,B,C,C\nD,A,B,C,C\nD,D,B,E,C\nD,D,E,E,E\n",
        "red,red,blue,blue,blue\nred,red,blue,green,green\nyellow,red,blue,green,green\nyellow,yellow,blue,purple,green\nyellow,yellow,purple,purple,purple\n",
        "﻿row,col,region\r\n0,0,A\r\n0,1,A\r\n0,2,B\r\n0,3,B\r\n0,4,B\r\n1,0,A\r\n1,1,A\r\n1,2,B\r\n1,3,C\r\n1,4,C\r\n2,0,D\r\n2,1,A\r\n2,2,B\r\n2,3,C\r\n2,4,C\r\n3,0,D\r\n3,1,D\r\n3,2,B\r\n3,3,E\r\n3,4,C\r\n4,0,D\r\n4,1,D\r\n4,2,E\r\n4,3,E\r\n4,4,E\r\n",
        "id;region;x;y\n0;A;1;1\n1;A;2;1\n2;B;3;1\n3;B;4;1\n4;B;5;1\n5;A;1;2\n6;A;2;2\n7;B;3;2\n8;C;4;2\n9;C;5;2\n10;D;1;3\n11;A;2;3\n12;B;3;3\n13;C;4;3\n14;C;5;3\n15;D;1;4\n16;D;2;4\n17;B;3;4\n18;E;4;4\n19;C;5;4\n20;D;1;5\n21;D;2;5\n22;E;3;5\n23;E;4;5\n24;E;5;5\n",
        "\"row\",\"column\",\"colour\"\n\"0\",\"0\",\"A\"\n\"0\",\"1\",\"A\"\n\"0\",\"2\",\"B\"\n\"0\",\"3\",\"B\"\n\"0\",\"4\",\"B\"\n\"1\",\"0\",\"A\"\n\"1\",\"1\",\"A\"\n\"1\",\"2\",\"B\"\n\"1\",\"3\",\"C\"\n\"1\",\"4\",\"C\"\n\"2\",\"0\",\"D\"\n\"2\",\"1\",\"A\"\n\"2\",\"2\",\"B\"\n\"2\",\"3\",\"C\"\n\"2\",\"4\",\"C\"\n\"3\",\"0\",\"D\"\n\"3\",\"1\",\"D\"\n\"3\",\"2\",\"B\"\n\"3\",\"3\",\"E\"\n\"3\",\"4\",\"C\"\n\"4\",\"0\",\"D\"\n\"4\",\"1\",\"D\"\n\"4\",\"2\",\"E\"\n\"4\",\"3\",\"E\"\n\"4\",\"4\",\"E\"\n",
        "size: 5\nregions:\n  - AABBB\n  - AABCC\n  - DABCC\n  - DDBEC\n  - DDEEE\n",
        "name: first\nregions:\n  - [0, 0, 1, 1, 1]\n  - [0, 0, 1, 2, 2]\n  - [3, 0, 1, 2, 2]\n  - [3, 3, 1, 4, 2]\n  - [3, 3, 4, 4, 4]\n",
        "regions:\n  - \"AABBB\"\n  - \"AABCC\"\n  - \"DABCC\"\n  - \"DDBEC\"\n  - \"DDEEE\"\nstars: 1\n",
        "name: first\nboard: |\n  AABBB\n  AABCC\n  DABCC\n  DDBEC\n  DDEEE\ndifficulty: easy\n",
        "regions:\n  A: [[0, 0], [0, 1], [1, 0], [1, 1], [2, 1]]\n  B: [[0, 2], [0, 3], [0, 4], [1, 2], [2, 2], [3, 2]]\n  C: [[1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]\n  D: [[2, 0], [3, 0], [3, 1], [4, 0], [4, 1]]\n  E: [[3, 3], [4, 2], [4, 3], [4, 4]]\n",
        "regions:\n  - id: A\n    cells: [a1, b1, a2, b2, b3]\n  - id: B\n    cells: [c1, d1, e1, c2, c3, c4]\n  - id: C\n    cells: [d2, e2, d3, e3, e4]\n  - id: D\n    cells: [a3, a4, b4, a5, b5]\n  - id: E\n    cells: [d4, c5, d5, e5]\n",
        "stars = 1\nregions = [\n  \"AABBB\",\n  \"AABCC\",\n  \"DABCC\",\n  \"DDBEC\",\n  \"DDEEE\",\n]\n",
        "2A3B\n2A1B2C\n1D1A1B2C\n2D1B1E1C\n2D3E\n",
        "2A3B/2A1B2C/1D1A1B2C/2D1B1E1C/2D3E\n",
        "2A3B2AB2CDAB2C2DBEC2D3E\n",
        "region(1,1,a).\nregion(1,2,a).\nregion(1,3,b).\nregion(1,4,b).\nregion(1,5,b).\nregion(2,1,a).\nregion(2,2,a).\nregion(2,3,b).\nregion(2,4,c).\nregion(2,5,c).\nregion(3,1,d).\nregion(3,2,a).\nregion(3,3,b).\nregion(3,4,c).\nregion(3,5,c).\nregion(4,1,d).\nregion(4,2,d).\nregion(4,3,b).\nregion(4,4,e).\nregion(4,5,c).\nregion(5,1,d).\nregion(5,2,d).\nregion(5,3,e).\nregion(5,4,e).\nregion(5,5,e).\n",
        "#const n = 5.\narea(1,1,1). area(1,2,1). area(1,3,2). area(1,4,2). area(1,5,2). area(2,1,1). area(2,2,1). area(2,3,2). area(2,4,3). area(2,5,3). area(3,1,4). area(3,2,1). area(3,3,2). area(3,4,3). area(3,5,3). area(4,1,4). area(4,2,4). area(4,3,2). area(4,4,5). area(4,5,3). area(5,1,4). area(5,2,4). area(5,3,5). area(5,4,5). area(5,5,5).\n",
        "INSERT INTO cells (row, col, region) VALUES\n(0, 0, 'A'),\n(0, 1, 'A'),\n(0, 2, 'B'),\n(0, 3, 'B'),\n(0, 4, 'B'),\n(1, 0, 'A'),\n(1, 1, 'A'),\n(1, 2, 'B'),\n(1, 3, 'C'),\n(1, 4, 'C'),\n(2, 0, 'D'),\n(2, 1, 'A'),\n(2, 2, 'B'),\n(2, 3, 'C'),\n(2, 4, 'C'),\n(3, 0, 'D'),\n(3, 1, 'D'),\n(3, 2, 'B'),\n(3, 3, 'E'),\n(3, 4, 'C'),\n(4, 0, 'D'),\n(4, 1, 'D'),\n(4, 2, 'E'),\n(4, 3, 'E'),\n(4, 4, 'E');\n",
        "| 1 | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|\n| A | A | B | B | B |\n| A | A | B | C | C |\n| D | A | B | C | C |\n| D | D | B | E | C |\n| D | D | E | E | E |\n",
        "Here is the board:\n\n```\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n```\n\nCan you solve it?\n",
        "+--+--+--+--+--+\n| A| A| B| B| B|\n+--+--+--+--+--+\n| A| A| B| C| C|\n+--+--+--+--+--+\n| D| A| B| C| C|\n+--+--+--+--+--+\n| D| D| B| E| C|\n+--+--+--+--+--+\n| D| D| E| E| E|\n+--+--+--+--+--+\n",
        "  1 2 3 4 5\n1 A A B B B\n2 A A B C C\n3 D A B C C\n4 D D B E C\n5 D D E E E\n",
        "  a b c d e\n1 A A B B B\n2 A A B C C\n3 D A B C C\n4 D D B E C\n5 D D E E E\n",
        "Region A: (1,1), (1,2), (2,1), (2,2), (3,2)\nRegion B: (1,3), (1,4), (1,5), (2,3), (3,3), (4,3)\nRegion C: (2,4), (2,5), (3,4), (3,5), (4,5)\nRegion D: (3,1), (4,1), (4,2), (5,1), (5,2)\nRegion E: (4,4), (5,3), (5,4), (5,5)\n",
        "b = %w[\n  AABBB\n  AABCC\n  DABCC\n  DDBEC\n  DDEEE\n]\n",
        "{\"cells\":[{\"r\":0,\"c\":0,\"group\":\"A\",\"value\":null},{\"r\":0,\"c\":1,\"group\":\"A\",\"value\":null},{\"r\":0,\"c\":2,\"group\":\"B\",\"value\":null},{\"r\":0,\"c\":3,\"group\":\"B\",\"value\":null},{\"r\":0,\"c\":4,\"group\":\"B\",\"value\":null},{\"r\":1,\"c\":0,\"group\":\"A\",\"value\":null},{\"r\":1,\"c\":1,\"group\":\"A\",\"value\":null},{\"r\":1,\"c\":2,\"group\":\"B\",\"value\":null},{\"r\":1,\"c\":3,\"group\":\"C\",\"value\":null},{\"r\":1,\"c\":4,\"group\":\"C\",\"value\":null},{\"r\":2,\"c\":0,\"group\":\"D\",\"value\":null},{\"r\":2,\"c\":1,\"group\":\"A\",\"value\":null},{\"r\":2,\"c\":2,\"group\":\"B\",\"value\":null},{\"r\":2,\"c\":3,\"group\":\"C\",\"value\":null},{\"r\":2,\"c\":4,\"group\":\"C\",\"value\":null},{\"r\":3,\"c\":0,\"group\":\"D\",\"value\":null},{\"r\":3,\"c\":1,\"group\":\"D\",\"value\":null},{\"r\":3,\"c\":2,\"group\":\"B\",\"value\":null},{\"r\":3,\"c\":3,\"group\":\"E\",\"value\":null},{\"r\":3,\"c\":4,\"group\":\"C\",\"value\":null},{\"r\":4,\"c\":0,\"group\":\"D\",\"value\":null},{\"r\":4,\"c\":1,\"group\":\"D\",\"value\":null},{\"r\":4,\"c\":2,\"group\":\"E\",\"value\":null},{\"r\":4,\"c\":3,\"group\":\"E\",\"value\":null},{\"r\":4,\"c\":4,\"group\":\"E\",\"value\":null}]}\n",
    ] {
        let found = boards(text.as_bytes(), None);
        assert_eq!(
            found.iter().map(letters).collect::<Vec<_>>(),
            [OTHER],
            "{text}"
        );
    }
}

/// Several boards, with headings or rulers between them.
#[test]
fn reads_every_board_of_a_file() {
    for (text, count) in [
        (
            "#1\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\n#2\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\n",
            2,
        ),
        (
            "Level 1\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\nLevel 2\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\nLevel 3\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
            3,
        ),
        (
            "Puzzle 1 (5x5, 1 star)\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\nPuzzle 2 (5x5, 1 star)\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\nPuzzle 3 (5x5, 1 star)\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\n",
            3,
        ),
        (
            "AABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n---\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n---\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
            3,
        ),
        (
            "AABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n=====\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n=====\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
            3,
        ),
        (
            "AABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n* * *\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n* * *\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
            3,
        ),
        (
            "[{\"id\":1,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]},{\"id\":2,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]}]\n",
            2,
        ),
        (
            "{\"id\":1,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]}\n{\"id\":1,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]}\n{\"id\":1,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]}\n",
            3,
        ),
    ] {
        let found = boards(text.as_bytes(), None);
        assert_eq!(
            found.iter().map(letters).collect::<Vec<_>>(),
            vec![OTHER; count],
            "{text}"
        );
    }
}

/// No part of a file is read if another part is broken.
#[test]
fn refuses_files_of_which_a_part_is_broken() {
    for text in [
        "row,col,region\n0,0,A\n0,1,A\n0,2,B\n0,3,B\n0,4,B\n1,0,A\n1,1,A\n1,2,B\n1,3,C\n1,4,C\n2,0,D\n2,1,A\n2,2,B\n2,3,C\n2,4,C\n3,0,D\n3,1,D\n3,2,B\n3,3,E\n3,4,C\n4,0,D\n4,1,D\n4,2,E\n4,3,E\n",
        "2A3B\n2A1B2C\n1D1A1B2C\n2D1B1E1C\n2D2E\n",
        "[{\"id\":1,\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]]},{\"id\":2,\"regions\":[[0,0,1],[0,1]]}]\n",
        "AABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n\nAABBB\nAABCC\nDABCC\nDDBEC\n\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
        "Puzzle 1\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\nPuzzle 2\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEEE\nPuzzle 3\nAABBB\nAABCC\nDABCC\nDDBEC\nDDEEE\n",
        "{\"regions\":[[0, 0, 1, 1, 1],[0, 0, 1, 2, 2],[3, 0, 1, 2, 2],[3, 3, 1, 4, 2],[3, 3, 4, 4, 4]],\"stars\":\"two\"}\n",
        "AABBB\nAABCC\nDABCC\nDDBBC\nDDBBB\n",
    ] {
        let found = read_all(text.as_bytes(), None, &Limits::default());
        assert!(
            found.is_err(),
            "{text}: {:?}",
            found.map(|found| found.iter().map(letters).collect::<Vec<_>>())
        );
    }
}

/// A typing error, a size or marks that do not fit: the first reader's message stays.
#[test]
fn refuses_boards_that_are_not_certain() {
    let square =
        |(at, region): (usize, char)| format!("{},{},{region},0\n", at / 5, at % 5);
    let with_queens = "row,col,region,queen\n".to_owned()
        + &BOARD.chars().enumerate().map(square).collect::<String>();
    for (text, words) in [
        (
            "AAAAA\nAABBC\nDDBBC\nDBBE\nDDEEE\n",
            "line 4: this row has 4 squares",
        ),
        (
            "5\nAAAAA\nAABBC\nDDBB\nDBBEE\nDDEEE\n",
            "line 1: this row has 1 square",
        ),
        (
            "6\nAAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE\n",
            "line 1: this row has 1 square",
        ),
        // Two stars in each row do not fit on five squares.
        (
            "5\n2\nAAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE\n",
            "line 1: this row has 1 square",
        ),
        (
            "{\"regions\": [\"AAAAA\",\"AABBC\",\"DDBBC\",\"DBBEE\",\"DDEEE\"], \"queens\": [[9,0]]}",
            "is off the board",
        ),
        // One of two boards is broken.
        (
            "[{\"regions\": [\"AAAAA\",\"AABBC\",\"DDBBC\",\"DBBEE\",\"DDEEE\"]}, {\"regions\": [[0, 0, 1], [0, 1]]}]",
            "row 1 of the map has 3 squares",
        ),
        (
            "{\"regions\": [\"AAAAA\",\"AABBC\",\"DDBBC\",\"DBBEE\",\"DDEEE\"], \"stars\": \"two\"}",
            "'stars' is the string 'two'",
        ),
        // Queens that no reader of tables knows.
        (&with_queens, "line 1: this row has"),
    ] {
        let error = read_all(text.as_bytes(), None, &Limits::default())
            .map(|found| found.iter().map(letters).collect::<Vec<_>>());
        let error = error.expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Number of styles in which [`write_in_style`] writes.
const STYLES: usize = 16;

/// A board as people, sites and programs keep it.
fn write_in_style(style: usize, size: usize, regions: &[u32]) -> String {
    let rows = || regions.chunks(size);
    let letter = |region: &u32| char::from(b'A' + *region as u8).to_string();
    let joined =
        |row: &[u32], joint: &str| row.iter().map(letter).collect::<Vec<_>>().join(joint);
    let numbers = |row: &[u32]| {
        row.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let lines = |line: &dyn Fn(&[u32]) -> String, joint: &str| {
        rows().map(line).collect::<Vec<_>>().join(joint)
    };
    let squares = || {
        regions
            .iter()
            .enumerate()
            .map(|(at, region)| (at / size, at % size, region))
    };
    let of_each = |square: &dyn Fn((usize, usize, &u32)) -> String, joint: &str| {
        squares().map(square).collect::<Vec<_>>().join(joint)
    };
    let region_squares =
        |wanted: u32, square: &dyn Fn(usize, usize) -> String, joint: &str| {
            let of_region = squares().filter(|(_, _, region)| **region == wanted);
            of_region
                .map(|(row, column, _)| square(row, column))
                .collect::<Vec<_>>()
                .join(joint)
        };
    let all_regions = || 0..size as u32;
    match style {
        0 => format!("{size}\n{}\n", lines(&|row| joined(row, ""), "\n")),
        1 => format!("{size} 1\n{}\n", lines(&|row| joined(row, " "), "\n")),
        2 => format!(
            "# by hand\n{size}x{size}\n{}\n",
            all_regions()
                .map(|region| {
                    format!(
                        "1 | {}",
                        region_squares(
                            region,
                            &|row, column| format!("{},{}", row + 1, column + 1),
                            " "
                        )
                    )
                })
                .collect::<Vec<_>>()
                .join("\n")
        ),
        3 => {
            let cell = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "{{\"row\": {row}, \"col\": {column}, \"color\": \"#{region:06x}\", \"borders\": [\"t\", \"l\"]}}"
                )
            };
            format!("[{}]", of_each(&cell, ", "))
        }
        4 => {
            let region = |region| {
                region_squares(
                    region,
                    &|row, column| {
                        format!("<cell value=\"0\" x=\"{column}\" y=\"{row}\"/>")
                    },
                    "",
                )
            };
            let all: String = all_regions()
                .map(|number| {
                    format!("<region><cells>{}</cells></region>", region(number))
                })
                .collect();
            format!(
                "<?xml version=\"1.0\"?>\n<Legup version=\"2.0.0\"><puzzle name=\"StarBattle\"><board size=\"{size}\" puzzle_num=\"1\">{all}</board></puzzle></Legup>"
            )
        }
        5 => format!(
            "int regions[{size}][{size}] = {{\n  {{{}}}\n}};\n",
            lines(&|row| numbers(row), "},\n  {")
        ),
        6 => format!(
            "val regions = listOf(listOf({}))\n",
            lines(&|row| numbers(row), "), listOf(")
        ),
        7 => format!(
            "row,col,region\n{}\n",
            of_each(
                &|(row, column, region)| format!("{row},{column},{}", letter(region)),
                "\n"
            )
        ),
        8 => format!(
            "size: {size}\nregions:\n  - {}\n",
            lines(&|row| joined(row, ""), "\n  - ")
        ),
        9 => {
            let square = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "<div class=\"case\" data-row=\"{row}\" data-col=\"{column}\" style=\"background-color: rgb({}, 9, 9);\"></div>",
                    9 * region
                )
            };
            format!("<div id=\"grid\">{}</div>", of_each(&square, "\n"))
        }
        10 => {
            let square = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "<div class=\"x cell-color-{region}\" data-cell-idx=\"{}\" aria-label=\"Empty cell of color {}, row {}, column {}\"></div>",
                    row * size + column,
                    letter(region),
                    row + 1,
                    column + 1
                )
            };
            format!("<html><body>{}</body></html>", of_each(&square, ""))
        }
        11 => {
            let numbered = of_each(&|(_, _, region)| (region + 1).to_string(), ",");
            format!("<html><script>var task = \"{numbered}\";</script></html>")
        }
        12 => format!("regions = [| {} |];\n", lines(&|row| numbers(row), "\n | ")),
        13 => format!(
            "Level\n{}\n",
            lines(
                &|row| {
                    row.chunk_by(|a, b| a == b)
                        .map(|run| {
                            format!("{}{}", run.len(), letter(&run[0]).to_lowercase())
                        })
                        .collect()
                },
                "\n"
            )
        ),
        14 => format!(
            "regions :: [[Int]]\nregions = [[{}]]\n",
            lines(&|row| numbers(row), "],\n  [")
        ),
        _ => format!(
            "fields <- matrix(c({}), nrow = {size}, byrow = TRUE)\n",
            lines(&|row| numbers(row), ",\n  ")
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn files_of_many_styles_read_back(style in 0..STYLES, size in 4..=12_u32, seed in any::<u64>()) {
        let regions = grown(size, &mut ChaCha8Rng::seed_from_u64(seed));
        let text = write_in_style(style, size as usize, &regions);
        let read = read_all(text.as_bytes(), None, &Limits::default());
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let read = read.unwrap();
        prop_assert_eq!(read.len(), 1, "{}", text);
        prop_assert_eq!(as_they_come(&read[0].puzzle().regions()), as_they_come(&regions), "{}", text);
        prop_assert_eq!(read[0].puzzle().stars(), 1, "{}", text);
    }

    /// Two boards in one file, with a heading above each.
    #[test]
    fn several_boards_of_a_file_read_back(size in 4..=9_u32, seeds in any::<[u64; 2]>(), style in 0..2_usize) {
        let boards = seeds.map(|seed| grown(size, &mut ChaCha8Rng::seed_from_u64(seed)));
        let text: String = (1..).zip(&boards).map(|(number, regions)| {
            format!("Puzzle number {number}\n{}\n", write_in_style(style, size as usize, regions))
        }).collect();
        let read = read_all(text.as_bytes(), None, &Limits::default());
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let read: Vec<_> = read.unwrap().iter().map(|board| as_they_come(&board.puzzle().regions())).collect();
        prop_assert_eq!(read, boards.map(|regions| as_they_come(&regions)), "{}", text);
    }
}
