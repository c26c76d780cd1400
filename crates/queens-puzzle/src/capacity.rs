//! Bounds on the queens in a set of squares, by covering it with 2 x 2 blocks and by trying.

use super::grid::{CandidateGrid, PuzzleBoard};
use queens_model::bits::SmallSet;

/// Squares that hold at least `least` queens in every solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueenDemand<const W: usize> {
    pub(crate) squares: SmallSet<W>,
    pub(crate) least: u32,
}

/// Squares that a deduction determines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conclusion<const W: usize> {
    pub(crate) crosses: SmallSet<W>,
    pub(crate) queens: SmallSet<W>,
}

impl<const W: usize> Conclusion<W> {
    pub(crate) const NO_CONCLUSION: Self = Conclusion { crosses: SmallSet::EMPTY, queens: SmallSet::EMPTY };

    pub(crate) fn crosses(crosses: SmallSet<W>) -> Self {
        Conclusion { crosses, queens: SmallSet::EMPTY }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Conclusion { crosses: self.crosses | other.crosses, queens: self.queens | other.queens }
    }
}

/// Returns true if `queens` queens fit into `squares` without touching.
///
/// Branches on the first square left and the squares that touch it, at most four: some largest placement uses one of
/// these, because otherwise the first square could be added.
pub(crate) fn fits<const W: usize>(board: &PuzzleBoard<W>, squares: SmallSet<W>, queens: u32) -> bool {
    let Some(first) = squares.first() else { return queens == 0 };
    if queens <= 1 {
        return true;
    }
    if board.watch.is_over() {
        return false;
    }
    let taken_by = |square| squares - board.around[square] - SmallSet::one(square);
    fits(board, taken_by(first), queens - 1)
        || (board.around[first] & squares).iter().any(|square| fits(board, taken_by(square), queens - 1))
}

/// Like [`fits`], with at most `limits` queens in each line (rows, then columns).
pub(crate) fn fits_in_lines<const W: usize>(
    board: &PuzzleBoard<W>,
    mut squares: SmallSet<W>,
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

/// Maximum number of queens that fit into `squares` without touching, but at most `most`.
pub(crate) fn capacity<const W: usize>(board: &PuzzleBoard<W>, squares: SmallSet<W>, most: u32) -> u32 {
    (1..=most).rev().find(|&queens| fits(board, squares, queens)).unwrap_or(0)
}

/// Returns true if `tiles` blocks of 2 x 2 cover `squares`: then no more queens than that fit.
///
/// The block that covers the first square in reading order can be moved down until the square is in its upper row: two
/// blocks to try.
pub(crate) fn is_tiled<const W: usize>(board: &PuzzleBoard<W>, squares: SmallSet<W>, tiles: u32) -> bool {
    let Some(first) = squares.first() else { return true };
    if squares.count() > 4 * tiles || board.watch.is_over() {
        return false;
    }
    let left = if first % board.size == 0 { first } else { first - 1 };
    is_tiled(board, squares - board.blocks[first], tiles - 1)
        || left != first && is_tiled(board, squares - board.blocks[left], tiles - 1)
}

/// Returns the parts of `demand` that hold exactly one queen each, because as many 2 x 2 blocks as it has queens cover
/// it; none if so few blocks do not cover it.
pub(crate) fn tiles<const W: usize>(board: &PuzzleBoard<W>, demand: QueenDemand<W>) -> Vec<SmallSet<W>> {
    let QueenDemand { squares, least } = demand;
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

/// Deduces from [`tiles`]: a part of one square holds a queen, and a square that touches all of a part stays empty.
pub(crate) fn by_tiles<const W: usize>(grid: &CandidateGrid<'_, W>, demand: QueenDemand<W>) -> Conclusion<W> {
    let mut settled = Conclusion::NO_CONCLUSION;
    for tile in tiles(grid.board, demand) {
        if tile.count() == 1 {
            settled.queens |= tile;
        }
        settled.crosses |= grid.board.touching_all(tile) & grid.open;
    }
    settled
}

/// Returns the open squares on which a queen would leave `demand` too few places.
pub(crate) fn excluded<const W: usize>(grid: &CandidateGrid<'_, W>, demand: QueenDemand<W>) -> SmallSet<W> {
    let (board, QueenDemand { squares, least }) = (grid.board, demand);
    match least {
        0 => SmallSet::EMPTY,
        // A queen touches eight squares.
        1 if squares.count() > 8 => SmallSet::EMPTY,
        1 => board.touching_all(squares) & grid.open,
        // A queen takes nine squares, which four others and more could not fill.
        _ if squares.count() > 9 + 4 * (least - 1) => SmallSet::EMPTY,
        _ => {
            let near = squares.iter().fold(squares, |near, square| near | board.around[square]) & grid.open;
            let is_excluded = |&square: &usize| {
                let rest = squares - board.around[square] - SmallSet::one(square);
                !fits(board, rest, least - u32::from(squares.contains(square)))
            };
            near.iter().filter(is_excluded).collect()
        }
    }
}

/// Deduces from a demand alone: it may need all its squares, be tiled, or lie within reach of a single queen.
pub(crate) fn by_demand<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    demand: QueenDemand<W>,
) -> Conclusion<W> {
    let QueenDemand { squares, least } = demand;
    let mut settled = by_tiles(grid, demand);
    if least > 0 && squares.count() == least {
        settled.queens |= squares;
    }
    settled.crosses |= excluded(grid, demand);
    settled
}

/// Minimum number of queens that `unit` has within `part`, because the rest of it holds no more.
pub(crate) fn least_within<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    part: SmallSet<W>,
) -> u32 {
    let need = grid.need(unit);
    if need == 0 {
        return 0;
    }
    let rest = grid.open_of(unit) - part;
    if need == 1 { u32::from(rest.is_empty()) } else { need - capacity(grid.board, rest, need) }
}
