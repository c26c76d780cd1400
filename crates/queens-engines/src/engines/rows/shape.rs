//! A problem as the search by rows reads it: masks of rows.
//!
//! ```text
//! bit of a word       0   1   2   3 ...          leaps[k], for leaps down k + 1 rows,
//! open[row]           a   b   c   d ...          of a knight (spread 2):
//! left diagonals      move down a bit per row      bit  0  1  2  3  4
//! right diagonals     move up a bit per row        to  -2 -1  0 +1 +2 columns
//!                                                  k=0  1  0  0  0  1
//!                                                  k=1  0  1  0  1  0
//! ```
//!
//! A queen is a word with one bit. Its product with `leaps[k]` has all its landing
//! squares in row k + 1 below it, `spread` bits too high.

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
/// Lines continue from the left edge to the right one.
pub(in crate::engines) const JOINED_SIDES: u8 = 1;
/// Lines are reflected by a mirror above the first row.
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
    /// Leaps down 1, 2, ... rows: bit d + `spread` for a leap of d columns.
    pub(in crate::engines) leaps: [u32; MAX_REACH],
    /// The widest leap, in columns.
    pub(in crate::engines) spread: u32,
    /// For each row, the squares that holes and givens leave to its queen.
    pub(in crate::engines) open: Vec<u32>,
}

/// A leap to a row below: at least one row down, and some columns to the right.
#[derive(Clone, Copy)]
struct RowLeap {
    down: i64,
    across: i64,
}

impl RowShape {
    /// Reads `problem`.
    ///
    /// # Errors
    /// The reason why masks of rows cannot carry it.
    pub(in crate::engines) fn from_problem(
        problem: &Problem,
    ) -> Result<Self, Unsupported> {
        check_demands(problem)?;
        let size = problem.rows().max(problem.columns());
        if size > MAX_SIDE {
            return Err(refuse_size(size, MAX_SIDE));
        }
        let mut shape = RowShape {
            rows: problem.rows(),
            columns: problem.columns(),
            edges: read_edges(problem)?,
            falls_left: false,
            falls_right: false,
            leaps: [0; MAX_REACH],
            spread: 0,
            open: Vec::new(),
        };
        let leaps = shape.read_rays(problem.piece());
        shape.check_leaps(&leaps, problem.piece())?;
        shape.set_leaps(&leaps)?;
        shape.open = open_squares(problem);
        Ok(shape)
    }

    /// Returns the word of all columns.
    pub(in crate::engines) fn all_columns(&self) -> u32 {
        u32::MAX.checked_shr(32 - self.columns).unwrap_or(0)
    }

    /// Returns the number of rows that the longest leap goes down.
    pub(in crate::engines) fn reach(&self) -> usize {
        self.leaps
            .iter()
            .rposition(|&leaps| leaps != 0)
            .map_or(0, |last| last + 1)
    }

    /// Returns true if holes and givens leave the square to the queen of its row.
    pub(in crate::engines) fn is_open(&self, square: Square) -> bool {
        self.open[square.row as usize] >> square.column & 1 == 1
    }

    /// Returns true if queens on two squares of a board with open edges attack each
    /// other.
    pub(in crate::engines) fn attacks(&self, one: Square, other: Square) -> bool {
        let (above, below) = (one.min(other), one.max(other));
        let down = below.row - above.row;
        let across = i64::from(below.column) - i64::from(above.column);
        if down == 0 || across == 0 {
            return true;
        }
        (self.falls_right && across == i64::from(down))
            || (self.falls_left && -across == i64::from(down))
            || self.is_leap(down, across)
    }

    /// Returns true if the piece leaps this far: rows down, at least one, and columns to
    /// the right.
    pub(in crate::engines) fn is_leap(&self, down: u32, across: i64) -> bool {
        let leaps = self.leaps.get(down as usize - 1).copied().unwrap_or(0);
        across.unsigned_abs() <= self.spread.into()
            && leaps >> (across + i64::from(self.spread)) & 1 == 1
    }

    /// Returns the symmetries of the square that leave the problem as it is; none on a
    /// board that is not square, or whose edges are not open.
    pub(in crate::engines) fn symmetries(&self) -> Vec<Symmetry> {
        if self.rows == 0 || self.rows != self.columns || self.edges != OPEN_EDGES {
            return Vec::new();
        }
        Symmetry::ALL
            .into_iter()
            .filter(|&symmetry| self.is_kept_by(symmetry))
            .collect()
    }

    /// Returns true if a symmetry of the square board leaves open squares and attacks as
    /// they are.
    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        let n = self.rows;
        let image = |square| symmetry.apply(square, n, n);
        // An attack depends on the distance of the squares in rows and columns, and every
        // distance occurs from one of two corners. All pairs of squares would take n^4
        // steps.
        let corners = [Square::new(0, 0), Square::new(0, n - 1)];
        for row in 0..n {
            for column in 0..n {
                let square = Square::new(row, column);
                if self.is_open(square) != self.is_open(image(square)) {
                    return false;
                }
                for corner in corners {
                    if corner != square
                        && self.attacks(corner, square)
                            != self.attacks(image(corner), image(square))
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Returns the maps of columns that leave the problem as it is: shifts if the sides
    /// are joined, and mirror images. `map[c]` is the place to which column c goes.
    pub(in crate::engines) fn column_maps(&self) -> Vec<Vec<u32>> {
        let n = self.columns;
        let shifts = if self.edges == JOINED_SIDES { n } else { 1 };
        let mut maps = Vec::new();
        for shift in 0..shifts {
            let shifted: Vec<u32> = (0..n).map(|column| (column + shift) % n).collect();
            let mirrored = shifted.iter().map(|&column| n - 1 - column).collect();
            maps.push(shifted);
            if self.has_mirrored_attacks() {
                maps.push(mirrored);
            }
        }
        maps.retain(|map| self.keeps_open_squares(map));
        maps
    }

    /// Returns true if exchanging left and right leaves the attacks as they are.
    fn has_mirrored_attacks(&self) -> bool {
        let width = 2 * self.spread + 1;
        self.falls_left == self.falls_right
            && self
                .leaps
                .iter()
                .all(|&leaps| reverse_bits(leaps, width) == leaps)
    }

    fn keeps_open_squares(&self, map: &[u32]) -> bool {
        self.open.iter().all(|&row| move_bits(row, map) == row)
    }

    /// Reads the diagonals of a piece, and returns its leaps. Rays to rows above are the
    /// same attacks, seen from the other end, and each row and column has at most one
    /// queen anyway.
    fn read_rays(&mut self, piece: &Piece) -> Vec<RowLeap> {
        let mut leaps = Vec::new();
        for &ray in piece.rays().iter().filter(|ray| ray.rows > 0) {
            // On open edges, a ray as long as the board is as good as an unlimited one.
            let is_whole = ray.range == Ray::UNLIMITED
                || (self.edges == OPEN_EDGES && ray.range >= self.rows.saturating_sub(1));
            match (ray.rows, ray.columns) {
                (1, 0) if is_whole => {}
                (1, -1) if is_whole => self.falls_left = true,
                (1, 1) if is_whole => self.falls_right = true,
                _ => self.add_steps(&mut leaps, ray),
            }
        }
        leaps
    }

    /// Adds the steps of a ray within the board, each as a leap.
    fn add_steps(&self, leaps: &mut Vec<RowLeap>, ray: Ray) {
        let step = RowLeap {
            down: ray.rows.into(),
            across: ray.columns.into(),
        };
        if self.edges != OPEN_EDGES {
            // Beyond a joined edge or a mirror every step comes back onto the board,
            // however many there are. One is enough to refuse the piece.
            leaps.push(step);
            return;
        }
        for count in (1..=ray.range).map(i64::from) {
            let leap = RowLeap {
                down: count * step.down,
                across: count * step.across,
            };
            if leap.down >= self.rows.into() || leap.across.abs() >= self.columns.into() {
                break;
            }
            leaps.push(leap);
        }
    }

    /// Checks that the search by rows has code for the leaps and diagonals.
    fn check_leaps(&self, leaps: &[RowLeap], piece: &Piece) -> Result<(), Unsupported> {
        let leaps_across_edges = self.edges != OPEN_EDGES && !leaps.is_empty();
        // A mirror turns the diagonals of one direction into those of the other.
        let lacks_reflection =
            self.edges == MIRRORED_TOP && self.falls_left != self.falls_right;
        let too_far = leaps.iter().any(|leap| leap.down > MAX_REACH as i64);
        if !leaps_across_edges && !lacks_reflection && !too_far {
            return Ok(());
        }
        let reason = format!(
            "masks of rows carry diagonals and, on open edges, leaps over at most {MAX_REACH} rows, not {piece}"
        );
        Err(refuse(Parameter::Piece, reason))
    }

    fn set_leaps(&mut self, leaps: &[RowLeap]) -> Result<(), Unsupported> {
        self.spread = leaps
            .iter()
            .map(|leap| leap.across.unsigned_abs() as u32)
            .max()
            .unwrap_or(0);
        // The product of a queen and its leaps has to fit into a word.
        if self.columns + 2 * self.spread > MAX_SIDE {
            let most = MAX_SIDE.saturating_sub(2 * self.spread);
            return Err(refuse_size(self.columns, most));
        }
        for leap in leaps {
            self.leaps[leap.down as usize - 1] |=
                1 << (leap.across + i64::from(self.spread));
        }
        Ok(())
    }
}

/// Returns the lowest `width` bits of a mask in the opposite order.
fn reverse_bits(mask: u32, width: u32) -> u32 {
    mask.reverse_bits() >> (u32::BITS - width)
}

/// Moves each bit of a mask to the place that the map gives for it.
fn move_bits(mask: u32, map: &[u32]) -> u32 {
    let mut moved = 0;
    for (from, &to) in map.iter().enumerate() {
        moved |= (mask >> from & 1) << to;
    }
    moved
}

/// Checks that the problem asks for one queen in each row, at most one in each column,
/// and nothing else.
fn check_demands(problem: &Problem) -> Result<(), Unsupported> {
    let units = problem.units();
    if problem.has_walls() {
        let reason = "masks of rows cannot see walls: make them holes, or use an engine that sees them";
        return Err(refuse(Parameter::Walls, reason));
    }
    let lines_only = "masks of rows know demands on rows and columns only, not on regions or the total";
    if units.region != Bounds::ANY {
        return Err(refuse(Parameter::Regions, lines_only));
    }
    if !units.total.contains(problem.rows()) {
        return Err(refuse(Parameter::Total, lines_only));
    }
    if units.row != Bounds::ONE {
        let reason = format!(
            "masks of rows need exactly one queen in each row, but the problem asks for {}",
            units.row
        );
        return Err(refuse(Parameter::Rows, reason));
    }
    check_column_demand(problem, units.column)
}

fn check_column_demand(problem: &Problem, column: Bounds) -> Result<(), Unsupported> {
    let at_most_one =
        column.high() == 1 || (column.high() > 1 && problem.piece().strikes_along(1, 0));
    // With as many rows as columns, one queen in each row fills every column.
    let is_met_by_rows =
        column.low() == 0 || (column.low() == 1 && problem.rows() == problem.columns());
    if at_most_one && is_met_by_rows {
        return Ok(());
    }
    let reason = format!(
        "masks of rows allow at most one queen in each column, but the problem asks for {column}"
    );
    Err(refuse(Parameter::Columns, reason))
}

fn refuse(parameter: Parameter, reason: impl fmt::Display) -> Unsupported {
    Unsupported::new(ID, parameter, reason)
}

fn refuse_size(size: u32, most: u32) -> Unsupported {
    let reason = format!(
        "a side of {size} is too long for masks of rows: at most {most} with this piece"
    );
    refuse(Parameter::Size, reason)
}

fn read_edges(problem: &Problem) -> Result<u8, Unsupported> {
    let Edges {
        top_bottom,
        left_right,
    } = problem.edges();
    match (top_bottom, left_right) {
        (Edge::Open, Edge::Open) => Ok(OPEN_EDGES),
        (Edge::Mirror, Edge::Open) => Ok(MIRRORED_TOP),
        (Edge::Open, Edge::Wrap) => Ok(JOINED_SIDES),
        // Only on a square board does a wrapped diagonal re-enter on itself.
        (Edge::Wrap, Edge::Wrap) if problem.is_square() => Ok(JOINED_SIDES),
        _ => Err(refuse(
            Parameter::Edges,
            "masks of rows carry open edges, joined left and right edges, a square torus and a mirror above the \
             first row",
        )),
    }
}

/// Returns, for each row, its given queen, or else the free squares that no given queen
/// attacks.
fn open_squares(problem: &Problem) -> Vec<u32> {
    let mut open = vec![0; problem.rows() as usize];
    for square in problem.every_square() {
        if problem.kind(square) == SquareKind::Free {
            open[square.row as usize] |= 1 << square.column;
        }
    }
    if problem.givens().is_empty() {
        return open;
    }
    if let Ok(form) = Constraints::from_problem(problem) {
        let clashes = form.clashes();
        for &given in form.givens() {
            for number in clashes[given].ones() {
                let square = form.squares()[number];
                open[square.row as usize] &= !(1 << square.column);
            }
        }
    }
    for given in problem.givens() {
        open[given.row as usize] = 1 << given.column;
    }
    open
}
