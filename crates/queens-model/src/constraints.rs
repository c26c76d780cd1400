//! The general form of a problem with one kind of piece: a conflict relation over
//! squares, and units with bounds.

mod cliques;

use crate::instance::{Instance, Permutation, TooManySquares, UnitSquares};
use crate::problem::{Piece, Problem, Unit};
use crate::square::Square;
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::ops::Deref;

/// A view of an [`Instance`] that does not tell who attacks whom.
#[derive(Clone, Debug)]
pub struct Constraints {
    instance: Instance,
    /// The conflicts of each square, if they are not its attacks: with one-way attacks.
    mutual: Option<Vec<FixedBitSet>>,
}

impl Deref for Constraints {
    type Target = Instance;

    fn deref(&self) -> &Instance {
        &self.instance
    }
}

impl Constraints {
    /// Reduces a problem to its general form.
    ///
    /// # Errors
    /// As [`Instance::check_size`].
    ///
    /// # Complexity
    /// As [`Instance::of_pieces`] with one kind.
    pub fn from_problem(problem: &Problem) -> Result<Self, TooManySquares> {
        let unlimited = Self::within(problem, &Limits::default())?;
        Ok(unlimited.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}")))
    }

    /// Reduces a problem within limits on time and memory. The inner error is a limit.
    ///
    /// # Errors
    /// As [`Constraints::from_problem`].
    pub fn within(
        problem: &Problem,
        limits: &Limits,
    ) -> Result<Result<Self, Stop>, TooManySquares> {
        let instance =
            Instance::of_pieces(problem, std::slice::from_ref(problem.piece()), limits)?;
        Ok(instance.and_then(|instance| {
            let is_one_way = problem.edges().have_one_way_attacks();
            let mutual = is_one_way
                .then(|| mutual_attacks(&instance, limits))
                .transpose()?;
            Ok(Constraints { instance, mutual })
        }))
    }

    /// Returns the squares, units and givens of a problem, without attacks: its demands
    /// alone.
    ///
    /// # Errors
    /// As [`Constraints::from_problem`].
    ///
    /// # Complexity
    /// O(squares x units) time.
    pub fn without_attacks(problem: &Problem) -> Result<Self, TooManySquares> {
        let instance =
            Instance::of_pieces(problem, &[Piece::none()], &Limits::default())?;
        let instance =
            instance.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}"));
        Ok(Constraints {
            instance,
            mutual: None,
        })
    }

    /// Returns the squares that take no queen because of a given one: those that she
    /// attacks, or from which a queen would attack her, except those of given queens; in
    /// order.
    pub fn attacked(&self) -> impl Iterator<Item = Square> {
        let mut attacked = FixedBitSet::with_capacity(self.squares().len());
        self.givens()
            .iter()
            .for_each(|&given| attacked.union_with(self.conflicts(given)));
        self.givens()
            .iter()
            .for_each(|&given| attacked.set(given, false));
        attacked.into_ones().map(|number| self.squares()[number])
    }

    fn all_conflicts(&self) -> &[FixedBitSet] {
        self.mutual.as_deref().unwrap_or(self.attacks(0))
    }

    /// Returns the squares that a queen on square `number` attacks, or from which a queen
    /// would attack her.
    #[must_use]
    pub fn conflicts(&self, number: usize) -> &FixedBitSet {
        &self.all_conflicts()[number]
    }

    /// Returns for each square those that cannot take a queen as well: because they
    /// attack each other, or because both belong to a unit that takes only one.
    ///
    /// # Complexity
    /// O(squares^2) bits, and the same for each square of each such unit.
    #[must_use]
    pub fn clashes(&self) -> Vec<FixedBitSet> {
        let mut clashes = self.all_conflicts().to_vec();
        for unit in self.units().iter().filter(|unit| unit.bounds.high() == 1) {
            let mut members = FixedBitSet::with_capacity(self.squares().len());
            members.extend(unit.squares.iter().copied());
            for &square in &unit.squares {
                clashes[square].union_with(&members);
                clashes[square].remove(square);
            }
        }
        clashes
    }

    /// Finds a unit that lacks a queen and has no square left for one beside the given
    /// queens: it proves that there is no solution. `None` proves nothing.
    ///
    /// # Complexity
    /// O(squares) for each given queen and each unit.
    #[must_use]
    pub fn starved(&self) -> Option<Unit> {
        let mut open = FixedBitSet::with_capacity(self.squares().len());
        open.insert_range(..);
        for &given in self.givens() {
            open.remove(given);
            open.difference_with(self.conflicts(given));
        }
        let lacking = |unit: &UnitSquares| {
            let standing = self
                .givens()
                .iter()
                .filter(|given| unit.squares.binary_search(given).is_ok())
                .count();
            unit.bounds.low() as usize > standing
        };
        for unit in self
            .units()
            .iter()
            .filter(|unit| unit.bounds.high() == 1 && !lacking(unit))
        {
            if unit
                .squares
                .iter()
                .any(|square| self.givens().contains(square))
            {
                unit.squares.iter().for_each(|&square| open.remove(square));
            }
        }
        let is_starved = |unit: &&UnitSquares| {
            lacking(unit) && !unit.squares.iter().any(|&square| open.contains(square))
        };
        self.units().iter().find(is_starved).map(|unit| unit.unit)
    }

    /// Returns the symmetries that leave this problem unchanged: its own group. It always
    /// contains the identity, which is first.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Complexity
    /// As [`Instance::permutations`] with the conflicts.
    pub fn group(&self, limits: &Limits) -> Result<Vec<Permutation>, Stop> {
        self.permutations(&[self.all_conflicts()], limits)
    }
}

/// Returns for each square those that a piece on it attacks, or from which one would
/// attack it.
fn mutual_attacks(
    instance: &Instance,
    limits: &Limits,
) -> Result<Vec<FixedBitSet>, Stop> {
    let squares = instance.squares().len();
    Meter::new(limits).memory((squares * squares / 8) as u64)?;
    let mut conflicts = instance.attacks(0).to_vec();
    for (from, attacked) in instance.attacks(0).iter().enumerate() {
        attacked.ones().for_each(|to| conflicts[to].insert(from));
    }
    Ok(conflicts)
}
