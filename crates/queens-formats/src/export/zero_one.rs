//! Linear models with 0-1 variables, for the formats of integer programming and
//! pseudo-boolean solvers.

use super::board::{BoardSums, Sense, objective_terms};
use super::rules::{RulesModel, with_underscores};
use super::{ExportError, Output};
use queens_model::problem::Problem;

/// A sum of variables and its bound.
pub(super) struct LinearSum {
    /// Name in the file: letters, digits and underscores.
    pub(super) name: String,
    pub(super) sense: Sense,
    pub(super) bound: i64,
    /// Coefficients and numbers of variables, from 0; at least one.
    pub(super) terms: Vec<(i64, usize)>,
}

/// A sum to minimise.
pub(super) struct Objective {
    pub(super) name: &'static str,
    pub(super) terms: Vec<(i64, usize)>,
}

/// A 0-1 linear model.
pub(super) struct ZeroOneModel {
    /// Names of the variables.
    pub(super) names: Vec<String>,
    pub(super) sums: Vec<LinearSum>,
    pub(super) objective: Option<Objective>,
    /// Lines that explain the model, for a comment.
    pub(super) remarks: Vec<String>,
}

impl ZeroOneModel {
    /// Returns the model of a problem: a variable for each square, row by row, and for
    /// each kind if there are rules.
    pub(super) fn from_problem(
        problem: &Problem,
        out: &mut Output<'_>,
    ) -> Result<Self, ExportError> {
        if let Some(rules) = problem.rules() {
            return Ok(
                RulesModel::new(problem, rules, out)?.name_variables(with_underscores)
            );
        }
        let board = BoardSums::from_problem(problem, out)?;
        let names = (0..board.squares)
            .map(|place| format!("q_{}", board.variable_name(place)))
            .collect();
        let sum = |sum: super::board::BoundedSum| LinearSum {
            name: sum.name,
            sense: sum.sense,
            bound: sum.bound.into(),
            terms: sum.places.into_iter().map(|place| (1, place)).collect(),
        };
        let weights = |_| Objective {
            name: "weights",
            terms: objective_terms(problem)
                .map(|(place, weight)| (weight, place))
                .collect(),
        };
        Ok(ZeroOneModel {
            names,
            sums: board.sums.into_iter().map(sum).collect(),
            objective: problem.weights().map(weights),
            remarks: Vec::new(),
        })
    }
}
