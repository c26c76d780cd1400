//! Where an annealing starts: a set of placements whose size is known exactly, and which holds all solutions.

use super::Refusal;
use super::general::General;
use super::lines::Lines;
use crate::problem::{Bounds, Problem};
use control::Limits;
use queens_model::rng::Rng;

/// The most queens that are placed: what is counted per diagonal fits into 16 bits.
pub(super) const MOST_QUEENS: u32 = 60_000;

/// Queens that are to be placed on lines that still take some: each on a row and a column of its own.
///
/// `rows` and `columns` are those without a given queen. Where `queens` are as many as the rows these are placements
/// of one queen in each row, and so on: (rows)_k (columns)_k / k! of them, where (m)_k = m (m - 1) ... (m - k + 1).
#[derive(Clone, Debug)]
pub(super) struct Slots {
    pub(super) rows: Vec<u32>,
    pub(super) columns: Vec<u32>,
    pub(super) queens: usize,
}

impl Slots {
    /// The logarithm of how many placements there are.
    fn ln_size(&self) -> f64 {
        falling(self.rows.len(), self.queens) + falling(self.columns.len(), self.queens)
            - falling(self.queens, self.queens)
    }

    /// Rows and columns in a random order: the first of both take the queens.
    pub(super) fn random(&self, rng: &mut Rng) -> (Vec<u32>, Vec<u32>) {
        let (mut rows, mut columns) = (self.rows.clone(), self.columns.clone());
        if rows.len() > self.queens {
            rng.shuffle(&mut rows);
        }
        rng.shuffle(&mut columns);
        (rows, columns)
    }
}

/// ln (m (m - 1) ... (m - k + 1)).
pub(super) fn falling(m: usize, k: usize) -> f64 {
    (m - k + 1..=m).map(|factor| (factor as f64).ln()).sum()
}

/// A space of placements, with what is needed to walk through it.
#[derive(Clone, Debug)]
pub(super) enum Space {
    /// Conflicts are along diagonals, or near.
    Lines(Lines),
    /// Conflicts are between any two squares.
    General(General),
}

impl Space {
    /// The space of a problem.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn of(problem: &Problem, limits: &Limits) -> Result<Self, Refusal> {
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
            (None, Some(each)) if units.column != Bounds::ANY => columns.saturating_mul(each),
            (None, Some(each)) if features.demands_regions => problem.region_count().saturating_mul(each),
            _ => return Err(Refusal::open_total()),
        };
        let queens = total.saturating_sub(problem.givens().len() as u32);
        if queens > MOST_QUEENS {
            return Err(Refusal::too_large(format!(
                "{queens} queens are too many to anneal: at most {MOST_QUEENS}"
            )));
        }
        if !on_lines {
            return General::sets(problem, queens as usize, limits).map(Space::General);
        }
        let free = |lines: u32, of: fn(&crate::square::Square) -> u32| -> Vec<u32> {
            let mut taken: Vec<u32> = problem.givens().iter().map(of).collect();
            taken.sort_unstable();
            (0..lines).filter(|line| taken.binary_search(line).is_err()).collect()
        };
        if rows.max(columns) > 4 * MOST_QUEENS {
            return Err(Refusal::too_large(format!(
                "a side of {} is too long to anneal: at most {}",
                rows.max(columns),
                4 * MOST_QUEENS
            )));
        }
        let slots = Slots {
            rows: free(rows, |square| square.row),
            columns: free(columns, |square| square.column),
            queens: queens as usize,
        };
        let must = |bounds: Bounds, lines: usize| bounds.low() == 1 && lines > slots.queens;
        if slots.queens > slots.rows.len().min(slots.columns.len())
            || must(units.row, slots.rows.len())
            || must(units.column, slots.columns.len())
        {
            return Err(Refusal::nowhere());
        }
        match Lines::of(problem, &slots) {
            Some(lines) => Ok(Space::Lines(lines)),
            None => General::on_lines(problem, slots, limits).map(Space::General),
        }
    }

    /// The logarithm of how many placements there are.
    pub(super) fn ln_size(&self) -> f64 {
        match self {
            Space::Lines(lines) => lines.slots.ln_size(),
            Space::General(general) if general.is_sets => {
                let (squares, queens) = (general.slots.columns.len(), general.slots.queens);
                falling(squares, queens) - falling(queens, queens)
            }
            Space::General(general) => general.slots.ln_size(),
        }
    }

    /// How many queens move.
    pub(super) fn queens(&self) -> usize {
        match self {
            Space::Lines(lines) => lines.slots.queens,
            Space::General(general) => general.slots.queens,
        }
    }
}
