//! All pairs of armies of a given size, by branching on lines.
//!
//! ```text
//! white = black = all squares            (squares that may still take a queen of this colour)
//! search(white, black, k):
//!     if a bound shows that k white and k black queens do not fit: return
//!     if no line has white and black squares: every k of white with every k of black is a pair
//!     line = the next row or column; one with many squares of both, if all of these have a colour
//!     if no symmetry turns the colours of the rows and columns so far into lesser ones:
//!         search(white without line, black)                  no white queen on the line
//!         search(white, black without line)                  at least one: so no black queen
//! ```
//!
//! The branches exclude each other, so every pair is found once. The bound: each line is
//! of one colour, so a group of lines that have no square in common has at most the sum
//! of max(white, black) queens; and with weights for the two colours, the sum of max(2
//! white, black), which must be 3k. On 4 x 4 with k = 3, all rows are left with 4 squares
//! of both colours: 4 + 4 + 4 + 4 is no less than 6, so the search branches. After the
//! middle rows and columns have a colour, it ends: the maximum is 2.
//!
//! A search for a single pair does not require a white queen on a white line, so it can
//! also use the symmetry that swaps the two colours.
//!
//! Branching on squares would be slower: a square without a white queen says nothing
//! about its neighbours, but a line without white queens removes a whole line from every
//! other line's bound.

use super::MAX_SEARCHED_SQUARES;
use super::anneal::Pair;
use crate::engines::attack_lines::AttackLines;
use crate::engines::subtrees::{TreeEffort, TreeResult, TreeSearch};
use control::{Meter, Step, Stop};
use queens_model::bits::SmallSet;
use queens_simd::{DetectedKernel, KernelLoops, KernelWork};
use std::cmp::{Ordering, Reverse};
use std::ops::Range;

/// A set of squares. One size serves all boards: smaller sets gain 15 % on small boards
/// and make the program 70 KB larger.
type SquareSet = SmallSet<{ MAX_SEARCHED_SQUARES / 64 }>;

/// Weights of white and black queens in the bound.
const BOUND_WEIGHTS: [[u32; 2]; 3] = [[1, 1], [1, 2], [2, 1]];

/// Lines that have no square in common, and the squares that none of them contains.
struct LineGroup {
    lines: Range<usize>,
    rest: SquareSet,
}

/// A symmetry of the board, with or without an exchange of the colours.
struct ArmySymmetry {
    /// The image of each square.
    squares: Vec<usize>,
    /// For each line that is coloured first, by its place among them, the place of its
    /// image.
    places: Vec<usize>,
    exchanges: bool,
}

/// A board of at most [`MAX_SEARCHED_SQUARES`] squares.
pub(super) struct PairSearch {
    all: SquareSet,
    /// Each square with the squares that it attacks.
    near: Vec<SquareSet>,
    /// The lines, group by group.
    lines: Vec<SquareSet>,
    groups: Vec<LineGroup>,
    /// The lines that are coloured first, in this order.
    first: Vec<usize>,
    symmetries: Vec<ArmySymmetry>,
    /// Shifts of the torus. Only the search for a single pair uses them, because pairs
    /// are not counted up to shifts.
    shifts: Vec<ArmySymmetry>,
    kernel: DetectedKernel,
}

/// Squares that may still take a queen of each colour.
#[derive(Clone, Copy)]
struct OpenSquares {
    white: SquareSet,
    black: SquareSet,
}

/// The pairs that a search passes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A single pair. A white line need not have a queen, so swapping the colours is a
    /// symmetry too.
    One,
    /// One pair of each set of symmetric colourings, and each pair once: a white line has
    /// a white queen.
    Each,
}

/// A search for pairs of armies of `size` queens each.
struct ColourSearch<'s> {
    search: &'s PairSearch,
    size: u32,
    wanted: Wanted,
}

/// A board of which some lines have a colour.
#[derive(Clone)]
struct ColourNode {
    open: OpenSquares,
    /// The colours of the lines that are coloured first: true for white, none if the line
    /// had no choice.
    colours: Vec<Option<bool>>,
    /// The lines that must have a white queen.
    with_white: Vec<SquareSet>,
}

/// The pairs below a node.
#[derive(Default)]
struct FoundPairs {
    first: Option<Pair>,
    /// Number of pairs.
    all: u128,
    /// Number of pairs of a pair and a symmetry that leaves it unchanged.
    unchanged: u128,
}

impl PairSearch {
    /// Reads the lines of a board; `symmetries` are those of the board, and `shifts` more
    /// of them, each the image of each square.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn new(
        board: &AttackLines,
        symmetries: &[Vec<usize>],
        shifts: &[Vec<usize>],
        kernel: DetectedKernel,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let all: SquareSet = (0..board.through.len()).collect();
        let of_board: Vec<SquareSet> = board
            .lines
            .iter()
            .map(|line| line.iter().copied().collect())
            .collect();
        let mut near = vec![SquareSet::EMPTY; board.through.len()];
        for (near, through) in near.iter_mut().zip(&board.through) {
            for &line in through {
                *near |= of_board[line];
            }
        }
        let (mut lines, mut groups) = (Vec::new(), Vec::new());
        // The lines of a group share no square, so that each bounds both armies on its
        // own.
        for numbers in board.groups(meter)? {
            let begin = lines.len();
            lines.extend(numbers.iter().map(|&number| of_board[number]));
            let rest = lines[begin..].iter().fold(all, |rest, &line| rest - line);
            groups.push(LineGroup {
                lines: begin..lines.len(),
                rest,
            });
        }
        let (first, of_lines) = first_lines(&lines, &groups, symmetries);
        let shifts = match places_of_all(&lines, &first, shifts) {
            Some(of_lines) => with_colours(shifts, of_lines),
            None => Vec::new(),
        };
        Ok(PairSearch {
            all,
            near,
            symmetries: with_colours(symmetries, of_lines),
            shifts,
            lines,
            groups,
            first,
            kernel,
        })
    }

    /// Returns an upper bound on the size of an army: a queen leaves as many squares for
    /// the other colour.
    pub(super) fn bound(&self) -> usize {
        let mut left_open: Vec<usize> = self
            .near
            .iter()
            .map(|near| (self.all - *near).count() as usize)
            .collect();
        // Queens that leave the most squares first: `size` queens fit if each of the
        // first `size` squares leaves as many.
        left_open.sort_unstable_by_key(|&left| Reverse(left));
        let fitting = (1..)
            .zip(&left_open)
            .take_while(|&(size, &left)| left >= size);
        fitting.count().min(self.near.len() / 2)
    }

    /// Finds a pair of armies of `size` queens each.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn pair(
        &self,
        size: usize,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Result<Option<Pair>, Stop> {
        let result = self.search_tree(size, Wanted::One, effort);
        match result.step {
            Ok(()) | Err(Stop::Found) => {
                Ok(result.found.into_iter().find_map(|found| found.first))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Counts the pairs of armies of `size` queens each: all, and up to the symmetries of
    /// the board and the exchange of colours.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn count(
        &self,
        size: usize,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Result<[u128; 2], Stop> {
        let result = self.search_tree(size, Wanted::Each, effort);
        result.step?;
        let (mut all, mut unchanged) = (0, 0);
        for found in result.found {
            all += found.all;
            unchanged += found.unchanged;
        }
        // Burnside: the mean number of pairs that a symmetry leaves unchanged.
        Ok([all, unchanged / self.symmetries.len() as u128])
    }

    /// Returns true if a symmetry leaves a pair unchanged.
    fn is_unchanged(pair: [SquareSet; 2], symmetry: &ArmySymmetry) -> bool {
        let [white, black]: [SquareSet; 2] =
            pair.map(|army| army.iter().map(|square| symmetry.squares[square]).collect());
        pair == if symmetry.exchanges {
            [black, white]
        } else {
            [white, black]
        }
    }

    /// Returns the number of different images of the colours of lines with white queens,
    /// if none of them is less.
    fn images_of_least(&self, white: SquareSet) -> Option<u128> {
        let colours: Vec<Option<bool>> = self
            .first
            .iter()
            .map(|&line| Some(self.lines[line].meets(&white)))
            .collect();
        let (mut all, mut fixed) = (0, 0);
        for symmetry in &self.symmetries {
            if symmetry.exchanges {
                continue;
            }
            all += 1;
            match symmetry.compare(&colours) {
                Ordering::Less => return None,
                Ordering::Equal => fixed += 1,
                Ordering::Greater => {}
            }
        }
        // Orbit and stabilizer: the identity is one of the symmetries that fix.
        Some(all / fixed)
    }

    fn search_tree(
        &self,
        size: usize,
        wanted: Wanted,
        effort: &mut TreeEffort<'_, '_>,
    ) -> TreeResult<FoundPairs> {
        let search = ColourSearch {
            search: self,
            size: size as u32,
            wanted,
        };
        let root = ColourNode {
            open: OpenSquares {
                white: self.all,
                black: self.all,
            },
            colours: Vec::new(),
            with_white: Vec::new(),
        };
        effort.search(&search, root)
    }
}

/// Returns each symmetry, given by the images of squares and lines, with and without an
/// exchange of the colours.
fn with_colours(
    of_squares: &[Vec<usize>],
    of_lines: Vec<Vec<usize>>,
) -> Vec<ArmySymmetry> {
    let mut symmetries = Vec::with_capacity(2 * of_squares.len());
    for (squares, places) in of_squares.iter().zip(of_lines) {
        for exchanges in [false, true] {
            symmetries.push(ArmySymmetry {
                squares: squares.clone(),
                places: places.clone(),
                exchanges,
            });
        }
    }
    symmetries
}

/// Chooses the lines that are coloured first: two groups that the symmetries take to each
/// other, or each to itself. Returns them, and for each symmetry the places of their
/// images; no lines if there are no such groups.
fn first_lines(
    lines: &[SquareSet],
    groups: &[LineGroup],
    symmetries: &[Vec<usize>],
) -> (Vec<usize>, Vec<Vec<usize>>) {
    for (number, one) in groups.iter().enumerate() {
        for other in &groups[number + 1..] {
            let both: Vec<usize> = one.lines.clone().chain(other.lines.clone()).collect();
            let Some(images) = places_of_all(lines, &both, symmetries) else {
                continue;
            };
            let first: Vec<usize> = images_in_a_row(&images)
                .into_iter()
                .map(|place| both[place])
                .collect();
            let images = places_of_all(lines, &first, symmetries).unwrap_or_default();
            return (first, images);
        }
    }
    (Vec::new(), vec![Vec::new(); symmetries.len()])
}

/// Orders places so that images of each other come one after the other: so their colours
/// are soon compared.
fn images_in_a_row(images: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    for place in 0..images.first().map_or(0, Vec::len) {
        for of_symmetry in images {
            let image = of_symmetry[place];
            if !order.contains(&image) {
                order.push(image);
            }
        }
    }
    order
}

/// Returns [`places`] for each symmetry, given by the images of squares.
fn places_of_all(
    lines: &[SquareSet],
    first: &[usize],
    symmetries: &[Vec<usize>],
) -> Option<Vec<Vec<usize>>> {
    symmetries
        .iter()
        .map(|images| places_of_images(lines, first, images))
        .collect()
}

/// Returns the place of the image of each of the lines `first` among them; `None` if an
/// image is not one of them.
fn places_of_images(
    lines: &[SquareSet],
    first: &[usize],
    images: &[usize],
) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(first.len());
    for &line in first {
        let image: SquareSet = lines[line].iter().map(|square| images[square]).collect();
        places.push(first.iter().position(|&other| lines[other] == image)?);
    }
    Some(places)
}

impl ArmySymmetry {
    /// Compares the image of colours with the colours, line by line, as far as both are
    /// known.
    fn compare(&self, colours: &[Option<bool>]) -> Ordering {
        for (colour, &place) in colours.iter().zip(&self.places) {
            let (Some(colour), Some(&Some(image))) = (colour, colours.get(place)) else {
                break;
            };
            let order = (image ^ self.exchanges).cmp(colour);
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

/// The next step of a search at a node.
enum ColourStep {
    /// A bound shows that there is no pair.
    NoPair,
    /// Every line has a colour: each set of white squares with each set of black ones.
    Pairs,
    /// Branch on a line.
    Line {
        line: usize,
        /// True if it is one of those that are coloured first, in their order.
        is_next: bool,
    },
}

impl ColourSearch<'_> {
    #[inline(always)]
    fn step(&self, node: &ColourNode) -> ColourStep {
        let search = self.search;
        let state = search.kernel.run_counting(Assess {
            search,
            open: &node.open,
            size: self.size,
        });
        let Assessment::Room { mixed } = state else {
            return ColourStep::NoPair;
        };
        if !node
            .with_white
            .iter()
            .all(|line| line.meets(&node.open.white))
        {
            return ColourStep::NoPair;
        }
        let Some(mixed) = mixed else {
            return ColourStep::Pairs;
        };
        match search.first.get(node.colours.len()) {
            Some(&line) => ColourStep::Line {
                line,
                is_next: true,
            },
            None => ColourStep::Line {
                line: mixed,
                is_next: false,
            },
        }
    }

    /// Gives a line each colour that it may have, and passes the node to `visit`. Takes
    /// the colour back.
    #[inline(always)]
    fn visit_children(
        &self,
        node: &mut ColourNode,
        line: usize,
        is_next: bool,
        mut visit: impl FnMut(&mut ColourNode) -> Step,
    ) -> Step {
        let squares = &self.search.lines[line];
        let has_choice =
            squares.meets(&node.open.white) && squares.meets(&node.open.black);
        if !has_choice {
            node.colours.push(None);
            let step = visit(node);
            node.colours.pop();
            return step;
        }
        for is_white in [false, true] {
            if is_next {
                node.colours.push(Some(is_white));
            }
            let step = if !is_next || self.is_least(&node.colours) {
                self.visit_coloured(node, squares, is_white, &mut visit)
            } else {
                Ok(())
            };
            if is_next {
                node.colours.pop();
            }
            step?;
        }
        Ok(())
    }

    /// Gives the squares of a line a colour and passes the node to `visit`.
    #[inline(always)]
    fn visit_coloured(
        &self,
        node: &mut ColourNode,
        squares: &SquareSet,
        is_white: bool,
        visit: &mut impl FnMut(&mut ColourNode) -> Step,
    ) -> Step {
        let open = node.open;
        let needs_white = is_white && self.wanted == Wanted::Each;
        if is_white {
            node.open.black -= *squares;
        } else {
            node.open.white -= *squares;
        }
        if needs_white {
            node.with_white.push(*squares);
        }
        let step = visit(node);
        if needs_white {
            node.with_white.pop();
        }
        node.open = open;
        step
    }

    /// Returns true if no symmetry turns the colours so far into lesser ones.
    fn is_least(&self, colours: &[Option<bool>]) -> bool {
        let PairSearch {
            symmetries, shifts, ..
        } = self.search;
        let shifts = match self.wanted {
            Wanted::One => &shifts[..],
            Wanted::Each => &[],
        };
        // Counted, a pair and the same one with colours exchanged are two.
        symmetries
            .iter()
            .chain(shifts)
            .filter(|symmetry| self.wanted == Wanted::One || !symmetry.exchanges)
            .all(|symmetry| symmetry.compare(colours).is_ge())
    }

    /// Visits a node and all below it.
    fn search_below(
        &self,
        node: &mut ColourNode,
        found: &mut FoundPairs,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        meter.depth(node.with_white.len() as u64);
        match self.step(node) {
            ColourStep::NoPair => Ok(()),
            ColourStep::Pairs => self.take_pairs(node, found, meter),
            ColourStep::Line { line, is_next } => {
                self.visit_children(node, line, is_next, |child| {
                    self.search_below(child, found, meter)
                })
            }
        }
    }

    /// Takes each set of white squares with each set of black ones.
    fn take_pairs(
        &self,
        node: &ColourNode,
        found: &mut FoundPairs,
        meter: &mut Meter<'_>,
    ) -> Step {
        let OpenSquares { white, black } = node.open;
        let (size, lines) = (self.size, &node.with_white);
        subsets(white, size, lines, meter, &mut |white, meter| {
            subsets(black, size, &[], meter, &mut |black, _| {
                self.take([white, black], found)
            })
        })
    }

    fn take(&self, pair: [SquareSet; 2], found: &mut FoundPairs) -> Step {
        let search = self.search;
        if self.wanted == Wanted::One {
            found.first = Some(pair.map(|army| army.iter().collect()));
            return Err(Stop::Found);
        }
        let [white, _] = pair;
        if let Some(images) = search.images_of_least(white) {
            let unchanged = search
                .symmetries
                .iter()
                .filter(|symmetry| PairSearch::is_unchanged(pair, symmetry))
                .count();
            found.all += images;
            found.unchanged += images * unchanged as u128;
        }
        Ok(())
    }
}

impl TreeSearch for ColourSearch<'_> {
    type Node = ColourNode;
    type Found = FoundPairs;

    fn children(&self, node: &ColourNode) -> Option<Vec<ColourNode>> {
        let (line, is_next) = match self.step(node) {
            ColourStep::NoPair => return Some(Vec::new()),
            ColourStep::Pairs => return None,
            ColourStep::Line { line, is_next } => (line, is_next),
        };
        let mut children = Vec::new();
        let visited = self.visit_children(&mut node.clone(), line, is_next, |child| {
            children.push(child.clone());
            Ok(())
        });
        visited.ok().map(|()| children)
    }

    fn search(
        &self,
        node: &ColourNode,
        found: &mut FoundPairs,
        meter: &mut Meter<'_>,
    ) -> Step {
        self.search_below(&mut node.clone(), found, meter)
    }
}

/// The bound on some squares, and a line to branch on.
enum Assessment {
    NoRoom,
    Room {
        /// The line with the most squares of both colours, by their product.
        mixed: Option<usize>,
    },
}

/// Adds for each pair of weights `times` the most that one colour can weigh with `white`
/// or `black` queens.
#[inline(always)]
fn add_weighted(
    most: &mut [u32; BOUND_WEIGHTS.len()],
    [white, black]: [u32; 2],
    times: u32,
) {
    for (most, [of_white, of_black]) in most.iter_mut().zip(BOUND_WEIGHTS) {
        *most += times * (of_white * white).max(of_black * black);
    }
}

/// Bounds the size of armies on some squares.
struct Assess<'s> {
    search: &'s PairSearch,
    open: &'s OpenSquares,
    size: u32,
}

impl KernelWork for Assess<'_> {
    type Output = Assessment;

    #[inline(always)]
    fn run<L: KernelLoops>(self, _loops: L) -> Assessment {
        let Assess {
            search,
            open: OpenSquares { white, black },
            size,
        } = self;
        if white.count().min(black.count()) < size {
            return Assessment::NoRoom;
        }
        let (mut mixed, mut most_mixed) = (None, 0);
        for group in &search.groups {
            // The most that each weighted sum of both armies can be on the lines so far.
            let mut most = [0; BOUND_WEIGHTS.len()];
            for (number, line) in
                group.lines.clone().zip(&search.lines[group.lines.clone()])
            {
                let (white, black) = ((*line & *white).count(), (*line & *black).count());
                add_weighted(&mut most, [white, black], 1);
                if white * black > most_mixed {
                    (mixed, most_mixed) = (Some(number), white * black);
                }
            }
            if !group.rest.is_empty() {
                let (white, black) = (*white & group.rest, *black & group.rest);
                add_weighted(&mut most, [1, 1], (white & black).count());
                add_weighted(&mut most, [1, 0], (white - black).count());
                add_weighted(&mut most, [0, 1], (black - white).count());
            }
            if most
                .iter()
                .zip(BOUND_WEIGHTS)
                .any(|(&most, [white, black])| most < (white + black) * size)
            {
                return Assessment::NoRoom;
            }
        }
        Assessment::Room { mixed }
    }
}

/// Callback for every subset; an error ends the search.
type SubsetSink<'s> = &'s mut dyn FnMut(SquareSet, &mut Meter<'_>) -> Step;

/// Passes every subset of `squares` of `size` to `each` that meets all `lines`.
fn subsets(
    squares: SquareSet,
    size: u32,
    lines: &[SquareSet],
    meter: &mut Meter<'_>,
    each: SubsetSink<'_>,
) -> Step {
    extend(SquareSet::EMPTY, squares, size, lines, meter, each)
}

/// Adds `size` more of the squares `left` to `chosen`.
fn extend(
    mut chosen: SquareSet,
    mut left: SquareSet,
    size: u32,
    lines: &[SquareSet],
    meter: &mut Meter<'_>,
    each: SubsetSink<'_>,
) -> Step {
    meter.tick()?;
    let reach = if size == 0 { chosen } else { chosen | left };
    if left.count() < size || !lines.iter().all(|line| line.meets(&reach)) {
        return Ok(());
    }
    let Some(square) = left.first().filter(|_| size > 0) else {
        return each(chosen, meter);
    };
    left.remove(square);
    chosen.insert(square);
    extend(chosen, left, size - 1, lines, meter, each)?;
    chosen.remove(square);
    extend(chosen, left, size, lines, meter, each)
}
