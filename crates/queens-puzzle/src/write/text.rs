//! Puzzles as text.

use super::SQUARE_PIXELS;
use crate::borders::Borders;
use crate::read::notation as digits;
use crate::{Mark, Position, Puzzle};
use queens_model::problem::{ProblemError, region_name};

/// Why a puzzle cannot be written in a form.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Regions in several parts, in a form that holds borders alone.
    #[error("{notice}: the form {form} holds nothing but borders; use grid, json, task or text")]
    Parts {
        /// The form.
        form: &'static str,
        /// Which regions.
        notice: String,
    },
    /// Clues, in a form that holds none.
    #[error(
        "this puzzle has given queens, or squares that stay empty by its clues, and the form {0} holds no clues: use \
         grid, json or text"
    )]
    Clues(&'static str),
    /// A size that the form cannot name.
    #[error(
        "a board of {size} x {size} cannot be written as {form}, which has {first} to {last}: use link or grid"
    )]
    Size {
        /// The form.
        form: &'static str,
        /// The length of a side.
        size: u32,
        /// The least that it can name.
        first: u32,
        /// The greatest.
        last: u32,
    },
    /// More stars than the form can name.
    #[error("{stars} queens in each row cannot be written as {form}, which has 1 to 9: use link or grid")]
    Stars {
        /// The form.
        form: &'static str,
        /// Queens in each unit.
        stars: u32,
    },
    /// Queens that no problem may give.
    #[error("the text form of a problem holds no queens that break a rule: {0}; use grid or json")]
    Queens(#[from] ProblemError),
    /// A size of squares that is not drawn.
    #[error("squares of {0} pixels are not drawn: use {first} to {last}", first = SQUARE_PIXELS.start(), last = SQUARE_PIXELS.end())]
    Pixels(u32),
    /// A picture that cannot be drawn, or an output that fails.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A letter grid, with a second one below it where a square is marked, and `2 stars` above it where it is not one. A mark
/// is `Q` or `x`, a clue `G` (a given queen) or `H` (a hole, a square that stays empty).
///
/// Up to 26 regions have a letter each, without blanks; more have names, with blanks between them.
#[must_use]
pub fn grid(position: &Position) -> String {
    let puzzle = position.puzzle();
    let size = puzzle.size() as usize;
    let stars = match puzzle.stars() {
        1 => String::new(),
        stars => format!("{stars} stars\n"),
    };
    let names: Vec<String> = puzzle.regions().into_iter().map(region_name).collect();
    let joint = if size > 26 { " " } else { "" };
    let rows = |cells: &[String], joint: &str| {
        cells.chunks(size).map(|row| row.join(joint) + "\n").collect::<String>()
    };
    let squares = puzzle.problem().every_square();
    let character = |square| match (puzzle.clue(square), position.mark(square)) {
        (Mark::Queen, _) => 'G',
        (Mark::Cross, _) => 'H',
        (Mark::Open, Mark::Queen) => 'Q',
        (Mark::Open, Mark::Cross) => 'x',
        (Mark::Open, Mark::Open) => '.',
    };
    let marks: Vec<String> = squares.map(|square| character(square).to_string()).collect();
    let is_marked = position.marks().iter().any(|&mark| mark != Mark::Open);
    let marks = if is_marked { format!("\n{}", rows(&marks, "")) } else { String::new() };
    format!("{stars}{}{marks}", rows(&names, joint))
}

/// The number of the region of each square from 1, row by row, with commas: the `task` of puzzle-star-battle.com. It
/// holds neither stars nor marks.
///
/// # Errors
/// Clues.
pub fn task(puzzle: &Puzzle) -> Result<String, WriteError> {
    without_clues(puzzle, "task")?;
    let numbers: Vec<String> = puzzle.regions().iter().map(|region| (region + 1).to_string()).collect();
    Ok(numbers.join(",") + "\n")
}

/// The address at puzz.link, which holds no marks.
///
/// # Errors
/// Regions in several parts, clues.
pub fn link(puzzle: &Puzzle) -> Result<String, WriteError> {
    let borders = connected(puzzle, "link")?;
    let digit = |bits: &[bool]| char::from_digit(value(bits, 5), 32).unwrap_or('0');
    let digits = |lines: &[bool]| lines.chunks(5).map(digit).collect::<String>();
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let (right, below) = (digits(&borders.right), digits(&borders.below));
    Ok(format!("https://puzz.link/p?starbattle/{size}/{size}/{stars}/{right}{below}\n"))
}

/// Star Battle Notation, without marks.
///
/// # Errors
/// Regions in several parts, clues, sizes other than 5 to 25, more than 9 stars.
pub fn notation(puzzle: &Puzzle) -> Result<String, WriteError> {
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let (first, last) = (*digits::SIZES.start(), *digits::SIZES.end());
    if !digits::SIZES.contains(&size) {
        return Err(WriteError::Size { form: "sbn", size, first, last });
    }
    if stars > 9 {
        return Err(WriteError::Stars { form: "sbn", stars });
    }
    let borders = connected(puzzle, "sbn")?;
    let side = size as usize;
    let below = (0..borders.below.len()).map(|at| borders.below[at % (side - 1) * side + at / (side - 1)]);
    let lines: Vec<bool> = borders.right.iter().copied().chain(below).collect();
    let filled = vec![false; lines.len().next_multiple_of(6) - lines.len()];
    let bits = [filled, lines].concat();
    let letter = |value: u32| char::from(digits::DIGITS.as_bytes()[value as usize]);
    let borders: String = bits.chunks(6).map(|bits| letter(value(bits, 6))).collect();
    let size = letter(size);
    Ok(format!("{size}{size}{stars}W{borders}\n"))
}

/// The text form of the problem that is left: queens are given, crossed squares are holes.
///
/// # Errors
/// Queens that break a rule.
pub fn text(position: &Position) -> Result<String, WriteError> {
    Ok(format!("{}\n", position.problem()?))
}

fn without_clues(puzzle: &Puzzle, form: &'static str) -> Result<(), WriteError> {
    if puzzle.has_clues() { Err(WriteError::Clues(form)) } else { Ok(()) }
}

/// The borders of a board that they describe whole.
fn connected(puzzle: &Puzzle, form: &'static str) -> Result<Borders, WriteError> {
    without_clues(puzzle, form)?;
    match puzzle.notice() {
        Some(notice) => Err(WriteError::Parts { form, notice }),
        None => Ok(Borders::of(puzzle)),
    }
}

/// The number of these bits, the first one the highest of `width`; those that are missing are 0.
fn value(bits: &[bool], width: usize) -> u32 {
    bits.iter().fold(0, |value, &bit| 2 * value + u32::from(bit)) << (width - bits.len())
}
