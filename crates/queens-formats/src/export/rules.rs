//! Problems with rules as 0-1 models with a variable for each piece and each square.

use super::board::Sense;
use super::zero_one::{LinearSum, Objective, ZeroOneModel};
use super::{ExportError, Format, Output};
use queens_model::placement::Label;
use queens_model::problem::rules::{Kind, Rules};
use queens_model::problem::{Goal, Problem};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_model::zero_one::{Row, Sum, ZeroOne};
use std::collections::BTreeSet;

/// The formats that carry rules.
const WITH_RULES: [&str; 8] = [
    "minizinc",
    "asp",
    "opb",
    "lp",
    "mps",
    "text",
    "dimacs",
    "dimacs-pairs",
];

/// Checks that a format carries a problem with rules; plain problems are not checked.
pub(super) fn check_rules(problem: &Problem, format: &Format) -> Result<(), Unsupported> {
    let Some(rules) = problem.rules() else {
        return Ok(());
    };
    let (rows, columns) = (problem.rows(), problem.columns());
    if (rows == 0 || columns == 0) && format.id != "text" {
        let reason =
            format!("a board of {rows} x {columns} has no square to write; use text");
        return Err(Unsupported::new(format.id, Parameter::Size, reason));
    }
    let mut with_rules = WITH_RULES.to_vec();
    if rules.best.is_some() {
        // Clauses have no best value.
        with_rules.retain(|id| !id.starts_with("dimacs"));
    }
    if with_rules.contains(&format.id) {
        return Ok(());
    }
    let missing = if WITH_RULES.contains(&format.id) {
        "a best value"
    } else {
        "these rules"
    };
    let reason = format!(
        "it has no form for {missing}: use one of {}",
        with_rules.join(", ")
    );
    Err(Unsupported::new(format.id, Parameter::Rules, reason))
}

/// The name of a variable in a file.
#[derive(Clone, Copy)]
pub(super) enum VariableName<'a> {
    /// One piece on a square: the name of its kind, of its set or of both; empty for the
    /// only kind.
    Piece(&'a str, Square),
    /// A variable that helps to write the sums, from 1.
    Help(usize),
}

/// Writes a name as `q_2_7`, `white_2_7`, `s1_2_7` or `help_3`.
pub(super) fn with_underscores(name: VariableName<'_>) -> String {
    match name {
        VariableName::Piece(pieces, Square { row, column }) => {
            let pieces = if pieces.is_empty() { "q" } else { pieces };
            format!("{pieces}_{}_{}", row + 1, column + 1)
        }
        VariableName::Help(number) => format!("help_{number}"),
    }
}

/// A problem with rules as a 0-1 model. Its places are all squares, row by row, for one
/// label after the other; the variables of squares where such a piece may not stand are 0.
pub(super) struct RulesModel<'p> {
    rules: &'p Rules,
    labels: Vec<Label>,
    pub(super) model: ZeroOne,
}

impl<'p> RulesModel<'p> {
    pub(super) fn new(
        problem: &Problem,
        rules: &'p Rules,
        out: &mut Output<'_>,
    ) -> Result<Self, ExportError> {
        let model =
            ZeroOne::from_problem(problem, out.limits())?.with_cliques(out.meter())?;
        let mut labels: BTreeSet<Label> =
            model.places.iter().map(|&(_, label)| label).collect();
        if labels.is_empty() {
            labels.insert(Label::default());
        }
        let labels: Vec<Label> = labels.into_iter().collect();
        let model = with_every_square(model, &labels, problem);
        Ok(RulesModel {
            rules,
            labels,
            model,
        })
    }

    /// Returns the model with names that `write` writes.
    pub(super) fn name_variables(
        &self,
        write: fn(VariableName<'_>) -> String,
    ) -> ZeroOneModel {
        let pieces: Vec<String> = self
            .labels
            .iter()
            .map(|&label| self.pieces_in_words(label))
            .collect();
        let squares = self.square_count();
        let places = self.model.places.iter().enumerate();
        let of_places = places
            .map(|(at, &(square, _))| VariableName::Piece(&pieces[at / squares], square));
        let of_helpers =
            (1..=self.model.variables - self.model.places.len()).map(VariableName::Help);
        let names: Vec<String> = of_places.chain(of_helpers).map(write).collect();
        let remarks = self.list_remarks(&names);
        let objective = self.model.objective.as_ref().map(|(goal, sum)| match goal {
            Goal::Least => Objective {
                name: "value",
                terms: sum.terms.clone(),
            },
            Goal::Greatest => {
                let negated = sum
                    .terms
                    .iter()
                    .map(|&(factor, variable)| (-factor, variable));
                Objective {
                    name: "minus_value",
                    terms: negated.collect(),
                }
            }
        });
        ZeroOneModel {
            names,
            sums: linear_sums(&self.model.rows),
            objective,
            remarks,
        }
    }

    fn square_count(&self) -> usize {
        self.model.places.len() / self.labels.len()
    }

    fn kind_of(&self, label: Label) -> &Kind {
        &self.rules.kinds[usize::from(label.kind)]
    }

    /// Returns the part of a name that tells the kind and the set: `white`, `s1`,
    /// `white_s1`; nothing for the only kind.
    fn pieces_in_words(&self, label: Label) -> String {
        let kind = self.kind_of(label);
        // Whatever is a word in no format: small letters, but not the negation of answer
        // sets.
        let is_word =
            kind.name.chars().all(|c| c.is_ascii_lowercase()) && kind.name != "not";
        let name = match self.rules.kinds.len() {
            1 => String::new(),
            _ if is_word => kind.name.clone(),
            _ => format!("kind_{}", label.kind + 1),
        };
        match (kind.is_sets, name.as_str()) {
            (false, _) => name,
            (true, "") => format!("s{}", label.set + 1),
            (true, name) => format!("{name}_s{}", label.set + 1),
        }
    }

    /// Explains the variables.
    fn list_remarks(&self, names: &[String]) -> Vec<String> {
        let squares = self.square_count();
        let mut remarks = Vec::new();
        for (at, &label) in self.labels.iter().enumerate() {
            let (first, last) = (at * squares, at * squares + squares - 1);
            let kind = self.kind_of(label);
            let set = if kind.is_sets {
                format!(" of set {}", label.set + 1)
            } else {
                String::new()
            };
            let piece = with_article(&kind.singular());
            remarks.push(format!(
                "x{} to x{}, {} to {}: 1 if {piece}{set} is on the square, row by row",
                first + 1,
                last + 1,
                names[first],
                names[last],
            ));
        }
        let places = self.model.places.len();
        if let (Some(first), Some(last)) = (names.get(places), names.last()) {
            remarks.push(format!(
                "x{} to x{}, {first} to {last}: auxiliary",
                places + 1,
                names.len()
            ));
        }
        remarks
    }
}

/// Puts `a` or `an` before the name of a piece: `a queen`, `an orange queen`.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Returns the model with a variable for each label and each square of the board.
fn with_every_square(model: ZeroOne, labels: &[Label], problem: &Problem) -> ZeroOne {
    let squares: Vec<Square> = problem.every_square().collect();
    let mut places: Vec<(Square, Label)> = Vec::new();
    for &label in labels {
        places.extend(squares.iter().map(|&square| (square, label)));
    }
    let mut is_free = vec![false; places.len()];
    let mut numbers = Vec::with_capacity(model.variables);
    for (square, label) in &model.places {
        let before = labels.partition_point(|other| other < label) * squares.len();
        let number = before + (square.row * problem.columns() + square.column) as usize;
        is_free[number] = true;
        numbers.push(number);
    }
    let helpers = model.variables - model.places.len();
    numbers.extend(places.len()..places.len() + helpers);
    let renumbered = |sum: Sum| {
        let mut terms: Vec<(i64, usize)> = sum
            .terms
            .into_iter()
            .map(|(factor, variable)| (factor, numbers[variable]))
            .collect();
        terms.sort_unstable_by_key(|&(_, variable)| variable);
        Sum { terms }
    };
    let blocked = (0..places.len()).filter(|&place| !is_free[place]);
    let empty = blocked.map(|place| Row {
        sum: Sum {
            terms: vec![(1, place)],
        },
        low: i64::MIN,
        high: 0,
    });
    let rows = model.rows.into_iter().map(|row| Row {
        sum: renumbered(row.sum),
        ..row
    });
    ZeroOne {
        rows: empty.chain(rows).collect(),
        variables: places.len() + helpers,
        objective: model.objective.map(|(goal, sum)| (goal, renumbered(sum))),
        clashes: Vec::new(),
        places,
    }
}

/// Returns the rows as sums with one bound each.
fn linear_sums(rows: &[Row]) -> Vec<LinearSum> {
    let mut sums = Vec::new();
    for Row {
        sum: Sum { terms },
        low,
        high,
    } in rows
    {
        let mut add = |sense, bound, terms: &[(i64, usize)]| {
            let name = format!("sum_{}", sums.len() + 1);
            sums.push(LinearSum {
                name,
                sense,
                bound,
                terms: terms.to_vec(),
            });
        };
        match (*low, *high) {
            // Nothing is left to meet a demand: written as a contradiction, because an
            // empty sum is not a sum.
            _ if terms.is_empty() => add(Sense::AtLeast, 2, &[(1, 0)]),
            (low, high) if low == high => add(Sense::Equal, low, terms),
            (low, high) => {
                if low != i64::MIN {
                    add(Sense::AtLeast, low, terms);
                }
                if high != i64::MAX {
                    add(Sense::AtMost, high, terms);
                }
            }
        }
    }
    sums
}
