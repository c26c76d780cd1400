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
//! If placements are counted, the last kind is not placed: its sets are counted
//! (`last_kind`).
//!
//! The same search counts the placements that a symmetry leaves unchanged, with orbits in
//! place of squares.

use super::board::{KindSets, Needs, OrbitBoard};
use super::last_kind::COUNT_OVERFLOW;
use crate::engines::subtrees::{TreeEffort, TreeSearch};
use control::{Meter, Step, Stop};
use queens_model::bits::SmallSet;

/// A search on the orbits of a board.
pub(super) struct MixSearch<'b, const W: usize> {
    board: &'b OrbitBoard<W>,
    /// Number of kinds that are placed: all of them, or all but the last if placements
    /// are counted.
    placed_kinds: usize,
    /// For each orbit, those that need not be tried for the first piece after it.
    twins: Vec<SmallSet<W>>,
    goal: MixGoal,
}

/// A node of the search whose children are being tried.
struct SearchLevel<const W: usize> {
    open: KindSets<W>,
    needs: Needs,
    /// The kind that is placed next.
    kind: usize,
    /// Orbits that are still to be tried for it.
    branching: SmallSet<W>,
}

/// Use of a placement of the placed kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MixGoal {
    /// The first one ends the search.
    One,
    /// The sets of the last kind beside each are counted.
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
pub(super) fn find_placement<const W: usize>(
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
    Ok(first.map(|pieces| squares_by_kind(board.kinds, pieces)))
}

/// Returns the squares of the pieces of each kind.
fn squares_by_kind(kinds: usize, pieces: Vec<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut squares = vec![Vec::new(); kinds];
    for (kind, square) in pieces {
        squares[kind].push(square);
    }
    squares
}

/// Adds the number of placements to `count`.
///
/// # Errors
/// A limit: then `count` has a part of them. [`COUNT_OVERFLOW`] if it exceeds 128 bits.
pub(super) fn count_placements<const W: usize>(
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

impl<const W: usize> MixSearch<'_, W> {
    /// Returns the kind of the next piece; `None` if all are placed.
    fn next_kind(&self, needs: &Needs) -> Option<usize> {
        (0..self.placed_kinds).find(|&kind| needs[kind] > 0)
    }

    /// Closes `orbit`, which was tried, for the kind of the level, and its twins as well
    /// if the piece is the first one.
    fn close_tried(&self, level: &mut SearchLevel<W>, orbit: usize, is_first: bool) {
        let tried = if is_first {
            self.twins[orbit]
        } else {
            SmallSet::one(orbit)
        };
        level.branching -= tried;
        level.open[level.kind] -= tried;
    }

    /// Takes a placement of the placed kinds: the end of a search for one, and as many
    /// placements as the last kind has sets if they are counted.
    #[inline(always)]
    fn take_placement(
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
        let sets = self.board.count_last_kind(open[last], needs[last], meter)?;
        found.count = found.count.checked_add(sets).ok_or(COUNT_OVERFLOW)?;
        Ok(())
    }

    /// Places pieces on `orbit`; returns the open orbits and the needs after them, or
    /// `None` if not enough orbits stay open for the others.
    fn place_on(
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
        // Kinds before this one need no more pieces.
        for other in kind..self.board.kinds {
            open[other] -= closed[other];
            let has_room = if other == kind {
                // The next node divides the squares of this kind into cliques anyway.
                self.board.squares(open[other]) >= needs[other]
            } else {
                self.board.has_room(other, open[other], needs[other])
            };
            if !has_room {
                return None;
            }
        }
        Some((open, needs))
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
        let branching = self.board.branching_orbits(kind, open[kind], needs[kind]);
        let mut level = SearchLevel {
            open,
            needs,
            kind,
            branching,
        };
        let mut children = Vec::new();
        while let Some(orbit) = level.branching.first() {
            if let Some((open, needs)) = self.place_on(orbit, &level) {
                let pieces = pieces.iter().copied().chain([(kind, orbit)]).collect();
                children.push(MixNode {
                    open,
                    needs,
                    pieces,
                });
            }
            self.close_tried(&mut level, orbit, pieces.is_empty());
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
        // Without recursion, because hundreds of knights fit on a board. The pieces are
        // those of `node`, and one for each level after the first: the piece that led to
        // it, which goes with it.
        let mut levels: Vec<SearchLevel<W>> = Vec::new();
        let mut next = Some((node.open, node.needs));
        loop {
            if let Some((open, needs)) = next.take() {
                meter.expand()?;
                meter.depth(pieces.len() as u64);
                if let Some(kind) = self.next_kind(&needs) {
                    let branching =
                        self.board.branching_orbits(kind, open[kind], needs[kind]);
                    levels.push(SearchLevel {
                        open,
                        needs,
                        kind,
                        branching,
                    });
                } else {
                    self.take_placement(&open, &needs, &pieces, found, meter)?;
                    pieces.pop();
                }
            }
            let Some(level) = levels.last_mut() else {
                return Ok(());
            };
            let Some(orbit) = level.branching.first() else {
                // The first level has no piece of its own, but the search ends with it.
                levels.pop();
                pieces.pop();
                continue;
            };
            next = self.place_on(orbit, level);
            self.close_tried(level, orbit, pieces.is_empty());
            if next.is_some() {
                pieces.push((level.kind, orbit));
            }
        }
    }
}
