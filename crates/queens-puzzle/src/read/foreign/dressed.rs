//! Rows of a grid with signs of another notation around them, which are taken off.
//!
//! ```text
//! 012345        > AABB      b'AABB'      A & A & B \\      ######
//! AABBCC        > AABB      b'AABB'      A & B & B \\      #AABB#
//! ```

use super::super::grid;
use super::FormResult;
use super::board::{NamedBoard, is_size, positions};

/// Returns the plain rows of lines; `None` for another notation.
type Undress = fn(&[&str]) -> Option<Vec<String>>;

/// Ways to take off the signs.
const NOTATIONS: [Undress; 5] = [
    below_ruler,
    quoted_lines,
    byte_strings,
    framed_rows,
    list_behind_name,
];

/// Reads the only board of a text whose lines are dressed rows.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty())
        .collect();
    if let Some(board) = latex_board(&lines).or_else(|| only_string(text)) {
        return positions(vec![(board, None)], stars);
    }
    let mut plain = NOTATIONS.iter().filter_map(|undress| undress(&lines));
    let rows = plain.next().filter(|_| plain.next().is_none())?;
    grid::read_all(&rows.join("\n"), stars).ok().map(Ok)
}

/// Returns the rows below a line of numbers that count columns, such as `012345`, also
/// without their own numbers.
fn below_ruler(lines: &[&str]) -> Option<Vec<String>> {
    let (ruler, mut rows) = lines.split_first()?;
    let signs: String = ruler.split_whitespace().collect();
    let size = signs.len();
    let counts_from = |first: usize| {
        (first..)
            .zip(signs.bytes())
            .all(|(number, sign)| usize::from(sign.wrapping_sub(b'0')) == number % 10)
    };
    if !is_size(size) || !(counts_from(0) || counts_from(1)) {
        return None;
    }
    let is_rule = |line: &&&str| line.trim().chars().all(|c| "-=─═_+|".contains(c));
    if let Some((_, below)) = rows.split_first().filter(|(first, _)| is_rule(first)) {
        rows = below;
    }
    if rows.len() != size {
        return None;
    }
    rows.iter()
        .enumerate()
        .map(|(at, row)| letters_of_row(row, at, size))
        .collect()
}

/// Returns the letters of a row, which its number may stand before.
fn letters_of_row(row: &str, at: usize, size: usize) -> Option<String> {
    let (label, rest) = control::split_before(row.trim(), |c| !c.is_ascii_digit());
    let is_label = label.is_empty()
        || label
            .parse::<usize>()
            .is_ok_and(|number| number == at || number == at + 1);
    let letters: String = rest
        .chars()
        .filter(|c| !c.is_whitespace() && !":|".contains(*c))
        .collect();
    let is_row =
        letters.chars().count() == size && letters.chars().all(char::is_alphabetic);
    (is_label && is_row).then_some(letters)
}

/// Returns the lines of a quotation: each begins with `>`.
fn quoted_lines(lines: &[&str]) -> Option<Vec<String>> {
    let inner = lines.iter().map(|line| line.trim_start().strip_prefix('>'));
    inner
        .map(|line| line.map(|line| line.trim().to_owned()))
        .collect()
}

/// Returns the rows of byte strings of Python, one on each line.
fn byte_strings(lines: &[&str]) -> Option<Vec<String>> {
    lines.iter().map(|line| byte_string(line)).collect()
}

/// Reads a byte string: `b'AABB'`.
fn byte_string(line: &str) -> Option<String> {
    let quoted = line.trim().trim_end_matches(',').strip_prefix('b')?;
    let inner = ['\'', '"']
        .into_iter()
        .find_map(|sign| quoted.strip_prefix(sign)?.strip_suffix(sign))?;
    let is_plain = inner
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == ' ' || c == '.');
    is_plain.then(|| inner.to_owned())
}

/// Returns the rows within a frame of `#`.
fn framed_rows(lines: &[&str]) -> Option<Vec<String>> {
    let is_edge = |line: &&str| line.len() > 2 && line.bytes().all(|sign| sign == b'#');
    let [first, rows @ .., last] = lines else {
        return None;
    };
    if !is_edge(first) || !is_edge(last) {
        return None;
    }
    rows.iter()
        .map(|row| row.strip_prefix('#')?.strip_suffix('#').map(str::to_owned))
        .collect()
}

/// Returns the rows of the only line with a list of rows behind its name:
/// `grid=AABB,AABB,...`.
fn list_behind_name(lines: &[&str]) -> Option<Vec<String>> {
    let mut lists = lines.iter().filter_map(|line| {
        let (_, list) = line.split_once(['=', ':'])?;
        let words = list.split(|c: char| c.is_whitespace() || ",;/|".contains(c));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_row = |word: &&str| {
            word.chars().count() == words.len() && word.chars().all(char::is_alphabetic)
        };
        let is_board = is_size(words.len()) && words.iter().all(is_row);
        is_board.then(|| words.iter().map(|&word| word.to_owned()).collect())
    });
    lists.next().filter(|_| lists.next().is_none())
}

/// Reads the rows of a table of LaTeX; a colour of a cell is the name of its region.
fn latex_board(lines: &[&str]) -> Option<NamedBoard> {
    if !lines.iter().any(|line| line.contains("\\begin{")) {
        return None;
    }
    let mut cells = Vec::new();
    for row in lines.iter().filter(|line| line.contains('&')) {
        let row = row.replace("\\hline", "");
        let row = row.trim().trim_end_matches('\\');
        cells.extend(row.split('&').map(latex_cell).collect::<Option<Vec<_>>>()?);
    }
    NamedBoard::of_cells(&cells)
}

/// Returns the name of the region of a cell: `A`, `\textbf{A}`, `\cellcolor{red}`.
fn latex_cell(cell: &str) -> Option<String> {
    let cell = cell.trim().trim_matches('$');
    let color = cell
        .strip_prefix("\\cellcolor")
        .or(cell.strip_prefix("\\textbf"));
    let name = match color {
        Some(rest) => rest.trim_start().strip_prefix('{')?.split_once('}')?.0,
        None => cell,
    };
    let is_name = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    is_name.then(|| name.to_owned())
}

/// Reads the only string of a text, with a letter for each square, row by row.
fn only_string(text: &str) -> Option<NamedBoard> {
    let mut parts = text.split('"');
    let (_, letters, _) = (parts.next()?, parts.next()?, parts.next()?);
    let is_only = parts.next().is_none() && letters.chars().all(char::is_alphabetic);
    let cells: Vec<String> = letters.chars().map(String::from).collect();
    NamedBoard::of_cells(&cells).filter(|_| is_only)
}
