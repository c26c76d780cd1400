//! How long a count would take.

use super::{Cell, Document, Table};
use serde::Serialize;

/// About how long a count would take on this machine; see [`crate::lab::estimate`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EstimateDocument {
    /// The problem in its text form.
    pub problem: String,
    /// The id of the engine that would count.
    pub engine: &'static str,
    /// How it is known: `counted` (it ended at once), `sample` (a part of it was run), `growth` (a part of a smaller
    /// board was run), or `unknown`.
    pub how: &'static str,
    /// The likely time in seconds, where it is known.
    pub seconds: Option<f64>,
    /// It is hardly less than this.
    pub low: Option<f64>,
    /// It is hardly more than this.
    pub high: Option<f64>,
}

impl Document for EstimateDocument {
    const SCHEMA: &'static str = "queens/estimate/1";

    fn table(&self) -> Table {
        let head = Table::new().words("engine", "engine").words("how", "how");
        let mut table = head.numbers("time", "seconds").numbers("from", "low").numbers("to", "high");
        let time = |seconds: Option<f64>| seconds.map_or_else(Cell::default, Cell::seconds);
        table.push([
            Cell::words(self.engine),
            Cell::words(self.how),
            time(self.seconds),
            time(self.low),
            time(self.high),
        ]);
        table
    }
}
