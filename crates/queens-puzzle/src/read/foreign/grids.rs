//! Rows of letters, numbers or signs with a size, stars or words above them; YAML; several boards in one file.

use super::super::PuzzleReadError;
use super::super::grid::{self, stars_of};
use super::FormResult;
use super::board::{NamedBoard, is_size};
use super::stars;
use crate::Position;

/// Reads all boards; `None` if a line between them is neither words nor a number.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    let lines: Vec<&str> = text.lines().collect();
    let mut boards: Vec<GridBoard<'_>> = Vec::new();
    let mut heads: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        if let Some((cells, size)) = board_at(&lines, at) {
            boards.push(GridBoard { cells, size, heads: std::mem::take(&mut heads), marks: Vec::new() });
            at += size;
            continue;
        }
        match boards.last_mut() {
            _ if line.is_empty() || line.starts_with('#') => {}
            Some(board) if heads.is_empty() && is_marks(line, board.size) => board.marks.push(line),
            board => {
                let sizes = [board.map(|board| board.size), next_size(&lines, at)];
                if !is_head(line, &sizes) {
                    return None;
                }
                heads.push(line);
            }
        }
        at += 1;
    }
    let number_of_boards = boards.len();
    let are_numbered = number_of_boards > 1
        && boards.iter().zip(1..).all(|(board, number)| board.lone_number() == Some(number));
    let read = |board: GridBoard<'_>| board.read(wanted, are_numbered);
    (number_of_boards > 0).then(|| boards.into_iter().map(read).collect::<Option<Result<Vec<_>, _>>>())?
}

/// Size of the first board below a line.
fn next_size(lines: &[&str], from: usize) -> Option<usize> {
    (from + 1..lines.len()).find_map(|at| board_at(lines, at)).map(|(_, size)| size)
}

/// A board with what stands around it.
struct GridBoard<'t> {
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
        lone.flat_map(|head| head.split(is_joint)).filter_map(|word| word.parse().ok()).collect()
    }

    /// The only number above the board.
    fn lone_number(&self) -> Option<u32> {
        match self.numbers()[..] {
            [number] => Some(number),
            _ => None,
        }
    }

    /// Builds the position; `None` if a number above the board has no meaning.
    fn read(self, wanted: Option<u32>, are_numbered: bool) -> Option<Result<Position, PuzzleReadError>> {
        let mut numbers = self.numbers();
        for _ in 0..2 {
            if let Some(size) = numbers.iter().position(|&number| number as usize == self.size) {
                numbers.remove(size);
            }
        }
        let heads = self.heads.join("\n");
        let named = stars::named_in(&heads);
        if stars::names_marks(&heads) || stars::size_in(&heads).is_some_and(|size| size as usize != self.size)
        {
            return None;
        }
        let stars = match numbers[..] {
            _ if are_numbered => named,
            [] => named,
            [stars] if named.is_none_or(|named| named == stars) && stars::are_possible(stars, self.size) => {
                Some(stars)
            }
            _ => return None,
        };
        let rows = self.cells.chunks(self.size).map(|row| row.join(" "));
        let text = rows.chain([String::new()]).chain(self.marks.iter().map(ToString::to_string));
        Some(grid::read(&text.collect::<Vec<_>>().join("\n"), wanted.or(stars)))
    }
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | 'x' | 'X' | '*')
}

/// Returns true for a line of numbers, such as `5 1` and `5x5`.
fn is_numbers(line: &str) -> bool {
    line.split(is_joint).all(|word| word.is_empty() || word.parse::<u32>().is_ok())
}

/// Returns true for a row of marks of a board of this size.
fn is_marks(line: &str, size: usize) -> bool {
    let cells: Vec<String> = line.chars().filter(|c| !c.is_whitespace()).map(String::from).collect();
    cells.len() == size
        && cells.iter().all(|cell| grid::mark(cell).is_some() || "GgHh".contains(cell.as_str()))
}

/// Returns true for numbers and words that cannot be a row of the boards above and below them with a typing error.
fn is_head(line: &str, sizes: &[Option<usize>]) -> bool {
    if is_numbers(line) {
        return line.split(is_joint).filter(|word| !word.is_empty()).count() <= 3;
    }
    if stars_of(line).is_some() || line.contains([':', '=']) || line.starts_with("---") {
        return true;
    }
    let letters = line.chars().filter(|c| !c.is_whitespace()).count();
    let words = line.split_whitespace().count();
    let is_near = |count: usize, size: &Option<usize>| size.is_some_and(|size| count.abs_diff(size) <= 1);
    let has_word = line.split_whitespace().any(|word| word.chars().filter(|c| c.is_lowercase()).count() >= 3);
    has_word && !sizes.iter().any(|size| is_near(letters, size) || (is_near(words, size) && words == letters))
}

/// Reads the board that begins at a line, in letters; returns its size, too.
fn board_at(lines: &[&str], at: usize) -> Option<(Vec<String>, usize)> {
    let ways: [fn(&str) -> Vec<String>; 3] = [raw_words, plain_words, characters];
    ways.into_iter().find_map(|cells_of| {
        let size = cells_of(lines[at]).len();
        if !is_size(size) {
            return None;
        }
        let rows: Vec<Vec<String>> = lines.get(at..at + size)?.iter().map(|line| cells_of(line)).collect();
        // As many rows, and no more of them.
        let is_row = |at: usize| lines.get(at).is_some_and(|line| cells_of(line).len() == size);
        let is_whole = rows.iter().all(|row| row.len() == size)
            && !(at > 0 && is_row(at - 1) && is_board(lines, at - 1, size, cells_of));
        let cells = rows.concat();
        NamedBoard::of_cells(&cells).filter(|_| is_whole)?;
        Some((in_letters(cells), size))
    })
}

/// Returns true if a whole board begins at a line.
fn is_board(lines: &[&str], at: usize, size: usize, cells_of: fn(&str) -> Vec<String>) -> bool {
    let Some(rows) = lines.get(at..at + size) else { return false };
    let cells: Vec<String> = rows.iter().flat_map(|line| cells_of(line)).collect();
    rows.iter().all(|line| cells_of(line).len() == size) && NamedBoard::of_cells(&cells).is_some()
}

/// Gives signs that mean something else in a grid a letter each.
fn in_letters(cells: Vec<String>) -> Vec<String> {
    let is_plain = |cell: &String| cell.chars().next().is_some_and(char::is_alphanumeric);
    if cells.iter().all(is_plain) {
        return cells;
    }
    let mut names = cells.clone();
    names.sort();
    names.dedup();
    let number = |cell: &String| names.iter().position(|name| name == cell).unwrap_or(0);
    cells.iter().map(|cell| format!("N{}", number(cell))).collect()
}

/// Words between blanks.
fn raw_words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Words without brackets, quotation marks, commas, and the bullet of a list.
fn plain_words(line: &str) -> Vec<String> {
    let line = without_bullet(line);
    let is_joint = |c: char| c.is_whitespace() || "[](){},;|\"'`".contains(c);
    line.split(is_joint).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Characters of the words.
fn characters(line: &str) -> Vec<String> {
    plain_words(line).iter().flat_map(|word| word.chars().map(String::from)).collect()
}

fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet)).unwrap_or(line)
}
