//! The search of work units: a stack of nodes for each row, many nodes at a time.
//!
//! A *pass* takes up to 512 nodes from the top of a row's stack, a register of nodes at a
//! time, and places one queen for each node, on its lowest free square. The child goes to
//! the stack of the next row; the node stays if it has another free square:
//!
//! ```text
//! stack of this row    | below | kept | read | to be read |
//!                              start  len    at           end
//! stack of the next    | waiting | children |
//!                                           len
//! ```
//!
//! Every node in a stack has a free square, so lanes idle only in the last register of a
//! pass. The search goes down once the next row has enough nodes for a full pass: the
//! registers are full almost everywhere, and no stack gets longer than two passes.

use super::shape::{JOINED_SIDES, MIRRORED_TOP, RowShape};
use super::units::OpenRow;
use crate::parallel::{Counter, SharedMeter};
use control::Step;
use queens_simd::{LaneWord, LaneWork, MaskLanes};

/// Maximum number of nodes of one pass.
const NODES_PER_PASS: usize = 512;
/// Number of nodes in a row from which the search goes down to it before the row above is
/// finished: a full pass.
const NODES_BEFORE_DESCENT: usize = 512;
/// Capacity of a stack, in nodes. Children go only to a row with fewer than
/// [`NODES_BEFORE_DESCENT`] nodes, one pass adds [`NODES_PER_PASS`] at most, and a write
/// touches up to a whole register after them. Not a multiple of a page, so that the words
/// of a node do not compete for the same cache sets.
const STACK_CAPACITY: usize = NODES_BEFORE_DESCENT + NODES_PER_PASS + 80;
/// Number of queens that are placed between two checks of the limits.
const QUEENS_PER_CHECK: u64 = 1 << 14;

/// Totals of one work unit, without its weight.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitTotals {
    pub(super) solutions: Counter,
    /// Number of queens that were placed, except in the last row.
    pub(super) nodes: u64,
    /// Number of queens that were placed in each row.
    pub(super) profile: Vec<u64>,
}

/// The nodes that wait in one row, one array for each word of a node: what its queens
/// attack in the row, and the free squares that are still to try.
#[derive(Clone)]
struct NodeStack<W, const REACH: usize> {
    /// Columns, diagonals to the left, diagonals to the right, free squares.
    words: [[W; STACK_CAPACITY]; 4],
    /// Squares of this row and of the next ones that leaps attack.
    ahead: [[W; STACK_CAPACITY]; REACH],
    len: usize,
}

impl<W: LaneWord, const REACH: usize> NodeStack<W, REACH> {
    fn empty() -> Self {
        let none = [W::default(); STACK_CAPACITY];
        NodeStack {
            words: [none; 4],
            ahead: [none; REACH],
            len: 0,
        }
    }

    /// Reduces the stack to the node without queens, or to nothing if it has no free
    /// square: every node in a stack has one.
    fn start_at_root(&mut self, free: u32) {
        for word in self.words.iter_mut().chain(&mut self.ahead) {
            word[0] = W::default();
        }
        self.words[3][0] = W::from_mask(free);
        self.len = usize::from(free != 0);
    }

    /// Pads the stack to a whole register: writes nodes after the last one that have all
    /// columns taken, so that neither they nor their children are kept.
    #[inline(always)]
    fn pad_to_register(&mut self, lanes: usize) {
        let words = self.len..self.len + lanes;
        self.words[0][words.clone()].fill(W::from_mask(u32::MAX));
        self.words[3][words].fill(W::default());
    }

    /// Returns a register of nodes from `at` on.
    #[inline(always)]
    fn load<V: MaskLanes<Word = W>>(&self, empty: V, at: usize) -> NodeLanes<V, REACH> {
        let mut ahead = [empty; REACH];
        for (lanes, from) in ahead.iter_mut().zip(&self.ahead) {
            *lanes = empty.load(&from[at..at + V::COUNT]);
        }
        let [columns, left, right, free] = &self.words;
        NodeLanes {
            columns: empty.load(&columns[at..at + V::COUNT]),
            left: empty.load(&left[at..at + V::COUNT]),
            right: empty.load(&right[at..at + V::COUNT]),
            free: empty.load(&free[at..at + V::COUNT]),
            ahead,
        }
    }

    /// Writes the chosen nodes to the places from `at` on. Returns the place after them.
    #[inline(always)]
    fn write<V: MaskLanes<Word = W>>(
        &mut self,
        nodes: NodeLanes<V, REACH>,
        choice: V::Choice,
        at: usize,
    ) -> usize {
        let words = [nodes.columns, nodes.left, nodes.right, nodes.free];
        for (lanes, to) in words.into_iter().zip(&mut self.words) {
            lanes.pack(choice, &mut to[at..at + V::COUNT]);
        }
        for (lanes, to) in nodes.ahead.into_iter().zip(&mut self.ahead) {
            lanes.pack(choice, &mut to[at..at + V::COUNT]);
        }
        at + V::count_chosen(choice)
    }
}

/// A register of nodes: each field has one lane per node.
#[derive(Clone, Copy)]
struct NodeLanes<V, const REACH: usize> {
    columns: V,
    left: V,
    right: V,
    free: V,
    ahead: [V; REACH],
}

/// The step from one row to the next, on all lanes.
struct RowRules<V, const EDGES: u8, const REACH: usize> {
    empty: V,
    /// Columns of the board.
    columns: u32,
    /// All columns.
    all: V,
    /// True if queens attack along the diagonals to the left, and to the right.
    falls_left: bool,
    falls_right: bool,
    /// Targets of the leaps, and the widest leap: see [`RowShape`].
    leaps: [u32; REACH],
    spread: u32,
}

/// Returns the number of bits by which diagonals move. A piece without these diagonals
/// shifts them out of the mask: that takes the same instructions, and no branch in the
/// inner loop.
#[inline(always)]
fn shift_distance(has_diagonals: bool, distance: u32) -> u32 {
    if has_diagonals { distance } else { SHIFT_OUT }
}

/// A shift by more than the bits of a mask, which leaves nothing.
const SHIFT_OUT: u32 = 64;

impl<V: MaskLanes, const EDGES: u8, const REACH: usize> RowRules<V, EDGES, REACH> {
    #[inline(always)]
    fn new(empty: V, shape: &RowShape) -> Self {
        RowRules {
            empty,
            columns: shape.columns,
            all: empty.repeat(shape.all_columns()),
            falls_left: shape.falls_left,
            falls_right: shape.falls_right,
            leaps: core::array::from_fn(|k| shape.leaps[k]),
            spread: shape.spread,
        }
    }

    /// Returns the diagonals to the left, `rows` rows further down.
    #[inline(always)]
    fn move_left(&self, mask: V, rows: u32) -> V {
        let moved = mask.shift_down(shift_distance(self.falls_left, rows));
        if EDGES == JOINED_SIDES {
            let around = shift_distance(self.falls_left, self.columns - rows);
            moved.or(mask.shift_up(around).and(self.all))
        } else {
            moved
        }
    }

    /// Returns the diagonals to the right, `rows` rows further down.
    #[inline(always)]
    fn move_right(&self, mask: V, rows: u32) -> V {
        let moved = mask.shift_up(shift_distance(self.falls_right, rows));
        if EDGES == JOINED_SIDES {
            let around = shift_distance(self.falls_right, self.columns - rows);
            moved.or(mask.shift_down(around)).and(self.all)
        } else {
            // Bits beyond the last column are not cleared: they only move further up, and
            // are open in no row.
            moved
        }
    }

    /// Returns the children of `nodes` after a queen on `queen` in `row`: nodes of the
    /// next row, whose open squares are `open`.
    #[inline(always)]
    fn child(
        &self,
        nodes: NodeLanes<V, REACH>,
        queen: V,
        row: OpenRow,
        open: V,
    ) -> NodeLanes<V, REACH> {
        let (mut left, mut right) = (nodes.left.or(queen), nodes.right.or(queen));
        if EDGES == MIRRORED_TOP {
            left = left.or(queen.shift_down(row.mirrored));
            right = right.or(queen.shift_up(row.mirrored));
        }
        let columns = nodes.columns.or(queen);
        let (left, right) = (
            self.move_left(left, row.step),
            self.move_right(right, row.step),
        );
        let ahead = self.leaps_ahead(&nodes, queen, row.step);
        let taken = columns.or(left.or(right));
        let taken = ahead.first().map_or(taken, |&leaps| taken.or(leaps));
        NodeLanes {
            columns,
            left,
            right,
            free: open.without(taken),
            ahead,
        }
    }

    /// Returns the squares that leaps attack in the row of the children and the ones
    /// after it.
    #[inline(always)]
    fn leaps_ahead(
        &self,
        nodes: &NodeLanes<V, REACH>,
        queen: V,
        step: u32,
    ) -> [V; REACH] {
        // A loop instead of a closure for each leap: the compiler would not inline such
        // closures here, and outside of this function they are compiled without the
        // instructions of the kernel.
        let mut ahead = [self.empty; REACH];
        for (k, lanes) in ahead.iter_mut().enumerate() {
            *lanes = nodes.ahead.get(k + 1).copied().unwrap_or(self.empty);
            *lanes = lanes.or(queen.multiply(self.leaps[k], self.spread));
        }
        // Invariant: `ahead[0]` is the next row after the node's, then the one after it,
        // until it is the row of the children. The rows between have their queen already.
        for _ in 1..step {
            for k in 0..REACH {
                ahead[k] = ahead.get(k + 1).copied().unwrap_or(self.empty);
            }
        }
        ahead
    }

    /// Returns the squares of `open` that `nodes` leave free in the row after their own.
    /// Queens of their own row are not counted, nor leaps beyond the next row, so these
    /// are at least as many as will be free.
    #[inline(always)]
    fn free_after(&self, nodes: &NodeLanes<V, REACH>, row: OpenRow, open: V) -> V {
        let left = self.move_left(nodes.left, row.step);
        let right = self.move_right(nodes.right, row.step);
        let mut taken = nodes.columns.or(left.or(right));
        if let Some(&leaps) = nodes.ahead.get(1)
            && row.step == 1
        {
            taken = taken.or(leaps);
        }
        open.without(taken)
    }

    /// Places one queen for each node of the top pass of `from`, and passes the nodes and
    /// the queens to `take`. Nodes with more squares to try stay. Returns the number of
    /// queens.
    ///
    /// One node at a time, with a branch for each of its squares, would mispredict once
    /// for each node; here the only branch is the end of the pass.
    #[inline(always)]
    fn place_queens(
        &self,
        from: &mut NodeStack<V::Word, REACH>,
        mut take: impl FnMut(NodeLanes<V, REACH>, V),
    ) -> u64 {
        from.pad_to_register(V::COUNT);
        let end = from.len;
        let start = end.saturating_sub(NODES_PER_PASS);
        // Invariant: nodes start..at are read, and those of them that have another square
        // are start..len. `len` <= `at`, because a register leaves at most as many nodes
        // as it had: nodes are written only over nodes that were read.
        let (mut at, mut len) = (start, start);
        while at < end {
            let nodes = from.load(self.empty, at);
            let queen = nodes.free.lowest();
            take(nodes, queen);
            let rest = nodes.free.without(queen);
            len = from.write(
                NodeLanes {
                    free: rest,
                    ..nodes
                },
                rest.choose_nonzero(),
                len,
            );
            at += V::COUNT;
        }
        from.len = len;
        (end - start) as u64
    }

    /// Places one queen in `row` for each node of the top pass of `from`. The children go
    /// to `to`, except those that have no free square in row `next` or, unless
    /// `every_node` is set, in row `after`. Returns the number of queens.
    #[inline(always)]
    fn expand_nodes(
        &self,
        from: &mut NodeStack<V::Word, REACH>,
        to: &mut NodeStack<V::Word, REACH>,
        [row, next, after]: [OpenRow; 3],
        every_node: bool,
    ) -> u64 {
        let always_free = self.empty.repeat(if every_node { u32::MAX } else { 0 });
        let (open, open_after) =
            (self.empty.repeat(next.open), self.empty.repeat(after.open));
        let mut len = to.len;
        let queens = self.place_queens(from, |nodes, queen| {
            let child = self.child(nodes, queen, row, open);
            let far = self.free_after(&child, next, open_after).or(always_free);
            // The smaller of the two masks is 0 if either is.
            len = to.write(child, child.free.min(far).choose_nonzero(), len);
        });
        to.len = len;
        queens
    }

    /// Places one queen in the last row but one for each node of the top pass of `from`.
    /// Returns the number of queens, and the number of squares that they leave free in
    /// the last row: solutions.
    #[inline(always)]
    fn finish_rows(
        &self,
        from: &mut NodeStack<V::Word, REACH>,
        [row, last]: [OpenRow; 2],
    ) -> (u64, u64) {
        let open = self.empty.repeat(last.open);
        let mut solutions = 0;
        let queens = self.place_queens(from, |nodes, queen| {
            solutions += self.child(nodes, queen, row, open).free.count_ones();
        });
        (queens, solutions)
    }
}

/// The search of one work unit after the other, on a board with these `EDGES` and leaps
/// over `REACH` rows.
pub(super) struct RowSearch<'a, const EDGES: u8, const REACH: usize> {
    pub(super) shape: &'a RowShape,
    pub(super) meter: &'a SharedMeter<'a>,
    /// True if every node is visited, for profiles: dead ends are then cut off one row
    /// later.
    pub(super) every_node: bool,
    /// Hands out the work units: their numbers and rows.
    pub(super) next: &'a dyn Fn() -> Option<(u64, &'a [OpenRow])>,
    /// Receives the totals of a work unit.
    pub(super) finished: &'a dyn Fn(u64, &UnitTotals),
}

impl<const EDGES: u8, const REACH: usize> LaneWork for RowSearch<'_, EDGES, REACH> {
    type Output = Step;

    #[inline(always)]
    fn run<V: MaskLanes>(self, empty: V) -> Step {
        let rules = RowRules::<V, EDGES, REACH>::new(empty, self.shape);
        let mut stacks = vec![NodeStack::empty(); self.shape.rows as usize];
        while let Some((unit, rows)) = (self.next)() {
            let mut found = UnitTotals {
                profile: vec![0; rows.len()],
                ..UnitTotals::default()
            };
            match rows {
                [] => found.solutions.add(1, 1),
                [row] => found.solutions.add(u64::from(row.open.count_ones()), 1),
                _ => search_rows(
                    &rules,
                    &mut stacks,
                    rows,
                    self.every_node,
                    self.meter,
                    &mut found,
                )?,
            }
            if let Some(last) = found.profile.last_mut() {
                *last = found.solutions.sum() as u64;
            }
            (self.finished)(unit, &found);
        }
        Ok(())
    }
}

/// Searches a work unit of at least two rows. It goes down as soon as the next row has
/// enough nodes, and up if a row has too few nodes to fill a register, unless all rows
/// above it are empty.
#[inline(always)]
fn search_rows<V: MaskLanes, const EDGES: u8, const REACH: usize>(
    rules: &RowRules<V, EDGES, REACH>,
    stacks: &mut [NodeStack<V::Word, REACH>],
    rows: &[OpenRow],
    every_node: bool,
    meter: &SharedMeter<'_>,
    found: &mut UnitTotals,
) -> Step {
    stacks[0].start_at_root(rows[0].open);
    // The last row but one. Its children are counted and not stored.
    let last = rows.len() - 2;
    // Invariant: the stacks above row `top` are empty, and stay so; every solution that
    // is not counted yet continues one of the nodes in the stacks `top` to `last`, on one
    // of its free squares. `level` is the row of the next pass.
    let (mut top, mut level) = (0, 0);
    // Queens and solutions since the last check of the limits.
    let (mut unchecked, mut uncounted) = (0, 0);
    loop {
        while stacks[top].len == 0 {
            if top == last {
                found.solutions.add(uncounted, 1);
                return meter.spend(unchecked);
            }
            top += 1;
        }
        level = level.max(top);
        if level > top && stacks[level].len < V::COUNT {
            level -= 1;
            continue;
        }
        let row = level;
        let queens = if level == last {
            let (queens, solutions) =
                rules.finish_rows(&mut stacks[level], [rows[level], rows[level + 1]]);
            uncounted += solutions;
            queens
        } else {
            let three = [rows[level], rows[level + 1], rows[level + 2]];
            let [stack, below, ..] = &mut stacks[level..] else {
                unreachable!("a row follows")
            };
            let queens = rules.expand_nodes(stack, below, three, every_node);
            if below.len >= NODES_BEFORE_DESCENT {
                level += 1;
            }
            queens
        };
        found.nodes += queens;
        found.profile[row] += queens;
        unchecked += queens;
        if unchecked >= QUEENS_PER_CHECK {
            found.solutions.add(std::mem::take(&mut uncounted), 1);
            meter.spend(std::mem::take(&mut unchecked))?;
        }
    }
}
