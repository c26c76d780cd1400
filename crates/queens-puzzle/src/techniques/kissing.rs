//! Kissing Ls: a queen that would force the queens of 2 x 2 blocks into its own line.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::held::{HeldBlock, add_held, block_names, units_of, write_held};
use super::squeeze::choose_disjoint;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "kissing-ls",
    name: "kissing Ls",
    plain_name: "a queen here pushes two blocks into one row or column",
    description: "Some 2 x 2 blocks hold one queen each. A queen on this square would leave them only squares in its own \
                  line, and the line would have too many queens. So the square stays empty.",
    source: GUIDE_SOURCE,
    level: 8,
    by_uniqueness: false,
    example: "A.B.B.B.B.C* \
              A.A*B.B.B.B. \
              A.B.B.BBB. \
              DE.EF.B.F. \
              DE.EF.FF. \
              DE.E.FFF.",
    example_stars: 1,
};

pub(super) fn find_kissing<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    let units = (0..board.units.len()).map(|unit| vec![unit]);
    let bands = board.line_bands().map(|band| band.to_vec());
    let mut blocks: Vec<HeldBlock<W>> = Vec::new();
    for units in units.chain(bands) {
        add_held(grid, &units, &mut blocks);
    }
    for square in grid.open.iter() {
        board.watch.check_limits()?;
        // The row and the column of the square.
        for &line in &board.units_of[square][..2] {
            let Some(held) = find_pushed(grid, &blocks, square, line) else {
                continue;
            };
            let units: Vec<usize> = [line].into_iter().chain(units_of(&held)).collect();
            let settled = Conclusion::from_crosses(SmallSet::one(square));
            found.add_step(grid, settled, &units, |sentence| {
                write_push(sentence, grid, &held, square, line);
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Finds blocks without a square in common that a queen on `square` would leave only
/// squares of `line`: as many as the line needs queens, so that it has none for `square`.
fn find_pushed<'h, const W: usize>(
    grid: &CandidateGrid<'_, W>,
    blocks: &'h [HeldBlock<W>],
    square: usize,
    line: usize,
) -> Option<Vec<&'h HeldBlock<W>>> {
    let board = grid.board;
    let pushed: Vec<_> = blocks
        .iter()
        .filter(|held| !held.part.contains(square))
        .filter(|held| (held.part - board.around[square]).is_within(&board.units[line]))
        .map(|held| (held.part, held))
        .collect();
    let mut into_line = None;
    let _ = choose_disjoint(
        &board.watch,
        &pushed,
        grid.missing_queens(line),
        &mut Vec::new(),
        &mut |_, held| {
            into_line = Some(held.to_vec());
            SearchFlow::Break(())
        },
    );
    into_line
}

/// Writes why a queen on `square` would push the blocks `held` into `line`.
fn write_push<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    held: &[&HeldBlock<W>],
    square: usize,
    line: usize,
) {
    let size = grid.board.size;
    let queen = words::square_name(size, square);
    write_held(sentence, grid, held);
    let parts: Vec<SmallSet<W>> = held.iter().map(|held| held.part).collect();
    let parts = block_names(size, &parts);
    let leaves = if held.len() == 1 { "only" } else { "each only" };
    sentence.say(&format!(
        "; a queen on {queen} would leave {parts} {leaves} squares of "
    ));
    sentence
        .say_unit(line)
        .say(", which takes only ")
        .count_of(&[line], grid.missing_queens(line));
    sentence.say(&format!(": {queen} stays empty"));
}
