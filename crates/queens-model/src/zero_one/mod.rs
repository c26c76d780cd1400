//! A problem as sums of variables that are 0 or 1: what a general solver or an exchange
//! format needs, with all rules.
//!
//! There is a variable for each place: a square and a kind, or a square and a set, 1 if
//! such a piece stands there. Other variables help to write the sums. A placement is a
//! solution if they have values with which every row holds.

mod attacks;
mod build;
mod cliques;
mod images;
mod labels;
mod numbers;

use crate::placement::{Label, Placement};
use crate::problem::Goal;
use crate::square::Square;
use std::collections::BTreeMap;

/// A sum of variables, in their order, each with a factor. No variable occurs twice, and
/// no factor is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Factors and numbers of variables.
    pub terms: Vec<(i64, usize)>,
}

/// A sum with its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The sum.
    pub sum: Sum,
    /// Least value; `i64::MIN` for any.
    pub low: i64,
    /// Greatest value; `i64::MAX` for any.
    pub high: i64,
}

/// The 0-1 model of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZeroOne {
    /// Square and label of the first variables, by number: by squares in order, then by
    /// labels in order.
    pub places: Vec<(Square, Label)>,
    /// Number of variables, helping ones included; these come after the places.
    pub variables: usize,
    /// Pairs of variables that are not both 1, the smaller number first.
    pub clashes: Vec<(usize, usize)>,
    /// Sums with bounds.
    pub rows: Vec<Row>,
    /// Sum that is to be least or greatest, if any.
    pub objective: Option<(Goal, Sum)>,
}

impl ZeroOne {
    /// Returns the placement of the places with these numbers.
    #[must_use]
    pub fn placement(&self, places: impl IntoIterator<Item = usize>) -> Placement {
        Placement::labelled(places.into_iter().map(|place| self.places[place]).collect())
    }
}

impl Sum {
    /// Returns the least and the greatest value.
    #[must_use]
    pub fn range(&self) -> (i64, i64) {
        let sum = |sign: i64| {
            self.terms
                .iter()
                .map(|&(factor, _)| factor)
                .filter(|factor| factor * sign > 0)
                .sum()
        };
        (sum(-1), sum(1))
    }
}

/// A constant and a sum.
#[derive(Clone, Debug)]
struct Affine {
    constant: i64,
    /// Factors and numbers of variables; a variable may occur twice.
    terms: Vec<(i64, usize)>,
}

impl Affine {
    fn from_constant(constant: i64) -> Self {
        Affine {
            constant,
            terms: Vec::new(),
        }
    }

    fn from_variable(number: usize) -> Self {
        Self::from_sum([number])
    }

    fn from_sum(variables: impl IntoIterator<Item = usize>) -> Self {
        Affine {
            constant: 0,
            terms: variables
                .into_iter()
                .map(|variable| (1, variable))
                .collect(),
        }
    }

    /// Adds `factor` times another sum.
    fn add_multiple(mut self, factor: i64, other: &Affine) -> Self {
        self.constant += factor * other.constant;
        self.terms.extend(
            other
                .terms
                .iter()
                .map(|&(of_term, variable)| (factor * of_term, variable)),
        );
        self
    }

    /// Returns the constant, and the sum with each variable once.
    fn into_sum(self) -> (i64, Sum) {
        let mut factors = BTreeMap::new();
        for (factor, variable) in self.terms {
            *factors.entry(variable).or_insert(0) += factor;
        }
        let terms = factors.into_iter().filter(|&(_, factor)| factor != 0);
        (
            self.constant,
            Sum {
                terms: terms.map(|(variable, factor)| (factor, variable)).collect(),
            },
        )
    }

    /// Returns the least and the greatest value, constant included.
    fn range(&self) -> (i64, i64) {
        let (constant, sum) = self.clone().into_sum();
        let (least, greatest) = sum.range();
        (constant + least, constant + greatest)
    }
}
