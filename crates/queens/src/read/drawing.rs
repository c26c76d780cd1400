//! Boards drawn in characters, several side by side.
//!
//! The line of column letters tells where the squares of every row stand: each name begins in the
//! middle of its column.

use super::input::{Input, text};
use super::{Flow, LineError, MAX_SOLUTION, Sink, bad};
use crate::placement::Placement;
use crate::render::{NO_SQUARES, QUEEN_MARKS};
use crate::square::Square;

/// What may stand on a square without a queen.
const OTHER_MARKS: [char; 7] = [' ', '.', '·', 'x', '╳', '#', '█'];

/// Whether a line can be the first of a drawing.
pub(super) fn begins_with(line: &str) -> bool {
    let line = without_colors(line);
    let line = line.trim_start();
    line.starts_with('(') || line.ends_with(NO_SQUARES) || line.split_whitespace().next() == Some("a")
}

/// Reads the drawings that begin with the line `first`, each line of boards up to an empty line.
pub(super) fn read(line: u64, first: String, input: &mut Input<'_>, sink: &mut Sink<'_>) -> Flow {
    let mut bytes = first.into_bytes();
    let mut at = line;
    loop {
        let mut block = Block { line: at, ..Block::default() };
        while !bytes.is_empty() {
            block.push(at, &without_colors(text(at, &bytes)?))?;
            at = input.line();
            input.next_line(&mut bytes)?;
        }
        block.hand_on(sink)?;
        while bytes.is_empty() {
            at = input.line();
            if !input.next_line(&mut bytes)? {
                return Ok(());
            }
        }
    }
}

/// Removes ANSI colours: from each escape character to the letter that ends the sequence.
fn without_colors(line: &str) -> String {
    let mut pieces = line.split('\x1b');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| c.is_ascii_alphabetic()).map_or(piece.len(), |end| end + 1);
        plain.push_str(&piece[end..]);
    }
    plain
}

/// Boards side by side.
#[derive(Default)]
struct Block {
    line: u64,
    /// For each board, the position of each of its columns; empty before the column letters.
    boards: Vec<Vec<usize>>,
    /// For each board, its queens.
    queens: Vec<Vec<Square>>,
    rows: u32,
    /// Whether there are guide lines, and whether the last line is one.
    lined: bool,
    closed: bool,
    /// Bytes read.
    length: usize,
    /// Sizes of boards without squares.
    bare: Vec<(u64, u64)>,
}

impl Block {
    fn push(&mut self, at: u64, line: &str) -> Flow {
        self.length += line.len();
        if self.length > MAX_SOLUTION {
            return bad(at, LineError::TooLong);
        }
        let start = line.trim_start();
        if start.starts_with('(') && self.boards.is_empty() {
            return Ok(());
        }
        if line.ends_with(NO_SQUARES) {
            return self.bare_boards(at, line);
        }
        if self.boards.is_empty() {
            return self.column_names(at, line);
        }
        if start.starts_with(|c: char| c.is_ascii_digit()) {
            self.closed = false;
            return self.row(at, line);
        }
        self.lined = true;
        self.closed = true;
        Ok(())
    }

    /// Reads `0 x 5: no squares`, once or several times.
    fn bare_boards(&mut self, at: u64, line: &str) -> Flow {
        for words in line.split_terminator(NO_SQUARES) {
            let size = words.trim().strip_suffix(':').and_then(|size| size.split_once(" x "));
            let number = |text: &str| text.trim().parse::<u64>().ok();
            match size.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?))) {
                Some(size) if size.0 == 0 || size.1 == 0 => self.bare.push(size),
                _ => return drawing_error(at, "write a board without squares as '0 x 5: no squares'"),
            }
        }
        Ok(())
    }

    fn column_names(&mut self, at: u64, line: &str) -> Flow {
        let mut before = ' ';
        for (position, (offset, character)) in line.char_indices().enumerate() {
            if before == ' ' && character != ' ' {
                let name = line[offset..].split(' ').next().unwrap_or_default();
                if name == "a" {
                    self.boards.push(Vec::new());
                }
                let expected = |columns: &Vec<usize>| {
                    format!("{name}1").parse() == Ok(Square::new(0, columns.len() as u32))
                };
                match self.boards.last_mut() {
                    Some(columns) if expected(columns) => columns.push(position),
                    _ => return drawing_error(at, "its column letters should be a, b, c, ... without a gap"),
                }
            }
            before = character;
        }
        self.queens = vec![Vec::new(); self.boards.len()];
        Ok(())
    }

    fn row(&mut self, at: u64, line: &str) -> Flow {
        let digits = line.trim_start();
        let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
        if digits.parse() != Ok(self.rows + 1) {
            return drawing_error(at, "its row numbers should be 1, 2, 3, ... without a gap");
        }
        let marks: Vec<char> = line.chars().collect();
        for (columns, queens) in self.boards.iter().zip(&mut self.queens) {
            for (column, &position) in (0..).zip(columns) {
                match marks.get(position) {
                    Some(mark) if QUEEN_MARKS.contains(mark) => queens.push(Square::new(self.rows, column)),
                    Some(mark) if OTHER_MARKS.contains(mark) => {}
                    Some(_) => return drawing_error(at, "a square holds a character that means nothing"),
                    None => return bad(at, LineError::CutOff("the end of this row")),
                }
            }
        }
        self.rows += 1;
        Ok(())
    }

    fn hand_on(self, sink: &mut Sink<'_>) -> Flow {
        for size in self.bare {
            sink.put(self.line, Some(size), Placement::default(), 1)?;
        }
        if self.boards.iter().any(|_| self.rows == 0) || (self.lined && !self.closed) {
            return bad(self.line, LineError::CutOff("the last row of this board"));
        }
        for (columns, queens) in self.boards.iter().zip(self.queens) {
            let size = (self.rows.into(), columns.len() as u64);
            sink.put(self.line, Some(size), Placement::new(queens), 1)?;
        }
        Ok(())
    }
}

fn drawing_error(line: u64, reason: &'static str) -> Flow {
    bad(line, LineError::Drawing(reason))
}
