//! The search of a half: lists all placements on its rows, by the sets of columns that
//! they take.
//!
//! ```text
//! stack[level]          a node with `level` pieces: rows without one, squares to try,
//!                       the word and the set of inner columns of its pieces
//! open_columns[level]   for each row, the columns that these pieces do not attack
//!
//! level 0 .. certain_len      fills one certain column after the other: `open` are rows
//! level certain_len ..        fills the first empty row: `open` are columns
//! ```

use super::super::pairs::WORK_PER_CHECK;
use super::board::{COLUMN_BITS, HalfBoard, MAX_ROWS, RowColumns};
use control::{Step, ThreadMeter};
use queens_simd::{KernelCall, KernelLoops};

/// Memory of a half, in bytes: lists have room for up to twice as many words as they
/// have, and the join sorts a copy.
pub(super) const BYTES_PER_FOUND: u64 = 24;

/// The columns that a half takes: all of the first ones, and as many of the second ones
/// as it has rows left.
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

impl FoundHalves {
    /// Empties the lists, and makes one for each set of so many inner columns.
    fn clear(&mut self, inner: u32) {
        self.sets.resize_with(1 << inner, Vec::new);
        self.sets.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }
}

/// The work of listing all placements on a half with these columns.
pub(super) struct ListHalves<'a, 'm> {
    pub half: &'a HalfBoard,
    pub columns: Columns,
    pub found: &'a mut FoundHalves,
    /// Number of halves that the other side has.
    pub others: usize,
    pub meter: &'a ThreadMeter<'m>,
}

impl<L: KernelLoops> KernelCall<L> for ListHalves<'_, '_> {
    type Output = Step;

    #[inline(always)]
    fn run(self, _loops: L) -> Step {
        self.found.clear(self.columns.some_of.count_ones());
        if self.half.rows == 0 {
            self.found.sets[0].push(0);
            self.found.len = 1;
            return Ok(());
        }
        let mut check = LimitCheck::new(self.others, self.meter);
        HalfSearch::new(self.half, self.columns).run(self.found, &mut check)
    }
}

/// Checks the limits now and then.
struct LimitCheck<'a, 'm> {
    others: usize,
    meter: &'a ThreadMeter<'m>,
    /// Number of dead ends.
    steps: usize,
    /// Number of dead ends and halves from which the limits are checked again.
    next_check: usize,
    /// Number of halves that the meter knows of.
    spent: usize,
}

impl<'a, 'm> LimitCheck<'a, 'm> {
    fn new(others: usize, meter: &'a ThreadMeter<'m>) -> Self {
        LimitCheck {
            others,
            meter,
            steps: 0,
            next_check: WORK_PER_CHECK,
            spent: 0,
        }
    }

    /// Counts a dead end, after `found` halves.
    #[inline(always)]
    fn count_step(&mut self, found: usize) -> Step {
        self.steps += 1;
        if self.steps + found >= self.next_check {
            self.next_check = self.steps + found + WORK_PER_CHECK;
            self.meter
                .memory(BYTES_PER_FOUND * (found + self.others) as u64)?;
            self.spend(found)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn spend(&mut self, found: usize) -> Step {
        let new = (found - self.spent) as u64;
        self.spent = found;
        self.meter.spend(new)
    }
}

/// A node of the search: some pieces, and where the next one may stand.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The rows without a piece.
    rows: u32,
    /// The squares of the next piece that are still to be tried: rows of the next certain
    /// column, or, if all of these are filled, columns of the first row without a piece.
    open: u32,
    word: u64,
    /// The set of inner columns taken.
    set: u32,
}

/// A node and one more piece.
struct PlacedPiece<'a> {
    /// The rows without a piece.
    rows: u32,
    word: u64,
    set: u32,
    /// For each row, the columns that the last piece does not attack.
    leaves: &'a [u32; MAX_ROWS],
}

/// A search by backtracking.
///
/// It fills the columns that the half takes for certain first, and then the rows. The
/// other way round, most placements would leave one of these columns empty.
struct HalfSearch<'a> {
    half: &'a HalfBoard,
    /// The columns that the half takes for certain.
    certain: [u32; MAX_ROWS],
    certain_len: usize,
    /// The columns of which it takes some.
    some_of: u32,
    stack: [Node; MAX_ROWS],
    /// Open columns of each row at each level of the stack.
    open_columns: [RowColumns; MAX_ROWS],
    level: usize,
}

impl<'a> HalfSearch<'a> {
    #[inline(always)]
    fn new(half: &'a HalfBoard, columns: Columns) -> Self {
        let mut certain = [0; MAX_ROWS];
        let mut certain_len = 0;
        let mut rest = columns.all_of;
        while rest != 0 {
            certain[certain_len] = rest.trailing_zeros();
            certain_len += 1;
            rest &= rest - 1;
        }
        let all_rows = (1 << half.rows) - 1;
        let mut stack = [Node::default(); MAX_ROWS];
        stack[0] = Node {
            rows: all_rows,
            open: if certain_len > 0 {
                all_rows
            } else {
                columns.some_of
            },
            ..Node::default()
        };
        HalfSearch {
            half,
            certain,
            certain_len,
            some_of: columns.some_of,
            stack,
            open_columns: [RowColumns([u32::MAX; MAX_ROWS]); MAX_ROWS],
            level: 0,
        }
    }

    /// Lists all placements in `found`, which is no field: then the compiler would read
    /// it anew after each change of the stack.
    ///
    /// Invariant: the placements that are not listed yet are those that continue a node
    /// of the stack on one of its `open` squares, each one node.
    #[inline(always)]
    fn run(&mut self, found: &mut FoundHalves, check: &mut LimitCheck<'_, '_>) -> Step {
        loop {
            let Some(piece) = self.place_next() else {
                check.count_step(found.len)?;
                if self.level == 0 {
                    return check.spend(found.len);
                }
                self.level -= 1;
                continue;
            };
            if piece.rows == 0 {
                found.sets[piece.set as usize].push(piece.word);
                found.len += 1;
            // Certain columns first; the last row is listed without a node for each of
            // its squares.
            } else if self.level + 1 < self.certain_len {
                self.fill_next_column(&piece);
            } else if piece.rows.is_power_of_two() {
                self.list_last_row(&piece, found);
            } else {
                self.fill_next_row(&piece);
            }
        }
    }

    /// Takes the next open square of the last node, and puts a piece there; none if all
    /// were tried.
    #[inline(always)]
    fn place_next(&mut self) -> Option<PlacedPiece<'a>> {
        let node = &mut self.stack[self.level];
        if node.open == 0 {
            return None;
        }
        let lowest = node.open.trailing_zeros();
        node.open &= node.open - 1;
        let (row, column) = if self.level < self.certain_len {
            (lowest, self.certain[self.level])
        } else {
            (node.rows.trailing_zeros(), lowest)
        };
        let place = (row << COLUMN_BITS | column) as usize;
        let square = &self.half.squares[place];
        Some(PlacedPiece {
            rows: node.rows & !(1 << row),
            word: node.word | square.word,
            set: node.set | square.set,
            leaves: &self.half.leaves[place].0,
        })
    }

    /// Goes on with the next certain column, if it has an open square.
    #[inline(always)]
    fn fill_next_column(&mut self, piece: &PlacedPiece<'_>) {
        let open_columns = self.open_columns_after(piece);
        let column = self.certain[self.level + 1];
        let mut open = 0;
        for (row, columns) in open_columns.0.iter().enumerate() {
            open |= (columns >> column & 1) << row;
        }
        let open = open & piece.rows;
        if open != 0 {
            self.push(piece, open, open_columns);
        }
    }

    /// Goes on with the first row without a piece, if it has an open square.
    #[inline(always)]
    fn fill_next_row(&mut self, piece: &PlacedPiece<'_>) {
        let open = self.open_in_row(piece, piece.rows.trailing_zeros());
        if open != 0 {
            self.push(piece, open, self.open_columns_after(piece));
        }
    }

    /// Lists the placements with a piece in the only row that has none. They are not
    /// nodes of their own, because there are more of them than of all others.
    #[inline(always)]
    fn list_last_row(&self, piece: &PlacedPiece<'_>, found: &mut FoundHalves) {
        let row = piece.rows.trailing_zeros();
        let mut open = self.open_in_row(piece, row);
        let squares =
            &self.half.squares[(row << COLUMN_BITS) as usize..][..1 << COLUMN_BITS];
        found.len += open.count_ones() as usize;
        while open != 0 {
            let square = &squares[open.trailing_zeros() as usize];
            open &= open - 1;
            found.sets[(piece.set | square.set) as usize].push(piece.word | square.word);
        }
    }

    /// Returns the open columns of one row after the piece. Those of all rows are
    /// computed only if this row has any.
    #[inline(always)]
    fn open_in_row(&self, piece: &PlacedPiece<'_>, row: u32) -> u32 {
        // The remainder spares the check of the index.
        let row = row as usize % MAX_ROWS;
        self.open_columns[self.level].0[row] & piece.leaves[row] & self.some_of
    }

    /// Returns the open columns of all rows after the piece.
    #[inline(always)]
    fn open_columns_after(&self, piece: &PlacedPiece<'_>) -> RowColumns {
        let mut open_columns = self.open_columns[self.level];
        for (columns, leaves) in open_columns.0.iter_mut().zip(piece.leaves) {
            *columns &= leaves;
        }
        open_columns
    }

    #[inline(always)]
    fn push(&mut self, piece: &PlacedPiece<'_>, open: u32, open_columns: RowColumns) {
        self.level += 1;
        self.open_columns[self.level] = open_columns;
        self.stack[self.level] = Node {
            rows: piece.rows,
            open,
            word: piece.word,
            set: piece.set,
        };
    }
}
