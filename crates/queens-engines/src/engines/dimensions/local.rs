//! Local search for large sets.
//!
//! A queen goes to a cell that none attacks; if there is none, to a cell that one queen
//! attacks, who leaves the board and may not return for some moves (tabu search: Glover
//! 1989). Now and then a queen takes any cell, and all who attack it leave.

use super::cube::CubeCells;
use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Moves without a larger set before the search ends.
const MAX_IDLE_MOVES: u64 = 20_000;

/// Moves from one queen on any cell to the next.
const PERTURBATION_INTERVAL: u64 = 500;

/// Draws of a cell before the cells of a kind count as tabu.
const MAX_DRAWS: usize = 8;

/// Memory in bytes for each cell: an entry of each list.
pub(super) const BYTES_PER_CELL: usize = 48;

/// Cells from which one is drawn in constant time.
struct CellList {
    cells: Vec<u32>,
    /// Index of each cell, if it is in the list.
    places: Vec<Option<u32>>,
}

impl CellList {
    fn new(cells: usize) -> Self {
        CellList {
            cells: Vec::new(),
            places: vec![None; cells],
        }
    }

    fn contains(&self, cell: usize) -> bool {
        self.places[cell].is_some()
    }

    fn insert(&mut self, cell: usize) {
        self.places[cell] = Some(self.cells.len() as u32);
        self.cells.push(cell as u32);
    }

    fn remove(&mut self, cell: usize) {
        if let (Some(place), Some(last)) = (self.places[cell], self.cells.pop()) {
            if last as usize != cell {
                self.cells[place as usize] = last;
                self.places[last as usize] = Some(place);
            }
            self.places[cell] = None;
        }
    }

    /// Draws a cell that is not tabu at `step`.
    fn draw_cell(
        &self,
        tabu_until: &[u64],
        step: u64,
        random: &mut ChaCha8Rng,
    ) -> Option<usize> {
        let draws = if self.cells.is_empty() { 0 } else { MAX_DRAWS };
        (0..draws)
            .map(|_| self.cells[random.random_range(0..self.cells.len())] as usize)
            .find(|&cell| tabu_until[cell] < step)
    }
}

/// A set of queens that changes.
pub(super) struct LocalSearch<'c> {
    cube: &'c CubeCells,
    queens: CellList,
    /// Number of queens that attack each cell.
    attackers: Vec<u16>,
    /// Sum of their cells, modulo 2^32: if there is one, its cell.
    attacker_sums: Vec<u32>,
    /// Cells that no queen occupies or attacks.
    free: CellList,
    /// Cells without a queen that one queen attacks.
    attacked_once: CellList,
    tabu_until: Vec<u64>,
}

impl<'c> LocalSearch<'c> {
    /// Starts from `queens`, who do not attack each other.
    pub(super) fn new(cube: &'c CubeCells, queens: &[usize]) -> Self {
        let cells = cube.cells();
        let mut free = CellList::new(cells);
        (0..cells).for_each(|cell| free.insert(cell));
        let [empty, attacked_once] = [CellList::new(cells), CellList::new(cells)];
        let (attackers, attacker_sums, tabu_until) =
            (vec![0; cells], vec![0; cells], vec![0; cells]);
        let mut search = LocalSearch {
            cube,
            queens: empty,
            attackers,
            attacker_sums,
            free,
            attacked_once,
            tabu_until,
        };
        queens.iter().for_each(|&queen| search.place_queen(queen));
        search
    }

    /// Puts a queen on a free cell.
    fn place_queen(&mut self, cell: usize) {
        self.free.remove(cell);
        self.queens.insert(cell);
        let LocalSearch {
            cube,
            attackers,
            attacker_sums,
            free,
            attacked_once,
            ..
        } = self;
        cube.attacked(cell, |attacked| {
            attackers[attacked] += 1;
            attacker_sums[attacked] = attacker_sums[attacked].wrapping_add(cell as u32);
            match attackers[attacked] {
                1 => {
                    free.remove(attacked);
                    attacked_once.insert(attacked);
                }
                2 => attacked_once.remove(attacked),
                _ => {}
            }
        });
    }

    /// Takes a queen off the board; she may not return for some moves.
    fn remove(&mut self, cell: usize, step: u64, random: &mut ChaCha8Rng) {
        self.tabu_until[cell] = step + random.random_range(7..17);
        self.queens.remove(cell);
        self.free.insert(cell);
        let LocalSearch {
            cube,
            attackers,
            attacker_sums,
            free,
            attacked_once,
            ..
        } = self;
        cube.attacked(cell, |attacked| {
            attackers[attacked] -= 1;
            attacker_sums[attacked] = attacker_sums[attacked].wrapping_sub(cell as u32);
            match attackers[attacked] {
                0 => {
                    attacked_once.remove(attacked);
                    free.insert(attacked);
                }
                1 => attacked_once.insert(attacked),
                _ => {}
            }
        });
    }

    /// Puts a queen on any cell without one; those who attack it leave.
    fn perturb_queens(&mut self, step: u64, random: &mut ChaCha8Rng) {
        let cell = random.random_range(0..self.attackers.len());
        if self.queens.contains(cell) {
            return;
        }
        let mut leaving = Vec::new();
        self.cube.attacked(cell, |other| {
            if self.queens.contains(other) {
                leaving.push(other);
            }
        });
        leaving
            .into_iter()
            .for_each(|queen| self.remove(queen, step, random));
        self.place_queen(cell);
    }

    /// Searches for a set of `most` queens; returns the largest set so far.
    ///
    /// # Errors
    /// The reason to stop, from `meter`, beside that set.
    pub(super) fn run(
        mut self,
        most: usize,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> (Vec<usize>, Result<(), Stop>) {
        let mut best = self.queens.cells.clone();
        let (mut step, mut last_gain) = (0, 0);
        let mut result = Ok(());
        while best.len() < most && step < last_gain + MAX_IDLE_MOVES {
            step += 1;
            if let Err(stop) = meter.expand() {
                result = Err(stop);
                break;
            }
            if let Some(cell) = self.free.draw_cell(&self.tabu_until, step, random) {
                self.place_queen(cell);
            } else if let Some(cell) =
                self.attacked_once.draw_cell(&self.tabu_until, step, random)
            {
                self.remove(self.attacker_sums[cell] as usize, step, random);
                self.place_queen(cell);
            } else {
                self.perturb_queens(step, random);
            }
            if self.queens.cells.len() > best.len() {
                best.clone_from(&self.queens.cells);
                last_gain = step;
            }
            if step % PERTURBATION_INTERVAL == 0 {
                self.perturb_queens(step, random);
            }
        }
        (best.into_iter().map(|cell| cell as usize).collect(), result)
    }
}
