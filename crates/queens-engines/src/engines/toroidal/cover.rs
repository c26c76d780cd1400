//! The open squares of the torus, by line, and the search that covers all lines.

use super::classes::{Vector, index, line_numbers};
use crate::parallel::SharedMeter;
use control::{Step, Stop};
use queens_simd::{DetectedKernel, KernelLoops, KernelWork};
use std::ops::{BitAnd, BitOr, Not};
use std::sync::Arc;

/// Number of nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 1 << 12;

/// A word of bits: the open squares of a line.
pub(super) trait LineWord:
    Copy
    + Eq
    + Send
    + Sync
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// Returns the word with this bit alone.
    fn bit(number: u32) -> Self;
    /// Returns the number of bits.
    fn count(self) -> u32;
    /// Returns the number of the lowest bit; of none, the number of bits of a word.
    fn lowest(self) -> u32;
}

/// Implements [`LineWord`] for an unsigned integer.
macro_rules! line_word {
    ($word:ty) => {
        impl LineWord for $word {
            #[inline(always)]
            fn bit(number: u32) -> Self {
                1 << number
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}

line_word!(u32);
line_word!(u64);

/// The open squares of each line: rows (bits by column), columns, rising and falling
/// diagonals (bits by row). A line that is not covered has one bit more, [`Torus::live`];
/// a covered line is 0.
///
/// Each direction has a quarter of the words, at least one for each line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Board<W, const WORDS: usize>([W; WORDS]);

/// The line with the fewest open squares, as the word `256 * squares + line`; 2^31 or
/// more if all lines are covered.
type FewestSquares = u32;

impl<W: LineWord, const WORDS: usize> Board<W, WORDS> {
    /// Returns the board with this word for each line.
    fn filled(word: W) -> Self {
        Board([word; WORDS])
    }

    /// Returns the board with only the squares of `keep`.
    #[inline(always)]
    fn and(&self, keep: &Self) -> Self {
        // By value: written straight to its place, which might be one of these two, it
        // would be computed word by word.
        let mut left = *self;
        for (squares, &keep) in left.0.iter_mut().zip(&keep.0) {
            *squares = *squares & keep;
        }
        left
    }

    /// Returns the line with the fewest open squares, of these the first.
    ///
    /// A line counts its own bit too, so that a line without open squares comes before
    /// all others, and a covered line, by wrapping below 0, after them.
    #[inline(always)]
    fn fewest_squares(&self) -> FewestSquares {
        let mut words = [0; WORDS];
        for (word, squares) in words.iter_mut().zip(&self.0) {
            *word = squares.count();
        }
        // Count and line share a word, so that the minimum needs neither a branch nor a
        // second array.
        for (line, word) in (0..).zip(&mut words) {
            *word = (*word << 8).wrapping_add(u32::wrapping_sub(line, 256));
        }
        // By reference: by value it becomes one gather for each lane.
        words.iter().fold(u32::MAX, |least, &word| word.min(least))
    }
}

/// Largest side whose lines have words of 32 bits, one of which marks the lines that are
/// not covered.
const MAX_NARROW_SIDE: u32 = 31;

/// Largest side: the words of a direction are five registers of the widest kernel, and
/// one word more than the side.
pub(super) const MAX_SIDE: u32 = 39;

/// A torus on which queens attack along lines and by the vectors of `forbidden`, with
/// words as wide as its side needs.
///
/// `n` is its side, odd and at most [`MAX_SIDE`].
pub(super) fn torus(n: u32, forbidden: &[Vector]) -> Arc<dyn Cover> {
    if n <= MAX_NARROW_SIDE {
        Arc::new(Torus::<u32, 128>::new(n, forbidden))
    } else {
        wide_torus(n, forbidden)
    }
}

/// Returns the same torus, with words that are wide enough for every side.
pub(super) fn wide_torus(n: u32, forbidden: &[Vector]) -> Arc<dyn Cover> {
    Arc::new(Torus::<u64, 160>::new(n, forbidden))
}

/// A torus that is to be covered.
pub(super) trait Cover: Send + Sync {
    /// Returns the open squares of a row when `queens` are placed, which do not attack
    /// each other.
    fn open_in_row(&self, queens: &[Vector], row: u32) -> Vec<Vector>;

    /// Returns the open squares of the line that has the fewest when `queens` are placed;
    /// `None` if there is no line to branch on: all are covered, or a queen is on a
    /// forbidden square.
    ///
    /// `forbidden` is as in [`CoverSearch`], or empty if only attacks close squares.
    fn open_in_fewest(
        &self,
        queens: &[Vector],
        forbidden: &[Vec<Vector>],
    ) -> Option<Vec<Vector>>;

    /// Searches all solutions with some queens, and returns the number of nodes.
    fn search(
        &self,
        search: CoverSearch<'_>,
        kernel: DetectedKernel,
    ) -> Result<u64, Stop>;
}

/// The torus, with what a queen on each square leaves open.
struct Torus<W, const WORDS: usize> {
    n: u32,
    /// For each square, what a queen there leaves.
    keep: Vec<Board<W, WORDS>>,
    /// For each line, the square of each of its bits.
    squares: Vec<[Vector; MAX_SIDE as usize]>,
}

impl<W: LineWord, const WORDS: usize> Torus<W, WORDS> {
    /// Number of lines of one direction that a board has room for.
    const LINES: usize = WORDS / 4;

    fn new(n: u32, forbidden: &[Vector]) -> Self {
        let square = |line: usize, bit: u32| {
            let (direction, number) =
                (line / Self::LINES, (line % Self::LINES) as u32 % n);
            match direction {
                0 => (number, bit),
                1 => (bit, number),
                2 => (bit, (number + n - bit) % n),
                _ => (bit, (bit + n - number) % n),
            }
        };
        let squares = |line| std::array::from_fn(|bit| square(line, bit as u32 % n));
        let mut torus = Torus {
            n,
            keep: Vec::new(),
            squares: (0..WORDS).map(squares).collect(),
        };
        torus.keep = (0..n * n)
            .map(|number| torus.left_by((number / n, number % n), forbidden))
            .collect();
        torus
    }

    /// Returns the four lines of a square.
    fn lines(&self, square: Vector) -> [usize; 4] {
        let numbers = line_numbers(self.n, square);
        std::array::from_fn(|direction| {
            direction * Self::LINES + numbers[direction] as usize
        })
    }

    /// Returns what a queen on `square` leaves open.
    fn left_by(&self, square: Vector, forbidden: &[Vector]) -> Board<W, WORDS> {
        let mut board = Board::filled(!W::from(0));
        let mut close = |square| self.close(square, &mut board);
        for line in self.lines(square) {
            self.squares[line][..self.n as usize]
                .iter()
                .for_each(|&square| close(square));
        }
        for vector in forbidden {
            close((
                (square.0 + vector.0) % self.n,
                (square.1 + vector.1) % self.n,
            ));
        }
        // The queen's own lines are covered: no square of them is left, and no mark.
        for line in self.lines(square) {
            board.0[line] = W::from(0);
        }
        board
    }

    /// Closes a square.
    fn close(&self, (x, y): Vector, board: &mut Board<W, WORDS>) {
        let bits = [y, x, x, x];
        for (line, bit) in self.lines((x, y)).into_iter().zip(bits) {
            board.0[line] = board.0[line] & !W::bit(bit);
        }
    }

    /// The bit of a line that is not covered.
    fn uncovered_bit(&self) -> W {
        W::bit(self.n)
    }

    /// Returns the board with `queens`, which do not attack each other.
    fn with(&self, queens: &[Vector]) -> Board<W, WORDS> {
        let mut board = Board::filled(W::from(0));
        let all = (0..=self.n).fold(W::from(0), |word, bit| word | W::bit(bit));
        for direction in board.0.chunks_exact_mut(Self::LINES) {
            direction[..self.n as usize].fill(all);
        }
        for &queen in queens {
            board = board.and(&self.keep[index(self.n, queen)]);
        }
        board
    }

    /// Returns the board with `queens` and without the squares that they forbid.
    fn left(&self, queens: &[Vector], forbidden: &[Vec<Vector>]) -> Board<W, WORDS> {
        let mut board = self.with(queens);
        for count in 1..=queens.len().min(QUEENS_THAT_FORBID) {
            self.forbid_squares(forbidden, &queens[..count], &mut board);
        }
        board
    }

    /// Returns the open squares of a line.
    fn open(&self, board: &Board<W, WORDS>, line: usize) -> Vec<Vector> {
        let squares =
            (0..self.n).filter(|&bit| (board.0[line] & W::bit(bit)).count() == 1);
        squares
            .map(|bit| self.squares[line][bit as usize])
            .collect()
    }

    /// Closes the squares that the last of `queens` forbids together with each of the
    /// others; all squares if there is a queen on one of them.
    ///
    /// Not inlined: it is the same for every kernel.
    #[inline(never)]
    fn forbid_squares(
        &self,
        forbidden: &[Vec<Vector>],
        queens: &[Vector],
        board: &mut Board<W, WORDS>,
    ) {
        let Some((&last, others)) = queens.split_last() else {
            return;
        };
        let n = self.n;
        for &other in others {
            // A forbidden square is relative to the first of two queens, and either may
            // be the first.
            for (first, second) in [(last, other), (other, last)] {
                let difference =
                    ((second.0 + n - first.0) % n, (second.1 + n - first.1) % n);
                for offset in forbidden.get(index(n, difference)).into_iter().flatten() {
                    let square = ((first.0 + offset.0) % n, (first.1 + offset.1) % n);
                    if queens.contains(&square) {
                        // No line has a square to branch on.
                        *board = Board::filled(W::from(0));
                        return;
                    }
                    self.close(square, board);
                }
            }
        }
    }
}

impl<W: LineWord, const WORDS: usize> Cover for Torus<W, WORDS> {
    fn open_in_row(&self, queens: &[Vector], row: u32) -> Vec<Vector> {
        self.open(&self.with(queens), row as usize)
    }

    fn open_in_fewest(
        &self,
        queens: &[Vector],
        forbidden: &[Vec<Vector>],
    ) -> Option<Vec<Vector>> {
        let board = self.left(queens, forbidden);
        let word = board.fewest_squares();
        (word < 1 << 31).then(|| self.open(&board, word as usize % 256))
    }

    fn search(
        &self,
        search: CoverSearch<'_>,
        kernel: DetectedKernel,
    ) -> Result<u64, Stop> {
        kernel.run_counting(TorusSearch {
            torus: self,
            search,
        })
    }
}

/// A search below some queens.
pub(super) struct CoverSearch<'s> {
    pub(super) queens: &'s [Vector],
    pub(super) meter: &'s SharedMeter<'s>,
    /// For each difference between two queens, by its index, squares that no queen may be
    /// on, relative to the first of the two.
    pub(super) forbidden: &'s [Vec<Vector>],
    /// Called for each solution, with its queens. The forbidden squares are only heeded
    /// by the first queens.
    pub(super) found: &'s mut dyn FnMut(&[Vector]),
}

/// Number of queens up to which the forbidden squares are closed. The nodes below are so
/// many that closing them there costs more than it saves.
const QUEENS_THAT_FORBID: usize = 9;

/// A search on its torus.
struct TorusSearch<'t, 's, W, const WORDS: usize> {
    torus: &'t Torus<W, WORDS>,
    search: CoverSearch<'s>,
}

/// A node that waits for its other squares.
#[derive(Clone, Copy)]
struct Node<W, const WORDS: usize> {
    board: Board<W, WORDS>,
    /// Squares of `line` that are still to be tried.
    bits: W,
    line: usize,
}

impl<W: LineWord, const WORDS: usize> KernelWork for TorusSearch<'_, '_, W, WORDS> {
    /// Number of nodes.
    type Output = Result<u64, Stop>;

    #[inline(always)]
    fn run<L: KernelLoops>(self, _loops: L) -> Self::Output {
        let TorusSearch {
            torus,
            search:
                CoverSearch {
                    queens: first,
                    meter,
                    forbidden,
                    found,
                },
        } = self;
        let side = torus.n as usize;
        let start = torus.left(first, forbidden);
        let mut queens = first.to_vec();
        let mut path = vec![
            Node {
                board: start,
                bits: W::from(0),
                line: 0
            };
            side - queens.len() + 1
        ];
        let above = queens.len();
        queens.resize(side, (0, 0));
        let (mut depth, mut fewest) = (0, start.fewest_squares());
        let (mut nodes, mut unspent) = (0, 0);
        loop {
            nodes += 1;
            unspent += 1;
            if unspent == NODES_PER_CHECK {
                spend(meter, unspent)?;
                unspent = 0;
            }
            if above + depth == side {
                found(&queens);
            } else {
                let line = (fewest % 256) as usize;
                path[depth].line = line;
                path[depth].bits = path[depth].board.0[line] & !torus.uncovered_bit();
            }
            // Back to the last node with a square to try.
            while path[depth].bits == W::from(0) {
                if depth == 0 {
                    spend(meter, unspent)?;
                    return Ok(nodes);
                }
                depth -= 1;
            }
            let node = &mut path[depth];
            let bit = node.bits.lowest();
            node.bits = node.bits & !W::bit(bit);
            let square = torus.squares[node.line][bit as usize];
            queens[above + depth] = square;
            let mut board = node.board.and(&torus.keep[index(torus.n, square)]);
            depth += 1;
            if above + depth <= QUEENS_THAT_FORBID {
                torus.forbid_squares(forbidden, &queens[..above + depth], &mut board);
            }
            fewest = board.fewest_squares();
            path[depth] = Node {
                board,
                bits: W::from(0),
                line: 0,
            };
        }
    }
}

/// Not inlined: it is the same for every kernel.
#[inline(never)]
fn spend(meter: &SharedMeter<'_>, nodes: u64) -> Step {
    meter.spend(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;
    use queens_simd::Kernel;

    /// Returns the solutions with these queens, and the number of nodes.
    fn found(torus: &dyn Cover, n: u32, queens: &[Vector]) -> (Vec<Vec<Vector>>, u64) {
        let limits = Limits::default().started();
        let forbidden = vec![Vec::new(); (n * n) as usize];
        let mut solutions = Vec::new();
        let mut found = |queens: &[Vector]| solutions.push(queens.to_vec());
        let search = CoverSearch {
            queens,
            meter: &SharedMeter::new(&limits),
            forbidden: &forbidden,
            found: &mut found,
        };
        let kernel = Kernel::Auto.find().expect("a kernel");
        let nodes = torus.search(search, kernel).expect("no limit");
        (solutions, nodes)
    }

    #[test]
    fn solutions_on_a_line_of_the_largest_tori_are_found() {
        for (n, step) in [(35, 2), (35, 12), (37, 2), (37, 19)] {
            let line: Vec<Vector> = (0..n).map(|row| (row, row * step % n)).collect();
            let (solutions, _) = found(&*torus(n, &[]), n, &line[..24]);
            let is_line = |solution: &Vec<Vector>| {
                line.iter().all(|queen| solution.contains(queen))
            };
            assert_eq!(
                solutions
                    .iter()
                    .filter(|solution| is_line(solution))
                    .count(),
                1,
                "{n}, {step}"
            );
        }
    }
}
