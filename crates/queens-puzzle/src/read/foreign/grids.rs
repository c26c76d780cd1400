//! Rows of letters, numbers or signs with a size, stars or words above them; YAML;
//! several boards in one file.

use super::super::PuzzleReadError;
use super::super::grid::{self, stars_of};
use super::FormResult;
use super::board::{NamedBoard, is_size};
use super::cells::{
    characters, count_up, numbered_words, plain_words, raw_characters, raw_words,
};
use super::stars;
use crate::{Mark, Position};

/// Reads all boards; `None` if a line between them is neither words nor a number.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    let lines: Vec<&str> = text.lines().filter(|line| !is_frame(line)).collect();
    let mut boards = find_boards(&lines);
    if boards.is_empty() {
        return None;
    }
    let mut heads: Vec<&str> = Vec::new();
    let (mut at, mut next) = (0, 0);
    while at < lines.len() {
        if let Some(board) = boards.get_mut(next).filter(|board| board.first == at) {
            board.heads = std::mem::take(&mut heads);
            at += board.size;
            next += 1;
            continue;
        }
        let line = lines[at].trim();
        let sizes = [next.checked_sub(1), Some(next)]
            .map(|number| Some(boards.get(number?)?.size));
        match next.checked_sub(1).and_then(|last| boards.get_mut(last)) {
            _ if line.is_empty()
                || line.starts_with('#')
                || names_columns(line, sizes[1].or(sizes[0])) => {}
            Some(board) if heads.is_empty() && is_marks(line, board.size) => {
                board.marks.push(line);
            }
            _ if is_head(line, &sizes) => heads.push(line),
            _ => return None,
        }
        at += 1;
    }
    let are_numbered = boards.len() > 1
        && boards
            .iter()
            .zip(1..)
            .all(|(board, number)| board.lone_number() == Some(number));
    boards
        .into_iter()
        .map(|board| board.read_position(wanted, are_numbered))
        .collect()
}

/// Ways to cut a line into cells, in the order in which they are tried.
const CUTS: [CellCut; 5] = [
    CellCut {
        cells: raw_words,
        is_numbered: false,
    },
    CellCut {
        cells: plain_words,
        is_numbered: false,
    },
    CellCut {
        cells: characters,
        is_numbered: false,
    },
    CellCut {
        cells: numbered_words,
        is_numbered: true,
    },
    CellCut {
        cells: raw_characters,
        is_numbered: false,
    },
];

/// A way to cut a line into cells.
#[derive(Clone, Copy)]
struct CellCut {
    cells: fn(&str) -> Vec<String>,
    /// True if it drops the number of the row.
    is_numbered: bool,
}

impl CellCut {
    /// Number of cells in a line; none in a line with a key or before a value.
    fn count_cells(&self, line: &str) -> usize {
        if has_key(line) || begins_value(line) {
            0
        } else {
            (self.cells)(line).len()
        }
    }

    /// Reads the board of these lines; `None` if they are something else.
    fn read_board<'t>(self, lines: &[&'t str], first: usize) -> Option<GridBoard<'t>> {
        if self.is_numbered && !count_up(lines) {
            return None;
        }
        let size = lines.len();
        let cells: Vec<String> =
            lines.iter().flat_map(|line| (self.cells)(line)).collect();
        let board = NamedBoard::of_cells(&cells).filter(|_| !is_verse(&cells, size))?;
        let (names, marks) = board.into_names_and_marks();
        let cells = in_letters(names).into_iter().zip(marks);
        Some(GridBoard {
            first,
            cells: cells.map(|(name, mark)| name + mark_sign(mark)).collect(),
            size,
            heads: Vec::new(),
            marks: Vec::new(),
        })
    }
}

/// Returns true for a line of a frame, and for the marks around a block of code.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    // One sign of a frame may be a name or a mark.
    let has_line = ["--", "==", "──", "━━"]
        .iter()
        .any(|rule| line.contains(rule));
    let is_quote = ["```", "\"\"\"", "'''"]
        .iter()
        .any(|quote| line.starts_with(quote));
    is_quote || (has_line && line.chars().all(|c| FRAME_SIGNS.contains(c)))
}

/// Characters of the lines of a frame.
const FRAME_SIGNS: &str = "+-|=:─━│┃┌┐└┘├┤┬┴┼ ";

/// Returns true for the names of as many columns as a board has: `1 2 3 4`, `,A,B,C,D`,
/// `[,1] [,2] [,3] [,4]`, `V1 V2 V3 V4`.
fn names_columns(line: &str, size: Option<usize>) -> bool {
    let names = plain_words(line);
    size == Some(names.len()) && (count_from(&names, 0) || count_from(&names, 1))
}

/// Returns true for numbers in order from `first`, perhaps behind a letter, and for
/// letters in order from A.
fn count_from(names: &[String], first: u32) -> bool {
    names.iter().zip(0..).all(|(name, column)| {
        let digits = name.trim_start_matches(['V', 'X', 'c', 'C']);
        let letter = char::from_u32(u32::from('A') + column);
        digits.parse() == Ok(first + column)
            || letter.is_some_and(|letter| name.eq_ignore_ascii_case(&letter.to_string()))
    })
}

/// Finds all boards: lines with as many cells as there are lines, or a multiple of them.
fn find_boards<'t>(lines: &[&'t str]) -> Vec<GridBoard<'t>> {
    let cuts = CUTS.map(|cut| {
        let counts = lines.iter().map(|line| cut.count_cells(line));
        (cut, counts.collect::<Vec<usize>>())
    });
    let mut boards = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let found = cuts
            .iter()
            .find_map(|(cut, counts)| boards_at(lines, at, *cut, counts));
        match found {
            Some(found) => {
                at += found.iter().map(|board| board.size).sum::<usize>();
                boards.extend(found);
            }
            None => at += 1,
        }
    }
    boards
}

/// Returns true for a line with a key, such as `regions:` and `size: 5`.
fn has_key(line: &str) -> bool {
    line.trim().split_once(':').is_some_and(|(key, rest)| {
        key.ends_with(char::is_alphabetic)
            && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}

/// Returns true for a line with a name whose value begins at its end: `board = """`.
fn begins_value(line: &str) -> bool {
    let opens = ['"', '\'', '`', '[', '{', '('];
    line.contains('=') && line.trim_end().ends_with(opens)
}

/// Reads the boards whose first row is the first line with so many cells.
fn boards_at<'t>(
    lines: &[&'t str],
    at: usize,
    cut: CellCut,
    counts: &[usize],
) -> Option<Vec<GridBoard<'t>>> {
    let size = counts[at];
    let is_first = at
        .checked_sub(1)
        .is_none_or(|before| counts[before] != size);
    if !is_first || !is_size(size) {
        return None;
    }
    let mut rows = counts[at..]
        .iter()
        .take_while(|&&count| count == size)
        .count();
    let mut at = at;
    // The names of the columns are one line more.
    if rows > size && rows % size == 1 && names_columns(lines[at], Some(size)) {
        (at, rows) = (at + 1, rows - 1);
    }
    if !rows.is_multiple_of(size) {
        return None;
    }
    let firsts = (at..at + rows).step_by(size);
    firsts
        .map(|first| cut.read_board(&lines[first..first + size], first))
        .collect()
}

/// Returns the sign of a mark behind the name of a region.
fn mark_sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Open => "",
        Mark::Queen => "★",
        Mark::Cross => "×",
    }
}

/// A board with what stands around it.
struct GridBoard<'t> {
    /// Its first line, from 0.
    first: usize,
    /// Cells in letters.
    cells: Vec<String>,
    size: usize,
    heads: Vec<&'t str>,
    marks: Vec<&'t str>,
}

impl GridBoard<'_> {
    /// Numbers above the board.
    fn numbers(&self) -> Vec<u32> {
        let lone = self.heads.iter().filter(|head| is_numbers(head));
        lone.flat_map(|head| head.split(is_joint))
            .filter_map(|word| word.parse().ok())
            .collect()
    }

    /// The only number above the board.
    fn lone_number(&self) -> Option<u32> {
        match self.numbers()[..] {
            [number] => Some(number),
            _ => None,
        }
    }

    /// Number of stars that the lines above the board give, if they give one; `None` if
    /// they give a number that has no meaning. `are_numbered` if the numbers above the
    /// boards count these.
    fn stars(&self, are_numbered: bool) -> Option<Option<u32>> {
        let mut numbers = self.numbers();
        // Rows, columns and regions: the size may stand there three times.
        for _ in 0..3 {
            let size = numbers
                .iter()
                .position(|&number| number as usize == self.size);
            if let Some(size) = size {
                numbers.remove(size);
            }
        }
        let heads = self.heads.join("\n");
        let named = stars::named_in(&heads);
        if stars::names_marks(&heads)
            || stars::size_in(&heads).is_some_and(|size| size as usize != self.size)
        {
            return None;
        }
        match numbers[..] {
            _ if are_numbered => Some(named),
            [] => Some(named),
            [stars]
                if named.is_none_or(|named| named == stars)
                    && stars::are_possible(stars, self.size) =>
            {
                Some(Some(stars))
            }
            _ => None,
        }
    }

    /// Builds the position; `None` if a number above the board has no meaning.
    fn read_position(
        self,
        wanted: Option<u32>,
        are_numbered: bool,
    ) -> Option<Result<Position, PuzzleReadError>> {
        let stars = self.stars(are_numbered)?;
        let rows = self.cells.chunks(self.size).map(|row| row.join(" "));
        let text = rows
            .chain([String::new()])
            .chain(self.marks.iter().map(ToString::to_string));
        Some(grid::read(
            &text.collect::<Vec<_>>().join("\n"),
            wanted.or(stars),
        ))
    }
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | 'x' | 'X' | '*')
}

/// Returns true for a line of numbers, such as `5 1` and `5x5`.
fn is_numbers(line: &str) -> bool {
    line.split(is_joint)
        .all(|word| word.is_empty() || word.parse::<u32>().is_ok())
}

/// Returns true for a row of marks of a board of this size.
fn is_marks(line: &str, size: usize) -> bool {
    let cells: Vec<String> = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(String::from)
        .collect();
    cells.len() == size
        && cells
            .iter()
            .all(|cell| grid::mark(cell).is_some() || "GgHh".contains(cell.as_str()))
}

/// Returns true for numbers and words that cannot be a row of the boards above and below
/// them with a typing error.
fn is_head(line: &str, sizes: &[Option<usize>]) -> bool {
    if is_numbers(line) {
        return line.split(is_joint).filter(|word| !word.is_empty()).count() <= 3;
    }
    let is_comment = COMMENT_STARTS.iter().any(|start| line.starts_with(start));
    if stars_of(line).is_some() || line.contains([':', '=']) || is_comment {
        return true;
    }
    if is_setting(line) {
        return true;
    }
    let letters = line.chars().filter(|c| !c.is_whitespace()).count();
    let has_word = line
        .split_whitespace()
        .any(|word| word.chars().filter(|c| c.is_lowercase()).count() >= 3);
    // Words of one letter each are as many as letters.
    has_word
        && !sizes
            .iter()
            .flatten()
            .any(|&size| letters.abs_diff(size) <= 1)
}

/// Beginnings of comments, and of lines between boards.
const COMMENT_STARTS: [&str; 4] = ["//", ";", "%", "--"];

/// Returns true for a word and a number: `n 5`, `nstars 1`.
fn is_setting(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], [name, number]
        if name.chars().all(char::is_alphabetic) && number.parse::<u32>().is_ok())
}

/// Returns true for words in lines that are all the same: a text, not a board.
fn is_verse(cells: &[String], size: usize) -> bool {
    let is_long = cells.iter().any(|cell| cell.chars().count() > MAX_NAME);
    is_long && cells.chunks(size).all(|row| row == &cells[..size])
}

/// Longest name of a region that cannot be a word of a text.
const MAX_NAME: usize = 2;

/// Gives signs that mean something else in a grid a letter each.
fn in_letters(cells: Vec<String>) -> Vec<String> {
    if cells
        .iter()
        .all(|cell| cell.starts_with(char::is_alphanumeric))
    {
        return cells;
    }
    let mut names = cells.clone();
    names.sort();
    names.dedup();
    let mut letters = Vec::with_capacity(cells.len());
    for cell in &cells {
        let number = names.binary_search(cell).unwrap_or(0);
        letters.push(format!("N{number}"));
    }
    letters
}
