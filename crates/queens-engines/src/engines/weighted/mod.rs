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
use queens_model::problem::Goal;
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
    let problem = task.problem;
    let mut meter = Meter::new(task.limits());
    // A total that means one queen in each line is a poor choice to branch on.
    let form = Constraints::within(&problem.normalized(), task.limits())
        .map_err(Unsupported::from)??;
    let sign = if goal == Goal::Least { 1 } else { -1 };
    let weights: Vec<i64> = form
        .squares()
        .iter()
        .map(|&square| sign * problem.weight(square).unwrap_or(0))
        .collect();
    let board = WeightedBoard::new(&form, weights, &mut meter)?;
    let mut search = WeightSearch::new(&board, &mut meter);
    let mut found = BestSolution {
        solution: None,
        bound: 0,
        counts: SolutionCounts::default(),
        step: Ok(()),
        statistics: Statistics::default(),
    };
    if let Some(root) = search.root(form.givens())? {
        let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
        found.step = search.run(&root, &mut random);
        found.bound = root.bound().div_euclid(board.scale)
            + i64::from(root.bound().rem_euclid(board.scale) > 0);
        if found.step.is_ok() {
            found.bound = search.best.as_ref().map_or(found.bound, |(sum, _)| *sum);
        }
        if counts && found.step.is_ok() && search.best.is_some() {
            let asked = Constraints::within(problem, task.limits())
                .map_err(Unsupported::from)??;
            let images = asked
                .group(task.limits())?
                .into_iter()
                .map(|permutation| permutation.images);
            let keeps = |images: &Vec<usize>| {
                images
                    .iter()
                    .enumerate()
                    .all(|(from, &to)| board.weights[from] == board.weights[to])
            };
            let images: Vec<Vec<usize>> = images.filter(keeps).collect();
            (found.counts, found.step) = search.count(&root, images);
        }
        let solution = search.best.take();
        let placed = |queens: Vec<u32>| {
            form.placement(queens.into_iter().map(|queen| queen as usize))
        };
        found.solution = solution.map(|(sum, queens)| (sign * sum, placed(queens)));
        found.bound *= sign;
    }
    found.statistics = meter.statistics();
    Ok(found)
}
