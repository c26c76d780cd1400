//! Units as bit sets, and the choice of the unit that a backtracking search fills next.

use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;

/// A demand on a set of squares.
pub(super) struct UnitMask {
    pub(super) squares: FixedBitSet,
    pub(super) low: usize,
    pub(super) high: usize,
}

/// All units of a problem in the general form.
pub(super) struct UnitMasks {
    pub(super) units: Vec<UnitMask>,
    /// Units of each square.
    pub(super) of_square: Vec<Vec<usize>>,
}

/// A node of the tree.
pub(super) struct UnitNode {
    /// Open squares.
    pub(super) open: FixedBitSet,
    /// Open squares still to try at this node.
    pub(super) untried: FixedBitSet,
}

impl UnitMasks {
    pub(super) fn from_constraints(form: &Constraints) -> Self {
        let size = form.squares().len();
        let mut of_square = vec![Vec::new(); size];
        let mut units = Vec::with_capacity(form.units().len());
        for (number, unit) in form.units().iter().enumerate() {
            let mut squares = FixedBitSet::with_capacity(size);
            squares.extend(unit.squares.iter().copied());
            unit.squares
                .iter()
                .for_each(|&square| of_square[square].push(number));
            let (low, high) = (unit.bounds.low() as usize, unit.bounds.high() as usize);
            units.push(UnitMask { squares, low, high });
        }
        UnitMasks { units, of_square }
    }

    /// Returns the node with these `open` squares and numbers of queens in each unit, and
    /// true if the board is a solution.
    ///
    /// Every solution below has another queen in each unit that lacks one, so that trying
    /// the open squares of one such unit is complete: the unit with the least slack, its
    /// open squares less the queens that it lacks. With negative slack nothing is left to
    /// try. If no unit lacks a queen, any other solution below has more queens.
    pub(super) fn node(
        &self,
        queens_in: &[usize],
        open: FixedBitSet,
    ) -> (UnitNode, bool) {
        let mut scarcest = None;
        for (unit, &queens) in self.units.iter().zip(queens_in) {
            if queens >= unit.low {
                continue;
            }
            let (room, lacking) =
                (open.intersection_count(&unit.squares), unit.low - queens);
            if room < lacking {
                return (
                    UnitNode {
                        open: FixedBitSet::new(),
                        untried: FixedBitSet::new(),
                    },
                    false,
                );
            }
            if scarcest.is_none_or(|(least, _)| room - lacking < least) {
                scarcest = Some((room - lacking, unit));
            }
        }
        let mut untried = open.clone();
        if let Some((_, unit)) = scarcest {
            untried.intersect_with(&unit.squares);
        }
        (UnitNode { open, untried }, scarcest.is_none())
    }
}
