//! All pairs of armies of a given size, by branching on lines.
//!
//! ```text
//! white = black = all squares            (squares that may still take a queen of this colour)
//! search(white, black, k):
//!     remove a white square if fewer than k black ones are left beside the lines through it; the same for black ones
//!     if a bound shows that k white and k black queens do not fit: return
//!     if no line has white and black squares: every k of white with every k of black is a pair
//!     line = one with many squares of both
//!     search(white without line, black)                  no white queen on the line
//!     search(white, black without line)                  at least one: so no black queen
//! ```
//!
//! The branches exclude each other, so every pair is found once. The bound: each line is of one colour, so a group of
//! lines that have no square in common has at most the sum of max(white, black) queens; and with weights for the two
//! colours, the sum of max(2 white, black), which must be 3k. On 4 x 4 with k = 3, all rows are left with 4 squares of both
//! colours: 4 + 4 + 4 + 4 is no less than 6, so the search branches. After the middle rows and columns have a colour, it
//! ends: the maximum is 2.
//!
//! Branching on squares would be slower: a square without a white queen says nothing about its neighbours, but a line
//! without white queens removes a whole line from every other line's bound.

use super::anneal::Pair;
use crate::engines::attack_lines::AttackLines;
use control::{Meter, Step, Stop};
use queens_model::bits::SmallSet;

/// Weights of white and black queens in the bound.
const BOUND_WEIGHTS: [[u32; 2]; 3] = [[1, 1], [1, 2], [2, 1]];

/// Lines that have no square in common, and the squares that none of them contains.
struct LineGroup<const W: usize> {
    lines: Vec<SmallSet<W>>,
    rest: SmallSet<W>,
}

/// A board of at most `64 * W` squares.
pub(super) struct PairSearch<const W: usize> {
    all: SmallSet<W>,
    /// Each square with the squares that it attacks.
    near: Vec<SmallSet<W>>,
    lines: Vec<SmallSet<W>>,
    groups: Vec<LineGroup<W>>,
}

/// Squares that may still take a queen of each colour.
#[derive(Clone, Copy)]
struct OpenSquares<const W: usize> {
    white: SmallSet<W>,
    black: SmallSet<W>,
}

/// Callback for every pair; an error ends the search.
type PairSink<'s, const W: usize> = &'s mut dyn FnMut(SmallSet<W>, SmallSet<W>) -> Step;

impl<const W: usize> PairSearch<W> {
    /// Reads the lines of a board.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn new(board: &AttackLines, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let all = (0..board.through.len()).collect();
        let lines: Vec<SmallSet<W>> = board.lines.iter().map(|line| line.iter().copied().collect()).collect();
        let near =
            |through: &Vec<usize>| through.iter().fold(SmallSet::EMPTY, |near, &line| near | lines[line]);
        let near = board.through.iter().map(near).collect();
        let group = |numbers: Vec<usize>| {
            let lines: Vec<SmallSet<W>> = numbers.into_iter().map(|number| lines[number]).collect();
            let rest = lines.iter().fold(all, |rest, &line| rest - line);
            LineGroup { lines, rest }
        };
        let groups = board.groups(meter)?.into_iter().map(group).collect();
        Ok(PairSearch { all, near, lines, groups })
    }

    /// Returns an upper bound on the size of an army.
    pub(super) fn bound(&self) -> usize {
        let fits = |&size: &usize| self.propagate(&mut self.root(), size as u32);
        (0..=self.near.len() / 2).take_while(fits).last().unwrap_or(0)
    }

    /// Finds a pair of armies of `size` queens each.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn pair(&self, size: usize, meter: &mut Meter<'_>) -> Result<Option<Pair>, Stop> {
        let mut found = None;
        let mut keep = |white: SmallSet<W>, black: SmallSet<W>| {
            found = Some([white.iter().collect(), black.iter().collect()]);
            Err(Stop::Found)
        };
        let mut root = self.root();
        let size = size as u32;
        let searched = match self.propagate(&mut root, size).then(|| self.shared_line(&root)) {
            None => Ok(()),
            // If the line has white queens, it has no black ones: exchange the colours.
            Some(Some(line)) => {
                let white = root.white - self.lines[line];
                self.branch(OpenSquares { white, ..root }, size, &mut Vec::new(), &mut keep, meter)
            }
            Some(None) => self.branch(root, size, &mut Vec::new(), &mut keep, meter),
        };
        match searched {
            Ok(()) => Ok(None),
            Err(Stop::Found) => Ok(found),
            Err(stop) => Err(stop),
        }
    }

    /// Counts the pairs of armies of `size` queens each: all, and up to the `symmetries` of the board and the exchange of
    /// colours. A symmetry is the image of each square.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn count(
        &self,
        size: usize,
        symmetries: &[Vec<usize>],
        meter: &mut Meter<'_>,
    ) -> Result<[u128; 2], Stop> {
        let mut counts = [0, 0];
        let mut count = |white: SmallSet<W>, black: SmallSet<W>| {
            counts[0] += 1;
            let is_least = symmetries.iter().all(|images| {
                let [image_of_white, image_of_black] =
                    [white, black].map(|army| army.iter().map(|square| images[square]).collect());
                !precedes([image_of_white, image_of_black], [white, black])
                    && !precedes([image_of_black, image_of_white], [white, black])
            });
            counts[1] += u128::from(is_least);
            Ok(())
        };
        self.branch(self.root(), size as u32, &mut Vec::new(), &mut count, meter)?;
        Ok(counts)
    }

    fn root(&self) -> OpenSquares<W> {
        OpenSquares { white: self.all, black: self.all }
    }

    /// Passes every pair of armies of `size` to `each` that has a white queen on each line of `with_white`.
    fn branch(
        &self,
        mut open: OpenSquares<W>,
        size: u32,
        with_white: &mut Vec<SmallSet<W>>,
        each: PairSink<'_, W>,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        meter.depth(with_white.len() as u64);
        if !self.propagate(&mut open, size) || !with_white.iter().all(|line| line.meets(&open.white)) {
            return Ok(());
        }
        let Some(line) = self.shared_line(&open) else {
            return subsets(open.white, size, with_white, meter, &mut |white, meter| {
                subsets(open.black, size, &[], meter, &mut |black, _| each(white, black))
            });
        };
        let line = self.lines[line];
        self.branch(OpenSquares { white: open.white - line, ..open }, size, with_white, each, meter)?;
        with_white.push(line);
        let searched =
            self.branch(OpenSquares { black: open.black - line, ..open }, size, with_white, each, meter);
        with_white.pop();
        searched
    }

    /// Removes squares that no pair of `size` can use; returns false if there is no such pair.
    fn propagate(&self, open: &mut OpenSquares<W>, size: u32) -> bool {
        let OpenSquares { white, black } = open;
        loop {
            let before = (white.count(), black.count());
            for square in white.iter() {
                if (*black - self.near[square]).count() < size {
                    white.remove(square);
                }
            }
            for square in black.iter() {
                if (*white - self.near[square]).count() < size {
                    black.remove(square);
                }
            }
            let after = (white.count(), black.count());
            if after.0.min(after.1) < size {
                return false;
            }
            if after == before {
                break;
            }
        }
        self.groups.iter().all(|group| group.has_room(open, size))
    }

    /// Returns the line with the most squares of both colours, by their product.
    fn shared_line(&self, open: &OpenSquares<W>) -> Option<usize> {
        let shared = |line: &SmallSet<W>| (*line & open.white).count() * (*line & open.black).count();
        let lines = self.lines.iter().map(shared).enumerate();
        lines.filter(|&(_, shared)| shared > 0).max_by_key(|&(_, shared)| shared).map(|(line, _)| line)
    }
}

impl<const W: usize> LineGroup<W> {
    /// Returns false if the bound shows that two armies of `size` do not fit.
    fn has_room(&self, open: &OpenSquares<W>, size: u32) -> bool {
        let mut most = [0; BOUND_WEIGHTS.len()];
        let mut add = |white: u32, black: u32, times: u32| {
            for (most, [of_white, of_black]) in most.iter_mut().zip(BOUND_WEIGHTS) {
                *most += times * (of_white * white).max(of_black * black);
            }
        };
        for &line in &self.lines {
            add((line & open.white).count(), (line & open.black).count(), 1);
        }
        let (white, black) = (open.white & self.rest, open.black & self.rest);
        add(1, 1, (white & black).count());
        add(1, 0, (white - black).count());
        add(0, 1, (black - white).count());
        most.iter().zip(BOUND_WEIGHTS).all(|(&most, [white, black])| most >= (white + black) * size)
    }
}

/// Callback for every subset; an error ends the search.
type SubsetSink<'s, const W: usize> = &'s mut dyn FnMut(SmallSet<W>, &mut Meter<'_>) -> Step;

/// Passes every subset of `squares` of `size` to `each` that meets all `lines`.
fn subsets<const W: usize>(
    squares: SmallSet<W>,
    size: u32,
    lines: &[SmallSet<W>],
    meter: &mut Meter<'_>,
    each: SubsetSink<'_, W>,
) -> Step {
    extend(SmallSet::EMPTY, squares, size, lines, meter, each)
}

/// Adds `size` more of the squares `left` to `chosen`.
fn extend<const W: usize>(
    mut chosen: SmallSet<W>,
    mut left: SmallSet<W>,
    size: u32,
    lines: &[SmallSet<W>],
    meter: &mut Meter<'_>,
    each: SubsetSink<'_, W>,
) -> Step {
    meter.tick()?;
    let reach = if size == 0 { chosen } else { chosen | left };
    if left.count() < size || !lines.iter().all(|line| line.meets(&reach)) {
        return Ok(());
    }
    let Some(square) = left.first().filter(|_| size > 0) else { return each(chosen, meter) };
    left.remove(square);
    chosen.insert(square);
    extend(chosen, left, size - 1, lines, meter, each)?;
    chosen.remove(square);
    extend(chosen, left, size, lines, meter, each)
}

/// Returns true if a pair comes before another one: the least square in which they differ belongs to its white army, or,
/// if these are the same, to its black one.
fn precedes<const W: usize>(pair: [SmallSet<W>; 2], other: [SmallSet<W>; 2]) -> bool {
    let differing = |army: usize| ((pair[army] - other[army]) | (other[army] - pair[army])).first();
    let first = |army: usize| differing(army).map(|square| pair[army].contains(square));
    first(0).or_else(|| first(1)).unwrap_or(false)
}
