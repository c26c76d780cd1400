//! Counting the sets to which no piece can be added.
//!
//! A piece reaches the squares that it attacks, and those of its row, column or region if that takes one piece at the
//! most. A maximal set reaches or holds every square that pieces may stand on. So some square that is neither is taken at
//! each step, with the fewest choices left, and each choice is tried: a piece there, or on a square that reaches
//! it. A square that was tried is left empty from then on, and must be reached in the end. (Bron and Kerbosch,
//! "Finding all cliques of an undirected graph", Communications of the ACM 16, 1973, in the complement of the graph
//! of attacks; the choice of the square after Tomita, Tanaka and Takahashi 2006.)

mod engine;

pub use engine::MaximalSets;

use super::ferrers;
use control::{Limits, Meter, Outcome, Statistics, Step};
use queens_model::constraints::Constraints;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};

/// Its id among the engines.
const ID: &str = "maximal";

/// The most squares.
const MOST_SQUARES: usize = 1024;

/// The answer of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximalReport {
    /// The sets that were found: all of them if the outcome is [`Outcome::Exhausted`].
    pub count: u128,
    /// Whether all was searched, or what stopped the count.
    pub outcome: Outcome,
    /// The books.
    pub statistics: Statistics,
}

/// Whether the maximal sets of `problem` can be counted.
///
/// # Errors
/// Why they cannot.
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    if !problem.givens().is_empty() {
        let reason = "it counts maximal sets on a board without given queens";
        return Err(Unsupported::new(ID, Parameter::Givens, reason));
    }
    let units = problem.units();
    for (parameter, bounds) in
        [(Parameter::Rows, units.row), (Parameter::Columns, units.column), (Parameter::Regions, units.region)]
    {
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
    Constraints::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))?;
    let squares = problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free).count();
    if squares > MOST_SQUARES {
        let reason = format!("{squares} squares are too many for maximal sets: at most {MOST_SQUARES}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(())
}

/// Counts the sets of pieces of `problem` that do not attack each other and to which none can be added: for queens
/// the sequence A146303 of the On-Line Encyclopedia of Integer Sequences. Rooks and bishops are counted by the lengths of
/// their lines where those are nested ([`ferrers::maximal`]).
///
/// # Errors
/// A row, column or region that takes anything but at most one or any number; a demand on the board; given pieces; more
/// than 1,024 squares.
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
pub fn count(problem: &Problem, limits: &Limits) -> Result<MaximalReport, Unsupported> {
    let limits = &limits.started();
    accepts(problem)?;
    let mut meter = Meter::new(limits);
    match ferrers::maximal(problem) {
        Ok(count) => {
            return Ok(MaximalReport { count, outcome: Outcome::Exhausted, statistics: meter.statistics() });
        }
        Err(error) if error.parameter == Parameter::Answer => return Err(error.by(ID)),
        Err(_) => {}
    }
    let too_many = |error| Unsupported::from(error).by(ID);
    Constraints::check_size(problem).map_err(too_many)?;
    let is_free = |&square: &Square| problem.kind(square) == SquareKind::Free;
    let squares = problem.every_square().filter(is_free).count();
    if squares > MOST_SQUARES {
        let reason = format!("{squares} squares are too many for maximal sets: at most {MOST_SQUARES}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    let form = match Constraints::within(problem, limits).map_err(too_many)? {
        Ok(form) => form,
        Err(stop) => {
            return Ok(MaximalReport { count: 0, outcome: Err(stop).into(), statistics: meter.statistics() });
        }
    };
    let (count, step) = match squares {
        0..=64 => Graph::<1>::of(&form).count(&mut meter),
        65..=128 => Graph::<2>::of(&form).count(&mut meter),
        129..=256 => Graph::<4>::of(&form).count(&mut meter),
        _ => Graph::<16>::of(&form).count(&mut meter),
    };
    Ok(MaximalReport { count, outcome: step.into(), statistics: meter.statistics() })
}

type Set<const W: usize> = [u64; W];

struct Graph<const W: usize> {
    /// For each square those that a piece on it holds or reaches.
    reached: Vec<Set<W>>,
    /// The squares that pieces may stand on.
    open: Set<W>,
    found: u128,
}

impl<const W: usize> Graph<W> {
    fn of(form: &Constraints) -> Self {
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            let mut set = [0; W];
            squares.for_each(|square| set[square / 64] |= 1 << (square % 64));
            set
        };
        let clashes = form.clashes();
        let reached = clashes.iter().enumerate().map(|(at, others)| set(&mut others.ones().chain([at])));
        let closed = form.units().iter().filter(|unit| unit.bounds.high() == 0);
        let closed = set(&mut closed.flat_map(|unit| unit.squares.iter().copied()));
        let all: Set<W> = set(&mut (0..clashes.len()));
        Graph { reached: reached.collect(), open: std::array::from_fn(|i| all[i] & !closed[i]), found: 0 }
    }

    fn count(mut self, meter: &mut Meter<'_>) -> (u128, Step) {
        let step = self.sets(self.open, [0; W], meter);
        (self.found, step)
    }

    /// Counts the sets of squares of `open` that reach all of it and all of `tried`.
    fn sets(&mut self, mut open: Set<W>, mut tried: Set<W>, meter: &mut Meter<'_>) -> Step {
        meter.expand()?;
        let to_reach: Set<W> = std::array::from_fn(|i| open[i] | tried[i]);
        let choices =
            |square: usize| -> Set<W> { std::array::from_fn(|i| self.reached[square][i] & open[i]) };
        let size = |set: &Set<W>| set.iter().map(|word| word.count_ones()).sum::<u32>();
        let Some(scarcest) = members(to_reach).map(choices).min_by_key(size) else {
            self.found += 1;
            return Ok(());
        };
        for square in members(scarcest) {
            let reached = self.reached[square];
            let without = |set: Set<W>| std::array::from_fn(|i| set[i] & !reached[i]);
            self.sets(without(open), without(tried), meter)?;
            open[square / 64] &= !(1 << (square % 64));
            tried[square / 64] |= 1 << (square % 64);
        }
        Ok(())
    }
}

/// The numbers of the squares of a set.
fn members<const W: usize>(mut set: Set<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let word = set.iter().position(|&word| word != 0)?;
        let square = 64 * word + set[word].trailing_zeros() as usize;
        set[word] &= set[word] - 1;
        Some(square)
    })
}
