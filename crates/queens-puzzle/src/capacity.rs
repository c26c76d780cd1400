//! Bounds on the queens in a set of squares, by covering it with 2 x 2 blocks and by
//! trying.
//!
//! Functions that many deductions call are never inlined: with a copy in each of them,
//! for each width of the sets, the Python package would be 20 kB larger.

use super::grid::{CandidateGrid, PuzzleBoard};
use super::reason::room::cover_corners;
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
    pub(crate) const NO_CONCLUSION: Self = Conclusion {
        crosses: SmallSet::EMPTY,
        queens: SmallSet::EMPTY,
    };

    pub(crate) fn from_crosses(crosses: SmallSet<W>) -> Self {
        Conclusion {
            crosses,
            queens: SmallSet::EMPTY,
        }
    }

    pub(crate) fn from_queens(queens: SmallSet<W>) -> Self {
        Conclusion {
            crosses: SmallSet::EMPTY,
            queens,
        }
    }

    /// The part of the conclusion on `squares`.
    pub(crate) fn restrict_to(self, squares: SmallSet<W>) -> Self {
        Conclusion {
            crosses: self.crosses & squares,
            queens: self.queens & squares,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.crosses.is_empty() && self.queens.is_empty()
    }

    pub(crate) fn join_with(self, other: Self) -> Self {
        Conclusion {
            crosses: self.crosses | other.crosses,
            queens: self.queens | other.queens,
        }
    }
}

/// Returns true if `queens` queens fit into `squares` without touching.
///
/// Looks at the first square left in reading order: those that touch it are to its right,
/// below, and below on either side. If they all touch each other, some largest placement
/// uses the first square. Otherwise one uses it or, in exchange for it, two of the
/// others: the one below on the left and one on the right.
pub(crate) fn can_place<const W: usize>(
    board: &PuzzleBoard<W>,
    mut squares: SmallSet<W>,
    mut queens: u32,
) -> bool {
    loop {
        let Some(first) = squares.first() else {
            return queens == 0;
        };
        if queens <= 1 {
            return true;
        }
        let near = board.around[first] & squares;
        let rest = squares - near - SmallSet::one(first);
        let below_left = near
            .iter()
            .find(|&square| square % board.size < first % board.size);
        let apart = below_left.map(|below_left| {
            (
                below_left,
                near - board.around[below_left] - SmallSet::one(below_left),
            )
        });
        let Some((below_left, right)) = apart.filter(|(_, right)| !right.is_empty())
        else {
            (squares, queens) = (rest, queens - 1);
            continue;
        };
        if board.watch.is_over() || !may_fit(board, squares, queens) {
            return false;
        }
        if can_place(board, rest, queens - 1) {
            return true;
        }
        return right.iter().any(|other| {
            let rest = rest - board.around[below_left] - board.around[other];
            can_place(board, rest, queens.saturating_sub(2))
        });
    }
}

/// Returns false if fewer than `queens` blocks of 2 x 2 cover `squares`, chosen greedily:
/// in that case they do not fit.
fn may_fit<const W: usize>(
    board: &PuzzleBoard<W>,
    mut squares: SmallSet<W>,
    queens: u32,
) -> bool {
    for _ in 1..queens {
        let Some(first) = squares.first() else {
            return false;
        };
        let left = if first % board.size == 0 {
            first
        } else {
            first - 1
        };
        let [one, other] = [first, left].map(|corner| squares & board.blocks[corner]);
        squares -= if other.count() > one.count() {
            other
        } else {
            one
        };
    }
    !squares.is_empty()
}

/// Like [`can_place`], with at most `limits` queens in each line (rows, then columns).
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
        let Some(first) = squares.first() else {
            return false;
        };
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
pub(crate) fn max_queens<const W: usize>(
    board: &PuzzleBoard<W>,
    squares: SmallSet<W>,
    most: u32,
) -> u32 {
    (1..=most)
        .rev()
        .find(|&queens| can_place(board, squares, queens))
        .unwrap_or(0)
}

/// Returns true if `tiles` blocks of 2 x 2 cover `squares`: then no more queens than that
/// fit.
///
/// The block that covers the first square in reading order can be moved down until the
/// square is in its upper row: two blocks to try.
#[inline(never)]
pub(crate) fn is_tiled<const W: usize>(
    board: &PuzzleBoard<W>,
    squares: SmallSet<W>,
    tiles: u32,
) -> bool {
    let Some(first) = squares.first() else {
        return true;
    };
    if squares.count() > 4 * tiles
        || has_more_apart(board, squares, tiles)
        || board.watch.is_over()
    {
        return false;
    }
    let left = if first % board.size == 0 {
        first
    } else {
        first - 1
    };
    let [one, other] = [first, left].map(|corner| squares & board.blocks[corner]);
    is_tiled(board, squares - one, tiles - 1)
        || !other.is_within(&one) && is_tiled(board, squares - other, tiles - 1)
}

/// Returns true if more than `most` of the squares, chosen greedily, do not touch each
/// other: no fewer blocks cover them.
fn has_more_apart<const W: usize>(
    board: &PuzzleBoard<W>,
    mut squares: SmallSet<W>,
    most: u32,
) -> bool {
    for _ in 0..most {
        let Some(first) = squares.first() else {
            return false;
        };
        squares -= board.around[first] | SmallSet::one(first);
    }
    !squares.is_empty()
}

/// Returns covers of `demand` by as many 2 x 2 blocks as it has queens, each cover as the
/// parts of the demand in its blocks, which hold exactly one queen each. Every block that
/// is in some cover is in one of these; none if so few blocks do not cover it.
#[inline(never)]
pub(crate) fn find_covers<const W: usize>(
    board: &PuzzleBoard<W>,
    demand: QueenDemand<W>,
) -> Vec<Vec<SmallSet<W>>> {
    let QueenDemand { squares, least } = demand;
    let mut covers: Vec<Vec<SmallSet<W>>> = Vec::new();
    if least == 0 || !is_tiled(board, squares, least) {
        return covers;
    }
    let mut corners: Vec<usize> = squares
        .iter()
        .flat_map(|square| board.blocks_with(square))
        .collect();
    corners.sort_unstable();
    corners.dedup();
    for corner in corners {
        let part = squares & board.blocks[corner];
        if covers.iter().flatten().any(|known| *known == part) {
            continue;
        }
        // The other blocks cover the rest; their parts may overlap with this one.
        let rest = squares - part;
        if let Some(corners) = is_tiled(board, rest, least - 1)
            .then(|| cover_corners(board.size, rest, least - 1))
        {
            let others = corners
                .unwrap_or_default()
                .into_iter()
                .map(|corner| squares & board.blocks[corner]);
            covers.push([part].into_iter().chain(others).collect());
        }
    }
    covers
}

/// Returns the parts of `demand` that hold exactly one queen each: see [`find_covers`].
pub(crate) fn find_tiles<const W: usize>(
    board: &PuzzleBoard<W>,
    demand: QueenDemand<W>,
) -> Vec<SmallSet<W>> {
    let mut tiles: Vec<SmallSet<W>> = Vec::new();
    for part in find_covers(board, demand).concat() {
        if !tiles.contains(&part) {
            tiles.push(part);
        }
    }
    tiles
}

/// Deduces from blocks that hold one queen each: a block of one square holds it, and a
/// square that touches all of a block stays empty.
#[inline(never)]
pub(crate) fn by_blocks<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    blocks: &[SmallSet<W>],
) -> Conclusion<W> {
    let mut settled = Conclusion::NO_CONCLUSION;
    for &block in blocks {
        if block.count() == 1 {
            settled.queens |= block;
        }
        settled.crosses |= grid.board.touching_all(block) & grid.open;
    }
    settled
}

/// A way in which a demand determines squares.
#[derive(Clone, Debug)]
pub(crate) enum DemandUse<const W: usize> {
    /// The blocks hold exactly one queen each.
    Blocks(Vec<SmallSet<W>>),
    /// Some squares touch all squares of the demand.
    TouchAll,
    /// A queen on this square would leave too little room.
    Exclude(usize),
}

/// Returns what `demand` determines, with the way in which it does: by blocks that cover
/// it, by squares that touch all of it, and by squares on which a queen would leave it
/// too few places.
#[inline(never)]
pub(crate) fn find_uses<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    demand: QueenDemand<W>,
) -> Vec<(Conclusion<W>, DemandUse<W>)> {
    // A queen touches eight squares.
    let mut uses = uses_of_few(grid, demand, 8);
    if demand.least > 1 {
        let known = uses.iter().fold(SmallSet::EMPTY, |known, (settled, _)| {
            known | settled.crosses
        });
        // What a block or all squares exclude needs no other reason.
        for square in (excluded_squares(grid, demand) - known).iter() {
            let settled = Conclusion::from_crosses(SmallSet::one(square));
            uses.push((settled, DemandUse::Exclude(square)));
        }
    }
    uses
}

/// Like [`find_uses`], without squares that leave too few places, and with squares that touch
/// all of the demand only if it has at most `most_touched` squares.
#[inline(never)]
pub(crate) fn uses_of_few<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    demand: QueenDemand<W>,
    most_touched: u32,
) -> Vec<(Conclusion<W>, DemandUse<W>)> {
    let covers = find_covers(grid.board, demand).into_iter();
    let mut uses: Vec<_> = covers
        .map(|blocks| (by_blocks(grid, &blocks), DemandUse::Blocks(blocks)))
        .collect();
    if demand.least > 0 && demand.squares.count() <= most_touched {
        let crosses = grid.board.touching_all(demand.squares) & grid.open;
        uses.push((Conclusion::from_crosses(crosses), DemandUse::TouchAll));
    }
    uses.retain(|(settled, _)| !settled.restrict_to(grid.open).is_empty());
    uses
}

/// Returns the open squares on which a queen would leave `demand` too few places.
#[inline(never)]
pub(crate) fn excluded_squares<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    demand: QueenDemand<W>,
) -> SmallSet<W> {
    let (board, QueenDemand { squares, least }) = (grid.board, demand);
    match least {
        0 => SmallSet::EMPTY,
        // A queen touches eight squares.
        1 if squares.count() > 8 => SmallSet::EMPTY,
        1 => board.touching_all(squares) & grid.open,
        // A queen takes nine squares, which four others and more could not fill.
        _ if squares.count() > 9 + 4 * (least - 1) => SmallSet::EMPTY,
        _ => {
            let near = squares
                .iter()
                .fold(squares, |near, square| near | board.around[square])
                & grid.open;
            let mut excluded = SmallSet::EMPTY;
            for square in near.iter() {
                let rest = squares - board.around[square] - SmallSet::one(square);
                let least = least - u32::from(squares.contains(square));
                if !can_place(board, rest, least) {
                    excluded.insert(square);
                }
            }
            excluded
        }
    }
}

/// Minimum number of queens that `unit` has within `part`, because the rest of it holds
/// no more.
#[inline(never)]
pub(crate) fn least_within<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    part: SmallSet<W>,
) -> u32 {
    let need = grid.missing_queens(unit);
    if need == 0 {
        return 0;
    }
    let rest = grid.open_of(unit) - part;
    if need == 1 {
        u32::from(rest.is_empty())
    } else {
        need - max_queens(grid.board, rest, need)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use control::Limits;
    use proptest::prelude::*;

    /// Most queens that fit into `squares` without touching, by trying each square or
    /// not.
    fn most(board: &PuzzleBoard<4>, squares: SmallSet<4>) -> u32 {
        let Some(first) = squares.first() else {
            return 0;
        };
        let rest = squares - SmallSet::one(first);
        most(board, rest).max(1 + most(board, rest - board.around[first]))
    }

    /// Fewest blocks that cover `squares`, by trying each block on each square.
    fn fewest_tiles(board: &PuzzleBoard<4>, squares: SmallSet<4>) -> u32 {
        let Some(first) = squares.first() else {
            return 0;
        };
        let covered = board
            .blocks_with(first)
            .map(|corner| fewest_tiles(board, squares - board.blocks[corner]));
        1 + covered.min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn bounds_agree_with_trying(
            size in 1_usize..=16,
            at in prop::collection::vec((0_usize..6, 0_usize..6), 0..14),
            corner in any::<bool>(),
        ) {
            let regions = (0..size * size).map(|square| (square / size) as u32).collect();
            let puzzle = Puzzle::new(size as u32, 1, regions).expect("a board");
            let board = PuzzleBoard::<4>::new(&puzzle, &Limits::default());
            let from = |place: usize| if corner { size - 1 - place % size } else { place % size };
            let squares: SmallSet<4> = at.iter().map(|&(row, column)| from(row) * size + from(column)).collect();
            let (most, tiles) = (most(&board, squares), fewest_tiles(&board, squares));
            for number in 0..=8 {
                // No queens fit into no squares alone: nothing asks for none.
                if number > 0 {
                    prop_assert_eq!(can_place(&board, squares, number), number <= most);
                }
                prop_assert_eq!(is_tiled(&board, squares, number), tiles <= number);
            }
        }
    }
}
