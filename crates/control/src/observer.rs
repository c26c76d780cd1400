//! Who watches a search.

use std::ops::ControlFlow;

/// How much of a search an [`Observer`] wants to hear of. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing: only the totals count. A search need not even write its solutions down.
    Totals,
    /// Every solution.
    Solutions,
    /// Every step.
    Steps,
}

/// Hears of the events `E` of a search and may end it.
///
/// The level is a constant, so that a search which is compiled for [`Silent`] holds no trace of the
/// reporting: the compiler removes what stands behind `if O::DETAIL >= Detail::Steps`.
pub trait Observer<E> {
    /// What this observer wants to hear of. Searches leave out events above this level.
    const DETAIL: Detail;

    /// Takes one event; [`ControlFlow::Break`] ends the search with [`crate::Stop::Found`].
    fn observe(&mut self, event: E) -> ControlFlow<()>;
}

/// Observes nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Observer<E> for Silent {
    const DETAIL: Detail = Detail::Totals;

    #[inline(always)]
    fn observe(&mut self, _event: E) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
