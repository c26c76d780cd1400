//! Boards as tables: rows between bars or rulers, as in terminals and Markdown, and rows
//! of 0 and 1.
//!
//! ```text
//! | a | b | c | d |     +---+---+---+---+
//! |---|---|---|---|     |   | Q |   |   |     _ _ _ _       0 1 0 0
//! |   | Q |   |   |     +---+---+---+---+    |_|Q|_|_|      0,1,0,0
//! ```

/// Returns true for a character between the cells of a row.
fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '┃' | '║')
}

/// Returns true if a line is a ruler between rows: `+---+`, `|---|`, `├───┤`. Lines of
/// `-` alone are rows without a queen.
pub(super) fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.chars().all(is_stroke)
        && line.contains(['-', '=', '─', '━', '═'])
        && line.contains(|c: char| c == '+' || is_bar(c) || ('┌'..='╬').contains(&c))
}

/// Returns true for the characters of a ruler.
fn is_stroke(c: char) -> bool {
    matches!(c, '-' | '=' | '+' | ':' | ' ') || is_bar(c) || ('─'..='╬').contains(&c)
}

/// Returns true if a line can be the first of a table.
pub(super) fn begins_with(line: &str) -> bool {
    is_ruler(line) || row(line).is_some()
}

/// Returns the squares of a row between bars, a character for each cell; `None` if the
/// line is not such a row.
pub(super) fn row(line: &str) -> Option<String> {
    let inside = line.trim().strip_prefix(is_bar)?.strip_suffix(is_bar)?;
    let mut cells = inside.split(is_bar);
    // A row number may have several digits.
    let first = cells.next().map(|first| {
        let first = first.trim();
        if first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_digit()) {
            Some('.')
        } else {
            read_cell(first)
        }
    });
    first.into_iter().chain(cells.map(read_cell)).collect()
}

/// Returns the squares of a row within a frame, with bars on its left and right alone:
/// `|.Q..|`.
pub(super) fn framed_row(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix(is_bar)?.strip_suffix(is_bar)?;
    let squares = inside.chars().filter(|c| !c.is_whitespace()).count();
    (squares > 1 && !inside.contains(is_bar)).then_some(inside)
}

/// Recognises a row of column letters; returns true if a cell for row numbers comes
/// first.
pub(super) fn heading(row: &str) -> Option<bool> {
    match row.strip_prefix(['.', '#']) {
        Some(rest) if are_letters_in_order(rest) => Some(true),
        _ => are_letters_in_order(row).then_some(false),
    }
}

/// Returns true for `ab`, `abc` and so on, in either case.
fn are_letters_in_order(cells: &str) -> bool {
    cells.chars().count() > 1
        && cells
            .chars()
            .zip('a'..='z')
            .all(|(cell, letter)| cell.eq_ignore_ascii_case(&letter))
}

/// Returns the square of a cell; `None` if it has several characters.
fn read_cell(cell: &str) -> Option<char> {
    let mut characters = cell.trim().chars();
    match (characters.next(), characters.next()) {
        (None, _) | (Some('0'), None) => Some('.'),
        (Some('1'), None) => Some('Q'),
        (Some(mark), None) => Some(mark),
        _ => None,
    }
}

/// Returns the squares of a row of 0 and 1, a queen for each 1, with blanks or commas
/// between them or without. If `needs_zero`, a row of 1 alone does not count, because it
/// may be columns.
pub(super) fn bits(line: &str, needs_zero: bool) -> Option<String> {
    let digits: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != ',')
        .collect();
    let is_row = digits.len() > 1
        && (!needs_zero || digits.contains('0'))
        && digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    is_row.then(|| digits.replace('0', ".").replace('1', "Q"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruler_has_strokes_and_corners() {
        for line in ["+---+---+", "|---|:-:|", "├───┤", "+===+", " +-+ "] {
            assert!(is_ruler(line), "{line}");
        }
        for line in ["|||", "---", "+ +", "| - Q |", "", "|:|"] {
            assert!(!is_ruler(line), "{line}");
        }
    }

    #[test]
    fn cells_are_squares_and_the_first_may_be_a_row_number() {
        for (line, squares) in [
            ("| 10 | Q |", Some(".Q")),
            ("|10|11|", None),
            ("| 0 | 1 |", Some(".Q")),
            ("|| * |", Some(".*")),
            ("| QQ |", None),
            ("| Q", None),
        ] {
            assert_eq!(row(line).as_deref(), squares, "{line}");
        }
        for (cells, has_numbers) in [
            ("ab", Some(false)),
            (".abc", Some(true)),
            ("#AB", Some(true)),
            ("a", None),
            ("ac", None),
            (".a", None),
        ] {
            assert_eq!(heading(cells), has_numbers, "{cells}");
        }
    }

    #[test]
    fn a_framed_row_has_bars_on_both_sides_alone() {
        for (line, squares) in [
            ("|.Q..|", Some(".Q..")),
            ("│ . Q . . │", Some(" . Q . . ")),
            ("|.|Q|", None),
            ("|Q|", None),
            ("|.Q..", None),
        ] {
            assert_eq!(framed_row(line), squares, "{line}");
        }
    }

    #[test]
    fn rows_of_bits_have_two_squares_and_no_other_digit() {
        for (line, needs_zero, squares) in [
            ("0 1 0", true, Some(".Q.")),
            ("0,1", true, Some(".Q")),
            ("1 1", true, None),
            ("1 1", false, Some("QQ")),
            ("0", true, None),
            ("1", false, None),
            ("0 2", true, None),
        ] {
            assert_eq!(bits(line, needs_zero).as_deref(), squares, "{line}");
        }
    }
}
