//! Clashes as rows.

use super::{Row, Sum, ZeroOne};
use crate::cliques::edge_cliques;
use control::{Meter, Stop};

/// Bytes of a clash in both lists of neighbours and in a row.
const BYTES_OF_CLASH: u64 = 48;

impl ZeroOne {
    /// Replaces the clashes by rows: sets of variables that all clash take at most one.
    /// What a row says already is left out.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Complexity
    /// O(clashes of its variables) for each set.
    pub fn with_cliques(mut self, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        meter.memory(BYTES_OF_CLASH * self.clashes.len() as u64)?;
        let mut neighbours = vec![Vec::new(); self.variables];
        for (one, other) in std::mem::take(&mut self.clashes) {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        neighbours
            .iter_mut()
            .for_each(|others| others.sort_unstable());
        for row in self.rows.iter().filter(|row| row.takes_one_at_most()) {
            for &(_, variable) in &row.sum.terms {
                meter.tick()?;
                neighbours[variable].retain(|&other| !row.sum.has_variable(other));
            }
        }
        let at_most_one = |clique: Vec<usize>| Row {
            sum: Sum {
                terms: clique.into_iter().map(|variable| (1, variable)).collect(),
            },
            low: i64::MIN,
            high: 1,
        };
        self.rows.extend(
            edge_cliques(neighbours, meter)?
                .into_iter()
                .map(at_most_one),
        );
        Ok(self)
    }
}

impl Row {
    /// Returns true if at most one of the variables is 1, all of them with the factor 1.
    pub(crate) fn takes_one_at_most(&self) -> bool {
        self.high <= 1 && self.sum.terms.iter().all(|&(factor, _)| factor == 1)
    }
}

impl Sum {
    fn has_variable(&self, variable: usize) -> bool {
        self.terms
            .binary_search_by_key(&variable, |&(_, variable)| variable)
            .is_ok()
    }
}
