//! Branch and bound over the squares that can be dominated in the fewest ways.

use super::MAX_SQUARES;
use super::local::{CoverLists, LocalSearch, SHORT_IDLE_WORK};
use control::{Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::bits::SmallSet;
use queens_model::constraints::Constraints;
use queens_model::domination::Domination;
use queens_model::instance::Permutation;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Numbers of nodes before each local search, and its work without a smaller set. On
/// small boards the search ends before the first one, or soon after it; a set that meets
/// the bound on a larger board may take the second one.
const LOCAL_SEARCHES: [(u64, usize); 2] = [
    (300_000, SHORT_IDLE_WORK),
    (10_000_000, 4 * SHORT_IDLE_WORK),
];

/// The smallest sets of one board, as far as they are known.
#[derive(Default)]
pub(super) struct SmallestSets {
    /// One of them, as numbers of squares; a set that may be larger if a limit came
    /// first. `None` if there is no set.
    pub(super) queens: Option<Vec<usize>>,
    /// Number of queens below which there is no set.
    pub(super) bound: usize,
    /// The same, by the numbers of dominated squares alone: see [`fewest_by_squares`].
    pub(super) by_squares: usize,
    /// Their number, if they are counted.
    pub(super) sets: u128,
    /// Their number up to symmetry, if they are counted.
    pub(super) fundamental: u128,
}

/// Options of a search.
pub(super) struct CoverOptions {
    pub(super) domination: Domination,
    /// True to count all smallest sets; false to find one.
    pub(super) counts: bool,
    /// Number of queens that every set has at least.
    pub(super) bound: usize,
    /// Side of the board if it is an open square of queens without givens.
    pub(super) side: Option<usize>,
    /// Seed of the local search.
    pub(super) seed: u64,
}

impl CoverOptions {
    /// Returns the random numbers of the local search.
    pub(super) fn random(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.seed)
    }
}

/// Returns the smallest number of `gains` whose sum is at least `open`: as many queens,
/// each of which dominates that many open squares, are needed to dominate all of them.
pub(super) fn fewest_by_squares(open: usize, mut gains: Vec<usize>) -> usize {
    gains.sort_unstable_by_key(|&gain| Reverse(gain));
    let mut dominated = 0;
    let is_short = |&gain: &usize| {
        let is_short = dominated < open;
        dominated += gain;
        is_short
    };
    gains.into_iter().take_while(is_short).count()
}

/// Finds one smallest set, or all of them to count them.
pub(super) fn smallest_sets<const W: usize>(
    form: &Constraints,
    group: &[Permutation],
    options: &CoverOptions,
    meter: &mut Meter<'_>,
) -> (SmallestSets, Step) {
    let Some(mut search) = CoverSearch::<W>::from_constraints(form, options) else {
        return (SmallestSets::default(), Ok(()));
    };
    // Independent sets are so few that the search soon finds one.
    let tries_local = !options.counts && options.domination != Domination::Independent;
    let mut random = options.random();
    let mut local_searches = LOCAL_SEARCHES
        .into_iter()
        .filter(|_| tries_local)
        .peekable();
    let by_squares = form.givens().len() + search.fewest_more();
    let mut smallest = SmallestSets {
        queens: search.greedy(),
        bound: options.bound.max(by_squares),
        by_squares,
        ..Default::default()
    };
    let groups = Groups::from_permutations(group, &search);
    // There is no set of fewer queens than the bound.
    loop {
        let is_met = smallest
            .queens
            .as_ref()
            .is_some_and(|queens| queens.len() == smallest.bound);
        if is_met && !options.counts {
            return (smallest, Ok(()));
        }
        search.nodes_left = local_searches.peek().map_or(u64::MAX, |&(nodes, _)| nodes);
        let step = search.sets_of(smallest.bound, &groups, meter);
        if step == Ok(()) && search.first.is_none() {
            smallest.bound += 1;
            continue;
        }
        if let (Err(Stop::GaveUp), Some((_, idle_work))) = (step, local_searches.next()) {
            let step = smallest.improve(form, options, idle_work, &mut random, meter);
            if step.is_err() {
                return (smallest, step);
            }
            continue;
        }
        smallest.queens = search.first.take().or(smallest.queens);
        smallest.count(&search.found, groups.images.len());
        let is_found = step == Err(Stop::Found);
        return (smallest, if is_found { Ok(()) } else { step });
    }
}

impl SmallestSets {
    /// Looks for a smaller set by local search, which ends after this work without one.
    ///
    /// # Errors
    /// The reason to stop.
    fn improve(
        &mut self,
        form: &Constraints,
        options: &CoverOptions,
        idle_work: usize,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Step {
        let covers = CoverLists::new(form.attacks(0), options.domination);
        let (local, started) =
            LocalSearch::start(&covers, form.givens(), options, random, meter);
        let Some(local) = local else { return Ok(()) };
        let (queens, improved) = local.improve(self.bound, idle_work, random, meter);
        let is_smaller = |known: &Vec<usize>| queens.len() < known.len();
        if self.queens.as_ref().is_none_or(is_smaller) {
            self.queens = Some(queens);
        }
        started.and(improved)
    }

    /// Computes the numbers of sets from those that were found, of which each stands for
    /// its images.
    fn count(&mut self, found: &BTreeMap<SetKind, u128>, symmetries: usize) {
        let mut kept = 0;
        for (kind, &number) in found {
            let sets = number * kind.squares as u128 / kind.shared as u128;
            self.sets += sets;
            kept += kind.kept as u128 * sets;
        }
        // Burnside: each class has as many pairs of a set and a symmetry that keeps it as
        // there are symmetries.
        self.fundamental = kept / symmetries as u128;
    }
}

/// The symmetries of a board, and the orbits of its squares.
struct Groups {
    /// For each symmetry, the image of each square.
    images: Vec<Vec<usize>>,
    /// Orbits of the squares that can take a queen besides the givens; those that
    /// dominate most squares first.
    orbits: Vec<Vec<usize>>,
}

impl Groups {
    fn from_permutations<const W: usize>(
        group: &[Permutation],
        search: &CoverSearch<W>,
    ) -> Self {
        let images: Vec<Vec<usize>> = group
            .iter()
            .map(|permutation| permutation.images.clone())
            .collect();
        let mut orbits = Vec::new();
        for square in search.candidates.iter() {
            let mut orbit: Vec<usize> =
                images.iter().map(|image| image[square]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            if orbit[0] == square {
                orbits.push(orbit);
            }
        }
        orbits.sort_by_cached_key(|orbit| {
            Reverse((search.covers[orbit[0]] & search.open).count())
        });
        Groups { images, orbits }
    }
}

/// Properties of a set that was found, from which the number of its images follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SetKind {
    /// Number of symmetries that leave the set unchanged.
    kept: usize,
    /// Number of squares of its first orbit.
    squares: usize,
    /// Number of its queens there.
    shared: usize,
}

struct CoverSearch<const W: usize> {
    /// For each square, those that a queen on it dominates.
    covers: Vec<SmallSet<W>>,
    /// For each square, those from which a queen dominates it; `None` if they are the
    /// same, which saves half of the memory.
    dominators: Option<Vec<SmallSet<W>>>,
    /// For each square, those that take no queen beside one on it.
    excludes: Vec<SmallSet<W>>,
    /// Squares that the givens leave open.
    open: SmallSet<W>,
    /// Squares that can take a queen besides the givens.
    candidates: SmallSet<W>,
    counts: bool,
    /// Number of nodes until the search gives up.
    nodes_left: u64,
    /// The givens, and the queens of the current branch.
    queens: Vec<usize>,
    /// The first set that was found.
    first: Option<Vec<usize>>,
    /// Number of sets that were found, by kind.
    found: BTreeMap<SetKind, u128>,
}

impl<const W: usize> CoverSearch<W> {
    /// Returns the search on the board; `None` if no set can dominate it.
    fn from_constraints(form: &Constraints, options: &CoverOptions) -> Option<Self> {
        let domination = options.domination;
        let squares = form.squares().len();
        let others = |set: &FixedBitSet, square: usize| -> SmallSet<W> {
            set.ones().filter(|&other| other != square).collect()
        };
        let own = |square: usize| match domination {
            Domination::Total => SmallSet::EMPTY,
            Domination::Any | Domination::Independent => SmallSet::one(square),
        };
        let covers: Vec<SmallSet<W>> = (0..squares)
            .map(|square| others(&form.attacks(0)[square], square) | own(square))
            .collect();
        let mut dominators: Vec<SmallSet<W>> = vec![SmallSet::EMPTY; squares];
        for (square, covered) in covers.iter().enumerate() {
            covered
                .iter()
                .for_each(|other| dominators[other].insert(square));
        }
        let excludes = match domination {
            Domination::Independent => (0..squares)
                .map(|square| others(form.conflicts(square), square))
                .collect(),
            Domination::Any | Domination::Total => vec![SmallSet::EMPTY; squares],
        };
        let queens = form.givens().to_vec();
        let all: SmallSet<W> = (0..squares).collect();
        let given = queens.iter().copied().collect();
        let (mut open, mut candidates) = (all, all - given);
        for &queen in &queens {
            open -= covers[queen];
            candidates -= excludes[queen];
        }
        let is_clashing = queens.iter().any(|&queen| excludes[queen].meets(&given));
        let is_impossible = open
            .iter()
            .any(|square| !dominators[square].meets(&candidates));
        let dominators = (dominators != covers).then_some(dominators);
        (!is_clashing && !is_impossible).then_some(CoverSearch {
            covers,
            dominators,
            excludes,
            open,
            candidates,
            counts: options.counts,
            nodes_left: u64::MAX,
            queens,
            first: None,
            found: BTreeMap::new(),
        })
    }

    /// Returns for each square those from which a queen dominates it.
    fn dominators(&self) -> &[SmallSet<W>] {
        self.dominators.as_deref().unwrap_or(&self.covers)
    }

    /// Returns the fewest queens besides the givens that the numbers of squares allow.
    fn fewest_more(&self) -> usize {
        let gain = |square: usize| (self.covers[square] & self.open).count() as usize;
        let gains = self.candidates.iter().map(gain).collect();
        fewest_by_squares(self.open.count() as usize, gains)
    }

    /// Returns the set that takes the square with the most open squares each time.
    fn greedy(&self) -> Option<Vec<usize>> {
        let (mut open, mut candidates, mut queens) =
            (self.open, self.candidates, self.queens.clone());
        while !open.is_empty() {
            let gain = |&square: &usize| (self.covers[square] & open).count();
            let best = candidates
                .iter()
                .max_by_key(gain)
                .filter(|square| gain(square) > 0)?;
            queens.push(best);
            open -= self.covers[best];
            candidates -= self.excludes[best];
            candidates.remove(best);
        }
        Some(queens)
    }

    /// Visits the sets of `most` queens.
    ///
    /// # Errors
    /// [`Stop::Found`] at the first set, if the sets are not counted; [`Stop::GaveUp`] if
    /// no nodes are left; the reason to stop.
    fn sets_of(&mut self, most: usize, groups: &Groups, meter: &mut Meter<'_>) -> Step {
        let more = most - self.queens.len();
        if more == 0 {
            return if self.open.is_empty() {
                self.take(None, groups)
            } else {
                Ok(())
            };
        }
        let (open, mut candidates) = (self.open, self.candidates);
        for orbit in &groups.orbits {
            let square = orbit[0];
            let rest = candidates - self.excludes[square] - SmallSet::one(square);
            self.queens.push(square);
            let left = open - self.covers[square];
            let step = self.search(
                left,
                rest,
                more - 1,
                &mut |search| search.take(Some(orbit), groups),
                meter,
            );
            self.queens.pop();
            step?;
            orbit.iter().for_each(|&square| candidates.remove(square));
        }
        Ok(())
    }

    /// Visits the sets of `more` queens of `candidates` that dominate all of `open`.
    fn search(
        &mut self,
        open: SmallSet<W>,
        mut candidates: SmallSet<W>,
        more: usize,
        found: &mut dyn FnMut(&mut Self) -> Step,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stop::GaveUp)?;
        let left = open.count() as usize;
        if more == 0 {
            return if left == 0 { found(self) } else { Ok(()) };
        }
        if more == 1 {
            // The last queen dominates every open square.
            let last = open
                .iter()
                .fold(candidates, |last, square| last & self.dominators()[square]);
            for square in last.iter() {
                self.queens.push(square);
                let step = found(self);
                self.queens.pop();
                step?;
            }
            return Ok(());
        }
        let gain = |square: usize| (self.covers[square] & open).count() as usize;
        let mut by_gain = [0usize; MAX_SQUARES + 1];
        let mut best = 0;
        for square in candidates.iter() {
            by_gain[gain(square)] += 1;
            best = best.max(gain(square));
        }
        if most_dominated(&by_gain[..=best], more) < left {
            return Ok(());
        }
        let ways = |&square: &usize| (self.dominators()[square] & candidates).count();
        // Every smaller number of queens was tried before, so a square is open.
        let Some(scarcest) = open.iter().min_by_key(ways) else {
            return Ok(());
        };
        let mut choices: Vec<(usize, usize)> = (self.dominators()[scarcest] & candidates)
            .iter()
            .map(|square| (gain(square), square))
            .collect();
        choices.sort_unstable_by_key(|&(gain, _)| Reverse(gain));
        for (gain, square) in choices {
            if gain + (more - 1) * best < left {
                break;
            }
            candidates.remove(square);
            let rest = candidates - self.excludes[square];
            self.queens.push(square);
            let step =
                self.search(open - self.covers[square], rest, more - 1, found, meter);
            self.queens.pop();
            step?;
        }
        Ok(())
    }

    /// Records a set, whose first orbit is `orbit`; `None` if it has only givens.
    fn take(&mut self, orbit: Option<&Vec<usize>>, groups: &Groups) -> Step {
        let mut queens = self.queens.clone();
        queens.sort_unstable();
        if self.counts {
            let is_kept = |image: &&Vec<usize>| {
                let mut moved: Vec<usize> =
                    queens.iter().map(|&queen| image[queen]).collect();
                moved.sort_unstable();
                moved == queens
            };
            let kept = groups.images.iter().filter(is_kept).count();
            let (squares, shared) = orbit.map_or((1, 1), |orbit| {
                (
                    orbit.len(),
                    orbit
                        .iter()
                        .filter(|square| queens.binary_search(square).is_ok())
                        .count(),
                )
            });
            *self
                .found
                .entry(SetKind {
                    kept,
                    squares,
                    shared,
                })
                .or_default() += 1;
        }
        self.first.get_or_insert(queens);
        if self.counts {
            Ok(())
        } else {
            Err(Stop::Found)
        }
    }
}

/// Returns the most squares that `queens` candidates dominate together: `by_gain[g]` of
/// them dominate g open squares. A square that two of them dominate counts twice.
fn most_dominated(by_gain: &[usize], mut queens: usize) -> usize {
    let mut most = 0;
    for (gain, &candidates) in by_gain.iter().enumerate().rev() {
        let taken = candidates.min(queens);
        most += taken * gain;
        queens -= taken;
        if queens == 0 {
            break;
        }
    }
    most
}
