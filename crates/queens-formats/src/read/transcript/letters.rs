//! The columns of a solution as letters: `b d a c`, `bdac`.

use super::super::{Flow, SolutionLineError, SolutionSink, bad, line};
use super::TranscriptReader;
use super::lines::LineShape;
use queens_model::square::Square;

/// A line of letters with nothing else in it.
pub(super) struct HeldLetters {
    line: u64,
    squares: Vec<Square>,
}

/// Returns the queens that letters name, one column for each row; `None` unless each of
/// the first letters of the alphabet is there once, and not all in order.
pub(super) fn columns(words: &[String]) -> Option<Vec<Square>> {
    let letters: Vec<char> = match words {
        [word] => word.chars().collect(),
        _ => words
            .iter()
            .map(|word| {
                let mut letters = word.chars();
                letters.next().filter(|_| letters.next().is_none())
            })
            .collect::<Option<_>>()?,
    };
    let are_small = letters.iter().all(char::is_ascii_lowercase);
    let are_capital = letters.iter().all(char::is_ascii_uppercase);
    // In order they are the names of the columns.
    if !(are_small || are_capital) || letters.is_sorted() {
        return None;
    }
    let mut squares: Vec<Square> = Vec::with_capacity(letters.len());
    for (row, letter) in (0..).zip(letters) {
        let column = u32::from(letter.to_ascii_lowercase()) - u32::from('a');
        squares.push(Square::new(row, column));
    }
    line::whole_side(&squares).map(|_| squares)
}

impl TranscriptReader {
    /// Holds a line of letters: with another one below it, it may be a row of a board.
    pub(super) fn letters(&mut self, at: u64, squares: Vec<Square>) -> Flow {
        self.letters = Some(HeldLetters { line: at, squares });
        Ok(())
    }

    /// Passes on letters with no rows below them.
    pub(super) fn end_letters(
        &mut self,
        below: &LineShape,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        match (self.letters.take(), below) {
            (None, _) => Ok(()),
            (Some(held), LineShape::Letters(_) | LineShape::Rows(_)) => {
                let reason = "lines of letters are rows of a board or columns: for columns, write a word such as \
                              Solution: before each line, or numbers";
                bad(held.line, SolutionLineError::Drawing(reason))
            }
            (Some(held), _) => {
                let side = held.squares.len() as u64;
                let size = sink.size.is_none().then_some((side, side));
                self.found(held.squares, size, held.line, sink)
            }
        }
    }
}
