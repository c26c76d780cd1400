//! Lines of a solution that is not complete.

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
