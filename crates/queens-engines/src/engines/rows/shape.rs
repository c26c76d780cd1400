//! A problem as the search by rows reads it: masks of rows.

use super::ID;
use queens_model::constraints::Constraints;
use queens_model::problem::{Bounds, Edge, Edges, Piece, Problem, Ray, SquareKind};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use std::fmt;

/// The longest side: a row is a word of 32 bits.
pub(in crate::engines) const MAX_SIDE: u32 = 32;
/// Maximum number of rows of a leap.
pub(in crate::engines) const MAX_REACH: usize = 8;

/// Lines end at the edges.
pub(in crate::engines) const OPEN_EDGES: u8 = 0;
/// Lines go around from the left edge to the right one.
pub(in crate::engines) const JOINED_SIDES: u8 = 1;
/// Lines come back from a mirror above the first row.
pub(in crate::engines) const MIRRORED_TOP: u8 = 2;

/// A problem in masks: bit c of a row's word is column c.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engines) struct RowShape {
    pub(in crate::engines) rows: u32,
    pub(in crate::engines) columns: u32,
    /// One of [`OPEN_EDGES`], [`JOINED_SIDES`], [`MIRRORED_TOP`].
    pub(in crate::engines) edges: u8,
    /// True if queens attack along the diagonals that run down to the left.
    pub(in crate::engines) falls_left: bool,
    /// True if queens attack along the diagonals that run down to the right.
    pub(in crate::engines) falls_right: bool,
    /// For each of the next rows: where leaps land, bit d + `spread` for a leap of d
    /// columns.
    pub(in crate::engines) leaps: [u32; MAX_REACH],
    /// The widest leap, in columns.
    pub(in crate::engines) spread: u32,
    /// For each row, where a queen may stand as far as holes and givens go.
    pub(in crate::engines) open: Vec<u32>,
}

impl RowShape {
    /// Reads `problem`.
    pub(in crate::engines) fn of(problem: &Problem) -> Result<Self, Unsupported> {
        check_demands(problem)?;
        let size = problem.rows().max(problem.columns());
        if size > MAX_SIDE {
            return Err(too_large(size, MAX_SIDE));
        }
        let mut shape = RowShape {
            rows: problem.rows(),
            columns: problem.columns(),
            edges: edges(problem)?,
            falls_left: false,
            falls_right: false,
            leaps: [0; MAX_REACH],
            spread: 0,
            open: Vec::new(),
        };
        shape.read_rays(problem.piece())?;
        shape.open = open_squares(problem);
        Ok(shape)
    }

    /// All columns.
    pub(in crate::engines) fn all(&self) -> u32 {
        u32::MAX.checked_shr(32 - self.columns).unwrap_or(0)
    }

    /// Returns the number of rows that leaps reach.
    pub(in crate::engines) fn reach(&self) -> usize {
        self.leaps
            .iter()
            .rposition(|&leaps| leaps != 0)
            .map_or(0, |last| last + 1)
    }

    /// Returns true if a queen may stand on the square, as far as holes and givens go.
    pub(in crate::engines) fn is_open(&self, square: Square) -> bool {
        self.open[square.row as usize] >> square.column & 1 == 1
    }

    /// Returns true if queens on two squares of a board with open edges attack each
    /// other.
    pub(in crate::engines) fn attacks(&self, one: Square, other: Square) -> bool {
        let (above, below) = (one.min(other), one.max(other));
        let (down, across) = (
            below.row - above.row,
            i64::from(below.column) - i64::from(above.column),
        );
        if down == 0 || across == 0 {
            return true;
        }
        (self.falls_right && across == i64::from(down))
            || (self.falls_left && -across == i64::from(down))
            || self.is_leap(down, across)
    }

    /// Returns true if a piece leaps this far: rows down, at least one, and columns to
    /// the right.
    pub(in crate::engines) fn is_leap(&self, down: u32, across: i64) -> bool {
        let leaps = self.leaps.get(down as usize - 1).copied().unwrap_or(0);
        across.unsigned_abs() <= self.spread.into()
            && leaps >> (across + i64::from(self.spread)) & 1 == 1
    }

    /// Returns the symmetries of the square that leave the problem as it is; on a board
    /// that is not square, or whose edges are not open, none.
    pub(in crate::engines) fn symmetries(&self) -> Vec<Symmetry> {
        let n = self.rows;
        if n == 0 || n != self.columns || self.edges != OPEN_EDGES {
            return Vec::new();
        }
        let squares =
            || (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column)));
        let keeps = |symmetry: &Symmetry| {
            let image = |square| symmetry.apply(square, n, n);
            // Attacks depend on the distance alone: all distances occur from two corners.
            let corners = [Square::new(0, 0), Square::new(0, n - 1)];
            squares().all(|square| {
                let is_same = |&corner: &Square| {
                    corner == square
                        || self.attacks(corner, square)
                            == self.attacks(image(corner), image(square))
                };
                self.is_open(square) == self.is_open(image(square))
                    && corners.iter().all(is_same)
            })
        };
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }

    fn read_rays(&mut self, piece: &Piece) -> Result<(), Unsupported> {
        let mut leaps = Vec::new();
        for &Ray {
            rows,
            columns,
            range,
        } in piece.rays().iter().filter(|ray| ray.rows > 0)
        {
            let whole = range == Ray::UNLIMITED
                || (self.edges == OPEN_EDGES && range >= self.rows.saturating_sub(1));
            match (rows, columns) {
                (1, 0) if whole => {}
                (1, -1) if whole => self.falls_left = true,
                (1, 1) if whole => self.falls_right = true,
                // Beyond a joined edge or a mirror every step comes back onto the board,
                // however long it is.
                _ if self.edges != OPEN_EDGES => {
                    leaps.push((i64::from(rows), i64::from(columns)));
                }
                _ => {
                    let steps = (1..=range)
                        .map(i64::from)
                        .map(|k| (k * i64::from(rows), k * i64::from(columns)));
                    let inside = |&(down, across): &(i64, i64)| {
                        down < self.rows.into() && across.abs() < self.columns.into()
                    };
                    leaps.extend(steps.take_while(inside));
                }
            }
        }
        let straight = self.edges == OPEN_EDGES || leaps.is_empty();
        let one_sided = self.edges == MIRRORED_TOP && self.falls_left != self.falls_right;
        if !straight
            || one_sided
            || leaps.iter().any(|&(down, _)| down > MAX_REACH as i64)
        {
            let reason = format!(
                "masks of rows carry diagonals and, on open edges, leaps over at most {MAX_REACH} rows, not {piece}"
            );
            return Err(refused(Parameter::Piece, reason));
        }
        self.spread = leaps
            .iter()
            .map(|&(_, across)| across.unsigned_abs() as u32)
            .max()
            .unwrap_or(0);
        if self.columns + 2 * self.spread > MAX_SIDE {
            let most = MAX_SIDE.saturating_sub(2 * self.spread);
            return Err(too_large(self.columns, most));
        }
        for (down, across) in leaps {
            self.leaps[down as usize - 1] |= 1 << (across + i64::from(self.spread));
        }
        Ok(())
    }

    /// The maps of columns that change nothing about the problem, each as the new place
    /// of every column.
    pub(in crate::engines) fn column_maps(&self) -> Vec<Vec<u32>> {
        let n = self.columns;
        let turns = if self.edges == JOINED_SIDES { n } else { 1 };
        let width = 2 * self.spread;
        let mirrored = |mask: u32, top: u32| {
            (0..=top).fold(0, |m, bit| m | (mask >> bit & 1) << (top - bit))
        };
        let flips = self.falls_left == self.falls_right
            && self
                .leaps
                .iter()
                .all(|&leaps| mirrored(leaps, width) == leaps);
        let maps = (0..turns).flat_map(|turn| {
            let turned = (0..n).map(|column| (column + turn) % n).collect::<Vec<_>>();
            let flipped =
                flips.then(|| turned.iter().map(|&column| n - 1 - column).collect());
            std::iter::once(turned).chain(flipped)
        });
        let moved = |mask: u32, map: &[u32]| {
            map.iter()
                .enumerate()
                .fold(0, |m, (from, &to)| m | (mask >> from & 1) << to)
        };
        maps.filter(|map: &Vec<u32>| self.open.iter().all(|&row| moved(row, map) == row))
            .collect()
    }
}

/// One queen in each row, at most one in each column, and no other demand.
fn check_demands(problem: &Problem) -> Result<(), Unsupported> {
    let (rows, columns, units) = (problem.rows(), problem.columns(), problem.units());
    if problem.has_walls() {
        let reason = "masks of rows cannot see walls: make them holes, or use an engine that sees them";
        return Err(refused(Parameter::Walls, reason));
    }
    let lines_only = "masks of rows know demands on rows and columns only, not on regions or the total";
    if units.region != Bounds::ANY {
        return Err(refused(Parameter::Regions, lines_only));
    }
    if !units.total.contains(rows) {
        return Err(refused(Parameter::Total, lines_only));
    }
    if units.row != Bounds::ONE {
        let needs = "masks of rows need exactly one queen in each row";
        return Err(refused(
            Parameter::Rows,
            format_args!("{needs}, but the problem asks for {}", units.row),
        ));
    }
    let at_most_one = units.column.high() == 1 || problem.piece().strikes_along(1, 0);
    let each_filled =
        units.column.low() == 0 || (units.column.low() == 1 && rows == columns);
    if units.column.high() == 0 || !at_most_one || !each_filled {
        let needs = "masks of rows allow at most one queen in each column";
        let reason = format!("{needs}, but the problem asks for {}", units.column);
        return Err(refused(Parameter::Columns, reason));
    }
    Ok(())
}

fn refused(parameter: Parameter, reason: impl fmt::Display) -> Unsupported {
    Unsupported::new(ID, parameter, reason)
}

fn too_large(size: u32, most: u32) -> Unsupported {
    let reason = format!(
        "a side of {size} is too long for masks of rows: at most {most} with this piece"
    );
    refused(Parameter::Size, reason)
}

fn edges(problem: &Problem) -> Result<u8, Unsupported> {
    match problem.edges() {
        Edges {
            top_bottom: Edge::Open,
            left_right: Edge::Open,
        } => Ok(OPEN_EDGES),
        Edges {
            top_bottom: Edge::Mirror,
            left_right: Edge::Open,
        } => Ok(MIRRORED_TOP),
        Edges {
            top_bottom: Edge::Open,
            left_right: Edge::Wrap,
        } => Ok(JOINED_SIDES),
        // A diagonal that comes in again at the top is the one that it was, on a square
        // board alone.
        Edges {
            top_bottom: Edge::Wrap,
            left_right: Edge::Wrap,
        } if problem.is_square() => Ok(JOINED_SIDES),
        _ => Err(refused(
            Parameter::Edges,
            "masks of rows carry open edges, joined left and right edges, a square torus and a mirror above the \
             first row",
        )),
    }
}

/// For each row, the free squares that clash with no given queen, or the given one.
fn open_squares(problem: &Problem) -> Vec<u32> {
    let mut open = vec![0; problem.rows() as usize];
    let free = |square: &Square| problem.kind(*square) == SquareKind::Free;
    for square in problem.every_square().filter(free) {
        open[square.row as usize] |= 1 << square.column;
    }
    if let (false, Ok(form)) = (problem.givens().is_empty(), Constraints::of(problem)) {
        let clashes = form.clashes();
        for number in form
            .givens()
            .iter()
            .flat_map(|&given| clashes[given].ones())
        {
            let square = form.squares()[number];
            open[square.row as usize] &= !(1 << square.column);
        }
    }
    for given in problem.givens() {
        open[given.row as usize] = 1 << given.column;
    }
    open
}
