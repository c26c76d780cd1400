//! All placements of given numbers of pieces, kind by kind.
//!
//! ```text
//! search(open squares of each kind, needed pieces of each kind):
//!     kind = the first kind that needs pieces                 (those with the most attacks come first)
//!     divide its open squares into cliques, in which every two attack each other
//!     leave out large cliques while fewer are left out than pieces are needed
//!     for each square of the others:                          (one of them has a piece)
//!         search with a piece on the square, if enough squares stay open for every kind
//!         close the square for this kind
//! ```
//!
//! Every set of pieces of a kind is found once: by the first of its squares that the loop
//! reaches. For one piece of each kind, queens and knights, on 2 x 2: all squares are one
//! clique, so the loop visits every square, and no square stays open beside any queen.
//! There is no placement.
//!
//! If placements are counted, the last kind is not placed but counted: if no two open
//! squares attack each other, by a binomial coefficient, otherwise by branching on the
//! square with the most attacks.
//!
//! The same search counts the placements that a symmetry leaves unchanged, with orbits in
//! place of squares.

use super::board::{KindSets, Needs, OrbitBoard};
use crate::engines::subtrees::{TreeEffort, TreeSearch};
use control::{Limit, Meter, Step, Stop};
use queens_model::bits::SmallSet;

/// Stop of a count that does not fit in 128 bits.
pub(super) const COUNT_OVERFLOW: Stop = Stop::LimitReached(Limit::Memory);

/// A search on the orbits of a board.
pub(super) struct MixSearch<'b, const W: usize> {
    board: &'b OrbitBoard<W>,
    /// Number of kinds that are placed; the others are counted.
    placed_kinds: usize,
    /// For each orbit, those that need not be tried for the first piece once it was
    /// tried.
    twins: Vec<SmallSet<W>>,
    goal: MixGoal,
}

/// A state of the search.
struct SearchLevel<const W: usize> {
    open: KindSets<W>,
    needs: Needs,
    /// The kind that is placed next.
    kind: usize,
    /// Orbits that are still to be tried for it.
    branching: SmallSet<W>,
}

/// The use that a search makes of a placement of the placed kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MixGoal {
    /// It takes the first one.
    One,
    /// It counts the sets of the last kind beside each.
    Count,
}

/// A placement that is not complete.
#[derive(Clone)]
pub(super) struct MixNode<const W: usize> {
    open: KindSets<W>,
    needs: Needs,
    /// Kinds and orbits of the pieces.
    pieces: Vec<(usize, usize)>,
}

/// The placements below a node.
#[derive(Default)]
pub(super) struct FoundMixes {
    /// Kinds and orbits of the pieces of the first one.
    first: Option<Vec<(usize, usize)>>,
    count: u128,
}

/// Finds a placement: the squares of each kind. `symmetries` are the images of the
/// squares under the symmetries of the board, whose orbits are its squares.
///
/// # Errors
/// A limit.
pub(super) fn find<const W: usize>(
    board: &OrbitBoard<W>,
    symmetries: &[Vec<usize>],
    needs: &Needs,
    effort: &mut TreeEffort<'_, '_>,
) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let twins = (0..board.orbits.len())
        .map(|square| symmetries.iter().map(|images| images[square]).collect())
        .collect();
    let search = MixSearch {
        board,
        placed_kinds: board.kinds,
        twins,
        goal: MixGoal::One,
    };
    let result = effort.search(&search, root_node(board, needs));
    match result.step {
        Ok(()) => return Ok(None),
        Err(Stop::Found) => {}
        Err(stop) => return Err(stop),
    }
    let first = result.found.into_iter().find_map(|found| found.first);
    Ok(first.map(|pieces| {
        let mut squares = vec![Vec::new(); board.kinds];
        for (kind, square) in pieces {
            squares[kind].push(square);
        }
        squares
    }))
}

/// Adds the number of placements to `count`.
///
/// # Errors
/// A limit: then `count` has a part of them. [`Limit::Memory`] also if the count exceeds
/// 128 bits.
pub(super) fn count<const W: usize>(
    board: &OrbitBoard<W>,
    needs: &Needs,
    count: &mut u128,
    effort: &mut TreeEffort<'_, '_>,
) -> Step {
    let search = MixSearch {
        board,
        placed_kinds: board.kinds - 1,
        twins: (0..board.orbits.len()).map(SmallSet::one).collect(),
        goal: MixGoal::Count,
    };
    let result = effort.search(&search, root_node(board, needs));
    for found in result.found {
        *count = count.checked_add(found.count).ok_or(COUNT_OVERFLOW)?;
    }
    result.step
}

/// Returns the board without pieces.
fn root_node<const W: usize>(board: &OrbitBoard<W>, needs: &Needs) -> MixNode<W> {
    MixNode {
        open: board.open,
        needs: *needs,
        pieces: Vec::new(),
    }
}

/// Returns false if bounds show that there is no placement.
pub(super) fn may_exist<const W: usize>(board: &OrbitBoard<W>, needs: &Needs) -> bool {
    let search = MixSearch {
        board,
        placed_kinds: board.kinds,
        twins: Vec::new(),
        goal: MixGoal::One,
    };
    (0..board.kinds).all(|kind| search.has_room(kind, board.open[kind], needs[kind]))
}

impl<const W: usize> MixSearch<'_, W> {
    /// Returns the kind of the next piece; `None` if all are placed.
    fn next_kind(&self, needs: &Needs) -> Option<usize> {
        (0..self.placed_kinds).find(|&kind| needs[kind] > 0)
    }

    /// Leaves out the orbits that need not be tried once `orbit` was, for a piece that is
    /// the first one or not.
    fn leave_out(&self, level: &mut SearchLevel<W>, orbit: usize, is_first: bool) {
        let tried = if is_first {
            self.twins[orbit]
        } else {
            SmallSet::one(orbit)
        };
        level.branching -= tried;
        level.open[level.kind] -= tried;
    }

    /// Takes a placement of the placed kinds.
    #[inline(always)]
    fn take(
        &self,
        open: &KindSets<W>,
        needs: &Needs,
        pieces: &[(usize, usize)],
        found: &mut FoundMixes,
        meter: &mut Meter<'_>,
    ) -> Step {
        if self.goal == MixGoal::One {
            found.first = Some(pieces.to_vec());
            return Err(Stop::Found);
        }
        let last = self.placed_kinds;
        let sets = self.sets_of_last_kind(open[last], needs[last], meter)?;
        found.count = found.count.checked_add(sets).ok_or(COUNT_OVERFLOW)?;
        Ok(())
    }

    /// Places pieces on `orbit`; returns the open squares and needs, if the others may
    /// fit.
    fn placed(
        &self,
        orbit: usize,
        level: &SearchLevel<W>,
    ) -> Option<(KindSets<W>, Needs)> {
        let SearchLevel {
            mut open,
            mut needs,
            kind,
            ..
        } = *level;
        needs[kind] = needs[kind].checked_sub(self.board.size(orbit))?;
        let closed = &self.board.closed[kind][orbit];
        for other in kind..self.board.kinds {
            open[other] -= closed[other];
            // Cliques of this kind are made at the next node.
            let has_room = match other == kind {
                true => self.board.squares(open[other]) >= needs[other],
                false => self.has_room(other, open[other], needs[other]),
            };
            if !has_room {
                return None;
            }
        }
        Some((open, needs))
    }

    /// Returns false if cliques show that the `open` squares do not take as many pieces
    /// of a kind as needed.
    fn has_room(&self, kind: usize, open: SmallSet<W>, need: u32) -> bool {
        let squares = self.board.squares(open);
        if squares < need || need == 0 {
            return need == 0;
        }
        // Most cliques of knights have two squares.
        squares >= 2 * need || self.cliques(kind, open, |_, _| {}, need) >= need
    }

    /// Returns orbits of which every set of `need` squares contains one: those of the
    /// smallest cliques, so that the others have room for fewer.
    fn branching_orbits(&self, kind: usize, open: SmallSet<W>, need: u32) -> SmallSet<W> {
        if need == 1 {
            return open;
        }
        let mut cliques = Vec::new();
        let mut room = self.cliques(
            kind,
            open,
            |clique, room| cliques.push((clique.count(), room, clique)),
            u32::MAX,
        );
        cliques.sort_unstable_by_key(|&(count, ..)| count);
        let mut branching = SmallSet::EMPTY;
        for (_, of_clique, clique) in cliques {
            if room < need {
                break;
            }
            room -= of_clique;
            branching |= clique;
        }
        branching
    }

    /// Divides `open` greedily into cliques and passes each to `each`, with the largest
    /// number of pieces on it; ends early if they have room for `enough`. Returns the
    /// room of all.
    fn cliques(
        &self,
        kind: usize,
        open: SmallSet<W>,
        mut each: impl FnMut(SmallSet<W>, u32),
        enough: u32,
    ) -> u32 {
        let mut rest = open;
        let mut room = 0;
        while room < enough
            && let Some(first) = rest.first()
        {
            // `candidates` close all orbits of the clique, and are closed by them.
            let (mut clique, mut candidates) = (SmallSet::EMPTY, rest);
            let (mut next, mut of_clique) = (Some(first), 0);
            while let Some(orbit) = next {
                clique.insert(orbit);
                of_clique = of_clique.max(self.board.size(orbit));
                candidates &= self.board.closed[kind][orbit][kind];
                candidates.remove(orbit);
                next = candidates.first();
            }
            rest -= clique;
            room += of_clique;
            each(clique, of_clique);
        }
        room
    }

    /// Returns the number of sets of `need` squares for the last kind.
    fn sets_of_last_kind(
        &self,
        open: SmallSet<W>,
        need: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Stop> {
        let kind = self.board.kinds - 1;
        let mut sets = 0u128;
        let mut branches = Vec::new();
        let mut next = Some((open, need));
        // The sets in question are those counted in `sets`, and those of `need` squares
        // of `open` in each branch.
        while let Some((open, need)) = next {
            let attacks =
                |orbit: usize| (open & self.board.closed[kind][orbit][kind]).count();
            // Every square is closed beside itself.
            let is_attacking = |&(attacks, _): &(u32, usize)| attacks > 1;
            let more = match need {
                0 => 1,
                1 => (open & self.board.of_size[0]).count().into(),
                2 => self.count_pairs(kind, open),
                _ => match open
                    .iter()
                    .map(|orbit| (attacks(orbit), orbit))
                    .max()
                    .filter(is_attacking)
                {
                    None => self.count_choices(open, need)?,
                    Some((_, orbit)) => {
                        meter.expand()?;
                        if self.has_room(kind, open, need) {
                            branches.push((open - SmallSet::one(orbit), need));
                            let left = need.checked_sub(self.board.size(orbit));
                            branches.extend(left.map(|left| {
                                (open - self.board.closed[kind][orbit][kind], left)
                            }));
                        }
                        0
                    }
                },
            };
            sets = sets.checked_add(more).ok_or(COUNT_OVERFLOW)?;
            next = branches.pop();
        }
        Ok(sets)
    }

    /// Returns the number of sets of two squares.
    fn count_pairs(&self, kind: usize, open: SmallSet<W>) -> u128 {
        let [ones, twos, _] = self.board.of_size;
        let mut rest = open & ones;
        let mut pairs = (open & twos).count();
        while let Some(orbit) = rest.first() {
            rest.remove(orbit);
            pairs += (rest - self.board.closed[kind][orbit][kind]).count();
        }
        pairs.into()
    }

    /// Returns the number of sets of `need` squares if no two orbits attack each other.
    fn count_choices(&self, open: SmallSet<W>, need: u32) -> Result<u128, Stop> {
        let [ones, twos, fours] =
            self.board.of_size.map(|of_size| (open & of_size).count());
        let mut sum = Some(0u128);
        for four in 0..=fours.min(need / 4) {
            for two in 0..=twos.min((need - 4 * four) / 2) {
                let one = need - 4 * four - 2 * two;
                let ways = binomial(ones, one).and_then(|ways| {
                    ways.checked_mul(binomial(twos, two)?)?
                        .checked_mul(binomial(fours, four)?)
                });
                sum = sum.and_then(|sum| sum.checked_add(ways?));
            }
        }
        sum.ok_or(COUNT_OVERFLOW)
    }
}

impl<const W: usize> TreeSearch for MixSearch<'_, W> {
    type Node = MixNode<W>;
    type Found = FoundMixes;

    fn children(&self, node: &MixNode<W>) -> Option<Vec<MixNode<W>>> {
        let MixNode {
            open,
            needs,
            ref pieces,
        } = *node;
        let kind = self.next_kind(&needs)?;
        let branching = self.branching_orbits(kind, open[kind], needs[kind]);
        let mut level = SearchLevel {
            open,
            needs,
            kind,
            branching,
        };
        let mut children = Vec::new();
        while let Some(orbit) = level.branching.first() {
            if let Some((open, needs)) = self.placed(orbit, &level) {
                let pieces = pieces.iter().copied().chain([(kind, orbit)]).collect();
                children.push(MixNode {
                    open,
                    needs,
                    pieces,
                });
            }
            self.leave_out(&mut level, orbit, pieces.is_empty());
        }
        Some(children)
    }

    fn search(
        &self,
        node: &MixNode<W>,
        found: &mut FoundMixes,
        meter: &mut Meter<'_>,
    ) -> Step {
        let mut pieces = node.pieces.clone();
        // Without recursion, because hundreds of knights fit on a board. Each level has a
        // piece but the one below `node`.
        let mut levels: Vec<SearchLevel<W>> = Vec::new();
        let mut next = Some((node.open, node.needs));
        loop {
            if let Some((open, needs)) = next.take() {
                meter.expand()?;
                meter.depth(pieces.len() as u64);
                if let Some(kind) = self.next_kind(&needs) {
                    let branching = self.branching_orbits(kind, open[kind], needs[kind]);
                    levels.push(SearchLevel {
                        open,
                        needs,
                        kind,
                        branching,
                    });
                } else {
                    self.take(&open, &needs, &pieces, found, meter)?;
                    pieces.pop();
                }
            }
            let Some(level) = levels.last_mut() else {
                return Ok(());
            };
            let Some(orbit) = level.branching.first() else {
                levels.pop();
                pieces.pop();
                continue;
            };
            next = self.placed(orbit, level);
            self.leave_out(level, orbit, pieces.is_empty());
            if next.is_some() {
                pieces.push((level.kind, orbit));
            }
        }
    }
}

/// Returns the number of sets of `k` of `n` things; `None` if it does not fit.
fn binomial(n: u32, k: u32) -> Option<u128> {
    let k = if k > n { return Some(0) } else { k.min(n - k) };
    (0..u128::from(k)).try_fold(1u128, |ways, i| {
        Some(ways.checked_mul(u128::from(n) - i)? / (i + 1))
    })
}
