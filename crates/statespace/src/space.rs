//! The interface of problems.

use crate::path::Transition;
use std::fmt::Display;
use std::hash::Hash;

/// A problem as a space of states, joined by labelled operators with costs.
///
/// The space may be infinite, and it may have loops, which [`crate::LoopCheck`] handles.
/// A search only computes the part of the space that it visits.
///
/// ```
/// use statespace::{Search, Space, Strategy, Transition, TransitionOf};
///
/// /// Reach 21 from 1 by doubling and by adding one.
/// struct Doubling;
///
/// impl Space for Doubling {
///     type State = u32;
///     type Operator = &'static str;
///
///     fn start(&self) -> u32 {
///         1
///     }
///     fn is_goal(&self, number: &u32) -> bool {
///         *number == 21
///     }
///     fn successors(&self, number: &u32) -> impl IntoIterator<Item = TransitionOf<Self>> {
///         [
///             Transition::new("double", number * 2),
///             Transition::new("add one", number + 1),
///         ]
///     }
/// }
///
/// let report = Search::new(&Doubling, Strategy::BreadthFirst).first();
/// let numbers: Vec<u32> = report.solution.unwrap().states().copied().collect();
/// assert_eq!(numbers, [1, 2, 4, 5, 10, 20, 21]);
/// ```
pub trait Space: Sized {
    /// State of the problem; equal states are the same.
    type State: Clone + Eq + Hash;
    /// Operator from a state to the next; its text is a label in plain words.
    type Operator: Clone + Display;

    /// Returns the start of every path.
    fn start(&self) -> Self::State;

    /// Returns true for a goal. Paths end at their first goal: goals are not expanded.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns every step from `state`, always in the same order.
    fn successors(
        &self,
        state: &Self::State,
    ) -> impl IntoIterator<Item = TransitionOf<Self>>;

    /// Returns a lower bound on the cost from `state` to the nearest goal; 0 if nothing
    /// is known.
    ///
    /// A bound that is never too high is *admissible*; A* and IDA* only guarantee
    /// cheapest solutions with such a bound, which is 0 for goals. It need not be
    /// consistent.
    fn heuristic(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Returns the approximate size of a state in bytes, for the memory limit.
    ///
    /// The default is the size of the type: override it for states that own heap memory.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}

/// The [`Transition`] of a [`Space`].
pub type TransitionOf<S> = Transition<<S as Space>::State, <S as Space>::Operator>;
