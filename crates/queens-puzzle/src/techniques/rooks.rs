//! n rooks: on a board of side 4k + 2, the 2 x 2 blocks without a queen form a placement
//! of non-attacking rooks.

use super::super::capacity::{Conclusion, QueenDemand, find_tiles};
use super::super::grid::CandidateGrid;
use super::squeeze::demand_of_units;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::{Facts, Sentence, Supposition, separator, words};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "n-rooks",
    name: "n rooks",
    plain_name: "one empty block in each pair of rows",
    description: "A board of side 4k + 2 with k queens in each line divides into blocks of 2 x 2. Exactly one block in \
                  each pair of rows and each pair of columns is empty, so the empty blocks form a placement of \
                  non-attacking rooks. A block that no such placement can use holds a queen; a block that every such \
                  placement must use is empty.",
    source: GUIDE_SOURCE,
    level: 8,
    by_uniqueness: false,
    example: "A.A.A.A.B*C.C.C.CC \
              AA.AA.C.C.CCC.C. \
              A.D.D.E.EEC.C.C.B* \
              DDDDE.E.E.C.F.F. \
              D.D.D.D.E.E*E.G*F.F. \
              H.I*J.I*E.E.E.G.F.F. \
              H.H.J.J.E.E.G*F.F*F. \
              H.JJJJA.A.F.F.F. \
              HJ.J.J.J.AAF.FF \
              HHHHA.A.AAFF.",
    example_stars: 2,
};

pub(super) fn find_rooks<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    if board.size as u32 != 4 * board.stars + 2 {
        return SearchFlow::Continue(());
    }
    let blocks = BlockBoard::new(grid);
    for index in 0..blocks.side * blocks.side {
        let block = blocks.block_squares(index);
        let open = block & grid.open;
        // Tiling finds what a block that holds a queen for another reason determines.
        if open.is_empty() || block.meets(&grid.queens) || blocks.holder[index].is_some()
        {
            continue;
        }
        let (supposed, settled, so) = match () {
            () if blocks.refutes(Supposition::Queen(index)) => (
                Supposition::Queen(index),
                held_by(grid, open),
                "holds a queen",
            ),
            () if blocks.refutes(Supposition::Empty(index)) => (
                Supposition::Empty(index),
                Conclusion::from_crosses(open),
                "is empty",
            ),
            () => continue,
        };
        let pairs = blocks
            .facts()
            .needed_units(&blocks.open_pairs(), supposed.opposite_conclusion());
        let units = [blocks.holders_of(&pairs), blocks.lines_of(&pairs)].concat();
        found.add_step(grid, settled, &units, |sentence| {
            if !write_pairs(sentence, &blocks, &pairs) {
                return;
            }
            let name = words::block_name(board.size, block);
            sentence.say(&format!(": the block {name} {so}, so "));
            sentence.say_conclusion(
                settled,
                QueenDemand {
                    squares: open,
                    least: 1,
                },
            );
        })?;
    }
    SearchFlow::Continue(())
}

/// Writes which blocks may be empty, for each pair of lines that the sentence needs.
/// Writes nothing and returns false if it needs no pair.
fn write_pairs<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    blocks: &BlockBoard<'_, W>,
    pairs: &[usize],
) -> bool {
    let mut needed = Vec::new();
    for &pair in pairs {
        let lines = blocks.lines_of(&[pair]);
        if lines.iter().all(|line| sentence.needed().contains(line)) {
            needed.push(pair);
        }
    }
    if needed.is_empty() {
        return false;
    }
    let holders = sentence.needed_except(&blocks.lines_of(&needed));
    sentence.say("in each pair of lines just one block of 2 x 2 is empty, ");
    for (place, &pair) in needed.iter().enumerate() {
        sentence
            .say(separator(place, needed.len()))
            .say("in ")
            .say_units(&blocks.lines_of(&[pair]));
        sentence.say(&format!(" {}", blocks.names_that_may_be_empty(pair)));
    }
    if !holders.is_empty() {
        let have = if holders.len() == 1 { " has" } else { " have" };
        sentence
            .say(", because ")
            .say_units(&holders)
            .say(have)
            .say(" queens in others");
    }
    true
}

/// Deduces from one queen in the open squares of a block.
fn held_by<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    open: SmallSet<W>,
) -> Conclusion<W> {
    // With several squares it is open which of them has the queen.
    let queens = if open.count() == 1 {
        open
    } else {
        SmallSet::EMPTY
    };
    Conclusion {
        crosses: grid.board.touching_all(open),
        queens,
    }
}

/// The board of 2 x 2 blocks, on which the empty ones are rooks: one in each pair of rows
/// and each pair of columns.
struct BlockBoard<'a, const W: usize> {
    grid: &'a CandidateGrid<'a, W>,
    /// Side, in blocks.
    side: usize,
    /// Rooks on different lines do not attack each other.
    conflicts: Vec<SmallSet<W>>,
    /// The blocks of each pair of rows, then of each pair of columns.
    lines: Vec<SmallSet<W>>,
    /// Blocks that may be empty.
    may_be_empty: SmallSet<W>,
    /// For each other block without a queen on the board, a unit because of which it
    /// holds one.
    holder: Vec<Option<usize>>,
}

impl<'a, const W: usize> BlockBoard<'a, W> {
    fn new(grid: &'a CandidateGrid<'a, W>) -> Self {
        let side = grid.board.size / 2;
        let count = side * side;
        let mut lines = vec![SmallSet::EMPTY; 2 * side];
        for index in 0..count {
            lines[index / side].insert(index);
            lines[side + index % side].insert(index);
        }
        let mut blocks = BlockBoard {
            grid,
            side,
            conflicts: vec![SmallSet::EMPTY; count],
            lines,
            may_be_empty: SmallSet::EMPTY,
            holder: vec![None; count],
        };
        blocks.find_holders();
        blocks.may_be_empty = (0..count)
            .filter(|&index| blocks.holder[index].is_none())
            .filter(|&index| !blocks.block_squares(index).meets(&grid.queens))
            .collect();
        blocks
    }

    /// Finds for each block the first unit one of whose tiles is within it.
    fn find_holders(&mut self) {
        let board = self.grid.board;
        for unit in 0..board.units.len() {
            for part in find_tiles(board, demand_of_units(self.grid, &[unit])) {
                for index in 0..self.holder.len() {
                    if part.is_within(&self.block_squares(index)) {
                        self.holder[index].get_or_insert(unit);
                    }
                }
            }
        }
    }

    fn facts(&self) -> Facts<'_, W> {
        Facts {
            size: self.side,
            conflicts: &self.conflicts,
            units: &self.lines,
            needs: vec![1; self.lines.len()],
            open: self.may_be_empty,
            queens: SmallSet::EMPTY,
            watch: &self.grid.board.watch,
        }
    }

    /// True if no placement of rooks agrees with a rook on a block, or with none there.
    fn refutes(&self, supposed: Supposition) -> bool {
        self.facts()
            .proves(&self.open_pairs(), supposed.opposite_conclusion())
    }

    /// All pairs of rows, then all pairs of columns, by their numbers.
    fn open_pairs(&self) -> Vec<usize> {
        (0..2 * self.side).collect()
    }

    /// Names of the blocks in a pair of lines that may be empty: `a1-b2 or e1-f2`.
    fn names_that_may_be_empty(&self, pair: usize) -> String {
        let size = self.grid.board.size;
        let indices = (self.lines[pair] & self.may_be_empty).iter();
        words::either_block(
            size,
            &indices
                .map(|index| self.block_squares(index))
                .collect::<Vec<_>>(),
        )
    }

    /// The squares of a block.
    fn block_squares(&self, index: usize) -> SmallSet<W> {
        let size = self.grid.board.size;
        self.grid.board.blocks[2 * (index / self.side) * size + 2 * (index % self.side)]
    }

    /// The rows and columns of `pairs`.
    fn lines_of(&self, pairs: &[usize]) -> Vec<usize> {
        pairs
            .iter()
            .flat_map(|&pair| [2 * pair, 2 * pair + 1])
            .collect()
    }

    /// The units because of which blocks in these pairs hold a queen.
    fn holders_of(&self, pairs: &[usize]) -> Vec<usize> {
        let blocks = pairs.iter().fold(SmallSet::<W>::EMPTY, |blocks, &pair| {
            blocks | self.lines[pair]
        });
        blocks
            .iter()
            .filter_map(|index| self.holder[index])
            .collect()
    }
}
