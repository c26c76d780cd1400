//! Orbits: solutions that symmetries of their problem turn into each other.

mod rules;

use crate::constraints::Constraints;
use crate::instance::TooManySquares;
use crate::placement::{Label, Placement};
use crate::problem::Problem;
use crate::symmetry::Symmetry;
use control::{Limits, Stop};
use std::fmt;

/// Symmetry of a placement: the turns of the board that leave it unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymmetryClass {
    /// Nothing but the identity: an orbit of 8 on a square, of 12 on a hexagon.
    Ordinary,
    /// A half turn, but no smaller one: an orbit of 4, on a hexagon of 6.
    Point,
    /// A quarter turn: an orbit of 2. On a hexagon a third of a turn.
    Rotary,
    /// A reflection. Never for queens on a standard board of more than one square.
    Reflective,
}

impl SymmetryClass {
    /// All classes, in the order of tables.
    pub const ALL: [SymmetryClass; 4] = [
        SymmetryClass::Ordinary,
        SymmetryClass::Point,
        SymmetryClass::Rotary,
        SymmetryClass::Reflective,
    ];

    /// Returns the class of a placement that some symmetries leave unchanged.
    pub fn from_kept(keeps: impl Fn(Symmetry) -> bool) -> Self {
        let mut symmetries = Symmetry::ALL.into_iter().chain(Symmetry::HEXAGON);
        if symmetries.any(|symmetry| symmetry.is_reflection() && keeps(symmetry)) {
            SymmetryClass::Reflective
        } else if keeps(Symmetry::QuarterTurn) || keeps(Symmetry::ThirdTurn) {
            SymmetryClass::Rotary
        } else if keeps(Symmetry::HalfTurn) {
            SymmetryClass::Point
        } else {
            SymmetryClass::Ordinary
        }
    }
}

impl fmt::Display for SymmetryClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SymmetryClass::Ordinary => "ordinary",
            SymmetryClass::Point => "point-symmetric",
            SymmetryClass::Rotary => "rotary",
            SymmetryClass::Reflective => "reflective",
        })
    }
}

/// The symmetries of one problem, applied to its placements.
///
/// ```
/// use queens::{orbit::{Orbits, SymmetryClass}, placement::Placement, problem::Problem};
///
/// let orbits = Orbits::from_problem(&Problem::queens(4)?)?;
/// let solution = Placement::from_columns(&[1, 3, 0, 2]);
/// assert_eq!(orbits.class(&solution), SymmetryClass::Rotary);
/// assert_eq!(orbits.orbit(&solution).len(), 2);
/// assert!(orbits.is_fundamental(&solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Orbits {
    rows: u32,
    columns: u32,
    group: Vec<Symmetry>,
    /// With rules: for each symmetry of the group and each kind, the kind that it
    /// becomes.
    exchanges: Vec<Vec<u8>>,
}

impl Orbits {
    /// Finds the symmetries of the problem itself. Its grid may have more.
    /// [`Problem::normalized`] may have more. With rules they are symmetries of the board
    /// together with exchanges of kinds that are alike, such as white and black.
    ///
    /// # Errors
    /// A board of more than [`crate::instance::MAX_SQUARES`] squares.
    pub fn from_problem(problem: &Problem) -> Result<Self, TooManySquares> {
        let unlimited = Self::within(problem, &Limits::default())?;
        Ok(unlimited.unwrap_or_else(|stop| unreachable!("there are no limits: {stop}")))
    }

    /// Does the same as [`Orbits::from_problem`], within limits on time and memory. The inner error
    /// is a limit.
    ///
    /// # Errors
    /// As [`Orbits::from_problem`].
    pub fn within(
        problem: &Problem,
        limits: &Limits,
    ) -> Result<Result<Self, Stop>, TooManySquares> {
        let (rows, columns) = (problem.rows(), problem.columns());
        if let Some(rules) = problem.rules() {
            let elements = rules::list_elements(problem, rules, limits)?;
            return Ok(elements.map(|elements| {
                let (group, exchanges) = elements.into_iter().unzip();
                Orbits {
                    rows,
                    columns,
                    group,
                    exchanges,
                }
            }));
        }
        let form = Constraints::within(problem, limits)?;
        let group = form.and_then(|form| form.group(limits));
        Ok(group.map(|group| {
            let group = group
                .into_iter()
                .map(|permutation| permutation.symmetry)
                .collect();
            Orbits {
                rows,
                columns,
                group,
                exchanges: Vec::new(),
            }
        }))
    }

    /// Returns the problem's symmetries; the identity is first.
    #[must_use]
    pub fn group(&self) -> &[Symmetry] {
        &self.group
    }

    fn images<'a>(
        &'a self,
        placement: &'a Placement,
    ) -> impl Iterator<Item = Placement> + 'a {
        (0..self.group.len()).map(|number| self.image_under(placement, number))
    }

    /// Returns the image of a placement under the element of the group with this number.
    fn image_under(&self, placement: &Placement, number: usize) -> Placement {
        let image = placement.image(self.group[number], self.rows, self.columns);
        let Some(kinds) = self.exchanges.get(number) else {
            return image;
        };
        let exchange = |label: Label| Label {
            kind: kinds[usize::from(label.kind)],
            ..label
        };
        Placement::labelled(
            image
                .pieces()
                .map(|(square, label)| (square, exchange(label)))
                .collect(),
        )
    }

    /// Returns every different image of `placement`, in order.
    #[must_use]
    pub fn orbit(&self, placement: &Placement) -> Vec<Placement> {
        let mut orbit: Vec<Placement> = self.images(placement).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Returns the representative of the orbit: its least image, comparing squares in
    /// order.
    #[must_use]
    pub fn canonical(&self, placement: &Placement) -> Placement {
        self.images(placement)
            .min()
            .unwrap_or_else(|| placement.clone())
    }

    /// Returns true if `placement` represents its orbit.
    #[must_use]
    pub fn is_fundamental(&self, placement: &Placement) -> bool {
        self.images(placement).all(|image| *placement <= image)
    }

    /// Returns the symmetry of `placement` under the problem's own symmetries.
    #[must_use]
    pub fn class(&self, placement: &Placement) -> SymmetryClass {
        SymmetryClass::from_kept(|symmetry| {
            let numbers =
                (0..self.group.len()).filter(|&number| self.group[number] == symmetry);
            numbers
                .into_iter()
                .any(|number| self.image_under(placement, number) == *placement)
        })
    }
}
