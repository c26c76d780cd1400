//! A problem, square by square.

use super::{Cell, Document, Table};
use crate::read::PROBLEM_SCHEMA;
use queens_model::constraints::Constraints;
use queens_model::instance::TooManySquares;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use serde::Serialize;

fn square_pair(square: &Square) -> [u32; 2] {
    [square.row, square.column]
}

/// A problem, square by square. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemDocument {
    /// The problem in its text form.
    pub problem: String,
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub columns: u32,
    /// The squares, a string for each row: `.` a free square, `x` a hole, `#` a wall.
    pub squares: Vec<String>,
    /// The given queens: row and column.
    pub givens: Vec<[u32; 2]>,
    /// The number of the region of each square, if there are regions; -1 for squares
    /// without one.
    pub regions: Option<Vec<Vec<i64>>>,
    /// The weight of each square, if there are weights.
    pub weights: Option<Vec<Vec<i64>>>,
    /// The squares that a given queen attacks, or from which a queen would attack her,
    /// except those with given queens.
    pub attacked: Vec<[u32; 2]>,
}

/// Sign of a square: `.` free, `x` a hole, `#` a wall.
fn kind_sign(problem: &Problem, square: Square) -> char {
    match problem.kind(square) {
        SquareKind::Free => '.',
        SquareKind::Hole => 'x',
        SquareKind::Wall => '#',
    }
}

impl ProblemDocument {
    /// Creates the document of a problem.
    ///
    /// # Errors
    /// A board with more squares than [`Constraints`] hold.
    ///
    /// # Complexity
    /// As [`Constraints::from_problem`].
    pub fn new(problem: &Problem) -> Result<Self, TooManySquares> {
        let constraints = Constraints::from_problem(problem)?;
        let mut squares = Vec::new();
        let mut regions: Vec<Vec<i64>> = Vec::new();
        for row in 0..problem.rows() {
            let row = (0..problem.columns()).map(|column| Square { row, column });
            squares.push(
                row.clone()
                    .map(|square| kind_sign(problem, square))
                    .collect(),
            );
            regions.push(
                row.map(|square| problem.region(square).map_or(-1, i64::from))
                    .collect(),
            );
        }
        Ok(ProblemDocument {
            problem: problem.to_string(),
            rows: problem.rows(),
            columns: problem.columns(),
            squares,
            givens: problem.givens().iter().map(square_pair).collect(),
            regions: (problem.region_count() > 0).then_some(regions),
            weights: problem.weights().map(|all| {
                all.chunks(problem.columns().max(1) as usize)
                    .map(<[i64]>::to_vec)
                    .collect()
            }),
            attacked: constraints
                .attacked()
                .map(|square| square_pair(&square))
                .collect(),
        })
    }
}

impl Document for ProblemDocument {
    const SCHEMA: &'static str = PROBLEM_SCHEMA;

    fn table(&self) -> Table {
        let mut table = Table::new()
            .numbers("row", "row")
            .words("squares", "squares");
        for (row, squares) in (0u32..).zip(&self.squares) {
            table.push([Cell::both(row + 1, row), Cell::words(squares)]);
        }
        table
    }
}
