//! Kissing Ls: a queen that would force the queens of 2 x 2 blocks into its own line.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::held::{HeldBlock, add_held, block_names, units_of, write_held};
use super::squeeze::choose_disjoint;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::words;
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
        for &line in &board.units_of[square][..2] {
            let pushed = |held: &&HeldBlock<W>| {
                !held.part.contains(square)
                    && (held.part - board.around[square]).is_within(&board.units[line])
            };
            let pushed: Vec<_> = blocks
                .iter()
                .filter(pushed)
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
            let Some(held) = into_line else { continue };
            let units: Vec<usize> = [line].into_iter().chain(units_of(&held)).collect();
            found.add_step(
                grid,
                Conclusion::from_crosses(SmallSet::one(square)),
                &units,
                |sentence| {
                    let queen = words::square_name(board.size, square);
                    write_held(sentence, grid, &held);
                    let parts: Vec<SmallSet<W>> =
                        held.iter().map(|held| held.part).collect();
                    let (parts, one) = (block_names(board.size, &parts), held.len() == 1);
                    let leaves = if one { "only" } else { "each only" };
                    sentence.say(&format!(
                        "; a queen on {queen} would leave {parts} {leaves} squares of "
                    ));
                    sentence
                        .say_unit(line)
                        .say(", which takes only ")
                        .count_of(&[line], grid.missing_queens(line));
                    sentence.say(&format!(": {queen} stays empty"));
                },
            )?;
        }
    }
    SearchFlow::Continue(())
}
