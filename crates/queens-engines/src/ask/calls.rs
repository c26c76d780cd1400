//! The calls at the root of the crate: one line each over [`ask`].

use super::{Solutions, ask};
use crate::engines::{Engine, SolutionSink, registry};
use crate::question::{Answer, Question, Settings, Verdict};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;

/// Searches for one solution: [`Answer::first`], or a proof that there is none.
///
/// # Errors
/// As [`ask`].
///
/// ```
/// use queens::{Settings, check, problem::Problem, solve};
///
/// let problem = Problem::queens(1_000)?;
/// let answer = solve(&problem, &Settings::default())?;
/// assert_eq!(check(&problem, &answer.first.unwrap()), Ok(()));
///
/// // Six queens do not fit on the 6 x 6 torus (Polya 1918), and neither do five
/// // (OEIS A085801).
/// let most = solve(&"most torus 6".parse()?, &Settings::default())?;
/// assert_eq!((most.value(), most.bound()), (Some(4), Some(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(problem: &Problem, settings: &Settings) -> Result<Answer, Unsupported> {
    ask(problem, Question::One, settings)
}

/// Searches for a random solution, determined by the seed of the settings. The
/// distribution is not uniform.
///
/// # Errors
/// As [`ask`].
pub fn random(problem: &Problem, settings: &Settings) -> Result<Answer, Unsupported> {
    ask(problem, Question::Random, settings)
}

/// Counts all solutions with the fastest engine that takes the problem.
///
/// # Errors
/// As [`ask`].
///
/// ```
/// use queens::{Settings, count, problem::Problem};
///
/// let answer = count(&Problem::queens(14)?, &Settings::default())?;
/// assert_eq!((answer.count, answer.engine), (365_596, "join")); // OEIS A000170
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem, settings: &Settings) -> Result<Answer, Unsupported> {
    ask(problem, Question::Count, settings)
}

/// Counts the solutions up to the symmetries of the problem: see [`Answer::fundamental`].
///
/// # Errors
/// As [`ask`].
///
/// ```
/// use queens::{Settings, count_fundamental, problem::Problem};
///
/// let answer = count_fundamental(&Problem::queens(12)?, &Settings::default())?;
/// assert_eq!(answer.fundamental(), Some(1_787)); // OEIS A002562
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_fundamental(
    problem: &Problem,
    settings: &Settings,
) -> Result<Answer, Unsupported> {
    // `Question::Fundamental` lists all solutions. The classes hold the number as well,
    // and often follow from counts of symmetric solutions.
    ask(problem, Question::Classes, settings)
}

/// Counts the solutions by symmetry class: see [`crate::Detail::Classes`].
///
/// # Errors
/// As [`ask`].
pub fn classes(problem: &Problem, settings: &Settings) -> Result<Answer, Unsupported> {
    ask(problem, Question::Classes, settings)
}

/// Returns `Some(true)` if there is exactly one solution, `Some(false)` if there are
/// none or several, `None` if a limit came first.
///
/// # Errors
/// As [`ask`].
///
/// ```
/// use queens::{Settings, is_unique, problem::Problem};
///
/// assert_eq!(is_unique(&Problem::queens(1)?, &Settings::default())?, Some(true));
/// assert_eq!(is_unique(&Problem::queens(8)?, &Settings::default())?, Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_unique(
    problem: &Problem,
    settings: &Settings,
) -> Result<Option<bool>, Unsupported> {
    Ok(match ask(problem, Question::Unique, settings)?.verdict() {
        Verdict::OnlyOne => Some(true),
        // The search ends at the second solution, so more are not counted.
        Verdict::None | Verdict::Exactly(_) | Verdict::AtLeast(2..) => Some(false),
        Verdict::AtLeast(_) | Verdict::Unknown => None,
    })
}

/// Returns an iterator over all solutions, each once, found on demand. It can be dropped
/// at any time. Its last item is an error if a limit ended the search before the last
/// solution.
///
/// # Errors
/// As [`ask`].
///
/// ```
/// use queens::{Settings, problem::Problem, solutions};
///
/// let mut all = solutions(&Problem::queens(20)?, &Settings::default())?;
/// let first = all.next().expect("a solution")?;
/// assert_eq!(first.squares().len(), 20);
///
/// let limited = Settings::default().with_nodes(1_000);
/// let list: Result<Vec<_>, _> = solutions(&Problem::queens(20)?, &limited)?.collect();
/// assert!(list.unwrap_err().to_string().ends_with("(stopped by the node limit); there may be more"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions(
    problem: &Problem,
    settings: &Settings,
) -> Result<Solutions, Unsupported> {
    Solutions::start(problem, Question::All, settings)
}

/// Returns the engine with this id: `flags`, `join`, `sat`, ...
///
/// # Errors
/// No engine has this id; the message lists all ids.
pub fn find(id: &str) -> Result<&'static dyn Engine, Unsupported> {
    crate::engines::find(id).ok_or_else(|| {
        let known: Vec<_> = registry().map(|engine| engine.info().id).collect();
        Unsupported::unknown(id, &known)
    })
}

/// Calls that name their engine.
impl dyn Engine + '_ {
    /// Counts the solutions of `problem` with this engine.
    ///
    /// # Errors
    /// The engine cannot answer `problem`.
    pub fn count(
        &self,
        problem: &Problem,
        settings: &Settings,
    ) -> Result<Answer, Unsupported> {
        let settings = settings.clone().with_engine(self.info().id);
        ask(problem, Question::Count, &settings)
    }

    /// Passes every solution to `each`, in the engine's own order, until `each` breaks.
    /// An engine that cannot find all solutions passes one.
    ///
    /// # Errors
    /// The engine cannot answer `problem`.
    pub fn solutions(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: SolutionSink<'_>,
    ) -> Result<Answer, Unsupported> {
        let finds_all = self.info().answers(Question::All).is_ok();
        let question = if finds_all {
            Question::All
        } else {
            Question::One
        };
        let settings = settings.clone().with_engine(self.info().id);
        super::ask_each(problem, question, &settings, each)
    }
}

/// Checks that `placement` is a solution of `problem`, by code that shares nothing with
/// the engines.
///
/// # Errors
/// The first demand that it does not meet.
pub fn check(
    problem: &Problem,
    placement: &Placement,
) -> Result<(), queens_model::check::Violation> {
    queens_model::check::solution(problem, placement)
}
