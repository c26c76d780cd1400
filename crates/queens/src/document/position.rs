//! Documents for programs that draw boards: an answer with its board, a page of steps,
//! published counts.

use super::{Cell, Document, Table, TraceStep, as_words};
use crate::problem::{Preset, Problem, Unit};
use crate::question::{Answer, Certificate, Question, Verdict};
use crate::reference;
use crate::relative::Group;
use crate::square::Square;
use control::Outcome;
use serde::Serialize;

fn square_pair(square: &Square) -> [u32; 2] {
    [square.row, square.column]
}

/// A unit of a board, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct UnitEntry {
    /// `row`, `column`, `region` or `board`.
    pub(crate) kind: &'static str,
    /// Its number, from 0.
    pub(crate) number: u32,
}

impl From<Unit> for UnitEntry {
    fn from(unit: Unit) -> Self {
        let (kind, number) = match unit {
            Unit::Row(number) => ("row", number),
            Unit::Column(number) => ("column", number),
            Unit::Region(number) => ("region", number),
            Unit::Total => ("board", 0),
        };
        UnitEntry { kind, number }
    }
}

/// A group of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct GroupEntry {
    /// Its name: `white`, `knights`, `colour 3`.
    pub(crate) name: String,
    /// Its squares: row and column.
    pub(crate) squares: Vec<[u32; 2]>,
}

impl From<&Group> for GroupEntry {
    fn from(group: &Group) -> Self {
        let squares = group.placement.squares().iter().map(square_pair).collect();
        GroupEntry {
            name: group.kind.to_string(),
            squares,
        }
    }
}

/// An answer with its board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnswerDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// The question in words.
    pub(crate) question: String,
    /// The id of the engine.
    pub(crate) engine: &'static str,
    /// Reason for this engine.
    pub(crate) why: String,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// True if nothing stopped the search.
    pub(crate) complete: bool,
    /// Number of solutions, as far as it is known: `none`, `the only one`, `one of
    /// several`, `at least one` or `unknown`.
    pub(crate) verdict: String,
    /// Number of solutions that were found; for a maximum, the number of queens; for
    /// armies, of each colour; for equal numbers of pieces, of each kind; for a
    /// colouring, the number of colours. In decimal digits, because programs that read
    /// numbers as floating-point would lose some.
    pub(crate) count: String,
    /// The pieces of the first board that was found: row and column.
    pub(crate) queens: Option<Vec<[u32; 2]>>,
    /// The groups of a solution: two armies, pieces of several kinds, the squares of each
    /// colour.
    pub(crate) groups: Option<Vec<GroupEntry>>,
    /// Best value that was found, if the rules of the problem say what is best.
    pub(crate) value: Option<i64>,
    /// Bound on the best answer: an upper bound on the size of a set, of each army or of
    /// each kind of pieces, a lower bound on that of a smallest set and on the number of
    /// colours, a bound on the sum of weights.
    pub(crate) bound: Option<i64>,
    /// True if there is exactly one solution; `null` if that is not known.
    pub(crate) unique: Option<bool>,
    /// Proof that there is no solution, or no larger set.
    pub(crate) certificate: Option<String>,
    /// The unit without a square for a queen, if that is the proof.
    pub(crate) blocked: Option<UnitEntry>,
    /// Number of nodes of the search.
    pub(crate) nodes: u64,
    /// Wall-clock time in seconds.
    pub(crate) seconds: f64,
}

impl AnswerDocument {
    /// Creates the document of an answer.
    #[must_use]
    pub fn new(problem: &Problem, question: Question, answer: &Answer) -> Self {
        let blocked = match &answer.certificate {
            Some(Certificate::NoSquare(unit)) => Some((*unit).into()),
            _ => None,
        };
        AnswerDocument {
            problem: problem.to_string(),
            question: question.to_string(),
            engine: answer.engine,
            why: answer.why.clone(),
            outcome: answer.outcome,
            complete: answer.is_complete(),
            verdict: answer.verdict().to_string(),
            count: answer.count.to_string(),
            queens: answer
                .first
                .as_ref()
                .map(|placement| placement.squares().iter().map(square_pair).collect()),
            groups: answer
                .groups(problem)
                .map(|groups| groups.iter().map(GroupEntry::from).collect()),
            bound: answer.bound(),
            value: answer.value(),
            unique: match answer.verdict() {
                Verdict::OnlyOne => Some(true),
                Verdict::None | Verdict::Exactly(_) | Verdict::AtLeast(2..) => {
                    Some(false)
                }
                _ => None,
            },
            certificate: answer.certificate.as_ref().map(ToString::to_string),
            blocked,
            nodes: answer.statistics.expanded,
            seconds: answer.statistics.elapsed.as_secs_f64(),
        }
    }
}

impl Document for AnswerDocument {
    const SCHEMA: &'static str = "queens/answer/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("question", "question")
            .words("solutions", "verdict");
        table.push([Cell::words(&self.question), Cell::words(&self.verdict)]);
        table
    }
}

/// A page of the steps of an engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracePage {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// The id of the engine.
    pub(crate) engine: &'static str,
    /// Number of steps that were skipped.
    pub(crate) from: u64,
    /// The steps, in order.
    pub steps: Vec<TraceStep>,
    /// Number of checks before the first of these steps.
    pub(crate) checks_before: u64,
    /// Number of checks for each of these steps.
    pub checks: Vec<u64>,
    /// True if these are the last steps.
    pub end: bool,
    /// Outcome of the search; the limit that stopped it, if there are more steps.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl Document for TracePage {
    const SCHEMA: &'static str = "queens/trace-page/2";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("step", "step")
            .words("event", "event")
            .words("square", "square");
        let mut table = head
            .words("", "row")
            .words("", "column")
            .words("attacker", "attacker");
        self.steps
            .iter()
            .for_each(|step| table.push(step.line.table_cells()));
        table
    }
}

/// A published count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct KnownCount {
    /// The size of the board.
    pub(crate) n: u32,
    /// Number of all solutions, in decimal digits.
    pub(crate) count: String,
    /// Number of solutions up to symmetry, in decimal digits, if it is published.
    pub(crate) fundamental: Option<String>,
    /// Sequence of the count.
    pub(crate) source: &'static str,
}

/// The published counts of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KnownDocument {
    /// The variant.
    pub(crate) variant: &'static str,
    /// By size, from 1.
    pub(crate) counts: Vec<KnownCount>,
}

impl KnownDocument {
    /// Collects the published values for square boards of a variant, up to a side of 40.
    #[must_use]
    pub fn new(variant: Preset) -> Self {
        let known = |n: u32| {
            let problem = variant.problem(n, n).ok()?;
            let published = reference::published(&problem)?;
            Some(KnownCount {
                n,
                count: published.value.to_string(),
                fundamental: reference::fundamental(&problem)
                    .map(|known| known.value.to_string()),
                source: published.name,
            })
        };
        KnownDocument {
            variant: variant.id(),
            counts: (1..=40).filter_map(known).collect(),
        }
    }
}

impl Document for KnownDocument {
    const SCHEMA: &'static str = "queens/known/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("n", "n").numbers("solutions", "count");
        let mut table = head
            .numbers("fundamental", "fundamental")
            .words("source", "source");
        for row in &self.counts {
            let fundamental = row.fundamental.clone().unwrap_or_default();
            table.push([
                Cell::words(row.n),
                Cell::words(&row.count),
                Cell::words(fundamental),
                Cell::words(row.source),
            ]);
        }
        table
    }
}
