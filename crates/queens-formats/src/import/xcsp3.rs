//! The XCSP3 family BlockedQueens: its data, and its instances. Rows and columns count
//! from 0.

use super::{ImportError, ImportFault, check_side, make_board, make_square};
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

pub(super) fn read_data(text: &str) -> Result<Problem, ImportError> {
    let data: BlockedQueensData = serde_json::from_str(text).map_err(|error| {
        ImportError::Problem(ImportFault::Word(
            clip(&error.to_string()),
            "data of BlockedQueens, such as {\"n\": 8, \"blocks\": [[0, 3]]}",
        ))
    })?;
    let blocked = data
        .blocks
        .iter()
        .map(|&(row, column)| make_square(row, column, 0))
        .collect::<Result<Vec<_>, _>>()?;
    make_board(check_side(data.n)?, &blocked, &[])
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
pub(super) fn read_instance(text: &str) -> Result<Problem, ImportError> {
    let size = find_elements(text, "array").find_map(|(attributes, _)| {
        let size = attributes.split_once("size=\"[")?.1.split_once(']')?;
        // One index only: two are a board of 0 and 1.
        size.1
            .starts_with('"')
            .then(|| size.0.trim().parse().ok())?
    });
    let size = check_side(size.ok_or(ImportError::Problem(ImportFault::NoSize(
        "an array with one index is the columns of the rows",
    )))?)?;
    let mut constraints = Vec::new();
    let plain = read_groups(text, &mut constraints)?;
    for (_, words) in find_elements(&plain, "intension") {
        constraints.push(read_constraint(words.trim())?);
    }
    check_kinds(&plain)?;
    // Diagonals are separated two by two, or all at once by sums.
    let mut has_diagonals = size < 2
        || find_elements(text, "allDifferent")
            .any(|(_, inside)| inside.contains("add(") || inside.contains("sub("));
    let (mut blocked, mut givens) = (Vec::new(), Vec::new());
    for constraint in constraints {
        match constraint {
            InstanceConstraint::Blocked(at) => blocked.push(at),
            InstanceConstraint::Given(at) => givens.push(at),
            InstanceConstraint::Model => has_diagonals = true,
        }
    }
    if !has_diagonals {
        return Err(ImportError::Problem(ImportFault::Constraint(
            "allDifferent of columns, without diagonals".to_owned(),
        )));
    }
    make_board(size, &blocked, &givens)
}

/// Reads the constraints of all groups, each a template with lists of arguments. Returns
/// the text without the groups.
fn read_groups(
    text: &str,
    constraints: &mut Vec<InstanceConstraint>,
) -> Result<String, ImportError> {
    let mut plain = text.to_owned();
    for (_, group) in find_elements(text, "group") {
        plain = plain.replace(group, "");
        let Some((_, template)) = find_elements(group, "intension").next() else {
            if find_elements(group, "allDifferent").next().is_some() {
                continue;
            }
            let group = clip(group.trim());
            return Err(ImportError::Problem(ImportFault::Constraint(group)));
        };
        for (_, arguments) in find_elements(group, "args") {
            let mut words = template.trim().to_owned();
            for (number, argument) in arguments.split_whitespace().enumerate() {
                words = words.replace(&format!("%{number}"), argument);
            }
            constraints.push(read_constraint(&words)?);
        }
    }
    Ok(plain)
}

/// Refuses constraints of kinds that the model does not have.
fn check_kinds(text: &str) -> Result<(), ImportError> {
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
        if text.contains(&format!("<{kind}")) {
            return Err(ImportError::Problem(ImportFault::Constraint(
                kind.to_owned(),
            )));
        }
    }
    Ok(())
}

/// Returns each element with that name: its attributes and its content.
fn find_elements<'t>(
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
fn read_constraint(said: &str) -> Result<InstanceConstraint, ImportError> {
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
                Ok(InstanceConstraint::Blocked(make_square(row, column, 0)?))
            }
            ("eq", Some(row), Ok(column), ..) | ("eq", _, _, Some(row), Ok(column)) => {
                Ok(InstanceConstraint::Given(make_square(row, column, 0)?))
            }
            _ => Err(refused()),
        },
        _ => Err(refused()),
    }
}
