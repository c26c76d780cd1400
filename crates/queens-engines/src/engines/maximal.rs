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
use control::{Limits, Meter, Outcome, Statistics, Step};
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::square::Square;
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
pub fn count(problem: &Problem, limits: &Limits) -> Result<MaximalReport, Unsupported> {
    let limits = &limits.started();
    accepts(problem)?;
    let mut meter = Meter::new(limits);
    match ferrers::maximal(problem) {
        Ok(count) => {
            return Ok(MaximalReport {
                count,
                outcome: Outcome::Exhausted,
                statistics: meter.statistics(),
            });
        }
        Err(error) if error.parameter == Parameter::Answer => return Err(error.by(ID)),
        Err(_) => {}
    }
    let too_many = |error| Unsupported::from(error).by(ID);
    Instance::check_size(problem).map_err(too_many)?;
    let is_free = |&square: &Square| problem.kind(square) == SquareKind::Free;
    let squares = problem.every_square().filter(is_free).count();
    if squares > MAX_SQUARES {
        let reason = format!(
            "{squares} squares are too many for maximal sets: at most {MAX_SQUARES}"
        );
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    let form = match Constraints::within(problem, limits).map_err(too_many)? {
        Ok(form) => form,
        Err(stop) => {
            return Ok(MaximalReport {
                count: 0,
                outcome: Err(stop).into(),
                statistics: meter.statistics(),
            });
        }
    };
    let (count, step) = match squares {
        0..=64 => CoverGraph::<1>::from_constraints(&form).count(&mut meter),
        65..=128 => CoverGraph::<2>::from_constraints(&form).count(&mut meter),
        129..=256 => CoverGraph::<4>::from_constraints(&form).count(&mut meter),
        _ => CoverGraph::<16>::from_constraints(&form).count(&mut meter),
    };
    Ok(MaximalReport {
        count,
        outcome: step.into(),
        statistics: meter.statistics(),
    })
}

type SquareBits<const W: usize> = [u64; W];

struct CoverGraph<const W: usize> {
    /// For each square, itself and the squares that a piece on it covers.
    covers: Vec<SquareBits<W>>,
    /// Squares that may take a piece.
    open: SquareBits<W>,
    sets: u128,
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
            sets: 0,
        }
    }

    fn count(mut self, meter: &mut Meter<'_>) -> (u128, Step) {
        let step = self.count_sets(self.open, [0; W], meter);
        (self.sets, step)
    }

    /// Counts the sets of squares of `open` that cover all of `open` and all of `tried`.
    ///
    /// `open` and `tried` are disjoint. Branching on the square that the fewest open
    /// squares cover keeps the tree small: every set must contain one of these, and if
    /// there is none, the branch ends at once.
    fn count_sets(
        &mut self,
        mut open: SquareBits<W>,
        mut tried: SquareBits<W>,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        let uncovered: SquareBits<W> = std::array::from_fn(|i| open[i] | tried[i]);
        let choices = |square: usize| -> SquareBits<W> {
            std::array::from_fn(|i| self.covers[square][i] & open[i])
        };
        let size =
            |set: &SquareBits<W>| set.iter().map(|word| word.count_ones()).sum::<u32>();
        let Some(scarcest) = members(uncovered).map(choices).min_by_key(size) else {
            self.sets += 1;
            return Ok(());
        };
        for square in members(scarcest) {
            let covers = self.covers[square];
            let without =
                |set: SquareBits<W>| std::array::from_fn(|i| set[i] & !covers[i]);
            self.count_sets(without(open), without(tried), meter)?;
            open[square / 64] &= !(1 << (square % 64));
            tried[square / 64] |= 1 << (square % 64);
        }
        Ok(())
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
