//! How a large board is cut, so that all work stays within the caches.

use super::rng::Rng;
use std::ops::Range;

/// A board up to this size is one lane of one strip.
const WHOLE: u32 = 1 << 20;

/// About how many columns a lane has on a larger board: its columns and the diagonals of one of its
/// strips (two bits for each row and column) fit a second-level cache with room to spare.
const WIDTH: u32 = 1 << 15;

/// Strips of rows to each lane.
const STRIPS: u32 = 16;

/// How many lanes a strip may choose from.
const CHOICES: usize = 8;

/// Some neighbouring columns, and the strips of rows whose queens stand in them: as many rows as columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) columns: Range<u32>,
    pub(super) strips: Vec<Range<u32>>,
}

/// Cuts the board of `n` rows into lanes and strips, and gives each strip a lane.
///
/// Every row is in one strip and every column in one lane. A strip takes, of a few lanes at random,
/// the one where the diagonals are least wanted: no part of the board gets more queens than its
/// diagonals can carry.
///
/// # Complexity
/// O(n / 2,048) time and memory.
pub(super) fn plan(n: u32, rng: &mut Rng) -> Vec<Lane> {
    if n <= WHOLE {
        let (columns, strips) = (0..n, vec![0..n; 1]);
        return vec![Lane { columns, strips }];
    }
    let lanes = n.div_ceil(WIDTH);
    let strips = lanes * STRIPS;
    let edge = |strip: u32| (u64::from(strip) * u64::from(n) / u64::from(strips)) as u32;
    let mut plan: Vec<Lane> = (0..lanes).map(|_| Lane { columns: 0..0, strips: Vec::new() }).collect();
    for (strip, lane) in assign(lanes, rng) {
        plan[lane as usize].strips.push(edge(strip)..edge(strip + 1));
    }
    let mut first = 0;
    for lane in &mut plan {
        let width: u32 = lane.strips.iter().map(ExactSizeIterator::len).map(|rows| rows as u32).sum();
        lane.columns = first..first + width;
        first += width;
    }
    plan
}

/// Pairs of a strip and its lane; each lane gets [`STRIPS`] strips.
fn assign(lanes: u32, rng: &mut Rng) -> Vec<(u32, u32)> {
    let mut strips: Vec<u32> = (0..lanes * STRIPS).collect();
    let mut places: Vec<u32> = strips.iter().map(|strip| strip / STRIPS).collect();
    rng.shuffle(&mut strips);
    rng.shuffle(&mut places);
    let mut rising = Demand::new(lanes);
    let mut falling = Demand::new(lanes);
    for (at, &strip) in strips.iter().enumerate() {
        let row = strip / STRIPS;
        let choices = &places[at..places.len().min(at + CHOICES)];
        let wanted = |&lane: &u32| rising.at(row + lane).max(falling.at(lanes - 1 - row + lane));
        let best = (0..choices.len()).min_by_key(|&choice| wanted(&choices[choice])).unwrap_or(0);
        places.swap(at, at + best);
        rising.add(row + places[at]);
        falling.add(lanes - 1 - row + places[at]);
    }
    strips.into_iter().zip(places).collect()
}

/// How many strips want the diagonals of one direction, counted in tiles as wide as a lane.
///
/// The diagonals of tile t are those of number t and t + 1, half of its queens on either.
struct Demand(Vec<u32>);

impl Demand {
    fn new(lanes: u32) -> Self {
        Demand(vec![0; 2 * lanes as usize])
    }

    /// The demand for the diagonals of a tile, where it is greatest.
    fn at(&self, tile: u32) -> u32 {
        self.0[tile as usize].max(self.0[tile as usize + 1])
    }

    fn add(&mut self, tile: u32) {
        self.0[tile as usize] += 1;
        self.0[tile as usize + 1] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_and_every_column_is_planned_once() {
        for n in [0, 1, 100, WHOLE, WHOLE + 1, 1_234_567, 10_000_000] {
            let plan = plan(n, &mut Rng::new(7, 0));
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

    /// A strip whose tile meets demand above the number of diagonals could not be filled.
    #[test]
    fn no_diagonals_are_wanted_more_than_they_can_carry() {
        for lanes in [33, 100, 1000] {
            let (mut rising, mut falling) = (Demand::new(lanes), Demand::new(lanes));
            for (strip, lane) in assign(lanes, &mut Rng::new(lanes.into(), 0)) {
                rising.add(strip / STRIPS + lane);
                falling.add(lanes - 1 - strip / STRIPS + lane);
            }
            let most = rising.0.iter().chain(&falling.0).max().copied().unwrap_or_default();
            eprintln!("{lanes} {}", f64::from(most) / f64::from(2 * STRIPS));
            assert!(f64::from(most) < 0.85 * f64::from(2 * STRIPS), "{lanes}: {most}");
        }
    }
}
