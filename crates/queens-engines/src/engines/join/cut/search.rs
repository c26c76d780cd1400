//! The search of a half: all placements on its rows, with the sets of columns that they
//! take.

use super::super::pairs::WORK_PER_CHECK;
use super::board::{COLUMN_BITS, HalfBoard, MAX_ROWS, RowColumns};
use control::{Step, ThreadMeter};
use queens_simd::{KernelCall, KernelLoops};

/// Memory of a half, in bytes: lists have room for up to twice as many words as they
/// have, and the join sorts a copy.
pub(super) const BYTES_PER_FOUND: u64 = 24;

/// Which columns a half takes: all of the first ones, and as many of the second ones as
/// it has rows left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub all_of: u32,
    pub some_of: u32,
}

/// The halves that a search found.
#[derive(Debug, Default)]
pub(super) struct FoundHalves {
    /// For each set of inner columns, the words of the halves that take them.
    pub sets: Vec<Vec<u64>>,
    /// Number of halves.
    pub len: usize,
}

/// Finds all placements on a half with these columns.
pub(super) struct SearchHalf<'a, 'm> {
    pub half: &'a HalfBoard,
    pub columns: Columns,
    pub found: &'a mut FoundHalves,
    /// Number of halves that the other side has.
    pub others: usize,
    pub meter: &'a ThreadMeter<'m>,
}

/// A node of the search: some pieces.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The rows without a piece.
    rows: u32,
    /// Rows of a column that the half takes, or columns of a row, that are still to be
    /// tried.
    open: u32,
    word: u64,
    /// The set of inner columns taken.
    set: u32,
}

impl<L: KernelLoops> KernelCall<L> for SearchHalf<'_, '_> {
    type Output = Step;

    /// First puts a piece into each of the columns that the half takes for certain, then
    /// one into each row without one. The other way round, most placements would leave
    /// one of those columns empty.
    #[inline(always)]
    fn run(self, _loops: L) -> Step {
        let SearchHalf {
            half,
            columns: Columns { all_of, some_of },
            found,
            others,
            meter,
        } = self;
        let FoundHalves { sets, len } = found;
        sets.resize_with(1 << some_of.count_ones(), Vec::new);
        sets.iter_mut().for_each(Vec::clear);
        *len = 0;
        let rows = half.rows;
        if rows == 0 {
            sets[0].push(0);
            *len = 1;
            return Ok(());
        }
        let mut certain = [0; MAX_ROWS];
        let mut certain_len = 0;
        let mut rest = all_of;
        while rest != 0 {
            certain[certain_len] = rest.trailing_zeros();
            certain_len += 1;
            rest &= rest - 1;
        }
        let mut stack = [Node::default(); MAX_ROWS];
        // For each row, what the pieces of a node leave.
        let mut lefts = [RowColumns([u32::MAX; MAX_ROWS]); MAX_ROWS];
        let rows_of = |column: u32, left: &[u32; MAX_ROWS]| {
            let mut open = 0;
            for (row, left) in left.iter().enumerate() {
                open |= (left >> column & 1) << row;
            }
            open
        };
        let all_rows = (1_u32 << rows) - 1;
        let open = if certain_len > 0 { all_rows } else { some_of };
        stack[0] = Node {
            rows: all_rows,
            open,
            ..Node::default()
        };
        let (mut steps, mut watched, mut spent) = (0, WORK_PER_CHECK, 0);
        let mut level = 0;
        loop {
            let node = &mut stack[level];
            if node.open == 0 {
                steps += 1;
                if steps + *len >= watched {
                    watched = steps + *len + WORK_PER_CHECK;
                    meter.memory(BYTES_PER_FOUND * (*len + others) as u64)?;
                    meter.spend((*len - spent) as u64)?;
                    spent = *len;
                }
                if level == 0 {
                    return meter.spend((*len - spent) as u64);
                }
                level -= 1;
                continue;
            }
            let place = node.open.trailing_zeros();
            node.open &= node.open - 1;
            let (row, column) = if level < certain_len {
                (place, certain[level])
            } else {
                (node.rows.trailing_zeros(), place)
            };
            let place = (row << COLUMN_BITS | column) as usize;
            let (square, leaves) = (&half.squares[place], &half.leaves[place].0);
            let rows = node.rows & !(1 << row);
            let (word, set) = (node.word | square.word, node.set | square.set);
            if rows == 0 {
                sets[set as usize].push(word);
                *len += 1;
                continue;
            }
            if level + 1 >= certain_len {
                let next = rows.trailing_zeros();
                let mut open = lefts[level].0[next as usize % MAX_ROWS]
                    & leaves[next as usize % MAX_ROWS]
                    & some_of;
                // The last row is not a node of its own, as there are more of them than
                // of all others.
                if rows & (rows - 1) == 0 {
                    let squares = &half.squares[(next << COLUMN_BITS) as usize..]
                        [..1 << COLUMN_BITS];
                    *len += open.count_ones() as usize;
                    while open != 0 {
                        let square = &squares[open.trailing_zeros() as usize];
                        open &= open - 1;
                        sets[(set | square.set) as usize].push(word | square.word);
                    }
                } else if open != 0 {
                    let mut left = lefts[level];
                    for (left, leaves) in left.0.iter_mut().zip(leaves) {
                        *left &= leaves;
                    }
                    level += 1;
                    lefts[level] = left;
                    stack[level] = Node {
                        rows,
                        open,
                        word,
                        set,
                    };
                }
                continue;
            }
            let mut left = lefts[level];
            for (left, leaves) in left.0.iter_mut().zip(leaves) {
                *left &= leaves;
            }
            let open = rows_of(certain[level + 1], &left.0) & rows;
            if open != 0 {
                level += 1;
                lefts[level] = left;
                stack[level] = Node {
                    rows,
                    open,
                    word,
                    set,
                };
            }
        }
    }
}
