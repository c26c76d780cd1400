//! Answers of a program for one size, read from its output.

use crate::board::Board;
use crate::lists::{self, RawBoard};
use queens_formats::read::{self, ReadNotes};
use queens_model::problem::Problem;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Most boards that are kept for a size. There are 14,200 solutions for 12 queens; a
/// program that prints far more is stopped anyway.
pub const MAX_BOARDS: usize = 50_000;

/// Answer of a program for one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintedAnswer {
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
    pub answer: PrintedAnswer,
    /// True if the program ended by itself, and nothing of its output was left out.
    pub is_whole: bool,
}

enum RawAnswer {
    Boards(Vec<RawBoard>),
    Count(u64),
    /// The only number in the answer for one queen: a board, or the number of boards.
    Single(u64),
    Unreadable(String),
}

/// Conventions that the outputs for all sizes show together.
struct Conventions {
    /// Number of the first row and column.
    first: i64,
    /// True if a program prints the number of solutions alone.
    counts: bool,
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
    let counts_empty = outputs
        .iter()
        .any(|output| lists::has_empty_lists(output.text));
    let raw: Vec<_> = outputs
        .iter()
        .map(|output| read_output(output, counts_empty))
        .collect();
    let raw = settle_headings(outputs, raw);
    let is_one = count_valid(outputs, &raw, 1) > count_valid(outputs, &raw, 0);
    let conventions = Conventions {
        first: i64::from(is_one),
        counts: raw.iter().any(|raw| matches!(raw, RawAnswer::Count(_))),
    };
    outputs
        .iter()
        .zip(raw)
        .map(|(output, raw)| settle_answer(output, raw, &conventions))
        .collect()
}

/// Takes an output for an empty list if it has only lines that outputs with boards have,
/// too, such as prompts, whatever the numbers in them; or if it says that there is no
/// solution.
fn settle_headings(outputs: &[Output<'_>], raw: Vec<RawAnswer>) -> Vec<RawAnswer> {
    let headings: BTreeSet<String> = outputs
        .iter()
        .zip(&raw)
        .filter(|(_, raw)| matches!(raw, RawAnswer::Boards(boards) if !boards.is_empty()))
        .flat_map(|(output, _)| output.text.lines().map(without_digits))
        .collect();
    let is_heading = |line: &str| {
        let line = without_digits(line);
        line.is_empty() || headings.contains(&line) || line.contains(NO_SOLUTION)
    };
    raw.into_iter()
        .zip(outputs)
        .map(|(raw, output)| match raw {
            RawAnswer::Unreadable(_) if output.text.lines().all(is_heading) => {
                RawAnswer::Boards(Vec::new())
            }
            raw => raw,
        })
        .collect()
}

fn without_digits(line: &str) -> String {
    let letters = line.chars().filter(|sign| !sign.is_ascii_digit());
    letters.collect::<String>().trim().to_lowercase()
}

fn settle_answer(
    output: &Output<'_>,
    raw: RawAnswer,
    conventions: &Conventions,
) -> SizeAnswer {
    let mut is_whole = output.is_whole;
    let answer = match raw {
        RawAnswer::Boards(boards) => {
            is_whole &= boards.len() < MAX_BOARDS;
            let boards = boards.iter().map(|raw| raw.counted_from(conventions.first));
            PrintedAnswer::Boards(boards.collect())
        }
        RawAnswer::Single(number) if conventions.counts => PrintedAnswer::Count(number),
        RawAnswer::Single(number) => {
            let column = number.cast_signed() - conventions.first;
            PrintedAnswer::Boards(vec![Board::new(vec![(0, column)])])
        }
        RawAnswer::Count(count) => PrintedAnswer::Count(count),
        RawAnswer::Unreadable(why) => PrintedAnswer::Unreadable(why),
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

fn read_output(output: &Output<'_>, counts_empty: bool) -> RawAnswer {
    let Ok(problem) = Problem::queens(output.n) else {
        return RawAnswer::Unreadable(format!("{} is not a size", output.n));
    };
    if let (1, Ok(number)) = (output.n, output.text.trim().parse()) {
        return RawAnswer::Single(number);
    }
    let mut boards = Vec::new();
    let read = read::solutions_with_notes(
        &mut output.text.as_bytes(),
        Some(&problem),
        &mut |found| {
            boards.push(RawBoard::from_solution(found));
            if boards.len() < MAX_BOARDS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    // Lists of other lengths, and empty ones, are no solutions to the reader.
    let lists = || lists::read_lists(output.text, output.n, counts_empty);
    match read {
        Ok(ReadNotes {
            count: Some(count), ..
        }) => RawAnswer::Count(count),
        Ok(_) if !boards.is_empty() || output.text.trim().is_empty() => {
            RawAnswer::Boards(boards)
        }
        Ok(_) => RawAnswer::Boards(lists().unwrap_or_default()),
        Err(error) => match lists() {
            Some(lists) => RawAnswer::Boards(lists),
            None => count_in_words(output.text, output.n).map_or_else(
                || RawAnswer::Unreadable(error.to_string()),
                RawAnswer::Count,
            ),
        },
    }
}

/// Words of a program that finds none.
const NO_SOLUTION: &str = "no solution";

/// Most lines of a text that says the number of solutions.
const MAX_COUNT_LINES: usize = 4;

/// Returns the number in a short text that has no other number but n: `There are 92
/// solutions for n = 8.`
fn count_in_words(text: &str, n: u32) -> Option<u64> {
    let denies = text.to_lowercase().contains(NO_SOLUTION);
    if denies || text.lines().count() > MAX_COUNT_LINES {
        return None;
    }
    let words = text.split(|sign: char| !sign.is_ascii_digit());
    let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [count] => Some(count),
        [first, second] if first == u64::from(n) => Some(second),
        [first, second] if second == u64::from(n) => Some(first),
        _ => None,
    }
}
