//! Answers among all that one run of a solver prints.
//!
//! | printed besides the answers | by | rule |
//! |---|---|---|
//! | solutions that a later one improves | solvers that optimise, with a value before (`o 12`), in (`cost='12'`) or after each (`Optimization: 12`, `_objective = 12`) | answers are those with the last value |
//! | an answer as a list | ACE, beside its `<instantiation>` | a run with elements has no other answers |
//! | an answer a second time | some at the end; clingo with `--opt-mode=optN`, which starts again at the first optimum | one answer |
//!
//! clingo with `--opt-mode=enum` also lists worse solutions; those are dropped.

use crate::verify::{BYTES_PER_QUEEN, BYTES_PER_SOLUTION, MAX_REMEMBERED};
use queens_model::placement::Placement;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Answers of a run: passes each on as soon as the next one shows that it stays.
pub(super) struct RunAnswers<'r> {
    each: &'r mut dyn FnMut(u64, Placement) -> ControlFlow<()>,
    passed_on: u64,
    /// Answers that wait, with their lines: one, or in a run that optimises those with
    /// the same value.
    held: Vec<(u64, Placement)>,
    /// Value of the held answers; `None` unless the run optimises.
    held_value: Option<String>,
    /// Value of the answers that follow.
    next_value: Option<String>,
    has_elements: bool,
    /// Answers that are held or were passed on; empty once they need too much memory.
    seen: HashSet<Placement>,
    /// Approximate memory of all that `seen` has held, in bytes.
    remembered: usize,
}

impl<'r> RunAnswers<'r> {
    pub(super) fn new(
        each: &'r mut dyn FnMut(u64, Placement) -> ControlFlow<()>,
    ) -> Self {
        RunAnswers {
            each,
            passed_on: 0,
            held: Vec::new(),
            held_value: None,
            next_value: None,
            has_elements: false,
            seen: HashSet::new(),
            remembered: 0,
        }
    }

    /// Returns the number of answers that were passed on.
    pub(super) fn passed_on(&self) -> u64 {
        self.passed_on
    }

    /// Returns true if the run has printed an element of XCSP3.
    pub(super) fn has_elements(&self) -> bool {
        self.has_elements
    }

    /// Notes that the answer that follows is an element of XCSP3. A list before the first
    /// one is its copy.
    pub(super) fn expect_element(&mut self) {
        if !std::mem::replace(&mut self.has_elements, true) {
            self.drop_held(self.held.len());
        }
    }

    /// Takes the value of the answers that follow.
    pub(super) fn announce_status(&mut self, value: &str) {
        self.next_value = Some(value.to_owned());
    }

    /// Takes the value of the last answer. Held answers with another value are worse.
    pub(super) fn rate_last(&mut self, value: &str) {
        if self.held_value.as_deref() != Some(value) {
            self.drop_held(self.held.len().saturating_sub(1));
            self.held_value = Some(value.to_owned());
        }
    }

    /// Takes the answer that begins on `line`.
    pub(super) fn put_placement(
        &mut self,
        line: u64,
        placement: Placement,
    ) -> ControlFlow<()> {
        if self.next_value.is_some() && self.next_value != self.held_value {
            self.drop_held(self.held.len());
            self.held_value.clone_from(&self.next_value);
        }
        if self.is_repeated(&placement) {
            return ControlFlow::Continue(());
        }
        if self.held_value.is_none() {
            self.pass_on()?;
        }
        self.held.push((line, placement));
        ControlFlow::Continue(())
    }

    /// Passes on the held answers.
    pub(super) fn pass_on(&mut self) -> ControlFlow<()> {
        for (line, placement) in std::mem::take(&mut self.held) {
            self.passed_on += 1;
            (self.each)(line, placement)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns true if an answer was seen before, and remembers it. Without memory it
    /// knows the last one alone.
    fn is_repeated(&mut self, placement: &Placement) -> bool {
        if self.held.last().is_some_and(|(_, last)| last == placement) {
            return true;
        }
        if self.remembered > MAX_REMEMBERED {
            return false;
        }
        self.remembered +=
            BYTES_PER_SOLUTION + BYTES_PER_QUEEN * placement.squares().len();
        if self.remembered > MAX_REMEMBERED {
            self.seen = HashSet::new();
            return false;
        }
        !self.seen.insert(placement.clone())
    }

    /// Drops and forgets the first held answers.
    fn drop_held(&mut self, count: usize) {
        for (_, placement) in self.held.drain(..count) {
            self.seen.remove(&placement);
        }
    }
}

/// Returns the value of a line `o 12`, of the answers that follow.
pub(super) fn value_before(line: &str) -> Option<&str> {
    first_number(line.strip_prefix("o ")?)
}

/// Returns the value that an element of XCSP3 names: `cost='12'`.
pub(super) fn value_inside(element: &str) -> Option<&str> {
    let (_, after) = element.split('>').next()?.split_once("cost=")?;
    after.split(['\'', '"']).nth(1)
}

/// Returns the value of the answer before a line or on it: `Optimization: 12` of clingo,
/// `_objective = 12` of MiniZinc.
pub(super) fn value_after(line: &str) -> Option<&str> {
    if let Some(values) = line.strip_prefix("Optimization:") {
        // One number for each priority.
        return first_number(values).and(Some(values.trim()));
    }
    let (_, after) = line.split_once("_objective")?;
    first_number(
        after.trim_start_matches(|c: char| c.is_whitespace() || "\"=:".contains(c)),
    )
}

/// Returns the word that `text` begins with if it is a number.
fn first_number(text: &str) -> Option<&str> {
    let word = text
        .split(|c: char| c.is_whitespace() || ",;}".contains(c))
        .find(|word| !word.is_empty())?;
    word.parse::<f64>().is_ok().then_some(word)
}

/// Removes the colours of a terminal.
pub(super) fn without_colours(text: &str) -> Cow<'_, str> {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    // A sequence has numbers and ends with a letter.
    let rest = pieces.map(|piece| {
        let after = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        after
            .strip_prefix(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(after)
    });
    Cow::Owned(std::iter::once(first).chain(rest).collect())
}
