//! Estimates the number of nodes that a search visits.
//!
//! Source: Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics
//! of Computation 29, 1975. A walk from the root goes to a random child of each node. The
//! product of the numbers of children so far is an unbiased estimate of the number of
//! nodes of each level.
//!
//! Example: 4 queens have levels of 1, 4, 6, 4, 2 nodes. A walk through column 1 sees 4
//! children, then 2; through the second of these (column 4) one child (column 2), and
//! none below: it estimates 1, 4, 8, 8, 0. A walk through column 2 sees 4, 1, 1, 1
//! children and estimates 1, 4, 4, 4, 4.

use super::lines::DiagonalSpace;
use super::space::PlacementSpace;
use super::{Interval, Refusal, RefusalCode, law, units};
use crate::engines::join;
use crate::parallel::{WorkUnits, on_threads};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::work_units;
use control::{Outcome, SharedMeter, Step, lock, thread_count};
use queens_model::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Tree that an engine visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeShape {
    /// All consistent placements on the first k rows, for all k. On the standard board
    /// the same holds for engines that go column by column.
    Rows,
    /// Those whose first queen off the middle column is in the left half.
    Half,
    /// The same without full boards, which are counted from the row above.
    HalfAbove,
    /// All placements of one queen in each of the first k rows, for all k: a sum of
    /// powers.
    Boards,
    /// A node for each queen of each permutation of the columns, and the root.
    Permutations,
}

/// Engines of the ladder with a known tree; engines that differ only in how they test
/// squares visit the same tree.
const TREE_SHAPES: [(&str, TreeShape); 14] = [
    ("brute-force", TreeShape::Boards),
    ("permutations", TreeShape::Permutations),
    ("board-scan", TreeShape::Rows),
    ("board-scan-iterative", TreeShape::Rows),
    ("flags", TreeShape::Rows),
    ("flags-on-entry", TreeShape::Rows),
    ("flags-iterative", TreeShape::Rows),
    ("incremental", TreeShape::Rows),
    ("mirrored", TreeShape::Half),
    ("string-lists", TreeShape::Rows),
    ("state-space-dfs", TreeShape::Rows),
    ("state-space-bfs", TreeShape::Rows),
    ("rules", TreeShape::Rows),
    ("bitmask", TreeShape::HalfAbove),
];

/// Number of walks of a sample, which is one weight of the estimate.
const WALKS_PER_SAMPLE: u64 = 1024;

/// Minimum number of samples.
const MIN_SAMPLES: u64 = 32;

/// An estimate of the nodes of a tree.
#[derive(Clone, Debug)]
pub struct NodesEstimate {
    /// Number of nodes, including the root.
    pub nodes: Interval,
    /// Logarithms of the number of nodes on each level, from the root on; minus infinity
    /// if no walk reached the level.
    pub levels: Vec<f64>,
    /// Number of walks.
    pub walks: u64,
    /// Outcome: found if the requested error was reached, else the reason to stop.
    pub outcome: Outcome,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Returns the tree of an engine of the ladder.
fn shape(id: &str) -> Result<TreeShape, Refusal> {
    let known = TREE_SHAPES.iter().find(|(engine, _)| *engine == id);
    known.map(|&(_, shape)| shape).ok_or_else(|| {
        let ids: Vec<&str> = TREE_SHAPES
            .iter()
            .map(|(engine, _)| *engine)
            .chain(ENGINES_WITH_UNITS)
            .collect();
        Refusal::engine(format!(
            "the tree of '{id}' has no known shape: nodes are estimated for {}",
            ids.join(", ")
        ))
    })
}

/// Engines with work units; a sample of them is run to estimate the nodes of all.
const ENGINES_WITH_UNITS: [&str; 5] =
    ["join", "inclusion-exclusion", "toroidal", "rows", "pawns"];

/// Estimates the nodes that an engine visits to count all solutions of `problem`.
///
/// | engines | estimate |
/// |---|---|
/// | those that fill the rows in order | [`nodes`] |
/// | `mirrored`, `bitmask` | the same on the half of the tree that they visit |
/// | `brute-force`, `permutations` | exact: their tree does not depend on attacks |
/// | engines with work units | runs a random sample of them, see [`time()`](super::time()) |
///
/// # Errors
/// An engine with another tree; an engine of the ladder on another problem than the
/// standard board; the errors of [`nodes`].
pub fn nodes_of(
    id: &str,
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    if ENGINES_WITH_UNITS.contains(&id) {
        return in_units(id, problem, error, settings);
    }
    let shape = shape(id)?;
    if !problem.is_standard() {
        return Err(Refusal::engine(format!(
            "the nodes of {id} are estimated on the standard board only; leave the engine out for a search row by row"
        )));
    }
    match shape {
        TreeShape::Boards => {
            let power = |row: u32| f64::from(row) * f64::from(problem.columns()).ln();
            Ok(exact((0..=problem.rows()).map(power).collect()))
        }
        TreeShape::Permutations => {
            let each = law::ln_factorial(problem.rows());
            Ok(exact(
                (0..=problem.rows())
                    .map(|row| if row == 0 { 0.0 } else { each })
                    .collect(),
            ))
        }
        TreeShape::Rows | TreeShape::Half | TreeShape::HalfAbove => {
            walked(problem, shape, error, settings)
        }
    }
}

/// Builds the estimate of exactly known levels.
fn exact(levels: Vec<f64>) -> NodesEstimate {
    let most = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all = most
        + levels
            .iter()
            .map(|level| (level - most).exp())
            .sum::<f64>()
            .ln();
    let (walks, elapsed) = (0, Duration::ZERO);
    NodesEstimate {
        nodes: Interval::exact(all),
        levels,
        walks,
        outcome: Outcome::Found,
        elapsed,
    }
}

/// Estimates the nodes of an engine with work units.
fn in_units(
    id: &str,
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    let limits = settings.limits.started();
    let settings = settings.clone().with_limits(limits).with_engine(id);
    let (_, work_units) =
        work_units(problem, Question::Count, &settings).map_err(Refusal::engine)?;
    // Finer units of the join list halves again, which adds nodes; those of the torus
    // only leave out the few nodes above them.
    let finer = work_units.finer().filter(|_| id != join::ID);
    let work_units: &dyn WorkUnits = finer.as_deref().unwrap_or(&*work_units);
    let (sample, report) =
        units::sample(work_units, &settings, SAMPLING_TIME, 0, |sample| {
            let nodes = units::total(sample, |unit| unit.nodes as f64);
            nodes.is_some_and(|nodes| {
                sample.len() >= MIN_SAMPLES as usize && nodes.reach() <= error
            })
        })
        .map_err(Refusal::engine)?;
    let Some(nodes) = units::total(&sample, |unit| unit.nodes as f64) else {
        return Err(Refusal::stopped(control::Stop::GaveUp));
    };
    Ok(NodesEstimate {
        nodes,
        levels: Vec::new(),
        walks: sample.len() as u64,
        outcome: if nodes.reach() <= error {
            Outcome::Found
        } else {
            units::unfinished(&report)
        },
        elapsed: report.elapsed,
    })
}

/// Time during which work units are started.
const SAMPLING_TIME: Duration = Duration::from_secs(10);

/// Estimates the nodes of backtracking row by row, one queen in each: consistent
/// placements on the first k rows, for all k (A319283 on the standard board). `error` is
/// the target for half the width of the interval, relative to the number.
///
/// # Errors
/// A problem without one queen in each row, with given queens, or with conflicts that are
/// neither along diagonals nor near; a limit reached first.
///
/// # Complexity
/// O(rows x columns) for each walk; the number of walks grows with the board, to some
/// hundred thousand for 20 queens.
///
/// ```
/// use queens::{Settings, estimate, problem::Problem};
///
/// let eight = estimate::nodes(&Problem::queens(8)?, 0.05, &Settings::default().with_threads(1))?;
/// // A319283: 2057 nodes.
/// assert!(eight.nodes.holds(2057f64.ln()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nodes(
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    walked(problem, TreeShape::Rows, error, settings)
}

/// Estimates nodes by random walks.
fn walked(
    problem: &Problem,
    shape: TreeShape,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    let limits = settings.limits.started();
    let lines = match PlacementSpace::from_problem(problem, &limits) {
        Ok(PlacementSpace::Diagonals(lines))
            if lines.open_lines.queens == problem.rows() as usize =>
        {
            lines
        }
        Ok(_) => {
            return Err(Refusal::engine(
                "nodes are estimated only for one queen in each row, without givens, and with conflicts along diagonals or nearby",
            ));
        }
        Err(refusal) => return Err(refusal),
    };
    let meter = SharedMeter::new(&limits);
    let tree = RowTree {
        lines: &lines,
        rows: problem.rows() as usize,
        shape,
    };
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let (mut wanted, mut step) = (MIN_SAMPLES, Ok(()));
    while wanted > 0 && step.is_ok() {
        let numbers = samples.len() as u64..samples.len() as u64 + wanted;
        let next = AtomicU64::new(numbers.start);
        let done = Mutex::new(Vec::new());
        let steps = on_threads(
            thread_count(settings.threads).min(wanted as usize),
            || -> Step {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return Ok(());
                    }
                    let sample = tree.sample(settings.seed, number, &meter)?;
                    lock(&done).push((number, sample));
                }
            },
        )
        .map_err(|error| Refusal::new(RefusalCode::Threads, error))?;
        step = steps.into_iter().collect();
        let mut done = std::mem::take(&mut *lock(&done));
        done.sort_by_key(|&(number, _)| number);
        samples.extend(done.into_iter().map(|(_, sample)| sample));
        let done = samples.len() as f64;
        wanted = match total(&samples).map_or(f64::INFINITY, |nodes| nodes.reach())
            / error.max(f64::MIN_POSITIVE)
        {
            times if times <= 1.0 => 0,
            times => {
                ((times * times - 1.0) * 1.02 * done).clamp(1.0, done.max(1.0)) as u64
            }
        };
    }
    let enough = samples.len() as u64 >= MIN_SAMPLES / 2;
    let Some(nodes) = total(&samples).filter(|_| enough) else {
        return Err(Refusal::stopped(
            step.err().unwrap_or(control::Stop::GaveUp),
        ));
    };
    let count = samples.len() as f64;
    let level = |level| {
        samples
            .iter()
            .map(|sample: &Vec<f64>| sample[level])
            .sum::<f64>()
            / count
    };
    Ok(NodesEstimate {
        nodes,
        levels: (0..=tree.rows).map(|k| level(k).ln()).collect(),
        walks: samples.len() as u64 * WALKS_PER_SAMPLE,
        outcome: if step.is_ok() {
            Outcome::Found
        } else {
            step.into()
        },
        elapsed: meter.elapsed(),
    })
}

/// Estimates the sum of all levels.
fn total(samples: &[Vec<f64>]) -> Option<Interval> {
    let sums: Vec<f64> = samples
        .iter()
        .map(|sample| sample.iter().sum::<f64>().ln())
        .collect();
    Interval::from_ln_weights(&sums)
}

/// The tree of placements on the first rows.
struct RowTree<'l> {
    lines: &'l DiagonalSpace,
    rows: usize,
    shape: TreeShape,
}

impl RowTree<'_> {
    /// Returns the mean of [`WALKS_PER_SAMPLE`] walks: the number of nodes of each level.
    fn sample(
        &self,
        seed: u64,
        number: u64,
        meter: &SharedMeter<'_>,
    ) -> Result<Vec<f64>, control::Stop> {
        let mut rng = Rng::new(seed, number);
        let mut levels = vec![0.0; self.rows + 1];
        let strikes = self.lines.strikes();
        let mut is_open = vec![true; self.lines.open_lines.columns.len()];
        let mut taken = [
            vec![false; self.lines.count()],
            vec![false; self.lines.count()],
        ];
        let mut children = Vec::with_capacity(is_open.len());
        let mut path = Vec::with_capacity(self.rows);
        for _ in 0..WALKS_PER_SAMPLE {
            meter.spend(1)?;
            let (mut at, mut weight) =
                (self.lines.empty_rows(), 1.0 / WALKS_PER_SAMPLE as f64);
            levels[0] += weight;
            let mut is_symmetric = self.shape != TreeShape::Rows;
            for row in 0..self.rows as u32 {
                children.clear();
                let width = if is_symmetric {
                    is_open.len().div_ceil(2)
                } else {
                    is_open.len()
                };
                for column in (0..width as u32).filter(|&column| is_open[column as usize])
                {
                    let [up, down] = self.lines.diagonals(row, column);
                    let is_struck =
                        (strikes[0] && taken[0][up]) || (strikes[1] && taken[1][down]);
                    if !is_struck
                        && (!self.lines.has_nearby_rules()
                            || self.lines.nearby_attacks(&at, row, column) == 0)
                    {
                        children.push(column);
                    }
                }
                if children.is_empty() {
                    break;
                }
                weight *= children.len() as f64;
                if self.shape != TreeShape::HalfAbove || (row as usize) + 1 < self.rows {
                    levels[row as usize + 1] += weight;
                }
                let column = children[rng.below(children.len() as u32) as usize];
                let [up, down] = self.lines.diagonals(row, column);
                is_symmetric &= 2 * column as usize + 1 == is_open.len();
                (is_open[column as usize], taken[0][up], taken[1][down]) =
                    (false, true, true);
                at[DiagonalSpace::place(row)] = column as i32;
                path.push((column, up, down));
            }
            for (column, up, down) in path.drain(..) {
                (is_open[column as usize], taken[0][up], taken[1][down]) =
                    (true, false, false);
            }
        }
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DEFAULT_ERROR;
    use super::*;
    use crate::reference;

    /// A319283, A319284: the tree of 8 queens has 2057 nodes, its widest level 568.
    #[test]
    fn levels_match_the_published_profile() {
        let settings = Settings::default().with_threads(1);
        let eight =
            nodes(&Problem::queens(8).unwrap(), DEFAULT_ERROR, &settings).unwrap();
        let profile = reference::tree_profile(8).unwrap();
        for (level, (&ln, &published)) in eight.levels.iter().zip(&profile).enumerate() {
            assert!(
                (ln.exp() / published as f64 - 1.0).abs() < 0.1,
                "level {level}: {}",
                ln.exp()
            );
        }
        assert_eq!(eight.outcome, Outcome::Found);
    }

    /// Compares each engine of the table, and engines with work units, with the nodes
    /// that its search counts. Seeds are fixed; the tolerance is twice the half interval
    /// of 3 percent.
    #[test]
    fn nodes_match_those_that_engines_visit() {
        let settings = Settings::default().with_threads(1);
        for size in [7, 8] {
            let problem = Problem::queens(size).unwrap();
            for (id, _) in TREE_SHAPES {
                let visited =
                    crate::find(id).unwrap().count(&problem, &settings).unwrap();
                let estimate = nodes_of(id, &problem, 0.03, &settings).unwrap().nodes.ln;
                let ratio = estimate.exp() / visited.statistics.expanded as f64;
                assert!((ratio - 1.0).abs() < 0.06, "{id} {size}: {ratio}");
            }
        }
        for (id, text) in [("join", "14"), ("rows", "14"), ("toroidal", "torus 23")] {
            let problem: Problem = text.parse().unwrap();
            let settings = settings.clone().with_engine(id);
            let visited = crate::count(&problem, &settings).unwrap();
            let estimate = nodes_of(id, &problem, 0.03, &settings).unwrap().nodes.ln;
            let ratio = estimate.exp() / visited.statistics.expanded as f64;
            assert!((ratio - 1.0).abs() < 0.06, "{id}: {ratio}");
        }
        let refusal =
            nodes_of("exact-cover", &Problem::queens(8).unwrap(), 0.03, &settings)
                .unwrap_err();
        assert!(
            refusal.code == RefusalCode::Engine && refusal.reason.contains("exact-cover")
        );
    }
}
