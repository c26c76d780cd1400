//! Square boards with joined edges, by sums of diagonal numbers modulo n.
//!
//! Each of the n diagonals of a direction must hold one queen, and so must each row and
//! column.
//!
//! ```text
//! sum:     the sum of (column - row) over the queens is 0 (both run through 0..n); over the diagonals it is
//!          n (n - 1) / 2, which is n / 2 modulo an even n: no solution
//! squares: (c - r)^2 + (c + r)^2 = 2 c^2 + 2 r^2; over the diagonals the left side sums to 2 S, over the rows
//!          and columns the right side to 4 S, S = 0^2 + ... + (n - 1)^2. So 2 S = 0 modulo n, which fails if 3
//!          divides n
//! else:    try queens on a straight line, column = first + step x row modulo n
//! ```
//!
//! For queens, such a line is a solution if and only if n has no common factor with step,
//! step - 1 or step + 1. Modulo a prime power p^e these are the steps that are not -1, 0
//! or 1 modulo p: `p^(e - 1) (p - 3)` of them. By the Chinese remainder theorem the
//! number of steps modulo n is the product of these numbers.
//!
//! Example: n = 4: the diagonals sum to 0 + 1 + 2 + 3 = 6 = 2 modulo 4, not 0. n = 3: 2 S =
//! 2 (0 + 1 + 4) = 10 = 1 modulo 3, not 0. n = 5 with step 2: columns 0, 2, 4, 1, 3 are a
//! solution.
//!
//! Source: George Polya, Uber die "doppelt-periodischen" Losungen des n-Damen-Problems,
//! in W. Ahrens, Mathematische Unterhaltungen und Spiele 2, 1918.

mod engine;

pub(crate) use engine::Modular;

use crate::question::Congruence;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edge, Edges, Piece, Problem};

/// Returns the diagonal directions along which the piece attacks without end (falling,
/// rising), if edges join them into n closed diagonals and each must hold one queen.
/// Walls can only cut them.
pub(crate) fn full_diagonals(problem: &Problem) -> Option<[bool; 2]> {
    let Edges {
        top_bottom,
        left_right,
    } = problem.edges();
    let is_joined = matches!(
        (top_bottom, left_right),
        (Edge::Wrap, Edge::Wrap) | (Edge::Open, Edge::Wrap) | (Edge::Wrap, Edge::Open)
    );
    let units = problem.units();
    let is_full =
        problem.is_square() && units.row == Bounds::ONE && units.column == Bounds::ONE;
    (is_joined && is_full).then(|| {
        [(1, 1), (1, -1)]
            .map(|(rows, columns)| problem.piece().strikes_along(rows, columns))
    })
}

/// Returns the congruence that rules out a solution of `problem`, if there is one: on
/// square boards with joined edges and one queen in each row and column, whatever givens
/// and holes there are.
///
/// # Complexity
/// O(1).
///
/// ```
/// use queens::engines::modular::obstruction;
/// use queens::{Congruence, problem::Preset};
///
/// assert_eq!(obstruction(&Preset::Torus.problem(6, 6)?), Some(Congruence::Sum));
/// assert_eq!(obstruction(&Preset::Torus.problem(9, 9)?), Some(Congruence::Squares));
/// assert_eq!(obstruction(&Preset::Torus.problem(7, 7)?), None);
/// # Ok::<(), queens::problem::ProblemError>(())
/// ```
pub fn obstruction(problem: &Problem) -> Option<Congruence> {
    let n = problem.rows();
    match full_diagonals(problem)? {
        _ if n == 0 => None,
        [false, false] => None,
        _ if problem.has_walls() => None,
        _ if n.is_multiple_of(2) => Some(Congruence::Sum),
        [true, true] if n.is_multiple_of(3) => Some(Congruence::Squares),
        _ => None,
    }
}

/// Maximum number of steps from row to row tried for one solution on a straight line.
const MAX_LINE_STEPS: usize = 64;

/// Maximum number of first columns tried for each step.
const MAX_FIRST_COLUMNS: u32 = 2;

/// Queens on a straight line across joined edges: the queen of each row is `step`
/// columns, modulo n, to the right of that in the row before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StraightLine {
    size: u32,
    step: u32,
    /// Column of the queen in the first row.
    first: u32,
}

impl StraightLine {
    /// Returns the queens.
    pub(crate) fn placement(self) -> Placement {
        let [size, step, first] = [self.size, self.step, self.first].map(u64::from);
        let columns: Vec<u32> = (0..size)
            .map(|row| ((first + step * row) % size) as u32)
            .collect();
        Placement::from_columns(&columns)
    }
}

/// Returns some lines that may be solutions. Polya shows that a step of 2 is a solution
/// of the torus whenever it has one; for givens, holes and other pieces other steps are
/// tried.
pub(crate) fn few_lines(problem: &Problem) -> impl Iterator<Item = StraightLine> {
    steps(problem)
        .take(MAX_LINE_STEPS)
        .flat_map(|step| lines_of_step(problem, step, MAX_FIRST_COLUMNS))
}

/// Returns all lines that may be solutions, each once. For queens on a board without
/// givens and holes, every one is a solution.
pub(crate) fn all_lines(problem: &Problem) -> impl Iterator<Item = StraightLine> {
    steps(problem).flat_map(|step| lines_of_step(problem, step, u32::MAX))
}

/// Returns the steps by which no two queens on a line share a column or a closed
/// diagonal.
fn steps(problem: &Problem) -> impl Iterator<Item = u32> {
    let n = problem.rows();
    let diagonals = full_diagonals(problem);
    (0..if diagonals.is_some() { n } else { 0 }).filter(move |&step| {
        let [falling, rising] = diagonals.unwrap_or_default();
        is_coprime(step, n)
            && (!falling || is_coprime((step + n - 1) % n, n))
            && (!rising || is_coprime((step + 1) % n, n))
    })
}

/// Returns the lines with this step: the one through the first given queen, or else the
/// first `most` of all n.
fn lines_of_step(
    problem: &Problem,
    step: u32,
    most: u32,
) -> impl Iterator<Item = StraightLine> {
    let size = problem.rows();
    let first_columns = match problem.givens().first() {
        None => 0..size.min(most),
        Some(given) => {
            let [step, row, column, size] =
                [step, given.row, given.column, size].map(u64::from);
            let first = ((column + size - step * row % size) % size) as u32;
            first..first + 1
        }
    };
    first_columns.map(move |first| StraightLine { size, step, first })
}

/// Returns the number of lines that are solutions: n for each step. `None` for other
/// pieces and for boards with givens, holes or regions, because there each line has to be
/// checked.
///
/// # Complexity
/// O(n log n).
pub(crate) fn count_lines(problem: &Problem) -> Option<u128> {
    let is_plain = *problem.piece() == Piece::queen()
        && full_diagonals(problem) == Some([true, true])
        && problem.all_free()
        && problem.givens().is_empty()
        && problem.region_count() == 0
        && problem.units().total.contains(problem.rows());
    is_plain.then(|| u128::from(problem.rows()) * steps(problem).count() as u128)
}

fn is_coprime(a: u32, b: u32) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}
