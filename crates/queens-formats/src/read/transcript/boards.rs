//! The sign of the queen on a drawn board, as the board itself shows it.

use super::super::marks;
use super::tokens::distinct;

/// Signs of queens beside those that this crate writes.
const QUEEN_SIGNS: [char; 8] = ['👑', '♔', '♚', '👸', '🫅', '⭐', '★', '☆'];
/// Signs that are queens where another sign is free, in the order in which they are
/// tried.
const LIKELY_QUEENS: [char; 12] =
    ['X', 'x', '*', '1', '#', '@', '■', '●', '█', '⬛', 'O', 'o'];
/// Signs of free squares.
const FREE_SIGNS: [char; 12] =
    ['.', '_', '-', '0', ' ', '·', '+', '□', '○', '⬜', 'O', 'o'];
/// Most signs of a board whose queens have no sign of their own: a queen and two colours
/// of squares.
const MAX_SIGNS: usize = 3;

/// A board row by row, each row with as many signs.
pub(super) type SignBoard = [Vec<char>];

/// Returns the sign of the queens of a board; `known` is the sign on the boards before
/// it. `None` if it is not certain.
pub(super) fn queen_sign(board: &SignBoard, known: Option<char>) -> Option<char> {
    let all: Vec<char> = board.iter().flatten().copied().collect();
    if let Some(sign) = known.filter(|sign| all.contains(sign)) {
        return Some(sign);
    }
    let queens: Vec<char> = all.iter().copied().filter(|&sign| is_queen(sign)).collect();
    if let Some(&sign) = queens.first() {
        return (distinct(&queens) == 1 && distinct(&all) <= MAX_SIGNS + 1)
            .then_some(sign);
    }
    if distinct(&all) > MAX_SIGNS {
        return None;
    }
    guess_queen_sign(board, all)
}

/// Returns true for a sign that shows a queen on every board. `G` is a given queen, but
/// may be a region, too.
fn is_queen(sign: char) -> bool {
    (sign != 'G' && marks::is_queen(sign)) || QUEEN_SIGNS.contains(&sign)
}

/// Returns the likeliest sign of the queens among `all`, the signs of a board without a
/// sign that shows a queen on every board.
fn guess_queen_sign(board: &SignBoard, all: Vec<char>) -> Option<char> {
    let squares = all.len();
    let mut signs = all;
    signs.sort_unstable();
    let counts: Vec<(char, usize)> = signs
        .chunk_by(|one, other| one == other)
        .map(|same| (same[0], same.len()))
        .collect();
    let once_each = counts
        .iter()
        .map(|&(sign, _)| sign)
        .filter(|&sign| is_once_each(board, sign));
    if let Some(sign) = likeliest_queen(once_each) {
        return Some(sign);
    }
    // A wrong solution still has a queen for each row, or signs that are well known.
    let mut rare = counts.clone();
    rare.retain(|&(sign, count)| 2 * count < squares && has_free_sign(&counts, sign));
    let one_a_row = rare
        .iter()
        .filter(|(_, count)| *count == board.len())
        .map(|&(sign, _)| sign);
    let known = rare
        .iter()
        .map(|&(sign, _)| sign)
        .filter(|sign| LIKELY_QUEENS.contains(sign));
    likeliest_queen(one_a_row).or_else(|| likeliest_queen(known))
}

/// Returns true if a sign other than `queen` shows free squares.
fn has_free_sign(counts: &[(char, usize)], queen: char) -> bool {
    counts
        .iter()
        .any(|(sign, _)| *sign != queen && FREE_SIGNS.contains(sign))
}

/// Returns the first of the signs in the order of [`LIKELY_QUEENS`], else the first of
/// all.
fn likeliest_queen(signs: impl Iterator<Item = char>) -> Option<char> {
    signs.min_by_key(|sign| {
        LIKELY_QUEENS
            .iter()
            .position(|likely| likely == sign)
            .unwrap_or(usize::MAX)
    })
}

/// Returns true for a sign that occurs once in each row and each column.
fn is_once_each(board: &SignBoard, sign: char) -> bool {
    let mut columns: Vec<usize> = Vec::new();
    for row in board {
        let mut places = (0..row.len()).filter(|&place| row[place] == sign);
        match (places.next(), places.next()) {
            (Some(place), None) if !columns.contains(&place) => columns.push(place),
            _ => return false,
        }
    }
    true
}

/// Fewest rows that are known by their numbers alone.
pub(super) const MIN_ROWS: usize = 4;

/// Returns true for pairs of a row and a column that name the rows in order and each
/// column once, from 0 or from 1.
pub(super) fn are_all_rows(pairs: &[[u32; 2]]) -> bool {
    let rows: Vec<u32> = pairs.iter().map(|pair| pair[0]).collect();
    let mut columns: Vec<u32> = pairs.iter().map(|pair| pair[1]).collect();
    columns.sort_unstable();
    // With the same columns as rows, both count from the same number.
    pairs.len() >= MIN_ROWS
        && rows == columns
        && (count_from(&rows, 0) || count_from(&rows, 1))
}

/// Returns true for numbers that count up from `first`.
fn count_from(numbers: &[u32], first: u32) -> bool {
    numbers
        .iter()
        .zip(first..)
        .all(|(&number, expected)| number == expected)
}

/// Returns true for enough numbers, each once, from 0 or from 1.
pub(super) fn is_permutation(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.len() >= MIN_ROWS && (count_from(&sorted, 0) || count_from(&sorted, 1))
}

/// Returns true if there are queens, and every other sign is a free square.
pub(super) fn are_squares(board: &SignBoard) -> bool {
    let mut has_queen = false;
    for &sign in board.iter().flatten() {
        // `#` is a wall.
        let is_queen =
            marks::is_queen(sign) || (sign != '#' && LIKELY_QUEENS.contains(&sign));
        if !is_queen && !FREE_SIGNS.contains(&sign) {
            return false;
        }
        has_queen |= is_queen;
    }
    has_queen
}

/// Returns true if no row shows that it is part of a board: it may be a word.
pub(super) fn may_be_words(board: &SignBoard) -> bool {
    board
        .iter()
        .flatten()
        .all(|&sign| sign.is_alphanumeric() && !marks::is_queen(sign))
}

/// Returns true for `a b c d`, `1 2 3 4` and `0 1 2 3`, perhaps with a blank cell before
/// it.
pub(super) fn counts_up(row: &[char]) -> bool {
    let row = row.strip_prefix(&[' ']).unwrap_or(row);
    row.len() > 1
        && ['a', '0', '1'].into_iter().any(|first| {
            row.iter()
                .zip(first..)
                .all(|(sign, expected)| sign.eq_ignore_ascii_case(&expected))
        })
}

#[cfg(test)]
mod tests {
    use super::queen_sign;

    #[test]
    fn finds_the_sign_of_the_queens() {
        for (text, sign) in [
            (".Q.. ...Q Q... ..Q.", Some('Q')),
            ("OQOO OOOQ QOOO OOQO", Some('Q')),
            ("-X-- ---X X--- --X-", Some('X')),
            ("OXOO OOOX XOOO OOXO", Some('X')),
            ("XOXX XXXO OXXX XXOX", Some('O')),
            ("0100 0001 1000 0010", Some('1')),
            ("⬜👑⬜⬛ ⬜⬛⬜👑 👑⬛⬜⬛ ⬜⬛👑⬛", Some('👑')),
            // Wrong: two queens in the first column.
            ("X... X... .X.. ..X.", Some('X')),
            // Regions of a puzzle.
            ("AAGG AAGG CCDD CCDD", None),
            ("QQAAB QQABB QACCB DDCEE DDDEE", None),
            ("AABB AABB CCDD CCDD", None),
            ("AAAA AAAA AAAA AAAA", None),
        ] {
            let board: Vec<Vec<char>> =
                text.split(' ').map(|row| row.chars().collect()).collect();
            assert_eq!(queen_sign(&board, None), sign, "{text}");
        }
    }
}
