//! The most likely content of the squares of a board, where it is not certain: for people
//! who correct it.

use super::cells::{
    PictureSquare, count_regions, group_by_color, region_candidates, square_at,
};
use super::lattice::BoardLattice;
use super::{PixelImage, difference};
use crate::Mark;
use queens_model::square::Square;

/// Difference of colour from squares of other regions below which a square is doubtful,
/// unless it is nearer to its own region by this factor.
const NEAR_COLOR: u8 = 15;
const CLEAR_RATIO: u16 = 2;

/// Content of the squares, row by row.
pub(super) struct GuessedSquares {
    pub(super) regions: Vec<u32>,
    pub(super) marks: Vec<Mark>,
    /// Squares whose region or mark should be looked at, in order.
    pub(super) doubtful: Vec<Square>,
}

/// Guesses the region and the mark of each square.
pub(super) fn guess_squares(
    image: &PixelImage,
    lattice: &BoardLattice,
) -> GuessedSquares {
    let size = lattice.size;
    let squares: Vec<PictureSquare<'_>> = (0..size * size)
        .map(|at| PictureSquare::new(image, lattice, at / size, at % size))
        .collect();
    let (regions, by_color) = guess_regions(image, lattice, &squares);
    let mut marks = Vec::with_capacity(squares.len());
    let mut doubtful = Vec::new();
    for (at, square) in squares.iter().enumerate() {
        let mark = square.read_mark();
        marks.push(mark.unwrap_or(Mark::Open));
        let is_clear = square.is_flat && mark.is_some();
        if !is_clear || (by_color && is_near_another(&squares, &regions, at)) {
            doubtful.push(square_at(at, size));
        }
    }
    GuessedSquares {
        regions,
        marks,
        doubtful,
    }
}

/// Returns the division of the board whose number of regions is nearest to the number of
/// rows, and true if it goes by colour alone.
fn guess_regions(
    image: &PixelImage,
    lattice: &BoardLattice,
    squares: &[PictureSquare<'_>],
) -> (Vec<u32>, bool) {
    let size = lattice.size;
    let candidates = region_candidates(image, lattice, squares);
    if let Some(at) = candidates
        .iter()
        .position(|regions| count_regions(regions) == size)
    {
        return (candidates[at].clone(), at == 0);
    }
    let merged = merge_colors(squares, size);
    let [_, _, by_line, _] = candidates;
    let off = |regions: &[u32]| count_regions(regions).abs_diff(size);
    if off(&merged) <= off(&by_line) {
        (merged, true)
    } else {
        (by_line, false)
    }
}

/// Groups squares by colour, into as many groups as rows if the steps between colours
/// allow it, else into fewer.
fn merge_colors(squares: &[PictureSquare<'_>], size: usize) -> Vec<u32> {
    // A larger bound never has more groups.
    let (mut low, mut high) = (1, u8::MAX);
    while low < high {
        let bound = low.midpoint(high);
        if count_regions(&group_by_color(squares, bound)) <= size {
            high = bound;
        } else {
            low = bound + 1;
        }
    }
    group_by_color(squares, low)
}

/// Returns true if the colour of a square is near that of another region, and not much
/// nearer to its own.
fn is_near_another(squares: &[PictureSquare<'_>], regions: &[u32], at: usize) -> bool {
    let mut nearest = [u8::MAX; 2];
    for (other, square) in squares.iter().enumerate() {
        if other != at {
            let least = &mut nearest[usize::from(regions[other] != regions[at])];
            *least = difference(square.ground, squares[at].ground).min(*least);
        }
    }
    let [own, others] = nearest;
    others < NEAR_COLOR && u16::from(others) < CLEAR_RATIO * u16::from(own)
}
