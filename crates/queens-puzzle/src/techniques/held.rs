//! Blocks of 2 x 2 that hold exactly one queen, because as many blocks as some units need
//! queens cover their open squares.

use super::super::capacity::find_covers;
use super::super::grid::CandidateGrid;
use super::squeeze::demand_of_units;
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

/// The part of some units in a block that holds exactly one queen, and why it does.
pub(super) struct HeldBlock<const W: usize> {
    pub(super) part: SmallSet<W>,
    pub(super) units: Vec<usize>,
    /// The parts of the units in all blocks.
    cover: Vec<SmallSet<W>>,
}

/// Adds every block of every cover of the open squares of `units`, all of one kind.
pub(super) fn add_held<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    units: &[usize],
    blocks: &mut Vec<HeldBlock<W>>,
) {
    let first = blocks.len();
    for cover in find_covers(grid.board, demand_of_units(grid, units)) {
        for &part in &cover {
            if !blocks.iter().skip(first).any(|known| known.part == part) {
                blocks.push(HeldBlock {
                    part,
                    units: units.to_vec(),
                    cover: cover.clone(),
                });
            }
        }
    }
}

/// Units of the blocks, each once, in their order.
pub(super) fn units_of<const W: usize>(held: &[&HeldBlock<W>]) -> Vec<usize> {
    let mut units: Vec<usize> = held.iter().flat_map(|held| held.units.clone()).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// Writes why the blocks hold one queen each: `rows 1 and 2 need 2 queens, and the blocks
/// a1-b2 and d1-d2 cover their open squares, so a1-b2 holds exactly one`.
pub(super) fn write_held<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    held: &[&HeldBlock<W>],
) {
    let size = grid.board.size;
    let groups = by_cover(held);
    for (index, (HeldBlock { units, cover, .. }, parts)) in groups.iter().enumerate() {
        let their = words::its_or_their(units);
        sentence
            .say(if index == 0 { "" } else { "; " })
            .say_units(units)
            .say_need(units);
        let covers = if cover.len() == 1 { "covers" } else { "cover" };
        let blocks = words::block_list(size, cover);
        sentence.say(&format!(
            ", and {blocks} {covers} {their} open squares, so "
        ));
        let hold = if parts.len() == 1 {
            "holds exactly one"
        } else {
            "hold exactly one each"
        };
        sentence.say(&format!("{} {hold}", block_names(size, parts)));
    }
}

/// Names of the parts: `a1-b2 and d1-e2`.
pub(super) fn block_names<const W: usize>(size: usize, parts: &[SmallSet<W>]) -> String {
    words::join_with_and(
        parts
            .iter()
            .map(|&part| words::block_name(size, part))
            .collect(),
    )
}

/// Groups the blocks by the cover that they belong to.
fn by_cover<'a, const W: usize>(
    held: &[&'a HeldBlock<W>],
) -> Vec<(&'a HeldBlock<W>, Vec<SmallSet<W>>)> {
    let mut groups: Vec<(&HeldBlock<W>, Vec<SmallSet<W>>)> = Vec::new();
    for &block in held {
        let same = |(first, _): &&mut (&HeldBlock<W>, _)| {
            first.units == block.units && first.cover.contains(&block.part)
        };
        match groups.iter_mut().find(same) {
            Some((_, parts)) => parts.push(block.part),
            None => groups.push((block, vec![block.part])),
        }
    }
    groups
}
