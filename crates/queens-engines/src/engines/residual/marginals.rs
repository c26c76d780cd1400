//! How often the squares of a position are taken, over all of its solutions: an estimate.
//!
//! Belief propagation (the sum-product algorithm; Pearl, "Probabilistic Reasoning in Intelligent
//! Systems", 1988). A square lies on four lines; each tells it the odds that the other squares of the
//! line leave it, from what the other three lines told those. On a graph with cycles, as here, this is
//! no more than an estimate; it costs little and serves random choices.

use control::{Limits, Stop};

/// How often every line tells its squares something.
const ROUNDS: usize = 40;

/// The least that the other squares of a line are taken to weigh.
const LEAST: f32 = 1e-6;

/// The lines of one direction.
pub(super) struct Lines {
    /// For every square its line.
    of: Vec<usize>,
    count: usize,
    /// What no queen at all weighs: 1 for diagonals, which may stay empty, 0 for rows and columns.
    empty: f32,
    /// For every square the odds that its line tells it.
    odds: Vec<f32>,
}

impl Lines {
    /// The squares that have the same key lie on a line.
    pub(super) fn new(keys: &[i64], may_be_empty: bool) -> Self {
        let mut all = keys.to_vec();
        all.sort_unstable();
        all.dedup();
        let of = keys.iter().map(|key| all.partition_point(|other| other < key)).collect();
        let empty = if may_be_empty { 1.0 } else { 0.0 };
        Lines { of, count: all.len(), empty, odds: vec![1.0 / (1.0 + empty); keys.len()] }
    }
}

/// For every square an estimate of the share of the solutions that take it.
///
/// # Errors
/// The reason to stop.
///
/// # Complexity
/// O(squares) time and room.
pub(super) fn marginals(mut families: [Lines; 4], limits: &Limits) -> Result<Vec<f32>, Stop> {
    let squares = families[0].of.len();
    let mut weights = vec![0.0; squares];
    let mut sums = Vec::new();
    for _ in 0..ROUNDS {
        for at in 0..4 {
            limits.check()?;
            let (before, rest) = families.split_at_mut(at);
            let Some((lines, after)) = rest.split_first_mut() else { continue };
            sums.clear();
            sums.resize(lines.count, lines.empty);
            for square in 0..squares {
                let others = before.iter().chain(after.iter());
                weights[square] = others.map(|lines| lines.odds[square]).product();
                sums[lines.of[square]] += weights[square];
            }
            for square in 0..squares {
                let others = (sums[lines.of[square]] - weights[square]).max(LEAST);
                // The geometric mean with what was told before keeps the odds from swinging.
                lines.odds[square] = (lines.odds[square] / others).sqrt();
            }
        }
    }
    let odds = |square: usize| families.iter().map(|lines| lines.odds[square]).product::<f32>();
    Ok((0..squares).map(|square| 1.0 / (1.0 + 1.0 / odds(square))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two solutions of 4 queens take eight squares, each once: none in a corner or in the middle.
    #[test]
    fn squares_of_many_solutions_weigh_more() {
        let size = 4;
        let keys = |key: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
            (0..size * size).map(|square| key(square / size, square % size)).collect()
        };
        let families = [
            Lines::new(&keys(&|row, _| row), false),
            Lines::new(&keys(&|_, column| column), false),
            Lines::new(&keys(&|row, column| row + column), true),
            Lines::new(&keys(&|row, column| column - row), true),
        ];
        let marginals = marginals(families, &Limits::default()).unwrap();
        for row in 0..4 {
            assert!((marginals[4 * row..4 * (row + 1)].iter().sum::<f32>() - 1.0).abs() < 0.01);
        }
        for (taken, free) in [(1, 0), (4, 5), (14, 15), (11, 10)] {
            assert!(marginals[taken] > marginals[free], "{marginals:?}");
        }
    }
}
