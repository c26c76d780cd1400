//! The most queens that can stand.

mod cover;
mod engine;
mod independent;
mod matching;

use cover::most_queens;
use independent::Clashes;

pub use engine::MaximumSet;

use super::modular;
use crate::engines::Task;
use crate::question::{Certificate, Question, Settings};
use control::{Meter, Statistics, Step};
use queens_model::constraints::Constraints;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edges, Problem, ProblemError, Units};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Its id among the engines.
const ID: &str = "maximum";

/// A largest set of queens, or the largest that was found in time.
struct Maximum {
    /// The queens; `None` if not even the demands on regions can be met, or no time was left.
    queens: Option<Placement>,
    /// `Ok` if no larger set exists, else what stopped the search.
    step: Step,
    /// What shows that, or was at work when a limit came.
    certificate: Certificate,
    /// No set is larger than this.
    bound: u32,
    /// The figures of all searches together.
    statistics: Statistics,
}

/// Looks for the most queens that can stand together: rows and columns may stay empty, but take no more queens than
/// the problem allows.
///
/// Where squares clash across two colours only, as those of knights do, or where pieces strike along two kinds of lines, as
/// rooks and bishops do, a largest matching tells a largest set. Else
/// a bound comes first: lines get weights so that every square lies on lines that weigh one together (see
/// `docs/design/maximum.md`). On a torus the sums of the diagonals give a second one. A local search that reaches the
/// bound is done; else branch and bound goes through all sets that could be larger. On a torus without holes one
/// queen stands on a1, for every set can be moved there. Problems with other demands than for at most one are asked for
/// more and more queens.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before it is built.
///
/// # Complexity
/// Exponential where the bound is not met: the largest set of squares without an attack is NP-hard to find on
/// boards with holes.
fn maximum(task: &Task<'_>) -> Result<Maximum, NoAnswer> {
    let problem = moved(task.problem);
    let form = Constraints::within(&problem, task.limits())??;
    match Clashes::of(&form) {
        Some(clashes) => Ok(branch_and_bound(&problem, &form, &clashes, task.settings)),
        None => Ok(more_and_more(&problem, &form, task)?),
    }
}

/// The problem with any number of queens; on a torus whose squares are all alike, with one on the first.
fn moved(problem: &Problem) -> Problem {
    let any = problem.with_any_number();
    match any.with_given(Square::new(0, 0)) {
        Ok(with_first) if problem.has_like_squares() => with_first,
        _ => any,
    }
}

fn branch_and_bound(
    problem: &Problem,
    form: &Constraints,
    clashes: &Clashes,
    settings: &Settings,
) -> Maximum {
    let mut meter = Meter::new(&settings.limits);
    let by_colours = matching::largest_set(clashes, &mut meter);
    let by_lines = || matching::largest_set_on_lines(problem, form, clashes, &mut meter);
    if let Ok(Some(set)) = by_colours.and_then(|set| set.map_or_else(by_lines, |set| Ok(Some(set)))) {
        return Maximum {
            bound: set.len() as u32,
            queens: Some(form.placement(set)),
            step: Ok(()),
            certificate: Certificate::Matching,
            statistics: meter.statistics(),
        };
    }
    let by_lines = clashes.bound().min(most_queens(form, &settings.limits) as usize);
    let by_sums = on_torus(problem).map_or(by_lines, |most| most as usize);
    let (bound, met) = match by_sums < by_lines {
        true => (by_sums, Certificate::TorusSums),
        false => (by_lines, Certificate::LineWeights),
    };
    let mut lots = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut set, mut step) = match straight(problem, form).filter(|set| set.len() == bound) {
        Some(set) => (set, Ok(())),
        None => clashes.large_set(bound, &mut lots, &mut meter),
    };
    let mut certificate = met.clone();
    if set.len() < bound && step.is_ok() {
        certificate = Certificate::Exhausted;
        step = clashes.enlarge(&mut set, bound, &mut meter);
    }
    if set.len() == bound {
        (certificate, step) = (met, Ok(()));
    }
    Maximum {
        queens: Some(form.placement(set)),
        step,
        certificate,
        bound: bound as u32,
        statistics: meter.statistics(),
    }
}

/// How many queens stand on a torus of n x n at most, by the sums of their diagonals modulo n: n only if n has
/// no factor 2 or 3 (Polya, Uber die doppelt-periodischen Losungen des n-Damen-Problems, 1918), n - 1 only if n
/// is no multiple of 3 or 4, else n - 2 (Monsky, Problem E3162, American Mathematical Monthly 96, 1989; OEIS
/// A085801).
fn on_torus(problem: &Problem) -> Option<u32> {
    let n = problem.rows();
    let strikes = |&(rows, columns): &(i32, i32)| problem.piece().strikes_along(rows, columns);
    let is_queen = [(0, 1), (1, 0), (1, 1), (1, -1)].iter().all(strikes);
    if problem.edges() != Edges::TORUS || !problem.is_square() || problem.has_walls() || !is_queen {
        return None;
    }
    Some(match (n % 2, n % 3, n % 4) {
        (1, 1 | 2, _) => n,
        (0, 1 | 2, 2) => n - 1,
        _ => n.saturating_sub(2),
    })
}

/// As many queens as rows on a straight line over joined edges: a knight's leap apart where nothing else is asked.
fn straight(problem: &Problem, form: &Constraints) -> Option<Vec<usize>> {
    let total = Bounds::exactly(problem.rows());
    let one_per_row = problem.with_units(Units { total, ..problem.units() }).ok()?.normalized();
    let queens = modular::straight(&one_per_row).next()?;
    queens.squares().iter().map(|&square| form.number(square)).collect()
}

fn more_and_more(problem: &Problem, form: &Constraints, task: &Task<'_>) -> Result<Maximum, Unsupported> {
    let limits = task.limits();
    let mut most = Maximum {
        queens: None,
        step: Ok(()),
        certificate: Certificate::LineWeights,
        bound: most_queens(form, limits),
        statistics: Statistics::default(),
    };
    let mut least = form.givens().len() as u32;
    while least <= most.bound {
        let Ok(larger) = at_least(problem, least) else { return Ok(most) };
        let rest = limits.less_nodes(most.statistics.expanded);
        let answer = (task.ask)(&larger, Question::One, &task.settings.clone().with_limits(rest))?;
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

/// The problem with `least` queens or more.
fn at_least(problem: &Problem, least: u32) -> Result<Problem, ProblemError> {
    let total = Bounds::new(least, u32::MAX).unwrap_or(Bounds::ANY);
    problem.with_units(Units { total, ..problem.units() })
}
