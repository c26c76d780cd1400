//! n rooks: on a board of side 4k + 2, the 2 x 2 blocks without a queen form a placement of non-attacking rooks.

use super::super::capacity::{Conclusion, QueenDemand, tiles};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, words};
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

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let board = grid.board;
    let side = board.size / 2;
    if board.size as u32 != 4 * board.stars + 2 {
        return SearchFlow::Continue(());
    }
    let block = |row: usize, column: usize| board.blocks[2 * row * board.size + 2 * column];
    let of_units = (0..board.units.len())
        .map(|unit| QueenDemand { squares: grid.open_of(unit), least: grid.need(unit) });
    let held: Vec<SmallSet<W>> = of_units.flat_map(|demand| tiles(board, demand)).collect();
    // For each pair of rows, the blocks that may be empty, as bits.
    let mut may: Vec<u64> = Vec::with_capacity(side);
    for row in 0..side {
        let is_open = |&column: &usize| {
            let block = block(row, column);
            !block.meets(&grid.queens) && !held.iter().any(|part| part.is_within(&block))
        };
        may.push((0..side).filter(is_open).fold(0, |mask, column| mask | 1 << column));
    }
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let open = block(row, column) & grid.open;
        if open.is_empty() || block(row, column).meets(&grid.queens) {
            continue;
        }
        let name = || words::squares(board, block(row, column));
        if !matches(&may, row, 1 << column) {
            let settled = held_by(grid, open);
            found.add(grid, settled, block(row, column), &[], || {
                format!(
                    "The empty 2 x 2 blocks form a placement of rooks, which cannot use the block of {}: it holds a queen.",
                    name()
                )
            })?;
        } else if !matches(&may, row, may[row] & !(1 << column)) {
            found.add(grid, Conclusion::crosses(open), block(row, column), &[], || {
                format!(
                    "The empty 2 x 2 blocks form a placement of rooks, which must use the block of {}: it is empty.",
                    name()
                )
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Deduces from one queen in the open squares of a block.
fn held_by<const W: usize>(grid: &CandidateGrid<'_, W>, open: SmallSet<W>) -> Conclusion<W> {
    let queens = if open.count() == 1 { open } else { SmallSet::EMPTY };
    Conclusion { crosses: grid.board.touching_all(open), queens }
}

/// Returns true if the pairs of rows have a perfect matching to the allowed pairs of columns in which `row` gets one of
/// `columns`.
fn matches(may: &[u64], row: usize, columns: u64) -> bool {
    let mut row_of = vec![None; may.len()];
    let masks: Vec<u64> = may
        .iter()
        .enumerate()
        .map(|(other, &mask)| if other == row { columns & mask } else { mask })
        .collect();
    (0..may.len()).all(|row| augment(&masks, row, &mut 0, &mut row_of))
}

/// Finds an augmenting path from `row` (Kuhn's algorithm).
fn augment(masks: &[u64], row: usize, seen: &mut u64, row_of: &mut [Option<usize>]) -> bool {
    (0..masks.len()).any(|column| {
        let bit = 1 << column;
        if masks[row] & bit == 0 || *seen & bit != 0 {
            return false;
        }
        *seen |= bit;
        let is_free = row_of[column].is_none_or(|other| augment(masks, other, seen, row_of));
        if is_free {
            row_of[column] = Some(row);
        }
        is_free
    })
}
