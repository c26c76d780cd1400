//! Parts of a board that a proof has not filled yet.

use super::{Facts, Supposition};
use queens_model::bits::SmallSet;

/// Units that still need queens, and the squares on which these can be. All other squares
/// count as empty: a queen outside of all units would only take squares away.
#[derive(Clone, Debug)]
pub(super) struct Remainder<const W: usize> {
    pub(super) open: SmallSet<W>,
    /// Units, each with the number of queens that it needs.
    pub(super) needs: Vec<(usize, u32)>,
}

impl<const W: usize> Remainder<W> {
    /// Returns what is left of `units` under a supposition; `None` if it breaks a rule at
    /// once.
    pub(super) fn after_supposing(
        facts: &Facts<'_, W>,
        units: &[usize],
        supposed: Supposition,
    ) -> Option<Self> {
        let needs: Vec<(usize, u32)> = units
            .iter()
            .map(|&unit| (unit, facts.needs[unit]))
            .collect();
        let mut rest = Remainder {
            open: facts.open,
            needs,
        };
        rest.close_full_units(facts);
        match supposed {
            Supposition::Empty(square) => rest.open.remove(square),
            Supposition::Queen(square) if rest.open.contains(square) => {
                rest.place_queen(facts, square);
            }
            Supposition::Queen(_) => return None,
        }
        Some(rest)
    }

    /// Places a queen on an open square.
    pub(super) fn place_queen(&mut self, facts: &Facts<'_, W>, square: usize) {
        self.open -= facts.conflicts[square];
        self.open.remove(square);
        for (unit, need) in &mut self.needs {
            if facts.units[*unit].contains(square) {
                *need -= 1;
            }
        }
        self.close_full_units(facts);
    }

    fn close_full_units(&mut self, facts: &Facts<'_, W>) {
        for &(unit, need) in &self.needs {
            if need == 0 {
                self.open -= facts.units[unit];
            }
        }
    }

    /// Returns the number of queens that `unit`, one of these units, needs.
    pub(super) fn missing_queens(&self, unit: usize) -> u32 {
        self.needs
            .iter()
            .find(|&&(other, _)| other == unit)
            .map_or(0, |&(_, need)| need)
    }

    /// Returns the open squares of `unit`.
    pub(super) fn open_of(&self, facts: &Facts<'_, W>, unit: usize) -> SmallSet<W> {
        facts.units[unit] & self.open
    }

    /// Returns units of one kind, and units of another kind that contain all their
    /// squares but take fewer queens.
    pub(super) fn crowded_units(
        &self,
        facts: &Facts<'_, W>,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut needed = [0; 3];
        for &(unit, need) in &self.needs {
            needed[unit / facts.size] += need;
        }
        for (inner, outer) in [(2, 0), (2, 1), (0, 2), (1, 2), (0, 1), (1, 0)] {
            // Most pairs of kinds end here, and this is asked for every case of a proof.
            if needed[outer] == 0 || needed[inner] <= needed[outer] {
                continue;
            }
            let outside = self.unfilled_units(facts, outer);
            let mut room = SmallSet::EMPTY;
            for &(unit, _) in &outside {
                room |= facts.units[unit];
            }
            let mut inside = self.unfilled_units(facts, inner);
            inside.retain(|&(unit, _)| self.open_of(facts, unit).is_within(&room));
            let crowd: u32 = inside.iter().map(|&(_, need)| need).sum();
            if crowd > needed[outer] {
                return Some((unit_numbers(&inside), unit_numbers(&outside)));
            }
        }
        None
    }

    /// Returns the units of one kind that still need queens, and how many.
    fn unfilled_units(&self, facts: &Facts<'_, W>, kind: usize) -> Vec<(usize, u32)> {
        let is_unfilled =
            |&&(unit, need): &&(usize, u32)| need > 0 && unit / facts.size == kind;
        self.needs.iter().filter(is_unfilled).copied().collect()
    }

    /// Tries every way to give the units their queens, the unit with the fewest squares
    /// to spare first. `None` after `tries` squares or at a limit.
    pub(super) fn can_be_filled(
        mut self,
        facts: &Facts<'_, W>,
        tries: &mut u32,
    ) -> Option<bool> {
        loop {
            let mut tightest: Option<(u32, SmallSet<W>)> = None;
            for &(unit, need) in self.needs.iter().filter(|&&(_, need)| need > 0) {
                let open = self.open_of(facts, unit);
                let Some(spare) = open.count().checked_sub(need) else {
                    return Some(false);
                };
                if tightest.as_ref().is_none_or(|&(least, _)| spare < least) {
                    tightest = Some((spare, open));
                }
            }
            let Some((_, open)) = tightest else {
                return Some(true);
            };
            if self.crowded_units(facts).is_some() {
                return Some(false);
            }
            let Some(square) = open.first() else {
                return Some(false);
            };
            *tries = tries.checked_sub(1)?;
            if facts.watch.is_over() {
                return None;
            }
            let mut with_queen = self.clone();
            with_queen.place_queen(facts, square);
            match with_queen.can_be_filled(facts, tries) {
                Some(false) => self.open.remove(square),
                end => return end,
            }
        }
    }
}

/// Returns the units without the queens that they need.
fn unit_numbers(needs: &[(usize, u32)]) -> Vec<usize> {
    needs.iter().map(|&(unit, _)| unit).collect()
}
