//! One run of an engine: its statistics, its observer and its solutions.

use super::state::StateVariable;
use crate::engines::{FigureInfo, Finding, StepKind};
use control::{Detail, Limits, Meter, Observer, Silent, Statistics, Step, Stop};
use queens_model::placement::Placement;
use queens_model::square::Square;
use std::ops::ControlFlow;

/// A step of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A queen is placed on a square.
    Place(Square),
    /// A square is ruled out.
    Reject {
        /// The square.
        square: Square,
        /// A queen that attacks it; `None` if the square is blocked or a unit is full.
        attacker: Option<Square>,
    },
    /// A queen is removed from the board.
    Remove(Square),
    /// A solution is found: every demand is met.
    Solution(&'a Placement),
    /// Not a step: what the engine holds now, after the step before. Only observers of
    /// [`Detail::State`] receive it; an engine omits it if nothing has changed.
    State(&'a [StateVariable]),
}

impl Event<'_> {
    /// Returns the kind of the step; `None` for a state, which is no step.
    #[must_use]
    pub fn kind(&self) -> Option<StepKind> {
        Some(match self {
            Event::Place(_) => StepKind::Place,
            Event::Reject { .. } => StepKind::Reject,
            Event::Remove(_) => StepKind::Remove,
            Event::Solution(_) => StepKind::Solution,
            Event::State(_) => return None,
        })
    }
}

/// An observer of [`Event`]s.
pub trait StepObserver: for<'a> Observer<Event<'a>> {}

impl<O: for<'a> Observer<Event<'a>>> StepObserver for O {}

/// Observer that passes solutions to a callback.
pub(crate) struct EachSolution<'f>(
    pub(crate) &'f mut dyn FnMut(&Placement) -> ControlFlow<()>,
);

impl Observer<Event<'_>> for EachSolution<'_> {
    const DETAIL: Detail = Detail::Solutions;

    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(placement) => (self.0)(placement),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Observer that passes every step to a callback.
pub(crate) struct EachEvent<'f>(
    pub(crate) &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
);

impl Observer<Event<'_>> for EachEvent<'_> {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        (self.0)(event)
    }
}

/// Observer that passes every step to a callback, and after it the state of the engine.
pub(crate) struct EachState<'f>(
    pub(crate) &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
);

impl Observer<Event<'_>> for EachState<'_> {
    const DETAIL: Detail = Detail::State;

    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        (self.0)(event)
    }
}

/// Maximum number of an engine's own statistics.
pub const MAX_TALLIES: usize = 3;

/// A run in progress. An engine reports every step to it; the run counts the step, checks
/// the limits and notifies the observer.
///
/// For an observer of [`Detail::Totals`] the notifications compile to nothing.
#[derive(Debug)]
pub struct EngineRun<'r, O = Silent> {
    limits: &'r Limits,
    meter: Meter<'r>,
    observer: O,
    depth: u64,
    solutions: u64,
    tallies: [u64; MAX_TALLIES],
    seed: u64,
}

impl<'r, O: StepObserver> EngineRun<'r, O> {
    pub(crate) fn new(limits: &'r Limits, seed: u64, observer: O) -> Self {
        EngineRun {
            limits,
            meter: Meter::new(limits),
            observer,
            depth: 0,
            solutions: 0,
            tallies: [0; MAX_TALLIES],
            seed,
        }
    }

    /// Level of detail of the observer: a constant, so that a branch on it costs nothing.
    pub const DETAIL: Detail = O::DETAIL;

    /// Returns the seed of randomised engines.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the limits of the run, for an engine that keeps its own statistics.
    #[must_use]
    pub fn limits(&self) -> &'r Limits {
        self.limits
    }

    /// Counts a node that places no queen: the empty board, or a full board of an engine
    /// that generates and tests.
    #[inline]
    pub fn node(&mut self) -> Step {
        self.meter.expand()
    }

    /// Checks the limits now and then, inside long loops without steps; counts nothing.
    #[inline]
    pub fn tick(&mut self) -> Step {
        self.meter.tick()
    }

    /// Reports a queen placed on `square`: a node.
    #[inline]
    pub fn place(&mut self, square: Square) -> Step {
        self.meter.expand()?;
        self.depth += 1;
        self.meter.depth(self.depth);
        self.report(|| Event::Place(square))
    }

    /// Counts `count` nodes, at `depth` queens each, that no observer needs to see.
    #[inline]
    pub fn unseen_places(&mut self, count: u64, depth: u64) -> Step {
        debug_assert!(O::DETAIL < Detail::Solutions);
        self.meter.expand_all(count)?;
        if count > 0 {
            self.meter.depth(depth);
        }
        Ok(())
    }

    /// Reports the queen on `square` removed.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Step {
        self.depth -= 1;
        self.report(|| Event::Remove(square))
    }

    /// Reports `square` ruled out; `attacker` is called only if the observer needs it.
    /// Not a node, but work: the limits are checked now and then.
    #[inline]
    pub fn reject(
        &mut self,
        square: Square,
        attacker: impl FnOnce() -> Option<Square>,
    ) -> Step {
        self.meter.tick()?;
        self.report(|| Event::Reject {
            square,
            attacker: attacker(),
        })
    }

    /// Reports what the engine holds after a step; `state` is called only if the observer
    /// needs it.
    #[inline]
    pub fn state(&mut self, state: impl FnOnce() -> Vec<StateVariable>) -> Step {
        if O::DETAIL < Detail::State {
            return Ok(());
        }
        Self::step_of(self.observer.observe(Event::State(&state())))
    }

    /// Reports a solution; `placement` is called only if the observer needs it.
    #[inline]
    pub fn solution(&mut self, placement: impl FnOnce() -> Placement) -> Step {
        self.solutions += 1;
        if O::DETAIL < Detail::Solutions {
            return Ok(());
        }
        Self::step_of(self.observer.observe(Event::Solution(&placement())))
    }

    /// Counts `count` solutions that no observer needs to see.
    #[inline]
    pub fn unseen_solutions(&mut self, count: u64) {
        debug_assert!(O::DETAIL < Detail::Solutions);
        self.solutions += count;
    }

    /// Counts `count` elementary tests, as the description of the engine defines them.
    #[inline]
    pub fn check(&mut self, count: u64) {
        self.meter.check(count);
    }

    /// Counts `count` candidates.
    #[inline]
    pub fn generate(&mut self, count: u64) {
        self.meter.generate(count);
    }

    /// Adds to the engine's own statistic `which`, an index of
    /// [`super::super::EngineInfo::figures`].
    #[inline]
    pub fn tally(&mut self, which: usize, count: u64) {
        self.tallies[which] += count;
    }

    /// Returns the engine's own statistic `which`.
    #[inline]
    #[must_use]
    pub fn tallied(&self, which: usize) -> u64 {
        self.tallies[which]
    }

    /// Notifies the observer of a step of an engine that keeps its own statistics; counts
    /// nothing.
    pub(crate) fn notify(&mut self, event: Event<'_>) -> Step {
        self.report(|| event)
    }

    /// Adds the statistics of an engine that keeps its own.
    pub(crate) fn absorb(&mut self, statistics: &Statistics) {
        self.meter.absorb(statistics);
    }

    pub(crate) fn finish(self, step: Step, infos: &'static [FigureInfo]) -> Finding {
        Finding::new(step, self.meter.statistics())
            .with_count(self.solutions)
            .with_figures(super::figures(infos, &self.tallies))
    }

    #[inline]
    fn report<'e>(&mut self, event: impl FnOnce() -> Event<'e>) -> Step {
        if O::DETAIL < Detail::Steps {
            return Ok(());
        }
        // An observer of steps sees current statistics on the gauge.
        self.meter.show();
        Self::step_of(self.observer.observe(event()))
    }

    #[inline]
    fn step_of(flow: ControlFlow<()>) -> Step {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Found),
        }
    }
}
