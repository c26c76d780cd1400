//! Threads for a search of a tree: counts, and searches that end at the first find.
//!
//! ```text
//!         root            The root is divided, node by node, until there are enough
//!       /   |   \         subtrees. They keep the order of the search.
//!      1    *    4
//!          / \            Each thread takes the next subtree, searches it to its end,
//!         2   3           and takes another.
//! ```
//!
//! The subtrees depend on the problem alone, not on the threads. A search that ends at
//! its first find takes the one from the first subtree that has any: once it is known,
//! later subtrees are left, and earlier ones are searched to their end. So an answer is
//! the same with any number of threads.

use crate::parallel::on_threads;
use control::{
    CancelToken, Gauge, Limit, Limits, Meter, Statistics, Step, Stop, lock, thread_count,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of subtrees at which no more nodes are divided: several for each thread of a
/// large machine, so that all of them end at nearly the same time.
const ENOUGH_SUBTREES: usize = 1_024;

/// Number of nodes that one thread visits before others start. Most searches end before,
/// in less time than threads take to start.
const ALONE_NODES: u64 = 1 << 14;

/// A search that can begin at any node of its tree.
pub(crate) trait TreeSearch: Sync {
    /// A node, with all that a search below it needs.
    type Node: Send + Sync;
    /// The finds below a node.
    type Found: Default + Send;

    /// Returns the children of a node, in the order in which [`TreeSearch::search`] visits
    /// them; `None` if the node is not divided.
    fn children(&self, node: &Self::Node) -> Option<Vec<Self::Node>>;

    /// Visits a node and all below it, and adds what it finds to `found`.
    ///
    /// # Errors
    /// [`Stop::Found`] to end the whole search; the reason to stop, from `meter`.
    fn search(
        &self,
        node: &Self::Node,
        found: &mut Self::Found,
        meter: &mut Meter<'_>,
    ) -> Step;
}

/// Result of a search.
pub(crate) struct TreeResult<F> {
    /// The finds, in the order of the search: up to the first one if it ended the search, a
    /// part of them after another stop.
    pub(crate) found: Vec<F>,
    /// `Ok` if the whole tree was visited, else the reason to stop.
    pub(crate) step: Step,
}

/// The meter and the threads of all searches for one answer.
pub(crate) struct TreeEffort<'m, 'l> {
    pub(crate) meter: &'m mut Meter<'l>,
    /// Number of threads that may search.
    threads: usize,
    /// The most threads that searched.
    used: usize,
}

impl<'m, 'l> TreeEffort<'m, 'l> {
    /// Allows `threads` threads, 0 for one on each processor. With a limit of nodes one
    /// thread searches, which ends at exactly so many.
    pub(crate) fn new(meter: &'m mut Meter<'l>, threads: usize) -> Self {
        let threads = match meter.limits().nodes {
            Some(_) => 1,
            None => thread_count(threads),
        };
        TreeEffort {
            meter,
            threads,
            used: 1,
        }
    }

    /// Searches the tree below `root`.
    pub(crate) fn search<S: TreeSearch>(
        &mut self,
        search: &S,
        root: S::Node,
    ) -> TreeResult<S::Found> {
        if self.threads == 1 {
            return search_alone(search, &root, self.meter);
        }
        let few_nodes = self.meter.limits().clone().with_nodes(ALONE_NODES);
        let mut first_meter = Meter::new(&few_nodes);
        let alone = search_alone(search, &root, &mut first_meter);
        self.meter.absorb(&first_meter.statistics());
        if alone.step != Err(Stop::LimitReached(Limit::Nodes)) {
            return alone;
        }
        match divide_tree(search, root, self.meter) {
            Ok(nodes) => {
                Subtrees::new(search, nodes, self.meter.limits()).search_on_threads(self)
            }
            Err(stop) => TreeResult {
                step: Err(stop),
                ..alone
            },
        }
    }

    /// Returns the most threads that searched.
    pub(crate) fn used(&self) -> usize {
        self.used
    }
}

fn search_alone<S: TreeSearch>(
    search: &S,
    root: &S::Node,
    meter: &mut Meter<'_>,
) -> TreeResult<S::Found> {
    let mut found = S::Found::default();
    let step = search.search(root, &mut found, meter);
    TreeResult {
        found: vec![found],
        step,
    }
}

/// Divides the tree below `root` into subtrees, in the order of the search.
///
/// # Errors
/// The reason to stop.
fn divide_tree<S: TreeSearch>(
    search: &S,
    root: S::Node,
    meter: &mut Meter<'_>,
) -> Result<Vec<S::Node>, Stop> {
    let mut nodes = vec![root];
    // Level by level: the nodes stay in the order of the search, and none is divided far
    // deeper than another.
    while nodes.len() < ENOUGH_SUBTREES {
        let level = nodes.len();
        let (mut next, mut left, mut is_divided) = (Vec::new(), level, false);
        for node in nodes {
            meter.tick()?;
            left -= 1;
            let children = if next.len() + left < ENOUGH_SUBTREES {
                search.children(&node)
            } else {
                None
            };
            match children {
                Some(children) => {
                    is_divided = true;
                    next.extend(children);
                }
                None => next.push(node),
            }
        }
        nodes = next;
        if !is_divided {
            break;
        }
    }
    Ok(nodes)
}

/// The subtrees of a search that threads share.
struct Subtrees<'s, S: TreeSearch> {
    search: &'s S,
    nodes: Vec<S::Node>,
    /// Limits of each subtree, with a token of its own.
    limits: Vec<Limits>,
    /// Number of subtrees that were taken.
    taken: AtomicUsize,
    /// The first subtree that ended the search, so far: those from it on are not begun.
    ended_at: AtomicUsize,
    done: Mutex<DoneSubtrees<S::Found>>,
}

/// The subtrees that are done.
struct DoneSubtrees<F> {
    results: Vec<SubtreeResult<F>>,
    statistics: Statistics,
}

struct SubtreeResult<F> {
    number: usize,
    found: F,
    step: Step,
}

impl<'s, S: TreeSearch> Subtrees<'s, S> {
    fn new(search: &'s S, nodes: Vec<S::Node>, limits: &Limits) -> Self {
        let of_subtree = |_| {
            let mut own = limits.clone().with_cancel(limits.cancel.child());
            own.gauge = limits.gauge.as_ref().map(Gauge::part);
            own
        };
        let limits = nodes.iter().map(of_subtree).collect();
        Subtrees {
            search,
            nodes,
            limits,
            taken: AtomicUsize::new(0),
            ended_at: AtomicUsize::new(usize::MAX),
            done: Mutex::new(DoneSubtrees {
                results: Vec::new(),
                statistics: Statistics::default(),
            }),
        }
    }

    /// Searches all subtrees; alone if the system has no room for the threads.
    fn search_on_threads(self, effort: &mut TreeEffort<'_, '_>) -> TreeResult<S::Found> {
        let run_thread = || {
            while let Some(number) = self.take_subtree() {
                self.search_subtree(number);
            }
        };
        match on_threads(effort.threads, run_thread) {
            Ok(_) => effort.used = effort.threads,
            Err(_) => run_thread(),
        }
        let done = self
            .done
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        effort.meter.absorb(&done.statistics);
        let (found, step) = in_order(done.results);
        TreeResult { found, step }
    }

    /// Takes the next subtree; `None` if none is left before the end.
    fn take_subtree(&self) -> Option<usize> {
        let number = self.taken.fetch_add(1, Ordering::Relaxed);
        let is_left =
            number < self.nodes.len() && number < self.ended_at.load(Ordering::Relaxed);
        is_left.then_some(number)
    }

    fn search_subtree(&self, number: usize) {
        let mut meter = Meter::new(&self.limits[number]);
        let mut found = S::Found::default();
        let step = self
            .search
            .search(&self.nodes[number], &mut found, &mut meter);
        match step {
            Ok(()) => {}
            Err(Stop::Found) => {
                self.ended_at.fetch_min(number, Ordering::Relaxed);
                self.cancel_from(number + 1);
            }
            // A limit ends all subtrees. One that was stopped because it comes after a
            // find does not.
            Err(_) if number < self.ended_at.load(Ordering::Relaxed) => {
                self.ended_at.store(0, Ordering::Relaxed);
                self.cancel_from(0);
            }
            Err(_) => {}
        }
        let mut done = lock(&self.done);
        done.statistics.absorb(&meter.statistics());
        done.results.push(SubtreeResult {
            number,
            found,
            step,
        });
    }

    /// Stops the subtrees from `first` on.
    fn cancel_from(&self, first: usize) {
        let tokens = self.limits.iter().map(|limits| &limits.cancel);
        tokens.skip(first).for_each(CancelToken::cancel);
    }
}

/// Returns what was found in the order of the search, and how the search ended: with the
/// first find, else with the limit that was reached.
fn in_order<F>(mut results: Vec<SubtreeResult<F>>) -> (Vec<F>, Step) {
    // Threads end in any order; the answer must not depend on it.
    results.sort_unstable_by_key(|result| result.number);
    if let Some(first) = results
        .iter()
        .position(|result| result.step == Err(Stop::Found))
    {
        results.truncate(first + 1);
        let found = results.into_iter().map(|result| result.found).collect();
        return (found, Err(Stop::Found));
    }
    let steps: Vec<Step> = results.iter().map(|result| result.step).collect();
    // A limit in one subtree cancels the others: it is the reason, not the tokens.
    let limit = steps
        .iter()
        .find(|step| matches!(step, Err(stop) if *stop != Stop::Cancelled));
    let stop = limit.or_else(|| steps.iter().find(|step| step.is_err()));
    let step = stop.copied().unwrap_or(Ok(()));
    (
        results.into_iter().map(|result| result.found).collect(),
        step,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Words over the digits below `base`, of `length` digits; a word is found if its
    /// number is one of `wanted`.
    struct Words {
        base: u64,
        length: usize,
        wanted: Vec<u64>,
        ends_at_find: bool,
    }

    impl Words {
        fn number(&self, word: &[u64]) -> u64 {
            word.iter()
                .fold(0, |number, digit| number * self.base + digit)
        }
    }

    impl TreeSearch for Words {
        type Node = Vec<u64>;
        type Found = Vec<u64>;

        fn children(&self, node: &Vec<u64>) -> Option<Vec<Vec<u64>>> {
            let child = |digit| node.iter().copied().chain([digit]).collect();
            (node.len() < self.length).then(|| (0..self.base).map(child).collect())
        }

        fn search(
            &self,
            node: &Vec<u64>,
            found: &mut Vec<u64>,
            meter: &mut Meter<'_>,
        ) -> Step {
            meter.expand()?;
            if let Some(children) = self.children(node) {
                return children
                    .iter()
                    .try_for_each(|child| self.search(child, found, meter));
            }
            let number = self.number(node);
            if self.wanted.contains(&number) {
                found.push(number);
                if self.ends_at_find {
                    return Err(Stop::Found);
                }
            }
            Ok(())
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn any_number_of_threads_finds_the_same(
            wanted in prop::collection::vec(0_u64..3_u64.pow(10), 0..6),
            ends_at_find: bool,
            threads in 1_usize..6,
        ) {
            let mut expected = wanted.clone();
            expected.sort_unstable();
            expected.dedup();
            let has_find = ends_at_find && !expected.is_empty();
            if ends_at_find {
                expected.truncate(1);
            }
            let words = Words { base: 3, length: 10, wanted, ends_at_find };
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let result = TreeEffort::new(&mut meter, threads).search(&words, Vec::new());
            prop_assert_eq!(result.found.concat(), expected);
            prop_assert_eq!(result.step, if has_find { Err(Stop::Found) } else { Ok(()) });
        }
    }

    #[test]
    fn limits_hold_for_all_threads() {
        let words = Words {
            base: 3,
            length: 40,
            wanted: vec![0],
            ends_at_find: false,
        };
        let run = |limits: Limits, threads| {
            let mut meter = Meter::new(&limits);
            let mut effort = TreeEffort::new(&mut meter, threads);
            let step = effort.search(&words, Vec::new()).step;
            (step, meter.statistics().expanded)
        };
        let time = Limits::default().with_time(std::time::Duration::from_millis(30));
        let (step, _) = run(time.started(), 3);
        assert_eq!(step, Err(Stop::LimitReached(Limit::Time)));
        let (step, nodes) = run(Limits::default().with_nodes(20_000), 3);
        assert_eq!(
            (step, nodes),
            (Err(Stop::LimitReached(Limit::Nodes)), 20_000)
        );
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert_eq!(run(cancelled, 3).0, Err(Stop::Cancelled));
        // The listener is called by the threads while they search.
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let cancels = Gauge::with_listener(move |nodes, _| {
            if nodes > 2 * ALONE_NODES {
                token.cancel();
            }
        });
        let (step, nodes) =
            run(Limits::default().with_cancel(cancel).with_gauge(cancels), 3);
        assert_eq!(step, Err(Stop::Cancelled));
        assert!(nodes > ALONE_NODES, "{nodes}");
    }

    #[test]
    fn a_tree_is_divided_into_all_its_subtrees() {
        let words = Words {
            base: 7,
            length: 6,
            wanted: Vec::new(),
            ends_at_find: false,
        };
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let subtrees = divide_tree(&words, Vec::new(), &mut meter).expect("no limits");
        assert!((ENOUGH_SUBTREES..ENOUGH_SUBTREES + 7).contains(&subtrees.len()));
        let words_below = subtrees
            .iter()
            .map(|node| 7_u64.pow(6 - node.len() as u32))
            .sum::<u64>();
        assert_eq!(words_below, 7_u64.pow(6));
        assert!(subtrees.is_sorted());
        let few = Words { length: 2, ..words };
        let subtrees = divide_tree(&few, Vec::new(), &mut meter).expect("no limits");
        assert_eq!(subtrees.len(), 49);
    }
}
