//! The board that repair works on: one queen in each row, each in a column of her own.
//!
//! Takes memory for lines, not for squares, so that it fits a board of a million rows.

use crate::engines::ladder::views::{
    no_other_units, no_walls, unsupported, wrong_columns, wrong_rows,
};
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Edge, Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// Maximum number of single squares that a queen attacks besides her lines.
const MAX_LEAPS: usize = 256;

/// The lines of one direction. The line through a square has the number `offset` + column +
/// `slope` x row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairDirection {
    slope: i64,
    offset: i64,
    /// Number of lines if lines wrap around joined edges; their numbers count modulo
    /// this.
    modulus: Option<i64>,
    /// Number of the table of the lines. Directions that a mirror exchanges share their
    /// lines and their table.
    pub(super) table: usize,
}

impl RepairDirection {
    /// Returns the line through a square.
    #[inline]
    pub(crate) fn line(&self, row: u32, column: u32) -> usize {
        self.in_row(row).through(column)
    }

    #[inline]
    pub(crate) fn in_row(&self, row: u32) -> RowLines {
        RowLines {
            first: self.offset + self.slope * i64::from(row),
            modulus: self.modulus,
        }
    }
}

/// The lines of one direction through the squares of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLines {
    first: i64,
    modulus: Option<i64>,
}

impl RowLines {
    #[inline]
    pub(crate) fn through(self, column: u32) -> usize {
        let line = self.first + i64::from(column);
        self.modulus
            .map_or(line, |modulus| line.rem_euclid(modulus)) as usize
    }
}

/// The demands of a problem on one queen in each row, and the rows and columns without a
/// given queen.
///
/// Rows and columns are exchanged if the problem has fewer columns than rows.
#[derive(Clone, Debug)]
pub(crate) struct RepairBoard<'p> {
    problem: &'p Problem,
    /// True if rows and columns are exchanged.
    is_turned: bool,
    /// Edges and number of lines: top and bottom with rows, left and right with columns.
    axes: [(Edge, u32); 2],
    /// Rows without a given queen, ascending.
    pub(super) rows: Vec<u32>,
    /// Columns without a given queen, ascending; at least as many.
    pub(super) columns: Vec<u32>,
    /// The column of the given queen in each row, or [`NO_QUEEN`].
    pub(super) given: Vec<u32>,
    pub(super) directions: Vec<RepairDirection>,
    /// Offsets (rows, columns) of single squares that a queen attacks.
    leaps: Vec<(i64, i64)>,
}

/// True if rows and columns are exchanged; the axes; the lines and leaps.
type BoardShape = (bool, [(Edge, u32); 2], AttackLists);

/// Edges that repair supports, for messages.
const EDGE_REQUIREMENT: &str =
    "it needs open or joined edges, or a mirror above the first row beside open ones";

/// Memory of a repair per row and column of the board: numbers of rows, columns, given
/// queens and queens, and up to two directions of lines as bits.
const BYTES_FOR_ROW: u64 = 13;
const BYTES_FOR_COLUMN: u64 = 9;

/// The column of a row without a queen.
pub(crate) const NO_QUEEN: u32 = u32::MAX;

impl<'p> RepairBoard<'p> {
    /// Checks that `problem` can be read, without building tables.
    ///
    /// # Errors
    /// As [`RepairBoard::from_problem`].
    pub(crate) fn check(problem: &Problem) -> Result<(), Unsupported> {
        Self::shape(problem)?;
        let mut taken = [problem.rows(), problem.columns()]
            .map(|lines| FixedBitSet::with_capacity(lines as usize));
        for given in problem.givens() {
            if taken[0].put(given.row as usize) || taken[1].put(given.column as usize) {
                return Err(shared_line());
            }
        }
        Ok(())
    }

    /// Returns the orientation, axes, lines and leaps of `problem`.
    fn shape(problem: &Problem) -> Result<BoardShape, Unsupported> {
        let is_turned = problem.rows() > problem.columns();
        let Edges {
            top_bottom,
            left_right,
        } = problem.edges();
        let mut axes = [
            (top_bottom, problem.rows()),
            (left_right, problem.columns()),
        ];
        if is_turned {
            axes.reverse();
        }
        check_demands(problem, axes[0].1, axes[1].1)?;
        let Some(attacks) = list_attacks(problem, is_turned, axes)? else {
            let reason = format!(
                "it knows lines of diagonals and short leaps, not those of {}",
                problem.piece()
            );
            return Err(unsupported(Parameter::Piece, reason));
        };
        Ok((is_turned, axes, attacks))
    }

    /// Reads `problem`.
    ///
    /// # Errors
    /// Walls, regions, twisted edges, other numbers of queens, or pieces with far leaps.
    /// The reason to stop, from `meter`.
    pub(crate) fn from_problem(
        problem: &'p Problem,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoAnswer> {
        let (is_turned, axes, (directions, leaps)) = Self::shape(problem)?;
        let [rows, columns] = axes.map(|(_, lines)| u64::from(lines));
        meter.memory(BYTES_FOR_ROW * rows + BYTES_FOR_COLUMN * columns)?;
        let mut board = RepairBoard {
            problem,
            is_turned,
            axes,
            rows: Vec::new(),
            columns: Vec::new(),
            given: listed((0..axes[0].1).map(|_| NO_QUEEN), meter)?,
            directions,
            leaps,
        };
        let mut taken = axes.map(|(_, lines)| FixedBitSet::with_capacity(lines as usize));
        for &given in problem.givens() {
            let Square { row, column } = board.turned(given);
            // Given queens may share a line if lines take several.
            if taken[0].put(row as usize) || taken[1].put(column as usize) {
                return Err(shared_line().into());
            }
            board.given[row as usize] = column;
        }
        let mut free =
            |lines: &FixedBitSet| listed(lines.zeroes().map(|line| line as u32), meter);
        (board.rows, board.columns) = (free(&taken[0])?, free(&taken[1])?);
        Ok(board)
    }

    /// Maps a square of the problem to this board, and back.
    fn turned(&self, square: Square) -> Square {
        if self.is_turned {
            Square::new(square.column, square.row)
        } else {
            square
        }
    }

    /// Returns an upper bound on the number of lines of a direction.
    pub(crate) fn lines(&self) -> usize {
        // Offsets are below the number of rows, plus one next to a mirror.
        (2 * self.axes[0].1 as usize) + self.axes[1].1 as usize + 1
    }

    /// True if the square is not blocked.
    #[inline]
    pub(crate) fn is_free(&self, row: u32, column: u32) -> bool {
        self.problem.all_free()
            || self.problem.kind(self.turned(Square::new(row, column)))
                == SquareKind::Free
    }

    /// Returns the number of `queens`, the column of each row, that attack the square by
    /// a leap.
    #[inline]
    pub(crate) fn leap_attackers(&self, queens: &[u32], row: u32, column: u32) -> u32 {
        let mut attackers = 0;
        for &(down, right) in &self.leaps {
            let to_row = step_along(self.axes[0], row, down);
            let to_column = step_along(self.axes[1], column, right);
            // Around a short edge a leap can end in its own row, whose queen is the one
            // that is asked about.
            if let (Some(to), Some(column)) = (to_row, to_column)
                && to != row
                && queens[to as usize] == column
            {
                attackers += 1;
            }
        }
        attackers
    }

    /// Returns the placement of queens given by the column of each row.
    pub(crate) fn placement(&self, queens: &[u32]) -> Placement {
        let squares = (0..)
            .zip(queens)
            .map(|(row, &column)| self.turned(Square::new(row, column)));
        Placement::new(squares.collect())
    }
}

/// Collects numbers in a list, and polls the limits because the list may be long.
///
/// # Errors
/// The reason to stop, from `meter`.
pub(super) fn listed(
    numbers: impl Iterator<Item = u32>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Stop> {
    numbers
        .map(|number| meter.tick().map(|()| number))
        .collect()
}

/// Returns the error for given queens that share a line.
fn shared_line() -> Unsupported {
    unsupported(
        Parameter::Givens,
        "it takes given queens on rows and columns of their own",
    )
}

/// Checks that the demands allow one queen in each of the `rows`, of which there are at
/// most as many as `columns`.
fn check_demands(problem: &Problem, rows: u32, columns: u32) -> Result<(), Unsupported> {
    if problem.has_walls() {
        return Err(no_walls());
    }
    let units = problem.units();
    if units.region != Bounds::ANY || !units.total.contains(rows) {
        return Err(no_other_units(units));
    }
    let is_turned = problem.rows() > problem.columns();
    // With more rows than columns some rows stay empty, and the other way round.
    let needs_empty_rows = is_turned && rows != columns;
    if !units.row.contains(1) || needs_empty_rows && !units.row.contains(0) {
        return Err(wrong_rows(units.row));
    }
    let needs_empty_columns = !is_turned && rows != columns;
    if !units.column.contains(1) || needs_empty_columns && !units.column.contains(0) {
        return Err(wrong_columns(units.column));
    }
    Ok(())
}

/// Returns the line at `step` lines from another one; `None` beyond an open edge.
#[inline]
fn step_along((edge, lines): (Edge, u32), from: u32, step: i64) -> Option<u32> {
    let to = i64::from(from) + step;
    let to = if edge == Edge::Wrap {
        to.rem_euclid(lines.into())
    } else {
        to
    };
    u32::try_from(to).ok().filter(|&to| to < lines)
}

type AttackLists = (Vec<RepairDirection>, Vec<(i64, i64)>);

/// Returns the lines and leaps along which the piece attacks; none if there are too many
/// leaps.
fn list_attacks(
    problem: &Problem,
    is_turned: bool,
    axes: [(Edge, u32); 2],
) -> Result<Option<AttackLists>, Unsupported> {
    let [(top_bottom, rows), (left_right, columns)] = axes;
    let modulus = match (top_bottom, left_right) {
        (Edge::Open | Edge::Mirror, Edge::Open) => None,
        (Edge::Open, Edge::Wrap) => Some(columns),
        (Edge::Wrap, Edge::Open) => Some(rows),
        (Edge::Wrap, Edge::Wrap) => Some(greatest_common_divisor(rows, columns)),
        _ => return Err(unsupported(Parameter::Edges, EDGE_REQUIREMENT)),
    };
    let Some((slopes, leaps)) = split_rays(problem, is_turned, rows.max(columns)) else {
        return Ok(None);
    };
    let is_mirrored = top_bottom == Edge::Mirror;
    if is_mirrored && (slopes.len() != 2 || !leaps.is_empty()) {
        return Err(unsupported(Parameter::Edges, EDGE_REQUIREMENT));
    }
    let mut directions = Vec::with_capacity(slopes.len());
    for (table, slope) in slopes.into_iter().enumerate() {
        directions.push(RepairDirection {
            slope,
            // A line that rises from the right edge of row r to the mirror above row 0
            // returns on the falling line whose column less row is greater by two: both
            // get the same number.
            offset: match (slope, is_mirrored) {
                (1, true) => i64::from(rows) + 1,
                (1, false) => 0,
                _ => i64::from(rows) - 1,
            },
            modulus: modulus.map(i64::from),
            table: if is_mirrored { 0 } else { table },
        });
    }
    Ok((leaps.len() <= MAX_LEAPS).then_some((directions, leaps)))
}

/// Slopes of diagonals, and leaps by rows and columns.
type SlopesAndLeaps = (Vec<i64>, Vec<(i64, i64)>);

/// Returns the slopes of the diagonals along which the piece attacks, and its leaps, in
/// order; `None` if a ray has too many leaps.
fn split_rays(
    problem: &Problem,
    is_turned: bool,
    longest: u32,
) -> Option<SlopesAndLeaps> {
    let (mut slopes, mut leaps) = (Vec::new(), Vec::new());
    // Diagonals get tables of lines; everything else is a list of leaps.
    for ray in problem.piece().rays() {
        let (down, right) = if is_turned {
            (ray.columns, ray.rows)
        } else {
            (ray.rows, ray.columns)
        };
        // No two queens share a row or a column.
        if down == 0 || right == 0 {
            continue;
        }
        if (down.abs(), right.abs(), ray.range) == (1, 1, Ray::UNLIMITED) {
            slopes.push(i64::from(-down * right));
            continue;
        }
        let steps = ray.range.min(longest);
        if steps as usize > MAX_LEAPS {
            return None;
        }
        for step in 1..=i64::from(steps) {
            let (down, right) = (step * i64::from(down), step * i64::from(right));
            leaps.extend([(down, right), (-down, -right)]);
        }
    }
    slopes.sort_unstable();
    slopes.dedup();
    leaps.sort_unstable();
    leaps.dedup();
    Some((slopes, leaps))
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
