//! Text and CSV, one solution a line; and the words of a solution wherever they stand.

use super::input::{Input, text};
use super::{Flow, LineError, Sink, bad, clip, drawing};
use crate::placement::Placement;
use crate::problem::MAX_SIDE;
use crate::square::Square;

/// Reads text, CSV or drawn boards: the first line tells.
pub(super) fn read(input: &mut Input<'_>, sink: &mut Sink<'_>) -> Flow {
    let mut bytes = Vec::new();
    loop {
        let line = input.line();
        if !input.next_line(&mut bytes)? {
            return Ok(());
        }
        let words = text(line, &bytes)?;
        if drawing::begins_with(words) {
            let first = words.to_owned();
            return drawing::read(line, first, input, sink);
        }
        if words.trim().is_empty() {
            continue;
        }
        if words.contains(',') {
            put(line, words.split(',').map(str::trim), sink)?;
        } else {
            put(line, words.split_whitespace(), sink)?;
        }
    }
}

/// Hands on the solution that stands in `words`: a column or `-` for each row, or squares.
pub(super) fn put<'t>(line: u64, words: impl Iterator<Item = &'t str>, sink: &mut Sink<'_>) -> Flow {
    let mut words = words.peekable();
    let by_square = words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    if by_square {
        let squares: Vec<Square> = match words.map(str::parse).collect() {
            Ok(squares) => squares,
            Err(error) => return bad(line, LineError::Square(error)),
        };
        return sink.put(line, None, Placement::new(squares), 1);
    }
    let mut queens = Vec::new();
    let mut rows = 0;
    for word in words {
        if word != "-" {
            queens.push(Square::new(rows, column(line, word, sink)?));
        }
        rows += 1;
    }
    let found = u64::from(rows);
    match sink.size {
        Some(size) if size.rows != rows => bad(line, LineError::Rows { found, expected: size.rows }),
        Some(_) => sink.put(line, None, Placement::new(queens), 1),
        None => sink.put(line, Some((found, found)), Placement::new(queens), 1),
    }
}

/// Reads a column, from 1.
fn column(line: u64, word: &str, sink: &Sink<'_>) -> Flow<u32> {
    let number = if word.bytes().all(|b| b.is_ascii_digit()) { word.parse::<u64>().ok() } else { None };
    match (number, sink.size) {
        (Some(value @ 1..), _) if value <= u64::from(MAX_SIDE) => Ok((value - 1) as u32),
        (Some(value @ 1..), Some(size)) => {
            bad(line, LineError::OffBoard { axis: "column", value, first: 1, last: size.columns.into() })
        }
        _ => bad(line, LineError::Column(clip(word))),
    }
}
