//! Boards as [`crate::write::terminal`] draws them: column letters, and heavy lines
//! around the regions. Also boards without any letters.
//!
//! ```text
//!     a   b   c        Each letter is in the middle of its column. Heavy lines (━ ┃) between rows and columns are borders;
//!   +---+-------+      in ASCII all lines (- |) are. Clues look like marks. A line such as `2 stars` may come first.
//! 1 |   |     Q |
//!   +   +---+   +
//!
//! +-+-+-+              Without letters: a frame, a line of characters for each row, and one between two rows. Columns are
//! | |   |              equally wide. If some lines within are heavy or double, the others are not borders.
//! + +-+ +
//! ```

use super::{Borders, GridLineError, PuzzleReadError, finish, grid};
use crate::{MAX_SIZE, Mark, Position};
use control::clip;
use queens_formats::read::without_colors;
use queens_model::square::Square;

/// Returns true if a text begins with a drawn board.
pub(super) fn is_drawn(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(without_colors)
        .filter(|line| !line.trim().is_empty())
        .peekable();
    lines.next_if(|line| grid::stars_of(line).is_some());
    let (Some(names), Some(top)) = (lines.next(), lines.next()) else {
        return false;
    };
    find_columns(&names).is_some() && top.trim_start().starts_with(['┏', '+'])
}

/// Reads the boards of a text, separated by empty lines.
pub(super) fn read_all(
    text: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let mut positions = Vec::new();
    let mut board: Vec<NumberedLine> = Vec::new();
    // An empty line after the last board ends it like all others.
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.trim().is_empty() {
            board.push((number, without_colors(line).chars().collect()));
        } else if !board.is_empty() {
            positions.push(read_board(&board, stars)?);
            board.clear();
        }
    }
    Ok(positions)
}

/// The number of a line in the text, from 1, and its characters.
type NumberedLine = (usize, Vec<char>);

/// Heavy and double lines: always borders of regions.
const STRONG_LINES: [char; 4] = ['┃', '━', '║', '═'];

/// Other lines: borders if the board has no heavy or double line within.
const LIGHT_LINES: [char; 4] = ['|', '-', '│', '─'];

/// A board from its upper edge on: a line for each row, one between two rows, and one
/// below.
struct DrawnBoard<'t> {
    lines: Vec<&'t [char]>,
    /// Position of the middle of each column.
    columns: Vec<usize>,
    /// Distance of the middle of a column from the line on its left.
    half_width: usize,
}

impl DrawnBoard<'_> {
    fn size(&self) -> usize {
        self.columns.len()
    }

    /// Returns the sign at a position; a blank behind the end of a line.
    fn sign_at(&self, line: usize, position: usize) -> char {
        let sign = self.lines.get(line).and_then(|line| line.get(position));
        sign.copied().unwrap_or(' ')
    }

    /// Returns the sign in the middle of each square, row by row.
    fn square_signs(&self) -> Vec<char> {
        let mut signs = Vec::new();
        for row in 0..self.size() {
            for &column in &self.columns {
                signs.push(self.sign_at(2 * row + 1, column));
            }
        }
        signs
    }

    /// Returns the sign on the right of each square that has a square there.
    fn signs_on_the_right(&self) -> Vec<char> {
        let mut signs = Vec::new();
        for row in 0..self.size() {
            for column in &self.columns[1..] {
                signs.push(self.sign_at(2 * row + 1, column - self.half_width));
            }
        }
        signs
    }

    /// Returns the sign below each square that has a square there.
    fn signs_below(&self) -> Vec<char> {
        let mut signs = Vec::new();
        for row in 0..self.size() - 1 {
            for &column in &self.columns {
                signs.push(self.sign_at(2 * row + 2, column));
            }
        }
        signs
    }

    /// Returns the borders of the regions: signs of `upright` between columns, and of
    /// `level` between rows.
    fn borders(&self, upright: &[char], level: &[char]) -> Borders {
        let right = self.signs_on_the_right();
        let below = self.signs_below();
        Borders {
            size: self.size(),
            right: right.iter().map(|sign| upright.contains(sign)).collect(),
            below: below.iter().map(|sign| level.contains(sign)).collect(),
        }
    }
}

/// Reads a board without letters; `None` if the text is not one.
pub(super) fn read_unnamed(
    text: &str,
    stars: Option<u32>,
) -> Option<Result<Position, PuzzleReadError>> {
    let lines: Vec<Vec<char>> = text
        .lines()
        .map(|line| without_colors(line).trim_end().chars().collect())
        .filter(|line: &Vec<char>| !line.is_empty())
        .collect();
    let named = grid::stars_of(&lines.first()?.iter().collect::<String>());
    let board = unnamed_board(&lines[usize::from(named.is_some())..])?;
    let signs = board.square_signs().into_iter();
    let marks: Vec<Mark> = signs.map(unnamed_mark).collect::<Option<_>>()?;
    let borders = unnamed_borders(&board)?;
    let size = board.size() as u32;
    Some(finish(size, stars.or(named), borders.number_rooms(), marks))
}

/// Returns the board whose upper edge is the first line; `None` if its columns are not
/// equally wide, or if the number of its lines is not 2 x columns + 1.
fn unnamed_board(lines: &[Vec<char>]) -> Option<DrawnBoard<'_>> {
    let top = lines.first()?;
    let indent = top.iter().position(|&c| c != ' ')?;
    let (size, width) = (lines.len() / 2, top.len() - indent - 1);
    let has_shape = (2..=MAX_SIZE as usize).contains(&size)
        && lines.len() == 2 * size + 1
        && width.is_multiple_of(size)
        && width >= 2 * size;
    if !has_shape || !top[indent..].iter().all(|&c| is_frame(c)) {
        return None;
    }
    let pitch = width / size;
    Some(DrawnBoard {
        lines: lines.iter().map(Vec::as_slice).collect(),
        columns: (0..size)
            .map(|column| indent + column * pitch + pitch / 2)
            .collect(),
        half_width: pitch / 2,
    })
}

/// Returns true for the characters of a frame.
fn is_frame(c: char) -> bool {
    c == '+' || ('─'..='╬').contains(&c) || LIGHT_LINES.contains(&c)
}

/// Returns the mark that a square shows; `None` if its sign is none.
fn unnamed_mark(sign: char) -> Option<Mark> {
    match sign {
        ' ' => Some(Mark::Open),
        other => grid::mark(other.encode_utf8(&mut [0; 4])),
    }
}

/// Returns the borders of a board without letters; `None` if a sign between two squares
/// is not a line. Light lines are borders only if there are no strong ones.
fn unnamed_borders(board: &DrawnBoard<'_>) -> Option<Borders> {
    let mut has_strong = false;
    for sign in [board.signs_on_the_right(), board.signs_below()].concat() {
        let is_strong = STRONG_LINES.contains(&sign);
        if sign != ' ' && !is_strong && !LIGHT_LINES.contains(&sign) {
            return None;
        }
        has_strong |= is_strong;
    }
    let borders: &[char] = if has_strong {
        &STRONG_LINES
    } else {
        &LIGHT_LINES
    };
    Some(board.borders(borders, borders))
}

/// Returns the positions of the columns, in characters, from the line of column letters:
/// a, b, c and so on. `None` if it is not such a line.
fn find_columns(line: &str) -> Option<Vec<usize>> {
    // Where each word begins.
    let mut positions = Vec::new();
    let mut previous = ' ';
    for (position, character) in line.chars().enumerate() {
        if character != ' ' && previous == ' ' {
            positions.push(position);
        }
        previous = character;
    }
    if !(2..=MAX_SIZE as usize).contains(&positions.len()) {
        return None;
    }
    for (name, column) in line.split_whitespace().zip(0..) {
        // The parser of squares knows the names after z: aa, ab.
        if format!("{name}1").parse() != Ok(Square::new(0, column)) {
            return None;
        }
    }
    Some(positions)
}

/// Reads a board from its lines and their numbers. `stars` outweighs a first line that
/// gives it.
fn read_board(
    lines: &[NumberedLine],
    stars: Option<u32>,
) -> Result<Position, PuzzleReadError> {
    let first = &lines[0];
    let named = grid::stars_of(&first.1.iter().collect::<String>());
    let lines = &lines[usize::from(named.is_some())..];
    let at = lines.first().unwrap_or(first).0;
    let board = named_board(lines).ok_or(PuzzleReadError::Line {
        line: at,
        reason: GridLineError::Drawn,
    })?;
    let mut marks: Vec<Mark> = Vec::new();
    for (square, sign) in board.square_signs().into_iter().enumerate() {
        let Some(mark) = named_mark(sign) else {
            // Row 0 is below the column letters and the upper edge.
            let line = 2 * (square / board.size()) + 2;
            return Err(PuzzleReadError::Line {
                line: lines[line].0,
                reason: GridLineError::Mark(clip(&sign.to_string())),
            });
        };
        marks.push(mark);
    }
    let borders = board.borders(&['┃', '|'], &['━', '-']);
    finish(
        board.size() as u32,
        stars.or(named),
        borders.number_rooms(),
        marks,
    )
}

/// Returns the board below a line of column letters; `None` if it has too few or too many
/// lines.
fn named_board(lines: &[NumberedLine]) -> Option<DrawnBoard<'_>> {
    let (_, names) = lines.first()?;
    let columns = find_columns(&names.iter().collect::<String>())?;
    let half_width = (columns[1] - columns[0]).div_ceil(2);
    let has_shape = lines.len() == 2 * columns.len() + 2;
    has_shape.then(|| DrawnBoard {
        lines: lines[1..].iter().map(|(_, line)| line.as_slice()).collect(),
        columns,
        half_width,
    })
}

/// Returns the mark that a square shows. `G`, a given queen, is a queen; an unknown sign is
/// `None`.
fn named_mark(sign: char) -> Option<Mark> {
    match sign {
        'G' => Some(Mark::Queen),
        other => unnamed_mark(other),
    }
}
