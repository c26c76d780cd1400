//! Queens on the cells whose weighted coordinates have the same sum modulo a number.
//!
//! Take the cells x with x1 + 2 x2 + 4 x3 + ... = r modulo m. Two of them differ by k
//! steps in a direction only if k s is a multiple of m, where s is the sum of the
//! weights, each times its step of -1, 0 or 1. So no queen attacks another if m / gcd(s,
//! m) is at least the side n for every direction. Every s is between 1 and 2^d - 1, up to
//! its sign: any m from n on without a prime factor below 2^d will do, and a few others.
//! The best r has at least n^d / m cells.
//!
//! With m = n, the cells are one on each line of a dimension: n^(d - 1), and no set is
//! larger. In three dimensions this is Klarner's construction (by Bell and Stevens 2009)
//! for every n that is coprime to 210.

use super::cube::CubeCells;
use control::{Meter, Stop};

/// The cells of a lattice.
pub(super) struct Lattice {
    modulus: usize,
    /// The sum of their coordinates.
    sum: usize,
    /// Number of cells.
    pub(super) size: usize,
}

impl Lattice {
    /// Finds the lattice of the least modulus, and its sum with the most cells.
    ///
    /// # Errors
    /// A limit.
    ///
    /// # Complexity
    /// O(d n m).
    pub(super) fn from_cube(
        cube: &CubeCells,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut modulus = cube.side.max(1);
        while !separates_cells(cube, modulus) {
            modulus += 1;
        }
        // Number of cells for each sum, one dimension after the other.
        let mut cells = vec![0usize; modulus];
        cells[0] = 1;
        for dimension in 0..cube.dimensions {
            let mut next = vec![0; modulus];
            for (sum, &count) in cells.iter().enumerate() {
                meter.tick()?;
                for coordinate in 0..cube.side {
                    next[(sum + (coordinate << dimension)) % modulus] += count;
                }
            }
            cells = next;
        }
        let (sum, &size) = cells
            .iter()
            .enumerate()
            .max_by_key(|&(_, count)| count)
            .unwrap_or((0, &0));
        Ok(Lattice { modulus, sum, size })
    }

    /// Lists the cells, as cells of `board`, whose sides are at least those of `cube`.
    ///
    /// # Errors
    /// A limit.
    ///
    /// # Complexity
    /// O(n^(d - 1) d).
    pub(super) fn cells(
        &self,
        cube: &CubeCells,
        board: &CubeCells,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<usize>, Stop> {
        // The other coordinates decide the first one: two cells on a line of the first
        // dimension have different sums.
        let mut firsts = vec![None; self.modulus];
        (0..cube.side).for_each(|first| firsts[first % self.modulus] = Some(first));
        let others = cube.side.pow(cube.dimensions as u32 - 1);
        let mut found = Vec::with_capacity(self.size);
        for number in 0..others {
            meter.tick()?;
            let mut coordinates = cube.coordinates(number);
            let weighted = coordinates
                .iter()
                .enumerate()
                .map(|(dimension, coordinate)| coordinate << dimension);
            let missing =
                self.sum + self.modulus - weighted.sum::<usize>() % self.modulus;
            if let Some(first) = firsts[missing % self.modulus] {
                coordinates[0] = first;
                found.push(board.cell(coordinates));
            }
        }
        Ok(found)
    }
}

/// Returns true if no two cells of a line have the same sum modulo `modulus`. A step
/// along a line changes the sum by a number below 2^d.
fn separates_cells(cube: &CubeCells, modulus: usize) -> bool {
    (1..1usize << cube.dimensions).all(|step| modulus / gcd(step, modulus) >= cube.side)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
