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
use control::{Limits, Meter, Step, Stop};
use queens_model::bits::SmallSet;
use std::cmp::Reverse;
use std::rc::Rc;

/// A board of at most `64 * W` cells, numbered in the order of the cover.
pub(super) struct SetSearch<const W: usize> {
    /// Each cell with the cells that it attacks.
    near: Vec<SmallSet<W>>,
    /// Images of the cells under each symmetry.
    symmetries: Rc<[Vec<usize>]>,
    /// Numbers of the cells on the board.
    cells: Vec<usize>,
}

/// Returns the cells in the order of the cover, block by block.
fn by_blocks(cube: &CubeCells) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..cube.cells()).collect();
    cells.sort_by_cached_key(|&cell| {
        let block: Vec<usize> = cube
            .coordinates(cell)
            .into_iter()
            .map(|at| at / 2)
            .collect();
        let surface = block
            .iter()
            .map(|&at| (4 * at + 2).abs_diff(cube.side))
            .max();
        (Reverse(surface), block)
    });
    cells
}

/// Callback for every set; an error ends the search.
type SetSink<'s> = &'s mut dyn FnMut(&[usize]) -> Step;

impl<const W: usize> SetSearch<W> {
    /// Numbers the cells of `cube`.
    ///
    /// # Errors
    /// The memory limit.
    pub(super) fn new(cube: &CubeCells, limits: &Limits) -> Result<Self, Stop> {
        limits.check_memory(
            (cube.symmetry_count() * cube.cells() * size_of::<usize>()) as u64,
        )?;
        let cells = by_blocks(cube);
        let mut numbers = vec![0; cells.len()];
        cells
            .iter()
            .enumerate()
            .for_each(|(number, &cell)| numbers[cell] = number);
        let near = |&cell: &usize| {
            let mut near = SmallSet::one(numbers[cell]);
            cube.attacked(cell, |other| near.insert(numbers[other]));
            near
        };
        let near = cells.iter().map(near).collect();
        let renumbered =
            |image: Vec<usize>| cells.iter().map(|&cell| numbers[image[cell]]).collect();
        let symmetries = cube.symmetries().into_iter().map(renumbered).collect();
        Ok(SetSearch {
            near,
            symmetries,
            cells,
        })
    }

    /// Finds a set of `size` queens.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn set(
        &self,
        size: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let mut found = None;
        let mut keep = |set: &[usize]| {
            found = Some(set.iter().map(|&number| self.cells[number]).collect());
            Err(Stop::Found)
        };
        match self.search(size, &mut keep, meter) {
            Ok(()) => Ok(None),
            Err(Stop::Found) => Ok(found),
            Err(stop) => Err(stop),
        }
    }

    /// Counts the sets of `size` queens: all, and up to the symmetries of the board.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn count(
        &self,
        size: usize,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<[u128; 2], Stop> {
        let mut classes = SetClasses::default();
        let mut keep = |set: &[usize]| classes.add(set, &self.symmetries, limits);
        self.search(size, &mut keep, meter)?;
        Ok([classes.all(), classes.fundamental()])
    }

    /// Passes at least one image of every set of `size` queens to `each`.
    fn search(&self, size: usize, each: SetSink<'_>, meter: &mut Meter<'_>) -> Step {
        self.branch(
            (0..self.cells.len()).collect(),
            &FixingSymmetries::new(&self.symmetries),
            size,
            &mut Vec::new(),
            each,
            meter,
        )
    }

    /// Completes `queens`, whom the `symmetries` leave in place, on `open` cells.
    fn branch(
        &self,
        mut open: SmallSet<W>,
        symmetries: &FixingSymmetries,
        size: usize,
        queens: &mut Vec<usize>,
        each: SetSink<'_>,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        let missing = size - queens.len();
        if missing == 0 {
            return each(queens);
        }
        for &cell in self.beyond_cliques(open, missing - 1).iter().rev() {
            if !open.contains(cell) {
                continue;
            }
            let fixing = symmetries.and(cell);
            queens.push(cell);
            self.branch(open - self.near[cell], &fixing, size, queens, each, meter)?;
            queens.pop();
            symmetries.orbit(cell).for_each(|image| open.remove(image));
        }
        Ok(())
    }

    /// Covers the `open` cells greedily by cliques; returns those after the first `few`
    /// cliques.
    fn beyond_cliques(&self, mut open: SmallSet<W>, few: usize) -> Vec<usize> {
        let mut beyond = Vec::new();
        let mut cliques = 0;
        while let Some(mut cell) = open.first() {
            let mut candidates = open;
            loop {
                open.remove(cell);
                if cliques >= few {
                    beyond.push(cell);
                }
                candidates &= self.near[cell];
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
