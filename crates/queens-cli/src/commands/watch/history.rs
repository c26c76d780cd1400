//! Steps that were shown, to go back to.

use queens::engines::ladder::Event;
use queens::placement::Placement;
use queens::square::Square;
use std::collections::VecDeque;

/// Largest number of steps that are kept; earlier ones are dropped.
const MAX_STEPS: usize = 100_000;

/// One step of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WatchStep {
    Place(Square),
    Remove(Square),
    Reject {
        square: Square,
        attacker: Option<Square>,
    },
    Solution(Placement),
}

impl WatchStep {
    /// Creates the step of an event; `None` for a state, which is no step.
    pub(super) fn from_event(event: &Event<'_>) -> Option<Self> {
        Some(match *event {
            Event::Place(square) => WatchStep::Place(square),
            Event::Remove(square) => WatchStep::Remove(square),
            Event::Reject { square, attacker } => WatchStep::Reject { square, attacker },
            Event::Solution(placement) => WatchStep::Solution(placement.clone()),
            Event::State(_) => return None,
        })
    }

    /// Returns the event of the step.
    pub(super) fn event(&self) -> Event<'_> {
        match self {
            WatchStep::Place(square) => Event::Place(*square),
            WatchStep::Remove(square) => Event::Remove(*square),
            &WatchStep::Reject { square, attacker } => Event::Reject { square, attacker },
            WatchStep::Solution(placement) => Event::Solution(placement),
        }
    }
}

/// Steps so far, and the queens on the board after the current one.
#[derive(Default)]
pub(super) struct StepHistory {
    steps: VecDeque<WatchStep>,
    /// Number of dropped steps.
    dropped: u64,
    /// Number of kept steps up to and including the current one.
    at: usize,
    queens: Vec<Square>,
    /// Number of solutions up to that step.
    solutions: u64,
}

impl StepHistory {
    /// Adds a step and makes it the current one.
    pub(super) fn push_step(&mut self, step: WatchStep) {
        self.go_to_last();
        if self.steps.len() == MAX_STEPS {
            self.steps.pop_front();
            self.dropped += 1;
            self.at -= 1;
        }
        self.steps.push_back(step);
        self.step_forward();
    }

    /// Returns the current step; none before the first.
    pub(super) fn step(&self) -> Option<&WatchStep> {
        self.steps.get(self.at.checked_sub(1)?)
    }

    /// Returns the number of that step, from 1.
    pub(super) fn number(&self) -> u64 {
        self.dropped + self.at as u64
    }

    /// Returns the number of all steps so far.
    pub(super) fn len(&self) -> u64 {
        self.dropped + self.steps.len() as u64
    }

    /// Returns the queens on the board after that step.
    pub(super) fn queens(&self) -> &[Square] {
        &self.queens
    }

    /// Returns the number of solutions up to that step.
    pub(super) fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Goes one step forward; `false` at the last.
    pub(super) fn step_forward(&mut self) -> bool {
        let Some(step) = self.steps.get(self.at) else {
            return false;
        };
        match step {
            WatchStep::Place(square) => self.queens.push(*square),
            WatchStep::Remove(square) => self.queens.retain(|queen| queen != square),
            WatchStep::Reject { .. } => {}
            WatchStep::Solution(_) => self.solutions += 1,
        }
        self.at += 1;
        true
    }

    /// Goes one step back; `false` at the first that is kept.
    pub(super) fn step_back(&mut self) -> bool {
        if self.at <= 1 {
            return false;
        }
        self.at -= 1;
        match &self.steps[self.at] {
            WatchStep::Place(square) => self.queens.retain(|queen| queen != square),
            WatchStep::Remove(square) => self.queens.push(*square),
            WatchStep::Reject { .. } => {}
            WatchStep::Solution(_) => self.solutions -= 1,
        }
        true
    }

    /// Goes to the first step that is kept.
    pub(super) fn go_to_first(&mut self) {
        while self.step_back() {}
    }

    /// Goes to the last step.
    pub(super) fn go_to_last(&mut self) {
        while self.step_forward() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(history: &StepHistory) -> Vec<Square> {
        let mut queens = history.queens().to_vec();
        queens.sort_unstable();
        queens
    }

    #[test]
    fn going_back_shows_the_same_boards() {
        let square = |column| Square::new(0, column);
        let steps = [
            WatchStep::Place(square(0)),
            WatchStep::Place(square(1)),
            WatchStep::Reject {
                square: square(2),
                attacker: Some(square(0)),
            },
            WatchStep::Remove(square(0)),
            WatchStep::Solution(Placement::new(vec![square(1)])),
            WatchStep::Place(square(3)),
        ];
        let mut history = StepHistory::default();
        let mut boards = Vec::new();
        for step in &steps {
            history.push_step(step.clone());
            boards.push((sorted(&history), history.solutions()));
        }
        for board in boards.iter().rev() {
            assert_eq!(&(sorted(&history), history.solutions()), board);
            history.step_back();
        }
        assert_eq!((history.number(), history.step()), (1, Some(&steps[0])));
        history.go_to_last();
        assert_eq!(
            (sorted(&history), history.number()),
            (vec![square(1), square(3)], 6)
        );
    }

    #[test]
    fn the_history_is_bounded() {
        let mut history = StepHistory::default();
        for _ in 0..MAX_STEPS + 10 {
            history.push_step(WatchStep::Place(Square::new(0, 0)));
            history.push_step(WatchStep::Remove(Square::new(0, 0)));
        }
        assert_eq!(history.steps.len(), MAX_STEPS);
        assert_eq!(history.number(), history.len());
        history.go_to_first();
        assert_eq!(history.number(), history.len() - MAX_STEPS as u64 + 1);
        assert_eq!(history.queens().len(), 1);
    }
}
