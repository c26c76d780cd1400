//! The search of one unit: a buffer of nodes for each row, expanded many nodes at a time.

use super::shape::{AROUND, MAX_REACH, REFLECTED, Shape};
use super::units::{Row, Unit};
use crate::count::kernel::{Lanes, Loops, Work};
use crate::count::run::Budget;
use search_control::Stop;

/// How many nodes are expanded before the search may go down a row.
const BLOCK: usize = 512;
/// How many nodes a row gathers before they are searched further, if there are as many.
const FULL: usize = 2048;
/// Words of a node: columns, the diagonals that run down to the left and to the right, and what leaps of
/// earlier queens take in each of the next rows.
const WORDS: usize = 3 + MAX_REACH;
/// Words that may be read and written behind the end of a buffer.
const ROOM: usize = 32;

/// What one unit came to, without its weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) solutions: u64,
    /// Nodes that were expanded.
    pub(super) nodes: u64,
    /// How many nodes each row gave rise to, where the unit's rows were all looked at.
    pub(super) profile: Vec<u64>,
}

/// The nodes that wait for a queen in one row, word by word.
#[derive(Default)]
struct Buffer {
    words: [Vec<u32>; WORDS],
    len: usize,
    /// How many have been expanded.
    done: usize,
}

impl Buffer {
    fn reserve(&mut self, words: usize, size: usize) {
        for list in &mut self.words[..words] {
            if list.len() < size {
                list.resize(size, 0);
            }
        }
    }
}

/// The buffers of all rows, kept from unit to unit.
#[derive(Default)]
pub(super) struct Workspace {
    buffers: Vec<Buffer>,
}

/// A unit to search on a board with these `EDGES` and leaps over `REACH` rows.
pub(super) struct Search<'a, const EDGES: u8, const REACH: usize> {
    pub(super) workspace: &'a mut Workspace,
    pub(super) shape: &'a Shape,
    pub(super) unit: &'a Unit,
    pub(super) budget: &'a Budget<'a>,
    /// Whether every node is to be seen: those without a future are then cut off one row later.
    pub(super) every_node: bool,
}

/// Nodes side by side.
#[derive(Clone, Copy)]
struct Nodes<V, const REACH: usize> {
    columns: V,
    left: V,
    right: V,
    ahead: [V; REACH],
}

impl<V: Lanes, const REACH: usize> Nodes<V, REACH> {
    #[inline(always)]
    fn taken(&self) -> V {
        let taken = self.columns.or(self.left).or(self.right);
        if REACH > 0 { taken.or(self.ahead[0]) } else { taken }
    }

    #[inline(always)]
    fn refilled(self, set: u32, from: &Buffer) -> Self {
        let words = |word: usize| &from.words[word][from.done..];
        let mut ahead = self.ahead;
        for (k, word) in ahead.iter_mut().enumerate() {
            *word = word.refilled(set, words(3 + k));
        }
        Nodes {
            columns: self.columns.refilled(set, words(0)),
            left: self.left.refilled(set, words(1)),
            right: self.right.refilled(set, words(2)),
            ahead,
        }
    }

    #[inline(always)]
    fn pack(self, set: u32, to: &mut Buffer) {
        let len = to.len;
        self.columns.pack(set, &mut to.words[0][len..]);
        self.left.pack(set, &mut to.words[1][len..]);
        self.right.pack(set, &mut to.words[2][len..]);
        for (k, word) in self.ahead.into_iter().enumerate() {
            word.pack(set, &mut to.words[3 + k][len..]);
        }
        to.len += set.count_ones() as usize;
    }
}

/// How nodes change from one row to the next, on all lanes.
struct Rules<V, const EDGES: u8, const REACH: usize> {
    /// Columns of the board.
    columns: u32,
    /// All columns.
    all: V,
    left: V,
    right: V,
    leaps: [V; REACH],
    spread: u32,
}

impl<V: Lanes, const EDGES: u8, const REACH: usize> Rules<V, EDGES, REACH> {
    #[inline(always)]
    fn new<L: Loops<Words = V>>(loops: L, shape: &Shape) -> Self {
        let mut leaps = [loops.words(0); REACH];
        for (leap, &pattern) in leaps.iter_mut().zip(&shape.leaps) {
            *leap = loops.words(pattern);
        }
        let line = |on| loops.words(if on { u32::MAX } else { 0 });
        Rules {
            columns: shape.columns,
            all: loops.words(shape.all()),
            left: line(shape.falls_left),
            right: line(shape.falls_right),
            leaps,
            spread: shape.spread,
        }
    }

    /// The diagonals to the left, some rows further down.
    #[inline(always)]
    fn to_left(&self, word: V, rows: u32) -> V {
        let moved = word.down(rows);
        if EDGES == AROUND { moved.or(word.up(self.columns - rows).and(self.all)) } else { moved }
    }

    /// The diagonals to the right, some rows further down.
    #[inline(always)]
    fn to_right(&self, word: V, rows: u32) -> V {
        let moved = word.up(rows);
        if EDGES == AROUND { moved.or(word.down(self.columns - rows)).and(self.all) } else { moved }
    }

    /// The nodes after a queen on `queen` in `row`, as the next row sees them.
    #[inline(always)]
    fn child(&self, nodes: Nodes<V, REACH>, queen: V, row: Row) -> Nodes<V, REACH> {
        let (to_left, to_right) = (queen.and(self.left), queen.and(self.right));
        let (mut left, mut right) = (nodes.left.or(to_left), nodes.right.or(to_right));
        if EDGES == REFLECTED {
            left = left.or(to_left.down(row.mirrored));
            right = right.or(to_right.up(row.mirrored));
        }
        let leaps = self.leaps.map(|leap| queen.times(leap).down(self.spread));
        let ahead =
            core::array::from_fn(|k| if k + 1 < REACH { nodes.ahead[k + 1].or(leaps[k]) } else { leaps[k] });
        Nodes {
            columns: nodes.columns.or(queen),
            left: self.to_left(left, row.step),
            right: self.to_right(right, row.step),
            ahead,
        }
    }

    /// What `nodes` leave free in the row after theirs, if no queen stands in theirs.
    #[inline(always)]
    fn free_after(&self, nodes: &Nodes<V, REACH>, row: Row, open: V) -> V {
        let lines = self.to_left(nodes.left, row.step).or(self.to_right(nodes.right, row.step));
        let taken = nodes.columns.or(lines);
        open.without(if REACH > 1 { taken.or(nodes.ahead[1]) } else { taken })
    }
}

impl<const EDGES: u8, const REACH: usize> Work for Search<'_, EDGES, REACH> {
    type Output = Result<Found, Stop>;

    #[inline(always)]
    fn run<L: Loops>(self, loops: L) -> Self::Output {
        let rows = &self.unit.rows[..];
        let mut found = Found { profile: vec![0; rows.len()], ..Found::default() };
        match rows {
            [] => found.solutions = 1,
            [row] => found.solutions = row.open.count_ones().into(),
            _ if rows[0].open == 0 => {}
            _ => self.descend(loops, &mut found)?,
        }
        if let Some(last) = found.profile.last_mut() {
            *last = found.solutions;
        }
        Ok(found)
    }
}

impl<const EDGES: u8, const REACH: usize> Search<'_, EDGES, REACH> {
    /// Searches a unit of at least two rows: down as soon as a row has gathered enough nodes, up when all
    /// of a row are expanded.
    #[inline(always)]
    fn descend<L: Loops>(self, loops: L, found: &mut Found) -> Result<(), Stop> {
        let rules = Rules::<L::Words, EDGES, REACH>::new(loops, self.shape);
        let rows = &self.unit.rows[..];
        let buffers = &mut self.workspace.buffers;
        let size = FULL + BLOCK * self.shape.columns as usize + ROOM;
        buffers.resize_with(buffers.len().max(rows.len()), Buffer::default);
        for buffer in buffers.iter_mut() {
            (buffer.len, buffer.done) = (0, 0);
            buffer.reserve(3 + REACH, size);
        }
        for word in &mut buffers[0].words[..3 + REACH] {
            word[0] = 0;
        }
        buffers[0].len = 1;
        let mut level = 0;
        while let [buffer, below, ..] = &mut buffers[level..] {
            if buffer.done == buffer.len {
                (buffer.len, buffer.done) = (0, 0);
                if level == 0 {
                    break;
                }
                level -= 1;
                continue;
            }
            let expanded = BLOCK.min(buffer.len - buffer.done);
            self.budget.spend(expanded as u64)?;
            found.nodes += expanded as u64;
            let children = if level + 2 == rows.len() {
                let (children, solutions) = last_two(loops, &rules, buffer, [rows[level], rows[level + 1]]);
                found.solutions += solutions;
                children
            } else {
                let three = [rows[level], rows[level + 1], rows[level + 2]];
                let children = expand(loops, &rules, buffer, below, three, self.every_node);
                if below.len > 0 && (below.len >= FULL || buffer.done == buffer.len) {
                    level += 1;
                    found.profile[level - 1] += children;
                    continue;
                }
                children
            };
            found.profile[level] += children;
        }
        Ok(())
    }
}

/// Puts a queen on each free square of a block of nodes, and tells `take` of the nodes, the queens and the
/// lanes that have one. Answers how many queens there were.
#[inline(always)]
fn each_queen<L: Loops, const REACH: usize>(
    loops: L,
    from: &mut Buffer,
    row: Row,
    mut take: impl FnMut(Nodes<L::Words, REACH>, L::Words, u32),
) -> u64 {
    let end = from.len.min(from.done + BLOCK);
    let none = loops.words(0);
    let open = loops.words(row.open);
    let every_lane = u32::MAX >> (32 - L::Words::COUNT);
    let mut nodes = Nodes { columns: none, left: none, right: none, ahead: [none; REACH] };
    let (mut free, mut busy, mut queens) = (none, 0, 0);
    loop {
        // Lanes that have run out of squares take the next nodes, so that all have work to the end.
        if busy != every_lane && from.done < end {
            let set = first_bits(every_lane & !busy, end - from.done);
            nodes = nodes.refilled(set, from);
            from.done += set.count_ones() as usize;
            free = free.merged(set, open.without(nodes.taken()));
            busy = free.occupied();
        } else if busy == 0 {
            return queens;
        }
        let queen = free.lowest();
        queens += u64::from(busy.count_ones());
        take(nodes, queen, busy);
        free = free.without(queen);
        busy = free.occupied();
    }
}

/// The lowest bits of `set`, at most `most` of them.
#[inline(always)]
fn first_bits(set: u32, most: usize) -> u32 {
    let mut rest = set;
    if (set.count_ones() as usize) > most {
        for _ in 0..most {
            rest &= rest - 1;
        }
        return set ^ rest;
    }
    set
}

/// Expands a block of nodes of the first of `rows` into the buffer of the second. Children that leave no
/// square free in the second row are dropped; those that leave none in the third too, unless `every_node`
/// is to be seen. Answers how many children there were, dropped or not.
#[inline(always)]
fn expand<L: Loops, const EDGES: u8, const REACH: usize>(
    loops: L,
    rules: &Rules<L::Words, EDGES, REACH>,
    from: &mut Buffer,
    to: &mut Buffer,
    rows: [Row; 3],
    every_node: bool,
) -> u64 {
    let [row, next, after] = rows;
    let open = loops.words(next.open);
    let open_after = loops.words(after.open);
    let pass = if every_node { u32::MAX } else { 0 };
    each_queen(loops, from, row, |nodes, queen, busy| {
        let child = rules.child(nodes, queen, row);
        let goes_on = open.without(child.taken()).occupied();
        let goes_far = rules.free_after(&child, next, open_after).occupied() | pass;
        child.pack(busy & goes_on & goes_far, to);
    })
}

/// Fills the last two rows. Answers how many queens stood in the first of them, and how many in the last.
#[inline(always)]
fn last_two<L: Loops, const EDGES: u8, const REACH: usize>(
    loops: L,
    rules: &Rules<L::Words, EDGES, REACH>,
    from: &mut Buffer,
    rows: [Row; 2],
) -> (u64, u64) {
    let [row, last] = rows;
    let open = loops.words(last.open);
    let mut solutions = 0;
    let queens = each_queen(loops, from, row, |nodes, queen, busy| {
        let mut free = open.without(rules.child(nodes, queen, row).taken());
        let mut some = free.occupied() & busy;
        while some != 0 {
            solutions += u64::from(some.count_ones());
            free = free.without(free.lowest());
            some = free.occupied() & busy;
        }
    });
    (queens, solutions)
}
