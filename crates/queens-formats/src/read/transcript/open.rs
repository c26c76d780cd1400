//! Lines of a solution that is not complete.

use super::boards::is_permutation;

/// Rows of a board that is not complete.
#[derive(Default)]
pub(super) struct OpenBoard {
    pub(super) line: u64,
    pub(super) rows: Vec<Vec<char>>,
    /// Number of the board in its line.
    pub(super) board: usize,
    /// Number beside the last row.
    pub(super) number: Option<u32>,
    /// True if each row is one word.
    pub(super) are_words: bool,
}

/// Most lines of words that may be one solution.
pub(super) const MAX_WORD_PAIRS: usize = 1 << 16;

/// A line of words with two numbers.
pub(super) struct WordPairLine {
    pub(super) line: u64,
    pub(super) text: String,
    pub(super) pair: [u32; 2],
}

impl WordPairLine {
    /// The line without its digits.
    pub(super) fn words(&self) -> impl Iterator<Item = char> {
        self.text.chars().filter(|c| !c.is_ascii_digit())
    }
}

/// Numbers that stand alone on lines one below the other.
#[derive(Default)]
pub(super) struct NumberColumn {
    pub(super) lines: Vec<LoneNumber>,
}

/// A line with a number and nothing else.
pub(super) struct LoneNumber {
    pub(super) line: u64,
    pub(super) text: String,
    pub(super) number: u32,
    /// Number of solutions above it.
    pub(super) above: u64,
}

impl NumberColumn {
    /// Returns true if the numbers are the columns of a solution: each once, and not all
    /// in order.
    pub(super) fn is_solution(&self) -> bool {
        let numbers: Vec<u32> = self.lines.iter().map(|lone| lone.number).collect();
        !numbers.is_sorted() && is_permutation(&numbers)
    }
}
