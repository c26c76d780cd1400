//! The XCSP3 family BlockedQueens: its data, and its instances. Rows and columns count
//! from 0.

use super::{ImportError, ImportFault, board, side, square};
use control::clip;
use queens_model::problem::Problem;
use queens_model::square::Square;
use serde::Deserialize;

/// The data of the model in `PyCSP3`.
#[derive(Deserialize)]
struct BlockedQueensData {
    n: u64,
    blocks: Vec<(u64, u64)>,
}

pub(super) fn data(text: &str) -> Result<Problem, ImportError> {
    let data: BlockedQueensData = serde_json::from_str(text).map_err(|error| {
        ImportError::Problem(ImportFault::Word(
            clip(&error.to_string()),
            "data of BlockedQueens, such as {\"n\": 8, \"blocks\": [[0, 3]]}",
        ))
    })?;
    let blocked = data
        .blocks
        .iter()
        .map(|&(row, column)| square(row, column, 0))
        .collect::<Result<Vec<_>, _>>()?;
    board(side(data.n)?, &blocked, &[])
}

/// Meaning of a constraint of an instance.
enum InstanceConstraint {
    /// Part of the model: all different, no two on a diagonal.
    Model,
    Blocked(Square),
    Given(Square),
}

/// Reads an instance of the model: an array of columns, constraints that belong to it,
/// and blocked squares.
pub(super) fn instance(text: &str) -> Result<Problem, ImportError> {
    let size = elements(text, "array").find_map(|(attributes, _)| {
        let size = attributes.split_once("size=\"[")?.1.split_once(']')?;
        // One index only: two are a board of 0 and 1.
        size.1
            .starts_with('"')
            .then(|| size.0.trim().parse().ok())?
    });
    let size = side(size.ok_or(ImportError::Problem(ImportFault::NoSize(
        "an array with one index is the columns of the rows",
    )))?)?;
    let (mut blocked, mut givens) = (Vec::new(), Vec::new());
    // Diagonals are separated two by two, or all at once by sums.
    let by_sums =
        |(_, inside): (&str, &str)| inside.contains("add(") || inside.contains("sub(");
    let mut has_diagonals = size < 2 || elements(text, "allDifferent").any(by_sums);
    let mut enter = |said: InstanceConstraint| match said {
        InstanceConstraint::Blocked(at) => blocked.push(at),
        InstanceConstraint::Given(at) => givens.push(at),
        InstanceConstraint::Model => has_diagonals = true,
    };
    let mut plain = text.to_owned();
    for (_, group) in elements(text, "group") {
        plain = plain.replace(group, "");
        let Some((_, template)) = elements(group, "intension").next() else {
            if elements(group, "allDifferent").next().is_some() {
                continue;
            }
            return Err(ImportError::Problem(ImportFault::Constraint(clip(
                group.trim(),
            ))));
        };
        for (_, arguments) in elements(group, "args") {
            let mut said = template.trim().to_owned();
            for (number, argument) in arguments.split_whitespace().enumerate() {
                said = said.replace(&format!("%{number}"), argument);
            }
            enter(constraint(&said)?);
        }
    }
    for (_, said) in elements(&plain, "intension") {
        enter(constraint(said.trim())?);
    }
    for kind in [
        "extension",
        "sum",
        "count",
        "nValues",
        "element",
        "ordered",
        "regular",
        "mdd",
        "cardinality",
    ] {
        if plain.contains(&format!("<{kind}")) {
            return Err(ImportError::Problem(ImportFault::Constraint(
                kind.to_owned(),
            )));
        }
    }
    if !has_diagonals {
        return Err(ImportError::Problem(ImportFault::Constraint(
            "allDifferent of columns, without diagonals".to_owned(),
        )));
    }
    board(size, &blocked, &givens)
}

/// Returns each element with that name: its attributes and its content.
fn elements<'t>(
    text: &'t str,
    name: &'static str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once(&format!("<{name}"))?;
            rest = after;
            let (attributes, inside) = after.split_once('>')?;
            if !attributes.is_empty() && !attributes.starts_with([' ', '\n']) {
                continue;
            }
            let (inside, after) = inside.split_once(&format!("</{name}>"))?;
            rest = after;
            return Some((attributes, inside));
        }
    })
}

/// Reads a constraint, such as `ne(q[3],5)`.
fn constraint(said: &str) -> Result<InstanceConstraint, ImportError> {
    let refused = || ImportError::Problem(ImportFault::Constraint(clip(said)));
    let said_plain: String = said.chars().filter(|c| !c.is_whitespace()).collect();
    let (name, rest) = said_plain.split_once('(').ok_or_else(refused)?;
    let inside = rest.strip_suffix(')').ok_or_else(refused)?;
    let at = |word: &str| {
        word.split_once('[')?
            .1
            .strip_suffix(']')?
            .parse::<u64>()
            .ok()
    };
    match (name, inside.split_once(',')) {
        // No two queens with equal differences of columns and rows.
        ("ne", Some((one, _))) if one.starts_with("dist(") => {
            Ok(InstanceConstraint::Model)
        }
        (_, Some((one, other))) => match (
            name,
            at(one),
            other.parse::<u64>(),
            at(other),
            one.parse::<u64>(),
        ) {
            ("ne", Some(row), Ok(column), ..) | ("ne", _, _, Some(row), Ok(column)) => {
                Ok(InstanceConstraint::Blocked(square(row, column, 0)?))
            }
            ("eq", Some(row), Ok(column), ..) | ("eq", _, _, Some(row), Ok(column)) => {
                Ok(InstanceConstraint::Given(square(row, column, 0)?))
            }
            _ => Err(refused()),
        },
        _ => Err(refused()),
    }
}
