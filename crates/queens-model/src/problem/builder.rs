//! Builder that turns parameters into a validated problem.

use super::grid::hexagon_rows;
use super::rules::Rules;
use super::squares::{Regions, squares_of_size};
use super::standing::{consistent, on_free_squares};
use super::weights::check_weights;
use super::{
    Bounds, Cube, Edge, Edges, Grid, MAX_DRAWN, MAX_GLUED, MAX_SIDE, Piece, Problem,
    ProblemError, SquareKind, Units, Violation,
};
use crate::square::Square;

impl Problem {
    /// Starts a problem: queens, one in each row and column, on a standard board.
    #[must_use]
    pub fn builder(rows: u32, columns: u32) -> ProblemBuilder {
        ProblemBuilder {
            rows,
            columns,
            shape: None,
            blocked: Vec::new(),
            regions: None,
            grid: Grid::Square,
            edges: Edges::OPEN,
            piece: Piece::queen(),
            units: Units::one_per_line(rows, columns),
            givens: Vec::new(),
            weights: None,
            rules: None,
        }
    }

    /// Starts a problem on a hexagon with this side: any number of queens of hexagonal
    /// chess.
    ///
    /// ```
    /// use queens_model::problem::Problem;
    ///
    /// assert_eq!(Problem::hexagon(3).build()?, "hex 3".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hexagon(side: u32) -> ProblemBuilder {
        Problem::builder(hexagon_rows(side), hexagon_rows(side)).on_grid(Grid::Hex)
    }

    /// Starts a problem on a board of three or more dimensions: any number of queens, in
    /// layers beside and below each other.
    ///
    /// ```
    /// use queens_model::problem::{Cube, Problem};
    ///
    /// let cube = Cube::new(4, 3).ok_or("no board")?;
    /// assert_eq!(Problem::cube(cube).build()?, "4x4x4".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cube(cube: Cube) -> ProblemBuilder {
        Problem::builder(cube.rows(), cube.columns()).on_grid(Grid::Cube(cube))
    }

    /// Sorts the given queens and records the rule that they break, if any. Fails if one
    /// is not on a free square.
    pub(super) fn with_valid_givens(mut self) -> Result<Self, ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        if let Some(&square) = self.givens.iter().find(|&&square| !self.contains(square))
        {
            return Err(ProblemError::OffBoard {
                what: "the given queen",
                square,
                rows,
                columns,
            });
        }
        self.givens.sort_unstable();
        self.givens.dedup();
        let checked = match self.rules {
            None => consistent(&self, &self.givens),
            Some(_) => on_free_squares(&self, &self.givens),
        };
        self.clash = match checked {
            Ok(()) => None,
            Err(blocked @ Violation::Blocked { .. }) => {
                return Err(ProblemError::Givens(blocked));
            }
            Err(clash) => Some(clash),
        };
        Ok(self)
    }

    /// Returns this problem if it is plain and its given queens break no rule.
    ///
    /// # Errors
    /// The [clash](Problem::clash), or that it has [rules](Problem::rules).
    pub fn without_clash(self) -> Result<Self, ProblemError> {
        match (self.clash, &self.rules) {
            (Some(clash), _) => Err(ProblemError::Givens(clash)),
            (None, Some(_)) => Err(ProblemError::Rules),
            (None, None) => Ok(Problem {
                clash: None,
                ..self
            }),
        }
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
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// Test for the squares that belong to the board; the others are holes, unless
    /// `blocked` overrides them. `None` if all belong to it.
    shape: Option<fn(Square) -> bool>,
    pub(super) blocked: Vec<(Square, SquareKind)>,
    pub(super) regions: Option<Vec<u32>>,
    pub(super) grid: Grid,
    pub(super) edges: Edges,
    pub(super) piece: Piece,
    pub(super) units: Units,
    pub(super) givens: Vec<Square>,
    pub(super) weights: Option<Vec<i64>>,
    pub(super) rules: Option<Rules>,
}

impl ProblemBuilder {
    /// Sets the edges.
    #[must_use]
    pub fn edges(mut self, edges: Edges) -> Self {
        self.edges = edges;
        self
    }

    /// Sets the piece.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.piece = piece;
        self
    }

    /// Sets the demands on rows, columns, regions and the whole board.
    #[must_use]
    pub fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    /// Gives the board another grid than squares. A piece with a name becomes the one of
    /// this grid, and lines take any number.
    pub(super) fn on_grid(mut self, grid: Grid) -> Self {
        let piece = Piece::read(&self.piece.to_string(), grid);
        self.piece = piece.unwrap_or_else(|_| self.piece.on(grid));
        (self.grid, self.units) = (grid, Units::ANY);
        self
    }

    /// Makes every square outside `shape` a hole.
    pub(super) fn with_shape(mut self, shape: Option<fn(Square) -> bool>) -> Self {
        self.shape = shape;
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

    /// Sets the kind of `square`; the last call for a square counts.
    #[must_use]
    pub fn square(mut self, square: Square, kind: SquareKind) -> Self {
        self.blocked.push((square, kind));
        self
    }

    /// Sets the region map: for each square, row by row, the number of its region, from 0
    /// without a gap.
    ///
    /// The map alone demands nothing: [`Units::region`] sets the number of queens of each
    /// region. (In the text form a drawn map demands one queen in each region by
    /// default.)
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

    /// Sets the weight of each square, row by row, those of holes and walls included.
    /// They do not change the solutions.
    #[must_use]
    pub fn weights(mut self, weights: Vec<i64>) -> Self {
        self.weights = Some(weights);
        self
    }

    /// Sets the rules. The first kind of piece becomes the piece of the problem.
    #[must_use]
    #[doc(hidden)]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Validates the parameters. If given queens break a rule, the problem has no
    /// solution, see [`Problem::clash`].
    ///
    /// # Errors
    /// Parameters that are impossible together; the message names the value and the
    /// bound.
    ///
    /// # Complexity
    /// O(squares) if squares are drawn, else O(givens log givens) on an open board.
    pub fn build(self) -> Result<Problem, ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(ProblemError::TooLarge { rows, columns });
        }
        let twisted =
            self.edges.top_bottom == Edge::Twist || self.edges.left_right == Edge::Twist;
        let mirrored = self.edges.top_bottom == Edge::Mirror
            || self.edges.left_right == Edge::Mirror;
        if twisted && mirrored {
            return Err(ProblemError::MirrorWithTwist);
        }
        match self.grid {
            Grid::Square => {}
            Grid::Hex => self.check_hexagon()?,
            Grid::Cube(cube) => self.check_cube(cube)?,
        }
        if self.edges != Edges::OPEN && u64::from(rows) * u64::from(columns) > MAX_GLUED {
            return Err(ProblemError::TooLargeToGlue { rows, columns });
        }
        let squares = self.square_kinds()?;
        let regions = match &self.regions {
            Some(map) => Some(Regions::from_map(map, self.drawn_squares()?)?),
            None => None,
        };
        if regions.is_none() && self.units.region.low() > 0 {
            return Err(ProblemError::NoRegions(self.units.region));
        }
        let ProblemBuilder {
            grid,
            edges,
            piece,
            mut units,
            givens,
            weights,
            rules,
            ..
        } = self;
        let piece = piece.on(grid);
        let weights = weights
            .map(|weights| check_weights(weights, rows, columns))
            .transpose()?;
        if regions.is_none() {
            units.region = Bounds::ANY;
        }
        let problem = Problem {
            rows,
            columns,
            squares,
            regions,
            grid,
            edges,
            piece,
            units,
            givens,
            weights,
            rules: None,
            clash: None,
        };
        match rules {
            None => problem.with_valid_givens(),
            Some(rules) => problem.with_rules(rules),
        }
    }

    /// Refuses what a hexagon cannot have.
    fn check_hexagon(&self) -> Result<(), ProblemError> {
        let is_array =
            self.rows == self.columns && (self.rows == 0 || self.rows % 2 == 1);
        let refusal = if !is_array {
            "a hexagon of side n is drawn on 2n - 1 rows and columns: write `hex 3`, or draw 5 rows of 5 squares"
        } else if self.edges != Edges::OPEN {
            "the edges of a hexagon are open: leave out top-bottom and left-right"
        } else if self.regions.is_some() || self.units.region != Bounds::ANY {
            "a hexagon has no regions: leave out areas and regions, or name squares as in `pieces: queens on c1 c2`"
        } else {
            return Ok(());
        };
        Err(ProblemError::Grid(refusal))
    }

    /// Refuses what a cube cannot have.
    fn check_cube(&self, cube: Cube) -> Result<(), ProblemError> {
        let Units {
            row,
            column,
            region,
            ..
        } = self.units;
        let refusal = if (self.rows, self.columns) != (cube.rows(), cube.columns()) {
            "a board of more dimensions has its own numbers of rows and columns: write its size, such as 4x4x4"
        } else if self.edges != Edges::OPEN {
            "the edges of a board of more dimensions are open: leave out top-bottom and left-right"
        } else if self.regions.is_some()
            || [row, column, region]
                .iter()
                .any(|&bounds| bounds != Bounds::ANY)
        {
            "a board of more dimensions takes no numbers in rows, columns and regions: leave them out"
        } else if self.piece.clone().on(self.grid).names_in_cube().is_none() {
            "a board of more dimensions takes queens, rooks, bishops, kings, or sums of them"
        } else {
            return Ok(());
        };
        Err(ProblemError::Grid(refusal))
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
        if self.blocked.is_empty() && self.shape.is_none() && self.grid == Grid::Square {
            return Ok(None);
        }
        let (rows, columns) = (self.rows, self.columns);
        let mut kinds = vec![SquareKind::Free; self.drawn_squares()?];
        if let Some(is_free) = self.shape {
            let holes = kinds
                .iter_mut()
                .zip(squares_of_size(rows, columns))
                .filter(|&(_, square)| !is_free(square));
            holes.for_each(|(kind, _)| *kind = SquareKind::Hole);
        }
        for &(square, kind) in &self.blocked {
            let is_between_layers = kind == SquareKind::Hole
                && matches!(self.grid, Grid::Cube(_))
                && !self.grid.has_square(square, rows);
            if square.row >= rows || square.column >= columns || is_between_layers {
                return Err(ProblemError::OffBoard {
                    what: "the blocked square",
                    square,
                    rows,
                    columns,
                });
            }
            kinds[square.row as usize * columns as usize + square.column as usize] = kind;
        }
        let outside = kinds
            .iter_mut()
            .zip(squares_of_size(rows, columns))
            .filter(|&(_, at)| !self.grid.has_square(at, rows));
        outside.for_each(|(kind, _)| *kind = self.grid.outside_kind());
        let blocked = kinds.iter().any(|&kind| kind != SquareKind::Free);
        Ok(blocked.then(|| kinds.into_boxed_slice()))
    }
}
