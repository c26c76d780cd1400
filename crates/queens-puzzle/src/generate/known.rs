//! The other solutions that a search has found, while borders move.

use queens_model::bits::Set;

/// Words of a set of solutions.
const WORDS: usize = 3;

/// The most solutions that are kept in mind.
const MOST: usize = 64 * WORDS;

/// A square that goes from one region to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) square: usize,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// The move that takes it back.
    pub(super) fn back(self) -> Self {
        Move { from: self.to, to: self.from, ..self }
    }
}

/// The latest solutions of the rows and columns, and which of them are solutions of the regions too.
pub(super) struct Known {
    stars: u8,
    /// For each solution, the squares of its queens.
    queens: Vec<Vec<usize>>,
    /// For each solution, how many of its queens stand in each region ...
    counts: Vec<Vec<u8>>,
    /// ... and how many regions do not have their number.
    wrong: Vec<u8>,
    /// For each square, the solutions with a queen there.
    on: Vec<Set<WORDS>>,
    /// The solutions whose regions all have their number.
    alive: Set<WORDS>,
    /// The place of the next solution.
    next: usize,
}

impl Known {
    /// None is known of a board of so many squares, with `stars` queens in each region.
    pub(super) fn new(squares: usize, stars: usize) -> Self {
        Known {
            stars: stars as u8,
            queens: Vec::new(),
            counts: Vec::new(),
            wrong: Vec::new(),
            on: vec![Set::EMPTY; squares],
            alive: Set::EMPTY,
            next: 0,
        }
    }

    /// Takes a solution of a board with so many regions as they are now; it takes the place of the oldest one where
    /// there are very many.
    pub(super) fn insert(&mut self, queens: Vec<usize>, regions: usize) {
        let place = self.next % MOST;
        self.next += 1;
        queens.iter().for_each(|&queen| self.on[queen].insert(place));
        self.alive.insert(place);
        let counts = vec![self.stars; regions];
        if place == self.queens.len() {
            self.queens.push(queens);
            self.counts.push(counts);
            self.wrong.push(0);
            return;
        }
        let oldest = std::mem::replace(&mut self.queens[place], queens);
        let is_gone = |queen: &&usize| self.queens[place].binary_search(queen).is_err();
        oldest.iter().filter(is_gone).for_each(|&queen| self.on[queen].remove(place));
        self.counts[place] = counts;
        self.wrong[place] = 0;
    }

    /// How many are alive.
    pub(super) fn count_alive(&self) -> u32 {
        self.alive.count()
    }

    /// Those that are alive.
    pub(super) fn alive(&self) -> impl Iterator<Item = usize> + use<> {
        self.alive.iter()
    }

    /// The squares of the queens of one of them.
    pub(super) fn queens(&self, solution: usize) -> &[usize] {
        &self.queens[solution]
    }

    /// Hears of a move.
    ///
    /// # Complexity
    /// Linear in the solutions with a queen on the square.
    pub(super) fn apply(&mut self, Move { square, from, to }: Move) {
        let (from, to) = (usize::from(from), usize::from(to));
        for solution in self.on[square].iter() {
            let counts = &mut self.counts[solution];
            let is_wrong = |count: u8| u8::from(count != self.stars);
            let before = is_wrong(counts[from]) + is_wrong(counts[to]);
            counts[from] -= 1;
            counts[to] += 1;
            let after = is_wrong(counts[from]) + is_wrong(counts[to]);
            self.wrong[solution] = self.wrong[solution] + after - before;
            match self.wrong[solution] {
                0 => self.alive.insert(solution),
                _ => self.alive.remove(solution),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solutions die and come back as squares move, and the oldest leave.
    #[test]
    fn moves_tell_who_is_alive() {
        let mut known = Known::new(9, 1);
        known.insert(vec![0, 4, 8], 3);
        known.insert(vec![2, 4, 6], 3);
        let change = Move { square: 0, from: 0, to: 1 };
        known.apply(change);
        assert!(known.alive().eq([1]));
        known.apply(Move { square: 4, from: 1, to: 0 });
        assert!(known.alive().eq([0]));
        known.apply(change.back());
        assert_eq!(known.count_alive(), 0);
        for _ in 2..MOST + 1 {
            known.insert(vec![1, 3, 8], 3);
        }
        assert_eq!((known.count_alive(), known.queens(0)), (MOST as u32 - 1, &[1, 3, 8][..]));
        known.apply(Move { square: 0, from: 0, to: 1 });
        assert_eq!(known.count_alive(), MOST as u32 - 1);
        known.apply(Move { square: 8, from: 2, to: 1 });
        assert_eq!(known.count_alive(), 0);
    }
}
