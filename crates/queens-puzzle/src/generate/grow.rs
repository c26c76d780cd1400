//! Growth of regions from the queens of a solution.

use super::RegionShape;
use super::random_solution::shuffle_items;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// No cell, no region.
const NO_CELL: usize = usize::MAX;

/// Maximum number of orders in which cells are joined, before a new solution is taken.
const MAX_ORDERS: usize = 100;

/// Neighbours of `square` along rows and columns of a board of `size` x `size`.
pub(super) fn squares_beside(size: usize, square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / size, square % size);
    let up = (row > 0).then(|| square - size);
    let down = (row + 1 < size).then(|| square + size);
    let left = (column > 0).then(|| square - 1);
    let right = (column + 1 < size).then(|| square + 1);
    [up, down, left, right].into_iter().flatten()
}

/// Grows connected regions, each with `stars` of the `queens`, and returns the region of
/// each square. If `is_symmetric`, the queens and the regions are half-turn symmetric.
/// `None` if the cells of the queens cannot be joined to regions.
pub(super) fn grow_regions(
    size: usize,
    stars: usize,
    queens: &[usize],
    (shape, is_symmetric): (RegionShape, bool),
    random: &mut ChaCha8Rng,
) -> Option<Vec<u8>> {
    let mut growth = CellGrowth::new(size, queens, shape, is_symmetric, random);
    let pair = growth.connect_centre();
    growth.grow_all(random);
    let cells = growth.cells;
    let map = CellMap::new(size, queens.len(), &cells, is_symmetric, pair);
    let group = map.join_cells(stars, random)?;
    Some(cells.iter().map(|&cell| group[cell] as u8).collect())
}

/// Cells that grow from the queens, one from each. On a symmetric board the queens are in
/// order, so the image of cell `i` is cell `queens.len() - 1 - i`.
struct CellGrowth {
    size: usize,
    shape: RegionShape,
    is_symmetric: bool,
    /// Cell of each square.
    cells: Vec<usize>,
    /// Number of squares of each cell.
    sizes: Vec<usize>,
    /// Speed of each cell.
    speeds: Vec<f64>,
    /// Cells and squares beside them, most of which are free.
    edge: Vec<(usize, usize)>,
}

impl CellGrowth {
    fn new(
        size: usize,
        queens: &[usize],
        shape: RegionShape,
        is_symmetric: bool,
        random: &mut ChaCha8Rng,
    ) -> Self {
        let mut cells = vec![NO_CELL; size * size];
        let mut speeds = Vec::with_capacity(queens.len());
        for (cell, &queen) in queens.iter().enumerate() {
            cells[queen] = cell;
            speeds.push(shape.growth_speed(size, random.random_range(0.0..1.0)));
        }
        CellGrowth {
            size,
            shape,
            is_symmetric,
            cells,
            sizes: vec![0; queens.len()],
            speeds,
            edge: Vec::new(),
        }
    }

    fn image_of_cell(&self, cell: usize) -> usize {
        self.sizes.len() - 1 - cell
    }

    fn image_of_square(&self, square: usize) -> usize {
        self.cells.len() - 1 - square
    }

    /// Connects an empty centre of a symmetric board to the nearest queen, and to the
    /// image of that queen. Returns one of the two cells that meet there.
    fn connect_centre(&mut self) -> Option<usize> {
        let centre = self.cells.len() / 2;
        if !self.is_symmetric
            || self.size.is_multiple_of(2)
            || self.cells[centre] != NO_CELL
        {
            return None;
        }
        // Breadth first, so that the first queen that is reached is a nearest one.
        let mut came_from = vec![NO_CELL; self.cells.len()];
        let (mut reached, mut next) = (vec![centre], 0);
        while self.cells[reached[next]] == NO_CELL {
            for other in squares_beside(self.size, reached[next]) {
                if other != centre && came_from[other] == NO_CELL {
                    came_from[other] = reached[next];
                    reached.push(other);
                }
            }
            next += 1;
        }
        let mut square = reached[next];
        let cell = self.cells[square];
        while square != centre {
            square = came_from[square];
            let image = self.image_of_square(square);
            self.cells[image] = self.image_of_cell(cell);
            self.cells[square] = cell;
        }
        self.cells[centre] = cell;
        Some(cell)
    }

    /// Grows the cells until they cover the board: a random cell by a random square beside
    /// it, if its speed and its shape allow.
    fn grow_all(&mut self, random: &mut ChaCha8Rng) {
        for square in 0..self.cells.len() {
            let cell = self.cells[square];
            if cell != NO_CELL {
                self.sizes[cell] += 1;
                self.add_edge(cell, square);
            }
        }
        while !self.edge.is_empty() {
            let at = random.random_range(0..self.edge.len());
            let (cell, square) = self.edge[at];
            if self.cells[square] != NO_CELL {
                self.edge.swap_remove(at);
                continue;
            }
            let own = squares_beside(self.size, square)
                .filter(|&other| self.cells[other] == cell)
                .count();
            let weight = self.shape.growth_weight(own, self.sizes[cell]);
            if random.random_range(0.0..1.0) > self.speeds[cell] * weight {
                continue;
            }
            self.edge.swap_remove(at);
            self.take_square(cell, square);
            if self.is_symmetric {
                self.take_square(self.image_of_cell(cell), self.image_of_square(square));
            }
        }
    }

    /// Adds a square to a cell, unless another one has it.
    fn take_square(&mut self, cell: usize, square: usize) {
        if self.cells[square] == NO_CELL {
            self.cells[square] = cell;
            self.sizes[cell] += 1;
            self.add_edge(cell, square);
        }
    }

    fn add_edge(&mut self, cell: usize, square: usize) {
        for other in squares_beside(self.size, square) {
            self.edge.push((cell, other));
        }
    }
}

/// The cells that touch each other.
struct CellMap {
    /// For each pair of cells, true if they touch.
    near: Vec<Vec<bool>>,
    is_symmetric: bool,
    /// A cell of the group that is its own image: the group of the queen in the centre, or
    /// the one joined from the two that meet there. `None` if there is no such group.
    middle: Option<usize>,
}

/// Groups of cells, while they are joined.
struct CellGroups<'m> {
    map: &'m CellMap,
    /// Group of each cell.
    group: Vec<usize>,
}

impl CellMap {
    fn new(
        size: usize,
        count: usize,
        cells: &[usize],
        is_symmetric: bool,
        pair: Option<usize>,
    ) -> Self {
        let mut near = vec![vec![false; count]; count];
        for (square, &cell) in cells.iter().enumerate() {
            for other in squares_beside(size, square) {
                near[cell][cells[other]] = true;
            }
        }
        let has_middle_queen = is_symmetric && count % 2 == 1;
        CellMap {
            near,
            is_symmetric,
            middle: pair.or(has_middle_queen.then_some(count / 2)),
        }
    }

    /// Joins neighbouring cells to groups of `stars`. On a symmetric board each group is
    /// joined together with its image; the group in the middle is its own image. `None` if
    /// no random order of the cells leads to such groups.
    fn join_cells(&self, stars: usize, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
        let count = self.near.len();
        let mut order: Vec<usize> = (0..count).collect();
        for _ in 0..MAX_ORDERS {
            shuffle_items(&mut order, random);
            let mut groups = CellGroups {
                map: self,
                group: vec![NO_CELL; count],
            };
            if groups.join_all(stars, &order) {
                return Some(groups.group);
            }
        }
        None
    }
}

impl CellGroups<'_> {
    /// Joins all cells; returns false if the groups cannot be completed.
    fn join_all(&mut self, stars: usize, order: &[usize]) -> bool {
        let mut next = 0;
        while let Some(loneliest) = self.loneliest(order, |_| true) {
            let middle = self.map.middle.filter(|_| next == 0);
            let first = middle.unwrap_or(loneliest);
            // This group is its own image, so it takes cells in pairs.
            let is_own = self.map.is_symmetric && middle.is_some();
            let image = if self.map.is_symmetric && !is_own {
                next + 1
            } else {
                next
            };
            if !self.join_group(first, (next, image), stars, order) {
                return false;
            }
            next = image + 1;
        }
        true
    }

    /// Joins a group from its first cell on, and its image.
    fn join_group(
        &mut self,
        first: usize,
        (own, image): (usize, usize),
        stars: usize,
        order: &[usize],
    ) -> bool {
        let mut members = Vec::with_capacity(stars);
        let mut best = Some(first);
        while let Some(cell) = best {
            if !self.take_cell(cell, (own, image), &mut members) {
                return false;
            }
            if members.len() >= stars {
                return members.len() == stars;
            }
            let near = &self.map.near;
            best = self.loneliest(order, |cell| {
                members.iter().any(|&member: &usize| near[member][cell])
            });
        }
        false
    }

    /// Adds a cell to a group, and its image to the image of the group. Returns false if
    /// another group has the image.
    fn take_cell(
        &mut self,
        cell: usize,
        (own, image): (usize, usize),
        members: &mut Vec<usize>,
    ) -> bool {
        self.group[cell] = own;
        members.push(cell);
        let turned = self.group.len() - 1 - cell;
        if !self.map.is_symmetric || turned == cell {
            return true;
        }
        if self.group[turned] != NO_CELL {
            return false;
        }
        self.group[turned] = image;
        if own == image {
            members.push(turned);
        }
        true
    }

    /// Returns the free cell with the fewest free neighbours, of those that are wanted;
    /// the first in order of several. It is the first to be cut off from all others.
    fn loneliest(
        &self,
        order: &[usize],
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut best = None;
        for &cell in order {
            if self.group[cell] != NO_CELL || !is_wanted(cell) {
                continue;
            }
            let free = self.free_beside(cell);
            if best.is_none_or(|(least, _)| free < least) {
                best = Some((free, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Returns the number of free cells that touch a cell.
    fn free_beside(&self, cell: usize) -> usize {
        let near = &self.map.near[cell];
        (0..near.len())
            .filter(|&other| other != cell && near[other] && self.group[other] == NO_CELL)
            .count()
    }
}
