//! The general form of a problem: a conflict relation over squares, and units with bounds.
//!
//! It is all that an exact solver needs to know of any problem.

mod cliques;

use crate::placement::Placement;
use crate::problem::{Bounds, Edge, Edges, Problem, Ray, SquareKind, Unit};
use crate::square::Square;
use crate::symmetry::Symmetry;
use control::{Limits, Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Largest number of free squares for which the relation is built: its size is quadratic in them.
pub const MAX_SQUARES: usize = 16_384;

/// A problem with too many squares for its general form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {rows} x {columns} is too large for the general form, which relates every two squares: at most {MAX_SQUARES} squares"
)]
pub struct TooManySquares {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
}

/// A set of free squares that takes between `bounds.low()` and `bounds.high()` queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSquares {
    /// The unit of the problem.
    pub unit: Unit,
    /// Number of queens that it takes.
    pub bounds: Bounds,
    /// Its free squares, as positions in [`Constraints::squares`], in order.
    pub squares: Vec<usize>,
}

/// Number of a square that is not free.
const NOT_FREE: u32 = u32::MAX;

/// A problem, reduced to squares, conflicts, units and givens. Squares are numbered by their
/// position in [`Constraints::squares`].
#[derive(Clone, Debug)]
pub struct Constraints {
    rows: u32,
    columns: u32,
    squares: Vec<Square>,
    /// Number of each square of the board, row by row; [`NOT_FREE`] for those that are not free.
    number: Vec<u32>,
    conflicts: Vec<FixedBitSet>,
    units: Vec<UnitSquares>,
    givens: Vec<usize>,
}

impl Constraints {
    /// Checks that `problem` is small enough for its general form.
    ///
    /// # Errors
    /// As [`Constraints::of`].
    pub fn check_size(problem: &Problem) -> Result<(), TooManySquares> {
        // A board without squares may still have too many rows to visit.
        let board = u64::from(problem.rows().max(1)) * u64::from(problem.columns().max(1));
        if board > MAX_SQUARES as u64 {
            return Err(TooManySquares { rows: problem.rows(), columns: problem.columns() });
        }
        Ok(())
    }

    /// Reduces a problem to its general form.
    ///
    /// # Errors
    /// More than [`MAX_SQUARES`] squares.
    ///
    /// # Complexity
    /// O(squares x rays x length of a ray) time, O(squares^2) bits.
    pub fn of(problem: &Problem) -> Result<Self, TooManySquares> {
        let unlimited = Self::within(problem, &Limits::default())?;
        Ok(unlimited.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}")))
    }

    /// Reduces a problem within limits on time and memory: on joined edges rays can be as long as the board has
    /// squares. The inner error is a limit.
    ///
    /// # Errors
    /// More than [`MAX_SQUARES`] squares.
    ///
    /// # Complexity
    /// As [`Constraints::of`].
    pub fn within(problem: &Problem, limits: &Limits) -> Result<Result<Self, Stop>, TooManySquares> {
        Self::check_size(problem)?;
        Ok(Self::build(problem, limits))
    }

    fn build(problem: &Problem, limits: &Limits) -> Result<Self, Stop> {
        let mut meter = Meter::new(limits);
        let mut form = Self::plain(problem, &mut meter)?;
        let mut conflicts = std::mem::take(&mut form.conflicts);
        for (i, &from) in form.squares.iter().enumerate() {
            for &ray in problem.piece().rays() {
                meter.tick()?;
                for target in struck(problem, from, ray).filter_map(|square| form.number(square)) {
                    conflicts[i].insert(target);
                    conflicts[target].insert(i);
                }
            }
        }
        Ok(Constraints { conflicts, ..form })
    }

    /// Returns the squares, units and givens of a problem, without attacks: its demands alone.
    ///
    /// # Errors
    /// As [`Constraints::of`].
    ///
    /// # Complexity
    /// O(squares x units) time.
    pub fn without_attacks(problem: &Problem) -> Result<Self, TooManySquares> {
        Self::check_size(problem)?;
        let unlimited = Self::plain(problem, &mut Meter::new(&Limits::default()));
        Ok(unlimited.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}")))
    }

    fn plain(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let free = |square: &Square| problem.kind(*square) == SquareKind::Free;
        let squares: Vec<Square> = problem.every_square().filter(free).collect();
        let (rows, columns) = (problem.rows(), problem.columns());
        let place = |square: Square| (square.row * columns + square.column) as usize;
        let mut number = vec![NOT_FREE; rows as usize * columns as usize];
        for (i, &square) in (0..).zip(&squares) {
            number[place(square)] = i;
        }
        let numbered = |square| Some(number[place(square)]).filter(|&i| i != NOT_FREE).map(|i| i as usize);
        let givens = problem.givens().iter().filter_map(|&square| numbered(square)).collect();
        meter.memory((squares.len() * squares.len() / 8) as u64)?;
        let conflicts = vec![FixedBitSet::with_capacity(squares.len()); squares.len()];
        let units = units(problem, &squares, meter)?;
        Ok(Constraints { rows, columns, squares, number, conflicts, units, givens })
    }

    /// Returns the free squares, in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the number of a square; `None` for a hole, a wall or a square off the board.
    #[must_use]
    pub fn number(&self, square: Square) -> Option<usize> {
        let is_on_board = square.row < self.rows && square.column < self.columns;
        let place = is_on_board.then(|| (square.row * self.columns + square.column) as usize);
        place.map(|place| self.number[place]).filter(|&i| i != NOT_FREE).map(|i| i as usize)
    }

    /// Returns the squares that take no queen because of a given one: those that she attacks, or from which a queen would attack
    /// her, except those of given queens; in order.
    pub fn attacked(&self) -> impl Iterator<Item = Square> {
        let mut attacked = FixedBitSet::with_capacity(self.squares.len());
        self.givens.iter().for_each(|&given| attacked.union_with(&self.conflicts[given]));
        self.givens.iter().for_each(|&given| attacked.set(given, false));
        attacked.into_ones().map(|number| self.squares[number])
    }

    /// Returns the number of squares of the board, blocked ones included.
    #[must_use]
    pub fn board(&self) -> usize {
        self.number.len()
    }

    /// Returns the index of square `number` among all squares of the board, row by row, from 0.
    #[must_use]
    pub fn place(&self, number: usize) -> usize {
        let square = self.squares[number];
        square.row as usize * self.columns as usize + square.column as usize
    }

    /// Returns the squares that a queen on square `number` attacks, or from which a queen would attack her.
    #[must_use]
    pub fn conflicts(&self, number: usize) -> &FixedBitSet {
        &self.conflicts[number]
    }

    /// Returns for each square those that a queen on it attacks by her own moves. They are the [conflicts](Self::conflicts)
    /// unless the edges have [one-way attacks](Edges::have_one_way_attacks). `problem` is the one of this general form.
    ///
    /// # Errors
    /// A limit.
    ///
    /// # Complexity
    /// With one-way attacks that of [`Constraints::of`], otherwise constant.
    pub fn attacks(&self, problem: &Problem, limits: &Limits) -> Result<Cow<'_, [FixedBitSet]>, Stop> {
        if !problem.edges().have_one_way_attacks() {
            return Ok(Cow::Borrowed(&self.conflicts));
        }
        let mut meter = Meter::new(limits);
        meter.memory((self.squares.len() * self.squares.len() / 8) as u64)?;
        let mut attacks = vec![FixedBitSet::with_capacity(self.squares.len()); self.squares.len()];
        for (attacked, &from) in attacks.iter_mut().zip(&self.squares) {
            for &ray in problem.piece().rays() {
                meter.tick()?;
                attacked.extend(struck(problem, from, ray).filter_map(|square| self.number(square)));
            }
        }
        Ok(Cow::Owned(attacks))
    }

    /// Returns every unit that has a demand.
    #[must_use]
    pub fn units(&self) -> &[UnitSquares] {
        &self.units
    }

    /// Returns the given queens, by number.
    #[must_use]
    pub fn givens(&self) -> &[usize] {
        &self.givens
    }

    /// Returns for each square those that cannot take a queen as well: because they attack each other, or because
    /// both belong to a unit that takes only one.
    ///
    /// # Complexity
    /// O(squares^2) bits, and the same for each square of each such unit.
    #[must_use]
    pub fn clashes(&self) -> Vec<FixedBitSet> {
        let mut clashes = self.conflicts.clone();
        for unit in self.units.iter().filter(|unit| unit.bounds.high() == 1) {
            let mut members = FixedBitSet::with_capacity(self.squares.len());
            members.extend(unit.squares.iter().copied());
            for &square in &unit.squares {
                clashes[square].union_with(&members);
                clashes[square].remove(square);
            }
        }
        clashes
    }

    /// Returns true if `queens` (numbers of squares) meet the demand of every unit.
    #[must_use]
    pub fn meets_demands(&self, queens: &[usize]) -> bool {
        self.units.iter().all(|unit| {
            let count = queens.iter().filter(|queen| unit.squares.binary_search(queen).is_ok()).count();
            unit.bounds.contains(count as u32)
        })
    }

    /// Finds a unit that lacks a queen and has no square left for one beside the given queens: it proves that there
    /// is no solution. `None` proves nothing.
    ///
    /// # Complexity
    /// O(squares) for each given queen and each unit.
    #[must_use]
    pub fn starved(&self) -> Option<Unit> {
        let mut open = FixedBitSet::with_capacity(self.squares.len());
        open.insert_range(..);
        for &given in &self.givens {
            open.remove(given);
            open.difference_with(&self.conflicts[given]);
        }
        let lacking = |unit: &UnitSquares| {
            let standing =
                self.givens.iter().filter(|given| unit.squares.binary_search(given).is_ok()).count();
            unit.bounds.low() as usize > standing
        };
        for unit in self.units.iter().filter(|unit| unit.bounds.high() == 1 && !lacking(unit)) {
            if unit.squares.iter().any(|square| self.givens.contains(square)) {
                unit.squares.iter().for_each(|&square| open.remove(square));
            }
        }
        let is_starved =
            |unit: &&UnitSquares| lacking(unit) && !unit.squares.iter().any(|&square| open.contains(square));
        self.units.iter().find(is_starved).map(|unit| unit.unit)
    }

    /// Returns the placement on the squares with these numbers.
    #[must_use]
    pub fn placement(&self, numbers: impl IntoIterator<Item = usize>) -> Placement {
        Placement::new(numbers.into_iter().map(|number| self.squares[number]).collect())
    }

    /// Returns the symmetries of the square that leave this problem unchanged: its own group. It always contains the
    /// identity, which is first.
    ///
    /// # Complexity
    /// O(squares + conflicts) for each of the eight.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let unlimited = self.symmetries_within(&Limits::default());
        unlimited.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}"))
    }

    /// Does the same as [`Constraints::symmetries`], within a limit on time.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn symmetries_within(&self, limits: &Limits) -> Result<Vec<Symmetry>, Stop> {
        let mut meter = Meter::new(limits);
        let mut kept = Vec::new();
        for symmetry in Symmetry::ALL {
            if self.is_kept_by(symmetry, &mut meter)? {
                kept.push(symmetry);
            }
        }
        Ok(kept)
    }

    /// Returns the image of `square` under `symmetry`. The board must be square if the symmetry exchanges its axes.
    #[must_use]
    pub fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        symmetry.apply(square, self.rows, self.columns)
    }

    /// Returns the image of each square under `symmetry`; `None` if one is not on a free square.
    #[must_use]
    pub fn images(&self, symmetry: Symmetry) -> Option<Vec<usize>> {
        if symmetry.exchanges_axes() && self.rows != self.columns {
            return None;
        }
        self.squares.iter().map(|&square| self.number(self.image(square, symmetry))).collect()
    }

    fn is_kept_by(&self, symmetry: Symmetry, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let Some(images) = self.images(symmetry) else { return Ok(false) };
        let mapped = |numbers: &[usize]| numbers.iter().map(|&n| images[n]).collect::<BTreeSet<usize>>();
        let unit_sets = |map: &dyn Fn(&UnitSquares) -> BTreeSet<usize>| {
            // Regions belong to the board, so that no region maps to a row.
            let kind = |unit: &UnitSquares| match unit.unit {
                Unit::Row(_) | Unit::Column(_) => 0,
                Unit::Region(_) => 1,
                Unit::Total => 2,
            };
            let key = |u: &UnitSquares| (kind(u), u.bounds.low(), u.bounds.high(), map(u));
            let mut sets: Vec<_> = self.units.iter().map(key).collect();
            sets.sort_unstable();
            sets
        };
        let is_plain_kept = mapped(&self.givens) == self.givens.iter().copied().collect()
            && unit_sets(&|u| mapped(&u.squares)) == unit_sets(&|u| u.squares.iter().copied().collect());
        if !is_plain_kept {
            return Ok(false);
        }
        for (conflicts, &image) in self.conflicts.iter().zip(&images) {
            meter.tick()?;
            let of_image = &self.conflicts[image];
            if conflicts.count_ones(..) != of_image.count_ones(..)
                || !conflicts.ones().all(|other| of_image.contains(images[other]))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the squares that a queen on `from` strikes along `ray`.
pub fn struck(problem: &Problem, from: Square, ray: Ray) -> impl Iterator<Item = Square> {
    RayWalk::new(problem, from, ray)
        .take_while(move |at| {
            at.is_none_or(|square| square != from && problem.kind(square) != SquareKind::Wall)
        })
        .flatten()
}

/// A walk along a ray: square by square, turning where the edges turn it.
struct RayWalk {
    sides: (i64, i64),
    edges: Edges,
    at: (i64, i64),
    step: (i64, i64),
    left: u32,
}

impl RayWalk {
    /// Starts at `start` along `ray` on the board of `problem`.
    fn new(problem: &Problem, start: Square, ray: Ray) -> Self {
        RayWalk {
            sides: (problem.rows().into(), problem.columns().into()),
            edges: problem.edges(),
            at: (start.row.into(), start.column.into()),
            step: (ray.rows.into(), ray.columns.into()),
            left: ray.range,
        }
    }
}

/// Folds a coordinate back onto its axis: its new value, true if the step on this axis turned, and true if the other
/// axis is reversed. `None`: off the board. A coordinate of -1 in the result is the mirror strip.
fn fold(at: i64, side: i64, edge: Edge) -> Option<(i64, bool, bool)> {
    if (0..side).contains(&at) {
        return Some((at, false, false));
    }
    match edge {
        Edge::Open => None,
        Edge::Wrap => Some((at.rem_euclid(side), false, false)),
        Edge::Twist => Some((at.rem_euclid(side), false, at.div_euclid(side) % 2 != 0)),
        Edge::Mirror if at == -1 => Some((-1, false, false)),
        Edge::Mirror if at < -1 && -2 - at < side => Some((-2 - at, true, false)),
        Edge::Mirror => None,
    }
}

/// Yields each square that the ray reaches; `None` while it is on a mirror strip.
impl Iterator for RayWalk {
    type Item = Option<Square>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (row, row_turns, flips_columns) =
            fold(self.at.0 + self.step.0, self.sides.0, self.edges.top_bottom)?;
        let (column, column_turns, flips_rows) =
            fold(self.at.1 + self.step.1, self.sides.1, self.edges.left_right)?;
        self.at = (row, column);
        if flips_rows {
            self.at.0 = self.sides.0 - 1 - self.at.0;
        }
        if flips_columns {
            self.at.1 = self.sides.1 - 1 - self.at.1;
        }
        if row_turns != flips_rows {
            self.step.0 = -self.step.0;
        }
        if column_turns != flips_columns {
            self.step.1 = -self.step.1;
        }
        let square = |(row, column)| Some(Square::new(u32::try_from(row).ok()?, u32::try_from(column).ok()?));
        Some(square(self.at))
    }
}

fn units(problem: &Problem, squares: &[Square], meter: &mut Meter<'_>) -> Result<Vec<UnitSquares>, Stop> {
    let demands = problem.units();
    let mut units = Vec::new();
    let mut add = |unit: Unit, bounds: Bounds, member: &dyn Fn(&Square) -> bool| -> Step {
        meter.tick()?;
        let squares: Vec<usize> = (0..squares.len()).filter(|&i| member(&squares[i])).collect();
        if bounds.low() > 0 || (bounds.high() as usize) < squares.len() {
            units.push(UnitSquares { unit, bounds, squares });
        }
        Ok(())
    };
    for row in 0..problem.rows() {
        add(Unit::Row(row), demands.row, &|square| square.row == row)?;
    }
    for column in 0..problem.columns() {
        add(Unit::Column(column), demands.column, &|square| square.column == column)?;
    }
    for region in 0..problem.region_count() {
        add(Unit::Region(region), demands.region, &|square| problem.region(*square) == Some(region))?;
    }
    add(Unit::Total, demands.total, &|_| true)?;
    Ok(units)
}
