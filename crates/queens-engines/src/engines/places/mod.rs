//! Depth-first search on a 0-1 model, whatever problem it comes from.
//!
//! ```text
//! loop:
//!     propagate: fix every variable whose other value breaks a row or a clash
//!     conflict, or the bound is not better: go back to the last decision and take its other value   none: done
//!     choose an open variable of the row that needs one and has the fewest
//!     none is open: report the places that are 1
//! ```
//!
//! Places are decided before helping variables. Once they are, one assignment of the
//! others is enough, so the search then goes back to the last decision about a place.
//! Each set of places is reported once.
//!
//! a + b + c = 1, and a clashes with b. The row needs one: decide a = 1. The clash closes
//! b, the row closes c: {a}. Back: a = 0, the row still needs one: decide b = 1, which
//! closes c: {b}. Back: b = 0, and the row forces c: {c}. There is no decision left.

mod bound;
mod branch;
mod cliques;
mod engine;
mod model;
mod state;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use engine::AnyRules;

use bound::GainBound;
use control::{Limits, Meter, Step, Stop};
use model::PlaceModel;
use queens_model::zero_one::ZeroOne;
use state::PlaceState;
use std::ops::ControlFlow;

/// Solutions that a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceGoal {
    /// Every solution, whatever its value.
    Every,
    /// Every solution for which the objective can have this value; every solution if
    /// there is no objective.
    OfValue(i64),
    /// Solutions that are better and better; the last one is best.
    Best,
}

/// Callback for each solution: the places that are 1, ascending, and the value of the
/// objective, 0 without one; a break ends the search.
pub(crate) type PlaceSink<'s> = &'s mut dyn FnMut(&[usize], i64) -> ControlFlow<()>;

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceResult {
    /// `Ok` if every possibility was tried, [`Stop::Found`] if the callback ended the
    /// search, else the reason to stop.
    pub step: Step,
    /// Number of solutions passed to the callback.
    pub count: u128,
    /// Best value of these solutions, if any.
    pub value: Option<i64>,
    /// Proved bound on the best value, for [`PlaceGoal::Best`]: equal to it after a
    /// complete search. `None` if there is no solution or no objective.
    pub bound: Option<i64>,
}

/// A search on one model.
pub(crate) struct PlaceSearch {
    model: PlaceModel,
    state: PlaceState,
    bound: GainBound,
    /// Decisions that may still take their other value.
    decisions: Vec<PlaceDecision>,
    /// Solution that is passed on.
    solution: Vec<usize>,
}

/// A variable with the value that was tried first.
struct PlaceDecision {
    variable: usize,
    value: bool,
    /// Number of variables that were fixed before.
    fixed: usize,
}

/// Next thing to do.
enum NextMove {
    Descend,
    GoBack,
}

impl PlaceSearch {
    /// Prepares a model.
    ///
    /// # Errors
    /// The memory limit, or 1 GiB without one. [`Stop::GaveUp`] if the factors of a sum
    /// exceed 2^60 together.
    pub(crate) fn new(model: &ZeroOne, limits: &Limits) -> Result<Self, Stop> {
        let model = PlaceModel::new(model, limits)?;
        let (state, bound) = (PlaceState::new(&model), GainBound::new(&model));
        Ok(PlaceSearch {
            model,
            state,
            bound,
            decisions: Vec::new(),
            solution: Vec::new(),
        })
    }

    /// Searches from the beginning and passes each solution to `each`. A node is a
    /// decision, or the end of a branch.
    pub(crate) fn run(
        &mut self,
        goal: PlaceGoal,
        meter: &mut Meter<'_>,
        each: PlaceSink<'_>,
    ) -> PlaceResult {
        self.restart(goal);
        let mut result = PlaceResult {
            step: Ok(()),
            count: 0,
            value: None,
            bound: None,
        };
        result.step = self.search(goal, meter, &mut result, each);
        if goal == PlaceGoal::Best && self.model.objective.is_some() {
            let best = result.value.map(|value| self.model.gain_of_value(value));
            // A search to the end leaves no rest, so the best value is the bound.
            let of_rest = if result.step.is_ok() {
                None
            } else {
                self.bound_of_rest()
            };
            result.bound = best.max(of_rest).map(|gain| self.model.value_of_gain(gain));
        }
        result
    }

    /// Undoes all decisions and sets the bounds of the objective.
    fn restart(&mut self, goal: PlaceGoal) {
        self.decisions.clear();
        self.state.undo(&self.model, 0);
        if let Some(row) = self.model.objective {
            let (low, high) = match goal {
                PlaceGoal::OfValue(value) => {
                    let gain = self.model.gain_of_value(value);
                    (gain, gain)
                }
                PlaceGoal::Every | PlaceGoal::Best => (-model::ANY_SUM, model::ANY_SUM),
            };
            self.state.bound_row(row, low, high);
        }
        (0..self.model.rows.len()).for_each(|row| self.state.queue_row(row));
    }

    fn search(
        &mut self,
        goal: PlaceGoal,
        meter: &mut Meter<'_>,
        result: &mut PlaceResult,
        each: PlaceSink<'_>,
    ) -> Step {
        let mut is_consistent = self.state.propagate(&self.model, meter)?;
        // Each solution that was not reported is below the current state, or has the
        // other value of one of the decisions.
        loop {
            meter.expand()?;
            meter.depth(self.decisions.len() as u64);
            let next = match is_consistent && self.may_succeed(goal) {
                true => self.decide_or_report(goal, result, each)?,
                false => NextMove::GoBack,
            };
            // The other value is forced, not decided: so each decision is taken back
            // once.
            if matches!(next, NextMove::GoBack) && !self.take_other_value() {
                return Ok(());
            }
            is_consistent = self.state.propagate(&self.model, meter)?;
        }
    }

    /// Returns false if the bound of the objective shows that there is no solution below.
    fn may_succeed(&mut self, goal: PlaceGoal) -> bool {
        let Some(row) = self.model.objective.filter(|_| goal != PlaceGoal::Every) else {
            return true;
        };
        let needed = self.state.sums[row].low;
        needed <= -model::ANY_SUM
            || self.bound.greatest_gain(&self.model, &self.state) >= needed
    }

    /// Decides an open variable; reports a solution if there is none.
    fn decide_or_report(
        &mut self,
        goal: PlaceGoal,
        result: &mut PlaceResult,
        each: PlaceSink<'_>,
    ) -> Result<NextMove, Stop> {
        // `fixed` is the length of the trail before, so that the decision can be undone.
        if let Some((variable, value)) =
            branch::choose_variable(&self.model, &self.state, goal)
        {
            let fixed = self.state.fixed();
            self.decisions.push(PlaceDecision {
                variable,
                value,
                fixed,
            });
            self.state.fix(&self.model, variable, value);
            return Ok(NextMove::Descend);
        }
        let gain = self.model.objective.map(|row| self.state.sums[row].now);
        let value = gain.map_or(0, |gain| self.model.value_of_gain(gain));
        result.count += 1;
        result.value = Some(match result.value {
            Some(best)
                if self.model.gain_of_value(best) >= self.model.gain_of_value(value) =>
            {
                best
            }
            _ => value,
        });
        self.solution.clear();
        self.solution.extend(self.state.places_on(&self.model));
        if each(&self.solution, value).is_break() {
            return Err(Stop::Found);
        }
        match (goal, self.model.objective, gain) {
            (PlaceGoal::Best, Some(row), Some(gain)) => {
                // From here on only a better solution is one.
                self.state.bound_row(row, gain + 1, model::ANY_SUM);
            }
            (PlaceGoal::Best, ..) => return Err(Stop::Found),
            _ => self.drop_helping_decisions(),
        }
        Ok(NextMove::GoBack)
    }

    /// Forgets the decisions after the places: they have other values only for the same
    /// solution.
    fn drop_helping_decisions(&mut self) {
        while let Some(decision) = self
            .decisions
            .pop_if(|decision| decision.variable >= self.model.places)
        {
            self.state.undo(&self.model, decision.fixed);
        }
    }

    /// Takes back the last decision and fixes its variable to the other value; returns
    /// false if there is none.
    fn take_other_value(&mut self) -> bool {
        let Some(PlaceDecision {
            variable,
            value,
            fixed,
        }) = self.decisions.pop()
        else {
            return false;
        };
        self.state.undo(&self.model, fixed);
        self.state.fix(&self.model, variable, !value);
        // Its bound may have changed since.
        self.model
            .objective
            .into_iter()
            .for_each(|row| self.state.queue_row(row));
        true
    }

    /// Returns an upper bound on the gain of all solutions that were not tried: those
    /// below the current node, and those with the other value of a decision. Ends the
    /// search.
    fn bound_of_rest(&mut self) -> Option<i64> {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut best = None;
        loop {
            // Without limits there is no reason to stop.
            if self
                .state
                .propagate(&self.model, &mut meter)
                .unwrap_or(true)
            {
                best = best.max(Some(self.bound.greatest_gain(&self.model, &self.state)));
            }
            if !self.take_other_value() {
                return best;
            }
        }
    }
}
