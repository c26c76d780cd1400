//! A map from squares to what stands on them, on one line.
//!
//! ```text
//! {(0, 0): 0, (0, 1): 1, (1, 0): 0, ...}      every square of the board
//! {(0, 1): True, (1, 3): True, ...}           the queens alone
//! ```

use super::lines::LineShape;
use queens_model::square::Square;

/// Fewest squares of a map.
const MIN_SQUARES: usize = 4;

/// Words for a square with a queen and without one.
const QUEEN_WORDS: [&str; 5] = ["1", "true", "'q'", "\"q\"", "1.0"];
const FREE_WORDS: [&str; 9] = [
    "0", "false", "none", "null", "'.'", "\".\"", "' '", "\" \"", "0.0",
];

/// Returns the shape of a line that is such a map.
pub(super) fn shape(line: &str) -> Option<LineShape> {
    let inside = line.split_once('{')?.1.split_once('}')?.0.trim();
    let entries: Vec<MapEntry> = inside
        .strip_prefix('(')?
        .split('(')
        .map(MapEntry::from_text)
        .collect::<Option<_>>()?;
    if entries.len() < MIN_SQUARES {
        return None;
    }
    if entries.iter().all(|entry| entry.is_queen) {
        let pairs = entries.iter().map(|entry| entry.square).collect();
        return Some(LineShape::Pairs(vec![pairs]));
    }
    Some(match full_board(&entries) {
        Some(queens) => LineShape::Squares(queens),
        None => LineShape::Refused(
            "the map should have every square of a square board once, from 0 or from 1 on",
        ),
    })
}

/// A square and whether a queen is on it.
struct MapEntry {
    square: [u32; 2],
    is_queen: bool,
}

impl MapEntry {
    /// Reads `0, 1): 1,`.
    fn from_text(text: &str) -> Option<Self> {
        let (square, value) = text.split_once("):")?;
        let (row, column) = square.split_once(',')?;
        let value = value.trim().trim_end_matches(',').trim().to_lowercase();
        let is_queen = QUEEN_WORDS.contains(&value.as_str());
        (is_queen || FREE_WORDS.contains(&value.as_str())).then_some(MapEntry {
            square: [row.trim().parse().ok()?, column.trim().parse().ok()?],
            is_queen,
        })
    }
}

/// Returns the queens of a map that has every square of a square board once.
fn full_board(entries: &[MapEntry]) -> Option<Vec<Square>> {
    let side = (1..).find(|side| side * side >= entries.len())?;
    let first = entries.iter().flat_map(|entry| entry.square).min()?;
    if side * side != entries.len() || first > 1 {
        return None;
    }
    let side = u32::try_from(side).ok()?;
    let mut squares: Vec<[u32; 2]> = entries.iter().map(|entry| entry.square).collect();
    squares.sort_unstable();
    let all = (0..side)
        .flat_map(|row| (0..side).map(move |column| [row + first, column + first]));
    all.eq(squares).then(|| {
        let queens = entries.iter().filter(|entry| entry.is_queen);
        queens
            .map(|MapEntry { square, .. }| {
                Square::new(square[0] - first, square[1] - first)
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{LineShape, Square, shape};

    #[test]
    fn maps_name_every_square_or_the_queens_alone() {
        let squares = vec![Square::new(0, 1), Square::new(1, 0)];
        for line in [
            "{(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}",
            "board = {(1,2): True, (1,1): False, (2,1): True, (2,2): False}",
        ] {
            let Some(LineShape::Squares(mut found)) = shape(line) else {
                panic!("{line}");
            };
            found.sort_unstable();
            assert_eq!(found, squares, "{line}");
        }
        let pairs = "{(0, 1): 1, (1, 3): 1, (2, 0): 1, (3, 2): 1}";
        assert_eq!(
            shape(pairs),
            Some(LineShape::Pairs(vec![vec![[0, 1], [1, 3], [2, 0], [3, 2]]]))
        );
        let missing = "{(0, 0): 0, (0, 1): 1, (1, 0): 1, (5, 5): 0}";
        assert!(matches!(shape(missing), Some(LineShape::Refused(_))));
        for other in [
            "{(0, 1), (1, 3), (2, 0), (3, 2)}",
            "{0: 1, 1: 3, 2: 0, 3: 2}",
        ] {
            assert_eq!(shape(other), None, "{other}");
        }
    }
}
