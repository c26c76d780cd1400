//! Verification of a list of solutions: are they valid, distinct, and complete?

use crate::read;
use queens_engines::question::Question;
use queens_model::check;
use queens_model::orbit::Orbits;
use queens_model::placement::Placement;
use queens_model::problem::{Goal, Problem, Violation};
use queens_model::reference::{self, Published};
use queens_model::relative::{Group, pieces_of};
use std::collections::HashMap;

/// Largest number of faults that are listed one by one.
pub const MAX_FAULTS: usize = 20;

/// Memory for repetitions, in bytes: beyond it the verifier stops looking for them.
pub(crate) const MAX_REMEMBERED: usize = 1 << 30;

/// Approximate memory of a solution without its queens, and of a queen, in bytes.
pub(crate) const BYTES_PER_SOLUTION: usize = 80;
pub(crate) const BYTES_PER_QUEEN: usize = 8;

/// Fault of a solution of a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListFault {
    /// It is not a solution.
    #[error("{0}")]
    Invalid(Violation),
    /// Its groups belong to no relative.
    #[error(
        "these groups do not show what they solve: name the problem, such as armies 8 or 8; pieces: 2 kings, 1 rook"
    )]
    UnknownGroups,
    /// It names column 0, or row 0, but the first one is 1.
    #[error("a queen is in column 0, but columns count from 1 here")]
    BelowFirst,
    /// It occurred before.
    #[error("the same as line {0}")]
    Repeated(u64),
}

/// Verdict on the list so far.
///
/// ```
/// use queens::{read, verify::Verifier};
/// use std::ops::ControlFlow;
///
/// let mut verifier = Verifier::default();
/// read::solutions(&mut "2 4 1 3\n1 2 3 4\n2 4 1 3\n".as_bytes(), None, &mut |found| {
///     verifier.enter(&found);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((verifier.valid, verifier.invalid, verifier.repeated), (2, 1, 1));
/// assert_eq!(verifier.faults[1].1.to_string(), "the same as line 1");
/// # Ok::<(), read::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Verifier {
    /// Question that the caller named: all solutions are judged as its answers.
    asked: Option<Question>,
    /// Question of the first solution.
    question: Option<Question>,
    /// True if other solutions have other questions.
    has_several_questions: bool,
    /// Symmetries of the problem, for fundamental solutions; `None` inside for a board
    /// that is too large.
    orbits: Option<Option<Orbits>>,
    /// Best size of the valid solutions of the relative: see [`Verifier::best_size`].
    best_size: Option<i64>,
    /// Number of solutions that are valid, repeated ones included.
    pub valid: u64,
    /// Number of those that are invalid.
    pub invalid: u64,
    /// Number of those that occurred before.
    pub repeated: u64,
    /// Number of valid solutions without those that occurred before.
    pub distinct_valid: u64,
    /// The first faults, with their lines; at most [`MAX_FAULTS`].
    pub faults: Vec<(u64, ListFault)>,
    /// Number of invalid solutions that would be valid if their numbers counted from 0,
    /// and if they counted from 1.
    valid_from: [u64; 2],
    /// Memory of the solutions so far, in bytes.
    remembered: usize,
    first_place: HashMap<(Placement, Vec<Group>), u64>,
    /// The problem of all solutions so far, unless they differ.
    problem: Option<Problem>,
    is_mixed: bool,
    assumed: bool,
}

/// Partial credit for a list of solutions: shares between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CreditShares {
    /// Valid solutions among those of the list.
    pub valid: f64,
    /// Solutions of the list that did not occur before; `None` if there were too many to
    /// find repetitions.
    pub distinct: Option<f64>,
    /// Distinct valid solutions among all that exist; `None` if that number is not
    /// published.
    pub complete: Option<f64>,
}

/// Returns `part / whole`: less than 1 if `part` is less than `whole`, even beyond the
/// precision of floating point.
fn share_of(part: u128, whole: u128) -> f64 {
    let share = part as f64 / whole as f64;
    if part < whole {
        share.min(1.0f64.next_down())
    } else {
        share
    }
}

/// Returns true if a queen is before the first row or column, where a number that is
/// smaller than the first one puts it.
fn is_below_first(placement: &Placement) -> bool {
    let mut squares = placement.squares().iter();
    squares.any(|square| square.column == read::BEFORE_FIRST)
}

impl Verifier {
    /// Creates a verifier that judges all solutions as answers to `question`:
    /// [`Question::All`], [`Question::Fundamental`] or [`Question::Uncompletable`]; if
    /// rules say what is best, there may be a better solution. Without one, each is
    /// judged by the question that the list names, and others as solutions of the
    /// problem.
    #[must_use]
    pub fn of_question(question: Option<Question>) -> Self {
        Verifier {
            asked: question,
            ..Verifier::default()
        }
    }

    /// Adds the next solution, and returns its faults.
    ///
    /// # Complexity
    /// That of [`check::solution`]; memory for its queens, up to 1 GiB for all together.
    /// Beyond that, repetitions are not found, see [`Verifier::forgets`].
    pub fn enter(&mut self, found: &read::Solution<'_>) -> Vec<ListFault> {
        let &read::Solution {
            line,
            ref placement,
            ref groups,
            problem,
            assumed,
            numbering,
            ..
        } = found;
        self.assumed = assumed;
        let question = self.asked.or(found.question).unwrap_or(Question::All);
        let (placement, groups) =
            &match pieces_of(problem, groups).filter(|_| !groups.is_empty()) {
                Some(pieces) => (pieces, Vec::new()),
                None => (placement.clone(), groups.clone()),
            };
        self.has_several_questions |= *self.question.get_or_insert(question) != question;
        let mut key = (placement.clone(), groups.clone());
        let mut faults = Vec::new();
        match judge_solution(problem, question, placement, groups) {
            Ok(()) => {
                if let Some(image) = self.count_valid(problem, question, placement) {
                    key.0 = image;
                }
            }
            Err(fault) => {
                self.invalid += 1;
                if let Some(numbering) = numbering {
                    self.try_other_numberings(|first| {
                        let other = numbering.renumbered(placement, first);
                        judge_solution(problem, question, &other, groups).is_ok()
                    });
                }
                faults.push(if is_below_first(placement) {
                    ListFault::BelowFirst
                } else {
                    fault
                });
            }
        }
        match &self.problem {
            Some(before) => self.is_mixed |= before != problem,
            None => self.problem = Some(problem.clone()),
        }
        match self.remember_solution(key, line) {
            Some(first) => {
                self.repeated += 1;
                faults.push(ListFault::Repeated(first));
            }
            None => self.distinct_valid += u64::from(faults.is_empty()),
        }
        let room = MAX_FAULTS - self.faults.len();
        self.faults
            .extend(faults.iter().take(room).map(|fault| (line, fault.clone())));
        faults
    }

    /// Counts a valid solution. Returns the one that stands for all its images, if these
    /// are the same to the question.
    fn count_valid(
        &mut self,
        problem: &Problem,
        question: Question,
        placement: &Placement,
    ) -> Option<Placement> {
        self.valid += 1;
        if !self.has_several_questions {
            self.compare_size(problem, placement);
        }
        if question != Question::Fundamental {
            return None;
        }
        let orbits = self.orbits_of(problem)?;
        Some(orbits.canonical(placement))
    }

    /// Counts an invalid solution that would be valid if rows and columns counted from 0,
    /// or from 1.
    fn try_other_numberings(&mut self, is_valid_from: impl Fn(u32) -> bool) {
        for (first, valid) in (0..).zip(&mut self.valid_from) {
            *valid += u64::from(is_valid_from(first));
        }
    }

    /// Returns the symmetries of the first problem, if it has a list of them.
    fn orbits_of(&mut self, problem: &Problem) -> Option<&Orbits> {
        self.orbits
            .get_or_insert_with(|| Orbits::from_problem(problem).ok())
            .as_ref()
    }

    /// Keeps the value of a valid solution if it is the best one so far.
    fn compare_size(&mut self, problem: &Problem, queens: &Placement) {
        let best = problem.rules().and_then(|rules| rules.best.as_ref());
        let goal = best.map(|best| best.goal);
        let (size, is_least_best) = match goal {
            _ if self.question().is_about_sets() => (queens.len() as i64, true),
            Some(goal) => match check::value(problem, queens) {
                Some(value) => (value, goal == Goal::Least),
                None => return,
            },
            None => return,
        };
        self.best_size = Some(match self.best_size {
            None => size,
            Some(other) if is_least_best => size.min(other),
            Some(other) => size.max(other),
        });
    }

    /// Returns the question whose answers these are: that of the caller, or that of the
    /// list; [`Question::All`] if its solutions answer several questions.
    #[must_use]
    pub fn question(&self) -> Question {
        self.asked
            .or(self.question)
            .filter(|_| !self.has_several_questions)
            .unwrap_or(Question::All)
    }

    /// Returns the best value of a valid solution, if the rules of the problem say what
    /// is best; of sets that no solution contains, the number of queens.
    #[must_use]
    pub fn best_size(&self) -> Option<i64> {
        self.best_size
    }

    /// Returns the line of an earlier equal solution.
    fn remember_solution(
        &mut self,
        mut key: (Placement, Vec<Group>),
        line: u64,
    ) -> Option<u64> {
        if self.forgets() {
            return None;
        }
        key.1.sort_by_key(|group| group.kind);
        if let Some(&first) = self.first_place.get(&key) {
            return Some(first);
        }
        let queens = key.0.len()
            + key
                .1
                .iter()
                .map(|group| group.placement.len())
                .sum::<usize>();
        self.remembered +=
            BYTES_PER_SOLUTION * (1 + key.1.len()) + BYTES_PER_QUEEN * queens;
        if self.forgets() {
            self.first_place = HashMap::new();
        } else {
            self.first_place.insert(key, line);
        }
        None
    }

    /// Adds a solution of `problem` that was checked elsewhere, because it is too large
    /// to be held.
    pub fn enter_checked(&mut self, problem: Problem, is_valid: bool) {
        self.problem = Some(problem);
        *(if is_valid {
            &mut self.valid
        } else {
            &mut self.invalid
        }) += 1;
        self.distinct_valid += u64::from(is_valid);
    }

    /// Returns the number of the first column that would make every solution valid, if
    /// none is valid now.
    #[must_use]
    pub fn columns_from(&self) -> Option<u32> {
        let is_right =
            |valid: &u64| self.valid == 0 && self.invalid > 0 && *valid == self.invalid;
        (0..)
            .zip(&self.valid_from)
            .find(|(_, valid)| is_right(valid))
            .map(|(first, _)| first)
    }

    /// Judges all solutions by the numbering of [`Verifier::columns_from`], and returns
    /// it: for the output of a program, whose lists show together where they begin to
    /// count.
    pub fn accept_columns_from(&mut self) -> Option<u32> {
        let first = self
            .columns_from()
            .filter(|_| self.question() == Question::All)?;
        self.valid = std::mem::take(&mut self.invalid);
        self.distinct_valid = self.valid - self.repeated;
        self.faults
            .retain(|(_, fault)| matches!(fault, ListFault::Repeated(_)));
        Some(first)
    }

    /// Returns true if there were too many solutions to know which are repeated.
    #[must_use]
    pub fn forgets(&self) -> bool {
        self.remembered > MAX_REMEMBERED
    }

    /// Returns true if every solution is valid, and none is known to be repeated.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.invalid == 0 && self.repeated == 0
    }

    /// Returns the assumed problem, if neither the caller nor the list named one.
    #[must_use]
    pub fn assumed(&self) -> Option<&Problem> {
        self.problem.as_ref().filter(|_| self.assumed)
    }

    /// Returns the problem that the caller named, or else the one that all solutions
    /// belong to.
    #[must_use]
    pub fn problem<'p>(&'p self, asked: Option<&'p Problem>) -> Option<&'p Problem> {
        asked.or(self.problem.as_ref().filter(|_| !self.is_mixed))
    }

    /// Returns the shares of the list that are valid, distinct and complete.
    #[must_use]
    pub fn shares(&self, asked: Option<&Problem>) -> CreditShares {
        let all = self.valid + self.invalid;
        let published = self.all_solutions(asked).map(|known| known.value);
        // An empty list earns nothing, unless it is the right answer.
        let of_list = |part: u64| match all {
            0 => f64::from(u8::from(published == Some(0))),
            _ => share_of(part.into(), all.into()),
        };
        let is_known = !self.forgets();
        CreditShares {
            valid: of_list(self.valid),
            distinct: is_known.then(|| of_list(all - self.repeated)),
            complete: published.filter(|_| is_known).map(|known| match known {
                0 => 1.0,
                known => share_of(self.distinct_valid.into(), known),
            }),
        }
    }

    /// Returns the published number of solutions, if these are clean and it is known.
    #[must_use]
    pub fn published(&self, asked: Option<&Problem>) -> Option<Published> {
        let is_sure = self.is_clean() && !self.forgets();
        self.all_solutions(asked).filter(|_| is_sure)
    }

    /// Returns the published number of all answers to the question; if some are better
    /// than others, none.
    fn all_solutions(&self, asked: Option<&Problem>) -> Option<Published> {
        let problem = self
            .problem(asked)
            .filter(|_| !self.has_several_questions)?;
        let has_best = problem.rules().is_some_and(|rules| rules.best.is_some());
        match self.question() {
            Question::All if !has_best => reference::published(problem),
            Question::Fundamental if !has_best => reference::fundamental(problem),
            _ => None,
        }
    }
}

/// Checks one answer to `question`.
fn judge_solution(
    problem: &Problem,
    question: Question,
    queens: &Placement,
    groups: &[Group],
) -> Result<(), ListFault> {
    if !groups.is_empty() {
        return Err(ListFault::UnknownGroups);
    }
    let checked = match question.is_about_sets() {
        true => check::breaks_no_rule(problem, queens),
        false => check::solution(problem, queens),
    };
    checked.map_err(ListFault::Invalid)
}
