//! The conflicts that no unit covers, as sets of squares that take at most one queen.

use super::Constraints;
use crate::cliques::edge_cliques;
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;

impl Constraints {
    /// Covers the conflicts between squares of `open` that share none of `groups` by sets
    /// that all attack each other. On a board of queens these sets are its diagonals.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Complexity
    /// O(conflicts of its squares) for each set, beside O(squares) words for each square.
    pub fn cliques_beyond<'g>(
        &self,
        open: &FixedBitSet,
        groups: impl Iterator<Item = &'g Vec<usize>>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let mut edges = vec![FixedBitSet::with_capacity(open.len()); open.len()];
        for square in open.ones() {
            edges[square].clone_from(self.conflicts(square));
            edges[square].intersect_with(open);
        }
        for group in groups {
            for &square in group {
                meter.tick()?;
                group.iter().for_each(|&other| edges[square].remove(other));
            }
        }
        edge_cliques(
            edges.iter().map(|others| others.ones().collect()).collect(),
            meter,
        )
    }
}
