//! A 0-1 model as clauses.
//!
//! Each bound of a row becomes "at least `need` of these literals", where a literal
//! counts as often as its factor says. An upper bound is a lower bound of the negated
//! literals. Four steps keep the factors, and so the clauses, small:
//!
//! 1. A factor above `need` is lowered to it, and a common divisor is taken out.
//! 2. Variables with the same factor, of which at most one is 1, become one literal: that
//!    one of them is 1.
//! 3. Literals without which the others are too few become clauses of their own.
//! 4. Step 1 is repeated after step 3, as long as step 3 finds any.
//!
//! For example, 2 a + b - c >= 1 is 2 a + b + (not c) >= 2: of the literals a, a, b and
//! (not c) at least two are true.

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

/// The clashes of a model, by variable.
struct ClashLists {
    /// Variables that clash with each one, ascending.
    pairs: Vec<Vec<usize>>,
    /// For each variable, the rows with it that allow only one of their variables,
    /// ascending.
    rows: Vec<Vec<usize>>,
    /// For each clique so far, the literal that is true if one of its variables is 1.
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
            builder.add_row(row, &mut clashes)?;
        }
        Ok(builder.formula)
    }
}

impl FormulaBuilder<'_> {
    /// Encodes both bounds of a row.
    fn add_row(&mut self, row: &Row, clashes: &mut ClashLists) -> Result<(), NoAnswer> {
        if row.low != i64::MIN {
            self.add_bound(WeightedBound::from_row(row, row.low, 1), clashes)?;
        }
        if row.high != i64::MAX {
            self.add_bound(WeightedBound::from_row(row, row.high, -1), clashes)?;
        }
        Ok(())
    }

    /// Encodes one bound of a row.
    fn add_bound(
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
        let mut repeated: Vec<Literal> = Vec::with_capacity(count as usize);
        for &(factor, literal) in &bound.terms {
            repeated.extend(std::iter::repeat_n(literal, factor as usize));
        }
        Ok(self.at_least(&repeated, bound.need as usize)?)
    }

    /// Adds a clause for each literal without which the bound cannot be met, and removes
    /// it from the bound. Leaves a bound alone that even all literals cannot meet.
    fn force_literals(&mut self, bound: &mut WeightedBound) -> Step {
        // Invariant: the added clauses and `bound` together are equivalent to the bound at
        // first.
        loop {
            bound.simplify();
            if bound.total() < bound.need {
                return Ok(());
            }
            let forced = bound.take_forced();
            if forced.is_empty() {
                return Ok(());
            }
            for literal in forced {
                self.add_clause(&[literal])?;
            }
        }
    }

    /// Replaces literals with the same factor and sign whose variables clash with each
    /// other by one literal.
    ///
    /// At most one variable of such a clique is 1, so f a + f b is f (a or b). Of the
    /// negated literals at least all but one are true, so f (not a) + f (not b) is
    /// f + f (not (a or b)): the constant f goes to the other side, into `need`.
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
            let clique = self.take_clique(&mut rest, clashes)?;
            let any = first.signum() * self.any_of_clique(&clique, clashes)?;
            if first < 0 {
                bound.need -= factor * (clique.len() as i128 - 1);
            }
            bound.terms.push((factor, any));
        }
        Ok(())
    }

    /// Removes and returns the first literal of `terms`, and each later one with the same
    /// factor and sign that clashes with all taken before it.
    fn take_clique(
        &mut self,
        terms: &mut Vec<(i128, Literal)>,
        clashes: &ClashLists,
    ) -> Result<Vec<Literal>, Stop> {
        let mut clique: Vec<Literal> = Vec::new();
        let (first_factor, first) = terms[0];
        for (factor, literal) in std::mem::take(terms) {
            self.meter.tick()?;
            let is_alike = factor == first_factor && literal.signum() == first.signum();
            if is_alike && clashes.all_clash(&clique, literal) {
                clique.push(literal);
            } else {
                terms.push((factor, literal));
            }
        }
        Ok(clique)
    }

    /// Returns the literal that is true if a variable of the clique is 1: an existing one
    /// if another bound has the same clique.
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
    /// Returns the bound `sign` x sum >= `sign` x `bound`, with positive factors: -f x is
    /// f (not x) - f, and the constant goes to the other side.
    fn from_row(row: &Row, bound: i64, sign: i64) -> Self {
        let mut need = i128::from(sign) * i128::from(bound);
        let mut terms = Vec::with_capacity(row.sum.terms.len());
        for &(factor, variable) in &row.sum.terms {
            let factor = i128::from(sign) * i128::from(factor);
            need += (-factor).max(0);
            let literal = factor.signum() as Literal * literal_of(variable);
            terms.push((factor.abs(), literal));
        }
        WeightedBound { terms, need }
    }

    /// Returns the sum of all literals if each is true.
    fn total(&self) -> i128 {
        self.terms.iter().map(|&(factor, _)| factor).sum()
    }

    /// Lowers factors to the bound, which one such literal meets alone, and divides by a
    /// common divisor. The bound is rounded up, because the sum is a whole number.
    fn simplify(&mut self) {
        if self.need <= 0 {
            return;
        }
        let mut divisor = 0;
        for (factor, _) in &mut self.terms {
            *factor = self.need.min(*factor);
            divisor = common_divisor(divisor, *factor);
        }
        if divisor > 1 {
            for (factor, _) in &mut self.terms {
                *factor /= divisor;
            }
            self.need = (self.need + divisor - 1) / divisor;
        }
    }

    /// Returns by how much the sum may fall short of its largest value.
    fn slack(&self) -> i128 {
        self.total() - self.need
    }

    /// Removes and returns the literals without which the others are too few: their
    /// factors are above the slack.
    fn take_forced(&mut self) -> Vec<Literal> {
        let slack = self.slack();
        let mut forced = Vec::new();
        let mut others = Vec::new();
        for &(factor, literal) in &self.terms {
            if factor > slack {
                forced.push(literal);
                self.need -= factor;
            } else {
                others.push((factor, literal));
            }
        }
        self.terms = others;
        forced
    }

    /// Returns true if there is nothing to count: the bound is a clause or met by any
    /// values, or all literals must be true, or all but one and none has a factor.
    fn is_plain(&self) -> bool {
        let has_factors = self.total() != self.terms.len() as i128;
        match self.slack() {
            _ if self.need <= 1 => true,
            1 => !has_factors,
            slack => slack <= 0,
        }
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
        for list in &mut lists.pairs {
            list.sort_unstable();
        }
        for (number, row) in model.rows.iter().enumerate() {
            if row.takes_one_at_most() {
                for &(_, variable) in &row.sum.terms {
                    lists.rows[variable].push(number);
                }
            }
        }
        lists
    }

    /// Returns true if the variable clashes with any other.
    fn has_any(&self, variable: usize) -> bool {
        !self.pairs[variable].is_empty() || !self.rows[variable].is_empty()
    }

    /// Returns true if a row allows at most one of two variables.
    fn share_row(&self, one: usize, other: usize) -> bool {
        self.rows[one]
            .iter()
            .any(|row| self.rows[other].binary_search(row).is_ok())
    }

    fn have_clash(&self, one: usize, other: usize) -> bool {
        self.pairs[one].binary_search(&other).is_ok() || self.share_row(one, other)
    }

    /// Returns true if the variable of `literal` clashes with those of all `members`.
    fn all_clash(&self, members: &[Literal], literal: Literal) -> bool {
        members
            .iter()
            .all(|&member| self.have_clash(variable_of(member), variable_of(literal)))
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
