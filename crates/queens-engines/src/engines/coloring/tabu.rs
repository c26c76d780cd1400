//! Tabu search for a colouring (Hertz and de Werra, Using tabu search techniques for
//! graph coloring, 1987).
//!
//! ```text
//! colour all squares with k colours; two neighbours of one colour are a conflict
//! repeat: give a square in conflict another colour, the change that leaves the fewest conflicts;
//!         the square does not get its old colour back for a while, unless that leaves fewer conflicts than ever
//! ```

use super::Colors;
use super::graph::AttackGraph;
use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Number of changes without a new record, for each square, after which the search ends.
const IDLE_CHANGES: usize = 4_000;

/// Shortest time, in changes, for which a square does not get an old colour back; one
/// more for every so many tenths of the squares in conflict, and a random number of
/// changes below [`RANDOM_TENURE`].
const CONFLICT_TENTHS: usize = 6;
const RANDOM_TENURE: usize = 10;

/// Returns a colouring with `wanted` colours if the search finds one; it starts from
/// `start`, which has more.
///
/// # Errors
/// A limit.
pub(super) fn colored(
    graph: &AttackGraph,
    start: &[u16],
    wanted: usize,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    if wanted == 0 {
        return Ok(None);
    }
    let squares = graph.squares();
    meter.memory((squares * wanted * 6) as u64)?;
    let mut search = TabuSearch::new(graph, start, wanted, random);
    let (mut fewest, mut idle) = (search.conflicts, 0);
    while search.conflicts > 0 {
        meter.expand()?;
        search.change(fewest, random);
        idle = if search.conflicts < fewest {
            0
        } else {
            idle + 1
        };
        fewest = fewest.min(search.conflicts);
        if idle > IDLE_CHANGES * squares {
            return Ok(None);
        }
    }
    Ok(Some(search.colors))
}

/// State of the search.
struct TabuSearch<'g> {
    graph: &'g AttackGraph,
    wanted: usize,
    colors: Colors,
    /// Number of neighbours of each square with each colour.
    around: Vec<u16>,
    /// Number of the change from which on a square may have a colour again.
    allowed: Vec<usize>,
    /// Squares in conflict, and the place of each in that list.
    clashing: Vec<usize>,
    places: Vec<Option<usize>>,
    /// Number of pairs in conflict.
    conflicts: usize,
    changes: usize,
}

impl<'g> TabuSearch<'g> {
    fn new(
        graph: &'g AttackGraph,
        start: &[u16],
        wanted: usize,
        random: &mut ChaCha8Rng,
    ) -> Self {
        let squares = graph.squares();
        let mut colors: Colors = start.to_vec();
        for color in &mut colors {
            if usize::from(*color) >= wanted {
                *color = random.random_range(0..wanted) as u16;
            }
        }
        let mut around = vec![0; squares * wanted];
        let mut conflicts = 0;
        for (square, neighbors) in graph.neighbors.iter().enumerate() {
            for &other in neighbors {
                around[square * wanted + usize::from(colors[other])] += 1;
                conflicts +=
                    usize::from(other < square && colors[other] == colors[square]);
            }
        }
        let mut search = TabuSearch {
            graph,
            wanted,
            colors,
            around,
            allowed: vec![0; squares * wanted],
            clashing: Vec::new(),
            places: vec![None; squares],
            conflicts,
            changes: 0,
        };
        (0..squares).for_each(|square| search.update_clashing(square));
        search
    }

    /// Lists the square if it is in conflict, and removes it from the list if not.
    fn update_clashing(&mut self, square: usize) {
        let clashes =
            self.around[square * self.wanted + usize::from(self.colors[square])] > 0;
        match self.places[square] {
            None if clashes => {
                self.places[square] = Some(self.clashing.len());
                self.clashing.push(square);
            }
            Some(place) if !clashes => {
                self.clashing.swap_remove(place);
                self.places[square] = None;
                if let Some(&moved) = self.clashing.get(place) {
                    self.places[moved] = Some(place);
                }
            }
            _ => {}
        }
    }

    /// Makes the best change that is allowed, or any change if none is.
    fn change(&mut self, fewest: usize, random: &mut ChaCha8Rng) {
        let (mut best, mut ties, mut chosen) = (i32::MAX, 0, None);
        for &square in &self.clashing {
            let around = &self.around[square * self.wanted..][..self.wanted];
            let own = usize::from(self.colors[square]);
            for (color, &count) in
                around.iter().enumerate().filter(|&(color, _)| color != own)
            {
                let gain = i32::from(count) - i32::from(around[own]);
                let is_record = (self.conflicts as i32 + gain) < fewest as i32;
                if gain > best
                    || !is_record
                        && self.allowed[square * self.wanted + color] > self.changes
                {
                    continue;
                }
                if gain < best {
                    (best, ties) = (gain, 0);
                }
                ties += 1;
                if random.random_range(0..ties) == 0 {
                    chosen = Some((square, color));
                }
            }
        }
        self.changes += 1;
        let (square, color) = chosen.unwrap_or_else(|| {
            // Everything is tabu.
            let square = self.clashing[random.random_range(0..self.clashing.len())];
            (square, random.random_range(0..self.wanted))
        });
        self.recolor_square(square, color, random);
    }

    fn recolor_square(&mut self, square: usize, color: usize, random: &mut ChaCha8Rng) {
        let (wanted, own) = (self.wanted, usize::from(self.colors[square]));
        let tenure = self.clashing.len() * CONFLICT_TENTHS / 10
            + random.random_range(0..RANDOM_TENURE);
        self.allowed[square * wanted + own] = self.changes + tenure;
        self.conflicts += usize::from(self.around[square * wanted + color]);
        self.conflicts -= usize::from(self.around[square * wanted + own]);
        self.colors[square] = color as u16;
        let graph = self.graph;
        // `around` and the conflicts are kept up to date: counting them anew would cost a
        // pass over the board for each change.
        for &other in &graph.neighbors[square] {
            self.around[other * wanted + own] -= 1;
            self.around[other * wanted + color] += 1;
            self.update_clashing(other);
        }
        self.update_clashing(square);
    }
}
