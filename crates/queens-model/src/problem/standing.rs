//! Plain arithmetic on pairs of queens, and the numbers of queens in units.
//!
//! This code shares nothing with the engines. They walk along rays or keep masks and
//! flags; here the coordinates of each pair of queens are compared by arithmetic.

use super::rule_violation::RuleViolation;
use super::{Bounds, Edge, Edges, Problem, Ray, SquareKind, Unit};
use crate::square::Square;
use control::counted;
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, HashSet};

/// The first demand that a placement does not meet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// A queen off the board.
    #[error(
        "the queen on {square} ({}:{} from 0) is off the board of {rows} x {columns} (rows x columns)",
        square.row,
        square.column
    )]
    OffBoard {
        /// The square.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
    },
    /// A queen on a hole or a wall.
    #[error("the queen on {square} is on a {}", kind_word(*kind))]
    Blocked {
        /// The square.
        square: Square,
        /// Hole or wall.
        kind: SquareKind,
    },
    /// Two queens on one square.
    #[error("two queens are on {0}")]
    Twice(Square),
    /// Two queens that attack each other.
    #[error("the queens on {0} and {1} attack each other")]
    Attack(Square, Square),
    /// A rule of a problem with [rules](Problem::rules).
    #[error(transparent)]
    Rule(#[from] RuleViolation),
    /// A given queen is missing.
    #[error("the given queen on {0} is missing")]
    GivenMissing(Square),
    /// A unit with too few or too many queens.
    #[error("{unit} has {}, but takes {bounds}", counted(*count, "queen"))]
    Unit {
        /// The unit, counted from 1.
        unit: Unit,
        /// Number of queens in it.
        count: u32,
        /// Number of queens that it takes.
        bounds: Bounds,
    },
}

pub(crate) fn kind_word(kind: SquareKind) -> &'static str {
    match kind {
        SquareKind::Free => "free square",
        SquareKind::Hole => "hole",
        SquareKind::Wall => "wall",
    }
}

/// Checks that `queens` (sorted) can be part of a solution: on free squares, none
/// attacking another, no unit too full.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// As [`check::solution`](crate::check::solution).
pub fn consistent(problem: &Problem, queens: &[Square]) -> Result<(), Violation> {
    stand_together(problem, queens)?;
    check_units(problem, queens, |count, bounds| count > bounds.high())
}

/// Checks that `queens` (sorted) are on free squares, no two on the same one.
pub fn on_free_squares(problem: &Problem, queens: &[Square]) -> Result<(), Violation> {
    for &square in queens {
        if !problem.contains(square) {
            let (rows, columns) = (problem.rows(), problem.columns());
            return Err(Violation::OffBoard {
                square,
                rows,
                columns,
            });
        }
        let kind = problem.kind(square);
        if kind != SquareKind::Free {
            return Err(Violation::Blocked { square, kind });
        }
    }
    if let Some(pair) = queens.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Twice(pair[0]));
    }
    Ok(())
}

/// Checks that `queens` are on free squares and do not attack each other.
pub fn stand_together(problem: &Problem, queens: &[Square]) -> Result<(), Violation> {
    on_free_squares(problem, queens)?;
    let rays = problem.piece().rays();
    let attack = if problem.edges() == Edges::OPEN && !problem.has_walls() {
        rays.iter()
            .find_map(|&ray| attack_on_open_board(problem, ray, queens))
    } else {
        attack_along_rays(problem, queens)
    };
    attack.map_or(Ok(()), |(a, b)| Err(Violation::Attack(a, b)))
}

/// Finds two queens of which one strikes the other, by walking along the rays of each.
fn attack_along_rays(problem: &Problem, queens: &[Square]) -> Option<(Square, Square)> {
    // Without those that line numbers rule out, which takes one pass over the queens.
    let rays: Vec<Ray> = problem
        .piece()
        .rays()
        .iter()
        .copied()
        .filter(|&ray| !are_apart(problem, ray, queens))
        .collect();
    let standing: HashSet<Square> = queens.iter().copied().collect();
    for &queen in queens {
        for &ray in &rays {
            if let Some(other) = first_struck(problem, ray, queen, &standing) {
                return Some((queen.min(other), queen.max(other)));
            }
        }
    }
    None
}

/// Returns true if a queen on the free square `from` attacks the other square `to` by her
/// own moves.
pub fn attacks(problem: &Problem, from: Square, to: Square) -> bool {
    if !problem.edges().have_one_way_attacks() {
        return stand_together(problem, &[from.min(to), from.max(to)]).is_err();
    }
    let target = HashSet::from([to]);
    problem
        .piece()
        .rays()
        .iter()
        .any(|&ray| first_struck(problem, ray, from, &target).is_some())
}

/// Makes the unit of a line from its number.
type LineUnit = fn(u32) -> Unit;

/// Checks that no unit has a number of queens that is `wrong` for its bounds.
pub fn check_units(
    problem: &Problem,
    queens: &[Square],
    wrong: fn(u32, Bounds) -> bool,
) -> Result<(), Violation> {
    let demands = problem.units();
    let sorts: [(LineUnit, Bounds); 4] = [
        (Unit::Row, demands.row),
        (Unit::Column, demands.column),
        (Unit::Region, demands.region),
        (|_| Unit::Total, demands.total),
    ];
    for (sort, bounds) in sorts {
        if bounds == Bounds::ANY {
            continue;
        }
        let counts = match sort(0) {
            Unit::Row(_) => {
                LineCounts::from_queens(queens, problem.rows(), |square| square.row)
            }
            Unit::Column(_) => {
                LineCounts::from_queens(queens, problem.columns(), |square| square.column)
            }
            Unit::Region(_) => {
                LineCounts::from_queens(queens, problem.region_count(), |square| {
                    problem.region(*square).unwrap_or(0)
                })
            }
            Unit::Total => LineCounts::from_queens(queens, 1, |_| 0),
        };
        if let Some((line, count)) = counts.first_line(|count| wrong(count, bounds)) {
            let unit = sort(line);
            return Err(Violation::Unit {
                unit,
                count,
                bounds,
            });
        }
    }
    Ok(())
}

/// Returns true if there are so many queens that a slot in memory for every line is worth
/// it.
fn is_crowded(queens: usize, lines: u64) -> bool {
    lines <= (64 * queens as u64).max(1 << 16)
}

/// Number of queens on each of several lines, numbered from 0.
pub(crate) enum LineCounts {
    /// One slot a line.
    Crowded(Vec<u32>),
    /// Few queens among many lines: only lines with queens, and the number of lines.
    Scattered(BTreeMap<u32, u32>, u32),
}

impl LineCounts {
    /// Counts `queens` on `lines` lines.
    pub(crate) fn from_queens(
        queens: &[Square],
        lines: u32,
        line: impl Fn(&Square) -> u32,
    ) -> Self {
        // A demand on regions may exist without regions.
        let queens = if lines == 0 { &[] } else { queens };
        if is_crowded(queens.len(), lines.into()) {
            let mut counts = vec![0; lines as usize];
            queens
                .iter()
                .for_each(|square| counts[line(square) as usize] += 1);
            return LineCounts::Crowded(counts);
        }
        let mut counts = BTreeMap::new();
        queens
            .iter()
            .for_each(|square| *counts.entry(line(square)).or_insert(0) += 1);
        LineCounts::Scattered(counts, lines)
    }

    /// Returns the first line whose number of queens is `wanted`, and that number.
    pub(crate) fn first_line(&self, wanted: impl Fn(u32) -> bool) -> Option<(u32, u32)> {
        match self {
            LineCounts::Crowded(counts) => (0..)
                .zip(counts.iter().copied())
                .find(|&(_, count)| wanted(count)),
            LineCounts::Scattered(counts, lines) => {
                let listed = counts
                    .iter()
                    .map(|(&line, &count)| (line, count))
                    .find(|&(_, count)| wanted(count));
                let mut empty = (0..*lines)
                    .filter(|line| !counts.contains_key(line))
                    .map(|line| (line, 0));
                let empty = if wanted(0) { empty.next() } else { None };
                listed.into_iter().chain(empty).min()
            }
        }
    }
}

/// Finds two queens of which one strikes the other along `ray`, on a board with open
/// edges and no walls.
///
/// If two queens share a line of the ray, sorts them along the lines and compares
/// neighbours: of all queens on one line the nearest two are the first within range.
fn attack_on_open_board(
    problem: &Problem,
    ray: Ray,
    queens: &[Square],
) -> Option<(Square, Square)> {
    // Each pair of opposite rays is looked at once, along the one that goes down or
    // right.
    let is_reverse = (ray.rows, ray.columns) < (0, 0);
    if is_reverse || queens.len() < 2 || share_no_line(problem, ray, queens) {
        return None;
    }
    let mut placed: Vec<_> = queens
        .iter()
        .map(|&square| (place_on_line(ray, square), square))
        .collect();
    placed.sort_unstable();
    for pair in placed.windows(2) {
        let [(place, square), (next, next_square)] = [pair[0], pair[1]];
        let is_near = next.step - place.step <= i64::from(ray.range);
        if (place.line, place.phase) == (next.line, next.phase) && is_near {
            return Some((square.min(next_square), square.max(next_square)));
        }
    }
    None
}

/// Place of a square on the lines of a ray.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LinePlace {
    line: i64,
    /// Separates the interleaved places of steps longer than one square.
    phase: i64,
    step: i64,
}

fn place_on_line(ray: Ray, square: Square) -> LinePlace {
    let (along, step) = if ray.rows != 0 {
        (square.row, ray.rows)
    } else {
        (square.column, ray.columns)
    };
    let (along, step) = (i64::from(along), i64::from(step));
    LinePlace {
        line: line_number(ray, square),
        phase: along.rem_euclid(step),
        step: along.div_euclid(step),
    }
}

/// Number of the line along `ray` that a square is on: the cross product of the ray and
/// the square, the same for all squares of a line.
fn line_number(ray: Ray, square: Square) -> i64 {
    i64::from(ray.rows) * i64::from(square.column)
        - i64::from(ray.columns) * i64::from(square.row)
}

/// Returns true if line numbers alone show that no two queens share a line along `ray`,
/// which does not go up. A solution of a large board needs no sorting then.
fn share_no_line(problem: &Problem, ray: Ray, queens: &[Square]) -> bool {
    let (down, right) = (i64::from(ray.rows), i64::from(ray.columns));
    let last_row = i64::from(problem.rows()) - 1;
    let last_column = i64::from(problem.columns()) - 1;
    let lowest = -right.max(0) * last_row;
    let lines = down * last_column + right.abs() * last_row + 1;
    if !is_crowded(queens.len(), lines as u64) {
        return false;
    }
    let mut taken = FixedBitSet::with_capacity(lines as usize);
    !queens
        .iter()
        .any(|&square| taken.put((line_number(ray, square) - lowest) as usize))
}

/// Returns true if line numbers alone show that no two queens share a line along `ray`:
/// for unlimited rays to neighbouring squares, on boards whose edges are open or joined.
///
/// Along a ray over joined edges the number changes only by multiples of the number of
/// joined lines: two queens with the same number modulo that share a line.
fn are_apart(problem: &Problem, ray: Ray, queens: &[Square]) -> bool {
    let (rows, columns) = (i64::from(problem.rows()), i64::from(problem.columns()));
    let Edges {
        top_bottom,
        left_right,
    } = problem.edges();
    let modulus = match (top_bottom, left_right) {
        (Edge::Wrap, Edge::Wrap) if rows == columns => rows,
        (Edge::Wrap, Edge::Open) => rows,
        (Edge::Open, Edge::Wrap) => columns,
        _ => return false,
    };
    if ray.range != Ray::UNLIMITED || ray.rows.abs().max(ray.columns.abs()) > 1 {
        return false;
    }
    if !is_crowded(queens.len(), modulus as u64) {
        return false;
    }
    let mut taken = FixedBitSet::with_capacity(modulus as usize);
    !queens.iter().any(|&square| {
        let line = line_number(ray, square);
        taken.put(line.rem_euclid(modulus) as usize)
    })
}

/// Finds the first other queen that a queen on `from` strikes along `ray`. On twisted and
/// mirrored edges attack need not be mutual, so every queen is tried.
pub fn first_struck(
    problem: &Problem,
    ray: Ray,
    from: Square,
    standing: &HashSet<Square>,
) -> Option<Square> {
    squares_along(problem, ray, from).find(|square| standing.contains(square))
}

/// Returns the squares, holes included, that `ray` crosses from `from` on until it ends:
/// with the board or its range, at a wall, or at `from`.
///
/// The k-th place of the ray is computed in the unbounded plane: start plus k steps, then
/// folded back onto the board by the rule of each axis.
pub(crate) fn squares_along(
    problem: &Problem,
    ray: Ray,
    from: Square,
) -> impl Iterator<Item = Square> {
    // A ray over joined edges may never leave the board: it ends after twice as many steps
    // as there are squares.
    let around = 2 * (u64::from(problem.rows()) * u64::from(problem.columns())).max(1);
    let reach = u64::from(ray.range).min(around) as i64;
    let places = (1..=reach).map_while(move |k| {
        let row = i64::from(from.row) + k * i64::from(ray.rows);
        let column = i64::from(from.column) + k * i64::from(ray.columns);
        match fold_point(problem, row, column) {
            FoldedPoint::Off => None,
            FoldedPoint::Strip => Some(None),
            FoldedPoint::On(square) => {
                let is_end = square == from || problem.kind(square) == SquareKind::Wall;
                (!is_end).then_some(Some(square))
            }
        }
    });
    places.flatten()
}

/// Place on the board of a point of the unbounded plane.
enum FoldedPoint {
    Off,
    Strip,
    On(Square),
}

fn fold_point(problem: &Problem, row: i64, column: i64) -> FoldedPoint {
    let (rows, columns) = (i64::from(problem.rows()), i64::from(problem.columns()));
    let Edges {
        top_bottom,
        left_right,
    } = problem.edges();
    let rounds_down = row.div_euclid(rows);
    let rounds_right = column.div_euclid(columns);
    let mut place = (
        reduce_coordinate(row, rows, top_bottom),
        reduce_coordinate(column, columns, left_right),
    );
    if left_right == Edge::Twist && rounds_right % 2 != 0 {
        place.0 = place.0.map(|row| rows - 1 - row);
    }
    if top_bottom == Edge::Twist && rounds_down % 2 != 0 {
        place.1 = place.1.map(|column| columns - 1 - column);
    }
    match place {
        (Some(row), Some(column)) if row < 0 || column < 0 => FoldedPoint::Strip,
        (Some(row), Some(column)) => {
            FoldedPoint::On(Square::new(row as u32, column as u32))
        }
        _ => FoldedPoint::Off,
    }
}

/// Reduces one coordinate to its axis; -1 is the mirror strip.
fn reduce_coordinate(at: i64, side: i64, edge: Edge) -> Option<i64> {
    match edge {
        Edge::Wrap | Edge::Twist => Some(at.rem_euclid(side)),
        Edge::Open => (0..side).contains(&at).then_some(at),
        Edge::Mirror => {
            let distance = (at + 1).abs() - 1;
            (distance < side).then_some(distance)
        }
    }
}
