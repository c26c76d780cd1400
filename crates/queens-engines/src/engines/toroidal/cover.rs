//! The open squares of the torus, by line, and the search that covers all lines.

use super::classes::{Vector, index, line_numbers};
use crate::parallel::SharedMeter;
use control::Step;
use queens_simd::{KernelLoops, KernelWork};

/// Number of lines of one direction that a board has room for.
const LINES_PER_DIRECTION: usize = 32;

/// Number of nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 1 << 12;

/// The open squares of each line: rows (bits by column), columns, rising and falling diagonals (bits by row). A line that is not
/// covered has one bit more, [`Torus::live`]; a covered line is 0.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Board([u32; 4 * LINES_PER_DIRECTION]);

/// The line with the fewest open squares, as the word `256 * squares + line`; 2^31 or more if all lines are covered.
type FewestSquares = u32;

impl Board {
    /// Every square of every line.
    const FULL: Board = Board([u32::MAX; 4 * LINES_PER_DIRECTION]);
    /// No squares: no line has one to branch on.
    const CLOSED: Board = Board([0; 4 * LINES_PER_DIRECTION]);

    /// Returns the board with only the squares of `keep`.
    #[inline(always)]
    fn and(&self, keep: &Board) -> Board {
        // By value: written straight to its place, which might be one of these two, it would be computed word by word.
        let mut left = *self;
        for (squares, keep) in left.0.iter_mut().zip(&keep.0) {
            *squares &= keep;
        }
        left
    }

    /// Returns the line with the fewest open squares, of these the first.
    ///
    /// A line counts its own bit too, so that a line without open squares comes before all others, and a covered line, by wrapping
    /// below 0, after them.
    #[inline(always)]
    fn fewest(&self) -> FewestSquares {
        let mut words = self.0;
        for (line, word) in (0..).zip(&mut words) {
            *word = (word.count_ones() << 8).wrapping_add(u32::wrapping_sub(line, 256));
        }
        // By halves, which are whole registers: a plain minimum becomes one gather for each lane.
        let [mut words, other] = halves::<_, 64>(&words);
        least(&mut words, &other);
        let [mut words, other] = halves::<_, 32>(&words);
        least(&mut words, &other);
        let [mut words, other] = halves::<_, 16>(&words);
        least(&mut words, &other);
        words.into_iter().fold(u32::MAX, u32::min)
    }
}

/// Divides an array in two.
#[inline(always)]
fn halves<const ALL: usize, const HALF: usize>(words: &[u32; ALL]) -> [[u32; HALF]; 2] {
    const { assert!(ALL == 2 * HALF) };
    let mut parts = [[0; HALF]; 2];
    parts[0].copy_from_slice(&words[..HALF]);
    parts[1].copy_from_slice(&words[HALF..]);
    parts
}

/// Lane by lane, the lesser of two words.
#[inline(always)]
fn least<const N: usize>(words: &mut [u32; N], other: &[u32; N]) {
    for (word, other) in words.iter_mut().zip(other) {
        *word = (*word).min(*other);
    }
}

/// The torus, with what a queen on each square leaves open.
pub(super) struct Torus {
    n: u32,
    /// For each square, what a queen there leaves.
    keep: Vec<Board>,
    /// For each line, the square of each of its bits.
    squares: Vec<[Vector; LINES_PER_DIRECTION]>,
}

impl Torus {
    /// Creates the torus of side `n`, odd and at most [`super::MAX_SIDE`], on which queens attack along lines and by the
    /// vectors of `forbidden`.
    pub(super) fn new(n: u32, forbidden: &[Vector]) -> Self {
        let square = |line: usize, bit: u32| {
            let (direction, number) = (line / LINES_PER_DIRECTION, (line % LINES_PER_DIRECTION) as u32);
            match direction {
                0 => (number, bit),
                1 => (bit, number),
                2 => (bit, (number + n - bit) % n),
                _ => (bit, (bit + n - number) % n),
            }
        };
        let mut squares = vec![[(0, 0); LINES_PER_DIRECTION]; 4 * LINES_PER_DIRECTION];
        for line in (0..4 * LINES_PER_DIRECTION).filter(|line| ((line % LINES_PER_DIRECTION) as u32) < n) {
            for bit in 0..n {
                squares[line][bit as usize] = square(line, bit);
            }
        }
        let mut torus = Torus { n, keep: Vec::new(), squares };
        torus.keep = (0..n * n).map(|number| torus.left_by((number / n, number % n), forbidden)).collect();
        torus
    }

    /// Returns the four lines of a square.
    pub(super) fn lines(&self, square: Vector) -> [usize; 4] {
        let numbers = line_numbers(self.n, square);
        std::array::from_fn(|direction| direction * LINES_PER_DIRECTION + numbers[direction] as usize)
    }

    /// Returns what a queen on `square` leaves open.
    fn left_by(&self, square: Vector, forbidden: &[Vector]) -> Board {
        let mut board = Board::FULL;
        let mut close = |square| self.close(square, &mut board);
        for line in self.lines(square) {
            self.squares[line][..self.n as usize].iter().for_each(|&square| close(square));
        }
        for vector in forbidden {
            close(((square.0 + vector.0) % self.n, (square.1 + vector.1) % self.n));
        }
        for line in self.lines(square) {
            board.0[line] = 0;
        }
        board
    }

    /// Closes a square.
    fn close(&self, (x, y): Vector, board: &mut Board) {
        let bits = [y, x, x, x];
        for (line, bit) in self.lines((x, y)).into_iter().zip(bits) {
            board.0[line] &= !(1 << bit);
        }
    }

    /// The bit of a line that is not covered.
    fn live(&self) -> u32 {
        1 << self.n
    }

    /// Returns the board with `queens`, which do not attack each other.
    pub(super) fn with(&self, queens: &[Vector]) -> Board {
        let mut board = Board::CLOSED;
        for direction in 0..4 {
            board.0[direction * LINES_PER_DIRECTION..][..self.n as usize]
                .fill(self.live() | (self.live() - 1));
        }
        for &queen in queens {
            board = board.and(&self.keep[index(self.n, queen)]);
        }
        board
    }

    /// Returns the open squares of a line.
    pub(super) fn open(&self, board: &Board, line: usize) -> Vec<Vector> {
        let bits = board.0[line];
        let squares = (0..self.n).filter(|bit| bits >> bit & 1 == 1);
        squares.map(|bit| self.squares[line][bit as usize]).collect()
    }

    /// Returns the line with the fewest open squares; `None` if all lines are covered.
    pub(super) fn fewest(&self, board: &Board) -> Option<usize> {
        let word = board.fewest();
        (word < 1 << 31).then_some(word as usize % 256)
    }
}

/// A search below some queens.
pub(super) struct CoverSearch<'s> {
    pub(super) torus: &'s Torus,
    pub(super) queens: &'s [Vector],
    pub(super) meter: &'s SharedMeter<'s>,
    /// For each difference between two queens, by its index, squares that no queen may be on, relative to the first of the two.
    pub(super) forbidden: &'s [Vec<Vector>],
    /// Called for each solution, with its queens. The forbidden squares are only heeded by the first queens.
    pub(super) found: &'s mut dyn FnMut(&[Vector]),
}

/// Number of queens up to which the forbidden squares are closed. The nodes below are so many that closing them there costs more
/// than it saves.
const QUEENS_THAT_FORBID: usize = 9;

impl CoverSearch<'_> {
    /// Closes the squares that the last of `queens` forbids together with each of the others; all squares if there is a queen on one
    /// of them.
    ///
    /// Not inlined: it is the same for every kernel.
    #[inline(never)]
    fn forbid(&self, queens: &[Vector], board: &mut Board) {
        let Some((&last, others)) = queens.split_last() else { return };
        let n = self.torus.n;
        for &other in others {
            for (first, second) in [(last, other), (other, last)] {
                let difference = ((second.0 + n - first.0) % n, (second.1 + n - first.1) % n);
                for offset in &self.forbidden[index(n, difference)] {
                    let square = ((first.0 + offset.0) % n, (first.1 + offset.1) % n);
                    if queens.contains(&square) {
                        *board = Board::CLOSED;
                        return;
                    }
                    self.torus.close(square, board);
                }
            }
        }
    }
}

/// A node that waits for its other squares.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    /// Squares of `line` that are still to be tried.
    bits: u32,
    line: usize,
}

impl KernelWork for CoverSearch<'_> {
    /// Number of nodes.
    type Output = Result<u64, control::Stop>;

    #[inline(always)]
    fn run<L: KernelLoops>(self, _loops: L) -> Self::Output {
        let torus = self.torus;
        let side = torus.n as usize;
        let mut start = torus.with(self.queens);
        for count in 1..=self.queens.len() {
            self.forbid(&self.queens[..count], &mut start);
        }
        let mut queens = self.queens.to_vec();
        let mut path = vec![Node { board: start, bits: 0, line: 0 }; side - queens.len() + 1];
        let above = queens.len();
        queens.resize(side, (0, 0));
        let (mut depth, mut fewest) = (0, start.fewest());
        let (mut nodes, mut unspent) = (0, 0);
        loop {
            nodes += 1;
            unspent += 1;
            if unspent == NODES_PER_CHECK {
                spend(self.meter, unspent)?;
                unspent = 0;
            }
            if above + depth == side {
                (self.found)(&queens);
            } else {
                let line = (fewest % 256) as usize;
                path[depth].line = line;
                path[depth].bits = path[depth].board.0[line] & !torus.live();
            }
            // Back to the last node with a square to try.
            while path[depth].bits == 0 {
                if depth == 0 {
                    spend(self.meter, unspent)?;
                    return Ok(nodes);
                }
                depth -= 1;
            }
            let node = &mut path[depth];
            let square = torus.squares[node.line][node.bits.trailing_zeros() as usize];
            node.bits &= node.bits - 1;
            queens[above + depth] = square;
            let mut board = node.board.and(&torus.keep[index(torus.n, square)]);
            depth += 1;
            if above + depth <= QUEENS_THAT_FORBID {
                self.forbid(&queens[..above + depth], &mut board);
            }
            fewest = board.fewest();
            path[depth] = Node { board, bits: 0, line: 0 };
        }
    }
}

/// Not inlined: it is the same for every kernel.
#[inline(never)]
fn spend(meter: &SharedMeter<'_>, nodes: u64) -> Step {
    meter.spend(nodes)
}
