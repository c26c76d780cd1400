//! Run lengths: `2r2g1o` is `rrggo`, a line or word for each row, or all rows in one.

use super::FormResult;
use super::board::{NamedBoard, positions};
use super::stars;

/// Most squares of a run, and of a board.
const MAX_SQUARES: usize = 1 << 12;

/// Reads the boards of a text whose lines are run lengths, apart from empty ones and
/// heads.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
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
