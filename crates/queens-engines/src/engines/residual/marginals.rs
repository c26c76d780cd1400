//! Estimate of the share of the solutions that occupy each square, by belief propagation.
//!
//! The sum-product algorithm (Pearl, "Probabilistic Reasoning in Intelligent Systems",
//! 1988). A square lies on four lines. Each line sends the square the odds that its other
//! squares leave it, computed from the messages of their other three lines. The graph has
//! cycles, so this is an estimate. It is cheap, and only guides random choices.

use control::{Limits, Stop};

/// Number of messages that every line sends.
const MESSAGE_ROUNDS: usize = 40;

/// Lower bound on the total weight of the other squares of a line.
const MIN_WEIGHT: f32 = 1e-6;

/// The lines of one direction.
pub(super) struct LineFamily {
    /// The line of each square.
    of: Vec<usize>,
    count: usize,
    /// Weight of an empty line: 1 for diagonals, which may be empty, 0 for rows and
    /// columns.
    empty: f32,
    /// The latest message to each square: odds.
    odds: Vec<f32>,
}

impl LineFamily {
    /// Groups squares with equal keys into lines.
    pub(super) fn new(keys: &[i64], may_be_empty: bool) -> Self {
        let mut all = keys.to_vec();
        all.sort_unstable();
        all.dedup();
        let of = keys
            .iter()
            .map(|key| all.partition_point(|other| other < key))
            .collect();
        let empty = if may_be_empty { 1.0 } else { 0.0 };
        LineFamily {
            of,
            count: all.len(),
            empty,
            odds: vec![1.0 / (1.0 + empty); keys.len()],
        }
    }
}

/// Estimates for every square the share of the solutions that occupy it.
///
/// # Errors
/// The reason to stop.
///
/// # Complexity
/// O(squares) time and memory.
pub(super) fn marginals(
    mut families: [LineFamily; 4],
    limits: &Limits,
) -> Result<Vec<f32>, Stop> {
    let squares = families[0].of.len();
    let mut weights = vec![0.0; squares];
    let mut sums = Vec::new();
    for _ in 0..MESSAGE_ROUNDS {
        for at in 0..4 {
            limits.check()?;
            let (before, rest) = families.split_at_mut(at);
            let Some((lines, after)) = rest.split_first_mut() else {
                continue;
            };
            sums.clear();
            sums.resize(lines.count, lines.empty);
            // A line's total less a square's own weight is the weight of its other
            // squares: one pass over the squares, where adding up the others of each
            // square would take a pass over its line.
            for square in 0..squares {
                let others = before.iter().chain(after.iter());
                weights[square] = others.map(|lines| lines.odds[square]).product();
                sums[lines.of[square]] += weights[square];
            }
            for square in 0..squares {
                let others = (sums[lines.of[square]] - weights[square]).max(MIN_WEIGHT);
                // Damping: the geometric mean with the last message keeps the odds from
                // oscillating.
                lines.odds[square] = (lines.odds[square] / others).sqrt();
            }
        }
    }
    let mut shares = Vec::with_capacity(squares);
    for square in 0..squares {
        let odds: f32 = families.iter().map(|lines| lines.odds[square]).product();
        shares.push(1.0 / (1.0 + 1.0 / odds));
    }
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two solutions for 4 queens occupy eight squares once each: no corner, and none
    /// in the middle.
    #[test]
    fn squares_of_many_solutions_weigh_more() {
        let size = 4;
        let keys = |key: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
            (0..size * size)
                .map(|square| key(square / size, square % size))
                .collect()
        };
        let families = [
            LineFamily::new(&keys(&|row, _| row), false),
            LineFamily::new(&keys(&|_, column| column), false),
            LineFamily::new(&keys(&|row, column| row + column), true),
            LineFamily::new(&keys(&|row, column| column - row), true),
        ];
        let marginals = marginals(families, &Limits::default()).unwrap();
        for row in 0..4 {
            assert!(
                (marginals[4 * row..4 * (row + 1)].iter().sum::<f32>() - 1.0).abs()
                    < 0.01
            );
        }
        for (taken, free) in [(1, 0), (4, 5), (14, 15), (11, 10)] {
            assert!(marginals[taken] > marginals[free], "{marginals:?}");
        }
    }
}
