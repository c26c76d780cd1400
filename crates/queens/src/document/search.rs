//! Searches of the general problem solver, and its comparison with the rule engine.

use super::{Cell, Document, Table, as_words};
use control::Outcome;
use serde::Serialize;
use std::fmt;
use std::iter::Sum;

/// Cost of steps: a whole number, or a fraction if the cost of a step is one. Spaces of
/// states in Rust have whole costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SearchCost {
    /// A whole number.
    Whole(u64),
    /// A fraction.
    Fraction(f64),
}

impl From<u64> for SearchCost {
    fn from(cost: u64) -> Self {
        SearchCost::Whole(cost)
    }
}

/// Adds whole costs exactly, up to `u64::MAX`.
impl Sum for SearchCost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        let real = |cost| match cost {
            SearchCost::Whole(whole) => whole as f64,
            SearchCost::Fraction(fraction) => fraction,
        };
        costs.fold(SearchCost::Whole(0), |sum, cost| match (sum, cost) {
            (SearchCost::Whole(sum), SearchCost::Whole(cost)) => {
                SearchCost::Whole(sum.saturating_add(cost))
            }
            (sum, cost) => SearchCost::Fraction(real(sum) + real(cost)),
        })
    }
}

impl fmt::Display for SearchCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchCost::Whole(whole) => whole.fmt(f),
            SearchCost::Fraction(fraction) => fraction.fmt(f),
        }
    }
}

/// One step of a path.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchStep {
    /// The operator that was applied.
    pub operator: String,
    /// The resulting state.
    pub state: String,
    /// Its cost.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub cost: SearchCost,
}

/// Result of one strategy.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchLine {
    /// The strategy.
    pub strategy: String,
    /// Outcome of the search, in words.
    pub outcome: String,
    /// First state of the path, if there is one.
    pub start: Option<String>,
    /// Steps of the path, if there is one.
    pub steps: Option<Vec<SearchStep>>,
    /// Cost of the path, if there is one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub cost: Option<SearchCost>,
    /// Number of states that were expanded; the goal is not.
    pub expanded: u64,
    /// Number of states that were generated.
    pub generated: u64,
    /// Largest number of states in the open list.
    pub widest: u64,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// One or more strategies on one problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchDocument {
    /// The name of the problem.
    pub problem: String,
    /// Method of loop detection.
    pub loop_check: String,
    /// A line for each strategy.
    pub answers: Vec<SearchLine>,
}

impl Document for SearchDocument {
    const SCHEMA: &'static str = "queens/search/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("strategy", "strategy")
            .words("answer", "outcome")
            .numbers("steps", "steps");
        let head = head
            .numbers("cost", "cost")
            .numbers("expanded", "expanded")
            .numbers("generated", "generated");
        let mut table = head.numbers("widest", "widest").numbers("time", "seconds");
        for line in &self.answers {
            let steps = line
                .steps
                .as_ref()
                .map_or(String::new(), |steps| steps.len().to_string());
            table.push([
                Cell::words(&line.strategy),
                Cell::words(&line.outcome),
                Cell::words(steps),
                match line.cost {
                    Some(SearchCost::Whole(whole)) => Cell::number(whole),
                    Some(SearchCost::Fraction(fraction)) => Cell::words(fraction),
                    None => Cell::default(),
                },
                Cell::number(line.expanded),
                Cell::number(line.generated),
                Cell::number(line.widest),
                Cell::seconds(line.seconds),
            ]);
        }
        table
    }
}

/// An event of a search, about one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SearchEvent {
    /// The number of the step, from 1.
    pub(crate) step: u64,
    /// Kind of event. `expand`: the node leaves the open list and its successors are
    /// generated. `generate`: the node is generated and enters the open list. `loop`: the
    /// node is dropped when it is generated, because a path that is no worse leads to its
    /// state. `cut`: the node is postponed to a later round. `goal`: the node leaves the
    /// open list, and the path to it is the answer.
    pub(crate) event: &'static str,
    /// Number of the node, in order of generation, 0 for the start.
    pub(crate) node: u64,
    /// Node that is expanded to generate this one at this step.
    pub(crate) parent: Option<u64>,
    /// Operator that led to it; `null` at the start.
    pub(crate) operator: Option<String>,
    /// State of the node.
    pub(crate) state: String,
    /// Number of operators that led to it.
    pub(crate) depth: u64,
    /// Cost of the operators that led to it.
    pub(crate) cost: u64,
    /// Value that orders the open list, least first: depth, cost, heuristic, or the sum
    /// of cost and heuristic; 0 depth-first.
    pub(crate) rank: u64,
    /// Number of the node with the same state that this one replaces in the open or the
    /// closed list, if it is generated by a better path, or depth-first by a newer one.
    pub(crate) replaces: Option<u64>,
}

/// A page of the steps of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchPage {
    /// The name of the problem.
    pub(crate) problem: String,
    /// The strategy.
    pub(crate) strategy: String,
    /// Method of loop detection.
    pub(crate) loop_check: String,
    /// Number of steps that were skipped.
    pub(crate) from: u64,
    /// The steps, in order.
    pub(crate) steps: Vec<SearchEvent>,
    /// True if these are the last steps.
    pub(crate) end: bool,
    /// Outcome of the search; the limit that stopped it, if there are more steps.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl Document for SearchPage {
    const SCHEMA: &'static str = "queens/search-page/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("step", "step")
            .words("event", "event")
            .numbers("node", "node");
        let mut table = head.words("operator", "operator").words("state", "state");
        for event in &self.steps {
            table.push([
                Cell::number(event.step),
                Cell::words(event.event),
                Cell::number(event.node),
                Cell::words(event.operator.clone().unwrap_or_default()),
                Cell::words(&event.state),
            ]);
        }
        table
    }
}

/// Result of the problem solver or the rule engine.
#[derive(Clone, Debug, Serialize)]
pub struct RivalLine {
    /// Its name.
    pub name: &'static str,
    /// The column of each row, from 0.
    pub(crate) columns: Option<Vec<u32>>,
    /// Amount of work.
    pub(crate) work: u64,
    /// Measure of the work.
    pub(crate) unit: &'static str,
    /// Median time of its runs in seconds.
    pub(crate) seconds: f64,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    pub outcome: Outcome,
}

/// The problem solver and the rule engine on one board.
#[derive(Clone, Debug, Serialize)]
pub struct RivalsDocument {
    /// The size of the board.
    pub(crate) size: u32,
    /// True if both found the same board.
    pub same_answer: bool,
    /// Time of the second divided by that of the first.
    pub time_ratio: f64,
    /// Results of both.
    pub rivals: Vec<RivalLine>,
}

impl Document for RivalsDocument {
    const SCHEMA: &'static str = "queens/rivals/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("rival", "rival")
            .words("columns, from 0", "columns")
            .numbers("work", "work");
        let mut table = head
            .words("", "unit")
            .numbers("time", "seconds")
            .numbers("ratio", "ratio");
        let fastest = self
            .rivals
            .iter()
            .map(|line| line.seconds)
            .fold(f64::INFINITY, f64::min)
            .max(1e-9);
        for line in &self.rivals {
            let columns = line
                .columns
                .iter()
                .flatten()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" ");
            table.push([
                Cell::words(line.name),
                Cell::words(columns),
                Cell::both(
                    format!("{} {}", super::grouped(line.work), line.unit),
                    line.work,
                ),
                Cell::words(line.unit),
                Cell::seconds(line.seconds),
                Cell::factor(Some(line.seconds / fastest)),
            ]);
        }
        table
    }
}
