//! The largest set of queens that do not attack each other.
//!
//! ```text
//! if the squares have two colours, or pieces attack along two kinds of lines:
//!     return a set from a largest matching                            (matching)
//! if every demand is at most one:
//!     bound = the least of line weights, a clique cover and torus sums  (cover, independent)
//!     set = a local search, until it reaches the bound                (independent)
//!     if set is smaller than the bound: branch and bound              (independent)
//! otherwise: ask for one queen more, until there is no solution or the bound of line weights is met
//! ```
//!
//! Kings on 3 x 3: the four blocks of 2 x 2 squares cover the board, and each takes one
//! king. So the bound is 4. The four corners reach it, and no branch is searched.

mod cover;
mod engine;
mod independent;
mod matching;

use cover::upper_bound;
use independent::ClashGraph;

pub(crate) use engine::MaximumSet;

use super::modular::{self, StraightLine};
use crate::engines::Task;
use crate::question::{Certificate, Question, Settings};
use control::{Meter, Statistics, Step};
use queens_model::check;
use queens_model::constraints::Constraints;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edges, Problem, ProblemError, Units};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Id of the engine.
const ID: &str = "maximum";

/// A largest set of queens, or the largest one found within the limits.
struct LargestSet {
    /// The queens; `None` if the demands cannot be met at all, or if a limit came first.
    queens: Option<Placement>,
    /// `Ok` if no larger set exists, else the reason to stop.
    step: Step,
    /// The proof of that, or the engine at work when a limit came.
    certificate: Certificate,
    /// Upper bound on the number of queens.
    bound: u32,
    /// The figures of all searches together.
    statistics: Statistics,
}

/// Finds the most queens that do not attack each other. Rows and columns may be empty,
/// but take no more queens than the problem allows. See the head of this file and
/// `docs/design/maximum.md`.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before it is built.
///
/// # Complexity
/// Exponential if the bound is not met: a largest set without an attack is NP-hard to
/// find on boards with holes.
fn maximum(task: &Task<'_>) -> Result<LargestSet, NoAnswer> {
    let problem = with_first_queen(task.problem);
    let form = Constraints::within(&problem, task.limits())??;
    match ClashGraph::from_constraints(&form) {
        Some(clashes) => Ok(branch_and_bound(&problem, &form, &clashes, task.settings)),
        None => Ok(ask_for_more_queens(&problem, &form, task)?),
    }
}

/// Returns the problem with any number of queens. On a torus whose squares are all alike
/// it has a queen on the first one, because every set can be shifted there.
fn with_first_queen(problem: &Problem) -> Problem {
    let any = problem.with_any_number();
    match any.with_given(Square::new(0, 0)) {
        Ok(with_first) if problem.has_like_squares() => with_first,
        _ => any,
    }
}

fn branch_and_bound(
    problem: &Problem,
    form: &Constraints,
    clashes: &ClashGraph,
    settings: &Settings,
) -> LargestSet {
    let mut meter = Meter::new(&settings.limits);
    let of_colours = matching::largest_set_in_two_colours(clashes, &mut meter);
    let matched = match of_colours {
        Ok(None) => matching::largest_set_on_lines(problem, form, clashes, &mut meter),
        found => found,
    };
    if let Ok(Some(set)) = matched {
        return LargestSet {
            bound: set.len() as u32,
            queens: Some(form.placement(set)),
            step: Ok(()),
            certificate: Certificate::Matching,
            statistics: meter.statistics(),
        };
    }
    let by_lines = clashes
        .bound()
        .min(upper_bound(form, &settings.limits) as usize);
    let by_sums = torus_bound(problem).map_or(by_lines, |most| most as usize);
    let (bound, proof) = match by_sums < by_lines {
        true => (by_sums, Certificate::TorusSums),
        false => (by_lines, Certificate::LineWeights),
    };
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut set, mut step) =
        match straight_line(problem, form).filter(|set| set.len() == bound) {
            Some(set) => (set, Ok(())),
            None => clashes.local_search(bound, &mut random, &mut meter),
        };
    let mut certificate = proof.clone();
    if set.len() < bound && step.is_ok() {
        certificate = Certificate::Exhausted;
        step = clashes.enlarge(&mut set, bound, &mut meter);
    }
    if set.len() == bound {
        (certificate, step) = (proof, Ok(()));
    }
    LargestSet {
        queens: Some(form.placement(set)),
        step,
        certificate,
        bound: bound as u32,
        statistics: meter.statistics(),
    }
}

/// Returns the largest number of queens on a torus of n x n, by the sums of their
/// diagonals modulo n: n only if n has no factor 2 or 3 (Polya, Uber die
/// doppelt-periodischen Losungen des n-Damen-Problems, 1918), n - 1 only if n is no
/// multiple of 3 or 4, else n - 2 (Monsky, Problem E3162, American Mathematical Monthly
/// 96, 1989; OEIS A085801).
fn torus_bound(problem: &Problem) -> Option<u32> {
    let n = problem.rows();
    let strikes =
        |&(rows, columns): &(i32, i32)| problem.piece().strikes_along(rows, columns);
    let is_queen = [(0, 1), (1, 0), (1, 1), (1, -1)].iter().all(strikes);
    if problem.edges() != Edges::TORUS
        || !problem.is_square()
        || problem.has_walls()
        || !is_queen
    {
        return None;
    }
    Some(match (n % 2, n % 3, n % 4) {
        (1, 1 | 2, _) => n,
        (0, 1 | 2, 2) => n - 1,
        _ => n.saturating_sub(2),
    })
}

/// Returns as many queens as rows on a straight_line line over joined edges, each a
/// knight's leap from the last.
fn straight_line(problem: &Problem, form: &Constraints) -> Option<Vec<usize>> {
    let total = Bounds::exactly(problem.rows());
    let one_per_row = problem
        .with_units(Units {
            total,
            ..problem.units()
        })
        .ok()?
        .normalized();
    let mut lines = modular::few_lines(&one_per_row).map(StraightLine::placement);
    let queens = lines.find(|queens| check::solution(&one_per_row, queens).is_ok())?;
    queens
        .squares()
        .iter()
        .map(|&square| form.number(square))
        .collect()
}

fn ask_for_more_queens(
    problem: &Problem,
    form: &Constraints,
    task: &Task<'_>,
) -> Result<LargestSet, Unsupported> {
    let limits = task.limits();
    let mut most = LargestSet {
        queens: None,
        step: Ok(()),
        certificate: Certificate::LineWeights,
        bound: upper_bound(form, limits),
        statistics: Statistics::default(),
    };
    let mut least = form.givens().len() as u32;
    while least <= most.bound {
        let Ok(larger) = at_least(problem, least) else {
            return Ok(most);
        };
        let rest = limits.less_nodes(most.statistics.expanded);
        let answer = (task.ask)(
            &larger,
            Question::One,
            &task.settings.clone().with_limits(rest),
        )?;
        most.statistics.absorb(&answer.statistics);
        most.certificate = answer.certificate.unwrap_or(Certificate::Exhausted);
        let Some(queens) = answer.first else {
            most.step = answer.outcome.into();
            return Ok(most);
        };
        least = queens.len() as u32 + 1;
        most.queens = Some(queens);
    }
    most.certificate = Certificate::LineWeights;
    Ok(most)
}

/// Returns the problem with `least` queens or more.
fn at_least(problem: &Problem, least: u32) -> Result<Problem, ProblemError> {
    let total = Bounds::new(least, u32::MAX).unwrap_or(Bounds::ANY);
    problem.with_units(Units {
        total,
        ..problem.units()
    })
}
