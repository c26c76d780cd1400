//! Letter grids, pasted or piped as they are.
//!
//! Each line is a row of the board, each character of it a region, in either case; with blanks, commas, tabs, pipes or
//! quotes between them, each word is. Lines of `+`, `-`, `=` and `|` and lines that begin with `#` are left out. A
//! single line may hold all n x n squares, or n words of n squares with blanks, commas, dots or slashes between them. What is
//! known of the squares stands
//!
//! - in a second drawing behind an empty line: `.` open, `Q`, `*`, `★` a queen, `x` a cross, `G` a given queen and `H` a
//!   hole, where the clues allow none, or
//! - behind the name of the region: `A*` or `A★` a queen, `A×` a cross; in words also `Ax`, where the name has capital
//!   letters and digits alone.
//!
//! Before the regions may stand how many queens each takes (`2 stars`), or the first line of our text form
//! (`regions 8`: one, `stars 10`: two).
//!
//! Regions are numbered in the order of their names, shorter names first, as in the text form of a problem.

use super::{LineError, ReadError, finish};
use crate::{MAX_SIZE, Mark, Position};
use queens_model::problem::{Preset, clip, numbered_names};
use queens_model::square::Square;

const QUEENS: [char; 8] = ['*', '★', '☆', '♛', '♕', '♔', '⭐', '👑'];
const CROSSES: [char; 7] = ['×', '✕', '✖', '✗', '✘', '╳', '❌'];

/// Reads the one grid of a text.
pub(super) fn read(text: &str, stars: Option<u32>) -> Result<Position, ReadError> {
    let mut found = read_all(text, stars)?;
    match (found.len(), found.pop()) {
        (1, Some(position)) => Ok(position),
        (several, _) => Err(ReadError::Several(several)),
    }
}

/// Reads grids with empty lines between them, each with its marks if it has any; at least one.
pub(super) fn read_all(text: &str, stars: Option<u32>) -> Result<Vec<Position>, ReadError> {
    let mut puzzles: Vec<Drawn<'_>> = Vec::new();
    let (mut named, mut drawing) = (None, Vec::new());
    for (at, line) in (1..).zip(text.lines()).chain([(0, "")]) {
        let line = Line { at, text: line.trim() };
        if line.is_left_out() && !line.text.is_empty() {
            continue;
        }
        match line.stars().filter(|_| drawing.is_empty()) {
            Some(found) => named = Some(found),
            None if !line.text.is_empty() => drawing.push(line),
            None if drawing.is_empty() => {}
            None => take(&mut puzzles, std::mem::take(&mut drawing), &mut named)?,
        }
    }
    if puzzles.is_empty() {
        return Err(ReadError::Empty);
    }
    puzzles.into_iter().map(|drawn| drawn.read(stars)).collect()
}

/// The drawings of a puzzle.
struct Drawn<'t> {
    stars: Option<u32>,
    regions: Vec<Line<'t>>,
    marks: Option<Vec<Line<'t>>>,
}

/// Takes a drawing: the marks of the last puzzle, or the regions of the next one.
fn take<'t>(
    puzzles: &mut Vec<Drawn<'t>>,
    drawing: Vec<Line<'t>>,
    stars: &mut Option<u32>,
) -> Result<(), ReadError> {
    let cells = || drawing.iter().flat_map(|line| characters(line, true));
    // Other squares may be wrong marks.
    let has_open_square = cells().any(|cell| mark(cell) == Some(Mark::Open));
    let is_marks = has_open_square || cells().all(|cell| clue(cell).or(mark(cell)).is_some());
    match puzzles.last_mut().filter(|_| is_marks && stars.is_none()) {
        Some(Drawn { marks: Some(_), .. }) => return Err(drawing[0].error(LineError::Several)),
        Some(Drawn { marks, .. }) => *marks = Some(drawing),
        None => puzzles.push(Drawn { stars: stars.take(), regions: drawing, marks: None }),
    }
    Ok(())
}

impl Drawn<'_> {
    fn read(self, stars: Option<u32>) -> Result<Position, ReadError> {
        let Drawn { stars: named, regions, marks: drawn_marks } = self;
        let rows = squares(&regions, false)?;
        let size = rows.len();
        let mut names = Vec::new();
        let mut marks = Vec::new();
        let mut clues = Vec::new();
        for (line, cells) in rows {
            for cell in cells {
                let (name, mark) = parted(cell).ok_or_else(|| line.error(LineError::Nameless(clip(cell))))?;
                names.push(name);
                marks.push(mark);
            }
        }
        if names.contains(&".") && names.iter().all(|name| mark(name).is_some()) {
            return Err(ReadError::NoRegions);
        }
        if let Some(drawing) = drawn_marks {
            let rows = squares(&drawing, true)?;
            if rows.len() != size {
                return Err(drawing[0].error(LineError::Rows { found: rows.len(), rows: size }));
            }
            let drawn = rows.iter().flat_map(|(line, cells)| cells.iter().map(move |cell| (line, *cell)));
            for ((at, known), (line, cell)) in marks.iter_mut().enumerate().zip(drawn) {
                let clue = clue(cell);
                match clue.or(mark(cell)).ok_or_else(|| line.error(LineError::Mark(clip(cell))))? {
                    Mark::Open => {}
                    mark => *known = mark,
                }
                clues.extend(clue.map(|clue| (Square::new((at / size) as u32, (at % size) as u32), clue)));
            }
        }
        let regions = numbered_names(names.into_iter())?;
        let position = finish(size as u32, stars.or(named), regions, marks)?;
        if clues.is_empty() { Ok(position) } else { Ok(position.with_clues(clues)?) }
    }
}

/// The puzzles of lines, each of which holds all squares of a board; `None` where one does not, or where the lines are the
/// rows of one board.
pub(super) fn one_a_line(lines: &[&str], stars: Option<u32>) -> Option<Vec<Position>> {
    let is_row = |line: &&str| {
        let line = Line { at: 1, text: line.trim() };
        line.words().count() == lines.len() || characters(&line, true).len() == lines.len()
    };
    if lines.iter().any(is_row) {
        return None;
    }
    // Smaller boards have no solution.
    let whole = |line: &&str| read(line, stars).ok().filter(|position| position.puzzle().size() >= 4);
    lines.iter().map(whole).collect()
}

/// A line of the input.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// From 1.
    at: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn error(&self, reason: LineError) -> ReadError {
        ReadError::Line { line: self.at, reason }
    }

    /// Whether it is a comment, or a line that somebody drew between rows.
    fn is_left_out(&self) -> bool {
        let is_ruler = |c: char| matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╬').contains(&c);
        self.text.starts_with('#') || (self.text.chars().all(is_ruler))
    }

    /// What a first line says of the queens in each unit.
    fn stars(&self) -> Option<u32> {
        let (first, second) = self.text.split_once(char::is_whitespace)?;
        let second = second.trim();
        match first.parse::<Preset>() {
            Ok(Preset::Regions) if second.parse::<u32>().is_ok() => Some(1),
            Ok(Preset::Stars) if second.parse::<u32>().is_ok() => Some(2),
            _ if ["star", "stars"].contains(&second) => first.parse().ok(),
            _ => None,
        }
    }

    /// The squares of n words of n characters each, a word for each row.
    fn rows_of_words(&self) -> Option<Vec<Vec<&'t str>>> {
        let words: Vec<&str> = self
            .text
            .split(|c: char| c.is_whitespace() || ['.', '/', ',', ';', '|'].contains(&c))
            .filter(|word| !word.is_empty())
            .collect();
        let size = words.len();
        let is_row = |word: &&str| word.chars().count() == size;
        let rows = || words.iter().map(|word| word.split_inclusive(|_| true).collect()).collect();
        ((2..=MAX_SIZE as usize).contains(&size) && words.iter().all(is_row)).then(rows)
    }

    /// The words; blanks, tabs and what stands between the cells of tables part them.
    fn words(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let joints = |c: char| c.is_whitespace() || [',', ';', '|', '"', '\'', '│', '┃'].contains(&c);
        self.text.split(joints).filter(|word| !word.is_empty())
    }
}

/// A row and its squares.
type Row<'t> = (Line<'t>, Vec<&'t str>);

/// The squares of a drawing: words where there are as many as rows, else characters, each with the mark behind it unless
/// the drawing is all marks.
fn squares<'t>(drawing: &[Line<'t>], all_marks: bool) -> Result<Vec<Row<'t>>, ReadError> {
    let rows = drawing.len();
    if let [line] = drawing {
        if let Some(rows) = line.rows_of_words().filter(|_| !all_marks) {
            return Ok(rows.into_iter().map(|cells| (*line, cells)).collect());
        }
        let words = line.words().count();
        let cells = if words > 1 { line.words().collect() } else { characters(line, all_marks) };
        let size = cells.len().isqrt();
        if cells.is_empty() || size * size != cells.len() {
            return Err(line.error(LineError::Alone(cells.len())));
        }
        return Ok(cells.chunks(size).map(|cells| (*line, cells.to_vec())).collect());
    }
    if rows > MAX_SIZE as usize {
        return Err(drawing[0].error(LineError::TooLarge(rows)));
    }
    let cells = |line: &Line<'t>| {
        let cells =
            if line.words().count() == rows { line.words().collect() } else { characters(line, all_marks) };
        match cells.len() {
            found if found != rows => Err(line.error(LineError::Ragged { found, rows })),
            _ => Ok((*line, cells)),
        }
    };
    drawing.iter().map(cells).collect()
}

/// The characters of a line, each with the marks behind it; of a line that is all marks, each alone.
fn characters<'t>(line: &Line<'t>, all_marks: bool) -> Vec<&'t str> {
    let is_mark = |c: char| QUEENS.contains(&c) || CROSSES.contains(&c);
    let mut cells: Vec<&str> = Vec::new();
    for word in line.words() {
        let marks_alone = all_marks || word.chars().all(|c| mark(c.encode_utf8(&mut [0; 4])).is_some());
        let starts: Vec<usize> = word
            .char_indices()
            .filter(|&(at, c)| at == 0 || (!is_variation(c) && (marks_alone || !is_mark(c))))
            .map(|(at, _)| at)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([word.len()]);
        cells.extend(starts.iter().zip(ends).map(|(&start, end)| &word[start..end]));
    }
    cells
}

/// Whether a character asks for a picture instead of the letter before it.
fn is_variation(c: char) -> bool {
    ('\u{fe00}'..='\u{fe0f}').contains(&c)
}

/// The name of a region and the mark behind it; `None` without a name.
fn parted(cell: &str) -> Option<(&str, Mark)> {
    let cell = cell.trim_end_matches(is_variation);
    let is_plain = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let (name, mark) = if let Some(name) = cell.strip_suffix(QUEENS) {
        (name, Mark::Queen)
    } else if let Some(name) = cell.strip_suffix(CROSSES) {
        (name, Mark::Cross)
    } else if let Some(name) = cell.strip_suffix('x').filter(|name| !name.is_empty() && is_plain(name)) {
        (name, Mark::Cross)
    } else {
        (cell, Mark::Open)
    };
    let name = name.trim_end_matches(is_variation);
    (!name.is_empty()).then_some((name, mark))
}

/// The clue that stands alone on a square.
fn clue(cell: &str) -> Option<Mark> {
    match cell {
        "G" | "g" => Some(Mark::Queen),
        "H" | "h" => Some(Mark::Cross),
        _ => None,
    }
}

/// The mark that stands alone on a square.
pub(super) fn mark(cell: &str) -> Option<Mark> {
    match cell.trim_end_matches(is_variation) {
        "." | "_" | "·" => Some(Mark::Open),
        "Q" | "q" => Some(Mark::Queen),
        "x" | "X" => Some(Mark::Cross),
        other => {
            let mut characters = other.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) if QUEENS.contains(&c) => Some(Mark::Queen),
                (Some(c), None) if CROSSES.contains(&c) => Some(Mark::Cross),
                _ => None,
            }
        }
    }
}
