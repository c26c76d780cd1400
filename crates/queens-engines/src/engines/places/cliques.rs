//! Cliques of clashing variables: of each one variable at most is 1.

use super::model::{ANY_SUM, PlaceModel};
use super::state::PlaceState;

/// Variables with a positive factor in the gain.
pub(super) struct GainGroup {
    /// The variables, largest factor first.
    variables: Vec<usize>,
    /// The same as a bit set.
    mask: Vec<u64>,
    /// Row that bounds how many of them are 1, if there is one.
    cap: Option<usize>,
}

/// Buffers for a cover by cliques.
pub(super) struct CliqueCover {
    /// Variables that no clique covers yet.
    rest: Vec<u64>,
    /// Variables that clash with all of a clique.
    candidates: Vec<u64>,
}

impl GainGroup {
    fn new(model: &PlaceModel, mut variables: Vec<usize>, cap: Option<usize>) -> Self {
        variables.sort_by_key(|&variable| {
            (std::cmp::Reverse(model.gains[variable]), variable)
        });
        let mut mask = vec![0; model.words];
        variables
            .iter()
            .for_each(|variable| mask[variable / 64] |= 1 << (variable % 64));
        GainGroup {
            variables,
            mask,
            cap,
        }
    }

    /// Returns the group of all variables with a positive factor.
    pub(super) fn of_all(model: &PlaceModel) -> Self {
        let mut variables: Vec<usize> = (0..model.variables).collect();
        variables.retain(|&variable| model.gains[variable] > 0);
        GainGroup::new(model, variables, None)
    }

    /// Divides these variables among rows that bound their numbers, and a group of all
    /// others; returns nothing if there are no such rows.
    pub(super) fn capped_parts(&self, model: &PlaceModel) -> Vec<Self> {
        let mut rows = Vec::new();
        for (number, row) in model.rows.iter().enumerate() {
            let is_cap = (2..ANY_SUM).contains(&row.high)
                && row.terms.iter().all(|&(factor, _)| factor == 1);
            if is_cap {
                let variables = row.terms.iter().map(|&(_, variable)| variable);
                let gaining = variables.filter(|&variable| model.gains[variable] > 0);
                rows.push((number, gaining.collect::<Vec<usize>>()));
            }
        }
        rows.sort_by_key(|(number, variables)| {
            (std::cmp::Reverse(variables.len()), *number)
        });
        let mut is_free = vec![true; model.variables];
        let mut parts = Vec::new();
        for (number, variables) in rows {
            if !variables.is_empty()
                && variables.iter().all(|&variable| is_free[variable])
            {
                variables
                    .iter()
                    .for_each(|&variable| is_free[variable] = false);
                parts.push(GainGroup::new(model, variables, Some(number)));
            }
        }
        let others: Vec<_> = self
            .variables
            .iter()
            .copied()
            .filter(|&variable| is_free[variable])
            .collect();
        if !parts.is_empty() && !others.is_empty() {
            parts.push(GainGroup::new(model, others, None));
        }
        parts
    }
}

impl CliqueCover {
    pub(super) fn new(model: &PlaceModel) -> Self {
        CliqueCover {
            rest: vec![0; model.words],
            candidates: vec![0; model.words],
        }
    }

    /// Returns an upper bound on the gain of the open variables of `group`. It covers
    /// them with cliques and adds the largest factor of each, until there are as many
    /// cliques as the group may have variables that are 1.
    pub(super) fn greatest_gain(
        &mut self,
        model: &PlaceModel,
        state: &PlaceState,
        group: &GainGroup,
    ) -> i64 {
        let open = group
            .mask
            .iter()
            .zip(&state.open)
            .map(|(mask, open)| mask & open);
        self.rest
            .iter_mut()
            .zip(open)
            .for_each(|(rest, open)| *rest = open);
        let mut left = group
            .cap
            .map_or(i64::MAX, |row| state.sums[row].high - state.sums[row].now);
        let mut sum = 0;
        // The variables before `first` are in cliques whose largest factors are in `sum`.
        for &first in &group.variables {
            if left <= 0 {
                break;
            }
            if self.rest[first / 64] >> (first % 64) & 1 == 1 {
                // No factor in its clique is larger, because those variables are covered.
                sum += model.gains[first];
                left -= 1;
                self.remove_clique(model, first);
            }
        }
        sum
    }

    /// Removes a clique that contains `first` from the variables to cover.
    fn remove_clique(&mut self, model: &PlaceModel, first: usize) {
        self.candidates.copy_from_slice(&self.rest);
        let (mut member, mut from) = (first, 0);
        loop {
            self.rest[member / 64] &= !(1 << (member % 64));
            let Some(clashes) = model.clashes(member) else {
                return;
            };
            self.candidates[from..]
                .iter_mut()
                .zip(&clashes[from..])
                .for_each(|(word, clash)| *word &= clash);
            let Some(at) = self.candidates[from..].iter().position(|&word| word != 0)
            else {
                return;
            };
            from += at;
            member = 64 * from + self.candidates[from].trailing_zeros() as usize;
        }
    }
}
