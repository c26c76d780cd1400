//! Growth of regions from the queens of a solution.

use super::RegionShape;
use super::random_solution::shuffle;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// No cell, no region.
const NO_CELL: usize = usize::MAX;

/// Neighbours of `square` along rows and columns of a board of `size` x `size`.
pub(super) fn beside(size: usize, square: usize) -> impl Iterator<Item = usize> {
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
pub(super) fn grow(
    size: usize,
    stars: usize,
    queens: &[usize],
    (shape, is_symmetric): (RegionShape, bool),
    random: &mut ChaCha8Rng,
) -> Option<Vec<u8>> {
    let (cells, pair) = cells(size, queens, (shape, is_symmetric), random);
    let group = join(
        size,
        stars,
        queens.len(),
        &cells,
        (is_symmetric, pair),
        random,
    )?;
    Some(cells.iter().map(|&cell| group[cell] as u8).collect())
}

/// Grows a cell from each queen. On a symmetric board whose centre is empty, also returns
/// one of the two cells that meet there. The queens are in order, so the image of cell
/// `i` is cell `queens.len() - 1 - i`.
fn cells(
    size: usize,
    queens: &[usize],
    (shape, is_symmetric): (RegionShape, bool),
    random: &mut ChaCha8Rng,
) -> (Vec<usize>, Option<usize>) {
    let squares = size * size;
    let mut cells = vec![NO_CELL; squares];
    queens
        .iter()
        .enumerate()
        .for_each(|(cell, &queen)| cells[queen] = cell);
    let image = |cell: usize| queens.len() - 1 - cell;
    let mut pair = None;
    let centre = squares / 2;
    if is_symmetric && size % 2 == 1 && cells[centre] == NO_CELL {
        // Connect the centre to the nearest queen, and to the image of that queen.
        let mut came_from = vec![NO_CELL; squares];
        let (mut reached, mut next) = (vec![centre], 0);
        let queen = loop {
            let square = reached[next];
            if cells[square] != NO_CELL {
                break square;
            }
            for other in beside(size, square) {
                if other != centre && came_from[other] == NO_CELL {
                    came_from[other] = square;
                    reached.push(other);
                }
            }
            next += 1;
        };
        let cell = cells[queen];
        let mut square = queen;
        while square != centre {
            square = came_from[square];
            cells[squares - 1 - square] = image(cell);
            cells[square] = cell;
        }
        cells[centre] = cell;
        pair = Some(cell);
    }
    let speeds: Vec<f64> = queens
        .iter()
        .map(|_| shape.speed(size, random.random_range(0.0..1.0)))
        .collect();
    let mut sizes = vec![0usize; queens.len()];
    cells
        .iter()
        .filter(|&&cell| cell != NO_CELL)
        .for_each(|&cell| sizes[cell] += 1);
    let mut edge: Vec<(usize, usize)> = Vec::new();
    let taken = |cells: &[usize]| {
        (0..squares)
            .filter(|&square| cells[square] != NO_CELL)
            .collect::<Vec<_>>()
    };
    for square in taken(&cells) {
        edge.extend(beside(size, square).map(|other| (cells[square], other)));
    }
    while !edge.is_empty() {
        let at = random.random_range(0..edge.len());
        let (cell, square) = edge[at];
        if cells[square] != NO_CELL {
            edge.swap_remove(at);
            continue;
        }
        let own = beside(size, square)
            .filter(|&other| cells[other] == cell)
            .count();
        if random.random_range(0.0..1.0) > speeds[cell] * shape.weight(own, sizes[cell]) {
            continue;
        }
        edge.swap_remove(at);
        let turned = (image(cell), squares - 1 - square);
        for (cell, square) in [(cell, square), turned]
            .into_iter()
            .take(1 + usize::from(is_symmetric))
        {
            if cells[square] == NO_CELL {
                cells[square] = cell;
                sizes[cell] += 1;
                edge.extend(beside(size, square).map(|other| (cell, other)));
            }
        }
    }
    (cells, pair)
}

/// Joins neighbouring cells to groups of `stars`. On a symmetric board each group is
/// joined together with its image; the group of `pair`, or of a queen in the centre, is
/// its own image.
fn join(
    size: usize,
    stars: usize,
    count: usize,
    cells: &[usize],
    (is_symmetric, pair): (bool, Option<usize>),
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let mut near = vec![vec![false; count]; count];
    for (square, &cell) in cells.iter().enumerate() {
        beside(size, square).for_each(|other| near[cell][cells[other]] = true);
    }
    let image = |cell: usize| count - 1 - cell;
    let mut order: Vec<usize> = (0..count).collect();
    'attempt: for _ in 0..100 {
        shuffle(&mut order, random);
        let mut group = vec![NO_CELL; count];
        let free_beside = |group: &[usize], cell: usize| {
            (0..count)
                .filter(|&other| {
                    other != cell && near[cell][other] && group[other] == NO_CELL
                })
                .count()
        };
        let middle =
            pair.or_else(|| (is_symmetric && count % 2 == 1).then_some(count / 2));
        let mut next = 0;
        while group.contains(&NO_CELL) {
            let free = order.iter().copied().filter(|&cell| group[cell] == NO_CELL);
            let first = middle
                .filter(|_| next == 0)
                .or(free.min_by_key(|&cell| free_beside(&group, cell)))?;
            // This group is its own image, so it takes cells in pairs.
            let is_own = is_symmetric && next == 0 && middle.is_some();
            let turned = if is_symmetric && !is_own {
                next + 1
            } else {
                next
            };
            let mut cells_of = Vec::with_capacity(stars);
            let mut take = |cell: usize, group: &mut Vec<usize>| {
                group[cell] = next;
                cells_of.push(cell);
                if is_symmetric && image(cell) != cell {
                    if group[image(cell)] != NO_CELL {
                        return None;
                    }
                    group[image(cell)] = turned;
                    if is_own {
                        cells_of.push(image(cell));
                    }
                }
                Some(cells_of.clone())
            };
            let Some(mut members) = take(first, &mut group) else {
                continue 'attempt;
            };
            while members.len() < stars {
                let touches = |cell: &usize| {
                    group[*cell] == NO_CELL
                        && members.iter().any(|&member| near[member][*cell])
                };
                let best = order
                    .iter()
                    .copied()
                    .filter(touches)
                    .min_by_key(|&cell| free_beside(&group, cell));
                let Some(best) = best else { continue 'attempt };
                let Some(more) = take(best, &mut group) else {
                    continue 'attempt;
                };
                members = more;
            }
            if members.len() > stars {
                continue 'attempt;
            }
            next = turned + 1;
        }
        return Some(group);
    }
    None
}
