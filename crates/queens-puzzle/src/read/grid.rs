//! Letter grids.
//!
//! Each line is a row of the board, and each character of it is the name of a region, in
//! either case; if spaces, commas, tabs, pipes or quotes separate words, each word is a
//! name. Lines of `+`, `-`, `=` and `|` and lines that begin with `#` are ignored. A
//! single line may hold all n x n squares, or n words of n squares separated by spaces,
//! commas, dots, slashes or hyphens. Marks are
//!
//! - in a second grid after an empty line: `.` open, `Q`, `*`, `★` a queen, `x` a cross,
//!   `G` a given queen, `H` a hole (a blocked square), or
//! - after the name of the region: `A*` or `A★` a queen, `A×` a cross; in words also
//!   `Ax`, if the name has only capital letters and digits.
//!
//! Sentences and headings around a grid of at least 4 x 4 squares are left out.
//!
//! A first line may give the number of queens in each region (`2 stars`), or be the first
//! line of our text form (`regions 8`: one, `stars 10`: two).
//!
//! Regions are numbered in the order of their names, shorter names first, as in the text
//! form of a problem. Comments above a grid may hold its credits, see [`super::comments`].

use super::comments::CommentCredits;
use super::{GridLineError, PuzzleReadError, finish};
use crate::{MAX_SIZE, Mark, Position};
use control::clip;
use queens_model::problem::{Preset, numbered_names};
use queens_model::square::Square;

const QUEEN_SIGNS: [char; 8] = ['*', '★', '☆', '♛', '♕', '♔', '⭐', '👑'];
const CROSS_SIGNS: [char; 7] = ['×', '✕', '✖', '✗', '✘', '╳', '❌'];

/// Smallest side of a board with sentences around it: smaller ones have no solution.
const MIN_SIZE_IN_PROSE: usize = 4;

/// Reads a text with one grid.
pub(super) fn read(text: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let mut found = read_all(text, stars)?;
    match (found.len(), found.pop()) {
        (1, Some(position)) => Ok(position),
        (several, _) => Err(PuzzleReadError::Several(several)),
    }
}

/// Reads grids separated by empty lines, each followed by its marks if it has any; at
/// least one.
pub(super) fn read_all(
    text: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let mut puzzles: Vec<LetterDrawing<'_>> = Vec::new();
    let (mut named, mut drawing) = (None, Vec::new());
    let mut credits = CommentCredits::default();
    // An empty line after the last one ends the last block.
    for (at, line) in (1..).zip(text.lines()).chain([(0, "")]) {
        let line = GridLine {
            at,
            text: line.trim(),
        };
        if line.is_ignored() && !line.text.is_empty() {
            credits.add_line(line.text);
            continue;
        }
        match line.stars().filter(|_| drawing.is_empty()) {
            Some(found) => named = Some(found),
            None if !line.text.is_empty() => drawing.push(line),
            None if drawing.is_empty() => {}
            None => add_block(
                &mut puzzles,
                std::mem::take(&mut drawing),
                &mut named,
                &mut credits,
            )?,
        }
    }
    if puzzles.is_empty() {
        return Err(PuzzleReadError::Empty);
    }
    // A number above a board is no board of one square.
    if let Some(lone) = puzzles.iter().find(|drawn| drawn.is_one_square())
        && puzzles.len() > 1
    {
        return Err(lone.regions[0].error(GridLineError::Alone(1)));
    }
    puzzles
        .into_iter()
        .map(|drawn| drawn.read_position(stars))
        .collect()
}

/// Replaces sentences and headings around grids by empty lines, so that the lines keep
/// their numbers; `None` if the text has none, or no grid of at least
/// [`MIN_SIZE_IN_PROSE`] rows.
pub(super) fn without_prose(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_grid = whole_grids(&lines);
    let mut has_prose = false;
    let mut kept = Vec::with_capacity(lines.len());
    for (line, is_grid) in lines.into_iter().zip(&is_grid) {
        let line = GridLine::from_text(line);
        let is_prose = !is_grid && !line.text.starts_with('#') && line.is_prose();
        has_prose |= is_prose;
        kept.push(if is_prose { "" } else { line.text });
    }
    (has_prose && is_grid.contains(&true)).then(|| kept.join("\n"))
}

/// Marks the lines of whole grids: as many lines as each has squares, at least
/// [`MIN_SIZE_IN_PROSE`], and none beside them that is as long.
pub(super) fn whole_grids(lines: &[&str]) -> Vec<bool> {
    let sizes: Vec<[usize; 2]> = lines.iter().map(|line| count_squares(line)).collect();
    let mut is_grid = vec![false; lines.len()];
    for first in 0..lines.len() {
        if let Some(size) = sizes[first]
            .into_iter()
            .find(|&size| begins_whole_grid(&sizes, first, size))
        {
            is_grid[first..first + size].fill(true);
        }
    }
    is_grid
}

/// Number of squares in a line, if they are words and if they are characters.
fn count_squares(text: &str) -> [usize; 2] {
    let line = GridLine::from_text(text);
    [line.words().count(), split_characters(&line, false).len()]
}

/// True if line `first` and as many others behind it as a grid of this size has are rows
/// of it, and the lines beside them are not.
fn begins_whole_grid(sizes: &[[usize; 2]], first: usize, size: usize) -> bool {
    let Some(rows) = sizes.get(first..first + size) else {
        return false;
    };
    let before = first.checked_sub(1).and_then(|before| sizes.get(before));
    let behind = sizes.get(first + size);
    size >= MIN_SIZE_IN_PROSE
        && rows.iter().all(|row| row.contains(&size))
        && ![before, behind]
            .into_iter()
            .flatten()
            .any(|line| line.contains(&size))
}

/// Lines of one puzzle.
struct LetterDrawing<'t> {
    stars: Option<u32>,
    regions: Vec<GridLine<'t>>,
    marks: Option<Vec<GridLine<'t>>>,
    credits: CommentCredits,
}

/// Adds a block of lines: the marks of the last puzzle, or the regions of the next one.
fn add_block<'t>(
    puzzles: &mut Vec<LetterDrawing<'t>>,
    drawing: Vec<GridLine<'t>>,
    stars: &mut Option<u32>,
    credits: &mut CommentCredits,
) -> Result<(), PuzzleReadError> {
    let cells: Vec<&str> = drawing
        .iter()
        .flat_map(|line| split_characters(line, true))
        .collect();
    // An open square is enough: the other squares may be invalid marks, which are
    // reported later.
    let has_open_square = cells.iter().any(|cell| mark(cell) == Some(Mark::Open));
    let is_marks = has_open_square
        || cells
            .iter()
            .all(|cell| clue_mark(cell).or(mark(cell)).is_some());
    match puzzles.last_mut().filter(|_| is_marks && stars.is_none()) {
        Some(LetterDrawing { marks: Some(_), .. }) => {
            return Err(drawing[0].error(GridLineError::Several));
        }
        Some(LetterDrawing { marks, .. }) => *marks = Some(drawing),
        None => puzzles.push(LetterDrawing {
            stars: stars.take(),
            regions: drawing,
            marks: None,
            credits: std::mem::take(credits),
        }),
    }
    Ok(())
}

impl LetterDrawing<'_> {
    fn is_one_square(&self) -> bool {
        matches!(&self.regions[..], [line] if split_characters(line, false).len() == 1)
    }

    fn read_position(self, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
        let (size, names, mut marks) = self.read_regions()?;
        if names.contains(&".") && names.iter().all(|name| mark(name).is_some()) {
            return Err(PuzzleReadError::NoRegions);
        }
        let mut clues = Vec::new();
        if let Some(drawing) = &self.marks {
            read_marks(drawing, &mut marks, &mut clues)?;
        }
        let regions = numbered_names(&names)?;
        let position = finish(size as u32, stars.or(self.stars), regions, marks)?
            .with_credits(self.credits.credits()?);
        if clues.is_empty() {
            Ok(position)
        } else {
            Ok(position.with_clues(clues)?)
        }
    }
}

impl<'t> LetterDrawing<'t> {
    /// Reads the number of rows, and the name and the mark of each square.
    fn read_regions(&self) -> Result<(usize, Vec<&'t str>, Vec<Mark>), PuzzleReadError> {
        let rows = split_rows(&self.regions, false)?;
        let size = rows.len();
        let (mut names, mut marks) = (Vec::new(), Vec::new());
        for (line, cells) in rows {
            for cell in cells {
                let (name, mark) = split_mark(cell)
                    .ok_or_else(|| line.error(GridLineError::Nameless(clip(cell))))?;
                names.push(name);
                marks.push(mark);
            }
        }
        Ok((size, names, marks))
    }
}

/// Reads the marks and clues of a second grid: it overwrites the marks behind the names
/// of regions where it is not open.
fn read_marks(
    drawing: &[GridLine<'_>],
    marks: &mut [Mark],
    clues: &mut Vec<(Square, Mark)>,
) -> Result<(), PuzzleReadError> {
    let size = marks.len().isqrt();
    let rows = split_rows(drawing, true)?;
    if rows.len() != size {
        return Err(drawing[0].error(GridLineError::Rows {
            found: rows.len(),
            rows: size,
        }));
    }
    for (row, (line, cells)) in rows.into_iter().enumerate() {
        for (column, cell) in cells.into_iter().enumerate() {
            let clue = clue_mark(cell);
            let found = clue
                .or(mark(cell))
                .ok_or_else(|| line.error(GridLineError::Mark(clip(cell))))?;
            if found != Mark::Open {
                marks[row * size + column] = found;
            }
            let square = Square::new(row as u32, column as u32);
            clues.extend(clue.map(|clue| (square, clue)));
        }
    }
    Ok(())
}

/// Reads lines that each hold all squares of a board. `None` if one of them does not, or
/// if the lines are the rows of one board.
pub(super) fn one_a_line(lines: &[&str], stars: Option<u32>) -> Option<Vec<Position>> {
    for line in lines {
        let line = GridLine::from_text(line);
        if line.words().count() == lines.len()
            || split_characters(&line, true).len() == lines.len()
        {
            return None;
        }
    }
    let mut boards = Vec::with_capacity(lines.len());
    for line in lines {
        let board = read(line, stars).ok()?;
        // Boards smaller than 4 x 4 have no solution, so such lines are something else.
        if board.puzzle().size() < 4 {
            return None;
        }
        boards.push(board);
    }
    Some(boards)
}

/// A line of the input.
#[derive(Clone, Copy)]
struct GridLine<'t> {
    /// Line number, from 1.
    at: usize,
    text: &'t str,
}

impl<'t> GridLine<'t> {
    /// A line of which no error is reported.
    fn from_text(text: &'t str) -> Self {
        GridLine {
            at: 1,
            text: text.trim(),
        }
    }

    fn error(&self, reason: GridLineError) -> PuzzleReadError {
        PuzzleReadError::Line {
            line: self.at,
            reason,
        }
    }

    /// Returns true for comments and ruled lines between rows.
    fn is_ignored(&self) -> bool {
        self.text.starts_with('#') || self.text.chars().all(is_ruler)
    }

    /// Returns true for a sentence or a heading: with a small letter, a word of three
    /// letters, and words of different lengths or a colon, `!` or `?` at the end. Rows of
    /// a grid or of marks are not: a typing error in one is reported.
    fn is_prose(&self) -> bool {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let lengths_differ = words.windows(2).any(|pair| pair[0].len() != pair[1].len());
        let longest = words
            .iter()
            .map(|word| word.chars().filter(|c| c.is_alphabetic()).count())
            .max();
        self.text.contains(|c: char| c.is_lowercase())
            && longest >= Some(3)
            && (lengths_differ || self.text.ends_with([':', '!', '?']))
            && self.stars().is_none()
    }

    /// Number of queens in each unit, if this is a first line that gives it.
    fn stars(&self) -> Option<u32> {
        let (first, second) = self.text.split_once(char::is_whitespace)?;
        let second = second.trim();
        match first.parse::<Preset>() {
            Ok(Preset::Regions) if second.parse::<u32>().is_ok() => Some(1),
            // A size, as in the text form; no board is as small as a number of stars.
            Ok(Preset::Stars) => {
                let number: u32 = second.parse().ok()?;
                Some(if number < MIN_SIZE_IN_PROSE as u32 {
                    number
                } else {
                    2
                })
            }
            _ if ["star", "stars"].contains(&second) => first.parse().ok(),
            _ => None,
        }
    }

    /// Splits a line of n words of n characters each, a word for each row.
    fn rows_of_words(&self) -> Option<Vec<Vec<&'t str>>> {
        let words: Vec<&str> = self
            .text
            .split(|c: char| c.is_whitespace() || "./,;|-'\"".contains(c))
            .filter(|word| !word.is_empty())
            .collect();
        let size = words.len();
        if !(2..=MAX_SIZE as usize).contains(&size) {
            return None;
        }
        let rows = words
            .into_iter()
            .map(|word| word.split_inclusive(|_| true).collect());
        let rows: Vec<Vec<&str>> = rows.collect();
        rows.iter().all(|row| row.len() == size).then_some(rows)
    }

    /// Words of the line, separated by spaces, tabs and the separators of tables.
    fn words(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.text.split(is_joint).filter(|word| !word.is_empty())
    }

    /// Squares of a row of a board with so many rows: words if there are as many, else
    /// characters.
    fn cells(&self, rows: usize, all_marks: bool) -> Vec<&'t str> {
        if self.words().count() == rows {
            self.words().collect()
        } else {
            split_characters(self, all_marks)
        }
    }
}

/// Returns true for the characters of ruled lines between rows.
fn is_ruler(c: char) -> bool {
    matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╬').contains(&c)
}

/// Returns true for characters between the words of a row.
fn is_joint(c: char) -> bool {
    c.is_whitespace() || [',', ';', '|', '"', '\'', '│', '┃'].contains(&c)
}

/// A row and its squares.
type GridRow<'t> = (GridLine<'t>, Vec<&'t str>);

/// Splits a block into rows of squares: words if a line has as many as there are rows,
/// else characters. A character takes the mark after it, unless the block is all marks.
fn split_rows<'t>(
    drawing: &[GridLine<'t>],
    all_marks: bool,
) -> Result<Vec<GridRow<'t>>, PuzzleReadError> {
    if let [line] = drawing {
        return split_board(*line, all_marks);
    }
    let rows = drawing.len();
    if rows > MAX_SIZE as usize {
        return Err(drawing[0].error(GridLineError::TooLarge(rows)));
    }
    let mut split = Vec::with_capacity(rows);
    for line in drawing {
        let cells = line.cells(rows, all_marks);
        let found = cells.len();
        if found != rows {
            return Err(line.error(GridLineError::Ragged { found, rows }));
        }
        split.push((*line, cells));
    }
    Ok(split)
}

/// Splits a line with a whole board into rows of squares.
fn split_board(
    line: GridLine<'_>,
    all_marks: bool,
) -> Result<Vec<GridRow<'_>>, PuzzleReadError> {
    if let Some(rows) = line.rows_of_words().filter(|_| !all_marks) {
        return Ok(rows.into_iter().map(|cells| (line, cells)).collect());
    }
    let cells = if line.words().count() > 1 {
        line.words().collect()
    } else {
        split_characters(&line, all_marks)
    };
    let size = cells.len().isqrt();
    if cells.is_empty() || size * size != cells.len() {
        return Err(line.error(GridLineError::Alone(cells.len())));
    }
    let rows = cells.chunks(size).map(|cells| (line, cells.to_vec()));
    Ok(rows.collect())
}

/// Splits a line into characters, each with the mark after it; in a line that is all
/// marks, each alone.
fn split_characters<'t>(line: &GridLine<'t>, all_marks: bool) -> Vec<&'t str> {
    let mut cells: Vec<&str> = Vec::new();
    for word in line.words() {
        let marks_alone = all_marks
            || word
                .chars()
                .all(|c| mark(c.encode_utf8(&mut [0; 4])).is_some());
        // A cell has the variation selector and the mark behind its first character.
        let starts: Vec<usize> = word
            .char_indices()
            .filter(|&(at, c)| {
                at == 0 || (!is_variation(c) && (marks_alone || !is_mark_sign(c)))
            })
            .map(|(at, _)| at)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([word.len()]);
        cells.extend(
            starts
                .iter()
                .zip(ends)
                .filter_map(|(&start, end)| word.get(start..end)),
        );
    }
    cells
}

/// Returns true for a sign that marks the region before it.
pub(super) fn is_mark_sign(c: char) -> bool {
    QUEEN_SIGNS.contains(&c) || CROSS_SIGNS.contains(&c)
}

/// Returns the number of queens in each unit, if `line` is a first line that gives it.
pub(super) fn stars_of(line: &str) -> Option<u32> {
    GridLine::from_text(line).stars()
}

/// Returns true for a variation selector, which selects the emoji form of the character
/// before it.
pub(super) fn is_variation(c: char) -> bool {
    ('\u{fe00}'..='\u{fe0f}').contains(&c)
}

/// Splits a square into the name of its region and the mark after it; `None` if there is
/// no name.
fn split_mark(cell: &str) -> Option<(&str, Mark)> {
    let cell = cell.trim_end_matches(is_variation);
    let (name, mark) = if let Some(name) = cell.strip_suffix(QUEEN_SIGNS) {
        (name, Mark::Queen)
    } else if let Some(name) = cell.strip_suffix(CROSS_SIGNS) {
        (name, Mark::Cross)
    } else if let Some(name) = cell
        .strip_suffix('x')
        .filter(|name| !name.is_empty() && is_capital(name))
    {
        // In lower case `x` would be a part of the name: `ax`.
        (name, Mark::Cross)
    } else {
        (cell, Mark::Open)
    };
    let name = name.trim_end_matches(is_variation);
    (!name.is_empty()).then_some((name, mark))
}

/// Returns true for names of capital letters and digits alone.
fn is_capital(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// Clue that this text means in a grid of marks.
fn clue_mark(cell: &str) -> Option<Mark> {
    match cell {
        "G" | "g" => Some(Mark::Queen),
        "H" | "h" => Some(Mark::Cross),
        _ => None,
    }
}

/// Mark that this text means in a grid of marks.
pub(super) fn mark(cell: &str) -> Option<Mark> {
    match cell.trim_end_matches(is_variation) {
        "." | "_" | "·" => Some(Mark::Open),
        "Q" | "q" => Some(Mark::Queen),
        "x" | "X" => Some(Mark::Cross),
        other => {
            let mut characters = other.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) if QUEEN_SIGNS.contains(&c) => Some(Mark::Queen),
                (Some(c), None) if CROSS_SIGNS.contains(&c) => Some(Mark::Cross),
                _ => None,
            }
        }
    }
}
