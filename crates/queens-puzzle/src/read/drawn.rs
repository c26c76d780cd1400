//! Boards as [`crate::write::terminal`] draws them: column letters, and heavy lines
//! around the regions. Also boards without any letters.
//!
//! ```text
//!     a   b   c        Each letter is in the middle of its column. Heavy lines (━ ┃) between rows and columns are borders;
//!   +---+-------+      in ASCII all lines (- |) are. Clues look like marks. A line such as `2 stars` may come first.
//! 1 |   |     Q |
//!   +   +---+   +
//!
//! +-+-+-+              Without letters: a frame, a line of characters for each row and between two rows. Columns are equally
//! | |   |              wide. If some lines within are heavy or double, the others are no borders.
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
    let is_names = lines.next().is_some_and(|line| columns(&line).is_some());
    is_names
        && lines
            .next()
            .is_some_and(|line| line.trim_start().starts_with(['┏', '+']))
}

/// Reads the boards of a text, separated by empty lines.
pub(super) fn read_all(
    text: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let mut boards = vec![Vec::new()];
    for (at, line) in (1..).zip(text.lines()) {
        match (line.trim().is_empty(), boards.last_mut()) {
            (false, Some(board)) => {
                board.push((at, without_colors(line).chars().collect::<Vec<char>>()));
            }
            _ => boards.push(Vec::new()),
        }
    }
    boards
        .iter()
        .filter(|board| !board.is_empty())
        .map(|board| read(board, stars))
        .collect()
}

/// Heavy and double lines: always borders of regions.
const STRONG_LINES: [char; 4] = ['┃', '━', '║', '═'];

/// Other lines: borders if the board has no heavy or double line within.
const LIGHT_LINES: [char; 4] = ['|', '-', '│', '─'];

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
    let (stars, lines) = (stars.or(named), &lines[usize::from(named.is_some())..]);
    let top = lines.first()?;
    let indent = top.iter().position(|&c| c != ' ')?;
    let (size, width) = (lines.len() / 2, top.len() - indent - 1);
    let is_frame =
        |c: char| c == '+' || ('─'..='╬').contains(&c) || LIGHT_LINES.contains(&c);
    if !(2..=MAX_SIZE as usize).contains(&size)
        || lines.len() != 2 * size + 1
        || width % size != 0
        || width < 2 * size
        || !top[indent..].iter().all(|&c| is_frame(c))
    {
        return None;
    }
    let pitch = width / size;
    let at = |line: usize, place: usize| {
        lines[line].get(indent + place).copied().unwrap_or(' ')
    };
    let squares = || (0..size * size).map(|square| (square / size, square % size));
    let mark =
        |(row, column): (usize, usize)| match at(2 * row + 1, column * pitch + pitch / 2)
        {
            ' ' => Some(Mark::Open),
            other => grid::mark(other.encode_utf8(&mut [0; 4])),
        };
    let marks: Vec<Mark> = squares().map(mark).collect::<Option<_>>()?;
    let right = squares().filter(|&(_, column)| column + 1 < size);
    let right: Vec<char> = right
        .map(|(row, column)| at(2 * row + 1, (column + 1) * pitch))
        .collect();
    let below = squares().filter(|&(row, _)| row + 1 < size);
    let below: Vec<char> = below
        .map(|(row, column)| at(2 * row + 2, column * pitch + pitch / 2))
        .collect();
    let is_line =
        |c: &char| *c == ' ' || STRONG_LINES.contains(c) || LIGHT_LINES.contains(c);
    if !right.iter().chain(&below).all(is_line) {
        return None;
    }
    let has_strong = right.iter().chain(&below).any(|c| STRONG_LINES.contains(c));
    let is_border = |c: char| {
        if has_strong {
            STRONG_LINES.contains(&c)
        } else {
            c != ' '
        }
    };
    let [right, below] =
        [right, below].map(|signs| signs.into_iter().map(is_border).collect());
    Some(finish(
        size as u32,
        stars,
        Borders { size, right, below }.rooms(),
        marks,
    ))
}

/// Positions of the columns, in characters, from the line of column letters: a, b, c and
/// so on.
fn columns(line: &str) -> Option<Vec<usize>> {
    let mut positions = Vec::new();
    let mut before = ' ';
    for (position, character) in line.chars().enumerate() {
        if character != ' ' && before == ' ' {
            positions.push(position);
        }
        before = character;
    }
    let mut names = line.split_whitespace().zip(0..);
    let is_name = |(name, column): (&str, u32)| {
        format!("{name}1").parse() == Ok(Square::new(0, column))
    };
    let is_row = names.all(is_name) && (2..=MAX_SIZE as usize).contains(&positions.len());
    is_row.then_some(positions)
}

/// Reads a board from its lines and their numbers. `stars` outweighs a first line that
/// gives it.
fn read(
    lines: &[(usize, Vec<char>)],
    stars: Option<u32>,
) -> Result<Position, PuzzleReadError> {
    let first = &lines[0];
    let named = grid::stars_of(&first.1.iter().collect::<String>());
    let (stars, lines) = (stars.or(named), &lines[usize::from(named.is_some())..]);
    let Some((at, names)) = lines.first() else {
        return Err(PuzzleReadError::Line {
            line: first.0,
            reason: GridLineError::Drawn,
        });
    };
    let line = |at: usize, reason| PuzzleReadError::Line { line: at, reason };
    let columns = columns(&names.iter().collect::<String>())
        .ok_or_else(|| line(*at, GridLineError::Drawn))?;
    let size = columns.len();
    // A line above each row and below the last one.
    if lines.len() != 2 * size + 2 {
        return Err(line(*at, GridLineError::Drawn));
    }
    let before = (columns[1] - columns[0]).div_ceil(2);
    let character =
        |at: usize, position: usize| lines[at].1.get(position).copied().unwrap_or(' ');
    let squares = || (0..size * size).map(|square| (square / size, square % size));
    let right =
        squares()
            .filter(|&(_, column)| column + 1 < size)
            .map(|(row, column)| {
                matches!(
                    character(2 * row + 2, columns[column + 1] - before),
                    '┃' | '|'
                )
            });
    let below = squares()
        .filter(|&(row, _)| row + 1 < size)
        .map(|(row, column)| {
            matches!(character(2 * row + 3, columns[column]), '━' | '-')
        });
    let borders = Borders {
        size,
        right: right.collect(),
        below: below.collect(),
    };
    let marks =
        squares().map(
            |(row, column)| match character(2 * row + 2, columns[column]) {
                ' ' => Ok(Mark::Open),
                other => grid::mark(other.encode_utf8(&mut [0; 4]))
                    .or((other == 'G').then_some(Mark::Queen))
                    .ok_or_else(|| {
                        line(
                            lines[2 * row + 2].0,
                            GridLineError::Mark(clip(&other.to_string())),
                        )
                    }),
            },
        );
    let marks = marks.collect::<Result<Vec<_>, _>>()?;
    finish(size as u32, stars, borders.rooms(), marks)
}
