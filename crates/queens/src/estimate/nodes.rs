//! How many nodes a search visits, without visiting them.
//!
//! Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975: a walk from the
//! root takes one of the d children of each node at random. The products of all d so far estimate the nodes of each
//! level without bias.

use super::lines::Lines;
use super::space::Space;
use super::{Interval, Refusal, RefusalCode, law, threads, units};
use crate::parallel::{lock, on_threads};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::shards;
use control::{Outcome, SharedMeter, Step};
use queens_model::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Which nodes an engine visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The ways to fill the first rows, of any number. On the standard board it is the same for engines that go column
    /// by column.
    Rows,
    /// Those of them whose first queen off the middle column stands in the left half.
    Half,
    /// The same without full boards, which are seen from the row above.
    HalfAbove,
    /// All ways to put one queen into each of the first rows: a sum of powers.
    Boards,
    /// A node for each queen of each permutation of the columns, and the root.
    Permutations,
}

/// The engines of the ladder whose trees are known: those that check squares in other ways visit the same.
const SHAPES: [(&str, Shape); 14] = [
    ("brute-force", Shape::Boards),
    ("permutations", Shape::Permutations),
    ("board-scan", Shape::Rows),
    ("board-scan-iterative", Shape::Rows),
    ("flags", Shape::Rows),
    ("flags-on-entry", Shape::Rows),
    ("flags-iterative", Shape::Rows),
    ("incremental", Shape::Rows),
    ("mirrored", Shape::Half),
    ("string-lists", Shape::Rows),
    ("state-space-dfs", Shape::Rows),
    ("state-space-bfs", Shape::Rows),
    ("rules", Shape::Rows),
    ("bitmask", Shape::HalfAbove),
];

/// The walks of a sample: one weight of the estimate.
const WALKS: u64 = 1024;

/// The fewest samples.
const FEWEST: u64 = 32;

/// An estimate of the nodes of a tree.
#[derive(Clone, Debug)]
pub struct NodesEstimate {
    /// All nodes, the root among them.
    pub nodes: Interval,
    /// The logarithms of the nodes on each level, from the root on; minus infinity where no walk came.
    pub levels: Vec<f64>,
    /// Walks from the root.
    pub walks: u64,
    /// Whether the error that was asked for was reached, or what came before.
    pub outcome: Outcome,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// The tree of an engine of the ladder.
fn shape(id: &str) -> Result<Shape, Refusal> {
    let known = SHAPES.iter().find(|(engine, _)| *engine == id);
    known.map(|&(_, shape)| shape).ok_or_else(|| {
        let ids: Vec<&str> = SHAPES.iter().map(|(engine, _)| *engine).chain(UNITS).collect();
        Refusal::engine(format!(
            "'{id}' chooses its next square by what is left, or visits no tree: nodes are estimated for {}",
            ids.join(", ")
        ))
    })
}

/// The engines that work in units, of which some are run to estimate the nodes of all.
const UNITS: [&str; 4] = ["join", "inclusion-exclusion", "rows", "pawns"];

/// Estimates the nodes that an engine visits to count all solutions of `problem`.
///
/// | engines | how |
/// |---|---|
/// | those that fill the rows in order, however they check squares | [`nodes`] |
/// | `mirrored`, `bitmask` | the same on the half of the tree that they visit |
/// | `brute-force`, `permutations` | exactly: what they visit does not depend on attacks |
/// | engines in units | a random sample of the units is run, see [`time()`](super::time()) |
///
/// # Errors
/// An engine with another tree, which the refusal names; one of the ladder on another problem than the standard board;
/// those of [`nodes`].
pub fn nodes_of(
    id: &str,
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    if UNITS.contains(&id) {
        return in_units(id, problem, error, settings);
    }
    let shape = shape(id)?;
    if !problem.is_standard() {
        return Err(Refusal::engine(format!(
            "the nodes of {id} are estimated on the standard board only; without an engine, those of the rows in order"
        )));
    }
    match shape {
        Shape::Boards => {
            let power = |row: u32| f64::from(row) * f64::from(problem.columns()).ln();
            Ok(exact((0..=problem.rows()).map(power).collect()))
        }
        Shape::Permutations => {
            let each = law::ln_factorial(problem.rows());
            Ok(exact((0..=problem.rows()).map(|row| if row == 0 { 0.0 } else { each }).collect()))
        }
        Shape::Rows | Shape::Half | Shape::HalfAbove => walked(problem, shape, error, settings),
    }
}

/// Levels that are known exactly.
fn exact(levels: Vec<f64>) -> NodesEstimate {
    let most = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all = most + levels.iter().map(|level| (level - most).exp()).sum::<f64>().ln();
    let (walks, elapsed) = (0, Duration::ZERO);
    NodesEstimate { nodes: Interval::exact(all), levels, walks, outcome: Outcome::Found, elapsed }
}

/// Nodes of an engine that works in units.
fn in_units(id: &str, problem: &Problem, error: f64, settings: &Settings) -> Result<NodesEstimate, Refusal> {
    let limits = settings.limits.started();
    let settings = settings.clone().with_limits(limits).with_engine(id);
    let (_, shards) = shards(problem, Question::Count, &settings).map_err(Refusal::engine)?;
    let (sample, report) = units::sample(&*shards, &settings, IN_UNITS, 0, |sample| {
        let nodes = units::total(sample, |unit| unit.nodes as f64);
        nodes.is_some_and(|nodes| sample.len() >= FEWEST as usize && nodes.reach() <= error)
    })
    .map_err(Refusal::engine)?;
    let Some(nodes) = units::total(&sample, |unit| unit.nodes as f64) else {
        return Err(Refusal::stopped(control::Stop::GaveUp));
    };
    Ok(NodesEstimate {
        nodes,
        levels: Vec::new(),
        walks: sample.len() as u64,
        outcome: if nodes.reach() <= error { Outcome::Found } else { report.outcome },
        elapsed: report.elapsed,
    })
}

/// How long units are begun where no time limit is set.
const IN_UNITS: Duration = Duration::from_secs(10);

/// Estimates the nodes of the search that fills the rows in order, one queen in each, and goes back where none fits:
/// consistent placements on the first k rows, for all k (A319283 on the standard board). Half the width of the interval is
/// to be `error`, as a part of the number.
///
/// # Errors
/// A problem without one queen in each row, with given queens, or whose conflicts are not along diagonals or near; a
/// limit that came first.
///
/// # Complexity
/// A walk takes O(rows x columns); how many are needed grows with the board, some hundred thousand for 20 queens.
///
/// ```
/// use queens::{Settings, estimate, problem::Problem};
///
/// let eight = estimate::nodes(&Problem::queens(8)?, 0.05, &Settings::default().with_threads(1))?;
/// // A319283: 2057 nodes.
/// assert!(eight.nodes.holds(2057f64.ln()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nodes(problem: &Problem, error: f64, settings: &Settings) -> Result<NodesEstimate, Refusal> {
    walked(problem, Shape::Rows, error, settings)
}

/// Nodes by walks.
fn walked(
    problem: &Problem,
    shape: Shape,
    error: f64,
    settings: &Settings,
) -> Result<NodesEstimate, Refusal> {
    let limits = settings.limits.started();
    let lines = match Space::of(problem, &limits) {
        Ok(Space::Lines(lines)) if lines.slots.queens == problem.rows() as usize => lines,
        Ok(_) => {
            return Err(Refusal::engine(
                "nodes are estimated for one queen in each row, none given, that conflict along diagonals or near by",
            ));
        }
        Err(refusal) => return Err(refusal),
    };
    let meter = SharedMeter::new(&limits);
    let tree = Tree { lines: &lines, rows: problem.rows() as usize, shape };
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let (mut wanted, mut step) = (FEWEST, Ok(()));
    while wanted > 0 && step.is_ok() {
        let numbers = samples.len() as u64..samples.len() as u64 + wanted;
        let next = AtomicU64::new(numbers.start);
        let done = Mutex::new(Vec::new());
        let steps = on_threads(threads(settings).min(wanted as usize), || -> Step {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    return Ok(());
                }
                let sample = tree.sample(settings.seed, number, &meter)?;
                lock(&done).push((number, sample));
            }
        })
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
            times => ((times * times - 1.0) * 1.02 * done).clamp(1.0, done.max(1.0)) as u64,
        };
    }
    let enough = samples.len() as u64 >= FEWEST / 2;
    let Some(nodes) = total(&samples).filter(|_| enough) else {
        return Err(Refusal::stopped(step.err().unwrap_or(control::Stop::GaveUp)));
    };
    let count = samples.len() as f64;
    let level = |level| samples.iter().map(|sample: &Vec<f64>| sample[level]).sum::<f64>() / count;
    Ok(NodesEstimate {
        nodes,
        levels: (0..=tree.rows).map(|k| level(k).ln()).collect(),
        walks: samples.len() as u64 * WALKS,
        outcome: if step.is_ok() { Outcome::Found } else { step.into() },
        elapsed: meter.elapsed(),
    })
}

/// All levels together.
fn total(samples: &[Vec<f64>]) -> Option<Interval> {
    let sums: Vec<f64> = samples.iter().map(|sample| sample.iter().sum::<f64>().ln()).collect();
    Interval::of(&sums)
}

/// The placements on the first rows.
struct Tree<'l> {
    lines: &'l Lines,
    rows: usize,
    shape: Shape,
}

impl Tree<'_> {
    /// The mean of some walks: for each level its nodes.
    fn sample(&self, seed: u64, number: u64, meter: &SharedMeter<'_>) -> Result<Vec<f64>, control::Stop> {
        let mut rng = Rng::new(seed, number);
        let mut levels = vec![0.0; self.rows + 1];
        let strikes = self.lines.strikes();
        let mut is_open = vec![true; self.lines.slots.columns.len()];
        let mut taken = [vec![false; self.lines.count()], vec![false; self.lines.count()]];
        let mut children = Vec::with_capacity(is_open.len());
        let mut path = Vec::with_capacity(self.rows);
        for _ in 0..WALKS {
            meter.spend(1)?;
            let (mut at, mut weight) = (self.lines.empty_rows(), 1.0 / WALKS as f64);
            levels[0] += weight;
            let mut is_symmetric = self.shape != Shape::Rows;
            for row in 0..self.rows as u32 {
                children.clear();
                let width = if is_symmetric { is_open.len().div_ceil(2) } else { is_open.len() };
                for column in (0..width as u32).filter(|&column| is_open[column as usize]) {
                    let [up, down] = self.lines.diagonals(row, column);
                    let is_struck = (strikes[0] && taken[0][up]) || (strikes[1] && taken[1][down]);
                    if !is_struck && (!self.lines.has_more() || self.lines.more(&at, row, column) == 0) {
                        children.push(column);
                    }
                }
                if children.is_empty() {
                    break;
                }
                weight *= children.len() as f64;
                if self.shape != Shape::HalfAbove || (row as usize) + 1 < self.rows {
                    levels[row as usize + 1] += weight;
                }
                let column = children[rng.below(children.len() as u32) as usize];
                let [up, down] = self.lines.diagonals(row, column);
                is_symmetric &= 2 * column as usize + 1 == is_open.len();
                (is_open[column as usize], taken[0][up], taken[1][down]) = (false, true, true);
                at[Lines::place(row)] = column as i32;
                path.push((column, up, down));
            }
            for (column, up, down) in path.drain(..) {
                (is_open[column as usize], taken[0][up], taken[1][down]) = (true, false, false);
            }
        }
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ERROR;
    use super::*;
    use crate::reference;

    /// A319283, A319284: the tree of 8 queens has 2057 nodes, its widest level 568.
    #[test]
    fn levels_are_those_of_the_published_profile() {
        let settings = Settings::default().with_threads(1);
        let eight = nodes(&Problem::queens(8).unwrap(), ERROR, &settings).unwrap();
        let profile = reference::tree_profile(8).unwrap();
        for (level, (&ln, &published)) in eight.levels.iter().zip(&profile).enumerate() {
            assert!((ln.exp() / published as f64 - 1.0).abs() < 0.1, "level {level}: {}", ln.exp());
        }
        assert_eq!(eight.outcome, Outcome::Found);
    }

    /// Every engine of the table is held against the nodes that it visits, which its search counts by itself; engines in
    /// units likewise. Over fixed seeds the half interval of 3 percent, twice as wide.
    #[test]
    fn nodes_are_those_that_engines_visit() {
        let settings = Settings::default().with_threads(1);
        for size in [7, 8] {
            let problem = Problem::queens(size).unwrap();
            for (id, _) in SHAPES {
                let visited = crate::find(id).unwrap().count(&problem, &settings).unwrap();
                let estimate = nodes_of(id, &problem, 0.03, &settings).unwrap().nodes.ln;
                let ratio = estimate.exp() / visited.statistics.expanded as f64;
                assert!((ratio - 1.0).abs() < 0.06, "{id} {size}: {ratio}");
            }
        }
        for (id, size) in [("join", 14), ("rows", 14)] {
            let problem = Problem::queens(size).unwrap();
            let settings = settings.clone().with_engine(id);
            let visited = crate::count(&problem, &settings).unwrap();
            let estimate = nodes_of(id, &problem, 0.03, &settings).unwrap().nodes.ln;
            let ratio = estimate.exp() / visited.statistics.expanded as f64;
            assert!((ratio - 1.0).abs() < 0.06, "{id}: {ratio}");
        }
        let refusal = nodes_of("exact-cover", &Problem::queens(8).unwrap(), 0.03, &settings).unwrap_err();
        assert!(refusal.code == RefusalCode::Engine && refusal.reason.contains("exact-cover"));
    }
}
