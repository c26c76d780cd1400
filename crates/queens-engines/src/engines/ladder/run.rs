//! One run of an engine: its books, its observer, and what it has found.

use crate::engines::{FigureInfo, Finding, StepKind};
use control::{Detail, Limits, Meter, Observer, Silent, Statistics, Step, Stop};
use queens_model::placement::Placement;
use queens_model::square::Square;
use std::ops::ControlFlow;

/// What an engine does, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A queen is put on a square and the search goes on from there.
    Place(Square),
    /// A queen may not stand on a square.
    Reject {
        /// The square.
        square: Square,
        /// A queen that attacks it; `None` where the square is blocked or a unit is full.
        attacker: Option<Square>,
    },
    /// A queen is taken off the board again.
    Remove(Square),
    /// Every demand is met.
    Solution(&'a Placement),
}

impl Event<'_> {
    /// What kind of step it is.
    #[must_use]
    pub fn kind(&self) -> StepKind {
        match self {
            Event::Place(_) => StepKind::Place,
            Event::Reject { .. } => StepKind::Reject,
            Event::Remove(_) => StepKind::Remove,
            Event::Solution(_) => StepKind::Solution,
        }
    }
}

/// An observer of queens: hears [`Event`]s.
pub trait Watch: for<'a> Observer<Event<'a>> {}

impl<O: for<'a> Observer<Event<'a>>> Watch for O {}

/// Hears of solutions only.
pub(crate) struct EachSolution<'f>(pub(crate) &'f mut dyn FnMut(&Placement) -> ControlFlow<()>);

impl Observer<Event<'_>> for EachSolution<'_> {
    const DETAIL: Detail = Detail::Solutions;

    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(placement) => (self.0)(placement),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Hears of every step.
pub(crate) struct EachEvent<'f>(pub(crate) &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>);

impl Observer<Event<'_>> for EachEvent<'_> {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        (self.0)(event)
    }
}

/// How many figures of its own an engine may keep beside the common statistics.
pub const MAX_TALLIES: usize = 3;

/// A run in progress. An engine tells it every step; the run counts, watches the limits and passes
/// on what the observer wants to hear.
///
/// For an observer of [`Detail::Totals`] everything but the counting compiles away.
#[derive(Debug)]
pub struct Run<'r, O = Silent> {
    limits: &'r Limits,
    meter: Meter<'r>,
    observer: O,
    depth: u64,
    solutions: u64,
    tallies: [u64; MAX_TALLIES],
    seed: u64,
}

impl<'r, O: Watch> Run<'r, O> {
    pub(crate) fn new(limits: &'r Limits, seed: u64, observer: O) -> Self {
        Run {
            limits,
            meter: Meter::new(limits),
            observer,
            depth: 0,
            solutions: 0,
            tallies: [0; MAX_TALLIES],
            seed,
        }
    }

    /// How much the observer wants to hear: a constant that a search may branch on for nothing.
    pub const DETAIL: Detail = O::DETAIL;

    /// The seed of randomised engines.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The bounds of the run, for an engine that keeps its own books.
    #[must_use]
    pub fn limits(&self) -> &'r Limits {
        self.limits
    }

    /// Counts a node that is entered without placing a queen: the empty board, or a whole board of
    /// an engine that generates and tests.
    #[inline]
    pub fn node(&mut self) -> Step {
        self.meter.expand()
    }

    /// A queen is put on `square`: a node.
    #[inline]
    pub fn place(&mut self, square: Square) -> Step {
        self.meter.expand()?;
        self.depth += 1;
        self.meter.depth(self.depth);
        self.report(|| Event::Place(square))
    }

    /// `count` queens are put, one after the other, on the row below `depth - 1` others, and nobody wants to
    /// see them: that many nodes.
    #[inline]
    pub fn unseen_places(&mut self, count: u64, depth: u64) -> Step {
        debug_assert!(O::DETAIL < Detail::Solutions);
        self.meter.expand_all(count)?;
        if count > 0 {
            self.meter.depth(depth);
        }
        Ok(())
    }

    /// The queen on `square` is taken off again.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Step {
        self.depth -= 1;
        self.report(|| Event::Remove(square))
    }

    /// A queen may not stand on `square`; `attacker` is asked only if somebody wants to know. No node, but work:
    /// the limits are looked at now and then.
    #[inline]
    pub fn reject(&mut self, square: Square, attacker: impl FnOnce() -> Option<Square>) -> Step {
        self.meter.tick()?;
        self.report(|| Event::Reject { square, attacker: attacker() })
    }

    /// A solution; it is written down only if somebody wants to see it.
    #[inline]
    pub fn solution(&mut self, placement: impl FnOnce() -> Placement) -> Step {
        self.solutions += 1;
        if O::DETAIL < Detail::Solutions {
            return Ok(());
        }
        Self::heed(self.observer.observe(Event::Solution(&placement())))
    }

    /// `count` solutions at once, which nobody wants to see.
    #[inline]
    pub fn unseen_solutions(&mut self, count: u64) {
        debug_assert!(O::DETAIL < Detail::Solutions);
        self.solutions += count;
    }

    /// Counts `count` elementary tests, as the engine's exhibit defines them.
    #[inline]
    pub fn check(&mut self, count: u64) {
        self.meter.check(count);
    }

    /// Counts `count` candidates.
    #[inline]
    pub fn generate(&mut self, count: u64) {
        self.meter.generate(count);
    }

    /// Adds to the engine's own figure `which`, an index of [`super::super::EngineInfo::figures`].
    #[inline]
    pub fn tally(&mut self, which: usize, count: u64) {
        self.tallies[which] += count;
    }

    /// Passes on what happened in an engine that keeps its own books: nothing is counted.
    pub(crate) fn tell(&mut self, event: Event<'_>) -> Step {
        self.report(|| event)
    }

    /// Takes over the books of an engine that keeps its own.
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
        // Whoever hears of a step sees on the gauge what it took.
        self.meter.show();
        Self::heed(self.observer.observe(event()))
    }

    #[inline]
    fn heed(flow: ControlFlow<()>) -> Step {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Found),
        }
    }
}
