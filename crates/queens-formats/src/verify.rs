//! A list of solutions held against its problem: is each one a solution, is each there once, are these all?

use crate::read;
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::problem::{Problem, Violation};
use queens_model::reference::{self, Published};
use std::collections::HashMap;

/// How many faults are remembered one by one.
pub const MAX_FAULTS: usize = 20;

/// Repetitions are looked for while the solutions before take at most this many bytes.
const MAX_REMEMBERED: usize = 1 << 30;

/// About what the memory of one solution takes besides its queens, and what one queen takes.
const BYTES_PER_SOLUTION: usize = 80;
const BYTES_PER_QUEEN: usize = 8;

/// What is wrong with a solution of a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is none.
    #[error("{0}")]
    Invalid(Violation),
    /// It names column 0, or row 0, where the first one is 1.
    #[error("a queen is in column 0, but columns count from 1 here")]
    BelowFirst,
    /// It was there before.
    #[error("the same as line {0}")]
    Repeated(u64),
}

/// What is known of a list so far.
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
    /// How many are solutions, those that are repeated among them.
    pub valid: u64,
    /// How many are none.
    pub invalid: u64,
    /// How many were there before.
    pub repeated: u64,
    /// The first faults, with their lines; [`MAX_FAULTS`] at most.
    pub faults: Vec<(u64, Fault)>,
    /// How many of the invalid ones would be solutions if their numbers counted from 0, and if from 1.
    valid_from: [u64; 2],
    /// Bytes that the solutions before take.
    remembered: usize,
    first_place: HashMap<Placement, u64>,
    /// The problem that all solutions so far belong to, unless they differ.
    problem: Option<Problem>,
    is_mixed: bool,
    assumed: bool,
}

impl Verifier {
    /// Takes the next solution, and tells what is wrong with it.
    ///
    /// # Complexity
    /// That of [`check::solution`]; memory for its queens, up to 1 GiB for all together. Beyond that repetitions are
    /// not looked for, which [`Verifier::forgets`] tells.
    pub fn enter(&mut self, found: &read::Solution<'_>) -> Vec<Fault> {
        let &read::Solution { line, ref placement, problem, assumed, numbering, .. } = found;
        self.assumed = assumed;
        let mut faults = Vec::new();
        match check::solution(problem, placement) {
            Ok(()) => self.valid += 1,
            Err(violation) => {
                self.invalid += 1;
                let is_below = placement.squares().iter().any(|square| square.column == read::BEFORE_FIRST);
                faults.push(if is_below { Fault::BelowFirst } else { Fault::Invalid(violation) });
                for (first, valid) in (0..).zip(&mut self.valid_from) {
                    let other = numbering.map(|numbering| numbering.renumbered(placement, first));
                    *valid += u64::from(other.is_some_and(|other| check::solution(problem, &other).is_ok()));
                }
            }
        }
        match &self.problem {
            Some(before) => self.is_mixed |= before != problem,
            None => self.problem = Some(problem.clone()),
        }
        if let Some(first) = self.remember(placement, line) {
            self.repeated += 1;
            faults.push(Fault::Repeated(first));
        }
        let room = MAX_FAULTS - self.faults.len();
        self.faults.extend(faults.iter().take(room).map(|fault| (line, fault.clone())));
        faults
    }

    /// The line on which the same solution stands before this one.
    fn remember(&mut self, placement: &Placement, line: u64) -> Option<u64> {
        if self.forgets() {
            return None;
        }
        if let Some(&first) = self.first_place.get(placement) {
            return Some(first);
        }
        self.remembered += BYTES_PER_SOLUTION + BYTES_PER_QUEEN * placement.len();
        if self.forgets() {
            self.first_place = HashMap::new();
        } else {
            self.first_place.insert(placement.clone(), line);
        }
        None
    }

    /// Takes a solution of `problem` that somebody else checked, because it is too large to be held.
    pub fn enter_checked(&mut self, problem: Problem, is_valid: bool) {
        self.problem = Some(problem);
        *(if is_valid { &mut self.valid } else { &mut self.invalid }) += 1;
    }

    /// The number of the first column by which every solution would be valid, where none is now.
    #[must_use]
    pub fn columns_from(&self) -> Option<u32> {
        let is_right = |valid: &u64| self.valid == 0 && self.invalid > 0 && *valid == self.invalid;
        (0..).zip(&self.valid_from).find(|(_, valid)| is_right(valid)).map(|(first, _)| first)
    }

    /// Whether there were too many solutions to know which are repeated.
    #[must_use]
    pub fn forgets(&self) -> bool {
        self.remembered > MAX_REMEMBERED
    }

    /// Whether every solution is one, and none is known to be repeated.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.invalid == 0 && self.repeated == 0
    }

    /// The problem that was assumed, where neither the caller nor the list named one.
    #[must_use]
    pub fn assumed(&self) -> Option<&Problem> {
        self.problem.as_ref().filter(|_| self.assumed)
    }

    /// The problem that was asked for, or else the one that all solutions belong to.
    #[must_use]
    pub fn problem<'p>(&'p self, asked: Option<&'p Problem>) -> Option<&'p Problem> {
        asked.or(self.problem.as_ref().filter(|_| !self.is_mixed))
    }

    /// How many solutions there are in all, by what is published, where these are clean and all known.
    #[must_use]
    pub fn published(&self, asked: Option<&Problem>) -> Option<Published> {
        let is_sure = self.is_clean() && !self.forgets();
        self.problem(asked).filter(|_| is_sure).and_then(reference::published)
    }
}
