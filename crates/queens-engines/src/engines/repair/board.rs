//! The board on which repair works: one queen in each row, each in a column of her own.
//!
//! Takes room for lines, not for squares, so that a board of a million rows is an ordinary one.

use crate::engines::ladder::views::{no_other_units, no_walls, unsupported, wrong_columns, wrong_rows};
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edge, Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// The most single squares that a queen may strike besides her lines.
const MAX_LEAPS: usize = 256;

/// The lines of one direction: a queen stands on that with the number `offset` + column + `slope` x row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    slope: i64,
    offset: i64,
    /// On a board with joined edges lines wrap around: their numbers count modulo this.
    modulus: Option<i64>,
    /// Directions that share a table share their lines: a mirror turns one into the other.
    pub(super) table: usize,
}

impl Direction {
    /// The line through a square.
    #[inline]
    pub(crate) fn line(&self, row: u32, column: u32) -> usize {
        self.in_row(row).through(column)
    }

    #[inline]
    pub(crate) fn in_row(&self, row: u32) -> LinesOfRow {
        LinesOfRow { first: self.offset + self.slope * i64::from(row), modulus: self.modulus }
    }
}

/// The lines of one direction through the squares of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinesOfRow {
    first: i64,
    modulus: Option<i64>,
}

impl LinesOfRow {
    #[inline]
    pub(crate) fn through(self, column: u32) -> usize {
        let line = self.first + i64::from(column);
        self.modulus.map_or(line, |modulus| line.rem_euclid(modulus)) as usize
    }
}

/// What a problem asks of one queen in each row, and of those that are not given.
///
/// The rows are those of the problem, or its columns if these are fewer.
#[derive(Clone, Debug)]
pub(crate) struct RepairBoard<'p> {
    problem: &'p Problem,
    /// Whether rows and columns changed places.
    is_turned: bool,
    /// What lies beyond top and bottom, and beyond left and right, and how many rows and columns there are.
    axes: [(Edge, u32); 2],
    /// Rows without a given queen, ascending.
    pub(super) rows: Vec<u32>,
    /// Columns without a given queen, ascending; at least as many.
    pub(super) columns: Vec<u32>,
    /// The column of the given queen in each row, or [`EMPTY`].
    pub(super) given: Vec<u32>,
    pub(super) directions: Vec<Direction>,
    /// Other squares that strike each other, as (rows, columns) from one to the other.
    leaps: Vec<(i64, i64)>,
}

/// Whether the board is turned, its axes, and its lines and leaps.
type Directions = (bool, [(Edge, u32); 2], Attacks);

/// The edges that it takes.
const EDGES: &str = "it needs open or joined edges, or a mirror above the first row beside open ones";

/// The bytes that a repair takes for each row and column of the board: rows, columns, given queens and queens as
/// numbers, and up to two directions of lines as bits.
const BYTES_FOR_ROW: u64 = 13;
const BYTES_FOR_COLUMN: u64 = 9;

/// A row without a queen.
pub(crate) const EMPTY: u32 = u32::MAX;

impl<'p> RepairBoard<'p> {
    /// Whether `problem` can be read, without the tables that reading makes.
    ///
    /// # Errors
    /// As [`RepairBoard::of`].
    pub(crate) fn check(problem: &Problem) -> Result<(), Unsupported> {
        Self::directions(problem)?;
        let mut taken =
            [problem.rows(), problem.columns()].map(|lines| FixedBitSet::with_capacity(lines as usize));
        let share = |given: &Square| taken[0].put(given.row as usize) | taken[1].put(given.column as usize);
        if problem.givens().iter().any(share) { Err(shared_line()) } else { Ok(()) }
    }

    /// Whether the board is turned, its axes, and its lines and leaps.
    fn directions(problem: &Problem) -> Result<Directions, Unsupported> {
        let is_turned = problem.rows() > problem.columns();
        let Edges { top_bottom, left_right } = problem.edges();
        let mut axes = [(top_bottom, problem.rows()), (left_right, problem.columns())];
        if is_turned {
            axes.reverse();
        }
        accepts(problem, axes[0].1, axes[1].1)?;
        let refused = || {
            let reason =
                format!("it knows lines of diagonals and short leaps, not those of {}", problem.piece());
            unsupported(Parameter::Piece, reason)
        };
        let attacks = attacks(problem, is_turned, axes)?.ok_or_else(refused)?;
        Ok((is_turned, axes, attacks))
    }

    /// Reads `problem`.
    ///
    /// # Errors
    /// What cannot be repaired: walls, regions, twisted edges, other numbers of queens, far riders. The reason to stop,
    /// from `meter`.
    pub(crate) fn of(problem: &'p Problem, meter: &mut Meter<'_>) -> Result<Self, NoAnswer> {
        let (is_turned, axes, (directions, leaps)) = Self::directions(problem)?;
        let [rows, columns] = axes.map(|(_, lines)| u64::from(lines));
        meter.memory(BYTES_FOR_ROW * rows + BYTES_FOR_COLUMN * columns)?;
        let mut board = RepairBoard {
            problem,
            is_turned,
            axes,
            rows: Vec::new(),
            columns: Vec::new(),
            given: listed((0..axes[0].1).map(|_| EMPTY), meter)?,
            directions,
            leaps,
        };
        let mut taken = axes.map(|(_, lines)| FixedBitSet::with_capacity(lines as usize));
        for &given in problem.givens() {
            let Square { row, column } = board.turned(given);
            // Where lines take several queens, the given ones may share one.
            if taken[0].put(row as usize) || taken[1].put(column as usize) {
                return Err(shared_line().into());
            }
            board.given[row as usize] = column;
        }
        let mut free = |lines: &FixedBitSet| listed(lines.zeroes().map(|line| line as u32), meter);
        (board.rows, board.columns) = (free(&taken[0])?, free(&taken[1])?);
        Ok(board)
    }

    /// From the board of the problem to this one, and back.
    fn turned(&self, square: Square) -> Square {
        if self.is_turned { Square::new(square.column, square.row) } else { square }
    }

    /// More than the highest number of a line.
    pub(crate) fn lines(&self) -> usize {
        // The offsets are below the number of rows, plus one beside a mirror.
        (2 * self.axes[0].1 as usize) + self.axes[1].1 as usize + 1
    }

    /// Whether a queen may stand on the square, but for other queens.
    #[inline]
    pub(crate) fn is_free(&self, row: u32, column: u32) -> bool {
        self.problem.all_free()
            || self.problem.kind(self.turned(Square::new(row, column))) == SquareKind::Free
    }

    /// How many of `queens`, the column of each row, a queen on the square strikes by a leap.
    #[inline]
    pub(crate) fn struck_by_leaps(&self, queens: &[u32], row: u32, column: u32) -> u32 {
        let struck = |&(rows, columns): &(i64, i64)| {
            let to = |(edge, lines): (Edge, u32), from: u32, step: i64| {
                let to = i64::from(from) + step;
                let to = if edge == Edge::Wrap { to.rem_euclid(lines.into()) } else { to };
                u32::try_from(to).ok().filter(|&to| to < lines)
            };
            let [rows, columns] = [to(self.axes[0], row, rows), to(self.axes[1], column, columns)];
            rows.zip(columns).is_some_and(|(to, column)| to != row && queens[to as usize] == column)
        };
        self.leaps.iter().filter(|leap| struck(leap)).count() as u32
    }

    /// The queens whose column in each row is told.
    pub(crate) fn placement(&self, queens: &[u32]) -> Placement {
        let squares = (0..).zip(queens).map(|(row, &column)| self.turned(Square::new(row, column)));
        Placement::new(squares.collect())
    }
}

/// Numbers as a list; a long one takes time.
///
/// # Errors
/// The reason to stop, from `meter`.
pub(super) fn listed(numbers: impl Iterator<Item = u32>, meter: &mut Meter<'_>) -> Result<Vec<u32>, Stop> {
    numbers.map(|number| meter.tick().map(|()| number)).collect()
}

/// Given queens that share a line.
fn shared_line() -> Unsupported {
    unsupported(Parameter::Givens, "it takes given queens on rows and columns of their own")
}

/// Whether one queen in each of the `rows`, no more than `columns`, is what the demands allow.
fn accepts(problem: &Problem, rows: u32, columns: u32) -> Result<(), Unsupported> {
    if problem.has_walls() {
        return Err(no_walls());
    }
    let units = problem.units();
    if units.region != Bounds::ANY || !units.total.contains(rows) {
        return Err(no_other_units(units));
    }
    let is_turned = problem.rows() > problem.columns();
    let may_be_empty = |is_longer: bool, bounds: Bounds| !is_longer || rows == columns || bounds.contains(0);
    if !units.row.contains(1) || !may_be_empty(is_turned, units.row) {
        return Err(wrong_rows(units.row));
    }
    if !units.column.contains(1) || !may_be_empty(!is_turned, units.column) {
        return Err(wrong_columns(units.column));
    }
    Ok(())
}

type Attacks = (Vec<Direction>, Vec<(i64, i64)>);

/// The lines and the leaps on which the problem's piece strikes; none if there are too many leaps.
fn attacks(
    problem: &Problem,
    is_turned: bool,
    axes: [(Edge, u32); 2],
) -> Result<Option<Attacks>, Unsupported> {
    let [(top_bottom, rows), (left_right, columns)] = axes;
    let modulus = match (top_bottom, left_right) {
        (Edge::Open | Edge::Mirror, Edge::Open) => None,
        (Edge::Open, Edge::Wrap) => Some(columns),
        (Edge::Wrap, Edge::Open) => Some(rows),
        (Edge::Wrap, Edge::Wrap) => Some(greatest_common_divisor(rows, columns)),
        _ => return Err(unsupported(Parameter::Edges, EDGES)),
    };
    let (mut slopes, mut leaps) = (Vec::new(), Vec::new());
    for &Ray { rows: down, columns: right, range } in problem.piece().rays() {
        let (down, right) = if is_turned { (right, down) } else { (down, right) };
        // No two queens share a row or a column.
        if down == 0 || right == 0 {
            continue;
        }
        if (down.abs(), right.abs(), range) == (1, 1, Ray::UNLIMITED) {
            slopes.push(i64::from(-down * right));
            continue;
        }
        let steps = range.min(rows.max(columns));
        if steps as usize > MAX_LEAPS {
            return Ok(None);
        }
        let leap = |step| (step * i64::from(down), step * i64::from(right));
        leaps.extend(
            (1..=i64::from(steps)).map(leap).flat_map(|(down, right)| [(down, right), (-down, -right)]),
        );
    }
    slopes.sort_unstable();
    slopes.dedup();
    leaps.sort_unstable();
    leaps.dedup();
    let is_mirrored = top_bottom == Edge::Mirror;
    if is_mirrored && (slopes.len() != 2 || !leaps.is_empty()) {
        return Err(unsupported(Parameter::Edges, EDGES));
    }
    let direction = |(table, slope): (usize, i64)| Direction {
        slope,
        // A line that rises from the right edge of row r to the mirror above row 0 comes back on the one
        // whose column is greater by two, less the row: both get the same number.
        offset: match (slope, is_mirrored) {
            (1, true) => i64::from(rows) + 1,
            (1, false) => 0,
            _ => i64::from(rows) - 1,
        },
        modulus: modulus.map(i64::from),
        table: if is_mirrored { 0 } else { table },
    };
    let directions = slopes.into_iter().enumerate().map(direction).collect();
    Ok((leaps.len() <= MAX_LEAPS).then_some((directions, leaps)))
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
