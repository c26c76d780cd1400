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
//! form of a problem.

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
    for (at, line) in (1..).zip(text.lines()).chain([(0, "")]) {
        let line = GridLine {
            at,
            text: line.trim(),
        };
        if line.is_ignored() && !line.text.is_empty() {
            continue;
        }
        match line.stars().filter(|_| drawing.is_empty()) {
            Some(found) => named = Some(found),
            None if !line.text.is_empty() => drawing.push(line),
            None if drawing.is_empty() => {}
            None => add_block(&mut puzzles, std::mem::take(&mut drawing), &mut named)?,
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
    puzzles.into_iter().map(|drawn| drawn.read(stars)).collect()
}

/// Replaces sentences and headings around grids by empty lines, so that the lines keep
/// their numbers; `None` if the text has none, or no grid of at least
/// [`MIN_SIZE_IN_PROSE`] rows.
pub(super) fn without_prose(text: &str) -> Option<String> {
    let lines: Vec<GridLine<'_>> = (1..)
        .zip(text.lines())
        .map(|(at, line)| GridLine {
            at,
            text: line.trim(),
        })
        .collect();
    let is_grid = whole_grids(&text.lines().collect::<Vec<_>>());
    let is_prose = |at: usize| !is_grid[at] && lines[at].is_prose();
    if !is_grid.contains(&true) || !(0..lines.len()).any(is_prose) {
        return None;
    }
    let kept = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if is_prose(at) { "" } else { line.text });
    Some(kept.collect::<Vec<_>>().join("\n"))
}

/// Marks the lines of whole grids: as many lines as each has squares, at least
/// [`MIN_SIZE_IN_PROSE`], and none beside them that is as long.
pub(super) fn whole_grids(lines: &[&str]) -> Vec<bool> {
    let count_squares = |text: &&str| {
        let line = GridLine {
            at: 0,
            text: text.trim(),
        };
        [line.words().count(), characters(&line, false).len()]
    };
    let sizes: Vec<[usize; 2]> = lines.iter().map(count_squares).collect();
    let mut is_grid = vec![false; lines.len()];
    for first in 0..lines.len() {
        let is_whole = |size: usize| {
            let is_row =
                |at: usize| sizes.get(at).is_some_and(|sizes| sizes.contains(&size));
            size >= MIN_SIZE_IN_PROSE
                && (first == 0 || !is_row(first - 1))
                && (first..first + size).all(is_row)
                && !is_row(first + size)
        };
        if let Some(size) = sizes[first].into_iter().find(|&size| is_whole(size)) {
            is_grid[first..first + size].fill(true);
        }
    }
    is_grid
}

/// Lines of one puzzle.
struct LetterDrawing<'t> {
    stars: Option<u32>,
    regions: Vec<GridLine<'t>>,
    marks: Option<Vec<GridLine<'t>>>,
}

/// Adds a block of lines: the marks of the last puzzle, or the regions of the next one.
fn add_block<'t>(
    puzzles: &mut Vec<LetterDrawing<'t>>,
    drawing: Vec<GridLine<'t>>,
    stars: &mut Option<u32>,
) -> Result<(), PuzzleReadError> {
    let cells = || drawing.iter().flat_map(|line| characters(line, true));
    // An open square is enough: the other squares may be invalid marks, which are
    // reported later.
    let has_open_square = cells().any(|cell| mark(cell) == Some(Mark::Open));
    let is_marks =
        has_open_square || cells().all(|cell| clue(cell).or(mark(cell)).is_some());
    match puzzles.last_mut().filter(|_| is_marks && stars.is_none()) {
        Some(LetterDrawing { marks: Some(_), .. }) => {
            return Err(drawing[0].error(GridLineError::Several));
        }
        Some(LetterDrawing { marks, .. }) => *marks = Some(drawing),
        None => puzzles.push(LetterDrawing {
            stars: stars.take(),
            regions: drawing,
            marks: None,
        }),
    }
    Ok(())
}

impl LetterDrawing<'_> {
    fn is_one_square(&self) -> bool {
        matches!(&self.regions[..], [line] if characters(line, false).len() == 1)
    }

    fn read(self, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
        let LetterDrawing {
            stars: named,
            regions,
            marks: drawn_marks,
        } = self;
        let rows = squares(&regions, false)?;
        let size = rows.len();
        let mut names = Vec::new();
        let mut marks = Vec::new();
        let mut clues = Vec::new();
        for (line, cells) in rows {
            for cell in cells {
                let (name, mark) = split_mark(cell)
                    .ok_or_else(|| line.error(GridLineError::Nameless(clip(cell))))?;
                names.push(name);
                marks.push(mark);
            }
        }
        if names.contains(&".") && names.iter().all(|name| mark(name).is_some()) {
            return Err(PuzzleReadError::NoRegions);
        }
        if let Some(drawing) = drawn_marks {
            let rows = squares(&drawing, true)?;
            if rows.len() != size {
                return Err(drawing[0].error(GridLineError::Rows {
                    found: rows.len(),
                    rows: size,
                }));
            }
            let drawn = rows
                .iter()
                .flat_map(|(line, cells)| cells.iter().map(move |cell| (line, *cell)));
            for ((at, known), (line, cell)) in marks.iter_mut().enumerate().zip(drawn) {
                let clue = clue(cell);
                match clue
                    .or(mark(cell))
                    .ok_or_else(|| line.error(GridLineError::Mark(clip(cell))))?
                {
                    Mark::Open => {}
                    mark => *known = mark,
                }
                clues.extend(clue.map(|clue| {
                    (Square::new((at / size) as u32, (at % size) as u32), clue)
                }));
            }
        }
        let regions = numbered_names(&names)?;
        let position = finish(size as u32, stars.or(named), regions, marks)?;
        if clues.is_empty() {
            Ok(position)
        } else {
            Ok(position.with_clues(clues)?)
        }
    }
}

/// Reads lines that each hold all squares of a board. `None` if one of them does not, or
/// if the lines are the rows of one board.
pub(super) fn one_a_line(lines: &[&str], stars: Option<u32>) -> Option<Vec<Position>> {
    let is_row = |line: &&str| {
        let line = GridLine {
            at: 1,
            text: line.trim(),
        };
        line.words().count() == lines.len()
            || characters(&line, true).len() == lines.len()
    };
    if lines.iter().any(is_row) {
        return None;
    }
    // Boards smaller than 4 x 4 have no solution, so such lines are something else.
    let whole = |line: &&str| {
        read(line, stars)
            .ok()
            .filter(|position| position.puzzle().size() >= 4)
    };
    lines.iter().map(whole).collect()
}

/// A line of the input.
#[derive(Clone, Copy)]
struct GridLine<'t> {
    /// Line number, from 1.
    at: usize,
    text: &'t str,
}

impl<'t> GridLine<'t> {
    fn error(&self, reason: GridLineError) -> PuzzleReadError {
        PuzzleReadError::Line {
            line: self.at,
            reason,
        }
    }

    /// Returns true for comments and ruled lines between rows.
    fn is_ignored(&self) -> bool {
        let is_ruler = |c: char| {
            matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╬').contains(&c)
        };
        self.text.starts_with('#') || (self.text.chars().all(is_ruler))
    }

    /// Returns true for a sentence or a heading: with a small letter, a word of three
    /// letters, and words of different lengths or a colon, `!` or `?` at the end. Rows of
    /// a grid or of marks are not: a typing error in one is reported.
    fn is_prose(&self) -> bool {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let lengths_differ = words.windows(2).any(|pair| pair[0].len() != pair[1].len());
        let is_long =
            |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        self.text.contains(|c: char| c.is_lowercase())
            && words.iter().any(is_long)
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
        let is_row = |word: &&str| word.chars().count() == size;
        let rows = || {
            words
                .iter()
                .map(|word| word.split_inclusive(|_| true).collect())
                .collect()
        };
        ((2..=MAX_SIZE as usize).contains(&size) && words.iter().all(is_row)).then(rows)
    }

    /// Words of the line, separated by spaces, tabs and the separators of tables.
    fn words(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let joints = |c: char| {
            c.is_whitespace() || [',', ';', '|', '"', '\'', '│', '┃'].contains(&c)
        };
        self.text.split(joints).filter(|word| !word.is_empty())
    }
}

/// A row and its squares.
type GridRow<'t> = (GridLine<'t>, Vec<&'t str>);

/// Splits a block into rows of squares: words if a line has as many as there are rows,
/// else characters. A character takes the mark after it, unless the block is all marks.
fn squares<'t>(
    drawing: &[GridLine<'t>],
    all_marks: bool,
) -> Result<Vec<GridRow<'t>>, PuzzleReadError> {
    let rows = drawing.len();
    if let [line] = drawing {
        if let Some(rows) = line.rows_of_words().filter(|_| !all_marks) {
            return Ok(rows.into_iter().map(|cells| (*line, cells)).collect());
        }
        let words = line.words().count();
        let cells = if words > 1 {
            line.words().collect()
        } else {
            characters(line, all_marks)
        };
        let size = cells.len().isqrt();
        if cells.is_empty() || size * size != cells.len() {
            return Err(line.error(GridLineError::Alone(cells.len())));
        }
        return Ok(cells
            .chunks(size)
            .map(|cells| (*line, cells.to_vec()))
            .collect());
    }
    if rows > MAX_SIZE as usize {
        return Err(drawing[0].error(GridLineError::TooLarge(rows)));
    }
    let cells = |line: &GridLine<'t>| {
        let cells = if line.words().count() == rows {
            line.words().collect()
        } else {
            characters(line, all_marks)
        };
        match cells.len() {
            found if found != rows => {
                Err(line.error(GridLineError::Ragged { found, rows }))
            }
            _ => Ok((*line, cells)),
        }
    };
    drawing.iter().map(cells).collect()
}

/// Splits a line into characters, each with the mark after it; in a line that is all
/// marks, each alone.
fn characters<'t>(line: &GridLine<'t>, all_marks: bool) -> Vec<&'t str> {
    let mut cells: Vec<&str> = Vec::new();
    for word in line.words() {
        let marks_alone = all_marks
            || word
                .chars()
                .all(|c| mark(c.encode_utf8(&mut [0; 4])).is_some());
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
    GridLine {
        at: 1,
        text: line.trim(),
    }
    .stars()
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
    let is_plain = |name: &str| {
        name.bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    };
    let (name, mark) = if let Some(name) = cell.strip_suffix(QUEEN_SIGNS) {
        (name, Mark::Queen)
    } else if let Some(name) = cell.strip_suffix(CROSS_SIGNS) {
        (name, Mark::Cross)
    } else if let Some(name) = cell
        .strip_suffix('x')
        .filter(|name| !name.is_empty() && is_plain(name))
    {
        (name, Mark::Cross)
    } else {
        (cell, Mark::Open)
    };
    let name = name.trim_end_matches(is_variation);
    (!name.is_empty()).then_some((name, mark))
}

/// Clue that this text means in a grid of marks.
fn clue(cell: &str) -> Option<Mark> {
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
