//! Cuts a large board into lanes and strips, so that all work stays within the caches.

use super::monitor::FillMonitor;
use control::Stop;
use queens_model::rng::Rng;
use std::ops::Range;

/// Maximum size of a board that is not cut: one lane of one strip.
const MAX_UNCUT_SIZE: u32 = 1 << 20;

/// Approximate number of columns of a lane: its columns and the diagonals of one of its
/// strips (two bits for each row and column) fit easily into a second-level cache.
const LANE_WIDTH: u32 = 1 << 15;

/// Number of strips in each lane.
const STRIPS_PER_LANE: u32 = 16;

/// Number of proposed lane swaps for each strip.
const SWAPS_PER_STRIP: u32 = 16;

/// Exponent of the price of a diagonal as a function of its demand: crowded diagonals
/// cost most.
const PRICE_EXPONENT: u32 = 4;

/// A range of columns, and the strips of rows whose queens go there: as many rows as
/// columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) columns: Range<u32>,
    pub(super) strips: Vec<Range<u32>>,
}

/// Cuts the board of `n` rows, at least one, into lanes and strips, and assigns each
/// strip to a lane.
///
/// Every row is in one strip and every column in one lane. The assignment is random,
/// except for swaps that balance the demand for diagonals, so that no part of the board
/// gets more queens than its diagonals can hold.
///
/// # Errors
/// A reached limit of `monitor`.
///
/// # Complexity
/// O(n / 2,048) time and memory.
pub(super) fn plan_lanes(
    n: u32,
    rng: &mut Rng,
    monitor: &FillMonitor<'_>,
) -> Result<Vec<Lane>, Stop> {
    if n <= MAX_UNCUT_SIZE {
        let (columns, strips) = (0..n, vec![0..n; 1]);
        return Ok(vec![Lane { columns, strips }]);
    }
    let lanes = n.div_ceil(LANE_WIDTH);
    let strips = lanes * STRIPS_PER_LANE;
    let edge = |strip: u32| (u64::from(strip) * u64::from(n) / u64::from(strips)) as u32;
    let mut plan: Vec<Lane> = (0..lanes)
        .map(|_| Lane {
            columns: 0..0,
            strips: Vec::new(),
        })
        .collect();
    for (strip, lane) in (0..).zip(assign(lanes, rng, monitor)?) {
        monitor.check_limits_at(strip as usize)?;
        plan[lane as usize]
            .strips
            .push(edge(strip)..edge(strip + 1));
    }
    let mut first = 0;
    for lane in &mut plan {
        let width: u32 = lane
            .strips
            .iter()
            .map(ExactSizeIterator::len)
            .map(|rows| rows as u32)
            .sum();
        lane.columns = first..first + width;
        first += width;
    }
    Ok(plan)
}

/// Returns the lane of each strip; each lane gets [`STRIPS_PER_LANE`] strips.
///
/// Starting from a random assignment, random pairs of strips swap lanes if that balances
/// the demand.
fn assign(
    lanes: u32,
    rng: &mut Rng,
    monitor: &FillMonitor<'_>,
) -> Result<Vec<u32>, Stop> {
    let strips = lanes * STRIPS_PER_LANE;
    let mut lane_of: Vec<u32> =
        (0..strips).map(|place| place / STRIPS_PER_LANE).collect();
    rng.shuffle(&mut lane_of);
    monitor.check_limits()?;
    let mut demand = DiagonalDemand::new(lanes);
    for (strip, &lane) in lane_of.iter().enumerate() {
        demand.add(strip as u32, lane);
    }
    for swap in 0..SWAPS_PER_STRIP * strips {
        monitor.check_limits_at(swap as usize)?;
        let [a, b] = [rng.below(strips), rng.below(strips)];
        if a == b {
            continue;
        }
        let [to_a, to_b] = [lane_of[a as usize], lane_of[b as usize]];
        demand.remove(a, to_a);
        demand.remove(b, to_b);
        if demand.price(a, to_b) + demand.price(b, to_a)
            < demand.price(a, to_a) + demand.price(b, to_b)
        {
            lane_of.swap(a as usize, b as usize);
        }
        demand.add(a, lane_of[a as usize]);
        demand.add(b, lane_of[b as usize]);
    }
    Ok(lane_of)
}

/// Number of cells for each lane: the resolution of the demand.
const CELLS_PER_LANE: u32 = 4;

/// DiagonalDemand of a strip on the cells of diagonals that it meets, from the first to
/// the last: only half of the diagonals of the outer cells cross it.
const CELL_DEMAND: [u32; CELLS_PER_LANE as usize + 1] = [1, 2, 2, 2, 1];

/// DiagonalDemand for diagonals, in cells of equal width.
struct DiagonalDemand {
    lanes: u32,
    /// Cells of the rising diagonals, followed by as many of the falling diagonals.
    cells: Vec<u32>,
}

impl DiagonalDemand {
    fn new(lanes: u32) -> Self {
        DiagonalDemand {
            lanes,
            cells: vec![0; (4 * CELLS_PER_LANE * lanes) as usize],
        }
    }

    /// Returns the first cells, in both directions, that a strip meets in a lane.
    fn first_cells(&self, strip: u32, lane: u32) -> [usize; 2] {
        let row = strip * CELLS_PER_LANE / STRIPS_PER_LANE;
        let mirrored = CELLS_PER_LANE * self.lanes - 1 - row;
        [
            row + CELLS_PER_LANE * lane,
            2 * CELLS_PER_LANE * self.lanes + mirrored + CELLS_PER_LANE * lane,
        ]
        .map(|cell| cell as usize)
    }

    fn add(&mut self, strip: u32, lane: u32) {
        for first in self.first_cells(strip, lane) {
            self.cells[first..]
                .iter_mut()
                .zip(CELL_DEMAND)
                .for_each(|(cell, share)| *cell += share);
        }
    }

    fn remove(&mut self, strip: u32, lane: u32) {
        for first in self.first_cells(strip, lane) {
            self.cells[first..]
                .iter_mut()
                .zip(CELL_DEMAND)
                .for_each(|(cell, share)| *cell -= share);
        }
    }

    /// Returns the price of a strip in a lane, which rises steeply with the demand there.
    fn price(&self, strip: u32, lane: u32) -> u32 {
        let price = |first: usize| -> u32 {
            self.cells[first..]
                .iter()
                .zip(CELL_DEMAND)
                .map(|(cell, share)| cell.pow(PRICE_EXPONENT) * share)
                .sum()
        };
        self.first_cells(strip, lane).map(price).into_iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;

    #[test]
    fn plans_every_row_and_column_once() {
        for n in [
            1,
            100,
            MAX_UNCUT_SIZE,
            MAX_UNCUT_SIZE + 1,
            1_234_567,
            10_000_000,
        ] {
            let plan = plan_lanes(
                n,
                &mut Rng::new(7, 0),
                &FillMonitor::new(&Limits::default(), &|_| {}),
            )
            .unwrap();
            let mut next = 0;
            let mut rows: Vec<_> = Vec::new();
            for lane in &plan {
                assert_eq!(lane.columns.start, next);
                next = lane.columns.end;
                rows.extend(lane.strips.iter().map(|strip| (strip.start, strip.end)));
                assert_eq!(
                    lane.columns.len(),
                    lane.strips
                        .iter()
                        .map(ExactSizeIterator::len)
                        .sum::<usize>()
                );
            }
            assert_eq!(next, n);
            rows.sort_unstable();
            assert!(rows.windows(2).all(|pair| pair[0].1 == pair[1].0), "{n}");
            assert_eq!(
                rows.first()
                    .map(|rows| rows.0)
                    .zip(rows.last().map(|rows| rows.1)),
                Some((0, n))
            );
        }
    }

    /// A strip whose diagonals are all taken by others could not be filled.
    #[test]
    fn no_diagonals_get_too_many_queens() {
        for lanes in [33, 100, 1000] {
            let mut demand = DiagonalDemand::new(lanes);
            let limits = Limits::default();
            let lane_of = assign(
                lanes,
                &mut Rng::new(lanes.into(), 0),
                &FillMonitor::new(&limits, &|_| {}),
            );
            for (strip, lane) in (0..).zip(lane_of.unwrap()) {
                demand.add(strip, lane);
            }
            let most = demand.cells.iter().max().copied().unwrap_or_default();
            // Two shares of each strip of a lane would take every diagonal of a cell.
            assert!(most <= 2 * STRIPS_PER_LANE * 9 / 10, "{lanes}: {most}");
        }
    }
}
