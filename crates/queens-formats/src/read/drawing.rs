//! Boards drawn in characters.
//!
//! Several boards may be side by side if they have column letters, which give the
//! position of the squares in every row: each name begins in the middle of its column,
//! or, if columns are narrow, its letters are one above the other. A board without column
//! letters is alone in its lines; each character except blanks is a square, and so is
//! each cell of a [table](super::table). Only boards with column letters show groups
//! ([`marks`](super::marks)).

use super::form::FirstLine;
use super::frame::FRAME_OR_WALLS;
use super::input::{Input, text};
use super::marks::{
    DrawnMark, MarkedSquare, is_group_mark, is_queen, number_at, read_groups,
};
use super::side_by_side::{dealt, parts};
use super::slanted::{self, SlantedColumns};
use super::{Flow, MAX_SOLUTION, SolutionLineError, SolutionSink, bad, line, table};
use crate::render::NO_SQUARES;
use queens_model::placement::Placement;
use queens_model::problem::{Size, SquareKind};
use queens_model::square::Square;
use std::collections::HashSet;

/// Meaning of a character of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DrawnSquare {
    Queen,
    Free,
    Blocked(SquareKind),
}

impl DrawnSquare {
    fn from_character(character: char) -> Option<Self> {
        Some(match character {
            queen if is_queen(queen) => DrawnSquare::Queen,
            ' ' | '.' | '_' | '·' => DrawnSquare::Free,
            'x' | 'X' | '*' | '╳' => DrawnSquare::Blocked(SquareKind::Hole),
            '#' | '█' => DrawnSquare::Blocked(SquareKind::Wall),
            _ => return None,
        })
    }
}

/// Returns the squares of a row that is drawn without column letters.
fn squares(line: &str) -> impl Iterator<Item = char> {
    line.chars().filter(|square| !square.is_whitespace())
}

/// Returns true if a line can be the first of a drawing. Two digits, or digits without
/// blanks, can only if `are_bits_rows`.
pub(super) fn begins_with(line: &str, are_bits_rows: bool) -> bool {
    let line = without_colors(line);
    let line = line.trim_start();
    is_title(line)
        || line.ends_with(NO_SQUARES)
        || line
            .split_whitespace()
            .next()
            .is_some_and(are_column_letters)
        || slanted::is_heading(line)
        || is_bare_row(line)
        || table::begins_with(line)
        || table::bits(line, true).is_some_and(|bits| {
            are_bits_rows || (bits.len() > 2 && bits.len() < line.len())
        })
}

/// Returns true for the first word above the columns: `a`, `ab...`, and the first letters
/// of columns from 27 on: `aa...`. Not for a word such as `armies`.
fn are_column_letters(word: &str) -> bool {
    (word == "a" || word.starts_with("ab") || word.starts_with("aa"))
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Returns true for the numbers above boards: `(1)   (2)`.
fn is_title(line: &str) -> bool {
    let mut names = line
        .split(['(', ')'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .peekable();
    line.starts_with('(')
        && names.peek().is_some()
        && names.all(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns true if a line is a row that is drawn without column letters. Only walls: a
/// comment. Only `-`: rows without a queen; beside a queen they are free squares.
fn is_bare_row(line: &str) -> bool {
    let has_queen = squares(line)
        .any(|square| DrawnSquare::from_character(square) == Some(DrawnSquare::Queen));
    squares(line).all(|square| {
        DrawnSquare::from_character(square).is_some() || (has_queen && square == '-')
    }) && squares(line).any(|square| square != '#')
}

/// Returns true if the text form of a problem may begin with this row.
pub(super) fn is_text_form(line: &str) -> bool {
    squares(line).all(|square| ['.', '_', 'Q', 'q', 'x', 'X', '*', '#'].contains(&square))
}

/// Reads the drawings that begin with the line `first`, each group of boards up to an
/// empty line.
pub(super) fn read(
    first: FirstLine,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut bytes = first.text.into_bytes();
    let mut at = first.line;
    let mut walls_above = first.walls_above;
    loop {
        let mut block = BoardGroup {
            line: at,
            walls_above: std::mem::take(&mut walls_above),
            ..BoardGroup::default()
        };
        while !bytes.is_empty() {
            let line = without_colors(text(at, &bytes)?);
            if !is_comment(&line) {
                block.push(at, &line)?;
            } else if block.is_square() {
                // A comment between two boards.
                break;
            }
            if block.is_framed() {
                at = input.line();
                input.next_line(&mut bytes)?;
                break;
            }
            at = input.line();
            input.next_line(&mut bytes)?;
        }
        block.pass_on(sink)?;
        while bytes.is_empty() || is_comment(text(at, &bytes)?) {
            at = input.line();
            if !input.next_line(&mut bytes)? {
                return Ok(());
            }
        }
    }
}

/// Returns the number of walls in a line that has nothing else.
pub(super) fn count_walls(line: &str) -> usize {
    if squares(line).all(|square| square == '#') {
        squares(line).count()
    } else {
        0
    }
}

/// Returns true for a row between two walls, below a line of so many walls.
pub(super) fn is_framed_row(line: &str, walls_above: usize) -> bool {
    let signs: Vec<char> = squares(line).collect();
    let is_row = matches!(&signs[..], ['#', inner @ .., '#'] if inner.iter().any(|&sign| sign != '#'));
    is_row && walls_above > 2 && signs.len() == walls_above
}

/// Returns true for a square of a frame on the left, on the right or below a board of
/// this side, whose rows count from the first one within the frame.
fn is_on_edge(square: Square, side: u32) -> bool {
    square.column == 0 || square.column == side + 1 || square.row == side
}

/// Returns true for a comment; a row of walls is not one.
fn is_comment(line: &str) -> bool {
    line::is_comment(line)
        && !squares(line).all(|square| DrawnSquare::from_character(square).is_some())
}

/// Passes on a board whose rows are strings.
pub(super) fn put_rows(line: u64, rows: &[String], sink: &mut SolutionSink<'_>) -> Flow {
    let mut block = BoardGroup {
        line,
        ..BoardGroup::default()
    };
    rows.iter().try_for_each(|row| {
        match table::bits(row, false).or(table::row(row)) {
            Some(squares) => block.bare_row(line, &squares),
            None => block.bare_row(line, row),
        }
    })?;
    block.pass_on(sink)
}

/// Removes ANSI colours: from each escape character to the letter that ends the sequence.
pub fn without_colors(line: &str) -> String {
    let mut pieces = line.split('\x1b');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.extend(
            piece
                .split_once(|c: char| c.is_ascii_alphabetic())
                .map(|(_, text)| text),
        );
    }
    plain
}

/// A group of boards side by side.
#[derive(Default)]
struct BoardGroup {
    line: u64,
    /// Lines of column letters and their first line, until a line below them is read.
    names: Vec<String>,
    names_at: u64,
    /// Position of each column, for each board; empty before the column letters.
    boards: Vec<Vec<usize>>,
    /// The columns of each board, if the boards are hexagons.
    hexagons: Vec<SlantedColumns>,
    /// Queens or marks of groups, and holes and walls, for each board.
    marks: Vec<Vec<MarkedSquare>>,
    blocked: Vec<Vec<(Square, SquareKind)>>,
    rows: u32,
    /// Number of squares in a row, on a board without column letters.
    bare_width: Option<usize>,
    /// Number of walls in the line above the first row, if it has nothing else.
    walls_above: usize,
    /// Number of boards that each of its rows shows, if they all show as many.
    parts: Option<usize>,
    /// True if rows are between rulers or bars, and true if their first cells are row
    /// numbers.
    is_table: bool,
    /// Number of rows above each ruler.
    rulers: Vec<u32>,
    has_row_numbers: bool,
    /// True if there are guide lines, and true if the last line is one.
    lined: bool,
    closed: bool,
    /// Bytes read so far.
    length: usize,
    /// Sizes of boards without squares.
    empty: Vec<(u64, u64)>,
}

impl BoardGroup {
    /// Returns true for a board without column letters that has as many rows as columns.
    fn is_square(&self) -> bool {
        let parts = self.parts.unwrap_or(1);
        self.bare_width.is_some_and(|width| {
            width == self.rows as usize || width == self.rows as usize * parts
        })
    }

    /// Makes rows with gaps several boards, if each is square and the board is not known
    /// to be wider.
    fn split_at_gaps(&mut self, known: Option<u32>) {
        let parts = self.parts.unwrap_or(1);
        let Some(width) = self
            .bare_width
            .filter(|&width| parts > 1 && width == parts * self.rows as usize)
        else {
            return;
        };
        if known.is_some_and(|columns| columns as usize == width) {
            return;
        }
        self.boards = vec![(0..self.rows as usize).collect(); parts];
        self.marks = dealt(self.marks.concat(), self.rows, parts, |marked| {
            &mut marked.square.column
        });
        self.blocked = dealt(self.blocked.concat(), self.rows, parts, |(square, _)| {
            &mut square.column
        });
    }

    /// Returns the side of the board within a frame of walls: on all four sides of a
    /// square board with as many queens as rows.
    fn framed_side(&self) -> Option<u32> {
        let queens = self.marks.first().map_or(0, Vec::len);
        self.side_within_walls()
            .filter(|&side| side as usize == queens)
    }

    /// Returns the side of the square within walls on all four sides.
    fn side_within_walls(&self) -> Option<u32> {
        let width = self.bare_width.filter(|&width| width == self.walls_above)?;
        let side = u32::try_from(width).ok()?.checked_sub(2)?;
        let [blocked] = &self.blocked[..] else {
            return None;
        };
        let walls = blocked.iter().filter(|(square, kind)| {
            *kind == SquareKind::Wall && is_on_edge(*square, side)
        });
        // The line of walls above is no row.
        let is_closed =
            self.rows == side + 1 && walls.count() as u64 == 3 * u64::from(side) + 2;
        (is_closed && side > 0).then_some(side)
    }

    fn is_framed(&self) -> bool {
        self.framed_side().is_some()
    }

    /// Refuses rows of one queen each: their free squares are probably blanks.
    fn check_width(&self) -> Flow {
        let queens = self.marks.first().map_or(0, Vec::len);
        let is_lost = self.bare_width == Some(1) && self.rows > 1 && !self.is_table;
        if is_lost && queens == self.rows as usize {
            return drawing_error(
                self.line,
                "each row shows a queen and no other square: mark free squares with .",
            );
        }
        Ok(())
    }

    /// Removes the empty head of a Markdown table: a first row without marks, the only one
    /// with a ruler below it, on a board that is square without it.
    fn remove_empty_head(&mut self) {
        let is_square = self.bare_width == Some(self.rows.saturating_sub(1) as usize);
        let has_first = self.marks.iter().flatten().any(|mark| mark.square.row == 0)
            || self
                .blocked
                .iter()
                .flatten()
                .any(|(square, _)| square.row == 0);
        if self.rulers != [1] || !is_square || has_first {
            return;
        }
        self.rows -= 1;
        for mark in self.marks.iter_mut().flatten() {
            mark.square.row -= 1;
        }
        for (square, _) in self.blocked.iter_mut().flatten() {
            square.row -= 1;
        }
    }

    /// Removes a frame of walls, unless the board is known to have its size. If queens are
    /// missing, only a known size tells a frame from walls.
    fn unframe(&mut self, known: Option<Size>) -> Flow {
        let Some(side) = self.side_within_walls() else {
            return Ok(());
        };
        match known {
            None if !self.is_framed() => return drawing_error(self.line, FRAME_OR_WALLS),
            Some(size) if (size.rows, size.columns) != (side, side) => return Ok(()),
            _ => {}
        }
        (self.rows, self.bare_width) = (side, Some(side as usize));
        self.boards = vec![(0..side as usize).collect()];
        self.blocked[0].retain(|(square, _)| !is_on_edge(*square, side));
        for (square, _) in &mut self.blocked[0] {
            square.column -= 1;
        }
        for marked in &mut self.marks[0] {
            marked.square.column -= 1;
        }
        Ok(())
    }

    fn push(&mut self, at: u64, line: &str) -> Flow {
        self.length += line.len();
        if self.length > MAX_SOLUTION {
            return bad(at, SolutionLineError::TooLong);
        }
        let start = line.trim_start();
        let is_begun = !self.boards.is_empty();
        if !is_begun && start.starts_with('(') {
            return Ok(());
        }
        if !is_begun && line::is_comment(line) && !is_bare_row(line) {
            self.walls_above = count_walls(line);
            return Ok(());
        }
        if line.ends_with(NO_SQUARES) {
            return self.empty_boards(at, line);
        }
        let is_bare = self.bare_width.is_some() || self.is_table;
        if (is_bare || (!is_begun && self.names.is_empty()))
            && let Some(squares) = self.table_row(line)
        {
            return if squares.is_empty() {
                Ok(())
            } else {
                self.bare_row(at, &squares)
            };
        }
        if is_bare || (!is_begun && is_bare_row(line)) {
            return self.bare_row(at, line);
        }
        if !is_begun {
            if self.names.is_empty() {
                self.names_at = at;
            }
            if self.names.is_empty()
                || start.starts_with(|c: char| c.is_ascii_lowercase())
            {
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

    /// Returns the squares of a row between bars or of a row of 0 and 1; none for rulers
    /// and headings.
    fn table_row(&mut self, line: &str) -> Option<String> {
        if table::is_ruler(line) {
            self.is_table = true;
            self.rulers.push(self.rows);
            return Some(String::new());
        }
        if let Some(row) = table::framed_row(line).filter(|_| self.is_table) {
            return Some(row.to_owned());
        }
        let Some(mut row) = table::row(line) else {
            return table::bits(line, self.bare_width.is_none());
        };
        let is_empty = self.marks.iter().all(Vec::is_empty)
            && self.blocked.iter().all(Vec::is_empty);
        if !self.is_table && self.rows == 1 && is_empty {
            // The upper edge of the board: _ _ _ _ above |_|Q|_|_|.
            (self.rows, self.bare_width) = (0, None);
            self.boards.clear();
        }
        self.is_table = true;
        if let Some(has_row_numbers) =
            table::heading(&row).filter(|_| self.bare_width.is_none())
        {
            self.has_row_numbers = has_row_numbers;
            return Some(String::new());
        }
        if self.has_row_numbers {
            row = row.chars().skip(1).collect();
        }
        Some(row)
    }

    /// Reads `0 x 5: no squares`, once or several times.
    fn empty_boards(&mut self, at: u64, line: &str) -> Flow {
        for words in line.split_terminator(NO_SQUARES) {
            match empty_size(words) {
                Some(size) if size.0 == 0 || size.1 == 0 => self.empty.push(size),
                _ => {
                    return drawing_error(
                        at,
                        "write a board without squares as '0 x 5: no squares'",
                    );
                }
            }
        }
        Ok(())
    }

    /// Reads the column letters after all their lines.
    fn column_names(&mut self) -> Flow {
        if let [line] = &self.names[..]
            && slanted::is_heading(line)
        {
            return self.slanted_names(&names_in_a_row(line));
        }
        let names = match &self.names[..] {
            [line] if line.split_whitespace().next() == Some("a") => names_in_a_row(line),
            lines => stacked_names(lines),
        };
        for (position, name) in names {
            if name == "a" {
                self.boards.push(Vec::new());
            }
            // A name is right if a square of the next column has it.
            let square: Option<Square> = format!("{name}1").parse().ok();
            match self.boards.last_mut() {
                Some(columns) if square == Some(Square::new(0, columns.len() as u32)) => {
                    columns.push(position);
                }
                _ => {
                    let reason =
                        "its column letters should be a, b, c, ... without a gap";
                    return drawing_error(self.names_at, reason);
                }
            }
        }
        self.marks = vec![Vec::new(); self.boards.len()];
        self.blocked = vec![Vec::new(); self.boards.len()];
        Ok(())
    }

    /// Reads the column letters above hexagons.
    fn slanted_names(&mut self, names: &[(usize, String)]) -> Flow {
        let Some(hexagons) = slanted::columns(names) else {
            let reason = "above a hexagon are the letters of its columns from the middle one on, such as c d e for side 3";
            return drawing_error(self.names_at, reason);
        };
        self.boards = hexagons
            .iter()
            .map(|hexagon| vec![0; hexagon.side as usize])
            .collect();
        self.marks = vec![Vec::new(); hexagons.len()];
        self.blocked = vec![Vec::new(); hexagons.len()];
        self.hexagons = hexagons;
        Ok(())
    }

    /// Reads a row of a board without column letters.
    fn bare_row(&mut self, at: u64, line: &str) -> Flow {
        if line.contains(':') {
            return drawing_error(
                at,
                "it ends with an empty line, and no other statement belongs to a solution",
            );
        }
        let found = squares(line).count();
        let parts = parts(line);
        self.parts = Some(
            self.parts
                .map_or(parts, |before| if before == parts { parts } else { 1 }),
        );
        match *self.bare_width.get_or_insert(found) {
            expected if expected != found => {
                return bad(at, SolutionLineError::Ragged { found, expected });
            }
            width if self.boards.is_empty() => {
                self.boards = vec![(0..width).collect()];
                self.marks = vec![Vec::new()];
                self.blocked = vec![Vec::new()];
            }
            _ => {}
        }
        for (column, character) in (0..).zip(squares(line)) {
            self.square(at, 0, column, character)?;
        }
        self.rows += 1;
        Ok(())
    }

    /// Records a square of the row that is being read.
    fn square(&mut self, at: u64, board: usize, column: u32, character: char) -> Flow {
        let square = Square::new(self.rows, column);
        match DrawnSquare::from_character(character) {
            Some(DrawnSquare::Queen) => {
                self.mark(at, board, square, DrawnMark::Letter(character));
            }
            Some(DrawnSquare::Blocked(kind)) => self.blocked[board].push((square, kind)),
            Some(DrawnSquare::Free) => {}
            None if character == '-' && self.bare_width.is_some() => {}
            None if self.bare_width.is_none() && is_group_mark(character) => {
                self.mark(at, board, square, DrawnMark::Letter(character));
            }
            None => return bad(at, SolutionLineError::Character(character)),
        }
        Ok(())
    }

    fn mark(&mut self, line: u64, board: usize, square: Square, mark: DrawnMark) {
        self.marks[board].push(MarkedSquare { square, mark, line });
    }

    fn row(&mut self, at: u64, line: &str) -> Flow {
        let (digits, _) =
            control::split_before(line.trim_start(), |c| !c.is_ascii_digit());
        if digits.parse() != Ok(self.rows + 1) {
            return drawing_error(
                at,
                "its row numbers should be 1, 2, 3, ... without a gap",
            );
        }
        let marks: Vec<char> = line.chars().collect();
        for board in 0..self.boards.len() {
            for column in 0..self.boards[board].len() {
                let Some(middle) = self.position(board, column) else {
                    continue;
                };
                let Some(&mark) = marks.get(middle) else {
                    return bad(at, SolutionLineError::CutOff("the end of this row"));
                };
                // Without guide lines the numbers of neighbours may touch.
                match number_at(&marks, middle).filter(|_| self.lined) {
                    Some(number) => {
                        let square = Square::new(self.rows, column as u32);
                        self.mark(at, board, square, DrawnMark::Number(number));
                    }
                    None => self.square(at, board, column as u32, mark)?,
                }
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns the position of a square in the row that is being read; `None` outside a
    /// hexagon.
    fn position(&self, board: usize, column: usize) -> Option<usize> {
        match self.hexagons.get(board) {
            Some(hexagon) => hexagon.position(self.rows, column as u32),
            None => Some(self.boards[board][column]),
        }
    }

    /// Returns true if a square has room for more than its mark between guide lines.
    fn has_wide_squares(&self) -> bool {
        let is_wide = match self.boards.first().map(Vec::as_slice) {
            Some([first, second, ..]) => second - first > 3,
            // Blanks between the row number, the guide line and the mark.
            Some([only]) => *only > self.rows.to_string().len() + 2,
            _ => false,
        };
        self.lined && is_wide
    }

    /// Passes on the boards.
    fn pass_on(mut self, sink: &mut SolutionSink<'_>) -> Flow {
        if self.boards.is_empty() && !self.names.is_empty() {
            self.column_names()?;
        }
        self.remove_empty_head();
        self.check_width()?;
        self.unframe(sink.size)?;
        self.split_at_gaps(sink.size.map(|size| size.columns));
        for size in std::mem::take(&mut self.empty) {
            sink.put(self.line, Some(size), Placement::default(), None)?;
        }
        self.check_end(sink)?;
        let are_wide = self.has_wide_squares();
        for ((columns, marks), blocked) in
            self.boards.into_iter().zip(self.marks).zip(self.blocked)
        {
            let board = DrawnBoard {
                line: self.line,
                size: (self.rows, columns.len()),
                marks,
                blocked,
            };
            board.pass_on(are_wide, sink)?;
        }
        Ok(())
    }

    /// Checks that the boards have all their rows.
    fn check_end(&self, sink: &mut SolutionSink<'_>) -> Flow {
        let has_no_rows = !self.boards.is_empty() && self.rows == 0;
        if has_no_rows || (self.lined && !self.closed) {
            let end = SolutionLineError::CutOff("the last row of this board");
            return bad(self.line, end);
        }
        if let Some(hexagon) = self.hexagons.first() {
            if self.rows != hexagon.side {
                let end = SolutionLineError::CutOff("the last row of this hexagon");
                return bad(self.line, end);
            }
            sink.expect_hexagons(self.line)?;
        }
        Ok(())
    }
}

/// One board of a group, as drawn.
struct DrawnBoard {
    line: u64,
    size: (u32, usize),
    marks: Vec<MarkedSquare>,
    blocked: Vec<(Square, SquareKind)>,
}

impl DrawnBoard {
    /// Passes on the queens or groups that the board shows.
    fn pass_on(mut self, are_wide: bool, sink: &mut SolutionSink<'_>) -> Flow {
        if sink.is_list && self.marks.is_empty() {
            self.read_holes_as_queens(sink);
        }
        let pieces = match read_groups(&self.marks, are_wide, &sink.named_kinds()) {
            Ok(None) => {
                let queens = self.marks.iter().map(|marked| marked.square).collect();
                (Placement::new(queens), Vec::new())
            }
            Ok(Some(groups)) => (Placement::default(), groups),
            Err(MarkedSquare { line, mark, .. }) => return bad(line, wrong_mark(mark)),
        };
        let size = (self.size.0.into(), self.size.1 as u64);
        sink.put_drawn(self.line, size, pieces, &self.blocked)
    }

    /// Makes queens of the holes if they are once in each row and column, unless the
    /// problem has these holes.
    fn read_holes_as_queens(&mut self, sink: &SolutionSink<'_>) {
        let mut squares = self.blocked.iter().map(|(square, _)| *square);
        if !is_once_each(&self.blocked, self.size.0) || sink.has_holes_on(&mut squares) {
            return;
        }
        let (mark, line) = (DrawnMark::Letter('Q'), self.line);
        for (square, _) in self.blocked.drain(..) {
            self.marks.push(MarkedSquare { square, mark, line });
        }
    }
}

/// Reads `0 x 5:`, the size before the words that say that there are no squares.
fn empty_size(words: &str) -> Option<(u64, u64)> {
    let (rows, columns) = words.trim().strip_suffix(':')?.split_once(" x ")?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

/// Returns true if a board has one blocked square in each row and column: programs draw
/// queens so.
fn is_once_each(blocked: &[(Square, SquareKind)], rows: u32) -> bool {
    let (mut in_row, mut in_column) = (HashSet::new(), HashSet::new());
    rows > 1
        && blocked.len() == rows as usize
        && blocked.iter().all(|(square, kind)| {
            *kind == SquareKind::Hole
                && in_row.insert(square.row)
                && in_column.insert(square.column)
        })
}

fn wrong_mark(mark: DrawnMark) -> SolutionLineError {
    match mark {
        DrawnMark::Letter(mark) => SolutionLineError::Character(mark),
        DrawnMark::Number(_) => {
            SolutionLineError::Drawing("numbers are colours, and then every mark is one")
        }
    }
}

/// Returns the words of a line, each with the position of its first letter.
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

/// Returns the names whose letters are one above the other, with their positions.
fn stacked_names(lines: &[String]) -> Vec<(usize, String)> {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut names = Vec::new();
    for position in 0..columns {
        let letters = lines.iter().filter_map(|line| line.get(position));
        let name: String = letters.filter(|&&c| c != ' ').collect();
        if !name.is_empty() {
            names.push((position, name));
        }
    }
    names
}

fn drawing_error(line: u64, reason: &'static str) -> Flow {
    bad(line, SolutionLineError::Drawing(reason))
}
