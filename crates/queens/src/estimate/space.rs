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
    pub(super) fn random(&self, rng: &mut Rng) -> (Vec<u32>, Vec<u32>) {
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
            return Err(Refusal::engine(clash.to_string()));
        }
        let problem = &problem.normalized();
        let (features, units) = (problem.features(), problem.units());
        let (rows, columns) = (problem.rows(), problem.columns());
        let takes_one = |bounds: Bounds| bounds.contains(1) && bounds.low() <= 1;
        let on_lines = features.at_most_one_in_each_row
            && features.at_most_one_in_each_column
            && takes_one(units.row)
            && takes_one(units.column);
        let total = match (features.exact_total, features.exact_units) {
            (Some(total), _) => total,
            _ if features.one_in_each_row => rows,
            _ if features.one_in_each_column => columns,
            (None, Some(each)) if units.row != Bounds::ANY => rows.saturating_mul(each),
            (None, Some(each)) if units.column != Bounds::ANY => {
                columns.saturating_mul(each)
            }
            (None, Some(each)) if features.demands_regions => {
                problem.region_count().saturating_mul(each)
            }
            _ => return Err(Refusal::open_total()),
        };
        let queens = total.saturating_sub(problem.givens().len() as u32);
        if queens > MAX_QUEENS {
            return Err(Refusal::too_large(format!(
                "{queens} queens are too many for an estimate: at most {MAX_QUEENS}"
            )));
        }
        if !on_lines {
            return GeneralSpace::sets(problem, queens as usize, limits)
                .map(PlacementSpace::General);
        }
        let free = |lines: u32, of: fn(&crate::square::Square) -> u32| -> Vec<u32> {
            let mut taken: Vec<u32> = problem.givens().iter().map(of).collect();
            taken.sort_unstable();
            (0..lines)
                .filter(|line| taken.binary_search(line).is_err())
                .collect()
        };
        if rows.max(columns) > 4 * MAX_QUEENS {
            return Err(Refusal::too_large(format!(
                "a side of {} is too long for an estimate: at most {}",
                rows.max(columns),
                4 * MAX_QUEENS
            )));
        }
        let open_lines = OpenLines {
            rows: free(rows, |square| square.row),
            columns: free(columns, |square| square.column),
            queens: queens as usize,
        };
        let must =
            |bounds: Bounds, lines: usize| bounds.low() == 1 && lines > open_lines.queens;
        if open_lines.queens > open_lines.rows.len().min(open_lines.columns.len())
            || must(units.row, open_lines.rows.len())
            || must(units.column, open_lines.columns.len())
        {
            return Err(Refusal::nowhere());
        }
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
