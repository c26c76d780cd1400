//! The solutions that a symmetry leaves unchanged, by a search over orbits of squares.
//!
//! An orbit is a square with its images. A solution that the symmetry leaves unchanged
//! has a queen on each square of an orbit or on none, so whole orbits are placed.
//!
//! ```text
//! close the orbits with a square that is not free, with squares that attack each other, or with too many for a unit
//! explore(open orbits):
//!     if a unit has fewer open squares than it lacks queens, return
//!     if no unit lacks a queen, it is a solution
//!     for each open orbit with a square in the unit with the least slack:
//!         place it; close the orbits that it attacks, and those with too many squares for a unit
//!         explore(the orbits left open)
//!         remove it, and close it
//! ```
//!
//! 4 queens under a quarter turn: the corners attack each other, and so do the four
//! squares in the middle. The first row has b1 and c1 left; b1 d2 c4 a3 and c1 d3 b4 a2
//! are the two solutions. 6 queens have none: each orbit has four squares, and six is not
//! a multiple of four.

use super::ID;
use crate::engines::unit_masks::{UnitMask, UnitMasks, UnitNode};
use crate::engines::{Finding, Task};
use control::{Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::Unsupported;

/// Passes the solutions that `symmetry` leaves unchanged to `task`.
pub(super) fn find(
    task: &mut Task<'_>,
    symmetry: Symmetry,
) -> Result<Finding, Unsupported> {
    let mut meter = Meter::new(task.limits());
    let form = Constraints::within(task.problem, task.limits())
        .map_err(|error| Unsupported::from(error).by(ID))?;
    let step = form
        .and_then(|form| OrbitForm::new(form, symmetry, &mut meter))
        .and_then(|form| OrbitBoard::new(&form).search(task, &mut meter));
    Ok(Finding::new(step, meter.statistics()))
}

/// The problem in terms of orbits. Squares are numbered as in the general form.
struct OrbitForm {
    form: Constraints,
    /// Squares of each orbit.
    orbits: Vec<Vec<usize>>,
    /// Orbit of each square.
    orbit_of: Vec<usize>,
    /// Squares of the orbits that each orbit attacks.
    closed_by: Vec<FixedBitSet>,
    /// Squares of the orbits that can have queens.
    open: FixedBitSet,
    masks: UnitMasks,
    /// Number of squares of the largest orbit.
    largest: usize,
}

impl OrbitForm {
    fn new(
        form: Constraints,
        symmetry: Symmetry,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let size = form.squares().len();
        meter.memory((size * size / 4) as u64)?;
        let (mut orbits, mut orbit_of) = (Vec::new(), vec![usize::MAX; size]);
        let mut open = FixedBitSet::with_capacity(size);
        for first in 0..size {
            if orbit_of[first] != usize::MAX {
                continue;
            }
            let start = form.squares()[first];
            let images = std::iter::successors(Some(start), |&square| {
                Some(form.image(square, symmetry)).filter(|&image| image != start)
            });
            let images: Vec<Option<usize>> =
                images.map(|square| form.number(square)).collect();
            let orbit: Vec<usize> = images.iter().copied().flatten().collect();
            orbit
                .iter()
                .for_each(|&square| orbit_of[square] = orbits.len());
            let attacks_itself = orbit.iter().any(|&one| {
                let attacked = form.conflicts(one);
                orbit.iter().any(|&other| attacked.contains(other))
            });
            if orbit.len() == images.len() && !attacks_itself {
                open.extend(orbit.iter().copied());
            }
            orbits.push(orbit);
        }
        let mut closed_by = Vec::with_capacity(orbits.len());
        // A piece on a square of an orbit comes with all others: an attack closes whole
        // orbits.
        for orbit in &orbits {
            meter.tick()?;
            let mut closed = FixedBitSet::with_capacity(size);
            let attacked = orbit
                .iter()
                .flat_map(|&square| form.conflicts(square).ones());
            attacked.for_each(|square| {
                closed.extend(orbits[orbit_of[square]].iter().copied());
            });
            closed_by.push(closed);
        }
        let masks = UnitMasks::from_constraints(&form);
        let largest = orbits.iter().map(Vec::len).max().unwrap_or(1);
        Ok(OrbitForm {
            form,
            orbits,
            orbit_of,
            closed_by,
            open,
            masks,
            largest,
        })
    }

    /// Returns false if no set of open orbits has `queens` squares, judged by their
    /// number modulo the size of the largest orbit.
    fn can_hold(&self, queens: usize, open: &FixedBitSet) -> bool {
        let mut is_reached = vec![false; self.largest];
        is_reached[0] = true;
        // `is_reached[r]`: some of the orbits so far have r squares modulo the largest.
        for orbit in &self.orbits {
            let is_open = orbit.first().is_some_and(|&square| open.contains(square));
            if !is_open || orbit.len() == self.largest {
                continue;
            }
            let before = is_reached.clone();
            for (rest, _) in before
                .iter()
                .enumerate()
                .filter(|(_, is_reached)| **is_reached)
            {
                is_reached[(rest + orbit.len()) % self.largest] = true;
            }
        }
        is_reached[queens % self.largest]
    }
}

/// Returns the number of queens that every solution has, if the demand on the total, the
/// rows or the columns is exact.
fn queens_of(problem: &Problem) -> Option<usize> {
    let units = problem.units();
    for (bounds, lines) in [
        (units.total, 1),
        (units.row, problem.rows()),
        (units.column, problem.columns()),
    ] {
        if bounds.low() == bounds.high() {
            return Some(bounds.low() as usize * lines as usize);
        }
    }
    None
}

/// The orbits with queens, and the number of queens in each unit.
struct OrbitBoard<'f> {
    form: &'f OrbitForm,
    placed_orbits: Vec<usize>,
    queens_in: Vec<usize>,
}

impl<'f> OrbitBoard<'f> {
    fn new(form: &'f OrbitForm) -> Self {
        OrbitBoard {
            form,
            placed_orbits: Vec::new(),
            queens_in: vec![0; form.masks.units.len()],
        }
    }

    /// Searches from the given queens.
    fn search(mut self, task: &mut Task<'_>, meter: &mut Meter<'_>) -> Step {
        let form = self.form;
        let mut open = form.open.clone();
        (0..form.masks.units.len()).for_each(|unit| self.close_beyond(unit, &mut open));
        for &given in form.form.givens() {
            let orbit = form.orbit_of[given];
            if self.placed_orbits.contains(&orbit) {
                continue;
            }
            if !open.contains(given) {
                return Ok(());
            }
            self.place(orbit, &mut open);
        }
        let placed: usize = self
            .placed_orbits
            .iter()
            .map(|&orbit| form.orbits[orbit].len())
            .sum();
        let is_possible = queens_of(task.problem).is_none_or(|queens| {
            queens
                .checked_sub(placed)
                .is_some_and(|rest| form.can_hold(rest, &open))
        });
        if !is_possible {
            return Ok(());
        }
        let mut path = vec![self.enter_node(open, task, meter)?];
        while let Some(node) = path.last_mut() {
            match node.untried.minimum() {
                Some(square) => {
                    let orbit = form.orbit_of[square];
                    for &square in &form.orbits[orbit] {
                        node.untried.remove(square);
                        node.open.remove(square);
                    }
                    let mut open = node.open.clone();
                    self.place(orbit, &mut open);
                    path.push(self.enter_node(open, task, meter)?);
                }
                None => {
                    path.pop();
                    if !path.is_empty() {
                        self.remove();
                    }
                }
            }
        }
        Ok(())
    }

    /// Enters the node with these `open` squares: reports a solution, if it is one, and
    /// chooses the squares to try, whole orbits.
    fn enter_node(
        &self,
        open: FixedBitSet,
        task: &mut Task<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<UnitNode, Stop> {
        meter.expand()?;
        meter.depth(self.placed_orbits.len() as u64);
        let (node, is_solution) = self.form.masks.node(&self.queens_in, open);
        if is_solution {
            let squares = self
                .placed_orbits
                .iter()
                .flat_map(|&orbit| &self.form.orbits[orbit]);
            task.take(self.form.form.placement(squares.copied()))?;
        }
        Ok(node)
    }

    /// Places queens on all squares of `orbit`, and closes in `open` the orbits that this
    /// rules out.
    fn place(&mut self, orbit: usize, open: &mut FixedBitSet) {
        let form = self.form;
        self.placed_orbits.push(orbit);
        open.difference_with(&form.closed_by[orbit]);
        for &square in &form.orbits[orbit] {
            open.remove(square);
            form.masks.of_square[square]
                .iter()
                .for_each(|&unit| self.queens_in[unit] += 1);
        }
        for &square in &form.orbits[orbit] {
            form.masks.of_square[square]
                .iter()
                .for_each(|&unit| self.close_beyond(unit, open));
        }
    }

    /// Removes the last orbit.
    fn remove(&mut self) {
        let Some(orbit) = self.placed_orbits.pop() else {
            return;
        };
        for &square in &self.form.orbits[orbit] {
            self.form.masks.of_square[square]
                .iter()
                .for_each(|&unit| self.queens_in[unit] -= 1);
        }
    }

    /// Closes the orbits with more squares in `unit` than it has room for.
    fn close_beyond(&self, unit: usize, open: &mut FixedBitSet) {
        let UnitMask { squares, high, .. } = &self.form.masks.units[unit];
        let room = high.saturating_sub(self.queens_in[unit]);
        if room >= self.form.largest {
            return;
        }
        let open_there: Vec<usize> = open.intersection(squares).collect();
        for square in open_there {
            let orbit = &self.form.orbits[self.form.orbit_of[square]];
            if orbit
                .iter()
                .filter(|&&other| squares.contains(other))
                .count()
                > room
            {
                orbit.iter().for_each(|&other| open.remove(other));
            }
        }
    }
}
