//! Text forms of puzzles.

use super::SQUARE_PIXELS;
use crate::borders::Borders;
use crate::read::comments::comment_lines;
use crate::read::notation as digits;
use crate::{Mark, Position, Puzzle};
use queens_model::problem::{ProblemError, region_name};
use queens_model::square::Square;

/// Reason why a puzzle cannot be written in a form.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Regions that are not connected, in a form that holds only borders.
    #[error("{notice}: {form} holds only borders; use grid, json, task or text")]
    Parts {
        /// The form.
        form: &'static str,
        /// The regions, in words.
        notice: String,
    },
    /// Clues, in a form that holds none.
    #[error(
        "this puzzle has clues (given queens or blocked squares), and {0} holds no clues: use grid, json or text"
    )]
    Clues(&'static str),
    /// A size that the form cannot hold.
    #[error(
        "a board of {size} x {size} cannot be written as {form}, which holds sizes {first} to {last}: use link or grid"
    )]
    Size {
        /// The form.
        form: &'static str,
        /// Side of the board, in squares.
        size: u32,
        /// Smallest size of the form.
        first: u32,
        /// Largest size of the form.
        last: u32,
    },
    /// More queens than the form can hold.
    #[error(
        "{stars} queens in each row cannot be written as {form}, which holds 1 to 9: use link or grid"
    )]
    Stars {
        /// The form.
        form: &'static str,
        /// Queens in each unit.
        stars: u32,
    },
    /// Queens that break a rule.
    #[error("the text form cannot hold queens that break a rule: {0}; use grid or json")]
    Queens(#[from] ProblemError),
    /// A side of the squares that is too small or too large.
    #[error("squares of {0} pixels cannot be drawn: use {first} to {last}", first = SQUARE_PIXELS.start(), last = SQUARE_PIXELS.end())]
    Pixels(u32),
    /// A picture that cannot be drawn, or an output that fails.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Returns a line with the number of queens in each unit, or nothing if it is one.
pub(super) fn stars_line(puzzle: &Puzzle) -> String {
    match puzzle.stars() {
        1 => String::new(),
        stars => format!("{stars} stars\n"),
    }
}

/// Writes a letter grid, with a grid of marks below it if a square is marked, and a line
/// such as `2 stars` above it unless each unit has one queen. Marks are `Q` and `x`,
/// clues `G` (a given queen) and `H` (a hole, a square that stays empty). Credits are
/// comments above all: `# title: Spiral`.
///
/// Up to 26 regions have one letter each, without spaces; more regions have names
/// separated by spaces.
#[must_use]
pub fn grid(position: &Position) -> String {
    let puzzle = position.puzzle();
    let size = puzzle.size() as usize;
    let head = comment_lines(puzzle.credits()) + &stars_line(puzzle);
    let names: Vec<String> = puzzle.regions().into_iter().map(region_name).collect();
    let joint = if size > 26 { " " } else { "" };
    let regions = join_rows(&names, size, joint);
    if position.marks().iter().all(|&mark| mark == Mark::Open) {
        return format!("{head}{regions}");
    }
    let squares = puzzle.problem().every_square();
    let marks: Vec<String> = squares
        .map(|square| mark_sign(position, square).to_string())
        .collect();
    format!("{head}{regions}\n{}", join_rows(&marks, size, ""))
}

/// Joins cells to lines of `size` cells.
fn join_rows(cells: &[String], size: usize, joint: &str) -> String {
    let rows = cells.chunks(size).map(|row| row.join(joint) + "\n");
    rows.collect()
}

/// The sign of a square in a grid of marks.
fn mark_sign(position: &Position, square: Square) -> char {
    match (position.puzzle().clue(square), position.mark(square)) {
        (Mark::Queen, _) => 'G',
        (Mark::Cross, _) => 'H',
        (Mark::Open, Mark::Queen) => 'Q',
        (Mark::Open, Mark::Cross) => 'x',
        (Mark::Open, Mark::Open) => '.',
    }
}

/// Writes the region number of each square, from 1, row by row, separated by commas: the
/// `task` of puzzle-star-battle.com. It holds neither the number of queens nor marks.
///
/// # Errors
/// Clues.
pub fn task(puzzle: &Puzzle) -> Result<String, WriteError> {
    without_clues(puzzle, "task")?;
    let numbers: Vec<String> = puzzle
        .regions()
        .iter()
        .map(|region| (region + 1).to_string())
        .collect();
    Ok(numbers.join(",") + "\n")
}

/// Writes the puzz.link address, which holds no marks.
///
/// # Errors
/// Regions that are not connected, clues.
pub fn link(puzzle: &Puzzle) -> Result<String, WriteError> {
    let borders = connected_borders(puzzle, "link")?;
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let (right, below) = (link_digits(&borders.right), link_digits(&borders.below));
    Ok(format!(
        "https://puzz.link/p?starbattle/{size}/{size}/{stars}/{right}{below}\n"
    ))
}

/// Writes lines as digits to the base 32, five lines each.
fn link_digits(lines: &[bool]) -> String {
    lines
        .chunks(5)
        .map(|bits| char::from_digit(bits_value(bits, 5), 32).unwrap_or('0'))
        .collect()
}

/// Writes Star Battle Notation, without marks.
///
/// # Errors
/// Regions that are not connected, clues, sizes other than 5 to 25, more than 9 stars.
pub fn notation(puzzle: &Puzzle) -> Result<String, WriteError> {
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let (first, last) = (*digits::SBN_SIZES.start(), *digits::SBN_SIZES.end());
    if !digits::SBN_SIZES.contains(&size) {
        return Err(WriteError::Size {
            form: "sbn",
            size,
            first,
            last,
        });
    }
    if stars > 9 {
        return Err(WriteError::Stars { form: "sbn", stars });
    }
    let borders = connected_borders(puzzle, "sbn")?;
    let side = size as usize;
    // The notation has the lines below the squares column by column.
    let below = (0..borders.below.len())
        .map(|at| borders.below[at % (side - 1) * side + at / (side - 1)]);
    let lines: Vec<bool> = borders.right.iter().copied().chain(below).collect();
    // The first digit, not the last, is filled up.
    let filled = vec![false; lines.len().next_multiple_of(6) - lines.len()];
    let bits = [filled, lines].concat();
    let borders: String = bits
        .chunks(6)
        .map(|bits| sbn_digit(bits_value(bits, 6)))
        .collect();
    let size = sbn_digit(size);
    Ok(format!("{size}{size}{stars}W{borders}\n"))
}

fn sbn_digit(value: u32) -> char {
    char::from(digits::SBN_DIGITS.as_bytes()[value as usize])
}

/// Writes the text form of the problem that is left: queens are given, crossed squares
/// are holes, credits are comments.
///
/// # Errors
/// Queens that break a rule.
pub fn text(position: &Position) -> Result<String, WriteError> {
    let credits = comment_lines(position.puzzle().credits());
    Ok(format!("{credits}{}\n", position.problem()?))
}

fn without_clues(puzzle: &Puzzle, form: &'static str) -> Result<(), WriteError> {
    if puzzle.has_clues() {
        Err(WriteError::Clues(form))
    } else {
        Ok(())
    }
}

/// Returns the borders of a puzzle that its borders determine.
fn connected_borders(puzzle: &Puzzle, form: &'static str) -> Result<Borders, WriteError> {
    without_clues(puzzle, form)?;
    border_lines(puzzle, form)
}

/// Returns the borders of a puzzle whose regions are connected.
pub(super) fn border_lines(
    puzzle: &Puzzle,
    form: &'static str,
) -> Result<Borders, WriteError> {
    match puzzle.notice() {
        Some(notice) => Err(WriteError::Parts { form, notice }),
        None => Ok(Borders::from_puzzle(puzzle)),
    }
}

/// Converts bits to a number of `width` bits, the first bit highest; missing bits are 0.
fn bits_value(bits: &[bool], width: usize) -> u32 {
    bits.iter()
        .fold(0, |value, &bit| 2 * value + u32::from(bit))
        << (width - bits.len())
}
