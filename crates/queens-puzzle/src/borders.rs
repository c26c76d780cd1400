//! The lines between squares of different regions, and the rooms that lines enclose.

use super::Puzzle;

/// Which of the lines inside a square board are borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Borders {
    pub(super) size: usize,
    /// Right of each square but the last of its row: row by row, `size - 1` in each.
    pub(super) right: Vec<bool>,
    /// Below each square but those of the last row: row by row, `size` in each.
    pub(super) below: Vec<bool>,
}

impl Borders {
    /// The borders between the regions of `puzzle`.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let size = puzzle.size() as usize;
        let regions = puzzle.regions();
        let rows = || regions.chunks_exact(size);
        Borders {
            size,
            right: rows().flat_map(|row| row.windows(2).map(|two| two[0] != two[1])).collect(),
            below: regions.iter().zip(&regions[size..]).map(|(above, below)| above != below).collect(),
        }
    }

    /// The room of each square, row by row: rooms count from 0 in the order in which their first squares come. Squares
    /// are in one room where a way of steps along rows and columns between them crosses no border.
    ///
    /// # Complexity
    /// Linear in the squares.
    pub(super) fn rooms(&self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let size = self.size;
        let mut rooms = vec![NONE; size * size];
        let mut next = 0;
        for first in 0..rooms.len() {
            if rooms[first] != NONE {
                continue;
            }
            rooms[first] = next;
            let mut waiting = vec![first];
            while let Some(square) = waiting.pop() {
                for other in self.neighbours(square).into_iter().flatten() {
                    if rooms[other] == NONE {
                        rooms[other] = next;
                        waiting.push(other);
                    }
                }
            }
            next += 1;
        }
        rooms
    }

    /// The squares beside a square that no border parts from it.
    fn neighbours(&self, square: usize) -> [Option<usize>; 4] {
        let size = self.size;
        let (row, column) = (square / size, square % size);
        // The number of the line right of a square, where it is not the last of its row.
        let right = |column: usize| self.right[row * (size - 1) + column];
        [
            (column > 0 && !right(column - 1)).then(|| square - 1),
            (column + 1 < size && !right(column)).then(|| square + 1),
            (row > 0 && !self.below[square - size]).then(|| square - size),
            (row + 1 < size && !self.below[square]).then(|| square + size),
        ]
    }
}
