//! The linear maps that permute the four directions of the torus, and the classes into
//! which they divide the differences between two queens.

use super::MAX_SIDE;
use std::cmp::{Ordering, Reverse};

/// A square, or a difference of squares: row and column modulo n.
pub(super) type Vector = (u32, u32);

/// Returns the numbers of the four lines of a square: row, column, rising and falling
/// diagonal.
pub(super) fn line_numbers(n: u32, (x, y): Vector) -> [u32; 4] {
    [x, y, (x + y) % n, (x + n - y) % n]
}

/// The number of a square, row by row.
pub(super) fn index(n: u32, (x, y): Vector) -> usize {
    (x * n + y) as usize
}

/// A linear map that takes solutions to solutions: rows, columns and diagonals to each
/// other, each scaled by a factor without a common factor with n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LineMap {
    /// The direction whose lines become rows, and the inverse of their factor.
    to_rows: (usize, u32),
    /// The direction whose lines become columns, and their factor.
    to_columns: (usize, u32),
}

/// Returns all these maps, 8 for each factor.
///
/// The images of a square (x, y) have the row a l and the column b m, where l and m are
/// two of its line numbers. Their sum and difference must be line numbers times a factor,
/// too: for l = x and m = y, b = a or -a; for l = x + y and m = x - y, the same; and with
/// l and m exchanged.
fn line_maps(n: u32) -> Vec<LineMap> {
    let is_factor = |a: u32| {
        (1..n)
            .find(|&inverse| a * inverse % n == 1)
            .map(|inverse| (a, inverse))
    };
    let factors: Vec<(u32, u32)> = (1..n).filter_map(is_factor).collect();
    let of = |(a, inverse): (u32, u32)| {
        let pairs = [(0, 1), (1, 0), (2, 3), (3, 2)];
        pairs.into_iter().flat_map(move |(rows, columns)| {
            [a, n - a].map(|b| LineMap {
                to_rows: (rows, inverse),
                to_columns: (columns, b),
            })
        })
    };
    factors.into_iter().flat_map(of).collect()
}

impl LineMap {
    /// Returns the vector that the map takes to `vector`.
    fn preimage(&self, n: u32, (x, y): Vector) -> Vector {
        let half = n.div_ceil(2);
        let inverse = (1..n)
            .find(|&inverse| inverse * self.to_columns.1 % n == 1)
            .unwrap_or(1);
        let (rows, columns) = (x * self.to_rows.1 % n, y * inverse % n);
        match (self.to_rows.0, self.to_columns.0) {
            (0, _) => (rows, columns),
            (1, _) => (columns, rows),
            (2, _) => ((rows + columns) * half % n, (rows + n - columns) * half % n),
            _ => ((rows + columns) * half % n, (columns + n - rows) * half % n),
        }
    }
}

/// A class of differences between two queens.
#[derive(Clone, Debug)]
pub(super) struct PairClass {
    n: u32,
    /// A difference of the class; the others are its images.
    pub(super) vector: Vector,
    /// The differences.
    pub(super) vectors: Vec<Vector>,
    /// For each difference in the class, the maps that take it to `vector`.
    maps: Vec<Vec<LineMap>>,
}

/// Returns the differences of squares that do not attack each other, divided into
/// classes; the largest class first.
///
/// # Complexity
/// O(n^2) steps for each class, of which there are about n / 8.
pub(super) fn classes(n: u32) -> Vec<PairClass> {
    let all = line_maps(n);
    let mut is_known = vec![false; (n * n) as usize];
    let mut classes = Vec::new();
    for vector in (0..n * n).map(|number| (number / n, number % n)) {
        if line_numbers(n, vector).contains(&0) || is_known[index(n, vector)] {
            continue;
        }
        let mut class = PairClass {
            n,
            vector,
            vectors: Vec::new(),
            maps: vec![Vec::new(); (n * n) as usize],
        };
        for &map in &all {
            let preimage = map.preimage(n, vector);
            if !std::mem::replace(&mut is_known[index(n, preimage)], true) {
                class.vectors.push(preimage);
            }
            class.maps[index(n, preimage)].push(map);
        }
        classes.push(class);
    }
    classes.sort_by_cached_key(|class| Reverse(class.vectors.len()));
    classes
}

impl PairClass {
    /// Returns the middle between the two queens of the class, on 0 and on its vector.
    pub(super) fn middle(&self) -> Vector {
        let half = self.n.div_ceil(2);
        (self.vector.0 * half % self.n, self.vector.1 * half % self.n)
    }

    /// Returns true for a solution that is searched: of two squares in the row of the
    /// middle that the half turn about the middle exchanges, its queen is on the one
    /// further to the left.
    pub(super) fn is_searched(&self, middle_column: u32) -> bool {
        middle_column <= (self.vector.1 + self.n - middle_column) % self.n
    }

    /// Returns, for each difference between two queens, by its index, the squares that no
    /// other queen may be on, relative to the first of the two: with one, the solution
    /// has an image with a queen in the row of the middle to the left of `column`, and is
    /// not the least of those that are searched.
    pub(super) fn forbidden(&self, column: u32) -> Vec<Vec<Vector>> {
        let n = self.n;
        let of_map = |map: &LineMap| {
            let columns = (0..column).filter(|&column| self.is_searched(column));
            columns
                .map(|column| map.preimage(n, (self.middle().0, column)))
                .collect::<Vec<Vector>>()
        };
        self.maps
            .iter()
            .map(|maps| maps.iter().flat_map(of_map).collect())
            .collect()
    }

    /// Returns the size of the orbit of a solution under shifts and maps, if the solution
    /// is the least of those in its orbit that are searched: that have queens on 0 and on
    /// the vector of the class. The solution is one of them.
    ///
    /// Images are compared by the columns of their queens, first in the row of the
    /// middle, then row by row. Each has a pair of queens of the solution on 0 and on the
    /// vector, so all maps of all pairs are tried.
    ///
    /// # Complexity
    /// O(n^2) steps, as most images differ in one of the first rows.
    pub(super) fn orbit_of_least(&self, queens: &[Vector]) -> Option<u64> {
        let n = self.n;
        let mut by_line = [[[0_u32; 4]; MAX_SIDE as usize]; 4];
        for &queen in queens {
            let numbers = line_numbers(n, queen);
            for (lines, number) in by_line.iter_mut().zip(numbers) {
                lines[number as usize] = numbers;
            }
        }
        let columns = by_line[0].map(|numbers| numbers[1]);
        let middle_row = self.middle().0;
        let mut symmetries = 0;
        for (a, b) in queens
            .iter()
            .flat_map(|&a| queens.iter().map(move |&b| (a, b)))
        {
            let difference = ((b.0 + n - a.0) % n, (b.1 + n - a.1) % n);
            for map in &self.maps[index(n, difference)] {
                let origin = line_numbers(n, a);
                let column = |row: u32| {
                    let line = (origin[map.to_rows.0] + map.to_rows.1 * row) % n;
                    let numbers = by_line[map.to_rows.0][line as usize];
                    let (direction, factor) = map.to_columns;
                    factor * (numbers[direction] + n - origin[direction]) % n
                };
                if !self.is_searched(column(middle_row)) {
                    continue;
                }
                let rows = std::iter::once(middle_row).chain(1..n);
                let differs = rows.map(|row| column(row).cmp(&columns[row as usize]));
                match differs.into_iter().find(|order| order.is_ne()) {
                    Some(Ordering::Less) => return None,
                    None => symmetries += 1,
                    _ => {}
                }
            }
        }
        let images =
            u64::from(n * n) * self.maps.iter().map(Vec::len).sum::<usize>() as u64;
        Some(images / symmetries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_all_that_permute_the_directions() {
        for n in [5_u32, 7, 11, 25] {
            let factors: Vec<u32> =
                (1..n).filter(|a| (1..n).any(|b| a * b % n == 1)).collect();
            let directions = [(1, 0), (0, 1), (1, 1), (1, n - 1)];
            let of_direction =
                |&(x, y): &Vector| factors.iter().map(move |a| (a * x % n, a * y % n));
            let is_direction = |vector| {
                directions
                    .iter()
                    .flat_map(of_direction)
                    .any(|image| image == vector)
            };
            let apply = |[a, b, c, d]: [u32; 4], (x, y): Vector| {
                ((a * x + b * y) % n, (c * x + d * y) % n)
            };
            let matrices = (0..n.pow(4)).map(|number| {
                [
                    number % n,
                    number / n % n,
                    number / n / n % n,
                    number / n / n / n,
                ]
            });
            let group: Vec<[u32; 4]> = matrices
                .filter(|&[a, b, c, d]| factors.contains(&((a * d + n * n - b * c) % n)))
                .filter(|&map| {
                    directions
                        .iter()
                        .all(|&vector| is_direction(apply(map, vector)))
                })
                .collect();
            assert_eq!(
                (group.len(), line_maps(n).len()),
                (8 * factors.len(), 8 * factors.len()),
                "{n}"
            );
            let mut vectors = 0;
            for class in classes(n) {
                let mut images: Vec<Vector> =
                    group.iter().map(|&map| apply(map, class.vector)).collect();
                images.sort_unstable();
                images.dedup();
                let mut of_class = class.vectors.clone();
                of_class.sort_unstable();
                assert_eq!(of_class, images, "{n}");
                vectors += of_class.len() as u32;
                for map in line_maps(n) {
                    let numbers = line_numbers(n, map.preimage(n, class.vector));
                    let row = class.vector.0 * map.to_rows.1 % n;
                    let column = map.to_columns.1 * numbers[map.to_columns.0] % n;
                    assert_eq!(
                        (numbers[map.to_rows.0], column),
                        (row, class.vector.1),
                        "{n}"
                    );
                }
            }
            assert_eq!(
                vectors,
                (0..n * n)
                    .filter(|i| !line_numbers(n, (i / n, i % n)).contains(&0))
                    .count() as u32
            );
        }
    }
}
