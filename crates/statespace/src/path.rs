//! The answer to a search: a path of labelled steps.

use crate::space::Space;
use std::fmt;

/// One step: the operator that was applied, the state it leads to, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transition<State, Operator> {
    /// What was done.
    pub operator: Operator,
    /// Where it leads.
    pub state: State,
    /// What it costs, in the problem's own unit.
    pub cost: u64,
}

impl<State, Operator> Transition<State, Operator> {
    /// A step that costs 1.
    #[must_use]
    pub fn new(operator: Operator, state: State) -> Self {
        Self::with_cost(operator, state, 1)
    }

    /// A step that costs `cost`.
    #[must_use]
    pub fn with_cost(operator: Operator, state: State, cost: u64) -> Self {
        Transition { operator, state, cost }
    }
}

/// A way through a space: where it starts and the steps from there, none if the start is a goal.
///
/// Its text is the start and then, numbered from 1, every step's label and state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path<State, Operator> {
    /// The first state.
    pub start: State,
    /// What follows, in order.
    pub steps: Vec<Transition<State, Operator>>,
}

/// A path from the start of the space `S` to a goal.
pub type Solution<S> = Path<<S as Space>::State, <S as Space>::Operator>;

impl<State, Operator> Path<State, Operator> {
    /// What all steps cost together; `u64::MAX` if it is more than that.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.steps.iter().fold(0, |sum, step| sum.saturating_add(step.cost))
    }

    /// The state at the end: the goal, if this is a solution.
    #[must_use]
    pub fn end(&self) -> &State {
        self.steps.last().map_or(&self.start, |step| &step.state)
    }

    /// All states in order, the start first: one more than there are steps.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.state))
    }

    /// The operators in order: as many as there are steps.
    pub fn operators(&self) -> impl Iterator<Item = &Operator> {
        self.steps.iter().map(|step| &step.operator)
    }
}

impl<State: fmt::Display, Operator: fmt::Display> fmt::Display for Path<State, Operator> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "start")?;
        write_indented(f, &self.start)?;
        for (index, step) in self.steps.iter().enumerate() {
            write!(f, "\n{}. {}", index + 1, step.operator)?;
            write_indented(f, &step.state)?;
        }
        Ok(())
    }
}

/// Writes a text of any number of lines, each on a line of its own, set in by four.
fn write_indented(f: &mut fmt::Formatter<'_>, text: &impl fmt::Display) -> fmt::Result {
    text.to_string().lines().try_for_each(|line| write!(f, "\n    {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_no_steps_ends_where_it_starts() {
        let path: Path<u8, &str> = Path { start: 7, steps: Vec::new() };
        assert_eq!((path.cost(), *path.end()), (0, 7));
        assert_eq!(path.to_string(), "start\n    7");
    }

    #[test]
    fn the_text_numbers_the_steps() {
        let path = Path { start: "a\nb", steps: vec![Transition::with_cost("go on", "c", 3)] };
        assert_eq!(path.to_string(), "start\n    a\n    b\n1. go on\n    c");
        assert_eq!((path.cost(), *path.end()), (3, "c"));
    }
}
