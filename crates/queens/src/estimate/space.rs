//! The space of placements in which annealing starts: its size is known exactly, and it
//! contains all solutions.

use super::Refusal;
use super::general::GeneralSpace;
use super::lines::DiagonalSpace;
use crate::problem::{Bounds, Problem};
use control::Limits;
use queens_model::rng::Rng;

/// Maximum number of queens: counts on diagonals fit into 16 bits.
pub(super) const MAX_QUEENS: u32 = 60_000;

/// The rows and columns without a given queen, and the number of queens to place on them,
/// each in its own row and column.
///
/// There are (rows)_k (columns)_k / k! placements of k queens, with (m)_k = m (m - 1) ...
/// (m - k + 1).
#[derive(Clone, Debug)]
pub(super) struct OpenLines {
    pub(super) rows: Vec<u32>,
    pub(super) columns: Vec<u32>,
    pub(super) queens: usize,
}

impl OpenLines {
    /// Returns the logarithm of the number of placements.
    fn ln_size(&self) -> f64 {
        ln_falling_factorial(self.rows.len(), self.queens)
            + ln_falling_factorial(self.columns.len(), self.queens)
            - ln_falling_factorial(self.queens, self.queens)
    }

    /// Returns rows and columns in random order; the queens go on the first of both.
    pub(super) fn random_lines(&self, rng: &mut Rng) -> (Vec<u32>, Vec<u32>) {
        let (mut rows, mut columns) = (self.rows.clone(), self.columns.clone());
        if rows.len() > self.queens {
            rng.shuffle(&mut rows);
        }
        rng.shuffle(&mut columns);
        (rows, columns)
    }
}

/// Returns ln (m (m - 1) ... (m - k + 1)).
pub(super) fn ln_falling_factorial(m: usize, k: usize) -> f64 {
    (m - k + 1..=m).map(|factor| (factor as f64).ln()).sum()
}

/// Returns the number of queens that are not given.
fn movable_queens(problem: &Problem) -> Result<u32, Refusal> {
    let queens = total_queens(problem)?.saturating_sub(problem.givens().len() as u32);
    if queens > MAX_QUEENS {
        return Err(Refusal::too_large(format!(
            "{queens} queens are too many for an estimate: at most {MAX_QUEENS}"
        )));
    }
    Ok(queens)
}

/// Returns the number of queens of every solution, if the rules tell it.
fn total_queens(problem: &Problem) -> Result<u32, Refusal> {
    let (features, units) = (problem.features(), problem.units());
    let (rows, columns) = (problem.rows(), problem.columns());
    if let Some(total) = features.exact_total {
        return Ok(total);
    }
    if features.one_in_each_row {
        return Ok(rows);
    }
    if features.one_in_each_column {
        return Ok(columns);
    }
    let Some(each) = features.exact_units else {
        return Err(Refusal::open_total());
    };
    if units.row != Bounds::ANY {
        Ok(rows.saturating_mul(each))
    } else if units.column != Bounds::ANY {
        Ok(columns.saturating_mul(each))
    } else if features.demands_regions {
        Ok(problem.region_count().saturating_mul(each))
    } else {
        Err(Refusal::open_total())
    }
}

/// Returns true if each row and each column takes one queen, and not more.
fn has_one_on_each_line(problem: &Problem) -> bool {
    let (features, units) = (problem.features(), problem.units());
    features.at_most_one_in_each_row
        && features.at_most_one_in_each_column
        && takes_one(units.row)
        && takes_one(units.column)
}

fn takes_one(bounds: Bounds) -> bool {
    bounds.contains(1) && bounds.low() <= 1
}

/// Returns the lines without a given queen.
///
/// # Errors
/// The board is too long; the queens do not fit on the lines, or leave one empty that
/// needs a queen.
fn find_open_lines(problem: &Problem, queens: usize) -> Result<OpenLines, Refusal> {
    let side = problem.rows().max(problem.columns());
    if side > 4 * MAX_QUEENS {
        return Err(Refusal::too_large(format!(
            "a side of {side} is too long for an estimate: at most {}",
            4 * MAX_QUEENS
        )));
    }
    let givens = problem.givens();
    let rows = lines_without(problem.rows(), givens.iter().map(|given| given.row));
    let columns =
        lines_without(problem.columns(), givens.iter().map(|given| given.column));
    let units = problem.units();
    if queens > rows.len().min(columns.len())
        || units.row.low() == 1 && rows.len() > queens
        || units.column.low() == 1 && columns.len() > queens
    {
        return Err(Refusal::nowhere_to_stand());
    }
    Ok(OpenLines {
        rows,
        columns,
        queens,
    })
}

/// Returns the lines below `count` that are not taken, in order.
fn lines_without(count: u32, taken: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut is_taken = vec![false; count as usize];
    for line in taken {
        is_taken[line as usize] = true;
    }
    (0..count)
        .filter(|&line| !is_taken[line as usize])
        .collect()
}

/// A space of placements, with the data for moves in it.
#[derive(Clone, Debug)]
pub(super) enum PlacementSpace {
    /// Conflicts are along diagonals or between near squares.
    Diagonals(DiagonalSpace),
    /// Conflicts are between any two squares.
    General(GeneralSpace),
}

impl PlacementSpace {
    /// Builds the space of a problem.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(super) fn from_problem(
        problem: &Problem,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        if let Err(clash) = problem.clone().without_clash() {
            return Err(Refusal::from_engine(clash.to_string()));
        }
        let problem = &problem.normalized();
        let queens = movable_queens(problem)?;
        if !has_one_on_each_line(problem) {
            return GeneralSpace::from_sets(problem, queens as usize, limits)
                .map(PlacementSpace::General);
        }
        let open_lines = find_open_lines(problem, queens as usize)?;
        match DiagonalSpace::from_problem(problem, &open_lines) {
            Some(lines) => Ok(PlacementSpace::Diagonals(lines)),
            None => GeneralSpace::on_lines(problem, open_lines, limits)
                .map(PlacementSpace::General),
        }
    }

    /// Returns the logarithm of the number of placements.
    pub(super) fn ln_size(&self) -> f64 {
        match self {
            PlacementSpace::Diagonals(lines) => lines.open_lines.ln_size(),
            PlacementSpace::General(general) if general.is_sets => {
                let (squares, queens) =
                    (general.open_lines.columns.len(), general.open_lines.queens);
                ln_falling_factorial(squares, queens)
                    - ln_falling_factorial(queens, queens)
            }
            PlacementSpace::General(general) => general.open_lines.ln_size(),
        }
    }

    /// Returns the number of queens that move.
    pub(super) fn queens(&self) -> usize {
        match self {
            PlacementSpace::Diagonals(lines) => lines.open_lines.queens,
            PlacementSpace::General(general) => general.open_lines.queens,
        }
    }
}
