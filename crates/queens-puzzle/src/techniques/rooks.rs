//! n rooks: on a board of side 4k + 2, the blocks without a queen stand like rooks.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, tiles};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "n-rooks",
    name: "n rooks",
    description: "A board of side 4k + 2 with k queens in each line falls into blocks of 2 x 2, of which exactly one \
                  in each pair of rows and of columns is empty: the empty ones stand like rooks. So a block that no \
                  such placement leaves empty holds a queen, and one that all leave empty holds none.",
    source: GUIDE,
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

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    let side = board.size / 2;
    if board.size as u32 != 4 * board.stars + 2 {
        return Flow::Continue(());
    }
    let block = |row: usize, column: usize| board.blocks[2 * row * board.size + 2 * column];
    let of_units =
        (0..board.units.len()).map(|unit| Demand { squares: grid.open_of(unit), least: grid.need(unit) });
    let held: Vec<Set<W>> = of_units.flat_map(|demand| tiles(board, demand)).collect();
    // The blocks of each pair of rows that may be empty.
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
            found.step(grid, settled, block(row, column), &[], || {
                format!(
                    "The blocks of 2 x 2 without a queen stand like rooks, and the block of {} is none of them.",
                    name()
                )
            })?;
        } else if !matches(&may, row, may[row] & !(1 << column)) {
            found.step(grid, Settled::crosses(open), block(row, column), &[], || {
                format!(
                    "The blocks of 2 x 2 without a queen stand like rooks, and the block of {} is one of them.",
                    name()
                )
            })?;
        }
    }
    Flow::Continue(())
}

/// What one queen in the open squares of a block says.
fn held_by<const W: usize>(grid: &Grid<'_, W>, open: Set<W>) -> Settled<W> {
    let queens = if open.count() == 1 { open } else { Set::EMPTY };
    Settled { crosses: grid.board.touching_all(open), queens }
}

/// Whether each row can have a column of its own, of those that it may have, with `row` one of `columns`.
fn matches(may: &[u64], row: usize, columns: u64) -> bool {
    let mut row_of = vec![None; may.len()];
    let masks: Vec<u64> = may
        .iter()
        .enumerate()
        .map(|(other, &mask)| if other == row { columns & mask } else { mask })
        .collect();
    (0..may.len()).all(|row| augment(&masks, row, &mut 0, &mut row_of))
}

/// Kuhn's way to one more pair of a matching.
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
