//! Boards of several dimensions: cells, rays and symmetries.

/// A board of several dimensions with sides of the same length. The number of a cell has
/// its coordinates as digits, the first one highest.
pub(super) struct CubeCells {
    pub(super) side: usize,
    pub(super) dimensions: usize,
    /// One of each pair of opposite directions; the first step that is not 0 is 1.
    pub(super) directions: Vec<Vec<i8>>,
}

impl CubeCells {
    pub(super) fn new(side: usize, dimensions: usize) -> Self {
        // The middle number is no step at all; those above it have 1 as their first step.
        let all = 3usize.pow(dimensions as u32);
        let mut directions = Vec::with_capacity(all / 2);
        for number in all / 2 + 1..all {
            // Digits 0, 1 and 2 are the steps -1, 0 and 1.
            let places = (0..dimensions as u32).rev();
            let steps = places.map(|at| (number / 3usize.pow(at) % 3) as i8 - 1);
            directions.push(steps.collect());
        }
        CubeCells {
            side,
            dimensions,
            directions,
        }
    }

    /// Returns a board of the same dimensions with sides of another length.
    pub(super) fn of_side(&self, side: usize) -> Self {
        CubeCells {
            side,
            dimensions: self.dimensions,
            directions: self.directions.clone(),
        }
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.side.pow(self.dimensions as u32)
    }

    /// Returns the number of lines of one dimension.
    pub(super) fn lines(&self) -> usize {
        self.side.pow(self.dimensions as u32 - 1)
    }

    /// Returns an upper bound on the number of queens: one on each line of a dimension,
    /// and one in each block of two cells in every dimension, because any two cells of a
    /// block attack each other.
    pub(super) fn bound(&self) -> usize {
        self.lines()
            .min(self.side.div_ceil(2).pow(self.dimensions as u32))
    }

    /// Returns the coordinates of a cell.
    pub(super) fn coordinates(&self, cell: usize) -> Vec<usize> {
        (0..self.dimensions)
            .rev()
            .map(|at| cell / self.side.pow(at as u32) % self.side)
            .collect()
    }

    /// Returns the cell at `coordinates`.
    pub(super) fn cell(&self, coordinates: impl IntoIterator<Item = usize>) -> usize {
        coordinates
            .into_iter()
            .fold(0, |cell, coordinate| cell * self.side + coordinate)
    }

    /// Calls `each` with every cell that a queen on `cell` attacks.
    pub(super) fn attacked(&self, cell: usize, mut each: impl FnMut(usize)) {
        let at = self.coordinates(cell);
        let last = self.side - 1;
        for direction in &self.directions {
            let (mut offset, mut forward, mut backward) =
                (0isize, usize::MAX, usize::MAX);
            for (&step, &coordinate) in direction.iter().zip(&at) {
                offset = offset * self.side as isize + isize::from(step);
                let (up, down) = (last - coordinate, coordinate);
                match step {
                    1 => (forward, backward) = (forward.min(up), backward.min(down)),
                    -1 => (forward, backward) = (forward.min(down), backward.min(up)),
                    _ => {}
                }
            }
            for steps in 1..=forward {
                each(cell.wrapping_add_signed(offset * steps as isize));
            }
            for steps in 1..=backward {
                each(cell.wrapping_add_signed(-offset * steps as isize));
            }
        }
    }

    /// Returns the number of symmetries: 2^d d!.
    pub(super) fn symmetry_count(&self) -> usize {
        (1..=self.dimensions)
            .map(|dimension| 2 * dimension)
            .product()
    }

    /// Returns the symmetries of the board, each as the image of every cell: exchanges
    /// and reversals of coordinates.
    pub(super) fn symmetries(&self) -> Vec<Vec<usize>> {
        let mut symmetries = Vec::with_capacity(self.symmetry_count());
        for order in list_orders(self.dimensions) {
            for reversed in 0..1usize << self.dimensions {
                let images =
                    (0..self.cells()).map(|cell| self.image_of(cell, &order, reversed));
                symmetries.push(images.collect());
            }
        }
        symmetries
    }

    /// Returns the cell whose coordinates are those of `cell` in another order, counted
    /// from the other side where a bit of `reversed` is set.
    fn image_of(&self, cell: usize, order: &[usize], reversed: usize) -> usize {
        let at = self.coordinates(cell);
        self.cell(order.iter().map(|&from| {
            if reversed >> from & 1 == 1 {
                self.side - 1 - at[from]
            } else {
                at[from]
            }
        }))
    }
}

/// Returns all orders of the numbers below `count`.
fn list_orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    // `orders` are all orders of the numbers below `next`.
    for next in 0..count {
        let mut longer_orders = Vec::with_capacity(orders.len() * (next + 1));
        for order in &orders {
            for at in 0..=next {
                let mut longer = order.clone();
                longer.insert(at, next);
                longer_orders.push(longer);
            }
        }
        orders = longer_orders;
    }
    orders
}
