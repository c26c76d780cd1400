//! Branch and bound over the squares that can be dominated in the fewest ways.

use super::local::{CoverLists, LocalSearch, SHORT_IDLE_WORK};
use super::tree::{SetKind, SizedCovers};
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
    /// The most threads that searched.
    pub(super) threads: usize,
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
    /// Number of threads, 0 for one on each processor.
    pub(super) threads: usize,
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
    let (mut dominated, mut queens) = (0, 0);
    for gain in gains {
        if dominated >= open {
            break;
        }
        dominated += gain;
        queens += 1;
    }
    queens
}

/// Finds one smallest set, or all of them to count them.
pub(super) fn smallest_sets<const W: usize>(
    form: &Constraints,
    group: &[Permutation],
    options: &CoverOptions,
    meter: &mut Meter<'_>,
) -> (SmallestSets, Step) {
    let Some(search) = CoverSearch::<W>::from_constraints(form, options) else {
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
        let covers = SizedCovers::new(&search, &groups, smallest.bound);
        let few_nodes = local_searches.peek().map(|&(nodes, _)| nodes);
        let found = covers.search(few_nodes, options.threads, meter);
        smallest.threads = smallest.threads.max(found.threads);
        if found.step == Ok(()) && found.first.is_none() {
            smallest.bound += 1;
            continue;
        }
        if let (Err(Stop::GaveUp), Some((_, idle_work))) =
            (found.step, local_searches.next())
        {
            let step = smallest.improve(form, options, idle_work, &mut random, meter);
            if step.is_err() {
                return (smallest, step);
            }
            continue;
        }
        smallest.queens = found.first.or(smallest.queens);
        smallest.count(&found.kinds, groups.images.len());
        let is_found = found.step == Err(Stop::Found);
        return (smallest, if is_found { Ok(()) } else { found.step });
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
        let known = self.queens.as_ref().map_or(usize::MAX, Vec::len);
        if queens.len() < known {
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
pub(super) struct Groups {
    /// For each symmetry, the image of each square.
    pub(super) images: Vec<Vec<usize>>,
    /// Orbits of the squares that can take a queen besides the givens; those that
    /// dominate most squares first.
    pub(super) orbits: Vec<Vec<usize>>,
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

/// A board on which queens dominate squares.
pub(super) struct CoverSearch<const W: usize> {
    /// For each square, those that a queen on it dominates.
    pub(super) covers: Vec<SmallSet<W>>,
    /// For each square, those from which a queen dominates it; `None` if they are the
    /// same, which saves half of the memory.
    dominators: Option<Vec<SmallSet<W>>>,
    /// For each square, those that take no queen beside one on it.
    pub(super) excludes: Vec<SmallSet<W>>,
    /// Squares that the givens leave open.
    pub(super) open: SmallSet<W>,
    /// Squares that can take a queen besides the givens.
    pub(super) candidates: SmallSet<W>,
    /// True to find every set, false to find one.
    pub(super) counts: bool,
    /// The squares of the given queens.
    pub(super) givens: Vec<usize>,
}

impl<const W: usize> CoverSearch<W> {
    /// Returns the search on the board; `None` if no set can dominate it.
    fn from_constraints(form: &Constraints, options: &CoverOptions) -> Option<Self> {
        let domination = options.domination;
        let squares = form.squares().len();
        let mut covers: Vec<SmallSet<W>> = Vec::with_capacity(squares);
        for square in 0..squares {
            let mut covered = without(&form.attacks(0)[square], square);
            // A queen dominates her own square, unless every one must be attacked.
            if domination != Domination::Total {
                covered.insert(square);
            }
            covers.push(covered);
        }
        let mut dominators: Vec<SmallSet<W>> = vec![SmallSet::EMPTY; squares];
        for (square, covered) in covers.iter().enumerate() {
            for other in covered.iter() {
                dominators[other].insert(square);
            }
        }
        let excludes = match domination {
            Domination::Independent => (0..squares)
                .map(|square| without(form.conflicts(square), square))
                .collect(),
            Domination::Any | Domination::Total => vec![SmallSet::EMPTY; squares],
        };
        let givens = form.givens().to_vec();
        let all: SmallSet<W> = (0..squares).collect();
        let given = givens.iter().copied().collect();
        let (mut open, mut candidates) = (all, all - given);
        for &queen in &givens {
            open -= covers[queen];
            candidates -= excludes[queen];
        }
        let is_clashing = givens.iter().any(|&queen| excludes[queen].meets(&given));
        let is_impossible = open
            .iter()
            .any(|square| !dominators[square].meets(&candidates));
        // If all attacks are mutual, one copy is enough.
        let dominators = (dominators != covers).then_some(dominators);
        (!is_clashing && !is_impossible).then_some(CoverSearch {
            covers,
            dominators,
            excludes,
            open,
            candidates,
            counts: options.counts,
            givens,
        })
    }

    /// Returns for each square those from which a queen dominates it.
    pub(super) fn dominators(&self) -> &[SmallSet<W>] {
        self.dominators.as_deref().unwrap_or(&self.covers)
    }

    /// Returns the fewest queens besides the givens that the numbers of squares allow.
    fn fewest_more(&self) -> usize {
        let covers = self.candidates.iter().map(|square| self.covers[square]);
        let gains = covers.map(|covered| (covered & self.open).count() as usize);
        fewest_by_squares(self.open.count() as usize, gains.collect())
    }

    /// Returns the set that takes the square with the most open squares each time.
    fn greedy(&self) -> Option<Vec<usize>> {
        let (mut open, mut candidates, mut queens) =
            (self.open, self.candidates, self.givens.clone());
        // `open` are the squares that `queens` leave undominated.
        while !open.is_empty() {
            let best = candidates
                .iter()
                .max_by_key(|&square| (self.covers[square] & open).count())
                .filter(|&square| self.covers[square].meets(&open))?;
            queens.push(best);
            open -= self.covers[best];
            candidates -= self.excludes[best];
            candidates.remove(best);
        }
        Some(queens)
    }
}

/// Returns the members of a set but one.
fn without<const W: usize>(set: &FixedBitSet, square: usize) -> SmallSet<W> {
    set.ones().filter(|&other| other != square).collect()
}
