//! Squares, as chess players and programmers write them.

use crate::default_command::is_square;

/// Returns the fault of the squares of `--given` that chess players and programmers
/// write: `Qe4`, `4e`, `3,4`.
pub(super) fn fault_of_given(squares: &str) -> Option<String> {
    let is_number = |part: &str| part.trim().parse::<u32>().is_ok();
    if let Some((row, column)) = squares.split_once(',')
        && is_number(row)
        && is_number(column)
    {
        return Some(format!(
            "'{squares}' is not a square: write {row}:{column} for row:column from 0, or b4"
        ));
    }
    squares.split([',', ' ']).find_map(|square| {
        let digits = square.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = square.strip_suffix(digits)?;
        let turned = format!("{digits}{number}");
        let meant = match square_meant(square) {
            Some(meant) if meant != square => meant.to_owned(),
            None if is_square(&turned) && !number.is_empty() => turned,
            _ => return None,
        };
        Some(format!("'{square}' is not a square: write {meant}"))
    })
}

/// Returns the square of a word: `e4`, `Qe4`.
pub(super) fn square_meant(word: &str) -> Option<&str> {
    let without_piece = word.strip_prefix(['Q', 'D']).unwrap_or(word);
    [without_piece, word]
        .into_iter()
        .find(|word| is_square(word))
}
