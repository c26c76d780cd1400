//! Proofs by counting that no queens satisfy the premises.

use super::assignment::{Constraints, NamedUnit, SquareState, count_cells};

/// First weight of a unit in the search for a proof by counting: large, so that the
/// improvements are small against it.
const FIRST_WEIGHT: i64 = 8;

impl Constraints {
    /// True if counting alone shows that the units cannot get their queens.
    ///
    /// Let each unit u have a weight y(u), each block b a weight z(b) >= 0, and let the
    /// value v(s) of a free square be the sum of y over its units less the sum of z over
    /// its blocks. Unit u needs n(u) more queens, and a block holds at most one. Then for
    /// all queens that satisfy the premises
    ///
    /// sum of y(u) n(u) = sum over queens of (v(s) + z of its blocks)
    ///                 <= sum of v(s) over all s with v(s) > 0 + sum of z(b).
    ///
    /// Weights for which that is false prove that there are none. Each round takes the
    /// squares of positive value for queens, and raises the weight of units that get too
    /// few of them and of blocks that get too many. The rounds start from the same weight
    /// for all units of a kind: often the queens of the rows are too many for the
    /// regions, say. Any weights are sound, so it does not matter how they are found; all
    /// numbers are integers.
    pub(super) fn is_overfull(&self, cells: &[SquareState], rounds: u32) -> bool {
        let room =
            |unit: &NamedUnit| (self.stars - count_cells(cells, &unit.squares).0) as i64;
        let units = self
            .units
            .iter()
            .map(|unit| WeightedSet::new(1, room(unit)));
        let mut sets: Vec<WeightedSet> = units
            .chain(self.blocks.iter().map(|_| WeightedSet::new(-1, 1)))
            .collect();
        // For each free square, the sets that contain it.
        let mut memberships = vec![Vec::new(); cells.len()];
        let units = self.units.iter().map(|unit| &unit.squares);
        for (set, squares) in units.chain(&self.blocks).enumerate() {
            let free = squares
                .iter()
                .filter(|&&square| cells[square] == SquareState::Free);
            free.for_each(|&square| memberships[square].push(set));
        }
        memberships.retain(|sets| !sets.is_empty());
        (0..27).any(|pattern| {
            let by_kind =
                [pattern % 3, pattern / 3 % 3, pattern / 9].map(|sign| sign - 1);
            sets.iter_mut().for_each(|set| set.weight = 0);
            for (set, unit) in sets.iter_mut().zip(&self.units) {
                set.weight = FIRST_WEIGHT * by_kind[unit.kind];
            }
            (0..rounds).any(|_| improve_weights(&mut sets, &memberships))
        })
    }
}

/// A unit or a block in a proof by counting.
struct WeightedSet {
    /// 1 for a unit, -1 for a block, which stands on the other side of the inequality.
    sign: i64,
    /// Number of queens that a unit needs, or that a block holds at most.
    room: i64,
    weight: i64,
}

impl WeightedSet {
    fn new(sign: i64, room: i64) -> Self {
        WeightedSet {
            sign,
            room,
            weight: 0,
        }
    }
}

/// Returns true if the weights of `sets` prove that there are no queens; otherwise
/// changes them. `memberships` has the sets of each free square.
fn improve_weights(sets: &mut [WeightedSet], memberships: &[Vec<usize>]) -> bool {
    // Left side of the inequality less its right side.
    let mut excess: i64 = sets
        .iter()
        .map(|set| set.sign * set.weight * set.room)
        .sum();
    let mut chosen = vec![0; sets.len()];
    for memberships in memberships {
        let value: i64 = memberships
            .iter()
            .map(|&set| sets[set].sign * sets[set].weight)
            .sum();
        if value > 0 {
            excess -= value;
            memberships.iter().for_each(|&set| chosen[set] += 1);
        }
    }
    for (set, chosen) in sets.iter_mut().zip(chosen) {
        set.weight += set.sign * (set.room - chosen);
        if set.sign < 0 {
            set.weight = set.weight.max(0);
        }
    }
    excess > 0
}
