//! n rooks: on a board of side 4k + 2, the 2 x 2 blocks without a queen form a placement
//! of non-attacking rooks.

use super::super::capacity::{Conclusion, QueenDemand, find_tiles};
use super::super::grid::CandidateGrid;
use super::squeeze::demand_of_units;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::{Facts, Supposition, separator, words};
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
            let is_needed = |line: &usize| sentence.needed().contains(line);
            let pairs = pairs
                .iter()
                .copied()
                .filter(|&pair| blocks.lines_of(&[pair]).iter().all(is_needed));
            let pairs: Vec<usize> = pairs.collect();
            if pairs.is_empty() {
                // Another argument.
                return;
            }
            let holders = sentence.needed_except(&blocks.lines_of(&pairs));
            sentence.say("in each pair of lines just one block of 2 x 2 is empty, ");
            for (place, &pair) in pairs.iter().enumerate() {
                sentence
                    .say(separator(place, pairs.len()))
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

/// Deduces from one queen in the open squares of a block.
fn held_by<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    open: SmallSet<W>,
) -> Conclusion<W> {
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
        let board = grid.board;
        let side = board.size / 2;
        let indices = 0..side * side;
        let block = |index: usize| {
            board.blocks[2 * (index / side) * board.size + 2 * (index % side)]
        };
        let held: Vec<(SmallSet<W>, usize)> = (0..board.units.len())
            .flat_map(|unit| {
                find_tiles(board, demand_of_units(grid, &[unit]))
                    .into_iter()
                    .map(move |part| (part, unit))
            })
            .collect();
        let holder: Vec<Option<usize>> = indices
            .clone()
            .map(|index| {
                held.iter()
                    .find(|(part, _)| part.is_within(&block(index)))
                    .map(|&(_, unit)| unit)
            })
            .collect();
        let may_be_empty = indices
            .clone()
            .filter(|&index| holder[index].is_none() && !block(index).meets(&grid.queens))
            .collect();
        let pair = |line: usize| {
            let is_in = move |index: &usize| match line.checked_sub(side) {
                None => index / side == line,
                Some(column) => index % side == column,
            };
            (0..side * side).filter(is_in).collect()
        };
        let lines = (0..2 * side).map(pair).collect();
        let conflicts = vec![SmallSet::EMPTY; side * side];
        BlockBoard {
            grid,
            side,
            conflicts,
            lines,
            may_be_empty,
            holder,
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
        let is_in =
            |index: &usize| pairs.iter().any(|&pair| self.lines[pair].contains(*index));
        (0..self.holder.len())
            .filter(is_in)
            .filter_map(|index| self.holder[index])
            .collect()
    }
}
