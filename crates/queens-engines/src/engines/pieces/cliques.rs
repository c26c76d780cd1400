//! Cliques of open squares: sets in which every two attack each other.
//!
//! A clique takes pieces on one orbit at most. So a kind has no room if its cliques have
//! room for fewer pieces than it needs. For the same reason a search may leave out the
//! largest cliques while these have room for fewer pieces than needed: every set has a
//! piece on one of the others.
//!
//! Two queens on 2 x 2: one clique of all four squares, with room for one. There is no
//! placement.

use super::board::{Needs, OrbitBoard};
use queens_model::bits::SmallSet;

/// A clique of orbits, with the number of pieces for which it has room.
struct OrbitClique<const W: usize> {
    orbits: SmallSet<W>,
    room: u32,
}

impl<const W: usize> OrbitBoard<W> {
    /// Returns false if cliques show that there is no placement.
    pub(super) fn may_exist(&self, needs: &Needs) -> bool {
        (0..self.kinds).all(|kind| self.has_room(kind, self.open[kind], needs[kind]))
    }

    /// Returns false if cliques show that the `open` orbits do not take as many pieces of
    /// a kind as needed.
    pub(super) fn has_room(&self, kind: usize, open: SmallSet<W>, need: u32) -> bool {
        let squares = self.squares(open);
        if squares < need || need == 0 {
            return need == 0;
        }
        // Most cliques of knights have two squares, so larger sets hardly ever fail.
        if squares >= 2 * need {
            return true;
        }
        let (mut rest, mut room) = (open, 0);
        while room < need
            && let Some(clique) = self.take_clique(kind, &mut rest)
        {
            room += clique.room;
        }
        room >= need
    }

    /// Returns the orbits to branch on: every set of `need` squares contains one of them,
    /// because all other cliques together have room for fewer. Small cliques come first.
    pub(super) fn branching_orbits(
        &self,
        kind: usize,
        open: SmallSet<W>,
        need: u32,
    ) -> SmallSet<W> {
        if need == 1 {
            return open;
        }
        let mut cliques = Vec::new();
        let (mut rest, mut room) = (open, 0);
        while let Some(clique) = self.take_clique(kind, &mut rest) {
            room += clique.room;
            cliques.push((clique.orbits.count(), clique.room, clique.orbits));
        }
        cliques.sort_unstable_by_key(|&(count, ..)| count);
        let mut branching = SmallSet::EMPTY;
        // `room` counts the cliques that are not in `branching`.
        for (_, clique_room, orbits) in cliques {
            if room < need {
                break;
            }
            room -= clique_room;
            branching |= orbits;
        }
        branching
    }

    /// Removes a clique with the first orbit from `rest`; `None` if none is left.
    #[inline(always)]
    fn take_clique(&self, kind: usize, rest: &mut SmallSet<W>) -> Option<OrbitClique<W>> {
        let mut next = Some(rest.first()?);
        let (mut orbits, mut candidates) = (SmallSet::EMPTY, *rest);
        let mut room = 0;
        // `candidates` close all orbits of the clique, and are closed by them.
        while let Some(orbit) = next {
            orbits.insert(orbit);
            room = room.max(self.size(orbit));
            candidates &= self.closed[kind][orbit][kind];
            candidates.remove(orbit);
            next = candidates.first();
        }
        *rest -= orbits;
        Some(OrbitClique { orbits, room })
    }
}
