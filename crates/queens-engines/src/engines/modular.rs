//! Square boards with joined edges, by sums of diagonal numbers modulo n.
//!
//! Each of the n diagonals of a direction must hold one queen, and so must each row and column.
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
//! Example: n = 4: the diagonals sum to 0 + 1 + 2 + 3 = 6 = 2 modulo 4, not 0. n = 3: 2 S = 2 (0 + 1 + 4) = 10 = 1
//! modulo 3, not 0. n = 5 with step 2: columns 0, 2, 4, 1, 3 are a solution.
//!
//! Source: George Polya, Uber die "doppelt-periodischen" Losungen des n-Damen-Problems, in W. Ahrens,
//! Mathematische Unterhaltungen und Spiele 2, 1918.

mod engine;

pub use engine::Modular;

use crate::question::Congruence;
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edge, Edges, Problem};

/// Returns the diagonal directions along which the piece attacks without end (falling, rising), if edges join them into
/// n closed diagonals and each must hold one queen. Walls can only cut them.
pub(crate) fn full_diagonals(problem: &Problem) -> Option<[bool; 2]> {
    let Edges { top_bottom, left_right } = problem.edges();
    let is_joined = matches!(
        (top_bottom, left_right),
        (Edge::Wrap, Edge::Wrap) | (Edge::Open, Edge::Wrap) | (Edge::Wrap, Edge::Open)
    );
    let units = problem.units();
    let is_full = problem.is_square() && units.row == Bounds::ONE && units.column == Bounds::ONE;
    (is_joined && is_full)
        .then(|| [(1, 1), (1, -1)].map(|(rows, columns)| problem.piece().strikes_along(rows, columns)))
}

/// Returns the congruence that rules out a solution of `problem`, if there is one: on square boards with joined edges
/// and one queen in each row and column, whatever givens and holes there are.
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

/// Maximum number of steps from row to row tried for solutions on a straight line.
const MAX_LINE_STEPS: usize = 64;

/// Maximum number of first columns tried for each step.
const MAX_FIRST_COLUMNS: u32 = 2;

/// Returns solutions whose queens are on one straight line: each row's queen is the same number of columns, modulo n,
/// to the right of that in the row before. Polya shows that a step of 2 is a solution of the torus whenever it has one;
/// for givens, holes and other pieces other steps are tried.
///
/// # Complexity
/// O(n) for each solution.
pub(crate) fn straight(problem: &Problem) -> impl Iterator<Item = Placement> {
    let n = problem.rows();
    let steps = (1..if full_diagonals(problem).is_some() { n } else { 0 })
        .filter(move |&step| is_coprime(step, n) && has_distinct_diagonals(problem, step))
        .take(MAX_LINE_STEPS);
    let first_columns = move |step: u32| match problem.givens().first() {
        None => 0..n.min(MAX_FIRST_COLUMNS),
        Some(given) => {
            let back = u64::from(step) * u64::from(given.row) % u64::from(n);
            let first = (u64::from(given.column) + u64::from(n) - back) % u64::from(n);
            first as u32..first as u32 + 1
        }
    };
    let line = move |(step, first): (u32, u32)| {
        let column = |row: u32| (u64::from(first) + u64::from(step) * u64::from(row)) % u64::from(n);
        let columns: Vec<u32> = (0..n).map(|row| column(row) as u32).collect();
        Placement::from_columns(&columns)
    };
    steps
        .flat_map(move |step| first_columns(step).map(move |first| (step, first)))
        .map(line)
        .filter(|placement| check::solution(problem, placement).is_ok())
}

/// Returns true if no two queens on the straight line with this step share a closed diagonal.
fn has_distinct_diagonals(problem: &Problem, step: u32) -> bool {
    let n = problem.rows();
    full_diagonals(problem).is_some_and(|[falling, rising]| {
        (!falling || is_coprime(step - 1, n)) && (!rising || is_coprime(step + 1, n))
    })
}

fn is_coprime(a: u32, b: u32) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}
