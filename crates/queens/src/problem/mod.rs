//! The problem: what is asked of a board.
//!
//! A [`Problem`] is made by a [`ProblemBuilder`] (or read from text, or taken from a preset) and is
//! validated once; whoever holds one may trust it. Its parameters are independent of each other:
//!
//! | parameter | type |
//! |---|---|
//! | size | rows x columns |
//! | squares | [`SquareKind`]: free, hole (no queen, attacks pass), wall (no queen, attacks stop) |
//! | edges | [`Edges`]: open, wrap, twist, mirror, for each axis |
//! | attack | [`Piece`]: rays with a range; a leap is a ray of range 1 |
//! | units | [`Units`]: how many queens each row, column, region and the whole board take |
//! | givens | squares on which a queen already stands |
//!
//! The seventh parameter of the house, the question (first, all, count, ...), is the call that one
//! makes on a [`crate::engines::ladder::Method`].

mod bounds;
mod edges;
mod piece;
mod preset;
mod text;

pub use bounds::{Bounds, BoundsError};
pub(crate) use edges::Walk;
pub use edges::{Edge, EdgeError, Edges};
pub use piece::{MAX_RAYS, MAX_STEP, Piece, PieceError, Ray};
pub use preset::{Preset, PresetError};
pub use text::{LineError, MAX_TEXT, ProblemTextError, Size, parse_square};

use crate::check::{self, Violation};
use crate::square::Square;

/// The longest side of a board.
pub const MAX_SIDE: u32 = 2_000_000_000;

/// The most squares of a board that is drawn square by square (holes, walls, regions).
pub const MAX_DRAWN: u64 = 16_000_000;

/// The most squares of a board whose edges are not all open: rays cross such boards many times.
pub const MAX_GLUED: u64 = 1_000_000;

/// The most regions.
pub const MAX_REGIONS: u32 = 4096;

/// What a square is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SquareKind {
    /// A queen may stand here.
    #[default]
    Free,
    /// No queen may stand here; attacks pass.
    Hole,
    /// No queen may stand here; attacks stop.
    Wall,
}

/// How many queens each unit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// Each row.
    pub row: Bounds,
    /// Each column.
    pub column: Bounds,
    /// Each region; without regions it demands nothing.
    pub region: Bounds,
    /// The whole board.
    pub total: Bounds,
}

impl Units {
    /// No demand at all: any set of pieces that do not attack each other will do.
    pub const ANY: Units =
        Units { row: Bounds::ANY, column: Bounds::ANY, region: Bounds::ANY, total: Bounds::ANY };

    /// What remains of these demands where the whole board has one of its own: rows and columns may stay empty.
    /// Where walls cut them, rows and columns take any number of a piece that strikes along them itself.
    #[must_use]
    pub fn relaxed_for_total(self, piece: &Piece, has_walls: bool) -> Self {
        let relaxed = |bounds: Bounds, strikes| match has_walls && strikes {
            true => Bounds::ANY,
            false => Bounds::at_most(bounds.high()),
        };
        let row = relaxed(self.row, piece.strikes_along(0, 1));
        Units { row, column: relaxed(self.column, piece.strikes_along(1, 0)), ..self }
    }

    /// As many queens as lines: exactly one in each row and each column of a square board; of a
    /// rectangle, exactly one in each line along the shorter side and at most one along the longer.
    #[must_use]
    pub fn one_per_line(rows: u32, columns: u32) -> Self {
        let demand = |full| if full { Bounds::ONE } else { Bounds::AT_MOST_ONE };
        Units { row: demand(rows <= columns), column: demand(columns <= rows), ..Units::ANY }
    }
}

/// Numbers the regions: for each square, row by row, the number of its region.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Regions {
    of_square: Box<[u16]>,
    count: u16,
}

/// A validated problem. See the [module](self) for its parameters.
///
/// ```
/// use queens::problem::{Problem, Preset};
///
/// let eight = Problem::queens(8)?;
/// let torus: Problem = "torus 5".parse()?;
/// assert_eq!(torus, Preset::Torus.problem(5, 5)?);
/// assert_eq!(eight.rows(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    rows: u32,
    columns: u32,
    /// Row by row; `None` where every square is free.
    squares: Option<Box<[SquareKind]>>,
    regions: Option<Regions>,
    edges: Edges,
    piece: Piece,
    units: Units,
    givens: Vec<Square>,
}

/// Why a problem is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A side that is too long.
    #[error("a board of {rows} x {columns} is too large: each side is at most {MAX_SIDE}")]
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A board that must be drawn square by square and is too large for it.
    #[error(
        "a board of {rows} x {columns} is too large for holes, walls or regions: they need at most {MAX_DRAWN} squares"
    )]
    TooLargeToDraw {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A board with joined or mirrored edges that is too large for them.
    #[error(
        "a board of {rows} x {columns} is too large for joined or mirrored edges: they need at most {MAX_GLUED} squares"
    )]
    TooLargeToGlue {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A square that is not on the board.
    #[error(
        "{what} {square} ({}:{} from 0) is off the board of {rows} x {columns} (rows x columns)",
        square.row,
        square.column
    )]
    OffBoard {
        /// What should have stood there.
        what: &'static str,
        /// Where.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
    },
    /// A region map of the wrong length.
    #[error(
        "the region map names {found} squares, but the board has {expected}: every square belongs to one region"
    )]
    RegionsDoNotCover {
        /// Squares of the board.
        expected: u64,
        /// Squares of the map.
        found: u64,
    },
    /// Too many regions.
    #[error("{0} regions are too many: there are at most {MAX_REGIONS}")]
    TooManyRegions(u32),
    /// Region numbers with a gap.
    #[error("region {0} has no square: number the regions 0, 1, 2, ... without a gap")]
    EmptyRegion(u32),
    /// A demand on regions where there are none.
    #[error("the problem asks for {0} queens in each region, but it has no regions: add a region map")]
    NoRegions(Bounds),
    /// Edges that cannot be joined.
    #[error(
        "a mirror on one axis and a twist on the other do not go together: choose open or wrap beside a mirror"
    )]
    MirrorWithTwist,
    /// Givens that break a rule of the problem.
    #[error("the given queens cannot stand: {0}")]
    Givens(Violation),
}

impl Problem {
    /// `size` queens on the ordinary board of `size` x `size`. Size 0 is the empty board, which has
    /// one solution: no queen at all.
    ///
    /// # Errors
    /// A side above [`MAX_SIDE`].
    pub fn queens(size: u32) -> Result<Self, ProblemError> {
        Preset::Queens.problem(size, size)
    }

    /// Starts a problem: queens, one in each row and column, on an ordinary board.
    #[must_use]
    pub fn builder(rows: u32, columns: u32) -> ProblemBuilder {
        ProblemBuilder {
            rows,
            columns,
            shape: Preset::Queens,
            blocked: Vec::new(),
            regions: None,
            edges: Edges::OPEN,
            piece: Piece::queen(),
            units: Units::one_per_line(rows, columns),
            givens: Vec::new(),
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Whether the board has as many rows as columns.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    /// What lies beyond the edges.
    #[must_use]
    pub fn edges(&self) -> Edges {
        self.edges
    }

    /// What stands on the board.
    #[must_use]
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// The demands on rows, columns, regions and the whole board.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
    }

    /// The queens that already stand, in order.
    #[must_use]
    pub fn givens(&self) -> &[Square] {
        &self.givens
    }

    /// Whether `square` lies on the board.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// What `square` is; it must lie on the board.
    #[must_use]
    pub fn kind(&self, square: Square) -> SquareKind {
        self.squares.as_ref().map_or(SquareKind::Free, |kinds| kinds[self.index(square)])
    }

    /// Whether every square is free.
    #[must_use]
    pub fn all_free(&self) -> bool {
        self.squares.is_none()
    }

    /// Whether holes and walls stand where those of `other` do.
    pub(crate) fn has_squares_of(&self, other: &Problem) -> bool {
        self.squares == other.squares
    }

    /// Whether the board has walls.
    #[must_use]
    pub fn has_walls(&self) -> bool {
        self.squares.as_ref().is_some_and(|kinds| kinds.contains(&SquareKind::Wall))
    }

    /// Number of regions; 0 where there are none.
    #[must_use]
    pub fn region_count(&self) -> u32 {
        self.regions.as_ref().map_or(0, |regions| regions.count.into())
    }

    /// The region of `square`, from 0; `None` where there are no regions.
    #[must_use]
    pub fn region(&self, square: Square) -> Option<u32> {
        self.regions.as_ref().map(|regions| regions.of_square[self.index(square)].into())
    }

    /// Whether this is the textbook problem: queens on an ordinary square board, one in each row and
    /// column, nothing given, nothing blocked.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.is_square() && *self == Problem::builder(self.rows, self.columns).unchecked()
    }

    /// Whether all squares are alike: a torus with nothing on it, where every set of queens can be moved so that
    /// one stands on a1.
    pub(crate) fn has_like_squares(&self) -> bool {
        self.edges == Edges::TORUS && self.all_free() && self.regions.is_none() && self.givens.is_empty()
    }

    /// This problem with one more given queen.
    ///
    /// # Errors
    /// A square off the board or blocked, or a queen that breaks a rule with the other givens.
    pub fn with_given(&self, square: Square) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        problem.givens.push(square);
        problem.validate_givens()?;
        Ok(problem)
    }

    /// This problem with `total` queens on the whole board; rows and columns then take what
    /// [`Units::relaxed_for_total`] leaves of their demands.
    ///
    /// # Errors
    /// More given queens than `total` allows.
    pub fn with_total(&self, total: Bounds) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        let units = problem.units.relaxed_for_total(&problem.piece, problem.has_walls());
        problem.units = Units { total, ..units };
        problem.validate_givens()?;
        Ok(problem)
    }

    /// The same problem, where its total says so with one queen in each row or each column: as many queens as
    /// rows, with one in each at the most, are one in each.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let (total, mut problem) = (self.units.total, self.clone());
        let strikes = |rows, columns| !self.has_walls() && self.piece.strikes_along(rows, columns);
        let is_full = |bounds: Bounds, lines: u32, strikes: bool| {
            total == Bounds::exactly(lines) && bounds.contains(1) && (bounds.high() == 1 || strikes)
        };
        let (row, column) = (
            is_full(self.units.row, self.rows, strikes(0, 1)),
            is_full(self.units.column, self.columns, strikes(1, 0)),
        );
        let one = |is_full, bounds| if is_full { Bounds::ONE } else { bounds };
        problem.units.row = one(row, self.units.row);
        problem.units.column = one(column, self.units.column);
        if row || column {
            problem.units.total = Bounds::ANY;
        }
        problem
    }

    /// Every square, row by row.
    pub fn every_square(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Square { row, column }))
    }

    /// Position of `square` in the order of [`Problem::every_square`].
    fn index(&self, square: Square) -> usize {
        square.row as usize * self.columns as usize + square.column as usize
    }

    fn validate_givens(&mut self) -> Result<(), ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        if let Some(&square) = self.givens.iter().find(|&&square| !self.contains(square)) {
            return Err(ProblemError::OffBoard { what: "the given queen", square, rows, columns });
        }
        self.givens.sort_unstable();
        self.givens.dedup();
        check::consistent(self, &self.givens).map_err(ProblemError::Givens)
    }
}

/// Collects the parameters of a [`Problem`].
///
/// ```
/// use queens::square::Square;
/// use queens::problem::{Edges, Problem};
///
/// let problem = Problem::builder(7, 7)
///     .edges(Edges::TORUS)
///     .hole(Square::new(0, 0))
///     .given(Square::new(1, 3))
///     .build()?;
/// assert_eq!(problem.givens(), [Square::new(1, 3)]);
/// # Ok::<(), queens::problem::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    rows: u32,
    columns: u32,
    /// Whose board it is: where this preset has no square, there is a hole unless `blocked` says otherwise.
    shape: Preset,
    blocked: Vec<(Square, SquareKind)>,
    regions: Option<Vec<u32>>,
    edges: Edges,
    piece: Piece,
    units: Units,
    givens: Vec<Square>,
}

impl ProblemBuilder {
    /// What lies beyond the edges.
    #[must_use]
    pub fn edges(mut self, edges: Edges) -> Self {
        self.edges = edges;
        self
    }

    /// What stands on the board.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.piece = piece;
        self
    }

    /// The demands on rows, columns, regions and the whole board.
    #[must_use]
    pub fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    fn shape(mut self, preset: Preset) -> Self {
        self.shape = preset;
        self
    }

    /// Makes `square` a hole.
    #[must_use]
    pub fn hole(self, square: Square) -> Self {
        self.square(square, SquareKind::Hole)
    }

    /// Makes `square` a wall.
    #[must_use]
    pub fn wall(self, square: Square) -> Self {
        self.square(square, SquareKind::Wall)
    }

    /// Says what `square` is; of several calls for one square the last counts.
    #[must_use]
    pub fn square(mut self, square: Square, kind: SquareKind) -> Self {
        self.blocked.push((square, kind));
        self
    }

    /// The region map: for each square, row by row, the number of its region, from 0 without a gap.
    #[must_use]
    pub fn regions(mut self, map: Vec<u32>) -> Self {
        self.regions = Some(map);
        self
    }

    /// Puts a queen on `square`.
    #[must_use]
    pub fn given(mut self, square: Square) -> Self {
        self.givens.push(square);
        self
    }

    /// Validates.
    ///
    /// # Errors
    /// Whatever makes the parameters impossible together; the message names the value and the bound.
    ///
    /// # Complexity
    /// O(squares) where squares are drawn, else O(givens log givens) on an open board.
    pub fn build(self) -> Result<Problem, ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(ProblemError::TooLarge { rows, columns });
        }
        let twisted = self.edges.top_bottom == Edge::Twist || self.edges.left_right == Edge::Twist;
        let mirrored = self.edges.top_bottom == Edge::Mirror || self.edges.left_right == Edge::Mirror;
        if twisted && mirrored {
            return Err(ProblemError::MirrorWithTwist);
        }
        if self.edges != Edges::OPEN && u64::from(rows) * u64::from(columns) > MAX_GLUED {
            return Err(ProblemError::TooLargeToGlue { rows, columns });
        }
        let squares = self.square_kinds()?;
        let regions = self.region_map()?;
        if regions.is_none() && self.units.region.low() > 0 {
            return Err(ProblemError::NoRegions(self.units.region));
        }
        let mut problem = Problem { squares, regions, ..self.unchecked() };
        problem.validate_givens()?;
        Ok(problem)
    }

    /// The problem without its squares and regions, and without validation.
    fn unchecked(self) -> Problem {
        Problem {
            rows: self.rows,
            columns: self.columns,
            squares: None,
            regions: None,
            edges: self.edges,
            piece: self.piece,
            units: self.units,
            givens: self.givens,
        }
    }

    fn drawn_squares(&self) -> Result<usize, ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        let squares = u64::from(rows) * u64::from(columns);
        if squares > MAX_DRAWN {
            return Err(ProblemError::TooLargeToDraw { rows, columns });
        }
        Ok(squares as usize)
    }

    fn square_kinds(&self) -> Result<Option<Box<[SquareKind]>>, ProblemError> {
        if self.blocked.is_empty() && !self.shape.has_holes() {
            return Ok(None);
        }
        let (rows, columns) = (self.rows, self.columns);
        let mut kinds = vec![SquareKind::Free; self.drawn_squares()?];
        if self.shape.has_holes() {
            let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { row, column }));
            let holes = kinds.iter_mut().zip(squares).filter(|&(_, square)| !self.shape.has(square));
            holes.for_each(|(kind, _)| *kind = SquareKind::Hole);
        }
        for &(square, kind) in &self.blocked {
            if square.row >= rows || square.column >= columns {
                return Err(ProblemError::OffBoard { what: "the blocked square", square, rows, columns });
            }
            kinds[square.row as usize * columns as usize + square.column as usize] = kind;
        }
        let blocked = kinds.iter().any(|&kind| kind != SquareKind::Free);
        Ok(blocked.then(|| kinds.into_boxed_slice()))
    }

    fn region_map(&self) -> Result<Option<Regions>, ProblemError> {
        let Some(map) = &self.regions else { return Ok(None) };
        let expected = self.drawn_squares()?;
        if map.len() != expected {
            let (expected, found) = (expected as u64, map.len() as u64);
            return Err(ProblemError::RegionsDoNotCover { expected, found });
        }
        let count = map.iter().max().map_or(0, |&last| last.saturating_add(1));
        if count > MAX_REGIONS {
            return Err(ProblemError::TooManyRegions(count));
        }
        let mut seen = vec![false; count as usize];
        for &region in map {
            seen[region as usize] = true;
        }
        if let Some(empty) = seen.iter().position(|&seen| !seen) {
            return Err(ProblemError::EmptyRegion(empty as u32));
        }
        let of_square = map.iter().map(|&region| region as u16).collect();
        Ok(Some(Regions { of_square, count: count as u16 }))
    }
}
