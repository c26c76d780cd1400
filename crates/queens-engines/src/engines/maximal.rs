//! Counting the sets to which no piece can be added.
//!
//! A piece covers its square, the squares it attacks, and those of its row, column or
//! region if that takes at most one piece. A maximal set covers every square that may
//! take a piece.
//!
//! ```text
//! count(open, tried):                  squares that may take a piece; squares that must be covered by another
//!     if both are empty: add one
//!     square = the one of both that the fewest open squares cover
//!     for each open square that covers it:
//!         place a piece there: count(open and tried without what it covers)
//!         move it from open to tried
//! ```
//!
//! (Bron and Kerbosch, "Finding all cliques of an undirected graph", Communications of
//! the ACM 16, 1973, in the complement of the graph of attacks; the choice of the square
//! after Tomita, Tanaka and Takahashi 2006.)
//!
//! Kings on 1 x 3: the left square is covered from two squares. A king there leaves the
//! right square, which takes the only other king. A king in the middle covers everything.
//! That makes two maximal sets: both ends, or the middle.

mod engine;

pub(crate) use engine::MaximalSets;

use super::ferrers;
use super::subtrees::{TreeEffort, TreeSearch};
use crate::question::Settings;
use control::{Meter, Outcome, Statistics, Step};
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::unsupported::{Parameter, Unsupported};

/// Id of the engine.
const ID: &str = "maximal";

/// Maximum number of squares.
const MAX_SQUARES: usize = 1024;

/// Result of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximalReport {
    /// Number of sets found: all of them if the outcome is [`Outcome::Exhausted`].
    pub count: u128,
    /// Outcome of the search.
    pub outcome: Outcome,
    /// Statistics of the search.
    pub statistics: Statistics,
    /// Number of threads.
    pub threads: usize,
}

/// Checks that the maximal sets of `problem` can be counted.
///
/// # Errors
/// The parameter that prevents it.
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    if !problem.givens().is_empty() {
        let reason = "it counts maximal sets on a board without given queens";
        return Err(Unsupported::new(ID, Parameter::Givens, reason));
    }
    let units = problem.units();
    for (parameter, bounds) in [
        (Parameter::Rows, units.row),
        (Parameter::Columns, units.column),
        (Parameter::Regions, units.region),
    ] {
        if bounds.low() > 0 || !(bounds.high() <= 1 || bounds == Bounds::ANY) {
            let reason = format!(
                "it counts maximal sets where a row, column or region takes at most one or any number, not {bounds}: \
                 leave the number out"
            );
            return Err(Unsupported::new(ID, parameter, reason));
        }
    }
    if units.total != Bounds::ANY {
        let reason = format!(
            "it counts maximal sets where the board takes any number, not {}: leave the number out",
            units.total
        );
        return Err(Unsupported::new(ID, Parameter::Total, reason));
    }
    if ferrers::accepts(problem).is_ok() {
        return Ok(());
    }
    check_squares(problem)
}

/// Checks that a search takes so many squares.
fn check_squares(problem: &Problem) -> Result<(), Unsupported> {
    Instance::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))?;
    let squares = problem
        .every_square()
        .filter(|&square| problem.kind(square) == SquareKind::Free)
        .count();
    if squares > MAX_SQUARES {
        let reason = format!(
            "{squares} squares are too many for maximal sets: at most {MAX_SQUARES}"
        );
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(())
}

/// Counts the sets of pieces of `problem` that do not attack each other and to which none
/// can be added: for queens the sequence A146303 of the On-Line Encyclopedia of Integer
/// Sequences. Rooks and bishops on nested lines are counted by the lengths of the lines
/// ([`ferrers::maximal`]).
///
/// # Errors
/// A row, column or region that takes anything but at most one or any number; a demand on
/// the board; given pieces; more than 1,024 squares.
///
/// # Complexity
/// A few steps for each set. O(squares^2) bits.
///
/// ```
/// use queens::engines::maximal;
///
/// let queens = "8\ntotal: any".parse()?;
/// assert_eq!(maximal::count(&queens, &Default::default())?.count, 10_188);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    problem: &Problem,
    settings: &Settings,
) -> Result<MaximalReport, Unsupported> {
    let limits = &settings.limits.started();
    accepts(problem)?;
    let mut meter = Meter::new(limits);
    match ferrers::maximal(problem) {
        Ok(count) => return Ok(report_count(count, Ok(()), 1, &meter)),
        Err(error) if error.parameter == Parameter::Answer => return Err(error.by(ID)),
        Err(_) => {}
    }
    check_squares(problem)?;
    let form = Constraints::within(problem, limits);
    let form = match form.map_err(|error| Unsupported::from(error).by(ID))? {
        Ok(form) => form,
        Err(stop) => return Ok(report_count(0, Err(stop), 1, &meter)),
    };
    let threads = settings.threads;
    let (count, step, threads) = match form.squares().len() {
        0..=64 => CoverGraph::<1>::from_constraints(&form).count(threads, &mut meter),
        65..=128 => CoverGraph::<2>::from_constraints(&form).count(threads, &mut meter),
        129..=256 => CoverGraph::<4>::from_constraints(&form).count(threads, &mut meter),
        _ => CoverGraph::<16>::from_constraints(&form).count(threads, &mut meter),
    };
    Ok(report_count(count, step, threads, &meter))
}

fn report_count(
    count: u128,
    step: Step,
    threads: usize,
    meter: &Meter<'_>,
) -> MaximalReport {
    MaximalReport {
        count,
        outcome: step.into(),
        statistics: meter.statistics(),
        threads,
    }
}

type SquareBits<const W: usize> = [u64; W];

struct CoverGraph<const W: usize> {
    /// For each square, itself and the squares that a piece on it covers.
    covers: Vec<SquareBits<W>>,
    /// Squares that may take a piece.
    open: SquareBits<W>,
}

/// Squares that are not covered yet; the two sets are disjoint.
#[derive(Clone, Copy)]
struct UncoveredSquares<const W: usize> {
    /// Squares that may take a piece.
    open: SquareBits<W>,
    /// Squares that were tried and stay empty.
    tried: SquareBits<W>,
}

impl<const W: usize> UncoveredSquares<W> {
    fn without(self, covered: &SquareBits<W>) -> Self {
        UncoveredSquares {
            open: std::array::from_fn(|i| self.open[i] & !covered[i]),
            tried: std::array::from_fn(|i| self.tried[i] & !covered[i]),
        }
    }

    /// Moves a square from `open` to `tried`.
    fn move_to_tried(&mut self, square: usize) {
        self.open[square / 64] &= !(1 << (square % 64));
        self.tried[square / 64] |= 1 << (square % 64);
    }
}

impl<const W: usize> CoverGraph<W> {
    fn from_constraints(form: &Constraints) -> Self {
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            let mut set = [0; W];
            squares.for_each(|square| set[square / 64] |= 1 << (square % 64));
            set
        };
        let clashes = form.clashes();
        let covers = clashes
            .iter()
            .enumerate()
            .map(|(at, others)| set(&mut others.ones().chain([at])));
        let closed = form.units().iter().filter(|unit| unit.bounds.high() == 0);
        let closed = set(&mut closed.flat_map(|unit| unit.squares.iter().copied()));
        let all: SquareBits<W> = set(&mut (0..clashes.len()));
        CoverGraph {
            covers: covers.collect(),
            open: std::array::from_fn(|i| all[i] & !closed[i]),
        }
    }

    /// Returns the number of sets, the reason to stop, and the number of threads.
    fn count(&self, threads: usize, meter: &mut Meter<'_>) -> (u128, Step, usize) {
        let root = UncoveredSquares {
            open: self.open,
            tried: [0; W],
        };
        let mut effort = TreeEffort::new(meter, threads);
        let result = effort.search(self, root);
        (result.found.iter().sum(), result.step, effort.used())
    }

    /// Returns the open squares of which every set contains one: those that cover the
    /// square that the fewest of them cover. `None` if every square is covered.
    ///
    /// This choice keeps the tree small: if there is no such square, the branch ends at
    /// once.
    #[inline(always)]
    fn branching_squares(
        &self,
        UncoveredSquares { open, tried }: &UncoveredSquares<W>,
    ) -> Option<SquareBits<W>> {
        let uncovered: SquareBits<W> = std::array::from_fn(|i| open[i] | tried[i]);
        let mut scarcest: Option<(u32, SquareBits<W>)> = None;
        for square in members(uncovered) {
            let choices: SquareBits<W> =
                std::array::from_fn(|i| self.covers[square][i] & open[i]);
            let number = choices.iter().map(|word| word.count_ones()).sum();
            if scarcest.is_none_or(|(fewest, _)| number < fewest) {
                scarcest = Some((number, choices));
            }
        }
        scarcest.map(|(_, choices)| choices)
    }
}

impl<const W: usize> CoverGraph<W> {
    /// Adds the number of sets of open squares that cover all of `uncovered`.
    fn count_sets(
        &self,
        mut uncovered: UncoveredSquares<W>,
        sets: &mut u128,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        let Some(branching) = self.branching_squares(&uncovered) else {
            *sets += 1;
            return Ok(());
        };
        for square in members(branching) {
            self.count_sets(uncovered.without(&self.covers[square]), sets, meter)?;
            uncovered.move_to_tried(square);
        }
        Ok(())
    }
}

impl<const W: usize> TreeSearch for CoverGraph<W> {
    type Node = UncoveredSquares<W>;
    /// Number of sets.
    type Found = u128;

    fn children(&self, node: &UncoveredSquares<W>) -> Option<Vec<UncoveredSquares<W>>> {
        let mut rest = *node;
        let mut children = Vec::new();
        for square in members(self.branching_squares(node)?) {
            children.push(rest.without(&self.covers[square]));
            rest.move_to_tried(square);
        }
        Some(children)
    }

    fn search(
        &self,
        node: &UncoveredSquares<W>,
        sets: &mut u128,
        meter: &mut Meter<'_>,
    ) -> Step {
        self.count_sets(*node, sets, meter)
    }
}

/// Lists the squares of a set.
fn members<const W: usize>(mut set: SquareBits<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let word = set.iter().position(|&word| word != 0)?;
        let square = 64 * word + set[word].trailing_zeros() as usize;
        set[word] &= set[word] - 1;
        Some(square)
    })
}
