//! Branch and bound on boards of few cells.
//!
//! ```text
//! search(open, queens):
//!   cover the open cells greedily by cliques, cells that attack each other
//!   for each cell of the cliques that the missing queens cannot do without, from the last one:
//!     search(open cells that it does not attack, queens + cell)
//!     remove from the open cells its images under the symmetries that leave every queen in place
//! ```
//!
//! A set has at most one queen in each clique. If k queens are missing, one of them is in
//! a clique after the first k - 1: only cells there are tried (Tomita and Seki 2003, in
//! the complement of our graph). A set with another image of the cell is an image of a
//! set that was already found, so all images go with it.
//!
//! The greedy cover takes the cells in order: blocks of two cells in every dimension,
//! those at the surface first. Every two cells of a block attack each other, so full
//! blocks become cliques, and the last cliques are in the middle, where a queen attacks
//! most. Row by row, the cover begins with lines: on 6 x 6 x 6 it has 36 cliques instead
//! of 27, and the proof takes eleven times as many nodes.

use super::cube::CubeCells;
use crate::engines::set_orbits::{FixingSymmetries, SetClasses};
use crate::engines::subtrees::{TreeEffort, TreeSearch};
use control::{Limits, Meter, Step, Stop, lock};
use queens_model::bits::SmallSet;
use std::cmp::Reverse;
use std::sync::Mutex;

/// A board of at most `64 * W` cells, numbered in the order of the cover.
pub(super) struct SetSearch<const W: usize> {
    /// For each cell the cells that it attacks, and itself.
    closed: Vec<SmallSet<W>>,
    /// Images of the cells under each symmetry.
    symmetries: Vec<Vec<usize>>,
    /// The cell of the cube that has each number.
    cells: Vec<usize>,
}

/// Returns the cells in the order of the cover: block by block, those at the surface
/// first.
fn order_by_blocks(cube: &CubeCells) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..cube.cells()).collect();
    cells.sort_by_cached_key(|&cell| {
        let mut block = cube.coordinates(cell);
        for coordinate in &mut block {
            *coordinate /= 2;
        }
        (Reverse(distance_from_centre(&block, cube.side)), block)
    });
    cells
}

/// Returns twice the distance of a block from the centre of the board, along the axis
/// where it is largest.
///
/// The cells 2 b and 2 b + 1 of block b meet at 2 b + 1, and the centre of the board is
/// at half its side: twice their distance is |4 b + 2 - side|.
fn distance_from_centre(block: &[usize], side: usize) -> usize {
    let distances = block.iter().map(|&at| (4 * at + 2).abs_diff(side));
    distances.max().unwrap_or(0)
}

impl<const W: usize> SetSearch<W> {
    /// Numbers the cells of `cube`.
    ///
    /// # Errors
    /// The memory limit.
    pub(super) fn new(cube: &CubeCells, limits: &Limits) -> Result<Self, Stop> {
        limits.check_memory(
            (cube.symmetry_count() * cube.cells() * size_of::<usize>()) as u64,
        )?;
        let cells = order_by_blocks(cube);
        let mut numbers = vec![0; cells.len()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = number;
        }
        let mut closed = Vec::with_capacity(cells.len());
        for &cell in &cells {
            let mut closed_beside = SmallSet::one(numbers[cell]);
            cube.attacked(cell, |other| closed_beside.insert(numbers[other]));
            closed.push(closed_beside);
        }
        let mut symmetries = Vec::with_capacity(cube.symmetry_count());
        // Cells are renumbered by blocks, and so are the images.
        for image in cube.symmetries() {
            symmetries.push(cells.iter().map(|&cell| numbers[image[cell]]).collect());
        }
        Ok(SetSearch {
            closed,
            symmetries,
            cells,
        })
    }

    /// Finds a set of `size` queens.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn find_set(
        &self,
        size: usize,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let search = self.sized_search(size, SetGoal::One);
        let first = search.run(effort)?;
        Ok(first.map(|set| set.iter().map(|&number| self.cells[number]).collect()))
    }

    /// Counts the sets of `size` queens: all, and up to the symmetries of the board.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn count_sets(
        &self,
        size: usize,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Result<[u128; 2], Stop> {
        let search = self.sized_search(size, SetGoal::Every);
        search.run(effort)?;
        let classes = lock(&search.classes);
        Ok([classes.all(), classes.fundamental()])
    }

    fn sized_search(&self, size: usize, goal: SetGoal) -> SizedSearch<'_, W> {
        SizedSearch {
            board: self,
            size,
            goal,
            classes: Mutex::default(),
        }
    }

    /// Covers the `open` cells greedily by cliques; returns those after the first `few`
    /// cliques.
    fn list_beyond_cliques(&self, mut open: SmallSet<W>, few: usize) -> Vec<usize> {
        let mut beyond = Vec::new();
        let mut cliques = 0;
        // `open` are the cells that no clique covers so far.
        while let Some(mut cell) = open.first() {
            let mut candidates = open;
            // `candidates`, among them `cell`, attack every earlier cell of the clique.
            loop {
                open.remove(cell);
                if cliques >= few {
                    beyond.push(cell);
                }
                candidates &= self.closed[cell];
                candidates.remove(cell);
                match candidates.first() {
                    Some(next) => cell = next,
                    None => break,
                }
            }
            cliques += 1;
        }
        beyond
    }
}

/// Sets that a search is to find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetGoal {
    One,
    Every,
}

/// A search for sets of one size.
struct SizedSearch<'s, const W: usize> {
    board: &'s SetSearch<W>,
    /// Number of queens of a set.
    size: usize,
    goal: SetGoal,
    /// The sets that all threads found, if every set is to be found. One store holds the
    /// memory limit, and several threads may find images of one set.
    classes: Mutex<SetClasses>,
}

/// A set that is not complete.
struct SetNode<'s, const W: usize> {
    /// Cells that may take another queen.
    open: SmallSet<W>,
    /// Symmetries that leave the queens in place.
    symmetries: FixingSymmetries<'s>,
    queens: Vec<usize>,
}

impl<'s, const W: usize> SizedSearch<'s, W> {
    /// Finds one set, or at least one image of each.
    ///
    /// # Errors
    /// A limit.
    fn run(&self, effort: &mut TreeEffort<'_, '_>) -> Result<Option<Vec<usize>>, Stop> {
        let root = SetNode {
            open: (0..self.board.cells.len()).collect(),
            symmetries: FixingSymmetries::new(&self.board.symmetries),
            queens: Vec::new(),
        };
        let result = effort.search(self, root);
        match result.step {
            Ok(()) | Err(Stop::Found) => Ok(result.found.into_iter().flatten().next()),
            Err(stop) => Err(stop),
        }
    }

    /// Passes each cell that takes the next queen to `visit`, with the cells that stay
    /// open beside it, the last cells of the cover first.
    #[inline(always)]
    fn visit_children(
        &self,
        mut open: SmallSet<W>,
        symmetries: &FixingSymmetries<'s>,
        missing: usize,
        mut visit: impl FnMut(usize, SmallSet<W>) -> Step,
    ) -> Step {
        let cells = self.board.list_beyond_cliques(open, missing - 1);
        // `open` loses the cells that were tried and all their images.
        for &cell in cells.iter().rev() {
            if open.contains(cell) {
                visit(cell, open - self.board.closed[cell])?;
                symmetries.orbit(cell).for_each(|image| open.remove(image));
            }
        }
        Ok(())
    }

    /// Completes `queens` on `open` cells; the `symmetries` leave each queen in place.
    ///
    /// # Errors
    /// [`Stop::Found`] if one set is wanted; a limit.
    fn complete_set(
        &self,
        open: SmallSet<W>,
        symmetries: &FixingSymmetries<'s>,
        queens: &mut Vec<usize>,
        found: &mut Option<Vec<usize>>,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        let missing = self.size - queens.len();
        if missing == 0 {
            return self.take_set(queens, found, meter.limits());
        }
        self.visit_children(open, symmetries, missing, |cell, left| {
            queens.push(cell);
            self.complete_set(left, &symmetries.and(cell), queens, found, meter)?;
            queens.pop();
            Ok(())
        })
    }

    /// Takes a complete set: the end of a search for one, else an entry of its class.
    fn take_set(
        &self,
        queens: &[usize],
        found: &mut Option<Vec<usize>>,
        limits: &Limits,
    ) -> Step {
        match self.goal {
            SetGoal::One => {
                *found = Some(queens.to_vec());
                Err(Stop::Found)
            }
            SetGoal::Every => {
                let images = &self.board.symmetries;
                lock(&self.classes).add(queens, images, limits)
            }
        }
    }
}

impl<'s, const W: usize> TreeSearch for SizedSearch<'s, W> {
    type Node = SetNode<'s, W>;
    /// The set, if one is to be found.
    type Found = Option<Vec<usize>>;

    fn children(&self, node: &SetNode<'s, W>) -> Option<Vec<SetNode<'s, W>>> {
        let missing = self.size - node.queens.len();
        if missing == 0 {
            return None;
        }
        let mut children = Vec::new();
        let visited =
            self.visit_children(node.open, &node.symmetries, missing, |cell, left| {
                let queens = node.queens.iter().copied().chain([cell]).collect();
                children.push(SetNode {
                    open: left,
                    symmetries: node.symmetries.and(cell),
                    queens,
                });
                Ok(())
            });
        visited.ok().map(|()| children)
    }

    fn search(
        &self,
        node: &SetNode<'s, W>,
        found: &mut Option<Vec<usize>>,
        meter: &mut Meter<'_>,
    ) -> Step {
        let mut queens = node.queens.clone();
        self.complete_set(node.open, &node.symmetries, &mut queens, found, meter)
    }
}
