//! FEN: the queens of a chess position, drawn from the top.

use super::{ImportError, ImportFault, make_board};
use control::clip;
use queens_model::problem::Problem;
use queens_model::square::Square;

/// Returns true if the first word is a row of ranks.
pub(super) fn is_fen(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.contains('/')
        && word
            .chars()
            .all(|c| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c))
}

pub(super) fn read_problem(text: &str) -> Result<Problem, ImportError> {
    let word = text.split_whitespace().next().unwrap_or_default();
    let ranks: Vec<&str> = word.split('/').collect();
    let mut givens = Vec::new();
    for (row, rank) in (0..).zip(&ranks) {
        let mut column = 0;
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(empty) => column += empty,
                None if c.eq_ignore_ascii_case(&'q') => {
                    givens.push(Square::new(row, column));
                    column += 1;
                }
                None => return Err(ImportError::Problem(ImportFault::Piece(c))),
            }
        }
        if column != 8 || ranks.len() != 8 {
            return Err(ImportError::Problem(ImportFault::Ranks(clip(word))));
        }
    }
    make_board(8, &[], &givens)
}
