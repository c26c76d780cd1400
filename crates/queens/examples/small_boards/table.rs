//! Counts of the tables.

use std::collections::BTreeMap;

/// Number of boards of one kind, up to the eight symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// All.
    pub(crate) boards: u64,
    /// Those with at least one solution.
    pub(crate) solvable: u64,
    /// Those with exactly one.
    pub(crate) unique: u64,
    /// Those of these that the named deductions solve.
    pub(crate) no_guess: u64,
}

/// A tally for each list of sizes of the regions, from the smallest.
pub(crate) type Table = BTreeMap<Vec<u32>, Tally>;

/// All kinds together.
pub(crate) fn total(table: &Table) -> Tally {
    table.values().fold(Tally::default(), |sum, tally| Tally {
        boards: sum.boards + tally.boards,
        solvable: sum.solvable + tally.solvable,
        unique: sum.unique + tally.unique,
        no_guess: sum.no_guess + tally.no_guess,
    })
}
