//! Boards of several dimensions, layer by layer.

use crate::placement::Placement;
use crate::relative::Dimensions;
use crate::square::Square;

/// Rule that the queens on a board of several dimensions break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayerViolation {
    /// A wrong number of layers.
    #[error("the number of layers is {found} instead of {expected}")]
    Layers {
        /// Number of layers.
        found: usize,
        /// Number of layers of such a board.
        expected: usize,
    },
    /// A queen off the board.
    #[error("the queen on {square} of layer {layer} is off the board of {side} x {side}")]
    OffBoard {
        /// Number of the layer, from 1.
        layer: usize,
        /// The square.
        square: Square,
        /// Length of the sides.
        side: u32,
    },
    /// Two queens that attack each other or are on the same square, each with the number of its layer, from 1.
    #[error("the queens on {} of layer {} and on {} of layer {} attack each other", .0[0].1, .0[0].0, .0[1].1, .0[1].0)]
    Attack([(usize, Square); 2]),
}

/// Checks that no two queens attack each other on a board of several dimensions with sides of this length. Each layer has
/// its rows and columns as the last two dimensions; the other dimensions number the layers, the last one of them fastest.
///
/// Two queens attack each other if their coordinates differ by 0 or by k, in either direction, for one k. Along a
/// direction that has step 1 or -1 in some dimension, the other coordinates, each less its steps times that one, are the
/// same for all squares of a line.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// O(3^d q log q) for q queens in d dimensions.
pub fn layers(side: u32, dimensions: Dimensions, layers: &[&Placement]) -> Result<(), LayerViolation> {
    let outer = u32::from(dimensions.get()) - 2;
    let expected = (side as usize).pow(outer);
    if layers.len() != expected {
        return Err(LayerViolation::Layers { found: layers.len(), expected });
    }
    let mut queens: Vec<(Vec<i64>, (usize, Square))> = Vec::new();
    for (number, placement) in layers.iter().enumerate() {
        for &square in placement.squares() {
            if square.row.max(square.column) >= side {
                return Err(LayerViolation::OffBoard { layer: number + 1, square, side });
            }
            let outer =
                (0..outer).rev().map(|at| (number / (side as usize).pow(at)) as i64 % i64::from(side));
            let coordinates = outer.chain([square.row.into(), square.column.into()]).collect();
            queens.push((coordinates, (number + 1, square)));
        }
    }
    // Coordinates less others are between -side and 2 side.
    let width = 3 * i64::from(side) + 1;
    for direction in 0..3i64.pow(dimensions.get().into()) {
        let steps: Vec<i64> =
            (0..u32::from(dimensions.get())).map(|at| direction / 3i64.pow(at) % 3 - 1).collect();
        // Opposite directions have the same lines.
        let Some(axis) = steps.iter().position(|&step| step != 0).filter(|&axis| steps[axis] == 1) else {
            continue;
        };
        let line = |coordinates: &[i64]| {
            let rest = coordinates.iter().zip(&steps).map(|(other, step)| other - step * coordinates[axis]);
            rest.fold(0, |line, rest| line * width + rest + i64::from(side))
        };
        let mut lines: Vec<(i64, usize)> =
            queens.iter().enumerate().map(|(number, (coordinates, _))| (line(coordinates), number)).collect();
        lines.sort_unstable();
        if let Some(pair) = lines.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(LayerViolation::Attack([queens[pair[0].1].1, queens[pair[1].1].1]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(names: &[&str]) -> Placement {
        Placement::new(names.iter().map(|name| name.parse().unwrap()).collect())
    }

    fn checked(side: u32, dimensions: u8, layers: &[Placement]) -> Result<(), LayerViolation> {
        let layers: Vec<&Placement> = layers.iter().collect();
        super::layers(side, Dimensions::new(dimensions).unwrap(), &layers)
    }

    /// The set in A115992: (0, 0, 0), (1, 2, 0), (0, 1, 2), (2, 0, 1) as layer, row, column. The sequence says that
    /// (2, 0, 1) attacks (1, 0, 2).
    #[test]
    fn the_published_set_of_four_queens_is_accepted() {
        let [first, second, third] = [layer(&["a1", "c2"]), layer(&["a3"]), layer(&["b1"])];
        assert_eq!(checked(3, 3, &[first, second, third.clone()]), Ok(()));
        let pair = [(2, "c1".parse().unwrap()), (3, "b1".parse().unwrap())];
        let attack = checked(3, 3, &[layer(&[]), layer(&["c1"]), third]);
        assert_eq!(attack, Err(LayerViolation::Attack(pair)));
        let message = "the queens on c1 of layer 2 and on b1 of layer 3 attack each other";
        assert_eq!(attack.unwrap_err().to_string(), message);
    }

    #[test]
    fn other_violations_are_named() {
        assert_eq!(checked(0, 3, &[]), Ok(()));
        assert_eq!(checked(1, 4, &[layer(&["a1"])]), Ok(()));
        assert_eq!(checked(2, 4, &[layer(&["a1"])]), Err(LayerViolation::Layers { found: 1, expected: 4 }));
        let square = "a3".parse().unwrap();
        let off = LayerViolation::OffBoard { layer: 2, square, side: 2 };
        assert_eq!(checked(2, 3, &[layer(&[]), layer(&["a3"])]), Err(off));
        let twice = checked(2, 3, &[layer(&["b2", "b2"]), layer(&[])]);
        assert!(matches!(twice, Err(LayerViolation::Attack(_))));
    }
}
