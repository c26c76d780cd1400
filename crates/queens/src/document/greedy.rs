//! The greedy sequence of queens.

use control::Outcome;
use queens_formats::document::{Cell, Document, Table, as_words};
use serde::Serialize;

/// The first terms of the greedy sequence: row by row on a board without end, each queen
/// takes the first column that no earlier one attacks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GreedyDocument {
    /// True if a term is the row of a column, false if it is the column of a row.
    pub inverse: bool,
    /// The terms, from 1 as in the OEIS: of row (or column) 1, 2, 3 and so on.
    pub terms: Vec<u64>,
    /// Outcome; a limit leaves out the last terms.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl Document for GreedyDocument {
    const SCHEMA: &'static str = "queens/greedy/1";

    fn table(&self) -> Table {
        let mut table = Table::new().numbers("n", "n").numbers("term", "term");
        for (number, term) in (1u64..).zip(&self.terms) {
            table.push([Cell::number(number), Cell::number(*term)]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
