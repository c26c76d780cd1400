//! The lexicographically first solution, by repeated searches for one solution.

use super::ask;
use crate::question::{Answer, Figure, Question, Settings};
use control::{Instant, Limits, Outcome, Statistics};
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
    let mut search = RepeatedSearch {
        problem,
        settings,
        limits: settings.limits.started(),
        spent: Statistics::default(),
        searches: 0,
        refuted: 0,
    };
    let mut answer = search.find_one(problem)?;
    let mut certain = 0;
    // The least solution begins with the first `certain` queens of the best one so far.
    while let Some(best) = answer.first.clone() {
        let squares = best.squares();
        let fixed = Placement::new(squares[..certain].to_vec());
        if certain == squares.len() || check::solution(problem, &fixed).is_ok() {
            answer.first = Some(fixed);
            break;
        }
        let better = search.find_better(&squares[..certain], squares[certain])?;
        if let Err(outcome) = better {
            answer.outcome = outcome;
        }
        if !answer.is_complete() {
            break;
        }
        certain += 1;
        if let Ok(Some(better)) = better {
            answer = better;
        }
    }
    search.spent.elapsed = started.elapsed();
    answer.count = answer.first.is_some().into();
    answer.why = format!("repeated searches: {}", answer.why);
    answer.statistics = search.spent;
    let figures = [
        ("searches", search.searches),
        ("refutations", search.refuted),
        ("certain queens", certain as u128),
    ];
    answer.figures = figures.map(|(name, value)| Figure { name, value }).into();
    Ok(answer)
}

/// The searches for one solution, and what they took.
struct RepeatedSearch<'a> {
    problem: &'a Problem,
    settings: &'a Settings,
    limits: Limits,
    spent: Statistics,
    searches: u128,
    /// Number of searches that found no solution.
    refuted: u128,
}

impl RepeatedSearch<'_> {
    fn find_one(&mut self, problem: &Problem) -> Result<Answer, Unsupported> {
        let limits = self.limits.less_nodes(self.spent.expanded);
        let settings = self.settings.clone().with_limits(limits);
        let answer = ask(problem, Question::One, &settings)?;
        self.searches += 1;
        self.spent.absorb(&answer.statistics);
        Ok(answer)
    }

    /// Finds a solution with the queens `fixed` and then one on the first possible square
    /// before `next`; `None` if there is none, and an outcome if a limit came first.
    fn find_better(
        &mut self,
        fixed: &[Square],
        next: Square,
    ) -> Result<Result<Option<Answer>, Outcome>, Unsupported> {
        let givens = self.problem.givens();
        let others = fixed.iter().copied();
        let others: Vec<Square> =
            others.filter(|queen| !givens.contains(queen)).collect();
        for square in self.problem.every_square() {
            let is_between =
                square < next && fixed.last().is_none_or(|&last| last < square);
            if !is_between || givens.contains(&square) {
                continue;
            }
            // Skip squares that attack one of the queens, or take too many in a line.
            let queens = others.iter().copied().chain([square]);
            let Ok(tried) = self.problem.with_givens(queens) else {
                continue;
            };
            let found = self.find_one(&tried)?;
            if found.first.is_some() {
                return Ok(Ok(Some(found)));
            }
            if !found.is_complete() {
                return Ok(Err(found.outcome));
            }
            self.refuted += 1;
        }
        Ok(Ok(None))
    }
}
