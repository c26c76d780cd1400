//! A repair with fewer changes, from one with more.
//!
//! A few changes that lie close together are taken back, and fewer others are searched for
//! that leave one solution again, until no such exchange is left. The result is a local
//! optimum, not a proof.

use super::{DrawnPuzzle, MAX_SEARCHED_CHANGES};
use crate::generate::border_search::broken_regions;
use control::{Meter, Stop};
use queens_engines::engines::units::RegionSolver;

/// Largest number of changes that are taken back at once: the search for fewer grows
/// more than tenfold with each.
const MAX_TAKEN_BACK: usize = 3;

impl DrawnPuzzle {
    /// Replaces changes of `best` by fewer, as long as it finds such.
    pub(super) fn exchange_changes(
        &self,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut count = 2;
        while let Some(regions) = best.clone()
            && count <= MAX_TAKEN_BACK
            // A smaller one is searched for systematically, which takes less time.
            && self.changed_squares(&regions) > MAX_SEARCHED_CHANGES
        {
            match self.exchange_some(&regions, count, solver, meter)? {
                Some(better) => {
                    self.reduce_changes(better, best, solver, meter)?;
                    count = 2;
                }
                None => count += 1,
            }
        }
        Ok(())
    }

    /// Takes back `count` changes that lie close together and makes fewer others; returns
    /// the first result.
    fn exchange_some(
        &self,
        regions: &[u8],
        count: usize,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let changed: Vec<usize> = (0..regions.len())
            .filter(|&square| regions[square] != self.regions[square])
            .collect();
        for &middle in &changed {
            let mut nearest = changed.clone();
            nearest.sort_by_key(|&square| self.distance_of(middle, square));
            let mut before = regions.to_vec();
            for &square in nearest.iter().take(count) {
                before[square] = self.regions[square];
            }
            // Each of the fewer changes may also join a broken region again.
            if broken_regions(self.size, &before) >= count {
                continue;
            }
            let mut search = self.start_search(&before, solver);
            if search.rule_out(count - 1, meter)? {
                return Ok(Some(search.regions));
            }
        }
        Ok(None)
    }

    /// Number of steps from a square to another.
    fn distance_of(&self, one: usize, other: usize) -> usize {
        (one / self.size).abs_diff(other / self.size)
            + (one % self.size).abs_diff(other % self.size)
    }
}
