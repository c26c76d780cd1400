//! The variables and rows of a problem, part by part of its rules.

use super::labels::list_labels;
use super::{Affine, Row, ZeroOne};
use crate::instance::Instance;
use crate::placement::Label;
use crate::problem::rules::{KindSet, Measure, Objective, Peace, Rules};
use crate::problem::{Bounds, Problem};
use crate::unsupported::{NoAnswer, Parameter, Unsupported};
use control::{Limits, Meter, Step};
use std::collections::BTreeMap;

/// Bytes of a row, of one of its terms, and of a pair of variables.
const BYTES_OF_ROW: u64 = 56;
const BYTES_OF_TERM: u64 = 16;

/// Largest absolute value of a factor: sums of them over all variables fit an `i64`.
const MAX_FACTOR: i128 = 1 << 40;

/// A model in the making.
pub(super) struct ModelBuilder<'a> {
    pub(super) problem: &'a Problem,
    pub(super) rules: Rules,
    pub(super) instance: Instance,
    /// All labels: the named kinds, and as many sets as there may be; those of one kind
    /// follow each other.
    pub(super) labels: Vec<Label>,
    /// By label and square, the variable of the place.
    place: Vec<Vec<Option<usize>>>,
    /// By label, the variable that is 1 if the set has a piece.
    pub(super) used: BTreeMap<usize, usize>,
    /// By number of a label, of a square and of another one, the variable that is 1 if a
    /// piece of the label on the first attacks the second.
    pub(super) seen: BTreeMap<(usize, usize, usize), usize>,
    pub(super) model: ZeroOne,
    bytes: u64,
    meter: Meter<'a>,
}

impl ZeroOne {
    /// Returns the model of `problem`, with all rules.
    ///
    /// # Errors
    /// More than [`MAX_SQUARES`](crate::instance::MAX_SQUARES) squares, unnamed sets that
    /// a symmetry must leave unchanged, values above 2^40, or a limit on time or memory.
    ///
    /// # Complexity
    /// O(squares^2) clashes for each pair of kinds or sets that keep peace; where kinds
    /// stop lines, a variable for each kind and pair of squares.
    pub fn from_problem(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        let mut builder = ModelBuilder::new(problem, limits)?;
        if builder.rules.unchanged.is_some()
            && builder.rules.kinds.iter().any(|kind| kind.is_sets)
        {
            let reason = "unnamed sets that a symmetry leaves unchanged: give the sets names, or leave the symmetry out";
            return Err(Unsupported::new("", Parameter::Rules, reason).into());
        }
        builder.all_rules()?;
        Ok(builder.finish())
    }
}

impl<'a> ModelBuilder<'a> {
    fn new(problem: &'a Problem, limits: &'a Limits) -> Result<Self, NoAnswer> {
        let rules = problem
            .rules()
            .cloned()
            .unwrap_or_else(|| Rules::plain(problem.piece().clone()));
        let pieces: Vec<_> = rules.kinds.iter().map(|kind| kind.piece.clone()).collect();
        let instance = Instance::of_pieces(problem, &pieces, limits)
            .map_err(Unsupported::from)??;
        let mut meter = Meter::new(limits);
        let labels = list_labels(problem, &rules, &instance, &mut meter)?;
        let mut builder = ModelBuilder {
            problem,
            rules,
            place: vec![vec![None; instance.squares().len()]; labels.len()],
            instance,
            labels,
            used: BTreeMap::new(),
            seen: BTreeMap::new(),
            model: ZeroOne::default(),
            bytes: 0,
            meter,
        };
        builder.places()?;
        Ok(builder)
    }

    /// Numbers the places.
    fn places(&mut self) -> Step {
        for number in 0..self.instance.squares().len() {
            let square = self.instance.squares()[number];
            for at in 0..self.labels.len() {
                let label = self.labels[at];
                let on = self.rules.kinds[usize::from(label.kind)].on.as_ref();
                if on.is_none_or(|on| on.contains(square, self.problem)) {
                    self.store(BYTES_OF_TERM)?;
                    self.place[at][number] = Some(self.model.places.len());
                    self.model.places.push((square, label));
                }
            }
        }
        self.model.variables = self.model.places.len();
        Ok(())
    }

    fn all_rules(&mut self) -> Result<(), NoAnswer> {
        self.one_piece_on_a_square()?;
        self.givens()?;
        self.add_units()?;
        self.add_demands()?;
        self.add_numbers()?;
        self.order_of_sets()?;
        self.equal_numbers()?;
        self.peace()?;
        for cover in self.rules.covers.clone() {
            self.add_cover(&cover)?;
        }
        self.add_invariances()?;
        match self.rules.best.clone() {
            Some(objective) => self.objective(&objective),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> ZeroOne {
        self.model.clashes.sort_unstable();
        self.model.clashes.dedup();
        self.model
    }

    fn store(&mut self, bytes: u64) -> Step {
        self.meter.tick()?;
        self.bytes += bytes;
        self.meter.memory(self.bytes)
    }

    /// Adds a helping variable.
    pub(super) fn variable(&mut self) -> usize {
        self.model.variables += 1;
        self.model.variables - 1
    }

    /// Demands low <= `sum` <= high. A row that always holds is left out.
    pub(super) fn row(&mut self, sum: Affine, low: i64, high: i64) -> Step {
        let (constant, sum) = sum.into_sum();
        let (least, greatest) = sum.range();
        let mut low = low.saturating_sub(constant);
        let mut high = high.saturating_sub(constant);
        // A bound that always holds is none.
        if low <= least {
            low = i64::MIN;
        }
        if high >= greatest {
            high = i64::MAX;
        }
        if (low, high) == (i64::MIN, i64::MAX) {
            return Ok(());
        }
        self.store(BYTES_OF_ROW + BYTES_OF_TERM * sum.terms.len() as u64)?;
        self.model.rows.push(Row { sum, low, high });
        Ok(())
    }

    /// Demands the row if `condition`, which is 0 or 1 or less, is 1.
    pub(super) fn row_if(
        &mut self,
        condition: &Affine,
        sum: &Affine,
        low: i64,
        high: i64,
    ) -> Step {
        let (least, greatest) = sum.range();
        // A sum beside 1 - condition, with a factor that makes the row hold if that is 1.
        let relaxed = |slack: i64| {
            sum.clone().add_multiple(
                slack,
                &Affine::from_constant(1).add_multiple(-1, condition),
            )
        };
        if low > least {
            self.row(relaxed(low - least), low, i64::MAX)?;
        }
        if high < greatest {
            self.row(relaxed(high - greatest), i64::MIN, high)?;
        }
        Ok(())
    }

    pub(super) fn clash(&mut self, one: usize, other: usize) -> Step {
        self.store(BYTES_OF_TERM)?;
        self.model.clashes.push((one.min(other), one.max(other)));
        Ok(())
    }

    /// Returns the variable of a label on a square, by numbers; `None` if it may not
    /// stand there.
    pub(super) fn place(&self, label: usize, square: usize) -> Option<usize> {
        self.place[label][square]
    }

    /// Returns the numbers of the labels of some kinds.
    pub(super) fn labels_of(&self, kinds: &KindSet) -> Vec<usize> {
        (0..self.labels.len())
            .filter(|&at| kinds.contains(&usize::from(self.labels[at].kind)))
            .collect()
    }

    pub(super) fn all_labels(&self) -> Vec<usize> {
        (0..self.labels.len()).collect()
    }

    pub(super) fn is_set(&self, label: usize) -> bool {
        self.rules.kinds[usize::from(self.labels[label].kind)].is_sets
    }

    /// Returns the number of pieces with these labels on these squares.
    pub(super) fn number(&self, labels: &[usize], squares: &[usize]) -> Affine {
        let places = squares.iter().flat_map(|&square| {
            labels.iter().filter_map(move |&at| self.place(at, square))
        });
        Affine::from_sum(places)
    }

    pub(super) fn all_squares(&self) -> Vec<usize> {
        (0..self.instance.squares().len()).collect()
    }

    fn one_piece_on_a_square(&mut self) -> Step {
        let labels = self.all_labels();
        if labels.len() < 2 {
            return Ok(());
        }
        self.all_squares()
            .into_iter()
            .try_for_each(|square| self.row(self.number(&labels, &[square]), 0, 1))
    }

    fn givens(&mut self) -> Step {
        let labels = self.all_labels();
        let givens = self.instance.givens().to_vec();
        givens
            .into_iter()
            .try_for_each(|given| self.row(self.number(&labels, &[given]), 1, 1))
    }

    fn peace(&mut self) -> Step {
        for one in self.all_labels() {
            for other in self.all_labels() {
                if self.must_keep_peace(one, other) {
                    self.all_squares()
                        .into_iter()
                        .try_for_each(|square| self.no_attack(one, square, other))?;
                }
            }
        }
        Ok(())
    }

    /// A piece of one label on this square attacks none of another.
    fn no_attack(&mut self, one: usize, square: usize, other: usize) -> Step {
        if self.place(one, square).is_none() {
            return Ok(());
        }
        let kind = usize::from(self.labels[one].kind);
        let attacked: Vec<usize> = self.instance.attacks(kind)[square].ones().collect();
        for target in attacked {
            let Some(piece) = self.place(other, target) else {
                continue;
            };
            if let Some(attack) = self.attack_variable(one, square, target)? {
                self.clash(attack, piece)?;
            }
        }
        Ok(())
    }

    fn must_keep_peace(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.labels[one], self.labels[other]);
        let (kind, other_kind) = (usize::from(one.kind), usize::from(other.kind));
        let have_rays = [kind, other_kind]
            .iter()
            .all(|&kind| !self.rules.kinds[kind].piece.rays().is_empty());
        match &self.rules.peace {
            Peace::All => have_rays,
            Peace::Within => have_rays && one == other,
            Peace::Between => have_rays && one != other,
            Peace::Nobody => false,
            Peace::Pairs(pairs) => {
                pairs.contains(&(kind, other_kind)) || pairs.contains(&(other_kind, kind))
            }
        }
    }

    fn objective(&mut self, objective: &Objective) -> Result<(), NoAnswer> {
        let measured = match &objective.measure {
            Measure::Number(kinds) => {
                self.number(&self.labels_of(kinds), &self.all_squares())
            }
            Measure::Value => self.value()?,
            Measure::Squares(cover) => self.covered_squares(cover)?,
            Measure::Sets => self.number_of_sets(&self.all_labels())?,
        };
        // A number of places or of other variables has no constant.
        self.model.objective = Some((objective.goal, measured.into_sum().1));
        Ok(())
    }

    /// Returns the sum of worth x weight over all pieces.
    fn value(&self) -> Result<Affine, NoAnswer> {
        let mut value = Affine::from_constant(0);
        for (number, &(square, label)) in self.model.places.iter().enumerate() {
            let worth = i128::from(self.rules.kinds[usize::from(label.kind)].worth);
            let weight = i128::from(self.problem.weight(square).unwrap_or(1));
            let factor = worth * weight;
            if factor.abs() > MAX_FACTOR {
                let reason = format!(
                    "a piece on {square} has the value {factor}: at most {MAX_FACTOR} either way"
                );
                return Err(Unsupported::new("", Parameter::Rules, reason).into());
            }
            value.terms.push((factor as i64, number));
        }
        Ok(value)
    }
}

/// Returns the bounds of a row.
pub(super) fn limits(bounds: Bounds) -> (i64, i64) {
    let high = if bounds.high() == u32::MAX {
        i64::MAX
    } else {
        bounds.high().into()
    };
    (bounds.low().into(), high)
}
