//! The books of a count that many machines share: what each unit came to, and whether all are there.

use crate::engines::join::{CountError, Partial, Plan, Unit, plan};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What the residues of an entry are taken by: the largest primes below 2^16 and 2^31.
pub const MODULI: [u64; 2] = [65_521, 2_147_483_647];

/// One unit and what it came to, with the residues of the count by [`MODULI`]: an entry that was damaged on
/// its way gives itself away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The unit.
    #[serde(flatten)]
    pub unit: Unit,
    /// What it came to.
    #[serde(flatten)]
    pub partial: Partial,
    /// The count modulo each of [`MODULI`].
    pub residues: [u64; 2],
}

impl Entry {
    /// An entry for a unit that was run.
    #[must_use]
    pub fn new(unit: Unit, partial: Partial) -> Self {
        Entry { unit, partial, residues: residues(partial.count) }
    }
}

fn residues(count: u64) -> [u64; 2] {
    MODULI.map(|modulus| count % modulus)
}

/// Why an entry is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The unit is one of another board.
    #[error("a work unit of {found} queens does not belong to the count of {n} queens: take another file")]
    OtherBoard {
        /// The size of the board of these books.
        n: u32,
        /// That of the unit.
        found: u32,
    },
    /// The unit is not of this plan.
    #[error("no such work unit among those of {n} queens: list the units of the board anew")]
    NoSuchUnit {
        /// The size of the board.
        n: u32,
    },
    /// The residues are not those of the count.
    #[error("the residues of the count {count} are {expected:?}, not {found:?}: run the unit again")]
    Damaged {
        /// The count of the entry.
        count: u64,
        /// Its residues.
        expected: [u64; 2],
        /// The residues of the entry.
        found: [u64; 2],
    },
    /// The unit is there already, with another result.
    #[error("the unit was entered with the count {first} before, now with {second}: run it again")]
    Contradiction {
        /// The count that was entered.
        first: u64,
        /// The count that was to be entered.
        second: u64,
    },
}

/// The books of one count: each unit of its plan is entered once.
///
/// ```
/// use queens::{engines::join, parallel::{Entry, Ledger}, simd::Kernel};
///
/// let mut ledger = Ledger::new(9)?;
/// for unit in ledger.missing().copied().collect::<Vec<_>>() {
///     ledger.enter(&Entry::new(unit, join::run(&unit, Kernel::Auto)?)).expect("a unit of the plan");
/// }
/// assert_eq!(ledger.missing().count(), 0);
/// assert_eq!(ledger.sum().count, 352);
/// # Ok::<(), queens::engines::join::CountError>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    plan: Plan,
    /// The number of each unit in the plan.
    numbers: HashMap<(bool, u32, u32, u32), usize>,
    results: Vec<Option<Partial>>,
}

impl Ledger {
    /// Empty books for `n` queens.
    ///
    /// # Errors
    /// As [`plan`].
    pub fn new(n: u32) -> Result<Self, CountError> {
        let plan = plan(n)?;
        let numbers = plan.units.iter().enumerate().map(|(i, unit)| (place(unit), i)).collect();
        let results = vec![None; plan.units.len()];
        Ok(Ledger { plan, numbers, results })
    }

    /// Enters a unit; the same result may be entered again, and counts once.
    ///
    /// # Errors
    /// [`EntryError`], and the books are as before.
    pub fn enter(&mut self, entry: &Entry) -> Result<(), EntryError> {
        let n = self.plan.n;
        if entry.unit.n != n {
            return Err(EntryError::OtherBoard { n, found: entry.unit.n });
        }
        let number = self.numbers.get(&place(&entry.unit));
        let result = number.and_then(|&number| self.results.get_mut(number));
        let result = result.ok_or(EntryError::NoSuchUnit { n })?;
        let (count, expected) = (entry.partial.count, residues(entry.partial.count));
        if entry.residues != expected {
            return Err(EntryError::Damaged { count, expected, found: entry.residues });
        }
        match result {
            Some(first) if first.count != count => {
                Err(EntryError::Contradiction { first: first.count, second: count })
            }
            _ => {
                *result = Some(entry.partial);
                Ok(())
            }
        }
    }

    /// Whether a unit was entered.
    #[must_use]
    pub fn has(&self, unit: &Unit) -> bool {
        self.numbers.get(&place(unit)).is_some_and(|&number| self.results[number].is_some())
    }

    /// The units that were not entered yet, those with the most work first.
    pub fn missing(&self) -> impl Iterator<Item = &Unit> {
        let open = self.plan.units.iter().zip(&self.results).filter(|(_, result)| result.is_none());
        open.map(|(unit, _)| unit)
    }

    /// All units of the count.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.plan.units
    }

    /// What was entered, together: the count if no unit is missing.
    #[must_use]
    pub fn sum(&self) -> Partial {
        self.results.iter().flatten().copied().sum()
    }
}

/// What tells a unit from the others of its board.
fn place(unit: &Unit) -> (bool, u32, u32, u32) {
    (unit.off_centre, unit.columns, unit.first, unit.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(unit: Unit, count: u64) -> Entry {
        Entry::new(unit, Partial { count, ..Partial::default() })
    }

    #[test]
    fn what_does_not_belong_is_refused() {
        let mut ledger = Ledger::new(8).expect("in range");
        let [first, second] = [ledger.units()[0], ledger.units()[1]];
        assert_eq!(ledger.enter(&entry(first, 4)), Ok(()));
        assert_eq!(ledger.enter(&entry(first, 4)), Ok(()));
        let contradiction = EntryError::Contradiction { first: 4, second: 8 };
        assert_eq!(ledger.enter(&entry(first, 8)), Err(contradiction));
        let damaged = Entry { residues: [4, 5], ..entry(second, 4) };
        assert!(matches!(ledger.enter(&damaged), Err(EntryError::Damaged { count: 4, .. })));
        let foreign = Unit { n: 10, ..second };
        assert_eq!(ledger.enter(&entry(foreign, 4)), Err(EntryError::OtherBoard { n: 8, found: 10 }));
        let wider = Unit { end: second.end + 1, ..second };
        assert_eq!(ledger.enter(&entry(wider, 4)), Err(EntryError::NoSuchUnit { n: 8 }));
        assert_eq!(ledger.sum().count, 4);
        assert_eq!(ledger.missing().count(), ledger.units().len() - 1);
    }
}
