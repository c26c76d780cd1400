//! Boards drawn in characters, several side by side.
//!
//! The lines of column letters tell where the squares of every row stand: each name begins in the
//! middle of its column, or, where columns are narrow, its letters stand there one above the other.

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
    let is_letters = |word: &str| word.starts_with('a') && word.bytes().all(|byte| byte.is_ascii_lowercase());
    line.starts_with('(')
        || line.ends_with(NO_SQUARES)
        || line.split_whitespace().next().is_some_and(is_letters)
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
    /// The lines of column letters, until the first line below them.
    names: Vec<String>,
    /// Where the first of them is.
    names_at: u64,
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
            if start.starts_with(|c: char| c.is_ascii_lowercase()) {
                if self.names.is_empty() {
                    self.names_at = at;
                }
                self.names.push(line.to_owned());
                return Ok(());
            }
            self.column_names()?;
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

    /// Reads the column letters when all their lines are known.
    fn column_names(&mut self) -> Flow {
        let lines = std::mem::take(&mut self.names);
        let wrong =
            || drawing_error(self.names_at, "its column letters should be a, b, c, ... without a gap");
        let Some(last) = lines.last() else { return wrong() };
        let names = match lines.len() {
            1 if last.split_whitespace().next() == Some("a") => names_in_a_row(last),
            _ => stacked_names(&lines),
        };
        for (position, name) in names {
            if name == "a" {
                self.boards.push(Vec::new());
            }
            match self.boards.last_mut() {
                Some(columns) if format!("{name}1").parse() == Ok(Square::new(0, columns.len() as u32)) => {
                    columns.push(position);
                }
                _ => return wrong(),
            }
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

    fn hand_on(mut self, sink: &mut Sink<'_>) -> Flow {
        if !self.names.is_empty() {
            self.column_names()?;
        }
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

/// The words of a line, each with the position of its first letter.
fn names_in_a_row(line: &str) -> Vec<(usize, String)> {
    let mut names: Vec<(usize, String)> = Vec::new();
    let mut before = ' ';
    for (position, character) in line.chars().enumerate() {
        match names.last_mut() {
            _ if character == ' ' => {}
            Some((_, name)) if before != ' ' => name.push(character),
            _ => names.push((position, character.into())),
        }
        before = character;
    }
    names
}

/// The letters that stand one above the other, with their position.
fn stacked_names(lines: &[String]) -> Vec<(usize, String)> {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let letters =
        |position: usize| lines.iter().filter_map(move |line| line.get(position)).filter(|&&c| c != ' ');
    let names = (0..columns).map(|position| (position, letters(position).collect::<String>()));
    names.filter(|(_, name)| !name.is_empty()).collect()
}

fn drawing_error(line: u64, reason: &'static str) -> Flow {
    bad(line, LineError::Drawing(reason))
}
