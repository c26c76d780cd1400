//! The most queens that can stand.

mod cover;
mod independent;
mod matching;

use cover::most_queens;
use independent::Clashes;

use super::modular;
use crate::ask::{CompletionError, Engine, Question, Settings, solve};
use crate::constraints::Constraints;
use crate::placement::Placement;
use crate::problem::{Bounds, Edges, Problem, ProblemError};
use crate::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search_control::{Meter, Outcome, Statistics};
use std::fmt;
use std::time::Instant;

/// What shows that no larger set exists, or was at work when a limit came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Weighted lines: see [`Maximum::bound`].
    Bound,
    /// The sums of the diagonals on a torus.
    Sums,
    /// A matching of the squares that attack each other, or of the lines on which pieces strike.
    Matching,
    /// Branch and bound over all sets.
    BranchAndBound,
    /// An engine that looked for one queen more.
    Engine(Engine),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Bound => f.write_str("the weights of its lines show it"),
            Shown::Sums => f.write_str("the sums of its diagonals show it: Polya 1918, Monsky 1989"),
            Shown::Matching => f.write_str("a largest matching of squares or lines shows it: Konig 1931"),
            Shown::BranchAndBound => f.write_str("branch and bound searched everything"),
            Shown::Engine(engine) => write!(f, "{engine} searched everything"),
        }
    }
}

/// A largest set of queens, or the largest that was found in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// The queens; `None` if not even the demands on regions can be met, or no time was left.
    pub queens: Option<Placement>,
    /// [`Outcome::Exhausted`] if no larger set exists, else what stopped the search.
    pub outcome: Outcome,
    /// Who says so.
    pub shown: Shown,
    /// No set is larger than this.
    pub bound: u32,
    /// The books of all searches together.
    pub statistics: Statistics,
}

/// Looks for the most queens that can stand together: rows and columns may stay empty.
///
/// Where squares clash across two colours only, as those of knights do, or where pieces strike along two kinds of lines, as
/// rooks and bishops do, a largest matching tells a largest set. Else
/// a bound comes first: lines get weights so that every square lies on lines that weigh one together (see
/// `docs/design/maximum.md`). On a torus the sums of the diagonals give a second one. A local search that reaches the
/// bound is done; else branch and bound goes through all sets that could be larger. On a torus without holes one
/// queen stands on a1, for every set can be moved there. Problems with other demands than for at most one, and
/// those for which the settings name an engine, are asked for more and more queens.
///
/// # Errors
/// As [`solve`].
///
/// # Complexity
/// Exponential where the bound is not met: the largest set of squares without an attack is NP-hard to find on
/// boards with holes.
///
/// ```
/// use queens::ask::{self, Settings};
/// use queens::problem::Preset;
///
/// // Polya 1918: not six queens fit on the torus of 6 x 6, and not five either (OEIS A085801).
/// let torus = Preset::Torus.problem(6, 6)?;
/// let most = ask::maximum(&torus, &Settings::default())?;
/// assert_eq!(most.queens.unwrap().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maximum(problem: &Problem, settings: &Settings) -> Result<Maximum, CompletionError> {
    let started = Instant::now();
    let problem = moved(problem);
    let form = Constraints::of(&problem)?;
    let mut most = match Clashes::of(&form).filter(|_| settings.engine.is_none()) {
        Some(clashes) => branch_and_bound(&problem, &form, &clashes, settings),
        None => more_and_more(&problem, &form, settings)?,
    };
    most.statistics.elapsed = started.elapsed();
    Ok(most)
}

/// The problem with any number of queens; on a torus whose squares are all alike, with one on the first.
fn moved(problem: &Problem) -> Problem {
    let any = problem.with_total(Bounds::ANY).unwrap_or_else(|_| problem.clone());
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
            outcome: Outcome::Exhausted,
            shown: Shown::Matching,
            statistics: meter.statistics(),
        };
    }
    let by_lines = clashes.bound().min(most_queens(form, &settings.limits) as usize);
    let by_sums = on_torus(problem).map_or(by_lines, |most| most as usize);
    let (bound, met) = match by_sums < by_lines {
        true => (by_sums, Shown::Sums),
        false => (by_lines, Shown::Bound),
    };
    let mut lots = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut set, mut step) = match straight(problem, form).filter(|set| set.len() == bound) {
        Some(set) => (set, Ok(())),
        None => clashes.large_set(bound, &mut lots, &mut meter),
    };
    let mut shown = met;
    if set.len() < bound && step.is_ok() {
        shown = Shown::BranchAndBound;
        step = clashes.enlarge(&mut set, bound, &mut meter);
    }
    if set.len() == bound {
        (shown, step) = (met, Ok(()));
    }
    Maximum {
        queens: Some(form.placement(set)),
        outcome: step.into(),
        shown,
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
    let one_per_row = problem.with_total(Bounds::exactly(problem.rows())).ok()?.normalized();
    let queens = modular::straight(&one_per_row).next()?;
    queens.squares().iter().map(|&square| form.number(square)).collect()
}

fn more_and_more(
    problem: &Problem,
    form: &Constraints,
    settings: &Settings,
) -> Result<Maximum, CompletionError> {
    let started = Instant::now();
    let mut most = Maximum {
        queens: None,
        outcome: Outcome::Exhausted,
        shown: Shown::Bound,
        bound: most_queens(form, &settings.limits),
        statistics: Statistics::default(),
    };
    let mut least = form.givens().len() as u32;
    let mut settings = settings.clone();
    let time = settings.limits.time;
    while least <= most.bound {
        let Ok(larger) = at_least(problem, least) else { return Ok(most) };
        settings.limits.time = time.map(|time| time.saturating_sub(started.elapsed()));
        let answer = solve(&larger, Question::First, &settings)?;
        most.statistics.absorb(&answer.statistics);
        most.shown = Shown::Engine(answer.engine);
        let Some(queens) = answer.first else {
            most.outcome = answer.outcome;
            return Ok(most);
        };
        least = queens.len() as u32 + 1;
        most.queens = Some(queens);
    }
    most.shown = Shown::Bound;
    Ok(most)
}

/// The problem with `least` queens or more.
fn at_least(problem: &Problem, least: u32) -> Result<Problem, ProblemError> {
    problem.with_total(Bounds::new(least, u32::MAX).unwrap_or(Bounds::ANY))
}
