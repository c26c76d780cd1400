//! Answers of a program for one size, read from its output.

use crate::board::{Board, Cell};
use queens_formats::read::{self, ReadNotes, Solution};
use queens_model::problem::Problem;
use std::ops::ControlFlow;

/// Most boards that are kept for a size. There are 14,200 solutions for 12 queens; a
/// program that prints far more is stopped anyway.
pub const MAX_BOARDS: usize = 50_000;

/// What a program answered for one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Boards, in the order of the output.
    Boards(Vec<Board>),
    /// Their number alone.
    Count(u64),
    /// Nothing that can be read as either, and why.
    Unreadable(String),
}

/// The answer for a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeAnswer {
    /// The size, at least 1.
    pub n: u32,
    /// The answer.
    pub answer: Answer,
    /// True if the program ended by itself, and nothing of its output was left out.
    pub is_whole: bool,
}

/// The queens of a board before it is known whether numbers count from 0 or from 1.
#[derive(Clone, Debug)]
struct RawBoard {
    board: Board,
    has_row_numbers: bool,
    has_column_numbers: bool,
}

impl RawBoard {
    /// Returns the board if numbers count from `first`.
    fn counted_from(&self, first: i64) -> Board {
        let shift = |has_numbers| if has_numbers { first } else { 0 };
        self.board
            .lowered(shift(self.has_row_numbers), shift(self.has_column_numbers))
    }
}

enum RawAnswer {
    Boards(Vec<RawBoard>),
    Count(u64),
    Unreadable(String),
}

/// An output of a program for a size.
#[derive(Clone, Copy, Debug)]
pub struct Output<'o> {
    /// The size, at least 1.
    pub n: u32,
    /// Standard output.
    pub text: &'o str,
    /// True if the program ended by itself.
    pub is_whole: bool,
}

/// Reads the outputs of a program for several sizes, in any form that
/// [`queens_formats::read`] takes, and lists of any length. Whether numbers count from 0
/// or from 1 is decided for all sizes together: the numbering with more solutions holds,
/// else 0.
///
/// # Complexity
/// Linear in the output; memory for [`MAX_BOARDS`] boards a size.
#[must_use]
pub fn read_outputs(outputs: &[Output<'_>]) -> Vec<SizeAnswer> {
    let raw: Vec<_> = outputs.iter().map(read_output).collect();
    let first = i64::from(count_valid(outputs, &raw, 1) > count_valid(outputs, &raw, 0));
    outputs
        .iter()
        .zip(raw)
        .map(|(output, raw)| settle_answer(output, raw, first))
        .collect()
}

fn settle_answer(output: &Output<'_>, raw: RawAnswer, first: i64) -> SizeAnswer {
    let mut is_whole = output.is_whole;
    let answer = match raw {
        RawAnswer::Boards(boards) => {
            is_whole &= boards.len() < MAX_BOARDS;
            let boards = boards.iter().map(|raw| raw.counted_from(first));
            Answer::Boards(boards.collect())
        }
        RawAnswer::Count(count) => Answer::Count(count),
        RawAnswer::Unreadable(why) => Answer::Unreadable(why),
    };
    SizeAnswer {
        n: output.n,
        answer,
        is_whole,
    }
}

/// Returns the number of solutions if numbers count from `first`.
fn count_valid(outputs: &[Output<'_>], raw: &[RawAnswer], first: i64) -> usize {
    let sizes = outputs.iter().zip(raw);
    sizes
        .map(|(output, raw)| match raw {
            RawAnswer::Boards(boards) => boards
                .iter()
                .filter(|raw| raw.counted_from(first).is_solution(output.n))
                .count(),
            _ => 0,
        })
        .sum()
}

fn read_output(output: &Output<'_>) -> RawAnswer {
    let Ok(problem) = Problem::queens(output.n) else {
        return RawAnswer::Unreadable(format!("{} is not a size", output.n));
    };
    let mut boards = Vec::new();
    let read = read::solutions_with_notes(
        &mut output.text.as_bytes(),
        Some(&problem),
        &mut |found| {
            boards.push(keep_raw(found));
            if boards.len() < MAX_BOARDS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    match read {
        Ok(ReadNotes {
            count: Some(count), ..
        }) => RawAnswer::Count(count),
        Ok(_) if !boards.is_empty() || output.text.trim().is_empty() => {
            RawAnswer::Boards(boards)
        }
        // Lists of other lengths, and empty ones, are no solutions to the reader.
        Ok(_) => RawAnswer::Boards(lists_of(output).unwrap_or_default()),
        Err(error) => match lists_of(output) {
            Some(lists) => RawAnswer::Boards(lists),
            None => RawAnswer::Unreadable(error.to_string()),
        },
    }
}

/// Keeps the numbers as they were printed: as if they counted from 0.
fn keep_raw(found: Solution<'_>) -> RawBoard {
    let numbering = found.numbering;
    let cell = |square: &queens_model::square::Square| {
        // A column before the first one is the largest number: -1.
        let number = |number: u32| i64::from(number.cast_signed());
        (number(square.row), number(square.column))
    };
    let found = found.counted_from(0);
    RawBoard {
        board: Board::new(found.placement.squares().iter().map(cell).collect()),
        has_row_numbers: numbering.is_some_and(|numbering| numbering.has_rows),
        has_column_numbers: numbering.is_some(),
    }
}

/// Reads the lists of numbers in an output, whatever their lengths.
fn lists_of(output: &Output<'_>) -> Option<Vec<RawBoard>> {
    let lists = innermost_lists(output.text)?;
    // A list of pairs is one board of squares.
    let are_pairs = output.n != 2 && lists.iter().all(|list| list.numbers.len() == 2);
    let boards: Vec<RawBoard> = if are_pairs && lists.iter().any(|list| list.depth > 1) {
        let mut boards: Vec<(usize, Vec<Cell>)> = Vec::new();
        for list in &lists {
            let cell = (list.numbers[0], list.numbers[1]);
            match boards.last_mut() {
                Some((parent, cells)) if *parent == list.parent => cells.push(cell),
                _ => boards.push((list.parent, vec![cell])),
            }
        }
        let boards = boards.into_iter().map(|(_, cells)| RawBoard {
            board: Board::new(cells),
            has_row_numbers: true,
            has_column_numbers: true,
        });
        boards.collect()
    } else {
        let boards = lists.iter().map(|list| RawBoard {
            board: Board::from_columns(&list.numbers),
            has_row_numbers: false,
            has_column_numbers: true,
        });
        boards.collect()
    };
    (boards.len() <= MAX_BOARDS).then_some(boards)
}

/// A list of numbers that has no list in it.
struct NumberList {
    numbers: Vec<i64>,
    /// Number of brackets around it.
    depth: usize,
    /// Place of the bracket of the list around it.
    parent: usize,
}

/// Returns the innermost lists in brackets; an empty list counts if it is in another one.
/// `None` if there is none, or if one has something other than numbers.
fn innermost_lists(text: &str) -> Option<Vec<NumberList>> {
    let mut lists = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // Where the innermost list that is open begins, if no list has ended in it.
    let mut start = None;
    for (at, sign) in text.char_indices() {
        match sign {
            '[' | '(' | '{' => {
                open.push(at);
                start = Some(at + 1);
            }
            ']' | ')' | '}' => {
                let depth = open.len();
                open.pop()?;
                if let Some(start) = start.take() {
                    let numbers = numbers_of(text.get(start..at)?)?;
                    if !numbers.is_empty() || depth > 1 {
                        let parent = open.last().copied().unwrap_or(usize::MAX);
                        lists.push(NumberList {
                            numbers,
                            depth: depth - 1,
                            parent,
                        });
                    }
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
