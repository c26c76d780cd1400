//! How many nodes a search visits, without visiting them.
//!
//! Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975: a walk from the
//! root takes one of the d children of each node at random. The products of all d so far estimate the nodes of each
//! level without bias.

use super::lines::Lines;
use super::space::Space;
use super::{Interval, Refusal, RefusalCode, threads};
use crate::parallel::{lock, on_threads};
use crate::problem::Problem;
use crate::question::Settings;
use crate::rng::Rng;
use control::{Outcome, SharedMeter, Step};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Methods whose nodes are the ways to fill the first rows, of any number. On the standard board it is the same for those
/// that go column by column.
const METHODS: [&str; 9] = [
    "board-scan",
    "board-scan-iterative",
    "flags",
    "flags-on-entry",
    "flags-iterative",
    "incremental",
    "string-lists",
    "state-space-dfs",
    "bitmask",
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

/// Checks that the nodes of a method are those of the tree by rows.
///
/// # Errors
/// A method with another tree.
pub fn nodes_method(id: &str) -> Result<(), Refusal> {
    if METHODS.contains(&id) {
        return Ok(());
    }
    Err(Refusal::method(format!(
        "'{id}' does not visit the tree of the rows in order: there are estimates for {}",
        METHODS.join(", ")
    )))
}

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
    let limits = settings.limits.started();
    let lines = match Space::of(problem, &limits) {
        Ok(Space::Lines(lines)) if lines.slots.queens == problem.rows() as usize => lines,
        Ok(_) => {
            return Err(Refusal::method(
                "nodes are estimated for one queen in each row, none given, that conflict along diagonals or near by",
            ));
        }
        Err(refusal) => return Err(refusal),
    };
    let meter = SharedMeter::new(&limits);
    let tree = Tree { lines: &lines, rows: problem.rows() as usize };
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
            for row in 0..self.rows as u32 {
                children.clear();
                for column in (0..is_open.len() as u32).filter(|&column| is_open[column as usize]) {
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
                levels[row as usize + 1] += weight;
                let column = children[rng.below(children.len() as u32) as usize];
                let [up, down] = self.lines.diagonals(row, column);
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
}
