//! QUBO: a quadratic function of 0s and 1s with the minimum 0, reached at solutions only.
//!
//! Each demand is a penalty, 0 if it is met and at least 1 if not:
//!
//! | demand | penalty |
//! |---|---|
//! | two squares that attack each other | x y |
//! | at most one of some squares | x y for every two of them |
//! | none, all, or exactly k | (sum - k)^2 |
//! | from a to b | (sum - a - s)^2, where s is a sum of slack variables with the weights 1, 2, 4, ..., the last cut to b - a |
//! | a given queen, a blocked square | 1 - x, x |

use super::{Format, Output, Written, check_squares, unsupported_error};
use control::Stop;
use queens_model::constraints::Constraints;
use queens_model::problem::{Bounds, Problem};
use queens_model::unsupported::Parameter;
use std::collections::BTreeMap;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "qubo",
    name: "QUBO (sparse coordinates)",
    carries: "every problem with a square, up to 100 million terms; variables 0, 1, ... are the squares, row by row, slack \
              variables follow",
    extension: "coo",
    checked_with: "brute force",
    write: write_matrix,
};

/// Largest number of terms: each takes about ten bytes of the file.
const MOST_TERMS: u64 = 100_000_000;

/// The square of a sum of weighted variables less a number; or, for squares alone, the
/// cost of every two of them.
struct Penalty {
    /// Variables in order, with their weights.
    terms: Vec<(usize, i64)>,
    /// The required sum; `None`: at most one variable.
    target: Option<i64>,
}

/// All penalties except those of attacks.
struct Penalties {
    all: Vec<Penalty>,
    /// For each variable its penalties, and its place in them.
    of: Vec<Vec<(usize, usize)>>,
    /// Difference between the penalties and the function, which has no constant term.
    constant: i64,
}

impl Penalties {
    fn from_constraints(form: &Constraints) -> Self {
        let mut penalties = Penalties {
            all: Vec::new(),
            of: vec![Vec::new(); form.board()],
            constant: 0,
        };
        for unit in form.units() {
            let mut terms: Vec<(usize, i64)> = unit
                .squares
                .iter()
                .map(|&square| (form.place(square), 1))
                .collect();
            let (low, most) = (i64::from(unit.bounds.low()), terms.len() as i64);
            if unit.bounds == Bounds::AT_MOST_ONE {
                penalties.add_penalty(Penalty {
                    terms,
                    target: None,
                });
                continue;
            }
            let mut slack = (i64::from(unit.bounds.high()).min(most) - low).max(0);
            let mut weight = 1;
            while slack > 0 {
                terms.push((penalties.of.len(), -weight.min(slack)));
                penalties.of.push(Vec::new());
                slack -= weight.min(slack);
                weight *= 2;
            }
            penalties.add_penalty(Penalty {
                terms,
                target: Some(low),
            });
        }
        penalties
    }

    fn add_penalty(&mut self, penalty: Penalty) {
        let number = self.all.len();
        for (at, &(variable, _)) in penalty.terms.iter().enumerate() {
            self.of[variable].push((number, at));
        }
        self.constant += penalty.target.map_or(0, |target| target * target);
        self.all.push(penalty);
    }

    /// Returns an upper bound on the number of their terms.
    fn count_terms(&self) -> u64 {
        self.all
            .iter()
            .map(|penalty| penalty.terms.len() as u64)
            .map(|terms| terms * (terms + 1) / 2)
            .sum()
    }
}

fn write_matrix(problem: &Problem, out: &mut Output<'_>) -> Written {
    check_squares(problem)?;
    let form = Constraints::within(problem, out.limits())??;
    let penalties = Penalties::from_constraints(&form);
    let squares = form.squares().len();
    let attacks: u64 = (0..squares)
        .map(|square| form.conflicts(square).count_ones(..) as u64 / 2)
        .sum();
    let terms = penalties.count_terms() + attacks;
    if terms > MOST_TERMS {
        return Err(unsupported_error(
            Parameter::Size,
            format!(
                "the model would have up to {terms} terms, but the limit is {MOST_TERMS}: every two squares of a unit \
                 make one; use opb or dimacs"
            ),
        ));
    }
    out.write_problem(problem, "# ", "")?;
    writeln!(
        out,
        "# {} variables from 0: {} squares, row by row, then slack",
        penalties.of.len(),
        form.board()
    )?;
    let constant = penalties.constant + form.givens().len() as i64;
    writeln!(out, "# add {constant}: 0 is a solution, more is none")?;
    let mut square_of_place = vec![None; form.board()];
    for square in 0..squares {
        square_of_place[form.place(square)] = Some(square);
    }
    for variable in 0..penalties.of.len() {
        let mut row = BTreeMap::new();
        match square_of_place.get(variable) {
            // A place without a free square must stay empty.
            Some(None) => row = BTreeMap::from([(variable, 1)]),
            Some(&Some(square)) => row = attack_terms(&form, square),
            // A slack variable.
            None => {}
        }
        add_penalties(&penalties, variable, &mut row, out)?;
        for (other, weight) in row.into_iter().filter(|&(_, weight)| weight != 0) {
            writeln!(out, "{variable} {other} {weight}")?;
        }
    }
    Ok(())
}

/// Returns the terms of a square with the later ones that it attacks, and its own term if
/// it is given.
fn attack_terms(form: &Constraints, square: usize) -> BTreeMap<usize, i64> {
    let mut row = BTreeMap::new();
    for other in form.conflicts(square).ones() {
        if other > square {
            row.insert(form.place(other), 1);
        }
    }
    if form.givens().contains(&square) {
        row.insert(form.place(square), -1);
    }
    row
}

/// Adds the terms of `variable`, alone and with later ones.
fn add_penalties(
    penalties: &Penalties,
    variable: usize,
    row: &mut BTreeMap<usize, i64>,
    out: &mut Output<'_>,
) -> Result<(), Stop> {
    for &(penalty, at) in &penalties.of[variable] {
        let Penalty { terms, target } = &penalties.all[penalty];
        let weight = terms[at].1;
        if let Some(target) = target {
            // x^2 is x.
            *row.entry(variable).or_insert(0) += weight * (weight - 2 * target);
        }
        let twice = if target.is_some() { 2 } else { 1 };
        for &(other, other_weight) in &terms[at + 1..] {
            out.meter().tick()?;
            *row.entry(other).or_insert(0) += twice * weight * other_weight;
        }
    }
    Ok(())
}
