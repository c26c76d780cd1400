//! Colourings of the plain n x n board with n colours: each colour has a queen in every
//! row, so it is a solution for n queens, and the colouring is an exact cover of the
//! squares by n of these solutions (Vasquez, New results on the queens_n^2 graph coloring
//! problem, 2004).

use super::Colors;
use super::graph::AttackGraph;
use control::{Meter, Stop};

/// Largest side of a board whose solutions are listed. A word of 128 bits holds a board
/// of 11 x 11.
const MAX_SIDE: usize = 11;

/// Maximum number of boards that are looked at to choose a square.
const SAMPLED_BOARDS: usize = 20_000;

/// Returns true if the board is plain, and as small as the list of its solutions, and
/// `colors` is its side.
pub(super) fn is_small(graph: &AttackGraph, colors: usize) -> bool {
    graph.plain == Some((colors, colors)) && colors <= MAX_SIDE
}

/// Finds a colouring with as many colours as rows, or proves that there is none.
///
/// # Errors
/// A limit.
pub(super) fn colored(
    graph: &AttackGraph,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    let Some((side, _)) = graph.plain else {
        return Ok(None);
    };
    let mut solutions = Vec::new();
    list_solutions(side, 0, [0; 3], 0, &mut solutions, meter)?;
    let mut chosen = Vec::new();
    if !cover(side * side, 0, &solutions, &mut chosen, meter)? {
        return Ok(None);
    }
    let colors = (0..side * side).map(|square| {
        let color = chosen.iter().position(|board| board >> square & 1 == 1);
        color.map(|color| color as u16)
    });
    Ok(colors.collect())
}

/// Lists the solutions for `side` queens as boards; the masks are those of columns and
/// both directions of diagonals.
fn list_solutions(
    side: usize,
    row: usize,
    [columns, left, right]: [u32; 3],
    board: u128,
    solutions: &mut Vec<u128>,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    if row == side {
        solutions.push(board);
        return Ok(());
    }
    for column in 0..side {
        let bit = 1 << column;
        if (columns | left | right) & bit == 0 {
            meter.expand()?;
            let masks = [columns | bit, (left | bit) << 1, (right | bit) >> 1];
            list_solutions(
                side,
                row + 1,
                masks,
                board | 1 << (row * side + column),
                solutions,
                meter,
            )?;
        }
    }
    Ok(())
}

/// Covers the squares that are not in `covered` by disjoint `boards`, all of which avoid
/// `covered`.
pub(super) fn cover(
    squares: usize,
    covered: u128,
    boards: &[u128],
    chosen: &mut Vec<u128>,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    // The number of boards on each square, from a sample if there are many.
    let mut numbers = [0_u32; u128::BITS as usize];
    for board in boards
        .iter()
        .step_by(boards.len().div_ceil(SAMPLED_BOARDS).max(1))
    {
        let mut left = *board;
        while left != 0 {
            numbers[left.trailing_zeros() as usize] += 1;
            left &= left - 1;
        }
    }
    let open = (0..squares).filter(|square| covered >> square & 1 == 0);
    // The square with the fewest boards: there are few branches, often none.
    let Some(square) = open.min_by_key(|&square| numbers[square]) else {
        return Ok(true);
    };
    let through =
        |square: usize| boards.iter().filter(move |&board| board >> square & 1 == 1);
    for &board in through(square) {
        meter.expand()?;
        let rest: Vec<u128> = boards
            .iter()
            .copied()
            .filter(|other| other & board == 0)
            .collect();
        chosen.push(board);
        if cover(squares, covered | board, &rest, chosen, meter)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}
