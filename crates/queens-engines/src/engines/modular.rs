//! Square boards with joined edges, by the numbers of their diagonals modulo n.
//!
//! Source: George Polya, Uber die "doppelt-periodischen" Losungen des n-Damen-Problems, in W. Ahrens,
//! Mathematische Unterhaltungen und Spiele 2, 1918.

mod engine;

pub use engine::Modular;

use crate::question::Congruence;
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edge, Edges, Problem};

/// The slopes of the diagonals on which queens strike without end, if these come in again at an edge and
/// each must have one queen: there are as many as rows. A wall can only cut them.
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

/// Why `problem` has no solution, if the numbers of its diagonals tell: on square boards with joined edges,
/// one queen in each row and column, whatever is given or a hole.
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

/// How many steps from row to row, and how many first columns, are tried for solutions on a straight line.
const STEPS: usize = 64;
const SHIFTS: u32 = 2;

/// Solutions whose queens stand on one straight line: the same number of columns to the right from each row
/// to the next, over the edge. Polya shows that those with a step of 2 exist wherever any exist on the
/// torus; for givens, holes and other pieces some other steps are tried.
///
/// # Complexity
/// O(n) for each.
pub(crate) fn straight(problem: &Problem) -> impl Iterator<Item = Placement> {
    let n = problem.rows();
    let steps = (1..if full_diagonals(problem).is_some() { n } else { 0 })
        .filter(move |&step| is_coprime(step, n) && has_apart_diagonals(problem, step))
        .take(STEPS);
    let first_columns = move |step: u32| match problem.givens().first() {
        None => 0..n.min(SHIFTS),
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

/// Whether queens a number of columns apart from row to row share no endless diagonal.
fn has_apart_diagonals(problem: &Problem, step: u32) -> bool {
    let n = problem.rows();
    full_diagonals(problem).is_some_and(|[falling, rising]| {
        (!falling || is_coprime(step - 1, n)) && (!rising || is_coprime(step + 1, n))
    })
}

fn is_coprime(a: u32, b: u32) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}
