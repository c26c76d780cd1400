//! The conflicts that no unit covers, as sets of squares that take at most one queen.

use super::Constraints;
use control::{Meter, Stop};
use fixedbitset::FixedBitSet;

impl Constraints {
    /// Covers the conflicts between squares of `open` that share none of `groups` by sets that all attack each other:
    /// takes the first conflict that is left, and adds every square that is joined to all by conflicts that are left.
    /// On a board of queens these sets are its diagonals.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Complexity
    /// O(squares^2) bits; O(squares) words for each square of each set.
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
        let mut cliques = Vec::new();
        for vertex in 0..edges.len() {
            while let Some(other) = edges[vertex].minimum() {
                meter.tick()?;
                let mut clique = vec![vertex, other];
                let mut joined = edges[vertex].clone();
                joined.intersect_with(&edges[other]);
                while let Some(next) = joined.minimum() {
                    clique.push(next);
                    joined.intersect_with(&edges[next]);
                }
                for &square in &clique {
                    clique.iter().for_each(|&other| edges[square].remove(other));
                }
                cliques.push(clique);
            }
        }
        Ok(cliques)
    }
}
