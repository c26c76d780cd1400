//! Regions that grow from the queens of a solution.

use super::Shape;
use super::draw::shuffle;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// No cell, no region.
const NONE: usize = usize::MAX;

/// The squares beside `square`, along rows and columns of a board of `size` x `size`.
pub(super) fn beside(size: usize, square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / size, square % size);
    let up = (row > 0).then(|| square - size);
    let down = (row + 1 < size).then(|| square + size);
    let left = (column > 0).then(|| square - 1);
    let right = (column + 1 < size).then(|| square + 1);
    [up, down, left, right].into_iter().flatten()
}

/// A connected region for each square, every region with `stars` of the `queens`; a half turn turns regions into
/// regions where `is_symmetric`, as it does the queens. `None` if they could not be joined.
pub(super) fn grow(
    size: usize,
    stars: usize,
    queens: &[usize],
    (shape, is_symmetric): (Shape, bool),
    random: &mut ChaCha8Rng,
) -> Option<Vec<u8>> {
    let (cells, pair) = cells(size, queens, (shape, is_symmetric), random);
    let group = join(size, stars, queens.len(), &cells, (is_symmetric, pair), random)?;
    Some(cells.iter().map(|&cell| group[cell] as u8).collect())
}

/// A cell for each queen, and the two cells that meet in the middle of a symmetric board, where these are two. The
/// image of cell `i` is that of the last queen but `i`, for queens are in order.
fn cells(
    size: usize,
    queens: &[usize],
    (shape, is_symmetric): (Shape, bool),
    random: &mut ChaCha8Rng,
) -> (Vec<usize>, Option<usize>) {
    let squares = size * size;
    let mut cells = vec![NONE; squares];
    queens.iter().enumerate().for_each(|(cell, &queen)| cells[queen] = cell);
    let image = |cell: usize| queens.len() - 1 - cell;
    let mut pair = None;
    let centre = squares / 2;
    if is_symmetric && size % 2 == 1 && cells[centre] == NONE {
        // A way from the centre to the nearest queen, and its image.
        let mut came_from = vec![NONE; squares];
        let (mut reached, mut next) = (vec![centre], 0);
        let queen = loop {
            let square = reached[next];
            if cells[square] != NONE {
                break square;
            }
            for other in beside(size, square) {
                if other != centre && came_from[other] == NONE {
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
    let speeds: Vec<f64> = queens.iter().map(|_| shape.speed(size, random.random_range(0.0..1.0))).collect();
    let mut sizes = vec![0usize; queens.len()];
    cells.iter().filter(|&&cell| cell != NONE).for_each(|&cell| sizes[cell] += 1);
    let mut edge: Vec<(usize, usize)> = Vec::new();
    let taken = |cells: &[usize]| (0..squares).filter(|&square| cells[square] != NONE).collect::<Vec<_>>();
    for square in taken(&cells) {
        edge.extend(beside(size, square).map(|other| (cells[square], other)));
    }
    while !edge.is_empty() {
        let at = random.random_range(0..edge.len());
        let (cell, square) = edge[at];
        if cells[square] != NONE {
            edge.swap_remove(at);
            continue;
        }
        let own = beside(size, square).filter(|&other| cells[other] == cell).count();
        if random.random_range(0.0..1.0) > speeds[cell] * shape.weight(own, sizes[cell]) {
            continue;
        }
        edge.swap_remove(at);
        let turned = (image(cell), squares - 1 - square);
        for (cell, square) in [(cell, square), turned].into_iter().take(1 + usize::from(is_symmetric)) {
            if cells[square] == NONE {
                cells[square] = cell;
                sizes[cell] += 1;
                edge.extend(beside(size, square).map(|other| (cell, other)));
            }
        }
    }
    (cells, pair)
}

/// Joins cells that lie beside each other to groups of `stars`; symmetric ones in pairs, or with their own image where
/// `pair` (or a queen in the middle) says so.
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
        let mut group = vec![NONE; count];
        let free_beside = |group: &[usize], cell: usize| {
            (0..count).filter(|&other| other != cell && near[cell][other] && group[other] == NONE).count()
        };
        let middle = pair.or_else(|| (is_symmetric && count % 2 == 1).then_some(count / 2));
        let mut next = 0;
        while group.contains(&NONE) {
            let free = order.iter().copied().filter(|&cell| group[cell] == NONE);
            let first = middle.filter(|_| next == 0).or(free.min_by_key(|&cell| free_beside(&group, cell)))?;
            // A group that is its own image grows on both sides at once.
            let is_own = is_symmetric && next == 0 && middle.is_some();
            let turned = if is_symmetric && !is_own { next + 1 } else { next };
            let mut cells_of = Vec::with_capacity(stars);
            let mut take = |cell: usize, group: &mut Vec<usize>| {
                group[cell] = next;
                cells_of.push(cell);
                if is_symmetric && image(cell) != cell {
                    if group[image(cell)] != NONE {
                        return None;
                    }
                    group[image(cell)] = turned;
                    if is_own {
                        cells_of.push(image(cell));
                    }
                }
                Some(cells_of.clone())
            };
            let Some(mut members) = take(first, &mut group) else { continue 'attempt };
            while members.len() < stars {
                let touches =
                    |cell: &usize| group[*cell] == NONE && members.iter().any(|&member| near[member][*cell]);
                let best =
                    order.iter().copied().filter(touches).min_by_key(|&cell| free_beside(&group, cell));
                let Some(best) = best else { continue 'attempt };
                let Some(more) = take(best, &mut group) else { continue 'attempt };
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
