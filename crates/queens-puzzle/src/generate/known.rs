//! Other solutions found so far, kept up to date while borders move.

use queens_model::bits::SmallSet;

/// Number of words in a set of solutions.
const SET_WORDS: usize = 3;

/// Maximum number of known solutions.
const MAX_KNOWN: usize = 64 * SET_WORDS;

/// Move of a square from one region to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BorderMove {
    pub(super) square: usize,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl BorderMove {
    /// Returns the inverse move.
    pub(super) fn inverse_move(self) -> Self {
        BorderMove {
            from: self.to,
            to: self.from,
            ..self
        }
    }
}

/// The latest solutions of the rows and columns. A solution is alive if it is a solution
/// of the regions too.
pub(super) struct KnownSolutions {
    stars: u8,
    /// For each solution, the squares of its queens.
    queens: Vec<Vec<usize>>,
    /// For each solution, the number of queens in each region.
    counts: Vec<Vec<u8>>,
    /// For each solution, the number of regions without exactly `stars` queens.
    wrong: Vec<u8>,
    /// For each square, the solutions with a queen there.
    on: Vec<SmallSet<SET_WORDS>>,
    /// The solutions with `stars` queens in every region.
    alive: SmallSet<SET_WORDS>,
    /// Number of solutions inserted; the next one goes to this place modulo
    /// [`MAX_KNOWN`].
    next: usize,
}

impl KnownSolutions {
    /// Returns an empty set for a board of `squares` squares with `stars` queens in each
    /// region.
    pub(super) fn new(squares: usize, stars: usize) -> Self {
        KnownSolutions {
            stars: stars as u8,
            queens: Vec::new(),
            counts: Vec::new(),
            wrong: Vec::new(),
            on: vec![SmallSet::EMPTY; squares],
            alive: SmallSet::EMPTY,
            next: 0,
        }
    }

    /// Adds a solution of the current `regions` regions. It replaces the oldest one if
    /// the set is full.
    pub(super) fn insert_solution(&mut self, queens: Vec<usize>, regions: usize) {
        let place = self.next % MAX_KNOWN;
        self.next += 1;
        queens
            .iter()
            .for_each(|&queen| self.on[queen].insert(place));
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
        oldest
            .iter()
            .filter(is_gone)
            .for_each(|&queen| self.on[queen].remove(place));
        self.counts[place] = counts;
        self.wrong[place] = 0;
    }

    /// Number of solutions alive.
    pub(super) fn count_alive(&self) -> u32 {
        self.alive.count()
    }

    /// Solutions alive.
    pub(super) fn alive_solutions(&self) -> impl Iterator<Item = usize> + use<> {
        self.alive.iter()
    }

    /// Squares of the queens of a solution.
    pub(super) fn queens_of(&self, solution: usize) -> &[usize] {
        &self.queens[solution]
    }

    /// Updates all solutions after a move.
    ///
    /// # Complexity
    /// Linear in the solutions with a queen on the square.
    pub(super) fn apply_move(&mut self, BorderMove { square, from, to }: BorderMove) {
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
    fn moves_update_the_live_solutions() {
        let mut known = KnownSolutions::new(9, 1);
        known.insert_solution(vec![0, 4, 8], 3);
        known.insert_solution(vec![2, 4, 6], 3);
        let change = BorderMove {
            square: 0,
            from: 0,
            to: 1,
        };
        known.apply_move(change);
        assert!(known.alive_solutions().eq([1]));
        known.apply_move(BorderMove {
            square: 4,
            from: 1,
            to: 0,
        });
        assert!(known.alive_solutions().eq([0]));
        known.apply_move(change.inverse_move());
        assert_eq!(known.count_alive(), 0);
        for _ in 2..MAX_KNOWN + 1 {
            known.insert_solution(vec![1, 3, 8], 3);
        }
        assert_eq!(
            (known.count_alive(), known.queens_of(0)),
            (MAX_KNOWN as u32 - 1, &[1, 3, 8][..])
        );
        known.apply_move(BorderMove {
            square: 0,
            from: 0,
            to: 1,
        });
        assert_eq!(known.count_alive(), MAX_KNOWN as u32 - 1);
        known.apply_move(BorderMove {
            square: 8,
            from: 2,
            to: 1,
        });
        assert_eq!(known.count_alive(), 0);
    }
}
