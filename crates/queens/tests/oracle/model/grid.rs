//! The board: squares, edges, rays walked square by square, and the symmetries of the
//! grid.

/// A step, and how often it may be taken; without a number, as far as the board goes.
/// Both directions count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ray {
    pub(super) step: Vec<i64>,
    pub(super) times: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Open,
    Wrap,
    Twist,
    Mirror,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Free,
    Hole,
    Wall,
}

/// For each square the one that it goes to.
pub(super) type Map = Vec<usize>;

#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The last two are rows and columns.
    pub(super) sides: Vec<i64>,
    pub(super) is_hexagon: bool,
    /// Top and bottom, left and right; open in more than two dimensions.
    pub(super) edges: [Edge; 2],
    pub(super) cells: Vec<Cell>,
}

impl Grid {
    pub(super) fn open(sides: Vec<i64>) -> Self {
        let squares = sides.iter().product::<i64>() as usize;
        Grid {
            sides,
            is_hexagon: false,
            edges: [Edge::Open; 2],
            cells: vec![Cell::Free; squares],
        }
    }

    /// A hexagon on 2n - 1 rows and columns. The six neighbours are those along rows,
    /// along columns, and at (1,-1).
    pub(super) fn hexagon(side: i64) -> Self {
        let mut grid = Grid::open(vec![2 * side - 1; 2]);
        grid.is_hexagon = true;
        for square in 0..grid.squares() {
            let is_corner = grid.cube(square).iter().any(|axis| axis.abs() >= side);
            grid.cells[square] = if is_corner { Cell::Hole } else { Cell::Free };
        }
        grid
    }

    pub(super) fn squares(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.squares()).filter(|&square| self.is_free(square))
    }

    pub(super) fn is_free(&self, square: usize) -> bool {
        self.cells[square] == Cell::Free
    }

    /// The coordinates of a square.
    pub(super) fn place(&self, mut square: usize) -> Vec<i64> {
        let mut place = vec![0; self.sides.len()];
        for axis in (0..place.len()).rev() {
            place[axis] = square as i64 % self.sides[axis];
            square /= self.sides[axis] as usize;
        }
        place
    }

    /// The number of the square with these coordinates.
    pub(super) fn number(&self, place: &[i64]) -> usize {
        place
            .iter()
            .zip(&self.sides)
            .fold(0, |number, (at, side)| number * side + at) as usize
    }

    /// The square at a row and column of the library, where the layers of a cube lie side
    /// by side, with a column between two.
    pub(super) fn at_layout(&self, row: i64, column: i64) -> usize {
        match self.sides[..] {
            [_, _, side] => self.number(&[column / (side + 1), row, column % (side + 1)]),
            _ => self.number(&[row, column]),
        }
    }

    /// Row and column of a square in the library.
    pub(super) fn layout(&self, square: usize) -> [i64; 2] {
        match self.place(square)[..] {
            [layer, row, column] => [row, layer * (self.sides[2] + 1) + column],
            [row, column] => [row, column],
            _ => unreachable!("no random board has more dimensions"),
        }
    }

    fn is_inside(&self, place: &[i64]) -> bool {
        place
            .iter()
            .zip(&self.sides)
            .all(|(at, side)| (0..*side).contains(at))
    }

    /// The free squares along each ray of a piece, in the order in which it meets them.
    pub(super) fn paths(&self, from: usize, rays: &[Ray]) -> Vec<Vec<usize>> {
        let mut paths = Vec::new();
        for ray in rays {
            for sign in [1, -1] {
                let step: Vec<i64> = ray.step.iter().map(|axis| sign * axis).collect();
                paths.push(self.path(from, step, ray.times));
            }
        }
        paths
    }

    /// Walks until the board ends, a wall stands in the way, the ray is used up or meets
    /// its own piece.
    fn path(&self, from: usize, mut step: Vec<i64>, times: Option<usize>) -> Vec<usize> {
        let mut path = Vec::new();
        let mut place = self.place(from);
        for _ in 0..times.unwrap_or(usize::MAX) {
            if !self.walk(&mut place, &mut step) {
                break;
            }
            if !self.is_inside(&place) {
                continue; // within the strip of a mirror
            }
            let square = self.number(&place);
            if square == from || self.cells[square] == Cell::Wall {
                break;
            }
            if self.is_free(square) {
                path.push(square);
            }
        }
        path
    }

    /// Takes a step; false if it leaves the board.
    fn walk(&self, place: &mut [i64], step: &mut [i64]) -> bool {
        for (at, by) in place.iter_mut().zip(&*step) {
            *at += by;
        }
        while let Some(axis) =
            (0..place.len()).find(|&axis| self.is_beyond(axis, place[axis]))
        {
            if !self.cross(axis, place, step) {
                return false;
            }
        }
        true
    }

    /// True if a coordinate is off the board, and not within the strip of a mirror.
    fn is_beyond(&self, axis: usize, at: i64) -> bool {
        let is_strip = at == -1 && self.edges.get(axis) == Some(&Edge::Mirror);
        !(0..self.sides[axis]).contains(&at) && !is_strip
    }

    /// Crosses the edge on one axis; false if nothing lies beyond it.
    fn cross(&self, axis: usize, place: &mut [i64], step: &mut [i64]) -> bool {
        let (at, side) = (place[axis], self.sides[axis]);
        let back = if at < 0 { side } else { -side };
        match self.edges.get(axis).unwrap_or(&Edge::Open) {
            Edge::Open => return false,
            Edge::Wrap => place[axis] += back,
            Edge::Twist => {
                let other = 1 - axis;
                place[axis] += back;
                place[other] = self.sides[other] - 1 - place[other];
                step[other] = -step[other];
            }
            Edge::Mirror if at > 0 => return false,
            Edge::Mirror => {
                place[axis] = -2 - at;
                step[axis] = -step[axis];
            }
        }
        true
    }

    /// True for the first and the last coordinate of an axis; on a hexagon for the
    /// squares on its six sides.
    pub(super) fn is_border(&self, square: usize) -> bool {
        if self.is_hexagon {
            return self
                .cube(square)
                .iter()
                .any(|axis| axis.abs() == self.sides[0] / 2);
        }
        let place = self.place(square);
        place
            .iter()
            .zip(&self.sides)
            .any(|(at, side)| *at == 0 || *at == side - 1)
    }

    /// Left and right exchanged. The rows of a hexagon stay, and its columns become lines
    /// of the third direction.
    pub(super) fn mirror(&self) -> Map {
        let image = |square| match self.is_hexagon {
            true if self
                .cube(square)
                .iter()
                .any(|axis| axis.abs() > self.sides[0] / 2) =>
            {
                square
            }
            true => {
                let [row, column, third] = self.cube(square);
                self.cube_square([row, third, column])
            }
            false => {
                let place = self.place(square);
                self.number(&[place[0], self.sides[1] - 1 - place[1]])
            }
        };
        (0..self.squares()).map(image).collect()
    }

    /// The coordinates along the three axes of a hexagon, from its centre; their sum is 0.
    fn cube(&self, square: usize) -> [i64; 3] {
        let place = self.place(square);
        let centre = self.sides[0] / 2;
        let (row, column) = (place[0] - centre, place[1] - centre);
        [row, column, -row - column]
    }

    /// The square with these coordinates.
    fn cube_square(&self, cube: [i64; 3]) -> usize {
        let centre = self.sides[0] / 2;
        self.number(&[cube[0] + centre, cube[1] + centre])
    }

    /// The symmetries of the grid: in d dimensions 2^d d! if all sides are equal, of a
    /// hexagon 12.
    pub(super) fn symmetries(&self) -> Vec<Map> {
        if self.is_hexagon {
            return self.hexagon_symmetries();
        }
        let axes = self.sides.len();
        let fitting = permutations(axes)
            .into_iter()
            .filter(|order| self.fits(order));
        let mut maps = Vec::new();
        for order in fitting {
            for mirrored in 0..1 << axes {
                maps.push(self.signed_permutation(&order, mirrored));
            }
        }
        maps
    }

    /// True if the axes that are exchanged have equal sides.
    fn fits(&self, order: &[usize]) -> bool {
        order
            .iter()
            .enumerate()
            .all(|(axis, &from)| self.sides[axis] == self.sides[from])
    }

    /// Coordinate `axis` of the image is coordinate `order[axis]`, counted from the end
    /// if that bit of `mirrored` is set.
    fn signed_permutation(&self, order: &[usize], mirrored: usize) -> Map {
        let image = |square| {
            let place = self.place(square);
            let moved = order.iter().enumerate().map(|(axis, &from)| {
                match mirrored >> axis & 1 {
                    0 => place[from],
                    _ => self.sides[axis] - 1 - place[from],
                }
            });
            self.number(&moved.collect::<Vec<i64>>())
        };
        (0..self.squares()).map(image).collect()
    }

    /// Permutations of the three axes, with or without a half turn. Corners stay where
    /// they are: nothing stands there.
    fn hexagon_symmetries(&self) -> Vec<Map> {
        let mut maps = Vec::new();
        for order in permutations(3) {
            for sign in [1, -1] {
                let image = |square| {
                    let cube = self.cube(square);
                    match cube.iter().all(|axis| axis.abs() <= self.sides[0] / 2) {
                        true => self
                            .cube_square([0, 1, 2].map(|axis| sign * cube[order[axis]])),
                        false => square,
                    }
                };
                maps.push((0..self.squares()).map(image).collect());
            }
        }
        maps
    }

    /// The shift by rows and columns around the edges.
    pub(super) fn shift(&self, rows: i64, columns: i64) -> Map {
        let image = |square| {
            let place = self.place(square);
            let row = (place[0] + rows).rem_euclid(self.sides[0]);
            self.number(&[row, (place[1] + columns).rem_euclid(self.sides[1])])
        };
        (0..self.squares()).map(image).collect()
    }

    /// The shifts along the edges that are joined without a twist.
    pub(super) fn joined_shifts(&self) -> Vec<Map> {
        let steps = |axis: usize| {
            if self.edges[axis] == Edge::Wrap {
                self.sides[axis]
            } else {
                1
            }
        };
        let (rows, columns) = (steps(0), steps(1));
        (0..rows)
            .flat_map(|row| (0..columns).map(move |column| self.shift(row, column)))
            .collect()
    }
}

/// All orders of the numbers below `number`.
pub(super) fn permutations(number: usize) -> Vec<Vec<usize>> {
    let Some(last) = number.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in permutations(last) {
        for at in 0..number {
            let mut longer = order.clone();
            longer.insert(at, last);
            all.push(longer);
        }
    }
    all
}
