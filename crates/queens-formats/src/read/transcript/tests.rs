use super::lines::{LineShape, shape};

/// A letter for the shape of a line.
fn letter(line: &str) -> char {
    match shape(line, Some(4)).shape {
        LineShape::Blank => ' ',
        LineShape::Punctuation => ',',
        LineShape::Ruler(_) => '-',
        LineShape::Rows(_) => 'R',
        LineShape::Lists(_) | LineShape::OpenList(_) => 'L',
        LineShape::Heads(_) => 'H',
        LineShape::Pairs(_) => 'P',
        LineShape::Squares(_) => 'S',
        LineShape::Number(_) => 'N',
        LineShape::Fen(..) => 'F',
        LineShape::Words | LineShape::WordPair(_) => 'W',
        LineShape::Broken => 'B',
    }
}

#[test]
fn tells_lines_apart() {
    for (line, expected) in [
        ("Solution 1:", 'W'),
        ("Total solutions: 2", 'W'),
        ("Statistics", 'W'),
        ("  branches       : 10", 'W'),
        ("Found 2 solutions in 0.01 s", 'W'),
        ("3 ms", 'W'),
        ("8 x 8", 'W'),
        ("0.25", 'W'),
        ("CPU Time     : 0.000s", 'W'),
        ("[10:00:01] Solution: 2 4 1 3", 'L'),
        ("1: 2 -> 4 -> 1 -> 3", 'L'),
        ("[3,]  TRUE FALSE FALSE FALSE", 'R'),
        ("queen(1,2) queen(2,4) queen(3,1) queen(4,3)", 'P'),
        ("  1,", 'N'),
        ("[INFO] 2 solutions", 'W'),
        ("----------", '-'),
        ("+---+---+", '-'),
        ("]", ','),
        ("1: 2 4 1 3", 'L'),
        ("1) 2 4 1 3", 'L'),
        ("1. 2 4 1 3", 'L'),
        ("Solution 1: [2, 4, 1, 3]", 'L'),
        ("Found 2 4 1 3 in 3 ms", 'L'),
        ("Solution 1 2 4 1 3", 'L'),
        ("{{2, 4, 1, 3}, {3, 1, 4, 2}}", 'L'),
        ("2413", 'L'),
        ("2-4-1-3", 'L'),
        ("2->4->1->3", 'L'),
        ("2", 'N'),
        ("1 2 3 4", 'H'),
        ("- X - -", 'R'),
        ("1 . Q . .", 'R'),
        ("4 .Q.. 4", 'R'),
        ("OQOO", 'R'),
        ("| | Q | | |", 'R'),
        ("[1,]    0    1    0    0", 'R'),
        ("{'.', 'Q', '.', '.'},", 'R'),
        ("(1, 2), (2, 4)", 'P'),
        ("Queen at (1, 2)", 'P'),
        ("b1 d2 a3 c4", 'S'),
        ("1Q2/3Q/Q3/2Q1 w - - 0 1", 'F'),
        ("2 4 x 3", 'B'),
        ("2 4 one 3", 'B'),
        ("[2, 4, x, 3]", 'B'),
        ("x y", 'B'),
    ] {
        assert_eq!(letter(line), expected, "{line}");
    }
}
