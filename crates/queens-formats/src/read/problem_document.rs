//! The document of a problem: its text form, and fields with the same content square by
//! square.

use control::clip;
use queens_model::constraints::Constraints;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use std::fmt::Display;

/// Schema of the document of a problem.
pub(crate) const SCHEMA: &str = "queens/problem/1";

/// Names of the fields beside the text, except `columns`, which other documents have too.
pub(super) const FIELD_NAMES: [&str; 5] =
    ["rows", "squares", "givens", "regions", "attacked"];

/// The fields beside the text. Each may be absent; a field that is present must agree
/// with the text, because someone who edits one of them expects it to count.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) rows: Option<u32>,
    pub(super) columns: Option<u32>,
    pub(super) squares: Option<Vec<String>>,
    pub(super) givens: Option<Vec<[u32; 2]>>,
    pub(super) regions: Option<Option<Vec<Vec<i64>>>>,
    pub(super) attacked: Option<Vec<[u32; 2]>>,
}

impl Fields {
    /// Describes the first field that disagrees with the text of `problem`; `None` if all
    /// agree.
    pub(super) fn other_than(&self, problem: &Problem) -> Option<String> {
        let (rows, columns) = (problem.rows(), problem.columns());
        other_number("rows", self.rows, rows)
            .or_else(|| other_number("columns", self.columns, columns))
            .or_else(|| self.other_squares(problem))
            .or_else(|| listed("givens", self.givens.as_deref()?, problem.givens()))
            .or_else(|| self.other_regions(problem))
            .or_else(|| {
                let attacked = self.attacked.as_deref()?;
                // A board that is too large for the general form has no such document.
                let known: Vec<Square> = Constraints::from_problem(problem)
                    .ok()?
                    .attacked()
                    .collect();
                listed("attacked", attacked, &known)
            })
    }

    fn other_squares(&self, problem: &Problem) -> Option<String> {
        let known = (0..problem.rows()).map(|row| {
            let squares = (0..problem.columns()).map(|column| Square::new(row, column));
            squares
                .map(|square| match problem.kind(square) {
                    SquareKind::Free => '.',
                    SquareKind::Hole => 'x',
                    SquareKind::Wall => '#',
                })
                .collect()
        });
        first_other("squares", self.squares.as_ref()?, known)
    }

    fn other_regions(&self, problem: &Problem) -> Option<String> {
        match (self.regions.as_ref()?, problem.region_count()) {
            (None, 0) => None,
            (None, _) => Some(disagreement("regions", "no map", "regions")),
            (Some(_), 0) => Some(disagreement("regions", "a map", "no regions")),
            (Some(found), _) => {
                let found: Vec<String> =
                    found.iter().map(|row| format!("{row:?}")).collect();
                let known = (0..problem.rows()).map(|row| {
                    let squares =
                        (0..problem.columns()).map(|column| Square::new(row, column));
                    let regions: Vec<i64> = squares
                        .map(|square| problem.region(square).map_or(-1, i64::from))
                        .collect();
                    format!("{regions:?}")
                });
                first_other("regions", &found, known)
            }
        }
    }
}

/// Describes a number that is not the one of the text.
fn other_number(key: &str, found: Option<u32>, known: u32) -> Option<String> {
    let found = found.filter(|&found| found != known)?;
    Some(disagreement(key, found, known))
}

/// Describes both sides of a disagreement, and the way out.
fn disagreement(key: &str, found: impl Display, known: impl Display) -> String {
    let (found, known) = (clip(&found.to_string()), clip(&known.to_string()));
    format!(
        "its '{key}' has {found}, but its 'problem' has {known}: change both, or omit '{key}'"
    )
}

/// Describes the first row in which a field is not as expected.
fn first_other(
    key: &str,
    found: &[String],
    known: impl ExactSizeIterator<Item = String>,
) -> Option<String> {
    if found.len() != known.len() {
        return Some(disagreement(
            key,
            count_of_rows(found.len()),
            count_of_rows(known.len()),
        ));
    }
    let (row, (found, known)) = (1..)
        .zip(found.iter().zip(known))
        .find(|(_, (found, known))| *found != known)?;
    Some(disagreement(key, format!("{found} in row {row}"), known))
}

fn count_of_rows(count: usize) -> String {
    if count == 1 {
        "1 row".to_owned()
    } else {
        format!("{count} rows")
    }
}

/// Describes the first square that only one of two lists has, in any order.
fn listed(key: &str, found: &[[u32; 2]], known: &[Square]) -> Option<String> {
    let mut found: Vec<Square> = found
        .iter()
        .map(|&[row, column]| Square::new(row, column))
        .collect();
    found.sort_unstable();
    let more = found
        .iter()
        .find(|square| known.binary_search(square).is_err());
    let less = known
        .iter()
        .find(|square| found.binary_search(square).is_err());
    more.map(|square| disagreement(key, square, format!("no {square}")))
        .or_else(|| less.map(|square| disagreement(key, format!("no {square}"), square)))
}
