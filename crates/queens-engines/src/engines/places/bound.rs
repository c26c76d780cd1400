//! Upper bounds on the gain of the solutions below a state.
//!
//! The open variables with a positive factor are covered by cliques of clashing ones, of
//! which one at most is 1; each clique adds its largest factor. The same is done for the
//! variables of each row that bounds the number of its variables: there only as many
//! cliques add something. The smaller sum counts. The open variables with a negative
//! factor cost something; the rows that need some of them add up to a lower bound on that
//! cost.
//!
//! Factors 5, 5 and 3 of a, b and c, where a and b clash: the cliques {a, b} and {c} have
//! a bound of 8. If a + b >= 1 and b + c >= 1, and each of a, b, c costs 1: b may pay
//! half for either row, and each row is charged 1/2, so the cost is at least 1.

use super::cliques::{CliqueCover, GainGroup};
use super::model::PlaceModel;
use super::state::PlaceState;

/// Parts into which a unit of cost is divided among rows.
const COST_PARTS: i64 = 5_040;

/// Largest sum of costs whose parts an `i64` holds with ease.
const MAX_COST: i64 = (1 << 61) / COST_PARTS;

/// Lists and buffers for the bounds.
pub(super) struct GainBound {
    /// All variables with a positive factor.
    all: GainGroup,
    /// The same in parts, if the number of some is bounded.
    parts: Vec<GainGroup>,
    cover: CliqueCover,
    /// True if some variable has a negative factor.
    has_costs: bool,
    /// Number of rows that need a variable.
    degrees: Vec<i64>,
    /// Cost of each variable that no row is charged for, in parts.
    costs: Vec<i64>,
}

/// A row of which open variables must be 1.
struct NeedyRow {
    row: usize,
    is_low: bool,
    missing: i64,
}

impl GainBound {
    /// Prepares the bounds of a model.
    pub(super) fn new(model: &PlaceModel) -> Self {
        let all = GainGroup::of_all(model);
        let total_cost = model
            .gains
            .iter()
            .fold(0i64, |sum, &gain| sum.saturating_sub(gain.min(0)));
        GainBound {
            parts: all.capped_parts(model),
            all,
            cover: CliqueCover::new(model),
            has_costs: total_cost > 0 && total_cost < MAX_COST,
            degrees: vec![0; model.variables],
            costs: vec![0; model.variables],
        }
    }

    /// Returns an upper bound on the gain of the solutions below a state.
    pub(super) fn greatest_gain(
        &mut self,
        model: &PlaceModel,
        state: &PlaceState,
    ) -> i64 {
        let now = model.objective.map_or(0, |row| state.sums[row].now);
        let cost = if self.has_costs {
            self.least_cost(model, state)
        } else {
            0
        };
        let mut gain = self.cover.greatest_gain(model, state, &self.all);
        if !self.parts.is_empty() {
            let cover = &mut self.cover;
            gain = gain.min(
                self.parts
                    .iter()
                    .map(|part| cover.greatest_gain(model, state, part))
                    .sum(),
            );
        }
        now + gain - cost
    }

    /// Returns a lower bound on the cost of the open variables that rows need. Each
    /// variable splits its cost equally between its rows, and each row pays the smallest
    /// share that it gets. In a second round, rows pay from the costs that remain.
    fn least_cost(&mut self, model: &PlaceModel, state: &PlaceState) -> i64 {
        let rows = needy_rows(model, state);
        self.degrees.fill(0);
        for row in &rows {
            row.candidates(model, state)
                .for_each(|(factor, variable)| self.degrees[variable] += factor);
        }
        for (cost, gain) in self.costs.iter_mut().zip(&model.gains) {
            *cost = COST_PARTS * (-gain).max(0);
        }
        let shares: Vec<i64> = rows
            .iter()
            .map(|row| self.equal_share(model, state, row))
            .collect();
        let mut charged = 0;
        // What the rows have paid for a variable is never more than its cost.
        for (row, &share) in rows.iter().zip(&shares) {
            charged += self.charge_row(model, state, row, share);
        }
        for row in &rows {
            let left = row
                .candidates(model, state)
                .map(|(factor, variable)| self.costs[variable] / factor)
                .min();
            charged += self.charge_row(model, state, row, left.unwrap_or(0));
        }
        // A sum of whole costs.
        (charged + COST_PARTS - 1) / COST_PARTS
    }

    fn equal_share(&self, model: &PlaceModel, state: &PlaceState, row: &NeedyRow) -> i64 {
        let share =
            |(_, variable): (i64, usize)| self.costs[variable] / self.degrees[variable];
        row.candidates(model, state).map(share).min().unwrap_or(0)
    }

    /// Charges a row `price` for each unit that it misses.
    fn charge_row(
        &mut self,
        model: &PlaceModel,
        state: &PlaceState,
        row: &NeedyRow,
        price: i64,
    ) -> i64 {
        if price == 0 {
            return 0;
        }
        row.candidates(model, state)
            .for_each(|(factor, variable)| self.costs[variable] -= factor * price);
        row.missing * price
    }
}

impl NeedyRow {
    /// Lists the open variables that bring the sum nearer to its bounds, with their
    /// factors without sign.
    fn candidates<'m>(
        &self,
        model: &'m PlaceModel,
        state: &'m PlaceState,
    ) -> impl Iterator<Item = (i64, usize)> + use<'m> {
        let is_low = self.is_low;
        let terms = model.rows[self.row].terms.iter();
        terms
            .filter(move |&&(factor, variable)| {
                (factor > 0) == is_low && state.is_open(variable)
            })
            .map(|&(factor, variable)| (factor.abs(), variable))
    }
}

/// Lists the rows, except for the objective, that are broken if all open variables are 0.
fn needy_rows(model: &PlaceModel, state: &PlaceState) -> Vec<NeedyRow> {
    let rows = state
        .sums
        .iter()
        .enumerate()
        .filter(|&(row, _)| Some(row) != model.objective);
    let needy = rows.filter_map(|(row, sum)| {
        if sum.now < sum.low {
            Some(NeedyRow {
                row,
                is_low: true,
                missing: sum.low - sum.now,
            })
        } else if sum.now > sum.high {
            Some(NeedyRow {
                row,
                is_low: false,
                missing: sum.now - sum.high,
            })
        } else {
            None
        }
    });
    needy.collect()
}
