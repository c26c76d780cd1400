//! Addresses of sites that hold a whole puzzle, packed: [`penpa`] and [`sudokupad`].

pub(crate) mod packed;
mod penpa;
mod sudokupad;
#[cfg(test)]
mod tests;

use super::PuzzleReadError;
use crate::Position;

/// Reads the puzzle in an address; `None` if it is one of another site.
pub(super) fn read(
    address: &str,
    stars: Option<u32>,
) -> Option<Result<Position, PuzzleReadError>> {
    let address = address.trim();
    if address.contains(char::is_whitespace) {
        return None;
    }
    penpa::read(address, stars).or_else(|| sudokupad::read(address, stars))
}

/// Returns an error about an address.
fn bad(reason: impl Into<String>) -> PuzzleReadError {
    PuzzleReadError::Address(reason.into())
}
