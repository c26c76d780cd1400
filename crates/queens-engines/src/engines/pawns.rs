//! Counting n + k queens on n x n with k pawns between them.
//!
//! A pawn attacks nothing and stops all attacks (Chatham, Fricke and Skaggs, "The queens
//! separation problem", Utilitas Mathematica 69, 2006). A row with p pawns has at most p +
//! 1 queens, and n + k queens need that many in every row: queens and pawns alternate,
//! with a queen first and last. The same holds for columns.
//!
//! ```text
//! fill(row): three words: columns whose last piece is a queen, squares attacked from the left and from the right
//!     for each square in none of them: place a queen there, then
//!         go to the next row
//!         or, while pawns are left: place a pawn farther right in a column whose last piece is a queen,
//!             and another queen right of it, and again
//! a pawn removes its square from all three words; the first row is searched to its middle, for its mirror image
//! ```
//!
//! (Three words as for queens alone: Qiu 1988, Richards 1997.) Up to symmetry, a solution
//! that s of the eight symmetries fix counts s eighths.
//!
//! On 6 x 6, a queen in column 2 of the first row takes column 2 and attacks columns 1
//! and 3 of the second row. There, a queen in column 0, a pawn in column 2 and a queen in
//! column 4 leave columns 0 and 4 taken and column 2 open again. The diagonals attack
//! columns 0 and 3 of the third row from the right, and 1, 4 and 5 from the left. So a
//! queen fits in column 2 only.

mod engine;

pub(crate) use engine::Pawns;

use crate::parallel::{
    self, Counter, RunOptions, RunReport, SharedMeter, Tally, WorkUnits,
};
use control::{Limits, Outcome, Step, Stop};
use queens_model::placement::Placement;
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use serde_json::{Value, json};

/// Id of the engine.
pub const ID: &str = "pawns";

/// Largest board.
const MAX_BOARD_SIZE: u32 = 31;

/// Nodes between two polls of the limits.
const POLL_NODES: u64 = 1 << 14;

/// Counts the ways to put `size` + `pawns` queens and `pawns` pawns on `size` x `size` so
/// that no queen attacks another: the sequences A000170, A103330, A129551 and A129553 of
/// the On-Line Encyclopedia of Integer Sequences for 0 to 3 pawns; up to symmetry
/// A002562, A103331, A129552 and A129554.
///
/// The only figure of the tally is the sum over the solutions of the number of symmetries
/// that fix each: see [`fundamental`].
///
/// # Errors
/// A board of more than 31 x 31; threads that cannot be started.
///
/// # Complexity
/// About eight times the work for one row more, and ten times for one pawn more. O(size)
/// words.
///
/// ```
/// use queens::engines::pawns;
///
/// // Nine queens and a pawn on the chessboard: 128 ways, 16 up to symmetry.
/// let found = pawns::count(8, 1, &Default::default())?.tally;
/// assert_eq!((found.count, pawns::fundamental(&found)), (128, 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn count(
    size: u32,
    pawns: u32,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*work_units(size, pawns)?, options)
}

/// Returns the number of solutions up to the symmetries of the square, from the `tally`
/// of all work units.
#[doc(hidden)]
#[must_use]
pub fn fundamental(tally: &Tally) -> u128 {
    tally.figures.first().map_or(0, |eighths| eighths / 8)
}

/// Cuts [`count`] into work units by the queen in the first row, up to its middle, and
/// the first queen of the second row. All work units are assumed to cost the same.
///
/// # Errors
/// A board of more than 31 x 31.
///
/// # Complexity
/// O(1).
#[doc(hidden)]
pub fn work_units(size: u32, pawns: u32) -> Result<Box<dyn WorkUnits>, Unsupported> {
    if size > MAX_BOARD_SIZE {
        let reason = format!(
            "queens and pawns go on boards up to {MAX_BOARD_SIZE} x {MAX_BOARD_SIZE}, not {size} x {size}"
        );
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(Box::new(PawnUnits { size, pawns }))
}

struct PawnUnits {
    size: u32,
    pawns: u32,
}

impl WorkUnits for PawnUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        // The board without squares is a work unit, too.
        u64::from(self.size.div_ceil(2) * self.size).max(1)
    }

    fn weight(&self, _unit: u64) -> f64 {
        1.0 / self.units() as f64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        Some(weight_of_column(
            self.size,
            first_columns(self.size, unit).0,
        ))
    }

    fn describe(&self, unit: u64) -> Value {
        let (first, second) = first_columns(self.size, unit);
        json!({ "first": first, "second": second })
    }

    fn figures(&self) -> Vec<String> {
        vec!["eighths".to_owned()]
    }

    fn kernel(&self) -> Kernel {
        Kernel::Baseline
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let mut search = PawnSearch::new(self.size, meter);
        while let Some(unit) = next() {
            search.search_unit(unit, self.pawns)?;
            let PawnTally {
                count,
                nodes,
                eighths,
            } = std::mem::take(&mut search.found);
            finished(unit, Tally::new(count, nodes, &[eighths.into()]));
        }
        Ok(())
    }
}

/// Returns the columns of the queen in the first row and of the first queen in the second
/// row of a work unit.
fn first_columns(size: u32, unit: u64) -> (u32, u32) {
    let columns = u64::from(size.max(1));
    ((unit / columns) as u32, (unit % columns) as u32)
}

/// Returns the number of solutions for each one found with the first queen in this
/// column: two with the mirror image.
fn weight_of_column(size: u32, first: u32) -> u64 {
    if size == 0 || 2 * first + 1 == size {
        1
    } else {
        2
    }
}

/// Result of one work unit.
#[derive(Clone, Copy, Debug, Default)]
struct PawnTally {
    count: Counter,
    /// Number of queens placed.
    nodes: u64,
    /// Sum over the solutions of the number of symmetries that fix each.
    eighths: u64,
}

/// Queens, and pawns between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PawnPosition {
    /// Squares of the queens.
    pub queens: Placement,
    /// Squares of the pawns.
    pub pawns: Vec<Square>,
}

/// Finds one solution on one thread. There is none if the outcome is
/// [`Outcome::Exhausted`].
///
/// # Errors
/// A board of more than 31 x 31.
///
/// # Complexity
/// That of [`count`] if there is no solution.
///
/// ```
/// use queens::engines::pawns;
///
/// let (found, _) = pawns::first(8, 1, &Default::default())?;
/// let found = found.expect("A103330 has 128 of them");
/// assert_eq!((found.queens.len(), found.pawns.len()), (9, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn first(
    size: u32,
    pawns: u32,
    limits: &Limits,
) -> Result<(Option<PawnPosition>, Outcome), Unsupported> {
    let units = work_units(size, pawns)?.units();
    let meter = SharedMeter::new(limits);
    let mut search = PawnSearch {
        stops_at_first: true,
        ..PawnSearch::new(size, &meter)
    };
    let step = (0..units).try_for_each(|unit| search.search_unit(unit, pawns));
    let found = (step == Err(Stop::Found)).then(|| search.position());
    Ok((found, step.into()))
}

/// One row with its queens and pawns, a bit for each column.
#[derive(Clone, Copy, Default)]
struct PawnRow {
    queens: u32,
    pawns: u32,
}

/// State before a row.
#[derive(Clone, Copy)]
struct PawnState {
    /// Columns whose last piece is a queen.
    held: u32,
    /// Squares that diagonals from the right and from the left attack.
    left: u32,
    right: u32,
    /// Number of pawns to place.
    pawns: u32,
}

impl PawnState {
    /// Returns the state after `row`.
    fn below(self, row: PawnRow) -> PawnState {
        PawnState {
            held: (self.held | row.queens) & !row.pawns,
            left: ((self.left | row.queens) & !row.pawns) >> 1,
            right: ((self.right | row.queens) & !row.pawns) << 1,
            pawns: self.pawns - row.pawns.count_ones(),
        }
    }
}

struct PawnSearch<'a> {
    size: u32,
    all: u32,
    rows: Vec<PawnRow>,
    /// Number of solutions for each one found: two with the mirror image.
    weight: u64,
    found: PawnTally,
    /// True if one solution is enough.
    stops_at_first: bool,
    /// Nodes not reported to the meter yet.
    unreported: u64,
    meter: &'a SharedMeter<'a>,
}

impl<'a> PawnSearch<'a> {
    fn new(size: u32, meter: &'a SharedMeter<'a>) -> Self {
        let all = ((1u64 << size) - 1) as u32;
        let (rows, found) = (Vec::new(), PawnTally::default());
        PawnSearch {
            size,
            all,
            rows,
            weight: 1,
            found,
            stops_at_first: false,
            unreported: 0,
            meter,
        }
    }

    /// Searches a work unit.
    fn search_unit(&mut self, unit: u64, pawns: u32) -> Step {
        let (first, second) = first_columns(self.size, unit);
        self.weight = weight_of_column(self.size, first);
        let top = PawnRow {
            queens: 1 << first,
            pawns: 0,
        };
        let empty = PawnState {
            held: 0,
            left: 0,
            right: 0,
            pawns,
        };
        let state = empty.below(top);
        self.rows.clear();
        if self.size == 0 {
            return self.count_if_complete(empty);
        }
        self.rows.push(top);
        if self.size == 1 {
            return self.count_if_complete(state);
        }
        // The diagonals of the first queen reach this square: the unit is empty.
        if self.open_squares(state) >> second & 1 == 0 {
            return Ok(());
        }
        let started = PawnRow {
            queens: 1 << second,
            pawns: 0,
        };
        self.extend_row(state, started, 2 << second)?;
        self.meter.spend(std::mem::take(&mut self.unreported))
    }

    /// Returns the squares of the next row that may take a queen.
    fn open_squares(&self, state: PawnState) -> u32 {
        self.all & !(state.held | state.left | state.right)
    }

    /// True if the next row has a square for a queen, and the row after it as well if no
    /// pawn can open one.
    fn has_room(&self, state: PawnState) -> bool {
        let second = PawnState {
            left: state.left >> 1,
            right: state.right << 1,
            ..state
        };
        let has_second = state.pawns == 0 && self.rows.len() + 1 < self.size as usize;
        self.open_squares(state) != 0 && !(has_second && self.open_squares(second) == 0)
    }

    /// Fills the next row and all rows below it.
    fn fill_rows(&mut self, state: PawnState) -> Step {
        let mut open = self.open_squares(state);
        while open != 0 {
            let queens = open & open.wrapping_neg();
            open &= open - 1;
            self.extend_row(state, PawnRow { queens, pawns: 0 }, queens << 1)?;
        }
        Ok(())
    }

    /// Ends the row with the queens and pawns of `row`, which are all left of the square
    /// `after`, and extends it by a pawn and a queen in every way.
    ///
    /// Pawn and queen are added from left to right, so each row is visited once. The pawn
    /// must stand in a column whose last piece is a queen, because pieces alternate in
    /// columns too.
    fn extend_row(&mut self, state: PawnState, row: PawnRow, after: u32) -> Step {
        self.found.nodes += 1;
        self.unreported += 1;
        if self.unreported == POLL_NODES {
            self.meter.spend(std::mem::take(&mut self.unreported))?;
        }
        self.end_row(state, row)?;
        let is_last = self.rows.len() + 1 == self.size as usize;
        if is_last || state.pawns == row.pawns.count_ones() {
            return Ok(());
        }
        // The negative of a single bit is that bit and all above it: the squares from
        // `after` on.
        let mut pawns = state.held & after.wrapping_neg();
        while pawns != 0 {
            let pawn = pawns & pawns.wrapping_neg();
            pawns &= pawns - 1;
            let mut queens = self.open_squares(state) & (pawn << 1).wrapping_neg();
            while queens != 0 {
                let queen = queens & queens.wrapping_neg();
                queens &= queens - 1;
                let longer = PawnRow {
                    queens: row.queens | queen,
                    pawns: row.pawns | pawn,
                };
                self.extend_row(state, longer, queen << 1)?;
            }
        }
        Ok(())
    }

    /// Searches the rows below `row`.
    fn end_row(&mut self, state: PawnState, row: PawnRow) -> Step {
        let below = state.below(row);
        self.rows.push(row);
        if self.rows.len() == self.size as usize {
            self.count_if_complete(below)?;
        } else if self.has_room(below) {
            self.fill_rows(below)?;
        }
        self.rows.pop();
        Ok(())
    }

    /// Counts the solution if no pawn is left.
    fn count_if_complete(&mut self, state: PawnState) -> Step {
        if state.pawns == 0 {
            self.found.count.add(self.weight, 1);
            let fixed = Symmetry::ALL
                .into_iter()
                .filter(|&symmetry| self.is_fixed_by(symmetry))
                .count();
            self.found.eighths += self.weight * fixed as u64;
            if self.stops_at_first {
                return Err(Stop::Found);
            }
        }
        Ok(())
    }

    /// Returns the squares of queens and pawns.
    fn position(&self) -> PawnPosition {
        let squares = |of: fn(&PawnRow) -> u32| {
            let of_row = move |(row, pieces): (u32, &PawnRow)| {
                let mask = of(pieces);
                (0..u32::BITS)
                    .filter(move |column| mask >> column & 1 == 1)
                    .map(move |column| Square { row, column })
            };
            (0..).zip(&self.rows).flat_map(of_row).collect::<Vec<_>>()
        };
        PawnPosition {
            queens: Placement::new(squares(|row| row.queens)),
            pawns: squares(|row| row.pawns),
        }
    }

    fn is_fixed_by(&self, symmetry: Symmetry) -> bool {
        (0..).zip(&self.rows).all(|(row, pieces)| {
            self.has_images(symmetry, row, pieces.queens, |row| row.queens)
                && self.has_images(symmetry, row, pieces.pawns, |row| row.pawns)
        })
    }

    /// True if the squares `mask` of a row have their images among the squares that `of`
    /// selects.
    fn has_images(
        &self,
        symmetry: Symmetry,
        row: u32,
        mask: u32,
        of: fn(&PawnRow) -> u32,
    ) -> bool {
        (0..self.size)
            .filter(|column| mask >> column & 1 == 1)
            .all(|column| {
                let image = symmetry.apply(Square { row, column }, self.size, self.size);
                of(&self.rows[image.row as usize]) >> image.column & 1 == 1
            })
    }
}
