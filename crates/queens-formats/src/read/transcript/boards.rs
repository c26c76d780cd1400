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
    let has = |sign: &char| all.contains(sign);
    let is_queen = |sign: char| {
        (sign != 'G' && marks::is_queen(sign)) || QUEEN_SIGNS.contains(&sign)
    };
    let mut queens: Vec<char> =
        all.iter().copied().filter(|&sign| is_queen(sign)).collect();
    queens.dedup();
    if let Some(sign) = known.filter(has) {
        return Some(sign);
    }
    if let Some(&sign) = queens.first() {
        return (distinct(&queens) == 1 && distinct(&all) <= MAX_SIGNS + 1)
            .then_some(sign);
    }
    if distinct(&all) > MAX_SIGNS {
        return None;
    }
    let mut signs = all.clone();
    signs.sort_unstable();
    signs.dedup();
    let ranked = |is_right: &dyn Fn(char) -> bool| {
        let mut right: Vec<char> = signs
            .iter()
            .copied()
            .filter(|&sign| is_right(sign))
            .collect();
        right.sort_by_key(|sign| {
            LIKELY_QUEENS
                .iter()
                .position(|likely| likely == sign)
                .unwrap_or(usize::MAX)
        });
        right.first().copied()
    };
    ranked(&|sign| is_once_each(board, sign)).or_else(|| {
        // A wrong solution still has a queen for each row, or signs that are well known.
        let count = |sign: char| all.iter().filter(|&&other| other == sign).count();
        let has_free = |sign: char| {
            signs
                .iter()
                .any(|&other| other != sign && FREE_SIGNS.contains(&other))
        };
        let is_rare = |sign: char| 2 * count(sign) < all.len() && has_free(sign);
        ranked(&|sign| is_rare(sign) && count(sign) == board.len())
            .or_else(|| ranked(&|sign| is_rare(sign) && LIKELY_QUEENS.contains(&sign)))
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
    let mut columns: Vec<u32> = pairs.iter().map(|pair| pair[1]).collect();
    columns.sort_unstable();
    let are_from = |first: u32| {
        let rows = pairs.iter().map(|pair| pair[0]);
        rows.zip(first..).all(|(row, number)| row == number)
            && columns
                .iter()
                .zip(first..)
                .all(|(&column, number)| column == number)
    };
    pairs.len() >= MIN_ROWS && (are_from(0) || are_from(1))
}

/// Returns true for enough numbers, each once, from 0 or from 1.
pub(super) fn is_permutation(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let is_from = |first: u32| {
        sorted
            .iter()
            .zip(first..)
            .all(|(&number, expected)| number == expected)
    };
    sorted.len() >= MIN_ROWS && (is_from(0) || is_from(1))
}

/// Returns true if there are queens, and every other sign is a free square.
pub(super) fn are_squares(board: &SignBoard) -> bool {
    let is_queen = |sign: &char| {
        marks::is_queen(*sign) || (*sign != '#' && LIKELY_QUEENS.contains(sign))
    };
    let mut signs = board.iter().flatten();
    signs.any(is_queen)
        && board
            .iter()
            .flatten()
            .all(|sign| is_queen(sign) || FREE_SIGNS.contains(sign))
}

/// Returns true if no row shows that it is part of a board: it may be a word.
pub(super) fn may_be_words(board: &SignBoard) -> bool {
    let is_word = |row: &Vec<char>| row.iter().all(|sign| sign.is_alphanumeric());
    board.iter().all(is_word)
        && !board.iter().flatten().any(|&sign| marks::is_queen(sign))
}

/// Returns true for `a b c d`, `1 2 3 4` and `0 1 2 3`, perhaps with a blank cell before
/// it.
pub(super) fn counts_up(row: &[char]) -> bool {
    let row = row.strip_prefix(&[' ']).unwrap_or(row);
    let is_from = |first: char| {
        row.iter()
            .zip(first..)
            .all(|(sign, expected)| sign.eq_ignore_ascii_case(&expected))
    };
    row.len() > 1 && ['a', '0', '1'].into_iter().any(is_from)
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
