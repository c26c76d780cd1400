//! Borders between regions, and the rooms that borders enclose.

use super::Puzzle;

/// For each line inside a square board, true if it is a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Borders {
    pub(super) size: usize,
    /// Lines on the right of the squares, row by row, `size - 1` in each row.
    pub(super) right: Vec<bool>,
    /// Lines below the squares, row by row, without the last row.
    pub(super) below: Vec<bool>,
}

impl Borders {
    /// The borders between the regions of `puzzle`.
    pub(super) fn from_puzzle(puzzle: &Puzzle) -> Self {
        Borders::from_regions(puzzle.size() as usize, &puzzle.regions())
    }

    /// The borders between squares of different regions, which are given row by row.
    pub(super) fn from_regions(size: usize, regions: &[u32]) -> Self {
        Borders {
            size,
            right: regions
                .chunks_exact(size)
                .flat_map(|row| row.windows(2).map(|two| two[0] != two[1]))
                .collect(),
            below: regions
                .iter()
                .zip(&regions[size..])
                .map(|(above, below)| above != below)
                .collect(),
        }
    }

    /// The lines that are a border in one of the two.
    pub(super) fn union(&self, other: &Borders) -> Self {
        Borders {
            size: self.size,
            right: either(&self.right, &other.right),
            below: either(&self.below, &other.below),
        }
    }

    /// Room of each square, row by row, numbered from 0 in the order of their first
    /// squares. Squares are in one room if a path along rows and columns connects them
    /// without crossing a border.
    ///
    /// # Complexity
    /// Linear in the squares.
    pub(super) fn number_rooms(&self) -> Vec<u32> {
        const NO_ROOM: u32 = u32::MAX;
        let size = self.size;
        let mut rooms = vec![NO_ROOM; size * size];
        let mut next = 0;
        for first in 0..rooms.len() {
            if rooms[first] != NO_ROOM {
                continue;
            }
            rooms[first] = next;
            let mut waiting = vec![first];
            while let Some(square) = waiting.pop() {
                for other in self.open_neighbours(square).into_iter().flatten() {
                    if rooms[other] == NO_ROOM {
                        rooms[other] = next;
                        waiting.push(other);
                    }
                }
            }
            next += 1;
        }
        rooms
    }

    /// Neighbours of a square that no border separates from it.
    fn open_neighbours(&self, square: usize) -> [Option<usize>; 4] {
        let size = self.size;
        let (row, column) = (square / size, square % size);
        // A row has one line fewer than squares: the last square has none on its right.
        let right = &self.right[row * (size - 1)..][..size - 1];
        [
            (column > 0 && !right[column - 1]).then(|| square - 1),
            (column + 1 < size && !right[column]).then(|| square + 1),
            (row > 0 && !self.below[square - size]).then(|| square - size),
            (row + 1 < size && !self.below[square]).then(|| square + size),
        ]
    }
}

fn either(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(a, b)| a | b).collect()
}
