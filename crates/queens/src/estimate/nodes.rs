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
use control::{Limits, Outcome, SharedMeter, Step, lock, thread_count};
use queens_model::rng::Rng;
use std::ops::Range;
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
fn tree_shape(id: &str) -> Result<TreeShape, Refusal> {
    let known = TREE_SHAPES.iter().find(|(engine, _)| *engine == id);
    known.map(|&(_, shape)| shape).ok_or_else(|| {
        let ids: Vec<&str> = TREE_SHAPES
            .iter()
            .map(|(engine, _)| *engine)
            .chain(ENGINES_WITH_UNITS)
            .collect();
        Refusal::from_engine(format!(
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
    let shape = tree_shape(id)?;
    if !problem.is_standard() {
        return Err(Refusal::from_engine(format!(
            "the nodes of {id} are estimated on the standard board only; leave the engine out for a search row by row"
        )));
    }
    match shape {
        TreeShape::Boards => {
            let power = |row: u32| f64::from(row) * f64::from(problem.columns()).ln();
            Ok(exact_estimate((0..=problem.rows()).map(power).collect()))
        }
        TreeShape::Permutations => {
            let each = law::ln_factorial(problem.rows());
            Ok(exact_estimate(
                (0..=problem.rows())
                    .map(|row| if row == 0 { 0.0 } else { each })
                    .collect(),
            ))
        }
        TreeShape::Rows | TreeShape::Half | TreeShape::HalfAbove => {
            estimate_by_walks(problem, shape, error, settings)
        }
    }
}

/// Builds the estimate of exactly known levels.
fn exact_estimate(levels: Vec<f64>) -> NodesEstimate {
    // Relative to the largest level, so that no exponential overflows.
    let most = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let relative_sum: f64 = levels.iter().map(|level| (level - most).exp()).sum();
    NodesEstimate {
        nodes: Interval::exact(most + relative_sum.ln()),
        levels,
        walks: 0,
        outcome: Outcome::Found,
        elapsed: Duration::ZERO,
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
        work_units(problem, Question::Count, &settings).map_err(Refusal::from_engine)?;
    // Finer units of the join list halves again, which adds nodes; those of the torus
    // only leave out the few nodes above them.
    let finer = work_units.finer().filter(|_| id != join::ID);
    let work_units: &dyn WorkUnits = finer.as_deref().unwrap_or(&*work_units);
    let (sample, report) =
        units::sample_units(work_units, &settings, SAMPLING_TIME, 0, |sample| {
            let nodes = units::estimate_total(sample, |unit| unit.nodes as f64);
            nodes.is_some_and(|nodes| {
                sample.len() >= MIN_SAMPLES as usize && nodes.reach() <= error
            })
        })
        .map_err(Refusal::from_engine)?;
    let Some(nodes) = units::estimate_total(&sample, |unit| unit.nodes as f64) else {
        return Err(Refusal::stopped(control::Stop::GaveUp));
    };
    Ok(NodesEstimate {
        nodes,
        levels: Vec::new(),
        walks: sample.len() as u64,
        outcome: if nodes.reach() <= error {
            Outcome::Found
        } else {
            units::unfinished_outcome(&report)
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
    estimate_by_walks(problem, TreeShape::Rows, error, settings)
}

/// Estimates nodes by random walks.
fn estimate_by_walks(
    problem: &Problem,
    shape: TreeShape,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    let limits = settings.limits.started();
    let lines = find_walked_lines(problem, &limits)?;
    let meter = SharedMeter::new(&limits);
    let tree = RowTree {
        lines: &lines,
        rows: problem.rows() as usize,
        shape,
    };
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let mut wanted = MIN_SAMPLES;
    let mut step = Ok(());
    while wanted > 0 && step.is_ok() {
        let numbers = samples.len() as u64..samples.len() as u64 + wanted;
        step = draw_samples(&tree, numbers, settings, &meter, &mut samples)?;
        wanted = missing_samples(&samples, error);
    }
    let is_enough = samples.len() as u64 >= MIN_SAMPLES / 2;
    let Some(nodes) = total_interval(&samples).filter(|_| is_enough) else {
        return Err(Refusal::stopped(
            step.err().unwrap_or(control::Stop::GaveUp),
        ));
    };
    Ok(NodesEstimate {
        nodes,
        levels: mean_levels(&samples, tree.rows),
        walks: samples.len() as u64 * WALKS_PER_SAMPLE,
        outcome: if step.is_ok() {
            Outcome::Found
        } else {
            step.into()
        },
        elapsed: meter.elapsed(),
    })
}

/// Returns the conflicts of a problem whose tree can be walked row by row.
fn find_walked_lines(
    problem: &Problem,
    limits: &Limits,
) -> Result<DiagonalSpace, Refusal> {
    match PlacementSpace::from_problem(problem, limits)? {
        PlacementSpace::Diagonals(lines)
            if lines.open_lines.queens == problem.rows() as usize =>
        {
            Ok(lines)
        }
        _ => Err(Refusal::from_engine(
            "nodes are estimated only for one queen in each row, without givens, and with conflicts along diagonals or nearby",
        )),
    }
}

/// Draws the samples with these numbers, and adds them in order. A limit leaves out some.
///
/// Every sample has a random generator of its own, so that the estimate is the same for
/// any number of threads.
fn draw_samples(
    tree: &RowTree<'_>,
    numbers: Range<u64>,
    settings: &Settings,
    meter: &SharedMeter<'_>,
    samples: &mut Vec<Vec<f64>>,
) -> Result<Step, Refusal> {
    let wanted = (numbers.end - numbers.start) as usize;
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(Vec::new());
    let steps = on_threads(thread_count(settings.threads).min(wanted), || -> Step {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return Ok(());
            }
            let sample = tree.draw_sample(settings.seed, number, meter)?;
            lock(&done).push((number, sample));
        }
    })
    .map_err(|error| Refusal::new(RefusalCode::Threads, error))?;
    let mut done = std::mem::take(&mut *lock(&done));
    done.sort_by_key(|&(number, _)| number);
    samples.extend(done.into_iter().map(|(_, sample)| sample));
    Ok(steps.into_iter().collect())
}

/// Returns the number of samples to draw next, to reach an error: as many as there are, at
/// most, because the first ones tell little about the spread.
fn missing_samples(samples: &[Vec<f64>], error: f64) -> u64 {
    let reach = match total_interval(samples) {
        Some(nodes) => nodes.reach(),
        None => f64::INFINITY,
    };
    let times = reach / error.max(f64::MIN_POSITIVE);
    if times <= 1.0 {
        return 0;
    }
    // The error falls with the square root of the number of samples.
    let done = samples.len() as f64;
    ((times * times - 1.0) * 1.02 * done).clamp(1.0, done.max(1.0)) as u64
}

/// Returns the logarithm of the mean number of nodes on each level.
fn mean_levels(samples: &[Vec<f64>], rows: usize) -> Vec<f64> {
    let mut levels = Vec::with_capacity(rows + 1);
    for level in 0..=rows {
        let sum: f64 = samples.iter().map(|sample| sample[level]).sum();
        levels.push((sum / samples.len() as f64).ln());
    }
    levels
}

/// Estimates the sum of all levels.
fn total_interval(samples: &[Vec<f64>]) -> Option<Interval> {
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

/// A walk from the root down: the queens on the first rows, and the lines that they take.
struct TreeWalk<'l> {
    lines: &'l DiagonalSpace,
    /// True for each column without a queen.
    is_open: Vec<bool>,
    /// True for each rising and each falling diagonal with a queen.
    taken: [Vec<bool>; 2],
    /// Column of each row's queen, for near conflicts.
    columns: Vec<i32>,
    /// Column, rising and falling diagonal of each queen.
    path: Vec<(u32, usize, usize)>,
    /// Free columns of the next row.
    children: Vec<u32>,
}

impl<'l> TreeWalk<'l> {
    fn new(lines: &'l DiagonalSpace) -> Self {
        TreeWalk {
            lines,
            is_open: vec![true; lines.open_lines.columns.len()],
            taken: [
                vec![false; lines.diagonal_count()],
                vec![false; lines.diagonal_count()],
            ],
            columns: lines.empty_rows(),
            path: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Lists the free columns of a row, of the first `width`.
    fn list_children(&mut self, row: u32, width: usize) {
        self.children.clear();
        for column in 0..width as u32 {
            if self.is_free(row, column) {
                self.children.push(column);
            }
        }
    }

    /// Returns true if no queen attacks the square.
    fn is_free(&self, row: u32, column: u32) -> bool {
        let [up, down] = self.lines.diagonals_of(row, column);
        let strikes = self.lines.strike_directions();
        self.is_open[column as usize]
            && !(strikes[0] && self.taken[0][up])
            && !(strikes[1] && self.taken[1][down])
            && (!self.lines.has_nearby_rules()
                || self.lines.nearby_attacks(&self.columns, row, column) == 0)
    }

    fn put_queen(&mut self, row: u32, column: u32) {
        let [up, down] = self.lines.diagonals_of(row, column);
        self.is_open[column as usize] = false;
        self.taken[0][up] = true;
        self.taken[1][down] = true;
        self.columns[DiagonalSpace::place_of_row(row)] = column as i32;
        self.path.push((column, up, down));
    }

    /// Removes all queens. This takes time in proportion to them, not to the board.
    fn return_to_root(&mut self) {
        for (column, up, down) in self.path.drain(..) {
            self.is_open[column as usize] = true;
            self.taken[0][up] = false;
            self.taken[1][down] = false;
        }
        self.columns = self.lines.empty_rows();
    }
}

impl RowTree<'_> {
    /// Returns the mean of [`WALKS_PER_SAMPLE`] walks: the number of nodes of each level.
    fn draw_sample(
        &self,
        seed: u64,
        number: u64,
        meter: &SharedMeter<'_>,
    ) -> Result<Vec<f64>, control::Stop> {
        let mut rng = Rng::new(seed, number);
        let mut levels = vec![0.0; self.rows + 1];
        let mut walk = TreeWalk::new(self.lines);
        for _ in 0..WALKS_PER_SAMPLE {
            meter.spend(1)?;
            self.walk_down(&mut walk, &mut rng, &mut levels);
            walk.return_to_root();
        }
        Ok(levels)
    }

    /// Walks from the root to a node without children, and adds the number of nodes that
    /// it stands for to each level.
    ///
    /// Invariant: `weight` is the reciprocal of the probability to be here, so that its
    /// mean over all walks is the number of nodes on the level (Knuth 1975).
    fn walk_down(&self, walk: &mut TreeWalk<'_>, rng: &mut Rng, levels: &mut [f64]) {
        let mut weight = 1.0 / WALKS_PER_SAMPLE as f64;
        levels[0] += weight;
        let columns = walk.is_open.len();
        // Half the tree is the mirror image of the other half as long as all queens are
        // in the middle column.
        let mut is_symmetric = self.shape != TreeShape::Rows;
        for row in 0..self.rows as u32 {
            let width = if is_symmetric {
                columns.div_ceil(2)
            } else {
                columns
            };
            walk.list_children(row, width);
            let children = walk.children.len();
            if children == 0 {
                return;
            }
            weight *= children as f64;
            if self.shape != TreeShape::HalfAbove || (row as usize) + 1 < self.rows {
                levels[row as usize + 1] += weight;
            }
            let column = walk.children[rng.below(children as u32) as usize];
            is_symmetric &= 2 * column as usize + 1 == columns;
            walk.put_queen(row, column);
        }
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
