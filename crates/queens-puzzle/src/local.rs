//! What a few squares alone say: how many queens fit into them, by blocks of 2 x 2 and by trying.

use super::grid::{Board, Grid};
use queens_model::bits::Set;

/// Squares that hold at least so many queens in every solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand<const W: usize> {
    pub(crate) squares: Set<W>,
    pub(crate) least: u32,
}

/// What follows of something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled<const W: usize> {
    pub(crate) crosses: Set<W>,
    pub(crate) queens: Set<W>,
}

impl<const W: usize> Settled<W> {
    pub(crate) const NOTHING: Self = Settled { crosses: Set::EMPTY, queens: Set::EMPTY };

    pub(crate) fn crosses(crosses: Set<W>) -> Self {
        Settled { crosses, queens: Set::EMPTY }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Settled { crosses: self.crosses | other.crosses, queens: self.queens | other.queens }
    }
}

/// Whether `queens` queens fit into `squares` without touching.
///
/// Of the squares that are left, the first or one that touches it may be taken: it touches at most four of them.
pub(crate) fn fits<const W: usize>(board: &Board<W>, squares: Set<W>, queens: u32) -> bool {
    let Some(first) = squares.first() else { return queens == 0 };
    if queens <= 1 {
        return true;
    }
    if board.watch.is_over() {
        return false;
    }
    let taken_by = |square| squares - board.around[square] - Set::one(square);
    fits(board, taken_by(first), queens - 1)
        || (board.around[first] & squares).iter().any(|square| fits(board, taken_by(square), queens - 1))
}

/// As [`fits`], with at most `limits` queens in each line (rows, then columns).
pub(crate) fn fits_in_lines<const W: usize>(
    board: &Board<W>,
    mut squares: Set<W>,
    queens: u32,
    limits: &mut [u32],
) -> bool {
    if queens == 0 {
        return true;
    }
    while squares.count() >= queens && !board.watch.is_over() {
        let Some(first) = squares.first() else { return false };
        squares.remove(first);
        let [row, column, _] = board.units_of[first];
        if limits[row] == 0 || limits[column] == 0 {
            continue;
        }
        limits[row] -= 1;
        limits[column] -= 1;
        let mut rest = squares - board.around[first];
        for line in [row, column] {
            if limits[line] == 0 {
                rest -= board.units[line];
            }
        }
        let found = fits_in_lines(board, rest, queens - 1, limits);
        limits[row] += 1;
        limits[column] += 1;
        if found {
            return true;
        }
    }
    false
}

/// The most queens that fit into `squares` without touching, or `most` if that is less.
pub(crate) fn capacity<const W: usize>(board: &Board<W>, squares: Set<W>, most: u32) -> u32 {
    (1..=most).rev().find(|&queens| fits(board, squares, queens)).unwrap_or(0)
}

/// Whether `tiles` blocks of 2 x 2 cover `squares`: then no more queens than that fit.
///
/// The first square in reading order lies in the upper row of a block that is best for the others: two blocks to try.
pub(crate) fn is_tiled<const W: usize>(board: &Board<W>, squares: Set<W>, tiles: u32) -> bool {
    let Some(first) = squares.first() else { return true };
    if squares.count() > 4 * tiles || board.watch.is_over() {
        return false;
    }
    let left = if first % board.size == 0 { first } else { first - 1 };
    is_tiled(board, squares - board.blocks[first], tiles - 1)
        || left != first && is_tiled(board, squares - board.blocks[left], tiles - 1)
}

/// The parts of `demand` that hold exactly one queen each, because blocks of 2 x 2 cover it, as many as it has queens.
/// None where so few blocks do not cover it.
pub(crate) fn tiles<const W: usize>(board: &Board<W>, demand: Demand<W>) -> Vec<Set<W>> {
    let Demand { squares, least } = demand;
    let mut tiles = Vec::new();
    if least == 0 || !is_tiled(board, squares, least) {
        return tiles;
    }
    let mut corners: Vec<usize> = squares.iter().flat_map(|square| board.blocks_with(square)).collect();
    corners.sort_unstable();
    corners.dedup();
    for corner in corners {
        let block = board.blocks[corner];
        if is_tiled(board, squares - block, least - 1) {
            tiles.push(squares & block);
        }
    }
    tiles
}

/// What blocks of 2 x 2 say of `demand`: a part of one square is a queen, and what touches all of a part is not.
pub(crate) fn by_tiles<const W: usize>(grid: &Grid<'_, W>, demand: Demand<W>) -> Settled<W> {
    let mut settled = Settled::NOTHING;
    for tile in tiles(grid.board, demand) {
        if tile.count() == 1 {
            settled.queens |= tile;
        }
        settled.crosses |= grid.board.touching_all(tile) & grid.open;
    }
    settled
}

/// The open squares on which a queen leaves `demand` too few places.
pub(crate) fn excluded<const W: usize>(grid: &Grid<'_, W>, demand: Demand<W>) -> Set<W> {
    let (board, Demand { squares, least }) = (grid.board, demand);
    match least {
        0 => Set::EMPTY,
        // A queen touches eight squares.
        1 if squares.count() > 8 => Set::EMPTY,
        1 => board.touching_all(squares) & grid.open,
        // A queen takes nine squares, which four others and more could not fill.
        _ if squares.count() > 9 + 4 * (least - 1) => Set::EMPTY,
        _ => {
            let near = squares.iter().fold(squares, |near, square| near | board.around[square]) & grid.open;
            let is_excluded = |&square: &usize| {
                let rest = squares - board.around[square] - Set::one(square);
                !fits(board, rest, least - u32::from(squares.contains(square)))
            };
            near.iter().filter(is_excluded).collect()
        }
    }
}

/// What a demand says by itself: it may be as large as its squares are many, or tiled, or in reach of a single queen.
pub(crate) fn by_demand<const W: usize>(grid: &Grid<'_, W>, demand: Demand<W>) -> Settled<W> {
    let Demand { squares, least } = demand;
    let mut settled = by_tiles(grid, demand);
    if least > 0 && squares.count() == least {
        settled.queens |= squares;
    }
    settled.crosses |= excluded(grid, demand);
    settled
}

/// How many queens at least `unit` has within `part`, because the rest of it holds no more.
pub(crate) fn least_within<const W: usize>(grid: &Grid<'_, W>, unit: usize, part: Set<W>) -> u32 {
    let need = grid.need(unit);
    if need == 0 {
        return 0;
    }
    let rest = grid.open_of(unit) - part;
    if need == 1 { u32::from(rest.is_empty()) } else { need - capacity(grid.board, rest, need) }
}
