//! Solutions with the least or the greatest sum of weights.
//!
//! ```text
//! board = the weights, the conflicts, and the constraints: units, and sets of squares that all attack each other (board)
//! root = multipliers of the constraints for a good bound                                                          (bound)
//! branch and bound, and neighbourhoods of the best solution so far                                                (search)
//! ```
//!
//! See `docs/design/weights.md`.

mod board;
mod bound;
mod engine;
mod search;

pub(crate) use engine::BestSum;

use crate::engines::Task;
use board::WeightedBoard;
use control::{Meter, Statistics, Step};
use queens_model::constraints::Constraints;
use queens_model::placement::Placement;
use queens_model::problem::{Goal, Problem};
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{SolutionCounts, WeightSearch};

/// Id of the engine.
const ID: &str = "weighted";

/// A solution with the best sum, or the best one found within the limits.
struct BestSolution {
    /// The solution and its sum.
    solution: Option<(i64, Placement)>,
    /// Bound on the sum of each solution.
    bound: i64,
    /// Numbers of solutions with the best sum, if the question asks for them.
    counts: SolutionCounts,
    /// `Ok` if there is no better solution, else the reason to stop.
    step: Step,
    statistics: Statistics,
}

/// Finds a solution with the best sum; counts all of them if `counts` is true.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before it is built.
fn best_solution(
    task: &Task<'_>,
    goal: Goal,
    counts: bool,
) -> Result<BestSolution, NoAnswer> {
    let mut meter = Meter::new(task.limits());
    // A total that means one queen in each line is a poor choice to branch on.
    let form = Constraints::within(&task.problem.normalized(), task.limits())
        .map_err(Unsupported::from)??;
    // The search minimises: a greatest sum is a least sum of negated weights.
    let sign = if goal == Goal::Least { 1 } else { -1 };
    let weights = signed_weights(task.problem, &form, sign);
    let board = WeightedBoard::new(&form, weights, &mut meter)?;
    let mut search = WeightSearch::new(&board, &mut meter);
    let mut found = BestSolution {
        solution: None,
        bound: 0,
        counts: SolutionCounts::default(),
        step: Ok(()),
        statistics: Statistics::default(),
    };
    if let Some(root) = search.build_root(form.givens())? {
        let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
        found.step = search.find_best(&root, &mut random);
        let best_sum = search.best.as_ref().map(|(sum, _)| *sum);
        found.bound = match best_sum {
            Some(best_sum) if found.step.is_ok() => best_sum,
            // Sums are whole numbers, so the bound is rounded up.
            _ => {
                root.bound().div_euclid(board.scale)
                    + i64::from(root.bound().rem_euclid(board.scale) > 0)
            }
        };
        if counts && found.step.is_ok() && best_sum.is_some() {
            let images = images_with_equal_weights(task, &board)?;
            (found.counts, found.step) = search.count_best(&root, images);
        }
        if let Some((sum, queens)) = search.best.take() {
            let queens = queens.into_iter().map(|queen| queen as usize);
            found.solution = Some((sign * sum, form.placement(queens)));
        }
        found.bound *= sign;
    }
    found.statistics = meter.statistics();
    Ok(found)
}

/// Returns the weights of the squares of `form`, times `sign`.
fn signed_weights(problem: &Problem, form: &Constraints, sign: i64) -> Vec<i64> {
    form.squares()
        .iter()
        .map(|&square| sign * problem.weight(square).unwrap_or(0))
        .collect()
}

/// Returns the images of the squares under each symmetry that keeps the weights.
fn images_with_equal_weights(
    task: &Task<'_>,
    board: &WeightedBoard,
) -> Result<Vec<Vec<usize>>, NoAnswer> {
    // Classes are counted in the problem as it was asked, not in its normalized form.
    let asked =
        Constraints::within(task.problem, task.limits()).map_err(Unsupported::from)??;
    let group = asked.group(task.limits())?;
    let mut kept = Vec::new();
    for permutation in group {
        let images = permutation.images;
        let is_kept = images
            .iter()
            .zip(&board.weights)
            .all(|(&to, &weight)| board.weights[to] == weight);
        if is_kept {
            kept.push(images);
        }
    }
    Ok(kept)
}
