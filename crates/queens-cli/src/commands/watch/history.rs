//! The steps of an engine that were seen, to go back to: changes, not pictures.

use queens::engines::ladder::Event;
use queens::square::Square;
use std::collections::VecDeque;

/// How many steps are kept; earlier ones are forgotten.
const MOST: usize = 100_000;

/// One step of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Place(Square),
    Remove(Square),
    Reject { square: Square, attacker: Option<Square> },
    Solution(Vec<Square>),
}

impl From<&Event<'_>> for Step {
    fn from(event: &Event<'_>) -> Self {
        match *event {
            Event::Place(square) => Step::Place(square),
            Event::Remove(square) => Step::Remove(square),
            Event::Reject { square, attacker } => Step::Reject { square, attacker },
            Event::Solution(placement) => Step::Solution(placement.squares().to_vec()),
        }
    }
}

/// The steps so far, and the queens that stand after the one that is looked at.
#[derive(Default)]
pub(super) struct History {
    steps: VecDeque<Step>,
    /// Steps that were forgotten.
    forgotten: u64,
    /// Steps up to and with the one that is looked at, without the forgotten ones.
    at: usize,
    queens: Vec<Square>,
    /// Solutions up to that step.
    solutions: u64,
}

impl History {
    /// Adds a step and looks at it.
    pub(super) fn push(&mut self, step: Step) {
        self.go_to_last();
        if self.steps.len() == MOST {
            self.steps.pop_front();
            self.forgotten += 1;
            self.at -= 1;
        }
        self.steps.push_back(step);
        self.forward();
    }

    /// The step that is looked at; none before the first.
    pub(super) fn step(&self) -> Option<&Step> {
        self.steps.get(self.at.checked_sub(1)?)
    }

    /// The number of that step, from 1.
    pub(super) fn number(&self) -> u64 {
        self.forgotten + self.at as u64
    }

    /// How many steps there were.
    pub(super) fn len(&self) -> u64 {
        self.forgotten + self.steps.len() as u64
    }

    /// The queens that stand after that step.
    pub(super) fn queens(&self) -> &[Square] {
        &self.queens
    }

    /// The solutions up to that step.
    pub(super) fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Goes one step forward; `false` at the last.
    pub(super) fn forward(&mut self) -> bool {
        let Some(step) = self.steps.get(self.at) else { return false };
        match step {
            Step::Place(square) => self.queens.push(*square),
            Step::Remove(square) => self.queens.retain(|queen| queen != square),
            Step::Reject { .. } => {}
            Step::Solution(_) => self.solutions += 1,
        }
        self.at += 1;
        true
    }

    /// Goes one step back; `false` at the first that is remembered.
    pub(super) fn back(&mut self) -> bool {
        if self.at <= 1 {
            return false;
        }
        self.at -= 1;
        match &self.steps[self.at] {
            Step::Place(square) => self.queens.retain(|queen| queen != square),
            Step::Remove(square) => self.queens.push(*square),
            Step::Reject { .. } => {}
            Step::Solution(_) => self.solutions -= 1,
        }
        true
    }

    /// Goes to the first step that is remembered.
    pub(super) fn go_to_first(&mut self) {
        while self.back() {}
    }

    /// Goes to the last step.
    pub(super) fn go_to_last(&mut self) {
        while self.forward() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(history: &History) -> Vec<Square> {
        let mut queens = history.queens().to_vec();
        queens.sort_unstable();
        queens
    }

    #[test]
    fn the_way_back_meets_the_same_boards() {
        let square = |column| Square::new(0, column);
        let steps = [
            Step::Place(square(0)),
            Step::Place(square(1)),
            Step::Reject { square: square(2), attacker: Some(square(0)) },
            Step::Remove(square(0)),
            Step::Solution(vec![square(1)]),
            Step::Place(square(3)),
        ];
        let mut history = History::default();
        let mut boards = Vec::new();
        for step in &steps {
            history.push(step.clone());
            boards.push((sorted(&history), history.solutions()));
        }
        for board in boards.iter().rev() {
            assert_eq!(&(sorted(&history), history.solutions()), board);
            history.back();
        }
        assert_eq!((history.number(), history.step()), (1, Some(&steps[0])));
        history.go_to_last();
        assert_eq!((sorted(&history), history.number()), (vec![square(1), square(3)], 6));
    }

    #[test]
    fn the_history_is_bounded() {
        let mut history = History::default();
        for _ in 0..MOST + 10 {
            history.push(Step::Place(Square::new(0, 0)));
            history.push(Step::Remove(Square::new(0, 0)));
        }
        assert_eq!(history.steps.len(), MOST);
        assert_eq!(history.number(), history.len());
        history.go_to_first();
        assert_eq!(history.number(), history.len() - MOST as u64 + 1);
        assert_eq!(history.queens().len(), 1);
    }
}
