//! The lexicographically first solution, by repeated searches for one solution.

use super::ask;
use crate::question::{Answer, Figure, Question, Settings};
use control::{Instant, Statistics};
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Searches for the lexicographically first solution: the least of all solutions as lists
/// of squares, row by row and from left to right. With one queen in each row it has the
/// least columns (OEIS A141843). If the number of queens is open, a list comes before
/// those that it begins.
///
/// The queens are fixed one after the other. For each, every square before her square in
/// the best solution so far is tried by a search for one solution; the first square with
/// a solution is hers. If a limit ends the search, the answer is the best solution so
/// far, and [`Answer::figures`] has the number of its queens that are certain.
///
/// # Errors
/// As [`ask`].
///
/// # Complexity
/// One search for each square before a queen. Those without a solution dominate: on an
/// empty board with one queen in each row the total is some seconds up to 57 queens, and
/// on larger boards of odd size up to 73; on those of even size it soon grows to minutes.
///
/// ```
/// use queens::{Settings, lexicographic, problem::Problem};
///
/// let answer = lexicographic(&Problem::queens(8)?, &Settings::default())?;
/// let columns: Vec<u32> = answer.first.unwrap().squares().iter().map(|square| square.column + 1).collect();
/// assert_eq!(columns, [1, 5, 8, 6, 3, 7, 2, 4]); // OEIS A141843
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lexicographic(
    problem: &Problem,
    settings: &Settings,
) -> Result<Answer, Unsupported> {
    let started = Instant::now();
    let limits = settings.limits.started();
    let mut spent = Statistics::default();
    let mut one = |problem: &Problem| {
        let limits = limits.less_nodes(spent.expanded);
        let answer = ask(
            problem,
            Question::One,
            &settings.clone().with_limits(limits),
        )?;
        spent.absorb(&answer.statistics);
        Ok::<Answer, Unsupported>(answer)
    };
    let given = |square: &Square| problem.givens().contains(square);
    let mut answer = one(problem)?;
    let (mut certain, mut refuted, mut searches) = (0, 0, 1_u128);
    while let Some(best) = answer.first.clone() {
        let squares: Vec<Square> = best.squares().to_vec();
        let fixed = &squares[..certain];
        let is_whole =
            || check::solution(problem, &Placement::new(fixed.to_vec())).is_ok();
        if certain == squares.len() || is_whole() {
            answer.first = Some(Placement::new(fixed.to_vec()));
            break;
        }
        let next = squares[certain];
        let before = problem.every_square().filter(|&square| {
            square < next
                && fixed.last().is_none_or(|&last| last < square)
                && !given(&square)
        });
        let mut better = None;
        for square in before {
            let others = fixed.iter().copied().filter(|square| !given(square));
            // Skip squares that attack one of the queens, or take too many in a line.
            let Ok(tried) = problem.with_givens(others.chain([square])) else {
                continue;
            };
            searches += 1;
            let found = one(&tried)?;
            if found.first.is_some() {
                better = Some(found);
                break;
            }
            if !found.is_complete() {
                answer.outcome = found.outcome;
                break;
            }
            refuted += 1;
        }
        if !answer.is_complete() {
            break;
        }
        certain += 1;
        if let Some(better) = better {
            answer = better;
        }
    }
    spent.elapsed = started.elapsed();
    answer.count = answer.first.is_some().into();
    answer.why = format!("repeated searches: {}", answer.why);
    answer.statistics = spent;
    let figures = [
        ("searches", searches),
        ("refutations", refuted),
        ("certain queens", certain as u128),
    ];
    answer.figures = figures.map(|(name, value)| Figure { name, value }).into();
    Ok(answer)
}
