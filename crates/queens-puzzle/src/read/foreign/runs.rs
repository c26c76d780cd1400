//! Run lengths: `2r2g1o` is `rrggo`, a line or word for each row, or all rows in one; also
//! with each number behind its letter, `r2g2o1`, or with a sign of multiplication,
//! `2xr 2xg 1xo`.

use super::FormResult;
use super::board::{NamedBoard, positions};
use super::stars;

/// Most squares of a run, and of a board.
const MAX_SQUARES: usize = 1 << 12;

/// Reads the boards of a text whose lines are run lengths, apart from empty ones and
/// heads.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    let plain = read_runs(text, wanted);
    let Some(text) = without_times(text) else {
        return plain;
    };
    // With `x` as a letter and as a sign: only one of the readings is a board.
    match (plain, read_runs(&text, wanted)) {
        (None, multiplied) => multiplied,
        (plain, None) => plain,
        _ => None,
    }
}

/// Removes the sign of multiplication between each number and its letter; `None` if there
/// is none.
fn without_times(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut signs = text.chars().peekable();
    let (mut is_behind_number, mut has_sign) = (false, false);
    while let Some(sign) = signs.next() {
        let is_times = matches!(sign, 'x' | 'X' | '*' | '×');
        let is_before_letter = signs.peek().is_some_and(|next| next.is_alphabetic());
        if is_behind_number && is_times && is_before_letter {
            has_sign = true;
        } else {
            plain.push(sign);
        }
        is_behind_number = sign.is_ascii_digit();
    }
    has_sign.then_some(plain)
}

/// Reads the boards of lines of run lengths.
fn read_runs(text: &str, wanted: Option<u32>) -> FormResult {
    let (mut boards, mut cells, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    for line in text.lines().chain([""]) {
        let words: Vec<&str> = line
            .split([' ', '\t', '/', ',', ';', '"', '\''])
            .filter(|word| !word.is_empty())
            .collect();
        let rows: Option<Vec<Vec<char>>> =
            words.iter().map(|word| expanded(word)).collect();
        match rows {
            Some(rows) if !rows.is_empty() => cells.extend(rows.concat()),
            _ if line.trim().is_empty() || cells.is_empty() => {
                if !cells.is_empty() {
                    boards.push((
                        board(&std::mem::take(&mut cells))?,
                        stars::named_in(&heads.join(" ")),
                    ));
                }
                heads.push(line);
            }
            _ => return None,
        }
    }
    positions(boards, wanted)
}

fn board(cells: &[char]) -> Option<NamedBoard> {
    NamedBoard::of_cells(&cells.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// Expands a word of numbers, each with a letter behind it; a letter alone is one square.
/// `None` without a number.
fn expanded(word: &str) -> Option<Vec<char>> {
    let has_letter_first = word.starts_with(char::is_alphabetic)
        && word.ends_with(|c: char| c.is_ascii_digit());
    if has_letter_first {
        return letters_first(word);
    }
    let mut squares = Vec::new();
    let mut number = String::new();
    let mut has_number = false;
    for c in word.chars() {
        if c.is_ascii_digit() {
            number.push(c);
            has_number = true;
            continue;
        }
        let times: usize = if number.is_empty() {
            1
        } else {
            number.parse().ok()?
        };
        if !c.is_alphabetic() || squares.len() + times > MAX_SQUARES {
            return None;
        }
        squares.extend(std::iter::repeat_n(c, times));
        number.clear();
    }
    (has_number && number.is_empty()).then_some(squares)
}

/// Expands a word of letters, each with a number behind it or alone.
fn letters_first(word: &str) -> Option<Vec<char>> {
    let mut squares = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.chars().next().filter(|c| c.is_alphabetic()) {
        let behind = rest.strip_prefix(letter)?;
        let (number, next) = control::split_before(behind, |c| !c.is_ascii_digit());
        let times: usize = if number.is_empty() {
            1
        } else {
            number.parse().ok()?
        };
        if squares.len() + times > MAX_SQUARES {
            return None;
        }
        squares.extend(std::iter::repeat_n(letter, times));
        rest = next;
    }
    rest.is_empty().then_some(squares)
}
