//! Counting sets of pieces square by square: what has the same future is counted once.
//!
//! For any number of pieces, so many on the whole board, or one in each line. A state is what the pieces so far close of the squares to come, and their number where the board has a demand on it.
//! The squares are taken in order, a piece stands there or not, and states that have become equal are added
//! up. Kings and knights close squares of the next rows only, so that their states are few whatever the board
//! holds; bishops and others gain from the last rows. (The transfer-matrix engine: Stanley, Enumerative
//! Combinatorics 1, section 4.7; Kotesovec, Non-attacking chess pieces, 2013.)
//!
//! The squares go by rows, by columns or along diagonals: so that those to come can be closed in few ways.
//!
//! Parts of the board that no attack joins, as the two colours for bishops, are counted for themselves, and
//! their numbers are multiplied. Of k pieces on a torus one is put on a1, and on a cylinder or a Moebius strip one
//! on each square of the first column: every set is met so k times, once for each of its pieces.
//!
//! Where the states are more than memory holds, what is left of the board is searched for each of them.
//!
//! Where rows and columns take two pieces each, or more, and pieces strike no farther than the next row, the board is
//! filled row by row (`lines`).
//!
//! Sets that symmetries leave as they are ([`count_fixed`]) are counted in the same way, with orbits for squares: all
//! squares of an orbit take a piece or none.

mod board;
mod engine;
pub(crate) mod lines;
mod order;
mod part;
mod search;

pub use engine::Transfer;

use board::Board;
use control::{Limit, Limits, MOST_BYTES, Meter, Outcome, Statistics, Stop};
use queens_model::problem::{Bounds, Edge, Edges, Problem, Ray};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// Its id among the engines.
const ID: &str = "transfer";

/// More than 128 bits hold: the tables of states stay below the limit on memory, so that nothing else stops for it.
const TOO_MANY: Stop = Stop::LimitReached(Limit::Memory);

/// The answer of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferReport {
    /// The solutions; 0 unless the outcome is [`Outcome::Exhausted`], for a part of the states says nothing.
    pub count: u128,
    /// Whether all was counted, or what stopped it.
    pub outcome: Outcome,
    /// The books: nodes are states, the widest is the most of them for one square.
    pub statistics: Statistics,
}

/// Whether sets for `problem` can be counted square by square. Says nothing about the number of states.
///
/// # Errors
/// Why they cannot.
///
/// # Complexity
/// O(squares x rays).
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    board::accepts(problem)
}

/// Counts the solutions of `problem`: square by square, or row by row where each line takes two pieces or more.
///
/// # Errors
/// A problem with other demands, or too large; a count of more than 128 bits.
///
/// # Complexity
/// For each square a step for each state. Kings on n x n: O(1.62^n) states without a demand on the board;
/// knights: below 4^n. The limit on memory bounds the states, at 1 GiB where there is none; beyond it the time
/// grows with the number of sets.
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
        return report(limits, |limits, _, meter| Ok(lines::count(problem, limits, meter)));
    }
    let Some((pieces, moved)) = shifted(problem) else {
        return count_fixed(problem, &[Symmetry::Identity], limits);
    };
    report(limits, |limits, memory, meter| {
        let mut sum = 0u128;
        for (images, moved) in moved {
            let board = Board::of(&moved, &[Symmetry::Identity], limits)?;
            let counted = board.count(memory, limits, meter);
            let all = counted.and_then(|count| add(&mut sum, count.checked_mul(images).ok_or(TOO_MANY)?));
            if let Err(stop) = all {
                return Ok(Err(stop));
            }
        }
        Ok(Ok(sum / u128::from(pieces)))
    })
}

/// Counts the solutions of `problem` that all of some symmetries leave as they are.
///
/// # Errors
/// As [`count`]; [`Parameter::Symmetry`] if one of them does not leave the problem as it is.
///
/// # Complexity
/// As [`count`], with the orbits of squares under the symmetries for squares.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::transfer;
///
/// // OEIS A037223: eight rooks that a half turn leaves as they are.
/// let rooks = "rooks 8\ntotal: 8".parse()?;
/// assert_eq!(transfer::count_fixed(&rooks, &[Symmetry::HalfTurn], &Default::default())?.count, 384);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_fixed(
    problem: &Problem,
    symmetries: &[Symmetry],
    limits: &Limits,
) -> Result<TransferReport, Unsupported> {
    report(limits, |limits, memory, meter| {
        Ok(Board::of(problem, symmetries, limits)?.count(memory, limits, meter))
    })
}

/// Counts within the limits: what `count` fails with came before the count began, the inner error while it ran.
fn report(
    limits: &Limits,
    count: impl FnOnce(&Limits, u64, &mut Meter<'_>) -> Result<Result<u128, Stop>, NoAnswer>,
) -> Result<TransferReport, Unsupported> {
    let mut limits = limits.started();
    let memory = *limits.memory.get_or_insert(MOST_BYTES);
    let mut meter = Meter::new(&limits);
    let (count, outcome) = match count(&limits, memory, &mut meter) {
        Ok(Ok(count)) => (count, Outcome::Exhausted),
        Ok(Err(TOO_MANY)) => {
            let reason = "there are 2^128 solutions or more, which is as far as counts go: ask for a smaller board or \
                          for sets of one size (--total 5)";
            return Err(Unsupported::new(ID, Parameter::Answer, reason));
        }
        Ok(Err(stop)) => (0, Err(stop).into()),
        Err(none) => (0, Err(none.stop()?).into()),
    };
    Ok(TransferReport { count, outcome, statistics: meter.statistics() })
}

/// For so many pieces on a board that can be shifted along joined edges, with its demands: their number, and for each class of
/// squares that shifts bring together how many they are, and the problem with a piece on one of them.
fn shifted(problem: &Problem) -> Option<(u32, Vec<(u128, Problem)>)> {
    let (rows, columns, total) = (problem.rows(), problem.columns(), problem.units().total);
    let is_plain = problem.all_free() && problem.region_count() == 0 && problem.givens().is_empty();
    if !is_plain || total.low() == 0 || total.low() != total.high() {
        return None;
    }
    let rays = problem.piece().rays();
    let is_mirrored = rays.iter().all(|&ray| rays.contains(&Ray { columns: -ray.columns, ..ray }));
    // Shifted over a twisted seam, row r comes out as row `rows` - 1 - r. Both take as many pieces as before only where rows
    // take any number, or where a piece strikes all along the two, so that they have one at most.
    let strikes_rows = rays.contains(&Ray { rows: 0, columns: 1, range: Ray::UNLIMITED });
    let keeps_rows = strikes_rows || problem.units().row == Bounds::ANY;
    let (classes, is_twisted) = match problem.edges() {
        Edges { top_bottom: Edge::Wrap, left_right: Edge::Wrap } => (1, false),
        Edges { top_bottom: Edge::Open, left_right: Edge::Wrap } => (rows, false),
        Edges { top_bottom: Edge::Open, left_right: Edge::Twist } if is_mirrored && keeps_rows => {
            (rows.div_ceil(2), true)
        }
        _ => return None,
    };
    let board = |row: u32| {
        let images = match (classes, is_twisted) {
            (1, false) => rows,
            (_, true) if 2 * row + 1 != rows => 2,
            _ => 1,
        };
        let moved = problem.with_given(Square::new(row, 0)).ok()?;
        Some((u128::from(images) * u128::from(columns), moved))
    };
    Some((total.low(), (0..classes).map(board).collect::<Option<_>>()?))
}

fn add(sum: &mut u128, count: u128) -> Result<(), Stop> {
    *sum = sum.checked_add(count).ok_or(TOO_MANY)?;
    Ok(())
}
