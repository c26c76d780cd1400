//! How a large board is cut, so that all work stays within the caches.

use super::watch::Watch;
use control::Stop;
use queens_model::rng::Rng;
use std::ops::Range;

/// A board up to this size is one lane of one strip.
const WHOLE: u32 = 1 << 20;

/// About how many columns a lane has on a larger board: its columns and the diagonals of one of its
/// strips (two bits for each row and column) fit a second-level cache with room to spare.
const WIDTH: u32 = 1 << 15;

/// Strips of rows to each lane.
const STRIPS: u32 = 16;

/// Proposals to swap the lanes of two strips, for each strip.
const SWAPS: u32 = 16;

/// The price of a diagonal rises with this power of the demand: crowded ones cost most.
const POWER: u32 = 4;

/// Some neighbouring columns, and the strips of rows whose queens stand in them: as many rows as columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) columns: Range<u32>,
    pub(super) strips: Vec<Range<u32>>,
}

/// Cuts the board of `n` rows, at least one, into lanes and strips, and gives each strip a lane.
///
/// Every row is in one strip and every column in one lane. The lanes of the strips are random, but
/// for swaps that even out how many queens want the same diagonals: no part of the board gets more
/// queens than its diagonals can carry.
///
/// # Errors
/// Why to stop, from `watch`.
///
/// # Complexity
/// O(n / 2,048) time and memory.
pub(super) fn plan(n: u32, rng: &mut Rng, watch: &Watch<'_>) -> Result<Vec<Lane>, Stop> {
    if n <= WHOLE {
        let (columns, strips) = (0..n, vec![0..n; 1]);
        return Ok(vec![Lane { columns, strips }]);
    }
    let lanes = n.div_ceil(WIDTH);
    let strips = lanes * STRIPS;
    let edge = |strip: u32| (u64::from(strip) * u64::from(n) / u64::from(strips)) as u32;
    let mut plan: Vec<Lane> = (0..lanes).map(|_| Lane { columns: 0..0, strips: Vec::new() }).collect();
    for (strip, lane) in (0..).zip(assign(lanes, rng, watch)?) {
        watch.look_at(strip as usize)?;
        plan[lane as usize].strips.push(edge(strip)..edge(strip + 1));
    }
    let mut first = 0;
    for lane in &mut plan {
        let width: u32 = lane.strips.iter().map(ExactSizeIterator::len).map(|rows| rows as u32).sum();
        lane.columns = first..first + width;
        first += width;
    }
    Ok(plan)
}

/// The lane of each strip; each lane gets [`STRIPS`] strips.
///
/// From a random assignment, random pairs of strips swap lanes where that evens out the demand.
fn assign(lanes: u32, rng: &mut Rng, watch: &Watch<'_>) -> Result<Vec<u32>, Stop> {
    let strips = lanes * STRIPS;
    let mut lane_of: Vec<u32> = (0..strips).map(|place| place / STRIPS).collect();
    rng.shuffle(&mut lane_of);
    watch.look()?;
    let mut demand = Demand::new(lanes);
    for (strip, &lane) in lane_of.iter().enumerate() {
        demand.add(strip as u32, lane);
    }
    for swap in 0..SWAPS * strips {
        watch.look_at(swap as usize)?;
        let [a, b] = [rng.below(strips), rng.below(strips)];
        if a == b {
            continue;
        }
        let [to_a, to_b] = [lane_of[a as usize], lane_of[b as usize]];
        demand.remove(a, to_a);
        demand.remove(b, to_b);
        if demand.price(a, to_b) + demand.price(b, to_a) < demand.price(a, to_a) + demand.price(b, to_b) {
            lane_of.swap(a as usize, b as usize);
        }
        demand.add(a, lane_of[a as usize]);
        demand.add(b, lane_of[b as usize]);
    }
    Ok(lane_of)
}

/// Cells to a lane: how finely the demand is counted.
const CELLS: u32 = 4;

/// What a strip asks of the cells of diagonals that it meets, from the first to the last: half of
/// the diagonals of the outer ones are beyond its tile.
const SHARE: [u32; CELLS as usize + 1] = [1, 2, 2, 2, 1];

/// How many queens want the diagonals, in cells of equal width.
struct Demand {
    lanes: u32,
    /// First the cells of the rising diagonals, then as many of the falling ones.
    cells: Vec<u32>,
}

impl Demand {
    fn new(lanes: u32) -> Self {
        Demand { lanes, cells: vec![0; (4 * CELLS * lanes) as usize] }
    }

    /// The first cells, of either direction, that a strip meets in a lane.
    fn first_cells(&self, strip: u32, lane: u32) -> [usize; 2] {
        let row = strip * CELLS / STRIPS;
        let mirrored = CELLS * self.lanes - 1 - row;
        [row + CELLS * lane, 2 * CELLS * self.lanes + mirrored + CELLS * lane].map(|cell| cell as usize)
    }

    fn add(&mut self, strip: u32, lane: u32) {
        for first in self.first_cells(strip, lane) {
            self.cells[first..].iter_mut().zip(SHARE).for_each(|(cell, share)| *cell += share);
        }
    }

    fn remove(&mut self, strip: u32, lane: u32) {
        for first in self.first_cells(strip, lane) {
            self.cells[first..].iter_mut().zip(SHARE).for_each(|(cell, share)| *cell -= share);
        }
    }

    /// The price of a strip in a lane: it rises steeply with the demand that is there.
    fn price(&self, strip: u32, lane: u32) -> u32 {
        let price = |first: usize| -> u32 {
            self.cells[first..].iter().zip(SHARE).map(|(cell, share)| cell.pow(POWER) * share).sum()
        };
        self.first_cells(strip, lane).map(price).into_iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;

    #[test]
    fn every_row_and_every_column_is_planned_once() {
        for n in [1, 100, WHOLE, WHOLE + 1, 1_234_567, 10_000_000] {
            let plan = plan(n, &mut Rng::new(7, 0), &Watch::new(&Limits::default(), &|_| {})).unwrap();
            let mut next = 0;
            let mut rows: Vec<_> = Vec::new();
            for lane in &plan {
                assert_eq!(lane.columns.start, next);
                next = lane.columns.end;
                rows.extend(lane.strips.iter().map(|strip| (strip.start, strip.end)));
                assert_eq!(lane.columns.len(), lane.strips.iter().map(ExactSizeIterator::len).sum::<usize>());
            }
            assert_eq!(next, n);
            rows.sort_unstable();
            assert!(rows.windows(2).all(|pair| pair[0].1 == pair[1].0), "{n}");
            assert_eq!(rows.first().map(|rows| rows.0).zip(rows.last().map(|rows| rows.1)), Some((0, n)));
        }
    }

    /// A strip whose diagonals were all wanted by others could not be filled.
    #[test]
    fn no_diagonals_are_wanted_more_than_they_can_carry() {
        for lanes in [33, 100, 1000] {
            let mut demand = Demand::new(lanes);
            let limits = Limits::default();
            let lane_of = assign(lanes, &mut Rng::new(lanes.into(), 0), &Watch::new(&limits, &|_| {}));
            for (strip, lane) in (0..).zip(lane_of.unwrap()) {
                demand.add(strip, lane);
            }
            let most = demand.cells.iter().max().copied().unwrap_or_default();
            // Two shares of each strip of a lane would take every diagonal of a cell.
            assert!(most <= 2 * STRIPS * 9 / 10, "{lanes}: {most}");
        }
    }
}
