//! Counting on several threads: a problem falls into parts, each with queens given in its first rows.
//!
//! ```
//! use queens::engines::ladder::{self, parallel};
//! use queens::problem::Problem;
//!
//! let method = ladder::find("bitmask").expect("the ladder has this rung");
//! let parts = parallel::split(&Problem::queens(10)?, method, 2)?;
//! let report = parallel::count_parts(method, &parts, &Default::default(), 2, &|_done| {})?;
//! assert_eq!(report.solutions, 724);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Method, Refusal, Report, Settings};
use crate::constraints::Constraints;
use crate::problem::{Bounds, Problem};
use crate::square::Square;
use crate::symmetry::Symmetry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// So many parts for each thread even out that some take longer than others.
const PARTS_PER_THREAD: usize = 16;

/// A problem of its own, each of whose solutions stands for `weight` solutions of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The whole problem with queens given in its first rows.
    pub problem: Problem,
    /// 2 where the mirror image of this part was left out, else 1.
    pub weight: u64,
}

/// Splits `problem` into parts that share no solution and miss none, some for each of `threads`.
///
/// A method that halves its work by the mirror symmetry of the board gets one half of a row with
/// weight 2; the other methods get every part, so that they do as much work as alone. A problem
/// whose rows do not take exactly one queen each stays whole, and so does one for a method that takes
/// no given queens. There is no part where queens in the first rows attack each other in every way.
///
/// # Errors
/// Why `method` cannot answer `problem`.
///
/// # Complexity
/// O(parts x columns) copies of the problem.
pub fn split(problem: &Problem, method: &dyn Method, threads: usize) -> Result<Vec<Part>, Refusal> {
    method.accepts(problem)?;
    let mirrors = method.info().mirrors && is_mirrored(problem);
    let mut parts = vec![Part { problem: problem.clone(), weight: 1 }];
    if problem.units().row != Bounds::ONE {
        return Ok(parts);
    }
    for row in 0..problem.rows() {
        if parts.len() >= threads.saturating_mul(PARTS_PER_THREAD) {
            break;
        }
        let finer: Vec<Part> = parts.iter().flat_map(|part| by_row(part, row, mirrors)).collect();
        // Whether a method takes given queens does not depend on where they stand.
        if finer.first().is_some_and(|part| method.accepts(&part.problem).is_err()) {
            break;
        }
        parts = finer;
    }
    Ok(parts)
}

/// One part for each queen that can stand in `row`.
///
/// While all queens stand in the middle column, a mirrored board is its own image, and one half of
/// the row will do. As soon as one stands elsewhere the weight is 2.
fn by_row(part: &Part, row: u32, mirrors: bool) -> impl Iterator<Item = Part> {
    let columns = part.problem.columns();
    let halve = mirrors && part.weight == 1;
    let last = if halve { columns.div_ceil(2) } else { columns };
    (0..last).filter_map(move |column| {
        let problem = part.problem.with_given(Square::new(row, column)).ok()?;
        let is_middle = 2 * column + 1 == columns;
        Some(Part { problem, weight: if halve && !is_middle { 2 } else { part.weight } })
    })
}

fn is_mirrored(problem: &Problem) -> bool {
    Constraints::of(problem).is_ok_and(|form| form.symmetries().contains(&Symmetry::FlipColumns))
}

/// Counts the solutions of `parts` on `threads` threads; `each` hears, on any of them, how many
/// parts are done.
///
/// Limits hold for all parts together. A part may expand as many nodes as are left, divided by the
/// threads; what it leaves goes back. So the limit is never exceeded, but a large part may reach it
/// while others still had nodes to spare. After a limit, or when the run is cancelled, no part is
/// begun; those under way stop, and the report adds up what was found. Nodes are those of the parts:
/// each has a root of its own and stands on its given queens again.
///
/// # Errors
/// Why `method` cannot answer a part.
pub fn count_parts(
    method: &dyn Method,
    parts: &[Part],
    settings: &Settings,
    threads: usize,
    each: &(dyn Fn(usize) + Sync),
) -> Result<Report, Refusal> {
    let threads = threads.clamp(1, parts.len().max(1));
    let started = Instant::now();
    let limits = settings.limits.started();
    let work = Mutex::new(Work {
        begun: 0,
        done: 0,
        nodes_left: settings.limits.nodes,
        report: Ok(Report::empty()),
    });
    let worker = || {
        while let Some((part, share)) = begin(&work, parts, threads) {
            let mut limits = limits.clone();
            limits.nodes = share;
            let result = method.count(&part.problem, &Settings { limits, seed: settings.seed });
            let done = finish(&work, part, share, result);
            each(done);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut report = work.into_inner().unwrap_or_else(PoisonError::into_inner).report?;
    report.statistics.elapsed = started.elapsed();
    Ok(report)
}

/// What the threads share.
struct Work {
    begun: usize,
    done: usize,
    nodes_left: Option<u64>,
    report: Result<Report, Refusal>,
}

fn lock(work: &Mutex<Work>) -> MutexGuard<'_, Work> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next part and its share of the nodes; none where all are begun or one came to no end.
fn begin<'p>(work: &Mutex<Work>, parts: &'p [Part], threads: usize) -> Option<(&'p Part, Option<u64>)> {
    let mut work = lock(work);
    let is_complete = work.report.as_ref().is_ok_and(|report| report.outcome.is_complete());
    let part = parts.get(work.begun).filter(|_| is_complete)?;
    let share = work.nodes_left.map(|nodes| nodes.div_ceil(threads as u64));
    if let (Some(left), Some(share)) = (&mut work.nodes_left, share) {
        *left -= share;
    }
    work.begun += 1;
    Some((part, share))
}

/// Adds the result of a part; says how many are done.
fn finish(work: &Mutex<Work>, part: &Part, share: Option<u64>, result: Result<Report, Refusal>) -> usize {
    let mut work = lock(work);
    if let (Some(left), Some(share), Ok(report)) = (&mut work.nodes_left, share, &result) {
        *left += share.saturating_sub(report.statistics.expanded);
    }
    match (&mut work.report, result) {
        (Ok(sum), Ok(report)) => sum.absorb(&report, part.weight),
        (sum, Err(refusal)) => *sum = Err(refusal),
        (Err(_), Ok(_)) => {}
    }
    work.done += 1;
    work.done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ladder::find;
    use search_control::{CancelToken, Limit, Limits, Outcome};

    fn count(problem: &Problem, id: &str, settings: &Settings, threads: usize) -> Report {
        let method = find(id).unwrap();
        let parts = split(problem, method, threads).unwrap();
        count_parts(method, &parts, settings, threads, &|_| {}).unwrap()
    }

    /// The number of parts of weight 1 and 2 adds up to all placements of the first row.
    #[test]
    fn a_mirrored_method_gets_one_half() {
        let bitmask = find("bitmask").unwrap();
        let weights = |n| {
            let parts = split(&Problem::queens(n).unwrap(), bitmask, 1).unwrap();
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
            let report = count(&problem, "bitmask", &Settings { limits, seed: 0 }, threads);
            assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
            assert!(report.statistics.expanded <= 2_000 && report.solutions < 724);
        }
    }

    #[test]
    fn a_raised_token_ends_every_part() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let settings = Settings { limits: Limits::default().with_cancel(cancel), seed: 0 };
        let report = count(&Problem::queens(12).unwrap(), "flags", &settings, 2);
        assert_eq!((report.outcome, report.solutions), (Outcome::Cancelled, 0));
    }

    #[test]
    fn every_part_is_reported() {
        let method = find("bitmask").unwrap();
        let parts = split(&Problem::queens(9).unwrap(), method, 2).unwrap();
        let heard = Mutex::new(Vec::new());
        let hear = |done| heard.lock().unwrap().push(done);
        count_parts(method, &parts, &Settings::default(), 2, &hear).unwrap();
        let mut heard = heard.into_inner().unwrap();
        heard.sort_unstable();
        assert_eq!(heard, (1..=parts.len()).collect::<Vec<_>>());
    }
}
