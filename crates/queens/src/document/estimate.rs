//! Estimates of counts and of their costs.

use super::{Cell, Document, Table, Whole, about, as_words, grouped};
use crate::estimate::{
    How, Interval, NodesEstimate, RefusalCode, SolutionsEstimate, TimeEstimate, law,
};
use crate::problem::Problem;
use crate::reference;
use control::Outcome;
use serde::Serialize;

/// A number with an error. It may be too large for a floating-point number, so it has
/// logarithms.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct IntervalEntry {
    /// The estimate to as many figures as are known, plus one: `2.34e17`.
    pub(crate) value: String,
    /// Natural logarithm of the estimate.
    pub(crate) ln: f64,
    /// Standard error divided by the estimate.
    pub(crate) relative_error: f64,
    /// Natural logarithm of the lower end of the 95 percent interval.
    pub(crate) ln_low: f64,
    /// Natural logarithm of its upper end.
    pub(crate) ln_high: f64,
}

impl From<Interval> for IntervalEntry {
    fn from(interval: Interval) -> Self {
        let Interval {
            ln,
            error,
            low,
            high,
        } = interval;
        // One percent is two figures, plus one.
        let figures = if error > 0.0 {
            (1.0 - error.log10()).clamp(1.0, 8.0) as usize
        } else {
            8
        };
        IntervalEntry {
            value: power_of_ten(ln, figures),
            ln,
            relative_error: error,
            ln_low: low,
            ln_high: high,
        }
    }
}

/// Writes `e^ln` as `2.34e17`, with `figures` digits after the point.
fn power_of_ten(ln: f64, figures: usize) -> String {
    let log = ln * std::f64::consts::LOG10_E;
    if !log.is_finite() {
        return "0".to_owned();
    }
    let mantissa = format!("{:.figures$}", 10f64.powf(log - log.floor()));
    match mantissa.strip_prefix("10") {
        Some(rest) => format!("1{}e{}", rest, log.floor() + 1.0),
        None => format!("{mantissa}e{}", log.floor()),
    }
}

/// Writes the ends of an interval in the same form.
fn interval_ends(entry: &IntervalEntry) -> String {
    let figures =
        (2.0 - (entry.ln_high - entry.ln_low).max(1e-8).log10()).clamp(1.0, 8.0) as usize;
    format!(
        "{} to {}",
        power_of_ten(entry.ln_low, figures),
        power_of_ten(entry.ln_high, figures)
    )
}

/// Estimate of the number of solutions; see [`crate::estimate::solutions`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionsEstimateDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// Source of the number; `null` if it is not known.
    pub(crate) how: Option<How>,
    /// Reason why it is not known, as a code.
    pub(crate) refused: Option<RefusalCode>,
    /// Reason why it is not known, in words.
    pub(crate) reason: Option<String>,
    /// The estimate.
    pub(crate) estimate: Option<IntervalEntry>,
    /// The exact number, if it was counted; never an estimate.
    pub(crate) count: Option<Whole>,
    /// The published number, if there is one.
    pub(crate) published: Option<Whole>,
    /// For the standard board: ln(Q(n) / n!) / n, which tends to 1 - 1.94400.
    pub rate: Option<f64>,
    /// For the standard board: the estimate divided by n! e^(-0.944001 n), which was
    /// 2.526 to 2.533 at n = 24 to 27.
    pub factor: Option<f64>,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// Number of chains, or of work units of a sample; the estimate is their mean.
    pub(crate) chains: u64,
    /// Number of sweeps of a chain.
    pub(crate) sweeps: u64,
    /// Number of all proposals, those of trials included.
    pub(crate) proposals: u64,
    /// The seed.
    pub(crate) seed: u64,
    /// Wall-clock time in seconds.
    pub(crate) seconds: f64,
}

impl SolutionsEstimateDocument {
    /// Creates the document of an estimate, or of a refusal.
    #[must_use]
    pub fn new(
        problem: &Problem,
        seed: u64,
        estimate: &Result<SolutionsEstimate, crate::estimate::Refusal>,
    ) -> Self {
        let known = estimate.as_ref().ok();
        let refusal = estimate.as_ref().err();
        let ln = known
            .map(|known| known.interval.ln)
            .filter(|ln| ln.is_finite() && problem.is_standard());
        let n = problem.rows();
        SolutionsEstimateDocument {
            problem: problem.to_string(),
            how: known.map(|known| known.how),
            refused: refusal.map(|refusal| refusal.code),
            reason: refusal.map(|refusal| refusal.reason.clone()),
            estimate: known
                .filter(|known| known.how != How::Counted)
                .map(|known| known.interval.into()),
            count: known.and_then(|known| known.counted).map(Whole),
            published: reference::published(&problem.normalized())
                .map(|published| published.value.into()),
            rate: ln
                .filter(|_| n > 0)
                .map(|ln| (ln - law::ln_factorial(n)) / f64::from(n)),
            factor: ln.map(|ln| law::factor(n, ln)),
            outcome: estimate
                .as_ref()
                .map_or_else(|refusal| refusal.outcome, |known| known.outcome),
            chains: known.map_or(0, |known| known.chains),
            sweeps: known.map_or(0, |known| known.sweeps),
            proposals: known
                .map_or(refusal.map_or(0, |refusal| refusal.proposals), |known| {
                    known.proposals
                }),
            seed,
            seconds: estimate
                .as_ref()
                .map_or_else(|refusal| refusal.elapsed, |known| known.elapsed)
                .as_secs_f64(),
        }
    }
}

impl Document for SolutionsEstimateDocument {
    const SCHEMA: &'static str = "queens/estimate-solutions/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("problem", "problem")
            .words("how", "how")
            .numbers("solutions", "value");
        let head = head
            .words("95 % interval", "")
            .numbers("", "ln")
            .numbers("", "ln_low")
            .numbers("", "ln_high");
        let mut table = head
            .numbers("", "relative_error")
            .numbers("samples", "chains")
            .numbers("time", "seconds");
        let plain = |value: Option<f64>| {
            Cell::both("", value.map_or(String::new(), |value| value.to_string()))
        };
        let estimate = self.estimate.as_ref();
        let how = match self.how {
            Some(How::Annealed) => "annealed",
            Some(How::Counted) => "counted",
            Some(How::Sampled) => "sampled",
            None => "refused",
        };
        table.push([
            Cell::words(self.problem.trim().replace('\n', "; ")),
            Cell::words(how),
            match (self.count, estimate) {
                (Some(count), _) => Cell::number(count),
                (None, Some(estimate)) => Cell::words(&estimate.value),
                (None, None) => Cell::default(),
            },
            estimate.map_or_else(Cell::default, |estimate| {
                Cell::words(interval_ends(estimate))
            }),
            plain(estimate.map(|estimate| estimate.ln)),
            plain(estimate.map(|estimate| estimate.ln_low)),
            plain(estimate.map(|estimate| estimate.ln_high)),
            plain(estimate.map(|estimate| estimate.relative_error)),
            Cell::number(self.chains),
            Cell::seconds(self.seconds),
        ]);
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}

/// Estimate of the nodes of a search; see [`crate::estimate::nodes`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NodesEstimateDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// Number of all nodes, the root included.
    pub(crate) nodes: IntervalEntry,
    /// Natural logarithms of the numbers of nodes on each level, from the root on; `null`
    /// for levels that no walk reached.
    pub(crate) ln_levels: Vec<Option<f64>>,
    /// The published number, if there is one.
    pub published: Option<Whole>,
    /// Number of random walks from the root.
    pub(crate) walks: u64,
    /// The seed.
    pub(crate) seed: u64,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// Wall-clock time in seconds.
    pub(crate) seconds: f64,
}

impl NodesEstimateDocument {
    /// Creates the document of an estimate.
    #[must_use]
    pub fn new(problem: &Problem, seed: u64, estimate: &NodesEstimate) -> Self {
        let published = Some(problem.rows())
            .filter(|_| problem.is_standard())
            .and_then(reference::tree_nodes);
        NodesEstimateDocument {
            problem: problem.to_string(),
            nodes: estimate.nodes.into(),
            ln_levels: estimate
                .levels
                .iter()
                .map(|&ln| Some(ln).filter(|ln| ln.is_finite()))
                .collect(),
            published: published.map(|published| published.value.into()),
            walks: estimate.walks,
            seed,
            outcome: estimate.outcome,
            seconds: estimate.elapsed.as_secs_f64(),
        }
    }
}

impl Document for NodesEstimateDocument {
    const SCHEMA: &'static str = "queens/estimate-nodes/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("problem", "problem")
            .numbers("nodes", "value")
            .words("95 % interval", "");
        let head = head
            .numbers("", "ln")
            .numbers("", "ln_low")
            .numbers("", "ln_high");
        let mut table = head.numbers("walks", "walks").numbers("time", "seconds");
        let plain = |value: f64| Cell::both("", value);
        table.push([
            Cell::words(self.problem.trim().replace('\n', "; ")),
            Cell::words(&self.nodes.value),
            Cell::words(interval_ends(&self.nodes)),
            plain(self.nodes.ln),
            plain(self.nodes.ln_low),
            plain(self.nodes.ln_high),
            Cell::both(grouped(self.walks), self.walks),
            Cell::seconds(self.seconds),
        ]);
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}

/// Estimate of the time of a count on this machine; see [`crate::estimate::time()`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimeEstimateDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// The id of the engine that would count.
    pub(crate) engine: &'static str,
    /// Source of the estimate: `counted` (the count ended at once), `sample` (some of its
    /// work units were run, chosen at random), `beginning` (its first part was run),
    /// `growth` (work units of a smaller board were run), or `unknown`.
    pub(crate) how: &'static str,
    /// Number of threads of the estimate, each with a processor of its own; `null` if the
    /// time is not known.
    pub(crate) threads: Option<usize>,
    /// Likely time in seconds, if it is known.
    pub(crate) seconds: Option<f64>,
    /// Probable lower end of the time in seconds.
    pub(crate) low: Option<f64>,
    /// Probable upper end of the time in seconds.
    pub(crate) high: Option<f64>,
    /// Outcome of the measurement.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl TimeEstimateDocument {
    /// Creates the document of an estimate.
    #[must_use]
    pub fn new(problem: &Problem, estimate: &TimeEstimate) -> Self {
        let TimeEstimate {
            engine,
            how,
            guess,
            outcome,
        } = *estimate;
        TimeEstimateDocument {
            problem: problem.to_string(),
            engine,
            how,
            threads: guess.map(|guess| guess.threads),
            seconds: guess.map(|guess| guess.seconds),
            low: guess.map(|guess| guess.low),
            high: guess.map(|guess| guess.high),
            outcome,
        }
    }
}

impl Document for TimeEstimateDocument {
    const SCHEMA: &'static str = "queens/estimate/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("engine", "engine")
            .words("how", "how")
            .numbers("threads", "threads");
        let mut table = head
            .numbers("time", "seconds")
            .numbers("from", "low")
            .numbers("to", "high");
        let time = |seconds: Option<f64>| {
            seconds
                .map_or_else(Cell::default, |seconds| Cell::both(about(seconds), seconds))
        };
        table.push([
            Cell::words(self.engine),
            Cell::words(self.how),
            self.threads
                .map_or_else(Cell::default, |threads| Cell::number(threads as u64)),
            time(self.seconds),
            time(self.low),
            time(self.high),
        ]);
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
