//! Arrays of any language: a board is
//!
//! - as many lists side by side as each has words: `{{0, 0, 1, 1}, ...}`,
//!   `listOf(listOf(...), ...)`;
//! - a list with rows between `|` or `;`: `[| 0, 0 | 1, 1 |]`, `[0 0; 1 1]`;
//! - a list of strings, each a row;
//! - a list of the squares of each region: `[{(0, 0), (0, 1)}, ...]`;
//! - lists with the row, the column and the region of each square: `region(1, 1, a).`;
//! - a list of all squares: `array2d(1..5, 1..5, [0, 0, ...])`, `matrix(c(0, 0, ...),
//!   nrow = 5)`.

use super::FormResult;
use super::board::{NamedBoard, is_size, of_squares, positions};
use super::brackets::{self, Bracket};
use super::stars;
use super::table::of_numbered;

/// Reads all boards of a text.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    // Marks would be lost.
    if !text.contains(['[', '{', '(']) || stars::names_marks(text) {
        return None;
    }
    let all = brackets::read(text)?;
    let mut boards = Vec::new();
    search(&all, &mut boards);
    if boards.is_empty() {
        boards.extend(of_facts(&all));
    }
    let (named, size) = (stars::named_in(text), stars::size_in(text));
    if boards
        .iter()
        .any(|board| size.is_some_and(|size| size as usize != board.size()))
    {
        return None;
    }
    positions(
        boards.into_iter().map(|board| (board, named)).collect(),
        wanted,
    )
}

/// Reads brackets with the row, the column and the region of a square each: `region(1, 1,
/// a).`, `VALUES (0, 0, 'A'), ...`.
fn of_facts(all: &Bracket) -> Option<NamedBoard> {
    let mut squares = Vec::new();
    for bracket in &all.inner {
        if let Some([row, column, region]) = bracket.words()
            && let (Ok(row), Ok(column)) = (row.parse(), column.parse())
        {
            squares.push(([row, column], region.clone()));
        }
    }
    of_numbered(squares)
}

/// Adds the boards in a bracket and in those within it.
fn search(bracket: &Bracket, boards: &mut Vec<NamedBoard>) {
    if let Some(board) = read_own_words(bracket).or_else(|| read_by_columns(bracket)) {
        boards.push(board);
        return;
    }
    if let Some(board) = read_region_lists(bracket) {
        boards.push(board);
        return;
    }
    let runs = bracket.inner.chunk_by(|one, next| {
        let [one, next] = [one, next].map(|bracket| bracket.words().map(<[_]>::len));
        one.is_some() && one == next
    });
    for run in runs {
        match side_by_side(run) {
            Some(found) => boards.extend(found),
            None => run.iter().for_each(|bracket| search(bracket, boards)),
        }
    }
}

/// Reads a bracket with a list of squares for each region: `[{(0, 0), (0, 1)}, ...]`.
fn read_region_lists(bracket: &Bracket) -> Option<NamedBoard> {
    let mut regions = Vec::new();
    for region in &bracket.inner {
        let mut squares = Vec::new();
        for square in &region.inner {
            let [row, column] = square.words()? else {
                return None;
            };
            squares.push([row.parse().ok()?, column.parse().ok()?]);
        }
        regions.push(squares);
    }
    of_squares(&regions)
}

/// Reads a bracket whose own words are a board.
fn read_own_words(bracket: &Bracket) -> Option<NamedBoard> {
    if !bracket.inner.is_empty() {
        return None;
    }
    if let [words] = &bracket.rows[..] {
        return of_strings(words).or_else(|| NamedBoard::of_cells(words));
    }
    // `['AABB'; 'AABB'; ...]`
    if bracket.rows.iter().all(|row| row.len() == 1) {
        return of_strings(&bracket.rows.concat());
    }
    let rows: Vec<&[String]> = bracket.rows.iter().map(Vec::as_slice).collect();
    of_rows(&rows)
}

/// Reads lists of the same length that are the rows of boards.
fn side_by_side(lists: &[Bracket]) -> Option<Vec<NamedBoard>> {
    let rows: Vec<&[String]> = lists.iter().map(Bracket::words).collect::<Option<_>>()?;
    let size = rows.first()?.len();
    // Fewer or more rows are no board.
    if !is_size(size) || !rows.len().is_multiple_of(size) {
        return None;
    }
    rows.chunks(size).map(of_rows).collect()
}

fn of_rows(rows: &[&[String]]) -> Option<NamedBoard> {
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    if is_square {
        NamedBoard::of_cells(&rows.concat())
    } else {
        None
    }
}

/// Reads strings that are a row each, by characters or by words.
fn of_strings(words: &[String]) -> Option<NamedBoard> {
    let size = words.len();
    let by_characters: Vec<String> = words
        .iter()
        .flat_map(|word| word.chars().map(String::from))
        .collect();
    if words.iter().all(|word| word.chars().count() == size) {
        return NamedBoard::of_cells(&by_characters);
    }
    let by_words: Vec<Vec<&str>> = words
        .iter()
        .map(|word| {
            word.split([' ', ','])
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    if by_words.iter().all(|row| row.len() == size) {
        NamedBoard::of_cells(&by_words.concat())
    } else {
        None
    }
}

/// Reads all squares in one list that is filled column by column, as `matrix`, `array`
/// and `reshape` do in R and Julia.
fn read_by_columns(bracket: &Bracket) -> Option<NamedBoard> {
    let before = bracket.before.trim_end();
    let arguments: String = bracket.rows.concat().concat();
    let is_by_columns = [" matrix", " reshape"]
        .iter()
        .any(|name| before.ends_with(name))
        || (before.ends_with(" array") && arguments.contains("dim="));
    if !is_by_columns || arguments.contains("byrow=T") {
        return None;
    }
    let words = bracket.inner.first()?.words()?;
    let size = words.len().isqrt();
    let transposed =
        (0..words.len()).map(|at| words.get(at % size * size + at / size).cloned());
    NamedBoard::of_cells(&transposed.collect::<Option<Vec<String>>>()?)
}
