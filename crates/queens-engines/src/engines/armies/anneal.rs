//! Large armies by simulated annealing over the colours of lines.
//!
//! ```text
//! every line is white or black
//! a square is white if all its lines are white, black if all are black, else empty
//! flip the colour of a random line, with a probability that falls with the loss in the smaller army
//! ```
//!
//! No line has queens of both colours, so every state is a pair of peaceable armies.
//! Every pair is such a state: colour the lines of the white queens white and all others
//! black.
//!
//! Every second start is the construction with 7n^2/48 queens of each colour in the limit
//! (Ainley 1977, by OEIS A250000): four pentagons. White takes the lower half of the
//! rows, the first and third quarters of the columns, the diagonals below the main one,
//! and the thirds 2 and 4 of the other diagonals. The borders of these ranges are moved
//! while that makes the armies larger, two at a time. On boards of 50, 60, 70, 80 and 100
//! rows this finds 7n^2/48, rounded down. The other starts are random.

use crate::engines::attack_lines::AttackLines;
use control::{Meter, Stop};
use queens_model::square::Square;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Maximum number of annealing runs.
const MAX_ANNEALING_RUNS: usize = 32;

/// Squares of the board for each annealing run: on a small board the proof costs less
/// than many runs, and finds what they miss.
const SQUARES_PER_RUN: usize = 8;

/// Number of flips in one run for each line of the board.
const FLIPS_PER_LINE: usize = 2_000;

/// Maximum number of flips in one run.
const MAX_FLIPS: usize = 2_000_000;

/// Value of each queen by which the larger army exceeds the smaller one, whose queens
/// have the value 1.
const SURPLUS_VALUE: f64 = 0.25;

/// Temperature at the end of a run, in queens.
const FINAL_TEMPERATURE: f64 = 0.05;

/// Side of the board divided by the first temperature, for a random start.
const SIDE_PER_TEMPERATURE: f64 = 6.0;

/// The same for a start from the construction, which only has to be repaired.
const SIDE_PER_REPAIR_TEMPERATURE: f64 = 32.0;

/// Squares of two armies of the same size, white first.
pub(super) type Pair = [Vec<usize>; 2];

/// Colours of all lines, and the armies that follow from them.
struct Colouring<'l> {
    board: &'l AttackLines,
    is_white: Vec<bool>,
    /// White lines through each square.
    white_lines: Vec<usize>,
    /// White squares and black squares.
    sizes: [usize; 2],
}

impl<'l> Colouring<'l> {
    fn new(board: &'l AttackLines, is_white: Vec<bool>) -> Self {
        let white_lines: Vec<usize> = board
            .through
            .iter()
            .map(|lines| lines.iter().filter(|&&line| is_white[line]).count())
            .collect();
        let white = white_lines
            .iter()
            .zip(&board.through)
            .filter(|(white, all)| **white == all.len())
            .count();
        let black = white_lines.iter().filter(|white| **white == 0).count();
        Colouring {
            board,
            is_white,
            white_lines,
            sizes: [white, black],
        }
    }

    fn smaller_size(&self) -> usize {
        self.sizes[0].min(self.sizes[1])
    }

    /// Returns the sizes of the armies after a flip of `line`.
    fn sizes_after(&self, line: usize) -> [usize; 2] {
        let [mut white, mut black] = self.sizes;
        // A square leaves its army if a line of the other colour comes in, and joins the
        // other army if that was its last line of the old colour.
        for &square in &self.board.lines[line] {
            let (now, all) = (self.white_lines[square], self.board.through[square].len());
            if self.is_white[line] {
                white -= usize::from(now == all);
                black += usize::from(now == 1);
            } else {
                black -= usize::from(now == 0);
                white += usize::from(now + 1 == all);
            }
        }
        [white, black]
    }

    fn flip_line(&mut self, line: usize, sizes: [usize; 2]) {
        for &square in &self.board.lines[line] {
            if self.is_white[line] {
                self.white_lines[square] -= 1;
            } else {
                self.white_lines[square] += 1;
            }
        }
        self.is_white[line] ^= true;
        self.sizes = sizes;
    }

    /// Returns the armies, each cut to the size of the smaller one.
    fn cut_to_pair(&self) -> Pair {
        let (mut white, mut black) = (Vec::new(), Vec::new());
        for (square, &white_lines) in self.white_lines.iter().enumerate() {
            if white_lines == self.board.through[square].len() {
                white.push(square);
            }
            if white_lines == 0 {
                black.push(square);
            }
        }
        white.truncate(self.smaller_size());
        black.truncate(self.smaller_size());
        [white, black]
    }
}

/// Returns the value of two armies: the size of the smaller one, and a part of the
/// surplus of the larger one, which breaks ties.
fn rate_armies([white, black]: [usize; 2]) -> f64 {
    white.min(black) as f64 + SURPLUS_VALUE * white.abs_diff(black) as f64
}

/// Finds large armies; ends early at `most` queens of each colour.
///
/// # Errors
/// The reason to stop, from `meter`, beside the best pair so far.
pub(super) fn anneal(
    board: &AttackLines,
    most: usize,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> (Pair, Result<(), Stop>) {
    let mut best = Pair::default();
    let squares = board.through.len();
    let side = (squares as f64).sqrt();
    let runs = squares.div_ceil(SQUARES_PER_RUN).min(MAX_ANNEALING_RUNS);
    let construction = construct_colouring(board, meter);
    for run in 0..runs {
        let (is_white, heat) = if run % 2 == 0 {
            (construction.clone(), side / SIDE_PER_REPAIR_TEMPERATURE)
        } else {
            (random_colours(board, random), side / SIDE_PER_TEMPERATURE)
        };
        let start = Colouring::new(board, is_white);
        let step = improve_colouring(start, heat, most, &mut best, random, meter);
        if step.is_err() {
            return (best, step);
        }
        if best[0].len() >= most {
            break;
        }
    }
    (best, Ok(()))
}

/// Returns a random colour for each line: true for white.
fn random_colours(board: &AttackLines, random: &mut ChaCha8Rng) -> Vec<bool> {
    let mut is_white = Vec::with_capacity(board.lines.len());
    for _ in &board.lines {
        is_white.push(random.random_bool(0.5));
    }
    is_white
}

/// Runs one cooling from the temperature `heat` on, and keeps in `best` the largest
/// armies seen; ends early at `most` queens of each colour.
///
/// # Errors
/// A limit.
fn improve_colouring(
    mut colours: Colouring<'_>,
    heat: f64,
    most: usize,
    best: &mut Pair,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let lines = colours.board.lines.len();
    let flips = (lines * FLIPS_PER_LINE).min(MAX_FLIPS);
    for flip in 0..flips {
        if colours.smaller_size() > best[0].len() {
            *best = colours.cut_to_pair();
        }
        if best[0].len() >= most {
            break;
        }
        meter.tick()?;
        let temperature = heat * (1.0 - flip as f64 / flips as f64) + FINAL_TEMPERATURE;
        let line = random.random_range(0..lines);
        let sizes = colours.sizes_after(line);
        let gain = rate_armies(sizes) - rate_armies(colours.sizes);
        if gain >= 0.0 || random.random_bool((gain / temperature).exp()) {
            colours.flip_line(line, sizes);
        }
    }
    Ok(())
}

/// Borders of the white ranges of lines, in an array because all pairs are moved alike:
/// - 0: the first white row;
/// - 1 to 3: the first black, white and black column after the white ones at the left;
/// - 4: the first white diagonal, by row less column;
/// - 5 to 8: the first white, black, white and black antidiagonal, by row plus column.
type Borders = [i64; BORDER_COUNT];

/// Number of these borders.
const BORDER_COUNT: usize = 9;

/// Distance by which two borders are moved at a time, at most.
const MAX_SHIFT: i64 = 2;

/// Colours the lines as in the construction at the head of this file: true for white. A
/// limit ends the search for better borders.
fn construct_colouring(board: &AttackLines, meter: &mut Meter<'_>) -> Vec<bool> {
    let last = board.form.squares().last();
    let side = last.map_or(1, |last| i64::from(last.row) + 1);
    let mut borders = first_borders(side);
    let mut best = sizes_between(board, &borders);
    loop {
        let before = best;
        let step = improve_borders(board, &mut borders, &mut best, meter);
        if step.is_err() || best == before {
            return colour_lines(board, &borders);
        }
    }
}

/// Returns the borders of the construction, as shares of the side.
fn first_borders(side: i64) -> Borders {
    [
        share_of(side, 1, 2),
        share_of(side, 1, 4),
        share_of(side, 1, 2),
        share_of(side, 3, 4),
        0,
        share_of(side, 2, 3),
        side - 1,
        share_of(side, 4, 3),
        share_of(side, 5, 3),
    ]
}

/// Moves two borders at a time, once each pair, where that makes the armies larger.
/// `best` are always the sizes between `borders`.
///
/// # Errors
/// A limit.
fn improve_borders(
    board: &AttackLines,
    borders: &mut Borders,
    best: &mut (usize, usize),
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    for one in 0..BORDER_COUNT {
        for other in one + 1..BORDER_COUNT {
            for by_one in -MAX_SHIFT..=MAX_SHIFT {
                for by_other in -MAX_SHIFT..=MAX_SHIFT {
                    meter.tick()?;
                    let mut moved = *borders;
                    moved[one] += by_one;
                    moved[other] += by_other;
                    let found = sizes_between(board, &moved);
                    if found > *best {
                        (*best, *borders) = (found, moved);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns the whole number nearest to this share of `side`.
fn share_of(side: i64, number: i64, of: i64) -> i64 {
    (2 * side * number + of) / (2 * of)
}

/// Returns the size of the smaller army, and of both together: the order by which
/// borders are better.
fn sizes_between(board: &AttackLines, borders: &Borders) -> (usize, usize) {
    let colours = Colouring::new(board, colour_lines(board, borders));
    (colours.smaller_size(), colours.sizes[0] + colours.sizes[1])
}

/// Colours the lines between these borders: true for white. A line of one square is
/// white.
fn colour_lines(board: &AttackLines, borders: &Borders) -> Vec<bool> {
    let squares = board.form.squares();
    let mut is_white = Vec::with_capacity(board.lines.len());
    for line in &board.lines {
        is_white.push(match line.as_slice() {
            &[first, .., last] => is_line_white(squares[first], squares[last], borders),
            _ => true,
        });
    }
    is_white
}

/// Returns true if the line from `first` to `last`, two squares, is in a white range.
fn is_line_white(first: Square, last: Square, borders: &Borders) -> bool {
    let &[row_from, left_to, middle_from, middle_to, diagonals @ ..] = borders;
    let [diagonal_from, first_from, first_to, second_from, second_to] = diagonals;
    let (row, column) = (i64::from(first.row), i64::from(first.column));
    let (down, right) = (i64::from(last.row) - row, i64::from(last.column) - column);
    if down == 0 {
        row >= row_from
    } else if right == 0 {
        column < left_to || (middle_from..middle_to).contains(&column)
    } else if down == right {
        row - column >= diagonal_from
    } else {
        let sum = row + column;
        (first_from..first_to).contains(&sum) || (second_from..second_to).contains(&sum)
    }
}
