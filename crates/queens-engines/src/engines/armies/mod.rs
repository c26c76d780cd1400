//! Peaceable armies: as many white as black queens so that no queen attacks one of the
//! other colour.
//!
//! ```text
//! lines = the lines of attack                                     (lines)
//! pair = annealing over the colours of the lines                  (anneal)
//! while branch and bound finds a larger pair: take it             (search)
//! ```
//!
//! See `docs/design/armies.md`.

mod anneal;
mod engine;
mod search;

pub(crate) use engine::PeaceableArmies;

use crate::engines::attack_lines::AttackLines;
use crate::engines::subtrees::TreeEffort;
use crate::engines::task::{Task, find_kernel};
use anneal::{Pair, anneal};
use control::{Meter, Statistics, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Units;
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::PairSearch;

/// Id of the engine.
const ID: &str = "armies";

/// Largest number of squares of a board whose maximum is proved.
const MAX_SEARCHED_SQUARES: usize = 256;

/// A largest pair of armies, or the largest one found within the limits.
struct LargestPair {
    /// White and black queens; the same number of each.
    armies: [Placement; 2],
    /// Upper bound on that number.
    bound: usize,
    /// Number of largest pairs, all and up to symmetry, if the question asks for it and
    /// the search is complete.
    counts: Option<[u128; 2]>,
    /// `Ok` if no larger pair exists, else the reason to stop.
    step: Step,
    statistics: Statistics,
    /// The most threads that searched.
    threads: usize,
}

/// Finds a largest pair; counts all of them if `counts` is true.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before it is built.
fn armies(task: &Task<'_>, counts: bool) -> Result<LargestPair, NoAnswer> {
    // Queens of one colour may share rows and columns.
    let problem = task
        .problem
        .with_units(Units::ANY)
        .map_err(Unsupported::from)?;
    let mut meter = Meter::new(task.limits());
    let board = AttackLines::from_problem(&problem, task.limits(), &mut meter)?;
    let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
    match board.through.len() {
        0..=MAX_SEARCHED_SQUARES => {
            search_pairs(&board, counts, &mut random, meter, task)
        }
        squares => {
            let bound = squares / 2;
            let (pair, step) = anneal(&board, bound, &mut random, &mut meter);
            let step = step.and(if pair[0].len() < bound {
                Err(Stop::GaveUp)
            } else {
                Ok(())
            });
            Ok(find_largest(&board, pair, bound, None, step, &meter))
        }
    }
}

fn search_pairs(
    board: &AttackLines,
    counts: bool,
    random: &mut ChaCha8Rng,
    mut meter: Meter<'_>,
    task: &Task<'_>,
) -> Result<LargestPair, NoAnswer> {
    let group = board.form.group(task.limits())?.into_iter();
    let images: Vec<Vec<usize>> = group.map(|permutation| permutation.images).collect();
    let kernel = find_kernel(task.settings.kernel, ID)?;
    let search = PairSearch::new(
        board,
        &images,
        &board.shifts(&mut meter)?,
        kernel,
        &mut meter,
    )?;
    let mut bound = search.bound();
    let (mut pair, mut step) = anneal(board, bound, random, &mut meter);
    let mut effort = TreeEffort::new(&mut meter, task.settings.threads);
    while step.is_ok() && pair[0].len() < bound {
        match search.pair(pair[0].len() + 1, &mut effort) {
            Ok(Some(larger)) => pair = larger,
            Ok(None) => bound = pair[0].len(),
            Err(stop) => step = Err(stop),
        }
    }
    let mut counted = None;
    if counts && step.is_ok() {
        match search.count(bound, &mut effort) {
            Ok(counts) => counted = Some(counts),
            Err(stop) => step = Err(stop),
        }
    }
    let threads = effort.used();
    Ok(LargestPair {
        threads,
        ..find_largest(board, pair, bound, counted, step, &meter)
    })
}

fn find_largest(
    board: &AttackLines,
    pair: Pair,
    bound: usize,
    counts: Option<[u128; 2]>,
    step: Step,
    meter: &Meter<'_>,
) -> LargestPair {
    let armies = pair.map(|squares| board.form.placement(squares));
    LargestPair {
        armies,
        bound,
        counts,
        step,
        statistics: meter.statistics(),
        threads: 1,
    }
}
