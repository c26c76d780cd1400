//! Observers of a search.

use std::ops::ControlFlow;

/// Level of detail that an [`Observer`] receives. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// No events. A search need not even store its solutions.
    Totals,
    /// Every solution.
    Solutions,
    /// Every step.
    Steps,
    /// Every step, and what the search holds after it.
    State,
}

/// Receiver of the events `E` of a search, which may end it.
///
/// The level is a constant, so the compiler removes all code behind `if O::DETAIL >=
/// Detail::Steps` from a search that is compiled for [`Silent`].
pub trait Observer<E> {
    /// Level of detail that this observer receives. Searches omit events above it.
    const DETAIL: Detail;

    /// Receives one event; [`ControlFlow::Break`] ends the search with
    /// [`crate::Stop::Found`].
    fn observe(&mut self, event: E) -> ControlFlow<()>;
}

/// Observer of nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Observer<E> for Silent {
    const DETAIL: Detail = Detail::Totals;

    #[inline(always)]
    fn observe(&mut self, _event: E) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
