//! A 0-1 model as clauses.
//!
//! Both bounds of a row say "at least": the upper one about the negated literals. A
//! literal counts as often as its factor says, after a common divisor is taken out; a
//! factor above the bound counts as the bound. Variables of which one at most is 1 become
//! one literal, that one of them is 1, if they have the same factor.
//!
//! 2 a + b - c >= 1 is 2 a + b + (not c) >= 2: of the literals a, a, b and (not c) at
//! least two are true.

use super::{AtMostOne, Formula, FormulaBuilder, Literal};
use crate::unsupported::{NoAnswer, Parameter, Unsupported};
use crate::zero_one::{Row, ZeroOne};
use control::{Limits, Step, Stop};
use std::collections::BTreeMap;

/// Largest number of literals of a row, each as often as its factor says.
pub const MAX_REPEATED: i128 = 1 << 14;

/// At least `need` of some literals, each of which counts as often as its factor says.
struct WeightedBound {
    terms: Vec<(i128, Literal)>,
    need: i128,
}

/// The clashes of a model by variable.
struct ClashLists {
    /// Variables that clash with each one, ascending.
    pairs: Vec<Vec<usize>>,
    /// For each variable the rows that allow only one of theirs, ascending.
    rows: Vec<Vec<usize>>,
    /// Literals that are true if one of a clique is.
    cliques: BTreeMap<Vec<Literal>, Literal>,
}

impl Formula {
    /// Encodes a 0-1 model. Variable n of the model is variable n + 1, and the places are
    /// the squares of the formula.
    ///
    /// # Errors
    /// A row whose factors repeat its literals more than [`MAX_REPEATED`] times in all; a
    /// limit, as for [`Formula::from_constraints`].
    ///
    /// # Complexity
    /// One clause for each clash that no row implies; O(n log^2 n) clauses for a row with
    /// n literals.
    pub fn of_sums(
        model: &ZeroOne,
        at_most_one: AtMostOne,
        memory: u64,
        limits: &Limits,
    ) -> Result<Self, NoAnswer> {
        let mut builder =
            FormulaBuilder::new(model.variables as Literal, at_most_one, memory, limits);
        builder.formula.squares = (1..=model.places.len() as Literal).collect();
        let mut clashes = ClashLists::new(model);
        for &(one, other) in &model.clashes {
            builder.meter.tick()?;
            if !clashes.share_row(one, other) {
                builder.add_clause(&[-literal_of(one), -literal_of(other)])?;
            }
        }
        for row in &model.rows {
            builder.add_sum(row, &mut clashes)?;
        }
        Ok(builder.formula)
    }
}

impl FormulaBuilder<'_> {
    /// Encodes both bounds of a row.
    fn add_sum(&mut self, row: &Row, clashes: &mut ClashLists) -> Result<(), NoAnswer> {
        if row.low != i64::MIN {
            self.weighted_bound(WeightedBound::at_least(row, row.low, 1), clashes)?;
        }
        if row.high != i64::MAX {
            self.weighted_bound(WeightedBound::at_least(row, row.high, -1), clashes)?;
        }
        Ok(())
    }

    fn weighted_bound(
        &mut self,
        mut bound: WeightedBound,
        clashes: &mut ClashLists,
    ) -> Result<(), NoAnswer> {
        bound.simplify();
        if !bound.is_plain() {
            self.merge_cliques(&mut bound, clashes)?;
        }
        self.force_literals(&mut bound)?;
        if bound.need <= 0 {
            return Ok(());
        }
        let count = bound.total();
        if count > MAX_REPEATED {
            let reason = format!(
                "the factors of a sum count {count} literals, and its clauses take at most {MAX_REPEATED}: \
                 use smaller values"
            );
            return Err(Unsupported::new("", Parameter::Rules, reason).into());
        }
        let repeated = bound
            .terms
            .iter()
            .flat_map(|&(factor, literal)| (0..factor).map(move |_| literal));
        let literals: Vec<Literal> = repeated.collect();
        Ok(self.at_least(&literals, bound.need as usize)?)
    }

    /// Makes literals true where the bound cannot be met without them, and removes them.
    /// If even all literals are too few, it leaves the bound alone.
    fn force_literals(&mut self, bound: &mut WeightedBound) -> Step {
        // The clauses so far and `bound` together say what the bound said at first.
        loop {
            bound.simplify();
            if bound.total() < bound.need {
                return Ok(());
            }
            let forced = bound.take_forced();
            if forced.is_empty() {
                return Ok(());
            }
            forced
                .iter()
                .try_for_each(|&literal| self.add_clause(&[literal]))?;
        }
    }

    /// Replaces literals that have the same factor, and whose variables clash, by one for
    /// all of them.
    fn merge_cliques(
        &mut self,
        bound: &mut WeightedBound,
        clashes: &mut ClashLists,
    ) -> Step {
        let terms = std::mem::take(&mut bound.terms);
        let (mut rest, alone) = terms
            .into_iter()
            .partition(|&(_, literal)| clashes.has_any(variable_of(literal)));
        bound.terms = alone;
        // Invariant: `bound` together with the terms in `rest` is equivalent to the bound
        // at first.
        while let Some(&(factor, first)) = rest.first() {
            let mut clique: Vec<Literal> = Vec::new();
            let mut others = Vec::new();
            for (other_factor, other) in rest {
                self.meter.tick()?;
                let is_alike = other_factor == factor && other.signum() == first.signum();
                let clash = |&member: &Literal| {
                    clashes.have_clash(variable_of(member), variable_of(other))
                };
                if is_alike && clique.iter().all(clash) {
                    clique.push(other);
                } else {
                    others.push((other_factor, other));
                }
            }
            rest = others;
            let any = first.signum() * self.any_of_clique(&clique, clashes)?;
            if first < 0 {
                // At most one of them is false: all but one are true in any case.
                bound.need -= factor * (clique.len() as i128 - 1);
            }
            bound.terms.push((factor, any));
        }
        Ok(())
    }

    /// Returns a literal that is true if a variable of the clique is.
    fn any_of_clique(
        &mut self,
        clique: &[Literal],
        clashes: &mut ClashLists,
    ) -> Result<Literal, Stop> {
        let positive: Vec<Literal> = clique.iter().map(|literal| literal.abs()).collect();
        if let Some(&any) = clashes.cliques.get(&positive) {
            return Ok(any);
        }
        let any = self.any_of(&positive)?;
        clashes.cliques.insert(positive, any);
        Ok(any)
    }
}

impl WeightedBound {
    /// Returns the bound `sign` x sum >= `sign` x `bound`.
    fn at_least(row: &Row, bound: i64, sign: i64) -> Self {
        let mut need = i128::from(sign) * i128::from(bound);
        let mut terms = Vec::with_capacity(row.sum.terms.len());
        for &(factor, variable) in &row.sum.terms {
            let factor = i128::from(sign) * i128::from(factor);
            // Less of a literal is more of the negated one.
            need += (-factor).max(0);
            terms.push((
                factor.abs(),
                factor.signum() as Literal * literal_of(variable),
            ));
        }
        WeightedBound { terms, need }
    }

    fn total(&self) -> i128 {
        self.terms.iter().map(|&(factor, _)| factor).sum()
    }

    /// Lowers factors to the bound, and divides by a common divisor.
    fn simplify(&mut self) {
        if self.need <= 0 {
            return;
        }
        self.terms
            .iter_mut()
            .for_each(|(factor, _)| *factor = self.need.min(*factor));
        let divisor = self
            .terms
            .iter()
            .fold(0, |divisor, &(factor, _)| common_divisor(divisor, factor));
        if divisor > 1 {
            self.terms
                .iter_mut()
                .for_each(|(factor, _)| *factor /= divisor);
            self.need = (self.need + divisor - 1) / divisor;
        }
    }

    /// Removes and returns the literals without which the others are too few.
    fn take_forced(&mut self) -> Vec<Literal> {
        let missing = self.total() - self.need;
        let (forced, others) = self
            .terms
            .iter()
            .partition(|&&(factor, _)| factor > missing);
        self.terms = others;
        let forced: Vec<(i128, Literal)> = forced;
        self.need -= forced.iter().map(|&(factor, _)| factor).sum::<i128>();
        forced.into_iter().map(|(_, literal)| literal).collect()
    }

    /// Returns true if it is a clause, or if at most one literal may be false: then there
    /// is nothing to count.
    fn is_plain(&self) -> bool {
        let missing = self.total() - self.need;
        self.need <= 1
            || missing <= 0
            || (missing == 1 && self.total() == self.terms.len() as i128)
    }
}

impl ClashLists {
    fn new(model: &ZeroOne) -> Self {
        let mut lists = ClashLists {
            pairs: vec![Vec::new(); model.variables],
            rows: vec![Vec::new(); model.variables],
            cliques: BTreeMap::new(),
        };
        for &(one, other) in &model.clashes {
            lists.pairs[one].push(other);
            lists.pairs[other].push(one);
        }
        lists.pairs.iter_mut().for_each(|list| list.sort_unstable());
        let exclusive = model
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.takes_one_at_most());
        for (number, row) in exclusive {
            row.sum
                .terms
                .iter()
                .for_each(|&(_, variable)| lists.rows[variable].push(number));
        }
        lists
    }

    fn has_any(&self, variable: usize) -> bool {
        !self.pairs[variable].is_empty() || !self.rows[variable].is_empty()
    }

    fn share_row(&self, one: usize, other: usize) -> bool {
        self.rows[one]
            .iter()
            .any(|row| self.rows[other].binary_search(row).is_ok())
    }

    fn have_clash(&self, one: usize, other: usize) -> bool {
        self.pairs[one].binary_search(&other).is_ok() || self.share_row(one, other)
    }
}

fn literal_of(variable: usize) -> Literal {
    variable as Literal + 1
}

fn variable_of(literal: Literal) -> usize {
    literal.unsigned_abs() as usize - 1
}

/// Euclid's algorithm.
fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zero_one::Sum;
    use control::{Limit, Stop};

    fn formula(terms: &[(i64, usize)], low: i64) -> Result<Formula, NoAnswer> {
        let row = Row {
            sum: Sum {
                terms: terms.to_vec(),
            },
            low,
            high: i64::MAX,
        };
        let model = ZeroOne {
            variables: terms.len(),
            rows: vec![row],
            ..ZeroOne::default()
        };
        Formula::of_sums(&model, AtMostOne::Product, 1 << 20, &Limits::default())
    }

    fn clauses(terms: &[(i64, usize)], low: i64) -> Vec<Vec<Literal>> {
        formula(terms, low)
            .unwrap()
            .clauses()
            .map(<[Literal]>::to_vec)
            .collect()
    }

    #[test]
    fn simple_rows_are_simple_clauses() {
        assert_eq!(clauses(&[(1, 0), (-1, 1)], 0), [[1, -2]]);
        assert_eq!(clauses(&[(5, 0), (9, 1)], 1), [[1, 2]]);
        assert_eq!(clauses(&[(2, 0), (-1, 1)], 1), [[1]]);
        assert_eq!(clauses(&[(1, 0), (1, 1)], 3), [Vec::<Literal>::new()]);
        assert!(clauses(&[(1, 0), (-1, 1)], -1).is_empty());
    }

    #[test]
    fn large_factors_are_refused() {
        let half = MAX_REPEATED as i64 / 2;
        let sum_of = |last: i64| [(half - 1, 0), (half - 1, 1), (last, 2)];
        let too_large = formula(&sum_of(3), half).unwrap_err();
        assert!(
            too_large.to_string().contains("count 16385 literals"),
            "{too_large}"
        );
        // The largest sum that is taken exceeds the memory of these tests.
        assert_eq!(
            formula(&sum_of(2), half),
            Err(Stop::LimitReached(Limit::Memory).into())
        );
        // A common divisor makes factors small, and so does a small bound.
        assert!(formula(&[(1 << 40, 0), (1 << 41, 1), (1 << 40, 2)], 1 << 41).is_ok());
        assert!(formula(&[(1 << 40, 0), (3 << 40, 1), (1, 2)], 2).is_ok());
    }
}
