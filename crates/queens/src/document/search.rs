//! Searches of the general problem solver, and its rival.

use super::{Cell, Document, Table, as_words};
use control::Outcome;
use serde::Serialize;

/// One step of a path.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchStep {
    /// The operator that was applied.
    pub operator: String,
    /// The state that it led to.
    pub state: String,
    /// Its cost.
    pub cost: u64,
}

/// What one strategy came to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchLine {
    /// The strategy.
    pub strategy: String,
    /// How it ended, in words.
    pub outcome: String,
    /// The first state of the path, where there is one.
    pub start: Option<String>,
    /// The steps of the path.
    pub steps: Option<Vec<SearchStep>>,
    /// The cost of the path.
    pub cost: Option<u64>,
    /// States that were expanded.
    pub expanded: u64,
    /// States that were made.
    pub generated: u64,
    /// The most states that waited at once.
    pub widest: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// One or more strategies on one problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchDocument {
    /// The name of the problem.
    pub problem: String,
    /// How loops were detected.
    pub loop_check: String,
    /// A line for each strategy.
    pub answers: Vec<SearchLine>,
}

impl Document for SearchDocument {
    const SCHEMA: &'static str = "queens/search/1";

    fn table(&self) -> Table {
        let head =
            Table::new().words("strategy", "strategy").words("answer", "outcome").numbers("steps", "steps");
        let head =
            head.numbers("cost", "cost").numbers("expanded", "expanded").numbers("generated", "generated");
        let mut table = head.numbers("widest", "widest").numbers("time", "seconds");
        for line in &self.answers {
            let steps = line.steps.as_ref().map_or(String::new(), |steps| steps.len().to_string());
            table.push([
                Cell::words(&line.strategy),
                Cell::words(&line.outcome),
                Cell::words(steps),
                line.cost.map_or_else(Cell::default, Cell::number),
                Cell::number(line.expanded),
                Cell::number(line.generated),
                Cell::number(line.widest),
                Cell::seconds(line.seconds),
            ]);
        }
        table
    }
}

/// What happened to a node of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchEvent {
    /// The number of the step, from 1.
    pub step: u64,
    /// `expand`: it is taken from the open list and its successors are made; `generate`: it is made and waits in the
    /// open list; `loop`: it is dropped, for its state is known (as soon as it is made, or when its turn comes);
    /// `cut`: it is put off to a later round; `goal`: it is taken from the open list, and the path to it is the answer.
    pub event: &'static str,
    /// The node: how many were made before it, 0 for the start.
    pub node: u64,
    /// The node from which it is made at this step.
    pub parent: Option<u64>,
    /// The operator that led to it; none at the start.
    pub operator: Option<String>,
    /// Its state.
    pub state: String,
    /// How many operators led to it.
    pub depth: u64,
    /// What they cost.
    pub cost: u64,
    /// What the strategy goes by, least first: depth, cost, heuristic, or the sum of cost and heuristic; 0 depth-first.
    pub rank: u64,
}

/// Some of the steps of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchPage {
    /// The name of the problem.
    pub problem: String,
    /// The strategy.
    pub strategy: String,
    /// How loops were detected.
    pub loop_check: String,
    /// How many steps were passed over.
    pub from: u64,
    /// The steps, in order.
    pub steps: Vec<SearchEvent>,
    /// Whether the search ended behind the last of them.
    pub end: bool,
    /// How it ended; what stopped it, where there are more steps.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl Document for SearchPage {
    const SCHEMA: &'static str = "queens/search-page/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("step", "step").words("event", "event").numbers("node", "node");
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

/// What one rival came to.
#[derive(Clone, Debug, Serialize)]
pub struct RivalLine {
    /// Its name.
    pub name: &'static str,
    /// The column of each row, from 0.
    pub columns: Option<Vec<u32>>,
    /// How much it did.
    pub work: u64,
    /// In what that is counted.
    pub unit: &'static str,
    /// The median of its runs.
    pub seconds: f64,
    /// The reason why it ended.
    #[serde(serialize_with = "as_words")]
    pub outcome: Outcome,
}

/// The problem solver and the rule engine on one board.
#[derive(Clone, Debug, Serialize)]
pub struct RivalsDocument {
    /// The size of the board.
    pub size: u32,
    /// Whether both found the same board.
    pub same_answer: bool,
    /// Time of the second over that of the first.
    pub time_ratio: f64,
    /// Both.
    pub rivals: Vec<RivalLine>,
}

impl Document for RivalsDocument {
    const SCHEMA: &'static str = "queens/rivals/1";

    fn table(&self) -> Table {
        let head =
            Table::new().words("rival", "rival").words("columns, from 0", "columns").numbers("work", "work");
        let mut table = head.words("", "unit").numbers("time", "seconds").numbers("ratio", "ratio");
        let fastest = self.rivals.iter().map(|line| line.seconds).fold(f64::INFINITY, f64::min).max(1e-9);
        for line in &self.rivals {
            let columns = line.columns.iter().flatten().map(u32::to_string).collect::<Vec<_>>().join(" ");
            table.push([
                Cell::words(line.name),
                Cell::words(columns),
                Cell::both(format!("{} {}", super::grouped(line.work), line.unit), line.work),
                Cell::words(line.unit),
                Cell::seconds(line.seconds),
                Cell::factor(Some(line.seconds / fastest)),
            ]);
        }
        table
    }
}
