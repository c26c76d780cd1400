//! Points for the answers of a program.

use crate::diagnosis::SizeTally;

/// Weights of the three shares of an answer; only their ratio matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Weight of the share of listed boards that are solutions.
    pub valid: f64,
    /// Weight of the share of listed solutions that did not occur before.
    pub distinct: f64,
    /// Weight of the share of existing solutions that are listed.
    pub complete: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            valid: 0.3,
            distinct: 0.2,
            complete: 0.5,
        }
    }
}

impl SizeTally {
    /// Returns the share of the points for this size, between 0 and 1: the weighted mean
    /// of the shares that are valid, distinct and complete. A number alone earns all or
    /// nothing, an answer that is not whole nothing, and so does an empty list where
    /// solutions exist.
    #[must_use]
    pub fn share(&self, weights: Weights) -> f64 {
        if self.is_right() {
            return 1.0;
        }
        if self.is_broken || self.is_count || self.found == 0 {
            return 0.0;
        }
        let solutions = self.found - self.wrong;
        let part = |part: u64, whole: u64| match whole {
            0 => 0.0,
            _ => part as f64 / whole as f64,
        };
        let valid = part(solutions, self.found);
        let distinct = part(solutions - self.repeated, solutions);
        let complete = part(self.expected - self.missing, self.expected);
        let sum = weights.valid + weights.distinct + weights.complete;
        let earned = weights.valid * valid
            + weights.distinct * distinct
            + weights.complete * complete;
        (earned / sum).min(1.0f64.next_down())
    }
}

/// Returns the share of all points, between 0 and 1: the mean over the sizes. A size
/// without solutions counts only if the program lists a solution for another size, so
/// that a program that prints nothing earns nothing.
#[must_use]
pub fn total_share(sizes: &[SizeTally], weights: Weights) -> f64 {
    let finds = |tally: &SizeTally| match tally.is_count {
        true => tally.expected > 0 && tally.is_right(),
        false => tally.missing < tally.expected && !tally.is_broken,
    };
    let finds_any = sizes.iter().any(finds);
    let shares = sizes.iter().map(|tally| match tally.expected {
        0 if !finds_any => 0.0,
        _ => tally.share(weights),
    });
    shares.sum::<f64>() / (sizes.len().max(1)) as f64
}
