//! Counting queens and pawns: n + k queens on n x n, with k pawns between them.
//!
//! A pawn attacks nothing and stops all attacks (Chatham, Fricke and Skaggs, "The queens separation problem",
//! Utilitas Mathematica 69, 2006). A row with p pawns holds p + 1 queens at most, so each row has exactly that
//! many: queens and pawns take turns in it, a queen first and last; and so they do in each column.
//!
//! # Method
//! Row by row, with three words as for queens alone (Qiu 1988, Richards 1997): the columns whose last piece is a
//! queen, and the squares of the next row that diagonals strike. A queen needs a square in none of them, a pawn
//! one in the first; a pawn takes its square out of all three. The first row is searched to its middle, for
//! the mirror image of a solution is another one.
//!
//! Up to symmetry, a solution that s of the eight symmetries leave as it is counts s eighths.

mod engine;

pub use engine::Pawns;

use crate::parallel::{self, Counter, Options, Report, Sharded, SharedMeter, Tally};
use control::{Limits, Outcome, Step, Stop};
use queens_model::placement::Placement;
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use serde_json::{Value, json};

/// The id of the engine.
pub const ID: &str = "pawns";

/// The largest board.
const LARGEST: u32 = 31;

/// After so many nodes the limits are looked at.
const NODES_AT_ONCE: u64 = 1 << 14;

/// Counts the ways to put `size` + `pawns` queens and `pawns` pawns on `size` x `size` so that no queen attacks
/// another: the sequences A000170, A103330, A129551 and A129553 of the On-Line Encyclopedia of Integer Sequences
/// for 0 to 3 pawns; up to symmetry A002562, A103331, A129552 and A129554.
///
/// The only figure of the tally is the sum over the solutions of the number of symmetries that leave each as it is:
/// see [`fundamental`].
///
/// # Errors
/// A board of more than 31 x 31; no room for so many threads.
///
/// # Complexity
/// About eight times the work for each size more, and some ten times for each pawn more. O(size) words.
///
/// ```
/// use queens::engines::pawns;
///
/// // Nine queens and a pawn on the chessboard: 128 ways, 16 up to symmetry.
/// let found = pawns::count(8, 1, &Default::default())?.tally;
/// assert_eq!((found.count, pawns::fundamental(&found)), (128, 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(size: u32, pawns: u32, options: &Options<'_>) -> Result<Report, Unsupported> {
    parallel::run_all(&*shards(size, pawns)?, options)
}

/// How many the solutions are up to the symmetries of the square, where `tally` is that of all units.
#[must_use]
pub fn fundamental(tally: &Tally) -> u128 {
    tally.figures.first().map_or(0, |eighths| eighths / 8)
}

/// Cuts [`count`] into units: by the queen in the first row, up to its middle, and the first one of the second row.
/// All are taken for as long as each other.
///
/// # Errors
/// A board of more than 31 x 31.
///
/// # Complexity
/// O(1).
pub fn shards(size: u32, pawns: u32) -> Result<Box<dyn Sharded>, Unsupported> {
    if size > LARGEST {
        let reason =
            format!("queens and pawns go on boards up to {LARGEST} x {LARGEST}, not {size} x {size}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(Box::new(Shards { size, pawns }))
}

struct Shards {
    size: u32,
    pawns: u32,
}

impl Sharded for Shards {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        // The board without squares is a unit, too.
        u64::from(self.size.div_ceil(2) * self.size).max(1)
    }

    fn weight(&self, _unit: u64) -> f64 {
        1.0 / self.units() as f64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        Some(weight(self.size, begun(self.size, unit).0))
    }

    fn describe(&self, unit: u64) -> Value {
        let (first, second) = begun(self.size, unit);
        json!({ "first": first, "second": second })
    }

    fn figures(&self) -> Vec<String> {
        vec!["eighths".to_owned()]
    }

    fn kernel(&self) -> Kernel {
        Kernel::Baseline
    }

    fn work(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let mut search = Search::new(self.size, meter);
        while let Some(unit) = next() {
            search.unit(unit, self.pawns)?;
            let Found { count, nodes, eighths } = std::mem::take(&mut search.found);
            finished(unit, Tally::new(count, nodes, &[eighths.into()]));
        }
        Ok(())
    }
}

/// The columns of the queen in the first row and of the first one in the second row, by the number of their unit.
fn begun(size: u32, unit: u64) -> (u32, u32) {
    let columns = u64::from(size.max(1));
    ((unit / columns) as u32, (unit % columns) as u32)
}

/// How often a unit counts whose first queen stands in this column: with its mirror image, or alone.
fn weight(size: u32, first: u32) -> u64 {
    if size == 0 || 2 * first + 1 == size { 1 } else { 2 }
}

/// What one unit came to.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    count: Counter,
    /// Queens that were put.
    nodes: u64,
    /// The sum over the solutions of the number of symmetries that leave each as it is.
    eighths: u64,
}

/// Queens, and pawns between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Where the queens stand.
    pub queens: Placement,
    /// Where the pawns stand.
    pub pawns: Vec<Square>,
}

/// Looks for one way to put them, on one thread. There is none if the outcome is [`Outcome::Exhausted`].
///
/// # Errors
/// A board of more than 31 x 31.
///
/// # Complexity
/// As [`count`] where there is none.
///
/// ```
/// use queens::engines::pawns;
///
/// let (found, _) = pawns::first(8, 1, &Default::default())?;
/// let found = found.expect("A103330 has 128 of them");
/// assert_eq!((found.queens.len(), found.pawns.len()), (9, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first(size: u32, pawns: u32, limits: &Limits) -> Result<(Option<Position>, Outcome), Unsupported> {
    let units = shards(size, pawns)?.units();
    let meter = SharedMeter::new(limits);
    let mut search = Search { stops_at_first: true, ..Search::new(size, &meter) };
    let step = (0..units).try_for_each(|unit| search.unit(unit, pawns));
    let found = (step == Err(Stop::Found)).then(|| search.position());
    Ok((found, step.into()))
}

/// One row: its queens and pawns, a bit for each column.
#[derive(Clone, Copy, Default)]
struct Row {
    queens: u32,
    pawns: u32,
}

/// What the rows so far mean for the next one.
#[derive(Clone, Copy)]
struct State {
    /// Columns whose last piece is a queen.
    held: u32,
    /// Squares that diagonals strike which run down to the left, and to the right.
    left: u32,
    right: u32,
    /// Pawns to go.
    pawns: u32,
}

impl State {
    /// After `row`.
    fn below(self, row: Row) -> State {
        State {
            held: (self.held | row.queens) & !row.pawns,
            left: ((self.left | row.queens) & !row.pawns) >> 1,
            right: ((self.right | row.queens) & !row.pawns) << 1,
            pawns: self.pawns - row.pawns.count_ones(),
        }
    }
}

struct Search<'a> {
    size: u32,
    all: u32,
    rows: Vec<Row>,
    /// How often a solution counts: with its mirror image, or alone.
    weight: u64,
    found: Found,
    /// Whether one solution is all that is wanted.
    stops_at_first: bool,
    /// Nodes that are not in the books yet.
    fresh: u64,
    meter: &'a SharedMeter<'a>,
}

impl<'a> Search<'a> {
    fn new(size: u32, meter: &'a SharedMeter<'a>) -> Self {
        let all = ((1u64 << size) - 1) as u32;
        let (rows, found) = (Vec::new(), Found::default());
        Search { size, all, rows, weight: 1, found, stops_at_first: false, fresh: 0, meter }
    }

    /// Searches the boards of a unit.
    fn unit(&mut self, unit: u64, pawns: u32) -> Step {
        let (first, second) = begun(self.size, unit);
        self.weight = weight(self.size, first);
        let top = Row { queens: 1 << first, pawns: 0 };
        let empty = State { held: 0, left: 0, right: 0, pawns };
        let state = empty.below(top);
        self.rows.clear();
        if self.size == 0 {
            return self.finish(empty);
        }
        self.rows.push(top);
        if self.size == 1 {
            return self.finish(state);
        }
        if self.open(state) >> second & 1 == 0 {
            return Ok(());
        }
        let started = Row { queens: 1 << second, pawns: 0 };
        self.go_on(state, started, 2 << second)?;
        self.meter.spend(std::mem::take(&mut self.fresh))
    }

    /// Where queens may stand in the next row.
    fn open(&self, state: State) -> u32 {
        self.all & !(state.held | state.left | state.right)
    }

    /// Whether the next row has a square for a queen, and the one after it too where no pawn can open one.
    fn has_room(&self, state: State) -> bool {
        let second = State { left: state.left >> 1, right: state.right << 1, ..state };
        let has_second = state.pawns == 0 && self.rows.len() + 1 < self.size as usize;
        self.open(state) != 0 && !(has_second && self.open(second) == 0)
    }

    /// Fills the next row, and those below it.
    fn fill(&mut self, state: State) -> Step {
        let mut open = self.open(state);
        while open != 0 {
            let queens = open & open.wrapping_neg();
            open &= open - 1;
            self.go_on(state, Row { queens, pawns: 0 }, queens << 1)?;
        }
        Ok(())
    }

    /// With the queens and pawns of `row`, all before the square `after`: leaves it at that, and adds a pawn and a
    /// queen in all ways.
    fn go_on(&mut self, state: State, row: Row, after: u32) -> Step {
        self.found.nodes += 1;
        self.fresh += 1;
        if self.fresh == NODES_AT_ONCE {
            self.meter.spend(std::mem::take(&mut self.fresh))?;
        }
        self.end_row(state, row)?;
        let is_last = self.rows.len() + 1 == self.size as usize;
        if is_last || state.pawns == row.pawns.count_ones() {
            return Ok(());
        }
        // The negative of a single bit is that bit and all above it: the squares from `after` on.
        let mut pawns = state.held & after.wrapping_neg();
        while pawns != 0 {
            let pawn = pawns & pawns.wrapping_neg();
            pawns &= pawns - 1;
            let mut queens = self.open(state) & (pawn << 1).wrapping_neg();
            while queens != 0 {
                let queen = queens & queens.wrapping_neg();
                queens &= queens - 1;
                let longer = Row { queens: row.queens | queen, pawns: row.pawns | pawn };
                self.go_on(state, longer, queen << 1)?;
            }
        }
        Ok(())
    }

    /// With `row` as it is.
    fn end_row(&mut self, state: State, row: Row) -> Step {
        let below = state.below(row);
        self.rows.push(row);
        if self.rows.len() == self.size as usize {
            self.finish(below)?;
        } else if self.has_room(below) {
            self.fill(below)?;
        }
        self.rows.pop();
        Ok(())
    }

    /// Counts the solution, if no pawn is left.
    fn finish(&mut self, state: State) -> Step {
        if state.pawns == 0 {
            self.found.count.add(self.weight, 1);
            let kept = Symmetry::ALL.into_iter().filter(|&symmetry| self.is_kept_by(symmetry)).count();
            self.found.eighths += self.weight * kept as u64;
            if self.stops_at_first {
                return Err(Stop::Found);
            }
        }
        Ok(())
    }

    /// What stands on the rows.
    fn position(&self) -> Position {
        let squares = |of: fn(&Row) -> u32| {
            let of_row = move |(row, pieces): (u32, &Row)| {
                let mask = of(pieces);
                (0..u32::BITS)
                    .filter(move |column| mask >> column & 1 == 1)
                    .map(move |column| Square { row, column })
            };
            (0..).zip(&self.rows).flat_map(of_row).collect::<Vec<_>>()
        };
        Position { queens: Placement::new(squares(|row| row.queens)), pawns: squares(|row| row.pawns) }
    }

    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        (0..).zip(&self.rows).all(|(row, pieces)| {
            self.has_images(symmetry, row, pieces.queens, |row| row.queens)
                && self.has_images(symmetry, row, pieces.pawns, |row| row.pawns)
        })
    }

    /// Whether the squares `mask` of a row have their images among those that `of` picks.
    fn has_images(&self, symmetry: Symmetry, row: u32, mask: u32, of: fn(&Row) -> u32) -> bool {
        (0..self.size).filter(|column| mask >> column & 1 == 1).all(|column| {
            let image = symmetry.apply(Square { row, column }, self.size, self.size);
            of(&self.rows[image.row as usize]) >> image.column & 1 == 1
        })
    }
}
