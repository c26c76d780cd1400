//! Views of a problem that engines search, and the refusals of problems that they do not
//! support.

use control::Limits;
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::instance::{Instance, UnitSquares};
use queens_model::problem::{Bounds, Edges, Piece, Problem, SquareKind, Unit, Units};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};
use std::fmt::Display;

/// Placeholder in a view's refusals, which the engine replaces with its id.
const ENGINE_PLACEHOLDER: &str = "the engine";

/// Refusal of a parameter that a view does not support.
pub(crate) fn unsupported(parameter: Parameter, reason: impl Display) -> Unsupported {
    Unsupported::new(ENGINE_PLACEHOLDER, parameter, reason)
}

/// Refusal of other pieces than queens.
fn no_queens(piece: &Piece) -> Unsupported {
    unsupported(
        Parameter::Piece,
        format!("it places queens only; the piece of this problem is '{piece}'"),
    )
}

/// Refusal of another demand on rows.
pub(crate) fn wrong_rows(bounds: Bounds) -> Unsupported {
    unsupported(
        Parameter::Rows,
        format!(
            "it places exactly one queen in each row, but the problem asks for {bounds}"
        ),
    )
}

/// Refusal of another demand on columns.
pub(crate) fn wrong_columns(bounds: Bounds) -> Unsupported {
    unsupported(
        Parameter::Columns,
        format!(
            "it places at most one queen in each column, but the problem asks for {bounds}"
        ),
    )
}

/// Refusal of a board that is not square.
pub(crate) fn not_square(rows: u32, columns: u32) -> Unsupported {
    unsupported(
        Parameter::Size,
        format!("it needs as many rows as columns, not {rows} x {columns}"),
    )
}

/// Refusal of walls.
pub(crate) fn no_walls() -> Unsupported {
    unsupported(Parameter::Walls, "it needs a board without walls")
}

/// Refusal of demands on regions or the total.
pub(crate) fn no_other_units(units: Units) -> Unsupported {
    let parameter = if units.region == Bounds::ANY {
        Parameter::Total
    } else {
        Parameter::Regions
    };
    unsupported(
        parameter,
        "it supports demands on rows and columns only, not on regions or the total",
    )
}

/// Refusal of holes.
pub(super) fn no_holes() -> Unsupported {
    unsupported(Parameter::Holes, "it needs a board without holes")
}

/// Refusal of given queens.
pub(crate) fn no_givens() -> Unsupported {
    unsupported(
        Parameter::Givens,
        "it starts from the empty board and does not support given queens",
    )
}

/// Refusal of a side that is too long.
pub(super) fn too_large(size: u32, max: u32) -> Unsupported {
    unsupported(
        Parameter::Size,
        format!("a side of {size} is too large: it takes boards up to {max}"),
    )
}

/// Maximum length of a side for engines that recurse by rows.
pub(super) const MAX_ROWS: u32 = 1000;

/// Queens on a standard board, exactly one in each row and at most one in each column:
/// the view of engines with built-in rows, columns and diagonals. Holes and givens may
/// restrict it.
pub(crate) struct StandardView {
    rows: u32,
    columns: u32,
    /// Open squares, row by row; `None` if all squares are open.
    open: Option<FixedBitSet>,
}

/// Checks that `problem` demands as many queens as rows on a board with open edges,
/// without walls and demands on regions: the requirements of every engine with built-in
/// rows, columns and diagonals.
pub(crate) fn standard(problem: &Problem) -> Result<(), Unsupported> {
    if *problem.piece() != Piece::queen() {
        return Err(no_queens(problem.piece()));
    }
    if problem.edges() != Edges::OPEN {
        return Err(unsupported(
            Parameter::Edges,
            "it needs a board whose edges are all open: exact-cover takes joined edges",
        ));
    }
    if problem.has_walls() {
        return Err(no_walls());
    }
    let units = problem.units();
    if units.region != Bounds::ANY || !units.total.contains(problem.rows()) {
        return Err(no_other_units(units));
    }
    Ok(())
}

impl StandardView {
    /// Checks that the rules of `problem` are those of queens on a standard board,
    /// whatever its size and holes.
    pub(crate) fn rules(problem: &Problem) -> Result<(), Unsupported> {
        standard(problem)?;
        let (rows, columns, units) = (problem.rows(), problem.columns(), problem.units());
        if units.row != Bounds::ONE {
            return Err(wrong_rows(units.row));
        }
        let square_board = rows == columns && units.column.contains(1);
        if units.column.high() == 0 || (units.column.low() > 0 && !square_board) {
            return Err(wrong_columns(units.column));
        }
        Ok(())
    }

    /// Builds the view of `problem`.
    pub(super) fn from_problem(problem: &Problem) -> Result<Self, Unsupported> {
        Self::rules(problem)?;
        let (rows, columns) = (problem.rows(), problem.columns());
        let size = rows.max(columns);
        if size > MAX_ROWS {
            return Err(too_large(size, MAX_ROWS));
        }
        Ok(StandardView {
            rows,
            columns,
            open: open_squares(problem),
        })
    }

    /// Builds the view of `problem`, which must have as many rows as columns.
    pub(super) fn square(problem: &Problem) -> Result<Self, Unsupported> {
        let view = Self::from_problem(problem)?;
        if view.rows != view.columns {
            return Err(not_square(view.rows, view.columns));
        }
        Ok(view)
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns true if neither holes nor givens rule out the square.
    #[inline]
    pub(super) fn is_open(&self, row: u32, column: u32) -> bool {
        match &self.open {
            None => true,
            Some(open) => {
                open.contains(row as usize * self.columns as usize + column as usize)
            }
        }
    }

    /// Returns true if no square is ruled out.
    pub(super) fn all_open(&self) -> bool {
        self.open.is_none()
    }
}

/// Returns the free squares that no given queen attacks, and the squares of the givens;
/// `None` if all are open.
fn open_squares(problem: &Problem) -> Option<FixedBitSet> {
    if problem.all_free() && problem.givens().is_empty() {
        return None;
    }
    let (rows, columns) = (problem.rows() as usize, problem.columns() as usize);
    let lines = |square: Square| {
        let (row, column) = (square.row as usize, square.column as usize);
        [
            row,
            rows + column,
            rows + columns + row + column,
            2 * (rows + columns) + rows + column - row,
        ]
    };
    // Number of givens on each line.
    let mut givens = vec![0; 4 * (rows + columns)];
    problem
        .givens()
        .iter()
        .flat_map(|&given| lines(given))
        .for_each(|line| givens[line] += 1);
    let mut set = FixedBitSet::with_capacity(rows * columns);
    for (i, square) in problem.every_square().enumerate() {
        set.set(
            i,
            problem.kind(square) == SquareKind::Free
                && lines(square).iter().all(|&line| givens[line] == 0),
        );
    }
    for &given in problem.givens() {
        // A given is on its own lines; a second given on one of them attacks it.
        let place = given.row as usize * columns + given.column as usize;
        let is_free = problem.kind(given) == SquareKind::Free;
        set.set(
            place,
            is_free && lines(given).iter().all(|&line| givens[line] == 1),
        );
    }
    Some(set)
}

/// Returns the squares that clash with no given queen, including the givens.
pub(super) fn beside_givens(form: &Constraints, clashes: &[FixedBitSet]) -> FixedBitSet {
    let mut open = FixedBitSet::with_capacity(form.squares().len());
    open.insert_range(..);
    form.givens()
        .iter()
        .for_each(|&given| open.difference_with(&clashes[given]));
    open
}

/// Any problem with exactly one queen in each row, row by row: the view of engines that
/// use the conflict relation.
pub(super) struct RowByRow {
    /// The general form of the problem.
    pub(super) form: Constraints,
    rows: u32,
    /// Numbers of the open squares of each row, from left to right.
    choices: Vec<Vec<usize>>,
    /// True if the units demand more than [`RowByRow::clash`] implies.
    more_demands: bool,
    clashes: Vec<FixedBitSet>,
}

impl RowByRow {
    /// Checks that `problem` has this form.
    pub(super) fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        let demand = problem.units().row;
        if demand != Bounds::ONE {
            return Err(wrong_rows(demand));
        }
        Ok(Instance::check_size(problem)?)
    }

    /// Builds the view of `problem`.
    pub(super) fn from_problem(
        problem: &Problem,
        limits: &Limits,
    ) -> Result<Self, NoAnswer> {
        Self::accepts(problem)?;
        let form = Constraints::within(problem, limits)??;
        let clashes = form.clashes();
        let mut choices = vec![Vec::new(); problem.rows() as usize];
        for number in beside_givens(&form, &clashes).ones() {
            choices[form.squares()[number].row as usize].push(number);
        }
        let implied = |unit: &UnitSquares| match unit.unit {
            Unit::Row(_) => true,
            Unit::Column(_) if problem.is_square() => unit.bounds.high() == 1,
            _ => unit.bounds == Bounds::AT_MOST_ONE,
        };
        let more_demands = !form.units().iter().all(implied);
        Ok(RowByRow {
            rows: problem.rows(),
            choices,
            more_demands,
            clashes,
            form,
        })
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Returns the numbers of the open squares of `row`, from left to right.
    pub(super) fn choices(&self, row: usize) -> &[usize] {
        &self.choices[row]
    }

    /// Returns true if two queens exclude each other: one attacks the other, or a unit
    /// takes only one.
    #[inline]
    pub(super) fn clash(&self, a: usize, b: usize) -> bool {
        self.clashes[a].contains(b)
    }

    /// Returns the square with this number.
    pub(super) fn square(&self, number: usize) -> Square {
        self.form.squares()[number]
    }

    /// Returns true if queens that do not clash, one in each row, meet every demand on
    /// units.
    pub(super) fn meets_demands(&self, queens: &[usize]) -> bool {
        !self.more_demands || self.form.meets_demands(queens)
    }
}
