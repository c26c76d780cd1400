//! Growth of the cost of engines with the size of the board.

use super::grouped;
use super::{Cell, Document, Table, Whole, as_words};
use control::Outcome;
use serde::Serialize;

/// Result for one size.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GrowthPoint {
    /// The size of the board.
    pub size: u32,
    /// Number of solutions.
    pub(crate) solutions: Whole,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of elementary tests, as the engine defines them.
    pub(crate) checks: u64,
    /// Median time of the runs in seconds.
    pub seconds: f64,
    /// Nodes divided by those of the size before; `null` for the first size.
    pub(crate) node_ratio: Option<f64>,
    /// Time divided by that of the size before; `null` for the first size.
    pub(crate) time_ratio: Option<f64>,
}

/// One engine on all sizes that it finished.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GrowthSeries {
    /// The id of the engine.
    pub engine: &'static str,
    /// Outcome of the last size.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// A point for each size.
    pub points: Vec<GrowthPoint>,
}

/// The growth of one or more engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GrowthDocument {
    /// The name of the variant.
    pub variant: &'static str,
    /// A series for each engine.
    pub series: Vec<GrowthSeries>,
}

impl Document for GrowthDocument {
    const SCHEMA: &'static str = "queens/growth/3";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("engine", "engine")
            .numbers("n", "n")
            .numbers("solutions", "solutions");
        let head = head
            .numbers("nodes", "nodes")
            .numbers("node ratio", "node_ratio")
            .numbers("checks", "checks");
        let mut table = head
            .numbers("time", "seconds")
            .numbers("time ratio", "time_ratio");
        for series in &self.series {
            for point in &series.points {
                table.push([
                    Cell::words(series.engine),
                    Cell::words(point.size),
                    Cell::number(point.solutions),
                    Cell::number(point.nodes),
                    Cell::factor(point.node_ratio),
                    Cell::number(point.checks),
                    Cell::seconds(point.seconds),
                    Cell::factor(point.time_ratio),
                ]);
            }
        }
        table
    }

    fn ending(&self) -> Outcome {
        let mut outcomes = self.series.iter().map(|series| series.outcome);
        outcomes
            .find(|outcome| !outcome.is_complete())
            .unwrap_or(Outcome::Exhausted)
    }
}

/// The backtrack tree of one size.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileTree {
    /// The size of the board.
    pub size: u32,
    /// Sum of the levels, the root included.
    pub(crate) nodes: Whole,
    /// Numbers of ways to fill the first k rows, for k from 0 to all.
    pub levels: Vec<Whole>,
}

impl ProfileTree {
    /// Returns the first of the levels with the most nodes.
    #[must_use]
    pub fn widest(&self) -> usize {
        let most = self.levels.iter().max();
        self.levels
            .iter()
            .position(|level| Some(level) == most)
            .unwrap_or(0)
    }
}

/// The backtrack trees of some sizes, level by level.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileDocument {
    /// The name of the variant.
    pub(crate) variant: &'static str,
    /// Outcome of the last size.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// A tree for each size.
    pub trees: Vec<ProfileTree>,
}

impl Document for ProfileDocument {
    const SCHEMA: &'static str = "queens/profile/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("n", "n")
            .numbers("nodes", "nodes")
            .numbers("widest", "widest");
        let mut table = head.words("nodes of the levels from 0", "levels");
        for tree in &self.trees {
            let grouped: Vec<_> =
                tree.levels.iter().map(|&level| grouped(level)).collect();
            let plain: Vec<_> = tree.levels.iter().map(Whole::to_string).collect();
            table.push([
                Cell::words(tree.size),
                Cell::number(tree.nodes),
                Cell::words(tree.widest()),
                Cell::both(grouped.join(" "), plain.join(" ")),
            ]);
        }
        table
    }

    /// Returns a table with a line for each level.
    fn csv_table(&self) -> Table {
        let mut table = Table::new()
            .numbers("n", "n")
            .numbers("level", "level")
            .numbers("nodes", "nodes");
        for tree in &self.trees {
            for (level, &nodes) in tree.levels.iter().enumerate() {
                table.push([
                    Cell::words(tree.size),
                    Cell::words(level),
                    Cell::number(nodes),
                ]);
            }
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
