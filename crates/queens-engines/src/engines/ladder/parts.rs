//! Counts on several threads: a problem is split into parts, each with queens given in
//! its first rows.
//!
//! ```
//! use queens::engines::{self, ladder::parts};
//! use queens::{Settings, problem::Problem};
//!
//! let bitmask = engines::find("bitmask").expect("the ladder has this rung");
//! let parts = parts::split(bitmask, &Problem::queens(10)?, 2)?;
//! let settings = Settings::default().with_threads(2);
//! let finding = parts::count(bitmask, &parts, &settings, &|_done, _elapsed| {})?;
//! assert_eq!(finding.count, Some(724));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::engines::task::run_alone;
use crate::engines::{Engine, Finding};
use crate::parallel::on_threads;
use crate::question::{Question, Settings};
use control::{Instant, Statistics, lock};
use queens_model::problem::{Bounds, Problem};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Minimum number of parts for each thread: enough to balance parts of different cost.
const PARTS_PER_THREAD: usize = 16;

/// A part of a problem; each of its solutions counts as `weight` solutions of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemPart {
    /// The whole problem with queens given in its first rows.
    pub problem: Problem,
    /// 2 if the mirror image of this part is left out, else 1.
    pub weight: u64,
}

/// Splits `problem` into parts that share no solution and miss none, several for each of
/// `threads`.
///
/// An engine that halves its work by the mirror symmetry of the board gets one half of a
/// row with weight 2; other engines get every part, so that they do as much work as on
/// one thread. A problem whose rows do not take exactly one queen each is not split, nor
/// is one for an engine that takes no given queens. There are no parts if queens in the
/// first rows attack each other in every placement.
///
/// # Errors
/// `engine` cannot answer `problem`.
///
/// # Complexity
/// O(parts x columns) copies of the problem.
pub fn split(
    engine: &dyn Engine,
    problem: &Problem,
    threads: usize,
) -> Result<Vec<ProblemPart>, Unsupported> {
    engine.accepts(problem, Question::Count)?;
    let mirrors = engine.info().mirrors && is_mirrored(problem);
    let mut parts = vec![ProblemPart {
        problem: problem.clone(),
        weight: 1,
    }];
    if problem.units().row != Bounds::ONE {
        return Ok(parts);
    }
    for row in 0..problem.rows() {
        if parts.len() >= threads.saturating_mul(PARTS_PER_THREAD) {
            break;
        }
        let finer: Vec<ProblemPart> = parts
            .iter()
            .flat_map(|part| by_row(part, row, mirrors))
            .collect();
        // An engine takes given queens on all squares or on none, so one part is enough
        // to test.
        if finer
            .first()
            .is_some_and(|part| engine.accepts(&part.problem, Question::Count).is_err())
        {
            break;
        }
        parts = finer;
    }
    Ok(parts)
}

/// Splits a part by the queen of `row`.
///
/// As long as all queens are in the middle column, a mirrored board is its own image and
/// one half of the row is enough, with weight 2 off the middle column.
fn by_row(
    part: &ProblemPart,
    row: u32,
    mirrors: bool,
) -> impl Iterator<Item = ProblemPart> {
    let columns = part.problem.columns();
    let halve = mirrors && part.weight == 1;
    let last = if halve { columns.div_ceil(2) } else { columns };
    (0..last).filter_map(move |column| {
        let problem = part.problem.with_given(Square::new(row, column)).ok()?;
        let is_middle = 2 * column + 1 == columns;
        Some(ProblemPart {
            problem,
            weight: if halve && !is_middle { 2 } else { part.weight },
        })
    })
}

/// Returns true if holes and given queens are mirror-symmetric. Engines that halve their
/// work take no other pieces than queens, and no other demands than on lines, so nothing
/// else can break the symmetry.
fn is_mirrored(problem: &Problem) -> bool {
    let image =
        |square: Square| Square::new(square.row, problem.columns() - 1 - square.column);
    let is_kept = |square: Square| problem.kind(square) == problem.kind(image(square));
    let givens: BTreeSet<Square> = problem.givens().iter().copied().collect();
    (problem.all_free() || problem.every_square().all(is_kept))
        && givens.iter().all(|&given| givens.contains(&image(given)))
}

/// Counts the solutions of `parts` on the number of threads in the settings; `each` is
/// called, on any thread, with the number of finished parts and the time so far.
///
/// Limits hold for all parts together. A part may expand the nodes that are left divided
/// by the number of threads, and returns unused ones. So the limit is never exceeded, but
/// a large part may reach its share while other parts do not use theirs. After a limit or
/// a cancellation no part starts, running parts stop, and the result is the sum so far.
/// Nodes are those of the parts: each part counts its own root and its given queens.
///
/// # Errors
/// `engine` cannot answer a part; too many threads for the system.
pub fn count(
    engine: &dyn Engine,
    parts: &[ProblemPart],
    settings: &Settings,
    each: &(dyn Fn(usize, Duration) + Sync),
) -> Result<Finding, Unsupported> {
    let threads = settings.threads.clamp(1, parts.len().max(1));
    let started = Instant::now();
    let limits = settings.limits.started();
    let nothing = Finding::new(Ok(()), Statistics::default()).with_count(0u128);
    let work = Mutex::new(PartQueue {
        begun: 0,
        done: 0,
        nodes_left: limits.nodes,
        sum: Ok(nothing),
    });
    let worker = || {
        while let Some((part, share)) = begin(&work, parts, threads) {
            let mut limits = limits.clone();
            limits.nodes = share;
            let settings = Settings::default()
                .with_limits(limits)
                .with_seed(settings.seed)
                .with_threads(1);
            let result = run_alone(engine, &part.problem, Question::Count, &settings);
            let done = finish(&work, part, share, result);
            each(done, started.elapsed());
        }
    };
    on_threads(threads, worker)
        .map_err(|error| Unsupported::new(engine.info().id, Parameter::Threads, error))?;
    let mut sum = work
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .sum?;
    sum.statistics.elapsed = started.elapsed();
    sum.threads = threads;
    Ok(sum)
}

/// State that the threads share.
struct PartQueue {
    begun: usize,
    done: usize,
    nodes_left: Option<u64>,
    sum: Result<Finding, Unsupported>,
}

/// Takes the next part and its share of the nodes; `None` if all have started or one was
/// stopped.
fn begin<'p>(
    work: &Mutex<PartQueue>,
    parts: &'p [ProblemPart],
    threads: usize,
) -> Option<(&'p ProblemPart, Option<u64>)> {
    let mut work = lock(work);
    let is_complete = work.sum.as_ref().is_ok_and(|sum| sum.step.is_ok());
    let part = parts.get(work.begun).filter(|_| is_complete)?;
    let share = work.nodes_left.map(|nodes| nodes.div_ceil(threads as u64));
    if let (Some(left), Some(share)) = (&mut work.nodes_left, share) {
        *left -= share;
    }
    work.begun += 1;
    Some((part, share))
}

/// Adds the result of a part; returns the number of finished parts.
fn finish(
    work: &Mutex<PartQueue>,
    part: &ProblemPart,
    share: Option<u64>,
    result: Result<Finding, Unsupported>,
) -> usize {
    let mut work = lock(work);
    if let (Some(left), Some(share), Ok(finding)) = (&mut work.nodes_left, share, &result)
    {
        *left += share.saturating_sub(finding.statistics.expanded);
    }
    match (&mut work.sum, result) {
        (Ok(sum), Ok(finding)) => add(sum, finding, part.weight),
        (sum, Err(unsupported)) => *sum = Err(unsupported),
        (Err(_), Ok(_)) => {}
    }
    work.done += 1;
    work.done
}

/// Adds the result of a part, multiplied by its weight.
fn add(sum: &mut Finding, part: Finding, weight: u64) {
    let count = part.count.unwrap_or(0) * u128::from(weight);
    sum.count = Some(sum.count.unwrap_or(0) + count);
    sum.step = sum.step.and(part.step);
    sum.statistics.absorb(&part.statistics);
    if sum.figures.is_empty() {
        sum.figures = part.figures;
    } else {
        sum.figures
            .iter_mut()
            .zip(part.figures)
            .for_each(|(sum, figure)| sum.value += figure.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::find;
    use control::{CancelToken, Limit, Limits, Stop};

    fn count(
        problem: &Problem,
        id: &str,
        settings: &Settings,
        threads: usize,
    ) -> Finding {
        let engine = find(id).unwrap();
        let parts = split(engine, problem, threads).unwrap();
        super::count(
            engine,
            &parts,
            &settings.clone().with_threads(threads),
            &|_, _| {},
        )
        .unwrap()
    }

    /// The weights of the parts add up to the number of placements on the rows that are
    /// split.
    #[test]
    fn a_mirrored_engine_gets_one_half() {
        let bitmask = find("bitmask").unwrap();
        let weights = |n| {
            let parts = split(bitmask, &Problem::queens(n).unwrap(), 1).unwrap();
            parts.iter().map(|part| part.weight).sum::<u64>()
        };
        // Two rows: n^2 - 3n + 2 ways to put two queens that do not attack each other.
        for n in [8, 9, 10, 11] {
            assert_eq!(weights(n), u64::from(n * n - 3 * n + 2), "{n}");
        }
    }

    #[test]
    fn the_node_limit_holds_for_all_parts_together() {
        let problem = Problem::queens(10).unwrap();
        for threads in [1, 3] {
            let limits = Limits::default().with_nodes(2_000);
            let finding = count(
                &problem,
                "bitmask",
                &Settings::default().with_limits(limits),
                threads,
            );
            assert_eq!(finding.step, Err(Stop::LimitReached(Limit::Nodes)));
            assert!(finding.statistics.expanded <= 2_000 && finding.count < Some(724));
        }
    }

    #[test]
    fn cancellation_ends_every_part() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let settings = Settings::default().with_cancel(cancel);
        let finding = count(&Problem::queens(12).unwrap(), "flags", &settings, 2);
        assert_eq!(
            (finding.step, finding.count),
            (Err(Stop::Cancelled), Some(0))
        );
    }

    #[test]
    fn every_part_is_reported() {
        let engine = find("bitmask").unwrap();
        let parts = split(engine, &Problem::queens(9).unwrap(), 2).unwrap();
        let reported = Mutex::new(Vec::new());
        let report = |done, _| reported.lock().unwrap().push(done);
        super::count(
            engine,
            &parts,
            &Settings::default().with_threads(2),
            &report,
        )
        .unwrap();
        let mut reported = reported.into_inner().unwrap();
        reported.sort_unstable();
        assert_eq!(reported, (1..=parts.len()).collect::<Vec<_>>());
    }
}
