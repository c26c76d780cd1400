//! The board of the search: weights, conflicts and constraints of the open squares.

use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;

/// Largest scale of the weights: multipliers are whole numbers, and fractions of a weight
/// sharpen the bound.
const MAX_SCALE: i64 = 64;

/// Largest multiplier, in units of the largest weight.
const MAX_WEIGHT_MULTIPLE: i64 = 32;

/// A set of squares that takes between `low` and `high` queens.
pub(super) struct WeightConstraint {
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) squares: Vec<u32>,
}

/// Squares, conflicts and constraints.
pub(super) struct WeightedBoard {
    /// Weight of each square; the least sum is wanted.
    pub(super) weights: Vec<i64>,
    /// Factor of weights in bounds.
    pub(super) scale: i64,
    /// Largest absolute value of a multiplier.
    pub(super) most_multiplier: i64,
    /// Units, and sets of squares that all attack each other.
    pub(super) constraints: Vec<WeightConstraint>,
    /// Constraints of each square.
    pub(super) through: Vec<Vec<u32>>,
    /// Squares that each square attacks.
    pub(super) conflicts: Vec<Vec<u32>>,
}

impl WeightedBoard {
    /// Returns the sum of the weights of some squares.
    pub(super) fn sum_weights(&self, squares: &[u32]) -> i64 {
        squares
            .iter()
            .map(|&square| self.weights[square as usize])
            .sum()
    }

    /// Creates the board of `form`, with a weight for each of its squares.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn new(
        form: &Constraints,
        weights: Vec<i64>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let squares = weights.len();
        let constraints = list_constraints(form, meter)?;
        let mut through = vec![Vec::new(); squares];
        for (number, constraint) in (0..).zip(&constraints) {
            for &square in &constraint.squares {
                through[square as usize].push(number);
            }
        }
        let conflicts = list_conflicts(form, meter)?;
        let degree = through.iter().map(Vec::len).max().unwrap_or(0) as i64;
        let largest = weights
            .iter()
            .map(|weight| weight.abs())
            .max()
            .unwrap_or(0)
            .max(1);
        // Bounds are sums over all squares, and over all constraints of each.
        let most_multiplier = (1 << 60) / ((squares as i64 + 1) * (degree + 1));
        let scale =
            (most_multiplier / (MAX_WEIGHT_MULTIPLE * largest)).clamp(1, MAX_SCALE);
        let most_multiplier = most_multiplier.min(MAX_WEIGHT_MULTIPLE * largest * scale);
        Ok(WeightedBoard {
            weights,
            scale,
            most_multiplier,
            constraints,
            through,
            conflicts,
        })
    }
}

impl WeightConstraint {
    fn new(low: u32, high: u32, squares: &[usize]) -> Self {
        let squares = squares.iter().map(|&square| square as u32).collect();
        WeightConstraint { low, high, squares }
    }
}

/// Lists the units of `form`, and sets of squares that all attack each other.
fn list_constraints(
    form: &Constraints,
    meter: &mut Meter<'_>,
) -> Result<Vec<WeightConstraint>, Stop> {
    let mut constraints = Vec::new();
    for unit in form.units() {
        let most = unit.squares.len() as u32;
        let (low, high) = (unit.bounds.low(), unit.bounds.high().min(most));
        constraints.push(WeightConstraint::new(low, high, &unit.squares));
    }
    let mut everything = FixedBitSet::with_capacity(form.squares().len());
    everything.insert_range(..);
    // A unit that takes at most one queen already says what its clique would say.
    let exclusive = form
        .units()
        .iter()
        .filter(|unit| unit.bounds.high() == 1)
        .map(|unit| &unit.squares);
    for clique in form.cliques_beyond(&everything, exclusive, meter)? {
        constraints.push(WeightConstraint::new(0, 1, &clique));
    }
    Ok(constraints)
}

/// Lists the squares that each square attacks.
fn list_conflicts(
    form: &Constraints,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u32>>, Stop> {
    let mut conflicts = Vec::new();
    let mut bytes = 0;
    // Memory is checked as it grows, because a far-reaching piece attacks nearly all
    // squares.
    for square in 0..form.squares().len() {
        meter.tick()?;
        let attacked = form.conflicts(square);
        let attacked: Vec<u32> = attacked.ones().map(|other| other as u32).collect();
        bytes += 4 * attacked.len() as u64;
        meter.memory(bytes)?;
        conflicts.push(attacked);
    }
    Ok(conflicts)
}
