//! A problem as sums of variables that are 0 or 1: what a general solver or an exchange format needs, with all rules.
//!
//! There is a variable for each place: a square and a kind, or a square and a set, 1 if such a piece stands there. Other
//! variables help to write the sums. A placement is a solution if they have values with which every row holds.

use crate::placement::{Label, Placement};
use crate::problem::Goal;
use crate::square::Square;

/// A sum of variables, each with a factor. No variable occurs twice, and no factor is 0.
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
    /// Square and label of the first variables, by number: by squares in order, then by labels in order.
    pub places: Vec<(Square, Label)>,
    /// Number of variables, helping ones included; these come after the places.
    pub variables: usize,
    /// Pairs of variables that are not both 1, the smaller number first.
    pub clashes: Vec<(usize, usize)>,
    /// Sums with bounds.
    pub rows: Vec<Row>,
    /// What is to be least or greatest, if anything.
    pub objective: Option<(Goal, Sum)>,
}

impl ZeroOne {
    /// Returns the placement of the places with these numbers.
    #[must_use]
    pub fn placement(&self, places: impl IntoIterator<Item = usize>) -> Placement {
        Placement::labelled(places.into_iter().map(|place| self.places[place]).collect())
    }
}
