//! The linear program of lines and squares: the largest total weight on the squares, with
//! no line above its capacity.
//!
//! max sum x with sum x <= capacity for each line, solved by the simplex method of
//! Dantzig from x = 0. The dual solution gives each line a weight so that the weights of
//! the lines through any square sum up to at least one; then the weighted capacities
//! bound the number of queens. Weights are rounded: callers repeat the conclusion in
//! integers.

use control::Limits;

/// Largest number of entries of a tableau.
pub const MOST_ENTRIES: usize = 4_000_000;

/// Largest number of pivots. Any number is correct: suboptimal weights are still weights.
const MAX_PIVOTS: usize = 10_000;

/// Absolute value below which a tableau entry counts as zero.
const ZERO_TOLERANCE: f64 = 1e-9;

/// A set of squares, by their numbers, and the most queens it takes.
#[derive(Clone, Debug)]
pub struct LineCapacity {
    pub squares: Vec<usize>,
    pub high: u32,
}

/// Returns the weights of the lines, none below zero: optimal ones, unless `limits` end
/// the search before. Squares have the numbers below `squares`; lines and squares make at
/// most [`MOST_ENTRIES`].
///
/// # Complexity
/// Lines times squares steps for each pivot; usually there are one to three pivots for
/// each line.
pub fn weights(squares: usize, lines: &[LineCapacity], limits: &Limits) -> Vec<f64> {
    let mut tableau = Tableau::new(squares, lines);
    tableau.run_simplex(limits);
    tableau.line_weights(lines.len())
}

/// Dictionary of the simplex method: each basic variable as a function of the free ones.
/// Variables below the number of squares are squares, the others the slack of lines.
struct Tableau {
    rows: Vec<Vec<f64>>,
    values: Vec<f64>,
    gains: Vec<f64>,
    basic: Vec<usize>,
    free: Vec<usize>,
}

impl Tableau {
    fn new(squares: usize, lines: &[LineCapacity]) -> Self {
        let row = |line: &LineCapacity| {
            let mut row = vec![0.0; squares];
            line.squares.iter().for_each(|&square| row[square] = 1.0);
            row
        };
        Tableau {
            rows: lines.iter().map(row).collect(),
            // Slightly different values for equal lines keep the method from cycling.
            values: (1..)
                .zip(lines)
                .map(|(i, line)| f64::from(line.high) + 1e-7 * f64::from(i))
                .collect(),
            gains: vec![1.0; squares],
            basic: (0..lines.len()).map(|line| squares + line).collect(),
            free: (0..squares).collect(),
        }
    }

    /// Pivots while that improves the objective and there is time.
    fn run_simplex(&mut self, limits: &Limits) {
        for _ in 0..MAX_PIVOTS {
            if limits.check().is_err() {
                return;
            }
            let best = (0..self.free.len())
                .max_by(|&a, &b| self.gains[a].total_cmp(&self.gains[b]));
            let Some(column) = best.filter(|&column| self.gains[column] > ZERO_TOLERANCE)
            else {
                return;
            };
            let limited = (0..self.rows.len())
                .filter(|&row| self.rows[row][column] > ZERO_TOLERANCE);
            let limit = |&row: &usize| self.values[row] / self.rows[row][column];
            let Some(row) = limited.min_by(|a, b| limit(a).total_cmp(&limit(b))) else {
                return;
            };
            self.pivot_on(row, column);
        }
    }

    fn pivot_on(&mut self, row: usize, column: usize) {
        let pivot = self.rows[row][column];
        let mut chosen = std::mem::take(&mut self.rows[row]);
        chosen.iter_mut().for_each(|entry| *entry /= pivot);
        chosen[column] = 1.0 / pivot;
        self.values[row] /= pivot;
        let value = self.values[row];
        let reduce = |entries: &mut [f64]| {
            let factor = std::mem::take(&mut entries[column]);
            if factor != 0.0 {
                entries
                    .iter_mut()
                    .zip(&chosen)
                    .for_each(|(entry, chosen)| *entry -= factor * chosen);
            }
            factor
        };
        for (entries, own) in self
            .rows
            .iter_mut()
            .zip(&mut self.values)
            .filter(|(entries, _)| !entries.is_empty())
        {
            *own -= reduce(entries) * value;
        }
        reduce(&mut self.gains);
        self.rows[row] = chosen;
        std::mem::swap(&mut self.basic[row], &mut self.free[column]);
    }

    /// Returns the weight of each line, none below zero.
    fn line_weights(&self, lines: usize) -> Vec<f64> {
        let mut weights = vec![0.0; lines];
        for (&variable, &gain) in self.free.iter().zip(&self.gains) {
            if let Some(line) = variable.checked_sub(self.free.len()) {
                weights[line] = (-gain).max(0.0);
            }
        }
        weights
    }
}
