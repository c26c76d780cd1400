//! Lists of numbers in an output, of any length, that readers of solutions refuse.

use crate::answers::MAX_BOARDS;
use crate::board::{Board, PrintedSquare};
use queens_formats::read::Solution;
use queens_model::square::Square;

/// The queens of a board before it is known whether numbers count from 0 or from 1.
#[derive(Clone, Debug)]
pub(crate) struct RawBoard {
    board: Board,
    has_row_numbers: bool,
    has_column_numbers: bool,
}

impl RawBoard {
    /// Keeps the numbers as they were printed: as if they counted from 0.
    pub(crate) fn from_solution(found: Solution<'_>) -> Self {
        let numbering = found.numbering;
        // A column before the first one is the largest number: -1.
        let number = |number: u32| i64::from(number.cast_signed());
        let cell = |square: &Square| (number(square.row), number(square.column));
        let found = found.counted_from(0);
        RawBoard {
            board: Board::new(found.placement.squares().iter().map(cell).collect()),
            has_row_numbers: numbering.is_some_and(|numbering| numbering.has_rows),
            has_column_numbers: numbering.is_some(),
        }
    }

    /// Returns the board if numbers count from `first`.
    pub(crate) fn counted_from(&self, first: i64) -> Board {
        let shift = |has_numbers| if has_numbers { first } else { 0 };
        self.board
            .lowered(shift(self.has_row_numbers), shift(self.has_column_numbers))
    }
}

/// Returns true if several empty lists are there that are in no other list: each is a
/// board of its own. A single one is the list of no boards.
pub(crate) fn has_empty_lists(text: &str) -> bool {
    innermost_lists(text).is_some_and(|lists| {
        let is_empty = |list: &&NumberList| list.depth == 0 && list.numbers.is_empty();
        lists.iter().filter(is_empty).count() > 1
    })
}

/// Reads the lists of numbers in an output, whatever their lengths; `counts_empty` is true
/// if an empty list that is in no other list is a board. `None` if there is no list, or
/// if one has something other than numbers.
pub(crate) fn read_lists(
    text: &str,
    n: u32,
    counts_empty: bool,
) -> Option<Vec<RawBoard>> {
    let mut lists = innermost_lists(text)?;
    lists.retain(|list| counts_empty || list.depth > 0 || !list.numbers.is_empty());
    // A list of pairs is one board of squares.
    let are_pairs = n != 2 && lists.iter().all(|list| list.numbers.len() == 2);
    let boards = match are_pairs && lists.iter().any(|list| list.depth > 1) {
        true => boards_of_pairs(&lists),
        false => lists.iter().map(board_of_columns).collect(),
    };
    (boards.len() <= MAX_BOARDS).then_some(boards)
}

fn board_of_columns(list: &NumberList) -> RawBoard {
    RawBoard {
        board: Board::from_columns(&list.numbers),
        has_row_numbers: false,
        has_column_numbers: true,
    }
}

/// Joins the pairs that are in one list.
fn boards_of_pairs(pairs: &[NumberList]) -> Vec<RawBoard> {
    let mut boards: Vec<(Option<usize>, Vec<PrintedSquare>)> = Vec::new();
    for pair in pairs {
        let cell = (pair.numbers[0], pair.numbers[1]);
        match boards.last_mut() {
            Some((around, cells)) if *around == pair.around => cells.push(cell),
            _ => boards.push((pair.around, vec![cell])),
        }
    }
    boards
        .into_iter()
        .map(|(_, cells)| RawBoard {
            board: Board::new(cells),
            has_row_numbers: true,
            has_column_numbers: true,
        })
        .collect()
}

/// A list of numbers that has no list in it.
struct NumberList {
    numbers: Vec<i64>,
    /// Number of lists around it.
    depth: usize,
    /// Place of the bracket that opens the list around it, if there is one.
    around: Option<usize>,
}

/// Returns the innermost lists in brackets. `None` if there is none, or if one has
/// something other than numbers.
fn innermost_lists(text: &str) -> Option<Vec<NumberList>> {
    let mut lists = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // Where the list that was opened last begins, until it or one in it is closed.
    let mut start = None;
    for (at, sign) in text.char_indices() {
        match sign {
            '[' | '(' | '{' => {
                open.push(at);
                start = Some(at + 1);
            }
            ']' | ')' | '}' => {
                open.pop()?;
                if let Some(start) = start.take() {
                    lists.push(NumberList {
                        numbers: numbers_of(text.get(start..at)?)?,
                        depth: open.len(),
                        around: open.last().copied(),
                    });
                }
            }
            _ => {}
        }
    }
    (!lists.is_empty()).then_some(lists)
}

/// Reads numbers between commas, semicolons or blanks; `None` if something else is there.
fn numbers_of(text: &str) -> Option<Vec<i64>> {
    let is_separator = |sign: char| sign.is_whitespace() || sign == ',' || sign == ';';
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}
