//! Boards in LaTeX: rows of `array`, `tabular` and `matrix`, and `\chessboard`.
//!
//! ```text
//! \begin{array}{|c|c|c|c|}           \chessboard[maxfield=d4,
//! \hline                               setpieces={Qb1,Qd2,Qa3,Qc4}]
//!  & Q & & \\ \hline
//! ```

use super::super::line;
use super::lines::{LineShape, drawn_row, number_row, read_fen};
use super::tokens::number;
use queens_model::square::Square;

/// Side of the board that `\chessboard` draws if no other is named.
const CHESSBOARD_SIDE: u32 = 8;

/// Fewest cells of a row that does not end with `\\`.
const MIN_CELLS: usize = 3;

/// Commands for lines between rows.
const RULES: [&str; 5] = [
    r"\hline",
    r"\toprule",
    r"\midrule",
    r"\bottomrule",
    r"\noindent",
];

/// Commands that draw a sign.
const SIGNS: [(&str, char); 12] = [
    (r"\queen", 'Q'),
    (r"\symqueen", 'Q'),
    (r"\WhiteQueenOnWhite", 'Q'),
    (r"\BlackQueenOnWhite", 'Q'),
    (r"\cdot", '·'),
    (r"\bullet", '●'),
    (r"\blacksquare", '■'),
    (r"\square", '□'),
    (r"\circ", '○'),
    (r"\star", '★'),
    (r"\bigstar", '★'),
    (r"\times", 'X'),
];

/// Returns the shape of a line of LaTeX; `None` if it is none. `rows` is the number of
/// rows of the board, if it is known.
pub(super) fn shape(line: &str, rows: Option<u32>) -> Option<LineShape> {
    if let Some(board) = chessboard(line, rows) {
        return Some(board);
    }
    let (inner, has_edge) = without_environment(line);
    let text = RULES
        .iter()
        .fold(inner.to_owned(), |text, rule| text.replace(rule, ""));
    if text.trim().is_empty() {
        return match (has_edge, inner.trim().is_empty()) {
            (true, _) => Some(LineShape::Edge),
            (false, false) => Some(LineShape::Punctuation),
            (false, true) => None,
        };
    }
    rows_of_cells(&text)
}

/// Removes the beginning and the end of an environment; returns true if there was one.
fn without_environment(line: &str) -> (&str, bool) {
    let (line, has_end) = match line.split_once(r"\end{") {
        Some((before, _)) => (before, true),
        None => (line, false),
    };
    let Some((_, begun)) = line.split_once(r"\begin{") else {
        return (line, has_end);
    };
    let mut rest = begun.split_once('}').map_or("", |(_, rest)| rest);
    // Its arguments.
    while let Some(argument) = rest.trim_start().strip_prefix(['{', '[']) {
        rest = argument
            .split_once(['}', ']'])
            .map_or("", |(_, behind)| behind);
    }
    (rest, true)
}

/// Reads rows whose cells have `&` between them.
fn rows_of_cells(text: &str) -> Option<LineShape> {
    let is_ended = text.contains(r"\\");
    let lines = text.split(r"\\").filter(|line| !line.trim().is_empty());
    let (mut rows, mut lists) = (Vec::new(), Vec::new());
    for line in lines {
        let cells: Vec<String> = line.split('&').map(cell).collect::<Option<_>>()?;
        if cells.len() < 2 || (!is_ended && cells.len() < MIN_CELLS) {
            return None;
        }
        match (drawn_row(&cells), number_row(&cells)) {
            (Some(row), _) => rows.push(row),
            (None, Some(list)) => lists.push(list),
            (None, None) => return None,
        }
    }
    match (rows.is_empty(), lists.is_empty()) {
        (false, true) => Some(LineShape::Rows(rows)),
        (true, false) => Some(LineShape::Lists(lists)),
        _ => None,
    }
}

/// Returns the sign or the number in a cell, a blank for an empty one; `None` for words.
fn cell(text: &str) -> Option<String> {
    let text = text.replace(['$', '~'], " ");
    let mut rest = text.trim();
    if let Some(color) = rest.strip_prefix(r"\cellcolor") {
        rest = color
            .split_once('}')
            .map_or("", |(_, behind)| behind)
            .trim();
    }
    if let Some((_, inner)) = rest
        .strip_suffix('}')
        .and_then(|cell| cell.rsplit_once('{'))
    {
        rest = inner.trim();
    }
    let known = SIGNS.iter().find(|(command, _)| rest == *command);
    let mut signs = rest.chars();
    match (known, signs.next(), signs.next()) {
        (Some((_, sign)), ..) => Some(sign.to_string()),
        (_, None, _) => Some(" ".to_owned()),
        (_, Some(sign), None) => Some(sign.to_string()),
        _ => number(rest).map(|_| rest.to_owned()),
    }
}

/// Reads the board of `\chessboard`, or of `\fenboard`.
fn chessboard(line: &str, rows: Option<u32>) -> Option<LineShape> {
    let fen = value(line, r"\fenboard").or_else(|| value(line, "setfen="));
    if let Some((size, queens)) = fen.and_then(read_fen) {
        return Some(LineShape::Fen(size, queens));
    }
    let pieces = ["setpieces=", "addpieces=", "setwhite=", "addwhite="]
        .iter()
        .find_map(|name| value(line, name))?;
    let words: Vec<&str> = pieces
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .collect();
    let queen = |word: &&str| word.strip_prefix(['Q', 'q'])?.parse().ok();
    let Some(queens) = words.iter().map(queen).collect::<Option<Vec<Square>>>() else {
        return Some(LineShape::Refused(
            "a piece is no queen, or not on a square: write queens as Qb4",
        ));
    };
    let largest = value(line, "maxfield=").and_then(|field| field.parse::<Square>().ok());
    let side = match (largest, rows) {
        (Some(field), _) if field.row == field.column => field.row + 1,
        (Some(_), _) => {
            return Some(LineShape::Refused(
                "its maxfield is not the last corner of a square board: write maxfield=h8 for 8 x 8",
            ));
        }
        (None, Some(rows)) => rows,
        (None, None) => match line::whole_side(&queens) {
            Some(side) if side != u64::from(CHESSBOARD_SIDE) => {
                return Some(LineShape::Refused(
                    "without maxfield in the same line this is a board of 8 x 8: write the last square of the board, as in maxfield=d4",
                ));
            }
            _ => CHESSBOARD_SIDE,
        },
    };
    Some(LineShape::Fen(side, queens))
}

/// Returns the value of an option or a command, without the braces around it.
fn value<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = line.split_once(name)?;
    match rest.trim_start().strip_prefix('{') {
        Some(inside) => inside.split_once('}').map(|(value, _)| value),
        None => rest.split([',', ']']).next().map(str::trim),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::SignRow;
    use super::*;

    #[test]
    fn reads_cells_and_commands() {
        let row = |signs: &str| {
            Some(LineShape::Rows(vec![SignRow {
                signs: signs.chars().collect(),
                board: 0,
                number: None,
                is_word: false,
            }]))
        };
        for (line, expected) in [
            (r" & Q & & \\", row(" Q  ")),
            (r". & $Q$ & . & . \\ \hline", row(".Q..")),
            (r"\hline & \queen & & \\", row(" Q  ")),
            (r"0 & 1 & 0 & 0", row("0100")),
            (
                r"\cellcolor{gray} & \textbf{Q} & \cdot & \cellcolor{gray} \\",
                row(" Q· "),
            ),
            (r"\begin{tabular}{|c|c|}", Some(LineShape::Edge)),
            (r"\end{tabular}", Some(LineShape::Edge)),
            (r"\hline", Some(LineShape::Punctuation)),
            (r"\toprule \midrule", Some(LineShape::Punctuation)),
            ("name & value & time", None),
            ("Q & A", None),
            ("a & b \\\\ c", None),
            ("", None),
        ] {
            assert_eq!(shape(line, None), expected, "{line}");
        }
    }

    #[test]
    fn the_size_of_a_chessboard_is_named_or_8() {
        let squares = |names: &str| -> Vec<Square> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let four = squares("b1 d2 a3 c4");
        for (line, expected) in [
            (
                r"\chessboard[maxfield=d4,setpieces={Qb1,Qd2,Qa3,Qc4}]",
                Some(LineShape::Fen(4, four.clone())),
            ),
            (
                r"\chessboard[setpieces={Qa2, Qb4}]",
                Some(LineShape::Fen(8, squares("a2 b4"))),
            ),
            (
                r"\fenboard{1Q2/3Q/Q3/2Q1 w - - 0 1}",
                Some(LineShape::Fen(4, four)),
            ),
            ("see chessboards", None),
        ] {
            assert_eq!(shape(line, None), expected, "{line}");
        }
        for line in [
            r"\chessboard[setpieces={Qb1,Qd2,Qa3,Qc4}]",
            r"\chessboard[maxfield=d5,setpieces={Qb1,Qd2,Qa3,Qc4}]",
            r"\chessboard[setpieces={Kb1,Qd2}]",
        ] {
            let found = shape(line, None);
            assert!(
                matches!(found, Some(LineShape::Refused(_))),
                "{line}: {found:?}"
            );
        }
    }
}
