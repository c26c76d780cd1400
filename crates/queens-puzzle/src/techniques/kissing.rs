//! Kissing Ls: a queen that would force the queens of 2 x 2 blocks into its own line.

use super::super::capacity::{Conclusion, tiles};
use super::super::grid::CandidateGrid;
use super::squeeze::{demand, disjoint};
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

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let board = grid.board;
    let units = (0..board.units.len()).map(|unit| vec![unit]);
    let bands = board.bands().map(|band| band.to_vec());
    let blocks: Vec<(SmallSet<W>, Vec<usize>)> = units
        .chain(bands)
        .flat_map(|units| {
            tiles(board, demand(grid, &units)).into_iter().map(move |block| (block, units.clone()))
        })
        .collect();
    for square in grid.open.iter() {
        board.watch.check()?;
        for &line in &board.units_of[square][..2] {
            let pushed = |(block, _): &&(SmallSet<W>, Vec<usize>)| {
                !block.contains(square) && (*block - board.around[square]).is_within(&board.units[line])
            };
            let pushed: Vec<_> =
                blocks.iter().filter(pushed).map(|(block, units)| (*block, units.as_slice())).collect();
            let mut into_line = None;
            let _ =
                disjoint(&board.watch, &pushed, grid.need(line), &mut Vec::new(), &mut |union, sources| {
                    into_line = Some((union, sources.concat()));
                    SearchFlow::Break(())
                });
            let Some((union, mut sources)) = into_line else { continue };
            sources.sort_unstable();
            sources.dedup();
            let units: Vec<usize> = [line].into_iter().chain(sources).collect();
            found.add(grid, Conclusion::crosses(SmallSet::one(square)), &units, |sentence| {
                let sources = sentence.needed_except(&[line]);
                let queen = words::square_name(board.size, square);
                sentence.say("the 2 x 2 blocks of ").units(&sources).say(" on ").squares(union);
                sentence.say(&format!(" hold one queen each: a queen on {queen} would push them into "));
                sentence.unit(line).say(", which takes only ").count(grid.need(line));
                sentence.say(&format!(": {queen} stays empty"));
            })?;
        }
    }
    SearchFlow::Continue(())
}
