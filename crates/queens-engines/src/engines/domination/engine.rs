//! Smallest dominating sets as an engine.

use super::local::{CoverLists, LocalSearch, SHORT_IDLE_WORK, queen_cover_lists};
use super::search::{CoverOptions, SmallestSets, fewest_by_squares, smallest_sets};
use super::{ID, MAX_QUEENS_SIDE, MAX_SQUARES};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::{Limits, Meter, Step, Stop};
use queens_model::constraints::Constraints;
use queens_model::domination::{Domination, published_bound, without_demands};
use queens_model::instance::{self, Instance};
use queens_model::placement::Placement;
use queens_model::problem::{Problem, SquareKind};
use queens_model::relative::{KnownRules, Relative};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine `domination`.
pub(crate) struct DominatingSets;

impl Engine for DominatingSets {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "the fewest queens that occupy or attack every square: branch and bound, once for each orbit of squares",
            year: 2026,
            author: "this project",
            source: "docs/design/domination.md; the lower bound: Finozhenok and Weakley 2007",
            how: [
                "It branches on the open square that the fewest queens can dominate, and drops each of them when it was tried.",
                "A branch ends if its best remaining queens together dominate fewer squares than are open.",
                "The first queen is only tried on one square of each orbit; on large boards a local search finds a small set.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(14),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        let KnownRules::Relative(Relative::Dominating(domination)) = rules else {
            return Err(self.info().wrong_question(question));
        };
        let has_general_form = Instance::check_size(plain).is_ok();
        let is_searched = has_general_form && free_squares(plain) <= MAX_SQUARES;
        let is_found = has_general_form || is_large_queens_board(plain);
        if is_searched || is_local(domination, question) && is_found {
            return Ok(());
        }
        let (rows, columns) = (plain.rows(), plain.columns());
        let reason = format!(
            "a board of {rows} x {columns} is too large for {}: at most {MAX_SQUARES} squares; one dominating \
             set, if it need not be independent: {} squares, or queens on {MAX_QUEENS_SIDE} x {MAX_QUEENS_SIDE}",
            domination.sets(),
            instance::MAX_SQUARES
        );
        Err(Unsupported::new(ID, Parameter::Size, reason))
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let KnownRules::Relative(Relative::Dominating(domination)) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        let problem = without_demands(task.problem);
        let published = published_bound(&problem);
        let options = CoverOptions {
            domination,
            counts: task.question.wants_all(),
            bound: published.unwrap_or(0) as usize,
            side: published.map(|_| problem.rows() as usize),
            seed: task.settings.seed,
            threads: task.settings.threads,
        };
        if Instance::check_size(&problem).is_err() {
            return Ok(find_set_on_large_board(&problem, &options, task.limits()));
        }
        let form = Constraints::within(&problem, task.limits())
            .map_err(|error| Unsupported::from(error).by(ID))?;
        let finding = form.and_then(|form| find_sets(&form, &options, task.limits()));
        Ok(finding.unwrap_or_else(|stop| stopped_before_search(stop, task.limits())))
    }
}

/// Finds a small set of queens on an open square board that is too large for the general
/// form.
fn find_set_on_large_board(
    problem: &Problem,
    options: &CoverOptions,
    limits: &Limits,
) -> Finding {
    let side = problem.rows();
    let covers = queen_cover_lists(side, options.domination);
    let mut meter = Meter::new(limits);
    let (smallest, step) = local_set(&covers, &[], options, &mut meter);
    let finding = Finding::new(step, meter.statistics());
    conclude(smallest, options, finding, |number| {
        Square::new(number as u32 / side, number as u32 % side)
    })
}

/// Finds the smallest sets, or a small one if there are too many squares to search them
/// all.
///
/// # Errors
/// A limit that comes before the symmetries are known.
fn find_sets(
    form: &Constraints,
    options: &CoverOptions,
    limits: &Limits,
) -> Result<Finding, Stop> {
    let mut meter = Meter::new(limits);
    // Covers depend on who attacks whom alone, so all permutations that keep the attacks
    // are symmetries.
    let group = form.permutations(&[form.attacks(0)], limits)?;
    let (smallest, step) = match form.squares().len() {
        0..=64 => smallest_sets::<1>(form, &group, options, &mut meter),
        65..=128 => smallest_sets::<2>(form, &group, options, &mut meter),
        129..=256 => smallest_sets::<4>(form, &group, options, &mut meter),
        257..=512 => smallest_sets::<8>(form, &group, options, &mut meter),
        513..=MAX_SQUARES => smallest_sets::<16>(form, &group, options, &mut meter),
        _ => {
            let covers = CoverLists::new(form.attacks(0), options.domination);
            local_set(&covers, form.givens(), options, &mut meter)
        }
    };
    let finding = Finding::new(step, meter.statistics());
    Ok(conclude(smallest, options, finding, |number| {
        form.squares()[number]
    }))
}

fn stopped_before_search(stop: Stop, limits: &Limits) -> Finding {
    let nothing_done = Meter::new(limits).statistics();
    Finding::new(Err(stop), nothing_done).with_count(0u128)
}

/// Returns true for queens on an open board that is too large for the general form, but
/// not for a local search.
fn is_large_queens_board(problem: &Problem) -> bool {
    problem.rows() <= MAX_QUEENS_SIDE && published_bound(problem).is_some()
}

/// Returns the number of squares that are neither holes nor walls.
fn free_squares(problem: &Problem) -> usize {
    problem
        .every_square()
        .filter(|&square| problem.kind(square) == SquareKind::Free)
        .count()
}

/// Returns true if a local search can find a set for the question.
fn is_local(domination: Domination, question: Question) -> bool {
    question == Question::One && domination != Domination::Independent
}

/// Finds a small set by local search alone.
fn local_set(
    covers: &CoverLists,
    given: &[usize],
    options: &CoverOptions,
    meter: &mut Meter<'_>,
) -> (SmallestSets, Step) {
    let by_squares = given.len()
        + fewest_by_squares(covers.open_beside(given), covers.gains_beside(given));
    let bound = options.bound.max(by_squares);
    let mut random = options.random();
    let (local, started) = LocalSearch::start(covers, given, options, &mut random, meter);
    let Some(local) = local else {
        return (SmallestSets::default(), started);
    };
    let (queens, improved) = local.improve(bound, SHORT_IDLE_WORK, &mut random, meter);
    let step = started.and(improved);
    let step = if queens.len() == bound {
        Ok(())
    } else {
        step.and(Err(Stop::GaveUp))
    };
    (
        SmallestSets {
            queens: Some(queens),
            bound,
            by_squares,
            ..SmallestSets::default()
        },
        step,
    )
}

/// Combines the smallest sets and the outcome of their search into a result.
fn conclude(
    smallest: SmallestSets,
    options: &CoverOptions,
    finding: Finding,
    square: impl Fn(usize) -> Square,
) -> Finding {
    let counts = options.counts;
    let SmallestSets {
        queens,
        bound,
        by_squares,
        sets,
        fundamental,
        threads,
    } = smallest;
    let size = queens.as_ref().map_or(0, Vec::len);
    let proof = match size {
        // There is a set, and a published bound, if it is not 0.
        1.. if size == options.bound => Certificate::DominationBound,
        1.. if size == by_squares && !counts => Certificate::DominatedSquares,
        _ => Certificate::Exhausted,
    };
    let certificate = finding.step.is_ok().then_some(proof);
    let least = bound as u32;
    let (count, detail) = match &queens {
        Some(_) if counts => (
            sets,
            Detail::Smallest {
                queens: least,
                fundamental,
            },
        ),
        Some(queens) => (queens.len() as u128, Detail::AtLeast(least)),
        None => (0, Detail::None),
    };
    Finding {
        count: Some(count),
        threads,
        set: queens
            .filter(|_| !counts)
            .map(|queens| Placement::new(queens.into_iter().map(square).collect())),
        ..finding.with_certificate(certificate).with_detail(detail)
    }
}
