//! Paths of labelled steps, the answers of a search.

use crate::space::Space;
use std::fmt;

/// One step: operator, resulting state and cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transition<State, Operator> {
    /// Operator that was applied.
    pub operator: Operator,
    /// State after the step.
    pub state: State,
    /// Cost, in the problem's own unit.
    pub cost: u64,
}

impl<State, Operator> Transition<State, Operator> {
    /// Creates a step of cost 1.
    #[must_use]
    pub fn new(operator: Operator, state: State) -> Self {
        Self::with_cost(operator, state, 1)
    }

    /// Creates a step of cost `cost`.
    #[must_use]
    pub fn with_cost(operator: Operator, state: State, cost: u64) -> Self {
        Transition {
            operator,
            state,
            cost,
        }
    }
}

/// A path through a space: its first state and its steps. A solution whose start is a goal
/// has no steps.
///
/// Its text is the start, followed by the operator and state of each step, numbered from
/// 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path<State, Operator> {
    /// First state.
    pub start: State,
    /// Steps, in order.
    pub steps: Vec<Transition<State, Operator>>,
}

/// A path from the start of the space `S` to a goal.
pub type Solution<S> = Path<<S as Space>::State, <S as Space>::Operator>;

impl<State, Operator> Path<State, Operator> {
    /// Returns the total cost, at most `u64::MAX`.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.steps
            .iter()
            .fold(0, |sum, step| sum.saturating_add(step.cost))
    }

    /// Returns the last state, which is the goal of a solution.
    #[must_use]
    pub fn end(&self) -> &State {
        self.steps.last().map_or(&self.start, |step| &step.state)
    }

    /// Returns all states in order, one more than there are steps.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.state))
    }

    /// Returns the operators in order.
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

/// Writes each line of a text on a new line, indented by four. A state such as a board may
/// have several lines.
fn write_indented(f: &mut fmt::Formatter<'_>, text: &impl fmt::Display) -> fmt::Result {
    for line in text.to_string().lines() {
        write!(f, "\n    {line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_no_steps_ends_where_it_starts() {
        let path: Path<u8, &str> = Path {
            start: 7,
            steps: Vec::new(),
        };
        assert_eq!((path.cost(), *path.end()), (0, 7));
        assert_eq!(path.to_string(), "start\n    7");
    }

    #[test]
    fn the_text_numbers_the_steps() {
        let path = Path {
            start: "a\nb",
            steps: vec![Transition::with_cost("go on", "c", 3)],
        };
        assert_eq!(path.to_string(), "start\n    a\n    b\n1. go on\n    c");
        assert_eq!((path.cost(), *path.end()), (3, "c"));
    }
}
