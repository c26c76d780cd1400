//! What a problem must say of itself to be searched.

use crate::path::Transition;
use std::fmt::Display;
use std::hash::Hash;

/// A problem as a space of states, joined by labelled operators that cost something.
///
/// The space may be infinite, and it may be a tree or hold loops: [`crate::LoopCheck`] says what
/// the search does about those. A search never asks for more of the space than it walks on.
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
    /// A situation. Two states are the same situation exactly if they are equal.
    type State: Clone + Eq + Hash;
    /// What leads from a state to the next. Its text is its label in plain words.
    type Operator: Clone + Display;

    /// Where every path begins.
    fn start(&self) -> Self::State;

    /// Whether a path may end here. Paths end at their first goal: goals are not expanded.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Every step that leads on from `state`, always in the same order.
    fn successors(&self, state: &Self::State) -> impl IntoIterator<Item = TransitionOf<Self>>;

    /// A lower bound of the cost from `state` to the nearest goal; 0 where nothing is known.
    ///
    /// A bound that is never too high is *admissible*; A* and IDA* promise cheapest solutions for
    /// those only. Goals must then have 0. It need not be consistent.
    fn heuristic(&self, _state: &Self::State) -> u64 {
        0
    }

    /// About how many bytes one state takes, for the memory limit.
    ///
    /// The default knows the size of the type only: override it for states that own heap memory.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}

/// The [`Transition`] of a [`Space`].
pub type TransitionOf<S> = Transition<<S as Space>::State, <S as Space>::Operator>;
