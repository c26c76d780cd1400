//! Counting sets of pieces square by square, with states that have the same future
//! counted once.
//!
//! Serves any number of pieces, a number on the whole board, or one in each line. (The
//! transfer-matrix method: Stanley, Enumerative Combinatorics 1, section 4.7; Kotesovec,
//! Non-attacking chess pieces, 2013.)
//!
//! ```text
//! for each component of the board that no attack connects to another:
//!     states = { no later square closed, no piece }: 1
//!     for each square, in an order that leaves few different states:
//!         from each state: leave the square empty; if it is open, also place a piece, which closes later squares
//!         add up the counts of equal states
//!         if they exceed the memory limit: search the rest of the component for each of them
//! multiply the counts of the components
//! ```
//!
//! Kings on 1 x 3: the state is whether the next square is closed. At first: open 1.
//! After the first square: open 1 without a king, closed 1 with one. After the second:
//! open 1 + 1, closed 1. After the third: open 2 + 1, closed 2. There are five sets:
//! none, each of the three kings, and both ends.
//!
//! Kings and knights close squares of the next rows only, so their states are few however
//! many pieces there are; bishops and others gain in the last rows. Of k pieces on a
//! torus, one is fixed on a1, and on a cylinder or a Moebius strip one on each square of
//! the first column: over all shifts every set is found k times, once for each of its
//! pieces. If rows and columns take two pieces or more each and pieces reach no farther
//! than the next row, the board is filled row by row (`lines`). Sets that symmetries fix
//! ([`count_fixed`]) are counted on orbits of squares instead of squares: an orbit has
//! pieces on all its squares or on none.

mod board;
mod component;
mod engine;
pub(crate) mod lines;
mod order;
mod search;

pub(crate) use engine::Transfer;

use board::TransferBoard;
use control::{Limit, Limits, MOST_BYTES, Meter, Outcome, Statistics, Stop};
use queens_model::problem::{Bounds, Edge, Edges, Problem, Ray};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// Id of the engine.
const ID: &str = "transfer";

/// Overflow of 128 bits. The tables of states stay below the memory limit, so no other
/// stop has this value.
const COUNT_OVERFLOW: Stop = Stop::LimitReached(Limit::Memory);

/// Result of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferReport {
    /// Number of solutions; 0 unless the outcome is [`Outcome::Exhausted`], because some
    /// of the states give no partial result.
    pub count: u128,
    /// Outcome of the count.
    pub outcome: Outcome,
    /// Statistics: nodes are states, the width is the highest number of states at one
    /// square.
    pub statistics: Statistics,
}

/// Checks that the sets for `problem` can be counted square by square. The number of
/// states is not checked.
///
/// # Errors
/// The parameter that prevents it.
///
/// # Complexity
/// O(squares x rays).
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    board::accepts(problem)
}

/// Counts the solutions of `problem`: square by square, or row by row if each line takes
/// two pieces or more.
///
/// # Errors
/// A problem with other demands, or too large; a count of more than 128 bits.
///
/// # Complexity
/// A step for each square and state. Kings on n x n: O(1.62^n) states without a demand on
/// the board; knights: below 4^n. The memory limit, 1 GiB by default, bounds the states;
/// beyond it the time grows with the number of sets.
///
/// ```
/// use queens::engines::transfer;
/// use queens::problem::Problem;
///
/// // OEIS A063443: the ways to put any number of kings on 8 x 8.
/// let kings: Problem = "kings 8".parse()?;
/// assert_eq!(transfer::count(&kings, &Default::default())?.count, 1_355_115_601);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem, limits: &Limits) -> Result<TransferReport, Unsupported> {
    if lines::accepts(problem) {
        return report_count(limits, |limits, _, meter| {
            Ok(lines::count_by_lines(problem, limits, meter))
        });
    }
    let Some((pieces, moved)) = find_shifts(problem) else {
        return count_fixed(problem, &[Symmetry::Identity], limits);
    };
    // Every set is found once for each of its pieces, so the sum is divided by their
    // number.
    report_count(limits, |limits, memory, meter| {
        let mut sum = 0u128;
        for (images, moved) in moved {
            let board =
                TransferBoard::from_problem(&moved, &[Symmetry::Identity], limits)?;
            let counted = board.count_solutions(memory, limits, meter);
            let all = counted.and_then(|count| {
                add_count(&mut sum, count.checked_mul(images).ok_or(COUNT_OVERFLOW)?)
            });
            if let Err(stop) = all {
                return Ok(Err(stop));
            }
        }
        Ok(Ok(sum / u128::from(pieces)))
    })
}

/// Counts the solutions of `problem` that all of some symmetries fix.
///
/// # Errors
/// As [`count`]; [`Parameter::Symmetry`] if one of the symmetries does not fix the
/// problem.
///
/// # Complexity
/// As [`count`], with orbits of squares instead of squares.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::transfer;
///
/// // OEIS A037223: eight rooks that a half turn fixes.
/// let rooks = "rooks 8\ntotal: 8".parse()?;
/// assert_eq!(transfer::count_fixed(&rooks, &[Symmetry::HalfTurn], &Default::default())?.count, 384);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_fixed(
    problem: &Problem,
    symmetries: &[Symmetry],
    limits: &Limits,
) -> Result<TransferReport, Unsupported> {
    report_count(limits, |limits, memory, meter| {
        Ok(TransferBoard::from_problem(problem, symmetries, limits)?
            .count_solutions(memory, limits, meter))
    })
}

/// Runs `count` within the limits and reports its result. The outer error of `count`
/// comes before the count starts, the inner one during it.
fn report_count(
    limits: &Limits,
    count: impl FnOnce(&Limits, u64, &mut Meter<'_>) -> Result<Result<u128, Stop>, NoAnswer>,
) -> Result<TransferReport, Unsupported> {
    let mut limits = limits.started();
    let memory = *limits.memory.get_or_insert(MOST_BYTES);
    let mut meter = Meter::new(&limits);
    let (count, outcome) = match count(&limits, memory, &mut meter) {
        Ok(Ok(count)) => (count, Outcome::Exhausted),
        Ok(Err(COUNT_OVERFLOW)) => {
            let reason = "there are 2^128 solutions or more, which is as far as counts go: ask for a smaller board or \
                          for sets of one size (`total: 5`)";
            return Err(Unsupported::new(ID, Parameter::Answer, reason));
        }
        Ok(Err(stop)) => (0, Err(stop).into()),
        Err(none) => (0, Err(none.stop()?).into()),
    };
    Ok(TransferReport {
        count,
        outcome,
        statistics: meter.statistics(),
    })
}

/// For a number of pieces on a board that can be shifted along joined edges, demands
/// included: the number, and for each class of squares under shifts their count and the
/// problem with a piece on one of them. `None` for other problems.
fn find_shifts(problem: &Problem) -> Option<(u32, Vec<(u128, Problem)>)> {
    let (rows, columns, total) =
        (problem.rows(), problem.columns(), problem.units().total);
    let is_plain =
        problem.all_free() && problem.region_count() == 0 && problem.givens().is_empty();
    if !is_plain || total.low() == 0 || total.low() != total.high() {
        return None;
    }
    let rays = problem.piece().rays();
    let is_mirrored = rays.iter().all(|&ray| {
        rays.contains(&Ray {
            columns: -ray.columns,
            ..ray
        })
    });
    // A shift over a twisted seam maps row r to row `rows` - 1 - r. Both must take
    // equally many pieces, which holds if rows take any number, or if a piece attacks all
    // along both rows, so that they take at most one.
    let strikes_rows = rays.contains(&Ray {
        rows: 0,
        columns: 1,
        range: Ray::UNLIMITED,
    });
    let keeps_rows = strikes_rows || problem.units().row == Bounds::ANY;
    let (classes, is_twisted) = match problem.edges() {
        Edges {
            top_bottom: Edge::Wrap,
            left_right: Edge::Wrap,
        } => (1, false),
        Edges {
            top_bottom: Edge::Open,
            left_right: Edge::Wrap,
        } => (rows, false),
        Edges {
            top_bottom: Edge::Open,
            left_right: Edge::Twist,
        } if is_mirrored && keeps_rows => (rows.div_ceil(2), true),
        _ => return None,
    };
    let mut boards = Vec::new();
    for row in 0..classes {
        let images = match (classes, is_twisted) {
            (1, false) => rows,
            (_, true) if 2 * row + 1 != rows => 2,
            _ => 1,
        };
        let moved = problem.with_given(Square::new(row, 0)).ok()?;
        boards.push((u128::from(images) * u128::from(columns), moved));
    }
    Some((total.low(), boards))
}

fn add_count(sum: &mut u128, count: u128) -> Result<(), Stop> {
    *sum = sum.checked_add(count).ok_or(COUNT_OVERFLOW)?;
    Ok(())
}
